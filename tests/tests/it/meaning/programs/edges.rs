//! Where what std says differs from what one expects: ranges as long as their type, one trait with several types, `clone` by hand.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    ranges_of_all_numbers {
        fn case(a: i32, b: u32) -> i64 {
            let mut s = 0i64;
            for x in (0..=u32::MAX).rev().take(3) { s = s * 3 + x as i64; }
            for (i, x) in (0..=u32::MAX).rev().enumerate().take(3) { s += i as i64 * x as i64; }
            for (x, y) in (i32::MIN..=i32::MAX).zip([1i64, 2, b as i64]) { s += x as i64 * y; }
            for (x, y) in [1i64, 2, 3].iter().zip((0..=u64::MAX).map(|x| x / 3).rev()) { s += (y % 1009) as i64 * x; }
            for (x, y) in (0..=u64::MAX).rev().zip([1i64, 2, a as i64]) { s += (x >> 3) as i64 % 1009 * y; }
            for (x, y) in (0..1i64 << 40).step_by(1 << 31).zip([1i64, 2, 3, 4, 5]) { s += x % 1009 * y; }
            s + (i64::MIN..i64::MAX).rev().step_by(1 << 30).take(3).map(|v| v % 1007).sum::<i64>()
        }
    }
    ranges_that_end_at_the_last_number {
        fn case(a: i32, b: u32) -> i64 {
            let (mut n, mut last) = (0i64, 0);
            for x in (0..=u32::MAX).step_by(65_537 * 1285) { n += 1; last = x; }
            let from = u32::MAX - b;
            for x in (from..=u32::MAX).step_by(b as usize + 1) { n += 10; last ^= x; }
            for (i, x) in (from..=u32::MAX).step_by(b as usize + 1).enumerate() { n += i as i64 + 100; last ^= x; }
            n * 3 + last as i64 + (0..=u32::MAX).step_by(65_537 * 3 * 257).map(|x| x as i64).sum::<i64>() + a as i64
        }
    }
    ranges_with_steps_beside_others {
        fn case(a: i32, b: u32) -> i64 {
            let (k, n, t) = (a % 30 - 20, (b % 40) as i32, [1i64, 2, 3, 4, 5, 6, 7]);
            let mut s = 0i64;
            for (i, (x, y)) in (k..n).step_by(3).zip(t).enumerate() { s = (s * 31 + x as i64 * y + i as i64) % 1_000_003; }
            for (x, y) in (k..=n).rev().step_by(2).zip(t) { s = (s * 31 + x as i64 * y) % 1_000_003; }
            for (x, y) in (k..=n).rev().step_by(2).step_by(2).zip(t) { s = (s * 31 + x as i64 * y) % 1_000_003; }
            for (x, y) in t.iter().zip((k..n).rev().map(|x| x as i64 * 2)) { s = (s * 31 + x * y) % 1_000_003; }
            for (x, y) in t.iter().zip((k..=n).map(|x| x as i64 * 2).rev()) { s = (s * 31 + x * y) % 1_000_003; }
            for (x, y) in (k as i8..=n as i8).rev().step_by(200).zip(t) { s = (s * 31 + x as i64 * y) % 1_000_003; }
            for (i, x) in (k as i8..=n as i8).step_by(7).rev().enumerate() { s = (s * 31 + x as i64 * i as i64) % 1_000_003; }
            s
        }
    }
    one_trait_with_several_types {
        trait To<T> { fn to(self) -> T; }
        impl To<i64> for u32 { fn to(self) -> i64 { self as i64 + 1 } }
        impl To<u8> for u32 { fn to(self) -> u8 { self as u8 / 2 } }
        impl To<f32> for u32 { fn to(self) -> f32 { self as f32 / 2.0 } }
        trait With<T> { fn with(self, other: T) -> i64; }
        impl With<i64> for u32 { fn with(self, other: i64) -> i64 { other } }
        impl With<u8> for u32 { fn with(self, other: u8) -> i64 { other as i64 * 10 } }
        impl With<bool> for u32 { fn with(self, other: bool) -> i64 { other as i64 * 100 } }
        fn given<T, S: To<T>>(s: S) -> T { s.to() }
        fn bound<S>(s: S) -> i64 where S: To<i64> { s.to() * 2 }
        fn shown(s: impl To<u8>) -> i64 { let x = s.to(); x as i64 }
        fn case(a: i32, b: u32) -> i64 {
            let x: u8 = b.to(); let z = <u32 as To<f32>>::to(b); let w = <u32 as To<u8>>::to(b);
            let y: u8 = given(b);
            x as i64 + (z * 2.0) as i64 * 3 + w as i64 * 5 + y as i64 + given::<i64, _>(b) + bound(b) * 7 + shown(b) * 11
                + b.with(3u8) + b.with(a as i64) + b.with(a > 3) + <u32 as With<u8>>::with(b, 4) * 1000 + With::<i64>::with(b, 5)
        }
    }
    clones_by_hand {
        #[derive(Copy)] struct Z(i64);
        impl Clone for Z { fn clone(&self) -> Z { Z(self.0 + 1) } }
        #[derive(Clone)] struct W { z: Z, k: i64 }
        fn case(a: i32, b: u32) -> i64 {
            let z = Z(a as i64 % 7); let list = [z, Z(2)];
            let (copied, cloned) = (list, list.clone());
            let o = Some(z).clone(); let t = (z, 1).clone(); let w = W { z, k: b as i64 }; let v = w.clone();
            let each = list.iter().cloned().map(|z| z.0).sum::<i64>() + list.iter().copied().map(|z| z.0).sum::<i64>() * 10;
            let mut u = [Z(0), Z(0), Z(0)]; u[1..].clone_from_slice(&list); let got = list.get(1).cloned().map_or(0, |z| z.0);
            copied[0].0 + cloned[1].0 * 10 + o.map_or(0, |z| z.0) * 100 + t.0.0 * 1000 + v.z.0 * 10_000 + v.k + w.z.0 + each * 100_000
                + u[1].0 * 3 + u[2].0 * 5 + got * 7
        }
    }
    index_mut_that_is_another_place {
        use std::ops::{Index, IndexMut};
        struct T([i64; 3]);
        impl Index<usize> for T { type Output = i64; fn index(&self, i: usize) -> &i64 { &self.0[i % 3] } }
        impl IndexMut<usize> for T { fn index_mut(&mut self, i: usize) -> &mut i64 { &mut self.0[(i + 1) % 3] } }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = T([1, 2, 3]); t[0] = 50; let x = t[0]; t[b as usize] += 5; t[1] = t[1] * 2; t[2] -= a as i64;
            x * 10_000 + t.0[0] * 100 + t.0[1] * 10 + t.0[2] + t[2]
        }
    }
    constants_of_numbers_by_traits {
        trait Zero { const ZERO: Self; const ONE: i32; }
        impl Zero for f64 { const ZERO: f64 = 5.5; const ONE: i32 = 9; }
        impl Zero for u8 { const ZERO: u8 = 3; const ONE: i32 = 8; }
        fn of<T: Zero + Into<f64>>() -> i64 { let zero: f64 = T::ZERO.into(); (zero * 2.0) as i64 + T::ONE as i64 }
        fn case(a: i32, b: u32) -> i64 { (f64::ZERO * 2.0) as i64 + f64::ONE as i64 * 100 + u8::ZERO as i64 * 1000 + of::<f64>() + of::<u8>() * 7 + a as i64 + b as i64 }
    }
    constants_in_bodies_are_computed {
        fn case(a: i32, b: u32) -> i64 {
            const A: u8 = 200u8.wrapping_add(100); const B: u32 = 7u32.pow(2) + A as u32; const C: i32 = i32::MAX.wrapping_mul(3);
            const G: i8 = -128i8 as u8 as i8; const H: (u8, i8) = (255, -1); const I: u32 = { let mut s = 0; let mut i = 0; while i < B % 8 { s += i; i += 1; } s };
            const D: bool = 5u8.is_power_of_two(); const E: i64 = (-7i64).rem_euclid(3); const F: i64 = (0.1f32 as f64 * 1e10) as i64;
            A as i64 + B as i64 * 3 + C as i64 + D as i64 + E * 5 + F + G as i64 + H.0 as i64 * 7 + H.1 as i64 + I as i64 * 11 + a as i64 + b as i64
        }
    }
    floats_as_bytes {
        fn case(a: i32, b: u32) -> i64 {
            let u = b.to_be_bytes(); let f = f32::from_le_bytes(u); let g = f64::from_be_bytes([u[3], 1, u[2], 2, 7, 3, 4, 5]);
            let (h, k) = ((a as f32).to_le_bytes(), g.to_be_bytes());
            f.to_bits() as i64 + (g.to_bits() >> 8) as i64 + h[3] as i64 * 3 + h[2] as i64 * 5 + k[6] as i64
        }
    }
    iterators_over_values_with_their_own_equality {
        #[derive(Clone, Copy)] struct M(i32);
        impl PartialEq for M { fn eq(&self, other: &M) -> bool { self.0.rem_euclid(3) == other.0.rem_euclid(3) } }
        fn case(a: i32, b: u32) -> i64 {
            let (x, y) = (M(a), M(b as i32));
            [x, y].iter().eq([y, x].iter()) as i64 + [x, M(4)].iter().ne([M(1), y].iter()) as i64 * 2 + ((x, 1).clone() == (y, 1)) as i64 * 4
        }
    }
    names_that_are_keywords {
        struct S { r#match: i64 }
        trait T { fn r#move(&self) -> i64; }
        impl T for S { fn r#move(&self) -> i64 { self.r#match } }
        fn r#fn(r#type: i64) -> i64 { r#type + 1 }
        fn case(a: i32, b: u32) -> i64 { let r#let = r#fn(a as i64); let s = S { r#match: r#let }; s.r#move() * 3 + s.r#match + b as i64 }
    }
}
