//! Iterators as values: in fields, in results, and where a type over iterators takes one. The types are those of `standard`, which are written in the
//! language, so that a chain is written as literals of them.

use super::super::{Checker, Entity};
use super::adaptors;
use super::lazy::Effects;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::syntax::strip;

/// The adaptors that are types: the type, the field of the argument if it takes one, and what the other fields are at first.
const ADAPTORS: [(&str, &str, Option<Field>, &str); 14] = [
    ("peekable", "__VyrePeekable", None, "peeked: None"),
    ("copied", "__VyreCopied", None, ""),
    ("cloned", "__VyreCopied", None, ""),
    ("enumerate", "__VyreEnumerate", None, "count: 0"),
    ("rev", "__VyreRev", None, ""),
    ("take", "__VyreTake", Some(Field::Value("count")), ""),
    ("skip", "__VyreSkip", Some(Field::Value("count")), ""),
    ("step_by", "__VyreStepBy", Some(Field::Less("between")), "is_first: true"),
    ("zip", "__VyreZip", Some(Field::Iterator("right")), ""),
    ("chain", "__VyreChain", Some(Field::Iterator("second")), "is_second: false"),
    ("map", "__VyreMap", Some(Field::Function("function")), ""),
    ("filter", "__VyreFilter", Some(Field::Function("function")), ""),
    ("flatten", "__VyreFlatten", None, ""),
    ("cycle", "__VyreCycle", None, ""),
];

/// The field that holds what an adaptor takes.
#[derive(Clone, Copy)]
enum Field {
    Value(&'static str),
    /// One less than the argument.
    Less(&'static str),
    Iterator(&'static str),
    Function(&'static str),
}

fn ident(name: &str) -> syn::Ident {
    syn::Ident::new(name, proc_macro2::Span::call_site())
}

/// A size as Rust takes it, which panics where it is 0.
fn above_zero(size: &syn::Expr, method: &str) -> syn::Expr {
    let problem = format!("`{method}` takes a size above 0");
    syn::parse_quote!({
        let __vyre_size: usize = #size;
        assert!(__vyre_size > 0, #problem);
        __vyre_size
    })
}

impl Checker<'_> {
    /// Whether iterators may be values here.
    pub(super) fn keeps_iterators(&self) -> bool {
        self.keeps_closures() && self.generic_named(&syn::parse_quote!(__VyrePeekable)).is_some()
    }

    /// An iterator as a value; nothing where none can be one.
    pub(in crate::check) fn kept_iterator(&mut self, expr: &syn::Expr) -> Option<Expr> {
        if !self.keeps_iterators() {
            return None;
        }
        self.kept_behind(expr, Vec::new())
    }

    /// The same, behind statements.
    pub(super) fn kept_behind(&mut self, expr: &syn::Expr, mut stmts: Vec<Stmt>) -> Option<Expr> {
        let written = self.written_iterator(expr, &mut stmts)?;
        let value = self.expr(&written);
        let (ty, area) = (value.ty, crate::diagnostics::Area::of(expr));
        if stmts.is_empty() {
            return Some(Expr { area, ..value });
        }
        let tail = Some(Box::new(value));
        Some(Expr { kind: Kind::Block(Block { stmts, tail }), ty, area })
    }

    /// A chain as literals of the types.
    fn written_iterator(&mut self, expr: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<syn::Expr> {
        let expr = strip(expr);
        let mut effects = Effects::default();
        if let Some(chain) = self.given_chain(expr, &mut effects, stmts) {
            return self.written_iterator(&chain?, stmts);
        }
        if let Some(written) = self.rest_as_literal(expr) {
            return Some(written);
        }
        match expr {
            syn::Expr::Range(range) if range.start.is_none() || range.end.is_none() => None,
            syn::Expr::MethodCall(call) => {
                let (name, receiver) = (call.method.to_string(), &call.receiver);
                if name == "iter" && call.args.is_empty() && !self.is_iterator(receiver) {
                    return Some(syn::parse_quote!(__VyreIter { rest: &(#receiver)[..] }));
                }
                if name == "into_iter" && call.args.is_empty() {
                    if self.is_iterator(receiver) {
                        return self.written_iterator(receiver, stmts);
                    }
                    return match strip(receiver) {
                        syn::Expr::Reference(_) => self.written_iterator(receiver, stmts),
                        // In its place, as what it calls is called in the order of the text.
                        items => Some(syn::parse_quote!(__VyreIntoIter { items: #items, at: 0, back: 0 })),
                    };
                }
                if (name == "chunks" || name == "windows") && call.args.len() == 1 {
                    let ty = ident(if name == "chunks" { "__VyreChunks" } else { "__VyreWindows" });
                    let size = above_zero(&call.args[0], &name);
                    return Some(syn::parse_quote!(#ty { rest: &(#receiver)[..], size: #size }));
                }
                let row = ADAPTORS.iter().find(|row| row.0 == name);
                let Some((_, ty, field, further)) = row else {
                    let is_value = !adaptors::is_adaptor(&name) && self.is_asked(expr);
                    return is_value.then(|| expr.clone());
                };
                if call.args.len() != usize::from(field.is_some()) {
                    return None;
                }
                let (ty, further) = (ident(ty), further.parse::<proc_macro2::TokenStream>().ok()?);
                let mut inner = self.written_iterator(receiver, stmts)?;
                let first = ident(match name.as_str() {
                    "zip" => "left",
                    "chain" => "first",
                    _ => "inner",
                });
                if name == "cycle" {
                    let again = self.hidden_let(&inner, false, stmts)?;
                    return Some(syn::parse_quote!(#ty { inner: #again.clone(), again: #again }));
                }
                let argument = match (field, call.args.first()) {
                    (Some(Field::Value(field)), Some(arg)) => {
                        let field = ident(field);
                        Some(quote::quote!(#field: #arg,))
                    }
                    (Some(Field::Less(field)), Some(arg)) => {
                        let field = ident(field);
                        let step = above_zero(arg, &name);
                        Some(quote::quote!(#field: #step - 1,))
                    }
                    (Some(Field::Iterator(field)), Some(arg)) => {
                        let before = stmts.len();
                        let (field, arg) = (ident(field), self.written_iterator(arg, stmts)?);
                        // What the argument does beforehand comes behind what the receiver does.
                        let of_argument = stmts.split_off(before);
                        if !of_argument.is_empty() {
                            let name = self.hidden_let(&inner, false, stmts)?;
                            inner = syn::parse_quote!(#name);
                            stmts.extend(of_argument);
                        }
                        Some(quote::quote!(#field: #arg,))
                    }
                    (Some(Field::Function(field)), Some(arg)) => {
                        let field = ident(field);
                        Some(quote::quote!(#field: #arg,))
                    }
                    _ => None,
                };
                Some(syn::parse_quote!(#ty { #first: #inner, #argument #further }))
            }
            syn::Expr::Reference(reference) if reference.mutability.is_none() => {
                let inner = &reference.expr;
                Some(syn::parse_quote!(__VyreIter { rest: &(#inner)[..] }))
            }
            other => Some(other.clone()),
        }
    }

    /// What is left of a variable that iterates over a slice.
    fn rest_as_literal(&mut self, expr: &syn::Expr) -> Option<syn::Expr> {
        let cursor = self.cursor(expr)?;
        let area = crate::diagnostics::Area::of(expr);
        let slice = self.lazy_name(Entity::Buffer(cursor.slice), area);
        let at = self.lazy_name(Entity::Local(cursor.at), area);
        let end = cursor.end.map(|end| self.lazy_name(Entity::Local(end), area));
        let iter = syn::parse_quote!(__VyreIter { rest: &#slice[#at..#end] });
        Some(match cursor.is_copied {
            true => syn::parse_quote!(__VyreCopied { inner: #iter }),
            false => iter,
        })
    }
}
