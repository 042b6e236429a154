//! Functions whose name a variable has as well, as in `let area = area(x);`. What the name is depends on the place, and the names of items are settled
//! for whole functions: so the places that mean the function are written as paths to it, `self::area`.

use super::tree::{Kind, Tree};
use crate::syntax::{Matches, plain};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, ItemFn, Pat, Signature, Stmt};

/// Writes the paths in all functions.
pub(super) fn write_paths(tree: &mut Tree) {
    let named = |module: usize| {
        let mut module = module;
        while let (true, Some(parent)) = (tree.modules[module].is_block(), tree.modules[module].parent) {
            module = parent;
        }
        module
    };
    // A block that imports the name has a function of its own.
    let is_of_block: HashSet<String> = (tree.imports.iter())
        .filter(|import| tree.modules[import.module].is_block())
        .filter_map(|import| import.name.clone())
        .collect();
    let mut functions: HashMap<usize, HashSet<String>> = HashMap::new();
    for entry in &tree.entries {
        if let Kind::Function(_) = entry.kind
            && !is_of_block.contains(&plain(&entry.name))
        {
            functions.entry(entry.module).or_default().insert(plain(&entry.name));
        }
    }
    let names: HashSet<String> = functions.values().flatten().cloned().collect();
    for import in &tree.imports {
        // A name in lower case that is a function somewhere is one here.
        if let Some(name) = import.name.as_ref().filter(|_| !tree.modules[import.module].is_block())
            && import.path.last().is_some_and(|last| names.contains(&plain(last)))
        {
            functions.entry(import.module).or_default().insert(name.clone());
        }
    }
    let modules: Vec<usize> = tree.entries.iter().map(|entry| named(entry.module)).collect();
    let of_impls: Vec<usize> = tree.impls.iter().map(|(module, _)| named(*module)).collect();
    for (entry, module) in tree.entries.iter_mut().zip(modules) {
        let Some(functions) = functions.get(&module) else { continue };
        match &mut entry.kind {
            Kind::Kernel(it, _) | Kind::Function(it) => write_in(&it.sig, &mut it.block, functions),
            Kind::Trait(it) => it.items.iter_mut().for_each(|item| {
                if let syn::TraitItem::Fn(syn::TraitItemFn { sig, default: Some(block), .. }) = item {
                    write_in(sig, block, functions);
                }
            }),
            Kind::Constant(_) | Kind::Struct(_) | Kind::Enum(_) => {}
        }
    }
    for ((_, block), module) in tree.impls.iter_mut().zip(of_impls) {
        let Some(functions) = functions.get(&module) else { continue };
        for item in &mut block.items {
            if let syn::ImplItem::Fn(method) = item {
                write_in(&method.sig, &mut method.block, functions);
            }
        }
    }
}

fn write_in(signature: &Signature, block: &mut Block, functions: &HashSet<String>) {
    let mut bound = Bound::default();
    bound.visit_signature(signature);
    bound.visit_block(block);
    // What is declared inside is another function everywhere.
    let shadowed: HashSet<String> = bound
        .variables
        .intersection(functions)
        .filter(|name| !bound.functions.contains(*name))
        .cloned()
        .collect();
    if !shadowed.is_empty() {
        let mut paths = Paths { shadowed, scopes: Vec::new() };
        paths.function(signature, block);
    }
}

/// The names that a function binds, and those of the functions in it.
#[derive(Default)]
pub(super) struct Bound {
    pub(super) variables: HashSet<String>,
    functions: HashSet<String>,
}

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.variables.insert(plain(&pat.ident));
        visit::visit_pat_ident(self, pat);
    }
    fn visit_item_fn(&mut self, it: &'ast ItemFn) {
        self.functions.insert(plain(&it.sig.ident));
        visit::visit_item_fn(self, it);
    }
}

struct Paths {
    shadowed: HashSet<String>,
    /// The variables that are seen, the innermost last.
    scopes: Vec<HashSet<String>>,
}

impl Paths {
    fn bind(&mut self, pat: &Pat) {
        let mut bound = Bound::default();
        bound.visit_pat(pat);
        if let Some(scope) = self.scopes.last_mut() {
            scope.extend(bound.variables);
        }
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(HashSet::new());
        visit(self);
        self.scopes.pop();
    }

    fn function(&mut self, signature: &Signature, block: &mut Block) {
        let around = std::mem::take(&mut self.scopes);
        self.inside(|paths| {
            for input in &signature.inputs {
                if let syn::FnArg::Typed(typed) = input {
                    paths.bind(&typed.pat);
                }
            }
            paths.visit_block_mut(block);
        });
        self.scopes = around;
    }
}

impl VisitMut for Paths {
    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        let [only] = it.path.segments.iter().collect::<Vec<_>>()[..] else { return };
        let name = plain(&only.ident);
        let is_variable = self.scopes.iter().any(|scope| scope.contains(&name));
        if it.qself.is_none() && self.shadowed.contains(&name) && !is_variable {
            let word = syn::Ident::new("self", only.ident.span());
            it.path.segments.insert(0, word.into());
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.inside(|paths| visit_mut::visit_block_mut(paths, block));
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Item(Item::Fn(it)) => self.function(&it.sig, &mut it.block),
            Stmt::Item(_) => {}
            other => visit_mut::visit_stmt_mut(self, other),
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        self.bind(&local.pat);
    }

    fn visit_expr_let_mut(&mut self, it: &mut syn::ExprLet) {
        visit_mut::visit_expr_let_mut(self, it);
        self.bind(&it.pat);
    }

    fn visit_expr_closure_mut(&mut self, it: &mut syn::ExprClosure) {
        self.inside(|paths| {
            it.inputs.iter().for_each(|input| paths.bind(input));
            paths.visit_expr_mut(&mut it.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.inside(|paths| {
            paths.bind(&arm.pat);
            visit_mut::visit_arm_mut(paths, arm);
        });
    }

    fn visit_expr_if_mut(&mut self, it: &mut syn::ExprIf) {
        self.inside(|paths| {
            paths.visit_expr_mut(&mut it.cond);
            paths.visit_block_mut(&mut it.then_branch);
        });
        if let Some((_, otherwise)) = &mut it.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, it: &mut syn::ExprWhile) {
        self.inside(|paths| visit_mut::visit_expr_while_mut(paths, it));
    }

    fn visit_expr_for_loop_mut(&mut self, it: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut it.expr);
        self.inside(|paths| {
            paths.bind(&it.pat);
            paths.visit_block_mut(&mut it.body);
        });
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        if it.path.is_ident("matches") {
            let Ok(Matches { mut value, pat, mut guard }) = Matches::of(it) else { return };
            self.visit_expr_mut(&mut value);
            self.inside(|paths| {
                paths.bind(&pat);
                guard.iter_mut().for_each(|guard| paths.visit_expr_mut(guard));
            });
            let guard = guard.map(|guard| quote!(if #guard));
            it.tokens = quote!(#value, #pat #guard);
        } else if let Ok(mut values) =
            it.parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated)
        {
            values.iter_mut().for_each(|value| self.visit_expr_mut(value));
            it.tokens = values.to_token_stream();
        }
    }
}
