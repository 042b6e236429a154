//! Operators of structs call the methods of their traits, in kernels as on the host; other traits' methods are methods.

use core::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Not, Rem, Shl, Sub};
use vyre::prelude::*;
use vyre_tests::devices;

#[vyre::data]
#[derive(Debug)]
struct V {
    x: f32,
    y: f32,
}

trait Length {
    const LANES: u32;
    fn squared(&self) -> f32;
    fn shorter(self, by: f32) -> Self;
}

#[vyre::function]
impl Length for V {
    const LANES: u32 = 2;
    fn squared(&self) -> f32 {
        *self * *self
    }
    fn shorter(self, by: f32) -> Self {
        Self { x: self.x - by, ..self }
    }
}

#[vyre::function]
impl Add for V {
    type Output = V;
    fn add(self, other: V) -> V {
        V { x: self.x + other.x, y: self.y + other.y }
    }
}

#[vyre::function]
impl Sub for V {
    type Output = Self;
    fn sub(self, other: Self) -> Self::Output {
        self + -other
    }
}

#[vyre::function]
impl Neg for V {
    type Output = Self;
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

#[vyre::function]
impl Mul<f32> for V {
    type Output = V;
    fn mul(self, by: f32) -> V {
        V { x: self.x * by, y: self.y * by }
    }
}

#[vyre::function]
impl Mul<V> for f32 {
    type Output = V;
    fn mul(self, v: V) -> V {
        v * self
    }
}

#[vyre::function]
impl Mul for V {
    type Output = f32;
    fn mul(self, other: V) -> f32 {
        self.x * other.x + self.y * other.y
    }
}

#[vyre::function]
impl AddAssign for V {
    fn add_assign(&mut self, other: V) {
        *self = *self + other;
    }
}

#[vyre::function]
impl MulAssign<f32> for V {
    fn mul_assign(&mut self, by: f32) {
        self.x *= by;
        self.y *= by;
    }
}

/// Numbers modulo 97.
#[vyre::data]
#[derive(Debug, PartialEq)]
struct Modular {
    value: u32,
}

#[vyre::function]
impl Add for Modular {
    type Output = Modular;
    fn add(self, other: Modular) -> Modular {
        Modular { value: (self.value + other.value) % 97 }
    }
}

#[vyre::function]
impl Div<u32> for Modular {
    type Output = (u32, u32);
    fn div(self, by: u32) -> (u32, u32) {
        (self.value / by, self.value % by)
    }
}

#[vyre::function]
impl Rem<u32> for Modular {
    type Output = u32;
    fn rem(self, by: u32) -> u32 {
        self.value % by
    }
}

#[vyre::function]
impl Shl<u32> for Modular {
    type Output = Modular;
    fn shl(self, by: u32) -> Modular {
        Modular { value: (self.value << by) % 97 }
    }
}

#[vyre::function]
impl Not for Modular {
    type Output = Modular;
    fn not(self) -> Modular {
        Modular { value: 96 - self.value }
    }
}

/// Equal where the keys are.
#[vyre::data]
struct Entry {
    key: u32,
    value: u32,
}

#[vyre::function]
impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key == other.key
    }
}

#[vyre::function]
impl Default for Entry {
    fn default() -> Entry {
        Entry { key: 7, value: 1 }
    }
}

#[vyre::function]
fn vectors(a: V, b: V) -> V {
    let mut c = a + b * 2.0 - 0.5 * a;
    c += a;
    c *= 2.0;
    for i in 0..2 {
        c += a * i as f32;
    }
    c - V { x: a * b, y: b.squared() + V::LANES as f32 }.shorter(1.0)
}

#[vyre::function]
fn numbers(a: Modular, n: u32) -> u32 {
    let b = (a + Modular { value: n }) << 3;
    let (quotient, rest) = !b / 10;
    let same = b == a << 3;
    quotient * 1000 + rest * 100 + b % 10 + u32::from(same)
}

#[vyre::kernel(workgroup_size = 1)]
fn operators(vs: &mut [V], out: &mut [u32], entries: &mut [Entry]) {
    let (a, b) = (vs[0], vs[1]);
    vs[2] = vectors(a, b);
    vs[3] += b;
    let first = Entry::default();
    out[0] = numbers(Modular { value: 50 }, 60);
    out[1] = u32::from(entries[0] == first) + 2 * u32::from(entries[0] != first);
    out[2] = u32::from(entries[1] == first) + 2 * u32::from(entries[1] != first);
    entries[1] = first;
}

#[test]
fn operators_call_the_methods_of_traits() {
    let (a, b) = (V { x: 1.0, y: 2.0 }, V { x: 3.0, y: 4.0 });
    for device in devices() {
        let mut vs = [a, b, a, a];
        let mut out = [0u32; 3];
        let mut entries = [Entry { key: 7, value: 5 }, Entry { key: 8, value: 1 }];
        operators(&mut vs, &mut out, &mut entries).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        // a + 2b - a/2 = (6.5, 9); + a = (7.5, 11); doubled (15, 22); + a = (16, 24); less (11 - 1, 25 + 2).
        assert_eq!((vs[2].x, vs[2].y), (6.0, -3.0));
        assert_eq!((vs[3].x, vs[3].y), (4.0, 6.0));
        // 50 + 60 = 13, shifted 104 = 7; 96 - 7 = 89 = 8 * 10 + 9; 50 << 3 is 400 = 12, which is another one.
        assert_eq!(out, [8907, 1, 2]);
        assert_eq!((entries[1].key, entries[1].value), (7, 1));
    }
}

#[test]
fn the_host_has_the_same_operators() {
    let (a, b) = (V { x: 1.0, y: 2.0 }, V { x: 3.0, y: 4.0 });
    let c = vectors(a, b);
    assert_eq!((c.x, c.y), (6.0, -3.0));
    assert_eq!((a * b, (2.0 * a).y, a.squared(), V::LANES), (11.0, 4.0, 5.0, 2));
    assert_eq!(numbers(Modular { value: 50 }, 60), 8907);
    assert!(Entry { key: 7, value: 9 } == Entry::default());
}
