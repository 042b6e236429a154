use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::iter::Sum;
    use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub struct Vec3 {
        pub x: f64,
        pub y: f64,
        pub z: f64,
    }

    impl Vec3 {
        pub const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

        pub fn dot(self, o: Vec3) -> f64 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }

        pub fn squared(self) -> f64 {
            self.dot(self)
        }
    }

    impl Add for Vec3 {
        type Output = Vec3;
        fn add(self, o: Vec3) -> Vec3 {
            Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
        }
    }
    impl Sub for Vec3 {
        type Output = Vec3;
        fn sub(self, o: Vec3) -> Vec3 {
            Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
        }
    }
    impl Mul<f64> for Vec3 {
        type Output = Vec3;
        fn mul(self, k: f64) -> Vec3 {
            Vec3 { x: self.x * k, y: self.y * k, z: self.z * k }
        }
    }
    impl AddAssign for Vec3 {
        fn add_assign(&mut self, o: Vec3) {
            *self = *self + o;
        }
    }
    impl SubAssign for Vec3 {
        fn sub_assign(&mut self, o: Vec3) {
            *self = *self - o;
        }
    }
    impl Sum for Vec3 {
        fn sum<I: Iterator<Item = Vec3>>(iter: I) -> Vec3 {
            iter.fold(Vec3::ZERO, |a, b| a + b)
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Body {
        pub position: Vec3,
        pub velocity: Vec3,
        pub mass: f64,
    }

    pub const COUNT: usize = 5;

    pub struct System {
        bodies: [Body; COUNT],
    }

    impl System {
        pub fn new(bodies: [Body; COUNT]) -> Self {
            let mut system = Self { bodies };
            let momentum: Vec3 = system.bodies.iter().map(|b| b.velocity * b.mass).sum();
            let sun = &mut system.bodies[0];
            sun.velocity = Vec3::ZERO - momentum * (1.0 / sun.mass);
            system
        }

        pub fn advance(&mut self, dt: f64) {
            for i in 0..COUNT {
                let (left, right) = self.bodies.split_at_mut(i + 1);
                let a = &mut left[i];
                for b in right {
                    let d = a.position - b.position;
                    let distance2 = d.squared();
                    let magnitude = dt / (distance2 * distance2.sqrt());
                    a.velocity -= d * (b.mass * magnitude);
                    b.velocity += d * (a.mass * magnitude);
                }
            }
            for Body { position, velocity, .. } in &mut self.bodies {
                *position += *velocity * dt;
            }
        }

        pub fn energy(&self) -> f64 {
            let mut e = 0.0;
            for (i, a) in self.bodies.iter().enumerate() {
                e += 0.5 * a.mass * a.velocity.squared();
                e -= self.bodies[i + 1..].iter().map(|b| a.mass * b.mass / (a.position - b.position).squared().sqrt()).sum::<f64>();
            }
            e
        }
    }

    #[kernel]
    pub fn energies(bodies: &[Body], steps: &[u32], out: &mut [f64]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let mut system = System::new(std::array::from_fn(|k| bodies[k]));
            for _ in 0..steps[i] {
                system.advance(0.01);
            }
            out[i] = system.energy();
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    use gpu::{Body, Vec3};
    use std::f64::consts::PI;
    let solar_mass = 4.0 * PI * PI;
    let year = 365.24;
    let body = |p: [f64; 3], v: [f64; 3], mass: f64| Body {
        position: Vec3 { x: p[0], y: p[1], z: p[2] },
        velocity: Vec3 { x: v[0] * year, y: v[1] * year, z: v[2] * year },
        mass: mass * solar_mass,
    };
    let bodies = [
        body([0.0; 3], [0.0; 3], 1.0),
        body(
            [4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01],
            [1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05],
            9.54791938424326609e-04,
        ),
        body(
            [8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01],
            [-2.76742510726411899e-03, 4.99852801234917238e-03, 2.30417297573763929e-05],
            2.85885980666130812e-04,
        ),
        body(
            [1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01],
            [2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05],
            4.36624404335156298e-05,
        ),
        body(
            [1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01],
            [2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05],
            5.15138902046611451e-05,
        ),
    ];
    let steps = [0, 1, 40];
    let mut out = [0.0; 3];
    gpu::energies(&bodies, &steps, &mut out).dispatch(device)?;
    assert_eq!(format!("{:.9}", out[0]), "-0.169075164");
    for (&n, o) in steps.iter().zip(&out) {
        let mut system = gpu::System::new(bodies);
        (0..n).for_each(|_| system.advance(0.01));
        assert_eq!(system.energy(), *o);
    }
    println!("planets: {out:?}");
    Ok(())
}
