//! What stands inside of functions and could stand beside them: modules, and constants that call a `const fn`: `const N: usize = square(2);`. What calls is computed for the module's own constants, so such a
//! value becomes one of these, and the constant inside names it.

use crate::diagnostics::Area;
use crate::syntax::{plain, words};
use quote::format_ident;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Item, ItemConst, Stmt, parse_quote};

/// Writes the constants of a module's functions, and of those of the modules in it.
pub(super) fn write(items: &mut Vec<Item>) {
    let mut apart = Modules { names: items.iter().filter_map(name_of).collect(), found: Vec::new() };
    items
        .iter_mut()
        .filter(|item| matches!(item, Item::Fn(_) | Item::Impl(_)))
        .for_each(|item| apart.visit_item_mut(item));
    items.extend(apart.found.into_iter().map(Item::Mod));
    let mut hoist = Hoist { made: Vec::new(), hidden: HashSet::new() };
    for item in items.iter_mut() {
        match item {
            Item::Mod(it) => it.content.iter_mut().for_each(|(_, items)| write(items)),
            Item::Fn(_) | Item::Impl(_) => {
                let mut inside = Inside::default();
                inside.visit_item(item);
                hoist.hidden = inside.0;
                hoist.visit_item_mut(item);
            }
            _ => {}
        }
    }
    items.extend(hoist.made.into_iter().map(Item::Const));
}

/// Modules in blocks, which stand beside the function as well: `super` in them leads there. One whose name something else has is left where it is.
struct Modules {
    names: HashSet<String>,
    found: Vec<syn::ItemMod>,
}

impl VisitMut for Modules {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|stmt| match stmt {
            Stmt::Item(Item::Mod(it)) if it.content.is_some() && self.names.insert(plain(&it.ident)) => {
                self.found.push(it.clone());
                false
            }
            _ => true,
        });
        visit_mut::visit_block_mut(self, block);
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Mod(it) => &it.ident,
        Item::Struct(it) => &it.ident,
        Item::Enum(it) => &it.ident,
        Item::Trait(it) => &it.ident,
        Item::Type(it) => &it.ident,
        _ => return None,
    };
    Some(plain(name))
}

/// The names that are other ones inside of an item than beside it: of items in blocks, of imports there and of parameters.
#[derive(Default)]
struct Inside(HashSet<String>);

impl<'ast> Visit<'ast> for Inside {
    fn visit_block(&mut self, block: &'ast Block) {
        for stmt in &block.stmts {
            if let Stmt::Item(item) = stmt {
                self.0.extend(match item {
                    Item::Const(it) => HashSet::from([plain(&it.ident)]),
                    Item::Fn(it) => HashSet::from([plain(&it.sig.ident)]),
                    other => words(other),
                });
            }
        }
        visit::visit_block(self, block);
    }
    fn visit_generic_param(&mut self, param: &'ast syn::GenericParam) {
        match param {
            syn::GenericParam::Type(it) => drop(self.0.insert(plain(&it.ident))),
            syn::GenericParam::Const(it) => drop(self.0.insert(plain(&it.ident))),
            syn::GenericParam::Lifetime(_) => {}
        }
        visit::visit_generic_param(self, param);
    }
}

struct Hoist {
    made: Vec<ItemConst>,
    hidden: HashSet<String>,
}

impl Hoist {
    /// The name of a constant beside the function that has a value which calls.
    fn beside(&mut self, value: &Expr, ty: &syn::Type) -> Option<Expr> {
        struct Calls(bool);
        impl<'ast> Visit<'ast> for Calls {
            fn visit_expr_call(&mut self, _: &'ast syn::ExprCall) {
                self.0 = true;
            }
            fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        }
        // Others are put in the places of their names.
        let is_number = |path: &syn::TypePath| {
            path.path.get_ident().is_some_and(|name| crate::signature::named(&plain(name)).is_some())
        };
        if !matches!(ty, syn::Type::Path(path) if is_number(path)) {
            return None;
        }
        let mut calls = Calls(false);
        calls.visit_expr(value);
        let named: HashSet<String> = words(value).into_iter().chain(words(ty)).collect();
        if !calls.0 || named.contains("Self") || named.contains("self") || !named.is_disjoint(&self.hidden) {
            return None;
        }
        let name = format_ident!("__VYRE_INSIDE_{}", self.made.len(), span = Area::of(value).start);
        self.made.push(parse_quote!(const #name: #ty = #value;));
        Some(parse_quote!(#name))
    }
}

impl VisitMut for Hoist {
    fn visit_item_const_mut(&mut self, it: &mut ItemConst) {
        if let Some(name) = self.beside(&it.expr, &it.ty) {
            *it.expr = name;
        }
    }
    fn visit_expr_repeat_mut(&mut self, it: &mut syn::ExprRepeat) {
        visit_mut::visit_expr_repeat_mut(self, it);
        if let Some(name) = self.beside(&it.len, &parse_quote!(usize)) {
            *it.len = name;
        }
    }
    fn visit_type_array_mut(&mut self, it: &mut syn::TypeArray) {
        visit_mut::visit_type_array_mut(self, it);
        if let Some(name) = self.beside(&it.len, &parse_quote!(usize)) {
            it.len = name;
        }
    }
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
}
