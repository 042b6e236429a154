//! The time from a program to WGSL, by the number of statements, and of its parts. The goal: validating, lowering and
//! optimising 10,000 statements takes less than 60 ms on one core, and the time grows linearly.

#![allow(missing_docs, reason = "criterion's macros write functions")]
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use vyre::ir::{BufferDecl, DataType, Expr, Node, Program, Validated, validate};
use vyre::to_wgsl;
use vyre_lower::{Target, pass};

/// Statements of a chunk, in all bodies.
const STATEMENTS: usize = 5;

/// `count` chunks of five statements and twenty nodes. Every chunk declares a variable and uses the one before.
fn chunks(count: usize) -> Program {
    let buffers =
        vec![BufferDecl::read("a", 0, DataType::U32), BufferDecl::read_write("out", 1, DataType::U32)];
    let mut entry = Vec::new();
    let mut last = Expr::invocation_id(0);
    for at in 0..count {
        let name = format!("v{at}");
        let mine = Expr::var(&name);
        let store = Node::store("out", last.clone(), mine.clone() ^ 5u32);
        entry.extend([
            Node::let_bind(&name, Expr::load("a", last.clone()) * 3u32),
            Node::if_then(last.lt(Expr::buf_len("out")), vec![store]),
            Node::for_range("i", 0u32, 4u32, vec![Node::assign(&name, !mine.clone())]),
        ]);
        last = mine;
    }
    Program::new(buffers, [64, 1, 1], entry)
}

/// The instructions of the form after all passes.
fn optimised(validated: &Validated) -> usize {
    let mut form = vyre_lower::build(validated).unwrap();
    pass::optimise(&mut form, &Target::WGSL);
    form.insts.len()
}

fn lowering(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lower");
    group.sample_size(20);
    for statements in [1_000, 10_000, 25_000] {
        let program = chunks(statements / STATEMENTS);
        let Ok(validated) = validate(&program) else { return };
        group.throughput(Throughput::Elements(statements as u64));
        let id = |what: &str| BenchmarkId::new(what, statements);
        group.bench_with_input(id("to_wgsl"), &validated, |bencher, validated| {
            bencher.iter(|| to_wgsl(black_box(validated)).len());
        });
        group.bench_with_input(id("validate, lower and optimise"), &program, |bencher, program| {
            bencher.iter(|| validate(black_box(program)).map(|validated| optimised(&validated)).ok());
        });
        group.bench_with_input(id("validate and to_wgsl"), &program, |bencher, program| {
            bencher.iter(|| validate(black_box(program)).map(|validated| to_wgsl(&validated).len()).ok());
        });
    }
    group.finish();
}

criterion_group!(benches, lowering);
criterion_main!(benches);
