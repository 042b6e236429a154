//! What the programs of `tests/tried` take from another crate.

use vyre::prelude::*;

/// The golden ratio in 64 bits.
pub const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
/// The first primes.
pub const PRIMES: [u32; 6] = [2, 3, 5, 7, 11, 13];

/// A module in a module.
pub mod deep {
    /// A length.
    pub const DEPTH: usize = 4;
    /// A factor.
    pub const SCALE: f32 = 0.125;
    /// Three times a number.
    #[vyre::function]
    pub fn triple(x: u32) -> u32 {
        x * 3
    }
}

/// A vector of three floats.
#[vyre::data]
#[derive(Debug, PartialEq)]
pub struct Vec3 {
    /// Along x.
    pub x: f32,
    /// Along y.
    pub y: f32,
    /// Along z.
    pub z: f32,
}

#[vyre::function]
impl Vec3 {
    /// Along y.
    pub const UP: Vec3 = Vec3 { x: 0.0, y: 1.0, z: 0.0 };
    /// A vector of its parts.
    pub fn new(x: f32, y: f32, z: f32) -> Self {
        Vec3 { x, y, z }
    }
    /// The scalar product.
    pub fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    /// The vector product.
    pub fn cross(self, o: Self) -> Self {
        Self::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
    /// Multiplies it by a factor.
    pub fn scale(&mut self, by: f32) {
        self.x *= by;
        self.y *= by;
        self.z *= by;
    }
    /// How long it is.
    pub fn length(&self) -> f32 {
        let squared: f32 = self.dot(*self);
        squared.sqrt()
    }
}

/// How values are joined.
#[vyre::data]
#[derive(PartialEq, Debug)]
pub enum Mode {
    /// They are added.
    Sum,
    /// They are multiplied.
    Product,
    /// The largest one.
    Max,
}

/// What values are together.
#[vyre::function]
pub fn fold<T: vyre::Number>(values: &[T], mode: Mode) -> T {
    let mut acc = match mode {
        Mode::Sum | Mode::Max => T::ZERO,
        Mode::Product => T::ONE,
    };
    for i in 0..values.len() {
        let v = values[i];
        match mode {
            Mode::Sum => acc += v,
            Mode::Product => acc *= v,
            Mode::Max => acc = acc.max(v),
        }
    }
    acc
}

/// Sorts three numbers.
#[vyre::function]
pub fn sort3(v: &mut [u32; 3]) {
    if v[0] > v[1] {
        (v[0], v[1]) = (v[1], v[0]);
    }
    if v[1] > v[2] {
        (v[1], v[2]) = (v[2], v[1]);
    }
    if v[0] > v[1] {
        (v[0], v[1]) = (v[1], v[0]);
    }
}
