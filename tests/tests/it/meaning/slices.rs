//! Methods of slices and arrays, slices that move along their array, ranges as values, and `Ordering`.

use std::cmp::Ordering;
use vyre::prelude::*;

means! {
    ends_of_a_slice(x) -> i64 { let t = [3, x as i64, 5]; let s = &t[1..]; *s.first().unwrap() * 7 + s.last().copied().unwrap_or(9) }
    an_element_or_nothing(x) -> i64 { let t = [3u32, x, 5]; match t.get((x % 5) as usize) { Some(v) => *v as i64, None => -1 } }
    a_place_or_nothing(x) -> i64 { let mut t = [3u32, x, 5]; if let Some(v) = t.get_mut((x % 5) as usize) { *v += 4; } *t.last_mut().unwrap() += 1; t.iter().map(|&v| v as i64).sum() }
    two_halves(x) -> i64 { let mut t = [3u32, x, 5, 8]; { let (l, r) = t.split_at_mut((x % 3 + 1) as usize); l[0] = r[0]; r[0] = l[0] + 1; } let (l, r) = t.split_at(1); l[0] as i64 * 31 + r.iter().map(|&v| v as i64).sum::<i64>() }
    head_and_rest(x) -> i64 { let t = [3i64, x as i64, 5, 8]; let mut rest = &t[..]; let mut s = 0; while let Some((h, r)) = rest.split_first() { s = s * 3 + *h; rest = r; } s }
    a_slice_that_moves(x) -> i64 { let t = [1i64, x as i64, 3, 4, 5, 6, 7]; let mut rest = &t[..]; let mut s = 0; while rest.len() >= 2 { let two = &rest[..2]; rest = &rest[2..]; s = s * 2 + two[0] * two[1] + rest.len() as i64; } s }
    what_is_in_a_slice(x) -> i64 { let t = [3u32, 7, 5]; t.contains(&x) as i64 + 2 * t[1..].contains(&3) as i64 + 4 * t.starts_with(&[3, x]) as i64 + 8 * t.ends_with(&[x, 5]) as i64 + 16 * t[3..].is_empty() as i64 }
    elements_that_trade_places(x) -> i64 { let mut t = [1i64, 2, x as i64, 4, 5]; t.swap(0, 3); t.reverse(); t[1..4].reverse(); t.rotate_left((x % 5) as usize); t[1..].rotate_right(1); t.iter().fold(0, |s, v| s * 7 + v) }
    filled_and_copied(x) -> i64 { let t = [1u32, 3, x, 9]; let mut o = [7u32; 7]; o[1..5].copy_from_slice(&t); o[..2].clone_from_slice(&t[2..]); o.copy_within(1..4, 2); o.copy_within(3.., 1); o[6..].fill(2); o.iter().fold(0i64, |s, &v| s * 3 + v as i64) }
    the_search_of_std(x) -> i64 { let t = [3u32, 3, 3, 7, 7, 9, 12, 12, 12, 12]; let mut s = 0; for k in 0..14u32 { let r = match t[..(x % 11) as usize].binary_search(&k) { Ok(i) => i as i64, Err(i) => -1 - i as i64 }; s = (s * 3 + r) % 1_000_007; } s }
    searches_by_functions(x) -> i64 { let t = [(1u32, 20u32), (3, 40), (7, 90)]; let by = t.binary_search_by(|p| p.0.cmp(&x)).is_ok(); let key = t.binary_search_by_key(&x, |&(k, _)| k).unwrap_or_else(|i| i + 10); by as i64 + key as i64 * 2 + t.partition_point(|p| p.1 < x) as i64 * 100 }
    sorted_in_every_way(x) -> i64 { let mut t = [5u32, x, 3, 2, 100, 7, 7]; t.sort(); let up = t.is_sorted(); t[1..].sort_unstable_by(|a, b| b.cmp(a)); let mut p = [(5u32, 1u32), (x, 2), (3, 3), (3, 4), (x, 5)]; p.sort_by_key(|v| v.0); up as i64 + t.iter().fold(0, |s, &v| s * 3 + v as i64) + p.iter().fold(0, |s, v| s * 11 + v.1 as i64) }
    slices_that_are_compared(x) -> i64 { let t = [1u32, x, 1, 5]; let u = [1, 5, 2]; (t[..2] == t[2..]) as i64 + 2 * (&t[..2] == &[1, 5]) as i64 + 4 * (t[..1] != t[2..3]) as i64 + 8 * (t[..2] < u[..]) as i64 + 16 * (&t[1..] >= &u[1..]) as i64 }
    ranges_in_variables(x) -> i64 { let t = [1i64, x as i64, 3, 4, 5]; let r = 1..4usize; let mut s = 0; for i in r.clone() { s = s * 3 + t[i]; } s + r.contains(&(x as usize)) as i64 * 1000 + r.len() as i64 + t[r].iter().sum::<i64>() }
    ranges_that_contain(x) -> i64 { (0..5).contains(&x) as i64 + 2 * (3..=7).contains(&x) as i64 + 4 * (5..).contains(&x) as i64 + 8 * (..=5).contains(&x) as i64 }
    orders(x) -> i64 { let o = x.cmp(&5).reverse(); let p = o.then(x.cmp(&7)); let q = (x, 3).cmp(&(5, 2)); p as i64 + q as i64 * 3 + o.is_ge() as i64 * 10 + (q == Ordering::Greater) as i64 * 100 + match x.cmp(&6) { Ordering::Less => 1000, Ordering::Equal => 2000, Ordering::Greater => 3000 } }
    orders_of_floats(x) -> i64 { let v = x as f32 - 3.5; let o = v.partial_cmp(&1.5); o.map_or(9, |o| o as i64) * 10 + v.total_cmp(&-0.5) as i64 }
    numbers_that_may_be_missing(x) -> i64 { let y = x as u8; y.checked_add(100).map_or(-1, |v| v as i64) + x.checked_sub(4).map_or(-1, |v| v as i64) * 3 + (x as i32 - 5).checked_rem(x as i32 - 3).map_or(-9, |v| v as i64) + 3i32.checked_pow(x % 40).map_or(-7, |v| v as i64) + x.checked_shl(x).map_or(0, |v| v as i64) }
    numbers_that_overflow(x) -> i64 { let (p, o) = (x as u8).overflowing_pow(3); p as i64 + o as i64 * 1000 + (x as i8).saturating_mul(9) as i64 * 7 + x.saturating_add_signed(-5) as i64 + (x as i16).saturating_pow(5) as i64 }
    bytes_of_text(x) -> i64 { let t = b"aZ9 _\n"; let c = t[(x % 6) as usize]; c.is_ascii_digit() as i64 + 2 * c.is_ascii_alphabetic() as i64 + 4 * c.is_ascii_whitespace() as i64 + 8 * c.is_ascii_punctuation() as i64 + c.to_ascii_uppercase() as i64 * 16 + t.starts_with(b"aZ") as i64 }
    functions_of_std(x) -> i64 { let mut a = [1u32, 2, x]; let mut b = [7u32, x, 9]; std::mem::swap(&mut a, &mut b); let old = std::mem::replace(&mut b[0], 40); let taken = std::mem::take(&mut a[1]); old as i64 + taken as i64 * 3 + a[1] as i64 + std::cmp::max(a[0], x) as i64 + std::cmp::min(b[2], 4) as i64 }
    arrays_that_functions_make(x) -> i64 { let t: [u32; 5] = std::array::from_fn(|i| i as u32 * 3 + x); let u = t.map(|v| v as i64 * 2); u.iter().sum::<i64>() + t[4] as i64 }
    loops_in_loops(x) -> i64 { let mut s = 0i64; for (i, j) in (0..x % 5).flat_map(|i| (0..i + 1).map(move |j| (i, j))) { if i == 3 && j == 1 { break; } if j == 2 { continue; } s = s * 3 + (i * 2 + j) as i64; } s + [[1i64, 2], [3, x as i64]].iter().flatten().sum::<i64>() + (0..4u32).flat_map(|i| (0..i).map(move |j| i * 10 + j)).take((x % 5) as usize).map(|v| v as i64).sum::<i64>() }
    state_in_a_chain(x) -> i64 { let t = [1i64, 2, x as i64, 3]; t.iter().scan(0, |s, v| { *s += v; if *s > 100 { None } else { Some(*s) } }).fold(0, |s, v| s * 3 + v) + t.iter().try_fold(0i64, |s, v| if *v > 5 { None } else { Some(s + v) }).unwrap_or(-1) }
    the_best_item(x) -> i64 { let t = [1.5f32, 2.0, x as f32, 3.0]; let (i, v) = [4u32, x, 2].iter().enumerate().max_by(|a, b| a.1.cmp(b.1)).map_or((9, 9), |(i, v)| (i, *v)); *t.iter().max_by(|a, b| a.total_cmp(b)).unwrap() as i64 + t.iter().copied().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap() as i64 * 10 + i as i64 * 100 + v as i64 }
    items_from_the_end(x) -> i64 { let t = [1u32, x, 1, 3]; t.iter().rposition(|&v| v == 1).map_or(-1, |i| i as i64) + *t.iter().rfind(|v| **v < 3).unwrap() as i64 * 10 + t.iter().rfold(0, |s, &v| s * 5 + v as i64) + t.iter().nth(1).map_or(0, |v| *v as i64) + t.iter().cycle().take(9).map(|&v| v as i64).sum::<i64>() }
    iterators_that_are_compared(x) -> i64 { let t = [1u32, x]; let u = [1u32, 5]; t.iter().eq(u.iter()) as i64 + 2 * t.iter().lt(u.iter()) as i64 + 4 * (t.iter().cmp(u.iter()) == Ordering::Less) as i64 + 8 * t.iter().is_sorted() as i64 }
}
