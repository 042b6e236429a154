//! The types of variables that a function takes: of `let table = Table::new(..);` before `sum(&table)` nothing says what the parameters of `Table` are but the
//! signature of `sum`, which comes later. So they are written beside the variable. The same holds for `list.reversed()` at the end of a function, if that gives
//! `Self`: the function's result says it.

use crate::syntax::{path_name, plain, strip};
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, FnArg, ImplItem, Item, Pat, PathArguments, ReturnType, Signature, Stmt, Type};

/// Writes them in the functions of a file. What a signature names means the same only in the module of its function.
pub(super) fn write(file: &mut syn::File) {
    of_items(&mut file.items);
}

fn of_items(items: &mut Vec<Item>) {
    let known = Known::of(items);
    for item in &mut *items {
        match item {
            Item::Mod(it) => {
                if let Some((_, items)) = &mut it.content {
                    of_items(items);
                }
            }
            Item::Fn(it) => Bodies { known: &known, own: HashSet::new() }.of_function(&it.sig, &mut it.block),
            Item::Impl(it) => {
                let own: HashSet<String> = params(&it.generics).collect();
                for item in &mut it.items {
                    if let ImplItem::Fn(method) = item {
                        let mut bodies = Bodies { known: &known, own: own.clone() };
                        bodies.of_function(&method.sig, &mut method.block);
                    }
                }
            }
            _ => {}
        }
    }
}

/// What the functions of a module take, and the methods that give `Self`.
struct Known {
    /// The types of parameters with arguments of their own, by the names of the functions.
    taken: HashMap<String, Vec<Option<Type>>>,
    /// The names of types and of their methods.
    same: HashSet<(String, String)>,
}

impl Known {
    fn of(items: &[Item]) -> Known {
        let mut known = Known { taken: HashMap::new(), same: HashSet::new() };
        for item in items {
            match item {
                Item::Fn(it) => drop(known.taken.insert(plain(&it.sig.ident), parameters(&it.sig))),
                Item::Impl(it) if it.trait_.is_none() => {
                    let methods = it.items.iter().filter_map(|item| match item {
                        ImplItem::Fn(method) => Some(&method.sig),
                        _ => None,
                    });
                    if let Some((owner, _)) = written(&it.self_ty) {
                        let same = methods.filter(|sig| gives_self(sig));
                        known.same.extend(same.map(|sig| (owner.clone(), plain(&sig.ident))));
                    }
                }
                _ => {}
            }
        }
        known
    }
}

fn gives_self(signature: &Signature) -> bool {
    let ReturnType::Type(_, ty) = &signature.output else { return false };
    signature.receiver().is_some() && matches!(&**ty, Type::Path(path) if path.path.is_ident("Self"))
}

/// The name of a type with arguments, and the type.
fn written(ty: &Type) -> Option<(String, &Type)> {
    match ty {
        Type::Reference(to) => written(&to.elem),
        Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 1 => {
            let last = path.path.segments.last()?;
            matches!(last.arguments, PathArguments::AngleBracketed(_)).then(|| (plain(&last.ident), ty))
        }
        _ => None,
    }
}

/// The types of a function's parameters that say all of a type with arguments, and name nothing that is the function's own.
fn parameters(signature: &Signature) -> Vec<Option<Type>> {
    let own: HashSet<String> = params(&signature.generics).collect();
    let of_input = |input: &FnArg| {
        let FnArg::Typed(input) = input else { return None };
        let (_, ty) = written(&input.ty)?;
        let words = crate::syntax::words(ty);
        let is_open = words.contains("_") || words.contains("impl") || words.contains("dyn");
        (own.is_disjoint(&words) && !is_open && !has_lifetime(ty)).then(|| ty.clone())
    };
    signature.inputs.iter().map(of_input).collect()
}

/// The names of parameters that are types or constants.
fn params(generics: &syn::Generics) -> impl Iterator<Item = String> {
    generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(it) => Some(plain(&it.ident)),
        syn::GenericParam::Const(it) => Some(plain(&it.ident)),
        syn::GenericParam::Lifetime(_) => None,
    })
}

fn has_lifetime(ty: &Type) -> bool {
    struct Lifetimes(bool);
    impl<'ast> Visit<'ast> for Lifetimes {
        fn visit_lifetime(&mut self, _: &'ast syn::Lifetime) {
            self.0 = true;
        }
    }
    let mut lifetimes = Lifetimes(false);
    lifetimes.visit_type(ty);
    lifetimes.0
}

struct Bodies<'k> {
    known: &'k Known,
    /// What the function declares itself, by which a type of another one's signature would be another type.
    own: HashSet<String>,
}

impl Bodies<'_> {
    fn of_function(&mut self, signature: &Signature, block: &mut Block) {
        self.own.extend(params(&signature.generics));
        let mut items = Items(HashSet::new());
        items.visit_block(block);
        self.own.extend(items.0);
        self.visit_block_mut(block);
        if let ReturnType::Type(_, result) = &signature.output {
            self.of_tail(result, block);
        }
    }

    /// `let mut list = List::new(); .. list.reversed()`
    fn of_tail(&self, result: &Type, block: &mut Block) {
        let Some((owner, ty)) = written(result).filter(|_| matches!(result, Type::Path(_))) else { return };
        let Some(Stmt::Expr(Expr::MethodCall(call), None)) = block.stmts.last() else { return };
        let Some(name) = path_name(&call.receiver) else { return };
        if self.known.same.contains(&(owner, plain(&call.method))) && !has_lifetime(ty) {
            let at = block.stmts.iter().rposition(|stmt| binds(stmt, &name));
            if let Some(at) = at {
                annotate(&mut block.stmts[at], ty);
            }
        }
    }
}

impl VisitMut for Bodies<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for at in 0..block.stmts.len() {
            let Some(name) = open_variable(&block.stmts[at]) else { continue };
            let rest = &block.stmts[at + 1..];
            // Another variable of the name may be meant behind it.
            if rest.iter().any(|stmt| names(stmt, &name)) {
                continue;
            }
            let mut uses = Uses { known: self.known, name: &name, ty: None };
            rest.iter().for_each(|stmt| uses.visit_stmt(stmt));
            if let Some(ty) = uses.ty.filter(|ty| self.own.is_disjoint(&crate::syntax::words(ty))) {
                annotate(&mut block.stmts[at], &ty);
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The names of the items in a body.
struct Items(HashSet<String>);

impl<'ast> Visit<'ast> for Items {
    fn visit_item(&mut self, it: &'ast Item) {
        self.0.extend(crate::syntax::words(it));
    }
}

/// The name of a variable that is what a function of a type gives, of whose arguments nothing is written: `let x = Type::new(..);`.
fn open_variable(stmt: &Stmt) -> Option<String> {
    let Stmt::Local(local) = stmt else { return None };
    let Pat::Ident(name) = &local.pat else { return None };
    owner(local).map(|_| plain(&name.ident))
}

fn owner(local: &syn::Local) -> Option<String> {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let path = match strip(&init.expr) {
        Expr::Call(call) => match strip(&call.func) {
            Expr::Path(path) => path,
            _ => return None,
        },
        Expr::Path(path) => path,
        _ => return None,
    };
    let mut segments = path.path.segments.iter().rev().skip(1);
    let of = segments.next().filter(|of| path.qself.is_none() && of.arguments.is_none())?;
    Some(plain(&of.ident))
}

fn binds(stmt: &Stmt, name: &str) -> bool {
    matches!(stmt, Stmt::Local(syn::Local { pat: Pat::Ident(it), .. }) if plain(&it.ident) == name)
}

/// Whether a pattern in a statement binds a name.
fn names(stmt: &Stmt, name: &str) -> bool {
    struct Names<'n>(&'n str, bool);
    impl<'ast> Visit<'ast> for Names<'_> {
        fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
            self.1 |= plain(&it.ident) == self.0;
            visit::visit_pat_ident(self, it);
        }
    }
    let mut names = Names(name, false);
    names.visit_stmt(stmt);
    names.1
}

/// The type of the parameter for which a variable is passed.
struct Uses<'k> {
    known: &'k Known,
    name: &'k str,
    ty: Option<Type>,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        let params = path_name(&call.func).and_then(|function| self.known.taken.get(&function));
        for (arg, param) in call.args.iter().zip(params.into_iter().flatten()) {
            let place = match strip(arg) {
                Expr::Reference(to) => strip(&to.expr),
                value => value,
            };
            if path_name(place).as_deref() == Some(self.name) {
                self.ty = self.ty.take().or_else(|| param.clone());
            }
        }
        visit::visit_expr_call(self, call);
    }
}

/// Writes a type beside a variable whose value is of it.
fn annotate(stmt: &mut Stmt, ty: &Type) {
    let Stmt::Local(local) = stmt else { return };
    let is_of_it = written(ty).is_some_and(|(name, _)| owner(local).is_some_and(|owner| owner == name));
    if is_of_it && matches!(local.pat, Pat::Ident(_)) {
        let pat = Box::new(local.pat.clone());
        let ty = Box::new(ty.clone());
        local.pat = Pat::Type(syn::PatType { attrs: Vec::new(), pat, colon_token: Default::default(), ty });
    }
}
