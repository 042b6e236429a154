//! The language of vyre: types, operators, programs and the rules they obey.
//!
//! A [`Program`] is a list of buffers, a workgroup size and statements that every invocation of a dispatch
//! executes. [`validate()`] checks it and gives a [`Validated`] program, which is what lowerings and devices take.
//!
//! # Evaluation
//!
//! Statements execute in order. A statement evaluates its expressions in the order of its fields, and an expression
//! evaluates its operands in the order of its fields. Each is evaluated exactly once. `Store` evaluates the index
//! before the value. `Loop` evaluates both bounds before the first iteration. `Atomic` evaluates the index, then the
//! expected value, then the operand. `Select`, `And` and `Or` evaluate all of their operands; nothing short-circuits.
//!
//! There is no undefined behaviour. Out of bounds, a load gives zero, a store does nothing, and an atomic does
//! nothing and gives 0. A division by zero gives 0. A shift masks its amount with 31.
//!
//! # What is not here
//!
//! This crate has no dependencies, no `unsafe`, no I/O and nothing that is specific to a backend. No pass recurses
//! into a tree without a bound, so a program of any shape can be built, checked, cloned and dropped on a small stack.

#[macro_use]
pub mod rules;

mod collective;
mod compose;
mod evaluate;
mod expr;
pub mod float;
mod inside;
mod node;
mod ops;
pub mod pipeline;
mod program;
mod races;
mod sources;
mod types;
mod validate;
pub mod value;

pub mod casts;
pub mod catalogue;
pub mod library;
pub mod printing;
pub mod similar;
pub mod text;
pub mod wire;

pub use collective::CollectiveOp;
pub use compose::{
    CAPTURED_WORDS, Composition, DuplicateOp, Link, OpArg, OpKind, OpSpec, Registry, register,
};
#[doc(hidden)]
pub use compose::{TensorSlice, with_tensors};
pub use evaluate::evaluate;
pub use expr::Expr;
pub use inside::Inside;
pub use node::{Event, ExprAt, ExprsAt, MAX_EXPRS, Node, place_count, waits, walk};
pub use ops::{AtomicOp, BinOp, Law, Precedence, Spelling, Typing, UnOp};
pub use pipeline::{Grid, Handle, Length, Pipeline, StepArg, StepLaunch, ValidPipeline};
pub use program::{BufferDecl, Program, is_identifier};
pub use races::{Race, certain_races};
pub use rules::{Code, Place, Problem, Side, Size, ValidationError};
pub use sources::{InlinedCall, Position, SourcePlace, Sources};
pub use types::{
    ArrayType, BufferAccess, Convention, DataType, Dim, OpSignature, Scalar, TensorType, TupleType, Type,
    TypeLimit, interned,
};
pub use validate::{DeclaredCall, Unlinked, Validated, Variable, validate, validate_unlinked, validate_with};
pub use value::{Lanes, Value};
