//! Operators as Rust for the host: Rust's own where they mean the same, else calls of the rows.

use super::host::Host;
use crate::types::{Ty, host_type};
use proc_macro2::{Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Type, Typing, UnOp, library};

impl Host<'_> {
    pub(super) fn binary(
        &self,
        op: BinOp,
        (ty, left): (Ty, TokenStream),
        (right_ty, right): (Ty, TokenStream),
    ) -> TokenStream {
        let krate = self.krate;
        let known = self.kernel.types.resolve(ty);
        let is_bool = known == Ty::Bool;
        let row =
            known.data().filter(|data| data.is_float()).as_ref().and_then(|data| library::operator(op, data));
        let op = match row.and_then(|row| Operation::of(row.id)) {
            Some(Operation::Binary(op, _)) => op,
            _ => op,
        };
        match (op.typing(), is_rusts(op.typing())) {
            // `&&` and `||` would not evaluate both operands.
            (Typing::Truth, _) if is_bool => infix(&op.spelling().text()[..1], left, right),
            (Typing::Truth, _) => {
                infix(&op.spelling().text()[..1], quote!((#left != 0)), quote!((#right != 0)))
            }
            (_, true) => infix(op.spelling().text(), left, right),
            (typing, false) => {
                let right_ty = self.kernel.types.resolve(right_ty).machine();
                let is_amount = typing == Typing::Shift && right_ty.is_integer() && right_ty != Ty::U32;
                let right = if is_amount { quote!((#right as ::core::primitive::u32)) } else { right };
                if let (true, Some(method)) = (is_of_std(known), of_std(op)) {
                    let method = Ident::new(method, Span::mixed_site());
                    return quote!(#krate::__private::host::#method(#left, #right));
                }
                let (row, result) = (op as usize, self.result(typing, ty));
                quote!(#krate::__private::host::binary::<#row, _, _, #result>(#left, #right))
            }
        }
    }

    pub(super) fn unary(&self, op: UnOp, ty: Ty, operand: TokenStream) -> TokenStream {
        let krate = self.krate;
        let is_float = self.kernel.types.resolve(ty).is_float();
        let op = if is_float && op == UnOp::Negate { UnOp::FNegate } else { op };
        if is_rusts(op.typing()) {
            return quote!((!#operand));
        }
        let known = self.kernel.types.resolve(ty);
        if op == UnOp::Negate && is_of_std(known) {
            return quote!(#krate::__private::host::wrapping_neg(#operand));
        }
        let (row, result) = (op as usize, self.result(op.typing(), ty));
        quote!(#krate::__private::host::unary::<#row, _, #result>(#operand))
    }

    /// What an operator gives for a first operand of the type, as far as that is known.
    fn result(&self, typing: Typing, ty: Ty) -> TokenStream {
        let operand = self.kernel.types.resolve(ty).data().and_then(|ty| ty.value_type());
        let result = operand.and_then(|ty| typing.result(ty.scalar));
        let known = result.and_then(|scalar| Type::scalar(scalar).data_type());
        known.map_or_else(|| quote!(_), |data| host_type(data, self.krate))
    }
}

/// Whether the rows of operators compute nothing on a type: it is an integer that the IR does not have, or has as its words.
fn is_of_std(ty: Ty) -> bool {
    ty.is_integer() && (ty.of_rows().is_none() || ty == Ty::U128)
}

/// The function of `vyre_runtime::host` for an operator on such integers.
fn of_std(op: BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add => "wrapping_add",
        BinOp::Sub => "wrapping_sub",
        BinOp::Mul => "wrapping_mul",
        BinOp::Div => "div",
        BinOp::Mod => "rem",
        BinOp::Shl => "wrapping_shl",
        BinOp::Shr => "wrapping_shr",
        _ => return None,
    })
}

/// Whether Rust's own operator means the same.
fn is_rusts(typing: Typing) -> bool {
    match typing {
        Typing::Truth | Typing::Bitwise | Typing::Equality | Typing::Order => true,
        Typing::Arithmetic
        | Typing::Shift
        | Typing::Distance
        | Typing::Count
        | Typing::Atomic
        | Typing::Float
        | Typing::Elementary
        | Typing::FloatSign
        | Typing::FloatOrder
        | Typing::ToU32
        | Typing::ToI32
        | Typing::ToU64
        | Typing::FromU32
        | Typing::FromI32
        | Typing::FromU64
        | Typing::DoubleFromU32
        | Typing::DoubleFromI32
        | Typing::DoubleFromU64
        | Typing::DoubleFromF32
        | Typing::ToF32 => false,
    }
}

/// Rust's operator between two operands.
fn infix(symbol: &str, left: TokenStream, right: TokenStream) -> TokenStream {
    let (last, first) = match symbol.as_bytes().split_last() {
        Some((last, first)) => (char::from(*last), first),
        None => (' ', &[][..]),
    };
    let joint = first.iter().map(|symbol| Punct::new(char::from(*symbol), Spacing::Joint));
    let symbol = joint.chain([Punct::new(last, Spacing::Alone)]).map(TokenTree::from);
    let symbol: TokenStream = symbol.collect();
    quote!((#left #symbol #right))
}
