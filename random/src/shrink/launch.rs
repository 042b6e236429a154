//! Edits of everything but statements and expressions.

use crate::{Case, Contents};
use vyre_ir::{BufferDecl, DataType};

/// Without one of its operations.
pub(super) fn without_operation(case: &Case, at: usize) -> Option<Case> {
    let mut case = case.clone();
    let at = case.operations.len().checked_sub(at + 1)?;
    case.operations.remove(at);
    Some(case)
}

/// Without one of its buffers.
pub(super) fn without_buffer(case: &Case, at: usize) -> Option<Case> {
    let mut case = case.clone();
    let access = case.program.buffers.get(at)?.access;
    if access.is_bound() {
        let input = case.program.buffers[..at].iter().filter(|buffer| buffer.access.is_bound()).count();
        case.inputs.remove(input);
    }
    case.program.buffers.remove(at);
    Some(case)
}

/// With one extent of the grid or of the workgroups smaller.
pub(super) fn fewer_invocations(case: &Case, at: usize) -> Option<Case> {
    let mut case = case.clone();
    let extents = case.grid.iter_mut().chain(&mut case.program.workgroup_size);
    let smaller: [fn(u32) -> u32; 3] = [|_| 1, |extent| extent / 2, |extent| extent - 1];
    let extent = extents.into_iter().nth(at / smaller.len())?;
    if *extent > 1 {
        *extent = smaller[at % smaller.len()](*extent);
    }
    Some(case)
}

/// With a shorter input, or one with smaller numbers.
pub(super) fn simpler_input(case: &Case, at: usize) -> Option<Case> {
    let mut case = case.clone();
    let change: [fn(&BufferDecl, &mut Contents); 4] = [zeros, shorter_by_half, shorter_by_one, small];
    let input = case.inputs.get_mut(at / change.len())?;
    let buffer = case.program.buffers.iter_mut().filter(|buffer| buffer.access.is_bound());
    let buffer = buffer.into_iter().nth(at / change.len())?;
    change[at % change.len()](buffer, input);
    if buffer.count != 0 {
        buffer.count = input.elements(buffer.element.clone()).len() as u32;
    }
    Some(case)
}

fn zeros(_: &BufferDecl, input: &mut Contents) {
    match input {
        Contents::Words(words) => words.fill(0),
        Contents::Bytes(bytes) => bytes.fill(0),
    }
}

/// Every number below 10, at most the first digit of what it was.
fn small(buffer: &BufferDecl, input: &mut Contents) {
    match input {
        Contents::Words(words) if buffer.element != DataType::Bool => {
            words.iter_mut().for_each(|word| *word %= 10);
        }
        Contents::Words(_) => {}
        Contents::Bytes(bytes) => bytes.iter_mut().for_each(|byte| *byte %= 10),
    }
}

fn shorter_by_half(buffer: &BufferDecl, input: &mut Contents) {
    let len = input.elements(buffer.element.clone()).len();
    shorten(buffer, input, len / 2);
}

fn shorter_by_one(buffer: &BufferDecl, input: &mut Contents) {
    let len = input.elements(buffer.element.clone()).len();
    shorten(buffer, input, len.saturating_sub(1));
}

fn shorten(buffer: &BufferDecl, input: &mut Contents, len: usize) {
    // A count of 0 would mean any length.
    if len == 0 && buffer.count != 0 {
        return;
    }
    match input {
        Contents::Words(words) => words.truncate(len * buffer.element.lanes()),
        Contents::Bytes(bytes) => bytes.truncate(len * 4),
    }
}
