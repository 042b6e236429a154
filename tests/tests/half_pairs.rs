//! Pairs of floats of 16 bits: every row of two operands on every device, against `f64`, by hashes over blocks of pairs.
//!
//! A sample is tried, and with `VYRE_HALF_PAIRS` all 2^32 pairs of the rows that it names, as in `VYRE_HALF_PAIRS=FAdd,FMul`, or of `all`; on GPUs alone with
//! `VYRE_HALF_PAIRS_ON=gpu`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::time::Instant;
use vyre::ir::{AtomicOp, BinOp, BufferDecl, CollectiveOp, DataType, Expr, Node, Program, Scalar};
use vyre::{Arg, Device, DeviceKind};
use vyre_tests::{devices, halves};

/// Which pairs are hashed: `count` of them in each block, so far from each other.
#[derive(Clone, Copy)]
struct Pairs {
    blocks: u32,
    count: u32,
    step: u32,
}

const ALL: Pairs = Pairs { blocks: 256, count: 1 << 24, step: 1 };
const SAMPLE: Pairs = Pairs { blocks: 2, count: 1 << 13, step: 262_139 };

/// The invocations of a workgroup, which join their hashes.
const GROUP: u32 = 512;

/// What a result adds to the hash of its block: for a pair no two results add the same.
fn mixed(pair: u32, result: u32) -> u32 {
    let hash = result.wrapping_mul(0x9e37_79b1) ^ pair;
    let hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}

/// The same in a program, with the hashes of a workgroup added to those of the block. The first operand is in the upper half of a pair's number.
fn program(scalar: Scalar, op: BinOp, pairs: Pairs) -> Program {
    let ty = if scalar == Scalar::F16 { DataType::F16 } else { DataType::BF16 };
    let var = |name: &str| Expr::var(name);
    let float = |bits| Expr::compose(ty, vec![bits]);
    let value = Expr::binary(op, float(var("pair") >> 16u32), float(var("pair") & 0xffffu32));
    let result = if op.typing().in_program_of(ty).1 == ty { Expr::component(value, 0) } else { value };
    let rounds = [(16, Some(0x85eb_ca6b)), (13, Some(0xc2b2_ae35)), (16, None)];
    let hash = |name: &str, (places, factor): (u32, Option<u32>)| {
        let folded = var(name) ^ (var(name) >> places);
        factor.map_or(folded.clone(), |factor| folded * factor)
    };
    let old = Expr::atomic(AtomicOp::Add, "hashes", Expr::load("block", 0u32), var("sum"));
    let body = vec![
        Node::let_bind("at", Expr::load("block", 0u32) * pairs.count + Expr::invocation_id(0)),
        Node::let_bind("pair", var("at") * pairs.step),
        Node::let_bind("h0", (result * 0x9e37_79b1u32) ^ var("pair")),
        Node::let_bind("h1", hash("h0", rounds[0])),
        Node::let_bind("h2", hash("h1", rounds[1])),
        Node::let_bind("h3", hash("h2", rounds[2])),
        Node::collective("sum", CollectiveOp::Sum, var("h3")),
        Node::if_then(Expr::LocalId { axis: 0 }.equals(0u32), vec![Node::let_bind("old", old)]),
    ];
    let buffers =
        vec![BufferDecl::read("block", 0, DataType::U32), BufferDecl::read_write("hashes", 1, DataType::U32)];
    Program::new(buffers, [GROUP, 1, 1], body)
}

/// The hash of each block by `f64`. Where that leaves a doubt, what the row gives on the host counts; `oracle` compares those pairs with MPFR.
fn expected(scalar: Scalar, op: BinOp, pairs: Pairs) -> Vec<u32> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u32;
    let block = |block: u32| {
        let of = |at: u32| {
            let pair = (block * pairs.count).wrapping_add(at).wrapping_mul(pairs.step);
            let (a, b) = (pair >> 16, pair & 0xffff);
            let result = halves::binary(scalar, op, a, b);
            let result = result.unwrap_or_else(|| op.eval_as(scalar, a.into(), b.into()).unwrap() as u32);
            mixed(pair, result)
        };
        (0..pairs.count).fold(0u32, |sum, at| sum.wrapping_add(of(at)))
    };
    let mut hashes = vec![0; pairs.blocks as usize];
    let part = hashes.len().div_ceil(threads as usize);
    std::thread::scope(|scope| {
        for (at, hashes) in hashes.chunks_mut(part).enumerate() {
            let block = &block;
            scope.spawn(move || {
                (0..).zip(hashes).for_each(|(next, hash)| *hash = block((at * part) as u32 + next));
            });
        }
    });
    hashes
}

fn got(device: &Device, scalar: Scalar, op: BinOp, pairs: Pairs) -> Vec<u32> {
    let program = program(scalar, op, pairs);
    let mut hashes = vec![0u32; pairs.blocks as usize];
    for block in 0..pairs.blocks {
        let block = [block];
        let args = [Arg::read(&block), Arg::write(&mut hashes)];
        device.run(&program, [pairs.count / GROUP, 1, 1], args).unwrap();
    }
    hashes
}

#[test]
fn pairs_on_every_device() {
    let names = std::env::var("VYRE_HALF_PAIRS").unwrap_or_default();
    let on_gpus = std::env::var("VYRE_HALF_PAIRS_ON").is_ok_and(|on| on == "gpu");
    let is_chosen =
        |op: BinOp| names.is_empty() || names == "all" || names.split(',').any(|name| name == op.name());
    let pairs = if names.is_empty() { SAMPLE } else { ALL };
    let is_wanted = |device: &Device| {
        !on_gpus || !matches!(device.info().kind(), DeviceKind::Cpu | DeviceKind::Reference)
    };
    let mut rows = 0;
    for (scalar, op) in halves::TYPES
        .into_iter()
        .flat_map(|scalar| BinOp::on(scalar).map(move |op| (scalar, op)))
        .filter(|(_, op)| is_chosen(*op))
    {
        rows += 1;
        let start = Instant::now();
        let expected = expected(scalar, op, pairs);
        if !names.is_empty() {
            println!(
                "{scalar} {}: {:08x?} by f64 in {:.1} s",
                op.name(),
                expected[1],
                start.elapsed().as_secs_f64()
            );
        }
        // A software adapter compiles these for a minute each.
        let is_long = names.is_empty() && matches!(op, BinOp::FAtan2 | BinOp::FPow);
        let is_short = |device: &Device| !is_long || !device.info().name().contains("llvmpipe");
        for device in devices().into_iter().filter(|device| is_wanted(device) && is_short(device)) {
            let start = Instant::now();
            let got = got(&device, scalar, op, pairs);
            let wrong = got.iter().zip(&expected).position(|(got, expected)| got != expected);
            assert_eq!(wrong, None, "the first block that differs of {scalar} {op:?} on {device}");
            if !names.is_empty() {
                println!(
                    "{scalar} {}: all {} pairs on {device} in {:.1} s",
                    op.name(),
                    1u64 << 32,
                    start.elapsed().as_secs_f64()
                );
            }
        }
    }
    assert!(rows >= 2, "no row has the name `{names}`");
}
