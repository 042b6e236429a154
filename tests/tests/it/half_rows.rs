//! The rows of floats of 16 bits on the host, against `f64`: all 2^16 operands of those of one operand, and pairs and triples of every class. `half_pairs.rs` has all
//! pairs, and `half.rs` the devices.

#![allow(clippy::unwrap_used)]

use vyre::ir::float::mul_add_as;
use vyre::ir::{BinOp, Scalar};
use vyre_tests::float_rows::strict_unary;
use vyre_tests::halves::{TYPES, binary, exponent_at, mul_add, unary};

#[test]
fn every_operand_of_every_function() {
    let mut rows = 0;
    for scalar in TYPES {
        for op in strict_unary(scalar) {
            rows += 1;
            for bits in 0..0x1_0000 {
                // No result is in doubt.
                let expected = unary(scalar, op, bits).map(u64::from);
                assert_eq!(op.eval_as(scalar, bits.into()), expected, "{scalar} {op:?} of {bits:#06x}");
            }
        }
    }
    assert_eq!(rows, 2 * 26);
}

/// Operands of every class: special ones, subnormal ones, those whose exponents are near each other, and any.
fn operands(scalar: Scalar) -> impl Iterator<Item = [u32; 3]> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as u32
    };
    let digits = exponent_at(scalar);
    let all = 0x7fff >> digits << digits;
    let special = [0, 1, 2, (1 << digits) - 1, 1 << digits, all - 1, all, all + 1, 0x7fff];
    (0..).map(move |round| {
        [0; 3].map(|_| {
            let any = next() & 0xffff;
            match round % 4 {
                0 => any,
                1 => special[(next() % 9) as usize] | any & 0x8000,
                2 => any & (0x8000 | ((1 << digits) - 1)) | (next() % 3) << digits,
                // Exponents around that of 1.
                _ => any & (0x8000 | ((1 << digits) - 1)) | ((0x3fff >> digits) - 2 + next() % 6) << digits,
            }
        })
    })
}

/// How many operands of each class are tried.
fn count() -> usize {
    4 * std::env::var("VYRE_FLOAT_OPERANDS").map_or(20_000, |count| count.parse().unwrap())
}

#[test]
fn pairs_of_every_class() {
    let mut rows = 0;
    for scalar in TYPES {
        for op in BinOp::on(scalar) {
            rows += 1;
            let mut doubts = 0;
            for [a, b, _] in operands(scalar).take(count()) {
                let got = op.eval_as(scalar, a.into(), b.into());
                match binary(scalar, op, a, b) {
                    Some(expected) => {
                        assert_eq!(got, Some(expected.into()), "{scalar} {op:?} of {a:#06x} and {b:#06x}")
                    }
                    None => doubts += 1,
                }
            }
            assert!(doubts < count() / 20, "{scalar} {op:?}: {doubts} in doubt");
        }
    }
    assert_eq!(rows, 2 * 17);
}

#[test]
fn triples_of_every_class() {
    for scalar in TYPES {
        for three @ [a, b, c] in operands(scalar).take(count()) {
            let expected = mul_add(scalar, three);
            assert_eq!(
                mul_add_as(scalar, three.map(u64::from)),
                u64::from(expected),
                "{scalar} {a:#06x} * {b:#06x} + {c:#06x}"
            );
        }
    }
}
