//! References. The IR has none: a reference is another name of a variable, or an element that is loaded and stored where it is used.

use super::views::Window;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, LocalId, Place};
use vyre_ir::{Expr, Node};

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
            (Place::Part { local: of, path }, _) => self.rename(local, *of, path),
            (Place::Element(_), Some(window)) => {
                self.windows.insert(slice, window);
                self.elements.insert(local, slice);
            }
            (Place::Element(_), None) => {}
        }
    }

    /// Makes a variable another name of a part of one.
    fn rename(&mut self, local: LocalId, of: LocalId, path: &[usize]) {
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
            let Some(part) = names.part(*at).cloned() else { return };
            names = part;
        }
        self.alias_parts(local, names);
    }

    /// The value of a variable, which may stand for an element.
    pub(super) fn variable(&mut self, local: LocalId, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        match self.elements.get(&local).copied() {
            Some(slice) => self.load(slice, Built::leaf(Expr::LitU32(0), area), area, nodes),
            None => Built::leaf(Expr::Var(self.local(local)), area),
        }
    }

    /// Gives a variable a value, which may stand for an element.
    pub(super) fn set_variable(
        &mut self,
        local: LocalId,
        value: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let Some(slice) = self.elements.get(&local).copied() else {
            let name = self.local(local);
            return nodes.push(BuiltNode::of(area, vec![value], &Node::assign(name, 0)));
        };
        let ty = self.kernel.types.resolve(self.kernel.buffers[slice].ty).machine();
        let mut value = value;
        let index = self.within(slice, Built::leaf(Expr::LitU32(0), area), nodes);
        if let Some((vector, of)) = self.vector_of(slice) {
            self.repeatable(&mut value, nodes);
            return self.set_lane((vector, of), index, None, (ty, value), area, nodes);
        }
        let value = self.stored(value, ty);
        nodes.push(BuiltNode::of(area, vec![index, value], &Node::store(self.buffer(slice), 0, 0)));
    }
}
