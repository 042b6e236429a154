//! Grains that fall into a box and lie on each other, on a GPU or on the CPU device, with a picture of them.
//!
//! ```sh
//! cargo run --release --example particles -- --grains 100000 --steps 1000 --png grains.png
//! ```
//!
//! It shows kernels beside algorithms over buffers: a sort puts the grains into cells, a count, a scan and a kernel make the list of who touches whom, and segments
//! of the list are summed by a balanced tree. Floats are the same on every device, so the hash of each step is. `--with cpu` computes all on a second
//! device and names the first step and grain at which both differ; none does. In the middle a snapshot is taken, and in the end the second half is computed
//! again from it.

use anyhow::{Context, ensure};
use clap::Parser;
use indicatif::HumanCount;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre_examples::image::{Image, Ink};
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};

/// How hard grains push each other, how much of their speed a contact takes, and how they fall.
const STIFFNESS: f32 = 40_000.0;
const FRICTION: f32 = 40.0;
const GRAVITY: f32 = 2.0;
const TIME: f32 = 0.001;

/// The column or the row of a place, of so many along each side of the box.
#[vyre::function]
fn cell(at: f32, side: u32) -> u32 {
    ((at * side as f32) as u32).min(side - 1)
}

/// The push that a grain gets from another one; nothing if they do not touch.
#[vyre::function]
fn push(own: [f32; 4], other: [f32; 4], reach: f32) -> [f32; 2] {
    let (x, y) = (own[0] - other[0], own[1] - other[1]);
    let squared = x * x + y * y;
    if squared >= reach * reach || squared == 0.0 {
        return [0.0, 0.0];
    }
    let distance = squared.sqrt();
    let (across, up) = (x / distance, y / distance);
    let apart = (own[2] - other[2]) * across + (own[3] - other[3]) * up;
    let force = STIFFNESS * (reach - distance) - FRICTION * apart;
    [across * force, up * force]
}

/// Whether two grains touch.
#[vyre::function]
fn touches(own: [f32; 4], other: [f32; 4], reach: f32) -> bool {
    let (x, y) = (own[0] - other[0], own[1] - other[1]);
    x * x + y * y < reach * reach
}

/// How many others each grain touches. The grains of a cell follow each other, as do the cells of a row.
#[vyre::kernel]
fn count_contacts(grains: &[[f32; 4]], starts: &[u32], counts: &mut [u32], side: u32, reach: f32) {
    let i = invocation_id().x;
    if i < grains.len() {
        let own = grains[i];
        let (column, row) = (cell(own[0], side), cell(own[1], side));
        let mut count = 0;
        for y in row.max(1) - 1..(row + 2).min(side) {
            for j in starts[y * side + column.max(1) - 1]..starts[y * side + (column + 2).min(side)] {
                if j != i && touches(own, grains[j], reach) {
                    count += 1;
                }
            }
        }
        counts[i] = count;
    }
}

/// The pushes of the others that each grain touches, one behind the other.
#[vyre::kernel]
fn emit_pushes(
    grains: &[[f32; 4]],
    starts: &[u32],
    offsets: &[u32],
    pushes: &mut [[f32; 2]],
    side: u32,
    reach: f32,
) {
    let i = invocation_id().x;
    if i < grains.len() {
        let own = grains[i];
        let (column, row) = (cell(own[0], side), cell(own[1], side));
        let mut at = offsets[i];
        for y in row.max(1) - 1..(row + 2).min(side) {
            for j in starts[y * side + column.max(1) - 1]..starts[y * side + (column + 2).min(side)] {
                if j != i && touches(own, grains[j], reach) {
                    pushes[at] = push(own, grains[j], reach);
                    at += 1;
                }
            }
        }
    }
}

/// Keeps a coordinate in the box, and turns the speed where it leaves.
#[vyre::function]
fn bounced(at: f32, speed: f32, radius: f32) -> [f32; 2] {
    if at < radius {
        [radius, speed.abs() * 0.5]
    } else if at > 1.0 - radius {
        [1.0 - radius, speed.abs() * -0.5]
    } else {
        [at, speed]
    }
}

/// The grain after a step, from the sum of its pushes.
#[vyre::function]
fn moved(grain: [f32; 4], push: [f32; 2], radius: f32) -> [f32; 4] {
    let (vx, vy) = (grain[2] + push[0] * TIME, grain[3] + (push[1] - GRAVITY) * TIME);
    let x = bounced(grain[0] + vx * TIME, vx, radius);
    let y = bounced(grain[1] + vy * TIME, vy, radius);
    [x[0], y[0], x[1], y[1]]
}

/// A number that says of a grain where it is. The sum of these does not depend on the order of the grains.
#[vyre::function]
fn hash_of(id: u32, grain: [f32; 4]) -> u64 {
    let mut hash = id as u64;
    for word in [grain[0].to_bits(), grain[1].to_bits(), grain[2].to_bits(), grain[3].to_bits()] {
        hash = (hash ^ word as u64) * 0x9e37_79b9_7f4a_7c15;
        hash ^= hash >> 29;
    }
    hash
}

/// Follows grains that fall into a box.
#[derive(Parser)]
struct Options {
    /// How many grains; 100000 on a GPU and 2000 on a CPU if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    grains: Option<u32>,
    /// How many steps.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// Where to draw; particles.png in the folder for temporary files if not given.
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Where to compute; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
    /// Where to compute all a second time, to compare it.
    #[arg(long)]
    with: Option<DeviceChoice>,
}

/// The grains on a device, in the order of their cells: places with speeds, and the numbers that they began with.
struct Grains {
    device: Device,
    grains: Buffer<[f32; 4]>,
    ids: Buffer<u32>,
    /// The numbers of all cells, and the one behind the last.
    cells: Buffer<u32>,
    side: u32,
    reach: f32,
    contacts: u32,
}

impl Grains {
    fn new(device: &Device, grains: &[[f32; 4]]) -> Result<Grains, vyre::Error> {
        let reach = 0.95 * spacing(grains.len());
        // No cell is smaller than the reach of a contact.
        let side = ((1.0 / reach) as u32).max(1);
        Ok(Grains {
            device: device.clone(),
            grains: device.buffer(grains)?,
            ids: device.par_range(0..grains.len() as u32).collect()?,
            cells: device.par_range(0..side * side + 1).collect()?,
            side,
            reach,
            contacts: 0,
        })
    }

    fn step(&mut self) -> Result<(), vyre::Error> {
        let (side, reach, device) = (self.side, self.reach, &self.device);
        let place =
            func!(move |grain: [f32; 4]| cell(grain[1], side) * side + cell(grain[0], side), side: u32);
        let keys = self.grains.par_iter().map(place).collect()?;
        let order = keys.argsort()?;
        let grains = self.grains.gather(&order)?;
        self.ids = self.ids.gather(&order)?;
        let starts = keys.gather(&order)?.lower_bound(&self.cells)?;
        // One more, so that the last offset is the number of all contacts.
        let mut counts = device.zeros::<u32>(grains.len() + 1)?;
        count_contacts(&grains, &starts, &mut counts, side, reach).dispatch(device)?;
        let offsets = counts.par_iter().exclusive_sum()?;
        self.contacts = offsets.read_range(grains.len()..)?.first().copied().unwrap_or(0);
        let mut pushes = device.zeros::<[f32; 2]>(self.contacts as usize)?;
        emit_pushes(&grains, &starts, &offsets, &mut pushes, side, reach)
            .invocations([grains.len() as u32, 1, 1])
            .dispatch(device)?;
        let add = func!(|a: [f32; 2], b: [f32; 2]| [a[0] + b[0], a[1] + b[1]]);
        let sums = pushes.segmented_reduce(&offsets, [0.0, 0.0], add)?;
        let radius = reach / 2.0;
        let step = func!(
            move |(grain, push): ([f32; 4], [f32; 2])| -> [f32; 4] { moved(grain, push, radius) }, radius: f32
        );
        self.grains = grains.par_iter().zip(sums.par_iter()).map(step).collect()?;
        Ok(())
    }

    /// The same on every device.
    fn hash(&self) -> Result<u64, vyre::Error> {
        self.ids
            .par_iter()
            .zip(self.grains.par_iter())
            .map(func!(|(id, grain): (u32, [f32; 4])| -> u64 { hash_of(id, grain) }))
            .sum()
    }

    /// The energy of motion and height, added as a balanced tree.
    fn energy(&self) -> Result<f32, vyre::Error> {
        let energy = func!(|g: [f32; 4]| (g[2] * g[2] + g[3] * g[3]) * 0.5 + GRAVITY * g[1]);
        self.grains.par_iter().map(energy).sum_tree()
    }

    /// The grains in the order that they began with.
    fn read(&self) -> Result<Vec<[f32; 4]>, vyre::Error> {
        let (mut ids, mut grains) = (self.ids.copy()?, self.grains.copy()?);
        ids.sort_by_key(&mut grains)?;
        grains.read()
    }

    /// The state as it is now, which later steps leave alone.
    fn snapshot(&self) -> Grains {
        Grains {
            device: self.device.clone(),
            grains: self.grains.clone(),
            ids: self.ids.clone(),
            cells: self.cells.clone(),
            ..*self
        }
    }
}

/// The first grain that is elsewhere on two devices.
fn first_difference(left: &Grains, right: &Grains) -> Result<Option<usize>, vyre::Error> {
    let bits = |grain: &[f32; 4]| grain.map(f32::to_bits);
    let (left, right) = (left.read()?, right.read()?);
    Ok(left.iter().zip(&right).position(|(a, b)| bits(a) != bits(b)))
}

/// How far grains are apart at the beginning.
fn spacing(count: usize) -> f32 {
    0.67 / (count as f32).sqrt()
}

/// A column of grains in the left half of the box, in rows that are not quite straight.
fn heap(count: u32) -> Vec<[f32; 4]> {
    let spacing = spacing(count as usize);
    let columns = ((0.5 / spacing) as u32).max(1);
    let mut state = 1u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as f32 / 16_777_216.0 - 0.5
    };
    (0..count)
        .map(|at| {
            let (column, row) = ((at % columns) as f32, (at / columns) as f32);
            [(column + 0.5 + 0.2 * random()) * spacing, (row + 0.5) * spacing, random(), random()]
        })
        .collect()
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let path = options.png.clone().unwrap_or_else(|| std::env::temp_dir().join("particles.png"));
    program::check_output(&path)?;
    let device = program::open_device(options.device)?;
    let is_gpu = !matches!(device.info().kind(), vyre::DeviceKind::Cpu | vyre::DeviceKind::SoftwareGpu);
    let count = options.grains.unwrap_or(if is_gpu { 100_000 } else { 2_000 });
    let first = heap(count);
    let mut grains = Grains::new(&device, &first)?;
    let mut second = match options.with {
        Some(choice) => Some(Grains::new(&program::open_device(Some(choice))?, &first)?),
        None => None,
    };
    let before = grains.energy()?;
    let progress = Progress::new(options.steps.into(), Unit::Steps);
    let mut busy = Duration::ZERO;
    let mut middle = None;
    let mut hash = 0;
    for step in 0..options.steps {
        let start = Instant::now();
        grains.step()?;
        hash = grains.hash()?;
        busy += start.elapsed();
        if let Some(second) = &mut second {
            second.step()?;
            if second.hash()? != hash {
                let grain = first_difference(&grains, second)?;
                anyhow::bail!(
                    "step {step}: grain {} is elsewhere on {} than on {}",
                    grain.map_or("?".to_string(), |grain| grain.to_string()),
                    second.device,
                    grains.device
                );
            }
        }
        if step + 1 == options.steps.div_ceil(2) {
            middle = Some(grains.snapshot());
        }
        progress.add(1);
    }
    drop(progress);
    if let Some(mut again) = middle {
        for _ in options.steps.div_ceil(2)..options.steps {
            again.step()?;
        }
        ensure!(again.hash()? == hash, "the steps from the snapshot lead elsewhere");
    }
    let places = grains.read()?;
    draw(&places, grains.reach, &path).with_context(|| path.display().to_string())?;
    let compared = second.map_or(String::new(), |second| {
        format!("with     {}, the same in every step\n", second.device.info())
    });
    Ok(format!(
        "{} grains, {} steps\n\
         device   {}\n\
         {compared}time     {:.2} ms a step\n\
         contacts {}\n\
         energy   {before:.4} before and {:.4} after\n\
         hash     {hash:016x}, the same on every device, and again from the snapshot\n\
         image    {}\n",
        HumanCount(count.into()),
        options.steps,
        device.info(),
        busy.as_secs_f64() * 1e3 / f64::from(options.steps),
        HumanCount(u64::from(grains.contacts) / 2),
        grains.energy()?,
        path.display(),
    ))
}

/// The pixels of a side of the picture.
const SIDE: u16 = 720;

/// Draws the grains, the faster the brighter.
fn draw(grains: &[[f32; 4]], reach: f32, path: &Path) -> anyhow::Result<()> {
    let mut image = Image::new(SIDE, SIDE);
    let size = ((reach * f32::from(SIDE) * 0.8) as u16).max(1);
    for [x, y, vx, vy] in grains {
        let pixel = |at: f32| ((at - reach * 0.4) * f32::from(SIDE)).max(0.0) as u16;
        let bright = (60.0 + vx.hypot(*vy) * 300.0).min(255.0);
        image.fill(pixel(*x), pixel(1.0 - *y), size, size, Ink(bright as u8));
    }
    let warm = |n: u32| [n as u8, (n * n / 290) as u8, (n * n / 255 * n / 300) as u8];
    let palette: Vec<[u8; 3]> = (0..256).map(warm).collect();
    let mut to = BufWriter::new(File::create(path)?);
    image.write_png(&palette, &mut to)?;
    Ok(to.flush()?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_the_same_on_every_device() {
        let first = heap(300);
        let mut all: Vec<Grains> =
            Device::list().iter().map(|device| Grains::new(device, &first).unwrap()).collect();
        for step in 0..4 {
            all.iter_mut().for_each(|grains| grains.step().unwrap());
            let hashes: Vec<u64> = all.iter().map(|grains| grains.hash().unwrap()).collect();
            assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]), "step {step}: {hashes:x?}");
        }
        // What plain Rust gives of the same grains, of which each meets all others.
        let reach = all[0].reach;
        let mut places = first;
        for _ in 0..4 {
            places = places
                .iter()
                .map(|own| {
                    let pushes =
                        places.iter().filter(|other| *other != own).map(|other| push(*own, *other, reach));
                    let sum = pushes.fold([0.0f64; 2], |sum, push| {
                        [sum[0] + f64::from(push[0]), sum[1] + f64::from(push[1])]
                    });
                    moved(*own, sum.map(|sum| sum as f32), reach / 2.0)
                })
                .collect();
        }
        let found = all[0].read().unwrap();
        assert!(all[0].contacts > 0);
        for (found, wanted) in found.iter().zip(&places) {
            assert!((0..4).all(|at| (found[at] - wanted[at]).abs() < 1e-3), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn a_difference_is_named() {
        let device = Device::cpu();
        let mut moved = heap(50);
        let left = Grains::new(&device, &moved).unwrap();
        moved[17][2] += 1e-6;
        let right = Grains::new(&device, &moved).unwrap();
        assert_ne!(left.hash().unwrap(), right.hash().unwrap());
        assert_eq!(first_difference(&left, &right).unwrap(), Some(17));
        assert_eq!(first_difference(&left, &left.snapshot()).unwrap(), None);
    }
}
