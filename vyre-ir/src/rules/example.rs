//! Example programs of the rules. The rows of the table contain them.

use crate::text::ParseError;
use crate::{Composition, DataType, Expr, OpSpec, Program, Registry};

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
    vec![OpSpec { inlinable: false, ..f(Expr::var("x")) }]
}

pub(super) fn without_result() -> Vec<OpSpec> {
    let composition = Composition { params: vec!["x".to_string()], body: Vec::new(), result: None };
    vec![OpSpec { composition: Some(composition), ..f(Expr::var("x")) }]
}

pub(super) fn of_another_type() -> Vec<OpSpec> {
    vec![f(Expr::cast(DataType::Bool, Expr::var("x")))]
}

pub(super) fn with_an_id() -> Vec<OpSpec> {
    vec![f(Expr::var("x") + Expr::invocation_id(0))]
}
