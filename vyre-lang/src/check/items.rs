//! Constants that rustc evaluates: those outside, by their paths, and `const` items of the body that need such ones.
//!
//! The macro sees a name. The type comes from the uses, and rustc holds it against the constant's own.

use super::aggregate::MAX_TABLE_PARTS;
use super::extent::Extent;
use super::scopes::Surface;
use super::{Checker, Entity, plain};
use crate::data::Hints;
use crate::diagnostics::Area;
use crate::hir::{BufferId, Expr, Item, ItemId, Kind, Table};
use crate::standard;
use crate::types::{Form, Ty};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use vyre_ir::Lanes;

/// The constants that rustc evaluates.
#[derive(Default)]
pub(super) struct Items {
    pub(super) list: Vec<Item>,
    pub(super) tables: Vec<Table>,
    pub(super) declared: TokenStream,
    by_text: HashMap<String, ItemId>,
    pub(super) tables_by_text: HashMap<(String, usize), BufferId>,
    /// The `const` arrays of the body: their names in the generated code, and their types.
    pub(super) inner_tables: Vec<(Ident, syn::Type)>,
    /// The `const` items of the body that rustc evaluates, as the generated code has them.
    inner: Vec<syn::ItemConst>,
}

impl Checker<'_> {
    /// A constant with these tokens, of a type that is known or follows from its uses.
    pub(super) fn item_expr(&mut self, value: TokenStream, ty: Option<Ty>, area: Area) -> Expr {
        let key = value.to_string();
        self.keyed_item(value, &key, ty, area)
    }

    /// A constant with these tokens, which callers of a function outside know by a key.
    fn keyed_item(&mut self, value: TokenStream, key: &str, ty: Option<Ty>, area: Area) -> Expr {
        let (value, key) = self.exported(value, key);
        let text = value.to_string();
        let id = match self.items.by_text.get(&text) {
            Some(id) => *id,
            None => {
                let ty = ty.unwrap_or_else(|| self.infer.open());
                self.note_unknown_arrays(ty, area);
                self.items.list.push(Item {
                    value,
                    key,
                    ty,
                    is_taken: false,
                    parts: Vec::new(),
                    told: None,
                    area,
                });
                self.items.by_text.insert(text, self.items.list.len() - 1);
                self.items.list.len() - 1
            }
        };
        Expr { kind: Kind::Item(id), ty: self.items.list[id].ty, area }
    }

    /// A constant outside.
    pub(super) fn outer_constant(&mut self, path: &syn::ExprPath) -> Expr {
        if let Some(slice) = self.constant_slice(path) {
            return slice;
        }
        let ty = self.written_of_constant(path).and_then(|ty| self.type_of_constant(&ty));
        let constant = self.item_expr(path.to_token_stream(), ty, path.area());
        self.meant.outer.extend(path.path.segments.last().map(|last| (last.ident.span(), constant.ty)));
        constant
    }

    /// The type of a constant outside, or of a `const` array of the body, as it is written.
    pub(super) fn written_of_constant(&self, path: &syn::ExprPath) -> Option<syn::Type> {
        if let Some(Entity::Table(at)) = path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
            return Some(self.items.inner_tables[at].1.clone());
        }
        if self.is_outer_constant(path) { self.file_hints().type_of(&path.path) } else { None }
    }

    /// A constant that is a slice, `&[T]`, as a value.
    pub(super) fn constant_slice(&mut self, path: &syn::ExprPath) -> Option<Expr> {
        if !self.sees_module || !self.is_kernel {
            return None;
        }
        match self.written_of_constant(path)? {
            syn::Type::Reference(it) if matches!(&*it.elem, syn::Type::Slice(_)) => {
                let value = self.expr(&syn::parse_quote!(&#path[..]));
                Some(Expr { area: path.area(), ..value })
            }
            _ => None,
        }
    }

    /// What the file tells in which the function stands whose body is being checked.
    pub(super) fn file_hints(&self) -> &Hints {
        self.placements.last().map_or(&self.hints, |placement| &placement.hints)
    }

    /// The type of a constant that is written so, if kernels have values of it.
    pub(super) fn type_of_constant(&mut self, ty: &syn::Type) -> Option<Ty> {
        if let Some(ty) = crate::signature::written(ty) {
            return Some(ty);
        }
        match ty {
            syn::Type::Paren(inner) => self.type_of_constant(&inner.elem),
            syn::Type::Array(array) => {
                let count = literal_length(array).filter(|count| *count <= MAX_TABLE_PARTS)?;
                let element = self.type_of_constant(&array.elem)?;
                Some(self.infer.many(Form::Array, vec![element; count as usize]))
            }
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let parts = tuple.elems.iter().map(|part| self.type_of_constant(part));
                let parts: Option<Vec<Ty>> = parts.collect();
                parts.map(|parts| self.infer.many(Form::Tuple, parts))
            }
            syn::Type::Path(path) => match self.data_type(&path.path) {
                Some(ty) => Some(ty).filter(|ty| *ty != Ty::Error),
                None => self.written_variants(ty).filter(|ty| *ty != Ty::Error),
            },
            _ => None,
        }
    }

    /// `CONSTANT as T` of a constant outside: rustc computes it, so the type of the constant does not matter.
    pub(super) fn outer_cast(&mut self, cast: &syn::ExprCast) -> Option<Expr> {
        let syn::Expr::Path(path) = crate::syntax::strip(&cast.expr) else { return None };
        if !self.is_outer_constant(path) {
            return None;
        }
        // Those of `char` are structs, whose numbers casts take.
        let mut names = path.path.segments.iter().rev().map(|segment| plain(&segment.ident));
        if names.nth(1).is_some_and(|owner| standard::is_char(&owner)) {
            return None;
        }
        let ty = crate::signature::written(&cast.ty).filter(|ty| ty.is_integer())?;
        let area = path.area().to(Area::of(&cast.ty));
        let (path, target) = (path.to_token_stream(), &cast.ty);
        Some(self.item_expr(quote!((#path as #target)), Some(ty), area))
    }

    /// Whether the file in which a path was written declares it as a constant, however it is spelled.
    pub(super) fn is_constant_of_file(&self, path: &syn::Path) -> bool {
        let last = path.segments.last();
        if self.sees_module {
            return self.hints.type_of(path).is_some();
        }
        last.is_some_and(|last| Hints::at(last.ident.span()).type_of(path).is_some())
    }

    /// Whether a path can only be that of a constant outside.
    pub(super) fn is_outer_constant(&self, path: &syn::ExprPath) -> bool {
        match path.path.get_ident() {
            Some(name) => {
                let name = plain(name);
                self.lookup(&name).is_none() && super::expr::is_constant_name(&name)
            }
            None if self.is_associated_constant(&path.path) => false,
            None => path.path.segments.last().is_some_and(|last| {
                let name = plain(&last.ident);
                // The second name of a trait's constant is none that rustc knows.
                let is_second = crate::overload::without_trait(&name) != name;
                !is_second && super::expr::is_constant_name(&name) && last.arguments.is_empty()
            }),
        }
    }

    /// Whether a type is that of a constant, or of the elements of a table, which no use has settled; it is a `u32` from now on.
    pub(super) fn take_constant(&mut self, ty: Ty) -> bool {
        let open = self.infer.resolve(ty);
        let item = self.items.list.iter().position(|item| self.infer.resolve(item.ty) == open);
        if let Some(at) = item {
            self.infer.unify(open, Ty::U32);
            self.items.list[at].is_taken = true;
            return true;
        }
        let is_of = |table: &Table| self.infer.resolve(self.buffers[table.buffer].ty) == open;
        let is_of_table = self.items.tables.iter().any(is_of);
        if is_of_table {
            self.infer.unify(open, Ty::U32);
        }
        is_of_table
    }

    /// Whether a `-` is before a value of a type.
    fn is_negated(&self, ty: Ty) -> bool {
        self.negated.iter().any(|(_, _, negated, _)| self.infer.resolve(*negated) == ty)
    }

    /// Constants and elements of tables whose type no use settles are `u32`s, or `i32`s where a `-` is before them.
    pub(super) fn settle_items(&mut self) {
        // Numbers that are indices alone are `usize`s in Rust, which have the 32 bits of a `u32`.
        let indices: Vec<Ty> = self.indices.iter().map(|ty| self.infer.resolve(*ty)).collect();
        self.meant.literals.retain(|(_, ty)| {
            let ty = self.infer.resolve(*ty);
            !matches!(ty, Ty::Int(_)) || !indices.contains(&ty)
        });
        let mut are_settled = Vec::new();
        for ty in std::mem::take(&mut self.indices) {
            let ty = self.infer.resolve(ty);
            let is_of_item = self.items.list.iter().any(|item| self.infer.resolve(item.ty) == ty);
            if let (Ty::Int(_) | Ty::Open(_), false) = (ty, is_of_item) {
                are_settled.push(ty);
            }
        }
        self.meant.indices.retain(|(_, ty)| *ty == Ty::U32 || are_settled.contains(&self.infer.resolve(*ty)));
        for ty in are_settled {
            self.infer.unify(ty, Ty::U32);
        }
        for at in 0..self.items.list.len() {
            let ty = self.infer.resolve(self.items.list[at].ty);
            if let Ty::Open(_) | Ty::Int(_) = ty {
                let is_negated = self.is_negated(ty);
                self.infer.unify(ty, if is_negated { Ty::I32 } else { Ty::U32 });
                self.items.list[at].is_taken = !is_negated;
            }
        }
        for at in 0..self.items.tables.len() {
            let ty = self.infer.resolve(self.buffers[self.items.tables[at].buffer].ty);
            if let Ty::Open(_) | Ty::Int(_) = ty {
                self.infer.unify(ty, if self.is_negated(ty) { Ty::I32 } else { Ty::U32 });
            }
        }
        self.check_tables();
    }

    /// Reads the value of a constant that rustc evaluates from the text of the file, for what needs it while the macro runs. Gives whether
    /// it is known.
    pub(super) fn tell(&mut self, at: ItemId) -> bool {
        let Item { key, told, .. } = &self.items.list[at];
        // What a function outside names is known by its path and its text.
        let text = key.rsplit('/').next().unwrap_or(key);
        if told.is_none()
            && let Ok(value) = syn::parse_str(text)
        {
            self.items.list[at].told = self.file_hints().bits_of(&value, &self.items.inner);
        }
        self.items.list[at].told.is_some()
    }

    /// How many constants there are.
    pub(super) fn items_count(&self) -> usize {
        self.items.list.len() + self.items.inner_tables.len()
    }

    /// Constants of several parts are a constant for each.
    pub(super) fn split_items(&mut self) {
        for at in 0..self.items.list.len() {
            let Item { ty, area, .. } = self.items.list[at];
            if self.infer.parts(ty).is_some() {
                let value = self.items.list[at].value.clone();
                let mut parts = Vec::new();
                self.item_parts(quote!((#value)), ty, area, &mut parts);
                self.items.list[at].parts = parts;
            }
        }
    }

    fn item_parts(&mut self, value: TokenStream, ty: Ty, area: Area, parts: &mut Vec<ItemId>) {
        let Some((form, types)) = self.infer.parts(ty) else {
            let key = format!("part {value}");
            let item = Item { value, key, ty, is_taken: false, parts: Vec::new(), told: None, area };
            self.items.list.push(item);
            return parts.push(self.items.list.len() - 1);
        };
        for (at, part) in types.iter().enumerate() {
            let number = proc_macro2::Literal::usize_unsuffixed(at);
            let value = match (form, self.field_name(ty, at)) {
                (Form::Array, _) => quote!(#value[#number]),
                (_, Some(name)) => quote!(#value.#name),
                (_, None) => quote!(#value.#number),
            };
            self.item_parts(value, *part, area, parts);
        }
    }

    /// Whether the value of a `const` item is for rustc: it names what only rustc knows, or the item is an array.
    pub(super) fn is_for_rustc(&self, constant: &syn::ItemConst) -> bool {
        let is_array = matches!(&*constant.ty, syn::Type::Array(_))
            && crate::signature::value_type(&constant.ty).is_none();
        // In a module constants are computed by the rules of constants, methods of numbers and floats too.
        let is_computed = self.sees_module
            && !matches!(crate::syntax::strip(&constant.expr), syn::Expr::Lit(_) | syn::Expr::Path(_));
        is_array || is_computed || self.names_unknown(constant.expr.to_token_stream())
    }

    /// Whether tokens name anything that only rustc knows.
    fn names_unknown(&self, tokens: TokenStream) -> bool {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mark = |at: Option<usize>, mark: char| {
            let token = at.and_then(|at| trees.get(at));
            matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
        };
        let is_range = |at: usize| mark(at.checked_sub(1), '.') && mark(at.checked_sub(2), '.');
        let is_member =
            |at: usize| mark(at.checked_sub(1), ':') || mark(at.checked_sub(1), '.') && !is_range(at);
        trees.iter().enumerate().any(|(at, token)| match token {
            TokenTree::Group(group) => self.names_unknown(group.stream()),
            TokenTree::Ident(name) if !is_member(at) => {
                let name = plain(name);
                let is_path = mark(Some(at + 1), ':');
                let limits = name == "f32" || Ty::named_integer(&name).is_some();
                match self.lookup(&name) {
                    Some(Entity::Item(_) | Entity::Table(_)) => true,
                    Some(_) => false,
                    None if is_path => !limits,
                    None => {
                        let is_call = matches!(trees.get(at + 1), Some(TokenTree::Group(_)));
                        super::expr::is_constant_name(&name)
                            || is_call && !matches!(name.as_str(), "select" | "cast" | "if" | "else" | "as")
                    }
                }
            }
            _ => false,
        })
    }

    /// Declares a `const` item that rustc evaluates, under a name of its own: the names of the body's blocks may shadow each other.
    pub(super) fn declare_for_rustc(&mut self, constant: &syn::ItemConst) {
        // The same in the kernel as where the function stands.
        let number = self.items_count() - self.placements.last().map_or(0, |placement| placement.first);
        // No constant of the generated code begins so.
        let name =
            format_ident!("__VYRE_CONST_{}_{number}", plain(&constant.ident), span = Span::mixed_site());
        let value = self.with_constants(constant.expr.to_token_stream());
        let ty = self.with_constants(constant.ty.to_token_stream());
        let declared = quote!(const #name: #ty = #value;);
        self.items.inner.extend(syn::parse2(declared.clone()));
        if self.placements.is_empty() {
            self.items.declared.extend(declared);
        }
        if let syn::Type::Array(_) | syn::Type::Reference(_) = &*constant.ty
            && crate::signature::value_type(&constant.ty).is_none()
        {
            self.items.inner_tables.push((name, (*constant.ty).clone()));
            let at = self.items.inner_tables.len() - 1;
            return self.declare(&constant.ident, Entity::Table(at));
        }
        let Some(ty) = self.written_type(&constant.ty).filter(|ty| *ty != Ty::Error) else {
            return self.declare(&constant.ident, Entity::Poisoned);
        };
        let area = Area::of(&constant.ident);
        if let Kind::Item(id) = self.item_expr(name.to_token_stream(), Some(ty), area).kind {
            if self.tell(id)
                && let Some(bits) = self.items.list[id].told
            {
                let value = literal(vyre_ir::value::words(bits), ty, &self.krate_path);
                self.meant.constants.push((constant.ident.span(), value));
            }
            self.declare(&constant.ident, Entity::Item(id));
        }
    }

    /// Tokens with the names of the body's constants replaced by what rustc knows.
    pub(super) fn with_constants(&self, tokens: TokenStream) -> TokenStream {
        // What stands before a token: a mark that makes it a member, but for the second dot of a range.
        let mut before = ' ';
        let replaced = tokens.into_iter().map(|token| {
            let is_member = matches!(before, '.' | ':');
            before = match &token {
                TokenTree::Punct(punct) if punct.as_char() == '.' && before == '.' => ' ',
                TokenTree::Punct(punct) => punct.as_char(),
                _ => ' ',
            };
            match token {
                TokenTree::Group(group) => {
                    let mut copy =
                        proc_macro2::Group::new(group.delimiter(), self.with_constants(group.stream()));
                    copy.set_span(group.span());
                    TokenTree::from(copy).into()
                }
                TokenTree::Ident(name) if !is_member => match self.lookup(&plain(&name)) {
                    Some(Entity::Const(lanes, ty, surface)) => {
                        let value = literal(lanes, ty, &self.krate_path);
                        match surface {
                            Surface::Same => value,
                            Surface::Sized => {
                                let name = if ty == Ty::I32 { "isize" } else { "usize" };
                                let name = Ident::new(name, Span::call_site());
                                quote!((#value as ::core::primitive::#name))
                            }
                        }
                    }
                    Some(Entity::Item(id)) => self.items.list[id].value.clone(),
                    Some(Entity::Table(at)) => self.items.inner_tables[at].0.to_token_stream(),
                    _ => name.into_token_stream(),
                },
                other => other.into(),
            }
        });
        replaced.collect()
    }
}

/// The length of an array, if it is a number.
pub(super) fn literal_length(array: &syn::TypeArray) -> Option<u32> {
    match crate::syntax::strip(&array.len) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => length.base10_parse().ok(),
        _ => None,
    }
}

/// A value as rustc reads it.
pub(super) fn literal(lanes: Lanes, ty: Ty, krate: &TokenStream) -> TokenStream {
    let [low, ..] = lanes;
    match ty {
        _ if ty.is_integer() => {
            let ty = if let Ty::Int(_) = ty { Ty::I32 } else { ty };
            let bits = vyre_ir::value::from_words(&lanes);
            ty.integer().map_or_else(|| quote!(#low), |integer| integer.literal(bits))
        }
        Ty::Bool => {
            let value = low != 0;
            quote!(#value)
        }
        Ty::F32 => quote!(::core::primitive::f32::from_bits(#low)),
        Ty::F64 => {
            let bits = vyre_ir::value::from_words(&lanes[..2]) as u64;
            quote!(::core::primitive::f64::from_bits(#bits))
        }
        Ty::F16 | Ty::BF16 => {
            let (name, low) = (Ident::new(&ty.to_string(), Span::call_site()), low as u16);
            quote!(#krate::#name::from_bits(#low))
        }
        Ty::FVec2 | Ty::FVec4 => {
            let lanes = lanes.iter().take(if ty == Ty::FVec2 { 2 } else { 4 });
            quote!([#(::core::primitive::f32::from_bits(#lanes)),*])
        }
        Ty::Vec2 | Ty::Vec4 => {
            let lanes = lanes.iter().take(if ty == Ty::Vec2 { 2 } else { 4 });
            quote!([#(#lanes),*])
        }
        _ => quote!(#low),
    }
}
