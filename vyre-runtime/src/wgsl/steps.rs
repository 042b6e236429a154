//! Which buffers a program accesses one element for each invocation, in order.
//!
//! Such a buffer can be bound by parts: the invocations of a part of the grid access the part of the buffer that has the same
//! indices. The proof is no more than reading: every index is `invocation_id.x`, or a variable that is never anything else.

use crate::Obstacle;
use std::collections::HashMap;
use vyre_ir::{BufferAccess, Event, Expr, Node, Validated, walk};

/// For each buffer of the program, by position, the bytes that an invocation accesses.
pub(super) fn find(program: &Validated, by_name: &HashMap<&str, usize>) -> Vec<Result<u32, Obstacle>> {
    let buffers = &program.program().buffers;
    let (is_id, steps) = (vec![false; program.variables().len()], vec![None; buffers.len()]);
    let mut found = Steps { program, by_name, is_id, steps };
    walk(&program.program().entry, |event| {
        if let Event::Enter { place, node, exprs: [first, second] } = event {
            let is_id = first.is_some_and(|(at, expr)| found.expr(at, expr));
            if let Some((at, expr)) = second {
                found.expr(at, expr);
            }
            match node {
                Node::Let { .. } => {
                    if let Some(variable) = program.variable_at(place) {
                        found.is_id[variable] = is_id && !program.variables()[variable].is_assigned;
                    }
                }
                Node::Store { buffer, .. } => found.access(buffer, is_id, false),
                _ => {}
            }
        }
    });
    let mut steps = Vec::with_capacity(buffers.len());
    for (at, buffer) in buffers.iter().enumerate() {
        steps.push(match found.steps[at] {
            // The whole of it is bound.
            _ if !buffer.access.is_bound() || buffer.access == BufferAccess::Uniform => Err(Obstacle::Index),
            // The length alone is no access.
            None => Ok(buffer.element.lanes() as u32 * 4),
            Some(step) => step,
        });
    }
    steps
}

struct Steps<'a> {
    program: &'a Validated,
    by_name: &'a HashMap<&'a str, usize>,
    /// The variables that are `invocation_id.x`.
    is_id: Vec<bool>,
    /// What is known of each buffer that is accessed.
    steps: Vec<Option<Result<u32, Obstacle>>>,
}

impl Steps<'_> {
    /// Notes the accesses in an expression. Says whether it is `invocation_id.x`.
    fn expr(&mut self, first: usize, expr: &Expr) -> bool {
        expr.fold(first, |place, expr, is_id: &mut [bool]| {
            match expr {
                Expr::InvocationId { axis: 0 } => return true,
                Expr::Var(_) => {
                    return self.program.variable_at(place).is_some_and(|variable| self.is_id[variable]);
                }
                Expr::Load { buffer, .. } | Expr::LoadWord { buffer, .. } | Expr::Atomic { buffer, .. } => {
                    self.access(buffer, is_id[0], false);
                }
                Expr::LoadByte { buffer, .. } => self.access(buffer, is_id[0], true),
                _ => {}
            }
            false
        })
    }

    fn access(&mut self, name: &str, is_id: bool, is_byte: bool) {
        // Rule V004: the name is that of a buffer.
        let at = self.by_name[name];
        let bytes = if is_byte { 1 } else { self.program.program().buffers[at].element.lanes() as u32 * 4 };
        let step = if is_id { Ok(bytes) } else { Err(Obstacle::Index) };
        self.steps[at] = Some(match (self.steps[at].unwrap_or(step), step) {
            (Err(obstacle), _) | (_, Err(obstacle)) => Err(obstacle),
            (Ok(one), Ok(other)) if one == other => Ok(one),
            (Ok(_), Ok(_)) => Err(Obstacle::BytesAndWords),
        });
    }
}
