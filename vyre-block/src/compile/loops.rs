//! Loops as ranges of positions: how long a value is wanted that a loop uses in every round.

/// Loops, nested in each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    /// The first and the last position of each loop, and the loop around it. A loop comes after those around it.
    loops: Vec<(usize, usize, Option<usize>)>,
    /// The loop that is entered and not left.
    open: Option<usize>,
    /// Where the innermost loop changes, and which it is from there on.
    changes: Vec<(usize, Option<usize>)>,
}

impl Loops {
    /// Begins a loop at a position.
    pub(super) fn enter(&mut self, at: usize) {
        self.loops.push((at, at, self.open));
        self.open = Some(self.loops.len() - 1);
        self.changes.push((at, self.open));
    }

    /// Ends the innermost loop, which has this position.
    pub(super) fn leave(&mut self, at: usize) {
        if let Some(this) = self.open {
            self.loops[this].1 = at;
            self.open = self.loops[this].2;
            self.changes.push((at + 1, self.open));
        }
    }

    /// Moves positions, in order.
    pub(super) fn map(&mut self, place: impl Fn(usize) -> usize) {
        for (start, end, _) in &mut self.loops {
            (*start, *end) = (place(*start), place(*end));
        }
        self.changes.iter_mut().for_each(|(at, _)| *at = place(*at));
    }

    /// The last position at which a value is wanted that is defined at one position and used last at another: the end of the
    /// outermost loop around the use that is not around the definition too.
    pub(super) fn extend(&self, defined: usize, used: usize) -> usize {
        let next = self.changes.partition_point(|(at, _)| *at <= used);
        let mut inner = next.checked_sub(1).and_then(|at| self.changes[at].1);
        let mut end = used;
        while let Some((start, last, around)) = inner.map(|at| self.loops[at])
            && !(start..=last).contains(&defined)
        {
            end = end.max(last);
            inner = around;
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::Loops;

    #[test]
    fn a_value_lives_to_the_end_of_loops_around_its_use_alone() {
        let mut loops = Loops::default();
        loops.enter(2);
        loops.enter(5);
        loops.leave(9);
        loops.enter(12);
        loops.leave(15);
        loops.leave(20);
        assert_eq!(loops.extend(1, 1), 1);
        assert_eq!(loops.extend(1, 3), 20);
        assert_eq!(loops.extend(1, 7), 20);
        assert_eq!(loops.extend(3, 7), 9);
        assert_eq!(loops.extend(6, 8), 8);
        assert_eq!(loops.extend(6, 13), 15);
        assert_eq!(loops.extend(3, 10), 10);
        assert_eq!(loops.extend(1, 22), 22);
    }
}
