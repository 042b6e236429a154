//! Types, traits and operators as a Rust programmer writes them first: the same text is compiled by rustc and by vyre, so no expected value is written
//! down.

#![allow(
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    reason = "the code is as people write it"
)]
#![allow(
    unused,
    nonstandard_style,
    missing_debug_implementations,
    missing_copy_implementations,
    unreachable_pub,
    reason = "the code is as people write it"
)]

use vyre::{Module, Value};

/// What the cases are called with.
const ARGUMENTS: [(i32, u32); 6] = [(0, 0), (1, 5), (-3, 7), (100, 3), (7, 40), (-20, 11)];

macro_rules! means {
    ($($name:ident { $($tokens:tt)* })*) => {$(
        mod $name {
            $($tokens)*

            #[test]
            fn as_in_rust() {
                let module = super::Module::compile(stringify!($($tokens)*)).unwrap_or_else(|error| panic!("{error}"));
                let function = module.function("case").unwrap();
                for (a, b) in super::ARGUMENTS {
                    let got = function.call(&[super::Value::I32(a), super::Value::U32(b)]).unwrap();
                    assert_eq!(got, super::Value::I64(case(a, b)), "{a}, {b}");
                }
            }
        }
    )*};
}

means! {
    default_of_a_type_that_an_assignment_settles {
        #[derive(Clone, Copy, Default)] struct Complex<T> { re: T, im: T }
        use std::ops::*;
        impl<T: Add<Output = T>> Add for Complex<T> { type Output = Self; fn add(self, o: Self) -> Self { Complex { re: self.re + o.re, im: self.im + o.im } } }
        impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Mul for Complex<T> {
            type Output = Self;
            fn mul(self, o: Self) -> Self { Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re } }
        }
        impl<T: Copy + Add<Output = T> + Mul<Output = T>> Complex<T> { fn norm_sqr(&self) -> T { self.re * self.re + self.im * self.im } }
        fn escape(c: Complex<f32>, limit: u32) -> Option<u32> {
            let mut z = Complex::default();
            for i in 0..limit { if z.norm_sqr() > 4.0 { return Some(i); } z = z * z + c; }
            None
        }
        fn case(a: i32, b: u32) -> i64 { escape(Complex { re: (a % 8) as f32 / 4.0, im: (b % 8) as f32 / 8.0 }, 100).map(i64::from).unwrap_or(-1) }
    }
    default_of_a_tuple_struct {
        #[derive(Clone, Copy, Default)] struct P<T>(T, [T; 3]);
        fn case(a: i32, b: u32) -> i64 { let mut z = P::default(); z.0 = 2.5f32; z.1[1] += a as f32; (z.0 * 2.0 + z.1[1]) as i64 }
    }
    default_of_types_in_types {
        #[derive(Copy, Clone, Default)] struct C<T> { re: T, im: T }
        #[derive(Copy, Clone, Default)] struct D { c: C<f32>, d: (u8, [C<i64>; 2]) }
        #[derive(Copy, Clone, Default)] struct E<T> { c: C<T>, d: (u8, T), o: Option<T> }
        fn case(a: i32, b: u32) -> i64 {
            let mut d = D::default(); d.c.re += a as f32; d.d.1[1].im -= 3;
            let mut e = E::default(); e.c.im = b;
            (d.c.re as i64) + d.d.1[1].im + (e.c.im + e.d.1) as i64 + e.o.is_none() as i64
        }
    }
    default_of_a_type_with_its_own {
        #[derive(Copy, Clone)] struct S(i32);
        impl Default for S { fn default() -> S { S(7) } }
        #[derive(Copy, Clone, Default)] struct C<T> { re: T, im: T }
        fn f<T: Default>() -> C<T> { C::default() }
        fn case(a: i32, b: u32) -> i64 { let mut c = C::default(); if a > 3 { c.re = S(5); } let d: C<S> = f(); (c.re.0 + c.im.0 * 10 + d.re.0) as i64 }
    }
    names_of_types {
        const N: usize = 2;
        type Grid = [[u8; 3]; N];
        type Id = u32; type V = Vec2<f32>; type P = Plain; type Both = (Id, m::Inner);
        mod m { pub type Inner = super::Id; pub type Deep = [Inner; 2]; }
        use m::Deep;
        #[derive(Clone, Copy, Default)] struct Vec2<T> { x: T, y: T }
        #[derive(Clone, Copy)] struct Plain { k: Id }
        impl P { fn new(k: Id) -> P { P { k } } }
        impl V { fn sum(self) -> f32 { self.x + self.y } }
        fn case(a: i32, b: u32) -> i64 {
            type L = i64;
            let mut grid: Grid = [[1; 3]; N];
            grid[1][2] = 9;
            let v = V { x: 1.5, y: a as f32 };
            let w = V::default();
            let both: Both = (b, 4);
            let d: Deep = [1, Id::MAX];
            grid[1][2] as L + v.sum() as L + w.x as L + P::new(b).k as L + (both.0 ^ both.1) as L + d[1] as L + L::from(Id::BITS)
        }
    }
    variants_that_a_use_brings {
        #[derive(Clone, Copy)] enum Node { Leaf(i32), Split { l: usize, k: Inner } }
        #[derive(Clone, Copy)] struct Leafy(i32);
        #[derive(Clone, Copy)] enum Inner { A(Leafy), B }
        use self::Node::*;
        use Inner::A;
        fn case(a: i32, b: u32) -> i64 {
            let n = if a > 0 { Split { l: 3, k: A(Leafy(a)) } } else { Leaf(2) };
            match n { Leaf(v) => v as i64, Split { l, k: A(Leafy(m)) } => l as i64 * 10 + m as i64, Split { l, .. } => 1 }
        }
    }
    conversions_into_places {
        #[derive(Clone, Copy, Default)] struct S { k: u64, p: P }
        #[derive(Clone, Copy, Default)] struct P(i64);
        impl From<i32> for P { fn from(k: i32) -> P { P(k as i64 * 3) } }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S::default();
            let mut t = [0u64; 3];
            let mut x = 1i64;
            s.k = b.into();
            t[1] = b.into();
            x = a.into();
            s.p = a.into();
            let y = s.p;
            s.p = Default::default();
            (s.k + t[1] + t[2]) as i64 ^ x ^ y.0 ^ s.p.0
        }
    }
    tuple_struct {
        #[derive(Clone, Copy, PartialEq)] struct Meters(i32);
        #[derive(Clone, Copy)] struct Pair(i32, u32);
        fn case(a: i32, b: u32) -> i64 { let m = Meters(a); let p = Pair(a, b); let Pair(x, y) = p; let Meters(z) = m; m.0 as i64 + x as i64 + y as i64 + z as i64 + p.1 as i64 }
    }
    unit_struct {
        #[derive(Clone, Copy, PartialEq, Default)] struct Marker;
        impl Marker { fn value(&self) -> i64 { 7 } fn twice(self) -> i64 { 14 } }
        fn case(a: i32, b: u32) -> i64 { let m = Marker; m.value() + m.twice() + a as i64 + b as i64 }
    }
    generic_struct {
        #[derive(Clone, Copy)] struct Pair<T> { a: T, b: T }
        fn case(a: i32, b: u32) -> i64 { let p = Pair { a: a, b: 3 }; let q: Pair<u32> = Pair { a: b, b }; p.a as i64 + p.b as i64 + q.a as i64 + q.b as i64 }
    }
    generic_impl {
        #[derive(Clone, Copy)] struct Pair<T> { a: T, b: T }
        impl<T: Copy> Pair<T> { fn new(a: T, b: T) -> Self { Pair { a, b } } fn swap(self) -> Pair<T> { Pair { a: self.b, b: self.a } } fn first(&self) -> T { self.a } }
        fn case(a: i32, b: u32) -> i64 { let p = Pair::new(a, 9).swap(); let q = Pair::<u32>::new(b, 4); p.first() as i64 + q.swap().first() as i64 }
    }
    local_structs {
        fn case(a: i32, b: u32) -> i64 { #[derive(Clone, Copy)] struct P { x: i32, y: u32 } struct T(i32, i32); impl P { fn s(&self) -> i64 { self.x as i64 + self.y as i64 } } let p = P { x: a, y: b }; let t = T(a, 3); p.s() + t.0 as i64 + t.1 as i64 }
    }
    matrix {
        use std::ops::{Add, Mul};
        #[derive(Clone, Copy)] struct Matrix<T, const R: usize, const C: usize> { cells: [[T; C]; R] }
        impl<T: Copy + Default + Add<Output = T> + Mul<Output = T>, const R: usize, const C: usize> Matrix<T, R, C> {
          fn zero() -> Self { Self { cells: [[T::default(); C]; R] } }
          fn mul<const K: usize>(&self, other: &Matrix<T, C, K>) -> Matrix<T, R, K> {
            let mut out = Matrix::<T, R, K>::zero();
            for i in 0..R { for j in 0..K { let mut sum = T::default(); for k in 0..C { sum = sum + self.cells[i][k] * other.cells[k][j]; } out.cells[i][j] = sum; } }
            out
          }
        }
        fn case(a: i32, b: u32) -> i64 { let m = Matrix { cells: [[a as i64, 2, 3], [4, 5, b as i64]] }; let n = Matrix { cells: [[1i64, 2], [3, 4], [5, 6]] }; let p = m.mul(&n); p.cells[0][0].wrapping_mul(3) + p.cells[1][1] }
    }
    stack {
        #[derive(Clone, Copy)] struct Stack<T, const N: usize> { items: [T; N], len: usize }
        impl<T: Copy + Default, const N: usize> Stack<T, N> {
          fn new() -> Self { Stack { items: [T::default(); N], len: 0 } }
          fn push(&mut self, x: T) -> bool { if self.len == N { return false; } self.items[self.len] = x; self.len += 1; true }
          fn pop(&mut self) -> Option<T> { if self.len == 0 { None } else { self.len -= 1; Some(self.items[self.len]) } }
          fn is_empty(&self) -> bool { self.len == 0 }
          const CAP: usize = N;
        }
        fn case(a: i32, b: u32) -> i64 { let mut s: Stack<i32, 8> = Stack::new(); let mut t = Stack::<u64, 2>::new(); s.push(a); s.push(b as i32); s.push(3); t.push(b as u64); t.push(1); let full = !t.push(4); let mut sum = 0i64; while let Some(x) = s.pop() { sum = sum * 3 + x as i64; } sum + t.pop().unwrap_or(0) as i64 + full as i64 + s.is_empty() as i64 + Stack::<i32, 8>::CAP as i64 }
    }
    complex {
        use std::ops::{Add, Mul, Sub, Neg};
        #[derive(Clone, Copy, Debug, PartialEq)] struct Complex<T> { re: T, im: T }
        impl<T> Complex<T> { const fn new(re: T, im: T) -> Self { Complex { re, im } } }
        impl<T: Add<Output = T>> Add for Complex<T> { type Output = Complex<T>; fn add(self, o: Self) -> Self::Output { Complex { re: self.re + o.re, im: self.im + o.im } } }
        impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Mul for Complex<T> { type Output = Self; fn mul(self, o: Complex<T>) -> Self { Self::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re) } }
        impl<T: Copy + Add<Output = T> + Mul<Output = T>> Complex<T> { fn norm_sqr(&self) -> T { self.re * self.re + self.im * self.im } }
        impl<T: Neg<Output = T>> Neg for Complex<T> { type Output = Self; fn neg(self) -> Self { Complex { re: -self.re, im: -self.im } } }
        fn case(a: i32, b: u32) -> i64 { let z = Complex::new(a as f64 / 1e5, b as f64 / 1e6); let c = Complex::new(0.5, -1.0); let w = -(z * z + c); let i = Complex { re: a as i64 % 1000, im: (b % 100) as i64 }; (w.norm_sqr() as i64).wrapping_add((i * i + i).norm_sqr()) }
    }
    vec3_refs {
        use std::ops::{Add, Mul, Sub, AddAssign, Index, IndexMut};
        #[derive(Clone, Copy, PartialEq, Debug, Default)] struct Vec3 { x: f32, y: f32, z: f32 }
        impl Vec3 { fn new(x: f32, y: f32, z: f32) -> Self { Vec3 { x, y, z } } fn dot(&self, o: &Vec3) -> f32 { self.x * o.x + self.y * o.y + self.z * o.z } }
        impl Add for Vec3 { type Output = Vec3; fn add(self, o: Vec3) -> Vec3 { Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z) } }
        impl Add for &Vec3 { type Output = Vec3; fn add(self, o: &Vec3) -> Vec3 { Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z) } }
        impl<'a> Sub<&'a Vec3> for Vec3 { type Output = Vec3; fn sub(self, o: &'a Vec3) -> Vec3 { Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z) } }
        impl Mul<f32> for Vec3 { type Output = Vec3; fn mul(self, k: f32) -> Vec3 { Vec3::new(self.x * k, self.y * k, self.z * k) } }
        impl Mul<Vec3> for f32 { type Output = Vec3; fn mul(self, v: Vec3) -> Vec3 { v * self } }
        impl AddAssign for Vec3 { fn add_assign(&mut self, o: Vec3) { self.x += o.x; self.y += o.y; self.z += o.z; } }
        impl Index<usize> for Vec3 { type Output = f32; fn index(&self, i: usize) -> &f32 { match i { 0 => &self.x, 1 => &self.y, _ => &self.z } } }
        impl IndexMut<usize> for Vec3 { fn index_mut(&mut self, i: usize) -> &mut f32 { match i { 0 => &mut self.x, 1 => &mut self.y, _ => &mut self.z } } }
        fn case(a: i32, b: u32) -> i64 { let v = Vec3::new(a as f32, 1.0, b as f32); let w = Vec3 { x: 2.0, ..Default::default() }; let mut u = &v + &w; u += v - &w; u[1] += 0.5; u[2] = u[0] * 0.25; let r = 2.0 * u + v * 0.5; (r.dot(&v) + u[1]) as i64 }
    }
    index_by_array {
        use std::ops::{Index, IndexMut};
        struct Grid { cells: [i64; 12], w: usize }
        impl Index<(usize, usize)> for Grid { type Output = i64; fn index(&self, (x, y): (usize, usize)) -> &i64 { &self.cells[y * self.w + x] } }
        impl IndexMut<(usize, usize)> for Grid { fn index_mut(&mut self, (x, y): (usize, usize)) -> &mut i64 { &mut self.cells[y * self.w + x] } }
        fn case(a: i32, b: u32) -> i64 { let mut g = Grid { cells: [0; 12], w: 4 }; g[(1, 2)] = a as i64; g[(3, 0)] += b as i64; g[(1, 2)] -= 5; g[(1, 2)] * 2 + g[(3, 0)] }
    }
    partial_ord {
        #[derive(Clone, Copy, PartialEq, PartialOrd)] struct P { x: i32, y: u32 }
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] struct V(u32, i32);
        fn case(a: i32, b: u32) -> i64 { let p = P { x: a, y: b }; let q = P { x: 1, y: 3 }; (p < q) as i64 + ((p >= q) as i64) * 2 + (V(b, a) > V(5, 0)) as i64 * 4 + (V(b, a).max(V(3, 1)).0 as i64) * 8 + (V(b, a).cmp(&V(5, 1)) as i64) }
    }
    ord_by_hand {
        use std::cmp::Ordering;
        #[derive(Clone, Copy)] struct Item { key: u32, v: i32 }
        impl PartialEq for Item { fn eq(&self, o: &Self) -> bool { self.key == o.key } }
        impl Eq for Item {}
        impl PartialOrd for Item { fn partial_cmp(&self, o: &Self) -> Option<Ordering> { Some(self.cmp(o)) } }
        impl Ord for Item { fn cmp(&self, o: &Self) -> Ordering { o.key.cmp(&self.key) } }
        fn case(a: i32, b: u32) -> i64 { let p = Item { key: b, v: a }; let q = Item { key: 5, v: 1 }; (p < q) as i64 + (p == q) as i64 * 2 + (p >= q) as i64 * 4 + match p.cmp(&q) { Ordering::Less => 10, Ordering::Equal => 20, Ordering::Greater => 30 } + p.max(q).v as i64 }
    }
    dual_numbers_over_a_trait {
        use std::ops::{Add, Mul, Sub, Div, Neg};
        trait Real: Copy + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> + Div<Output = Self> + Neg<Output = Self> { const ZERO: Self; const ONE: Self; fn sqrt2(self) -> Self; fn of(x: i32) -> Self; }
        impl Real for f64 { const ZERO: f64 = 0.0; const ONE: f64 = 1.0; fn sqrt2(self) -> f64 { self.sqrt() } fn of(x: i32) -> f64 { x as f64 } }
        #[derive(Clone, Copy)] struct Dual<T> { re: T, eps: T }
        impl<T: Real> Add for Dual<T> { type Output = Self; fn add(self, o: Self) -> Self { Dual { re: self.re + o.re, eps: self.eps + o.eps } } }
        impl<T: Real> Sub for Dual<T> { type Output = Self; fn sub(self, o: Self) -> Self { Dual { re: self.re - o.re, eps: self.eps - o.eps } } }
        impl<T: Real> Mul for Dual<T> { type Output = Self; fn mul(self, o: Self) -> Self { Dual { re: self.re * o.re, eps: self.re * o.eps + self.eps * o.re } } }
        impl<T: Real> Div for Dual<T> { type Output = Self; fn div(self, o: Self) -> Self { Dual { re: self.re / o.re, eps: (self.eps * o.re - self.re * o.eps) / (o.re * o.re) } } }
        impl<T: Real> Neg for Dual<T> { type Output = Self; fn neg(self) -> Self { Dual { re: -self.re, eps: -self.eps } } }
        impl<T: Real> Real for Dual<T> { const ZERO: Self = Dual { re: T::ZERO, eps: T::ZERO }; const ONE: Self = Dual { re: T::ONE, eps: T::ZERO }; fn sqrt2(self) -> Self { let r = self.re.sqrt2(); Dual { re: r, eps: self.eps / (r + r) } } fn of(x: i32) -> Self { Dual { re: T::of(x), eps: T::ZERO } } }
        fn poly<R: Real>(x: R) -> R { x * x * x + R::of(3) * x - R::ONE }
        fn derivative(x: f64) -> f64 { poly(Dual { re: x, eps: 1.0 }).eps }
        fn second(x: f64) -> f64 { let d = poly(Dual { re: Dual { re: x, eps: 1.0 }, eps: Dual { re: 1.0, eps: 0.0 } }); d.eps.eps }
        fn case(a: i32, b: u32) -> i64 { let x = (a % 100) as f64; (derivative(x) + second(b as f64 / 1e6) + poly(x).sqrt2().max(0.0) + (-Dual::<f64>::ONE).re) as i64 }
    }
    modular_arithmetic {
        use std::ops::*;
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)] struct Mod<const P: u32>(u32);
        impl<const P: u32> Mod<P> { const MODULUS: u32 = P; fn new(x: u32) -> Self { Mod(x % P) } fn pow(self, mut e: u32) -> Self { let mut base = self; let mut r = Mod(1); while e > 0 { if e & 1 == 1 { r = r * base; } base = base * base; e >>= 1; } r } fn inv(self) -> Self { self.pow(P - 2) } }
        impl<const P: u32> Add for Mod<P> { type Output = Self; fn add(self, o: Self) -> Self { Self::new(self.0 + o.0) } }
        impl<const P: u32> Mul for Mod<P> { type Output = Self; fn mul(self, o: Self) -> Self { Mod((self.0 as u64 * o.0 as u64 % P as u64) as u32) } }
        impl<const P: u32> Div for Mod<P> { type Output = Self; fn div(self, o: Self) -> Self { self * o.inv() } }
        impl<const P: u32> AddAssign for Mod<P> { fn add_assign(&mut self, o: Self) { *self = *self + o; } }
        fn case(a: i32, b: u32) -> i64 { let mut x = Mod::<998244353>::new(b); let y: Mod<998244353> = Mod::new(a as u32 | 1); x += y; x += Mod(5); (x / y + x.pow(10)).0 as i64 + Mod::<7>::new(b).0 as i64 + Mod::<7>::MODULUS as i64 }
    }
    quaternion {
        use std::ops::Mul;
        #[derive(Debug, Clone, Copy, PartialEq)] struct Quat { w: f32, x: f32, y: f32, z: f32 }
        impl Mul for Quat { type Output = Quat; fn mul(self, r: Quat) -> Quat { Quat { w: self.w * r.w - self.x * r.x - self.y * r.y - self.z * r.z, x: self.w * r.x + self.x * r.w + self.y * r.z - self.z * r.y, y: self.w * r.y - self.x * r.z + self.y * r.w + self.z * r.x, z: self.w * r.z + self.x * r.y - self.y * r.x + self.z * r.w } } }
        impl Mul<[f32; 3]> for Quat { type Output = [f32; 3]; fn mul(self, v: [f32; 3]) -> [f32; 3] { let p = Quat { w: 0.0, x: v[0], y: v[1], z: v[2] }; let q = self * p * self.conj(); [q.x, q.y, q.z] } }
        impl Quat { const IDENTITY: Quat = Quat { w: 1.0, x: 0.0, y: 0.0, z: 0.0 }; fn conj(&self) -> Self { Self { w: self.w, x: -self.x, y: -self.y, z: -self.z } } }
        fn case(a: i32, b: u32) -> i64 { let q = Quat { w: 0.5, x: 0.5, y: 0.5, z: 0.5 }; let v = q * [a as f32, b as f32, 3.0]; let w = (q * Quat::IDENTITY) * [1.0, 2.0, 3.0]; v[0] as i64 + v[1] as i64 * 3 + w[2] as i64 }
    }
    fixed_point {
        use std::ops::{Add, Sub, Mul, Div, Shl, Shr, Neg};
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)] struct Q16(i32);
        impl Q16 { const ONE: Q16 = Q16(1 << 16); const fn from_int(x: i32) -> Self { Q16(x << 16) } fn to_int(self) -> i32 { self.0 >> 16 } fn sqrt(self) -> Q16 { let mut lo = Q16(0); let mut hi = Q16::from_int(181); while lo.0 + 1 < hi.0 { let mid = Q16((lo.0 + hi.0) / 2); if mid * mid > self { hi = mid } else { lo = mid } } lo } }
        impl Add for Q16 { type Output = Q16; fn add(self, o: Q16) -> Q16 { Q16(self.0.wrapping_add(o.0)) } }
        impl Sub for Q16 { type Output = Q16; fn sub(self, o: Q16) -> Q16 { Q16(self.0.wrapping_sub(o.0)) } }
        impl Mul for Q16 { type Output = Q16; fn mul(self, o: Q16) -> Q16 { Q16(((self.0 as i64 * o.0 as i64) >> 16) as i32) } }
        impl Div for Q16 { type Output = Q16; fn div(self, o: Q16) -> Q16 { if o.0 == 0 { Q16(0) } else { Q16((((self.0 as i64) << 16) / o.0 as i64) as i32) } } }
        impl Shl<u32> for Q16 { type Output = Q16; fn shl(self, n: u32) -> Q16 { Q16(self.0 << n) } }
        impl Shr<u32> for Q16 { type Output = Q16; fn shr(self, n: u32) -> Q16 { Q16(self.0 >> n) } }
        impl Neg for Q16 { type Output = Q16; fn neg(self) -> Q16 { Q16(self.0.wrapping_neg()) } }
        impl From<i32> for Q16 { fn from(x: i32) -> Self { Q16::from_int(x) } }
        impl From<Q16> for f32 { fn from(x: Q16) -> f32 { x.0 as f32 / 65536.0 } }
        fn case(a: i32, b: u32) -> i64 { let x = Q16::from(a % 100); let y: Q16 = ((b % 50) as i32 + 1).into(); let z = (x * y + Q16::ONE) / y - (x >> 2); let f: f32 = z.into(); let m = x.max(y).min(Q16::from_int(40)); z.0 as i64 + y.sqrt().0 as i64 + f as i64 + (-m).to_int() as i64 + ((x << 1) < y) as i64 + f32::from(y) as i64 }
    }
    u256 {
        use std::ops::{Add, Shl, BitXor, Index, IndexMut, Sub};
        use std::cmp::Ordering;
        #[derive(Clone, Copy, PartialEq, Eq)] struct U256([u32; 8]);
        impl U256 { const ZERO: U256 = U256([0; 8]); fn from_u64(x: u64) -> Self { let mut r = [0u32; 8]; r[0] = x as u32; r[1] = (x >> 32) as u32; U256(r) } fn mul_small(self, k: u32) -> Self { let mut out = [0u32; 8]; let mut carry = 0u64; for i in 0..8 { let t = self.0[i] as u64 * k as u64 + carry; out[i] = t as u32; carry = t >> 32; } U256(out) } }
        impl Add for U256 { type Output = U256; fn add(self, o: U256) -> U256 { let mut out = [0u32; 8]; let mut c = 0u64; for i in 0..8 { let t = self.0[i] as u64 + o.0[i] as u64 + c; out[i] = t as u32; c = t >> 32; } U256(out) } }
        impl Sub for U256 { type Output = U256; fn sub(self, o: U256) -> U256 { let mut out = self; let mut borrow = false; for i in 0..8 { let (a, b1) = self.0[i].overflowing_sub(o.0[i]); let (c, b2) = a.overflowing_sub(borrow as u32); out[i] = c; borrow = b1 || b2; } out } }
        impl Index<usize> for U256 { type Output = u32; fn index(&self, i: usize) -> &u32 { &self.0[i] } }
        impl IndexMut<usize> for U256 { fn index_mut(&mut self, i: usize) -> &mut u32 { &mut self.0[i] } }
        impl PartialOrd for U256 { fn partial_cmp(&self, o: &U256) -> Option<Ordering> { Some(self.cmp(o)) } }
        impl Ord for U256 { fn cmp(&self, o: &U256) -> Ordering { let mut i = 8; while i > 0 { i -= 1; match self.0[i].cmp(&o.0[i]) { Ordering::Equal => continue, other => return other } } Ordering::Equal } }
        fn case(a: i32, b: u32) -> i64 { let x = U256::from_u64(a as i64 as u64); let y = U256::from_u64(b as u64).mul_small(0xffff_fff1).mul_small(77); let s = x + y; let d = s - U256::from_u64(3); let mut e = d; e[7] ^= 5; e[0] += 1; (s[0] as i64) ^ ((d[2] as i64) << 7) ^ (e[7] as i64) ^ ((x < y) as i64) ^ ((x.max(y)[1] as i64) << 3) ^ ((s > U256::ZERO) as i64 * 64) }
    }
    ring_buffer {
        struct Ring<const N: usize> { data: [i32; N], head: usize, len: usize }
        impl<const N: usize> Ring<N> { fn new() -> Self { Self { data: [0; N], head: 0, len: 0 } } fn push(&mut self, x: i32) { let at = (self.head + self.len) % N; self.data[at] = x; if self.len < N { self.len += 1; } else { self.head = (self.head + 1) % N; } } fn pop(&mut self) -> Option<i32> { if self.len == 0 { return None; } let x = self.data[self.head]; self.head = (self.head + 1) % N; self.len -= 1; Some(x) } fn iter_sum(&self) -> i64 { (0..self.len).map(|i| self.data[(self.head + i) % N] as i64).sum() } }
        impl<const N: usize> Default for Ring<N> { fn default() -> Self { Self::new() } }
        fn fill(r: &mut Ring<5>, a: i32) { for i in 0..9 { r.push(a.wrapping_add(i)); } }
        fn case(a: i32, b: u32) -> i64 { let mut r = Ring::<5>::new(); fill(&mut r, a); r.push(b as i32); let mut e: Ring<3> = Default::default(); e.push(1); let s = r.iter_sum(); let p = r.pop().unwrap_or(-1) as i64; s.wrapping_mul(3).wrapping_add(p) + e.iter_sum() + e.pop().unwrap() as i64 + e.pop().is_none() as i64 }
    }
    aabb_ray {
        use std::ops::{Add, Sub, Mul};
        #[derive(Clone, Copy, Debug, PartialEq)] pub struct Vec3<T> { pub x: T, pub y: T, pub z: T }
        impl<T> Vec3<T> { pub const fn new(x: T, y: T, z: T) -> Self { Self { x, y, z } } }
        impl<T: Add<Output = T>> Add for Vec3<T> { type Output = Self; fn add(self, r: Self) -> Self { Self::new(self.x + r.x, self.y + r.y, self.z + r.z) } }
        impl<T: Sub<Output = T>> Sub for Vec3<T> { type Output = Self; fn sub(self, r: Self) -> Self { Self::new(self.x - r.x, self.y - r.y, self.z - r.z) } }
        impl<T: Copy + Mul<Output = T>> Mul<T> for Vec3<T> { type Output = Self; fn mul(self, k: T) -> Self { Self::new(self.x * k, self.y * k, self.z * k) } }
        impl Mul<Vec3<f32>> for f32 { type Output = Vec3<f32>; fn mul(self, v: Vec3<f32>) -> Vec3<f32> { v * self } }
        impl<T: Copy + Mul<Output = T> + Add<Output = T>> Vec3<T> { fn dot(&self, o: &Self) -> T { self.x * o.x + self.y * o.y + self.z * o.z } }
        #[derive(Clone, Copy)] struct Ray { o: Vec3<f32>, d: Vec3<f32> }
        #[derive(Clone, Copy)] struct Aabb { min: Vec3<f32>, max: Vec3<f32> }
        impl Aabb { fn hit(&self, r: &Ray) -> Option<f32> { let mut t0 = 0.0f32; let mut t1 = f32::MAX; for (o, d, lo, hi) in [(r.o.x, r.d.x, self.min.x, self.max.x), (r.o.y, r.d.y, self.min.y, self.max.y), (r.o.z, r.d.z, self.min.z, self.max.z)] { let inv = 1.0 / d; let (a, b) = ((lo - o) * inv, (hi - o) * inv); let (a, b) = if a < b { (a, b) } else { (b, a) }; t0 = t0.max(a); t1 = t1.min(b); if t0 > t1 { return None; } } Some(t0) } }
        fn case(a: i32, b: u32) -> i64 { let r = Ray { o: Vec3::new(0.0, 0.0, 0.0), d: Vec3::new(1.0, (a % 3) as f32 + 0.5, (b % 5) as f32 + 0.25) }; let bx = Aabb { min: Vec3::new(1.0, 1.0, 1.0), max: Vec3::new(4.0, 5.0, 6.0) }; let i = Vec3::new(a as i64, b as i64, 3); let m = 2.0 * (r.d + r.o * 2.0 - bx.min); bx.hit(&r).map_or(-1, |t| (t * 1000.0) as i64) + i.dot(&(i + i * 2)) % 1000 + m.y as i64 }
    }
    state_machine_with_traits {
        trait State { const ID: u32; fn next(&self, input: u32) -> u32; fn name_len(&self) -> u32 { Self::ID + 1 } }
        struct Idle; struct Run { speed: u32 }
        impl State for Idle { const ID: u32 = 0; fn next(&self, input: u32) -> u32 { if input > 3 { 1 } else { Self::ID } } }
        impl State for Run { const ID: u32 = 1; fn next(&self, input: u32) -> u32 { if input * self.speed > 10 { 0 } else { 1 } } fn name_len(&self) -> u32 { 9 } }
        fn step<S: State>(s: &S, i: u32) -> u32 { s.next(i) * 10 + s.name_len() + S::ID }
        fn both(a: &impl State, b: &impl State, i: u32) -> u32 { step(a, i) + step(b, i) * 100 }
        fn case(a: i32, b: u32) -> i64 { both(&Idle, &Run { speed: (a as u32) % 9 }, b % 10) as i64 }
    }
    visitor {
        trait Visitor { type Out; fn num(&mut self, x: i64) -> Self::Out; fn add(&mut self, a: Self::Out, b: Self::Out) -> Self::Out; }
        struct Eval { count: u32 } struct Depth;
        impl Visitor for Eval { type Out = i64; fn num(&mut self, x: i64) -> i64 { self.count += 1; x } fn add(&mut self, a: i64, b: i64) -> i64 { self.count += 10; a.wrapping_add(b) } }
        impl Visitor for Depth { type Out = u32; fn num(&mut self, _x: i64) -> u32 { 1 } fn add(&mut self, a: u32, b: u32) -> u32 { a.max(b) + 1 } }
        fn walk<V: Visitor>(v: &mut V, a: i64, b: i64) -> V::Out { let x = v.num(a); let y = v.num(b); let s = v.add(x, y); let z = v.num(3); v.add(s, z) }
        fn case(a: i32, b: u32) -> i64 { let mut e = Eval { count: 0 }; let mut d = Depth; let r = walk(&mut e, a as i64, b as i64); r + e.count as i64 + walk(&mut d, 1, 2) as i64 }
    }
    convert_trait {
        trait Convert<T> { fn convert(&self) -> T; }
        #[derive(Clone, Copy)] struct Celsius(f32); #[derive(Clone, Copy)] struct Fahrenheit(f32);
        impl Convert<Fahrenheit> for Celsius { fn convert(&self) -> Fahrenheit { Fahrenheit(self.0 * 9.0 / 5.0 + 32.0) } }
        impl Convert<Celsius> for Fahrenheit { fn convert(&self) -> Celsius { Celsius((self.0 - 32.0) * 5.0 / 9.0) } }
        impl From<Celsius> for Fahrenheit { fn from(c: Celsius) -> Self { c.convert() } }
        fn case(a: i32, b: u32) -> i64 { let c = Celsius(a as f32); let f: Fahrenheit = c.into(); let g = Fahrenheit::from(Celsius(b as f32)); (f.0 + g.convert().0) as i64 }
    }
    supertraits_and_blanket {
        trait Shape { fn area(&self) -> f32; fn scale(&self, k: f32) -> Self; }
        trait Named: Shape { const CORNERS: u32; fn describe(&self) -> u32 { Self::CORNERS * 1000 + self.area() as u32 } }
        #[derive(Clone, Copy)] struct Square(f32); #[derive(Clone, Copy)] struct Circle { r: f32 }
        impl Shape for Square { fn area(&self) -> f32 { self.0 * self.0 } fn scale(&self, k: f32) -> Self { Square(self.0 * k) } }
        impl Shape for Circle { fn area(&self) -> f32 { 3.0 * self.r * self.r } fn scale(&self, k: f32) -> Self { Circle { r: self.r * k } } }
        impl Named for Square { const CORNERS: u32 = 4; } impl Named for Circle { const CORNERS: u32 = 0; }
        trait Twice { fn twice(&self) -> f32; } impl<T: Shape> Twice for T { fn twice(&self) -> f32 { self.scale(2.0).area() * 2.0 } }
        fn total<A, B>(a: &A, b: &B) -> f32 where A: Named + Copy, B: Named { a.area() + b.scale(0.5).area() + a.twice() }
        fn case(a: i32, b: u32) -> i64 { let s = Square((a % 10) as f32); let c = Circle { r: (b % 9) as f32 }; total(&s, &c) as i64 + s.describe() as i64 + c.describe() as i64 + total(&c, &s) as i64 + <Square as Named>::CORNERS as i64 }
    }
    big_enum {
        #[derive(Clone, Copy, PartialEq, Debug)] enum Op { Push(i64), Add, Mul, Dup, Swap, Jmp { to: u32, if_zero: bool }, Halt }
        #[derive(Clone, Copy)] struct Vm<const S: usize> { stack: [i64; S], sp: usize, pc: usize }
        impl<const S: usize> Vm<S> { fn new() -> Self { Vm { stack: [0; S], sp: 0, pc: 0 } } fn push(&mut self, x: i64) { self.stack[self.sp] = x; self.sp += 1; } fn pop(&mut self) -> i64 { self.sp -= 1; self.stack[self.sp] } fn step(&mut self, op: Op) -> bool { self.pc += 1; match op { Op::Push(x) => self.push(x), Op::Add => { let (a, b) = (self.pop(), self.pop()); self.push(a.wrapping_add(b)); } Op::Mul => { let a = self.pop(); let b = self.pop(); self.push(a.wrapping_mul(b)) } Op::Dup => { let a = self.pop(); self.push(a); self.push(a); } Op::Swap => { let a = self.pop(); let b = self.pop(); self.push(a); self.push(b); } Op::Jmp { to, if_zero } => { if !if_zero || self.pop() == 0 { self.pc = to as usize; } } Op::Halt => return false } true } }
        fn case(a: i32, b: u32) -> i64 { let prog = [Op::Push(a as i64), Op::Push(b as i64), Op::Dup, Op::Mul, Op::Add, Op::Dup, Op::Jmp { to: 9, if_zero: true }, Op::Push(7), Op::Mul, Op::Halt]; let mut vm = Vm::<8>::new(); let mut n = 0; while n < 50 { n += 1; if !vm.step(prog[vm.pc]) { break; } } vm.stack[0].wrapping_add(n) }
    }
    linked_nodes_with_generics_and_where {
        #[derive(Clone, Copy)] struct Node<K, V> { key: K, val: V, next: Option<u32> }
        struct Map<K, V, const N: usize> where K: Copy + PartialEq { nodes: [Node<K, V>; N], len: u32, head: Option<u32> }
        impl<K, V, const N: usize> Map<K, V, N> where K: Copy + PartialEq + Default, V: Copy + Default {
          fn new() -> Self { Map { nodes: [Node { key: K::default(), val: V::default(), next: None }; N], len: 0, head: None } }
          fn get(&self, key: K) -> Option<V> { let mut at = self.head; while let Some(i) = at { let n = self.nodes[i as usize]; if n.key == key { return Some(n.val); } at = n.next; } None }
          fn insert(&mut self, key: K, val: V) { let mut at = self.head; while let Some(i) = at { if self.nodes[i as usize].key == key { self.nodes[i as usize].val = val; return; } at = self.nodes[i as usize].next; } self.nodes[self.len as usize] = Node { key, val, next: self.head }; self.head = Some(self.len); self.len += 1; }
        }
        fn case(a: i32, b: u32) -> i64 { let mut m: Map<u32, i64, 8> = Map::new(); m.insert(b, a as i64); m.insert(7, 70); m.insert(b, a as i64 + 1); m.insert(3, 30); m.get(b).unwrap_or(0) + m.get(7).unwrap_or(-5) * 3 + m.get(99).unwrap_or(-1) + m.len as i64 }
    }
    i128_arithmetic {
        fn case(a: i32, b: u32) -> i64 { let x = a as i128 * 0x1_0000_0000_0000_0000 - b as i128; let y = (b as i128 + 7) * -3; let q = x / y; let r = x % y; ((q >> 3) as i64).wrapping_mul(31) ^ (r as i64) ^ ((x < y) as i64) ^ ((x >> 64) as i64) ^ ((-x >= y) as i64 * 2) ^ (x.abs().leading_zeros() as i64) ^ ((y << 70) >> 66) as i64 }
    }
    i128_literals_and_methods {
        const BIG: i128 = i128::MIN;
        fn mul(a: i64, b: i64) -> i128 { a as i128 * b as i128 }
        #[derive(Clone, Copy, PartialEq)] struct Acc { sum: i128, n: u32 }
        impl Acc { fn add(&mut self, x: i128) { self.sum += x; self.n += 1; } }
        fn case(a: i32, b: u32) -> i64 { let mut acc = Acc { sum: 0, n: 0 }; for i in 0..5i128 { acc.add(mul(a as i64 * 1_000_000_007, b as i64 - i as i64)); } let m = acc.sum.rem_euclid(1_000_000_009) as i64; let big = BIG + 5; let s = acc.sum.signum() as i64; m + s + (big < 0) as i64 * 10 + (acc.sum.max(3).min(i128::MAX) as i64 & 0xff) + (i128::MIN == BIG) as i64 + (big.wrapping_sub(6) > 0) as i64 * 7 + (acc.sum.pow(2) >> 90) as i64 + (!acc.sum as u8) as i64 + acc.sum.unsigned_abs() as u32 as i64 }
    }
    u128_mul_mod {
        fn mulmod(a: u64, b: u64, m: u64) -> u64 { (a as u128 * b as u128 % m as u128) as u64 }
        fn case(a: i32, b: u32) -> i64 { let mut x = a as u64 | 1; for _ in 0..10 { x = mulmod(x, x ^ b as u64, 0xffff_ffff_ffff_ffc5); } x as i64 }
    }
    i128_match_and_cmp {
        fn case(a: i32, b: u32) -> i64 { let x = (a as i128) << 65 | b as i128; let k = match x { 0 => 1, 1..=100 => 2, i128::MIN..=-1 => 3, _ => 4 }; k + match x.cmp(&(5i128 << 70)) { std::cmp::Ordering::Less => 10, std::cmp::Ordering::Equal => 20, std::cmp::Ordering::Greater => 30 } + x.count_ones() as i64 * 100 + x.trailing_zeros() as i64 }
    }
}
