//! Which buffers a program accesses one element for each invocation, in order.
//!
//! Such a buffer can be bound by parts: the invocations of a part of the grid access the part of the buffer that has the same
//! indices. The proof is no more than reading: every index is `invocation_id.x`, or a variable that is never anything else.

use crate::Obstacle;
use std::collections::HashMap;
use vyre_ir::{BufferAccess, BufferDecl, DataType, Event, Expr, Node, Validated, walk};

/// For each bound buffer, the bytes that an invocation accesses.
pub(super) fn find(program: &Validated) -> HashMap<&str, Result<u32, Obstacle>> {
    let mut found = Steps { program, is_id: vec![false; program.variables().len()], steps: HashMap::new() };
    walk(&program.program().entry, |event| {
        if let Event::Enter { place, node, exprs } = event {
            let is_id = exprs.map(|expr| expr.is_some_and(|(first, expr)| found.expr(first, expr)));
            match node {
                Node::Let { .. } => {
                    let variable = program.variable_at(place);
                    found.is_id[variable] = is_id[0] && !program.variables()[variable].is_assigned;
                }
                Node::Store { buffer, .. } => found.access(buffer, is_id[0], false),
                _ => {}
            }
        }
    });
    let buffers = program.program().bound_buffers().filter(|buffer| buffer.access != BufferAccess::Uniform);
    let step = |buffer: &'_ BufferDecl| {
        // The length alone is no access.
        let unused = Ok(buffer.element.lanes() as u32 * 4);
        found.steps.get(buffer.name.as_str()).copied().unwrap_or(unused)
    };
    buffers.map(|buffer| (buffer.name.as_str(), step(buffer))).collect()
}

struct Steps<'a> {
    program: &'a Validated,
    /// The variables that are `invocation_id.x`.
    is_id: Vec<bool>,
    steps: HashMap<&'a str, Result<u32, Obstacle>>,
}

impl<'a> Steps<'a> {
    /// Notes the accesses in an expression. Says whether it is `invocation_id.x`.
    fn expr(&mut self, first: usize, expr: &'a Expr) -> bool {
        expr.fold(first, |place, expr, is_id: &mut [bool]| {
            match expr {
                Expr::InvocationId { axis: 0 } => return true,
                Expr::Var(_) => return self.is_id[self.program.variable_at(place)],
                Expr::Load { buffer, .. } | Expr::LoadWord { buffer, .. } | Expr::Atomic { buffer, .. } => {
                    self.access(buffer, is_id[0], false);
                }
                Expr::LoadByte { buffer, .. } => self.access(buffer, is_id[0], true),
                _ => {}
            }
            false
        })
    }

    fn access(&mut self, name: &'a str, is_id: bool, is_byte: bool) {
        let element = self.program.program().buffer(name).map_or(DataType::U32, |buffer| buffer.element);
        let bytes = if is_byte { 1 } else { element.lanes() as u32 * 4 };
        let step = if is_id { Ok(bytes) } else { Err(Obstacle::Index) };
        let known = self.steps.entry(name).or_insert(step);
        *known = match (*known, step) {
            (Err(obstacle), _) | (_, Err(obstacle)) => Err(obstacle),
            (Ok(one), Ok(other)) if one == other => Ok(one),
            (Ok(_), Ok(_)) => Err(Obstacle::BytesAndWords),
        };
    }
}
