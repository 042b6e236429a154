//! Operators, casts and truths give what the tables of vyre-ir say.

use super::{a_out, gpu, id, run, store};
use crate::binding::Binding;
use vyre_ir::casts::{CASTS, Cast};
use vyre_ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, UnOp, Value};

const EDGES: [u32; 9] = [0, 1, 2, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, u32::MAX];

#[test]
fn operators_give_what_their_rows_say() {
    let Some(gpu) = gpu() else { return };
    let pairs: Vec<[u32; 2]> = EDGES.iter().flat_map(|x| EDGES.map(|y| [*x, y])).collect();
    let operands: Vec<u32> = pairs.concat();
    let (left, right) = (|| Expr::load("a", id() * 2u32), || Expr::load("a", id() * 2u32 + 1u32));
    let all = BinOp::on_words();
    let count = all.len() as u32;
    let mut entry: Vec<Node> = all
        .iter()
        .zip(0u32..)
        .map(|(op, at)| store(id() * count + at, Expr::binary(*op, left(), right())))
        .collect();
    let guard = Expr::buf_len("a").lt(id() * 2u32 + 2u32);
    entry.insert(0, Node::if_then(guard, vec![Node::Return]));
    let mut out = vec![7; pairs.len() * all.len()];
    run(gpu, &a_out(entry), [2, 1, 1], &mut [Binding::Words(&operands), Binding::WordsMut(&mut out)]);
    for ([x, y], results) in pairs.iter().zip(out.chunks(all.len())) {
        for (op, result) in all.iter().zip(results) {
            assert_eq!(*result, op.eval(*x, *y), "{op:?} {x} {y}");
        }
    }
    let all = UnOp::on_words();
    let count = all.len() as u32;
    let unary = all.iter().zip(0u32..);
    let mut entry: Vec<Node> =
        unary.map(|(op, at)| store(id() * count + at, Expr::unary(*op, Expr::load("a", id())))).collect();
    entry.insert(0, Node::if_then(Expr::buf_len("a").le(id()), vec![Node::Return]));
    let mut out = vec![7; EDGES.len() * all.len()];
    run(gpu, &a_out(entry), [1, 1, 1], &mut [Binding::Words(&EDGES), Binding::WordsMut(&mut out)]);
    for (x, results) in EDGES.iter().zip(out.chunks(all.len())) {
        for (op, result) in all.iter().zip(results) {
            assert_eq!(*result, op.eval(*x), "{op:?} {x}");
        }
    }
}

#[test]
fn operators_with_one_constant_operand_give_what_their_rows_say() {
    let Some(gpu) = gpu() else { return };
    let mut entry = vec![Node::if_then(id().ge(EDGES.len() as u32), vec![Node::Return])];
    let mut expected = vec![Vec::new(); EDGES.len()];
    let count = (BinOp::on_words().len() * EDGES.len() * 2) as u32;
    let loaded = || Expr::load("a", id());
    for op in &BinOp::on_words() {
        for constant in EDGES {
            let at = expected[0].len() as u32;
            entry.push(store(id() * count + at, Expr::binary(*op, loaded(), constant)));
            entry.push(store(id() * count + at + 1u32, Expr::binary(*op, constant, loaded())));
            for (row, x) in expected.iter_mut().zip(EDGES) {
                row.extend([op.eval(x, constant), op.eval(constant, x)]);
            }
        }
    }
    let mut out = vec![7; EDGES.len() * count as usize];
    run(gpu, &a_out(entry), [1, 1, 1], &mut [Binding::Words(&EDGES), Binding::WordsMut(&mut out)]);
    assert_eq!(out, expected.concat());
}

#[test]
fn casts_give_what_their_rows_say() {
    let Some(gpu) = gpu() else { return };
    let words = [0, 1, 0x8000_0000, u32::MAX, 0, 7, 0, 0];
    // `tests/tests/it/half.rs` tries those of floats of 16 bits, which have no casts to words.
    let is_half = |cast: &&Cast| cast.source.is_packed() || cast.target.is_packed();
    for cast in CASTS.iter().filter(|cast| cast.source != DataType::Bytes && !is_half(cast)) {
        let (from, to) = (cast.source.lanes(), cast.target.lanes());
        let buffers = vec![
            BufferDecl::read("source", 0, cast.source.clone()),
            BufferDecl::uniform("same", 1, cast.source.clone()),
            BufferDecl::read_write("target", 2, cast.target.clone()),
        ];
        let cast_of = |buffer: &str| Expr::cast(cast.target.clone(), Expr::load(buffer, id()));
        let count = words.len() / from;
        let entry = vec![
            Node::store("target", id(), cast_of("source")),
            Node::store("target", id() + count as u32, cast_of("same")),
        ];
        let mut out = vec![7; count * to * 2];
        let program = Program::new(buffers, [count as u32, 1, 1], entry);
        let mut bindings = [Binding::Words(&words), Binding::Words(&words), Binding::WordsMut(&mut out)];
        run(gpu, &program, [1, 1, 1], &mut bindings);
        let once: Vec<u32> = words
            .chunks(from)
            .flat_map(|lanes| {
                let mut padded = [0; 4];
                padded[..from].copy_from_slice(lanes);
                let source = Value::from_lanes(cast.source.clone(), padded);
                cast.conversion.eval(source.lanes(), cast.target.element_type())[..to].to_vec()
            })
            .collect();
        assert_eq!(out, [once.clone(), once].concat(), "{} => {}", cast.source, cast.target);
    }
}

#[test]
fn truths_in_buffers_are_zero_or_one() {
    let Some(gpu) = gpu() else { return };
    let buffers = vec![
        BufferDecl::read("flags", 0, DataType::Bool),
        BufferDecl::read_write("out", 1, DataType::U32),
        BufferDecl::read_write("back", 2, DataType::Bool),
    ];
    let flag = || Expr::load("flags", id());
    let entry =
        vec![store(id(), Expr::cast(DataType::U32, flag()) + 10u32), Node::store("back", id(), flag())];
    let (mut out, mut back) = ([0; 4], [9; 4]);
    let flags = [0, 1, 7, u32::MAX];
    let mut bindings = [Binding::Words(&flags), Binding::WordsMut(&mut out), Binding::WordsMut(&mut back)];
    run(gpu, &Program::new(buffers, [4, 1, 1], entry), [1, 1, 1], &mut bindings);
    assert_eq!((out, back), ([10, 11, 11, 11], [0, 1, 1, 1]));
}
