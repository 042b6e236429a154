//! The operation library as modules of Rust: each row becomes a function that calls its operation, as if an author had written it under
//! `#[vyre::function]`. The crate `vyre` has them as `vyre::ops`, but for the steps within elementary functions, which nobody calls by name: checking them took four fifths
//! of its build.

use super::function_with;
use crate::library as written;
use crate::syntax;
use crate::types::{Ty, host_value};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use vyre_ir::library::{self, Row};

/// The modules, one for each family, and a list of what is in them.
pub fn operations() -> TokenStream {
    let mut families: Vec<(&str, Vec<&Row>)> = Vec::new();
    for row in library::rows().filter(|row| !row.is_step()) {
        let family = row.family().rsplit('.').next().unwrap_or_default();
        match families.iter_mut().find(|(known, _)| *known == family) {
            Some((_, rows)) => rows.push(row),
            None => families.push((family, vec![row])),
        }
    }
    for family in written::families() {
        if !families.iter().any(|(known, _)| *known == family) {
            families.push((family, Vec::new()));
        }
    }
    let modules = families.iter().map(|(family, rows)| {
        let name = Ident::new(family, Span::call_site());
        let about = match rows.is_empty() {
            true => "Functions of slices.".to_string(),
            false => format!("`primitive.{family}.*`."),
        };
        let functions = rows.iter().map(|row| operation(&name, row));
        let written = written::functions(family);
        let written = written.iter().map(|it| function_with(quote!(crate = crate), quote!(#it), None));
        quote! {
            #[doc = #about]
            pub mod #name {
                #[allow(unused_imports, reason = "not every family has them")]
                use crate::{Number, bf16, f16};
                #(#functions)*
                #(#written)*
            }
        }
    });
    let listed = families.iter().flat_map(|(family, rows)| {
        let family = Ident::new(family, Span::call_site());
        rows.iter().map(move |row| {
            let (id, name) = (row.id, syntax::identifier(row.name(), Span::call_site()));
            quote!((#id, <#family::#name>::__function as fn() -> &'static crate::__private::Function))
        })
    });
    let listed: Vec<TokenStream> = listed.collect();
    let count = listed.len();
    let texts = written::TEXTS.iter().map(|(family, text)| {
        let path = written::module(family);
        quote!((#path, #text))
    });
    let count_of_texts = written::TEXTS.len();
    quote! {
        #(#modules)*

        /// The operations that are written in the language: the path of each family, and its text.
        #[doc(hidden)]
        pub static WRITTEN: [(&str, &str); #count_of_texts] = [#(#texts),*];

        /// Every operation, with its id.
        #[doc(hidden)]
        pub static ALL: [(&str, fn() -> &'static crate::__private::Function); #count] = [#(#listed),*];
    }
}

fn operation(family: &Ident, row: &Row) -> TokenStream {
    let name = syntax::identifier(row.name(), Span::call_site());
    let params: Vec<Ident> =
        row.parameters().map(|name| syntax::identifier(name, Span::call_site())).collect();
    let ty = |data: &_| match Ty::in_operation(row, data) {
        half if half.is_half() => Some(Ident::new(&half.to_string(), Span::call_site()).into_token_stream()),
        ty => host_value(ty, &quote!(crate)),
    };
    let types = row.inputs.iter().map(ty);
    let (output, meaning) = (ty(&row.output), row.meaning);
    let about = format!("The operation `{}`.", row.id);
    let item = quote! {
        #[doc = #meaning]
        #[doc = ""]
        #[doc = #about]
        pub fn #name(#(#params: #types),*) -> #output {
            crate::ops::#family::#name(#(#params),*)
        }
    };
    function_with(quote!(crate = crate), item, None)
}
