//! How the form on the host of a function passes a value to a launch and takes one from it: as numbers, and elements of several of them. Tuples,
//! `Option`s, `Result`s and enums are taken apart and made again.

use super::placed::of_32_bits;
use crate::data::{self, Definitions, FieldType, Shape, Variant};
use crate::syntax;
use crate::types::{Ty, host_value};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Type;

/// A value that is passed.
pub(super) enum Passed {
    /// An element of a buffer: what stands for it in a launch, and how the one is made of the other.
    Element {
        kind: TokenStream,
        as_ty: Option<TokenStream>,
        zero: TokenStream,
    },
    /// A `bool`, which is a number in a launch.
    Bool,
    Unit,
    Tuple(Vec<Passed>),
    Array(Vec<Passed>),
    /// The variants: which one it is, and what each holds.
    OneOf(Vec<Of>),
}

/// A variant: its path, and its fields by their names or numbers.
pub(super) struct Of {
    path: TokenStream,
    fields: Vec<(TokenStream, Passed)>,
}

fn word() -> TokenStream {
    quote!(::core::primitive::u32)
}

impl Passed {
    /// How a value of a type is passed; nothing of one that no launch takes.
    pub(super) fn of(
        ty: &Type,
        known: &Definitions,
        private: &TokenStream,
        is_element: &impl Fn(&Type) -> bool,
    ) -> Option<Passed> {
        if let Some(kind) = of_32_bits(ty) {
            let zero = quote!(0);
            return Some(Passed::Element { kind, as_ty: Some(quote!(as #ty)), zero });
        }
        if is_element(ty) {
            let zero = quote!(<#ty as #private::Sealed>::zero());
            return Some(Passed::Element { kind: quote!(#ty), as_ty: None, zero });
        }
        let all = |types: Vec<&Type>| -> Option<Vec<Passed>> {
            types.into_iter().map(|ty| Passed::of(ty, known, private, is_element)).collect()
        };
        match ty {
            Type::Tuple(tuple) if tuple.elems.is_empty() => Some(Passed::Unit),
            Type::Tuple(tuple) => all(tuple.elems.iter().collect()).map(Passed::Tuple),
            Type::Path(path) => {
                if let Some((is_option, held)) = data::variants_held(ty) {
                    let mut held = all(held)?.into_iter().map(|held| vec![(quote!(0), held)]);
                    let variant =
                        |path, fields: Option<Vec<_>>| Of { path, fields: fields.unwrap_or_default() };
                    return Some(Passed::OneOf(match is_option {
                        true => vec![
                            variant(quote!(::core::option::Option::None), None),
                            variant(quote!(::core::option::Option::Some), held.next()),
                        ],
                        false => vec![
                            variant(quote!(::core::result::Result::Ok), held.next()),
                            variant(quote!(::core::result::Result::Err), held.next()),
                        ],
                    }));
                }
                match &known.of(&path.path)?.definition.shape {
                    Shape::Variants(variants) => Passed::of_variants(&path.path, variants, private),
                    Shape::Enum(variants) => {
                        let of = variants.iter().map(|(name, _)| {
                            let (path, name) = (&path.path, ident(name));
                            Of { path: quote!(#path::#name), fields: Vec::new() }
                        });
                        Some(Passed::OneOf(of.collect()))
                    }
                    Shape::Struct(_) | Shape::Function(_) | Shape::Erroneous => None,
                }
            }
            _ => None,
        }
    }

    fn of_variants(path: &syn::Path, variants: &[Variant], private: &TokenStream) -> Option<Passed> {
        let of = variants.iter().map(|variant| {
            let name = ident(&variant.name);
            let fields = variant.fields.iter().map(|field| {
                let member = match field.name.parse::<usize>() {
                    Ok(at) => Literal::usize_unsuffixed(at).into_token_stream(),
                    Err(_) => ident(&field.name).into_token_stream(),
                };
                Some((member, Passed::of_field(&field.ty, private)?))
            });
            Some(Of { path: quote!(#path::#name), fields: fields.collect::<Option<_>>()? })
        });
        of.collect::<Option<_>>().map(Passed::OneOf)
    }

    /// How a field is passed. The types of structs in it have no name here.
    fn of_field(ty: &FieldType, private: &TokenStream) -> Option<Passed> {
        match ty {
            FieldType::Scalar(Ty::Bool) => Some(Passed::Bool),
            FieldType::Scalar(ty) => {
                let ty = host_value(*ty, private)?;
                let zero = quote!(<#ty as #private::Sealed>::zero());
                Some(Passed::Element { kind: ty, as_ty: None, zero })
            }
            FieldType::Array(element, count) => {
                let elements = (0..*count).map(|_| Passed::of_field(element, private));
                elements.collect::<Option<_>>().map(Passed::Array)
            }
            FieldType::Tuple(parts) if parts.is_empty() => Some(Passed::Unit),
            FieldType::Tuple(parts) => {
                let parts = parts.iter().map(|part| Passed::of_field(part, private));
                parts.collect::<Option<_>>().map(Passed::Tuple)
            }
            FieldType::Option(_) | FieldType::Result(..) | FieldType::Data(_) => None,
        }
    }

    /// The types of what is passed.
    pub(super) fn kinds(&self) -> Vec<TokenStream> {
        match self {
            Passed::Element { kind, .. } => vec![kind.clone()],
            Passed::Bool => vec![word()],
            Passed::Unit => Vec::new(),
            Passed::Tuple(parts) | Passed::Array(parts) => parts.iter().flat_map(Passed::kinds).collect(),
            Passed::OneOf(variants) => {
                let fields = variants.iter().flat_map(|of| &of.fields).flat_map(|(_, field)| field.kinds());
                [word()].into_iter().chain(fields).collect()
            }
        }
    }

    /// A name for each of them.
    pub(super) fn names(&self, name: &str) -> Vec<Ident> {
        let count = self.kinds().len();
        (0..count).map(|at| format_ident!("{name}_{at}", span = Span::mixed_site())).collect()
    }

    /// The value that is made of what is passed.
    pub(super) fn made(&self, parts: &mut dyn Iterator<Item = TokenStream>) -> TokenStream {
        match self {
            Passed::Element { as_ty, .. } => {
                let part = parts.next();
                quote!((#part #as_ty))
            }
            Passed::Bool => {
                let part = parts.next();
                quote!((#part != 0))
            }
            Passed::Unit => quote!(()),
            Passed::Tuple(of) => {
                let of: Vec<TokenStream> = of.iter().map(|part| part.made(parts)).collect();
                quote!((#(#of,)*))
            }
            Passed::Array(of) => {
                let of: Vec<TokenStream> = of.iter().map(|part| part.made(parts)).collect();
                quote!([#(#of),*])
            }
            Passed::OneOf(variants) => {
                let which = parts.next();
                let made: Vec<TokenStream> = variants
                    .iter()
                    .map(|Of { path, fields }| {
                        let values: Vec<(TokenStream, TokenStream)> =
                            fields.iter().map(|(name, field)| (name.clone(), field.made(parts))).collect();
                        literal(path, &values)
                    })
                    .collect();
                let Some((last, others)) = made.split_last() else { return TokenStream::new() };
                let arms = others.iter().enumerate().map(|(at, value)| {
                    let at = Literal::u32_unsuffixed(at as u32);
                    quote!(#at => #value,)
                });
                let arms: TokenStream = arms.collect();
                quote!((match #which { #arms _ => #last }))
            }
        }
    }

    /// What is passed of a value, on the host.
    pub(super) fn parts(&self, value: &TokenStream, into: &mut Vec<TokenStream>) {
        match self {
            Passed::Element { kind, as_ty, .. } => {
                into.push(if as_ty.is_some() { quote!((#value as #kind)) } else { quote!(#value) });
            }
            Passed::Bool => into.push(quote!(::core::primitive::u32::from(#value))),
            Passed::Unit => {}
            Passed::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let at = Literal::usize_unsuffixed(at);
                    part.parts(&quote!(#value.#at), into);
                }
            }
            Passed::Array(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let at = Literal::usize_unsuffixed(at);
                    part.parts(&quote!(#value[#at]), into);
                }
            }
            Passed::OneOf(variants) => {
                let arms = variants.iter().enumerate().map(|(at, Of { path, .. })| {
                    let at = Literal::u32_suffixed(at as u32);
                    quote!(#path { .. } => #at,)
                });
                let arms: TokenStream = arms.collect();
                into.push(quote!((match #value { #arms })));
                for Of { path, fields } in variants {
                    for (name, field) in fields {
                        let mut own = Vec::new();
                        field.parts(&quote!(__vyre_held), &mut own);
                        let zeros = field.zeros();
                        into.extend(own.into_iter().zip(zeros).map(|(part, zero)| {
                            quote!((match #value { #path { #name: __vyre_held, .. } => #part, #[allow(unreachable_patterns)] _ => #zero }))
                        }));
                    }
                }
            }
        }
    }

    fn zeros(&self) -> Vec<TokenStream> {
        match self {
            Passed::Element { zero, .. } => vec![zero.clone()],
            Passed::Bool => vec![quote!(0)],
            Passed::Unit => Vec::new(),
            Passed::Tuple(parts) | Passed::Array(parts) => parts.iter().flat_map(Passed::zeros).collect(),
            Passed::OneOf(variants) => {
                let fields = variants.iter().flat_map(|of| &of.fields).flat_map(|(_, field)| field.zeros());
                [quote!(0)].into_iter().chain(fields).collect()
            }
        }
    }

    /// The statements in the kernel that store what is passed of a value. What no variant says stays zero.
    pub(super) fn stored<'n>(
        &self,
        value: &TokenStream,
        names: &mut impl Iterator<Item = &'n Ident>,
    ) -> TokenStream {
        match self {
            Passed::Element { kind, as_ty, .. } => {
                let (name, cast) = (names.next(), as_ty.as_ref().map(|_| quote!(as #kind)));
                quote!(#name[0] = #value #cast;)
            }
            Passed::Bool => {
                let name = names.next();
                quote!(#name[0] = #value as u32;)
            }
            Passed::Unit => quote!(#value;),
            Passed::Tuple(parts) => {
                let bound: Vec<Ident> = (0..parts.len()).map(|_| fresh()).collect();
                let stored: TokenStream = parts
                    .iter()
                    .zip(&bound)
                    .map(|(part, name)| part.stored(&quote!(#name), &mut *names))
                    .collect();
                quote!(let (#(#bound,)*) = #value; #stored)
            }
            Passed::Array(parts) => {
                let stored = parts.iter().enumerate().map(|(at, part)| {
                    let at = Literal::usize_unsuffixed(at);
                    part.stored(&quote!(#value[#at]), &mut *names)
                });
                stored.collect()
            }
            Passed::OneOf(variants) => {
                let which = names.next();
                let mut arms = TokenStream::new();
                for (at, Of { path, fields }) in variants.iter().enumerate() {
                    let at = Literal::u32_unsuffixed(at as u32);
                    let bound: Vec<(TokenStream, TokenStream)> = fields
                        .iter()
                        .map(|(name, field)| {
                            let bound = if let Passed::Unit = field {
                                quote!(_)
                            } else {
                                fresh().into_token_stream()
                            };
                            (name.clone(), bound)
                        })
                        .collect();
                    let stored = fields.iter().zip(&bound).map(|((_, field), (_, bound))| match field {
                        Passed::Unit => TokenStream::new(),
                        field => field.stored(bound, &mut *names),
                    });
                    let stored: TokenStream = stored.collect();
                    let pattern = literal(path, &bound);
                    arms.extend(quote!(#pattern => { #which[0] = #at; #stored }));
                }
                quote!(match #value { #arms })
            }
        }
    }
}

/// A variant with its fields, as a value or as a pattern.
fn literal(path: &TokenStream, fields: &[(TokenStream, TokenStream)]) -> TokenStream {
    let is_tuple =
        fields.iter().all(|(name, _)| name.to_string().starts_with(|first: char| first.is_ascii_digit()));
    let values = fields.iter().map(|(_, value)| value);
    if fields.is_empty() {
        quote!(#path)
    } else if is_tuple {
        quote!(#path(#(#values),*))
    } else {
        let fields = fields.iter().map(|(name, value)| quote!(#name: #value));
        quote!(#path { #(#fields),* })
    }
}

/// A name that no other one is.
fn fresh() -> Ident {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    format_ident!("part_{}", COUNT.fetch_add(1, Ordering::Relaxed), span = Span::mixed_site())
}

/// A name of the user's as a token.
fn ident(name: &str) -> Ident {
    syntax::identifier(name, Span::call_site())
}
