//! Accesses past the end of buffers.

use super::*;
use vyre_ir::{AtomicOp, BufferAccess, DataType};

const LEN: u32 = 6;
const PAST: [u32; 6] = [LEN, LEN + 1, 1 << 30, (1 << 30) + 6, 1 << 31, u32::MAX];
const ELEMENTS: [DataType; 6] =
    [DataType::U32, DataType::I32, DataType::Bool, DataType::U64, DataType::Vec2U32, DataType::Vec4U32];

/// Whether the value of type `ty` is not zero, in one `U32`.
fn is_set(ty: DataType, value: Expr) -> Expr {
    match ty {
        DataType::U32 => value.differs(0u32),
        DataType::I32 => Expr::cast(DataType::U32, value).differs(0u32),
        DataType::Bool => Expr::cast(DataType::U32, value),
        _ => Expr::cast(DataType::U32, Expr::cast(DataType::Bool, value)),
    }
}

fn ones(ty: DataType) -> Expr {
    Expr::cast(ty, Expr::u32(u32::MAX))
}

/// A buffer of `LEN` elements and its contents, every bit set.
fn full(access: BufferAccess, ty: DataType) -> (BufferDecl, Vec<u32>) {
    let words = LEN as usize * ty.lanes();
    (BufferDecl::storage("data", 1, access, ty), vec![u32::MAX; words])
}

#[test]
fn loads() {
    for ty in ELEMENTS {
        for access in [BufferAccess::ReadOnly, BufferAccess::ReadWrite, BufferAccess::Uniform] {
            for (index, expected) in PAST.into_iter().map(|index| (index, 0)).chain([(LEN - 1, 1)]) {
                let (decl, mut words) = full(access, ty.clone());
                let mut out_words = [7];
                let entry = vec![put(0u32, is_set(ty.clone(), Expr::load("data", index)))];
                let program = Program::new(vec![out(), decl], [1, 1, 1], entry);
                let data = match access {
                    BufferAccess::ReadWrite => Binding::WordsMut(&mut words),
                    _ => Binding::Words(&words),
                };
                run(&program, [1, 1, 1], &mut [Binding::WordsMut(&mut out_words), data]);
                assert_eq!(out_words, [expected], "{ty} {access} {index}");
            }
        }
    }
}

#[test]
fn stores() {
    for ty in ELEMENTS {
        for index in PAST {
            let mut words = vec![0; LEN as usize * ty.lanes()];
            let decl = BufferDecl::read_write("data", 0, ty.clone());
            let program =
                Program::new(vec![decl], [1, 1, 1], vec![Node::store("data", index, ones(ty.clone()))]);
            run(&program, [1, 1, 1], &mut [Binding::WordsMut(&mut words)]);
            assert!(words.iter().all(|word| *word == 0), "{ty} {index}");
        }
    }
}

#[test]
fn arrays_of_a_workgroup_and_of_an_invocation() {
    for ty in ELEMENTS {
        for decl in
            [BufferDecl::workgroup("data", LEN, ty.clone()), BufferDecl::private("data", LEN, ty.clone())]
        {
            let mut entry: Vec<Node> =
                PAST.map(|index| Node::store("data", index, ones(ty.clone()))).to_vec();
            entry.extend((0..LEN).map(|at| put(at, is_set(ty.clone(), Expr::load("data", at)))));
            entry.extend((0..LEN).map(|at| Node::store("data", at, ones(ty.clone()))));
            entry.extend((0..LEN).map(|at| put(LEN + at, is_set(ty.clone(), Expr::load("data", at)))));
            entry.extend(
                (0u32..)
                    .zip(PAST)
                    .map(|(at, index)| put(2 * LEN + at, is_set(ty.clone(), Expr::load("data", index)))),
            );
            let expected = [[0; 6], [1; 6], [0; 6]].concat();
            assert_eq!(results_with(18, vec![decl], entry), expected, "{ty}");
        }
    }
}

#[test]
fn neighbours_of_a_local_array_stay_as_they_are() {
    let arrays = ["a", "b", "c"].map(|name| BufferDecl::private(name, 2, DataType::Vec2U32)).to_vec();
    let entry = vec![
        Node::let_bind("v", 5u32),
        Node::store("b", 2u32, ones(DataType::Vec2U32)),
        Node::store("b", u32::MAX, ones(DataType::Vec2U32)),
        Node::store("b", 0x8000_0000u32, ones(DataType::Vec2U32)),
        Node::for_range(
            "i",
            0u32,
            2u32,
            vec![
                put(var("i"), is_set(DataType::Vec2U32, Expr::load("a", var("i")))),
                put(var("i") + 2u32, is_set(DataType::Vec2U32, Expr::load("b", var("i")))),
                put(var("i") + 4u32, is_set(DataType::Vec2U32, Expr::load("c", var("i")))),
            ],
        ),
        put(6u32, var("v")),
    ];
    assert_eq!(results_with(7, arrays, entry), [0, 0, 0, 0, 0, 0, 5]);
}

#[test]
fn atomics() {
    for op in AtomicOp::ALL {
        for index in PAST {
            let atomic = match op.takes_expected() {
                true => Expr::compare_exchange("data", index, 0u32, 9u32),
                false => Expr::atomic(*op, "data", index, 9u32),
            };
            let decl = BufferDecl::read_write("data", 1, DataType::U32);
            let program = Program::new(vec![out(), decl], [1, 1, 1], vec![put(0u32, atomic)]);
            let (mut words, mut out_words) = (vec![5; LEN as usize], [7]);
            let bindings = &mut [Binding::WordsMut(&mut out_words), Binding::WordsMut(&mut words)];
            run(&program, [1, 1, 1], bindings);
            assert_eq!((words, out_words), (vec![5; 6], [0]), "{op:?} {index}");
        }
    }
}

#[test]
fn an_empty_buffer() {
    let entry = vec![
        Node::store("out", 0u32, 1u32),
        Node::let_bind("old", Expr::atomic(AtomicOp::Add, "out", 0u32, 1u32)),
        Node::store("out", Expr::load("out", 0u32), Expr::buf_len("out")),
    ];
    assert_eq!(results(0, entry), []);
}

#[test]
fn bytes_and_words_of_every_length() {
    let bytes: Vec<u8> = (1..=9).map(|byte| byte * 17).collect();
    let decl = || BufferDecl::read("data", 1, DataType::Bytes);
    for length in 0..=bytes.len() {
        // An offset that is not aligned shows that no cast to words is needed.
        for data in [&bytes[..length], &bytes[bytes.len() - length..]] {
            let indices: Vec<u32> = (0..16).chain(PAST).collect();
            let mut entry = vec![put(0u32, Expr::buf_len("data"))];
            for (at, index) in (1u32..).step_by(2).zip(&indices) {
                entry.push(put(at, Expr::load_byte("data", *index)));
                entry.push(put(at + 1, Expr::load_word("data", *index)));
            }
            let program = Program::new(vec![out(), decl()], [1, 1, 1], entry);
            let byte = |at: usize| u32::from(data.get(at).copied().unwrap_or(0));
            let word = |at: usize| (0..4).map(|lane| byte(at * 4 + lane) << (8 * lane)).sum::<u32>();
            let mut expected = vec![length.div_ceil(4) as u32];
            for index in indices.into_iter().map(|index| index as usize) {
                expected.extend([byte(index), word(index)]);
            }
            let mut words: Vec<u32> = (0..length.div_ceil(4)).map(word).collect();
            let as_words = words.clone();
            for binding in [Binding::Bytes(data), Binding::Words(&as_words), Binding::WordsMut(&mut words)] {
                let mut out_words = vec![7; expected.len()];
                run(&program, [1, 1, 1], &mut [Binding::WordsMut(&mut out_words), binding]);
                assert_eq!(out_words, expected, "{length} bytes");
            }
        }
    }
}
