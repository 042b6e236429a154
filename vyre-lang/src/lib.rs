//! The front end of vyre: a restricted Rust function becomes a program of [`vyre_ir`].
//!
//! ```text
//! tokens ─ guard ─> syn ─ signature, check ─> typed tree ─ emit ─> Program + spans ─ validate ─> errors at tokens
//!                                                                      └─ expand ─> function, type, wire form
//! ```
//!
//! `check` resolves names and infers types, in Rust's terms. `emit` makes the real program, and beside it the
//! tokens each statement and expression came from. The real validator then runs on that program: there is no
//! second list of its rules here. What is stricter in Rust than in the IR (a `bool` is no number, an immutable
//! variable stays as it is) is checked in `check`, with the rule's own problem where a rule fits.
//!
//! The crate `vyre-macros` hands the compiler's tokens to these functions, and tests hand in tokens of their own. There is no
//! `proc_macro` here, and no file is read: [`with_files`] takes what reads them.
//!
//! Nothing here panics; every error has tokens; all errors come at once; and the function survives, so that
//! the rest of the crate shows no errors that are not its own.

mod as_rustc;
mod attribute;
mod check;
mod constants;
mod data;
mod diagnostics;
mod editor;
mod emit;
mod expand;
mod files;
mod functional;
mod guard;
mod hir;
mod lengths;
mod library;
mod mirror;
pub mod module;
mod operands;
mod overload;
mod races;
mod rand;
mod report;
mod signature;
mod standard;
mod syntax;
mod tensor;
mod types;

pub use data::{data, finish, forget_calls, named_types};
pub use expand::{func, function, kernel, module, named_aliases, operation, operations};
pub use files::{TextOf, with_files};
