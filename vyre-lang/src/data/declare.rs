//! What `#[vyre::data]` leaves: the struct, what makes it an element of buffers, and the macro that hands its definition on.

use super::definition::{Definition, Field, FieldType, Reach, Shape, scalar};
use super::hints::{Hints, same_length};
use super::layout::Layout;
use super::{Definitions, Job, find, finish, text_of};
use crate::attribute::{self, Attribute};
use crate::diagnostics::{Area, Errors};
use crate::{check, guard, signature};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use syn::{Fields, Item, ItemEnum, ItemStruct, Path, Type, Visibility, parse_quote};

/// Expands `#[vyre::data(attribute)] item`.
pub fn data(attribute: TokenStream, item: TokenStream) -> TokenStream {
    data_with(attribute, item, None)
}

/// The same, with the definitions of the fields' types once they are known.
pub(super) fn data_with(
    attribute: TokenStream,
    item: TokenStream,
    known: Option<&Definitions>,
) -> TokenStream {
    let mut errors = Errors::of(item.clone());
    let parsed = attribute::parse_data(attribute.clone(), &mut errors);
    if !guard::check(&item, &mut errors) {
        return errors.into_tokens();
    }
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Struct(it)) => {
            let is_first = known.is_none() && it.generics.params.is_empty();
            let asked = if is_first { field_types(&it) } else { Vec::new() };
            if !asked.is_empty() {
                return finish::ask(Job::Data, asked, &parsed.krate, attribute, item);
            }
            structure(it, &parsed, known.unwrap_or(&Definitions::default()), errors)
        }
        Ok(Item::Enum(it)) => enumeration(it, &parsed.krate, errors),
        Ok(other) => {
            let problem = "`#[vyre::data]` stands on a struct or an enum";
            errors.report(check::keyword(&other), problem, "remove it here");
            let errors = errors.into_tokens();
            quote!(#errors #item)
        }
        Err(error) => {
            errors.report_syntax(&error);
            let errors = errors.into_tokens();
            quote!(#errors #item)
        }
    }
}

/// The types of fields that other definitions tell about.
fn field_types(it: &ItemStruct) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    for field in &it.fields {
        let mut ty = &field.ty;
        while let Type::Array(array) = ty {
            ty = &array.elem;
        }
        let Some(path) = find::path_of(ty) else { continue };
        let is_own = path.get_ident() == Some(&it.ident);
        if !is_own && find::is_unknown(path) && !found.iter().any(|known| text_of(known) == text_of(path)) {
            found.push(path.clone());
        }
    }
    found
}

/// The definition of a struct of a module that is seen as a whole.
pub(crate) fn define_struct(it: &ItemStruct, known: &Definitions, errors: &mut Errors) -> Definition {
    let shape = fields_of(it, known, errors);
    definition(&it.ident, (&it.vis, &it.attrs), shape)
}

/// The definition of an enum of such a module.
pub(crate) fn define_enum(it: &ItemEnum, errors: &mut Errors) -> Definition {
    let shape = variants_of(it, errors);
    definition(&it.ident, (&it.vis, &it.attrs), shape)
}

/// The fields of a struct; reports what a struct of kernels cannot have.
fn fields_of(it: &ItemStruct, known: &Definitions, errors: &mut Errors) -> Shape {
    qualifiers(&it.generics, &it.attrs, "C", errors);
    let fields = match &it.fields {
        Fields::Named(fields) if !fields.named.is_empty() => fields.named.iter().collect(),
        Fields::Named(_) | Fields::Unit => {
            let fix = "give it a field, or use a constant";
            errors.report(Area::of(&it.ident), "a struct of kernels has at least one field", fix);
            Vec::new()
        }
        Fields::Unnamed(fields) => {
            let fix = "write `struct Name { field: u32 }`";
            errors.report(Area::of(fields), "the fields of a struct of kernels have names", fix);
            Vec::new()
        }
    };
    let mut layout = Layout::EMPTY;
    let mut checked = Vec::new();
    let mut before: Option<String> = None;
    let (is_fine, mut is_poisoned) = (errors.is_empty(), false);
    let fields = if is_fine { fields } else { Vec::new() };
    for field in fields {
        let name = field.ident.as_ref().map(plain).unwrap_or_default();
        let (owner, poisoned) = (&it.ident, &mut is_poisoned);
        let mut types = FieldTypes { owner, known, errors, is_poisoned: poisoned };
        let Some(ty) = types.of(&field.ty) else { continue };
        let padding = layout.padding_before(ty.layout());
        if padding > 0 && is_fine {
            let problem = format!("`repr(C)` leaves {} of padding before `{name}`", bytes_of(padding));
            let fix = format!(
                "order the fields by size, the largest first, or fill the gap with a field `pad: {}`",
                filling(padding)
            );
            errors.report(Area::of(&field.ident), problem, fix);
        }
        layout = layout.followed(ty.layout());
        before = Some(name.clone());
        checked.push(Field { name, is_public: matches!(field.vis, Visibility::Public(_)), ty });
    }
    if let (Some(last), padding @ 1..) = (before, layout.padding_before(layout))
        && errors.is_empty()
    {
        let problem = format!("`repr(C)` leaves {} of padding after `{last}`", bytes_of(padding));
        let fix = format!("add a field `pad: {}` at the end", filling(padding));
        errors.report(Area::of(&it.ident), problem, fix);
    }
    let is_fine = errors.is_empty() && !is_poisoned;
    if is_fine { Shape::Struct(checked) } else { Shape::Erroneous }
}

fn structure(it: ItemStruct, parsed: &Attribute, known: &Definitions, mut errors: Errors) -> TokenStream {
    let shape = fields_of(&it, known, &mut errors);
    let is_fine = matches!(shape, Shape::Struct(_));
    let definition = definition(&it.ident, (&it.vis, &it.attrs), shape);
    let elements = is_fine.then(|| elements(&it, &definition, &parsed.krate));
    let mut it = it;
    let (conditions, visibility, name) = (conditions(&it.attrs), it.vis.clone(), it.ident.clone());
    let mut derived = derived(&it.attrs, &["Clone", "Copy"]);
    if !is_fine {
        // What cannot be copied would be a second error.
        derived.retain(|_| it.fields.iter().all(|field| is_copied(&field.ty)));
        it.fields.iter_mut().for_each(|field| {
            if contains(&field.ty, &name) {
                field.ty = parse_quote!(::core::primitive::u32);
            }
        });
    }
    it.attrs.retain(|attribute| !attribute.path().is_ident("repr"));
    it.attrs.push(parse_quote!(#[derive(#(#derived),*)]));
    it.attrs.push(parse_quote!(#[repr(C)]));
    let macros = macros(&name, &visibility, &conditions, &definition);
    let errors = errors.into_tokens();
    quote!(#it #elements #macros #errors)
}

/// The variants of an enum; reports what an enum of kernels cannot have.
fn variants_of(it: &ItemEnum, errors: &mut Errors) -> Shape {
    qualifiers(&it.generics, &it.attrs, "u32", errors);
    if it.variants.is_empty() {
        let fix = "give it a variant";
        errors.report(Area::of(&it.ident), "an enum of kernels has at least one variant", fix);
    }
    let (mut next, mut variants) = (0u32, Vec::new());
    for variant in &it.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let fix = "use a struct with a field for each value, and one that says which are meant";
            errors.report(Area::of(&variant.fields), "an enum of kernels has no fields", fix);
        }
        if let Some((_, value)) = &variant.discriminant {
            match literal(value) {
                Some(value) => next = value,
                None => {
                    let problem = "the number of a variant is a literal of type `u32`";
                    errors.report(Area::of(value), problem, "write the number itself");
                }
            }
        }
        variants.push((plain(&variant.ident), next));
        next = next.wrapping_add(1);
    }
    if errors.is_empty() { Shape::Enum(variants) } else { Shape::Erroneous }
}

fn enumeration(it: ItemEnum, krate: &TokenStream, mut errors: Errors) -> TokenStream {
    let shape = variants_of(&it, &mut errors);
    let definition = definition(&it.ident, (&it.vis, &it.attrs), shape);
    let mut it = it;
    let (conditions, visibility, name) = (conditions(&it.attrs), it.vis.clone(), it.ident.clone());
    let derived = derived(&it.attrs, &["Clone", "Copy", "PartialEq", "Eq"]);
    it.attrs.retain(|attribute| !attribute.path().is_ident("repr"));
    it.attrs.push(parse_quote!(#[derive(#(#derived),*)]));
    if errors.is_empty() {
        it.attrs.push(parse_quote!(#[repr(u32)]));
    }
    // rustc does not see the variants that kernels alone construct.
    it.attrs.push(parse_quote!(#[allow(dead_code)]));
    let macros = macros(&name, &visibility, &conditions, &definition);
    let single = errors.is_empty().then(|| {
        quote! {
            #(#conditions)*
            #[automatically_derived]
            impl #krate::__private::Single for #name {}
            #(#conditions)*
            #[automatically_derived]
            impl #krate::__private::Discrete for #name {}
        }
    });
    let errors = errors.into_tokens();
    quote!(#it #single #macros #errors)
}

/// Reports what a struct and an enum of kernels cannot have.
fn qualifiers(generics: &syn::Generics, attributes: &[syn::Attribute], repr: &str, errors: &mut Errors) {
    if let Some(param) = generics.params.first() {
        let fix = "write the type, such as `u32`";
        errors.report(Area::of(param), "a type of kernels has no generic parameters", fix);
    }
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        let written = attribute.meta.to_token_stream().to_string().replace(' ', "");
        if written != format!("repr({repr})") {
            let problem = format!("a type of kernels is `repr({repr})`");
            errors.report(Area::of(&attribute.meta), problem, "remove it");
        }
    }
}

fn bytes_of(count: u32) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}

/// The type of a field that has so many bytes.
fn filling(bytes: u32) -> String {
    match bytes {
        1 => "u8".to_string(),
        2 => "u16".to_string(),
        4 => "u32".to_string(),
        _ if bytes.is_multiple_of(4) => format!("[u32; {}]", bytes / 4),
        _ => format!("[u8; {bytes}]"),
    }
}

/// Finds out the types of fields.
struct FieldTypes<'a> {
    owner: &'a Ident,
    known: &'a Definitions,
    errors: &'a mut Errors,
    /// Set where a type is erroneous, which has been reported where it stands.
    is_poisoned: &'a mut bool,
}

impl FieldTypes<'_> {
    fn of(&mut self, ty: &Type) -> Option<FieldType> {
        match ty {
            Type::Paren(inner) => self.of(&inner.elem),
            Type::Group(inner) => self.of(&inner.elem),
            Type::Array(array) => {
                let element = self.of(&array.elem)?;
                let hints = Hints::at(self.owner.span());
                let told = || hints.bits_of(&array.len, &[]).and_then(|bits| u32::try_from(bits).ok());
                match literal(&array.len).or_else(told) {
                    Some(0) => self.refuse(&array.len, "an array has at least one element", "make it longer"),
                    Some(count) => Some(FieldType::Array(Box::new(element), count)),
                    None => {
                        let problem = "only rustc knows this length of an array in a struct of kernels";
                        self.refuse(
                            &array.len,
                            problem,
                            "declare its constants in this file, or write the number itself",
                        )
                    }
                }
            }
            Type::Reference(_) | Type::Ptr(_) => {
                let fix = "store the value, or the index of an element of another buffer";
                self.refuse(ty, "a field of a struct of kernels is no reference", fix)
            }
            Type::Tuple(_) => self.refuse(
                ty,
                "a field of a struct of kernels is no tuple",
                "write a struct, or several fields",
            ),
            _ => match find::path_of(ty) {
                Some(path) => self.of_path(ty, path),
                None => self.refuse_name(ty),
            },
        }
    }

    fn of_path(&mut self, ty: &Type, path: &Path) -> Option<FieldType> {
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if let Some(scalar) = scalar(&name) {
            return Some(FieldType::Scalar(scalar));
        }
        if let "usize" | "isize" = name.as_str() {
            let problem =
                format!("a struct of kernels has no field of type `{name}`, whose size is the host's own");
            let fix = if name == "usize" { "use `u32`" } else { "use `i32`" };
            return self.refuse(ty, &problem, fix);
        }
        if name == "bool" {
            let problem = "a field of a struct of kernels is no `bool`: most bytes mean neither";
            return self.refuse(ty, problem, "use a `u32` of 0 or 1, and read it as `field != 0`");
        }
        if path.get_ident() == Some(self.owner) {
            return self.refuse(ty, "a struct cannot contain itself", "store an index, `u32`");
        }
        let Some(known) = self.known.of(path) else { return self.refuse_name(ty) };
        match &known.definition.shape {
            Shape::Struct(_) => Some(FieldType::Data(Rc::clone(&known.definition))),
            Shape::Enum(_) => {
                let problem = format!(
                    "the enum `{name}` is no part of a struct of kernels: most numbers mean no variant"
                );
                self.refuse(ty, &problem, "store its number, `value as u32`")
            }
            Shape::Function(_) => self.refuse_name(ty),
            Shape::Erroneous => {
                *self.is_poisoned = true;
                None
            }
        }
    }

    fn refuse_name(&mut self, ty: &Type) -> Option<FieldType> {
        let name = signature::name_of(ty);
        let problem = format!("a struct of kernels has no field of type `{name}`");
        let others = "use an integer, a float, arrays of them, or structs with `#[vyre::data]`";
        let fix = if name == "i128" { "use a `u128` that has the same bits" } else { others };
        self.refuse(ty, &problem, fix)
    }

    fn refuse<T>(&mut self, at: &dyn ToTokens, problem: &str, fix: &str) -> Option<T> {
        self.errors.report(Area::of(at), problem, fix);
        None
    }
}

/// Whether values of a type can be copied, as far as its name tells.
fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_copied(&array.elem),
        Type::Reference(reference) => reference.mutability.is_none(),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_copied),
        _ => find::path_of(ty).is_some_and(|path| {
            let last = path.segments.last();
            last.is_some_and(|last| {
                last.ident.to_string().starts_with(char::is_lowercase) || find::is_unknown(path)
            })
        }),
    }
}

/// Whether a type is, or an array's elements are, the struct with this name.
fn contains(ty: &Type, name: &Ident) -> bool {
    match ty {
        Type::Array(array) => contains(&array.elem, name),
        _ => find::path_of(ty).and_then(Path::get_ident) == Some(name),
    }
}

/// The number that an expression is.
fn literal(expr: &syn::Expr) -> Option<u32> {
    match crate::syntax::strip(expr) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

fn conditions(attributes: &[syn::Attribute]) -> Vec<syn::Attribute> {
    attribute::conditions(attributes).cloned().collect()
}

/// The traits that the attributes derive.
fn derives(attributes: &[syn::Attribute]) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        let _ = attribute.parse_nested_meta(|meta| {
            names.extend(meta.path.segments.last().map(|last| last.ident.to_string()));
            Ok(())
        });
    }
    names
}

/// Those of these traits that the attributes do not derive.
fn derived(attributes: &[syn::Attribute], wanted: &[&str]) -> Vec<TokenStream> {
    let known = derives(attributes);
    let missing = wanted.iter().filter(|name| !known.iter().any(|known| known == *name));
    let paths = missing.map(|name| {
        let name = format_ident!("{name}");
        match *name.to_string() {
            ref it if it == "Clone" => quote!(::core::clone::Clone),
            ref it if it == "Copy" => quote!(::core::marker::Copy),
            _ => quote!(::core::cmp::#name),
        }
    });
    paths.collect()
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

fn definition(
    name: &Ident,
    (visibility, attributes): (&Visibility, &[syn::Attribute]),
    shape: Shape,
) -> Definition {
    // No two expansions of one process have the same number, and no two processes compile the same crate.
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let krate = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
    let package = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_comparable =
        matches!(shape, Shape::Enum(_)) || derives(attributes).iter().any(|name| name == "PartialEq");
    let is_derived =
        |of: &str| matches!(shape, Shape::Struct(_)) && derives(attributes).iter().any(|name| name == of);
    let (is_ordered, has_default) = (is_derived("PartialOrd"), is_derived("Default"));
    let (id, reach) = (format!("{krate}-{package}-{number}"), Reach::of(visibility));
    let (name, place) = (plain(name), name.span());
    Definition { name, place, id, is_comparable, is_ordered, has_default, reach, shape }
}

/// What makes a struct an element of buffers.
fn elements(it: &ItemStruct, definition: &Definition, krate: &TokenStream) -> TokenStream {
    let (name, private) = (&it.ident, quote!(#krate::__private));
    let (conditions, derives) = (conditions(&it.attrs), derives(&it.attrs));
    let bytes = definition.layout().bytes as usize;
    // Numbers of 8 and 16 bits stay packed.
    let (ty, data) = match definition.is_packed() {
        true => (quote!(Bytes), quote!(Bytes)),
        false => (quote!(U32), quote!(Words)),
    };
    let pod = ["Zeroable", "Pod"].into_iter().filter(|name| !derives.iter().any(|derived| derived == name));
    let pod = pod.map(|of| {
        let of = Ident::new(of, Span::call_site());
        // There is no padding, and every field is plain.
        quote!(#[automatically_derived] unsafe impl #private::bytemuck::#of for #name {})
    });
    let Shape::Struct(checked) = &definition.shape else { return TokenStream::new() };
    let mut lengths = TokenStream::new();
    let fields = it.fields.iter().zip(checked).enumerate().filter_map(|(at, (written, field))| {
        let (mut ty, mut of) = (&written.ty, &field.ty);
        while let (Type::Array(array), FieldType::Array(element, count)) = (ty, of) {
            (ty, of) = (&array.elem, element);
            if literal(&array.len).is_none() {
                lengths.extend(same_length(&array.len.to_token_stream(), *count as usize));
            }
        }
        let FieldType::Data(inner) = of else { return None };
        definition.names(inner).then(|| {
            quote! {
                #[automatically_derived]
                impl #private::Field<#at> for #name {
                    type Type = #ty;
                }
            }
        })
    });
    let fields: TokenStream = fields.collect();
    quote! {
        #(#conditions)*
        const _: () = {
            #fields
            #lengths
            ::core::assert!(::core::mem::size_of::<#name>() == #bytes, "the layout is not that of `repr(C)`");
            #(#pod)*
            #[automatically_derived]
            impl #private::Sealed for #name {
                const PARTS: ::core::primitive::usize = #bytes / 4;
                fn zero() -> Self {
                    #private::bytemuck::Zeroable::zeroed()
                }
                fn data(slice: &[Self]) -> #private::Data<'_> {
                    #private::Data::#data(#private::bytemuck::cast_slice(slice))
                }
                fn data_mut(slice: &mut [Self]) -> #private::DataMut<'_> {
                    #private::DataMut::#data(#private::bytemuck::cast_slice_mut(slice))
                }
            }
            #[automatically_derived]
            impl #krate::Element for #name {
                const TYPE: &'static #private::DataType = &#private::DataType::#ty;
            }
            #[automatically_derived]
            impl #private::Words for #name {}
        };
    }
}

/// The macro that hands the definition of a function on.
pub(crate) fn function_macros(function: &syn::ItemFn, shape: Shape) -> TokenStream {
    let name = &function.sig.ident;
    let definition = definition(name, (&function.vis, &[]), shape);
    macros(name, &function.vis, &conditions(&function.attrs), &definition)
}

/// The macro that hands the definition on, under the struct's name.
fn macros(
    name: &Ident,
    visibility: &Visibility,
    conditions: &[syn::Attribute],
    definition: &Definition,
) -> TokenStream {
    let number = definition.id.rsplit('-').next().unwrap_or_default().to_string();
    let unique = format_ident!("__vyre_data_{}_{number}", definition.name, span = Span::call_site());
    let tokens = definition.tokens();
    let (export, visibility) = match visibility {
        Visibility::Public(_) => (Some(quote!(#[macro_export])), quote!(pub)),
        _ => (None, quote!(pub(crate))),
    };
    quote! {
        #(#conditions)*
        #[doc(hidden)]
        #[allow(unused_macros, non_local_definitions)]
        #export
        macro_rules! #unique {
            ({ $($callback:tt)* } $($state:tt)*) => { $($callback)* ! { { #tokens } $($state)* } };
        }

        #(#conditions)*
        #[doc(hidden)]
        #[allow(unused_imports, unreachable_pub)]
        #visibility use #unique as #name;
    }
}
