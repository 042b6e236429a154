//! Sums, differences and products that wrap around. They are defined, and hashes live on them; so they are looked for where that is asked for.
//!
//! What the library computes with is its own affair: operators in compositions of the library are left out.

use super::super::reference::Watch;
use super::orders::restore;
use super::written::{Width, Written};
use super::{At, Checked, copies, flatten};
use crate::Error;
use crate::binding::Binding;
use crate::finding::{Finding, FindingKind};
use crate::module::Module;
use std::collections::BTreeMap;
use vyre_ir::{BinOp, Scalar, library};
use vyre_lower::{Call, Origin};

/// Runs again from the words `before`, and gives what wraps around, the first time at each place. The bindings hold afterwards what they hold now.
///
/// # Errors
/// If there is no memory for it.
pub(super) fn wraps(
    module: &Module,
    checked: &Checked,
    groups: [u32; 3],
    bindings: &mut [Binding<'_>],
    before: &[Option<Vec<u32>>],
) -> Result<Vec<Finding>, Error> {
    let after = copies(bindings)?;
    let written = Written::of(module, &checked.calls);
    let looked_at = |at| {
        let origin = checked.code.site(at).origin?;
        let is_own = !is_of_library(origin, &checked.calls) && written.is_operator(origin);
        is_own.then(|| written.narrow(origin))
    };
    let mut wraps = Wraps {
        checked,
        groups,
        looked_at: (0..checked.code.len()).map(looked_at).collect(),
        workgroup: 0,
        local: 0,
        found: BTreeMap::new(),
    };
    restore(bindings, before);
    let ran = checked.code.run_watched(groups, bindings, &mut wraps);
    restore(bindings, &after);
    ran?;
    let finding = |found: Wrap| Finding {
        kind: FindingKind::Wrap,
        place: checked.place(module, found.at, groups),
        other: None,
        buffer: String::new(),
        index: 0,
        message: found.message,
        times: found.times,
        is_allowed: false,
    };
    Ok(wraps.found.into_values().map(finding).collect())
}

/// Whether a call of the library's leads to an origin.
fn is_of_library(origin: Origin, calls: &[Call]) -> bool {
    let called = |origin: &Origin| calls.get((origin.call as usize).checked_sub(1)?);
    let chain = std::iter::successors(Some(origin), |origin| Some(called(origin)?.at));
    let mut ids = chain.take(calls.len() + 1).filter_map(|origin| Some(&called(&origin)?.op_id));
    ids.any(|id| library::rows().any(|row| row.id == id.as_str()))
}

/// An operator that wraps around.
struct Wrap {
    at: At,
    message: String,
    times: u64,
}

struct Wraps<'c> {
    checked: &'c Checked,
    groups: [u32; 3],
    /// By the positions of instructions: whether it is someone's own, and the type of 8 or 16 bits that it is on, if it is.
    looked_at: Vec<Option<Option<Width>>>,
    workgroup: u64,
    local: u64,
    /// By the positions of instructions.
    found: BTreeMap<usize, Wrap>,
}

/// What an operator on integers gives exactly, if it can wrap around.
fn exact(op: BinOp, [left, right]: [i128; 2]) -> Option<i128> {
    match op {
        BinOp::Add => Some(left + right),
        BinOp::Sub => Some(left - right),
        BinOp::Mul => left.checked_mul(right),
        _ => None,
    }
}

/// Whether a number fits in an integer of so many bits.
fn fits(number: i128, bits: u32, is_signed: bool) -> bool {
    let below = 1 << (bits - u32::from(is_signed));
    number < below && number >= if is_signed { -below } else { 0 }
}

/// What is wrong with a result, if it wraps around. An `i64` is a `u64` with the same bits, so one of 64 bits has to wrap around as both.
fn wrapped(op: BinOp, of: Scalar, narrow: Option<Width>, operands: [u64; 2]) -> Option<String> {
    exact(op, [0, 0])?;
    let unsigned = operands.map(i128::from);
    let signed = operands.map(|word| match of {
        Scalar::U64 => i128::from(word as i64),
        _ => i128::from(word as u32 as i32),
    });
    // A product of two words of 64 bits has no number in an `i128` only if it fits nowhere.
    let fits =
        |operands, bits, is_signed| exact(op, operands).is_some_and(|exact| fits(exact, bits, is_signed));
    let (operands, Width { bits, is_signed }, is_right) = match of {
        Scalar::U32 | Scalar::I32 => {
            let ty = narrow.unwrap_or(Width { bits: 32, is_signed: of == Scalar::I32 });
            let operands = if ty.is_signed { signed } else { unsigned };
            (operands, ty, fits(operands, ty.bits, ty.is_signed))
        }
        Scalar::U64 => {
            let ty = Width { bits: 64, is_signed: false };
            (unsigned, ty, fits(unsigned, 64, false) || fits(signed, 64, true))
        }
        Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => return None,
    };
    let sign = match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        _ => "*",
    };
    let [left, right] = operands;
    let kind = if is_signed { 'i' } else { 'u' };
    (!is_right).then(|| format!("`{left} {sign} {right}` does not fit in a `{kind}{bits}`"))
}

impl Watch for Wraps<'_> {
    const COMPUTES: bool = true;

    fn workgroup(&mut self, group: [u32; 3]) {
        self.workgroup = flatten(group, self.groups);
    }

    #[inline]
    fn invocation(&mut self, local: [u32; 3]) {
        self.local = flatten(local, self.checked.code.workgroup_size());
    }

    #[inline]
    fn computed(&mut self, at: usize, op: BinOp, of: Scalar, operands: [u64; 2]) {
        let Some(narrow) = self.looked_at[at] else { return };
        let Some(message) = wrapped(op, of, narrow, operands) else { return };
        let count: u64 = self.checked.code.workgroup_size().iter().map(|extent| u64::from(*extent)).product();
        let invocation = self.workgroup * count + self.local;
        let first = || Wrap { at: At { inst: at, invocation, what: "computed" }, message, times: 0 };
        self.found.entry(at).or_insert_with(first).times += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_wraps() {
        let (most, least) = (u32::MAX as u64, i32::MIN as u32 as u64);
        for (op, of, operands, wraps) in [
            (BinOp::Add, Scalar::U32, [most, 0], false),
            (BinOp::Add, Scalar::U32, [most, 1], true),
            (BinOp::Sub, Scalar::U32, [1, 1], false),
            (BinOp::Sub, Scalar::U32, [0, 1], true),
            (BinOp::Mul, Scalar::U32, [65_536, 65_535], false),
            (BinOp::Mul, Scalar::U32, [65_536, 65_536], true),
            (BinOp::Div, Scalar::U32, [1, 0], false),
            // -1 + 1, the least number and -1, and a product below it.
            (BinOp::Add, Scalar::I32, [most, 1], false),
            (BinOp::Add, Scalar::I32, [least, most], true),
            (BinOp::Sub, Scalar::I32, [0, 1], false),
            (BinOp::Sub, Scalar::I32, [0, least], true),
            (BinOp::Mul, Scalar::I32, [least, 2], true),
            // As `i64` -1 + 1, and 0 - 1; then what fits in neither.
            (BinOp::Add, Scalar::U64, [u64::MAX, 1], false),
            (BinOp::Sub, Scalar::U64, [0, 1], false),
            (BinOp::Mul, Scalar::U64, [1 << 40, 1 << 40], true),
            (BinOp::Mul, Scalar::U64, [u64::MAX, u64::MAX], false),
            (BinOp::Mul, Scalar::U64, [u64::MAX / 2, u64::MAX / 2], true),
            (BinOp::Add, Scalar::U64, [1 << 63, 1 << 63], true),
        ] {
            assert_eq!(wrapped(op, of, None, operands).is_some(), wraps, "{op:?} on {of} of {operands:?}");
        }
        let message = wrapped(BinOp::Sub, Scalar::I32, None, [least, 1]).unwrap_or_default();
        assert_eq!(message, "`-2147483648 - 1` does not fit in a `i32`");
    }

    #[test]
    fn what_does_not_fit_in_8_or_16_bits_wraps() {
        let minus = |number: i32| number as u32 as u64;
        for (op, of, bits, operands, wraps) in [
            (BinOp::Add, Scalar::U32, 8, [255, 0], false),
            (BinOp::Add, Scalar::U32, 8, [255, 1], true),
            (BinOp::Sub, Scalar::U32, 8, [1, 2], true),
            (BinOp::Mul, Scalar::U32, 8, [15, 17], false),
            (BinOp::Mul, Scalar::U32, 8, [16, 16], true),
            (BinOp::Mul, Scalar::U32, 16, [65_535, 65_535], true),
            (BinOp::Add, Scalar::I32, 8, [127, 1], true),
            (BinOp::Add, Scalar::I32, 8, [127, minus(-128)], false),
            (BinOp::Sub, Scalar::I32, 8, [minus(-128), 1], true),
            (BinOp::Sub, Scalar::I32, 16, [minus(-128), 1], false),
            (BinOp::Mul, Scalar::I32, 16, [minus(-32_768), minus(-1)], true),
        ] {
            let narrow = Width { bits, is_signed: of == Scalar::I32 };
            let message = wrapped(op, of, Some(narrow), operands);
            assert_eq!(message.is_some(), wraps, "{op:?} on {narrow:?} of {operands:?}");
        }
        let narrow = Width { bits: 8, is_signed: true };
        let message = wrapped(BinOp::Sub, Scalar::I32, Some(narrow), [minus(-128), 1]).unwrap_or_default();
        assert_eq!(message, "`-128 - 1` does not fit in a `i8`");
    }
}
