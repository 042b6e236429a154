//! The lowered form of vyre's programs, the analyses of it and the passes over it.
//!
//! A [`Validated`](vyre_ir::Validated) program becomes a [`Lowered`] one by [`build()`]: its calls are inlined, every value has a
//! type, and the order of effects is explicit. Backends take nothing else: the WGSL printer, the CPU engine and the
//! interpreter.
//!
//! # The form
//!
//! Instructions stand in an arena ([`Lowered::insts`]) and are SSA values. Statements are structured ([`Stmt`]); a
//! [`Stmt::Eval`] says when an instruction is evaluated, so there is one order of evaluation and it is solved once, when the form is
//! built. Constants, ids and lengths are free: they are available everywhere. Variables that a program assigns to are
//! [`Local`]s, with [`Op::Read`] and [`Stmt::Set`]; all others are names of values.
//!
//! Types are those of [`vyre_ir::Type`]. `Bool` is a type of its own: comparisons give it, conditions take it, and
//! where a program uses it as a number there is a conversion.
//!
//! Every instruction has an [`Origin`]: its place in the program, through every call. A [`SourceMap`] knows the files and lines of
//! origins.
//!
//! # What is not here
//!
//! Nothing of a backend. What a backend can do is a [`Target`].

pub mod analysis;
pub mod assertion;
mod build;
mod clone;
mod cost;
pub mod explain;
mod fault;
mod form;
pub mod half;
mod origin;
pub mod packed;
pub mod pass;
mod print;
pub mod printing;
pub mod quick;
pub mod shortcut;
mod sources;
pub mod specialise;
mod target;
pub mod tensor;
mod verify;

pub mod value;

pub use build::{Expansion, ExpansionLimit, build};
pub use fault::Fault;
pub use form::{
    Access, BLOCK, BOOL, Block, BufferId, Builtin, Coarsening, F32, F64, Guard, Inst, InstId, Local, LocalId,
    Lowered, Op, Proof, Stmt, Table, U32, Unit, walk,
};
pub use origin::{Call, Origin};
pub use sources::{Frame, SourceMap};
pub use target::{Operators, QuickOperators, Target};
pub use verify::verify;
