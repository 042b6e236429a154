//! Constants that are ranges, such as `const NAME: Range<usize> = 0..24;`. No constant of kernels is one, so the range stands where its name does.

use crate::syntax::{plain, strip, words};
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Type, parse_quote};

/// Writes ranges in the places of their names.
pub(super) fn write(file: &mut syn::File) {
    let mut found = Found::default();
    found.visit_file(file);
    found.keep_single();
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
    /// How many constants have a name, by their owners.
    named: HashMap<(String, String), usize>,
}

impl Found {
    /// Leaves out what may be something else elsewhere: a range whose name another constant has, and one that names a constant of which there are several.
    fn keep_single(&mut self) {
        let named = &self.named;
        let is_single = |key: &(String, String)| named.get(key).is_none_or(|count| *count == 1);
        let has_several = |word: &String| {
            named.iter().filter(|((_, name), _)| name == word).map(|(_, count)| count).sum::<usize>() > 1
        };
        self.ranges.retain(|key, range| is_single(key) && !words(&*range).iter().any(has_several));
    }

    fn note(&mut self, name: &syn::Ident) {
        *self.named.entry((self.owner.clone(), plain(name))).or_default() += 1;
    }
}

/// The range that a constant is; nothing for other constants.
fn range(ty: &Type, value: &Expr) -> Option<Expr> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    let is_one =
        matches!(name.as_str(), "Range" | "RangeInclusive" | "RangeFrom" | "RangeTo" | "RangeToInclusive");
    let (Expr::Range(made), true) = (strip(value), is_one) else { return None };
    let mut made = made.clone();
    if let syn::PathArguments::AngleBracketed(of) = &path.path.segments.last()?.arguments
        && let Some(syn::GenericArgument::Type(Type::Path(of))) = of.args.first()
        && let Some(of) = of.path.get_ident()
    {
        // Its numbers have the type that it says.
        for end in [&mut made.start, &mut made.end].into_iter().flatten() {
            if let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(it), .. }) = &mut **end
                && it.suffix().is_empty()
            {
                *it = syn::LitInt::new(&format!("{}{of}", it.base10_digits()), it.span());
            }
        }
    }
    Some(Expr::Range(made))
}

fn owner(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| plain(&last.ident)).unwrap_or_default(),
        _ => String::new(),
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_const(&mut self, it: &'ast syn::ItemConst) {
        let around = std::mem::take(&mut self.owner);
        self.note(&it.ident);
        self.owner = around;
        if let Some(range) = range(&it.ty, &it.expr) {
            self.ranges.insert((String::new(), plain(&it.ident)), range);
        }
    }

    fn visit_const_param(&mut self, it: &'ast syn::ConstParam) {
        let around = std::mem::take(&mut self.owner);
        self.note(&it.ident);
        self.owner = around;
    }

    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        self.owner = owner(&it.self_ty);
        visit::visit_item_impl(self, it);
    }

    fn visit_impl_item_const(&mut self, it: &'ast syn::ImplItemConst) {
        self.note(&it.ident);
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
            syn::ImplItem::Const(it) => !self.ranges.contains_key(&(self.owner.clone(), plain(&it.ident))),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, it);
        self.owner = around;
    }

    fn visit_file_mut(&mut self, file: &mut syn::File) {
        file.items.retain(|item| match item {
            syn::Item::Const(it) => !self.ranges.contains_key(&(String::new(), plain(&it.ident))),
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
