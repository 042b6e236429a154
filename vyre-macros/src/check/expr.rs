//! Operators and places.

use super::call::strip;
use super::{Checker, Entity, plain, unsupported};
use crate::diagnostics::Area;
use crate::hir::{BufferId, Expr, Kind};
use crate::types::Ty;
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
            syn::Expr::Assign(assign) => self.assign(&assign.left, None, &assign.right),
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
                if let Some(value) = &it.expr
                    && !self.returns_value
                {
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
            syn::Expr::Tuple(tuple) if tuple.elems.is_empty() => Expr::nothing(Area::of(expr), Ty::Unit),
            other => {
                unsupported::expr(other, self.errors);
                Expr::error(Area::of(other))
            }
        }
    }

    fn literal(&mut self, literal: &syn::Lit) -> Expr {
        let area = Area::from(literal.span());
        match literal {
            syn::Lit::Bool(truth) => Expr { kind: Kind::Literal(u32::from(truth.value)), ty: Ty::Bool, area },
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
        let entity = self.lookup(&name);
        if self.in_constant && !matches!(entity, Some(Entity::Const(_) | Entity::Poisoned)) {
            let fix = "use literals and constants of the kernel itself";
            self.errors.report(area, format!("`{name}` is not constant"), fix);
            return Expr::error(area);
        }
        match entity {
            Some(Entity::Local(local)) => Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area },
            Some(Entity::Const(value)) => Expr { kind: Kind::Literal(value), ty: Ty::U32, area },
            Some(Entity::Buffer(_)) => {
                let fix = format!("use an element, `{name}[i]`, or `{name}.len()`");
                self.errors.report(area, format!("the buffer `{name}` is no value"), fix);
                Expr::error(area)
            }
            Some(Entity::Ids(_)) => {
                self.errors.report(
                    area,
                    format!("the id `{name}` is no value"),
                    "take one axis, such as `.x`",
                );
                Expr::error(area)
            }
            Some(Entity::Poisoned) => Expr::error(area),
            None => {
                let note = match name.as_str() {
                    "invocation_id" | "workgroup_id" | "local_id" | "workgroup_size" => {
                        format!("In a kernel: call it, `{name}()`.")
                    }
                    _ => "In a kernel: variables, parameters and `const`s of the kernel itself can be used."
                        .to_string(),
                };
                self.errors.report_rule(area, &Problem::UndeclaredVariable { name }, Some(note));
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
                self.errors.report(
                    operand.area,
                    "this expression has no value",
                    "use an expression that has one",
                );
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
            self.errors.report(b.area, problem, "give both one type");
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

    /// An index of a buffer.
    fn index(&mut self, index: &syn::Expr) -> Expr {
        if let syn::Expr::Range(range) = strip(index) {
            self.errors.report(Area::of(range), "kernels have no slices of slices", "index one element");
            return Expr::error(Area::of(range));
        }
        self.expr(index)
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
            let base = self.expr(&index.expr);
            if self.infer.resolve(base.ty) != Ty::Error {
                self.errors.report(area, "only buffers can be indexed", "index a parameter by its name");
            }
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
        let index = self.index(&expr.index);
        let Some((buffer, name)) = found else { return Expr::error(area) };
        self.index_type(&index, &name);
        if self.infer.resolve(index.ty) == Ty::Error {
            return Expr::error(area);
        }
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
                let target = self.expr(other);
                if self.infer.resolve(target.ty) != Ty::Error {
                    let fix = "assign to a variable or to an element of a buffer";
                    self.errors.report(target.area, "this cannot be assigned to", fix);
                }
                Expr::error(area)
            }
        }
    }

    fn store(&mut self, place: &syn::ExprIndex, op: Option<BinOp>, value: Expr, area: Area) -> Expr {
        let found = self.indexed(place, |name| Problem::StoreToUnknown { name });
        let index = self.index(&place.index);
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
            Some(_) if self.infer.resolve(value.ty) == Ty::Error => return Expr::error(area),
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
}

/// The IR's type of a value.
fn data_type(ty: Ty) -> Option<DataType> {
    match ty {
        Ty::U32 | Ty::Int(_) => Some(DataType::U32),
        Ty::Bool => Some(DataType::Bool),
        _ => None,
    }
}
