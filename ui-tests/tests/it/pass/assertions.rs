//! Assertions, in every form and place.

use vyre::prelude::*;

#[vyre::function]
fn even(x: u32) -> u32 {
    core::assert!(x % 2 == 0);
    debug_assert_ne!(x, 7, "seven",);
    x / 2
}

#[vyre::kernel(workgroup_size = 64)]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn inside(x: u32) -> u32 {
        std::assert!(x < 100, "too large: {{x}}");
        x
    }
    let i = invocation_id().x;
    let (pair, other) = ((i, true), (i, true));
    assert!(i < out.len() || i >= out.len(),);
    assert_eq!(pair, other);
    assert_ne!([i, 1], [i, 2], "arrays");
    debug_assert!(true);
    debug_assert_eq!(i, i);
    barrier();
    if i < out.len() {
        for k in 0..3 {
            assert!(k < 3, "k")
        }
        let half: u32 = even(a[i]);
        out[i] = match half {
            0 => {
                assert!(half == 0);
                1
            }
            _ => inside(half),
        };
    }
}

#[test]
fn runs() {
    let a = [2u32, 4, 0];
    let mut out = [0u32; 3];
    kernel(&a, &mut out).dispatch(&Device::cpu()).unwrap();
    assert_eq!(out, [1, 2, 1]);
}
