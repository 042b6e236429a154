//! Where words lie that hold narrow elements: which accesses are to parts of one word.

use super::ranges::Facts;
use crate::Lowered;
use crate::form::*;
use vyre_ir::BinOp;

/// Where a word is, or a block of words: the sum of some values, each of which is a multiple of its elements where this was asked, and so many words or blocks more.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    terms: Vec<InstId>,
    /// So many words, or blocks of words, more.
    words: u32,
    /// The elements are 2 to this power; for 0 the only value is the index itself.
    by: u32,
}

impl Place {
    /// The place that the index of a word is. `(x + 5) >> 2` is `(x + 4) >> 2` where `x` is a multiple of 4, even if the sum wraps around.
    pub(crate) fn of_word(facts: &Facts<'_>, index: InstId) -> Place {
        match Place::of_word_in(facts, index, 0) {
            Some((place, _)) => place,
            None => Place { terms: vec![index], words: 0, by: 0 },
        }
    }

    /// The block of 2 to the power of `more` words that has the word with this index, and which of them it is; `None` if the index is not known to be that of narrow
    /// elements.
    pub(crate) fn of_word_in(facts: &Facts<'_>, index: InstId, more: u32) -> Option<(Place, u32)> {
        let form = facts.form();
        let Op::Binary(BinOp::Shr, sum, by) = form[index].op else { return None };
        let by = form.as_u32(by).filter(|by| matches!(by, 1 | 2))?;
        let (place, element) = Place::of_element(facts, sum, by + more)?;
        Some((place, element >> by))
    }

    /// What is added to the sum, and the place without it.
    pub(crate) fn apart(mut self) -> (u32, Place) {
        (std::mem::take(&mut self.words), self)
    }

    /// The word of the element with this index, of which 2 to the power of `by` share a word, and which of them it is; `None` if the index is not known to be
    /// so many behind a multiple of them.
    pub(crate) fn of_element(facts: &Facts<'_>, index: InstId, by: u32) -> Option<(Place, u32)> {
        let (mut terms, mut plus) = (Vec::new(), 0);
        add(facts.form(), index, &mut terms, &mut plus);
        let low = (1 << by) - 1;
        if !terms.iter().all(|term| !facts.range(*term).zeros & low == 0) {
            return None;
        }
        terms.sort_unstable();
        Some((Place { terms, words: plus >> by, by }, plus & low as u32))
    }
}

/// Adds the terms of a sum that are not constants, and the sum of those that are.
fn add(form: &Lowered, value: InstId, terms: &mut Vec<InstId>, plus: &mut u32) {
    match form[value].op {
        Op::Const([constant, ..]) => *plus = plus.wrapping_add(constant),
        Op::Binary(BinOp::Add, a, b) if terms.len() < MOST_TERMS => {
            add(form, a, terms, plus);
            add(form, b, terms, plus);
        }
        Op::Binary(BinOp::Sub, a, b) if terms.len() < MOST_TERMS && form.as_u32(b).is_some() => {
            add(form, a, terms, plus);
            *plus = plus.wrapping_sub(form.as_u32(b).unwrap_or(0));
        }
        _ => terms.push(value),
    }
}

/// The most values of a sum, so that it is not followed for ever.
const MOST_TERMS: usize = 4;
