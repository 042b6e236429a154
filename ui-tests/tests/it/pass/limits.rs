//! At the limits a program compiles: 64 nested statements, a workgroup of 1,024, long chains.

use vyre::prelude::*;

#[vyre::kernel(workgroup_size = (8, 8, 16))]
#[rustfmt::skip]
fn deep(out: &mut [u32]) {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
        out[0] = 1;
    }}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
}

macro_rules! double {
    ([] $name:ident $($sum:tt)*) => {
        #[vyre::kernel]
        fn $name(out: &mut [u32]) { out[0] = 1u32 $($sum)*; }
    };
    ([$one:tt $($more:tt)*] $name:ident $($sum:tt)*) => { double! { [$($more)*] $name $($sum)* $($sum)* } };
}

double! { [1 2 3 4 5 6 7 8 9] long + 3 }
double! { [1 2 3 4 5 6 7 8] methods .wrapping_add(3) }

/// A length that is nested deep is looked at once.
#[vyre::kernel]
fn nested_length<const N: u32>(out: &mut [u32]) {
    let window = [1u32; N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N / (1 + N))))))))))))))))))))))))))))))];
    out[0] = window.len();
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32];
    deep(&mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [1]);
    long(&mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [1 + 512 * 3]);
    methods(&mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [1 + 256 * 3]);
    Ok(())
}
