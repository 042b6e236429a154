//! Elements of buffers that are several words of the IR's: structs, arrays that are no vectors, and vectors that are written lane by lane.
//!
//! Such a buffer has the words of its elements, one element after the other. An element that a kernel reads and writes only as a whole is
//! a vector of the IR instead, if it has two or four words. Elements with numbers of 8 or 16 bits are packed where the host sees them (`bytes`).

use super::bytes::Packing;
use super::tree::Tree;
use super::views::Root;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Buffer, BufferId, Kernel, Kind};
use crate::types::Ty;
use vyre_ir::{BinOp, BufferAccess, DataType, Expr, Node};

/// What a buffer's elements are in the IR.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    /// One element each.
    One,
    /// A vector of their words.
    Vector(u32),
    /// So many words.
    Words(u32),
    /// So many bytes, of which some are numbers of 8 or 16 bits.
    Bytes(u32),
}

/// What the elements of a buffer are in the IR.
pub(super) fn cells(kernel: &Kernel, buffer: &Buffer) -> Cells {
    let ty = kernel.types.resolve(buffer.ty);
    let words = kernel.types.words(ty);
    let is_many = kernel.types.parts(ty).is_some();
    match buffer.decl.element {
        _ if has_packed_parts(kernel, buffer) => Cells::Bytes(kernel.types.bytes(ty)),
        DataType::Bytes => Cells::One,
        // A table is constant, and passed as the host has it.
        _ if is_many && is_grouped(buffer) && matches!(words, 2 | 4) => Cells::Vector(words),
        _ if is_many => Cells::Words(words),
        _ if ty.vector_lanes().is_some() && buffer.is_partial => match buffer.decl.access {
            // Nobody else sees it.
            BufferAccess::Private => Cells::One,
            _ => Cells::Words(words),
        },
        _ => Cells::One,
    }
}

/// Whether the elements of a buffer have several parts that are packed as on the host. Those with padding are in tables alone, as words.
pub(crate) fn has_packed_parts(kernel: &Kernel, buffer: &Buffer) -> bool {
    let ty = kernel.types.resolve(buffer.ty);
    buffer.decl.access.is_bound() && kernel.types.is_packed(ty) && !kernel.types.has_padding(ty)
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
        // The IR has no stores of bytes: the words are written, by atomics.
        Cells::Bytes(_) if buffer.decl.access == BufferAccess::ReadWrite => DataType::U32,
        Cells::Bytes(_) => DataType::Bytes,
    }
}

/// A parameter, by its position among those that are buffers.
fn bound(kernel: &Kernel, at: usize) -> Option<&Buffer> {
    kernel.buffers.iter().filter(|buffer| buffer.decl.access.is_bound() && !buffer.is_slice).nth(at)
}

/// The type of the IR's elements of a parameter.
pub(crate) fn element(kernel: &Kernel, at: usize) -> DataType {
    bound(kernel, at).map_or(DataType::U32, |buffer| element_type(kernel, buffer))
}

/// Whether the elements of a parameter are packed.
pub(crate) fn is_packed(kernel: &Kernel, at: usize) -> bool {
    bound(kernel, at).is_some_and(|buffer| matches!(cells(kernel, buffer), Cells::Bytes(_)))
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

/// A part of an element.
pub(super) struct Spot {
    pub(super) buffer: String,
    /// Where the element, or the array in it that an index leads into, begins: its word, or what the packing counts in.
    pub(super) base: Built,
    /// How many words follow up to the part, or how many bytes in a packed element.
    pub(super) offset: u32,
    /// How many words the element has, or what the packing counts in: so many follow the base that no store reaches.
    pub(super) stride: u32,
    pub(super) packing: Option<Packing>,
}

impl Emitter<'_> {
    pub(super) fn cells(&self, buffer: BufferId) -> Cells {
        match self.window(buffer).root {
            Root::Buffer(root) => cells(self.kernel, self.known(root)),
            Root::Vector(..) | Root::Joined(_) => Cells::One,
        }
    }

    /// What the element is that an expression is, or is a part of, if that is several words or packed.
    pub(super) fn cells_of(&self, expr: &hir::Expr) -> Option<Cells> {
        let cells = match &expr.kind {
            Kind::Load { buffer, .. } => self.cells(*buffer),
            Kind::Part { value, .. } | Kind::Pick { value, .. } | Kind::Lane { value, .. } => {
                return self.cells_of(value);
            }
            Kind::Local(local) => self.cells(*self.elements.get(local)?),
            _ => return None,
        };
        matches!(cells, Cells::Words(_) | Cells::Bytes(_)).then_some(cells)
    }

    /// Where an expression is, if it is an element of several words or a packed one, or a part of one.
    pub(super) fn spot(&mut self, expr: &hir::Expr, nodes: &mut Vec<BuiltNode>) -> Option<Spot> {
        let cells = self.cells_of(expr)?;
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
        let (stride, packing) = match cells {
            Cells::Bytes(bytes) => {
                let at = steps.iter().filter_map(|step| match step {
                    Step::At(ty, _) => Some(self.extent(*ty, true).1),
                    Step::Part(..) => None,
                });
                let (unit, packing) = self.packing(buffer, bytes, at);
                (bytes / unit, Some(packing))
            }
            Cells::Words(words) => (words, None),
            Cells::One | Cells::Vector(_) => return None,
        };
        let (is_packed, unit) = (packing.is_some(), packing.as_ref().map_or(1, |packing| packing.unit));
        let mut spot = Spot { buffer: self.buffer(buffer), base: index, offset: 0, stride, packing };
        let (mut inside, mut base) = self.first_word(&mut spot, area, nodes);
        for step in steps {
            match step {
                Step::Part(ty, at) => {
                    let types = &self.kernel.types;
                    spot.offset += if is_packed { types.byte_offset(ty, at) } else { types.offset(ty, at) };
                }
                Step::At(ty, _) => {
                    let (count, words) = self.extent(ty, is_packed);
                    let mut index = built.next()?;
                    if let Expr::LitU32(at) = index.expr
                        && at < count
                    {
                        spot.offset += at * words;
                        continue;
                    }
                    self.repeatable(&mut index, nodes);
                    let words = words / unit;
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

    /// The number of elements of an array or a vector, and the words of each, or the bytes in a packed element.
    fn extent(&self, ty: Ty, is_packed: bool) -> (u32, u32) {
        let types = &self.kernel.types;
        match types.parts(ty) {
            Some((_, parts)) => {
                let size = |first: &Ty| if is_packed { types.bytes(*first) } else { types.words(*first) };
                (parts.len() as u32, parts.first().map_or(1, size))
            }
            None => (types.resolve(ty).vector_lanes().unwrap_or(1), if is_packed { 4 } else { 1 }),
        }
    }

    /// The value of a part of an element.
    pub(super) fn load_spot(&mut self, spot: &Spot, ty: Ty, area: Area, nodes: &mut Vec<BuiltNode>) -> Tree {
        if let Some(packing) = &spot.packing {
            return self.load_packed_spot(spot, packing, ty, area, nodes);
        }
        self.load_words_of(spot, ty, area)
    }

    fn load_words_of(&self, spot: &Spot, ty: Ty, area: Area) -> Tree {
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
            (_, ty) if ty.is_half() => self.compose(ty, vec![next(area)], area),
            (Some(DataType::U64 | DataType::F64), _) => {
                let halves = vec![next(area), next(area)];
                self.compose(ty, halves, area)
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
    pub(super) fn words(
        &mut self,
        value: Tree,
        ty: Ty,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Vec<Built> {
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
                    _ if ty.is_half() => words.push(Built::of(area, vec![value], &Expr::component(0, 0))),
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
        if let Some(packing) = &spot.packing {
            return self.store_packed_spot(spot, packing, (value, ty), area, nodes);
        }
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
        let ty = self.known(buffer).ty;
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
        let new = match (op, new) {
            (Some(op), Tree::One(new)) => {
                let current = self.load_spot(&spot, place.ty, area, nodes);
                let current = self.one(current, place.ty, area);
                let types = (self.ty(place), self.ty(value));
                Tree::One(self.binary(op, types, vec![current, new], area, nodes))
            }
            (_, new) => new,
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
                let current = cast(load_word(&spot, at.copy_leaf(), area), DataType::F32);
                self.binary(op, (lane, right), vec![current, new], area, nodes)
            }
        };
        let new = cast(new, DataType::U32);
        store_word(&spot, at, new, area, nodes);
    }

    /// Writes a value to the element of an array at an index that a variable holds.
    pub(super) fn store_at(
        &mut self,
        buffer: BufferId,
        index: Built,
        value: Tree,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let ty = self.known(buffer).ty;
        let Cells::Words(stride) = self.cells(buffer) else { return };
        let mut base = match (index.expr, self.beginning(buffer)) {
            (Expr::LitU32(at), first) => literal((first + at) * stride, area),
            (expr, first) => {
                let base = times(Built { expr, ..index }, stride, area);
                if first == 0 { base } else { binary(BinOp::Add, base, literal(first * stride, area), area) }
            }
        };
        self.repeatable(&mut base, nodes);
        let spot = Spot { buffer: self.buffer(buffer), base, offset: 0, stride, packing: None };
        self.store_spot(&spot, value, ty, area, nodes);
    }

    /// The element at a constant index.
    pub(super) fn load_at(&self, buffer: BufferId, at: u32, stride: u32, area: Area) -> Tree {
        let base = literal((self.beginning(buffer) + at) * stride, area);
        let spot = Spot { buffer: self.buffer(buffer), base, offset: 0, stride, packing: None };
        self.load_words_of(&spot, self.known(buffer).ty, area)
    }
}

/// The number of a word.
pub(super) fn word(spot: &Spot, offset: u32, area: Area) -> Built {
    let offset = if spot.packing.is_some() { offset / 4 } else { offset };
    match (&spot.base.expr, offset) {
        (Expr::LitU32(base), offset) => literal(base + offset, area),
        (_, 0) => spot.base.copy_leaf(),
        _ => binary(BinOp::Add, spot.base.copy_leaf(), literal(offset, area), area),
    }
}

/// A word of a buffer.
pub(super) fn load_word(spot: &Spot, index: Built, area: Area) -> Built {
    let load = match &spot.packing {
        None => Expr::load(&spot.buffer, 0),
        Some(packing) if packing.is_written => Expr::atomic_load(&spot.buffer, 0),
        Some(_) => Expr::load_word(&spot.buffer, 0),
    };
    Built::of(area, vec![index], &load)
}

/// Writes a word of a buffer.
pub(super) fn store_word(spot: &Spot, index: Built, value: Built, area: Area, nodes: &mut Vec<BuiltNode>) {
    let store = match &spot.packing {
        None => Node::store(&spot.buffer, 0, 0),
        // Invocations share it.
        Some(_) => Node::atomic_store(&spot.buffer, 0, 0),
    };
    nodes.push(BuiltNode::of(area, vec![index, value], &store));
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
