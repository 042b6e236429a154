//! Random programs against an evaluator that walks the tree: what the compiler does with registers must not
//! show.

use super::*;
use std::collections::HashMap;
use vyre_ir::{BinOp, DataType, UnOp, Value, casts};

const TYPES: [DataType; 5] =
    [DataType::U32, DataType::U64, DataType::Vec2U32, DataType::Vec4U32, DataType::Bool];

/// A generator of programs whose variables `v0`, `v1`, ... are all in scope at the end.
struct Generator {
    state: u64,
    variables: Vec<DataType>,
}

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 33) as usize % limit
    }

    fn expr(&mut self, ty: DataType, depth: usize) -> Expr {
        let known: Vec<usize> = (0..self.variables.len()).filter(|at| self.variables[*at] == ty).collect();
        if !known.is_empty() && self.below(3) == 0 {
            return var(&format!("v{}", known[self.below(known.len())]));
        }
        if depth == 0 {
            return casts_from_u32(ty, Expr::u32(self.below(4) as u32));
        }
        match (self.below(4), ty) {
            (0, _) => {
                let cond = if self.below(2) == 0 { DataType::U32 } else { DataType::Bool };
                let cond = self.expr(cond, depth - 1);
                Expr::select(cond, self.expr(ty, depth - 1), self.expr(ty, depth - 1))
            }
            (1, _) => {
                let rows: Vec<_> = casts::CASTS.iter().filter(|row| row.target == ty).collect();
                let source = rows[self.below(rows.len())].source;
                let source = if TYPES.contains(&source) { source } else { DataType::U32 };
                Expr::cast(ty, self.expr(source, depth - 1))
            }
            (2, DataType::U32) => {
                let vector = TYPES[1 + self.below(3)];
                Expr::component(self.expr(vector, depth - 1), self.below(vector.lanes()) as u32)
            }
            (3, DataType::U32) if self.below(4) == 0 => {
                Expr::unary(UnOp::ALL[self.below(UnOp::ALL.len())], self.expr(ty, depth - 1))
            }
            (_, DataType::U32) => {
                let op = BinOp::ALL[self.below(BinOp::ALL.len())];
                Expr::binary(op, self.expr(ty, depth - 1), self.expr(ty, depth - 1))
            }
            (_, DataType::Bool) => Expr::cast(ty, self.expr(DataType::U32, depth - 1)),
            _ => Expr::compose(ty, (0..ty.lanes()).map(|_| self.expr(DataType::U32, depth - 1)).collect()),
        }
    }

    fn statement(&mut self, depth: usize) -> Node {
        match self.below(if depth == 0 { 1 } else { 3 }) {
            0 => {
                let at = self.below(self.variables.len());
                Node::assign(format!("v{at}"), self.expr(self.variables[at], 4))
            }
            1 => Node::if_else(self.expr(DataType::Bool, 3), self.body(depth), self.body(depth)),
            _ => Node::for_range(
                format!("i{depth}"),
                0u32,
                self.expr(DataType::U32, 2) % 4u32,
                self.body(depth),
            ),
        }
    }

    fn body(&mut self, depth: usize) -> Vec<Node> {
        (0..self.below(4)).map(|_| self.statement(depth - 1)).collect()
    }

    fn program(&mut self) -> Vec<Node> {
        let mut entry = Vec::new();
        for at in 0..8 {
            let ty = TYPES[self.below(TYPES.len())];
            entry.push(Node::let_bind(format!("v{at}"), self.expr(ty, 4)));
            self.variables.push(ty);
        }
        entry.extend((0..6).map(|_| self.statement(2)));
        entry
    }
}

fn casts_from_u32(ty: DataType, value: Expr) -> Expr {
    if ty == DataType::U32 { value } else { Expr::cast(ty, value) }
}

type Variables = HashMap<String, Value>;

fn eval(expr: &Expr, variables: &Variables) -> Value {
    let lane = |expr: &Expr| eval(expr, variables).lanes()[0];
    match expr {
        Expr::LitU32(value) => Value::from(*value),
        Expr::Var(name) => variables[name],
        Expr::BinOp { op, left, right } => Value::from(op.eval(lane(left), lane(right))),
        Expr::UnOp { op, operand } => Value::from(op.eval(lane(operand))),
        Expr::Select { cond, then, otherwise } => {
            eval(if lane(cond) != 0 { then } else { otherwise }, variables)
        }
        Expr::Cast { target, value } => {
            let value = eval(value, variables);
            match casts::find(value.ty(), *target) {
                Some(row) => Value::from_lanes(*target, row.conversion.eval(value.lanes(), *target)),
                None => panic!("{} => {target}", value.ty()),
            }
        }
        Expr::Component { value, index } => Value::from(eval(value, variables).lanes()[*index as usize]),
        Expr::Compose { target, parts } => {
            let mut lanes = [0; 4];
            for (to, part) in lanes.iter_mut().zip(parts) {
                *to = lane(part);
            }
            Value::from_lanes(*target, lanes)
        }
        _ => panic!("the generator makes no such expression"),
    }
}

fn execute(nodes: &[Node], variables: &mut Variables) {
    for node in nodes {
        match node {
            Node::Let { name, value } | Node::Assign { name, value } => {
                let value = eval(value, variables);
                variables.insert(name.clone(), value);
            }
            Node::If { cond, then, otherwise } => {
                let body = if eval(cond, variables).is_true() { then } else { otherwise };
                execute(body, variables);
            }
            Node::Loop { from, to, body, .. } => {
                for _ in eval(from, variables).lanes()[0]..eval(to, variables).lanes()[0] {
                    execute(body, variables);
                }
            }
            _ => panic!("the generator makes no such statement"),
        }
    }
}

#[test]
fn registers_do_not_show() {
    for seed in 1..=2000u64 {
        let mut generator =
            Generator { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), variables: Vec::new() };
        let mut entry = generator.program();
        let mut variables = Variables::new();
        execute(&entry, &mut variables);
        let mut expected = Vec::new();
        for (at, ty) in generator.variables.iter().enumerate() {
            let name = format!("v{at}");
            for lane in 0..ty.lanes() {
                let value = match ty {
                    DataType::U32 => var(&name),
                    DataType::Bool => Expr::cast(DataType::U32, var(&name)),
                    _ => Expr::component(var(&name), lane as u32),
                };
                entry.push(put(expected.len() as u32, value));
                expected.push(variables[&name].lanes()[lane]);
            }
        }
        assert_eq!(results(expected.len(), entry), expected, "seed {seed}");
    }
}
