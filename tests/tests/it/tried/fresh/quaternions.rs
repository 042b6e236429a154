//! Points turned by quaternions.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::ops::{Add, Mul, MulAssign, Neg};

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Vec3 {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }

    impl Vec3 {
        pub const X: Vec3 = Vec3::new(1.0, 0.0, 0.0);
        pub const Z: Vec3 = Vec3::new(0.0, 0.0, 1.0);

        pub const fn new(x: f32, y: f32, z: f32) -> Self {
            Self { x, y, z }
        }

        pub fn dot(self, o: Self) -> f32 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }

        pub fn cross(self, o: Self) -> Self {
            Self::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
        }
    }

    impl Add for Vec3 {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
        }
    }

    impl Mul<f32> for Vec3 {
        type Output = Self;
        fn mul(self, k: f32) -> Self {
            Self::new(self.x * k, self.y * k, self.z * k)
        }
    }

    impl Mul<Vec3> for f32 {
        type Output = Vec3;
        fn mul(self, v: Vec3) -> Vec3 {
            v * self
        }
    }

    impl Neg for Vec3 {
        type Output = Self;
        fn neg(self) -> Self {
            -1.0 * self
        }
    }

    impl From<[f32; 3]> for Vec3 {
        fn from([x, y, z]: [f32; 3]) -> Self {
            Self { x, y, z }
        }
    }

    impl From<Vec3> for [f32; 3] {
        fn from(v: Vec3) -> Self {
            [v.x, v.y, v.z]
        }
    }

    #[derive(Clone, Copy)]
    pub struct Quaternion {
        w: f32,
        v: Vec3,
    }

    impl Quaternion {
        pub const IDENTITY: Self = Self { w: 1.0, v: Vec3::new(0.0, 0.0, 0.0) };

        /// From an axis of length 1, and half of the angle as sine and cosine.
        pub fn about(axis: Vec3, (sine, cosine): (f32, f32)) -> Self {
            Self { w: cosine, v: axis * sine }
        }

        pub fn conjugate(self) -> Self {
            Self { v: -self.v, ..self }
        }

        pub fn turn(&self, p: Vec3) -> Vec3 {
            (*self * Self { w: 0.0, v: p } * self.conjugate()).v
        }
    }

    impl Mul for Quaternion {
        type Output = Self;
        fn mul(self, o: Self) -> Self {
            Self { w: self.w * o.w - self.v.dot(o.v), v: self.w * o.v + o.w * self.v + self.v.cross(o.v) }
        }
    }

    impl MulAssign for Quaternion {
        fn mul_assign(&mut self, o: Self) {
            *self = *self * o;
        }
    }

    #[kernel]
    pub fn turn(points: &[[f32; 3]], half: f32, quarters: &[u32], out: &mut [[f32; 3]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let quarter = Quaternion::about(Vec3::Z, (half, half));
            let mut q = Quaternion::IDENTITY;
            for _ in 0..quarters[i] {
                q *= quarter;
            }
            out[i] = q.turn(points[i].into()).into();
            if points[i] == <[f32; 3]>::from(Vec3::X) {
                out[i][2] += 100.0;
            }
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let points = [[1.0, 2.0, 3.0], [1.0, 0.0, 0.0], [-2.0, 5.0, 0.5], [1.0, 0.0, 0.0]];
    let quarters = [1, 1, 2, 3];
    let half = 0.5f32.sqrt();
    let mut out = [[0.0; 3]; 4];
    kernels::turn(&points, half, &quarters, &mut out).dispatch(device)?;
    for ((mut p, n), out) in points.into_iter().zip(quarters).zip(out) {
        let extra = if p == [1.0, 0.0, 0.0] { 100.0 } else { 0.0 };
        for _ in 0..n {
            p = [-p[1], p[0], p[2]];
        }
        p[2] += extra;
        assert!(p.iter().zip(&out).all(|(a, b)| (a - b).abs() < 1e-4), "{p:?} {out:?}");
    }
    Ok(())
}
