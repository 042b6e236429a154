//! Functions, which `#[vyre::function]` generates. They are linked to a kernel when it is first used, and measured
//! against the limits of calls while the calling crates compile.

mod link;
mod measure;

pub use measure::{CallProblem, KERNEL, Measure, id};

pub(crate) use link::link;

use vyre_ir::DataType;

/// A function: its signature, the wire form of its body, and its callees.
///
/// The wire form is that of a program for [`Composition::from_program`](vyre_ir::Composition::from_program). The ids
/// of the calls in it, and in kernels, encode a [`Link`](vyre_ir::Link).
pub struct Function {
    /// The path of the function.
    pub name: &'static str,
    /// The types of the parameters.
    pub inputs: &'static [DataType],
    /// The type of the result.
    pub output: DataType,
    /// The wire form of the body.
    pub wire: &'static [u8],
    /// The functions that it calls.
    pub callees: &'static [Callee],
}

/// How a caller refers to a function. It is a `fn` and not a reference, so that functions can call each other in a
/// cycle, which is then reported.
pub type Callee = fn() -> &'static Function;
