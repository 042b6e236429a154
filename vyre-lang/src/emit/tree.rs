//! Values of several parts: tuples, and arrays that are no vectors. The IR has none, so each part is a value of its own.

use super::expr::has_effect;
use super::place::Cells;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, BufferId, Kind, LocalId};
use crate::types::Ty;
use std::collections::HashSet;
use vyre_ir::{BinOp, Expr, Link, Node};

/// A value, or the values of its parts.
pub(super) enum Tree {
    One(Built),
    Many(Vec<Tree>),
}

/// The variables that hold a value, part by part.
#[derive(Clone)]
pub(super) enum Names {
    One(String),
    Many(Vec<Names>),
    /// Those of an array are the elements of a local array.
    Held(BufferId),
}

/// What an assignment changes, with what it gives each.
#[derive(Default)]
struct Targets {
    variables: Vec<(String, Built)>,
    arrays: Vec<(BufferId, Tree)>,
}

impl Targets {
    fn of(names: &Names, tree: Tree) -> Targets {
        let mut targets = Targets::default();
        targets.add(names, tree);
        targets
    }

    fn add(&mut self, names: &Names, tree: Tree) {
        match (names, tree) {
            (Names::One(name), Tree::One(value)) => self.variables.push((name.clone(), value)),
            (Names::Many(names), Tree::Many(values)) => {
                names.iter().zip(values).for_each(|(names, value)| self.add(names, value));
            }
            (Names::Held(array), tree) => self.arrays.push((*array, tree)),
            // An error has been reported.
            (_, _) => {}
        }
    }

    fn values_mut(&mut self) -> Vec<&mut Built> {
        let mut values: Vec<&mut Built> = self.variables.iter_mut().map(|(_, value)| value).collect();
        self.arrays.iter_mut().for_each(|(_, tree)| tree.leaves_mut(&mut values));
        values
    }
}

impl Tree {
    /// The single values, from left to right.
    pub(super) fn leaves(self, into: &mut Vec<Built>) {
        match self {
            Tree::One(value) => into.push(value),
            Tree::Many(parts) => parts.into_iter().for_each(|part| part.leaves(into)),
        }
    }

    pub(super) fn leaves_mut<'a>(&'a mut self, into: &mut Vec<&'a mut Built>) {
        match self {
            Tree::One(value) => into.push(value),
            Tree::Many(parts) => parts.iter_mut().for_each(|part| part.leaves_mut(into)),
        }
    }
}

impl Names {
    fn variables(&self, into: &mut Vec<String>) {
        match self {
            Names::One(name) => into.push(name.clone()),
            Names::Many(parts) => parts.iter().for_each(|part| part.variables(into)),
            Names::Held(_) => {}
        }
    }

    /// Whether memory holds some of the parts.
    pub(super) fn holds(&self) -> bool {
        match self {
            Names::One(_) => false,
            Names::Many(parts) => parts.iter().any(Names::holds),
            Names::Held(_) => true,
        }
    }

    /// The variables of one of the parts.
    pub(super) fn part(&self, at: usize) -> Option<&Names> {
        match self {
            Names::One(_) | Names::Held(_) => None,
            Names::Many(parts) => parts.get(at),
        }
    }
}

impl Emitter<'_> {
    /// The values that variables hold.
    pub(super) fn read(&self, names: &Names, area: Area) -> Tree {
        match names {
            Names::One(name) => Tree::One(Built::leaf(Expr::var(name), area)),
            Names::Many(parts) => Tree::Many(parts.iter().map(|part| self.read(part, area)).collect()),
            Names::Held(array) => self.elements(*array, area),
        }
    }

    /// Whether values of a type have several parts.
    pub(super) fn is_many(&self, ty: Ty) -> bool {
        self.kernel.types.parts(ty).is_some()
    }

    /// Emits an expression of any type that has values.
    pub(super) fn tree(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Tree {
        if !self.is_many(expr.ty) {
            return Tree::One(self.value(expr, nodes));
        }
        let area = expr.area;
        if let Some(spot) = self.spot(expr, nodes) {
            return self.load_spot(&spot, expr.ty, area, nodes);
        }
        if let Some(names) = self.place_names(expr) {
            return self.read(names, area);
        }
        if let Some(place) = self.in_memory(expr) {
            return self.tree(&place, nodes);
        }
        match &expr.kind {
            Kind::Load { buffer, index } => self.load_vector(*buffer, index, (expr.ty, area), nodes),
            Kind::Many(parts) => {
                let parts: Vec<&hir::Expr> = parts.iter().collect();
                Tree::Many(self.trees(&parts, nodes))
            }
            Kind::Part { value, at } => match self.tree(value, nodes) {
                Tree::Many(mut parts) if *at < parts.len() => parts.swap_remove(*at),
                _ => self.zeros(expr.ty, area),
            },
            Kind::Pick { value, index } => self.pick(value, index, area, nodes),
            Kind::Local(local) if let Some(element) = self.element_behind(*local, area) => {
                self.tree(&element, nodes)
            }
            Kind::Item(at) => {
                let parts = self.kernel.items[*at].parts.iter();
                let mut parts =
                    parts.map(|at| Built::leaf(Expr::call(Link::Item(*at).to_string(), Vec::new()), area));
                self.shaped(expr.ty, &mut parts, area)
            }
            Kind::Whole(buffer) => self.elements(*buffer, area),
            Kind::Block(block) => {
                for stmt in &block.stmts {
                    self.stmt(stmt, nodes);
                }
                match &block.tail {
                    Some(tail) if tail.ty == Ty::Never => {
                        self.statement(tail, nodes);
                        self.zeros(expr.ty, area)
                    }
                    Some(tail) => self.tree(tail, nodes),
                    None => self.zeros(expr.ty, area),
                }
            }
            Kind::If { cond, then, otherwise: Some(otherwise) } => {
                let names = self.declare(expr.ty, "chosen", area, nodes);
                self.branch_into(&names, cond, then, otherwise, area, nodes);
                self.read(&names, area)
            }
            Kind::Select { cond, then, otherwise } => {
                let mut operands = self.trees(&[cond, then, otherwise], nodes).into_iter();
                match (operands.next(), operands.next(), operands.next()) {
                    (Some(Tree::One(mut cond)), Some(then), Some(otherwise)) => {
                        self.repeatable(&mut cond, nodes);
                        self.choose(&cond, then, otherwise, area)
                    }
                    _ => self.zeros(expr.ty, area),
                }
            }
            Kind::Loop { id, .. } | Kind::Labeled { id, .. } => {
                let names = self.declare(expr.ty, "chosen", area, nodes);
                self.results.insert(*id, names.clone());
                match &expr.kind {
                    Kind::Labeled { id, body } => self.labeled(*id, body, Some(&names), area, nodes),
                    _ => self.statement(expr, nodes),
                }
                self.read(&names, area)
            }
            Kind::CallOuter { call, args } => self.outer_result(*call, args, expr.ty, area, nodes),
            Kind::OuterOwn { call, .. } => self.outer_own(*call, expr.ty, area),
            Kind::CallFunction { function, args, given } => self.inlined(*function, args, given, area, nodes),
            Kind::Break { .. } | Kind::Continue { .. } | Kind::Return(_) => {
                self.statement(expr, nodes);
                self.zeros(expr.ty, area)
            }
            // A variable before it is set, and what an error has been reported for.
            _ => self.zeros(expr.ty, area),
        }
    }

    /// Emits operands of any type, as [`operands`](Self::operands) does.
    pub(super) fn trees(&mut self, operands: &[&hir::Expr], nodes: &mut Vec<BuiltNode>) -> Vec<Tree> {
        let mut built: Vec<Tree> = Vec::with_capacity(operands.len());
        for operand in operands {
            let mut before = Vec::new();
            let next = self.tree(operand, &mut before);
            if !before.is_empty() {
                let mut earlier = Vec::new();
                built.iter_mut().for_each(|tree| tree.leaves_mut(&mut earlier));
                earlier.into_iter().for_each(|leaf| self.keep(leaf, nodes));
                nodes.append(&mut before);
            }
            built.push(next);
        }
        built
    }

    /// Emits operands of any type as single values.
    pub(super) fn flat(&mut self, operands: &[hir::Expr], nodes: &mut Vec<BuiltNode>) -> Vec<Built> {
        let operands: Vec<&hir::Expr> = operands.iter().collect();
        let mut leaves = Vec::new();
        self.trees(&operands, nodes).into_iter().for_each(|tree| tree.leaves(&mut leaves));
        leaves
    }

    /// Does something with each single value.
    pub(super) fn each_leaf(&mut self, tree: &mut Tree, mut with: impl FnMut(&mut Self, &mut Built)) {
        let mut leaves = Vec::new();
        tree.leaves_mut(&mut leaves);
        leaves.into_iter().for_each(|leaf| with(self, leaf));
    }

    /// Evaluates the parts of a value now, unless they are the same later.
    pub(super) fn keep_tree(&mut self, tree: &mut Tree, nodes: &mut Vec<BuiltNode>) {
        self.each_leaf(tree, |emitter, leaf| emitter.keep(leaf, nodes));
    }

    /// Evaluates a value that nothing uses, as far as that changes memory.
    pub(super) fn for_effect(&mut self, tree: Tree, area: Area, nodes: &mut Vec<BuiltNode>) {
        let mut leaves = Vec::new();
        tree.leaves(&mut leaves);
        for leaf in leaves {
            if leaf.expr.any(has_effect) {
                self.bind("old", leaf, area, nodes);
            }
        }
    }

    /// Zeros of a type.
    pub(super) fn zeros(&self, ty: Ty, area: Area) -> Tree {
        match self.kernel.types.parts(ty) {
            Some((_, parts)) => Tree::Many(parts.iter().map(|part| self.zeros(*part, area)).collect()),
            None => Tree::One(self.literal(0, ty, area)),
        }
    }

    /// Declares variables for a value, which are zero.
    pub(super) fn declare(&mut self, ty: Ty, name: &str, area: Area, nodes: &mut Vec<BuiltNode>) -> Names {
        let zeros = self.zeros(ty, area);
        self.bind_tree(name, zeros, area, nodes)
    }

    /// Declares variables that hold a value.
    pub(super) fn bind_tree(
        &mut self,
        name: &str,
        tree: Tree,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Names {
        match tree {
            Tree::One(value) => Names::One(self.bind(name, value, area, nodes)),
            Tree::Many(parts) => Names::Many(
                parts
                    .into_iter()
                    .enumerate()
                    .map(|(at, part)| self.bind_tree(&format!("{name}_{at}"), part, area, nodes))
                    .collect(),
            ),
        }
    }

    /// Makes a local another name of variables.
    pub(super) fn alias_parts(&mut self, local: LocalId, names: Names) {
        match names {
            Names::One(name) => {
                self.locals.insert(local, name);
            }
            many => {
                self.parts.insert(local, many);
            }
        }
    }

    /// Says which variables a local is.
    pub(super) fn name_parts(&mut self, local: LocalId, names: Names) {
        if self.kernel.locals[local].is_mutable {
            let mut leaves = Vec::new();
            names.variables(&mut leaves);
            self.mutable.extend(leaves);
        }
        match names {
            Names::One(name) => self.name_local(local, name),
            many => {
                self.parts.insert(local, many);
            }
        }
    }

    /// Gives variables the parts of a value. Every part is computed before the first one changes.
    pub(super) fn assign_tree(&mut self, names: &Names, tree: Tree, area: Area, nodes: &mut Vec<BuiltNode>) {
        let mut targets = Targets::of(names, tree);
        let variables: HashSet<String> = targets.variables.iter().map(|(name, _)| name.clone()).collect();
        let arrays: HashSet<String> = targets.arrays.iter().map(|(array, _)| self.buffer(*array)).collect();
        let is_own = |expr: &Expr| match expr {
            Expr::Var(name) => variables.contains(name),
            Expr::Load { buffer, .. } => arrays.contains(buffer),
            _ => false,
        };
        let mut values = targets.values_mut();
        if values.len() > 1 {
            for value in values.iter_mut().filter(|value| value.expr.any(is_own)) {
                let old = std::mem::replace(&mut **value, Built::leaf(Expr::LitU32(0), area));
                let name = self.bind("kept", old, area, nodes);
                **value = Built::leaf(Expr::Var(name), area);
            }
        }
        for (target, value) in targets.variables {
            nodes.push(BuiltNode::of(area, vec![value], &Node::assign(target, 0)));
        }
        for (array, tree) in targets.arrays {
            self.store_elements(array, tree, area, nodes);
        }
    }

    /// One of two values, part by part.
    fn choose(&mut self, cond: &Built, then: Tree, otherwise: Tree, area: Area) -> Tree {
        match (then, otherwise) {
            (Tree::Many(then), Tree::Many(otherwise)) => {
                let parts = then.into_iter().zip(otherwise);
                Tree::Many(parts.map(|(then, otherwise)| self.choose(cond, then, otherwise, area)).collect())
            }
            (Tree::One(then), Tree::One(otherwise)) => {
                let operands = vec![cond.copy_leaf(), then, otherwise];
                Tree::One(Built::of(area, operands, &Expr::select(0, 0, 0)))
            }
            (then, _) => then,
        }
    }

    /// The part of an array value at an index.
    pub(super) fn pick(
        &mut self,
        value: &hir::Expr,
        index: &hir::Expr,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        let element = self.kernel.types.parts(value.ty).and_then(|(_, parts)| parts.first().copied());
        let mut operands = self.trees(&[value, index], nodes).into_iter();
        let (Some(Tree::Many(mut parts)), Some(Tree::One(mut index))) = (operands.next(), operands.next())
        else {
            return self.zeros(element.unwrap_or(Ty::U32), area);
        };
        let otherwise = self.zeros(element.unwrap_or(Ty::U32), area);
        if let Expr::LitU32(at) = index.expr {
            let at = at as usize;
            return if at < parts.len() { parts.swap_remove(at) } else { otherwise };
        }
        self.repeatable(&mut index, nodes);
        let parts = parts.into_iter().enumerate().rev();
        parts.fold(otherwise, |otherwise, (at, part)| {
            let at = Built::leaf(Expr::LitU32(at as u32), area);
            let mut is_it = Built::of(area, vec![index.copy_leaf(), at], &Expr::binary(BinOp::Eq, 0, 0));
            if let Tree::Many(_) = part {
                self.repeatable(&mut is_it, nodes);
                return self.choose(&is_it, part, otherwise, area);
            }
            match (part, otherwise) {
                (Tree::One(part), Tree::One(otherwise)) => {
                    Tree::One(Built::of(area, vec![is_it, part, otherwise], &Expr::select(0, 0, 0)))
                }
                (part, _) => part,
            }
        })
    }

    /// The elements of a local or workgroup array.
    fn elements(&self, buffer: BufferId, area: Area) -> Tree {
        let ty = self.kernel.types.resolve(self.known(buffer).ty);
        let count = self.known(buffer).decl.count;
        if let Cells::Words(stride) = self.cells(buffer) {
            return Tree::Many((0..count).map(|at| self.load_at(buffer, at, stride, area)).collect());
        }
        let (name, first) = (self.buffer(buffer), self.beginning(buffer));
        let element = |at| {
            let index = Built::leaf(Expr::LitU32(first + at), area);
            let element = Built::of(area, vec![index], &Expr::load(&name, 0));
            Tree::One(self.loaded(element, ty, area))
        };
        Tree::Many((0..count).map(element).collect())
    }

    /// Writes an array value to the elements of a local or workgroup array.
    pub(super) fn store_elements(
        &mut self,
        buffer: BufferId,
        tree: Tree,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let ty = self.kernel.types.resolve(self.known(buffer).ty);
        let (name, first) = (self.buffer(buffer), self.beginning(buffer));
        let mut values = Vec::new();
        let stride = match (self.cells(buffer), tree) {
            (Cells::Words(stride), Tree::Many(elements)) => {
                for element in elements {
                    values.append(&mut self.words(element, ty, area, nodes));
                }
                stride
            }
            (_, tree) => {
                tree.leaves(&mut values);
                values = values.into_iter().map(|value| self.stored(value, ty)).collect();
                1
            }
        };
        // A value that reads the array itself must do so before the first element changes.
        let is_own = |expr: &Expr| matches!(expr, Expr::Load { buffer, .. } if *buffer == name);
        let has_effects = values.iter().any(|value| value.expr.any(has_effect));
        if values.len() > 1 {
            let kept = values.iter_mut().filter(|value| has_effects || value.expr.any(is_own));
            kept.for_each(|value| self.keep(value, nodes));
        }
        self.store_run(&name, first * stride, values, area, nodes);
    }

    /// `==` or `!=` of values of several parts.
    pub(super) fn same(
        &mut self,
        [left, right]: [&hir::Expr; 2],
        is_equal: bool,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let ty = left.ty;
        let mut types = Vec::new();
        self.leaf_types(ty, &mut types);
        let mut sides = self.trees(&[left, right], nodes).into_iter().map(|tree| {
            let mut leaves = Vec::new();
            tree.leaves(&mut leaves);
            leaves
        });
        let (lefts, rights) = (sides.next().unwrap_or_default(), sides.next().unwrap_or_default());
        let (op, join) = if is_equal { (BinOp::Eq, BinOp::And) } else { (BinOp::Ne, BinOp::Or) };
        let mut all: Option<Built> = None;
        for ((left, right), ty) in lefts.into_iter().zip(rights).zip(types) {
            let same = self.binary(op, (ty, ty), vec![left, right], area, nodes);
            all = Some(match all {
                None => same,
                Some(before) => Built::of(area, vec![before, same], &Expr::binary(join, 0, 0)),
            });
        }
        all.unwrap_or_else(|| Built::leaf(Expr::LitU32(is_equal.into()), area))
    }

    fn leaf_types(&self, ty: Ty, into: &mut Vec<Ty>) {
        match self.kernel.types.parts(ty) {
            Some((_, parts)) => parts.iter().for_each(|part| self.leaf_types(*part, into)),
            None => into.push(self.kernel.types.resolve(ty).machine()),
        }
    }

    /// Single values as a value of a type.
    pub(super) fn shaped(&self, ty: Ty, leaves: &mut impl Iterator<Item = Built>, area: Area) -> Tree {
        match self.kernel.types.parts(ty) {
            Some((_, parts)) => {
                Tree::Many(parts.iter().map(|part| self.shaped(*part, leaves, area)).collect())
            }
            None => Tree::One(leaves.next().unwrap_or_else(|| self.literal(0, ty, area))),
        }
    }

    /// What an assignment gives variables: the value, or what an operator makes of theirs and it.
    pub(super) fn updated(
        &mut self,
        names: &Names,
        ty: Ty,
        (new, value): (Tree, &hir::Expr),
        op: Option<BinOp>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        match (op, new, self.read(names, area)) {
            (Some(op), Tree::One(new), Tree::One(current)) => {
                let types = (self.kernel.types.resolve(ty).machine(), self.ty(value));
                Tree::One(self.binary(op, types, vec![current, new], area, nodes))
            }
            (_, new, _) => new,
        }
    }
}
