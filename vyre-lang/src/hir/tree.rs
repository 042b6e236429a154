//! Statements and expressions of the typed tree, and what references and slices refer to.

use super::{BufferId, FunctionId, ItemId, LocalId, LoopId};
use crate::diagnostics::Area;
use crate::types::Ty;
use vyre_ir::{AtomicOp, BinOp, CollectiveOp, UnOp};

/// What follows a range in the head of a `for`.
#[derive(Clone)]
pub(crate) enum Adaptor {
    /// `.rev()`
    Rev,
    /// `.step_by(n)`
    StepBy(Expr),
}

/// The range of a `for`, with what follows it.
#[derive(Clone)]
pub(crate) struct Counted {
    pub(crate) from: Box<Expr>,
    pub(crate) to: Box<Expr>,
    /// Whether the end is a value itself, as in `a..=b`.
    pub(crate) is_closed: bool,
    pub(crate) adaptors: Vec<Adaptor>,
}

#[derive(Clone, Default)]
pub(crate) struct Block {
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) tail: Option<Box<Expr>>,
}

/// A slice of an array: the array, or what several steps leave of it.
#[derive(Clone)]
pub(crate) struct View {
    pub(crate) base: Base,
    pub(crate) cuts: Vec<Cut>,
}

/// What a slice is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    Buffer(BufferId),
    /// A vector, in a variable.
    Vector(LocalId),
}

/// A step that leaves a part of a slice.
#[derive(Clone)]
pub(crate) enum Cut {
    /// `[from..to]`, of integers of any type.
    Range { from: Option<Expr>, to: Option<Expr>, is_closed: bool },
    /// One of the arrays in an array of arrays: its number, which is 2^32 - 1 where there is none, and its length.
    Row { number: Expr, length: Expr },
    /// One element.
    Element(Expr),
    /// So many elements from one on, which are known to be there.
    Part { start: Expr, length: Expr },
    /// So many elements of the whole array from one on, whatever the slice is.
    At { start: Expr, length: Expr },
}

/// What a reference refers to.
#[derive(Clone)]
pub(crate) enum Place {
    /// A variable, or a part of one.
    Part { local: LocalId, path: Vec<usize> },
    /// An element: a slice of one.
    Element(View),
}

/// What an invocation prints.
#[derive(Clone)]
pub(crate) struct Printing {
    /// Whether it goes to the standard error.
    pub(crate) is_error: bool,
    pub(crate) pieces: Vec<Format>,
    /// The values, which have no effects.
    pub(crate) args: Vec<Expr>,
}

/// A piece of a format.
#[derive(Clone)]
pub(crate) enum Format {
    Text(String),
    /// The value with this number, by what stands behind the `:`.
    Value {
        at: usize,
        spec: String,
    },
}

/// What a call gives to parameters that are slices, and to those that are `&mut T`.
#[derive(Clone, Default)]
pub(crate) struct Given {
    pub(crate) slices: Vec<View>,
    pub(crate) places: Vec<Place>,
}

impl Given {
    /// The expressions in it.
    pub(crate) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let elements = self.places.iter().filter_map(Place::view);
        self.slices.iter().chain(elements).flat_map(|view| view.cuts.iter().flat_map(Cut::exprs))
    }
}

impl Place {
    /// The slice that an element is.
    pub(crate) fn view(&self) -> Option<&View> {
        match self {
            Place::Part { .. } => None,
            Place::Element(view) => Some(view),
        }
    }
}

/// A parameter or a variable that is a reference: the variable that it stands for, and the slice, where it refers to an element.
#[derive(Clone, Copy)]
pub(crate) struct Reference {
    pub(crate) local: LocalId,
    pub(crate) slice: BufferId,
}

impl Cut {
    /// The expressions in it, in the order of evaluation.
    pub(crate) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let exprs = match self {
            Cut::Range { from, to, .. } => [from.as_ref(), to.as_ref()],
            Cut::Row { number, length } => [Some(number), Some(length)],
            Cut::Part { start, length } | Cut::At { start, length } => [Some(start), Some(length)],
            Cut::Element(index) => [Some(index), None],
        };
        exprs.into_iter().flatten()
    }
}

#[derive(Clone)]
pub(crate) enum Stmt {
    Let {
        local: LocalId,
        value: Expr,
        area: Area,
    },
    /// Gives every element of a local array the same value, or every such value in its elements where these are arrays.
    Fill {
        buffer: BufferId,
        value: Expr,
        area: Area,
    },
    /// Makes a name one of a slice.
    View {
        name: BufferId,
        view: View,
        area: Area,
    },
    /// Makes a name that moves one of another slice of the same array.
    Move {
        name: BufferId,
        view: View,
        area: Area,
    },
    /// Makes a name one of a variable or of an element.
    Refer {
        reference: Reference,
        place: Place,
        area: Area,
    },
    Expr(Expr),
}

#[derive(Clone)]
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
    /// The number of workgroups.
    Count,
}

#[derive(Clone)]
pub(crate) enum Kind {
    /// A literal: its bits, of which a type of 32 bits takes the lower ones. A `bool` is 0 or 1.
    Literal(u128),
    /// A literal that is passed for a parameter of a function outside, and takes its type.
    Passed(u128),
    /// A constant parameter of the kernel, by its position.
    Constant(usize),
    /// A constant that rustc evaluates.
    Item(ItemId),
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
    /// Where a slice starts in its array.
    Start(BufferId),
    Id(Id, u32),
    Binary {
        op: BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `!` on an integer or a `bool`, `-` on a signed integer, and the operators of the IR that are methods.
    Unary {
        op: UnOp,
        operand: Box<Expr>,
    },
    /// A method of the operation library.
    Call {
        op_id: &'static str,
        args: Vec<Expr>,
    },
    /// A function of the kernel.
    CallFunction {
        function: FunctionId,
        args: Vec<Expr>,
        given: Given,
    },
    /// A function outside. The number is that of the call in [`Kernel::outer_calls`].
    CallOuter {
        call: usize,
        args: Vec<Expr>,
    },
    /// What a method outside leaves of its receiver. The number is that of the call.
    OuterOwn {
        call: usize,
        args: Vec<Expr>,
    },
    /// A conversion to the type of the expression.
    Cast(Box<Expr>),
    /// An integer as an index: a `u32`, which is out of bounds where it cannot say the number.
    Index(Box<Expr>),
    /// A value of several parts: a tuple, or an array that is no vector.
    Many(Vec<Expr>),
    /// One of them.
    Part {
        value: Box<Expr>,
        at: usize,
    },
    /// The element of an array value at an index that is not constant; zero past the last one.
    Pick {
        value: Box<Expr>,
        index: Box<Expr>,
    },
    /// A local or workgroup array as a value.
    Whole(BufferId),
    /// `==` or `!=` of values of several parts.
    Same {
        left: Box<Expr>,
        right: Box<Expr>,
        is_equal: bool,
    },
    /// Gives a part of a variable a value. The place is what would be read.
    AssignPart {
        place: Box<Expr>,
        op: Option<BinOp>,
        value: Box<Expr>,
    },
    /// Gives a part of an element of a buffer a value. The place is what would be loaded.
    StorePart {
        place: Box<Expr>,
        op: Option<BinOp>,
        value: Box<Expr>,
    },
    /// Gives every element of a local or workgroup array one of an array value.
    AssignWhole {
        buffer: BufferId,
        value: Box<Expr>,
    },
    /// `[a, b]` and `[a, b, c, d]`.
    Compose(Vec<Expr>),
    /// `[a; 2]` and `[a; 4]`.
    Splat(Box<Expr>),
    /// A lane of a vector; 0 past the last one.
    Lane {
        value: Box<Expr>,
        index: Box<Expr>,
    },
    /// The offset of an element of an array of arrays: an index and a length for each of its dimensions, the outermost first.
    /// Where an index is not below its length the offset is 2^32 - 1.
    Offset {
        indices: Vec<Expr>,
        lengths: Vec<Expr>,
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
    AssignLane {
        local: LocalId,
        index: Box<Expr>,
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
    /// `buffer[index][lane] = value`
    StoreLane {
        buffer: BufferId,
        index: Box<Expr>,
        lane: Box<Expr>,
        op: Option<BinOp>,
        value: Box<Expr>,
        place: Area,
    },
    For {
        id: LoopId,
        local: LocalId,
        range: Counted,
        body: Block,
    },
    /// `loop`, and with a condition `while`. It ends after 2^32 - 1 rounds.
    Loop {
        id: LoopId,
        cond: Option<Box<Expr>>,
        body: Block,
    },
    /// A block with a label, which `break` leaves.
    Labeled {
        id: LoopId,
        body: Block,
    },
    Break {
        target: LoopId,
        value: Option<Box<Expr>>,
    },
    Continue {
        target: LoopId,
    },
    /// The end of the invocation, or of a function with its result.
    Return(Option<Box<Expr>>),
    Barrier,
    /// `assert!` and its kin.
    Assert {
        cond: Box<Expr>,
        /// What a launch says where it fails.
        message: String,
        /// What the user wrote as the message.
        literal: Option<String>,
        /// Whether it compares two values, as `assert_eq!` does.
        compares: bool,
    },
    /// `println!` and its kin.
    Print(Box<Printing>),
    /// What the workgroup computes together of the value; of a broadcast, with the flat local id.
    Collective {
        op: CollectiveOp,
        value: Box<Expr>,
        id: Option<Box<Expr>>,
    },
    /// An element that all invocations load between two barriers.
    UniformLoad {
        buffer: BufferId,
        index: Box<Expr>,
    },
    /// No value: `()`, and everything erroneous.
    Nothing,
}
