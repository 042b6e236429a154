//! The operands of the typed tree's expressions, for those who walk it.

use crate::hir::{Adaptor, Block, Cut, Expr, Kind, Place, Stmt};

impl Kind {
    /// The expressions that are evaluated once each, in the order in which they stand there. None of what is evaluated under a condition or
    /// several times: of `&&` and `||`, branches, blocks and loops.
    pub(crate) fn operands(&self) -> Vec<&Expr> {
        match self {
            Kind::Literal(_)
            | Kind::Passed(_)
            | Kind::Constant(_)
            | Kind::Item(_)
            | Kind::Local(_)
            | Kind::Len(_)
            | Kind::Start(_)
            | Kind::Whole(_)
            | Kind::Id(..)
            | Kind::Continue { .. }
            | Kind::Barrier
            | Kind::Nothing
            | Kind::ShortCircuit { .. }
            | Kind::If { .. }
            | Kind::Block(_)
            | Kind::For { .. }
            | Kind::Loop { .. }
            | Kind::Labeled { .. } => Vec::new(),
            Kind::Load { index: only, .. }
            | Kind::UniformLoad { index: only, .. }
            | Kind::LoadByte { index: only, .. }
            | Kind::LoadWord { index: only, .. }
            | Kind::Unary { operand: only, .. }
            | Kind::Assert { cond: only, .. }
            | Kind::Cast(only)
            | Kind::Index(only)
            | Kind::Splat(only)
            | Kind::Part { value: only, .. }
            | Kind::AssignWhole { value: only, .. }
            | Kind::Assign { value: only, .. } => vec![only],
            Kind::Collective { value, id, .. } => {
                let operands = [Some(value), id.as_ref()];
                operands.into_iter().flatten().map(|it| &**it).collect()
            }
            Kind::Atomic { index, expected, value, .. } => {
                let operands = [Some(index), expected.as_ref(), Some(value)];
                operands.into_iter().flatten().map(|it| &**it).collect()
            }
            Kind::Binary { left, right, .. } | Kind::Same { left, right, .. } => vec![left, right],
            Kind::Lane { value, index }
            | Kind::Pick { value, index }
            | Kind::AssignLane { value, index, .. }
            | Kind::Store { value, index, .. }
            | Kind::StorePart { value, place: index, .. }
            | Kind::AssignPart { value, place: index, .. } => vec![value, index],
            Kind::StoreLane { index, lane, value, .. } => vec![value, index, lane],
            Kind::CallFunction { args, given, .. } => args.iter().chain(given.exprs()).collect(),
            Kind::Call { args, .. }
            | Kind::CallOuter { args, .. }
            | Kind::OuterOwn { args, .. }
            | Kind::Compose(args)
            | Kind::Many(args)
            | Kind::Offset { indices: args, .. } => args.iter().collect(),
            Kind::Print(printing) => printing.args.iter().collect(),
            Kind::Select { cond, then, otherwise } => vec![cond, then, otherwise],
            Kind::Break { value, .. } | Kind::Return(value) => value.iter().map(|value| &**value).collect(),
        }
    }

    /// The variables to which a call is given references.
    pub(crate) fn referred(&self) -> impl Iterator<Item = &Place> {
        let given = match self {
            Kind::CallFunction { given, .. } => Some(given),
            _ => None,
        };
        given.into_iter().flat_map(|given| &given.places)
    }
}

impl Place {
    /// The expressions in it.
    pub(crate) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.view().into_iter().flat_map(|view| view.cuts.iter().flat_map(Cut::exprs))
    }
}

impl Block {
    /// Everything in it, in no order.
    pub(crate) fn each<'b>(&'b self, visit: impl FnMut(&'b Expr)) {
        self.each_with_stmts(visit, |_| {});
    }

    /// Everything in it and every statement, in no order.
    pub(crate) fn each_with_stmts<'b>(
        &'b self,
        mut visit: impl FnMut(&'b Expr),
        mut visit_stmt: impl FnMut(&'b Stmt),
    ) {
        let mut blocks = vec![self];
        let mut open: Vec<&'b Expr> = Vec::new();
        loop {
            if let Some(expr) = open.pop() {
                visit(expr);
                open.extend(expr.kind.operands());
                match &expr.kind {
                    Kind::ShortCircuit { left, right, .. } => open.extend([&**left, &**right]),
                    Kind::If { cond, then, otherwise } => {
                        open.push(cond);
                        blocks.push(then);
                        blocks.extend(otherwise);
                    }
                    Kind::For { range, body, .. } => {
                        open.extend([&*range.from, &*range.to]);
                        open.extend(range.adaptors.iter().filter_map(|adaptor| match adaptor {
                            Adaptor::StepBy(step) => Some(step),
                            Adaptor::Rev => None,
                        }));
                        blocks.push(body);
                    }
                    Kind::Loop { cond, body, .. } => {
                        open.extend(cond.as_deref());
                        blocks.push(body);
                    }
                    Kind::Block(body) | Kind::Labeled { body, .. } => blocks.push(body),
                    // `operands` has theirs.
                    _ => {}
                }
                continue;
            }
            let Some(block) = blocks.pop() else { return };
            for stmt in &block.stmts {
                visit_stmt(stmt);
                match stmt {
                    Stmt::Let { value, .. } | Stmt::Fill { value, .. } | Stmt::Expr(value) => {
                        open.push(value)
                    }
                    Stmt::View { view, .. } | Stmt::Move { view, .. } => {
                        open.extend(view.cuts.iter().flat_map(Cut::exprs))
                    }
                    Stmt::Refer { place, .. } => open.extend(place.exprs()),
                }
            }
            open.extend(block.tail.as_deref());
        }
    }
}
