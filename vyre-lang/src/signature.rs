//! The parameters of a kernel.

use crate::data::{Definitions, Shape, path_of};
use crate::diagnostics::{Area, Errors};
use crate::expand::generic;
use crate::functional;
use crate::types::Ty;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, FnArg, GenericParam, Pat, ReturnType, Safety, Signature, Type, parse_quote};

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// `&[T]`
    Read(Ty),
    /// `&mut [T]`
    Write(Ty),
    /// `&[AtomicU32]` and its kin, with the type of the values
    Atomic(Ty),
    /// `&Uniform<[T]>`
    Uniform(Ty),
    /// A number or a `bool` by value.
    Scalar(Ty),
    /// Of a type that kernels do not take; an error has been reported.
    Unknown,
}

impl Passing {
    /// Whether the parameter is a buffer.
    pub(crate) fn is_bound(self) -> bool {
        !matches!(self, Passing::Scalar(_) | Passing::Unknown)
    }
}

/// Arrays as elements of a parameter whose lengths depend on constant parameters.
pub(crate) struct Rows {
    /// The lengths, the outermost first.
    pub(crate) lengths: Vec<Expr>,
    /// The parameter's type with what is in the innermost arrays as elements, as [`Param::passing`] has them.
    pub(crate) flat: Type,
    /// Whether rustc takes the lengths as they are written.
    is_plain: bool,
}

impl Rows {
    /// The type of an element as rustc takes it, of the type of what is in the innermost arrays.
    pub(crate) fn plain(&self, element: &TokenStream) -> Option<TokenStream> {
        let of = |row: TokenStream, length: &Expr| quote!([#row; #length]);
        self.is_plain.then(|| self.lengths.iter().rev().fold(element.clone(), of))
    }
}

/// A parameter.
pub(crate) struct Param {
    pub(crate) name: Ident,
    pub(crate) is_mutable: bool,
    pub(crate) passing: Passing,
    /// The type of a value, or of the elements, where it is a struct, an enum or an array, as it was written. `passing` says `U32` then.
    pub(crate) whole: Option<Type>,
    /// The type of a value as it was written, where it is one of [`SIZED`].
    pub(crate) sized: Option<Ident>,
    /// The arrays that the elements are, where constant parameters stand in their lengths.
    pub(crate) rows: Option<Rows>,
    /// Whether it is one atomic element, `&AtomicU32`.
    pub(crate) is_single: bool,
    /// How many elements a launch has to give: the `N` of `&[T; N]`.
    pub(crate) count: Option<Expr>,
    pub(crate) area: Area,
}

/// Whether a type, or what a reference refers to, is one in which an error has been reported.
fn is_erroneous(ty: &Type, known: &Definitions) -> bool {
    match ty {
        Type::Reference(reference) => is_erroneous(&reference.elem, known),
        Type::Path(path) => {
            known.of(&path.path).is_some_and(|known| matches!(known.definition.shape, Shape::Erroneous))
        }
        _ => false,
    }
}

/// `&[T]` of `&[T; N]`, with the `N`. Nothing for other types.
fn as_slice(ty: &Type) -> Option<(Type, Expr)> {
    let Type::Reference(reference) = ty else { return None };
    let Type::Array(array) = &*reference.elem else { return None };
    let (element, mut slice) = (&array.elem, reference.clone());
    *slice.elem = parse_quote!([#element]);
    Some((Type::Reference(slice), array.len.clone()))
}

const TAKES: &str = "take `&[T]`, `&mut [T]`, `&[T; N]`, `&[AtomicU32]`, `&AtomicU32`, or a number, a `bool` or a struct with `#[vyre::data]` by value";

/// The parameters, with errors for everything in the signature that a kernel cannot have.
pub(crate) fn parse(signature: &Signature, known: &Definitions, errors: &mut Errors) -> Vec<Param> {
    qualifiers(signature, errors);
    let mut params = Vec::new();
    for input in &signature.inputs {
        let FnArg::Typed(input) = input else {
            errors.report(Area::of(input), "a kernel has no `self`", "make it a free function");
            continue;
        };
        let (name, is_mutable) = match &*input.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                (pat.ident.clone(), pat.mutability.is_some())
            }
            other => {
                errors.report(Area::of(other), "a kernel's parameter is a plain name", "give it a name");
                (Ident::new(&format!("argument_{}", params.len()), proc_macro2::Span::call_site()), false)
            }
        };
        let (ty, count) = as_slice(&input.ty)
            .map_or_else(|| ((*input.ty).clone(), None), |(slice, count)| (slice, Some(count)));
        let whole = whole_type(&ty).filter(|ty| is_whole(ty, known) && !mentions(ty, signature)).cloned();
        let rows = rows(&ty, signature);
        let flat = rows.as_ref().map_or(&ty, |rows| &rows.flat);
        let passing = passing(flat, whole.is_some()).unwrap_or_else(|| {
            if mentions(&ty, signature) || is_erroneous(&ty, known) {
                // Other parameters are errors already.
                if !has_fine_generics(signature) || !names_length(&ty, signature) {
                    return Passing::Unknown;
                }
                let element = number_of(flat).is_none_or(|name| SIZED.iter().all(|sized| name != sized));
                let problem = match (&rows, &ty) {
                    (None, Type::Array(_)) => Some((
                        "an array that a kernel takes by value has no constant parameter as its length",
                        "take a slice of the elements",
                    )),
                    (Some(_), _) if element && whole_type(flat).is_none_or(|ty| value_type(ty).is_none()) => Some((
                        "the elements of an array of arrays whose lengths are constant parameters are numbers",
                        "use an array for each part",
                    )),
                    _ => None,
                };
                if let Some((problem, fix)) = problem {
                    errors.report(Area::of(&input.ty), problem, fix);
                    return Passing::Unknown;
                }
            }
            let problem = format!("a kernel cannot take a parameter of type `{}`", name_of(&input.ty));
            let name = number_of(flat).map(|name| name.to_string()).unwrap_or_default();
            let fix = instead_of_sized(&name).or_else(|| instead_of_atomic(&name)).unwrap_or(TAKES);
            errors.report(Area::of(&input.ty), problem, fix);
            Passing::Unknown
        });
        let inside = match rows {
            Some(_) => Some("arrays"),
            None => passing.is_bound().then_some("slices"),
        };
        let of_rows = whole_type(flat).filter(|ty| rows.is_some() && !mentions(ty, signature));
        let passing = match whole.as_ref().or(of_rows) {
            _ if passing == Passing::Unknown => passing,
            Some(ty) if rows.is_some() && value_type(ty) == Some(Ty::Bool) => {
                let problem = "a kernel takes no arrays of `bool` whose lengths are constant parameters";
                errors.report(Area::of(ty), problem, "use `u32`");
                Passing::Unknown
            }
            Some(ty) if !is_words(ty, known, inside, errors) => Passing::Unknown,
            _ => passing,
        };
        let sized = matches!(passing, Passing::Scalar(_) if whole.is_none()).then(|| last_name(&ty));
        let sized = sized.flatten().filter(|name| SIZED.iter().any(|sized| *name == sized)).cloned();
        let is_single = matches!(passing, Passing::Atomic(_))
            && matches!(flat, Type::Reference(reference) if is_atomic(&reference.elem));
        let area = Area::of(&input.pat);
        params.push(Param { name, is_mutable, passing, whole, sized, rows, is_single, count, area });
    }
    params
}

fn qualifiers(signature: &Signature, errors: &mut Errors) {
    if let ReturnType::Type(arrow, ty) = &signature.output
        && returns_value(signature)
    {
        let area = Area::of(arrow).to(Area::of(ty));
        errors.report(area, "a kernel returns nothing", "write results to a `&mut [T]` parameter");
    }
    common_qualifiers(signature, "kernel", errors);
    generics(signature, "kernel", errors);
}

/// The constant parameters of a kernel. One of another type than `u32` is an error that has been reported.
pub(crate) fn constants(signature: &Signature) -> Vec<&Ident> {
    signature.generics.const_params().map(|param| &param.ident).collect()
}

/// The constant parameters of a kernel as numbers of kernels.
pub(crate) fn constant_values(signature: &Signature) -> Vec<TokenStream> {
    let values = signature.generics.const_params().map(|param| {
        let name = &param.ident;
        if is_sized(&param.ty) { quote!((#name as ::core::primitive::u32)) } else { quote!(#name) }
    });
    values.collect()
}

/// Whether the constant parameter with this number is a `u32`.
pub(crate) fn is_constant(signature: &Signature, at: usize) -> bool {
    signature.generics.const_params().nth(at).is_some_and(|param| is_u32(&param.ty))
}

pub(crate) fn is_u32(ty: &Type) -> bool {
    written(ty) == Some(Ty::U32)
}

/// Whether a constant parameter of a function can be of a type.
fn is_of_constants(ty: &Type) -> bool {
    written(ty).is_some_and(|ty| ty == Ty::Bool || ty.integer().is_some())
}

/// What neither a kernel nor a function can have.
fn common_qualifiers(signature: &Signature, what: &str, errors: &mut Errors) {
    if let Some(token) = &signature.asyncness {
        errors.report(Area::of(token), format!("a {what} is not `async`"), "remove `async`");
    }
    if let Some(token) = &signature.constness {
        errors.report(Area::of(token), format!("a {what} is not `const`"), "remove `const`");
    }
    if let Safety::Unsafe(token) = &signature.safety {
        let fix = "remove `unsafe`: every operation is defined for every value";
        errors.report(Area::of(token), format!("a {what} is not `unsafe`"), fix);
    }
    if let Some(token) = &signature.abi {
        errors.report(Area::of(token), format!("a {what} has no ABI of its own"), "remove `extern`");
    }
    bounds(signature, what, errors);
    if let Some(variadic) = &signature.variadic {
        errors.report(
            Area::of(variadic),
            format!("a {what} has a fixed number of parameters"),
            "remove `...`",
        );
    }
}

/// Reports a `where`, which could only speak of generic parameters.
fn bounds(signature: &Signature, what: &str, errors: &mut Errors) {
    if let Some(bounds) = &signature.generics.where_clause
        && what == "kernel"
    {
        errors.report(
            Area::of(bounds),
            format!("a {what} has no `where`"),
            "write the bounds beside the parameters, as in `<T: vyre::Number>`",
        );
    }
}

/// Reports what a function inside a kernel cannot have.
pub(crate) fn function_qualifiers(signature: &Signature, errors: &mut Errors) {
    common_qualifiers(signature, "function", errors);
    generics(signature, "function", errors);
}

/// Reports generic parameters that neither a kernel nor a function can have.
fn generics(signature: &Signature, of: &str, errors: &mut Errors) {
    for param in &signature.generics.params {
        let (what, fix) = match param {
            GenericParam::Lifetime(_) if of == "function" && !has_generics(signature) => continue,
            GenericParam::Lifetime(_) => ("lifetime parameters", "remove it"),
            GenericParam::Type(param) if generic::is_number(param) => continue,
            GenericParam::Type(param) if of == "function" && generic::is_other(param) => continue,
            GenericParam::Type(param) if functional::is_function(param, &signature.generics) => {
                if of == "function" {
                    continue;
                }
                // Others have been taken out of the signature.
                let fix = "call a function by its name, or write the kernel in Rust";
                ("functions as arguments in a text", fix)
            }
            GenericParam::Type(_) => (
                "type parameters but numbers",
                "write the type, such as `u32`, or a bound, `T: vyre::Number`, `vyre::Integer` or `vyre::Float`",
            ),
            GenericParam::Const(param) if is_u32(&param.ty) => continue,
            GenericParam::Const(param) if of == "function" && is_of_constants(&param.ty) => continue,
            GenericParam::Const(_) if of == "function" => {
                ("constant parameters but integers and `bool`s", "write `const N: u32`")
            }
            GenericParam::Const(_) => ("constant parameters but `u32`s", "write `const N: u32`"),
        };
        errors.report(Area::of(param), format!("a {of} has no {what}"), fix);
    }
}

/// Whether a signature has generic parameters but lifetimes.
pub(crate) fn has_generics(signature: &Signature) -> bool {
    signature.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
}

/// Whether every generic parameter is one that functions can have.
pub(crate) fn has_fine_generics(signature: &Signature) -> bool {
    signature.generics.params.iter().all(|param| match param {
        GenericParam::Lifetime(_) => false,
        GenericParam::Type(param) => {
            let is_value = generic::is_number(param) || generic::is_other(param);
            is_value || functional::is_function(param, &signature.generics)
        }
        GenericParam::Const(param) => is_of_constants(&param.ty),
    })
}

/// Whether the signature has a return type other than `()`, which is an error.
pub(crate) fn returns_value(signature: &Signature) -> bool {
    match &signature.output {
        ReturnType::Type(_, ty) => !matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty()),
        ReturnType::Default => false,
    }
}

/// Whether a type names a generic parameter, which is an error already.
pub(crate) fn mentions(ty: &Type, signature: &Signature) -> bool {
    let text = name_of(ty);
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| {
        signature.generics.params.iter().any(|param| match param {
            GenericParam::Type(param) => param.ident == word,
            GenericParam::Const(param) => param.ident == word,
            GenericParam::Lifetime(_) => false,
        })
    })
}

/// Whether a constant parameter stands in a type or in a length.
fn names_length(of: &impl ToTokens, signature: &Signature) -> bool {
    let text = name_of(of);
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| signature.generics.const_params().any(|param| param.ident == word))
}

/// The arrays that the elements of a parameter are, if a constant parameter stands in a length.
pub(crate) fn rows(ty: &Type, signature: &Signature) -> Option<Rows> {
    let mut flat = ty.clone();
    let Type::Reference(reference) = &mut flat else { return None };
    let element = match &mut *reference.elem {
        Type::Slice(slice) => &mut *slice.elem,
        other => uniform_element_mut(other)?,
    };
    let mut lengths = Vec::new();
    loop {
        *element = match &*element {
            Type::Array(array) => {
                lengths.push(array.len.clone());
                (*array.elem).clone()
            }
            Type::Paren(inner) => (*inner.elem).clone(),
            Type::Group(inner) => (*inner.elem).clone(),
            _ => break,
        };
    }
    let is_plain = lengths.iter().all(|length| is_plain_length(length, signature));
    lengths.iter().any(|length| names_length(length, signature)).then_some(Rows { lengths, flat, is_plain })
}

/// Whether rustc takes a length as it is written: it is a number, or a constant parameter of type `usize`.
fn is_plain_length(length: &Expr, signature: &Signature) -> bool {
    match length {
        Expr::Lit(_) => true,
        Expr::Path(path) => signature
            .generics
            .const_params()
            .any(|param| path.path.is_ident(&param.ident) && is_sized(&param.ty)),
        _ => false,
    }
}

/// The type of a parameter's value, or of its elements.
fn whole_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Paren(inner) => whole_type(&inner.elem),
        Type::Group(inner) => whole_type(&inner.elem),
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(slice) => Some(&slice.elem),
            other => uniform_element(other),
        },
        other => Some(other),
    }
}

/// Whether a type is a struct, an enum or an array that is passed as several words.
fn is_whole(ty: &Type, known: &Definitions) -> bool {
    match ty {
        Type::Paren(inner) => is_whole(&inner.elem, known),
        Type::Group(inner) => is_whole(&inner.elem, known),
        Type::Array(_) => true,
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        _ => path_of(ty).is_some_and(|path| known.of(path).is_some()),
    }
}

/// Whether values of a type have words on devices; reports it otherwise, unless the type is an error itself. `inside` says what has such values, if a
/// kernel does not take one by itself.
fn is_words(ty: &Type, known: &Definitions, inside: Option<&str>, errors: &mut Errors) -> bool {
    match ty {
        Type::Paren(inner) => return is_words(&inner.elem, known, inside, errors),
        Type::Group(inner) => return is_words(&inner.elem, known, inside, errors),
        Type::Array(array) => return is_words(&array.elem, known, Some("arrays"), errors),
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            return tuple.elems.iter().all(|part| is_words(part, known, Some("tuples"), errors));
        }
        _ => {}
    }
    let known = path_of(ty).and_then(|path| known.of(path));
    let (problem, fix) = match (known.map(|known| &known.definition.shape), value_type(ty)) {
        (Some(Shape::Erroneous), _) => return false,
        // A number by value.
        (Some(Shape::Enum(_)), _) if inside.is_none() => return true,
        (Some(_), _) => match known.and_then(|known| known.definition.local.as_ref()) {
            Some([problem, fix]) => {
                let problem = format!("a kernel takes no `{}`: {problem}", name_of(ty));
                errors.report(Area::of(ty), problem, fix);
                return false;
            }
            None => return true,
        },
        (None, Some(_)) => return true,
        (None, None) => {
            let problem = format!("a kernel takes no {} of `{}`", inside.unwrap_or("values"), name_of(ty));
            let name = last_name(ty).map(ToString::to_string).unwrap_or_default();
            (problem, instead_of_sized(&name).unwrap_or("use `u32`"))
        }
    };
    errors.report(Area::of(ty), problem, fix);
    false
}

/// How a type of a parameter is passed, if a kernel can take it.
fn passing(ty: &Type, is_whole: bool) -> Option<Passing> {
    let element = |ty: &Type| value_type(ty).or(is_whole.then_some(Ty::U32));
    match ty {
        Type::Paren(inner) => passing(&inner.elem, is_whole),
        Type::Group(inner) => passing(&inner.elem, is_whole),
        Type::Array(_) | Type::Tuple(_) => is_whole.then_some(Passing::Scalar(Ty::U32)),
        Type::Path(_) if is_whole => Some(Passing::Scalar(Ty::U32)),
        Type::Path(_) => written(ty).filter(|ty| ty.vector_lanes().is_none()).map(Passing::Scalar),
        Type::Reference(reference) => {
            let is_mutable = reference.mutability.is_some();
            if let Some(of) = uniform_element(&reference.elem) {
                return (!is_mutable).then_some(Passing::Uniform(element(of)?));
            }
            if let (Some(ty), false) = (atomic(&reference.elem), is_mutable) {
                return Some(Passing::Atomic(ty));
            }
            let Type::Slice(slice) = &*reference.elem else { return None };
            match (atomic(&slice.elem), is_mutable) {
                (Some(ty), false) => Some(Passing::Atomic(ty)),
                (None, false) => element(&slice.elem).map(Passing::Read),
                (_, true) => element(&slice.elem).map(Passing::Write),
            }
        }
        _ => None,
    }
}

/// The name of a value's type, or of that of the elements.
fn number_of(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Reference(reference) => match (uniform_element(&reference.elem), &*reference.elem) {
            (Some(element), _) => number_of(element),
            (None, Type::Slice(slice)) => last_name(&slice.elem),
            (None, _) => None,
        },
        other => last_name(other),
    }
}

/// What to write in place of one of [`SIZED`] in a buffer.
fn instead_of_sized(name: &str) -> Option<&'static str> {
    match name {
        "usize" => Some("take `u32`s: the size of a `usize` in memory is the host's own"),
        "isize" => Some("take `i32`s: the size of an `isize` in memory is the host's own"),
        _ => None,
    }
}

/// What to write in place of an atomic type of std's that kernels do not have.
pub(crate) fn instead_of_atomic(name: &str) -> Option<&'static str> {
    Some(match name {
        "AtomicI64" => "take `&[AtomicU64]`, and cast what it gives",
        "AtomicUsize" | "AtomicIsize" => "take `&[AtomicU32]` or `&[AtomicI32]`",
        "AtomicBool" | "AtomicU8" | "AtomicU16" | "AtomicI8" | "AtomicI16" => "take `&[AtomicU32]`",
        _ => return None,
    })
}

/// The atomic types of kernels, with the types of their values.
const ATOMICS: [(&str, Ty); 3] = [("AtomicU32", Ty::U32), ("AtomicI32", Ty::I32), ("AtomicU64", Ty::U64)];

/// The type of the values of an atomic type by its name.
pub(crate) fn atomic_named(name: &str) -> Option<Ty> {
    ATOMICS.iter().find(|(atomic, _)| *atomic == name).map(|(_, ty)| *ty)
}

/// The atomic type with values of a type.
pub(crate) fn atomic_of(ty: Ty) -> Option<&'static str> {
    ATOMICS.iter().find(|(_, values)| *values == ty).map(|(name, _)| *name)
}

/// The type of the values of an atomic type.
pub(crate) fn atomic(ty: &Type) -> Option<Ty> {
    atomic_named(&last_name(ty)?.to_string())
}

/// Whether a type is atomic.
pub(crate) fn is_atomic(ty: &Type) -> bool {
    atomic(ty).is_some()
}

/// The type of the elements of a buffer with atomics, of the type of their values: an `AtomicI32` has its bits.
pub(crate) fn atomic_bits(values: Ty) -> Ty {
    if values == Ty::I32 { Ty::U32 } else { values }
}

/// Whether a parameter's type is or has an atomic one.
pub(crate) fn names_atomic(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => names_atomic(&reference.elem),
        Type::Slice(slice) => names_atomic(&slice.elem),
        Type::Array(array) => names_atomic(&array.elem),
        other => is_atomic(other),
    }
}

/// The `T` of `Uniform<[T]>`.
fn uniform_element(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(Type::Slice(slice)) if segment.ident == "Uniform" => Some(&slice.elem),
        _ => None,
    }
}

/// The same, to be changed.
fn uniform_element_mut(ty: &mut Type) -> Option<&mut Type> {
    uniform_element(ty)?;
    let Type::Path(path) = ty else { return None };
    let syn::PathArguments::AngleBracketed(arguments) = &mut path.path.segments.last_mut()?.arguments else {
        return None;
    };
    match arguments.args.first_mut()? {
        syn::GenericArgument::Type(Type::Slice(slice)) => Some(&mut slice.elem),
        _ => None,
    }
}

/// The integers whose size is the host's own. In kernels and functions they have 32 bits.
pub(crate) const SIZED: [&str; 2] = ["usize", "isize"];

/// Whether a type names one of [`SIZED`].
pub(crate) fn is_sized(ty: &impl ToTokens) -> bool {
    let mut open: Vec<TokenTree> = ty.to_token_stream().into_iter().collect();
    while let Some(token) = open.pop() {
        match token {
            TokenTree::Group(group) => open.extend(group.stream()),
            TokenTree::Ident(name) if SIZED.iter().any(|sized| name == sized) => return true,
            _ => {}
        }
    }
    false
}

/// The tokens of types with what [`SIZED`] is in kernels.
pub(crate) fn in_kernels(tokens: TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), in_kernels(group.stream()));
            copy.set_span(group.span());
            TokenTree::from(copy)
        }
        TokenTree::Ident(name) if name == "usize" => Ident::new("u32", name.span()).into(),
        TokenTree::Ident(name) if name == "isize" => Ident::new("i32", name.span()).into(),
        other => other,
    });
    replaced.collect()
}

/// The type of a value that a user wrote, if the host has the same one.
pub(crate) fn value_type(ty: &Type) -> Option<Ty> {
    written(ty).filter(|_| !is_sized(ty))
}

/// The type of a value that a user wrote, if kernels have it.
pub(crate) fn written(ty: &Type) -> Option<Ty> {
    match ty {
        Type::Paren(inner) => written(&inner.elem),
        Type::Group(inner) => written(&inner.elem),
        Type::Array(array) => {
            // A literal that a macro passed on stands in a group.
            let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) = crate::syntax::strip(&array.len)
            else {
                return None;
            };
            match (written(&array.elem)?, length.base10_parse::<u32>().ok()?) {
                (lane @ (Ty::U32 | Ty::F32), lanes) => lane.vector(lanes),
                _ => None,
            }
        }
        Type::Path(_) => named(&last_name(ty)?.to_string()),
        _ => None,
    }
}

/// The type of a value with this name in Rust.
pub(crate) fn named(name: &str) -> Option<Ty> {
    match name {
        "bool" => Some(Ty::Bool),
        name => Ty::named_float(name).or_else(|| Ty::named_integer(name).map(|integer| integer.ty)),
    }
}

/// The last name of a path without arguments.
pub(crate) fn last_name(ty: &Type) -> Option<&Ident> {
    let path = match ty {
        Type::Path(path) => path,
        Type::Group(inner) => return last_name(&inner.elem),
        Type::Paren(inner) => return last_name(&inner.elem),
        _ => return None,
    };
    let segment = path.path.segments.last()?;
    (path.qself.is_none() && segment.arguments.is_empty()).then_some(&segment.ident)
}

/// The type as the user wrote it, as far as tokens tell.
pub(crate) fn name_of(ty: &impl ToTokens) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let spaced = ty.to_token_stream().to_string();
    let mut text = String::new();
    let mut pieces = spaced.split_whitespace().peekable();
    while let Some(piece) = pieces.next() {
        text.push_str(piece);
        let follows = pieces
            .peek()
            .is_some_and(|next| next.starts_with(|first| is_word(first) || "[&(".contains(first)));
        if follows && (piece.ends_with(is_word) || piece.ends_with([';', ','])) {
            text.push(' ');
        }
    }
    text
}
