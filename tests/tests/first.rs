//! The program of the README, and the shape of its WGSL.

use vyre::prelude::*;
use vyre_tests::devices;

/// Every element of `out` is `a ^ b` of its index.
#[vyre::kernel(workgroup_size = 256)]
fn xor(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] ^ b[i];
    }
}

#[test]
fn the_first_program_runs_on_every_device() {
    println!("{}\n{}", xor::program(), xor::wgsl());
    for device in devices() {
        let (a, b) = (vec![1u32; 1000], vec![3u32; 1000]);
        let mut out = vec![0u32; 1000];
        xor(&a, &b, &mut out).dispatch(&device).unwrap();
        assert!(out.iter().all(|&x| x == 2), "{device}");
    }
}
