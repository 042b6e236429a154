//! The typed tree between syntax and IR: names are resolved, operators are those of the IR's tables.

use crate::diagnostics::Area;
use crate::types::Ty;
use vyre_ir::{AtomicOp, BinOp, BufferDecl, UnOp};

pub(crate) type LocalId = usize;
/// An index into [`Kernel::buffers`].
pub(crate) type BufferId = usize;

/// A local variable or a scalar parameter.
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) is_mutable: bool,
    /// Set for loop variables, whose assignment is a rule of the IR's own.
    pub(crate) is_induction: bool,
}

/// A buffer: a parameter, a workgroup array or a local array.
pub(crate) struct Buffer {
    pub(crate) decl: BufferDecl,
    pub(crate) area: Area,
    /// Whether the elements are `AtomicU32`.
    pub(crate) is_atomic: bool,
    /// Where the byte length of a `&[u8]` is, in lanes of the parameter block.
    pub(crate) byte_length: Option<u32>,
}

/// A kernel, checked as Rust.
pub(crate) struct Kernel {
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) locals: Vec<Local>,
    /// The scalar parameters: the local and its lane of the parameter block.
    pub(crate) scalars: Vec<(LocalId, u32, Area)>,
    /// The lanes of the parameter block.
    pub(crate) lanes: u32,
    pub(crate) body: Block,
}

pub(crate) struct Block {
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) tail: Option<Box<Expr>>,
}

pub(crate) enum Stmt {
    Let { local: LocalId, value: Expr, area: Area },
    Expr(Expr),
}

pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) ty: Ty,
    pub(crate) area: Area,
}

/// Which id.
#[derive(Clone, Copy)]
pub(crate) enum Id {
    Invocation,
    Workgroup,
    Local,
}

pub(crate) enum Kind {
    /// A literal; a `bool` is 0 or 1.
    Literal(u32),
    Local(LocalId),
    Load {
        buffer: BufferId,
        index: Box<Expr>,
    },
    LoadByte {
        buffer: BufferId,
        index: Box<Expr>,
    },
    LoadWord {
        buffer: BufferId,
        index: Box<Expr>,
    },
    Len(BufferId),
    Id(Id, u32),
    Binary {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Unary {
        op: UnOp,
        operand: Box<Expr>,
    },
    /// `&&` (`BinOp::And`) or `||` (`BinOp::Or`), whose right operand is evaluated only where it decides.
    ShortCircuit {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Select {
        cond: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Atomic {
        op: AtomicOp,
        buffer: BufferId,
        index: Box<Expr>,
        expected: Option<Box<Expr>>,
        value: Box<Expr>,
    },
    If {
        cond: Box<Expr>,
        then: Block,
        otherwise: Option<Block>,
    },
    Block(Block),
    Assign {
        local: LocalId,
        op: Option<BinOp>,
        value: Box<Expr>,
    },
    Store {
        buffer: BufferId,
        index: Box<Expr>,
        op: Option<BinOp>,
        value: Box<Expr>,
        place: Area,
    },
    For {
        local: LocalId,
        from: Box<Expr>,
        to: Box<Expr>,
        body: Block,
    },
    Break,
    Continue,
    Return,
    Barrier,
    /// No value: `()`, and everything erroneous.
    Nothing,
}
