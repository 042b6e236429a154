//! Elements of buffers that are several words of the IR's: structs, arrays that are no vectors, and vectors that are written lane by lane.
//!
//! Such a buffer has the words of its elements, one element after the other. An element that a kernel reads and writes only as a whole is
//! a vector of the IR instead, if it has two or four words.

use super::tree::Tree;
use super::views::Root;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Buffer, BufferId, Kernel, Kind};
use crate::types::Ty;
use vyre_ir::{BinOp, DataType, Expr, Node};

/// What a buffer's elements are in the IR.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    /// One element each.
    One,
    /// A vector of their words.
    Vector(u32),
    /// So many words.
    Words(u32),
}

/// What the elements of a buffer are in the IR.
pub(super) fn cells(kernel: &Kernel, buffer: &Buffer) -> Cells {
    let ty = kernel.types.resolve(buffer.ty);
    let words = kernel.types.words(ty);
    let is_many = kernel.types.parts(ty).is_some();
    match buffer.decl.element {
        DataType::Bytes => Cells::One,
        // A table is constant, and passed as the host has it.
        _ if is_many && is_grouped(buffer) && matches!(words, 2 | 4) => Cells::Vector(words),
        _ if is_many => Cells::Words(words),
        _ if ty.vector_lanes().is_some() && buffer.is_partial => match buffer.decl.access {
            // Nobody else sees it.
            vyre_ir::BufferAccess::Private => Cells::One,
            _ => Cells::Words(words),
        },
        _ => Cells::One,
    }
}

/// Whether several words of a buffer may be one element of the IR's.
fn is_grouped(buffer: &Buffer) -> bool {
    buffer.decl.access.is_bound() && !buffer.is_partial && !buffer.is_constant
}

/// The type of the IR's elements of a buffer.
pub(super) fn element_type(kernel: &Kernel, buffer: &Buffer) -> DataType {
    match cells(kernel, buffer) {
        Cells::One => kernel.types.resolve(buffer.ty).data().unwrap_or(DataType::U32),
        Cells::Vector(2) => DataType::Vec2U32,
        Cells::Vector(_) => DataType::Vec4U32,
        Cells::Words(_) => DataType::U32,
    }
}

/// The type of the IR's elements of a parameter, by its position among those that are buffers.
pub(crate) fn element(kernel: &Kernel, at: usize) -> DataType {
    let mut bound = kernel.buffers.iter().filter(|buffer| buffer.decl.access.is_bound() && !buffer.is_slice);
    bound.nth(at).map_or(DataType::U32, |buffer| element_type(kernel, buffer))
}

/// How many elements of the IR's one element of a buffer is.
pub(crate) fn stride(kernel: &Kernel, buffer: &Buffer) -> u32 {
    match cells(kernel, buffer) {
        Cells::Words(words) => words,
        _ => 1,
    }
}

/// A step from an element to a part of it, with the type of what the step leaves.
enum Step<'e> {
    Part(Ty, usize),
    At(Ty, &'e hir::Expr),
}

/// A part of an element, in words.
pub(super) struct Spot {
    buffer: String,
    /// The word where the element, or the array in it that an index leads into, begins.
    base: Built,
    /// The words from there.
    offset: u32,
    /// How many words the element has: so many follow the base that no store reaches.
    stride: u32,
}

impl Emitter<'_> {
    pub(super) fn cells(&self, buffer: BufferId) -> Cells {
        match self.window(buffer).root {
            Root::Buffer(root) => cells(self.kernel, &self.kernel.buffers[root]),
            Root::Vector(..) => Cells::One,
        }
    }

    /// The buffer that an expression is an element of, or a part of one, if that is several words.
    pub(super) fn words_of(&self, expr: &hir::Expr) -> Option<u32> {
        match &expr.kind {
            Kind::Load { buffer, .. } => match self.cells(*buffer) {
                Cells::Words(words) => Some(words),
                _ => None,
            },
            Kind::Part { value, .. } | Kind::Pick { value, .. } | Kind::Lane { value, .. } => {
                self.words_of(value)
            }
            Kind::Local(local) => match self.cells(*self.elements.get(local)?) {
                Cells::Words(words) => Some(words),
                _ => None,
            },
            _ => None,
        }
    }

    /// The words that an expression is, if it is an element of several words or a part of one.
    pub(super) fn spot(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Option<Spot> {
        let stride = self.words_of(expr)?;
        let first = hir::Expr { kind: Kind::Literal(0), ty: Ty::U32, area: expr.area };
        let (mut steps, mut inner) = (Vec::new(), expr);
        let (buffer, index) = loop {
            match &inner.kind {
                Kind::Load { buffer, index } => break (*buffer, &**index),
                // A reference to the element.
                Kind::Local(local) => break (*self.elements.get(local)?, &first),
                Kind::Part { value, at } => {
                    steps.push(Step::Part(value.ty, *at));
                    inner = value;
                }
                Kind::Pick { value, index } | Kind::Lane { value, index } => {
                    steps.push(Step::At(value.ty, index));
                    inner = value;
                }
                _ => return None,
            }
        };
        steps.reverse();
        let mut operands = vec![index];
        operands.extend(steps.iter().filter_map(|step| match step {
            Step::At(_, index) => Some(*index),
            Step::Part(..) => None,
        }));
        let mut built = self.operands(&operands, nodes).into_iter();
        let index = built.next()?;
        let index = self.within(buffer, index, nodes);
        let area = expr.area;
        let mut spot = Spot { buffer: self.buffer(buffer), base: index, offset: 0, stride };
        let (mut inside, mut base) = self.first_word(&mut spot, area, nodes);
        for step in steps {
            match step {
                Step::Part(ty, at) => spot.offset += self.kernel.types.offset(ty, at),
                Step::At(ty, _) => {
                    let (count, words) = self.extent(ty);
                    let mut index = built.next()?;
                    if let Expr::LitU32(at) = index.expr
                        && at < count
                    {
                        spot.offset += at * words;
                        continue;
                    }
                    self.repeatable(&mut index, nodes);
                    let below = binary(BinOp::Lt, index.copy_leaf(), literal(count, area), area);
                    inside = Some(match inside {
                        None => below,
                        Some(before) => binary(BinOp::And, before, below, area),
                    });
                    base = binary(BinOp::Add, base, times(index, words, area), area);
                }
            }
        }
        spot.base = match inside {
            None => base,
            Some(inside) => {
                // No buffer reaches so far, and no word of an element that began there would have a number beyond 2^32.
                let outside = literal(u32::MAX - (stride - 1), area);
                Built::of(area, vec![inside, base, outside], &Expr::select(0, 0, 0))
            }
        };
        self.repeatable(&mut spot.base, nodes);
        Some(spot)
    }

    /// The first word of an element, and the condition under which it has a number.
    fn first_word(
        &mut self,
        spot: &mut Spot,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> (Option<Built>, Built) {
        let most = u32::MAX / spot.stride - 1;
        let mut index = std::mem::replace(&mut spot.base, literal(0, area));
        if let Expr::LitU32(at) = index.expr
            && at <= most
        {
            return (None, literal(at * spot.stride, area));
        }
        if spot.stride == 1 {
            return (None, index);
        }
        self.repeatable(&mut index, nodes);
        let inside = binary(BinOp::Le, index.copy_leaf(), literal(most, area), area);
        (Some(inside), times(index, spot.stride, area))
    }

    /// The number of elements of an array or a vector, and the words of each.
    fn extent(&self, ty: Ty) -> (u32, u32) {
        match self.kernel.types.parts(ty) {
            Some((_, parts)) => {
                (parts.len() as u32, parts.first().map_or(1, |first| self.kernel.types.words(*first)))
            }
            None => (self.kernel.types.resolve(ty).vector_lanes().unwrap_or(1), 1),
        }
    }

    /// The value of a part of an element.
    pub(super) fn load_spot(&self, spot: &Spot, ty: Ty, area: Area) -> Tree {
        let mut next = spot.offset;
        self.load_words(ty, area, &mut |area| {
            next += 1;
            let index = word(spot, next - 1, area);
            Built::of(area, vec![index], &Expr::load(&spot.buffer, 0))
        })
    }

    /// The value of a type that words hold.
    pub(super) fn load_words(&self, ty: Ty, area: Area, next: &mut dyn FnMut(Area) -> Built) -> Tree {
        if let Some((_, parts)) = self.kernel.types.parts(ty) {
            return Tree::Many(parts.iter().map(|part| self.load_words(*part, area, next)).collect());
        }
        let ty = self.kernel.types.resolve(ty).machine();
        let cast = |value, target| Built::of(area, vec![value], &Expr::cast(target, 0));
        Tree::One(match (ty.data(), ty) {
            (Some(DataType::I32), _) => cast(next(area), DataType::I32),
            (Some(DataType::F32), _) => cast(next(area), DataType::F32),
            (Some(DataType::U64), _) => {
                let halves = vec![next(area), next(area)];
                self.compose(Ty::U64, halves, area)
            }
            (Some(DataType::U128), _) => {
                let words = (0..4).map(|_| next(area)).collect();
                self.compose(Ty::U128, words, area)
            }
            _ => match ty.vector_lanes() {
                Some(lanes) => {
                    let lane = |_| match (next(area), ty.lane()) {
                        (word, Ty::F32) => cast(word, DataType::F32),
                        (word, _) => word,
                    };
                    let lanes = (0..lanes).map(lane).collect();
                    self.compose(ty, lanes, area)
                }
                None => next(area),
            },
        })
    }

    /// The words of a value.
    fn words(&mut self, value: Tree, ty: Ty, area: Area, nodes: &mut Vec<BuiltNode>) -> Vec<Built> {
        let mut words = Vec::new();
        self.add_words(value, ty, area, nodes, &mut words);
        words
    }

    fn add_words(
        &mut self,
        value: Tree,
        ty: Ty,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
        words: &mut Vec<Built>,
    ) {
        let cast = |value| Built::of(area, vec![value], &Expr::cast(DataType::U32, 0));
        match (value, self.kernel.types.parts(ty)) {
            (Tree::Many(values), Some((_, parts))) => {
                for (value, ty) in values.into_iter().zip(parts.iter()) {
                    self.add_words(value, *ty, area, nodes, words);
                }
            }
            (Tree::One(mut value), None) => {
                let ty = self.kernel.types.resolve(ty).machine();
                let lanes = match ty.bits() {
                    64 => Some(2),
                    128 => Some(4),
                    _ => ty.vector_lanes(),
                };
                match (ty.data(), lanes) {
                    (Some(DataType::I32 | DataType::F32), _) => words.push(cast(value)),
                    (_, Some(lanes)) => {
                        self.repeatable(&mut value, nodes);
                        words.extend((0..lanes).map(|lane| {
                            let lane = Built::of(area, vec![value.copy_leaf()], &Expr::component(0, lane));
                            if ty.lane() == Ty::F32 { cast(lane) } else { lane }
                        }));
                    }
                    _ => words.push(value),
                }
            }
            // An error has been reported.
            (_, _) => {}
        }
    }

    /// Writes a value to a part of an element. The value is computed, and the words are, before the first one is written.
    fn store_spot(&mut self, spot: &Spot, value: Tree, ty: Ty, area: Area, nodes: &mut Vec<BuiltNode>) {
        let mut words = self.words(value, ty, area, nodes);
        if words.len() > 1 {
            words.iter_mut().for_each(|word| self.keep(word, nodes));
        }
        for (at, value) in words.into_iter().enumerate() {
            let index = word(spot, spot.offset + at as u32, area);
            nodes.push(BuiltNode::of(area, vec![index, value], &Node::store(&spot.buffer, 0, 0)));
        }
    }

    /// The value of an element that is a vector of words.
    pub(super) fn load_vector(
        &mut self,
        buffer: BufferId,
        index: &hir::Expr,
        (ty, area): (Ty, Area),
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        let name = self.buffer(buffer);
        let index = self.value(index, nodes);
        let index = self.within(buffer, index, nodes);
        let element = Built::of(area, vec![index], &Expr::load(&name, 0));
        let element = self.bind("element", element, area, nodes);
        let mut lane = 0;
        self.load_words(ty, area, &mut |area| {
            lane += 1;
            let whole = Built::leaf(Expr::var(&element), area);
            Built::of(area, vec![whole], &Expr::component(0, lane - 1))
        })
    }

    /// `buffer[index] = value` where the elements have several words.
    pub(super) fn store_element(
        &mut self,
        buffer: BufferId,
        index: &hir::Expr,
        value: &hir::Expr,
        place: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let ty = self.kernel.buffers[buffer].ty;
        let mut new = self.tree(value, nodes);
        self.keep_tree(&mut new, nodes);
        if let Cells::Vector(lanes) = self.cells(buffer) {
            let mut words = self.words(new, ty, place, nodes);
            // Where an error has been reported there may be fewer.
            words.resize_with(lanes as usize, || literal(0, place));
            let index = self.value(index, nodes);
            let index = self.within(buffer, index, nodes);
            let vector = if lanes == 2 { Ty::Vec2 } else { Ty::Vec4 };
            let (whole, name) = (self.compose(vector, words, place), self.buffer(buffer));
            return nodes.push(BuiltNode::of(place, vec![index, whole], &Node::store(name, 0, 0)));
        }
        let load = Kind::Load { buffer, index: Box::new(index.clone()) };
        let load = hir::Expr { kind: load, ty, area: place };
        if let Some(spot) = self.spot(&load, nodes) {
            self.store_spot(&spot, new, ty, place, nodes);
        }
    }

    /// `buffer[index].field = value`: the value comes first, then the indices, each once.
    pub(super) fn store_part(
        &mut self,
        place: &hir::Expr,
        op: Option<BinOp>,
        value: &hir::Expr,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let area = place.area;
        let mut new = self.tree(value, nodes);
        self.keep_tree(&mut new, nodes);
        let Some(spot) = self.spot(place, nodes) else { return };
        let new = match (op, new, self.load_spot(&spot, place.ty, area)) {
            (Some(op), Tree::One(new), Tree::One(current)) => {
                let types = (self.ty(place), self.ty(value));
                Tree::One(self.binary(op, types, vec![current, new], area, nodes))
            }
            (_, new, _) => new,
        };
        self.store_spot(&spot, new, place.ty, area, nodes);
    }

    /// Gives a lane of an element, to which a reference refers, a value.
    pub(super) fn set_lane_behind(
        &mut self,
        element: &hir::Expr,
        index: Built,
        op: Option<BinOp>,
        (right, new): (Ty, Built),
        nodes: &mut Vec<BuiltNode>,
    ) {
        let (area, ty) = (element.area, self.ty(element));
        let Some(spot) = self.spot(element, nodes) else {
            let Kind::Load { buffer, index: at } = &element.kind else { return };
            let mut vector = self.value(element, nodes);
            self.repeatable(&mut vector, nodes);
            let new = self.new_lane((ty, &vector), &index, op, (right, new), area, nodes);
            let whole = self.with_lane(ty, &vector, &index, &new, area);
            let at = self.value(at, nodes);
            let at = self.within(*buffer, at, nodes);
            return nodes.push(BuiltNode::of(
                area,
                vec![at, whole],
                &Node::store(self.buffer(*buffer), 0, 0),
            ));
        };
        let lanes = literal(ty.vector_lanes().unwrap_or(0), area);
        let inside = binary(BinOp::Lt, index.copy_leaf(), lanes, area);
        let at = binary(BinOp::Add, word(&spot, spot.offset, area), index, area);
        let mut at = Built::of(area, vec![inside, at, literal(u32::MAX, area)], &Expr::select(0, 0, 0));
        self.repeatable(&mut at, nodes);
        let lane = ty.lane();
        let is_float = lane == Ty::F32;
        let cast = |value, target| match is_float {
            true => Built::of(area, vec![value], &Expr::cast(target, 0)),
            false => value,
        };
        let new = match op {
            None => new,
            Some(op) => {
                let current = Built::of(area, vec![at.copy_leaf()], &Expr::load(&spot.buffer, 0));
                let current = cast(current, DataType::F32);
                self.binary(op, (lane, right), vec![current, new], area, nodes)
            }
        };
        let new = cast(new, DataType::U32);
        nodes.push(BuiltNode::of(area, vec![at, new], &Node::store(&spot.buffer, 0, 0)));
    }

    /// Writes a value to the element at an index that a variable holds.
    pub(super) fn store_at(
        &mut self,
        buffer: BufferId,
        index: Built,
        value: Tree,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let ty = self.kernel.buffers[buffer].ty;
        let Cells::Words(stride) = self.cells(buffer) else { return };
        let mut base = match index.expr {
            Expr::LitU32(at) => literal(at * stride, area),
            _ => times(index, stride, area),
        };
        self.repeatable(&mut base, nodes);
        let spot = Spot { buffer: self.buffer(buffer), base, offset: 0, stride };
        self.store_spot(&spot, value, ty, area, nodes);
    }

    /// The element at a constant index.
    pub(super) fn load_at(&self, buffer: BufferId, at: u32, stride: u32, area: Area) -> Tree {
        let base = literal(at * stride, area);
        let spot = Spot { buffer: self.buffer(buffer), base, offset: 0, stride };
        self.load_spot(&spot, self.kernel.buffers[buffer].ty, area)
    }
}

/// The number of a word.
fn word(spot: &Spot, offset: u32, area: Area) -> Built {
    match (&spot.base.expr, offset) {
        (Expr::LitU32(base), offset) => literal(base + offset, area),
        (_, 0) => spot.base.copy_leaf(),
        _ => binary(BinOp::Add, spot.base.copy_leaf(), literal(offset, area), area),
    }
}

fn literal(value: u32, area: Area) -> Built {
    Built::leaf(Expr::LitU32(value), area)
}

fn times(value: Built, factor: u32, area: Area) -> Built {
    if factor == 1 { value } else { binary(BinOp::Mul, value, literal(factor, area), area) }
}

fn binary(op: BinOp, left: Built, right: Built, area: Area) -> Built {
    Built::of(area, vec![left, right], &Expr::binary(op, 0, 0))
}
