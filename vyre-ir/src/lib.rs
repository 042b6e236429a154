//! The language of vyre: types, operators, programs and the rules they obey.
//!
//! A [`Program`] is a list of buffers, a workgroup size and statements that every invocation of a dispatch
//! executes. [`validate()`] checks it and gives a [`Validated`] program, which is what lowerings and devices take.
//!
//! # Evaluation
//!
//! Statements execute in order. A statement evaluates its expressions in the order of its fields, and an
//! expression its operands in the order of its fields, each exactly once: `Store` evaluates the index and then the value,
//! `Loop` the two bounds before the first iteration, `Atomic` the index, then the expected value, then the
//! operand. `Select`, `And` and `Or` evaluate all of their operands.
//!
//! Nothing is undefined. A load out of bounds gives zero and a store there does nothing, an atomic neither; a
//! division by zero gives 0; a shift takes its amount `& 31`.
//!
//! # What is not here
//!
//! No dependencies, no `unsafe`, no I/O and nothing of any backend. No pass recurses into a tree without a
//! bound, so a program of any shape can be built, checked, cloned and dropped on a small stack.

mod compose;
mod evaluate;
mod expr;
mod node;
mod ops;
mod program;
mod sources;
mod types;
mod validate;
mod value;

pub mod casts;
pub mod catalogue;
pub mod library;
pub mod rules;
pub mod text;
pub mod wire;

pub use compose::{Composition, DuplicateOp, Link, NativeOp, OpSpec, Registry};
pub use evaluate::evaluate;
pub use expr::Expr;
pub use node::{Event, ExprAt, Node, walk};
pub use ops::{AtomicOp, BinOp, Spelling, Typing, UnOp};
pub use program::{BufferDecl, Program, is_identifier};
pub use rules::{Code, Place, Problem, Side, ValidationError};
pub use sources::{Position, Sources};
pub use types::{BufferAccess, Convention, DataType, OpSignature, Scalar, Type};
pub use validate::{DeclaredCall, Unlinked, Validated, Variable, validate, validate_unlinked, validate_with};
pub use value::{Lanes, Value};
