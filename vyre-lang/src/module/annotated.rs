//! The types of variables that a function gives: of `let mut out = Matrix::ZERO;` before the tail `out` nothing says what the parameters of `Matrix`
//! are but the type of the result, which comes last. So it is written beside the variable.

use crate::syntax::{path_name, plain, strip};
use syn::{Block, Expr, GenericArgument, Pat, Path, PathArguments, ReturnType, Signature, Stmt, Type};

/// The name that a tail gives, and the part of the result's type that it has: all of it, or what an `Option` or a `Result` holds.
fn given<'t>(tail: &Expr, result: &'t Type) -> Option<(String, &'t Type)> {
    let Expr::Call(call) = strip(tail) else { return Some((path_name(tail)?, result)) };
    let variant = path_name(&call.func)?;
    let Type::Path(of) = result else { return None };
    let last = of.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let is_it =
        matches!((variant.as_str(), plain(&last.ident).as_str()), ("Some", "Option") | ("Ok", "Result"));
    match arguments.args.first()? {
        GenericArgument::Type(ty) if is_it && call.args.len() == 1 => Some((path_name(&call.args[0])?, ty)),
        _ => None,
    }
}

/// The path of a constant or a function of a type.
fn owner(value: &Expr) -> Option<&Path> {
    match strip(value) {
        Expr::Path(path) if path.qself.is_none() => Some(&path.path),
        Expr::Call(call) => match strip(&call.func) {
            Expr::Path(path) if path.qself.is_none() => Some(&path.path),
            _ => None,
        },
        _ => None,
    }
}

/// Writes the type of the result beside the variable that the tail of a body is. In a method `Self` is a type, too.
pub(super) fn annotate(signature: &Signature, own: Option<&Type>, block: &mut Block) {
    let ReturnType::Type(_, result) = &signature.output else { return };
    let Some(Stmt::Expr(tail, None)) = block.stmts.last() else { return };
    let Some((name, ty)) = given(tail, result) else { return };
    let is_self = matches!(ty, Type::Path(of) if of.path.is_ident("Self"));
    let ty = own.filter(|_| is_self).unwrap_or(ty);
    let Type::Path(of) = ty else { return };
    let Some(head) = of.path.segments.last().filter(|last| !last.arguments.is_none()) else { return };
    let head = head.ident.clone();
    let ty = ty.clone();
    let is_bound = |local: &&mut syn::Local| matches!(&local.pat, Pat::Ident(it) if plain(&it.ident) == name);
    let locals = block.stmts.iter_mut().filter_map(|stmt| match stmt {
        Stmt::Local(local) => Some(local),
        _ => None,
    });
    let bound: Vec<&mut syn::Local> = locals.filter(is_bound).collect();
    let Ok([local]) = <[&mut syn::Local; 1]>::try_from(bound) else { return };
    let is_head = |owner: &syn::PathSegment| owner.ident == head && owner.arguments.is_none();
    let is_of_it = local.init.as_ref().is_some_and(|init| match strip(&init.expr) {
        Expr::Struct(literal) => literal.path.segments.last().is_some_and(is_head),
        value => owner(value).and_then(|path| path.segments.iter().rev().nth(1)).is_some_and(is_head),
    });
    if is_of_it {
        let pat = Box::new(local.pat.clone());
        local.pat = Pat::Type(syn::PatType {
            attrs: Vec::new(),
            pat,
            colon_token: Default::default(),
            ty: Box::new(ty),
        });
    }
}
