//! What `#[vyre::function]` leaves of a function that takes the place of its calls: its tokens in a macro, and what its body names as constants of
//! the type that shares its name.

use super::generic::{self, TypeParam};
use super::parts::Compiled;
use super::passed::Passed;
use super::{items, outer};
use crate::attribute::{self, Attribute};
use crate::check;
use crate::data::{self, Definitions, Outside, Shape};
use crate::diagnostics::Errors;
use crate::emit;
use crate::mirror;
use crate::signature;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::HashSet;
use syn::{FnArg, ItemFn, ReturnType, Type};

/// Expands a function that [`check::is_placed`].
pub(super) fn expand(
    item: &TokenStream,
    function: &ItemFn,
    (attribute, known): (&Attribute, Definitions),
    mut errors: Errors,
) -> TokenStream {
    let krate = &attribute.krate;
    let private = quote!(#krate::__private);
    let (name, visibility) = (&function.sig.ident, &function.vis);
    let bodies = bodies((item, &quote!(#name)), function, (attribute, &known), &mut errors);
    let operation = bodies.as_ref().and_then(|_| operation(item, function, attribute, &known));
    let conditions: Vec<&syn::Attribute> = attribute::conditions(&function.attrs).collect();
    let attributes: Vec<&syn::Attribute> = attribute::kept(&function.attrs).collect();
    let shape = match bodies {
        Some(_) => {
            let (block, known_here) = (&function.block, data::Hints::of(function));
            let (hints, (sig, _)) = (known_here.handed(quote!(#block)), known_here.settled(&function.sig));
            let item = quote!(#hints #sig #block);
            Shape::Function(Outside { is_placed: true, is_linked: false, item, known })
        }
        None => Shape::Erroneous,
    };
    let host = match &shape {
        Shape::Function(outside) if generic::is_over_others(&function.sig) && !is_of_device(outside) => {
            let plain = crate::functional::on_host(function, &private);
            let (signature, block) = (&plain.sig, &plain.block);
            Some(quote!(#signature #block))
        }
        Shape::Function(outside) if !is_of_device(outside) => host_form(function, &outside.known, krate),
        _ => None,
    };
    let is_erroneous = matches!(shape, Shape::Erroneous);
    let macros = data::function_macros(function, shape);
    let errors = errors.into_items(krate);
    let host = host.unwrap_or_else(|| without_host_form(function, is_erroneous, &private));
    quote! {
        #(#attributes)*
        #[allow(dead_code, unused, clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        #visibility #host

        #(#conditions)*
        #[doc(hidden)]
        #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #name {}

        #(#conditions)*
        const _: () = {
            #bodies

            #[allow(dead_code, unused, unexpected_cfgs)]
            fn __prelude() {
                // The prelude is there for the body.
                #private::Probe.__vyre_in_scope();
            }
        };

        #operation
        #macros
        #errors
    }
}

/// What makes an operation on buffers of a function of slices and numbers without a result; nothing of another one. Its parameters are those of a
/// kernel, and so is its body.
fn operation(
    item: &TokenStream,
    function: &ItemFn,
    attribute: &Attribute,
    known: &Definitions,
) -> Option<TokenStream> {
    let is_plain =
        function.sig.generics.params.is_empty() && matches!(function.sig.output, ReturnType::Default);
    let is_taken = function.sig.inputs.iter().all(|input| match input {
        FnArg::Typed(input) => match &*input.ty {
            Type::Reference(reference) => matches!(&*reference.elem, Type::Slice(_)),
            Type::Path(_) => true,
            _ => false,
        },
        FnArg::Receiver(_) => false,
    });
    if attribute.is_anonymous || !is_plain || !is_taken {
        return None;
    }
    let (name, visibility, krate) = (&function.sig.ident, &function.vis, &attribute.krate);
    let mut own = Errors::of(item.clone());
    let params = signature::parse(&function.sig, known, &mut own);
    let checked = check::check(&params, function, (attribute, known.clone()), &mut own);
    let scalar = |(local, lane, _): &(usize, u32, _)| {
        let local = &checked.locals[*local];
        let ty = checked.types.resolve(local.ty).data()?;
        let is_one = !local.name.is_empty() && *local.name != *"_";
        let variant = format_ident!("{}", format!("{ty:?}"));
        is_one.then(|| (ty.lanes() as u32, (local.name.to_string(), *lane, variant)))
    };
    let scalars: Vec<_> = checked.scalars.iter().map(scalar).collect::<Option<_>>()?;
    let is_all =
        scalars.iter().map(|(lanes, _)| lanes).sum::<u32>() == checked.lanes && checked.groups.is_none();
    let emitted = emit::emit(&checked, attribute.workgroup_size);
    let functions = emit::emit_functions(&checked);
    if !is_all || !own.is_empty() || own.are_doubtful() {
        return None;
    }
    let unlinked = super::validate(&checked, &emitted, &functions, attribute, &mut own)?;
    let brace = function.block.brace_token.span.open();
    let compiled = Compiled::new(unlinked, &checked, &emitted, &functions, brace);
    let get = Ident::new("__operation", Span::call_site());
    let kernel = super::kernel_item(&function.sig, krate, &checked, Some(&compiled), (&get, &[]));
    let private = quote!(#krate::__private);
    let scalars = scalars.iter().map(|(_, (name, lane, ty))| quote!((#name, #lane, #private::DataType::#ty)));
    let about =
        format!("The function `{name}` as an operation on buffers with this id, for programs and pipelines.");
    let conditions: Vec<&syn::Attribute> = attribute::conditions(&function.attrs).collect();
    Some(quote! {
        #(#conditions)*
        const _: () = {
            #kernel

            #[allow(dead_code, unexpected_cfgs)]
            impl #name {
                #[doc = #about]
                #visibility fn operation(id: impl ::core::convert::Into<::std::string::String>) -> #private::OpSpec {
                    #private::exported_buffers(Self::__operation(), id, &[#(#scalars),*])
                }
            }
        };
    })
}

/// What rustc checks of the body, and what callers find of it: for every type of a function over types. Nothing if there are errors.
pub(super) fn bodies(
    (item, itself): (&TokenStream, &TokenStream),
    function: &ItemFn,
    (attribute, known): (&Attribute, &Definitions),
    errors: &mut Errors,
) -> Option<TokenStream> {
    if generic::is_over_others(&function.sig) {
        // A kernel checks its body with the types of the call, and rustc that of the host's form.
        return errors.is_empty().then(TokenStream::new);
    }
    let params = generic::type_params(&function.sig);
    let instances = match params.is_empty() {
        true => vec![generic::Instance { types: Vec::new(), function: function.clone() }],
        false => generic::instances(function, &params),
    };
    let krate = &attribute.krate;
    let private = quote!(#krate::__private);
    let (mut bodies, mut seen) = (TokenStream::new(), HashSet::new());
    for (at, instance) in instances.into_iter().enumerate() {
        let mut own = Errors::of(item.clone());
        let checked = check::check_placed(&instance.function, (attribute, known.clone()), &mut own);
        let (emitted, functions) =
            (emit::emit(&checked, attribute.workgroup_size), emit::emit_functions(&checked));
        let compiled = super::validate(&checked, &emitted, &functions, attribute, &mut own);
        if compiled.is_none() || !own.is_empty() || own.are_doubtful() {
            generic::report(errors, own, at, &params, &instance.types);
            return None;
        }
        let declared = items::declared(&checked, krate);
        let aliases = outer::aliases(&checked, krate);
        let calls = outer::has_unknown(&checked, krate).then(|| outer::calls(&checked, krate));
        let constants = items::exports(&checked, krate, &mut seen);
        let functions = outer::exports(&checked, &private, &mut seen);
        // What holds for numbers of one type holds for those of all.
        let mirror = (at == 0).then(|| mirror::function(&instance.function, &checked, known, krate));
        bodies.extend(quote! {
            #mirror

            const _: () = {
                #declared
                #aliases
                #calls

                #[allow(dead_code, unreachable_pub, unused)]
                impl #itself {
                    #constants
                    #functions
                }
            };
        });
    }
    errors.is_empty().then_some(bodies)
}

/// A function that cannot be called on the host. Editors read in its signature what calls take and give. An erroneous one has its error
/// already, and none at its calls.
pub(super) fn without_host_form(function: &ItemFn, is_erroneous: bool, private: &TokenStream) -> TokenStream {
    let syn::Signature { ident: name, generics, inputs, output, .. } = &function.sig;
    let params = inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&*input.ty),
        FnArg::Receiver(_) => None,
    });
    // `AtomicU32` is a word of kernels, which need not be in scope.
    let params = params.map(|ty| match signature::names_atomic(ty) {
        true => quote!(impl ::core::marker::Sized),
        false => quote!(#ty),
    });
    let (parameters, predicates) =
        (&generics.params, generics.where_clause.iter().flat_map(|it| &it.predicates));
    let bound = quote!(for<'__vyre_none> #name: #private::FormOnHost<'__vyre_none>,);
    let bound = (!is_erroneous).then_some(bound);
    quote! {
        fn #name<#parameters>(#(_: #params),*) #output
        where
            #bound
            #(#predicates,)*
        {
            loop {}
        }
    }
}

/// Whether a function, or one that it calls, uses what only a launch has.
fn is_of_device(outside: &Outside) -> bool {
    let names = |name: &str| {
        signature::atomic_named(name).is_some()
            || check::BUILT_INS.contains(&name) && !matches!(name, "select" | "cast")
    };
    let mut open: Vec<TokenTree> = outside.item.clone().into_iter().collect();
    while let Some(token) = open.pop() {
        match token {
            TokenTree::Group(group) => open.extend(group.stream()),
            TokenTree::Ident(name) if names(&name.to_string()) => return true,
            _ => {}
        }
    }
    // A declared operation is known once it is linked.
    let is_operation = !outside.is_placed && !outside.is_linked;
    is_operation || outside.known.functions().any(is_of_device)
}

/// Whether values of a type are elements of slices and arguments by value.
fn is_element(ty: &Type, params: &[TypeParam], known: &Definitions) -> bool {
    match ty {
        // Lengths may be parameters of the function, which a type in a launch cannot name.
        Type::Array(array) => {
            let is_known = matches!(&array.len, syn::Expr::Lit(_)) || signature::written(ty).is_some();
            is_known && signature::name_of(&array.elem) != "bool" && is_element(&array.elem, &[], known)
        }
        Type::Path(path) => {
            let definition = known.of(&path.path).map(|known| &known.definition);
            let is_struct = definition.is_some_and(|known| {
                let is_plain = known.local.is_none() && !known.is_converted();
                is_plain && matches!(known.shape, Shape::Struct(_))
            });
            is_struct || signature::value_type(ty).is_some() || generic::element(ty, params).is_some()
        }
        _ => false,
    }
}

/// What stands for a `usize` or an `isize` in a launch, which has 32 bits in kernels.
pub(super) fn of_32_bits(ty: &Type) -> Option<TokenStream> {
    match signature::name_of(ty).as_str() {
        "usize" => Some(quote!(::core::primitive::u32)),
        "isize" => Some(quote!(::core::primitive::i32)),
        _ => None,
    }
}

/// The function on the host: a launch of one invocation on the interpreter, so that everything means what it means in kernels. Nothing where a
/// parameter or the result cannot be an argument of a launch.
fn host_form(function: &ItemFn, known: &Definitions, krate: &TokenStream) -> Option<TokenStream> {
    let private = quote!(#krate::__private);
    let syn::Signature { ident: name, inputs, output, .. } = &function.sig;
    let params = generic::type_params(&function.sig);
    let is_element = &|ty: &Type| is_element(ty, &params, known);
    let (declared, arguments) = generic::generics(&function.sig, krate);
    let (declared, arguments) = match declared.is_empty() {
        true => (None, None),
        false => (Some(quote!(<#(#declared),*>)), Some(quote!(::<#(#arguments),*>))),
    };
    let (mut taken, mut passed, mut given) = (Vec::new(), Vec::new(), Vec::new());
    let mut surface = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else { return None };
        let inner = format_ident!("argument_{at}", span = Span::mixed_site());
        let name = match &*input.pat {
            syn::Pat::Ident(pat) => &pat.ident,
            _ => &inner,
        };
        let ty = &input.ty;
        surface.push(quote!(#name: #ty));
        let (kind, inside, value) = match &**ty {
            Type::Reference(reference) => match (&*reference.elem, &reference.mutability) {
                (Type::Slice(slice), _) if signature::name_of(&slice.elem) == "usize" => return None,
                (Type::Slice(_), _) => (quote!(#ty), quote!(#inner), quote!(#name)),
                (Type::Array(_), _) if signature::written(&reference.elem).is_none() => return None,
                (elem, Some(_)) if is_element(elem) => {
                    (quote!(&mut [#elem]), quote!(&mut #inner[0]), quote!(::core::slice::from_mut(#name)))
                }
                (elem, None) if is_element(elem) => (quote!(#elem), quote!(&#inner), quote!(*#name)),
                _ => return None,
            },
            ty => {
                let value = Passed::of(ty, known, &private, is_element)?;
                let names = value.names(&format!("argument_{at}"));
                value.kinds().iter().zip(&names).for_each(|(kind, inner)| taken.push(quote!(#inner: #kind)));
                passed.push(value.made(&mut names.iter().map(|name| quote!(#name))));
                value.parts(&quote!(#name), &mut given);
                continue;
            }
        };
        taken.push(quote!(#inner: #kind));
        passed.push(inside);
        given.push(value);
    }
    let call = quote!(#name #arguments (#(#passed),*));
    let result = match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(Passed::of(ty, known, &private, is_element)?),
    };
    let (results, kinds, body, result) = match result {
        None => (Vec::new(), Vec::new(), quote!(#call;), quote!()),
        Some(value) => {
            let (names, kinds) = (value.names("result"), value.kinds());
            let stored = value.stored(&call, &mut names.iter());
            let made = value.made(&mut names.iter().map(|name| quote!(#name[0])));
            (names, kinds, stored, made)
        }
    };
    let on_host = Ident::new(mirror::HOST_FORM, Span::call_site());
    Some(quote! {
        fn #name #declared(#(#surface),*) #output {
            #[#krate::kernel(crate = #krate, workgroup_size = 1)]
            fn #on_host #declared(#(#taken,)* #(#results: &mut [#kinds]),*) {
                #body
            }
            #(let mut #results: [#kinds; 1] = [<#kinds as #private::Sealed>::zero()];)*
            #private::on_host(#on_host #arguments (#(#given,)* #(&mut #results),*));
            #result
        }
    })
}
