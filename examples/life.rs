//! Conway's game of life from a pattern file, on a GPU.
//!
//! ```sh
//! cargo run --release --example life -- acorn --generations 6000 --gif acorn.gif
//! ```
//!
//! It shows device buffers that trade places from one launch to the next, and bit-parallel arithmetic: an invocation
//! computes 32 cells at once. The world is a torus, and rules other than Conway's work too. A pattern is a file in the
//! RLE format or the name of one in `examples/patterns`.

use anyhow::Context;
use clap::Parser;
use indicatif::HumanCount;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre_examples::film::{self, Film};
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};
use vyre_examples::rle::Pattern;
use vyre_examples::rule::Rule;
use vyre_examples::speed::{Amount, Speed, on_reference};
use vyre_examples::world::{Size, World};

/// One generation. A word holds 32 cells of a row, the leftmost in its lowest bit. Bit `n` of `birth` and `survive`
/// says what happens to cells with `n` living neighbours.
#[vyre::kernel(workgroup_size = 256)]
fn step(cells: &[u32], next: &mut [u32], row_words: u32, birth: u32, survive: u32) {
    let i = invocation_id().x;
    if i >= next.len() {
        return;
    }
    let rows = cells.len() / row_words;
    let x = i % row_words;
    let y = i / row_words;
    let left = (x + row_words - 1) % row_words;
    let right = (x + 1) % row_words;
    let above = (y + rows - 1) % rows * row_words;
    let here = y * row_words;
    let below = (y + 1) % rows * row_words;

    // Eight words in which each cell finds one of its neighbours at its own bit.
    let n = cells[above + x];
    let nw = (n << 1) | (cells[above + left] >> 31);
    let ne = (n >> 1) | (cells[above + right] << 31);
    let alive = cells[here + x];
    let w = (alive << 1) | (cells[here + left] >> 31);
    let e = (alive >> 1) | (cells[here + right] << 31);
    let s = cells[below + x];
    let sw = (s << 1) | (cells[below + left] >> 31);
    let se = (s >> 1) | (cells[below + right] << 31);

    // They are added up for all 32 cells at once, as gates would do it: first those above, beside and below, then the
    // ones and the twos of the three sums. `a0` is the lower bit of the sum of the cells above, `a1` the upper one.
    let a0 = nw ^ n ^ ne;
    let a1 = (nw & n) | ((nw ^ n) & ne);
    let b0 = w ^ e;
    let b1 = w & e;
    let c0 = sw ^ s ^ se;
    let c1 = (sw & s) | ((sw ^ s) & se);
    let ones = a0 ^ b0 ^ c0;
    let carry = (a0 & b0) | ((a0 ^ b0) & c0);
    let d0 = a1 ^ b1 ^ c1;
    let d1 = (a1 & b1) | ((a1 ^ b1) & c1);
    let twos = d0 ^ carry;
    let fours = d1 ^ (d0 & carry);
    let eights = d1 & d0 & carry;

    let mut result = 0u32;
    for count in 0..9 {
        // Multiplied by all ones, a bit fills the word.
        let ones_differ = ones ^ ((count & 1) * 0xffff_ffff);
        let twos_differ = twos ^ (((count >> 1) & 1) * 0xffff_ffff);
        let fours_differ = fours ^ (((count >> 2) & 1) * 0xffff_ffff);
        let eights_differ = eights ^ ((count >> 3) * 0xffff_ffff);
        let counted = !(ones_differ | twos_differ | fours_differ | eights_differ);
        let born = !alive & (((birth >> count) & 1) * 0xffff_ffff);
        let survives = alive & (((survive >> count) & 1) * 0xffff_ffff);
        result |= counted & (born | survives);
    }
    next[i] = result;
}

const MAX_FILE: u64 = 64 << 20;
/// Sides of images in pixels.
const PNG_SIDE: u16 = 1024;
const GIF_SIDE: u16 = 512;
const GIF_FRAMES: u64 = 240;
/// Words of an animation's scenes: 256 MiB.
const FILM_BUDGET: usize = 64 << 20;
/// Launches that may be recorded before one waits for them, and about how many cells they may compute.
const BATCH: u64 = 256;
const BATCH_CELLS: u64 = 1 << 28;
/// Generations that plain Rust checks, and about how many cells it may look at for that.
const CHECKS: u64 = 10;
const CHECKED_CELLS: u64 = 1 << 26;
/// The largest world that the reference interpreter is to compute too.
const SLOW_CELLS: u64 = 1 << 21;

/// Conway's game of life.
#[derive(Parser)]
struct Options {
    /// An RLE file, or a pattern's name: acorn, diehard, glider, gosper-gun, line, puffer, r-pentomino, replicator.
    #[arg(default_value = "gosper-gun")]
    pattern: PathBuf,
    /// Cells of the world, which is a torus. The width is a multiple of 32.
    #[arg(long, value_name = "WxH", default_value = "1024x1024")]
    size: Size,
    /// How many generations to compute.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    generations: u64,
    /// Draw the last generation; life.png in the folder for temporary files if neither this nor --gif is given.
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Draw an animation.
    #[arg(long, value_name = "OUT")]
    gif: Option<PathBuf>,
    /// Where to compute; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
}

fn main() -> ExitCode {
    let mut options = Options::parse();
    if options.png.is_none() && options.gif.is_none() {
        options.png = Some(std::env::temp_dir().join("life.png"));
    }
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    for path in options.png.iter().chain(&options.gif) {
        program::check_output(path)?;
    }
    let path = find_pattern(&options.pattern);
    let (pattern, world) = read_world(&path, options.size).with_context(|| path.display().to_string())?;
    let device = program::open_device(options.device)?;
    let mut life = Life::new(&device, &world, pattern.rule)?;
    let mut film = Film::new(options.generations.div_ceil(GIF_FRAMES), FILM_BUDGET);
    let checks = play(&mut life, options, &mut film)?;

    let name = pattern.name.unwrap_or_else(|| path.display().to_string());
    let mut report = format!(
        "{name}, rule {}, in a world of {}\n{} generations, {} living cells, {} at the start\n",
        life.rule,
        options.size,
        HumanCount(options.generations),
        HumanCount(life.read()?.population()),
        HumanCount(world.population()),
    );
    report += &format!(
        "device   {}\n{}{}check    {checks} generations done in plain Rust too, with the same result\n",
        device.info(),
        life.rate(),
        advance_slowly(&device, &world, life.rule)?.map(|speed| speed.slow_line()).unwrap_or_default()
    );
    report += &draw(&film, options)?;
    Ok(report)
}

/// The file, or if there is none, the pattern of this name.
fn find_pattern(pattern: &Path) -> PathBuf {
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns").join(pattern).with_extension("rle");
    if !pattern.exists() && known.is_file() { known } else { pattern.to_owned() }
}

fn read_world(path: &Path, size: Size) -> anyhow::Result<(Pattern, World)> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(bytes.len() as u64 <= MAX_FILE, "a pattern file has at most {MAX_FILE} bytes");
    // Names in comments may be in any encoding; the pattern itself is ASCII.
    let pattern: Pattern = String::from_utf8_lossy(&bytes).parse()?;
    let world = World::with_pattern(size, &pattern)?;
    Ok((pattern, world))
}

/// A world on a device.
struct Life<'a> {
    device: &'a Device,
    size: Size,
    rule: Rule,
    cells: Buffer<u32>,
    next: Buffer<u32>,
    generation: u64,
    busy: Duration,
}

impl<'a> Life<'a> {
    fn new(device: &'a Device, world: &World, rule: Rule) -> Result<Life<'a>, vyre::Error> {
        let cells = device.buffer(world.words())?;
        let next = device.zeros(world.words().len())?;
        let mut life =
            Life { device, size: world.size(), rule, cells, next, generation: 0, busy: Duration::ZERO };
        // The first launch compiles the kernel. It is not part of the rate, and the next one writes over its result.
        life.launch()?;
        device.synchronize()?;
        Ok(life)
    }

    fn launch(&mut self) -> Result<(), vyre::Error> {
        let Rule { birth, survive } = self.rule;
        step(&self.cells, &mut self.next, self.size.row_words(), birth, survive).dispatch(self.device)
    }

    fn advance(&mut self, to: u64, progress: &Progress) -> Result<(), vyre::Error> {
        let start = Instant::now();
        let batch = (BATCH_CELLS / self.size.cells()).clamp(1, BATCH);
        while self.generation < to {
            self.launch()?;
            std::mem::swap(&mut self.cells, &mut self.next);
            self.generation += 1;
            if self.generation == to || self.generation.is_multiple_of(batch) {
                self.device.synchronize()?;
            }
            progress.add(1);
        }
        self.busy += start.elapsed();
        Ok(())
    }

    fn read(&self) -> Result<World, vyre::Error> {
        Ok(World::from_words(self.size, self.cells.read()?))
    }

    fn rate(&self) -> String {
        let generations = self.generation as f64 / self.busy.as_secs_f64();
        if !generations.is_finite() {
            return String::new();
        }
        let amount = Amount::Of(self.generation * self.size.cells(), "cells");
        let more = format!("  {} generations/s", HumanCount(generations as u64));
        Speed { amount, time: self.busy }.line("kernel", &more)
    }
}

/// How fast the reference interpreter computes the first generation, if the device is the CPU and the world is small.
fn advance_slowly(device: &Device, world: &World, rule: Rule) -> anyhow::Result<Option<Speed>> {
    if world.size().cells() > SLOW_CELLS {
        return Ok(None);
    }
    let (cells, words) = (world.words(), world.words().len());
    let advance = |reference: &Device| {
        let mut next = vec![0; words];
        let row = world.size().row_words();
        step(cells, &mut next, row, rule.birth, rule.survive).dispatch(reference).map(|()| next)
    };
    let amount = Amount::Of(world.size().cells(), "cells");
    let Some((next, speed)) = on_reference(device, advance, |_| amount)? else { return Ok(None) };
    let agree = World::from_words(world.size(), next) == world.step(rule);
    anyhow::ensure!(agree, "the first generation on the reference interpreter is not that of plain Rust");
    Ok(Some(speed))
}

/// Computes all generations, with stops to take scenes and to check. Gives the number of checks.
fn play(life: &mut Life<'_>, options: &Options, film: &mut Film) -> anyhow::Result<u64> {
    let last = options.generations;
    let filming = options.gif.is_some();
    let checks = (CHECKED_CELLS / options.size.cells()).clamp(1, CHECKS).min(last);
    let progress = Progress::new(last, Unit::Generations);
    let mut checked = 0;
    while life.generation < last {
        if filming && life.generation.is_multiple_of(film.every()) {
            film.add(&life.read()?);
        }
        let check_at = if checked < checks { checked * last / checks } else { last };
        if life.generation == check_at {
            check(life, &progress)?;
            checked += 1;
        } else {
            let scene_at = if filming { (life.generation / film.every() + 1) * film.every() } else { last };
            life.advance(check_at.min(scene_at).min(last), &progress)?;
        }
    }
    film.add(&life.read()?);
    Ok(checks)
}

/// Computes one generation on the device and in plain Rust, which must agree.
fn check(life: &mut Life<'_>, progress: &Progress) -> anyhow::Result<()> {
    let before = life.read()?;
    life.advance(life.generation + 1, progress)?;
    let agree = life.read()? == before.step(life.rule);
    anyhow::ensure!(
        agree,
        "generation {} on {} is not that of plain Rust",
        life.generation,
        life.device.info()
    );
    Ok(())
}

/// Writes the images asked for and says where they are.
fn draw(film: &Film, options: &Options) -> anyhow::Result<String> {
    let mut report = String::new();
    if let Some(path) = &options.png {
        let write = |to: &mut BufWriter<File>| Ok(film.picture(PNG_SIDE).write_png(film::PALETTE, to)?);
        create(path, write)?;
        report += &format!("image    {}\n", path.display());
    }
    if let Some(path) = &options.gif {
        create(path, |to| Ok(film.write_gif(GIF_SIDE, to)?))?;
        report += &format!("film     {}, {} scenes\n", path.display(), film.len());
    }
    Ok(report)
}

fn create(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let create = || {
        let mut to = BufWriter::new(File::create(path)?);
        write(&mut to)?;
        anyhow::Ok(to.flush()?)
    };
    create().with_context(|| path.display().to_string())
}
