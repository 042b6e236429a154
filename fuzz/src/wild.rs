//! Programs of any shape: every field is arbitrary, so most of them break rules.

use crate::{Result, Unstructured, names};
use vyre_ir::{
    AtomicOp, BinOp, BufferAccess, BufferDecl, CollectiveOp, DataType, Expr, Node, OpArg, Program, UnOp,
    library,
};

/// A program.
pub fn program(u: &mut Unstructured<'_>) -> Result<Program> {
    let mut buffers = Vec::new();
    for _ in 0..u.int_in_range(0..=5)? {
        buffers.push(buffer(u)?);
    }
    let size = if u.ratio(7, 8)? { [4, 2, 1] } else { u.arbitrary()? };
    Ok(Program::new(buffers, size, nodes(u, 5)?))
}

fn buffer(u: &mut Unstructured<'_>) -> Result<BufferDecl> {
    Ok(BufferDecl {
        name: names::any(u)?,
        binding: number(u)?,
        access: *u.choose(&BufferAccess::ALL)?,
        element: u.choose(&DataType::ALL)?.clone(),
        count: number(u)?,
        strided: false,
    })
}

fn number(u: &mut Unstructured<'_>) -> Result<u32> {
    if u.ratio(3, 4)? { u.int_in_range(0..=8) } else { u.arbitrary() }
}

/// Statements, nested at most `depth` times.
pub fn nodes(u: &mut Unstructured<'_>, depth: usize) -> Result<Vec<Node>> {
    let mut nodes = Vec::new();
    while !u.is_empty() && u.ratio(3, 4)? {
        nodes.push(node(u, depth)?);
    }
    Ok(nodes)
}

fn node(u: &mut Unstructured<'_>, depth: usize) -> Result<Node> {
    let kinds = if depth == 0 { 9 } else { 14 };
    Ok(match u.int_in_range(0..=kinds)? {
        0..=2 => Node::let_bind(names::any(u)?, expr(u, 6)?),
        3 => Node::assign(names::any(u)?, expr(u, 6)?),
        4 if u.ratio(1, 8)? => Node::assert(expr(u, 6)?, names::any(u)?),
        4 if u.ratio(1, 6)? => Node::store_byte(names::any(u)?, expr(u, 6)?, expr(u, 6)?),
        4 if u.ratio(1, 6)? => Node::store_word(names::any(u)?, expr(u, 6)?, expr(u, 6)?),
        4 if u.ratio(1, 3)? => Node::CallOp { op_id: op_id(u)?, args: args(u)? },
        4 => Node::store(names::any(u)?, expr(u, 6)?, expr(u, 6)?),
        5 => match u.int_in_range(0..=3)? {
            0 => Node::Barrier,
            1 => Node::uniform_load(names::any(u)?, names::any(u)?, expr(u, 4)?),
            _ => Node::Collective {
                name: names::any(u)?,
                op: *u.choose(CollectiveOp::ALL)?,
                value: expr(u, 6)?,
                id: if u.arbitrary()? { Some(expr(u, 2)?) } else { None },
            },
        },
        6 => Node::Break,
        7 => Node::Continue,
        8 => Node::Return,
        9 => Node::atomic_store(names::any(u)?, expr(u, 6)?, expr(u, 6)?),
        10 => Node::Block(nodes(u, depth - 1)?),
        11 => Node::for_range(names::any(u)?, expr(u, 4)?, expr(u, 4)?, nodes(u, depth - 1)?),
        _ => Node::if_else(expr(u, 4)?, nodes(u, depth - 1)?, nodes(u, depth - 1)?),
    })
}

/// What is passed to an operation on buffers.
fn args(u: &mut Unstructured<'_>) -> Result<Vec<(String, OpArg)>> {
    let mut args = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        let arg = if u.ratio(2, 3)? { OpArg::buffer(names::any(u)?) } else { OpArg::Value(expr(u, 3)?) };
        args.push((names::any(u)?, arg));
    }
    Ok(args)
}

fn exprs(u: &mut Unstructured<'_>, depth: usize) -> Result<Vec<Expr>> {
    let count = u.int_in_range(0..=4)?;
    (0..count).map(|_| expr(u, depth)).collect()
}

/// The id of an operation, of the library or not.
pub fn op_id(u: &mut Unstructured<'_>) -> Result<String> {
    if u.ratio(1, 2)? {
        let ids: Vec<&str> = library::rows().map(|row| row.id).collect();
        return Ok(u.choose(&ids)?.to_string());
    }
    Ok(format!("op.{}", u.int_in_range(0..=7)?))
}

/// An expression.
pub fn expr(u: &mut Unstructured<'_>, depth: usize) -> Result<Expr> {
    if depth == 0 || u.is_empty() {
        return leaf(u);
    }
    let depth = depth - 1;
    Ok(match u.int_in_range(0..=17)? {
        0..=3 => leaf(u)?,
        4 => Expr::load(names::any(u)?, expr(u, depth)?),
        5 => Expr::load_byte(names::any(u)?, expr(u, depth)?),
        6 => Expr::load_word(names::any(u)?, expr(u, depth)?),
        7..=9 => Expr::binary(*u.choose(BinOp::ALL)?, expr(u, depth)?, expr(u, depth)?),
        10 => Expr::unary(*u.choose(UnOp::ALL)?, expr(u, depth)?),
        11 => Expr::call(op_id(u)?, exprs(u, depth)?),
        12 => Expr::select(expr(u, depth)?, expr(u, depth)?, expr(u, depth)?),
        13 => Expr::cast(u.choose(&DataType::ALL)?.clone(), expr(u, depth)?),
        14 => Expr::component(expr(u, depth)?, number(u)?),
        15 => Expr::compose(u.choose(&DataType::ALL)?.clone(), exprs(u, depth)?),
        16 => Expr::atomic_load(names::any(u)?, expr(u, depth)?),
        _ => Expr::Atomic {
            op: *u.choose(AtomicOp::ALL)?,
            buffer: names::any(u)?,
            index: Box::new(expr(u, depth)?),
            expected: if u.arbitrary()? { Some(Box::new(expr(u, depth)?)) } else { None },
            value: Box::new(expr(u, depth)?),
        },
    })
}

fn leaf(u: &mut Unstructured<'_>) -> Result<Expr> {
    Ok(match u.int_in_range(0..=9)? {
        0 | 1 => Expr::LitU32(number(u)?),
        2 => Expr::LitI32(u.arbitrary()?),
        3 => Expr::LitBool(u.arbitrary()?),
        4 => Expr::buf_len(names::any(u)?),
        5 => Expr::InvocationId { axis: u.int_in_range(0..=3)? },
        6 => Expr::WorkgroupId { axis: u.int_in_range(0..=3)? },
        7 => Expr::LocalId { axis: u.int_in_range(0..=3)? },
        _ => Expr::Var(names::any(u)?),
    })
}
