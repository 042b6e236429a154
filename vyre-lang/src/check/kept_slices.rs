//! `let part = &mut place[i..j];` and its kin where the array is a part of a value, and in no memory. The slice is one of a copy in memory, which the
//! place gets back behind the last statement that may see it: as long as it can be seen nobody else sees the place.

use super::inner::without_ranges;
use super::iterate::is_exclusive_source;
use super::slice_methods::Copied;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, BufferId, Expr, Kind, Stmt};
use crate::syntax::{strip, words};
use crate::types::{Form, Ty};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};

/// The name of a slice that only its parts are made of.
const WHOLE: &str = "__vyre_kept";

/// Methods whose results hold no part of what they are called of.
const VALUES: [&str; 11] = [
    "len",
    "is_empty",
    "contains",
    "sum",
    "product",
    "count",
    "any",
    "all",
    "position",
    "starts_with",
    "for_each",
];

/// A copy of an array, and the number of the last statement of the block that may see it.
pub(super) struct Kept {
    copied: Copied,
    last: usize,
}

/// The copies that a block makes.
pub(super) struct KeptInBlock {
    /// Those that something may still see.
    seen: Vec<Kept>,
    /// Those that have been given back, and after how many statements.
    over: Vec<(Over, usize)>,
    /// How many variables there are before the block.
    outer: usize,
}

#[derive(Clone, Copy)]
struct Over {
    array: BufferId,
    area: Area,
}

impl KeptInBlock {
    pub(super) fn push(&mut self, kept: Kept) {
        self.seen.push(kept);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}

impl Checker<'_> {
    /// Binds a slice of an array that is a part of a value, or parts of one; nothing for other `let`s. `rest` follows in the block.
    pub(super) fn kept_slice(
        &mut self,
        local: &syn::Local,
        at: usize,
        rest: &[syn::Stmt],
        stmts: &mut Vec<Stmt>,
    ) -> Option<Kept> {
        let mut local = local.clone();
        let init = local.init.as_mut()?;
        let is_apart = takes_part_apart(&init.expr, &[&local.pat]);
        let is_whole = !is_apart && matches!(strip(&init.expr), syn::Expr::Reference(_));
        let (name, place) = match is_whole {
            true if init.diverge.is_none() => (ident_of(&local.pat)?.clone(), strip(&init.expr).clone()),
            true => return None,
            false => {
                let receiver = if is_apart { &mut init.expr } else { parted(&mut init.expr)? };
                let name = syn::Ident::new(WHOLE, Area::of(&*receiver).start);
                let place = std::mem::replace(receiver, syn::parse_quote!(#name));
                (name, part_of(&place))
            }
        };
        let array = self.array_kept(&place)?;
        let (last, given) = last_use(bound_by(&local.pat), array, rest)?;
        let keeps = |name: &String| {
            let path = syn::Path::from(syn::Ident::new(name, proc_macro2::Span::call_site()));
            let ty =
                self.peeked_type(&syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path }));
            ty.is_some_and(|ty| self.holds_slices(ty))
        };
        if given.iter().any(keeps) || rest[..last].iter().any(leaves) {
            return None;
        }
        let Some((slice, Some(copied))) = self.part_of_value(&place, true, stmts) else {
            self.poison(&local.pat);
            return None;
        };
        self.declare(&name, Entity::Buffer(slice));
        if !is_whole {
            self.let_statement(&local, stmts);
        }
        Some(Kept { copied, last: at + last })
    }

    /// A statement whose head takes parts of an array that is a part of a value, such as `for pair in self.items.chunks_mut(2) { .. }`, as a block that
    /// binds the array before; nothing for others.
    pub(super) fn with_kept_slice(&mut self, expr: &syn::Expr) -> Option<syn::Expr> {
        let mut expr = expr.clone();
        let (head, pats) = match &mut expr {
            syn::Expr::ForLoop(it) => (&mut *it.expr, Vec::new()),
            syn::Expr::Match(it) => (&mut *it.expr, it.arms.iter().map(|arm| &arm.pat).collect()),
            syn::Expr::If(it) => match &mut *it.cond {
                syn::Expr::Let(it) => (&mut *it.expr, vec![&*it.pat]),
                _ => return None,
            },
            syn::Expr::MethodCall(_) => (&mut expr, Vec::new()),
            _ => return None,
        };
        let receiver = if takes_part_apart(head, &pats) { head } else { parted(head)? };
        let name = syn::Ident::new(WHOLE, Area::of(&*receiver).start);
        let place = part_of(&std::mem::replace(receiver, syn::parse_quote!(#name)));
        self.array_kept(&place)?;
        if leaves(&syn::Stmt::Expr(expr.clone(), None)) {
            return None;
        }
        Some(syn::parse_quote!({ let #name = #place; #expr }))
    }

    /// The array in no memory of which a `&mut place[i..j]` is a slice.
    fn array_kept<'e>(&mut self, place: &'e syn::Expr) -> Option<&'e syn::Expr> {
        let syn::Expr::Reference(reference) = place else { return None };
        let (base, ranges) = without_ranges(&reference.expr);
        let is_slice = reference.mutability.is_some() && !ranges.is_empty() && root_name(base).is_some();
        if !self.sees_module || !is_slice || !self.is_array_value(base) {
            return None;
        }
        // A type of the module's may have methods of the same names.
        let ty = self.peeked_type(base);
        ty.is_none_or(|ty| self.array_element(ty).is_some()).then_some(base)
    }

    /// What a block that begins here keeps.
    pub(super) fn kept_in_block(&self) -> KeptInBlock {
        KeptInBlock { seen: Vec::new(), over: Vec::new(), outer: self.locals.len() }
    }

    /// Gives back the copies whose last statement is over, the last copy first.
    pub(super) fn end_kept(&mut self, kept: &mut KeptInBlock, at: usize, stmts: &mut Vec<Stmt>) {
        for number in (0..kept.seen.len()).rev() {
            if kept.seen[number].last <= at {
                let copied = kept.seen.remove(number).copied;
                let over = Over { array: copied.array(), area: copied.area() };
                stmts.extend(self.given_back(copied, over.area));
                kept.over.push((over, stmts.len()));
            }
        }
    }

    /// Reports the copies that something sees which have been given back: a variable from outside the block, or what follows in it.
    pub(super) fn demand_unseen(&mut self, kept: &KeptInBlock, block: &mut Block) {
        for (over, at) in &kept.over {
            let rest = Block { stmts: block.stmts.split_off(*at), tail: block.tail.take() };
            let mut is_seen =
                self.locals[..kept.outer].iter().any(|local| self.is_of_copy(local.ty, over.array));
            rest.each(|expr| {
                let names = match expr.kind {
                    Kind::Load { buffer, .. } | Kind::Store { buffer, .. } | Kind::Len(buffer) => {
                        self.array_behind_slice(Base::Buffer(buffer)) == Base::Buffer(over.array)
                    }
                    _ => false,
                };
                is_seen |= names || self.is_of_copy(expr.ty, over.array);
            });
            block.stmts.extend(rest.stmts);
            block.tail = rest.tail;
            if is_seen {
                let problem = "this array is a part of a value, and a slice of it is kept in another value";
                let fix = "use the slice by its own name, or bind the array: `let mut a = ..;`, and give it back after";
                self.errors.report(over.area, problem, fix);
            }
        }
    }

    /// Whether values of a type hold slices of a copy.
    fn is_of_copy(&self, ty: Ty, array: BufferId) -> bool {
        let mut arrays = Vec::new();
        self.arrays_in(ty, &mut arrays);
        arrays.into_iter().any(|base| self.array_behind_slice(base) == Base::Buffer(array))
    }

    /// The value of a block at whose end copies are given back.
    pub(super) fn before_kept(&mut self, tail: Expr, stmts: &mut Vec<Stmt>) -> Option<Box<Expr>> {
        match self.infer.resolve(tail.ty) {
            Ty::Unit => {
                stmts.push(Stmt::Expr(tail));
                None
            }
            Ty::Error | Ty::Never => Some(Box::new(tail)),
            ty => {
                if self.holds_slices(ty) || matches!(self.infer.parts(ty), Some((Form::Reference, _))) {
                    let problem = "this gives a part of an array that is a part of a value";
                    self.errors.report(
                        tail.area,
                        problem,
                        "bind the array: `let mut a = ..;`, and give it back after",
                    );
                }
                Some(Box::new(self.hidden("result", tail, stmts)))
            }
        }
    }
}

/// The one name that a pattern binds without `mut`.
fn ident_of(pat: &syn::Pat) -> Option<&syn::Ident> {
    match pat {
        syn::Pat::Ident(name)
            if name.mutability.is_none() && name.by_ref.is_none() && name.subpat.is_none() =>
        {
            Some(&name.ident)
        }
        syn::Pat::Type(pat) => ident_of(&pat.pat),
        _ => None,
    }
}

/// Whether a `&mut place[i..j]` is taken apart by patterns of slices, or a `&mut place` by one that names a part.
fn takes_part_apart(head: &syn::Expr, pats: &[&syn::Pat]) -> bool {
    let syn::Expr::Reference(it) = strip(head) else { return false };
    let of_slice = pats
        .iter()
        .any(|pat| matches!(super::matching::split_guard(pat).0, syn::Pat::Slice(_) | syn::Pat::Or(_)));
    let is_part = !without_ranges(&it.expr).1.is_empty();
    it.mutability.is_some()
        && of_slice
        && (is_part
            || pats.iter().any(|pat| super::pattern::has_named_rest(super::matching::split_guard(pat).0)))
}

/// `&mut place[..]`.
fn part_of(place: &syn::Expr) -> syn::Expr {
    let place = match strip(place) {
        syn::Expr::Reference(it) => &it.expr,
        place => place,
    };
    match without_ranges(place).1.is_empty() {
        true => syn::parse_quote!(&mut #place[..]),
        false => syn::parse_quote!(&mut #place),
    }
}

/// What an expression takes exclusive parts of by a method.
fn parted(expr: &mut syn::Expr) -> Option<&mut syn::Expr> {
    match expr {
        syn::Expr::Paren(it) => parted(&mut it.expr),
        syn::Expr::Try(it) => parted(&mut it.expr),
        syn::Expr::MethodCall(call) => {
            let name = plain(&call.method);
            let takes_apart = matches!(
                name.as_str(),
                "split_at_mut" | "split_at_mut_checked" | "split_first_mut" | "split_last_mut"
            );
            match takes_apart || is_exclusive_source(&name) && name != "iter_mut" {
                true => Some(&mut call.receiver),
                false => parted(&mut call.receiver),
            }
        }
        _ => None,
    }
}

/// The name at the front of a place.
fn root_name(place: &syn::Expr) -> Option<String> {
    match place {
        syn::Expr::Paren(it) => root_name(&it.expr),
        syn::Expr::Group(it) => root_name(&it.expr),
        syn::Expr::Field(it) => root_name(&it.base),
        syn::Expr::Index(it) => root_name(&it.expr),
        syn::Expr::Unary(it) => root_name(&it.expr),
        syn::Expr::Path(it) => it.path.get_ident().map(plain),
        _ => None,
    }
}

/// How many statements may see what some names refer to, and the variables that are called with it; nothing where that is not sure, and where one of
/// them may see the place itself.
fn last_use(
    mut names: HashSet<String>,
    place: &syn::Expr,
    rest: &[syn::Stmt],
) -> Option<(usize, HashSet<String>)> {
    let root = root_name(place)?;
    let mut given = HashSet::new();
    let own = fields_of(place);
    let mut last = 0;
    for (at, stmt) in rest.iter().enumerate() {
        let mut known = 0;
        while std::mem::replace(&mut known, names.len()) != names.len() {
            let mut holders = Holders::of(&mut names, &root);
            holders.visit_stmt(stmt);
            given.extend(holders.given);
        }
        let syn::Stmt::Local(local) = stmt else {
            if !words(stmt).is_disjoint(&names) {
                last = at + 1;
            }
            continue;
        };
        // The names that it binds are those of other variables from here on.
        let init = local.init.as_ref();
        let diverge = init.and_then(|init| init.diverge.as_ref()).map(|(_, expr)| expr);
        let sees = |expr: &syn::Expr| !words(expr).is_disjoint(&names);
        if init.is_some_and(|init| sees(&init.expr)) || diverge.is_some_and(|expr| sees(expr)) {
            last = at + 1;
        }
        let holds = init.is_some_and(|init| Holders::of(&mut names, &root).holds(&init.expr));
        if !holds {
            let bound = bound_by(&local.pat);
            names.retain(|name| !bound.contains(name));
        }
    }
    let seen = &rest[..last];
    let is_clear = seen.iter().all(|stmt| !names_place(stmt.to_token_stream(), &root, &own));
    is_clear.then_some((last, given))
}

/// The fields of the variable at the front of a place that lead to it, as far as no index stands between.
fn fields_of(place: &syn::Expr) -> Vec<String> {
    match strip(place) {
        syn::Expr::Index(it) => fields_of(&it.expr),
        syn::Expr::Field(it) => {
            let base = strip(&it.base);
            let is_direct = matches!(base, syn::Expr::Path(_) | syn::Expr::Field(_));
            let mut fields = fields_of(base);
            if is_direct && !has_index(base) {
                fields.push(match &it.member {
                    syn::Member::Named(name) => plain(name),
                    syn::Member::Unnamed(number) => number.index.to_string(),
                });
            }
            fields
        }
        _ => Vec::new(),
    }
}

fn has_index(place: &syn::Expr) -> bool {
    match strip(place) {
        syn::Expr::Field(it) => has_index(&it.base),
        syn::Expr::Path(_) => false,
        _ => true,
    }
}

/// Whether tokens may name a place: the variable `root` that it is in, but for fields that do not lead to it.
fn names_place(tokens: TokenStream, root: &str, own: &[String]) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => names_place(group.stream(), root, own),
        TokenTree::Ident(name) if plain(name) == root => !leads_elsewhere(&tokens[at + 1..], own),
        _ => false,
    })
}

/// Whether the tokens behind a variable name a field that does not lead to a place.
fn leads_elsewhere(behind: &[TokenTree], own: &[String]) -> bool {
    let fields = behind.chunks_exact(2).map_while(|pair| match pair {
        [TokenTree::Punct(dot), TokenTree::Ident(name)] if dot.as_char() == '.' => Some(plain(name)),
        [TokenTree::Punct(dot), TokenTree::Literal(number)] if dot.as_char() == '.' => {
            Some(number.to_string())
        }
        _ => None,
    });
    let Some((at, name)) = fields.enumerate().find(|(at, name)| own.get(*at) != Some(name)) else {
        return false;
    };
    let is_call = match behind.get(2 * at + 2) {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(TokenTree::Punct(mark)) => mark.as_char() == ':',
        _ => false,
    };
    at < own.len() && !is_call && !name.contains('.')
}

/// The names that patterns bind.
#[derive(Default)]
struct Bound {
    names: HashSet<String>,
}

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        visit::visit_pat_ident(self, name);
        let name = plain(&name.ident);
        if !name.starts_with(char::is_uppercase) {
            self.names.insert(name);
        }
    }
}

fn bound_by(pat: &syn::Pat) -> HashSet<String> {
    let mut bound = Bound::default();
    bound.visit_pat(pat);
    bound.names
}

/// Finds the names that hold parts of what other names refer to.
struct Holders<'n> {
    names: &'n mut HashSet<String>,
    /// Those that are bound within the statement.
    inner: HashSet<String>,
    /// The variables that are called with a part, or beside one.
    given: HashSet<String>,
    /// The variable that the place is in, which holds no part of itself.
    root: &'n str,
}

impl<'n> Holders<'n> {
    fn of(names: &'n mut HashSet<String>, root: &'n str) -> Self {
        Holders { names, inner: HashSet::new(), given: HashSet::new(), root }
    }

    fn mentions(&self, tokens: impl ToTokens) -> bool {
        let words = words(tokens);
        !words.is_disjoint(self.names) || !words.is_disjoint(&self.inner)
    }

    /// Whether a value may hold a part.
    fn holds(&self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Index(_) => false,
            syn::Expr::Lit(_) | syn::Expr::Binary(_) | syn::Expr::Unary(_) | syn::Expr::Cast(_) => false,
            syn::Expr::Macro(_) | syn::Expr::Assign(_) | syn::Expr::ForLoop(_) | syn::Expr::While(_) => false,
            syn::Expr::MethodCall(call) if gives_value(call) => false,
            syn::Expr::MethodCall(call) => {
                self.holds(&call.receiver) || call.args.iter().any(|arg| self.holds(arg))
            }
            syn::Expr::Call(call) => call.args.iter().any(|arg| self.holds(arg)),
            _ => self.mentions(expr),
        }
    }

    fn given_to(&mut self, name: Option<String>) {
        let Some(name) = name.filter(|name| !self.inner.contains(name)) else { return };
        if !self.names.contains(&name) {
            self.given.insert(name.clone());
        }
        if name != self.root {
            self.names.insert(name);
        }
    }

    fn bind_within(&mut self, pat: &syn::Pat, value: &syn::Expr) {
        if self.holds(value) {
            self.inner.extend(bound_by(pat));
        }
    }
}

/// Whether a method gives a value that holds no part of its receiver.
fn gives_value(call: &syn::ExprMethodCall) -> bool {
    match plain(&call.method).as_str() {
        "min" | "max" => match strip(&call.receiver) {
            syn::Expr::MethodCall(items) => items.method == "copied" || items.method == "cloned",
            _ => false,
        },
        "fold" => {
            let first = call.args.first().map(strip);
            matches!(first, Some(syn::Expr::Lit(_) | syn::Expr::Unary(_) | syn::Expr::Cast(_)))
        }
        name => VALUES.contains(&name),
    }
}

impl<'ast> Visit<'ast> for Holders<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        if local.init.as_ref().is_some_and(|init| self.holds(&init.expr)) {
            self.names.extend(bound_by(&local.pat));
        }
    }

    fn visit_expr_let(&mut self, it: &'ast syn::ExprLet) {
        self.bind_within(&it.pat, &it.expr);
        visit::visit_expr_let(self, it);
    }

    fn visit_expr_match(&mut self, it: &'ast syn::ExprMatch) {
        it.arms.iter().for_each(|arm| self.bind_within(&arm.pat, &it.expr));
        visit::visit_expr_match(self, it);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        self.bind_within(&it.pat, &it.expr);
        visit::visit_expr_for_loop(self, it);
    }

    fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
        visit::visit_expr_assign(self, it);
        // What a method gives of an element is rarely a part, and its type tells where it is one.
        let is_of_element =
            matches!(strip(&it.right), syn::Expr::MethodCall(call) if words(call).is_disjoint(self.names));
        if !is_of_element && self.holds(&it.right) {
            match root_name(&it.left) {
                Some(name) if self.inner.contains(&name) => {}
                Some(name) => drop(self.names.insert(name)),
                None => self.names.extend(words(&it.left)),
            }
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        for arg in &call.args {
            if let syn::Expr::Closure(closure) = strip(arg) {
                closure.inputs.iter().for_each(|pat| self.bind_within(pat, &call.receiver));
            }
        }
        visit::visit_expr_method_call(self, call);
        if call.args.iter().any(|arg| self.holds(arg)) {
            self.given_to(root_name(&call.receiver));
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        visit::visit_expr_call(self, call);
        if call.args.iter().any(|arg| self.holds(arg)) {
            let roots: Vec<_> = call
                .args
                .iter()
                .map(|arg| match strip(arg) {
                    syn::Expr::Reference(it) if it.mutability.is_some() => root_name(&it.expr),
                    other => root_name(other),
                })
                .collect();
            roots.into_iter().for_each(|name| self.given_to(name));
        }
    }
}

/// Whether a statement may jump out of what it stands in.
fn leaves(stmt: &syn::Stmt) -> bool {
    let mut jumps = Jumps::default();
    jumps.visit_stmt(stmt);
    jumps.leaves
}

#[derive(Default)]
struct Jumps {
    leaves: bool,
    loops: usize,
    labels: Vec<String>,
}

impl Jumps {
    fn jump(&mut self, label: Option<&syn::Lifetime>) {
        self.leaves |= match label {
            Some(label) => !self.labels.contains(&label.ident.to_string()),
            None => self.loops == 0,
        };
    }

    fn within(&mut self, label: Option<&syn::Label>, is_loop: bool, visit: impl FnOnce(&mut Self)) {
        let known = self.labels.len();
        self.labels.extend(label.map(|label| label.name.ident.to_string()));
        self.loops += usize::from(is_loop);
        visit(self);
        self.loops -= usize::from(is_loop);
        self.labels.truncate(known);
    }
}

impl<'ast> Visit<'ast> for Jumps {
    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.leaves = true;
    }

    fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
        self.leaves = true;
    }

    fn visit_expr_break(&mut self, it: &'ast syn::ExprBreak) {
        visit::visit_expr_break(self, it);
        self.jump(it.label.as_ref());
    }

    fn visit_expr_continue(&mut self, it: &'ast syn::ExprContinue) {
        self.jump(it.label.as_ref());
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        self.visit_expr(&it.expr);
        self.within(it.label.as_ref(), true, |jumps| jumps.visit_block(&it.body));
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        self.within(it.label.as_ref(), true, |jumps| visit::visit_expr_while(jumps, it));
    }

    fn visit_expr_loop(&mut self, it: &'ast syn::ExprLoop) {
        self.within(it.label.as_ref(), true, |jumps| visit::visit_expr_loop(jumps, it));
    }

    fn visit_expr_block(&mut self, it: &'ast syn::ExprBlock) {
        self.within(it.label.as_ref(), false, |jumps| visit::visit_expr_block(jumps, it));
    }

    /// Jumps in a closure leave the closure.
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        let names = words(&it.tokens);
        let jumps = ["return", "break", "continue"].iter().any(|name| names.contains(*name));
        self.leaves |= jumps || it.tokens.to_string().contains('?');
    }
}
