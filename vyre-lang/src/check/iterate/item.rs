//! What an iterator gives in a round, and the names that patterns make of it. References are names of places, so that nothing is copied.

use super::super::lets::Mode;
use super::super::pattern::names_within;
use super::super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, BufferId, Expr, Kind, Stmt};
use crate::types::{Form, Ty};
use std::collections::HashMap;
use syn::Pat;

/// A place behind a reference.
#[derive(Clone)]
pub(crate) struct Spot {
    /// The place, whose indices are in variables.
    place: Expr,
    is_exclusive: bool,
    /// What it is borrowed from.
    root: Option<Base>,
}

/// What an iterator gives.
#[derive(Clone)]
pub(crate) enum Item {
    /// A value, which is evaluated where it is bound.
    Value(Expr),
    /// A reference.
    Place(Spot),
    /// A slice.
    Slice(BufferId),
    Tuple(Vec<Item>),
    /// A `&` to such a tuple.
    TupleBehind(Vec<Item>),
}

impl Spot {
    pub(crate) fn shared(place: Expr) -> Spot {
        Spot { place, is_exclusive: false, root: None }
    }

    /// The place, and whether it can be changed.
    pub(crate) fn into_parts(self) -> (Expr, bool) {
        (self.place, self.is_exclusive)
    }

    /// What it is borrowed from.
    pub(crate) fn root(&self) -> Option<Base> {
        self.root
    }

    pub(crate) fn of(place: Expr, is_exclusive: bool, root: Option<Base>) -> Spot {
        Spot { place, is_exclusive, root }
    }
}

/// Whether a pattern stands for those between the others.
fn is_rest(pat: &Pat) -> bool {
    matches!(pat, Pat::Rest(_)) || matches!(pat, Pat::Ident(name) if name.subpat.is_some())
}

impl Checker<'_> {
    /// `&item`, as closures such as `filter`'s take it.
    pub(crate) fn behind_item(&mut self, item: &Item) -> Item {
        match item {
            Item::Value(value) => Item::Place(Spot::shared(value.clone())),
            Item::Place(spot) => {
                let place = self.reference_to(spot.place.clone());
                Item::Place(Spot { place, is_exclusive: false, root: spot.root })
            }
            Item::Slice(slice) => Item::Slice(*slice),
            Item::Tuple(items) | Item::TupleBehind(items) => Item::TupleBehind(items.clone()),
        }
    }

    /// An item that may be used several times: its values are in variables.
    pub(crate) fn settled_item(&mut self, item: Item, stmts: &mut Vec<Stmt>) -> Item {
        match item {
            Item::Value(value) if matches!(value.kind, Kind::Local(_) | Kind::Literal(_)) => {
                Item::Value(value)
            }
            Item::Value(value) => Item::Value(self.hidden("item", value, stmts)),
            Item::Tuple(items) => {
                Item::Tuple(items.into_iter().map(|item| self.settled_item(item, stmts)).collect())
            }
            other => other,
        }
    }

    /// An item as a value; reports one that is none.
    pub(in crate::check) fn value_of_item(&mut self, item: Item, area: Area) -> Expr {
        match item {
            Item::Value(value) => value,
            Item::Place(spot) if spot.is_exclusive => {
                let fix = "take it apart in the pattern, as in `|(i, x)|`, or use it as `*x`";
                self.errors.report(area, "a `&mut` is no value", fix);
                Expr::error(area)
            }
            Item::Place(spot) => self.reference_to(spot.place),
            Item::Slice(slice) if self.is_kernel && self.buffers[slice].is_constant => {
                let viewed = self.buffer_view(slice);
                self.slice_value(viewed, area)
            }
            Item::Slice(_) => {
                let fix = "give it a name: `for part in ..`, or `|part| ..`";
                self.errors.report(area, "a slice is no value", fix);
                Expr::error(area)
            }
            Item::Tuple(items) => self.tuple_of_items(items, area),
            Item::TupleBehind(items) => {
                let tuple = self.tuple_of_items(items, area);
                self.reference_to(tuple)
            }
        }
    }

    fn tuple_of_items(&mut self, items: Vec<Item>, area: Area) -> Expr {
        let parts: Vec<Expr> = items.into_iter().map(|item| self.value_of_item(item, area)).collect();
        if parts.iter().any(|part| self.infer.resolve(part.ty) == Ty::Error) {
            return Expr::error(area);
        }
        let types = parts.iter().map(|part| part.ty).collect();
        Expr { ty: self.infer.many(Form::Tuple, types), kind: Kind::Many(parts), area }
    }

    /// The number, or another value without references, that an item is or refers to.
    pub(super) fn number_of_item(&mut self, item: Item, area: Area) -> Expr {
        let value = self.value_of_item(item, area);
        self.pointed(value)
    }

    /// Binds the names of a pattern to an item.
    pub(crate) fn bind_item(&mut self, pat: &Pat, item: Item, stmts: &mut Vec<Stmt>) {
        match (pat, item) {
            (Pat::Paren(inner), item) => self.bind_item(&inner.pat, item, stmts),
            (Pat::Type(typed), item) => {
                self.demand_item_type(&typed.ty, &item);
                self.bind_item(&typed.pat, item, stmts);
            }
            (pat, Item::Value(value)) => self.bind_checked(pat, value, None, stmts),
            (Pat::Wild(_), Item::Tuple(items)) => {
                let wild =
                    Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: Default::default() });
                items.into_iter().for_each(|item| self.bind_item(&wild, item, stmts));
            }
            (Pat::Wild(_), _) => {}
            (Pat::Ident(name), Item::Place(spot))
                if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() =>
            {
                self.name_spot(&name.ident, spot);
            }
            (Pat::Ident(name), Item::Slice(slice)) if name.by_ref.is_none() && name.subpat.is_none() => {
                self.buffers[slice].decl.name = plain(&name.ident);
                self.declare_bound(&name.ident, Entity::Buffer(slice));
            }
            (Pat::Ident(name), Item::TupleBehind(items))
                if name.by_ref.is_none() && name.subpat.is_none() =>
            {
                let place = self.tuple_of_items(items, Area::from(name.ident.span()));
                if self.infer.resolve(place.ty) == Ty::Error {
                    return self.declare(&name.ident, Entity::Poisoned);
                }
                self.name_spot(&name.ident, Spot::shared(place));
            }
            (Pat::Ident(_), item @ (Item::Place(_) | Item::Tuple(_))) => {
                let value = self.value_of_item(item, Area::of(pat));
                self.bind_checked(pat, value, None, stmts);
            }
            (Pat::Reference(inner), Item::Place(spot)) if inner.mutability.is_some() == spot.is_exclusive => {
                self.bind_item(&inner.pat, Item::Value(spot.place), stmts);
            }
            (Pat::Slice(parts), Item::Slice(slice)) if !parts.elems.iter().any(is_rest) => {
                self.bind_elements(parts, slice, false, stmts);
            }
            (Pat::Reference(inner), Item::Slice(slice))
                if inner.mutability.is_none()
                    && matches!(&*inner.pat, Pat::Slice(parts) if !parts.elems.iter().any(is_rest)) =>
            {
                if let Pat::Slice(parts) = &*inner.pat {
                    self.bind_elements(parts, slice, true, stmts);
                }
            }
            (Pat::Reference(inner), Item::Slice(slice)) if inner.mutability.is_none() => {
                self.bind_item(&inner.pat, Item::Slice(slice), stmts);
            }
            (Pat::Reference(inner), Item::TupleBehind(items)) if inner.mutability.is_none() => {
                self.bind_item(&inner.pat, Item::Tuple(items), stmts);
            }
            (Pat::Tuple(tuple), Item::Tuple(items)) => self.bind_items(tuple, items, stmts),
            (Pat::Tuple(tuple), Item::TupleBehind(items)) => {
                let items = items.iter().map(|item| self.behind_item(item)).collect();
                self.bind_items(tuple, items, stmts);
            }
            (Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_), Item::Place(spot)) => {
                self.bind_parts(pat, spot, stmts);
            }
            (pat, _) => {
                self.poison(pat);
                let fix = "use a name for each reference, tuples of names, and `&` before a name";
                self.errors.report(Area::of(pat), "this pattern does not fit what the iterator gives", fix);
            }
        }
    }

    /// Binds the elements of an array, as the pattern names each of them.
    fn bind_elements(
        &mut self,
        parts: &syn::PatSlice,
        slice: BufferId,
        are_values: bool,
        stmts: &mut Vec<Stmt>,
    ) {
        let root = self.slice_roots.get(&slice).copied();
        for (at, pat) in parts.elems.iter().enumerate() {
            let area = Area::of(pat);
            let place = self.element_of_slice(slice, super::number(at as u32, area), area);
            let item = match are_values {
                true => Item::Value(place),
                false => Item::Place(Spot::of(place, false, root)),
            };
            self.bind_item(pat, item, stmts);
        }
    }

    /// Makes a name one of a place.
    fn name_spot(&mut self, name: &syn::Ident, Spot { place, is_exclusive, root }: Spot) {
        if self.infer.resolve(place.ty) == Ty::Error {
            return self.declare(name, Entity::Poisoned);
        }
        let local = self.local(&plain(name), place.ty, is_exclusive);
        self.declared.insert(local, Area::from(name.span()));
        if let Some(root) = root {
            self.reference_roots.insert(local, root);
        }
        if !is_exclusive {
            self.shared.insert(local);
        }
        self.inner_places.insert(local, place);
        self.declare_bound(name, Entity::Reference(local));
    }

    fn bind_items(&mut self, tuple: &syn::PatTuple, items: Vec<Item>, stmts: &mut Vec<Stmt>) {
        let area = Area::of(tuple);
        let fix = "name each of them, or write `..`";
        let Some(spread) = self.spread(&tuple.elems, items.len(), area, fix) else {
            return tuple.elems.iter().for_each(|pat| self.poison(pat));
        };
        self.demand_distinct(&tuple.elems);
        // Every value is evaluated before the first name is bound.
        let mut items: HashMap<usize, Item> =
            items.into_iter().map(|item| self.settled_item(item, stmts)).enumerate().collect();
        for (at, pat) in spread {
            if let Some(item) = items.remove(&at) {
                self.bind_item(pat, item, stmts);
            }
        }
    }

    /// Binds the parts of a place behind a reference: each name becomes one of a part.
    fn bind_parts(&mut self, pat: &Pat, spot: Spot, stmts: &mut Vec<Stmt>) {
        if self.referent(spot.place.ty).is_some() {
            // Behind a reference to a reference.
            let place = self.pointed(spot.place);
            return self.bind_parts(pat, Spot { place, is_exclusive: false, root: spot.root }, stmts);
        }
        let area = Area::of(pat);
        if names_within(pat) && self.is_kernel {
            let mode = if spot.is_exclusive { Mode::Exclusive } else { Mode::Shared };
            self.fitted(pat, (spot.place, mode), stmts);
            return;
        }
        let parts: Vec<(&Pat, Expr)> = match pat {
            Pat::Struct(inner) => match self.struct_parts(inner, &spot.place) {
                Some(parts) => parts.into_iter().collect(),
                None => return self.poison(pat),
            },
            Pat::Tuple(syn::PatTuple { elems, .. }) | Pat::Slice(syn::PatSlice { elems, .. }) => {
                let form = if matches!(pat, Pat::Tuple(_)) { Form::Tuple } else { Form::Array };
                let lanes = self.infer.resolve(spot.place.ty).vector_lanes().filter(|_| form == Form::Array);
                let types = match (self.infer.parts(spot.place.ty), lanes) {
                    (Some((found, parts)), _) if found == form => parts.to_vec(),
                    (_, Some(lanes)) => vec![self.infer.resolve(spot.place.ty).lane(); lanes as usize],
                    _ => {
                        self.poison(pat);
                        let got = self.infer.name(spot.place.ty);
                        let problem = format!("this pattern does not fit a value of type `{got}`");
                        return self.errors.report(area, problem, "use a name");
                    }
                };
                let Some(spread) = self.spread(elems, types.len(), area, "name each of them, or write `..`")
                else {
                    return self.poison(pat);
                };
                let part = |(at, pat)| (pat, self.part(spot.place.clone(), at, types[at], area));
                spread.into_iter().map(part).collect()
            }
            _ => return,
        };
        for (pat, place) in parts {
            let item = Item::Place(Spot { place, is_exclusive: spot.is_exclusive, root: spot.root });
            self.bind_item(pat, item, stmts);
        }
    }

    /// Reports a type beside a name that is not the item's.
    fn demand_item_type(&mut self, ty: &syn::Type, item: &Item) {
        let is_slice = |ty: &syn::Type| matches!(ty, syn::Type::Reference(it) if matches!(*it.elem, syn::Type::Slice(_)));
        let (written, got, area) = match (ty, item) {
            (syn::Type::Infer(_), _) => return,
            (syn::Type::Reference(reference), Item::Place(spot)) => {
                (self.written_type(&reference.elem), spot.place.ty, Area::of(ty))
            }
            (syn::Type::Reference(reference), Item::Slice(slice)) if is_slice(ty) => {
                let syn::Type::Slice(inner) = &*reference.elem else { return };
                (self.written_type(&inner.elem), self.buffers[*slice].ty, Area::of(ty))
            }
            (ty, Item::Value(value)) => (self.written_type(ty), value.ty, Area::of(ty)),
            (syn::Type::Tuple(types), Item::Tuple(items)) if types.elems.len() == items.len() => {
                types.elems.iter().zip(items).for_each(|(ty, item)| self.demand_item_type(ty, item));
                return;
            }
            // rustc says what is wrong with these.
            _ => return,
        };
        if let Some(written) = written
            && self.infer.unify(written, got).is_none()
        {
            let (expected, got) = (self.infer.name(written), self.infer.name(got));
            let problem = format!("the iterator gives `{got}`, and `{expected}` is written here");
            self.errors.report(area, problem, format!("write `{got}`, or leave the type out"));
        }
    }
}
