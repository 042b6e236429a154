//! Methods that end with `self` and give it as `&mut Self`, so that calls can be chained: `sum.add(1).add(2);`. They are written as methods that give
//! nothing, and their chains as one call after the other.

use crate::syntax::{plain, strip};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, ImplItemFn, ReturnType, Signature, Stmt, Type, parse_quote};

/// The names of such methods, if no other method of the text or of std has the name.
pub(crate) fn named(file: &syn::File) -> HashSet<String> {
    #[derive(Default)]
    struct Found {
        fluent: HashSet<String>,
        others: HashSet<String>,
    }
    impl Found {
        fn add(&mut self, signature: &Signature, is_fluent: bool) {
            let names = if is_fluent { &mut self.fluent } else { &mut self.others };
            names.insert(plain(&signature.ident));
        }
    }
    impl<'ast> Visit<'ast> for Found {
        fn visit_impl_item_fn(&mut self, method: &'ast ImplItemFn) {
            self.add(&method.sig, is_fluent(method));
            visit::visit_impl_item_fn(self, method);
        }

        fn visit_trait_item_fn(&mut self, method: &'ast syn::TraitItemFn) {
            let ends = method.default.as_ref().is_none_or(ends_with_self);
            self.add(&method.sig, ends && passes_self_on(&method.sig, |path| path.is_ident("Self")));
            visit::visit_trait_item_fn(self, method);
        }
    }
    let mut found = Found::default();
    found.visit_file(file);
    // A chain may be one of what std has under the name.
    let is_own = |name: &String| !found.others.contains(name) && !crate::check::is_method_of_std(name);
    found.fluent.retain(is_own);
    found.fluent
}

fn is_self(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Path(path) if path.path.is_ident("self"))
}

/// Whether a method takes `&mut self`, gives `&mut Self`, and that is `self`.
pub(crate) fn is_fluent(method: &ImplItemFn) -> bool {
    // What ends with `self` gives a `&mut` to nothing else, whatever the name of its type.
    passes_self_on(&method.sig, |_| true) && ends_with_self(&method.block)
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

/// Whether `self` is what a body gives on all ways.
fn ends_with_self(block: &Block) -> bool {
    let ends = matches!(block.stmts.last(), Some(Stmt::Expr(tail, None)) if is_self(tail));
    struct Returns(bool);
    impl<'ast> Visit<'ast> for Returns {
        fn visit_expr_return(&mut self, it: &'ast syn::ExprReturn) {
            self.0 &= it.expr.as_deref().is_some_and(is_self);
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut returns = Returns(true);
    returns.visit_block(block);
    ends && returns.0
}

/// Writes them, and what calls them.
pub(crate) struct Fluent(pub(crate) HashSet<String>);

struct Returns;

impl VisitMut for Returns {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        it.expr = None;
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Writes such a method as one that gives nothing.
fn without_result(signature: &mut Signature, block: Option<&mut Block>) {
    signature.output = ReturnType::Default;
    if let Some(block) = block {
        block.stmts.pop();
        Returns.visit_block_mut(block);
    }
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
        if self.0.contains(&plain(&method.sig.ident)) {
            without_result(&mut method.sig, Some(&mut method.block));
        }
        visit_mut::visit_impl_item_fn_mut(self, method);
    }

    fn visit_trait_item_fn_mut(&mut self, method: &mut syn::TraitItemFn) {
        if self.0.contains(&plain(&method.sig.ident)) {
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
        let mut calls = vec![last.clone()];
        let mut base = strip(&last.receiver);
        while let Expr::MethodCall(call) = base
            && self.0.contains(&plain(&call.method))
        {
            calls.push(call.clone());
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
        let mut calls = calls
            .into_iter()
            .rev()
            .map(|call| ExprMethodCall { receiver: Box::new(receiver.clone()), ..call });
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
        Fluent(HashSet::from(["plus".to_string()])).visit_expr_mut(&mut chain);
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
