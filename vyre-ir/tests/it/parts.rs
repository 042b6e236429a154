//! Programs taken apart and put together again: any number of parts gives a tree or `None`, and any number a fact or `None`.

#![allow(clippy::unwrap_used)]

use vyre_ir::{AtomicOp, BinOp, BufferDecl, DataType, Expr, Node, Program, UnOp, validate};

/// One expression of each shape, with the number of operands that its fields name.
fn shapes() -> Vec<(usize, Expr)> {
    let x = || Expr::var("x");
    vec![
        (0, Expr::u32(1)),
        (0, Expr::i32(-1)),
        (0, Expr::from(true)),
        (0, x()),
        (0, Expr::buf_len("a")),
        (0, Expr::invocation_id(0)),
        (0, Expr::workgroup_id(1)),
        (0, Expr::local_id(2)),
        (0, Expr::call("f", vec![])),
        (1, Expr::load("a", x())),
        (1, Expr::load_byte("a", x())),
        (1, Expr::load_word("a", x())),
        (1, Expr::unary(UnOp::Clz, x())),
        (1, Expr::cast(DataType::I32, x())),
        (1, Expr::component(x(), 1)),
        (2, Expr::binary(BinOp::Add, x(), x())),
        (2, Expr::compose(DataType::U64, vec![x(), x()])),
        (2, Expr::atomic(AtomicOp::Add, "a", x(), x())),
        (3, Expr::select(x(), x(), x())),
        (3, Expr::compare_exchange("a", x(), x(), x())),
        (4, Expr::call("f", vec![x(), x(), x(), x()])),
    ]
}

fn literals(count: usize) -> Vec<Expr> {
    (10..).map(Expr::u32).take(count).collect()
}

#[test]
fn an_expression_takes_as_many_operands_as_it_has() {
    for (arity, shape) in shapes() {
        for count in 0..6 {
            let built = shape.with_children(literals(count));
            assert_eq!(built.is_some(), count == arity, "{shape} of {count}");
            let Some(built) = built else { continue };
            let operands: Vec<_> = built.children().cloned().collect();
            assert_eq!(operands, literals(arity), "{shape}");
        }
    }
    let load = Expr::load("a", Expr::var("x"));
    assert_eq!(load.with_children([Expr::u32(7)]), Some(Expr::load("a", 7)));
}

#[test]
fn a_statement_takes_as_many_expressions_as_it_has() {
    let body = || vec![Node::Barrier];
    let shapes = [
        (1, Node::let_bind("x", 1)),
        (1, Node::assign("x", 1)),
        (2, Node::store("a", 1, 2)),
        (1, Node::if_else(1, vec![], vec![])),
        (2, Node::for_range("i", 0, 1, vec![])),
        (0, Node::Break),
        (0, Node::Continue),
        (0, Node::Return),
        (0, Node::Block(vec![])),
        (0, Node::Barrier),
    ];
    for (arity, shape) in shapes {
        for count in 0..4 {
            let built = shape.with_parts(literals(count), body(), body());
            assert_eq!(built.is_some(), count == arity, "{shape} of {count}");
            let Some(built) = built else { continue };
            let exprs: Vec<_> = built.exprs().into_iter().flatten().cloned().collect();
            assert_eq!(exprs, literals(arity), "{shape}");
        }
    }
    let select = Node::if_else(1, vec![], vec![]);
    let expected = Node::if_else(9, body(), vec![Node::Return]);
    assert_eq!(select.with_parts([Expr::u32(9)], body(), vec![Node::Return]), Some(expected));
}

#[test]
fn numbers_without_an_expression_have_no_type_and_no_variable() {
    // Numbers from the top down: 0 is the `let`, 1 its value; 2 the store, 3 its index, 4 its value.
    let entry = vec![Node::let_bind("x", Expr::i32(1)), Node::store("out", 0, Expr::var("x"))];
    let buffers = vec![BufferDecl::read_write("out", 0, DataType::I32)];
    let valid = validate(&Program::new(buffers, [1; 3], entry)).unwrap();
    let types = [None, Some(DataType::I32), None, Some(DataType::U32), Some(DataType::I32), None];
    let variables = [Some(0), None, None, None, Some(0), None];
    for (place, (ty, variable)) in types.into_iter().zip(variables).enumerate() {
        assert_eq!(valid.type_of(place), ty, "{place}");
        assert_eq!(valid.variable_at(place), variable, "{place}");
    }
    assert_eq!((valid.type_of(usize::MAX), valid.variable_at(usize::MAX)), (None, None));
}
