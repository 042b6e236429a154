//! Ranges as values: a struct of two bounds, `start` and `end`, with the methods of std's ranges.

use super::extent::Extent;
use super::iterate::IteratedRange;
use super::variants::block_of;
use super::{Checker, Entity, plain};
use crate::data::{Definition, Field, FieldType, Reach, Shape, Written};
use crate::diagnostics::Area;
use crate::hir::{Block, Counted, Cut, Expr, Kind, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use std::rc::Rc;
use vyre_ir::{BinOp, UnOp};

/// What no definitions of a user's have.
const IDS: [&str; 2] = ["core::ops::Range", "core::ops::RangeInclusive"];

/// The methods of ranges that are none of iterators.
const METHODS: [(&str, usize); 7] =
    [("contains", 1), ("is_empty", 0), ("start", 0), ("end", 0), ("next", 0), ("next_back", 0), ("clone", 0)];

fn definition(is_closed: bool) -> Rc<Definition> {
    let field =
        |name: &str| Field { name: name.to_string(), is_public: !is_closed, ty: FieldType::Scalar(Ty::U32) };
    Rc::new(Definition {
        name: if is_closed { "RangeInclusive" } else { "Range" }.to_string(),
        place: proc_macro2::Span::call_site(),
        id: IDS[usize::from(is_closed)].to_string(),
        is_comparable: true,
        local: Some([
            "a range is no element of a buffer".to_string(),
            "store its bounds, `[r.start, r.end]`".to_string(),
        ]),
        is_ordered: false,
        has_default: false,
        is_signed: false,
        written: Written::Parts(if is_closed { "..=" } else { ".." }.to_string()),
        reach: Reach::All,
        shape: Shape::Struct(vec![field("start"), field("end")]),
    })
}

impl Checker<'_> {
    /// The type of a range of values of a type.
    pub(super) fn range_type(&mut self, of: Ty, is_closed: bool) -> Ty {
        let path = match is_closed {
            true => quote::quote!(::core::ops::RangeInclusive),
            false => quote::quote!(::core::ops::Range),
        };
        let known = self.infer.data_type(&definition(is_closed), Some(&path));
        match self.infer.parts(known) {
            Some((form, _)) => self.infer.many(form, vec![of, of]),
            None => Ty::Error,
        }
    }

    /// The type of the bounds of a range, and whether its end is one of its values.
    pub(super) fn range_of(&self, ty: Ty) -> Option<(Ty, bool)> {
        let (Form::Struct(_), parts) = self.infer.parts(ty)? else { return None };
        let id = &self.infer.data_of(ty)?.definition.id;
        let at = IDS.iter().position(|known| known == id)?;
        Some((*parts.first()?, at == 1))
    }

    /// `Range<T>` and `RangeInclusive<T>`, as a type that a user wrote.
    pub(super) fn written_range(&mut self, ty: &syn::Type) -> Option<Ty> {
        let syn::Type::Path(path) = ty else { return None };
        let last = path.path.segments.last()?;
        let is_closed = match plain(&last.ident).as_str() {
            "Range" => false,
            "RangeInclusive" => true,
            _ => return None,
        };
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        let (Some(syn::GenericArgument::Type(of)), 1) = (arguments.args.first(), arguments.args.len()) else {
            return None;
        };
        let mut bare = path.path.clone();
        bare.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
        if path.qself.is_some() || self.known.of(&bare).is_some() {
            return None;
        }
        let of = self.written_type(of).unwrap_or_else(|| self.infer.open());
        Some(if of == Ty::Error { Ty::Error } else { self.range_type(of, is_closed) })
    }

    /// `a..b` as a value.
    pub(super) fn range_value(&mut self, range: &syn::ExprRange) -> Option<Expr> {
        let (Some(from), Some(to)) = (&range.start, &range.end) else { return None };
        let area = Area::of(range);
        let bounds = [from, to].map(|bound| self.expr(bound));
        let [from, to] = bounds;
        let of = self.same(&from, &to, "the bounds of a range");
        if self.infer.resolve(of) == Ty::Error {
            return Some(Expr::error(area));
        }
        let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        let ty = self.range_type(of, is_closed);
        Some(Expr { kind: Kind::Many(vec![from, to]), ty, area })
    }

    /// Whether an expression is a range in a variable, or a field that is one, as far as its names tell.
    pub(super) fn is_range_value(&self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
                self.is_range_value(&call.receiver)
            }
            syn::Expr::Reference(reference) if reference.mutability.is_none() => {
                self.is_range_value(&reference.expr)
            }
            other => self.type_named(other).is_some_and(|ty| self.range_of(ty).is_some()),
        }
    }

    /// Whether a function gives a range.
    fn gives_range(&mut self, expr: &syn::Expr) -> bool {
        let ty = match strip(expr) {
            syn::Expr::Call(call) => self.declared_result(call),
            syn::Expr::MethodCall(call) => self.declared_result_of_method(call),
            _ => None,
        };
        ty.is_some_and(|ty| self.range_of(ty).is_some())
    }

    /// The type of a variable or of a field of one.
    fn type_named(&self, expr: &syn::Expr) -> Option<Ty> {
        match strip(expr) {
            syn::Expr::Path(_) => {
                let name = crate::syntax::path_name(expr)?;
                let (Entity::Local(local) | Entity::Reference(local)) = self.lookup(&name)? else {
                    return None;
                };
                let ty = self.inner_places.get(&local).map_or(self.locals[local].ty, |place| place.ty);
                Some(self.referent(ty).unwrap_or(ty))
            }
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => self.type_named(expr),
            syn::Expr::Field(field) => {
                let of = self.type_named(&field.base)?;
                let (form, parts) = self.infer.parts(of)?;
                match (&field.member, form) {
                    (syn::Member::Unnamed(at), Form::Tuple) => parts.get(at.index as usize).copied(),
                    (member, Form::Struct(_)) => {
                        let name = match member {
                            syn::Member::Named(name) => plain(name),
                            syn::Member::Unnamed(at) => at.index.to_string(),
                        };
                        let Shape::Struct(fields) = &self.infer.data_of(of)?.definition.shape else {
                            return None;
                        };
                        let at = fields.iter().position(|field| field.name == name)?;
                        parts.get(at).copied()
                    }
                    _ => None,
                }
            }
            syn::Expr::Index(index) => {
                let name = crate::syntax::path_name(&index.expr)?;
                match self.lookup(&name)? {
                    Entity::Buffer(buffer) => Some(self.buffers[buffer].ty),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A range in a variable, which a loop counts through.
    pub(super) fn counted_range(
        &mut self,
        expr: &syn::Expr,
        before: &mut Vec<Stmt>,
    ) -> Option<IteratedRange> {
        let inner = match strip(expr) {
            syn::Expr::MethodCall(call) if call.method == "clone" => &*call.receiver,
            syn::Expr::Reference(reference) => &*reference.expr,
            other => other,
        };
        let value = self.base(inner);
        let value = self.behind_references(value);
        let area = expr.area();
        let (of, is_closed) = self.range_of(value.ty)?;
        if !self.number(&Expr::nothing(area, of), |got| vyre_ir::Problem::LoopBound { got }) {
            return None;
        }
        let value = self.hidden("range", value, before);
        let bounds = [0, 1].map(|at| Box::new(self.part(value.clone(), at, of, area)));
        let [from, to] = bounds;
        Some(IteratedRange { counted: Counted { from, to, is_closed, adaptors: Vec::new() }, ty: of })
    }

    /// The part of a slice that a range in a variable says.
    pub(super) fn cut_of_range(&mut self, index: &syn::Expr) -> Option<Cut> {
        let value = self.base(index);
        let value = self.behind_references(value);
        let (of, is_closed) = self.range_of(value.ty)?;
        let area = index.area();
        self.meant.ranges.push(area.written);
        if let Ty::Int(_) = self.infer.resolve(of) {
            self.infer.unify(of, Ty::U32);
        }
        if !self.demand(&Expr::nothing(area, of), Ty::U32) {
            return None;
        }
        let bounds = [0, 1].map(|at| Some(self.part(value.clone(), at, of, area)));
        let [from, to] = bounds;
        Some(Cut::Range { from, to, is_closed })
    }

    /// A method of a range that is none of iterators; nothing for other receivers.
    pub(super) fn range_method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = plain(&call.method);
        let (_, count) = METHODS.iter().find(|(known, _)| *known == name)?;
        let literal = match strip(&call.receiver) {
            syn::Expr::Range(range) => Some(range),
            _ if self.is_range_value(&call.receiver) => None,
            // `next` changes a range that somebody has.
            _ if !name.starts_with("next") && self.gives_range(&call.receiver) => None,
            _ => return None,
        };
        let area = call.area();
        if literal.is_some() && matches!(name.as_str(), "next" | "next_back" | "clone") {
            return None;
        }
        if call.args.len() != *count {
            self.arguments(&call.args, *count, Area::from(call.method.span()), &name);
            return Some(Expr::error(area));
        }
        if name.starts_with("next") {
            return self.next_of_range(call, &name);
        }
        let mut stmts = Vec::new();
        let (start, end, is_closed) = match literal {
            Some(range) => {
                let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_));
                let mut bound = |bound: &Option<Box<syn::Expr>>| {
                    let value = self.expr(bound.as_deref()?);
                    Some(self.hidden("bound", value, &mut stmts))
                };
                let (start, end) = (bound(&range.start), bound(&range.end));
                if let (Some(start), Some(end)) = (&start, &end) {
                    self.same(start, end, "the bounds of a range");
                }
                (start, end, is_closed)
            }
            None => {
                let value = self.base(&call.receiver);
                let value = self.behind_references(value);
                let (of, is_closed) = self.range_of(value.ty)?;
                if name == "clone" {
                    return Some(Expr { area, ..value });
                }
                let value = self.hidden("range", value, &mut stmts);
                let bounds = [0, 1].map(|at| Some(self.part(value.clone(), at, of, area)));
                let [start, end] = bounds;
                (start, end, is_closed)
            }
        };
        let before_end = if is_closed { BinOp::Le } else { BinOp::Lt };
        let value = match (name.as_str(), start, end) {
            ("contains", start, end) => {
                let of = start.as_ref().or(end.as_ref()).map(|bound| bound.ty)?;
                let arg = call.args.first()?;
                let value = match strip(arg) {
                    syn::Expr::Reference(reference) => self.expr_as(&reference.expr, of),
                    _ => {
                        let value = self.expr(arg);
                        self.behind_references(value)
                    }
                };
                if !self.demand(&value, of) || self.infer.resolve(value.ty) == Ty::Error {
                    return Some(Expr::error(area));
                }
                let value = self.hidden("value", value, &mut stmts);
                let from = start.map(|start| self.arithmetic(BinOp::Ge, value.clone(), start, area));
                let to = end.map(|end| self.arithmetic(before_end, value, end, area));
                match (from, to) {
                    (Some(from), Some(to)) => {
                        let (left, right) = (Box::new(from), Box::new(to));
                        Expr { kind: Kind::ShortCircuit { op: BinOp::And, left, right }, ty: Ty::Bool, area }
                    }
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => return Some(Expr::error(area)),
                }
            }
            ("is_empty", Some(start), Some(end)) => {
                let is_any = self.arithmetic(before_end, start, end, area);
                let kind = Kind::Unary { op: UnOp::LogicalNot, operand: Box::new(is_any) };
                Expr { kind, ty: Ty::Bool, area }
            }
            ("start", Some(bound), _) | ("end", _, Some(bound)) if is_closed => self.reference_to(bound),
            _ => {
                let fix = "write `.start` or `.end`";
                self.errors.report(Area::of(&call.method), format!("this range has no `{name}()`"), fix);
                return Some(Expr::error(area));
            }
        };
        if self.infer.resolve(value.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        Some(block_of(stmts, value))
    }

    /// `range.next()` and `range.next_back()`, which leave the rest in the variable.
    fn next_of_range(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        let area = call.area();
        let place = self.base(&call.receiver);
        let (of, is_closed) = self.range_of(place.ty)?;
        if !self.infer.resolve(of).is_integer() && !matches!(self.infer.resolve(of), Ty::Int(_)) {
            let fix = "write a `for` loop over it";
            self.errors.report(Area::of(&call.method), format!("this range has no `{name}` here"), fix);
            return Some(Expr::error(area));
        }
        if !self.demand_changeable(&place, name) {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let place = self.settled_place(place, &mut stmts);
        let bounds = [0, 1].map(|at| self.part(place.clone(), at, of, area));
        let [start, end] = bounds;
        let op = if is_closed { BinOp::Le } else { BinOp::Lt };
        let is_any = self.arithmetic(op, start.clone(), end.clone(), area);
        let is_any = self.hidden("is_some", is_any, &mut stmts);
        let is_last = match is_closed {
            true => {
                let is_last = self.arithmetic(BinOp::Eq, start.clone(), end.clone(), area);
                Some(self.hidden("is_last", is_last, &mut stmts))
            }
            false => None,
        };
        let number = |value: u128| Expr { kind: Kind::Literal(value), ty: of, area };
        let one = number(1);
        let (op, bound, other, of_empty) = match name {
            "next" => (BinOp::Add, start, end, [1, 0]),
            _ => (BinOp::Sub, end, start, [0, 1]),
        };
        let before = self.hidden("next", bound.clone(), &mut stmts);
        let (left, right) = (Box::new(before.clone()), Box::new(one));
        let after = Expr { kind: Kind::Binary { op, left, right }, ty: of, area };
        let after = self.hidden("rest", after, &mut stmts);
        let first = if name == "next" || is_closed { before } else { after.clone() };
        let mut left = Vec::new();
        match is_last {
            // What is left behind the last one is an empty range.
            Some(is_last) => {
                for (bound, rest, none) in [(bound, after, of_empty[0]), (other.clone(), other, of_empty[1])]
                {
                    let (cond, then) = (Box::new(is_last.clone()), Box::new(number(none)));
                    let rest =
                        Expr { kind: Kind::Select { cond, then, otherwise: Box::new(rest) }, ty: of, area };
                    left.push(Stmt::Expr(self.give_back(bound, None, rest, area)));
                }
            }
            None => left.push(Stmt::Expr(self.give_back(bound, None, after, area))),
        }
        let then = Block { stmts: left, tail: None };
        let kind = Kind::If { cond: Box::new(is_any.clone()), then, otherwise: None };
        stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
        let zero = Box::new(Expr { kind: Kind::Literal(0), ty: of, area });
        let (cond, then) = (Box::new(is_any.clone()), Box::new(first));
        let held = Expr { kind: Kind::Select { cond, then, otherwise: zero }, ty: of, area };
        let ty = self.option_of(of);
        Some(block_of(stmts, Expr { kind: Kind::Many(vec![is_any, held]), ty, area }))
    }
}
