//! Paths through traits, written without these: `<T as Trait>::NAME` is `T::NAME`. A type's own items come before those of traits, and kernels
//! find the items of all traits by their names alone.

use syn::visit_mut::{self, VisitMut};
use syn::{Path, PathArguments, QSelf, Type};

/// Rewrites the paths of an item.
pub(super) fn of_item(item: &mut syn::Item) {
    PlainPaths.visit_item_mut(item);
}

struct PlainPaths;

/// The same path without the trait, if the type is written as a path.
fn plain(qself: &QSelf, path: &Path) -> Option<Path> {
    let mut ty = &*qself.ty;
    while let Type::Paren(inner) = ty {
        ty = &inner.elem;
    }
    let Type::Path(owner) = ty else { return None };
    if owner.qself.is_some() {
        return None;
    }
    let mut whole = owner.path.clone();
    for segment in &mut whole.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_default();
        }
    }
    whole.segments.extend(path.segments.iter().skip(qself.position).cloned());
    Some(whole)
}

impl VisitMut for PlainPaths {
    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        visit_mut::visit_expr_path_mut(self, it);
        if let Some(path) = it.qself.as_ref().and_then(|qself| plain(qself, &it.path)) {
            (it.qself, it.path) = (None, path);
        }
    }

    fn visit_type_path_mut(&mut self, it: &mut syn::TypePath) {
        visit_mut::visit_type_path_mut(self, it);
        if let Some(path) = it.qself.as_ref().and_then(|qself| plain(qself, &it.path)) {
            (it.qself, it.path) = (None, path);
        }
    }
}
