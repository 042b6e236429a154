//! Random programs, deep ones, and damaged texts.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{AtomicOp, BinOp, BufferAccess, BufferDecl, CollectiveOp, DataType, Expr, Node, Program, UnOp};

/// A linear congruential generator; the high bits are the random ones.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn number(&mut self) -> u32 {
        let small = self.below(20) as u32;
        self.of(&[0, 1, 2, small, 1 << 31, u32::MAX])
    }

    fn name(&mut self) -> String {
        let name = self.of(&[
            "a", "b", "out", "min", "len", "u64", "u32", "bytes", "entry", "axis", "x", "_x1", "größe", "",
            "_", "let", "in", "else", "cast", "call", "vec2", "compose", "true", "local_id", "odd name", "5",
            "5i", "a.b", "\"", "\\", "'", "//", "\n", "\0", "\u{301}e", "\u{202e}", "}", "🦀",
        ]);
        name.to_string()
    }

    fn op_id(&mut self) -> String {
        let id =
            self.of(&["primitive.bitwise.xor", "f", "call.let.5", "a..b", "", ".", "if.for", "ä.\"", "a b"]);
        id.to_string()
    }

    fn exprs(&mut self, fuel: usize) -> Vec<Expr> {
        (0..self.below(5)).map(|_| self.expr(fuel)).collect()
    }

    fn expr(&mut self, fuel: usize) -> Expr {
        let Some(fuel) = fuel.checked_sub(1) else {
            return match self.below(8) {
                0 => Expr::LitU32(self.number()),
                1 => Expr::LitI32(self.number() as i32),
                2 => Expr::LitBool(self.below(2) == 0),
                3 => Expr::BufLen { buffer: self.name() },
                4 => Expr::InvocationId { axis: self.number() },
                5 => Expr::WorkgroupId { axis: self.number() },
                6 => Expr::LocalId { axis: self.number() },
                _ => Expr::Var(self.name()),
            };
        };
        match self.below(16) {
            0 => Expr::load(self.name(), self.expr(fuel)),
            1 => Expr::load_byte(self.name(), self.expr(fuel)),
            2 if fuel.is_multiple_of(2) => Expr::atomic_load(self.name(), self.expr(fuel)),
            2 => Expr::load_word(self.name(), self.expr(fuel)),
            3..=6 => Expr::binary(self.of(BinOp::ALL), self.expr(fuel), self.expr(fuel)),
            7..=8 => Expr::unary(self.of(UnOp::ALL), self.expr(fuel)),
            9 => Expr::call(self.op_id(), self.exprs(fuel)),
            10 => Expr::select(self.expr(fuel), self.expr(fuel), self.expr(fuel)),
            11 => Expr::cast(self.of(&DataType::ALL), self.expr(fuel)),
            12 => Expr::component(self.expr(fuel), self.number()),
            13 => Expr::compose(self.of(&DataType::ALL), self.exprs(fuel)),
            14 => Expr::Atomic {
                op: self.of(AtomicOp::ALL),
                buffer: self.name(),
                index: Box::new(self.expr(fuel)),
                expected: (self.below(2) == 0).then(|| Box::new(self.expr(fuel))),
                value: Box::new(self.expr(fuel)),
            },
            _ => self.expr(0),
        }
    }

    fn nodes(&mut self, fuel: usize) -> Vec<Node> {
        (0..self.below(4)).map(|_| self.node(fuel)).collect()
    }

    fn node(&mut self, fuel: usize) -> Node {
        let kinds = if fuel == 0 { 7 } else { 12 };
        match self.below(kinds) {
            0 => Node::let_bind(self.name(), self.expr(3)),
            1 => Node::assign(self.name(), self.expr(3)),
            2 if fuel.is_multiple_of(2) => Node::atomic_store(self.name(), self.expr(2), self.expr(3)),
            2 => Node::store(self.name(), self.expr(2), self.expr(3)),
            3 => Node::Break,
            4 => Node::Continue,
            5 => Node::Return,
            6 => match self.below(4) {
                0 => Node::Barrier,
                1 => Node::uniform_load(self.name(), self.name(), self.expr(2)),
                _ => Node::Collective {
                    name: self.name(),
                    op: self.of(CollectiveOp::ALL),
                    value: self.expr(2),
                    id: (self.below(2) == 0).then(|| self.expr(1)),
                },
            },
            7 => Node::Block(self.nodes(fuel - 1)),
            8 => Node::for_range(self.name(), self.expr(2), self.expr(2), self.nodes(fuel - 1)),
            9 => Node::if_else(self.expr(2), self.nodes(fuel - 1), vec![self.node(fuel - 1)]),
            _ => Node::if_else(self.expr(2), self.nodes(fuel - 1), self.nodes(fuel - 1)),
        }
    }

    fn buffer(&mut self) -> BufferDecl {
        BufferDecl {
            name: self.name(),
            binding: self.number(),
            access: self.of(&BufferAccess::ALL),
            element: self.of(&DataType::ALL),
            count: self.number(),
            strided: false,
        }
    }

    fn program(&mut self) -> Program {
        let buffers = (0..self.below(4)).map(|_| self.buffer()).collect();
        Program::new(buffers, [self.number(), self.number(), self.number()], self.nodes(3))
    }
}

#[test]
fn random_programs_come_back() {
    let mut random = Random(1);
    for _ in 0..2_000 {
        let program = random.program();
        let text = program.to_string();
        match text.parse::<Program>() {
            Ok(again) => assert!(again == program, "printed:\n{text}\nread:\n{again}"),
            Err(error) => panic!("{error}\nin\n{text}"),
        }
    }
}

#[test]
fn damaged_texts_give_errors_or_programs() {
    let mut random = Random(2);
    for _ in 0..2_000 {
        let mut chars: Vec<char> = random.program().to_string().chars().collect();
        for _ in 0..=random.below(3) {
            if chars.is_empty() {
                break;
            }
            let at = random.below(chars.len());
            let other = random.below(chars.len());
            match random.below(3) {
                0 => drop(chars.remove(at)),
                1 => chars.swap(at, other),
                _ => chars.truncate(at + 1),
            }
        }
        let text: String = chars.into_iter().collect();
        match text.parse::<Program>() {
            Ok(program) => assert_eq!(program.to_string().parse(), Ok(program)),
            Err(error) => {
                let line = text.split('\n').nth(error.line - 1).unwrap();
                assert!(error.column <= line.chars().count() + 1, "{error}");
                assert!(error.to_string().ends_with('^'));
            }
        }
    }
}

const DEEP: usize = 1_000_000;

fn on_a_small_stack(test: fn()) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(test).unwrap().join().unwrap();
}

fn assert_comes_back(entry: Vec<Node>) {
    let program = Program::new(Vec::new(), [1, 1, 1], entry);
    let text = program.to_string();
    assert!(text.len() < 40 * DEEP);
    assert!(text.parse::<Program>().is_ok_and(|again| again == program));
}

#[test]
fn deep_expressions() {
    on_a_small_stack(|| {
        let grow: [fn(Expr) -> Expr; 6] = [
            |expr| expr + 1_u32,
            |expr| Expr::u32(1) - expr,
            |expr| Expr::unary(UnOp::Negate, expr),
            |expr| Expr::component(expr, 0),
            |expr| Expr::load("a", expr),
            |expr| Expr::call("f", vec![expr]),
        ];
        for grow in grow {
            let expr = (0..DEEP).fold(Expr::var("x"), |expr, _| grow(expr));
            assert_comes_back(vec![Node::let_bind("y", expr)]);
        }
    });
}

#[test]
fn deep_statements() {
    on_a_small_stack(|| {
        let grow: [fn(Node) -> Node; 4] = [
            |node| Node::Block(vec![node]),
            |node| Node::if_then(true, vec![node]),
            |node| Node::if_else(true, Vec::new(), vec![node]),
            |node| Node::for_range("i", 0_u32, 1_u32, vec![node]),
        ];
        for grow in grow {
            assert_comes_back(vec![(0..DEEP).fold(Node::Return, |node, _| grow(node))]);
        }
    });
}

#[test]
fn deep_texts() {
    on_a_small_stack(|| {
        let head = "program workgroup_size 1, 1, 1 entry { ";
        for open in
            ["x = (", "{", "if x {} else ", "if a {", "for i in 0..1 {", "x = min(", "x = a[", "x = -"]
        {
            let (first, rest) = open.split_once("= ").map_or((open, open), |(_, rest)| (open, rest));
            let text = format!("{head}{first}{}", rest.repeat(DEEP));
            let error = text.parse::<Program>().unwrap_err();
            assert_eq!((error.line, error.column), (1, text.len() + 1), "{open}");
            assert!(error.to_string().len() < 500);
        }
        let text = format!("{head} x = {}1{}; }}", "(".repeat(DEEP), ")".repeat(DEEP));
        assert_eq!(text.parse(), Ok(Program::new(Vec::new(), [1, 1, 1], vec![Node::assign("x", 1_u32)])));
    });
}

#[test]
fn wide_programs() {
    let args = (0..DEEP as u32).map(Expr::from).collect();
    assert_comes_back(vec![Node::let_bind("y", Expr::call("f", args))]);
    assert_comes_back((0..DEEP).map(|_| Node::Barrier).collect());
}
