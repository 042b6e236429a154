//! What first versions of programs wrote and the language did not have, each by itself.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    negative_and_computed_numbers_of_variants {
        const BASE: isize = 1 << 4;
        mod low { pub const L: isize = -3; }
        #[derive(Clone, Copy, PartialEq, PartialOrd)] enum E { A = BASE, B, C = BASE * 2 - 1, D = low::L, F = -(2 + 1) - 1 }
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] enum K { Low = -7, High = 2 }
        const T: [E; 5] = [E::A, E::B, E::C, E::D, E::F];
        const N: i64 = K::Low as i64 * 2;
        fn case(a: i32, b: u32) -> i64 {
            let e = T[b as usize % 5];
            let n = match e { E::A => 1, E::B => 2, E::C => 3, E::D => 4, E::F => 5 };
            let k = if a > 2 { K::Low } else { K::High };
            let bits = (e as u8 as i64) * 3 + (e as i16 as i64) * 5 + (e as u64 % 1000) as i64;
            e as i64 * 100 + n + N + bits + (e < E::A) as i64 * 7 + (e >= E::D) as i64 * 11 + (k.cmp(&K::High) as i64) * 13 + k.max(K::Low) as i64 * 17
        }
    }
    the_last_items_of_an_iterator {
        fn is_palindrome(s: &[u8]) -> bool { let mut it = s.iter(); while let (Some(x), Some(y)) = (it.next(), it.next_back()) { if x != y { return false; } } true }
        fn case(a: i32, b: u32) -> i64 {
            let list = [1, 2, b, a as u32 % 100, 5];
            let mut it = list.iter().copied();
            let mut s = 0u32;
            loop {
                match (it.next(), it.next_back()) {
                    (Some(p), Some(q)) => s = s * 3 + p * q,
                    (Some(p), None) => s = s * 5 + p,
                    _ => break,
                }
            }
            let mut left = list.iter(); left.next(); let last = left.nth_back(1); let rest = left.clone().rev().fold(0, |s, v| s * 10 + v);
            let mut range = 0..b % 9; let mut t = 0; while let (Some(p), Some(q)) = (range.next(), range.next_back()) { t = t * 7 + p * q; }
            let mut one = list[..1].iter(); let none = (one.next_back().is_some(), one.next().is_none(), one.nth_back(3).is_none());
            s as i64 + last.copied().unwrap_or(9) as i64 * 3 + rest as i64 + left.len() as i64 + t as i64 + range.len() as i64
                + is_palindrome(b"abcba") as i64 + is_palindrome(b"abca") as i64 * 2 + (none == (true, true, true)) as i64 * 4
        }
    }
    orders_of_arrays_and_slices {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] struct P { x: u32, y: i32 }
        fn case(a: i32, b: u32) -> i64 {
            let p = [P { x: 1, y: -2 }, P { x: b, y: 3 }]; let q = [P { x: 1, y: -2 }, P { x: 4, y: a }];
            let words: [&[u8]; 3] = [b"abc", b"ab", b"b"]; let word = words[b as usize % 3];
            let mut rows = [[3, 1], [1, b], [1, 2]]; rows.sort_by(|x, y| x.cmp(y));
            let floats = [f32::NAN, 1.0].partial_cmp(&[b as f32, 1.0]).is_none() as i64;
            p.cmp(&q) as i64 + p[..].partial_cmp(&q[..1]).map_or(5, |it| it as i64) * 3 + word.cmp(b"ab") as i64 * 9 + rows[0][1] as i64 * 100 + rows[1][1] as i64 * 10 + floats
        }
    }
    places_by_the_names_of_fields {
        #[derive(Clone, Copy)] struct P { x: u32, y: [u32; 2] }
        struct W { a: u32, b: u32 }
        impl W { fn step(&mut self) { W { a: self.b, b: self.a } = W { a: self.a + 1, b: self.b * 2 }; } }
        fn case(a: i32, b: u32) -> i64 {
            let mut list = [0; 4]; let mut m; let p = P { x: b, y: [3, 4] };
            P { x: list[1], y: [m, _] } = p;
            let q; (P { x: q, .. }, list[2]) = (p, 9); m += 1;
            let mut w = W { a: b, b: 1 }; w.step(); w.step();
            (list[1] * 100 + m * 10 + list[2] + q + w.a * 10 + w.b) as i64 + a as i64
        }
    }
    options_and_results_within_each_other {
        fn parse(b: u8) -> Result<Option<u32>, u8> { if b == 0 { Ok(None) } else if b < 5 { Ok(Some(b as u32)) } else { Err(b) } }
        fn sum(x: u8) -> Option<Result<u32, u8>> { let r = parse(x).transpose()?; Some(r.map(|v| v + 1)) }
        fn half(x: u32) -> Result<u32, ()> { if x % 2 == 0 { Ok(x / 2) } else { Err(()) } }
        fn go(x: u32) -> Result<u32, ()> { let o = (x > 2).then(|| half(x)).transpose()?; Ok(o.unwrap_or(77)) }
        struct S { o: Option<u32> }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { o: Some(b) }; let t = s.o.take_if(|v| *v % 2 == 1);
            let x = match sum(b as u8) { None => 0, Some(Ok(v)) => v, Some(Err(e)) => 100 + e as u32 };
            (x + go(b).unwrap_or(1000) + t.unwrap_or(50) * 3 + s.o.map_or(7, |v| v)) as i64 + a as i64
        }
    }
    what_is_taken_where_it_is_wanted {
        fn grows(x: &mut i64) -> bool { *x += 1; *x > 3 }
        fn of(o: &mut Option<i64>) -> i64 { o.take_if(|v| { *v += 1; *v > 3 }).unwrap_or(2) }
        struct P { x: i64 }
        fn case(a: i32, b: u32) -> i64 {
            let mut list = [Some(1i64), Some(5), None]; let mut n = 0usize;
            let t = list[{ n += 1; n }].take_if(|v| *v > 3);
            let mut o = Some(a as i64); let u = o.take_if(grows);
            let mut q = Some(b as i64); let w = of(&mut q);
            let mut p = Some(P { x: a as i64 }); let v = p.take_if(|p| p.x > 3);
            let mut pairs = [Some((a, b)), None]; let r = &mut pairs[0];
            let s = r.take_if(|(x, y)| *x as i64 > *y as i64);
            t.unwrap_or(0) * 100 + n as i64 * 10 + list[1].unwrap_or(7) + u.unwrap_or(11) * 3 + o.unwrap_or(13) * 5 + w * 7
                + q.unwrap_or(17) + v.map_or(19, |p| p.x * 2) + p.map_or(23, |p| p.x) + s.map_or(29, |(x, _)| x as i64)
                + pairs[0].map_or(31, |(_, y)| y as i64)
        }
    }
    casts_of_labelled_blocks {
        #[derive(Clone, Copy, PartialEq)] #[repr(i16)] enum F { A = -3, B = 1 - 3, C }
        fn case(a: i32, b: u32) -> i64 {
            let f = if a > 0 { F::A } else if b > 3 { F::B } else { F::C };
            let n = 3i64; let y = const { let n = 4i64; n * 2 };
            ('m: { 3u8 }) as i64 + ('m: { if b > 2 { break 'm 5u8; } 7u8 }) as i64 + n * y + f as i64 * 10 + f as u8 as i64
        }
    }
    blocks_that_are_constant {
        const fn sq(n: u32) -> u32 { n * n }
        fn f<const N: usize>(a: [u32; N]) -> u32 { const { assert!(N > 1) }; a[0] + const { N as u32 * 2 } }
        fn case(a: i32, b: u32) -> i64 {
            let t = const { let mut t = [0u32; 4]; let mut i = 0; while i < 4 { t[i] = sq(i as u32); i += 1; } t };
            let u = [const { sq(3) + 1 }; 3];
            (t[b as usize % 4] + f([b, 2, 3]) + u[1]) as i64 + a as i64
        }
    }
    sizes_of_floats {
        const E: i32 = f64::MAX_EXP - 1;
        fn case(a: i32, b: u32) -> i64 {
            let whole = f64::DIGITS + f32::DIGITS + f32::MANTISSA_DIGITS + f64::MANTISSA_DIGITS + f32::RADIX + b;
            whole as i64 + (E + f32::MIN_EXP + f32::MAX_10_EXP + f64::MIN_10_EXP + a) as i64
        }
    }
    chunks_from_the_end {
        fn case(a: i32, b: u32) -> i64 {
            let mut list = [1u32, 2, 3, 4, b, 6, 7];
            let s: u32 = list.rchunks(2).rev().enumerate().map(|(i, c)| c[0] * i as u32).sum();
            let mut e = 0; for c in list.rchunks_exact(3) { e = e * 7 + c[0] + c.len() as u32; }
            for c in list.rchunks_mut(3) { c[0] += 10; }
            for c in list.rchunks_exact_mut(2) { c.swap(0, 1); }
            list.iter().fold(0i64, |s, v| s * 31 + *v as i64) + s as i64 + e as i64 + list.rchunks(4).len() as i64 + a as i64
        }
    }
    parts_of_slices_as_arrays_and_numbers_that_fit {
        fn le(list: &[u8]) -> u32 { let w: [u8; 4] = list[1..5].try_into().unwrap(); u32::from_le_bytes(w) }
        fn two(list: &[u8]) -> [u8; 2] { list[2..4].try_into().expect("two") }
        fn narrow(x: u64) -> Option<u32> { x.try_into().ok() }
        fn first(list: &[u32]) -> u32 { match <[u32; 3]>::try_from(list) { Ok([x, y, z]) => x + y * 2 + z * 3, Err(_) => 77 } }
        fn case(a: i32, b: u32) -> i64 {
            let bytes = [1u8, 2, 3, 4, b as u8, 9]; let words = [b, 2, 3, 4];
            let n: u8 = b.try_into().unwrap_or(u8::MAX); let m: Result<i8, _> = a.try_into();
            let [p, q] = two(&bytes);
            le(&bytes) as i64 + p as i64 + q as i64 * 3 + narrow(b as u64 * 100_000_000).unwrap_or(1) as i64 + n as i64 + m.is_err() as i64
                + first(&words[..3]) as i64 + first(&words[..b as usize % 4]) as i64 * 5
        }
    }
    byte_strings_of_nothing {
        fn f(a: &[u8]) -> u32 { a.len() as u32 + a.iter().map(|b| *b as u32).sum::<u32>() }
        fn case(a: i32, b: u32) -> i64 { let none: &[u8] = b""; (f(b"") + f(b"ab") + f(none) + b) as i64 + none.len() as i64 + a as i64 }
    }
    orders_by_hand_in_tuples {
        #[derive(Clone, Copy, PartialEq)] struct S(u32);
        impl PartialOrd for S { fn partial_cmp(&self, o: &S) -> Option<std::cmp::Ordering> { o.0.partial_cmp(&self.0) } }
        fn case(a: i32, b: u32) -> i64 { ((S(b), 1) < (S(6), 2)) as i64 + (Some(S(b)) >= Some(S(7))) as i64 * 2 + a as i64 }
    }
    types_of_one_name_in_two_functions {
        fn f() -> u32 { struct P { x: u32 } impl P { fn v(&self) -> u32 { self.x + 1 } } P { x: 1 }.v() }
        fn g() -> u32 { struct P { x: u32 } impl P { fn v(&self) -> u32 { self.x + 1000 } } P { x: 1 }.v() }
        fn h() -> u32 { struct P { y: i32, z: bool } let p = P { y: 4, z: true }; p.y as u32 + p.z as u32 }
        fn case(a: i32, b: u32) -> i64 { (f() * 1_000_000 + g() * 100 + h()) as i64 + a as i64 + b as i64 }
    }
    types_of_one_name_in_two_blocks_and_beside_them {
        #[derive(Clone, Copy, PartialEq)] enum M { A = 5, B = 6 }
        fn case(a: i32, b: u32) -> i64 {
            let x = { #[derive(Clone, Copy)] enum M { A = 3, B = 4 } (if b > 3 { M::A } else { M::B }) as i64 };
            let y = { #[derive(Clone, Copy)] enum M { A = 30, B = 40 } (if b > 3 { M::B } else { M::A }) as i64 };
            let z = if a > 2 { M::A } else { M::B };
            x * 10_000 + y * 100 + z as i64 * 2 + (z == M::B) as i64
        }
    }
    sums_of_options_of_floats {
        fn case(a: i32, b: u32) -> i64 { let data = [b; 2]; let none: Option<f32> = data[..0].iter().map(|x| Some(*x as f32)).sum(); let zero: Option<f32> = data.iter().map(|_| Some(-0.0f32)).sum(); let bits = |of: Option<f32>| match of { Some(v) => v.to_bits() as i64, None => 7 }; bits(none) + bits(zero) * 3 + a as i64 }
    }
    normal_and_subnormal_floats {
        fn of(x: f32) -> i64 { x.is_normal() as i64 + x.is_subnormal() as i64 * 2 }
        fn case(a: i32, b: u32) -> i64 { let mut h = 0; for bits in [0, 1, 0x7f_ffff, 0x80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000, 0x8000_0000, 0x8000_0001, b] { h = h * 3 + of(f32::from_bits(bits)); } h + a as i64 }
    }
    normal_and_subnormal_doubles {
        fn of(x: f64) -> i64 { x.is_normal() as i64 + x.is_subnormal() as i64 * 2 }
        fn case(a: i32, b: u32) -> i64 { let mut h = b as i64; for bits in [0u64, 1, 0xf_ffff_ffff_ffff, 0x10_0000_0000_0000, 0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000, 0x8000_0000_0000_0001] { h = h * 3 + of(f64::from_bits(bits)); } h + a as i64 }
    }
    places_that_insertions_give {
        fn case(a: i32, b: u32) -> i64 { let x = b; let mut o: Option<i64> = None; *o.insert(x as i64) += 3; let r = o.insert(5); *r *= 2; *r += 1; let k = o.unwrap(); *o.insert(k + 1) = x as i64; let n = o; let p = o.get_or_insert(9); *p += 1; k * 1000 + o.unwrap_or(7) + n.unwrap() * 100 + a as i64 }
    }
    places_that_insertions_give_behind_parameters {
        fn bump(p: &mut Option<i64>, v: i64) -> i64 { *p.insert(v) += 4; *p.get_or_insert_with(|| 1) += 1; p.unwrap() }
        fn case(a: i32, b: u32) -> i64 { let mut o = None; bump(&mut o, b as i64) + o.unwrap() * 2 + a as i64 }
    }
    places_that_insertions_of_functions_give {
        fn mk() -> i64 { 7 }
        fn case(a: i32, b: u32) -> i64 { let mut o: Option<i64> = None; *o.get_or_insert_with(mk) += b as i64; let mut s = (None, 1i64); *s.0.insert(2i64) += 3; s.0.unwrap() * 100 + o.unwrap() + s.1 + a as i64 }
    }
    insertions_behind_what_is_added {
        fn case(a: i32, b: u32) -> i64 { let mut log = 0i64; let mut o: Option<i64> = None; *o.get_or_insert_with(|| { log = log * 10 + 1; 5 }) += { log = log * 10 + 2; b as i64 }; *o.insert({ log = log * 10 + 3; 4 }) += { log = log * 10 + 4; 1 }; log * 10 + o.unwrap() + a as i64 }
    }
    numbers_of_variants_by_operators {
        #[derive(Clone, Copy, PartialEq)] enum E { A = 1 << 3, B = 2 * 7 + 1, C, D = 0xf0 | 7 }
        fn case(a: i32, b: u32) -> i64 { let e = match b % 4 { 0 => E::A, 1 => E::B, 2 => E::C, _ => E::D }; e as i64 + (e as u8) as i64 * 1000 + (e == E::C) as i64 + a as i64 }
    }
    defaults_as_the_rest_of_a_literal {
        #[derive(Clone, Copy, Default, PartialEq)] struct C { a: i32, b: u32, c: [u8; 3], d: Option<i32> }
        #[derive(Default)] struct D<T> { x: T, n: u32 }
        #[derive(Default)] struct E(u32, i64);
        fn case(a: i32, b: u32) -> i64 { let c = C { a, ..Default::default() }; let d: D<i64> = D { n: b, ..Default::default() }; let e = E { 1: 4, ..Default::default() }; (c.a + c.b as i32 + c.c[2] as i32) as i64 + d.x + d.n as i64 + e.0 as i64 + e.1 + c.d.is_none() as i64 }
    }
    defaults_as_the_rest_beside_slices {
        #[derive(Clone, Copy, Default)] struct T<'a> { name: &'a str, w: u32, l: u32 }
        impl<'a> T<'a> { fn named(name: &'a str) -> Self { T { name, ..Default::default() } } fn won(w: u32) -> T<'a> { Self { w, ..Default::default() } } }
        fn case(a: i32, b: u32) -> i64 { let t = T::named("abc");  let v = T::won(7); (t.name.len() as u32 + t.w + b + v.w) as i64 + a as i64 }
    }
    functions_by_name_that_sort_and_map {
        use std::cmp::Ordering;
        #[derive(Clone, Copy)] struct T { a: i32, b: u32 }
        impl T { fn order(&self, o: &T) -> Ordering { self.a.cmp(&o.a) } fn key(&self) -> (u32, i32) { (self.b % 3, self.a) } }
        fn by(a: &T, b: &T) -> Ordering { b.b.cmp(&a.b).then_with(|| a.a.cmp(&b.a)) }
        fn key(t: &T) -> u32 { t.b % 4 }
        fn even(t: &T) -> bool { t.b % 2 == 0 }
        fn twice(x: u32) -> u32 { x * 2 }
        fn odd(x: &u32) -> bool { x % 2 == 1 }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [T { a, b: 3 }, T { a: 4, b }, T { a: 2, b: 8 }, T { a: -1, b: b / 2 }];
            let mut n = 0i64;
            let mut add = |t: &[T; 4]| { for t in t { n = n * 31 + t.a as i64 + t.b as i64; } n %= 1000000007; };
            t.sort_by(by); add(&t);
            t.sort_by_key(key); add(&t);
            t.sort_unstable_by(T::order); add(&t);
            t.sort_by_key(T::key); add(&t);
            t[1..].sort_by(by); add(&t);
            let m = t.iter().max_by_key(|t| t.b).map(key).unwrap_or(0);
            let q = t.iter().filter(|t| even(t)).map(key).sum::<u32>();
            let z = (0..b % 50).map(twice).filter(odd).count();
            let y = t.iter().map(T::key).map(|k| k.0).sum::<u32>();
            let w = t.iter().map(key).filter(odd).map(twice).max().map(twice).unwrap_or_default();
            let p = t.iter().position(|t| even(t)).unwrap_or(9);
            n + (m + q + z as u32 + y + w) as i64 + p as i64
        }
    }
    operators_as_methods_of_numbers {
        use std::ops::{Add, Shl, Mul, Sub, Neg, BitXor, Not};
        fn f<T: Copy + Add<Output = T> + Mul<Output = T> + Sub<Output = T>>(a: T, b: T) -> T { a.add(b).mul(b).sub(a) }
        fn case(a: i32, b: u32) -> i64 { f(a as i64, b as i64) + b.shl(2u32) as i64 + a.neg() as i64 + a.not() as i64 + b.bitxor(5) as i64 + (b as f64).mul(0.5) as i64 }
    }
    functions_of_associated_types {
        trait Rule { type State: Copy + Default + PartialEq; const N: usize; fn next(s: Self::State) -> Self::State; fn code(s: Self::State) -> u32; }
        #[derive(Clone, Copy, Default, PartialEq)] enum W { #[default] Empty, Head, Tail }
        struct A; struct B;
        impl Rule for A { type State = W; const N: usize = 2; fn next(s: W) -> W { match s { W::Empty => W::Head, W::Head => W::Tail, W::Tail => W::Empty } } fn code(s: W) -> u32 { s as u32 } }
        impl Rule for B { type State = u32; const N: usize = 3; fn next(s: u32) -> u32 { s + 3 } fn code(s: u32) -> u32 { s } }
        fn go<R: Rule>(n: u32) -> u32 { let mut out = [R::State::default(); 4]; for _ in 0..n % 5 { out[1] = R::next(out[1]); } let z: R::State = Default::default(); out.iter().fold(0, |s, x| s * 5 + R::code(*x)) + (z == out[0]) as u32 + <R::State>::default().eq(&out[1]) as u32 }
        fn case(a: i32, b: u32) -> i64 { go::<A>(b) as i64 * 1000 + go::<B>(b) as i64 + a as i64 }
    }
    options_in_lists_behind_a_question_mark {
        #[derive(Clone, Copy)] struct E { k: u32, v: u32, n: Option<usize> }
        struct S { e: [Option<E>; 4], used: u32 }
        impl S {
            fn at(&self, k: u32) -> Option<usize> { self.e.iter().position(|e| matches!(e, Some(e) if e.k == k)) }
            fn m(&mut self, k: u32) -> Option<&mut E> { let at = self.at(k)?; self.used += 1; self.e[at].as_mut() }
            fn bump(&mut self, at: usize) -> Option<u32> { let e = self.e.get_mut(at)?.as_mut()?; e.v += 3; Some(e.v) }
            fn see(&self, at: usize) -> Option<u32> { let e = self.e[at].as_ref()?; Some(e.v * 2 + e.k) }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { e: [Some(E { k: b % 7, v: 1, n: None }), None, Some(E { k: 3, v: 5, n: Some(1) }), None], used: 0 };
            if let Some(e) = s.m(3) { e.v += a as u32 % 100; }
            let x = s.bump(2).unwrap_or(99); let y = s.bump(1).unwrap_or(77);
            let z = s.see(b as usize % 4).unwrap_or(55);

            (x + y * 3 + z * 7 + s.used) as i64 + s.see(0).unwrap_or(1) as i64 + s.see(2).unwrap_or(2) as i64 * 3
        }
    }
    conversions_in_parts_of_tuples {
        #[derive(Clone, Copy, PartialEq)] struct P { r: u8, g: u8, b: u8 }
        impl From<[u8; 3]> for P { fn from([r, g, b]: [u8; 3]) -> P { P { r, g, b } } }
        impl From<u32> for P { fn from(x: u32) -> P { P { r: x as u8, g: 1, b: 2 } } }
        fn f(p: P) -> u32 { p.r as u32 + p.g as u32 * 2 + p.b as u32 }
        fn pair(x: u32, l: [u8; 3]) -> (P, u32) { if x > 5 { (l.into(), 2) } else { (x.into(), 1) } }
        fn case(a: i32, b: u32) -> i64 { let l = [a as u8, 3, b as u8]; let (p, n) = pair(b, l); let (q, k): (P, i64) = (l.into(), a.into()); f(l.into()) as i64 + f(b.into()) as i64 + (f(p) * n + f(q)) as i64 + k }
    }
    equality_of_variants_by_an_impl {
        #[derive(Clone, Copy)] struct M(u32);
        impl PartialEq for M { fn eq(&self, o: &M) -> bool { self.0 % 10 == o.0 % 10 } }
        #[derive(Clone, Copy, PartialEq)] enum E { A(M), B { m: M, n: i32 }, C }
        #[derive(Clone, Copy, PartialEq)] struct S { m: M, k: Option<M> }
        fn case(a: i32, b: u32) -> i64 {
            let x = E::A(M(b)); let y = E::A(M(7)); let z = E::B { m: M(b + 10), n: a };
            let t = S { m: M(b), k: Some(M(3)) } == S { m: M(17), k: Some(M(13)) };
            (x == y) as i64 + (z == E::B { m: M(b), n: 7 }) as i64 * 2 + (x != E::C) as i64 * 4 + t as i64 * 8 + a as i64 * 16 + (Some(M(b)) == Some(M(1))) as i64 * 1024 + ([M(b), M(2)] == [M(5), M(12)]) as i64 * 2048 + ((M(b), 1) == (M(10), 1)) as i64 * 4096
        }
    }
    parts_of_lists_behind_a_question_mark {
        fn fill(p: &mut [u32; 8], at: usize, n: usize, v: u32) -> Option<usize> { for slot in p.get_mut(at..at + n)? { *slot = v; } Some(at + n) }
        fn sum(p: &[u32], at: usize, n: usize) -> Option<u32> { let part = p.get(at..at + n)?; Some(part.iter().sum()) }
        fn last(p: &mut [u32; 8], at: usize) -> Option<u32> { let part = p.get_mut(at..)?; part[0] += 2; part.reverse(); part.last().copied() }
        fn case(a: i32, b: u32) -> i64 { let mut p = [1u32; 8]; let x = fill(&mut p, b as usize % 5, 3, a as u32 % 50); let y = fill(&mut p, 6, b as usize % 4, 9); let z = sum(&p, 2, b as usize % 9); let w = last(&mut p, a as usize % 12); x.unwrap_or(50) as i64 + y.unwrap_or(60) as i64 * 3 + z.unwrap_or(70) as i64 * 5 + w.unwrap_or(11) as i64 * 7 + p[7] as i64 * 100 }
    }
    parameters_that_are_patterns {
        #[derive(Clone, Copy)] struct V<const N: usize>([i64; N]);
        struct P { x: i64, y: i64 }
        trait S<const N: usize> { fn d(&self, v: V<N>) -> i64; }
        struct O(i64);
        impl S<2> for O { fn d(&self, V([a, b]): V<2>) -> i64 { self.0 * a - b } }
        fn f(P { x, y }: P, V([c]): V<1>) -> i64 { x * 10 + y + c }
        fn g(&(a, b): &(i64, i64), &[c, d]: &[i64; 2], &P { x, .. }: &P, P { y, .. }: &P) -> i64 { a * b + c - d + x + y }
        fn case(a: i32, b: u32) -> i64 { O(a as i64).d(V([b as i64, 3])) + f(P { x: 1, y: a as i64 }, V([5])) + g(&(a as i64, 2), &[3, b as i64], &P { x: 1, y: 2}, &P { x: 1, y: a as i64 }) }
    }
    lengths_of_byte_strings_behind_names {
        fn f<const R: usize, const C: usize>(a: &[u8; R], b: &[u8; C]) -> usize { R * 100 + C + a[0] as usize + b[1] as usize }
        fn case(a: i32, b: u32) -> i64 { let left = *b"TGTT"; let right = b"GGTTGACTA"; (f(&left, right) + f(b"abc", &left) + f(right, b"xy")) as i64 + a as i64 + b as i64 }
    }
    lengths_of_mapped_arrays {
        fn f<T: PartialOrd + Copy, const N: usize>(a: &[T; N]) -> usize { let mut n = N; for i in 1..N { if a[i] > a[i - 1] { n += 10; } } n }
        fn case(a: i32, b: u32) -> i64 { let walk: [i32; 5] = std::array::from_fn(|i| (i as i32 * 7 + a) % 5); (f(&walk) + f(&walk.map(|x| -x as f64 / 2.0)) + f(&[1, b])) as i64 }
    }
    lengths_of_lists_in_literals {
        #[derive(Clone, Copy)] struct V<const N: usize>([f64; N]);
        struct W<T, const N: usize> { list: [T; N], scale: T }
        fn f<const N: usize>(v: V<N>, k: usize) -> f64 { v.0.iter().sum::<f64>() + (N * k) as f64 }
        fn g<T: Copy + std::ops::Mul<Output = T>, const N: usize>(w: &W<T, N>) -> T { w.list[N - 1] * w.scale }
        fn case(a: i32, b: u32) -> i64 { (f(V([a as f64]), 1) + f(V([1.0, b as f64, 3.0]), 10)) as i64 + g(&W { list: [a, 2, 3, 4, b as i32 % 100], scale: 3 }) as i64 }
    }
    the_smaller_of_two_references {
        fn case(a: i32, b: u32) -> i64 { let h = [a, b as i32, 3, 9]; let l = h[..=1].iter().max().unwrap(); let r = h[1..].iter().max().unwrap(); let m = l.max(r); (l.min(r) - h[0] + *m) as i64 + *std::cmp::min(l, r) as i64 + (l.cmp(r) as i32) as i64 + (&a).min(r).pow(2) as i64 }
    }
    elements_of_a_slice_by_value {
        fn case(a: i32, b: u32) -> i64 { let mut s = 0i64; let d = [a, b as i32, 3, 4, 5]; for c in d.chunks(3) { s = s * 7 + match *c { [x] => x as i64, [x, y] => (x + y * 2) as i64, [x, y, z] => (x - y + z) as i64, _ => unreachable!() }; if let [x, .., y] = *c { s += (x * y) as i64 % 5; } } s + a as i64 }
    }
    methods_that_give_self_in_traits {
        trait Sum: Default { type V; fn update(&mut self, d: &[u8]) -> &mut Self; fn finish(&self) -> Self::V; fn of(d: &[u8]) -> Self::V { let mut s = Self::default(); s.update(d); s.finish() } }
        #[derive(Default)] struct A(u32);
        impl Sum for A { type V = u32; fn update(&mut self, d: &[u8]) -> &mut Self { for &b in d { self.0 = self.0 * 3 % 1000 + b as u32; } self } fn finish(&self) -> u32 { self.0 } }
        #[derive(Default)] struct B { x: u32, y: u32 }
        impl B { fn new() -> Self { B::default() } fn x(&mut self, x: u32) -> &mut Self { self.x = x; self } fn y(&mut self, y: u32) -> &mut B { self.y += y; self } fn build(&self) -> u32 { self.x * 100 + self.y } }
        fn case(a: i32, b: u32) -> i64 { let mut s = A::default(); s.update(&[1, 2, a.unsigned_abs() as u8]).update(b"xy"); s.update(b"z"); let t = A::of(b"abc"); let mut q = B::new(); q.x(3); q.y(b).y(4).x(7); let v = B::new().x(5).y(a.unsigned_abs()).build(); s.finish() as i64 + t as i64 + q.build() as i64 * 3 + v as i64 }
    }
    lengths_of_constants_with_variants {
        #[derive(Clone, Copy)] struct Edge { n: usize, c: u32 }
        const fn e(n: usize, c: u32) -> Edge { Edge { n, c } }
        const GRAPH: [[Option<Edge>; 2]; 3] = [[Some(e(2, 10)), Some(e(1, 1))], [Some(e(0, 2)), None], [None, None]];
        fn case(a: i32, b: u32) -> i64 { let mut d = [u32::MAX; GRAPH.len()]; let mut s = GRAPH.len() as i64; for i in 0..GRAPH.len() { for e in GRAPH[i].iter().flatten() { d[e.n] = e.c + b; } } for x in d { s = s * 3 + x as i64; } s + a as i64 }
    }
    methods_with_the_name_of_a_variable {
        #[derive(Clone, Copy, Default)] struct P { x: i64, y: i64 }
        struct Poly<const N: usize> { points: [P; N], len: usize }
        impl<const N: usize> Poly<N> { fn points(&self) -> &[P] { &self.points[..self.len] } fn push(&mut self, p: P) { self.points[self.len] = p; self.len += 1; }
         fn edges(&self) -> impl Iterator<Item = (P, P)> + '_ { let n = self.len; (0..n).map(move |i| (self.points[i], self.points[(i + 1) % n])) }
         fn area(&self) -> i64 { self.edges().map(|(a, b)| a.x * b.y - a.y * b.x).sum::<i64>().abs() } }
        fn hull<const N: usize>(mut points: [P; N]) -> Poly<N> { points.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).unwrap()); let mut h = Poly { points: [P::default(); N], len: 0 }; for &p in points.iter() { if p.x > 0 { h.push(p); } } h }
        fn case(a: i32, b: u32) -> i64 { let ps: [P; 4] = std::array::from_fn(|i| P { x: i as i64 * a as i64, y: (i * i) as i64 + b as i64 }); let h = hull(ps); h.points().iter().map(|p| p.x + p.y).sum::<i64>() + h.area() }
    }
    splits_with_any_arms {
        fn f(t: &[u8]) -> (u32, usize) { let (k, r) = match t.split_first() { Some((b'*', r)) => (1, r), Some((b'+', r)) => (2, r), Some((c, r)) if *c > 100 => (3, r), _ => (0, t) }; (k, r.len()) }
        fn g(t: &[u8]) -> u32 { match t.split_last() { Some((&x, [])) => x as u32, Some((3, [a, ..])) => *a as u32 * 2, None => 7, Some(_) => 9 } }
        fn h(t: &[u8]) -> u32 { (match t.first() { Some(b'a'..=b'f') => 1, Some(b'x' | b'y') => 2, Some(&c) if c > 100 => 3, Some(c) => *c as u32, None => 0 }) + match t.get(1) { Some(1) => 10, Some(_) => 20, None => 30 } }
        fn case(a: i32, b: u32) -> i64 { let x = [b"*+ac"[a.unsigned_abs() as usize % 4], 3, b as u8, a as u8]; let n = (b % 4) as usize; let (k, l) = f(&x[n..]); k as i64 * 100 + l as i64 + g(&x[..n]) as i64 * 1000 + h(&x[n..]) as i64 * 7 }
    }
    slices_in_the_patterns_of_values {
        fn f(p: (&[u8], &[u8])) -> u32 { match p { ([], []) => 1, ([a], [b, ..]) => *a as u32 * 3 + *b as u32, ([a, .., z], []) => *a as u32 + *z as u32 * 2, ([_, rest @ ..], [_]) => rest.len() as u32 + 100, ([], [b'x', ..]) => 5, (_, &[x, y]) => x as u32 * 10 + y as u32, _ => 7 } }
        fn merge(mut a: &[u8], mut b: &[u8]) -> u32 { let mut s = 0u32; loop { match (a, b) { ([x, xs @ ..], [y, ..]) if x <= y => { s = s * 3 % 1009 + *x as u32; a = xs; } ([_, ..] | [], [y, ys @ ..]) => { s = s * 3 % 1009 + *y as u32; b = ys; } ([x, xs @ ..], []) => { s = s * 3 % 1009 + *x as u32; a = xs; } ([], []) => return s } } }
        fn case(a: i32, b: u32) -> i64 { let x = [a.unsigned_abs() as u8, 3, b as u8, 120]; let n = (b % 4) as usize; let m = a.unsigned_abs() as usize % 5; (f((&x[n..], &x[m..])) * 10000 + merge(&x[..n], &x[m..]) ) as i64 * 1000 + f((&x[..n], &x[..m.min(2)])) as i64 }
    }
    own_iterators_that_a_method_iter_gives {
        struct Ring<T, const N: usize> { data: [T; N], head: usize }
        struct Iter<'a, T, const N: usize> { ring: &'a Ring<T, N>, at: usize }
        impl<T: Copy, const N: usize> Ring<T, N> { fn iter(&self) -> Iter<'_, T, N> { Iter { ring: self, at: 0 } } }
        impl<'a, T: Copy, const N: usize> Iterator for Iter<'a, T, N> { type Item = T; fn next(&mut self) -> Option<T> { if self.at < N { let i = self.ring.data[(self.ring.head + self.at) % N]; self.at += 1; Some(i) } else { None } } }
        fn case(a: i32, b: u32) -> i64 { let r = Ring { data: [a, 2, b as i32], head: 1 }; let s: i32 = r.iter().sum(); let m = r.iter().max(); let o = r.iter().filter(|x| x % 2 != 0).count(); let mut t = 0i64; for x in r.iter() { t = t * 7 + x as i64; } t + s as i64 + m.unwrap() as i64 + o as i64 }
    }
    slices_that_a_match_gives_to_a_name {
        fn case(a: i32, b: u32) -> i64 { let d = [0, 5, 1, 2, 3, 0, a, b as i32]; let mut rest = &d[..]; let mut s = 0i64; loop { rest = match rest { [0, x, t @ ..] => { s = s * 10 + *x as i64; t } [1, x, y, t @ ..] => { s += (x * y) as i64; t } _ => break, }; } let mut q = &d[..]; while !q.is_empty() { q = if q[0] > 2 { &q[1..] } else if q.len() > 2 { &q[2..] } else { s += 1; &[] }; } s }
    }
    lists_of_slices {
        #[derive(Clone, Copy)] enum E { A, B, C } use E::*;
        const CASES: [&[(E, E)]; 4] = [&[], &[(A, B)], &[(B, C), (A, C)], &[(C, A)]];
        const WORDS: &[&[u8]] = &[b"ab", b"", b"xyz"];
        const NET: [(usize, usize); 2] = [(1, 2), (0, 3)];
        fn case(a: i32, b: u32) -> i64 { let l = CASES[(b % 4) as usize]; let mut s = l.len() as i64; for (k, &(x, y)) in l.iter().enumerate() { s = s * 10 + x as i64 * 3 + y as i64 + k as i64; } let w = WORDS[a.unsigned_abs() as usize % 3]; s = s * 100 + w.len() as i64 + w.iter().map(|&c| c as i64).sum::<i64>(); for w in WORDS { s += w.len() as i64; } for &(x, y) in &NET { s += (x * y) as i64; } s }
    }
    lists_of_slices_and_of_pairs_with_slices {
        const CASES: [&[(u8, i32)]; 4] = [&[], &[(1, 2)], &[(3, 4), (5, -6)], &[(7, 8)]];
        const LISTS: &[(u32, &[u32])] = &[(1, &[1, 2, 3]), (2, &[]), (4, &[9])];
        fn case(a: i32, b: u32) -> i64 { let l = CASES[(b % 4) as usize]; let mut s = l.len() as i64; for (k, &(x, y)) in l.iter().enumerate() { s = s * 10 + x as i64 * 3 + y as i64 + k as i64; } for (k, list) in LISTS { s += *k as i64 * list.iter().sum::<u32>() as i64; } s + a as i64 }
    }
    slices_of_lists_of_slices {
        #[derive(Clone, Copy)] enum E { A, B, C } use E::*;
        const CASES: &[&[(E, E)]] = &[&[], &[(A, B)], &[(B, C), (A, C)], &[(C, A)]];
        fn case(a: i32, b: u32) -> i64 { let mut s = 0i64; for (k, l) in CASES.iter().enumerate() { for (x, y) in l.iter() { s = s * 10 + *x as i64 * 3 + *y as i64 + k as i64; } } s + a as i64 + b as i64 }
    }
    iterators_of_std_as_parameters {
        fn number(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u8> { match bytes.next() { Some(d) if d.is_ascii_digit() => Some(d - b'0'), _ => None } }
        fn skip(it: &mut impl Iterator<Item = u8>) -> u32 { let mut n = 0; while let Some(c) = it.next() { n += 1; if c == b' ' { break; } } n }
        fn total<'a>(it: &mut std::iter::Peekable<std::slice::Iter<'a, u8>>) -> u32 { let mut n = 0; while let Some(d) = it.peek() { if !d.is_ascii_digit() { break; } n = n * 10 + (**d - b'0') as u32; it.next(); } n }
        fn case(a: i32, b: u32) -> i64 { let mut t = *b"1 2x45 67"; t[b as usize % 9] = b'0' + (a.unsigned_abs() % 10) as u8; let mut it = t.iter(); let mut s = 0i64; while let Some(&c) = it.next() { if c == b'x' { s += number(&mut it).map_or(100, |d| d as i64); } else { s += c as i64; } } let mut c = t.iter().copied(); s = s * 100 + skip(&mut c) as i64 * 10 + skip(&mut c) as i64; let mut p = t.iter().peekable(); let x = total(&mut p); p.next(); s * 100 + x as i64 + total(&mut p) as i64 }
    }
    references_to_arrays_in_closures {
        type P = [f32; 3];
        fn d(a: &P, b: &P) -> f32 { a.iter().zip(b.iter()).map(|(x, y)| (x - y) * (x - y)).sum() }
        fn case(a: i32, b: u32) -> i64 { let c: [P; 3] = [[1.0, 2.0, a as f32], [0.5, b as f32, 0.0], [a as f32, 0.0, 0.0]]; let p = [1.0, 1.0, 1.0]; let k = c.iter().enumerate().min_by(|(_, x), (_, y)| d(&p, x).total_cmp(&d(&p, y))).map(|(k, _)| k as i64).unwrap_or(7); let m = c.iter().min_by(|x, y| d(x, &p).total_cmp(&d(y, &p))).unwrap(); k + (m[0] * 100.0) as i64 }
    }
    items_that_are_taken_if_they_fit {
        fn number(it: &mut std::iter::Peekable<std::slice::Iter<'_, u8>>) -> Option<u32> { let first = it.next_if(|c| c.is_ascii_digit())?; let mut n = (first - b'0') as u32; while let Some(d) = it.next_if(|c| c.is_ascii_digit()) { n = n * 10 + (d - b'0') as u32; } Some(n) }
        fn case(a: i32, b: u32) -> i64 { let mut t = *b"12+345-x7"; t[b as usize % 9] = b"4+-x"[a.unsigned_abs() as usize % 4]; let mut it = t.iter().peekable(); let mut s = number(&mut it).map_or(-1, i64::from); while let Some(op) = it.next_if(|&&c| c == b'+' || c == b'-') { let n = number(&mut it).unwrap_or(1000) as i64; s = s * 3 + if *op == b'+' { n } else { -n }; } let mut c = t.iter().copied().peekable(); while c.next_if_eq(&b'1').is_some() { s += 5; } s * 100 + c.next().map_or(0, |c| c as i64) + it.len() as i64 }
    }
    constants_that_the_wanted_result_says {
        #[derive(Clone, Copy)] struct Q<const F: u32> { bits: i64 }
        impl<const F: u32> Q<F> { fn convert<const G: u32>(self) -> Q<G> { let s = G as i32 - F as i32; Q { bits: if s >= 0 { self.bits << s } else { self.bits >> -s } } } fn fill<const N: usize>(&self) -> [i64; N] { [self.bits; N] } }
        fn low(q: Q<4>) -> i64 { q.bits }
        const LIST: &[&[u8]] = &[b"ab", b"c", b""];
        const NAMES: [&str; 2] = ["one", "three"];
        struct T { marks: [u32; LIST.len() + 1], names: [u8; NAMES.len()] }
        fn case(a: i32, b: u32) -> i64 { let q = Q::<8> { bits: (a as i64) << 8 | b as i64 % 256 }; let w: Q<16> = q.convert(); let f: [i64; 3] = q.fill(); let t = T { marks: [b; LIST.len() + 1], names: [7; NAMES.len()] }; w.bits + low(q.convert()) * 3 + f.iter().sum::<i64>() + t.marks.len() as i64 * 100 + t.names.len() as i64 + LIST.len() as i64 }
    }
    texts_that_go_from_one_function_to_another {
        #[derive(Clone, Copy, PartialEq)] struct Even(u32);
        impl TryFrom<u32> for Even { type Error = &'static str; fn try_from(n: u32) -> Result<Self, Self::Error> { if n % 2 == 0 { Ok(Even(n)) } else { Err("odd") } } }
        fn small(n: u32) -> Result<Even, &'static str> { let e = Even::try_from(n)?; if e.0 > 10 { return Err("too large"); } Ok(e) }
        fn name(n: u32) -> &'static str { match n { 0 => "none", 1 => "a single one", _ => "many" } }
        fn both(a: u32, b: u32) -> Result<u32, &'static str> { let x = small(a).map_err(|_| "first")?; Ok(x.0 + small(b)?.0) }
        fn case(a: i32, b: u32) -> i64 { let v = match both(a.unsigned_abs(), b) { Ok(n) => n as i64, Err("odd") => -1, Err(e) => -(e.len() as i64) * 10 }; v * 100 + name(b % 4).len() as i64 + small(b).map_or_else(|e| e.len() as i64, |e| e.0 as i64) }
    }
    places_behind_a_question_mark {
        struct L { o: [Option<i32>; 4] }
        impl L { fn best(&mut self) -> Option<&mut Option<i32>> { let mut f: Option<usize> = None; for (i, s) in self.o.iter().enumerate() { if let Some(v) = s { if *v > 2 && f.is_none() { f = Some(i); } } } self.o.get_mut(f?) } }
        fn case(a: i32, b: u32) -> i64 { let mut l = L { o: [None, Some(a), Some(b as i32), Some(3)] }; let mut n = 0i64; while let Some(s) = l.best() { n = n * 10 + s.unwrap_or(0) as i64; *s = None; } n }
    }
    places_behind_a_position {
        struct L { o: [Option<i32>; 4] }
        impl L { fn best(&mut self, f: impl Fn(i32) -> bool) -> Option<&mut Option<i32>> { let i = self.o.iter().position(|s| s.is_some_and(|v| f(v)))?; self.o.get_mut(i) } }
        fn case(a: i32, b: u32) -> i64 { let mut l = L { o: [None, Some(a), Some(b as i32), Some(3)] }; let mut n = 0i64; while let Some(s) = l.best(|v| v > 2) { n = n * 10 + s.unwrap_or(0) as i64; *s = None; } n }
    }
    places_on_several_ways {
        struct L { o: [i32; 4], n: usize }
        impl L { fn last(&mut self) -> Option<&mut i32> { if self.n == 0 { return None; } let at = self.n - 1; Some(&mut self.o[at]) } fn slot(&mut self, k: i32) -> Option<&mut i32> { for i in 0..self.n { if self.o[i] == k { return Some(&mut self.o[i]); } } None } }
        fn case(a: i32, b: u32) -> i64 { let mut l = L { o: [1, a, b as i32, 5], n: b as usize % 5 }; if let Some(x) = l.last() { *x += 1; } if let Some(x) = l.slot(5) { *x = 100; } l.o.iter().map(|&x| x as i64).fold(0, |s, x| s * 3 + x) }
    }
    fields_of_places_on_several_ways {
        struct E { key: u32, value: i64 }
        struct L { o: [E; 4], n: usize, hits: u32 }
        impl L { fn slot(&mut self, k: u32) -> Option<&mut i64> { self.hits += 1; if self.n == 0 { return None; } let p = self.o[..self.n].iter().position(|e| e.key == k)?; for i in p..self.n { if self.o[i].value > 3 { return Some(&mut self.o[i].value); } } Some(&mut self.o[p].value) }
         fn first(&mut self, k: u32) -> &mut i64 { for i in 0..4 { if self.o[i].key == k { return &mut self.o[i].value; } } &mut self.o[0].value } }
        fn case(a: i32, b: u32) -> i64 { let mut l = L { o: [E { key: 1, value: 2 }, E { key: 2, value: a as i64 }, E { key: 5, value: 1 }, E { key: 7, value: 9 }], n: 4, hits: 0 }; for k in [1, 5, b % 8, 2] { if let Some(v) = l.slot(k) { *v += 10; } } *l.first(7) += 5; *l.first(b % 6) -= 1; let Some(x) = l.slot(7) else { return -1 }; *x *= 2; l.o.iter().fold(l.hits as i64, |s, e| s * 5 + e.value) }
    }
    arrays_in_options_as_slices {
        fn positions(key: &[u8], n: u32) -> u32 { key.iter().map(|&b| b as u32).sum::<u32>() % n }
        fn f(keys: &[[u8; 6]], i: usize) -> u32 { let mut s = 0; if let Some(key) = keys.get(i) { s = positions(key, 50) + key.len() as u32; } if let Some(k) = keys.first() { s += positions(k, 9); } s }
        fn case(a: i32, b: u32) -> i64 { let k = [[1, 2, 3, 4, 5, b as u8], [9, 9, 9, 9, 9, a.unsigned_abs() as u8]]; f(&k, b as usize % 3) as i64 }
    }
    both_halves_of_a_slice_in_one_call {
        fn g(a: &mut [i64], b: &mut [i64]) { for i in 0..a.len() { let k = a[i]; a[i] = b[i] * 2; b[i] = k; } }
        fn h(a: &[i64], b: &mut [i64], c: &mut i64) { b[0] += a.iter().sum::<i64>(); *c -= a[0]; }
        fn split(t: &mut [i64], k: usize) { let (l, r) = t.split_at_mut(k); let (m, n) = r.split_at_mut(1); h(l, m, &mut n[0]); g(&mut l[..1], n); }
        fn case(a: i32, b: u32) -> i64 { let mut t = [a as i64 % 100, 2, 3, b as i64 % 50]; let (l, r) = t.split_at_mut(2); g(l, r); split(&mut t, 1 + b as usize % 2); t.iter().fold(0, |s, v| s * 1000 + v) }
    }
    variables_named_as_constants_elsewhere {
        mod m { pub const N: i64 = 3; }
        fn case(a: i32, b: u32) -> i64 { let N = 4; N * 10 + m::N + a as i64 + b as i64 }
    }
    constants_from_what_is_wanted {
        #[derive(Clone, Copy)] struct Big<const N: usize> { limbs: [u32; N] }
        fn make<const N: usize>(n: u32) -> Big<N> { Big { limbs: [n; N] } }
        fn case(a: i32, b: u32) -> i64 { let f: Big<8> = make(b % 100); f.limbs.iter().sum::<u32>() as i64 + a as i64 }
    }
    lengths_that_follow_in_a_match {
        struct P<const N: usize> { code: [u8; N], len: usize }
        impl<const N: usize> P<N> { fn compile(s: &[u8]) -> Result<Self, u32> { let mut p = P { code: [0; N], len: 0 }; for b in s { if p.len == N { return Err(9); } p.code[p.len] = *b; p.len += 1; } Ok(p) } }
        fn case(a: i32, b: u32) -> i64 { let p: P<32> = match P::compile(b"hello") { Ok(p) => p, Err(e) => return e as i64 }; p.code.len() as i64 + p.len as i64 * 100 + a as i64 + b as i64 }
    }
    the_length_of_an_array_from_a_function_that_takes_it {
        fn total(v: &[u32; 8]) -> u32 { v.iter().sum() }
        fn case(a: i32, b: u32) -> i64 { let v = std::array::from_fn(|i| i as u32 + b % 7); total(&v) as i64 + a as i64 }
    }
    constants_from_lists {
        #[derive(Clone, Copy)] struct M<const R: usize, const C: usize> { data: [[f64; C]; R] }
        impl<const R: usize, const C: usize> M<R, C> { fn new(data: [[f64; C]; R]) -> Self { Self { data } } fn map(self, f: impl Fn(f64) -> f64) -> Self { Self { data: self.data.map(|row| row.map(&f)) } } }
        impl M<2, 2> { fn inverse(self) -> Option<Self> { let [[a, b], [c, d]] = self.data; let det = a * d - b * c; if det.abs() < 1e-12 { return None; } Some(M::new([[d, -b], [-c, a]]).map(|x| x / det)) } }
        fn case(a: i32, b: u32) -> i64 { let m = M::new([[a as f64, 2.0], [3.0, b as f64]]); m.inverse().map_or(-1, |m| (m.data[0][1] * 1000.0) as i64) }
    }
    constants_of_functions_over_iterators {
        fn histogram<const BINS: usize>(data: impl IntoIterator<Item = u32>) -> [u32; BINS] { let mut bins = [0; BINS]; for x in data { bins[x as usize % BINS] += 1; } bins }
        fn case(a: i32, b: u32) -> i64 { let bins: [u32; 5] = histogram([1, 2, 3, b].iter().copied().filter(|x| *x > 1)); bins.iter().fold(a as i64, |h, &n| h * 10 + n as i64) }
    }
    constants_of_the_owner_of_a_function_that_takes_functions {
        struct Map<const W: usize, const H: usize> { cells: [[u8; W]; H] }
        impl<const W: usize, const H: usize> Map<W, H> { fn generate(f: impl Fn(usize, usize) -> u32) -> Self { let mut cells = [[0; W]; H]; for (y, row) in cells.iter_mut().enumerate() { for (x, c) in row.iter_mut().enumerate() { *c = f(x, y) as u8; } } Map { cells } } }
        fn case(a: i32, b: u32) -> i64 { let m = Map::<3, 2>::generate(|x, y| x as u32 * 7 + y as u32 * (b % 5)); m.cells[1][2] as i64 + a as i64 }
    }
    constants_from_tables {
        fn convolve<const N: usize>(k: &[[i32; N]; N], x: i32) -> i32 { let mut s = 0; for row in k { for &v in row { s = s * 3 + v * x; } } s }
        const K: [[i32; 3]; 3] = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]];
        fn case(a: i32, b: u32) -> i64 { convolve(&K, a % 100) as i64 + b as i64 }
    }
    constant_arrays_in_loops_are_values {
        const W: [u64; 4] = [2, 3, 5, 7];
        fn small(n: u64) -> bool { for p in W { if n % p == 0 { return n == p; } } false }
        fn case(a: i32, b: u32) -> i64 { small(b as u64) as i64 + a as i64 }
    }
    alternatives_in_a_let {
        enum S { A { f: u8 }, B { f: u8, t: u8 }, C(u8) }
        fn floor(s: &S) -> u8 { let (S::A { f } | S::B { f, .. } | S::C(f)) = *s; f }
        fn case(a: i32, b: u32) -> i64 { let s = match b % 3 { 0 => S::A { f: 7 }, 1 => S::B { f: 8, t: 2 }, _ => S::C(a as u8) }; floor(&s) as i64 }
    }
    methods_of_options_as_functions {
        fn case(a: i32, b: u32) -> i64 { let v = [Some(a), None, Some(3)]; let w = [b as i8, 2].map(Some); v.iter().position(Option::is_none).unwrap() as i64 + v.iter().filter(|x| x.is_some()).count() as i64 + w[0].map_or(0, i64::from) }
    }
    tuple_structs_and_variants_as_functions {
        #[derive(Clone, Copy, PartialEq)] struct Gf(u8);
        #[derive(Clone, Copy)] enum U { Row(usize), Col { c: usize }, Blk(usize) }
        fn units() -> impl Iterator<Item = U> { (0..3).map(U::Row).chain((0..2).map(U::Blk)) }
        fn case(a: i32, b: u32) -> i64 { let p = [a as u8, b as u8, 4].map(Gf); let mut t = 0; for u in units() { t = t * 5 + match u { U::Row(r) => r, U::Blk(k) => k + 7, U::Col { c } => c }; } p.iter().map(|g| g.0 as i64).sum::<i64>() + t as i64 }
    }
    names_of_types_with_constants {
        type St<const N: usize> = [f64; N];
        fn axpy<const N: usize>(y: &St<N>, h: f64, k: &St<N>) -> St<N> { std::array::from_fn(|i| y[i] + h * k[i]) }
        fn case(a: i32, b: u32) -> i64 { let r = axpy(&[a as f64, 1.0, 2.0], 0.5, &[b as f64, 2.0, 4.0]); (r[0] * 2.0) as i64 + r[2] as i64 }
    }
    arrays_from_nothing {
        fn case(a: i32, b: u32) -> i64 { let mut s = b as u64 + 99; let pts = [(); 5].map(|()| { s ^= s << 13; s ^= s >> 7; (s % 41) as i32 - 20 }); pts.iter().fold(a as i64, |h, &p| h * 3 + p as i64) }
    }
    the_first_place_that_fits {
        fn case(a: i32, b: u32) -> i64 { let mut e = [Some(3), None, None]; for k in 0..(b % 5) { let Some(slot) = e.iter_mut().find(|slot| slot.is_none()) else { return -1 }; *slot = Some(k as i32 * 2 + a); } e.iter().flatten().map(|&x| x as i64).sum() }
    }
    numbers_in_parts_that_follow {
        fn bb(points: impl Iterator<Item = (i32, i32)>) -> Option<((i32, i32), (i32, i32))> { points.fold(None, |bounds, (x, y)| match bounds { None => Some(((x, y), (x, y))), Some(((x0, y0), (x1, y1))) => Some(((x0.min(x), y0.min(y)), (x1.max(x), y1.max(y)))) }) }
        fn case(a: i32, b: u32) -> i64 { let Some(((x0, y0), (x1, y1))) = bb([(a % 9, 3), (2, (b % 11) as i32)].iter().copied()) else { return 0 }; (x0 * 1000 + y0 * 100 + x1 * 10 + y1) as i64 }
    }
    sums_of_values_and_of_references {
        #[derive(Clone, Copy, PartialEq)] struct R { n: i64 }
        impl std::ops::Add for R { type Output = R; fn add(self, o: R) -> R { R { n: self.n + o.n } } }
        impl std::iter::Sum for R { fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(R { n: 0 }, |a, b| a + b) } }
        impl<'a> std::iter::Sum<&'a R> for R { fn sum<I: Iterator<Item = &'a R>>(iter: I) -> Self { iter.copied().sum() } }
        fn case(a: i32, b: u32) -> i64 { let v = [R { n: a as i64 }, R { n: b as i64 }]; let t: R = v.iter().sum(); let u: R = v.into_iter().sum(); t.n * 2 + u.n }
    }
    chains_that_functions_of_types_give {
        struct Map { slots: [Option<u32>; 8] }
        impl Map { fn probe(key: u32) -> impl Iterator<Item = usize> { (0..8).map(move |i| (key as usize + i * (i + 1) / 2) & 7) }
        fn insert(&mut self, key: u32) -> usize { let free = Self::probe(key).find(|&at| !matches!(self.slots[at], Some(_))).expect("full"); self.slots[free] = Some(key); free } }
        fn case(a: i32, b: u32) -> i64 { let mut m = Map { slots: [None; 8] }; let mut h = a as i64; for k in 0..5 { h = h * 9 + m.insert(b % 4 + k / 2) as i64; } h }
    }
    associated_constants_of_open_types {
        #[derive(Clone, Copy)] struct M<const R: usize, const C: usize> { data: [[f64; C]; R] }
        impl<const R: usize, const C: usize> M<R, C> { const ZERO: Self = M { data: [[0.0; C]; R] }; fn tr(&self) -> M<C, R> { let mut r = M::ZERO; for i in 0..R { for j in 0..C { r.data[j][i] = self.data[i][j]; } } r } }
        fn case(a: i32, b: u32) -> i64 { let m = M::new([[a as f64, 2.0, 4.0], [3.0, b as f64, 7.0]]).tr(); m.data[2][1] as i64 + m.data[0][0] as i64 }
        impl<const R: usize, const C: usize> M<R, C> { fn new(data: [[f64; C]; R]) -> Self { Self { data } } }
    }
    from_of_a_type_with_parameters {
        #[derive(Clone, Copy)] struct B<const N: usize> { l: [u32; N] }
        impl<const N: usize> From<u64> for B<N> { fn from(v: u64) -> Self { let mut l = [0; N]; l[0] = v as u32; Self { l } } }
        impl<const N: usize> std::ops::Add for B<N> { type Output = Self; fn add(mut self, o: Self) -> Self { for i in 0..N { self.l[i] += o.l[i]; } self } }
        fn fib<const N: usize>(n: u32) -> B<N> { let (mut a, mut b) = (B::from(0), B::from(1)); for _ in 0..n { (a, b) = (b, a + b); } a }
        fn case(a: i32, b: u32) -> i64 { let f: B<8> = fib(b % 20); f.l[0] as i64 + a as i64 }
    }
    default_variants {
        #[derive(Clone, Copy, PartialEq, Default)] enum D { Up, #[default] Idle }
        fn case(a: i32, b: u32) -> i64 { let d = if a > 0 { D::Up } else { D::default() }; d as i64 + b as i64 }
    }
    chains_that_functions_of_types_with_constants_give {
        struct Mp<const W: usize, const H: usize> { c: [[u8; W]; H] }
        impl<const W: usize, const H: usize> Mp<W, H> { fn nb(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> { [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(dx, dy): (i32, i32)| { let nx = x.checked_add_signed(dx as isize)?; let ny = y.checked_add_signed(dy as isize)?; (nx < W && ny < H).then_some((nx, ny)) }) } }
        fn case(a: i32, b: u32) -> i64 { Mp::<3, 2>::nb((b % 3) as usize, 1).filter(|&(x, y)| x + y > 0).count() as i64 + a as i64 }
    }
    slices_of_what_self_has {
        const NUMERALS: [(u32, &str); 3] = [(1000, "M"), (900, "CM"), (1, "I")];
        struct Text { bytes: [u8; 8], len: usize }
        impl Text { fn as_bytes(&self) -> &[u8] { &self.bytes[..self.len] } }
        fn case(a: i32, b: u32) -> i64 { let t = Text { bytes: [1; 8], len: 3 }; let longest = NUMERALS.iter().filter(|(v, s)| *v < b && s.len() == 2).map(|&(v, _)| v).max().unwrap_or_default(); longest as i64 + t.as_bytes().len() as i64 }
    }
    characters_of_a_text {
        fn parse(text: &str) -> Option<u32> { let mut n = 0u32; for (i, c) in text.chars().enumerate() { if let Some(d) = c.to_digit(10) { n = n * 10 + d; } else { return Some(n + i as u32 * 1000 + c as u32); } } if n == 0 { None } else { Some(n) } }
        fn case(a: i32, b: u32) -> i64 { let t = ["123", "45x", "0", "hü€"][(b % 4) as usize]; parse(t).map_or(-1, |n| n as i64) + a as i64 + t.chars().filter(|c| c.is_ascii_digit()).count() as i64 + t.chars().map(|c| c as i64).sum::<i64>() }
    }
    into_in_the_parts_of_a_tuple {
        fn at(x: usize, y: u64) -> u64 { x as u64 * 10 + y }
        fn case(a: i32, b: u32) -> i64 { let mut st = [(0usize, 0u32); 2]; for (bit, child) in [b as u8, 3u8].into_iter().enumerate() { st[bit] = (child.into(), bit as u32); } st[0].0 as i64 + st[1].1 as i64 + at(1, (b as u8).into()) as i64 + a as i64 }
    }
    arrays_of_open_types_that_are_vectors {
        fn sort<T: PartialOrd + Copy, const N: usize>(a: [T; N]) -> [T; N] { let mut a = a; for i in 0..N { for j in i + 1..N { if a[j] < a[i] { let t = a[i]; a[i] = a[j]; a[j] = t; } } } a }
        fn case(a: i32, b: u32) -> i64 { let r = sort([b % 7, 3, a.unsigned_abs(), 2]); let q = sort([b as f32, 2.5]); let z = sort([b, 9]); let w = sort([a, 4]); r.iter().fold(0, |h, &x| h * 101 + x as i64) + (q[0] * 4.0) as i64 + z[1] as i64 + w[0] as i64 }
    }
    types_over_arrays_that_are_vectors {
        #[derive(Clone, Copy)] struct S<T, const N: usize> { d: [T; N] }
        impl<T: Copy + PartialOrd, const N: usize> S<T, N> { fn new(d: [T; N]) -> Self { S { d } } fn max(&self) -> T { let mut m = self.d[0]; for &x in &self.d { if x > m { m = x; } } m } fn set(&mut self, i: usize, x: T) { self.d[i] = x; } fn swap(mut self) -> [T; N] { self.d.reverse(); self.d } }
        fn case(a: i32, b: u32) -> i64 { let mut s = S::new([b, 3, 5, 9]); s.set(1, 20); let f = S { d: [b as f32, 1.5] }; let g = S::<u32, 2> { d: [b, 2] }; s.max() as i64 * 100 + (f.max() * 2.0) as i64 + g.swap()[0] as i64 + a as i64 }
    }
    references_to_arrays_that_are_vectors {
        fn largest<T: Copy + PartialOrd, const N: usize>(a: &[T; N]) -> T { let mut m = a[0]; for x in a.iter() { if *x > m { m = *x; } } m }
        fn flip<T: Copy, const N: usize>(a: &mut [T; N]) { for i in 0..N / 2 { let t = a[i]; a[i] = a[N - 1 - i]; a[N - 1 - i] = t; } }
        fn case(a: i32, b: u32) -> i64 { let mut v = [b, 4, 7, 1]; flip(&mut v); let f = [a as f32, 0.5]; let mut g = [b, 6]; flip(&mut g); largest(&v) as i64 * 10 + v[0] as i64 * 3 + (largest(&f) * 2.0) as i64 + g[0] as i64 }
    }
    open_arrays_inside_of_others {
        fn pair<T: Copy>(x: T, y: T) -> [T; 2] { [x, y] }
        fn four<T: Copy + Default>() -> [T; 4] { [T::default(); 4] }
        fn zip<A: Copy, B: Copy, const N: usize>(a: [A; N], b: [B; N]) -> [(A, B); N] { std::array::from_fn(|i| (a[i], b[i])) }
        fn opt<T: Copy, const N: usize>(a: Option<[T; N]>) -> Option<T> { a.map(|v| v[N - 1]) }
        fn rows<T: Copy, const R: usize, const C: usize>(m: [[T; C]; R]) -> T { m[R - 1][C - 1] }
        fn case(a: i32, b: u32) -> i64 { let p = pair(b, 3); let q: [u32; 4] = four(); let z = zip([b, 2], [a as f32, 2.0]); let m = rows([[b, 2], [3, b]]); p[0] as i64 + q[3] as i64 + z[0].0 as i64 * 3 + z[1].1 as i64 + opt(Some([b, 8, 2, b])).unwrap_or(1) as i64 + m as i64 + a as i64 }
    }
    operators_of_types_over_arrays_that_are_vectors {
        fn dot<T, const N: usize>(a: [T; N], b: [T; N]) -> T where T: Copy + std::ops::Mul<Output = T> + std::ops::Add<Output = T> + Default { let mut s = T::default(); for i in 0..N { s = s + a[i] * b[i]; } s }
        fn add<T: Copy + std::ops::Add<Output = T>, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] { let mut r = a; for (x, y) in r.iter_mut().zip(b) { *x = *x + y; } r }
        #[derive(Clone, Copy, PartialEq)] struct V<T, const N: usize>([T; N]);
        impl<T: Copy + std::ops::Add<Output = T>, const N: usize> std::ops::Add for V<T, N> { type Output = Self; fn add(self, o: Self) -> Self { V(add(self.0, o.0)) } }
        impl<T: Copy + Default, const N: usize> Default for V<T, N> { fn default() -> Self { V([T::default(); N]) } }
        fn case(a: i32, b: u32) -> i64 { let d = dot([b % 50, 2, 3, 4], [1, 2, 3, 4]); let e = dot([b as f32, 2.0], [0.5, 1.0]); let v = V([b, 1]) + V([2, 3]); let w: V<f32, 4> = V::default(); let same = v == V([5, 4]); d as i64 + (e * 2.0) as i64 + v.0[0] as i64 + (w + V([a as f32, 0.0, 0.0, 1.0])).0[0] as i64 + same as i64 }
    }
    functions_over_arrays_that_are_vectors {
        fn apply<T: Copy, U, const N: usize>(a: [T; N], f: impl Fn(T) -> U) -> [U; N] { a.map(f) }
        fn first<T: Copy, const N: usize>(a: &[T; N], p: impl Fn(&T) -> bool) -> Option<T> { for x in a { if p(x) { return Some(*x); } } None }
        fn case(a: i32, b: u32) -> i64 { let r = apply([b, 2, 3, 4], |x| x as f32 * 0.5); let q = apply([a, 2], |x| x as u32); (r[0] * 2.0) as i64 + q[0] as i64 + first(&[b, 1, 7, 9], |&x| x > 6).unwrap_or(0) as i64 }
    }
    rings_of_any_length {
        #[derive(Clone, Copy, Debug, PartialEq)] struct Ring<T, const N: usize> { d: [T; N], head: usize, len: usize }
        impl<T: Copy + Default, const N: usize> Ring<T, N> { const CAP: usize = N; fn new() -> Self { Ring { d: [T::default(); N], head: 0, len: 0 } } fn push(&mut self, x: T) -> Option<T> { let at = (self.head + self.len) % N; if self.len == N { let old = self.d[self.head]; self.d[self.head] = x; self.head = (self.head + 1) % N; Some(old) } else { self.d[at] = x; self.len += 1; None } } fn iter(&self) -> impl Iterator<Item = T> + '_ { (0..self.len).map(move |i| self.d[(self.head + i) % N]) } fn get(&self, i: usize) -> Option<&T> { if i < self.len { Some(&self.d[(self.head + i) % N]) } else { None } } }
        struct Both { a: Ring<u32, 4>, b: Ring<f32, 2>, c: Ring<(u32, u32), 2> }
        fn case(a: i32, b: u32) -> i64 { let mut r = Ring::<u32, 4>::new(); let mut q: Ring<f32, 2> = Ring::new(); let mut t = Both { a: Ring::new(), b: Ring::new(), c: Ring::new() }; let mut h = a as i64; let mut w = Ring::<_, 4>::new(); for i in 0..6 { if let Some(x) = r.push(b % 10 + i) { h = h * 3 + x as i64; } q.push(i as f32 * 0.5); t.a.push(i); t.b.push(b as f32); t.c.push((i, b)); w.push(i * 2); } h + r.iter().map(|x| x as i64).sum::<i64>() + (q.iter().sum::<f32>() * 2.0) as i64 + *t.a.get(1).unwrap() as i64 + t.b.d[0] as i64 + t.c.get(0).map_or(0, |p| p.0 as i64) + w.d[2] as i64 + Ring::<u32, 4>::CAP as i64 }
    }
    grids_of_any_size {
        struct Grid<T, const W: usize, const H: usize> { cells: [[T; W]; H] }
        impl<T: Copy + PartialEq, const W: usize, const H: usize> Grid<T, W, H> { fn from(cells: [[T; W]; H]) -> Self { Grid { cells } } fn row(&self, y: usize) -> &[T; W] { &self.cells[y] } fn count(&self, v: T) -> usize { self.cells.iter().flatten().filter(|&&c| c == v).count() } fn transpose(&self) -> Grid<T, H, W> { Grid { cells: std::array::from_fn(|x| std::array::from_fn(|y| self.cells[y][x])) } } }
        fn minmax<T: PartialOrd + Copy>(v: &[T]) -> [T; 2] { let mut r = [v[0], v[0]]; for &x in v { if x < r[0] { r[0] = x; } if x > r[1] { r[1] = x; } } r }
        fn swap<T: Copy>(p: [T; 2]) -> [T; 2] { let [x, y] = p; [y, x] }
        fn rotate<T: Copy, const N: usize>(mut a: [T; N], k: usize) -> [T; N] { a.rotate_left(k); a }
        fn case(a: i32, b: u32) -> i64 { let g = Grid::from([[b, 2, 3, 4], [2, 2, b, 9]]); let t = g.transpose(); let m = minmax(&[b, 7, 3]); let f = swap([b as f32, 0.5]); let s = swap(swap(m)); let r = rotate([b, 1, 2, 3], (b % 4) as usize); let z = rotate([1.5f32, 2.0, 3.0, 4.0], 1); g.row(1)[3] as i64 + g.count(2) as i64 * 10 + t.cells[2][1] as i64 + m[1] as i64 + (f[0] * 2.0) as i64 + s[0] as i64 + r[0] as i64 * 7 + z[3] as i64 + a as i64 }
    }
    maps_of_arrays_behind_references {
        fn halves(a: &[u32; 4]) -> [f32; 4] { a.map(|x| x as f32 / 2.0) }
        fn twice(a: &[i32; 3]) -> [i32; 3] { a.map(|x| x * 2) }
        fn case(a: i32, b: u32) -> i64 { let h = halves(&[b, 1, 2, 3]); let t = twice(&[a, 1, 2]); let v = [a, 5, 7]; let w = v.map(|x| x as i64 + 1); (h[0] * 2.0) as i64 + t[0] as i64 + w[0] * 3 + w[2] }
    }
    methods_told_apart_by_their_results {
        trait Conv<T> { fn conv(self) -> T; }
        impl Conv<u32> for i32 { fn conv(self) -> u32 { self as u32 & 0xff } }
        impl Conv<f32> for i32 { fn conv(self) -> f32 { self as f32 * 0.5 } }
        impl Conv<i64> for i32 { fn conv(self) -> i64 { self as i64 * 3 } }
        fn take(x: i64) -> i64 { x + 1 }
        struct H { f: f32 }
        fn case(a: i32, b: u32) -> i64 { let x: u32 = a.conv(); let y: f32 = a.conv(); let h = H { f: a.conv() }; x as i64 + (y * 2.0) as i64 + take(a.conv()) + (h.f * 4.0) as i64 + b as i64 }
    }
    own_equality_inside_of_others {
        #[derive(Clone, Copy, Debug)] struct Tok { kind: u8, at: u32 }
        impl PartialEq for Tok { fn eq(&self, o: &Tok) -> bool { self.kind == o.kind } }
        fn pick(b: u32) -> Option<Tok> { if b % 3 == 0 { None } else { Some(Tok { kind: (b % 4) as u8, at: b }) } }
        fn case(a: i32, b: u32) -> i64 { let p = pick(b); let q = pick(b + 4); let mut h = a as i64; if p == q { h += 1; } if p != None { h += 10; } if p == Some(Tok { kind: 1, at: 0 }) { h += 100; } if (p, 3) == (q, 3) { h += 1000; } if [p, q] == [q, p] { h += 5000; } let r: Result<Tok, u32> = p.ok_or(b); if r == Err(0) { h += 10000; } h }
    }
    sizes_of_types {
        use std::mem::size_of;
        fn bits<T>() -> usize { size_of::<T>() * 8 }
        #[repr(C)] struct P { x: u32, y: u32 }
        const W: usize = std::mem::size_of::<[u16; 5]>();
        fn case(a: i32, b: u32) -> i64 { let k = [0u8; W]; (size_of::<u32>() + core::mem::size_of::<[u64; 3]>() * 10 + std::mem::size_of::<i8>() * 100) as i64 + a as i64 + b as i64 + bits::<u64>() as i64 * 1000 + k.len() as i64 + size_of::<f64>() as i64 + size_of::<(u32, u32)>() as i64 + size_of::<bool>() as i64 + size_of::<char>() as i64 + size_of::<P>() as i64 }
    }
    limits_as_functions {
        fn case(a: i32, b: u32) -> i64 { (i16::max_value() as i64) + u8::min_value() as i64 + u32::max_value() as i64 + i64::min_value() / 4 + a as i64 + b as i64 }
    }
    iterators_from_functions {
        fn case(a: i32, b: u32) -> i64 { let mut x = b as u64; let s: u64 = std::iter::from_fn(|| { x = x * 3 + 1; if x > 5000 { None } else { Some(x) } }).take(9).sum(); s as i64 + a as i64 }
    }
    alternatives_of_slices {
        fn kind(v: &[u32]) -> u32 { match v { [] => 0, [x] | [x, _] if *x > 3 => 1, [1, ..] | [.., 9] => 2, [_] | [_, _] => 3, _ => 4 } }
        fn lead(v: &[u32]) -> u32 { match v { [0, rest @ ..] | rest => rest.len() as u32 } }
        fn case(a: i32, b: u32) -> i64 { let v = [b % 6, 0, b % 3, 9]; let mut h = a as i64; for n in 0..5 { h = h * 7 + kind(&v[..n]) as i64; h = h * 7 + lead(&v[n..]) as i64; } h }
    }
    iterators_from_functions_with_a_state {
        fn digits(mut n: u32) -> impl Iterator<Item = u32> { std::iter::from_fn(move || { if n == 0 { return None; } let d = n % 10; n /= 10; Some(d) }) }
        fn step(x: &mut u32) -> Option<u32> { *x += 3; (*x < 40).then_some(*x) }
        fn case(a: i32, b: u32) -> i64 { let mut s = b; let h: u32 = std::iter::repeat_with(|| { s = s.wrapping_mul(5) + 1; s % 11 }).take(4).fold(0, |h, x| h * 13 + x); let mut n = b % 20; let t = std::iter::from_fn(|| step(&mut n)).filter(|x| x % 2 == 0).sum::<u32>(); let first = digits(b + 7).next().unwrap_or(9); h as i64 + t as i64 * 100 + digits(b).map(|d| d as i64).sum::<i64>() + first as i64 * 7 + digits(b + 7).count() as i64 + n as i64 + s as i64 % 50 + a as i64 }
    }
    what_is_wanted_of_branches_and_variants {
        fn case(a: i32, b: u32) -> i64 { let t: Option<i64> = match b % 3 { 0 => Some(a.into()), 1 => None, _ => Some(b.into()) }; t.unwrap_or(-5) }
    }
    enums_over_types_and_lengths {
        #[derive(Clone, Copy)] enum Slot<T, const N: usize> { Empty, One(T), Few([T; N]) }
        impl<T: Copy + Default + core::ops::Add<Output = T>, const N: usize> Slot<T, N> { fn total(&self) -> T { match self { Slot::Empty => T::default(), Slot::One(t) => *t, Slot::Few(all) => all.iter().fold(T::default(), |s, &x| s + x) } } }
        fn case(a: i32, b: u32) -> i64 { let s: Slot<u32, 3> = match b % 3 { 0 => Slot::Empty, 1 => Slot::One(b), _ => Slot::Few([1, 2, b]) }; s.total() as i64 + a as i64 }
    }
    conversions_that_patterns_tell {
        #[derive(Clone, Copy)] struct A(u32); #[derive(Clone, Copy)] struct B { x: u32, y: u32 }
        impl From<A> for B { fn from(a: A) -> B { B { x: a.0, y: a.0 + 1 } } }
        #[derive(Clone, Copy, PartialEq)] enum K { P, Q } impl From<u32> for K { fn from(x: u32) -> K { if x % 2 == 0 { K::P } else { K::Q } } }
        fn take(k: K) -> i64 { k as i64 }
        fn case(a: i32, b: u32) -> i64 { let B { x, y } = A(b).into(); let m = matches!(b.into(), K::P); let r = match b.into() { K::P => 5, K::Q => 6 }; if let K::P = (b + 1).into() { return -1; } x as i64 * 100 + y as i64 + m as i64 + r + take(b.into()) + a as i64 }
    }
    slices_behind_a_reference_in_a_pattern {
        fn f(w: &[u32]) -> Option<u32> { let &[x, y, z] = w else { return None }; let g = |v: u32| v % 10; Some(g(x) + g(y) * 2 + z) }
        fn h(w: &[u32]) -> u32 { match w { &[x, y] => x + y, &[x, .., y] => x * y, [x] => *x, [] => 0 } }
        fn case(a: i32, b: u32) -> i64 { let t = [b, 2, 3, 4]; f(&t[..3]).unwrap_or(9) as i64 * 10 + f(&t).map_or(-1, |x| x as i64) + h(&t[..(b % 5) as usize]) as i64 + a as i64 }
    }
    tables_of_an_enum {
        #[derive(Clone, Copy, PartialEq, Debug)] enum Q { A, B, C }
        impl Q { const ALL: [Self; 3] = [Self::A, Self::B, Self::C]; fn v(self) -> [u32; 2] { match self { Q::A => [1, 2], Q::B => [2, 3], Q::C => [4, 4] } } }
        fn rec(n: u32) -> Option<(u32, Q)> { (0..4u32).find_map(|s| Q::ALL.into_iter().find(|q| q.v().iter().sum::<u32>() + s == n).map(|q| (s, q))) }
        fn case(a: i32, b: u32) -> i64 { match rec(b) { Some((s, q)) => s as i64 * 10 + q as i64, None => a as i64 } }
    }
    integers_that_are_not_zero {
        use std::num::NonZeroU32;
        fn inv(x: NonZeroU32) -> u32 { 1000 / x.get() }
        fn case(a: i32, b: u32) -> i64 { let n = NonZeroU32::new(b); let m: Option<NonZeroU32> = NonZeroU32::new(a.unsigned_abs()); n.map_or(-1, |x| inv(x) as i64) * 10 + m.map(NonZeroU32::get).unwrap_or(7) as i64 }
    }
    choices_of_a_place_or_none {
        fn case(a: i32, b: u32) -> i64 { let mut all = [1i64, 2, 3, 4]; let i = b as usize % 6; let best = if a > 2 { all.get_mut(i) } else { None }; if let Some(x) = best { *x += 100; } all.iter().sum::<i64>() + all[1] * 1000 }
    }
    choices_of_places_in_two_arrays {
        fn case(a: i32, b: u32) -> i64 { let mut l = [1i64, 2, 3, 4]; let mut r = [5i64, 6]; let slot = match b % 3 { 0 => l.get_mut(2), 1 => r.first_mut(), _ => None }; match slot { Some(x) => *x += a as i64, None => l[0] = 50 } l.iter().sum::<i64>() + r[0] * 1000 }
    }
    steps_from_a_place_to_the_next {
        fn f<const W: usize, const H: usize>(g: &mut [[i32; W]; H], x: usize, y: usize) { if let Some(p) = g.get_mut(y).and_then(|r| r.get_mut(x)) { *p += 5; } if let Some(row) = g.get_mut(1) { row[0] = 9; } if let Some(&v) = g.get(y).and_then(|r| r.get(x)) { g[0][0] += v; } }
        fn case(a: i32, b: u32) -> i64 { let mut g = [[1i32; 4]; 3]; f(&mut g, (b % 6) as usize, (a & 3) as usize); g.iter().flatten().map(|&x| x as i64).sum::<i64>() + g[0][0] as i64 * 100 }
    }
    places_in_options_that_a_closure_holds_on_to {
        fn case(a: i32, b: u32) -> i64 { let mut o = if b > 6 { Some(b) } else { None }; if let Some(x) = o.as_mut() { *x += 1; } let mut arr = [None, Some(3u32), o]; if let Some(x) = arr[(b % 3) as usize].as_mut().filter(|x| **x > 2) { *x *= 2; } let slot = &mut arr[1]; let Some(m) = slot.as_mut() else { return 0 }; *m += 5; if *m > 8 { *slot = None; } arr.iter().flatten().sum::<u32>() as i64 + a as i64 }
    }
    types_that_iterators_are_collected_in {
        #[derive(Default)] struct Bag { items: [u32; 8], len: usize }
        impl Bag { fn push(&mut self, x: u32) { if self.len < 8 { self.items[self.len] = x; self.len += 1; } } }
        impl FromIterator<u32> for Bag { fn from_iter<I: IntoIterator<Item = u32>>(iter: I) -> Self { let mut b = Bag::default(); for x in iter { b.push(x); } b } }
        impl Extend<u32> for Bag { fn extend<I: IntoIterator<Item = u32>>(&mut self, iter: I) { for x in iter { self.push(x); } } }
        fn case(a: i32, b: u32) -> i64 { let mut bag: Bag = (0..b % 6).map(|x| x * 3).collect(); bag.extend([7, 8]); let other = (0..3u32).collect::<Bag>(); bag.items.iter().sum::<u32>() as i64 * 100 + bag.len as i64 * 10 + other.len as i64 + a as i64 }
    }
    types_inside_of_methods {
        struct T(u32);
        impl T { fn go(&self, b: u32) -> i64 { #[derive(Clone, Copy)] enum Kind { A, B(u32) } struct Inner { k: Kind, x: u32 } impl Inner { fn value(&self) -> u32 { match self.k { Kind::A => self.x, Kind::B(y) => y + self.x } } } let i = Inner { k: if b > 6 { Kind::A } else { Kind::B(b) }, x: self.0 }; i.value() as i64 } }
        fn case(a: i32, b: u32) -> i64 { T(a.unsigned_abs()).go(b) }
    }
    ends_of_slices_taken_off {
        fn case(a: i32, b: u32) -> i64 { let t = b"HTTP/1.1"; let s: &[u8] = &t[..(b as usize % 9)]; let v = match s.strip_prefix(b"HTTP/") { Some([m @ b'0'..=b'9', b'.', n @ b'0'..=b'9']) => (m - b'0') as i64 * 10 + (n - b'0') as i64, Some(rest) => rest.len() as i64 + 100, None => -1 }; v + s.strip_suffix(&[b'/']).map_or(0, |x| x.len() as i64) * 1000 + a as i64 }
    }
    references_to_references {
        fn even(x: &&u32) -> bool { **x % 2 == 0 }
        fn case(a: i32, b: u32) -> i64 { let all = [1u32, 2, 3, b]; all.iter().filter(even).count() as i64 + all.iter().filter(|x| even(x)).count() as i64 * 10 + a as i64 }
    }
    jumps_across_iterators_of_iterators {
        fn first(b: u32) -> Result<u32, u32> { let mut n = 0; for at in (0..4u32).flat_map(|x| x..x + 1) { if at == 2 && b == 7 { return Err(5); } n += at; } Ok(n) }
        fn case(a: i32, b: u32) -> i64 { let mut n = first(b).unwrap_or_else(|e| e * 100) as i64; 'all: for k in 0..3 { for at in (0..4u32).flat_map(|x| x..x + 1) { if at == 2 && k == 1 && b == 7 { break 'all; } if at == 1 && k == 0 { continue 'all; } n += at as i64 + 10; } n += 1000; } n + a as i64 }
    }
    constants_of_one_letter_beside_variants {
        #[derive(Clone, Copy, PartialEq)] enum E { A, B }
        impl E { const C: i32 = 7; const D: E = E::B; fn f(self) -> i32 { match self { E::A => 1, Self::D => 2, _ => 9 } } }
        #[derive(Clone, Copy)] enum Op { Add(i32), Neg }
        impl Op { const N: i32 = 5; const Z: Op = Op::Add(3); fn f(self) -> i32 { match self { Op::Add(x) => x, Op::Neg => Op::N } } }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 2 { E::A } else { E::D }; let o = if b > 6 { Op::Neg } else { Op::Z }; (E::C * 100 + e.f() * 10 + o.f()) as i64 + b as i64 }
    }
    variables_that_a_match_sets_in_every_arm_that_goes_on {
        fn case(a: i32, b: u32) -> i64 { let n; match Some(a) { Some(k) if k > 3 => n = k, Some(_) => n = 2, None => unreachable!() } let f = || n + 1; f() as i64 + b as i64 }
    }
    conversions_into_types_that_follow {
        #[derive(Clone, Copy, PartialEq, Default)]
        struct Z { re: i32, im: i32 }
        impl From<i32> for Z { fn from(re: i32) -> Self { Z { re, im: 1 } } }
        fn total(list: &mut [Z]) -> i64 { list[0].im += 2; list.iter().map(|z| z.re as i64 * 3 + z.im as i64).sum() }
        fn one(z: Z) -> i64 { z.re as i64 * 7 - z.im as i64 }
        fn case(a: i32, b: u32) -> i64 {
            let mut list = [a % 100, 3, b as i32 % 50].map(|re| re.into());
            let z = (a / 3).into();
            let mut last = Default::default();
            if b > 6 { last = z; }
            total(&mut list) + one(z) * 1000 + one(last)
        }
    }
    attempts_at_types_that_follow {
        #[derive(Clone, Copy, PartialEq)]
        enum Register { W, X }
        #[derive(Clone, Copy, PartialEq)]
        enum Bad { Register(u8), Empty }
        enum Failure { Of(Bad), Number }
        impl From<Bad> for Failure { fn from(bad: Bad) -> Self { Failure::Of(bad) } }
        impl TryFrom<u8> for Register {
            type Error = Bad;
            fn try_from(byte: u8) -> Result<Self, Bad> { match byte { 0 => Ok(Self::W), 1 => Ok(Self::X), _ => Err(Bad::Register(byte)) } }
        }
        #[derive(Clone, Copy)]
        enum Instruction { Load(Register), Store(Register, u8) }
        fn parse(bytes: &[u8]) -> Result<Instruction, Failure> {
            let register = match bytes {
                [] => return Err(Bad::Empty.into()),
                [r, ..] => (*r).try_into()?,
            };
            if bytes.len() == 1 { return Ok(Instruction::Load(register)); }
            let offset = (bytes[1] as i32 * 100).try_into().map_err(|_| Failure::Number)?;
            Ok(Instruction::Store(register, offset))
        }
        fn case(a: i32, b: u32) -> i64 {
            let bytes = [b as u8 % 3, a as u8 % 4, 7];
            match parse(&bytes[..a as u32 as usize % 4]) {
                Ok(Instruction::Load(r)) => 10 + r as i64,
                Ok(Instruction::Store(r, n)) => 1000 + r as i64 * 300 + n as i64,
                Err(Failure::Of(Bad::Register(r))) => -(r as i64),
                Err(Failure::Of(Bad::Empty)) => -100,
                Err(Failure::Number) => -200,
            }
        }
    }
    slices_in_places {
        struct Readers { lists: [&'static [u8]; 3], level: usize }
        impl Readers {
            fn next(&mut self) -> Option<u8> {
                let rest = &mut self.lists[self.level];
                let Some((&first, tail)) = rest.split_first() else {
                    self.level = (self.level + 1) % 3;
                    return None;
                };
                *rest = tail;
                Some(first)
            }
            fn last(&self) -> u32 {
                match self.lists[self.level].split_last() { Some((last, rest)) => *last as u32 * 10 + rest.len() as u32, None => 5 }
            }
            fn ends(&mut self) -> u32 {
                let list = &mut self.lists[2];
                let before = list.first().copied().unwrap_or(9) as u32 + list.len() as u32 * 100;
                if let [_, rest @ ..] = *list { *list = rest; }
                before * 1000 + list.iter().map(|&x| x as u32).sum::<u32>()
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut readers = Readers { lists: [b"abc", b"", b"xyz"], level: b as usize % 3 };
            let mut n = 0i64;
            for _ in 0..a as u32 % 9 { n = n * 5 + readers.next().map_or(1, |c| c as i64 - 90); }
            n * 100 + readers.last() as i64 + readers.ends() as i64 + readers.ends() as i64
        }
    }
    arrays_among_slices_by_a_condition {
        const NEAR: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        const FAR: [(i8, i8); 3] = [(2, 1), (-2, 1), (2, -1)];
        fn walk(from: i32, steps: &[(i8, i8)], by: i32) -> i64 { steps.iter().fold(from as i64, |n, &(x, y)| n * 3 + x as i64 * by as i64 + y as i64) }
        fn last(list: &[u32]) -> i64 { list[list.len() - 1] as i64 }
        fn case(a: i32, b: u32) -> i64 {
            let (own, other) = ([b % 100, 4, 9, 1, 7], [1, 2, a as u32 % 7]);
            walk(a % 1000, if b % 2 == 0 { &NEAR } else { &FAR }, 2)
                + walk(3, match a % 3 { 0 => &NEAR, 1 => &FAR[..2], _ => &FAR }, a % 5)
                + last(if a > 2 { &own } else { &other })
        }
    }
    places_that_are_given_by_a_choice_before_a_condition {
        #[derive(Clone, Copy)]
        struct Order { left: u32 }
        struct Side { orders: [Option<Order>; 2] }
        impl Side { fn best_mut(&mut self) -> Option<&mut Order> { self.orders[0].as_mut() } }
        struct Book { bids: Side, asks: Side, rounds: u32 }
        impl Book {
            fn side(&mut self, is_bid: bool) -> &mut Side { match is_bid { true => &mut self.bids, false => &mut self.asks } }
            fn take(&mut self, is_bid: bool, mut wanted: u32) -> u32 {
                while let Some(best) = self.side(!is_bid).best_mut() {
                    let taken = best.left.min(wanted).min(3);
                    best.left -= taken;
                    let is_empty = best.left == 0;
                    wanted -= taken;
                    self.rounds += 1;
                    if is_empty { self.side(!is_bid).orders.swap(0, 1); }
                    if wanted == 0 { return 0; }
                    if self.rounds > 20 { break; }
                    if self.rounds % 5 == 4 { continue; }
                    self.rounds += 1;
                }
                if let Some(best) = self.side(is_bid).best_mut() { best.left += wanted; } else { self.rounds += 100; }
                wanted
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let order = |left| (left > 0).then_some(Order { left });
            let mut book = Book { bids: Side { orders: [order(b % 9), None] }, asks: Side { orders: [order(4), order(a as u32 % 6)] }, rounds: 0 };
            let n = book.take(a % 2 == 0, b % 30) as i64 * 10_000 + book.rounds as i64 * 100;
            n + book.bids.best_mut().map_or(7, |order| order.left as i64) + book.asks.orders[1].map_or(50, |order| order.left as i64)
        }
    }
    the_last_value_of_a_part_of_a_field {
        #[derive(Clone, Copy)]
        struct Level { left: u32, value: Option<i64> }
        struct Stack<T, const N: usize> { items: [Option<T>; N], len: usize }
        impl<T: Copy, const N: usize> Stack<T, N> {
            fn push(&mut self, item: T) -> Option<()> { *self.items.get_mut(self.len)? = Some(item); self.len += 1; Some(()) }
            fn last_mut(&mut self) -> Option<&mut T> { self.items[..self.len].last_mut()?.as_mut() }
            fn pop(&mut self) -> Option<T> { self.len = self.len.checked_sub(1)?; self.items[self.len].take() }
        }
        struct Plain { list: [u32; 5], len: usize }
        impl Plain { fn add(&mut self, n: u32) -> bool { match self.list[..self.len].last_mut() { Some(last) => { *last += n; true } None => false } } }
        fn case(a: i32, b: u32) -> i64 {
            let mut stack = Stack { items: [None; 3], len: 0 };
            let mut n = 0i64;
            for k in 0..6 {
                if (a as u32 >> k) & 1 == 1 { n += stack.push(Level { left: k + b % 4, value: None }).is_some() as i64; }
                if let Some(level) = stack.last_mut() {
                    level.value = Some(level.value.unwrap_or(3) * 2 + k as i64);
                    level.left += 1;
                    if level.left % 3 == 0 { n = n * 10 + stack.pop().and_then(|level| level.value).unwrap_or(1); }
                } else { n -= 1; }
            }
            let mut plain = Plain { list: [1, 2, 3, 4, 5], len: b as usize % 6 };
            let added = plain.add(b % 10);
            n * 1000 + plain.list.iter().sum::<u32>() as i64 + added as i64 * 500
        }
    }
    constants_of_types_that_follow {
        #[derive(Clone, Copy)]
        struct Counts<const N: usize>([u32; N]);
        impl<const N: usize> Counts<N> { const NONE: Self = Counts([0; N]); fn add(&mut self, at: usize) { self.0[at % N] += 1; } fn sum(&self) -> u32 { self.0.iter().enumerate().map(|(i, n)| i as u32 * n).sum() } }
        impl<const N: usize> Default for Counts<N> { fn default() -> Self { Counts([0; N]) } }
        const SIDE: usize = 3;
        struct Table { counts: Counts<{ SIDE * SIDE }>, last: u32 }
        impl Table {
            fn new(a: u32) -> Option<Self> {
                let mut counts = Counts::default();
                for i in 0..a % 20 { counts.add((i * a) as usize); }
                (a % 5 > 0).then_some(Table { counts, last: a % 5 })
            }
            fn moved(self) -> Self {
                let mut counts = Counts::NONE;
                for i in 0..9 { for _ in 0..self.counts.0[i] { counts.add(i * 2 + 1); } }
                Self { counts, ..self }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut row = Counts::default();
            row.add(a as u32 as usize % 1000);
            let sum = row.sum() as i64;
            let row: Counts<7> = row;
            Table::new(b % 1000).map_or(-1, |t| { let n = t.counts.sum() as i64; n * 1000 + t.moved().counts.sum() as i64 * 10 }) * 100 + sum + row.0.len() as i64
        }
    }
    arrays_of_parts_as_arguments {
        fn mix(state: &mut [u32; 3], block: &[u8; 4]) { for (s, &b) in state.iter_mut().zip(block.iter()) { *s = s.wrapping_mul(31) ^ b as u32; } }
        fn case(a: i32, b: u32) -> i64 {
            let bytes = [a as u8, b as u8, 3, (a >> 8) as u8, 9, 200, 1, (b >> 4) as u8];
            let mut state = [1, 2, b];
            for chunk in bytes.chunks_exact(4) { mix(&mut state, chunk.try_into().unwrap()); }
            mix(&mut state, bytes[2..6].try_into().unwrap());
            state.iter().map(|&s| s as i64).sum::<i64>() + state[1] as i64
        }
    }
    blocks_of_flat_map_that_do_more {
        fn case(a: i32, b: u32) -> i64 { let mut n = 0i64; let s: i64 = (0..b % 6).flat_map(|x| { n += 1; let k = x * 2; let m = if k > 4 { 4 } else { k }; (0..m).map(move |y| (y * 10 + k) as i64) }).filter(|v| v % 3 != 1).sum(); s * 100 + n }
    }
    blocks_of_flat_map_that_shadow {
        fn case(a: i32, b: u32) -> i64 { let k = 100i64; let mut s = 0i64; for v in [1i64, a as i64 % 5, 3].iter().flat_map(|x| { let x = *x + 1; let k = x; [x, k * 2] }) { s = s * 7 + v + k; } s }
    }
    blocks_of_flat_map_over_rows {
        fn case(a: i32, b: u32) -> i64 { let t = [[1, a, 3], [4, 5, 6], [7, 8, 9]]; t.iter().flat_map(|r| { let m = r[1] % 10; r.iter().rev().map(move |v| (*v as i64) * m as i64) }).take((b % 8) as usize).fold(1i64, |s, v| s.wrapping_mul(3).wrapping_add(v)) }
    }
    blocks_of_flat_map_in_a_zip {
        fn case(a: i32, b: u32) -> i64 { let t = [[1i64, 2], [3, a as i64]]; let r: i64 = t.iter().flat_map(|r| { let q = *r; q.into_iter() }).zip(10..).map(|(x, y): (i64, i64)| x * y).sum(); r }
    }
    midpoints_of_floats {
        fn case(a: i32, b: u32) -> i64 { let t = [f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45, -1e-45, 0.0, -0.0, f32::INFINITY, f32::NAN, 3.3, a as f32, b as f32]; let mut s = 0i64; for x in t { for y in t { let m = x.midpoint(y); s = s.wrapping_mul(31).wrapping_add(if m.is_nan() { 7 } else { m.to_bits() as i64 }); let n = (x as f64 * 1e300).midpoint(y as f64 * 1e-300); s = s.wrapping_mul(31).wrapping_add(if n.is_nan() { 7 } else { n.to_bits() as i64 }); } } s }
    }
    methods_of_orderings_by_path {
        use std::cmp::Ordering;
        fn case(a: i32, b: u32) -> i64 { let o = a.cmp(&5); let p = b.cmp(&3); let mut s = 0i64; for v in [Ordering::is_eq(o), Ordering::is_ne(o), Ordering::is_lt(o), Ordering::is_le(o), Ordering::is_gt(o), Ordering::is_ge(o)] { s = s * 2 + v as i64; } s * 10 + Ordering::then_with(o, || p) as i64 + std::cmp::Ordering::reverse(p) as i64 * 3 + Ordering::cmp(&o, &p) as i64 }
    }
    conversions_as_values {
        fn case(a: i32, b: u32) -> i64 { let t = [a, 3, 4]; let s: i64 = t.into_iter().map(Into::<i64>::into).sum(); let m = [b, 7].into_iter().fold(0, Ord::max); let o = [a, 5].map(|x| x.cmp(&3)).map(std::cmp::Ordering::reverse); let q: u64 = [b as u8, 3].iter().copied().map(<u8 as Into<u64>>::into).sum(); s + m as i64 * 3 + o[0] as i64 + q as i64 + <i8 as Into<i64>>::into(a as i8) }
    }
    conversions_by_path {
        struct M(i64); impl From<i32> for M { fn from(x: i32) -> M { M(x as i64 * 2) } } fn f<T: Into<i64>>(x: T) -> i64 { Into::into(x) }
        fn case(a: i32, b: u32) -> i64 { let m: M = Into::into(a); let x: i64 = Into::into(b); m.0 + x + f(a) + f(b as u8) }
    }
    relations_as_methods_by_an_own_order {
        use std::cmp::Ordering; #[derive(Clone, Copy)] struct Rev(i32); impl PartialEq for Rev { fn eq(&self, o: &Rev) -> bool { self.0 / 2 == o.0 / 2 } } impl PartialOrd for Rev { fn partial_cmp(&self, o: &Rev) -> Option<Ordering> { if self.0 == 7 { None } else { (o.0 / 2).partial_cmp(&(self.0 / 2)) } } } fn lt<T: PartialOrd>(x: &T, y: &T) -> bool { x.lt(y) }
        fn case(a: i32, b: u32) -> i64 { let x = Rev(a); let y = Rev(3); let r = &y; x.lt(&y) as i64 + 2 * x.le(r) as i64 + 4 * x.gt(&y) as i64 + 8 * x.ge(&Rev(b as i32)) as i64 + 16 * x.ne(&y) as i64 + 32 * x.eq(r) as i64 + 64 * lt(&x, &y) as i64 }
    }
    relations_as_methods_of_what_is_computed {
        #[derive(Clone, Copy, PartialEq)] struct V(i64); impl PartialOrd for V { fn partial_cmp(&self, o: &V) -> Option<std::cmp::Ordering> { o.0.partial_cmp(&self.0) } }
        fn case(a: i32, b: u32) -> i64 { let mut n = 0i64; let mut mk = |x: i64| { n = n * 10 + x; V(n) }; let r = mk(1).lt(&mk(2)); let q = mk(3).ge(&mk(a as i64 % 10)); n * 4 + r as i64 * 2 + q as i64 }
    }
    orderings_that_are_compared {
        use std::cmp::Ordering;
        fn case(a: i32, b: u32) -> i64 { let o = a.cmp(&5); let p = b.cmp(&3); (o.eq(&p)) as i64 + 2 * o.lt(&p) as i64 + 4 * (o.partial_cmp(&p) == Some(Ordering::Less)) as i64 + 8 * (o.cmp(&p) as i64) + 32 * (o > p) as i64 + 64 * (o.max(p) as i64) }
    }
}

texts! {
    extremes_of_arrays {
        use std::cmp::{max, min};
        fn case(a: i32, b: u32) -> i64 { let t: [u32; 2] = [b, 3]; let m = t.max([1, 9]); let u: [i32; 4] = [a, 1, 2, 3]; let v = u.max([5, 0, 0, 9]); let w = [[a, 1], [2, 3]].min([[0, 5], [1, 1]]); let c = [a, 3].clamp([1, 2], [9, 9]); let x = max([a, 3, 5], [1, b as i32, 2]); let y = min((a, b, true), (3, 2, false)); m[0] as i64 + m[1] as i64 * 10 + v.iter().sum::<i32>() as i64 * 100 + w[0][1] as i64 * 1000 + (c[0] + x[1] + y.0) as i64 * 10000 }
    }
    parts_of_slices_that_may_be_missing_as_arrays {
        fn pair(s: &[u8]) -> Option<u32> { let w: [u8; 2] = s.get(1..3)?.try_into().ok()?; Some(u16::from_le_bytes(w) as u32) }
        fn direct(s: &[u8]) -> Option<u32> { Some(u16::from_be_bytes(s.get(1..3)?.try_into().ok()?) as u32) }
        fn bound(s: &[u8], at: usize) -> Option<u32> { let b = s.get(at..at + 4)?; Some(u32::from_le_bytes(b.try_into().ok()?)) }
        fn case(a: i32, b: u32) -> i64 { let t = [a as u8, 2, 3, b as u8, 5]; let n = b as usize % 6; let s = &t[..]; let w: &[u8; 2] = s[..2].try_into().unwrap(); let p = pair(&t[..n]).unwrap_or(77) + direct(&t[..n]).unwrap_or(5); p as i64 + bound(&t, n).map_or(-1, |x| x as i64) * 10 + w[0] as i64 + w.len() as i64 }
    }
    errors_of_conversions_as_types {
        use std::array::TryFromSliceError;
        use std::num::TryFromIntError;
        enum E { A(TryFromIntError), B }
        impl From<TryFromIntError> for E { fn from(e: TryFromIntError) -> E { E::A(e) } }
        fn f(a: i32) -> Result<u8, TryFromIntError> { let x = u8::try_from(a)?; Ok(x + 1) }
        fn g(a: i32) -> Result<u8, E> { let x: u8 = a.try_into()?; if x == 2 { return Err(E::B); } Ok(x + 1) }
        fn h(s: &[u8]) -> Result<u16, TryFromSliceError> { let w: [u8; 2] = s.try_into()?; Ok(u16::from_be_bytes(w)) }
        fn case(a: i32, b: u32) -> i64 { let t = [1u8, 2, 3]; let x = match f(a) { Ok(x) => x as i64, Err(_) => -1 }; let y = match g(a) { Ok(x) => x as i64, Err(E::A(_)) => -1, Err(E::B) => -2 }; let z = h(&t[..b as usize % 4]).map_or(-3, |x| x as i64); x + y * 1000 + z * 1000000 }
    }
    numbers_of_the_limits_of_char {
        fn case(a: i32, b: u32) -> i64 { char::MAX as u32 as i64 + char::MIN as i64 + char::from_u32(b).unwrap_or(char::REPLACEMENT_CHARACTER) as i64 + a as i64 }
    }
    numbers_of_variants_of_a_type {
        const K: u8 = 5;
        #[repr(u8)] #[derive(Clone, Copy)] enum E { A = !0, B = K + 1, C }
        #[repr(i8)] #[derive(Clone, Copy)] enum F { A = -128, B = 127 }
        #[repr(u16)] #[derive(Clone, Copy)] enum G { A = !(1 << 15), B = u16::MAX }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 2 { E::A } else if a > 0 { E::B } else { E::C }; let f = if b > 6 { F::A } else { F::B }; let g = if b > 8 { G::A } else { G::B }; e as i64 + (f as u8 as i64) * 1000 + f as i64 * 1000000 + (g as i64) * 1000000000 }
    }
    elements_of_slices_of_slices {
        struct S { t: [i64; 4], n: usize }
        impl S { fn rest(&self) -> usize { self.t[self.n..].len() } fn at(&self, i: usize) -> i64 { self.t[self.n..][i] } }
        fn put(s: &mut [i64], k: usize) { s[k..][0] = s[..k + 1][k] + 1; }
        fn lengths(s: &[i64]) -> i64 { s[1..].len() as i64 + s[..2].len() as i64 * 10 }
        fn case(a: i32, b: u32) -> i64 { let s = S { t: [1, 2, 3, a as i64], n: b as usize % 3 }; let mut t = [1i64, 2, 3, 4, 5, 6]; put(&mut t, b as usize % 6); let mut i = 0; t[{ i += 1; i }..][{ i += 1; i }] = { i += 1; i as i64 * 100 }; let x = t[1..5][0]; let y = if t[1..][0] > 2 && t[..2][1] != 7 { t[2..][1] } else { -1 }; s.rest() as i64 + s.at(1) * 10 + lengths(&t[b as usize % 4..]) * 100 + x * 1000 + y + i as i64 + t.iter().fold(0, |s, x| s * 7 + x) }
    }
    constants_of_traits {
        trait Named { const ID: u32; const MAX: Self; }
        trait Other: Named { const ID: u32; fn both(&self) -> u32 { <Self as Other>::ID * 10 + <Self as Named>::ID } }
        struct P; struct Q(i32);
        impl P { const MAX: i32 = 5; }
        impl Named for P { const ID: u32 = 3; const MAX: P = P; }
        impl Other for P { const ID: u32 = 4; }
        impl Named for Q { const ID: u32 = 7; const MAX: Q = Q(9); }
        impl Q { const ID: u32 = 1000; }
        impl Other for Q { const ID: u32 = 8; fn both(&self) -> u32 { Self::ID + <Self as Other>::ID + Self::MAX.0 as u32 } }
        trait Limits: Sized { const MIN: i64 = 1; const BITS: u32 = Self::WIDTH * 2; const WIDTH: u32; fn show() -> i64 { Self::MIN * 100 + Self::BITS as i64 } }
        impl Limits for u8 { const WIDTH: u32 = 3; }
        impl Limits for i64 { const WIDTH: u32 = 5; const MIN: i64 = 17; }
        fn of<T: Limits>(_: T) -> [u32; 3] { [T::BITS, T::WIDTH, T::MIN as u32] }
        fn all<T>(x: T) -> i64 where T: Other { x.both() as i64 + <T as Named>::ID as i64 }
        fn case(a: i32, b: u32) -> i64 { all(P) * 10 + all(Q(a)) * 100 + P::MAX as i64 + u8::show() * 7 + <i64 as Limits>::show() + of(3u8).iter().sum::<u32>() as i64 + of(b as i64).iter().sum::<u32>() as i64 + u8::MAX as i64 + i64::BITS as i64 + <u8 as Limits>::BITS as i64 }
    }
    constants_beside_those_of_numbers {
        trait S: Copy { const EPSILON: Self; const MAX: Self; fn abs(self) -> Self; fn to(self) -> i64; fn pick() -> Self; fn min(self, o: Self) -> Self; }
        impl S for f32 { const EPSILON: f32 = 2.0; const MAX: f32 = 9.0; fn abs(self) -> f32 { self + 1.0 } fn to(self) -> i64 { self as i64 } fn pick() -> f32 { Self::EPSILON * 0.5e7 } fn min(self, o: f32) -> f32 { f32::min(self, o) - 7.0 } }
        impl S for i32 { const EPSILON: i32 = 3; const MAX: i32 = 99; fn abs(self) -> i32 { self + 100 } fn to(self) -> i64 { self as i64 } fn pick() -> i32 { i32::MAX - <i32 as S>::MAX } fn min(self, o: i32) -> i32 { o * 2 } }
        fn f<T: S>(x: T) -> i64 { T::EPSILON.to() + x.abs().to() * 100 + T::MAX.to() * 100000 + T::pick().to() * 1000 + x.min(T::EPSILON).to() * 7 + T::abs(x).to() }
        fn g<T: S>(x: T) -> i64 { <T as S>::EPSILON.to() + S::abs(x).to() * 100 + <T as S>::MAX.to() + T::min(x, x).to() }
        fn case(a: i32, b: u32) -> i64 { f(a) * 3 + f(b as f32) + g(a) + g(b as f32) + f32::MAX as i64 % 100 }
    }
    places_in_variants {
        #[derive(Clone, Copy)]
        enum Slot { Empty, Full { key: u32, value: i64 }, Pair(u32, [i64; 2]) }
        struct Map { slots: [Slot; 8], spare: Slot }
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum E { No(u32), Free }
        impl Map {
            fn find(&self, k: u32) -> Option<usize> { self.slots.iter().position(|s| match s { Slot::Full { key, .. } | Slot::Pair(key, _) => *key == k, Slot::Empty => false }) }
            fn get_mut(&mut self, k: u32) -> Option<&mut i64> {
                let at = self.find(k)?;
                if let Slot::Full { value, .. } = &mut self.slots[at] { Some(value) } else { None }
            }
            fn second(&mut self, k: u32) -> Option<&mut i64> {
                let at = self.find(k)?;
                match &mut self.slots[at] { Slot::Pair(_, [_, second]) => Some(second), _ => None }
            }
            fn checked(&mut self, k: u32) -> Result<&mut i64, E> {
                let at = self.find(k).ok_or(E::No(k))?;
                match &mut self.slots[at] { Slot::Full { value, .. } => Ok(value), _ => Err(E::Free) }
            }
            fn spare(&mut self) -> Option<&mut i64> { if let Slot::Full { value, .. } = &mut self.spare { Some(value) } else { None } }
            fn spare_of(&mut self, k: u32) -> Option<&mut i64> { match &mut self.spare { Slot::Full { key, value } if *key == k => Some(value), _ => None } }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut m = Map { slots: [Slot::Empty; 8], spare: if b % 2 == 0 { Slot::Empty } else { Slot::Full { key: 1, value: 3 } } };
            for i in 0..8u32 { m.slots[i as usize] = match i % 3 { 0 => Slot::Full { key: i, value: i as i64 * 5 }, 1 => Slot::Pair(i, [a as i64, i as i64]), _ => Slot::Empty }; }
            if let Some(v) = m.get_mut(b % 9) { *v += 100; }
            if let Some(v) = m.second(b % 9) { *v += 1000; }
            let mut t = 0;
            match m.checked(b % 10) { Ok(v) => { *v *= 3; t += 1 } Err(_) => t += 2 }
            if let Some(s) = m.spare() { *s += a as i64; t += *s }
    if let Some(s) = m.spare_of(b % 3) { *s *= 2; t += *s }
            t + m.slots.iter().map(|s| match s { Slot::Full { key, value } => *key as i64 * 7 + value, Slot::Pair(k, v) => *k as i64 + v[0] * 3 + v[1], Slot::Empty => 1 }).sum::<i64>()
        }
    }
    collected_sets {
        struct Set<const W: usize>([u32; W]);
        impl<const W: usize> Set<W> { fn insert(&mut self, i: usize) -> bool { let f = self.0[i / 32] >> (i % 32) & 1 == 0; self.0[i / 32] |= 1 << (i % 32); f } fn len(&self) -> u32 { self.0.iter().map(|w| w.count_ones()).sum() } }
        impl<const W: usize> Default for Set<W> { fn default() -> Self { Set([0; W]) } }
        impl<const W: usize> FromIterator<usize> for Set<W> { fn from_iter<I: IntoIterator<Item = usize>>(items: I) -> Self { let mut set = Self::default(); for i in items { set.insert(i); } set } }
        fn case(a: i32, b: u32) -> i64 {
          let squares: Set<4> = (0..11).map(|n| n * n).collect();
          let s2 = (0..128).filter(|n| n % 4 == a.rem_euclid(4) as usize).collect::<Set<4>>();
          squares.len() as i64 + s2.len() as i64 * 100 + b as i64
        }
    }
    iterators_of_own_types {
        #[derive(Clone, Copy)]
        struct Set<const W: usize>([u32; W]);
        struct Bits<const W: usize> { set: Set<W>, word: usize }
        impl<const W: usize> Iterator for Bits<W> { type Item = usize; fn next(&mut self) -> Option<usize> { while self.word < W { let w = &mut self.set.0[self.word]; if *w != 0 { let bit = w.trailing_zeros(); *w &= *w - 1; return Some(self.word * 32 + bit as usize); } self.word += 1; } None } }
        impl<const W: usize> IntoIterator for Set<W> { type Item = usize; type IntoIter = Bits<W>; fn into_iter(self) -> Bits<W> { Bits { set: self, word: 0 } } }
        impl<const W: usize> Set<W> { fn or(self, o: Self) -> Self { let mut r = self; for (a, b) in r.0.iter_mut().zip(o.0) { *a |= b; } r } fn iter(&self) -> Bits<W> { Bits { set: *self, word: 0 } } }
        impl<const W: usize> std::ops::BitOr for Set<W> { type Output = Self; fn bitor(self, o: Self) -> Self { self.or(o) } }
        fn case(a: i32, b: u32) -> i64 {
          let s = Set([a as u32, b]); let t = Set([b, 7]);
          let x = s.into_iter().fold(0, |t, i| t * 3 % 10_007 + i as i64);
          let y = s.or(t).into_iter().fold(0, |t, i| t * 3 % 10_007 + i as i64);
          let z = (s | t).into_iter().fold(0, |t, i| t * 3 % 10_007 + i as i64);
          let mut w = 0; for i in s | t { w += i; }
          for i in (s | t).iter().take(3) { w += i * 100 }
          x + y + z + w as i64
        }
    }
    rows_of_sizes {
        fn case(a: i32, b: u32) -> i64 { const T: [[usize; 4]; 3] = [[0,1,2,3],[1,2,3,0],[2,3,0,1]]; fn q(x: &mut [u32; 4], [a,b,c,d]: [usize; 4]) { x[a] += x[b] * 3; x[c] ^= x[d]; } let mut x = [b, 1, 2, 3]; for _ in 0..3 { T.iter().for_each(|&i| q(&mut x, i)); } x[0] as i64 + x[1] as i64 * 7 }
    }
    operators_as_functions {
        fn g<T: Fn(u32,u32)->u32>(f: T) -> u32 { f(6, 3) } use std::ops::{BitOr, Add};
        fn case(a: i32, b: u32) -> i64 { (g(BitOr::bitor) + g(Add::add) + g(u32::max) + g(std::ops::Mul::mul)) as i64 + (1..4u32).fold(50, std::ops::Sub::sub) as i64 }
    }
    patterns_of_references {
        struct P<'a> { c: std::iter::Peekable<std::str::CharIndices<'a>> } impl<'a> P<'a> { fn n(&mut self) -> Option<usize> { while self.c.next_if(|(_, c)| c.is_whitespace()).is_some() {} while self.c.next_if(|&(_, c)| c == 'b').is_some() {} self.c.next().map(|(i, _)| i) } }
        fn case(a: i32, b: u32) -> i64 { let s = ["  a", " b", "c"][b as usize % 3]; let mut p = P { c: s.char_indices().peekable() }; p.n().unwrap_or(9) as i64 }
    }
    unit_by_the_result {
        #[derive(Clone, Copy)] enum K { A, B(u8), C } #[derive(Clone, Copy)] struct Er { kind: K, offset: usize } struct R { offset: usize } impl R { fn error<T>(&self, kind: K) -> Result<T, Er> { Err(Er { kind, offset: self.offset }) } fn p(&mut self, b: u32) -> Result<(), Er> { if b > 3 { return self.error(K::B(7)); } Ok(()) } }
        fn case(a: i32, b: u32) -> i64 { let mut r = R { offset: 5 }; match r.p(b) { Ok(()) => 1, Err(Er { kind: K::B(x), offset }) => x as i64 * 100 + offset as i64, Err(e) => e.offset as i64 + 1000 } }
    }
    unit_as_an_argument {
        #[derive(Clone, Copy)] enum K { A, B(u8), C } #[derive(Clone, Copy)] struct Er { kind: K, offset: usize } struct R { offset: usize } fn error<T>(r: &R, kind: K) -> Result<T, Er> { Err(Er { kind, offset: r.offset }) } fn p(r: &R, b: u32) -> Result<(), Er> { if b > 3 { return error::<()>(r, K::B(7)); } Ok(()) }
        fn case(a: i32, b: u32) -> i64 { let mut r = R { offset: 5 }; match p(&r, b) { Ok(()) => 1, Err(Er { kind: K::B(x), offset }) => x as i64 * 100 + offset as i64, Err(e) => e.offset as i64 + 1000 } }
    }
    aliases_with_defaults {
        #[derive(Clone, Copy, PartialEq)]
        enum Failure {
            Odd(u32),
            Short,
        }
        type Result<T, E = Failure> = core::result::Result<T, E>;
        type Parsed<'a, T> = Result<(&'a [u32], T)>;
        type Input<'a> = &'a [u32];
        type Grid<T = u32, const N: usize = 3> = [[T; N]; 2];

        fn pair(input: Input<'_>) -> Parsed<'_, u32> {
            match input {
                [first, second, rest @ ..] if (first + second) % 2 == 0 => Ok((rest, first * 10 + second)),
                [first, second, ..] => Err(Failure::Odd(first + second)),
                _ => Err(Failure::Short),
            }
        }
        fn checked(x: u32) -> Result<u32, u8> {
            if x > 20 { Err(x as u8) } else { Ok(x) }
        }
        fn sum(grid: &Grid) -> u32 {
            grid.iter().flatten().sum()
        }
        fn case(a: i32, b: u32) -> i64 {
            let list = [b, a.unsigned_abs(), 3, 5, b];
            let (mut rest, mut total) = (&list[..], 0);
            let end = loop {
                match pair(rest) {
                    Ok((left, value)) => {
                        total += value;
                        rest = left;
                    }
                    Err(Failure::Odd(sum)) => break sum,
                    Err(Failure::Short) => break 7,
                }
            };
            let wide: Grid<i64, 2> = [[1, 2], [a as i64, 4]];
            let code = match checked(b) {
                Ok(x) => x as i64,
                Err(x) => -(x as i64),
            };
            total as i64 * 1000 + end as i64 + code + sum(&[[b, 1, 2]; 2]) as i64 + wide[1][0]
        }
    }
    guards_of_places {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Item {
            key: u32,
            value: u32,
        }
        fn place(slots: &mut [Option<Item>], item: Item, limit: u32) -> u32 {
            let free = slots.iter_mut().find(|slot| slot.is_none_or(|known| known.key == item.key));
            match free {
                Some(slot) if item.value > limit => {
                    *slot = Some(Item { value: limit, ..item });
                    1
                }
                Some(slot) => {
                    *slot = Some(item);
                    2
                }
                None => 3,
            }
        }
        fn raise(list: &mut [u32], at: usize, by: u32) -> bool {
            match list.get_mut(at) {
                Some(x) if *x > 2 => {
                    *x += by;
                    true
                }
                _ => false,
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut slots = [None; 3];
            let mut codes = 0;
            for i in 0..6 {
                codes = codes * 4 + place(&mut slots, Item { key: i * b % 5, value: i * 3 + b }, 12);
            }
            let mut list = [1, 2, b, 4];
            let raised = (0..6).filter(|&i| raise(&mut list, i, a.unsigned_abs())).count();
            let total: u32 = slots.iter().flatten().map(|item| item.key * 7 + item.value).sum();
            codes as i64 * 10_000 + total as i64 * 10 + raised as i64 + list.iter().sum::<u32>() as i64
        }
    }
    variants_beside_slices {
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Token<'a> {
            Word(&'a [u8]),
            Number(u32),
            End,
        }
        struct Lexer<'a> {
            text: &'a [u8],
        }
        impl<'a> Lexer<'a> {
            fn next(&mut self) -> Token<'a> {
                while let [b' ', rest @ ..] = self.text {
                    self.text = rest;
                }
                let end = self.text.iter().position(|&byte| byte == b' ').unwrap_or(self.text.len());
                let (word, rest) = self.text.split_at(end);
                self.text = rest;
                match word {
                    [] => Token::End,
                    [digit @ b'0'..=b'9'] => Token::Number(u32::from(digit - b'0')),
                    word => Token::Word(word),
                }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let texts: [&[u8]; 3] = [b"one 2 three", b" ", b"4 5"];
            let mut lexer = Lexer { text: texts[b as usize % 3] };
            let (mut count, mut sum) = (0, a as i64);
            loop {
                let token = lexer.next();
                if token == Token::End {
                    break;
                }
                count += 1;
                sum += match token {
                    Token::Word(word) if Token::End != token => word.len() as i64,
                    Token::Number(n) => n as i64 * 100,
                    _ => -1000,
                };
            }
            sum * 10 + count
        }
    }
    whole_slices {
        fn sum(list: &[u32]) -> u32 {
            list.iter().sum()
        }
        fn fill(list: &mut [u32], x: u32) {
            list.iter_mut().for_each(|item| *item ^= x);
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut list = [b, 2, 3];
            fill(list.as_mut_slice(), a.unsigned_abs());
            let fixed = [1, b, b + 1, 4];
            (sum(list.as_slice()) + sum(fixed.as_slice()) + fixed.as_slice().len() as u32) as i64
        }
    }
    names_of_arms_that_are_places {
        struct List { t: [i32; 4] }
        impl List { fn get(&mut self, i: usize) -> Option<&mut i32> { self.t.get_mut(i) } }
        fn case(a: i32, b: u32) -> i64 {
            let mut list = List { t: [1, 2, 3, a] };
            let x = 7i32;
            let s = match list.get(b as usize % 5) {
                None => x,
                Some(x) if *x == 2 => *x * 100,
                Some(y) if x == 7 && *y == 1 => { *y = 4; x.wrapping_mul(1000) }
                _ => x.wrapping_add(1),
            };
            s as i64 * 10 + list.t[0] as i64
        }
    }
    parameters_with_the_names_of_aliases {
        type T<X = i32> = Option<X>;
        type P<X = i32> = (X, X);
        fn same<T>(x: T) -> T { x }
        fn or(x: T) -> i32 { x.unwrap_or(3) }
        fn first<const N: usize, P: Copy>(x: [P; N]) -> P { x[0] }
        fn second(x: P) -> i32 { x.1 }
        struct W<T>(T);
        impl<T: Copy> W<T> { fn get(&self) -> T { self.0 } }
        fn inner() -> i64 { struct P { z: i64 } fn of(p: P) -> i64 { p.z } of(P { z: 9 }) }
        fn case(a: i32, b: u32) -> i64 {
            same(a) as i64 + or(None) as i64 + or(Some(b as i32 % 9)) as i64 * 10 + first([a, 1]) as i64 * 100
                + second((1, a)) as i64 * 1000 + W(5i64).get() + inner()
        }
    }
    aliases_in_the_defaults_of_aliases {
        type A<T = B> = (T, T);
        type B = i32;
        type C<T = A> = [T; 2];
        fn case(a: i32, b: u32) -> i64 {
            let x: A = (a / 2, 2);
            let c: C = [x, x];
            let d: C<u8> = [1, b as u8];
            c[1].0 as i64 * 10 + c[0].1 as i64 + d[1] as i64
        }
    }
    constants_of_traits_by_names_that_variants_and_imports_have {
        mod t { pub trait K { const V: i32 = 1; fn k(&self) -> i32 { Self::V } } }
        use t::K as Renamed;
        struct A;
        impl Renamed for A {}
        struct B;
        impl Renamed for B { const V: i32 = 2; }
        impl B { const V: i32 = 300; }
        fn both<X: Renamed>(x: X) -> i32 { x.k() * 10 + X::V }
        enum E { Low, High }
        trait Z { const LOW: i32; const High: i32; }
        impl Z for E { const LOW: i32 = 7; const High: i32 = 90; }
        fn case(a: i32, b: u32) -> i64 {
            let e = if a > 3 { E::Low } else { E::High };
            let n = match e { E::Low => 1, E::High => 2 };
            (both(A) + both(B) * 1000 + B::V) as i64 + n + <E as Z>::High as i64 * 3 + <E as Z>::LOW as i64 + b as i64
        }
    }
    elements_of_parts_that_are_given {
        fn third(t: &[i32], k: usize) -> i32 { return t[1..][k]; }
        fn set(t: &mut [i32], k: usize) { t[1..][k] = t[..2][1] + 5; t[k..][0] = 3 }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [a, 2, 3, 4];
            set(&mut t, b as usize % 3);
            let of = |i: usize| t[2..][i];
            let n = [1usize, 2, 1];
            let sum: i32 = t[n[1..][1]..n[..2][1] + 1].iter().sum();
            (of(1) + third(&t, 1) * 10 + sum * 100) as i64 + t[0] as i64 * 7
        }
    }
    values_and_patterns_by_names_of_aliases {
        struct V<T, const N: usize> { t: [T; N] }
        impl<T: Copy + Default, const N: usize> V<T, N> {
            fn new() -> Self { V { t: [T::default(); N] } }
            fn of(x: T) -> Self { V { t: [x; N] } }
        }
        type V3<T = i32> = V<T, 3>;
        type Q<T> = V<T, 2>;
        fn case(a: i32, b: u32) -> i64 {
            let v = V3::of(a / 2);
            let V3 { t } = v;
            let w: V3 = V3::new();
            let q = Q::<u8>::of(b as u8);
            let r = Q { t: [1i64, 2] };
            t[2] as i64 + w.t[0] as i64 + q.t[1] as i64 * 3 + r.t[1]
        }
    }
    which_variant_a_value_is_and_drop {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum E { A { x: u32 }, B(u8), C }
        fn case(a: i32, b: u32) -> i64 {
            let p = if a > 3 { E::A { x: b } } else if b > 6 { E::B(b as u8) } else { E::C };
            let q = E::A { x: 4 };
            let same = std::mem::discriminant(&p) == std::mem::discriminant(&q);
            let other = core::mem::discriminant(&p) != core::mem::discriminant(&E::B(1));
            let r: Result<u32, u8> = if a > 2 { Ok(5) } else { Err(3) };
            let done = r.map(drop).is_ok();
            let d = [p, q].iter().filter(|e| std::mem::discriminant(*e) == std::mem::discriminant(&p)).count();
            same as i64 + other as i64 * 10 + done as i64 * 100 + d as i64 * 1000
        }
    }
    slices_that_may_be_changed_as_ones_that_may_not {
        fn f<'b>(out: &'b mut [u8], n: usize) -> Result<&'b [u8], u8> {
            if n > 8 { return Err(1); }
            let d = &mut out[..n];
            d.reverse();
            Ok(d)
        }
        fn g(out: &mut [u8]) -> Option<&[u8]> {
            let d = &mut out[1..];
            d[0] = 7;
            Some(d)
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut x = [1, 2, 3, 4, 5, 6, 7, b as u8];
            let Ok(y) = f(&mut x, (a.unsigned_abs() % 11) as usize) else { return -1 };
            let s = y.iter().fold(0, |t, &b| t * 2 + b as i64);
            let t = match g(&mut x) { Some(d) => d[0] as i64 + d[6] as i64, None => 0 };
            s * 1000 + t
        }
    }
    next_if_eq_of_references {
        fn case(a: i32, b: u32) -> i64 {
            let x = [1u8, 2, b as u8, b'.'];
            struct L<'a> { c: std::iter::Peekable<std::slice::Iter<'a, u8>> }
            let mut l = L { c: x.iter().peekable() };
            l.c.next();
            let mut n = 0;
            if l.c.next_if_eq(&&2).is_some() { n += 1; }
            if l.c.next_if_eq(&&b'.').is_some() { n += 10; }
            let mut p = x.iter().peekable();
            if p.next_if_eq(&&1).is_some() { n += 100; }
            if p.next_if_eq(&&b'.').is_some() { n += 1000; }
            n + a as i64
        }
    }
    bytes_as_texts {
        fn case(a: i32, b: u32) -> i64 {
            let x = [b'a', b'1' + (b % 7) as u8, b'c'];
            let n = match std::str::from_utf8(&x) { Ok(s) => s.len() as i64 + s.chars().filter(|c| c.is_ascii_digit()).count() as i64, Err(_) => -1 };
            let m = if let Ok(t) = std::str::from_utf8(&x[1..2]) { t.parse::<u32>().unwrap_or(77) } else { 3 };
            let bad = [0xff, a as u8];
            let k = std::str::from_utf8(&bad).is_err();
            n + 100 * m as i64 + 10000 * k as i64
        }
    }
    texts_parsed_as_what_is_wanted {
        struct Ip(u32);
        impl std::str::FromStr for Ip {
            type Err = usize;
            fn from_str(s: &str) -> Result<Self, Self::Err> {
                let mut octets = [0u8; 4];
                let mut parts = s.split('.');
                for (i, octet) in octets.iter_mut().enumerate() {
                    let part = parts.next().ok_or(9usize)?;
                    *octet = part.parse().map_err(|_| i)?;
                }
                if parts.next().is_some() { return Err(4); }
                Ok(Ip(u32::from_be_bytes(octets)))
            }
        }
        fn cidr(s: &str) -> Result<(u32, u8), usize> {
            let (addr, prefix) = s.split_once('/').ok_or(7usize)?;
            let addr: Ip = addr.parse()?;
            let prefix = prefix.parse::<u8>().ok().filter(|&p| p <= 32).ok_or(8usize)?;
            Ok((addr.0, prefix))
        }
        fn case(a: i32, b: u32) -> i64 {
            let t = ["10.0.1.2/8", "1.2.3/9", "4.5.6.7", "9.9.9.9/40", "1.2.300.3/2"];
            match cidr(t[b as usize % 5]) { Ok((x, p)) => x as i64 * 100 + p as i64 + a as i64, Err(e) => -(e as i64) }
        }
    }
    texts_parsed_as_what_they_meet {
        fn at_most(text: &str, limit: u8) -> Option<u8> { let n = text.parse().ok()?; if n <= limit { Some(n) } else { None } }
        fn sum(text: &str) -> i64 { text.split(',').map(|t| t.trim().parse().unwrap_or(-7)).fold(0, |s: i64, n: i64| s * 100 + n) }
        fn signed(text: &str) -> Result<i16, ()> { let n = text.parse().map_err(|_| ())?; if n == -32768i16 { Err(()) } else { Ok(n) } }
        fn wide(text: &str) -> u64 { let n: u64 = text.parse().unwrap_or_default(); n + 1 }
        fn case(a: i32, b: u32) -> i64 {
            let t = ["12", "255", "256", "-0", "-1", "+7", "", "-"];
            let i = at_most(t[b as usize % 8], 200).map_or(-1, i64::from);
            let s = [" 1, 22", "x,-3", "4"][a.unsigned_abs() as usize % 3];
            let w = ["-32768", "-32769", "32767", "-5", "-0", "+", "99999"][b as usize % 7];
            i * 1_000_000 + sum(s) + signed(w).map_or(3, |n| n as i64) * 10_000 + (wide("18446744073709551614") == u64::MAX) as i64 + wide("18446744073709551616") as i64
        }
    }
    methods_that_may_fail_and_give_self {
        struct T { v: [u8; 3], len: usize }
        impl T {
            fn add(&mut self, x: u8) -> Result<&mut Self, u8> {
                match self.v.get_mut(self.len) {
                    Some(slot) => { *slot = x; self.len += 1; Ok(self) }
                    None => Err(x),
                }
            }
            fn with(&mut self, x: u8) -> &mut Self { self.v[0] += x; self }
            fn opt(&mut self, x: u8) -> Option<&mut Self> { if x > 3 { self.len = 2; Some(self) } else { None } }
        }
        fn go(t: &mut T, b: u8) -> Result<(), u8> { t.add(b)?.add(b + 1)?; t.add(3)?; Ok(()) }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = T { v: [0; 3], len: 0 };
            let _ = t.add(4);
            let _ = t.add(b as u8 & 15);
            t.with(2).with(3);
            let mut u = T { v: [0; 3], len: a as usize & 1 };
            let r = go(&mut u, 9).is_err();
            let _ = u.opt(a as u8 & 7);
            let full = t.add(1).is_ok() as i64 + 10 * t.add(2).is_err() as i64;
            t.v.iter().fold(full, |s, &x| s * 20 + x as i64) + r as i64 * 3 + u.len as i64
        }
    }
    try_into_ones_own_types {
        #[derive(Clone, Copy, Default, Debug)]
        struct D(i64);
        impl TryFrom<&str> for D { type Error = usize; fn try_from(t: &str) -> Result<Self, usize> { t.bytes().enumerate().try_fold(D(0), |d, (i, b)| if b.is_ascii_digit() { Ok(D(d.0 * 10 + (b - b'0') as i64)) } else { Err(i) }) } }
        #[derive(Clone, Copy, Default, Debug)]
        struct E(i64);
        impl TryFrom<u32> for E { type Error = u8; fn try_from(n: u32) -> Result<E, u8> { if n < 20 { Ok(E(n as i64)) } else { Err(n as u8) } } }
        struct P { d: D }
        fn g(n: u32) -> Result<E, u8> { let d: E = n.try_into()?; Ok(E(d.0 + 1)) }
        fn case(a: i32, b: u32) -> i64 {
            let p = P { d: "123".try_into().unwrap_or_default() };
            let q: Result<D, usize> = "12x".try_into();
            let r: E = b.try_into().unwrap_or(E(99));
            let s = match g(b) { Ok(d) => d.0, Err(e) => -(e as i64) };
            p.d.0 * 1000 + q.map_or_else(|e| e as i64, |d| d.0) * 100 + r.0 + s * 7 + a as i64
        }
    }
    into_by_bounds {
        struct M<const N: usize>(u32);
        impl<const N: usize> M<N> { fn new(n: impl Into<i64>) -> Self { Self(n.into().rem_euclid(N as i64) as u32) } }
        fn wide(x: impl Into<u64>, y: impl Into<f64>) -> f64 { x.into() as f64 + y.into() }
        fn sum<T: Into<i64>>(x: T, y: T) -> i64 { let z: i64 = x.into(); z + y.into() }
        fn case(a: i32, b: u32) -> i64 { M::<101>::new(a).0 as i64 * 100 + M::<7>::new(-5).0 as i64 + M::<9>::new(b).0 as i64 + wide(b, a) as i64 + sum(a, 3) + sum(b, b) }
    }
    lengths_in_options {
        const SIZE: usize = 7;
        const CELLS: usize = SIZE * SIZE;
        struct Goban { cells: [Option<u8>; CELLS], previous: Option<[Option<u8>; CELLS]> }
        impl Goban { fn new() -> Self { Goban { cells: [None; CELLS], previous: None } } }
        fn case(a: i32, b: u32) -> i64 { let mut g = Goban::new(); g.cells[b as usize % 5] = Some(3); g.previous = Some(g.cells); g.previous.unwrap()[2].unwrap_or(9) as i64 + a as i64 }
    }
    pairs_taken_apart_by_orders {
        #[derive(Clone, Copy)]
        struct B { lo: f32, hi: f32 }
        impl B { fn c(&self) -> f32 { 0.5 * (self.lo + self.hi) } }
        fn f(items: &mut [(u32, B)]) -> u32 {
            items.sort_by(|(_, a), (_, b)| a.c().total_cmp(&b.c()));
            items[0].0 * 10 + items[1].0
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut v = [(0u32, B { lo: 1.0, hi: a as f32 }), (1, B { lo: b as f32, hi: 0.0 }), (2, B { lo: 2.0, hi: 3.0 })];
            f(&mut v) as i64
        }
    }
    options_of_references_compared {
        #[derive(Clone, Copy, PartialEq, Debug)]
        enum C { A, B }
        struct G { cells: [Option<C>; 4], prev: Option<[Option<C>; 4]>, p: Option<(u32, u32)> }
        fn case(a: i32, b: u32) -> i64 {
            let mut g = G { cells: [None; 4], prev: None, p: Some((1, b)) };
            if a > 2 { g.cells[1] = Some(C::A); }
            if b > 5 { g.prev = Some(g.cells); }
            g.cells[0] = if a == 7 { Some(C::B) } else { None };
            let t = (1, 7);
            let k = [3u32, 5];
            (g.prev.as_ref() == Some(&g.cells)) as i64 + (g.p.as_ref() == Some(&t)) as i64 * 10 + (k.iter().max() == Some(&5)) as i64 * 100 + (g.p.as_ref() != Some(&(1, 5))) as i64 * 1000
        }
    }
    variants_named_as_structs {
        #[derive(Clone, Copy, Default)]
        struct Seg { syn: bool, n: Option<u32> }
        #[derive(Clone, Copy)]
        enum Ev { Seg(Seg), Close, Send(u32) }
        #[derive(Clone, Copy, PartialEq)]
        enum St { Open { k: u32 }, Closed, Wait(u8) }
        impl St {
            fn next(self, e: &Ev) -> Option<St> {
                use Ev::*;
                use St::*;
                Some(match (self, e) {
                    (Closed, Seg(s)) if s.syn => Open { k: 1 },
                    (Open { k }, Seg(self::Seg { n: Some(n), .. })) => Open { k: k + *n },
                    (Open { .. }, Close) => Wait(2),
                    (Wait(0 | 1), Close) => Closed,
                    (Wait(n @ 2..), Close) => Wait(n - 1),
                    (s, Send(_)) => s,
                    _ => return None,
                })
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let ev = [Ev::Seg(Seg { syn: true, n: None }), Ev::Seg(Seg { n: Some(b), ..Seg::default() }), Ev::Send(1), Ev::Close, Ev::Close, Ev::Close, Ev::Close];
            let mut s = St::Closed;
            let mut k = 0;
            for e in ev.iter().skip(a as usize & 1) {
                match s.next(e) { Some(t) => s = t, None => k += 1 }
            }
            k * 1000 + match s { St::Open { k } => k as i64, St::Closed => -1, St::Wait(n) => -2 - n as i64 }
        }
    }
    constants_told_by_the_other_operand {
        #[derive(Clone, Copy)]
        struct M<const R: usize, const C: usize>([[f64; C]; R]);
        impl<const R: usize, const C: usize> M<R, C> { const ZERO: Self = M([[0.0; C]; R]); fn t(&self) -> f64 { self.0[0][0] } }
        impl<const N: usize> M<N, N> { const ID: Self = { let mut m = [[0.0; N]; N]; let mut i = 0; while i < N { m[i][i] = 1.0; i += 1; } M(m) }; }
        impl<const R: usize, const C: usize> std::ops::Sub for M<R, C> { type Output = Self; fn sub(self, o: Self) -> Self { let mut m = self.0; for r in 0..R { for c in 0..C { m[r][c] -= o.0[r][c]; } } M(m) } }
        fn case(a: i32, b: u32) -> i64 {
            let x = M([[a as f64, 2.0], [3.0, b as f64]]);
            let y = M::ID - x;
            let z = (M::ZERO - y) - M::ID;
            (y.0[1][1] * 10.0 + z.t() * 1000.0) as i64
        }
    }
    products_of_matrices_over_lengths {
        #[derive(Clone, Copy)]
        struct M<const R: usize, const C: usize>([[f64; C]; R]);
        impl<const R: usize, const C: usize> Default for M<R, C> { fn default() -> Self { M([[0.0; C]; R]) } }
        impl<const R: usize, const C: usize> std::ops::Sub for M<R, C> { type Output = Self; fn sub(self, o: Self) -> Self { let mut m = self.0; for r in 0..R { for c in 0..C { m[r][c] -= o.0[r][c]; } } M(m) } }
        impl<const R: usize, const K: usize, const C: usize> std::ops::Mul<M<K, C>> for M<R, K> {
            type Output = M<R, C>;
            fn mul(self, rhs: M<K, C>) -> M<R, C> {
                let mut out = M::default();
                for r in 0..R { for c in 0..C { out.0[r][c] = (0..K).map(|k| self.0[r][k] * rhs.0[k][c]).sum(); } }
                out
            }
        }
        impl<const N: usize> M<N, N> { const ID: Self = { let mut m = [[0.0; N]; N]; let mut i = 0; while i < N { m[i][i] = 1.0; i += 1; } M(m) }; }
        struct F { p: M<2, 2>, x: M<2, 1> }
        impl F {
            const H: M<1, 2> = M([[1.0, 0.5]]);
            fn go(&mut self, z: f64) -> f64 {
                let g = M([[z], [0.5]]);
                let r = M([[z]]) - Self::H * self.x;
                self.p = (M::ID - g * Self::H) * self.p;
                r.0[0][0]
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut f = F { p: M::ID, x: M::default() };
            f.x.0[1][0] = b as f64;
            (f.go(a as f64) * 10.0) as i64 + (f.p.0[1][1] * 100.0) as i64
        }
    }
    texts_that_errors_hold {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Er { Missing(&'static str), Bad }
        fn f(k: u32) -> Result<i64, Er> {
            if k == 1 { return Err(Er::Missing("major")); }
            if k == 2 { return Err(Er::Missing("min")); }
            if k == 3 { return Err(Er::Bad); }
            Ok(k as i64)
        }
        fn case(a: i32, b: u32) -> i64 {
            let r = match f(b % 5) { Ok(v) => v, Err(Er::Missing(n)) => -(n.len() as i64), Err(_) => -9 };
            r * 10 + a as i64
        }
    }
    texts_that_results_and_structs_hold {
        fn f(k: u32) -> Result<i64, &'static str> {
            if k == 1 { return Err("major"); }
            if k == 2 { return Err("min"); }
            k.checked_sub(3).map(|x| x as i64).ok_or("small")
        }
        struct Item { name: &'static str, n: u32 }
        fn case(a: i32, b: u32) -> i64 {
            let r = match f(b % 5) { Ok(v) => v, Err("min") => -77, Err(m) => -(m.len() as i64) };
            let i = if a > 3 { Item { name: "long", n: 3 } } else { Item { name: "s", n: 2 } };
            r * 10 + a as i64 + i.name.len() as i64 * 100 + i.n as i64
        }
    }
    byte_strings_that_branches_give {
        fn case(a: i32, b: u32) -> i64 {
            let t: &str = match b % 4 { 0 => "1.2", 1 => "1", 2 => "12.3", _ => "a.b.c" };
            let u: &[u8] = if a > 3 { b"xy" } else { b"z" };
            let v = match a % 3 { 0 => "zero", 1 => "one", _ => "two!!" };
            t.len() as i64 * 10 + u.len() as i64 + v.bytes().map(i64::from).sum::<i64>() * 100
        }
    }
    texts_that_closures_take {
        fn name(k: u32) -> &'static str { match k { 0 => "zero", 1 => "one", _ => "many" } }
        fn tag(s: &str, n: i64) -> i64 { s.len() as i64 * n }
        fn case(a: i32, b: u32) -> i64 {
            let say = |s: &str| s.len() as i64 + a as i64;
            let say2 = |s| tag(s, 3);
            name(b % 4).len() as i64 + say("abc") * 10 + say("de") * 100 + tag("x", 4) + tag("xyz", 2) + say2("q") * 1000 + say2("rst")
        }
    }
    texts_in_closures_and_matches {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Er { Missing(&'static str), Bad }
        fn f(t: &[u8]) -> Result<i64, Er> {
            let mut parts = t.split(|&b| b == b'.');
            let mut part = |name| parts.next().ok_or(Er::Missing(name)).and_then(|p| if p.len() == 1 { Ok(p[0] as i64) } else { Err(Er::Bad) });
            let (x, y) = (part("major")?, part("min")?);
            Ok(x * 1000 + y)
        }
        fn case(a: i32, b: u32) -> i64 {
            let t: &[u8] = match b % 4 { 0 => b"1.2", 1 => b"1", 2 => b"12.3", _ => b"a.b.c" };
            let r = match f(t) { Ok(v) => v, Err(Er::Missing(n)) => -(n.len() as i64), Err(_) => -9 };
            let m = matches!(f(b"1"), Err(Er::Missing(name)) if name.len() == 3) as i64;
            r * 10 + m + a as i64
        }
    }
    tables_of_variants_of_a_type_by_index {
        #[derive(Clone, Copy, PartialEq)]
        enum Kind { Up(u8), Chance }
        impl Kind {
            const ALL: [Kind; 3] = [Kind::Up(1), Kind::Up(2), Kind::Chance];
            fn score(self, n: u32) -> u32 { match self { Kind::Up(f) => f as u32 * n, Kind::Chance => 3 } }
        }
        struct Card { s: [Option<u32>; 3] }
        impl Card {
            fn open(&self) -> impl Iterator<Item = usize> + '_ { self.s.iter().enumerate().filter(|(_, s)| s.is_none()).map(|(i, _)| i) }
            fn best(&self, n: u32) -> Option<usize> { self.open().max_by_key(|&i| Kind::ALL[i].score(n)) }
            fn best2(&self, n: u32) -> u32 { (0..3).map(|i| Kind::ALL[i].score(n)).sum() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let c = Card { s: [None, if a > 2 { Some(1) } else { None }, None] };
            c.best(b).map_or(-1, |i| i as i64) * 1000 + c.best2(b % 10) as i64
        }
    }
    constants_that_are_ranges {
        use std::ops::{Range, RangeInclusive};
        const DIGITS: RangeInclusive<u8> = b'0'..=b'9';
        struct Header([u8; 8]);
        impl Header {
            const NAME: Range<usize> = 1..4;
            const REST: std::ops::RangeFrom<usize> = 4..;
            fn name(&self) -> i64 { self.0[Self::NAME].iter().map(|&b| b as i64).sum() }
            fn rest(&self) -> usize { self.0[Header::REST].len() }
            fn at(&self) -> i64 { let mut s = 0; for i in Self::NAME { s = s * 2 + i as i64; } s }
        }
        fn case(a: i32, b: u32) -> i64 {
            let h = Header([1, 2, b as u8, 4, 5, a as u8, 7, 8]);
            h.name() * 100 + h.rest() as i64 * 10 + h.at() * 100_000 + DIGITS.contains(&(b as u8)) as i64
        }
    }
    macros_of_a_text {
        use std::ops::{Add, Sub};
        #[derive(Clone, Copy)] struct V { x: i64, y: i64 }
        macro_rules! operators {
            ($($of:ident :: $method:ident as $op:tt),+ $(,)?) => {$(
                impl $of for V { type Output = V; fn $method(self, o: V) -> V { V { x: self.x $op o.x, y: self.y $op o.y } } }
            )+};
        }
        operators! { Add::add as +, Sub::sub as - }
        macro_rules! largest {
            ($only:expr) => { $only };
            ($first:expr, $($rest:expr),+) => { { let other = largest!($($rest),+); if $first > other { $first } else { other } } };
        }
        macro_rules! bump { ($place:expr, $by:expr) => { $place = $place * 2 + $by; }; }
        macro_rules! constants { ($($name:ident = $value:literal;)*) => { $(const $name: i64 = $value;)* }; }
        constants! { LOW = -3; HIGH = 9; }
        fn case(a: i32, b: u32) -> i64 {
            let v = V { x: a as i64, y: 2 } + V { x: 1, y: b as i64 } - V { x: LOW, y: HIGH };
            let mut n = 1 + 2;
            bump!(n, v.x - 1);
            bump!(n, 4);
            n * 1000 + largest!(v.x, v.y, 3 + 4) + HIGH
        }
    }
    texts_of_constants_that_branches_name {
        const SHORT: &str = "ab";
        const LONG: &str = "abcd";
        struct Named { name: &'static str }
        fn case(a: i32, b: u32) -> i64 {
            let t = if a > 3 { SHORT } else { LONG };
            let n = Named { name: match b % 3 { 0 => LONG, 1 => "x", _ => SHORT } };
            assert!(t != "zz");
            let odd = matches!(n.name, "x" | "ab") as i64;
            (t.len() * 10 + n.name.len()) as i64 * 10 + odd + if b > 3 { u32::from(b'a') } else { (b as u8).into() } as i64 * 1000
        }
    }
    parameters_with_the_names_of_types {
        trait K { const S: i32; const T: i32 = 7; fn t() -> i32 { Self::T + Self::S } }
        struct T; struct S;
        impl K for T { const S: i32 = 3; }
        impl K for S { const S: i32 = 11; const T: i32 = 13; }
        fn f<S: K, T: K>(_s: S, _t: T) -> i32 { S::S * 1000 + S::T * 100 + T::S * 10 + T::T + S::t() - T::t() * 3 }
        fn case(a: i32, b: u32) -> i64 { f(T, S) as i64 + f(S, T) as i64 * 7 + a as i64 + b as i64 }
    }
    variants_and_parameters_of_one_name {
        #[derive(Clone, Copy)] struct T(i32);
        enum E<T> { A(T), B(u8) }
        impl<T: Copy> E<T> { fn or(&self, d: T) -> T { match self { E::A(x) => *x, E::B(_) => d } } }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 0 { E::A(a as i64) } else { E::B(b as u8) }; e.or(7) + E::A(T(4)).or(T(5)).0 as i64 }
    }
    a_list_of_variants_by_index_and_in_a_loop {
        #[derive(Clone, Copy, PartialEq)] enum S { Left, Mid }
        impl S { const ALL: [S; 2] = [S::Left, S::Mid]; fn weight(self) -> i64 { match self { S::Left => 4, S::Mid => 9 } } }
        fn case(a: i32, b: u32) -> i64 {
            let s = S::ALL[b as usize % 2];
            let mut n: i64 = S::ALL.iter().map(|s| s.weight()).sum();
            for x in S::ALL { n = n * 3 + x.weight(); }
            n + s.weight() * 100 + a as i64
        }
    }
    references_that_are_read_at_once {
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [a, 2, 3];
            let c = *&t;
            t[0] = 8;
            let d = *(&t);
            let x = Ord::max(a, 3) as i64 + Ord::min(b, 5) as i64 * 3 + PartialOrd::lt(&a, &3) as i64 * 10;
            c[0] as i64 + d[0] as i64 * 100 + x * 1000 + (*&*&5 + *&a) as i64
        }
    }
    errors_that_are_returned_by_a_question_mark {
        fn g(a: i32) -> Result<i64, i32> { if a < 0 { Err(a)? } if a == 2 { Err(50)?; } Ok(a as i64) }
        fn h(a: i32) -> Option<i64> { if a > 6 { None? } Some(a as i64) }
        fn case(a: i32, b: u32) -> i64 { g(a).unwrap_or_else(|e| e as i64 * 2) + h(b as i32).unwrap_or(-1) }
    }
}

macro_rules! texts {
    ($($name:ident { $($items:tt)* })*) => {$(
        #[test]
        fn $name() {
            $($items)*
            check(stringify!($($items)*), case);
        }
    )*};
}

texts! {
    constants_inside_that_call {
        const fn sq(x: i32) -> i32 { x * x }
        const fn fib(n: u32) -> u64 { let mut i = 0; let (mut a, mut b) = (0u64, 1); while i < n { (a, b) = (b, a + b); i += 1; } a }
        const F: u64 = fib(20);
        fn case(a: i32, b: u32) -> i64 {
            const LO: i32 = -sq(2) + 1;
            let t = [a; sq(2) as usize];
            let n = match a { LO => 1, LO..=0 => 2, _ => 3 };
            n + t[b as usize % 4] as i64 * 10 + t.len() as i64 + F as i64
        }
    }
}

programs! {
    names_of_macros_of_their_own {
        #[derive(Clone, Copy)] struct P { x: i32, y: i32 }
        macro_rules! make { ($e:expr) => { { let x = $e; let y = 7; P { x, y } } } }
        macro_rules! less { ($x:expr) => { { let g = |a: i32, b: i32| a.wrapping_sub(b); g($x, 2) } } }
        macro_rules! function { ($n:ident) => { fn $n(x: i64, y: i64) -> i64 { let x = x.wrapping_add(1); let y = y.wrapping_mul(x); x.wrapping_sub(y) } } }
        macro_rules! parts { ($e:expr) => { { let P { x, y: z } = $e; match $e { P { x: 3, .. } => 50, P { x: _, y } => x as i64 + y as i64 + z as i64 } } } }
        macro_rules! ends { ($e:expr) => { 'outer: loop { if $e { break 'outer; } else { break; } } } }
        function!(both);
        fn case(a: i32, b: u32) -> i64 {
            let (x, y) = (a, b as i32);
            let p = make!(x ^ y);
            let mut n = 0;
            'outer: for i in 0..5 { n += 1; ends!({ if i == 2 { break 'outer; } true }); }
            (p.x as i64 * 3 + p.y as i64).wrapping_add(less!(y) as i64).wrapping_add(both(a as i64, b as i64)) + parts!(p) + n
        }
    }
    fragments_of_macros {
        macro_rules! size { ($x:literal) => { $x.abs() } }
        macro_rules! count { () => { 0i64 }; ($h:tt $($t:tt)*) => { 1 + count!($($t)*) } }
        macro_rules! op { ($a:expr, $o:tt, $b:expr) => { $a $o $b } }
        fn case(a: i32, b: u32) -> i64 {
            let x = a as i64;
            let s: i32 = size!(-3i32);
            s as i64 + count!(a + b => c .. d ..= -x && &y 'l <<= >> -> :: =-1 !-) * 100 + op!(x, +, 2) + op!(x, <<, 1 + 1) - op!(x & 7, *, 2) + op!(x, ==, 3) as i64
        }
    }
    macros_to_the_end_of_a_block {
        macro_rules! k { () => { 4 } }
        #[macro_use]
        mod m { macro_rules! j { () => { 6 } } macro_rules! k { ($x:expr) => { $x + 1 } } pub fn f() -> i64 { j!() } }
        fn other() -> i64 { macro_rules! k { () => { 9 } } k!() }
        fn case(a: i32, b: u32) -> i64 { let n = { macro_rules! j { () => { 70 } } j!() }; k!(a as i64) + 10 * other() + 1000 * j!() + n + m::f() + b as i64 }
    }
}

texts! {
    methods_of_slices_before_those_of_traits {
        trait T { fn len(&self) -> usize; fn sum(&self) -> u32; fn is_empty(&self) -> bool; }
        impl T for [u32] { fn len(&self) -> usize { 77 } fn sum(&self) -> u32 { 5 } fn is_empty(&self) -> bool { true } }
        fn case(a: i32, b: u32) -> i64 { let t = [b, 2, 3]; t.len() as i64 + T::len(&t[..]) as i64 * 10 + t[..].sum() as i64 * 1000 + t.is_empty() as i64 + t[..2].len() as i64 * 10000 + a as i64 }
    }
    constants_that_are_ranges_of_their_types {
        const R: std::ops::Range<usize> = 1..4;
        const B: std::ops::RangeInclusive<u8> = 200..=255;
        struct P;
        impl P { const Q: std::ops::Range<i64> = LO..9; fn f() -> i64 { Self::Q.sum::<i64>() } }
        const LO: i64 = 3;
        fn case(a: i32, b: u32) -> i64 {
            let t = [a as i64, 2, 3, 4, b as i64]; let mut n = 0u8;
            for x in B { n = n.wrapping_mul(3) ^ x.wrapping_add(9); }
            t[R].iter().sum::<i64>() + n as i64 * 100 + P::f() + P::Q.contains(&(a as i64)) as i64 + B.end().wrapping_add(3) as i64
        }
    }
}
