//! Slices of values, as they lie in buffers.

use super::Value;
use super::function::each_number;
use super::numbers::{Numbers, held, words_of};
use crate::arg::{Arg, Kind};
use crate::element::{Data, DataMut};
use vyre_ir::DataType;
use vyre_lang::module::{Parameter, Shape};

/// The elements of a slice.
pub(super) enum Slice {
    /// Numbers, also those of arrays, one after the other.
    Numbers(Numbers),
    /// Structs, tuples and enums, of so many bytes each, as words.
    Words(Vec<u32>, usize),
    /// Structs of which numbers of 8 or 16 bits share words.
    Bytes(Vec<u8>, usize),
}

impl Slice {
    /// The slice of these elements for a parameter; nothing if one is of another type.
    pub(super) fn of(shape: &Shape, elements: &[Value], parameter: &Parameter) -> Option<Slice> {
        if let Some(name) = innermost(shape) {
            let mut numbers = Numbers::named(held(name))?;
            let mut push = |_: &str, number: &Value| numbers.push(number);
            let are_fine = elements.iter().all(|element| each_number(shape, element, &mut push));
            return are_fine.then_some(Slice::Numbers(numbers));
        }
        let (mut bytes, is_spread) = (Vec::new(), is_spread(shape));
        let mut lay_out = |ty: &str, number: &Value| {
            let Some((words, size)) = words_of(ty, number) else { return false };
            let size = if is_spread { words.len() * 4 } else { size };
            bytes.extend(words.into_iter().flat_map(u32::to_le_bytes).take(size));
            true
        };
        if !elements.iter().all(|element| each_number(shape, element, &mut lay_out)) {
            return None;
        }
        let size = parameter.bytes as usize;
        if parameter.is_packed {
            return Some(Slice::Bytes(bytes, size));
        }
        let (words, _) = bytes.as_chunks();
        Some(Slice::Words(words.iter().map(|word| u32::from_le_bytes(*word)).collect(), size))
    }

    /// The argument of a launch, and whether it is written.
    pub(super) fn arg(&mut self, is_written: bool) -> Arg<'_> {
        let of = |ty, size, kind| Arg { ty, size, kind, host: "struct", layout: None };
        match (self, is_written) {
            (Slice::Numbers(numbers), true) => numbers.write(),
            (Slice::Numbers(numbers), false) => numbers.read(),
            (Slice::Words(words, size), true) => of(DataType::U32, *size, Kind::Write(DataMut::Words(words))),
            (Slice::Words(words, size), false) => of(DataType::U32, *size, Kind::Read(Data::Words(words))),
            (Slice::Bytes(bytes, size), true) => {
                of(DataType::Bytes, *size, Kind::Write(DataMut::Bytes(bytes)))
            }
            (Slice::Bytes(bytes, size), false) => of(DataType::Bytes, *size, Kind::Read(Data::Bytes(bytes))),
        }
    }
}

/// The name of the number that a value is, or that its elements are.
fn innermost(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::Number(name) => Some(name),
        Shape::Array(element, _) => innermost(element),
        _ => None,
    }
}

/// Whether the parts of an element share no words: it has a `bool`, a tuple or an enum in it. See [`BufferElement`](crate::BufferElement).
fn is_spread(shape: &Shape) -> bool {
    match shape {
        Shape::Number(name) => name == "bool",
        Shape::Array(element, _) => is_spread(element),
        Shape::Struct(_, fields) => fields.iter().any(|(_, field)| is_spread(field)),
        Shape::Tuple(_) | Shape::Enum(..) => true,
        Shape::Unit | Shape::Slice(..) => false,
    }
}
