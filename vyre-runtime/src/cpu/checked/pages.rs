//! The last write and the last read of each element of a buffer, in little memory.
//!
//! Elements lie in pages. What nobody has accessed takes nothing, and an open page twelve bytes for each of its elements. Kernels are regular: the elements
//! of most pages were accessed by the same instructions, in invocations as far from each other as in other pages. So once many pages are open, those opened
//! first are packed: such pages share a pattern, and each has the number of its first invocation only. An access opens a page again.

use crate::Error;
use crate::memory::zeros;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::hash::BuildHasher;

/// Elements of a page.
const PAGE: usize = 64;
/// One page in so many stays open.
const OPEN: usize = 6;
/// So many pages more stay open: packing small buffers saves little.
const OPEN_ANYHOW: usize = 1024;
/// There is at most one pattern for so many pages, besides the first [`OPEN_ANYHOW`]: the patterns of a buffer without any order would take as much as its pages.
const PAGES_OF_A_PATTERN: usize = 32;
/// A page that was opened more often than this stays open: it is accessed now and then by many workgroups.
const OPENINGS: u32 = 4;

/// No invocation.
pub(super) const NOBODY: u32 = u32::MAX;

/// The last write and the last read of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Last {
    /// The numbers of the invocations, or [`NOBODY`].
    pub(super) invocations: [u32; 2],
    pub(super) moments: [u16; 2],
}

impl Last {
    pub(super) const NONE: Last = Last { invocations: [NOBODY; 2], moments: [0; 2] };

    /// The same with other invocations.
    fn moved(self, by: impl Fn(u32) -> u32) -> Last {
        Last { invocations: self.invocations.map(|it| if it == NOBODY { it } else { by(it) }), ..self }
    }
}

type Lasts = [Last; PAGE];

#[derive(Clone, Copy, bytemuck::Zeroable)]
struct Page {
    /// Where its elements are: see [`Place`]. Zero for nobody's, so that such pages take no memory.
    place: u32,
    /// What a packed page adds to the invocations of its pattern.
    first: u32,
    openings: u32,
}

enum Place {
    Empty,
    Open(usize),
    Packed(usize),
}

impl Page {
    fn place(self) -> Place {
        match (self.place, self.place as usize / 2) {
            (0, _) => Place::Empty,
            (odd, at) if odd % 2 == 1 => Place::Open(at),
            (_, at) => Place::Packed(at - 1),
        }
    }

    fn put(&mut self, place: Place) {
        self.place = match place {
            Place::Empty => 0,
            Place::Open(at) => at as u32 * 2 + 1,
            Place::Packed(at) => at as u32 * 2 + 2,
        };
    }
}

#[derive(Default)]
pub(super) struct Pages {
    elements: usize,
    pages: Vec<Page>,
    /// The elements of open pages, and patterns.
    #[allow(clippy::vec_box, reason = "a vector of pages would need twice the memory while it grows")]
    lasts: Vec<Box<Lasts>>,
    /// Which of them are in nobody's use.
    free: Vec<usize>,
    /// The open pages that may be packed, those opened first in front.
    packable: VecDeque<usize>,
    /// The patterns, by their hashes.
    patterns: FxHashMap<u64, usize>,
}

impl Pages {
    /// # Errors
    /// If there is no memory for them.
    pub(super) fn new(elements: usize) -> Result<Pages, Error> {
        Ok(Pages { elements, pages: zeros(elements.div_ceil(PAGE))?, ..Pages::default() })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.elements == 0
    }

    /// Nothing for what is no element.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Last {
        let Some(page) = self.pages.get(index / PAGE) else { return Last::NONE };
        match page.place() {
            Place::Empty => Last::NONE,
            Place::Open(at) => self.lasts[at][index % PAGE],
            Place::Packed(at) => self.lasts[at][index % PAGE].moved(|it| it + page.first),
        }
    }

    /// An element of an open page, to be changed.
    #[inline]
    pub(super) fn open(&mut self, index: usize) -> Option<&mut Last> {
        match self.pages.get(index / PAGE)?.place() {
            Place::Open(at) => Some(&mut self.lasts[at][index % PAGE]),
            _ => None,
        }
    }

    /// `false` if there is no such element, or no memory. Pages with elements for which `is_fixed` is true are not packed.
    #[inline]
    pub(super) fn set(&mut self, index: usize, last: Last, is_fixed: impl Fn(Last) -> bool) -> bool {
        if let Some(known) = self.open(index) {
            *known = last;
            return true;
        }
        let at = if index < self.elements { self.opened(index / PAGE, is_fixed) } else { None };
        if let Some(at) = at {
            self.lasts[at][index % PAGE] = last;
        }
        at.is_some()
    }

    /// Where the elements of a page lie that was not open.
    fn opened(&mut self, number: usize, is_fixed: impl Fn(Last) -> bool) -> Option<usize> {
        if self.packable.len() >= OPEN_ANYHOW + self.pages.len() / OPEN
            && let Some(oldest) = self.packable.pop_front()
        {
            self.pack(oldest, is_fixed);
        }
        let at = self.free.pop().or_else(|| {
            self.lasts.try_reserve(1).ok()?;
            self.lasts.push(page_of_nothing()?);
            Some(self.lasts.len() - 1)
        })?;
        let page = &mut self.pages[number];
        *self.lasts[at] = match page.place() {
            Place::Packed(pattern) => self.lasts[pattern].map(|last| last.moved(|it| it + page.first)),
            _ => [Last::NONE; PAGE],
        };
        page.put(Place::Open(at));
        page.openings += 1;
        if page.openings <= OPENINGS && self.packable.try_reserve(1).is_ok() {
            self.packable.push_back(number);
        }
        Some(at)
    }

    /// Lets an open page share its pattern. Without another one like it, and where there are many patterns already, it stays open.
    fn pack(&mut self, number: usize, is_fixed: impl Fn(Last) -> bool) {
        let Place::Open(at) = self.pages[number].place() else { return };
        if self.lasts[at].iter().any(|last| is_fixed(*last)) {
            self.packable.push_back(number);
            return;
        }
        let invocations = self.lasts[at].iter().flat_map(|last| last.invocations);
        let first = invocations.filter(|it| *it != NOBODY).min().unwrap_or(0);
        let pattern = self.lasts[at].map(|last| last.moved(|it| it - first));
        let most = OPEN_ANYHOW + self.pages.len() / PAGES_OF_A_PATTERN;
        let hash = self.patterns.hasher().hash_one(pattern);
        let known = match self.patterns.get(&hash) {
            Some(known) if *self.lasts[*known] == pattern => {
                self.free.push(at);
                *known
            }
            None if self.patterns.len() < most => {
                *self.lasts[at] = pattern;
                self.patterns.insert(hash, at);
                at
            }
            _ => return,
        };
        self.pages[number].put(Place::Packed(known));
        self.pages[number].first = first;
    }

    pub(super) fn clear(&mut self) {
        self.pages.fill(bytemuck::Zeroable::zeroed());
        self.packable.clear();
        self.patterns.clear();
        self.free.clear();
        self.free.extend(0..self.lasts.len());
    }
}

/// Nothing without memory.
fn page_of_nothing() -> Option<Box<Lasts>> {
    let mut lasts = Vec::new();
    lasts.try_reserve_exact(PAGE).ok()?;
    lasts.resize(PAGE, Last::NONE);
    lasts.into_boxed_slice().try_into().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The pages that are open, and how many pages' worth of elements there are.
    fn sizes(pages: &Pages) -> (usize, usize) {
        let open = pages.pages.iter().filter(|page| matches!(page.place(), Place::Open(_))).count();
        (open, pages.lasts.len())
    }

    const MANY: usize = PAGE * 60_000;
    const ROOM: usize = OPEN_ANYHOW + MANY / PAGE / OPEN;

    /// Each element has an invocation of its own; or 8 of them one, which writes two of them elsewhere.
    #[test]
    fn regular_pages_share_a_pattern() {
        let alone = |index: usize| Last { invocations: [index as u32, index as u32], moments: [2, 1] };
        let structs = |index: usize| Last {
            invocations: [(index / 8) as u32, NOBODY],
            moments: [if index % 8 < 6 { 3 } else { 4 }, 0],
        };
        for last in [&alone as &dyn Fn(usize) -> Last, &structs] {
            let mut pages = Pages::new(MANY).unwrap();
            for index in 0..MANY {
                assert!(pages.set(index, last(index), |_| false));
            }
            assert_eq!(sizes(&pages), (ROOM, ROOM + 1));
            assert!((0..MANY).all(|index| pages.get(index) == last(index)));
            assert_eq!(pages.get(MANY), Last::NONE);
        }
    }

    /// Whatever is written, it is there afterwards, and no more than twelve bytes and a little for each element.
    #[test]
    fn irregular_pages_stay_open() {
        let mut random = 1u64;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 33) as usize % bound
        };
        let (mut pages, mut known) = (Pages::new(MANY).unwrap(), HashMap::new());
        for number in 0..400_000u32 {
            let index = below(MANY / 4);
            let other = below(100) as u32;
            let last = Last { invocations: [number, other], moments: [7, other as u16] };
            assert!(pages.set(index, last, |_| false));
            known.insert(index, last);
        }
        assert!(known.iter().all(|(index, last)| pages.get(*index) == *last));
        let (open, all) = sizes(&pages);
        assert!(
            open <= MANY / 4 / PAGE
                && all <= MANY / 4 / PAGE + OPEN_ANYHOW + MANY / PAGE / PAGES_OF_A_PATTERN,
            "{open} {all}"
        );
    }

    #[test]
    fn a_page_that_is_opened_often_stays_open() {
        let mut pages = Pages::new(MANY).unwrap();
        let one = |number: u32| Last { invocations: [number, NOBODY], moments: [0, 0] };
        for round in 0..=OPENINGS {
            assert!(pages.set(round as usize, one(round), |_| false));
            let (open, _) = sizes(&pages);
            assert_eq!(open, if round == 0 { 1 } else { ROOM });
            // Others come, until the page is packed.
            for page in 1..MANY / PAGE {
                assert!(pages.set(page * PAGE, one(page as u32), |_| false));
            }
            let is_open = matches!(pages.pages[0].place(), Place::Open(_));
            assert_eq!(is_open, round == OPENINGS, "round {round}");
        }
        assert!((0..=OPENINGS).all(|round| pages.get(round as usize) == one(round)));
    }

    #[test]
    fn pages_with_fixed_elements_are_not_packed() {
        let mut pages = Pages::new(MANY).unwrap();
        let fixed = Last { invocations: [NOBODY - 1, 5], moments: [0, 0] };
        for page in 0..MANY / PAGE {
            let last =
                if page % 16 == 0 { fixed } else { Last { invocations: [page as u32; 2], moments: [0; 2] } };
            assert!(pages.set(page * PAGE, last, |last| last == fixed));
        }
        let is_packed = |page: usize| matches!(pages.pages[page].place(), Place::Packed(_));
        assert!((0..MANY / PAGE).step_by(16).all(|page| !is_packed(page)) && is_packed(1));
        pages.clear();
        assert!(sizes(&pages).0 == 0 && pages.get(0) == Last::NONE);
        assert!(pages.set(3, fixed, |_| true) && pages.get(3) == fixed && pages.get(2) == Last::NONE);
    }
}
