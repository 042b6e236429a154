//! Iterators over slices, arrays and ranges.

use vyre::prelude::*;

means! {
    items_of_a_list(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; let mut s = x as i64; for v in a { s = s * 3 + v; } s }
    references_to_a_list(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; let mut s = x as i64; for v in &a { s = s * 3 + v; } s }
    items_that_change(x) -> i64 { let mut a = [1i64, 2, 4, 8, 16]; for v in a.iter_mut() { *v += x as i64; } a[0] * 100 + a[4] }
    dot(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; let b = [3i64, -1, 2, 5, x as i64]; a.iter().zip(b.iter()).map(|(p, q)| p * q).sum() }
    enumerated(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; let mut s = 0; for (i, v) in a.iter().enumerate() { if (i as u32) < x { s += v * i as i64; } } s }
    enumerated_backwards(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; let mut s = x as i64; for (i, v) in a.iter().enumerate().rev() { s = s * 2 + v * i as i64; } s }
    backwards_enumerated(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; let mut s = x as i64; for (i, v) in a.iter().rev().enumerate() { s = s * 2 + v * i as i64; } s }
    horner(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; a.iter().rev().fold(0, |s, c| s * (x as i64 % 10) + c) }
    skipped_and_taken(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; a.iter().skip((x % 7) as usize).take(2).sum() }
    in_steps(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; a.iter().step_by((x % 3 + 1) as usize).sum() }
    filtered(x) -> i64 { (0..x % 20).filter(|i| i % 3 != 1).map(|i| i as i64 * 2).sum() }
    counted(x) -> i64 { (0..x % 30).filter(|&i| i % 4 == 1).count() as i64 }
    any_and_all(x) -> i64 { let a = [1u32, 2, 4, 8, 16]; a.iter().any(|&v| v == x) as i64 * 10 + a.iter().all(|v| *v >= x) as i64 }
    windows_of_two(x) -> i64 { let a = [1i64, 2, 4, 8, 16, x as i64]; let mut s = 0; for w in (&a[..]).windows(2) { s = s * 2 + (w[1] - w[0]); } s }
    chunks_of_two(x) -> i64 { let a = [1i64, 2, 4, 8, x as i64]; let mut s = 0; for c in (&a[..]).chunks(2) { let mut t = 0; for v in c { t = t * 2 + v; } s = s * 7 + t; } s }
    exact_chunks(x) -> i64 { let a = [1i64, 2, 4, 8, x as i64]; let mut s = 0; for c in (&a[..]).chunks_exact(2) { s = s * 7 + c[0] * c[1]; } s }
    while_small(x) -> i64 { let a = [1u32, 2, 4, 8, 16]; a.iter().take_while(|v| **v < x).map(|v| *v as i64).sum() }
    after_small(x) -> i64 { let a = [1u32, 2, 4, 8, 16, 3]; a.iter().skip_while(|&&v| v < x).map(|&v| v as i64).sum() }
    one_after_the_other(x) -> i64 { let a = [1i64, 2, 3]; let b = [10i64, 20, 30, 40, 50]; let mut s = x as i64; for v in a.iter().chain(b.iter()) { s = s * 2 + v; } s }
    tuples_as_items(x) -> i64 { let a = [1i64, 2, 3]; let b = [10i64, 20, x as i64]; a.iter().zip(b.iter()).map(|p| p.0 * p.1).sum() }
    filter_of_tuples(x) -> i64 { let a = [1i64, 2, 3, 9, 5]; let mut s = 0; for (i, v) in a.iter().enumerate().filter(|(i, v)| i % 2 == 0 || **v > x as i64) { s = s * 3 + v + i as i64; } s }
    jumps_in_the_body(x) -> i64 { let a = [1u32, 2, 4, 8, 16]; let mut s = 0; 'outer: for v in a.iter() { for w in &a { if *w == x { continue 'outer; } if w > v { break; } s += *w as i64; } s *= 2; } s }
    doing_something_for_each(x) -> i64 { let mut s = x as i64; (1..5).for_each(|i| s = s * 2 + i); s }
    rows(x) -> i64 { let a = [[1i64, 2, 3], [4, 5, 6], [7, 8, x as i64]]; let mut s = 0; for row in &a { s = s * 2 + row.iter().sum::<i64>(); } s }
    patterns_of_parts(x) -> i64 { let a = [(1i64, 2i64), (3, 4), (5, x as i64)]; let mut s = 0; for &(p, q) in &a { s = s * 2 + p * q; } for (p, q) in &a { s = s * 2 + p - *q; } s }
    values_do_not_follow(x) -> i64 { let mut a = [1i64, 2, 4, 8, 16]; let mut s = x as i64; for v in a { a[4] = 100; s += v; } s + a[4] }
    sides_that_are_references(x) -> i64 { let a = [1i64, 2, 4]; let mut s = 0; for v in &a { if v == &2 { s += 1; } if *v > x as i64 { s += 10; } s += -v + v * v + (v << 1); } s }
    product_of_numbers(x) -> i64 { (1..(x as i64 % 6) + 1).product() }
}
