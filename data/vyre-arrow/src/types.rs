//! The types of the parameters and the results of functions of rows: those of Rust, and the arrays that hold them.

use crate::values::Native;
use arrow_schema::{DataType, Field};
use half::f16;
use std::fmt;
use std::sync::Arc;

/// A number or a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scalar {
    /// `bool`, of arrays of `Boolean`.
    Bool,
    /// `u8`
    U8,
    /// `i8`
    I8,
    /// `u16`
    U16,
    /// `i16`
    I16,
    /// `u32`
    U32,
    /// `i32`, of arrays of integers, dates and times of 32 bits.
    I32,
    /// `u64`
    U64,
    /// `i64`, of arrays of integers, dates, times, timestamps and durations of 64 bits.
    I64,
    /// `i128`, of arrays of decimals: their unscaled values.
    I128,
    /// `f16`
    F16,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

/// Does something for the type of numbers that arrays and buffers hold for a scalar; for `bool`, which arrays hold as bits, something else.
macro_rules! by_number {
    ($scalar:expr, $Number:ident => $done:expr, bool => $bool:expr) => {
        match $scalar {
            $crate::types::Scalar::Bool => $bool,
            $crate::types::Scalar::U8 => by_number!(@ $Number = u8, $done),
            $crate::types::Scalar::I8 => by_number!(@ $Number = i8, $done),
            $crate::types::Scalar::U16 => by_number!(@ $Number = u16, $done),
            $crate::types::Scalar::I16 => by_number!(@ $Number = i16, $done),
            $crate::types::Scalar::U32 => by_number!(@ $Number = u32, $done),
            $crate::types::Scalar::I32 => by_number!(@ $Number = i32, $done),
            $crate::types::Scalar::U64 => by_number!(@ $Number = u64, $done),
            $crate::types::Scalar::I64 => by_number!(@ $Number = i64, $done),
            $crate::types::Scalar::I128 => by_number!(@ $Number = u128, $done),
            $crate::types::Scalar::F16 => by_number!(@ $Number = half::f16, $done),
            $crate::types::Scalar::F32 => by_number!(@ $Number = f32, $done),
            $crate::types::Scalar::F64 => by_number!(@ $Number = f64, $done),
        }
    };
    (@ $Number:ident = $Type:ty, $done:expr) => {{
        type $Number = $Type;
        $done
    }};
}
pub(crate) use by_number;

impl Scalar {
    /// All of them, each with its name in Rust.
    pub(crate) const ALL: [(Scalar, &'static str); 13] = [
        (Scalar::Bool, "bool"),
        (Scalar::U8, "u8"),
        (Scalar::I8, "i8"),
        (Scalar::U16, "u16"),
        (Scalar::I16, "i16"),
        (Scalar::U32, "u32"),
        (Scalar::I32, "i32"),
        (Scalar::U64, "u64"),
        (Scalar::I64, "i64"),
        (Scalar::I128, "i128"),
        (Scalar::F16, "f16"),
        (Scalar::F32, "f32"),
        (Scalar::F64, "f64"),
    ];

    /// The name in Rust.
    pub fn name(self) -> &'static str {
        Scalar::ALL.iter().find(|(scalar, _)| *scalar == self).map_or("", |(_, name)| name)
    }

    pub(crate) fn named(name: &str) -> Option<Scalar> {
        Scalar::ALL.iter().find(|(_, known)| *known == name).map(|(scalar, _)| *scalar)
    }

    /// The number that kernels write for each row. Rows are invocations, and several of them would share the word of a narrow number.
    pub(crate) fn written(self) -> Scalar {
        match self {
            Scalar::Bool | Scalar::U8 | Scalar::U16 => Scalar::U32,
            Scalar::I8 | Scalar::I16 => Scalar::I32,
            other => other,
        }
    }

    /// What was loaded of a buffer, as kernels' text has it.
    pub(crate) fn read(self, loaded: &str) -> String {
        match self {
            Scalar::I128 => format!("{loaded} as i128"),
            _ => loaded.to_string(),
        }
    }

    /// What is stored for a value, as kernels' text has it.
    pub(crate) fn write(self, value: &str) -> String {
        match self {
            Scalar::Bool => format!("{value} as u32"),
            _ if self.written() != self => format!("{value} as {}", self.written().element()),
            Scalar::I128 => format!("{value} as u128"),
            _ => value.to_string(),
        }
    }

    /// A value of what was stored for it, as kernels' text has it.
    pub(crate) fn read_back(self, loaded: &str) -> String {
        match self {
            Scalar::Bool => format!("{loaded} != 0"),
            _ if self.written() != self => format!("{loaded} as {}", self.name()),
            _ => self.read(loaded),
        }
    }

    /// The bytes of a number in a buffer.
    pub(crate) fn bytes(self) -> usize {
        by_number!(self, Number => size_of::<Number>(), bool => 4)
    }

    /// What kernels call the elements of its buffers.
    pub(crate) fn element(self) -> &'static str {
        match self {
            Scalar::I128 => "u128",
            other => other.name(),
        }
    }

    /// Whether arrays of this type hold it.
    pub fn holds(self, ty: &DataType) -> bool {
        by_number!(self, Number => <Number as Native>::holds(ty), bool => *ty == DataType::Boolean)
    }

    /// The type of its arrays, where nothing else is said.
    pub fn array_type(self) -> DataType {
        by_number!(self, Number => <Number as Native>::ARRAY_TYPE, bool => DataType::Boolean)
    }
}

/// The type of a parameter, or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColumnType {
    /// The number, or what a slice is of.
    pub scalar: Scalar,
    /// Whether each row is a slice: `&[T]`.
    pub is_slice: bool,
    /// Whether a null is a value of it: `Option<T>`. Where a parameter without it is null, the function is not called, and the result is null.
    pub is_nullable: bool,
}

impl ColumnType {
    /// That of plain numbers.
    pub const fn of(scalar: Scalar) -> ColumnType {
        ColumnType { scalar, is_slice: false, is_nullable: false }
    }

    /// The same with nulls.
    #[must_use]
    pub const fn nullable(self) -> ColumnType {
        ColumnType { is_nullable: true, ..self }
    }

    /// Whether it can be the type of a column.
    pub(crate) fn is_known(self) -> bool {
        !(self.is_slice && self.scalar == Scalar::Bool)
    }

    /// Whether functions can give it. They write slices of what kernels write.
    pub(crate) fn is_result(self) -> bool {
        !self.is_slice || !matches!(self.scalar, Scalar::Bool | Scalar::I128)
    }

    /// The type of arrays of results, where nothing else is said. Slices of `u8` are binaries, as not all bytes are text.
    pub fn array_type(self) -> DataType {
        match (self.is_slice, self.scalar) {
            (false, scalar) => scalar.array_type(),
            (true, Scalar::U8) => DataType::Binary,
            (true, scalar) => DataType::List(Arc::new(Field::new_list_field(scalar.array_type(), true))),
        }
    }

    /// Whether results can be arrays of this type.
    pub fn gives(self, ty: &DataType) -> bool {
        self.holds(ty) && !matches!(ty, DataType::FixedSizeBinary(_) | DataType::FixedSizeList(..))
    }

    /// Whether arrays of this type hold it.
    pub fn holds(self, ty: &DataType) -> bool {
        let is_bytes = self.scalar == Scalar::U8;
        match ty {
            _ if !self.is_slice => self.scalar.holds(ty),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => is_bytes,
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => is_bytes,
            DataType::List(field) | DataType::LargeList(field) | DataType::FixedSizeList(field, _) => {
                self.scalar.holds(field.data_type())
            }
            _ => false,
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.scalar.name();
        match (self.is_slice, self.is_nullable) {
            (false, false) => f.write_str(name),
            (true, false) => write!(f, "&[{name}]"),
            (false, true) => write!(f, "Option<{name}>"),
            (true, true) => write!(f, "Option<&[{name}]>"),
        }
    }
}

/// A type of Rust's that functions of rows take and give: numbers, `bool`, and `Option`s of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of a column",
    label = "expected a number, a `bool`, or an `Option` of one"
)]
pub trait Column: 'static {
    /// The type.
    const TYPE: ColumnType;
}

macro_rules! columns {
    ($($Type:ty = $Scalar:ident),*) => {$(
        impl Column for $Type {
            const TYPE: ColumnType = ColumnType::of(Scalar::$Scalar);
        }
        impl Column for Option<$Type> {
            const TYPE: ColumnType = ColumnType::of(Scalar::$Scalar).nullable();
        }
    )*};
}

columns!(
    bool = Bool,
    u8 = U8,
    i8 = I8,
    u16 = U16,
    i16 = I16,
    u32 = U32,
    i32 = I32,
    u64 = U64,
    i64 = I64,
    i128 = I128,
    f16 = F16,
    f32 = F32,
    f64 = F64
);

/// The types of all parameters of a function, as a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no columns",
    label = "expected numbers, `bool`s, and `Option`s of these; at most 8"
)]
pub trait Columns {
    /// The types.
    const TYPES: &'static [ColumnType];
}

macro_rules! tuples {
    ($(($($Part:ident),+))*) => {$(
        impl<$($Part: Column),+> Columns for ($($Part,)+) {
            const TYPES: &'static [ColumnType] = &[$($Part::TYPE),+];
        }
    )*};
}

tuples! {
    (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) (A, B, C, D, E, F, G) (A, B, C, D, E, F, G, H)
}
