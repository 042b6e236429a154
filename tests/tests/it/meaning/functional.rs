//! Functions that take functions.

use vyre::prelude::*;

means! {
    a_closure_that_captures(x) -> i64 {
        fn twice(f: impl Fn(u32) -> u32, a: u32) -> u32 { f(f(a)) }
        let k = x + 3;
        twice(|a| a * 2 + k, x) as i64
    }
    the_name_of_a_closure(x) -> i64 {
        fn plus_one(f: impl Fn(u32) -> u32, a: u32) -> u32 { f(a) + 1 }
        let third = |a: u32| a / 3;
        plus_one(&third, x) as i64 * 100 + plus_one(third, 9) as i64
    }
    the_name_of_a_function(x) -> i64 {
        fn half(a: u32) -> u32 { a / 2 }
        fn apply<F: Fn(u32) -> u32>(f: F, a: u32) -> u32 { f(a) }
        apply(half, x) as i64 + apply(u32::count_ones, x) as i64 * 100
    }
    a_bound_behind_where(x) -> i64 {
        fn run<F>(n: u32, init: u32, mut f: F) -> u32 where F: FnMut(u32, u32) -> u32 {
            let mut s = init;
            for i in 0..n { s = f(s, i); }
            s
        }
        run(x % 8, 1, |s, i| s * 3 + i) as i64 + run(x % 8, 0, u32::max) as i64
    }
    counts_and_sums(x) -> i64 {
        fn each(n: u32, mut f: impl FnMut(u32)) { for i in 0..n { f(i); } }
        let mut total = 0i64;
        each(x % 10, |i| total += i as i64 * 2);
        let mut count = 0;
        each(5, |_| { count += 1; });
        total * 10 + count
    }
    behind_references(x) -> i64 {
        fn each(n: u32, f: &mut impl FnMut(u32)) { for i in 0..n { f(i); } }
        fn some(f: &mut impl FnMut(u32)) { each(2, f); each(3, &mut *f); f(7); }
        fn shared(f: &impl Fn(i64) -> i64, a: i64) -> i64 { f(a) + (f)(a + 1) + (*f)(2) }
        let mut total = x as i64;
        let mut add = |i: u32| total = total * 3 + i as i64;
        each(2, &mut add);
        some(&mut add);
        total + shared(&|a| a * 2 + x as i64, 4)
    }
    once(x) -> i64 {
        fn once<R>(f: impl FnOnce() -> R) -> R { f() }
        let a = once(|| x as i64 * 2);
        let b: u8 = once(move || { if x > 3 { return 7; } 9 });
        a + b as i64
    }
    over_types(x) -> i64 {
        fn both<A: Copy, B: Copy, C>(a: A, b: B, f: impl Fn(A, B) -> C) -> C { f(a, b) }
        both(x, 3i64, |a, b| a as i64 * 3 + b) + both(1u8, 2u8, |a, b| (a + b) as i64)
    }
    newton(x) -> i64 {
        fn newton(f: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64, first: f64) -> f64 {
            let mut a = first;
            for _ in 0..30 { a -= f(a) / slope(a); }
            a
        }
        let c = (x % 100 + 1) as f64;
        (newton(|a| a * a * a - c, |a| 3.0 * a * a, 1.0) * 1e5) as i64
    }
    bisection(x) -> i64 {
        fn bisect<F: Fn(f64) -> f64>(f: F, mut low: f64, mut high: f64) -> Option<f64> {
            if f(low) * f(high) > 0.0 { return None; }
            for _ in 0..50 {
                let middle = 0.5 * (low + high);
                if f(middle) == 0.0 { return Some(middle); }
                if f(low) * f(middle) <= 0.0 { high = middle; } else { low = middle; }
            }
            Some(low)
        }
        let c = (x % 50) as f64;
        (bisect(|a| a * a - c, 0.0, 10.0).unwrap_or(-1.0) * 1e6) as i64 + bisect(|a| a * a + 1.0, -1.0, 1.0).is_none() as i64
    }
    passed_on(x) -> i64 {
        fn apply(f: impl Fn(u32) -> u32, a: u32) -> u32 { f(a) }
        fn twice(f: impl Fn(u32) -> u32, a: u32) -> u32 { apply(&f, apply(&f, a)) }
        fn thrice<G>(g: G, a: u32) -> u32 where G: Fn(u32) -> u32 + Copy { twice(g, apply(g, a)) }
        thrice(|a| a.rotate_left(3) ^ 7, x) as i64
    }
    closures_in_closures(x) -> i64 {
        fn then(f: impl Fn(i64) -> i64, g: impl Fn(i64) -> i64, a: i64) -> i64 { g(f(a)) }
        let add = |a| a + x as i64;
        then(add, |b| then(|c| c * 2, add, b) - 1, 5)
    }
    leaves_a_closure_early(x) -> i64 {
        fn first(n: u32, f: impl Fn(u32) -> Option<u32>) -> i64 {
            for i in 0..n { if let Some(found) = f(i) { return i as i64 * 100 + found as i64; } }
            -1
        }
        first(20, |a| { if a < 4 { return None; } for k in 2..6 { if a % k == x % k { return Some(a / k); } } None })
    }
    tries_in_a_closure(x) -> i64 {
        fn half(a: u32) -> Option<u32> { if a % 2 == 0 { Some(a / 2) } else { None } }
        fn attempt(f: impl Fn(u32) -> Option<u32>, a: u32) -> u32 { f(a).unwrap_or(1000) }
        attempt(|a| { let b = half(a)?; Some(half(b)? + 1) }, x) as i64
    }
    moves_its_state(x) -> i64 {
        fn twice(mut f: impl FnMut() -> i64) -> i64 { f() * 10 + f() }
        let mut n = x as i64;
        let mut f = move || { n += 1; n };
        let a = twice(f);
        let b = f();
        let c = twice(&mut f);
        let d = f();
        n += 100;
        a + b * 3 + c * 5 + d * 7 + n
    }
    operands_before_it(x) -> i64 {
        fn bump(mut f: impl FnMut() -> i64) -> i64 { f() + 1 }
        let mut n = x as i64;
        n * 2 + bump(|| { n += 3; n }) * 5 + n
    }
    arguments_before_it(x) -> i64 {
        fn with(a: i64, f: impl Fn(i64) -> i64, b: i64) -> i64 { f(a) * 10 + b }
        let mut n = x as i64;
        with({ n += 1; n }, move |a| a * n, { n += 5; n })
    }
    pointers(x) -> i64 {
        fn apply(f: fn(u32) -> u32, a: u32) -> u32 { f(a) }
        fn square(a: u32) -> u32 { a * a }
        let f: fn(u32) -> u32 = square;
        apply(square, x) as i64 + apply(|a| a / 2, x) as i64 + f(3) as i64
    }
    further_names(x) -> i64 {
        let count = u32::count_ones;
        let some = Some;
        count(x) as i64 + some(x).map(count).unwrap_or(0) as i64 * 100
    }
}
