//! Constants that are ranges, such as `const NAME: Range<usize> = 0..24;`. No constant of kernels is one, so the range stands where its name does.

use crate::syntax::{plain, strip};
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Type, parse_quote};

/// Writes ranges in the places of their names.
pub(super) fn write(file: &mut syn::File) {
    let mut found = Found::default();
    found.visit_file(file);
    if !found.ranges.is_empty() {
        Written { ranges: &found.ranges, owner: String::new() }.visit_file_mut(file);
    }
}

/// The ranges, by the names of their owners and their own ones. A free constant has no owner.
type Ranges = HashMap<(String, String), Expr>;

#[derive(Default)]
struct Found {
    ranges: Ranges,
    owner: String,
}

/// The range that a constant is; nothing for other constants.
fn range(ty: &Type, value: &Expr) -> Option<Expr> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    let is_one =
        matches!(name.as_str(), "Range" | "RangeInclusive" | "RangeFrom" | "RangeTo" | "RangeToInclusive");
    (is_one && matches!(strip(value), Expr::Range(_))).then(|| strip(value).clone())
}

fn owner(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| plain(&last.ident)).unwrap_or_default(),
        _ => String::new(),
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_const(&mut self, it: &'ast syn::ItemConst) {
        if let Some(range) = range(&it.ty, &it.expr) {
            self.ranges.insert((String::new(), plain(&it.ident)), range);
        }
    }

    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        self.owner = owner(&it.self_ty);
        visit::visit_item_impl(self, it);
    }

    fn visit_impl_item_const(&mut self, it: &'ast syn::ImplItemConst) {
        if let Some(range) = range(&it.ty, &it.expr) {
            self.ranges.insert((self.owner.clone(), plain(&it.ident)), range);
        }
    }
}

struct Written<'r> {
    ranges: &'r Ranges,
    owner: String,
}

impl VisitMut for Written<'_> {
    fn visit_item_impl_mut(&mut self, it: &mut syn::ItemImpl) {
        let around = std::mem::replace(&mut self.owner, owner(&it.self_ty));
        it.items.retain(|item| match item {
            syn::ImplItem::Const(it) => range(&it.ty, &it.expr).is_none(),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, it);
        self.owner = around;
    }

    fn visit_file_mut(&mut self, file: &mut syn::File) {
        file.items.retain(|item| match item {
            syn::Item::Const(it) => range(&it.ty, &it.expr).is_none(),
            _ => true,
        });
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Path(path) = &*expr else { return };
        let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let key = match &names[..] {
            [name] => (String::new(), name.clone()),
            [of, name] if of == "Self" => (self.owner.clone(), name.clone()),
            [of, name] => (of.clone(), name.clone()),
            _ => return,
        };
        if let Some(range) = self.ranges.get(&key) {
            *expr = parse_quote!((#range));
        }
    }
}
