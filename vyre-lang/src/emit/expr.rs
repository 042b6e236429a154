//! Expressions, in Rust's order of evaluation.

use super::function::op_id;
use super::tree::{Names, Tree};
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Id, Kind};
use crate::types::Ty;
use vyre_ir::{BinOp, Expr, Link, Node, UnOp};

impl Emitter<'_> {
    /// Emits an expression that has a value. What must happen before it goes to `nodes`.
    ///
    /// It calls itself once for each level of a nested expression, and builds without optimisation keep room for every arm at once. So the arms with
    /// values of their own are functions of their own: a frame here is a small one.
    pub(super) fn value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        if let Some(value) = self.spot_value(expr, nodes) {
            return value;
        }
        match &expr.kind {
            Kind::Binary { op, left, right } => self.binary_value(*op, [left, right], expr.area, nodes),
            Kind::Unary { op, operand } => self.unary_value(*op, operand, expr.area, nodes),
            Kind::Cast(value) => self.cast_value(value, expr, nodes),
            Kind::Load { .. } | Kind::LoadByte { .. } | Kind::LoadWord { .. } | Kind::Index(_) => {
                self.indexed_value(expr, nodes)
            }
            Kind::Call { .. }
            | Kind::CallFunction { .. }
            | Kind::CallOuter { .. }
            | Kind::OuterOwn { .. } => self.called_value(expr, nodes),
            Kind::Compose(_) | Kind::Splat(_) | Kind::Lane { .. } | Kind::Select { .. } => {
                self.vector_value(expr, nodes)
            }
            Kind::Atomic { .. } | Kind::Collective { .. } | Kind::UniformLoad { .. } => {
                self.shared_value(expr, nodes)
            }
            Kind::ShortCircuit { op, left, right } => self.short_circuit(*op, left, right, expr.area, nodes),
            Kind::Block(block) => self.block_value(block, expr.ty, expr.area, nodes),
            Kind::If { .. } | Kind::Loop { .. } | Kind::Labeled { .. } => self.branched_value(expr, nodes),
            Kind::Offset { indices, lengths } => self.offset(indices, lengths, expr.area, nodes),
            Kind::Same { left, right, is_equal } => self.same([left, right], *is_equal, expr.area, nodes),
            Kind::Part { .. } | Kind::Pick { .. } => self.part_value(expr, nodes),
            _ => self.leaf_value(expr, nodes),
        }
    }

    /// What lies in a place.
    fn spot_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Option<Built> {
        if let Kind::Part { .. } | Kind::Pick { .. } | Kind::Lane { .. } = expr.kind {
            if let Some(Names::One(name)) = self.place_names(expr) {
                return Some(Built::leaf(Expr::var(name), expr.area));
            }
            if let Some(place) = self.in_memory(expr) {
                return Some(self.value(&place, nodes));
            }
        }
        let spot = self.spot(expr, nodes)?;
        let part = self.load_spot(&spot, expr.ty, expr.area, nodes);
        Some(self.one(part, expr.ty, expr.area))
    }

    fn binary_value(
        &mut self,
        op: BinOp,
        [left, right]: [&hir::Expr; 2],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let types = (self.ty(left), self.ty(right));
        let operands = self.operands(&[left, right], nodes);
        self.binary(op, types, operands, area, nodes)
    }

    fn unary_value(
        &mut self,
        op: UnOp,
        operand: &hir::Expr,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let ty = self.ty(operand);
        let operand = self.value(operand, nodes);
        self.unary(op, ty, operand, area)
    }

    fn cast_value(&mut self, value: &hir::Expr, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        let (from, to) = (self.ty(value), self.ty(expr));
        let value = self.value(value, nodes);
        self.cast(value, from, to, expr.area)
    }

    /// What has no operands, and what has no value.
    fn leaf_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        let area = expr.area;
        match &expr.kind {
            Kind::Literal(bits) => self.literal(*bits, expr.ty, area),
            Kind::Passed(bits) => Built::leaf(Expr::call(Link::Literal(*bits).to_string(), Vec::new()), area),
            Kind::Constant(at) => Built::leaf(Expr::call(Link::Constant(*at).to_string(), Vec::new()), area),
            Kind::Item(at) => match self.kernel.items.get(*at).and_then(|item| item.told) {
                Some(bits) => self.literal(bits, expr.ty, area),
                None => Built::leaf(Expr::call(Link::Item(*at).to_string(), Vec::new()), area),
            },
            Kind::Local(local) => self.variable(*local, area, nodes),
            Kind::Len(buffer) => self.length_of(*buffer, area, nodes),
            Kind::Start(slice) => self.start_of(*slice, area, nodes),
            Kind::Id(Id::Count, axis) => self.param(self.kernel.groups.unwrap_or(0) + axis, area),
            Kind::Id(id, axis) => Built::leaf(
                match id {
                    Id::Invocation => Expr::InvocationId { axis: *axis },
                    Id::Count => Expr::LitU32(0),
                    Id::Workgroup => Expr::WorkgroupId { axis: *axis },
                    Id::Local => Expr::LocalId { axis: *axis },
                },
                area,
            ),
            _ => self.no_value(expr, nodes),
        }
    }

    /// Unreachable code, or an expression that an error has been reported for.
    fn no_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        self.statement(expr, nodes);
        self.literal(0, expr.ty, expr.area)
    }

    /// What an index says: an element, or the index itself.
    fn indexed_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        let area = expr.area;
        match &expr.kind {
            Kind::Load { buffer, index } => {
                let index = self.value(index, nodes);
                self.load(*buffer, index, area, nodes)
            }
            Kind::LoadByte { buffer, index } => {
                let index = self.value(index, nodes);
                self.byte(*buffer, index, area, nodes)
            }
            Kind::LoadWord { buffer, index } => {
                let index = self.value(index, nodes);
                self.word(*buffer, index, area, nodes)
            }
            Kind::Index(index) => {
                let ty = self.ty(index);
                let index = self.value(index, nodes);
                self.index_of(index, ty, area)
            }
            _ => self.no_value(expr, nodes),
        }
    }

    fn called_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        let area = expr.area;
        match &expr.kind {
            Kind::Call { op_id, args } => {
                let args: Vec<&hir::Expr> = args.iter().collect();
                let operands = self.operands(&args, nodes);
                self.library_call(op_id, operands, area)
            }
            Kind::CallFunction { function, args, given } if !self.kernel.functions[*function].is_called() => {
                let result = self.inlined(*function, args, given, area, nodes);
                self.one(result, expr.ty, area)
            }
            Kind::CallFunction { function, args, .. } => {
                let args: Vec<&hir::Expr> = args.iter().collect();
                let operands = self.operands(&args, nodes);
                Built::call(&op_id(self.kernel, *function), operands, area)
            }
            Kind::CallOuter { call, args } => {
                let result = self.outer_result(*call, args, expr.ty, area, nodes);
                self.one(result, expr.ty, area)
            }
            Kind::OuterOwn { call, .. } => {
                let own = self.outer_own(*call, expr.ty, area);
                self.one(own, expr.ty, area)
            }
            _ => self.no_value(expr, nodes),
        }
    }

    fn vector_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        let area = expr.area;
        match &expr.kind {
            Kind::Compose(lanes) => {
                let lanes: Vec<&hir::Expr> = lanes.iter().collect();
                let parts = self.operands(&lanes, nodes);
                self.compose(self.ty(expr), parts, area)
            }
            Kind::Splat(value) => {
                let to = self.ty(expr);
                let mut value = self.value(value, nodes);
                if to.lane() == Ty::F32 {
                    self.repeatable(&mut value, nodes);
                    return self.splat(value, to, area);
                }
                self.cast(value, Ty::U32, to, area)
            }
            Kind::Lane { value, index } => {
                let ty = self.ty(value);
                let mut operands = self.operands(&[value, index], nodes).into_iter();
                match (operands.next(), operands.next()) {
                    (Some(value), Some(index)) => self.lane(ty, value, index, area, nodes),
                    _ => self.literal(0, ty.lane(), area),
                }
            }
            Kind::Select { cond, then, otherwise } => {
                let operands = self.operands(&[cond, then, otherwise], nodes);
                Built::of(area, operands, &Expr::select(0, 0, 0))
            }
            _ => self.no_value(expr, nodes),
        }
    }

    /// What invocations do with each other.
    fn shared_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        let area = expr.area;
        match &expr.kind {
            Kind::Atomic { op, buffer, index, expected, value } => {
                let operands: Vec<&hir::Expr> = [Some(index), expected.as_ref(), Some(value)]
                    .into_iter()
                    .flatten()
                    .map(|it| &**it)
                    .collect();
                let mut operands = self.operands(&operands, nodes);
                let at = std::mem::replace(&mut operands[0], Built::leaf(Expr::LitU32(0), area));
                operands[0] = self.within(*buffer, at, nodes);
                let (op, buffer) = (*op, self.buffer(*buffer));
                let shape = match expected {
                    None => Expr::atomic(op, buffer, 0, 0),
                    Some(_) => Expr::compare_exchange(buffer, 0, 0, 0),
                };
                Built::of(area, operands, &shape)
            }
            Kind::Collective { .. } => Built::leaf(Expr::Var(self.together(expr, "joined", nodes)), area),
            Kind::UniformLoad { .. } => {
                let value = Built::leaf(Expr::Var(self.together(expr, "joined", nodes)), area);
                self.loaded(value, self.ty(expr), area)
            }
            _ => self.no_value(expr, nodes),
        }
    }

    /// What statements choose: they put it into a variable.
    fn branched_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        let area = expr.area;
        let has_value = match &expr.kind {
            Kind::If { otherwise, .. } => otherwise.is_some(),
            _ => !matches!(self.ty(expr), Ty::Unit | Ty::Never),
        };
        if !has_value {
            return self.no_value(expr, nodes);
        }
        let zero = self.literal(0, expr.ty, area);
        let name = self.bind("chosen", zero, area, nodes);
        let names = Names::One(name.clone());
        match &expr.kind {
            Kind::If { cond, then, otherwise: Some(otherwise) } => {
                self.mutable.insert(name.clone());
                self.branch_into(&names, cond, then, otherwise, area, nodes);
            }
            Kind::Labeled { id, body } => {
                self.results.insert(*id, names.clone());
                self.labeled(*id, body, Some(&names), area, nodes);
            }
            Kind::Loop { id, .. } => {
                self.results.insert(*id, names);
                self.statement(expr, nodes);
            }
            _ => self.statement(expr, nodes),
        }
        Built::leaf(Expr::Var(name), area)
    }

    /// A part of a value of several.
    fn part_value(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Built {
        match &expr.kind {
            Kind::Part { value, at } => match self.tree(value, nodes) {
                Tree::Many(mut parts) if *at < parts.len() => {
                    self.one(parts.swap_remove(*at), expr.ty, expr.area)
                }
                _ => self.literal(0, expr.ty, expr.area),
            },
            Kind::Pick { value, index } => {
                let picked = self.pick(value, index, expr.area, nodes);
                self.one(picked, expr.ty, expr.area)
            }
            _ => self.no_value(expr, nodes),
        }
    }

    /// An integer as an index.
    pub(super) fn index_of(&self, index: Built, ty: Ty, area: Area) -> Built {
        let counter = ty.counter();
        if counter == Ty::U32 {
            return self.cast(index, ty, Ty::U32, area);
        }
        // A negative number is a large one.
        let most = self.literal(u32::MAX.into(), counter, area);
        let index = self.method("min", counter, vec![index, most], area);
        Built::of(area, vec![index], &Expr::component(0, 0))
    }

    /// A value of one part.
    pub(super) fn one(&self, tree: Tree, ty: Ty, area: Area) -> Built {
        match tree {
            Tree::One(value) => value,
            Tree::Many(_) => self.literal(0, ty, area),
        }
    }

    /// Emits operands from left to right. Where one needs statements before it, the earlier operands that could see
    /// the difference are kept in variables first.
    pub(super) fn operands(&mut self, operands: &[&hir::Expr], nodes: &mut Vec<BuiltNode>) -> Vec<Built> {
        let mut built: Vec<Built> = Vec::with_capacity(operands.len());
        for operand in operands {
            let mut before = Vec::new();
            let next = self.value(operand, &mut before);
            if !before.is_empty() {
                for earlier in &mut built {
                    self.keep(earlier, nodes);
                }
                nodes.append(&mut before);
            }
            built.push(next);
        }
        built
    }

    /// Evaluates an operand now and puts it into a variable, unless its value is the same later.
    pub(super) fn keep(&mut self, operand: &mut Built, nodes: &mut Vec<BuiltNode>) {
        let is_same_later = !operand.expr.any(|expr| match expr {
            Expr::Var(name) => !self.is_constant(name),
            other => has_effect(other) || reads_memory(other),
        });
        if is_same_later {
            return;
        }
        let area = operand.areas.area;
        let value = std::mem::replace(operand, Built::leaf(Expr::LitU32(0), area));
        let name = self.fresh_before("kept");
        nodes.push(BuiltNode::of(area, vec![value], &Node::let_bind(name.clone(), 0)));
        *operand = Built::leaf(Expr::Var(name), area);
    }

    /// Whether a variable of the IR never changes once its value is used: one that keeps an operand, or an immutable local.
    fn is_constant(&self, name: &str) -> bool {
        !self.mutable.contains(name)
    }

    /// `&&` and `||`. The right operand is evaluated with the left one where nobody can tell, and under a condition
    /// where it has effects or needs statements.
    fn short_circuit(
        &mut self,
        op: BinOp,
        left: &hir::Expr,
        right: &hir::Expr,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let left = self.value(left, nodes);
        // The variable is declared before the body, so the body must not take its name.
        let name = self.fresh("decided");
        let (body, right) = self.scope(|emitter, nodes| emitter.value(right, nodes));
        if body.is_empty() && !right.expr.any(|expr| has_effect(expr) || self.may_fail(expr)) {
            self.release();
            return Built::of(area, vec![left, right], &Expr::binary(op, 0, 0));
        }
        nodes.push(BuiltNode::of(area, vec![left], &Node::let_bind(&name, 0)));
        let decided = Built::leaf(Expr::Var(name.clone()), area);
        let cond = match op {
            BinOp::Or => Built::of(area, vec![decided], &Expr::unary(UnOp::LogicalNot, 0)),
            _ => decided,
        };
        let mut body = body;
        body.push(BuiltNode::of(area, vec![right], &Node::assign(&name, 0)));
        let shape = Node::if_then(0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, vec![cond], body, Vec::new(), &shape));
        // The variable changes after its declaration, so it is not constant for operands to the right; but nothing
        // changes it from here on.
        Built::leaf(Expr::Var(name), area)
    }

    /// Whether the expression itself may be a call in which an assertion fails.
    fn may_fail(&self, expr: &Expr) -> bool {
        let Expr::Call { op_id, .. } = expr else { return false };
        // Nothing is known of functions outside.
        match Link::of(op_id) {
            Some(Link::Function { .. } | Link::Method { .. }) => true,
            Some(Link::Local(_)) => self.kernel.has_assertions,
            _ => false,
        }
    }

    /// Emits a block whose value is used; its statements go to `nodes`.
    pub(super) fn block_value(
        &mut self,
        block: &hir::Block,
        ty: Ty,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        for stmt in &block.stmts {
            self.stmt(stmt, nodes);
        }
        match &block.tail {
            Some(tail) if tail.ty == Ty::Never => {
                self.statement(tail, nodes);
                self.literal(0, ty, area)
            }
            Some(tail) => self.value(tail, nodes),
            None => self.literal(0, ty, area),
        }
    }

    /// Emits an `if` whose value goes to a variable.
    pub(super) fn branch_into(
        &mut self,
        name: &Names,
        cond: &hir::Expr,
        then: &hir::Block,
        otherwise: &hir::Block,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let cond = self.value(cond, nodes);
        let (then, ()) = self.scope(|emitter, nodes| emitter.block_into(name, then, nodes));
        let (otherwise, ()) = self.scope(|emitter, nodes| emitter.block_into(name, otherwise, nodes));
        let shape = Node::if_then(0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, vec![cond], then, otherwise, &shape));
    }

    /// Emits a block whose value goes to a variable; chains of `else if` share it.
    pub(super) fn block_into(&mut self, name: &Names, block: &hir::Block, nodes: &mut Vec<BuiltNode>) {
        for stmt in &block.stmts {
            self.stmt(stmt, nodes);
        }
        let Some(tail) = &block.tail else { return };
        if let Kind::If { cond, then, otherwise: Some(otherwise) } = &tail.kind {
            return self.branch_into(name, cond, then, otherwise, tail.area, nodes);
        }
        if tail.ty == Ty::Never {
            return self.statement(tail, nodes);
        }
        if let Kind::Block(inner) = &tail.kind {
            // It may end without a value.
            return self.block_into(name, inner, nodes);
        }
        let value = self.tree(tail, nodes);
        self.assign_tree(name, value, tail.area, nodes);
    }
}

/// Whether evaluating the expression itself changes memory.
pub(super) fn has_effect(expr: &Expr) -> bool {
    matches!(expr, Expr::Atomic { .. })
}

/// Whether the expression itself reads memory that could change.
pub(super) fn reads_memory(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Load { .. } | Expr::LoadByte { .. } | Expr::LoadWord { .. } | Expr::AtomicLoad { .. }
    )
}
