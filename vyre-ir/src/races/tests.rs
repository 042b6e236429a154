use super::*;
use crate::{BufferDecl, DataType, validate};

const U32: DataType = DataType::U32;

fn i() -> Expr {
    Expr::invocation_id(0)
}

fn local() -> Expr {
    Expr::local_id(0)
}

fn a(index: impl Into<Expr>) -> Expr {
    Expr::load("a", index)
}

fn store(index: impl Into<Expr>, value: impl Into<Expr>) -> Node {
    Node::store("a", index, value)
}

/// The races of a program over `a`, which is written, `t`, which a workgroup shares, `p` and `n`, which are read.
fn races(size: [u32; 3], entry: Vec<Node>) -> Vec<Race> {
    let buffers = vec![
        BufferDecl::read_write("a", 0, U32),
        BufferDecl::read("p", 1, U32),
        BufferDecl::uniform("n", 2, U32),
        BufferDecl::workgroup("t", 64, U32),
    ];
    let program = Program::new(buffers, size, entry);
    if let Err(errors) = validate(&program) {
        panic!("{errors:?}");
    }
    certain_races(&program)
}

fn of_row(entry: Vec<Node>) -> Vec<Race> {
    races([64, 1, 1], entry)
}

fn bound() -> Expr {
    i().lt(Expr::buf_len("a"))
}

fn only(node: Node) -> Vec<Node> {
    vec![node]
}

#[test]
fn neighbours_that_store_to_one_element_race() {
    let n = || Expr::load("n", 0u32);
    let racy = [
        only(store(0u32, i())),
        only(store(0u32, i() * 3u32 + 1u32)),
        only(store(Expr::workgroup_id(0), local())),
        only(store(i() - local(), i())),
        only(store(Expr::buf_len("a") - 1u32, i())),
        only(Node::store("t", 5u32, local())),
        only(Node::if_then(bound(), only(store(0u32, i())))),
        only(Node::if_then(i().lt(n()), only(store(n(), i())))),
        only(Node::if_then(n().gt(3u32), only(store(0u32, i())))),
        vec![Node::if_then(i().ge(Expr::buf_len("a")), only(Node::Return)), store(0u32, i())],
        vec![Node::let_bind("x", i() + 7u32), store(0u32, Expr::var("x"))],
    ];
    for entry in racy {
        let found = of_row(entry.clone());
        assert_eq!(found.len(), 1, "{entry:?}");
        assert_eq!((found[0].load, found[0].axis), (None, 0));
    }
}

#[test]
fn a_neighbours_element_that_is_loaded_in_the_same_phase_races() {
    let next = || a(i() + 1u32);
    let racy = [
        only(store(i(), next())),
        only(store(i(), a(i() - 1u32) + a(i()))),
        only(store(i() * 4u32, a(i() * 4u32 + 8u32))),
        only(Node::if_then((i() + 1u32).lt(Expr::buf_len("a")), only(store(i(), next() * 2u32)))),
        vec![Node::let_bind("x", next()), store(i(), Expr::var("x"))],
        vec![store(i(), 1u32), Node::let_bind("x", next())],
        only(Node::store("t", local(), Expr::load("t", local() + 1u32))),
    ];
    for entry in racy {
        let found = of_row(entry.clone());
        assert_eq!(found.len(), 1, "{entry:?}");
        assert!(found[0].load.is_some());
    }
    // Along y, of a grid whose width is a parameter.
    let at = |x: Expr, y: Expr| y * Expr::load("n", 0u32) + x;
    let row = |x: Expr| store(at(i(), Expr::invocation_id(1)), a(at(x, Expr::invocation_id(1))));
    let found = races([8, 8, 1], only(row(i() + 1u32)));
    assert_eq!((found.len(), found[0].axis), (1, 0));
    assert_eq!(races([1, 8, 1], only(row(i() + 1u32))), []);
}

#[test]
fn what_may_be_meant_is_not_reported() {
    let loads_then =
        |middle: Node| vec![Node::let_bind("x", a(i() + 1u32)), middle, store(i(), Expr::var("x"))];
    let fine = [
        // The same value, or one that nobody knows.
        only(store(0u32, 7u32)),
        only(store(0u32, Expr::load("p", i()))),
        only(store(0u32, i() / 2u32)),
        only(store(Expr::workgroup_id(0), Expr::workgroup_id(0))),
        // An element for each.
        only(store(i(), i())),
        only(store(i(), a(i()))),
        only(store(i() * 2u32, a(i() * 2u32 + 1u32))),
        only(store(i(), a(i() + 64u32))),
        only(store(i(), Expr::load("p", i() + 1u32))),
        only(store(Expr::load("p", i()), i())),
        // Out of bounds.
        only(store(0x4000_0000u32, i())),
        only(store(Expr::buf_len("a"), i())),
        only(Node::store("t", 64u32, i())),
        only(Node::store("t", local() * 64u32, Expr::load("t", local() * 64u32 + 64u32))),
        // One invocation alone.
        only(Node::if_then(local().equals(0u32), only(store(0u32, i())))),
        only(Node::if_then(local().lt(1u32), only(store(0u32, i())))),
        only(Node::if_then(i().ge(1u32), only(Node::Return)))
            .into_iter()
            .chain(only(store(0u32, i())))
            .collect(),
        only(Node::if_then((i() % 2u32).equals(0u32), only(store(i(), a(i() + 1u32))))),
        only(Node::if_then(i().lt(bound()), only(store(0u32, i())))),
        only(Node::if_else(bound(), vec![], only(store(0u32, i())))),
        // Another phase.
        loads_then(Node::Barrier),
        // One arm or the other.
        only(Node::if_else(
            Expr::load("n", 0u32).equals(1u32),
            only(Node::let_bind("x", a(i() + 1u32))),
            only(store(i(), 1u32)),
        )),
        // Loops, whose rounds nobody counts.
        only(Node::for_range("k", 0u32, Expr::load("n", 0u32), only(store(0u32, i())))),
        // Operands that may not count.
        only(store(i(), Expr::select(i().lt(1u32), a(i() + 1u32), 0u32))),
        only(store(i(), Expr::cast(U32, Expr::binary(BinOp::And, i().lt(1u32), a(i() + 1u32).lt(5u32))))),
    ];
    for entry in fine {
        assert_eq!(of_row(entry.clone()), [], "{entry:?}");
    }
    // Of workgroups of one invocation nothing is known.
    assert_eq!(races([1; 3], only(store(0u32, i()))), []);
    assert_eq!(races([1, 64, 1], only(store(0u32, i()))), []);
}

#[test]
fn places_are_those_of_validation() {
    // The store is statement 0, its index expression 1, and the load expression 2.
    let found = of_row(only(store(i(), a(i() + 1u32))));
    let race = Race { store: 0, load: Some(2), buffer: "a".to_string(), axis: 0, is_of_workgroup: false };
    assert_eq!(found, [race]);
    assert!(of_row(only(Node::store("t", 0u32, i())))[0].is_of_workgroup);
}
