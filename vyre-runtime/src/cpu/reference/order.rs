//! The orders in which the invocations of a launch run. [`Code::run_watched`] has the first of them; the others show whether results
//! depend on the order.

use super::execute::execute;
use super::inst::Inst;
use super::{Code, Watch};
use crate::Error;
use crate::binding::Binding;
use crate::cpu::memory::Memory;

/// An order that is not that of the ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// From the last workgroup and invocation to the first.
    Reversed,
    /// Workgroups, and their invocations in each phase, in an order from a seed.
    Shuffled(u64),
    /// Several workgroups at once, of which any invocation runs until the watcher lets it pause.
    Interleaved(u64),
}

/// The workgroups that are under way at once in an interleaved order.
const AT_ONCE: usize = 4;

/// Numbers from a seed, by SplitMix64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`, which is positive.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

/// A workgroup that is under way.
struct Group {
    id: [u32; 3],
    /// The registers of its invocations.
    files: Vec<u32>,
    /// Where each invocation goes on; nothing for one that has ended.
    positions: Vec<Option<usize>>,
    /// Which of them wait at a barrier or a collective.
    waiting: Vec<bool>,
    /// Its workgroup arrays while another workgroup runs, if several are under way.
    shared: Vec<Vec<u32>>,
}

impl Code {
    /// As [`run_watched`](Code::run_watched), in another order.
    pub(crate) fn run_in(
        &self,
        order: Order,
        groups: [u32; 3],
        bindings: &mut [Binding<'_>],
        watch: &mut impl Watch,
    ) -> Result<(), Error> {
        let lengths = self.lengths(bindings);
        let mut shared: Vec<_> = self.shared.iter().map(|words| vec![0; *words]).collect();
        let mut memory = self.memory(bindings, &mut shared)?;
        let mut ids = ids(groups);
        let mut random = match order {
            Order::Reversed => {
                ids.reverse();
                None
            }
            Order::Shuffled(seed) => {
                let mut random = Random(seed);
                random.shuffle(&mut ids);
                Some(random)
            }
            Order::Interleaved(seed) => {
                let mut random = Random(seed);
                random.shuffle(&mut ids);
                return self.interleave(ids, &lengths, &mut memory, &mut random, watch);
            }
        };
        let locals = self::ids(self.workgroup_size);
        let mut turns: Vec<usize> = (0..locals.len()).rev().collect();
        let mut group = self.group(&lengths)?;
        for id in ids {
            self.start(&mut group, id, &locals);
            memory.fill_shared(self.shared_word);
            watch.workgroup(id);
            while group.is_running() {
                if let Some(random) = &mut random {
                    random.shuffle(&mut turns);
                }
                for at in &turns {
                    self.advance(&mut group, *at, locals[*at], &mut memory, watch);
                }
                self.release(&mut group);
            }
        }
        Ok(())
    }

    /// Lets any invocation of some workgroups run for a time, then any other.
    fn interleave(
        &self,
        ids: Vec<[u32; 3]>,
        lengths: &[u32],
        memory: &mut Memory<'_>,
        random: &mut Random,
        watch: &mut impl Watch,
    ) -> Result<(), Error> {
        let locals = self::ids(self.workgroup_size);
        let mut ids = ids.into_iter();
        let (mut under_way, mut ended): (Vec<Group>, Option<Group>) = (Vec::new(), None);
        let mut ready = Vec::new();
        loop {
            while under_way.len() < AT_ONCE
                && let Some(id) = ids.next()
            {
                let mut group = ended.take().map_or_else(|| self.group(lengths), Ok)?;
                self.start(&mut group, id, &locals);
                group.shared = self.shared.iter().map(|words| vec![self.shared_word; *words]).collect();
                under_way.push(group);
            }
            if under_way.is_empty() {
                return Ok(());
            }
            let at = random.below(under_way.len());
            let group = &mut under_way[at];
            ready.clear();
            ready.extend((0..locals.len()).filter(|at| group.is_ready(*at)));
            if ready.is_empty() {
                self.release(group);
                if !group.is_running() {
                    ended = Some(under_way.swap_remove(at));
                }
                continue;
            }
            memory.swap_shared(&mut group.shared);
            watch.workgroup(group.id);
            // A few at a time: the workgroup's arrays are swapped in for them.
            for _ in 0..ready.len().min(8) {
                let at = ready[random.below(ready.len())];
                if group.is_ready(at) {
                    self.advance(group, at, locals[at], memory, watch);
                }
            }
            memory.swap_shared(&mut group.shared);
        }
    }

    /// Memory for a workgroup.
    fn group(&self, lengths: &[u32]) -> Result<Group, Error> {
        let count = self.invocations();
        let files = self.register_files(lengths, count)?;
        let (positions, waiting) = (vec![None; count], vec![false; count]);
        Ok(Group { id: [0; 3], files, positions, waiting, shared: Vec::new() })
    }

    /// Begins a workgroup.
    fn start(&self, group: &mut Group, id: [u32; 3], locals: &[[u32; 3]]) {
        for (local, registers) in locals.iter().zip(group.files.chunks_exact_mut(self.registers)) {
            self.begin(id, *local, registers);
        }
        group.id = id;
        group.positions.fill(Some(0));
        group.waiting.fill(false);
    }

    /// Runs an invocation until it waits, pauses or ends.
    fn advance(
        &self,
        group: &mut Group,
        at: usize,
        local: [u32; 3],
        memory: &mut Memory<'_>,
        watch: &mut impl Watch,
    ) {
        let Some(start) = group.positions[at].filter(|_| !group.waiting[at]) else { return };
        let registers = &mut group.files[at * self.registers..][..self.registers];
        watch.invocation(local);
        let position = execute(&self.insts, start, registers, memory, watch);
        group.waiting[at] = position.is_some() && !watch.has_paused();
        group.positions[at] = position;
    }

    /// Lets the invocations that wait go on, once all of them do.
    fn release(&self, group: &mut Group) {
        if (0..group.positions.len()).any(|at| group.is_ready(at)) {
            return;
        }
        let before = group.positions.iter().flatten().next().and_then(|position| position.checked_sub(1));
        if let Some(Inst::Collective { .. }) = before.and_then(|at| self.insts.get(at)) {
            self.collect(&group.positions, &mut group.files);
        }
        group.waiting.fill(false);
    }
}

impl Group {
    fn is_running(&self) -> bool {
        self.positions.iter().any(Option::is_some)
    }

    /// Whether an invocation can run.
    fn is_ready(&self, at: usize) -> bool {
        self.positions[at].is_some() && !self.waiting[at]
    }
}

/// Every id of a grid, with x fastest.
fn ids(grid: [u32; 3]) -> Vec<[u32; 3]> {
    let mut ids = Vec::new();
    super::for_each_id(grid, |id| ids.push(id));
    ids
}
