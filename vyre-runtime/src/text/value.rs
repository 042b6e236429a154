//! Values that functions of a text take and give.

use half::{bf16, f16};
use std::fmt;

/// A value of the kernel language.
///
/// ```
/// use vyre_runtime::Value;
/// let pair = Value::Tuple(vec![Value::U32(7), [1.5f32, 2.0].into()]);
/// assert_eq!(pair.to_string(), "(7, [1.5, 2.0])");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// `()`
    Unit,
    /// A `bool`.
    Bool(bool),
    /// A `u8`.
    U8(u8),
    /// An `i8`.
    I8(i8),
    /// A `u16`.
    U16(u16),
    /// An `i16`.
    I16(i16),
    /// A `u32`, or a `usize`, which has 32 bits in kernels.
    U32(u32),
    /// An `i32`, or an `isize`.
    I32(i32),
    /// A `u64`.
    U64(u64),
    /// An `i64`.
    I64(i64),
    /// A `u128`.
    U128(u128),
    /// An `i128`.
    I128(i128),
    /// An `f16`.
    F16(f16),
    /// A `bf16`.
    BF16(bf16),
    /// An `f32`.
    F32(f32),
    /// An `f64`.
    F64(f64),
    /// An array or a slice.
    Array(Vec<Value>),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A struct, with its fields by name.
    Struct(Vec<(String, Value)>),
    /// An enum, by the name of its variant.
    Enum(String),
}

impl Value {
    /// What users call its type.
    pub(super) fn type_name(&self) -> String {
        let name = match self {
            Value::Unit => "()",
            Value::Bool(_) => "bool",
            Value::U8(_) => "u8",
            Value::I8(_) => "i8",
            Value::U16(_) => "u16",
            Value::I16(_) => "i16",
            Value::U32(_) => "u32",
            Value::I32(_) => "i32",
            Value::U64(_) => "u64",
            Value::I64(_) => "i64",
            Value::U128(_) => "u128",
            Value::I128(_) => "i128",
            Value::F16(_) => "f16",
            Value::BF16(_) => "bf16",
            Value::F32(_) => "f32",
            Value::F64(_) => "f64",
            Value::Array(elements) => {
                let of = elements.first().map_or_else(|| "_".to_string(), Value::type_name);
                return format!("[{of}; {}]", elements.len());
            }
            Value::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Value::type_name).collect();
                return format!("({})", parts.join(", "));
            }
            Value::Struct(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, value)| format!("{name}: {}", value.type_name())).collect();
                return format!("{{ {} }}", fields.join(", "));
            }
            Value::Enum(variant) => return format!("::{variant}"),
        };
        name.to_string()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, values: &[Value]| {
            values.iter().enumerate().try_for_each(|(at, value)| {
                let comma = if at == 0 { "" } else { ", " };
                write!(f, "{comma}{value}")
            })
        };
        match self {
            Value::Unit => f.write_str("()"),
            Value::Bool(it) => it.fmt(f),
            Value::U8(it) => it.fmt(f),
            Value::I8(it) => it.fmt(f),
            Value::U16(it) => it.fmt(f),
            Value::I16(it) => it.fmt(f),
            Value::U32(it) => it.fmt(f),
            Value::I32(it) => it.fmt(f),
            Value::U64(it) => it.fmt(f),
            Value::I64(it) => it.fmt(f),
            Value::U128(it) => it.fmt(f),
            Value::I128(it) => it.fmt(f),
            Value::F16(it) => write!(f, "{:?}", it.to_f32()),
            Value::BF16(it) => write!(f, "{:?}", it.to_f32()),
            Value::F32(it) => write!(f, "{it:?}"),
            Value::F64(it) => write!(f, "{it:?}"),
            Value::Array(elements) => {
                f.write_str("[")?;
                list(f, elements)?;
                f.write_str("]")
            }
            Value::Tuple(parts) => {
                f.write_str("(")?;
                list(f, parts)?;
                f.write_str(if parts.len() == 1 { ",)" } else { ")" })
            }
            Value::Struct(fields) => {
                f.write_str("{ ")?;
                for (at, (name, value)) in fields.iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    write!(f, "{comma}{name}: {value}")?;
                }
                f.write_str(" }")
            }
            Value::Enum(variant) => f.write_str(variant),
        }
    }
}

macro_rules! from {
    ($($Type:ty: $Variant:ident),*) => {$(
        impl From<$Type> for Value {
            fn from(value: $Type) -> Value {
                Value::$Variant(value)
            }
        }
    )*};
}

from!(bool: Bool, u8: U8, i8: I8, u16: U16, i16: I16, u32: U32, i32: I32, u64: U64, i64: I64, u128: U128, i128: I128);
from!(f16: F16, bf16: BF16, f32: F32, f64: F64);

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(elements: Vec<T>) -> Value {
        Value::Array(elements.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(elements: [T; N]) -> Value {
        Value::Array(elements.into_iter().map(Into::into).collect())
    }
}
