//! Methods that give a slice of what `self` has, such as `fn items(&self) -> &[T] { &self.items[..self.len] }`. What a slice is a part of must be seen
//! where it is used, so what such a method gives stands in the place of each call, and the method is left out.

use crate::syntax::strip;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, ImplItem, ImplItemFn, Item, ReturnType, Stmt, Type, parse_quote};

/// How often calls in what methods give are followed.
const MAX_DEPTH: usize = 4;

/// Writes what such methods give in the places of their calls.
pub(super) fn write(file: &mut syn::File) {
    let mut found = Found::default();
    found.visit_file(file);
    let Found { given, mut names } = found;
    // Another method of the name may be meant.
    let mut given: HashMap<String, Expr> =
        given.into_iter().filter(|(name, _)| names.remove(name) == Some(1)).collect();
    given.retain(|name, _| !crate::check::is_method_of_std(name) || name == "as_slice" || name == "as_bytes");
    if given.is_empty() {
        return;
    }
    let mut open = Open::default();
    let mut trial = file.clone();
    let mut inlined = Inlined { given: &given, depth: 0 };
    inlined.visit_file_mut(&mut trial);
    LeftOut(&given).visit_file_mut(&mut trial);
    open.given = given.keys().cloned().collect();
    open.visit_file(&trial);
    if !open.is_any {
        *file = trial;
    }
}

/// The methods, and how often each name is that of one.
#[derive(Default)]
struct Found {
    given: HashMap<String, Expr>,
    names: HashMap<String, usize>,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        *self.names.entry(signature.ident.to_string()).or_default() += 1;
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        for item in &block.items {
            if let ImplItem::Fn(method) = item
                && block.trait_.is_none()
                && let Some(given) = given_by(method)
            {
                self.given.insert(method.sig.ident.to_string(), given);
            }
        }
        visit::visit_item_impl(self, block);
    }
}

/// What a method of `&self` alone gives, if it is a slice of a field.
fn given_by(method: &ImplItemFn) -> Option<Expr> {
    let [syn::FnArg::Receiver(receiver)] = &method.sig.inputs.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let ReturnType::Type(_, ty) = &method.sig.output else { return None };
    let Type::Reference(reference) = &**ty else { return None };
    let is_slice = reference.mutability.is_none() && matches!(*reference.elem, Type::Slice(_));
    let takes = matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None));
    let [Stmt::Expr(given, None)] = &method.block.stmts[..] else { return None };
    let (Expr::Reference(syn::ExprReference { expr: inner, .. })
    | Expr::Paren(syn::ExprParen { expr: inner, .. })) = given
    else {
        return None;
    };
    let inner = match strip(inner) {
        Expr::Reference(reference) => strip(&reference.expr),
        inner => inner,
    };
    let is_part = matches!(inner, Expr::Index(_) | Expr::Field(_));
    let mut of_self = OfSelf(true);
    of_self.visit_expr(given);
    (is_slice && takes && is_part && of_self.0).then(|| given.clone())
}

/// Whether `self` is all that an expression names.
struct OfSelf(bool);

impl<'ast> Visit<'ast> for OfSelf {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.0 &= path.path.is_ident("self");
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.0 = false;
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {
        self.0 = false;
    }
}

struct Inlined<'g> {
    given: &'g HashMap<String, Expr>,
    depth: usize,
}

/// What a call of one of the methods gives.
fn called<'g>(call: &ExprMethodCall, given: &'g HashMap<String, Expr>) -> Option<&'g Expr> {
    let is_it = call.args.is_empty() && call.turbofish.is_none() && super::plainly::is_path(&call.receiver);
    given.get(&call.method.to_string()).filter(|_| is_it)
}

impl VisitMut for Inlined<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        // An element or a part of what it gives is one of the place.
        if let Expr::Index(index) = expr
            && let Expr::Paren(base) = &mut *index.expr
            && let Expr::Reference(reference) = &*base.expr
            && matches!(&*reference.expr, Expr::Index(_) | Expr::Field(_))
        {
            *index.expr = (*reference.expr).clone();
            if let Some(element) = super::plainly::element_of_part(expr) {
                *expr = element;
            }
        }
        if let Expr::MethodCall(call) = &*expr
            && let Some(given) = called(call, self.given)
            && self.depth < MAX_DEPTH
        {
            let mut made = given.clone();
            OfReceiver(&call.receiver).visit_expr_mut(&mut made);
            self.depth += 1;
            self.visit_expr_mut(&mut made);
            self.depth -= 1;
            *expr = parse_quote!((#made));
        }
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(mut args) = syn::parse::Parser::parse2(parser, it.tokens.clone()) {
            args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
            it.tokens = quote::ToTokens::to_token_stream(&args);
        }
    }
}

/// The receiver in the place of `self`.
struct OfReceiver<'r>(&'r Expr);

impl VisitMut for OfReceiver<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match &*expr {
            Expr::Path(path) if path.path.is_ident("self") => *expr = self.0.clone(),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

/// Removes the methods.
struct LeftOut<'g>(&'g HashMap<String, Expr>);

impl VisitMut for LeftOut<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        if let Item::Impl(block) = item
            && block.trait_.is_none()
        {
            block.items.retain(|item| {
                !matches!(item, ImplItem::Fn(method) if self.0.contains_key(&method.sig.ident.to_string()))
            });
        }
        visit_mut::visit_item_mut(self, item);
    }
}

/// Whether a method is called that has been left out.
#[derive(Default)]
struct Open {
    given: std::collections::HashSet<String>,
    is_any: bool,
}

impl<'ast> Visit<'ast> for Open {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.is_any |= self.given.contains(&call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    /// `Type::method`; a name alone is that of a variable.
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names_it = |segment: &syn::PathSegment| self.given.contains(&segment.ident.to_string());
        self.is_any |= path.segments.iter().skip(1).any(names_it);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        self.is_any |= crate::syntax::words(&it.tokens).iter().any(|word| self.given.contains(word));
    }
}
