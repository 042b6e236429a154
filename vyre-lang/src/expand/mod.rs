//! What the attributes leave in the place of the function.

mod arguments;
mod arithmetic;
mod function;
pub(crate) mod generic;
mod host_forms;
mod items;
mod library;
mod marked;
mod methods;
mod operation;
mod outer;
mod parts;
mod passed;
mod placed;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod scale_tests;
mod unmarked;
mod value;

pub(crate) use arithmetic::{Computed, last_of};
pub use function::function;
pub(crate) use function::function_with;
pub use library::operations;
pub use marked::module;
pub(crate) use marked::{provided, refuse_drop};
pub(crate) use methods::{associated, name_hash, without_associated, without_self};
pub use operation::operation;
pub(crate) use operation::{Declared, Operation};
pub use outer::named_aliases;
pub(crate) use outer::respanned;
pub(crate) use parts::Compiled;
pub use value::func;

use crate::check::Beside;
use crate::data::{self, Definitions, Job};
use crate::diagnostics::{Errors, rule_message};
use crate::emit::Emitted;
use crate::functional;
use crate::hir::{Buffer, Kernel};
use crate::signature::Param;
use crate::tensor::{self, Tensor};
use crate::{attribute, check, editor, emit, guard, mirror, races, report, signature, syntax};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashSet;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Item, ItemFn, Signature};
use vyre_ir::{Problem, Unlinked, validate_unlinked};

/// Expands `#[vyre::kernel(attribute)] item`.
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    kernel_with(attribute, item, None)
}

/// The same, with the definitions of the types that it names once they are known.
pub(crate) fn kernel_with(
    attribute: TokenStream,
    item: TokenStream,
    known: Option<&Definitions>,
) -> TokenStream {
    let mut errors = Errors::of(item.clone());
    let given = attribute.clone();
    let attribute = attribute::parse(attribute, &mut errors);
    if !guard::check(&item, &mut errors) {
        return errors.into_tokens();
    }
    let mut function = match parse(&item, "kernel", &mut errors) {
        Parsed::Function(function) => function,
        Parsed::Torn(function) => {
            return match syntax::parenthesised(&item) {
                Some(item) => kernel_with(given, item, known),
                None => torn(&function, &item, &attribute, errors),
            };
        }
        Parsed::Other => {
            let errors = errors.into_tokens();
            return quote!(#errors #item);
        }
    };
    let tensors = tensor::of_kernel(&mut function, &HashSet::new(), &mut errors);
    let Some(known) = known else {
        let krate = &attribute.krate;
        let plain = match (tensors.is_empty(), functional::takes_functions(&function.sig)) {
            (_, true) => functional::on_host(&function, &quote!(#krate::__private)).to_token_stream(),
            (true, false) => item.clone(),
            (false, false) => function.to_token_stream(),
        };
        let editor = editor::function(&plain, &function, krate);
        let mut asked = data::of_function(&function);
        asked.extend(data::calls_of(&function, &attribute.name()));
        let kernel = if asked.is_empty() {
            kernel_of(&item, (function, &tensors), (&attribute, Definitions::default()), errors)
        } else {
            data::ask(Job::Kernel, asked, &attribute.krate, given, item)
        };
        return quote!(#editor #kernel);
    };
    kernel_of(&item, (function, &tensors), (&attribute, known.clone()), errors)
}

/// What stands in the place of a kernel, whose definitions are known.
fn kernel_of(
    item: &TokenStream,
    (mut function, tensors): (ItemFn, &[Tensor]),
    (attribute, known): (&attribute::Attribute, Definitions),
    mut errors: Errors,
) -> TokenStream {
    let functions = functional::of_kernel(&mut function, &mut errors);
    let attribute = &attribute::Attribute { functions, ..attribute.clone() };
    let (signature, lengths) = data::Hints::of(&function).settled(&function.sig);
    if let (false, Ok(signature)) = (lengths.is_empty(), syn::parse2(signature)) {
        function.sig = signature;
    }
    let kernel = settled_kernel(item, (&function, tensors), (attribute, known), errors);
    let lengths = (!lengths.is_empty()).then(|| quote!(const _: () = { #lengths };));
    quote!(#kernel #lengths)
}

/// What stands in the place of a kernel of a module that is seen as a whole, with what stands beside it; notes what the functions beside compute.
pub(crate) fn kernel_beside(
    (function, tensors): (&ItemFn, &[Tensor]),
    (attribute, known): (&attribute::Attribute, Definitions),
    (beside, computed): (&Beside, &mut Computed),
    errors: &mut Errors,
) -> TokenStream {
    let krate = &attribute.krate;
    attribute::check_others(&function.attrs, attribute::Stands::Kernel, errors);
    let types = generic::type_params(&function.sig);
    if types.is_empty() {
        let params = signature::parse(&function.sig, &known, errors);
        let checked = check::check_beside(&params, function, (attribute, known.clone()), beside, errors);
        computed.note(&checked);
        refuse_callees(&checked, errors);
        let brace = function.block.brace_token.span.open();
        let compiled = compile(&checked, brace, (attribute, &function.attrs), errors);
        let getter = (&kernel_name(None), &[][..]);
        let kernel = kernel_item(&function.sig, krate, &checked, compiled.as_ref(), getter);
        let surface = surface((function, tensors, &[]), &params, krate, &checked, &kernel);
        let races = compiled.map(|compiled| compiled.races);
        return quote!(#surface #races);
    }
    let (mut kernels, mut arms) = (TokenStream::new(), TokenStream::new());
    let (mut params, mut last) = (Vec::new(), Kernel::default());
    for (at, instance) in generic::instances(function, &types).into_iter().enumerate() {
        let (mut own, concrete) = (errors.like(), &instance.function);
        params = signature::parse(&concrete.sig, &known, &mut own);
        let checked = check::check_beside(&params, concrete, (attribute, known.clone()), beside, &mut own);
        computed.note(&checked);
        refuse_callees(&checked, &mut own);
        let brace = concrete.block.brace_token.span.open();
        let compiled = compile(&checked, brace, (attribute, &function.attrs), &mut own);
        let is_erroneous = !own.is_empty();
        let name = kernel_name(Some(at));
        let compiled = compiled.filter(|_| !is_erroneous);
        kernels.extend(kernel_item(&function.sig, krate, &checked, compiled.as_ref(), (&name, &[])));
        arms.extend(generic::arm(&types, &instance.types, krate, &quote!(Self::#name())));
        last = checked;
        if is_erroneous {
            generic::report(errors, own, at, &types, &instance.types);
            break;
        }
    }
    let kernels = chosen_by_type(function, &[], krate, &kernels, &arms);
    surface((function, tensors, &[]), &params, krate, &last, &kernels)
}

/// Reports what a kernel calls and the module does not have.
fn refuse_callees(checked: &Kernel, errors: &mut Errors) {
    for callee in &checked.callees {
        let problem = format!("there is no function `{}` in this module", callee.text);
        errors.report(callee.area, problem, "declare it in the module: kernels of it see no other items");
    }
}

/// The kernels of all types, and the function that chooses among them.
fn chosen_by_type(
    function: &ItemFn,
    functions: &[functional::Argument],
    krate: &TokenStream,
    kernels: &TokenStream,
    arms: &TokenStream,
) -> TokenStream {
    let (declared_functions, passed) = functions_of_getter(functions, krate);
    let (name, (declared, arguments)) = (&function.sig.ident, generic::generics(&function.sig, krate));
    let first = kernel_name(Some(0));
    quote! {
        #kernels

        #[allow(dead_code, unreachable_pub)]
        impl<#(#declared),*> #name<#(#arguments),*> {
            #[doc(hidden)]
            pub fn __kernel(#declared_functions) -> &'static #krate::__private::Kernel {
                #arms
                Self::#first(#passed)
            }
        }
    }
}

/// What stands in the place of a kernel in whose parameters all known lengths are numbers.
fn settled_kernel(
    item: &TokenStream,
    (function, tensors): (&ItemFn, &[Tensor]),
    (attribute, known): (&attribute::Attribute, Definitions),
    mut errors: Errors,
) -> TokenStream {
    attribute::check_others(&function.attrs, attribute::Stands::Kernel, &mut errors);
    let types = generic::type_params(&function.sig);
    if !types.is_empty() && !matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_))) {
        return generic_kernel(item, (function, tensors), &types, (attribute, &known), errors);
    }
    let params = signature::parse(&function.sig, &known, &mut errors);
    let are_erroneous = known.are_erroneous() || errors.are_doubtful();
    let checked = check::check(&params, function, (attribute, known.clone()), &mut errors);
    let brace = function.block.brace_token.span.open();
    let of = (attribute, &function.attrs[..]);
    let compiled = if are_erroneous { None } else { compile(&checked, brace, of, &mut errors) };
    if let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first() {
        let (method, errors) = (method(function, receiver, &params, &attribute.krate), errors.into_tokens());
        return quote!(#method #errors);
    }
    let krate = &attribute.krate;
    let functions = &attribute.functions[..];
    let getter = (&kernel_name(None), functions);
    let kernel = kernel_item(&function.sig, krate, &checked, compiled.as_ref(), getter);
    let surface = surface((function, tensors, functions), &params, krate, &checked, &kernel);
    let plain = functional::for_rust(function, functions, &quote!(#krate::__private));
    let mirror = compiled.as_ref().map(|_| mirror::function(&plain, &checked, &known, krate));
    let races = compiled.map(|compiled| compiled.races);
    let errors = errors.into_items(krate);
    quote!(#surface #mirror #races #errors)
}

/// The name of the function that gives the kernel, or the one for an instance.
fn kernel_name(instance: Option<usize>) -> Ident {
    match instance {
        None => Ident::new("__kernel", Span::call_site()),
        Some(at) => format_ident!("__kernel_{at}"),
    }
}

/// Expands a kernel over types.
fn generic_kernel(
    item: &TokenStream,
    (function, tensors): (&ItemFn, &[Tensor]),
    types: &[generic::TypeParam],
    (attribute, known): (&attribute::Attribute, &Definitions),
    mut errors: Errors,
) -> TokenStream {
    let krate = &attribute.krate;
    let (mut kernels, mut arms) = (TokenStream::new(), TokenStream::new());
    let (_, passed) = functions_of_getter(&attribute.functions, krate);
    let (mut params, mut last) = (Vec::new(), Kernel::default());
    let (mut mirror, mut races) = (TokenStream::new(), TokenStream::new());
    for (at, instance) in generic::instances(function, types).into_iter().enumerate() {
        let (mut own, concrete) = (Errors::of(item.clone()), &instance.function);
        let functions = attribute.functions.iter();
        let functions =
            functions.map(|it| it.with_types(|tokens| generic::with_types(tokens, types, &instance.types)));
        let attribute = &attribute::Attribute { functions: functions.collect(), ..attribute.clone() };
        params = signature::parse(&concrete.sig, known, &mut own);
        let checked = check::check(&params, concrete, (attribute, known.clone()), &mut own);
        let brace = concrete.block.brace_token.span.open();
        let compiled = compile(&checked, brace, (attribute, &function.attrs), &mut own);
        let is_erroneous = !own.is_empty();
        let name = kernel_name(Some(at));
        let compiled = compiled.filter(|_| !is_erroneous);
        let getter = (&name, &attribute.functions[..]);
        kernels.extend(kernel_item(&function.sig, krate, &checked, compiled.as_ref(), getter));
        // A race of one instance is one of all.
        if let (0, Some(compiled)) = (at, compiled) {
            let plain = functional::for_rust(concrete, &attribute.functions, &quote!(#krate::__private));
            mirror = mirror::function(&plain, &checked, known, krate);
            races = compiled.races;
        }
        arms.extend(generic::arm(types, &instance.types, krate, &quote!(Self::#name(#passed))));
        last = checked;
        if is_erroneous {
            generic::report(&mut errors, own, at, types, &instance.types);
            break;
        }
    }
    let kernels = chosen_by_type(function, &attribute.functions, krate, &kernels, &arms);
    let surface = surface((function, tensors, &attribute.functions), &params, krate, &last, &kernels);
    let errors = errors.into_items(krate);
    quote!(#surface #mirror #races #errors)
}

/// The parameter of what gives a kernel for the functions that are arguments, and what is passed on for it.
fn functions_of_getter(
    functions: &[functional::Argument],
    krate: &TokenStream,
) -> (Option<TokenStream>, Option<TokenStream>) {
    let declared = (!functions.is_empty()).then(|| quote!(__vyre_functions: &[#krate::__private::Callee]));
    (declared, (!functions.is_empty()).then(|| quote!(__vyre_functions)))
}

/// A function whose body may be no Rust: without it.
struct Torn(ItemFn);

impl Parse for Torn {
    fn parse(input: ParseStream<'_>) -> syn::Result<Torn> {
        let attrs = input.call(Attribute::parse_outer)?;
        let (vis, sig) = (input.parse()?, input.parse()?);
        let body;
        syn::braced!(body in input);
        let brace_token = syn::token::Brace::default();
        body.parse::<TokenStream>()?;
        let block = Box::new(syn::Block { brace_token, stmts: Vec::new() });
        Ok(Torn(ItemFn { attrs, vis, modifiers: Default::default(), sig, block }))
    }
}

/// What stands under an attribute.
enum Parsed {
    Function(ItemFn),
    /// A function whose body is no Rust.
    Torn(ItemFn),
    /// No function; an error has been reported.
    Other,
}

fn parse(item: &TokenStream, attribute: &str, errors: &mut Errors) -> Parsed {
    let error = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(function) => return Parsed::Function(function),
        Err(error) => error,
    };
    if let Ok(Torn(function)) = syn::parse2(item.clone()) {
        return Parsed::Torn(function);
    }
    match syn::parse2::<Item>(item.clone()) {
        Ok(other) => {
            let problem = format!("`#[vyre::{attribute}]` stands on a function");
            errors.report(check::keyword(&other), problem, "remove it here");
        }
        Err(_) => errors.report_syntax(&error),
    }
    Parsed::Other
}

/// What stays of a function whose body is no Rust. rustc has parsed it before us and said so, with its suggestions; it says the same once
/// for the copy that no configuration has, and nothing comes on top. What it takes and syn does not is unstable, which it says too. The function stays, for its callers.
fn torn(
    function: &ItemFn,
    item: &TokenStream,
    attribute: &attribute::Attribute,
    mut errors: Errors,
) -> TokenStream {
    let params = signature::parse(&function.sig, &Definitions::default(), &mut errors);
    let getter = (&kernel_name(None), &[][..]);
    let kernel = kernel_item(&function.sig, &attribute.krate, &Kernel::default(), None, getter);
    let surface = surface((function, &[], &[]), &params, &attribute.krate, &Kernel::default(), &kernel);
    let errors = errors.torn_items(&attribute.krate);
    quote!(#surface #errors #[cfg(any())] #item)
}

/// Compiles a kernel with these attributes beside ours; nothing if there are errors.
fn compile(
    checked: &Kernel,
    brace: Span,
    (attribute, attributes): (&attribute::Attribute, &[Attribute]),
    errors: &mut Errors,
) -> Option<Compiled> {
    let (mut emitted, functions) =
        (emit::emit(checked, attribute.workgroup_size), emit::emit_functions(checked));
    emitted.packed.extend(attribute.is_any_order.then(emit::Packed::any_order));
    let unlinked = validate(checked, &emitted, &functions, attribute, errors)?;
    let races = races::warnings(&emitted, attributes, errors);
    let compiled = Compiled::new(unlinked, checked, &emitted, &functions, brace);
    Some(Compiled { races, ..compiled })
}

/// Validates the program of a kernel or of a function, with the functions in it and as far as the macro knows those outside; nothing if there
/// are errors.
pub(crate) fn validate(
    checked: &Kernel,
    emitted: &Emitted,
    functions: &[Emitted],
    attribute: &attribute::Attribute,
    errors: &mut Errors,
) -> Option<Unlinked> {
    let declared = emit::declared(checked);
    match validate_unlinked(&emitted.program, &emit::registry(checked, functions), &declared) {
        Ok(unlinked) => errors.is_empty().then_some(unlinked),
        Err(list) => {
            report::report(&list, checked, emitted, attribute, errors);
            None
        }
    }
}

/// The function that makes launches, and the type with the same name.
fn surface(
    (function, tensors, functions): (&ItemFn, &[Tensor], &[functional::Argument]),
    params: &[Param],
    krate: &TokenStream,
    checked: &Kernel,
    kernel: &TokenStream,
) -> TokenStream {
    let (name, visibility) = (&function.sig.ident, &function.vis);
    let attributes: Vec<&Attribute> = attribute::kept(&function.attrs).collect();
    let conditions: Vec<&Attribute> = attribute::conditions(&function.attrs).collect();
    let names: Vec<Ident> = argument_names(params);
    let private = quote!(#krate::__private);
    let type_params = generic::type_params(&function.sig);
    let written = function.sig.inputs.iter().map(|input| match input {
        FnArg::Typed(input) => match signature::rows(&input.ty, &function.sig) {
            Some(rows) => generic::element(&rows.flat, &type_params),
            None => generic::element(&input.ty, &type_params),
        },
        FnArg::Receiver(_) => None,
    });
    // The type parameter of each parameter that has one.
    let over: Vec<Option<&Ident>> = written.collect();
    let over = |at: usize| over.get(at).copied().flatten();
    let given = |param: &Param| functions.iter().find(|of| of.name == param.name);
    let types =
        params.iter().enumerate().map(|(at, param)| match (tensor::of(tensors, &param.name), given(param)) {
            (Some(tensor), _) => arguments::tensor_type(tensor, param, over(at), &private),
            (None, Some(of)) => of.ty.to_token_stream(),
            (None, None) => arguments::host_type(param, over(at), &private),
        });
    let is_hidden = |param: &Param| tensor::owner(tensors, &param.name).is_some();
    let taken = params.iter().zip(names.iter().zip(types)).filter(|(param, _)| !is_hidden(param));
    let (taken, types): (Vec<&Ident>, Vec<TokenStream>) = taken.map(|(_, of)| of).unzip();
    let pushes = arguments::pushes(
        params,
        &names,
        over,
        (checked, &signature::constant_values(&function.sig)),
        &private,
    );
    let axes: Vec<TokenStream> = tensors
        .iter()
        .map(|tensor| {
            let (name, axes) = (syntax::plain(&tensor.name), tensor::axes(tensor, &private));
            quote!((#name, #axes))
        })
        .collect();
    let callees = functions.iter().map(|of| {
        let (name, types) = (&of.name, of.types());
        quote!(#private::Call::<#types>::compiled(&#name))
    });
    let callees: Vec<TokenStream> = callees.collect();
    let callees = (!callees.is_empty()).then(|| quote!(&[#(#callees),*]));
    let mut further: Vec<(usize, TokenStream)> = functions
        .iter()
        .filter_map(|of| of.param.as_ref())
        .map(|(at, param)| (*at, param.to_token_stream()))
        .collect();
    further.sort_by_key(|(at, _)| *at);
    further.dedup_by_key(|(at, _)| *at);
    let step = {
        let groups = checked.groups.map(|_| quote!(.groups()));
        let shown = params.iter().zip(&names).enumerate().filter(|(_, (param, _))| !is_hidden(param));
        let taken = shown.map(|(at, (param, name))| match (tensor::of(tensors, &param.name), given(param)) {
            (Some(_), _) => quote!(#name: impl ::core::convert::Into<#private::StepArg>),
            (None, Some(of)) => {
                let ty = &of.ty;
                quote!(#name: #ty)
            }
            (None, None) => {
                let ty = arguments::step_type(param, over(at), &private);
                quote!(#name: #ty)
            }
        });
        let pushes = params.iter().zip(&names).zip(&pushes).filter(|((param, _), _)| !is_hidden(param));
        let pushes =
            pushes.map(|((param, name), push)| match (tensor::of(tensors, &param.name), given(param)) {
                (Some(_), _) => quote!(.tensor(#name)),
                (None, Some(_)) => quote!(.function(&#name)),
                (None, None) => arguments::step_push(param, name, push),
            });
        let new = match &axes[..] {
            [] => quote!(new(Self::__kernel(#callees))),
            axes => quote!(of_tensors(Self::__kernel(#callees), &[#(#axes),*])),
        };
        let further = further.iter().map(|(_, param)| param);
        quote! {
            /// A launch of the kernel as a step of a pipeline, on buffers of the pipeline.
            #[inline]
            #[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)]
            pub fn step<#(#further),*>(#(#taken),*) -> #private::StepLaunch {
                #private::KernelStep::#new #(#pushes)* #groups .done()
            }
        }
    };
    let pushes = pushes.into_iter().zip(params).filter(|(_, param)| !is_hidden(param));
    let pushes = pushes.map(|(push, param)| match (tensor::of(tensors, &param.name), given(param)) {
        (Some(tensor), _) => arguments::with_numbers(push, tensor, &private),
        (None, Some(of)) => {
            let name = &of.name;
            quote!(.function(&#name))
        }
        (None, None) => push,
    });
    let parts = params.iter().filter_map(|param| tensor::of(tensors, &param.name)).map(arguments::parts);
    let groups = checked.groups.map(|_| quote!(.groups()));
    let about = format!("The program of the kernel `{name}`, and the shader it lowers to.");
    let (parameters, constants) = generic::generics(&function.sig, krate);
    let mut written = parameters.clone();
    further.iter().for_each(|(at, param)| written.insert((*at).min(written.len()), param.clone()));
    let program = match &axes[..] {
        [] => quote!(program()),
        axes => quote!(program_of(&[#(#axes),*])),
    };
    let parts_of_program = functions.is_empty().then(|| {
        quote! {
            /// The validated IR, built once.
            pub fn program() -> &'static #private::Program {
                Self::__kernel().#program
            }

            /// Whether every operator of the kernel gives one result, to the bit: none is approximate.
            pub fn is_strict() -> ::core::primitive::bool {
                Self::__kernel().is_strict()
            }

            /// The WGSL that the kernel lowers to.
            pub fn wgsl() -> &'static ::core::primitive::str {
                Self::__kernel().wgsl()
            }
        }
    });
    let over_types = type_params.iter().map(|param| &param.name);
    let field =
        (!type_params.is_empty()).then(|| quote!(__types: ::core::marker::PhantomData<(#(#over_types,)*)>));
    quote! {
        #(#attributes)*
        #[allow(dead_code, clippy::too_many_arguments, clippy::needless_pass_by_value)]
        #visibility fn #name<'vyre, #(#written),*>(#(#taken: #types),*) -> #private::Launch<'vyre> {
            #(#parts)*
            #private::Launch::new(<#name<#(#constants),*>>::__kernel(#callees)) #(#pushes)* #groups
        }

        #(#conditions)*
        #[doc = #about]
        #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #name<#(#parameters),*> { #field }

        #(#conditions)*
        #[allow(dead_code, unreachable_pub, unexpected_cfgs)]
        impl<#(#parameters),*> #name<#(#constants),*> {
            #parts_of_program

            #step
        }

        #(#conditions)*
        #kernel
    }
}

/// The kernel itself, behind the function and the type, and what fails to compile where calls lead too far.
fn kernel_item(
    signature: &Signature,
    krate: &TokenStream,
    checked: &Kernel,
    compiled: Option<&Compiled>,
    (getter, functions): (&Ident, &[functional::Argument]),
) -> TokenStream {
    let (name, private) = (&signature.ident, quote!(#krate::__private));
    let constants = &signature::constant_values(signature);
    let (parameters, arguments) = generic::generics(signature, krate);
    // An erroneous kernel shows no errors about what it calls.
    let has_callees = compiled.is_some() && !checked.callees.is_empty();
    let calls = has_callees.then(|| {
        let aliases = outer::aliases(checked, krate);
        // The copy for rustc has the calls, too, and asks for what they give where the checker knows it.
        let is_needed = *name == mirror::HOST_FORM || outer::has_unknown(checked, krate);
        let calls = is_needed.then(|| outer::calls(checked, krate));
        quote!(#aliases #calls)
    });
    let list = if has_callees { outer::list(checked, krate) } else { quote!(&[]) };
    let limits = compiled.filter(|_| has_callees).map(|Compiled { unlinked, .. }| {
        let measured = outer::measure(checked, unlinked, unlinked.size, &quote!(#private::KERNEL));
        outer::limits(checked, name, true, krate, &measured)
    });
    let parts = compiled.map_or_else(
        || quote!(#private::Parts::NONE),
        |compiled| compiled.parts(checked, &name.to_string(), &list, krate),
    );
    // What the lengths name is declared for a program alone.
    let dependent = |buffer: &&Buffer| compiled.is_some() && buffer.length.is_some();
    let (declared_functions, passed) = functions_of_getter(functions, krate);
    let passed = passed.unwrap_or_else(|| quote!(&[]));
    let get = if constants.is_empty()
        && functions.is_empty()
        && !checked.buffers.iter().any(|buffer| dependent(&buffer))
    {
        quote! {
            static __VYRE_KERNEL: #private::Kernel = #private::Kernel::new(#parts);
            &__VYRE_KERNEL
        }
    } else {
        // The program has no slices.
        let buffers = checked.buffers.iter().filter(|buffer| !buffer.is_slice).enumerate();
        let dependent = buffers.filter(|(_, buffer)| dependent(buffer));
        let dependent = dependent.filter_map(|(at, buffer)| Some((at, buffer, buffer.length.as_ref()?)));
        let (mut lengths, mut checks) = (Vec::new(), Vec::new());
        for (at, buffer, length) in dependent {
            let mut length = emit::length(checked, length, constants);
            // The elements of a narrow table are packed: its length in the program is in words.
            let element = checked.types.resolve(buffer.ty);
            let is_narrow = element.is_narrow() && buffer.decl.access.is_bound();
            if is_narrow || emit::has_packed_parts(checked, buffer) {
                let bytes = checked.types.bytes(element);
                length = quote!((#length * #bytes).div_ceil(4));
            }
            let (access, name) = (buffer.decl.access, buffer.decl.name.clone());
            let message = rule_message(&Problem::EmptyArray { access, name }, None);
            let at_length = Span::mixed_site().located_at(buffer.area.start);
            checks.push(quote_spanned!(at_length=> const { ::core::assert!(#length > 0, #message) };));
            let stride = emit::stride(checked, buffer);
            lengths.push(quote!((#at, #length * #stride)));
        }
        let sized = signature.generics.const_params().filter(|param| signature::is_sized(&param.ty));
        let fit = sized.map(|param| {
            let name = &param.ident;
            let message = format!("`{name}` has 32 bits in kernels");
            quote!(const { ::core::assert!(#name <= ::core::primitive::u32::MAX as ::core::primitive::usize, #message) };)
        });
        quote! {
            #(#checks)*
            #(#fit)*
            static __VYRE_KERNELS: #private::Kernels = #private::Kernels::new(#parts);
            __VYRE_KERNELS.get_with(&[#(#constants),*], &[#(#lengths),*], #passed)
        }
    };
    let kernel = quote! {
        #[allow(dead_code, unreachable_pub)]
        impl<#(#parameters),*> #name<#(#arguments),*> {
            #[doc(hidden)]
            pub fn #getter(#declared_functions) -> &'static #private::Kernel {
                #get
            }
        }
    };
    let declared = compiled.map(|_| items::declared(checked, krate));
    if has_callees || declared.as_ref().is_some_and(|declared| !declared.is_empty()) {
        quote!(const _: () = { #declared #calls #kernel #limits };)
    } else {
        kernel
    }
}

/// What stays of a function with `self`, which is an error: beside a method no type can stand.
fn method(function: &ItemFn, receiver: &syn::Receiver, params: &[Param], krate: &TokenStream) -> TokenStream {
    let (name, visibility, names) = (&function.sig.ident, &function.vis, argument_names(params));
    quote! {
        #[allow(unused, clippy::empty_loop)]
        #visibility fn #name(#receiver, #(#names: impl ::core::marker::Sized),*) -> #krate::__private::Launch<'static> {
            loop {}
        }
    }
}

/// The names of the arguments. A name that stands twice is an error already; the second gets another one, so that it
/// stays the only error.
fn argument_names(params: &[Param]) -> Vec<Ident> {
    let mut names: Vec<Ident> = Vec::new();
    for (at, param) in params.iter().enumerate() {
        let is_new = !names.contains(&param.name);
        names.push(if is_new && param.name != "_" {
            param.name.clone()
        } else {
            format_ident!("argument_{at}", span = Span::mixed_site())
        });
    }
    names
}
