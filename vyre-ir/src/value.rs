//! Values: what expressions evaluate to, as lanes and as Rust numbers.

use crate::DataType;
use crate::float::half::{self, Format};
use crate::float::{binary64, literal};
use std::fmt;

/// The lanes of a value, lane 0 first; lanes past the type's count are 0.
pub type Lanes = [u32; 4];

/// A value of any type that an expression can have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    ty: DataType,
    lanes: Lanes,
    /// The parts of an array or a tuple.
    parts: Box<[Value]>,
}

impl Value {
    /// The value of type `ty` with these lanes. Lanes past the type's count are dropped, a `Bool` becomes
    /// `0` or `1`, and a float of 16 bits has the low ones.
    pub fn from_lanes(ty: DataType, mut lanes: Lanes) -> Value {
        lanes[ty.lanes()..].fill(0);
        if ty == DataType::Bool {
            lanes[0] = u32::from(lanes[0] != 0);
        }
        if ty.is_packed() {
            lanes[0] &= 0xffff;
        }
        Value { ty, lanes, parts: Box::default() }
    }

    /// The zero of a type: what a load out of bounds gives.
    pub fn zero(ty: DataType) -> Value {
        let parts = ty.parts().cloned().map(Value::zero).collect();
        Value { ty, lanes: [0; 4], parts }
    }

    /// What [`Expr::Compose`](crate::Expr::Compose) makes of its parts.
    pub fn compose(ty: DataType, parts: &[Value]) -> Value {
        if ty.has_parts() {
            return Value { ty, lanes: [0; 4], parts: parts.into() };
        }
        let lanes = std::array::from_fn(|at| parts.get(at).map_or(0, |part| part.lanes[0]));
        Value::from_lanes(ty, lanes)
    }

    /// What [`Expr::Component`](crate::Expr::Component) takes of it; `None` if it has no such part.
    pub fn component(&self, index: u32) -> Option<Value> {
        let index = index as usize;
        if self.ty.has_parts() {
            return self.parts.get(index).cloned();
        }
        let lane = *self.lanes.get(index)?;
        Some(Value::from_lanes(self.ty.lane_type(), [lane, 0, 0, 0]))
    }

    /// The type of the value.
    pub fn ty(&self) -> DataType {
        self.ty.clone()
    }

    /// The lanes, lane 0 first, zero past the type's count.
    pub fn lanes(&self) -> Lanes {
        self.lanes
    }

    /// The number if this is a `U32`.
    pub fn as_u32(&self) -> Option<u32> {
        (self.ty == DataType::U32).then_some(self.lanes[0])
    }

    /// Whether any lane is not zero: the truth of a condition.
    pub fn is_true(&self) -> bool {
        self.lanes != [0; 4]
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::from_lanes(DataType::U32, [value, 0, 0, 0])
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Value {
        Value::from_lanes(DataType::I32, [value as u32, 0, 0, 0])
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::from_lanes(DataType::Bool, [u32::from(value), 0, 0, 0])
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Value {
        Value::from_lanes(DataType::U64, [value as u32, (value >> 32) as u32, 0, 0])
    }
}

impl From<u128> for Value {
    fn from(value: u128) -> Value {
        Value::from_lanes(DataType::U128, words(value))
    }
}

impl From<f32> for Value {
    fn from(value: f32) -> Value {
        Value::from_lanes(DataType::F32, [value.to_bits(), 0, 0, 0])
    }
}

impl From<[u32; 2]> for Value {
    fn from([x, y]: [u32; 2]) -> Value {
        Value::from_lanes(DataType::Vec2U32, [x, y, 0, 0])
    }
}

impl From<[u32; 4]> for Value {
    fn from(lanes: [u32; 4]) -> Value {
        Value::from_lanes(DataType::Vec4U32, lanes)
    }
}

/// The words of a number, the lowest first.
pub const fn words(value: u128) -> Lanes {
    [value as u32, (value >> 32) as u32, (value >> 64) as u32, (value >> 96) as u32]
}

/// The number with these words, the lowest first.
pub fn from_words(words: &[u32]) -> u128 {
    words.iter().rev().fold(0, |value, word| value << 32 | u128::from(*word))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z, w] = self.lanes;
        match self.ty {
            DataType::U32 | DataType::Bytes | DataType::Tensor(_) => write!(f, "{x}"),
            DataType::Array(_) | DataType::Tuple(_) => {
                let [open, close] = if let DataType::Array(_) = self.ty { ["[", "]"] } else { ["(", ")"] };
                f.write_str(open)?;
                for (at, part) in self.parts.iter().enumerate() {
                    write!(f, "{}{part}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str(close)
            }
            DataType::I32 => write!(f, "{}", x as i32),
            DataType::U64 => write!(f, "{}", u64::from(x) | u64::from(y) << 32),
            DataType::U128 => write!(f, "{}", from_words(&self.lanes)),
            DataType::Vec2U32 => write!(f, "[{x}, {y}]"),
            DataType::Vec4U32 => write!(f, "[{x}, {y}, {z}, {w}]"),
            DataType::Bool => write!(f, "{}", x != 0),
            DataType::F32 => f.write_str(&literal(x)),
            DataType::F64 => f.write_str(&binary64::literal(u64::from(x) | u64::from(y) << 32)),
            DataType::F16 => f.write_str(&half::literal(Format::F16, x)),
            DataType::BF16 => f.write_str(&half::literal(Format::BF16, x)),
            DataType::Vec2F32 => write!(f, "[{}, {}]", literal(x), literal(y)),
            DataType::Vec4F32 => {
                write!(f, "[{}, {}, {}, {}]", literal(x), literal(y), literal(z), literal(w))
            }
        }
    }
}
