//! Values of several parts: tuples, arrays that are no vectors, arrays of arrays, and what takes them apart.

use super::extent::Extent;
use super::slice_patterns::rest_of;
use super::variants::block_of;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Buffer, Expr, Kind, LocalId, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BinOp, BufferAccess, BufferDecl, DataType};

/// The most elements of an array that is used as a value.
pub(super) const MAX_PARTS: u32 = 1024;

/// The most numbers of a constant table that is one value where a place names it as a whole.
pub(super) const MAX_TABLE_PARTS: u32 = 320;

/// The most elements of a list, and of an array in an array.
const MAX_LIST: u32 = 4096;
/// How many elements arrays of arrays may have in all to be arrays whose elements are arrays.
const MAX_NESTED: u64 = 1 << 20;

/// Whether arrays of so many elements each are arrays whose elements are arrays.
fn is_list(counts: &[u32]) -> bool {
    let all = counts.iter().fold(1u64, |all, count| all.saturating_mul((*count).into()));
    counts.iter().all(|count| *count <= MAX_LIST) && all <= MAX_NESTED
}

impl Checker<'_> {
    /// An expression beside which a type may be written: a list takes its elements' type from it.
    pub(super) fn expr_of(&mut self, value: &syn::Expr, ty: Option<&syn::Type>) -> Expr {
        match (strip(value), ty) {
            (syn::Expr::Array(array), Some(syn::Type::Array(written)))
                if crate::signature::written(ty.unwrap_or(&written.elem)).is_none() =>
            {
                let element = self.written_type(&written.elem);
                self.list(array, element)
            }
            (syn::Expr::Repeat(repeat), Some(syn::Type::Array(written)))
                if crate::signature::written(ty.unwrap_or(&written.elem)).is_none() =>
            {
                let element = self.written_type(&written.elem);
                self.repeated(repeat, element)
            }
            (syn::Expr::Tuple(tuple), Some(syn::Type::Tuple(written)))
                if tuple.elems.len() == written.elems.len() && !written.elems.is_empty() =>
            {
                let parts = tuple.elems.iter().zip(&written.elems).map(|(part, ty)| {
                    let part = self.expr_of(part, Some(ty));
                    if let (Ty::Open(_), Some(ty)) = (self.infer.resolve(part.ty), self.type_of_constant(ty))
                    {
                        self.infer.unify(part.ty, ty);
                    }
                    part
                });
                let parts = parts.collect();
                self.many(Form::Tuple, parts, value.area())
            }
            (_, Some(ty)) if self.asks_what_is_wanted(value) || self.becomes_slice(value, ty) => {
                match self.written_type(ty) {
                    Some(ty) => self.expr_as(value, ty),
                    None => self.expr(value),
                }
            }
            _ => self.expr(value),
        }
    }

    /// Whether a value becomes a slice where the type says so: `&[a, b]`, and the branches of a choice.
    fn becomes_slice(&self, value: &syn::Expr, ty: &syn::Type) -> bool {
        let is_slice = matches!(ty, syn::Type::Reference(it) if it.mutability.is_none() && matches!(*it.elem, syn::Type::Slice(_)));
        let may_be = match strip(value) {
            syn::Expr::Reference(it) => matches!(strip(&it.expr), syn::Expr::Array(_)),
            syn::Expr::If(_) | syn::Expr::Match(_) => true,
            _ => false,
        };
        is_slice && may_be && self.is_kernel
    }

    /// `(a, b)`
    pub(super) fn tuple(&mut self, tuple: &syn::ExprTuple) -> Expr {
        let parts: Vec<Expr> = tuple.elems.iter().map(|part| self.expr(part)).collect();
        let parens = tuple.paren_token.span;
        self.many(Form::Tuple, parts, Area::from(parens.open()).to(Area::from(parens.close())))
    }

    /// A `()` as a value that a variable can hold; other values as they are.
    pub(super) fn unit_as_value(&mut self, value: Expr) -> Expr {
        if self.infer.resolve(value.ty) != Ty::Unit || !self.is_kernel {
            return value;
        }
        let area = value.area;
        let unit = Expr { kind: Kind::Many(Vec::new()), ty: self.infer.unit_value(), area };
        let is_nothing = matches!(value.kind, Kind::Nothing);
        block_of(if is_nothing { Vec::new() } else { vec![Stmt::Expr(value)] }, unit)
    }

    /// A value of these parts.
    fn many(&mut self, form: Form, parts: Vec<Expr>, area: Area) -> Expr {
        let parts: Vec<Expr> = parts.into_iter().map(|part| self.unit_as_value(part)).collect();
        for part in &parts {
            match self.infer.resolve(part.ty) {
                Ty::Error => return Expr::error(area),
                Ty::Unit => {
                    self.errors.report(part.area, "this expression has no value", "use one that has");
                    return Expr::error(area);
                }
                Ty::Open(_) if !self.demand_known(part) => return Expr::error(area),
                _ => {}
            }
        }
        let types = parts.iter().map(|part| part.ty).collect();
        Expr { ty: self.infer.many(form, types), kind: Kind::Many(parts), area }
    }

    /// `[a, b, c]`, whose elements have this type if one is written.
    pub(super) fn list(&mut self, array: &syn::ExprArray, element: Option<Ty>) -> Expr {
        self.lists(&[array], element).pop().unwrap_or_else(|| Expr::error(array.area()))
    }

    /// Lists whose elements have one type: in `[[1u64, 2], [3, 4]]` the first row says what numbers the second one has.
    fn lists(&mut self, arrays: &[&syn::ExprArray], element: Option<Ty>) -> Vec<Expr> {
        let elems: Vec<&syn::Expr> = arrays.iter().flat_map(|array| &array.elems).collect();
        let rows = elems.iter().map(|elem| match strip(elem) {
            syn::Expr::Array(row) => Some(row),
            _ => None,
        });
        let rows: Option<Vec<&syn::ExprArray>> = rows.collect();
        let parts = match rows {
            Some(rows) if rows.len() > 1 => {
                let of_rows = element.and_then(|ty| self.element_of(ty));
                self.lists(&rows, of_rows)
            }
            _ => self.elements(elems, element),
        };
        let mut first = element.zip(arrays.first().map(|array| array.area()));
        for part in &parts {
            let this = (part.ty, part.area);
            first = Some(match first {
                None => this,
                Some(first) => (self.same_types(first, this, "the elements of an array"), first.1),
            });
        }
        if parts.len() > 1 && first.is_some_and(|(ty, _)| self.infer.resolve(ty) == Ty::Error) {
            return arrays.iter().map(|array| Expr::error(array.area())).collect();
        }
        let mut parts = parts.into_iter();
        // All rows are vectors, or none is.
        let is_vector =
            arrays.first().is_some_and(|array| element.is_none() && matches!(array.elems.len(), 2 | 4));
        let ty = first.filter(|_| is_vector).map(|(ty, _)| ty);
        let lane = ty.zip(arrays.first()).and_then(|(ty, array)| self.lane_type(ty, array.area()));
        let own = |array: &&syn::ExprArray| {
            let own = parts.by_ref().take(array.elems.len()).collect();
            self.list_of(own, (element, lane), array.area())
        };
        arrays.iter().map(own).collect()
    }

    /// The elements of a list, of which a later one may be a list of what the first one is made of.
    fn elements(&mut self, elems: Vec<&syn::Expr>, element: Option<Ty>) -> Vec<Expr> {
        let mut like = element;
        let mut elements = Vec::new();
        for elem in elems {
            let value = match like {
                Some(ty) => self.expr_as(elem, ty),
                None => self.expr(elem),
            };
            like.get_or_insert(value.ty);
            elements.push(value);
        }
        elements
    }

    /// The type of the elements of an array value.
    pub(super) fn element_of(&self, ty: Ty) -> Option<Ty> {
        match self.infer.parts(ty) {
            Some((Form::Array, parts)) => parts.first().copied(),
            _ => None,
        }
    }

    /// A list of checked parts. It is a vector where they are lanes and nothing else is written.
    fn list_of(&mut self, parts: Vec<Expr>, (element, lane): (Option<Ty>, Option<Ty>), area: Area) -> Expr {
        match (parts.len(), element, lane) {
            (0, ..) => {
                self.errors.report(area, "an array has at least one element", "give it one");
                Expr::error(area)
            }
            (2 | 4, None, Some(lane)) => self.lanes(parts, lane, area),
            (count, ..) if count > MAX_LIST as usize => {
                let fix = "declare it as a `const` table";
                self.errors.report(area, "a list of a kernel has at most 4096 elements", fix);
                Expr::error(area)
            }
            _ => self.many(Form::Array, parts, area),
        }
    }

    /// `[a; N]` as a value.
    pub(super) fn repeated(&mut self, repeat: &syn::ExprRepeat, element: Option<Ty>) -> Expr {
        let area = repeat.area();
        let (value, length) = (self.expr(&repeat.expr), self.length(&repeat.len));
        if let Some(element) = element {
            self.demand(&value, element);
        }
        let Some(count) = self.constant_u32(&length) else { return Expr::error(area) };
        if matches!(count, 2 | 4)
            && element.is_none()
            && let Some(lane) = self.lane_type(value.ty, area)
            && let Some(ty) = lane.vector(count)
        {
            self.demand(&value, lane);
            return Expr { kind: Kind::Splat(Box::new(value)), ty, area };
        }
        if count == 0 || count > MAX_PARTS {
            let fix = "bind it by itself: `let mut w = [0u32; N];`";
            self.errors.report(area, format!("an array value has 1 to {MAX_PARTS} elements"), fix);
            return Expr::error(area);
        }
        let ty = value.ty;
        let local = self.local("element", ty, false);
        let stmts = vec![Stmt::Let { local, value, area }];
        let part = || Expr { kind: Kind::Local(local), ty, area };
        let parts = (0..count).map(|_| part()).collect();
        let tail = self.many(Form::Array, parts, area);
        Expr { ty: tail.ty, kind: Kind::Block(Block { stmts, tail: Some(Box::new(tail)) }), area }
    }

    /// The type `[T; N]` that a user wrote, which is no vector.
    pub(super) fn written_array(&mut self, array: &syn::TypeArray) -> Ty {
        let element = self.written_type(&array.elem).unwrap_or(Ty::Error);
        let length = self.length(&array.len);
        let Some(count) = self.constant_u32(&length) else { return Ty::Error };
        if element == Ty::Error || count > MAX_LIST {
            return Ty::Error;
        }
        match element.vector(count) {
            Some(vector) if matches!(element, Ty::U32 | Ty::F32) => vector,
            _ => self.infer.many(Form::Array, vec![element; count as usize]),
        }
    }

    /// A local or workgroup array as a value.
    pub(super) fn whole_array(&mut self, buffer: usize, area: Area) -> Option<Expr> {
        let known = &self.buffers[buffer];
        let is_array = matches!(known.decl.access, BufferAccess::Private | BufferAccess::Workgroup);
        let is_value = known.length.is_none() && known.dimensions.is_empty() && !known.is_atomic;
        if !is_array || !is_value || known.decl.count > MAX_PARTS || known.is_slice {
            return None;
        }
        let parts = vec![known.ty; known.decl.count as usize];
        Some(Expr { ty: self.infer.many(Form::Array, parts), kind: Kind::Whole(buffer), area })
    }

    /// The local array that a name bound to an array value is; nothing for other values, and in functions beside kernels, whose
    /// arrays are values.
    pub(super) fn array_of(
        &mut self,
        name: &syn::Ident,
        is_mutable: bool,
        value: &Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let (Form::Array, parts) = self.infer.parts(value.ty)? else { return None };
        let element = *parts.first()?;
        if !self.is_kernel {
            return None;
        }
        self.in_kernel(value.area, "local arrays");
        let area = Area::from(name.span());
        let buffer = Buffer {
            is_constant: !is_mutable,
            ..Buffer::new(BufferDecl::private(plain(name), parts.len() as u32, DataType::U32), area, element)
        };
        self.buffers.push(buffer);
        let buffer = self.buffers.len() - 1;
        let kind = Kind::AssignWhole { buffer, value: Box::new(value.clone()) };
        stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
        Some(Entity::Buffer(buffer))
    }

    /// Whether `[value; N]` is an array of arrays that are no vectors.
    pub(super) fn is_nested(&self, repeat: &syn::ExprRepeat, ty: Option<&syn::Type>) -> bool {
        let of_type = matches!(ty, Some(syn::Type::Array(array))
            if matches!(&*array.elem, syn::Type::Array(_)) && crate::signature::written(&array.elem).is_none());
        of_type
            || match strip(&repeat.expr) {
                syn::Expr::Repeat(inner) => !is_vector_length(&inner.len) || self.is_nested(inner, None),
                syn::Expr::Array(inner) => inner.elems.len() != 2 && inner.elems.len() != 4,
                _ => false,
            }
    }

    /// `let name = [[value; M]; N];`: one local array, whose elements have two indices or more.
    pub(super) fn nested_array(
        &mut self,
        name: &syn::Ident,
        is_mutable: bool,
        (value, ty): (&syn::Expr, Option<&syn::Type>),
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let syn::Expr::Repeat(outer) = strip(value) else { return None };
        if !self.is_kernel || !self.is_nested(outer, None) {
            return None;
        }
        let (mut lengths, mut inner) = (Vec::new(), outer);
        let element = loop {
            lengths.push(&*inner.len);
            match strip(&inner.expr) {
                syn::Expr::Repeat(next) if self.is_nested(inner, None) => inner = next,
                // A list of values in a list: they are few enough to be a value.
                syn::Expr::Array(_) => return None,
                other => break other,
            }
        };
        let (mut written, mut element) = (element, self.expr(element));
        // The innermost arrays may have the length of a vector, and elements of which there are none.
        while let (Some((Form::Array, _)), syn::Expr::Repeat(inner)) =
            (self.infer.parts(element.ty), strip(written))
        {
            lengths.push(&*inner.len);
            (written, element) = (&*inner.expr, self.expr(&inner.expr));
        }
        if !self.demand_known(&element) || self.infer.resolve(element.ty) == Ty::Error {
            return Some(Entity::Poisoned);
        }
        let area = Area::from(name.span());
        let lengths: Vec<Expr> = lengths.into_iter().map(|length| self.length(length)).collect();
        let Some((count, length, dimensions)) = self.dimensions(lengths) else {
            return Some(Entity::Poisoned);
        };
        let counts: Option<Vec<u32>> = match length {
            None => dimensions.iter().map(|length| Some(self.known(length)?[0])).collect(),
            Some(_) => None,
        };
        let (count, of, dimensions) = match counts.as_deref() {
            // The elements are arrays.
            Some(counts @ [first, inner @ ..]) if is_list(counts) => {
                let row = inner.iter().rev().fold(element.ty, |ty, count| self.array_type(ty, *count, area));
                let whole = self.infer.many(Form::Array, vec![row; *first as usize]);
                if let Some(written) = ty.and_then(|ty| self.written_type(ty))
                    && self.infer.unify(written, whole).is_none()
                {
                    let (expected, got) = (self.infer.resolve(written), self.infer.resolve(whole));
                    self.other_type(outer.area(), expected, got, None);
                }
                if self.infer.resolve(row).vector_lanes().is_some() && inner.len() == 1 {
                    element = Expr { ty: row, kind: Kind::Splat(Box::new(element)), area };
                }
                (*first, row, Vec::new())
            }
            // Only the linked program has the lengths.
            _ if self.infer.parts(element.ty).is_some() => {
                let problem =
                    "the elements of an array of arrays whose lengths are constant parameters are numbers";
                self.errors.report(element.area, problem, "use an array for each part");
                return Some(Entity::Poisoned);
            }
            _ => {
                let innermost = ty.map(|ty| innermost(ty, dimensions.len()));
                if let Some(written) = innermost.and_then(|ty| self.written_type(ty)) {
                    self.demand(&element, written);
                }
                (count, element.ty, dimensions)
            }
        };
        self.in_kernel(area, "local arrays");
        let buffer = Buffer {
            is_constant: !is_mutable,
            length,
            dimensions,
            ..Buffer::new(BufferDecl::private(plain(name), count, DataType::U32), area, of)
        };
        self.buffers.push(buffer);
        let buffer = self.buffers.len() - 1;
        stmts.push(Stmt::Fill { buffer, value: element, area });
        Some(Entity::Buffer(buffer))
    }

    /// The type of an array of so many values: a vector, if there is one.
    pub(super) fn array_type(&mut self, element: Ty, count: u32, area: Area) -> Ty {
        if matches!(count, 2 | 4)
            && let Some(lane) = self.lane_type(element, area)
            && let Some(vector) = lane.vector(count)
        {
            self.infer.unify(element, lane);
            return vector;
        }
        self.infer.many(Form::Array, vec![element; count as usize])
    }

    /// The number of elements of an array of arrays, an expression for it where it is not known now, and the lengths.
    pub(super) fn dimensions(&mut self, lengths: Vec<Expr>) -> Option<(u32, Option<Expr>, Vec<Expr>)> {
        let (mut count, mut total): (u32, Option<Expr>) = (1, None);
        let mut is_known = true;
        let mut dimensions = Vec::new();
        for length in lengths {
            let (known, area, dependent) = self.array_length(length)?;
            is_known &= dependent.is_none();
            count = count.saturating_mul(known);
            let literal = Expr { kind: Kind::Literal(known.into()), ty: Ty::U32, area };
            let length = dependent.unwrap_or(literal);
            total = Some(match total {
                None => length.clone(),
                Some(total) => {
                    let (left, right) = (Box::new(total), Box::new(length.clone()));
                    Expr { kind: Kind::Binary { op: BinOp::Mul, left, right }, ty: Ty::U32, area }
                }
            });
            dimensions.push(length);
        }
        Some((if is_known { count } else { 1 }, total.filter(|_| !is_known), dimensions))
    }

    /// The lengths of the arrays in the type of a workgroup array's elements, and the type of the innermost ones.
    pub(super) fn nested_lengths<'t>(
        &mut self,
        mut ty: &'t syn::Type,
        lengths: &mut Vec<Expr>,
    ) -> &'t syn::Type {
        while let syn::Type::Array(array) = ty {
            if crate::signature::written(ty).is_some() {
                break;
            }
            lengths.push(self.length(&array.len));
            ty = &array.elem;
        }
        ty
    }

    /// `name[i][j]` of an array of arrays: the buffer, and the offset of the element.
    pub(super) fn nested_element(&mut self, expr: &syn::ExprIndex) -> Option<(usize, Expr)> {
        let (mut indices, mut base) = (vec![&*expr.index], strip(&expr.expr));
        while let syn::Expr::Index(outer) = base {
            indices.push(&outer.index);
            base = strip(&outer.expr);
        }
        let syn::Expr::Path(path) = base else { return None };
        let Some(Entity::Buffer(buffer)) = self.lookup(&plain(path.path.get_ident()?)) else { return None };
        let lengths = self.buffers[buffer].dimensions.clone();
        if lengths.len() != indices.len() || lengths.is_empty() {
            return None;
        }
        let area = expr.area();
        let indices: Vec<Expr> = indices.into_iter().rev().map(|index| self.index_value(index)).collect();
        if indices.iter().any(|index| self.infer.resolve(index.ty) == Ty::Error) {
            return Some((buffer, Expr::error(area)));
        }
        Some((buffer, Expr { kind: Kind::Offset { indices, lengths }, ty: Ty::U32, area }))
    }

    /// Binds the parts of a value to the patterns of a tuple or an array.
    pub(super) fn destructure(
        &mut self,
        pat: &syn::Pat,
        value: Expr,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) {
        let (form, pats) = match pat {
            syn::Pat::Tuple(tuple) => (Form::Tuple, &tuple.elems),
            syn::Pat::Slice(slice) => (Form::Array, &slice.elems),
            _ => return,
        };
        let written = ty.and_then(|ty| self.written_beside(ty, &value));
        if let Some(written) = written {
            self.demand(&value, written);
        }
        let has_rest = pats.iter().any(|pat| matches!(pat, syn::Pat::Rest(_)));
        if let (Ty::Open(_), Form::Tuple, false) = (self.infer.resolve(value.ty), form, has_rest)
            && self.sees_module
        {
            // The pattern says that it is a tuple, and what follows of what.
            let parts = pats.iter().map(|_| self.infer.open()).collect();
            let tuple = self.infer.many(Form::Tuple, parts);
            self.infer.unify(value.ty, tuple);
        }
        if self.infer.resolve(value.ty) == Ty::Error || !self.demand_known(&value) {
            return self.poison(pat);
        }
        let lanes = self.infer.resolve(value.ty).vector_lanes();
        let types = match self.infer.parts(value.ty) {
            Some((found, parts)) if found == form => parts.to_vec(),
            _ if form == Form::Array && lanes.is_some() => {
                vec![self.infer.resolve(value.ty).lane(); lanes.unwrap_or(0) as usize]
            }
            _ => {
                self.poison(pat);
                let got = self.infer.name(value.ty);
                let problem = format!("this pattern does not fit a value of type `{got}`");
                return self.errors.report(Area::of(pat), problem, "use a name");
            }
        };
        let Some(spread) = self.spread(pats, types.len(), Area::of(pat), "name each of them, or write `..`")
        else {
            return self.poison(pat);
        };
        self.demand_distinct(pats);
        let area = value.area;
        let whole = self.hidden("parts", value, stmts);
        for (at, pat) in spread {
            let part = self.part(whole.clone(), at, types[at], area);
            if !matches!(pat, syn::Pat::Wild(_)) {
                self.bind_checked(pat, part, None, stmts);
            }
        }
    }

    /// The patterns of a list with the number of the part that each stands for: `..` stands for those that no other one does. Reports a list
    /// of another length.
    pub(super) fn spread<'p>(
        &mut self,
        pats: &'p syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>,
        count: usize,
        area: Area,
        fix: &str,
    ) -> Option<Vec<(usize, &'p syn::Pat)>> {
        let rest = pats.iter().position(|pat| rest_of(pat).is_some());
        let named = pats.len() - usize::from(rest.is_some());
        if rest.is_none() && named != count || named > count {
            let problem = format!("this pattern has {named} parts, but the value has {count}");
            self.errors.report(area, problem, fix);
            return None;
        }
        let (skipped, rest) = (count - named, rest.unwrap_or(pats.len()));
        let spread = pats.iter().enumerate().filter(|(at, _)| *at != rest);
        Some(spread.map(|(at, pat)| (if at > rest { at - 1 + skipped } else { at }, pat)).collect())
    }

    /// What `rest @ ..` stands for in the pattern of an array: a list of the parts that no other pattern stands for.
    pub(super) fn rest_of_array(&mut self, parts: Vec<Expr>, area: Area) -> Expr {
        let lane = match (parts.first(), parts.len()) {
            (Some(first), 2 | 4) => self.lane_type(first.ty, area),
            _ => None,
        };
        match (parts.len(), lane) {
            (0, _) => self.many(Form::Array, parts, area),
            _ => self.list_of(parts, (None, lane), area),
        }
    }

    /// A value in a variable of its own, unless it is one already.
    pub(super) fn hidden(&mut self, name: &str, value: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        let (ty, area) = (value.ty, value.area);
        let local = self.local(name, ty, false);
        stmts.push(Stmt::Let { local, value, area });
        Expr { kind: Kind::Local(local), ty, area }
    }

    /// A part of a value.
    pub(super) fn part(&self, value: Expr, at: usize, ty: Ty, area: Area) -> Expr {
        let kind = match self.infer.resolve(value.ty).vector_lanes() {
            Some(_) => {
                let index = Expr { kind: Kind::Literal(at as u128), ty: Ty::U32, area };
                Kind::Lane { value: Box::new(value), index: Box::new(index) }
            }
            None => match value.kind {
                Kind::Many(mut parts) if at < parts.len() && parts.iter().all(is_place) => {
                    return Expr { area, ..parts.swap_remove(at) };
                }
                kind => Kind::Part { value: Box::new(Expr { kind, ..value }), at },
            },
        };
        Expr { kind, ty, area }
    }

    /// `value.0`
    pub(super) fn tuple_field(&mut self, base: Expr, at: usize, field: &syn::ExprField) -> Expr {
        let area = field.area();
        match self.infer.parts(base.ty) {
            Some((Form::Tuple, parts)) if at < parts.len() => self.part(base, at, parts[at], area),
            Some((Form::Tuple, parts)) => {
                let problem = format!("this tuple has {} values", parts.len());
                let fix = format!("use one of `.0` to `.{}`", parts.len().saturating_sub(1));
                self.errors.report(Area::of(&field.member), problem, fix);
                Expr::error(area)
            }
            _ => {
                let fix = "only tuples have `.0` and its kin";
                self.errors.report(Area::of(&field.member), "this value has no fields", fix);
                Expr::error(area)
            }
        }
    }

    /// `array[index]` of an array value.
    pub(super) fn element(&mut self, value: Expr, index: Expr, area: Area) -> Option<Expr> {
        let (Form::Array, parts) = self.infer.parts(value.ty)? else { return None };
        let index = self.as_index(index, "array");
        let element = parts.first().copied().unwrap_or(Ty::Error);
        Some(match self.known(&index) {
            Some([at, ..]) if (at as usize) < parts.len() => self.part(value, at as usize, element, area),
            Some(_) => {
                self.beyond(index.area, parts.len());
                Expr::error(area)
            }
            None => {
                let (value, index) = (Box::new(value), Box::new(index));
                Expr { kind: Kind::Pick { value, index }, ty: element, area }
            }
        })
    }

    /// Reports an index that no element of an array has.
    pub(super) fn beyond(&mut self, index: Area, count: usize) {
        self.errors.report(index, format!("this array has {count} elements"), "use a smaller index");
    }

    /// `(a, b) = value` or `[a, b] = value`: every part of the value is computed before the first place changes.
    pub(super) fn assign_parts(
        &mut self,
        places: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>,
        form: Form,
        value: &syn::Expr,
        area: Area,
    ) -> Expr {
        let value = self.expr(value);
        self.assign_parts_of(places, form, value, area)
    }

    /// Assigns the parts of a checked value.
    fn assign_parts_of(
        &mut self,
        places: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>,
        form: Form,
        value: Expr,
        area: Area,
    ) -> Expr {
        let (noun, lanes) = match form {
            Form::Array => ("array", self.infer.resolve(value.ty).vector_lanes()),
            _ => ("tuple", None),
        };
        let parts = match (self.infer.parts(value.ty), lanes) {
            (Some((found, parts)), _) if found == form => parts.to_vec(),
            (_, Some(lanes)) => vec![self.infer.resolve(value.ty).lane(); lanes as usize],
            _ => {
                if self.infer.resolve(value.ty) != Ty::Error {
                    let got = self.infer.name(value.ty);
                    let problem = format!("expected {} {noun}, got `{got}`", article(noun));
                    let fix = format!("assign {} {noun} of as many values", article(noun));
                    self.errors.report(value.area, problem, fix);
                }
                return Expr::error(area);
            }
        };
        // `..` stands for the parts that no other place does.
        let is_rest = |place: &syn::Expr| matches!(place, syn::Expr::Range(range) if range.start.is_none() && range.end.is_none());
        let rest = places.iter().position(is_rest);
        let named = places.len() - usize::from(rest.is_some());
        if rest.is_none() && parts.len() != named || parts.len() < named {
            let problem = format!("there are {named} places, but the {noun} has {} values", parts.len());
            self.errors.report(area, problem, "name a place for each, or `_`");
            return Expr::error(area);
        }
        let (skipped, rest) = (parts.len() - named, rest.unwrap_or(places.len()));
        let mut stmts = Vec::new();
        let whole = self.hidden("parts", value, &mut stmts);
        for (at, place) in places.iter().enumerate().filter(|(at, _)| *at != rest) {
            let at = if at > rest { at - 1 + skipped } else { at };
            let part = self.part(whole.clone(), at, parts[at], area);
            let assigned = match strip(place) {
                syn::Expr::Infer(_) => continue,
                syn::Expr::Tuple(inner) => self.assign_parts_of(&inner.elems, Form::Tuple, part, area),
                syn::Expr::Array(inner) => self.assign_parts_of(&inner.elems, Form::Array, part, area),
                _ => self.assign_value(place, None, part, area),
            };
            stmts.push(Stmt::Expr(assigned));
        }
        Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area }
    }

    /// The variable of which a place is a part, if that has parts: `pair.1`, `table.0[i]`.
    pub(super) fn part_of_local(&mut self, place: &syn::Expr) -> Option<LocalId> {
        let mut base = strip(place);
        loop {
            base = match base {
                syn::Expr::Field(field) => strip(&field.base),
                syn::Expr::Index(index) => strip(&index.expr),
                syn::Expr::Unary(_) => {
                    let local = self.behind(base)?;
                    return self.infer.parts(self.locals[local].ty).map(|_| local);
                }
                syn::Expr::Path(path) => {
                    let (Entity::Local(local) | Entity::Reference(local)) =
                        self.lookup(&plain(path.path.get_ident()?))?
                    else {
                        return None;
                    };
                    return self.infer.parts(self.locals[local].ty).map(|_| local);
                }
                _ => return None,
            }
        }
    }
}

/// Whether an expression is a place, or a reference to one, which may be left out.
pub(super) fn is_place(expr: &Expr) -> bool {
    let mut expr = expr;
    loop {
        expr = match &expr.kind {
            Kind::Local(_) | Kind::Literal(_) => return true,
            Kind::Load { index, .. } => return matches!(index.kind, Kind::Local(_) | Kind::Literal(_)),
            Kind::Many(parts) if parts.len() == 1 => &parts[0],
            Kind::Part { value, .. } => value,
            _ => return false,
        }
    }
}

fn article(noun: &str) -> &'static str {
    if noun == "array" { "an" } else { "a" }
}

fn is_vector_length(length: &syn::Expr) -> bool {
    match strip(length) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => {
            matches!(length.base10_digits(), "2" | "4")
        }
        _ => false,
    }
}

/// The type of what is in so many arrays.
fn innermost(mut ty: &syn::Type, depth: usize) -> &syn::Type {
    for _ in 0..depth {
        if let syn::Type::Array(array) = ty {
            ty = &array.elem;
        }
    }
    ty
}
