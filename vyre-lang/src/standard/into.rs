//! `x.into()` of a parameter whose type is one that converts into a type, `x: impl Into<i64>`: the bound says what it gives. Of other values the call
//! notes the type that the bounds around say, if they say one alone (`I::Item: Into<u64>`): it is taken where nothing else says what is wanted.

use crate::syntax::{path_name, plain};
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, Generics, Pat, Type, TypeParamBound, WherePredicate, parse_quote};

/// Writes such calls in the functions of a file.
#[derive(Default)]
pub(super) struct Into {
    /// The types that parameters of the `impl` around convert into.
    around: HashMap<String, Type>,
    /// The same of the names in scope.
    names: HashMap<String, Type>,
    /// The types that the bounds of the `impl` around name.
    told_around: Vec<Type>,
    /// The type that all bounds name.
    told: Option<Type>,
}

/// The types of all bounds `Into<T>`, wherever they stand in a signature.
#[derive(Default)]
struct Told(Vec<Type>);

impl<'ast> syn::visit::Visit<'ast> for Told {
    fn visit_trait_bound(&mut self, it: &'ast syn::TraitBound) {
        self.0.extend(target([&TypeParamBound::Trait(it.clone())]));
        syn::visit::visit_trait_bound(self, it);
    }
}

/// The one type that is in a list, however often.
fn only(types: &[Type]) -> Option<Type> {
    let text = |ty: &Type| quote::quote!(#ty).to_string();
    let first = types.first()?;
    types.iter().all(|ty| text(ty) == text(first)).then(|| first.clone())
}

/// The type that a bound `Into<T>` says.
fn target<'b>(bounds: impl IntoIterator<Item = &'b TypeParamBound>) -> Option<Type> {
    let mut targets = bounds.into_iter().filter_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last().filter(|last| last.ident == "Into")?;
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        match arguments.args.first() {
            Some(syn::GenericArgument::Type(ty)) => Some(ty.clone()),
            _ => None,
        }
    });
    let only = targets.next()?;
    targets.next().is_none().then_some(only)
}

/// The parameters of types that convert into a type.
fn converting(generics: &Generics) -> HashMap<String, Type> {
    let written = generics.type_params().filter_map(|it| Some((plain(&it.ident), target(&it.bounds)?)));
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let behind = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(it) => match &it.bounded_ty {
            Type::Path(path) => Some((plain(path.path.get_ident()?), target(&it.bounds)?)),
            _ => None,
        },
        _ => None,
    });
    written.chain(behind).collect()
}

impl Into {
    fn function(&mut self, sig: &syn::Signature, block: &mut syn::Block) {
        let mut types = self.around.clone();
        types.extend(converting(&sig.generics));
        let named = sig.inputs.iter().filter_map(|input| {
            let FnArg::Typed(input) = input else { return None };
            let Pat::Ident(name) = &*input.pat else { return None };
            let target = match &*input.ty {
                Type::ImplTrait(any) => target(&any.bounds)?,
                Type::Path(path) => types.get(&plain(path.path.get_ident()?))?.clone(),
                _ => return None,
            };
            Some((plain(&name.ident), target))
        });
        let names = std::mem::take(&mut self.names);
        self.names = named.collect();
        let mut told = Told(self.told_around.clone());
        syn::visit::Visit::visit_signature(&mut told, sig);
        let told = std::mem::replace(&mut self.told, only(&told.0));
        if !self.names.is_empty() || self.told.is_some() {
            self.visit_block_mut(block);
        }
        (self.names, self.told) = (names, told);
    }
}

/// The names that a statement binds.
fn bound_in(stmt: &syn::Stmt) -> Vec<String> {
    struct Bound(Vec<String>);
    impl<'ast> syn::visit::Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
            self.0.push(plain(&it.ident));
        }
    }
    let mut bound = Bound(Vec::new());
    syn::visit::Visit::visit_stmt(&mut bound, stmt);
    bound.0
}

impl VisitMut for Into {
    fn visit_item_impl_mut(&mut self, it: &mut syn::ItemImpl) {
        let around = std::mem::replace(&mut self.around, converting(&it.generics));
        let mut told = Told::default();
        syn::visit::Visit::visit_generics(&mut told, &it.generics);
        let told = std::mem::replace(&mut self.told_around, told.0);
        visit_mut::visit_item_impl_mut(self, it);
        (self.around, self.told_around) = (around, told);
    }

    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        let around = (std::mem::take(&mut self.around), std::mem::take(&mut self.told_around));
        self.function(&it.sig, &mut it.block);
        (self.around, self.told_around) = around;
    }

    fn visit_impl_item_fn_mut(&mut self, it: &mut syn::ImplItemFn) {
        self.function(&it.sig, &mut it.block);
    }

    fn visit_trait_item_fn_mut(&mut self, it: &mut syn::TraitItemFn) {
        if let Some(block) = &mut it.default {
            self.function(&it.sig, block);
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let names = self.names.clone();
        for stmt in &mut block.stmts {
            let bound = bound_in(stmt);
            if let syn::Stmt::Local(local) = stmt {
                // What it is made of sees the names before it.
                if let Some(init) = &mut local.init {
                    self.visit_expr_mut(&mut init.expr);
                }
                bound.iter().for_each(|name| drop(self.names.remove(name)));
                if let Some((_, otherwise)) = local.init.as_mut().and_then(|init| init.diverge.as_mut()) {
                    self.visit_expr_mut(otherwise);
                }
                continue;
            }
            let hidden: Vec<_> = bound.iter().filter_map(|name| self.names.remove_entry(name)).collect();
            self.visit_stmt_mut(stmt);
            self.names.extend(hidden);
        }
        self.names = names;
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = expr else { return };
        if call.method != "into" || !call.args.is_empty() {
            return;
        }
        if let Some(ty) = path_name(&call.receiver).and_then(|name| self.names.get(&name)) {
            *expr = parse_quote!(({ let __vyre_into: #ty = #call; __vyre_into }));
        } else if let (Some(told), None) = (&self.told, &call.turbofish) {
            call.turbofish = Some(parse_quote!(::<#told>));
        }
    }
}
