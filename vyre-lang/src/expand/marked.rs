//! `#[vyre::module]`: a module of plain Rust whose items get the attributes that they need.
//!
//! The module stays what it is. `#[kernel]` stands on its kernels. What these name, and what those name, is for kernels, and so is all that
//! could be; a function of the host's own, which names a `Vec` or a `Device`, stays plain unless a kernel needs it.

use crate::attribute;
use crate::diagnostics::{Area, Errors};
use crate::overload;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
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
        let names = Names::of(items);
        mark(items, &names, &krate);
    } else {
        let fix = "write `mod kernels { .. }`: an attribute does not see the items of another file";
        errors.report(Area::of(&module.ident), "`#[vyre::module]` stands on a module with a body", fix);
    }
    let errors = errors.into_tokens();
    quote!(#module #errors)
}

/// What is known of all the items of a module and of those in it.
struct Names {
    /// What kernels name, and what that names.
    needed: HashSet<String>,
    traits: HashMap<String, ItemTrait>,
    /// The structs and enums that are for kernels.
    types: HashSet<String>,
}

impl Names {
    fn of(items: &[Item]) -> Names {
        let mut all = Vec::new();
        flatten(items, &mut all);
        let mut of_item: HashMap<String, Vec<&Item>> = HashMap::new();
        for item in &all {
            for name in declared(item) {
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
        let traits = all.iter().filter_map(|item| match item {
            Item::Trait(it) => Some((it.ident.to_string(), it.clone())),
            _ => None,
        });
        let traits = traits.collect();
        let types = all.iter().filter_map(|item| match item {
            Item::Struct(it) => Some((it.ident.to_string(), item)),
            Item::Enum(it) => Some((it.ident.to_string(), item)),
            _ => None,
        });
        let types =
            types.filter(|(name, item)| needed.contains(name) || !is_of_host(&item.to_token_stream()));
        let types = types.map(|(name, _)| name).collect();
        Names { needed, traits, types }
    }

    fn is_for_kernels(&self, name: &Ident, item: &impl ToTokens) -> bool {
        self.needed.contains(&name.to_string()) || !is_of_host(&item.to_token_stream())
    }
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
fn declared(item: &Item) -> Vec<String> {
    match item {
        Item::Fn(it) => vec![it.sig.ident.to_string()],
        Item::Struct(it) => vec![it.ident.to_string()],
        Item::Enum(it) => vec![it.ident.to_string()],
        Item::Const(it) => vec![it.ident.to_string()],
        Item::Trait(it) => vec![it.ident.to_string()],
        Item::Impl(it) if is_known_trait(it) => owner(it).map(ToString::to_string).into_iter().collect(),
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

/// Whether an `impl` may be for kernels: std's other traits are the host's.
fn is_known_trait(block: &ItemImpl) -> bool {
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
    block
        .trait_
        .as_ref()
        .and_then(|(of, _)| of.segments.last())
        .is_none_or(|of| !OF_HOST.contains(&of.ident.to_string().as_str()))
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

/// Where `#[kernel]` stands.
fn kernel(attributes: &[Attribute]) -> Option<usize> {
    attributes.iter().position(|it| it.path().is_ident("kernel"))
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
                if let Some(at) = kernel(&it.attrs) {
                    let given = match &it.attrs[at].meta {
                        syn::Meta::List(list) => list.tokens.clone(),
                        _ => TokenStream::new(),
                    };
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
                it.attrs.insert(0, attribute_of("data", krate));
            }
            Item::Enum(it) if is_free(&it.attrs) && known.types.contains(&it.ident.to_string()) => {
                it.attrs.insert(0, attribute_of("data", krate));
            }
            Item::Impl(it)
                if is_free(&it.attrs)
                    && is_known_trait(it)
                    && owner(it).is_some_and(|owner| known.types.contains(&owner.to_string())) =>
            {
                provide(it, known);
                it.attrs.insert(0, attribute_of("function", krate));
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
