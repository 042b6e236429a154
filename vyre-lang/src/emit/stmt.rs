//! Statements.

use super::expr::{has_effect, reads_memory};
use super::place::Cells;
use super::tree::{Names, Tree};
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, BufferId, Kind, LocalId, Stmt};
use crate::types::Ty;
use vyre_ir::{BinOp, Expr, Node};

impl Emitter<'_> {
    /// Emits a block whose value is not used.
    pub(super) fn block(&mut self, block: &hir::Block, nodes: &mut Vec<BuiltNode>) {
        for stmt in &block.stmts {
            self.stmt(stmt, nodes);
        }
        if let Some(tail) = &block.tail {
            self.statement(tail, nodes);
        }
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt, nodes: &mut Vec<BuiltNode>) {
        match stmt {
            Stmt::Expr(expr) => self.statement(expr, nodes),
            Stmt::Refer { reference, place, area } => self.refer(*reference, place, *area, nodes),
            Stmt::View { name, view, area } => self.bind_view(*name, view, *area, nodes),
            Stmt::Move { name, view, area } => self.move_view(*name, view, *area, nodes),
            Stmt::Fill { buffer, value, area } => self.fill(*buffer, value, *area, nodes),
            Stmt::Let { value, area, .. } if let Some((call, args)) = self.unused_result(value) => {
                // The method may have no result. What it leaves of its receiver is a part of what the call gives.
                self.outer_result(call, args, Ty::Unit, *area, nodes);
            }
            Stmt::Let { local, value, area } if self.is_many(value.ty) => {
                let names = match &value.kind {
                    Kind::If { cond, then, otherwise: Some(otherwise) } => {
                        let names = self.declare_parts(*local, *area, nodes);
                        self.branch_into(&names, cond, then, otherwise, *area, nodes);
                        names
                    }
                    _ => {
                        if let Some(names) = self.shared_place(*local, value) {
                            return self.alias_parts(*local, names);
                        }
                        let value = self.tree(value, nodes);
                        return self.bind_parts(*local, value, *area, nodes);
                    }
                };
                self.name_parts(*local, names);
            }
            Stmt::Let { local, value, area } => match &value.kind {
                Kind::If { cond, then, otherwise: Some(otherwise) } => {
                    let zero = self.literal(0, value.ty, *area);
                    let name = self.bind(&self.kernel.locals[*local].name, zero, *area, nodes);
                    self.branch_into(&Names::One(name.clone()), cond, then, otherwise, *area, nodes);
                    self.name_local(*local, name);
                }
                Kind::Collective { .. } | Kind::UniformLoad { .. } if self.ty(value) != Ty::Bool => {
                    let name = self.together(value, &self.kernel.locals[*local].name, nodes);
                    self.name_local(*local, name);
                }
                _ => {
                    let value = self.value(value, nodes);
                    self.bind_local(*local, value, *area, nodes);
                }
            },
        }
    }

    /// The call of a method in whose result nothing is interested, if an expression is one.
    fn unused_result<'e>(&self, value: &'e hir::Expr) -> Option<(usize, &'e [hir::Expr])> {
        let Kind::CallOuter { call, args } = &value.kind else { return None };
        self.kernel.outer_calls[*call].is_statement.then_some((*call, args))
    }

    /// Emits an expression for its effects.
    pub(super) fn statement(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) {
        let area = expr.area;
        match &expr.kind {
            Kind::If { cond, then, otherwise } => self.branch(cond, then, otherwise.as_ref(), area, nodes),
            Kind::Block(block) => {
                let (body, ()) = self.scope(|emitter, nodes| emitter.block(block, nodes));
                let shape = Node::Block(Vec::new());
                nodes.push(BuiltNode::with_bodies(area, Vec::new(), body, Vec::new(), &shape));
            }
            _ if self.assign_element(expr, nodes) => {}
            Kind::AssignPart { place, value, .. } if self.is_lent_from(value, place) => {}
            Kind::AssignPart { place, op, value } if self.cells_of(place).is_some() => {
                self.store_part(place, *op, value, nodes);
            }
            Kind::AssignPart { place, op, value } => match self.in_memory(place) {
                Some(place) => self.assign_in_memory(place, *op, value, nodes),
                None => self.assign_part(place, *op, value, area, nodes),
            },
            Kind::AssignWhole { buffer, value } if self.lend(*buffer, value) => {}
            Kind::AssignWhole { buffer, value } => {
                let value = self.tree(value, nodes);
                self.store_elements(*buffer, value, area, nodes);
            }
            Kind::Assign { local, value, .. } if self.is_many(value.ty) => {
                let kind = Kind::Local(*local);
                if self.is_lent_from(value, &hir::Expr { kind, ty: value.ty, area }) {
                    return;
                }
                let value = self.tree(value, nodes);
                if let Some(names) = self.parts.get(local).cloned() {
                    self.assign_tree(&names, value, area, nodes);
                }
            }
            Kind::CallFunction { function, args, given } if !self.kernel.functions[*function].is_called() => {
                let result = self.inlined(*function, args, given, area, nodes);
                self.for_effect(result, area, nodes);
            }
            Kind::Assign { local, op, value } => self.assign(*local, *op, value, area, nodes),
            Kind::AssignLane { local, index, op, value } => {
                self.assign_lane(*local, index, *op, value, area, nodes);
            }
            Kind::StorePart { place, op, value } => self.store_part(place, *op, value, nodes),
            Kind::Store { buffer, index, op: None, value, place } if self.is_wide(*buffer) => {
                self.store_element(*buffer, index, value, *place, nodes);
            }
            Kind::StoreLane { buffer, index, lane, op, value, place } if self.is_wide(*buffer) => {
                let ty = self.known(*buffer).ty;
                let area = *place;
                let load = Kind::Load { buffer: *buffer, index: index.clone() };
                let vector = Box::new(hir::Expr { kind: load, ty, area });
                let kind = Kind::Lane { value: vector, index: lane.clone() };
                let lane = hir::Expr { kind, ty: self.kernel.types.resolve(ty).lane(), area };
                self.store_part(&lane, *op, value, nodes);
            }
            Kind::Store { buffer, index, op, value, place } => {
                self.store(*buffer, index, *op, value, *place, nodes);
            }
            Kind::StoreLane { buffer, index, lane, op, value, place } => {
                self.store_lane(*buffer, [value, index, lane], *op, *place, nodes);
            }
            Kind::For { id, local, range, body } => self.for_loop(*id, *local, range, body, area, nodes),
            Kind::Loop { id, cond, body } => self.endless_loop(*id, cond.as_deref(), body, area, nodes),
            Kind::Labeled { id, body } => self.labeled(*id, body, None, area, nodes),
            Kind::Break { target, value } => self.break_out(*target, value.as_deref(), area, nodes),
            Kind::Continue { target } => self.jump(*target, &Node::Continue, area, nodes),
            Kind::Return(value) => self.return_value(value.as_deref(), area, nodes),
            Kind::Barrier => nodes.push(BuiltNode::of(area, Vec::new(), &Node::Barrier)),
            Kind::Assert { cond, message, .. } => {
                let cond = self.value(cond, nodes);
                nodes.push(BuiltNode::of(area, vec![cond], &Node::assert(0, message)));
            }
            Kind::Print(printing) => self.print(printing, area, nodes),
            Kind::Nothing => {}
            _ if self.is_many(expr.ty) => {
                let value = self.tree(expr, nodes);
                self.bind_tree("unused", value, area, nodes);
            }
            _ => {
                let value = self.value(expr, nodes);
                // An expression without effects is evaluated all the same where the validator could find fault with
                // it; the lowering drops it.
                if expr.ty != Ty::Error && !matches!(value.expr, Expr::Var(_) | Expr::LitU32(_)) {
                    let name = if value.expr.any(has_effect) { "old" } else { "unused" };
                    self.bind(name, value, area, nodes);
                }
            }
        }
    }

    /// Emits what a workgroup computes or loads together, which declares a variable. Gives its name.
    pub(super) fn together(&mut self, expr: &hir::Expr, name: &str, nodes: &mut Vec<BuiltNode>) -> String {
        let operands = match &expr.kind {
            Kind::Collective { value, id: Some(id), .. } => self.operands(&[value, id], nodes),
            Kind::Collective { value, .. } => self.operands(&[value], nodes),
            Kind::UniformLoad { buffer, index } => {
                let index = self.value(index, nodes);
                vec![self.within(*buffer, index, nodes)]
            }
            _ => Vec::new(),
        };
        let name = self.fresh(name);
        let shape = match &expr.kind {
            Kind::Collective { op, id: None, .. } => Node::collective(&name, *op, 0),
            Kind::Collective { .. } => Node::broadcast(&name, 0, 0),
            Kind::UniformLoad { buffer, .. } => Node::uniform_load(&name, self.buffer(*buffer), 0),
            _ => unreachable!("nothing else is computed together"),
        };
        let area = expr.area;
        nodes.push(BuiltNode::of(area, operands, &shape));
        name
    }

    fn branch(
        &mut self,
        cond: &hir::Expr,
        then: &hir::Block,
        otherwise: Option<&hir::Block>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let cond = self.value(cond, nodes);
        let (then, ()) = self.scope(|emitter, nodes| emitter.block(then, nodes));
        let (otherwise, ()) = self.scope(|emitter, nodes| {
            if let Some(otherwise) = otherwise {
                emitter.block(otherwise, nodes);
            }
        });
        let shape = Node::if_then(0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, vec![cond], then, otherwise, &shape));
    }

    fn assign(
        &mut self,
        local: LocalId,
        op: Option<BinOp>,
        value: &hir::Expr,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let right = self.ty(value);
        let mut value = self.value(value, nodes);
        if let Some(op) = op {
            let current = self.variable(local, area, nodes);
            let ty = self.kernel.types.resolve(self.kernel.locals[local].ty).machine();
            value = self.binary(op, (ty, right), vec![current, value], area, nodes);
        }
        nodes.push(BuiltNode::of(area, vec![value], &Node::assign(self.local(local), 0)));
    }

    /// Whether the elements of a buffer are several words, or vectors of them.
    fn is_wide(&self, buffer: BufferId) -> bool {
        self.cells(buffer) != Cells::One
    }

    /// Rust evaluates the value of an assignment before the index, and the index once; the argument of an atomic's
    /// `store` comes after the index.
    fn store(
        &mut self,
        buffer: BufferId,
        index: &hir::Expr,
        op: Option<BinOp>,
        value: &hir::Expr,
        place: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let is_call = self.known(buffer).is_atomic;
        let (ty, right) = (self.kernel.types.resolve(self.known(buffer).ty).machine(), self.ty(value));
        let slice = buffer;
        if let Some((local, of)) = self.vector_of(slice) {
            let [new, index] = self.repeatables([value, index], nodes);
            let mut index = self.within(slice, index, nodes);
            self.repeatable(&mut index, nodes);
            return self.set_lane((local, of), index, op, (right, new), place, nodes);
        }
        let buffer = self.buffer(slice);
        let (id, packed) = (slice, self.packed(slice));
        if is_call {
            let mut operands = self.operands(&[index, value], nodes);
            let at = std::mem::replace(&mut operands[0], Built::leaf(Expr::LitU32(0), place));
            operands[0] = self.within(slice, at, nodes);
            return nodes.push(BuiltNode::of(place, operands, &Node::atomic_store(buffer, 0, 0)));
        }
        let mut value = self.value(value, nodes);
        let mut before = Vec::new();
        let index = self.value(index, &mut before);
        let mut index = self.within(slice, index, &mut before);
        // The IR evaluates the index first.
        let is_sensitive = |expr: &Expr| has_effect(expr) || reads_memory(expr);
        let order_shows = value.expr.any(has_effect) && index.expr.any(is_sensitive)
            || index.expr.any(has_effect) && value.expr.any(is_sensitive);
        if !before.is_empty() || order_shows {
            self.keep(&mut value, nodes);
        }
        nodes.append(&mut before);
        if let Some(op) = op {
            if index.expr.child(0).is_some() {
                let area = index.areas.area;
                let name = self.bind("at", index, area, nodes);
                index = Built::leaf(Expr::Var(name), area);
            }
            let again = Built::leaf(index.expr.clone(), index.areas.area);
            let current = match packed {
                Some(ty) => self.load_packed(id, ty, again, place, nodes),
                None => {
                    let current = Built::of(place, vec![again], &Expr::load(&buffer, 0));
                    self.loaded(current, ty, place)
                }
            };
            value = self.binary(op, (ty, right), vec![current, value], place, nodes);
        }
        if let Some(ty) = packed {
            // What the value reads must be read before the store.
            self.keep(&mut value, nodes);
            return self.store_packed(id, ty, [index, value], place, nodes);
        }
        let value = self.stored(value, ty);
        nodes.push(BuiltNode::of(place, vec![index, value], &Node::store(buffer, 0, 0)));
    }

    /// The value comes before the index, as in every assignment.
    fn assign_lane(
        &mut self,
        local: LocalId,
        index: &hir::Expr,
        op: Option<BinOp>,
        value: &hir::Expr,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let [new, index] = self.repeatables([value, index], nodes);
        let ty = self.kernel.types.resolve(self.kernel.locals[local].ty).machine();
        self.set_lane((local, ty), index, op, (self.ty(value), new), area, nodes);
    }

    /// Gives a lane of a variable a value.
    pub(super) fn set_lane(
        &mut self,
        (local, ty): (LocalId, Ty),
        index: Built,
        op: Option<BinOp>,
        (right, new): (Ty, Built),
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        if let Some(element) = self.element_behind(local, area) {
            return self.set_lane_behind(&element, index, op, (right, new), nodes);
        }
        let mut vector = self.variable(local, area, nodes);
        self.repeatable(&mut vector, nodes);
        let new = self.new_lane((ty, &vector), &index, op, (right, new), area, nodes);
        let whole = self.with_lane(ty, &vector, &index, &new, area);
        nodes.push(BuiltNode::of(area, vec![whole], &Node::assign(self.local(local), 0)));
    }

    /// A lane of an element: the whole element is read and written. The value comes first, then the index, then the lane.
    fn store_lane(
        &mut self,
        buffer: BufferId,
        parts @ [value, ..]: [&hir::Expr; 3],
        op: Option<BinOp>,
        place: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let [new, index, lane] = self.repeatables(parts, nodes);
        let mut index = self.within(buffer, index, nodes);
        self.repeatable(&mut index, nodes);
        let ty = self.kernel.types.resolve(self.known(buffer).ty);
        let name = self.buffer(buffer);
        let mut vector = Built::of(place, vec![index.copy_leaf()], &Expr::load(&name, 0));
        self.repeatable(&mut vector, nodes);
        let new = self.new_lane((ty, &vector), &lane, op, (self.ty(value), new), place, nodes);
        let whole = self.with_lane(ty, &vector, &lane, &new, place);
        nodes.push(BuiltNode::of(place, vec![index, whole], &Node::store(name, 0, 0)));
    }

    /// Evaluates operands from left to right, into what can stand several times.
    fn repeatables<const N: usize>(
        &mut self,
        operands: [&hir::Expr; N],
        nodes: &mut Vec<BuiltNode>,
    ) -> [Built; N] {
        let mut built = self.operands(&operands, nodes).into_iter();
        operands.map(|operand| {
            let area = operand.area;
            let mut built = built.next().unwrap_or_else(|| Built::leaf(Expr::LitU32(0), area));
            self.repeatable(&mut built, nodes);
            built
        })
    }

    /// What an assignment puts into a lane: the value, or what the operator makes of the lane and the value.
    pub(super) fn new_lane(
        &mut self,
        (ty, vector): (Ty, &Built),
        index: &Built,
        op: Option<BinOp>,
        (right, value): (Ty, Built),
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let Some(op) = op else { return value };
        let current = self.lane(ty, vector.copy_leaf(), index.copy_leaf(), area, nodes);
        let mut value = self.binary(op, (ty.lane(), right), vec![current, value], area, nodes);
        self.repeatable(&mut value, nodes);
        value
    }

    /// A local array begins anew wherever its declaration is executed, so each element is written there; but it is zero
    /// when the invocation starts.
    fn fill(&mut self, buffer: BufferId, value: &hir::Expr, area: Area, nodes: &mut Vec<BuiltNode>) {
        let declared = &self.kernel.buffers[buffer];
        let is_first = self.scopes.len() == 1 && self.inlining.is_empty();
        if is_first && matches!(value.kind, Kind::Literal(0)) {
            return;
        }
        let (ty, count) = (self.kernel.types.resolve(declared.ty), declared.decl.count);
        let count = match &declared.length {
            Some(length) => self.value(length, nodes),
            None => Built::leaf(Expr::LitU32(count), area),
        };
        let of = self.kernel.types.resolve(value.ty);
        let mut value = self.tree(value, nodes);
        self.each_leaf(&mut value, |emitter, leaf| emitter.repeatable(leaf, nodes));
        if let Cells::Words(stride) = self.cells(buffer)
            && of != ty
        {
            return self.fill_words(
                buffer,
                (value, of),
                stride.saturating_mul(declared.decl.count),
                area,
                nodes,
            );
        }
        let (name, first) = (self.buffer(buffer), self.beginning(buffer));
        let (body, var) = self.scope(|emitter, nodes| {
            let var = emitter.fresh("step");
            let mut index = Built::leaf(Expr::var(&var), area);
            let value = match value {
                Tree::One(value) if !emitter.is_wide(buffer) => emitter.stored(value, ty),
                value => {
                    emitter.store_at(buffer, index, value, area, nodes);
                    return var;
                }
            };
            if first > 0 {
                let first = Built::leaf(Expr::LitU32(first), area);
                index = Built::of(area, vec![index, first], &Expr::binary(BinOp::Add, 0, 0));
            }
            nodes.push(BuiltNode::of(area, vec![index, value], &Node::store(name, 0, 0)));
            var
        });
        let bounds = [Built::leaf(Expr::LitU32(0), area), count];
        let shape = Node::for_range(var, 0, 0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, bounds.into(), body, Vec::new(), &shape));
    }
    /// Gives every value in the elements of a local array, which are arrays, the same one.
    fn fill_words(
        &mut self,
        buffer: BufferId,
        (value, ty): (Tree, Ty),
        count: u32,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let name = self.buffer(buffer);
        let Cells::Words(of_element) = self.cells(buffer) else { return };
        let first = self.beginning(buffer) * of_element;
        let mut words = self.words(value, ty, area, nodes);
        words.iter_mut().for_each(|word| self.repeatable(word, nodes));
        let number = |number| Built::leaf(Expr::LitU32(number), area);
        let binary = |op, left, right| Built::of(area, vec![left, right], &Expr::binary(op, 0, 0));
        let stride = words.len().max(1) as u32;
        let (body, var) = self.scope(|emitter, nodes| {
            let var = emitter.fresh("step");
            for (word, at) in words.into_iter().zip(0..) {
                let mut index = Built::leaf(Expr::var(&var), area);
                if stride > 1 {
                    index = binary(BinOp::Mul, index, number(stride));
                }
                if first + at > 0 {
                    index = binary(BinOp::Add, index, number(first + at));
                }
                nodes.push(BuiltNode::of(area, vec![index, word], &Node::store(&name, 0, 0)));
            }
            var
        });
        let bounds = [number(0), number(count / stride)];
        let shape = Node::for_range(var, 0, 0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, bounds.into(), body, Vec::new(), &shape));
    }
}
