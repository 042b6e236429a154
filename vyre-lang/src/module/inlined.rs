//! Constants that hold values with variants: `Option`s, `Result`s and enums with fields. No table holds them, so each function that names one has its
//! value in a variable of its own, as Rust has it in the place of each use.

use super::build::Shape;
use crate::diagnostics::{Area, Errors};
use crate::expand::respanned;
use crate::standard;
use crate::syntax::{Matches, plain, strip, words};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, Pat, Stmt, Type, parse_quote};

/// The constants, by their names, with their types and values.
#[derive(Clone, Default)]
pub(super) struct Inlined {
    /// The types whose values have variants.
    types: HashSet<String>,
    /// The types with parameters, whose functions are checked for each call.
    generic: HashSet<String>,
    constants: HashMap<String, (Type, Expr)>,
}

/// The length of a list, as its type or its value says it.
pub(super) fn length_of(ty: &Type, value: &Expr) -> Option<Expr> {
    let behind = |value: &Expr| match strip(value) {
        Expr::Array(list) => Some(list.elems.len()),
        _ => None,
    };
    match (ty, strip(value)) {
        (Type::Array(array), _) => {
            let length = &array.len;
            Some(parse_quote!((#length as usize)))
        }
        (Type::Reference(_), Expr::Reference(value)) => {
            let length = behind(&value.expr)?;
            Some(parse_quote!(#length))
        }
        _ => None,
    }
}

fn variable(name: &Ident) -> Ident {
    format_ident!("__vyre_const_{name}", span = name.span())
}

/// Whether a function of a type is called in an expression: a variant and a struct begin with a capital.
fn calls(value: &Expr) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            let name = match strip(&call.func) {
                Expr::Path(path) if path.path.segments.len() > 1 => path.path.segments.last(),
                _ => None,
            };
            self.0 |= name.is_some_and(|name| name.ident.to_string().starts_with(char::is_lowercase));
            visit::visit_expr_call(self, call);
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(value);
    finder.0
}

impl Inlined {
    pub(super) fn of(shapes: &HashMap<String, Shape>) -> Inlined {
        let mut types: HashSet<String> =
            ["Option", "Result"].into_iter().chain(standard::types()).map(String::from).collect();
        let has_params = |shape: &Shape| match shape {
            Shape::Struct(it) => !crate::data::params_of(&it.generics).is_empty(),
            Shape::Enum(it) => !crate::data::params_of(&it.generics).is_empty(),
            Shape::Known => false,
        };
        let generic =
            shapes.iter().filter(|(_, shape)| has_params(shape)).map(|(name, _)| name.clone()).collect();
        loop {
            let more = shapes.iter().filter(|(name, shape)| {
                let has_variants = match shape {
                    Shape::Struct(it) => {
                        // Of which array a slice is stands in its type, and no table of numbers says it.
                        it.fields.iter().any(|field| super::held::has_slices(&field.ty))
                            || words(&it.fields).iter().any(|word| types.contains(word))
                    }
                    Shape::Enum(_) => true,
                    Shape::Known => false,
                };
                has_variants && !types.contains(*name)
            });
            let more: Vec<String> = more.map(|(name, _)| name.clone()).collect();
            if more.is_empty() {
                return Inlined { types, generic, constants: HashMap::new() };
            }
            types.extend(more);
        }
    }

    /// Whether values of a type have variants.
    pub(super) fn is_one(&self, ty: &Type) -> bool {
        super::held::has_inner_slices(ty)
            || super::held::has_functions(ty)
            || words(ty).iter().any(|word| self.types.contains(word))
    }

    /// Whether a constant has its value in the place of each use: one whose value has variants, and what a function of a type with parameters makes.
    pub(super) fn is_constant(&self, ty: &Type, value: &Expr) -> bool {
        self.is_one(ty) || words(ty).iter().any(|word| self.generic.contains(word)) && calls(value)
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

    /// Binds the constants that a block names, and those that it declares.
    pub(super) fn bind(&self, block: &mut Block, errors: &mut Errors) {
        let mut own = Own { inlined: self.clone(), count: self.constants.len() };
        own.visit_block_mut(block);
        own.inlined.bind_all(block, errors);
    }

    fn bind_all(&self, block: &mut Block, errors: &mut Errors) {
        if self.constants.is_empty() {
            return;
        }
        let needed = self.needed(block);
        if needed.is_empty() {
            return;
        }
        Names { inlined: self, errors }.visit_block_mut(block);
        let stmts = needed.iter().filter_map(|name| {
            let (ty, value) = self.constants.get(name)?;
            let mut value = value.clone();
            Names { inlined: self, errors }.visit_expr_mut(&mut value);
            let name = variable(&Ident::new(name, Span::call_site()));
            if let (Type::Reference(reference), Expr::Reference(inner)) = (ty, &value)
                && let (Type::Slice(slice), Expr::Array(list)) = (&*reference.elem, &*inner.expr)
            {
                // A slice of an array that has a name.
                let (element, count, array) = (&slice.elem, list.elems.len(), format_ident!("{name}_array"));
                let stmts: [Stmt; 2] = [
                    parse_quote!(let #array: [#element; #count] = #list;),
                    parse_quote!(let #name = &#array[..];),
                ];
                return Some(stmts.to_vec());
            }
            let stmt: Stmt = parse_quote!(let #name: #ty = #value;);
            Some(vec![stmt])
        });
        let stmts: Vec<Stmt> = stmts.flatten().collect();
        block.stmts.splice(0..0, stmts);
    }

    /// The length of a constant array, as its type says it.
    fn length(&self, array: &Expr) -> Option<Expr> {
        let (ty, value) = self.constants.get(&crate::syntax::path_name(array)?)?;
        length_of(ty, value)
    }

    /// The pattern that values like a constant fit; nothing where its value is computed.
    fn pattern(&self, value: &Expr) -> Option<TokenStream> {
        Some(match strip(value) {
            Expr::Lit(_) => value.to_token_stream(),
            Expr::Unary(it) if matches!((&it.op, strip(&it.expr)), (syn::UnOp::Neg(_), Expr::Lit(_))) => {
                it.to_token_stream()
            }
            Expr::Path(path) => match path.path.get_ident().and_then(|name| self.constants.get(&plain(name)))
            {
                Some((_, value)) => self.pattern(value)?,
                None => path.to_token_stream(),
            },
            Expr::Call(call) => {
                let Expr::Path(of) = strip(&call.func) else { return None };
                // A function is written in lower case, and no pattern.
                let is_variant = of.path.segments.last()?.ident.to_string().starts_with(char::is_uppercase);
                let parts = self.patterns(is_variant.then_some(&call.args)?)?;
                quote!(#of(#(#parts),*))
            }
            Expr::Tuple(it) => {
                let parts = self.patterns(&it.elems)?;
                quote!((#(#parts,)*))
            }
            Expr::Array(it) => {
                let parts = self.patterns(&it.elems)?;
                quote!([#(#parts),*])
            }
            Expr::Struct(it) if it.rest.is_none() => {
                let of = &it.path;
                let fields = it.fields.iter().map(|field| {
                    let (member, value) = (&field.member, self.pattern(&field.expr)?);
                    Some(quote!(#member: #value))
                });
                let fields = fields.collect::<Option<Vec<_>>>()?;
                quote!(#of { #(#fields),* })
            }
            _ => return None,
        })
    }

    fn patterns<'e>(&self, values: impl IntoIterator<Item = &'e Expr>) -> Option<Vec<TokenStream>> {
        values.into_iter().map(|value| self.pattern(value)).collect()
    }
}

/// Takes the constants out that blocks declare, and gives each a name that it alone has.
struct Own {
    inlined: Inlined,
    count: usize,
}

impl VisitMut for Own {
    fn visit_block_mut(&mut self, block: &mut Block) {
        // The names of an inner block go before those of the outer one.
        visit_mut::visit_block_mut(self, block);
        let is_own = |stmt: &Stmt| matches!(stmt, Stmt::Item(Item::Const(it)) if self.inlined.is_constant(&it.ty, &it.expr));
        if !block.stmts.iter().any(is_own) {
            return;
        }
        let (own, left): (Vec<Stmt>, Vec<Stmt>) =
            std::mem::take(&mut block.stmts).into_iter().partition(is_own);
        block.stmts = left;
        let mut renamed = HashMap::new();
        let mut constants = Vec::new();
        for stmt in own {
            let Stmt::Item(Item::Const(it)) = stmt else { continue };
            let name = format!("{}_{}", plain(&it.ident), self.count);
            self.count += 1;
            renamed.insert(plain(&it.ident), name.clone());
            constants.push((name, it));
        }
        let rename = Rename { names: &renamed };
        let tokens = rename.in_tokens(block.to_token_stream());
        if let Ok(named) = syn::parse2(tokens) {
            *block = named;
        }
        for (name, it) in constants {
            if let Ok(value) = syn::parse2(rename.in_tokens(it.expr.to_token_stream())) {
                self.inlined.add(name, *it.ty, value);
            }
        }
    }
}

/// Gives the constants of a block their new names. No pattern in it binds one of them.
struct Rename<'n> {
    names: &'n HashMap<String, String>,
}

impl Rename<'_> {
    fn in_tokens(&self, tokens: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let is_part = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| trees.get(at));
            let is_range = at.checked_sub(2).and_then(|at| trees.get(at)).is_some_and(|it| is_punct(it, '.'));
            let follows = before.is_some_and(|it| is_punct(it, '.') && !is_range || is_punct(it, ':'))
                && !is_type_mark(&trees, at);
            let is_field = trees.get(at + 1).is_some_and(|it| is_punct(it, ':'));
            follows || is_field
        };
        let tokens = trees.iter().enumerate().map(|(at, token)| match token {
            TokenTree::Ident(name) => match self.names.get(&plain(name)) {
                Some(new) if !is_part(at) => Ident::new(new, name.span()).into(),
                _ => token.clone(),
            },
            TokenTree::Group(group) => {
                let mut copy = Group::new(group.delimiter(), self.in_tokens(group.stream()));
                copy.set_span(group.span());
                copy.into()
            }
            other => other.clone(),
        });
        tokens.collect()
    }
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether the `:` before a token is a single one, as behind the name of a field.
fn is_type_mark(trees: &[TokenTree], at: usize) -> bool {
    let is_colon =
        |back: usize| at.checked_sub(back).and_then(|at| trees.get(at)).is_some_and(|it| is_punct(it, ':'));
    is_colon(1) && !is_colon(2)
}

/// Names the variables where the constants were named.
struct Names<'i> {
    inlined: &'i Inlined,
    errors: &'i mut Errors,
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
    /// The length of a constant array is one itself.
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::MethodCall(call) = &*expr
            && call.method == "len"
            && call.args.is_empty()
            && let Some(length) = self.inlined.length(&call.receiver)
        {
            *expr = length;
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        if let Some(name) = it.path.get_ident()
            && self.inlined.constants.contains_key(&name.to_string())
        {
            it.path = variable(name).into();
        }
    }

    /// A constant in a pattern is the pattern of its value.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        let name = match pat {
            Pat::Ident(it) if it.subpat.is_none() && it.by_ref.is_none() && it.mutability.is_none() => {
                Some(it.ident.clone())
            }
            Pat::Path(it) => it.path.get_ident().cloned(),
            _ => None,
        };
        let Some((name, (_, value))) =
            name.and_then(|name| Some((name.clone(), self.inlined.constants.get(&plain(&name))?)))
        else {
            return visit_mut::visit_pat_mut(self, pat);
        };
        let written = self.inlined.pattern(value).map(|tokens| respanned(&tokens, name.span()));
        match written.and_then(|tokens| syn::parse::Parser::parse2(Pat::parse_single, tokens).ok()) {
            Some(written) => *pat = written,
            None => {
                let problem = format!("the value of `{name}` is computed, so that it is no pattern here");
                self.errors.report(Area::of(&name), problem, format!("write `x if x == {name}`"));
                *pat = parse_quote!(_);
            }
        }
    }

    /// A function inside sees no variables of the one around it.
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        self.inlined.bind_all(&mut function.block, self.errors);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if !it.path.is_ident("matches") {
            it.tokens = match it.parse_body_with(list) {
                Ok(mut values) => {
                    values.iter_mut().for_each(|value| self.visit_expr_mut(value));
                    values.to_token_stream()
                }
                Err(_) => self.in_tokens(std::mem::take(&mut it.tokens)),
            };
        } else if let Ok(Matches { mut value, mut pat, mut guard }) = Matches::of(it) {
            self.visit_expr_mut(&mut value);
            self.visit_pat_mut(&mut pat);
            guard.iter_mut().for_each(|guard| self.visit_expr_mut(guard));
            let guard = guard.map(|guard| quote!(if #guard));
            it.tokens = quote!(#value, #pat #guard);
        }
    }
}
