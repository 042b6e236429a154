//! Tables whose elements have padding, truths, characters and variants, as values, behind references and in loops.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    a_short_field_behind_a_long_one {
        #[derive(Clone, Copy)] struct P { a: i64, b: [u8; 2] }
        const T: [P; 2] = [P { a: 9, b: [1, 2] }, P { b: [9, 200], a: -1 }];
        fn case(a: i32, b: u32) -> i64 { let p = T[(b % 2) as usize]; p.a * 1000 + p.b[(a & 1) as usize] as i64 + T[1].a }
    }
    padding_between_fields {
        #[derive(Clone, Copy)] struct P { a: u8, b: u16, c: i8, d: u32 }
        const T: [P; 3] = [P { a: 9, b: 100, c: -5, d: 7 }, P { b: 1900, a: 1, c: 7, d: u32::MAX }, P { b: 3, a: 7, c: -128, d: 0 }];
        fn case(a: i32, b: u32) -> i64 { let p = T[(b % 3) as usize]; p.a as i64 + p.b as i64 * 1000 + p.c as i64 * 10_000_000 + p.d as i64 * 3 + a as i64 }
    }
    structs_in_structs {
        #[derive(Clone, Copy)] struct Q { v: u8, w: [i16; 2] }
        #[derive(Clone, Copy)] struct P { a: i64, q: Q }
        const T: [P; 2] = [P { a: 9, q: Q { v: 3, w: [1, -2] } }, P { a: -9, q: Q { v: 30, w: [10, 20] } }];
        fn case(a: i32, b: u32) -> i64 { let i = (b % 2) as usize; let q = T[i].q; T[1].a + q.v as i64 + q.w[1] as i64 * 1000 + T[i].q.w[i] as i64 * 1_000_000 + a as i64 }
    }
}

texts! {
    loops_over_padded_elements {
        #[derive(Clone, Copy)] struct P { a: u32, b: u8 }
        const T: [P; 3] = [P { a: 9, b: 1 }, P { b: 9, a: 1 }, P { b: 3, a: 7 }];
        fn sum(t: &[P]) -> i64 { t[1].a as i64 + t[2].b as i64 * 100 }
        fn case(a: i32, b: u32) -> i64 { let mut s = 0i64; for p in &T { s = s * 10 + p.a as i64 + p.b as i64 * 3; } s + T.iter().map(|p| p.b as i64).sum::<i64>() + sum(&T[..]) * 1000 + a as i64 + b as i64 }
    }
    truths_characters_and_variants_in_elements {
        #[derive(Clone, Copy, PartialEq)] enum E { A, B }
        #[derive(Clone, Copy)] struct P { n: u8, is: bool, e: E, w: u16 }
        fn case(a: i32, b: u32) -> i64 {
            const T: [P; 2] = [P { n: 5, is: true, e: E::B, w: 500 }, P { n: 6, is: false, e: E::A, w: 600 }];
            let p = T[(b % 2) as usize];
            p.n as i64 + p.is as i64 * 10 + (p.e == E::B) as i64 * 100 + p.w as i64 * 1000 + a as i64
        }
    }
}
