//! Where everything is that exists before the first instruction: buffers, and the registers of literals,
//! buffer lengths, ids and local arrays.
//!
//! Variables and temporaries are not here; the compiler stacks them above [`Layout::first_free`].

use super::inst::Register;
use std::collections::HashMap;
use vyre_ir::{BufferAccess, BufferDecl, DataType, Event, Expr, Program, walk};

/// Where a buffer's contents are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    /// Position in [`Memory::inputs`](super::memory::Memory::inputs).
    Input(u32),
    /// Position in [`Memory::outputs`](super::memory::Memory::outputs).
    Output(u32),
    /// Position in [`Memory::bytes`](super::memory::Memory::bytes).
    Bytes(u32),
    /// A local array, in the registers from `base`.
    Private { base: Register, count: u32 },
}

/// Which of its three ids an invocation is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Id {
    Invocation,
    Workgroup,
    Local,
}

/// An expression without operands whose value is known before an invocation starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Leaf {
    Literal(u32),
    /// The length of the bound buffer with this position in `Program::bound_buffers`.
    Length(usize),
    Id(Id, u32),
}

/// What is where in memory and in the register file.
pub(super) struct Layout<'a> {
    buffers: HashMap<&'a str, (Storage, &'a BufferDecl)>,
    bound: HashMap<&'a str, usize>,
    leaves: HashMap<Leaf, Register>,
    /// The registers of all local arrays.
    pub(super) private: std::ops::Range<Register>,
    /// The words of each workgroup array.
    pub(super) shared: Vec<usize>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(program: &'a Program) -> Layout<'a> {
        let bound =
            program.bound_buffers().enumerate().map(|(at, buffer)| (buffer.name.as_str(), at)).collect();
        let mut layout = Layout {
            buffers: HashMap::new(),
            bound,
            leaves: HashMap::new(),
            private: 0..0,
            shared: Vec::new(),
        };
        for buffer in &program.buffers {
            layout.buffers.insert(&buffer.name, (Storage::Input(0), buffer));
        }
        walk(&program.entry, |event| {
            if let Event::Enter { exprs, .. } = event {
                for (_, expr) in exprs.into_iter().flatten() {
                    layout.add_leaves(expr);
                }
            }
        });
        layout.place_buffers(program);
        layout
    }

    fn add_leaves(&mut self, expr: &Expr) {
        expr.fold(0, |_, expr, _: &mut [()]| {
            if let Some(leaf) = self.leaf(expr) {
                let next = self.leaves.len() as Register;
                self.leaves.entry(leaf).or_insert(next);
            }
        });
    }

    fn place_buffers(&mut self, program: &'a Program) {
        let (mut inputs, mut outputs, mut bytes) = (0, 0, 0);
        let take = |next: &mut u32| std::mem::replace(next, *next + 1);
        for buffer in program.bound_buffers() {
            let storage = match (buffer.element, buffer.access) {
                (DataType::Bytes, _) => Storage::Bytes(take(&mut bytes)),
                (_, BufferAccess::ReadWrite) => Storage::Output(take(&mut outputs)),
                _ => Storage::Input(take(&mut inputs)),
            };
            self.buffers.insert(&buffer.name, (storage, buffer));
        }
        let mut base = self.leaves.len() as Register;
        for buffer in program.buffers.iter().filter(|buffer| !buffer.access.is_bound()) {
            let words = buffer.count * buffer.element.lanes() as u32;
            let storage = match buffer.access {
                BufferAccess::Private => {
                    base += words;
                    Storage::Private { base: base - words, count: buffer.count }
                }
                _ => {
                    self.shared.push(words as usize);
                    Storage::Output(take(&mut outputs))
                }
            };
            self.buffers.insert(&buffer.name, (storage, buffer));
        }
        self.private = self.leaves.len() as Register..base;
    }

    /// The first register that nothing of the layout takes.
    pub(super) fn first_free(&self) -> Register {
        self.private.end
    }

    pub(super) fn buffer(&self, name: &str) -> (Storage, &'a BufferDecl) {
        match self.buffers.get(name) {
            Some(buffer) => *buffer,
            None => unreachable!("V004: every buffer that a valid program names exists"),
        }
    }

    /// The leaf that an expression is, if it is one.
    fn leaf(&self, expr: &Expr) -> Option<Leaf> {
        Some(match expr {
            Expr::LitU32(value) => Leaf::Literal(*value),
            Expr::LitI32(value) => Leaf::Literal(*value as u32),
            Expr::LitBool(value) => Leaf::Literal(u32::from(*value)),
            Expr::BufLen { buffer } => match self.bound.get(buffer.as_str()) {
                Some(at) => Leaf::Length(*at),
                None => Leaf::Literal(self.buffer(buffer).1.count),
            },
            Expr::InvocationId { axis } => Leaf::Id(Id::Invocation, *axis),
            Expr::WorkgroupId { axis } => Leaf::Id(Id::Workgroup, *axis),
            Expr::LocalId { axis } => Leaf::Id(Id::Local, *axis),
            _ => return None,
        })
    }

    /// The register that holds the value of an expression without operands, if the expression is such a leaf.
    pub(super) fn register(&self, expr: &Expr) -> Option<Register> {
        self.leaves.get(&self.leaf(expr)?).copied()
    }

    /// Every leaf of the program with its register, by register.
    pub(super) fn leaves(&self) -> Vec<(Register, Leaf)> {
        let mut leaves: Vec<_> = self.leaves.iter().map(|(leaf, register)| (*register, *leaf)).collect();
        leaves.sort_unstable_by_key(|(register, _)| *register);
        leaves
    }
}
