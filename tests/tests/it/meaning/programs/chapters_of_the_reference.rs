//! What a walk through the Rust Reference found: numbers that are cloned, methods of numbers, paths to variants, iterators gone through from their end.

use super::check;
use vyre::prelude::*;

texts! {
    zips_within_zips_make_no_more_than_the_outer_one_needs {
        fn case(a: i32, b: u32) -> i64 {
            let mut c = i64::from(a);
            let t = [9i64, 2, 6, i64::from(b)];
            let most = t.iter().copied().map(|x| { c = c * 3 + x; x + 1 }).enumerate().map(|(i, x)| x * 2 + i as i64)
                .zip(2..=4i64).map(|(x, y)| x * 5 - y).zip(t.iter().copied()).map(|(x, y)| x * 5 - y).max();
            let sum: i64 = t.iter().map(|x| { c = c * 3 + x; x + 1 }).zip(2..=4i64).map(|(x, y)| x * 5 - y).zip([7i64, 1]).map(|(x, y)| x * 5 - y).sum();
            let mut pairs = 0;
            for ((x, y), z) in t.iter().map(|x| { c = c * 3 + x; x + 1 }).zip(2..=4i64).zip([7i64, 1, 8, 2]) { pairs += x * y - z; }
            c * 7 + most.unwrap_or(9) * 5 + sum * 3 + pairs
        }
    }
    numbers_are_cloned {
        fn biggest<T: Clone + Ord>(t: &[T]) -> T {
            let mut m = t[0].clone();
            for x in t {
                if *x > m { m = x.clone(); }
            }
            m
        }
        trait Ordered: PartialOrd + Clone {}
        impl Ordered for i64 {}
        fn least<T: Ordered>(x: T, y: T) -> T { if x < y { x.clone() } else { y } }
        fn case(a: i32, b: u32) -> i64 {
            let k = (a > 3).clone() as i64 + 2.5f32.clone() as i64 + b.to_owned() as i64;
            biggest(&[a, 3, 7]) as i64 * 3 + least(a as i64, b.clone() as i64) + k * 1000
        }
    }
    methods_with_numbers_of_the_other_sign {
        fn case(a: i32, b: u32) -> i64 {
            let (u, s) = (b as u8, a as i8);
            let some = |x: Option<u32>| x.map_or(-1, i64::from);
            some(b.checked_sub_signed(a))
                + b.wrapping_sub_signed(a) as i64 * 3
                + b.saturating_sub_signed(a) as i64 * 5
                + b.overflowing_sub_signed(a).1 as i64 * 7
                + b.checked_signed_diff(a as u32).map_or(7, i64::from) * 11
                + u.saturating_sub_signed(s) as i64 * 13
                + a.overflowing_div_euclid(-7).0 as i64 * 17
                + a.overflowing_rem_euclid(-7).0 as i64 * 19
        }
    }
    the_next_float {
        fn case(a: i32, b: u32) -> i64 {
            let x = f32::from_bits(b.wrapping_mul(0x0123_4567) ^ a as u32);
            let y = f64::from(a) * 0.1;
            let mut s = 0i64;
            for v in [x, 0.0, -0.0, f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, 1.0, -1e-45] {
                if !v.is_nan() {
                    s = s.wrapping_mul(31) ^ v.next_up().to_bits() as i64 ^ (v.next_down().to_bits() as i64) << 9;
                }
            }
            s ^ y.next_up().to_bits() as i64 ^ (y.next_down().to_bits() as i64).rotate_left(7)
        }
    }
    variants_of_std_by_their_types {
        fn case(a: i32, b: u32) -> i64 {
            let o = if a > 2 { Option::Some(a as i64) } else { Option::<i64>::None };
            let r = if b > 5 { Result::<i64, u8>::Ok(3) } else { core::result::Result::Err(2u8) };
            match (o, r) {
                (Option::Some(x), Result::Ok(y)) => x * 10 + y,
                (Option::None, Err(e)) => e as i64,
                (o, r) => o.unwrap_or(100) + r.unwrap_or(1000),
            }
        }
    }
    items_that_are_computed_from_the_end {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i64, 2, 3, 4, 5];
            let (k, n) = ((b % 6) as usize, a as i64);
            let f = |s: i64, x: i64| s.wrapping_mul(7) + x;
            let ends = t.iter().map(|x| x * 2).take(k).rev().fold(0, f);
            let rest = t.iter().map(|x| x + n).skip(k).rev().fold(0, f);
            let steps = t.iter().map(|x| x * x).step_by(2).rev().fold(0, f);
            let pairs = t.iter().map(|x| x + 1).zip([1i64, 2, 3]).rev().fold(0, |s, (x, y)| s * 5 + x * y);
            let counted = (0..6usize).map(|i| i as i64 * 3).take(4).rev().fold(0, f);
            ends + rest * 3 + steps * 5 + pairs * 7 + counted * 11
        }
    }
    items_that_closures_see_in_step {
        fn case(a: i32, b: u32) -> i64 {
            let (t, u) = ([1i64, 2, 3], [1i64, a as i64, 3]);
            let mut n = 0i64;
            let same = t.iter().map(|x| { n = n * 4 + x; *x }).eq(u.iter().copied());
            let mut m = 0i64;
            let less = t.iter().map(|x| { m += 1; *x }).lt(u.iter().copied());
            let mut k = 0i64;
            let s = t.iter().map(|x| { k = k * 6 + x; *x }).zip(u.iter()).rev().fold(0, |s, (x, y)| s * 7 + x * y);
            let (mut j, mut pairs) = (0i64, 0i64);
            // A `fold` asks both for as many items as the shorter one has, and a loop asks the first one for one more.
            let all: i64 = t.iter().map(|x| { j = j * 6 + x; *x }).rev().zip([7i64, 8]).map(|(x, y)| x * y).sum();
            for (x, y) in t.iter().map(|x| { j = j * 6 + x; *x }).rev().zip([7i64, 8]) { pairs += x * y; }
            let mut none = 0i64;
            // std looks at the lengths first.
            let other = t.iter().map(|x| { none += 1; *x }).eq(u[..2].iter().copied());
            n * 10 + m * 1000 + k * 3 + s * 5 + same as i64 + less as i64 * 2 + none * 7 + other as i64 + all * 9 + j * 11 + pairs * 13 + b as i64
        }
    }
    constants_that_cover_all {
        const A: u8 = 0;
        const B: u8 = 255;
        const T: bool = true;
        const F: bool = !T;
        mod k { pub const LO: u32 = 10; }
        struct S;
        impl S { const HI: u32 = 19; }
        fn case(a: i32, b: u32) -> i64 {
            let x = match b as u8 { A => 1, 1..=254 => 2, B => 3 };
            let y = match a > 0 { T => 10, F => 20 };
            x + y + match b { 0..k::LO => 1000, k::LO..=S::HI => 2000, 20.. => 3000 }
        }
    }
}
