//! What a module was compiled to, as bytes.
//!
//! ```text
//! "VYRM" version:u8 file kernels:list
//! ```
//!
//! A number is four bytes, the lowest first; a text and a list begin with their length. Before anything is allocated, every length is checked
//! against the number of bytes that are left. What the programs mean is for the validator.

use super::output::{
    Access, Axis, BufferAccessName, Compiled, Instance, Kernel, Length, LengthStep, Packed, Parameter, Table,
};
use crate::lengths;
use vyre_ir::{BinOp, DataType};

const MAGIC: &[u8; 5] = b"VYRM\x05";

/// A module as bytes, with the file that it names.
pub fn to_wire(file: &str, compiled: &Compiled) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    put_bytes(&mut bytes, file.as_bytes());
    put_list(&mut bytes, &compiled.kernels, put_kernel);
    bytes
}

/// The module that bytes are, with the file that it names; nothing for other bytes.
pub fn from_wire(bytes: &[u8]) -> Option<(String, Compiled)> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let bytes = &mut rest;
    let (file, kernels) = (text(bytes)?, list(bytes, kernel)?);
    bytes.is_empty().then(|| (file, Compiled { kernels, ..Compiled::default() }))
}

fn put(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend(number.to_le_bytes());
}

fn put_bytes(bytes: &mut Vec<u8>, part: &[u8]) {
    put(bytes, u32::try_from(part.len()).unwrap_or(u32::MAX));
    bytes.extend(part);
}

fn put_list<T>(bytes: &mut Vec<u8>, list: &[T], one: impl Fn(&mut Vec<u8>, &T)) {
    put(bytes, u32::try_from(list.len()).unwrap_or(u32::MAX));
    list.iter().for_each(|it| one(bytes, it));
}

fn put_texts(bytes: &mut Vec<u8>, list: &[String]) {
    put_list(bytes, list, |bytes, text| put_bytes(bytes, text.as_bytes()));
}

fn put_kernel(bytes: &mut Vec<u8>, kernel: &Kernel) {
    put_bytes(bytes, kernel.name.as_bytes());
    put_texts(bytes, &kernel.constants);
    put_texts(bytes, &kernel.types);
    put_list(bytes, &kernel.instances, put_instance);
}

fn put_axis(bytes: &mut Vec<u8>, axis: &Axis) {
    match axis {
        Axis::Named(name, is_new) => {
            bytes.push(0);
            put_bytes(bytes, name.as_bytes());
            bytes.push(u8::from(*is_new));
        }
        Axis::Fixed(length) => {
            bytes.push(1);
            put(bytes, *length);
        }
        Axis::Parameter(at) => {
            bytes.push(2);
            put(bytes, *at);
        }
        Axis::Unknown => bytes.push(3),
    }
}

fn put_instance(bytes: &mut Vec<u8>, it: &Instance) {
    put_texts(bytes, &it.types);
    put_list(bytes, &it.parameters, |bytes, parameter| {
        put_bytes(bytes, parameter.name.as_bytes());
        put_bytes(bytes, parameter.element.as_bytes());
        bytes.push(parameter.access as u8);
        put(bytes, parameter.bytes);
        bytes.push(u8::from(parameter.is_packed));
        put_bytes(bytes, parameter.number.as_deref().unwrap_or_default().as_bytes());
        let regrouped = <Option<DataType> as Clone>::clone(&parameter.regrouped)
            .map_or_else(String::new, |ty| ty.to_string());
        put_bytes(bytes, regrouped.as_bytes());
        bytes.push(u8::from(parameter.tensor.is_some()));
        if let Some(axes) = &parameter.tensor {
            put_list(bytes, axes, put_axis);
        }
        put_list(bytes, &parameter.lengths, |bytes, length| put_steps(bytes, length));
        bytes.push(u8::from(parameter.count.is_some()));
        if let Some((text, count)) = &parameter.count {
            put_bytes(bytes, text.as_bytes());
            put_steps(bytes, count);
        }
    });
    bytes.push(u8::from(it.asks_for_groups));
    [&it.wire, &it.positions, &it.inside].into_iter().for_each(|part| put_bytes(bytes, part));
    put_list(bytes, &it.items, |bytes, (ty, lanes)| {
        put_bytes(bytes, ty.to_string().as_bytes());
        lanes.iter().for_each(|lane| put(bytes, *lane));
    });
    put_list(bytes, &it.tables, |bytes, table| {
        put(bytes, table.size);
        put_bytes(bytes, &table.bytes);
    });
    put_list(bytes, &it.packed, |bytes, packed| {
        put_bytes(bytes, packed.buffer.as_bytes());
        put(bytes, packed.element);
        put(bytes, packed.part);
    });
    put_list(bytes, &it.lengths, |bytes, (at, length)| {
        put(bytes, u32::try_from(*at).unwrap_or(u32::MAX));
        put_steps(bytes, &length.steps);
        put(bytes, length.stride);
        bytes.extend([u8::from(length.is_packed), length.array.0 as u8]);
        put_bytes(bytes, length.array.1.as_bytes());
    });
}

fn put_steps(bytes: &mut Vec<u8>, steps: &[LengthStep]) {
    put_list(bytes, steps, |bytes, step| {
        let (tag, number) = match step {
            LengthStep::Number(number) => (0, *number),
            LengthStep::Constant(at) => (1, *at),
            LengthStep::Operator(op) => (2, *op as u32),
        };
        bytes.push(tag);
        put(bytes, number);
    });
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

fn truth(bytes: &mut &[u8]) -> Option<bool> {
    match byte(bytes)? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

fn part(bytes: &mut &[u8]) -> Option<Vec<u8>> {
    let length = number(bytes)? as usize;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part.to_vec())
}

fn text(bytes: &mut &[u8]) -> Option<String> {
    String::from_utf8(part(bytes)?).ok()
}

/// A list, of which every element has at least a byte.
fn list<T>(bytes: &mut &[u8], one: impl Fn(&mut &[u8]) -> Option<T>) -> Option<Vec<T>> {
    let count = number(bytes)? as usize;
    if count > bytes.len() {
        return None;
    }
    (0..count).map(|_| one(bytes)).collect()
}

fn data_type(bytes: &mut &[u8]) -> Option<DataType> {
    named(&text(bytes)?)
}

fn named(name: &str) -> Option<DataType> {
    DataType::ALL.into_iter().find(|ty| ty.to_string() == name)
}

fn kernel(bytes: &mut &[u8]) -> Option<Kernel> {
    Some(Kernel {
        name: text(bytes)?,
        constants: list(bytes, text)?,
        types: list(bytes, text)?,
        instances: list(bytes, instance)?,
    })
}

fn instance(bytes: &mut &[u8]) -> Option<Instance> {
    Some(Instance {
        types: list(bytes, text)?,
        parameters: list(bytes, parameter)?,
        asks_for_groups: truth(bytes)?,
        wire: part(bytes)?,
        positions: part(bytes)?,
        inside: part(bytes)?,
        items: list(bytes, |bytes| {
            let ty = data_type(bytes)?;
            Some((ty, [number(bytes)?, number(bytes)?, number(bytes)?, number(bytes)?]))
        })?,
        tables: list(bytes, |bytes| Some(Table { size: number(bytes)?, bytes: part(bytes)? }))?,
        packed: list(bytes, |bytes| {
            Some(Packed { buffer: text(bytes)?, element: number(bytes)?, part: number(bytes)? })
        })?,
        lengths: list(bytes, |bytes| Some((number(bytes)? as usize, length(bytes)?)))?,
    })
}

fn parameter(bytes: &mut &[u8]) -> Option<Parameter> {
    let (name, element) = (text(bytes)?, text(bytes)?);
    let access = match byte(bytes)? {
        0 => Access::Read,
        1 => Access::Write,
        2 => Access::Atomic,
        3 => Access::Uniform,
        4 => Access::Value,
        _ => return None,
    };
    let size = number(bytes)?;
    let is_packed = truth(bytes)?;
    let number = Some(text(bytes)?).filter(|name| !name.is_empty());
    let regrouped = match text(bytes)?.as_str() {
        "" => None,
        name => Some(named(name)?),
    };
    let tensor = if truth(bytes)? { Some(list(bytes, axis)?) } else { None };
    let lengths = list(bytes, steps)?;
    let count = if truth(bytes)? { Some((text(bytes)?, steps(bytes)?)) } else { None };
    Some(Parameter {
        name,
        element,
        access,
        bytes: size,
        is_packed,
        number,
        regrouped,
        tensor,
        lengths,
        count,
    })
}

fn axis(bytes: &mut &[u8]) -> Option<Axis> {
    Some(match byte(bytes)? {
        0 => Axis::Named(text(bytes)?, truth(bytes)?),
        1 => Axis::Fixed(number(bytes)?),
        2 => Axis::Parameter(number(bytes)?),
        3 => Axis::Unknown,
        _ => return None,
    })
}

fn steps(bytes: &mut &[u8]) -> Option<Vec<LengthStep>> {
    list(bytes, |bytes| {
        let (tag, number) = (byte(bytes)?, number(bytes)?);
        Some(match tag {
            0 => LengthStep::Number(number),
            1 => LengthStep::Constant(number),
            2 => {
                let op = BinOp::ALL.get(number as usize)?;
                LengthStep::Operator(lengths::operator(*op)?.op)
            }
            _ => return None,
        })
    })
}

fn length(bytes: &mut &[u8]) -> Option<Length> {
    let steps = steps(bytes)?;
    let (stride, is_packed) = (number(bytes)?, truth(bytes)?);
    let access = match byte(bytes)? {
        0 => BufferAccessName::Local,
        1 => BufferAccessName::Workgroup,
        2 => BufferAccessName::Buffer,
        _ => return None,
    };
    Some(Length { steps, stride, is_packed, array: (access, text(bytes)?) })
}
