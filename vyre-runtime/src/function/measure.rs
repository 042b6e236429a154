//! Checks the limits of calls while a crate compiles. V017 and V019 apply across functions of several modules and
//! crates, but a macro sees only one function at a time. Each function therefore generates a `const fn` that measures
//! it by calling those of its callees, and an unnamed constant that panics if a limit is exceeded. All of this runs
//! in the compiler. It is `#[inline]`, so that it costs no machine code either.

use vyre_ir::rules::{DEFAULT_MAX_CALL_DEPTH, DEFAULT_MAX_NODE_COUNT};

/// The maximum number of functions and operations that are remembered. What is met again beyond that counts again.
const SLOTS: usize = 2048;
/// The maximum length of a chain that is followed. It is far beyond the limit, so that cycles are found. rustc
/// evaluates constants at most 128 calls deep.
const MAX_OPEN: usize = 100;

/// The number of a kernel, which no function calls.
pub const KERNEL: u64 = 1;

/// A number that identifies a function. Two functions that one macro generates differ only in their bodies. The
/// numbers of the functions of a file are in the order of their lines, so that the name of the crate does not
/// determine which function of a cycle reports it.
#[inline]
pub const fn id(module: &str, name: &str, line: u32, column: u32, body: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    hash = fnv(hash, module.as_bytes());
    hash = fnv(hash, b"::");
    hash = fnv(hash, name.as_bytes());
    hash = fnv(hash, &line.to_le_bytes());
    hash = fnv(hash, &column.to_le_bytes());
    hash = fnv(hash, &body.to_le_bytes());
    // It is never 0, which means no function, nor `KERNEL`.
    let line = if line < 0xffff { line as u64 + 1 } else { 0xffff };
    line << 48 | hash >> 16
}

/// Continues an FNV-1a hash with more bytes.
#[inline]
const fn fnv(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// What is known about a function that has been measured.
#[derive(Clone, Copy)]
struct Summary {
    /// The length of the longest chain of calls that begins with a call of it.
    depth: usize,
}

const NOTHING: Summary = Summary { depth: 0 };

/// A measurement of one kernel or function, the root.
pub struct Measure {
    ids: [u64; SLOTS],
    known: [Summary; SLOTS],
    count: usize,
    /// The functions that are being measured, the root first, with their results so far.
    open_ids: [u64; MAX_OPEN],
    open: [Summary; MAX_OPEN],
    depth: usize,
    /// The function that was measured last.
    last: Summary,
    /// The number of the root's callees that have been measured.
    callees: usize,
    /// The statements and expressions of what has been measured, each counted once.
    size: u64,
    /// Whether a callee exceeds the limit on depth itself, which is reported there.
    is_blamed: bool,
    /// Whether a chain was too long to follow to its end.
    is_cut: bool,
    /// Whether the chain that is the problem is too long for a kernel too.
    is_beyond: bool,
    problem: Option<CallProblem>,
}

/// The problem of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallProblem {
    /// The callee with this number calls the root, directly or indirectly.
    Recursion(usize),
    /// The chain of calls through the callee with this number is too long.
    Depth(usize),
    /// The expansion of all calls is too large.
    Size,
}

impl Default for Measure {
    fn default() -> Measure {
        Measure::new()
    }
}

impl Measure {
    /// Nothing measured yet.
    #[inline]
    pub const fn new() -> Measure {
        Measure {
            ids: [0; SLOTS],
            known: [NOTHING; SLOTS],
            count: 0,
            open_ids: [0; MAX_OPEN],
            open: [NOTHING; MAX_OPEN],
            depth: 0,
            last: NOTHING,
            callees: 0,
            size: 0,
            is_blamed: false,
            is_cut: false,
            is_beyond: false,
            problem: None,
        }
    }

    /// Begins to measure a function. Returns whether the caller must measure and count the callees and then call
    /// [`leave`](Self::leave).
    #[inline]
    pub const fn enter(&mut self, id: u64) -> bool {
        let slot = self.slot(id);
        if self.ids[slot] == id {
            self.last = self.known[slot];
            return false;
        }
        let mut at = 0;
        while at < self.depth {
            if self.open_ids[at] == id {
                self.cycle(at);
                self.last = Summary { depth: 1 };
                return false;
            }
            at += 1;
        }
        if self.depth == MAX_OPEN {
            self.last = Summary { depth: MAX_OPEN };
            self.is_cut = true;
            return false;
        }
        self.open_ids[self.depth] = id;
        self.open[self.depth] = NOTHING;
        self.depth += 1;
        true
    }

    /// Records a cycle, which consists of the open functions from a position on. The function of the cycle with the
    /// smallest number reports it.
    #[inline]
    const fn cycle(&mut self, from: usize) {
        let mut at = 1;
        while at < self.depth {
            if from > 0 || self.open_ids[at] < self.open_ids[0] {
                self.is_blamed = true;
                return;
            }
            at += 1;
        }
        if self.depth > 0 {
            self.problem = Some(CallProblem::Recursion(self.callees));
        }
    }

    /// Notes that the function that is open calls the one that was measured last, through as many functions inside it as `level`
    /// says.
    #[inline]
    pub const fn call(&mut self, level: usize) {
        let last = self.last;
        let depth = last.depth + level;
        let Some(at) = self.depth.checked_sub(1) else { return };
        let open = &mut self.open[at];
        if depth > open.depth {
            open.depth = depth;
        }
        if at == 0 {
            if last.depth > DEFAULT_MAX_CALL_DEPTH {
                self.is_blamed = true;
            } else if depth >= DEFAULT_MAX_CALL_DEPTH {
                self.chain(depth > DEFAULT_MAX_CALL_DEPTH);
            }
            self.callees += 1;
        }
    }

    /// A chain of calls through the root's current callee that is as long as it may be, or longer. A kernel may go so far; a function
    /// adds its own call.
    #[inline]
    const fn chain(&mut self, is_beyond: bool) {
        let is_worse = match self.problem {
            None => true,
            Some(CallProblem::Depth(_)) => is_beyond && !self.is_beyond,
            Some(_) => false,
        };
        if is_worse {
            self.problem = Some(CallProblem::Depth(self.callees));
            self.is_beyond = is_beyond;
        }
    }

    /// Counts operations of the library, each with its number and its size, unless they have been counted.
    #[inline]
    pub const fn library(&mut self, operations: &[(u64, u64)]) {
        let mut at = 0;
        while at < operations.len() {
            let (id, size) = operations[at];
            let slot = self.slot(id);
            if self.ids[slot] != id {
                self.remember(id, NOTHING);
                self.size = self.size.saturating_add(size);
            }
            at += 1;
        }
    }

    /// Remembers what has been measured, as long as there is room.
    #[inline]
    const fn remember(&mut self, id: u64, summary: Summary) {
        if self.count < SLOTS - 1 {
            let slot = self.slot(id);
            self.ids[slot] = id;
            self.known[slot] = summary;
            self.count += 1;
        }
    }

    /// Ends with the function that is open. `size` is its own, and `depth` the longest chain of calls that it begins, of functions
    /// inside it and of the operation library.
    #[inline]
    pub const fn leave(&mut self, size: u64, depth: usize) {
        let Some(at) = self.depth.checked_sub(1) else { return };
        self.depth = at;
        let open = self.open[at];
        let deepest = if open.depth > depth { open.depth } else { depth };
        self.last = Summary { depth: deepest + 1 };
        self.size = self.size.saturating_add(size);
        self.remember(self.open_ids[at], self.last);
    }

    /// Whether what has been measured is larger than a program may be.
    #[inline]
    pub const fn is_too_large(&self) -> bool {
        self.size > DEFAULT_MAX_NODE_COUNT as u64
    }

    /// The problem of the root after it has been left, unless a callee causes it: a size that a callee has too is for the caller to
    /// leave out.
    #[inline]
    pub const fn problem(&self, is_kernel: bool) -> Option<CallProblem> {
        match self.problem {
            // The end of the chain is unknown, so it is possible that no other function reports it.
            None if self.is_cut => return Some(CallProblem::Depth(0)),
            Some(CallProblem::Depth(_)) if is_kernel && !self.is_beyond => {}
            Some(problem) => return Some(problem),
            None => {}
        }
        if self.is_too_large() && !self.is_blamed { Some(CallProblem::Size) } else { None }
    }

    /// The slot of a function, or the free slot for it.
    #[inline]
    const fn slot(&self, id: u64) -> usize {
        let mut slot = (id % SLOTS as u64) as usize;
        while self.ids[slot] != 0 && self.ids[slot] != id {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function with a number, a size, and the functions that it calls.
    struct Sample(u64, u64, &'static [usize]);

    fn measure(samples: &[Sample], root: usize, measure: &mut Measure) {
        let Sample(id, size, callees) = &samples[root];
        if measure.enter(*id) {
            for callee in *callees {
                self::measure(samples, *callee, measure);
                measure.call(0);
            }
            measure.leave(*size, 0);
        }
    }

    fn problem(samples: &[Sample], root: usize, is_kernel: bool) -> Option<CallProblem> {
        let mut new = Measure::new();
        measure(samples, root, &mut new);
        new.problem(is_kernel)
    }

    #[test]
    fn one_function_of_a_cycle_reports_it() {
        let samples = [Sample(30, 1, &[1]), Sample(10, 1, &[2]), Sample(20, 1, &[0]), Sample(5, 1, &[0])];
        assert_eq!(problem(&samples, 0, false), None);
        assert_eq!(problem(&samples, 1, false), Some(CallProblem::Recursion(0)));
        assert_eq!(problem(&samples, 2, false), None);
        // It calls a function of the cycle, but is not in the cycle.
        assert_eq!(problem(&samples, 3, true), None);
    }

    #[test]
    fn a_function_of_two_cycles_reports_the_one_that_is_its_own() {
        let samples = [Sample(10, 1, &[1, 2]), Sample(5, 1, &[0]), Sample(20, 1, &[0])];
        assert_eq!(problem(&samples, 0, false), Some(CallProblem::Recursion(1)));
        assert_eq!(problem(&samples, 1, false), Some(CallProblem::Recursion(0)));
    }

    #[test]
    fn the_first_function_past_the_depth_reports_it() {
        const NEXT: [[usize; 1]; 40] = {
            let mut next = [[0]; 40];
            let mut at = 0;
            while at < 40 {
                next[at] = [at + 1];
                at += 1;
            }
            next
        };
        let chain = (0..40).map(|at| Sample(at as u64 + 1, 1, if at < 39 { &NEXT[at] } else { &[] }));
        let chain: Vec<Sample> = chain.collect();
        // The last one has depth 1, number 8 has depth 32.
        for (root, function, kernel) in [
            (9, None, None),
            (8, None, None),
            (7, Some(CallProblem::Depth(0)), None),
            (6, None, None),
            (0, None, None),
        ] {
            assert_eq!(problem(&chain, root, false), function, "{root}");
            assert_eq!(problem(&chain, root, true), kernel, "{root}");
        }
    }

    #[test]
    fn functions_inside_count_as_levels() {
        // A callee whose calls are so deep already, called at so many levels.
        let problem = |calls: &[(usize, usize)], is_kernel| {
            let mut measure = Measure::new();
            assert!(measure.enter(2));
            for (at, (depth, level)) in calls.iter().enumerate() {
                assert!(measure.enter(at as u64 + 3));
                measure.leave(1, depth - 1);
                measure.call(*level);
            }
            measure.leave(1, 0);
            measure.problem(is_kernel)
        };
        for (calls, function, kernel) in [
            (&[(31, 0)][..], None, None),
            (&[(30, 1)], None, None),
            (&[(30, 2)], Some(CallProblem::Depth(0)), None),
            (&[(30, 3)], Some(CallProblem::Depth(0)), Some(CallProblem::Depth(0))),
            (&[(32, 0), (2, 30), (2, 31), (3, 31)], Some(CallProblem::Depth(2)), Some(CallProblem::Depth(2))),
            // The callee is too deep itself.
            (&[(33, 5)], None, None),
        ] {
            assert_eq!(problem(calls, false), function, "{calls:?}");
            assert_eq!(problem(calls, true), kernel, "{calls:?}");
        }
    }

    #[test]
    fn long_cycles_and_chains_beyond_measure_are_errors() {
        const NEXT: [[usize; 1]; 150] = {
            let mut next = [[0]; 150];
            let mut at = 0;
            while at < 150 {
                next[at] = [(at + 1) % 150];
                at += 1;
            }
            next
        };
        let cycle = |length: usize| -> Vec<Sample> {
            let callees = |at: usize| if at + 1 == length { &NEXT[149] } else { &NEXT[at] };
            (0..length).map(|at| Sample(at as u64 + 1, 1, callees(at))).collect()
        };
        // Each function calls the next one, and the last one the first.
        assert_eq!(problem(&cycle(60), 0, false), Some(CallProblem::Recursion(0)));
        assert_eq!(problem(&cycle(60), 30, false), None);
        assert_eq!(problem(&cycle(150), 0, false), Some(CallProblem::Depth(0)));
        assert_eq!(problem(&cycle(150), 70, true), Some(CallProblem::Depth(0)));
    }

    #[test]
    fn every_size_counts_once() {
        // Each function calls the one below it twice, and the lowest one has nearly all of the size.
        const TWICE: [[usize; 2]; 18] = {
            let mut twice = [[0; 2]; 18];
            let mut at = 1;
            while at < 18 {
                twice[at] = [at - 1; 2];
                at += 1;
            }
            twice
        };
        let samples = |lowest: u64| -> [Sample; 18] {
            std::array::from_fn(|at| {
                let size = if at == 0 { lowest } else { 1 };
                Sample(at as u64 + 1, size, if at == 0 { &[] } else { &TWICE[at] })
            })
        };
        // With the 17 others 100,000, which is the limit, and one more.
        assert_eq!(problem(&samples(99_983), 17, true), None);
        assert_eq!(problem(&samples(99_984), 17, true), Some(CallProblem::Size));
        assert_eq!(problem(&samples(99_984), 16, true), None);
    }

    #[test]
    fn every_operation_of_the_library_counts_once() {
        let mut measure = Measure::new();
        assert!(measure.enter(2));
        measure.library(&[(7, 60_000), (8, 39_999)]);
        assert!(measure.enter(3));
        measure.library(&[(7, 60_000)]);
        measure.leave(0, 0);
        measure.call(0);
        measure.leave(1, 0);
        assert_eq!(measure.problem(true), None);
        measure.library(&[(9, 1)]);
        assert_eq!(measure.problem(true), Some(CallProblem::Size));
    }
}
