//! References. The IR has none: a reference is another name of a variable, or an element that is loaded and stored where it is used.

use super::tree::Names;
use super::views::{Root, Window};
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Kind, LocalId, Place};
use crate::types::Ty;
use vyre_ir::Expr;

impl Emitter<'_> {
    /// Makes a reference refer to a place, of which the index is evaluated here.
    pub(super) fn refer(
        &mut self,
        reference: hir::Reference,
        place: &Place,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let window = place.view().map(|view| self.view_of(reference.slice, view, area, nodes));
        self.refer_to(reference, place, window);
    }

    /// Makes a reference refer to a place, with the slice that it is of where it is an element.
    pub(super) fn refer_to(&mut self, reference: hir::Reference, place: &Place, window: Option<Window>) {
        let hir::Reference { local, slice } = reference;
        match (place, window) {
            (Place::Part { local: of, path }, _) => self.rename(reference, *of, path),
            (Place::Element(_), Some(window)) => {
                self.windows.insert(slice, window);
                self.elements.insert(local, slice);
            }
            (Place::Element(_), None) => {}
        }
    }

    /// Makes a variable another name of a part of one.
    fn rename(&mut self, reference: hir::Reference, of: LocalId, path: &[usize]) {
        let hir::Reference { local, slice } = reference;
        self.elements.remove(&local);
        if let Some(slice) = self.elements.get(&of) {
            self.elements.insert(local, *slice);
            return;
        }
        let Some(names) = self.parts.get(&of) else {
            let name = self.local(of);
            self.parts.remove(&local);
            self.locals.insert(local, name);
            return;
        };
        let mut names = names.clone();
        for at in path {
            if let Names::Held(array) = names {
                // An element. A part of one is in no memory (`held`).
                let part = Some([*at as u32, 1].map(Expr::LitU32));
                self.windows.insert(slice, Window { root: Root::Buffer(array), part });
                self.elements.insert(local, slice);
                return;
            }
            let Some(part) = names.part(*at).cloned() else { return };
            names = part;
        }
        self.alias_parts(local, names);
    }

    /// The element that a variable stands for.
    pub(super) fn element_behind(&self, local: LocalId, area: Area) -> Option<hir::Expr> {
        let buffer = *self.elements.get(&local)?;
        let index = Box::new(hir::Expr { kind: Kind::Literal(0), ty: Ty::U32, area });
        Some(hir::Expr { kind: Kind::Load { buffer, index }, ty: self.known(buffer).ty, area })
    }

    /// The value of a variable, which may stand for an element.
    pub(super) fn variable(&mut self, local: LocalId, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        match self.element_behind(local, area) {
            Some(element) => self.value(&element, nodes),
            None => Built::leaf(Expr::Var(self.local(local)), area),
        }
    }

    /// Gives a variable, or a lane of one, a value where it stands for an element. Whether it does.
    pub(super) fn assign_element(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> bool {
        let (Kind::Assign { local, .. } | Kind::AssignLane { local, .. }) = &expr.kind else { return false };
        let place = expr.area;
        let Some(hir::Expr { kind: Kind::Load { buffer, index }, .. }) = self.element_behind(*local, place)
        else {
            return false;
        };
        let kind = match &expr.kind {
            Kind::Assign { op, value, .. } => {
                Kind::Store { buffer, index, op: *op, value: value.clone(), place }
            }
            Kind::AssignLane { index: lane, op, value, .. } => {
                let (lane, value) = (lane.clone(), value.clone());
                Kind::StoreLane { buffer, index, lane, op: *op, value, place }
            }
            _ => return false,
        };
        self.statement(&hir::Expr { kind, ty: Ty::Unit, area: place }, nodes);
        true
    }
}
