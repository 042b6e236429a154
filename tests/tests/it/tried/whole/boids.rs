use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{Add, AddAssign, Div, Mul, Sub};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Vec2 {
        pub x: f32,
        pub y: f32,
    }

    impl Vec2 {
        pub const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };

        pub fn length_squared(self) -> f32 {
            self.x * self.x + self.y * self.y
        }

        pub fn clamp_length(self, max: f32) -> Self {
            let length = self.length_squared().sqrt();
            if length > max { self * (max / length) } else { self }
        }
    }

    impl Add for Vec2 {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Self { x: self.x + o.x, y: self.y + o.y }
        }
    }

    impl Sub for Vec2 {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            Self { x: self.x - o.x, y: self.y - o.y }
        }
    }

    impl Mul<f32> for Vec2 {
        type Output = Self;
        fn mul(self, k: f32) -> Self {
            Self { x: self.x * k, y: self.y * k }
        }
    }

    impl Div<f32> for Vec2 {
        type Output = Self;
        fn div(self, k: f32) -> Self {
            Self { x: self.x / k, y: self.y / k }
        }
    }

    impl AddAssign for Vec2 {
        fn add_assign(&mut self, o: Self) {
            *self = *self + o;
        }
    }

    impl std::iter::Sum for Vec2 {
        fn sum<I: Iterator<Item = Vec2>>(iter: I) -> Vec2 {
            iter.fold(Vec2::ZERO, |a, b| a + b)
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Boid {
        pub position: Vec2,
        pub velocity: Vec2,
    }

    #[derive(Clone, Copy)]
    pub struct Rules {
        pub sight: f32,
        pub avoid: f32,
        pub cohesion: f32,
        pub alignment: f32,
        pub separation: f32,
        pub max_speed: f32,
    }

    impl Boid {
        fn neighbours<'a>(&'a self, flock: &'a [Boid], radius: f32) -> impl Iterator<Item = &'a Boid> {
            flock.iter().filter(move |other| {
                let d = (other.position - self.position).length_squared();
                d > 0.0 && d < radius * radius
            })
        }

        fn mean(items: impl Iterator<Item = Vec2>) -> Option<Vec2> {
            let (sum, count) = items.fold((Vec2::ZERO, 0u32), |(sum, n), v| (sum + v, n + 1));
            (count > 0).then(|| sum / count as f32)
        }

        pub fn step(&self, flock: &[Boid], rules: &Rules, dt: f32) -> Boid {
            let mut force = Vec2::default();
            if let Some(centre) = Self::mean(self.neighbours(flock, rules.sight).map(|b| b.position)) {
                force += (centre - self.position) * rules.cohesion;
            }
            if let Some(heading) = Self::mean(self.neighbours(flock, rules.sight).map(|b| b.velocity)) {
                force += (heading - self.velocity) * rules.alignment;
            }
            let away: Vec2 = self
                .neighbours(flock, rules.avoid)
                .map(|other| {
                    let delta = self.position - other.position;
                    delta / delta.length_squared()
                })
                .sum();
            force += away * rules.separation;
            let velocity = (self.velocity + force * dt).clamp_length(rules.max_speed);
            Boid { position: self.position + velocity * dt, velocity }
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn update(now: &[Boid], next: &mut [Boid], rules: Rules, dt: f32) {
        let i = invocation_id().x as usize;
        if i < next.len() {
            next[i] = now[i].step(now, &rules, dt);
        }
    }
}

use gpu::{Boid, Rules, Vec2};

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let start: Vec<Boid> = (0..50u32)
        .map(|i| Boid {
            position: Vec2 { x: (i * 37 % 50) as f32, y: (i * 17 % 50) as f32 },
            velocity: Vec2 { x: (i % 5) as f32 - 2.0, y: (i % 3) as f32 - 1.0 },
        })
        .collect();
    let rules = Rules { sight: 12.0, avoid: 4.0, cohesion: 0.1, alignment: 0.3, separation: 1.5, max_speed: 6.0 };
    let mut now = device.buffer(&start)?;
    let mut next = device.buffer(&start)?;
    let mut expected = start.clone();
    for _ in 0..5 {
        gpu::update(&now, &mut next, rules, 0.1).dispatch(device)?;
        std::mem::swap(&mut now, &mut next);
        expected = expected.iter().map(|b| b.step(&expected, &rules, 0.1)).collect();
    }
    let got = now.read()?;
    assert_eq!(got, expected);
    println!("boid 7 is at {:?}", got[7].position);
    Ok(())
}
