//! A definition, and its form as tokens between macros.

use super::layout::Layout;
use super::{Constructor, Definitions};
use crate::signature;
use crate::types::Ty;
use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::rc::Rc;
use syn::parse::{Parse, ParseStream, Result};
use syn::{Ident, LitInt, LitStr, Token, Visibility, braced, bracketed, parenthesized};

/// A struct or an enum.
pub(crate) struct Definition {
    pub(crate) name: String,
    /// Where its name stands.
    pub(crate) place: Span,
    /// What no other definition has.
    pub(crate) id: String,
    /// Whether `==` is derived.
    pub(crate) is_comparable: bool,
    /// Why no buffer holds its values, if none does: what is wrong, and what to write instead.
    pub(crate) local: Option<[String; 2]>,
    /// Whether `<` is derived.
    pub(crate) is_ordered: bool,
    /// Whether `default` is derived.
    pub(crate) has_default: bool,
    /// Whether numbers of variants are negative. They are the bits of an `i32` then.
    pub(crate) is_signed: bool,
    pub(crate) written: Written,
    pub(crate) reach: Reach,
    pub(crate) shape: Shape,
}

/// How values are printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Written {
    /// Not at all.
    Not,
    /// As the `Debug` that is derived, with the name that the item has where it stands.
    Derived(String),
    /// Each part in its own format, with this between them.
    Parts(String),
}

/// From where a type can be seen, as far as that matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// From its own module.
    Own,
    /// From a part of the crate.
    Part,
    /// From the whole crate: `pub(crate)`.
    Crate,
    /// From everywhere: `pub`.
    All,
}

impl Reach {
    pub(super) fn of(visibility: &Visibility) -> Reach {
        match visibility {
            Visibility::Public(_) => Reach::All,
            Visibility::Restricted(of) if of.path.is_ident("crate") => Reach::Crate,
            Visibility::Restricted(_) => Reach::Part,
            Visibility::Inherited => Reach::Own,
        }
    }

    fn tokens(self) -> TokenStream {
        match self {
            Reach::Own => TokenStream::new(),
            Reach::Part => quote!(super),
            Reach::Crate => quote!(crate),
            Reach::All => quote!(pub),
        }
    }
}

pub(crate) enum Shape {
    Struct(Vec<Field>),
    /// The variants, with the bits of their numbers.
    Enum(Vec<(String, u32)>),
    /// The variants of an enum of which one at least has fields.
    Variants(Vec<Variant>),
    /// A function.
    Function(Outside),
    /// An error has been reported where it stands.
    Erroneous,
}

impl Shape {
    /// Whether words that are zero are a value: an enum has a variant of number 0, whose fields have such a value.
    pub(super) fn has_zero_words(&self) -> bool {
        let are_zero = |fields: &[Field]| fields.iter().all(|field| field.ty.has_zero_words());
        match self {
            Shape::Struct(fields) => are_zero(fields),
            Shape::Enum(variants) => variants.iter().any(|(_, number)| *number == 0),
            Shape::Variants(variants) => variants.first().is_some_and(|first| are_zero(&first.fields)),
            Shape::Function(_) | Shape::Erroneous => true,
        }
    }
}

/// A function as it is written, and the definitions of what it names.
pub(crate) struct Outside {
    /// Whether it takes the place of its calls. The body of one that kernels link to stays where it is.
    pub(crate) is_placed: bool,
    /// Whether functions can link to it. What is neither placed nor linked so is a declared operation, which has no form on the host.
    pub(crate) is_linked: bool,
    pub(crate) item: TokenStream,
    pub(crate) known: Definitions,
}

impl Outside {
    /// How it is called, if a `usize` or an `isize` is in it.
    pub(crate) fn signature(&self) -> Option<syn::Signature> {
        // The body, whose types are its own, is a group.
        let head: TokenStream = self.item.clone().into_iter().take_while(|tree| !is_body(tree)).collect();
        if !signature::is_sized(&head) {
            return None;
        }
        let function: syn::ItemFn = syn::parse2(quote!(#head {})).ok()?;
        Some(function.sig)
    }
}

/// Whether a token of a function is its body.
fn is_body(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) is_public: bool,
    pub(crate) ty: FieldType,
}

/// A variant of an enum with fields.
pub(crate) struct Variant {
    pub(crate) name: String,
    /// Whether its fields have no names: they are `0`, `1` and so on.
    pub(crate) is_tuple: bool,
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone)]
pub(crate) enum FieldType {
    Scalar(Ty),
    Array(Box<FieldType>, u32),
    Tuple(Vec<FieldType>),
    /// A struct or an enum.
    Data(Rc<Definition>),
    Option(Box<FieldType>),
    Result(Box<FieldType>, Box<FieldType>),
}

/// The type of a field with this name in Rust, if it is a number. `usize` and `isize` have another size on the host.
pub(super) fn scalar(name: &str) -> Option<Ty> {
    let is_sized = signature::SIZED.contains(&name);
    signature::named(name).filter(|ty| *ty != Ty::Bool && !is_sized)
}

impl FieldType {
    /// The struct that it is, or that its elements are.
    pub(crate) fn data(&self) -> Option<&Definition> {
        match self {
            FieldType::Scalar(_) | FieldType::Tuple(_) | FieldType::Option(_) | FieldType::Result(..) => None,
            FieldType::Array(element, _) => element.data(),
            FieldType::Data(definition) => Some(definition),
        }
    }

    /// Whether bytes that are zero are its zero.
    fn has_zero(&self) -> bool {
        match self {
            FieldType::Scalar(_) => true,
            FieldType::Array(element, _) => element.has_zero(),
            FieldType::Tuple(parts) => parts.iter().all(FieldType::has_zero),
            FieldType::Data(definition) => definition.has_zero(),
            FieldType::Option(_) | FieldType::Result(..) => false,
        }
    }

    /// Whether words that are zero are a value.
    fn has_zero_words(&self) -> bool {
        match self {
            FieldType::Scalar(_) | FieldType::Option(_) => true,
            FieldType::Array(element, _) => element.has_zero_words(),
            FieldType::Tuple(parts) => parts.iter().all(FieldType::has_zero_words),
            FieldType::Data(definition) => definition.shape.has_zero_words(),
            FieldType::Result(value, _) => value.has_zero_words(),
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        match self {
            FieldType::Scalar(ty) => Layout::of_scalar(*ty),
            FieldType::Array(element, count) => element.layout().repeated(*count),
            FieldType::Tuple(parts) => {
                parts.iter().fold(Layout::EMPTY, |layout, part| layout.followed(part.layout()))
            }
            FieldType::Data(definition) => definition.layout(),
            // In no memory.
            FieldType::Option(_) | FieldType::Result(..) => Layout::EMPTY,
        }
    }

    /// Whether it is other bytes on the host than on devices.
    pub(super) fn is_converted(&self) -> bool {
        match self {
            FieldType::Scalar(ty) => *ty == Ty::Bool,
            FieldType::Array(element, _) => element.is_converted(),
            FieldType::Data(definition) => definition.is_converted(),
            FieldType::Tuple(_) | FieldType::Option(_) | FieldType::Result(..) => true,
        }
    }

    /// The words that it has where its parts share none.
    fn words(&self) -> usize {
        match self {
            FieldType::Scalar(ty) => ty.data().map_or(1, |data| data.lanes()),
            FieldType::Array(element, count) => element.words().saturating_mul(*count as usize),
            FieldType::Tuple(parts) => parts.iter().map(FieldType::words).sum(),
            FieldType::Data(definition) => definition.words(),
            FieldType::Option(value) => 1 + value.words(),
            FieldType::Result(value, error) => 1 + value.words() + error.words(),
        }
    }

    fn is_packed(&self) -> bool {
        match self {
            FieldType::Scalar(ty) => ty.is_short(),
            FieldType::Array(element, _) => element.is_packed(),
            FieldType::Tuple(parts) => parts.iter().any(FieldType::is_packed),
            FieldType::Data(definition) => definition.is_packed(),
            FieldType::Option(_) | FieldType::Result(..) => false,
        }
    }

    fn tokens(&self) -> TokenStream {
        match self {
            FieldType::Scalar(ty) => {
                let name = format_ident!("{ty}");
                quote!(#name)
            }
            FieldType::Array(element, count) => {
                let (element, count) = (element.tokens(), Literal::u32_unsuffixed(*count));
                quote!([#element; #count])
            }
            FieldType::Tuple(parts) => {
                let parts = parts.iter().map(FieldType::tokens);
                quote!((#(#parts,)*))
            }
            FieldType::Data(definition) => {
                let definition = definition.tokens();
                quote!({ #definition })
            }
            FieldType::Option(value) => {
                let value = value.tokens();
                quote!(? #value)
            }
            FieldType::Result(value, error) => {
                let (value, error) = (value.tokens(), error.tokens());
                quote!(! #value #error)
            }
        }
    }
}

impl Field {
    fn tokens(&self) -> TokenStream {
        let (name, ty) = (Literal::string(&self.name), self.ty.tokens());
        let public = self.is_public.then(|| quote!(pub));
        quote!(#public #name: #ty,)
    }
}

impl Parse for Field {
    fn parse(input: ParseStream<'_>) -> Result<Field> {
        let is_public = input.parse::<Option<Token![pub]>>()?.is_some();
        let name = input.parse::<LitStr>()?.value();
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(Field { name, is_public, ty })
    }
}

impl Parse for Variant {
    fn parse(input: ParseStream<'_>) -> Result<Variant> {
        let name = input.parse::<LitStr>()?.value();
        let is_tuple = input.parse::<Option<Token![.]>>()?.is_some();
        let (inner, mut fields);
        braced!(inner in input);
        fields = Vec::new();
        while !inner.is_empty() {
            fields.push(inner.parse()?);
        }
        Ok(Variant { name, is_tuple, fields })
    }
}

impl Definition {
    pub(crate) fn layout(&self) -> Layout {
        match &self.shape {
            Shape::Struct(fields) => {
                fields.iter().fold(Layout::EMPTY, |layout, field| layout.followed(field.ty.layout()))
            }
            Shape::Enum(_) => Layout::of_scalar(Ty::U32),
            Shape::Variants(_) | Shape::Function(_) | Shape::Erroneous => Layout::EMPTY,
        }
    }

    /// How its values are written, if not with the names of fields.
    pub(crate) fn constructor(&self) -> Option<Constructor> {
        match &self.shape {
            Shape::Struct(fields) if fields.is_empty() => Some(Constructor::Unit),
            Shape::Struct(fields) => {
                let is_tuple = fields.first().is_some_and(|field| field.name == "0");
                is_tuple.then_some(Constructor::Tuple(fields.len()))
            }
            Shape::Enum(_) | Shape::Variants(_) | Shape::Function(_) | Shape::Erroneous => None,
        }
    }

    /// Whether bytes that are zero are its zero: it is made of numbers, and of enums with a variant of number 0.
    pub(crate) fn has_zero(&self) -> bool {
        match &self.shape {
            Shape::Enum(variants) => variants.iter().any(|(_, number)| *number == 0),
            Shape::Struct(fields) => fields.iter().all(|field| field.ty.has_zero()),
            Shape::Variants(_) => false,
            Shape::Function(_) | Shape::Erroneous => true,
        }
    }

    /// Whether integers of 8 or 16 bits are among the fields.
    pub(crate) fn is_packed(&self) -> bool {
        match &self.shape {
            Shape::Struct(fields) => fields.iter().any(|field| field.ty.is_packed()),
            Shape::Enum(_) | Shape::Variants(_) | Shape::Function(_) | Shape::Erroneous => false,
        }
    }

    /// Whether values are other bytes on the host than on devices: it is an enum, or one is among the fields.
    pub(crate) fn is_converted(&self) -> bool {
        match &self.shape {
            Shape::Struct(fields) => fields.iter().any(|field| field.ty.is_converted()),
            Shape::Enum(_) | Shape::Variants(_) => true,
            Shape::Function(_) | Shape::Erroneous => false,
        }
    }

    /// The words that values have where their parts share none.
    pub(crate) fn words(&self) -> usize {
        let words = |fields: &[Field]| fields.iter().map(|field| field.ty.words()).sum::<usize>();
        match &self.shape {
            Shape::Struct(fields) => words(fields),
            Shape::Enum(_) => 1,
            Shape::Variants(variants) => {
                1 + variants.iter().map(|variant| words(&variant.fields)).sum::<usize>()
            }
            Shape::Function(_) | Shape::Erroneous => 0,
        }
    }

    /// Whether the types of fields with this definition may be named through the struct: a trait's type is not seen from more places than
    /// its own definition.
    pub(crate) fn names(&self, field: &Definition) -> bool {
        match self.reach {
            Reach::Own => true,
            Reach::Part | Reach::All => field.reach == Reach::All,
            Reach::Crate => matches!(field.reach, Reach::Crate | Reach::All),
        }
    }

    /// What Rust casts the variants of an enum without fields to.
    pub(crate) fn numbers(&self) -> Vec<(String, i64)> {
        let Shape::Enum(variants) = &self.shape else { return Vec::new() };
        let number = |bits: u32| if self.is_signed { (bits as i32).into() } else { bits.into() };
        variants.iter().map(|(name, bits)| (name.clone(), number(*bits))).collect()
    }

    /// The definition as tokens, which [`Parse`] reads.
    pub(crate) fn tokens(&self) -> TokenStream {
        let (mut name, id) = (Literal::string(&self.name), Literal::string(&self.id));
        name.set_span(self.place);
        let reach = self.reach.tokens();
        let marks = [
            self.is_comparable.then(|| quote!(==)),
            self.is_ordered.then(|| quote!(<)),
            self.has_default.then(|| quote!(?)),
            self.is_signed.then(|| quote!(-)),
            match &self.written {
                Written::Not => None,
                Written::Derived(name) => Some(quote!(| : #name)),
                Written::Parts(between) => Some(quote!(| #between)),
            },
        ];
        let comparable = quote!(#(#marks)*);
        let local = self.local.as_ref().map(|[problem, fix]| quote!(! #problem #fix));
        match &self.shape {
            Shape::Struct(fields) => {
                let fields = fields.iter().map(Field::tokens);
                quote!(struct #name #id #reach #comparable #local { #(#fields)* })
            }
            Shape::Enum(variants) => {
                let variants = variants.iter().map(|(name, number)| {
                    let (name, number) = (Literal::string(name), Literal::u32_unsuffixed(*number));
                    quote!(#name = #number,)
                });
                quote!(enum #name #id #reach #comparable #local { #(#variants)* })
            }
            Shape::Variants(variants) => {
                let variants = variants.iter().map(|variant| {
                    let (name, dot) = (Literal::string(&variant.name), variant.is_tuple.then(|| quote!(.)));
                    let fields = variant.fields.iter().map(Field::tokens);
                    quote!(#name #dot { #(#fields)* })
                });
                quote!(match #name #id #reach #comparable #local { #(#variants)* })
            }
            Shape::Function(Outside { is_placed, is_linked, item, known }) => {
                let (known, placed) = (known.tokens(), is_placed.then(|| quote!(do)));
                let linked = is_linked.then(|| quote!(extern));
                quote!(fn #name #id #placed #linked { { #item } { #known } })
            }
            Shape::Erroneous => quote!(type #name #id #reach #comparable {}),
        }
    }
}

fn function(input: ParseStream<'_>) -> Result<Definition> {
    let (name, id): (LitStr, LitStr) = (input.parse()?, input.parse()?);
    let is_placed = input.parse::<Option<Token![do]>>()?.is_some();
    let is_linked = input.parse::<Option<Token![extern]>>()?.is_some();
    let (inner, known);
    braced!(inner in input);
    let item = group(&inner)?;
    braced!(known in inner);
    let shape = Shape::Function(Outside { is_placed, is_linked, item, known: known.parse()? });
    let (name, place) = (name.value(), name.span());
    Ok(Definition {
        name,
        place,
        id: id.value(),
        is_comparable: false,
        is_ordered: false,
        has_default: false,
        is_signed: false,
        written: Written::Not,
        local: None,
        reach: Reach::All,
        shape,
    })
}

/// The tokens between braces.
pub(super) fn group(input: ParseStream<'_>) -> Result<TokenStream> {
    Ok(input.parse::<proc_macro2::Group>()?.stream())
}

impl Parse for FieldType {
    fn parse(input: ParseStream<'_>) -> Result<FieldType> {
        if input.peek(syn::token::Bracket) {
            let inner;
            bracketed!(inner in input);
            let element: FieldType = inner.parse()?;
            inner.parse::<Token![;]>()?;
            return Ok(FieldType::Array(Box::new(element), inner.parse::<LitInt>()?.base10_parse()?));
        }
        if input.peek(syn::token::Paren) {
            let inner;
            parenthesized!(inner in input);
            let parts = inner.parse_terminated(FieldType::parse, Token![,])?;
            return Ok(FieldType::Tuple(parts.into_iter().collect()));
        }
        if input.peek(syn::token::Brace) {
            let inner;
            braced!(inner in input);
            return Ok(FieldType::Data(Rc::new(inner.parse()?)));
        }
        if input.parse::<Option<Token![?]>>()?.is_some() {
            return Ok(FieldType::Option(Box::new(input.parse()?)));
        }
        if input.parse::<Option<Token![!]>>()?.is_some() {
            return Ok(FieldType::Result(Box::new(input.parse()?), Box::new(input.parse()?)));
        }
        let name: Ident = input.parse()?;
        match signature::named(&name.to_string()) {
            Some(ty) => Ok(FieldType::Scalar(ty)),
            None => Err(syn::Error::new(name.span(), "no scalar")),
        }
    }
}

impl Parse for Definition {
    fn parse(input: ParseStream<'_>) -> Result<Definition> {
        if input.parse::<Option<Token![fn]>>()?.is_some() {
            return function(input);
        }
        let is_struct = input.parse::<Option<Token![struct]>>()?.is_some();
        let is_enum = !is_struct && input.parse::<Option<Token![enum]>>()?.is_some();
        let has_variants = !is_struct && !is_enum && input.parse::<Option<Token![match]>>()?.is_some();
        if !is_struct && !is_enum && !has_variants {
            input.parse::<Token![type]>()?;
        }
        let (name, id): (LitStr, LitStr) = (input.parse()?, input.parse()?);
        let reach = if input.parse::<Option<Token![pub]>>()?.is_some() {
            Reach::All
        } else if input.parse::<Option<Token![crate]>>()?.is_some() {
            Reach::Crate
        } else if input.parse::<Option<Token![super]>>()?.is_some() {
            Reach::Part
        } else {
            Reach::Own
        };
        let is_comparable = input.parse::<Option<Token![==]>>()?.is_some();
        let is_ordered = input.parse::<Option<Token![<]>>()?.is_some();
        let has_default = input.parse::<Option<Token![?]>>()?.is_some();
        let is_signed = input.parse::<Option<Token![-]>>()?.is_some();
        let written = match input.parse::<Option<Token![|]>>()? {
            None => Written::Not,
            Some(_) if input.parse::<Option<Token![:]>>()?.is_some() => {
                Written::Derived(input.parse::<LitStr>()?.value())
            }
            Some(_) => Written::Parts(input.parse::<LitStr>()?.value()),
        };
        let local = match input.parse::<Option<Token![!]>>()? {
            Some(_) => Some([input.parse::<LitStr>()?.value(), input.parse::<LitStr>()?.value()]),
            None => None,
        };
        let inner;
        braced!(inner in input);
        let (mut fields, mut numbers, mut variants) = (Vec::new(), Vec::new(), Vec::new());
        while !inner.is_empty() {
            if is_enum {
                let name = inner.parse::<LitStr>()?.value();
                inner.parse::<Token![=]>()?;
                numbers.push((name, inner.parse::<LitInt>()?.base10_parse()?));
                inner.parse::<Token![,]>()?;
            } else if has_variants {
                variants.push(inner.parse()?);
            } else {
                fields.push(inner.parse()?);
            }
        }
        let shape = match (is_struct, is_enum, has_variants) {
            (true, ..) => Shape::Struct(fields),
            (_, true, _) => Shape::Enum(numbers),
            (.., true) => Shape::Variants(variants),
            _ => Shape::Erroneous,
        };
        let (name, place) = (name.value(), name.span());
        let id = id.value();
        Ok(Definition {
            name,
            place,
            id,
            is_comparable,
            is_ordered,
            has_default,
            is_signed,
            written,
            local,
            reach,
            shape,
        })
    }
}
