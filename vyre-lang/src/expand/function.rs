//! What `#[vyre::function]` leaves: the function as plain Rust, and a type of the same name that kernels find it by.

use super::generic::{self, TypeParam};
use super::parts::Compiled;
use super::{Parsed, items, methods, outer, parse, parts, placed, validate};
use crate::data::{self, Definitions, Job, Outside, Shape};
use crate::diagnostics::{Area, Errors};
use crate::emit::{self, Host};
use crate::functional;
use crate::hir::{self, Kernel};
use crate::types::Ty;
use crate::{attribute, check, editor, guard, mirror, signature, syntax, tensor};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{Attribute, FnArg, ItemFn};
use vyre_ir::Problem;
use vyre_ir::rules::DEFAULT_MAX_CALL_DEPTH;

/// Expands `#[vyre::function(attribute)] item`.
pub fn function(attribute: TokenStream, item: TokenStream) -> TokenStream {
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
        let has_editor = known.is_none() && !attribute.is_inside;
        let editor = has_editor.then(|| editor::methods(&block, &attribute.krate));
        let methods = methods::implementation(&attribute, given, item, &block, known, errors);
        return quote!(#editor #methods);
    }
    if let Some(block) = methods::torn(&item) {
        if let Some(item) = syntax::parenthesised(&item) {
            return function_with(given, item, known);
        }
        let (survivors, errors) =
            (methods::survivors(&block, &attribute.krate), errors.torn_items(&attribute.krate));
        return quote!(#survivors #errors #[cfg(any())] #item);
    }
    let (item, function) = match parse(&item, "function", &mut errors) {
        Parsed::Function(mut function) => {
            generic::named_impls(&mut function);
            match tensor::of_function(&mut function, &HashSet::new(), &mut errors) {
                true => (function.to_token_stream(), function),
                false => (item, function),
            }
        }
        Parsed::Torn(function) => {
            if let Some(item) = syntax::parenthesised(&item) {
                return function_with(given, item, known);
            }
            let survivor = survivor(&function, &attribute.krate);
            let macros = data::function_macros(&function, Shape::Erroneous);
            let errors = errors.torn_items(&attribute.krate);
            return quote!(#survivor #macros #errors #[cfg(any())] #item);
        }
        Parsed::Other => {
            let errors = errors.into_tokens();
            return quote!(#errors #item);
        }
    };
    if known.is_none()
        && !attribute.is_anonymous
        && let Some(mut around) = data::impl_around(&function.sig.ident)
        && let Ok(method) = syn::parse2(item.clone())
    {
        around.items = vec![method];
        let inside = format_ident!("{}", attribute::INSIDE);
        let given = if given.is_empty() { quote!(#inside) } else { quote!(#given, #inside) };
        return function_with(given, around.to_token_stream(), None);
    }
    // Nothing but a function may be left in an `impl`.
    if let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first() {
        let problem = "`#[vyre::function]` stands on the `impl` of a trait, and on none of its methods";
        errors.report(Area::of(receiver), problem, "write it before the `impl`");
        let errors = errors.into_tokens();
        return quote!(#item #errors);
    }
    let Some(known) = known else {
        let krate = &attribute.krate;
        let plain = match functional::takes_functions(&function.sig) {
            true => functional::on_host(&function, &quote!(#krate::__private)).to_token_stream(),
            false => item.clone(),
        };
        let editor = (!attribute.is_anonymous).then(|| editor::function(&plain, &function, krate));
        let first = first_of(given, item, &function, &attribute, errors);
        return quote!(#editor #first);
    };
    function_of(&item, &function, (&attribute, known.clone()), errors)
}

/// What stands in the place of a function before the definitions are known that it names.
fn first_of(
    given: TokenStream,
    item: TokenStream,
    function: &ItemFn,
    attribute: &attribute::Attribute,
    mut errors: Errors,
) -> TokenStream {
    let mut asked = data::of_function(function);
    let calls = data::calls_of(function, &attribute.name());
    match data::circle(&function.sig.ident, &calls) {
        None => asked.extend(calls),
        // Of functions that kernels link to rustc says so.
        Some(through) if check::is_placed(function) => {
            let note = check::recursion_note(&function.sig.ident.to_string(), &[&through]);
            errors.report_rule(function.sig.ident.span(), &Problem::CallDepth {}, Some(note));
            let survivor = survivor(function, &attribute.krate);
            let macros = data::function_macros(function, Shape::Erroneous);
            let errors = errors.into_items(&attribute.krate);
            return quote!(#survivor #macros #errors);
        }
        Some(_) => {}
    }
    if asked.is_empty() {
        function_of(&item, function, (attribute, Definitions::default()), errors)
    } else {
        data::ask(Job::Function, asked, &attribute.krate, given, item)
    }
}

/// What stands in the place of a function, whose definitions are known.
fn function_of(
    item: &TokenStream,
    function: &ItemFn,
    (attribute, known): (&attribute::Attribute, Definitions),
    mut errors: Errors,
) -> TokenStream {
    if let Some(FnArg::Receiver(_)) = function.sig.inputs.first() {
        // Beside a method no type can stand.
        check::check_function(function, (attribute, known), &mut errors);
        let (signature, visibility, errors) = (&function.sig, &function.vis, errors.into_tokens());
        return quote!(#[allow(unused)] #visibility #signature { loop {} } #errors);
    }
    if functional::is_over_iterators(&function.sig) {
        refuse_alone(&function.sig, &mut errors);
        let macros = data::function_macros(function, Shape::Erroneous);
        let errors = errors.into_items(&attribute.krate);
        // No other body has a type that is an iterator.
        return quote!(#[allow(unused)] #function #macros #errors);
    }
    attribute::check_others(&function.attrs, attribute::Stands::Function, &mut errors);
    let types = generic::type_params(&function.sig);
    // What calls a function that takes the place of its calls is another one.
    let is_placed = check::is_placed(function) || known.functions().any(|outside| !outside.is_linked);
    if !types.is_empty() && !is_placed {
        return generic_function(item, function, &types, (attribute, &known), errors);
    }
    // Programs link to a closure, as it has no name by which kernels could call it.
    if is_placed && !attribute.is_anonymous {
        let value = as_value(item, function, (attribute, &known));
        let placed = placed::expand(item, function, (attribute, known), errors);
        return quote!(#placed #value);
    }
    let are_erroneous = known.are_erroneous() || errors.are_doubtful();
    let checked = check::check_function(function, (attribute, known.clone()), &mut errors);
    let compiled = if are_erroneous { None } else { compile(&checked, function, attribute, &mut errors) };
    let named = compiled.as_ref().filter(|_| !attribute.is_anonymous);
    let mirror = named.map(|_| mirror::function(function, &checked, &known, &attribute.krate));
    let (signature, _) = data::Hints::of(function).settled(&function.sig);
    let outside = Outside { is_placed: false, is_linked: true, item: quote!(#signature {}), known };
    let shape = if compiled.is_some() { Shape::Function(outside) } else { Shape::Erroneous };
    let surface = match compiled {
        Some(compiled) => surface(function, &checked, &compiled, (&attribute.krate, None)),
        None if attribute.is_anonymous => anonymous_survivor(&function.sig.ident, &attribute.krate),
        None => survivor(function, &attribute.krate),
    };
    let mirror = mirror.unwrap_or_default();
    let macros = (!attribute.is_anonymous).then(|| data::function_macros(function, shape));
    let errors = errors.into_items(&attribute.krate);
    quote!(#surface #mirror #macros #errors)
}

/// What makes a function a value for programs, although it takes the place of its calls in kernels: nothing where it needs memory, or takes or gives
/// what is no value.
fn as_value(
    item: &TokenStream,
    function: &ItemFn,
    (attribute, known): (&attribute::Attribute, &Definitions),
) -> Option<TokenStream> {
    let is_value = |ty: &syn::Type| !matches!(ty, syn::Type::Reference(_) | syn::Type::ImplTrait(_));
    let takes_values = function.sig.inputs.iter().all(|input| match input {
        FnArg::Typed(input) => is_value(&input.ty),
        FnArg::Receiver(_) => false,
    });
    let gives_value = matches!(&function.sig.output, syn::ReturnType::Type(_, ty) if is_value(ty));
    // What it calls would have to be a value as well.
    let calls_placed = known.functions().any(|outside| !outside.is_linked);
    if !takes_values || !gives_value || calls_placed || !function.sig.generics.params.is_empty() {
        return None;
    }
    let mut own = Errors::of(item.clone());
    let checked = check::check_function(function, (attribute, known.clone()), &mut own);
    if !own.is_empty() || own.are_doubtful() || known.are_erroneous() {
        return None;
    }
    let compiled = compile(&checked, function, attribute, &mut own)?;
    let found = Found::of(function, &function.sig.ident.to_token_stream(), None);
    own.is_empty().then(|| item_of(&found, &checked, &compiled, &attribute.krate))
}

/// Expands a function over types. Its type has a parameter for each of them, which is a type of its own where a path does not say it: then
/// the arguments say it.
fn generic_function(
    item: &TokenStream,
    function: &ItemFn,
    types: &[TypeParam],
    (attribute, known): (&attribute::Attribute, &Definitions),
    mut errors: Errors,
) -> TokenStream {
    let krate = &attribute.krate;
    let name = &function.sig.ident;
    let inferred = format_ident!("__vyre_inferred_{name}");
    let unsaid = types.iter().map(|_| &inferred);
    let itself = quote!(#name<#(#unsaid),*>);
    let (mut items, mut largest, mut arms) =
        (TokenStream::new(), (0, 0), [(); 2].map(|()| TokenStream::new()));
    let names: Vec<Ident> = (0..function.sig.inputs.len()).map(|at| format_ident!("__vyre_{at}")).collect();
    for (at, instance) in generic::instances(function, types).into_iter().enumerate() {
        let mut own = Errors::of(item.clone());
        let checked = check::check_function(&instance.function, (attribute, known.clone()), &mut own);
        let compiled = compile(&checked, &instance.function, attribute, &mut own);
        let (Some(compiled), true) = (compiled, own.is_empty()) else {
            generic::report(&mut errors, own, at, types, &instance.types);
            let (survivor, errors) = (survivor(function, krate), errors.into_items(krate));
            let macros = data::function_macros(function, Shape::Erroneous);
            return quote!(#survivor #macros #errors);
        };
        largest = largest.max((compiled.unlinked.size, at));
        items.extend(item_of(&Found::of(function, &itself, Some(at)), &checked, &compiled, krate));
        let same = quote!(#krate::__private::host::same);
        let (call, get) = (format_ident!("__call_{at}"), format_ident!("__function_{at}"));
        let called = quote!(#same(<#itself>::#call(#(#same(#names)),*)));
        arms[0].extend(generic::arm(types, &instance.types, krate, &called));
        arms[1].extend(generic::arm(types, &instance.types, krate, &quote!(<#itself>::#get())));
    }
    let surface =
        generic_surface(function, types, krate, [&inferred, &largest_name(largest.1)], &itself, &names, arms);
    // A kernel checks its body with the types of the call.
    let bodies = placed::bodies((item, &itself), function, (attribute, known), &mut errors);
    let errors = errors.into_items(krate);
    let (block, known_here) = (&function.block, data::Hints::of(function));
    let (hints, (sig, _)) = (known_here.handed(quote!(#block)), known_here.settled(&function.sig));
    let outside =
        Outside { is_placed: true, is_linked: true, item: quote!(#hints #sig #block), known: known.clone() };
    let macros = data::function_macros(function, Shape::Function(outside));
    quote!(#items #surface #bodies #macros #errors)
}

/// The name of the function that measures an instance.
fn largest_name(at: usize) -> Ident {
    format_ident!("__measure_{at}")
}

/// What callers see of a function over types.
fn generic_surface(
    function: &ItemFn,
    types: &[TypeParam],
    krate: &TokenStream,
    [inferred, measure]: [&Ident; 2],
    itself: &TokenStream,
    names: &[Ident],
    [call_arms, function_arms]: [TokenStream; 2],
) -> TokenStream {
    let (name, visibility, private) = (&function.sig.ident, &function.vis, quote!(#krate::__private));
    let attributes: Vec<&Attribute> = attribute::kept(&function.attrs).collect();
    let conditions: Vec<&Attribute> = attribute::conditions(&function.attrs).collect();
    let (declared, arguments) = generic::generics(&function.sig, krate);
    let params = types.iter().map(|param| &param.name);
    let fields = quote!(__types: ::core::marker::PhantomData<(#(#params,)*)>);
    let params = types.iter().map(|param| &param.name);
    let written = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&*input.ty),
        FnArg::Receiver(_) => None,
    });
    let inputs: Vec<&syn::Type> = written.collect();
    let output = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => quote!(#ty),
        syn::ReturnType::Default => quote!(()),
    };
    let taken: Vec<TokenStream> = inputs.iter().map(|ty| signature::in_kernels(quote!(#ty))).collect();
    let given = signature::in_kernels(output.clone());
    // Types that no argument has can only be said.
    let is_taken =
        |param: &TypeParam| inputs.iter().any(|ty| generic::element(ty, types) == Some(&param.name));
    let overload = types.iter().all(is_taken).then(|| {
        quote! {
            impl<#(#declared),*> #private::Overload<(#(#taken,)*)> for #itself {
                fn function() -> &'static #private::Function {
                    #function_arms
                    <#itself>::__function_0()
                }
            }
        }
    });
    let about = format!("The function `{name}`, as kernels find it.");
    let shown = function.sig.inputs.iter().zip(names).map(|(input, name)| match input {
        FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Ident(pat) => pat.ident.clone(),
            _ => name.clone(),
        },
        FnArg::Receiver(_) => name.clone(),
    });
    let shown: Vec<Ident> = shown.collect();
    let passed = shown.iter().zip(&inputs).map(|(name, ty)| match signature::is_sized(ty) {
        true => quote!(#private::host::in_kernels(#name)),
        false => quote!(#name),
    });
    let called = quote!(<#itself>::__call::<#(#arguments),*>(#(#passed),*));
    let called = if signature::is_sized(&output) { quote!(#private::host::on_host(#called)) } else { called };
    quote! {
        #(#attributes)*
        #[allow(dead_code, unused, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        #visibility fn #name<#(#declared),*>(#(#shown: #inputs),*) -> #output {
            #called
        }

        #(#conditions)*
        #[doc = #about]
        #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #name<#(#params = #inferred),*> { #fields }

        #(#conditions)*
        #[doc(hidden)]
        #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #inferred;

        #(#conditions)*
        #[allow(dead_code, unreachable_pub, unused, unexpected_cfgs, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            impl #itself {
                #[doc(hidden)]
                pub fn __call<#(#declared),*>(#(#names: #taken),*) -> #given {
                    #call_arms
                    ::core::unreachable!()
                }

                #[doc(hidden)]
                pub const fn __measure(measure: &mut #private::Measure) {
                    <#itself>::#measure(measure);
                }
            }

            #overload

            impl<#(#declared),*> #name<#(#arguments),*> {
                #[doc(hidden)]
                pub fn __call(#(#names: #taken),*) -> #given {
                    <#itself>::__call::<#(#arguments),*>(#(#names),*)
                }

                #[doc(hidden)]
                pub const fn __measure(measure: &mut #private::Measure) {
                    <#itself>::#measure(measure);
                }
            }

            #[automatically_derived]
            impl<#(#declared),*> #private::Callable<(#(#taken,)*), #given> for #name<#(#arguments),*> {
                fn function() -> &'static #private::Function {
                    #function_arms
                    <#itself>::__function_0()
                }
                fn called((#(#names,)*): (#(#taken,)*)) -> #given {
                    <#itself>::__call::<#(#arguments),*>(#(#names),*)
                }
            }

            impl<__Arguments, #(#declared),*> #private::Overload<__Arguments> for #name<#(#arguments),*> {
                fn function() -> &'static #private::Function {
                    #function_arms
                    <#itself>::__function_0()
                }
            }
        };
    }
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

/// `operation` is the id of the registered operation that the function stands for: then it has no form on the host.
pub(super) fn surface(
    function: &ItemFn,
    checked: &Kernel,
    compiled: &Compiled,
    (krate, operation): (&TokenStream, Option<&str>),
) -> TokenStream {
    let (name, visibility) = (&function.sig.ident, &function.vis);
    let attributes: Vec<&Attribute> = attribute::kept(&function.attrs).collect();
    let conditions: Vec<&Attribute> = attribute::conditions(&function.attrs).collect();
    let host = Host { kernel: checked, krate };
    let Some(root) = checked.functions.first() else { return TokenStream::new() };
    let names: Vec<Ident> = root.params.iter().map(|param| host.param(*param)).collect();
    let private = quote!(#krate::__private);
    let written = |ty: &syn::Type| signature::is_sized(ty).then(|| quote!(#ty));
    let inputs = function.sig.inputs.iter().map(|input| match input {
        FnArg::Typed(input) => written(&input.ty),
        FnArg::Receiver(_) => None,
    });
    let params = root.params.iter().zip(inputs).zip(&names).map(|((param, written), name)| match written {
        Some(ty) => (ty, quote!(#private::host::in_kernels(#name))),
        None => (host.ty(checked.locals[*param].ty), quote!(#name)),
    });
    let (types, passed): (Vec<TokenStream>, Vec<TokenStream>) = params.unzip();
    let called = quote!(<#name>::__call(#(#passed),*));
    let output = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => written(ty),
        syn::ReturnType::Default => None,
    };
    let (result, called) = match output {
        Some(ty) => (ty, quote!(#private::host::on_host(#called))),
        None => (host.ty(root.result), called),
    };
    let about = format!("The function `{name}`, as kernels find it.");
    let inline = inline(&function.attrs);
    let found = Found { operation, ..Found::of(function, &quote!(#name), None) };
    let item = item_of(&found, checked, compiled, krate);
    let on_host = match operation {
        None => quote! {
            #(#inline)*
            #[allow(dead_code, unused, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            #visibility fn #name(#(#names: #types),*) -> #result {
                #called
            }
        },
        Some(_) => quote! {
            #[allow(dead_code, unused)]
            #visibility fn #name(#(#names: #types),*) -> #result
            where
                for<'__vyre_none> #name: #private::FormOnHost<'__vyre_none>,
            {
                loop {}
            }
        },
    };
    let export = format!(
        "The function `{name}` as an operation with this id, for programs, pipelines and `vyre::ops::register`."
    );
    quote! {
        #(#attributes)*
        #on_host

        #(#conditions)*
        #[doc = #about]
        #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #name {}

        #item

        #(#conditions)*
        #[allow(dead_code, unexpected_cfgs)]
        impl #name {
            #[doc = #export]
            #visibility fn operation(id: impl ::core::convert::Into<::std::string::String>) -> #private::OpSpec {
                #private::exported(<#name>::__function(), id)
            }
        }

        #(#conditions)*
        #[allow(unused, unexpected_cfgs)]
        impl<__Arguments> #private::Overload<__Arguments> for #name {
            fn function() -> &'static #private::Function {
                <#name>::__function()
            }
        }
    }
}

/// The attributes of a function that are about its calls.
fn inline(attributes: &[Attribute]) -> Vec<&Attribute> {
    attributes.iter().filter(|it| it.path().is_ident("inline") || it.path().is_ident("cold")).collect()
}

/// How kernels find a function.
pub(super) struct Found<'a> {
    /// The type that stands for it.
    pub(super) itself: TokenStream,
    /// What it is called in its module.
    pub(super) text: String,
    /// The name as the user wrote it.
    pub(super) name: &'a Ident,
    pub(super) attributes: &'a [Attribute],
    /// The number of an instance of a function over types.
    pub(super) instance: Option<usize>,
    /// What calls a method on a place of the host's.
    pub(super) apply: Option<TokenStream>,
    /// The id of the registered operation that it stands for.
    pub(super) operation: Option<&'a str>,
}

impl Found<'_> {
    fn of<'a>(function: &'a ItemFn, itself: &TokenStream, instance: Option<usize>) -> Found<'a> {
        let name = &function.sig.ident;
        let (itself, text) = (itself.clone(), name.to_string());
        Found { itself, text, name, attributes: &function.attrs, instance, apply: None, operation: None }
    }
}

/// What the type of a function has: the function on the host, its parts and its measure. Those of an instance have its number.
pub(super) fn item_of(
    found: &Found<'_>,
    checked: &Kernel,
    compiled: &Compiled,
    krate: &TokenStream,
) -> TokenStream {
    let Found { itself, name, attributes, instance, apply, operation, .. } = found;
    let conditions: Vec<&Attribute> = attribute::conditions(attributes).collect();
    let host = Host { kernel: checked, krate };
    let Some(root) = checked.functions.first() else { return TokenStream::new() };
    let (params, body) = host.function(root);
    let (inner, result) = (host.inner_functions(), host.ty(root.result));
    let named = |text: &str| match instance {
        Some(at) => format!("{text}_{at}"),
        None => text.to_string(),
    };
    // At the function's name, where rustc shows what a call should have passed.
    let call = Ident::new(&named("__call"), Span::mixed_site().located_at(name.span()));
    let (get, measure) = (named("__function"), named("__measure"));
    let [get, measure] = [get, measure].map(|text| Ident::new(&text, Span::call_site()));
    let private = quote!(#krate::__private);
    let text = named(&found.text);
    let callees = checked.callees.iter().map(|callee| callee.text.as_bytes());
    let body_hash = hash(compiled.wires().chain(callees));
    let id =
        quote!(#private::id(::core::module_path!(), #text, ::core::line!(), ::core::column!(), #body_hash));
    let (aliases, list) = (outer::aliases(checked, krate), outer::list(checked, krate));
    let parts = compiled.parts(checked, &found.text, &list, krate);
    let item = parts::function_item(*operation, checked, root, &parts, &private);
    // A parameter is a `let` of a load, and the result is a `let`.
    let bindings = 3 * emit::inputs(checked, root).len() + 1;
    let size = compiled.unlinked.size.saturating_sub(bindings);
    let measured = outer::measure(checked, &compiled.unlinked, size, &id);
    let root_measured = quote!(<#itself>::#measure(__vyre_measure););
    let limits = outer::limits(checked, name, false, krate, &root_measured);
    let declared = items::declared(checked, krate);
    let inline = inline(attributes);
    let callable = instance.is_none().then(|| callable(itself, checked, root, krate));
    quote! {
        #(#conditions)*
        const _: () = {
            #declared
            #aliases
            #callable

            #[allow(dead_code, unreachable_pub, unused, unexpected_cfgs)]
            impl #itself {
                #[doc(hidden)]
                #(#inline)*
                #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
                pub fn #call(#(#params),*) -> #result {
                    #inner
                    #body
                }

                #apply

                #[doc(hidden)]
                pub fn #get() -> &'static #private::Function {
                    static __VYRE_FUNCTION: #private::Function = #item;
                    &__VYRE_FUNCTION
                }

                #[doc(hidden)]
                pub const fn #measure(__vyre_measure: &mut #private::Measure) {
                    #measured
                }
            }

            #limits
        };
    }
}

/// What makes a function a value, if its parameters and its result are values.
fn callable(
    itself: &TokenStream,
    checked: &Kernel,
    root: &hir::Function,
    krate: &TokenStream,
) -> TokenStream {
    if root.own > 0 || !root.slices.is_empty() || !root.references.is_empty() || root.result == Ty::Unit {
        return TokenStream::new();
    }
    let (host, private) = (Host { kernel: checked, krate }, quote!(#krate::__private));
    let types: Vec<TokenStream> =
        root.params.iter().map(|param| host.ty(checked.locals[*param].ty)).collect();
    let names: Vec<Ident> = (0..types.len()).map(|at| format_ident!("__vyre_{at}")).collect();
    let result = host.ty(root.result);
    quote! {
        #[automatically_derived]
        impl #private::Callable<(#(#types,)*), #result> for #itself {
            fn function() -> &'static #private::Function {
                <#itself>::__function()
            }
            fn called((#(#names,)*): (#(#types,)*)) -> #result {
                <#itself>::__call(#(#names),*)
            }
        }
    }
}

/// What stays of an erroneous function that `func!` wrote.
fn anonymous_survivor(name: &Ident, krate: &TokenStream) -> TokenStream {
    let private = quote!(#krate::__private);
    quote! {
        #[allow(dead_code, non_camel_case_types)]
        struct #name {}
        impl<Args, R> #private::Callable<Args, R> for #name {
            fn function() -> &'static #private::Function {
                loop {}
            }
            fn called(_: Args) -> R {
                loop {}
            }
        }
    }
}

/// What stays of an erroneous function, so that what calls it shows no errors of its own.
pub(super) fn survivor(function: &ItemFn, krate: &TokenStream) -> TokenStream {
    let (name, visibility, signature) = (&function.sig.ident, &function.vis, &function.sig);
    let attributes: Vec<&Attribute> = attribute::kept(&function.attrs).collect();
    let conditions: Vec<&Attribute> = attribute::conditions(&function.attrs).collect();
    let (inputs, output) = (&signature.inputs, &signature.output);
    let private = quote!(#krate::__private);
    let generics = &signature.generics;
    let [taken, given] = [quote!(#inputs), quote!(#output)].map(signature::in_kernels);
    quote! {
        #(#attributes)*
        #[allow(unused, clippy::all)]
        #visibility fn #name #generics(#inputs) #output {
            loop {}
        }

        #(#conditions)*
        #[allow(dead_code, non_camel_case_types)]
        #visibility struct #name {}

        #(#conditions)*
        #[allow(dead_code, unused, unexpected_cfgs, clippy::all)]
        impl #name {
            #[doc(hidden)]
            pub fn __call #generics(#taken) #given {
                loop {}
            }

            #[doc(hidden)]
            pub fn __function() -> &'static #private::Function {
                loop {}
            }

            #[doc(hidden)]
            pub const fn __measure(_measure: &mut #private::Measure) {}
        }

        #(#conditions)*
        impl<__Arguments> #private::Overload<__Arguments> for #name {
            fn function() -> &'static #private::Function {
                <#name>::__function()
            }
        }
    }
}

/// FNV-1a of the bodies of a function and of those inside, and of the paths that they call.
pub(super) fn hash<'a>(parts: impl Iterator<Item = &'a [u8]>) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    parts.flatten().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Reports a function whose body stands in the place of its calls, which a module alone sees.
fn refuse_alone(signature: &syn::Signature, errors: &mut Errors) {
    match &signature.output {
        syn::ReturnType::Type(_, ty) if functional::gives_place(signature).is_some() => {
            let fix = "give the value, or take a `&mut` to where it belongs; in a `#[vyre::module]` a function may give one";
            errors.report(Area::of(ty), "a function gives no references", fix);
        }
        _ => {
            let fix = "put it into a `#[vyre::module]` with what calls it";
            errors.report(
                Area::of(&signature.ident),
                "a function by itself takes and gives no iterator",
                fix,
            );
        }
    }
}
