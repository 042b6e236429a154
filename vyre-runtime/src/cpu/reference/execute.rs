//! The execution of one invocation, up to a barrier or its end.
//!
//! Every access is checked here against the length of its buffer: a load out of bounds gives zero and a store does nothing,
//! whatever the guard of the access says. What operators, atomics and conversions compute is not here: their rows in `vyre_ir` say it.

use super::inst::{Inst, Register};
use super::watch::{Seen, Watch};
use crate::cpu::memory::{Bytes, Memory};
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Lanes, Scalar, Type, UnOp};
use vyre_lower::value;

/// Executes `code` from `start`. Gives the position after a barrier or a collective, or nothing at the end.
///
/// All instructions are in one `match`: with the jumps in one of their own programs took up to 20 % longer, and with functions that
/// are not inlined 6 %.
pub(super) fn execute<W: Watch>(
    code: &[Inst],
    start: usize,
    registers: &mut [u32],
    memory: &mut Memory<'_>,
    watch: &mut W,
) -> Option<usize> {
    let mut at = start;
    while let Some(inst) = code.get(at) {
        let here = at;
        if watch.pauses(here) {
            return Some(here);
        }
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
            Inst::Barrier => {
                watch.barrier(here);
                return Some(at);
            }
            // What it gives is put in its place when all have come here.
            Inst::Collective { .. } => return Some(at),
            Inst::Binary { op, dst, left, right } => {
                let [left, right] = [left, right].map(|at| registers[at as usize]);
                if W::COMPUTES {
                    watch.computed(here, op, Scalar::U32, [left, right].map(u64::from));
                }
                registers[dst as usize] = op.eval(left, right);
            }
            Inst::Unary { op, dst, operand } => {
                registers[dst as usize] = op.eval(registers[operand as usize]);
            }
            Inst::MulAdd { words: 1, dst, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|at| registers[at as usize]);
                registers[dst as usize] = vyre_ir::float::mul_add(a, b, c);
            }
            Inst::MulAdd { dst, a, b, c, .. } => {
                let operands = [a, b, c].map(|at| {
                    u64::from(registers[at as usize]) | u64::from(registers[at as usize + 1]) << 32
                });
                let result = vyre_ir::float::mul_add_as(Scalar::F64, operands);
                registers[dst as usize] = result as u32;
                registers[dst as usize + 1] = (result >> 32) as u32;
            }
            Inst::Quick { op, dst, operands } => {
                registers[dst as usize] = op.value(operands.map(|at| registers[at as usize]));
            }
            Inst::IsRare { op, dst, operands } => {
                registers[dst as usize] = op.is_rare(operands.map(|at| registers[at as usize])).into();
            }
            Inst::Signed { op, dst, left, right } => {
                let [left, right] = [left, right].map(|at| u64::from(registers[at as usize]));
                if W::COMPUTES {
                    watch.computed(here, op, Scalar::I32, [left, right]);
                }
                registers[dst as usize] = op.eval_as(Scalar::I32, left, right).unwrap_or(0) as u32;
            }
            Inst::Wide { op, right_words, words, dst, left, right } => {
                let (left, right) = (read_wide(registers, 2, left), read_wide(registers, right_words, right));
                if W::COMPUTES {
                    watch.computed(here, op, Scalar::U64, [left, right]);
                }
                write_wide(registers, words, dst, op.eval_as(Scalar::U64, left, right).unwrap_or(0));
            }
            Inst::SignedUnary { op, dst, operand } => {
                let operand = u64::from(registers[operand as usize]);
                registers[dst as usize] = op.eval_as(Scalar::I32, operand).unwrap_or(0) as u32;
            }
            Inst::WideUnary { op, words, dst, operand } => {
                let operand = read_wide(registers, 2, operand);
                write_wide(registers, words, dst, op.eval_as(Scalar::U64, operand).unwrap_or(0));
            }
            Inst::BinaryLanes { op, words, of, right_ty, dst, left, right } => {
                let lanes = if W::COMPUTES && Type::scalar(of.scalar).words() == 1 { of.lanes } else { 0 };
                for lane in 0..u32::from(lanes) {
                    let operands = [left, right].map(|at| u64::from(registers[(at + lane) as usize]));
                    watch.computed(here, op, of.scalar, operands);
                }
                let operands = [(of, left), (right_ty, right)];
                binary_lanes(op, operands, registers, dst, words);
            }
            Inst::UnaryLanes { op, words, of, dst, operand } => {
                unary_lanes(op, (of, operand), registers, dst, words);
            }
            Inst::Move { words, dst, source } => copy(registers, words, dst, source),
            Inst::Gather { words, dst, parts } => {
                let part = |at: usize| registers[parts[at] as usize];
                write(registers, words, dst, [part(0), part(1), part(2), part(3)]);
            }
            Inst::Select { words, dst, cond, then, otherwise } => {
                let source = if registers[cond as usize] != 0 { then } else { otherwise };
                copy(registers, words, dst, source);
            }
            Inst::Convert { conversion, words, target, dst, source } => {
                convert(conversion, target, registers, dst, (words, source));
            }
            Inst::LoadInput { words, dst, array, index } => {
                let index = registers[index as usize];
                let is_within = load(memory.inputs[array as usize], words, registers, dst, index);
                watch.load(Seen::plain(here, index, is_within));
            }
            Inst::LoadOutput { words, dst, array, index } => {
                let index = registers[index as usize];
                let operand = watch.wanted(here).map_or(0, |wanted| registers[wanted as usize]);
                let is_within = load(memory.outputs[array as usize], words, registers, dst, index);
                watch.load(Seen { operand, ..Seen::plain(here, index, is_within) });
            }
            Inst::LoadPrivate { words, dst, base, count, index } => {
                let index = registers[index as usize];
                match index < count {
                    true => copy(registers, words, dst, base + index * u32::from(words)),
                    false => write(registers, words, dst, [0; 4]),
                }
                watch.load(Seen::plain(here, index, index < count));
            }
            Inst::LoadByte { dst, array, index } => {
                let index = registers[index as usize];
                let byte = memory.bytes[array as usize].byte(index);
                registers[dst as usize] = byte.unwrap_or(0);
                watch.load(Seen::plain(here, index, byte.is_some()));
            }
            Inst::LoadWords { words, dst, array, index } => {
                let index = registers[index as usize];
                let is_within = load_words(memory.bytes[array as usize], words, registers, dst, index);
                watch.load(Seen::plain(here, index, is_within));
            }
            Inst::StoreOutput { words, array, index, value } => {
                let index = registers[index as usize];
                let array = &mut memory.outputs[array as usize];
                let is_same = W::COMPARES && holds(array, words, registers, value, index);
                let is_within = store(array, words, registers, value, index);
                watch.store(Seen { is_same, ..Seen::plain(here, index, is_within) });
            }
            Inst::StorePart { bits, array, index, value } => {
                let [index, value] = [index, value].map(|at| registers[at as usize]);
                let of_word = 32 / u32::from(bits);
                let (mask, place) = (u32::MAX >> (32 - u32::from(bits)), index % of_word * u32::from(bits));
                let word = memory.outputs[array as usize].get_mut((index / of_word) as usize);
                let is_within = word.map(|word| *word = *word & !(mask << place) | (value & mask) << place);
                watch.store(Seen::plain(here, index / of_word, is_within.is_some()));
            }
            Inst::StorePrivate { words, base, count, index, value } => {
                let index = registers[index as usize];
                if index < count {
                    copy(registers, words, base + index * u32::from(words), value);
                }
                watch.store(Seen::plain(here, index, index < count));
            }
            Inst::Atomic { op, dst, array, index, expected, value } => {
                let [index, expected, value] = [index, expected, value].map(|at| registers[at as usize]);
                let old = memory.atomic(op, array, index, expected, value);
                let (is_within, old) = (old.is_some(), old.unwrap_or(0));
                registers[dst as usize] = old;
                watch.atomic(Seen { operand: value, old, ..Seen::plain(here, index, is_within) });
            }
            Inst::WideAtomic { op, dst, array, index, expected, value } => {
                let index = registers[index as usize];
                let [expected, value] = [expected, value].map(|at| read_wide(registers, 2, at));
                let old = memory.wide_atomic(op, array, index, expected, value);
                write_wide(registers, 2, dst, old.unwrap_or(0));
                watch.atomic(Seen::plain(here, index, old.is_some()));
            }
        }
    }
    None
}

#[inline(always)]
fn binary_lanes(
    op: BinOp,
    [(of, left), (right_ty, right)]: [(Type, Register); 2],
    registers: &mut [u32],
    dst: Register,
    words: u8,
) {
    let left = read(registers, of.words() as u8, left);
    let right = read(registers, right_ty.words() as u8, right);
    // The verifier has checked the types.
    write(registers, words, dst, value::binary(op, of, &left, right_ty, &right).unwrap_or_default());
}

#[inline(always)]
fn unary_lanes(op: UnOp, (of, operand): (Type, Register), registers: &mut [u32], dst: Register, words: u8) {
    let operand = read(registers, of.words() as u8, operand);
    write(registers, words, dst, value::unary(op, of, &operand).unwrap_or_default());
}

#[inline(always)]
fn convert(
    conversion: Conversion,
    target: Type,
    registers: &mut [u32],
    dst: Register,
    (words, source): (u8, Register),
) {
    let from = read(registers, words, source);
    write(registers, target.words() as u8, dst, conversion.eval(from, target));
}

/// Writes an element to the registers from `dst`; zeros if there is none. Says whether there is.
#[inline(always)]
fn load(array: &[u32], words: u8, registers: &mut [u32], dst: Register, index: u32) -> bool {
    if words == 1 {
        let element = array.get(index as usize);
        registers[dst as usize] = element.copied().unwrap_or(0);
        return element.is_some();
    }
    let words = usize::from(words);
    let target = &mut registers[dst as usize..][..words];
    let rest = (index as usize).checked_mul(words).and_then(|start| array.get(start..));
    let element = rest.and_then(|rest| rest.get(..words));
    match element {
        Some(element) => target.copy_from_slice(element),
        None => target.fill(0),
    }
    element.is_some()
}

/// The same of words of a buffer of bytes. Of several all have to be there.
fn load_words(bytes: Bytes<'_>, words: u8, registers: &mut [u32], dst: Register, index: u32) -> bool {
    let word = |at: u32| index.checked_mul(words.into())?.checked_add(at).and_then(|at| bytes.word(at));
    let is_within = word(u32::from(words) - 1).is_some();
    for at in 0..u32::from(words) {
        registers[(dst + at) as usize] = word(at).filter(|_| is_within).unwrap_or(0);
    }
    is_within
}

/// Writes the registers from `value` to an element. Says whether there is one.
#[inline(always)]
fn store(array: &mut [u32], words: u8, registers: &[u32], value: Register, index: u32) -> bool {
    if words == 1 {
        let element = array.get_mut(index as usize);
        return element.map(|element| *element = registers[value as usize]).is_some();
    }
    let words = usize::from(words);
    let rest = (index as usize).checked_mul(words).and_then(|start| array.get_mut(start..));
    let element = rest.and_then(|rest| rest.get_mut(..words));
    element.map(|element| element.copy_from_slice(&registers[value as usize..][..words])).is_some()
}

/// Whether an element is what the registers from `value` hold.
fn holds(array: &[u32], words: u8, registers: &[u32], value: Register, index: u32) -> bool {
    let words = usize::from(words);
    let start = (index as usize).saturating_mul(words);
    let element = array.get(start..).and_then(|rest| rest.get(..words));
    element.is_some_and(|element| element == &registers[value as usize..][..words])
}

#[inline(always)]
fn copy(registers: &mut [u32], words: u8, dst: Register, source: Register) {
    if words == 1 {
        registers[dst as usize] = registers[source as usize];
    } else {
        let source = source as usize;
        registers.copy_within(source..source + usize::from(words), dst as usize);
    }
}

#[inline(always)]
fn read(registers: &[u32], words: u8, source: Register) -> Lanes {
    let mut value = [0; 4];
    let words = usize::from(words);
    value[..words].copy_from_slice(&registers[source as usize..][..words]);
    value
}

/// A number of one word or two.
#[inline(always)]
fn read_wide(registers: &[u32], words: u8, source: Register) -> u64 {
    let low = u64::from(registers[source as usize]);
    match words {
        1 => low,
        _ => low | u64::from(registers[source as usize + 1]) << 32,
    }
}

#[inline(always)]
fn write_wide(registers: &mut [u32], words: u8, dst: Register, value: u64) {
    registers[dst as usize] = value as u32;
    if words == 2 {
        registers[dst as usize + 1] = (value >> 32) as u32;
    }
}

#[inline(always)]
fn write(registers: &mut [u32], words: u8, dst: Register, value: Lanes) {
    let words = usize::from(words);
    registers[dst as usize..][..words].copy_from_slice(&value[..words]);
}
