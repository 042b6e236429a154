//! No program overflows a small stack, whatever its shape: it can be built, cloned, compared, validated, printed,
//! parsed, encoded, decoded and dropped.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{
    BufferDecl, Code, Composition, DataType, Expr, Node, OpSpec, Program, Registry, UnOp, validate,
    validate_with,
};

/// Runs a test on a stack of 2 MiB, as threads of Rust's tests and of many programs have.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(test).unwrap();
    thread.join().unwrap();
}

fn program(entry: Vec<Node>) -> Program {
    Program::new(vec![BufferDecl::read_write("out", 0, DataType::U32)], [64, 1, 1], entry)
}

/// Does with a program what can be done with it, and gives the codes of its errors.
fn exercise(program: Program) -> Vec<Code> {
    let copy = program.clone();
    assert!(copy == program);
    drop(copy);
    let text = program.to_string();
    assert!(text.parse::<Program>().unwrap() == program);
    assert!(Program::from_wire(&program.to_wire()).unwrap() == program);
    match validate(&program) {
        Ok(validated) => {
            assert!(*validated.program() == program);
            Vec::new()
        }
        Err(errors) => errors.iter().map(|error| error.code()).collect(),
    }
}

#[test]
fn an_expression_a_million_deep() {
    on_a_small_stack(|| {
        let deep = (0..999_999).fold(Expr::u32(1), |operand, _| Expr::unary(UnOp::BitNot, operand));
        assert_eq!(deep.depth(), 1_000_000);
        assert_eq!(exercise(program(vec![Node::store("out", 0, deep)])), [Code::V019]);
    });
}

#[test]
fn an_expression_that_is_only_too_deep() {
    on_a_small_stack(|| {
        let deep = |depth| (1..depth).fold(Expr::u32(1), |operand, _| Expr::unary(UnOp::BitNot, operand));
        assert_eq!(exercise(program(vec![Node::store("out", 0, deep(1024))])), []);
        assert_eq!(exercise(program(vec![Node::store("out", 0, deep(1025))])), [Code::V026]);
        assert_eq!(exercise(program(vec![Node::store("out", 0, deep(90_000))])), [Code::V026]);
    });
}

#[test]
fn a_sum_of_a_hundred_thousand_terms() {
    on_a_small_stack(|| {
        let sum = (1..100_000u32).fold(Expr::u32(0), |sum, term| sum + term);
        assert_eq!(exercise(program(vec![Node::store("out", 0, sum)])), [Code::V019]);
        // Summed from the right, too.
        let sum = (1..40_000u32).fold(Expr::u32(0), |sum, term| Expr::u32(term) + sum);
        assert_eq!(exercise(program(vec![Node::store("out", 0, sum)])), [Code::V026]);
    });
}

#[test]
fn a_hundred_thousand_statements_beside_each_other() {
    on_a_small_stack(|| {
        // Each has two literals.
        let stores = |count| (0..count).map(|at: u32| Node::store("out", at, 1)).collect();
        assert_eq!(exercise(program(stores(33_333))), []);
        assert_eq!(exercise(program(stores(100_000))), [Code::V019]);
        assert_eq!(exercise(program((0..100_000).map(|_| Node::Barrier).collect())), []);
    });
}

#[test]
fn nesting_at_the_limit_and_beyond() {
    on_a_small_stack(|| {
        let nested = |depth| (0..depth).fold(Vec::new(), |body, _| vec![Node::Block(body)]);
        assert_eq!(exercise(program(nested(64))), []);
        assert_eq!(exercise(program(nested(65))), [Code::V018]);
        assert_eq!(exercise(program(nested(100_000))), [Code::V018]);
        assert_eq!(exercise(program(nested(1_000_000))), [Code::V019]);
        let branches = |depth| (0..depth).fold(Vec::new(), |body, _| vec![Node::if_then(1u32, body)]);
        assert_eq!(exercise(program(branches(64))), []);
        assert_eq!(exercise(program(branches(65))), [Code::V018]);
        let loops = |depth: u32| {
            let nest = |body, at| vec![Node::for_range(format!("i{at}"), 0, 2, body)];
            (0..depth).fold(Vec::new(), nest)
        };
        assert_eq!(exercise(program(loops(64))), []);
        assert_eq!(exercise(program(loops(65))), [Code::V018]);
    });
}

#[test]
fn a_divergent_barrier_is_found_at_any_depth() {
    on_a_small_stack(|| {
        let nested = |depth: usize, innermost: Vec<Node>| {
            (0..depth).fold(innermost, |body, _| vec![Node::if_then(Expr::local_id(0), body)])
        };
        assert_eq!(exercise(program(nested(64, vec![Node::Barrier]))), [Code::V010]);
        assert_eq!(exercise(program(nested(65, vec![Node::Barrier]))), [Code::V018, Code::V010]);
        assert_eq!(exercise(program(nested(40_000, vec![Node::Barrier]))), [Code::V018, Code::V010]);
    });
}

#[test]
fn the_search_for_divergent_barriers_is_linear() {
    on_a_small_stack(|| {
        // From every loop some invocations end, and some leave it through all of its branches: an edge from each to each loop
        // or branch around it would be hundreds of millions.
        let ends = (0..16_000).fold(vec![Node::Barrier], |mut body, at| {
            body.push(Node::if_then(Expr::local_id(0), vec![Node::Return]));
            vec![Node::for_range(format!("i{at}"), 0, 2, body)]
        });
        assert_eq!(exercise(program(ends)), [Code::V018, Code::V010]);
        let breaks = (0..30_000).fold(vec![Node::Barrier], |mut body, _| {
            body.push(Node::Break);
            vec![Node::if_then(Expr::local_id(0), body)]
        });
        let breaks = vec![Node::for_range("i", 0, 2, breaks)];
        assert_eq!(exercise(program(breaks)), [Code::V018, Code::V010]);
    });
}

/// Operations of which each calls the one before: `chain.1` to `chain.N`.
fn chain(length: usize) -> Registry {
    let mut registry = Registry::standard().clone();
    for at in 1..=length {
        let x = || Expr::var("x");
        let result = match at {
            1 => x() + 1,
            _ => Expr::call(format!("chain.{}", at - 1), vec![x()]) + 1,
        };
        let composition = Composition::expr(&["x"], result);
        let spec = OpSpec::inlinable(format!("chain.{at}"), &[DataType::U32], DataType::U32, composition);
        registry.register(spec).unwrap();
    }
    registry
}

#[test]
fn calls_at_the_limit_and_beyond() {
    on_a_small_stack(|| {
        let call = |depth| {
            program(vec![Node::store("out", 0, Expr::call(format!("chain.{depth}"), vec![Expr::u32(5)]))])
        };
        let registry = chain(5_000);
        let validated = validate_with(&call(32), &registry).unwrap();
        // 5 and 32 times 1: the calls are gone, the sum is there.
        let sum = (0..32).fold(Expr::u32(5), |sum, _| sum + 1);
        assert!(*validated.program() == program(vec![Node::store("out", 0, sum)]));
        for depth in [33, 34, 1_000, 5_000] {
            let errors = validate_with(&call(depth), &registry).unwrap_err();
            let codes: Vec<Code> = errors.iter().map(|error| error.code()).collect();
            assert_eq!(codes, [Code::V017], "{depth}");
        }
    });
}
