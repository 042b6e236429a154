//! Values of constants.

use std::rc::Rc;

/// An integer type, with `usize` and `isize` of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Width {
    pub(crate) name: &'static str,
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
}

const WIDTHS: [Width; 12] = [
    Width { name: "u8", bits: 8, is_signed: false },
    Width { name: "i8", bits: 8, is_signed: true },
    Width { name: "u16", bits: 16, is_signed: false },
    Width { name: "i16", bits: 16, is_signed: true },
    Width { name: "u32", bits: 32, is_signed: false },
    Width { name: "i32", bits: 32, is_signed: true },
    Width { name: "u64", bits: 64, is_signed: false },
    Width { name: "i64", bits: 64, is_signed: true },
    Width { name: "u128", bits: 128, is_signed: false },
    Width { name: "i128", bits: 128, is_signed: true },
    Width { name: "usize", bits: 32, is_signed: false },
    Width { name: "isize", bits: 32, is_signed: true },
];

impl Width {
    pub(crate) fn named(name: &str) -> Option<Width> {
        WIDTHS.into_iter().find(|width| width.name == name)
    }

    /// The unsigned type of the same size.
    pub(super) fn unsigned(self) -> Width {
        let name = self.name.replacen('i', "u", 1);
        Width::named(&name).unwrap_or(self)
    }

    /// The bits of a number of this type, cut off as `as` does: with the sign's bit in all those above.
    pub(super) fn cut(self, bits: u128) -> u128 {
        let unused = 128 - self.bits;
        match self.is_signed {
            true => ((bits << unused) as i128 >> unused) as u128,
            false => bits << unused >> unused,
        }
    }

    /// The bits without those above the type's.
    pub(super) fn plain(self, bits: u128) -> u128 {
        let unused = 128 - self.bits;
        bits << unused >> unused
    }

    pub(super) fn max(self) -> u128 {
        u128::MAX >> (128 - self.bits + u32::from(self.is_signed))
    }

    pub(super) fn min(self) -> u128 {
        if self.is_signed { self.max().wrapping_neg().wrapping_sub(1) } else { 0 }
    }
}

/// An integer. Its bits are those of a number of 128 bits: a negative one has ones above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) bits: u128,
    /// Nothing for a literal, and what is computed of literals alone.
    pub(crate) width: Option<Width>,
}

impl Number {
    pub(crate) fn of(bits: u128, width: &'static str) -> Number {
        Number { bits, width: Width::named(width) }
    }

    pub(super) fn is_signed(self) -> bool {
        self.width.is_none_or(|width| width.is_signed)
    }

    pub(crate) fn is_negative(self) -> bool {
        self.is_signed() && (self.bits as i128) < 0
    }

    /// The order of two numbers of one type.
    pub(super) fn order(self, other: Number) -> std::cmp::Ordering {
        match self.is_signed() && other.is_signed() {
            true => (self.bits as i128).cmp(&(other.bits as i128)),
            false => self.bits.cmp(&other.bits),
        }
    }
}

/// A value of a constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Unit,
    Bool(bool),
    Char(char),
    Int(Number),
    /// A float without a type: as each of the two that it may have.
    Float(f32, f64),
    F32(f32),
    F64(f64),
    /// An `f16` or a `bf16`, by its bits.
    Half(&'static str, u16),
    Array(Rc<Vec<Value>>),
    Tuple(Vec<Value>),
    /// A struct, by its name, with its fields.
    Struct(String, Vec<(String, Value)>),
    /// A variant of an enum without fields: the enum, the variant, its number.
    Variant(String, String, i64),
    /// A text, which only messages have.
    Text(String),
}

impl Value {
    /// What users call its type.
    pub(crate) fn type_name(&self) -> String {
        match self {
            Value::Unit => "()".to_string(),
            Value::Bool(_) => "bool".to_string(),
            Value::Char(_) => "char".to_string(),
            Value::Int(number) => number.width.map_or("{integer}", |width| width.name).to_string(),
            Value::Float(..) => "{float}".to_string(),
            Value::F32(_) => "f32".to_string(),
            Value::F64(_) => "f64".to_string(),
            Value::Half(name, _) => (*name).to_string(),
            Value::Array(elements) => {
                let of = elements.first().map_or_else(|| "_".to_string(), Value::type_name);
                format!("[{of}; {}]", elements.len())
            }
            Value::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Value::type_name).collect();
                format!("({})", parts.join(", "))
            }
            Value::Struct(name, _) | Value::Variant(name, ..) => name.clone(),
            Value::Text(_) => "&str".to_string(),
        }
    }

    pub(super) fn list(elements: Vec<Value>) -> Value {
        Value::Array(Rc::new(elements))
    }
}
