//! Which invocations a block holds.

use super::execute::padded;
use super::lanes::LANES;
use std::sync::Arc;

/// Lanes in a row along x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The first lane, and how many there are.
    pub(super) first: usize,
    pub(super) len: usize,
    /// Where in its workgroup the first lane's invocation is.
    pub(super) at: [u32; 3],
}

impl Run {
    /// The lanes among the first so many, if there are any.
    #[inline(always)]
    pub(super) fn lanes(&self, seen: usize) -> Option<std::ops::Range<usize>> {
        (self.first < seen).then(|| self.first..seen.min(self.first + self.len))
    }
}

/// The invocations of one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) lanes: usize,
    pub(super) runs: Vec<Run>,
    /// The length of every run, or 0 if they differ.
    pub(super) row: usize,
    /// Whether the runs are one behind the other along y.
    pub(super) is_block: bool,
    /// The least and the greatest position along each axis.
    pub(super) least: [u32; 3],
    pub(super) most: [u32; 3],
}

impl Part {
    /// The invocations from `start`, x fastest, of a workgroup of this size.
    pub(super) fn new(size: [u32; 3], start: usize, lanes: usize) -> Part {
        let [x, y, _] = size.map(|extent| extent.max(1) as usize);
        let mut part =
            Part { lanes, runs: Vec::new(), row: 0, is_block: false, least: [u32::MAX; 3], most: [0; 3] };
        let mut next = start;
        while next < start + lanes {
            let at = [next % x, next / x % y, next / (x * y)].map(|position| position as u32);
            let len = (x - next % x).min(start + lanes - next);
            let end = [at[0] + len as u32 - 1, at[1], at[2]];
            for axis in 0..3 {
                part.least[axis] = part.least[axis].min(at[axis]);
                part.most[axis] = part.most[axis].max(end[axis]);
            }
            part.runs.push(Run { first: next - start, len, at });
            next += len;
        }
        let len = part.runs.first().map_or(0, |run| run.len);
        let is_next =
            |(at, run): (usize, &Run)| run.at == [part.least[0], part.least[1] + at as u32, part.least[2]];
        part.is_block = part.runs.iter().enumerate().all(is_next);
        part.row = if part.runs.iter().all(|run| run.len == len) { len } else { 0 };
        part
    }

    /// Of runs of one length, the first lanes, so many.
    pub(super) fn first(&self, lanes: usize) -> Part {
        let run = |(nth, run): (usize, &Run)| Run { first: nth * lanes, len: lanes, at: run.at };
        let [_, y, z] = self.most;
        Part {
            lanes: lanes * self.runs.len(),
            runs: self.runs.iter().enumerate().map(run).collect(),
            row: lanes,
            is_block: self.is_block,
            least: self.least,
            most: [self.least[0] + lanes as u32 - 1, y, z],
        }
    }
}

/// The blocks of a workgroup of so many invocations, about as large as each other: none has more than `most` lanes.
pub(super) fn parts(size: [u32; 3], most: usize) -> Vec<Arc<Part>> {
    let total: usize = size.iter().map(|extent| *extent as usize).product();
    let even = total.div_ceil(total.div_ceil(most).max(1));
    let lanes = if most.is_multiple_of(LANES) { padded(even) } else { most };
    (0..total)
        .step_by(lanes)
        .map(|start| Arc::new(Part::new(size, start, lanes.min(total - start))))
        .collect()
}
