//! `&&` and `||` evaluate their second operand only where the first does not decide. Atomics make it visible: one body
//! runs as a kernel and as plain Rust.

use vyre_tests::twin;

twin! { conjunctions_stop_at_the_first_false |i, a, c, out| {
    let x = a[i];
    if x > 6 && c[i].fetch_add(1) == 0 && x > 8 && c[i].fetch_add(10) == 1 {
        out[i * 4] = 1;
    }
    let p = false && c[i].fetch_add(1000) == 0;
    let q = true && c[i].fetch_add(100) == 0;
    out[i * 4 + 1] = if p { 1 } else if q { 2 } else { 3 };
}}

twin! { disjunctions_stop_at_the_first_true |i, a, c, out| {
    let x = a[i];
    if x > 6 || c[i].fetch_add(1) == 0 && x > 3 || c[i].fetch_add(10) == 5 {
        out[i * 4] = 1;
    }
    let p = true || c[i].fetch_add(1000) == 0;
    let q = false || c[i].fetch_add(100) == 0;
    out[i * 4 + 1] = if !p { 1 } else if q { 2 } else { 3 };
    let r = !(x == 2 || !(x != 3 && c[i].fetch_add(1) < 500));
    out[i * 4 + 2] = if r { 1 } else { 2 };
}}

twin! { a_guard_protects_what_is_behind_it |i, a, c, out| {
    let x = a[i];
    let q = x != 0 && 12 / x > 2 && { c[i].fetch_add(1); true };
    out[i * 4] = if q { 1 } else { 0 };
    for j in 0..5 {
        if j < x && (j == 2 || c[i].fetch_add(7) > 10) { out[i * 4 + 1] = j; }
    }
}}

twin! { mixtures_in_every_position |i, a, c, out| {
    let x = a[i];
    let y = a[i + 1];
    let p = (x > 3 || y > 5) && (c[i].fetch_add(1) > 2 || y == 2) || !(x == 1 && c[i].fetch_add(10) == 0);
    out[i * 4] = if p && (x < 9 || c[i].fetch_add(100) == 0) { 1 } else { 2 };
    out[i * 4 + 1] = select(x == 0 || c[i].fetch_add(1000) > 5, c[i].load(), 7);
    let mut q = x < 2;
    q = q || { c[i].fetch_add(10000); y < 4 } && { c[i].fetch_add(20000); x > 4 };
    q &= p && c[i].fetch_add(100000) > 0;
    for j in if q || x == 3 { 1 } else { 0 }..if p && y > 1 { 3 } else { 2 } {
        if j == 1 && (x == 3 || { c[i].fetch_add(1000000); y == 3 }) { break; }
        if j == 0 || c[i].fetch_add(1) > 0 && y > 3 { continue; }
        out[i * 4 + 2] = j;
    }
    out[{ if q && p || x > 1 && y > 1 { i * 4 + 3 } else { i * 4 + 2 } }] = 50;
}}

twin! { an_earlier_operand_is_read_before_a_condition_writes |i, a, c, out| {
    let mut x = a[i];
    let y = x + if x > 4 && { x += 1; x > 7 } || { x += 10; x == 13 } { 1 } else { 2 } + x * 100;
    out[i * 4] = y;
    let p = x == 5 || { x = 5; x == 5 } && x < 6;
    out[i * 4 + 1] = if p { x } else { 1 };
}}
