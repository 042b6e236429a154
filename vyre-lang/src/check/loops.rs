//! Loops, blocks with labels, and the jumps out of them.

use super::extent::Extent;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Adaptor, Block, Counted, Expr, Kind, Loop, LoopId, Stmt};
use crate::syntax::strip;
use crate::types::Ty;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use vyre_ir::{Code, DataType, Problem, UnOp};

/// A loop, or a block with a label, that is being checked.
pub(super) struct Open {
    /// What `continue` leads to.
    id: LoopId,
    /// The loops around that are one with it, which `break` leaves as well: the outermost last.
    around: Vec<LoopId>,
    label: Option<String>,
    takes: Takes,
    /// The type of the values of its `break`s, with the place of the first. Nothing if there are none.
    result: Option<(Ty, Area)>,
    /// The type that the value of a closure has, where it is known before the body.
    expected: Option<Ty>,
}

/// What may lead out of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// `for` and `while`, which have no value.
    Jumps,
    /// `loop`.
    JumpsWithValues,
    /// A block, which only a `break` with its label leaves.
    Labels,
    /// The body of a closure, which `return` leaves.
    Returns,
}

impl Open {
    /// What a `return` leaves.
    pub(super) fn of_function(id: LoopId) -> Open {
        Open { id, around: Vec::new(), label: None, takes: Takes::Labels, result: None, expected: None }
    }

    /// What a `return` in a closure leaves.
    pub(super) fn of_closure(id: LoopId, expected: Option<Ty>) -> Open {
        Open { id, around: Vec::new(), label: None, takes: Takes::Returns, result: None, expected }
    }

    /// Whether it is the body of a closure.
    pub(super) fn is_closure(&self) -> bool {
        self.takes == Takes::Returns
    }

    /// The type of the values that its jumps have, with the place of the first.
    pub(super) fn result(self) -> Option<(Ty, Area)> {
        self.result
    }

    pub(super) fn id(&self) -> LoopId {
        self.id
    }

    /// All the loops that it is.
    pub(super) fn nest(&self) -> impl Iterator<Item = LoopId> {
        [self.id].into_iter().chain(self.around.iter().copied())
    }
}

/// What to write for a loop over the elements of an array that has a name.
fn over_elements(expr: &syn::Expr) -> Option<String> {
    let name = match strip(expr) {
        syn::Expr::Path(path) => path.path.get_ident()?,
        syn::Expr::Reference(reference) => return over_elements(&reference.expr),
        syn::Expr::MethodCall(call) => return over_elements(&call.receiver),
        _ => return None,
    };
    Some(format!("write `for i in 0..{name}.len()`, and use the elements `{name}[i]`"))
}

/// Whether an expression is a range, perhaps in the opposite order or with a step.
fn is_range(expr: &syn::Expr) -> bool {
    match strip(expr) {
        syn::Expr::Range(_) => true,
        syn::Expr::MethodCall(call) => {
            matches!(call.method.to_string().as_str(), "rev" | "step_by") && is_range(&call.receiver)
        }
        _ => false,
    }
}

/// The first jump in a block that leads out of it, such as a `break` of a loop around.
pub(super) fn jump_out_of(block: &syn::Block) -> Option<Area> {
    struct Jumps<'ast> {
        /// The loops and the blocks with a label that are open: whether it is a loop, and the label.
        open: Vec<(bool, Option<&'ast syn::Ident>)>,
        found: Option<Area>,
    }
    impl<'ast> Jumps<'ast> {
        fn inside(
            &mut self,
            is_loop: bool,
            label: Option<&'ast syn::Label>,
            visit: impl FnOnce(&mut Jumps<'ast>),
        ) {
            self.open.push((is_loop, label.map(|label| &label.name.ident)));
            visit(self);
            self.open.pop();
        }

        fn jump(&mut self, label: Option<&'ast syn::Lifetime>, area: Area) {
            let leads = |(is_loop, own): &(bool, Option<&syn::Ident>)| match label {
                Some(label) => *own == Some(&label.ident),
                None => *is_loop,
            };
            if !self.open.iter().any(leads) {
                self.found.get_or_insert(area);
            }
        }
    }
    impl<'ast> Visit<'ast> for Jumps<'ast> {
        fn visit_expr_loop(&mut self, it: &'ast syn::ExprLoop) {
            self.inside(true, it.label.as_ref(), |inner| visit::visit_expr_loop(inner, it));
        }

        fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
            self.inside(true, it.label.as_ref(), |inner| visit::visit_expr_while(inner, it));
        }

        fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
            self.inside(true, it.label.as_ref(), |inner| visit::visit_expr_for_loop(inner, it));
        }

        fn visit_expr_block(&mut self, it: &'ast syn::ExprBlock) {
            self.inside(false, it.label.as_ref(), |inner| visit::visit_expr_block(inner, it));
        }

        fn visit_expr_break(&mut self, it: &'ast syn::ExprBreak) {
            self.jump(it.label.as_ref(), Area::of(it));
            visit::visit_expr_break(self, it);
        }

        fn visit_expr_continue(&mut self, it: &'ast syn::ExprContinue) {
            self.jump(it.label.as_ref(), Area::of(it));
        }

        fn visit_expr_return(&mut self, it: &'ast syn::ExprReturn) {
            self.found.get_or_insert(Area::of(it));
        }

        fn visit_expr_try(&mut self, it: &'ast syn::ExprTry) {
            self.found.get_or_insert(Area::of(it));
        }

        // What these have inside is left by its own jumps.
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut jumps = Jumps { open: Vec::new(), found: None };
    jumps.visit_block(block);
    jumps.found
}

/// Whether an expression may leave what stands around it.
fn has_jump(expr: &syn::Expr) -> bool {
    struct Jumps(bool);
    impl<'ast> Visit<'ast> for Jumps {
        fn visit_expr_break(&mut self, _: &'ast syn::ExprBreak) {
            self.0 = true;
        }

        fn visit_expr_continue(&mut self, _: &'ast syn::ExprContinue) {
            self.0 = true;
        }

        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }

        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }

        // What `matches!` and its kin have in them.
        fn visit_macro(&mut self, it: &'ast syn::Macro) {
            let words = crate::syntax::words(&it.tokens);
            let is_jump = |word: &&str| words.contains(*word);
            self.0 |=
                ["break", "continue", "return"].iter().any(is_jump) || it.tokens.to_string().contains('?');
        }
    }
    let mut jumps = Jumps(false);
    jumps.visit_expr(expr);
    jumps.0
}

impl Checker<'_> {
    /// Checks the body of a loop or a block.
    pub(super) fn looped<T>(
        &mut self,
        label: Option<&syn::Label>,
        takes: Takes,
        body: impl FnOnce(&mut Self) -> T,
    ) -> (LoopId, T, Option<(Ty, Area)>) {
        let id = self.all_loops.len();
        self.all_loops.push(Loop::default());
        self.looped_as(&[id], label, takes, body)
    }

    /// The same of a loop that has its number already, with the loops around it that are one with it.
    pub(super) fn looped_as<T>(
        &mut self,
        nest: &[LoopId],
        label: Option<&syn::Label>,
        takes: Takes,
        body: impl FnOnce(&mut Self) -> T,
    ) -> (LoopId, T, Option<(Ty, Area)>) {
        let label = label.map(|label| label.name.ident.to_string());
        let (id, around) = nest.split_first().map_or((0, Vec::new()), |(id, around)| (*id, around.to_vec()));
        self.loops.push(Open { id, around, label, takes, result: None, expected: None });
        let body = body(self);
        (id, body, self.loops.pop().and_then(|open| open.result))
    }

    /// Checks the rounds of a `while`, which may break it.
    pub(super) fn looped_while(
        &mut self,
        label: Option<&syn::Label>,
        body: impl FnOnce(&mut Self, LoopId) -> Block,
    ) -> (LoopId, Block) {
        let (id, body, _) = self.looped(label, Takes::Jumps, |checker| {
            let target = checker.loops.last().map_or(0, Open::id);
            body(checker, target)
        });
        (id, body)
    }

    /// The body of a loop, which has no value.
    pub(super) fn loop_body(&mut self, block: &syn::Block, what: &str) -> Block {
        self.gives_nothing = true;
        let body = self.block(block);
        if let Some(tail) = &body.tail {
            let problem = format!("the body of a `{what}` has no value");
            self.demand_unit(tail, &problem, "end the statement with `;`");
        }
        body
    }

    pub(super) fn while_loop(&mut self, it: &syn::ExprWhile) -> Expr {
        let area = Area::from(it.while_token.span);
        if super::lets::has_let(&it.cond) {
            return self.while_on_choice(it).unwrap_or_else(|| self.while_let(it, area));
        }
        if has_jump(&it.cond) {
            return self.while_with_jumps(it, area);
        }
        let cond = self.condition_of(&it.cond);
        self.condition(&cond, "the condition of a `while`");
        let takes = Takes::Jumps;
        let (id, body, _) =
            self.looped(it.label.as_ref(), takes, |checker| checker.loop_body(&it.body, "while"));
        Expr { kind: Kind::Loop { id, cond: Some(Box::new(cond)), body }, ty: Ty::Unit, area }
    }

    /// A `while` whose condition may leave a loop or the function: what a jump of the condition leads to counts from inside the loop.
    fn while_with_jumps(&mut self, it: &syn::ExprWhile, area: Area) -> Expr {
        let (id, body, _) = self.looped(it.label.as_ref(), Takes::Jumps, |checker| {
            let target = checker.loops.last().map_or(0, Open::id);
            let cond = checker.condition_of(&it.cond);
            checker.condition(&cond, "the condition of a `while`");
            let leave = Expr { kind: Kind::Break { target, value: None }, ty: Ty::Never, area };
            let body = checker.loop_body(&it.body, "while");
            let ty = body.tail.as_ref().map_or(Ty::Unit, |tail| tail.ty);
            let body = Expr { kind: Kind::Block(body), ty, area };
            let not = Kind::Unary { op: UnOp::LogicalNot, operand: Box::new(cond) };
            let not = Expr { kind: not, ty: Ty::Bool, area };
            let then = Block { stmts: vec![Stmt::Expr(leave)], tail: None };
            let check =
                Expr { kind: Kind::If { cond: Box::new(not), then, otherwise: None }, ty: Ty::Unit, area };
            Block { stmts: vec![Stmt::Expr(check), Stmt::Expr(body)], tail: None }
        });
        Expr { kind: Kind::Loop { id, cond: None, body }, ty: Ty::Unit, area }
    }

    pub(super) fn endless_loop(&mut self, it: &syn::ExprLoop) -> Expr {
        let area = Area::from(it.loop_token.span);
        let takes = Takes::JumpsWithValues;
        let (id, body, result) =
            self.looped(it.label.as_ref(), takes, |checker| checker.loop_body(&it.body, "loop"));
        let ty = result.map_or(Ty::Never, |(ty, _)| ty);
        Expr { kind: Kind::Loop { id, cond: None, body }, ty, area }
    }

    /// `'label: { .. }`
    pub(super) fn labeled_block(&mut self, it: &syn::ExprBlock) -> Expr {
        let area = Area::from(it.block.brace_token.span.open());
        let (id, body, result) =
            self.looped(it.label.as_ref(), Takes::Labels, |checker| checker.block(&it.block));
        let of_tail = body.tail.as_ref().map_or_else(|| body.type_without_tail(), |tail| tail.ty);
        let place = body.tail.as_ref().map_or(area, |tail| tail.area);
        let ty = match result {
            Some(result) => self.same_types(result, (of_tail, place), "the values of a block"),
            None => of_tail,
        };
        Expr { kind: Kind::Labeled { id, body }, ty, area }
    }

    /// `for x in [&mut a, &mut b] { .. }` as a block for each of the places, as no list holds a `&mut`; nothing for other loops.
    fn over_places(&mut self, it: &syn::ExprForLoop) -> Option<syn::Expr> {
        let list = match strip(&it.expr) {
            syn::Expr::MethodCall(call) if call.method == "into_iter" && call.args.is_empty() => {
                strip(&call.receiver)
            }
            other => other,
        };
        let syn::Expr::Array(list) = list else { return None };
        let is_place = |checker: &Self, place: &syn::Expr| match strip(place) {
            syn::Expr::Reference(reference) => reference.mutability.is_some(),
            other => checker.reference_named(other).is_some_and(|local| !checker.shared.contains(&local)),
        };
        let words = crate::syntax::words(&it.body);
        if !self.is_kernel
            || list.elems.is_empty()
            || !list.elems.iter().all(|place| is_place(self, place))
            || it.label.is_some()
            || words.contains("break")
            || words.contains("continue")
        {
            return None;
        }
        let (pat, body) = (&it.pat, &it.body);
        let places = list.elems.iter().map(|place| match strip(place) {
            syn::Expr::Reference(_) => quote::quote!(#place),
            name => quote::quote!(&mut *#name),
        });
        Some(syn::parse_quote!({ #({ let #pat = #places; #body })* }))
    }

    pub(super) fn for_loop(&mut self, it: &syn::ExprForLoop) -> Expr {
        let area = Area::from(it.for_token.span);
        if let Some(written) = self.over_places(it) {
            return self.expr(&written);
        }
        let is_endless = matches!(strip(&it.expr), syn::Expr::Range(range) if range.start.is_some() && range.end.is_none());
        if is_endless || !is_range(&it.expr) {
            return self.for_each_item(it);
        }
        let range = self.range(&it.expr);
        let (mut unbound, mut is_mutable) = (None, false);
        let mut pat = &*it.pat;
        while let syn::Pat::Paren(inner) = pat {
            pat = &inner.pat;
        }
        let ident = match pat {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                is_mutable = name.mutability.is_some();
                Some(name.ident.clone())
            }
            syn::Pat::Wild(_) => None,
            other if range.is_none() => {
                unbound = Some(other);
                None
            }
            other => {
                self.errors.report(Area::of(other), "kernels have no such pattern", "use a name or `_`");
                unbound = Some(other);
                None
            }
        };
        let name = ident.as_ref().map_or_else(|| "step".to_string(), plain);
        let ty = range.as_ref().map_or(Ty::Error, |(_, ty)| *ty);
        let local = self.local(&name, ty, false);
        self.locals[local].is_induction = true;
        // What a body changes is a copy.
        let own = if is_mutable { self.local(&name, ty, true) } else { local };
        self.scopes.push(HashMap::new());
        if let Some(pat) = unbound {
            self.poison(pat);
        }
        if let Some(ident) = &ident {
            let is_constant =
                self.lookup(&plain(ident)).is_none() && self.is_constant_of_file(&ident.clone().into());
            if is_constant {
                self.report_constant_bound(ident);
            }
            let is_known = self.infer.resolve(ty) != Ty::Error;
            self.declare_bound(ident, if is_known { Entity::Local(own) } else { Entity::Poisoned });
        }
        let takes = Takes::Jumps;
        let (id, mut body, _) =
            self.looped(it.label.as_ref(), takes, |checker| checker.loop_body(&it.body, "for"));
        self.scopes.pop();
        if own != local {
            let area = Area::of(pat);
            let value = Expr { kind: Kind::Local(local), ty, area };
            body.stmts.insert(0, Stmt::Let { local: own, value, area });
        }
        let Some((range, _)) = range else { return Expr::nothing(area, Ty::Unit) };
        Expr { kind: Kind::For { id, local, range, body }, ty: Ty::Unit, area }
    }

    /// The range that a loop runs over, and the type of its values.
    pub(super) fn range(&mut self, expr: &syn::Expr) -> Option<(Counted, Ty)> {
        let fix = "write `for i in a..b`";
        let range = match strip(expr) {
            syn::Expr::Range(range) => range,
            syn::Expr::MethodCall(call) => return self.adapted(call),
            other if self.is_poisoned(other) => return None,
            syn::Expr::Array(list) => {
                let fix = "bind the list, and write `for k in 0..list.len()` with `let i = list[k];`";
                self.errors.report(list.area(), "a loop runs over a range, not over a list", fix);
                return None;
            }
            other => {
                let fix = over_elements(other).unwrap_or_else(|| fix.to_string());
                self.errors.report(other.area(), "a loop runs over a range", fix);
                return None;
            }
        };
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            self.errors.report(Area::of(range), "a loop needs both bounds", fix);
            return None;
        };
        let was_bound = std::mem::replace(&mut self.in_bound, true);
        let bounds = [from, to].map(|bound| self.expr(bound));
        self.in_bound = was_bound;
        let mut is_number = true;
        if bounds.iter().all(|bound| self.infer.resolve(bound.ty).is_float()) {
            self.infer.unify(bounds[0].ty, bounds[1].ty);
        }
        for bound in &bounds {
            is_number = is_number && self.number(bound, |got| Problem::LoopBound { got });
            if is_number && self.infer.resolve(bound.ty).is_float() {
                let got = self.infer.resolve(bound.ty).machine().data().unwrap_or(DataType::F64);
                let problem = format!("loop bound expression must be `u32`, got `{got}`");
                let fix = "ensure `from` and `to` are U32";
                let advice = "count in integers, and write `i as f32` for the number";
                self.errors.report_code(bound.area, (Code::V015, &problem, fix), advice);
                // What is open becomes no number that the loop would have.
                for bound in &bounds {
                    self.infer.unify(bound.ty, Ty::Error);
                }
                is_number = false;
            }
        }
        let [from, to] = bounds;
        let ty = if is_number { self.same(&from, &to, "the bounds of a range") } else { Ty::Error };
        let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        let (from, to) = (Box::new(from), Box::new(to));
        Some((Counted { from, to, is_closed, adaptors: Vec::new() }, ty))
    }

    /// `range.rev()` and `range.step_by(n)`.
    fn adapted(&mut self, call: &syn::ExprMethodCall) -> Option<(Counted, Ty)> {
        let method = call.method.to_string();
        if !matches!(method.as_str(), "rev" | "step_by") {
            let problem = format!("a loop runs over a range, not over `{method}`");
            let fix = match method.as_str() {
                "iter" | "iter_mut" | "into_iter" | "enumerate" => over_elements(&call.receiver)
                    .unwrap_or_else(|| {
                        "write `for i in 0..a.len()`, and use the elements `a[i]`".to_string()
                    }),
                _ => "write `for i in a..b`, `(a..b).rev()` or `(a..b).step_by(n)`".to_string(),
            };
            self.errors.report(call.method.span(), problem, fix);
            return None;
        }
        let (mut range, ty) = self.range(&call.receiver)?;
        let expected = usize::from(method == "step_by");
        let mut args = self.arguments(&call.args, expected, Area::from(call.method.span()), &method)?;
        if args.is_empty() && range.adaptors.iter().any(|it| matches!(it, Adaptor::StepBy(_))) {
            self.counted_from_end.push((ty, range.is_closed, Area::of(&call.method)));
        }
        range.adaptors.push(match args.pop() {
            None => Adaptor::Rev,
            Some(step) => Adaptor::StepBy(self.step_of_range(step, ty)?),
        });
        Some((range, ty))
    }

    /// The step of a range, which is not 0.
    pub(super) fn step_of_range(&mut self, step: Expr, ty: Ty) -> Option<Expr> {
        if !self.number(&step, |got| Problem::LoopBound { got }) {
            return None;
        }
        if self.known(&step).is_some_and(|lanes| lanes == [0; 4]) {
            self.errors.report(step.area, "a step of 0 runs no round", "use a step of at least 1");
            return None;
        }
        Some(self.step(step, ty))
    }

    /// The step of a range of this type. Of `1 << 62` nothing says the type; in Rust it is a `usize`, and steps past the end give one round.
    pub(super) fn step(&mut self, step: Expr, range: Ty) -> Expr {
        let open @ Ty::Int(_) = self.infer.resolve(step.ty) else { return step };
        if matches!(step.kind, Kind::Local(_)) || !super::constant::is_closed(&step) {
            self.infer.unify(open, Ty::U32);
            return step;
        }
        self.infer.unify(open, Ty::U64);
        let is_long = self.infer.resolve(range).bits() > 32;
        let Some([low, high, ..]) = self.known(&step) else { return step };
        let (kind, ty) = match (high, is_long) {
            (0, _) => (Kind::Literal(low.into()), Ty::U32),
            (_, true) => return step,
            (_, false) => (Kind::Literal(u32::MAX.into()), Ty::U32),
        };
        Expr { kind, ty, area: step.area }
    }

    /// The position among the open loops of what a jump leads to; reports a jump that leads nowhere.
    fn target(&mut self, area: Area, label: Option<&syn::Lifetime>, keyword: &'static str) -> Option<usize> {
        let Some(label) = label else {
            let target = self
                .loops
                .iter()
                .rposition(|open| matches!(open.takes, Takes::Jumps | Takes::JumpsWithValues));
            let Some(at) = target else {
                self.errors.report_rule(area, &Problem::OutsideLoop { keyword }, None);
                return None;
            };
            let is_of_block = |open: &Open| {
                let is_written = open.label.as_ref().is_some_and(|label| !label.starts_with("__"));
                open.takes == Takes::Labels && is_written
            };
            if let Some(block) = self.loops[at + 1..].iter().find(|open| is_of_block(open)) {
                let label = block.label.clone().unwrap_or_default();
                let problem = format!("`{keyword}` stands without a label inside of the block `'{label}`");
                let fix = "write the label of what it means, also of a loop";
                self.errors.report(area, problem, fix);
                return None;
            }
            return target;
        };
        let name = label.ident.to_string();
        let target = self.loops.iter().rposition(|open| open.label.as_ref() == Some(&name));
        match target {
            None => {
                let labels: Vec<&str> = self.loops.iter().filter_map(|open| open.label.as_deref()).collect();
                let fix = match self.nearest(&name, &labels) {
                    Some(meant) => format!("write `'{meant}`"),
                    None => format!("put it before a loop around: `'{name}: for ..`"),
                };
                self.errors.report(Area::of(label), format!("there is no label `'{name}` around"), fix);
            }
            Some(at) if keyword == "continue" && self.loops[at].takes == Takes::Labels => {
                let problem = format!("`'{name}` is the label of a block, not of a loop");
                self.errors.report(Area::of(label), problem, format!("write `break '{name}`"));
                return None;
            }
            Some(_) => {}
        }
        target
    }

    pub(super) fn break_out(&mut self, it: &syn::ExprBreak) -> Expr {
        let area = Area::from(it.break_token.span);
        let value = it.expr.as_ref().map(|value| self.expr(value));
        let Some(at) = self.target(area, it.label.as_ref(), "break") else {
            return Expr::nothing(area, Ty::Never);
        };
        if let (Some(value), Takes::Jumps) = (&value, self.loops[at].takes) {
            let fix = "assign to a variable before `break`, or write `loop`";
            self.errors.report(value.area, "only a `loop` has a value", fix);
            return Expr::nothing(area, Ty::Never);
        }
        let (ty, place) = value.as_ref().map_or((Ty::Unit, area), |value| (value.ty, value.area));
        self.loops[at].result = Some(match self.loops[at].result {
            None => (ty, place),
            Some(first) => (self.same_types(first, (ty, place), "the values of a loop"), first.1),
        });
        let target = self.cross_all(at);
        Expr { kind: Kind::Break { target, value: value.map(Box::new) }, ty: Ty::Never, area }
    }

    /// Notes a `break`, which leaves the loops that are one with its own.
    fn cross_all(&mut self, at: usize) -> LoopId {
        let open = &self.loops[at];
        let Some(target) = open.around.last().copied() else {
            return self.cross(at, |exits| exits.breaks = true);
        };
        let own = open.nest().filter(|id| *id != target);
        let crossed: Vec<LoopId> = own.chain(self.loops[at + 1..].iter().flat_map(Open::nest)).collect();
        for id in crossed {
            self.all_loops[id].exits.entry(target).or_default().breaks = true;
        }
        target
    }

    pub(super) fn continue_with(&mut self, it: &syn::ExprContinue) -> Expr {
        let area = Area::from(it.continue_token.span);
        let Some(at) = self.target(area, it.label.as_ref(), "continue") else {
            return Expr::nothing(area, Ty::Never);
        };
        let target = self.cross(at, |exits| exits.continues = true);
        Expr { kind: Kind::Continue { target }, ty: Ty::Never, area }
    }

    /// `return` in a closure, which ends the closure alone.
    pub(super) fn return_from_closure(&mut self, it: &syn::ExprReturn) -> Expr {
        let area = Area::of(it);
        let expected = self.loops.first().and_then(|closure| closure.expected);
        let value = it.expr.as_ref().map(|value| match expected {
            Some(ty) => self.expr_as(value, ty),
            None => self.expr(value),
        });
        self.left_closure(value, area)
    }

    /// The type that the value of the closure around has, as far as it is known.
    pub(super) fn result_of_closure(&self) -> Option<Ty> {
        let closure = self.loops.first().filter(|open| open.is_closure())?;
        closure.expected.or(closure.result.map(|(ty, _)| ty))
    }

    /// The end of the closure around with a checked value.
    pub(super) fn left_closure(&mut self, value: Option<Expr>, area: Area) -> Expr {
        let this = value.as_ref().map_or((Ty::Unit, area), |value| (value.ty, value.area));
        self.loops[0].result = Some(match self.loops[0].result {
            None => this,
            Some(first) => (self.same_types(first, this, "the results of a closure"), first.1),
        });
        let target = self.cross(0, |exits| exits.breaks = true);
        Expr { kind: Kind::Break { target, value: value.map(Box::new) }, ty: Ty::Never, area }
    }

    /// Notes in the loops around a jump that it crosses them.
    fn cross(&mut self, at: usize, note: impl Fn(&mut crate::hir::Exits)) -> LoopId {
        let target = self.loops[at].id;
        for crossed in self.loops[at + 1..].iter().flat_map(Open::nest) {
            note(self.all_loops[crossed].exits.entry(target).or_default());
        }
        target
    }
}
