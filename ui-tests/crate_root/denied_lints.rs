//! The expansion breaks no lint that a crate may deny.

#![deny(warnings, future_incompatible, nonstandard_style, unused, rust_2018_idioms, let_underscore, keyword_idents)]
#![deny(missing_docs, missing_debug_implementations, missing_copy_implementations, unreachable_pub, unused_results)]
#![deny(unused_qualifications, unused_lifetimes, single_use_lifetimes, elided_lifetimes_in_paths, trivial_casts)]
#![deny(trivial_numeric_casts, explicit_outlives_requirements, unused_import_braces, unused_macro_rules)]
#![deny(variant_size_differences, unit_bindings, unnameable_types, meta_variable_misuse, non_ascii_idents)]
#![deny(ambiguous_negative_literals, redundant_imports, redundant_lifetimes, absolute_paths_not_starting_with_crate)]
#![deny(let_underscore_drop, macro_use_extern_crate, unused_extern_crates, impl_trait_redundant_captures)]
#![forbid(unsafe_code)]

use vyre::prelude::*;

/// A module.
pub mod public {
    /// Counts the bytes that are `byte`.
    #[vyre::kernel(workgroup_size = 64)]
    pub fn count(text: &[u8], byte: u32, total: &[AtomicU32]) {
        let i = invocation_id().x;
        if i < text.len() && text.byte(i) == byte {
            total[0].fetch_add(1);
        }
    }
}

/// Does nothing.
#[vyre::kernel]
pub fn nothing() {}

#[vyre::kernel]
fn never_called(_unused: &[u32], _n: u32, out: &mut [u32]) {
    let _x = 1;
    out[0] = 1;
}

fn main() -> Result<(), vyre::Error> {
    let mut total = [0u32];
    public::count(b"a kernel, as a text", 97, &mut total).invocations([19, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(total, [3]);
    nothing().dispatch(&Device::cpu())
}
