//! Ends of chains as plain loops over words, for the CPU device: what a Rust programmer would write, in a part of the items for each thread.
//!
//! Its engine computes what functions make of items, a block at a time, so that blocks stay in a core's cache. Items are integers of a word or less.

use crate::chain::{Plan, Stage};
use crate::ends::store_items;
use crate::program::{Builder, GROUP, Wide};
use crate::reduce::{Join, is_float};
use crate::scan::Form;
use crate::value::{Arithmetic, Layout, Value};
use std::ops::Range;
use std::sync::Mutex;
use vyre_runtime::algorithm::{Stored, in_parts, words};
use vyre_runtime::ir::{BinOp, Expr, Node};
use vyre_runtime::{DeviceKind, Error, Leaf};

/// The items that a core's part of a block has: half a mebibyte, with what says which are left a mebibyte.
const BLOCK: usize = 1 << 17;

/// The leaf of items that are integers of a word or less, on the CPU device.
fn leaf_of(plan: &Plan) -> Option<Leaf> {
    match plan.leaves[..] {
        [leaf] if plan.device.info().kind() == DeviceKind::Cpu => {
            (leaf.words() == 1 && !is_float(leaf)).then_some(leaf)
        }
        _ => None,
    }
}

/// Whether elements of a buffer are its words.
fn is_words(layout: &Layout) -> bool {
    matches!(layout.leaves()[..], [leaf] if leaf.bytes() == 4) && layout.words(1) == 1
}

/// The buffer whose words are the items, if they are those of one.
fn words_of(plan: &Plan) -> Option<&Stored> {
    match &plan.stage {
        Stage::Buffer { stored, layout } | Stage::Wide { stored, layout } if is_words(layout) => Some(stored),
        _ => None,
    }
}

/// A range as parts of nearly the same size, at most one for each thread.
fn parts(len: usize, threads: usize) -> (usize, usize) {
    let each = len.div_ceil(threads.max(1)).max(1 << 14);
    (each, len.div_ceil(each))
}

/// What a function makes of each part of a range, in order.
fn each_range<R: Send>(len: usize, threads: usize, make: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    let (each, count) = parts(len, threads);
    let made: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::default()).collect();
    in_parts(threads, count, &|part| {
        *unpoisoned(&made[part]) = Some(make(part * each..len.min((part + 1) * each)));
    });
    made.into_iter().filter_map(|made| made.into_inner().ok().flatten()).collect()
}

/// The same of some words.
fn each_part<R: Send>(words: &[u32], threads: usize, make: impl Fn(&[u32]) -> R + Sync) -> Vec<R> {
    each_range(words.len(), threads, |range| make(&words[range]))
}

fn unpoisoned<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The items of a chain, block after block, as words in memory that the next block has again.
struct Blocks<'p> {
    plan: &'p Plan,
    /// The words of items, and of a filtered chain behind them whether there is one.
    scratch: Wide,
    /// The items of a block.
    len: usize,
    /// The word of an item that a filter leaves out.
    none: u32,
}

impl<'p> Blocks<'p> {
    fn new(plan: &'p Plan, none: u32) -> Result<Blocks<'p>, Error> {
        let len = BLOCK.saturating_mul(plan.device.threads()).min(plan.len as usize);
        let scratch = Wide::new(&plan.device, &[Leaf::U32], if plan.is_filtered { 2 * len } else { len })?;
        Ok(Blocks { plan, scratch, len, none })
    }

    /// Calls a function with the items of each block, and whether there is one at each place.
    fn each(&self, mut take: impl FnMut(&[u32], &[u32]) -> Result<(), Error>) -> Result<(), Error> {
        for first in (0..self.plan.len as usize).step_by(self.len.max(1)) {
            let count = self.len.min(self.plan.len as usize - first);
            self.compute(first as u32, count as u32)?;
            let taken = self.scratch.stored.with_words(|words| {
                let (items, is_there) = words.split_at(self.len.min(words.len()));
                take(&items[..count], &is_there[..count.min(is_there.len())])
            });
            taken.unwrap_or(Ok(()))?;
        }
        Ok(())
    }

    fn compute(&self, first: u32, count: u32) -> Result<(), Error> {
        let (plan, mut b) = (self.plan, Builder::new());
        let [first, count_here, len, none] =
            [first, count, self.len as u32, self.none].map(|word| b.param(word));
        b.sample(|b, at| plan.stage.emit(b, at).parts);
        let name = b.output(&self.scratch.stored);
        let known = ("vyre::par::block", &[u32::from(plan.is_filtered)][..]);
        b.launch_known(&plan.device, known, count.div_ceil(GROUP), |b| {
            let at = b.each_of(count_here);
            let index = b.bind(at.clone() + first);
            if !plan.is_filtered {
                let item = plan.stage.emit(b, &index);
                return self.scratch.layout.store(b, &name, &at, &word(item));
            }
            let (kept, is_there) = (b.variable(none), b.variable(Expr::u32(0)));
            let depth = b.depth();
            let item = word(plan.stage.emit(b, &index));
            b.assign(&kept, item.parts[0].clone());
            b.assign(&is_there, Expr::u32(1));
            b.close_to(depth);
            b.push(Node::store(name.clone(), at.clone(), Expr::var(kept)));
            b.push(Node::store(name, at + len, Expr::var(is_there)));
        })
    }
}

/// A value of one leaf as its word.
fn word(value: Value) -> Value {
    let words = value.leaves.iter().zip(&value.parts);
    let mut words = words.flat_map(|(leaf, part)| crate::value::to_words(*leaf, part));
    Value::u32(words.next().unwrap_or(Expr::u32(0)))
}

/// The word that the elements of a buffer come to, of which there is one at least.
pub(crate) fn folded(plan: &Plan, join: &Join) -> Result<Option<Vec<u32>>, Error> {
    let (Some(leaf), Join::Arithmetic(op)) = (leaf_of(plan), join) else { return Ok(None) };
    let Some(stored) = words_of(plan).filter(|_| plan.len > 0) else { return Ok(None) };
    let (threads, folded) =
        (plan.device.threads(), |all: &[u32]| words::folded(all, op.on_words(), leaf == Leaf::I32));
    stored.settle()?;
    let parts = stored.with_words(|words| each_part(&words[..plan.len as usize], threads, folded));
    let parts: Option<Vec<u32>> = parts.and_then(|parts| parts.into_iter().collect());
    Ok(parts.and_then(|parts| folded(&parts)).map(|all| vec![all]))
}

/// Stores the sums of integers of a word up to each; says whether it has.
pub(crate) fn scan(
    plan: &Plan,
    join: &Join,
    form: Form<'_>,
    (out, layout): (&Stored, &Layout),
) -> Result<bool, Error> {
    let is_sum = matches!(join, Join::Arithmetic(Arithmetic::Add));
    if !is_sum || leaf_of(plan).is_none() || plan.is_filtered || !is_words(layout) || plan.len == 0 {
        return Ok(false);
    }
    let (len, threads) = (plan.len as usize, plan.device.threads());
    let first = form.identity().and_then(|identity| identity.first()).copied().unwrap_or(0);
    // The sums go to a new buffer, which nobody else has locked.
    let scan = |words: Option<&[u32]>| out.with_words_mut(|sums| sum_up(words, sums, (first, form), threads));
    match words_of(plan) {
        Some(stored) => stored.with_words(|words| scan(Some(&words[..len]))),
        None => {
            store_items(plan, (out, layout))?;
            Some(scan(None))
        }
    };
    Ok(true)
}

/// Makes sums of words, which are somewhere else or where the sums go.
fn sum_up(words: Option<&[u32]>, sums: &mut [u32], (first, form): (u32, Form<'_>), threads: usize) {
    let (sums, last) = match form {
        Form::Both(_) => sums.split_at_mut(sums.len().saturating_sub(1)),
        Form::Inclusive | Form::Exclusive(_) => (sums, &mut [][..]),
    };
    let (each, count) = parts(sums.len(), threads);
    // One part needs no sum of those before it.
    let total = |words: &[u32]| words::folded(words, BinOp::Add, false).unwrap_or(0);
    let totals = if count == 1 { Vec::new() } else { each_part(words.unwrap_or(sums), threads, total) };
    let starts = totals.iter().scan(first, |sum, total| {
        let start = *sum;
        *sum = sum.wrapping_add(*total);
        Some(start)
    });
    let starts = if count == 1 { vec![first] } else { starts.collect() };
    let parts: Vec<_> = (sums.chunks_mut(each).zip(starts))
        .enumerate()
        .map(|(part, (sums, start))| Mutex::new((words.map(|words| &words[part * each..]), sums, start)))
        .collect();
    in_parts(threads, count, &|part| {
        let (words, sums, sum) = &mut *unpoisoned(&parts[part]);
        *sum = words::sum_up(*words, sums, *sum, matches!(form, Form::Inclusive));
    });
    let total = parts.last().map_or(first, |part| unpoisoned(part).2);
    last.fill(total);
}

/// Counts items by the bins that they are; says whether it has.
pub(crate) fn histogram(plan: &Plan, counts: &Stored) -> Result<bool, Error> {
    // Each block has a table of its own, which should not be more than the block.
    if leaf_of(plan).is_none() || counts.len() > BLOCK {
        return Ok(false);
    }
    let (threads, bins) = (plan.device.threads(), counts.len());
    let add = |tables: Vec<Vec<u32>>| {
        counts.with_words_mut(|counts| {
            for table in tables {
                counts.iter_mut().zip(table).for_each(|(count, more)| *count = count.wrapping_add(more));
            }
        });
    };
    let bytes = match &plan.stage {
        Stage::Buffer { stored, layout } if layout.leaves() == [Leaf::U8] && layout.is_bytes() => {
            Some(stored)
        }
        _ => None,
    };
    let tables = |words: &[u32]| each_part(words, threads, |words| words::counted(words, bins));
    if let Some(stored) = words_of(plan) {
        stored.with_words(|words| add(tables(&words[..plan.len as usize])));
    } else if let Some(stored) = bytes {
        stored.with_words(|words| {
            let (whole, rest) = words.split_at(plan.len as usize / 4);
            add(each_part(whole, threads, |words| words::counted_bytes(words, bins)));
            let last = rest.first().map_or([0; 4], |word| word.to_le_bytes().map(u32::from));
            add(vec![words::counted(&last[..plan.len as usize % 4], bins)]);
        });
    } else {
        // No bin has the greatest number.
        Blocks::new(plan, u32::MAX)?.each(|items, _| {
            add(tables(items));
            Ok(())
        })?;
    }
    Ok(true)
}

/// The words of the items that a filter leaves, if they are elements of this layout.
pub(crate) fn selected(plan: &Plan, layout: &Layout) -> Result<Option<Vec<u32>>, Error> {
    if leaf_of(plan).is_none() || !is_words(layout) {
        return Ok(None);
    }
    let (threads, blocks) = (plan.device.threads(), Blocks::new(plan, 0)?);
    blocks.scratch.stored.settle()?;
    let mut all = Vec::new();
    blocks.each(|items, is_there| {
        if parts(items.len(), threads).1 <= 1 {
            return pack(items, is_there, &mut all);
        }
        let packs = each_range(items.len(), threads, |range| {
            let mut part = Vec::new();
            pack(&items[range.clone()], &is_there[range], &mut part).map(|()| part)
        });
        for part in packs {
            let part = part?;
            room(&mut all, part.len())?;
            all.extend(part);
        }
        Ok(())
    })?;
    // The buffer keeps the memory for as long as it lives.
    all.shrink_to_fit();
    Ok(Some(all))
}

/// Appends the items that are there.
fn pack(items: &[u32], is_there: &[u32], to: &mut Vec<u32>) -> Result<(), Error> {
    room(to, items.len())?;
    words::pack(items, is_there, to);
    Ok(())
}

/// Makes room for more words.
fn room(words: &mut Vec<u32>, more: usize) -> Result<(), Error> {
    let bytes = 4 * (words.len() + more);
    words.try_reserve(more).map_err(|_| Error::OutOfMemory { message: format!("{bytes} bytes") })
}
