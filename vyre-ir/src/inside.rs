//! The functions inside a kernel or a function, as the macro leaves them: one byte string for all of them, because rustc takes longer for a list
//! of structs than for everything else that a kernel leaves.
//!
//! ```text
//! function:  name operation inputs outputs own:number wire positions
//! name, operation, wire, positions: length:number bytes
//! inputs, outputs:                  count:number tags
//! ```
//!
//! A number is four bytes, the lowest first; a tag is that of a type in the wire form.

use crate::DataType;

/// A function inside: its signature and its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside<'a> {
    /// The name, without that of what it stands in.
    pub name: &'a str,
    /// The id of the registered operation that it stands for, if it is one that is only declared. Else it is empty.
    pub operation: &'a str,
    /// The types of the parameters: of each part, where one is a struct, a tuple or an array.
    pub inputs: Vec<DataType>,
    /// The types of the parts of the result.
    pub outputs: Vec<DataType>,
    /// How many of these parts are the new value of the first parameter.
    pub own: usize,
    /// The wire form of the body.
    pub wire: &'a [u8],
    /// The positions of its parts, as [`Sources::encode`](crate::Sources::encode) makes them.
    pub positions: &'a [u8],
}

impl<'a> Inside<'a> {
    /// Functions as bytes.
    ///
    /// ```
    /// use vyre_ir::{DataType, Inside};
    /// let (inputs, outputs) = (vec![DataType::U32, DataType::F32], vec![DataType::U64]);
    /// let (name, operation) = ("f", "acme.f");
    /// let function = Inside { name, operation, inputs, outputs, own: 0, wire: b"body", positions: &[1, 2] };
    /// let bytes = Inside::encode([&function, &function]);
    /// assert_eq!(Inside::decode(&bytes), Some(vec![function.clone(), function]));
    /// assert_eq!(Inside::decode(&bytes[1..]), None);
    /// ```
    pub fn encode<'f>(functions: impl IntoIterator<Item = &'f Inside<'f>>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for function in functions {
            put(&mut bytes, function.name.as_bytes());
            put(&mut bytes, function.operation.as_bytes());
            for types in [&function.inputs, &function.outputs] {
                put(&mut bytes, &Vec::from_iter(types.iter().map(|ty| ty.tag())));
            }
            bytes.extend((function.own as u32).to_le_bytes());
            put(&mut bytes, function.wire);
            put(&mut bytes, function.positions);
        }
        bytes
    }

    /// The functions that [`encode`](Self::encode) made the bytes of; nothing for other bytes.
    pub fn decode(mut bytes: &'a [u8]) -> Option<Vec<Inside<'a>>> {
        let mut functions = Vec::new();
        while !bytes.is_empty() {
            functions.push(Inside {
                name: text(&mut bytes)?,
                operation: text(&mut bytes)?,
                inputs: types(take(&mut bytes)?)?,
                outputs: types(take(&mut bytes)?)?,
                own: number(&mut bytes)?,
                wire: take(&mut bytes)?,
                positions: take(&mut bytes)?,
            });
        }
        Some(functions)
    }
}

fn put(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend((part.len() as u32).to_le_bytes());
    bytes.extend(part);
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    usize::try_from(u32::from_le_bytes(*number)).ok()
}

fn take<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(bytes)?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    std::str::from_utf8(take(bytes)?).ok()
}

fn types(tags: &[u8]) -> Option<Vec<DataType>> {
    let of = |tag: &u8| DataType::ALL.into_iter().find(|ty| ty.tag() == *tag);
    tags.iter().map(of).collect()
}
