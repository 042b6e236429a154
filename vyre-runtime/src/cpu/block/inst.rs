//! The code of the block engine: a flat list of instructions, each of which computes one value for all lanes of a block, moves
//! values between registers and memory, or changes which lanes are active.

use super::lanes::{F1, F2, F2S, F3, F3S, Select};
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

/// An operand, which may still be in constant memory; if it is not a slice of that, it is loaded into a register.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Register(Reg),
    Memory { access: Access, through: Reg },
}

/// What an `If` asks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cond {
    Lanes(Reg),
    Linear(Comparison),
    /// Whether both hold.
    Both([Comparison; 2]),
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
    // On values that all lanes agree on.
    ScalarBinary {
        op: BinOp,
        scalar: Scalar,
        dst: Uni,
        a: Uni,
        b: Uni,
    },
    ScalarUnary {
        op: UnOp,
        scalar: Scalar,
        dst: Uni,
        a: Uni,
    },
    ScalarRounded {
        conversion: Conversion,
        dst: Uni,
        a: Uni,
    },
    ScalarSelect {
        dst: Uni,
        cond: Uni,
        a: Uni,
        b: Uni,
    },
    ScalarMulAdd {
        dst: Uni,
        a: Uni,
        b: Uni,
        c: Uni,
    },
    ScalarMove {
        dst: Uni,
        a: Uni,
    },
    ScalarLow {
        dst: Uni,
        a: Uni,
    },
    ScalarHigh {
        dst: Uni,
        a: Uni,
    },
    ScalarJoin {
        dst: Uni,
        low: Uni,
        high: Uni,
    },
    ScalarLoad {
        dst: [Uni; 4],
        access: Access,
    },
    ScalarByte {
        dst: Uni,
        access: Access,
    },

    // On lanes.
    Map32x32 {
        f: F1<u32, u32>,
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
        f: Select<u32>,
        dst: Reg,
        cond: Reg,
        a: Part,
        b: Part,
    },
    Select64 {
        f: Select<u64>,
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
    /// Sets the active lanes of a local. The source may be taken if nothing uses it afterwards.
    Set {
        dst: Reg,
        src: Reg,
        is_long: bool,
        dies: bool,
    },
    SetScalar {
        dst: Reg,
        src: Uni,
        is_long: bool,
    },
    Load {
        dst: Parts,
        access: Access,
    },
    Byte {
        dst: Reg,
        access: Access,
    },
    Store {
        value: Parts,
        access: Access,
    },
    // Two operations in one.
    Pair {
        f: F3,
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

    // With operands that are still in constant memory.
    ZipNear {
        f: F2<u32, u32, u32>,
        dst: Reg,
        a: Source,
        b: Source,
    },
    WithNear {
        f: F2S<u32, u32, u32>,
        dst: Reg,
        a: Source,
        b: Uni,
    },
    Transfer {
        from: Access,
        to: Access,
        through: Reg,
    },
    Atomic {
        op: AtomicOp,
        dst: Option<Reg>,
        access: Access,
        expected: Part,
        value: Part,
    },

    /// What a workgroup computes together. The parts of the result are scalars if it is the same for all.
    Collective {
        op: CollectiveOp,
        ty: Type,
        dst: Parts,
        value: Parts,
        id: Option<Part>,
    },

    // Control. A slot keeps what a statement needs until it ends; `masks` are the first of three registers of its own.
    If {
        cond: Cond,
        slot: usize,
        masks: Reg,
        otherwise: Target,
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
    No,
}

/// What an instruction does with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Use,
    Def,
}

impl Inst {
    /// Visits the registers with lanes that code refers to, apart from masks.
    pub(super) fn registers(&mut self, visit: &mut impl FnMut(&mut Reg, Role)) {
        let part = |part: &mut Part, role, visit: &mut dyn FnMut(&mut Reg, Role)| {
            if let Part::Lanes(reg) = part {
                visit(reg, role);
            }
        };
        match self {
            Inst::Map32x32 { dst, a, .. }
            | Inst::Map32x64 { dst, a, .. }
            | Inst::Map64x32 { dst, a, .. }
            | Inst::Map64x64 { dst, a, .. }
            | Inst::With32x32 { dst, a, .. }
            | Inst::With64x64 { dst, a, .. }
            | Inst::With64x32 { dst, a, .. }
            | Inst::With32x64 { dst, a, .. }
            | Inst::With32x64By32 { dst, a, .. }
            | Inst::Copy { dst, src: a, .. } => {
                visit(a, Role::Use);
                visit(dst, Role::Def);
            }
            Inst::Zip32x32x32 { dst, a, b, .. }
            | Inst::Zip64x64x64 { dst, a, b, .. }
            | Inst::Zip64x64x32 { dst, a, b, .. }
            | Inst::Zip32x64x64 { dst, a, b, .. }
            | Inst::Zip64x32x32 { dst, a, b, .. } => {
                visit(a, Role::Use);
                visit(b, Role::Use);
                visit(dst, Role::Def);
            }
            Inst::Pair { dst, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|reg| visit(reg, Role::Use));
                visit(dst, Role::Def);
            }
            Inst::ScalarPair { dst, a, c, .. } => {
                [a, c].into_iter().for_each(|reg| visit(reg, Role::Use));
                visit(dst, Role::Def);
            }
            Inst::Select32 { dst, cond, a, b, .. } | Inst::Select64 { dst, cond, a, b, .. } => {
                visit(cond, Role::Use);
                part(a, Role::Use, visit);
                part(b, Role::Use, visit);
                visit(dst, Role::Def);
            }
            Inst::Fill { dst, .. } | Inst::Linear { dst, .. } => visit(dst, Role::Def),
            Inst::Set { dst, src, .. } => {
                visit(src, Role::Use);
                visit(dst, Role::Use);
            }
            Inst::SetScalar { dst, .. } => visit(dst, Role::Use),
            Inst::Load { dst, access } => {
                access.registers(visit);
                dst.iter_mut().for_each(|dst| part(dst, Role::Def, visit));
            }
            Inst::Byte { dst, access } => {
                access.registers(visit);
                visit(dst, Role::Def);
            }
            Inst::ZipNear { dst, a, b, .. } => {
                for Source::Register(reg) | Source::Memory { through: reg, .. } in [a, b] {
                    visit(reg, Role::Use);
                }
                visit(dst, Role::Def);
            }
            Inst::WithNear {
                dst, a: Source::Register(reg) | Source::Memory { through: reg, .. }, ..
            } => {
                visit(reg, Role::Use);
                visit(dst, Role::Def);
            }
            Inst::Transfer { to, through, .. } => {
                to.registers(visit);
                visit(through, Role::Def);
            }
            Inst::Store { value, access } => {
                access.registers(visit);
                value.iter_mut().for_each(|value| part(value, Role::Use, visit));
            }
            Inst::Atomic { dst, access, expected, value, .. } => {
                access.registers(visit);
                part(expected, Role::Use, visit);
                part(value, Role::Use, visit);
                if let Some(dst) = dst {
                    visit(dst, Role::Def);
                }
            }
            Inst::Collective { dst, value, id, .. } => {
                value.iter_mut().chain(id).for_each(|it| part(it, Role::Use, visit));
                dst.iter_mut().for_each(|dst| part(dst, Role::Def, visit));
            }
            Inst::If { cond: Cond::Lanes(cond), .. } => visit(cond, Role::Use),
            Inst::LoopTestLanes { below, .. } => match below {
                LoopBelow::Lanes { var, to } => {
                    visit(var, Role::Use);
                    visit(to, Role::Use);
                }
                LoopBelow::VarLanes { var: reg, .. } | LoopBelow::ToLanes { to: reg, .. } => {
                    visit(reg, Role::Use);
                }
            },
            Inst::LoopNext { var: Some(var), .. } => visit(var, Role::Use),
            Inst::ScalarBinary { .. }
            | Inst::ScalarUnary { .. }
            | Inst::ScalarRounded { .. }
            | Inst::ScalarSelect { .. }
            | Inst::ScalarMulAdd { .. }
            | Inst::ScalarMove { .. }
            | Inst::ScalarLow { .. }
            | Inst::ScalarHigh { .. }
            | Inst::ScalarJoin { .. }
            | Inst::ScalarLoad { .. }
            | Inst::ScalarByte { .. }
            | Inst::If { cond: Cond::Linear(_) | Cond::Both(_), .. }
            | Inst::Else { .. }
            | Inst::EndIf { .. }
            | Inst::Branch { .. }
            | Inst::Jump(_)
            | Inst::SkipIfNone(_)
            | Inst::LoopStart { .. }
            | Inst::LoopTest { .. }
            | Inst::Continue { .. }
            | Inst::Break(_)
            | Inst::Return { .. }
            | Inst::LoopNext { var: None, .. }
            | Inst::LoopEnd { .. }
            | Inst::Barrier
            | Inst::End => {}
        }
    }

    /// Whether other lanes may be active behind the instruction, or it may go elsewhere.
    pub(super) fn changes_mask(&self) -> bool {
        matches!(
            self,
            Inst::If { .. }
                | Inst::Else { .. }
                | Inst::EndIf { .. }
                | Inst::Branch { .. }
                | Inst::Jump(_)
                | Inst::SkipIfNone(_)
                | Inst::LoopStart { .. }
                | Inst::LoopTest { .. }
                | Inst::LoopTestLanes { .. }
                | Inst::Continue { .. }
                | Inst::Break(_)
                | Inst::Return { .. }
                | Inst::LoopNext { .. }
                | Inst::LoopEnd { .. }
                | Inst::Barrier
                | Inst::Collective { .. }
                | Inst::End
        )
    }

    /// The position that the instruction may go to, unless it is one that ends a loop.
    pub(super) fn target(&mut self) -> Option<&mut Target> {
        match self {
            Inst::If { otherwise: target, .. }
            | Inst::Else { end: target, .. }
            | Inst::Branch { otherwise: target, .. }
            | Inst::Jump(target)
            | Inst::SkipIfNone(target)
            | Inst::LoopTest { exit: target, .. }
            | Inst::LoopTestLanes { exit: target, .. }
            | Inst::Continue { target, .. }
            | Inst::Break(target)
            | Inst::Return { target }
            | Inst::LoopNext { exit: target, .. } => Some(target),
            _ => None,
        }
    }
}

impl Access {
    pub(super) fn registers(&mut self, visit: &mut impl FnMut(&mut Reg, Role)) {
        if let Index::Lanes(reg) = &mut self.index {
            visit(reg, Role::Use);
        }
    }
}
