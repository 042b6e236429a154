//! Loads, stores and atomics of a block.
//!
//! An index that is linear in the position of an invocation is compared with the length once, at its greatest value; then
//! neighbours are copied. Other indices are compared lane by lane.

use super::compile::SCRATCH;
use super::execute::{Block, Memory, words_mut};
use super::inst::*;
use super::memory::View;
use bytemuck::{cast_slice, cast_slice_mut};
use vyre_ir::AtomicOp;

impl Block {
    fn view<'a>(place: Place, memory: &Memory<'a>) -> View<'a> {
        match place {
            Place::Bound(at) => memory.bound[at],
            Place::Shared(at) => View::Cells(memory.shared[at]),
            Place::Private { .. } => View::Plain(&[]),
        }
    }

    pub(super) fn load_scalar(&mut self, dst: [Uni; 4], access: &Access, memory: &Memory<'_>) {
        let view = Self::view(access.place, memory);
        let Index::Scalar(index) = access.index else { return };
        let at = self.word(index) as usize;
        let element = at.checked_mul(access.words).filter(|first| first + access.words <= view.len());
        let word = |word: usize| element.map_or(0, |first| view.get(first + word));
        if access.is_long {
            self.scalars[dst[0] as usize] = u64::from(word(0)) | u64::from(word(1)) << 32;
        } else {
            for (at, dst) in dst.into_iter().enumerate().take(access.words) {
                self.scalars[dst as usize] = word(at).into();
            }
        }
    }

    pub(super) fn byte_scalar(&mut self, dst: Uni, access: &Access, memory: &Memory<'_>) {
        let Index::Scalar(index) = access.index else { return };
        let byte = Self::view(access.place, memory).byte(self.word(index) as usize);
        self.scalars[dst as usize] = byte.into();
    }

    /// Whether every lane's index is below `len`, if the index is linear.
    fn in_bounds(&self, index: Index, len: usize) -> Option<Affine> {
        match index {
            Index::Affine(value) => {
                self.bounds(value).is_some_and(|(_, most)| (most as usize) < len).then_some(value)
            }
            Index::Scalar(_) | Index::Lanes(_) => None,
        }
    }

    /// The register with the index of each lane.
    fn indices(&mut self, index: Index) -> Reg {
        match index {
            Index::Lanes(reg) => reg,
            Index::Affine(value) => {
                self.linear(SCRATCH, value);
                SCRATCH
            }
            Index::Scalar(scalar) => {
                let index = self.word(scalar);
                words_mut(&mut self.registers[SCRATCH as usize]).fill(index);
                SCRATCH
            }
        }
    }

    pub(super) fn load(&mut self, dst: &Parts, access: &Access, memory: &Memory<'_>) {
        if let Place::Private { first, count } = access.place {
            self.load_private(dst, access, first, count);
            return;
        }
        let view = Self::view(access.place, memory);
        let words = access.words;
        let near = self.in_bounds(access.index, view.len() / words);
        let index = if near.is_some() { SCRATCH } else { self.indices(access.index) };
        let parts = if access.is_long { words / 2 } else { words };
        for (part, dst) in dst.iter().enumerate().take(parts) {
            let Part::Lanes(dst) = *dst else { continue };
            let mut lines = self.take(dst);
            match near {
                Some(value) if access.is_long => {
                    self.load_near_long(cast_slice_mut(&mut lines), value, view);
                }
                Some(value) => self.load_near(words_mut(&mut lines), value, view, words, part),
                None => {
                    let index = self.words(index);
                    let elements = view.len() / words;
                    let word = |index: u32, word: usize| {
                        let index = index as usize;
                        if index < elements { view.get(index * words + word) } else { 0 }
                    };
                    if access.is_long {
                        let lanes = cast_slice_mut::<_, u64>(&mut lines).iter_mut().zip(index);
                        lanes.for_each(|(lane, at)| *lane = u64::from(word(*at, 0)) | u64::from(word(*at, 1)) << 32);
                    } else if words == 1 {
                        view.gather(self.kernels, words_mut(&mut lines), index);
                    } else {
                        let lanes = words_mut(&mut lines).iter_mut().zip(index);
                        lanes.for_each(|(lane, at)| *lane = word(*at, part));
                    }
                }
            }
            self.put(dst, lines);
        }
    }

    /// One word of elements that are all in bounds.
    fn load_near(&self, lanes: &mut [u32], value: Affine, view: View<'_>, words: usize, word: usize) {
        for run in &self.geometry.runs {
            let (start, step) = self.run_of(value, run.at);
            let lanes = &mut lanes[run.first..][..run.len];
            match (step, words) {
                (1, 1) => view.read(start as usize, lanes),
                (0, _) => lanes.fill(view.get(start as usize * words + word)),
                _ => {
                    let mut at = start as usize * words + word;
                    for lane in lanes {
                        *lane = view.get(at);
                        at += step as usize * words;
                    }
                }
            }
        }
    }

    fn load_near_long(&self, lanes: &mut [u64], value: Affine, view: View<'_>) {
        for run in &self.geometry.runs {
            let (start, step) = self.run_of(value, run.at);
            let lanes = &mut lanes[run.first..][..run.len];
            if step == 1 && cfg!(target_endian = "little") {
                view.read(start as usize * 2, cast_slice_mut(lanes));
                continue;
            }
            let mut at = start as usize * 2;
            for lane in lanes {
                *lane = u64::from(view.get(at)) | u64::from(view.get(at + 1)) << 32;
                at += step as usize * 2;
            }
        }
    }

    pub(super) fn byte(&mut self, dst: Reg, access: &Access, memory: &Memory<'_>) {
        let view = Self::view(access.place, memory);
        if let (Index::Affine(value), View::Bytes(bytes)) = (access.index, view)
            && let Some(value) = self.in_bounds(Index::Affine(value), bytes.len())
        {
            let mut lines = self.take(dst);
            for run in &self.geometry.runs {
                let (start, step) = self.run_of(value, run.at);
                let lanes = &mut words_mut(&mut lines)[run.first..][..run.len];
                let from = &bytes[start as usize..];
                match step {
                    1 => lanes.iter_mut().zip(from).for_each(|(lane, byte)| *lane = (*byte).into()),
                    0 => lanes.fill(from[0].into()),
                    _ => {
                        let from = from.iter().step_by(step as usize);
                        lanes.iter_mut().zip(from).for_each(|(lane, byte)| *lane = (*byte).into());
                    }
                }
            }
            self.put(dst, lines);
            return;
        }
        let index = self.indices(access.index);
        let mut lines = self.take(dst);
        let lanes = words_mut(&mut lines).iter_mut().zip(self.words(index));
        lanes.for_each(|(lane, at)| *lane = view.byte(*at as usize));
        self.put(dst, lines);
    }

    /// A word of a value's, in one lane.
    #[inline]
    fn word_of(&self, value: &Parts, is_long: bool, word: usize, lane: usize) -> u32 {
        let long = |reg: Reg| cast_slice::<_, u64>(&self.registers[reg as usize])[lane];
        let part = |long: u64| (long >> (32 * (word % 2))) as u32;
        match (value[if is_long { word / 2 } else { word }], is_long) {
            (Part::Lanes(reg), false) => self.words(reg)[lane],
            (Part::Scalar(scalar), false) => self.word(scalar),
            (Part::Lanes(reg), true) => part(long(reg)),
            (Part::Scalar(scalar), true) => part(self.scalars[scalar as usize]),
        }
    }

    pub(super) fn store(&mut self, value: &Parts, access: &Access, memory: &Memory<'_>) {
        if self.mask.count == 0 {
            return;
        }
        if let Place::Private { first, count } = access.place {
            self.store_private(value, access, first, count);
            return;
        }
        let view = Self::view(access.place, memory);
        let words = access.words;
        let elements = view.len() / words;
        if let Index::Scalar(index) = access.index {
            // Of all lanes that write one element, the last one's value stays.
            let active = self.words(self.mask.reg);
            let lane = active.iter().rposition(|active| *active != 0).unwrap_or(0);
            let at = self.word(index) as usize;
            if at < elements {
                for word in 0..words {
                    view.put(at * words + word, self.word_of(value, access.is_long, word, lane));
                }
            }
            return;
        }
        if self.is_full()
            && let Some(near) = self.in_bounds(access.index, elements)
        {
            self.store_near(value, access, near, view);
            return;
        }
        let index = self.indices(access.index);
        let (index, active) = (self.words(index), self.words(self.mask.reg));
        for lane in 0..self.geometry.lanes {
            let at = index[lane] as usize;
            if active[lane] != 0 && at < elements {
                for word in 0..words {
                    view.put(at * words + word, self.word_of(value, access.is_long, word, lane));
                }
            }
        }
    }

    /// Stores of every lane to elements that are all in bounds.
    fn store_near(&self, value: &Parts, access: &Access, near: Affine, view: View<'_>) {
        let words = access.words;
        for run in &self.geometry.runs {
            let (start, step) = self.run_of(near, run.at);
            let (start, step) = (start as usize, step as usize);
            let range = run.first..run.first + run.len;
            match (value[0], step) {
                (Part::Lanes(reg), 1) if words == 1 => view.write(start, &self.words(reg)[range]),
                (Part::Lanes(reg), 1) if access.is_long && cfg!(target_endian = "little") => {
                    let longs = &cast_slice::<_, u64>(&self.registers[reg as usize])[range];
                    view.write(start * 2, cast_slice(longs));
                }
                (Part::Lanes(reg), _) if words == 1 => {
                    let mut at = start;
                    for lane in &self.words(reg)[range] {
                        view.put(at, *lane);
                        at += step;
                    }
                }
                _ => {
                    for (nth, lane) in range.enumerate() {
                        for word in 0..words {
                            let value = self.word_of(value, access.is_long, word, lane);
                            view.put((start + nth * step) * words + word, value);
                        }
                    }
                }
            }
        }
    }

    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        dst: Option<Reg>,
        access: &Access,
        [expected, value]: [Part; 2],
        memory: &Memory<'_>,
    ) {
        let view = Self::view(access.place, memory);
        let index = self.indices(access.index);
        let dst = dst.unwrap_or(super::compile::CONDITION);
        let mut lines = self.take(dst);
        let lanes = words_mut(&mut lines);
        let (index, active) = (self.words(index), self.words(self.mask.reg));
        let part = |part: Part, lane: usize| match part {
            Part::Lanes(reg) => self.words(reg)[lane],
            Part::Scalar(scalar) => self.word(scalar),
        };
        for lane in 0..self.geometry.lanes {
            if active[lane] != 0 {
                lanes[lane] = view.atomic(op, index[lane] as usize, part(value, lane), part(expected, lane));
            }
        }
        self.put(dst, lines);
    }

    /// The words of local arrays lie one after the other, with one for each lane.
    fn load_private(&mut self, dst: &Parts, access: &Access, first: usize, count: usize) {
        let (words, width) = (access.words, self.width);
        let parts = if access.is_long { words / 2 } else { words };
        for (part, dst) in dst.iter().enumerate().take(parts) {
            let Part::Lanes(dst) = *dst else { continue };
            let mut lines = self.take(dst);
            let private = |index: usize, word: usize| &self.private[(first + index * words + word) * width..][..width];
            match access.index {
                Index::Scalar(index) => {
                    let index = self.word(index) as usize;
                    if index >= count {
                        words_mut(&mut lines).fill(0);
                    } else if access.is_long {
                        let halves = private(index, 0).iter().zip(private(index, 1));
                        let lanes = cast_slice_mut::<_, u64>(&mut lines).iter_mut().zip(halves);
                        lanes.for_each(|(lane, (low, high))| *lane = u64::from(*low) | u64::from(*high) << 32);
                    } else {
                        words_mut(&mut lines).copy_from_slice(private(index, part));
                    }
                }
                Index::Lanes(reg) => {
                    let word = |index: u32, word: usize, lane: usize| {
                        let index = index as usize;
                        if index < count { self.private[(first + index * words + word) * width + lane] } else { 0 }
                    };
                    let index = self.words(reg).iter().enumerate();
                    if access.is_long {
                        let lanes = cast_slice_mut::<_, u64>(&mut lines).iter_mut().zip(index);
                        lanes.for_each(|(to, (lane, at))| {
                            *to = u64::from(word(*at, 0, lane)) | u64::from(word(*at, 1, lane)) << 32;
                        });
                    } else {
                        let lanes = words_mut(&mut lines).iter_mut().zip(index);
                        lanes.for_each(|(to, (lane, at))| *to = word(*at, part, lane));
                    }
                }
                Index::Affine(_) => {}
            }
            self.put(dst, lines);
        }
    }

    fn store_private(&mut self, value: &Parts, access: &Access, first: usize, count: usize) {
        let (words, width) = (access.words, self.width);
        let mut private = std::mem::take(&mut self.private);
        if let (Index::Scalar(index), false) = (access.index, access.is_long)
            && self.is_full()
        {
            let index = self.word(index) as usize;
            for word in 0..words {
                if index < count {
                    let to = &mut private[(first + index * words + word) * width..][..width];
                    match value[word] {
                        Part::Lanes(reg) => to.copy_from_slice(self.words(reg)),
                        Part::Scalar(scalar) => to.fill(self.word(scalar)),
                    }
                }
            }
        } else {
            let index = match access.index {
                Index::Scalar(index) => Err(self.word(index)),
                Index::Lanes(reg) => Ok(self.words(reg)),
                Index::Affine(_) => Err(u32::MAX),
            };
            let active = self.words(self.mask.reg);
            for lane in (0..self.geometry.lanes).filter(|lane| active[*lane] != 0) {
                let index = index.map_or_else(|index| index, |lanes| lanes[lane]) as usize;
                if index < count {
                    for word in 0..words {
                        let at = (first + index * words + word) * width + lane;
                        private[at] = self.word_of(value, access.is_long, word, lane);
                    }
                }
            }
        }
        self.private = private;
    }
}
