//! The arguments of a launch, as the generated function takes them and hands them on.

use crate::emit;
use crate::hir::Kernel;
use crate::signature::{Param, Passing, Rows};
use crate::syntax::plain as unquoted;
use crate::tensor::{self, Tensor};
use crate::types::{self, Ty};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Type, parse_quote};

/// The type of an element, or of a value, on the host.
fn element(param: &Param, ty: Ty, private: &TokenStream) -> TokenStream {
    match &param.whole {
        Some(whole) => host_whole(whole, private).into_token_stream(),
        None => types::host_value(ty, private).unwrap_or_default(),
    }
}

/// An array or a struct as a user wrote it. Kernels know floats of 16 bits by name, also where rustc takes `f16` for a type of its own.
fn host_whole(whole: &Type, private: &TokenStream) -> Type {
    let mut ty = whole.clone();
    let mut open = vec![&mut ty];
    while let Some(inner) = open.pop() {
        match inner {
            Type::Array(array) => open.push(&mut array.elem),
            Type::Tuple(tuple) => open.extend(&mut tuple.elems),
            Type::Path(path)
                if let Some(name) = path.path.get_ident()
                    && Ty::named_float(&name.to_string()).is_some_and(Ty::is_half) =>
            {
                *inner = parse_quote!(#private::#name);
            }
            _ => {}
        }
    }
    ty
}

/// The type of an argument. `over` is the type parameter that it has, if any.
pub(super) fn host_type(param: &Param, over: Option<&Ident>, private: &TokenStream) -> TokenStream {
    if let Some(sized) = &param.sized {
        return quote!(::core::primitive::#sized);
    }
    let element = |ty| over.map_or_else(|| element(param, ty, private), |over| quote!(#over));
    if let Some(rows) = &param.rows {
        return rows_type(param, (rows, over.is_none()), element, private);
    }
    match param.passing {
        Passing::Read(ty) | Passing::Uniform(ty) => {
            let ty = element(ty);
            quote!(&'vyre (impl #private::ReadArg<#ty> + ?::core::marker::Sized))
        }
        Passing::Write(ty) => {
            let ty = element(ty);
            quote!(&'vyre mut (impl #private::WriteArg<#ty> + ?::core::marker::Sized))
        }
        Passing::Atomic(ty) => {
            let ty = types::host_value(ty, private);
            quote!(&'vyre mut (impl #private::WriteArg<#ty> + ?::core::marker::Sized))
        }
        Passing::Scalar(ty) => element(ty),
        Passing::Unknown => quote!(impl ::core::marker::Sized),
    }
}

/// The type of an argument whose elements are arrays with lengths that depend on constant parameters. Where rustc can say the whole type, its lengths
/// say what the constant parameters are.
fn rows_type(
    param: &Param,
    (rows, is_settled): (&Rows, bool),
    element: impl Fn(Ty) -> TokenStream,
    private: &TokenStream,
) -> TokenStream {
    let (ty, mutability, exact, any) = match param.passing {
        Passing::Write(ty) => (element(ty), Some(quote!(mut)), quote!(WriteArg), quote!(WriteRows)),
        Passing::Read(ty) | Passing::Uniform(ty) => (element(ty), None, quote!(ReadArg), quote!(ReadRows)),
        _ => return quote!(impl ::core::marker::Sized),
    };
    // Of a type parameter rustc does not know that there are arrays of it in buffers.
    let exact = rows.plain(&ty).filter(|_| is_settled).map(|row| quote!(#private::#exact<#row> +));
    quote!(&'vyre #mutability (impl #exact #private::#any<#ty> + ?::core::marker::Sized))
}

/// The type of an argument that is a tensor.
pub(super) fn tensor_type(
    tensor: &Tensor,
    param: &Param,
    over: Option<&Ident>,
    private: &TokenStream,
) -> TokenStream {
    let element = |ty| over.map_or_else(|| element(param, ty, private), |over| quote!(#over));
    let element = match param.passing {
        Passing::Read(ty) | Passing::Write(ty) | Passing::Uniform(ty) => element(ty),
        Passing::Atomic(ty) => types::host_value(ty, private).unwrap_or_default(),
        Passing::Scalar(_) | Passing::Unknown => return quote!(impl ::core::marker::Sized),
    };
    let mutability = tensor.is_mutable.then(|| quote!(mut));
    quote!(&'vyre #mutability #private::Tensor<#element>)
}

fn layout_name(tensor: &Tensor) -> Ident {
    format_ident!("__tensor_{}_layout", unquoted(&tensor.name), span = Span::mixed_site())
}

/// Takes a tensor apart: its buffer under its own name, and how it lies there.
pub(super) fn parts(tensor: &Tensor) -> TokenStream {
    let (name, layout) = (&tensor.name, layout_name(tensor));
    let parts = if tensor.is_mutable { quote!(parts_mut) } else { quote!(parts) };
    quote!(let (#name, #layout) = #name.#parts();)
}

/// The call that adds a tensor, and the one that adds its numbers.
pub(super) fn with_numbers(push: TokenStream, tensor: &Tensor, private: &TokenStream) -> TokenStream {
    let (name, layout) = (unquoted(&tensor.name), layout_name(tensor));
    let (is_mutable, axes) = (tensor.is_mutable, tensor::axes(tensor, private));
    quote!(#push.tensor(#name, #layout, #is_mutable, #axes))
}

/// The type of the argument of a step of a pipeline: a buffer of the pipeline, or what a launch takes for a number, in whose place a length may stand.
pub(super) fn step_type(param: &Param, over: Option<&Ident>, private: &TokenStream) -> TokenStream {
    match param.passing {
        Passing::Read(_) | Passing::Uniform(_) | Passing::Write(_) | Passing::Atomic(_) => {
            quote!(#private::Handle)
        }
        Passing::Scalar(_) => {
            let ty = host_type(param, over, private);
            quote!(impl ::core::convert::Into<#private::StepScalar<#ty>>)
        }
        Passing::Unknown => quote!(impl ::core::marker::Sized),
    }
}

/// The call that adds an argument to a step, from the one that adds it to a launch.
pub(super) fn step_push(param: &Param, name: &Ident, push: &TokenStream) -> TokenStream {
    match param.passing {
        Passing::Scalar(_) => quote!(.with(#name, |__step, #name| __step #push)),
        _ => push.clone(),
    }
}

/// The calls that add the arguments to a launch.
pub(super) fn pushes<'a>(
    params: &[Param],
    names: &[Ident],
    over: impl Fn(usize) -> Option<&'a Ident>,
    (checked, constants): (&Kernel, &[TokenStream]),
    private: &TokenStream,
) -> Vec<TokenStream> {
    let push = |(at, param, name): (usize, &Param, &Ident), number: Option<usize>| {
        // The type of the program's buffer, where it groups the words of the elements otherwise than the host's type does.
        let regrouped = number.filter(|_| param.whole.is_some()).map(|number| {
            let ty = Ident::new(&format!("{:?}", emit::element(checked, number)), Span::call_site());
            quote!(#private::DataType::#ty)
        });
        if let (Some(number), true) = (number, param.rows.is_some()) {
            let lengths = checked
                .buffers
                .get(number)
                .map_or(&[][..], |buffer| buffer.dimensions.get(1..).unwrap_or_default());
            let lengths = lengths.iter().map(|length| emit::length(checked, length, constants));
            return rows(param, (name, over(at)), lengths, private);
        }
        match (over(at), regrouped) {
            (Some(over), _) => over_type(param, name, over),
            (None, Some(_)) if number.is_some_and(|number| emit::is_packed(checked, number)) => {
                let ty = param.whole.as_ref().map(|whole| host_whole(whole, private));
                match param.passing {
                    Passing::Write(_) => quote!(.packed_mut::<#ty>(#name)),
                    _ => quote!(.packed::<#ty>(#name)),
                }
            }
            (None, Some(regrouped)) => {
                let ty = param.whole.as_ref().map(|whole| host_whole(whole, private));
                match param.passing {
                    Passing::Write(_) => quote!(.write_as::<#ty>(#name, #regrouped)),
                    _ => quote!(.read_as::<#ty>(#name, #regrouped)),
                }
            }
            (None, None) => plain(param, name, checked, private),
        }
    };
    let mut bound = 0..;
    let argument = |(at, (param, name)): (usize, (&Param, &Ident))| {
        let number: Option<usize> = if param.passing.is_bound() { bound.next() } else { None };
        let push = push((at, param, name), number);
        let count = number.and_then(|number| checked.buffers.get(number)?.exact.as_ref());
        match count.map(|count| emit::length(checked, count, constants)) {
            Some(count) => {
                let text = unquoted(name);
                quote!(#push.exactly(#text, #count))
            }
            None => push,
        }
    };
    params.iter().zip(names).enumerate().map(argument).collect()
}

/// The argument of a parameter whose elements are arrays with these lengths.
fn rows(
    param: &Param,
    (name, over): (&Ident, Option<&Ident>),
    lengths: impl Iterator<Item = TokenStream>,
    private: &TokenStream,
) -> TokenStream {
    let (method, ty) = match param.passing {
        Passing::Write(ty) => (quote!(write_rows), ty),
        Passing::Read(ty) | Passing::Uniform(ty) => (quote!(read_rows), ty),
        _ => return quote!(.ignore(#name)),
    };
    let ty = over.map_or_else(|| element(param, ty, private), |over| quote!(#over));
    let text = unquoted(name);
    quote!(.#method::<#ty>(#name, #text, &[#(#lengths),*]))
}

/// The argument of a parameter over a type.
fn over_type(param: &Param, name: &Ident, over: &Ident) -> TokenStream {
    match param.passing {
        Passing::Write(_) => quote!(.slice_mut::<#over>(#name)),
        Passing::Read(_) | Passing::Uniform(_) => quote!(.slice::<#over>(#name)),
        _ => quote!(.number(#name)),
    }
}

fn plain(param: &Param, name: &Ident, checked: &Kernel, private: &TokenStream) -> TokenStream {
    let u32 = quote!(::core::primitive::u32);
    match param.passing {
        Passing::Read(ty) | Passing::Uniform(ty) if ty.is_narrow() => {
            let ty = types::host_value(ty, private);
            quote!(.packed::<#ty>(#name))
        }
        Passing::Write(ty) if ty.is_narrow() => {
            let ty = types::host_value(ty, private);
            quote!(.packed_mut::<#ty>(#name))
        }
        Passing::Read(ty) | Passing::Uniform(ty) => {
            let ty = types::host_value(ty, private);
            quote!(.read::<#ty>(#name))
        }
        Passing::Write(ty) => {
            let ty = types::host_value(ty, private);
            quote!(.write::<#ty>(#name))
        }
        Passing::Atomic(Ty::I32) => {
            quote!(.write_as::<::core::primitive::i32>(#name, #private::DataType::U32))
        }
        Passing::Atomic(ty) => {
            let ty = types::host_value(ty, private);
            quote!(.write::<#ty>(#name))
        }
        Passing::Scalar(_) if param.whole.is_some() => {
            let local = checked.scalars.iter().find(|(_, _, area)| area.is(param.area));
            let ty = local.map(|(local, ..)| checked.types.resolve(checked.locals[*local].ty));
            match ty {
                Some(Ty::Enum(_)) => quote!(.scalar(#name as #u32)),
                Some(ty) if checked.types.is_converted(ty) => quote!(.item(#name)),
                _ => quote!(.words(#name)),
            }
        }
        Passing::Scalar(ty) if let Some(sized) = &param.sized => {
            let (text, ty, sized) = (name.to_string(), types::host_value(ty, private), sized.to_string());
            quote!(.sized(#text, #sized, #name, <#ty as ::core::convert::TryFrom<_>>::try_from(#name).ok().map(|word| word as #u32)))
        }
        Passing::Scalar(ty) => match ty {
            Ty::U32 => quote!(.scalar(#name)),
            Ty::F32 => quote!(.scalar(::core::primitive::f32::to_bits(#name))),
            Ty::F64 => {
                let bits = quote!(::core::primitive::f64::to_bits(#name));
                quote!(.scalar(#bits as #u32).scalar((#bits >> 32) as #u32))
            }
            ty if ty.is_half() => quote!(.scalar(#name.to_bits() as #u32)),
            // The lowest word first.
            Ty::U128 | Ty::I128 => {
                quote!(.scalar(#name as #u32).scalar((#name >> 32) as #u32).scalar((#name >> 64) as #u32).scalar((#name >> 96) as #u32))
            }
            ty if ty.bits() == 64 => quote!(.scalar(#name as #u32).scalar((#name >> 32) as #u32)),
            _ => quote!(.scalar(#name as #u32)),
        },
        Passing::Unknown => quote!(.ignore(#name)),
    }
}
