//! What travels of a function: its signature and its kernels, validated. Nothing in it is code that a machine runs as it stands.

use super::program::{buffers, of_programs, ready};
use super::text::{KERNELS, fits, of_module};
use super::{GROUP, RowFunction};
use crate::Error;
use crate::types::{ColumnType, Scalar};
use vyre::Module;
use vyre::ir::{BufferDecl, Program, validate};

/// What the bytes begin with, and the version behind it.
const MAGIC: &[u8; 4] = b"VYRR";
const VERSION: u8 = 1;

/// How much a function from elsewhere may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes.
    pub bytes: usize,
    /// The most parameters.
    pub parameters: usize,
}

impl Default for Limits {
    /// 1 MiB and 32 parameters.
    fn default() -> Limits {
        Limits { bytes: 1 << 20, parameters: 32 }
    }
}

impl Limits {
    /// The same with so many bytes.
    #[must_use]
    pub const fn with_bytes(self, bytes: usize) -> Limits {
        Limits { bytes, ..self }
    }
}

/// How the kernels are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Two programs.
    Programs = 0,
    /// A module with two kernels.
    Module = 1,
}

pub(super) fn write(
    name: &str,
    parameters: &[ColumnType],
    result: ColumnType,
    kind: Kind,
    parts: &[&[u8]],
) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, kind as u8]);
    put(&mut bytes, name.as_bytes());
    let types: Vec<u8> = parameters.iter().chain([&result]).flat_map(|ty| byte_of(*ty)).collect();
    put(&mut bytes, &types);
    parts.iter().for_each(|part| put(&mut bytes, part));
    bytes
}

fn put(bytes: &mut Vec<u8>, part: &[u8]) {
    // What is longer is more than any reader takes.
    bytes.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend(part);
}

fn byte_of(ty: ColumnType) -> Option<u8> {
    let scalar = Scalar::ALL.iter().position(|(scalar, _)| *scalar == ty.scalar)?;
    Some(scalar as u8 | u8::from(ty.is_slice) << 6 | u8::from(ty.is_nullable) << 7)
}

fn of_byte(byte: u8) -> Option<ColumnType> {
    let (scalar, _) = *Scalar::ALL.get(usize::from(byte & 0x3f))?;
    let ty = ColumnType { scalar, is_slice: byte & 0x40 != 0, is_nullable: byte & 0x80 != 0 };
    ty.is_known().then_some(ty)
}

fn problem(problem: impl Into<String>) -> Error {
    Error::Wire { problem: problem.into() }
}

/// Takes a part from the front.
fn take<'b>(bytes: &mut &'b [u8]) -> Result<&'b [u8], Error> {
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(|| problem("it ends too early"))?;
    let (part, rest) = rest
        .split_at_checked(u32::from_le_bytes(*length) as usize)
        .ok_or_else(|| problem("it ends too early"))?;
    *bytes = rest;
    Ok(part)
}

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<RowFunction, Error> {
    if bytes.len() > limits.bytes {
        return Err(problem(format!("it has {} bytes, and {} are allowed", bytes.len(), limits.bytes)));
    }
    let Some(([magic @ .., version, kind], mut rest)) = bytes.split_first_chunk::<6>() else {
        return Err(problem("it ends too early"));
    };
    if magic != MAGIC {
        return Err(problem("it does not begin as one"));
    }
    if *version != VERSION {
        return Err(problem(format!("it is of version {version}, and this is version {VERSION}")));
    }
    let name = std::str::from_utf8(take(&mut rest)?).map_err(|_| problem("its name is no text"))?;
    let types: Option<Vec<ColumnType>> = take(&mut rest)?.iter().map(|byte| of_byte(*byte)).collect();
    let mut types = types.ok_or_else(|| problem("it has a type that is none"))?;
    let result = types.pop().filter(|ty| !ty.is_slice).ok_or_else(|| problem("it has no result"))?;
    if types.len() > limits.parameters {
        return Err(problem(format!(
            "it has {} parameters, and {} are allowed",
            types.len(),
            limits.parameters
        )));
    }
    let function = match kind {
        0 => {
            let all = program(take(&mut rest)?, &types, result, false)?;
            let masked = program(take(&mut rest)?, &types, result, true)?;
            of_programs(name, types, result, [all, masked])?
        }
        1 => {
            let module = Module::from_wire(take(&mut rest)?)?;
            for (kernel, is_masked) in KERNELS.iter().zip([false, true]) {
                if !fits(&module.kernel(kernel)?, &types, result, is_masked) {
                    return Err(problem("its kernels take something else than it says"));
                }
            }
            of_module(name, types, result, &module)?
        }
        _ => return Err(problem("its kernels are of an unknown kind")),
    };
    match rest.is_empty() {
        true => Ok(function),
        false => Err(problem("there is something behind it")),
    }
}

/// A program that has the buffers that it must have.
fn program(
    bytes: &[u8],
    types: &[ColumnType],
    result: ColumnType,
    is_masked: bool,
) -> Result<vyre::Prepared, Error> {
    let program = Program::from_wire(bytes).map_err(|error| problem(error.to_string()))?;
    let wanted = buffers(types, result, is_masked);
    let bound: Vec<&BufferDecl> = program.bound_buffers().collect();
    if !bound.into_iter().eq(wanted.iter())
        || program.workgroup_size != [GROUP, 1, 1]
        || types.iter().any(|ty| ty.is_slice)
    {
        return Err(problem("its kernels take something else than it says"));
    }
    ready(validate(&program).map_err(|errors| vyre::Error::Invalid { errors })?)
}
