//! Vectors for tests of every size: each row of floats on operands as TestFloat draws them and of every class, with MPFR's results.

use crate::{apfloat, mpfr, operands};
use std::fmt::Write;
use std::path::Path;
use vyre_tests::float_rows::Row;

/// The vectors of a row from each source of operands.
const COUNT: usize = 24;

/// Writes them. Gives how many vectors two sources disagree about.
pub fn write() -> u64 {
    let mut text = String::from(
        "# Rows of floats, their operands' bits and the results' by MPFR, in hexadecimal. Written by `cargo run --release -- vectors` in `oracle`.\n",
    );
    let mut wrong = 0;
    for row in Row::all() {
        // Every so many of the systematic ones, and of every class.
        let systematic = operands::test_float(row.scalar, row.operands(), 1 << 16).flat_map(triples);
        let by_class = operands::blocks(row.scalar, COUNT, 5).flat_map(triples);
        for bits in systematic.step_by((1 << 16) / COUNT).chain(by_class) {
            let Some(expected) = mpfr::row(row, bits) else { continue };
            wrong += u64::from(apfloat::row(row, bits).is_some_and(|other| other != expected));
            let _ = write!(text, "{} {}", row.scalar.name(), row.name());
            bits.iter().take(row.operands()).for_each(|bits| {
                let _ = write!(text, " {bits:x}");
            });
            let _ = writeln!(text, " {expected:x}");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tests/it/float_vectors/vectors.txt");
    if let Err(error) = std::fs::write(&path, text) {
        eprintln!("{}: {error}", path.display());
        return 1;
    }
    wrong
}

fn triples([a, b, c]: [Vec<u32>; 3]) -> impl Iterator<Item = [u32; 3]> {
    a.into_iter().zip(b).zip(c).map(|((a, b), c)| [a, b, c])
}
