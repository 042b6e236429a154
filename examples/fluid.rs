//! Dye in a fluid that four jets stir, on a GPU, as a PNG.
//!
//! ```sh
//! cargo run --release --example fluid -- --side 512 --steps 600 --png dye.png
//! ```
//!
//! It shows a simulation as a few short kernels over buffers that stay on the device, without a wait between them (Stam, *Stable Fluids*, 1999). Each step depends on all before it, and floats
//! are the same everywhere, so the hash of the last step is that of any device.

use anyhow::{Context, ensure};
use clap::Parser;
use indicatif::HumanCount;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use vyre::prelude::*;
use vyre_examples::picture::Picture;
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};
use vyre_examples::speed::{Amount, Speed};

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    /// The column and the row of an invocation, if the square has such a cell.
    fn cell(side: u32) -> Option<(i32, i32)> {
        let (x, y) = (invocation_id().x, invocation_id().y);
        (x < side && y < side).then_some((x as i32, y as i32))
    }

    /// The place of a cell in a buffer; of one outside of the square that of the nearest cell.
    fn place(x: i32, y: i32, side: u32) -> usize {
        let last = side as i32 - 1;
        (y.clamp(0, last) * side as i32 + x.clamp(0, last)) as usize
    }

    /// What a field has between its cells.
    fn sampled(field: &[[f32; 4]], x: f32, y: f32, side: u32) -> [f32; 4] {
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (x - left, y - top);
        let (left, top) = (left as i32, top as i32);
        let corner = |dx: i32, dy: i32| field[place(left + dx, top + dy, side)];
        let (a, b, c, d) = (corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1));
        std::array::from_fn(|part| {
            let above = a[part] + (b[part] - a[part]) * across;
            let below = c[part] + (d[part] - c[part]) * across;
            above + (below - above) * down
        })
    }

    /// Moves a field with the flow: each cell takes what was upstream of it. The rest is kept, a little fades.
    #[vyre::kernel(workgroup_size = (16, 16))]
    pub(super) fn advect(
        flow: &[[f32; 4]],
        field: &[[f32; 4]],
        moved: &mut [[f32; 4]],
        side: u32,
        fade: f32,
    ) {
        let Some((x, y)) = cell(side) else { return };
        let i = place(x, y, side);
        let [right, down, ..] = flow[i];
        moved[i] = sampled(field, x as f32 - right, y as f32 - down, side).map(|part| part * fade);
    }

    /// Four jets on a ring blow along it, each with a colour of its own.
    #[vyre::kernel(workgroup_size = (16, 16))]
    pub(super) fn stir(flow: &mut [[f32; 4]], dye: &mut [[f32; 4]], side: u32, turn: f32) {
        const COLOURS: [[f32; 3]; 4] =
            [[0.9, 0.25, 0.1], [0.95, 0.75, 0.1], [0.1, 0.6, 0.9], [0.45, 0.2, 0.8]];
        let Some((x, y)) = cell(side) else { return };
        let i = place(x, y, side);
        let size = side as f32;
        for (jet, colour) in COLOURS.iter().enumerate() {
            let angle = turn + jet as f32 * std::f32::consts::FRAC_PI_2;
            let (sine, cosine) = angle.sin_cos();
            let across = x as f32 / size - 0.5 - 0.3 * cosine;
            let down = y as f32 / size - 0.5 - 0.3 * sine;
            let strength = (-(across * across + down * down) * 900.0).exp();
            flow[i][0] += (-0.9 * sine - 0.5 * cosine) * strength;
            flow[i][1] += (0.9 * cosine - 0.5 * sine) * strength;
            for (part, share) in dye[i].iter_mut().zip(colour) {
                *part += share * strength * 0.25;
            }
        }
    }

    /// How much more flows out of each cell than into it.
    #[vyre::kernel(workgroup_size = (16, 16))]
    pub(super) fn divergence(flow: &[[f32; 4]], out: &mut [f32], side: u32) {
        let Some((x, y)) = cell(side) else { return };
        let at = |x, y| flow[place(x, y, side)];
        out[place(x, y, side)] =
            0.5 * (at(x + 1, y)[0] - at(x - 1, y)[0] + at(x, y + 1)[1] - at(x, y - 1)[1]);
    }

    /// A step of Jacobi's method for the pressure.
    #[vyre::kernel(workgroup_size = (16, 16))]
    pub(super) fn relax(pressure: &[f32], divergence: &[f32], next: &mut [f32], side: u32) {
        let Some((x, y)) = cell(side) else { return };
        let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let sum: f32 = around.iter().map(|&(x, y)| pressure[place(x, y, side)]).sum();
        let i = place(x, y, side);
        next[i] = (sum - divergence[i]) * 0.25;
    }

    /// Takes the gradient of the pressure from the flow, so that as much flows into each cell as out of it.
    #[vyre::kernel(workgroup_size = (16, 16))]
    pub(super) fn project(pressure: &[f32], flow: &mut [[f32; 4]], side: u32) {
        let Some((x, y)) = cell(side) else { return };
        let at = |x, y| pressure[place(x, y, side)];
        let i = place(x, y, side);
        flow[i][0] -= 0.5 * (at(x + 1, y) - at(x - 1, y));
        flow[i][1] -= 0.5 * (at(x, y + 1) - at(x, y - 1));
    }
}

/// The steps of Jacobi's method in each step of the fluid.
const RELAXATIONS: usize = 24;
/// What the reference interpreter computes, too: the side and the steps.
const SMALL: (u32, u32) = (32, 3);

/// Stirs dye into a fluid.
#[derive(Parser)]
struct Options {
    /// The cells of a side; 512 on a GPU and 192 on a CPU if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=8192))]
    side: Option<u32>,
    /// How many steps.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// Where to draw; fluid.png in the folder for temporary files if not given.
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Where to compute; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
}

/// A square of fluid on a device.
struct Fluid {
    side: u32,
    /// How much of the fluid flows through each cell in a step, to the right and down, in cells.
    flow: Buffer<[f32; 4]>,
    /// Red, green and blue.
    dye: Buffer<[f32; 4]>,
    pressure: Buffer<f32>,
    /// What the next step is written to.
    other: (Buffer<[f32; 4]>, Buffer<f32>),
    divergence: Buffer<f32>,
}

impl Fluid {
    fn new(device: &Device, side: u32) -> Result<Fluid, vyre::Error> {
        let cells = side as usize * side as usize;
        let (vectors, numbers) = (|| device.zeros::<[f32; 4]>(cells), || device.zeros::<f32>(cells));
        Ok(Fluid {
            side,
            flow: vectors()?,
            dye: vectors()?,
            pressure: numbers()?,
            other: (vectors()?, numbers()?),
            divergence: numbers()?,
        })
    }

    /// Records a step. Nothing waits for it.
    fn step(&mut self, number: u32) -> Result<(), vyre::Error> {
        let (device, side) = (self.flow.device().clone(), self.side);
        let all = [side, side, 1];
        gpu::stir(&mut self.flow, &mut self.dye, side, number as f32 * 0.004)
            .invocations(all)
            .dispatch(&device)?;
        gpu::divergence(&self.flow, &mut self.divergence, side).invocations(all).dispatch(&device)?;
        for _ in 0..RELAXATIONS {
            gpu::relax(&self.pressure, &self.divergence, &mut self.other.1, side)
                .invocations(all)
                .dispatch(&device)?;
            std::mem::swap(&mut self.pressure, &mut self.other.1);
        }
        gpu::project(&self.pressure, &mut self.flow, side).invocations(all).dispatch(&device)?;
        gpu::advect(&self.flow, &self.dye, &mut self.other.0, side, 0.998)
            .invocations(all)
            .dispatch(&device)?;
        std::mem::swap(&mut self.dye, &mut self.other.0);
        gpu::advect(&self.flow, &self.flow.copy()?, &mut self.other.0, side, 0.999)
            .invocations(all)
            .dispatch(&device)?;
        std::mem::swap(&mut self.flow, &mut self.other.0);
        Ok(())
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let path = options.png.clone().unwrap_or_else(|| std::env::temp_dir().join("fluid.png"));
    program::check_output(&path)?;
    let device = program::open_device(options.device)?;
    let usual = if device.info().kind() == vyre::DeviceKind::Cpu { 192 } else { 512 };
    let side = options.side.unwrap_or(usual);
    let mut fluid = Fluid::new(&device, side)?;
    let progress = Progress::new(options.steps.into(), Unit::Steps);
    let start = Instant::now();
    for number in 0..options.steps {
        fluid.step(number)?;
        // The bar shows what is done, not what is recorded.
        if number % 16 == 15 {
            device.synchronize()?;
        }
        progress.add(1);
    }
    let dye = fluid.dye.read()?;
    let time = start.elapsed();
    drop(progress);
    let checked = check(&device)?;
    let hash = program::fingerprint(dye.iter().flatten().map(|number| number.to_bits()));
    let colour = |part: f32| 1.0 - (-part * 1.6).exp();
    let picture = Picture::of_colours(side as usize, dye.iter().map(|[r, g, b, _]| [*r, *g, *b].map(colour)));
    picture.write_png(&path).with_context(|| path.display().to_string())?;
    let cells = dye.len() as u64 * u64::from(options.steps);
    Ok(format!(
        "{side} x {side} cells, {} steps\n\
         device   {}\n\
         {}check    {} cells by the reference interpreter too, the same\n\
         hash     {hash:016x}, the same on every device\n\
         image    {}\n",
        HumanCount(options.steps.into()),
        device.info(),
        Speed { amount: Amount::Of(cells, "cells"), time }.line("steps", "  with their compilation"),
        HumanCount(checked),
        path.display(),
    ))
}

/// Computes a small square on the device and by the reference interpreter, and says how many cells were compared.
fn check(device: &Device) -> anyhow::Result<u64> {
    let small = |device: &Device| {
        let mut fluid = Fluid::new(device, SMALL.0)?;
        (0..SMALL.1).try_for_each(|number| fluid.step(number))?;
        fluid.dye.read()
    };
    let (found, expected) = (small(device)?, small(&Device::reference())?);
    ensure!(found == expected, "the reference interpreter computes otherwise");
    Ok(found.len() as u64)
}
