//! Buffers of every type, atomics, and bindings.

use super::*;
use vyre_ir::{AtomicOp, BufferAccess, DataType};

#[test]
fn elements_of_several_lanes_are_copied_whole() {
    for ty in [DataType::U64, DataType::Vec2U32, DataType::Vec4U32] {
        let lanes = ty.lanes();
        let input: Vec<u32> = (100..100 + 5 * lanes as u32).collect();
        let mut output = vec![0; 5 * lanes];
        let buffers = vec![
            BufferDecl::read("from", 0, ty.clone()),
            BufferDecl::read_write("to", 1, ty.clone()),
            BufferDecl::workgroup("tile", 5, ty.clone()),
            BufferDecl::private("own", 5, ty.clone()),
        ];
        let at = || var("i");
        let back = || Expr::buf_len("from") - 1u32 - var("i");
        let entry = vec![
            Node::for_range(
                "i",
                0u32,
                Expr::buf_len("from"),
                vec![
                    Node::store("own", back(), Expr::load("from", at())),
                    Node::let_bind("v", Expr::load("own", back())),
                    Node::store("tile", at(), var("v")),
                ],
            ),
            Node::for_range(
                "i",
                0u32,
                Expr::buf_len("to"),
                vec![Node::store("to", back(), Expr::load("tile", at()))],
            ),
        ];
        let program = Program::new(buffers, [1, 1, 1], entry);
        run(&program, [1, 1, 1], &mut [Binding::Words(&input), Binding::WordsMut(&mut output)]);
        let expected: Vec<u32> = input.chunks(lanes).rev().flatten().copied().collect();
        assert_eq!(output, expected, "{ty}");
    }
}

#[test]
fn a_bool_from_the_host_is_0_or_1() {
    for access in [BufferAccess::ReadOnly, BufferAccess::Uniform, BufferAccess::ReadWrite] {
        let flags = BufferDecl::storage("flags", 1, access, DataType::Bool);
        let flag = || Expr::load("flags", Expr::invocation_id(0));
        let entry = vec![
            Node::let_bind("flag", flag()),
            Node::if_then(flag(), vec![put(Expr::invocation_id(0), 10u32)]),
            put(
                Expr::invocation_id(0),
                Expr::load("out", Expr::invocation_id(0)) + Expr::cast(DataType::U32, var("flag")),
            ),
        ];
        let (mut words, mut host) = ([0; 4], [0, 1, 2, 0x8000_0000]);
        let constant = host;
        let flags_binding = match access {
            BufferAccess::ReadWrite => Binding::WordsMut(&mut host),
            _ => Binding::Words(&constant),
        };
        let program = Program::new(vec![out(), flags], [4, 1, 1], entry);
        run(&program, [1, 1, 1], &mut [Binding::WordsMut(&mut words), flags_binding]);
        assert_eq!(words, [0, 11, 11, 11]);
    }
}

#[test]
fn lengths_of_every_kind_of_buffer() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let buffers = vec![
        out(),
        BufferDecl::workgroup("a", 3, DataType::Vec4U32),
        BufferDecl::read("b", 1, DataType::Vec4U32),
        BufferDecl::private("c", 5, DataType::U64),
        BufferDecl::uniform("d", 2, DataType::U64),
        BufferDecl::read("e", 3, DataType::Bytes),
        BufferDecl::read_write("f", 4, DataType::Bool),
    ];
    let entry = (0u32..).zip(names).map(|(at, name)| put(at, Expr::buf_len(name))).collect();
    let (mut words, mut bools) = ([0; 6], [0; 7]);
    let bindings = &mut [
        Binding::WordsMut(&mut words),
        Binding::Words(&[0; 8]),
        Binding::Words(&[0; 8]),
        Binding::Bytes(&[0; 9]),
        Binding::WordsMut(&mut bools),
    ];
    run(&Program::new(buffers, [1, 1, 1], entry), [1, 1, 1], bindings);
    assert_eq!(words, [3, 2, 5, 4, 3, 7]);
}

#[test]
fn all_atomics() {
    for op in AtomicOp::ALL {
        for (operands, after) in op.examples() {
            let [old, value, expected] = [operands[0], operands[1], operands[2]];
            let atomic = match op.takes_expected() {
                true => Expr::compare_exchange("out", 1u32, expected, value),
                false => Expr::atomic(*op, "out", 1u32, value),
            };
            assert_eq!(
                results(3, vec![put(1u32, old), put(2u32, atomic)]),
                [0, *after, old],
                "{op:?}{operands:?}"
            );
        }
    }
}

#[test]
fn atomics_of_many_invocations_add_up() {
    let entry = vec![
        Node::let_bind("old", Expr::atomic(AtomicOp::Add, "out", Expr::invocation_id(0) % 3u32, 1u32)),
        Node::let_bind("max", Expr::atomic(AtomicOp::Max, "out", 3u32, Expr::invocation_id(0))),
        Node::let_bind("xor", Expr::atomic(AtomicOp::Xor, "out", 4u32, Expr::invocation_id(0))),
    ];
    let mut words = [0; 5];
    run(&Program::new(vec![out()], [64, 1, 1], entry), [10, 1, 1], &mut [Binding::WordsMut(&mut words)]);
    assert_eq!(words, [214, 213, 213, 639, (0..640).fold(0, |xor, id| xor ^ id)]);
}

#[test]
fn data_that_is_given_for_writing_may_be_only_read() {
    let program = Program::new(
        vec![out(), BufferDecl::read("data", 1, DataType::U32)],
        [1, 1, 1],
        vec![put(0u32, Expr::load("data", 1u32))],
    );
    let (mut words, mut data) = ([0], [3, 4]);
    run(&program, [1, 1, 1], &mut [Binding::WordsMut(&mut words), Binding::WordsMut(&mut data)]);
    assert_eq!(words, [4]);
}

#[test]
fn bindings_that_do_not_fit_are_errors() {
    let program = Program::new(vec![out()], [1, 1, 1], vec![put(0u32, 1u32)]);
    let count = try_run(&program, [1, 1, 1], &mut []);
    assert!(matches!(count, Err(Error::BufferCount { expected: 1, got: 0 })));
    let read_only = try_run(&program, [1, 1, 1], &mut [Binding::Words(&[0])]);
    assert!(matches!(read_only, Err(Error::BufferReadOnly { .. })));
    let bytes = try_run(&program, [1, 1, 1], &mut [Binding::Bytes(&[0; 4])]);
    assert!(matches!(bytes, Err(Error::BufferType { got: DataType::Bytes, .. })));
}

#[test]
fn code_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<super::super::Code>();
}
