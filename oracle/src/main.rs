//! The floats of vyre's CPU engine against sources that share nothing with it: MPFR, CORE-MATH and LLVM's APFloat.
//!
//! ```sh
//! cargo run --release -- functions 10000000   # random and hard operands of every row of F32, F16 and BF16 against MPFR; or of what names leave: `f32 FSin`
//! cargo run --release -- ieee 10000000        # IEEE's own operations, on operands as Berkeley TestFloat draws them, against MPFR and APFloat
//! cargo run --release -- halves               # all 2^16 operands of every row of one operand of F16 and BF16 against MPFR
//! cargo run --release -- all [ROW]...         # all 2^32 operands of elementary functions of F32 against CORE-MATH; goes on where a log says that it stopped
//! cargo run --release -- doubts [ROW]...      # rows of two operands of F16 and BF16 against MPFR, for those of all 2^32 pairs of which `f64` leaves a doubt
//! cargo run --release -- vectors              # writes the vectors that `tests/tests/it/float_vectors.rs` runs on every device
//! ```
//!
//! Every command prints a line for each row, and ends with 1 if anything differs or a source does not know a row. Results are those of the CPU engine, and their hash is
//! of all results of a row, so that two logs can be compared. `all` takes hours: it notes each sixteenth of a row in `docs/measurements/core-math.log`, or the file that
//! `VYRE_ORACLE_LOG` names, and leaves out what is there.

mod apfloat;
mod core_math;
mod mpfr;
mod operands;
mod run;
mod vectors;

use std::fmt;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use vyre_ir::Scalar;
use vyre_ir::library::Operation;
use vyre_tests::float_rows::{self, Row};
use vyre_tests::halves;
use vyre_tests::log::Log;

/// How many parts the operands of a row of `all` are.
const PARTS: u32 = 16;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let count = rest.first().and_then(|count| count.parse().ok()).unwrap_or(1_000_000);
    let wrong = match command.as_str() {
        "functions" => functions(count, rest.get(1..).unwrap_or_default()),
        "ieee" => ieee(count),
        "halves" => halves(),
        "all" => all(&rest),
        "doubts" => doubts(&rest),
        "vectors" => vectors::write(),
        _ => {
            eprintln!(
                "usage: functions COUNT [TYPE|ROW]... | ieee COUNT | halves | all [ROW]... | doubts [TYPE|ROW]... | vectors"
            );
            return ExitCode::from(2);
        }
    };
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether names, of types and of rows, leave a row.
fn is_named(row: Row, names: &[String]) -> bool {
    let is_type = |name: &&String| float_rows::TYPES.iter().any(|scalar| scalar.name() == **name);
    let (types, rows): (Vec<&String>, Vec<&String>) = names.iter().partition(is_type);
    let is_one = |list: &[&String], name: &str| list.is_empty() || list.iter().any(|of| *of == name);
    is_one(&types, row.scalar.name()) && is_one(&rows, row.name())
}

/// What a comparison came to.
#[derive(Default)]
struct Outcome {
    count: u64,
    wrong: u64,
    unknown: u64,
    hash: run::Hash,
    seconds: f64,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { count, wrong, unknown, hash, seconds } = self;
        write!(f, "{count:>11} operands, {unknown} unknown, {wrong} wrong, {hash}, {seconds:.1} s")
    }
}

/// Compares what a source says of the results of a row on operands, in blocks.
fn compare_blocks(
    source: &str,
    row: Row,
    blocks: impl Iterator<Item = [Vec<u32>; 3]>,
    expected: impl Fn(Row, [u32; 3]) -> Option<u64> + Sync,
) -> Outcome {
    let (start, mut outcome) = (Instant::now(), Outcome::default());
    let unknown = AtomicU64::new(0);
    for operands in blocks {
        let got = run::on_cpu(row, &operands);
        let [a, b, c] = &operands;
        let differ = run::parallel(got.len(), |at| {
            let bits = [a, b, c].map(|list| list.get(at).copied().unwrap_or(0));
            let expected = expected(row, bits);
            if expected.is_none() {
                unknown.fetch_add(1, Ordering::Relaxed);
            }
            expected.filter(|expected| *expected != got[at]).map(|expected| (at, bits, expected))
        });
        for (at, bits, expected) in &differ {
            if outcome.wrong == 0 {
                println!("  {row} of {bits:#x?}: {:#x}, but {source} gives {expected:#x}", got[*at]);
            }
            outcome.wrong += 1;
        }
        outcome.count += got.len() as u64;
        outcome.hash.add(&got);
    }
    Outcome { unknown: unknown.into_inner(), seconds: start.elapsed().as_secs_f64(), ..outcome }
}

/// The same, of which it prints a line. How many results are wrong or unknown.
fn compare(
    source: &str,
    row: Row,
    blocks: impl Iterator<Item = [Vec<u32>; 3]>,
    expected: impl Fn(Row, [u32; 3]) -> Option<u64> + Sync,
) -> u64 {
    let outcome = compare_blocks(source, row, blocks, expected);
    println!("{source:9} {row:16} {outcome}");
    outcome.wrong + outcome.unknown
}

/// Every row of floats against MPFR, on operands of every class, and on those near to the middle between two floats.
fn functions(count: usize, names: &[String]) -> u64 {
    let rows = Row::all().filter(|row| is_named(*row, names)).map(|row| {
        let blocks = operands::blocks(row.scalar, count, 2).chain(operands::hard(row));
        compare("MPFR", row, blocks, mpfr::row)
    });
    rows.sum()
}

/// The rows that IEEE 754 defines, on operands as TestFloat draws them.
fn ieee(count: usize) -> u64 {
    let rows = Row::all().filter(|row| !row.is_elementary());
    rows.map(|row| {
        let blocks = || operands::test_float(row.scalar, row.operands(), count);
        compare("MPFR", row, blocks(), mpfr::row)
            + if apfloat::has(row) { compare("APFloat", row, blocks(), apfloat::row) } else { 0 }
    })
    .sum()
}

/// All operands of every row of one operand of 16 bits.
fn halves() -> u64 {
    let rows = Row::all().filter(|row| row.scalar != Scalar::F32 && row.operands() == 1);
    rows.map(|row| {
        let every: Vec<u32> = (0..0x1_0000).collect();
        let block = [every.clone(), every.clone(), every];
        compare("MPFR", row, std::iter::once(block), mpfr::row)
    })
    .sum()
}

/// The log of `all`: the one that the repository keeps, or that `VYRE_ORACLE_LOG` names.
fn log() -> Log {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/measurements/core-math.log");
    Log::at(std::env::var_os("VYRE_ORACLE_LOG").map_or(path.into(), Into::into))
}

/// How the line of a part begins.
fn head(row: Row, part: u32) -> String {
    format!("{} part {part} of {PARTS}: ", row.name())
}

/// All operands of elementary functions of `F32`, or of those that are named. A part that the log has is not tried again.
fn all(names: &[String]) -> u64 {
    let rows =
        Row::all().filter(|row| row.scalar == Scalar::F32 && row.is_elementary() && row.operands() == 1);
    let rows: Vec<Row> = rows.filter(|row| is_named(*row, names)).collect();
    let (mut log, mut wrong) = (log(), 0);
    for (row, part) in rows.iter().flat_map(|row| (0..PARTS).map(|part| (*row, part))) {
        if log.has(&head(row, part)) {
            continue;
        }
        // 2^22 operands at once.
        let blocks = 1024 / PARTS;
        let blocks = (part * blocks..(part + 1) * blocks).map(|block| {
            let bits: Vec<u32> = (0..1 << 22).map(|low| block << 22 | low).collect();
            [bits, vec![0; 1], vec![0; 1]]
        });
        let outcome = compare_blocks("CORE-MATH", row, blocks, core_math::row);
        println!("CORE-MATH {row:16} part {part}: {outcome}");
        if outcome.wrong + outcome.unknown == 0
            && let Err(error) = log.add(format!("{}{outcome}", head(row, part)))
        {
            eprintln!("the log cannot be written: {error}");
        }
        wrong += outcome.wrong + outcome.unknown;
    }
    for row in rows {
        println!(
            "CORE-MATH {row:16} {} of {} parts agree",
            (0..PARTS).filter(|part| log.has(&head(row, *part))).count(),
            PARTS
        );
    }
    wrong
}

/// All pairs of rows of two operands of 16 bits, or of those that are named, of which `f64` leaves a doubt: `tests/half_pairs.rs` takes what the row gives on the host there.
fn doubts(names: &[String]) -> u64 {
    let rows = Row::all().filter(|row| row.scalar != Scalar::F32 && is_named(*row, names));
    let (mut sum, mut log) = (0, Log::named_by("VYRE_FLOATS_LOG"));
    for row in rows {
        let Operation::Binary(op, scalar) = row.operation else { continue };
        let head = format!("MPFR      {row:16} pairs of which f64 leaves a doubt: ");
        if log.has(&head) {
            continue;
        }
        let (start, count) = (Instant::now(), AtomicU64::new(0));
        let wrong = run::parallel(1 << 32, |pair| {
            let (a, b) = (pair as u32 >> 16, pair as u32 & 0xffff);
            if halves::binary(scalar, op, a, b).is_some() {
                return None;
            }
            count.fetch_add(1, Ordering::Relaxed);
            let (got, expected) = (op.eval_as(scalar, a.into(), b.into()), mpfr::row(row, [a, b, 0]));
            (got.is_none() || got != expected).then_some((a, b, got, expected))
        });
        if let Some((a, b, got, expected)) = wrong.first() {
            println!("  {row} of {a:#x} and {b:#x}: {got:x?}, but MPFR gives {expected:x?}");
        }
        let (count, seconds) = (count.into_inner(), start.elapsed().as_secs_f64());
        let line = format!("{head}{count} of 2^32, {} wrong, {seconds:.1} s", wrong.len());
        println!("{line}");
        if wrong.is_empty()
            && let Err(error) = log.add(line)
        {
            eprintln!("the log cannot be written: {error}");
        }
        sum += wrong.len() as u64;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_and_what_is_unknown_counts() {
        let Some(row) = Row::all().find(|row| row.name() == "FSin") else { panic!("no row") };
        // The sine of 0 is 0, and that of the smallest number is that number.
        let blocks = || std::iter::once([vec![0, 1, 0x7fc0_0000], vec![0; 3], vec![0; 3]]);
        assert_eq!(compare("one", row, blocks(), |_, _| Some(1)), 2);
        assert_eq!(compare("nobody", row, blocks(), |_, _| None), 3);
        assert_eq!(compare("MPFR", row, blocks(), mpfr::row), 0);
    }
}
