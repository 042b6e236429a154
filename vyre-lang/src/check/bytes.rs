//! `T::from_le_bytes(..)`, `x.to_le_bytes()` and the same with `be`: numbers from and to arrays of bytes.

use super::Checker;
use super::extent::Extent;
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use proc_macro2::Span;
use vyre_ir::BinOp;

/// The positions of the bytes of an integer, from its lowest bits on, in an array that such a function takes or gives.
fn order(name: &str, count: u32) -> Option<Vec<u32>> {
    match name {
        "from_le_bytes" | "to_le_bytes" => Some((0..count).collect()),
        "from_be_bytes" | "to_be_bytes" => Some((0..count).rev().collect()),
        _ => None,
    }
}

impl Checker<'_> {
    fn bytes_type(&mut self, count: u32) -> Ty {
        self.infer.many(Form::Array, vec![Ty::U8; count as usize])
    }

    /// `T::from_le_bytes(bytes)`
    pub(super) fn joined_bytes(&mut self, target: Ty, name: &str, call: &syn::ExprCall) -> Option<Expr> {
        let (area, count) = (call.area(), target.bits() / 8);
        let order = order(name, count)?;
        if target.is_half() {
            return None;
        }
        if let Some(float) = Some(target.to_string()).filter(|_| target.is_float()) {
            let (args, name) = (&call.args, syn::Ident::new(name, Span::call_site()));
            let [float, bits] =
                [float, format!("u{}", target.bits())].map(|it| syn::Ident::new(&it, Span::call_site()));
            return Some(Expr {
                area,
                ..self.expr(&syn::parse_quote!(#float::from_bits(#bits::#name(#args))))
            });
        }
        let [arg] = &call.args.iter().collect::<Vec<_>>()[..] else {
            self.arguments(&call.args, 1, area, name);
            return Some(Expr::error(area));
        };
        let wanted = self.bytes_type(count);
        let bytes = match strip(arg) {
            _ if super::std_functions::takes_wanted(arg) => match self.wanted_of_std(arg, wanted) {
                Some(bytes) => bytes,
                None => return Some(Expr::error(area)),
            },
            syn::Expr::Array(array) => self.list(array, Some(Ty::U8)),
            syn::Expr::Repeat(repeat) => self.repeated(repeat, Some(Ty::U8)),
            other => self.expr(other),
        };
        if !self.demand(&bytes, wanted) || self.infer.resolve(bytes.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let bytes = self.hidden("bytes", bytes, &mut stmts);
        let byte = |(step, at): (usize, u32)| {
            let byte = self.part(bytes.clone(), at as usize, Ty::U8, area);
            let value = Expr { kind: Kind::Cast(Box::new(byte)), ty: target, area };
            self.shifted(BinOp::Shl, value, 8 * step as u32)
        };
        let mut parts = order.into_iter().enumerate().map(byte);
        let first = parts.next()?;
        let joined = parts.fold(first, |left, right| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::Binary { op: BinOp::BitOr, left, right }, ty: target, area }
        });
        let block = Block { stmts, tail: Some(Box::new(joined)) };
        Some(Expr { kind: Kind::Block(block), ty: target, area })
    }

    /// `value.to_le_bytes()`
    pub(super) fn bytes_of(
        &mut self,
        call: &syn::ExprMethodCall,
        value: &Expr,
        ty: Ty,
        area: Area,
    ) -> Option<Expr> {
        let (name, count) = (call.method.to_string(), ty.bits() / 8);
        let order = order(&name, count).filter(|_| name.starts_with("to_"))?;
        if let Ty::F32 | Ty::F64 = ty {
            let method = &call.method;
            let written = syn::parse_quote!(__vyre_float.to_bits().#method());
            return Some(self.written_with([("__vyre_float", value.clone())], &written, area));
        }
        ty.integer()?;
        if self.arguments(&call.args, 0, Area::from(call.method.span()), &name).is_none() {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let value = self.hidden("value", value.clone(), &mut stmts);
        let byte = |step: u32| {
            let byte = self.shifted(BinOp::Shr, value.clone(), 8 * step);
            Expr { kind: Kind::Cast(Box::new(byte)), ty: Ty::U8, area }
        };
        let bytes = order.into_iter().map(byte).collect();
        let whole = Expr { kind: Kind::Many(bytes), ty: self.bytes_type(count), area };
        let ty = whole.ty;
        Some(Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(whole)) }), ty, area })
    }

    fn shifted(&self, op: BinOp, value: Expr, by: u32) -> Expr {
        let (ty, area) = (value.ty, value.area);
        if by == 0 {
            return value;
        }
        let by = Expr { kind: Kind::Literal(by.into()), ty: Ty::U32, area };
        Expr { kind: Kind::Binary { op, left: Box::new(value), right: Box::new(by) }, ty, area }
    }
}
