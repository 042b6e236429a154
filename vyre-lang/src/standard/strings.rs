//! `&str` as the bytes of a text: `"abc"` is `b"abc"`, `as_bytes` gives the text itself, and `bytes` its elements. What else a `str` has, such as `chars`,
//! no slice of bytes has, so that it stays an error. Texts that print are left alone, as bytes are printed otherwise.

use crate::syntax::words;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprLit, Lit, LitByteStr, Pat, Type, parse_quote};

/// The macros that print.
const PRINTING: [&str; 5] = ["println", "print", "eprintln", "eprint", "dbg"];

/// Whether a text has values of `&str`, and prints nothing.
pub(crate) fn names_str(file: &syn::File) -> bool {
    let words = words(file);
    let is_named = words.contains("str") || words.contains("as_bytes") || words.contains("bytes");
    is_named && !declares(file) && !PRINTING.iter().any(|name| words.contains(*name))
}

/// Whether a type of the text has a method `bytes` or `as_bytes` of its own.
fn declares(file: &syn::File) -> bool {
    struct Declared(bool);
    impl<'ast> Visit<'ast> for Declared {
        fn visit_signature(&mut self, signature: &'ast syn::Signature) {
            self.0 |= signature.ident == "bytes" || signature.ident == "as_bytes";
        }
    }
    let mut declared = Declared(false);
    declared.visit_file(file);
    declared.0
}

/// Writes texts as their bytes.
pub(crate) struct Strings;

fn bytes(literal: &syn::LitStr) -> Lit {
    Lit::ByteStr(LitByteStr::new(literal.value().as_bytes(), literal.span()))
}

impl VisitMut for Strings {
    /// What documents is no value.
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::Reference(reference) = ty
            && reference.mutability.is_none()
            && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"))
        {
            *reference.elem = parse_quote!([u8]);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::MethodCall(call) = expr
            && matches!(call.method.to_string().as_str(), "expect" | "expect_err")
        {
            // The argument is a message.
            return self.visit_expr_mut(&mut call.receiver);
        }
        visit_mut::visit_expr_mut(self, expr);
        let made = match expr {
            Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => {
                let lit = bytes(literal);
                Expr::Lit(ExprLit { attrs: Vec::new(), lit })
            }
            Expr::MethodCall(call) if call.args.is_empty() && call.method == "as_bytes" => {
                (*call.receiver).clone()
            }
            Expr::MethodCall(call) if call.args.is_empty() && call.method == "bytes" => {
                let receiver = &call.receiver;
                parse_quote!(#receiver.iter().copied())
            }
            _ => return,
        };
        *expr = made;
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Lit(ExprLit { lit, .. }) = pat
            && let Lit::Str(literal) = lit
        {
            *lit = bytes(literal);
            return;
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}
