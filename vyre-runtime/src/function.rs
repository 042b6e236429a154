//! Functions, as `#[vyre::function]` makes them: linked to the kernels that call them when those are first used, and
//! measured while the crates that call them compile.

mod link;
mod measure;

pub use measure::{CallProblem, KERNEL, Measure, id};

pub(crate) use link::link;

use vyre_ir::DataType;

/// A function: its signature, the wire form of its body, and what it calls.
///
/// The wire form is of a program that [`Composition::from_program`](vyre_ir::Composition::from_program) reads. What calls in it, and in kernels,
/// stand for says [`Link`](vyre_ir::Link).
pub struct Function {
    /// The path of the function.
    pub name: &'static str,
    /// The types of the parameters.
    pub inputs: &'static [DataType],
    /// The type of the result.
    pub output: DataType,
    /// The wire form of the body.
    pub wire: &'static [u8],
    /// What it calls.
    pub callees: &'static [Callee],
}

/// How a function is named where it is called. It is no reference, so that functions that call each other can be told
/// apart from an error.
pub type Callee = fn() -> &'static Function;
