//! What `session.py` opens in rust-analyzer: a kernel that is right, one that is wrong and one that is being written.

use vyre::prelude::*;

/// What the host and kernels share.
#[vyre::data]
#[derive(Debug)]
struct Particle {
    pos: [f32; 2],
    mass: f32,
}

#[vyre::function]
impl Particle {
    const LIGHTEST: f32 = 0.125;

    fn momentum(self, speed: f32) -> f32 {
        self.mass * speed
    }

    fn at(pos: [f32; 2]) -> Particle {
        Particle { pos, mass: Particle::LIGHTEST }
    }
}

/// A function over types.
#[vyre::function]
fn larger<T: vyre::Number>(a: T, b: T) -> T {
    a.max(b)
}

/// A function on a slice of whatever memory its caller has.
#[vyre::function]
fn total(values: &[f32]) -> f32 {
    let mut sum = 0.0f32;
    for k in 0..values.len() {
        sum += values[k];
    }
    sum
}

const GRAVITY: f32 = 9.81;

/// A struct, its method and a constant of the module.
#[vyre::kernel]
fn fall(particles: &mut [Particle], by: f32) {
    let i = invocation_id().x;
    let particle = particles[i];
    let light: f32 = larger(particle.mass, Particle::LIGHTEST);
    let weight: f32 = total(&particle.pos[..1]) / light;
    particles[i].pos[1] -= weight + by * GRAVITY + particle.momentum(by) / particle.mass;
}

/// Nothing is wrong here.
#[vyre::kernel]
fn right(data: &[u32], pairs: &mut [[u32; 2]], count: &[AtomicU32], text: &[u8], n: u32) {
    const STEP: u32 = 4;
    fn twice(x: u32) -> u32 {
        x * 2
    }
    let mut tile = workgroup_array::<u32, 64>();
    let mut local = [0u32; 16];
    let (i, k) = (invocation_id().x, local_id().x);
    tile[k] = data[i * STEP];
    local[i % 16] += twice(tile[k]);
    barrier();
    if i < n && text.byte(i) == 0x41 {
        let old = count[k].fetch_add(local[3]);
        pairs[i][1] = select(old > 3, data[i].count_ones(), cast::<u64>(old) as u32);
    }
}

/// `totl` is misspelt.
#[vyre::kernel]
fn wrong(data: &[u32], out: &mut [u32]) {
    let total = data[0] + 1;
    out[0] = totl;
}

/// Somebody is typing.
#[vyre::kernel]
fn unfinished(data: &[u32], count: &[AtomicU32], out: &mut [u32]) {
    let index = invocation_id().x;
    let value = data[index].
    out[index] = value;
}

/// Somebody is typing something of a struct.
#[vyre::kernel]
fn of_a_struct(particles: &mut [Particle], out: &mut [f32]) {
    let particle = particles[0];
    let amount = particle.
    out[0] = amount;
}

fn main() -> Result<(), vyre::Error> {
    let device = Device::cpu();
    let (data, mut pairs, mut count, mut out) = ([1u32; 4], [[0u32; 2]; 4], [0u32; 4], [0u32; 4]);
    right(&data, &mut pairs, &mut count, b"A", 4).dispatch(&device)?;
    wrong(&data, &mut out).dispatch(&device)?;
    unfinished(&data, &mut count, &mut out).dispatch(&device)?;
    let mut particles = [Particle { pos: [0.0; 2], mass: 1.0 }];
    fall(&mut particles, 0.5).dispatch(&device)?;
    of_a_struct(&mut particles, &mut [0.0]).dispatch(&device)
}
