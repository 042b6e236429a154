//! The block engine: the CPU device that is made to be fast.
//!
//! A program becomes code once. The code is executed for a *block* of invocations of a workgroup at a time: each instruction is one loop
//! over the lanes of the block, which the compiler has turned into vector instructions, for each of the instruction sets that
//! matter. Which of them this CPU has is asked when it runs. A block is as large as it can be with its values in the first
//! cache; where workgroups are small, it has several of them. Lanes that disagree on a condition are told apart by masks; what they agree on is computed once.
//!
//! Whatever the meaning of an operator, it is in its row of `vyre_ir`. The reference interpreter gives the same bytes.

mod access;
mod compile;
mod control;
mod error;
mod execute;
mod file;
mod fused;
mod grid;
mod inst;
mod kernels;
mod lanes;
mod launch;
mod limit;
mod memory;
mod near;
mod operands;
mod pack;
mod parts;
mod pool;
mod raw;
#[cfg(test)]
mod tests;
mod trees;
pub mod words;

pub use error::Error;
pub use launch::Launch;
pub use memory::Binding;
pub use raw::InstructionSet;

use compile::Compiled;
use std::sync::Mutex;
use vyre_ir::{AtomicOp, BufferDecl};
use vyre_lower::{InstId, Lowered, Op, Stmt, U32};

/// The bytes that the registers of a block should not pass. That is more than a first cache has: few registers are in use at a time,
/// and with more lanes the cost of an instruction apart from its lanes is less.
const BLOCK_BYTES: usize = 128 << 10;
/// The same where lanes that are still in a loop move to the front: until they do, more lanes wait for the last one.
const MOVING_BYTES: usize = 64 << 10;
/// The bytes that the arrays of the workgroups of a block should not pass.
const SHARED_BYTES: usize = 32 << 10;
/// The most lanes of a block. With more, the cost of an instruction apart from its lanes is no longer seen.
const MOST_LANES: usize = 16384;
/// The same of a block of several workgroups, which has more instructions that take each row by itself.
const MOST_IN_ROWS: usize = 4096;
/// The most where lanes leave loops at different times: all are computed until the last of them has left.
const MOST_DIVERGENT: usize = 256;
/// The fewest.
const LEAST_LANES: usize = 64;

/// A program, compiled for one instruction set.
pub struct Code {
    compiled: Compiled,
    set: InstructionSet,
    buffers: Vec<BufferDecl>,
    workgroup_size: [u32; 3],
    /// The most lanes of a block.
    block: usize,
    /// The most workgroups, side by side along x, of a block; 1 if the code is that of one workgroup.
    rows: usize,
    /// The words of the arrays of an invocation, and of each array of a workgroup.
    private: usize,
    shared: Vec<usize>,
    /// Whether the arrays of a workgroup have to be zero at its start.
    needs_zeros: bool,
    /// Of each bound buffer whether the program does nothing with it but add to its words.
    sums: Vec<bool>,
    /// Whether one thread has to run a launch.
    is_alone: bool,
    /// Blocks of launches that have ended.
    idle: Mutex<Vec<Vec<execute::Block>>>,
}

/// Compiles a form after its passes, for the best instruction set that this CPU has.
pub fn compile(form: &Lowered) -> Code {
    compile_for(form, InstructionSet::all()[0], None)
}

/// Compiles a form for an instruction set, with blocks of so many lanes.
fn compile_for(form: &Lowered, set: InstructionSet, block: Option<usize>) -> Code {
    let shared = form.buffers.iter().filter(|decl| decl.access.is_shared());
    let shared: Vec<usize> = shared.map(|decl| decl.count as usize * decl.element.lanes()).collect();
    let (compiled, block, rows) = (several(form, set, block, &shared)).unwrap_or_else(|| {
        let compiled = compile::compile(form, set.kernels());
        let lanes = block.unwrap_or_else(|| fitting(&compiled));
        (compiled, lanes, 1)
    });
    Code {
        block,
        rows,
        private: compiled.private,
        shared,
        needs_zeros: vyre_lower::analysis::zeros::needs_zeros(form),
        sums: sums(form),
        is_alone: has_long_atomics(form),
        compiled,
        set,
        buffers: form.buffers.clone(),
        workgroup_size: form.workgroup_size,
        idle: Mutex::default(),
    }
}

/// The code for several workgroups side by side, the most lanes of a block, and how many workgroups that is, if a block has room for more than
/// one.
fn several(
    form: &Lowered,
    set: InstructionSet,
    block: Option<usize>,
    shared: &[usize],
) -> Option<(Compiled, usize, usize)> {
    let size = form.workgroup_size[0] as usize;
    let in_memory = SHARED_BYTES / (4 * shared.iter().sum::<usize>()).max(1);
    let rows = |lanes: usize| (lanes / size).min(in_memory);
    if compile::is_flat(form) || rows(block.unwrap_or(MOST_IN_ROWS)) < 2 {
        return None;
    }
    let compiled = compile::compile(&compile::batched(form)?, set.kernels());
    let lanes = block.unwrap_or_else(|| fitting(&compiled).min(MOST_IN_ROWS));
    let rows = rows(lanes);
    (rows > 1).then_some((compiled, lanes, rows))
}

/// The lanes of a block whose registers fit into the cache.
fn fitting(compiled: &Compiled) -> usize {
    let bytes = if compiled.moves { MOVING_BYTES } else { BLOCK_BYTES };
    // Of the masks count those of one level.
    let bytes_of_lane = 4 * (2 + compiled.private) + compiled.bytes;
    let most = if compiled.diverges { MOST_DIVERGENT } else { MOST_LANES };
    let fitting = (bytes / bytes_of_lane) / lanes::LANES * lanes::LANES;
    fitting.clamp(LEAST_LANES, most)
}

/// Whether a program has atomics on elements of two words in memory that threads share. Threads share words, so one runs its launches.
fn has_long_atomics(form: &Lowered) -> bool {
    let is_shared = |access: &vyre_lower::Access| form[access.buffer].access.is_bound();
    let is_it = |id: InstId| {
        let inst = &form[id];
        inst.op.is_atomic() && inst.ty.scalar.is_long() && inst.op.access().is_some_and(is_shared)
    };
    let mut has_any = false;
    vyre_lower::walk(&form.body, &mut |stmt| has_any |= matches!(stmt, Stmt::Eval(id) if is_it(*id)));
    has_any
}

/// Of each bound buffer whether a program does nothing with it but add to its words, and does not look at them.
fn sums(form: &Lowered) -> Vec<bool> {
    let mut is_used = vec![false; form.insts.len()];
    let (mut adds, mut others) = (vec![false; form.buffers.len()], vec![false; form.buffers.len()]);
    vyre_lower::walk(&form.body, &mut |stmt| match stmt {
        Stmt::Eval(id) => form[*id].op.operands().for_each(|operand| is_used[operand.index()] = true),
        other => other.operands().for_each(|operand| is_used[operand.index()] = true),
    });
    vyre_lower::walk(&form.body, &mut |stmt| match stmt {
        Stmt::Eval(id) => {
            if let Some(access) = form[*id].op.access() {
                let is_add = matches!(form[*id].op, Op::Atomic(AtomicOp::Add, ..)) && form[*id].ty == U32;
                let is_sum = is_add && !is_used[id.index()];
                let found = if is_sum { &mut adds } else { &mut others };
                found[access.buffer.index()] = true;
            }
        }
        Stmt::Store { access, .. } => others[access.buffer.index()] = true,
        _ => {}
    });
    let buffers = form.buffers.iter().zip(adds.into_iter().zip(others));
    buffers.filter(|(decl, _)| decl.access.is_bound()).map(|(_, (adds, others))| adds && !others).collect()
}
