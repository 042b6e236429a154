use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{Add, Mul, Neg, Sub};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Vec3(pub f32, pub f32, pub f32);

    macro_rules! componentwise {
        ($($trait:ident :: $method:ident => $op:tt),* $(,)?) => {
            $(impl $trait for Vec3 {
                type Output = Vec3;
                fn $method(self, rhs: Vec3) -> Vec3 {
                    Vec3(self.0 $op rhs.0, self.1 $op rhs.1, self.2 $op rhs.2)
                }
            })*
        };
    }
    componentwise!(Add::add => +, Sub::sub => -, Mul::mul => *);

    impl Mul<f32> for Vec3 {
        type Output = Vec3;
        fn mul(self, k: f32) -> Vec3 {
            Vec3(self.0 * k, self.1 * k, self.2 * k)
        }
    }

    impl Neg for Vec3 {
        type Output = Vec3;
        fn neg(self) -> Vec3 {
            self * -1.0
        }
    }

    impl Vec3 {
        pub fn dot(self, o: Vec3) -> f32 {
            let Vec3(x, y, z) = self * o;
            x + y + z
        }
        pub fn length(self) -> f32 {
            self.dot(self).sqrt()
        }
        pub fn normalized(self) -> Vec3 {
            self * (1.0 / self.length())
        }
    }

    pub trait Sdf {
        fn distance(&self, p: Vec3) -> f32;

        fn normal(&self, p: Vec3) -> Vec3 {
            const E: f32 = 1e-3;
            let d = |v: Vec3| self.distance(p + v) - self.distance(p - v);
            Vec3(d(Vec3(E, 0.0, 0.0)), d(Vec3(0.0, E, 0.0)), d(Vec3(0.0, 0.0, E))).normalized()
        }
    }

    #[derive(Clone, Copy)]
    pub struct Sphere {
        pub centre: Vec3,
        pub radius: f32,
    }

    #[derive(Clone, Copy)]
    pub struct Floor(pub f32);

    #[derive(Clone, Copy)]
    pub struct Union<A, B>(pub A, pub B);

    #[derive(Clone, Copy)]
    pub struct Smooth<A, B> {
        pub a: A,
        pub b: B,
        pub k: f32,
    }

    impl Sdf for Sphere {
        fn distance(&self, p: Vec3) -> f32 {
            (p - self.centre).length() - self.radius
        }
    }

    impl Sdf for Floor {
        fn distance(&self, p: Vec3) -> f32 {
            p.1 - self.0
        }
    }

    impl<A: Sdf, B: Sdf> Sdf for Union<A, B> {
        fn distance(&self, p: Vec3) -> f32 {
            self.0.distance(p).min(self.1.distance(p))
        }
    }

    impl<A, B> Sdf for Smooth<A, B>
    where
        A: Sdf,
        B: Sdf,
    {
        fn distance(&self, p: Vec3) -> f32 {
            let (a, b) = (self.a.distance(p), self.b.distance(p));
            let h = (0.5 + 0.5 * (b - a) / self.k).clamp(0.0, 1.0);
            b + (a - b) * h - self.k * h * (1.0 - h)
        }
    }

    pub enum Hit {
        Surface { at: Vec3, steps: u32 },
        Sky(f32),
    }

    pub fn march<S: Sdf>(scene: &S, origin: Vec3, direction: Vec3) -> Hit {
        let mut t = 0.0;
        for steps in 0..64 {
            let at = origin + direction * t;
            let d = scene.distance(at);
            if d < 1e-3 {
                return Hit::Surface { at, steps };
            }
            t += d;
            if t > 40.0 {
                break;
            }
        }
        Hit::Sky(direction.1.max(0.0))
    }

    pub fn scene() -> impl Sdf {
        let ball = |x: f32, radius| Sphere { centre: Vec3(x, 0.0, 5.0), radius };
        Union(Floor(-1.0), Smooth { a: ball(-0.6, 1.0), b: ball(0.8, 0.7), k: 0.4 })
    }

    pub fn shade(x: u32, y: u32, size: u32) -> [u8; 3] {
        let coordinate = |v: u32| (v as f32 + 0.5) / size as f32 * 2.0 - 1.0;
        let direction = Vec3(coordinate(x), -coordinate(y), 1.5).normalized();
        let scene = scene();
        let light = Vec3(0.6, 0.7, -0.5).normalized();
        let colour = match march(&scene, Vec3(0.0, 0.0, 0.0), direction) {
            Hit::Sky(height) => Vec3(0.5, 0.7, 1.0) * (1.0 - 0.5 * height),
            Hit::Surface { at, steps } => {
                let normal = scene.normal(at);
                let lit = match march(&scene, at + normal * 0.01, light) {
                    Hit::Sky(_) => normal.dot(light).max(0.0),
                    Hit::Surface { .. } => 0.1,
                };
                let tint = if at.1 < -0.99 && (at.0.floor() as i32 + at.2.floor() as i32) & 1 == 0 {
                    Vec3(0.9, 0.9, 0.9)
                } else {
                    Vec3(0.8, 0.3, 0.2)
                };
                tint * lit * (1.0 - steps as f32 / 128.0)
            }
        };
        [colour.0, colour.1, colour.2].map(|c| (c.clamp(0.0, 1.0) * 255.0) as u8)
    }

    #[kernel(workgroup_size = (8, 8))]
    pub fn render(out: &mut [[u8; 3]], size: u32) {
        let (x, y) = (invocation_id().x, invocation_id().y);
        if x < size && y < size {
            out[(y * size + x) as usize] = shade(x, y, size);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let size = 24;
    let mut picture = vec![[0u8; 3]; (size * size) as usize];
    gpu::render(&mut picture, size).invocations([size, size, 1]).dispatch(device)?;
    for (i, pixel) in picture.iter().enumerate() {
        let i = i as u32;
        assert_eq!(*pixel, gpu::shade(i % size, i / size, size), "{i}");
    }
    println!("first pixel {:?}, middle {:?}", picture[0], picture[300]);
    Ok(())
}
