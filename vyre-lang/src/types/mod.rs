//! The types of the kernel language, and their inference.

mod inference;
mod joined;
mod number;

pub(crate) use inference::{Data, Form, Inference};
pub(crate) use joined::Joined;
pub(crate) use number::Number;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use std::fmt;
use vyre_ir::library::Row;
use vyre_ir::{DataType, Scalar};

/// A type. A `bool` is a `U32` of 0 or 1 in the IR, so that comparisons need no conversion; only the elements of
/// buffers are `Bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    U128,
    I128,
    Bool,
    /// `[u32; 2]`
    Vec2,
    /// `[u32; 4]`
    Vec4,
    F32,
    F64,
    F16,
    BF16,
    /// `[f32; 2]`
    FVec2,
    /// `[f32; 4]`
    FVec4,
    /// A tuple, a struct, or an array that is no vector, by its position among [`Inference`]'s.
    Many(u32),
    /// An enum, by its position among [`Inference`]'s definitions.
    Enum(u32),
    /// No value: statements.
    Unit,
    /// Of expressions that do not end: `return`, `break`, `continue`.
    Never,
    /// An integer literal, or what it was bound to, whose type is not settled yet.
    Int(u32),
    /// A float literal, or what it was bound to, whose type is not settled yet. As a literal it has the bits of both types that it may become; see
    /// [`Inference::literal_bits`].
    Float(u32),
    /// Of the result of a function that the macro cannot see, and what it was bound to, until a use settles it.
    Open(u32),
    /// The number that stands for a constant parameter of a type, which is no type of values.
    Const(Number),
    /// Of erroneous expressions, so that one mistake gives one error. It agrees with every type.
    Error,
}

/// An integer type of Rust's.
#[derive(Clone, Copy)]
pub(crate) struct Integer {
    pub(crate) ty: Ty,
    pub(crate) name: &'static str,
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
    /// The IR's type of a value. The IR has integers of 32, 64 and 128 bits, and signed ones of 32 alone: a narrower number is held as a
    /// number of 32 bits with the same value, and an `i64` or an `i128` as a `U64` or a `U128` with the same bits.
    data: &'static DataType,
}

/// Every integer type. `usize` and `isize` are `u32` and `i32`, by [`Ty::named_integer`].
pub(crate) const INTEGERS: [Integer; 10] = [
    Integer { ty: Ty::U8, name: "u8", bits: 8, is_signed: false, data: &DataType::U32 },
    Integer { ty: Ty::I8, name: "i8", bits: 8, is_signed: true, data: &DataType::I32 },
    Integer { ty: Ty::U16, name: "u16", bits: 16, is_signed: false, data: &DataType::U32 },
    Integer { ty: Ty::I16, name: "i16", bits: 16, is_signed: true, data: &DataType::I32 },
    Integer { ty: Ty::U32, name: "u32", bits: 32, is_signed: false, data: &DataType::U32 },
    Integer { ty: Ty::I32, name: "i32", bits: 32, is_signed: true, data: &DataType::I32 },
    Integer { ty: Ty::U64, name: "u64", bits: 64, is_signed: false, data: &DataType::U64 },
    Integer { ty: Ty::I64, name: "i64", bits: 64, is_signed: true, data: &DataType::U64 },
    Integer { ty: Ty::U128, name: "u128", bits: 128, is_signed: false, data: &DataType::U128 },
    Integer { ty: Ty::I128, name: "i128", bits: 128, is_signed: true, data: &DataType::U128 },
];

impl Integer {
    /// The largest number, as bits.
    pub(crate) fn max(&self) -> u128 {
        u128::MAX >> (128 - self.bits + u32::from(self.is_signed))
    }

    /// The smallest number, as the bits of a literal.
    pub(crate) fn min(&self) -> u128 {
        if self.is_signed { self.max().wrapping_neg().wrapping_sub(1) } else { 0 }
    }

    /// The number with these bits, as Rust writes it.
    pub(crate) fn literal(&self, bits: u128) -> TokenStream {
        let unused = 128 - self.bits;
        let magnitude = match self.is_signed {
            true => ((bits << unused) as i128 >> unused).unsigned_abs(),
            false => bits << unused >> unused,
        };
        let is_negative = self.is_signed && bits >> (self.bits - 1) & 1 == 1;
        // A literal is what a type's name makes of it: its text has the suffix.
        let literal: Result<TokenStream, _> = format!("{magnitude}{}", self.name).parse();
        let literal = literal.unwrap_or_default();
        if is_negative { quote!((-#literal)) } else { literal }
    }

    /// Whether every number of another type is one of this type.
    pub(crate) fn holds(&self, other: &Integer) -> bool {
        match (other.is_signed, self.is_signed) {
            (true, false) => false,
            (false, true) => other.bits < self.bits,
            _ => other.bits <= self.bits,
        }
    }

    /// Whether Rust has `From` of a number of another type.
    pub(crate) fn is_from(&self, other: &Integer) -> bool {
        self.ty == other.ty || self.holds(other)
    }
}

impl Ty {
    /// The integer type, if it is one that is settled.
    pub(crate) fn integer(self) -> Option<&'static Integer> {
        INTEGERS.iter().find(|integer| integer.ty == self)
    }

    /// The integer type with this name. In kernels and functions `usize` is `u32`, and `isize` is `i32`.
    pub(crate) fn named_integer(name: &str) -> Option<&'static Integer> {
        let name = match name {
            "usize" => "u32",
            "isize" => "i32",
            name => name,
        };
        INTEGERS.iter().find(|integer| integer.name == name)
    }

    /// The integer type of so many bits.
    fn of_bits(bits: u32, is_signed: bool) -> Ty {
        let fits = |integer: &&Integer| integer.bits == bits && integer.is_signed == is_signed;
        INTEGERS.iter().find(fits).map_or(Ty::U32, |integer| integer.ty)
    }

    /// The unsigned type with as many bits.
    pub(crate) fn unsigned(self) -> Ty {
        Ty::of_bits(self.bits(), false)
    }

    /// The signed type with as many bits.
    pub(crate) fn signed(self) -> Ty {
        Ty::of_bits(self.bits(), true)
    }

    /// The bits of a number.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Ty::F64 => 64,
            ty => ty.integer().map_or(32, |integer| integer.bits),
        }
    }

    /// The bytes of a number or a vector in the host's memory.
    pub(crate) fn bytes(self) -> u32 {
        match self.integer() {
            Some(integer) => integer.bits / 8,
            None if self.is_half() => 2,
            None => self.data().map_or(1, |data| data.lanes() as u32) * 4,
        }
    }

    /// Whether it is an integer of 8 or 16 bits.
    pub(crate) fn is_narrow(self) -> bool {
        self.bits() < 32
    }

    /// Whether it takes less than a word in the host's memory: an integer of 8 or 16 bits, or a float of 16.
    pub(crate) fn is_short(self) -> bool {
        self.bytes() < 4
    }

    /// The IR's type whose operators are those of the type. Nothing for integers that the IR does not have.
    pub(crate) fn of_rows(self) -> Option<DataType> {
        self.data().filter(|_| !self.is_narrow() && !matches!(self, Ty::I64 | Ty::I128))
    }

    /// The IR's type of a value. An integer that nothing settles is an `i32`, as in Rust.
    pub(crate) fn data(self) -> Option<DataType> {
        Some(match self {
            Ty::U8
            | Ty::I8
            | Ty::U16
            | Ty::I16
            | Ty::U32
            | Ty::I32
            | Ty::U64
            | Ty::I64
            | Ty::U128
            | Ty::I128 => {
                return self.integer().map(|integer| integer.data.clone());
            }
            Ty::Int(_) => DataType::I32,
            Ty::Enum(_) => DataType::U32,
            Ty::Bool => DataType::Bool,
            Ty::Vec2 => DataType::Vec2U32,
            Ty::Vec4 => DataType::Vec4U32,
            Ty::F32 => DataType::F32,
            // What nothing settles is an `f64`, as in Rust.
            Ty::F64 | Ty::Float(_) => DataType::F64,
            Ty::F16 => DataType::F16,
            Ty::BF16 => DataType::BF16,
            Ty::FVec2 => DataType::Vec2F32,
            Ty::FVec4 => DataType::Vec4F32,
            Ty::Many(_) | Ty::Unit | Ty::Never | Ty::Open(_) | Ty::Const(_) | Ty::Error => return None,
        })
    }

    /// The type in Rust of an argument or the result of an operation of the library, which has this type in the IR.
    pub(crate) fn in_operation(row: &Row, data: &DataType) -> Ty {
        match Ty::of(data) {
            Ty::U64 if row.family() == "primitive.i64" => Ty::I64,
            ty => ty,
        }
    }

    /// The type of a value of the IR's type.
    pub(crate) fn of(ty: &DataType) -> Ty {
        if *ty == DataType::U128 {
            return Ty::U128;
        }
        // No value is of type `Bytes`.
        let Some(ty) = ty.value_type() else { return Ty::Error };
        match (ty.scalar, ty.lanes) {
            (Scalar::U32, 1) => Ty::U32,
            (Scalar::U32, 2) => Ty::Vec2,
            (Scalar::U32, _) => Ty::Vec4,
            (Scalar::I32, _) => Ty::I32,
            (Scalar::U64, _) => Ty::U64,
            (Scalar::Bool, _) => Ty::Bool,
            (Scalar::F32, 1) => Ty::F32,
            (Scalar::F64, _) => Ty::F64,
            (Scalar::F16, _) => Ty::F16,
            (Scalar::BF16, _) => Ty::BF16,
            (Scalar::F32, 2) => Ty::FVec2,
            (Scalar::F32, _) => Ty::FVec4,
        }
    }

    /// The float type with this name.
    pub(crate) fn named_float(name: &str) -> Option<Ty> {
        [Ty::F32, Ty::F64, Ty::F16, Ty::BF16].into_iter().find(|ty| ty.to_string() == name)
    }

    /// Whether it is one float.
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F64 | Ty::F16 | Ty::BF16 | Ty::Float(_))
    }

    /// Whether it is a float of 16 bits, which Rust has no literals and no casts of.
    pub(crate) fn is_half(self) -> bool {
        matches!(self, Ty::F16 | Ty::BF16)
    }

    pub(crate) fn is_integer(self) -> bool {
        matches!(self, Ty::Int(_)) || self.integer().is_some()
    }

    /// The type that computes the same in the IR.
    pub(crate) fn machine(self) -> Ty {
        match self {
            Ty::Enum(_) => Ty::U32,
            Ty::Float(_) => Ty::F64,
            other => other,
        }
    }

    /// Whether numbers of the type have a sign.
    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Ty::Int(_)) || self.integer().is_some_and(|integer| integer.is_signed)
    }

    /// The unsigned type in which numbers of the type are counted.
    pub(crate) fn counter(self) -> Ty {
        match self.bits() {
            128 => Ty::U128,
            64 => Ty::U64,
            _ => Ty::U32,
        }
    }

    /// The type of a lane of a vector.
    pub(crate) fn lane(self) -> Ty {
        match self {
            Ty::FVec2 | Ty::FVec4 => Ty::F32,
            _ => Ty::U32,
        }
    }

    /// The vector of so many lanes of this type, if there is one.
    pub(crate) fn vector(self, lanes: u32) -> Option<Ty> {
        match (self, lanes) {
            (Ty::F32, 2) => Some(Ty::FVec2),
            (Ty::F32, 4) => Some(Ty::FVec4),
            (_, 2) => Some(Ty::Vec2),
            (_, 4) => Some(Ty::Vec4),
            _ => None,
        }
    }

    /// The lanes of a vector.
    pub(crate) fn vector_lanes(self) -> Option<u32> {
        match self {
            Ty::Vec2 | Ty::FVec2 => Some(2),
            Ty::Vec4 | Ty::FVec4 => Some(4),
            _ => None,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ty::U8
            | Ty::I8
            | Ty::U16
            | Ty::I16
            | Ty::U32
            | Ty::I32
            | Ty::U64
            | Ty::I64
            | Ty::U128
            | Ty::I128 => self.integer().map_or("integer", |integer| integer.name),
            Ty::Bool => "bool",
            Ty::Vec2 => "[u32; 2]",
            Ty::Vec4 => "[u32; 4]",
            Ty::F32 => "f32",
            Ty::F64 => "f64",
            Ty::F16 => "f16",
            Ty::BF16 => "bf16",
            Ty::FVec2 => "[f32; 2]",
            Ty::FVec4 => "[f32; 4]",
            Ty::Many(_) => "a tuple, a struct or an array",
            Ty::Enum(_) => "an enum",
            Ty::Unit => "()",
            Ty::Never => "!",
            Ty::Int(_) => "integer",
            Ty::Float(_) => "float",
            Ty::Open(_) => "an unknown type",
            Ty::Const(number) => return number.fmt(f),
            Ty::Error => "an error",
        })
    }
}

/// The host's type of values; `home` is a path that has `f16` and `bf16`.
pub(crate) fn host_value(ty: Ty, home: &TokenStream) -> Option<TokenStream> {
    let ty = ty.machine();
    if let (Some(integer), None) = (ty.integer(), ty.of_rows()) {
        let name = Ident::new(integer.name, Span::call_site());
        return Some(quote!(::core::primitive::#name));
    }
    ty.data().map(|data| host_type(data, home))
}

/// The host's type of values of the IR's type; `home` is a path that has `f16` and `bf16`.
pub(crate) fn host_type(ty: DataType, home: &TokenStream) -> TokenStream {
    if ty == DataType::U128 {
        return quote!(::core::primitive::u128);
    }
    let ty = ty.element_type();
    let scalar = match ty.scalar {
        Scalar::U32 => quote!(::core::primitive::u32),
        Scalar::I32 => quote!(::core::primitive::i32),
        Scalar::U64 => quote!(::core::primitive::u64),
        Scalar::Bool => quote!(::core::primitive::bool),
        Scalar::F32 => quote!(::core::primitive::f32),
        Scalar::F64 => quote!(::core::primitive::f64),
        Scalar::F16 => quote!(#home::f16),
        Scalar::BF16 => quote!(#home::bf16),
    };
    match usize::from(ty.lanes) {
        1 => scalar,
        lanes => {
            let lanes = Literal::usize_unsuffixed(lanes);
            quote!([#scalar; #lanes])
        }
    }
}
