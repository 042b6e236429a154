//! Functions, which `#[vyre::function]` generates. They are linked to a kernel when it is first used, and measured
//! against the limits of calls while the calling crates compile.

mod link;
mod measure;
mod passed;
mod table;
mod value;

pub use measure::{CallProblem, KERNEL, Measure, id};
pub use passed::{passed, passed_measure};
pub use table::{Elements, Table};
pub use value::{
    Anonymous, Callable, Callee as Captures, Closure, Function as Call, Named, anonymous, named,
};

pub(crate) use link::{Whole, link};
pub use link::{exported, exported_buffers};

use std::borrow::Cow;
use vyre_ir::{DataType, Sources};

/// What the macro leaves of a kernel, and of the body of a function.
#[derive(Clone, Copy)]
pub struct Parts<'p> {
    /// The path of the kernel or the function.
    pub name: &'p str,
    /// The wire form of the program. What calls in it stand for says [`Link`](vyre_ir::Link).
    pub wire: &'p [u8],
    /// The file that it was written in.
    pub file: &'p str,
    /// The positions of its parts in the file, as [`Sources::encode`] makes them.
    pub positions: &'p [u8],
    /// The functions outside that it calls, and those inside call.
    pub callees: &'p [Callee],
    /// The functions inside, as [`Inside::encode`](vyre_ir::Inside::encode) makes them. They have no lists of their own.
    pub locals: &'p [u8],
    /// The constants of Rust's that the program uses, and the functions inside.
    pub items: &'p [Item],
    /// The tables that it reads, in the order of their buffers.
    pub tables: &'static [Table],
    /// The buffers that it writes whose elements share words, and those whose elements have several.
    pub packed: &'static [Packed],
}

/// How elements that share words, or have several, lie in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The name of the buffer in the program; nothing where the entry says of the kernel that its elements may lie in any order.
    pub buffer: Cow<'static, str>,
    /// The bytes of an element.
    pub element: u32,
    /// The bytes of its smallest part: 1 or 2, and 4 of one that shares no word.
    pub part: u32,
}

impl Parts<'static> {
    /// What stays of an erroneous kernel.
    pub const NONE: Parts<'static> = Parts {
        name: "",
        wire: &[],
        file: "",
        positions: &[],
        callees: &[],
        locals: &[],
        items: &[],
        tables: &[],
        packed: &[],
    };

    /// The positions of its parts.
    pub(crate) fn sources(&self) -> Sources {
        Sources::encoded(self.file, self.positions)
    }
}

/// A constant that rustc has evaluated.
#[derive(Clone)]
pub struct Item {
    /// Its type in the IR.
    pub ty: DataType,
    /// Its words.
    pub lanes: [u32; 4],
}

/// An integer type that a constant may have where only its use as an index or a length is known.
#[diagnostic::on_unimplemented(
    message = "the type of this constant does not follow from its uses, and is no `u32` or `usize`",
    label = "write `NAME as u32`, or bind it: `let name: {Self} = ..;`"
)]
pub trait Taken {}

impl Taken for u32 {}
impl Taken for usize {}

/// Holds the type of a constant against what is taken where nothing settles it.
pub fn taken<T: Taken>(_constant: T) {}

/// What the type of a constant may be that kernels take for a `Kind`, which is also a `usize` or an `isize`.
#[diagnostic::on_unimplemented(message = "mismatched types", label = "expected `{Kind}`, found `{Self}`")]
pub trait Sized32<Kind> {}

#[diagnostic::do_not_recommend]
impl Sized32<u32> for u32 {}
#[diagnostic::do_not_recommend]
impl Sized32<u32> for usize {}
#[diagnostic::do_not_recommend]
impl Sized32<i32> for i32 {}
#[diagnostic::do_not_recommend]
impl Sized32<i32> for isize {}

/// Holds the type of a constant against what it is taken for.
pub fn sized<Kind, T: Sized32<Kind>>(_constant: T) {}

/// A type whose values are one value in the IR: what a function gives may be passed on as such before its type is known.
#[diagnostic::on_unimplemented(
    message = "the type of this value does not follow from its uses, and is no number",
    label = "bind it with its type first: `let value: {Self} = ..;`"
)]
pub trait Single {}

macro_rules! single {
    ($($Type:ty),*) => {$(impl Single for $Type {})*};
}

single!(u8, i8, u16, i16, u32, i32, u64, i64, u128, usize, isize, f32, half::f16, half::bf16, bool);
single!([u32; 2], [u32; 4], [f32; 2], [f32; 4]);

/// Holds the type of a value that is passed on against what is taken where nothing settles it.
pub fn single<T: Single>(value: T) -> T {
    value
}

/// A type that a kernel casts to integers as what it is in the IR, before anything says which type it is. A float would be cast by its bits.
#[diagnostic::on_unimplemented(
    message = "the type of what is cast does not follow from its uses, and is no integer",
    label = "bind it with its type first: `let value: {Self} = ..;`"
)]
pub trait Discrete {}

macro_rules! discrete {
    ($($Type:ty),*) => {$(impl Discrete for $Type {})*};
}

discrete!(u8, i8, u16, i16, u32, i32, u64, i64, u128, usize, isize, bool);

/// Holds the type of what is cast against what is taken where nothing settles it.
pub fn discrete<T: Discrete>(value: T) -> T {
    value
}

/// The elements of a table of arrays, one after the other.
pub const fn flat<T, const N: usize>(table: &'static [[T; N]]) -> &'static [T] {
    table.as_flattened()
}

/// A function: its signature and its body.
///
/// The wire form is of a program that [`Composition::from_program`](vyre_ir::Composition::from_program) reads, and the positions are those
/// of the composition.
pub struct Function {
    /// The types of the parameters: of each part, where one is a struct, a tuple or an array.
    pub inputs: &'static [DataType],
    /// The types of the parts of the result. Of several ones the program's result is a tuple.
    pub outputs: &'static [DataType],
    /// How many of these parts are the new value of the first parameter, of a method that takes `&mut self`.
    pub own: usize,
    /// The body.
    pub parts: Parts<'static>,
    /// The id of the registered operation that it stands for: then the body is none of its own.
    pub operation: Option<&'static str>,
}

/// A method of a struct or an enum that kernels can call, or a function of its `impl`, by the hash of its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such method or function for kernels",
    label = "not found in an `impl` of `{Self}` with `#[vyre::function]`"
)]
pub trait Method<const NAME: u64> {
    /// The type that a caller finds the function by.
    type Function;
    /// Whether it takes `&mut self`.
    const MUTATES: bool;
}

/// The struct that a field of a struct is, or that its elements are, by the number of the field.
pub trait Field<const AT: usize> {
    /// The type.
    type Type;
}

/// How a caller refers to a function. It is a `fn` and not a reference, so that functions can call each other in a
/// cycle, which is then reported.
pub type Callee = fn() -> &'static Function;

/// What no function of kernels alone has: one with ids, barriers or arrays of kernels means nothing on the host.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a function of kernels alone, and has no form on the host",
    label = "call it in a kernel, or in a function of kernels",
    note = "A function that is called on the host has values, slices and references."
)]
pub trait FormOnHost<'a, Nothing = ()> {}
