//! `let place = if c { &mut a } else { &mut b };`, and the same of slices and of tuples with references. Which place a name is of is known where the
//! program is compiled, so what follows the `let` stands in each branch.

use super::extent::Extent;
use super::inner::without_ranges;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::syntax::{path_name, strip};
use crate::types::{Form, Ty};
use quote::quote;
use std::collections::HashMap;
use syn::Stmt;
use syn::visit::Visit;

/// The most tokens that such a `let` may write in all.
const MAX_TOKENS: usize = 1 << 16;

/// The attribute of a `let` in a branch, with the number of its choice. No user can write it.
const CHOICE: &str = "__vyre_choice";

/// What the names are that the branches of a choice bind. For rustc the choice is one value, so they are the same in each.
pub(super) struct Choice {
    /// What is compared in messages.
    what: &'static str,
    names: HashMap<String, Chosen>,
    /// What is hidden in the branches by names of their own, and not in what follows.
    hidden: Vec<(syn::Ident, Entity)>,
}

/// What a name is bound to in a branch.
#[derive(Clone, Copy)]
struct Chosen {
    /// The type of the place, or of the elements of a slice or an array.
    ty: Ty,
    shape: Shape,
    area: Area,
}

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Place,
    Slice,
    /// A whole array, with its length.
    Array(u32),
    /// A slice, or an array whose length is not known here.
    Either,
}

/// The names that patterns bind.
#[derive(Default)]
struct Names(Vec<syn::Ident>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.push(name.ident.clone());
        syn::visit::visit_pat_ident(self, name);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.0.push(item.ident.clone());
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.0.push(item.sig.ident.clone());
    }
}

/// The names that a pattern binds.
fn names_of(pat: &syn::Pat) -> Vec<syn::Ident> {
    let mut names = Names::default();
    names.visit_pat(pat);
    names.0
}

/// The names that are bound within an expression.
fn names_bound(expr: &syn::Expr) -> Vec<syn::Ident> {
    let mut names = Names::default();
    names.visit_expr(expr);
    names.0
}

/// The last expressions of the branches of an `if` or a `match`; nothing of other expressions.
fn tails<'e>(expr: &'e syn::Expr, found: &mut Vec<&'e syn::Expr>) -> Option<()> {
    let of_block = |block: &'e syn::Block| match block.stmts.last()? {
        Stmt::Expr(tail, None) => Some(tail),
        _ => None,
    };
    match strip(expr) {
        syn::Expr::If(branch) => {
            inner_tails(of_block(&branch.then_branch)?, found);
            let (_, otherwise) = branch.else_branch.as_ref()?;
            match strip(otherwise) {
                syn::Expr::Block(block) => inner_tails(of_block(&block.block)?, found),
                other => tails(other, found)?,
            }
            Some(())
        }
        syn::Expr::Match(it) => {
            for arm in &it.arms {
                match strip(&arm.body) {
                    syn::Expr::Block(block) if block.label.is_none() => {
                        inner_tails(of_block(&block.block)?, found);
                    }
                    body => inner_tails(body, found),
                }
            }
            Some(())
        }
        _ => None,
    }
}

fn inner_tails<'e>(expr: &'e syn::Expr, found: &mut Vec<&'e syn::Expr>) {
    if tails(expr, found).is_none() {
        found.push(strip(expr));
    }
}

/// An expression with what `with` makes of the last expressions of its branches.
fn with_tails(expr: &syn::Expr, with: &dyn Fn(&syn::Expr) -> syn::Expr) -> syn::Expr {
    let of_block = |block: &syn::Block| {
        let mut block = block.clone();
        if let Some(Stmt::Expr(tail, None)) = block.stmts.last_mut() {
            *tail = with_tails(tail, with);
        }
        block
    };
    match strip(expr) {
        syn::Expr::If(branch) => {
            let mut branch = branch.clone();
            branch.then_branch = of_block(&branch.then_branch);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                **otherwise = match strip(otherwise) {
                    syn::Expr::Block(block) => {
                        syn::Expr::Block(syn::ExprBlock { block: of_block(&block.block), ..block.clone() })
                    }
                    other => with_tails(other, with),
                };
            }
            syn::Expr::If(branch)
        }
        syn::Expr::Match(it) => {
            let mut it = it.clone();
            for arm in &mut it.arms {
                *arm.body = match strip(&arm.body) {
                    syn::Expr::Block(block) if block.label.is_none() => {
                        syn::Expr::Block(syn::ExprBlock { block: of_block(&block.block), ..block.clone() })
                    }
                    body => with_tails(body, with),
                };
            }
            syn::Expr::Match(it)
        }
        other => with(other),
    }
}

/// The array or the variable that a place begins with.
fn root(place: &syn::Expr) -> Option<String> {
    let mut place = strip(place);
    loop {
        place = match place {
            syn::Expr::Field(field) => strip(&field.base),
            syn::Expr::Index(index) => strip(&index.expr),
            syn::Expr::Reference(reference) => strip(&reference.expr),
            syn::Expr::Unary(unary) => strip(&unary.expr),
            other => return path_name(other),
        }
    }
}

/// A place with names in the place of its indices, which are added with what they are.
fn without_indices(place: &syn::Expr, indices: &mut Vec<(syn::Ident, syn::Expr)>) -> syn::Expr {
    let mut place = strip(place).clone();
    match &mut place {
        syn::Expr::Reference(it) => *it.expr = without_indices(&it.expr, indices),
        syn::Expr::Unary(it) => *it.expr = without_indices(&it.expr, indices),
        syn::Expr::Field(it) => *it.base = without_indices(&it.base, indices),
        syn::Expr::Index(it) => {
            *it.expr = without_indices(&it.expr, indices);
            if !matches!(strip(&it.index), syn::Expr::Lit(_) | syn::Expr::Range(_)) {
                let name = quote::format_ident!("__vyre_way_{}", indices.len());
                let index = std::mem::replace(&mut *it.index, syn::parse_quote!(#name));
                indices.push((name, index));
            }
        }
        _ => {}
    }
    place
}

/// Whether a function ends with a choice between places.
pub(super) fn ends_with_choice(block: &syn::Block) -> bool {
    let mut found = Vec::new();
    let is_place = |tail: &&syn::Expr| match tail {
        syn::Expr::Reference(reference) => reference.mutability.is_some(),
        syn::Expr::Path(_) => true,
        _ => false,
    };
    match block.stmts.last() {
        Some(Stmt::Expr(tail, None)) => {
            tails(tail, &mut found).is_some() && found.len() > 1 && found.iter().all(is_place)
        }
        _ => false,
    }
}

impl Checker<'_> {
    /// A `let` of one of several references, and what follows it, as the expression that the block ends with; nothing for other statements.
    pub(super) fn chosen_reference(&mut self, local: &syn::Local, rest: &[Stmt]) -> Option<syn::Expr> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let mut found = Vec::new();
        tails(&init.expr, &mut found)?;
        if rest.is_empty() || !self.is_kernel {
            return None;
        }
        let never = match self.are_chosen(&found) {
            true => None,
            false => Some(self.chosen_places(&found)?),
        };
        let rest: Vec<&Stmt> = rest.iter().filter(|stmt| !matches!(stmt, Stmt::Item(_))).collect();
        let tokens = quote!(#(#rest)*);
        let size = super::closures::tokens_in(tokens) * found.len();
        self.written_tokens = self.written_tokens.saturating_add(size);
        if size > MAX_TOKENS || self.written_tokens > MAX_TOKENS * 16 {
            let fix = "write what follows as a function that takes the reference";
            self.errors.report(
                init.expr.area(),
                "what follows this choice is too long to stand in each branch",
                fix,
            );
            return None;
        }
        let is_reference = |expr: &syn::Expr| {
            matches!(expr, syn::Expr::Reference(_) | syn::Expr::Tuple(_) | syn::Expr::Path(_))
                || matches!(expr, syn::Expr::MethodCall(_) if never.is_some())
        };
        let bound = names_bound(&init.expr);
        self.unify_places(&bound, &found);
        let hidden = bound.into_iter().filter_map(|name| {
            let outer = self.lookup(&plain(&name))?;
            Some((name, outer))
        });
        let hidden = hidden.collect();
        let pat = &local.pat;
        let what = match strip(&init.expr) {
            syn::Expr::If(_) => super::flow::ARMS,
            _ => "the arms of a `match`",
        };
        let choice = proc_macro2::Literal::usize_unsuffixed(self.choices.len());
        let attribute = quote::format_ident!("{CHOICE}");
        self.choices.push(Choice { what, names: HashMap::new(), hidden });
        Some(with_tails(&init.expr, &|tail| match is_reference(tail) {
            true if matches!((&never, path_name(tail)), (Some(_), Some(name)) if name == "None") => {
                syn::parse_quote!({
                    let #pat = #never;
                    #(#rest)*
                })
            }
            true => syn::parse_quote!({
                #[#attribute(#choice)]
                let #pat = #tail;
                #(#rest)*
            }),
            // It leaves the block.
            false => tail.clone(),
        }))
    }

    /// Gives the places of a choice one type before what follows it is read in each branch. Those that have none are reported there.
    fn unify_places(&mut self, bound: &[syn::Ident], tails: &[&syn::Expr]) {
        let mut known: Option<Ty> = None;
        for tail in tails {
            let syn::Expr::Reference(reference) = tail else { continue };
            if root(&reference.expr).is_none_or(|name| bound.iter().any(|bound| *bound == name)) {
                continue;
            }
            let Some(own) = self.peeked_place(&reference.expr) else { continue };
            known = match known {
                Some(known) => self.infer.unify(known, own).or(Some(known)),
                None => Some(own),
            };
        }
    }

    /// The type of a place, or of the elements of an array or a slice, as far as it is known.
    fn peeked_place(&mut self, place: &syn::Expr) -> Option<Ty> {
        let (array, ranges) = without_ranges(place);
        if let Some(Entity::Buffer(buffer)) = path_name(array).and_then(|name| self.lookup(&name)) {
            let known = &self.buffers[buffer];
            return (!known.is_atomic && known.dimensions.is_empty()).then_some(known.ty);
        }
        let ty = self.peeked_type(array)?;
        match self.array_element(ty) {
            Some((_, element)) => Some(element),
            None => ranges.is_empty().then_some(ty),
        }
    }

    /// Ends a branch of a choice behind its `let`: what follows sees the names that it would see behind the choice, and its own names are what they
    /// are in the other branches, which is reported otherwise.
    pub(super) fn end_branch(&mut self, local: &syn::Local) {
        let attribute = local.attrs.iter().find(|attribute| attribute.path().is_ident(CHOICE));
        let choice = attribute.and_then(|attribute| attribute.parse_args::<syn::LitInt>().ok());
        let Some(choice) = choice.and_then(|choice| choice.base10_parse::<usize>().ok()) else { return };
        let Some(init) = &local.init else { return };
        let own = names_of(&local.pat);
        let hidden = self.choices.get(choice).map(|choice| choice.hidden.clone()).unwrap_or_default();
        for (name, outer) in hidden.into_iter().filter(|(name, _)| !own.contains(name)) {
            self.declare(&name, outer);
        }
        let is_written = matches!(local.pat, syn::Pat::Type(_));
        for name in own.iter().map(plain) {
            let Some(own) = self.bound_by(&name, &init.expr) else { continue };
            let Some(known) = self.choices.get_mut(choice) else { return };
            let what = known.what;
            let first = *known.names.entry(name).or_insert(own);
            let are_unlike = match (first.shape, own.shape) {
                (Shape::Array(first), Shape::Array(own)) => first != own,
                (Shape::Array(_), Shape::Slice) => true,
                _ => false,
            };
            if are_unlike && !is_written {
                let [of_first, of_own] = [first, own].map(|it| match it.shape {
                    Shape::Array(length) => format!("&[{}; {length}]", self.infer.name(it.ty)),
                    _ => format!("&[{}]", self.infer.name(it.ty)),
                });
                let problem = format!("{what} have types `{of_first}` and `{of_own}`");
                self.errors.report(own.area, problem, "write the type of the slice: `let part: &[T] = ..;`");
                return;
            }
            let are_places = [first.shape, own.shape].map(|shape| shape == Shape::Place);
            if are_places[0] == are_places[1] {
                let [of_first, of_own] = [first, own].map(|it| match it.shape {
                    Shape::Place => it.ty,
                    _ => self.slice_type(it.ty, None, false),
                });
                self.same_types((of_first, first.area), (of_own, own.area), what);
            }
        }
    }

    /// What a name is bound to by a value.
    fn bound_by(&mut self, name: &str, value: &syn::Expr) -> Option<Chosen> {
        let area = value.area();
        let local = match self.lookup(name)? {
            Entity::Buffer(buffer) => {
                let known = &self.buffers[buffer];
                if known.is_atomic || !known.dimensions.is_empty() {
                    return None;
                }
                let ty = known.ty;
                let shape = match strip(value) {
                    syn::Expr::Reference(it) if without_ranges(&it.expr).1.is_empty() => {
                        let array = self.peeked_type(&it.expr).and_then(|ty| self.array_element(ty));
                        array.map_or(Shape::Either, |(length, _)| Shape::Array(length))
                    }
                    syn::Expr::Reference(_) => Shape::Slice,
                    _ => Shape::Either,
                };
                return Some(Chosen { ty, shape, area });
            }
            Entity::Local(local) | Entity::Reference(local) => local,
            _ => return None,
        };
        let ty = self.inner_places.get(&local).map_or(self.locals[local].ty, |place| place.ty);
        Some(match self.infer.parts(ty) {
            Some((Form::Array, parts)) if !parts.is_empty() => {
                Chosen { ty: parts[0], shape: Shape::Array(parts.len() as u32), area }
            }
            _ => Chosen { ty, shape: Shape::Place, area },
        })
    }

    /// Whether an expression is a choice between places.
    pub(super) fn is_choice(&mut self, expr: &syn::Expr) -> bool {
        let mut found = Vec::new();
        self.is_kernel && tails(expr, &mut found).is_some() && self.are_chosen(&found)
    }

    /// The choice that a `let` of a call of a function makes that gives a `&mut` on several ways: the function's body says which way it is, and the places
    /// of all of them have names.
    pub(super) fn chosen_by_call(
        &mut self,
        local: &syn::Local,
        stmts: &mut Vec<crate::hir::Stmt>,
    ) -> Option<syn::Local> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        if !self.is_choosing_call(&init.expr) {
            return None;
        }
        let chosen = self.in_place_call(&init.expr, stmts, |checker, tail, stmts| {
            let mut found = Vec::new();
            tails(tail, &mut found)?;
            let mut indices = Vec::new();
            let mut of_ways = Vec::new();
            for place in &found {
                let first = indices.len();
                let named = without_indices(place, &mut indices);
                of_ways.push((named, first..indices.len()));
            }
            let way = std::cell::Cell::new(0usize);
            let count = indices.len();
            let ways = with_tails(tail, &|_| {
                let at = way.get();
                way.set(at + 1);
                let own = &of_ways[at].1;
                let indices = (0..count).map(|index| match own.contains(&index) {
                    true => {
                        let index: &syn::Expr = &indices[index].1;
                        quote!((#index) as usize)
                    }
                    false => quote!(0usize),
                });
                let way = proc_macro2::Literal::usize_unsuffixed(at);
                syn::parse_quote!((#way as u32, #(#indices),*))
            });
            let way = checker.hidden_let(&ways, false, stmts)?;
            for (at, (name, _)) in indices.iter().enumerate() {
                let part = syn::Index::from(at + 1);
                let index = checker.hidden_let(&syn::parse_quote!(#way.#part), false, stmts)?;
                let entity = checker.lookup(&index.to_string())?;
                checker.declare(name, entity);
            }
            let mut arms = Vec::new();
            for (at, (place, _)) in of_ways.iter().enumerate() {
                let place = match strip(place) {
                    syn::Expr::Path(path) => syn::parse_quote!(&mut *#path),
                    other => other.clone(),
                };
                let name = checker.hidden_let(&place, false, stmts)?;
                let pat = match at + 1 == found.len() {
                    true => quote!(_),
                    false => {
                        let at = proc_macro2::Literal::usize_unsuffixed(at);
                        quote!(#at)
                    }
                };
                arms.push(quote!(#pat => &mut *#name,));
            }
            let chosen: syn::Expr = syn::parse_quote!(match #way.0 { #(#arms)* });
            Some(chosen)
        })?;
        let init = syn::LocalInit { expr: Box::new(chosen), ..init.clone() };
        Some(syn::Local { init: Some(init), ..local.clone() })
    }

    /// Whether the ends of branches are references to different places, of which no value can be.
    fn are_chosen(&mut self, tails: &[&syn::Expr]) -> bool {
        let references = |tail: &syn::Expr| -> Vec<syn::ExprReference> {
            match tail {
                syn::Expr::Reference(reference) => vec![reference.clone()],
                syn::Expr::Tuple(tuple) => {
                    let parts = tuple.elems.iter().map(strip);
                    let found = parts.filter_map(|part| match part {
                        syn::Expr::Reference(reference) => Some(reference.clone()),
                        _ => None,
                    });
                    found.collect()
                }
                _ => Vec::new(),
            }
        };
        let found: Vec<Vec<syn::ExprReference>> = tails.iter().map(|tail| references(tail)).collect();
        let mut found = found.into_iter().filter(|references| !references.is_empty());
        let Some(first) = found.next() else { return false };
        let others: Vec<Vec<syn::ExprReference>> = found.collect();
        if others.is_empty() || others.iter().any(|other| other.len() != first.len()) {
            return false;
        }
        first.iter().enumerate().any(|(at, reference)| {
            if reference.mutability.is_some() {
                let is_slice = |expr: &syn::Expr| !without_ranges(expr).1.is_empty();
                let same = |other: &Vec<syn::ExprReference>| {
                    is_slice(&other[at].expr)
                        && is_slice(&reference.expr)
                        && root(&other[at].expr) == root(&reference.expr)
                };
                return !others.iter().all(same);
            }
            let own = root(&reference.expr);
            let is_other = others.iter().any(|other| root(&other[at].expr) != own);
            is_other && self.is_slice_receiver(&reference.expr)
        })
    }

    /// What a block ends with.
    pub(super) fn tail_of_block(
        &mut self,
        expr: &syn::Expr,
        gives_nothing: bool,
        wanted: Option<Ty>,
    ) -> crate::hir::Expr {
        if gives_nothing {
            return self.without_value(expr);
        }
        // A slice that may be changed is one that may not, where such a one is wanted.
        let holds = |checker: &Self, wanted| {
            matches!(
                strip(expr),
                syn::Expr::Call(_)
                    | syn::Expr::Path(_)
                    | syn::Expr::Struct(_)
                    | syn::Expr::Reference(_)
                    | syn::Expr::Lit(_)
            ) && checker.holds_slices(wanted)
        };
        if let Some(wanted) = wanted.filter(|ty| self.asks_what_is_wanted(expr) || holds(self, *ty)) {
            return self.expr_as(expr, wanted);
        }
        let is_block = matches!(expr, syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_));
        self.wanted_tail = wanted.filter(|_| is_block);
        self.expr(expr)
    }
}
