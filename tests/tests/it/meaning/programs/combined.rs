//! Constructs that meet: ranges of every type beside adaptors, iterators of one's own from both ends, constants of every width.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    ranges_with_more_numbers_than_an_index_counts {
        fn case(a: i32, b: u32) -> i64 {
            let mut it = (0..u64::MAX).skip(b as usize);
            let first = it.next().unwrap() as i64 * 3 + it.next().unwrap() as i64;
            let twice = (0..u64::MAX).skip(4294967295).skip(b as usize).next().unwrap() as i64;
            let lo = a as i64;
            let far = (lo..=i64::MAX).skip(b as usize).step_by(1 << 31).take(3).map(|x| x >> 3).fold(0, |s, x| s * 3 + x);
            let steps = (0..u64::MAX).step_by(1 << 31).skip((b % 9) as usize).take(3).map(|x| (x >> 3) as i64).sum::<i64>();
            let back = (0..u64::MAX).rev().skip(b as usize).step_by(7).take(3).map(|x| (x >> 3) as i64).sum::<i64>();
            let few = (lo..lo + 6).skip(b as usize).map(|x| x * 2).sum::<i64>() + (i64::MAX - 3..=i64::MAX).skip((b % 6) as usize).count() as i64 + (5i64..2).skip(1).count() as i64;
            let zipped = (0..=u128::MAX).skip(b as usize).enumerate().take(2).map(|(i, x)| i as i64 + x as i64).sum::<i64>();
            first ^ twice ^ far ^ steps ^ back ^ few ^ zipped
        }
    }
    ranges_whose_type_follows {
        fn case(a: i32, b: u32) -> i64 {
            let mut s = a as i64;
            for (i, x) in (0..4_294_967_298).enumerate().take(5) { let y: u64 = x; s += y as i64 * 10 + i as i64; }
            let sum: i64 = (0..4_294_967_298).skip(3).take(2).sum();
            let zipped: i64 = (4_294_967_290..4_294_967_298).zip([1, 2, 3]).map(|(x, y)| x * y).sum();
            let end = 1 << 33;
            let mut n = 0;
            for (i, x) in (0..end).zip(1..).skip(2).take(2) { n += i * x; }
            let n: i64 = n;
            s + sum * 3 + zipped + n + b as i64
        }
    }
    from_the_end_of_an_own_iterator {
        struct Both { lo: i64, hi: i64 }
        impl Iterator for Both { type Item = i64; fn next(&mut self) -> Option<i64> { (self.lo < self.hi).then(|| { self.lo += 1; self.lo - 1 }) } }
        impl DoubleEndedIterator for Both { fn next_back(&mut self) -> Option<i64> { if self.lo < self.hi { self.hi -= 1; Some(self.hi) } else { None } } }
        fn case(a: i32, b: u32) -> i64 {
            let n = (b % 9) as i64;
            let mut k = Both { lo: 0, hi: n };
            let p = k.next_back().unwrap_or(a as i64);
            let r = k.rfind(|x| x % 3 == 1);
            let q = k.rfold(1, |s, v| s * 2 + v);
            p + q + r.unwrap_or(5) + Both { lo: 1, hi: n }.rfold(a as i64, |s, v| s * 3 + v)
        }
    }
    wide_constants {
        const BIG: u128 = 0xffff_0000_1234_5678_9abc_def0_0f0f_f0f0;
        const NEG: i128 = -170_141_183_460_469_231_731_687_303_715_884_105_728;
        const T: [u128; 2] = [1 << 127, u128::MAX - 3];
        const fn f(x: u128) -> u128 { if x > 200000000000000000000000000000000000000 { x - 200000000000000000000000000000000000000 } else { x } }
        const K: u128 = f(300000000000000000000000000000000000000);
        fn case(a: i32, b: u32) -> i64 {
            (BIG.rotate_left(b) >> 64) as i64 ^ (NEG >> (b % 128)) as i64 ^ BIG.wrapping_mul(a as u128).swap_bytes() as i64 ^ NEG.checked_neg().is_none() as i64 ^ (BIG % 97) as i64
                ^ (T[(b % 2) as usize] >> 90) as i64 ^ (K >> 64) as i64
        }
    }
    methods_of_constants {
        mod m { pub const K: u64 = 99; }
        struct S;
        impl S { const R: u32 = 9; const ARR: [i64; 3] = [1, 2, 3]; }
        const N: u8 = 0b1001_0110;
        fn case(a: i32, b: u32) -> i64 {
            let mut t = S::ARR;
            t.rotate_left(1);
            t.reverse();
            m::K.rotate_left(b) as i64 + S::R.rotate_right(3) as i64 + m::K.swap_bytes() as i64 + t[0] + N.rotate_left(b) as i64 * a as i64
        }
    }
    what_a_closure_counts_beside_the_last_item {
        fn case(a: i32, b: u32) -> i64 {
            let mut seen = 0i64;
            let l = (a as i64..a as i64 + 5).inspect(|x| seen += x * 2).filter(|x| x % 2 == 0).last();
            let m = [3i64, 1, 2].into_iter().inspect(|x| seen = seen * 3 + x).max();
            seen + l.unwrap_or(-1) + m.unwrap_or(0) + b as i64
        }
    }
    generic_enums_whose_parameters_follow {
        #[derive(Clone, Copy)]
        enum E<A, B> { X(A), Y(B), Z }
        impl<A, B> E<A, B> { fn is_x(&self) -> bool { matches!(self, E::X(_)) } fn flip(self) -> E<B, A> { match self { E::X(a) => E::Y(a), E::Y(b) => E::X(b), E::Z => E::Z } } }
        fn mk<A>(a: A) -> E<A, u8> { if true { E::X(a) } else { E::Z } }
        fn case(a: i32, b: u32) -> i64 {
            let v = mk(a);
            let w = v.flip();
            let mut u = E::Z;
            if b > 3 { u = E::X(1); } else if a > 100 { u = E::Y(2u8); }
            let z: E<i32, i64> = E::Z;
            w.is_x() as i64 + match w { E::Y(k) => k as i64, E::X(q) => q as i64, E::Z => 3 } + match u { E::X(x) => x, _ => 0 } + z.is_x() as i64
        }
    }
    bounds_over_numbers_of_a_type {
        use std::ops::{Add, Mul};
        #[derive(Clone, Copy)]
        struct P(i64);
        impl Add<u8> for P { type Output = P; fn add(self, o: u8) -> P { P(self.0 + o as i64) } }
        fn inc<X: Add<u8, Output = X>>(x: X) -> X { x + 1 }
        fn pos<X: PartialOrd<i32> + Copy>(x: X) -> bool { x > 0 }
        fn twice<X>(x: X) -> X where X: Mul<f32, Output = X> + Add<X, Output = X> + Copy { x * 2.0 + x }
        fn case(a: i32, b: u32) -> i64 { inc(P(a as i64)).0 + pos(a) as i64 * 3 + twice((b % 1000) as f32) as i64 }
    }
}
