//! The form itself: buffers, locals, instructions in an arena, and structured statements.

use crate::Origin;
use crate::quick::Quick;
use std::sync::Arc;
use vyre_ir::casts::Conversion;
use vyre_ir::{AtomicOp, BinOp, BufferAccess, BufferDecl, CollectiveOp, Lanes, Scalar, Type, UnOp};

macro_rules! id {
    ($(#[doc = $doc:literal] $Name:ident of $list:ident: $Item:ty;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $Name(pub u32);

        impl $Name {
            /// The position in the list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::ops::Index<$Name> for Lowered {
            type Output = $Item;
            fn index(&self, id: $Name) -> &$Item {
                &self.$list[id.index()]
            }
        }

        impl std::ops::IndexMut<$Name> for Lowered {
            fn index_mut(&mut self, id: $Name) -> &mut $Item {
                &mut self.$list[id.index()]
            }
        }
    )*};
}

id! {
    #[doc = "An instruction, and the SSA value that it gives."]
    InstId of insts: Inst;
    #[doc = "A local variable."]
    LocalId of locals: Local;
    #[doc = "A buffer, by its position in the program."]
    BufferId of buffers: BufferDecl;
}

/// A lowered program. Calls are gone; every value has a type; the order of effects is that of the statements.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The invocations of a workgroup along x, y and z.
    pub workgroup_size: [u32; 3],
    /// The buffers of the program, in order of declaration.
    pub buffers: Vec<BufferDecl>,
    /// The variables that are assigned after their declaration.
    pub locals: Vec<Local>,
    /// Every instruction, whether a statement still evaluates it or not.
    pub insts: Vec<Inst>,
    /// What every invocation executes.
    pub body: Block,
    /// The calls that were inlined, by which origins name them.
    pub calls: Vec<crate::Call>,
    /// The assertions, each of which has a word in the last buffer; see [`assertion`](crate::assertion).
    pub assertions: Vec<crate::assertion::Assertion>,
    /// What is printed, by the numbers of records; see [`printing`](crate::printing).
    pub lines: Vec<vyre_ir::printing::Line>,
    /// The buffer of these records, if the form prints.
    pub printed: Option<BufferId>,
    /// What buffers hold that hold the same in every launch.
    pub tables: Vec<Table>,
    /// How invocations of the form stand for those of the program, if they are not the same.
    pub coarsening: Option<Coarsening>,
    /// How many invocations of a workgroup of the program one of the form stands for along y, if it does for more than itself. The
    /// form has its own workgroup size, and its ids are those of its own invocations.
    pub joined: Option<u32>,
    /// The invocations along x, y and z, if all launches have as many.
    pub grid: Option<[u64; 3]>,
}

/// A buffer whose elements are known before any launch.
#[derive(Clone, Debug)]
pub struct Table {
    /// Which one. It is read-only, and its length is static.
    pub buffer: BufferId,
    /// The words of its elements.
    pub words: Arc<[u32]>,
}

/// That an invocation of a form stands for several of the program's along x. The form has its own workgroup size and its ids are
/// those of its own invocations. A launch has as many of them along x as are needed, and those beyond end at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coarsening {
    /// How many invocations of the program one stands for; the size of the program's workgroup is a multiple of it.
    pub factor: u32,
    /// The invocations of a workgroup of the program along x. There is one along y and z.
    pub workgroup_size: u32,
}

impl Coarsening {
    /// The invocations along x that stand for as many workgroups of the program.
    pub fn invocations(self, groups: u32) -> u32 {
        // A launch has at most 2^32 invocations along an axis, and the factor is at least 2.
        (u64::from(groups) * u64::from(self.workgroup_size) / u64::from(self.factor)) as u32
    }
}

/// Statements in order. A block ends at the first jump: nothing stands after one.
pub type Block = Vec<Stmt>;

/// A mutable variable of one invocation. It is zero until it is set.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name that the program gives it.
    pub name: Option<Arc<str>>,
    /// The type of its values.
    pub ty: Type,
}

/// An instruction: what computes one value.
#[derive(Clone, Debug)]
pub struct Inst {
    /// What is computed.
    pub op: Op,
    /// The type of the value.
    pub ty: Type,
    /// Where it comes from.
    pub origin: Origin,
    /// The name that a `let` of the program gives the value.
    pub name: Option<Arc<str>>,
}

/// What an instruction computes.
///
/// Constants, built-ins and lengths are *free*: they are available everywhere and no statement evaluates them. An
/// induction value belongs to its loop. Every other instruction is evaluated by exactly one [`Stmt::Eval`], which dominates
/// its uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A constant, by its words, lowest first.
    Const(Lanes),
    /// An id of the invocation; a `U32`.
    Builtin(Builtin),
    /// The number of elements of a bound buffer, of backing words for `Bytes`.
    Length(BufferId),
    /// The value of a loop's variable: the [`Stmt::Loop`] defines it.
    Induction,
    /// An operator of one operand, lane by lane.
    Unary(UnOp, InstId),
    /// An operator of two operands, lane by lane.
    Binary(BinOp, InstId, InstId),
    /// The second operand if the first, a `Bool`, is true, else the third.
    Select(InstId, InstId, InstId),
    /// The first operand times the second plus the third, rounded once; three `F32` or three `F64`.
    MulAdd(InstId, InstId, InstId),
    /// An operator of floats, as a target computes it where its operands are common. Where they are not, nothing may depend on the value.
    Quick(Quick),
    /// Whether the operands of such an operator are not common.
    IsRare(Quick),
    /// A conversion to the instruction's type.
    Convert(Conversion, InstId),
    /// A lane of a vector, or a 32-bit word of a `U64` or an `F64`.
    Extract(InstId, u8),
    /// A vector from its lanes, or a `U64` or an `F64` from its words. Positions past the count repeat the first.
    Construct([InstId; 4]),
    /// The value that a local has now.
    Read(LocalId),
    /// An element of a buffer, a word of a `Bytes` buffer; zero out of bounds.
    Load(Access),
    /// A byte of a `Bytes` buffer, as a `U32`; 0 past the end. The access counts bytes.
    LoadByte(Access),
    /// An atomic operation on an element, which gives its old value; out of bounds nothing, and 0. The operands are the
    /// expected value, for a compare-exchange, and the value.
    Atomic(AtomicOp, Access, Option<InstId>, InstId),
    /// An element, loaded atomically; zero out of bounds. Each is evaluated where it stands, whether its value is used or not:
    /// another invocation may have stored meanwhile. (An atomic store is an exchange whose value nothing uses.)
    AtomicLoad(Access),
    /// What the invocations of a workgroup compute together of their values; for a broadcast, the one of the invocation with
    /// the flat local id that comes second. Every invocation comes to its statement, and it waits for all; it orders no memory.
    Collective(CollectiveOp, InstId, Option<InstId>),
}

/// Which id of an invocation, along which axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    /// The index in the whole grid.
    Invocation(u8),
    /// The index of the workgroup.
    Workgroup(u8),
    /// The index in the workgroup.
    Local(u8),
}

/// An access to an element of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// The buffer.
    pub buffer: BufferId,
    /// The element's offset, a `U32`.
    pub index: InstId,
    /// What the offset counts, and the access is to.
    pub unit: Unit,
    /// What keeps it in bounds.
    pub guard: Guard,
}

/// What an access is to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// An element, or a byte of `Bytes`.
    Element,
    /// So many bits, 8 or 16, of a buffer of `U32`, for targets that load and store them by themselves. The offset counts such parts, and the value is a `U32` of which they
    /// are the lowest bits.
    Part(u8),
    /// The 16 bytes of several elements in a row, as a vector of four `U32`, lowest first; `Bool` elements are words that may
    /// not be 0 or 1. A block is in bounds if all of its elements are.
    Block,
}

/// What keeps an access in bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guard {
    /// The index is compared with the length where the access happens.
    Checked,
    /// The index is below the length whenever the access happens, for this reason. The verifier checks the reason again.
    Proven(Proof),
}

/// Why an index is in bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The greatest value that the index can have there is below the least length that the buffer can have.
    Range,
    /// The index is computed so that it is below the length, as `len - 1` is where the length is not 0.
    Computation,
    /// The access is executed only where this condition of an `If` holds, or only where it does not, and from that follows
    /// that the index is below the length of the buffer.
    Condition(InstId),
    /// The access is in the body of the loop that has this variable, and from the end of the loop follows that the index is
    /// below the length of the buffer.
    Loop(InstId),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Evaluates an instruction.
    Eval(InstId),
    /// Gives a local a value of its type.
    Set {
        /// The local.
        local: LocalId,
        /// The value.
        value: InstId,
        /// Where the statement comes from.
        origin: Origin,
    },
    /// Writes an element of a buffer; out of bounds it does nothing.
    Store {
        /// Which element.
        access: Access,
        /// A value of the element's type.
        value: InstId,
        /// Where the statement comes from.
        origin: Origin,
    },
    /// Executes one of two blocks.
    If {
        /// A `Bool`.
        cond: InstId,
        /// Executed if it is true.
        then: Block,
        /// Executed if it is false.
        otherwise: Block,
        /// Where the statement comes from.
        origin: Origin,
    },
    /// Executes the body for each value from `from` up to `to`, exclusive.
    Loop {
        /// The [`Op::Induction`] that is the value in the body.
        var: InstId,
        /// The first value, a `U32`.
        from: InstId,
        /// The end, a `U32`.
        to: InstId,
        /// What is repeated.
        body: Block,
        /// Where the statement comes from.
        origin: Origin,
    },
    /// Waits for every invocation of the workgroup, and makes their writes visible to each other.
    Barrier(Origin),
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the next round of the innermost loop.
    Continue,
    /// Ends the invocation.
    Return,
}

impl Stmt {
    /// Whether control never goes on to the next statement.
    pub fn is_jump(&self) -> bool {
        matches!(self, Stmt::Break | Stmt::Continue | Stmt::Return)
    }

    /// The values that the statement itself uses, not those in its blocks.
    pub fn operands(&self) -> impl Iterator<Item = InstId> {
        let used = match *self {
            Stmt::Eval(inst) => [Some(inst), None],
            Stmt::Set { value, .. } => [Some(value), None],
            Stmt::Store { access, value, .. } => [Some(access.index), Some(value)],
            Stmt::If { cond, .. } => [Some(cond), None],
            Stmt::Loop { from, to, .. } => [Some(from), Some(to)],
            Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => [None, None],
        };
        used.into_iter().flatten()
    }

    /// The blocks in the statement: two of an `If`, one of a `Loop`.
    pub fn blocks(&self) -> [&[Stmt]; 2] {
        match self {
            Stmt::If { then, otherwise, .. } => [then, otherwise],
            Stmt::Loop { body, .. } => [body, &[]],
            Stmt::Eval(_)
            | Stmt::Set { .. }
            | Stmt::Store { .. }
            | Stmt::Barrier(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => [&[], &[]],
        }
    }

    /// The blocks in the statement, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let [first, second] = match self {
            Stmt::If { then, otherwise, .. } => [Some(then), Some(otherwise)],
            Stmt::Loop { body, .. } => [Some(body), None],
            Stmt::Eval(_)
            | Stmt::Set { .. }
            | Stmt::Store { .. }
            | Stmt::Barrier(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => [None, None],
        };
        first.into_iter().chain(second)
    }
}

impl Op {
    /// Whether the value is available everywhere, without a statement that evaluates it.
    pub fn is_free(&self) -> bool {
        matches!(self, Op::Const(_) | Op::Builtin(_) | Op::Length(_))
    }

    /// The operands, in order of evaluation.
    pub fn operands(&self) -> impl Iterator<Item = InstId> + use<> {
        let used = match *self {
            Op::Const(_) | Op::Builtin(_) | Op::Length(_) | Op::Induction | Op::Read(_) => [None; 4],
            Op::Unary(_, a) | Op::Convert(_, a) | Op::Extract(a, _) => [Some(a), None, None, None],
            Op::Binary(_, a, b) => [Some(a), Some(b), None, None],
            Op::Select(a, b, c) | Op::MulAdd(a, b, c) => [Some(a), Some(b), Some(c), None],
            Op::Quick(Quick::Sqrt(a)) | Op::IsRare(Quick::Sqrt(a)) => [Some(a), None, None, None],
            Op::Quick(Quick::Div(a, b)) | Op::IsRare(Quick::Div(a, b)) => [Some(a), Some(b), None, None],
            Op::Construct(parts) => parts.map(Some),
            Op::Load(access) | Op::LoadByte(access) | Op::AtomicLoad(access) => {
                [Some(access.index), None, None, None]
            }
            Op::Atomic(_, access, expected, value) => [Some(access.index), expected, Some(value), None],
            Op::Collective(_, value, id) => [Some(value), id, None, None],
        };
        used.into_iter().flatten()
    }

    /// Replaces every operand. What proves a guard counts as one.
    pub fn map_operands(&mut self, mut map: impl FnMut(InstId) -> InstId) {
        match self {
            Op::Const(_) | Op::Builtin(_) | Op::Length(_) | Op::Induction | Op::Read(_) => {}
            Op::Unary(_, a) | Op::Convert(_, a) | Op::Extract(a, _) => *a = map(*a),
            Op::Binary(_, a, b) => [a, b].into_iter().for_each(|id| *id = map(*id)),
            Op::Select(a, b, c) | Op::MulAdd(a, b, c) => [a, b, c].into_iter().for_each(|id| *id = map(*id)),
            Op::Construct(parts) => parts.iter_mut().for_each(|id| *id = map(*id)),
            Op::Quick(quick) | Op::IsRare(quick) => *quick = quick.map_operands(map),
            Op::Load(access) | Op::LoadByte(access) | Op::AtomicLoad(access) => access.map_operands(&mut map),
            Op::Atomic(_, access, expected, value) => {
                access.map_operands(&mut map);
                if let Some(expected) = expected {
                    *expected = map(*expected);
                }
                *value = map(*value);
            }
            Op::Collective(_, value, id) => {
                *value = map(*value);
                if let Some(id) = id {
                    *id = map(*id);
                }
            }
        }
    }

    /// Whether it is an atomic operation or an atomic load, of which each is evaluated where it stands.
    pub fn is_atomic(&self) -> bool {
        matches!(self, Op::Atomic(..) | Op::AtomicLoad(_))
    }

    /// The access to a buffer, if it is one.
    pub fn access(&self) -> Option<&Access> {
        match self {
            Op::Load(access) | Op::LoadByte(access) | Op::Atomic(_, access, ..) | Op::AtomicLoad(access) => {
                Some(access)
            }
            _ => None,
        }
    }

    /// The access to a buffer, to be changed.
    pub fn access_mut(&mut self) -> Option<&mut Access> {
        match self {
            Op::Load(access) | Op::LoadByte(access) | Op::Atomic(_, access, ..) | Op::AtomicLoad(access) => {
                Some(access)
            }
            _ => None,
        }
    }
}

impl Access {
    /// A checked access to an element.
    pub fn element(buffer: BufferId, index: InstId) -> Access {
        Access { buffer, index, unit: Unit::Element, guard: Guard::Checked }
    }

    /// Replaces the index, and what proves the guard.
    pub fn map_operands(&mut self, map: &mut impl FnMut(InstId) -> InstId) {
        self.index = map(self.index);
        if let Guard::Proven(Proof::Condition(value) | Proof::Loop(value)) = &mut self.guard {
            *value = map(*value);
        }
    }
}

/// The type of truth values.
pub const BOOL: Type = Type::scalar(Scalar::Bool);
/// The type of floats.
pub const F32: Type = Type::scalar(Scalar::F32);
/// The type of one `F64`.
pub const F64: Type = Type::scalar(Scalar::F64);
/// The type of indices.
pub const U32: Type = Type::scalar(Scalar::U32);
/// The type of blocks.
pub const BLOCK: Type = Type::vector(Scalar::U32, 4);

impl Lowered {
    /// The invocations of a workgroup of the program along x, y and z.
    pub fn program_workgroup_size(&self) -> [u32; 3] {
        match (self.coarsening, self.workgroup_size) {
            (Some(Coarsening { workgroup_size, .. }), _) => [workgroup_size, 1, 1],
            (None, [x, y, z]) => [x, y * self.joined.unwrap_or(1), z],
        }
    }

    /// An element of a table.
    pub(crate) fn table_element(&self, buffer: BufferId, at: u32) -> Option<Lanes> {
        let table = self.tables.iter().find(|table| table.buffer == buffer)?;
        let count = self[buffer].element.element_type().words();
        let words = table.words.get(at as usize * count..)?.get(..count)?;
        let mut lanes = Lanes::default();
        lanes.iter_mut().zip(words).for_each(|(lane, word)| *lane = *word);
        Some(lanes)
    }

    /// Adds an instruction. A statement has to evaluate it, unless it is free.
    pub fn add(&mut self, op: Op, ty: Type, origin: Origin) -> InstId {
        let id = InstId(self.insts.len() as u32);
        self.insts.push(Inst { op, ty, origin, name: None });
        id
    }

    /// The words of a constant.
    pub fn as_const(&self, id: InstId) -> Option<Lanes> {
        match self[id].op {
            Op::Const(lanes) => Some(lanes),
            _ => None,
        }
    }

    /// The value of a constant `U32`.
    pub fn as_u32(&self, id: InstId) -> Option<u32> {
        self.as_const(id).filter(|_| self[id].ty == U32).map(|lanes| lanes[0])
    }

    /// The length of a buffer if the program fixes it. That of `Bytes` is the host's.
    pub fn static_length(&self, buffer: BufferId) -> Option<u32> {
        let decl = &self[buffer];
        (decl.count > 0 && decl.element.value_type().is_some()).then_some(decl.count)
    }

    /// How many elements of a buffer a block has, of `Bytes` how many words; `None` if the buffer has no blocks.
    pub fn elements_of_block(&self, buffer: BufferId) -> Option<u32> {
        let decl = &self[buffer];
        let is_storage = matches!(decl.access, BufferAccess::ReadOnly | BufferAccess::ReadWrite);
        let words = decl.element.element_type().words();
        (is_storage && words < 4).then(|| 4 / words as u32)
    }

    /// Whether no invocation of a launch can write to the buffer.
    pub fn is_constant(&self, buffer: BufferId) -> bool {
        matches!(self[buffer].access, BufferAccess::ReadOnly | BufferAccess::Uniform)
    }
}

/// The statements of a block, those in it counted too.
pub(crate) fn count(block: &[Stmt]) -> usize {
    let mut count = 0;
    walk(block, &mut |_| count += 1);
    count
}

/// Whether a block has a loop, in whatever depth.
pub(crate) fn has_loop(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| matches!(stmt, Stmt::Loop { .. }) || stmt.blocks().into_iter().any(has_loop))
}

/// Whether a block leaves or continues the loop around it.
pub(crate) fn jumps(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Break | Stmt::Continue => true,
        Stmt::Loop { .. } => false,
        other => other.blocks().into_iter().any(jumps),
    })
}

/// Visits every statement, in order, those of a block after the statement that holds it.
pub fn walk<'a>(block: &'a [Stmt], visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        visit(stmt);
        for block in stmt.blocks() {
            walk(block, visit);
        }
    }
}
