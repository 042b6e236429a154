//! The typed tree between syntax and IR: names are resolved, operators are those of the IR's tables.
//!
//! Here is what a kernel declares and names; [`tree`] has its statements and expressions.

mod tree;

pub(crate) use tree::{
    Adaptor, Base, Block, Counted, Cut, Expr, Format, Given, Id, Kind, Place, Printing, Reference, Stmt, View,
};

use crate::diagnostics::Area;
use crate::mirror::Meant;
use crate::types::{Inference, Ty};
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use std::rc::Rc;
use vyre_ir::{BufferAccess, BufferDecl};

pub(crate) type LocalId = usize;
/// An index into [`Kernel::buffers`].
pub(crate) type BufferId = usize;
/// An index into [`Kernel::functions`].
pub(crate) type FunctionId = usize;
/// An index into [`Kernel::callees`].
pub(crate) type CalleeId = usize;
/// An index into [`Kernel::items`].
pub(crate) type ItemId = usize;
/// An index into [`Kernel::loops`].
pub(crate) type LoopId = usize;

/// A loop, or a block with a label: what a jump leaves or goes on with.
#[derive(Default)]
pub(crate) struct Loop {
    /// The jumps across the loop, to a loop or a block around it: which one they lead to, and which kinds of them there are.
    pub(crate) exits: BTreeMap<LoopId, Exits>,
}

/// The kinds of jumps that cross a loop on the way to another one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Exits {
    pub(crate) breaks: bool,
    pub(crate) continues: bool,
}

/// A local variable or a scalar parameter.
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) is_mutable: bool,
    /// Whether it is a `&`: nobody changes meanwhile what it is a reference to.
    pub(crate) is_shared: bool,
    /// Whether it is an argument that is evaluated before others.
    pub(crate) is_argument: bool,
    /// Set for loop variables, whose assignment is a rule of the IR's own.
    pub(crate) is_induction: bool,
}

/// A buffer: a parameter, a workgroup array or a local array.
pub(crate) struct Buffer {
    pub(crate) decl: BufferDecl,
    pub(crate) area: Area,
    /// The type of the elements, which inference may settle after the declaration.
    pub(crate) ty: Ty,
    /// Set for a local array without `mut`.
    pub(crate) is_constant: bool,
    /// Whether the elements are atomic: `AtomicU32`, `AtomicI32` or `AtomicU64`.
    pub(crate) is_atomic: bool,
    /// Whether they are `AtomicI32`. The buffer has their bits.
    pub(crate) is_signed: bool,
    /// Whether it stands for one atomic element, a parameter `&AtomicU32`.
    pub(crate) is_single: bool,
    /// How many elements a launch has to give, of a parameter `&[T; N]`.
    pub(crate) exact: Option<Expr>,
    /// Where the length is, in lanes of the parameter block, of a slice of integers that are packed in words.
    pub(crate) packed_length: Option<u32>,
    /// The length of an array, where it depends on constant parameters.
    pub(crate) length: Option<Expr>,
    /// Whether it is a slice, which stands for a part of another buffer.
    pub(crate) is_slice: bool,
    /// Whether it stands for an array that is a part of a variable, as long as there are slices of it.
    pub(crate) is_lent: bool,
    /// Whether it is a slice to which other parts of its array are assigned.
    pub(crate) is_moving: bool,
    /// Whether the kernel writes to a part of an element alone. The parts are words of their own then, so that no write touches its
    /// neighbours.
    pub(crate) is_partial: bool,
    /// The lengths of the arrays in an array of arrays, outermost first; nothing for one of other elements.
    pub(crate) dimensions: Vec<Expr>,
}

impl Buffer {
    /// A whole array or parameter of known length, that may be written to.
    pub(crate) fn new(decl: BufferDecl, area: Area, ty: Ty) -> Buffer {
        Buffer {
            decl,
            area,
            ty,
            is_constant: false,
            is_atomic: false,
            is_signed: false,
            is_single: false,
            exact: None,
            packed_length: None,
            length: None,
            is_slice: false,
            is_lent: false,
            is_moving: false,
            is_partial: false,
            dimensions: Vec::new(),
        }
    }

    /// What users call it.
    pub(crate) fn noun(&self) -> &'static str {
        match self.decl.access {
            BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => "workgroup array",
            BufferAccess::Private => "local array",
            _ => "buffer",
        }
    }
}

/// A function inside a kernel, or one beside kernels.
pub(crate) struct Function {
    pub(crate) name: String,
    /// Its name where it is declared.
    pub(crate) area: Area,
    pub(crate) params: Vec<LocalId>,
    pub(crate) result: Ty,
    /// The slices among the parameters, which stand between the values: their position, and the buffer that is meant.
    pub(crate) slices: Vec<(usize, BufferId)>,
    /// The `&mut T` among them.
    pub(crate) references: Vec<(usize, Reference)>,
    /// What a `return` leaves where the function is emitted in the place of a call.
    pub(crate) frame: LoopId,
    /// Whether it is emitted so: what it sees or gives is no value of the IR's.
    pub(crate) is_inlined: bool,
    /// The id of the registered operation that it stands for, if it is only declared.
    pub(crate) operation: Option<Rc<str>>,
    /// Whether it takes functions, so that it may name variables around its calls.
    pub(crate) takes_functions: bool,
    /// Whether it stands outside, so that errors in it are where the call is.
    pub(crate) is_outside: bool,
    /// Its workgroup arrays, one for each place of a call.
    pub(crate) arrays: Vec<BufferId>,
    /// How many parts of the result are the new value of the first parameter, of a method that takes `&mut self`.
    pub(crate) own: usize,
    /// `None` if the body could not be checked, and if nobody calls the function.
    pub(crate) body: Option<Block>,
}

impl Function {
    /// Whether its calls are emitted as one of the IR's, which takes and gives single values.
    pub(crate) fn is_called(&self) -> bool {
        !self.is_inlined && self.operation.is_none()
    }
}

/// A function outside, which only its path tells anything about.
#[derive(Clone)]
pub(crate) struct Callee {
    /// The path, as it was written first.
    pub(crate) path: TokenStream,
    /// The path without spaces.
    pub(crate) text: String,
    /// What it is called for those who call this function.
    pub(crate) key: String,
    /// Where a function outside calls it: what that function's type has for its callers, the function and its measure.
    pub(crate) owned: Option<[TokenStream; 2]>,
    pub(crate) area: Area,
    /// The first call of it, by its position in [`Kernel::outer_calls`].
    pub(crate) first: usize,
}

/// A call of a function outside, whose types rustc is to check.
pub(crate) struct OuterCall {
    pub(crate) callee: CalleeId,
    pub(crate) args: Vec<Argument>,
    /// The positions of those before which a `&` stands.
    pub(crate) references: Vec<usize>,
    pub(crate) result: Ty,
    /// The type and the name, if the function is one of a struct's or an enum's `impl`.
    pub(crate) of_data: Option<(TokenStream, proc_macro2::Ident)>,
    /// Whether the first argument is the receiver of a method.
    pub(crate) is_method: bool,
    /// Whether it is a method's whose result nothing is interested in.
    pub(crate) is_statement: bool,
    pub(crate) area: Area,
    /// The parentheses.
    pub(crate) parens: proc_macro2::Span,
}

/// An argument of such a call.
pub(crate) enum Argument {
    /// A literal that takes the type of the parameter: as it was written, and its bits.
    Literal(TokenStream, u128),
    Value(Ty, Area),
}

/// A constant that rustc evaluates: one outside, or one of the body that needs such a one.
pub(crate) struct Item {
    /// The expression, as rustc is to see it.
    pub(crate) value: TokenStream,
    /// What it is called for those who call this function.
    pub(crate) key: String,
    pub(crate) ty: Ty,
    /// Whether no use has settled the type.
    pub(crate) is_taken: bool,
    /// The constants that are its parts, where it is a struct, a tuple or an array.
    pub(crate) parts: Vec<ItemId>,
    /// The bits of its value, where the macro had to know it; rustc compares them with its own.
    pub(crate) told: Option<u128>,
    pub(crate) area: Area,
}

/// A table that rustc evaluates.
pub(crate) struct Table {
    /// The buffer that has its elements.
    pub(crate) buffer: BufferId,
    /// The path, as rustc is to see it.
    pub(crate) value: TokenStream,
    /// What it is called for those who call this function.
    pub(crate) key: String,
    /// The number of indices that lead to an element.
    pub(crate) rank: usize,
}

/// Arrays of which slices stand in one place. They are one array for these: first the local ones, then the others, one behind the other.
#[derive(Default)]
pub(crate) struct JoinedArrays {
    /// The one array of which there are slices that are not empty, if it is one.
    pub(crate) alone: Option<Base>,
    /// The local arrays, which are parts of one in memory. The first one has the room.
    pub(crate) arrays: Vec<BufferId>,
    /// Those among them that are copies of vectors, which are made where a slice of the vector becomes a value.
    pub(crate) copies: Vec<(LocalId, BufferId)>,
    /// The buffers and the tables, which are only read.
    pub(crate) others: Vec<BufferId>,
    /// Arrays of which there are empty slices alone.
    pub(crate) empty: Vec<BufferId>,
}

/// A kernel, or a function beside kernels, checked as Rust.
#[derive(Default)]
pub(crate) struct Kernel {
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) locals: Vec<Local>,
    pub(crate) functions: Vec<Function>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) items: Vec<Item>,
    pub(crate) tables: Vec<Table>,
    pub(crate) joined: Vec<JoinedArrays>,
    /// The `const` items of the body that rustc evaluates.
    pub(crate) declared: TokenStream,
    /// The first function that stands inside: 1 if this is itself a function, which is then the first one.
    pub(crate) first_inside: FunctionId,
    /// Whether one of them calls itself, or their calls write too much code, which has been reported.
    pub(crate) is_recursive: bool,
    /// Whether it, or a function inside, has assertions.
    pub(crate) has_assertions: bool,
    /// The number of constant parameters.
    pub(crate) constants: usize,
    /// The functions outside that it calls, and each call.
    pub(crate) callees: Vec<Callee>,
    pub(crate) outer_calls: Vec<OuterCall>,
    /// What casts results of those functions: the type, the target, and where.
    pub(crate) outer_casts: Vec<(Ty, Ty, Area)>,
    /// What inference found out.
    pub(crate) types: Inference,
    /// The scalar parameters: the local and its first lane of the parameter block.
    pub(crate) scalars: Vec<(LocalId, u32, Area)>,
    /// The lanes of the parameter block.
    pub(crate) lanes: u32,
    /// The first of the three lanes with the number of workgroups, if it is asked for.
    pub(crate) groups: Option<u32>,
    /// Whether it calls a function that has a mistake of its own, so that not all of it is known.
    pub(crate) is_partial: bool,
    /// What rustc's copy of the body is held against.
    pub(crate) meant: Meant,
    pub(crate) body: Block,
}
