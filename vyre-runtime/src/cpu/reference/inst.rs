//! The instructions of the interpreter.
//!
//! A register is a slot of one `u32` in the file of an invocation; a value of several words takes that many registers
//! in a row, the lowest first. Constants, lengths and ids are registers that are set before the code runs, so
//! instructions have no immediate operands. An instruction reads all of its operands before it writes, hence its result may
//! overlap them.

use vyre_ir::casts::Conversion;
use vyre_ir::{AtomicOp, BinOp, CollectiveOp, Type, UnOp};
use vyre_lower::quick::QuickOp;
use vyre_lower::{Access, InstId, Origin};

/// The position of a slot in the register file of an invocation.
pub(super) type Register = u32;

/// The position of an instruction in the code; the end of the code ends the invocation.
pub(super) type Label = u32;

/// One step of an invocation. `array` is a position in one of the lists of [`Memory`](crate::cpu::memory::Memory).
#[derive(Clone, Copy, Debug)]
pub(super) enum Inst {
    /// An operator on one `U32` each, or on truth values where it does the same to them.
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
    /// An operator on one `I32` each.
    Signed {
        op: BinOp,
        dst: Register,
        left: Register,
        right: Register,
    },
    /// An operator on one `U64` each; the right operand and the result have so many words.
    Wide {
        op: BinOp,
        right_words: u8,
        words: u8,
        dst: Register,
        left: Register,
        right: Register,
    },
    SignedUnary {
        op: UnOp,
        dst: Register,
        operand: Register,
    },
    WideUnary {
        op: UnOp,
        words: u8,
        dst: Register,
        operand: Register,
    },
    /// An operator on any type, lane by lane.
    BinaryLanes {
        op: BinOp,
        of: Type,
        right_ty: Type,
        words: u8,
        dst: Register,
        left: Register,
        right: Register,
    },
    UnaryLanes {
        op: UnOp,
        of: Type,
        words: u8,
        dst: Register,
        operand: Register,
    },
    Move {
        words: u8,
        dst: Register,
        source: Register,
    },
    Gather {
        words: u8,
        dst: Register,
        parts: [Register; 4],
    },
    MulAdd {
        /// 1, or 2 of an `F64`.
        words: u8,
        dst: Register,
        a: Register,
        b: Register,
        c: Register,
    },
    /// An operator that a target computes quickly; one of one operand has it twice.
    Quick {
        op: QuickOp,
        dst: Register,
        operands: [Register; 2],
    },
    IsRare {
        op: QuickOp,
        dst: Register,
        operands: [Register; 2],
    },
    Select {
        words: u8,
        dst: Register,
        cond: Register,
        then: Register,
        otherwise: Register,
    },
    Convert {
        conversion: Conversion,
        words: u8,
        target: Type,
        dst: Register,
        source: Register,
    },
    LoadInput {
        words: u8,
        dst: Register,
        array: u32,
        index: Register,
    },
    LoadOutput {
        words: u8,
        dst: Register,
        array: u32,
        index: Register,
    },
    LoadPrivate {
        words: u8,
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
    LoadWords {
        words: u8,
        dst: Register,
        array: u32,
        index: Register,
    },
    StoreOutput {
        words: u8,
        array: u32,
        index: Register,
        value: Register,
    },
    StorePart {
        bits: u8,
        array: u32,
        index: Register,
        value: Register,
    },
    StorePrivate {
        words: u8,
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
    /// The same of an element of two words.
    WideAtomic {
        op: AtomicOp,
        dst: Register,
        array: u32,
        index: Register,
        expected: Register,
        value: Register,
    },
    /// What a workgroup computes together, once all of its invocations wait here.
    Collective {
        op: CollectiveOp,
        ty: Type,
        dst: Register,
        value: Register,
        id: Register,
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

/// Where an instruction comes from, unless it is a mere jump, and which access to a buffer it is, if it is one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Site {
    pub(crate) origin: Option<Origin>,
    pub(crate) access: Option<Access>,
    /// Whether the access is atomic.
    pub(crate) is_atomic: bool,
    /// What it does to the element, if it is atomic and no load.
    pub(crate) atomic: Option<AtomicOp>,
    /// The value that it gives, if it is an access that gives one.
    pub(crate) value: Option<InstId>,
}

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
            | Inst::Signed { dst, .. }
            | Inst::Wide { dst, .. }
            | Inst::SignedUnary { dst, .. }
            | Inst::WideUnary { dst, .. }
            | Inst::BinaryLanes { dst, .. }
            | Inst::UnaryLanes { dst, .. }
            | Inst::Move { dst, .. }
            | Inst::Gather { dst, .. }
            | Inst::MulAdd { dst, .. }
            | Inst::Quick { dst, .. }
            | Inst::IsRare { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::LoadInput { dst, .. }
            | Inst::LoadOutput { dst, .. }
            | Inst::LoadPrivate { dst, .. }
            | Inst::LoadByte { dst, .. }
            | Inst::LoadWords { dst, .. }
            | Inst::Atomic { dst, .. }
            | Inst::WideAtomic { dst, .. }
            | Inst::Collective { dst, .. } => Some(dst),
            Inst::StoreOutput { .. }
            | Inst::StorePart { .. }
            | Inst::StorePrivate { .. }
            | Inst::Jump { .. }
            | Inst::JumpUnless { .. }
            | Inst::JumpUnlessBinary { .. }
            | Inst::Next { .. }
            | Inst::Barrier => None,
        }
    }
}
