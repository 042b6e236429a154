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
    buffers: Vec<(Storage, &'a BufferDecl)>,
    by_name: HashMap<&'a str, usize>,
    /// The leaves; the register of each is its position.
    leaves: Vec<Leaf>,
    registers: HashMap<Leaf, Register>,
    /// The registers of all local arrays.
    pub(super) private: std::ops::Range<Register>,
    /// The words of each workgroup array.
    pub(super) shared: Vec<usize>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(program: &'a Program) -> Layout<'a> {
        let mut layout = Layout {
            buffers: Vec::new(),
            by_name: HashMap::new(),
            leaves: Vec::new(),
            registers: HashMap::new(),
            private: 0..0,
            shared: Vec::new(),
        };
        // Bound buffers first: their positions are those of `Program::bound_buffers`.
        for is_bound in [true, false] {
            for buffer in program.buffers.iter().filter(|buffer| buffer.access.is_bound() == is_bound) {
                layout.by_name.insert(&buffer.name, layout.buffers.len());
                layout.buffers.push((Storage::Input(0), buffer));
            }
        }
        walk(&program.entry, |event| {
            if let Event::Enter { exprs, .. } = event {
                for (_, expr) in exprs.into_iter().flatten() {
                    layout.add_leaves(expr);
                }
            }
        });
        layout.place_buffers();
        layout
    }

    fn add_leaves(&mut self, expr: &Expr) {
        expr.fold(0, |_, expr, _: &mut [()]| {
            if let Some(leaf) = self.leaf(expr) {
                let next = self.leaves.len() as Register;
                if *self.registers.entry(leaf).or_insert(next) == next {
                    self.leaves.push(leaf);
                }
            }
        });
    }

    fn place_buffers(&mut self) {
        let (mut inputs, mut outputs, mut bytes) = (0, 0, 0);
        let take = |next: &mut u32| std::mem::replace(next, *next + 1);
        let mut base = self.leaves.len() as Register;
        for (storage, buffer) in &mut self.buffers {
            let words = || buffer.count * buffer.element.lanes() as u32;
            *storage = match (buffer.element, buffer.access) {
                (_, BufferAccess::Private) => {
                    let start = base;
                    base += words();
                    Storage::Private { base: start, count: buffer.count }
                }
                (_, BufferAccess::Workgroup) => {
                    self.shared.push(words() as usize);
                    Storage::Output(take(&mut outputs))
                }
                (DataType::Bytes, _) => Storage::Bytes(take(&mut bytes)),
                (_, BufferAccess::ReadWrite) => Storage::Output(take(&mut outputs)),
                (_, BufferAccess::ReadOnly | BufferAccess::Uniform) => Storage::Input(take(&mut inputs)),
            };
        }
        self.private = self.leaves.len() as Register..base;
    }

    /// The first register that nothing of the layout takes.
    pub(super) fn first_free(&self) -> Register {
        self.private.end
    }

    pub(super) fn buffer(&self, name: &str) -> (Storage, &'a BufferDecl) {
        match self.by_name.get(name) {
            Some(at) => self.buffers[*at],
            None => unreachable!("V004: every buffer that a valid program names exists"),
        }
    }

    /// The leaf that an expression is, if it is one.
    fn leaf(&self, expr: &Expr) -> Option<Leaf> {
        Some(match expr {
            Expr::LitU32(value) => Leaf::Literal(*value),
            Expr::LitI32(value) => Leaf::Literal(*value as u32),
            Expr::LitBool(value) => Leaf::Literal(u32::from(*value)),
            Expr::BufLen { buffer: name } => match self.buffer(name).1 {
                array if !array.access.is_bound() => Leaf::Literal(array.count),
                _ => Leaf::Length(self.by_name[name.as_str()]),
            },
            Expr::InvocationId { axis } => Leaf::Id(Id::Invocation, *axis),
            Expr::WorkgroupId { axis } => Leaf::Id(Id::Workgroup, *axis),
            Expr::LocalId { axis } => Leaf::Id(Id::Local, *axis),
            _ => return None,
        })
    }

    /// The register that holds the value of an expression without operands, if the expression is such a leaf.
    pub(super) fn register(&self, expr: &Expr) -> Option<Register> {
        self.registers.get(&self.leaf(expr)?).copied()
    }

    /// Every leaf of the program. The register of each is its position.
    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }
}
