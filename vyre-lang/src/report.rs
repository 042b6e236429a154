//! Errors of the validator, at the tokens they came from.

use crate::attribute::Attribute;
use crate::diagnostics::{Area, Errors};
use crate::emit::Emitted;
use crate::hir::Kernel;
use std::iter::successors;
use vyre_ir::{Place, Problem, ValidationError};

/// Reports the validator's errors.
pub(crate) fn report(
    list: &[ValidationError],
    checked: &Kernel,
    emitted: &Emitted,
    attribute: &Attribute,
    errors: &mut Errors,
) {
    let size = attribute.size_area;
    // The types have been checked in Rust's terms. Where that found a mistake, the IR's types are off in its wake.
    let is_checked = !errors.is_empty();
    let is_one_mistake = |error: &ValidationError| list.iter().any(|other| is_mended_by(error, other));
    let is_new = |error: &&ValidationError| match error.problem {
        Problem::CallDepth {} => !checked.is_recursive,
        ref problem => !(is_checked && is_of_types(problem) || is_one_mistake(error)),
    };
    for error in list.iter().filter(is_new) {
        let area = match error.place {
            Place::At(at) => match (&error.problem, error.related.as_ref().map(|related| related.place)) {
                (
                    Problem::DivergentBarrier {} | Problem::DivergentCollective { .. },
                    Some(Place::At(condition)),
                ) => below(emitted, at, condition),
                _ => emitted.areas.get(at).copied(),
            }
            .unwrap_or(size),
            Place::Buffer(at) => emitted.buffers.get(at).copied().unwrap_or(size),
            Place::Program => match error.problem {
                Problem::EmptyWorkgroup { axis } => attribute.extents[axis],
                _ => size,
            },
        };
        let quote = |place: Place| match place {
            Place::At(at) => emitted.areas.get(at).map(|area| errors.quote(*area)),
            _ => None,
        };
        let note = error.related.as_ref().and_then(|related| {
            let source = related.source.and_then(quote);
            let source = source.map_or(String::new(), |source| format!(", as {source} does"));
            Some(format!("Because of {}: {}{source}.", quote(related.place)?, related.note))
        });
        let note = note.or_else(|| writable(&error.problem, checked));
        errors.report_rule(area, &error.problem, note);
    }
}

/// Where control goes apart that leads from a condition to a place: the place itself, or the call that leads to it, in the function of the condition.
fn below(emitted: &Emitted, at: usize, condition: usize) -> Option<Area> {
    let caller = |call: &u32| Some(emitted.calls.get((*call as usize).checked_sub(1)?)?.caller);
    let around = |at: usize| successors(emitted.sources.get(at).map(|(_, call)| *call), caller);
    let shared = |call: &u32| around(condition).any(|of| of == *call);
    let call = around(at).take_while(|call| !shared(call)).last();
    match call.and_then(|call| emitted.calls.get((call as usize).checked_sub(1)?)) {
        Some(call) => Some(call.area),
        None => emitted.areas.get(at).copied(),
    }
}

/// What to write to make a buffer writable.
fn writable(problem: &Problem, checked: &Kernel) -> Option<String> {
    let Problem::StoreToReadOnly { name } = problem else { return None };
    let buffer = checked.buffers.iter().find(|buffer| buffer.decl.name == *name)?;
    let element = checked.types.name(buffer.ty);
    Some(format!("In a kernel: take `{name}: &mut [{element}]`."))
}

/// Whether one error goes when the other is mended. In the IR a buffer has an element type and an access; in a kernel it has
/// one type for both.
fn is_mended_by(error: &ValidationError, other: &ValidationError) -> bool {
    let of_access = |problem: &Problem| {
        matches!(
            problem,
            Problem::AtomicOnReadOnly { .. }
                | Problem::AtomicOnWorkgroup { .. }
                | Problem::AtomicOnPrivate { .. }
                | Problem::StoreToReadOnly { .. }
        )
    };
    error.place == other.place
        && match other.problem {
            Problem::OperationOnBytes { .. } => of_access(&error.problem),
            _ => matches!(error.problem, Problem::AtomicElement { .. }) && of_access(&other.problem),
        }
}

/// Whether a problem is about the types of operands.
fn is_of_types(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::LoopBound { .. }
            | Problem::BinaryOperand { .. }
            | Problem::ConditionType { .. }
            | Problem::StoreType { .. }
            | Problem::AssignType { .. }
            | Problem::IndexType { .. }
            | Problem::UnaryOperand { .. }
            | Problem::SelectCondition { .. }
            | Problem::SelectArms { .. }
            | Problem::ArgumentType { .. }
            | Problem::AtomicOperand { .. }
            | Problem::ComposePart { .. }
            | Problem::ResultType { .. }
    )
}
