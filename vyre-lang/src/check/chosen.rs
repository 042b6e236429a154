//! `let place = if c { &mut a } else { &mut b };`, and the same of slices and of tuples with references. Which place a name is of is known where the
//! program is compiled, so what follows the `let` stands in each branch.

use super::Checker;
use super::extent::Extent;
use crate::syntax::{path_name, strip};
use quote::quote;
use syn::Stmt;

/// The most tokens that such a `let` may write in all.
const MAX_TOKENS: usize = 1 << 16;

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
        let pat = &local.pat;
        Some(with_tails(&init.expr, &|tail| match is_reference(tail) {
            true if matches!((&never, path_name(tail)), (Some(_), Some(name)) if name == "None") => {
                syn::parse_quote!({
                    let #pat = #never;
                    #(#rest)*
                })
            }
            true => syn::parse_quote!({
                let #pat = #tail;
                #(#rest)*
            }),
            // It leaves the block.
            false => tail.clone(),
        }))
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
                let is_slice = |expr: &syn::Expr| !super::inner::without_ranges(expr).1.is_empty();
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
        wanted: Option<crate::types::Ty>,
    ) -> crate::hir::Expr {
        if gives_nothing {
            return self.without_value(expr);
        }
        // A slice that may be changed is one that may not, where such a one is wanted.
        let holds = |checker: &Self, wanted| {
            matches!(
                strip(expr),
                syn::Expr::Call(_) | syn::Expr::Path(_) | syn::Expr::Struct(_) | syn::Expr::Reference(_)
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
