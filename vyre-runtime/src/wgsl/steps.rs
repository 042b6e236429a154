//! Which buffers a program accesses one element for each invocation, in order.
//!
//! Such a buffer can be bound by parts: the invocations of a part of the grid access the part of the buffer that has the same
//! indices. The proof is no more than reading: every index is the invocation's own along x.

use crate::Obstacle;
use vyre_ir::{BufferAccess, DataType};
use vyre_lower::{Access, Builtin, InstId, Lowered, Op, Stmt, walk};

/// For each buffer of the program, by position, the bytes that an invocation accesses.
pub(super) fn find(form: &Lowered) -> Vec<Result<u32, Obstacle>> {
    let mut steps: Vec<Option<Result<u32, Obstacle>>> = vec![None; form.buffers.len()];
    let mut note = |access: &Access, is_byte: bool| {
        let element = form[access.buffer].element.element_type().bytes() as u32;
        let step = match is_id(form, access.index) {
            true => Ok(if is_byte { 1 } else { element }),
            false => Err(Obstacle::Index),
        };
        let known = &mut steps[access.buffer.index()];
        *known = Some(match (known.unwrap_or(step), step) {
            (Err(obstacle), _) | (_, Err(obstacle)) => Err(obstacle),
            (Ok(one), Ok(other)) if one == other => Ok(one),
            (Ok(_), Ok(_)) => Err(Obstacle::BytesAndWords),
        });
    };
    walk(&form.body, &mut |stmt| match stmt {
        Stmt::Eval(id) => {
            if let Some(access) = form[*id].op.access() {
                note(access, matches!(form[*id].op, Op::LoadByte(_)));
            }
        }
        Stmt::Store { access, .. } => note(access, false),
        _ => {}
    });
    let element = |element: DataType| element.element_type().bytes() as u32;
    let whole = |access: BufferAccess| !access.is_bound() || access == BufferAccess::Uniform;
    let step = |(decl, step): (&vyre_ir::BufferDecl, Option<Result<u32, Obstacle>>)| match step {
        // The whole of it is bound.
        _ if whole(decl.access) => Err(Obstacle::Index),
        // The length alone is no access.
        None => Ok(element(decl.element.clone())),
        Some(step) => step,
    };
    form.buffers.iter().zip(steps).map(step).collect()
}

/// Whether a value is the index of the invocation along x.
fn is_id(form: &Lowered, id: InstId) -> bool {
    match form[id].op {
        Op::Builtin(Builtin::Invocation(0)) => true,
        Op::Builtin(Builtin::Workgroup(0)) => form.workgroup_size[0] == 1,
        _ => false,
    }
}
