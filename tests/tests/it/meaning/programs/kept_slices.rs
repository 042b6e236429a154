//! Exclusive slices and parts of arrays that are fields, and what is told by what follows: `into`, lengths, variants as functions.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    slices_of_fields_behind_a_let {
        struct S { b: [i64; 6], c: [i64; 3], n: usize }
        fn pick(x: &mut [i64], k: usize) -> &mut i64 { &mut x[k % 3] }
        impl S {
            fn used_after(&mut self) -> i64 { let h = &mut self.b[..self.n]; h.reverse(); let n = h.len(); self.b[0] += 100; self.n = (self.n + 1) % 7; self.b[n % 6] }
            fn derived(&mut self, k: usize) -> i64 { let h = &mut self.b[1..]; let x = pick(h, k); *x += 7; self.b[1] * 2 }
            fn again(&mut self, k: i64) -> i64 { let h = &mut self.b[1..]; let t = &mut h[1..]; t[0] = 5; let u = t; u[1] += k; self.b[3] }
            fn of_two(&mut self, k: usize) {
                let x = &mut self.b[k..];
                let y = &mut self.c[..2];
                for (p, q) in x.iter_mut().zip(y.iter_mut()) { std::mem::swap(p, q); }
                y[0] += 1;
                x.iter_mut().for_each(|v| *v += 2);
            }
            fn one_is_over(&mut self) -> i64 { let x = &mut self.b[1..]; let y = &mut self.c[..2]; x[0] = 5; self.b[1] += 1; y[0] += self.b[1]; y[1] = 4; self.b[1] }
            fn in_a_loop(&mut self, k: usize) { for i in 0..4 { if i == k { continue; } let h = &mut self.b[i..]; h[0] += 10; self.c[0] += h[1]; } }
        }
        fn case(a: i32, b: u32) -> i64 {
            let k = b as usize % 4;
            let mut s = S { b: [1, 2, 3, 4, a as i64, b as i64], c: [4, 5, 6], n: b as usize % 7 };
            let r = s.used_after() + s.derived(k) * 3 + s.again(b as i64 % 5) * 5;
            s.of_two(k);
            let r = r * 3 + s.one_is_over();
            s.in_a_loop(k);
            let mut t = [[a as i64; 6]; 2];
            let row = &mut t[k % 2][2..];
            row[0] = 9;
            row.reverse();
            r + s.b.iter().chain(&s.c).chain(&t[0]).chain(&t[1]).enumerate().map(|(i, x)| (i as i64 + 1) * x).sum::<i64>()
        }
    }
    parts_of_fields {
        struct S { b: [i64; 6], n: usize }
        impl S {
            fn pairs(&mut self, k: i64) { for i in 0..4 { let (l, r) = self.b.split_at_mut(i + 1); let p = &mut l[i]; for x in r { *p -= *x * k; *x += *p; } } }
            fn value(&mut self, k: usize) -> i64 { let (l, r) = self.b.split_at_mut(k); for x in l.iter_mut() { *x *= 2; } for x in r.iter_mut() { *x += 1; } l.iter().sum::<i64>() - r.iter().sum::<i64>() }
            fn within(&mut self, k: usize) {
                let (l, r) = self.b.split_at_mut(3);
                let (m, n) = r.split_at_mut(k % 3);
                l[0] += m.len() as i64;
                n[0] = l[1];
                l.swap(0, 2);
                if let Some((f, t)) = m.split_first_mut() { *f += 50; if let Some(z) = t.last_mut() { *z += 60; } }
            }
            fn or_else(&mut self) -> i64 { let Some((f, t)) = self.b[..self.n].split_first_mut() else { return -5 }; *f += t.len() as i64; t.reverse(); 8 }
            fn chunks(&mut self) { for (i, c) in self.b.chunks_exact_mut(2).enumerate() { c[0] += i as i64; c.swap(0, 1); } for w in self.b.chunks_mut(4) { w[0] -= 1; } self.b.rchunks_mut(4).for_each(|c| c[1] = 2); }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { b: [1, 2, 3, 4, a as i64 % 1000, b as i64 % 1000], n: b as usize % 7 };
            s.pairs(b as i64 % 5);
            let r = s.value(b as usize % 7);
            s.within(b as usize);
            let r = r * 3 + s.or_else();
            s.chunks();
            let mut t = [[a as i64; 6]; 2];
            for (to, from) in t[b as usize % 2].chunks_exact_mut(2).zip(&[[1i64, 2], [3, 4], [5, 6]]) { to.copy_from_slice(from); }
            r + s.b.iter().chain(&t[0]).chain(&t[1]).enumerate().map(|(i, x)| (i as i64 + 1) * x).sum::<i64>()
        }
    }
    patterns_of_slices_of_fields {
        struct S { b: [i64; 6], n: usize }
        impl S {
            fn first(&mut self) { if let [x, r @ ..] = &mut self.b[1..] { *x = r[0] + 1; } }
            fn guarded(&mut self) { match &mut self.b[1..] { [x, r @ ..] if *x > 1 => { *x = r[0]; r[1] = 8; } _ => {} } }
            fn apart(&mut self) { let [x, r @ ..] = &mut self.b; *x = r[0]; r[1] = 8; r.reverse(); }
            fn several(&mut self) -> i64 { match &mut self.b[..self.n] { [] => 1, [x] => { *x = 7; 2 } [x, .., y] => { std::mem::swap(x, y); *x + 1 } } }
            fn rest(&mut self) -> i64 { if let [x, rest @ .., y] = &mut self.b[..self.n] { *x += rest.len() as i64; for r in rest.iter_mut() { *r += *y; } *y } else { -1 } }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { b: [1, b as i64 % 4, 3, 4, a as i64, b as i64], n: b as usize % 7 };
            let mut r = 0;
            for k in 0..6 {
                match (k + b) % 6 { 0 => s.first(), 1 => s.guarded(), 2 => s.apart(), 4 => r += s.several(), _ => r = r * 3 + s.rest() }
                r = r.wrapping_mul(7) + s.b.iter().enumerate().map(|(i, x)| (i as i64 + 1) * x).sum::<i64>();
            }
            r
        }
    }
    conversions_that_what_follows_tells {
        use core::ops::{Index, IndexMut};
        struct A { r: [i64; 4] }
        impl Index<usize> for A { type Output = i64; fn index(&self, i: usize) -> &i64 { &self.r[i] } }
        impl IndexMut<usize> for A { fn index_mut(&mut self, i: usize) -> &mut i64 { &mut self.r[i] } }
        fn f(a: i32) -> Result<[i32; 3], (u8, i16)> { if a > 5 { Ok([a, 1, 2]) } else { Err((a as u8, a as i16)) } }
        fn case(a: i32, b: u32) -> i64 {
            let x = (b as u8).into();
            let y: i64 = x;
            let z = [1u64, (b as u16).into()];
            let mut s = A { r: [1, 2, a as i64, b as i64] };
            let k = b as usize % 4;
            s[k] = (s[k] == s[(k + 1) % 4]).into();
            let v = f(a).unwrap_or_else(|e| match e { (0, _) => [-1; 3], (x, y) => [-2, x.into(), y.into()] });
            let same = if a == i32::from(b as i16) { 1 } else { 2 };
            y + z[1] as i64 * 3 + s[k] * 5 + s[1] * 7 + (v[0] ^ v[1] ^ v[2]) as i64 + same
        }
    }
    lengths_that_fields_tell {
        use core::ops::Mul;
        const L: usize = 3;
        #[derive(Clone, Copy)] struct M<const R: usize>([i64; R]);
        impl<const R: usize> M<R> { fn id() -> Self { M([3; R]) } }
        impl<const R: usize> Mul<i64> for M<R> { type Output = Self; fn mul(self, k: i64) -> Self { M(self.0.map(|x| x * k)) } }
        struct P { m: M<{ L * L }>, n: M<L>, o: M<{ L + 1 }> }
        fn g<const N: usize>() -> usize { N * 2 }
        fn f(m: &M<{ L + 1 }>) -> i64 { m.0[L] }
        fn case(a: i32, b: u32) -> i64 {
            let p = P { m: M::id() * a as i64, n: M::id() * b as i64, o: M([a as i64; L + 1]) };
            let d = M::<{ 2 * L }>([b as i64; 6]);
            p.m.0.iter().sum::<i64>() + p.n.0[2] + p.o.0[3] * 5 + f(&p.o) * 7 + d.0[5] + g::<{ L * L }>() as i64 + p.m.0.len() as i64
        }
    }
    variants_as_functions_and_receivers_of_their_own {
        #[derive(Clone, Copy)] enum I { Add(u8, i64), Mul(u8, i64), Neg(u8, i64) }
        trait F { fn p(&mut self, s: i64) -> i64; fn q(&self) -> i64; }
        #[derive(Clone, Copy)] struct B { k: i64 }
        impl F for B { fn p(&mut self, s: i64) -> i64 { self.k += s; self.k } fn q(&self) -> i64 { self.k } }
        const LOW: B = B { k: 5 };
        fn parse(k: u32, v: i64) -> Option<I> { let make: fn(u8, i64) -> I = match k % 4 { 0 => I::Add, 1 => I::Mul, 2 => I::Neg, _ => return None }; Some(make(k as u8, v)) }
        fn case(a: i32, b: u32) -> i64 {
            let n = match parse(b, a as i64) { Some(I::Add(x, y)) => x as i64 + y, Some(I::Mul(x, y)) => x as i64 * y, Some(I::Neg(x, y)) => -y - x as i64, None => 77 };
            n + LOW.clone().p(b as i64) * 3 + LOW.q() * 7 + LOW.k
        }
    }
}

texts! {
    slices_that_other_values_hold_and_names_bound_again {
        struct I { b: [i64; 4], q: i64 }
        struct S { b: [i64; 6], i: I, n: usize }
        fn add(h: &mut [i64], v: i64) -> usize { for x in h.iter_mut() { *x += v; } h.len() }
        impl S {
            fn front(&self) -> i64 { self.b[0] }
            fn again(&mut self) -> i64 { let h = &mut self.b[..3]; h[0] = 2; let v = self.front(); let h = &mut self.b[..]; h[1] += v; self.front() + self.b[1] }
            fn beside(&mut self, k: i64) { let h = &mut self.i.b[1..]; h[0] += k; self.i.q = h[0]; h[1] = self.i.q + self.n as i64; }
            fn given(&mut self) -> usize { let h = &mut self.b[..self.n]; let c = add(h, self.i.q); let d = add(&mut h[..c / 2], 7); self.i.q = 4; add(h, self.i.q); c + d }
            fn assigned(&mut self, k: i64) { let h = &mut self.b[1..5]; let mut last = None; for c in h.chunks_mut(2) { if c[0] > k { last = Some(c); } } if let Some(c) = last { c[0] = 44; } }
            fn by_closure(&mut self) { let mut last = None; let h = &mut self.b[..]; h.chunks_mut(4).for_each(|c| last = Some(c)); if let Some(c) = last { c[1] = 45; } }
            fn folded(&mut self) { let h = &mut self.b[..]; let last = h.chunks_mut(3).fold(None, |_, c| Some(c)); if let Some(c) = last { c[2] = 46; } }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { b: [1, 2, 3, 4, a as i64 % 1000, b as i64 % 1000], i: I { b: [a as i64 % 100, 5, 6, 7], q: 3 }, n: b as usize % 7 };
            let mut r = s.again();
            s.beside(b as i64 % 10);
            r = r * 3 + s.given() as i64;
            s.assigned(a as i64 % 5);
            s.by_closure();
            r += s.b[5] + s.b[1] * 3;
            s.folded();
            let mut t = ([a as i64, 1, 2], 5);
            let h = &mut t.0[1..];
            h[0] = 8;
            t.1 = h[1];
            h[1] = t.1 + 1;
            r + t.0[2] + s.b.iter().chain(&s.i.b).chain(&t.0).enumerate().map(|(i, x)| (i as i64 + 1) * x).sum::<i64>()
        }
    }
}

/// Each is valid Rust that changes the array by another value than the slice's own name, where the copy has been given back.
#[test]
fn slices_that_outlive_their_block_in_another_value_are_refused() {
    let head = "struct W<'a> { h: &'a mut [i32] }
        impl<'a> W<'a> { fn put(&mut self, h: &'a mut [i32]) { self.h = h; } }
        struct S { x: [i32; 6] }
        fn case(a: i32) -> i32 {
            let (mut z, mut s) = ([0; 2], S { x: [a; 6] });
            let mut w = W { h: &mut z[..] };";
    for body in [
        "let mut g = None; { let h = &mut s.x[1..]; g = Some(h); } if let Some(c) = g { c[0] = 4; }",
        "let mut g = None; for c in s.x.chunks_mut(2) { g = Some(c); } if let Some(c) = g { c[0] = 4; }",
        "let mut g = None; if let Some((f, r)) = s.x.split_first_mut() { g = Some(r); } if let Some(c) = g { c[0] = 4; }",
        "let mut g = None; g = { let h = &mut s.x[1..]; h[0] = 3; Some(&mut h[1..]) }; if let Some(c) = g { c[0] = 4; }",
        "if a > 3 { let h = &mut s.x[1..]; h[0] = 3; w.h = h; } w.h[0] = 4;",
        "if a > 3 { let h = &mut s.x[1..]; h[0] = 3; w.put(h); } w.h[0] = 4;",
    ] {
        let errors = vyre::Module::compile(&format!("{head} {body} s.x[1] }}")).unwrap_err().to_string();
        assert!(errors.contains("this array is a part of a value"), "{body}: {errors}");
    }
}

/// Each is valid Rust that changes an array by a reference to one of its slices.
#[test]
fn references_to_exclusive_slices_in_arrays_are_refused() {
    for body in [
        "for q in both.iter_mut() { q[1] = 2; }",
        "for q in &mut both { q[1] = 2; }",
        "both.iter_mut().for_each(|q| q[1] = 2);",
    ] {
        let text = format!(
            "fn case(a: i32) -> i32 {{
                let mut x = [a, 1, 9, 3];
                let (l, r) = x.split_at_mut(2);
                let mut both = [l, r];
                {body}
                x[1]
            }}"
        );
        let errors = vyre::Module::compile(&text).unwrap_err().to_string();
        assert!(errors.contains("the elements of this array are exclusive slices"), "{body}: {errors}");
    }
}
