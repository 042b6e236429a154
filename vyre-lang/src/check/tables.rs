//! Tables: constant arrays that rustc evaluates, outside and in the body, and their elements.
//!
//! A table that kernels index is a buffer with rustc's values. One of tuples or enums is a table for each part of its elements.

use super::aggregate::MAX_TABLE_PARTS;
use super::extent::Extent;
use super::items::literal_length;
use super::{Checker, Entity, plain};
use crate::data::{FieldType, Shape};
use crate::diagnostics::Area;
use crate::hir::{Block, Buffer, BufferId, Expr, Kind, Table};
use crate::signature::{self, is_sized};
use crate::types::{Form, Ty};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;
use vyre_ir::{BufferDecl, DataType};

/// What a function that is a value lacks.
const NO_NUMBERS: &str = "tables of other elements than numbers yet";

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
    /// Whether it may be made of `usize`s, which are cast.
    is_sized: bool,
}

impl Derived {
    /// The same of an element.
    fn of(&self, element: TokenStream) -> TokenStream {
        let Derived { access, written, .. } = self;
        match self.ty.vector_lanes() {
            _ if !self.is_sized => quote!(#element #access),
            Some(lanes) => {
                let (lane, lanes) = (format_ident!("{}", self.ty.lane().to_string()), 0..lanes as usize);
                quote!([#(#element #access[#lanes] as #lane),*])
            }
            None => quote!(#element #access as #written),
        }
    }
}

impl Checker<'_> {
    /// A table, as rustc is to see it where it stands.
    fn table_tokens(&self, path: &syn::ExprPath) -> Option<TokenStream> {
        match path.path.get_ident().map(|name| self.lookup(&plain(name))) {
            Some(Some(Entity::Table(at))) => Some(self.items.inner_tables[at].0.to_token_stream()),
            _ => self.is_outer_constant(path).then(|| path.to_token_stream()),
        }
    }

    /// `TABLE[i] as T` of a table whose type nothing has settled: rustc casts its elements, so their type does not matter.
    pub(super) fn table_cast(&mut self, cast: &syn::ExprCast) -> Option<Expr> {
        let syn::Expr::Index(index) = crate::syntax::strip(&cast.expr) else { return None };
        let (path, indices) = indices_of(index)?;
        let rank = indices.len();
        let ty =
            signature::written(&cast.ty).filter(|ty| ty.is_integer() || matches!(ty, Ty::F32 | Ty::F64))?;
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
        let derived = Derived {
            access: quote!(as #written),
            written: (**written).clone(),
            ty,
            value: ty,
            is_sized: false,
        };
        let element = match rank {
            1 => {
                let table = self.table_of(path, rank, Some(&derived))?;
                if !self.sees_table(table, path.area()) {
                    return Some(Expr::error(area));
                }
                let index = self.index_value(&index.index);
                Expr { kind: Kind::Load { buffer: table, index: Box::new(index) }, ty, area }
            }
            _ => self.nested_element_of_table(index, Some(&derived))?,
        };
        Some(element)
    }

    /// Whether the elements of a table can be read here: a function that is a value reads numbers. What it cannot read [`Checker::check_tables`] reports.
    pub(super) fn sees_table(&mut self, table: BufferId, area: Area) -> bool {
        match self.is_kernel {
            true => self.in_kernel(area, NO_NUMBERS),
            false => self.is_of_numbers(table),
        }
    }

    /// Whether the elements of a table are numbers, as far as is known.
    fn is_of_numbers(&self, table: BufferId) -> bool {
        match self.infer.resolve(self.buffers[table].ty) {
            Ty::Enum(_) => false,
            ty => {
                let has_parts = self.infer.parts(ty).is_some() || self.infer.data_of(ty).is_some();
                !has_parts && ty.vector_lanes().is_none()
            }
        }
    }

    /// Reports tables in functions that are values whose elements are no numbers, once their types are known.
    pub(super) fn check_tables(&mut self) {
        for at in 0..self.items.tables.len() {
            let buffer = self.items.tables[at].buffer;
            if !self.is_kernel && !self.is_of_numbers(buffer) {
                self.in_kernel(self.buffers[buffer].area, NO_NUMBERS);
            }
        }
    }

    /// The buffer with the elements of a table: an array outside, or a `const` one of the body, that is indexed so many times.
    pub(super) fn table(&mut self, path: &syn::ExprPath, rank: usize) -> Option<BufferId> {
        self.table_of(path, rank, None)
    }

    /// The same, with what another one has of each element.
    fn table_of(&mut self, path: &syn::ExprPath, rank: usize, derived: Option<&Derived>) -> Option<BufferId> {
        let sized = match derived {
            Some(_) => None,
            None => self.sized_table(path, rank).or_else(|| self.table_of_variants(path, rank)),
        };
        let derived = derived.or(sized.as_ref());
        if let Some(written) = self.written_of_constant(path).filter(is_sized) {
            let last = path.path.segments.last()?;
            self.meant.tables.push((last.ident.span(), signature::in_kernels(written.to_token_stream())));
        }
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
        let of_cast =
            derived.map_or_else(String::new, |derived| format!(" {}", derived.of(TokenStream::new())));
        let (exported, export_key) = self.exported(value.clone(), &format!("{value}#{rank}{of_cast}"));
        // The numbers of variants are a table of numbers for one use, and one of the enum for another.
        let as_type = derived.map_or_else(String::new, |derived| format!(" {:?}", derived.ty));
        let key = (format!("{exported}{of_cast}{as_type}"), rank);
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

    /// Whether the elements of a table have parts and are no vectors, and the table is a value.
    pub(super) fn is_table_of_parts(&mut self, path: &syn::ExprPath) -> bool {
        let Some(written) = self.written_of_constant(path) else { return false };
        let has_parts = indexed(&written, 1).is_some_and(|element| {
            matches!(element, syn::Type::Array(_) | syn::Type::Tuple(_))
                && signature::written(element).is_none()
        });
        has_parts && self.type_of_constant(&written).is_some()
    }

    /// What a table of an enum without fields is in kernels: the numbers of its variants.
    fn table_of_variants(&mut self, path: &syn::ExprPath, rank: usize) -> Option<Derived> {
        let ty = self.element_of_table(path, rank).filter(|ty| matches!(ty, Ty::Enum(_)))?;
        Some(Derived {
            access: quote!(as u32),
            written: syn::parse_quote!(u32),
            ty,
            value: ty,
            is_sized: false,
        })
    }

    /// What a table of `usize`s is in kernels.
    fn sized_table(&mut self, path: &syn::ExprPath, rank: usize) -> Option<Derived> {
        let written = self.written_of_constant(path).filter(is_sized)?;
        let element = indexed(&written, rank)?;
        let ty = signature::written(element)?;
        let element = syn::parse2(signature::in_kernels(element.to_token_stream())).ok()?;
        Some(Derived { access: TokenStream::new(), written: element, ty, value: ty, is_sized: true })
    }

    /// Declares a table with what another one has of each element.
    fn derived_table(&mut self, table: &TokenStream, rank: usize, derived: &Derived) -> TokenStream {
        let name = format_ident!("__VYRE_CAST_{}", self.items.tables.len(), span = Span::mixed_site());
        let ty = &derived.written;
        let [first, each] = [quote!(elements[0]), quote!(elements[at])].map(|element| derived.of(element));
        let krate = &self.krate_path;
        let flat = |elements, _| quote!(#krate::__private::flat(#elements));
        let elements = (1..rank).fold(quote!((&#table).split_at(0).1), flat);
        self.items.declared.extend(quote! {
            #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
            const #name: [#ty; (#elements).len()] = {
                let elements = #elements;
                let mut derived = [#first; (#elements).len()];
                let mut at = 0;
                while at < derived.len() {
                    derived[at] = #each;
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
        // A list of `usize`s is converted for kernels as a table is.
        let written = self.written_of_constant(path).filter(|written| !is_sized(written))?;
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

    /// `TABLE[i]` of a table of tuples, enums or structs that no buffer holds, which is a table for each part of its elements.
    pub(super) fn element_of_parts(&mut self, expr: &syn::ExprIndex) -> Option<Expr> {
        let (path, indices) = indices_of(expr)?;
        let written = self.written_of_constant(path)?;
        let (counts, element) = self.rows_within(indexed(&written, indices.len())?)?;
        let rank = indices.len() + counts.len();
        if !matches!(element, syn::Type::Tuple(_) | syn::Type::Path(_))
            || signature::written(&element).is_some()
        {
            return None;
        }
        let whole = match &element {
            syn::Type::Path(path) => self.data_type(&path.path).filter(|ty| {
                self.infer.data_of(*ty).is_some_and(|data| {
                    let definition = &data.definition;
                    let is_plain = definition.local.is_none() && !definition.is_converted();
                    is_plain && matches!(definition.shape, Shape::Struct(_))
                })
            }),
            _ => None,
        };
        if whole.is_some() && counts.is_empty() {
            return None;
        }
        let area = expr.area();
        let mut parts = Vec::new();
        if whole.is_none() {
            self.parts_of_element(&element, TokenStream::new(), &mut parts)?;
        }
        let rows = counts.iter().fold(1u32, |rows, count| rows.saturating_mul(*count));
        let has_many = rows.saturating_mul(parts.len().max(1) as u32) > MAX_TABLE_PARTS;
        if parts.len() > MAX_TABLES || has_many || !self.in_kernel(area, NO_NUMBERS) {
            if self.is_kernel {
                let problem = "an element of this table has too many parts to be a value";
                self.errors.report(area, problem, "make several tables of it");
            }
            return Some(Expr::error(area));
        }
        let indices: Vec<Expr> = indices.into_iter().map(|index| self.index_value(index)).collect();
        if indices.iter().any(|index| self.infer.resolve(index.ty) == Ty::Error) {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let indices = self.settled_indices(indices, &mut stmts);
        let lengths = if rank > 1 { self.table_lengths(path, rank, area)? } else { Vec::new() };
        let mut values = Vec::new();
        for row in 0..rows {
            let indices: Vec<Expr> = indices.iter().cloned().chain(within(row, &counts, area)).collect();
            let index = match &indices[..] {
                [index] => index.clone(),
                _ => {
                    let lengths = lengths.clone();
                    Expr { kind: Kind::Offset { indices, lengths }, ty: Ty::U32, area }
                }
            };
            if let Some(ty) = whole {
                let buffer = self.table(path, rank)?;
                values.push(Expr { kind: Kind::Load { buffer, index: Box::new(index) }, ty, area });
                continue;
            }
            let mut loads = Vec::new();
            for part in &parts {
                let buffer = self.table_of(path, rank, Some(part))?;
                let index = Box::new(index.clone());
                loads.push(Expr { kind: Kind::Load { buffer, index }, ty: part.value, area });
            }
            values.push(self.of_parts(&element, &mut loads.into_iter(), area)?);
        }
        let value = self.nested_in(values, &counts, area)?;
        Some(Expr { ty: value.ty, kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), area })
    }

    /// The lengths of an array and of the arrays in it, and the type of the innermost elements. Arrays that are numbers of kernels are none.
    fn rows_within(&mut self, mut ty: &syn::Type) -> Option<(Vec<u32>, syn::Type)> {
        let mut counts = Vec::new();
        while let syn::Type::Array(array) = ty
            && signature::written(ty).is_none()
        {
            let length = self.length(&array.len);
            counts.push(self.constant_u32(&length).filter(|count| *count > 0)?);
            ty = &array.elem;
        }
        Some((counts, ty.clone()))
    }

    /// Arrays of arrays with these lengths, of values of which the last index runs fastest.
    fn nested_in(&mut self, mut values: Vec<Expr>, counts: &[u32], area: Area) -> Option<Expr> {
        for count in counts.iter().rev() {
            let ty = values.first()?.ty;
            let ty = self.infer.many(Form::Array, vec![ty; *count as usize]);
            let rows = values.chunks(*count as usize);
            values = rows.map(|row| Expr { kind: Kind::Many(row.to_vec()), ty, area }).collect();
        }
        values.pop()
    }

    /// The parts of an element of a table, from the first one; nothing if one of them is in no table.
    fn parts_of_element(
        &mut self,
        ty: &syn::Type,
        access: TokenStream,
        parts: &mut Vec<Derived>,
    ) -> Option<()> {
        if let Some(known) = signature::written(ty) {
            let is_sized = is_sized(ty);
            let written = match is_sized {
                true => syn::parse2(signature::in_kernels(ty.to_token_stream())).ok()?,
                false => ty.clone(),
            };
            parts.push(Derived { access, written, ty: known, value: known, is_sized });
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
            syn::Type::Array(array) => {
                let length = self.length(&array.len);
                for at in 0..self.constant_u32(&length)? as usize {
                    if parts.len() > MAX_TABLES {
                        return None;
                    }
                    self.parts_of_element(&array.elem, quote!(#access[#at]), parts)?;
                }
                Some(())
            }
            syn::Type::Path(path) => {
                let ty = self.data_type(&path.path)?;
                let definition = Rc::clone(&self.infer.data_of(ty)?.definition);
                self.parts_of_data(&FieldType::Data(definition), access, parts)
            }
            _ => None,
        }
    }

    /// The same of a type as a definition has it.
    fn parts_of_data(&mut self, ty: &FieldType, access: TokenStream, parts: &mut Vec<Derived>) -> Option<()> {
        if parts.len() > MAX_TABLES {
            return None;
        }
        match ty {
            FieldType::Scalar(ty) => {
                let name = format_ident!("{ty}");
                // A `usize` is a `u32` here.
                let is_word = matches!(ty, Ty::U32 | Ty::I32);
                let written = syn::parse_quote!(#name);
                parts.push(Derived { access, written, ty: *ty, value: *ty, is_sized: is_word });
                Some(())
            }
            FieldType::Array(element, count) => {
                if let FieldType::Scalar(of @ (Ty::U32 | Ty::F32)) = **element
                    && let Some(ty) = of.vector(*count)
                {
                    let (name, lanes) = (format_ident!("{of}"), *count as usize);
                    parts.push(Derived {
                        access,
                        written: syn::parse_quote!([#name; #lanes]),
                        ty,
                        value: ty,
                        is_sized: of == Ty::U32,
                    });
                    return Some(());
                }
                for at in 0..*count as usize {
                    self.parts_of_data(element, quote!(#access[#at]), parts)?;
                }
                Some(())
            }
            FieldType::Tuple(inner) => {
                for (at, ty) in inner.iter().enumerate() {
                    let at = syn::Index::from(at);
                    self.parts_of_data(ty, quote!(#access.#at), parts)?;
                }
                Some(())
            }
            FieldType::Data(definition) => match &definition.shape {
                Shape::Struct(fields) => {
                    for field in fields {
                        let member: syn::Member = syn::parse_str(&field.name).ok()?;
                        self.parts_of_data(&field.ty, quote!(#access.#member), parts)?;
                    }
                    Some(())
                }
                Shape::Enum(_) => {
                    let value = self.infer.data_type(definition, None);
                    let access = quote!(#access as u32);
                    parts.push(Derived {
                        access,
                        written: syn::parse_quote!(u32),
                        ty: Ty::U32,
                        value,
                        is_sized: false,
                    });
                    Some(())
                }
                Shape::Variants(_) | Shape::Function(_) | Shape::Erroneous => None,
            },
            FieldType::Option(_) | FieldType::Result(..) => None,
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
            syn::Type::Array(array) if signature::written(ty).is_none() => {
                let length = self.length(&array.len);
                let count = self.constant_u32(&length)?;
                let values: Option<Vec<Expr>> =
                    (0..count).map(|_| self.of_parts(&array.elem, parts, area)).collect();
                let values = values?;
                let ty = self.infer.many(Form::Array, values.iter().map(|value| value.ty).collect());
                Some(Expr { kind: Kind::Many(values), ty, area })
            }
            syn::Type::Path(path) => match self.data_type(&path.path) {
                Some(ty) => self.of_data(ty, parts, area),
                None => parts.next(),
            },
            _ => parts.next(),
        }
    }

    /// The same of a type that is known.
    fn of_data(&mut self, ty: Ty, parts: &mut impl Iterator<Item = Expr>, area: Area) -> Option<Expr> {
        let Some((_, types)) = self.infer.parts(ty) else { return parts.next() };
        let values: Option<Vec<Expr>> = types.iter().map(|ty| self.of_data(*ty, parts, area)).collect();
        Some(Expr { kind: Kind::Many(values?), ty, area })
    }

    /// The type of the elements of a `const` array of the body that is indexed so many times, if it is one that kernels have.
    fn element_of_table(&mut self, path: &syn::ExprPath, rank: usize) -> Option<Ty> {
        let ty = self.written_of_constant(path)?;
        let element = indexed(&ty, rank)?;
        let known = signature::written(element).or_else(|| match element {
            syn::Type::Path(path) => self
                .data_type(&path.path)
                .filter(|ty| self.infer.parts(*ty).is_some() || self.infer.data_of(*ty).is_some()),
            _ => None,
        });
        known.into_iter().for_each(|ty| self.note_unknown_arrays(ty, path.area()));
        known
    }

    /// A row of a table of arrays, which is no vector: `TABLE[i]`, as a value.
    pub(super) fn table_row(&mut self, expr: &syn::ExprIndex) -> Option<Expr> {
        let (path, indices) = indices_of(expr)?;
        let ty = self.written_of_constant(path)?;
        let row = indexed(&ty, indices.len()).filter(|row| signature::written(row).is_none())?;
        let (counts, element) = literal_lengths(row)?;
        let parts = counts.iter().fold(1u32, |parts, count| parts.saturating_mul(*count));
        if counts.is_empty() || parts > MAX_TABLE_PARTS {
            return None;
        }
        let (area, rank) = (expr.area(), indices.len() + counts.len());
        let table = self.table(path, rank)?;
        if !self.sees_table(table, area) {
            return Some(Expr::error(area));
        }
        let indices: Vec<Expr> = indices.into_iter().map(|index| self.index_value(index)).collect();
        if indices.iter().any(|index| self.infer.resolve(index.ty) == Ty::Error) {
            return Some(Expr::error(area));
        }
        let lengths = self.table_lengths(path, rank, area)?;
        let mut stmts = Vec::new();
        let indices = self.settled_indices(indices, &mut stmts);
        let load = |number: u32| {
            let indices = indices.iter().cloned().chain(within(number, &counts, area)).collect();
            let index = Kind::Offset { indices, lengths: lengths.clone() };
            let index = Box::new(Expr { kind: index, ty: Ty::U32, area });
            Expr { kind: Kind::Load { buffer: table, index }, ty: element, area }
        };
        let values = (0..parts).map(load).collect();
        let whole = self.nested_in(values, &counts, area)?;
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
        signature::written(indexed(&ty, indices + 1)?)?;
        let table = self.table(path, indices + 1)?;
        if !self.in_kernel(area, "slices of tables") {
            return None;
        }
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
        if !self.sees_table(buffer, area) {
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
}

/// The indices of an element of arrays with these lengths, of its number: the last one runs fastest.
fn within(number: u32, counts: &[u32], area: Area) -> Vec<Expr> {
    let mut rest = number;
    let mut indices = Vec::new();
    for count in counts.iter().rev() {
        indices.push(Expr { kind: Kind::Literal((rest % count).into()), ty: Ty::U32, area });
        rest /= count;
    }
    indices.reverse();
    indices
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
        if let Some(element) = signature::written(ty) {
            return Some((lengths, element));
        }
        let syn::Type::Array(array) = ty else { return None };
        lengths.push(literal_length(array).filter(|length| *length > 0)?);
        ty = &array.elem;
    }
}
