//! The expansion names nothing that a crate without the prelude lacks, and nothing that it may have replaced.

#![no_implicit_prelude]

#[allow(non_camel_case_types, dead_code)]
struct u64;
#[allow(non_camel_case_types, dead_code)]
struct u8;
#[allow(non_camel_case_types, dead_code)]
struct str;
#[allow(dead_code)]
trait Sized {}

#[::vyre::kernel]
fn scale(by: u32, text: &[u8], out: &mut [u32]) {
    out[invocation_id().x] *= by + text.len();
}

#[::core::prelude::v1::test]
fn runs() -> ::core::result::Result<(), ::vyre::Error> {
    let mut out = [1, 2, 3];
    scale(2, b"abc", &mut out).dispatch(&::vyre::Device::cpu())?;
    ::core::assert!(::core::matches!(out, [5, 10, 15]));
    ::core::assert!(!scale::wgsl().is_empty() && scale::program().buffers.len() == 3);
    ::core::result::Result::Ok(())
}
