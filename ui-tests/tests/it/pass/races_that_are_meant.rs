//! Races that are certain warn, and whoever means one says so.

#![deny(warnings)]

use vyre::prelude::*;

#[allow(deprecated)]
#[vyre::kernel(workgroup_size = 64)]
fn any_of_them(out: &mut [u32]) {
    out[0] = invocation_id().x;
}

#[vyre::kernel(workgroup_size = 64)]
#[allow(deprecated)]
fn any_neighbour(a: &mut [u32]) {
    a[invocation_id().x] = a[invocation_id().x + 1];
}

mod quiet {
    #![allow(deprecated)]

    #[vyre::kernel(workgroup_size = 64)]
    pub fn last<T: vyre::Number>(out: &mut [T], all: &mut [u32]) {
        out[0] = out[1];
        all[0] = local_id().x;
    }
}

#[test]
fn runs() {
    let mut out = [0; 2];
    any_of_them(&mut out).dispatch(&Device::cpu()).unwrap();
    assert!(out[0] < 64);
    any_neighbour(&mut out).dispatch(&Device::cpu()).unwrap();
    quiet::last(&mut [1u32, 1], &mut out).dispatch(&Device::cpu()).unwrap();
}
