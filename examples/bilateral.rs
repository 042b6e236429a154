//! Takes the noise out of a picture and keeps its edges, on a GPU: a bilateral filter, from PNG to PNG.
//!
//! ```sh
//! cargo run --release --example bilateral -- --image photo.png --png smooth.png
//! ```
//!
//! It shows the exponential function of floats, which is correctly rounded: the picture is the same on every device, bit for bit.

use anyhow::Context;
use clap::Parser;
use indicatif::HumanCount;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use vyre_examples::picture::Picture;
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::speed::{Amount, Speed, on_reference};

/// Each pixel becomes the mean of those around it, of which near ones of a similar colour count most. A pixel is red, green, blue and nothing.
#[vyre::kernel(workgroup_size = (8, 8))]
fn smooth(pixels: &[[f32; 4]], out: &mut [[f32; 4]], width: u32, radius: u32, place: f32, colour: f32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    let height = pixels.len() / width;
    if x >= width || y >= height {
        return;
    }
    let own = pixels[y * width + x];
    let (mut red, mut green, mut blue, mut total) = (0.0, 0.0, 0.0, 0.0);
    for row in y.saturating_sub(radius)..(y + radius + 1).min(height) {
        for column in x.saturating_sub(radius)..(x + radius + 1).min(width) {
            let other = pixels[row * width + column];
            let (across, down) = (column as f32 - x as f32, row as f32 - y as f32);
            let (r, g, b) = (other[0] - own[0], other[1] - own[1], other[2] - own[2]);
            let far = (across * across + down * down) / place + (r * r + g * g + b * b) / colour;
            let weight = (-far).exp();
            red += other[0] * weight;
            green += other[1] * weight;
            blue += other[2] * weight;
            total += weight;
        }
    }
    out[y * width + x] = [red / total, green / total, blue / total, 0.0];
}

/// The picture that is filtered if none is given: its size, and how noisy it is.
const SIDE: usize = 384;
const NOISE: f32 = 0.12;
/// The rows that the reference interpreter smooths.
const SLOW_ROWS: u32 = 8;

/// Takes the noise out of a picture and keeps its edges.
#[derive(Parser)]
struct Options {
    /// The picture; one with noise is made if none is given.
    #[arg(long, value_name = "IN")]
    image: Option<PathBuf>,
    /// How far pixels count, in pixels.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    radius: u32,
    /// How different the colours of pixels may be that count, from 0 to 1.
    #[arg(long, value_name = "C", default_value_t = 0.2)]
    colour: f32,
    /// Where to write; bilateral.png in the folder for temporary files if not given.
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
    let path = options.png.clone().unwrap_or_else(|| std::env::temp_dir().join("bilateral.png"));
    program::check_output(&path)?;
    anyhow::ensure!(options.colour > 0.0, "colours have to differ by more than {}", options.colour);
    let picture = match &options.image {
        Some(image) => Picture::read_png(image).with_context(|| image.display().to_string())?,
        None => noisy(),
    };
    let device = program::open_device(options.device)?;
    let pixels: Vec<[f32; 4]> = picture.colours().map(|[r, g, b]| [r, g, b, 0.0]).collect();
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let reach = options.radius as f32 / 2.0;
    let (place, colour) = (2.0 * reach * reach, 2.0 * options.colour * options.colour);
    let smoothed = |device: &vyre::Device, rows: u32| {
        let mut out = vec![[0f32; 4]; (width * rows) as usize];
        let work = smooth(&pixels, &mut out, width, options.radius, place, colour);
        work.invocations([width, rows, 1]).dispatch(device).map(|()| out)
    };
    let start = Instant::now();
    let out = smoothed(&device, height)?;
    let kernel = Speed { amount: Amount::Of(out.len() as u64, "pixels"), time: start.elapsed() };
    let first = |device: &vyre::Device| smoothed(device, height.min(SLOW_ROWS));
    let slow = on_reference(&device, first, |out| Amount::Of(out.len() as u64, "pixels"))?;
    let is_same = slow.iter().all(|(first, _)| *first == out[..first.len()]);
    anyhow::ensure!(is_same, "the reference interpreter smooths otherwise");
    let hash = program::fingerprint(out.iter().flatten().map(|number| number.to_bits()));
    let smooth = Picture::of_colours(picture.width(), out.iter().map(|[r, g, b, _]| [*r, *g, *b]));
    smooth.write_png(&path).with_context(|| path.display().to_string())?;
    Ok(format!(
        "{width} x {height} pixels, each the mean of up to {}\n\
         device   {}\n\
         {}{}hash     {hash:016x}, the same on every device\n\
         image    {}\n",
        HumanCount(u64::from((2 * options.radius + 1).pow(2))),
        device.info(),
        kernel.line("kernel", "  with its compilation"),
        slow.map(|(_, speed)| speed.slow_line()).unwrap_or_default(),
        path.display(),
    ))
}

/// Discs before stripes, with noise over all.
fn noisy() -> Picture {
    let mut state = 7u64;
    let mut noise = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / 16_777_216.0 - 0.5) * 2.0 * NOISE
    };
    let colour = |x: f32, y: f32| {
        let within = |cx: f32, cy: f32, r: f32| (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r;
        match () {
            () if within(0.35, 0.4, 0.22) => [0.85, 0.35, 0.2],
            () if within(0.65, 0.6, 0.25) => [0.95, 0.8, 0.3],
            () if (((x + y) * 8.0) as u32).is_multiple_of(2) => [0.15, 0.3, 0.5],
            () => [0.25, 0.45, 0.6],
        }
    };
    let side = |at: usize| at as f32 / SIDE as f32;
    let places = (0..SIDE * SIDE).map(|at| colour(side(at % SIDE), side(at / SIDE)));
    // Colours are cut to bytes, not rounded.
    let mut byte = |part: f32| ((part + noise()).clamp(0.0, 1.0) * 255.0).floor() / 255.0;
    Picture::of_colours(SIDE, places.map(|rgb| rgb.map(&mut byte)))
}
