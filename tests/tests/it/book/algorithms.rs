//! Listings of `book/src/algorithms.md`.

use vyre::prelude::*;

// ANCHOR: chain
/// The root of the mean square of what is above a threshold.
fn loudness(device: &Device) -> Result<(), vyre::Error> {
    let samples = device.buffer(&[0.5f32, -2.0, 0.25, 2.0])?;
    let threshold = 0.4f32;
    let loud = samples.par_iter().filter(func!(move |x: f32| x.abs() > threshold, threshold: f32));
    let loud = loud.collect()?;
    let energy: f32 = loud.par_iter().map(func!(|x: f32| x * x)).sum_tree()?;
    assert_eq!((energy / loud.len() as f32).sqrt(), 2.75f32.sqrt());
    Ok(())
}
// ANCHOR_END: chain

// ANCHOR: group
/// What each customer spent, and who spent most.
fn best_customer(device: &Device) -> Result<(), vyre::Error> {
    let customers = device.buffer(&[7u32, 3, 7, 9, 3])?;
    let amounts = device.buffer(&[10u64, 5, 20, 1, 4])?;
    let (names, sums) = customers.group_by_key(&amounts, 0, func!(|a: u64, b: u64| a + b))?;
    assert_eq!((names.read()?, sums.read()?), (vec![3, 7, 9], vec![9, 30, 1]));
    assert_eq!(sums.par_iter().arg_max()?, Some(1));
    Ok(())
}
// ANCHOR_END: group

// ANCHOR: scan
/// Running balances of an account, which never falls below zero.
#[vyre::data]
#[derive(Debug, PartialEq)]
struct Change {
    /// What is added.
    add: i32,
    /// What the balance is at least, after this.
    least: i32,
}

/// One change behind another is a change again, so a scan can join them in any grouping.
#[vyre::function]
fn then(first: Change, second: Change) -> Change {
    Change { add: first.add + second.add, least: second.least.max(first.least + second.add) }
}

fn balances(device: &Device) -> Result<(), vyre::Error> {
    let changes = [5, -8, 3, -1].map(|add| Change { add, least: 0 });
    let changes = device.buffer(&changes)?;
    let joined = changes.par_iter().inclusive_scan(func!(then))?;
    let balances = joined.par_iter().map(func!(|c: Change| c.add.max(c.least))).collect()?;
    assert_eq!(balances.read()?, [5, 0, 3, 2]);
    Ok(())
}
// ANCHOR_END: scan

// ANCHOR: text
use vyre::algorithms::{hash, text};

/// The errors in a log, and a checksum of each line.
fn log_lines(device: &Device) -> Result<(), vyre::Error> {
    let log = device.buffer(b"ok: 17\nERROR: 4\nok: 18\nERROR: 9\n")?;
    let lines = text::lines(&log)?;
    let is_error = text::matches(&log, &lines, "^ERROR")?;
    let numbers = is_error.par_iter().enumerate().filter(func!(|(_i, is): (u32, bool)| is));
    let numbers: Buffer<u32> = numbers.map(func!(|(i, _is): (u32, bool)| i)).collect()?;
    assert_eq!(numbers.read()?, [1, 3]);
    assert_eq!(hash::crc32_many(&log, &lines)?.len(), 4);
    Ok(())
}
// ANCHOR_END: text

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        loudness(&device)?;
        best_customer(&device)?;
        balances(&device)?;
        log_lines(&device)?;
    }
    Ok(())
}
