//! Loops of every kind have Rust's meaning: one body runs as a kernel and as plain Rust.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::{devices, twin};

twin! { while_loops |i, a, c, out| {
    let mut x = a[i] + 1;
    let mut steps = 0;
    while x != 1 && steps < 50 {
        steps += 1;
        if x == 7 { x = 100; continue; }
        if x > 1000 { break; }
        x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
    }
    out[i * 4] = steps;
    let (mut low, mut high) = (0, 64);
    while low < high {
        let middle = (low + high) / 2;
        if middle * middle <= a[i] * 17 { low = middle + 1; } else { high = middle; }
    }
    out[i * 4 + 1] = low;
}}

twin! { loops_with_values |i, a, c, out| {
    let mut n = a[i];
    let found = loop {
        n += 1;
        if n % 5 == 3 { break n * 10; }
        if n > 9 { break 7; }
    };
    out[i * 4] = found;
    let mut rounds = 0;
    loop {
        rounds += 1;
        if rounds == a[i] + 2 { break; }
        if rounds % 2 == 1 { continue; }
        out[i * 4 + 1] += rounds;
    }
    out[i * 4 + 2] = 3 + loop { break if n > 5 { 1 } else { loop { break n; } } };
    out[i * 4 + 3] = 'block: {
        if n == 3 { break 'block 50; }
        for k in 0..n { if k * k > 30 { break 'block k; } }
        99
    };
}}

twin! { labels |i, a, c, out| {
    let mut sum = 0;
    'outer: for j in 0..6 {
        'middle: for k in 0..5 {
            for m in 0..4 {
                sum += 1;
                if j + k + m == a[i] + 4 { break 'outer; }
                if k + m == 5 { continue 'outer; }
                if j * m == 3 { continue 'middle; }
                if m > a[i + 1] { break 'middle; }
            }
            sum += 100;
        }
        sum += 10000;
    }
    out[i * 4] = sum;
    let mut count = 0;
    'all: loop {
        let mut n = 0;
        while n < 10 {
            n += 1;
            count += 1;
            if count > 30 { break 'all; }
            if n == a[i] { continue 'all; }
        }
        count += 5;
    }
    out[i * 4 + 1] = count;
    'one: {
        for k in 0..9 {
            if k > 4 { continue; }
            if k == a[i] { break 'one; }
            out[i * 4 + 2] += k;
        }
        out[i * 4 + 3] = 1;
    }
}}

twin! { ranges_of_u32 |i, a, c, out| {
    let (n, m) = (a[i], a[i + 1]);
    let mut h: u32 = 1;
    for k in n..=m { h = h.wrapping_mul(31) ^ k; }
    for k in (n..m).rev() { h = h.wrapping_mul(31) ^ k; }
    for k in (n..=m).rev() { h = h.wrapping_mul(31) ^ k; }
    for k in (0..=n).rev() { h = h.wrapping_mul(31) ^ k; }
    out[i * 4] = h;
    for k in (n..m + 7).step_by(3) { h = h.wrapping_mul(31) ^ k; }
    for k in (0..m).step_by(5) { h = h.wrapping_mul(31) ^ k; }
    for k in (n..m + 9).step_by(4).rev() { h = h.wrapping_mul(31) ^ k; }
    for k in (n..m + 9).rev().step_by(4) { h = h.wrapping_mul(31) ^ k; }
    for k in (1..21).rev().step_by(3).rev().step_by(2) { h = h.wrapping_mul(31) ^ k; }
    out[i * 4 + 1] = h;
    for k in u32::MAX - n..=u32::MAX { h = h.wrapping_mul(31) ^ k; }
    for k in 0..=u32::MAX { h = h.wrapping_mul(31) ^ k; if k == m { break; } }
    for k in (0..=u32::MAX).rev().step_by(1 << 30) { h = h.wrapping_mul(31) ^ k; if k < 10 { break; } }
    out[i * 4 + 2] = h;
}}

twin! { ranges_of_other_integers |i, a, c, out| {
    let mut h: u32 = 1;
    let n = a[i] as i32;
    for j in -n..3 { h = h.wrapping_mul(31) ^ j as u32; }
    for j in -2..=n { h = h.wrapping_mul(31) ^ j as u32; if j < 0 { h += 1; } }
    for j in (-n..=n).rev() { h = h.wrapping_mul(31) ^ j as u32; }
    for j in (-n..n).step_by(3) { h = h.wrapping_mul(31) ^ j as u32; }
    for j in (i32::MIN..=i32::MAX).step_by(1 << 30) { h = h.wrapping_mul(31) ^ j as u32; }
    out[i * 4] = h;
    let big = (a[i] as u64) << 33;
    for j in big..big + 4 { h = h.wrapping_mul(31) ^ (j >> 32) as u32 ^ j as u32; }
    for j in (big..=big + 40).rev().step_by(7) { h = h.wrapping_mul(31) ^ (j >> 32) as u32 ^ j as u32; }
    out[i * 4 + 1] = h;
    // Nothing settles these: they are `i32`s.
    for j in 0..3 { if j - 1 < 0 { out[i * 4 + 2] += 1; } }
    for j in -3..=-1 { if j == -2 { out[i * 4 + 3] += 1; } }
}}

#[vyre::function]
fn digits(mut x: u32, base: u32) -> u32 {
    let mut count = 0;
    while x > 0 {
        x = x / base;
        count += 1;
    }
    count
}

#[vyre::function]
fn first_multiple(from: u32, of: u32, limit: u32) -> u32 {
    let found = 'search: {
        for k in (from..=limit).step_by(1) {
            for m in (0..of).rev() {
                if k == of * (m + 2) {
                    break 'search k;
                }
            }
        }
        loop {
            break limit + 1;
        }
    };
    loop {
        return found;
    }
}

#[vyre::function]
fn stepped(n: i32, step: u32) -> i32 {
    let mut sum = 0;
    'outer: for j in (-n..=n).step_by(step) {
        for k in 0..4 {
            if j == k {
                continue 'outer;
            }
        }
        sum += j;
    }
    sum
}

#[vyre::kernel]
fn call_them(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let sum: i32 = stepped(a[i] as i32, i % 3);
    out[i] = digits(a[i], 3) + 100 * first_multiple(a[i], 5, 30) + sum as u32;
}

#[test]
fn functions_have_loops_on_the_host_too() {
    assert_eq!((digits(80, 3), digits(81, 3), digits(5, 0)), (4, 5, 1));
    assert_eq!(
        (first_multiple(11, 5, 30), first_multiple(27, 5, 30), first_multiple(31, 5, 30)),
        (15, 30, 31)
    );
    // -5, -3, -1, 1, 3, 5 without those from 0 to 3.
    assert_eq!((stepped(5, 2), stepped(5, 0)), (-4, 0));
    let a: Vec<u32> = (0..40).collect();
    let expected: Vec<u32> = (0..40u32)
        .map(|i| {
            let sum = stepped(i as i32, i % 3) as u32;
            sum.wrapping_add(digits(i, 3) + 100 * first_multiple(i, 5, 30))
        })
        .collect();
    for device in devices() {
        let mut out = vec![0; 40];
        call_them(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn tree_sum(data: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 32>();
    let k = local_id().x;
    tile[k] = data[invocation_id().x];
    barrier();
    let mut half = workgroup_size().x / 2;
    while half > 0 {
        if k < half {
            tile[k] += tile[k + half];
        }
        barrier();
        half /= 2;
    }
    data[invocation_id().x] = tile[0];
}

#[test]
fn a_barrier_stands_in_a_uniform_while() {
    for device in devices() {
        let mut data: Vec<u32> = (0..64).collect();
        tree_sum(&mut data).dispatch(&device).unwrap();
        assert_eq!((data[0], data[31], data[32]), (31 * 16, 31 * 16, 31 * 16 + 32 * 32), "{device}");
    }
}
