//! Arrays of which slices stand in one place. For such slices they are one array: the local ones are parts of one in memory, so that nothing chooses
//! among them, and an element of another one is looked for behind these.

use super::tree::Tree;
use super::views::{Root, Window};
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{Base, BufferId, JoinedArrays, Kernel};
use std::collections::HashMap;
use vyre_ir::{BinOp, Expr};

/// What local arrays stand for that are parts of one.
pub(super) fn windows(kernel: &Kernel) -> HashMap<BufferId, Window> {
    let mut windows = HashMap::new();
    for JoinedArrays { arrays, .. } in &kernel.joined {
        let mut start = 0u32;
        for array in arrays {
            let count = kernel.buffers[*array].decl.count;
            let part = Some([start, count].map(Expr::LitU32));
            windows.insert(*array, Window { root: Root::Buffer(arrays[0]), part });
            start = start.saturating_add(count);
        }
    }
    windows
}

impl Emitter<'_> {
    /// Where a local array begins in the one that it is a part of.
    pub(super) fn beginning(&self, array: BufferId) -> u32 {
        match self.window(array).part {
            Some([Expr::LitU32(start), _]) => start,
            _ => 0,
        }
    }

    /// The arrays that one is joined with.
    fn joined(&self, root: &Root) -> Option<usize> {
        self.kernel.joined.iter().position(|joined| match *root {
            Root::Buffer(buffer) => {
                let JoinedArrays { alone, arrays, others, empty, .. } = joined;
                *alone == Some(Base::Buffer(buffer))
                    || [arrays, others, empty].into_iter().any(|list| list.contains(&buffer))
            }
            Root::Vector(local, _) => {
                joined.alone == Some(Base::Vector(local)) || joined.copies.iter().any(|(of, _)| *of == local)
            }
            Root::Joined(_) => false,
        })
    }

    /// What has the elements of slices that are said to be of an array, if that is another one.
    pub(super) fn joined_root(&self, root: &Root) -> Option<Root> {
        let at = self.joined(root)?;
        let JoinedArrays { alone, arrays, others, .. } = &self.kernel.joined[at];
        Some(match (*alone, &arrays[..]) {
            (Some(Base::Buffer(buffer)), _) => Root::Buffer(buffer),
            (Some(Base::Vector(local)), _) => {
                Root::Vector(local, self.kernel.types.resolve(self.kernel.locals[local].ty))
            }
            (None, [first, ..]) if others.is_empty() => Root::Buffer(*first),
            _ => Root::Joined(at),
        })
    }

    /// A slice of one array as one of all that it is joined with.
    pub(super) fn as_joined(&mut self, window: Window, area: Area, nodes: &mut Vec<BuiltNode>) -> Window {
        let (Some(at), Some(root)) = (self.joined(&window.root), self.joined_root(&window.root)) else {
            return window;
        };
        if self.kernel.joined[at].alone.is_some() {
            // What is empty starts anywhere.
            return Window { root, ..window };
        }
        let [start, length] = self.bounds_of(&window, area, nodes);
        let first = self.first_of(at, &window.root, area, nodes);
        let start = self.sum(first, Built::leaf(start, area), area);
        let start = self.fixed(start, "start", nodes);
        Window { root, part: Some([start, length]) }
    }

    /// Where an array begins among those that it is joined with. A vector is copied to memory.
    fn first_of(&mut self, at: usize, root: &Root, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        let kernel = self.kernel;
        let joined = &kernel.joined[at];
        match *root {
            Root::Buffer(buffer) => match joined.others.iter().position(|other| *other == buffer) {
                Some(before) => self.behind_joined(at, before, area, nodes),
                // Its parts are parts of the whole already.
                None => Built::leaf(Expr::LitU32(0), area),
            },
            Root::Vector(local, ty) => {
                let copy = joined.copies.iter().find(|(of, _)| *of == local).map(|(_, copy)| *copy);
                let Some(copy) = copy else { return Built::leaf(Expr::LitU32(0), area) };
                let mut vector = self.variable(local, area, nodes);
                self.repeatable(&mut vector, nodes);
                let lanes = (0..ty.vector_lanes().unwrap_or(0)).map(|lane| {
                    let lane = Built::leaf(Expr::LitU32(lane), area);
                    Tree::One(self.lane(ty, vector.copy_leaf(), lane, area, nodes))
                });
                let lanes = Tree::Many(lanes.collect());
                self.store_elements(copy, lanes, area, nodes);
                Built::leaf(Expr::LitU32(self.beginning(copy)), area)
            }
            Root::Joined(_) => Built::leaf(Expr::LitU32(0), area),
        }
    }

    /// Where the one of the others begins that has so many others before it.
    fn behind_joined(&mut self, at: usize, before: usize, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        let kernel = self.kernel;
        let JoinedArrays { arrays, others, .. } = &kernel.joined[at];
        let counts = arrays.iter().map(|array| kernel.buffers[*array].decl.count);
        let first = Built::leaf(Expr::LitU32(counts.fold(0, u32::saturating_add)), area);
        others[..before].iter().fold(first, |first, other| {
            let length = self.length_of(*other, area, nodes);
            self.sum(first, length, area)
        })
    }

    /// An element of one of several arrays. Past the end of one there is nothing, so each is asked for its own.
    pub(super) fn load_joined(
        &mut self,
        (slice, at): (BufferId, usize),
        mut index: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let kernel = self.kernel;
        let JoinedArrays { arrays, others, .. } = &kernel.joined[at];
        self.repeatable(&mut index, nodes);
        let window = self.window(slice);
        let mut found = arrays.first().map(|array| {
            self.windows.insert(slice, Window { root: Root::Buffer(*array), part: None });
            self.load(slice, index.copy_leaf(), area, nodes)
        });
        for (before, other) in others.iter().enumerate() {
            self.windows.insert(slice, Window { root: Root::Buffer(*other), part: None });
            let first = self.behind_joined(at, before, area, nodes);
            let mut own = Built::of(area, vec![index.copy_leaf(), first], &Expr::binary(BinOp::Sub, 0, 0));
            self.repeatable(&mut own, nodes);
            let length = self.length_of(*other, area, nodes);
            let is_own = Built::of(area, vec![own.copy_leaf(), length], &Expr::binary(BinOp::Lt, 0, 0));
            let element = self.load(slice, own, area, nodes);
            found = Some(match found {
                None => element,
                Some(before) => Built::of(area, vec![is_own, element, before], &Expr::select(0, 0, 0)),
            });
        }
        self.windows.insert(slice, window);
        found.unwrap_or_else(|| Built::leaf(Expr::LitU32(0), area))
    }
}
