//! Counts primes on every device of the machine at once.
//!
//! ```sh
//! cargo run --release --example primes -- 100000000 --with-cpu
//! ```
//!
//! It shows how to share work between devices that differ in speed: each takes the next piece of the range when it has done the
//! one before, and the result does not depend on how many there are. A device that fails gives its piece back, and the others do
//! it.

use anyhow::Context;
use clap::Parser;
use indicatif::HumanCount;
use std::ops::Range;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre::DeviceKind;
use vyre::prelude::*;
use vyre_examples::pieces::Pieces;
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};
use vyre_examples::sieve;
use vyre_examples::speed::{Amount, Speed, on_reference};

/// Counts the primes among `len` numbers from `first`: those that none of the primes up to their root divides.
#[vyre::kernel(workgroup_size = 64)]
fn count_primes(primes: &[u32], first: u32, len: u32, counts: &[AtomicU32]) {
    let i = invocation_id().x;
    if i >= len {
        return;
    }
    let n = first + i;
    let mut is_prime = n >= 2;
    for k in 0..primes.len() {
        let prime = primes[k];
        if prime * prime > n {
            break;
        }
        if n % prime == 0 {
            is_prime = false;
            break;
        }
    }
    if is_prime {
        counts[0].fetch_add(1);
    }
}

/// The first piece is small, for devices that are slow; pieces grow as long as they take less than `SHORT`.
const FIRST_PIECE: u64 = 1 << 14;
const LARGEST_PIECE: u64 = 1 << 26;
const SHORT: Duration = Duration::from_millis(100);
/// Of this many pieces of a device one is counted in plain Rust too.
const CHECK_EVERY: u64 = 8;

/// Counts the primes below a number on every device.
#[derive(Parser)]
struct Options {
    /// Count the primes below this number.
    #[arg(default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(..=1 << 32))]
    below: u64,
    /// The devices that work; every GPU if not given, and the CPU where there is none.
    #[arg(long)]
    device: Option<DeviceChoice>,
    /// Let the CPU device work too, beside the GPUs.
    #[arg(long)]
    with_cpu: bool,
    /// Threads that feed each device.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    workers: u32,
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let devices = choose(options)?;
    let start = Instant::now();
    let shares = count(&devices, options.below, options.workers)?;
    let took = start.elapsed();
    let total: u64 = shares.iter().map(|share| share.primes).sum();
    let known = (0..).zip(sieve::BELOW_POWERS_OF_TEN).find(|(power, _)| 10_u64.pow(*power) == options.below);
    if let Some((_, known)) = known {
        anyhow::ensure!(total == known, "{total} primes were counted, and there are {known}");
    }
    let checked = shares.iter().map(|share| share.checked).sum();
    let mut report = format!(
        "{} primes below {}\ncheck    {} pieces counted in plain Rust too, with the same result\n",
        HumanCount(total),
        HumanCount(options.below),
        HumanCount(checked),
    );
    if known.is_some() {
        report += "         and the total is the one that is known\n";
    }
    for share in &shares {
        report += &share.line(options.below);
    }
    for device in &devices {
        let slow = count_slowly(device, options.below)?;
        report += &slow.map(|speed| speed.slow_line()).unwrap_or_default();
    }
    report += &format!("time     {took:.2?}, the checks included\n");
    Ok(report)
}

/// The devices asked for.
fn choose(options: &Options) -> anyhow::Result<Vec<Device>> {
    let is_gpu = |device: &Device| device.info().kind() != DeviceKind::Cpu;
    let mut devices = match options.device {
        Some(DeviceChoice::Cpu) => vec![Device::cpu()],
        Some(DeviceChoice::Gpu) => vec![Device::gpu()?],
        None => Device::list().into_iter().filter(is_gpu).collect::<Vec<Device>>(),
    };
    if devices.is_empty() || (options.with_cpu && devices.iter().all(is_gpu)) {
        devices.push(Device::cpu());
    }
    Ok(devices)
}

/// What a worker has done.
#[derive(Default)]
struct Share {
    device: String,
    primes: u64,
    numbers: u64,
    pieces: u64,
    checked: u64,
    busy: Duration,
    /// Why it stopped before the end.
    failure: Option<anyhow::Error>,
}

impl Share {
    fn line(&self, all: u64) -> String {
        let percent = self.numbers as f64 / all.max(1) as f64 * 100.0;
        let speed = Speed { amount: Amount::Of(self.numbers, "numbers"), time: self.busy };
        let failure = self.failure.as_ref().map_or(String::new(), |error| format!("; it failed: {error:#}"));
        format!(
            "device   {percent:.1} % in {} pieces, {}: {}{failure}\n",
            HumanCount(self.pieces),
            speed.rate(),
            self.device
        )
    }
}

/// Counts the primes below a number with as many workers for each device.
fn count(devices: &[Device], below: u64, workers: u32) -> anyhow::Result<Vec<Share>> {
    let small = sieve::primes_below(1 << 16);
    let pieces = Pieces::new(0..below);
    let progress = Progress::new(below, Unit::Numbers);
    let mut working: Vec<&Device> =
        devices.iter().flat_map(|device| vec![device; workers as usize]).collect();
    let mut shares = Vec::new();
    // Once, unless a device fails: then the others do what it has given back.
    while !pieces.is_done() {
        anyhow::ensure!(!working.is_empty(), "every device has failed: {}", failures(&shares));
        let (small, pieces, progress) = (&small, &pieces, &progress);
        let done: Vec<Share> = std::thread::scope(|scope| {
            let spawn = |device: &&'_ Device| {
                let device = (*device).clone();
                scope.spawn(move || work(&device, pieces, small, progress))
            };
            let threads: Vec<_> = working.iter().map(spawn).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        });
        let mut results = done.iter();
        working.retain(|_| results.next().is_some_and(|share| share.failure.is_none()));
        shares.extend(done);
    }
    Ok(shares)
}

/// How fast the reference interpreter counts the primes of the last numbers, if the device is the CPU.
fn count_slowly(device: &Device, below: u64) -> anyhow::Result<Option<Speed>> {
    let (small, piece) = (sieve::primes_below(1 << 16), below.saturating_sub(FIRST_PIECE)..below);
    let count = |reference: &Device| count_piece(reference, &piece, &small, &mut None);
    let amount = Amount::Of(piece.end - piece.start, "numbers");
    let Some((found, speed)) = on_reference(device, count, |_| amount)? else { return Ok(None) };
    let expected = sieve::count(piece.clone(), &small);
    anyhow::ensure!(
        found == expected,
        "the reference interpreter counts {found} primes in {piece:?}, and there are {expected}"
    );
    Ok(Some(speed))
}

fn failures(shares: &[Share]) -> String {
    let failures =
        shares.iter().filter_map(|share| Some(format!("{}: {:#}", share.device, share.failure.as_ref()?)));
    failures.collect::<Vec<_>>().join("; ")
}

/// Takes pieces until there are none left, or one fails.
fn work(device: &Device, pieces: &Pieces, small: &[u32], progress: &Progress) -> Share {
    let mut share = Share { device: device.to_string(), ..Share::default() };
    let mut size = FIRST_PIECE;
    let mut primes = None;
    while let Some(piece) = pieces.take(size) {
        let start = Instant::now();
        match count_piece(device, &piece, small, &mut primes) {
            Ok(found) => {
                let took = start.elapsed();
                share.busy += took;
                if share.pieces.is_multiple_of(CHECK_EVERY) {
                    let expected = sieve::count(piece.clone(), small);
                    if found != expected {
                        share.failure =
                            Some(anyhow::anyhow!("{found} primes in {piece:?}, and there are {expected}"));
                        pieces.give_back(piece);
                        return share;
                    }
                    share.checked += 1;
                }
                share.primes += found;
                share.pieces += 1;
                share.numbers += piece.end - piece.start;
                progress.add(piece.end - piece.start);
                if took < SHORT {
                    size = (size * 2).min(LARGEST_PIECE);
                }
            }
            Err(error) => {
                share.failure = Some(error);
                pieces.give_back(piece);
                return share;
            }
        }
    }
    share
}

/// Counts the primes of a piece. The small primes stay on the device after the first one.
fn count_piece(
    device: &Device,
    piece: &Range<u64>,
    small: &[u32],
    primes: &mut Option<Buffer<u32>>,
) -> anyhow::Result<u64> {
    let primes = match primes {
        Some(primes) => primes,
        None => primes.insert(device.buffer(small).context("the table of small primes")?),
    };
    // Numbers are below 2^32, and a piece is shorter than that.
    let (first, len) = (piece.start as u32, (piece.end - piece.start) as u32);
    let mut counts = [0u32];
    count_primes(primes, first, len, &mut counts).invocations([len, 1, 1]).dispatch(device)?;
    Ok(u64::from(counts[0]))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn total(devices: &[Device], below: u64, workers: u32) -> u64 {
        count(devices, below, workers).unwrap().iter().map(|share| share.primes).sum()
    }

    #[test]
    fn the_result_does_not_depend_on_how_many_devices_there_are() {
        let all = Device::list();
        // The same adapter again stands for a second one.
        let twice = [Device::list(), Device::list()].concat();
        for (power, expected) in (0..6).zip(sieve::BELOW_POWERS_OF_TEN) {
            let below = 10_u64.pow(power);
            assert_eq!(total(&[Device::cpu()], below, 1), expected);
            assert_eq!(total(&all, below, 1), expected);
            assert_eq!(total(&all, below, 3), expected);
            assert_eq!(total(&twice, below, 1), expected);
        }
    }

    #[test]
    fn the_last_numbers_are_counted() {
        let small = sieve::primes_below(1 << 16);
        let piece = (1 << 32) - 1000..1 << 32;
        for device in Device::list() {
            let found = count_piece(&device, &piece, &small, &mut None).unwrap();
            assert_eq!(found, sieve::count(piece.clone(), &small));
        }
    }

    #[test]
    fn without_devices_there_is_an_error_and_no_result() {
        assert!(count(&[], 1000, 1).is_err());
        assert!(count(&[], 0, 1).unwrap().is_empty());
    }
}
