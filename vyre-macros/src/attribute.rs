//! The arguments of `#[vyre::kernel(..)]`.

use crate::diagnostics::{Area, Errors};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Lit, Path, Token};

/// What the attribute says.
pub(crate) struct Attribute {
    pub(crate) workgroup_size: [u32; 3],
    /// The tokens of the size, for errors about it.
    pub(crate) size_area: Area,
    /// The path of the crate `vyre`.
    pub(crate) krate: TokenStream,
}

enum Argument {
    Size(Expr),
    Crate(Path),
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Argument> {
        if input.peek(Token![crate]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            return Ok(Argument::Crate(Path::parse_mod_style(input)?));
        }
        let name: Ident = input.parse()?;
        if name != "workgroup_size" {
            let message =
                format!("unknown argument `{name}`. Fix: write `workgroup_size = N` or `crate = path`.");
            return Err(syn::Error::new(name.span(), message));
        }
        input.parse::<Token![=]>()?;
        Ok(Argument::Size(input.parse()?))
    }
}

/// Parses the arguments; what is missing or wrong has its default.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Attribute {
    let mut attribute = Attribute {
        workgroup_size: [256, 1, 1],
        size_area: Span::call_site().into(),
        krate: quote!(::vyre),
    };
    match Punctuated::<Argument, Token![,]>::parse_terminated.parse2(tokens) {
        Err(error) => errors.report_syntax(&error),
        Ok(arguments) => {
            for argument in arguments {
                match argument {
                    Argument::Crate(path) => attribute.krate = quote!(#path),
                    Argument::Size(size) => {
                        attribute.size_area = Area::of(&size);
                        if let Some(parsed) = workgroup_size(&size, errors) {
                            attribute.workgroup_size = parsed;
                        }
                    }
                }
            }
        }
    }
    attribute
}

fn workgroup_size(size: &Expr, errors: &mut Errors) -> Option<[u32; 3]> {
    let extents: Vec<&Expr> = match size {
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        Expr::Paren(paren) => vec![&*paren.expr],
        other => vec![other],
    };
    let mut parsed = [1; 3];
    if extents.is_empty() || extents.len() > 3 {
        let fix = "write `N`, `(X, Y)` or `(X, Y, Z)`";
        errors.report(Area::of(size), "a workgroup has one to three dimensions", fix);
        return None;
    }
    for (axis, extent) in extents.into_iter().enumerate() {
        let number = match extent {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(int) => int.base10_parse::<u32>().ok(),
                _ => None,
            },
            _ => None,
        };
        let Some(number) = number else {
            errors.report(Area::of(extent), "`workgroup_size` takes integer literals", "write a number");
            return None;
        };
        parsed[axis] = number;
    }
    Some(parsed)
}
