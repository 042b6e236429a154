//! Assertions: how an invocation says which one has failed.
//!
//! A form with assertions has one more buffer of words, the last one. Its first words say how many invocations there are along x
//! and y, and each assertion has a word after those: the least number of an invocation in which it has failed. The numbers count
//! the invocations of the grid with x fastest. So the buffer is all that a backend has to know, and it knows buffers.
//!
//! An invocation ends where an assertion fails, unless the program has statements at which invocations wait for each other. Then it
//! goes on, and what fails in it later is not noted.

use crate::{BufferId, Lowered, Origin};
use std::sync::Arc;
use vyre_ir::printing::is_printing;
use vyre_ir::{BufferDecl, DataType, Event, Node, Validated, walk};

/// An assertion of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// What is said if it fails.
    pub message: Arc<str>,
    /// The statement.
    pub origin: Origin,
}

/// The words before those of the assertions.
pub(crate) const HEAD: u32 = 2;

/// What the word of an assertion holds as long as it has not failed. No invocation has this number.
const UNFAILED: u32 = u32::MAX;

/// The most invocations of a launch of a form with assertions.
pub const MAX_INVOCATIONS: u64 = UNFAILED as u64;

/// Whether the program, or an operation that it calls, has assertions.
pub fn has_assertions(program: &Validated) -> bool {
    program.bodies().any(|body| {
        let mut found = false;
        walk(body, |event| found |= matches!(event, Event::Enter { node: Node::Assert { message, .. }, .. } if !is_printing(message)));
        found
    })
}

/// The buffer in which a form with so many assertions notes failures.
pub(crate) fn buffer(buffers: &[BufferDecl], count: usize) -> BufferDecl {
    let (name, binding) = unused("assertions", buffers);
    BufferDecl::read_write(name, binding, DataType::U32).with_count(HEAD + count as u32)
}

/// A name like this one that no buffer has, and a binding slot beyond theirs.
pub(crate) fn unused(name: &str, buffers: &[BufferDecl]) -> (String, u32) {
    let mut name = name.to_string();
    while buffers.iter().any(|buffer| buffer.name == name) {
        name.push('_');
    }
    let bound = buffers.iter().filter(|buffer| buffer.access.is_bound());
    (name, bound.map(|buffer| buffer.binding.saturating_add(1)).max().unwrap_or(0))
}

/// The buffer in which a form notes failures, if it has assertions.
pub fn buffer_of(form: &Lowered) -> Option<BufferId> {
    let last = form.buffers.len().checked_sub(1)?;
    (!form.assertions.is_empty()).then_some(BufferId(last as u32))
}

/// The position of the assertion that has this word of the buffer.
pub fn position(word: u32) -> Option<usize> {
    word.checked_sub(HEAD).map(|at| at as usize)
}

/// What the buffer of a form holds before a launch of so many workgroups of the program; nothing if the form has no assertions.
pub fn of_form(form: &Lowered, groups: [u32; 3]) -> Option<Vec<u32>> {
    let size = form.program_workgroup_size();
    let invocations = [0, 1, 2].map(|axis| size[axis].wrapping_mul(groups[axis]));
    (!form.assertions.is_empty()).then(|| before(form.assertions.len(), invocations))
}

/// What the buffer holds before a launch over so many invocations along x and y.
pub fn before(count: usize, [x, y, _]: [u32; 3]) -> Vec<u32> {
    let mut words = vec![x, y];
    words.resize(HEAD as usize + count, UNFAILED);
    words
}

/// The first invocation in which an assertion has failed, and the position of that assertion.
pub fn failed(words: &[u32]) -> Option<(usize, [u32; 3])> {
    let (head, words) = words.split_at_checked(HEAD as usize)?;
    let (at, first) = words.iter().enumerate().min_by_key(|(_, word)| **word)?;
    let (width, height) = (head[0].max(1), head[1].max(1));
    let id = [first % width, first / width % height, first / width / height];
    (*first != UNFAILED).then_some((at, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_invocation_counts_with_x_fastest() {
        let mut words = before(3, [10, 4, 2]);
        assert_eq!((words.len(), failed(&words)), (5, None));
        // (7, 3, 1) is number 7 + 10 * (3 + 4 * 1).
        words[3] = 77;
        assert_eq!(failed(&words), Some((1, [7, 3, 1])));
        words[4] = 12;
        assert_eq!(failed(&words), Some((2, [2, 1, 0])));
    }
}
