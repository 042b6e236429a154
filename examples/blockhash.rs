//! SHA-256 of every block of a file on a GPU, and which blocks are the same, as a deduplicator finds them.
//!
//! ```sh
//! cargo run --release --example blockhash -- FILE --block 4096 --summary
//! ```
//!
//! It shows a kernel with an array of its own, a table of constants, and a file of any size that goes to the device
//! piece by piece. Without a file it hashes the repository's `Cargo.lock`.

use anyhow::Context;
use clap::Parser;
use indicatif::HumanCount;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};
use vyre_examples::speed::{Amount, Speed, on_reference};

/// Invocation `i` hashes the block `i`, as FIPS 180-4 has it. Blocks begin at multiples of `block_size`, itself a
/// multiple of 4; the last one may be shorter. `k` are the 64 constants of the rounds.
#[vyre::kernel(workgroup_size = 64)]
fn hash_blocks(data: &[u8], k: &Uniform<[u32]>, block_size: u32, digests: &mut [u32]) {
    let block = invocation_id().x;
    if block >= digests.len() / 8 {
        return;
    }
    let start = block * block_size;
    let len = (data.len() - start).min(block_size);
    let mut h0 = 0x6a09_e667u32;
    let mut h1 = 0xbb67_ae85;
    let mut h2 = 0x3c6e_f372;
    let mut h3 = 0xa54f_f53a;
    let mut h4 = 0x510e_527fu32;
    let mut h5 = 0x9b05_688c;
    let mut h6 = 0x1f83_d9ab;
    let mut h7 = 0x5be0_cd19;
    // The last sixteen words of the message schedule.
    let mut w = [0u32; 16];
    let chunks = (len + 8) / 64 + 1;
    for chunk in 0..chunks {
        for i in 0..16 {
            let at = chunk * 64 + i * 4;
            let mut word = data.word((start + at) / 4);
            if at + 4 > len {
                // After the message there is one bit, then zeros.
                let rest = if at < len { len - at } else { 0 };
                let end = if at <= len { 0x80 << (8 * rest) } else { 0 };
                word = (word & ((1 << (8 * rest)) - 1)) | end;
            }
            w[i] = (word.rotate_left(8) & 0x00ff_00ff) | (word.rotate_right(8) & 0xff00_ff00);
        }
        if chunk + 1 == chunks {
            w[14] = len >> 29;
            w[15] = len << 3;
        }
        let (mut a, mut b, mut c, mut d) = (h0, h1, h2, h3);
        let (mut e, mut f, mut g, mut h) = (h4, h5, h6, h7);
        for i in 0..64 {
            let at = i % 16;
            if i >= 16 {
                let (x, y) = (w[(i + 1) % 16], w[(i + 14) % 16]);
                let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
                let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
                w[at] += s0 + w[(i + 9) % 16] + s1;
            }
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let t1 = h + s1 + ((e & f) ^ (!e & g)) + k[i] + w[at];
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        h0 += a;
        h1 += b;
        h2 += c;
        h3 += d;
        h4 += e;
        h5 += f;
        h6 += g;
        h7 += h;
    }
    let at = block * 8;
    digests[at] = h0;
    digests[at + 1] = h1;
    digests[at + 2] = h2;
    digests[at + 3] = h3;
    digests[at + 4] = h4;
    digests[at + 5] = h5;
    digests[at + 6] = h6;
    digests[at + 7] = h7;
}

/// What the rounds add, from FIPS 180-4, section 4.2.2.
#[rustfmt::skip]
const ROUND_CONSTANTS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// The first piece is small, for devices that are slow; pieces grow as long as they take less than `SHORT`.
const FIRST_PIECE: usize = 64 << 10;
const LARGEST_PIECE: usize = 64 << 20;
const SHORT: Duration = Duration::from_millis(100);
/// Of this many blocks one is hashed by the crate `sha2` too, and the last of each piece.
const CHECK_EVERY: usize = 16;

/// Hashes every block of a file and finds those that are the same.
#[derive(Parser)]
struct Options {
    /// The file; the repository's Cargo.lock if not given.
    file: Option<PathBuf>,
    /// Bytes of a block, a multiple of 4. The last block may be shorter.
    #[arg(long, value_name = "BYTES", default_value = "4096", value_parser = block_size)]
    block: usize,
    /// Only say how many blocks there are, without a line for each.
    #[arg(long)]
    summary: bool,
    /// Where to hash; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
}

fn block_size(text: &str) -> Result<usize, String> {
    let size = text.parse().map_err(|_| "not a number".to_string())?;
    if (4..=LARGEST_PIECE).contains(&size) && size.is_multiple_of(4) {
        Ok(size)
    } else {
        Err(format!("a block has a multiple of 4 bytes, from 4 to {LARGEST_PIECE}"))
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    let path = options.file.clone().unwrap_or_else(default);
    let (file, size) = open(&path).with_context(|| path.display().to_string())?;
    let device = program::open_device(options.device)?;
    let hashed = hash(&device, file, size, options.block).with_context(|| path.display().to_string())?;

    let mut report = String::new();
    let mut first_seen = HashMap::new();
    let mut duplicates = 0;
    let mut duplicate_bytes = 0;
    for (number, digest) in hashed.digests.iter().enumerate() {
        let first = *first_seen.entry(digest).or_insert(number);
        if first < number {
            duplicates += 1;
            duplicate_bytes += hashed.block_len(number);
        }
        if !options.summary {
            let offset = number as u64 * hashed.block as u64;
            write!(report, "{offset:>12}  {}", hex(digest))?;
            report += &if first < number { format!("  = block {first}\n") } else { "\n".into() };
        }
    }
    if !options.summary && !hashed.digests.is_empty() {
        report.push('\n');
    }
    writeln!(
        report,
        "{}: {} blocks of {} bytes, {} bytes in all\nsame     {} blocks, {} bytes, repeat an earlier block",
        path.display(),
        HumanCount(hashed.digests.len() as u64),
        hashed.block,
        HumanCount(hashed.size),
        HumanCount(duplicates),
        HumanCount(duplicate_bytes),
    )?;
    Ok(report + &hashed.report(&device))
}

/// A SHA-256.
type Sum = [u8; 32];

/// The digests of a file's blocks, and how long they took.
struct Hashed {
    block: usize,
    size: u64,
    digests: Vec<Sum>,
    dispatches: u64,
    checked: u64,
    on_device: Duration,
    on_reference: Option<Speed>,
}

impl Hashed {
    fn block_len(&self, number: usize) -> u64 {
        (self.size - number as u64 * self.block as u64).min(self.block as u64)
    }

    fn report(&self, device: &Device) -> String {
        let mut report = format!("device   {}\n", device.info());
        if self.dispatches > 0 {
            let calls = if self.dispatches == 1 { "dispatch" } else { "dispatches" };
            let speed = Speed { amount: Amount::Bytes(self.size), time: self.on_device };
            let calls = format!("  in {} {calls}, copies to and from it included", self.dispatches);
            report += &speed.line("kernel", &calls);
            report += &self.on_reference.map(|speed| speed.slow_line()).unwrap_or_default();
            report += &format!("check    {} blocks hashed by sha2 too, the same\n", HumanCount(self.checked));
        }
        report
    }
}

fn hex(digest: &Sum) -> String {
    digest.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn open(path: &Path) -> anyhow::Result<(File, u64)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    anyhow::ensure!(!metadata.is_dir(), "is a directory");
    Ok((file, metadata.len()))
}

/// Hashes the file's blocks on the device, piece by piece, and some of them with `sha2`. The size is only for the
/// progress bar.
fn hash(device: &Device, mut file: File, size: u64, block: usize) -> anyhow::Result<Hashed> {
    // The first launch compiles the kernel. It is not part of the rate.
    hash_piece(device, &[0], block)?;
    let progress = Progress::new(size, Unit::Bytes);
    let mut hashed = Hashed {
        block,
        size: 0,
        digests: vec![],
        dispatches: 0,
        checked: 0,
        on_device: Duration::ZERO,
        on_reference: None,
    };
    let mut piece = Vec::new();
    let mut blocks = (FIRST_PIECE / block).max(1);
    loop {
        piece.clear();
        (&mut file).take((blocks * block) as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            break;
        }
        let start = Instant::now();
        let digests = hash_piece(device, &piece, block)?;
        let took = start.elapsed();
        hashed.on_device += took;
        hashed.dispatches += 1;
        if hashed.dispatches == 1 {
            let bytes = Amount::Bytes(piece.len() as u64);
            let slow = on_reference(device, |reference| hash_piece(reference, &piece, block), |_| bytes)?;
            if let Some((slow, speed)) = slow {
                anyhow::ensure!(slow == digests, "the reference interpreter hashes otherwise");
                hashed.on_reference = Some(speed);
            }
        }
        hashed.checked += check(device, &piece, block, &digests)?;
        hashed.digests.extend(digests);
        hashed.size += piece.len() as u64;
        progress.add(piece.len() as u64);
        if took < SHORT {
            blocks = (blocks * 2).min(LARGEST_PIECE / block);
        }
    }
    Ok(hashed)
}

fn hash_piece(device: &Device, piece: &[u8], block: usize) -> Result<Vec<Sum>, vyre::Error> {
    // A piece has far less than `u32::MAX` bytes.
    let blocks = piece.len().div_ceil(block);
    let mut words = vec![0u32; blocks * 8];
    hash_blocks(piece, &ROUND_CONSTANTS, block as u32, &mut words)
        .invocations([blocks as u32, 1, 1])
        .dispatch(device)?;
    let digest = |words: &[u32]| {
        let mut digest = [0; 32];
        for (bytes, word) in digest.chunks_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        digest
    };
    Ok(words.chunks(8).map(digest).collect())
}

/// Hashes some of the blocks with `sha2` and says how many.
fn check(device: &Device, piece: &[u8], block: usize, digests: &[Sum]) -> anyhow::Result<u64> {
    let mut checked = 0;
    for (number, (bytes, digest)) in piece.chunks(block).zip(digests).enumerate() {
        if number % CHECK_EVERY == 0 || number + 1 == digests.len() {
            let expected: Sum = Sha256::digest(bytes).into();
            anyhow::ensure!(*digest == expected, "{} hashes otherwise than sha2 does", device.info());
            checked += 1;
        }
    }
    Ok(checked)
}
