//! Constants that rustc evaluates: those outside, by their paths, and `const` items of the body that need such ones.
//!
//! The macro sees a name. The type comes from the uses, and rustc holds it against the constant's own.

use super::aggregate::MAX_PARTS;
use super::extent::Extent;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Buffer, BufferId, Expr, Item, ItemId, Kind, Table};
use crate::types::{Form, Ty};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use vyre_ir::{BufferDecl, DataType, Lanes};

/// The most tables that one of tuples becomes.
const MAX_TABLES: usize = 16;

/// What a table has of each element of a constant.
struct Derived {
    /// What stands after an element.
    access: TokenStream,
    /// The type of that, as it is written, and as it is known.
    written: syn::Type,
    ty: Ty,
    /// The type of its values in the kernel.
    value: Ty,
}

/// The constants that rustc evaluates.
#[derive(Default)]
pub(super) struct Items {
    pub(super) list: Vec<Item>,
    pub(super) tables: Vec<Table>,
    pub(super) declared: TokenStream,
    by_text: HashMap<String, ItemId>,
    tables_by_text: HashMap<(String, usize), BufferId>,
    /// The `const` arrays of the body: their names in the generated code, and their types.
    inner_tables: Vec<(Ident, syn::Type)>,
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
                self.items.list.push(Item { value, key, ty, is_taken: false, parts: Vec::new(), area });
                self.items.by_text.insert(text, self.items.list.len() - 1);
                self.items.list.len() - 1
            }
        };
        Expr { kind: Kind::Item(id), ty: self.items.list[id].ty, area }
    }

    /// A constant outside.
    pub(super) fn outer_constant(&mut self, path: &syn::ExprPath) -> Expr {
        // The sizes of the host are known by their uses: as an index or a length one of them is as good as a `u32`.
        let ty = self.written_of_constant(path).and_then(|ty| self.type_of_constant(&ty));
        let ty = ty.filter(|ty| !matches!(ty, Ty::Usize | Ty::Isize));
        self.item_expr(path.to_token_stream(), ty, path.area())
    }

    /// The type of a constant outside, or of a `const` array of the body, as it is written.
    fn written_of_constant(&self, path: &syn::ExprPath) -> Option<syn::Type> {
        if let Some(Entity::Table(at)) = path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
            return Some(self.items.inner_tables[at].1.clone());
        }
        let hints = self.placements.last().map_or(&self.hints, |placement| &placement.hints);
        if self.is_outer_constant(path) { hints.type_of(&path.path) } else { None }
    }

    /// The type of a constant that is written so, if kernels have values of it.
    fn type_of_constant(&mut self, ty: &syn::Type) -> Option<Ty> {
        if let Some(ty) = crate::signature::written(ty) {
            return Some(ty);
        }
        match ty {
            syn::Type::Paren(inner) => self.type_of_constant(&inner.elem),
            syn::Type::Array(array) => {
                let count = literal_length(array).filter(|count| *count <= MAX_PARTS)?;
                let element = self.type_of_constant(&array.elem)?;
                Some(self.infer.many(Form::Array, vec![element; count as usize]))
            }
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let parts = tuple.elems.iter().map(|part| self.type_of_constant(part));
                let parts: Option<Vec<Ty>> = parts.collect();
                parts.map(|parts| self.infer.many(Form::Tuple, parts))
            }
            syn::Type::Path(path) => self.data_type(&path.path).filter(|ty| *ty != Ty::Error),
            _ => None,
        }
    }

    /// `CONSTANT as T` of a constant outside: rustc computes it, so the type of the constant does not matter.
    pub(super) fn outer_cast(&mut self, cast: &syn::ExprCast) -> Option<Expr> {
        let syn::Expr::Path(path) = crate::syntax::strip(&cast.expr) else { return None };
        if !self.is_outer_constant(path) {
            return None;
        }
        let ty = crate::signature::written(&cast.ty).filter(|ty| ty.is_integer())?;
        let area = path.area().to(Area::of(&cast.ty));
        let (path, target) = (path.to_token_stream(), &cast.ty);
        Some(self.item_expr(quote!((#path as #target)), Some(ty), area))
    }

    /// Whether a path can only be that of a constant outside.
    pub(super) fn is_outer_constant(&self, path: &syn::ExprPath) -> bool {
        match path.path.get_ident() {
            Some(name) => {
                let name = plain(name);
                self.lookup(&name).is_none() && super::expr::is_constant_name(&name)
            }
            None => path.path.segments.last().is_some_and(|last| {
                let is_constant = super::expr::is_constant_name(&plain(&last.ident));
                is_constant && last.arguments.is_empty()
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
        for ty in std::mem::take(&mut self.indices) {
            let ty = self.infer.resolve(ty);
            let is_of_item = self.items.list.iter().any(|item| self.infer.resolve(item.ty) == ty);
            if let (Ty::Int(_) | Ty::Open(_), false) = (ty, is_of_item) {
                self.infer.unify(ty, Ty::U32);
            }
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
    }

    /// How many constants there are.
    pub(super) fn items_count(&self) -> usize {
        self.items.list.len() + self.items.inner_tables.len()
    }

    /// A table, as rustc is to see it where it stands.
    fn table_tokens(&self, path: &syn::ExprPath) -> Option<TokenStream> {
        match path.path.get_ident().map(|name| self.lookup(&plain(name))) {
            Some(Some(Entity::Table(at))) => Some(self.items.inner_tables[at].0.to_token_stream()),
            _ => self.is_outer_constant(path).then(|| path.to_token_stream()),
        }
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
            let item = Item { value, key, ty, is_taken: false, parts: Vec::new(), area };
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

    /// `TABLE[i] as T` of a table whose type nothing has settled: rustc casts its elements, so their type does not matter.
    pub(super) fn table_cast(&mut self, cast: &syn::ExprCast) -> Option<Expr> {
        let syn::Expr::Index(index) = crate::syntax::strip(&cast.expr) else { return None };
        let (path, indices) = indices_of(index)?;
        let rank = indices.len();
        let ty = crate::signature::written(&cast.ty).filter(|ty| ty.is_integer() || *ty == Ty::F32)?;
        if !self.is_outer_constant(path) || self.element_of_table(path, rank).is_some() {
            return None;
        }
        let value = path.to_token_stream();
        let (exported, _) = self.exported(value.clone(), &format!("{value}#{rank}"));
        if let Some(known) = self.items.tables_by_text.get(&(exported.to_string(), rank))
            && !matches!(self.infer.resolve(self.buffers[*known].ty), Ty::Open(_) | Ty::Int(_))
        {
            return None;
        }
        let area = index.area().to(Area::of(&cast.ty));
        let written = &cast.ty;
        let derived = Derived { access: quote!(as #written), written: (**written).clone(), ty, value: ty };
        let element = match rank {
            1 => {
                let table = self.table_of(path, rank, Some(&derived))?;
                self.in_kernel(path.area(), "tables yet");
                let index = self.index_value(&index.index);
                Expr { kind: Kind::Load { buffer: table, index: Box::new(index) }, ty, area }
            }
            _ => self.nested_element_of_table(index, Some(&derived))?,
        };
        Some(element)
    }

    /// The buffer with the elements of a table: an array outside, or a `const` one of the body, that is indexed so many times.
    pub(super) fn table(&mut self, path: &syn::ExprPath, rank: usize) -> Option<BufferId> {
        self.table_of(path, rank, None)
    }

    /// The same, with what another one has of each element.
    fn table_of(&mut self, path: &syn::ExprPath, rank: usize, derived: Option<&Derived>) -> Option<BufferId> {
        let (value, name) = match path.path.get_ident().map(|name| (name, self.lookup(&plain(name)))) {
            Some((name, Some(Entity::Table(at)))) => {
                (self.items.inner_tables[at].0.to_token_stream(), plain(name))
            }
            _ if self.is_outer_constant(path) => {
                let last = path.path.segments.last()?;
                (path.to_token_stream(), plain(&last.ident))
            }
            _ => return None,
        };
        let of_cast = derived.map_or_else(String::new, |derived| format!(" {}", derived.access));
        let (exported, export_key) = self.exported(value.clone(), &format!("{value}#{rank}{of_cast}"));
        let key = (format!("{exported}{of_cast}"), rank);
        if let Some(buffer) = self.items.tables_by_text.get(&key) {
            return Some(*buffer);
        }
        let area = path.area();
        let length = (1..rank).fold(quote!((#value).len()), |length, at| {
            let first = vec![quote!([0]); at];
            quote!(#length * (#value) #(#first)* .len())
        });
        let length = quote!((#length) as u32);
        let length = self.item_expr(length, Some(Ty::U32), area);
        let ty = derived.map(|derived| derived.ty).or_else(|| self.element_of_table(path, rank));
        let ty = ty.unwrap_or_else(|| self.infer.open());
        let binding =
            self.buffers.iter().filter(|buffer| buffer.decl.access.is_bound() && !buffer.is_slice).count()
                as u32;
        let decl = BufferDecl::read(name, binding, DataType::U32).with_count(1);
        let buffer = Buffer { is_constant: true, length: Some(length), ..Buffer::new(decl, area, ty) };
        self.buffers.push(buffer);
        let buffer = self.buffers.len() - 1;
        self.items.tables_by_text.insert(key, buffer);
        // The elements of a function's table are one list already.
        let rank = if self.placements.is_empty() { rank } else { 1 };
        let (exported, rank) = match derived {
            Some(derived) if self.placements.is_empty() => (self.derived_table(&exported, rank, derived), 1),
            _ => (exported, rank),
        };
        self.items.tables.push(Table { buffer, value: exported, key: export_key, rank });
        Some(buffer)
    }

    /// Declares a table with what another one has of each element.
    fn derived_table(&mut self, table: &TokenStream, rank: usize, derived: &Derived) -> TokenStream {
        let name = format_ident!("__VYRE_CAST_{}", self.items.tables.len(), span = Span::mixed_site());
        let Derived { access, written: ty, .. } = derived;
        let krate = &self.krate_path;
        let flat = |elements, _| quote!(#krate::__private::flat(#elements));
        let elements = (1..rank).fold(quote!((&#table).split_at(0).1), flat);
        self.items.declared.extend(quote! {
            #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
            const #name: [#ty; (#elements).len()] = {
                let elements = #elements;
                let mut derived = [elements[0] #access; (#elements).len()];
                let mut at = 0;
                while at < derived.len() {
                    derived[at] = elements[at] #access;
                    at += 1;
                }
                derived
            };
        });
        name.into_token_stream()
    }

    /// `TABLE[i]` in a method: its program has no tables, so the constant is a value there.
    pub(super) fn element_of_value(&mut self, expr: &syn::ExprIndex) -> Option<Expr> {
        if self.is_kernel {
            return None;
        }
        let (path, indices) = indices_of(expr)?;
        let written = self.written_of_constant(path)?;
        let ty = self.type_of_constant(&written)?;
        self.infer.parts(ty)?;
        let mut value = self.item_expr(self.table_tokens(path)?, Some(ty), path.area());
        for index in indices {
            value = match self.infer.parts(value.ty) {
                Some(_) => {
                    let index = self.index(index);
                    self.element(value, index, expr.area())?
                }
                None => self.lane(value, index, expr.area()),
            };
        }
        Some(value)
    }

    /// `TABLE[i]` of a table of tuples or enums, which is a table for each part of its elements.
    pub(super) fn element_of_parts(&mut self, expr: &syn::ExprIndex) -> Option<Expr> {
        let (path, indices) = indices_of(expr)?;
        let (written, rank) = (self.written_of_constant(path)?, indices.len());
        let element = indexed(&written, rank)?.clone();
        if !matches!(element, syn::Type::Tuple(_) | syn::Type::Path(_))
            || crate::signature::written(&element).is_some()
        {
            return None;
        }
        let mut parts = Vec::new();
        self.parts_of_element(&element, TokenStream::new(), &mut parts)?;
        let area = expr.area();
        if parts.len() > MAX_TABLES || !self.in_kernel(area, "tables yet") {
            return Some(Expr::error(area));
        }
        let indices: Vec<Expr> = indices.into_iter().map(|index| self.index_value(index)).collect();
        if indices.iter().any(|index| self.infer.resolve(index.ty) == Ty::Error) {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let indices = self.settled_indices(indices, &mut stmts);
        let index = match &indices[..] {
            [index] => index.clone(),
            _ => {
                let lengths = self.table_lengths(path, rank, area)?;
                Expr { kind: Kind::Offset { indices, lengths }, ty: Ty::U32, area }
            }
        };
        let mut loads = Vec::new();
        for part in &parts {
            let buffer = self.table_of(path, rank, Some(part))?;
            let index = Box::new(index.clone());
            loads.push(Expr { kind: Kind::Load { buffer, index }, ty: part.value, area });
        }
        let value = self.of_parts(&element, &mut loads.into_iter(), area)?;
        Some(Expr { ty: value.ty, kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), area })
    }

    /// The parts of an element of a table, from the first one; nothing if one of them is in no table.
    fn parts_of_element(
        &mut self,
        ty: &syn::Type,
        access: TokenStream,
        parts: &mut Vec<Derived>,
    ) -> Option<()> {
        if let Some(known) = crate::signature::written(ty) {
            parts.push(Derived { access, written: ty.clone(), ty: known, value: known });
            return Some(());
        }
        match ty {
            syn::Type::Paren(inner) => self.parts_of_element(&inner.elem, access, parts),
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                for (at, ty) in tuple.elems.iter().enumerate() {
                    let at = syn::Index::from(at);
                    self.parts_of_element(ty, quote!(#access.#at), parts)?;
                }
                Some(())
            }
            syn::Type::Path(path) => {
                let value = self.data_type(&path.path).filter(|ty| matches!(ty, Ty::Enum(_)))?;
                let access = quote!(#access as u32);
                parts.push(Derived { access, written: syn::parse_quote!(u32), ty: Ty::U32, value });
                Some(())
            }
            _ => None,
        }
    }

    /// The value of a type with these parts.
    fn of_parts(
        &mut self,
        ty: &syn::Type,
        parts: &mut impl Iterator<Item = Expr>,
        area: Area,
    ) -> Option<Expr> {
        match ty {
            syn::Type::Paren(inner) => self.of_parts(&inner.elem, parts, area),
            syn::Type::Tuple(tuple) => {
                let values: Option<Vec<Expr>> =
                    tuple.elems.iter().map(|ty| self.of_parts(ty, parts, area)).collect();
                let values = values?;
                let ty = self.infer.many(Form::Tuple, values.iter().map(|value| value.ty).collect());
                Some(Expr { kind: Kind::Many(values), ty, area })
            }
            _ => parts.next(),
        }
    }

    /// The type of the elements of a `const` array of the body that is indexed so many times, if it is one that kernels have.
    fn element_of_table(&self, path: &syn::ExprPath, rank: usize) -> Option<Ty> {
        let ty = self.written_of_constant(path)?;
        crate::signature::written(indexed(&ty, rank)?)
    }

    /// A row of a table of arrays, which is no vector: `TABLE[i]`, as a value.
    pub(super) fn table_row(&mut self, expr: &syn::ExprIndex) -> Option<Expr> {
        let (path, indices) = indices_of(expr)?;
        let ty = self.written_of_constant(path)?;
        let row = indexed(&ty, indices.len()).filter(|row| crate::signature::written(row).is_none())?;
        let (counts, element) = literal_lengths(row)?;
        let parts = counts.iter().fold(1u32, |parts, count| parts.saturating_mul(*count));
        if counts.is_empty() || parts > MAX_PARTS {
            return None;
        }
        let (area, rank) = (expr.area(), indices.len() + counts.len());
        let table = self.table(path, rank)?;
        self.in_kernel(area, "tables yet");
        let indices: Vec<Expr> = indices.into_iter().map(|index| self.index_value(index)).collect();
        if indices.iter().any(|index| self.infer.resolve(index.ty) == Ty::Error) {
            return Some(Expr::error(area));
        }
        let lengths = self.table_lengths(path, rank, area)?;
        let mut stmts = Vec::new();
        let indices = self.settled_indices(indices, &mut stmts);
        let load = |number: u32| {
            // The last index runs fastest.
            let mut rest = number;
            let mut inner: Vec<Expr> = Vec::new();
            for count in counts.iter().rev() {
                inner.push(Expr { kind: Kind::Literal((rest % count).into()), ty: Ty::U32, area });
                rest /= count;
            }
            let indices = indices.iter().cloned().chain(inner.into_iter().rev()).collect();
            let index = Kind::Offset { indices, lengths: lengths.clone() };
            let index = Box::new(Expr { kind: index, ty: Ty::U32, area });
            Expr { kind: Kind::Load { buffer: table, index }, ty: element, area }
        };
        let mut values: Vec<Expr> = (0..parts).map(load).collect();
        for count in counts.iter().rev() {
            let ty = values.first()?.ty;
            let ty = self.infer.many(Form::Array, vec![ty; *count as usize]);
            let rows = values.chunks(*count as usize);
            values = rows.map(|row| Expr { kind: Kind::Many(row.to_vec()), ty, area }).collect();
        }
        let whole = values.pop()?;
        Some(Expr { ty: whole.ty, kind: Kind::Block(Block { stmts, tail: Some(Box::new(whole)) }), area })
    }

    /// A `const` array of the body as a value, if it is not too long.
    pub(super) fn whole_table(&mut self, path: &syn::ExprPath) -> Option<Expr> {
        let ty = self.written_of_constant(path)?;
        let ty = self.type_of_constant(&ty)?;
        let value = self.table_tokens(path)?;
        Some(self.item_expr(value, Some(ty), path.area()))
    }

    /// The lengths of the arrays in a table, as rustc knows them.
    fn table_lengths(&mut self, path: &syn::ExprPath, rank: usize, area: Area) -> Option<Vec<Expr>> {
        let value = self.table_tokens(path)?;
        let lengths = (0..rank).map(|at| {
            let first = vec![quote!([0]); at];
            self.item_expr(quote!((#value) #(#first)* .len() as u32), Some(Ty::U32), area)
        });
        Some(lengths.collect())
    }

    /// The table of which `TABLE[i]` is a row of numbers, and the lengths of its arrays.
    pub(super) fn rows_of_table(
        &mut self,
        path: &syn::ExprPath,
        indices: usize,
        area: Area,
    ) -> Option<(BufferId, Vec<Expr>)> {
        let ty = self.written_of_constant(path)?;
        crate::signature::written(indexed(&ty, indices + 1)?)?;
        let table = self.table(path, indices + 1)?;
        self.in_kernel(area, "tables yet");
        Some((table, self.table_lengths(path, indices + 1, area)?))
    }

    /// `TABLE.len()`
    pub(super) fn table_length(&mut self, path: &syn::ExprPath) -> Option<Expr> {
        let value = match path.path.get_ident().map(|name| self.lookup(&plain(name))) {
            Some(Some(Entity::Table(at))) => self.items.inner_tables[at].0.to_token_stream(),
            _ if self.is_outer_constant(path) => path.to_token_stream(),
            _ => return None,
        };
        Some(self.item_expr(quote!((#value).len() as u32), Some(Ty::U32), path.area()))
    }

    /// An element of a table of arrays: `TABLE[i][j]`.
    pub(super) fn nested_table(&mut self, expr: &syn::ExprIndex) -> Option<Expr> {
        self.nested_element_of_table(expr, None)
    }

    fn nested_element_of_table(&mut self, expr: &syn::ExprIndex, derived: Option<&Derived>) -> Option<Expr> {
        let (path, indices) = indices_of(expr).filter(|(_, indices)| indices.len() > 1)?;
        // The last of them may be that of a lane.
        let rank = indices.len();
        let buffer = self.table_of(path, rank, derived)?;
        let area = expr.area();
        if !self.in_kernel(area, "tables yet") {
            return Some(Expr::error(area));
        }
        let lengths = self.table_lengths(path, rank, area)?;
        let indices: Vec<Expr> = indices.into_iter().map(|index| self.index_value(index)).collect();
        if indices.iter().any(|index| self.infer.resolve(index.ty) == Ty::Error) {
            return Some(Expr::error(area));
        }
        let index = Kind::Offset { indices, lengths };
        let index = Box::new(Expr { kind: index, ty: Ty::U32, area });
        Some(Expr { kind: Kind::Load { buffer, index }, ty: self.buffers[buffer].ty, area })
    }

    /// Whether the value of a `const` item is for rustc: it names what only rustc knows, or the item is an array.
    pub(super) fn is_for_rustc(&self, constant: &syn::ItemConst) -> bool {
        let is_array = matches!(&*constant.ty, syn::Type::Array(_))
            && crate::signature::value_type(&constant.ty).is_none();
        is_array || self.names_unknown(constant.expr.to_token_stream())
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
        if self.placements.is_empty() {
            self.items.declared.extend(quote!(const #name: #ty = #value;));
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
                    Some(Entity::Const(lanes, ty)) => literal(lanes, ty, &self.krate_path),
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

/// The path and the indices of `TABLE[i][j]`.
fn indices_of(expr: &syn::ExprIndex) -> Option<(&syn::ExprPath, Vec<&syn::Expr>)> {
    let (mut indices, mut base) = (vec![&*expr.index], crate::syntax::strip(&expr.expr));
    while let syn::Expr::Index(outer) = base {
        indices.push(&outer.index);
        base = crate::syntax::strip(&outer.expr);
    }
    let syn::Expr::Path(path) = base else { return None };
    let is_range = |index: &&syn::Expr| matches!(crate::syntax::strip(index), syn::Expr::Range(_));
    indices.reverse();
    (!indices.iter().any(is_range)).then_some((path, indices))
}

/// The type of what is left of an array that is indexed so many times.
fn indexed(mut ty: &syn::Type, rank: usize) -> Option<&syn::Type> {
    for _ in 0..rank {
        while let syn::Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        ty = match ty {
            syn::Type::Array(array) => &array.elem,
            syn::Type::Slice(slice) => &slice.elem,
            _ => return None,
        };
    }
    Some(ty)
}

/// The lengths of an array and of the arrays in it, if they are numbers, and the type of the innermost elements.
fn literal_lengths(mut ty: &syn::Type) -> Option<(Vec<u32>, Ty)> {
    let mut lengths = Vec::new();
    loop {
        if let Some(element) = crate::signature::written(ty) {
            return Some((lengths, element));
        }
        let syn::Type::Array(array) = ty else { return None };
        lengths.push(literal_length(array).filter(|length| *length > 0)?);
        ty = &array.elem;
    }
}

/// The length of an array, if it is a number.
fn literal_length(array: &syn::TypeArray) -> Option<u32> {
    match crate::syntax::strip(&array.len) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => length.base10_parse().ok(),
        _ => None,
    }
}

/// A value as rustc reads it.
fn literal(lanes: Lanes, ty: Ty, krate: &TokenStream) -> TokenStream {
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
