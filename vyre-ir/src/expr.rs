//! Expressions: trees that compute a value.
//!
//! An `Expr` is a plain tree that is easy to build by hand. Cloning, comparing, folding and dropping a tree use an
//! explicit stack instead of recursion, so a tree of any depth is safe on a thread with any stack size.
//!
//! The builders that the operation library calls most often are not inlined. Inlined, the rows of the library would
//! make up a third of the crate's code.

mod operators;

use crate::{AtomicOp, BinOp, DataType, UnOp};

/// An expression. Operands are evaluated once each, in the order of the fields.
pub enum Expr {
    /// A `U32` literal.
    LitU32(u32),
    /// An `I32` literal.
    LitI32(i32),
    /// A `Bool` literal.
    LitBool(bool),
    /// An `F32` literal, of which the bits count.
    LitF32(f32),
    /// An `F64` literal, of which the bits count.
    LitF64(f64),
    /// The value of a local variable.
    Var(String),
    /// An element of a buffer; zero out of bounds.
    Load {
        /// The buffer's name.
        buffer: String,
        /// The element's offset, a `U32`.
        index: Box<Expr>,
    },
    /// A byte of a `Bytes` buffer as a `U32`; 0 past the last backing byte.
    LoadByte {
        /// The buffer's name.
        buffer: String,
        /// The byte's offset, a `U32`.
        index: Box<Expr>,
    },
    /// A word of a `Bytes` buffer, little-endian; 0 out of bounds.
    LoadWord {
        /// The buffer's name.
        buffer: String,
        /// The word's offset, a `U32`.
        index: Box<Expr>,
    },
    /// The number of elements of a buffer; of backing words for `Bytes`.
    BufLen {
        /// The buffer's name.
        buffer: String,
    },
    /// The index of the invocation in the whole grid along an axis (0 is x).
    InvocationId {
        /// The axis: 0, 1 or 2.
        axis: u32,
    },
    /// The index of the workgroup along an axis (0 is x).
    WorkgroupId {
        /// The axis: 0, 1 or 2.
        axis: u32,
    },
    /// The index of the invocation in its workgroup along an axis (0 is x).
    LocalId {
        /// The axis: 0, 1 or 2.
        axis: u32,
    },
    /// An operator of two operands: of two `U32`, or of two floats of one type if its row is one of floats.
    BinOp {
        /// The operator.
        op: BinOp,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// An operator of one operand: of a `U32`, or of what its row says if that is one of floats.
    UnOp {
        /// The operator.
        op: UnOp,
        /// The operand.
        operand: Box<Expr>,
    },
    /// A call of a registered operation with value arguments.
    Call {
        /// The operation's id, such as `primitive.bitwise.xor`.
        op_id: String,
        /// The arguments, in order.
        args: Vec<Expr>,
    },
    /// One of two values of one type; both are evaluated.
    Select {
        /// `U32` or `Bool`; non-zero selects `then`.
        cond: Box<Expr>,
        /// The result if the condition is true.
        then: Box<Expr>,
        /// The result if it is false.
        otherwise: Box<Expr>,
    },
    /// `a * b + c`, rounded once; three floats of one type.
    FMulAdd {
        /// The first factor.
        a: Box<Expr>,
        /// The second factor.
        b: Box<Expr>,
        /// What is added to the product.
        c: Box<Expr>,
    },
    /// A conversion by the table of [`casts`](crate::casts).
    Cast {
        /// The type of the result.
        target: DataType,
        /// The operand.
        value: Box<Expr>,
    },
    /// One lane of a vector, or one word of a `U64` or a `U128` as a `U32`.
    Component {
        /// The operand.
        value: Box<Expr>,
        /// The lane, below the operand's lane count.
        index: u32,
    },
    /// A vector, a `U64` or a `U128` from its lanes, lane 0 first.
    Compose {
        /// The type of the result.
        target: DataType,
        /// One `U32` for each lane, or one `F32`.
        parts: Vec<Expr>,
    },
    /// An atomic operation on an element of a buffer. It gives the old value; out of bounds it does nothing and
    /// gives 0.
    Atomic {
        /// The operation.
        op: AtomicOp,
        /// The buffer's name.
        buffer: String,
        /// The element's offset, a `U32`.
        index: Box<Expr>,
        /// The value to compare with. Only `CompareExchange` has one.
        expected: Option<Box<Expr>>,
        /// The operand.
        value: Box<Expr>,
    },
    /// An element of a buffer, loaded atomically; 0 out of bounds. It is loaded anew wherever it stands, so that a loop
    /// which waits for another invocation sees what that one stores.
    AtomicLoad {
        /// The buffer's name.
        buffer: String,
        /// The element's offset, a `U32`.
        index: Box<Expr>,
    },
    /// An element of a tensor; zero where an index is beyond its dimension, or the position beyond the buffer.
    TensorLoad {
        /// The buffer's name.
        tensor: String,
        /// A `U32` for each dimension.
        indices: Vec<Expr>,
    },
    /// The length of a dimension of a tensor, a `U32` that all invocations of a launch agree on.
    TensorDim {
        /// The buffer's name.
        tensor: String,
        /// Which dimension, 0 being the outermost.
        axis: u32,
    },
}

impl Expr {
    /// A `U32` literal.
    pub fn u32(value: u32) -> Expr {
        Expr::LitU32(value)
    }

    /// An `I32` literal.
    pub fn i32(value: i32) -> Expr {
        Expr::LitI32(value)
    }

    /// An `F32` literal.
    pub fn f32(value: f32) -> Expr {
        Expr::LitF32(value)
    }

    /// An `F64` literal.
    pub fn f64(value: f64) -> Expr {
        Expr::LitF64(value)
    }

    /// The variable `name`.
    pub fn var(name: impl Into<String>) -> Expr {
        Expr::Var(name.into())
    }

    /// `buffer[index]`.
    pub fn load(buffer: impl Into<String>, index: impl Into<Expr>) -> Expr {
        Expr::Load { buffer: buffer.into(), index: Box::new(index.into()) }
    }

    /// The byte `index` of a `Bytes` buffer.
    pub fn load_byte(buffer: impl Into<String>, index: impl Into<Expr>) -> Expr {
        Expr::LoadByte { buffer: buffer.into(), index: Box::new(index.into()) }
    }

    /// The word `index` of a `Bytes` buffer.
    pub fn load_word(buffer: impl Into<String>, index: impl Into<Expr>) -> Expr {
        Expr::LoadWord { buffer: buffer.into(), index: Box::new(index.into()) }
    }

    /// The length of a buffer.
    pub fn buf_len(buffer: impl Into<String>) -> Expr {
        Expr::BufLen { buffer: buffer.into() }
    }

    /// The invocation's index along `axis`.
    pub fn invocation_id(axis: u32) -> Expr {
        Expr::InvocationId { axis }
    }

    /// The workgroup's index along `axis`.
    pub fn workgroup_id(axis: u32) -> Expr {
        Expr::WorkgroupId { axis }
    }

    /// The invocation's index in its workgroup along `axis`.
    pub fn local_id(axis: u32) -> Expr {
        Expr::LocalId { axis }
    }

    /// `op` of two operands.
    pub fn binary(op: BinOp, left: impl Into<Expr>, right: impl Into<Expr>) -> Expr {
        Expr::binary_of(op, left.into(), right.into())
    }

    #[inline(never)]
    fn binary_of(op: BinOp, left: Expr, right: Expr) -> Expr {
        Expr::BinOp { op, left: Box::new(left), right: Box::new(right) }
    }

    /// `op` of one operand.
    pub fn unary(op: UnOp, operand: impl Into<Expr>) -> Expr {
        Expr::unary_of(op, operand.into())
    }

    #[inline(never)]
    fn unary_of(op: UnOp, operand: Expr) -> Expr {
        Expr::UnOp { op, operand: Box::new(operand) }
    }

    /// A call of the operation `op_id`.
    pub fn call(op_id: impl Into<String>, args: Vec<Expr>) -> Expr {
        Expr::Call { op_id: op_id.into(), args }
    }

    /// `then` if `cond` is true, else `otherwise`; all three are evaluated.
    pub fn select(cond: impl Into<Expr>, then: impl Into<Expr>, otherwise: impl Into<Expr>) -> Expr {
        Expr::select_of(cond.into(), then.into(), otherwise.into())
    }

    #[inline(never)]
    fn select_of(cond: Expr, then: Expr, otherwise: Expr) -> Expr {
        Expr::Select { cond: Box::new(cond), then: Box::new(then), otherwise: Box::new(otherwise) }
    }

    /// `a * b + c` of floats, rounded once.
    pub fn mul_add(a: impl Into<Expr>, b: impl Into<Expr>, c: impl Into<Expr>) -> Expr {
        Expr::FMulAdd { a: Box::new(a.into()), b: Box::new(b.into()), c: Box::new(c.into()) }
    }

    /// `value` converted to `target`.
    pub fn cast(target: DataType, value: impl Into<Expr>) -> Expr {
        Expr::Cast { target, value: Box::new(value.into()) }
    }

    /// Lane `index` of `value`.
    pub fn component(value: impl Into<Expr>, index: u32) -> Expr {
        Expr::Component { value: Box::new(value.into()), index }
    }

    /// A value of type `target` from its lanes.
    pub fn compose(target: DataType, parts: Vec<Expr>) -> Expr {
        Expr::Compose { target, parts }
    }

    /// `buffer[index]`, loaded atomically.
    pub fn atomic_load(buffer: impl Into<String>, index: impl Into<Expr>) -> Expr {
        Expr::AtomicLoad { buffer: buffer.into(), index: Box::new(index.into()) }
    }

    /// `tensor[[indices]]`.
    pub fn tensor_load(
        tensor: impl Into<String>,
        indices: impl IntoIterator<Item = impl Into<Expr>>,
    ) -> Expr {
        Expr::TensorLoad { tensor: tensor.into(), indices: indices.into_iter().map(Into::into).collect() }
    }

    /// The length of a dimension of a tensor.
    pub fn tensor_dim(tensor: impl Into<String>, axis: u32) -> Expr {
        Expr::TensorDim { tensor: tensor.into(), axis }
    }

    /// An atomic operation without an expected value.
    pub fn atomic(
        op: AtomicOp,
        buffer: impl Into<String>,
        index: impl Into<Expr>,
        value: impl Into<Expr>,
    ) -> Expr {
        Expr::Atomic {
            op,
            buffer: buffer.into(),
            index: Box::new(index.into()),
            expected: None,
            value: Box::new(value.into()),
        }
    }

    /// An atomic compare-exchange.
    pub fn compare_exchange(
        buffer: impl Into<String>,
        index: impl Into<Expr>,
        expected: impl Into<Expr>,
        value: impl Into<Expr>,
    ) -> Expr {
        Expr::Atomic {
            op: AtomicOp::CompareExchange,
            buffer: buffer.into(),
            index: Box::new(index.into()),
            expected: Some(Box::new(expected.into())),
            value: Box::new(value.into()),
        }
    }

    /// The operand at position `at`, in evaluation order.
    pub fn child(&self, at: usize) -> Option<&Expr> {
        let (few, list) = self.operands();
        list.get(at).or_else(|| few.get(at).copied().flatten())
    }

    /// The operands, in evaluation order.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = &Expr> {
        let (few, list) = self.operands();
        few.into_iter().flatten().chain(list)
    }

    /// The operands, in evaluation order: up to three of their own, or a list of them.
    fn operands(&self) -> ([Option<&Expr>; 3], &[Expr]) {
        let few = match self {
            Expr::LitU32(_)
            | Expr::LitI32(_)
            | Expr::LitBool(_)
            | Expr::LitF32(_)
            | Expr::LitF64(_)
            | Expr::Var(_)
            | Expr::BufLen { .. }
            | Expr::TensorDim { .. }
            | Expr::InvocationId { .. }
            | Expr::WorkgroupId { .. }
            | Expr::LocalId { .. } => [None; 3],
            Expr::Load { index: only, .. }
            | Expr::LoadByte { index: only, .. }
            | Expr::LoadWord { index: only, .. }
            | Expr::AtomicLoad { index: only, .. }
            | Expr::UnOp { operand: only, .. }
            | Expr::Cast { value: only, .. }
            | Expr::Component { value: only, .. } => [Some(&**only), None, None],
            Expr::BinOp { left, right, .. } => [Some(&**left), Some(&**right), None],
            Expr::Select { cond: a, then: b, otherwise: c } | Expr::FMulAdd { a, b, c } => {
                [a, b, c].map(|operand| Some(&**operand))
            }
            Expr::Call { args, .. }
            | Expr::Compose { parts: args, .. }
            | Expr::TensorLoad { indices: args, .. } => return ([None; 3], args),
            Expr::Atomic { index, expected: None, value, .. } => [Some(&**index), Some(&**value), None],
            Expr::Atomic { index, expected: Some(expected), value, .. } => {
                [index, expected, value].map(|operand| Some(&**operand))
            }
        };
        (few, &[])
    }

    /// Moves the operands to `into`, in evaluation order, and leaves literals in their place.
    fn take_children(&mut self, into: &mut Vec<Expr>) {
        let mut take = |child: &mut Expr| into.push(take(child));
        match self {
            Expr::LitU32(_)
            | Expr::LitI32(_)
            | Expr::LitBool(_)
            | Expr::LitF32(_)
            | Expr::LitF64(_)
            | Expr::Var(_)
            | Expr::BufLen { .. }
            | Expr::TensorDim { .. }
            | Expr::InvocationId { .. }
            | Expr::WorkgroupId { .. }
            | Expr::LocalId { .. } => {}
            Expr::Load { index: only, .. }
            | Expr::LoadByte { index: only, .. }
            | Expr::LoadWord { index: only, .. }
            | Expr::AtomicLoad { index: only, .. }
            | Expr::UnOp { operand: only, .. }
            | Expr::Cast { value: only, .. }
            | Expr::Component { value: only, .. } => take(only),
            Expr::BinOp { left, right, .. } => {
                take(left);
                take(right);
            }
            Expr::Select { cond: a, then: b, otherwise: c } | Expr::FMulAdd { a, b, c } => {
                [a, b, c].into_iter().for_each(|child| take(child));
            }
            Expr::Call { args, .. }
            | Expr::Compose { parts: args, .. }
            | Expr::TensorLoad { indices: args, .. } => into.append(args),
            Expr::Atomic { index, expected, value, .. } => {
                take(index);
                if let Some(expected) = expected {
                    take(expected);
                }
                take(value);
            }
        }
    }

    /// The same expression with other operands, in evaluation order. Returns `None` unless `children` has as many
    /// items as `self` has operands.
    ///
    /// ```
    /// use vyre_ir::Expr;
    /// let sum = Expr::u32(1) + Expr::u32(2);
    /// assert_eq!(sum.with_children([Expr::var("x"), Expr::u32(3)]), Some(Expr::var("x") + 3u32));
    /// assert_eq!(sum.with_children([Expr::var("x")]), None);
    /// ```
    pub fn with_children(&self, children: impl IntoIterator<Item = Expr>) -> Option<Expr> {
        let mut children = children.into_iter();
        let mut next = || children.next();
        let expr = match self {
            Expr::LitU32(value) => Expr::LitU32(*value),
            Expr::LitI32(value) => Expr::LitI32(*value),
            Expr::LitBool(value) => Expr::LitBool(*value),
            Expr::LitF32(value) => Expr::LitF32(*value),
            Expr::LitF64(value) => Expr::LitF64(*value),
            Expr::Var(name) => Expr::Var(name.clone()),
            Expr::Load { buffer, .. } => Expr::load(buffer, next()?),
            Expr::LoadByte { buffer, .. } => Expr::load_byte(buffer, next()?),
            Expr::LoadWord { buffer, .. } => Expr::load_word(buffer, next()?),
            Expr::AtomicLoad { buffer, .. } => Expr::atomic_load(buffer, next()?),
            Expr::BufLen { buffer } => Expr::buf_len(buffer),
            Expr::TensorDim { tensor, axis } => Expr::tensor_dim(tensor, *axis),
            Expr::TensorLoad { tensor, indices } => {
                let indices = indices.iter().map(|_| next()).collect::<Option<_>>()?;
                Expr::TensorLoad { tensor: tensor.clone(), indices }
            }
            Expr::InvocationId { axis } => Expr::InvocationId { axis: *axis },
            Expr::WorkgroupId { axis } => Expr::WorkgroupId { axis: *axis },
            Expr::LocalId { axis } => Expr::LocalId { axis: *axis },
            Expr::BinOp { op, .. } => Expr::binary(*op, next()?, next()?),
            Expr::UnOp { op, .. } => Expr::unary(*op, next()?),
            Expr::Call { op_id, args } => {
                let args = args.iter().map(|_| next()).collect::<Option<_>>()?;
                Expr::Call { op_id: op_id.clone(), args }
            }
            Expr::Select { .. } => Expr::select(next()?, next()?, next()?),
            Expr::FMulAdd { .. } => Expr::mul_add(next()?, next()?, next()?),
            Expr::Cast { target, .. } => Expr::cast(target.clone(), next()?),
            Expr::Component { index, .. } => Expr::component(next()?, *index),
            Expr::Compose { target, parts } => {
                let parts = parts.iter().map(|_| next()).collect::<Option<_>>()?;
                Expr::Compose { target: target.clone(), parts }
            }
            Expr::Atomic { op, buffer, expected, .. } => Expr::Atomic {
                op: *op,
                buffer: buffer.clone(),
                index: Box::new(next()?),
                expected: match expected {
                    Some(_) => Some(Box::new(next()?)),
                    None => None,
                },
                value: Box::new(next()?),
            },
        };
        next().is_none().then_some(expr)
    }

    /// The same expression with the operands that a fold computed. Leaves literals in `operands`.
    pub(crate) fn with_folded(&self, operands: &mut [Expr]) -> Expr {
        match self.with_children(operands.iter_mut().map(take)) {
            Some(expr) => expr,
            None => unreachable!("a fold gives one value for each operand"),
        }
    }

    /// Whether two expressions are equal, apart from their operands.
    fn same_head(&self, other: &Expr) -> bool {
        match (self, other) {
            (Expr::LitU32(a), Expr::LitU32(b)) => a == b,
            (Expr::LitI32(a), Expr::LitI32(b)) => a == b,
            (Expr::LitBool(a), Expr::LitBool(b)) => a == b,
            (Expr::LitF32(a), Expr::LitF32(b)) => a.to_bits() == b.to_bits(),
            (Expr::LitF64(a), Expr::LitF64(b)) => a.to_bits() == b.to_bits(),
            (Expr::Var(a), Expr::Var(b))
            | (Expr::Load { buffer: a, .. }, Expr::Load { buffer: b, .. })
            | (Expr::LoadByte { buffer: a, .. }, Expr::LoadByte { buffer: b, .. })
            | (Expr::LoadWord { buffer: a, .. }, Expr::LoadWord { buffer: b, .. })
            | (Expr::AtomicLoad { buffer: a, .. }, Expr::AtomicLoad { buffer: b, .. })
            | (Expr::BufLen { buffer: a }, Expr::BufLen { buffer: b }) => a == b,
            (Expr::InvocationId { axis: a }, Expr::InvocationId { axis: b })
            | (Expr::WorkgroupId { axis: a }, Expr::WorkgroupId { axis: b })
            | (Expr::LocalId { axis: a }, Expr::LocalId { axis: b })
            | (Expr::Component { index: a, .. }, Expr::Component { index: b, .. }) => a == b,
            (Expr::BinOp { op: a, .. }, Expr::BinOp { op: b, .. }) => a == b,
            (Expr::UnOp { op: a, .. }, Expr::UnOp { op: b, .. }) => a == b,
            (Expr::Call { op_id: a, args: x }, Expr::Call { op_id: b, args: y })
            | (Expr::TensorLoad { tensor: a, indices: x }, Expr::TensorLoad { tensor: b, indices: y }) => {
                a == b && x.len() == y.len()
            }
            (Expr::TensorDim { tensor: a, axis: x }, Expr::TensorDim { tensor: b, axis: y }) => {
                a == b && x == y
            }
            (Expr::Select { .. }, Expr::Select { .. }) | (Expr::FMulAdd { .. }, Expr::FMulAdd { .. }) => true,
            (Expr::Cast { target: a, .. }, Expr::Cast { target: b, .. }) => a == b,
            (Expr::Compose { target: a, parts: x }, Expr::Compose { target: b, parts: y }) => {
                a == b && x.len() == y.len()
            }
            (
                Expr::Atomic { op: a, buffer: x, expected: e, .. },
                Expr::Atomic { op: b, buffer: y, expected: f, .. },
            ) => a == b && x == y && e.is_some() == f.is_some(),
            _ => false,
        }
    }

    /// Visits the tree in postorder. `f` receives the number of the expression in preorder, counted from `first`, the
    /// expression, and the results of `f` for its operands, in evaluation order.
    pub fn fold<'a, T>(&'a self, first: usize, mut f: impl FnMut(usize, &'a Expr, &mut [T]) -> T) -> T {
        let mut next = first + 1;
        let mut frames: Vec<(usize, &Expr, usize)> = vec![(first, self, 0)];
        let mut values: Vec<T> = Vec::new();
        while let Some((place, expr, at)) = frames.pop() {
            match expr.child(at) {
                Some(child) => {
                    frames.push((place, expr, at + 1));
                    frames.push((next, child, 0));
                    next += 1;
                }
                None => {
                    let start = values.len() - at;
                    let value = f(place, expr, &mut values[start..]);
                    values.truncate(start);
                    values.push(value);
                }
            }
        }
        // The loop ends after it has folded the root, and the root's value is then the only one left.
        match values.pop() {
            Some(value) => value,
            None => unreachable!("a fold gives one value"),
        }
    }

    /// The number of expressions in the tree, this one included.
    pub fn count(&self) -> usize {
        // Leaves, which most expressions are, need no place in the stack.
        let (mut count, mut stack, mut next) = (1, Vec::new(), Some(self));
        while let Some(expr) = next {
            for child in expr.children() {
                count += 1;
                stack.extend(Some(child).filter(|child| child.child(0).is_some()));
            }
            next = stack.pop();
        }
        count
    }

    /// The number of expressions on the longest path from the root to a leaf.
    pub fn depth(&self) -> usize {
        self.fold(0, |_, _, children: &mut [usize]| 1 + children.iter().copied().max().unwrap_or(0))
    }

    /// Whether the tree has an expression that satisfies `test`.
    pub fn any(&self, mut test: impl FnMut(&Expr) -> bool) -> bool {
        let mut stack = vec![self];
        while let Some(expr) = stack.pop() {
            if test(expr) {
                return true;
            }
            stack.extend(expr.children());
        }
        false
    }
}

impl Clone for Expr {
    fn clone(&self) -> Expr {
        self.fold(0, |_, expr, copies| expr.with_folded(copies))
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        let mut stack = vec![(self, other)];
        while let Some((a, b)) = stack.pop() {
            if !a.same_head(b) {
                return false;
            }
            stack.extend(a.children().zip(b.children()));
        }
        true
    }
}

impl Eq for Expr {}

/// Takes an expression and leaves a literal in its place.
pub(crate) fn take(expr: &mut Expr) -> Expr {
    std::mem::replace(expr, Expr::LitU32(0))
}

impl Drop for Expr {
    fn drop(&mut self) {
        // A recursive drop is shallow unless an operand has operands itself.
        if self.children().all(|child| child.child(0).is_none()) {
            return;
        }
        let mut stack = Vec::new();
        self.take_children(&mut stack);
        while let Some(mut expr) = stack.pop() {
            expr.take_children(&mut stack);
        }
    }
}
