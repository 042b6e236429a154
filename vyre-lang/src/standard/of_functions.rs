//! A trait of the text's for all functions, `impl<F: Fn(Point) -> f32> Field for F`: it is one for a struct that holds the function, and a closure that is given
//! to a function which takes that trait is given in such a struct.

use crate::functional;
use crate::syntax::{plain, strip};
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, FnArg, Generics, Ident, Item, ItemImpl, Signature, Type, TypeParamBound, WherePredicate,
    parse_quote, parse_quote_spanned,
};

/// What the names of the structs begin with.
const HOLDER: &str = "__VyreOf";

/// Writes such `impl`s, and the closures that are given for them.
pub(super) fn write(file: &mut syn::File) {
    let mut found = Found::default();
    found.items(&file.items, &[]);
    found.of_functions.retain(|_, all| all.len() == 1);
    if found.of_functions.is_empty() {
        return;
    }
    let mut takers = Takers { of: &found.of_functions, by_name: HashMap::new() };
    takers.visit_file(file);
    let by_name = takers.by_name;
    held(&mut file.items, &found.of_functions);
    Given { of: &found.of_functions, by_name, closures: HashSet::new() }.visit_file_mut(file);
}

/// The modules in which `impl`s for all functions stand, by their traits.
type OfFunctions = HashMap<String, Vec<Vec<Ident>>>;

#[derive(Default)]
struct Found {
    of_functions: OfFunctions,
}

/// The trait and the parameter of an `impl` for all functions.
fn of_functions(block: &ItemImpl) -> Option<(Ident, Ident)> {
    let (of, _) = block.trait_.as_ref()?;
    let Type::Path(own) = &*block.self_ty else { return None };
    let name = own.path.get_ident()?;
    let param = block.generics.type_params().find(|param| param.ident == *name)?;
    if !functional::is_function(param, &block.generics) || block.generics.params.len() != 1 {
        return None;
    }
    Some((of.segments.last()?.ident.clone(), name.clone()))
}

impl Found {
    fn items(&mut self, items: &[Item], path: &[Ident]) {
        for item in items {
            match item {
                Item::Impl(block) => {
                    if let Some((of, _)) = of_functions(block) {
                        self.of_functions.entry(plain(&of)).or_default().push(path.to_vec());
                    }
                }
                Item::Mod(syn::ItemMod { ident, content: Some((_, items)), .. }) => {
                    let path: Vec<Ident> = path.iter().cloned().chain([ident.clone()]).collect();
                    self.items(items, &path);
                }
                _ => {}
            }
        }
    }
}

/// Writes the `impl`s among some items as those of structs.
fn held(items: &mut Vec<Item>, of: &OfFunctions) {
    let mut made: Vec<Item> = Vec::new();
    for item in items.iter_mut() {
        match item {
            Item::Impl(block) => {
                let Some((name, param)) = of_functions(block) else { continue };
                if !of.contains_key(&plain(&name)) {
                    continue;
                }
                let holder = holder(&name);
                made.push(parse_quote!(
                    #[derive(Clone, Copy)]
                    pub(crate) struct #holder<#param>(#param);
                ));
                *block.self_ty = parse_quote!(#holder<#param>);
                CalledSelf.visit_item_impl_mut(block);
            }
            Item::Mod(syn::ItemMod { content: Some((_, items)), .. }) => held(items, of),
            _ => {}
        }
    }
    items.extend(made);
}

fn holder(of: &Ident) -> Ident {
    Ident::new(&format!("{HOLDER}{}", plain(of)), of.span())
}

/// `self(x)` as the call of the function that is held.
struct CalledSelf;

impl VisitMut for CalledSelf {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Call(call) = expr {
            let mut function = strip(&call.func);
            while let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = function {
                function = strip(expr);
            }
            if let Expr::Path(path) = function
                && path.path.is_ident("self")
            {
                *call.func = parse_quote!((#path.0));
            }
        }
    }
}

/// The parameters of a function that take one of the traits: their positions and the traits.
#[derive(Clone, PartialEq)]
struct Taken {
    has_receiver: bool,
    places: Vec<(usize, String)>,
}

/// These parameters, by the functions' names.
struct Takers<'f> {
    of: &'f OfFunctions,
    /// Nothing where functions of one name take different ones.
    by_name: HashMap<String, Option<Taken>>,
}

impl Takers<'_> {
    fn bound<'b>(&self, bounds: impl IntoIterator<Item = &'b TypeParamBound>) -> Option<String> {
        bounds.into_iter().find_map(|bound| match bound {
            TypeParamBound::Trait(of) => {
                let name = plain(&of.path.segments.last()?.ident);
                self.of.contains_key(&name).then_some(name)
            }
            _ => None,
        })
    }

    fn of_type(&self, ty: &Type, generics: &[&Generics]) -> Option<String> {
        match ty {
            Type::Reference(reference) => self.of_type(&reference.elem, generics),
            Type::Paren(inner) => self.of_type(&inner.elem, generics),
            Type::ImplTrait(of) => self.bound(&of.bounds),
            Type::Path(path) => {
                let name = path.path.get_ident()?;
                let is_it =
                    |bounded: &Type| matches!(bounded, Type::Path(bounded) if bounded.path.is_ident(name));
                generics.iter().find_map(|generics| {
                    let own = generics.type_params().find(|param| param.ident == *name);
                    let written = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
                    let of_where = written.filter_map(|predicate| match predicate {
                        WherePredicate::Type(it) if is_it(&it.bounded_ty) => Some(&it.bounds),
                        _ => None,
                    });
                    own.and_then(|param| self.bound(&param.bounds))
                        .or_else(|| of_where.into_iter().find_map(|bounds| self.bound(bounds)))
                })
            }
            _ => None,
        }
    }

    fn signature(&mut self, signature: &Signature, outer: &[&Generics]) {
        let generics: Vec<&Generics> = outer.iter().copied().chain([&signature.generics]).collect();
        let has_receiver = matches!(signature.inputs.first(), Some(FnArg::Receiver(_)));
        let taken = signature.inputs.iter().enumerate().filter_map(|(at, input)| match input {
            FnArg::Typed(input) => Some((at, self.of_type(&input.ty, &generics)?)),
            FnArg::Receiver(_) => None,
        });
        let taken = Taken { has_receiver, places: taken.collect() };
        let known = self.by_name.entry(plain(&signature.ident)).or_insert_with(|| Some(taken.clone()));
        if known.as_ref().is_some_and(|known| *known != taken) {
            *known = None;
        }
    }
}

impl<'ast> Visit<'ast> for Takers<'_> {
    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        self.signature(&it.sig, &[]);
        visit::visit_item_fn(self, it);
    }

    fn visit_item_impl(&mut self, it: &'ast ItemImpl) {
        for item in &it.items {
            if let syn::ImplItem::Fn(method) = item {
                self.signature(&method.sig, &[&it.generics]);
            }
        }
        visit::visit_item_impl(self, it);
    }

    fn visit_item_trait(&mut self, it: &'ast syn::ItemTrait) {
        for item in &it.items {
            if let syn::TraitItem::Fn(method) = item {
                self.signature(&method.sig, &[&it.generics]);
            }
        }
        visit::visit_item_trait(self, it);
    }
}

/// Gives closures in structs where such a trait is taken.
struct Given<'f> {
    of: &'f OfFunctions,
    by_name: HashMap<String, Option<Taken>>,
    /// The variables in scope that are closures.
    closures: HashSet<String>,
}

impl Given<'_> {
    fn give<'a>(&self, name: &Ident, is_method: bool, args: impl Iterator<Item = &'a mut Expr>) {
        let Some(Some(taken)) = self.by_name.get(&plain(name)) else { return };
        if is_method && !taken.has_receiver {
            return;
        }
        for (at, arg) in args.enumerate() {
            let at = at + usize::from(is_method);
            if let Some((_, of)) = taken.places.iter().find(|(taken, _)| *taken == at) {
                self.hold(arg, of);
            }
        }
    }

    fn hold(&self, arg: &mut Expr, of: &str) {
        match arg {
            // A `&mut` to a variable is one to the closure itself.
            Expr::Reference(it)
                if it.mutability.is_some() && !matches!(strip(&it.expr), Expr::Closure(_)) => {}
            Expr::Reference(reference) => self.hold(&mut reference.expr, of),
            Expr::Paren(inner) => self.hold(&mut inner.expr, of),
            Expr::Path(path)
                if !path.path.get_ident().is_some_and(|name| self.closures.contains(&plain(name))) => {}
            Expr::Closure(_) | Expr::Path(_) => {
                let Some([path]) = self.of.get(of).map(Vec::as_slice) else { return };
                let (span, function) = (arg.span(), &*arg);
                let holder = Ident::new(&format!("{HOLDER}{of}"), span);
                *arg = parse_quote_spanned!(span=> crate::#(#path::)*#holder(#function));
            }
            _ => {}
        }
    }
}

/// The names that a pattern or a signature binds.
fn bound_by(visit: impl FnOnce(&mut Bound)) -> Vec<String> {
    let mut bound = Bound(Vec::new());
    visit(&mut bound);
    bound.0
}

struct Bound(Vec<String>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.0.push(plain(&it.ident));
    }
}

impl VisitMut for Given<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = self.closures.clone();
        for stmt in &mut block.stmts {
            self.visit_stmt_mut(stmt);
            let syn::Stmt::Local(local) = stmt else { continue };
            let is_closure = |init: &syn::LocalInit| matches!(strip(&init.expr), Expr::Closure(_));
            match (&local.pat, &local.init) {
                (syn::Pat::Ident(name), Some(init)) if is_closure(init) => {
                    self.closures.insert(plain(&name.ident));
                }
                (pat, _) => bound_by(|bound| bound.visit_pat(pat)).iter().for_each(|name| {
                    self.closures.remove(name);
                }),
            }
        }
        self.closures = outer;
    }

    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        let outer = std::mem::take(&mut self.closures);
        visit_mut::visit_item_fn_mut(self, it);
        self.closures = outer;
    }

    fn visit_expr_closure_mut(&mut self, it: &mut syn::ExprClosure) {
        let outer = self.closures.clone();
        for name in bound_by(|bound| it.inputs.iter().for_each(|input| bound.visit_pat(input))) {
            self.closures.remove(&name);
        }
        visit_mut::visit_expr_closure_mut(self, it);
        self.closures = outer;
    }

    fn visit_arm_mut(&mut self, it: &mut syn::Arm) {
        let outer = self.closures.clone();
        for name in bound_by(|bound| bound.visit_pat(&it.pat)) {
            self.closures.remove(&name);
        }
        visit_mut::visit_arm_mut(self, it);
        self.closures = outer;
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Call(call) => {
                if let Expr::Path(path) = strip(&call.func)
                    && let Some(last) = path.path.segments.last()
                {
                    let name = last.ident.clone();
                    self.give(&name, false, call.args.iter_mut());
                }
            }
            Expr::MethodCall(call) => {
                let name = call.method.clone();
                self.give(&name, true, call.args.iter_mut());
            }
            _ => {}
        }
    }
}
