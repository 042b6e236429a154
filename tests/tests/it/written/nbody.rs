use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::ops::{Add, AddAssign, Mul, Sub};
    use vyre::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Vec3 {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }

    impl Vec3 {
        pub const fn new(x: f32, y: f32, z: f32) -> Self {
            Vec3 { x, y, z }
        }
        fn dot(self, other: Self) -> f32 {
            self.x * other.x + self.y * other.y + self.z * other.z
        }
    }
    impl Add for Vec3 {
        type Output = Vec3;
        fn add(self, o: Vec3) -> Vec3 {
            Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
        }
    }
    impl Sub for Vec3 {
        type Output = Vec3;
        fn sub(self, o: Vec3) -> Vec3 {
            Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
        }
    }
    impl Mul<f32> for Vec3 {
        type Output = Vec3;
        fn mul(self, k: f32) -> Vec3 {
            Vec3::new(self.x * k, self.y * k, self.z * k)
        }
    }
    impl AddAssign for Vec3 {
        fn add_assign(&mut self, o: Vec3) {
            *self = *self + o;
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Body {
        pub position: Vec3,
        pub velocity: Vec3,
        pub mass: f32,
    }

    const SOFTENING: f32 = 1e-3;

    impl Body {
        fn attraction(&self, other: &Body) -> Vec3 {
            let d = other.position - self.position;
            let r2 = d.dot(d) + SOFTENING;
            d * (other.mass / (r2 * r2.sqrt()))
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn step(bodies: &[Body], next: &mut [Body], dt: f32) {
        let i = invocation_id().x as usize;
        if i >= bodies.len() {
            return;
        }
        let me = bodies[i];
        let mut acceleration = Vec3::default();
        for (j, other) in bodies.iter().enumerate() {
            if i != j {
                acceleration += me.attraction(other);
            }
        }
        let velocity = me.velocity + acceleration * dt;
        next[i] = Body { position: me.position + velocity * dt, velocity, ..me };
    }

    #[kernel(workgroup_size = 1)]
    pub fn energy(bodies: &[Body], out: &mut [f32]) {
        let kinetic: f32 = bodies.iter().map(|b| 0.5 * b.mass * b.velocity.dot(b.velocity)).sum();
        let mut potential = 0.0;
        for i in 0..bodies.len() {
            for other in &bodies[i + 1..] {
                let d = bodies[i].position - other.position;
                potential -= bodies[i].mass * other.mass / d.dot(d).sqrt();
            }
        }
        out[0] = kinetic + potential;
    }

    pub fn on_host(bodies: &[Body], dt: f32) -> Vec<Body> {
        let mut next = bodies.to_vec();
        for i in 0..bodies.len() {
            let me = bodies[i];
            let (mut ax, mut ay, mut az) = (0.0f32, 0.0f32, 0.0f32);
            for (j, o) in bodies.iter().enumerate() {
                if i == j {
                    continue;
                }
                let (dx, dy, dz) = (
                    o.position.x - me.position.x,
                    o.position.y - me.position.y,
                    o.position.z - me.position.z,
                );
                let r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
                let f = o.mass / (r2 * r2.sqrt());
                ax += dx * f;
                ay += dy * f;
                az += dz * f;
            }
            let v = Vec3::new(me.velocity.x + ax * dt, me.velocity.y + ay * dt, me.velocity.z + az * dt);
            next[i].velocity = v;
            next[i].position =
                Vec3::new(me.position.x + v.x * dt, me.position.y + v.y * dt, me.position.z + v.z * dt);
        }
        next
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    use kernels::{Body, Vec3};
    let bodies: Vec<Body> = (0..20)
        .map(|n| {
            let n = n as f32;
            Body {
                position: Vec3::new(n, n * n % 7.0, -n),
                velocity: Vec3::new(0.0, 1.0 / (n + 1.0), 0.0),
                mass: 1.0 + n,
            }
        })
        .collect();
    let mut next = bodies.clone();
    kernels::step(&bodies, &mut next, 0.01).dispatch(device)?;
    assert_eq!(next, kernels::on_host(&bodies, 0.01));
    let mut out = [0.0f32];
    kernels::energy(&bodies, &mut out).dispatch(device)?;
    assert!(out[0] < 0.0);
    Ok(())
}
