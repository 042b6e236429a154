//! What `#[vyre::function]` leaves of a function that takes the place of its calls: its tokens in a macro, and what its body names as constants of
//! the type that shares its name.

use super::{items, outer};
use crate::attribute::{self, Attribute};
use crate::check;
use crate::data::{self, Definitions, Outside, Shape};
use crate::diagnostics::Errors;
use crate::editor;
use crate::emit;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::ItemFn;

/// Expands a function that [`check::is_placed`].
pub(super) fn expand(
    function: &ItemFn,
    (attribute, known): (&Attribute, Definitions),
    written: &TokenStream,
    mut errors: Errors,
) -> TokenStream {
    let checked = check::check_placed(function, (attribute, known.clone()), &mut errors);
    let (emitted, functions) =
        (emit::emit(&checked, attribute.workgroup_size), emit::emit_functions(&checked));
    let compiled = super::validate(&checked, &emitted, &functions, attribute, &mut errors);
    let krate = &attribute.krate;
    let private = quote!(#krate::__private);
    let (name, visibility) = (&function.sig.ident, &function.vis);
    let conditions: Vec<&syn::Attribute> = attribute::conditions(&function.attrs).collect();
    let attributes: Vec<&syn::Attribute> = attribute::kept(&function.attrs).collect();
    let shape = match compiled {
        Some(_) => {
            let ItemFn { sig, block, .. } = function;
            Shape::Function(Outside { is_placed: true, item: quote!(#sig #block), known })
        }
        None => Shape::Erroneous,
    };
    let is_fine = !matches!(shape, Shape::Erroneous);
    let body = is_fine.then(|| {
        let declared = items::declared(&checked, krate);
        let (aliases, calls) = (outer::aliases(&checked, krate), outer::calls(&checked, krate));
        let (constants, functions) = (items::exports(&checked, krate), outer::exports(&checked, &private));
        quote! {
            #declared
            #aliases
            #calls

            #[allow(dead_code, unreachable_pub, unused)]
            impl #name {
                #constants
                #functions
            }
        }
    });
    let editor = editor::stand_in_of_function(&function.sig, written, krate);
    let macros = data::function_macros(function, shape);
    let params = (0..function.sig.inputs.len()).map(|at| format_ident!("A{at}", span = Span::mixed_site()));
    let params: Vec<_> = params.collect();
    let errors = errors.into_items(krate);
    quote! {
        #(#attributes)*
        #[allow(dead_code, unused, clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        #visibility fn #name<#(#params),*>(#(_: #params),*) -> !
        where
            for<'__vyre_none> #name: #private::FormOnHost<'__vyre_none>,
        {
            loop {}
        }

        #(#conditions)*
        #[doc(hidden)]
        #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #name {}

        #(#conditions)*
        const _: () = {
            #body

            #[allow(dead_code, unused, unexpected_cfgs)]
            fn __editor() {
                #editor
            }
        };

        #macros
        #errors
    }
}
