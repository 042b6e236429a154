//! Branches, loops and scopes have Rust's meaning: one body runs as a kernel and as plain Rust.

use vyre_tests::{devices, twin};

twin! { if_chains |i, a, c, out| {
    let x = a[i];
    if x == 0 {
        out[i * 4] = 10;
    } else if x < 3 {
        out[i * 4] = 20;
    } else if x < 7 && x != 5 {
        out[i * 4] = 30;
        if x == 4 { out[i * 4 + 1] = 31; }
    } else if x == 5 {
    } else {
        out[i * 4] = 40;
    }
    if x > 6 { out[i * 4 + 2] = 50; }
    if x > 6 {} else { out[i * 4 + 3] = 60; }
}}

twin! { if_as_an_expression |i, a, c, out| {
    let x = a[i];
    let y = if x < 4 { x + 1 } else if x < 8 { let z = x * 2; z + 1 } else { 7 };
    out[i * 4] = y + if y == 7 { 1 } else { 2 } * if x > 2 { 3 } else { 4 };
    out[if x < 5 { i * 4 + 1 } else { i * 4 + 2 }] = if x % 2 == 0 { if x == 0 { 100 } else { 101 } } else { 102 };
    let big: bool = if x < 5 { x == 3 } else { y == 7 };
    out[i * 4 + 3] = if if big { x > 8 } else { x > 1 } { 5 } else { 6 };
}}

twin! { nested_loops |i, a, c, out| {
    let mut sum = 0;
    let mut inner = 0;
    for j in 0..a[i] {
        if j == 9 { break; }
        if j % 3 == 1 { continue; }
        for k in j..a[i + 1] {
            if k == 2 { continue; }
            if k > 6 { break; }
            inner += 1;
            for m in 0..3 {
                if m == k % 3 { break; }
                sum += m + 1;
            }
            sum += 100;
        }
        sum += 10000;
    }
    out[i * 4] = sum;
    out[i * 4 + 1] = inner;
}}

twin! { return_from_loops |i, a, c, out| {
    out[i * 4] = 1;
    for j in 0..a[i] {
        for k in 0..5 {
            c[i].fetch_add(1);
            if j * k == a[i + 1] {
                out[i * 4 + 1] = j;
                return;
            }
            if j + k == 11 { return; }
        }
        out[i * 4 + 2] = j;
    }
    out[i * 4 + 3] = 4;
}}

twin! { early_return |i, a, c, out| {
    let x = a[i];
    if x < 3 { return; }
    out[i * 4] = x;
    if x < 6 { out[i * 4 + 1] = x; return; } else { out[i * 4 + 2] = x; }
    { if x == 9 { return; } }
    out[i * 4 + 3] = x;
    if x > 1 { return; }
    out[i * 4] = 1000;
}}

twin! { bounds_are_evaluated_once |i, a, c, out| {
    let mut n = a[i];
    let mut rounds = 0;
    for j in 0..n {
        n += 1;
        rounds += 1;
        if rounds > 50 { break; }
    }
    out[i * 4] = rounds;
    out[i * 4 + 1] = n;
    out[i * 4 + 2] = 4;
    let mut sum = 0;
    for j in c[i].fetch_add(2)..c[i].fetch_add(3) + out[i * 4 + 2] {
        out[i * 4 + 2] = 60;
        c[i].fetch_add(100);
        sum += j + 1;
    }
    out[i * 4 + 3] = sum;
}}

twin! { bounds_that_run_zero_times |i, a, c, out| {
    let x = a[i];
    let mut rounds = 0;
    for j in 5..x { rounds += 1; }
    for j in x..x { rounds += 1000; }
    for j in x + 1..x { rounds += 1000; }
    for j in 4294967295..x { rounds += 1000; }
    for j in 4294967295u32..4294967295 { rounds += 1000; }
    for j in 4294967295u32..0 { rounds += 1000; }
    for j in 1..0 { rounds += 1000; }
    out[i * 4] = rounds;
}}

twin! { a_loop_up_to_the_largest_number |i, a, c, out| {
    let mut last = 0;
    for j in 4294967290..4294967295 {
        last = j;
        c[i].fetch_add(1);
    }
    out[i * 4] = last;
    for j in 0..4294967295 {
        if j == a[i] { break; }
        out[i * 4 + 1] = j;
    }
    for j in 4294967294..4294967295 {
        out[i * 4 + 2] = j;
    }
    for j in 0..4294967295 {
        if j < 3 { continue; }
        out[i * 4 + 3] = j;
        return;
    }
    out[i * 4 + 3] = 1000;
}}

twin! { continue_at_the_largest_number |i, a, c, out| {
    let mut rounds = 0;
    for j in 4294967290..4294967295 {
        rounds += 1;
        if j % 2 == a[i] % 2 { continue; }
        if j == 4294967294 { continue; }
        c[i].fetch_add(j - 4294967289);
    }
    out[i * 4] = rounds;
}}

twin! { shadowing |i, a, c, out| {
    let x = a[i];
    let x = x + 1;
    let x = { let x = x * 2; let x = x + 1; x };
    out[i * 4] = x;
    if x > 5 {
        let x = 3;
        out[i * 4 + 1] = x;
    } else {
        let x = x + 10;
        out[i * 4 + 1] = x;
    }
    for x in 0..3 {
        let y = x;
        let x = y + 7;
        let mut x = x;
        x += 1;
        out[i * 4 + 2] = x;
    }
    for i in 0..0 { out[i] = 1; }
    let mut i2 = x;
    { i2 += 1; let mut i2 = 50; i2 += 1; out[i * 4 + 3] = i2; }
    out[i * 4 + 3] += i2 * 1000 + x;
}}

twin! { shadowing_changes_the_type |i, a, c, out| {
    let x = a[i];
    let x = x > 4;
    let x = if x { 1 } else { 2 };
    let (x, y) = (x + 1, x + 10);
    let (y, x) = (x, y);
    out[i * 4] = x;
    out[i * 4 + 1] = y;
    let a = a[i + 1] == 3;
    let out_of_it = if a { 5 } else { 6 };
    out[i * 4 + 2] = out_of_it;
}}

twin! { shadowed_loop_variable_of_a_nest |i, a, c, out| {
    let mut sum = 0;
    for j in 0..4 {
        for j in j..6 {
            let j = j * 10;
            sum += j;
        }
        sum += j * 1000;
    }
    out[i * 4] = sum;
    for n in 0..2 {
        let mut n = n;
        n += 5;
        out[i * 4 + 1] = n;
    }
}}

twin! { blocks |i, a, c, out| {
    let x = {
        let y = a[i];
        { let z = y + 1; z * z }
    };
    let mut k = { 1 } + { 2 };
    {
        k += x;
        { k *= 2; }
    }
    out[{ let n = i; n * 4 }] = { k += 1; k };
    out[i * 4 + 1] = (({ x }));
    {}
    out[i * 4 + 2] = { { { 5 } } };
}}

twin! { leaving_from_within_an_expression |i, a, c, out| {
    let mut sum = 0;
    for j in 0..12 {
        let x = if j == a[i] { break } else { j };
        let y = if j % 2 == 0 { continue } else { x + 1 };
        sum += y;
        c[i].fetch_add(1);
    }
    out[i * 4] = sum;
    let x = if sum > 20 { return; } else { 3 };
    out[i * 4 + 1] = x;
}}

twin! { variables_declared_before_they_are_set |i, a, c, out| {
    const STEP: u32 = 3;
    const LIMIT: u32 = STEP * 4;
    let mut found = false;
    let mut at = 0;
    for j in 0..LIMIT {
        if !found && a[i + j] == STEP {
            found = true;
            at = j;
        }
    }
    out[i * 4] = if found { at } else { LIMIT };
    let mut flag = a[i] > 3;
    for j in 0..STEP { flag = !flag; }
    if flag { out[i * 4 + 1] = 1; }
}}

twin! { literals |i, a, c, out| {
    out[i * 4] = 0xff_u32 + 0b101 + 1_000 + 0o17;
    out[i * 4 + 1] = 4_294_967_295u32 - 0xFFFF_0000;
    let x: u32 = 5;
    out[i * 4 + 2] = x;
}}

twin! { a_loop_in_an_arm |i, a, c, out| {
    let x = if a[i] > 6 {
        let mut s = 0;
        for j in 0..a[i] { if j == 8 { break; } s += j; }
        s
    } else {
        for j in 0..2 { c[i].fetch_add(5); }
        1
    };
    out[i * 4] = x;
}}

#[vyre::kernel(workgroup_size = 1)]
fn returns_alone(out: &mut [u32]) {
    let i = invocation_id().x;
    if i % 2 == 0 {
        return;
    }
    for j in 0..4294967295 {
        if j == i {
            out[i] = j;
            return;
        }
    }
}

#[test]
fn a_return_ends_its_own_invocation_only() {
    for device in devices() {
        let mut out = [9; 8];
        returns_alone(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [9, 1, 9, 3, 9, 5, 9, 7], "{device}");
    }
}
