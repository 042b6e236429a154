//! What constant parameters of types stand for.

use super::{INTEGERS, Ty};
use std::fmt;
use vyre_ir::Lanes;

/// A number of at most 64 bits, or a `bool`, with its type: `4` of a `Matrix<f32, 4>`, or `true`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Number {
    bits: u64,
    /// The position of its type among [`INTEGERS`]; behind the last one for `bool`.
    of: u8,
}

impl Number {
    /// The number with these words; nothing where it needs more than 64 bits, or has no type of constants.
    pub(crate) fn new(lanes: Lanes, ty: Ty) -> Option<Number> {
        let of = match ty {
            Ty::Bool => INTEGERS.len(),
            ty => INTEGERS.iter().position(|integer| integer.ty == ty)?,
        };
        let [low, high, ..] = lanes;
        let bits = INTEGERS.get(of).map_or(32, |integer| integer.bits);
        match bits {
            128 if lanes[2..] != [0, 0] => return None,
            64 | 128 => {}
            _ => return Some(Number { bits: low.into(), of: of as u8 }),
        }
        Some(Number { bits: u64::from(high) << 32 | u64::from(low), of: of as u8 })
    }

    /// A length, or another number of the checker's own.
    pub(crate) fn count(count: u32) -> Number {
        let of = INTEGERS.iter().position(|integer| integer.ty == Ty::U32).unwrap_or(0);
        Number { bits: count.into(), of: of as u8 }
    }

    pub(crate) fn ty(self) -> Ty {
        INTEGERS.get(usize::from(self.of)).map_or(Ty::Bool, |integer| integer.ty)
    }

    pub(crate) fn lanes(self) -> Lanes {
        [self.bits as u32, (self.bits >> 32) as u32, 0, 0]
    }

    /// The number as a length, if its type is that of lengths.
    pub(crate) fn as_count(self) -> Option<u32> {
        (self.ty() == Ty::U32).then_some(self.bits as u32)
    }
}

/// As Rust writes it.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match INTEGERS.get(usize::from(self.of)) {
            None => (self.bits != 0).fmt(f),
            Some(integer) if integer.bits == 64 && integer.is_signed => (self.bits as i64).fmt(f),
            Some(integer) if integer.is_signed => (self.bits as i32).fmt(f),
            Some(_) => self.bits.fmt(f),
        }
    }
}
