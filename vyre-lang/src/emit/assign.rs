//! Assignments to parts of variables: fields, elements and lanes.

use super::tree::{Names, Tree};
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Kind, LocalId};
use crate::types::Ty;
use vyre_ir::{BinOp, Expr, Node};

/// A step from a variable to a part of it.
enum Step {
    Part(usize),
    At(Built),
}

/// What an assignment gives a part.
struct New<'e> {
    op: Option<BinOp>,
    /// The single values, which can stand several times.
    leaves: Vec<Built>,
    value: &'e hir::Expr,
    /// The type of the part.
    ty: Ty,
    area: Area,
}

impl Emitter<'_> {
    /// Gives a part of a variable a value. The value comes first, then the indices.
    pub(super) fn assign_part(
        &mut self,
        place: &hir::Expr,
        op: Option<BinOp>,
        value: &hir::Expr,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let Some((local, path)) = path_to(place) else { return };
        let mut operands = vec![value];
        operands.extend(path.iter().filter_map(|(_, index)| *index));
        let mut built = self.trees(&operands, nodes).into_iter();
        let mut leaves = Vec::new();
        if let Some(new) = built.next() {
            new.leaves(&mut leaves);
        }
        let has_indices = path.iter().any(|(_, index)| index.is_some());
        if has_indices || op.is_some() {
            leaves.iter_mut().for_each(|leaf| self.repeatable(leaf, nodes));
        }
        let mut steps = Vec::new();
        for (at, index) in path {
            steps.push(match index.and_then(|_| built.next()) {
                Some(Tree::One(mut index)) => {
                    self.repeatable(&mut index, nodes);
                    Step::At(index)
                }
                _ => Step::Part(at),
            });
        }
        let Some(names) = self.parts.get(&local).cloned() else { return };
        let new = New { op, leaves, value, ty: place.ty, area };
        self.assign_steps(&names, self.kernel.locals[local].ty, &steps, &new, nodes);
    }

    fn assign_steps(
        &mut self,
        names: &Names,
        ty: Ty,
        steps: &[Step],
        new: &New<'_>,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let types = self.kernel.types.parts(ty).map(|(_, parts)| parts);
        match (steps.split_first(), types) {
            (None, _) => {
                let mut leaves = new.leaves.iter().map(Built::copy);
                let tree = self.shaped(new.ty, &mut leaves, new.area);
                let tree = self.updated(names, ty, (tree, new.value), new.op, new.area, nodes);
                self.assign_tree(names, tree, new.area, nodes);
            }
            (Some((Step::Part(at), rest)), Some(types)) => {
                if let (Some(names), Some(ty)) = (names.part(*at), types.get(*at)) {
                    self.assign_steps(names, *ty, rest, new, nodes);
                }
            }
            (Some((Step::At(index), rest)), Some(types)) => {
                if let Expr::LitU32(at) = index.expr {
                    if let (Some(names), Some(ty)) = (names.part(at as usize), types.get(at as usize)) {
                        self.assign_steps(names, *ty, rest, new, nodes);
                    }
                    return;
                }
                for (at, ty) in types.iter().enumerate() {
                    let Some(names) = names.part(at) else { continue };
                    let number = Built::leaf(Expr::LitU32(at as u32), new.area);
                    let is_it = Expr::binary(BinOp::Eq, 0, 0);
                    let is_it = Built::of(new.area, vec![index.copy_leaf(), number], &is_it);
                    let (body, ()) =
                        self.scope(|emitter, nodes| emitter.assign_steps(names, *ty, rest, new, nodes));
                    let shape = Node::if_then(0, Vec::new());
                    nodes.push(BuiltNode::with_bodies(new.area, vec![is_it], body, Vec::new(), &shape));
                }
            }
            (Some((Step::At(index), _)), None) => self.assign_lane_of(names, ty, index, new, nodes),
            (Some((Step::Part(_), _)), None) => {}
        }
    }

    /// Gives a lane of a variable that is a vector a value.
    fn assign_lane_of(
        &mut self,
        names: &Names,
        ty: Ty,
        index: &Built,
        new: &New<'_>,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let (Names::One(name), Some(leaf)) = (names, new.leaves.first()) else { return };
        let ty = self.kernel.types.resolve(ty);
        let vector = Built::leaf(Expr::var(name), new.area);
        let value = (self.ty(new.value), leaf.copy_leaf());
        let lane = self.new_lane((ty, &vector), index, new.op, value, new.area, nodes);
        let whole = self.with_lane(ty, &vector, index, &lane, new.area);
        nodes.push(BuiltNode::of(new.area, vec![whole], &Node::assign(name, 0)));
    }
}

/// Steps from a variable: the number of a part, or an index.
pub(super) type Path<'e> = Vec<(usize, Option<&'e hir::Expr>)>;

/// The variable that a place is a part of, and the way there.
pub(super) fn path_to(place: &hir::Expr) -> Option<(LocalId, Path<'_>)> {
    let (mut path, mut inner) = (Path::new(), place);
    loop {
        match &inner.kind {
            Kind::Local(local) => {
                path.reverse();
                return Some((*local, path));
            }
            Kind::Part { value, at } => {
                path.push((*at, None));
                inner = value;
            }
            Kind::Pick { value, index } | Kind::Lane { value, index } => {
                path.push((0, Some(index)));
                inner = value;
            }
            _ => return None,
        }
    }
}
