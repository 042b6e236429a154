//! Operators, places and control flow.

use super::call::strip;
use super::{Checker, Entity, plain, unsupported};
use crate::diagnostics::Area;
use crate::hir::{BufferId, Expr, Kind};
use crate::types::Ty;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{BinOp as Symbol, UnOp as Prefix};
use vyre_ir::{BinOp, DataType, Problem, Side, UnOp};

/// The operator that a symbol means, and whether it assigns. `None` for the logical ones, which are not strict.
fn operator(symbol: &Symbol) -> Option<(BinOp, bool)> {
    use quote::ToTokens;
    let text: String = symbol.to_token_stream().into_iter().map(|token| token.to_string()).collect();
    let is_comparison = matches!(text.as_str(), "<=" | ">=" | "==" | "!=");
    let (text, assigns) = match text.strip_suffix('=') {
        Some(operator) if !is_comparison => (operator, true),
        _ => (text.as_str(), false),
    };
    Some((BinOp::from_symbol(text)?, assigns))
}

impl Checker<'_> {
    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Expr {
        match expr {
            syn::Expr::Lit(literal) => self.literal(&literal.lit),
            syn::Expr::Path(path) => self.path(path),
            syn::Expr::Paren(inner) => {
                let area = Area::of(expr);
                Expr { area, ..self.expr(&inner.expr) }
            }
            syn::Expr::Group(inner) => self.expr(&inner.expr),
            syn::Expr::Binary(binary) => self.binary(binary),
            syn::Expr::Unary(unary) => self.unary(unary),
            syn::Expr::Assign(assign) => {
                self.assign(&assign.left, None, &assign.right)
            }
            syn::Expr::If(branch) => self.branch(branch),
            syn::Expr::Block(block) if block.label.is_none() => {
                let area = Area::of(expr);
                let block = self.block(&block.block);
                let ty = block.tail.as_ref().map_or(Ty::Unit, |tail| tail.ty);
                Expr { kind: Kind::Block(block), ty, area }
            }
            syn::Expr::ForLoop(it) => self.for_loop(it),
            syn::Expr::Break(it) => {
                let value = it.expr.as_ref().map(|value| Area::of(value));
                self.jump(it.break_token.span(), it.label.as_ref(), value, "break")
            }
            syn::Expr::Continue(it) => {
                self.jump(it.continue_token.span(), it.label.as_ref(), None, "continue")
            }
            syn::Expr::Return(it) => {
                if let Some(value) = &it.expr {
                    let fix = "write results to a `&mut [T]` parameter";
                    self.errors.report(Area::of(value), "a kernel returns nothing", fix);
                }
                Expr { kind: Kind::Return, ty: Ty::Never, area: Area::of(it) }
            }
            syn::Expr::Index(index) => self.load(index),
            syn::Expr::MethodCall(call) => self.method(call),
            syn::Expr::Call(call) => self.call(call),
            syn::Expr::Field(field) => self.field(field),
            syn::Expr::Cast(cast) => self.cast(cast),
            syn::Expr::Tuple(tuple) if tuple.elems.is_empty() => {
                Expr::nothing(Area::of(expr), Ty::Unit)
            }
            other => {
                unsupported::expr(other, self.errors);
                Expr::error(Area::of(other))
            }
        }
    }

    fn literal(&mut self, literal: &syn::Lit) -> Expr {
        let area = Area::from(literal.span());
        match literal {
            syn::Lit::Bool(truth) => {
                Expr { kind: Kind::Literal(u32::from(truth.value)), ty: Ty::Bool, area }
            }
            syn::Lit::Int(int) => {
                let ty = match int.suffix() {
                    "" => self.infer.int(),
                    "u32" => Ty::U32,
                    other => {
                        let problem = format!("kernels have no `{other}` values yet");
                        self.errors.report(area, problem, "use `u32`");
                        return Expr::error(area);
                    }
                };
                match int.base10_parse::<u32>() {
                    Ok(value) => Expr { kind: Kind::Literal(value), ty, area },
                    Err(_) => {
                        let problem = format!("literal `{int}` is out of range for `u32`");
                        self.errors.report(area, problem, "use a value of at most `0xffff_ffff`");
                        Expr::error(area)
                    }
                }
            }
            other => {
                let (construct, fix) = match other {
                    syn::Lit::Float(_) => ("floats yet", "use integers, or fixed point"),
                    syn::Lit::Char(_) => ("`char`s", "use its number"),
                    syn::Lit::Byte(_) => ("`u8` values", "use a number, such as `0x41`"),
                    _ => ("strings", "pass bytes in a `&[u8]` parameter"),
                };
                self.errors.report(area, format!("kernels have no {construct}"), fix);
                Expr::error(area)
            }
        }
    }

    fn path(&mut self, path: &syn::ExprPath) -> Expr {
        let area = Area::of(path);
        let Some(name) = path.path.get_ident().map(plain) else {
            let fix = "declare the constant inside the kernel, or pass the value by a parameter";
            self.errors.report(area, "a kernel sees no items from outside", fix);
            return Expr::error(area);
        };
        match self.lookup(&name) {
            Some(Entity::Local(local)) => {
                Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area }
            }
            Some(Entity::Const(value)) => Expr { kind: Kind::Literal(value), ty: Ty::U32, area },
            Some(Entity::Buffer(_)) => {
                let fix = format!("use an element, `{name}[i]`, or `{name}.len()`");
                self.errors.report(area, format!("the buffer `{name}` is no value"), fix);
                Expr::error(area)
            }
            Some(Entity::Ids(_)) => {
                self.errors.report(area, format!("the id `{name}` is no value"), "take one axis, such as `.x`");
                Expr::error(area)
            }
            Some(Entity::Poisoned) => Expr::error(area),
            None => {
                let note = "In a kernel: variables, parameters and `const`s of the kernel itself can be used.";
                let problem = Problem::UndeclaredVariable { name };
                self.errors.report_rule(area, &problem, Some(note.to_string()));
                Expr::error(area)
            }
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Expr {
        let logical = match &binary.op {
            Symbol::And(_) => Some(BinOp::And),
            Symbol::Or(_) => Some(BinOp::Or),
            _ => None,
        };
        if let Some(op) = logical {
            let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
            let what = format!("an operand of `{}`", op.spelling().text());
            self.condition(&left, &what);
            self.condition(&right, &what);
            let area = left.area.to(right.area);
            let (left, right) = (Box::new(left), Box::new(right));
            return Expr { kind: Kind::ShortCircuit { op, left, right }, ty: Ty::Bool, area };
        }
        match operator(&binary.op) {
            Some((op, true)) => self.assign(&binary.left, Some(op), &binary.right),
            Some((op, false)) => {
                let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
                let area = left.area.to(right.area);
                self.arithmetic(op, left, right, area)
            }
            None => {
                self.errors.report(Area::of(&binary.op), "kernels have no such operator", "use another one");
                Expr::error(Area::of(binary))
            }
        }
    }

    /// A strict binary operator on checked operands.
    pub(super) fn arithmetic(&mut self, op: BinOp, left: Expr, right: Expr, area: Area) -> Expr {
        let ty = self.binary_type(op, &left, &right);
        let (left, right) = (Box::new(left), Box::new(right));
        Expr { kind: Kind::Binary { op, left, right }, ty, area }
    }

    /// The type of a binary operator's result; reports operands that it does not take.
    fn binary_type(&mut self, op: BinOp, left: &Expr, right: &Expr) -> Ty {
        use BinOp::{BitAnd, BitOr, BitXor, Eq, Ne, Shl, Shr};
        let types = [left, right].map(|operand| self.infer.resolve(operand.ty));
        if types.contains(&Ty::Error) {
            return if op.is_predicate() { Ty::Bool } else { Ty::Error };
        }
        if types == [Ty::Bool; 2] && matches!(op, BitAnd | BitOr | BitXor | Eq | Ne) {
            return Ty::Bool;
        }
        for (side, operand) in [(Side::Left, left), (Side::Right, right)] {
            let is_number = self.number(operand, |got| Problem::BinaryOperand { side, got });
            if !is_number {
                return if op.is_predicate() { Ty::Bool } else { Ty::Error };
            }
        }
        // The amount of a shift may have another integer type in Rust.
        let ty = if matches!(op, Shl | Shr) { Some(left.ty) } else { self.infer.unify(left.ty, right.ty) };
        if op.is_predicate() { Ty::Bool } else { ty.unwrap_or(Ty::Error) }
    }

    /// Whether an operand is a number; reports the problem that `problem` makes of its type otherwise.
    pub(super) fn number(&mut self, operand: &Expr, problem: impl FnOnce(DataType) -> Problem) -> bool {
        match self.infer.resolve(operand.ty) {
            Ty::U32 | Ty::Int(_) => true,
            Ty::Error | Ty::Never => true,
            Ty::Bool => {
                let note = "In a kernel: write `value as u32`.".to_string();
                self.errors.report_rule(operand.area, &problem(DataType::Bool), Some(note));
                false
            }
            Ty::Unit => {
                self.errors.report(operand.area, "this expression has no value", "use an expression that has one");
                false
            }
        }
    }

    /// Reports an expression that is no `bool`.
    pub(super) fn condition(&mut self, cond: &Expr, what: &str) {
        match self.infer.resolve(cond.ty) {
            Ty::Bool | Ty::Error | Ty::Never => {}
            Ty::U32 | Ty::Int(_) => {
                let problem = format!("{what} must be `bool`, got `u32`");
                self.errors.report(cond.area, problem, "compare it, as in `x != 0`");
            }
            Ty::Unit => {
                self.errors.report(cond.area, format!("{what} must be `bool`"), "write a comparison");
            }
        }
    }

    /// The one type of two expressions; reports two different ones.
    pub(super) fn same(&mut self, a: &Expr, b: &Expr, what: &str) -> Ty {
        self.infer.unify(a.ty, b.ty).unwrap_or_else(|| {
            let (first, second) = (self.infer.resolve(a.ty), self.infer.resolve(b.ty));
            let problem = format!("{what} have types `{first}` and `{second}`");
            self.errors.report(b.area, problem, format!("make both `{first}`"));
            Ty::Error
        })
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Expr {
        let operand = self.expr(&unary.expr);
        let area = Area::of(&unary.op).to(operand.area);
        let ty = self.infer.resolve(operand.ty);
        let (op, ty) = match (&unary.op, ty) {
            (_, Ty::Error) => return Expr::error(area),
            (Prefix::Not(_), Ty::Bool) => (UnOp::LogicalNot, Ty::Bool),
            (Prefix::Not(_), _) => {
                self.number(&operand, |got| Problem::UnaryOperand { got });
                (UnOp::BitNot, operand.ty)
            }
            (Prefix::Neg(_), _) => {
                let problem = format!("`-` needs a signed number, got `{}`", Ty::U32);
                self.errors.report(area, problem, "write `0 - x`: arithmetic wraps");
                return Expr::error(area);
            }
            _ => {
                let fix = "use the value, or index the buffer";
                self.errors.report(area, "kernels have no references", fix);
                return Expr::error(area);
            }
        };
        Expr { kind: Kind::Unary { op, operand: Box::new(operand) }, ty, area }
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let value = self.expr(&cast.expr);
        let area = value.area.to(Area::of(&cast.ty));
        let target = self.written_type(&cast.ty).unwrap_or(value.ty);
        match (self.infer.resolve(value.ty), target) {
            (Ty::Error, _) | (_, Ty::Error) => Expr::error(area),
            (Ty::U32 | Ty::Bool | Ty::Int(_), Ty::U32) => {
                self.infer.unify(value.ty, Ty::U32);
                Expr { ty: Ty::U32, area, ..value }
            }
            (Ty::Bool, Ty::Bool) => Expr { area, ..value },
            (Ty::U32 | Ty::Int(_), Ty::Bool) => {
                self.errors.report(area, "Rust has no cast from `u32` to `bool`", "compare: `x != 0`");
                Expr::error(area)
            }
            _ => {
                self.errors.report(area, "this value cannot be cast", "cast a number or a `bool`");
                Expr::error(area)
            }
        }
    }

    /// Reports an index that is no `u32`.
    pub(super) fn index_type(&mut self, index: &Expr, name: &str) {
        let is_number = self.number(index, |got| Problem::IndexType { name: name.to_string(), got });
        if is_number {
            self.infer.unify(index.ty, Ty::U32);
        }
    }

    /// The buffer of `buffer[index]` with its name; reports what is no buffer.
    fn indexed(
        &mut self,
        index: &syn::ExprIndex,
        unknown: impl FnOnce(String) -> Problem,
    ) -> Option<(BufferId, String)> {
        let area = Area::of(&index.expr);
        let syn::Expr::Path(path) = strip(&index.expr) else {
            self.errors.report(area, "only buffers can be indexed", "index a parameter by its name");
            return None;
        };
        let Some(name) = path.path.get_ident().map(plain) else {
            self.errors.report(area, "a kernel sees no items from outside", "pass the data by a parameter");
            return None;
        };
        match self.lookup(&name) {
            Some(Entity::Buffer(buffer)) => return Some((buffer, name)),
            Some(Entity::Poisoned) => {}
            Some(_) => {
                self.errors.report(area, format!("`{name}` is not a buffer"), "index a `&[T]` parameter");
            }
            None => self.errors.report_rule(area, &unknown(name), None),
        }
        None
    }

    fn load(&mut self, expr: &syn::ExprIndex) -> Expr {
        let area = Area::of(expr);
        let found = self.indexed(expr, |name| Problem::LoadFromUnknown { name });
        let index = self.expr(&expr.index);
        let Some((buffer, name)) = found else { return Expr::error(area) };
        if let syn::Expr::Range(range) = strip(&expr.index) {
            self.errors.report(Area::of(range), "kernels have no slices of slices", "index one element");
            return Expr::error(area);
        }
        self.index_type(&index, &name);
        if self.buffers[buffer].is_atomic {
            let fix = format!("write `{name}[i].load()`");
            self.errors.report(area, format!("the elements of `{name}` are atomic"), fix);
            return Expr::error(area);
        }
        Expr { kind: Kind::Load { buffer, index: Box::new(index) }, ty: Ty::U32, area }
    }

    fn assign(&mut self, place: &syn::Expr, op: Option<BinOp>, value: &syn::Expr) -> Expr {
        let value = self.expr(value);
        let area = Area::of(place).to(value.area);
        match strip(place) {
            syn::Expr::Index(index) => self.store(index, op, value, area),
            syn::Expr::Path(path) => self.assign_local(path, op, value, area),
            syn::Expr::Infer(_) if op.is_none() => Expr { ty: Ty::Unit, ..value },
            other => {
                let fix = "assign to a variable or to an element of a buffer";
                self.errors.report(Area::of(other), "this cannot be assigned to", fix);
                Expr::error(area)
            }
        }
    }

    fn store(&mut self, place: &syn::ExprIndex, op: Option<BinOp>, value: Expr, area: Area) -> Expr {
        let found = self.indexed(place, |name| Problem::StoreToUnknown { name });
        let index = self.expr(&place.index);
        let Some((buffer, name)) = found else { return Expr::error(area) };
        self.index_type(&index, &name);
        if self.buffers[buffer].is_atomic {
            let fix = match op {
                None => format!("write `{name}[i].store(value)`"),
                Some(_) => format!("write `{name}[i].fetch_add(value)` or its kin"),
            };
            self.errors.report(Area::of(place), format!("the elements of `{name}` are atomic"), fix);
            return Expr::error(area);
        }
        let element = self.buffers[buffer].decl.element;
        match op {
            Some(_) => {
                self.number(&value, |got| Problem::BinaryOperand { side: Side::Right, got });
            }
            None => {
                self.number(&value, |got| Problem::StoreType { name, element, got });
            }
        }
        let (index, value, place) = (Box::new(index), Box::new(value), Area::of(place));
        Expr { kind: Kind::Store { buffer, index, op, value, place }, ty: Ty::Unit, area }
    }

    fn assign_local(&mut self, path: &syn::ExprPath, op: Option<BinOp>, value: Expr, area: Area) -> Expr {
        let at = Area::of(path);
        let Some(name) = path.path.get_ident().map(plain) else {
            self.errors.report(at, "a kernel sees no items from outside", "write to a `&mut [T]` parameter");
            return Expr::error(area);
        };
        let local = match self.lookup(&name) {
            Some(Entity::Local(local)) => local,
            Some(Entity::Poisoned) => return Expr::error(area),
            Some(_) => {
                let fix = "assign to a variable or to an element of a buffer";
                self.errors.report(at, format!("`{name}` cannot be assigned to"), fix);
                return Expr::error(area);
            }
            None => {
                self.errors.report_rule(at, &Problem::AssignToUndeclared { name }, None);
                return Expr::error(area);
            }
        };
        let (ty, is_mutable) = (self.locals[local].ty, self.locals[local].is_mutable);
        if !is_mutable && !self.locals[local].is_induction {
            let fix = format!("declare it as `mut {name}`");
            self.errors.report(at, format!("`{name}` is assigned to, but it is not `mut`"), fix);
            return Expr::error(area);
        }
        match op {
            Some(op) => {
                let current = Expr { kind: Kind::Local(local), ty, area: at };
                self.binary_type(op, &current, &value);
            }
            None if self.infer.unify(ty, value.ty).is_none() => {
                let (expected, got) = (self.infer.resolve(ty), self.infer.resolve(value.ty));
                if let (Some(declared), Some(got)) = (data_type(expected), data_type(got)) {
                    let problem = Problem::AssignType { name, declared, got };
                    self.errors.report_rule(value.area, &problem, None);
                } else {
                    let fix = "assign a value of its type";
                    self.errors.report(value.area, format!("expected `{expected}`, got `{got}`"), fix);
                }
            }
            None => {}
        }
        Expr { kind: Kind::Assign { local, op, value: Box::new(value) }, ty: Ty::Unit, area }
    }

    fn branch(&mut self, branch: &syn::ExprIf) -> Expr {
        let cond = self.expr(&branch.cond);
        self.condition(&cond, "the condition of an `if`");
        let then = self.block(&branch.then_branch);
        let mut area = Area::from(branch.if_token.span());
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| {
            let otherwise = self.expr(otherwise);
            area = area.to(otherwise.area);
            otherwise
        });
        let then_ty = then.tail.as_ref().map_or_else(|| then.type_without_tail(), |tail| tail.ty);
        let (ty, otherwise) = match otherwise {
            None => {
                if let Some(tail) = &then.tail {
                    self.demand_unit(tail, "an `if` without `else` has no value", "add an `else` or a `;`");
                }
                (Ty::Unit, None)
            }
            Some(Expr { kind: Kind::Block(block), area, .. }) => {
                let ty = block.tail.as_ref().map_or_else(|| block.type_without_tail(), |tail| tail.ty);
                (self.arms(then_ty, ty, area), Some(block))
            }
            Some(other) => {
                let ty = self.arms(then_ty, other.ty, other.area);
                (ty, Some(crate::hir::Block { stmts: Vec::new(), tail: Some(Box::new(other)) }))
            }
        };
        Expr { kind: Kind::If { cond: Box::new(cond), then, otherwise }, ty, area }
    }

    fn arms(&mut self, then: Ty, otherwise: Ty, area: Area) -> Ty {
        self.infer.unify(then, otherwise).unwrap_or_else(|| {
            let (first, second) = (self.infer.resolve(then), self.infer.resolve(otherwise));
            let problem = format!("the arms of an `if` have types `{first}` and `{second}`");
            self.errors.report(area, problem, format!("make both `{first}`"));
            Ty::Error
        })
    }

    fn for_loop(&mut self, it: &syn::ExprForLoop) -> Expr {
        let area = Area::from(it.for_token.span());
        if let Some(label) = &it.label {
            self.errors.report(Area::of(label), "kernels have no labels", "leave outer loops by a flag");
        }
        let bounds = self.range(&it.expr);
        let ident = match &*it.pat {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                if let Some(token) = &name.mutability {
                    let problem = Problem::AssignToLoopVariable { name: plain(&name.ident) };
                    let note = "In a kernel: copy it, `let mut j = i;`.".to_string();
                    self.errors.report_rule(token.span(), &problem, Some(note));
                }
                Some(name.ident.clone())
            }
            syn::Pat::Wild(_) => None,
            other => {
                self.errors.report(Area::of(other), "kernels have no such pattern", "use a name or `_`");
                None
            }
        };
        let name = ident.as_ref().map_or_else(|| "step".to_string(), plain);
        let local = self.local(&name, Ty::U32, false);
        self.locals[local].is_induction = true;
        self.scopes.push(HashMap::new());
        if let Some(ident) = &ident {
            self.declare(ident, Entity::Local(local));
        }
        self.loops += 1;
        let body = self.block(&it.body);
        self.loops -= 1;
        self.scopes.pop();
        if let Some(tail) = &body.tail {
            self.demand_unit(tail, "the body of a `for` has no value", "end the statement with `;`");
        }
        let Some((from, to)) = bounds else { return Expr::nothing(area, Ty::Unit) };
        let (from, to) = (Box::new(from), Box::new(to));
        Expr { kind: Kind::For { local, from, to, body }, ty: Ty::Unit, area }
    }

    /// The bounds of a loop.
    fn range(&mut self, expr: &syn::Expr) -> Option<(Expr, Expr)> {
        let fix = "write `for i in a..b`";
        let syn::Expr::Range(range) = strip(expr) else {
            if let syn::Expr::MethodCall(call) = strip(expr) {
                let problem = format!("a loop runs over a range, not over `{}`", call.method);
                self.errors.report(call.method.span(), problem, fix);
            } else {
                self.errors.report(Area::of(expr), "a loop runs over a range", fix);
            }
            return None;
        };
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            self.errors.report(Area::of(range), "a loop needs both bounds", fix);
            return None;
        };
        if let syn::RangeLimits::Closed(token) = &range.limits {
            self.errors.report(Area::of(token), "a loop excludes its end", "write `a..b + 1`");
        }
        let bounds = [self.expr(from), self.expr(to)];
        for bound in &bounds {
            if self.number(bound, |got| Problem::LoopBound { got }) {
                self.infer.unify(bound.ty, Ty::U32);
            }
        }
        let [from, to] = bounds;
        Some((from, to))
    }

    fn jump(
        &mut self,
        span: proc_macro2::Span,
        label: Option<&syn::Lifetime>,
        value: Option<Area>,
        keyword: &'static str,
    ) -> Expr {
        let area = Area::from(span);
        if let Some(label) = label {
            self.errors.report(Area::of(label), "kernels have no labels", "leave outer loops by a flag");
        }
        if let Some(value) = value {
            self.errors.report(value, "a loop has no value", "assign to a variable before `break`");
        }
        if self.loops == 0 {
            self.errors.report_rule(area, &Problem::OutsideLoop { keyword }, None);
            return Expr::nothing(area, Ty::Never);
        }
        let kind = if keyword == "break" { Kind::Break } else { Kind::Continue };
        Expr { kind, ty: Ty::Never, area }
    }
}

impl crate::hir::Block {
    /// The type of a block that ends in a statement: `!` if that never ends.
    fn type_without_tail(&self) -> Ty {
        match self.stmts.last() {
            Some(crate::hir::Stmt::Expr(last)) if last.ty == Ty::Never => Ty::Never,
            _ => Ty::Unit,
        }
    }
}

/// The IR's type of a value.
fn data_type(ty: Ty) -> Option<DataType> {
    match ty {
        Ty::U32 | Ty::Int(_) => Some(DataType::U32),
        Ty::Bool => Some(DataType::Bool),
        _ => None,
    }
}
