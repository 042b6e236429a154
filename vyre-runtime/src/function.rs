//! Functions, which `#[vyre::function]` generates. They are linked to a kernel when it is first used, and measured
//! against the limits of calls while the calling crates compile.

mod link;
mod measure;

pub use measure::{CallProblem, KERNEL, Measure, id};

pub(crate) use link::{Whole, link};

use vyre_ir::{DataType, Sources};

/// What the macro leaves of a kernel, and of the body of a function.
#[derive(Clone, Copy)]
pub struct Parts {
    /// The path of the kernel or the function.
    pub name: &'static str,
    /// The wire form of the program. What calls in it stand for says [`Link`](vyre_ir::Link).
    pub wire: &'static [u8],
    /// The file that it was written in.
    pub file: &'static str,
    /// The positions of its parts in the file, as [`Sources::encode`] makes them.
    pub positions: &'static [u8],
    /// The functions outside that it calls, and those inside call.
    pub callees: &'static [Callee],
    /// The functions inside. They have no lists of their own.
    pub locals: &'static [Function],
}

impl Parts {
    /// What stays of an erroneous kernel.
    pub const NONE: Parts =
        Parts { name: "", wire: &[], file: "", positions: &[], callees: &[], locals: &[] };

    /// The positions of its parts.
    pub(crate) fn sources(&self) -> Sources {
        Sources::encoded(self.file, self.positions)
    }
}

/// A function: its signature and its body.
///
/// The wire form is of a program that [`Composition::from_program`](vyre_ir::Composition::from_program) reads, and the positions are those
/// of the composition.
pub struct Function {
    /// The types of the parameters.
    pub inputs: &'static [DataType],
    /// The type of the result.
    pub output: DataType,
    /// The body.
    pub parts: Parts,
}

/// How a caller refers to a function. It is a `fn` and not a reference, so that functions can call each other in a
/// cycle, which is then reported.
pub type Callee = fn() -> &'static Function;
