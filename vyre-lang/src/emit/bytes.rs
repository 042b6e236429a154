//! Elements of several parts of which some have 8 or 16 bits, such as structs with a field of type `u8`. In memory that the host sees they are
//! packed as there; elsewhere each part has words of its own.
//!
//! What a kernel only reads is a buffer of bytes. What it writes is a buffer of words that invocations share: a word of which all bytes are
//! written is stored as a whole, and of others the bits are set, so that no store disturbs its neighbours.

use super::packed::{binary, mask, number};
use super::place::{Spot, load_word, store_word, word};
use super::tree::Tree;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::BufferId;
use crate::types::Ty;
use std::collections::{BTreeMap, HashMap};
use vyre_ir::{BinOp, BufferAccess, Expr, Node};

/// How packed elements lie in their buffer.
pub(super) struct Packing {
    /// The bytes in which their places are counted: 4 where all of them begin with a word, else 1.
    pub(super) unit: u32,
    /// Whether the kernel writes the buffer, so that invocations share its words.
    pub(super) is_written: bool,
    /// The number of elements, and the bytes of each.
    length: Built,
    bytes: u32,
}

impl Emitter<'_> {
    /// How the elements of a buffer lie, which have so many bytes, with arrays in them of elements of so many bytes.
    pub(super) fn packing(
        &self,
        buffer: BufferId,
        bytes: u32,
        mut inside: impl Iterator<Item = u32>,
    ) -> (u32, Packing) {
        let unit = if bytes.is_multiple_of(4) && inside.all(|bytes| bytes.is_multiple_of(4)) { 4 } else { 1 };
        let root = self.known(self.actual(buffer));
        let is_written = root.decl.access == BufferAccess::ReadWrite;
        let area = root.area;
        let length = root.packed_length.map_or_else(|| number(0, area), |lane| self.param(lane, area));
        (unit, Packing { unit, is_written, length, bytes })
    }

    /// The value of a type that packed words hold from a byte on. `part` gives the word with a byte, and the place of the byte in it.
    fn load_bytes(
        &self,
        ty: Ty,
        at: &mut u32,
        area: Area,
        part: &mut dyn FnMut(u32, Area) -> [Built; 2],
    ) -> Tree {
        if let Some((_, parts)) = self.kernel.types.parts(ty) {
            return Tree::Many(parts.iter().map(|ty| self.load_bytes(*ty, at, area, part)).collect());
        }
        let ty = self.kernel.types.resolve(ty);
        if ty.is_short() {
            let [word, place] = part(*at, area);
            *at += ty.bytes();
            return Tree::One(self.short_part(word, place, ty));
        }
        self.load_words(ty, area, &mut |area| {
            *at += 4;
            let [word, _] = part(*at - 4, area);
            word
        })
    }

    /// The value of a parameter of several parts, which begins with a lane of the parameter block.
    pub(super) fn load_param(&self, ty: Ty, lane: u32, area: Area) -> Tree {
        if self.kernel.types.is_packed(ty) {
            return self.load_bytes(ty, &mut 0, area, &mut |at, area| {
                [self.param(lane + at / 4, area), number(at % 4 * 8, area)]
            });
        }
        let mut next = lane..;
        self.load_words(ty, area, &mut |area| self.param(next.next().unwrap_or(lane), area))
    }

    /// The value of a part of a packed element. Each word is loaded once.
    pub(super) fn load_packed_spot(
        &mut self,
        spot: &Spot,
        packing: &Packing,
        ty: Ty,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        let mut offsets = Vec::new();
        self.offsets(ty, &mut spot.offset.clone(), &mut offsets);
        if packing.unit == 1 {
            let addresses = offsets.iter().map(|(at, _)| (*at, self.address(spot, *at, area, nodes)));
            let addresses: HashMap<u32, [Built; 2]> = addresses.collect();
            return self.load_bytes(ty, &mut spot.offset.clone(), area, &mut |at, area| match addresses
                .get(&at)
            {
                Some([word, place]) => [load_word(spot, word.copy_leaf(), area), place.copy_leaf()],
                None => [number(0, area), number(0, area)],
            });
        }
        // Words with several parts.
        let mut shared: HashMap<u32, Option<String>> = HashMap::new();
        for (at, _) in &offsets {
            shared.entry(at / 4).and_modify(|name| *name = Some(String::new())).or_insert(None);
        }
        let mut words: Vec<u32> = shared.keys().copied().collect();
        words.sort_unstable();
        for at in words {
            if let Some(Some(name)) = shared.get_mut(&at) {
                let whole = load_word(spot, word(spot, at * 4, area), area);
                *name = self.bind("word", whole, area, nodes);
            }
        }
        self.load_bytes(ty, &mut spot.offset.clone(), area, &mut |at, area| {
            let whole = match shared.get(&(at / 4)) {
                Some(Some(name)) => Built::leaf(Expr::var(name), area),
                _ => load_word(spot, word(spot, at, area), area),
            };
            [whole, number(at % 4 * 8, area)]
        })
    }

    /// Where the single values of a type begin from a byte on, and what they are; each word of those that have several.
    fn offsets(&self, ty: Ty, at: &mut u32, offsets: &mut Vec<(u32, Ty)>) {
        match self.kernel.types.parts(ty) {
            Some((_, parts)) => parts.iter().for_each(|ty| self.offsets(*ty, at, offsets)),
            None => {
                let ty = self.kernel.types.resolve(ty);
                let step = ty.bytes().min(4);
                for _ in 0..ty.bytes() / step {
                    offsets.push((*at, ty));
                    *at += step;
                }
            }
        }
    }

    /// The word with a byte that may be anywhere in it, and the place of the byte, which can stand several times.
    fn address(&mut self, spot: &Spot, at: u32, area: Area, nodes: &mut Vec<BuiltNode>) -> [Built; 2] {
        let mut byte = match at {
            0 => spot.base.copy_leaf(),
            _ => binary(BinOp::Add, spot.base.copy_leaf(), number(at, area)),
        };
        self.repeatable(&mut byte, nodes);
        let mut word = binary(BinOp::Shr, byte.copy_leaf(), number(2, area));
        let within = binary(BinOp::BitAnd, byte, number(3, area));
        let mut place = binary(BinOp::Shl, within, number(3, area));
        self.repeatable(&mut word, nodes);
        self.repeatable(&mut place, nodes);
        [word, place]
    }

    /// Writes a value to a part of a packed element. The value is computed before the first word changes.
    pub(super) fn store_packed_spot(
        &mut self,
        spot: &Spot,
        packing: &Packing,
        (value, ty): (Tree, Ty),
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let mut offsets = Vec::new();
        self.offsets(ty, &mut spot.offset.clone(), &mut offsets);
        let mut values = self.words(value, ty, area, nodes);
        values.iter_mut().for_each(|value| self.keep(value, nodes));
        let parts = offsets.into_iter().zip(values);
        let parts: Vec<(u32, Ty, Built)> = parts.map(|((at, ty), value)| (at, ty, value)).collect();
        if packing.unit == 4 {
            return self.store_packed_words(spot, parts, area, nodes);
        }
        // The last word may have bytes that are not the buffer's.
        let end = binary(BinOp::Mul, packing.length.copy(), number(packing.bytes, area));
        let is_inside = binary(BinOp::Lt, spot.base.copy_leaf(), end);
        let (body, ()) = self.scope(|emitter, nodes| {
            for (at, ty, value) in parts {
                let [word, place] = emitter.address(spot, at, area, nodes);
                let bits = binary(BinOp::Shl, number(mask(ty), area), place.copy_leaf());
                let new = binary(BinOp::Shl, emitter.bits_of(value, ty), place);
                emitter.set_bits(&spot.buffer, word, [bits, new], area, nodes);
            }
        });
        let shape = Node::if_then(0, Vec::new());
        nodes.push(BuiltNode::with_bodies(area, vec![is_inside], body, Vec::new(), &shape));
    }

    /// Writes the parts of an element that begins with a word.
    fn store_packed_words(
        &mut self,
        spot: &Spot,
        parts: Vec<(u32, Ty, Built)>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        // The bits of each word, and their values.
        let mut words: BTreeMap<u32, (u32, Option<Built>)> = BTreeMap::new();
        for (at, ty, value) in parts {
            let place = at % 4 * 8;
            let bits = if ty.is_short() { mask(ty) << place } else { u32::MAX };
            let value = self.bits_of(value, ty);
            let value = if place == 0 { value } else { binary(BinOp::Shl, value, number(place, area)) };
            let (known, whole) = words.entry(at / 4).or_insert((0, None));
            *known |= bits;
            *whole = Some(match whole.take() {
                None => value,
                Some(before) => binary(BinOp::BitOr, before, value),
            });
        }
        for (at, (bits, value)) in words {
            let Some(value) = value else { continue };
            let mut index = word(spot, at * 4, area);
            if bits == u32::MAX {
                store_word(spot, index, value, area, nodes);
                continue;
            }
            self.repeatable(&mut index, nodes);
            self.set_bits(&spot.buffer, index, [number(bits, area), value], area, nodes);
        }
    }

    /// A word of a value, with no bits but those of its type.
    fn bits_of(&self, value: Built, ty: Ty) -> Built {
        let area = value.areas.area;
        match ty.is_narrow() && ty.is_signed() {
            true => binary(BinOp::BitAnd, value, number(mask(ty), area)),
            false => value,
        }
    }
}
