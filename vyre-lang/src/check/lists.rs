//! Lists of two or four integers whose type nothing says where they stand, as in `let dx = [0, 1, 0, -1];`. The checker goes from the front to the
//! back, and takes them for vectors of `u32`, which most of them are. Where a body is erroneous then, it is checked again with some of them as arrays,
//! whose elements get their type from what follows.

use crate::diagnostics::{Area, Errors};
use crate::hir::Kernel;
use std::cell::RefCell;
use std::rc::Rc;

/// How often a small body is checked again at most, and how many tokens are looked at in all.
const MAX_TRIES: usize = 48;
const MAX_TOKENS: usize = 100_000;

/// What such lists of a body are.
#[derive(Default)]
pub(super) struct Lists {
    /// Those that are arrays.
    arrays: Vec<Area>,
    /// Those that the checker has met.
    met: RefCell<Vec<Area>>,
}

impl Lists {
    /// Whether such a list is a vector.
    pub(super) fn is_vector(&self, list: Area) -> bool {
        self.met.borrow_mut().push(list);
        !contains(&self.arrays, list)
    }
}

fn contains(lists: &[Area], list: Area) -> bool {
    lists.iter().any(|known| known.is(list))
}

/// A body as it was checked.
struct Checked {
    kernel: Kernel,
    errors: Errors,
    arrays: Vec<Area>,
    /// The lists in it, each once.
    met: Vec<Area>,
}

/// Checks a body, with the lists as vectors or as arrays that give the fewest errors.
pub(super) fn settled(errors: &mut Errors, check: impl Fn(&mut Errors, Rc<Lists>) -> Kernel) -> Kernel {
    let mut left = MAX_TRIES + 1;
    let mut attempt = |arrays: Vec<Area>| -> Option<Checked> {
        left = left.checked_sub(1)?;
        let lists = Rc::new(Lists { arrays: arrays.clone(), met: RefCell::default() });
        let mut own = errors.like();
        let kernel = check(&mut own, Rc::clone(&lists));
        let mut met: Vec<Area> = Vec::new();
        if !own.is_empty() {
            left = left.min(MAX_TOKENS / own.size().max(1));
            for list in lists.met.take().into_iter().take(MAX_TOKENS) {
                if met.len() < MAX_TRIES && !contains(&met, list) {
                    met.push(list);
                }
            }
        }
        Some(Checked { kernel, errors: own, arrays, met })
    };
    let Some(mut best) = attempt(Vec::new()) else { return Kernel::default() };
    // One list after the other becomes an array where that leaves fewer errors.
    let mut is_better = true;
    while std::mem::take(&mut is_better) {
        for list in best.met.clone() {
            let arrays = [&best.arrays[..], &[list]].concat();
            if !contains(&best.arrays, list)
                && let Some(next) = attempt(arrays)
                && next.errors.count() < best.errors.count()
            {
                (best, is_better) = (next, true);
            }
        }
    }
    // Several may have to be arrays together: then all are, and one after the other becomes a vector again.
    if !best.errors.is_empty()
        && let Some(all) = attempt(best.met.clone())
        && all.errors.count() < best.errors.count()
    {
        best = all;
        for list in best.met.clone() {
            let arrays = best.arrays.iter().copied().filter(|known| !known.is(list)).collect();
            if let Some(next) = attempt(arrays)
                && next.errors.count() <= best.errors.count()
            {
                best = next;
            }
        }
    }
    errors.absorb(best.errors, None);
    best.kernel
}
