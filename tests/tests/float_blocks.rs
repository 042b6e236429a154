//! Every GPU gives what the CPU device gives, for every row of `F32`: all operands of rows of one operand and of the conversions to floats of 16 bits, block by block, and operands of
//! every class of rows of two and of three.
//!
//! Without variables a sample is tried. `VYRE_FLOATS_EXHAUSTIVE=1` tries all 2^32 operands, and `VYRE_FLOAT_OPERANDS` says how many pairs and triples are tried of each row.
//! `VYRE_FLOAT_ROWS=FSin,FMulAdd` names a part of the rows. The hash of a row's results is printed, so that logs of two machines can be compared.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre::ir::{BufferDecl, DataType, Expr, Node, Program, Scalar};
use vyre::{Arg, Device};
use vyre_tests::devices;
use vyre_tests::float_rows::Row;

fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

fn is_wanted(name: &str) -> bool {
    std::env::var("VYRE_FLOAT_ROWS").map_or(true, |rows| rows.split(',').any(|row| row == name))
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as u32
    }

    /// Any float with an exponent.
    fn with(&mut self, exponent: u32) -> u32 {
        self.next() & 0x807f_ffff | exponent.min(255) << 23
    }

    /// Three operands of a class: any bits, subnormal numbers, near overflow, exponents near each other, of usual size, cancelling, and few digits, whose results are exact or halfway.
    fn operands(&mut self, class: usize) -> [u32; 3] {
        match class % 7 {
            0 => [0; 3].map(|_| self.next()),
            1 => [0; 3].map(|_| {
                let exponent = self.next() % 3;
                self.with(exponent)
            }),
            2 => [0; 3].map(|_| {
                let exponent = 254 - self.next() % 3;
                self.with(exponent)
            }),
            3 => {
                let exponent = 60 + self.next() % 130;
                [0; 3].map(|_| {
                    let by = self.next() % 26;
                    self.with(exponent + by)
                })
            }
            4 => [0; 3].map(|_| {
                let exponent = 117 + self.next() % 20;
                self.with(exponent)
            }),
            5 => {
                // `b` is near to `-a`, and `c` near to the product's negative.
                let [a, b] = [0; 2].map(|_| {
                    let exponent = 100 + self.next() % 50;
                    self.with(exponent)
                });
                let product = (f32::from_bits(a) * f32::from_bits(b)).to_bits() ^ 0x8000_0000;
                let [by, bits] = [self.next() % 5, self.next() & 1];
                [a, if bits == 0 { b } else { (a ^ 0x8000_0000).wrapping_add(by) }, product.wrapping_add(by)]
            }
            _ => [0; 3].map(|_| {
                let exponent = 107 + self.next() % 40;
                self.with(exponent) & (u32::MAX << (10 + self.next() % 13))
            }),
        }
    }
}

/// FNV-1a, a word at a time.
fn hash(so_far: u64, results: &[u64]) -> u64 {
    results.iter().fold(so_far, |hash, result| (hash ^ result).wrapping_mul(0x100_0000_01b3))
}

/// What a program of [`Row::program`]'s buffers gives.
fn run(device: &Device, program: &Program, operands: &[Vec<u32>; 3]) -> Vec<u64> {
    let [a, b, c] = operands;
    let mut out = vec![0u64; a.len()];
    let args = [Arg::read(a), Arg::read(b), Arg::read(c), Arg::write(&mut out)];
    device.run(program, [a.len().div_ceil(64) as u32, 1, 1], args).unwrap();
    out
}

/// Compares the GPUs with the CPU device on blocks of operands.
fn compare(name: &str, program: &Program, blocks: impl Iterator<Item = [Vec<u32>; 3]>) {
    let gpus: Vec<Device> = devices().into_iter().skip(1).collect();
    let (cpu, mut of_row, mut count) = (Device::cpu(), 0xcbf2_9ce4_8422_2325, 0);
    for operands in blocks {
        let expected = run(&cpu, program, &operands);
        (of_row, count) = (hash(of_row, &expected), count + expected.len());
        for gpu in &gpus {
            let got = run(gpu, program, &operands);
            let differs = (0..got.len()).find(|at| got[*at] != expected[*at]);
            if let Some(at) = differs {
                let bits = operands.each_ref().map(|list| list.get(at).copied().unwrap_or(0));
                panic!("{name} of {bits:#x?} is {:#x} on {gpu}, and {:#x} on the CPU", got[at], expected[at]);
            }
        }
    }
    println!("{name:12} {count:>11} operands {of_row:016x}");
}

/// Blocks of operands of one word: all, or 64 of them from places far from each other.
fn of_one() -> impl Iterator<Item = [Vec<u32>; 3]> {
    let (blocks, length, apart) = match setting("VYRE_FLOATS_EXHAUSTIVE", 0) == 1 {
        true => (1u32 << 8, 1u32 << 24, 1u32 << 24),
        false => (64, 1 << 8, 0x0402_4811),
    };
    (0..blocks).map(move |block| {
        let first = block.wrapping_mul(apart);
        [(0..length).map(|low| first.wrapping_add(low)).collect(), vec![0], vec![0]]
    })
}

/// Lavapipe compiles the longest shaders for seconds each, and `elementary.rs` tries them there.
fn is_short(row: &Row) -> bool {
    !row.is_elementary()
        || setting("VYRE_FLOATS_EXHAUSTIVE", 0) == 1
        || ["FSin", "FExp"].contains(&row.name())
}

#[test]
fn rows_of_one_operand() {
    let rows =
        Row::all().filter(|row| row.scalar == Scalar::F32 && row.operands() == 1 && is_wanted(row.name()));
    rows.filter(is_short).for_each(|row| compare(row.name(), &row.program(), of_one()));
}

#[test]
fn conversions_to_floats_of_16_bits() {
    for (name, ty) in [("F16", DataType::F16), ("BF16", DataType::BF16)] {
        if !is_wanted(name) {
            continue;
        }
        let i = || Expr::invocation_id(0);
        let narrow = Expr::cast(ty, Expr::cast(DataType::F32, Expr::load("a", i())));
        // There and back.
        let wide = Expr::cast(DataType::U32, Expr::cast(DataType::F32, Expr::var("narrow")));
        let both = Expr::compose(DataType::U64, vec![Expr::component(Expr::var("narrow"), 0), wide]);
        let store = vec![Node::let_bind("narrow", narrow), Node::store("out", i(), both)];
        let buffers = vec![
            BufferDecl::read("a", 0, DataType::U32),
            BufferDecl::read("b", 1, DataType::U32),
            BufferDecl::read("c", 2, DataType::U32),
            BufferDecl::read_write("out", 3, DataType::U64),
        ];
        let inside = i().lt(Expr::buf_len("out"));
        compare(name, &Program::new(buffers, [64, 1, 1], vec![Node::if_then(inside, store)]), of_one());
    }
}

#[test]
fn rows_of_two_and_of_three() {
    let all = setting("VYRE_FLOAT_OPERANDS", 20_000);
    let rows = Row::all().filter(|row| row.scalar == Scalar::F32 && row.operands() > 1);
    let is_short = |row: &Row| !row.is_elementary() || row.name() == "FHypot" || all > 1_000_000;
    for row in rows.filter(|row| is_wanted(row.name()) && is_short(row)) {
        let mut random = Random(1);
        let blocks = (0..all).step_by(1 << 22).map(|first| {
            let mut block = [(); 3].map(|()| Vec::with_capacity((all - first).min(1 << 22)));
            for at in first..all.min(first + (1 << 22)) {
                block.iter_mut().zip(random.operands(at)).for_each(|(list, bits)| list.push(bits));
            }
            block
        });
        compare(row.name(), &row.program(), blocks);
    }
}
