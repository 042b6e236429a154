//! Elements of 8 and 16 bits in buffers: they are packed in words, as in the host's memory.
//!
//! What a kernel only reads is a buffer of bytes. What it writes is a buffer of words, which invocations share: a store clears the
//! element's bits and sets the new ones, each by an atomic, so that it never disturbs neighbours in the word. Local and workgroup arrays
//! have a word for each element.

use super::views::Root;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::BufferId;
use crate::types::Ty;
use vyre_ir::{AtomicOp, BinOp, BufferAccess, DataType, Expr, Node, UnOp};

pub(super) fn number(number: u32, area: Area) -> Built {
    Built::leaf(Expr::LitU32(number), area)
}

/// An operator on two numbers, computed now if both are known.
pub(super) fn binary(op: BinOp, left: Built, right: Built) -> Built {
    let area = left.areas.area;
    match (&left.expr, &right.expr) {
        (Expr::LitU32(left), Expr::LitU32(right)) => number(op.eval(*left, *right), area),
        _ => Built::of(area, vec![left, right], &Expr::binary(op, 0, 0)),
    }
}

/// A buffer that a kernel writes whose elements share words, or any buffer or array whose elements have several.
#[derive(Clone)]
pub(crate) struct Packed {
    /// Its name in the IR.
    pub(crate) buffer: String,
    /// The bytes of an element, and of its smallest part.
    pub(crate) element: u32,
    pub(crate) part: u32,
}

impl Packed {
    /// What says of a kernel that its elements may lie in any order: no buffer has this name.
    pub(crate) fn any_order() -> Packed {
        Packed { buffer: String::new(), element: 0, part: 0 }
    }
}

impl Emitter<'_> {
    /// The buffers that the kernel writes whose elements share words, and those whose elements have several.
    pub(super) fn shared_words(&self) -> Vec<Packed> {
        let (buffers, types) = (&self.kernel.buffers, &self.kernel.types);
        let written = buffers.iter().zip(&self.buffers).filter(|(buffer, _)| {
            buffer.decl.access == BufferAccess::ReadWrite
                && !buffer.is_slice
                && (types.resolve(buffer.ty).is_narrow() || types.is_packed(buffer.ty))
        });
        let packed = written.map(|(buffer, name)| Packed {
            buffer: name.clone(),
            element: types.bytes(buffer.ty),
            part: types.smallest_bytes(buffer.ty),
        });
        // Those of several words tell how many they have, as findings name elements.
        let wide = buffers.iter().zip(&self.buffers).filter(|(buffer, _)| !buffer.is_slice);
        let wide = wide.filter_map(|(buffer, name)| {
            let words = super::place::stride(self.kernel, buffer);
            (words > 1).then(|| Packed { buffer: name.clone(), element: 4 * words, part: 4 })
        });
        packed.chain(wide).collect()
    }

    /// The buffer of which a slice is a part; itself, if it is none.
    pub(super) fn actual(&self, buffer: BufferId) -> BufferId {
        match self.window(buffer).root {
            Root::Buffer(root) => root,
            Root::Vector(..) | Root::Joined(_) => buffer,
        }
    }

    /// The type of the elements of a buffer, if they are packed.
    pub(super) fn packed(&self, buffer: BufferId) -> Option<Ty> {
        let buffer = self.actual(buffer);
        let ty = self.kernel.types.resolve(self.known(buffer).ty);
        (self.known(buffer).decl.access.is_bound() && ty.is_narrow()).then_some(ty)
    }

    /// An element of a packed buffer.
    pub(super) fn load_packed(
        &mut self,
        buffer: BufferId,
        ty: Ty,
        mut index: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let is_written = self.known(self.actual(buffer)).decl.access == BufferAccess::ReadWrite;
        let name = self.buffer(buffer);
        let bits = if ty.bits() == 8 && !is_written {
            Built::of(area, vec![index], &Expr::load_byte(name, 0))
        } else {
            self.repeatable(&mut index, nodes);
            let (word, place) = position(ty, &index, area);
            let load = if is_written { Expr::atomic_load(name, 0) } else { Expr::load_word(name, 0) };
            return self.short_part(Built::of(area, vec![word], &load), place, ty);
        };
        match ty.is_signed() {
            true => self.wrapped(Built::of(area, vec![bits], &Expr::cast(DataType::I32, 0)), ty, area),
            false => bits,
        }
    }

    /// The number of 8 or 16 bits that a word has at a place.
    pub(super) fn short_part(&self, word: Built, place: Built, ty: Ty) -> Built {
        let area = word.areas.area;
        let bits = if let Expr::LitU32(0) = place.expr { word } else { binary(BinOp::Shr, word, place) };
        if ty.is_signed() {
            return self.wrapped(Built::of(area, vec![bits], &Expr::cast(DataType::I32, 0)), ty, area);
        }
        let bits = binary(BinOp::BitAnd, bits, number(mask(ty), area));
        if ty.is_half() { self.compose(ty, vec![bits], area) } else { bits }
    }

    /// The bits of a number of a narrow type.
    pub(super) fn narrow_bits(&self, value: Built, ty: Ty) -> Built {
        let area = value.areas.area;
        match ty.is_signed() {
            true => {
                let bits = Built::of(area, vec![value], &Expr::cast(DataType::U32, 0));
                binary(BinOp::BitAnd, bits, number(mask(ty), area))
            }
            false => value,
        }
    }

    /// Stores an element of a packed buffer.
    pub(super) fn store_packed(
        &mut self,
        buffer: BufferId,
        ty: Ty,
        [mut index, mut value]: [Built; 2],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        self.repeatable(&mut index, nodes);
        value = self.narrow_bits(value, ty);
        self.repeatable(&mut value, nodes);
        let name = self.buffer(buffer);
        let length = self.known(self.actual(buffer)).packed_length;
        let length = length.map_or_else(|| number(0, area), |lane| self.param(lane, area));
        // The last word may have bytes that are not the buffer's.
        let is_inside = binary(BinOp::Lt, index.copy_leaf(), length);
        let (body, ()) = self.scope(|emitter, nodes| {
            let (word, place) = position(ty, &index, area);
            let word = Built::leaf(Expr::Var(emitter.bind("word", word, area, nodes)), area);
            let place = Built::leaf(Expr::Var(emitter.bind("place", place, area, nodes)), area);
            let bits = binary(BinOp::Shl, number(mask(ty), area), place.copy_leaf());
            let new = binary(BinOp::Shl, value, place);
            emitter.set_bits(&name, word, [bits, new], area, nodes);
        });
        let shape = Node::if_then(0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, vec![is_inside], body, Vec::new(), &shape));
    }

    /// Gives some bits of a word new values, and leaves the others to whoever writes them. The word is repeatable.
    pub(super) fn set_bits(
        &mut self,
        buffer: &str,
        word: Built,
        [bits, new]: [Built; 2],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let others = match bits.expr {
            Expr::LitU32(bits) => number(!bits, area),
            _ => Built::of(area, vec![bits], &Expr::unary(UnOp::BitNot, 0)),
        };
        for (op, operand) in [(AtomicOp::And, others), (AtomicOp::Or, new)] {
            let old = Built::of(area, vec![word.copy_leaf(), operand], &Expr::atomic(op, buffer, 0, 0));
            self.bind("old", old, area, nodes);
        }
    }

    /// `a.byte(i)` where `a` is no buffer of bytes: an element of `u8`.
    pub(super) fn byte_of(
        &mut self,
        buffer: BufferId,
        index: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        match self.packed(buffer) {
            Some(ty) => self.load_packed(buffer, ty, index, area, nodes),
            None => Built::of(area, vec![index], &Expr::load(self.buffer(buffer), 0)),
        }
    }

    /// Whether a buffer is one of bytes in the IR.
    pub(super) fn is_bytes(&self, buffer: BufferId) -> bool {
        // The validator finds fault with those of other elements.
        let access = self.known(self.actual(buffer)).decl.access;
        let ty = self.kernel.types.resolve(self.known(self.actual(buffer)).ty);
        ty != Ty::U8 || matches!(access, BufferAccess::ReadOnly | BufferAccess::Uniform)
    }
}

/// The bits of an element.
pub(super) fn mask(ty: Ty) -> u32 {
    u32::MAX >> (32 - 8 * ty.bytes())
}

/// The word of an element, and by how many places its bits are moved up in it.
fn position(ty: Ty, index: &Built, area: Area) -> (Built, Built) {
    // 4 or 2 elements in a word, of 2^3 or 2^4 bits.
    let (of_word, bits) = if ty.bits() == 8 { (2, 3) } else { (1, 4) };
    let word = binary(BinOp::Shr, index.copy_leaf(), number(of_word, area));
    let within = binary(BinOp::BitAnd, index.copy_leaf(), number((1 << of_word) - 1, area));
    (word, binary(BinOp::Shl, within, number(bits, area)))
}
