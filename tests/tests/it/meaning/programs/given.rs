//! Iterators in variables, arguments and results, and the places and slices that functions give.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    a_chain_in_a_variable {
        fn case(a: i32, b: u32) -> i64 { let xs = [a, 2, b as i32, 4]; let evens = xs.iter().filter(|x| **x % 2 == 0).map(|x| *x as i64 * 3); let mut t = 0; for e in evens { t += e; } t }
    }
    a_chain_sees_what_it_saw {
        fn case(a: i32, b: u32) -> i64 { let n = b as i64 % 7; let it = (0..10).map(|i| i * n); let n = 100; let mut t = n; for e in it.clone() { t += e; } t + it.rev().take(3).sum::<i64>() }
    }
    a_chain_moves_copies {
        fn case(a: i32, b: u32) -> i64 { let mut n = 3i64; let it = (0..5).map(move |i| i * n); n = 50; let mut t = n; for e in it { t += e; } t }
    }
    arguments_of_a_chain_are_evaluated_once {
        fn case(a: i32, b: u32) -> i64 { let mut k = 2; let xs = [1i64, 2, 3, 4, 5]; let it = xs.iter().skip(k); k = 4; it.sum::<i64>() + k as i64 }
    }
    items_one_after_the_other {
        fn case(a: i32, b: u32) -> i64 { let mut it = (0..6).filter(|i| i % 2 == 1).map(|i| i * 10); let x = it.next().unwrap_or(9); let y = it.next(); let mut t = x as i64; while let Some(z) = it.next() { t = t * 7 + z as i64; } t + y.unwrap_or(0) as i64 + it.next().map_or(1000, |x| x as i64) }
    }
    runs_by_peeking {
        fn case(a: i32, b: u32) -> i64 { let xs = [1, 1, 2, 3, 3, 3, a]; let mut it = xs.iter().copied().enumerate().peekable(); let mut t = 0i64; while let Some((i, x)) = it.next() { let mut run = 1; while let Some(&(_, y)) = it.peek() { if y != x { break; } it.next(); run += 1; } t = t * 5 + (run * (i as i64 + 1)); } t }
    }
    iterators_from_functions {
        fn evens(values: &[i32]) -> impl Iterator<Item = i32> + '_ { values.iter().copied().filter(|x| x % 2 == 0) }
        fn case(a: i32, b: u32) -> i64 { let xs = [a, 2, b as i32, 4]; let mut t = 0i64; for e in evens(&xs) { t += e as i64; } t + evens(&xs[1..]).map(|x| x as i64).sum::<i64>() * 10 + evens(&xs).count() as i64 }
    }
    iterators_from_methods {
        struct R { items: [i64; 5], head: usize, len: usize }
        impl R { fn iter(&self) -> impl Iterator<Item = &i64> + '_ { (0..self.len).map(move |i| &self.items[(self.head + i) % 5]) } fn both(&self, k: i64) -> impl Iterator<Item = i64> { let own = self.items; own.into_iter().map(move |x| x * k) } }
        fn case(a: i32, b: u32) -> i64 { let r = R { items: [1, a as i64, 3, 4, 5], head: (b % 5) as usize, len: 4 }; let mut t = 0; for x in r.iter() { t = t * 3 + x; } t + r.iter().copied().max().unwrap() + r.both(b as i64 % 9).zip(r.iter()).map(|(x, y)| x * y).sum::<i64>() }
    }
    iterators_as_arguments {
        fn weighted(values: impl Iterator<Item = i32>) -> i64 { values.enumerate().map(|(i, x)| (i as i64 + 1) * x as i64).sum() }
        fn first_big<I: Iterator<Item = i32>>(mut it: I, k: i32) -> Option<i32> { let f = it.next()?; if f > k { return Some(f); } it.find(|x| *x > k) }
        fn total<'a, I>(values: I) -> i64 where I: IntoIterator<Item = &'a i32> { let mut total = 0; for v in values { total += *v as i64; } total }
        fn case(a: i32, b: u32) -> i64 { let xs = [a, 2, b as i32, 4]; weighted(xs.iter().copied()) + first_big(xs.iter().map(|x| x / 2), 1).map_or(-5, |x| x as i64) + total(&xs) + total(xs[1..].iter()) + weighted([1, 2, 3].into_iter()) }
    }
    iterators_in_flat_map {
        #[derive(Clone, Copy)] struct P { x: i32, y: i32 }
        impl P { fn near(self) -> impl Iterator<Item = P> { const S: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)]; S.into_iter().filter_map(move |(dx, dy)| { let x = self.x + dx; let y = self.y + dy; (x >= 0 && y >= 0).then_some(P { x, y }) }) } }
        fn case(a: i32, b: u32) -> i64 { let p = P { x: a % 3, y: b as i32 % 2 }; let mut t = 0i64; for q in p.near() { t = t * 10 + q.x as i64 * 3 + q.y as i64; } t + p.near().flat_map(|q| q.near()).map(|q| (q.x + q.y) as i64).sum::<i64>() * 1000 }
    }
    chains_over_own_iterators {
        struct C { n: u64 }
        impl Iterator for C { type Item = u64; fn next(&mut self) -> Option<u64> { if self.n == 1 { return None; } self.n = if self.n % 2 == 0 { self.n / 2 } else { 3 * self.n + 1 }; Some(self.n) } }
        fn largest<T: PartialOrd + Copy>(mut items: impl Iterator<Item = T>) -> Option<T> { let first = items.next()?; Some(items.fold(first, |m, x| if x > m { x } else { m })) }
        fn case(a: i32, b: u32) -> i64 { let n = (b % 30 + 1) as u64; let odd = C { n }.filter(|x| x % 2 == 1); let k = odd.count(); k as i64 + largest(C { n }).unwrap_or(1) as i64 * 100 + largest([1.5, 2.5].iter().copied()).unwrap_or(0.0) as i64 }
    }
    iterators_by_reference {
        fn take3<I: Iterator<Item = bool>>(bits: &mut I) -> Option<u32> { let mut v = 0; for _ in 0..3 { v = v * 2 + bits.next()? as u32; } Some(v) }
        fn case(a: i32, b: u32) -> i64 { let mut bits = (0..16).rev().map(|i| b >> i & 1 == 1); let mut t = 0i64; while let Some(v) = take3(&mut bits) { t = t * 9 + v as i64; } let mut it = (0..10).step_by(3); let x: u32 = it.by_ref().take(2).sum(); t + x as i64 + it.count() as i64 }
    }
    chains_over_chunks_in_variables {
        fn case(a: i32, b: u32) -> i64 { let mut xs = [1i64, 2, 3, 4, 5, a as i64]; let pairs = xs.chunks_exact_mut(2).enumerate(); for (i, p) in pairs { p[0] += i as i64; p[1] *= 3; } let w = xs.windows(3).map(|w| w[0] - w[2]); let m = w.clone().max().unwrap(); m * 100 + w.filter(|d| *d < 0).count() as i64 + xs.iter().sum::<i64>() }
    }
    a_place_that_a_method_gives {
        #[derive(Clone, Copy)] struct E { v: i64, next: Option<usize> }
        struct L { e: [Option<E>; 4], head: usize }
        impl L { fn entry(&mut self, i: usize) -> &mut E { self.e[i].as_mut().unwrap() } fn get(&mut self, i: usize) -> i64 { self.entry(i).v } fn link(&mut self, i: usize, n: usize) { self.entry(i).next = Some(n); let e = self.entry(n); e.v += 5; e.next = None; } }
        fn case(a: i32, b: u32) -> i64 { let mut l = L { e: [Some(E { v: a as i64, next: None }); 4], head: 0 }; l.link((b % 4) as usize, 2); l.entry(1).v *= 3; let t = l.get(0) + l.get(1) * 5 + l.get(2) * 7; t + l.entry(3).next.map_or(0, |n| n as i64) * 1000 + l.head as i64 }
    }
    a_place_or_nothing {
        struct R { items: [i64; 4], len: usize }
        impl R { fn get_mut(&mut self, i: usize) -> Option<&mut i64> { if i < self.len { Some(&mut self.items[(i + 1) % 4]) } else { None } } fn last(&mut self) -> Option<&mut i64> { self.items.last_mut() } }
        fn case(a: i32, b: u32) -> i64 { let mut r = R { items: [1, 2, 3, a as i64], len: (b % 4) as usize }; if let Some(x) = r.get_mut(1) { *x += 100; } if let Some(x) = r.get_mut(3) { *x = 9; } *r.last().unwrap() += 3; match r.get_mut(0) { Some(x) => *x *= 2, None => r.items[0] = -1 } r.items.iter().fold(0, |t, x| t * 7 + x) }
    }
    a_place_or_an_error {
        #[derive(Debug, Clone, Copy, PartialEq)] enum Er { No(usize), Poor { needed: u64 } }
        type Outcome<T> = Result<T, Er>;
        #[derive(Clone, Copy, Default)] struct A { balance: u64, n: u32 }
        struct Bank { a: [A; 3] }
        impl Bank { fn account_mut(&mut self, id: usize) -> Outcome<&mut A> { self.a.get_mut(id).ok_or(Er::No(id)) } fn take(&mut self, id: usize, x: u64) -> Outcome<u64> { let acc = self.account_mut(id)?; if acc.balance < x { return Err(Er::Poor { needed: x - acc.balance }); } acc.balance -= x; acc.n += 1; Ok(acc.balance) } fn put(&mut self, id: usize, x: u64) -> Outcome<u64> { let acc = self.account_mut(id)?; acc.balance += x; Ok(acc.balance) } }
        fn case(a: i32, b: u32) -> i64 { let mut k = Bank { a: [A { balance: 50, ..Default::default() }; 3] }; let mut t = 0; for (i, x) in [(0, 20), (1, b as u64 % 100), (5, 1), (2, 60)] { t = t * 11 + match k.take(i, x) { Ok(v) => v as i64, Err(Er::No(i)) => -(i as i64), Err(Er::Poor { needed }) => needed as i64 * 3 }; let _ = k.put(i, 7); } t + k.a.iter().map(|a| a.balance as i64 + a.n as i64).sum::<i64>() }
    }
    a_place_that_a_function_gives {
        fn pick(v: &mut [i64], i: usize) -> &mut i64 { &mut v[i % 3] }
        fn case(a: i32, b: u32) -> i64 { let mut v = [a as i64, 2, 3, 4]; *pick(&mut v, b as usize) += 10; let p = pick(&mut v[1..], 1); *p *= 4; v[0] + v[1] * 10 + v[2] * 100 + v[3] }
    }
    a_slice_to_write_in_a_field {
        struct Enc<'a> { out: &'a mut [u8], len: usize }
        impl<'a> Enc<'a> { fn new(out: &'a mut [u8]) -> Self { Self { out, len: 0 } } fn put(&mut self, b: u8) -> Result<(), ()> { let slot = self.out.get_mut(self.len).ok_or(())?; *slot = b; self.len += 1; Ok(()) } fn raw(&mut self, b: u8) { self.out[self.len] = b; self.len += 1; } fn finish(self) -> &'a [u8] { &self.out[..self.len] } }
        fn case(a: i32, b: u32) -> i64 { let mut buf = [0u8; 8]; let mut e = Enc::new(&mut buf); e.raw(7); for i in 0..10 { if e.put((a as u8).wrapping_add(i)).is_err() { break; } } let n = e.len; let done = e.finish(); done.iter().fold(0i64, |t, x| t * 3 + *x as i64) + n as i64 }
    }
    rows_of_a_slice_in_a_field {
        struct M<'a> { data: &'a mut [i64], w: usize }
        impl M<'_> { fn row(&mut self, i: usize) -> &mut [i64] { let w = self.w; &mut self.data[i * w..(i + 1) * w] } fn sum(&self) -> i64 { self.data.iter().sum() } fn set(&mut self) { for (i, x) in self.data.iter_mut().enumerate() { *x += i as i64; } self.data.swap(0, 1); self.data[2..4].fill(9); } }
        fn case(a: i32, b: u32) -> i64 { let mut d = [1i64; 12]; let mut m = M { data: &mut d, w: 4 }; m.set(); let r = m.row(1); r[0] = a as i64; r[3] += b as i64; m.row(2)[1] = 50; let t = m.sum(); t * 100 + d[4] - d[7] + d[9] }
    }
    a_slice_to_write_as_a_result {
        fn half(v: &mut [i64], right: bool) -> &mut [i64] { let n = v.len() / 2; if right { &mut v[n..] } else { &mut v[..n] } }
        fn case(a: i32, b: u32) -> i64 { let mut v = [1i64, 2, 3, 4, 5, 6]; let h = half(&mut v, b % 2 == 0); h[0] = a as i64; h[2] *= 10; half(&mut v, true)[1] = 77; v.iter().fold(0, |t, x| t * 3 + x) }
    }
    zips_of_chains {
        fn case(a: i32, b: u32) -> i64 { let xs = [a as i64, 2, 3, 4, b as i64]; let t: i64 = xs.iter().zip((1..).map(|k| k * k)).map(|(x, k)| x * k).sum(); let u: i64 = xs.iter().zip(xs.iter().filter(|x| **x % 2 == 0)).map(|(x, y)| x - y).sum(); t + u * 3 + xs.iter().chain([7i64, 8].iter()).max().unwrap() }
    }
    constructors_in_methods_over_types {
        #[derive(Clone, Copy, Default)] struct F(i32);
        impl F { fn two(self) -> F { F(self.0 * 2) } fn g<T: Into<i32>>(self, t: T) -> F { let t: i32 = t.into(); F(self.0 + t) } }
        fn case(a: i32, b: u32) -> i64 { F(a % 9).two().g(3i32).0 as i64 }
    }
    a_sum_of_its_own {
        #[derive(Clone, Copy, Default)] struct F(i32);
        impl std::iter::Sum for F { fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Self::default(), |a, b| Self(a.0 + b.0)) } }
        fn case(a: i32, b: u32) -> i64 { let t: F = [F(a % 100), F(2)].into_iter().sum(); t.0 as i64 }
    }
    constructors_in_closures_of_functions_over_iterators {
        #[derive(Clone, Copy, Default)] struct F(i32);
        impl F { fn total(it: impl Iterator<Item = F>) -> F { it.fold(F(0), |a, b| F(a.0 + b.0)) } }
        fn case(a: i32, b: u32) -> i64 { let t: F = F::total([F(a % 100), F(2)].into_iter()); t.0 as i64 }
    }
    references_to_arrays_in_fields {
        struct P<'a, const N: usize> { t: &'a [u8], p: &'a [u8; N] }
        impl<'a, const N: usize> P<'a, N> { fn get(&self, i: usize) -> u8 { self.p[i % N] + self.t[0] } fn own(&self) -> [u8; N] { *self.p } }
        fn make<'a, const N: usize>(t: &'a [u8], p: &'a [u8; N]) -> P<'a, N> { P { t, p } }
        fn case(a: i32, b: u32) -> i64 { let q = [1u8, 2, a as u8]; let p = make(&q, b"abc"); let arr = [5u8, 6]; let r = make(&q[1..], &arr); p.get(b as usize) as i64 + r.get(1) as i64 * 1000 + r.own()[0] as i64 }
    }
    references_to_tables_in_fields {
        const T: [u32; 8] = [1, 2, 3, 4, 5, 6, 7, 9];
        struct C<'t> { table: &'t [u32; 8], v: u32 }
        impl<'t> C<'t> { fn new(table: &'t [u32; 8]) -> Self { Self { table, v: 1 } } fn step(&mut self, x: u32) -> &mut Self { self.v = self.v.wrapping_mul(self.table[(x % 8) as usize]); self } }
        fn case(a: i32, b: u32) -> i64 { let mut c = C::new(&T); c.step(b).step(a as u32); c.step(3); let u = [2u32; 8]; let mut d = C { table: &u, v: 3 }; d.step(9); c.v as i64 * 5 + d.v as i64 }
    }
    references_to_slices_as_arguments {
        fn len(x: &[u8], y: &[u8]) -> usize { x.len() * 10 + y.len() }
        fn best<'a>(w: &[u8], c: &[&'a [u8]]) -> Option<(usize, &'a [u8])> { c.iter().map(|c| (len(w, c), *c)).min_by_key(|(d, _)| *d) }
        fn case(a: i32, b: u32) -> i64 { best(b"xy", &[b"abc", b"de", b"f"]).map_or(0, |(d, s)| d as i64 * 100 + s.len() as i64) }
    }
}

programs! {
    a_place_that_an_if_chooses {
        struct N { left: i64, right: i64 }
        fn case(a: i32, b: u32) -> i64 { let mut n = N { left: 1, right: 2 }; for i in 0..4 { let child = if (b >> i) & 1 == 1 { &mut n.left } else { &mut n.right }; *child = *child * 3 + i; if *child > 50 { break; } } n.left * 1000 + n.right + a as i64 }
    }
    arrays_that_an_if_chooses {
        fn step(src: &[i64], dst: &mut [i64]) { for i in 0..src.len() { dst[i] = src[i] + src[(i + 1) % src.len()]; } }
        fn case(a: i32, b: u32) -> i64 { let mut x = [a as i64, 2, 3]; let mut y = [0i64; 3]; let mut flip = false; for _ in 0..b % 5 { let (src, dst) = if flip { (&y, &mut x) } else { (&x, &mut y) }; step(src, dst); flip = !flip; } let r = if flip { &y } else { &x }; r.iter().fold(0, |t, v| t * 7 + v) }
    }
    a_place_that_a_match_chooses {
        fn case(a: i32, b: u32) -> i64 { let (mut p, mut q, mut r) = (1i64, 2i64, 3i64); let t = match b % 4 { 0 => &mut p, 1 => &mut q, 2 => { &mut r } _ => return -1 }; *t += a as i64; *t *= 2; p + q * 10 + r * 100 }
    }
    an_array_by_value_is_copied {
        fn case(a: i32, b: u32) -> i64 { let mut xs = [1i64, 2, a as i64]; let it = xs.into_iter().map(|x| x * 2); xs[0] = 100; let mut t = xs[0]; for v in it { t = t * 3 + v; } t }
    }
}
