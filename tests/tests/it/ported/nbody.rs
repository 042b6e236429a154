//! Bodies under their gravity (CUDA samples), by tiles in workgroup memory, against f64.

use crate::ported::devices;
use vyre_tests::values::random;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Body {
    position: [f32; 3],
    mass: f32,
    velocity: [f32; 3],
    id: u32,
}

const TILE: u32 = 64;
const SOFTENING: f32 = 0.01;

#[vyre::function]
fn scaled(v: [f32; 3], factor: f32) -> [f32; 3] {
    [v[0] * factor, v[1] * factor, v[2] * factor]
}

#[vyre::function]
impl Body {
    /// What another body adds to the acceleration of this one.
    fn pull(&self, other: &Body) -> [f32; 3] {
        let mut to = [0.0; 3];
        let mut squared = SOFTENING;
        for k in 0..3 {
            to[k] = other.position[k] - self.position[k];
            squared += to[k] * to[k];
        }
        scaled(to, other.mass / (squared * squared.sqrt()))
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn step(bodies: &[Body], next: &mut [Body], dt: f32) {
    let mut tile = workgroup_array::<Body, 64>();
    let i = invocation_id().x;
    let mut body = bodies[i];
    let mut acceleration = [0f32; 3];
    for start in (0..bodies.len()).step_by(TILE) {
        tile[local_id().x] = bodies[start + local_id().x];
        barrier();
        // Bodies past the end have no mass.
        for k in 0..TILE {
            let pull: [f32; 3] = body.pull(&tile[k]);
            for axis in 0..3 {
                acceleration[axis] += pull[axis];
            }
        }
        barrier();
    }
    for axis in 0..3 {
        body.velocity[axis] += acceleration[axis] * dt;
        body.position[axis] += body.velocity[axis] * dt;
    }
    next[i] = body;
}

/// The same in f64, whose rounding is far below what is compared.
fn expected(bodies: &[Body], dt: f64) -> Vec<[[f64; 3]; 2]> {
    let of_body = |body: &Body| {
        let position = body.position.map(f64::from);
        let mut velocity = body.velocity.map(f64::from);
        for other in bodies {
            let to: [f64; 3] = std::array::from_fn(|k| f64::from(other.position[k]) - position[k]);
            let squared = f64::from(SOFTENING) + to.iter().map(|x| x * x).sum::<f64>();
            for k in 0..3 {
                velocity[k] += dt * to[k] * f64::from(other.mass) / squared.powf(1.5);
            }
        }
        [std::array::from_fn(|k| position[k] + dt * velocity[k]), velocity]
    };
    bodies.iter().map(of_body).collect()
}

#[test]
fn bodies_in_a_cube() {
    for count in [2, 64, 100, 193] {
        let mut numbers = random(count, 7 * count, 2001).into_iter().map(|n| n as f32 / 1000.0 - 1.0);
        let mut number = || numbers.next().unwrap();
        let bodies: Vec<Body> = (0..count)
            .map(|id| Body {
                position: [number(), number(), number()],
                mass: number().abs() / count as f32,
                velocity: [number(), number(), number()],
                id,
            })
            .collect();
        let expected = expected(&bodies, f64::from(0.01f32));
        let mut first: Option<Vec<Body>> = None;
        for device in devices() {
            let mut next = bodies.clone();
            step(&bodies, &mut next, 0.01).dispatch(&device).unwrap();
            for (body, [position, velocity]) in next.iter().zip(&expected) {
                for k in 0..3 {
                    let is_near = |found: f32, expected: f64| (f64::from(found) - expected).abs() < 1e-5;
                    assert!(is_near(body.position[k], position[k]), "{body:?} on {device}");
                    assert!(is_near(body.velocity[k], velocity[k]), "{body:?} on {device}");
                }
            }
            assert!((0..count).eq(next.iter().map(|body| body.id)), "{device}");
            assert_eq!(*first.get_or_insert_with(|| next.clone()), next, "the same bits on {device}");
        }
    }
}
