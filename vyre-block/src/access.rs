//! Loads, stores and atomics of a block.
//!
//! An index that is linear in the position of an invocation is compared with the length once, at its greatest value; then
//! neighbours are copied. Other indices are compared lane by lane.

use super::compile::{CONDITION, SCRATCH};
use super::execute::{Block, Memory};
use super::grid::Part as Geometry;
use super::inst::*;
use super::kernels::FRows;
use super::lanes::LANES;
use super::memory::View;
use super::near::{Near, ROWS, Rows, Words};
use super::raw;
use vyre_ir::AtomicOp;

/// The lanes of a row that are worth a call of a loop. Shorter ones are loaded together.
const LEAST_ROW: usize = 2 * LANES;

/// A word of an element, of so many.
type WordOf = [usize; 2];

impl Block {
    pub(super) fn view<'a>(place: Place, memory: &Memory<'a>) -> View<'a> {
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

    /// The elements that lanes access, if their index is linear and does not wrap.
    pub(super) fn near(&self, index: Index, [words, word]: WordOf) -> Option<Near<'_>> {
        let Index::Affine(value) = index else { return None };
        let (_, most) = self.bounds(value)?;
        Some(Near {
            runs: &self.geometry.runs,
            row: if self.geometry.is_block { self.geometry.row } else { 0 },
            ..self.linear_of(value, most, [words, word])
        })
    }

    fn linear_of(&self, value: Affine, most: u32, [words, word]: WordOf) -> Near<'static> {
        let c = self.coefficients(&value);
        Near { runs: &[], row: 0, base: self.word(value.base), c, words, word, most: most as usize }
    }

    /// The first of consecutive elements, one for each lane that is seen.
    fn first_of(&self, index: Index) -> Option<usize> {
        let (Index::Affine(value), Geometry { runs, row, is_block, .. }) = (index, &*self.geometry) else {
            return None;
        };
        let c = self.coefficients(&value);
        let is_row = runs.len() == 1 || (*is_block && *row > 0 && c[1] as usize == *row);
        if c[0] != 1 || !is_row {
            return None;
        }
        self.bounds(value)?;
        runs.first().map(|run| self.run_of(value, run.at).0 as usize)
    }

    /// The words of consecutive elements, one for each lane that is seen, where they can be used in place.
    fn slice<'m>(&self, access: &Access, memory: &Memory<'m>) -> Option<Words<'m>> {
        let first = self.first_of(access.index)?;
        let lanes = first..first.checked_add(self.file.lanes())?;
        Self::view(access.place, memory).words()?.get(lanes)
    }

    /// The register with the index of each lane.
    pub(super) fn indices(&mut self, index: Index) -> Reg {
        match index {
            Index::Lanes(reg) => reg,
            Index::Affine(value) => {
                self.linear(SCRATCH, value);
                SCRATCH
            }
            Index::Scalar(scalar) => {
                let index = self.word(scalar);
                self.file.get_mut::<u32>(SCRATCH).fill(index);
                SCRATCH
            }
        }
    }

    pub(super) fn load(&mut self, dst: &Parts, access: &Access, memory: &Memory<'_>) {
        if let (Part::Lanes(dst), true) = (dst[0], access.is_long) {
            // The index may be in the one register that does not last, so the halves go through the other.
            self.load_word(CONDITION, access, 0, memory);
            self.map(self.kernels.widen, dst, CONDITION);
            self.load_word(CONDITION, access, 1, memory);
            let (longs, high) = self.file.two::<u32, u64>(dst, CONDITION);
            longs.iter_mut().zip(high).for_each(|(long, high)| *long |= u64::from(*high) << 32);
            return;
        }
        for (word, dst) in dst.iter().enumerate().take(access.words) {
            if let Part::Lanes(dst) = *dst {
                self.load_word(dst, access, word, memory);
            }
        }
    }

    fn load_word(&mut self, dst: Reg, access: &Access, word: usize, memory: &Memory<'_>) {
        let (kernels, part) = (self.kernels, [access.words, word]);
        if let Place::Private { first, count } = access.place {
            self.load_private(dst, access.index, (first, count), part);
            return;
        }
        let view = Self::view(access.place, memory);
        if let Index::Affine(value) = access.index
            && let Some((_, most)) = self.bounds(value)
        {
            let linear = self.linear_of(value, most, part);
            let row = if self.geometry.is_block { self.geometry.row } else { 0 };
            let near = Near { runs: &self.geometry.runs, row, ..linear };
            view.load_near(kernels, self.file.get_mut(dst), &near);
            return;
        }
        let index = self.indices(access.index);
        let (dst, index) = self.file.two(dst, index);
        view.gather(kernels, dst, index, part);
    }

    /// A word of a value in one lane.
    pub(super) fn word_of(&self, value: &Parts, is_long: bool, word: usize, lane: usize) -> u32 {
        let half = |long: u64| (long >> (32 * (word % 2))) as u32;
        match (value[if is_long { word / 2 } else { word }], is_long) {
            (Part::Lanes(reg), false) => self.words(reg)[lane],
            (Part::Scalar(scalar), false) => self.word(scalar),
            (Part::Lanes(reg), true) => half(self.file.get::<u64>(reg)[lane]),
            (Part::Scalar(scalar), true) => half(self.scalars[scalar as usize]),
        }
    }

    /// The register with a word of a value in each lane.
    pub(super) fn word_register(&mut self, value: &Parts, is_long: bool, word: usize) -> Reg {
        match (value[if is_long { word / 2 } else { word }], is_long) {
            (Part::Lanes(reg), false) => return reg,
            (Part::Lanes(reg), true) => {
                let f = if word.is_multiple_of(2) { self.kernels.low } else { self.kernels.high };
                self.map(f, CONDITION, reg);
            }
            (Part::Scalar(_), _) => {
                let word = self.word_of(value, is_long, word, 0);
                self.file.get_mut::<u32>(CONDITION).fill(word);
            }
        }
        CONDITION
    }

    pub(super) fn store(&mut self, value: &Parts, access: &Access, memory: &Memory<'_>) {
        if self.mask.count == 0 {
            return;
        }
        let kernels = self.kernels;
        let view = Self::view(access.place, memory);
        if let (Index::Scalar(index), false) = (access.index, matches!(access.place, Place::Private { .. })) {
            // Of all lanes that write one element, the last one's value stays.
            let lane = self.mask.extent as usize - 1;
            let at = self.word(index) as usize;
            if at < view.len() / access.words {
                for word in 0..access.words {
                    view.put(at * access.words + word, self.word_of(value, access.is_long, word, lane));
                }
            }
            return;
        }
        for word in 0..access.words {
            let (src, part) = (self.word_register(value, access.is_long, word), [access.words, word]);
            if let Place::Private { first, count } = access.place {
                self.store_private(src, access.index, (first, count), part);
            } else if let Some(lanes) = self.prefix()
                && let Some(near) = self.near(access.index, part)
            {
                view.store_near(kernels, &self.words(src)[..lanes], &near);
            } else {
                let (index, active) = (self.indices(access.index), self.active());
                let lanes = (self.words(index), self.words(active));
                view.scatter(kernels, self.words(src), lanes, part);
            }
        }
    }

    /// Stores what it loads from constant memory. `through` is a register for it.
    pub(super) fn transfer(&mut self, from: &Access, to: &Access, through: Reg, memory: &Memory<'_>) {
        if let (Some(lanes), Some(Words::Plain(words))) = (self.prefix(), self.slice(from, memory))
            && let Some(near) = self.near(to.index, [1, 0])
        {
            Self::view(to.place, memory).store_near(self.kernels, &words[..lanes], &near);
            return;
        }
        self.load_word(through, from, 0, memory);
        self.store(&[Part::Lanes(through); 4], to, memory);
    }

    /// The rows of an operand in memory, if the block is rows for which there are loops and all are in bounds.
    fn rows<'m>(&self, access: &Access, memory: &Memory<'m>) -> Option<Rows<Words<'m>>> {
        let (Index::Affine(value), words) = (access.index, Self::view(access.place, memory).words()?) else {
            return None;
        };
        let (first, most) = (self.geometry.runs.first()?, self.bounds(value)?.1 as usize);
        let c = self.coefficients(&value).map(|c| c as usize);
        let start = self.run_of(value, first.at).0 as usize;
        (c[0] < 2 && most < words.len()).then_some(Rows { words, start, step: c[1], is_same: c[0] == 0 })
    }

    /// An operation over rows of its first two operands. Says whether it is one.
    fn operate_on_rows(&mut self, f: FRows, operation: &Operation, memory: &Memory<'_>) -> bool {
        let Geometry { row, is_block, .. } = *self.geometry;
        let &Operation { dst, to: None, ref operands, .. } = operation else { return false };
        let ([a, b, c], true) = (operands.as_slice(), is_block && ROWS.contains(&row)) else { return false };
        let (Source::Memory { access: a, .. }, Source::Memory { access: b, .. }) = (a, b) else {
            return false;
        };
        let (Some(a), Some(b)) = (self.rows(a, memory), self.rows(b, memory)) else { return false };
        let operands = match [a.is_same, b.is_same] {
            [true, false] => [a, b],
            [false, true] => [b, a],
            _ => return false,
        };
        let Source::Register(c) = *c else { return false };
        let size = [row, self.geometry.runs.len()];
        let (lanes, others) = self.file.others(dst);
        raw::operate_on_rows(f, lanes, operands, Words::Plain(others.get(c)), size);
        true
    }

    /// An operation row by row, on operands that are registers or words in a row. Says whether it is one, and whether what it has
    /// computed is where it goes.
    fn operate_by_row(&mut self, operation: &Operation, memory: &Memory<'_>) -> Option<bool> {
        let Geometry { row, is_block, .. } = *self.geometry;
        let (Operation { f, operands, dst, to }, runs) = (operation, self.geometry.runs.len());
        if !is_block || !row.is_multiple_of(LANES) || self.file.lanes() != row * runs {
            return None;
        }
        let consecutive = |access: &Access| self.rows(access, memory).filter(|rows| !rows.is_same);
        let mut found = [None; 3];
        for (found, source) in found.iter_mut().zip(operands) {
            if let Source::Memory { access, .. } = source {
                *found = Some(consecutive(access)?);
            }
        }
        // Every lane that is seen is active: nothing else is overwritten.
        let target = to.filter(|_| self.is_full()).and_then(|to| match consecutive(&to)? {
            Rows { words: Words::Cells(cells), start, step, .. } => Some((cells, start, step)),
            _ => None,
        });
        let scalar = f.scalar().map_or(0, |scalar| self.word(scalar));
        let (lanes, others) = self.file.others(*dst);
        let register = |source: &Source| match source {
            Source::Register(reg) => {
                Some(Rows { words: Words::Plain(others.get(*reg)), start: 0, step: row, is_same: false })
            }
            Source::Memory { .. } => None,
        };
        let all = [0, 1, 2].map(|at| found[at].or_else(|| register(operands.get(at)?)));
        for (nth, lanes) in lanes.chunks_exact_mut(row).enumerate() {
            let words = all.map(|rows| rows.and_then(|rows| rows.nth(nth, row)).unwrap_or(Words::Plain(&[])));
            match target.map(|(cells, start, step)| &cells[start + nth * step..][..row]) {
                Some(cells) if raw::operate_on_cells(f, cells, words, scalar) => {}
                Some(cells) => {
                    raw::operate(f, lanes, words, scalar);
                    cells.iter().zip(lanes).for_each(|(cell, lane)| cell.set(*lane));
                }
                None => raw::operate(f, lanes, words, scalar),
            }
        }
        Some(to.is_none() || target.is_some())
    }

    /// An operation on operands of which some are still in memory, or whose result goes there.
    pub(super) fn operate(&mut self, operation: &Operation, memory: &Memory<'_>) {
        let Operation { f, operands, dst, to } = operation;
        if let Loop::Pair(_, Some(rows)) = f
            && self.operate_on_rows(*rows, operation, memory)
        {
            return;
        }
        let is_slice = |source: &Source| match source {
            Source::Register(_) => true,
            Source::Memory { access, .. } => self.slice(access, memory).is_some(),
        };
        if self.geometry.runs.len() > 1
            && self.geometry.row >= LEAST_ROW
            && !operands.iter().all(is_slice)
            && let Some(is_done) = self.operate_by_row(operation, memory)
        {
            if let Some(to) = to.filter(|_| !is_done) {
                self.store(&[Part::Lanes(*dst); 4], &to, memory);
            }
            return;
        }
        let mut found = [Err(CONDITION); 3];
        for (found, source) in found.iter_mut().zip(operands) {
            *found = match source {
                Source::Register(reg) => Err(*reg),
                Source::Memory { access, through } => match self.slice(access, memory) {
                    Some(words) => Ok(words),
                    None => {
                        self.load_word(*through, access, 0, memory);
                        Err(*through)
                    }
                },
            };
        }
        let scalar = f.scalar().map_or(0, |scalar| self.word(scalar));
        // Every lane that is seen is active: nothing else is overwritten.
        let is_whole = self.prefix() == Some(self.file.lanes());
        if let Some(to) = to
            && is_whole
            && let Some(Words::Cells(cells)) = self.slice(to, memory)
        {
            let words = |at: usize| found[at].unwrap_or_else(|reg| Words::Plain(self.words(reg)));
            if raw::operate_on_cells(f, cells, [words(0), words(1), words(2)], scalar) {
                return;
            }
        }
        let (lanes, others) = self.file.others(*dst);
        let words = |at: usize| found[at].unwrap_or_else(|reg| Words::Plain(others.get(reg)));
        raw::operate(f, lanes, [words(0), words(1), words(2)], scalar);
        if let Some(to) = to {
            self.store(&[Part::Lanes(*dst); 4], to, memory);
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
        if access.is_long {
            return self.long_atomic(op, dst, access, [expected, value], memory);
        }
        let view = Self::view(access.place, memory);
        let index = self.indices(access.index);
        let [expected_scalar, value_scalar] = [expected, value].map(|part| match part {
            Part::Scalar(scalar) => self.word(scalar),
            Part::Lanes(_) => 0,
        });
        let (is_prefix, count, mask) = (self.prefix().is_some(), self.mask.extent as usize, self.active());
        if is_prefix && dst.is_none() && op == AtomicOp::Add {
            let values = match value {
                Part::Lanes(reg) => Ok(&self.words(reg)[..count]),
                Part::Scalar(_) => Err(value_scalar),
            };
            if view.add(&self.words(index)[..count], values) {
                return;
            }
        }
        let (lanes, others) = self.file.others::<u32>(dst.unwrap_or(CONDITION));
        let part = |part: Part, scalar: u32, lane: usize| match part {
            Part::Lanes(reg) => others.get::<u32>(reg)[lane],
            Part::Scalar(_) => scalar,
        };
        let values = match value {
            Part::Lanes(reg) => others.get::<u32>(reg),
            Part::Scalar(_) => &[],
        };
        let (index, active) = (&others.get::<u32>(index)[..count], &others.get::<u32>(mask)[..count]);
        let operands = |lane: usize| {
            let expected = if op.takes_expected() { part(expected, expected_scalar, lane) } else { 0 };
            [expected, values.get(lane).copied().unwrap_or(value_scalar)]
        };
        let active = (0..count).filter(|lane| is_prefix || active[*lane] != 0);
        let accesses = active.map(|lane| (lane, index[lane], operands(lane)));
        match dst {
            Some(_) => view.atomics(op, accesses, |lane, old| lanes[lane] = old),
            None => view.atomics(op, accesses, |_, _| {}),
        }
    }

    /// The same of elements of two words.
    fn long_atomic(
        &mut self,
        op: AtomicOp,
        dst: Option<Reg>,
        access: &Access,
        operands: [Part; 2],
        memory: &Memory<'_>,
    ) {
        let view = Self::view(access.place, memory);
        let index = self.indices(access.index);
        let scalars = operands.map(|part| match part {
            Part::Scalar(scalar) => self.scalars[scalar as usize],
            Part::Lanes(_) => 0,
        });
        let (is_prefix, count, mask) = (self.prefix().is_some(), self.mask.extent as usize, self.active());
        let (lanes, others) = self.file.others::<u64>(dst.unwrap_or(CONDITION));
        let [expected, value] = operands.map(|part| match part {
            Part::Lanes(reg) => others.get::<u64>(reg),
            Part::Scalar(_) => &[],
        });
        let (index, active) = (&others.get::<u32>(index)[..count], &others.get::<u32>(mask)[..count]);
        let operands = |lane: usize| {
            let of = |lanes: &[u64], scalar: u64| lanes.get(lane).copied().unwrap_or(scalar);
            [of(expected, scalars[0]), of(value, scalars[1])]
        };
        let active = (0..count).filter(|lane| is_prefix || active[*lane] != 0);
        let accesses = active.map(|lane| (lane, index[lane], operands(lane)));
        match dst {
            Some(_) => view.long_atomics(op, accesses, |lane, old| lanes[lane] = old),
            None => view.long_atomics(op, accesses, |_, _| {}),
        }
    }

    /// A word of an element of a local array. The words lie one after the other, with one for each lane.
    fn load_private(
        &mut self,
        dst: Reg,
        index: Index,
        (first, count): (usize, usize),
        [words, word]: WordOf,
    ) {
        let width = self.width;
        let at = |index: u32| {
            Some((first + index as usize * words + word) * width).filter(|_| (index as usize) < count)
        };
        match index {
            Index::Scalar(index) => {
                let from = at(self.word(index));
                let lanes = self.file.get_mut::<u32>(dst);
                match from {
                    Some(from) => lanes.copy_from_slice(&self.private[from..][..lanes.len()]),
                    None => lanes.fill(0),
                }
            }
            Index::Lanes(reg) => {
                let (lanes, index) = self.file.two::<u32, u32>(dst, reg);
                for (lane, (to, index)) in lanes.iter_mut().zip(index).enumerate() {
                    *to = at(*index).map_or(0, |from| self.private[from + lane]);
                }
            }
            Index::Affine(_) => {}
        }
    }

    fn store_private(
        &mut self,
        src: Reg,
        index: Index,
        (first, count): (usize, usize),
        [words, word]: WordOf,
    ) {
        let width = self.width;
        let at = |index: u32| {
            Some((first + index as usize * words + word) * width).filter(|_| (index as usize) < count)
        };
        let active = self.active();
        let (src, active) = (self.file.get::<u32>(src), self.file.get::<u32>(active));
        match index {
            Index::Scalar(index) => {
                let Some(to) = at(self.scalars[index as usize] as u32) else { return };
                let to = &mut self.private[to..][..src.len()];
                if self.mask.count == self.mask.extent {
                    let lanes = self.mask.count as usize;
                    to[..lanes].copy_from_slice(&src[..lanes]);
                } else {
                    for ((to, value), active) in to.iter_mut().zip(src).zip(active) {
                        *to = if *active != 0 { *value } else { *to };
                    }
                }
            }
            Index::Lanes(reg) => {
                let index = self.file.get::<u32>(reg);
                for lane in (0..self.mask.extent as usize).filter(|lane| active[*lane] != 0) {
                    if let Some(to) = at(index[lane]) {
                        self.private[to + lane] = src[lane];
                    }
                }
            }
            Index::Affine(_) => {}
        }
    }
}
