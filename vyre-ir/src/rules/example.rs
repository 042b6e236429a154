//! Example programs of the rules. The rows of the table contain them.

use crate::text::ParseError;
use crate::{
    BufferDecl, Composition, Convention, DataType, Expr, Node, OpKind, OpSignature, OpSpec, Program, Registry,
};

/// The head of a program that is written without one.
const HEAD: &str = "program workgroup_size 64, 1, 1";
/// The placeholder for the piece that is repeated.
const REPEATED: &str = "…";

/// A program that breaks a rule, or one that keeps it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub(super) text: &'static str,
    pub(super) repeated: Option<(&'static str, usize)>,
    pub(super) operations: fn() -> Vec<OpSpec>,
}

impl Example {
    /// The program in the text form, on one line. In an example of a limit `…` is a placeholder for the piece of
    /// [`repeated`](Self::repeated).
    #[inline]
    pub fn text(&self) -> String {
        if self.text.starts_with("program") { self.text.to_string() } else { format!("{HEAD} {}", self.text) }
    }

    /// The piece that `…` stands for, and the number of its repetitions.
    pub fn repeated(&self) -> Option<(&'static str, usize)> {
        self.repeated
    }

    /// The program in the text form, with every repetition.
    #[inline]
    pub fn source(&self) -> String {
        match self.repeated {
            Some((piece, times)) => self.text().replace(REPEATED, &piece.repeat(times)),
            None => self.text(),
        }
    }

    /// The program.
    ///
    /// # Errors
    /// None: the tests parse every example.
    #[inline]
    pub fn program(&self) -> Result<Program, ParseError> {
        self.source().parse()
    }

    /// The operations that the program calls. A text cannot declare them.
    pub fn operations(&self) -> Vec<OpSpec> {
        (self.operations)()
    }

    /// The operation library and [`operations`](Self::operations).
    #[inline]
    pub fn registry(&self) -> Registry {
        let mut registry = Registry::standard().clone();
        for op in self.operations() {
            // The library has no operations with these ids, so this does not fail.
            let _ = registry.register(op);
        }
        registry
    }
}

pub(super) fn no_operations() -> Vec<OpSpec> {
    Vec::new()
}

/// `my.f(x)` of type `U32`, with this result.
fn f(result: Expr) -> OpSpec {
    OpSpec::inlinable("my.f", &[DataType::U32], DataType::U32, Composition::expr(&["x"], result))
}

pub(super) fn increment() -> Vec<OpSpec> {
    vec![f(Expr::var("x") + 1u32)]
}

pub(super) fn recursive() -> Vec<OpSpec> {
    vec![f(Expr::call("my.f", vec![Expr::var("x")]))]
}

pub(super) fn not_inlinable() -> Vec<OpSpec> {
    fill().into_iter().map(|fill| OpSpec { id: "my.f".to_string(), ..fill }).collect()
}

/// `my.f(x)` of type `U32` with another composition.
fn without(composition: Composition) -> OpSpec {
    let signature = OpSignature { inputs: vec![DataType::U32], output: DataType::U32 };
    let kind = OpKind::Value { signature, composition: Some(composition), convention: Convention::V1 };
    OpSpec { id: "my.f".to_string(), kind }
}

pub(super) fn without_result() -> Vec<OpSpec> {
    let composition = Composition { params: vec!["x".to_string()], body: Vec::new(), result: None };
    vec![without(composition)]
}

pub(super) fn of_another_type() -> Vec<OpSpec> {
    vec![f(Expr::cast(DataType::Bool, Expr::var("x")))]
}

pub(super) fn with_an_id() -> Vec<OpSpec> {
    vec![f(Expr::var("x") + Expr::invocation_id(0))]
}

/// `my.fill(to, with)`, for any workgroup size.
pub(super) fn fill() -> Vec<OpSpec> {
    let with = BufferDecl::uniform("with", 1, DataType::U32).with_count(1);
    vec![on_buffers("my.fill", with, [0; 3], Expr::load("with", 0u32))]
}

/// `my.copy(from, to)`.
pub(super) fn copy() -> Vec<OpSpec> {
    let from = BufferDecl::read("from", 1, DataType::U32);
    vec![on_buffers("my.copy", from, [0; 3], Expr::load("from", Expr::invocation_id(0)))]
}

/// `my.mark(to)`, for workgroups of 64.
pub(super) fn mark() -> Vec<OpSpec> {
    vec![on_buffers("my.mark", BufferDecl::private("own", 1, DataType::U32), [64, 1, 1], Expr::u32(1))]
}

/// `my.broken(to)`, which uses what it does not declare.
pub(super) fn broken() -> Vec<OpSpec> {
    vec![on_buffers("my.broken", BufferDecl::private("own", 1, DataType::U32), [0; 3], Expr::var("x"))]
}

/// `my.look(table, to)`, with its table at binding 5.
pub(super) fn look() -> Vec<OpSpec> {
    let table = BufferDecl::read("table", 5, DataType::U32);
    let look = on_buffers("my.look", table, [0; 3], Expr::load("table", 0u32));
    vec![look.with_convention(Convention::V2 { lookup_binding: 5 })]
}

/// An operation that stores a value to its parameter `to`, and has one more buffer.
fn on_buffers(id: &str, other: BufferDecl, workgroup_size: [u32; 3], value: Expr) -> OpSpec {
    let store = Node::store("to", Expr::invocation_id(0), value);
    let to = BufferDecl::read_write("to", 0, DataType::U32);
    OpSpec::program(id, Program::new(vec![to, other], workgroup_size, vec![store]))
}
