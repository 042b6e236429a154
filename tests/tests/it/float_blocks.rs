//! Every GPU gives what the CPU device gives, for every row of `F32`: all operands of rows of one operand and of casts, and operands of every class of rows of two
//! and of three. Devices make hashes of blocks of results, and a block whose hashes differ is looked through.
//!
//! Without variables a sample is tried. `VYRE_FLOATS_EXHAUSTIVE=1` tries all 2^32 operands, and `VYRE_FLOAT_OPERANDS` says how many pairs and triples are tried of each row.
//! `VYRE_FLOAT_ROWS=FSin,FMulAdd` names a part of the rows. A line for each row is printed, with the hash of its results, so that logs of two machines can be compared, and kept in the
//! file that `VYRE_FLOATS_LOG` names: a row that has its line there is left out.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use std::panic::resume_unwind;
use std::time::Instant;
use vyre::ir::casts::CASTS;
use vyre::ir::{DataType, Expr, Program, Scalar};
use vyre::{Arg, Buffer, Device};
use vyre_tests::devices;
use vyre_tests::float_rows::{self, Row};
use vyre_tests::hashes::{self, Blocks};
use vyre_tests::log::Log;

fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

fn is_exhaustive() -> bool {
    setting("VYRE_FLOATS_EXHAUSTIVE", 0) == 1
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

/// What is compared: a row or a cast, as the words of its result for the bits of its operands.
struct Subject {
    name: String,
    words: Box<dyn Fn([Expr; 3]) -> Vec<Expr> + Sync>,
}

impl Subject {
    fn of_row(row: Row) -> Subject {
        Subject { name: row.name().into(), words: Box::new(move |operands| row.words(operands)) }
    }

    /// The program that makes hashes of blocks. Without operands these are the numbers.
    fn hashes(&self, of: Blocks, operands: &[&str]) -> (Program, usize) {
        let mut count = 0;
        let program = hashes::program(of, operands, |number| {
            let load = |at: usize| operands.get(at).map(|name| Expr::load(*name, number.clone()));
            let all = [0, 1, 2].map(|at| load(at).unwrap_or_else(|| number.clone()));
            let words = (self.words)(all);
            count = words.len();
            words
        });
        (program, count)
    }

    /// Says which operands of a block a device computes otherwise than the CPU device.
    fn fail(&self, device: &Device, operands: [Vec<u32>; 3]) -> ! {
        let program = float_rows::program(|operands| (self.words)(operands));
        let run = |device: &Device| {
            let mut out = vec![0u64; operands[0].len()];
            let [a, b, c] = &operands;
            let args = [Arg::read(a), Arg::read(b), Arg::read(c), Arg::write(&mut out)];
            device.run(&program, [a.len().div_ceil(64) as u32, 1, 1], args).unwrap();
            out
        };
        let (expected, got) = (run(&Device::cpu()), run(device));
        let name = &self.name;
        match (0..got.len()).find(|at| got[*at] != expected[*at]) {
            Some(at) => {
                let bits = operands.each_ref().map(|list| list[at]);
                panic!(
                    "{name} of {bits:#x?} is {:#x} on {device}, and {:#x} on the CPU",
                    got[at], expected[at]
                )
            }
            None => panic!("{name}: hashes on {device} differ from those on the CPU, and results do not"),
        }
    }

    /// Compares the hashes of blocks on the CPU device with those on each GPU, which work meanwhile. Gives the hash of all.
    fn compare(&self, of: Blocks, operands: &[Vec<Buffer<u32>>]) -> Compared {
        let names = ["a", "b", "c"];
        let (program, words) = self.hashes(of, &names[..operands.first().map_or(0, Vec::len)]);
        let hashes = |(at, device): (usize, Device)| {
            let start = Instant::now();
            let operands = operands.get(at).map_or(&[][..], Vec::as_slice);
            (
                hashes::on(&device, &program, of, words, operands).unwrap(),
                start.elapsed().as_secs_f64(),
                device,
            )
        };
        let all: Vec<_> = std::thread::scope(|scope| {
            let hashes = &hashes;
            let parts = devices().into_iter().enumerate().map(|part| scope.spawn(move || hashes(part)));
            let parts: Vec<_> = parts.collect();
            parts.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        let expected = &all[0].0;
        for (got, _, device) in &all[1..] {
            let Some(at) = (0..got.len()).find(|at| got[*at] != expected[*at]) else { continue };
            let numbers: Vec<u32> = of.numbers((at / words) as u32).collect();
            let given = |list: &Vec<Buffer<u32>>| {
                let lists = list.iter().map(|list| list.read().unwrap());
                lists.map(|list| numbers.iter().map(|at| list[*at as usize]).collect()).collect()
            };
            let lists: Vec<Vec<u32>> = operands.first().map_or_else(|| vec![numbers.clone(); 3], given);
            self.fail(device, lists.try_into().unwrap());
        }
        // FNV-1a, a word at a time.
        let join = |hash: u64, word: &u32| (hash ^ u64::from(*word)).wrapping_mul(0x100_0000_01b3);
        let hash = expected.iter().fold(0xcbf2_9ce4_8422_2325, join);
        let seconds: Vec<String> = all
            .iter()
            .map(|(_, seconds, device)| format!("{:.1} s on {}", seconds, device.info().name()))
            .collect();
        Compared { hash, said: seconds.join(", ") }
    }
}

/// What a comparison came to.
struct Compared {
    hash: u64,
    said: String,
}

/// Compares all numbers as the operand, or some from places far from each other.
fn on_all(subjects: impl Iterator<Item = Subject>) {
    let sample = Blocks { blocks: 8, count: 1 << 11, step: 0x0004_0003 };
    let of = if is_exhaustive() { hashes::ALL } else { sample };
    let mut log = Log::named_by("VYRE_FLOATS_LOG");
    for subject in subjects.filter(|subject| is_wanted(&subject.name)) {
        let head = format!("{:12} {:>11} operands ", subject.name, of.len());
        if log.has(&head) {
            continue;
        }
        let Compared { hash, said } = subject.compare(of, &[]);
        let line = format!("{head}{hash:016x} {said}");
        println!("{line}");
        log.add(line).unwrap();
    }
}

/// Lavapipe compiles the longest shaders for seconds each, and `elementary.rs` tries them there.
fn is_short(row: &Row) -> bool {
    !row.is_elementary() || is_exhaustive() || ["FSin", "FExp"].contains(&row.name())
}

#[test]
fn rows_of_one_operand() {
    let rows = Row::all().filter(|row| row.scalar == Scalar::F32 && row.operands() == 1);
    on_all(rows.filter(is_short).map(Subject::of_row));
}

/// Casts from and to `F32`. There are two ways: a float of 16 bits is made of the lower half of a number.
#[test]
fn casts() {
    let is_of = |ty: &DataType| [DataType::F32, DataType::F16, DataType::BF16].contains(ty);
    let casts = CASTS.iter().filter(|cast| {
        let types = [&cast.source, &cast.target];
        types.contains(&&DataType::F32) && types.into_iter().all(|ty| is_of(ty) || *ty == DataType::U32)
    });
    on_all(casts.map(|cast| {
        let words = move |[number, ..]: [Expr; 3]| {
            let source = match &cast.source {
                DataType::U32 => number,
                DataType::F32 => Expr::cast(DataType::F32, number),
                half => Expr::compose(half.clone(), vec![number & 0xffffu32]),
            };
            let value = Expr::cast(cast.target.clone(), source);
            vec![match &cast.target {
                DataType::U32 => value,
                DataType::F32 => Expr::cast(DataType::U32, value),
                _ => Expr::component(value, 0),
            }]
        };
        Subject { name: format!("{}_{}", cast.source, cast.target), words: Box::new(words) }
    }));
}

/// So many operands of every class, from a seed, which all cores draw.
fn drawn(count: usize, seed: u64) -> [Vec<u32>; 3] {
    const CHUNK: usize = 1 << 12;
    let mut lists = [(); 3].map(|()| vec![0; count]);
    let [a, b, c] = &mut lists;
    let chunks = a.chunks_mut(CHUNK).zip(b.chunks_mut(CHUNK)).zip(c.chunks_mut(CHUNK));
    let mut parts: Vec<_> = chunks.enumerate().collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = parts.len().div_ceil(threads);
    std::thread::scope(|scope| {
        for part in parts.chunks_mut(part) {
            scope.spawn(move || {
                for (chunk, ((a, b), c)) in part {
                    let mut random = Random(seed << 32 | *chunk as u64);
                    for at in 0..a.len() {
                        [a[at], b[at], c[at]] = random.operands(at);
                    }
                }
            });
        }
    });
    lists
}

#[test]
fn rows_of_two_and_of_three() {
    let all = setting("VYRE_FLOAT_OPERANDS", 1_000_000);
    let rows = Row::all().filter(|row| row.scalar == Scalar::F32 && row.operands() > 1);
    let is_short = |row: &Row| !row.is_elementary() || row.name() == "FHypot" || all > 1_000_000;
    let rows: Vec<Row> = rows.filter(|row| is_wanted(row.name()) && is_short(row)).collect();
    // Lavapipe binds no more than 128 MiB.
    let length = all.next_multiple_of(hashes::GROUP as usize).min(1 << 24);
    let of = Blocks { blocks: 1, count: length as u32, step: 1 };
    let parts = all.div_ceil(length);
    let mut log = Log::named_by("VYRE_FLOATS_LOG");
    for part in 0..parts {
        let head = |row: &Row| format!("{:12} part {part} of {parts} of {length} operands ", row.name());
        let rows: Vec<&Row> = rows.iter().filter(|row| !log.has(&head(row))).collect();
        if rows.is_empty() {
            continue;
        }
        let lists = drawn(length, part as u64);
        let operands: Vec<Vec<Buffer<u32>>> = devices()
            .iter()
            .map(|device| lists.iter().map(|list| device.buffer(list).unwrap()).collect())
            .collect();
        drop(lists);
        for row in rows {
            let Compared { hash, said } = Subject::of_row(*row).compare(of, &operands);
            let line = format!("{}{hash:016x} {said}", head(row));
            println!("{line}");
            log.add(line).unwrap();
        }
    }
}
