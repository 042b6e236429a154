//! What invocations print: a buffer of records, to which each adds its own.
//!
//! A form that prints has one more buffer of words, in front of that of assertions. Its first word says how many words of it are taken, and its second one how
//! many records there were, also of those that found no place any more. A record is the number of its line, the invocation, and the words of the
//! values.

use crate::{BufferId, Lowered};
use vyre_ir::printing::{Line, prints};
use vyre_ir::{BufferDecl, DataType, Validated};

/// The words before the records.
pub(crate) const HEAD: u32 = 2;

/// The words of a record before its values.
pub(crate) const RECORD: u32 = 4;

/// The words for records: 1 MiB.
pub const CAPACITY: u32 = 1 << 18;

/// Whether the program, or an operation that it calls, prints.
pub fn has_prints(program: &Validated) -> bool {
    program.bodies().any(prints)
}

/// The buffer of the records.
pub(crate) fn buffer(buffers: &[BufferDecl]) -> BufferDecl {
    let (name, binding) = crate::assertion::unused("printed", buffers);
    BufferDecl::read_write(name, binding, DataType::U32).with_count(HEAD + CAPACITY)
}

/// What the buffer of a form holds before a launch, if it prints.
pub fn before(form: &Lowered) -> Option<Vec<u32>> {
    form.printed.map(|BufferId(_)| empty())
}

/// What the buffer holds before a launch.
pub fn empty() -> Vec<u32> {
    vec![0; (HEAD + CAPACITY) as usize]
}

/// A record: the invocation, and what it prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The `invocation_id`.
    pub invocation: [u32; 3],
    /// Whether it goes to the standard error.
    pub is_error: bool,
    /// The text.
    pub text: String,
}

/// The records in the order of the invocations, with x fastest, as far as their texts have so many bytes in all; and how many are left out.
pub fn records(words: &[u32], lines: &[Line], most: usize) -> (Vec<Printed>, u64) {
    let (mut found, mut at) = (Vec::new(), HEAD as usize);
    let Some((head, _)) = words.split_at_checked(HEAD as usize) else { return (Vec::new(), 0) };
    let end = words.len().min((head[0].saturating_add(HEAD)) as usize);
    while let Some([line, x, y, z]) = words[..end].get(at..at + RECORD as usize) {
        let Some(line) = lines.get(*line as usize) else { break };
        let values = at + RECORD as usize;
        let Some(values) = words[..end].get(values..values + line.words()) else { break };
        found.push(([*x, *y, *z], line, values));
        at += RECORD as usize + values.len();
    }
    // The records of one invocation stand in its own order.
    found.sort_by_key(|([x, y, z], ..)| [*z, *y, *x]);
    let (mut printed, mut left) = (Vec::new(), most);
    for (invocation, line, values) in &found {
        let Some(text) = line.text(values, left) else { break };
        left -= text.len();
        printed.push(Printed { invocation: *invocation, is_error: line.is_error, text });
    }
    let left_out = u64::from(head[1]).max(found.len() as u64) - printed.len() as u64;
    (printed, left_out)
}
