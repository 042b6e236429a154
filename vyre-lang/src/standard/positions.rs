//! Functions that give a `&mut` to an element on several ways, such as `let at = self.find(key)?; self.slots.get_mut(at)`, as functions that find its
//! position on these ways, in a closure, and end with the one place.

use super::plainly::is_path;
use crate::functional::{self, Place};
use crate::syntax::strip;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Member, Pat, Stmt, parse_quote};

/// Writes such functions.
pub(super) struct Positions;

impl VisitMut for Positions {
    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        visit_mut::visit_item_fn_mut(self, it);
        write(&it.sig, &mut it.block);
    }

    fn visit_impl_item_fn_mut(&mut self, it: &mut syn::ImplItemFn) {
        visit_mut::visit_impl_item_fn_mut(self, it);
        write(&it.sig, &mut it.block);
    }
}

/// Whether a block may be left before its end, as by `return` and `?`. Closures in it leave themselves alone.
pub(crate) fn leaves(block: &Block) -> bool {
    struct Leaves(bool);
    impl<'ast> Visit<'ast> for Leaves {
        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }

        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }

        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

        fn visit_item(&mut self, _: &'ast syn::Item) {}

        fn visit_macro(&mut self, it: &'ast syn::Macro) {
            let text = it.tokens.to_string();
            self.0 |= text.contains('?') || crate::syntax::words(&it.tokens).contains("return");
        }
    }
    let mut leaves = Leaves(false);
    leaves.visit_block(block);
    leaves.0
}

fn write(signature: &syn::Signature, block: &mut Block) {
    let (is_perhaps, error) = match functional::gives_place(signature) {
        Some(Place::Perhaps) => match without_place(&signature.output) {
            Some(error) => (true, error),
            None => return,
        },
        Some(Place::Always) => (false, None),
        None => return,
    };
    name_position(block);
    if !(leaves(block) || is_perhaps && chooses(block)) {
        return;
    }
    let mut own = block.clone();
    let mut ways = Ways { is_perhaps, place: None, is_one: true };
    ways.visit_block_mut(&mut own);
    ways.end(&mut own);
    let Ways { place: Some(Of { list, fields, is_held, is_inner, part }), is_one: true, .. } = ways else {
        return;
    };
    let (element, ty, first): (Expr, syn::Type, Expr) = match is_inner {
        true => (
            parse_quote!(#list[__vyre_position.0][__vyre_position.1]),
            parse_quote!((usize, usize)),
            parse_quote!((0, 0)),
        ),
        false => (parse_quote!(#list[__vyre_position]), parse_quote!(usize), parse_quote!(0)),
    };
    let place = place_in(element, &fields);
    let (also, place): (TokenStream, Expr) = match &part {
        Some((pat, name)) => (quote!(&& let #pat = &mut #place), parse_quote!(#name)),
        None if is_held => (TokenStream::new(), parse_quote!(#place.as_mut().unwrap())),
        None => (TokenStream::new(), parse_quote!(&mut #place)),
    };
    *block = match is_perhaps {
        true if let Some(error) = error => parse_quote!({
            let __vyre_found: ::core::result::Result<#ty, #error> =
                (|| -> ::core::result::Result<#ty, #error> #own)();
            let __vyre_is_found = __vyre_found.is_ok();
            let __vyre_position = __vyre_found.unwrap_or(#first);
            if __vyre_is_found #also { Ok(#place) } else { Err(__vyre_found.unwrap_err()) }
        }),
        true => parse_quote!({
            let __vyre_found: ::core::option::Option<#ty> =
                (|| -> ::core::option::Option<#ty> #own)();
            let __vyre_is_found = __vyre_found.is_some();
            let __vyre_position = __vyre_found.unwrap_or(#first);
            if __vyre_is_found #also { Some(#place) } else { None }
        }),
        false => parse_quote!({
            let __vyre_position: usize = (|| -> usize #own)();
            #place
        }),
    };
}

/// `let slot = list.get_mut(at)?;` and `let slot = &mut list[at];` whose name a body ends with, as the position and the place there: the body
/// goes on after the place is found.
fn name_position(block: &mut Block) {
    let Some(name) = block_tail(block).and_then(|tail| match tail {
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    }) else {
        return;
    };
    let is_it = |stmt: &Stmt| matches!(stmt, Stmt::Local(local) if matches!(&local.pat, Pat::Ident(it) if it.ident == name));
    let mut found = (0..block.stmts.len()).filter(|at| is_it(&block.stmts[*at]));
    let (Some(at), None) = (found.next(), found.next()) else { return };
    let Stmt::Local(local) = &block.stmts[at] else { return };
    let Some(syn::LocalInit { expr: value, diverge: None, .. }) = &local.init else { return };
    let (pat, position) = (local.pat.clone(), Ident::new("__vyre_named", name.span()));
    let (list, index, fields, checked): (Expr, Expr, Vec<Member>, Option<Stmt>) = match strip(value) {
        Expr::Reference(reference) if reference.mutability.is_some() => {
            let Some((list, index, fields)) = element(&reference.expr) else { return };
            (list, index, fields, None)
        }
        Expr::Try(tried) => {
            let (call, or_error) = match strip(&tried.expr) {
                Expr::MethodCall(call) if call.method == "ok_or" || call.method == "ok_or_else" => {
                    (strip(&call.receiver), Some((&call.method, &call.args)))
                }
                other => (other, None),
            };
            let Expr::MethodCall(call) = call else { return };
            if call.method != "get_mut" || call.args.len() != 1 {
                return;
            }
            let list = &call.receiver;
            let or_error = or_error.map(|(method, error)| quote!(.#method(#error)));
            let checked = parse_quote!((if #position < #list.len() { Some(()) } else { None }) #or_error ?;);
            ((**list).clone(), call.args[0].clone(), Vec::new(), Some(checked))
        }
        _ => return,
    };
    let is_plain = is_path(&list) && !list.to_token_stream().to_string().contains('[');
    if !is_plain || matches!(strip(&index), Expr::Range(_)) || changes(&block.stmts[at + 1..], &list) {
        return;
    }
    let place = place_in(parse_quote!(#list[#position]), &fields);
    if let Some(tail) = block_tail(block) {
        *tail = parse_quote!(&mut #place);
    }
    let found: Stmt = parse_quote!(let #position = #index;);
    let named: Stmt = parse_quote!(let #pat = &mut #place;);
    block.stmts.splice(at..=at, [Some(found), checked, Some(named)].into_iter().flatten());
}

/// Whether statements may bind the name anew with which a list begins, or make it another list.
fn changes(stmts: &[Stmt], list: &Expr) -> bool {
    let text = list.to_token_stream().to_string();
    let root = text.split_whitespace().next().unwrap_or_default();
    let is_bound = |stmt: &Stmt| match stmt {
        Stmt::Local(local) => crate::syntax::words(&local.pat).contains(root),
        _ => false,
    };
    let is_set = |stmt: &Stmt| stmt.to_token_stream().to_string().contains(&format!("{text} = "));
    stmts.iter().any(|stmt| is_bound(stmt) || is_set(stmt))
}

/// What a block gives, or what the `Some` or the `Ok` holds that it gives.
fn block_tail(block: &mut Block) -> Option<&mut Expr> {
    let Some(Stmt::Expr(tail, None)) = block.stmts.last_mut() else { return None };
    let is_held = matches!(tail, Expr::Call(call) if makes(call, "Some") || makes(call, "Ok"));
    if !is_held {
        return Some(tail);
    }
    match tail {
        Expr::Call(call) => call.args.first_mut(),
        _ => None,
    }
}

/// Whether a block ends with a `match` of which several arms may give a place, or one beside several that give none.
fn chooses(block: &Block) -> bool {
    let gives = |arm: &&syn::Arm| {
        matches!(strip(&arm.body), Expr::MethodCall(call)
            if ["get_mut", "first_mut", "last_mut"].iter().any(|name| call.method == name))
    };
    match block.stmts.last() {
        Some(Stmt::Expr(Expr::Match(it), None)) => {
            it.arms.len() > 2 || it.arms.iter().filter(gives).count() > 1
        }
        _ => false,
    }
}

/// The type of the error that a function gives in the place of a place, which an `Option` has not; nothing for other types.
fn without_place(output: &syn::ReturnType) -> Option<Option<syn::Type>> {
    let syn::ReturnType::Type(_, ty) = output else { return None };
    let syn::Type::Path(path) = &**ty else { return None };
    let last = path.path.segments.last()?;
    if last.ident == "Option" {
        return Some(None);
    }
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.iter().nth(1) {
        Some(syn::GenericArgument::Type(error)) if last.ident == "Result" => Some(Some(error.clone())),
        _ => None,
    }
}

/// A place in an element of a list: the list, the fields of the element, from the last one, and whether it is what the option there holds.
struct Of {
    list: Expr,
    fields: Vec<Member>,
    is_held: bool,
    /// Whether it is one of an element that is a list itself.
    is_inner: bool,
    /// The pattern that the place fits, and the name in it that is what is given.
    part: Option<(Pat, Ident)>,
}

/// The ways on which a function ends, each of which gives the position of an element of one list, or nothing.
struct Ways {
    is_perhaps: bool,
    place: Option<Of>,
    is_one: bool,
}

impl Ways {
    /// A position in the place of what a block ends with.
    fn end(&mut self, block: &mut Block) {
        match block.stmts.last_mut() {
            Some(Stmt::Expr(last, None)) => self.give(last),
            // It ends before.
            Some(Stmt::Expr(Expr::Return(_) | Expr::Loop(_), Some(_))) | Some(Stmt::Macro(_)) => {}
            _ => self.is_one = false,
        }
    }

    fn give(&mut self, expr: &mut Expr) {
        if self.is_perhaps && self.part(expr) {
            return;
        }
        match expr {
            Expr::Paren(inner) => self.give(&mut inner.expr),
            Expr::Block(it) if it.label.is_none() => self.end(&mut it.block),
            Expr::If(it) => {
                self.end(&mut it.then_branch);
                match &mut it.else_branch {
                    Some((_, otherwise)) => self.give(otherwise),
                    None => self.is_one = false,
                }
            }
            Expr::Match(it) => it.arms.iter_mut().for_each(|arm| self.give(&mut arm.body)),
            Expr::Return(_) | Expr::Macro(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Loop(_) => {}
            Expr::Path(path) if self.is_perhaps && path.path.is_ident("None") => {}
            Expr::Call(call) if self.is_perhaps && makes(call, "Err") => {}
            Expr::MethodCall(call)
                if self.is_perhaps && (call.method == "ok_or" || call.method == "ok_or_else") =>
            {
                self.give(&mut call.receiver);
            }
            Expr::Call(call) if self.is_perhaps && (makes(call, "Some") || makes(call, "Ok")) => {
                let inner = &mut call.args[0];
                self.position(inner);
            }
            Expr::MethodCall(call) if self.is_perhaps && call.method == "get_mut" && call.args.len() == 1 => {
                let (list, at) = (&call.receiver, &call.args[0]);
                if let Some((outer, row)) = of_row(list) {
                    let is_range = matches!(strip(at), Expr::Range(_));
                    let made = parse_quote!({
                        let __vyre_row: usize = #row;
                        if __vyre_row < #outer.len() {
                            let __vyre_at: usize = #at;
                            if __vyre_at < #outer[__vyre_row].len() { Some((__vyre_row, __vyre_at)) } else { None }
                        } else {
                            None
                        }
                    });
                    self.is_one &= !is_range && self.is_of(&outer.clone(), Vec::new(), (false, true));
                    *expr = made;
                    return;
                }
                let made = parse_quote!({
                    let __vyre_at: usize = #at;
                    if __vyre_at < #list.len() { Some(__vyre_at) } else { None }
                });
                if !matches!(strip(at), Expr::Range(_))
                    && self.is_of(&(**list).clone(), Vec::new(), (false, false))
                {
                    *expr = made;
                } else {
                    self.is_one = false;
                }
            }
            Expr::MethodCall(call)
                if self.is_perhaps
                    && (call.method == "first_mut" || call.method == "last_mut")
                    && call.args.is_empty() =>
            {
                let list = &call.receiver;
                let made = match call.method == "first_mut" {
                    true => parse_quote!(if #list.len() > 0 { Some(0) } else { None }),
                    false => parse_quote!(if #list.len() > 0 { Some(#list.len() - 1) } else { None }),
                };
                self.is_one &= self.is_of(&(**list).clone(), Vec::new(), (false, false));
                *expr = made;
            }
            Expr::MethodCall(call) if self.is_perhaps && call.method == "as_mut" && call.args.is_empty() => {
                let Some((list, at, fields)) = element(&call.receiver) else { return self.is_one = false };
                let option = place_in(parse_quote!(#list[__vyre_at]), &fields);
                let made = parse_quote!({
                    let __vyre_at: usize = #at;
                    if #option.is_some() { Some(__vyre_at) } else { None }
                });
                self.is_one &= self.is_of(&list, fields, (true, false));
                *expr = made;
            }
            other if !self.is_perhaps => self.position(other),
            _ => self.is_one = false,
        }
    }

    /// The index in the place of `if let Pattern(part) = &mut list[index].field { Some(part) } else { None }`. Whether it is that.
    fn part(&mut self, expr: &mut Expr) -> bool {
        let Some(Fitting { pat, value, guard: None, then, otherwise }) = fitting(expr) else { return false };
        let Expr::Reference(reference) = strip(&value) else { return false };
        let (Some((list, at, fields)), Some(_)) = (element(&reference.expr), reference.mutability) else {
            return false;
        };
        let Expr::Call(call) = strip(&then) else { return false };
        let Some(Expr::Path(name)) = call.args.first().map(strip) else { return false };
        let Some(name) = name.path.get_ident().filter(|_| makes(call, "Some") || makes(call, "Ok")) else {
            return false;
        };
        let place = place_in(parse_quote!(#list[__vyre_at]), &fields);
        let gives = &call.func;
        let made = parse_quote!({
            let __vyre_at: usize = #at;
            if let #pat = &#place { #gives(__vyre_at) } else { #otherwise }
        });
        self.is_one &= self.is_place(Of {
            list,
            fields,
            is_held: false,
            is_inner: false,
            part: Some((pat, name.clone())),
        });
        *expr = made;
        true
    }

    /// The index in the place of `&mut list[index].field`.
    fn position(&mut self, expr: &mut Expr) {
        let Expr::Reference(reference) = strip(expr) else { return self.is_one = false };
        match element(&reference.expr) {
            Some((list, at, fields)) if reference.mutability.is_some() => {
                self.is_one &= self.is_of(&list, fields, (false, false));
                *expr = at;
            }
            _ => self.is_one = false,
        }
    }

    /// Whether this is the list of the other ways, too, and the fields are the same.
    fn is_of(&mut self, list: &Expr, fields: Vec<Member>, (is_held, is_inner): (bool, bool)) -> bool {
        self.is_place(Of { list: list.clone(), fields, is_held, is_inner, part: None })
    }

    fn is_place(&mut self, place: Of) -> bool {
        let is_plain = is_path(&place.list) && !place.list.to_token_stream().to_string().contains('[');
        let text = |of: &Of| {
            let fields = of.fields.iter().map(|field| field.to_token_stream().to_string());
            let place =
                fields.fold(of.list.to_token_stream().to_string(), |text, field| format!("{text}.{field}"));
            let part = of.part.as_ref().map(|(pat, name)| format!("{name} {}", pat.to_token_stream()));
            (place, part, of.is_held, of.is_inner)
        };
        match &self.place {
            Some(known) => text(known) == text(&place),
            None => {
                self.place = Some(place);
                is_plain
            }
        }
    }
}

/// A value that is taken apart: what it gives where it fits a pattern, and what else.
pub(crate) struct Fitting {
    pub(crate) pat: Pat,
    pub(crate) value: Expr,
    pub(crate) guard: Option<Expr>,
    pub(crate) then: Expr,
    pub(crate) otherwise: Expr,
}

/// `if let pattern = value { then } else { otherwise }`, and the `match` of two arms that is the same. The first of the two expressions is a `Some` or an `Ok`.
pub(crate) fn fitting(expr: &Expr) -> Option<Fitting> {
    let gives =
        |expr: &Expr| matches!(strip(expr), Expr::Call(call) if makes(call, "Some") || makes(call, "Ok"));
    let only = |block: &Block| match &block.stmts[..] {
        [Stmt::Expr(expr, None)] => Some(expr.clone()),
        _ => None,
    };
    let found = match strip(expr) {
        Expr::If(it) => {
            let (Expr::Let(cond), Some((_, otherwise))) = (strip(&it.cond), &it.else_branch) else {
                return None;
            };
            let Expr::Block(otherwise) = strip(otherwise) else { return None };
            let (then, otherwise) = (only(&it.then_branch)?, only(&otherwise.block)?);
            Fitting { pat: (*cond.pat).clone(), value: (*cond.expr).clone(), guard: None, then, otherwise }
        }
        Expr::Match(it) => {
            let (first, others) = it.arms.split_first()?;
            let (pat, guard) = match &first.pat {
                Pat::Guard(guarded) => ((*guarded.pat).clone(), Some((*guarded.guard).clone())),
                pat => (pat.clone(), None),
            };
            let then = match strip(&first.body) {
                Expr::Block(it) => only(&it.block)?,
                body => body.clone(),
            };
            let value = (*it.expr).clone();
            let otherwise = match others {
                [second] if matches!(second.pat, Pat::Wild(_)) => {
                    (!gives(&second.body)).then(|| (*second.body).clone())?
                }
                others => error_of(&value, others)?,
            };
            Fitting { pat, value, guard, then, otherwise }
        }
        _ => return None,
    };
    gives(&found.then).then_some(found)
}

/// What the other arms of a `match` give, each of which gives an error of its own, as one error.
fn error_of(value: &Expr, others: &[syn::Arm]) -> Option<Expr> {
    let errors = others.iter().map(|arm| match strip(&arm.body) {
        Expr::Call(call) if makes(call, "Err") => Some(&call.args[0]),
        _ => None,
    });
    let errors: Vec<&Expr> = errors.collect::<Option<_>>()?;
    let pats = others.iter().map(|arm| &arm.pat);
    let takes_all = |arm: &syn::Arm| match &arm.pat {
        Pat::Wild(_) => true,
        Pat::Ident(it) => it.subpat.is_none() && it.ident.to_string().starts_with(char::is_lowercase),
        _ => false,
    };
    let rest: Option<syn::Arm> =
        (!others.iter().any(takes_all)).then(|| parse_quote!(_ => ::core::unreachable!()));
    Some(parse_quote!(Err(match #value { #(#pats => #errors,)* #rest })))
}

/// The list and the index of `list.get_mut(index)?`.
fn of_row(row: &Expr) -> Option<(Expr, Expr)> {
    let Expr::Try(tried) = strip(row) else { return None };
    match strip(&tried.expr) {
        Expr::MethodCall(call) if call.method == "get_mut" && call.args.len() == 1 => {
            let is_range = matches!(strip(&call.args[0]), Expr::Range(_));
            (!is_range).then(|| ((*call.receiver).clone(), call.args[0].clone()))
        }
        _ => None,
    }
}

/// The list, the index and the fields, from the last one, of `list[index].field`.
fn element(place: &Expr) -> Option<(Expr, Expr, Vec<Member>)> {
    let (mut fields, mut place) = (Vec::new(), strip(place));
    while let Expr::Field(field) = place {
        fields.push(field.member.clone());
        place = strip(&field.base);
    }
    match place {
        Expr::Index(index) => Some(((*index.expr).clone(), (*index.index).clone(), fields)),
        _ => None,
    }
}

/// The fields of an element, from the last one.
fn place_in(element: Expr, fields: &[Member]) -> Expr {
    fields.iter().rev().fold(element, |place, field| parse_quote!(#place.#field))
}

fn makes(call: &syn::ExprCall, variant: &str) -> bool {
    matches!(strip(&call.func), Expr::Path(path) if path.path.is_ident(variant)) && call.args.len() == 1
}

impl VisitMut for Ways {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        match &mut it.expr {
            Some(given) => self.give(given),
            None => self.is_one = false,
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        self.is_one &= !crate::syntax::words(&it.tokens).contains("return");
    }
}
