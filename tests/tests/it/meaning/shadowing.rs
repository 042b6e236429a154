//! Names that mean one thing here and another there: variables with the names of functions and constants, and constants in patterns.

#![allow(unreachable_pub, reason = "the code of the cases is as people write it")]

use super::programs::{FIRST, SECOND, check, programs, texts};
use vyre::prelude::*;

programs! {
    a_let_has_the_name_of_the_function_that_it_calls {
        mod k {
            pub fn area(x: i64) -> i64 { x * x }
            pub fn twice(x: i64) -> i64 { let area = area(x); area * 2 }
            pub fn all(x: i64) -> i64 {
                let y = if let Some(area) = Some(x) { area } else { area(2) };
                for area in 0..area(2) { if area == 3 { return y + area; } }
                let t = [1i64, 2].map(|area| area * 2);
                let s = match x { area if area > 50 => area, _ => area(x) };
                s + t[1]
            }
        }
        mod j { use super::k::area; pub fn run(x: i64) -> i64 { let area = area(x); area + 1 } }
        fn area(x: i64) -> i64 { x + 1 }
        struct S { v: i64 }
        impl S { fn area(&self) -> i64 { let area = area(self.v); area * 2 } }
        fn next(x: i64) -> Option<i64> { if x > 3 { None } else { Some(x + 1) } }
        fn case(a: i32, b: u32) -> i64 {
            let s = S { v: b as i64 };
            let area = area(a as i64);
            let mut n = 0;
            while let Some(next) = next(n) { n = next; }
            let Some(next) = next(a as i64) else { return k::twice(area) + s.area() * n };
            k::twice(area) + k::all(next) * 3 + j::run(area) * 1000 + self::area(5)
        }
    }
    constants_of_variants_in_patterns {
        #[derive(Clone, Copy, PartialEq, Eq)] enum E { A(i32), B { x: i32, y: Option<u32> }, C }
        const FIRST: E = E::A(7);
        const SECOND: E = E::B { x: -3, y: Some(7) };
        const P: Option<u32> = Some(3);
        const NONE: Option<u32> = None;
        const PAIR: (i32, Option<u32>) = (7, Some(31));
        fn kind(e: E) -> i64 { match e { FIRST => 1, SECOND => 2, E::A(v) => v as i64 * 10, E::B { x, .. } => x as i64 * 100, E::C => 3 } }
        fn early(b: u32) -> i64 { let P = Some(b) else { return 5 }; 6 }
        fn case(a: i32, b: u32) -> i64 {
            let e = E::B { x: a, y: Some(b) };
            let some = Some(b).filter(|b| *b > 3);
            let asked = matches!(e, SECOND) as i64 + matches!((E::A(a), b), (E::C | FIRST, 31) | (_, 5)) as i64 * 2 + if let P = Some(b) { 4 } else { 0 };
            let paired = match (a, Some(b)) { PAIR => 1, (100, P) => 2, (_, Some(x)) => x as i64, (_, None) => 9 };
            let there = match some { NONE => 1, Some(v) => v as i64 };
            kind(e) + kind(E::A(a)) * 3 + asked * 1000 + paired * 10_000 + there * 7 + early(b)
        }
    }
    constants_of_variants_in_blocks {
        mod k { pub const N: u32 = 5; pub const O: Option<u32> = Some(7); }
        mod j { pub const N: u32 = 7; pub const O: Option<u32> = None; }
        fn inner() -> u32 { const P: Option<u32> = None; P.unwrap_or(9) }
        fn case(a: i32, b: u32) -> i64 {
            use k::{N, O};
            const P: Option<i64> = Some(7);
            let x = if let N = b { 1 } else { 2 } + if let O = Some(b) { 10 } else { 20 };
            let y = match b { N => 100, j::N => 200, _ => 300 } + match Some(b).filter(|x| *x > 6) { O => 1000, j::O => 2000, _ => 3000 };
            let f = |x: i64| match Some(x) { P => 1, Some(v) => v, None => 0 };
            let z = { const P: Option<i64> = Some(4); P.unwrap() };
            x + y + z * 10_000 + f(a as i64) * 100_000 + P.unwrap() + inner() as i64
        }
    }
    constants_of_inner_modules {
        mod k { pub const N: u32 = 5; pub const M: u32 = 6; const T: [i64; 3] = [1, 2, 3]; const F: f32 = 0.1; pub fn t(i: u32) -> i64 { T[(i % 3) as usize] + (F * 100.0) as i64 } }
        mod j { pub const N: i64 = -7; pub mod i { pub const Q: u32 = 9; } }
        fn case(a: i32, b: u32) -> i64 { b as i64 + k::N as i64 + j::N * a as i64 + k::t(b) + match b { k::M => 3, j::i::Q => 5, k::N => 6, _ => 7 } }
    }
    imports_from_inner_modules {
        mod k { pub fn f(x: i64) -> i64 { x * 3 } }
        mod j { use super::k::f as g; use super::k::*; pub fn run(x: i64) -> i64 { g(x) + f(x) } }
        fn f(x: i64) -> i64 { x + 1 }
        use j::run as go;
        fn case(a: i32, b: u32) -> i64 { go(a as i64) * 100 + f(b as i64) }
    }
}

texts! {
    constants_of_other_modules_leave_variables_alone {
        #[allow(non_upper_case_globals)] mod k { pub const limit: Option<i64> = Some(5); pub const step: i64 = 3; pub fn f(x: i64) -> i64 { x + 1 } }
        fn g(a: i64) -> i64 { let f = |limit: Option<i64>| limit.map_or(3, |v| v * 2); f(Some(a)) + f(None) }
        fn h(a: i64) -> i64 { let f = |step: i64| step * 2 + k::step; let step = 4i64; k::f(f(a)) * 100 + step + k::step }
        fn case(a: i32, b: u32) -> i64 { k::limit.unwrap() * 1000 + g(a as i64) + h(b as i64) }
    }
}
