//! The arguments of `#[vyre::kernel(..)]`, and the attributes beside it.

use crate::diagnostics::{Area, Errors};
use crate::syntax::strip;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Ident, Lit, Path, Token};

/// What the attribute says.
#[derive(Clone)]
pub(crate) struct Attribute {
    pub(crate) workgroup_size: [u32; 3],
    /// The tokens of the size, for errors about it.
    pub(crate) size_area: Area,
    /// The tokens of the size, if it is given.
    pub(crate) size_given: Option<Area>,
    /// The tokens of its extents.
    pub(crate) extents: [Area; 3],
    /// Whether the elements of what the kernel writes may lie in any order: `order = "any"`.
    pub(crate) is_any_order: bool,
    /// The tokens of that, if it is given.
    pub(crate) order_given: Option<Area>,
    /// The path of the crate `vyre`.
    pub(crate) krate: TokenStream,
    /// Whether `#[vyre::module]` wrote it.
    pub(crate) is_in_module: bool,
    /// Whether `func!` wrote the function: its result may be inferred, and nothing finds it by its name.
    pub(crate) is_anonymous: bool,
    /// Whether it stands on a method, inside of the `impl`.
    pub(crate) is_inside: bool,
    /// The parameters of the kernel that are functions.
    pub(crate) functions: Vec<crate::functional::Argument>,
}

/// The argument that says that `func!` wrote a function.
pub(crate) const ANONYMOUS: &str = "__anonymous";

/// The argument that says that a function stands inside of its `impl`.
pub(crate) const INSIDE: &str = "__inside";

impl Attribute {
    /// The last name of the path of the crate `vyre`.
    pub(crate) fn name(&self) -> String {
        self.krate.clone().into_iter().last().map_or_else(String::new, |name| name.to_string())
    }
}

const FIX: &str = "Fix: write `workgroup_size = N`, `order = \"any\"` or `crate = path`.";

enum Argument {
    Anonymous,
    Inside,
    Size(Expr),
    Crate(Path),
    /// `mod`, which `#[vyre::module]` writes.
    Module,
    Order(Expr),
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Argument> {
        if input.peek(Token![crate]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            let path = input.call(Path::parse_mod_style);
            return path.map(Argument::Crate).map_err(|error| {
                syn::Error::new(error.span(), "`crate` takes a path. Fix: write `crate = path`.")
            });
        }
        if input.parse::<Option<Token![mod]>>()?.is_some() {
            return Ok(Argument::Module);
        }
        if !input.peek(Ident) {
            let rest: TokenStream = input.parse()?;
            let message = format!("unknown argument `{rest}`. {FIX}");
            return Err(syn::Error::new_spanned(rest, message));
        }
        let name: Ident = input.parse()?;
        if name == ANONYMOUS {
            return Ok(Argument::Anonymous);
        }
        if name == INSIDE {
            return Ok(Argument::Inside);
        }
        if name != "workgroup_size" && name != "order" {
            let message = format!("unknown argument `{name}`. {FIX}");
            return Err(syn::Error::new(name.span(), message));
        }
        if !input.peek(Token![=]) {
            return Err(syn::Error::new(name.span(), format!("`{name}` needs a value. {FIX}")));
        }
        input.parse::<Token![=]>()?;
        if name == "order" {
            return Ok(Argument::Order(input.parse()?));
        }
        Ok(Argument::Size(input.parse()?))
    }
}

/// The attributes that stay: documentation, conditions and lint levels.
pub(crate) fn kept(attributes: &[syn::Attribute]) -> impl Iterator<Item = &syn::Attribute> {
    attributes.iter().filter(|attribute| KEPT.iter().any(|name| attribute.path().is_ident(name)))
}

/// The attributes that say whether there is a function.
pub(crate) fn conditions(attributes: &[syn::Attribute]) -> impl Iterator<Item = &syn::Attribute> {
    let is_one = |attribute: &&syn::Attribute| {
        attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
    };
    attributes.iter().filter(is_one)
}

/// The attributes that say whether there is a function, and which lints it may break.
pub(crate) fn levels(attributes: &[syn::Attribute]) -> impl Iterator<Item = &syn::Attribute> {
    const LEVELS: [&str; 6] = ["cfg", "cfg_attr", "allow", "warn", "deny", "forbid"];
    attributes.iter().filter(|attribute| LEVELS.iter().any(|name| attribute.path().is_ident(name)))
}

const KEPT: [&str; 10] =
    ["doc", "cfg", "cfg_attr", "allow", "warn", "deny", "forbid", "expect", "deprecated", "must_use"];

/// What an attribute stands beside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stands {
    Kernel,
    /// `#[vyre::function]`, which stays a function of the host.
    Function,
}

/// Reports the attributes that would have no effect. Those of tools are theirs.
pub(crate) fn check_others(attributes: &[syn::Attribute], beside: Stands, errors: &mut Errors) {
    let what = if beside == Stands::Kernel { "kernel" } else { "function of kernels" };
    for attribute in attributes {
        let path = attribute.path();
        if beside == Stands::Function && (path.is_ident("inline") || path.is_ident("cold")) {
            continue;
        }
        let is_of_tool = path.segments.len() > 1
            && path.segments.first().is_some_and(|tool| tool.ident == "rustfmt" || tool.ident == "clippy");
        if is_of_tool || KEPT.iter().any(|name| path.is_ident(name)) {
            continue;
        }
        // `unsafe(..)` around an attribute is no path of its own.
        let name = path.segments.last().map_or_else(|| "unsafe".to_string(), |name| name.ident.to_string());
        let fix = match name.as_str() {
            "test" | "bench" => "call and dispatch the kernel in a test",
            "inline" | "cold" | "target_feature" => "remove it: kernels are compiled for the device",
            "no_mangle" | "export_name" | "link_section" | "unsafe" => "remove it: a kernel is no symbol",
            _ => "remove it, or put it on a function that launches the kernel",
        };
        errors.report(Area::of(path), format!("a {what} has no attribute `{name}`"), fix);
    }
}

/// Parses the arguments of `#[vyre::function(..)]`.
pub(crate) fn parse_function(tokens: TokenStream, errors: &mut Errors) -> Attribute {
    let attribute = parse(tokens, errors);
    if let Some(area) = attribute.size_given {
        errors.report(area, "a function has no `workgroup_size`", "give it to the kernel");
    }
    if let Some(area) = attribute.order_given {
        errors.report(area, "a function has no `order`", "give it to the kernel");
    }
    attribute
}

/// Parses the arguments of `#[vyre::data(..)]`.
pub(crate) fn parse_data(tokens: TokenStream, errors: &mut Errors) -> Attribute {
    let attribute = parse(tokens, errors);
    if let Some(area) = attribute.size_given {
        errors.report(area, "a struct has no `workgroup_size`", "give it to the kernel");
    }
    if let Some(area) = attribute.order_given {
        errors.report(area, "a struct has no `order`", "give it to the kernel");
    }
    attribute
}

/// Parses the arguments; what is missing or wrong has its default.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Attribute {
    let mut attribute = Attribute {
        workgroup_size: [256, 1, 1],
        size_area: Span::call_site().into(),
        size_given: None,
        extents: [Span::call_site().into(); 3],
        is_any_order: false,
        order_given: None,
        krate: quote!(::vyre),
        is_in_module: false,
        is_anonymous: false,
        is_inside: false,
        functions: Vec::new(),
    };
    match Punctuated::<Argument, Token![,]>::parse_terminated.parse2(tokens) {
        Err(error) => errors.report_syntax(&error),
        Ok(arguments) => {
            let mut has_size = false;
            for argument in arguments {
                match argument {
                    Argument::Anonymous => attribute.is_anonymous = true,
                    Argument::Inside => attribute.is_inside = true,
                    Argument::Crate(path) => attribute.krate = quote!(#path),
                    Argument::Module => attribute.is_in_module = true,
                    Argument::Order(order) => {
                        let is_any = matches!(strip(&order), Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.value() == "any");
                        if !is_any {
                            let problem = "`order` is `\"any\"`, or is left out";
                            errors.report(Area::of(&order), problem, "write `order = \"any\"`");
                        }
                        if attribute.order_given.is_some() {
                            errors.report(Area::of(&order), "`order` is given twice", "remove one");
                        }
                        (attribute.is_any_order, attribute.order_given) = (is_any, Some(Area::of(&order)));
                    }
                    Argument::Size(size) if has_size => {
                        errors.report(Area::of(&size), "`workgroup_size` is given twice", "remove one");
                    }
                    Argument::Size(size) => {
                        has_size = true;
                        workgroup_size(&size, &mut attribute, errors);
                    }
                }
            }
        }
    }
    attribute
}

fn workgroup_size(size: &Expr, attribute: &mut Attribute, errors: &mut Errors) {
    attribute.size_area = Area::of(size);
    attribute.size_given = Some(attribute.size_area);
    attribute.extents = [attribute.size_area; 3];
    let extents: Vec<&Expr> = match strip(size) {
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        other => vec![other],
    };
    let mut parsed = [1; 3];
    if extents.is_empty() || extents.len() > 3 {
        let fix = "write `N`, `(X, Y)` or `(X, Y, Z)`";
        return errors.report(Area::of(size), "a workgroup has one to three dimensions", fix);
    }
    for (axis, extent) in extents.into_iter().enumerate() {
        let Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) = strip(extent) else {
            let problem = "`workgroup_size` takes integer literals";
            return errors.report(Area::of(extent), problem, "write a number");
        };
        let Ok(number) = literal.base10_parse::<u32>() else {
            let (problem, fix) = ("`workgroup_size` is out of range", "write a number of at most 1024");
            return errors.report(Area::of(extent), problem, fix);
        };
        parsed[axis] = number;
        attribute.extents[axis] = Area::of(extent);
    }
    attribute.workgroup_size = parsed;
}
