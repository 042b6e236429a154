//! Enums of `#[vyre::data]` have Rust's meaning.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;
use vyre_tests::structs::Turn;

#[vyre::data]
#[derive(Debug)]
enum Op {
    Add,
    Sub,
    Shift = 7,
    Keep,
}

impl Op {
    const LAST: u32 = 8;
}

#[vyre::kernel]
fn calculate(a: &[u32], out: &mut [u32], forced: Op) {
    fn of(code: u32) -> Op {
        match code {
            0 => Op::Add,
            1 => Op::Sub,
            7 => Op::Shift,
            _ => Op::Keep,
        }
    }
    fn apply(op: Op, x: u32) -> u32 {
        match op {
            Op::Add => x + 10,
            Op::Sub | Op::Shift if x > 20 => x - 1,
            Op::Shift => x << 3,
            Op::Sub => 0,
            Op::Keep => x,
        }
    }
    let i = invocation_id().x;
    let mut op = of(a[i] % 9);
    let was = op;
    if matches!(op, Op::Keep | Op::Shift) && i % 2 == 0 {
        op = forced;
    }
    let pair = (op, was);
    let table = [Op::Add, op, was];
    let turns = match (pair, i % 3) {
        ((Op::Add, _), _) => Turn::Left,
        ((_, Op::Keep), 1) => Turn::Right,
        _ => Turn::Left,
    };
    let same = (op == was) as u32 + (pair != (was, op)) as u32 * 2;
    let coded = op as u32 + was as u32 * 10 + table[i % 3] as u32 * 100 + turns as u32 * 1000 + same * 10_000;
    out[i] = coded * 100 + apply(op, a[i]) % 100 + Op::LAST;
}

/// The same as plain Rust.
fn expected(i: u32, a: u32, forced: Op) -> u32 {
    let mut op = match a % 9 {
        0 => Op::Add,
        1 => Op::Sub,
        7 => Op::Shift,
        _ => Op::Keep,
    };
    let was = op;
    if matches!(op, Op::Keep | Op::Shift) && i.is_multiple_of(2) {
        op = forced;
    }
    let table = [Op::Add, op, was];
    let turns = match ((op, was), i % 3) {
        ((Op::Add, _), _) => 0,
        ((_, Op::Keep), 1) => 5,
        _ => 0,
    };
    let same = u32::from(op == was) + u32::from((op, was) != (was, op)) * 2;
    let coded =
        op as u32 + was as u32 * 10 + table[i as usize % 3] as u32 * 100 + turns * 1000 + same * 10_000;
    let applied = match op {
        Op::Add => a + 10,
        Op::Sub | Op::Shift if a > 20 => a - 1,
        Op::Shift => a << 3,
        Op::Sub => 0,
        Op::Keep => a,
    };
    coded * 100 + applied % 100 + 8
}

#[test]
fn enums_are_values() {
    let a: Vec<u32> = (0..200).map(|n| n * 7 % 41).collect();
    for device in devices().into_iter().chain([Device::reference()]) {
        for forced in [Op::Add, Op::Sub, Op::Shift, Op::Keep] {
            let mut out = vec![0; 200];
            calculate(&a, &mut out, forced).dispatch(&device).unwrap();
            for (i, (a, out)) in a.iter().zip(&out).enumerate() {
                assert_eq!(*out, expected(i as u32, *a, forced), "{device}, {i}, {forced:?}");
            }
        }
    }
}

const FIRST: Op = Op::Shift;

#[vyre::function]
fn code(op: Op) -> u32 {
    let other: Op = if op == FIRST { Op::Add } else { op };
    other as u32 * 10 + FIRST as u32
}

#[vyre::kernel]
fn codes(out: &mut [u32], op: Op) {
    let first: Op = FIRST;
    out[0] = code(first) + code(op) * 100;
}

#[test]
fn enums_may_be_constants_and_arguments_of_functions() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0];
        codes(&mut out, Op::Sub).dispatch(&device).unwrap();
        assert_eq!((out[0], code(Op::Sub)), (7 + 1700, 17), "{device}");
    }
}
