//! Rows of floats on operands as Berkeley TestFloat draws them, and of every class, with the results of MPFR, on every device. `oracle` writes the vectors, and
//! compares millions more.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic")]

use std::collections::HashMap;
use vyre::{Arg, Device};
use vyre_tests::devices;
use vyre_tests::float_rows::Row;

/// The operands of a row, in columns, and its results.
#[derive(Default)]
struct Vectors {
    operands: [Vec<u32>; 3],
    results: Vec<u64>,
}

/// The vectors, by the name of their row.
fn vectors() -> HashMap<String, Vectors> {
    let mut rows: HashMap<String, Vectors> = HashMap::new();
    for line in include_str!("float_vectors/vectors.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [ty, name, operands @ .., result] = &words[..] else { panic!("{line}") };
        let vectors = rows.entry(format!("{ty} {name}")).or_default();
        for (at, column) in vectors.operands.iter_mut().enumerate() {
            column.push(operands.get(at).map_or(0, |bits| u32::from_str_radix(bits, 16).unwrap()));
        }
        vectors.results.push(u64::from_str_radix(result, 16).unwrap());
    }
    rows
}

fn run(device: &Device, row: Row, [a, b, c]: &[Vec<u32>; 3]) -> Vec<u64> {
    let mut out = vec![0u64; a.len()];
    let groups = [out.len().div_ceil(64) as u32, 1, 1];
    device
        .run(&row.program(), groups, [Arg::read(a), Arg::read(b), Arg::read(c), Arg::write(&mut out)])
        .unwrap();
    out
}

#[test]
fn rows_give_what_mpfr_gives() {
    let vectors = vectors();
    assert_eq!(vectors.len(), Row::all().count());
    for device in devices().into_iter().chain([Device::reference()]) {
        for row in Row::all() {
            let Vectors { operands, results } = &vectors[&row.to_string()];
            assert!(results.len() >= 40, "{row}");
            // A software adapter compiles elementary rows for long. `elementary` has those of 32 bits on every device, and those of 16 are made of them.
            if row.is_elementary() && device.info().name().contains("llvmpipe") && !vyre_random::is_thorough()
            {
                continue;
            }
            let got = run(&device, row, operands);
            let wrong = (0..got.len()).find(|at| got[*at] != results[*at]);
            let wrong = wrong.map(|at| (operands.each_ref().map(|list| list[at]), got[at], results[at]));
            assert_eq!(wrong, None, "{row} on {device}");
        }
    }
}
