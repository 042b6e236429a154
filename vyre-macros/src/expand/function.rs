//! What `#[vyre::function]` leaves: the function as plain Rust, and a type of the same name that kernels find it by.

use super::parts::Compiled;
use super::{Parsed, body, items, methods, outer, parse, parts, placed, validate};
use crate::data::{self, Definitions, Job, Outside, Shape};
use crate::diagnostics::Errors;
use crate::emit::{self, Host};
use crate::hir::Kernel;
use crate::types::Ty;
use crate::{attribute, check, editor, guard};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, FnArg, ItemFn};
use vyre_ir::rules::DEFAULT_MAX_CALL_DEPTH;
use vyre_ir::{Composition, Problem};

/// Expands `#[vyre::function(attribute)] item`.
pub(crate) fn function(attribute: TokenStream, item: TokenStream) -> TokenStream {
    function_with(attribute, item, None)
}

/// The same, with the definitions of the types that it names once they are known.
pub(crate) fn function_with(
    attribute: TokenStream,
    item: TokenStream,
    known: Option<&Definitions>,
) -> TokenStream {
    let mut errors = Errors::of(item.clone());
    let given = attribute.clone();
    let attribute = attribute::parse_function(attribute, &mut errors);
    if !guard::check(&item, &mut errors) {
        return errors.into_tokens();
    }
    if let Ok(block) = syn::parse2::<syn::ItemImpl>(item.clone()) {
        return methods::implementation(&attribute, given, item, &block, known, errors);
    }
    let function = match parse(&item, "function", &mut errors) {
        Parsed::Function(function) => function,
        Parsed::Torn(function, body) => {
            let survivor = survivor(&function, &attribute.krate, &body);
            let macros = data::function_macros(&function, Shape::Erroneous);
            let errors = errors.into_items(&attribute.krate);
            return quote!(#survivor #macros #errors #[cfg(any())] #item);
        }
        Parsed::Other => {
            let errors = errors.into_tokens();
            return quote!(#errors #item);
        }
    };
    if known.is_none() {
        let mut asked = data::of_function(&function);
        if check::is_placed(&function) {
            asked.extend(data::calls_of(&function, &attribute.name()));
        }
        if !asked.is_empty() {
            return data::ask(Job::Function, asked, &attribute.krate, given, item);
        }
    }
    let known = known.cloned().unwrap_or_default();
    if let Some(FnArg::Receiver(_)) = function.sig.inputs.first() {
        // Beside a method no type can stand.
        check::check_function(&function, (&attribute, known), &mut errors);
        let (signature, visibility, errors) = (&function.sig, &function.vis, errors.into_tokens());
        return quote!(#[allow(unused)] #visibility #signature { loop {} } #errors);
    }
    attribute::check_others(&function.attrs, attribute::Stands::Function, &mut errors);
    if check::is_placed(&function) {
        let body = body(&item, &function);
        return placed::expand(&function, (&attribute, known), &body, errors);
    }
    let are_erroneous = known.are_erroneous();
    let checked = check::check_function(&function, (&attribute, known.clone()), &mut errors);
    let compiled = if are_erroneous { None } else { compile(&checked, &function, &attribute, &mut errors) };
    let body = body(&item, &function);
    let signature = &function.sig;
    let outside = Outside { is_placed: false, item: quote!(#signature {}), known };
    let shape = if compiled.is_some() { Shape::Function(outside) } else { Shape::Erroneous };
    let surface = match compiled {
        Some(compiled) => surface(&function, &checked, &compiled, &attribute.krate, &body),
        None => survivor(&function, &attribute.krate, &body),
    };
    let macros = data::function_macros(&function, shape);
    let errors = errors.into_items(&attribute.krate);
    quote!(#surface #macros #errors)
}

pub(super) fn compile(
    checked: &Kernel,
    function: &ItemFn,
    attribute: &attribute::Attribute,
    errors: &mut Errors,
) -> Option<Compiled> {
    let functions = emit::emit_functions(checked);
    let emitted = functions.first()?;
    let unlinked = validate(checked, emitted, &functions, attribute, errors)?;
    if unlinked.depth >= DEFAULT_MAX_CALL_DEPTH {
        // A kernel could not call it.
        errors.report_rule(function.sig.ident.span(), &Problem::CallDepth {}, None);
        return None;
    }
    let brace = function.block.brace_token.span.open();
    Some(Compiled::new(unlinked, checked, emitted, &functions, brace))
}

fn surface(
    function: &ItemFn,
    checked: &Kernel,
    compiled: &Compiled,
    krate: &TokenStream,
    written: &TokenStream,
) -> TokenStream {
    let (name, visibility) = (&function.sig.ident, &function.vis);
    let attributes: Vec<&Attribute> = attribute::kept(&function.attrs).collect();
    let conditions: Vec<&Attribute> = attribute::conditions(&function.attrs).collect();
    let host = Host { kernel: checked, krate };
    let Some(root) = checked.functions.first() else { return TokenStream::new() };
    let result = host.surface(root.result);
    let types = root.params.iter().map(|param| host.surface(checked.locals[*param].ty));
    let names: Vec<Ident> = root.params.iter().map(|param| host.param(*param)).collect();
    let editor = editor::stand_in_of_function(&function.sig, written, krate);
    let found = Found { name, text: &name.to_string(), area: name, editor, apply: None };
    let hidden = hidden(&found, &function.attrs, checked, compiled, krate);
    let about = format!("The function `{name}`, as kernels find it.");
    let inline: Vec<&Attribute> = inline(&function.attrs);
    quote! {
        #(#attributes)*
        #(#inline)*
        #[allow(dead_code, unused, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #visibility fn #name(#(#names: #types),*) -> #result {
            <#name>::__call(#(#names),*)
        }

        #(#conditions)*
        #[doc = #about]
        #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #name {}

        #(#conditions)*
        const _: () = {
            #hidden
        };
    }
}

fn inline(attributes: &[Attribute]) -> Vec<&Attribute> {
    attributes.iter().filter(|it| it.path().is_ident("inline") || it.path().is_ident("cold")).collect()
}

/// How kernels find a function.
pub(super) struct Found<'a> {
    /// The type that stands for it.
    pub(super) name: &'a Ident,
    /// What it is called in its module.
    pub(super) text: &'a str,
    /// The name as the user wrote it.
    pub(super) area: &'a Ident,
    /// What rust-analyzer sees.
    pub(super) editor: TokenStream,
    /// What calls a method on a place of the host's.
    pub(super) apply: Option<TokenStream>,
}

/// What stands behind the type by which kernels find a function: the function for the host, its parts and its measure.
pub(super) fn hidden(
    found: &Found<'_>,
    attributes: &[Attribute],
    checked: &Kernel,
    compiled: &Compiled,
    krate: &TokenStream,
) -> TokenStream {
    let Found { name, text, area, editor, apply } = found;
    let host = Host { kernel: checked, krate };
    let Some(root) = checked.functions.first() else { return TokenStream::new() };
    let (params, body) = host.function(root);
    let (inner, result) = (host.inner_functions(), host.surface(root.result));
    let is_wide = checked.types.resolve(root.result).machine() != checked.types.resolve(root.result)
        && !matches!(checked.types.resolve(root.result), Ty::Enum(_));
    let body = match is_wide {
        true => {
            let ty = host.ty(root.result);
            quote!((move || -> #ty { #body })() as #result)
        }
        false => body,
    };
    // At the function's name, where rustc shows what a call should have passed.
    let call = format_ident!("__call", span = Span::mixed_site().located_at(area.span()));
    let private = quote!(#krate::__private);
    let callees = checked.callees.iter().map(|callee| callee.text.as_bytes());
    let body_hash = hash(compiled.wires().chain(callees));
    let id =
        quote!(#private::id(::core::module_path!(), #text, ::core::line!(), ::core::column!(), #body_hash));
    let (aliases, list) = (outer::aliases(checked, krate), outer::list(checked));
    let parts = compiled.parts(checked, text, &list, krate);
    let item = parts::function_item(checked, root, &parts, &private);
    let size = Composition::from_program(&compiled.unlinked.expanded).map_or(0, |body| body.size());
    let measured = outer::measure(checked, &compiled.unlinked, size, &id);
    let root_measured = quote!(<#name>::__measure(__vyre_measure););
    let limits = outer::limits(checked, area, false, krate, &root_measured);
    let declared = items::declared(checked, krate);
    let inline = inline(attributes);
    quote! {
        #declared
        #aliases

        #[allow(dead_code, unreachable_pub, unused, unexpected_cfgs)]
        impl #name {
            #[doc(hidden)]
            #(#inline)*
            #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            pub fn #call(#(#params),*) -> #result {
                #inner
                #body
            }

            #apply

            #[doc(hidden)]
            pub fn __function() -> &'static #private::Function {
                #editor
                static __VYRE_FUNCTION: #private::Function = #item;
                &__VYRE_FUNCTION
            }

            #[doc(hidden)]
            pub const fn __measure(__vyre_measure: &mut #private::Measure) {
                #measured
            }
        }

        #limits
    }
}

/// What stays of an erroneous function, so that what calls it shows no errors of its own.
fn survivor(function: &ItemFn, krate: &TokenStream, body: &TokenStream) -> TokenStream {
    let editor = editor::stand_in_of_function(&function.sig, body, krate);
    let (name, visibility, signature) = (&function.sig.ident, &function.vis, &function.sig);
    let attributes: Vec<&Attribute> = attribute::kept(&function.attrs).collect();
    let conditions: Vec<&Attribute> = attribute::conditions(&function.attrs).collect();
    let (inputs, output) = (&signature.inputs, &signature.output);
    let private = quote!(#krate::__private);
    quote! {
        #(#attributes)*
        #[allow(unused, clippy::all)]
        #visibility fn #name(#inputs) #output {
            loop {}
        }

        #(#conditions)*
        #[allow(dead_code, non_camel_case_types)]
        #visibility struct #name {}

        #(#conditions)*
        #[allow(dead_code, unused, unexpected_cfgs, clippy::all)]
        impl #name {
            #[doc(hidden)]
            pub fn __call(#inputs) #output {
                loop {}
            }

            #[doc(hidden)]
            pub fn __function() -> &'static #private::Function {
                #editor
                loop {}
            }

            #[doc(hidden)]
            pub const fn __measure(_measure: &mut #private::Measure) {}
        }
    }
}

/// FNV-1a of the bodies of a function and of those inside, and of the paths that they call.
pub(super) fn hash<'a>(parts: impl Iterator<Item = &'a [u8]>) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    parts.flatten().fold(0xcbf2_9ce4_8422_2325, step)
}
