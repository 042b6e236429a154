//! The operators of lengths that depend on constant parameters: what they give, and how rustc computes the same.
//!
//! Numbers have 32 bits and wrap around, and a division by zero gives 0, as in kernels.

use proc_macro2::TokenStream;
use quote::quote;
use vyre_ir::BinOp;

/// An operator of lengths.
pub(crate) struct Operator {
    pub(crate) op: BinOp,
    pub(crate) value: fn(u32, u32) -> u32,
    /// The same as a constant expression of Rust's.
    pub(crate) tokens: fn(TokenStream, TokenStream) -> TokenStream,
}

const OPERATORS: [Operator; 10] = [
    Operator { op: BinOp::Add, value: u32::wrapping_add, tokens: |a, b| quote!(#a.wrapping_add(#b)) },
    Operator { op: BinOp::Sub, value: u32::wrapping_sub, tokens: |a, b| quote!(#a.wrapping_sub(#b)) },
    Operator { op: BinOp::Mul, value: u32::wrapping_mul, tokens: |a, b| quote!(#a.wrapping_mul(#b)) },
    Operator {
        op: BinOp::Div,
        value: |a, b| a.checked_div(b).unwrap_or(0),
        // There is no number that `wrapping_div` could give for a division by zero.
        tokens: |a, b| or_zero(&quote!(#a.checked_div(#b))),
    },
    Operator {
        op: BinOp::Mod,
        value: |a, b| a.checked_rem(b).unwrap_or(0),
        tokens: |a, b| or_zero(&quote!(#a.checked_rem(#b))),
    },
    Operator { op: BinOp::Shl, value: u32::wrapping_shl, tokens: |a, b| quote!(#a.wrapping_shl(#b)) },
    Operator { op: BinOp::Shr, value: u32::wrapping_shr, tokens: |a, b| quote!(#a.wrapping_shr(#b)) },
    Operator { op: BinOp::BitAnd, value: |a, b| a & b, tokens: |a, b| quote!((#a & #b)) },
    Operator { op: BinOp::BitOr, value: |a, b| a | b, tokens: |a, b| quote!((#a | #b)) },
    Operator { op: BinOp::BitXor, value: |a, b| a ^ b, tokens: |a, b| quote!((#a ^ #b)) },
];

fn or_zero(quotient: &TokenStream) -> TokenStream {
    quote!((match #quotient { ::core::option::Option::Some(it) => it, _ => 0 }))
}

/// The operator of lengths, if there is this one.
pub(crate) fn operator(op: BinOp) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.op == op)
}
