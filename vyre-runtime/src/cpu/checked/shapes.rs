//! The last write and the last read of an element, in six bytes: the number of an invocation, and that of a shape, which all elements that are accessed alike share.

use rustc_hash::FxHashMap;

/// No invocation.
pub(super) const NOBODY: u32 = u32::MAX;

/// In the place of the last write: the number of a large cell comes second.
const LARGE: u32 = NOBODY - 1;

/// The last write and the last read of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, bytemuck::Zeroable)]
pub(super) struct Last {
    /// The numbers of the invocations, or [`NOBODY`].
    pub(super) invocations: [u32; 2],
    pub(super) moments: [u16; 2],
}

impl Last {
    pub(super) const NONE: Last = Last { invocations: [NOBODY; 2], moments: [0; 2] };

    /// What stands for the large cell of a number.
    pub(super) fn of_large(number: usize) -> Last {
        Last { invocations: [LARGE, number as u32], ..Last::NONE }
    }

    /// The number of the large cell that it stands for.
    pub(super) fn large(self) -> Option<usize> {
        let [mark, number] = self.invocations;
        (mark == LARGE).then_some(number as usize)
    }

    /// The same with other invocations.
    fn moved(self, by: impl Fn(u32) -> u32) -> Last {
        Last { invocations: self.invocations.map(|it| if it == NOBODY { it } else { by(it) }), ..self }
    }
}

/// A [`Last`] whose shape has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Brief {
    /// The number of the first invocation, or that of a large cell.
    pub(super) first: u32,
    /// 0 for nobody's, [`Brief::LARGE`] for a large cell, and otherwise the position of the shape and one more.
    pub(super) shape: u16,
}

impl Brief {
    pub(super) const NONE: Brief = Brief { first: 0, shape: 0 };
    const LARGE: u16 = u16::MAX;

    /// The number of the large cell that it stands for.
    pub(super) fn large(self) -> Option<usize> {
        (self.shape == Brief::LARGE).then_some(self.first as usize)
    }

    /// The same with other invocations.
    pub(super) fn moved(self, by: impl Fn(u32) -> u32) -> Brief {
        if self == Brief::NONE { self } else { Brief { first: by(self.first), ..self } }
    }
}

/// The shapes that have numbers.
pub(super) struct Shapes {
    /// With invocations counted from the first one.
    all: Vec<Last>,
    numbers: FxHashMap<Last, u16>,
    /// What [`Shapes::accessed`] gave last, where the hashes of what it was asked for are.
    accessed: [Option<(Asked, u16)>; 64],
}

/// The number of a shape, the kind of an access, and its moment.
type Asked = (u16, usize, u16);

impl Default for Shapes {
    fn default() -> Shapes {
        Shapes { all: Vec::new(), numbers: FxHashMap::default(), accessed: [None; 64] }
    }
}

impl Shapes {
    /// What a brief one stands for.
    #[inline]
    pub(super) fn of(&self, Brief { first, shape }: Brief) -> Last {
        match shape {
            0 => Last::NONE,
            Brief::LARGE => Last::of_large(first as usize),
            _ => self.all[usize::from(shape) - 1].moved(|it| it + first),
        }
    }

    /// A number for the shape, if it has one or there is one left.
    #[inline]
    pub(super) fn brief(&mut self, last: Last) -> Option<Brief> {
        if let Some(number) = last.large() {
            return Some(Brief { first: number as u32, shape: Brief::LARGE });
        }
        let Some(first) = last.invocations.into_iter().filter(|it| *it != NOBODY).min() else {
            return Some(Brief::NONE);
        };
        let shape = last.moved(|it| it - first);
        if let Some(shape) = self.numbers.get(&shape) {
            return Some(Brief { first, shape: *shape });
        }
        let number = u16::try_from(self.all.len() + 1).ok().filter(|it| *it != Brief::LARGE)?;
        self.all.push(shape);
        self.numbers.insert(shape, number);
        Some(Brief { first, shape: number })
    }

    /// The number of an element's shape once the invocation that alone has accessed it has done so again. None if there are two, or there is no number left.
    #[inline]
    pub(super) fn accessed(&mut self, shape: u16, kind: usize, moment: u16) -> Option<u16> {
        let asked = (shape, kind, moment);
        let at = (usize::from(shape) * 5 + usize::from(moment) * 2 + kind) % self.accessed.len();
        match self.accessed[at] {
            Some((known, next)) if known == asked => Some(next),
            _ => {
                let next = self.accessed_first(asked)?;
                self.accessed[at] = Some((asked, next));
                Some(next)
            }
        }
    }

    fn accessed_first(&mut self, (shape, kind, moment): Asked) -> Option<u16> {
        let mut last = self.of(Brief { first: 0, shape });
        if !last.invocations.iter().all(|it| [0, NOBODY].contains(it)) {
            return None;
        }
        (last.invocations[kind], last.moments[kind]) = (0, moment);
        Some(self.brief(last)?.shape)
    }

    /// Frees the numbers if all are taken. Nothing may have one then.
    pub(super) fn clear_if_full(&mut self) {
        if self.all.len() + 1 == usize::from(Brief::LARGE) {
            *self = Shapes::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_shared_by_invocations_as_far_from_each_other() {
        let mut shapes = Shapes::default();
        let last = |write, read| Last { invocations: [write, read], moments: [3, 5] };
        let given =
            [last(7, 9), last(u32::MAX - 4, u32::MAX - 2), last(9, 7), last(7, NOBODY), last(NOBODY, 0)];
        let briefs = given.map(|last| shapes.brief(last));
        let numbers = briefs.map(|brief| brief.map(|it| it.shape));
        assert_eq!(numbers, [Some(1), Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!(briefs.map(|brief| brief.map(|it| shapes.of(it))), given.map(Some));
        for last in [Last::NONE, Last::of_large(0), Last::of_large(1 << 31)] {
            assert_eq!(shapes.brief(last).map(|it| shapes.of(it)), Some(last));
        }
        assert_eq!(shapes.all.len(), 4);
    }

    #[test]
    fn an_access_of_the_only_invocation_changes_the_shape() {
        let mut shapes = Shapes::default();
        let last = |invocations, moments| Last { invocations, moments };
        let mut number = |last| shapes.brief(last).map_or(0, |it| it.shape);
        let written = number(last([4, NOBODY], [2, 0]));
        let both = number(last([4, 4], [2, 7]));
        let again = number(last([4, 4], [3, 7]));
        let shared = number(last([4, 5], [2, 7]));
        // Twice, so that what was noted the first time is asked for.
        for _ in 0..2 {
            assert_eq!(shapes.accessed(0, 0, 2), Some(written));
            assert_eq!(shapes.accessed(written, 1, 7), Some(both));
            assert_eq!(shapes.accessed(both, 0, 3), Some(again));
            assert_eq!(shapes.accessed(written, 0, 2), Some(written));
            assert_eq!((shapes.accessed(shared, 0, 2), shapes.accessed(u16::MAX, 0, 2)), (None, None));
        }
    }

    /// 65,534 shapes have numbers, besides nobody's and that of large cells.
    #[test]
    fn shapes_without_a_number_have_none_until_all_are_freed() {
        let mut shapes = Shapes::default();
        let last = |read| Last { invocations: [0, read], moments: [0, 0] };
        assert!((1..=65_534).all(|read| shapes.brief(last(read)).is_some()));
        assert_eq!((shapes.brief(last(65_535)), shapes.brief(last(9)).map(|it| it.shape)), (None, Some(9)));
        shapes.clear_if_full();
        assert_eq!(shapes.brief(last(65_535)).map(|it| it.shape), Some(1));
    }
}
