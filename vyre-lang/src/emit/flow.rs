//! Loops and jumps.
//!
//! The IR counts `u32`s upwards from one bound to another, and its jumps concern the innermost loop. Everything else is composed of that:
//! a `for` over another range counts its rounds and computes the value from their number; `while` and `loop` count to the
//! end of the `u32`s; a block with a label is a loop of one round; and a jump out of several loops leaves a
//! number in a variable, by which the loops on its way are left too.

use super::tree::Names;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Adaptor, Counted, LocalId, LoopId};
use crate::types::Ty;
use vyre_ir::{BinOp, Expr, Node, UnOp};

/// What a jump leaves in the variable of its target.
const BREAK: u32 = 1;
const CONTINUE: u32 = 2;

impl Emitter<'_> {
    /// Emits a loop that counts from one bound up to another. `body` gives the name of its variable.
    pub(super) fn looped(
        &mut self,
        id: LoopId,
        bounds: [Built; 2],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
        body: impl FnOnce(&mut Self, &mut Vec<BuiltNode>) -> String,
    ) {
        let exits = self.kernel.loops.get(id).map(|known| known.exits.clone()).unwrap_or_default();
        let around = self.frames.last().copied();
        for target in exits.keys().filter(|target| Some(**target) == around) {
            let zero = Built::leaf(Expr::LitU32(0), area);
            let name = self.bind("leave", zero, area, nodes);
            self.leaves.insert(*target, name);
        }
        self.frames.push(id);
        let (body, var) = self.scope(body);
        self.frames.pop();
        let shape = Node::for_range(var, 0, 0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, bounds.into(), body, Vec::new(), &shape));
        for (target, kinds) in exits {
            let Some(leave) = self.leaves.get(&target).cloned() else { continue };
            let jump = |number: Option<u32>, node: &Node| {
                let var = Built::leaf(Expr::var(&leave), area);
                let cond = match number {
                    None => var,
                    Some(number) => {
                        let number = Built::leaf(Expr::LitU32(number), area);
                        Built::of(area, vec![var, number], &Expr::binary(BinOp::Eq, 0, 0))
                    }
                };
                let jump = vec![BuiltNode::of(area, Vec::new(), node)];
                BuiltNode::with_bodies(area, vec![cond], jump, Vec::new(), &Node::if_then(0, Vec::new()))
            };
            if Some(target) != around {
                nodes.push(jump(None, &Node::Break));
                continue;
            }
            match (kinds.breaks, kinds.continues) {
                (true, true) => {
                    nodes.push(jump(Some(BREAK), &Node::Break));
                    nodes.push(jump(Some(CONTINUE), &Node::Continue));
                }
                (true, false) => nodes.push(jump(None, &Node::Break)),
                (false, _) => nodes.push(jump(None, &Node::Continue)),
            }
            self.leaves.remove(&target);
        }
    }

    /// `break` and `continue`, of any loop around.
    pub(super) fn jump(&mut self, target: LoopId, node: &Node, area: Area, nodes: &mut Vec<BuiltNode>) {
        if let (true, Some(leave)) = (self.frames.last() != Some(&target), self.leaves.get(&target)) {
            let number = if *node == Node::Break { BREAK } else { CONTINUE };
            let number = Built::leaf(Expr::LitU32(number), area);
            nodes.push(BuiltNode::of(area, vec![number], &Node::assign(leave, 0)));
            return nodes.push(BuiltNode::of(area, Vec::new(), &Node::Break));
        }
        nodes.push(BuiltNode::of(area, Vec::new(), node));
    }

    pub(super) fn break_out(
        &mut self,
        target: LoopId,
        value: Option<&hir::Expr>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        match (value, self.results.get(&target).cloned()) {
            (Some(value), Some(result)) => {
                let value = self.tree(value, nodes);
                self.assign_tree(&result, value, area, nodes);
            }
            (Some(value), None) => self.statement(value, nodes),
            (None, _) => {}
        }
        self.jump(target, &Node::Break, area, nodes);
    }

    /// `loop` and `while`.
    pub(super) fn endless_loop(
        &mut self,
        id: LoopId,
        cond: Option<&hir::Expr>,
        body: &hir::Block,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let bounds = [0, u32::MAX].map(|bound| Built::leaf(Expr::LitU32(bound), area));
        self.looped(id, bounds, area, nodes, |emitter, nodes| {
            let var = emitter.fresh("round");
            if let Some(cond) = cond {
                let area = cond.area;
                let cond = emitter.value(cond, nodes);
                let ended = Built::of(area, vec![cond], &Expr::unary(UnOp::LogicalNot, 0));
                let leave = vec![BuiltNode::of(area, Vec::new(), &Node::Break)];
                let shape = Node::if_then(0, Vec::new());
                nodes.push(BuiltNode::with_bodies(area, vec![ended], leave, Vec::new(), &shape));
            }
            emitter.block(body, nodes);
            var
        });
    }

    /// A block with a label, whose value goes to a variable if it is used.
    pub(super) fn labeled(
        &mut self,
        id: LoopId,
        body: &hir::Block,
        result: Option<&Names>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let bounds = [0, 1].map(|bound| Built::leaf(Expr::LitU32(bound), area));
        self.looped(id, bounds, area, nodes, |emitter, nodes| {
            let var = emitter.fresh("once");
            match result {
                Some(result) => emitter.block_into(result, body, nodes),
                None => emitter.block(body, nodes),
            }
            var
        });
    }

    pub(super) fn for_loop(
        &mut self,
        id: LoopId,
        local: LocalId,
        range: &Counted,
        body: &hir::Block,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let adaptors = range.adaptors.iter().filter_map(|adaptor| match adaptor {
            Adaptor::StepBy(step) => Some(step),
            Adaptor::Rev => None,
        });
        let parts: Vec<&hir::Expr> = [&*range.from, &*range.to].into_iter().chain(adaptors).collect();
        let types: Vec<Ty> = parts.iter().map(|part| self.ty(part)).collect();
        let mut parts = self.operands(&parts, nodes);
        let name = self.kernel.locals[local].name.clone();
        if let (Ty::U32, [from, to], true) = (types[0], &mut parts[..], range.adaptors.is_empty()) {
            let is_direct = match (range.is_closed, &from.expr, &to.expr) {
                (false, ..) => true,
                (true, _, Expr::LitU32(last)) if *last < u32::MAX => {
                    to.expr = Expr::LitU32(last + 1);
                    true
                }
                _ => false,
            };
            if is_direct && let (Some(to), Some(from)) = (parts.pop(), parts.pop()) {
                return self.looped(id, [from, to], area, nodes, |emitter, nodes| {
                    let var = emitter.fresh(&name);
                    emitter.name_local(local, var.clone());
                    emitter.block(body, nodes);
                    var
                });
            }
        }
        let mut parts = parts.into_iter();
        let (Some(from), Some(to)) = (parts.next(), parts.next()) else { return };
        let mut progression = self.progression(range.is_closed, types[0], [from, to], area, nodes);
        let mut steps = parts.zip(&types[2..]);
        for adaptor in &range.adaptors {
            progression = match adaptor {
                Adaptor::Rev => self.reversed(progression, area, nodes),
                Adaptor::StepBy(_) => match steps.next() {
                    Some((step, ty)) => self.stepped(progression, step, *ty, area, nodes),
                    None => progression,
                },
            };
        }
        let zero = Built::leaf(Expr::LitU32(0), area);
        let rounds = self.rounds(&progression, area);
        self.looped(id, [zero, rounds], area, nodes, |emitter, nodes| {
            let var = emitter.fresh("step");
            let value = emitter.nth(&progression, &var, area, nodes);
            emitter.bind_local(local, value, area, nodes);
            emitter.block(body, nodes);
            var
        });
    }
}
