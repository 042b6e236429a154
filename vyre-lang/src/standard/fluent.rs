//! Methods that end with `self` and give it as `&mut Self`, so that calls can be chained: `sum.add(1).add(2);`. They are written as methods that give
//! nothing, and their chains as one call after the other. So are those that end with `Ok(self)` or `Some(self)`, as `list.push(1)?.push(2)?;`.

use crate::syntax::{plain, strip};
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, ImplItemFn, ReturnType, Signature, Stmt, Type, parse_quote};

/// The names of such methods, if no other method of the text or of std has the name, and whether what each gives is tried first.
pub(crate) fn named(file: &syn::File) -> HashMap<String, bool> {
    #[derive(Default)]
    struct Found {
        fluent: HashSet<String>,
        fallible: HashSet<String>,
        bound: HashSet<String>,
        others: HashSet<String>,
    }
    impl Found {
        fn add(&mut self, signature: &Signature, is_fluent: bool) {
            let names = match (is_fluent, inside_result(&signature.output)) {
                (true, None) => &mut self.fluent,
                (true, Some(_)) => &mut self.fallible,
                (false, _) => &mut self.others,
            };
            names.insert(plain(&signature.ident));
        }

        /// What a method gives that may fail is bound to a name, which needs the place.
        fn bound(&mut self, value: &Expr) {
            if let Some(call) = handed_on(value) {
                self.bound.insert(plain(&call.method));
            }
        }
    }
    impl<'ast> Visit<'ast> for Found {
        fn visit_impl_item_fn(&mut self, method: &'ast ImplItemFn) {
            self.add(&method.sig, is_fluent(method) || may_fail(method));
            visit::visit_impl_item_fn(self, method);
        }

        fn visit_local(&mut self, local: &'ast syn::Local) {
            if let (Some(init), false) = (&local.init, matches!(local.pat, syn::Pat::Wild(_))) {
                self.bound(&init.expr);
            }
            visit::visit_local(self, local);
        }

        fn visit_expr_let(&mut self, it: &'ast syn::ExprLet) {
            self.bound(&it.expr);
            visit::visit_expr_let(self, it);
        }

        fn visit_expr_match(&mut self, it: &'ast syn::ExprMatch) {
            self.bound(&it.expr);
            visit::visit_expr_match(self, it);
        }

        fn visit_trait_item_fn(&mut self, method: &'ast syn::TraitItemFn) {
            let ends = method.default.as_ref().is_none_or(|body| Ends::give_self(body, false));
            self.add(&method.sig, ends && passes_self_on(&method.sig, |path| path.is_ident("Self")));
            visit::visit_trait_item_fn(self, method);
        }
    }
    let mut found = Found::default();
    found.visit_file(file);
    // A chain may be one of what std has under the name.
    let is_own = |name: &String| !found.others.contains(name) && !crate::check::is_method_of_std(name);
    found.fluent.retain(is_own);
    let Found { fluent, fallible, bound, others } = &found;
    // Of std's methods, those of numbers alone give what is tried and calls the same again.
    let whole = fallible
        .iter()
        .filter(|name| !bound.contains(*name) && !others.contains(*name) && !name.starts_with("checked_"));
    let whole = whole.map(|name| (name.clone(), true));
    whole.chain(fluent.iter().map(|name| (name.clone(), false))).collect()
}

/// The `&mut Self` in an `Option<&mut Self>` or a `Result<&mut Self, E>`.
fn inside_result(output: &ReturnType) -> Option<&Type> {
    let ReturnType::Type(_, ty) = output else { return None };
    let Type::Path(path) = &**ty else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(ty @ Type::Reference(it))) => it.mutability.is_some().then_some(ty),
        _ => None,
    }
}

/// Whether a method takes `&mut self`, and gives `Ok(self)`, `Some(self)` or nothing on all ways.
fn may_fail(method: &ImplItemFn) -> bool {
    let takes = matches!(
        method.sig.inputs.first(),
        Some(syn::FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
    );
    takes && inside_result(&method.sig.output).is_some() && Ends::give_self(&method.block, true)
}

/// What the ways through a body end with, which are written as `Ok(())`, or as nothing, if that is asked for.
struct Ends {
    /// Whether it is `Ok(self)`, and not `self`.
    is_held: bool,
    gives_self: bool,
    others: bool,
    writes: bool,
}

impl Ends {
    /// Whether all ways through a body give `self`.
    fn give_self(block: &Block, is_held: bool) -> bool {
        let mut ends = Ends { is_held, gives_self: false, others: false, writes: false };
        ends.of_body(&mut block.clone());
        ends.gives_self && !ends.others
    }

    fn of_body(&mut self, block: &mut Block) {
        self.visit_block_mut(block);
        self.block(block);
    }

    fn block(&mut self, block: &mut Block) {
        match block.stmts.last_mut() {
            Some(Stmt::Expr(tail, None)) if !self.is_held && is_self(tail) => {
                self.gives_self = true;
                if self.writes {
                    block.stmts.pop();
                }
            }
            Some(Stmt::Expr(tail, None)) => self.tail(tail),
            Some(Stmt::Expr(Expr::Return(_), Some(_)) | Stmt::Macro(_)) => {}
            Some(Stmt::Expr(it, Some(_))) if is_endless(it) => {}
            _ => self.others = true,
        }
    }

    fn tail(&mut self, tail: &mut Expr) {
        match tail {
            Expr::Paren(it) => self.tail(&mut it.expr),
            Expr::Block(it) => self.block(&mut it.block),
            Expr::If(it) => {
                self.block(&mut it.then_branch);
                match &mut it.else_branch {
                    Some((_, otherwise)) => self.tail(otherwise),
                    None => self.others = true,
                }
            }
            Expr::Match(it) => it.arms.iter_mut().for_each(|arm| self.tail(&mut arm.body)),
            Expr::Return(_) | Expr::Macro(_) => {}
            tail if is_endless(tail) => {}
            tail if !self.is_held => {
                self.gives_self |= is_self(tail);
                self.others |= !is_self(tail);
                if self.writes {
                    *tail = parse_quote!({});
                }
            }
            Expr::Path(path) if path.path.is_ident("None") => {}
            Expr::Call(call) => {
                let Expr::Path(path) = strip(&call.func) else { return self.others = true };
                let name = path.path.segments.last().map(|last| plain(&last.ident)).unwrap_or_default();
                match (name.as_str(), call.args.first_mut()) {
                    ("Ok" | "Some", Some(held)) if is_self(held) => {
                        self.gives_self = true;
                        if self.writes {
                            *held = parse_quote!(());
                        }
                    }
                    ("Err", Some(_)) => {}
                    _ => self.others = true,
                }
            }
            _ => self.others = true,
        }
    }
}

impl VisitMut for Ends {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        match &mut it.expr {
            Some(value) => self.tail(value),
            None => self.others = true,
        }
        if self.writes && !self.is_held {
            it.expr = None;
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The call whose value an expression hands on: itself, or behind a `?`, an `unwrap` or an `expect`.
fn handed_on(expr: &Expr) -> Option<&ExprMethodCall> {
    match strip(expr) {
        Expr::Try(it) => handed_on(&it.expr),
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            handed_on(&call.receiver)
        }
        Expr::MethodCall(call) => Some(call),
        _ => None,
    }
}

/// The same expression, in which that call is of another receiver.
fn with_receiver(expr: &Expr, receiver: &Expr) -> Expr {
    let mut expr = strip(expr).clone();
    match &mut expr {
        Expr::Try(it) => *it.expr = with_receiver(&it.expr, receiver),
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            *call.receiver = with_receiver(&call.receiver, receiver);
        }
        Expr::MethodCall(call) => *call.receiver = receiver.clone(),
        _ => {}
    }
    expr
}

fn is_self(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Path(path) if path.path.is_ident("self"))
}

/// Whether a method takes `&mut self`, gives `&mut Self`, and that is `self`.
pub(crate) fn is_fluent(method: &ImplItemFn) -> bool {
    // What ends with `self` gives a `&mut` to nothing else, whatever the name of its type.
    passes_self_on(&method.sig, |_| true) && Ends::give_self(&method.block, false)
}

/// Whether a method takes `&mut self` and gives `&mut Self`.
fn passes_self_on(signature: &Signature, is_own: impl Fn(&syn::Path) -> bool) -> bool {
    let takes = matches!(
        signature.inputs.first(),
        Some(syn::FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
    );
    let gives = match &signature.output {
        ReturnType::Type(_, ty) => match &**ty {
            Type::Reference(it) => {
                it.mutability.is_some() && matches!(&*it.elem, Type::Path(path) if is_own(&path.path))
            }
            _ => false,
        },
        ReturnType::Default => false,
    };
    takes && gives
}

/// Whether an expression is a `loop` that nothing leaves but a `return`.
fn is_endless(expr: &Expr) -> bool {
    /// Whether there is a `break`, and whether what is visited stands in a loop inside.
    struct Breaks {
        found: bool,
        is_inside: bool,
    }
    impl<'ast> Breaks {
        fn inside(&mut self, body: &'ast Block) {
            let outer = std::mem::replace(&mut self.is_inside, true);
            self.visit_block(body);
            self.is_inside = outer;
        }
    }
    impl<'ast> Visit<'ast> for Breaks {
        fn visit_expr_break(&mut self, it: &'ast syn::ExprBreak) {
            // One with a label may leave all of them.
            self.found |= it.label.is_some() || !self.is_inside;
        }
        fn visit_expr_loop(&mut self, it: &'ast syn::ExprLoop) {
            self.inside(&it.body);
        }
        fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
            self.inside(&it.body);
        }
        fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
            self.inside(&it.body);
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let Expr::Loop(endless) = expr else { return false };
    let mut breaks = Breaks { found: false, is_inside: false };
    breaks.visit_block(&endless.body);
    !breaks.found
}

/// Writes them, and what calls them.
pub(crate) struct Fluent(pub(crate) HashMap<String, bool>);

/// Writes such a method as one that gives nothing.
fn without_result(signature: &mut Signature, block: Option<&mut Block>) {
    if inside_result(&signature.output).is_some() {
        if let ReturnType::Type(_, ty) = &mut signature.output
            && let Type::Path(path) = &mut **ty
            && let Some(last) = path.path.segments.last_mut()
            && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
            && let Some(syn::GenericArgument::Type(ty)) = arguments.args.first_mut()
        {
            *ty = parse_quote!(());
        }
        if let Some(block) = block {
            Ends { is_held: true, gives_self: false, others: false, writes: true }.of_body(block);
        }
        return;
    }
    signature.output = ReturnType::Default;
    if let Some(block) = block {
        Ends { is_held: false, gives_self: false, others: false, writes: true }.of_body(block);
    }
}

/// Whether a body gives something in its last line alone.
fn ends_alone(block: &Block) -> bool {
    let ends = matches!(block.stmts.last(), Some(Stmt::Expr(tail, None)) if is_self(tail));
    ends && !crate::syntax::words(quote::ToTokens::to_token_stream(block)).contains("return")
}

/// Writes a body that gives `self` on several ways as one that gives it in its last line alone.
fn self_at_the_end(block: &mut Block) {
    /// Leaves a block in the place of the body.
    struct Leave(syn::Lifetime);
    impl VisitMut for Leave {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Expr::Return(_) = expr {
                let label = &self.0;
                *expr = parse_quote!(break #label);
            }
        }
        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    Ends { is_held: false, gives_self: false, others: false, writes: true }.of_body(block);
    let label = syn::Lifetime::new("'__vyre_self", proc_macro2::Span::call_site());
    Leave(label.clone()).visit_block_mut(block);
    *block = parse_quote!({
        #label: #block
        self
    });
}

/// Whether an expression is a place that may be named several times.
fn is_place(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        _ => false,
    }
}

/// Whether an expression is an element, or what a reference refers to, or a field of one.
fn is_found(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Index(_) | Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), .. }) => true,
        Expr::Field(field) => is_found(&field.base),
        _ => false,
    }
}

impl VisitMut for Fluent {
    fn visit_impl_item_fn_mut(&mut self, method: &mut ImplItemFn) {
        if self.0.contains_key(&plain(&method.sig.ident)) {
            without_result(&mut method.sig, Some(&mut method.block));
        } else if is_fluent(method) && !ends_alone(&method.block) {
            self_at_the_end(&mut method.block);
        }
        visit_mut::visit_impl_item_fn_mut(self, method);
    }

    fn visit_trait_item_fn_mut(&mut self, method: &mut syn::TraitItemFn) {
        if self.0.contains_key(&plain(&method.sig.ident)) {
            without_result(&mut method.sig, method.default.as_mut());
        }
        visit_mut::visit_trait_item_fn_mut(self, method);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::MethodCall(last) = expr
            && let Some(block) = self.one_after_the_other(last)
        {
            *expr = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block });
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

impl Fluent {
    /// A chain of calls as a block of them; nothing where the receiver is no such call.
    fn one_after_the_other(&self, last: &ExprMethodCall) -> Option<Block> {
        let mut calls = vec![Expr::MethodCall(last.clone())];
        let mut base = strip(&last.receiver);
        while let Some(call) = handed_on(base)
            && let Some(is_tried) = self.0.get(&plain(&call.method))
            && *is_tried != matches!(base, Expr::MethodCall(own) if own.method == call.method)
        {
            calls.push(base.clone());
            base = strip(&call.receiver);
        }
        if calls.len() == 1 {
            return None;
        }
        // Calls on a copy would leave the element as it is. The chain stays, which is an error.
        if is_found(base) {
            return None;
        }
        let is_place = is_place(base);
        let receiver: Expr = if is_place { base.clone() } else { parse_quote!(__vyre_chained) };
        let mut calls = calls.iter().rev().map(|call| with_receiver(call, &receiver));
        let last = calls.next_back()?;
        Some(match is_place {
            true => parse_quote!({ #(#calls;)* #last }),
            false => parse_quote!({ let mut __vyre_chained = #base; #(#calls;)* #last }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// What becomes of a chain of calls of `plus`.
    fn written(chain: Expr) -> String {
        let mut chain = chain;
        Fluent(HashMap::from([("plus".to_string(), false)])).visit_expr_mut(&mut chain);
        chain.to_token_stream().to_string()
    }

    /// A copy of an element would be changed in its place.
    #[test]
    fn chains_on_elements_and_references_stay() {
        let chains: [Expr; 3] = [
            parse_quote!(s[i].plus(1).plus(2)),
            parse_quote!(self.cells[k].sum.plus(1).plus(2)),
            parse_quote!((*r).plus(1).plus(2)),
        ];
        for chain in chains {
            assert_eq!(written(chain.clone()), chain.to_token_stream().to_string());
        }
        assert!(written(parse_quote!(self.sum.plus(1).plus(2))).starts_with('{'));
    }
}
