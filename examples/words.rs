//! Counts the words of a text on a GPU or on the CPU device, checks the counts, and prints the most frequent ones.
//!
//! ```sh
//! cargo run --release --example words -- FILE
//! ```
//!
//! It shows chains, scans, segments and sorts over buffers that stay on the device: no kernel is written. Without a file it counts the words of the
//! repository's `README.md`.

use anyhow::{Context, ensure};
use clap::Parser;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;
use vyre::prelude::*;

/// Counts the words of a text.
#[derive(Parser)]
struct Options {
    /// The text.
    file: Option<PathBuf>,
    /// How many words to print.
    #[arg(long, default_value_t = 20)]
    top: usize,
}

#[vyre::function]
fn is_letter(byte: u8) -> bool {
    let lower = byte | 32;
    lower >= 97 && lower <= 122
}

/// The hash of two pieces, one behind the other. A piece is its hash, and the power of the base for its length.
#[vyre::function]
fn joined(left: [u32; 2], right: [u32; 2]) -> [u32; 2] {
    [left[0] * right[1] + right[0], left[1] * right[1]]
}

#[vyre::function]
fn letter_hash(byte: u8) -> [u32; 2] {
    [(byte | 32) as u32, 0x0100_0193]
}

/// How often each word is there, with the place where one of them begins.
fn count(device: &Device, text: &[u8]) -> Result<Vec<(u32, u32)>, vyre::Error> {
    let bytes = device.buffer(text)?;
    let letters = bytes.par_iter().filter(func!(is_letter)).map(func!(letter_hash)).collect()?;
    // How many letters are before each byte.
    let before = bytes.par_iter().map(func!(|byte: u8| is_letter(byte) as u32)).exclusive_sum()?;
    // A word begins at a letter behind what is none; the text has a space before it.
    let pairs = bytes.par_windows::<2>().enumerate();
    let mut starts = pairs
        .filter(func!(|(_at, pair): (u32, [u8; 2])| is_letter(pair[1]) && !is_letter(pair[0])))
        .map(func!(|(at, _pair): (u32, [u8; 2])| at + 1))
        .collect()?;
    let end = device.buffer(&[letters.len() as u32])?;
    let offsets = before.gather(&starts)?.concat(&[&end])?;
    let hashes = letters.segmented_reduce(&offsets, [0, 1], func!(joined))?;
    let mut hashes = hashes.par_iter().map(func!(|hash: [u32; 2]| hash[0])).collect()?;
    hashes.sort_by_key(&mut starts)?;
    let (_, counts) = hashes.run_lengths()?;
    let first = starts.gather(&counts.par_iter().exclusive_sum()?)?;
    Ok(counts.read()?.into_iter().zip(first.read()?).collect())
}

/// The word that begins at a place.
fn word(text: &[u8], at: u32) -> String {
    let letters = text[at as usize..].iter().take_while(|byte| byte.is_ascii_alphabetic());
    letters.map(|byte| byte.to_ascii_lowercase() as char).collect()
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let file =
        options.file.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")));
    let text = std::fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
    let text = [b" ", &text[..]].concat();
    let device = Device::auto()?;
    let start = Instant::now();
    let mut counts = count(&device, &text)?;
    let elapsed = start.elapsed();

    let mut expected: HashMap<String, u32> = HashMap::new();
    let words = text.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    for word in words {
        *expected.entry(String::from_utf8_lossy(word).to_lowercase()).or_default() += 1;
    }
    counts.sort_by_key(|(count, at)| (std::cmp::Reverse(*count), word(&text, *at)));
    for (count, at) in counts.iter().take(options.top) {
        println!("{count:8} {}", word(&text, *at));
    }
    println!("{} different words on {device} in {elapsed:.1?}", counts.len());
    // Words with the same hash are counted together, which 32 bits make rare and not impossible.
    let wrong = counts.iter().filter(|(count, at)| expected.get(&word(&text, *at)) != Some(count)).count();
    ensure!(wrong * 1_000 <= counts.len(), "{wrong} words have other counts on the host");
    Ok(())
}
