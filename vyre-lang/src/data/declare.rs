//! What `#[vyre::data]` leaves: the struct, what makes it an element of buffers, and the macro that hands its definition on.

use super::definition::{Definition, Field, FieldType, Reach, Shape, Variant, Written, scalar};
use super::hints::{Hints, same_length};
use super::layout::Layout;
use super::{Definitions, Generic, Job, find, finish, params_of, text_of};
use crate::attribute::{self, Attribute};
use crate::constants::{Constants, Value};
use crate::diagnostics::{Area, Errors};
use crate::types::Ty;
use crate::{check, guard, signature};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use syn::{Fields, Item, ItemEnum, ItemStruct, Path, Type, Visibility, parse_quote};

/// Where a struct or an enum stands, which says what its fields may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// Behind `#[vyre::data]`: its values lie in buffers.
    Alone,
    /// In a `#[vyre::module]`: what lies in no buffer may have padding, and fields that no buffer holds.
    InModule,
    /// In a text, where fields may have the integers whose size is the host's own, too.
    InText,
}

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
            let asked = if is_first { field_types(&it.ident, it.fields.iter()) } else { Vec::new() };
            if !asked.is_empty() {
                return finish::ask(Job::Data, asked, &parsed.krate, attribute, item);
            }
            structure(it, &parsed, known.unwrap_or(&Definitions::default()), errors)
        }
        Ok(Item::Enum(it)) => {
            let is_first = known.is_none() && it.generics.params.is_empty();
            let fields = it.variants.iter().flat_map(|variant| &variant.fields);
            let asked = if is_first { field_types(&it.ident, fields) } else { Vec::new() };
            if !asked.is_empty() {
                return finish::ask(Job::Data, asked, &parsed.krate, attribute, item);
            }
            enumeration(it, &parsed.krate, known.unwrap_or(&Definitions::default()), errors)
        }
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
fn field_types<'f>(owner: &Ident, fields: impl Iterator<Item = &'f syn::Field>) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    let mut open: Vec<&Type> = fields.map(|field| &field.ty).collect();
    open.reverse();
    while let Some(ty) = open.pop() {
        match ty {
            Type::Array(array) => open.push(&array.elem),
            Type::Tuple(tuple) => open.extend(tuple.elems.iter().rev()),
            ty if let Some((_, held)) = variants_held(ty) => open.extend(held.into_iter().rev()),
            ty => {
                let Some(path) = find::path_of(ty) else { continue };
                let is_own = path.get_ident() == Some(owner);
                let is_new = || !found.iter().any(|known| text_of(known) == text_of(path));
                if !is_own && find::is_unknown(path) && is_new() {
                    found.push(path.clone());
                }
            }
        }
    }
    found
}

/// What `Option<T>` or `Result<T, E>` holds, and whether it is an `Option`.
pub(crate) fn variants_held(ty: &Type) -> Option<(bool, Vec<&Type>)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|_| path.qself.is_none())?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let held = arguments.args.iter().map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let held: Vec<&Type> = held.collect::<Option<_>>()?;
    match (last.ident.to_string().as_str(), held.len()) {
        ("Option", 1) => Some((true, held)),
        ("Result", 2) => Some((false, held)),
        _ => None,
    }
}

/// The definition of a struct of a module that is seen as a whole.
pub(crate) fn define_struct(it: &ItemStruct, known: &Definitions, errors: &mut Errors) -> Definition {
    let shape = fields_of(it, (known, Stands::InText), errors);
    definition(&it.ident, (&it.vis, &it.attrs), shape)
}

/// The definition of an enum of such a module.
pub(crate) fn define_enum(it: &ItemEnum, known: &Definitions, errors: &mut Errors) -> Definition {
    let shape = variants_of(it, (known, Stands::InText), errors);
    Definition { is_signed: is_signed(it), ..definition(&it.ident, (&it.vis, &it.attrs), shape) }
}

/// The definition of a struct with parameters, of a module that is seen as a whole.
pub(crate) fn define_generic_struct(it: &ItemStruct) -> Generic {
    let fields = it.fields.iter().enumerate().map(unread).collect();
    let types = it.fields.iter().map(|field| field.ty.clone()).collect();
    generic((&it.ident, &it.generics), (&it.vis, &it.attrs), Shape::Struct(fields), types)
}

/// The definition of an enum with parameters, of such a module.
pub(crate) fn define_generic_enum(it: &ItemEnum) -> Generic {
    let variants = it.variants.iter().map(|variant| Variant {
        name: plain(&variant.ident),
        is_tuple: matches!(variant.fields, Fields::Unnamed(_)),
        fields: variant.fields.iter().enumerate().map(unread).collect(),
    });
    let variants = variants.collect();
    let types = it.variants.iter().flat_map(|variant| &variant.fields).map(|field| field.ty.clone());
    generic((&it.ident, &it.generics), (&it.vis, &it.attrs), Shape::Variants(variants), types.collect())
}

/// A field whose type follows from what the parameters stand for.
fn unread((at, field): (usize, &syn::Field)) -> Field {
    let name = field.ident.as_ref().map_or_else(|| at.to_string(), plain);
    Field { name, is_public: matches!(field.vis, Visibility::Public(_)), ty: FieldType::Scalar(Ty::U32) }
}

fn generic(
    (name, generics): (&Ident, &syn::Generics),
    of: (&Visibility, &[syn::Attribute]),
    shape: Shape,
    fields: Vec<Type>,
) -> Generic {
    let local = [
        format!("`{name}` has parameters"),
        "write a struct without parameters for the elements, and make the value of it in the kernel"
            .to_string(),
    ];
    let is_enum = matches!(shape, Shape::Variants(_));
    let definition = Rc::new(definition(name, of, (shape, Some(local))));
    // Pointers to functions are types of their own.
    let shape =
        |ty: &Type| crate::functional::shape_of_field(ty, generics).filter(|_| !matches!(ty, Type::FnPtr(_)));
    let functions = fields.iter().map(shape).collect();
    Generic { definition, params: params_of(generics), fields, functions, is_enum, holds_slices: false }
}

/// The fields of a struct, and why no buffer holds its values, if none does; reports what a struct of kernels cannot have.
fn fields_of(
    it: &ItemStruct,
    (known, stands): (&Definitions, Stands),
    errors: &mut Errors,
) -> (Shape, Option<[String; 2]>) {
    qualifiers(&it.generics, &it.attrs, "C", errors);
    let fields: Vec<&syn::Field> = it.fields.iter().collect();
    let mut layout = Layout::EMPTY;
    let mut checked = Vec::new();
    let mut before: Option<String> = None;
    let mut local = fields.is_empty().then(|| {
        let problem = format!("`{}` has no fields, so its values are in no memory", it.ident);
        [problem, "give it a field".to_string()]
    });
    let (is_fine, mut is_poisoned, mut is_converted) = (errors.is_empty(), false, false);
    let fields = if is_fine { fields } else { Vec::new() };
    let has_local = fields.iter().any(|field| is_local(&field.ty, known));
    let stands = if stands == Stands::Alone && has_local { Stands::InModule } else { stands };
    for (at, field) in fields.into_iter().enumerate() {
        // Those of a tuple struct are `0`, `1` and so on.
        let name = field.ident.as_ref().map_or_else(|| at.to_string(), plain);
        let (owner, poisoned) = (&it.ident, &mut is_poisoned);
        let mut types = FieldTypes {
            owner,
            known,
            stands,
            errors,
            is_poisoned: poisoned,
            local: &mut local,
            is_converted: false,
        };
        let Some(ty) = types.of(&field.ty) else { continue };
        is_converted |= ty.is_converted();
        let padding = layout.padding_before(ty.layout());
        if padding > 0 && is_fine && local.is_none() && !is_converted {
            let problem = format!("`repr(C)` leaves {} of padding before `{name}`", bytes_of(padding));
            let fix = format!(
                "order the fields by size, the largest first, or fill the gap with a field `pad: {}`",
                filling(padding)
            );
            match stands {
                Stands::Alone => errors.report(Area::of(&field), problem, fix),
                Stands::InModule | Stands::InText => local = Some([problem, fix]),
            }
        }
        layout = layout.followed(ty.layout());
        before = Some(name.clone());
        checked.push(Field { name, is_public: matches!(field.vis, Visibility::Public(_)), ty });
    }
    if let (Some(last), padding @ 1..) = (before, layout.padding_before(layout))
        && errors.is_empty()
        && local.is_none()
        && !is_converted
    {
        let problem = format!("`repr(C)` leaves {} of padding after `{last}`", bytes_of(padding));
        let fix = format!("add a field `pad: {}` at the end", filling(padding));
        match stands {
            Stands::Alone => errors.report(Area::of(&it.ident), problem, fix),
            Stands::InModule | Stands::InText => local = Some([problem, fix]),
        }
    }
    let is_fine = errors.is_empty() && !is_poisoned;
    (if is_fine { Shape::Struct(checked) } else { Shape::Erroneous }, local)
}

/// Whether values of a type are in variables alone, as far as that matters: a struct with such a field is in no buffer either.
fn is_local(ty: &Type, known: &Definitions) -> bool {
    match ty {
        Type::Paren(inner) => is_local(&inner.elem, known),
        Type::Group(inner) => is_local(&inner.elem, known),
        Type::Array(array) => is_local(&array.elem, known),
        ty if variants_held(ty).is_some() => true,
        ty => find::path_of(ty).and_then(|path| known.of(path)).is_some_and(|known| {
            match &known.definition.shape {
                Shape::Variants(_) | Shape::Struct(_) => known.definition.local.is_some(),
                Shape::Enum(_) | Shape::Function(_) | Shape::Erroneous => false,
            }
        }),
    }
}

fn structure(it: ItemStruct, parsed: &Attribute, known: &Definitions, mut errors: Errors) -> TokenStream {
    let stands = if parsed.is_in_module { Stands::InModule } else { Stands::Alone };
    let shape = fields_of(&it, (known, stands), &mut errors);
    let is_fine = matches!(shape, (Shape::Struct(_), _));
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
fn variants_of(
    it: &ItemEnum,
    (known, stands): (&Definitions, Stands),
    errors: &mut Errors,
) -> (Shape, Option<[String; 2]>) {
    qualifiers(&it.generics, &it.attrs, if is_signed(it) { "i32" } else { "u32" }, errors);
    if it.variants.is_empty() {
        let fix = "give it a variant";
        errors.report(Area::of(&it.ident), "an enum of kernels has at least one variant", fix);
    }
    if it.variants.iter().any(|variant| !matches!(variant.fields, Fields::Unit)) {
        return variants_with_fields(it, (known, stands), errors);
    }
    let is_fine = errors.is_empty();
    // Those of `u32`, or of `i32` where one is negative.
    let numbers =
        if is_signed(it) { i128::from(i32::MIN)..=i128::from(i32::MAX) } else { 0..=u32::MAX.into() };
    let (mut next, mut variants) = (0, Vec::new());
    for variant in &it.variants {
        let value = variant.discriminant.as_ref().map(|(_, value)| value);
        if let Some(value) = value {
            match literal(value) {
                Some(value) => next = value,
                None => {
                    let problem = "nothing here says the number of this variant";
                    let fix = "write the number itself, or put the enum and its constants into a `#[vyre::module]` with what uses them";
                    errors.report(Area::of(value), problem, fix);
                }
            }
        }
        if !numbers.contains(&next) {
            let at = value.map_or_else(|| Area::of(&variant.ident), |value| Area::of(value));
            let problem = format!(
                "the number {next} of this variant does not fit into 32 bits with those of the others"
            );
            errors.report(at, problem, "give it a number of `u32`, or all of them numbers of `i32`");
            next = 0;
        }
        variants.push((plain(&variant.ident), next as u32));
        next += 1;
    }
    // A wrong number is one mistake: what names the variants is checked all the same.
    of_enum(it, if is_fine { Shape::Enum(variants) } else { Shape::Erroneous }, None)
}

/// The shape of an enum, and why no buffer holds its values, if none does; `of_fields` is what is wrong with its fields there.
fn of_enum(it: &ItemEnum, shape: Shape, of_fields: Option<[String; 2]>) -> (Shape, Option<[String; 2]>) {
    let name = &it.ident;
    if repr_of(it).is_none_or(|ty| !signature::is_u32(&ty)) {
        let fix =
            "write `#[repr(u32)]` on the enum, or take numbers, and compare with `Name::Variant as u32`";
        return (
            shape,
            Some([format!("most numbers mean no variant of the enum `{name}`"), fix.to_string()]),
        );
    }
    let local = of_fields.or_else(|| {
        let fix = "give one of them that number, or take numbers";
        let problem = format!(
            "buffers are zero at first and beyond their end, which means no variant of the enum `{name}`"
        );
        (!shape.has_zero_words()).then(|| [problem, fix.to_string()])
    });
    (shape, local)
}

/// The variants of an enum of which one at least has fields.
fn variants_with_fields(
    it: &ItemEnum,
    (known, stands): (&Definitions, Stands),
    errors: &mut Errors,
) -> (Shape, Option<[String; 2]>) {
    let (mut variants, mut is_poisoned, mut local) = (Vec::new(), false, None);
    // Its values are converted where they lie in a buffer, so nearly any field will do.
    let stands = if stands == Stands::Alone { Stands::InModule } else { stands };
    for variant in &it.variants {
        if let Some((_, value)) = &variant.discriminant {
            let problem = "the variants of an enum with fields have no numbers of their own";
            errors.report(Area::of(value), problem, "remove it, or write a method that gives the number");
        }
        let mut fields = Vec::new();
        for (at, field) in variant.fields.iter().enumerate() {
            let owner = &it.ident;
            let (is_poisoned, local) = (&mut is_poisoned, &mut local);
            let mut types =
                FieldTypes { owner, known, stands, errors, is_poisoned, local, is_converted: true };
            let Some(ty) = types.of(&field.ty) else { continue };
            let name = field.ident.as_ref().map_or_else(|| at.to_string(), plain);
            fields.push(Field { name, is_public: true, ty });
        }
        let is_tuple = matches!(variant.fields, Fields::Unnamed(_));
        variants.push(Variant { name: plain(&variant.ident), is_tuple, fields });
    }
    let is_fine = errors.is_empty() && !is_poisoned;
    of_enum(it, if is_fine { Shape::Variants(variants) } else { Shape::Erroneous }, local)
}

fn enumeration(it: ItemEnum, krate: &TokenStream, known: &Definitions, mut errors: Errors) -> TokenStream {
    let shape = variants_of(&it, (known, Stands::Alone), &mut errors);
    let has_fields = it.variants.iter().any(|variant| !matches!(variant.fields, Fields::Unit));
    let is_fine = !matches!(shape, (Shape::Erroneous, _));
    let is_signed = is_signed(&it);
    let definition = Definition { is_signed, ..definition(&it.ident, (&it.vis, &it.attrs), shape) };
    let mut it = it;
    let (conditions, visibility, name) = (conditions(&it.attrs), it.vis.clone(), it.ident.clone());
    let wanted: &[&str] = match (has_fields, is_fine) {
        (false, _) => &["Clone", "Copy", "PartialEq", "Eq"],
        (true, true) => &["Clone", "Copy"],
        // What cannot be copied would be a second error.
        (true, false) => &[],
    };
    let derived = derived(&it.attrs, wanted);
    it.attrs.retain(|attribute| !attribute.path().is_ident("repr"));
    it.attrs.push(parse_quote!(#[derive(#(#derived),*)]));
    if is_fine {
        it.attrs.push(if is_signed { parse_quote!(#[repr(i32)]) } else { parse_quote!(#[repr(u32)]) });
    }
    // rustc does not see the variants that kernels alone construct.
    it.attrs.push(parse_quote!(#[allow(dead_code)]));
    let macros = macros(&name, &visibility, &conditions, &definition);
    let single = (is_fine && !has_fields).then(|| {
        quote! {
            #(#conditions)*
            #[automatically_derived]
            impl #krate::__private::Single for #name {}
            #(#conditions)*
            #[automatically_derived]
            impl #krate::__private::Discrete for #name {}
        }
    });
    let elements = is_fine.then(|| enum_elements(&it, &definition, krate));
    let errors = errors.into_tokens();
    quote!(#it #single #elements #macros #errors)
}

/// Reports what a struct and an enum of kernels cannot have.
fn qualifiers(generics: &syn::Generics, attributes: &[syn::Attribute], repr: &str, errors: &mut Errors) {
    let is_lifetime = |param: &&syn::GenericParam| matches!(param, syn::GenericParam::Lifetime(_));
    if let Some(param) = generics.params.iter().find(|param| !is_lifetime(param)) {
        let problem = "`#[vyre::data]` sees no instances of a type with parameters";
        let fix = "put it into a `#[vyre::module]` with what uses it, or write the type, such as `u32`";
        errors.report(Area::of(param), problem, fix);
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
    stands: Stands,
    errors: &'a mut Errors,
    /// Why no buffer holds the struct's values, as far as fields tell.
    local: &'a mut Option<[String; 2]>,
    /// Set where a type is erroneous, which has been reported where it stands.
    is_poisoned: &'a mut bool,
    /// Whether buffers hold the values as words of their own, so that a field may be a `bool`, a tuple or an `Option`.
    is_converted: bool,
}

impl FieldTypes<'_> {
    fn of(&mut self, ty: &Type) -> Option<FieldType> {
        match ty {
            Type::Paren(inner) => self.of(&inner.elem),
            Type::Group(inner) => self.of(&inner.elem),
            ty if let Some((is_option, held)) =
                variants_held(ty).filter(|_| self.stands != Stands::Alone) =>
            {
                if !self.is_converted || !is_option {
                    let problem = "a field of a struct in a buffer is no `Option` and no `Result`";
                    self.keep_local(problem, "store a number that means none");
                }
                // What a variant holds may be `()`.
                let is_unit = |ty: &Type| matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty());
                let held = held
                    .into_iter()
                    .map(|ty| if is_unit(ty) { Some(FieldType::Tuple(Vec::new())) } else { self.of(ty) });
                let held: Option<Vec<FieldType>> = held.collect();
                let mut held = held?.into_iter().map(Box::new);
                match (is_option, held.next(), held.next()) {
                    (true, Some(value), _) => Some(FieldType::Option(value)),
                    (_, Some(value), Some(error)) => Some(FieldType::Result(value, error)),
                    _ => None,
                }
            }
            Type::Array(array) => {
                let element = self.of(&array.elem)?;
                let hints = Hints::at(self.owner.span());
                let told = || hints.bits_of(&array.len, &[]).and_then(|bits| u32::try_from(bits).ok());
                let written = literal(&array.len).and_then(|count| u32::try_from(count).ok());
                match written.or_else(told) {
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
            Type::Tuple(tuple) if self.stands != Stands::Alone => {
                let parts: Option<Vec<FieldType>> = tuple.elems.iter().map(|part| self.of(part)).collect();
                if !self.is_converted || tuple.elems.is_empty() {
                    let fix = "write a struct, or several fields";
                    self.keep_local("a field of a struct in a buffer is no tuple", fix);
                }
                Some(FieldType::Tuple(parts?))
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
            if self.stands == Stands::InText {
                self.keep_local(&problem, fix);
                return signature::named(&name).map(FieldType::Scalar);
            }
            return self.refuse(ty, &problem, fix);
        }
        if name == "bool" {
            let problem = "a field of a struct of kernels is no `bool`: most bytes mean neither";
            let fix = "use a `u32` of 0 or 1, and read it as `field != 0`";
            if self.stands != Stands::Alone {
                if !self.is_converted {
                    self.keep_local(problem, fix);
                }
                return Some(FieldType::Scalar(Ty::Bool));
            }
            return self.refuse(ty, problem, fix);
        }
        if path.get_ident() == Some(self.owner) {
            return self.refuse(ty, "a struct cannot contain itself", "store an index, `u32`");
        }
        let Some(known) = self.known.of(path) else { return self.refuse_name(ty) };
        match &known.definition.shape {
            Shape::Struct(_) => {
                if let Some([problem, fix]) = &known.definition.local {
                    self.keep_local(problem, fix);
                }
                Some(FieldType::Data(Rc::clone(&known.definition)))
            }
            Shape::Enum(_) | Shape::Variants(_) => {
                let data = FieldType::Data(Rc::clone(&known.definition));
                let Some([problem, fix]) = &known.definition.local else { return Some(data) };
                if self.stands != Stands::Alone {
                    self.keep_local(problem, fix);
                    return Some(data);
                }
                self.refuse(ty, problem, fix)
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
        self.refuse(ty, &problem, others)
    }

    /// Notes why no buffer holds the struct's values.
    fn keep_local(&mut self, problem: &str, fix: &str) {
        self.local.get_or_insert_with(|| [problem.to_string(), fix.to_string()]);
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

/// Whether an enum has no fields, and literals alone say the numbers of its variants: one for each if the enum says their type.
pub(crate) fn has_literal_numbers(it: &ItemEnum) -> bool {
    let has_type = repr_of(it).is_some();
    it.variants.iter().all(|variant| {
        variant.fields.is_empty()
            && variant
                .discriminant
                .as_ref()
                .is_none_or(|(_, number)| literal(number).is_some() && (!has_type || is_one_literal(number)))
    })
}

/// The type of integers that an enum says its numbers have: `#[repr(u8)]`.
pub(crate) fn repr_of(it: &ItemEnum) -> Option<Type> {
    let mut reprs = it.attrs.iter().filter(|attribute| attribute.path().is_ident("repr"));
    reprs.find_map(|attribute| {
        let name = attribute.parse_args::<Ident>().ok()?;
        signature::named(&name.to_string()).map(|_| parse_quote!(#name))
    })
}

/// Whether an expression is a literal, perhaps behind a `-`.
fn is_one_literal(expr: &syn::Expr) -> bool {
    match crate::syntax::strip(expr) {
        syn::Expr::Lit(_) => true,
        syn::Expr::Unary(it) => {
            matches!((&it.op, crate::syntax::strip(&it.expr)), (syn::UnOp::Neg(_), syn::Expr::Lit(_)))
        }
        _ => false,
    }
}

/// Whether a variant of an enum has a negative number.
fn is_signed(it: &ItemEnum) -> bool {
    let numbers = it.variants.iter().filter_map(|variant| literal(&variant.discriminant.as_ref()?.1));
    numbers.into_iter().any(|number| number < 0)
}

/// The number that literals alone say, as in `1 << 3`.
fn literal(expr: &syn::Expr) -> Option<i128> {
    match crate::syntax::strip(expr) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        expr if is_of_literals(expr) => {
            let Ok(Value::Int(number)) = Constants::default().expression(expr, &[]) else { return None };
            let is_past = !number.is_negative() && number.bits > i128::MAX as u128;
            (!is_past).then_some(number.bits as i128)
        }
        _ => None,
    }
}

/// Whether an expression has no names.
fn is_of_literals(expr: &syn::Expr) -> bool {
    match crate::syntax::strip(expr) {
        syn::Expr::Lit(_) => true,
        syn::Expr::Unary(it) => is_of_literals(&it.expr),
        syn::Expr::Binary(it) => is_of_literals(&it.left) && is_of_literals(&it.right),
        _ => false,
    }
}

fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

fn conditions(attributes: &[syn::Attribute]) -> Vec<syn::Attribute> {
    attribute::conditions(attributes).cloned().collect()
}

/// The traits that the attributes derive.
pub(crate) fn derives(attributes: &[syn::Attribute]) -> Vec<String> {
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

/// The attribute of an item of a text that has another name than where it stands: the latter.
pub(crate) const WRITTEN_NAME: &str = "__vyre_written_name";

/// The name that an item has where it stands, if that is another one.
fn written_name(attributes: &[syn::Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|it| it.path().is_ident(WRITTEN_NAME))?;
    attribute.parse_args::<syn::LitStr>().ok().map(|name| name.value())
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

fn definition(
    name: &Ident,
    (visibility, attributes): (&Visibility, &[syn::Attribute]),
    (shape, local): (Shape, Option<[String; 2]>),
) -> Definition {
    // No two expansions of one process have the same number, and no two processes compile the same crate.
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let krate = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
    let package = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_comparable =
        matches!(shape, Shape::Enum(_)) || derives(attributes).iter().any(|name| name == "PartialEq");
    let is_derived = |of: &str| derives(attributes).iter().any(|name| name == of);
    let is_ordered = is_derived("PartialOrd");
    let has_default = matches!(shape, Shape::Struct(_)) && is_derived("Default");
    let (id, reach) = (format!("{krate}-{package}-{number}"), Reach::of(visibility));
    let (name, place) = (plain(name), name.span());
    let written = match (is_derived("Debug"), is_derived(crate::standard::WRITES_ITS_FIELD)) {
        (_, true) => Written::Parts(String::new()),
        (true, false) => Written::Derived(written_name(attributes).unwrap_or_else(|| name.clone())),
        (false, false) => Written::Not,
    };
    let is_signed = false;
    Definition {
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
    }
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
    let is_converted = definition.is_converted();
    if definition.local.is_some() || is_converted {
        let is_derived = derives.iter().any(|derived| derived == "Zeroable");
        // Every field is a number, a `bool`, an enum with a variant of number 0, or made of such fields.
        let zeroable = (!is_derived && definition.has_zero())
            .then(|| quote!(#[automatically_derived] unsafe impl #private::bytemuck::Zeroable for #name {}));
        let element = definition.local.is_none().then(|| {
            let (item, element) = (item(it, &private), converted(name, definition, krate));
            quote!(#item #element)
        });
        return quote! {
            #(#conditions)*
            const _: () = {
                #fields
                #lengths
                #zeroable
                #element
            };
        };
    }
    let (item, words) = (item(it, &private), definition.words());
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
                const WORDS: ::core::primitive::usize = #words;
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
            #item
            #[automatically_derived]
            impl #krate::BufferElement for #name {
                const TYPE: &'static #private::DataType = &#private::DataType::#ty;
            }
            #[automatically_derived]
            impl #private::Words for #name {}
            #[automatically_derived]
            impl #krate::Element for #name {}
        };
    }
}

/// What makes an enum, and a struct with one among its fields, an element of buffers, which is converted to words.
fn converted(name: &Ident, definition: &Definition, krate: &TokenStream) -> TokenStream {
    let (words, private) = (definition.words(), quote!(#krate::__private));
    quote! {
        #[automatically_derived]
        impl #private::Sealed for #name {
            const PARTS: ::core::primitive::usize = #words;
            const WORDS: ::core::primitive::usize = #words;
            const IS_CONVERTED: ::core::primitive::bool = true;
            fn zero() -> Self {
                #private::AlgorithmItem::of_words(&mut ::core::iter::empty())
            }
            fn data(slice: &[Self]) -> #private::Data<'_> {
                #private::converted(slice)
            }
            fn data_mut(slice: &mut [Self]) -> #private::DataMut<'_> {
                #private::converted_mut(slice)
            }
        }
        #[automatically_derived]
        impl #krate::BufferElement for #name {
            const TYPE: &'static #private::DataType = &#private::DataType::U32;
        }
        #[automatically_derived]
        impl #krate::Element for #name {}
        #[automatically_derived]
        impl #private::ValueArg for #name {
            fn words(self) -> ::std::vec::Vec<::core::primitive::u32> {
                let mut words = ::std::vec::Vec::new();
                #private::AlgorithmItem::add_words(&self, &mut words);
                words
            }
        }
    }
}

/// What makes an enum an element of buffers, if it is one: its words are the number of the variant, and the fields of all variants.
fn enum_elements(it: &ItemEnum, definition: &Definition, krate: &TokenStream) -> Option<TokenStream> {
    if definition.local.is_some() {
        return None;
    }
    let (name, private, conditions) = (&it.ident, quote!(#krate::__private), conditions(&it.attrs));
    let element = converted(name, definition, krate);
    let u32 = quote!(::core::primitive::u32);
    let item = match &definition.shape {
        Shape::Enum(numbers) => {
            let variants: Vec<_> = it.variants.iter().map(|variant| &variant.ident).zip(numbers).collect();
            let (zero, _) = variants.iter().find(|(_, (_, number))| *number == 0)?;
            let others = variants.iter().filter(|(_, (_, number))| *number != 0);
            let others = others.map(|(variant, (_, number))| quote!(#number => #name::#variant,));
            quote! {
                fn leaves(offset: #u32, leaves: &mut ::std::vec::Vec<(#u32, #private::Leaf)>) {
                    leaves.push((offset, #private::Leaf::U32));
                }
                fn add_words(&self, words: &mut ::std::vec::Vec<#u32>) {
                    words.push(*self as #u32);
                }
                fn of_words(words: &mut dyn ::core::iter::Iterator<Item = #u32>) -> Self {
                    match words.next().unwrap_or(0) {
                        #(#others)*
                        _ => #name::#zero,
                    }
                }
            }
        }
        _ => {
            let types: Vec<&Type> =
                it.variants.iter().flat_map(|variant| &variant.fields).map(|field| &field.ty).collect();
            let parts: Vec<Ident> = (0..types.len()).map(|at| format_ident!("__part_{at}")).collect();
            let (mut taken, mut made, mut rest) = (Vec::new(), Vec::new(), &parts[..]);
            for (number, variant) in (0u32..).zip(&it.variants) {
                let (own, others) = rest.split_at(variant.fields.len());
                rest = others;
                let before = parts.len() - rest.len() - own.len();
                let (variant, members) = (&variant.ident, variant.fields.members());
                let value = quote!(#name::#variant { #(#members: #own),* });
                let (zeros, ends) = (&types[..before], &types[before + own.len()..]);
                taken.push(quote! {
                    #value => {
                        words.push(#number);
                        #(#private::add_zeros::<#zeros>(words);)*
                        #(#private::AlgorithmItem::add_words(#own, words);)*
                        #(#private::add_zeros::<#ends>(words);)*
                    }
                });
                // What means no other variant means the first one.
                made.push(if number == 0 { quote!(_ => #value,) } else { quote!(#number => #value,) });
            }
            made.rotate_left(1);
            quote! {
                fn leaves(offset: #u32, leaves: &mut ::std::vec::Vec<(#u32, #private::Leaf)>) {
                    leaves.push((offset, #private::Leaf::U32));
                    #(<#types as #private::AlgorithmItem>::leaves(offset, leaves);)*
                }
                fn add_words(&self, words: &mut ::std::vec::Vec<#u32>) {
                    match self {
                        #(#taken)*
                    }
                }
                fn of_words(words: &mut dyn ::core::iter::Iterator<Item = #u32>) -> Self {
                    let __number = words.next().unwrap_or(0);
                    #(let #parts = <#types as #private::AlgorithmItem>::of_words(words);)*
                    match __number {
                        #(#made)*
                    }
                }
            }
        }
    };
    Some(quote! {
        #(#conditions)*
        const _: () = {
            #[automatically_derived]
            impl #private::AlgorithmItem for #name {
                #item
            }
            #element
        };
    })
}

/// What makes a struct an item of algorithms.
fn item(it: &ItemStruct, private: &TokenStream) -> TokenStream {
    let name = &it.ident;
    let (members, types): (Vec<syn::Member>, Vec<&Type>) =
        it.fields.members().zip(it.fields.iter().map(|field| &field.ty)).unzip();
    quote! {
        #[automatically_derived]
        impl #private::AlgorithmItem for #name {
            fn leaves(offset: ::core::primitive::u32, leaves: &mut ::std::vec::Vec<(::core::primitive::u32, #private::Leaf)>) {
                #(<#types as #private::AlgorithmItem>::leaves(
                    offset + ::core::mem::offset_of!(#name, #members) as ::core::primitive::u32,
                    leaves,
                );)*
            }
            fn add_words(&self, words: &mut ::std::vec::Vec<::core::primitive::u32>) {
                #(#private::AlgorithmItem::add_words(&self.#members, words);)*
            }
            fn of_words(words: &mut dyn ::core::iter::Iterator<Item = ::core::primitive::u32>) -> Self {
                #name { #(#members: #private::AlgorithmItem::of_words(words)),* }
            }
        }
    }
}

/// The macro that hands the definition of a function on.
pub(crate) fn function_macros(function: &syn::ItemFn, shape: Shape) -> TokenStream {
    let name = &function.sig.ident;
    let definition = definition(name, (&function.vis, &[]), (shape, None));
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
