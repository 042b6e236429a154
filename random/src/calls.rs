//! Stores and barriers of a case as calls of operations on buffers, which changes nothing of what the case gives.

use crate::{Case, Source};
use vyre_ir::{BinOp, BufferAccess, BufferDecl, DataType, Expr, Node, OpArg, OpSpec, Program};

/// The same case with operations on buffers in the place of many of its stores, and of some of its barriers.
pub fn with_calls(case: &Case, source: &mut Source<'_>) -> Case {
    let mut calls = Calls { case, source, operations: Vec::new() };
    let entry = calls.body(&case.program.entry);
    let operations = case.operations.iter().cloned().chain(calls.operations).collect();
    Case { program: Program { entry, ..case.program.clone() }, operations, ..case.clone() }
}

struct Calls<'c, 's, 'b> {
    case: &'c Case,
    source: &'s mut Source<'b>,
    operations: Vec<OpSpec>,
}

/// What an operation does beside the store.
#[derive(Clone, Copy)]
enum Kind {
    /// Nothing.
    Plain,
    /// It ends early where nothing would be stored.
    Early,
    /// It stores in one round of a loop, and ends there.
    InLoop,
    /// The value goes through an array of its own.
    Kept,
    /// It calls another one.
    Nested,
}

const KINDS: [Kind; 5] = [Kind::Plain, Kind::Early, Kind::InLoop, Kind::Kept, Kind::Nested];

impl Calls<'_, '_, '_> {
    /// Validation bounds the recursion.
    fn body(&mut self, nodes: &[Node]) -> Vec<Node> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &Node) -> Node {
        let called = match node {
            Node::Store { buffer, index, value } => self.store(buffer, std::slice::from_ref(index), value),
            Node::TensorStore { tensor, indices, value } => self.store(tensor, indices, value),
            Node::Barrier if self.source.chance(1, 2) => Some(self.barrier()),
            _ => None,
        };
        if let Some(called) = called {
            return called;
        }
        let [first, second] = node.bodies();
        let (first, second) = (self.body(first), self.body(second));
        let exprs = node.exprs().into_iter().flatten().cloned();
        node.with_parts(exprs, first, second).unwrap_or_else(|| node.clone())
    }

    /// A store as a call, if its value is one that a parameter may have.
    fn store(&mut self, to: &str, indices: &[Expr], value: &Expr) -> Option<Node> {
        let decl = self.case.program.buffer(to)?.clone();
        let element = decl.element.flat().clone();
        if element.value_type().is_none() || self.source.chance(1, 4) {
            return None;
        }
        let mut args = vec![("to".to_string(), OpArg::buffer(to))];
        let index = |at: usize| format!("at_{at}");
        args.extend(indices.iter().enumerate().map(|(at, expr)| (index(at), OpArg::Value(expr.clone()))));
        // What it loads itself may be what another buffer has at a place.
        let from = match value {
            Expr::Load { buffer, index } if buffer != to => {
                let from = self.case.program.buffer(buffer)?;
                let is_same = from.element == element && from.as_tensor().is_none();
                is_same.then(|| (buffer.clone(), (**index).clone()))
            }
            _ => None,
        };
        let from = from.filter(|_| self.source.chance(2, 3));
        let is_loading = from.is_some();
        match from {
            Some((buffer, index)) => args.extend([
                ("from".to_string(), OpArg::buffer(buffer)),
                ("place".to_string(), OpArg::Value(index)),
            ]),
            None => args.push(("value".to_string(), OpArg::Value(value.clone()))),
        }
        let kind = *self.source.pick(&KINDS);
        let program = self.operation(kind, &decl, indices.len(), is_loading);
        Some(Node::CallOp { op_id: self.registered(program), args })
    }

    /// The program that stores.
    fn operation(&mut self, kind: Kind, to: &BufferDecl, rank: usize, is_loading: bool) -> Program {
        let element = to.element.flat().clone();
        let index = |at: usize| Expr::load(format!("at_{at}"), 0u32);
        let uniform = |name: &str, binding: usize, ty: DataType| {
            BufferDecl::uniform(name, binding as u32, ty).with_count(1)
        };
        let to_param = BufferDecl { name: "to".to_string(), binding: 0, count: 0, ..to.clone() };
        let mut buffers = vec![BufferDecl { access: BufferAccess::ReadWrite, ..to_param }];
        buffers.extend((0..rank).map(|at| uniform(&format!("at_{at}"), 1 + at, DataType::U32)));
        let value = match is_loading {
            true => {
                let from = BufferDecl::read("from", 1 + rank as u32, element.clone());
                buffers.extend([from, uniform("place", 2 + rank, DataType::U32)]);
                Expr::load("from", Expr::load("place", 0u32))
            }
            false => {
                buffers.push(uniform("value", 1 + rank, element.clone()));
                Expr::load("value", 0u32)
            }
        };
        let store = |value: Expr| match to.as_tensor() {
            Some(_) => Node::tensor_store("to", (0..rank).map(index), value),
            None => Node::store("to", index(0), value),
        };
        let len = || match to.as_tensor() {
            Some(_) if rank > 0 => Some((index(0), Expr::tensor_dim("to", 0))),
            Some(_) => None,
            None => Some((index(0), Expr::buf_len("to"))),
        };
        let mut entry = Vec::new();
        match kind {
            Kind::Early => {
                if let Some((index, len)) = len() {
                    entry.push(Node::if_then(Expr::binary(BinOp::Ge, index, len), vec![Node::Return]));
                }
                entry.push(store(value));
            }
            Kind::InLoop => {
                let then = vec![store(value), Node::Return];
                let round = vec![Node::if_then(Expr::binary(BinOp::Eq, Expr::var("k"), Expr::u32(2)), then)];
                entry.push(Node::Loop {
                    var: "k".to_string(),
                    from: Expr::u32(0),
                    to: Expr::u32(5),
                    body: round,
                });
            }
            Kind::Kept => {
                buffers.push(BufferDecl::private("own", 3, element));
                entry.extend([Node::store("own", 1u32, value), store(Expr::load("own", 1u32))]);
            }
            Kind::Nested => {
                let inner = self.operation(Kind::Plain, to, rank, is_loading);
                let passed = inner.bound_buffers().map(|decl| {
                    let arg = match decl.access {
                        BufferAccess::Uniform => OpArg::Value(Expr::load(decl.name.as_str(), 0u32)),
                        _ => OpArg::buffer(decl.name.as_str()),
                    };
                    (decl.name.clone(), arg)
                });
                let args = passed.collect();
                entry.push(Node::CallOp { op_id: self.registered(inner), args });
            }
            Kind::Plain => entry.push(store(value)),
        }
        Program::new(buffers, [0; 3], entry)
    }

    /// A barrier, before which each invocation writes an element of an array of the operation's own.
    fn barrier(&mut self) -> Node {
        let [x, y, _] = self.case.program.workgroup_size;
        let count = self.case.program.workgroup_size.iter().product();
        let flat = Expr::local_id(0) + Expr::local_id(1) * x + Expr::local_id(2) * (x * y);
        let buffers = vec![BufferDecl::workgroup("own", count, DataType::U32)];
        let entry = vec![Node::store("own", flat, 7u32), Node::Barrier];
        let op_id = self.registered(Program::new(buffers, [0; 3], entry));
        Node::CallOp { op_id, args: Vec::new() }
    }

    /// The id of an operation.
    fn registered(&mut self, program: Program) -> String {
        let known = self.operations.iter().find(|op| op.as_program() == Some(&program));
        if let Some(known) = known {
            return known.id.clone();
        }
        let id = format!("buffers.{}", self.operations.len());
        self.operations.push(OpSpec::program(id.as_str(), program));
        id
    }
}
