//! Types, literals and casts of functions as plain Rust.

use super::host::Host;
use crate::check::ordering::ID as ORDERING;
use crate::data::Shape;
use crate::hir::{Argument, Expr, OuterCall};
use crate::types::{Form, Ty, host_type, host_value};
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use vyre_ir::DataType;

impl Host<'_> {
    /// The type on the host.
    pub(crate) fn ty(&self, ty: Ty) -> TokenStream {
        if let Some((form, parts)) = self.kernel.types.parts(ty) {
            let (types, count) = (parts.iter().map(|part| self.ty(*part)), parts.len());
            let types: Vec<TokenStream> = types.collect();
            return match (form, &types[..]) {
                (Form::Struct(_) | Form::Enum(_), _) => self.path(ty),
                (Form::Array, [first, ..]) => quote!([#first; #count]),
                (Form::Option, [_, value]) => quote!(::core::option::Option<#value>),
                (Form::Result, [_, value, error]) => quote!(::core::result::Result<#value, #error>),
                _ => quote!((#(#types,)*)),
            };
        }
        if self.kernel.types.resolve(ty) == Ty::Unit {
            return quote!(());
        }
        if let Ty::Enum(_) = self.kernel.types.resolve(ty) {
            return self.path(ty);
        }
        host_value(self.kernel.types.resolve(ty), self.krate)
            .unwrap_or_else(|| host_type(DataType::U32, self.krate))
    }

    /// Whether the host may have a `usize` or an `isize` in the place of a value of a method's signature.
    fn may_be_sized(&self, ty: Ty) -> bool {
        match self.kernel.types.parts(ty) {
            Some((Form::Struct(_) | Form::Enum(_), _)) => false,
            Some((form, parts)) if form.has_variants() => {
                parts.iter().skip(1).all(|part| self.may_be_sized(*part))
            }
            Some((_, parts)) => parts.iter().all(|part| self.may_be_sized(*part)),
            None => matches!(self.kernel.types.resolve(ty), Ty::U32 | Ty::I32 | Ty::Vec2 | Ty::Vec4),
        }
    }

    /// An argument of a call, as the method takes it. Functions outside take what kernels have.
    pub(crate) fn given(&self, call: &OuterCall, ty: Ty, value: TokenStream) -> TokenStream {
        if call.of_data.is_none() || !self.may_be_sized(ty) {
            return value;
        }
        let krate = self.krate;
        quote!(#krate::__private::host::on_host(#value))
    }

    /// Whether an argument of a method may be taken as a `usize`.
    pub(crate) fn is_given(&self, arg: &Argument) -> bool {
        matches!(arg, Argument::Value(ty, _) if self.may_be_sized(*ty))
    }

    /// Whether a value of a method's signature has several parts, which may be `usize`s.
    pub(crate) fn has_sized_parts(&self, ty: Ty) -> bool {
        self.kernel.types.parts(ty).is_some() && self.may_be_sized(ty)
    }

    /// What a method gives, as kernels have it.
    pub(crate) fn got(&self, call: &OuterCall, value: TokenStream) -> TokenStream {
        if !self.may_be_sized(call.result) {
            return value;
        }
        let (krate, ty) = (self.krate, self.ty(call.result));
        quote!(#krate::__private::host::in_kernels::<#ty, _>(#value))
    }

    /// The path of a struct or an enum. One that the kernel does not name is left to inference.
    pub(super) fn path(&self, ty: Ty) -> TokenStream {
        let data = self.kernel.types.data_of(ty);
        data.and_then(|data| data.path.clone()).unwrap_or_else(|| quote!(_))
    }

    /// The field of a struct, or of a tuple.
    pub(super) fn field(&self, ty: Ty, at: usize) -> TokenStream {
        let shape = self.kernel.types.data_of(ty).map(|data| &data.definition.shape);
        match shape {
            Some(Shape::Struct(fields)) => {
                let name = fields.get(at).map_or("", |field| field.name.as_str());
                crate::syntax::member(name).into_token_stream()
            }
            _ => Literal::usize_unsuffixed(at).into_token_stream(),
        }
    }

    /// The type on the host, where the macro knows it.
    pub(crate) fn known(&self, ty: Ty) -> Option<TokenStream> {
        match self.kernel.types.resolve(ty) {
            Ty::Open(_) => None,
            known => Some(self.ty(known)),
        }
    }

    /// Zero of a type.
    pub(super) fn zero(&self, ty: Ty) -> TokenStream {
        let krate = self.krate;
        match self.kernel.types.parts(ty) {
            Some((Form::Enum(_), parts)) => {
                let zeros = parts.iter().skip(1).map(|part| self.zero(*part)).collect();
                self.variant_of_data(ty, 0, zeros)
            }
            Some((Form::Struct(_), parts))
                if self.kernel.types.data_of(ty).is_some_and(|data| !data.definition.has_zero()) =>
            {
                let path = self.path(ty);
                let zeros = parts.iter().enumerate().map(|(at, part)| {
                    let (field, zero) = (self.field(ty, at), self.zero(*part));
                    quote!(#field: #zero)
                });
                quote!(#path { #(#zeros),* })
            }
            Some((Form::Struct(_), _)) => {
                let path = self.path(ty);
                quote!(<#path as #krate::__private::bytemuck::Zeroable>::zeroed())
            }
            Some((Form::Option, _)) => quote!(::core::option::Option::None),
            Some((Form::Result, parts)) => {
                let value = self.zero(parts[1]);
                quote!(::core::result::Result::Ok(#value))
            }
            Some((form, parts)) => {
                let parts = parts.iter().map(|part| self.zero(*part));
                if form == Form::Array { quote!([#(#parts),*]) } else { quote!((#(#parts,)*)) }
            }
            None => match (self.kernel.types.resolve(ty), self.kernel.types.resolve(ty).vector_lanes()) {
                (vector, Some(lanes)) => {
                    let (zero, lanes) = (self.literal(0, vector.lane()), lanes as usize);
                    quote!([#zero; #lanes])
                }
                (_, None) => self.literal(0, ty),
            },
        }
    }

    pub(crate) fn literal(&self, bits: u128, ty: Ty) -> TokenStream {
        if let (Ty::Enum(_), Some(data)) = (self.kernel.types.resolve(ty), self.kernel.types.data_of(ty))
            && let Shape::Enum(variants) = &data.definition.shape
        {
            // A variable before it is set may have a number that is no variant's.
            let known = variants.iter().find(|(_, number)| u128::from(*number) == bits).or(variants.first());
            let name = known.map_or("", |(name, _)| name.as_str());
            let name = crate::syntax::identifier(name, Span::call_site());
            let path = self.path(ty);
            return quote!(#path::#name);
        }
        let bits = self.kernel.types.literal_bits(bits, ty);
        let known = self.kernel.types.resolve(ty).machine();
        match known {
            Ty::Unit => quote!(()),
            Ty::Bool => {
                let value = bits != 0;
                quote!(#value)
            }
            Ty::F32 => {
                let bits = Literal::u32_suffixed(bits as u32);
                quote!(::core::primitive::f32::from_bits(#bits))
            }
            Ty::F64 => {
                let bits = Literal::u64_suffixed(bits as u64);
                quote!(::core::primitive::f64::from_bits(#bits))
            }
            Ty::F16 | Ty::BF16 => {
                let (ty, bits) = (self.ty(known), Literal::u16_suffixed(bits as u16));
                quote!(<#ty>::from_bits(#bits))
            }
            _ => {
                let known = if let Ty::Int(_) = known { Ty::I32 } else { known };
                let zero = || Literal::u32_suffixed(bits as u32).into_token_stream();
                known.integer().map_or_else(zero, |integer| integer.literal(bits))
            }
        }
    }

    /// `as` where Rust has it, else the cast table.
    pub(super) fn cast(&self, value: &Expr, ty: Ty) -> TokenStream {
        let krate = self.krate;
        let (from, to) = (self.kernel.types.resolve(value.ty), self.kernel.types.resolve(ty));
        let (value, target) = (self.expr(value), self.ty(ty));
        match (from, to) {
            _ if from.machine() == to.machine() && !matches!(from, Ty::Enum(_)) => value,
            // Kernels number the variants from 0, and Rust from -1.
            _ if self.kernel.types.data_of(from).is_some_and(|data| data.definition.id == ORDERING) => {
                quote!(((#value as ::core::primitive::i8 + 1) as #target))
            }
            (from, to)
                if (from.is_integer() || matches!(from, Ty::Bool | Ty::Enum(_) | Ty::Open(_)))
                    && to.is_integer() =>
            {
                quote!((#value as #target))
            }
            (Ty::U16, to) if to.is_half() => quote!(<#target>::from_bits(#value)),
            // In a kernel a `bool` is a `u32` of 0 or 1.
            (Ty::Bool, _) => {
                quote!(#krate::__private::host::cast::<#target, _>(#value as ::core::primitive::u32))
            }
            _ => quote!(#krate::__private::host::cast::<#target, _>(#value)),
        }
    }
}
