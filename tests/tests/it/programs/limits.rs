//! Programs at each limit, which pass, and one past it, which fail. They are generated, because they are long.

use crate::programs::check::{round_trips, run, runs_on_zeros};
use crate::programs::devices;
use vyre::ir::{BinOp, BufferDecl, Code, DataType, Expr, Node, Program, UnOp, validate};
use vyre_tests::data::Data;

fn program(entry: Vec<Node>) -> Program {
    Program::new(vec![BufferDecl::read_write("out", 0, DataType::U32)], [1, 1, 1], entry)
}

fn store(value: Expr) -> Node {
    Node::store("out", 0u32, value)
}

/// The codes and messages of the errors, which are none if the program is valid.
fn errors(program: &Program) -> Vec<(Code, String)> {
    round_trips(program).unwrap();
    let errors = validate(program).err().unwrap_or_default();
    errors.iter().map(|error| (error.code(), error.to_string())).collect()
}

/// The program breaks one rule, with this text.
fn assert_rejected(program: &Program, code: Code, text: &str) {
    assert_eq!(errors(program), [(code, format!("vyre IR validation: {text}"))]);
}

/// The program is valid, and leaves `wanted` in `out` on every device.
fn assert_gives(program: &Program, wanted: u32) {
    assert_eq!(errors(program), []);
    for device in devices() {
        let mut data = [Data::U32(vec![0])];
        run(program, [1; 3], device, &mut data).unwrap_or_else(|error| panic!("{device}: {error}"));
        assert_eq!(data, [Data::U32(vec![wanted])], "{device}");
    }
}

/// Makes an array of a number of elements.
type Declare = fn(u32, DataType) -> BufferDecl;

type Wrap = fn(usize, Vec<Node>) -> Node;

/// What nests: blocks, both arms of conditions, loops, and all of them in turn.
const WRAPS: [Wrap; 5] = [
    |_, body| Node::Block(body),
    |_, body| Node::if_then(true, body),
    |_, body| Node::if_else(false, vec![], body),
    |at, body| Node::for_range(format!("i{at}"), 0u32, 1u32, body),
    |at, body| WRAPS[at % 4](at, body),
];

fn nested(wrap: Wrap, depth: usize) -> Program {
    let nest = |body, at| vec![wrap(at, body)];
    program((0..depth).fold(vec![store(Expr::u32(7))], nest))
}

#[test]
fn nesting() {
    for wrap in WRAPS {
        assert_gives(&nested(wrap, 64), 7);
        let text = "V018: program nesting depth 65 exceeds max 64. \
                    Fix: flatten nested If/Loop/Block structures or split the program before lowering.";
        assert_rejected(&nested(wrap, 65), Code::V018, text);
    }
}

/// Far past the limit the text and the wire form still work, and validation answers.
#[test]
fn nesting_far_past_the_limit() {
    for depth in [1_000, 30_000] {
        let errors = errors(&nested(WRAPS[0], depth));
        assert!(matches!(errors[..], [(Code::V018, _)]), "{errors:?}");
    }
}

/// A program whose one deep expression has `depth` expressions on its longest way.
fn deep(depth: usize, step: fn(Expr) -> Expr) -> Program {
    program(vec![store((1..depth).fold(Expr::u32(1), |expr, _| step(expr)))])
}

const STEPS: [fn(Expr) -> Expr; 5] = [
    |expr| Expr::unary(UnOp::BitNot, expr),
    |expr| expr + 1u32,
    |expr| Expr::binary(BinOp::Sub, 1u32, expr),
    |expr| Expr::cast(DataType::U32, expr),
    |expr| Expr::select(true, expr, 5u32),
];

#[test]
fn expression_depth() {
    // 1,023 operations on 1: an odd number of inversions; 1,023 additions; 1 - (1 - .. 1), which is 0 for an odd number.
    for (step, wanted) in STEPS.into_iter().zip([!1, 1024, 0, 1, 1]) {
        assert_gives(&deep(1024, step), wanted);
        let text =
            "V026: expression depth 1025 exceeds max 1024. Fix: bind parts of the expression to variables.";
        assert_rejected(&deep(1025, step), Code::V026, text);
    }
}

#[test]
fn expression_depth_far_past_the_limit() {
    for step in STEPS {
        let errors = errors(&deep(20_000, step));
        assert!(matches!(errors[..], [(Code::V026, _)]), "{errors:?}");
    }
}

/// `nodes` statements and expressions, of which a store has three.
fn large(nodes: usize) -> Program {
    let mut entry: Vec<Node> = (0..nodes / 3).map(|_| store(Expr::u32(9))).collect();
    entry.extend((0..nodes % 3).map(|_| Node::Block(Vec::new())));
    program(entry)
}

#[test]
fn node_count() {
    assert_eq!(errors(&large(100_000)), []);
    let mut data = [Data::U32(vec![0])];
    run(&large(100_000), [1; 3], &vyre::Device::cpu(), &mut data).unwrap();
    assert_eq!(data, [Data::U32(vec![9])]);
    let text = "V019: program has more than 100000 statement nodes. \
                Fix: split the program into smaller kernels or run an optimization pass before lowering.";
    assert_rejected(&large(100_001), Code::V019, text);
    assert_rejected(&large(150_000), Code::V019, text);
}

/// Expressions count as statements do: one store of a balanced tree.
#[test]
fn node_count_of_expressions() {
    let tree = |levels: usize| (0..levels).fold(Expr::u32(1), |tree, _| tree.clone() + tree);
    // A tree of 15 levels has 2^16 - 1 expressions; a store has two more nodes of its own.
    let stores = |rest: usize| {
        let mut entry = vec![store(tree(15))];
        entry.extend((0..rest).map(|_| Node::Block(Vec::new())));
        program(entry)
    };
    let used = (1 << 16) - 1 + 2;
    assert_eq!(errors(&stores(100_000 - used)), []);
    assert_eq!(errors(&stores(100_001 - used))[0].0, Code::V019);
}

fn sized(workgroup_size: [u32; 3]) -> Program {
    Program { workgroup_size, ..program(vec![Node::Barrier]) }
}

#[test]
fn workgroup_size() {
    for size in [[1024, 1, 1], [1, 1024, 1], [16, 16, 4], [32, 32, 1]] {
        assert_eq!(errors(&sized(size)), []);
        for device in devices() {
            runs_on_zeros(&sized(size), device).unwrap();
        }
    }
    for (size, product) in [([1025, 1, 1], 1025), ([41, 5, 5], 1025), ([1, 1, 1025], 1025)] {
        let text = format!(
            "V042: workgroup of {product} invocations exceeds max 1024. \
             Fix: use at most 1024 invocations and launch more workgroups."
        );
        assert_rejected(&sized(size), Code::V042, &text);
    }
    // Products beyond 32 and beyond 64 bits, and some that are small modulo 2^32 and 2^64.
    for size in [[u32::MAX; 3], [1 << 16, 1 << 16, 1], [1 << 31, 1 << 31, 4], [1 << 22, 1 << 22, 1 << 20]] {
        let codes: Vec<Code> = errors(&sized(size)).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, [Code::V042], "{size:?}");
    }
}

#[test]
fn static_memory() {
    let types = DataType::ALL.into_iter().filter(|ty| *ty != DataType::Bytes);
    for ty in types {
        let size = ty.min_bytes() as u32;
        let arrays: [(u32, Declare); 3] = [
            (65_536 / size, |count, ty| BufferDecl::private("array", count, ty)),
            (262_144 / size, |count, ty| BufferDecl::workgroup("array", count, ty)),
            (65_536 / size, |count, ty| BufferDecl::uniform("array", 1, ty).with_count(count)),
        ];
        for (most, make) in arrays {
            let with = |count| {
                let mut program = program(vec![store(Expr::buf_len("array"))]);
                program.buffers.push(make(count, ty.clone()));
                program
            };
            assert_eq!(errors(&with(most)), []);
            for device in devices() {
                runs_on_zeros(&with(most), device).unwrap_or_else(|error| panic!("{device}: {error}"));
            }
            for past in [most + 1, u32::MAX] {
                let codes: Vec<Code> = errors(&with(past)).into_iter().map(|(code, _)| code).collect();
                assert_eq!(codes, [Code::V043], "{past} of {ty}");
            }
        }
    }
}
