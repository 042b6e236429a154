//! A kernel that calls a function once, for calls by name: what is passed and what comes back are elements of buffers, one buffer for each
//! type of number.

use super::build::Source;
use super::output::{Callable, Shape};
use crate::constants::{Constants, Value};
use crate::data::{self, Definitions};
use crate::syntax::member;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use syn::{FnArg, ItemFn, Pat, ReturnType, Type};

/// The most numbers that a call takes or gives.
const MAX_NUMBERS: usize = 4096;

const NUMBERS: [&str; 16] = [
    "bool", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u128", "i128", "f32", "f64", "f16",
    "bf16", "usize",
];

/// The kernel, with what it takes and gives; nothing where the function has parameters that no value can be.
pub(super) fn of(
    function: &ItemFn,
    path: &str,
    known: &Definitions,
    constants: &mut Constants,
) -> Option<(Source, Callable)> {
    if !function.sig.generics.params.is_empty() {
        return None;
    }
    let mut caller = Caller { constants, known, given: BTreeMap::new(), left: MAX_NUMBERS };
    let (mut params, mut lets, mut args) = (Vec::new(), Vec::new(), Vec::new());
    let (mut parameters, mut slices) = (Vec::new(), Vec::new());
    for (at, input) in function.sig.inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else { return None };
        let name = match &*input.pat {
            Pat::Ident(pat) => pat.ident.to_string(),
            _ => format!("argument_{at}"),
        };
        let local = format_ident!("__argument_{at}");
        let shape = match &*input.ty {
            Type::Reference(reference) => match &*reference.elem {
                Type::Slice(slice) => {
                    let (element, written) = (caller.shape(&slice.elem)?, &slice.elem);
                    let is_written = reference.mutability.is_some();
                    let mutability = is_written.then(|| quote!(mut));
                    slices.push(quote!(#local: &#mutability [#written]));
                    args.push(quote!(#local));
                    parameters.push((name, Shape::Slice(Box::new(element), is_written)));
                    continue;
                }
                inner => {
                    let shape = caller.shape(inner)?;
                    let value = caller.given(&shape)?;
                    let mutability = reference.mutability.is_some().then(|| quote!(mut));
                    lets.push(quote!(let #mutability #local: #inner = #value;));
                    args.push(quote!(&#mutability #local));
                    shape
                }
            },
            ty => {
                let shape = caller.shape(ty)?;
                let value = caller.given(&shape)?;
                lets.push(quote!(let #local: #ty = #value;));
                args.push(quote!(#local));
                shape
            }
        };
        parameters.push((name, shape));
    }
    let inputs: Vec<String> = caller.given.keys().cloned().collect();
    caller.given.clear();
    let result = match &function.sig.output {
        ReturnType::Default => Shape::Unit,
        ReturnType::Type(_, ty) => caller.shape(ty)?,
    };
    let name = &function.sig.ident;
    let mut stores = Vec::new();
    let call = match (&result, &function.sig.output) {
        (Shape::Unit, _) | (_, ReturnType::Default) => quote!(#name(#(#args),*);),
        (_, ReturnType::Type(_, ty)) => {
            caller.taken(&result, quote!(__result), &mut stores)?;
            quote!(let __result: #ty = #name(#(#args),*);)
        }
    };
    let outputs: Vec<String> = caller.given.keys().cloned().collect();
    for number in &inputs {
        let (name, ty) = (format_ident!("__in_{number}"), Ident::new(number, Span::call_site()));
        params.push(quote!(#name: &[#ty]));
    }
    params.extend(slices);
    for number in &outputs {
        let (name, ty) = (format_ident!("__out_{number}"), Ident::new(number, Span::call_site()));
        params.push(quote!(#name: &mut [#ty]));
    }
    let kernel = quote!(fn __vyre_call(#(#params),*) { #(#lets)* #call #(#stores)* });
    let caller_function = syn::parse2::<ItemFn>(kernel).ok()?;
    let (attribute, place) = (quote!(workgroup_size = 1), name.span());
    let source =
        Source { path: path.to_string(), attribute, function: caller_function, tensors: Vec::new(), place };
    Some((source, Callable { kernel: Default::default(), parameters, result, inputs, outputs }))
}

struct Caller<'c> {
    constants: &'c mut Constants,
    known: &'c Definitions,
    /// How many numbers of each type there are so far.
    given: BTreeMap<String, usize>,
    left: usize,
}

impl Caller<'_> {
    /// What values of a type consist of.
    fn shape(&mut self, ty: &Type) -> Option<Shape> {
        self.left = self.left.checked_sub(1)?;
        match ty {
            Type::Paren(inner) => self.shape(&inner.elem),
            Type::Group(inner) => self.shape(&inner.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Some(Shape::Unit),
            Type::Tuple(tuple) => {
                let parts: Option<Vec<Shape>> = tuple.elems.iter().map(|ty| self.shape(ty)).collect();
                parts.map(Shape::Tuple)
            }
            Type::Array(array) => {
                let Ok(Value::Int(length)) = self.constants.expression(&array.len, &[]) else { return None };
                let length = u32::try_from(length.bits).ok()?;
                Some(Shape::Array(Box::new(self.shape(&array.elem)?), length))
            }
            Type::Path(_) => {
                let name = data::path_of(ty)?.get_ident()?.to_string();
                if NUMBERS.contains(&name.as_str()) || name == "isize" {
                    return Some(Shape::Number(name));
                }
                if let Some(variants) = self.constants.variants(&name) {
                    return Some(Shape::Enum(name, variants.to_vec()));
                }
                self.known.of(data::path_of(ty)?)?;
                let fields = self.constants.fields(&name)?.to_vec();
                let fields = fields.into_iter().map(|(field, ty)| Some((field, self.shape(&ty)?)));
                let fields: Option<Vec<(String, Shape)>> = fields.collect();
                Some(Shape::Struct(name, fields?))
            }
            _ => None,
        }
    }

    /// The number of the next element of a buffer.
    fn next(&mut self, ty: &str) -> Option<Literal> {
        self.left = self.left.checked_sub(1)?;
        let count = self.given.entry(ty.to_string()).or_default();
        *count += 1;
        Some(Literal::usize_unsuffixed(*count - 1))
    }

    /// An expression of a value that the buffers give.
    fn given(&mut self, shape: &Shape) -> Option<TokenStream> {
        Some(match shape {
            Shape::Unit | Shape::Slice(..) => return None,
            Shape::Number(name) => {
                let held = held(name);
                let (buffer, at) = (format_ident!("__in_{held}"), self.next(held)?);
                let ty = Ident::new(name, Span::call_site());
                if held == name { quote!(#buffer[#at]) } else { quote!((#buffer[#at] as #ty)) }
            }
            Shape::Enum(name, variants) => {
                let at = self.next("u32")?;
                let name = Ident::new(name, Span::call_site());
                let (last, others) = variants.split_last()?;
                let arms = others.iter().map(|(variant, number)| {
                    let (variant, number) = (Ident::new(variant, Span::call_site()), *number as u32);
                    quote!(#number => #name::#variant,)
                });
                let arms: TokenStream = arms.collect();
                let last = Ident::new(&last.0, Span::call_site());
                quote!(match __in_u32[#at] { #arms _ => #name::#last })
            }
            Shape::Array(element, length) => {
                let elements: Option<Vec<TokenStream>> = (0..*length).map(|_| self.given(element)).collect();
                let elements = elements?;
                quote!([#(#elements),*])
            }
            Shape::Tuple(parts) => {
                let parts: Option<Vec<TokenStream>> = parts.iter().map(|part| self.given(part)).collect();
                let parts = parts?;
                quote!((#(#parts,)*))
            }
            Shape::Struct(name, fields) => {
                let name = Ident::new(name, Span::call_site());
                let mut given = TokenStream::new();
                for (field, shape) in fields {
                    let (field, value) = (member(field), self.given(shape)?);
                    given.extend(quote!(#field: #value,));
                }
                quote!(#name { #given })
            }
        })
    }

    /// The statements that store a value, number by number.
    fn taken(&mut self, shape: &Shape, value: TokenStream, stores: &mut Vec<TokenStream>) -> Option<()> {
        match shape {
            Shape::Unit | Shape::Slice(..) => return None,
            Shape::Number(name) => {
                let held = held(name);
                let (buffer, at) = (format_ident!("__out_{held}"), self.next(held)?);
                let ty = Ident::new(held, Span::call_site());
                let value = if held == name { value } else { quote!(#value as #ty) };
                stores.push(quote!(#buffer[#at] = #value;));
            }
            Shape::Enum(..) => {
                let at = self.next("u32")?;
                stores.push(quote!(__out_u32[#at] = #value as u32;));
            }
            Shape::Array(element, length) => {
                for at in 0..*length {
                    let at = Literal::u32_unsuffixed(at);
                    self.taken(element, quote!(#value[#at]), stores)?;
                }
            }
            Shape::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let at = Literal::usize_unsuffixed(at);
                    self.taken(part, quote!(#value.#at), stores)?;
                }
            }
            Shape::Struct(_, fields) => {
                for (field, shape) in fields {
                    let field = member(field);
                    self.taken(shape, quote!(#value.#field), stores)?;
                }
            }
        }
        Some(())
    }
}

/// The type of the elements that numbers of a type are passed as.
fn held(name: &str) -> &str {
    match name {
        "usize" => "u32",
        "isize" => "i32",
        other => other,
    }
}
