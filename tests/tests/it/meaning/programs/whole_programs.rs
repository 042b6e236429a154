//! What whole programs wrote first and modules or texts did not have, each by itself.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{Device, FIRST, SECOND, check, programs};

programs! {
    own_methods_before_those_of_iterators {
        struct L { n: u32, at: u32 }
        impl L { fn take_while(&mut self, f: impl Fn(u32) -> bool) -> u32 { let s = self.at; while self.at < 20 && f(self.at) { self.at += 1; } self.at - s }
         fn twice(&mut self) -> u32 { let a = self.take_while(|x| x < 5); let b = self.take_while(|x| x < self_n()); a * 100 + b }
         fn map(self, k: u32) -> u32 { k * self.n } }
        fn self_n() -> u32 { 9 }
        impl Iterator for L { type Item = u32; fn next(&mut self) -> Option<u32> { let t = self.take_while(|c| c < 3); self.at += 1; (self.at < self.n).then(|| self.at + t) } }
        fn case(a: i32, b: u32) -> i64 { let mut l = L { n: b % 17, at: b % 4 }; let x = l.twice(); let s: u32 = l.by_ref().take(3).sum(); let m = l.map(3); (x as i64) * 1000 + (m * 100 + s) as i64 + a as i64 }
    }
    slices_behind_a_question_mark {
        struct R<'a> { b: &'a [u8], at: usize }
        impl<'a> R<'a> { fn take(&mut self, n: usize) -> Result<&'a [u8], u32> { let p = self.b.get(self.at..self.at + n).ok_or(7u32)?; self.at += n; Ok(p) } }
        fn go(b: &[u8], n: usize) -> Result<u32, u32> { let mut r = R { b, at: 1 }; let mut s = 0; for &x in r.take(n)? { s += x as u32; } for x in r.take(1)?.iter() { s = s * 3 + *x as u32; } Ok(s) }
        fn case(a: i32, b: u32) -> i64 { let d = [a as u8, 2, 3, b as u8, 9]; match go(&d, (b % 6) as usize) { Ok(v) => v as i64, Err(e) => -(e as i64) } }
    }
    operators_of_numbers_as_functions {
        use std::ops::{Add, Mul, BitOr, Neg};
        fn sum<T: Add<Output = T> + Copy + Default>(x: &[T]) -> T { x.iter().copied().fold(T::default(), T::add) }
        fn prod<T: Mul<Output = T> + Copy>(x: [T; 3]) -> Option<T> { x.into_iter().reduce(Mul::mul) }
        fn case(a: i32, b: u32) -> i64 { let o = [a % 100, 2, 3].into_iter().fold(0, i32::bitor); let n = Some(a as i64).map(i64::neg).unwrap_or(0); sum(&[a % 1000, 5, 6]) as i64 + prod([b as u64 % 1000, 3, 4]).unwrap_or(0) as i64 + o as i64 + n + Add::add(3, a % 5) as i64 + u32::add(b % 9, 4) as i64 + <u32 as Mul>::mul(b % 7, 3) as i64 }
    }
    bytes_without_white_space {
        fn case(a: i32, b: u32) -> i64 { let t = [b' ', b'\t', (b % 256) as u8, b'x', (a & 127) as u8, b'\n', b' ']; let s: &[u8] = &t; let x = s.trim_ascii(); let y = t.trim_ascii_start(); let z = t[1..].trim_ascii_end(); x.len() as i64 * 10000 + y.len() as i64 * 100 + z.len() as i64 + x.first().map_or(0, |c| *c as i64) * 1000000 + x.trim_ascii_end().last().copied().unwrap_or(1) as i64 * 1000000000 }
    }
    results_and_functions_in_flat_map {
        #[derive(Clone, Copy)] enum A { L, R(u8) }
        impl TryFrom<u8> for A { type Error = u8; fn try_from(b: u8) -> Result<Self, Self::Error> { match b { 1 => Ok(A::L), 2..=9 => Ok(A::R(b)), o => Err(o) } } }
        fn half(x: u32) -> Option<u32> { if x % 2 == 0 { Some(x / 2) } else { None } }
        fn case(a: i32, b: u32) -> i64 { let m = [1u8, b as u8, 3, a as u8, 200]; let mut s = 0i64; for x in m.iter().flat_map(|&m| A::try_from(m)) { s = s * 7 + match x { A::L => 1, A::R(r) => r as i64 }; } let t: u32 = (0..b % 20).flat_map(half).sum(); let u: u32 = (0..b % 20).map(half).flatten().sum(); s + t as i64 * 3 + u as i64 + [Some(3), None, Some(a as i64)].into_iter().flatten().sum::<i64>() }
    }
    methods_that_a_trait_over_constants_provides {
        trait System<const N: usize> { fn derivative(&self, t: i64, s: [i64; N]) -> [i64; N]; fn invariant(&self, _s: [i64; N]) -> Option<i64> { None } }
        struct Osc { k: i64 }
        struct Lor;
        impl System<2> for Osc { fn derivative(&self, _: i64, [x, v]: [i64; 2]) -> [i64; 2] { [v, x.wrapping_mul(-self.k)] } fn invariant(&self, [x, v]: [i64; 2]) -> Option<i64> { (self.k > 3).then(|| x.wrapping_add(v)) } }
        impl System<3> for Lor { fn derivative(&self, t: i64, [x, y, z]: [i64; 3]) -> [i64; 3] { [y.wrapping_sub(x), z.wrapping_add(t), x] } }
        fn axpy<const N: usize>(x: [i64; N], k: i64, y: [i64; N]) -> [i64; N] { std::array::from_fn(|i| x[i].wrapping_add(k.wrapping_mul(y[i]))) }
        fn step<S, const N: usize>(s: &S, t: i64, x: [i64; N]) -> [i64; N] where S: System<N> { let k1 = s.derivative(t, x); let k2 = s.derivative(t + 1, axpy(x, 3, k1)); let w = [(k1, 1), (k2, 2)]; w.iter().fold(x, |s, (k, w)| axpy(s, *w, *k)) }
        fn go<S: System<N>, const N: usize>(s: S, x: [i64; N], n: u32) -> ([i64; N], i64) { let e = (0..n).fold(x, |x, i| step(&s, i as i64, x)); let d = match (s.invariant(x), s.invariant(e)) { (Some(a), Some(b)) => a.wrapping_sub(b), _ => -1 }; (e, d) }
        fn case(a: i32, b: u32) -> i64 { let ([x, y], d) = go(Osc { k: b as i64 % 7 }, [a as i64, 1], 3); let (l, e) = go(Lor, [a as i64, b as i64, 2], b % 4); x.wrapping_add(y).wrapping_mul(3).wrapping_add(d).wrapping_add(l[0]).wrapping_add(l[2]).wrapping_add(e) }
    }
    a_stack_in_a_machine {
        #[derive(Clone, Copy, PartialEq)] enum Op { Add, Sub } #[derive(Clone, Copy, PartialEq)] enum Entry { Op(Op), Paren }
        struct Stack<T, const N: usize> { items: [T; N], len: usize }
        impl<T: Copy, const N: usize> Stack<T, N> { fn new(f: T) -> Self { Stack { items: [f; N], len: 0 } }
         fn push(&mut self, i: T) -> Result<(), u32> { let slot = self.items.get_mut(self.len).ok_or(3u32)?; *slot = i; self.len += 1; Ok(()) }
         fn pop(&mut self) -> Option<T> { self.len = self.len.checked_sub(1)?; Some(self.items[self.len]) }
         fn last(&self) -> Option<&T> { self.items[..self.len].last() } }
        struct M { v: Stack<i64, 4>, e: Stack<Entry, 4> }
        impl M { fn op(&mut self, o: Op) -> Result<(), u32> { while let Some(&Entry::Op(t)) = self.e.last() { if t == Op::Sub { break; } self.e.pop(); self.v.push(1)?; } self.e.push(Entry::Op(o)) } }
        fn go(a: i32, b: u32) -> Result<i64, u32> { let mut m = M { v: Stack::new(0), e: Stack::new(Entry::Paren) }; for i in 0..b % 7 { if (a >> (i & 7)) & 1 == 1 { m.op(Op::Add)?; } else { m.op(Op::Sub)?; } } let mut s = 0; while let Some(e) = m.e.pop() { s = s * 3 + match e { Entry::Op(Op::Add) => 1, Entry::Op(Op::Sub) => 2, Entry::Paren => 0 }; } match (m.v.pop(), m.v.pop()) { (Some(x), None) => Ok(x * 100 + s), _ => Err(9) } }
        fn case(a: i32, b: u32) -> i64 { match go(a, b) { Ok(v) => v, Err(e) => -(e as i64) } }
    }
    types_of_arguments_of_methods {
        #[derive(Clone, Copy)] struct Big<const N: usize> { l: [u32; N] }
        impl<const N: usize> From<u32> for Big<N> { fn from(v: u32) -> Self { let mut l = [0; N]; l[0] = v; Self { l } } }
        impl<const N: usize> Big<N> { fn plus(self, o: Self) -> Self { let mut l = self.l; for (a, b) in l.iter_mut().zip(o.l) { *a = a.wrapping_add(b); } Big { l } } }
        fn case(a: i32, b: u32) -> i64 { let x: Big<3> = Big::from(b); let y = x.plus(Big::from(a as u32)); y.l[0] as i64 }
    }
    types_of_arguments_of_generic_methods {
        #[derive(Clone, Copy)] struct Big<const N: usize> { l: [u32; N] }
        impl<const N: usize> Big<N> { fn of(v: u32) -> Self { let mut l = [0; N]; l[0] = v; Self { l } } fn plus(self, o: Self) -> Self { let mut l = self.l; for (a, b) in l.iter_mut().zip(o.l) { *a = a.wrapping_add(b); } Big { l } } }
        fn case(a: i32, b: u32) -> i64 { let x = Big::<3>::of(b); let y = x.plus(Big::of(a as u32)); y.l[0] as i64 }
    }
    conversions_from_references {
        struct M { s: u32, k: u32 }
        impl From<&[u32; 4]> for M { fn from(f: &[u32; 4]) -> Self { M { s: f.iter().fold(0, |a: u32, b| a.wrapping_add(*b)), k: f[2] } } }
        struct B<'a> { x: &'a [u32], at: usize }
        impl<'a> From<&'a [u32]> for B<'a> { fn from(x: &'a [u32]) -> Self { B { x, at: 1 } } }
        struct P(u32, u32);
        impl From<&P> for u32 { fn from(p: &P) -> u32 { p.0 ^ p.1 } }
        impl From<&M> for P { fn from(m: &M) -> P { P(m.s, m.k) } }
        fn case(a: i32, b: u32) -> i64 { let v = [a as u32, b, 3, 4]; let m = M::from(&v); let n: M = (&v).into(); let q = B::from(&v[1..]); let r: B = (&v[..]).into(); let p = P::from(&m); let w: u32 = (&p).into(); m.s as i64 + n.k as i64 * 3 + q.x[q.at] as i64 + r.x[r.at] as i64 * 5 + w as i64 }
    }
    a_fold_that_begins_with_what_is_wanted {
        #[derive(Clone, Copy)] struct Big<const N: usize> { l: [u32; N] }
        impl<const N: usize> From<u32> for Big<N> { fn from(v: u32) -> Self { let mut l = [0; N]; l[0] = v; Self { l } } }
        impl<const N: usize> Big<N> { fn add(self, o: Self) -> Self { let mut l = self.l; for (a, b) in l.iter_mut().zip(o.l) { *a = a.wrapping_add(b); } Big { l } } fn m(&mut self, k: u32) { for x in &mut self.l { *x = x.wrapping_mul(k); } } }
        fn fac(n: u32) -> Big<3> { (2..=n).fold(Big::from(1), |mut p, k| { p.m(k); p }) }
        fn case(a: i32, b: u32) -> i64 { let x = fac(b % 8); let y = x.add(Big::from(a as u32)); let z: Big<2> = Big::from(3); y.l[0] as i64 + y.l.len() as i64 + z.l.len() as i64 }
    }
    values_of_types_that_only_bodies_say {
        trait Field { fn at(&self, x: i64) -> i64; fn twice(&self, x: i64) -> i64 { self.at(x) * 2 } }
        #[derive(Clone, Copy)] struct Ball { r: i64 }
        #[derive(Clone, Copy)] struct Floor(i64);
        #[derive(Clone, Copy)] struct Union<A, B>(A, B);
        impl Field for Ball { fn at(&self, x: i64) -> i64 { x - self.r } }
        impl Field for Floor { fn at(&self, x: i64) -> i64 { x * 3 + self.0 } }
        impl<A: Field, B: Field> Field for Union<A, B> { fn at(&self, x: i64) -> i64 { self.0.at(x).min(self.1.at(x)) } }
        fn scene(k: i64) -> impl Field { let ball = |r| Ball { r }; Union(Floor(-1), Union(ball(k), ball(3))) }
        fn simple() -> impl Field + Copy { Ball { r: 4 } }
        fn over<F: Field>(inner: F) -> impl Field { Union(inner, Floor(2)) }
        fn sum<X: Field>(x: &X, p: i64) -> i64 { x.at(p) + x.twice(p + 1) }
        fn case(a: i32, b: u32) -> i64 {
            let s = scene(b as i64);
            let t = simple();
            sum(&s, a as i64) + s.at(5) + t.at(a as i64) * 100 + sum(&over(t), 7) * 1000
        }
    }
    tokens_of_a_macro_that_are_of_several_types {
        macro_rules! plus { ($a:expr, $b:expr) => { $a + $b } }
        macro_rules! zero { () => { Default::default() } }
        macro_rules! list { ($x:expr) => { [$x; 3] } }
        macro_rules! turn { ($x:expr) => { $x.rotate_left(1) } }
        macro_rules! first { ($x:expr) => { $x.iter().map(|x| *x as i64).max().unwrap_or(0) } }
        fn case(a: i32, b: u32) -> i64 {
            let (x, y, z) = (plus!(a as i64, 2), plus!(b as u8 & 15, 3u8), plus!(1.5f32, 2.0));
            let p: i64 = zero!();
            let q: (u32, bool) = zero!();
            let (l, m) = (list!(a as i64), list!(b as u8));
            let mut t = [1u32, b, 3];
            turn!(t);
            let u = turn!(b);
            let d = (first!(l), first!(m), first!(t));
            x + y as i64 * 3 + (z * 2.0) as i64 + p + q.0 as i64 + q.1 as i64 + t[0] as i64 * 5 + u as i64 * 7 + d.0 + d.1 * 2 + d.2 * 3
        }
    }
    a_peekable_of_pairs {
        fn case(a: i32, b: u32) -> i64 {
            let text = [b'1', b'2', b'a', (a as u8 & 15) + b'0', b'7', (b % 3) as u8 + b'0'];
            let mut chars = text.iter().copied().enumerate().peekable();
            let (mut sum, mut last) = (0i64, 0);
            while let Some((at, c)) = chars.next() {
                let mut value = i64::from(c);
                while let Some((_, d)) = chars.next_if(|(_, d)| d.is_ascii_digit()) {
                    value = value * 10 + i64::from(d - b'0');
                }
                last = at as i64;
                sum = sum * 31 + value;
            }
            sum + last
        }
    }
    constant_functions_inside {
        fn code(c: u8) -> u8 {
            const fn folded(c: u8) -> u8 { c.to_ascii_lowercase() }
            match folded(c) { b'a'..=b'm' => 1, b'n'..=b'z' => 2, _ => 3 }
        }
        fn case(a: i32, b: u32) -> i64 { code(a as u8) as i64 * 10 + code((b % 256) as u8) as i64 }
    }
    traits_for_iterators_and_slices {
        trait Alternating: Iterator<Item = u32> {
            fn alternating(self) -> i64;
        }
        impl<I: Iterator<Item = u32>> Alternating for I {
            fn alternating(self) -> i64 {
                let mut sum = 0;
                for (i, x) in self.enumerate() {
                    sum += if i % 2 == 0 { x as i64 } else { -(x as i64) };
                }
                sum
            }
        }
        trait Doubled {
            fn doubled(&self) -> u32;
        }
        impl Doubled for [u32] {
            fn doubled(&self) -> u32 { self.iter().map(|x| x * 2).sum() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let list = [b, 3, a as u32 % 1000, 9];
            list.iter().copied().alternating() + list[1..3].doubled() as i64
        }
    }
    structs_that_macros_declare {
        macro_rules! point {
            ($name:ident { $($field:ident),* }) => {
                #[derive(Clone, Copy, Debug, PartialEq)]
                pub struct $name { $(pub $field: i64),* }
                impl $name {
                    pub fn sum(&self) -> i64 { let mut total = 0; $(total += self.$field;)* total }
                }
            };
        }
        point!(Flat { x, y });
        point!(Solid { x, y, z });
        fn case(a: i32, b: u32) -> i64 {
            let total = 5;
            let p = Flat { x: a as i64, y: 2 };
            p.sum() * 100 + Solid { x: 1, y: b as i64, z: total }.sum()
        }
    }
    lists_of_structs_by_a_constant_function {
        struct Direction { dx: i32, dy: i32, weight: i64 }
        impl Direction {
            const fn new(dx: i32, dy: i32, weight: i64) -> Self { Direction { dx, dy, weight } }
        }
        const DIRECTIONS: [Direction; 3] = [Direction::new(0, 0, 4), Direction::new(1, -1, 3), Direction::new(-1, 0, 2)];
        fn case(a: i32, b: u32) -> i64 {
            let Direction { dx, dy, weight } = DIRECTIONS[b as usize % 3];
            DIRECTIONS.iter().map(|d| d.weight * (a + d.dx) as i64).sum::<i64>() * 100 + (dx * 7 + dy) as i64 + weight
        }
    }
}
