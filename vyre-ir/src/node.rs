//! Statements: what a program does, in order.

use crate::rules::{MAX_OP_VALUES, MAX_TENSOR_RANK};
use crate::{CollectiveOp, Expr, OpArg};

/// A statement. As with [`Expr`], the tree may have any depth, because nothing here recurses.
pub enum Node {
    /// Declares a variable of the value's type.
    Let {
        /// The name. No variable in scope may have the same one.
        name: String,
        /// The first value.
        value: Expr,
    },
    /// Assigns a value of the variable's type to a variable.
    Assign {
        /// The name of a variable in scope.
        name: String,
        /// The new value.
        value: Expr,
    },
    /// Writes an element of a buffer. Out of bounds it does nothing.
    Store {
        /// The buffer's name.
        buffer: String,
        /// The element's offset, a `U32`.
        index: Expr,
        /// A value of the element type.
        value: Expr,
    },
    /// Writes an element of a buffer atomically. Out of bounds it does nothing.
    AtomicStore {
        /// The buffer's name.
        buffer: String,
        /// The element's offset, a `U32`.
        index: Expr,
        /// The new value, a `U32`.
        value: Expr,
    },
    /// Writes a byte of a `Bytes` buffer, and no other byte. Beyond the words that back the buffer it does nothing.
    StoreByte {
        /// The buffer's name.
        buffer: String,
        /// The byte's offset, a `U32`.
        index: Expr,
        /// A `U32`, of which the low eight bits are written.
        value: Expr,
    },
    /// Writes four bytes of a `Bytes` buffer, the lowest bits first. Beyond the words that back the buffer it does nothing.
    StoreWord {
        /// The buffer's name.
        buffer: String,
        /// The word's offset in words, a `U32`.
        index: Expr,
        /// The new value, a `U32`.
        value: Expr,
    },
    /// Executes an operation on buffers in this place: the program that its [`OpSpec`](crate::OpSpec) has, with these buffers and values for
    /// its own. Validation replaces the statement by the program's statements.
    CallOp {
        /// The id of the operation.
        op_id: String,
        /// What is passed for each of the program's buffers that the host would bind, by its name.
        args: Vec<(String, OpArg)>,
    },
    /// Executes one of two bodies.
    If {
        /// `U32` or `Bool`; non-zero is true.
        cond: Expr,
        /// Executed if the condition is true.
        then: Vec<Node>,
        /// Executed if it is false.
        otherwise: Vec<Node>,
    },
    /// Executes the body for `var` from `from` up to `to`, exclusive. The bounds are evaluated once.
    Loop {
        /// The name of the induction variable, a `U32` that the body cannot assign.
        var: String,
        /// The first value, a `U32`.
        from: Expr,
        /// The end, a `U32`.
        to: Expr,
        /// The statements to repeat.
        body: Vec<Node>,
    },
    /// Leaves the innermost loop.
    Break,
    /// Continues with the next iteration of the innermost loop.
    Continue,
    /// Ends the invocation.
    Return,
    /// Statements in a scope of their own.
    Block(Vec<Node>),
    /// Waits for every invocation of the workgroup, and makes their writes visible to each other.
    Barrier,
    /// Demands that a condition is true. Where it is not, the launch fails with the message and the invocation ends, unless
    /// the program has a statement at which invocations wait for each other: then it goes on.
    Assert {
        /// `U32` or `Bool`; non-zero is true.
        cond: Expr,
        /// What is said if it is not true.
        message: String,
    },
    /// Declares a variable of what the invocations of the workgroup compute together. It waits for all of them, but orders
    /// no memory.
    Collective {
        /// The name of the variable. No variable in scope may have the same one.
        name: String,
        /// What is computed.
        op: CollectiveOp,
        /// This invocation's value.
        value: Expr,
        /// The flat local id of an invocation, a `U32`, the same in all of them. Only `Broadcast` has one.
        id: Option<Expr>,
    },
    /// Declares a variable of an element of a workgroup buffer, which all invocations of the workgroup load between two
    /// barriers, so that it is the same for all of them.
    UniformLoad {
        /// The name of the variable. No variable in scope may have the same one.
        name: String,
        /// The name of a `Workgroup` or `WorkgroupAtomic` buffer.
        buffer: String,
        /// The element's offset, a `U32`, the same in all of them.
        index: Expr,
    },
    /// Writes an element of a tensor; does nothing where an index is beyond its dimension, or the position beyond the buffer.
    TensorStore {
        /// The buffer's name.
        tensor: String,
        /// A `U32` for each dimension.
        indices: Vec<Expr>,
        /// A value of the element's type.
        value: Expr,
    },
}

/// The most expressions that a statement itself has: those of a call of an operation on buffers. One with more values, and a store to
/// a tensor with more indices than a tensor can have dimensions, has the others too, and no walk visits them; no such program is valid.
pub const MAX_EXPRS: usize = MAX_OP_VALUES;

/// The expressions of a statement in evaluation order, with their numbers.
pub type ExprsAt<'a> = [Option<ExprAt<'a>>; MAX_EXPRS];

/// An expression and its number in the program; see [`Event::Enter`].
pub type ExprAt<'a> = (usize, &'a Expr);

/// A step of [`walk`].
#[allow(clippy::large_enum_variant, reason = "nobody keeps several")]
pub enum Event<'a> {
    /// A statement begins.
    Enter {
        /// The number of the statement. Statements and expressions are numbered in preorder: a statement comes before
        /// its expressions, and its expressions come before its bodies.
        place: usize,
        /// The statement.
        node: &'a Node,
        /// Its expressions in evaluation order, with their numbers.
        exprs: ExprsAt<'a>,
    },
    /// The first arm of an `If` ends and the second one begins. The second one may be empty.
    Otherwise {
        /// The number of the `If`.
        place: usize,
    },
    /// A statement ends.
    Leave {
        /// The number of the statement.
        place: usize,
        /// The statement.
        node: &'a Node,
    },
}

/// Visits every statement in order. Nothing recurses, so nesting of any depth is safe.
pub fn walk<'a>(nodes: &'a [Node], visit: impl FnMut(Event<'a>)) {
    number(nodes, visit);
}

/// Visits every statement in order, and gives the number of statements and expressions.
fn number<'a>(nodes: &'a [Node], mut visit: impl FnMut(Event<'a>)) -> usize {
    enum Step<'a> {
        Nodes(&'a [Node]),
        Otherwise(usize),
        Leave(usize, &'a Node),
    }
    let mut next = 0;
    let mut steps = vec![Step::Nodes(nodes)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Nodes([]) => {}
            Step::Nodes([node, rest @ ..]) => {
                let place = next;
                next += 1;
                let mut number = |expr: Option<&'a Expr>| {
                    let expr = expr?;
                    let at = next;
                    next += expr.count();
                    Some((at, expr))
                };
                let exprs = node.exprs().map(&mut number);
                visit(Event::Enter { place, node, exprs });
                steps.push(Step::Nodes(rest));
                steps.push(Step::Leave(place, node));
                let [first, second] = node.bodies();
                if let Node::If { .. } = node {
                    steps.push(Step::Nodes(second));
                    steps.push(Step::Otherwise(place));
                }
                steps.push(Step::Nodes(first));
            }
            Step::Otherwise(place) => visit(Event::Otherwise { place }),
            Step::Leave(place, node) => visit(Event::Leave { place, node }),
        }
    }
    next
}

impl Node {
    /// `let name = value;`
    pub fn let_bind(name: impl Into<String>, value: impl Into<Expr>) -> Node {
        Node::Let { name: name.into(), value: value.into() }
    }

    /// `name = value;`
    pub fn assign(name: impl Into<String>, value: impl Into<Expr>) -> Node {
        Node::Assign { name: name.into(), value: value.into() }
    }

    /// `buffer[index] = value;`
    pub fn store(buffer: impl Into<String>, index: impl Into<Expr>, value: impl Into<Expr>) -> Node {
        Node::Store { buffer: buffer.into(), index: index.into(), value: value.into() }
    }

    /// `buffer[index] = value`, atomically.
    pub fn atomic_store(buffer: impl Into<String>, index: impl Into<Expr>, value: impl Into<Expr>) -> Node {
        Node::AtomicStore { buffer: buffer.into(), index: index.into(), value: value.into() }
    }

    /// `byte(buffer, index) = value;`
    pub fn store_byte(buffer: impl Into<String>, index: impl Into<Expr>, value: impl Into<Expr>) -> Node {
        Node::StoreByte { buffer: buffer.into(), index: index.into(), value: value.into() }
    }

    /// `word(buffer, index) = value;`
    pub fn store_word(buffer: impl Into<String>, index: impl Into<Expr>, value: impl Into<Expr>) -> Node {
        Node::StoreWord { buffer: buffer.into(), index: index.into(), value: value.into() }
    }

    /// `call op_id(name: &buffer, other: value);`
    ///
    /// ```
    /// use vyre_ir::{Expr, Node, OpArg};
    /// let call = Node::call_op("acme.fill", [("to", OpArg::buffer("out")), ("with", OpArg::value(7u32))]);
    /// assert_eq!(call.to_string(), "call acme.fill(to: &out, with: 7);");
    /// ```
    pub fn call_op(
        op_id: impl Into<String>,
        args: impl IntoIterator<Item = (impl Into<String>, OpArg)>,
    ) -> Node {
        let args = args.into_iter().map(|(name, arg)| (name.into(), arg)).collect();
        Node::CallOp { op_id: op_id.into(), args }
    }

    /// `assert(cond, "message");`
    pub fn assert(cond: impl Into<Expr>, message: impl Into<String>) -> Node {
        Node::Assert { cond: cond.into(), message: message.into() }
    }

    /// `let name = op(value);`
    pub fn collective(name: impl Into<String>, op: CollectiveOp, value: impl Into<Expr>) -> Node {
        Node::Collective { name: name.into(), op, value: value.into(), id: None }
    }

    /// `let name = workgroup_broadcast(value, id);`
    pub fn broadcast(name: impl Into<String>, value: impl Into<Expr>, id: impl Into<Expr>) -> Node {
        let (op, id) = (CollectiveOp::Broadcast, Some(id.into()));
        Node::Collective { name: name.into(), op, value: value.into(), id }
    }

    /// `let name = workgroup_uniform_load(buffer[index]);`
    pub fn uniform_load(name: impl Into<String>, buffer: impl Into<String>, index: impl Into<Expr>) -> Node {
        Node::UniformLoad { name: name.into(), buffer: buffer.into(), index: index.into() }
    }

    /// `if cond { then }`
    pub fn if_then(cond: impl Into<Expr>, then: Vec<Node>) -> Node {
        Node::If { cond: cond.into(), then, otherwise: Vec::new() }
    }

    /// `if cond { then } else { otherwise }`
    pub fn if_else(cond: impl Into<Expr>, then: Vec<Node>, otherwise: Vec<Node>) -> Node {
        Node::If { cond: cond.into(), then, otherwise }
    }

    /// `for var in from..to { body }`
    pub fn for_range(
        var: impl Into<String>,
        from: impl Into<Expr>,
        to: impl Into<Expr>,
        body: Vec<Node>,
    ) -> Node {
        Node::Loop { var: var.into(), from: from.into(), to: to.into(), body }
    }

    /// `tensor[[indices]] = value;`
    pub fn tensor_store(
        tensor: impl Into<String>,
        indices: impl IntoIterator<Item = impl Into<Expr>>,
        value: impl Into<Expr>,
    ) -> Node {
        let indices = indices.into_iter().map(Into::into).collect();
        Node::TensorStore { tensor: tensor.into(), indices, value: value.into() }
    }

    /// The expressions of the statement itself, in evaluation order.
    pub fn exprs(&self) -> [Option<&Expr>; MAX_EXPRS] {
        let [first, second] = match self {
            Node::TensorStore { indices, value, .. } => {
                let mut all = indices.iter().take(MAX_TENSOR_RANK).chain([value]);
                return std::array::from_fn(|_| all.next());
            }
            Node::CallOp { args, .. } => {
                let mut values = args.iter().filter_map(|(_, arg)| arg.as_value());
                return std::array::from_fn(|_| values.next());
            }
            Node::Let { value, .. } | Node::Assign { value, .. } => [Some(value), None],
            Node::Store { index, value, .. }
            | Node::AtomicStore { index, value, .. }
            | Node::StoreByte { index, value, .. }
            | Node::StoreWord { index, value, .. } => [Some(index), Some(value)],
            Node::Collective { value, id, .. } => [Some(value), id.as_ref()],
            Node::UniformLoad { index, .. } => [Some(index), None],
            Node::If { cond, .. } | Node::Assert { cond, .. } => [Some(cond), None],
            Node::Loop { from, to, .. } => [Some(from), Some(to)],
            Node::Break | Node::Continue | Node::Return | Node::Block(_) | Node::Barrier => [None, None],
        };
        let mut exprs = [None; MAX_EXPRS];
        exprs[..2].copy_from_slice(&[first, second]);
        exprs
    }

    /// The bodies of the statement: two for an `If`, one for a `Loop` and a `Block`.
    pub fn bodies(&self) -> [&[Node]; 2] {
        match self {
            Node::If { then, otherwise, .. } => [then, otherwise],
            Node::Loop { body, .. } | Node::Block(body) => [body, &[]],
            Node::Let { .. }
            | Node::Assign { .. }
            | Node::Store { .. }
            | Node::AtomicStore { .. }
            | Node::StoreByte { .. }
            | Node::StoreWord { .. }
            | Node::CallOp { .. }
            | Node::Break
            | Node::Continue
            | Node::Return
            | Node::Barrier
            | Node::Assert { .. }
            | Node::Collective { .. }
            | Node::UniformLoad { .. }
            | Node::TensorStore { .. } => [&[], &[]],
        }
    }

    /// The name of the variable that the statement itself declares, if it does.
    pub fn declares(&self) -> Option<&str> {
        match self {
            Node::Let { name, .. }
            | Node::Loop { var: name, .. }
            | Node::Collective { name, .. }
            | Node::UniformLoad { name, .. } => Some(name),
            Node::Assign { .. }
            | Node::Store { .. }
            | Node::AtomicStore { .. }
            | Node::StoreByte { .. }
            | Node::StoreWord { .. }
            | Node::CallOp { .. }
            | Node::TensorStore { .. }
            | Node::If { .. }
            | Node::Break
            | Node::Continue
            | Node::Return
            | Node::Block(_)
            | Node::Assert { .. }
            | Node::Barrier => None,
        }
    }

    fn take_bodies(&mut self, into: &mut Vec<Node>) {
        match self {
            Node::If { then, otherwise, .. } => {
                into.append(then);
                into.append(otherwise);
            }
            Node::Loop { body, .. } | Node::Block(body) => into.append(body),
            _ => {}
        }
    }

    /// The same statement with other bodies. Bodies that this kind of statement does not have are dropped.
    pub fn with_bodies(&self, first: Vec<Node>, second: Vec<Node>) -> Node {
        match self.with_parts(self.exprs().into_iter().flatten().cloned(), first, second) {
            Some(node) => node,
            None => unreachable!("a statement has as many expressions as it has"),
        }
    }

    /// The same statement with other expressions, in evaluation order, and other bodies. Returns `None` unless
    /// `exprs` has as many items as `self` has expressions. Bodies that this kind of statement does not have are
    /// dropped.
    pub fn with_parts(
        &self,
        exprs: impl IntoIterator<Item = Expr>,
        first: Vec<Node>,
        second: Vec<Node>,
    ) -> Option<Node> {
        let mut exprs = exprs.into_iter();
        let mut next = || exprs.next();
        let node = match self {
            Node::Let { name, .. } => Node::Let { name: name.clone(), value: next()? },
            Node::Assign { name, .. } => Node::Assign { name: name.clone(), value: next()? },
            Node::Store { buffer, .. } => {
                Node::Store { buffer: buffer.clone(), index: next()?, value: next()? }
            }
            Node::AtomicStore { buffer, .. } => {
                Node::AtomicStore { buffer: buffer.clone(), index: next()?, value: next()? }
            }
            Node::StoreByte { buffer, .. } => {
                Node::StoreByte { buffer: buffer.clone(), index: next()?, value: next()? }
            }
            Node::StoreWord { buffer, .. } => {
                Node::StoreWord { buffer: buffer.clone(), index: next()?, value: next()? }
            }
            Node::CallOp { op_id, args } => {
                let mut visited = 0;
                let mut copy = |arg: &OpArg| match arg {
                    OpArg::Value(_) if visited < MAX_EXPRS => {
                        visited += 1;
                        next().map(OpArg::Value)
                    }
                    other => Some(other.clone()),
                };
                let args = args.iter().map(|(name, arg)| Some((name.clone(), copy(arg)?)));
                Node::CallOp { op_id: op_id.clone(), args: args.collect::<Option<_>>()? }
            }
            Node::If { .. } => Node::If { cond: next()?, then: first, otherwise: second },
            Node::Loop { var, .. } => {
                Node::Loop { var: var.clone(), from: next()?, to: next()?, body: first }
            }
            Node::Break => Node::Break,
            Node::Continue => Node::Continue,
            Node::Return => Node::Return,
            Node::Block(_) => Node::Block(first),
            Node::Barrier => Node::Barrier,
            Node::Assert { message, .. } => Node::Assert { cond: next()?, message: message.clone() },
            Node::Collective { name, op, id, .. } => Node::Collective {
                name: name.clone(),
                op: *op,
                value: next()?,
                id: match id {
                    Some(_) => Some(next()?),
                    None => None,
                },
            },
            Node::UniformLoad { name, buffer, .. } => {
                Node::UniformLoad { name: name.clone(), buffer: buffer.clone(), index: next()? }
            }
            Node::TensorStore { tensor, indices, .. } => {
                let visited = indices.len().min(MAX_TENSOR_RANK);
                let mut copies = (0..visited).map(|_| next()).collect::<Option<Vec<_>>>()?;
                copies.extend(indices[visited..].iter().cloned());
                Node::TensorStore { tensor: tensor.clone(), indices: copies, value: next()? }
            }
        };
        next().is_none().then_some(node)
    }

    fn same_head(&self, other: &Node) -> bool {
        let names = match (self, other) {
            (Node::Let { name: a, .. }, Node::Let { name: b, .. })
            | (Node::Assign { name: a, .. }, Node::Assign { name: b, .. })
            | (Node::Store { buffer: a, .. }, Node::Store { buffer: b, .. })
            | (Node::AtomicStore { buffer: a, .. }, Node::AtomicStore { buffer: b, .. })
            | (Node::StoreByte { buffer: a, .. }, Node::StoreByte { buffer: b, .. })
            | (Node::StoreWord { buffer: a, .. }, Node::StoreWord { buffer: b, .. })
            | (Node::Loop { var: a, .. }, Node::Loop { var: b, .. })
            | (Node::Assert { message: a, .. }, Node::Assert { message: b, .. }) => a == b,
            (Node::CallOp { op_id: a, args: x }, Node::CallOp { op_id: b, args: y }) => a == b && x == y,
            (Node::Collective { name: a, op: x, .. }, Node::Collective { name: b, op: y, .. }) => {
                a == b && x == y
            }
            (Node::UniformLoad { name: a, buffer: x, .. }, Node::UniformLoad { name: b, buffer: y, .. }) => {
                a == b && x == y
            }
            (
                Node::TensorStore { tensor: a, indices: x, .. },
                Node::TensorStore { tensor: b, indices: y, .. },
            ) => {
                let rest = |indices: &[Expr]| indices.get(MAX_TENSOR_RANK..).map(<[Expr]>::to_vec);
                a == b && x.len() == y.len() && rest(x) == rest(y)
            }
            (Node::If { .. }, Node::If { .. })
            | (Node::Break, Node::Break)
            | (Node::Continue, Node::Continue)
            | (Node::Return, Node::Return)
            | (Node::Block(_), Node::Block(_))
            | (Node::Barrier, Node::Barrier) => true,
            _ => false,
        };
        names && self.exprs() == other.exprs()
    }
}

impl Clone for Node {
    fn clone(&self) -> Node {
        let mut open: Vec<(Vec<Node>, Vec<Node>, bool)> = vec![(Vec::new(), Vec::new(), false)];
        walk(std::slice::from_ref(self), |event| match event {
            Event::Enter { .. } => open.push((Vec::new(), Vec::new(), false)),
            Event::Otherwise { .. } => {
                if let Some(top) = open.last_mut() {
                    top.2 = true;
                }
            }
            Event::Leave { node, .. } => {
                let (first, second, _) = open.pop().unwrap_or_default();
                let copy = node.with_bodies(first, second);
                if let Some((first, second, in_second)) = open.last_mut() {
                    if *in_second { second.push(copy) } else { first.push(copy) }
                }
            }
        });
        open.pop().and_then(|(mut first, _, _)| first.pop()).unwrap_or(Node::Return)
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        let mut stack = vec![(self, other)];
        while let Some((a, b)) = stack.pop() {
            if !a.same_head(b) {
                return false;
            }
            let ([a_first, a_second], [b_first, b_second]) = (a.bodies(), b.bodies());
            for (a, b) in [(a_first, b_first), (a_second, b_second)] {
                if a.len() != b.len() {
                    return false;
                }
                stack.extend(a.iter().zip(b));
            }
        }
        true
    }
}

impl Eq for Node {}

impl Drop for Node {
    fn drop(&mut self) {
        let is_flat = |node: &Node| {
            let [first, second] = node.bodies();
            first.is_empty() && second.is_empty()
        };
        let [first, second] = self.bodies();
        if first.iter().all(is_flat) && second.iter().all(is_flat) {
            return;
        }
        let mut stack = Vec::new();
        self.take_bodies(&mut stack);
        while let Some(mut node) = stack.pop() {
            node.take_bodies(&mut stack);
        }
    }
}

/// The number of statements and expressions, which are numbered from 0 in the order of [`walk`].
pub fn place_count(nodes: &[Node]) -> usize {
    count(nodes)
}

/// The number of statements and expressions.
pub(crate) fn count(nodes: &[Node]) -> usize {
    number(nodes, |_| {})
}

/// Whether invocations wait for each other anywhere in these statements.
pub fn waits(nodes: &[Node]) -> bool {
    let mut found = false;
    walk(nodes, |event| {
        found |= matches!(
            event,
            Event::Enter { node: Node::Barrier | Node::Collective { .. } | Node::UniformLoad { .. }, .. }
        );
    });
    found
}
