//! Operands are evaluated when and as often as Rust evaluates them. Atomics make the order visible: one body runs as a
//! kernel and as plain Rust.

use vyre_tests::{devices, twin};

twin! { operands_go_left_to_right |i, a, c, out| {
    out[i * 4] = c[i].fetch_add(1) * 10 + c[i].fetch_add(1);
    out[i * 4 + 1] = c[i].fetch_add(1) + 100 - c[i].fetch_add(3) * (c[i].fetch_add(1) + c[i].swap(40));
    out[i * 4 + 2] = (c[i].fetch_add(1) << 4 | c[i].fetch_add(1)).max(c[i].fetch_add(1) * 30).abs_diff(c[i].load());
    let flag = c[i].fetch_add(1) < c[i].load();
    out[i * 4 + 3] = if flag { 1 } else { 0 };
}}

twin! { an_earlier_operand_is_read_before_a_later_one_writes |i, a, c, out| {
    let mut x = a[i];
    let y = x + { x = 5; 1 };
    out[i * 4] = y * 100 + x;
    out[i * 4 + 1] = 20;
    out[i * 4 + 2] = out[i * 4 + 1] + { out[i * 4 + 1] = 7; 1 };
    let z = x * { x += 1; x } + x;
    out[i * 4 + 3] = c[i].load() * 1000 + c[i].fetch_add(1) * 100 + c[i].load() + z;
}}

twin! { an_earlier_operand_is_read_before_an_arm_writes |i, a, c, out| {
    let mut x = a[i];
    out[i * 4] = x + if a[i] > 4 { x = 100; x } else { x = 200; 1 } + x;
    let (p, q, r) = (x + { x += 1; x }, if x > 150 { x = 3; 4 } else { 5 }, x);
    out[i * 4 + 1] = p * 100 + q * 10 + r;
}}

twin! { a_buffer_is_read_before_a_later_operand_stores |i, a, c, out| {
    out[i * 4] = a[i];
    let y = out[i * 4] * 10 + { out[i * 4] += 1; out[i * 4] } * 100 + out[i * 4];
    out[i * 4 + 1] = y;
    let flag = out[i * 4] == a[i] + 1 && { out[i * 4] = 3; out[i * 4] == 3 } && out[i * 4] < 4;
    out[i * 4 + 2] = if flag { out[i * 4] } else { 77 };
}}

twin! { strict_operators_evaluate_both |i, a, c, out| {
    let p = a[i] > 5;
    let q = p & (c[i].fetch_add(1) == 0);
    let r = p | (c[i].fetch_add(1) == 0);
    out[i * 4] = if q { 1 } else { 0 };
    out[i * 4 + 1] = if r { 1 } else { 0 };
    out[i * 4 + 2] = select(p, c[i].fetch_add(10), c[i].fetch_add(20));
    out[i * 4 + 3] = select(c[i].swap(3) > 5, c[i].swap(4), c[i].swap(5));
}}

twin! { only_the_taken_arm_is_evaluated |i, a, c, out| {
    let x = if a[i] > 5 { c[i].fetch_add(1) } else { c[i].fetch_add(10) + 5 };
    out[i * 4] = x;
    if c[i].fetch_add(1) == 99 {
    } else if a[i] < 3 {
        out[i * 4 + 1] = c[i].fetch_add(100);
    } else if c[i].fetch_add(1000) > 5 {
        out[i * 4 + 2] = c[i].load();
    } else if c[i].fetch_add(10000) > 5 {
        out[i * 4 + 3] = c[i].load();
    }
}}

twin! { a_value_is_evaluated_before_its_place |i, a, c, out| {
    out[i * 4 + c[i].fetch_add(1)] = c[i].fetch_add(1) + 10;
    c[i].store(2);
    out[{ c[i].fetch_add(1); i * 4 + c[i].load() }] = { c[i].store(1); 55 };
}}

twin! { a_compound_assignment_evaluates_its_index_once |i, a, c, out| {
    out[i * 4 + c[i].fetch_add(1)] += 5;
    out[i * 4 + c[i].fetch_add(1)] *= c[i].fetch_add(1) + 2;
    out[i * 4] -= c[i].fetch_add(1);
    out[i * 4 + 3] <<= { out[i * 4 + 3] = 3; 2 };
}}

twin! { a_compound_assignment_reads_its_target_last |i, a, c, out| {
    let mut x = a[i];
    x += { x = 50; 1 };
    out[i * 4] = x;
    out[i * 4 + 1] = 1;
    out[i * 4 + 1] += { out[i * 4 + 1] = 70; 2 };
    let mut at = 0;
    out[i * 4 + 2 + at] = { at += 1; 9 };
    out[i * 4 + 1 + at] += { at = 0; 1000 };
    x -= if a[i] > 3 { x = 100; 1 } else { 2 };
    out[i * 4] += x * 100;
}}

twin! { a_receiver_is_evaluated_before_its_arguments |i, a, c, out| {
    out[i * 4] = c[i].swap(c[i].fetch_add(1) * 10);
    out[i * 4 + 1] = c[i].compare_exchange(c[i].fetch_add(1) + 1, c[i].fetch_add(1) + c[i].load());
    out[i * 4 + 2] = c[i].fetch_add(1).min(c[i].fetch_add(1) - 1);
    out[i * 4 + 3] = out[i * 4 + 1].max({ out[i * 4 + 1] = 5; 0 });
}}

twin! { an_index_is_evaluated_before_the_arguments_of_its_atomic |i, a, c, out| {
    let mut at = i;
    out[i * 4] = c[at].swap({ at = 0; 6 });
    at = i;
    out[i * 4 + 1] = c[{ at += 100; i }].compare_exchange({ at += 1; 6 }, { at += 1; at });
    out[i * 4 + 2] = at;
}}

// Unlike `c[x] = y`, where the value comes first, `store` is a method.
twin! { an_atomic_store_evaluates_its_index_before_its_value |i, a, c, out| {
    c[i + c[i].swap(0)].store(c[i].fetch_add(1) + 7);
    out[i * 4] = c[i].load();
    let mut at = i;
    c[at].store({ at = 0; 5 });
    out[i * 4 + 1] = c[i].load() * 100 + at;
}}

twin! { a_value_that_nobody_uses_is_still_evaluated |i, a, c, out| {
    let unused = c[i].fetch_add(1);
    let unused = if a[i] > 4 { c[i].fetch_add(10) } else { 0 };
    c[i].fetch_add(100) * 0;
    let zero = c[i].fetch_add(1000) * 0;
    out[i * 4] = zero & c[i].fetch_add(10000);
    { c[i].fetch_add(100000) };
}}

twin! { a_bound_value_stays_what_it_was |i, a, c, out| {
    out[i * 4] = 5;
    let x = out[i * 4];
    let y = c[i].load();
    out[i * 4] = 6;
    c[i].store(9);
    out[i * 4 + 1] = x * 10 + y;
    let mut z = x;
    let w = z;
    z += 1;
    out[i * 4 + 2] = z * 10 + w;
    let n = x;
    for j in 0..3 { z = w + j; out[i * 4] = z; }
    out[i * 4 + 3] = x + n * 10 + w * 100 + out[i * 4] * 1000;
}}

twin! { conditions_are_evaluated_before_their_arms_change_them |i, a, c, out| {
    let mut x = a[i];
    if x > 5 { x = 0; out[i * 4] = 1; } else { x = 9; out[i * 4] = 2; }
    if x > 5 { out[i * 4 + 1] = 3; }
    let y = if x > 5 { x = 1; x + 1 } else { x = 2; x * 2 } + x * 10;
    out[i * 4 + 2] = y;
}}

#[vyre::kernel(workgroup_size = 1)]
fn by_hand(c: &[AtomicU32], out: &mut [u32]) {
    out[0] = c[0].fetch_add(1) * 10 + c[0].fetch_add(1);
    // The value is 2, then the index is 3.
    out[c[0].fetch_add(1)] = c[0].fetch_add(1);
    // The value is 4, the index is 1.
    out[c[1].fetch_add(1)] += c[0].fetch_add(1);
    let mut x = 7;
    out[4] = x + {
        x = 1;
        x
    };
    x += {
        x = 10;
        1
    };
    out[5] = x;
    if false && c[2].fetch_add(1) == 0 || true || c[2].fetch_add(1) == 0 {
        out[6] = c[2].load();
    }
}

#[test]
fn the_plain_rust_is_what_a_person_expects() {
    for device in devices() {
        let (mut counters, mut out) = ([0, 1, 0], [90, 1, 90, 90, 90, 90, 90]);
        by_hand(&mut counters, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [1, 5, 90, 2, 8, 11, 0], "{device}");
        assert_eq!(counters, [5, 2, 0], "{device}");
    }
}
