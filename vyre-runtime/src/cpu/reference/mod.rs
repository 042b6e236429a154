//! The reference interpreter, which every other backend is compared with.
//!
//! [`compile`](compile()) turns a lowered program into code for registers, once; [`Code::run`] executes it, one
//! invocation after the other, with x fastest. In a program with barriers every invocation of a workgroup runs
//! to its next barrier or collective before the first one goes on. [`Code::run_watched`] shows every access to a [`Watch`].
//!
//! There are no threads, no machine code and no optimiser here, and no meaning of operators, atomics or casts:
//! that is in the tables of `vyre_ir`. Nor is a proof of a guard trusted: every access is checked.

mod compile;
mod execute;
mod inst;
mod layout;
mod lifetimes;
mod operation;
mod order;
mod watch;

pub(crate) use inst::Site;
pub(crate) use order::{Order, Random};
pub(crate) use watch::{Seen, Watch};

use super::memory::Memory;
use crate::Error;
use crate::binding::Binding;
use execute::execute;
use inst::Inst;
use layout::Initial;
use vyre_ir::{BufferDecl, Lanes};
use vyre_lower::{Builtin, Coarsening, InstId, Lowered};
use watch::Unwatched;

/// A program in the form that the interpreter executes.
pub(crate) struct Code {
    workgroup_size: [u32; 3],
    coarsening: Option<Coarsening>,
    buffers: Vec<BufferDecl>,
    insts: Vec<Inst>,
    /// Where each of the instructions comes from.
    sites: Vec<Site>,
    /// The first register of each value that has one.
    values: Vec<inst::Register>,
    /// Whether invocations wait for each other.
    has_barriers: bool,
    /// The registers of one invocation, at least one.
    pub(super) registers: usize,
    initial: Initial,
    /// The words of each workgroup array.
    shared: Vec<usize>,
    /// What these words are when a workgroup starts.
    shared_word: u32,
}

/// Compiles a form that the verifier accepts, after any passes or none.
pub(crate) fn compile(form: &Lowered) -> Code {
    let compiled = compile::compile(form);
    Code {
        workgroup_size: form.workgroup_size,
        coarsening: form.coarsening,
        buffers: form.buffers.clone(),
        has_barriers: compiled
            .insts
            .iter()
            .any(|inst| matches!(inst, Inst::Barrier | Inst::Collective { .. })),
        insts: compiled.insts,
        sites: compiled.sites,
        values: compiled.layout.values,
        registers: compiled.layout.registers.count().max(1),
        initial: compiled.layout.initial,
        shared: compiled.layout.shared,
        shared_word: 0,
    }
}

impl Code {
    /// Executes `groups` workgroups along x, y and z. The bindings are those of `Program::bound_buffers`, in
    /// that order, of the declared types and lengths.
    ///
    /// # Errors
    /// If a binding does not fit its declaration, or there is no memory for the registers of a workgroup.
    pub(crate) fn run(&self, groups: [u32; 3], bindings: &mut [Binding<'_>]) -> Result<(), Error> {
        self.run_watched(groups, bindings, &mut Unwatched)
    }

    /// As [`run`](Code::run), and shows every access to `watch`.
    pub(crate) fn run_watched(
        &self,
        groups: [u32; 3],
        bindings: &mut [Binding<'_>],
        watch: &mut impl Watch,
    ) -> Result<(), Error> {
        let lengths = self.lengths(bindings);
        let mut shared: Vec<_> = self.shared.iter().map(|words| vec![0; *words]).collect();
        let mut memory = self.memory(bindings, &mut shared)?;
        let count = if self.has_barriers { self.invocations() } else { 1 };
        let mut files = self.register_files(&lengths, count)?;
        let (groups, end) = self.grid(groups);
        for_each_id(groups, |group| {
            memory.fill_shared(self.shared_word);
            watch.workgroup(group);
            if self.has_barriers {
                self.run_in_phases(group, &mut files, &mut memory, watch);
            } else {
                self.run_one_by_one(group, end, &mut files, &mut memory, watch);
            }
        });
        Ok(())
    }

    /// Lets workgroup arrays start with something else than zeros, of which nothing may depend.
    pub(crate) fn start_with(&mut self, word: u32) {
        self.shared_word = word;
    }

    /// Where the instruction at this position comes from.
    pub(crate) fn site(&self, at: usize) -> Site {
        self.sites[at]
    }

    /// The first register of a value of the form. It holds the value from its evaluation to its last use.
    pub(crate) fn register(&self, value: InstId) -> Option<u32> {
        self.values.get(value.index()).copied()
    }

    /// The invocations of a workgroup along x, y and z.
    pub(crate) fn workgroup_size(&self) -> [u32; 3] {
        self.workgroup_size
    }

    /// The number of instructions.
    pub(crate) fn len(&self) -> usize {
        self.insts.len()
    }

    /// The buffers of the program, in order of declaration.
    pub(crate) fn buffers(&self) -> &[BufferDecl] {
        &self.buffers
    }

    /// The buffers that a launch binds.
    fn bound_buffers(&self) -> impl Iterator<Item = &BufferDecl> {
        self.buffers.iter().filter(|decl| decl.access.is_bound())
    }

    /// The number of elements of each bound buffer, of backing words for `Bytes`.
    fn lengths(&self, bindings: &[Binding<'_>]) -> Vec<u32> {
        let bound = self.bound_buffers().zip(bindings);
        bound
            .map(|(decl, binding)| u32::try_from(binding.words() / decl.element.lanes()).unwrap_or(u32::MAX))
            .collect()
    }

    /// The bindings and the workgroup arrays, in the lists and the order in which `Layout` has counted them.
    fn memory<'a>(
        &self,
        bindings: &'a mut [Binding<'_>],
        shared: &'a mut [Vec<u32>],
    ) -> Result<Memory<'a>, Error> {
        let (expected, got) = (self.bound_buffers().count(), bindings.len());
        if got != expected {
            return Err(Error::BufferCount { expected, got });
        }
        let mut memory = Memory::default();
        for (decl, binding) in self.bound_buffers().zip(bindings) {
            memory.bind(decl, binding)?;
        }
        memory.first_shared = memory.outputs.len();
        memory.outputs.extend(shared.iter_mut().map(Vec::as_mut_slice));
        Ok(memory)
    }

    /// The registers of so many invocations, with what is set once for a launch.
    fn register_files(&self, lengths: &[u32], files: usize) -> Result<Vec<u32>, Error> {
        let mut registers: Vec<u32> = Vec::new();
        let size = self.registers.checked_mul(files);
        let reserved = size.map(|size| registers.try_reserve_exact(size).map(|()| size));
        let Some(Ok(size)) = reserved else {
            let message = format!("{files} invocations with {} registers each", self.registers);
            return Err(Error::OutOfMemory { message });
        };
        registers.resize(size, 0);
        for file in registers.chunks_exact_mut(self.registers) {
            for (register, words, lanes) in &self.initial.constants {
                file[*register as usize..][..*words].copy_from_slice(&lanes[..*words]);
            }
            for (register, buffer) in &self.initial.lengths {
                file[*register as usize] = lengths[*buffer];
            }
        }
        Ok(registers)
    }

    /// Sets the registers that differ between invocations.
    #[inline]
    fn begin(&self, group: [u32; 3], local: [u32; 3], registers: &mut [u32]) {
        let size = self.workgroup_size;
        for (register, builtin) in &self.initial.ids {
            registers[*register as usize] = match *builtin {
                // The device bounds the launch, so that nothing wraps.
                Builtin::Invocation(axis) => {
                    let axis = usize::from(axis);
                    group[axis].wrapping_mul(size[axis]).wrapping_add(local[axis])
                }
                Builtin::Workgroup(axis) => group[usize::from(axis)],
                Builtin::Local(axis) => local[usize::from(axis)],
            };
        }
        registers[self.initial.zeroed.clone()].fill(0);
    }

    /// The workgroups that stand for so many of the program, and the end of their ids along x.
    fn grid(&self, groups: [u32; 3]) -> ([u32; 3], u64) {
        let Some(coarsening) = self.coarsening else { return (groups, u64::MAX) };
        let invocations = coarsening.invocations(groups[0]);
        ([invocations.div_ceil(self.workgroup_size[0]), groups[1], groups[2]], invocations.into())
    }

    /// Executes a workgroup without barriers, in one register file. The invocations from `end` on are none of the program's.
    fn run_one_by_one(
        &self,
        group: [u32; 3],
        end: u64,
        registers: &mut [u32],
        memory: &mut Memory<'_>,
        watch: &mut impl Watch,
    ) {
        for_each_id(self.workgroup_size, |local| {
            let id = u64::from(group[0]) * u64::from(self.workgroup_size[0]) + u64::from(local[0]);
            if id >= end {
                return;
            }
            self.begin(group, local, registers);
            watch.invocation(local);
            execute(&self.insts, 0, registers, memory, watch);
        });
    }

    /// Executes a workgroup with barriers: each invocation up to its next one, in turn, until all have ended.
    fn run_in_phases(
        &self,
        group: [u32; 3],
        files: &mut [u32],
        memory: &mut Memory<'_>,
        watch: &mut impl Watch,
    ) {
        let mut starting = files.chunks_exact_mut(self.registers);
        for_each_id(self.workgroup_size, |local| {
            if let Some(registers) = starting.next() {
                self.begin(group, local, registers);
            }
        });
        let mut positions = vec![Some(0); self.invocations()];
        while positions.iter().any(Option::is_some) {
            let mut waiting = positions.iter_mut().zip(files.chunks_exact_mut(self.registers));
            for_each_id(self.workgroup_size, |local| {
                if let Some((position, registers)) = waiting.next()
                    && let Some(start) = *position
                {
                    watch.invocation(local);
                    *position = execute(&self.insts, start, registers, memory, watch);
                }
            });
            self.collect(&positions, files);
        }
    }

    /// Gives every invocation what it gets of the collective at which they wait, if they do.
    fn collect(&self, positions: &[Option<usize>], files: &mut [u32]) {
        let before = positions.iter().flatten().next().and_then(|position| position.checked_sub(1));
        let Some(&Inst::Collective { op, ty, dst, value, id }) = before.and_then(|at| self.insts.get(at))
        else {
            return;
        };
        let (words, id) = (ty.words(), files[id as usize]);
        let read = |file: &[u32]| {
            let mut lanes = Lanes::default();
            lanes[..words].copy_from_slice(&file[value as usize..][..words]);
            lanes
        };
        let mut values: Vec<Lanes> = files.chunks_exact(self.registers).map(read).collect();
        op.eval(ty, &mut values, id);
        for (file, lanes) in files.chunks_exact_mut(self.registers).zip(values) {
            file[dst as usize..][..words].copy_from_slice(&lanes[..words]);
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
