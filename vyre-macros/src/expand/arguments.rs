//! The arguments of a launch, as the generated function takes them and hands them on.

use crate::emit;
use crate::hir::Kernel;
use crate::signature::{Param, Passing};
use crate::types::{self, Ty};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use vyre_ir::{DataType, Scalar};

/// The type of an element, or of a value, on the host.
fn element(param: &Param, ty: DataType) -> TokenStream {
    match &param.whole {
        Some(whole) => quote!(#whole),
        None => types::host_type(ty),
    }
}

/// The type of an argument.
pub(super) fn host_type(param: &Param, private: &TokenStream) -> TokenStream {
    let u32 = quote!(::core::primitive::u32);
    match param.passing {
        Passing::Read(ty) | Passing::Uniform(ty) => {
            let ty = element(param, ty);
            quote!(&'vyre (impl #private::ReadArg<#ty> + ?::core::marker::Sized))
        }
        Passing::Write(ty) => {
            let ty = element(param, ty);
            quote!(&'vyre mut (impl #private::WriteArg<#ty> + ?::core::marker::Sized))
        }
        Passing::Atomic => quote!(&'vyre mut (impl #private::WriteArg<#u32> + ?::core::marker::Sized)),
        Passing::Bytes => {
            quote!(&'vyre (impl #private::ReadArg<::core::primitive::u8> + ?::core::marker::Sized))
        }
        Passing::Scalar(ty) => element(param, ty),
        Passing::Unknown => quote!(impl ::core::marker::Sized),
    }
}

/// The calls that add the arguments to a launch.
pub(super) fn pushes(
    params: &[Param],
    names: &[Ident],
    checked: &Kernel,
    private: &TokenStream,
) -> Vec<TokenStream> {
    let u32 = quote!(::core::primitive::u32);
    let mut bound = 0..;
    let mut push = |param: &Param, name: &Ident| {
        let at = if param.passing.is_bound() { bound.next() } else { None };
        // The type of the program's buffer, where it groups the words of the elements otherwise than the host's type does.
        let regrouped = at.filter(|_| param.whole.is_some()).map(|at: usize| {
            let ty = Ident::new(&format!("{:?}", emit::element(checked, at)), proc_macro2::Span::call_site());
            quote!(#private::DataType::#ty)
        });
        match (param.passing, regrouped) {
            (Passing::Read(ty) | Passing::Uniform(ty), Some(regrouped)) => {
                let ty = element(param, ty);
                quote!(.read_as::<#ty>(#name, #regrouped))
            }
            (Passing::Write(ty), Some(regrouped)) => {
                let ty = element(param, ty);
                quote!(.write_as::<#ty>(#name, #regrouped))
            }
            (Passing::Read(ty) | Passing::Uniform(ty), None) => {
                let ty = types::host_type(ty);
                quote!(.read::<#ty>(#name))
            }
            (Passing::Write(ty), None) => {
                let ty = types::host_type(ty);
                quote!(.write::<#ty>(#name))
            }
            (Passing::Atomic, _) => quote!(.write::<#u32>(#name)),
            (Passing::Bytes, _) => quote!(.bytes(#name)),
            (Passing::Scalar(_), _) if param.whole.is_some() => {
                let local = checked.scalars.iter().find(|(_, _, area)| area.is(param.area));
                let ty = local.map(|(local, ..)| checked.types.resolve(checked.locals[*local].ty));
                match ty {
                    Some(Ty::Enum(_)) => quote!(.scalar(#name as #u32)),
                    _ => quote!(.words(#name)),
                }
            }
            (Passing::Scalar(ty), _) => match ty.element_type().scalar {
                Scalar::U32 => quote!(.scalar(#name)),
                Scalar::I32 | Scalar::Bool => quote!(.scalar(#name as #u32)),
                Scalar::F32 => quote!(.scalar(::core::primitive::f32::to_bits(#name))),
                // The lower word first.
                Scalar::U64 => quote!(.scalar(#name as #u32).scalar((#name >> 32) as #u32)),
            },
            (Passing::Unknown, _) => quote!(.ignore(#name)),
        }
    };
    params.iter().zip(names).map(|(param, name)| push(param, name)).collect()
}
