//! Closures.

use vyre::prelude::*;

means! {
    called_twice(x) -> i64 { let f = |a: i64, b: i64| a * 10 - b; f(x as i64, 1) + f(f(2, 3), f(4, x as i64)) }
    without_types(x) -> i64 { let f = |a, b| a * 10 - b; f(x as i64, 1) }
    captures(x) -> i64 { let k = x as i64 + 1; let f = |a| a * k; f(3) + f(5) }
    changes_what_it_captures(x) -> i64 { let mut n = x as i64; let mut f = |a| { n += a; n * 2 }; let r = f(3) + f(4); r * 100 + n }
    moves_what_it_captures(x) -> i64 { let mut n = x as i64; let mut f = move |a| { n += a; n }; let r = f(3) + f(4); n = n + 1; r * 100 + n }
    returns(x) -> i64 { let f = |a: u32| { if a > 3 { return 7; } for i in 0..a { if i == 2 { return 5; } } 1 }; f(x) * 10 + f(x + 1) }
    with_patterns(x) -> i64 { let f = |(a, b): (i64, i64), [c, d]: [i64; 2]| a * b - c * d; f((x as i64, 3), [4, 5]) }
    of_a_closure(x) -> i64 { let f = |a: i64| a + 1; let g = |a: i64| f(a) * f(f(a)); g(x as i64) }
    in_a_loop(x) -> i64 { let f = |a: u32| (a * a) as i64; let mut s = 0; for i in 0..x % 10 { s += f(i); } s }
    of_slices(x) -> i64 { let a = [1i64, 2, 4, 8, 16]; let at = |i: u32| a[(i % 5) as usize]; at(x) - at(x + 1) * 3 }
    for_effects(x) -> i64 { let mut t = [0i64; 5]; let mut put = |i: usize, v: i64| t[i] = v * 2; put(1, x as i64); put(3, 7); t[1] * 100 + t[3] }
    functions_as_closures(x) -> i64 { fn double(v: u32) -> i64 { v as i64 * 2 } (0..x % 8).map(double).sum() }
    a_name_of_a_closure(x) -> i64 { let half = |v: u32| v as i64 / 2; (0..x % 8).map(half).sum() }
    returns_in_an_argument(x) -> i64 { Some(x).map(|a| { if a > 4 { return 1i64; } a as i64 * 2 }).unwrap_or(0) + Some(3u32).map_or_else(|| { return 4 }, |a| { for i in 0..a { if i == x { return i as i64; } } 9 }) }
    tries_in_an_argument(x) -> i64 {
        fn half(a: u32) -> Option<u32> { if a % 2 == 0 { Some(a / 2) } else { None } }
        Some(x).and_then(|a| { let h = half(a)?; let q = half(h)?; Some(q + 1) }).map_or(-1, |a| a as i64)
    }
    tries_in_a_chain(x) -> i64 {
        fn half(a: u32) -> Option<u32> { if a % 2 == 0 { Some(a / 2) } else { None } }
        let t = [x, 4, 6, 12];
        t.iter().filter_map(|&a| { let h = half(a)?; half(h) }).map(|a| a as i64).sum()
    }
    tries_with_a_name(x) -> i64 {
        fn half(a: u32) -> Result<u32, i64> { if a % 2 == 0 { Ok(a / 2) } else { Err(-4) } }
        let f = |a: u32| -> Result<u32, i64> { let h = half(a)?; if h == 3 { return Err(7); } Ok(h) };
        match f(x) { Ok(a) => a as i64, Err(e) => e }
    }
    functions_in_the_place_of_closures(x) -> i64 {
        fn square(a: u32) -> u32 { a * a }
        fn seven() -> u32 { 7 }
        fn is_even(a: &u32) -> bool { *a % 2 == 0 }
        let o = if x > 2 { Some(x) } else { None };
        let t = [x, 2, 3];
        o.map(square).unwrap_or_else(seven) as i64 + t.into_iter().filter(is_even).count() as i64 * 1000
    }
    methods_in_the_place_of_closures(x) -> i64 {
        let o = if x > 2 { Some(x) } else { None };
        let t = [x, 2, 3];
        o.map(u32::count_ones).unwrap_or_default() as i64 + o.map(Some).flatten().unwrap_or(9) as i64 * 100
            + t.iter().copied().fold(0, u32::max) as i64 * 10000 + t.iter().copied().reduce(u32::wrapping_add).unwrap() as i64
    }
    methods_by_path(x) -> i64 { u32::count_ones(x) as i64 + u32::max(x, 3) as i64 + i32::abs(-4) as i64 + u32::pow(x % 4, 2) as i64 }
}
