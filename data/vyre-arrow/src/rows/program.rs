//! The kernels of a function that is known as an operation: programs, which are made here.

use super::{Code, GROUP, Inner, RowFunction, wire};
use crate::Error;
use crate::types::{ColumnType, Scalar, by_number};
use std::sync::Arc;
use vyre::Prepared;
use vyre::ir::{BufferDecl, DataType, Expr, Node, OpSpec, Program, Registry, Validated, validate_with};

/// The id of the operation in the programs that are made here. It is in no program that others see.
pub(super) const CALLED: &str = "vyre.arrow.row";

/// The names of the buffers.
pub(super) const OUT: &str = "out";
pub(super) const VALID: &str = "valid";
const FIRST_BITS: &str = "first_bits";

/// A function of an operation.
pub(super) fn build(
    name: &str,
    operation: OpSpec,
    parameters: &[ColumnType],
    result: ColumnType,
) -> Result<RowFunction, Error> {
    let refused = |problem: &str| Error::Function { name: name.to_string(), problem: problem.to_string() };
    let Some(signature) = operation.signature().filter(|_| operation.composition().is_some()) else {
        return Err(refused("it is larger than a program, or erroneous"));
    };
    let parts = parameters.iter().map(|ty| 1 + usize::from(ty.is_nullable)).sum::<usize>();
    if signature.inputs.len() != parts {
        return Err(refused("it takes something from around it; pass that as a column"));
    }
    let mut registry = Registry::registered();
    registry.register(operation).map_err(|duplicate| refused(&duplicate.to_string()))?;
    let programs = [false, true].map(|is_masked| {
        let program = program(parameters, result, is_masked);
        let validated =
            validate_with(&program, &registry).map_err(|errors| vyre::Error::Invalid { errors })?;
        ready(validated)
    });
    let [all, masked] = programs;
    of_programs(name, parameters.to_vec(), result, [all?, masked?])
}

/// The function with these kernels.
pub(super) fn of_programs(
    name: &str,
    parameters: Vec<ColumnType>,
    result: ColumnType,
    programs: [Prepared; 2],
) -> Result<RowFunction, Error> {
    let wires = programs.each_ref().map(|program| program.program().portable().to_wire());
    let wire =
        wire::write(name, &parameters, result, wire::Kind::Programs, &wires.each_ref().map(Vec::as_slice));
    let (name, code) = (name.to_string(), Code::Programs(Box::new(programs)));
    Ok(RowFunction { inner: Arc::new(Inner { name, parameters, result, code, wire }) })
}

pub(super) fn ready(validated: Validated) -> Result<Prepared, Error> {
    Ok(Prepared::new(validated)?)
}

/// The buffers of such a program, in order.
pub(super) fn buffers(parameters: &[ColumnType], result: ColumnType, is_masked: bool) -> Vec<BufferDecl> {
    let mut list: Vec<BufferDecl> = Vec::new();
    let mut add = |name: String, element: DataType, is_written: bool| {
        let binding = list.len() as u32;
        list.push(match is_written {
            true => BufferDecl::read_write(name, binding, element),
            false => BufferDecl::read(name, binding, element),
        });
    };
    for (at, ty) in parameters.iter().enumerate() {
        let element = by_number!(ty.scalar, Number => <Number as vyre::BufferElement>::TYPE.clone(), bool => DataType::Bytes);
        add(format!("column_{at}"), element, false);
        if ty.is_nullable {
            add(format!("valid_{at}"), DataType::Bytes, false);
        }
    }
    if is_masked {
        add("live".to_string(), DataType::Bytes, false);
    }
    let written = by_number!(result.scalar.written(), Number => <Number as vyre::BufferElement>::TYPE.clone(), bool => DataType::U32);
    add(OUT.to_string(), written, true);
    if result.is_nullable {
        add(VALID.to_string(), DataType::U32, true);
    }
    let first_bits = first_bits(parameters, is_masked);
    if first_bits > 0 {
        let binding = list.len() as u32;
        list.push(BufferDecl::uniform(FIRST_BITS, binding, DataType::U32).with_count(first_bits));
    }
    list
}

/// How many bitmaps there are.
fn first_bits(parameters: &[ColumnType], is_masked: bool) -> u32 {
    let bitmaps = |ty: &ColumnType| u32::from(ty.scalar == Scalar::Bool) + u32::from(ty.is_nullable);
    parameters.iter().map(bitmaps).sum::<u32>() + u32::from(is_masked)
}

fn program(parameters: &[ColumnType], result: ColumnType, is_masked: bool) -> Program {
    let row = || Expr::var("row");
    let (mut bitmaps, mut nodes, mut args) = (0u32, Vec::new(), Vec::new());
    let mut bit = |nodes: &mut Vec<Node>, buffer: &str| {
        let at = format!("bit_{bitmaps}");
        nodes.push(Node::let_bind(at.clone(), Expr::load(FIRST_BITS, bitmaps) + row()));
        bitmaps += 1;
        let byte = Expr::load_byte(buffer, Expr::var(at.clone()) >> 3);
        ((byte >> (Expr::var(at) & 7)) & 1).differs(0u32)
    };
    let mut arg = |nodes: &mut Vec<Node>, value: Expr| {
        let name = format!("arg_{}", args.len());
        nodes.push(Node::let_bind(name.clone(), value));
        args.push(Expr::var(name));
    };
    for (at, ty) in parameters.iter().enumerate() {
        let (column, valid) = (format!("column_{at}"), format!("valid_{at}"));
        let value = match ty.scalar {
            Scalar::Bool => bit(&mut nodes, &column),
            other => load(other, &column),
        };
        // The bitmaps are numbered in the order of the buffers, and the argument that says whether there is a value comes first.
        let is_valid = ty.is_nullable.then(|| bit(&mut nodes, &valid));
        if let Some(is_valid) = is_valid {
            arg(&mut nodes, is_valid);
        }
        arg(&mut nodes, value);
    }
    let call = Expr::call(CALLED, args);
    nodes.push(Node::let_bind("given", call));
    let given = || Expr::var("given");
    let value = if result.is_nullable { Expr::component(given(), 1) } else { given() };
    let store = match result.scalar {
        Scalar::Bool => {
            Node::store(OUT, row(), Expr::select(value.differs(0u32), Expr::u32(1), Expr::u32(0)))
        }
        _ => Node::store(OUT, row(), value),
    };
    match result.is_nullable {
        true => {
            let is_there = Expr::component(given(), 0).differs(0u32);
            nodes.push(Node::if_then(is_there, vec![store, Node::store(VALID, row(), 1u32)]));
        }
        false => nodes.push(store),
    }
    if is_masked {
        let mut outer = Vec::new();
        let live = bit(&mut outer, "live");
        outer.push(Node::if_then(live, nodes));
        nodes = outer;
    }
    let entry = vec![
        Node::let_bind("row", Expr::invocation_id(0)),
        Node::if_then(row().lt(Expr::buf_len(OUT)), nodes),
    ];
    Program::new(buffers(parameters, result, is_masked), [GROUP, 1, 1], entry)
}

/// The number of the row in a column. Narrow ones lie in bytes.
fn load(scalar: Scalar, column: &str) -> Expr {
    let row = || Expr::var("row");
    let byte = || Expr::load_byte(column, row());
    let half = || (Expr::load_word(column, row() >> 1) >> ((row() & 1) << 4)) & 0xffff;
    // By the two's complement: what a number of so many bits is as one of 32.
    let signed = |value: Expr, top: u32| Expr::cast(DataType::I32, (value ^ top) - top);
    match scalar {
        Scalar::U8 => byte(),
        Scalar::I8 => signed(byte(), 1 << 7),
        Scalar::U16 => half(),
        Scalar::I16 => signed(half(), 1 << 15),
        _ => Expr::load(column, row()),
    }
}
