//! What travels of a function: its signature and its kernels, validated. Nothing in it is code that a machine runs as it stands.

use super::program::{buffers, of_programs, ready};
use super::text::{fits, of_module};
use super::{GROUP, RowFunction};
use crate::Error;
use crate::types::{ColumnType, Scalar};
use vyre::Module;
use vyre::ir::{BufferDecl, Program, place_count, validate};

/// What the bytes begin with, and the version behind it.
const FUNCTION: &[u8; 4] = b"VYRR";
pub(super) const AGGREGATE: &[u8; 4] = b"VYRG";
const VERSION: u8 = 1;

/// How much a function from elsewhere may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes.
    pub bytes: usize,
    /// The most parameters. The parts of an aggregate's state count as such.
    pub parameters: usize,
    /// The most statements and expressions of a kernel.
    pub nodes: usize,
}

impl Default for Limits {
    /// 1 MiB, 32 parameters, and 200,000 statements and expressions.
    fn default() -> Limits {
        Limits { bytes: 1 << 20, parameters: 32, nodes: 200_000 }
    }
}

impl Limits {
    /// The same with so many bytes.
    #[must_use]
    pub const fn with_bytes(self, bytes: usize) -> Limits {
        Limits { bytes, ..self }
    }

    /// The same with so many statements and expressions.
    #[must_use]
    pub const fn with_nodes(self, nodes: usize) -> Limits {
        Limits { nodes, ..self }
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
    let types: Vec<ColumnType> = parameters.iter().chain([&result]).copied().collect();
    let mut bytes = head(FUNCTION, kind, name, &types);
    parts.iter().for_each(|part| put(&mut bytes, part));
    bytes
}

/// What a form begins with: what it is of, its version, its kind, the name and the types.
pub(super) fn head(magic: &[u8; 4], kind: Kind, name: &str, types: &[ColumnType]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend([VERSION, kind as u8]);
    put(&mut bytes, name.as_bytes());
    let types: Vec<u8> = types.iter().flat_map(|ty| byte_of(*ty)).collect();
    put(&mut bytes, &types);
    bytes
}

/// What a form has.
pub(super) struct Parts<'b> {
    pub(super) kind: u8,
    pub(super) name: &'b str,
    pub(super) types: Vec<ColumnType>,
    /// The bytes behind the types.
    pub(super) kernels: &'b [u8],
}

/// Reads what [`head`] wrote.
pub(super) fn parts<'b>(bytes: &'b [u8], of: &[u8; 4], limits: &Limits) -> Result<Parts<'b>, Error> {
    if bytes.len() > limits.bytes {
        return Err(problem(format!("it has {} bytes, and {} are allowed", bytes.len(), limits.bytes)));
    }
    let Some(([magic @ .., version, kind], mut rest)) = bytes.split_first_chunk::<6>() else {
        return Err(problem("it ends too early"));
    };
    if magic != of {
        return Err(problem("it does not begin as one"));
    }
    if *version != VERSION {
        return Err(problem(format!("it is of version {version}, and this is version {VERSION}")));
    }
    let name = std::str::from_utf8(take(&mut rest)?).map_err(|_| problem("its name is no text"))?;
    let types: Option<Vec<ColumnType>> = take(&mut rest)?.iter().map(|byte| of_byte(*byte)).collect();
    let types = types.ok_or_else(|| problem("it has a type that is none"))?;
    if types.len() > limits.parameters.saturating_add(1) {
        let (count, most) = (types.len() - 1, limits.parameters);
        return Err(problem(format!("it has {count} parameters, and {most} are allowed")));
    }
    Ok(Parts { kind: *kind, name, types, kernels: rest })
}

/// A module whose kernels are not too large.
pub(super) fn module(bytes: &[u8], limits: &Limits) -> Result<Module, Error> {
    let module = Module::from_wire(bytes)?;
    for kernel in module.kernels().filter(|kernel| kernel.constants().is_empty() && kernel.types().is_empty())
    {
        within(kernel.program()?, limits)?;
    }
    Ok(module)
}

fn within(program: &Program, limits: &Limits) -> Result<(), Error> {
    let (count, most) = (place_count(&program.entry), limits.nodes);
    match count <= most {
        true => Ok(()),
        false => {
            Err(problem(format!("a kernel has {count} statements and expressions, and {most} are allowed")))
        }
    }
}

pub(super) fn put(bytes: &mut Vec<u8>, part: &[u8]) {
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

pub(super) fn problem(problem: impl Into<String>) -> Error {
    Error::Wire { problem: problem.into() }
}

/// Takes a part from the front.
pub(super) fn take<'b>(bytes: &mut &'b [u8]) -> Result<&'b [u8], Error> {
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(|| problem("it ends too early"))?;
    let (part, rest) = rest
        .split_at_checked(u32::from_le_bytes(*length) as usize)
        .ok_or_else(|| problem("it ends too early"))?;
    *bytes = rest;
    Ok(part)
}

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<RowFunction, Error> {
    let Parts { kind, name, mut types, kernels: mut rest } = parts(bytes, FUNCTION, limits)?;
    let result = types.pop().filter(|ty| ty.is_result()).ok_or_else(|| problem("it has no result"))?;
    let function = match kind {
        0 => {
            let all = program(take(&mut rest)?, &types, result, false, limits)?;
            let masked = program(take(&mut rest)?, &types, result, true, limits)?;
            of_programs(name, types, result, [all, masked])?
        }
        1 => {
            let module = module(take(&mut rest)?, limits)?;
            if !fits(&module, &types, result)? {
                return Err(problem("its kernels take something else than it says"));
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
    limits: &Limits,
) -> Result<vyre::Prepared, Error> {
    let program = Program::from_wire(bytes).map_err(|error| problem(error.to_string()))?;
    within(&program, limits)?;
    let wanted = buffers(types, result, is_masked);
    let bound: Vec<&BufferDecl> = program.bound_buffers().collect();
    if !bound.into_iter().eq(wanted.iter())
        || program.workgroup_size != [GROUP, 1, 1]
        || types.iter().chain([&result]).any(|ty| ty.is_slice)
    {
        return Err(problem("its kernels take something else than it says"));
    }
    ready(validate(&program).map_err(|errors| vyre::Error::Invalid { errors })?)
}
