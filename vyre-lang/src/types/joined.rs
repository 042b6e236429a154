//! The arrays of whose slices one value may be any: what is known when the program runs is which part of all of them, one after the other, a slice is.

use std::collections::BTreeSet;

/// Sets of more than one array, by the numbers that the types of slices have for them.
#[derive(Default)]
pub(crate) struct Joined {
    sets: Vec<BTreeSet<u32>>,
    /// Arrays that are written through such slices.
    written: BTreeSet<u32>,
}

impl Joined {
    /// Makes the sets of two arrays one.
    pub(super) fn join(&mut self, one: u32, other: u32) {
        if one == other {
            return;
        }
        let is_met = |set: &BTreeSet<u32>| set.contains(&one) || set.contains(&other);
        let (met, mut sets): (Vec<_>, Vec<_>) = std::mem::take(&mut self.sets).into_iter().partition(is_met);
        sets.push(met.into_iter().flatten().chain([one, other]).collect());
        self.sets = sets;
    }

    /// Notes that slices of an array that are joined with others may be written to.
    pub(super) fn write(&mut self, array: u32) {
        self.written.insert(array);
    }

    pub(crate) fn is_written(&self, array: u32) -> bool {
        self.written.contains(&array)
    }

    /// The arrays in the set of one, which is among them.
    pub(crate) fn with(&self, array: u32) -> Vec<u32> {
        let found = self.sets.iter().find(|set| set.contains(&array));
        found.map_or_else(|| vec![array], |set| set.iter().copied().collect())
    }

    /// All sets of more than one.
    pub(crate) fn sets(&self) -> &[BTreeSet<u32>] {
        &self.sets
    }
}
