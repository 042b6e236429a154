//! Values that are one of several variants, as plain Rust. They are Rust's own on the host, which has no parts of variants that a value is not: what
//! reads one gives zero there, as in kernels.

use super::host::Host;
use crate::data::{Shape, Variant};
use crate::hir::{Expr, Kind};
use crate::syntax;
use crate::types::{Form, Ty};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

impl Host<'_> {
    /// Whether values of a type are one of several variants.
    pub(super) fn has_variants(&self, ty: Ty) -> bool {
        self.kernel.types.parts(ty).is_some_and(|(form, _)| form.has_variants())
    }

    /// The variant that a value with these parts is.
    pub(super) fn variant(&self, ty: Ty, parts: &[Expr]) -> TokenStream {
        // An iterator's end gives an `Option` of two variables: whether there is a value, and the value.
        if let (Some((Form::Option, _)), [is_some, value]) = (self.kernel.types.parts(ty), parts)
            && !matches!(is_some.kind, Kind::Literal(_))
        {
            let [is_some, value] = [is_some, value].map(|part| self.expr(part));
            let option = quote!(::core::option::Option);
            return quote!((if #is_some { #option::Some(#value) } else { #option::None }));
        }
        // `check` writes which one it is.
        let Some((form, [Expr { kind: Kind::Literal(tag), .. }, values @ ..])) =
            self.kernel.types.parts(ty).map(|(form, _)| (form, parts))
        else {
            return self.zero(ty);
        };
        let value = |at: usize| values.get(at).map(|value| self.expr(value)).unwrap_or_default();
        match (form, tag) {
            (Form::Option, 1) => {
                let value = value(0);
                quote!(::core::option::Option::Some(#value))
            }
            (Form::Result, 0) => {
                let (ty, value) = (self.ty(ty), value(0));
                quote!(<#ty>::Ok(#value))
            }
            (Form::Result, _) => {
                let (ty, value) = (self.ty(ty), value(1));
                quote!(<#ty>::Err(#value))
            }
            (Form::Enum(_), tag) => {
                let values = values.iter().map(|value| self.expr(value)).collect();
                self.variant_of_data(ty, *tag as usize, values)
            }
            _ => {
                let ty = self.ty(ty);
                quote!(<#ty>::None)
            }
        }
    }

    /// The variants of an enum, each with the position of its first field among the parts.
    fn variants_of_data(&self, ty: Ty) -> Vec<(usize, &Variant)> {
        let Some(Shape::Variants(variants)) =
            self.kernel.types.data_of(ty).map(|data| &data.definition.shape)
        else {
            return Vec::new();
        };
        let mut first = 1;
        let placed = variants.iter().map(|variant| {
            let own = first;
            first += variant.fields.len();
            (own, variant)
        });
        placed.collect()
    }

    /// The variant of an enum at a position, with its own ones of the values of all parts but the first.
    pub(super) fn variant_of_data(&self, ty: Ty, at: usize, values: Vec<TokenStream>) -> TokenStream {
        let variants = self.variants_of_data(ty);
        let Some((first, variant)) = variants.get(at) else { return TokenStream::new() };
        let (path, name) = (self.path(ty), ident(&variant.name));
        let fields = variant.fields.iter().zip(values.into_iter().skip(first - 1)).map(|(field, value)| {
            let field = member(&field.name);
            quote!(#field: #value)
        });
        quote!(#path::#name { #(#fields),* })
    }

    /// The pattern of the variant that has a part, which is bound to a name.
    fn pattern(&self, (ty, form): (Ty, Form), at: usize, name: &TokenStream) -> TokenStream {
        match (form, at) {
            (Form::Enum(_), _) => {
                let variants = self.variants_of_data(ty);
                let found = variants.iter().rev().find(|(first, _)| *first <= at);
                let Some((first, variant)) = found else { return quote!(#name) };
                let (path, of) = (self.path(ty), ident(&variant.name));
                let field = variant.fields.get(at - first).map(|field| member(&field.name));
                quote!(#path::#of { #field: #name, .. })
            }
            (Form::Option, _) => quote!(::core::option::Option::Some(#name)),
            (Form::Result, 1) => quote!(::core::result::Result::Ok(#name)),
            (Form::Result, _) => quote!(::core::result::Result::Err(#name)),
            (
                Form::Tuple
                | Form::Array
                | Form::Struct(_)
                | Form::Reference
                | Form::Slice
                | Form::Closure(_),
                _,
            ) => {
                quote!(#name)
            }
        }
    }

    /// A part of a value: which variant it is, or what one holds.
    pub(super) fn part_of_variant(&self, ty: Ty, at: usize, value: &TokenStream) -> TokenStream {
        let Some((form, parts)) = self.kernel.types.parts(ty) else { return TokenStream::new() };
        match (form, at) {
            (Form::Option, 0) => quote!(::core::option::Option::is_some(&#value)),
            (Form::Result, 0) => quote!(::core::result::Result::is_err(&#value)),
            (Form::Enum(_), 0) => {
                let path = self.path(ty);
                let arms = self.variants_of_data(ty).into_iter().enumerate().map(|(at, (_, variant))| {
                    let (name, at) = (ident(&variant.name), Literal::u32_suffixed(at as u32));
                    quote!(#path::#name { .. } => #at,)
                });
                let arms: TokenStream = arms.collect();
                quote!((match #value { #arms }))
            }
            _ => {
                let pattern = self.pattern((ty, form), at, &quote!(__vyre_held));
                let zero = parts.get(at).map(|part| self.zero(*part));
                quote!((match #value { #pattern => __vyre_held, _ => #zero }))
            }
        }
    }

    /// The place of what a variant holds, where a value is that variant.
    pub(super) fn place_in_variant(&self, ty: Ty, at: usize, place: &TokenStream) -> TokenStream {
        let krate = self.krate;
        let Some((form, _)) = self.kernel.types.parts(ty) else { return TokenStream::new() };
        let pattern = self.pattern((ty, form), at, &quote!(__vyre_held));
        quote!((*(match &mut #place { #pattern => __vyre_held, _ => #krate::__private::host::ended() })))
    }
}

/// A name of the user's as a token.
fn ident(name: &str) -> Ident {
    syntax::identifier(name, Span::call_site())
}

/// The name or the number of a field.
fn member(name: &str) -> TokenStream {
    match name.parse::<usize>() {
        Ok(at) => Literal::usize_unsuffixed(at).into_token_stream(),
        Err(_) => ident(name).into_token_stream(),
    }
}
