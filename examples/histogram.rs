//! Counts the bytes of a file on a GPU or on the CPU device, checks the counts, and draws them.
//!
//! ```sh
//! cargo run --release --example histogram -- FILE --png histogram.png
//! ```
//!
//! It shows a kernel over bytes, atomic counters in workgroup memory, and a file of any size that goes to the device piece by piece.
//! Without a file it counts the repository's `Cargo.lock`.

use anyhow::Context;
use clap::Parser;
use indicatif::HumanCount;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre_examples::byte_counts::ByteCounts;
use vyre_examples::image_chart::{self, image_chart};
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};
use vyre_examples::speed::{Amount, Speed, on_reference};
use vyre_examples::text_chart::text_chart;

/// Adds the bytes up in 256 counts. Each workgroup counts in memory of its own and adds what it has to `counts` in the
/// end. There it has 16 copies of each count, so that invocations that run side by side seldom wait for one another.
/// Invocation `i` of `stride` takes the words `i`, `i + stride`, `i + 2 * stride` and so on, so that neighbours read
/// neighbouring words.
#[vyre::kernel(workgroup_size = 256)]
fn count_bytes(bytes: &[u8], counts: &[AtomicU32], stride: u32) {
    let copies = workgroup_array::<AtomicU32, 4096>();
    let (id, local) = (invocation_id().x, local_id().x);
    let copy = local % 16;
    let words = bytes.len() / 4;
    for round in 0..words / stride + 1 {
        let i = round * stride + id;
        if i >= words {
            break;
        }
        let word = bytes.word(i);
        copies[(word & 255) * 16 + copy].fetch_add(1);
        copies[((word >> 8) & 255) * 16 + copy].fetch_add(1);
        copies[((word >> 16) & 255) * 16 + copy].fetch_add(1);
        copies[(word >> 24) * 16 + copy].fetch_add(1);
    }
    // Up to three bytes follow the last whole word.
    if id < bytes.len() % 4 {
        copies[bytes.byte(words * 4 + id) * 16 + copy].fetch_add(1);
    }
    barrier();
    let mut sum = 0;
    for k in 0..16 {
        sum += copies[local * 16 + k].load();
    }
    if sum > 0 {
        counts[local].fetch_add(sum);
    }
}

const WORKGROUP_SIZE: u32 = 256;
const MAX_WORKGROUPS: u32 = 2048;
/// The first piece is small, for devices that are slow; pieces grow as long as they take less than `SHORT`.
const FIRST_PIECE: usize = 1 << 20;
const LARGEST_PIECE: usize = 64 << 20;
const SHORT: Duration = Duration::from_millis(100);

/// Counts the bytes of a file and draws their histogram.
#[derive(Parser)]
struct Options {
    /// The file; the repository's Cargo.lock if not given.
    file: Option<PathBuf>,
    /// Also draw the histogram as a PNG.
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Where to count; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let started = Instant::now();
    if let Some(png) = &options.png {
        program::check_output(png)?;
    }
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    let path = options.file.clone().unwrap_or_else(default);
    let (file, size) = open(&path).with_context(|| path.display().to_string())?;
    let device = program::open_device(options.device)?;
    let counted = count(&device, file, size).with_context(|| path.display().to_string())?;
    let elapsed = started.elapsed();

    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let title = format!("{name}: {} bytes", HumanCount(counted.total()));
    let mut report = format!(
        "{title}\n\n{}\n{}",
        text_chart(&counted.counts, columns()),
        counted.report(&device, elapsed)
    );
    if let Some(png) = &options.png {
        write_png(&counted.counts, &title, png).with_context(|| png.display().to_string())?;
        report.push_str(&format!("image    {}\n", png.display()));
    }
    Ok(report)
}

/// What was counted, and how long it took.
#[derive(Default)]
struct Counted {
    counts: ByteCounts,
    dispatches: u64,
    on_device: Duration,
    on_host: Duration,
    /// How fast the reference interpreter has counted the first bytes too, if the device is the CPU.
    on_reference: Option<Speed>,
}

impl Counted {
    fn total(&self) -> u64 {
        self.counts.total()
    }

    fn report(&self, device: &Device, elapsed: Duration) -> String {
        let line = |name: &str, time: Duration, more: &str| {
            Speed { amount: Amount::Bytes(self.total()), time }.line(name, more)
        };
        let mut report = format!("device   {}\n", device.info());
        if self.dispatches > 0 {
            let calls = if self.dispatches == 1 { "dispatch" } else { "dispatches" };
            let calls = format!("  in {} {calls}, copies to and from it included", self.dispatches);
            report += &line("kernel", self.on_device, &calls);
            report += &line("check", self.on_host, "  plain Rust on one core, which counts the same");
            report += &self.on_reference.map(|speed| speed.slow_line()).unwrap_or_default();
        }
        report + &line("overall", elapsed, "  opening the device included")
    }
}

fn open(path: &Path) -> anyhow::Result<(File, u64)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    anyhow::ensure!(!metadata.is_dir(), "is a directory");
    Ok((file, metadata.len()))
}

/// Counts the file's bytes on the device and in plain Rust, piece by piece. The size is only for the progress bar.
fn count(device: &Device, mut file: File, size: u64) -> anyhow::Result<Counted> {
    // The first launch compiles the kernel. It is not part of the rate.
    count_piece(device, &[0])?;
    let progress = Progress::new(size, Unit::Bytes);
    let mut counted = Counted::default();
    let mut check = ByteCounts::default();
    let mut piece = Vec::new();
    let mut piece_size = FIRST_PIECE;
    loop {
        piece.clear();
        (&mut file).take(piece_size as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            break;
        }
        let start = Instant::now();
        let counts = count_piece(device, &piece)?;
        let took = start.elapsed();
        counted.counts.add_counts(&counts);
        counted.dispatches += 1;
        counted.on_device += took;

        let start = Instant::now();
        check.add_bytes(&piece);
        counted.on_host += start.elapsed();
        anyhow::ensure!(counted.counts == check, "{} counts other than plain Rust does", device.info());
        if counted.dispatches == 1 {
            let bytes = Amount::Bytes(piece.len() as u64);
            let slow = on_reference(device, |reference| count_piece(reference, &piece), |_| bytes)?;
            if let Some((slow, speed)) = slow {
                anyhow::ensure!(
                    slow == counts,
                    "the reference interpreter counts other than plain Rust does"
                );
                counted.on_reference = Some(speed);
            }
        }
        progress.add(piece.len() as u64);
        if took < SHORT {
            piece_size = (piece_size * 2).min(LARGEST_PIECE);
        }
    }
    Ok(counted)
}

fn count_piece(device: &Device, piece: &[u8]) -> Result<[u32; 256], vyre::Error> {
    let mut counts = [0; 256];
    // A piece has far less than `u32::MAX` words.
    let words = (piece.len() / 4) as u32;
    let workgroups = words.div_ceil(WORKGROUP_SIZE).clamp(1, MAX_WORKGROUPS);
    count_bytes(piece, &mut counts, workgroups * WORKGROUP_SIZE)
        .workgroups([workgroups, 1, 1])
        .dispatch(device)?;
    Ok(counts)
}

fn write_png(counts: &ByteCounts, title: &str, path: &Path) -> anyhow::Result<()> {
    let mut to = BufWriter::new(File::create(path)?);
    image_chart(counts, title).write_png(image_chart::PALETTE, &mut to)?;
    Ok(to.flush()?)
}

fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}
