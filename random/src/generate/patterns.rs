//! Patterns of several statements that optimisers look for.

use super::arrays::Role;
use super::{Generator, Use};
use vyre_ir::{AtomicOp, BinOp, DataType, Expr, Node, UnOp};

impl Generator<'_, '_> {
    /// An access behind a comparison of its index with the length.
    pub(super) fn guarded(&mut self, into: &mut Vec<Node>, nesting: u32) {
        let Some(at) = self.accessible() else { return self.condition_on(into, nesting) };
        let depth = self.depth() / 2;
        let index = self.index(at, depth);
        // An index of the invocation's own, or of its workgroup's, must stay one.
        let is_fixed = self.keeps_to_own(at) || self.region(at) > 0;
        let name = if let Expr::Var(name) = &index {
            name.clone()
        } else {
            let of = if is_fixed { Use::Induction } else { Use::Any };
            let name = self.declare(DataType::U32, of, false, None);
            into.push(Node::let_bind(name.as_str(), index));
            name
        };
        let cond = self.comparison(&name, at);
        self.branch(into, cond, false, |generator| {
            let fact = (name, at);
            generator.facts.push(fact.clone());
            let then = generator.body(nesting, |generator, nodes| generator.access(at, nodes));
            if generator.facts.last() == Some(&fact) {
                generator.facts.pop();
            }
            let has_else = generator.source.chance(1, 4);
            (then, if has_else { generator.body(nesting, |_, _| {}) } else { Vec::new() })
        });
    }

    /// `name` is below the length of an array, perhaps with another condition.
    fn comparison(&mut self, name: &str, at: usize) -> Expr {
        let len = Expr::buf_len(self.arrays[at].decl.name.as_str());
        let index = Expr::var(name);
        let inside = match self.source.below(6) {
            0 => Expr::binary(BinOp::Gt, len, index),
            1 => Expr::unary(UnOp::LogicalNot, Expr::binary(BinOp::Ge, index, len)),
            2 if self.arrays[at].decl.count > 0 => Expr::binary(BinOp::Lt, index, self.arrays[at].len),
            _ => Expr::binary(BinOp::Lt, index, len),
        };
        match self.source.below(12) {
            0 => Expr::binary(BinOp::And, inside, self.expr(DataType::U32, 2)),
            1 => Expr::binary(BinOp::And, self.expr(DataType::U32, 2), inside),
            2 => Expr::cast(DataType::Bool, inside),
            _ => inside,
        }
    }

    /// A load from an array or a store to it.
    fn access(&mut self, at: usize, into: &mut Vec<Node>) {
        let index = self.index(at, 2);
        let may_store = match self.arrays[at].role {
            Role::Private | Role::Owned(_) => true,
            Role::Phased(_) => !self.reading[at],
            Role::Input | Role::Reduced { .. } | Role::Tallied { .. } => false,
        };
        if may_store && self.source.chance(2, 3) {
            let depth = self.depth();
            let value = self.expr(self.arrays[at].decl.element.clone(), depth);
            into.push(Node::store(self.arrays[at].decl.name.as_str(), index, value));
            return;
        }
        let ty = self.loads(at);
        let value = self.load(at, index);
        let name = self.declare(ty, Use::Any, false, None);
        into.push(Node::let_bind(name, value));
    }

    /// An array that may be loaded from or stored to here.
    fn accessible(&mut self) -> Option<usize> {
        if self.source.chance(1, 2) { self.writable() } else { self.readable(None) }
    }

    /// Whether an invocation may now access only its own elements of an array.
    fn keeps_to_own(&self, at: usize) -> bool {
        match self.arrays[at].role {
            Role::Owned(_) => true,
            Role::Phased(_) => !self.reading[at],
            Role::Input | Role::Private | Role::Reduced { .. } | Role::Tallied { .. } => false,
        }
    }

    /// The elements that each workgroup has of an array, or 0.
    fn region(&self, at: usize) -> u32 {
        match self.arrays[at].role {
            Role::Owned(owner) | Role::Phased(owner) => owner.region,
            Role::Input | Role::Private | Role::Reduced { .. } | Role::Tallied { .. } => 0,
        }
    }

    /// A variable with the index of an element of the invocation's own.
    pub(super) fn owned_index(&mut self, into: &mut Vec<Node>) {
        let array = self.pick_array(|_, array| matches!(array.role, Role::Owned(_) | Role::Phased(_)));
        let Some(at) = array else { return self.same_place(into) };
        let (Role::Owned(owner) | Role::Phased(owner)) = self.arrays[at].role else { return };
        let index = self.own_index(owner, 2);
        let name = self.declare(DataType::U32, Use::Owned { array: at }, false, None);
        into.push(Node::let_bind(name, index));
    }

    /// `sum = sum + a[i]` in a loop.
    pub(super) fn accumulate(&mut self, into: &mut Vec<Node>, nesting: u32) {
        let is_zero = self.source.chance(2, 3);
        let first = if is_zero { Expr::u32(self.source.below(2)) } else { self.leaf(DataType::U32) };
        let sum = self.declare(DataType::U32, Use::Any, false, None);
        into.push(Node::let_bind(sum.as_str(), first));
        // The variable of the loop may be an index of any element.
        let over = self.readable(Some(DataType::U32));
        let over = over.filter(|at| !self.keeps_to_own(*at) && self.region(*at) == 0);
        self.repeat(into, nesting, over, |generator, nodes, var| {
            let op = *generator.source.pick(&[BinOp::Add, BinOp::Mul, BinOp::BitXor, BinOp::Max, BinOp::Sub]);
            let value = match over {
                Some(at) if generator.source.chance(2, 3) => {
                    let is_plain = generator.source.chance(2, 3);
                    let index = if is_plain { Expr::var(var) } else { generator.index(at, 2) };
                    generator.load(at, index)
                }
                _ => generator.expr(DataType::U32, 3),
            };
            nodes.push(Node::assign(sum.as_str(), Expr::binary(op, Expr::var(sum.as_str()), value)));
        });
    }

    /// A condition whose arms assign one variable.
    pub(super) fn both_arms(&mut self, into: &mut Vec<Node>, nesting: u32) {
        let Some(variable) = self.assignable() else { return self.accumulate(into, nesting) };
        let is_uniform = variable.is_uniform;
        let cond = self.uniformly(is_uniform, |generator| generator.condition(3));
        self.branch(into, cond, is_uniform, |generator| {
            let mut arm = || {
                generator.body(nesting, |generator, nodes| {
                    let value = generator.value_for(&variable);
                    nodes.push(Node::assign(variable.name.as_str(), value));
                })
            };
            (arm(), arm())
        });
    }

    /// Loads and stores of one place, and sometimes a store to another between them.
    pub(super) fn same_place(&mut self, into: &mut Vec<Node>) {
        let Some(at) = self.writable() else { return };
        let index = self.index(at, 2);
        let (name, element) = (self.arrays[at].decl.name.clone(), self.arrays[at].decl.element.clone());
        for _ in 0..self.source.range(2, 4) {
            let Some(again) = self.again(&index) else { return };
            match self.source.below(5) {
                0 | 1 => {
                    let value = self.load(at, again);
                    let variable = self.declare(element.clone(), Use::Any, false, None);
                    into.push(Node::let_bind(variable, value));
                }
                2 | 3 => {
                    let value = self.expr(element.clone(), 3);
                    into.push(Node::store(name.as_str(), again, value));
                }
                _ => {
                    let other = self.index(at, 2);
                    let value = self.expr(element.clone(), 3);
                    into.push(Node::store(name.as_str(), other, value));
                }
            }
        }
    }

    /// `a[i] = a[i] + x`.
    pub(super) fn update(&mut self, into: &mut Vec<Node>) {
        let Some(at) = self.writable() else { return };
        let index = self.index(at, 2);
        let Some(again) = self.again(&index) else { return };
        let (name, element) = (self.arrays[at].decl.name.clone(), self.arrays[at].decl.element.clone());
        let old = Expr::load(name.as_str(), again);
        let value = if element == DataType::U32 {
            Expr::binary(*self.source.pick(&BinOp::on_words()), old, self.expr(element, 3))
        } else {
            Expr::select(self.condition(2), old, self.expr(element, 3))
        };
        into.push(Node::store(name, index, value));
    }

    /// Loads and atomic operations of one element in one expression, with calls between them: their order shows.
    pub(super) fn effects(&mut self, into: &mut Vec<Node>) {
        let reading = self.reading.clone();
        let array = self.pick_array(|at, array| {
            let is_own = match array.role {
                Role::Owned(_) => true,
                Role::Phased(_) => !reading[at],
                _ => false,
            };
            is_own && array.decl.access.is_atomic() && array.decl.element == DataType::U32
        });
        let Some(at) = array else { return };
        let index = self.index(at, 1);
        let value = self.effect(at, &index, 4);
        match self.source.below(4) {
            0 => {
                let Some(again) = self.again(&index) else { return };
                into.push(Node::atomic_store(self.arrays[at].decl.name.as_str(), again, value));
            }
            1 => {
                let Some(again) = self.again(&index) else { return };
                into.push(Node::store(self.arrays[at].decl.name.as_str(), again, value));
            }
            _ => {
                let name = self.declare(DataType::U32, Use::Any, false, None);
                into.push(Node::let_bind(name, value));
            }
        }
    }

    /// An expression of loads and atomic operations of one element.
    fn effect(&mut self, at: usize, index: &Expr, depth: u32) -> Expr {
        let name = self.arrays[at].decl.name.clone();
        if depth == 0 || self.is_spent() {
            return self.leaf(DataType::U32);
        }
        let depth = depth - 1;
        let Some(again) = self.again(index) else { return self.leaf(DataType::U32) };
        self.spend();
        match self.source.below(10) {
            0 | 1 => Expr::load(name, again),
            9 => Expr::atomic_load(name, again),
            2 | 3 => {
                let op =
                    *self.source.pick(&[AtomicOp::Add, AtomicOp::Exchange, AtomicOp::Xor, AtomicOp::Max]);
                Expr::atomic(op, name, again, self.effect(at, index, depth))
            }
            4..=6 => match self.callable(DataType::U32) {
                Some(callable) => {
                    let mut arg = |ty| match ty {
                        DataType::U32 => self.effect(at, index, depth),
                        ty if !ty.has_lanes() => Expr::cast(ty, self.effect(at, index, depth)),
                        ty => {
                            let mut part = || match (ty.lane_type(), self.effect(at, index, 1)) {
                                (DataType::F32, bits) => Expr::cast(DataType::F32, bits),
                                (_, word) => word,
                            };
                            Expr::compose(ty.clone(), (0..ty.lanes()).map(|_| part()).collect())
                        }
                    };
                    let args = callable.inputs.into_iter().map(&mut arg).collect();
                    Expr::call(callable.id, args)
                }
                None => Expr::load(name, again),
            },
            7 => {
                let cond = self.effect(at, index, depth) & 1u32;
                Expr::select(cond, self.effect(at, index, depth), self.effect(at, index, depth))
            }
            _ => {
                let op = *self.source.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor]);
                Expr::binary(op, self.effect(at, index, depth), self.effect(at, index, depth))
            }
        }
    }
}
