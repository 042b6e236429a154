//! Bodies that attract each other, on a GPU, with their orbits as a PNG.
//!
//! ```sh
//! cargo run --release --example nbody -- --bodies 4096 --steps 200 --png orbits.png
//! ```
//!
//! It shows floats that are the same on every device, bit for bit: the hash of the last places is that of any machine, although small
//! differences would grow with each step. Distances are softened, so that no two bodies come too near to each other.

use anyhow::Context;
use clap::Parser;
use indicatif::HumanCount;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre::reduce;
use vyre_examples::image::{Image, Ink};
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};
use vyre_examples::speed::{Amount, Speed, on_reference};

/// What a squared distance is at least.
const SOFTENING: f32 = 1e-3;

/// How body `a` is pulled by body `b`: by how much of the way between them its velocity grows in a unit of time. A body is its place and its mass.
#[vyre::function]
fn pull(a: [f32; 4], b: [f32; 4]) -> f32 {
    let (x, y, z) = (b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    let squared = x * x + y * y + z * z + SOFTENING;
    b[3] / (squared * squared.sqrt())
}

/// Moves every body by one step. Each workgroup loads the bodies in tiles of 256; their number is a multiple of that.
#[vyre::kernel(workgroup_size = 256)]
fn advance(bodies: &[[f32; 4]], velocities: &mut [[f32; 4]], moved: &mut [[f32; 4]], time: f32) {
    let mut tile = workgroup_array::<[f32; 4], 256>();
    let (i, local) = (invocation_id().x, local_id().x);
    let own = bodies[i];
    let (mut x, mut y, mut z) = (0.0, 0.0, 0.0);
    for at in 0..bodies.len() / 256 {
        tile[local] = bodies[at * 256 + local];
        barrier();
        for k in 0..256 {
            let other = tile[k];
            let strength = pull(own, other);
            x += (other[0] - own[0]) * strength;
            y += (other[1] - own[1]) * strength;
            z += (other[2] - own[2]) * strength;
        }
        barrier();
    }
    let before = velocities[i];
    let velocity = [before[0] + x * time, before[1] + y * time, before[2] + z * time, 0.0];
    velocities[i] = velocity;
    moved[i] =
        [own[0] + velocity[0] * time, own[1] + velocity[1] * time, own[2] + velocity[2] * time, own[3]];
}

/// The energy of each body: of its motion, and half of that of each pair.
#[vyre::kernel(workgroup_size = 256)]
fn energies(bodies: &[[f32; 4]], velocities: &[[f32; 4]], out: &mut [f32]) {
    let mut tile = workgroup_array::<[f32; 4], 256>();
    let (i, local) = (invocation_id().x, local_id().x);
    let own = bodies[i];
    let mut sum = 0.0;
    for at in 0..bodies.len() / 256 {
        tile[local] = bodies[at * 256 + local];
        barrier();
        for k in 0..256 {
            let other = tile[k];
            let (x, y, z) = (other[0] - own[0], other[1] - own[1], other[2] - own[2]);
            if at * 256 + k != i {
                sum += other[3] / (x * x + y * y + z * z + SOFTENING).sqrt();
            }
        }
        barrier();
    }
    let v = velocities[i];
    out[i] = own[3] * 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - sum);
}

/// The place of a body on a disc around the heavy one in the middle, from three numbers between 0 and 1. The host computes it, with the
/// sine that kernels have.
#[vyre::function]
fn place(far: f32, around: f32, above: f32) -> [f32; 4] {
    let (radius, angle) = (0.2 + far.sqrt() * 1.3, around * core::f32::consts::TAU);
    [radius * angle.cos(), radius * angle.sin(), (above - 0.5) * 0.05, 0.0]
}

/// Its velocity, for the mass that it goes around.
#[vyre::function]
fn orbit(place: [f32; 4], mass: f32) -> [f32; 4] {
    let radius = place[0].hypot(place[1]);
    let speed = (mass / radius).sqrt();
    [-place[1] / radius * speed, place[0] / radius * speed, 0.0, 0.0]
}

const TILE: usize = 256;
/// The pixels of a side of the picture, and what they show.
const SIDE: u16 = 720;
const REACH: f32 = 2.2;
/// Of this many bodies one is computed in plain Rust too, in the first step.
const CHECK_EVERY: usize = 97;
/// The bodies that the reference interpreter moves.
const SLOW_BODIES: usize = 2 * TILE;

/// Follows bodies that attract each other.
#[derive(Parser)]
struct Options {
    /// How many bodies; a multiple of 256. 32768 on a GPU and 2048 on a CPU if not given.
    #[arg(long, value_name = "N")]
    bodies: Option<usize>,
    /// How many steps.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// The time of a step.
    #[arg(long, value_name = "T", default_value_t = 0.004)]
    time: f32,
    /// Where to draw; nbody.png in the folder for temporary files if not given.
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Where to compute; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let path = options.png.clone().unwrap_or_else(|| std::env::temp_dir().join("nbody.png"));
    program::check_output(&path)?;
    let device = program::open_device(options.device)?;
    let usual = if device.info().kind() == vyre::DeviceKind::Cpu { 2048 } else { 1 << 15 };
    let count = options.bodies.unwrap_or(usual);
    anyhow::ensure!(
        (TILE..=1 << 16).contains(&count) && count.is_multiple_of(TILE),
        "{count} bodies: 256 to 65536 in steps of 256 can be followed"
    );

    let (bodies, velocities) = disc(count);
    let mut velocities = device.buffer(&velocities)?;
    let mut now = device.buffer(&bodies)?;
    let mut next = device.zeros::<[f32; 4]>(count)?;
    let before = energy(&device, &now, &velocities)?;
    let mut picture = Picture::new();
    let progress = Progress::new(options.steps.into(), Unit::Steps);
    let mut busy = Duration::ZERO;
    let mut checked = 0;
    for step in 0..options.steps {
        let start = Instant::now();
        advance(&now, &mut velocities, &mut next, options.time).dispatch(&device)?;
        std::mem::swap(&mut now, &mut next);
        let places = now.read()?;
        busy += start.elapsed();
        if step == 0 {
            checked = check(&bodies, &places, options.time)?;
        }
        picture.add(&places);
        progress.add(1);
    }
    drop(progress);
    let after = energy(&device, &now, &velocities)?;
    let hash = program::fingerprint(now.read()?.iter().flatten().map(|number| number.to_bits()));
    picture.write(&path).with_context(|| path.display().to_string())?;
    let pairs = (count as u64).pow(2) * u64::from(options.steps);
    let slow = move_slowly(&device, options.time)?.map(|speed| speed.slow_line()).unwrap_or_default();
    Ok(format!(
        "{} bodies, {} steps\n\
         device   {}\n\
         {}{slow}energy   {before:.6} before and {after:.6} after, a drift of {:.2e}\n\
         check    {} bodies computed in plain Rust too, the same\n\
         hash     {hash:016x}, the same on every device\n\
         image    {}\n",
        HumanCount(count as u64),
        options.steps,
        device.info(),
        Speed { amount: Amount::Of(pairs, "pairs"), time: busy }.line("kernel", ""),
        (after - before) / before.abs(),
        HumanCount(checked),
        path.display(),
    ))
}

/// A disc of light bodies around a heavy one: places and velocities.
fn disc(count: usize) -> (Vec<[f32; 4]>, Vec<[f32; 4]>) {
    let mut state = 1u64;
    // SplitMix64; 24 bits of it are a float between 0 and 1.
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 40) as f32 / 16_777_216.0
    };
    let mass = 0.1 / count as f32;
    let light = (1..count).map(|_| {
        let [x, y, z, _] = place(random(), random(), random());
        ([x, y, z, mass], orbit([x, y, z, mass], 1.0))
    });
    std::iter::once(([0.0, 0.0, 0.0, 1.0], [0.0; 4])).chain(light).unzip()
}

/// The energy of all, added as a balanced tree.
fn energy(
    device: &Device,
    bodies: &Buffer<[f32; 4]>,
    velocities: &Buffer<[f32; 4]>,
) -> Result<f32, vyre::Error> {
    let mut each = device.zeros::<f32>(bodies.len())?;
    energies(bodies, velocities, &mut each).dispatch(device)?;
    reduce::sum_tree(&each)
}

/// How fast the reference interpreter moves a smaller disc of bodies, if the device is the CPU.
fn move_slowly(device: &Device, time: f32) -> anyhow::Result<Option<Speed>> {
    let (bodies, velocities) = disc(SLOW_BODIES);
    let moved = |reference: &Device| {
        let mut next = vec![[0f32; 4]; SLOW_BODIES];
        let mut velocities = velocities.clone();
        advance(&bodies, &mut velocities, &mut next, time).dispatch(reference).map(|()| next)
    };
    let amount = Amount::Of((SLOW_BODIES as u64).pow(2), "pairs");
    let Some((places, speed)) = on_reference(device, moved, |_| amount)? else { return Ok(None) };
    check(&bodies, &places, time)?;
    Ok(Some(speed))
}

/// Moves some of the bodies by the first step in plain Rust, and says how many.
fn check(bodies: &[[f32; 4]], moved: &[[f32; 4]], time: f32) -> anyhow::Result<u64> {
    let mut checked = 0;
    for (at, found) in moved.iter().enumerate().step_by(CHECK_EVERY) {
        let own = bodies[at];
        let mut sum = [0f32; 3];
        for other in bodies {
            let way: [f32; 3] = std::array::from_fn(|axis| other[axis] - own[axis]);
            let squared = way[0] * way[0] + way[1] * way[1] + way[2] * way[2] + SOFTENING;
            let strength = other[3] / (squared * squared.sqrt());
            sum = std::array::from_fn(|axis| sum[axis] + way[axis] * strength);
        }
        let velocity = if at == 0 { [0.0; 4] } else { orbit(own, 1.0) };
        let expected: [f32; 3] =
            std::array::from_fn(|axis| own[axis] + (velocity[axis] + sum[axis] * time) * time);
        anyhow::ensure!(found[..3] == expected, "body {at} is not where plain Rust has it");
        checked += 1;
    }
    Ok(checked)
}

/// How often a body was in each pixel, seen from above.
struct Picture {
    visits: Vec<u32>,
}

impl Picture {
    fn new() -> Picture {
        Picture { visits: vec![0; usize::from(SIDE) * usize::from(SIDE)] }
    }

    fn add(&mut self, bodies: &[[f32; 4]]) {
        let pixel = |at: f32| ((at / REACH + 1.0) * 0.5 * f32::from(SIDE)) as i32;
        for [x, y, ..] in bodies {
            let (x, y) = (pixel(*x), pixel(-*y));
            if (0..i32::from(SIDE)).contains(&x) && (0..i32::from(SIDE)).contains(&y) {
                self.visits[y as usize * usize::from(SIDE) + x as usize] += 1;
            }
        }
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let most = f64::from(self.visits.iter().copied().max().unwrap_or(1)).ln_1p();
        let mut image = Image::new(SIDE, SIDE);
        for (at, visits) in self.visits.iter().enumerate().filter(|(_, visits)| **visits > 0) {
            let (x, y) = (at % usize::from(SIDE), at / usize::from(SIDE));
            let bright = f64::from(*visits).ln_1p() / most;
            image.fill(x as u16, y as u16, 1, 1, Ink(40 + (bright * 215.0) as u8));
        }
        let warm = |n: u32| [(n * 255 / 255) as u8, (n * n / 290) as u8, (n * n / 255 * n / 300) as u8];
        let palette: Vec<[u8; 3]> = (0..256).map(warm).collect();
        let mut to = BufWriter::new(File::create(path)?);
        image.write_png(&palette, &mut to)?;
        Ok(to.flush()?)
    }
}
