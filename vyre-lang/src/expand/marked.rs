//! `#[vyre::module]`: a module of plain Rust whose items get the attributes that they need.
//!
//! The module stays what it is. `#[kernel]` stands on its kernels. What these name, and what those name, is for kernels, and so is all that
//! could be; a function of the host's own, which names a `Vec` or a `Device`, stays plain unless a kernel needs it.

use super::arithmetic::Arithmetic;
use super::host_forms::HostForms;
use super::unmarked;
use crate::attribute;
use crate::diagnostics::{Area, Errors};
use crate::module::{Expansions, WrittenOut, arguments, operations, own_attribute};
use crate::overload;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::{Attribute, ImplItem, Item, ItemImpl, ItemMod, ItemTrait, Path, TraitItem, parse_quote};

/// What only the host has.
const OF_HOST: [&str; 16] = [
    "Vec", "String", "Box", "Rc", "Arc", "Mutex", "HashMap", "HashSet", "BTreeMap", "Device", "Buffer",
    "vec", "format", "dispatch", "async", "unsafe",
];

/// Expands `#[vyre::module]`.
pub fn module(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::of(item.clone());
    let krate = attribute::parse_function(attribute, &mut errors).krate;
    let Ok(mut module) = syn::parse2::<ItemMod>(item.clone()) else {
        let area = Area::of(&item);
        errors.report(area, "`#[vyre::module]` stands on a module with a body", "write `mod kernels { .. }`");
        let errors = errors.into_tokens();
        return quote!(#item #errors);
    };
    if let Some((_, items)) = &mut module.content {
        let mut written = written_out(&item, items, &mut errors);
        without_marks(items);
        written.iter_mut().for_each(|written| without_marks(&mut written.for_host));
        let for_kernels = written.as_ref().map_or(&*items, |written| &written.for_kernels);
        let names = Names::of(for_kernels);
        names.refuse_drops(for_kernels, &mut errors);
        let expanded = match &written {
            Some(written) => Some(whole((&written.for_kernels, &written.for_host), &names, &krate, item)),
            None if is_seen_whole(items, &names) => Some(whole((items, items), &names, &krate, item)),
            // A kernel that sees its module as a whole may have more. Functions and types that others see are for their kernels, too, so they stand alone if they can.
            None if names.is_closed(items) || names.any_is_refused_alone(items) => {
                Some(whole((items, items), &names, &krate, item)).filter(|expanded| !has_errors(expanded))
            }
            None => None,
        };
        if let Some(expanded) = expanded {
            module.attrs.push(parse_quote!(#[allow(dead_code, unused_imports, unused_macros)]));
            let errors = errors.into_tokens();
            if let Some((_, items)) = &mut module.content {
                items.clear();
                let (attrs, vis, name) = (&module.attrs, &module.vis, &module.ident);
                return quote!(#(#attrs)* #vis mod #name { #expanded } #errors);
            }
            return quote!(#errors);
        }
        mark(items, &names, &krate);
    } else {
        let fix = "write `mod kernels { .. }`: an attribute does not see the items of another file";
        errors.report(Area::of(&module.ident), "`#[vyre::module]` stands on a module with a body", fix);
    }
    let errors = errors.into_tokens();
    quote!(#module #errors)
}

/// Whether kernels of a module need more of it than attributes on its items could tell: types and `impl`s with parameters, and `impl`s that are found by
/// more than the name of a type; and `type` items, which stand in the place of their names.
fn is_seen_whole(items: &[Item], known: &Names) -> bool {
    let has_params = |generics: &syn::Generics| !crate::data::params_of(generics).is_empty();
    let mut all = Vec::new();
    flatten(items, &mut all);
    let with_fields = all.iter().filter_map(|item| match item {
        Item::Enum(it) if it.variants.iter().any(|variant| !variant.fields.is_empty()) => {
            Some(it.ident.to_string())
        }
        _ => None,
    });
    let with_fields: HashSet<String> = with_fields.collect();
    let is_needed = |item: &Item| match item {
        Item::Fn(it) if kernel(&it.attrs).is_some() => true,
        item => {
            declared(item, &known.traits).iter().any(|name| known.needed.contains(name))
                && !is_of_host(&item.to_token_stream())
        }
    };
    if all.iter().any(|item| is_needed(item) && unmarked::is_one(item, &with_fields)) {
        return true;
    }
    all.into_iter().any(|item| match item {
        Item::Struct(it) => {
            let has_references = known.needed.contains(&it.ident.to_string()) && has_references(&it.fields);
            (has_references || has_params(&it.generics)) && !is_of_host(&it.to_token_stream())
        }
        Item::Enum(it) => {
            let has_references = known.needed.contains(&it.ident.to_string()) && has_references(&it.variants);
            (has_references || has_params(&it.generics)) && !is_of_host(&it.to_token_stream())
        }
        Item::Type(it) => known.needed.contains(&it.ident.to_string()),
        Item::Trait(it) => has_params(&it.generics) && known.needed.contains(&it.ident.to_string()),
        Item::Fn(it) => {
            known.needed.contains(&it.sig.ident.to_string())
                && has_open_arrays(&it.sig)
                && !is_of_host(&it.to_token_stream())
        }
        Item::Impl(it) => {
            let of = it.trait_.as_ref().and_then(|(of, _)| of.segments.last()).map(|of| of.ident.to_string());
            let is_needed =
                names(it.self_ty.to_token_stream()).iter().any(|name| known.needed.contains(name));
            let is_special = matches!(of.as_deref(), Some("Index" | "IndexMut" | "PartialOrd" | "Ord"))
                || of.as_deref() == Some("Clone") && is_needed;
            let has_method = it
                .items
                .iter()
                .any(|item| matches!(item, ImplItem::Fn(method) if has_params(&method.sig.generics)));
            let is_reference = matches!(*it.self_ty, syn::Type::Reference(_));
            let is_of_number = crate::data::path_of(&it.self_ty).is_some_and(overload::is_number)
                && it.trait_.as_ref().is_some_and(|(of, _)| !overload::is_operator_trait(of));
            let is_known = is_known_trait(it, &known.traits) || is_special;
            is_known
                && (is_special || has_method || is_reference || is_of_number || has_params(&it.generics))
                && !is_of_host(&it.to_token_stream())
        }
        _ => false,
    })
}

/// Whether a function has an array among its types whose length is a parameter.
fn has_open_arrays(signature: &syn::Signature) -> bool {
    struct Finder<'s>(&'s syn::Generics, bool);
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
            let len = names(array.len.to_token_stream());
            self.1 |= self.0.const_params().any(|param| len.contains(&param.ident.to_string()));
        }
    }
    let mut finder = Finder(&signature.generics, false);
    finder.visit_signature(signature);
    finder.1
}

/// Whether a `&` stands in the types of fields.
fn has_references(fields: &impl ToTokens) -> bool {
    fields.to_token_stream().to_string().contains('&')
}

/// Whether an expansion has errors.
fn has_errors(expanded: &TokenStream) -> bool {
    expanded.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "compile_error",
        TokenTree::Group(group) => has_errors(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The items of a module without calls of its own macros.
struct Written {
    for_kernels: Vec<Item>,
    for_host: Vec<Item>,
}

/// The items of a module with the calls of its own macros written out, if kernels need something that they write.
fn written_out(module: &TokenStream, items: &[Item], errors: &mut Errors) -> Option<Written> {
    let is_declared = items.iter().any(|item| names(item.to_token_stream()).contains("macro_rules"));
    let body = module.clone().into_iter().last().filter(|_| is_declared);
    let Some(TokenTree::Group(body)) = body else { return None };
    let WrittenOut { everywhere, items: of_items, errors: own } =
        crate::module::written_out(body.stream(), errors)?;
    let mut parsed = |tokens| match syn::parse2::<syn::File>(tokens) {
        Ok(file) => Some(file.items),
        Err(error) => {
            errors.report_syntax(&error);
            None
        }
    };
    let written = Written { for_kernels: parsed(everywhere)?, for_host: parsed(of_items)? };
    let (mut all, mut given) = (Vec::new(), Vec::new());
    flatten(&written.for_kernels, &mut all);
    flatten(items, &mut given);
    let text = |item: &Item| item.to_token_stream().to_string();
    let given: HashSet<String> = given.into_iter().map(text).collect();
    let known = Names::of(&written.for_kernels);
    let is_needed = |item: &Item| match item {
        Item::Fn(it) if kernel(&it.attrs).is_some() => true,
        item => declared(item, &known.traits).iter().any(|name| known.needed.contains(name)),
    };
    let is_written = all.into_iter().any(|item| is_needed(item) && !given.contains(&text(item)));
    is_written.then(|| {
        errors.absorb(own, None);
        written
    })
}

/// The items of a module whose kernels see all that they need of it, with the kernels expanded: what they see, and what rustc does.
fn whole(
    (items, host): (&[Item], &[Item]),
    known: &Names,
    krate: &TokenStream,
    source: TokenStream,
) -> TokenStream {
    let needed = needed_by_kernels(items, known, 0);
    let Ok(mut file) = syn::parse2::<syn::File>(quote!(#(#needed)*)) else { return quote!(#(#host)*) };
    let texts = crate::standard::write_texts_beside(&mut file);
    // The lists of them are written out: rustc reads these alone.
    let texts =
        texts.into_iter().filter(|item| !item.to_token_stream().to_string().contains(crate::standard::LIST));
    let Expansions { kernels, constants, computed, errors } = crate::module::expansions(source, file, krate);
    let mut kernels: HashMap<String, TokenStream> = kernels.into_iter().collect();
    let elements = elements(items, known);
    let mut all = Vec::new();
    flatten(items, &mut all);
    all.retain(|item| !matches!(item, Item::Fn(it) if kernel(&it.attrs).is_some()));
    let arithmetic = Arithmetic::of(computed, &all, quote!(#krate::__private));
    let for_host = ForHost { elements, forms: HostForms::of(&all, arithmetic), known, krate };
    let expanded = for_host.expanded(host, &mut kernels, &mut Vec::new());
    let errors = errors.into_items(krate);
    let methods = for_host.forms.methods();
    quote!(#methods #expanded #(#[doc(hidden)] #[allow(dead_code)] #texts)* #constants #errors)
}

/// The types of the elements of kernels' buffers and of the lists that kernels name, and those of their fields.
fn elements(items: &[Item], known: &Names) -> HashSet<String> {
    let mut all = Vec::new();
    flatten(items, &mut all);
    let signatures = all.iter().filter_map(|item| match item {
        Item::Fn(it) if kernel(&it.attrs).is_some() => Some(it.sig.inputs.to_token_stream()),
        Item::Const(it) if known.needed.contains(&it.ident.to_string()) => {
            list_of_structs(&it.ty, &all).map(ToTokens::to_token_stream)
        }
        _ => None,
    });
    let mut open: Vec<TokenStream> = signatures.collect();
    let mut elements = HashSet::new();
    while let Some(tokens) = open.pop() {
        for name in names(tokens) {
            let found = all.iter().find_map(|item| match item {
                Item::Struct(it) if it.ident == name => Some(it.fields.to_token_stream()),
                Item::Enum(it) if it.ident == name => Some(it.variants.to_token_stream()),
                Item::Type(it) if it.ident == name => Some(it.ty.to_token_stream()),
                _ => None,
            });
            if let Some(fields) = found
                && elements.insert(name)
            {
                open.push(fields);
            }
        }
    }
    elements
}

/// The struct, without parameters and references, of which a type is a list.
fn list_of_structs<'t>(ty: &'t syn::Type, all: &[&Item]) -> Option<&'t syn::Type> {
    let syn::Type::Array(list) = ty else { return None };
    let name = crate::data::path_of(&list.elem)?.get_ident()?;
    let is_one = |item: &&Item| matches!(item, Item::Struct(it) if it.ident == *name && it.generics.params.is_empty() && !has_references(&it.fields));
    all.iter().any(is_one).then_some(&*list.elem)
}

/// The items of a module and of those in it that kernels need.
fn needed_by_kernels(items: &[Item], known: &Names, depth: usize) -> Vec<Item> {
    let modules = items.iter().filter_map(|item| match item {
        Item::Mod(it) if !is_test(&it.attrs) => Some(it.ident.to_string()),
        _ => None,
    });
    let modules: HashSet<String> = modules.collect();
    let needed = items.iter().filter_map(|item| match item {
        Item::Mod(it) => {
            let (brace, inner) = it.content.as_ref()?;
            if is_test(&it.attrs) {
                return None;
            }
            let inner = needed_by_kernels(inner, known, depth + 1);
            Some(Item::Mod(ItemMod { content: Some((*brace, inner)), ..it.clone() }))
        }
        Item::Fn(it) if kernel(&it.attrs).is_some() => Some(item.clone()),
        Item::Use(it) if is_use_of_kernels(it) || is_use_of_own(it, known) => Some(item.clone()),
        Item::Use(it) => use_of_inner(it, known, depth, &modules).map(Item::Use),
        Item::Type(it) => known.needed.contains(&it.ident.to_string()).then(|| item.clone()),
        Item::Impl(it) => {
            let is_of_host = of_host(it, &known.traits) && !is_iterator(it);
            let is_needed =
                names(it.self_ty.to_token_stream()).iter().any(|name| known.needed.contains(name))
                    || it.trait_.as_ref().is_some_and(|(of, _)| {
                        names(of.to_token_stream()).iter().any(|name| known.needed.contains(name))
                    });
            (is_needed && !is_of_host).then(|| item.clone())
        }
        Item::Fn(_) | Item::Struct(_) | Item::Enum(_) | Item::Const(_) | Item::Static(_) | Item::Trait(_) => {
            let name = declared(item, &known.traits).into_iter().next()?;
            known.needed.contains(&name).then(|| without_attributes(item.clone()))
        }
        Item::Verbatim(_) => {
            let name = declared(item, &known.traits).into_iter().next()?;
            known.needed.contains(&name).then(|| item.clone())
        }
        _ => None,
    });
    needed.collect()
}

/// The same item without attributes that only rustc reads.
fn without_attributes(mut item: Item) -> Item {
    let kept = |it: &Attribute| ["derive", "repr"].iter().any(|name| it.path().is_ident(name));
    match &mut item {
        Item::Fn(it) => it.attrs.clear(),
        Item::Struct(it) => it.attrs.retain(kept),
        Item::Enum(it) => it.attrs.retain(kept),
        Item::Const(it) => it.attrs.clear(),
        Item::Static(it) => it.attrs.clear(),
        Item::Trait(it) => it.attrs.clear(),
        _ => {}
    }
    item
}

/// Reports an `impl` of `Drop`.
pub(crate) fn refuse_drop(block: &ItemImpl, errors: &mut Errors) {
    if let Some((of, _)) = &block.trait_
        && of.segments.last().is_some_and(|of| of.ident == "Drop")
    {
        let fix = "call a method where the value is no longer needed";
        errors.report(Area::of(of), "kernels drop nothing, so `drop` would never be called", fix);
    }
}

/// Whether an `impl` is of a trait of the host's alone, and of none of the module's with that name.
fn of_host(block: &ItemImpl, traits: &Traits) -> bool {
    const OF_HOST: [&str; 8] =
        ["Debug", "Display", "Drop", "Copy", "Hash", "Iterator", "IntoIterator", "Error"];
    is_of_std(block, &OF_HOST, traits)
}

/// Whether an `impl` is of one of these traits, and of none of the module's with that name.
fn is_of_std(block: &ItemImpl, names: &[&str], traits: &Traits) -> bool {
    let of = block.trait_.as_ref().and_then(|(of, _)| of.segments.last());
    of.map(|of| of.ident.to_string())
        .is_some_and(|of| names.contains(&of.as_str()) && !traits.contains_key(&of))
}

/// Whether an import is one of what kernels know, or of the module's own items.
fn is_use_of_kernels(it: &syn::ItemUse) -> bool {
    let first = match &it.tree {
        syn::UseTree::Path(path) => path.ident.to_string(),
        _ => return false,
    };
    match first.as_str() {
        "core" | "std" => {
            let words = names(it.tree.to_token_stream());
            words.iter().any(|word| {
                word == "ops"
                    || word == "cmp"
                    || word == "num"
                    || word == "marker"
                    || word == "iter"
                    || word == "slice"
                    || word == "str"
                    || word == "array"
                    || word == "f32"
                    || word == "f64"
            })
        }
        "self" | "vyre" => true,
        _ => false,
    }
}

/// Whether an import brings the variants of an enum that kernels need.
fn is_use_of_own(it: &syn::ItemUse, known: &Names) -> bool {
    matches!(&it.tree, syn::UseTree::Path(path)
        if known.enums.contains(&path.ident.to_string()) && known.needed.contains(&path.ident.to_string()))
}

/// What of an import kernels need that leads to another module inside of the one that is seen.
fn use_of_inner(
    it: &syn::ItemUse,
    known: &Names,
    depth: usize,
    modules: &HashSet<String>,
) -> Option<syn::ItemUse> {
    let (mut tree, mut supers) = (&it.tree, 0);
    while let syn::UseTree::Path(path) = tree
        && path.ident == "super"
    {
        (tree, supers) = (&path.tree, supers + 1);
    }
    let is_inside = match tree {
        _ if supers > 0 => supers <= depth,
        syn::UseTree::Path(path) => modules.contains(&path.ident.to_string()),
        _ => false,
    };
    let tree = is_inside.then(|| needed_of(&it.tree, known)).flatten()?;
    Some(syn::ItemUse { attrs: Vec::new(), tree, ..it.clone() })
}

/// The parts of an import that bring what kernels need.
fn needed_of(tree: &syn::UseTree, known: &Names) -> Option<syn::UseTree> {
    let is_needed = |name: &Ident| known.needed.contains(&name.to_string());
    match tree {
        syn::UseTree::Path(path) => {
            let tree = Box::new(needed_of(&path.tree, known)?);
            Some(syn::UseTree::Path(syn::UsePath { tree, ..path.clone() }))
        }
        syn::UseTree::Group(group) => {
            let items: syn::punctuated::Punctuated<syn::UseTree, syn::Token![,]> =
                group.items.iter().filter_map(|tree| needed_of(tree, known)).collect();
            (!items.is_empty()).then(|| syn::UseTree::Group(syn::UseGroup { items, ..group.clone() }))
        }
        syn::UseTree::Name(name) => is_needed(&name.ident).then(|| tree.clone()),
        syn::UseTree::Rename(name) => is_needed(&name.ident).then(|| tree.clone()),
        syn::UseTree::Glob(_) => Some(tree.clone()),
    }
}

/// The names that an import gives to what has others.
fn renamed(tree: &syn::UseTree) -> Vec<String> {
    match tree {
        syn::UseTree::Path(path) => renamed(&path.tree),
        syn::UseTree::Group(group) => group.items.iter().flat_map(renamed).collect(),
        syn::UseTree::Rename(name) => vec![name.rename.to_string()],
        syn::UseTree::Name(_) | syn::UseTree::Glob(_) => Vec::new(),
    }
}

/// What the items of a module need to become those of the host.
struct ForHost<'k> {
    /// The types of the elements of buffers.
    elements: HashSet<String>,
    forms: HostForms,
    known: &'k Names,
    krate: &'k TokenStream,
}

impl ForHost<'_> {
    /// The items as they stay, with the expansions of kernels in their places.
    fn expanded(
        &self,
        items: &[Item],
        kernels: &mut HashMap<String, TokenStream>,
        path: &mut Vec<String>,
    ) -> TokenStream {
        let krate = self.krate;
        let is_needed = |name: &Ident| self.known.needed.contains(&name.to_string());
        let is_of_kernels = |block: &ItemImpl| {
            let of = block.trait_.as_ref().and_then(|(of, _)| of.segments.last());
            owner(block).is_some_and(is_needed) || of.is_some_and(|of| is_needed(&of.ident))
        };
        let mut result = TokenStream::new();
        for item in items {
            match item {
                Item::Fn(it) if kernel(&it.attrs).is_some() => {
                    path.push(it.sig.ident.to_string());
                    result.extend(kernels.remove(&path.join("::")));
                    path.pop();
                }
                Item::Fn(it) if is_free(&it.attrs) && is_needed(&it.sig.ident) => {
                    result.extend(self.forms.function(it));
                }
                Item::Impl(it) if is_free(&it.attrs) && is_of_kernels(it) => {
                    self.forms.block(it, path.len()).to_tokens(&mut result);
                }
                Item::Trait(it) if is_free(&it.attrs) && is_needed(&it.ident) => {
                    self.forms.declaration(it, path.len()).to_tokens(&mut result);
                }
                Item::Mod(it) if it.content.is_some() && !is_test(&it.attrs) => {
                    path.push(it.ident.to_string());
                    let inner = it.content.iter().flat_map(|(_, items)| items).cloned().collect::<Vec<_>>();
                    let inner = self.expanded(&inner, kernels, path);
                    path.pop();
                    let (attrs, vis, name) = (&it.attrs, &it.vis, &it.ident);
                    result.extend(quote!(#(#attrs)* #vis mod #name { #inner }));
                }
                Item::Struct(it) if is_free(&it.attrs) && self.elements.contains(&it.ident.to_string()) => {
                    result.extend(quote!(#[#krate::data(mod, crate = #krate)] #it));
                }
                Item::Enum(it) if is_free(&it.attrs) && self.elements.contains(&it.ident.to_string()) => {
                    result.extend(quote!(#[#krate::data(crate = #krate)] #it));
                }
                other => result
                    .extend(operations::with_path(other, krate).as_ref().unwrap_or(other).to_token_stream()),
            }
        }
        result
    }
}

/// The traits of a module, by their names.
type Traits = HashMap<String, ItemTrait>;

/// What is known of all the items of a module and of those in it.
struct Names {
    /// What kernels name, and what that names.
    needed: HashSet<String>,
    traits: Traits,
    /// The structs and enums that are for kernels.
    types: HashSet<String>,
    /// Those of these that are enums.
    enums: HashSet<String>,
}

impl Names {
    fn of(items: &[Item]) -> Names {
        let mut all = Vec::new();
        flatten(items, &mut all);
        let traits = all.iter().filter_map(|item| match item {
            Item::Trait(it) => Some((it.ident.to_string(), it.clone())),
            _ => None,
        });
        let traits: Traits = traits.collect();
        let mut of_item: HashMap<String, Vec<&Item>> = HashMap::new();
        for item in &all {
            for name in declared(item, &traits) {
                of_item.entry(name).or_default().push(item);
            }
        }
        // A method of a trait is named without it, and its `impl`s for types that are none of the module's have no other name.
        for item in &all {
            let Item::Impl(block) = item else { continue };
            let Some((of, _)) = &block.trait_ else { continue };
            let Some(of) = of.segments.last().map(|of| of.ident.to_string()) else { continue };
            let own = all.iter().find(|item| matches!(item, Item::Trait(it) if it.ident == of));
            let is_foreign = owner(block).is_none_or(|owner| {
                !all.iter().any(|item| {
                    matches!(item, Item::Struct(_) | Item::Enum(_))
                        && declared(item, &traits).iter().any(|name| owner == name)
                })
            });
            if let Some(Item::Trait(own)) = own.filter(|_| is_foreign) {
                for method in &own.items {
                    let TraitItem::Fn(method) = method else { continue };
                    of_item.entry(method.sig.ident.to_string()).or_default().push(item);
                }
            }
        }
        // A variant that a `use` brings is named without its enum, and what is renamed by another name.
        for item in &all {
            let Item::Use(it) = item else { continue };
            for name in renamed(&it.tree) {
                of_item.entry(name).or_default().push(item);
            }
            let syn::UseTree::Path(path) = &it.tree else { continue };
            let Some(Item::Enum(of)) =
                all.iter().find(|item| matches!(item, Item::Enum(of) if of.ident == path.ident))
            else {
                continue;
            };
            let brought = names(path.tree.to_token_stream());
            let is_glob = matches!(&*path.tree, syn::UseTree::Glob(_));
            let variants = of.variants.iter().map(|variant| variant.ident.to_string());
            for name in variants.filter(|name| is_glob || brought.contains(name)) {
                of_item.entry(name).or_default().push(item);
            }
        }
        let is_kernel =
            |item: &&&Item| matches!(item, Item::Fn(function) if kernel(&function.attrs).is_some());
        let mut open: Vec<TokenStream> =
            all.iter().filter(is_kernel).map(ToTokens::to_token_stream).collect();
        let mut needed = HashSet::new();
        while let Some(tokens) = open.pop() {
            for name in names(tokens) {
                if let Some(items) = of_item.get(&name)
                    && needed.insert(name)
                {
                    open.extend(items.iter().map(ToTokens::to_token_stream));
                }
            }
        }
        let types = all.iter().filter_map(|item| match item {
            Item::Struct(it) => Some((it.ident.to_string(), item)),
            Item::Enum(it) => Some((it.ident.to_string(), item)),
            _ => None,
        });
        let types =
            types.filter(|(name, item)| needed.contains(name) || !is_of_host(&item.to_token_stream()));
        let types = types.map(|(name, _)| name).collect();
        let enums = all.iter().filter_map(|item| match item {
            Item::Enum(it) => Some(it.ident.to_string()),
            _ => None,
        });
        let enums = enums.collect();
        Names { needed, traits, types, enums }
    }

    /// Reports each `Drop` of a type of kernels.
    fn refuse_drops(&self, items: &[Item], errors: &mut Errors) {
        let mut all = Vec::new();
        flatten(items, &mut all);
        for item in all {
            if let Item::Impl(it) = item
                && !self.traits.contains_key("Drop")
                && owner(it).is_some_and(|owner| self.needed.contains(&owner.to_string()))
            {
                refuse_drop(it, errors);
            }
        }
    }

    /// Whether nobody outside of the module sees a function, a type or a constant that its kernels need, nor functions that are values.
    fn is_closed(&self, items: &[Item]) -> bool {
        let mut all = Vec::new();
        flatten(items, &mut all);
        let is_needed_outside = |item: &&Item| {
            let (vis, name) = match item {
                Item::Fn(it) if kernel(&it.attrs).is_none() => (&it.vis, &it.sig.ident),
                Item::Struct(it) => (&it.vis, &it.ident),
                Item::Enum(it) => (&it.vis, &it.ident),
                Item::Const(it) => (&it.vis, &it.ident),
                Item::Trait(it) => (&it.vis, &it.ident),
                _ => return false,
            };
            !matches!(vis, syn::Visibility::Inherited) && self.needed.contains(&name.to_string())
        };
        !all.iter().any(is_needed_outside) && !self.gives_functions(&all)
    }

    /// Whether others may pass functions or methods of the module to algorithms, or call them in their kernels, and all that are for kernels can stand alone.
    fn gives_functions(&self, all: &[&Item]) -> bool {
        let is_for_kernels = |it: &syn::ItemFn| {
            kernel(&it.attrs).is_none() && is_free(&it.attrs) && self.is_for_kernels(&it.sig.ident, it)
        };
        let is_of_type = |it: &ItemImpl| {
            let is_known = owner(it).is_some_and(|owner| self.types.contains(&owner.to_string()));
            is_known && is_free(&it.attrs) && is_known_trait(it, &self.traits)
        };
        let is_seen = |item: &&Item| match item {
            Item::Fn(it) => is_for_kernels(it) && !matches!(it.vis, syn::Visibility::Inherited),
            Item::Impl(it) => is_of_type(it) && it.items.iter().any(is_public),
            _ => false,
        };
        // Kernels see more of methods in a module as a whole, and methods link to no functions that take the place of their calls.
        let has_kernels = all.iter().any(|item| matches!(item, Item::Fn(it) if kernel(&it.attrs).is_some()));
        let placed = all.iter().filter_map(|item| match item {
            Item::Fn(it) if is_for_kernels(it) && crate::check::is_placed(it) => {
                Some(it.sig.ident.to_string())
            }
            _ => None,
        });
        let placed: HashSet<String> = placed.collect();
        let stands_alone = |item: TokenStream| !has_errors(&super::function(TokenStream::new(), item));
        all.iter().any(is_seen)
            && all.iter().all(|item| match item {
                Item::Fn(it) if is_for_kernels(it) => stands_alone(it.to_token_stream()),
                Item::Impl(it) if is_of_type(it) => {
                    if has_kernels || !names(it.to_token_stream()).is_disjoint(&placed) {
                        return false;
                    }
                    let mut it = it.clone();
                    provide(&mut it, self);
                    stands_alone(it.into_token_stream())
                }
                _ => true,
            })
    }

    /// Whether a kernel, or a function that one needs, has errors where nothing of its module is seen.
    fn any_is_refused_alone(&self, items: &[Item]) -> bool {
        let mut all = Vec::new();
        flatten(items, &mut all);
        all.into_iter().any(|item| {
            let Item::Fn(it) = item else { return false };
            let expanded = match kernel(&it.attrs) {
                Some(at) => {
                    let mut alone = it.clone();
                    let given = arguments(&alone.attrs.remove(at));
                    super::kernel(given, alone.into_token_stream())
                }
                None if is_free(&it.attrs) && self.needed.contains(&it.sig.ident.to_string()) => {
                    super::function(TokenStream::new(), it.to_token_stream())
                }
                None => return false,
            };
            has_errors(&expanded)
        })
    }

    fn is_for_kernels(&self, name: &Ident, item: &impl ToTokens) -> bool {
        self.needed.contains(&name.to_string()) || !is_of_host(&item.to_token_stream())
    }
}

/// Whether others see a method.
fn is_public(item: &ImplItem) -> bool {
    matches!(item, ImplItem::Fn(it) if !matches!(it.vis, syn::Visibility::Inherited))
}

/// The items, and those of the modules among them.
fn flatten<'i>(items: &'i [Item], all: &mut Vec<&'i Item>) {
    for item in items {
        match item {
            Item::Mod(ItemMod { content: Some((_, inner)), attrs, .. }) if !is_test(attrs) => {
                flatten(inner, all)
            }
            item => all.push(item),
        }
    }
}

/// The names under which an item is needed: an `impl` is where its type is.
fn declared(item: &Item, traits: &Traits) -> Vec<String> {
    match item {
        Item::Fn(it) => vec![it.sig.ident.to_string()],
        Item::Struct(it) => vec![it.ident.to_string()],
        Item::Enum(it) => vec![it.ident.to_string()],
        Item::Type(it) => vec![it.ident.to_string()],
        Item::Const(it) => vec![it.ident.to_string()],
        Item::Trait(it) => vec![it.ident.to_string()],
        Item::Static(it) => vec![it.ident.to_string()],
        Item::Impl(it) if is_known_trait(it, traits) || is_iterator(it) => {
            owner(it).map(ToString::to_string).into_iter().collect()
        }
        Item::Verbatim(_) => operations::name_of(item).map(|name| name.to_string()).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn owner(block: &ItemImpl) -> Option<&Ident> {
    let path = crate::data::path_of(&block.self_ty)?;
    let of = block.trait_.as_ref().map(|(of, _)| of);
    // The operators of a number and a struct are the struct's.
    let path = of.and_then(overload::other_of).filter(|_| overload::is_number(path)).unwrap_or(path);
    path.segments.last().map(|segment| &segment.ident)
}

/// Whether an `impl` makes a type an iterator, which loops of kernels ask for items, or makes one of it.
fn is_iterator(block: &ItemImpl) -> bool {
    let of = block.trait_.as_ref().and_then(|(of, _)| of.segments.last());
    of.is_some_and(|of| of.ident == "Iterator" || of.ident == "IntoIterator")
        && !is_of_host(&block.to_token_stream())
}

/// Whether an `impl` may be for kernels: std's other traits are the host's, unless the module has one of the name.
fn is_known_trait(block: &ItemImpl, traits: &Traits) -> bool {
    const OF_HOST: [&str; 14] = [
        "Debug",
        "Display",
        "Drop",
        "Clone",
        "Copy",
        "Eq",
        "Hash",
        "Iterator",
        "IntoIterator",
        "Error",
        "FromStr",
        "Ord",
        "PartialOrd",
        "Index",
    ];
    !is_of_std(block, &OF_HOST, traits)
}

fn names(tokens: TokenStream) -> HashSet<String> {
    let (mut open, mut names) = (vec![tokens], HashSet::new());
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(name) => drop(names.insert(name.to_string())),
                _ => {}
            }
        }
    }
    names
}

fn is_of_host(tokens: &TokenStream) -> bool {
    let names = names(tokens.clone());
    OF_HOST.iter().any(|name| names.contains(*name))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        it.path().is_ident("test")
            || it.path().is_ident("cfg") && names(it.to_token_stream()).contains("test")
    })
}

/// Where `#[kernel]` or `#[vyre::kernel]` stands.
fn kernel(attributes: &[Attribute]) -> Option<usize> {
    attributes.iter().position(|it| own_attribute(it) == Some("kernel"))
}

/// Takes `#[data]` and `#[function]` from the items that they stand on: a module gives these to all that need them. With a path they are rustc's to find.
fn without_marks(items: &mut [Item]) {
    for item in items {
        let attributes = match item {
            Item::Mod(it) if !is_test(&it.attrs) => {
                it.content.iter_mut().for_each(|(_, items)| without_marks(items));
                continue;
            }
            Item::Fn(it) => &mut it.attrs,
            Item::Impl(it) => &mut it.attrs,
            Item::Struct(it) => &mut it.attrs,
            Item::Enum(it) => &mut it.attrs,
            _ => continue,
        };
        attributes.retain(|it| !["data", "function"].iter().any(|name| it.path().is_ident(name)));
    }
}

/// Whether an attribute of vyre's stands on an item already.
fn is_marked(attributes: &[Attribute]) -> bool {
    let is_own = |path: &Path| {
        path.segments.len() > 1
            && path.segments.last().is_some_and(|last| {
                ["kernel", "function", "data", "module"].iter().any(|name| last.ident == name)
            })
    };
    attributes.iter().any(|it| is_own(it.path()))
}

/// Gives items their attributes.
fn mark(items: &mut [Item], known: &Names, krate: &TokenStream) {
    for item in items {
        match item {
            Item::Fn(it) => {
                if let Some(at) = kernel(&it.attrs).filter(|at| it.attrs[*at].path().is_ident("kernel")) {
                    let given = arguments(&it.attrs[at]);
                    let comma = (!given.is_empty()).then(|| quote!(,));
                    it.attrs[at] = parse_quote!(#[#krate::kernel(#given #comma crate = #krate)]);
                } else if !is_test(&it.attrs)
                    && !is_marked(&it.attrs)
                    && known.is_for_kernels(&it.sig.ident.clone(), it)
                {
                    it.attrs.insert(0, attribute_of("function", krate));
                }
            }
            Item::Struct(it) if is_free(&it.attrs) && known.types.contains(&it.ident.to_string()) => {
                it.attrs.insert(0, parse_quote!(#[#krate::data(mod, crate = #krate)]));
            }
            Item::Enum(it) if is_free(&it.attrs) && known.types.contains(&it.ident.to_string()) => {
                it.attrs.insert(0, attribute_of("data", krate));
            }
            Item::Impl(it)
                if is_free(&it.attrs)
                    && is_known_trait(it, &known.traits)
                    && owner(it).is_some_and(|owner| known.types.contains(&owner.to_string())) =>
            {
                provide(it, known);
                it.attrs.insert(0, attribute_of("function", krate));
            }
            Item::Verbatim(_) => {
                if let Some(declared) = operations::with_path(item, krate) {
                    *item = declared;
                }
            }
            Item::Mod(it) if is_free(&it.attrs) => {
                if let Some((_, items)) = &mut it.content {
                    mark(items, known, krate);
                }
            }
            _ => {}
        }
    }
}

fn is_free(attributes: &[Attribute]) -> bool {
    !is_test(attributes) && !is_marked(attributes)
}

fn attribute_of(name: &str, krate: &TokenStream) -> Attribute {
    let name = Ident::new(name, Span::call_site());
    parse_quote!(#[#krate::#name(crate = #krate)])
}

/// Adds the methods that a trait of the module provides and an `impl` does not have: kernels find methods by their types.
fn provide(block: &mut ItemImpl, known: &Names) {
    let of = block.trait_.as_ref().and_then(|(of, _)| of.segments.last());
    let Some(of) = of.and_then(|of| known.traits.get(&of.ident.to_string())) else { return };
    let provided = provided(of, block);
    block.items.extend(provided);
}

/// The methods and constants that a trait provides and an `impl` of it does not have.
pub(crate) fn provided(of: &ItemTrait, block: &ItemImpl) -> Vec<ImplItem> {
    let has = |name: &Ident| {
        block.items.iter().any(|item| match item {
            ImplItem::Fn(method) => method.sig.ident == *name,
            ImplItem::Const(constant) => constant.ident == *name,
            _ => false,
        })
    };
    let provided = of.items.iter().filter_map(|item| match item {
        TraitItem::Fn(method) if !has(&method.sig.ident) => {
            let (attrs, signature, body) = (&method.attrs, &method.sig, method.default.as_ref()?);
            Some(parse_quote!(#(#attrs)* #signature #body))
        }
        TraitItem::Const(constant) if !has(&constant.ident) => {
            let (attrs, name, ty) = (&constant.attrs, &constant.ident, &constant.ty);
            let (_, value) = constant.default.as_ref()?;
            Some(parse_quote!(#(#attrs)* const #name: #ty = #value;))
        }
        _ => None,
    });
    provided.collect()
}
