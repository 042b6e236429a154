//! Pairs of floats of 16 bits: every row of two operands on every device, against `f64`, by hashes over blocks of pairs.
//!
//! A sample is tried, and with `VYRE_HALF_PAIRS` all 2^32 pairs of the rows that it names, as in `VYRE_HALF_PAIRS=FAdd,FMul`, or of `all`; on GPUs alone with
//! `VYRE_HALF_PAIRS_ON=gpu`. A line for each row is printed then, and kept in the file that `VYRE_FLOATS_LOG` names: a row that has its line there is left out.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use vyre::ir::library::Operation;
use vyre::ir::{BinOp, Program, Scalar};
use vyre::{Device, DeviceKind};
use vyre_tests::float_rows::Row;
use vyre_tests::hashes::{self, Blocks};
use vyre_tests::log::Log;
use vyre_tests::{devices, halves};

const SAMPLE: Blocks = Blocks { blocks: 2, count: 1 << 13, step: 262_139 };

/// The program of hashes. The first operand is in the upper half of a pair's number.
fn program(row: Row, pairs: Blocks) -> Program {
    hashes::program(pairs, &[], |pair| row.words([pair.clone() >> 16u32, pair.clone() & 0xffffu32, pair]))
}

/// The hash of each block by `f64`. Where that leaves a doubt, what the row gives on the host counts; `oracle` compares those pairs with MPFR.
fn expected(scalar: Scalar, op: BinOp, pairs: Blocks) -> Vec<u32> {
    let hash = |block: u32| {
        let of = |pair: u32| {
            let (a, b) = (pair >> 16, pair & 0xffff);
            let result = halves::binary(scalar, op, a, b);
            let result = result.unwrap_or_else(|| op.eval_as(scalar, a.into(), b.into()).unwrap() as u32);
            hashes::mixed(pair, result)
        };
        pairs.numbers(block).map(of).fold(0u32, u32::wrapping_add)
    };
    let hashes: Vec<AtomicU32> = (0..pairs.blocks).map(|_| AtomicU32::new(0)).collect();
    // Special operands lie together, so a thread takes the next block when it is done with one.
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let blocks = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                for block in blocks.take_while(|block| *block < pairs.blocks) {
                    hashes[block as usize].store(hash(block), Ordering::Relaxed);
                }
            });
        }
    });
    hashes.into_iter().map(AtomicU32::into_inner).collect()
}

/// Compares a row on devices with `f64`, each of which works meanwhile. Says how long each took.
fn compare(row: Row, op: BinOp, pairs: Blocks, devices: &[Device]) -> String {
    let program = program(row, pairs);
    let timed = |hashes: &dyn Fn() -> Vec<u32>| {
        let start = Instant::now();
        (hashes(), start.elapsed().as_secs_f64())
    };
    let on = |device: &Device| timed(&|| hashes::on(device, &program, pairs, 1, &[]).unwrap());
    let (expected, got): (_, Vec<_>) = std::thread::scope(|scope| {
        let on = &on;
        let parts: Vec<_> = devices.iter().map(|device| scope.spawn(move || on(device))).collect();
        let expected = timed(&|| expected(row.scalar, op, pairs));
        (
            expected,
            parts.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic))).collect(),
        )
    });
    let mut said = format!("{:08x} {:.1} s by f64", expected.0[0], expected.1);
    for ((got, seconds), device) in got.into_iter().zip(devices) {
        let wrong = got.iter().zip(&expected.0).position(|(got, expected)| got != expected);
        assert_eq!(wrong, None, "the first block that differs of {row} on {device}");
        said += &format!(", {seconds:.1} s on {}", device.info().name());
    }
    said
}

#[test]
fn pairs_on_every_device() {
    let names = std::env::var("VYRE_HALF_PAIRS").unwrap_or_default();
    let on_gpus = std::env::var("VYRE_HALF_PAIRS_ON").is_ok_and(|on| on == "gpu");
    let is_chosen =
        |op: BinOp| names.is_empty() || names == "all" || names.split(',').any(|name| name == op.name());
    let pairs = if names.is_empty() { SAMPLE } else { hashes::ALL };
    let is_wanted = |device: &Device| {
        !on_gpus || !matches!(device.info().kind(), DeviceKind::Cpu | DeviceKind::Reference)
    };
    let (mut rows, mut log) = (0, Log::named_by("VYRE_FLOATS_LOG"));
    for row in Row::all().filter(|row| row.scalar != Scalar::F32) {
        let Operation::Binary(op, _) = row.operation else { continue };
        if !is_chosen(op) {
            continue;
        }
        rows += 1;
        let head = format!("{row:16} {:>11} pairs ", pairs.len());
        if log.has(&head) {
            continue;
        }
        // A software adapter compiles these for a minute each.
        let is_long = names.is_empty() && matches!(op, BinOp::FAtan2 | BinOp::FPow);
        let is_short = |device: &Device| !is_long || !device.info().name().contains("llvmpipe");
        let devices: Vec<Device> =
            devices().into_iter().filter(|device| is_wanted(device) && is_short(device)).collect();
        let line = format!("{head}{}", compare(row, op, pairs, &devices));
        println!("{line}");
        log.add(line).unwrap();
    }
    assert!(rows >= 2, "no row has the name `{names}`");
}
