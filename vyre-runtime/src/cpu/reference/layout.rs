//! Where everything is: buffers in memory, and values, locals and local arrays in registers.
//!
//! What exists before the first instruction has registers of its own: free values, local arrays, and locals that last for a
//! whole invocation. All else takes registers for a time and gives them back.

use super::inst::Register;
use super::lifetimes::{Extent, Lifetimes};
use std::ops::Range;
use vyre_ir::{BufferAccess, BufferDecl, DataType, Lanes};
use vyre_lower::{Builtin, LocalId, Lowered, Op};

/// Where a buffer's contents are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    /// Position in [`Memory::inputs`](crate::cpu::memory::Memory::inputs).
    Input(u32),
    /// Position in [`Memory::outputs`](crate::cpu::memory::Memory::outputs).
    Output(u32),
    /// Position in [`Memory::bytes`](crate::cpu::memory::Memory::bytes).
    Bytes(u32),
    /// A local array, in the registers from `base`.
    Private { base: Register, count: u32 },
}

/// The registers that are set before the code runs.
#[derive(Default)]
pub(super) struct Initial {
    /// Constants and their words, set once for a launch.
    pub(super) constants: Vec<(Register, usize, Lanes)>,
    /// Lengths, by the positions of their buffers among those that are bound, set once for a launch.
    pub(super) lengths: Vec<(Register, usize)>,
    /// Ids, set for each invocation.
    pub(super) ids: Vec<(Register, Builtin)>,
    /// What is zero when an invocation starts.
    pub(super) zeroed: Range<usize>,
}

/// What is where in memory and in the register file.
pub(super) struct Layout {
    /// Where each buffer is.
    pub(super) storage: Vec<Storage>,
    /// The words of each workgroup array.
    pub(super) shared: Vec<usize>,
    /// The first register of each value that has one.
    pub(super) values: Vec<Register>,
    /// The first register of each local that has one.
    pub(super) locals: Vec<Register>,
    pub(super) initial: Initial,
    pub(super) registers: Registers,
}

impl Layout {
    pub(super) fn new(form: &Lowered, lifetimes: &Lifetimes) -> Layout {
        let mut layout = Layout {
            storage: vec![Storage::Input(0); form.buffers.len()],
            shared: Vec::new(),
            values: vec![0; form.insts.len()],
            locals: vec![0; form.locals.len()],
            initial: Initial::default(),
            registers: Registers::default(),
        };
        layout.place_free_values(form, lifetimes);
        let first_zero = layout.registers.count();
        layout.place_buffers(&form.buffers);
        for (at, local) in form.locals.iter().enumerate() {
            if lifetimes.extent(LocalId(at as u32)) == Extent::Permanent {
                layout.locals[at] = layout.registers.take(local.ty.words());
            }
        }
        layout.initial.zeroed = first_zero..layout.registers.count();
        layout
    }

    fn place_free_values(&mut self, form: &Lowered, lifetimes: &Lifetimes) {
        for &id in lifetimes.free() {
            let words = form[id].ty.words();
            let register = self.registers.take(words);
            self.values[id.index()] = register;
            match form[id].op {
                Op::Const(lanes) => self.initial.constants.push((register, words, lanes)),
                Op::Builtin(builtin) => self.initial.ids.push((register, builtin)),
                Op::Length(buffer) => {
                    let before = &form.buffers[..buffer.index()];
                    let position = before.iter().filter(|decl| decl.access.is_bound()).count();
                    self.initial.lengths.push((register, position));
                }
                _ => unreachable!("`Op::is_free` names these alone"),
            }
        }
    }

    fn place_buffers(&mut self, buffers: &[BufferDecl]) {
        let (mut inputs, mut outputs, mut bytes) = (0, 0, 0);
        let take = |next: &mut u32| std::mem::replace(next, *next + 1);
        // The arrays of a workgroup come after all that is bound.
        let (bound, own): (Vec<_>, Vec<_>) =
            buffers.iter().enumerate().partition(|(_, decl)| decl.access.is_bound());
        for (at, decl) in bound.into_iter().chain(own) {
            let words = || decl.count as usize * decl.element.lanes();
            self.storage[at] = match (decl.element.clone(), decl.access) {
                (_, BufferAccess::Private) => {
                    Storage::Private { base: self.registers.take_array(words()), count: decl.count }
                }
                (_, BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic) => {
                    self.shared.push(words());
                    Storage::Output(take(&mut outputs))
                }
                (DataType::Bytes, _) => Storage::Bytes(take(&mut bytes)),
                (_, BufferAccess::ReadWrite) => Storage::Output(take(&mut outputs)),
                (_, BufferAccess::ReadOnly | BufferAccess::Uniform) => Storage::Input(take(&mut inputs)),
            };
        }
    }
}

/// The words of the largest value.
const MOST_WORDS: usize = size_of::<Lanes>() / size_of::<u32>();

/// The registers of an invocation, as far as they are known. Those that are given back are given out again, to values of as
/// many words.
#[derive(Default)]
pub(super) struct Registers {
    count: Register,
    /// What was given back, by the number of words.
    spare: [Vec<Register>; MOST_WORDS + 1],
}

impl Registers {
    /// Registers in a row for a value. The first is given.
    pub(super) fn take(&mut self, words: usize) -> Register {
        self.spare[words].pop().unwrap_or_else(|| self.take_array(words))
    }

    /// Takes back what `take` gave.
    pub(super) fn give_back(&mut self, first: Register, words: usize) {
        self.spare[words].push(first);
    }

    /// Registers in a row that are never given back.
    fn take_array(&mut self, words: usize) -> Register {
        let first = self.count;
        self.count += words as Register;
        first
    }

    /// The registers that have been given out so far, at the same time or not.
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }
}
