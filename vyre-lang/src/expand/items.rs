//! What the generated code says of constants that rustc evaluates.

use super::outer::respanned;
use crate::check;
use crate::emit::Host;
use crate::hir::Kernel;
use crate::types::{Form, Ty};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashSet;
use vyre_ir::DataType;

/// The constant with the value of an item.
fn name(at: usize) -> Ident {
    format_ident!("__VYRE_ITEM_{at}", span = Span::mixed_site())
}

/// The constant with the elements of a table.
fn table_name(at: usize) -> Ident {
    format_ident!("__VYRE_TABLE_{at}", span = Span::mixed_site())
}

/// A value of the constants that are its parts, each of which rustc checks: numbers, in tuples and arrays.
fn of_parts(kernel: &Kernel, ty: Ty, parts: &mut impl Iterator<Item = usize>) -> Option<TokenStream> {
    let Some((form, types)) = kernel.types.parts(ty) else {
        return parts.next().map(|at| name(at).into_token_stream());
    };
    let values = types.iter().map(|ty| of_parts(kernel, *ty, parts)).collect::<Option<Vec<_>>>()?;
    match form {
        Form::Array => Some(quote!([#(#values),*])),
        Form::Tuple => Some(quote!((#(#values,)*))),
        _ => None,
    }
}

/// Whether a type is one that a constant cannot have: the arguments of an instance are for rustc to infer.
fn is_open(ty: &TokenStream) -> bool {
    crate::syntax::words(ty).contains("_")
}

/// The constants that the lists name, in which rustc checks the types.
pub(super) fn declared(kernel: &Kernel, krate: &TokenStream) -> TokenStream {
    let (host, private) = (Host { kernel, krate }, quote!(#krate::__private));
    let items = kernel.items.iter().enumerate().map(|(at, item)| {
        let (name, value) = (name(at), &item.value);
        let ty = host.ty(item.ty);
        let span = Span::mixed_site().located_at(item.area.start);
        // A `usize` is as good as a `u32`, and an `isize` as an `i32`.
        let is_word = matches!(kernel.types.resolve(item.ty), Ty::U32 | Ty::I32);
        let parts = &mut item.parts.iter().copied();
        let initial = match of_parts(kernel, item.ty, parts) {
            Some(value) if !item.parts.is_empty() => value,
            _ if is_word => quote!((#value) as #ty),
            _ => quote!(#value),
        };
        let allowed = quote!(#[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]);
        let check = match (item.is_taken, is_word) {
            (true, _) => Some(quote_spanned!(span=> #private::taken(#value))),
            (false, true) => Some(quote_spanned!(span=> #private::sized::<#ty, _>(#value))),
            (false, false) => None,
        };
        let check = check.map(|check| quote_spanned!(span=> #allowed const _: fn() = || #check;));
        // Its parts are all that is named of it.
        if is_open(&ty) && !item.parts.is_empty() {
            return quote!(#check);
        }
        let told = item.told.map(|bits| {
            let told = host.literal(bits, item.ty);
            let other =
                format!("`{}` is not the constant of that name in this file; write its value", item.key);
            quote_spanned!(span=> const _: () = ::core::assert!(#name == #told, #other);)
        });
        quote!(#allowed const #name: #ty = #initial; #check #told)
    });
    let tables = kernel.tables.iter().enumerate().map(|(at, table)| {
        let (name, value) = (table_name(at), &table.value);
        let ty = element(&host, kernel.buffers[table.buffer].ty);
        // Where the user wrote its name, which is where rustc says that the type is another one.
        let span = Span::mixed_site().located_at(kernel.buffers[table.buffer].area.start);
        let elements = quote_spanned!(span=> (&#value).split_at(0).1);
        let private = respanned(&private, kernel.buffers[table.buffer].area.start);
        let value =
            (1..table.rank).fold(elements, |elements, _| quote_spanned!(span=> #private::flat(#elements)));
        quote!(const #name: &[#ty] = #value;)
    });
    let declared = &kernel.declared;
    quote!(#declared #(#items)* #(#tables)*)
}

/// The type of a table's elements: those of an enum are the numbers of its variants.
fn element(host: &Host<'_>, ty: Ty) -> TokenStream {
    match host.kernel.types.resolve(ty) {
        Ty::Enum(_) => quote!(::core::primitive::u32),
        _ => host.ty(ty),
    }
}

/// The constants and the tables that the body of a function names, for those who call it, but for those that it has already.
pub(super) fn exports(kernel: &Kernel, krate: &TokenStream, seen: &mut HashSet<String>) -> TokenStream {
    let host = Host { kernel, krate };
    let new = kernel.items.iter().enumerate().filter(|(_, item)| seen.insert(item.key.clone()));
    let new: Vec<_> = new.collect();
    let items = new.into_iter().map(|(at, item)| {
        let (value, name, ty) = (name(at), check::export(&item.key), host.ty(item.ty));
        (!is_open(&ty)).then(|| quote!(#[doc(hidden)] pub const #name: #ty = #value;))
    });
    let new = kernel.tables.iter().enumerate().filter(|(_, table)| seen.insert(table.key.clone()));
    let new: Vec<_> = new.collect();
    let tables = new.into_iter().map(|(at, table)| {
        let (value, name) = (table_name(at), check::export(&table.key));
        let ty = element(&host, kernel.buffers[table.buffer].ty);
        quote!(#[doc(hidden)] pub const #name: &'static [#ty] = #value;)
    });
    quote!(#(#items)* #(#tables)*)
}

/// The list of the values.
pub(super) fn list(kernel: &Kernel, private: &TokenStream) -> TokenStream {
    let items = kernel.items.iter().enumerate().map(|(at, item)| {
        let name = name(at);
        let data = kernel.types.resolve(item.ty).data().unwrap_or(DataType::U32);
        let variant = Ident::new(&format!("{data:?}"), Span::call_site());
        let lanes = match kernel.types.resolve(item.ty) {
            // Its parts are constants of their own.
            _ if !item.parts.is_empty() => quote!([0; 4]),
            Ty::U64 | Ty::I64 => quote!([#name as u32, (#name >> 32) as u32, 0, 0]),
            Ty::U128 | Ty::I128 => {
                quote!([#name as u32, (#name >> 32) as u32, (#name >> 64) as u32, (#name >> 96) as u32])
            }
            Ty::Vec2 => quote!([#name[0], #name[1], 0, 0]),
            Ty::Vec4 => quote!(#name),
            Ty::F32 => quote!([#private::canonical(#name), 0, 0, 0]),
            Ty::F64 => {
                let bits = quote!(#private::canonical64(#name));
                quote!([#bits as u32, (#bits >> 32) as u32, 0, 0])
            }
            Ty::F16 | Ty::BF16 => {
                let ty = kernel.types.resolve(item.ty);
                let nan = if ty == Ty::F16 { 0x7e00u32 } else { 0x7fc0 };
                quote!([if #name.is_nan() { #nan } else { #name.to_bits() as u32 }, 0, 0, 0])
            }
            Ty::FVec2 => quote!([#private::canonical(#name[0]), #private::canonical(#name[1]), 0, 0]),
            Ty::FVec4 => {
                let lanes = (0..4usize).map(|lane| quote!(#private::canonical(#name[#lane])));
                quote!([#(#lanes),*])
            }
            _ => quote!([#name as u32, 0, 0, 0]),
        };
        quote!(#private::Item { ty: #private::DataType::#variant, lanes: #lanes })
    });
    quote!(&[#(#items),*])
}

/// The list of the tables.
pub(super) fn tables(kernel: &Kernel) -> TokenStream {
    let tables = (0..kernel.tables.len()).map(table_name);
    quote!(&[#(&#tables),*])
}
