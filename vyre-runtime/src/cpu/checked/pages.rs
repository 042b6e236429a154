//! The last write and the last read of each element of a buffer, in little memory.
//!
//! An element is mostly written and read by one invocation, or by two of one workgroup, and by few instructions. So it has the number of the first of its
//! invocations, and a shape: the instructions, after how many barriers, and how far from the first each invocation is. Most launches have few shapes, so six bytes
//! are enough for an element. Where there are more shapes than numbers, which a long loop with barriers or many distances bring, pages take twelve.
//!
//! Elements lie in pages. What nobody has accessed takes nothing. Kernels are regular: the elements of most pages were accessed by the same instructions, in
//! invocations as far from each other as in other pages. So once many pages are open, those opened first are packed: such pages share a pattern, and each has the
//! number of its first invocation only. An access opens a page again.

use super::shapes::{Brief, Last, Shapes};
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

/// The elements of a page whose shapes have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, bytemuck::Zeroable)]
struct Elements {
    firsts: [u32; PAGE],
    shapes: [u16; PAGE],
}

impl Elements {
    fn get(&self, at: usize) -> Brief {
        Brief { first: self.firsts[at], shape: self.shapes[at] }
    }

    fn put(&mut self, at: usize, Brief { first, shape }: Brief) {
        (self.firsts[at], self.shapes[at]) = (first, shape);
    }

    fn iter(&self) -> impl Iterator<Item = Brief> {
        (0..PAGE).map(|at| self.get(at))
    }

    /// The same with other invocations.
    fn moved(mut self, by: impl Fn(u32) -> u32) -> Elements {
        for at in 0..PAGE {
            self.put(at, self.get(at).moved(&by));
        }
        self
    }
}

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
    /// An element has a shape without a number.
    Wide(usize),
}

impl Page {
    fn place(self) -> Place {
        let at = self.place as usize / 4;
        match self.place % 4 {
            0 => Place::Empty,
            1 => Place::Open(at),
            2 => Place::Packed(at),
            _ => Place::Wide(at),
        }
    }

    fn put(&mut self, place: Place) {
        let (kind, at) = match place {
            Place::Empty => (0, 0),
            Place::Open(at) => (1, at),
            Place::Packed(at) => (2, at),
            Place::Wide(at) => (3, at),
        };
        self.place = at as u32 * 4 + kind;
    }
}

#[derive(Default)]
pub(super) struct Pages {
    elements: usize,
    pages: Vec<Page>,
    shapes: Shapes,
    /// The elements of open pages, and patterns.
    #[allow(clippy::vec_box, reason = "a vector of pages would need twice the memory while it grows")]
    open: Vec<Box<Elements>>,
    /// Which of them are in nobody's use.
    free: Vec<usize>,
    /// The open pages that may be packed, those opened first in front.
    packable: VecDeque<usize>,
    /// The patterns, by their hashes.
    patterns: FxHashMap<u64, usize>,
    /// The elements of wide pages.
    #[allow(clippy::vec_box, reason = "a vector of pages would need twice the memory while it grows")]
    wide: Vec<Box<[Last; PAGE]>>,
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
        let brief = |at: usize| self.open[at].get(index % PAGE);
        match page.place() {
            Place::Empty => Last::NONE,
            Place::Open(at) => self.shapes.of(brief(at)),
            Place::Packed(at) => self.shapes.of(brief(at).moved(|it| it + page.first)),
            Place::Wide(at) => self.wide[at][index % PAGE],
        }
    }

    /// The number of the large cell that an element has, if it has one.
    #[inline]
    pub(super) fn large(&self, index: usize) -> Option<usize> {
        match self.pages.get(index / PAGE)?.place() {
            Place::Open(at) => self.open[at].get(index % PAGE).large(),
            Place::Wide(at) => self.wide[at][index % PAGE].large(),
            Place::Empty | Place::Packed(_) => None,
        }
    }

    /// Notes an access, of the kind that is first or second in a [`Last`], to an element that nobody else has accessed. `false` where another invocation may
    /// have, or that is not quickly known.
    #[inline]
    pub(super) fn note_own(&mut self, index: usize, invocation: u32, kind: usize, moment: u16) -> bool {
        let place = self.pages.get(index / PAGE).map(|page| page.place());
        let Some(Place::Open(at)) = place else { return false };
        let known = self.open[at].get(index % PAGE);
        if known != Brief::NONE && known.first != invocation {
            return false;
        }
        let Some(shape) = self.shapes.accessed(known.shape, kind, moment) else { return false };
        self.open[at].put(index % PAGE, Brief { first: invocation, shape });
        true
    }

    /// `false` if there is no such element, or no memory.
    #[inline]
    pub(super) fn set(&mut self, index: usize, last: Last) -> bool {
        if index >= self.elements {
            return false;
        }
        let open = match self.pages[index / PAGE].place() {
            Place::Empty | Place::Packed(_) => self.opened(index / PAGE),
            Place::Open(at) => Some(at),
            Place::Wide(at) => {
                self.wide[at][index % PAGE] = last;
                return true;
            }
        };
        let Some(at) = open else { return false };
        match self.shapes.brief(last) {
            Some(brief) => self.open[at].put(index % PAGE, brief),
            None => return self.widen(index, at, last),
        }
        true
    }

    /// Opens a page, and says where its elements are. Nothing without memory.
    fn opened(&mut self, number: usize) -> Option<usize> {
        if self.packable.len() >= OPEN_ANYHOW + self.pages.len() / OPEN
            && let Some(oldest) = self.packable.pop_front()
        {
            self.pack(oldest);
        }
        let at = self.free.pop().or_else(|| {
            self.open.try_reserve(1).ok()?;
            self.open.push(bytemuck::allocation::try_zeroed_box().ok()?);
            Some(self.open.len() - 1)
        })?;
        let page = &mut self.pages[number];
        *self.open[at] = match page.place() {
            Place::Packed(pattern) => self.open[pattern].moved(|it| it + page.first),
            _ => bytemuck::Zeroable::zeroed(),
        };
        page.put(Place::Open(at));
        page.openings += 1;
        if page.openings <= OPENINGS && self.packable.try_reserve(1).is_ok() {
            self.packable.push_back(number);
        }
        Some(at)
    }

    /// Makes the page of an element, which is open, a wide one, and replaces the element. `false` without memory: the element is nobody's then.
    fn widen(&mut self, index: usize, at: usize, last: Last) -> bool {
        let (Ok(()), Ok(mut wide)) =
            (self.wide.try_reserve(1), bytemuck::allocation::try_zeroed_box::<[Last; PAGE]>())
        else {
            self.open[at].put(index % PAGE, Brief::NONE);
            return false;
        };
        wide.iter_mut().zip(self.open[at].iter()).for_each(|(last, brief)| *last = self.shapes.of(brief));
        wide[index % PAGE] = last;
        self.pages[index / PAGE].put(Place::Wide(self.wide.len()));
        self.wide.push(wide);
        self.free.push(at);
        true
    }

    /// Lets an open page share its pattern. Without another one like it, and where there are many patterns already, it stays open.
    fn pack(&mut self, number: usize) {
        let Place::Open(at) = self.pages[number].place() else { return };
        if self.open[at].iter().any(|it| it.large().is_some()) {
            self.packable.push_back(number);
            return;
        }
        let firsts = self.open[at].iter().filter(|it| *it != Brief::NONE).map(|it| it.first);
        let first = firsts.min().unwrap_or(0);
        let pattern = self.open[at].moved(|it| it - first);
        let most = OPEN_ANYHOW + self.pages.len() / PAGES_OF_A_PATTERN;
        let hash = self.patterns.hasher().hash_one(pattern);
        let known = match self.patterns.get(&hash) {
            Some(known) if *self.open[*known] == pattern => {
                self.free.push(at);
                *known
            }
            None if self.patterns.len() < most => {
                *self.open[at] = pattern;
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
        self.free.extend(0..self.open.len());
        self.wide.clear();
        self.shapes.clear_if_full();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::super::shapes::NOBODY;
    use super::*;
    use std::collections::HashMap;

    /// The pages that are open, and how many pages' worth of elements there are.
    fn sizes(pages: &Pages) -> (usize, usize) {
        let open = pages.pages.iter().filter(|page| matches!(page.place(), Place::Open(_))).count();
        (open, pages.open.len())
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
                assert!(pages.set(index, last(index)));
            }
            assert_eq!(sizes(&pages), (ROOM, ROOM + 1));
            assert!((0..MANY).all(|index| pages.get(index) == last(index)));
            assert_eq!(pages.get(MANY), Last::NONE);
        }
    }

    /// Some 6 accesses to each of a quarter of the elements, which come from a function of the access's number and of another random one below 100.
    fn irregular(last: impl Fn(u32, u32) -> Last) -> Pages {
        let mut random = 1u64;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 33) as usize % bound
        };
        let (mut pages, mut known) = (Pages::new(MANY).unwrap(), HashMap::new());
        for number in 0..400_000u32 {
            let (index, last) = (below(MANY / 4), last(number, below(100) as u32));
            assert!(pages.set(index, last));
            known.insert(index, last);
        }
        assert!(known.iter().all(|(index, last)| pages.get(*index) == *last));
        let (open, all) = sizes(&pages);
        let most = MANY / 4 / PAGE + OPEN_ANYHOW + MANY / PAGE / PAGES_OF_A_PATTERN;
        assert!(open <= MANY / 4 / PAGE && all <= most, "{open} {all}");
        pages
    }

    /// Whatever is written, it is there afterwards, and takes six bytes and a little for each element.
    #[test]
    fn irregular_pages_stay_open() {
        let own = irregular(|number, other| Last { invocations: [number; 2], moments: [7, other as u16] });
        let near = irregular(|number, other| Last { invocations: [number, number + other], moments: [7, 8] });
        assert_eq!((own.wide.len(), near.wide.len()), (0, 0));
        assert_eq!(size_of::<Elements>(), 6 * PAGE);
    }

    /// With more shapes than there are numbers, twelve.
    #[test]
    fn pages_of_shapes_without_numbers_are_wide() {
        let mut pages =
            irregular(|number, other| Last { invocations: [number, other], moments: [7, other as u16] });
        assert!(pages.wide.len() > MANY / 4 / PAGE / 2 && pages.wide.len() <= MANY / 4 / PAGE);
        pages.clear();
        let last = Last { invocations: [3, 4], moments: [1, 2] };
        assert!(pages.get(5) == Last::NONE && pages.set(5, last) && pages.get(5) == last);
        assert!(pages.wide.is_empty());
    }

    #[test]
    fn a_page_that_is_opened_often_stays_open() {
        let mut pages = Pages::new(MANY).unwrap();
        let one = |number: u32| Last { invocations: [number, NOBODY], moments: [0, 0] };
        for round in 0..=OPENINGS {
            assert!(pages.set(round as usize, one(round)));
            let (open, _) = sizes(&pages);
            assert_eq!(open, if round == 0 { 1 } else { ROOM });
            // Others come, until the page is packed.
            for page in 1..MANY / PAGE {
                assert!(pages.set(page * PAGE, one(page as u32)));
            }
            let is_open = matches!(pages.pages[0].place(), Place::Open(_));
            assert_eq!(is_open, round == OPENINGS, "round {round}");
        }
        assert!((0..=OPENINGS).all(|round| pages.get(round as usize) == one(round)));
    }

    #[test]
    fn pages_with_large_cells_are_not_packed() {
        let mut pages = Pages::new(MANY).unwrap();
        let large = Last::of_large(5);
        for page in 0..MANY / PAGE {
            let last =
                if page % 16 == 0 { large } else { Last { invocations: [page as u32; 2], moments: [0; 2] } };
            assert!(pages.set(page * PAGE, last));
        }
        let is_packed = |page: usize| matches!(pages.pages[page].place(), Place::Packed(_));
        assert!((0..MANY / PAGE).step_by(16).all(|page| !is_packed(page)) && is_packed(1));
        pages.clear();
        assert!(sizes(&pages).0 == 0 && pages.get(0) == Last::NONE);
        assert!(pages.set(3, large) && pages.get(3) == large && pages.get(2) == Last::NONE);
    }
}
