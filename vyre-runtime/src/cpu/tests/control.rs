//! Loops, jumps and the order of evaluation.

use super::*;
use vyre_ir::{AtomicOp, DataType};

/// `out[index] += 1`.
fn count(index: impl Into<Expr> + Clone) -> Node {
    put(index.clone(), Expr::load("out", index.into()) + 1u32)
}

/// The iterations that a loop with these bounds does.
fn iterations(from: impl Into<Expr>, to: impl Into<Expr>) -> u32 {
    results(1, vec![Node::for_range("i", from, to, vec![count(0u32)])])[0]
}

#[test]
fn loops_at_the_edges() {
    assert_eq!(iterations(0u32, 0u32), 0);
    assert_eq!(iterations(5u32, 3u32), 0);
    assert_eq!(iterations(u32::MAX, 0u32), 0);
    assert_eq!(iterations(0u32, 1u32), 1);
    assert_eq!(iterations(u32::MAX - 3, u32::MAX), 3);
    assert_eq!(iterations(u32::MAX, u32::MAX), 0);
    assert_eq!(iterations(Expr::u32(2) + 1u32, Expr::u32(2) * 5u32), 7);
}

#[test]
fn bounds_are_evaluated_once_and_in_order() {
    let next = || Expr::atomic(AtomicOp::Add, "out", 0u32, 4u32);
    let entry = vec![
        Node::for_range("i", next(), next() + 6u32, vec![count(1u32), put(2u32, var("i"))]),
        Node::let_bind("end", 3u32),
        Node::for_range("i", 0u32, var("end"), vec![Node::assign("end", 100u32), count(3u32)]),
        Node::for_range("i", 0u32, Expr::load("out", 3u32), vec![count(3u32)]),
        put(4u32, var("end")),
    ];
    // The first loop runs from 0 to 4 + 6.
    assert_eq!(results(5, entry), [8, 10, 9, 6, 100]);
}

#[test]
fn a_loop_that_ends_at_a_constant_variable_or_a_length() {
    let entry = vec![
        Node::let_bind("n", Expr::buf_len("out") * 2u32),
        Node::for_range("i", 0u32, var("n"), vec![count(0u32)]),
        Node::for_range(
            "i",
            0u32,
            Expr::buf_len("out"),
            vec![Node::for_range("j", 0u32, var("i"), vec![count(1u32)])],
        ),
    ];
    assert_eq!(results(3, entry), [6, 3, 0]);
}

#[test]
fn break_and_continue_leave_the_innermost_loop() {
    let inner = vec![
        Node::if_then(var("j").equals(var("i")), vec![Node::Continue]),
        Node::if_then(var("j").gt(5u32), vec![Node::Block(vec![Node::Break])]),
        count(var("i")),
    ];
    let outer = vec![
        Node::if_then(var("i").equals(2u32), vec![Node::Continue]),
        Node::if_else(var("i").equals(4u32), vec![Node::Break, count(7u32)], vec![count(6u32)]),
        Node::for_range("j", 0u32, 100u32, inner),
    ];
    let entry = vec![Node::for_range("i", 0u32, 1000u32, outer), count(5u32)];
    let mut expected = [0u32; 8];
    for i in 0..1000 {
        if i == 2 {
            continue;
        }
        if i == 4 {
            break;
        }
        expected[6] += 1;
        for j in 0..100 {
            if j == i {
                continue;
            }
            if j > 5 {
                break;
            }
            expected[i] += 1;
        }
    }
    expected[5] += 1;
    assert_eq!(results(8, entry), expected);
}

#[test]
fn return_ends_its_own_invocation_alone() {
    let id = || Expr::invocation_id(0);
    let leave = Node::if_then(var("i").equals(id()), vec![Node::if_then(id().lt(3u32), vec![Node::Return])]);
    let entry = vec![
        Node::for_range("i", 0u32, 4u32, vec![Node::for_range("j", 0u32, 2u32, vec![leave, count(id())])]),
        put(id(), Expr::load("out", id()) + 100u32),
    ];
    let mut words = [0; 4];
    run(&Program::new(vec![out()], [4, 1, 1], entry), [1, 1, 1], &mut [Binding::WordsMut(&mut words)]);
    assert_eq!(words, [0, 2, 4, 108]);
}

#[test]
fn both_arms_of_an_if() {
    let choose = |cond: Expr| {
        let (then, otherwise) = (vec![count(0u32)], vec![count(1u32)]);
        let entry = vec![
            Node::let_bind("cond", cond.clone()),
            Node::if_else(cond.clone(), then.clone(), otherwise.clone()),
            Node::if_else(var("cond"), then, otherwise),
            Node::if_else(cond.clone(), vec![], vec![count(1u32)]),
            Node::if_then(cond, vec![count(0u32)]),
        ];
        results(2, entry)
    };
    let truth = |cond: Expr| Expr::cast(DataType::Bool, cond);
    let yes = || Expr::buf_len("out").equals(2u32);
    let lanes = |low: u32, high: u32| Expr::compose(DataType::Vec2U32, vec![low.into(), high.into()]);
    for cond in [
        Expr::u32(2),
        Expr::LitBool(true),
        yes(),
        truth(yes()),
        truth(Expr::buf_len("out")),
        truth(Expr::unary(vyre_ir::UnOp::LogicalNot, Expr::buf_len("out") - 2u32)),
        truth(lanes(0, 1)),
        Expr::component(lanes(0, 8), 1),
        Expr::select(truth(yes()), Expr::LitBool(true), Expr::LitBool(false)),
    ] {
        assert_eq!(choose(cond), [3, 0]);
    }
    for cond in [
        Expr::u32(0),
        Expr::LitBool(false),
        Expr::buf_len("out").lt(2u32),
        truth(Expr::buf_len("out").lt(2u32)),
        truth(Expr::buf_len("out") - 2u32),
        truth(lanes(0, 0)),
        Expr::component(lanes(0, 8), 0),
    ] {
        assert_eq!(choose(cond), [0, 3]);
    }
}

#[test]
fn operands_are_evaluated_in_order_and_each_once() {
    // Each digit is what the counter held when its operand was evaluated.
    let next = || Expr::atomic(AtomicOp::Add, "out", 0u32, 1u32);
    let digits = |parts: Vec<Expr>| parts.into_iter().fold(Expr::u32(0), |sum, digit| sum * 10u32 + digit);
    let entry = vec![
        put(0u32, 1u32),
        put(1u32, digits(vec![next(), next(), next()])),
        // The condition is 4, so `then` is 5; `otherwise` is evaluated as 6 nevertheless.
        put(2u32, Expr::select(next(), next(), next())),
        put(3u32, Expr::binary(vyre_ir::BinOp::Or, next(), next())),
        // A load sees what an atomic to its left did, and a store evaluates its index before its value.
        put(4u32, next() * 100u32 + Expr::load("out", 0u32)),
        put(Expr::u32(15) - next(), next()),
        put(6u32, Expr::load("out", 0u32)),
    ];
    assert_eq!(results(7, entry), [12, 123, 5, 1, 910, 11, 12]);
}

#[test]
fn an_atomic_evaluates_the_expected_value_before_the_operand() {
    let next = || Expr::atomic(AtomicOp::Add, "out", 0u32, 1u32);
    // The index is 1, the expected value 2, the operand 3.
    let entry = vec![
        put(0u32, 1u32),
        put(1u32, 2u32),
        put(2u32, Expr::compare_exchange("out", next(), next(), next())),
    ];
    assert_eq!(results(3, entry), [4, 3, 2]);
}

#[test]
fn siblings_reuse_names_and_registers() {
    let scope = |at: u32, ty: DataType| {
        let declared = Node::let_bind("x", Expr::cast(ty, Expr::u32(at + 10)));
        Node::Block(vec![declared, put(at, Expr::cast(DataType::U32, var("x")))])
    };
    let entry = vec![
        Node::let_bind("before", 40u32),
        scope(0, DataType::U32),
        scope(1, DataType::Vec4U32),
        scope(2, DataType::U64),
        Node::for_range(
            "x",
            0u32,
            2u32,
            vec![Node::let_bind("y", var("x") + 1u32), put(var("x") + 3u32, var("y"))],
        ),
        put(5u32, var("before")),
    ];
    assert_eq!(results(6, entry), [10, 11, 12, 1, 2, 40]);
}

#[test]
fn a_program_at_the_limit_of_nodes_and_nesting() {
    let mut body = vec![count(0u32)];
    for depth in 0..64u32 {
        body = vec![match depth % 3 {
            0 => Node::if_then(1u32, body),
            1 => Node::Block(body),
            _ => Node::for_range(format!("i{depth}"), 0u32, 1u32, body),
        }];
    }
    assert_eq!(results(1, body), [1]);
    let many =
        (0u32..33_333).map(|at| Node::let_bind(format!("v{at}"), Expr::unary(vyre_ir::UnOp::Negate, at)));
    assert_eq!(results(1, many.collect()), [0]);
}

/// The contents of `out` after one invocation of an entry that is given as text.
fn results_of(count: usize, entry: &str) -> Vec<u32> {
    let text =
        format!("program\nworkgroup_size 1, 1, 1\nbuffer out: read_write u32 @ 0\nentry {{\n{entry}\n}}\n");
    let mut words = vec![0; count];
    run(&parse(&text), [1, 1, 1], &mut [Binding::WordsMut(&mut words)]);
    words
}

#[test]
fn a_name_of_a_variable_s_value_keeps_it_while_the_variable_changes() {
    let once = "let x = 1; let old = x; x = x + 10; out[0] = old; out[1] = x; x = old; out[2] = x;";
    assert_eq!(results_of(3, once), [1, 11, 1]);
    let in_a_loop = "let x = 1; let old = x; for i in 0..3 { out[i] = old; x = x * 2; } out[3] = x;";
    assert_eq!(results_of(4, in_a_loop), [1, 1, 1, 8]);
    let in_an_inner_loop = "let x = 1;
        for i in 0..2 { let old = x; for j in 0..2 { out[i * 2 + j] = old * 100 + x; x = x + 1; } }";
    assert_eq!(results_of(4, in_an_inner_loop), [101, 102, 303, 304]);
    let as_a_bound = "let n = 3; for i in 0..n { n = 100; out[i] = n; } out[4] = n;";
    assert_eq!(results_of(5, as_a_bound), [100, 100, 100, 0, 100]);
    let as_a_condition = "let x = 5; let y = x; x = 0; if y == 5 { out[0] = 1; } if x == y { out[1] = 1; }";
    assert_eq!(results_of(2, as_a_condition), [1, 0]);
}

#[test]
fn a_condition_that_is_used_again_is_kept() {
    let entry = "let x = out[0] < 1; if x != 0 { out[0] = 7; } out[1] = x;
                 let y = 3; y = y < 4; if y != 0 { out[2] = y; } out[3] = y;";
    assert_eq!(results_of(4, entry), [7, 1, 1, 1]);
}

#[test]
fn values_that_are_over_leave_their_registers() {
    let entry: Vec<Node> = (0..1000u32)
        .map(|at| Node::let_bind(format!("v{at}"), Expr::load("out", Expr::invocation_id(0)) + 1u32))
        .collect();
    let code = compile(&lower(&Program::new(vec![out()], [1, 1, 1], entry)));
    // An id, a number, and what one statement computes.
    assert!(code.registers <= 6, "{}", code.registers);
}
