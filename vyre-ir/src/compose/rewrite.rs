//! Copies of statements with other names, buffers and expressions in place of their own: what expands an operation on buffers at its call, and what
//! makes one program of two.

use crate::{BufferDecl, DataType, Event, Expr, ExprAt, Node, OpArg, Program, walk};

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

/// A program with a buffer of one element in place of each parameter in its last buffer: the name of the parameter, its first word there, and its type.
struct Parameters<'p> {
    block: &'p str,
    list: &'p [(&'p str, u32, DataType)],
    /// Whether all that is read of the block is a parameter.
    fits: bool,
}

impl Rewrite for Parameters<'_> {
    fn local(&mut self, name: &str) -> String {
        name.to_string()
    }

    fn buffer(&mut self, name: &str) -> String {
        name.to_string()
    }

    fn expr(&mut self, expr: Expr) -> Expr {
        let Expr::Load { buffer, index } = &expr else { return expr };
        if buffer != self.block {
            return expr;
        }
        let Expr::LitU32(word) = **index else {
            self.fits = false;
            return expr;
        };
        let is_it =
            |(_, first, ty): &&(&str, u32, DataType)| (*first..first + ty.lanes() as u32).contains(&word);
        let Some((name, first, ty)) = self.list.iter().find(is_it) else {
            self.fits = false;
            return expr;
        };
        let value = Expr::load(*name, 0u32);
        match ty {
            DataType::U32 => value,
            ty if ty.has_lanes() => Expr::component(value, word - first),
            _ => Expr::cast(DataType::U32, value),
        }
    }
}

impl Program {
    /// The program as the one of an operation on buffers: for any workgroup size, with a uniform buffer of one element for each parameter of a kernel that is no
    /// buffer. `list` has their names, their first words in the kernel's last buffer, and their types. `None` if that buffer has something else.
    pub fn with_parameters(&self, list: &[(&str, u32, DataType)]) -> Option<Program> {
        let mut buffers = self.buffers.clone();
        let block = if list.is_empty() { None } else { buffers.pop() };
        let mut parameters =
            Parameters { block: block.as_ref().map_or("", |block| block.name.as_str()), list, fits: true };
        let entry = statements(&self.entry, &mut parameters);
        let first = block.as_ref().map_or(0, |block| block.binding);
        for ((name, _, ty), binding) in list.iter().zip(first..) {
            buffers.push(BufferDecl::uniform(*name, binding, ty.clone()).with_count(1));
        }
        parameters.fits.then(|| Program::new(buffers, [0; 3], entry))
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
