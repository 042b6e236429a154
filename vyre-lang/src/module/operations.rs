//! Operations that a module declares: `#[operation("acme.mix")] fn mix(x: u32) -> u32;` becomes a function that gives some value of its result, and
//! whose calls are those of the operation.

use super::tree::{arguments, own_attribute};
use crate::diagnostics::Errors;
use crate::expand::{Declared, Operation};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Item, ItemFn, parse_quote};

/// Writes the declared operations of a file as functions, on which the attribute stays.
pub(crate) fn written(file: &mut syn::File, errors: &mut Errors) {
    // The modules inside are read when those around them are, so that nothing recurses.
    let mut open = vec![&mut file.items];
    while let Some(items) = open.pop() {
        for item in items {
            match item {
                Item::Mod(it) => open.extend(it.content.as_mut().map(|(_, items)| items)),
                Item::Fn(_) | Item::Verbatim(_) => {
                    if let Some(function) = function_of(item, errors) {
                        *item = Item::Fn(function);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The id of the operation that a function stands for, of which the attribute is taken away.
pub(super) fn taken(function: &mut ItemFn) -> Option<String> {
    let at = function.attrs.iter().position(is_own)?;
    let attribute = function.attrs.remove(at);
    attribute.parse_args::<syn::LitStr>().ok().map(|id| id.value())
}

/// The name of the operation that an item declares.
pub(crate) fn name_of(item: &Item) -> Option<Ident> {
    let Item::Verbatim(tokens) = item else { return None };
    let declared = syn::parse2::<Declared>(tokens.clone()).ok()?;
    declared.attributes.iter().any(is_own).then_some(declared.signature.ident)
}

/// The declaration of an operation with the whole path of its attribute.
pub(crate) fn with_path(item: &Item, krate: &TokenStream) -> Option<Item> {
    name_of(item)?;
    let mut declared = syn::parse2::<Declared>(item.to_token_stream()).ok()?;
    let attribute = declared.attributes.iter_mut().find(|it| it.path().is_ident("operation"))?;
    let given = arguments(attribute);
    *attribute = parse_quote!(#[#krate::operation(#given, crate = #krate)]);
    let Declared { attributes, visibility, signature, .. } = declared;
    Some(Item::Verbatim(quote!(#(#attributes)* #visibility #signature;)))
}

fn function_of(item: &Item, errors: &mut Errors) -> Option<ItemFn> {
    // A function without the attribute is not parsed a second time.
    if matches!(item, Item::Fn(function) if !function.attrs.iter().any(is_own)) {
        return None;
    }
    let mut declared = syn::parse2::<Declared>(item.to_token_stream()).ok()?;
    let at = declared.attributes.iter().position(is_own)?;
    let attribute = declared.attributes.remove(at);
    let place = attribute.path().segments.last().map_or_else(Span::call_site, |name| name.ident.span());
    let Operation { id, mut function, .. } = Operation::of((arguments(&attribute), place), declared, errors);
    function.attrs.push(parse_quote!(#[operation(#id)]));
    Some(function)
}

fn is_own(attribute: &Attribute) -> bool {
    own_attribute(attribute) == Some("operation")
}
