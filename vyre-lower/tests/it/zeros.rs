//! When workgroup arrays have to be zero at the start.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{Program, validate};
use vyre_lower::analysis::zeros::needs_zeros;
use vyre_lower::{Target, build, pass};

/// For workgroups of 8 x 4, `t` of 32 and `wide` of 36 elements.
fn needs(entry: &str) -> bool {
    let text = format!(
        "program workgroup_size 8, 4, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
         buffer t: workgroup u32[32] buffer wide: workgroup u32[36]
         entry {{ let x = local_id.x; let y = local_id.y; {entry} }}"
    );
    let program: Program = text.parse().unwrap();
    let mut form = build(&validate(&program).unwrap()).unwrap();
    pass::optimise(&mut form, &Target::WGSL);
    needs_zeros(&form)
}

#[test]
fn what_all_invocations_have_stored_is_not_zeroed() {
    // The whole array, then any element of it.
    assert!(!needs("t[y * 8 + x] = a[x]; barrier; out[x] = t[a[0] & 31];"));
    // A part of it, and that part.
    assert!(!needs("wide[y * 9 + x] = a[x]; barrier; out[x] = wide[(x / 2) * 9 + y];"));
    // In each round of a loop, before it is loaded there.
    assert!(!needs("for k in 0 .. a[0] { t[y * 8 + x] = a[k]; barrier; out[x] = t[a[k] & 31]; barrier; }"));
    // What an invocation has stored itself.
    assert!(!needs("let i = a[x]; t[i] = 5; t[i] = t[i] + 1; out[0] = t[i];"));
    // Nothing is loaded.
    assert!(!needs("t[x] = 1;"));
}

#[test]
fn what_may_not_have_been_stored_is_zeroed() {
    // An element less, and one that no invocation stores.
    assert!(needs("t[y * 8 + x + 1] = a[x]; barrier; out[x] = t[a[0] & 31];"));
    assert!(needs("wide[y * 9 + x] = a[x]; barrier; out[x] = wide[y * 9 + x + 1];"));
    // No barrier, or one before the store.
    assert!(needs("t[y * 8 + x] = a[x]; out[x] = t[31 - (y * 8 + x)];"));
    assert!(needs("barrier; t[y * 8 + x] = a[x]; out[x] = t[31 - (y * 8 + x)];"));
    // Stored on a condition, in a loop that may have no rounds, and at an index of the data.
    assert!(needs("if a[0] > 1 { t[y * 8 + x] = a[x]; } barrier; out[x] = t[x];"));
    assert!(needs("for k in 0 .. a[0] { t[y * 8 + x] = a[k]; barrier; } out[x] = t[31 - x];"));
    assert!(needs("t[a[x]] = 1; barrier; out[x] = t[x];"));
    // Loaded before.
    assert!(needs("out[x] = t[x]; barrier; t[y * 8 + x] = 1; barrier;"));
}
