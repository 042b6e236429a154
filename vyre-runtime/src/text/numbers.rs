//! Lists of numbers of a type that is known by its name.

use super::Value;
use crate::arg::Arg;
use crate::item::Item;
use half::{bf16, f16};

/// Numbers of one type, in the order in which they stand in values.
#[derive(Debug)]
pub(super) enum Numbers {
    Bool(Vec<bool>),
    U8(Vec<u8>),
    I8(Vec<i8>),
    U16(Vec<u16>),
    I16(Vec<i16>),
    U32(Vec<u32>),
    I32(Vec<i32>),
    U64(Vec<u64>),
    I64(Vec<i64>),
    U128(Vec<u128>),
    I128(Vec<i128>),
    F16(Vec<f16>),
    BF16(Vec<bf16>),
    F32(Vec<f32>),
    /// Of `f64`.
    F64(Vec<f64>),
}

macro_rules! numbers {
    ($($Variant:ident: $name:literal),*) => {
        /// The words of a number, and the bytes that it has in memory; nothing if it is not of the type with this name.
        pub(super) fn words_of(name: &str, value: &Value) -> Option<(Vec<u32>, usize)> {
            let mut words = Vec::new();
            let size = match (name, value) {
                $(($name, Value::$Variant(number)) => {
                    number.add_words(&mut words);
                    size_of_val(number)
                })*
                _ => return None,
            };
            Some((words, size))
        }

        impl Numbers {
            pub(super) fn named(name: &str) -> Option<Numbers> {
                Some(match name {
                    $($name => Numbers::$Variant(Vec::new()),)*
                    _ => return None,
                })
            }

            /// Adds a number; whether it is of the type.
            pub(super) fn push(&mut self, value: &Value) -> bool {
                match (self, value) {
                    $((Numbers::$Variant(list), Value::$Variant(number)) => list.push(*number),)*
                    _ => return false,
                }
                true
            }

            pub(super) fn get(&self, at: usize) -> Option<Value> {
                match self {
                    $(Numbers::$Variant(list) => list.get(at).copied().map(Value::$Variant),)*
                }
            }

            /// As many numbers, all zero.
            pub(super) fn fill(&mut self, count: usize) {
                match self {
                    $(Numbers::$Variant(list) => list.resize_with(count, Default::default),)*
                }
            }

            pub(super) fn read(&self) -> Arg<'_> {
                match self {
                    $(Numbers::$Variant(list) => Arg::read(list),)*
                }
            }

            pub(super) fn write(&mut self) -> Arg<'_> {
                match self {
                    $(Numbers::$Variant(list) => Arg::write(list),)*
                }
            }
        }
    };
}

numbers! {
    Bool: "bool", U8: "u8", I8: "i8", U16: "u16", I16: "i16", U32: "u32", I32: "i32", U64: "u64", I64: "i64", U128: "u128", I128: "i128",
    F16: "f16", BF16: "bf16", F32: "f32", F64: "f64"
}

/// The type of the elements that numbers of a type are passed as.
pub(super) fn held(name: &str) -> &str {
    match name {
        "usize" => "u32",
        "isize" => "i32",
        other => other,
    }
}
