//! Documentation stays, and so do lint levels, conditions and `deprecated`; inside there may be comments of each kind.

#![deny(missing_docs, deprecated, unused)]

use vyre::prelude::*;

/// Sets every element.
///
/// - a list
#[doc = "and more"]
#[cfg(not(any()))]
#[deprecated = "use something else"]
#[vyre::kernel]
#[cfg_attr(not(any()), allow(non_snake_case))]
#[rustfmt::skip]
/// The end.
pub fn fill(/* a number */ Value: u32, out: &mut [u32]) {
    /// Of a statement.
    let i = invocation_id().x; // the index
    #[allow(unused_variables)]
    let unused = 1;
    /* nested /* comments */ */
    out[i] = Value;
}

/// This one is not there.
#[cfg(any())]
#[vyre::kernel]
pub fn absent(out: &mut [u32]) {
    while true {}
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32; 3];
    #[allow(deprecated)]
    fill(7, &mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [7; 3]);
    Ok(())
}
