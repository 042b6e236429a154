//! `#[vyre::module]` over types with parameters, `impl`s of operators for references and numbers, and indices; and structs without names of fields
//! behind `#[vyre::data]`. What a kernel computes is what the same functions compute on the host.
#![allow(unreachable_pub, clippy::op_ref, reason = "the module is written as one of a library is")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

#[vyre::module]
pub mod kernels {
    use core::ops::{Add, AddAssign, Index, IndexMut, Mul, Sub};

    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub struct Vec3<T> {
        pub x: T,
        pub y: T,
        pub z: T,
    }
    impl<T> Vec3<T> {
        pub const fn new(x: T, y: T, z: T) -> Self {
            Self { x, y, z }
        }
    }
    impl<T: Add<Output = T>> Add for Vec3<T> {
        type Output = Self;
        fn add(self, r: Self) -> Self {
            Self::new(self.x + r.x, self.y + r.y, self.z + r.z)
        }
    }
    impl<T: Sub<Output = T>> Sub for Vec3<T> {
        type Output = Self;
        fn sub(self, r: Self) -> Self {
            Self::new(self.x - r.x, self.y - r.y, self.z - r.z)
        }
    }
    impl Mul<Vec3<f32>> for f32 {
        type Output = Vec3<f32>;
        fn mul(self, v: Vec3<f32>) -> Vec3<f32> {
            Vec3::new(self * v.x, self * v.y, self * v.z)
        }
    }
    impl<T: Copy + Mul<Output = T> + Add<Output = T>> Vec3<T> {
        pub fn dot(&self, o: &Self) -> T {
            self.x * o.x + self.y * o.y + self.z * o.z
        }
    }
    impl<'a> Add<&'a Vec3<f32>> for &'a Vec3<f32> {
        type Output = Vec3<f32>;
        fn add(self, r: &'a Vec3<f32>) -> Vec3<f32> {
            *self + *r
        }
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Meters(pub f32);
    pub struct Marker;
    pub trait Unit {
        const FACTOR: f32;
        fn value(&self) -> f32;
        fn scaled(&self) -> f32 {
            self.value() * Self::FACTOR
        }
    }
    impl Unit for Meters {
        const FACTOR: f32 = 3.0;
        fn value(&self) -> f32 {
            self.0
        }
    }
    impl Unit for Marker {
        const FACTOR: f32 = 2.0;
        fn value(&self) -> f32 {
            10.0
        }
    }
    impl Unit for f32 {
        const FACTOR: f32 = 0.5;
        fn value(&self) -> f32 {
            *self
        }
    }
    fn total<U: Unit>(u: &U) -> f32 {
        u.scaled()
    }

    #[derive(Clone, Copy)]
    pub struct Stack<T, const N: usize> {
        items: [T; N],
        len: usize,
    }
    impl<T: Copy + Default + AddAssign, const N: usize> Stack<T, N> {
        pub fn new() -> Self {
            Stack { items: [T::default(); N], len: 0 }
        }
        pub fn push(&mut self, x: T) {
            if self.len < N {
                self.items[self.len] = x;
                self.len += 1;
            }
        }
        pub fn sum(&self) -> T {
            let mut s = T::default();
            for i in 0..self.len {
                s += self.items[i];
            }
            s
        }
        pub const CAP: usize = N;
    }
    impl<T, const N: usize> Index<usize> for Stack<T, N> {
        type Output = T;
        fn index(&self, i: usize) -> &T {
            &self.items[i]
        }
    }
    impl<T, const N: usize> IndexMut<usize> for Stack<T, N> {
        fn index_mut(&mut self, i: usize) -> &mut T {
            &mut self.items[i]
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair(pub u32, pub f32);
    const SCALE: f32 = 2.5;

    impl core::fmt::Display for Pair {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            write!(f, "{}", self.0)
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn vectors(a: &[f32], pairs: &mut [Pair], out: &mut [f32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let v = Vec3::new(a[i], 1.0, SCALE);
            let w = &v + &v;
            let u = 2.0 * (w - Vec3 { x: 1.0, ..v });
            let mut s: Stack<f32, 4> = Stack::new();
            s.push(u.x);
            s.push(u.dot(&v));
            s[0] += total(&Meters(4.0)) + total(&Marker) + total(&8.0f32);
            out[i] = s.sum() + Stack::<f32, 4>::CAP as f32;
            pairs[i] = Pair(pairs[i].0 + 1, s[1]);
        }
    }
}

fn all() -> impl Iterator<Item = Device> {
    devices().into_iter().chain([Device::reference(), Device::checked(), Device::cpu()])
}

#[test]
fn kernels_of_a_module_compute_with_types_over_types_and_constants() {
    use kernels::{Pair, Stack, Vec3};
    for device in all() {
        let a = [1.0f32, 2.0, 3.0];
        let mut out = [0.0f32; 3];
        let mut pairs = [Pair(1, 0.0), Pair(2, 0.0), Pair(3, 0.0)];
        kernels::vectors(&a, &mut pairs, &mut out).dispatch(&device).unwrap();
        for (at, &a) in a.iter().enumerate() {
            let v = Vec3::new(a, 1.0, 2.5);
            let u = 2.0 * ((&v + &v) - Vec3 { x: 1.0, ..v });
            let mut s = Stack::<f32, 4>::new();
            s.push(u.x);
            s.push(u.dot(&v));
            // Thrice 4, twice 10, and half of 8.
            s[0] += 12.0 + 20.0 + 4.0;
            assert_eq!(out[at], s.sum() + 4.0, "{device}");
            assert_eq!(pairs[at], Pair(at as u32 + 2, s[1]), "{device}");
        }
        assert_eq!(pairs[0].to_string(), "2", "the host's own traits stay");
    }
}

/// A length.
#[vyre::data]
#[derive(PartialEq, Debug, Default, PartialOrd)]
struct Meters(f32);

/// An index with what stands there.
#[vyre::data]
#[derive(PartialEq, Debug)]
struct At(u32, [f32; 2]);

#[vyre::data]
#[derive(PartialEq, Debug)]
struct Nothing;

#[vyre::function]
impl Meters {
    const ZERO: Meters = Meters(0.0);
    fn twice(self) -> Meters {
        Meters(self.0 * 2.0)
    }
    fn grow(&mut self, by: f32) {
        self.0 += by;
    }
}

#[vyre::function]
fn longer(a: Meters, b: Meters) -> Meters {
    let (Meters(x), Meters(y)) = (a, b);
    if x > y { a } else { b }
}

#[vyre::kernel(workgroup_size = 4)]
fn lengths(lengths: &mut [Meters], at: &mut [At]) {
    let i = invocation_id().x;
    if i < lengths.len() {
        let mut own: Meters = lengths[i].twice();
        own.grow(1.0);
        lengths[i] = longer(own, Meters(4.0));
        match at[i] {
            At(0, [x, _]) => at[i] = At(7, [x, own.0]),
            At(n, ..) => at[i].0 = n + 1,
        }
        if Meters(own.0) < Meters::ZERO {
            lengths[i].0 = 0.5;
        }
    }
}

#[test]
fn structs_without_names_of_fields_are_elements_and_values() {
    for device in all() {
        let mut given = [Meters(1.0), Meters(3.0), Meters(-9.0)];
        let mut at = [At(0, [5.0, 6.0]), At(1, [0.0, 2.0]), At(0, [1.0, 1.0])];
        lengths(&mut given, &mut at).dispatch(&device).unwrap();
        assert_eq!(given, [Meters(4.0), Meters(7.0), Meters(0.5)], "{device}");
        assert_eq!(at, [At(7, [5.0, 3.0]), At(2, [0.0, 2.0]), At(7, [1.0, -17.0])], "{device}");
    }
    assert_eq!(longer(Meters(1.0).twice(), Meters(1.5)), Meters(2.0));
    assert_eq!(Nothing, Nothing);
}

#[vyre::function]
fn scaled(x: i64, y: i64, by: i128) -> i64 {
    let product = x as i128 * y as i128;
    let (quotient, rest) = (product / by, product % by);
    ((quotient >> 7) ^ rest) as i64 + (product < by) as i64
}

#[vyre::kernel(workgroup_size = 8)]
fn scale(values: &[i64], by: i64, out: &mut [i64]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = scaled(values[i], values[i] + 3, by as i128 * -5);
    }
}

#[test]
fn numbers_of_128_bits_have_a_sign() {
    let values = [0, 1, -1, i64::MAX - 3, i64::MIN, 1 << 62, -987_654_321_987];
    for by in [3, -7, i64::MAX / 8] {
        let expected = values.map(|x| {
            let (product, by) = (i128::from(x) * (i128::from(x) + 3), i128::from(by) * -5);
            (((product / by) >> 7) ^ (product % by)) as i64 + i64::from(product < by)
        });
        for device in all() {
            let mut out = [0; 7];
            scale(&values, by, &mut out).dispatch(&device).unwrap();
            assert_eq!(out, expected, "{by} on {device}");
        }
    }
    // -60 / 7 is -8, and -4 is left.
    assert_eq!(scaled(-20, 3, 7), ((-8 >> 7) ^ -4) + 1, "on the host");
}

#[vyre::module]
pub mod named {
    pub type Scalar = f32;
    pub type Point = Complex<Scalar>;
    pub type Cell = Place;

    #[derive(Clone, Copy, Default)]
    pub struct Complex<T> {
        pub re: T,
        pub im: T,
    }
    impl<T: core::ops::Add<Output = T>> core::ops::Add for Complex<T> {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Complex { re: self.re + o.re, im: self.im + o.im }
        }
    }
    impl<T: Copy + core::ops::Add<Output = T> + core::ops::Mul<Output = T>> Complex<T> {
        pub fn norm(&self) -> T {
            self.re * self.re + self.im * self.im
        }
    }
    #[derive(Clone, Copy, Default, PartialEq, Debug)]
    pub struct Place {
        pub at: u32,
        pub wide: u32,
    }
    #[derive(Clone, Copy)]
    pub enum Node {
        Leaf(u32),
        Split { at: Scalar },
    }
    use Node::{Leaf, Split};

    pub fn steps(c: Point) -> u32 {
        let mut z = Complex::default();
        let mut k = 0;
        while k < 50 {
            if z.norm() > 4.0 {
                return k;
            }
            z = z + c;
            k += 1;
        }
        k
    }
    pub fn node(x: Scalar) -> u32 {
        let n = if x > 1.0 { Split { at: x } } else { Leaf(3) };
        match n {
            Leaf(k) => k,
            Split { at } => at as u32 * 10,
        }
    }

    #[kernel]
    pub fn run(xs: &[Scalar], out: &mut [Cell]) {
        let i = invocation_id().x;
        if i < out.len() {
            let c = Point { re: xs[i], im: 0.25 };
            out[i].at = steps(c) + node(xs[i]);
            out[i].wide = u16::MAX.into();
        }
    }
}

#[test]
fn types_have_further_names() {
    let xs = [0.0, 0.5, 1.5, 3.0];
    let at = |x| named::steps(named::Point { re: x, im: 0.25 }) + named::node(x);
    let expected = xs.map(|x| named::Place { at: at(x), wide: 65_535 });
    for device in all() {
        let mut out = [named::Place::default(); 4];
        named::run(&xs, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "on {device}");
    }
}
