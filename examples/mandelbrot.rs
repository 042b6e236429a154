//! The Mandelbrot set in fixed point, or in floats, on a GPU, as a PNG.
//!
//! ```sh
//! cargo run --release --example mandelbrot -- --center=-0.743643887037151,0.13182590420533 --zoom 1e9 --png deep.png
//! ```
//!
//! With `--float` it computes in floats, colours included: the hash of the picture is that of every other device.
//!
//! It shows arithmetic on `i32` and `u64` that gives the same picture on every device, bit for bit. Views up to a zoom
//! of some thousands have 28 bits behind the point, deeper ones 60.

use anyhow::Context;
use clap::Parser;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre_examples::image::{Image, Ink};
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::speed::{Amount, Speed, on_reference};

/// For each point, after how many steps it is known to escape, and where it is then; `limit` and zeros where it has
/// not escaped by then. Numbers have 28 bits behind the point.
#[vyre::kernel(workgroup_size = (8, 8))]
fn escape(out: &mut [[u32; 4]], width: u32, left: i32, top: i32, step: i32, limit: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    let at = y * width + x;
    if x >= width || at >= out.len() {
        return;
    }
    let cr = left + x as i32 * step;
    let ci = top - y as i32 * step;
    let (mut zr, mut zi) = (0i32, 0i32);
    let mut escaped = [limit, 0, 0, 0];
    for n in 0..limit {
        // Squares are exact in 64 bits. Of a signed product only the lower 64 bits are exact, and no others are needed.
        let (r, i) = (zr as u64, zi as u64);
        let (rr, ii) = (r * r, i * i);
        if rr + ii > 0x0400_0000_0000_0000 {
            escaped = [n, zr as u32, zi as u32, 0];
            break;
        }
        zi = ((r * i) >> 27) as i32 + ci;
        zr = ((rr - ii) >> 28) as i32 + cr;
    }
    out[at] = escaped;
}

/// The same with 60 bits behind the point. The numbers are two's complement in `u64`; `left`, `top` and `step` come as
/// such; where a point escapes to is given in 28 bits.
#[vyre::kernel(workgroup_size = (8, 8))]
fn escape_deep(out: &mut [[u32; 4]], width: u32, left: u64, top: u64, step: u64, limit: u32) {
    const LOW: u64 = 0xffff_ffff;
    let (x, y) = (invocation_id().x, invocation_id().y);
    let at = y * width + x;
    if x >= width || at >= out.len() {
        return;
    }
    let cr = left + x as u64 * step;
    let ci = top - y as u64 * step;
    let (mut zr, mut zi) = (0u64, 0u64);
    let mut escaped = [limit, 0, 0, 0];
    for n in 0..limit {
        let r = if zr >> 63 == 1 { 0 - zr } else { zr };
        let i = if zi >> 63 == 1 { 0 - zi } else { zi };
        // The upper halves of three products of 128 bits, by halves of 32. They have 56 bits behind the point.
        let (r0, r1, i0, i1) = (r & LOW, r >> 32, i & LOW, i >> 32);
        let m = r0 * r1;
        let rr = r1 * r1 + (m >> 31) + ((((m << 33) >> 32) + ((r0 * r0) >> 32)) >> 32);
        let m = i0 * i1;
        let ii = i1 * i1 + (m >> 31) + ((((m << 33) >> 32) + ((i0 * i0) >> 32)) >> 32);
        let (a, b) = (r0 * i1, r1 * i0);
        let middle = (a & LOW) + (b & LOW) + ((r0 * i0) >> 32);
        let ri = r1 * i1 + (a >> 32) + (b >> 32) + (middle >> 32);
        if rr + ii > 0x0400_0000_0000_0000 {
            escaped = [n, (zr >> 32) as u32, (zi >> 32) as u32, 0];
            break;
        }
        let turned = if (zr ^ zi) >> 63 == 1 { 0 - ri } else { ri };
        zi = (turned << 5) + ci;
        zr = ((rr - ii) << 4) + cr;
    }
    out[at] = escaped;
}

/// How late a point escapes that is at `(x, y)` after `n` steps, without jumps from one step to the next.
#[vyre::function]
fn lateness_in_floats(n: u32, x: f32, y: f32) -> f32 {
    n as f32 + 1.0 - x.hypot(y).ln().log2()
}

/// The same in floats: for each point how late it escapes, and -1 where it has not escaped by `limit`. It is followed until it is 64 away, where
/// colours have no jumps.
#[vyre::kernel(workgroup_size = (8, 8))]
fn escape_in_floats(out: &mut [f32], width: u32, left: f32, top: f32, step: f32, limit: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    let at = y * width + x;
    if x >= width || at >= out.len() {
        return;
    }
    let cr = left + x as f32 * step;
    let ci = top - y as f32 * step;
    let (mut zr, mut zi) = (0.0, 0.0);
    let mut late = -1.0;
    for n in 0..limit {
        if zr * zr + zi * zi > 4096.0 {
            late = lateness_in_floats(n, zr, zi);
            break;
        }
        let r = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = r;
    }
    out[at] = late;
}

/// Bits behind the point of the two kernels.
const SHALLOW_BITS: i32 = 28;
const DEEP_BITS: i32 = 60;
/// Pixels at least this far apart, in the unit of 28 bits, need no more bits.
const SHALLOW_STEP: f64 = 256.0;
/// What a picture is high at zoom 1.
const HEIGHT: f64 = 2.5;
/// No point may be farther from an axis: the numbers end at 8.
const FARTHEST: f64 = 7.9;
/// Drivers exist that leave a loop after 65,535 rounds.
const MAX_ITERATIONS: i64 = 65_000;
/// Rows are computed in bands, which grow as long as they take less than `SHORT`.
const FIRST_ROWS: usize = 8;
const SHORT: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(1);
/// Of this many pixels one is computed in plain Rust too.
const CHECK_EVERY: usize = 101;
/// The steps that the reference interpreter does at most, about.
const SLOW_STEPS: usize = 1 << 20;

/// Draws the Mandelbrot set.
#[derive(Parser)]
struct Options {
    /// Pixels of the picture.
    #[arg(long, value_name = "WxH", default_value = "960x640")]
    size: Size,
    /// The point in the middle.
    #[arg(long, value_name = "X,Y", default_value = "-0.65,0", allow_hyphen_values = true)]
    center: Point,
    /// How many times larger than the whole set.
    #[arg(long, value_name = "Z", default_value = "1", value_parser = zoom)]
    zoom: f64,
    /// After how many steps a point counts as one of the set.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=MAX_ITERATIONS))]
    iterations: u32,
    /// Compute in floats, for zooms up to some thousands.
    #[arg(long)]
    float: bool,
    /// Where to draw; mandelbrot.png in the folder for temporary files if not given.
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Where to compute; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
}

/// Pixels across and down.
#[derive(Clone, Copy, Debug)]
struct Size {
    width: u16,
    height: u16,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let side = |text: &str| text.parse().ok().filter(|side| (1..=16_384).contains(side));
        let sides = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
        let (width, height) = sides.ok_or("a size is like 960x640, with at most 16384 pixels each way")?;
        Ok(Size { width, height })
    }
}

#[derive(Clone, Copy, Debug)]
struct Point {
    x: f64,
    y: f64,
}

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Point, String> {
        let part = |text: &str| text.trim().parse().ok().filter(|part: &f64| part.abs() <= 4.0);
        let parts = text.split_once(',').and_then(|(x, y)| Some((part(x)?, part(y)?)));
        let (x, y) = parts.ok_or("a point is like -0.65,0, with numbers from -4 to 4")?;
        Ok(Point { x, y })
    }
}

fn zoom(text: &str) -> Result<f64, String> {
    let zoom = text.parse().ok().filter(|zoom| (0.5..=1e13).contains(zoom));
    zoom.ok_or_else(|| "a zoom is from 0.5 to 1e13".to_string())
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let path = options.png.clone().unwrap_or_else(|| std::env::temp_dir().join("mandelbrot.png"));
    program::check_output(&path)?;
    let view = View::new(options)?;
    let device = program::open_device(options.device)?;
    if options.float {
        return run_in_floats(options, &device, &path);
    }
    let (escapes, busy) = compute(&device, &view)?;
    let checked = check(&device, &view, &escapes)?;
    let slow = compute_slowly(&device, &view, &escapes)?;
    draw(&view, &escapes, &path).with_context(|| path.display().to_string())?;

    let steps: u64 = escapes.iter().map(|escape| u64::from(escape[0])).sum();
    let inside = escapes.iter().filter(|escape| escape[0] == view.limit).count();
    Ok(format!(
        "{} x {} pixels, {} of them in the set, with {} bits behind the point\n\
         device   {}\n\
         {}{}check    {} pixels computed in plain Rust too, the same\n\
         image    {}\n",
        view.size.width,
        view.size.height,
        HumanCount(inside as u64),
        view.bits,
        device.info(),
        Speed { amount: Amount::Of(steps, "steps"), time: busy }.line("kernel", ""),
        slow.map(|speed| speed.slow_line()).unwrap_or_default(),
        HumanCount(checked),
        path.display(),
    ))
}

/// Computes and draws in floats.
fn run_in_floats(options: &Options, device: &Device, path: &Path) -> anyhow::Result<String> {
    let Options { size, center, zoom, iterations: limit, .. } = *options;
    let step = HEIGHT / zoom / f64::from(size.height);
    let left = (center.x - step * f64::from(size.width) / 2.0) as f32;
    let top = (center.y + step * f64::from(size.height) / 2.0) as f32;
    let width = usize::from(size.width);
    let mut late = vec![0f32; width * usize::from(size.height)];
    let grid = [width as u32, size.height.into(), 1];
    let started = Instant::now();
    escape_in_floats(&mut late, width as u32, left, top, step as f32, limit)
        .invocations(grid)
        .dispatch(device)?;
    let busy = started.elapsed();
    let mut checked = 0;
    for (at, found) in late.iter().enumerate().step_by(CHECK_EVERY) {
        let c = (left + (at % width) as f32 * step as f32, top - (at / width) as f32 * step as f32);
        anyhow::ensure!(*found == expected_in_floats(c, limit), "pixel {at} is not that of plain Rust");
        checked += 1;
    }
    let hash = program::fingerprint(late.iter().map(|late| late.to_bits()));
    let places = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
    let outside = places.zip(&late).filter(|(_, late)| **late >= 0.0);
    let outside: Vec<_> = outside.map(|((x, y), late)| (x, y, f64::from(*late))).collect();
    let inside = late.len() - outside.len();
    paint(size, outside, path).with_context(|| path.display().to_string())?;
    Ok(format!(
        "{} x {} pixels, {} of them in the set, in floats\n\
         device   {}\n\
         {}check    {} pixels computed in plain Rust too, the same\n\
         hash     {hash:016x}, the same on every device\n\
         image    {}\n",
        size.width,
        size.height,
        HumanCount(inside as u64),
        device.info(),
        Speed { amount: Amount::Of(late.len() as u64, "pixels"), time: busy }
            .line("kernel", "  with its compilation"),
        HumanCount(checked),
        path.display(),
    ))
}

/// What the kernel computes for one point.
fn expected_in_floats((cr, ci): (f32, f32), limit: u32) -> f32 {
    let (mut zr, mut zi) = (0f32, 0f32);
    for n in 0..limit {
        if zr * zr + zi * zi > 4096.0 {
            return lateness_in_floats(n, zr, zi);
        }
        (zr, zi) = (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci);
    }
    -1.0
}

/// What is drawn, in fixed point.
struct View {
    size: Size,
    bits: i32,
    left: i64,
    top: i64,
    step: i64,
    limit: u32,
}

impl View {
    fn new(options: &Options) -> anyhow::Result<View> {
        let Options { size, center, zoom, iterations: limit, .. } = *options;
        let step = HEIGHT / zoom / f64::from(size.height);
        let left = center.x - step * f64::from(size.width) / 2.0;
        let top = center.y + step * f64::from(size.height) / 2.0;
        let farthest = (center.x.abs() + center.x - left).max(center.y.abs() + top - center.y);
        anyhow::ensure!(farthest < FARTHEST, "the picture reaches {farthest:.1}; {FARTHEST} is the farthest");
        let is_shallow = step * f64::powi(2.0, SHALLOW_BITS) >= SHALLOW_STEP;
        let bits = if is_shallow { SHALLOW_BITS } else { DEEP_BITS };
        // No number is 8 or more, so that they fit.
        let fixed = |number: f64| (number * f64::powi(2.0, bits)).round() as i64;
        Ok(View { size, bits, left: fixed(left), top: fixed(top), step: fixed(step).max(1), limit })
    }

    fn point(&self, x: usize, y: usize) -> (i64, i64) {
        (self.left + x as i64 * self.step, self.top - y as i64 * self.step)
    }

    fn number(&self, x: u16, y: u16) -> Point {
        let (x, y) = self.point(usize::from(x), usize::from(y));
        let unit = f64::powi(2.0, -self.bits);
        Point { x: x as f64 * unit, y: y as f64 * unit }
    }

    /// Computes rows from `y` on.
    fn launch(&self, device: &Device, y: usize, out: &mut [[u32; 4]]) -> Result<(), vyre::Error> {
        let (left, top) = self.point(0, y);
        let width = u32::from(self.size.width);
        let pixels = out.len() as u32;
        let grid = [width.min(pixels), pixels.div_ceil(width), 1];
        if self.bits == SHALLOW_BITS {
            let launch = escape(out, width, left as i32, top as i32, self.step as i32, self.limit);
            launch.invocations(grid).dispatch(device)
        } else {
            let launch = escape_deep(out, width, left as u64, top as u64, self.step as u64, self.limit);
            launch.invocations(grid).dispatch(device)
        }
    }

    /// What the kernels compute for one point, in wider integers.
    fn expected(&self, (cr, ci): (i64, i64)) -> [u32; 4] {
        // Of products this many bits stay behind the point, rounded towards 0.
        let lost = 2 * self.bits - 56;
        let product = |a: i64, b: i64| (u128::from(a.unsigned_abs()) * u128::from(b.unsigned_abs())) >> lost;
        let (mut zr, mut zi) = (0i64, 0i64);
        for n in 0..self.limit {
            let (rr, ii, ri) = (product(zr, zr) as i64, product(zi, zi) as i64, product(zr, zi) as i64);
            if rr + ii > 4 << 56 {
                let seen = |z: i64| (z >> (self.bits - SHALLOW_BITS)) as u32;
                return [n, seen(zr), seen(zi), 0];
            }
            let ri = if (zr < 0) != (zi < 0) { -ri } else { ri };
            if self.bits == SHALLOW_BITS {
                (zr, zi) = (((rr - ii) >> 28) + cr, (ri >> 27) + ci);
            } else {
                (zr, zi) = (((rr - ii) << 4) + cr, (ri << 5) + ci);
            }
        }
        [self.limit, 0, 0, 0]
    }
}

/// Computes the picture band by band, and says how long the device took.
fn compute(device: &Device, view: &View) -> anyhow::Result<(Vec<[u32; 4]>, Duration)> {
    let width = usize::from(view.size.width);
    let mut escapes = vec![[0; 4]; width * usize::from(view.size.height)];
    // The first launch compiles the kernel. It is not part of the rate.
    view.launch(device, 0, &mut [[0; 4]])?;
    let started = Instant::now();
    let bar = ProgressBar::with_draw_target(Some(escapes.len() as u64), ProgressDrawTarget::hidden())
        .with_style(ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} pixels, {eta} left")?);
    let mut busy = Duration::ZERO;
    let mut rows = FIRST_ROWS;
    let mut y = 0;
    while y < usize::from(view.size.height) {
        let end = (y + rows).min(usize::from(view.size.height));
        let band = &mut escapes[y * width..end * width];
        let start = Instant::now();
        view.launch(device, y, band)?;
        let took = start.elapsed();
        busy += took;
        y = end;
        rows = if took < SHORT { rows * 2 } else { (rows / 2).max(FIRST_ROWS) };
        if bar.is_hidden() && started.elapsed() > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position((y * width) as u64);
    }
    bar.finish_and_clear();
    Ok((escapes, busy))
}

/// How fast the reference interpreter computes some pixels of the middle row, if the device is the CPU.
fn compute_slowly(device: &Device, view: &View, escapes: &[[u32; 4]]) -> anyhow::Result<Option<Speed>> {
    let (width, y) = (usize::from(view.size.width), usize::from(view.size.height) / 2);
    let pixels = (SLOW_STEPS / view.limit as usize).clamp(1, width);
    let launch = |reference: &Device| {
        let mut band = vec![[0; 4]; pixels];
        view.launch(reference, y, &mut band).map(|()| band)
    };
    let steps =
        |band: &Vec<[u32; 4]>| Amount::Of(band.iter().map(|escape| u64::from(escape[0])).sum(), "steps");
    let Some((band, speed)) = on_reference(device, launch, steps)? else { return Ok(None) };
    anyhow::ensure!(
        band == escapes[y * width..][..pixels],
        "the reference interpreter computes other pixels"
    );
    Ok(Some(speed))
}

/// Computes some of the pixels in plain Rust and says how many.
fn check(device: &Device, view: &View, escapes: &[[u32; 4]]) -> anyhow::Result<u64> {
    let width = usize::from(view.size.width);
    let mut checked = 0;
    for (at, found) in escapes.iter().enumerate().step_by(CHECK_EVERY) {
        let (x, y) = (at % width, at / width);
        let expected = view.expected(view.point(x, y));
        anyhow::ensure!(*found == expected, "pixel {x}, {y} on {} is not that of plain Rust", device.info());
        checked += 1;
    }
    Ok(checked)
}

/// The colours that follow one another outside the set, and again from the first one on.
const COLOURS: [[u8; 3]; 6] =
    [[3, 12, 72], [24, 92, 178], [138, 200, 232], [250, 250, 240], [250, 176, 34], [112, 32, 26]];
const INSIDE: [u8; 3] = [6, 6, 14];

/// The colour of the set, and 255 others in a circle.
fn palette() -> Vec<[u8; 3]> {
    let colour = |n: usize| {
        let place = n as f64 / 255.0 * COLOURS.len() as f64;
        let (a, b) = (COLOURS[place as usize % COLOURS.len()], COLOURS[(place as usize + 1) % COLOURS.len()]);
        let mix = |channel: usize| {
            let (a, b) = (f64::from(a[channel]), f64::from(b[channel]));
            (a + (b - a) * place.fract()).round() as u8
        };
        [mix(0), mix(1), mix(2)]
    };
    std::iter::once(INSIDE).chain((0..255).map(colour)).collect()
}

/// How late the point `c` escapes, without jumps from one step to the next: it is followed until it is far away, where
/// a step squares its distance.
fn lateness(c: Point, [steps, x, y, _]: [u32; 4]) -> f64 {
    let number = |x: u32| f64::from(x as i32) / f64::powi(2.0, SHALLOW_BITS);
    let (mut x, mut y) = (number(x), number(y));
    let mut late = f64::from(steps);
    for _ in 0..20 {
        if x.hypot(y) > 1000.0 {
            break;
        }
        (x, y) = (x * x - y * y + c.x, 2.0 * x * y + c.y);
        late += 1.0;
    }
    late - x.hypot(y).max(2.0).log2().log2()
}

fn draw(view: &View, escapes: &[[u32; 4]], path: &Path) -> anyhow::Result<()> {
    let Size { width, height } = view.size;
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let outside: Vec<(u16, u16, f64)> = places
        .zip(escapes)
        .filter(|(_, escape)| escape[0] < view.limit)
        .map(|((x, y), &escape)| (x, y, lateness(view.number(x, y), escape)))
        .collect();
    paint(view.size, outside, path)
}

/// Draws how late each point outside escapes.
fn paint(Size { width, height }: Size, outside: Vec<(u16, u16, f64)>, path: &Path) -> anyhow::Result<()> {
    let earliest = outside.iter().map(|place| place.2).fold(f64::MAX, f64::min);
    let mut image = Image::new(width, height);
    for (x, y, late) in outside {
        // Near the set the steps grow without bound; the root keeps the colours apart there.
        let turns = (late - earliest).max(0.0).sqrt() / 8.0;
        image.fill(x, y, 1, 1, Ink(1 + (turns.fract() * 255.0) as u8));
    }
    let mut to = BufWriter::new(File::create(path)?);
    image.write_png(&palette(), &mut to)?;
    Ok(to.flush()?)
}
