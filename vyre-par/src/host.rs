//! Ends of chains as plain loops over words, for the CPU device: what a Rust programmer would write, in a part of the items for each thread.
//!
//! Its engine computes what functions make of items, a block at a time, so that blocks stay in a core's cache. Items are integers of a word or less.

use crate::chain::{Plan, Stage};
use crate::ends::store_items;
use crate::program::{Builder, GROUP, Wide};
use crate::reduce::{Join, Prepare, Values, is_float};
use crate::scan::Form;
use crate::value::{Arithmetic, Layout, Value};
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use vyre_runtime::algorithm::{Stored, in_parts, words};
use vyre_runtime::ir::{BinOp, Expr, Node};
use vyre_runtime::{DeviceKind, Error, Leaf};

/// The items that a core's part of a block has: half a mebibyte, with what says which are left a mebibyte.
const BLOCK: usize = 1 << 17;

/// The leaf of items that are integers of a word or less, on the CPU device.
fn leaf_of(plan: &Plan) -> Option<Leaf> {
    leaf_among(&plan.leaves, plan)
}

/// The same of what is made of items, which has these leaves.
fn leaf_among(leaves: &[Leaf], plan: &Plan) -> Option<Leaf> {
    match leaves {
        [leaf] if is_here(plan) => (leaf.words() == 1 && !is_float(*leaf)).then_some(*leaf),
        _ => None,
    }
}

/// Whether a chain is of the CPU device.
pub(crate) fn is_here(plan: &Plan) -> bool {
    plan.device.info().kind() == DeviceKind::Cpu
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

/// What is made of the items of a chain, block after block, as words in memory that the next block has again.
struct Blocks<'p> {
    plan: &'p Plan,
    prepare: Prepare<'p>,
    /// The words, and behind them whether there is an item for each where that is asked for.
    scratch: Wide,
    /// The items of a block.
    len: usize,
    /// The word of an item that a filter leaves out.
    none: u32,
    is_marked: bool,
}

impl<'p> Blocks<'p> {
    fn new(plan: &'p Plan, prepare: Prepare<'p>, none: u32, is_marked: bool) -> Result<Blocks<'p>, Error> {
        let len = BLOCK.saturating_mul(plan.device.threads()).min(plan.len as usize);
        let scratch = Wide::new(&plan.device, &[Leaf::U32], if is_marked { 2 * len } else { len })?;
        Ok(Blocks { plan, prepare, scratch, len, none, is_marked })
    }

    /// Calls a function with the words of each block, and whether there is an item for each, until it has seen enough.
    fn each(
        &self,
        mut take: impl FnMut(&[u32], &[u32]) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error> {
        for first in (0..self.plan.len as usize).step_by(self.len.max(1)) {
            let count = self.len.min(self.plan.len as usize - first);
            self.compute(first as u32, count as u32)?;
            let taken = self.scratch.stored.with_words(|words| {
                let (items, is_there) = words.split_at(self.len.min(words.len()));
                take(&items[..count], &is_there[..count.min(is_there.len())])
            });
            if taken.transpose()?.is_some_and(|taken| taken.is_break()) {
                break;
            }
        }
        Ok(())
    }

    fn compute(&self, first: u32, count: u32) -> Result<(), Error> {
        let (plan, mut b) = (self.plan, Builder::new());
        let [first, count_here, len, none] =
            [first, count, self.len as u32, self.none].map(|word| b.param(word));
        let made = |b: &mut Builder, index: &Expr| {
            let item = plan.stage.emit(b, index);
            (self.prepare)(b, item, index)
        };
        b.sample(|b, at| made(b, at).parts);
        let name = b.output(&self.scratch.stored);
        let known = ("vyre::par::block", &[u32::from(plan.is_filtered), u32::from(self.is_marked)][..]);
        b.launch_known(&plan.device, known, count.div_ceil(GROUP), |b| {
            let at = b.each_of(count_here);
            let index = b.bind(at.clone() + first);
            if !plan.is_filtered {
                let item = word(made(b, &index));
                return self.scratch.layout.store(b, &name, &at, &item);
            }
            let (kept, is_there) = (b.variable(none), b.variable(Expr::u32(0)));
            let depth = b.depth();
            let item = word(made(b, &index));
            b.assign(&kept, item.parts[0].clone());
            b.assign(&is_there, Expr::u32(1));
            b.close_to(depth);
            b.push(Node::store(name.clone(), at.clone(), Expr::var(kept)));
            if self.is_marked {
                b.push(Node::store(name, at + len, Expr::var(is_there)));
            }
        })
    }
}

/// What is made of items that are taken as they are.
fn as_they_are(_: &mut Builder, item: Value, _: &Expr) -> Value {
    item
}

/// A value of one leaf as its word.
fn word(value: Value) -> Value {
    let words = value.leaves.iter().zip(&value.parts);
    let mut words = words.flat_map(|(leaf, part)| crate::value::to_words(*leaf, part));
    Value::u32(words.next().unwrap_or(Expr::u32(0)))
}

/// The loop that joins integers of a word on the CPU device.
pub(crate) struct Fold {
    op: BinOp,
    is_signed: bool,
    /// What changes nothing.
    neutral: u32,
    /// Whether nothing has to tell that there were no items.
    has_neutral: bool,
    threads: usize,
}

impl Fold {
    /// The loop for what joins values of these leaves, if there is one.
    pub(crate) fn of(plan: &Plan, leaves: &[Leaf], join: &Join) -> Option<Fold> {
        let (leaf, Join::Arithmetic(op)) = (leaf_among(leaves, plan)?, join) else { return None };
        let is_signed = matches!(leaf, Leaf::I8 | Leaf::I16 | Leaf::I32);
        let (threads, has_neutral, op) = (plan.device.threads(), op.has_neutral(), op.on_words());
        Some(Fold { op, is_signed, neutral: words::folded(&[], op, is_signed)?, has_neutral, threads })
    }

    fn words(&self, all: &[u32]) -> u32 {
        let folded = |words: &[u32]| words::folded(words, self.op, self.is_signed).unwrap_or(self.neutral);
        folded(&each_part(all, self.threads, folded))
    }

    /// What the elements of a buffer come to, if the items are those of one.
    pub(crate) fn elements(&self, plan: &Plan) -> Result<Option<u32>, Error> {
        let Some(stored) = words_of(plan).filter(|_| plan.len > 0) else { return Ok(None) };
        stored.settle()?;
        Ok(stored.with_words(|words| self.words(&words[..plan.len as usize])))
    }

    /// What the values come to; nothing if there are none, and of sums and products what changes nothing.
    pub(crate) fn values(&self, values: &Values<'_>) -> Result<Option<u32>, Error> {
        let plan = values.plan;
        let is_marked = plan.is_filtered && !self.has_neutral;
        let (mut all, mut has_any) = (self.neutral, !is_marked && plan.len > 0);
        Blocks::new(plan, values.prepare, self.neutral, is_marked)?.each(|items, is_there| {
            all = self.words(&[all, self.words(items)]);
            has_any |= is_there.contains(&1);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(has_any.then_some(all))
    }
}

/// The first of the indices that values are. What comes behind its block is not computed.
pub(crate) fn first(values: &Values<'_>) -> Result<Option<u32>, Error> {
    let mut found = None;
    Blocks::new(values.plan, values.prepare, u32::MAX, false)?.each(|indices, _| {
        found = indices.iter().copied().find(|index| *index != u32::MAX);
        Ok(if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(found)
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
    // The sums go to a new buffer, which nobody else has locked.
    let scan = |words: Option<&[u32]>| {
        out.with_words_mut(|sums| {
            sum_up(words, sums, form, threads);
            // The identity stands before the first one, and is in no sum.
            let first = form.identity().and_then(|identity| identity.first());
            first.zip(sums.first_mut()).into_iter().for_each(|(first, sum)| *sum = *first);
        })
    };
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
fn sum_up(words: Option<&[u32]>, sums: &mut [u32], form: Form<'_>, threads: usize) {
    let (sums, last) = match form {
        Form::Both(_) => sums.split_at_mut(sums.len().saturating_sub(1)),
        Form::Inclusive | Form::Exclusive(_) => (sums, &mut [][..]),
    };
    let (each, count) = parts(sums.len(), threads);
    // One part needs no sum of those before it.
    let total = |words: &[u32]| words::folded(words, BinOp::Add, false).unwrap_or(0);
    let totals = if count == 1 { Vec::new() } else { each_part(words.unwrap_or(sums), threads, total) };
    let starts = totals.iter().scan(0u32, |sum, total| {
        let start = *sum;
        *sum = sum.wrapping_add(*total);
        Some(start)
    });
    let starts = if count == 1 { vec![0] } else { starts.collect() };
    let parts: Vec<_> = (sums.chunks_mut(each).zip(starts))
        .enumerate()
        .map(|(part, (sums, start))| Mutex::new((words.map(|words| &words[part * each..]), sums, start)))
        .collect();
    in_parts(threads, count, &|part| {
        let (words, sums, sum) = &mut *unpoisoned(&parts[part]);
        *sum = words::sum_up(*words, sums, *sum, matches!(form, Form::Inclusive));
    });
    let total = parts.last().map_or(0, |part| unpoisoned(part).2);
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
        Blocks::new(plan, &as_they_are, u32::MAX, false)?.each(|items, _| {
            add(tables(items));
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(true)
}

/// The words of the items that a filter leaves, if they are elements of this layout.
pub(crate) fn selected(plan: &Plan, layout: &Layout) -> Result<Option<Vec<u32>>, Error> {
    if leaf_of(plan).is_none() || !is_words(layout) {
        return Ok(None);
    }
    let (threads, blocks) = (plan.device.threads(), Blocks::new(plan, &as_they_are, 0, true)?);
    blocks.scratch.stored.settle()?;
    let mut all = Vec::new();
    blocks.each(|items, is_there| {
        if parts(items.len(), threads).1 <= 1 {
            pack(items, is_there, &mut all)?;
            return Ok(ControlFlow::Continue(()));
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
        Ok(ControlFlow::Continue(()))
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
