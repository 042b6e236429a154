//! The time of validation by the size of the program. The throughput is in nodes, so its inverse is the time of one;
//! it is the same for every size as long as validation is linear.

#![allow(missing_docs, reason = "criterion's macros write functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use vyre_ir::{BufferDecl, DataType, Expr, Node, Program, validate};

/// Statements of a chunk, in all bodies.
const STATEMENTS: usize = 5;
/// Statements and expressions of a chunk.
const NODES: usize = 20;

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

fn validation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("validate");
    group.sample_size(20);
    let sizes = [1_000, 10_000, 100_000].map(|nodes| (format!("{nodes} nodes"), nodes / NODES));
    let statements = ("10000 statements".to_string(), 10_000 / STATEMENTS);
    for (name, count) in sizes.into_iter().chain([statements]) {
        let program = chunks(count);
        assert!(validate(&program).is_ok());
        group.throughput(Throughput::Elements((count * NODES) as u64));
        group.bench_with_input(BenchmarkId::from_parameter(name), &program, |bencher, program| {
            bencher.iter(|| validate(black_box(program)).is_ok());
        });
    }
    group.finish();
}

criterion_group!(benches, validation);
criterion_main!(benches);
