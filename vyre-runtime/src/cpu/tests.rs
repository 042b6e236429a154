//! Tests of the interpreter: programs built by hand against values worked out by hand or in plain Rust.

#![allow(clippy::panic, reason = "tests fail by panicking")]

mod arithmetic;
mod bounds;
mod control;
mod forms;
mod grid;
mod memory;
mod speed;
mod watched;

use super::compile;
use crate::Error;
use crate::binding::Binding;
use vyre_ir::{BufferDecl, Expr, Node, Program, validate};
use vyre_lower::{Lowered, build};

/// A program in the text form.
fn parse(text: &str) -> Program {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The form of a program that must be valid.
fn lower(program: &Program) -> Lowered {
    match validate(program) {
        Ok(validated) => build(&validated).unwrap(),
        Err(errors) => {
            panic!("{}", errors.iter().take(9).map(|error| format!("{error}\n")).collect::<String>())
        }
    }
}

/// Runs a program that must be valid.
fn try_run(program: &Program, groups: [u32; 3], bindings: &mut [Binding<'_>]) -> Result<(), Error> {
    compile(&lower(program)).run(groups, bindings)
}

fn run(program: &Program, groups: [u32; 3], bindings: &mut [Binding<'_>]) {
    if let Err(error) = try_run(program, groups, bindings) {
        panic!("{error}");
    }
}

/// The contents of `out`, a buffer of `u32`, after one invocation of `entry`; it starts as zeros.
fn results(count: usize, entry: Vec<Node>) -> Vec<u32> {
    results_with(count, vec![], entry)
}

/// The same with more buffers, none of them bound.
fn results_with(count: usize, mut buffers: Vec<BufferDecl>, entry: Vec<Node>) -> Vec<u32> {
    buffers.push(out());
    let mut words = vec![0; count];
    run(&Program::new(buffers, [1, 1, 1], entry), [1, 1, 1], &mut [Binding::WordsMut(&mut words)]);
    words
}

/// The declaration of `out`.
fn out() -> BufferDecl {
    BufferDecl::read_write("out", 0, vyre_ir::DataType::U32)
}

/// `out[index] = value`.
fn put(index: impl Into<Expr>, value: impl Into<Expr>) -> Node {
    Node::store("out", index, value)
}

fn var(name: &str) -> Expr {
    Expr::var(name)
}
