//! Random operations and programs that call them. Every program ends soon.

use crate::WORDS;
use vyre::ir::{AtomicOp, BinOp, Composition, DataType, Expr, Node, OpSpec, Registry, UnOp};
use vyre_tests::values::scramble;

/// How deeply statements nest.
const NESTING: u32 = 3;
/// How deep expressions are.
const DEPTH: u32 = 4;

pub(crate) struct Generator {
    seed: u32,
    count: u32,
    names: u32,
    /// The operations so far, with the number of their parameters.
    ops: Vec<(String, u32)>,
    /// The variables in scope, and whether they may be assigned.
    variables: Vec<(String, bool)>,
    /// Whether the statements are those of the program, which may touch the buffer.
    in_program: bool,
}

impl Generator {
    pub(crate) fn new(seed: u32) -> Generator {
        Generator { seed, count: 0, names: 0, ops: Vec::new(), variables: Vec::new(), in_program: false }
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.count += 1;
        scramble(scramble(self.seed) ^ self.count) % bound
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    /// Operations that call the ones before them.
    pub(crate) fn registry(&mut self) -> Registry {
        let mut registry = Registry::empty();
        for at in 0..1 + self.below(4) {
            let id = format!("op{at}");
            let params: Vec<String> = (0..self.below(4)).map(|_| self.name()).collect();
            self.variables = params.iter().map(|name| (name.clone(), true)).collect();
            let mut body = Vec::new();
            let mut may_have_ended = false;
            let mut certain = self.variables.clone();
            for _ in 0..self.below(5) {
                let node = self.node(0, false);
                may_have_ended |= returns(&node);
                body.push(node);
                if !may_have_ended {
                    certain = self.variables.clone();
                }
            }
            self.variables = certain;
            let composition = Composition { params, body, result: Some(self.expr(DEPTH)) };
            let inputs = vec![DataType::U32; composition.params.len()];
            self.ops.push((id.clone(), inputs.len() as u32));
            registry.register(OpSpec::inlinable(id, &inputs, DataType::U32, composition)).unwrap();
        }
        registry
    }

    /// A program that calls the operations.
    pub(crate) fn entry(&mut self) -> Vec<Node> {
        self.variables.clear();
        self.in_program = true;
        let mut entry: Vec<Node> = (0..2 + self.below(5)).map(|_| self.node(0, false)).collect();
        let call = self.call(DEPTH);
        entry.push(Node::store("m", 0u32, call));
        entry
    }

    /// A name that is new, now and then one such as inlining makes.
    fn name(&mut self) -> String {
        self.names += 1;
        let number = self.names;
        match self.below(4) {
            0 => format!("__call{}_v{number}", self.below(3)),
            1 => format!("returned{}", "_".repeat(number as usize % 9)) + &number.to_string(),
            _ => format!("v{number}"),
        }
    }

    fn body(&mut self, nesting: u32, in_loop: bool) -> Vec<Node> {
        let outer = self.variables.len();
        let body = (0..self.below(4)).map(|_| self.node(nesting + 1, in_loop)).collect();
        self.variables.truncate(outer);
        body
    }

    fn node(&mut self, nesting: u32, in_loop: bool) -> Node {
        let choice = self.below(if nesting < NESTING { 16 } else { 9 });
        match choice {
            0..=2 if self.in_program => Node::store("m", self.expr(2), self.expr(DEPTH)),
            3..=5 => self.assign(),
            6 if in_loop && self.below(2) == 0 => Node::Break,
            6 if in_loop => Node::Continue,
            7 if nesting > 0 && self.below(2) == 0 => Node::Return,
            9..=11 => {
                Node::if_else(self.expr(DEPTH), self.body(nesting, in_loop), self.body(nesting, in_loop))
            }
            12..=13 => self.repeat(nesting),
            14 => Node::Block(self.body(nesting, in_loop)),
            _ => {
                let value = self.expr(DEPTH);
                let name = self.name();
                self.variables.push((name.clone(), true));
                Node::let_bind(name, value)
            }
        }
    }

    fn assign(&mut self) -> Node {
        let value = self.expr(DEPTH);
        let assignable: Vec<String> =
            self.variables.iter().filter(|(_, may)| *may).map(|(name, _)| name.clone()).collect();
        if assignable.is_empty() {
            let name = self.name();
            self.variables.push((name.clone(), true));
            return Node::let_bind(name, value);
        }
        let at = self.below(assignable.len() as u32);
        Node::assign(assignable[at as usize].clone(), value)
    }

    fn repeat(&mut self, nesting: u32) -> Node {
        let from = self.expr(2) & 1u32;
        let to = self.expr(2) & 3u32;
        let var = self.name();
        self.variables.push((var.clone(), false));
        let body = self.body(nesting, true);
        self.variables.pop();
        Node::for_range(var, from, to, body)
    }

    fn call(&mut self, depth: u32) -> Expr {
        let at = self.below(self.ops.len() as u32) as usize;
        let (id, params) = self.ops[at].clone();
        Expr::call(id, (0..params).map(|_| self.expr(depth - 1)).collect())
    }

    fn expr(&mut self, depth: u32) -> Expr {
        use BinOp::{Add, And, BitXor, Div, Lt, Max, Mul, Shl, Sub};
        let choice = if depth == 0 { self.below(2) } else { self.below(12) };
        match choice {
            1..=3 if !self.variables.is_empty() => {
                let at = self.below(self.variables.len() as u32) as usize;
                Expr::var(self.variables[at].0.clone())
            }
            4..=5 if !self.ops.is_empty() && (self.in_program || self.below(3) == 0) => self.call(depth),
            6..=7 if self.in_program => Expr::load("m", self.index(depth)),
            8..=9 if self.in_program => self.atomic(depth),
            10 => Expr::select(self.expr(depth - 1), self.expr(depth - 1), self.expr(depth - 1)),
            11 => {
                Expr::unary(self.of(&[UnOp::Negate, UnOp::LogicalNot, UnOp::Popcount]), self.expr(depth - 1))
            }
            2..=9 => {
                let op = self.of(&[Add, Sub, Mul, Div, BitXor, Shl, Lt, And, Max]);
                Expr::binary(op, self.expr(depth - 1), self.expr(depth - 1))
            }
            _ => Expr::u32(self.below(6)),
        }
    }

    /// An index, nearly always in bounds.
    fn index(&mut self, depth: u32) -> Expr {
        if self.below(2) == 0 {
            return Expr::u32(self.below(WORDS as u32 + 1));
        }
        self.expr(depth - 1) % WORDS as u32
    }

    fn atomic(&mut self, depth: u32) -> Expr {
        let index = self.index(depth);
        if self.below(5) == 0 {
            return Expr::compare_exchange("m", index, self.expr(depth - 1), self.expr(depth - 1));
        }
        let op = self.of(&[AtomicOp::Add, AtomicOp::Xor, AtomicOp::Exchange, AtomicOp::Max]);
        Expr::atomic(op, "m", index, self.expr(depth - 1))
    }
}

fn returns(node: &Node) -> bool {
    matches!(node, Node::Return) || node.bodies().into_iter().flatten().any(returns)
}
