//! The code of the block engine: a flat list of instructions, each of which computes one value for all lanes of a block, moves
//! values between registers and memory, or changes which lanes are active.

use super::kernels::{F1, F2, F2S, F3, F3L, F3Long, F3S, FRows, FSquares, Select};
use super::trees::{FTree, OPERANDS, SCALARS};
use std::sync::Arc;
use vyre_ir::casts::Conversion;
use vyre_ir::{AtomicOp, BinOp, CollectiveOp, Scalar, Type, UnOp};

/// A register with a value for each lane.
pub(super) type Reg = u32;
/// A value that all lanes of a block agree on.
pub(super) type Uni = u32;
/// A position in the code.
pub(super) type Target = usize;

/// A value as an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Lanes(Reg),
    Scalar(Uni),
}

/// The parts of a value of a type: its lanes, of 32 or 64 bits.
pub(super) type Parts = [Part; 4];

/// A value that is linear in the position of an invocation in its workgroup: `base + c.x * x + c.y * y + c.z * z`, modulo 2^32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub(super) base: Uni,
    /// The coefficients; `None` is 0.
    pub(super) c: [Option<Uni>; 3],
}

/// Which element each lane accesses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index {
    /// All the same one.
    Scalar(Uni),
    Affine(Affine),
    Lanes(Reg),
}

/// A buffer, by how its memory is found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The position among the bound buffers.
    Bound(usize),
    /// The position among the arrays of the workgroup.
    Shared(usize),
    /// The first word of the array in the memory of an invocation, and its number of elements.
    Private { first: usize, count: usize },
}

/// What is accessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) place: Place,
    pub(super) index: Index,
    /// Words of an element.
    pub(super) words: usize,
    /// Whether the parts of a value are 64 bits wide.
    pub(super) is_long: bool,
}

/// An operand, which may still be in memory; if it is no slice of that, it is loaded into a register.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Register(Reg),
    Memory { access: Access, through: Reg },
}

/// An operation with operands or a result in memory.
#[derive(Clone)]
pub(super) struct Operation {
    pub(super) f: Loop,
    pub(super) operands: Vec<Source>,
    pub(super) dst: Reg,
    /// Where the result is stored, and nobody else wants it: then it goes through `dst` only if it cannot be written there.
    pub(super) to: Option<Access>,
}

/// The loop of an operation, with what is the same in every lane.
#[derive(Clone, Copy)]
pub(super) enum Loop {
    Zip(F2<u32, u32, u32>),
    With(F2S<u32, u32, u32>, Uni),
    Pair(F3, Option<FRows>),
    ScalarPair(F3S, Uni),
}

impl Loop {
    /// The operand that is the same in every lane.
    pub(super) fn scalar(&self) -> Option<Uni> {
        match self {
            Loop::With(_, scalar) | Loop::ScalarPair(_, scalar) => Some(*scalar),
            Loop::Zip(_) | Loop::Pair(..) => None,
        }
    }
}

/// A tree of operations, with its words and scalars.
#[derive(Clone)]
pub(super) struct Grown {
    pub(super) f: FTree,
    pub(super) dst: Reg,
    /// The words, of which there are so many.
    pub(super) words: [Reg; OPERANDS],
    pub(super) len: usize,
    pub(super) with: [Uni; SCALARS],
}

/// What an `If` asks.
#[derive(Clone, Debug)]
pub(super) enum Cond {
    Lanes(Reg),
    Linear(Box<Comparison>),
    /// Whether both hold.
    Both(Box<[Comparison; 2]>),
}

/// A comparison of a value that is linear with one that is the same in each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) op: BinOp,
    pub(super) value: Affine,
    pub(super) bound: Uni,
}

/// An instruction. The numbers in the names are the bits of the result and of the operands.
#[derive(Clone)]
pub(super) enum Inst {
    /// On values that all lanes agree on.
    Scalar(ScalarInst),

    // On lanes.
    Map32x32 {
        f: F1<u32, u32>,
        /// Whether it complements the bits.
        is_not: bool,
        dst: Reg,
        a: Reg,
    },
    Map32x64 {
        f: F1<u64, u32>,
        dst: Reg,
        a: Reg,
    },
    Map64x32 {
        f: F1<u32, u64>,
        dst: Reg,
        a: Reg,
    },
    Map64x64 {
        f: F1<u64, u64>,
        dst: Reg,
        a: Reg,
    },
    Zip32x32x32 {
        f: F2<u32, u32, u32>,
        op: Fusible,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Zip64x64x64 {
        f: F2<u64, u64, u64>,
        op: BinOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Zip64x64x32 {
        f: F2<u64, u32, u64>,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Zip32x64x64 {
        f: F2<u64, u64, u32>,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Zip64x32x32 {
        f: F2<u32, u32, u64>,
        /// Whether it is a product, and of signed words.
        product: Option<bool>,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    With32x32 {
        f: F2S<u32, u32, u32>,
        op: Fusible,
        dst: Reg,
        a: Reg,
        b: Uni,
    },
    With64x64 {
        f: F2S<u64, u64, u64>,
        dst: Reg,
        a: Reg,
        b: Uni,
    },
    With64x32 {
        f: F2S<u64, u32, u64>,
        dst: Reg,
        a: Reg,
        b: Uni,
    },
    With32x64 {
        f: F2S<u64, u64, u32>,
        op: BinOp,
        dst: Reg,
        a: Reg,
        b: Uni,
    },
    With32x64By32 {
        f: F2S<u64, u32, u32>,
        dst: Reg,
        a: Reg,
        b: Uni,
    },
    Select32 {
        f: &'static Select<u32>,
        dst: Reg,
        cond: Reg,
        a: Part,
        b: Part,
    },
    Select64 {
        f: &'static Select<u64>,
        dst: Reg,
        cond: Reg,
        a: Part,
        b: Part,
    },
    Fill {
        dst: Reg,
        a: Uni,
        is_long: bool,
    },
    Linear {
        dst: Reg,
        value: Affine,
    },
    /// Into a register that nothing else has set.
    Copy {
        dst: Reg,
        src: Reg,
        is_long: bool,
    },
    /// Sets the active lanes of a local, and the others too if nobody wants theirs (`is_whole`). The source may be taken if nothing uses
    /// it afterwards (`dies`).
    Set {
        dst: Reg,
        src: Reg,
        is_long: bool,
        is_whole: bool,
        dies: bool,
    },
    SetScalar {
        dst: Reg,
        src: Uni,
        is_long: bool,
    },
    Load {
        dst: Parts,
        access: Box<Access>,
    },
    Byte {
        dst: Reg,
        access: Box<Access>,
    },
    Store {
        value: Parts,
        access: Box<Access>,
    },
    /// The lowest bits of a value, so many, to a part of a word. The index counts such parts.
    StorePart {
        value: Part,
        bits: u32,
        access: Box<Access>,
    },
    // Two operations in one.
    Pair {
        f: F3,
        /// The same over rows, of which the first two operands can be exchanged.
        rows: Option<FRows>,
        dst: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    /// A multiplication with addition, of 64 bits.
    Triple64 {
        f: F3Long,
        dst: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    ScalarPair {
        f: F3S,
        dst: Reg,
        a: Reg,
        b: Uni,
        c: Reg,
    },
    Tree(Box<Grown>),
    LongPair {
        f: F3L,
        ops: [BinOp; 2],
        dst: Reg,
        a: Reg,
        b: Uni,
        c: Reg,
    },
    /// The squares of two words with 64 bits: what an operator gives of their sum and a scalar, and the lower word of their difference
    /// after a shift to the right.
    Squares {
        f: FSquares,
        dst: [Reg; 2],
        a: Reg,
        b: Reg,
        with: [Uni; 2],
    },

    Near(Box<Operation>),
    /// Stores what it loads from constant memory.
    Transfer {
        from: Box<Access>,
        to: Box<Access>,
        through: Reg,
    },
    Atomic {
        op: AtomicOp,
        dst: Option<Reg>,
        access: Box<Access>,
        expected: Part,
        value: Part,
    },

    /// What a workgroup computes together. The parts of the result are scalars if it is the same for all.
    Collective {
        op: CollectiveOp,
        ty: Type,
        dst: Box<Parts>,
        value: Box<Parts>,
        id: Option<Part>,
    },

    // Control. A slot keeps what a statement needs until it ends; `masks` are the first of three registers of its own.
    If {
        cond: Cond,
        slot: usize,
        masks: Reg,
        otherwise: Target,
        /// Whether it may be executed for the first lanes of every row alone.
        narrows: bool,
    },
    Else {
        slot: usize,
        masks: Reg,
        end: Target,
    },
    EndIf {
        slot: usize,
        masks: Reg,
    },
    /// As `Else` and `EndIf`, of a statement of which each arm ends with the lanes that came to it.
    Otherwise {
        slot: usize,
        end: Target,
    },
    Rejoin {
        slot: usize,
    },
    Branch {
        cond: Uni,
        otherwise: Target,
    },
    Jump(Target),
    /// Goes on elsewhere if no lane is active.
    SkipIfNone(Target),
    LoopStart {
        slot: usize,
    },
    /// At the head of a loop, moves the active lanes to the front if they are few.
    Pack {
        masks: Reg,
        pack: Option<Arc<Pack>>,
    },
    /// Behind a loop, moves the lanes back to where they were.
    Unpack(Option<Arc<Pack>>),
    /// Leaves a loop whose variable and end all lanes agree on.
    LoopTest {
        slot: usize,
        var: Uni,
        to: Uni,
        exit: Target,
    },
    /// Goes on with the lanes whose variable is below the end.
    LoopTestLanes {
        slot: usize,
        masks: Reg,
        below: LoopBelow,
        exit: Target,
    },
    Continue {
        slot: usize,
        masks: Reg,
        target: Target,
    },
    Break(Target),
    Return {
        target: Target,
    },
    /// Counts on, and goes to the head of the loop. `var` is a variable that lanes do not agree on.
    LoopNext {
        slot: usize,
        masks: Reg,
        counter: Uni,
        var: Option<Reg>,
        head: Target,
        exit: Target,
    },
    LoopEnd {
        slot: usize,
        masks: Reg,
        returns: bool,
    },
    Barrier,
    End,
}

/// An instruction on values that all lanes agree on.
#[derive(Clone, Debug)]
pub(super) enum ScalarInst {
    Binary { op: BinOp, scalar: Scalar, dst: Uni, a: Uni, b: Uni },
    Unary { op: UnOp, scalar: Scalar, dst: Uni, a: Uni },
    Rounded { conversion: Conversion, dst: Uni, a: Uni },
    Select { dst: Uni, cond: Uni, a: Uni, b: Uni },
    MulAdd { scalar: Scalar, dst: Uni, a: Uni, b: Uni, c: Uni },
    Move { dst: Uni, a: Uni },
    Low { dst: Uni, a: Uni },
    High { dst: Uni, a: Uni },
    Join { dst: Uni, low: Uni, high: Uni },
    Load { dst: [Uni; 4], access: Box<Access> },
    Byte { dst: Uni, access: Box<Access> },
}

/// What a loop uses of what is there before it, where no instruction in it asks which lane is which invocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pack {
    /// The registers, and for each one another of its size, which nothing else uses.
    pub(super) registers: Vec<Packed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) reg: Reg,
    pub(super) other: Reg,
    pub(super) is_long: bool,
    /// Whether the loop sets it.
    pub(super) is_set: bool,
}

/// Which of a loop's variable and end differ from lane to lane.
#[derive(Clone, Copy, Debug)]
pub(super) enum LoopBelow {
    Lanes { var: Reg, to: Reg },
    VarLanes { var: Reg, to: Uni },
    ToLanes { var: Uni, to: Reg },
}

/// Which operation of 32 bits it is, as far as it can be one of two in an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fusible {
    /// A row of `U32`, or one that does not tell `I32` from it.
    Row(BinOp),
    /// A rotation to the left.
    Rotation,
    /// The bits of the first operand that the second does not have.
    AndNot,
    No,
}
