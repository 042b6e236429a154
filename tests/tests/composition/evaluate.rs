//! A tree-walking evaluator of programs of one invocation on one buffer of `u32`, in which calls are calls.

use crate::WORDS;
use vyre::ir::{Composition, Expr, Node, Registry};

/// What the buffer holds after the entry.
pub(crate) fn evaluate(entry: &[Node], registry: &Registry, words: [u32; WORDS]) -> [u32; WORDS] {
    let mut machine = Machine { registry, words };
    machine.body(entry, &mut Vec::new());
    machine.words
}

/// The variables in scope.
type Variables = Vec<(String, u32)>;

/// How a statement ends.
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

struct Machine<'a> {
    registry: &'a Registry,
    words: [u32; WORDS],
}

impl Machine<'_> {
    fn body(&mut self, nodes: &[Node], variables: &mut Variables) -> Flow {
        let outer = variables.len();
        let flow = self.nodes(nodes, variables);
        variables.truncate(outer);
        flow
    }

    fn nodes(&mut self, nodes: &[Node], variables: &mut Variables) -> Flow {
        for node in nodes {
            let flow = self.node(node, variables);
            if !matches!(flow, Flow::Next) {
                return flow;
            }
        }
        Flow::Next
    }

    fn node(&mut self, node: &Node, variables: &mut Variables) -> Flow {
        match node {
            Node::Let { name, value } => {
                let value = self.expr(value, variables);
                variables.push((name.clone(), value));
            }
            Node::Assign { name, value } => {
                let value = self.expr(value, variables);
                variables.iter_mut().rfind(|(known, _)| known == name).unwrap().1 = value;
            }
            Node::Store { index, value, .. } => {
                let index = self.expr(index, variables);
                let value = self.expr(value, variables);
                if let Some(word) = self.words.get_mut(index as usize) {
                    *word = value;
                }
            }
            Node::If { cond, then, otherwise } => {
                let arm = if self.expr(cond, variables) != 0 { then } else { otherwise };
                return self.body(arm, variables);
            }
            Node::Loop { var, from, to, body } => {
                let (from, to) = (self.expr(from, variables), self.expr(to, variables));
                return self.repeat(var, from..to, body, variables);
            }
            Node::Block(body) => return self.body(body, variables),
            Node::Break => return Flow::Break,
            Node::Continue => return Flow::Continue,
            Node::Return => return Flow::Return,
            Node::Barrier => {}
        }
        Flow::Next
    }

    fn repeat(
        &mut self,
        var: &str,
        range: std::ops::Range<u32>,
        body: &[Node],
        variables: &mut Variables,
    ) -> Flow {
        for value in range {
            variables.push((var.to_string(), value));
            let flow = self.body(body, variables);
            variables.pop();
            match flow {
                Flow::Break => break,
                Flow::Return => return Flow::Return,
                Flow::Next | Flow::Continue => {}
            }
        }
        Flow::Next
    }

    fn expr(&mut self, expr: &Expr, variables: &mut Variables) -> u32 {
        let operands: Vec<u32> =
            (0..).map_while(|at| expr.child(at)).map(|child| self.expr(child, variables)).collect();
        match expr {
            Expr::LitU32(value) => *value,
            Expr::Var(name) => variables.iter().rfind(|(known, _)| known == name).unwrap().1,
            Expr::Load { .. } => self.words.get(operands[0] as usize).copied().unwrap_or(0),
            Expr::BinOp { op, .. } => op.eval(operands[0], operands[1]),
            Expr::UnOp { op, .. } => op.eval(operands[0]),
            Expr::Select { .. } if operands[0] != 0 => operands[1],
            Expr::Select { .. } => operands[2],
            Expr::Atomic { op, .. } => {
                let (value, expected) = match operands[..] {
                    [_, value] => (value, 0),
                    _ => (operands[2], operands[1]),
                };
                let Some(word) = self.words.get_mut(operands[0] as usize) else { return 0 };
                std::mem::replace(word, op.eval(*word, value, expected))
            }
            Expr::Call { op_id, .. } => {
                let composition = self.registry.get(op_id).unwrap().composition.as_ref().unwrap();
                self.call(composition, operands)
            }
            _ => panic!("the programs of this test have no such expression"),
        }
    }

    fn call(&mut self, composition: &Composition, args: Vec<u32>) -> u32 {
        let mut variables: Variables = composition.params.iter().cloned().zip(args).collect();
        self.nodes(&composition.body, &mut variables);
        self.expr(composition.result.as_ref().unwrap(), &mut variables)
    }
}
