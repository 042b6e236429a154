//! Constants that hold values with variants: `Option`s, `Result`s and enums with fields. No table holds them, so each function that names one has its
//! value in a variable of its own, as Rust has it in the place of each use.

use super::build::Shape;
use crate::standard;
use crate::syntax::words;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use std::collections::{HashMap, HashSet};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Type, parse_quote};

/// The constants, by their names, with their types and values.
#[derive(Default)]
pub(super) struct Inlined {
    /// The types whose values have variants.
    types: HashSet<String>,
    constants: HashMap<String, (Type, Expr)>,
}

fn variable(name: &Ident) -> Ident {
    format_ident!("__vyre_const_{name}", span = name.span())
}

impl Inlined {
    pub(super) fn of(shapes: &HashMap<String, Shape>) -> Inlined {
        let mut types: HashSet<String> =
            ["Option", "Result"].into_iter().chain(standard::types()).map(String::from).collect();
        loop {
            let more = shapes.iter().filter(|(name, shape)| {
                let has_variants = match shape {
                    Shape::Struct(it) => words(&it.fields).iter().any(|word| types.contains(word)),
                    Shape::Enum(_) => true,
                    Shape::Known => false,
                };
                has_variants && !types.contains(*name)
            });
            let more: Vec<String> = more.map(|(name, _)| name.clone()).collect();
            if more.is_empty() {
                return Inlined { types, constants: HashMap::new() };
            }
            types.extend(more);
        }
    }

    /// Whether values of a type have variants.
    pub(super) fn is_one(&self, ty: &Type) -> bool {
        super::held::has_inner_slices(ty) || words(ty).iter().any(|word| self.types.contains(word))
    }

    pub(super) fn add(&mut self, name: String, ty: Type, value: Expr) {
        self.constants.insert(name, (ty, value));
    }

    /// The constants that tokens name, and those that these need, each after those that it needs itself.
    fn needed(&self, tokens: &impl ToTokens) -> Vec<String> {
        let named = |tokens: &dyn Fn() -> HashSet<String>| {
            let mut names: Vec<String> =
                tokens().into_iter().filter(|word| self.constants.contains_key(word)).collect();
            names.sort_unstable();
            names
        };
        let (mut found, mut seen): (Vec<String>, HashSet<String>) = Default::default();
        let mut open: Vec<(String, bool)> =
            named(&|| words(tokens)).into_iter().map(|name| (name, false)).collect();
        while let Some((name, is_done)) = open.pop() {
            if is_done {
                found.push(name);
            } else if seen.insert(name.clone()) {
                open.push((name.clone(), true));
                let inner = self.constants.get(&name).map(|(_, value)| named(&|| words(value)));
                open.extend(inner.into_iter().flatten().map(|name| (name, false)));
            }
        }
        found
    }

    /// Binds the constants that a block names.
    pub(super) fn bind(&self, block: &mut Block) {
        if self.constants.is_empty() {
            return;
        }
        let needed = self.needed(block);
        if needed.is_empty() {
            return;
        }
        Names { inlined: self }.visit_block_mut(block);
        let stmts = needed.iter().filter_map(|name| {
            let (ty, value) = self.constants.get(name)?;
            let mut value = value.clone();
            Names { inlined: self }.visit_expr_mut(&mut value);
            let name = variable(&Ident::new(name, proc_macro2::Span::call_site()));
            if let (Type::Reference(reference), Expr::Reference(inner)) = (ty, &value)
                && let (Type::Slice(slice), Expr::Array(list)) = (&*reference.elem, &*inner.expr)
            {
                // A slice of an array that has a name.
                let (element, count, array) = (&slice.elem, list.elems.len(), format_ident!("{name}_array"));
                let stmts: [syn::Stmt; 2] = [
                    parse_quote!(let #array: [#element; #count] = #list;),
                    parse_quote!(let #name = &#array[..];),
                ];
                return Some(stmts.to_vec());
            }
            let stmt: syn::Stmt = parse_quote!(let #name: #ty = #value;);
            Some(vec![stmt])
        });
        let stmts: Vec<syn::Stmt> = stmts.flatten().collect();
        block.stmts.splice(0..0, stmts);
    }
}

/// Names the variables where the constants were named.
struct Names<'i> {
    inlined: &'i Inlined,
}

impl Names<'_> {
    fn in_tokens(&self, tokens: TokenStream) -> TokenStream {
        let tokens = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(name) if self.inlined.constants.contains_key(&name.to_string()) => {
                TokenTree::Ident(variable(&name))
            }
            TokenTree::Group(group) => {
                let mut copy = Group::new(group.delimiter(), self.in_tokens(group.stream()));
                copy.set_span(group.span());
                TokenTree::Group(copy)
            }
            other => other,
        });
        tokens.collect()
    }
}

impl VisitMut for Names<'_> {
    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        if let Some(name) = it.path.get_ident()
            && self.inlined.constants.contains_key(&name.to_string())
        {
            it.path = variable(name).into();
        }
    }

    /// A function inside sees no variables of the one around it.
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        self.inlined.bind(&mut function.block);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        // A pattern would bind what it names.
        if !it.path.is_ident("matches") {
            it.tokens = self.in_tokens(std::mem::take(&mut it.tokens));
        }
        visit_mut::visit_macro_mut(self, it);
    }
}
