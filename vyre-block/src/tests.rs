//! Tests of the engine against an evaluator that walks the program's tree: the same bytes, whatever the size of a block, the number of threads and the
//! instruction set.

#![allow(clippy::panic, reason = "tests fail by panicking")]
#![cfg_attr(miri, allow(dead_code, reason = "only some tests are for Miri"))]

#[cfg(not(miri))]
mod control;
#[cfg(not(miri))]
mod launches;
#[cfg(not(miri))]
mod memory;
mod miri;
#[cfg(not(miri))]
mod random;
#[cfg(not(miri))]
mod values;
#[cfg(not(miri))]
mod workgroups;

use super::{InstructionSet, Launch, compile_for};
use crate::Binding;
use std::sync::atomic::AtomicBool;
use vyre_ir::{BufferAccess, BufferDecl, Program, Validated, validate};
use vyre_lower::Target;
use vyre_random::{Case, Contents, Order, evaluate};

/// The data of a bound buffer.
#[derive(Clone, Debug, PartialEq)]
enum Data {
    Words(Vec<u32>),
    Bytes(Vec<u8>),
}

impl From<&Contents> for Data {
    fn from(contents: &Contents) -> Data {
        match contents {
            Contents::Words(words) => Data::Words(words.clone()),
            Contents::Bytes(bytes) => Data::Bytes(bytes.clone()),
        }
    }
}

fn bindings(data: &mut [Data]) -> Vec<Binding<'_>> {
    (data.iter_mut())
        .map(|data| match data {
            Data::Words(words) => Binding::WordsMut(words),
            Data::Bytes(bytes) => Binding::Bytes(bytes),
        })
        .collect()
}

/// Numbers that look random.
fn noise(count: usize, seed: u32) -> Vec<u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    (0..count).map(|_| next()).collect()
}

fn valid(text: &str) -> Validated {
    let program: Program = match text.parse() {
        Ok(program) => program,
        Err(error) => panic!("{error}\n{text}"),
    };
    match validate(&program) {
        Ok(validated) => validated,
        Err(errors) => panic!("{errors:?}\n{text}"),
    }
}

/// What walking the program's tree gives.
fn reference(program: &Validated, groups: [u32; 3], data: &[Data]) -> Vec<Data> {
    let contents = |data: &Data| match data {
        Data::Words(words) => Contents::Words(words.clone()),
        Data::Bytes(bytes) => Contents::Bytes(bytes.clone()),
    };
    let inputs = data.iter().map(contents).collect();
    let (operations, dimensions) = (Vec::new(), Vec::new());
    let case = Case { program: program.program().clone(), operations, grid: groups, inputs, dimensions };
    match evaluate(&case, Order::Forward) {
        Ok(outcome) => outcome.contents.iter().map(Data::from).collect(),
        Err(stuck) => panic!("{stuck:?}"),
    }
}

/// Runs a program in every way that there is, and compares what it gives with the evaluator.
fn check(text: &str, groups: [u32; 3], data: &[Data]) -> Vec<Data> {
    let program = valid(text);
    let expected = reference(&program, groups, data);
    let mut form = vyre_lower::build(&program).unwrap();
    for is_optimised in [false, true] {
        if is_optimised {
            vyre_lower::pass::optimise(&mut form, &Target::CPU);
        }
        for set in InstructionSet::all() {
            for block in [Some(1), Some(7), Some(64), None] {
                let code = compile_for(&form, set, block);
                for threads in [1, 2, 8] {
                    let mut got = data.to_vec();
                    let stop = AtomicBool::new(false);
                    let launch = Launch { per_thread: 1, ..Launch::new(groups, threads, &stop) };
                    if let Err(error) = code.run(launch, &mut bindings(&mut got)) {
                        panic!("{error}");
                    }
                    assert!(
                        got == expected,
                        "{} {block:?} {threads} {is_optimised}\n{got:?}\n{expected:?}\n{text}\n{form}",
                        set.name()
                    );
                }
            }
        }
    }
    expected
}

/// A program over `a`, which it reads, and `out`, which it writes, both of `ty`, with a workgroup of this size.
fn program(ty: &str, size: &str, entry: &str) -> String {
    format!(
        "program\nworkgroup_size {size}\nbuffer a: read {ty} @ 0\nbuffer out: read_write {ty} @ 1\n\
         entry {{\n{entry}\n}}\n"
    )
}
