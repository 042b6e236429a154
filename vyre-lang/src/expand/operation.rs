//! What `#[vyre::operation]` leaves of a function without a body: what `#[vyre::function]` leaves, but that kernels link it to a registered operation and the
//! host cannot call it.

use super::function::{compile, surface};
use crate::attribute::Attribute;
use crate::data::{self, Definitions, Outside, Shape};
use crate::diagnostics::Errors;
use crate::{attribute, check, guard, signature};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{FnArg, ItemFn, LitStr, ReturnType, Signature, Token, Visibility, parse_quote};

const FIX: &str = "write `#[vyre::operation(\"acme.mix\")] fn mix(x: u32) -> u32;`";

/// `"acme.mix"`, and `crate = path` where the crate `vyre` has another name.
struct Given {
    id: LitStr,
    rest: TokenStream,
}

impl Parse for Given {
    fn parse(input: ParseStream<'_>) -> syn::Result<Given> {
        let id = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok(Given { id, rest: input.parse()? })
    }
}

/// `fn mix(x: u32) -> u32;`
pub(crate) struct Declared {
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    body: Option<TokenTree>,
}

impl Parse for Declared {
    fn parse(input: ParseStream<'_>) -> syn::Result<Declared> {
        let (attributes, visibility, signature) =
            (input.call(syn::Attribute::parse_outer)?, input.parse()?, input.parse()?);
        let body = match input.peek(Token![;]) {
            true => input.parse::<Token![;]>().map(|_| None)?,
            false => Some(input.parse()?),
        };
        Ok(Declared { attributes, visibility, signature, body })
    }
}

/// A declared operation as a function.
pub(crate) struct Operation {
    pub(crate) id: String,
    /// Its body gives a value of the type of the result.
    pub(crate) function: ItemFn,
    attribute: Attribute,
}

impl Operation {
    /// What a declaration and the tokens of its attribute say; where these are missing, `place` is wrong.
    pub(crate) fn of(
        (attribute, place): (TokenStream, Span),
        declared: Declared,
        errors: &mut Errors,
    ) -> Operation {
        let place = if attribute.is_empty() { Some(place) } else { None };
        let (id, rest) = match syn::parse2::<Given>(attribute) {
            Ok(given) => {
                if given.id.value().is_empty() {
                    errors.report(given.id.span(), "an operation has an id", FIX);
                }
                (given.id.value(), given.rest)
            }
            Err(error) => {
                let place = place.unwrap_or_else(|| error.span());
                errors.report(place, "an operation is declared with its id", FIX);
                (String::new(), TokenStream::new())
            }
        };
        let attribute = attribute::parse_function(rest, errors);
        let Declared { attributes, visibility, signature, body } = declared;
        if let Some(body) = body {
            errors.report(
                body.span(),
                "an operation is declared without a body: what `vyre::ops::register` is given computes it",
                FIX,
            );
        }
        let result = result(&signature, errors);
        takes_values(&signature, errors);
        let function: ItemFn = parse_quote!(#(#attributes)* #visibility #signature { #result });
        Operation { id, function, attribute }
    }
}

/// Expands `#[vyre::operation(attribute)] item`.
pub fn operation(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::of(item.clone());
    if !guard::check(&item, &mut errors) {
        return errors.into_tokens();
    }
    let declared = match syn::parse2::<Declared>(item) {
        Ok(declared) => declared,
        Err(error) => {
            errors.report(error.span(), "an operation is a function without a body", FIX);
            return errors.into_tokens();
        }
    };
    let given = (attribute, Span::call_site());
    let Operation { id, function, attribute } = Operation::of(given, declared, &mut errors);
    if !errors.is_empty() {
        let krate = &attribute.krate;
        let survivor = super::function::survivor(&function, krate);
        let macros = data::function_macros(&function, Shape::Erroneous);
        let errors = errors.into_items(krate);
        return quote!(#survivor #macros #errors);
    }
    expanded(&function, &id, &attribute, errors)
}

fn expanded(function: &ItemFn, id: &str, attribute: &Attribute, mut errors: Errors) -> TokenStream {
    attribute::check_others(&function.attrs, attribute::Stands::Function, &mut errors);
    let known = Definitions::default();
    let checked = check::check_function(function, (attribute, known.clone()), &mut errors);
    let compiled = compile(&checked, function, attribute, &mut errors);
    let (signature, _) = data::Hints::of(function).settled(&function.sig);
    let outside = Outside { is_placed: false, is_linked: false, item: quote!(#signature {}), known };
    let (surface, shape) = match compiled {
        Some(compiled) => {
            (surface(function, &checked, &compiled, (&attribute.krate, Some(id))), Shape::Function(outside))
        }
        None => (super::function::survivor(function, &attribute.krate), Shape::Erroneous),
    };
    let macros = data::function_macros(function, shape);
    let errors = errors.into_items(&attribute.krate);
    quote!(#surface #macros #errors)
}

/// A value of the type of the result, which stands for what the operation gives until it is linked.
fn result(signature: &Signature, errors: &mut Errors) -> TokenStream {
    let ReturnType::Type(_, ty) = &signature.output else {
        let span = signature.paren_token.span.close();
        errors.report(span, "an operation on values gives one", FIX);
        return TokenStream::new();
    };
    let zero = |ty: &syn::Type| match signature::name_of(ty).as_str() {
        "u8" | "i8" | "u16" | "i16" | "u32" | "i32" | "u64" | "i64" | "u128" | "usize" | "isize" => {
            Some(quote!(0))
        }
        "f32" | "f64" => Some(quote!(0.0)),
        "bool" => Some(quote!(false)),
        _ => None,
    };
    let value = match &**ty {
        syn::Type::Array(array) => {
            let len = &array.len;
            zero(&array.elem).map(|value| quote!([#value; #len]))
        }
        ty => zero(ty),
    };
    let tokens = |ty: &syn::Type| ty.to_token_stream().to_string();
    // What has no literal of its own is given where it is taken.
    let same = signature.inputs.iter().find_map(|input| match input {
        FnArg::Typed(input) if tokens(&input.ty) == tokens(ty) => Some(input.pat.to_token_stream()),
        _ => None,
    });
    value.or(same).unwrap_or_else(|| {
        let span = ty.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        errors.report(span, "an operation gives a number, a `bool` or an array of them", FIX);
        TokenStream::new()
    })
}

/// Reports what no registered operation on values has.
fn takes_values(signature: &Signature, errors: &mut Errors) {
    let mut report = |span, what: &str| errors.report(span, format!("an operation has no {what}"), FIX);
    if let Some(param) = signature.generics.params.first() {
        let span =
            param.to_token_stream().into_iter().next().map_or_else(|| signature.ident.span(), |it| it.span());
        report(span, "type parameters and no constant ones");
    }
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) => report(receiver.self_token.span, "`self`"),
            FnArg::Typed(input) => {
                if let syn::Type::ImplTrait(of) = &*input.ty {
                    report(of.impl_token.span, "functions among its parameters");
                }
                if let syn::Type::Reference(reference) = &*input.ty {
                    report(
                        reference.and_token.spans[0],
                        "slices and no references among its parameters: `Node::CallOp` calls operations on buffers",
                    );
                }
            }
        }
    }
}
