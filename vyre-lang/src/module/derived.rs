//! What `#[derive(Default)]` makes of a struct over types: an `impl` that is checked where it is called, once the types are known.

use super::build::Shape;
use crate::data;
use quote::quote;
use syn::{Fields, GenericParam, ItemImpl, Member, parse_quote};

/// The `impl`s that the structs over types derive, in the order of their names.
pub(super) fn defaults<'s>(structs: impl Iterator<Item = &'s Shape>) -> Vec<ItemImpl> {
    let mut found: Vec<_> = structs.filter_map(of_struct).collect();
    found.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    found.into_iter().map(|(_, block)| block).collect()
}

fn of_struct(shape: &Shape) -> Option<(String, ItemImpl)> {
    let Shape::Struct(it) = shape else { return None };
    if it.generics.type_params().next().is_none()
        || !data::derives(&it.attrs).iter().any(|of| of == "Default")
    {
        return None;
    }
    let name = &it.ident;
    let args = it.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    });
    let owner = quote!(#name<#(#args),*>);
    let value = match &it.fields {
        Fields::Named(_) => {
            let members = it.fields.members().filter(|member| matches!(member, Member::Named(_)));
            quote!(#name { #(#members: Default::default()),* })
        }
        Fields::Unnamed(fields) => {
            let values = fields.unnamed.iter().map(|_| quote!(Default::default()));
            quote!(#name(#(#values),*))
        }
        Fields::Unit => quote!(#name),
    };
    let (params, _, bounds) = it.generics.split_for_impl();
    let block = parse_quote! {
        impl #params Default for #owner #bounds {
            fn default() -> #owner {
                #value
            }
        }
    };
    Some((name.to_string(), block))
}
