//! The items of a module's text, and of the modules in it.

use super::generic_aliases;
use super::operations;
use super::plain_paths::{self, Traits};
use super::scopes::Scopes;
use crate::check::keyword;
use crate::diagnostics::{Area, Errors};
use crate::syntax::plain;
use crate::types::Ty;
use crate::{library, rand, standard};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Item, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemStruct, ItemTrait, ItemType, UseTree,
    Visibility,
};

/// What an item is.
pub(super) enum Kind {
    /// A kernel, with the arguments of its attribute.
    Kernel(ItemFn, TokenStream),
    Function(ItemFn),
    Constant(ItemConst),
    Struct(ItemStruct),
    Enum(ItemEnum),
    Trait(ItemTrait),
}

impl Kind {
    /// Whether the item's name is one of types, and not of values.
    pub(super) fn is_type(&self) -> bool {
        matches!(self, Kind::Struct(_) | Kind::Enum(_) | Kind::Trait(_))
    }

    pub(super) fn visibility(&self) -> &Visibility {
        match self {
            Kind::Kernel(it, _) | Kind::Function(it) => &it.vis,
            Kind::Constant(it) => &it.vis,
            Kind::Struct(it) => &it.vis,
            Kind::Enum(it) => &it.vis,
            Kind::Trait(it) => &it.vis,
        }
    }
}

/// An item with a name.
pub(super) struct Entry {
    pub(super) module: usize,
    pub(super) name: Ident,
    /// The name that no other item of the text has.
    pub(super) flat: String,
    pub(super) kind: Kind,
    /// The id of the registered operation that a function stands for.
    pub(super) operation: Option<String>,
}

/// A name that a `use` brings, or all names of a module.
pub(super) struct Import {
    pub(super) module: usize,
    pub(super) path: Vec<Ident>,
    /// Nothing for `*`.
    pub(super) name: Option<String>,
    /// The module inside which alone the name can be seen, if it is not public.
    pub(super) reach: Option<usize>,
    pub(super) area: Area,
}

/// A module: the text's own is the first.
pub(super) struct Module {
    /// Its names, from the text's own module on.
    pub(super) path: Vec<String>,
    pub(super) parent: Option<usize>,
    pub(super) name: Option<Ident>,
}

impl Module {
    /// Whether it is a block, or the body of a function, with names of its own.
    pub(super) fn is_block(&self) -> bool {
        self.parent.is_some() && self.name.is_none()
    }
}

#[derive(Default)]
pub(super) struct Tree {
    pub(super) modules: Vec<Module>,
    pub(super) entries: Vec<Entry>,
    pub(super) imports: Vec<Import>,
    pub(super) impls: Vec<(usize, ItemImpl)>,
    /// The `type` items, by their modules.
    pub(super) aliases: Vec<(usize, ItemType)>,
    /// The module `vyre::rand`, if the text names it.
    pub(super) rand: Option<usize>,
    /// The module with types of std, if the text names one.
    pub(super) standard: Option<usize>,
    /// The traits that the text declares.
    traits: Traits,
}

impl Tree {
    pub(super) fn of(mut file: syn::File, errors: &mut Errors) -> Tree {
        generic_aliases::follow(&mut file.items);
        standard::written(&mut file);
        let mut tree = Tree { traits: Traits::of(&file), ..Tree::default() };
        tree.modules.push(Module { path: Vec::new(), parent: None, name: None });
        attributes(&file.attrs, &[], errors);
        let words = words(file.to_token_stream());
        let keeps_iterators = standard::keeps_iterators(&file, &words);
        tree.items(file.items, 0, errors);
        if words.contains("ops") || words.contains("algorithms") {
            library::families().for_each(|family| tree.library(family, &words));
        }
        let items = standard::items(&words, keeps_iterators);
        if !items.is_empty() {
            let path = vec!["vyre_std".to_string()];
            tree.modules.push(Module { path, parent: None, name: None });
            let module = tree.modules.len() - 1;
            tree.standard = Some(module);
            tree.items(items, module, errors);
        }
        if words.contains("rand") {
            tree.modules.push(Module { path: vec!["vyre_rand".to_string()], parent: None, name: None });
            let module = tree.modules.len() - 1;
            tree.rand = Some(module);
            tree.items(rand::items(), module, errors);
        }
        tree
    }

    /// Adds the functions of a family of the library that the text may name, and those that these need.
    fn library(&mut self, family: &str, words: &HashSet<String>) {
        let functions = library::needed(family, words);
        if functions.is_empty() {
            return;
        }
        let module = self.modules.len();
        let name = library_module(family);
        self.modules.push(Module {
            path: vec![name.clone()],
            parent: Some(0),
            name: Some(Ident::new(&name, Span::call_site())),
        });
        for function in functions {
            self.add(module, function.sig.ident.clone(), Kind::Function(function));
        }
    }

    pub(super) fn items(&mut self, items: Vec<Item>, module: usize, errors: &mut Errors) {
        // The modules inside are read when those around them are, so that nothing recurses.
        let mut open = vec![(items, module)];
        while let Some((items, module)) = open.pop() {
            for item in items {
                if let Some(inside) = self.item(item, module, errors) {
                    open.push(inside);
                }
            }
        }
    }

    /// Adds an item; gives the items of one that is a module.
    fn item(&mut self, mut item: Item, module: usize, errors: &mut Errors) -> Option<(Vec<Item>, usize)> {
        if !matches!(item, Item::Mod(_)) {
            plain_paths::of_item(&mut item, &self.traits);
        }
        match item {
            Item::Fn(mut function) => {
                let name = function.sig.ident.clone();
                if let Some(id) = operations::taken(&mut function) {
                    self.add(module, name, Kind::Function(function));
                    self.entries.last_mut()?.operation = Some(id);
                    return None;
                }
                let kernel = function.attrs.iter().position(|it| own_attribute(it) == Some("kernel"));
                let kind = match kernel {
                    Some(at) => {
                        let attribute = function.attrs.remove(at);
                        Kind::Kernel(function, arguments(&attribute))
                    }
                    None => {
                        function.attrs.retain(|it| own_attribute(it) != Some("function"));
                        Kind::Function(function)
                    }
                };
                self.add_function(module, name, kind, errors);
            }
            Item::Const(mut constant) => {
                attributes(&constant.attrs, &[], errors);
                Scopes { tree: self, module, errors }.visit_item_const_mut(&mut constant);
                let name = constant.ident.clone();
                self.add(module, name, Kind::Constant(constant));
            }
            // Nobody changes it, so a kernel takes its value.
            Item::Static(it) if matches!(it.mutability, syn::StaticMutability::None) => {
                attributes(&it.attrs, &[], errors);
                self.add(module, it.ident.clone(), Kind::Constant(constant_of(it)));
            }
            Item::Struct(mut it) => {
                it.attrs.retain(|it| own_attribute(it) != Some("data"));
                // It lies as with `repr(C)`, as rustc sees to that only one field has bytes.
                it.attrs.retain(|attribute| !is_repr_of(attribute, |name| name == "transparent"));
                attributes(&it.attrs, &["derive", "repr"], errors);
                self.add(module, it.ident.clone(), Kind::Struct(it));
            }
            Item::Enum(mut it) => {
                it.attrs.retain(|it| own_attribute(it) != Some("data"));
                attributes(&it.attrs, &["derive", "repr"], errors);
                self.add(module, it.ident.clone(), Kind::Enum(it));
            }
            Item::Impl(mut it) => {
                it.attrs.retain(|it| own_attribute(it) != Some("function"));
                attributes(&it.attrs, &[], errors);
                Scopes { tree: self, module, errors }.visit_item_impl_mut(&mut it);
                self.impls.push((module, it));
            }
            Item::Trait(mut it) => {
                attributes(&it.attrs, &[], errors);
                Scopes { tree: self, module, errors }.visit_item_trait_mut(&mut it);
                self.add(module, it.ident.clone(), Kind::Trait(it));
            }
            Item::Type(it) if it.generics.params.is_empty() => {
                attributes(&it.attrs, &[], errors);
                self.aliases.push((module, it));
            }
            Item::Use(it) => self.imports(it, module, errors),
            Item::Mod(mut it) => {
                it.attrs.retain(|it| own_attribute(it) != Some("module"));
                attributes(&it.attrs, &[], errors);
                let Some((_, items)) = it.content else {
                    let problem = "a module's text has no other files";
                    errors.report(Area::of(&it.ident), problem, "write the module's items in braces");
                    return None;
                };
                let mut path = self.modules[module].path.clone();
                path.push(plain(&it.ident));
                self.modules.push(Module { path, parent: Some(module), name: Some(it.ident) });
                return Some((items, self.modules.len() - 1));
            }
            other => {
                let (what, fix) = match &other {
                    Item::Static(_) => ("`static mut` items", "use `const`, or a buffer"),
                    Item::Type(_) => ("`type` items with parameters", "write the type itself"),
                    Item::Macro(_) => ("macros", "write a function"),
                    Item::Union(_) => ("unions", "use a struct"),
                    Item::ExternCrate(_) => ("other crates", "remove it"),
                    _ => ("such items", "remove it"),
                };
                errors.report(keyword(&other), format!("a module of kernels has no {what}"), fix);
            }
        }
        None
    }

    fn add(&mut self, module: usize, name: Ident, kind: Kind) {
        let flat = plain(&name);
        self.entries.push(Entry { module, name, flat, kind, operation: None });
    }

    /// Adds a function or a kernel.
    fn add_function(&mut self, module: usize, name: Ident, mut kind: Kind, errors: &mut Errors) {
        if let Kind::Kernel(function, _) | Kind::Function(function) = &mut kind {
            Scopes { tree: self, module, errors }.visit_item_fn_mut(function);
        }
        self.add(module, name, kind);
    }

    /// The module inside which alone an item of a module can be seen, as far as its visibility says one.
    pub(super) fn reach(&self, visibility: &Visibility, module: usize) -> Option<usize> {
        // What is written in the language itself is seen by what the text imports.
        let is_of_text = |first: &String| !first.trim_start_matches('_').starts_with("vyre_");
        if !self.modules[module].path.first().is_none_or(is_of_text) {
            return None;
        }
        match visibility {
            Visibility::Inherited => Some(module),
            Visibility::Restricted(of) if of.path.is_ident("self") => Some(module),
            Visibility::Restricted(of) if of.path.is_ident("super") => self.modules[module].parent,
            Visibility::Public(_) | Visibility::Restricted(_) => None,
        }
    }

    /// Adds what a `use` brings.
    pub(super) fn imports(&mut self, it: syn::ItemUse, module: usize, errors: &mut Errors) {
        let (leading, reach) = (it.leading_colon.is_some(), self.reach(&it.vis, module));
        let mut open = vec![(it.tree, Vec::new(), false)];
        while let Some((tree, mut path, in_group)) = open.pop() {
            let area = Area::of(&tree);
            if let UseTree::Name(syn::UseName { ident }) | UseTree::Rename(syn::UseRename { ident, .. }) =
                &tree
                && ident == "self"
                && !path.is_empty()
                && !in_group
            {
                let fix = "leave out `::self`, or write `::{self}`";
                errors.report(area, "`self` is imported in a list in braces alone", fix);
            }
            match tree {
                UseTree::Path(inner) => {
                    path.push(inner.ident);
                    open.push((*inner.tree, path, false));
                }
                UseTree::Group(group) => {
                    open.extend(group.items.into_iter().rev().map(|tree| (tree, path.clone(), true)));
                }
                UseTree::Name(last) => {
                    // `use a::{self}` is `use a`.
                    if last.ident != "self" || path.is_empty() {
                        path.push(last.ident);
                    }
                    let name = path.last().map(plain);
                    self.imports.push(Import { module, path, name, reach, area });
                }
                UseTree::Rename(last) => {
                    if last.ident != "self" || path.is_empty() {
                        path.push(last.ident);
                    }
                    self.imports.push(Import { module, path, name: Some(plain(&last.rename)), reach, area });
                }
                UseTree::Glob(_) => self.imports.push(Import { module, path, name: None, reach, area }),
            }
        }
        if leading {
            let fix = "write `crate::` for the text's own items";
            errors.report(Area::of(&it.leading_colon), "a module's text has no other crates", fix);
        }
    }
}

/// The module beside the text's own in which the functions of a family stand.
pub(super) fn library_module(family: &str) -> String {
    format!("__vyre_ops_{family}")
}

/// Whether an attribute says in how many bits the number of a variant lies, other than those of a `u32`, which it has in buffers. Other values of kernels
/// are not laid out.
pub(super) fn is_repr_of_other_integer(attribute: &Attribute) -> bool {
    is_repr_of(attribute, |name| name != "u32" && Ty::named_integer(name).is_some())
}

/// Whether an attribute is a `repr` of one name, of which something holds.
fn is_repr_of(attribute: &Attribute, holds: impl Fn(&str) -> bool) -> bool {
    attribute.path().is_ident("repr")
        && attribute.parse_args::<Ident>().is_ok_and(|name| holds(&name.to_string()))
}

/// The constant with the value of a `static`.
pub(crate) fn constant_of(it: syn::ItemStatic) -> ItemConst {
    let syn::ItemStatic { vis, ident, ty, expr, .. } = it;
    let mut constant: ItemConst = syn::parse_quote!(
        const PLACE: u32 = 0;
    );
    (constant.vis, constant.ident, constant.ty, constant.expr) = (vis, ident, ty, expr);
    constant
}

/// The identifiers of a text.
fn words(tokens: TokenStream) -> HashSet<String> {
    let (mut words, mut open) = (HashSet::new(), vec![tokens]);
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(word) => drop(words.insert(plain(&word))),
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    words
}

/// The name of an attribute of vyre's, with or without its path.
pub(crate) fn own_attribute(attribute: &Attribute) -> Option<&'static str> {
    let segments = &attribute.path().segments;
    let last = segments.last()?;
    let is_own = segments.len() == 1 || segments.len() == 2 && segments[0].ident == "vyre";
    ["kernel", "function", "data", "operation", "module"]
        .into_iter()
        .find(|name| is_own && last.ident == name)
}

/// The tokens between an attribute's parentheses.
pub(crate) fn arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// Reports the attributes that have no effect on an item of a module.
fn attributes(attributes: &[Attribute], others: &[&str], errors: &mut Errors) {
    const KEPT: [&str; 7] = ["doc", "allow", "warn", "deny", "forbid", "expect", "must_use"];
    for attribute in attributes {
        let path = attribute.path();
        let is_of_tool = path.segments.len() > 1
            && path.segments.first().is_some_and(|tool| tool.ident == "rustfmt" || tool.ident == "clippy");
        if is_of_tool || KEPT.iter().chain(others).any(|name| path.is_ident(name)) {
            continue;
        }
        let name = path.to_token_stream().to_string().replace(' ', "");
        errors.report(Area::of(path), format!("this item has no attribute `{name}`"), "remove it");
    }
}
