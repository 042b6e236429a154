//! Operators and paths.

use super::extent::Extent;
use super::float_names;
use super::{Checker, Entity, plain, unsupported};
use crate::diagnostics::Area;
use crate::files::Place;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::standard;
use crate::syntax::{path_text, strip};
use crate::tensor;
use crate::types::{Form, Ty};
use syn::{BinOp as Symbol, UnOp as Prefix};
use vyre_ir::{BinOp, Code, DataType, Problem, Side, UnOp, library};

/// The most words of a value that has an order: each is a condition inside the one of the word before it.
const MAX_ORDERED: u32 = 32;

/// The operator that a symbol means, and whether it assigns. `None` for the logical ones, which are not strict.
pub(super) fn operator(symbol: &Symbol) -> Option<(BinOp, bool)> {
    let (text, assigns) = match symbol {
        Symbol::Add(_) => ("+", false),
        Symbol::Sub(_) => ("-", false),
        Symbol::Mul(_) => ("*", false),
        Symbol::Div(_) => ("/", false),
        Symbol::Rem(_) => ("%", false),
        Symbol::BitXor(_) => ("^", false),
        Symbol::BitAnd(_) => ("&", false),
        Symbol::BitOr(_) => ("|", false),
        Symbol::Shl(_) => ("<<", false),
        Symbol::Shr(_) => (">>", false),
        Symbol::Eq(_) => ("==", false),
        Symbol::Lt(_) => ("<", false),
        Symbol::Le(_) => ("<=", false),
        Symbol::Ne(_) => ("!=", false),
        Symbol::Ge(_) => (">=", false),
        Symbol::Gt(_) => (">", false),
        Symbol::AddAssign(_) => ("+", true),
        Symbol::SubAssign(_) => ("-", true),
        Symbol::MulAssign(_) => ("*", true),
        Symbol::DivAssign(_) => ("/", true),
        Symbol::RemAssign(_) => ("%", true),
        Symbol::BitXorAssign(_) => ("^", true),
        Symbol::BitAndAssign(_) => ("&", true),
        Symbol::BitOrAssign(_) => ("|", true),
        Symbol::ShlAssign(_) => ("<<", true),
        Symbol::ShrAssign(_) => (">>", true),
        // The logical ones, and what syn may come to know.
        _ => return None,
    };
    Some((BinOp::from_symbol(text)?, assigns))
}

/// Whether a name is written as those of constants are.
pub(crate) fn is_constant_name(name: &str) -> bool {
    let name = crate::overload::without_trait(name);
    name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
}

/// The tokens of a prefix.
fn prefix_area(prefix: &Prefix) -> Area {
    match prefix {
        Prefix::Deref(token) => Area::from(token.spans[0]),
        Prefix::Not(token) => Area::from(token.spans[0]),
        Prefix::Neg(token) => Area::from(token.spans[0]),
        other => Area::of(other),
    }
}

fn is_comparison(op: &Symbol) -> bool {
    use Symbol::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

impl Checker<'_> {
    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Expr {
        if let Some(value) = self.behind_place_call(expr).or_else(|| self.behind_own_place(expr)) {
            return value;
        }
        match expr {
            syn::Expr::Lit(literal) => self.literal(&literal.lit),
            syn::Expr::Path(path) => self.path(path),
            syn::Expr::Paren(inner) => {
                let (area, inner) = (expr.area(), self.expr(&inner.expr));
                Expr { area: Area { may_wrap: inner.area.may_wrap, ..area }, ..inner }
            }
            syn::Expr::Group(inner) => self.expr(&inner.expr),
            syn::Expr::Binary(binary) => self.binary(binary),
            syn::Expr::Unary(unary) => self.unary(unary),
            syn::Expr::Assign(assign) => self.assign(&assign.left, None, &assign.right),
            syn::Expr::If(branch) => self.branch(branch),
            syn::Expr::Block(block) if block.label.is_none() => {
                let area = expr.area();
                let block = self.block(&block.block);
                let ty = block.tail.as_ref().map_or_else(|| block.type_without_tail(), |tail| tail.ty);
                Expr { kind: Kind::Block(block), ty, area }
            }
            syn::Expr::Const(it) => self.constant_block(it),
            syn::Expr::ForLoop(it) => self.for_loop(it),
            syn::Expr::While(it) => self.while_loop(it),
            syn::Expr::Loop(it) => self.endless_loop(it),
            syn::Expr::Block(it) => self.labeled_block(it),
            syn::Expr::Break(it) => self.break_out(it),
            syn::Expr::Continue(it) => self.continue_with(it),
            syn::Expr::Return(it) => self.return_value(it),
            syn::Expr::Reference(reference) => self.no_reference(reference),
            syn::Expr::Index(index) => {
                match self.element_of_associated(index).or_else(|| self.own_index(index)) {
                    Some(element) => element,
                    None => {
                        let element = self.load(index);
                        self.meant.read.push((index.bracket_token.span.open(), element.ty));
                        element
                    }
                }
            }
            syn::Expr::MethodCall(call) => match self.tried_as_follows(expr) {
                Some(value) => value,
                None => self.method(call),
            },
            syn::Expr::Call(call) => self.call(call),
            syn::Expr::Field(field) => {
                let value = self.field(field);
                self.meant.read.push((Area::of(&field.member).start, value.ty));
                value
            }
            syn::Expr::Cast(cast) => self.cast(cast),
            syn::Expr::Array(array) => self.list(array, None),
            syn::Expr::Repeat(repeat) => self.repeated(repeat, None),
            syn::Expr::Tuple(tuple) if tuple.elems.is_empty() => Expr::nothing(expr.area(), Ty::Unit),
            syn::Expr::Tuple(tuple) => self.tuple(tuple),
            syn::Expr::Struct(it) => self.struct_literal(it),
            syn::Expr::Match(it) => self.match_expr(it),
            syn::Expr::Try(it) => match self.tried_as_follows(expr) {
                Some(value) => value,
                None => self.tried(it),
            },
            syn::Expr::Macro(it) if it.mac.path.is_ident("matches") => self.matches_macro(&it.mac),
            syn::Expr::Macro(it) => {
                self.assertion(&it.mac).or_else(|| self.printing(&it.mac)).unwrap_or_else(|| {
                    self.macro_call(&it.mac);
                    Expr::error(expr.area())
                })
            }
            syn::Expr::Range(range) if range.start.is_some() && range.end.is_some() => {
                self.range_value(range).unwrap_or_else(|| Expr::error(expr.area()))
            }
            syn::Expr::Closure(closure) if self.keeps_closures() => self.kept_closure(closure, None),
            other => {
                if !self.is_of_erroneous(other) {
                    unsupported::expr(other, self.errors);
                }
                Expr::error(other.area())
            }
        }
    }

    /// `const { .. }`, which has no effects: what it computes is computed where it stands. It sees no variables.
    fn constant_block(&mut self, it: &syn::ExprConst) -> Expr {
        struct Names(Vec<syn::Ident>);
        impl<'ast> syn::visit::Visit<'ast> for Names {
            fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
                self.0.extend(path.path.get_ident().cloned());
            }
        }
        let mut names = Names(Vec::new());
        syn::visit::Visit::visit_block(&mut names, &it.block);
        let bound = super::closures::names_bound(|bound| syn::visit::Visit::visit_block(bound, &it.block));
        let area = Area::of(it);
        for name in names.0.into_iter().filter(|name| !bound.contains(&plain(name))) {
            let text = plain(&name);
            if self.lookup(&text).is_some_and(Entity::is_variable) {
                let problem = format!("a `const` block sees no variables such as `{text}`");
                self.errors.report(
                    Area::of(&name),
                    problem,
                    "name a constant, or write the block without `const`",
                );
                return Expr::error(area);
            }
        }
        if let Some(jump) = super::loops::jump_out_of(&it.block) {
            let problem = "this leads out of the `const` block, which is computed on its own";
            self.errors.report(jump, problem, "jump outside of the block, or write it without `const`");
            return Expr::error(area);
        }
        let block = self.block(&it.block);
        self.demand_assertions(&block);
        let ty = block.tail.as_ref().map_or_else(|| block.type_without_tail(), |tail| tail.ty);
        Expr { kind: Kind::Block(block), ty, area }
    }

    /// Reports the assertions of a `const` block that fail, as far as they are known: rustc evaluates them for each instance of a function.
    fn demand_assertions(&mut self, block: &Block) {
        let stmts = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Expr(expr) => Some(expr),
            _ => None,
        });
        for expr in stmts.chain(block.tail.as_deref()) {
            let Kind::Assert { cond, message, .. } = &expr.kind else { continue };
            if self.known_or_told(cond).is_some_and(|lanes| lanes[0] == 0) {
                let problem = format!("evaluation of this `const` block failed: {message}");
                self.errors.report(expr.area, problem, "call it with constants for which that holds");
            }
        }
    }

    /// Whether a construct that kernels do not have is one of something that is an error itself.
    fn is_of_erroneous(&mut self, expr: &syn::Expr) -> bool {
        let inner = match expr {
            syn::Expr::Await(it) => &it.base,
            _ => return false,
        };
        let inner = self.expr(inner);
        self.infer.resolve(inner.ty) == Ty::Error
    }

    /// Reports a macro call, unless it is one of a macro that is an error.
    pub(super) fn macro_call(&mut self, call: &syn::Macro) {
        if !self.is_poisoned_name(&call.path) {
            unsupported::macro_call(call, self.errors);
        }
    }

    /// `u32::MAX` and its kin.
    fn limit(&self, path: &syn::ExprPath) -> Option<(u128, Ty)> {
        let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        if let [.., module, consts, name] = &names[..]
            && consts == "consts"
            && let Some(float) = Ty::named_float(module)
            && let Some(bits) = float_names::constant(float, name)
        {
            return Some((bits, float));
        }
        if let [.., ty, name] = &names[..]
            && let Some(half) = Ty::named_float(ty).filter(|ty| ty.is_half())
        {
            return Some((super::halves::constant(half, name)?, half));
        }
        let [ty, limit] = match &names[..] {
            [_, limit] if crate::constants::is_of_number_traits(limit) && self.is_of_own_trait(path) => {
                return None;
            }
            [ty, limit] => [ty, limit],
            // `core::f32::MAX` is deprecated, and `core::primitive::f32::MAX` is the same.
            [.., primitive, ty, limit] if primitive == "primitive" => [ty, limit],
            _ => return None,
        };
        let of_param = self.number_of_param(ty);
        let ty = of_param.as_ref().unwrap_or(ty);
        let Some(integer) = Ty::named_integer(ty) else {
            let float = Ty::named_float(ty)?;
            let of_float = float_names::limit(float, limit).map(|bits| (bits, float));
            return of_float.or_else(|| float_names::integer(float, limit));
        };
        Some(match limit.as_str() {
            "MAX" => (integer.max(), integer.ty),
            "MIN" => (integer.min(), integer.ty),
            "BITS" => (integer.bits.into(), Ty::U32),
            // Of the traits of numbers.
            "ZERO" => (0, integer.ty),
            "ONE" => (1, integer.ty),
            _ => return None,
        })
    }

    /// The name of the number that a type parameter of a function in the place of its call stands for.
    pub(super) fn number_of_param(&self, name: &str) -> Option<String> {
        let Some(Entity::Type(ty)) = self.lookup(name) else { return None };
        let ty = self.infer.resolve(ty);
        let is_number = ty.integer().is_some() || ty.is_float();
        is_number.then(|| ty.to_string())
    }

    /// Whether a constant of a number is one of a trait of the module's.
    fn is_of_own_trait(&self, path: &syn::ExprPath) -> bool {
        self.sees_module
            && (self.is_associated_constant(&path.path) || self.file_hints().type_of(&path.path).is_some())
    }

    pub(super) fn path(&mut self, path: &syn::ExprPath) -> Expr {
        let area = path.area();
        if let Some((bits, ty)) = self.limit(path) {
            return Expr { kind: Kind::Literal(bits), ty, area };
        }
        if self.is_constant_of_open_owner(path)
            && self.is_associated_constant(&path.path)
            && let Some(value) = self.associated_constant(&path.path)
        {
            return value;
        }
        if let Some(variant) = self.variant(path).or_else(|| self.variant_path(path, None)) {
            return variant;
        }
        if let Some(phantom) = self.phantom(path) {
            return phantom;
        }
        if let Some(value) = self.constant_of_qualified(path) {
            return value;
        }
        let Some(name) = path.path.get_ident().map(plain) else {
            if let Some(value) = self.associated_constant(&path.path) {
                return value;
            }
            if self.is_outer_constant(path) {
                return self.outer_constant(path);
            }
            if let Some(function) = self.method_as_value(path) {
                return function;
            }
            self.outer_item(area, &path_text(path));
            return Expr::error(area);
        };
        let entity = self.lookup(&name);
        if self.in_constant && !matches!(entity, Some(Entity::Const(..) | Entity::Poisoned)) {
            let fix = "use literals and constants of the kernel itself";
            self.errors.report(area, format!("`{name}` is not constant"), fix);
            return Expr::error(area);
        }
        match entity {
            Some(Entity::Local(local)) => Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area },
            Some(Entity::Reference(local)) => self.shared_value(local, area).unwrap_or_else(|| {
                self.errors.report(area, format!("`{name}` is a reference"), format!("write `*{name}`"));
                Expr::error(area)
            }),
            Some(Entity::Const(lanes, ty, _)) => self.constant_use(lanes, ty, area),
            Some(Entity::Given(at)) => self.given_use(at, area),
            Some(Entity::Type(_)) => {
                let fix = format!("use a constant of it, such as `{name}::ZERO`");
                self.errors.report(area, format!("`{name}` is a type"), fix);
                Expr::error(area)
            }
            Some(Entity::Parameter(at)) => Expr { kind: Kind::Constant(at), ty: Ty::U32, area },
            Some(Entity::Buffer(buffer)) if self.whole_array(buffer, area).is_some() => {
                self.whole_array(buffer, area).unwrap_or_else(|| Expr::error(area))
            }
            Some(Entity::Buffer(buffer))
                if self.is_kernel && self.buffers[buffer].is_slice && !self.buffers[buffer].is_atomic =>
            {
                let is_exclusive = !self.buffers[buffer].is_constant;
                match self.viewed(&syn::Expr::Path(path.clone())) {
                    Some(Some(viewed)) => self.slice_value_as(viewed, is_exclusive, area),
                    _ => Expr::error(area),
                }
            }
            Some(Entity::Buffer(buffer)) => {
                let fix = format!("use an element, `{name}[i]`, or `{name}.len()`");
                let noun = self.buffers[buffer].noun();
                self.errors.report(area, format!("the {noun} `{name}` is no value"), fix);
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
            Some(Entity::Kept(_)) => self.no_kept_value(area),
            Some(Entity::Cursor(_) | Entity::Lazy(_))
                if let Some(value) = self.kept_iterator(&syn::Expr::Path(path.clone())) =>
            {
                value
            }
            Some(Entity::Delayed(_))
                if self.keeps_closures()
                    && let Some(value) = self.kept_delayed(&syn::Expr::Path(path.clone()), None) =>
            {
                value
            }
            Some(Entity::Cursor(_)) => {
                let fix = "ask it for items here, `while let Some(item) = it.next()`, or pass the slice and a position";
                self.errors.report(
                    area,
                    format!("the iterator `{name}` is no value that can be passed on"),
                    fix,
                );
                Expr::error(area)
            }
            Some(Entity::Lazy(_) | Entity::Delayed(_)) => {
                let fix = "ask it for items here, in a `for` or with an end such as `.sum()`, or pass it to a function";
                self.errors.report(area, format!("the iterator `{name}` is no value that can be kept"), fix);
                Expr::error(area)
            }
            Some(Entity::Closure(id)) if self.keeps_closures() => self.named_closure(id, area),
            Some(Entity::Closure(_)) => {
                let fix =
                    format!("call it, `{name}(..)`, or pass it to a function that takes an `impl Fn(..)`");
                self.errors.report(area, format!("the closure `{name}` is no value that can be kept"), fix);
                Expr::error(area)
            }
            Some(Entity::Function(function)) if let Some(value) = self.pointer_named(path, function) => value,
            Some(Entity::Function(_) | Entity::Template(_) | Entity::Named(_) | Entity::Passed(_)) => {
                self.errors.report(
                    area,
                    format!("the function `{name}` is no value"),
                    format!("call it: `{name}(..)`"),
                );
                Expr::error(area)
            }
            Some(Entity::Poisoned) => Expr::error(area),
            Some(Entity::Item(id)) => Expr { kind: Kind::Item(id), ty: self.items.list[id].ty, area },
            Some(Entity::Table(_)) => {
                if let Some(slice) = self.constant_slice(path) {
                    return slice;
                }
                if let Some(whole) = self.whole_table(path) {
                    return whole;
                }
                let fix = format!("use an element, `{name}[i]`");
                self.errors.report(area, format!("the table `{name}` is no value"), fix);
                Expr::error(area)
            }
            None if is_constant_name(&name) || self.is_constant_of_file(&path.path) => {
                self.outer_constant(path)
            }
            None if name == "self" => {
                let problem = "`self` is a value of methods alone, and this function has no `self` parameter";
                self.errors.report(area, problem, "add `&self` as the first parameter");
                Expr::error(area)
            }
            None => {
                let note = match name.as_str() {
                    "invocation_id" | "workgroup_id" | "local_id" | "workgroup_size" | "num_workgroups" => {
                        format!("In a kernel: call it, `{name}()`.")
                    }
                    _ if let Some(own) = super::call::of_another_language(&name) => {
                        format!("In a kernel: write `{own}()`.")
                    }
                    _ => match self.meant(&name, |entity| !matches!(entity, Entity::Function(_) | Entity::Template(_) | Entity::Type(_))) {
                        Some(meant) => format!("In a kernel: did you mean `{meant}`?"),
                        None => "In a kernel: variables, parameters and constants can be used; constants outside have upper-case names."
                            .to_string(),
                    },
                };
                self.errors.report_rule(area, &Problem::UndeclaredVariable { name }, Some(note));
                Expr::error(area)
            }
        }
    }

    /// `f32::abs` as a value: a closure that calls it.
    fn method_as_value(&mut self, path: &syn::ExprPath) -> Option<Expr> {
        if !self.keeps_closures() {
            return None;
        }
        let ty = super::std_functions::owner_of_method(&path.path)?;
        let name = plain(&path.path.segments.last()?.ident);
        let count = super::method::operands(ty, &name)?;
        let mut closure = crate::functional::closure_of(path, count);
        let owner = &path.path.segments.first()?.ident;
        if let Some(first) = closure.inputs.first_mut() {
            *first = syn::Pat::Type(syn::PatType {
                attrs: Vec::new(),
                pat: Box::new(first.clone()),
                colon_token: Default::default(),
                ty: syn::parse_quote!(#owner),
            });
        }
        Some(self.kept_closure(&closure, None))
    }

    /// Reports what looks like a constant outside.
    fn outer_item(&mut self, area: Area, name: &str) {
        let fix = "name constants in upper case, and pass variables by a parameter";
        self.errors.report(area, format!("`{name}` is no constant"), fix);
    }

    /// Notes the calls of `into` that are operands: what else is one does not say the type of such an operand, as there may be an `impl` for other types.
    fn note_operands<'e>(&mut self, operands: impl IntoIterator<Item = &'e syn::Expr>) {
        let calls = operands.into_iter().filter_map(|operand| match strip(operand) {
            syn::Expr::MethodCall(call) if call.method == "into" => Some(Place::of(call.method.span())),
            _ => None,
        });
        self.operands.extend(calls);
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
        if !is_comparison(&binary.op) {
            self.note_operands([&*binary.left, &*binary.right]);
        }
        match operator(&binary.op) {
            Some((_, true))
                if let Some(assigned) =
                    self.assign_indexed(&binary.left, Some(&binary.op), &binary.right) =>
            {
                assigned
            }
            Some((op, true)) => match self.overloaded_assignment(binary) {
                Some(called) => called,
                None => {
                    self.updated = None;
                    let assigned = self.assign(&binary.left, Some(op), &binary.right);
                    let updated = self.updated.take().map(|ty| (Area::of(&binary.op).start, ty));
                    self.meant.operated.extend(updated);
                    assigned
                }
            },
            Some((op, false)) => {
                if op.is_predicate()
                    && let Some(compared) = self.slice_comparison(binary)
                {
                    return compared;
                }
                if let Some([left, right]) = self.constant_beside(binary)
                    && let Some(called) = self.overloaded(&binary.op, &left, &right)
                {
                    return called;
                }
                let left = self.expr(&binary.left);
                let right = match self.wanted_beside(&binary.op, left.ty, &binary.right) {
                    Some(wanted) => self.expr_as(&binary.right, wanted),
                    None => self.expr(&binary.right),
                };
                let [left, right] = [left, right].map(|side| self.unit_as_value(side));
                let [left, right] =
                    if op.is_predicate() { self.behind_options([left, right]) } else { [left, right] };
                if let Some(called) = self.overloaded(&binary.op, &left, &right) {
                    return called;
                }
                let area = left.area.to(right.area);
                let Some([left, right]) = self.sides(op.is_predicate(), [left, right]) else {
                    return Expr {
                        ty: if op.is_predicate() { Ty::Bool } else { Ty::Error },
                        ..Expr::error(area)
                    };
                };
                if let Some(compared) = self.compared_with_variant(op, binary, [&left, &right]) {
                    return Expr { area, ..compared };
                }
                let value = self.arithmetic(op, left, right, area);
                if let Kind::Binary { left, .. } = &value.kind {
                    self.meant.operated.push((Area::of(&binary.op).start, left.ty));
                }
                value
            }
            None => {
                self.errors.report(Area::of(&binary.op), "kernels have no such operator", "use another one");
                Expr::error(Area::of(binary))
            }
        }
    }

    /// A strict binary operator on checked operands.
    pub(super) fn arithmetic(&mut self, op: BinOp, left: Expr, right: Expr, area: Area) -> Expr {
        let is_many = [&left, &right].into_iter().any(|side| self.infer.parts(side.ty).is_some());
        if let (BinOp::Eq | BinOp::Ne, true) = (op, is_many) {
            let ty = self.same(&left, &right, "the sides of a comparison");
            if self.sees_module && self.has_own_equality(ty) {
                let equal = self.equal_by_parts(left, right, area);
                return if op == BinOp::Ne { self.negated_truth(equal) } else { equal };
            }
            self.demand_comparable(ty, area);
            let (left, right) = (Box::new(left), Box::new(right));
            return Expr { kind: Kind::Same { left, right, is_equal: op == BinOp::Eq }, ty: Ty::Bool, area };
        }
        if let Some(compared) = self.compared_by_impl(op, &left, &right, area) {
            return compared;
        }
        if matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
            && [&left, &right].into_iter().all(|side| self.is_ordered(side.ty))
        {
            return self.order(op, left, right, area);
        }
        if matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
            && is_many
            && self.infer.data_of(left.ty).is_some()
            && !self.demand_ordered(left.ty, area)
        {
            return Expr::error(area);
        }
        let ty = self.binary_type(op, &left, &right);
        let (left, right) = (Box::new(left), Box::new(right));
        Expr { kind: Kind::Binary { op, left, right }, ty, area }
    }

    /// Whether values of a type are ordered otherwise than numbers: by their first parts that differ, or as `false` before `true`.
    fn is_ordered(&self, ty: Ty) -> bool {
        let ty = self.infer.resolve(ty);
        let is_list = match self.infer.parts(ty) {
            Some((Form::Tuple | Form::Array | Form::Option | Form::Result, _)) => true,
            // Those that derive it are compared by their fields, after which variant they are. The fields of others are zero.
            Some((Form::Struct(_) | Form::Enum(_), _)) => {
                self.infer.data_of(ty).is_some_and(|data| data.definition.is_ordered)
            }
            Some((Form::Reference | Form::Slice | Form::Closure(_), _)) | None => false,
        };
        let is_enum = matches!(ty, Ty::Enum(_))
            && self.infer.data_of(ty).is_some_and(|data| data.definition.is_ordered);
        ty == Ty::Bool || ty.vector_lanes().is_some() || is_list || is_enum
    }

    /// Whether a type is an enum with negative numbers.
    fn has_signed_numbers(&self, ty: Ty) -> bool {
        matches!(self.infer.resolve(ty), Ty::Enum(_))
            && self.infer.data_of(ty).is_some_and(|data| data.definition.is_signed)
    }

    /// Reports a type without `PartialOrd` among those of a tuple, an array, an option or a result.
    fn demand_ordered(&mut self, ty: Ty, area: Area) -> bool {
        if let Some(data) = self.infer.data_of(ty)
            && !data.definition.is_ordered
        {
            let name = data.definition.name.clone();
            let is_ordered = self.sees_module && self.has_own_order(ty);
            if !is_ordered {
                let problem = format!("`<` and its kin need `PartialOrd` on `{name}`");
                let fix = format!("write `#[derive(PartialEq, PartialOrd)]` before `{name}`");
                self.errors.report(area, problem, fix);
            }
            return is_ordered;
        }
        match self.infer.parts(ty).map(|(form, parts)| (form, parts.to_vec())) {
            Some((Form::Tuple | Form::Array | Form::Option | Form::Result, parts)) => {
                parts.iter().take(64).all(|part| self.demand_ordered(*part, area))
            }
            _ => true,
        }
    }

    /// `<` and its kin of such values.
    fn order(&mut self, op: BinOp, left: Expr, right: Expr, area: Area) -> Expr {
        let ty = self.same(&left, &right, "the sides of a comparison");
        if ty == Ty::Error || !self.demand_no_slices(ty, area) || !self.demand_ordered(ty, area) {
            return Expr::error(area);
        }
        if self.infer.words(left.ty) > MAX_ORDERED {
            let problem = format!("kernels have no order of values of more than {MAX_ORDERED} words");
            self.errors.report(area, problem, "compare the elements in a loop");
            return Expr::error(area);
        }
        let mut stmts = Vec::new();
        let [left, right] =
            [("left", left), ("right", right)].map(|(name, side)| self.hidden(name, side, &mut stmts));
        let tail = self.ordered(op, left, right, area);
        Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(tail)) }), ty: Ty::Bool, area }
    }

    /// The same of values that may be evaluated several times.
    fn ordered(&mut self, op: BinOp, left: Expr, right: Expr, area: Area) -> Expr {
        let ty = self.infer.resolve(left.ty);
        if let Some(compared) = self.compared_by_impl(op, &left, &right, area) {
            return compared;
        }
        if ty == Ty::Bool || matches!(ty, Ty::Enum(_)) {
            let ty = if self.has_signed_numbers(ty) { Ty::I32 } else { Ty::U32 };
            let [left, right] = [left, right].map(|side| Expr { kind: Kind::Cast(Box::new(side)), ty, area });
            return self.arithmetic(op, left, right, area);
        }
        let types = match (self.infer.parts(ty), ty.vector_lanes()) {
            (Some((_, parts)), _) => parts.to_vec(),
            (None, Some(lanes)) => vec![ty.lane(); lanes as usize],
            (None, None) => return self.arithmetic(op, left, right, area),
        };
        let strictly = if matches!(op, BinOp::Lt | BinOp::Le) { BinOp::Lt } else { BinOp::Gt };
        let either = |op, left, right| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::ShortCircuit { op, left, right }, ty: Ty::Bool, area }
        };
        let mut rest: Option<Expr> = None;
        let is_option = matches!(self.infer.parts(ty), Some((Form::Option, _)));
        for (at, ty) in types.into_iter().enumerate().rev() {
            let [a, b] = [&left, &right].map(|side| self.part(side.clone(), at, ty, area));
            rest = Some(match rest {
                None if is_option => {
                    // Nothing is compared with nothing: only where both are there.
                    let compared = self.ordered(op, a, b, area);
                    let is_there = self.part(left.clone(), 0, Ty::Bool, area);
                    match op {
                        BinOp::Lt | BinOp::Gt => either(BinOp::And, is_there, compared),
                        _ => either(BinOp::Or, self.negated_truth(is_there), compared),
                    }
                }
                None => self.ordered(op, a, b, area),
                Some(rest) => {
                    let is_first = self.ordered(strictly, a.clone(), b.clone(), area);
                    let are_equal = self.equal_in_order(a, b, area);
                    either(BinOp::Or, is_first, either(BinOp::And, are_equal, rest))
                }
            });
        }
        rest.unwrap_or_else(|| Expr::error(area))
    }

    /// The type of a binary operator's result; reports operands that it does not take.
    pub(super) fn binary_type(&mut self, op: BinOp, left: &Expr, right: &Expr) -> Ty {
        use BinOp::{Add, BitAnd, BitOr, BitXor, Div, Eq, Mod, Mul, Ne, Shl, Shr, Sub};
        let is_settled = |ty| !matches!(ty, Ty::Open(_) | Ty::Int(_));
        let mut types = [left, right].map(|operand| self.infer.resolve(operand.ty));
        if matches!(op, Shl | Shr) || !types.into_iter().any(is_settled) {
            self.take_told(left.ty);
            self.take_told(right.ty);
            types = [left, right].map(|operand| self.infer.resolve(operand.ty));
        }
        if let ([Ty::Open(_), _] | [_, Ty::Open(_)], false) = (types, matches!(op, Shl | Shr))
            && self.infer.unify(left.ty, right.ty).is_some()
        {
            types = [left, right].map(|operand| self.infer.resolve(operand.ty));
        }
        if types.contains(&Ty::Error) {
            self.infer.unify(left.ty, right.ty);
            return if op.is_predicate() { Ty::Bool } else { Ty::Error };
        }
        if let [Ty::Open(_), Ty::Open(_)] = types
            && matches!(op, BitAnd | BitOr | BitXor | Add | Sub | Mul | Div | Mod)
        {
            // Numbers or `bool`s: what they are is known in the end, or is an error then.
            self.inverted.push((left.area, left.ty));
            return left.ty;
        }
        let is_bool = types == [Ty::Bool; 2] && matches!(op, BitAnd | BitOr | BitXor | Eq | Ne);
        if let ([Ty::Enum(_), _] | [_, Ty::Enum(_)], Eq | Ne) = (types, op) {
            self.same(left, right, "the sides of a comparison");
            return Ty::Bool;
        }
        let is_vector = types[0].vector_lanes().is_some() && types[0] == types[1] && matches!(op, Eq | Ne);
        if is_bool || is_vector {
            return Ty::Bool;
        }
        let failed = if op.is_predicate() { Ty::Bool } else { Ty::Error };
        for (side, operand) in [(Side::Left, left), (Side::Right, right)] {
            if !self.number(operand, |got| Problem::BinaryOperand { side, wanted: DataType::U32, got }) {
                return failed;
            }
            if self.infer.resolve(operand.ty).is_float() && self.is_integers_only(op, operand) {
                return failed;
            }
        }
        if let [Ty::Int(_), float] = types
            && float.is_float()
        {
            // The number is what is easily changed.
            self.other_number(types[1], right.area, left);
            return failed;
        }
        // The amount of a shift may have another integer type in Rust. Of a literal nothing tells which one.
        if let (Shl | Shr, Ty::Int(_), Kind::Literal(0..128)) = (op, types[1], &right.kind) {
            self.infer.unify(right.ty, Ty::U32);
        }
        let ty = if matches!(op, Shl | Shr) { Some(left.ty) } else { self.infer.unify(left.ty, right.ty) };
        let Some(ty) = ty else {
            self.other_number(types[0], left.area, right);
            return failed;
        };
        if matches!(op, Div | Mod) && !self.demand_defined(op.spelling().text(), [Some(left), Some(right)]) {
            return Ty::Error;
        }
        if op.is_predicate() { Ty::Bool } else { ty }
    }

    /// Whether an operator has no meaning on floats; reports it then.
    fn is_integers_only(&mut self, op: BinOp, operand: &Expr) -> bool {
        let is_it = library::operator(op, &DataType::F32).is_none();
        if is_it {
            let value = self.errors.operand(operand.area);
            let ty = self.infer.resolve(operand.ty);
            let problem = format!("`{}` needs integers, got `{ty}`", op.spelling().text());
            let single = if ty.is_half() { format!("{value}.to_f32()") } else { value.clone() };
            let fix = format!("write `{value}.to_bits()` for the bits, or `{single} as u32` for the number");
            self.errors.report(operand.area, problem, fix);
        }
        is_it
    }

    /// Reports an operand of another type than the other one.
    fn other_number(&mut self, expected: Ty, left: Area, right: &Expr) {
        let got = self.infer.resolve(right.ty);
        let fix = self.conversion(right.area, expected, got);
        let note = format!("{} is `{expected}`.", self.errors.quote(left));
        match (expected, got.of_rows()) {
            // The IR's `u32` is a `usize`, too.
            (Ty::U32, Some(rows)) if Ty::of(&rows) == got.machine() => {
                let got = rows;
                let problem = Problem::BinaryOperand { side: Side::Right, wanted: DataType::U32, got };
                self.errors.report_rule(right.area, &problem, Some(format!("In a kernel: {fix}; {note}")));
            }
            _ => {
                let problem = format!("expected `{expected}`, got `{got}`");
                self.errors.report_noted(right.area, &problem, &fix, &note);
            }
        }
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Expr {
        self.note_operands([&*unary.expr]);
        if let Some(referred) = self.dereference(unary).or_else(|| self.dereferenced_array(unary)) {
            return referred;
        }
        if let (Prefix::Deref(_), syn::Expr::Lit(syn::ExprLit { lit: lit @ syn::Lit::ByteStr(_), .. })) =
            (&unary.op, strip(&unary.expr))
        {
            return self.literal(lit);
        }
        if let (Prefix::Deref(_), syn::Expr::MethodCall(call)) = (&unary.op, strip(&unary.expr))
            && super::variant_methods::gives_reference(call)
        {
            return self.expr(&unary.expr);
        }
        if let (Prefix::Neg(_), syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. })) =
            (&unary.op, strip(&unary.expr))
        {
            return self.negative(int, Area::of(unary));
        }
        if let Some(own) = self.dereferenced(unary) {
            return Expr { area: Area::of(unary), ..self.expr(own) };
        }
        let operand = self.expr(&unary.expr);
        let operand = match &unary.op {
            Prefix::Deref(_) if self.referent(operand.ty).is_some() => {
                let area = prefix_area(&unary.op).to(operand.area);
                return Expr { area, ..self.pointed(operand) };
            }
            _ => self.number_behind(operand),
        };
        self.take_told(operand.ty);
        let area = prefix_area(&unary.op).to(operand.area);
        if let Some(called) = self.overloaded_prefix(&unary.op, &operand, area) {
            return called;
        }
        let ty = self.infer.resolve(operand.ty);
        let (op, ty) = match (&unary.op, ty) {
            (_, Ty::Error) => return Expr::error(area),
            (Prefix::Not(_), Ty::Bool) => (UnOp::LogicalNot, Ty::Bool),
            (Prefix::Not(_), Ty::Open(_)) => {
                // Which operator it is follows from the type.
                self.inverted.push((operand.area, operand.ty));
                (UnOp::BitNot, operand.ty)
            }
            (Prefix::Not(_), ty) if ty.is_float() => {
                let fix = format!("write `!{}.to_bits()` for the bits", self.errors.operand(operand.area));
                self.errors.report(area, format!("`!` needs an integer or a `bool`, got `{ty}`"), fix);
                return Expr::error(area);
            }
            (Prefix::Neg(_), ty) if ty.is_float() => (UnOp::Negate, ty),
            (Prefix::Not(_), _) => {
                self.number(&operand, |got| Problem::UnaryOperand { wanted: DataType::U32, got });
                (UnOp::BitNot, operand.ty)
            }
            (Prefix::Neg(_), ty) if ty.is_signed() || matches!(ty, Ty::Open(_)) => {
                // What an open type is follows from the uses; it is checked in the end.
                if ty.is_signed() {
                    self.number(&operand, |got| Problem::UnaryOperand { wanted: DataType::U32, got });
                }
                self.negated.push((area, operand.area, operand.ty, self.in_bound));
                (UnOp::Negate, operand.ty)
            }
            (Prefix::Neg(_), ty) => {
                let problem = format!("`-` needs a signed number, got `{ty}`");
                let fix = self.negation(operand.area, self.in_bound);
                self.errors.report(area, problem, fix);
                return Expr::error(area);
            }
            _ => {
                self.errors.report(area, "this value is no reference", "remove the `*`");
                return Expr::error(area);
            }
        };
        self.meant.operated.push((prefix_area(&unary.op).start, operand.ty));
        Expr { kind: Kind::Unary { op, operand: Box::new(operand) }, ty, area }
    }

    /// Reports `x as bool`.
    fn no_cast_to_bool(&mut self, area: Area, from: Ty, advice: &str) {
        let problem = format!("unsupported cast from `{from}` to `bool`");
        let advice = format!("Rust has no such cast; {advice}");
        self.errors.report_code(area, (Code::V012, &problem, "see casts.md for valid conversions"), &advice);
    }

    /// The number of a `char`; other values as they are.
    fn number_of_char(&self, value: Expr) -> Expr {
        let is_char = |data: &crate::types::Data| standard::is_char(&data.definition.name);
        if !self.sees_module || !self.infer.data_of(value.ty).is_some_and(is_char) {
            return value;
        }
        let area = value.area;
        self.part(value, 0, Ty::U32, area)
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        self.meant.seen.push(cast.as_token.span);
        if let Some(constant) = self.outer_cast(cast).or_else(|| self.table_cast(cast)) {
            return constant;
        }
        if let syn::Type::Infer(blank) = &*cast.ty {
            self.expr(&cast.expr);
            let area = Area::from(blank.underscore_token.span);
            self.errors.report(area, "nothing says what type `as _` gives", "write the type, as in `as u64`");
            return Expr::error(Area::of(cast));
        }
        let Some(target) = self.written_type(&cast.ty) else {
            self.expr(&cast.expr);
            return Expr::error(Area::of(cast));
        };
        self.cast_to(cast, target)
    }

    /// A cast to a type that is written in it, or that is wanted where it stands.
    pub(super) fn cast_to(&mut self, cast: &syn::ExprCast, target: Ty) -> Expr {
        let is_index = tensor::is_index(&cast.ty);
        let value = match &*cast.expr {
            // The parentheses are nobody's, and what is inside has the place of the index.
            syn::Expr::Paren(inner) if is_index => self.expr(&inner.expr),
            inner => self.expr(inner),
        };
        let value = self.number_of_char(value);
        let area = value.area.to(Area::of(&cast.ty));
        if is_index {
            match (&value.kind, self.infer.resolve(value.ty)) {
                (Kind::Literal(bits), Ty::Int(_)) if !(*bits as i128).is_negative() => {
                    self.infer.unify(value.ty, target);
                }
                // As in Rust what nothing settles is an `i32`.
                (_, Ty::Int(_)) => {
                    self.infer.unify(value.ty, Ty::I32);
                }
                _ => {}
            }
            let name = self.indexed_name.clone();
            return self.as_index(value, name.as_deref().unwrap_or("tensor"));
        }
        let is_literal = is_literal(&cast.expr);
        // As in Rust a literal takes the type of the cast. Anything else does not: what nothing settles is an `i32`.
        let takes_target = match self.infer.resolve(value.ty) {
            Ty::Int(_) => target.is_integer(),
            Ty::Float(_) => matches!(target, Ty::F32 | Ty::F64),
            _ => false,
        };
        if is_literal && takes_target {
            self.infer.unify(value.ty, target);
        }
        if let (true, Some(of), Some(to)) =
            (is_literal, self.infer.resolve(value.ty).integer(), target.integer())
            && of.ty != to.ty
            && has_label(&cast.expr)
        {
            // The literal has the type of the cast, and what a `break` gives has another one.
            self.other_type(value.area, target, of.ty, None);
            return Expr::error(area);
        }
        self.take_told(value.ty);
        // How a number is cast follows from its type, which what follows the cast may say.
        let default = match self.infer.resolve(value.ty) {
            Ty::Float(_) => Some(Ty::F64),
            Ty::Int(_) if matches!(target, Ty::F32 | Ty::F64) => Some(Ty::I32),
            _ => None,
        };
        if let Some(default) = default {
            // Nothing behind the cast says more of a literal.
            let settled = if is_literal { None } else { self.settled_number(Area::of(&cast.ty), value.ty) };
            if settled.is_none() && self.lists.is_first() && !is_literal {
                return Expr::nothing(area, target);
            }
            self.infer.unify(value.ty, settled.unwrap_or(default));
        }
        if let (Ty::Open(_), true) = (self.infer.resolve(value.ty), target.is_integer()) {
            // Every number and `bool` has this cast, and rustc says whether it is one.
            self.outer_casts.push((value.ty, target, value.area));
            return Expr { kind: Kind::Cast(Box::new(value)), ty: target, area };
        }
        if !self.demand_known(&value) {
            return Expr::error(area);
        }
        match (self.infer.resolve(value.ty), target) {
            (Ty::Error, _) | (_, Ty::Error) => Expr::error(area),
            (from, to) if from == to => {
                Expr { area: Area { may_wrap: value.area.may_wrap, ..area }, ..value }
            }
            (Ty::Enum(_), to) if to.is_integer() && self.is_ordering(value.ty) => {
                self.number_of_ordering(value, to, area)
            }
            (Ty::Enum(_), to) if to.is_integer() && to != Ty::I32 && self.has_signed_numbers(value.ty) => {
                let number = Expr { kind: Kind::Cast(Box::new(value)), ty: Ty::I32, area };
                Expr { kind: Kind::Cast(Box::new(number)), ty: target, area }
            }
            (from, to)
                if to.is_integer() && (from.is_integer() || matches!(from, Ty::Bool | Ty::Enum(_))) =>
            {
                Expr { kind: Kind::Cast(Box::new(value)), ty: target, area }
            }
            (from, to) if from.is_half() || to.is_half() => {
                let (from, to) = (self.infer.name(from), self.infer.name(to));
                let fix = self.conversion(value.area, target, self.infer.resolve(value.ty));
                self.errors.report(area, format!("Rust has no cast from `{from}` to `{to}`"), fix);
                Expr::error(area)
            }
            (Ty::Enum(_), to @ (Ty::F32 | Ty::F64)) => {
                let problem = format!("Rust has no cast from `{}` to `{to}`", self.infer.name(value.ty));
                let fix = format!("write `{} as u32 as {to}`", self.errors.operand(value.area));
                self.errors.report(area, problem, fix);
                Expr::error(area)
            }
            (from, Ty::Enum(_)) => {
                let (from, to) = (self.infer.name(from), self.infer.name(target));
                let problem = format!("Rust has no cast from `{from}` to `{to}`");
                self.errors.report(area, problem, "write a `match` that gives a variant for each number");
                Expr::error(area)
            }
            (Ty::F32 | Ty::F64, target) if target.is_integer() => self.float_to_integer(value, target, area),
            (from, Ty::F32 | Ty::F64) if from.is_integer() => {
                self.integer_to_float(value, from, target, area)
            }
            (Ty::F32 | Ty::F64, Ty::F32 | Ty::F64) => {
                Expr { kind: Kind::Cast(Box::new(value)), ty: target, area }
            }
            (from @ (Ty::F32 | Ty::F64), Ty::Bool) => {
                self.no_cast_to_bool(area, from, "compare: `x != 0.0`");
                Expr::error(area)
            }
            (Ty::Bool, to @ (Ty::F32 | Ty::F64)) => {
                let fix = format!("write `{} as u32 as {to}`", self.errors.operand(value.area));
                self.errors.report(area, format!("Rust has no cast from `bool` to `{to}`"), fix);
                Expr::error(area)
            }
            (from, Ty::Bool) if from.is_integer() => {
                let from = if let Ty::Int(_) = from { Ty::U32 } else { from };
                self.no_cast_to_bool(area, from, "compare: `x != 0`");
                Expr::error(area)
            }
            (from, to) if from.data().is_some() && to.data().is_some() => {
                let problem = format!("Rust has no cast from `{from}` to `{to}`");
                self.errors.report(area, problem, format!("write `cast::<{to}>(value)`"));
                Expr::error(area)
            }
            _ => {
                self.errors.report(area, "this value cannot be cast", "cast a number or a `bool`");
                Expr::error(area)
            }
        }
    }
}

/// Whether the value of an expression may be that of a `break` out of a block.
fn has_label(expr: &syn::Expr) -> bool {
    matches!(strip(expr), syn::Expr::Block(it) if it.label.is_some())
}

/// Whether rustc hands the type of a cast on to a literal: through blocks, with labels too, and through `-` and `!`, but not through the arms of an
/// `if` or a `match`.
fn is_literal(expr: &syn::Expr) -> bool {
    match strip(expr) {
        syn::Expr::Lit(it) => match &it.lit {
            syn::Lit::Int(number) => number.suffix().is_empty(),
            syn::Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        syn::Expr::Unary(it) => !matches!(it.op, Prefix::Deref(_)) && is_literal(&it.expr),
        syn::Expr::Block(it) => match it.block.stmts.last() {
            Some(syn::Stmt::Expr(tail, None)) => is_literal(tail),
            _ => false,
        },
        _ => false,
    }
}
