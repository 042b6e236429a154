//! `Option`, `Result`, enums with fields, and conditions with `let`.

use vyre::prelude::*;

#[vyre::data]
#[derive(PartialEq, Debug)]
enum Shape {
    Sphere { r: i64 },
    Box([i64; 3]),
    Pair(i64, bool),
    Empty,
}

#[vyre::data]
#[derive(PartialEq, Debug)]
struct Best {
    at: Option<u32>,
    of: i64,
}

means! {
    some_and_none(x) -> i64 { let a = if x > 3 { Some(x as i64) } else { None }; match a { Some(v) => v * 2, None => -1 } }
    none_first(x) -> i64 { let mut best = None; for i in 0..x % 7 { if i * i > 5 { best = Some(i); } } match best { Some(i) => i as i64, None => -1 } }
    none_settled_by_a_comparison(x) -> i64 { let mut best = None; for i in 0..5u32 { let d = (i * 7 + x) % 5; match best { Some((_, b)) if b <= d => {} _ => best = Some((i, d)) } } if let Some((i, d)) = best { (i * 10 + d) as i64 } else { -1 } }
    absent_is_not_zero(x) -> i64 { let a = if x == 1 { None } else { Some(0u32) }; let b = Some(x * 0); (a == b) as i64 * 10 + (a == None) as i64 + (a != Some(0)) as i64 * 100 }
    order_of_options(x) -> i64 { let a = if x % 2 == 0 { None } else { Some(x) }; let b = if x % 3 == 0 { None } else { Some(3u32) }; (a < b) as i64 + (a <= b) as i64 * 2 + (a > b) as i64 * 4 }
    order_of_results(x) -> i64 { let a: Result<u32, u32> = if x % 2 == 0 { Err(x) } else { Ok(x) }; let b: Result<u32, u32> = if x % 3 == 0 { Err(1) } else { Ok(3u32) }; (a < b) as i64 + (a <= b) as i64 * 2 + (a > b) as i64 * 4 }
    function_that_gives_an_option(x) -> i64 { fn half(n: u32) -> Option<u32> { if n % 2 == 0 { Some(n / 2) } else { None } } match half(x) { Some(n) => n as i64, None => -1 } }
    early_return_of_none(x) -> i64 { fn find(n: u32) -> Option<u32> { for i in 0..n { if i * i >= n { return Some(i); } } None } find(x).map_or(-1, |v| v as i64) }
    question_mark(x) -> i64 { fn half(n: u32) -> Option<u32> { if n % 2 == 0 { Some(n / 2) } else { None } } fn quarter(n: u32) -> Option<u32> { let h = half(n)?; Some(half(h)? + 100) } quarter(x).unwrap_or(7) as i64 }
    question_mark_in_a_loop(x) -> i64 { fn step(n: u32) -> Option<u32> { if n > 20 { None } else { Some(n + 3) } } fn run(n: u32) -> Option<u32> { let mut m = n; for i in 0..5 { m = step(m)?; if m == 9 { return Some(1000); } } Some(m) } run(x).unwrap_or(1) as i64 }
    question_mark_of_results(x) -> i64 { fn check(n: i64) -> Result<i64, u8> { if n < 4 { Ok(n) } else { Err(n as u8) } } fn sum(n: i64) -> Result<i64, u8> { Ok(check(n)? + check(n + 1)?) } match sum(x as i64) { Ok(v) => v, Err(e) => -(e as i64) } }
    question_mark_converts(x) -> i64 { fn check(n: u32) -> Result<u32, u8> { if n < 4 { Ok(n) } else { Err(9) } } fn outer(n: u32) -> Result<u32, u32> { let v = check(n)?; Ok(v * 2) } match outer(x) { Ok(v) => v as i64, Err(e) => -(e as i64) } }
    question_mark_of_unit(x) -> i64 { fn check(n: u32) -> Result<(), u32> { if n > 3 { return Err(n); } Ok(()) } fn all(n: u32) -> Result<u32, u32> { check(n)?; check(n + 1)?; Ok(n * 10) } all(x).unwrap_or_else(|e| e + 1000) as i64 }
    if_let(x) -> i64 { let a = if x > 2 { Some(x) } else { None }; if let Some(v) = a { v as i64 } else { -1 } }
    if_let_without_else(x) -> i64 { let a = if x > 2 { Some(x) } else { None }; let mut n = 5i64; if let Some(v) = a { n += v as i64; } n }
    else_if_let(x) -> i64 { let a = if x > 5 { Some(x) } else { None }; let b: Result<u32, i64> = if x > 2 { Ok(x) } else { Err(-3) }; if let Some(v) = a { v as i64 } else if let Ok(v) = b { v as i64 * 100 } else if let Err(e) = b { e } else { 0 } }
    chain_of_lets(x) -> i64 { fn f(n: u32) -> Option<u32> { if n % 2 == 1 { Some(n * 3) } else { None } } if let Some(a) = f(x) && a > 3 && let Some(b) = f(a) && b != 45 { (a * 1000 + b) as i64 } else { -1 } }
    chain_evaluates_from_left_to_right(x) -> i64 { let mut n = 0i64; let mut tick = Some(1u32); if let Some(a) = tick.take() && { n += 1; x > 2 } && let Some(b) = { n += 10; if x > 4 { Some(x) } else { None } } && { n += 100; b > a } { n += 1000; } n }
    chain_in_a_while(x) -> i64 { let mut n = x % 10; let mut s = 0i64; while n > 0 && let Some(m) = Some(n - 1) && m != 2 { s = s * 10 + m as i64; n = m; } s }
    shadowing_in_a_condition(x) -> i64 { let v = Some(x); if let Some(v) = v && v > 2 { v as i64 } else { v.is_some() as i64 } }
    while_let(x) -> i64 { fn next(n: u32) -> Option<u32> { if n == 0 || n > 150 { None } else if n % 2 == 0 { Some(n / 2) } else { Some(n - 1) } } let mut n = x; let mut s = 0i64; while let Some(m) = next(n) { n = m; s = s * 3 + m as i64; } s }
    while_let_with_jumps(x) -> i64 { let mut left = Some(x % 10); let mut s = 0i64; 'a: while let Some(n) = left { left = if n == 0 { None } else { Some(n - 1) }; if n == 7 { continue; } for k in 0..3 { if n == 3 && k == 1 { break 'a; } s += 1; } s += n as i64 * 100; } s }
    while_let_takes(x) -> i64 { let mut slot = Some(x); let mut s = 0i64; while let Some(n) = slot.take() { s = s * 7 + n as i64; if n % 5 > 1 { slot = Some(n - 2); } } s }
    let_else(x) -> i64 { let a = if x > 2 { Some((x, x as i64 * 5)) } else { None }; let Some((n, m)) = a else { return -1 }; n as i64 + m }
    let_else_in_a_loop(x) -> i64 { let mut s = 0i64; for i in 0..6u32 { let Some(v) = (if i % 2 == x % 2 { Some(i) } else { None }) else { continue; }; if v > 3 { break; } s = s * 10 + v as i64; } s }
    let_else_with_a_literal(x) -> i64 { let (1 | 2, n) = (x, x as i64 * 9) else { return 0; }; n }
    nested_patterns(x) -> i64 { let a = if x == 0 { None } else if x == 1 { Some(None) } else { Some(Some(x)) }; match a { None => 1, Some(None) => 2, Some(Some(3)) => 3, Some(Some(n @ 4..=6)) => n as i64 * 10, Some(Some(n)) => n as i64 } }
    two_options_at_once(x) -> i64 { let a = if x % 2 == 0 { Some(x as i64) } else { None }; let b = if x % 3 == 0 { Some(100i64) } else { None }; match (a, b) { (Some(p), Some(q)) => p + q, (Some(p), None) | (None, Some(p)) => p * 2, (None, None) => -1 } }
    guards_of_options(x) -> i64 { let a = if x > 1 { Some(x) } else { None }; match a { Some(n) if n % 2 == 0 => n as i64, Some(n) if n > 6 => -(n as i64), Some(_) => 77, None => 0 } }
    bindings_beside_patterns(x) -> i64 { let a = Some(x); match a { whole @ Some(3..=6) => whole.unwrap_or(0) as i64, Some(n) => n as i64 + 100, None => 0 } }
    matches_of_options(x) -> i64 { let a = if x > 1 { Some(x) } else { None }; matches!(a, Some(n) if n > 4) as i64 + matches!(a, None | Some(2)) as i64 * 10 }
    references_in_patterns(x) -> i64 { let mut a = Some(x as i64); if let Some(v) = &mut a { *v += 5; } if let Some(ref mut v) = a { *v *= 2; } if let Some(v) = &a { *v + 1 } else { 0 } }
    references_to_parts_of_tuples(x) -> i64 { let mut a = (Some(x as i64), 3i64); match &mut a { (Some(v), w) if *v > 2 => { *v += *w; *w = 9; } (_, w) => *w += 1 } a.0.unwrap_or(0) * 100 + a.1 }
    methods_of_options(x) -> i64 { let a = if x > 2 { Some(x) } else { None }; a.is_some() as i64 + a.is_none() as i64 * 2 + a.is_some_and(|v| v > 4) as i64 * 4 + a.map(|v| v + 1).unwrap_or(50) as i64 * 8 + a.and_then(|v| if v < 7 { Some(v as i64) } else { None }).unwrap_or(-5) }
    more_methods_of_options(x) -> i64 { let a = if x > 2 { Some(x) } else { None }; let b = Some(9u32); a.or(b).unwrap_or_default() as i64 + a.and(b).unwrap_or_default() as i64 * 10 + a.xor(b).map_or(0, |v| v as i64) * 100 + a.filter(|v| *v % 2 == 0).is_some() as i64 * 1000 + a.or_else(|| Some(x + 1)).unwrap_or(0) as i64 * 10000 + a.zip(b).map_or(0, |(p, q)| (p * q) as i64) * 100000 }
    functions_as_arguments(x) -> i64 { fn twice(n: u32) -> u32 { n * 2 } fn odd(n: u32) -> Option<u32> { if n % 2 == 1 { Some(n) } else { None } } Some(x).map(twice).unwrap_or(0) as i64 + Some(x).and_then(odd).map_or(0, i64::from) * 1000 + odd(x).map(Some).is_some() as i64 }
    closures_see_what_is_around(x) -> i64 { let k = x as i64 + 3; let mut n = 0i64; let a = if x > 2 { Some(x as i64) } else { None }; let b = a.map(|v| { n += v; v * k }); b.unwrap_or_else(|| k - 1) + n * 1000 }
    replace_take_insert(x) -> i64 { let mut a = if x > 2 { Some(x) } else { None }; let old = a.replace(5); let b = a.take(); let c = *a.get_or_insert(8); old.unwrap_or(1) as i64 + b.unwrap_or(0) as i64 * 10 + c as i64 * 100 + a.is_some() as i64 * 1000 }
    methods_of_results(x) -> i64 { let a: Result<u32, i64> = if x > 2 { Ok(x) } else { Err(-4) }; a.is_ok() as i64 + a.is_err() as i64 * 2 + a.map(|v| v as i64).unwrap_or_else(|e| e * 2) * 10 + a.map_err(|e| e - 1).err().unwrap_or(0) * 1000 + a.ok().map_or(7, |v| v as i64) * 100000 + a.and_then(|v| if v > 5 { Err(1i64) } else { Ok(v as i64) }).unwrap_or(3) }
    options_and_results(x) -> i64 { let a = if x > 2 { Some(x) } else { None }; let r = a.ok_or(-9i64); let s = a.ok_or_else(|| x as i64); match (r, s) { (Ok(v), Ok(_)) => v as i64, (Err(e), Err(f)) => e * 10 + f, _ => 0 } }
    unwrap_and_expect(x) -> i64 { let a = Some(x); let b: Result<i64, u32> = Ok(x as i64 * 3); a.unwrap() as i64 + b.expect("there is one") }
    options_in_tuples_and_lists(x) -> i64 { let t = (Some(x), [Some(1i64), None, Some(3)]); let mut s = 0i64; for k in 0..3 { if let Some(v) = t.1[k] { s = s * 10 + v; } else { s = s * 10 + 9; } } s + t.0.map_or(0, |v| v as i64 * 1000) }
    list_of_options_that_changes(x) -> i64 { let mut a = [None; 4]; for i in 0..x % 5 { a[i as usize % 4] = Some(i as i64 * 2); } let mut s = 0i64; for k in 0..4 { s = s * 10 + a[k].unwrap_or(7); } s }
    options_as_parameters(x) -> i64 { fn least(a: Option<i64>, b: Option<i64>) -> Option<i64> { match (a, b) { (Some(p), Some(q)) => Some(p.min(q)), (a, None) => a, (None, b) => b } } let mut m = None; for i in 0..x % 5 { m = least(m, Some((i as i64 - 2) * (i as i64 - 3))); } m.unwrap_or(-1) }
    nested_results(x) -> i64 { let a: Result<Option<u32>, u8> = if x > 5 { Err(1) } else if x > 2 { Ok(Some(x)) } else { Ok(None) }; match a { Ok(Some(n)) => n as i64, Ok(None) => -1, Err(e) => e as i64 * 100 } }
    options_of_floats(x) -> i64 { let mut best: Option<f32> = None; for i in 0..4u32 { let d = (i as f32 - x as f32 * 0.4).abs(); if best.is_none_or(|b| d < b) { best = Some(d); } } (best.unwrap_or(9.0) * 10.0) as i64 }
    structs_with_options(x) -> i64 { let mut b = Best { at: None, of: 0 }; for i in 0..x % 7 { let v = (i as i64 - 2) * (i as i64 - 2); if b.at.is_none() || v > b.of { b = Best { at: Some(i), of: v }; } } if let Best { at: Some(i), of } = b { b.at = None; (b.at.is_none() as i64) * 1000 + i as i64 * 100 + of } else { b.of } }
    variants_with_fields(x) -> i64 { let s = match x % 4 { 0 => Shape::Sphere { r: x as i64 }, 1 => Shape::Box([x as i64, 2, 3]), 2 => Shape::Pair(x as i64, x > 4), _ => Shape::Empty }; match s { Shape::Sphere { r } => r * 3, Shape::Box([a, b, c]) => a * b * c, Shape::Pair(n, true) => n, Shape::Pair(n, false) => -n, Shape::Empty => 1000 } }
    variants_are_compared(x) -> i64 { let s = if x > 3 { Shape::Pair(3, true) } else if x > 1 { Shape::Sphere { r: 3 } } else { Shape::Empty }; (s == Shape::Pair(3, true)) as i64 + (s == Shape::Sphere { r: 3 }) as i64 * 2 + (s != Shape::Empty) as i64 * 4 + (s == Shape::Pair(3, false)) as i64 * 8 }
    variants_in_functions(x) -> i64 { fn make(n: u32) -> Shape { if n % 2 == 0 { Shape::Sphere { r: n as i64 } } else { Shape::Box([1, n as i64, 2]) } } fn size(s: Shape) -> i64 { match s { Shape::Sphere { r } => r * r, Shape::Box(b) => b[0] + b[1] + b[2], _ => 0 } } size(make(x)) }
    variants_that_change(x) -> i64 { let mut s = Shape::Pair(x as i64, false); for i in 0..5 { s = match s { Shape::Pair(n, true) => Shape::Sphere { r: n }, Shape::Pair(n, _) => Shape::Pair(n + 1, n > 3), Shape::Sphere { r } if r > 100 => Shape::Empty, other => other }; } if let Shape::Pair(n, _) = &mut s { *n += 50; } match s { Shape::Sphere { r } => r, Shape::Pair(n, b) => n + b as i64 * 1000, Shape::Box(..) => -1, Shape::Empty => -2 } }
    options_of_variants(x) -> i64 { let s = if x > 4 { None } else if x > 1 { Some(Shape::Sphere { r: x as i64 }) } else { Some(Shape::Empty) }; match s { Some(Shape::Sphere { r: 2 }) => 22, Some(Shape::Sphere { r }) => r, Some(_) => -1, None => -2 } }
    values_of_a_loop(x) -> i64 { let mut i = 0u32; let found = loop { if i * i > x { break Some(i); } if i > 4 { break None; } i += 1; }; found.map_or(-1, |v| v as i64) }
    block_with_a_label(x) -> i64 { let r: Option<u32> = 'a: { if x == 0 { break 'a None; } if x > 6 { break 'a Some(1); } Some(x) }; r.map_or(-1, i64::from) }
}
