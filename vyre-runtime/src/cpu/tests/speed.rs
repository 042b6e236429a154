//! Measurements, printed by `cargo test --release -- --ignored --nocapture speed`.

use super::*;
use std::time::Instant;
use vyre_ir::{AtomicOp, DataType};

const BYTES: u32 = 50 << 20;

fn count_byte(index: Expr) -> Node {
    Node::let_bind("old", Expr::atomic(AtomicOp::Add, "out", Expr::load_byte("data", index), 1u32))
}

fn measure(name: &str, program: &Program, groups: u32, instructions_per_byte: u32) {
    let data: Vec<u8> = (0..BYTES).map(|at| (at.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
    let mut counts = vec![0u32; 256];
    let start = Instant::now();
    run(program, [groups, 1, 1], &mut [Binding::Bytes(&data), Binding::WordsMut(&mut counts)]);
    let nanoseconds = start.elapsed().as_nanos() as f64 / f64::from(BYTES);
    assert_eq!(counts.iter().sum::<u32>(), BYTES);
    println!(
        "{name}: {nanoseconds:.2} ns per byte, {:.2} ns per instruction",
        nanoseconds / f64::from(instructions_per_byte)
    );
}

#[test]
#[ignore = "a measurement"]
fn speed_of_a_histogram() {
    let buffers = || {
        vec![BufferDecl::read("data", 0, DataType::Bytes), BufferDecl::read_write("out", 1, DataType::U32)]
    };
    let one_byte = Program::new(buffers(), [256, 1, 1], vec![count_byte(Expr::invocation_id(0))]);
    measure("one byte per invocation", &one_byte, BYTES / 256, 2);

    let guarded = Node::if_then(
        Expr::invocation_id(0).lt(Expr::buf_len("data") * 4u32),
        vec![count_byte(Expr::invocation_id(0))],
    );
    let guarded = Program::new(buffers(), [256, 1, 1], vec![guarded]);
    measure("one byte per invocation, guarded", &guarded, BYTES / 256, 4);

    let body = vec![
        Node::let_bind("at", Expr::invocation_id(0) * 4096u32 + var("i")),
        Node::if_then(var("at").lt(BYTES), vec![count_byte(var("at"))]),
    ];
    let looping = Program::new(buffers(), [256, 1, 1], vec![Node::for_range("i", 0u32, 4096u32, body)]);
    measure("4096 bytes per invocation", &looping, BYTES / 4096 / 256, 6);
}
