//! The instructions of the interpreter.
//!
//! A register is a slot of one `u32` in the file of an invocation; a value of several lanes takes that many
//! registers in a row, lane 0 first. Literals, buffer lengths and ids are registers that are set before the
//! code runs, so instructions have no immediate operands. An instruction reads all of its operands before it
//! writes, hence its result may overlap them. Conversions that keep the lanes, components and variables need
//! no instruction: they name registers that exist already.

use vyre_ir::casts::Conversion;
use vyre_ir::{AtomicOp, BinOp, DataType, UnOp};

/// The position of a slot in the register file of an invocation.
pub(super) type Register = u32;

/// The position of an instruction in the code; the end of the code ends the invocation.
pub(super) type Label = u32;

/// One step of an invocation. `array` is a position in one of the lists of [`Memory`](super::memory::Memory).
#[derive(Clone, Copy, Debug)]
pub(super) enum Inst {
    Binary {
        op: BinOp,
        dst: Register,
        left: Register,
        right: Register,
    },
    Unary {
        op: UnOp,
        dst: Register,
        operand: Register,
    },
    Move {
        lanes: u8,
        dst: Register,
        source: Register,
    },
    Gather {
        lanes: u8,
        dst: Register,
        parts: [Register; 4],
    },
    Select {
        lanes: u8,
        dst: Register,
        cond: Register,
        then: Register,
        otherwise: Register,
    },
    Convert {
        conversion: Conversion,
        lanes: u8,
        target: DataType,
        dst: Register,
        source: Register,
    },
    LoadInput {
        lanes: u8,
        dst: Register,
        array: u32,
        index: Register,
    },
    LoadOutput {
        lanes: u8,
        dst: Register,
        array: u32,
        index: Register,
    },
    LoadPrivate {
        lanes: u8,
        dst: Register,
        base: Register,
        count: u32,
        index: Register,
    },
    LoadByte {
        dst: Register,
        array: u32,
        index: Register,
    },
    LoadWord {
        dst: Register,
        array: u32,
        index: Register,
    },
    StoreOutput {
        lanes: u8,
        array: u32,
        index: Register,
        value: Register,
    },
    StorePrivate {
        lanes: u8,
        base: Register,
        count: u32,
        index: Register,
        value: Register,
    },
    Atomic {
        op: AtomicOp,
        dst: Register,
        array: u32,
        index: Register,
        expected: Register,
        value: Register,
    },
    Jump {
        to: Label,
    },
    /// Jumps if the condition is zero.
    JumpUnless {
        cond: Register,
        to: Label,
    },
    /// Jumps if the operator gives zero.
    JumpUnlessBinary {
        op: BinOp,
        left: Register,
        right: Register,
        to: Label,
    },
    /// Adds one to `var` and jumps if it is still below `end`.
    Next {
        var: Register,
        end: Register,
        to: Label,
    },
    Barrier,
}

/// The label of the end of the code: no code is as long.
pub(super) const END: Label = Label::MAX;

const _: () = assert!(size_of::<Inst>() <= 24, "instructions should stay small");

impl Inst {
    /// Where the instruction jumps to, if it does.
    pub(super) fn label_mut(&mut self) -> Option<&mut Label> {
        match self {
            Inst::Jump { to }
            | Inst::JumpUnless { to, .. }
            | Inst::JumpUnlessBinary { to, .. }
            | Inst::Next { to, .. } => Some(to),
            _ => None,
        }
    }

    /// The first register of the instruction's result, if it has one.
    pub(super) fn dst_mut(&mut self) -> Option<&mut Register> {
        match self {
            Inst::Binary { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Move { dst, .. }
            | Inst::Gather { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::LoadInput { dst, .. }
            | Inst::LoadOutput { dst, .. }
            | Inst::LoadPrivate { dst, .. }
            | Inst::LoadByte { dst, .. }
            | Inst::LoadWord { dst, .. }
            | Inst::Atomic { dst, .. } => Some(dst),
            Inst::StoreOutput { .. }
            | Inst::StorePrivate { .. }
            | Inst::Jump { .. }
            | Inst::JumpUnless { .. }
            | Inst::JumpUnlessBinary { .. }
            | Inst::Next { .. }
            | Inst::Barrier => None,
        }
    }
}
