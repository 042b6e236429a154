//! Operations of any shape: most of them break rules. Those that keep them come with the program that calls them, from
//! `vyre_random`.

use crate::{Result, Unstructured, wild};
use std::borrow::Cow;
use vyre_ir::{
    Composition, Convention, DataType, Event, Expr, Node, OpKind, OpSignature, OpSpec, Program, Registry,
    walk,
};

const TYPES: [DataType; 7] = [
    DataType::U32,
    DataType::I32,
    DataType::U64,
    DataType::U128,
    DataType::Vec2U32,
    DataType::Vec4U32,
    DataType::Bool,
];

/// Puts operations of any shape in place of some, and some after them: `op.0`, `op.1` and so on. They may call each other and
/// themselves.
pub fn spoil(u: &mut Unstructured<'_>, ops: &mut Vec<OpSpec>) -> Result<()> {
    for at in 0..u.int_in_range(0..=6)? {
        match ops.get_mut(at) {
            Some(op) if u.ratio(1, 3)? => spoiled(u, op)?,
            Some(_) => {}
            None => ops.push(op(u, at)?),
        }
    }
    Ok(())
}

fn op(u: &mut Unstructured<'_>, at: usize) -> Result<OpSpec> {
    let mut inputs = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        inputs.push(u.choose(&TYPES)?.clone());
    }
    let output = if u.ratio(2, 3)? { DataType::U32 } else { u.choose(&TYPES)?.clone() };
    let id = format!("op.{at}");
    if u.ratio(1, 4)? {
        return Ok(OpSpec::program(id, wild::program(u)?));
    }
    let (signature, convention) = (OpSignature { inputs, output }, Convention::V1);
    Ok(OpSpec { id, kind: OpKind::Value { signature, composition: composition(u)?, convention } })
}

/// Gives an operation on values another composition, or none.
fn spoiled(u: &mut Unstructured<'_>, op: &mut OpSpec) -> Result<()> {
    if let OpKind::Value { composition: own, .. } = &mut op.kind {
        *own = composition(u)?;
    }
    Ok(())
}

fn composition(u: &mut Unstructured<'_>) -> Result<Option<Composition>> {
    if u.ratio(1, 8)? {
        return Ok(None);
    }
    let params = ["a", "b", "x"].map(str::to_string).into_iter().take(u.int_in_range(0..=3)?).collect();
    let body = wild::nodes(u, 3)?;
    let result = if u.ratio(7, 8)? { Some(wild::expr(u, 3)?) } else { None };
    Ok(Some(Composition { params, body, result }))
}

/// The library, or these operations and what of the library they and the program call: copying all of it would take
/// most of the time.
pub fn registry(ops: &[OpSpec], program: &Program) -> Cow<'static, Registry> {
    if ops.is_empty() {
        return Cow::Borrowed(Registry::standard());
    }
    let mut registry = Registry::empty();
    let mut called = calls(&program.entry, None);
    for op in ops {
        called.extend(of_composition(op));
        // The ids are new.
        let _ = registry.register(op.clone());
    }
    while let Some(id) = called.pop() {
        if let Some(op) = Registry::standard().get(&id)
            && registry.register(op.clone()).is_ok()
        {
            called.extend(of_composition(op));
        }
    }
    Cow::Owned(registry)
}

fn of_composition(op: &OpSpec) -> Vec<String> {
    if let Some(program) = op.as_program() {
        return calls(&program.entry, None);
    }
    let composition = op.composition();
    composition.map_or(Vec::new(), |composition| calls(&composition.body, composition.result.as_ref()))
}

/// The ids of every call.
fn calls(nodes: &[Node], result: Option<&Expr>) -> Vec<String> {
    let mut ids = Vec::new();
    let collect = |ids: &mut Vec<String>, expr: &Expr| {
        expr.any(|expr| {
            if let Expr::Call { op_id, .. } = expr {
                ids.push(op_id.clone());
            }
            false
        });
    };
    result.into_iter().for_each(|expr| collect(&mut ids, expr));
    walk(nodes, |event| {
        if let Event::Enter { node, exprs, .. } = event {
            if let Node::CallOp { op_id, .. } = node {
                ids.push(op_id.clone());
            }
            exprs.iter().flatten().for_each(|(_, expr)| collect(&mut ids, expr));
        }
    });
    ids
}
