//! Calls of macros as the expressions that they stand for, as far as reads, moves and names are concerned.

use crate::syntax::{Matches, plain};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, Token};

pub(super) fn written_out(file: &mut syn::File) {
    Walk.visit_file_mut(file);
}

struct Walk;

impl VisitMut for Walk {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(it) = expr
            && let Some(written) = written(&it.mac)
        {
            *expr = written;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(it) = stmt
            && let Some(written) = written(&it.mac)
        {
            *stmt = Stmt::Expr(written, it.semi_token);
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }
}

fn written(call: &syn::Macro) -> Option<Expr> {
    let name = plain(&call.path.segments.last()?.ident);
    let args = || {
        let list = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated).ok()?;
        Some(list.into_iter().collect::<Vec<_>>())
    };
    let tokens = match name.as_str() {
        "matches" => {
            let Matches { value, pat, guard } = Matches::of(call).ok()?;
            let guard = guard.map(|guard| quote!(if (#guard)));
            quote!(match (#value) { #pat #guard => true, _ => false })
        }
        "assert" | "debug_assert" => {
            let args = args()?;
            let (condition, rest) = args.split_first()?;
            let rest = looked_at(rest);
            quote!({ if !(#condition) { (#rest); } })
        }
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" | "println" | "print"
        | "eprintln" | "eprint" | "format" => {
            let rest = looked_at(&args()?);
            quote!({ (#rest); })
        }
        "panic" | "unreachable" | "todo" | "unimplemented" => quote!(loop {}),
        _ => return None,
    };
    syn::parse2(tokens).ok()
}

/// Arguments that are taken by reference; a text may name variables.
fn looked_at(args: &[Expr]) -> TokenStream {
    let parts = args.iter().map(|arg| match arg {
        Expr::Assign(it) => {
            let value = &it.right;
            quote!(&(#value),)
        }
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
            let names = names_in(&text.value()).into_iter().filter_map(|name| {
                let name: syn::Ident = syn::parse_str(&name).ok()?;
                let name = syn::Ident::new(&name.to_string(), text.span());
                Some(quote!(&#name,))
            });
            names.collect()
        }
        other => {
            let other = other.to_token_stream();
            quote!(&(#other),)
        }
    });
    parts.collect()
}

/// The variables that a format names: `{name}` and `{name:?}`.
fn names_in(text: &str) -> Vec<String> {
    let text = text.replace("{{", "").replace("}}", "");
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    let names = parts.map(|(part, _)| part.split(':').next().unwrap_or(part).trim().to_string());
    names.filter(|name| name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')).collect()
}
