//! Launches: workgroups are spread over threads, and each runs block by block.

use super::compile::FIRST;
use super::execute::{Block, Exit, Memory};
use super::grid::{Part, parts};
use super::limit::Limit;
use super::memory::{Sums, View, bounds, views};
use super::pool::Pool;
use super::{Code, execute};
use crate::memory::room;
use crate::{Binding, Error};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How a program is launched.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// Workgroups along x, y and z.
    pub groups: [u32; 3],
    /// The most threads.
    pub threads: usize,
    /// The fewest invocations that are worth a thread, which also takes so many at a time, or one workgroup.
    pub per_thread: u64,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Set to stop it from another thread.
    pub stop: &'a AtomicBool,
}

impl<'a> Launch<'a> {
    /// A launch as a device makes it.
    pub fn new(groups: [u32; 3], threads: usize, stop: &'a AtomicBool) -> Launch<'a> {
        Launch { groups, threads, per_thread: PER_THREAD, timeout: None, stop }
    }
}

/// The fewest invocations that are worth a thread: waking one takes some microseconds.
const PER_THREAD: u64 = 8192;

/// How many threads' blocks a program keeps for its next launches, and how large they may be.
const KEPT: usize = 16;
const KEPT_BYTES: usize = 1 << 20;

/// The units that each thread should get, and the lanes and the rows of a unit below which it is not made smaller for that.
const UNITS: u64 = 4;
const LEAST_PART: usize = 4096;
const LEAST_ROWS: usize = 4;

/// The threads of this process that run launches.
fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(Pool::new)
}

/// What is executed at once: workgroups, one or several along x, or in a flat grid blocks, whatever workgroups their invocations belong to.
#[derive(Clone, Copy)]
pub(super) struct Units {
    /// Along each axis, and all of them.
    counts: [u64; 3],
    total: u64,
    /// The invocations of one along each axis.
    size: [u32; 3],
    /// In a flat grid, the invocations along each axis.
    flat: Option<[u64; 3]>,
    /// Where a unit is several workgroups along x, how many there are in all.
    row: Option<u64>,
}

impl Units {
    fn invocations(&self) -> u64 {
        self.size.iter().map(|extent| u64::from(*extent)).product()
    }

    /// The position of a unit.
    fn at(&self, unit: u64) -> [u64; 3] {
        let [x, y, _] = self.counts;
        let row = unit / x;
        [unit % x, row % y, row / y]
    }
}

impl Code {
    /// Runs a launch. The bindings are those of `Program::bound_buffers`, in that order, of the declared types and lengths.
    ///
    /// # Errors
    /// If a binding does not fit its declaration, there is no memory for a workgroup, or the time is used up.
    pub fn run(&self, launch: Launch<'_>, bindings: &mut [Binding<'_>]) -> Result<(), Error> {
        let expected = self.buffers.iter().filter(|decl| decl.access.is_bound()).count();
        if bindings.len() != expected {
            return Err(Error::BufferCount { expected, got: bindings.len() });
        }
        let most = if self.is_alone { 1 } else { launch.threads };
        let units = self.units(launch.groups, most);
        let decls = || self.buffers.iter().filter(|decl| decl.access.is_bound());
        let lengths: Vec<u32> = (decls().zip(&*bindings))
            .map(|(decl, binding)| u32::try_from(binding.words() / decl.element.lanes()).unwrap_or(u32::MAX))
            .collect();
        let worth = units.total.saturating_mul(units.invocations()) / launch.per_thread.max(1);
        let threads = (most as u64).min(units.total).min(worth.max(1)).max(1);
        let start = Instant::now();
        let deadline = launch.timeout.and_then(|timeout| start.checked_add(timeout));
        let is_stopped = launch.stop;
        let next = AtomicU64::new(0);
        let turn = if threads == 1 { units.total } else { launch.per_thread / units.invocations().max(1) };
        let work = |bound: &[View<'_>]| {
            let limit = Limit::new(deadline, is_stopped);
            self.share(&units, bound, &lengths, (&next, turn.max(1)), &limit)
        };
        let result = if threads == 1 {
            work(&views(decls(), bindings)?)
        } else {
            let bounds = bounds(decls(), bindings)?;
            let failed = Mutex::new(Ok(()));
            let invocations = (units.total.saturating_mul(units.invocations()) / threads) as usize;
            pool().together(threads as usize - 1, &|| {
                let is_summed = |at: usize| self.sums[at] && bounds[at].len() <= invocations;
                let mut sums: Vec<Option<Sums<'_>>> = (bounds.iter().enumerate())
                    .map(|(at, bound)| if is_summed(at) { Sums::of(*bound) } else { None })
                    .collect();
                let views = sums.iter_mut().zip(&bounds);
                let bound: Vec<View<'_>> =
                    views.map(|(sums, bound)| sums.as_mut().map_or(bound.view(), Sums::view)).collect();
                let ended = work(&bound);
                drop(bound);
                sums.into_iter().flatten().for_each(Sums::add);
                if let Err(error) = ended {
                    is_stopped.store(true, Ordering::Relaxed);
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                }
            });
            failed.into_inner().unwrap_or_else(PoisonError::into_inner)
        };
        result?;
        if is_stopped.load(Ordering::Relaxed) {
            return Err(Error::Timeout { waited: launch.timeout.unwrap_or_else(|| start.elapsed()) });
        }
        Ok(())
    }

    /// What a launch on so many threads is divided into.
    pub(super) fn units(&self, groups: [u32; 3], threads: usize) -> Units {
        // The device bounds the invocations along an axis.
        let extent = [0, 1, 2].map(|axis| u64::from(groups[axis]) * u64::from(self.workgroup_size[axis]));
        let groups = groups.map(u64::from);
        // Each thread gets several units of a small launch too.
        let part = |all: [u64; 3], least: usize, most: usize| {
            let all = all.into_iter().fold(1, u64::saturating_mul) / (UNITS * threads.max(1) as u64);
            usize::try_from(all).unwrap_or(most).clamp(least.min(most), most)
        };
        let (counts, size, flat, row) = if self.compiled.is_flat {
            let size = tile(extent, self.workgroup_size, part(extent, LEAST_PART, self.block));
            ([0, 1, 2].map(|axis| extent[axis].div_ceil(size[axis].into())), size, Some(extent), None)
        } else if self.rows > 1 {
            let [x, y, z] = groups;
            let rows = x.clamp(1, part(groups, LEAST_ROWS, self.rows) as u64);
            ([x.div_ceil(rows), y, z], [self.workgroup_size[0], rows as u32, 1], None, Some(x))
        } else {
            (groups, self.workgroup_size, None, None)
        };
        let total = counts.into_iter().fold(1, u64::saturating_mul);
        Units { counts, total, size, flat, row }
    }

    /// Takes units and executes them until there are none, or the launch is stopped.
    pub(super) fn share(
        &self,
        units: &Units,
        bound: &[View<'_>],
        lengths: &[u32],
        (next, turn): (&AtomicU64, u64),
        limit: &Limit<'_>,
    ) -> Result<(), Error> {
        let array = |words: &usize| {
            let words = words * if units.row.is_some() { units.size[1] as usize } else { 1 };
            let mut array = room(words)?;
            array.resize(words, 0);
            Ok(array)
        };
        let mut arrays: Vec<Vec<u32>> = self.shared.iter().map(array).collect::<Result<_, Error>>()?;
        let shared =
            arrays.iter_mut().map(|array| Cell::from_mut(&mut array[..]).as_slice_of_cells()).collect();
        let memory = Memory { bound, shared };
        let parts = if units.flat.is_some() || units.row.is_some() {
            vec![Arc::new(Part::new(units.size, 0, units.invocations() as usize))]
        } else {
            parts(self.workgroup_size, self.block)
        };
        let mut blocks = Vec::new();
        let mut is_running = true;
        while is_running {
            let start = next.fetch_add(turn, Ordering::Relaxed);
            if start >= units.total {
                break;
            }
            if blocks.is_empty() {
                blocks = self.blocks(&parts, lengths)?;
            }
            is_running = (start..units.total.min(start + turn)).all(|unit| {
                !limit.is_reached() && self.unit(units, unit, &parts, &mut blocks, &memory, limit)
            });
        }
        self.give_back(blocks);
        Ok(())
    }

    /// Keeps blocks for the next launch, if they are small.
    fn give_back(&self, blocks: Vec<Block>) {
        let bytes: usize = blocks.iter().map(Block::size).sum();
        if !blocks.is_empty() && bytes <= KEPT_BYTES {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < KEPT {
                idle.push(blocks);
            }
        }
    }

    /// The blocks that are under way at one time.
    pub(super) fn blocks(&self, parts: &[Arc<Part>], lengths: &[u32]) -> Result<Vec<Block>, Error> {
        let count = if self.compiled.has_barriers { parts.len() } else { 1 };
        let lanes = parts.iter().map(|part| part.lanes).max().unwrap_or(1);
        let width = execute::padded(lanes);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle.iter().position(|blocks| blocks[0].width == width).map(|at| idle.swap_remove(at));
        drop(idle);
        if let Some(mut blocks) = kept {
            blocks.iter_mut().for_each(|block| block.set_lengths(lengths));
            return Ok(blocks);
        }
        let block = || {
            let mut block = Block::new(&self.compiled, self.set.kernels(), width, self.private)?;
            block.is_alone = parts.len() == 1;
            block.set_lengths(lengths);
            Ok(block)
        };
        (0..count).map(|_| block()).collect()
    }

    /// Executes a unit. Says whether the launch goes on.
    fn unit(
        &self,
        units: &Units,
        unit: u64,
        parts: &[Arc<Part>],
        blocks: &mut [Block],
        memory: &Memory<'_>,
        limit: &Limit<'_>,
    ) -> bool {
        let at = units.at(unit);
        if let Some(extent) = units.flat {
            let first = [0, 1, 2].map(|axis| at[axis] * u64::from(units.size[axis]));
            let size = [0, 1, 2].map(|axis| (extent[axis] - first[axis]).min(units.size[axis].into()) as u32);
            let first = first.map(|id| id as u32);
            let block = &mut blocks[0];
            // Along an axis on which workgroups are one invocation long these are the ids of workgroups too.
            if size == units.size {
                block.start(first, first, &parts[0]);
            } else {
                let lanes = size.iter().map(|extent| *extent as usize).product();
                block.start(first, first, &Arc::new(Part::new(size, 0, lanes)));
            }
            return block.run(&self.compiled.insts, memory, limit) == Exit::Done;
        }
        let group = at.map(|id| id as u32);
        if self.needs_zeros {
            memory.shared.iter().for_each(|array| array.iter().for_each(|word| word.set(0)));
        }
        if let Some(groups) = units.row {
            let [x, rows, _] = units.size;
            let first = at[0] * u64::from(rows);
            let left = (groups - first).min(rows.into()) as u32;
            let block = &mut blocks[0];
            if left == rows {
                block.start([first as u32, group[1], group[2]], [0; 3], &parts[0]);
            } else {
                let part = Part::new([x, left, 1], 0, (x * left) as usize);
                block.start([first as u32, group[1], group[2]], [0; 3], &Arc::new(part));
            }
            return block.run(&self.compiled.insts, memory, limit) == Exit::Done;
        }
        if !self.compiled.has_barriers {
            return parts.iter().all(|part| {
                blocks[0].start(group, [0; 3], part);
                blocks[0].run(&self.compiled.insts, memory, limit) == Exit::Done
            });
        }
        for (block, part) in blocks.iter_mut().zip(parts) {
            block.start(group, [0; 3], part);
        }
        let mut running = vec![true; blocks.len()];
        while running.contains(&true) {
            let mut collective = None;
            for (block, running) in blocks.iter_mut().zip(&mut running).filter(|(_, running)| **running) {
                match block.run(&self.compiled.insts, memory, limit) {
                    Exit::Barrier => {}
                    Exit::Collective => collective = self.compiled.insts.get(block.at - 1),
                    Exit::Done => *running = false,
                    Exit::Stopped => return false,
                }
            }
            if let Some(inst) = collective {
                execute::collect(blocks, inst);
            }
        }
        true
    }
}

/// The invocations of a block of a flat grid along each axis: workgroups, as many as fit, or a part of one. A small launch needs no
/// more registers than it has invocations.
fn tile(extent: [u64; 3], size: [u32; 3], most: usize) -> [u32; 3] {
    let mut tile = [1; 3];
    let mut room = most.max(1) as u64;
    for axis in 0..3 {
        tile[axis] = u64::from(size[axis]).min(room);
        room /= tile[axis];
    }
    for axis in 0..3 {
        // The code takes for granted that invocations of a block agree on ids that those of a workgroup agree on, but for x.
        if axis == 0 || size[axis] > 1 {
            let more = room.min(extent[axis].div_ceil(tile[axis])).max(1);
            tile[axis] *= more;
            room /= more;
        }
    }
    tile.map(|extent| extent as u32)
}

const _: () = assert!(FIRST == 3, "the ids of the workgroup come first");
