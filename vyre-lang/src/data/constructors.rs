//! Tuple structs and structs without fields, written as other structs are: `Meters(x)` is `Meters { 0: x }`, in expressions and in patterns, and
//! `Marker` is `Marker {}`. Both mean the same to Rust, so the checker has one form alone.

use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Token, parse_quote};

/// How the values of a struct are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Constructor {
    /// `Name(..)`, with so many fields.
    Tuple(usize),
    /// `Name`
    Unit,
}

impl Constructor {
    /// That of a struct with these fields; nothing if they have names.
    pub(crate) fn of(fields: &syn::Fields) -> Option<Constructor> {
        match fields {
            _ if fields.is_empty() => Some(Constructor::Unit),
            syn::Fields::Unnamed(fields) => Some(Constructor::Tuple(fields.unnamed.len())),
            syn::Fields::Named(_) | syn::Fields::Unit => None,
        }
    }
}

/// Gives the tuple structs and those without fields of a block their other form.
pub(crate) fn written_out(block: &mut syn::Block, of: &dyn Fn(&syn::Path) -> Option<Constructor>) {
    WrittenOut { of }.visit_block_mut(block);
}

/// The same of an expression.
pub(crate) fn written_out_expr(expr: &mut Expr, of: &dyn Fn(&syn::Path) -> Option<Constructor>) {
    WrittenOut { of }.visit_expr_mut(expr);
}

struct WrittenOut<'a> {
    of: &'a dyn Fn(&syn::Path) -> Option<Constructor>,
}

/// The fields `0: value, 1: value`, without those that `..` leaves out; whether there is one.
fn fields<'p, T: ToTokens + 'p>(
    values: impl Iterator<Item = &'p T>,
    (written, count): (usize, usize),
    is_rest: impl Fn(&T) -> bool,
) -> (Vec<proc_macro2::TokenStream>, bool) {
    let (mut fields, mut at, mut has_rest) = (Vec::new(), 0, false);
    for value in values {
        if is_rest(value) {
            has_rest = true;
            at += (count + 1).saturating_sub(written);
            continue;
        }
        let member = syn::Index::from(at);
        fields.push(quote::quote!(#member: #value));
        at += 1;
    }
    (fields, has_rest)
}

impl WrittenOut<'_> {
    /// A tuple struct as a function, `Name`, as the closure that makes one.
    fn as_closure(&self, arg: &mut Expr) {
        if let Expr::Path(path) = &*arg
            && path.qself.is_none()
            && let Some(Constructor::Tuple(count)) = (self.of)(&path.path)
        {
            let span = crate::diagnostics::Area::of(path).start;
            let names: Vec<syn::Ident> =
                (0..count).map(|at| syn::Ident::new(&format!("__vyre_field_{at}"), span)).collect();
            *arg = syn::parse_quote_spanned!(span=> |#(#names),*| #path(#(#names),*));
        }
    }
}

impl VisitMut for WrittenOut<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match &mut *expr {
            Expr::MethodCall(call) => call.args.iter_mut().for_each(|arg| self.as_closure(arg)),
            Expr::Call(call) => call.args.iter_mut().for_each(|arg| self.as_closure(arg)),
            _ => {}
        }
        if let Expr::Call(call) = &mut *expr
            && let Expr::Path(path) = crate::syntax::strip(&call.func)
            && path.qself.is_none()
            && let Some(Constructor::Tuple(count)) = (self.of)(&path.path)
        {
            let path = path.path.clone();
            call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
            // What a macro takes as a pattern has been read as an expression.
            let is_rest =
                |value: &Expr| matches!(value, Expr::Range(it) if it.start.is_none() && it.end.is_none());
            let (fields, has_rest) = fields(call.args.iter(), (call.args.len(), count), is_rest);
            let rest = has_rest.then(|| quote::quote!(..));
            let tokens = quote::quote!(#path { #(#fields,)* #rest });
            if let Ok(Expr::Struct(mut made)) = syn::parse2::<Expr>(tokens) {
                made.brace_token.span = call.paren_token.span;
                *expr = Expr::Struct(made);
            }
            return;
        }
        if let Expr::Path(path) = &*expr
            && path.qself.is_none()
            && let Some(Constructor::Unit) = (self.of)(&path.path)
        {
            let span = crate::diagnostics::Area::of(path).end;
            let path = &path.path;
            if let Ok(Expr::Struct(mut made)) = syn::parse2::<Expr>(quote::quote!(#path {})) {
                let mut group = proc_macro2::Group::new(proc_macro2::Delimiter::Brace, Default::default());
                group.set_span(span);
                made.brace_token.span = group.delim_span();
                *expr = Expr::Struct(made);
            }
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        visit_mut::visit_pat_mut(self, pat);
        match pat {
            Pat::TupleStruct(it) => {
                let Some(Constructor::Tuple(count)) = (self.of)(&it.path) else { return };
                let is_rest = |pat: &Pat| matches!(pat, Pat::Rest(_));
                let (fields, has_rest) = fields(it.elems.iter(), (it.elems.len(), count), is_rest);
                let (path, rest) = (&it.path, has_rest.then(|| quote::quote!(..)));
                let tokens = quote::quote!(#path { #(#fields,)* #rest });
                if let Ok(made) = Pat::parse_single.parse2(tokens) {
                    *pat = made;
                }
            }
            Pat::Ident(name)
                if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() =>
            {
                let path = syn::Path::from(name.ident.clone());
                if (self.of)(&path) == Some(Constructor::Unit) {
                    *pat = parse_quote!(#path {});
                }
            }
            Pat::Path(it) if it.qself.is_none() && (self.of)(&it.path) == Some(Constructor::Unit) => {
                let path = &it.path;
                *pat = parse_quote!(#path {});
            }
            _ => {}
        }
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(mut args) = parser.parse2(it.tokens.clone()) {
            args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
            it.tokens = args.to_token_stream();
        }
    }

    // They have names of their own.
    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        match item {
            syn::Item::Fn(function) => self.visit_block_mut(&mut function.block),
            syn::Item::Const(constant) => self.visit_expr_mut(&mut constant.expr),
            _ => {}
        }
    }
}
