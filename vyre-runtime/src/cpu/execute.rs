//! The execution of one invocation, up to a barrier or its end.
//!
//! What operators, atomics and conversions compute is not here: their rows in `vyre_ir` say it.

use super::inst::{Inst, Register};
use super::memory::{Memory, load, store};
use vyre_ir::Lanes;

/// Executes `code` from `start`. Gives the position after a barrier, or nothing at the end.
pub(super) fn execute(
    code: &[Inst],
    start: usize,
    registers: &mut [u32],
    memory: &mut Memory<'_>,
) -> Option<usize> {
    let mut at = start;
    while let Some(inst) = code.get(at) {
        at += 1;
        match *inst {
            Inst::Jump { to } => at = to as usize,
            Inst::JumpUnless { cond, to } => {
                if registers[cond as usize] == 0 {
                    at = to as usize;
                }
            }
            Inst::JumpUnlessBinary { op, left, right, to } => {
                if op.eval(registers[left as usize], registers[right as usize]) == 0 {
                    at = to as usize;
                }
            }
            Inst::Next { var, end, to } => {
                // `var` is below `end`, so the sum does not wrap.
                let next = registers[var as usize].wrapping_add(1);
                registers[var as usize] = next;
                if next < registers[end as usize] {
                    at = to as usize;
                }
            }
            Inst::Barrier => return Some(at),
            inst => compute(inst, registers, memory),
        }
    }
    None
}

/// Executes an instruction that neither jumps nor waits. It becomes part of the loop in `execute`.
#[inline(always)]
fn compute(inst: Inst, registers: &mut [u32], memory: &mut Memory<'_>) {
    match inst {
        Inst::Binary { op, dst, left, right } => {
            registers[dst as usize] = op.eval(registers[left as usize], registers[right as usize]);
        }
        Inst::Unary { op, dst, operand } => {
            registers[dst as usize] = op.eval(registers[operand as usize]);
        }
        Inst::Move { lanes, dst, source } => copy(registers, lanes, dst, source),
        Inst::Gather { lanes, dst, parts } => {
            let part = |at: usize| registers[parts[at] as usize];
            write(registers, lanes, dst, [part(0), part(1), part(2), part(3)]);
        }
        Inst::Select { lanes, dst, cond, then, otherwise } => {
            let source = if registers[cond as usize] != 0 { then } else { otherwise };
            copy(registers, lanes, dst, source);
        }
        Inst::Convert { conversion, lanes, target, dst, source } => {
            let from = read(registers, lanes, source);
            write(registers, target.lanes() as u8, dst, conversion.eval(from, target));
        }
        Inst::LoadInput { lanes, dst, array, index } => {
            load(memory.inputs[array as usize], lanes, registers, dst, index);
        }
        Inst::LoadOutput { lanes, dst, array, index } => {
            load(memory.outputs[array as usize], lanes, registers, dst, index);
        }
        Inst::LoadPrivate { lanes, dst, base, count, index } => {
            match private_element(registers, lanes, base, count, index) {
                Some(source) => copy(registers, lanes, dst, source),
                None => write(registers, lanes, dst, [0; 4]),
            }
        }
        Inst::LoadByte { dst, array, index } => {
            registers[dst as usize] = memory.bytes[array as usize].byte(registers[index as usize]);
        }
        Inst::LoadWord { dst, array, index } => {
            registers[dst as usize] = memory.bytes[array as usize].word(registers[index as usize]);
        }
        Inst::StoreOutput { lanes, array, index, value } => {
            store(memory.outputs[array as usize], lanes, registers, value, index);
        }
        Inst::StorePrivate { lanes, base, count, index, value } => {
            if let Some(dst) = private_element(registers, lanes, base, count, index) {
                copy(registers, lanes, dst, value);
            }
        }
        Inst::Atomic { op, dst, array, index, expected, value } => {
            let of = |register: Register| registers[register as usize];
            let value = memory.atomic(op, array, of(index), of(expected), of(value));
            registers[dst as usize] = value;
        }
        Inst::Jump { .. }
        | Inst::JumpUnless { .. }
        | Inst::JumpUnlessBinary { .. }
        | Inst::Next { .. }
        | Inst::Barrier => {}
    }
}

#[inline(always)]
fn copy(registers: &mut [u32], lanes: u8, dst: Register, source: Register) {
    if lanes == 1 {
        registers[dst as usize] = registers[source as usize];
    } else {
        let source = source as usize;
        registers.copy_within(source..source + usize::from(lanes), dst as usize);
    }
}

/// The first register of an element of a local array, if the index is in bounds.
#[inline(always)]
fn private_element(
    registers: &[u32],
    lanes: u8,
    base: Register,
    count: u32,
    index: Register,
) -> Option<Register> {
    let index = registers[index as usize];
    (index < count).then(|| base + index * u32::from(lanes))
}

#[inline(always)]
fn read(registers: &[u32], lanes: u8, source: Register) -> Lanes {
    let mut value = [0; 4];
    let lanes = usize::from(lanes);
    value[..lanes].copy_from_slice(&registers[source as usize..][..lanes]);
    value
}

#[inline(always)]
fn write(registers: &mut [u32], lanes: u8, dst: Register, value: Lanes) {
    let lanes = usize::from(lanes);
    registers[dst as usize..][..lanes].copy_from_slice(&value[..lanes]);
}
