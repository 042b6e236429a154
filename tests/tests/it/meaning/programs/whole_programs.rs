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
    closures_that_functions_give {
        fn adder(n: u32) -> impl Fn(u32) -> u32 { move |x| x.wrapping_add(n) }
        fn scaled(k: u32) -> impl Fn(u32) -> u32 + Copy { { move |x| { let y = x.wrapping_mul(k); y ^ y >> 7 } } }
        fn of_pair<T: Copy>(first: T) -> impl Fn((T, T)) -> [T; 3] { move |(a, b)| [first, b, a] }
        fn composed<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C { move |x| g(f(x)) }
        struct Scale { by: u32 }
        impl Scale { fn function(&self) -> impl Fn(u32) -> u32 { let by = self.by; move |x| x.count_ones() * by } }
        fn case(a: i32, b: u32) -> i64 {
            let f = composed(adder(b), |x| x as u64 * 3);
            let g = composed(&f, |x: u64| (x >> 1) as u32);
            let s = scaled(b | 1);
            let [x, y, z] = of_pair(a)((3, b as i32));
            let counted = Scale { by: 7 }.function();
            f(1) as i64 + g(2) as i64 * 3 + composed(s, |v| v as i64 - 1)(5) + (x * 5 + y * 2 - z) as i64 + counted(b) as i64 * 1000
        }
    }
    functions_of_traits_as_values {
        trait Weigh {
            fn weight(&self) -> u32;
            fn scaled(self, by: u32) -> u32;
            fn of(n: u32) -> Self;
        }
        #[derive(Clone, Copy)] struct Stone(u32);
        impl Weigh for Stone { fn weight(&self) -> u32 { self.0 + 1 } fn scaled(self, by: u32) -> u32 { self.0 * by } fn of(n: u32) -> Self { Stone(n % 50) } }
        impl Weigh for u32 { fn weight(&self) -> u32 { self.count_ones() } fn scaled(self, by: u32) -> u32 { self % 100 + by } fn of(n: u32) -> u32 { n } }
        impl Weigh for [u32; 2] { fn weight(&self) -> u32 { self.iter().map(Weigh::weight).sum() } fn scaled(self, by: u32) -> u32 { self[1].scaled(by) } fn of(n: u32) -> Self { [n, 1] } }
        fn total<W: Weigh>(all: &[W]) -> u32 { all.iter().map(Weigh::weight).sum::<u32>() * 10 + all.iter().map(W::weight).max().unwrap_or(0) }
        fn case(a: i32, b: u32) -> i64 {
            let stones: [Stone; 3] = [b, 2, b + 40].map(Weigh::of);
            let scaled = stones.iter().copied().zip([3, 4]).map(|(stone, by)| stone.scaled(by)).fold(0, u32::max);
            total(&stones) as i64 + total(&[b, a as u32]) as i64 * 100 + total(&[[b, 3], [7, a as u32]]) as i64 * 10_000 + scaled as i64 * 1_000_000 + Some(b).map(Weigh::of).map_or(0, |stone: Stone| stone.0 as i64)
        }
    }
    the_ends_of_chains_in_variables {
        fn is_palindrome(text: &[u8]) -> bool {
            let mut it = text.iter().filter(|b| b.is_ascii_alphanumeric()).map(|b| b.to_ascii_lowercase());
            while let (Some(a), Some(b)) = (it.next(), it.next_back()) {
                if a != b { return false; }
            }
            true
        }
        fn from_both(v: &[u32]) -> (i64, i64) {
            let mut it = v.iter().enumerate().filter(|(_, x)| *x % 2 == 0).map(|(i, x)| i as i64 * 100 + (x % 100) as i64);
            let (mut a, mut b) = (0i64, 0i64);
            loop {
                let Some(x) = it.next() else { break };
                a = a * 3 + x;
                let Some(y) = it.next_back() else { break };
                b = b * 5 + y;
            }
            (a, b)
        }
        fn what_is_left(v: &[u32]) -> i64 {
            let mut it = (0..v.len()).rev().map(|i| v[i] >> 1);
            let last = it.next_back().unwrap_or(0);
            let count = it.clone().count();
            let first = it.by_ref().take(2).fold(0, |h, x| h ^ x);
            let mut rest = 0;
            for x in it { rest = rest * 7 + x as i64; }
            last as i64 + count as i64 * 100 + first as i64 * 1000 + rest * 10_000
        }
        fn case(a: i32, b: u32) -> i64 {
            let v = [b, 4, a as u32 % 1000, 6, 9, b % 5];
            let mut pairs = v.iter().zip(v.iter().skip(1)).map(|(x, y)| *x as i64 - *y as i64);
            let (last, first) = (pairs.next_back(), pairs.next());
            let rest: i64 = pairs.sum();
            let (x, y) = from_both(&v);
            let texts = is_palindrome(b"A man, a plan, a canal: Panama") as i64 + is_palindrome(&[b as u8, b'a', 7]) as i64 * 2;
            x + y * 3 + what_is_left(&v[..a as u32 as usize % 7]) + last.unwrap_or(1) * 7 + first.unwrap_or(2) * 11 + rest * 13 + texts
        }
    }
    methods_of_traits_on_parts {
        trait Hash { fn hash(&self, state: &mut Hasher); }
        #[derive(Default)] struct Hasher { state: u64 }
        impl Hasher { fn write(&mut self, bytes: &[u8]) { for &b in bytes { self.state = (self.state.rotate_left(5) ^ u64::from(b)).wrapping_mul(0x517c_c1b7_2722_0a95); } } }
        impl Hash for u32 { fn hash(&self, state: &mut Hasher) { state.write(&self.to_le_bytes()) } }
        impl Hash for u8 { fn hash(&self, state: &mut Hasher) { state.write(&[*self]) } }
        impl<A: Hash, B: Hash> Hash for (A, B) { fn hash(&self, state: &mut Hasher) { self.0.hash(state); self.1.hash(state); } }
        impl<T: Hash, const N: usize> Hash for [T; N] { fn hash(&self, state: &mut Hasher) { for x in self { x.hash(state); } } }
        struct Pair<A, B> { a: A, b: B }
        impl<A: Hash, B: Hash> Hash for Pair<A, B> { fn hash(&self, state: &mut Hasher) { self.a.hash(state); self.b.hash(state); } }
        fn hash_of<T: Hash>(t: &T) -> i64 { let mut h = Hasher::default(); t.hash(&mut h); (h.state >> 16) as i64 }
        fn case(a: i32, b: u32) -> i64 {
            hash_of(&(a as u8, b)) ^ hash_of(&[b, 3]) ^ hash_of(&[a as u8, 1, 2]) ^ hash_of(&Pair { a: [b as u8, 9], b: (b, 7u8) })
        }
    }
    an_equality_beside_a_derived_one {
        #[derive(Clone, Copy, Debug, PartialEq)] struct Fix(i32);
        impl PartialEq<i32> for Fix { fn eq(&self, other: &i32) -> bool { self.0 == *other << 4 } }
        #[derive(Clone, Copy, PartialEq)] struct Count { n: i32 }
        impl PartialEq<Fix> for Count { fn eq(&self, other: &Fix) -> bool { *other == self.n } }
        fn case(a: i32, b: u32) -> i64 {
            let (x, y) = (Fix(a * 16), Fix(b as i32));
            (x == a) as i64 + (y != 7) as i64 * 2 + (x == y) as i64 * 4 + (Count { n: a } == x) as i64 * 32 + (Count { n: a } != Count { n: 7 }) as i64 * 64
        }
    }
    bytes_in_capitals_and_in_branches {
        fn capitals(text: &mut [u8]) {
            let mut first = true;
            for b in text {
                if first { b.make_ascii_uppercase(); }
                first = *b == b' ';
            }
        }
        fn digits(text: &[u8; 4]) -> Option<u32> {
            let &[y1, y0, b'-', m] = text else { return None };
            [y1, y0, m].into_iter().try_fold(0, |n, b| Some(n * 10 + b.checked_sub(b'0').filter(|d| *d < 10)? as u32))
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"two small words";
            capitals(&mut text);
            text[4 + b as usize % 8].make_ascii_uppercase();
            let mut loud = *b"aBc";
            if a > 4 { loud.make_ascii_lowercase() } else { loud[1..].make_ascii_uppercase() }
            let written: &[u8; 4] = match b % 3 { 0 => b"12-3", 1 => b"1x-4", _ => b"98_7" };
            let other: &[u8; 4] = if a < 3 { b"55-5" } else { written };
            let texts = [&b"{\"a\": 1}"[..], b"[1, 2", b"[]"];
            let found = texts[b as usize % texts.len()];
            let list = [a, 2, b as i32 % 9, 4, 5];
            let left = list.chunks_exact(3).remainder()[0] + list.chunks_exact(2).remainder().len() as i32;
            text.iter().chain(&loud).fold(0i64, |h, &x| (h * 31 + x as i64) % 1_000_003) + digits(written).map_or(7, i64::from) + digits(other).map_or(9, i64::from) * 1000 + (found.len() * 3 + found[1] as usize) as i64 + left as i64
        }
    }
    what_the_host_alone_writes {
        use core::fmt;
        #[derive(Clone, Copy, Debug)] struct Point { x: i32, y: i32 }
        impl fmt::Display for Point { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "({}, {})", self.x, self.y) } }
        fn larger<T: fmt::Display + Copy>(one: T, _other: T) -> T { one }
        fn case(a: i32, b: u32) -> i64 {
            let p = larger(Point { x: a, y: 2 }, Point { x: 1, y: b as i32 });
            if b == 123_456 { println!("{p:?} of {b}"); }
            p.x as i64 * 10 + p.y as i64
        }
    }
    dates {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        enum Weekday { Monday = 1, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday }
        impl Weekday {
            const ALL: [Weekday; 7] = [Self::Monday, Self::Tuesday, Self::Wednesday, Self::Thursday, Self::Friday, Self::Saturday, Self::Sunday];
            const fn is_weekend(self) -> bool { matches!(self, Weekday::Saturday | Weekday::Sunday) }
        }
        impl TryFrom<u32> for Weekday {
            type Error = ();
            fn try_from(n: u32) -> Result<Self, ()> { Self::ALL.get((n as usize).wrapping_sub(1)).copied().ok_or(()) }
        }
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Date { year: i32, month: u8, day: u8 }
        const fn is_leap(y: i32) -> bool { y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) }
        const fn days_in(y: i32, m: u8) -> u8 { match m { 1 | 3 | 5 | 7 | 8 | 10 | 12 => 31, 4 | 6 | 9 | 11 => 30, 2 if is_leap(y) => 29, 2 => 28, _ => 0 } }
        impl Date {
            const EPOCH: Self = Self { year: 1970, month: 1, day: 1 };
            fn new(year: i32, month: u8, day: u8) -> Option<Self> {
                ((1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day)).then_some(Self { year, month, day })
            }
            fn from_days(days: i32) -> Self {
                let z = days + 719_468;
                let era = z.div_euclid(146_097);
                let doe = z.rem_euclid(146_097) as u32;
                let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
                let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
                let mp = (5 * doy + 2) / 153;
                let day = (doy - (153 * mp + 2) / 5 + 1) as u8;
                let month = if mp < 10 { mp + 3 } else { mp - 9 } as u8;
                Self { year: yoe as i32 + era * 400 + (month <= 2) as i32, month, day }
            }
            fn to_days(self) -> i32 {
                let y = if self.month <= 2 { self.year - 1 } else { self.year };
                let era = y.div_euclid(400);
                let yoe = (y - era * 400) as u32;
                let m = self.month as u32;
                let doy = (153 * (if m > 2 { m - 3 } else { m + 9 }) + 2) / 5 + self.day as u32 - 1;
                era * 146_097 + (yoe * 365 + yoe / 4 - yoe / 100 + doy) as i32 - 719_468
            }
            fn weekday(self) -> Weekday { Weekday::try_from((self.to_days() + 3).rem_euclid(7) as u32 + 1).unwrap() }
            fn succ(mut self) -> Self {
                self.day += 1;
                if self.day > days_in(self.year, self.month) { self = Self { day: 1, month: self.month + 1, ..self }; }
                if self.month > 12 { self.year += 1; self.month = 1; }
                self
            }
            fn iter(self) -> impl Iterator<Item = Date> { std::iter::successors(Some(self), |d| Some(d.succ())) }
        }
        fn parse(text: &[u8; 10]) -> Option<Date> {
            let &[y3, y2, y1, y0, b'-', m1, m0, b'-', d1, d0] = text else { return None };
            let digit = |b: u8| b.checked_sub(b'0').filter(|d| *d < 10).map(i32::from);
            let year = [y3, y2, y1, y0].into_iter().try_fold(0, |y, b| Some(y * 10 + digit(b)?))?;
            let two = |a, b| Some((digit(a)? * 10 + digit(b)?) as u8);
            Date::new(year, two(m1, m0)?, two(d1, d0)?)
        }
        fn case(a: i32, b: u32) -> i64 {
            let date = Date::from_days(a * 397 + b as i32 * 11);
            assert_eq!(Date::from_days(date.to_days()).day, date.day);
            let free = date.iter().skip(1).position(|x| x.weekday().is_weekend()).unwrap();
            let text: &[u8; 10] = match b % 3 { 0 => b"2024-02-29", 1 => b"2023-02-29", _ => b"1999_12-31" };
            let parsed = parse(text).map_or(0, |d| d.to_days() as i64);
            let later = date.max(Date { year: 2000, ..date });
            (date.year as i64 * 100 + date.month as i64) * 100 + date.day as i64 + date.weekday() as i64 * 1_000_000_000 + free as i64 * 10_000_000_000 + parsed + (later.year == 2000) as i64 * 7 + (date > Date::EPOCH) as i64 * 11
        }
    }
}
