//! The CPU device: an interpreter, and the reference that every other backend is compared with.
//!
//! [`compile`](compile()) turns a valid program into code for registers, once; [`Code::run`] executes it, one
//! invocation after the other, with x fastest. In a program with barriers every invocation of a workgroup runs
//! to its next barrier before the first one goes on.
//!
//! There are no threads, no machine code and no optimiser here, and no meaning of operators, atomics or casts:
//! that is in the tables of `vyre_ir`.

pub(crate) mod block;
mod compile;
mod execute;
mod expression;
mod inst;
mod layout;
mod memory;
#[cfg(test)]
mod tests;

use crate::Error;
use crate::binding::Binding;
use execute::execute;
use inst::{Inst, Register};
use layout::{Id, Layout, Leaf};
use memory::Memory;
use std::ops::Range;
use vyre_ir::Validated;

/// A program in the form that the interpreter executes.
pub(crate) struct Code {
    validated: Validated,
    workgroup_size: [u32; 3],
    insts: Vec<Inst>,
    has_barriers: bool,
    /// The registers of one invocation, at least one.
    registers: usize,
    /// Registers that are set once for a launch: literals and lengths.
    constants: Vec<(Register, Leaf)>,
    /// Registers that are set for each invocation.
    ids: Vec<(Register, Id, usize)>,
    /// The registers of local arrays, which are zero when an invocation starts.
    private: Range<usize>,
    /// The words of each workgroup array.
    shared: Vec<usize>,
}

/// Compiles a program. Time and memory are linear in its size.
pub(crate) fn compile(validated: &Validated) -> Code {
    let layout = Layout::new(validated.program());
    let compiled = compile::compile(validated, &layout);
    let mut constants = Vec::new();
    let mut ids = Vec::new();
    for (at, leaf) in layout.leaves().iter().enumerate() {
        let (register, leaf) = (at as Register, *leaf);
        match leaf {
            Leaf::Id(id, axis) => ids.push((register, id, axis as usize)),
            Leaf::Literal(_) | Leaf::Length(_) => constants.push((register, leaf)),
        }
    }
    Code {
        validated: validated.clone(),
        workgroup_size: validated.program().workgroup_size,
        has_barriers: compiled.insts.iter().any(|inst| matches!(inst, Inst::Barrier)),
        insts: compiled.insts,
        registers: compiled.registers.max(1),
        constants,
        ids,
        private: layout.private.start as usize..layout.private.end as usize,
        shared: layout.shared,
    }
}

impl Code {
    /// Executes `groups` workgroups along x, y and z. The bindings are those of `Program::bound_buffers`, in
    /// that order, of the declared types and lengths.
    ///
    /// # Errors
    /// If a binding does not fit its declaration, or there is no memory for the registers of a workgroup.
    pub(crate) fn run(&self, groups: [u32; 3], bindings: &mut [Binding<'_>]) -> Result<(), Error> {
        let lengths = self.lengths(bindings);
        let mut shared = Vec::new();
        for words in &self.shared {
            shared.push(vec![0; *words]);
        }
        let mut memory = self.memory(bindings, &mut shared)?;
        let mut files = self.register_files(&lengths)?;
        for_each_id(groups, |group| {
            memory.clear_shared();
            if self.has_barriers {
                self.run_in_phases(group, &mut files, &mut memory);
            } else {
                self.run_one_by_one(group, &mut files, &mut memory);
            }
        });
        Ok(())
    }

    /// The number of elements of each bound buffer, of backing words for `Bytes`.
    fn lengths(&self, bindings: &[Binding<'_>]) -> Vec<u32> {
        let mut lengths = Vec::new();
        for (buffer, binding) in self.validated.program().bound_buffers().zip(bindings) {
            lengths.push(u32::try_from(binding.words() / buffer.element.lanes()).unwrap_or(u32::MAX));
        }
        lengths
    }

    /// The bindings and the workgroup arrays, in the lists and the order in which `Layout` has counted them.
    fn memory<'a>(
        &self,
        bindings: &'a mut [Binding<'_>],
        shared: &'a mut [Vec<u32>],
    ) -> Result<Memory<'a>, Error> {
        let program = self.validated.program();
        let (expected, got) = (program.bound_buffers().count(), bindings.len());
        if got != expected {
            return Err(Error::BufferCount { expected, got });
        }
        let mut memory = Memory::default();
        for (buffer, binding) in program.bound_buffers().zip(bindings) {
            memory.bind(buffer, binding)?;
        }
        memory.first_shared = memory.outputs.len();
        for words in shared {
            memory.outputs.push(words);
        }
        Ok(memory)
    }

    /// The registers of all invocations that are under way at one time, with the constants set.
    fn register_files(&self, lengths: &[u32]) -> Result<Vec<u32>, Error> {
        let files = if self.has_barriers { self.invocations() } else { 1 };
        let mut registers: Vec<u32> = Vec::new();
        let size = self.registers.checked_mul(files);
        let reserved = size.map(|size| registers.try_reserve_exact(size).map(|()| size));
        let Some(Ok(size)) = reserved else {
            let message = format!("{files} invocations with {} registers each", self.registers);
            return Err(Error::OutOfMemory { message });
        };
        registers.resize(size, 0);
        for file in registers.chunks_exact_mut(self.registers) {
            for (register, leaf) in &self.constants {
                file[*register as usize] = match leaf {
                    Leaf::Literal(value) => *value,
                    Leaf::Length(buffer) => lengths[*buffer],
                    Leaf::Id(..) => unreachable!("ids are set for each invocation"),
                };
            }
        }
        Ok(registers)
    }

    /// Sets the registers that differ between invocations.
    #[inline]
    fn begin(&self, group: [u32; 3], local: [u32; 3], registers: &mut [u32]) {
        let size = self.workgroup_size;
        for &(register, id, axis) in &self.ids {
            registers[register as usize] = match id {
                // The device bounds the launch, so that nothing wraps.
                Id::Invocation => group[axis].wrapping_mul(size[axis]).wrapping_add(local[axis]),
                Id::Workgroup => group[axis],
                Id::Local => local[axis],
            };
        }
        registers[self.private.clone()].fill(0);
    }

    /// Executes a workgroup without barriers, in one register file.
    fn run_one_by_one(&self, group: [u32; 3], registers: &mut [u32], memory: &mut Memory<'_>) {
        for_each_id(self.workgroup_size, |local| {
            self.begin(group, local, registers);
            execute(&self.insts, 0, registers, memory);
        });
    }

    /// Executes a workgroup with barriers: each invocation up to its next one, in turn, until all have ended.
    fn run_in_phases(&self, group: [u32; 3], files: &mut [u32], memory: &mut Memory<'_>) {
        let mut starting = files.chunks_exact_mut(self.registers);
        for_each_id(self.workgroup_size, |local| {
            if let Some(registers) = starting.next() {
                self.begin(group, local, registers);
            }
        });
        let mut positions = vec![Some(0); self.invocations()];
        while positions.iter().any(Option::is_some) {
            let files = files.chunks_exact_mut(self.registers);
            for (position, registers) in positions.iter_mut().zip(files) {
                *position = position.and_then(|start| execute(&self.insts, start, registers, memory));
            }
        }
    }

    /// The number of invocations of a workgroup.
    fn invocations(&self) -> usize {
        self.workgroup_size.iter().map(|extent| *extent as usize).product()
    }
}

/// Visits every id of a grid with x fastest, the order in which workgroups and their invocations run.
fn for_each_id([x, y, z]: [u32; 3], mut visit: impl FnMut([u32; 3])) {
    for z in 0..z {
        for y in 0..y {
            for x in 0..x {
                visit([x, y, z]);
            }
        }
    }
}
