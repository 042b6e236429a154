//! Copies of statements with other names, buffers and expressions in place of their own: what expands an operation on buffers at its call, and what
//! makes one program of two.

use crate::{Event, Expr, ExprAt, Node, OpArg, walk};

/// What becomes of the parts of statements.
pub(crate) trait Rewrite {
    /// The name of a local variable.
    fn local(&mut self, name: &str) -> String;

    /// The name of a buffer.
    fn buffer(&mut self, name: &str) -> String;

    /// What takes the place of an expression whose operands and names are rewritten already.
    fn expr(&mut self, expr: Expr) -> Expr {
        expr
    }

    /// A whole expression of a statement, rewritten.
    fn expression(&mut self, expr: &Expr) -> Expr
    where
        Self: Sized,
    {
        expression(expr, self)
    }

    /// What takes the place of a statement whose parts are rewritten already.
    fn node(&mut self, node: Node) -> Node {
        node
    }
}

/// An expression, rewritten.
pub(crate) fn expression(expr: &Expr, rewrite: &mut impl Rewrite) -> Expr {
    expr.fold(0, |_, expr, operands| {
        let mut copy = expr.with_folded(operands);
        match &mut copy {
            Expr::Var(name) => *name = rewrite.local(name),
            Expr::Load { buffer, .. }
            | Expr::LoadByte { buffer, .. }
            | Expr::LoadWord { buffer, .. }
            | Expr::AtomicLoad { buffer, .. }
            | Expr::Atomic { buffer, .. }
            | Expr::BufLen { buffer } => *buffer = rewrite.buffer(buffer),
            Expr::TensorLoad { tensor, .. } | Expr::TensorDim { tensor, .. } => {
                *tensor = rewrite.buffer(tensor)
            }
            _ => {}
        }
        rewrite.expr(copy)
    })
}

/// Statements, rewritten. Nothing recurses.
pub(crate) fn statements(nodes: &[Node], rewrite: &mut impl Rewrite) -> Vec<Node> {
    let mut open = vec![Open::default()];
    walk(nodes, |event| match event {
        Event::Enter { exprs, .. } => {
            let exprs = exprs.into_iter().flatten();
            let exprs = exprs.map(|(_, expr): ExprAt<'_>| rewrite.expression(expr)).collect();
            open.push(Open { exprs, ..Open::default() });
        }
        Event::Otherwise { .. } => {
            if let Some(top) = open.last_mut() {
                top.first = Some(std::mem::take(&mut top.last));
            }
        }
        Event::Leave { node, .. } => {
            let Open { exprs, first, last } = open.pop().unwrap_or_default();
            let (first, second) = match (first, node) {
                (first, Node::If { .. }) => (first.unwrap_or_default(), last),
                _ => (last, Vec::new()),
            };
            if let (Some(mut copy), Some(top)) = (node.with_parts(exprs, first, second), open.last_mut()) {
                rename(&mut copy, rewrite);
                top.last.push(rewrite.node(copy));
            }
        }
    });
    open.pop().unwrap_or_default().last
}

fn rename(node: &mut Node, rewrite: &mut impl Rewrite) {
    match node {
        Node::Let { name, .. }
        | Node::Assign { name, .. }
        | Node::Loop { var: name, .. }
        | Node::Collective { name, .. } => *name = rewrite.local(name),
        Node::Store { buffer, .. }
        | Node::AtomicStore { buffer, .. }
        | Node::StoreByte { buffer, .. }
        | Node::StoreWord { buffer, .. } => *buffer = rewrite.buffer(buffer),
        Node::CallOp { args, .. } => {
            for (_, arg) in args {
                if let OpArg::Buffer(buffer) = arg {
                    *buffer = rewrite.buffer(buffer);
                }
            }
        }
        Node::TensorStore { tensor, .. } => *tensor = rewrite.buffer(tensor),
        Node::UniformLoad { name, buffer, .. } => {
            *name = rewrite.local(name);
            *buffer = rewrite.buffer(buffer);
        }
        Node::If { .. }
        | Node::Break
        | Node::Continue
        | Node::Return
        | Node::Block(_)
        | Node::Barrier
        | Node::Assert { .. } => {}
    }
}

/// A statement whose copy is being made.
#[derive(Default)]
struct Open {
    exprs: Vec<Expr>,
    /// The first arm of an `If`, once it has ended.
    first: Option<Vec<Node>>,
    /// The body that is being copied.
    last: Vec<Node>,
}
