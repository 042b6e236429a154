//! Elements that share words: integers of 8 and 16 bits, structs with such fields, floats of 16 bits.
//!
//! What a program writes of them is a buffer of words in the form, which it accesses by atomics alone. An element is loaded with its
//! word, and stored by two atomics, of which one clears its bits and the other sets them. Here they are plain accesses again, to as many
//! bytes as an element's smallest part has: each such part of a word has a shadow of its own.

use super::super::reference::{Code, Seen};
use crate::function::Packed;
use crate::module::Module;
use std::collections::HashMap;
use vyre_ir::{AtomicOp, BufferAccess, DataType};
use vyre_lower::packed::{Bits, loaded_bits};
use vyre_lower::{InstId, Lowered};

/// How the elements of a program's buffers share words.
pub(super) struct Packing {
    /// By the positions of buffers.
    buffers: Vec<Option<Layout>>,
    /// How many elements of the form's one of the program's has, by the positions of buffers.
    strides: Vec<u32>,
    /// What loads read of their words.
    loads: HashMap<InstId, Bits>,
}

/// How elements lie in the words of a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The bytes of an element.
    element: u32,
    /// The bytes of its smallest part.
    part: u32,
}

impl Packing {
    /// The packing of a module's program, of which this is the form. It may be changed, to be watched better.
    pub(super) fn of(module: &Module, form: &mut Lowered) -> Packing {
        let declared = &module.validated().program().buffers;
        let buffer = |(at, name): (usize, &str)| {
            let is_half = declared
                .get(at)
                .is_some_and(|decl| decl.element.is_packed() && decl.access == BufferAccess::ReadWrite);
            let noted = || module.packed().iter().find(|packed| packed.buffer == name && packed.part < 4);
            let is_bytes = declared.get(at).is_some_and(|decl| {
                decl.element == DataType::Bytes && decl.access == BufferAccess::ReadWrite
            });
            let half = is_half.then_some(Layout { element: 2, part: 2 });
            let bytes = is_bytes.then_some(Layout { element: 1, part: 1 });
            half.or(bytes).or_else(|| {
                noted().map(|Packed { element, part, .. }| Layout { element: *element, part: *part })
            })
        };
        let names = form.buffers.iter().map(|decl| decl.name.as_str());
        let stride = |name: &str| {
            let noted = module.packed().iter().find(|packed| packed.buffer == name && packed.part == 4);
            noted.map_or(1, |packed| packed.element / 4).max(1)
        };
        let strides = names.clone().map(stride).collect();
        let buffers: Vec<_> = names.enumerate().map(buffer).collect();
        let loads = match buffers.iter().any(Option::is_some) {
            true => loaded_bits(form, |buffer| buffers[buffer.index()].is_some()),
            false => HashMap::new(),
        };
        Packing { buffers, strides, loads }
    }

    /// The element of the program's with an element of the form's. What is past every buffer stays so.
    pub(super) fn element(&self, buffer: usize, index: u32) -> u32 {
        match self.strides.get(buffer) {
            Some(stride) if index != u32::MAX => index / stride,
            _ => index,
        }
    }

    /// How many elements of the form's one of the program's has.
    pub(super) fn stride(&self, buffer: usize) -> u32 {
        self.strides.get(buffer).copied().unwrap_or(1)
    }

    /// Whether the program's elements of a buffer are several of the form's.
    pub(super) fn is_wide(&self, buffer: usize) -> bool {
        self.strides.get(buffer).is_some_and(|stride| *stride > 1)
    }

    /// How elements lie in a buffer, if they share words.
    pub(super) fn layout(&self, buffer: usize) -> Option<Layout> {
        self.buffers.get(buffer).copied().flatten()
    }

    /// What the instruction at a position does to parts of a word.
    pub(super) fn access(&self, code: &Code, at: usize) -> Option<PackedAccess> {
        let site = code.site(at);
        let layout = self.layout(site.access?.buffer.index())?;
        let bits = |load| self.loads.get(&load).copied();
        let (action, register) = match site.atomic {
            Some(AtomicOp::And) => (Action::Clear, None),
            Some(AtomicOp::Or) => (Action::Set, None),
            Some(_) => (Action::Replace, None),
            None => match bits(site.value?).unwrap_or(Bits::Known(u32::MAX)) {
                Bits::Known(bits) => (Action::Read(bits), None),
                Bits::Moved(by, bits) => (Action::ReadMoved(bits), code.register(by)),
            },
        };
        Some(PackedAccess { layout, action, register })
    }
}

/// An access to a word with several elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedAccess {
    pub(super) layout: Layout,
    pub(super) action: Action,
    /// The register with by how much the bits of a load are moved up.
    pub(super) register: Option<u32>,
}

impl PackedAccess {
    /// The first element of a word that is accessed.
    pub(super) fn element(self, seen: Seen) -> u32 {
        let bits = match self.action {
            Action::Read(bits) => bits,
            Action::ReadMoved(bits) => bits.checked_shl(seen.operand).unwrap_or(bits),
            Action::Clear => !seen.operand,
            Action::Set => seen.operand,
            Action::Replace => u32::MAX,
        };
        self.layout.element(seen.index, self.layout.touched(bits).next().unwrap_or(0))
    }
}

/// What an access does to a word with several elements.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// It reads these bits.
    Read(u32),
    /// It reads these bits, moved up by the operand.
    ReadMoved(u32),
    /// It clears what will be set.
    Clear,
    /// It sets what was cleared.
    Set,
    /// It writes the word.
    Replace,
}

/// An element's bits that an invocation has cleared, and not yet set.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cleared {
    bits: u32,
    /// The word before.
    word: u32,
}

impl Action {
    /// The bits that are accessed, whether they are written, and whether they stay what they were. Nothing while an element is half
    /// written.
    pub(super) fn bits(self, seen: Seen, cleared: &mut Cleared) -> Option<(u32, bool, bool)> {
        match self {
            Action::Read(bits) => Some((bits, false, false)),
            Action::ReadMoved(bits) => Some((bits.checked_shl(seen.operand)?, false, false)),
            Action::Clear => {
                *cleared = Cleared { bits: !seen.operand, word: seen.old };
                None
            }
            Action::Set => {
                let Cleared { bits, word } = std::mem::take(cleared);
                Some((bits, true, word & bits == seen.operand & bits))
            }
            Action::Replace => Some((u32::MAX, true, seen.operand == seen.old)),
        }
    }

    /// Whether it writes any of these bits.
    pub(super) fn changes(self, seen: Seen, bits: u32) -> bool {
        match self {
            Action::Read(_) | Action::ReadMoved(_) => false,
            Action::Clear => !seen.operand & bits != 0,
            Action::Set => seen.operand & bits != 0,
            Action::Replace => true,
        }
    }
}

impl Layout {
    /// The bytes of an element.
    pub(super) fn element_bytes(self) -> usize {
        self.element as usize
    }

    /// The parts of a word, each with a shadow.
    pub(super) fn parts(self) -> usize {
        (4 / self.part.max(1)) as usize
    }

    /// The parts that have any of these bits, by their positions in the word.
    pub(super) fn touched(self, bits: u32) -> impl Iterator<Item = usize> {
        let width = self.part * 8;
        let mask = u32::MAX.checked_shr(32 - width).unwrap_or(u32::MAX);
        (0..self.parts()).filter(move |part| bits >> (*part as u32 * width) & mask != 0)
    }

    /// The position of the shadow of a part of a word.
    pub(super) fn cell(self, word: u32, part: usize) -> usize {
        word as usize * self.parts() + part
    }

    /// The element with a part of a word.
    pub(super) fn element(self, word: u32, part: usize) -> u32 {
        let byte = u64::from(word) * 4 + part as u64 * u64::from(self.part);
        (byte / u64::from(self.element.max(1))) as u32
    }
}
