//! The ends of chains.

use crate::chain::{Plan, Stage, items};
use crate::compact::Compact;
use crate::host::{self, Fold};
use crate::program::{Builder, Fun, GROUP, Wide};
use crate::reduce::{Join, Values, is_float};
use crate::scan;
use crate::select::{self, Places};
use crate::tile::{self, Rounds, Tile};
use crate::value::{Arithmetic, Layout, Value, key_of, leaves, to_words};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{AtomicOp, Expr, Node};
use vyre_runtime::{Buffer, BufferElement, Element, Error, Leaf, ParItem};

/// What chains can be collected to buffers of.
#[diagnostic::on_unimplemented(
    message = "a buffer has no elements of type `{Self}`",
    label = "not collected to a buffer",
    note = "`map` makes one value of a tuple, and `unzip()` gives a tuple of buffers"
)]
pub trait Collected: Element {}

#[diagnostic::do_not_recommend]
impl<T: Element> Collected for T {}

/// The item that words are.
pub(crate) fn item_of<T: ParItem>(words: Vec<u32>) -> T {
    T::of_words(&mut words.into_iter())
}

pub(crate) fn collect<T: BufferElement>(plan: Plan) -> Result<Buffer<T>, Error> {
    if plan.is_filtered {
        return match host::selected(&plan, &Layout::of::<T>())? {
            Some(words) => Ok(plan.device.adopt(words)),
            None => select::collect(&plan),
        };
    }
    let mut buffer = plan.device.unwritten::<T>(plan.len as usize)?;
    collect_into(&plan, &mut buffer)?;
    Ok(buffer)
}

pub(crate) fn same_length(expected: usize, got: usize) -> Result<(), Error> {
    match expected == got {
        true => Ok(()),
        false => Err(Error::Length { expected: expected as u64, got: got as u64 }),
    }
}

pub(crate) fn collect_into<T: BufferElement>(plan: &Plan, buffer: &mut Buffer<T>) -> Result<(), Error> {
    same_length(buffer.len(), plan.len as usize)?;
    store_items(plan, (&Stored::of(buffer), &Layout::of::<T>()))
}

/// Stores the items of a chain without filters.
pub(crate) fn store_items(plan: &Plan, (stored, layout): (&Stored, &Layout)) -> Result<(), Error> {
    let mut b = Builder::new();
    let at = b.each(plan.len);
    let item = plan.stage.emit(&mut b, &at);
    let name = b.output(stored);
    layout.store(&mut b, &name, &at, &item);
    b.launch(&plan.device, "vyre::par::collect", plan.len)
}

pub(crate) fn collect_at_most<T: BufferElement>(
    plan: &Plan,
    n: usize,
) -> Result<(Buffer<T>, Buffer<u32>), Error> {
    let at_most = items(n as u64)?;
    if let Some(compact) = Compact::new(plan) {
        let (buffer, count) = (partly_written::<T>(&plan.device, n)?, plan.device.zeros::<u32>(1)?);
        compact.store(at_most, &[(&Stored::of(&buffer), &Layout::of::<T>())], &count)?;
        clear_rest(&buffer, &count)?;
        return Ok((buffer, count));
    }
    let buffer = plan.device.zeros::<T>(n)?;
    let places = Places::new(plan)?;
    if n > 0 {
        places.store(at_most, &[(&Stored::of(&buffer), &Layout::of::<T>())])?;
    }
    Ok((buffer, places.count_buffer()?))
}

/// A buffer whose first elements are stored, and the others cleared by [`clear_rest`]. Elements that share words are zero from the start.
fn partly_written<T: BufferElement>(device: &vyre_runtime::Device, len: usize) -> Result<Buffer<T>, Error> {
    if T::DEVICE_BYTES.is_multiple_of(4) { device.unwritten(len) } else { device.zeros(len) }
}

/// Clears the elements of such a buffer behind so many.
fn clear_rest<T: BufferElement>(buffer: &Buffer<T>, count: &Buffer<u32>) -> Result<(), Error> {
    /// How many elements a workgroup passes over at once.
    const STRETCH: u32 = 64 * GROUP;
    if !T::DEVICE_BYTES.is_multiple_of(4) {
        return Ok(());
    }
    let (leaves, layout, all) = (leaves::<T>(), Layout::of::<T>(), items(buffer.len() as u64)?);
    let mut b = Builder::new();
    let (len, rounds) = (b.param(all), b.param(STRETCH / GROUP));
    let count = b.input(&Stored::of(count));
    let name = b.output(&Stored::of(buffer));
    b.sample_store(&layout, &name, &leaves);
    b.launch_known(buffer.device(), ("vyre::par::clear", &[]), all.div_ceil(STRETCH), |b| {
        let base = b.bind(Expr::WorkgroupId { axis: 0 } * STRETCH);
        let local = b.bind(Expr::LocalId { axis: 0 });
        let count = b.bind(Expr::load(count, Expr::u32(0)));
        let before = Expr::select(count.clone().gt(base.clone()), count.clone() - base.clone(), Expr::u32(0));
        b.open_if(before.lt(STRETCH));
        let round = b.open_loop(Expr::u32(0), rounds);
        let at = b.bind(base + round * GROUP + local);
        b.open_if(at.clone().ge(count) & at.clone().lt(len));
        layout.store(b, &name, &at, &Value::zero(&leaves));
    })
}

pub(crate) fn for_each_into<T: BufferElement>(
    plan: &Plan,
    buffer: &mut Buffer<T>,
    function: &Fun,
) -> Result<(), Error> {
    same_length(buffer.len(), plan.len as usize)?;
    let mut b = Builder::new();
    let at = b.each(plan.len);
    let item = plan.stage.emit(&mut b, &at);
    let (name, layout) = (b.output(&Stored::of(buffer)), Layout::of::<T>());
    let element = layout.load_beside_stores(&mut b, &name, &at);
    let result = b.call(function, &[&element, &item]);
    layout.store(&mut b, &name, &at, &result);
    b.launch(&plan.device, "vyre::par::for_each_into", plan.len)
}

pub(crate) fn count(plan: &Plan) -> Result<u32, Error> {
    if !plan.is_filtered {
        return Ok(plan.len);
    }
    let prepare = |_: &mut Builder, _: Value, _: &Expr| Value::u32(Expr::u32(1));
    let values = Values { plan, prepare: &prepare, leaves: vec![Leaf::U32] };
    let words = values.reduced(Join::Arithmetic(Arithmetic::Add))?;
    Ok(words.and_then(|words| words.first().copied()).unwrap_or(0))
}

/// The index, before any filter, of the first item for which a function gives what is wanted.
pub(crate) fn first(plan: &Plan, function: Fun, wanted: bool) -> Result<Option<u32>, Error> {
    let stage = Stage::Filter(Box::new(plan.stage.clone()), function, wanted);
    let plan = Plan { stage, is_filtered: true, ..plan.clone() };
    let prepare = |_: &mut Builder, _: Value, index: &Expr| Value::u32(index.clone());
    let values = Values { plan: &plan, prepare: &prepare, leaves: vec![Leaf::U32] };
    if host::is_here(&plan) {
        return host::first(&values);
    }
    let words = values.reduced(Join::Arithmetic(Arithmetic::Min))?;
    Ok(words.and_then(|words| words.first().copied()))
}

/// The item at an index, which no filter leaves out.
pub(crate) fn item<T: ParItem>(plan: &Plan, at: u32) -> Result<T, Error> {
    let wide = Wide::new(&plan.device, &plan.leaves, 1)?;
    let mut b = Builder::new();
    b.each(1);
    let at = b.param(at);
    let item = plan.stage.emit(&mut b, &at);
    let name = b.output(&wide.stored);
    wide.layout.store(&mut b, &name, &Expr::u32(0), &item);
    b.launch(&plan.device, "vyre::par::item", 1)?;
    Ok(item_of(wide.first()?))
}

/// The words of all items, joined; nothing if there are none.
pub(crate) fn folded(plan: &Plan, join: Join) -> Result<Option<Vec<u32>>, Error> {
    if let Some(fold) = Fold::of(plan, &plan.leaves, &join)
        && let Some(word) = fold.elements(plan)?
    {
        return Ok(Some(vec![word]));
    }
    let prepare = |_: &mut Builder, item: Value, _: &Expr| item;
    Values { plan, prepare: &prepare, leaves: plan.leaves.clone() }.reduced(join)
}

/// The words of a key, as a value of that many leaves.
pub(crate) fn key_value(b: &mut Builder, value: &Value) -> Value {
    let parts = key_of(b, value);
    Value { leaves: vec![Leaf::U32; parts.len()], parts }
}

fn key_leaves(plan: &Plan, key: Option<&Fun>) -> usize {
    let leaves = key.map_or(&plan.leaves, |key| key.output());
    crate::value::words_of(leaves) as usize
}

/// The first item with the least or the greatest key; the key is the item itself if no function gives it.
pub(crate) fn extreme<T: ParItem>(plan: &Plan, key: Option<Fun>, is_max: bool) -> Result<Option<T>, Error> {
    // Of integers of a word the least is what joins them, and needs no key.
    if let ([leaf], None) = (&plan.leaves[..], &key)
        && leaf.words() == 1
        && !is_float(*leaf)
    {
        let words = folded(plan, Join::Arithmetic(if is_max { Arithmetic::Max } else { Arithmetic::Min }))?;
        return Ok(words.map(item_of));
    }
    let words = key_leaves(plan, key.as_ref());
    let prepare = |b: &mut Builder, item: Value, _: &Expr| {
        let of = key.as_ref().map_or_else(|| item.clone(), |key| b.call(key, &[&item]));
        key_value(b, &of).with(item)
    };
    let leaves = [vec![Leaf::U32; words], plan.leaves.clone()].concat();
    let join = Join::Extreme { words, is_max, is_own: key.is_none() };
    let found = Values { plan, prepare: &prepare, leaves }.reduced(join)?;
    Ok(found.map(|mut found| item_of(found.split_off(words))))
}

pub(crate) fn arg_extreme(plan: &Plan, is_max: bool) -> Result<Option<u32>, Error> {
    let words = key_leaves(plan, None);
    let prepare =
        |b: &mut Builder, item: Value, index: &Expr| key_value(b, &item).with(Value::u32(index.clone()));
    let leaves = vec![Leaf::U32; words + 1];
    let found =
        Values { plan, prepare: &prepare, leaves }.reduced(Join::Extreme { words, is_max, is_own: false })?;
    Ok(found.and_then(|found| found.last().copied()))
}

pub(crate) fn scan<T: BufferElement>(
    plan: &Plan,
    join: Join,
    identity: Option<T>,
) -> Result<Buffer<T>, Error> {
    let buffer = plan.device.unwritten::<T>(plan.len as usize)?;
    let identity = identity.map(|identity| {
        let mut words = Vec::new();
        identity.add_words(&mut words);
        words
    });
    scan::scan(plan, join, identity.as_deref(), (&Stored::of(&buffer), &Layout::of::<T>()))?;
    Ok(buffer)
}

pub(crate) fn partition<T: BufferElement>(
    plan: &Plan,
    function: &Fun,
) -> Result<(Buffer<T>, Buffer<T>), Error> {
    let part = |wanted| {
        let stage = Stage::Filter(Box::new(plan.stage.clone()), function.clone(), wanted);
        collect(Plan { stage, is_filtered: true, ..plan.clone() })
    };
    Ok((part(true)?, part(false)?))
}

pub(crate) fn histogram(plan: &Plan, bins: usize) -> Result<Buffer<u32>, Error> {
    let (len, counts) = (items(bins as u64)?, plan.device.zeros::<u32>(bins)?);
    if bins == 0 {
        return Ok(counts);
    }
    if host::histogram(plan, &Stored::of(&counts))? {
        return Ok(counts);
    }
    let bins = len;
    match tile::is_for(&plan.device) && bins <= tile::BINS {
        true => tile_histogram(plan, bins, &counts)?,
        false => {
            let mut b = Builder::new();
            let at = b.each(plan.len);
            let bins = b.param(bins);
            let item = plan.stage.emit(&mut b, &at);
            let bin = bin(&mut b, &item, bins);
            let name = b.output(&Stored::of(&counts));
            b.bind(Expr::atomic(AtomicOp::Add, name, bin, 1u32));
            b.launch(&plan.device, "vyre::par::histogram", plan.len)?;
        }
    }
    Ok(counts)
}

/// The bin of a number; what follows stands in an `if` for the numbers that have one.
fn bin(b: &mut Builder, item: &Value, bins: Expr) -> Expr {
    let mut is_low = Expr::u32(1);
    let words: Vec<Expr> =
        item.leaves.iter().zip(&item.parts).flat_map(|(leaf, part)| to_words(*leaf, part)).collect();
    for high in words.iter().skip(1) {
        is_low = b.bind(is_low & high.clone().equals(0u32));
    }
    let low = b.bind(words.into_iter().next().unwrap_or(Expr::u32(0)));
    b.open_if((is_low & low.clone().lt(bins)).differs(0u32));
    low
}

/// Counts in the memory of workgroups, with several copies of each count where there is room, and adds these up.
fn tile_histogram(plan: &Plan, bins: u32, counts: &Buffer<u32>) -> Result<(), Error> {
    let copies = (tile::BINS / bins.next_power_of_two()).clamp(1, 8);
    let (at_once, near) = tile::at_once(&plan.device);
    let each = plan.len.div_ceil(tile::GROUPS * GROUP).max(16).next_multiple_of(at_once);
    let groups = plan.len.div_ceil(each * GROUP);
    let mut b = Builder::new();
    let (len, all, rounds) = (b.param(plan.len), b.param(bins), b.param(each));
    b.sample(|b, at| plan.stage.emit(b, at).parts);
    let name = b.output(&Stored::of(counts));
    let numbers = [copies, at_once, near, bins.div_ceil(GROUP)];
    b.launch_known(&plan.device, ("vyre::par::histogram", &numbers), groups, |b| {
        let tile = Tile::new(b, 1);
        let base = b.bind(tile.group.clone() * (rounds.clone() * GROUP));
        let left = b.bind(len - base.clone());
        let shared = b.shared_atomics(tile::BINS);
        for number in 0..tile::BINS / GROUP {
            let at = tile.across(b, number);
            b.push(Node::store(shared.clone(), at, Expr::u32(0)));
        }
        b.barrier();
        let copy = b.bind(tile.local.clone() & (copies - 1));
        let rounds = Rounds { local: &tile.local, base: &base, left: &left, rounds: &rounds, at_once, near };
        rounds.each(b, &|b, index| plan.stage.emit(b, index), |b, item| {
            let bin = bin(b, item, all.clone());
            let place = b.bind(bin * copies + copy.clone());
            b.bind(Expr::atomic(AtomicOp::Add, shared.clone(), place, 1u32));
        });
        b.barrier();
        for number in 0..bins.div_ceil(GROUP) {
            let at = tile.across(b, number);
            b.open_if(at.clone().lt(all.clone()));
            let sum = (0..copies)
                .map(|copy| Expr::load(shared.clone(), at.clone() * copies + copy))
                .reduce(|sum, copy| sum + copy)
                .unwrap_or(Expr::u32(0));
            let sum = b.bind(sum);
            b.open_if(sum.clone().differs(0u32));
            b.bind(Expr::atomic(AtomicOp::Add, name.clone(), at, sum));
            b.close_to(0);
        }
    })
}

/// Tuples of elements, for which there are buffers each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tuple of elements of buffers",
    label = "nothing to unzip"
)]
pub trait Unzip: ParItem {
    /// The buffers.
    type Buffers;
    #[doc(hidden)]
    fn unzip(plan: Plan) -> Result<Self::Buffers, Error>;
}

macro_rules! unzip {
    ($(($($Part:ident),+))*) => {$(
        impl<$($Part: BufferElement),+> Unzip for ($($Part,)+) {
            type Buffers = ($(Buffer<$Part>,)+);
            #[allow(non_snake_case, reason = "a part has the name of its type")]
            fn unzip(plan: Plan) -> Result<Self::Buffers, Error> {
                let plan = plan.settled()?;
                let buffers = ($(plan.device.zeros::<$Part>(plan.len as usize)?,)+);
                let mut b = Builder::new();
                let at = b.each(plan.len);
                let mut rest = plan.stage.emit(&mut b, &at);
                let ($($Part,)+) = &buffers;
                $(
                    let (part, others) = rest.split(leaves::<$Part>().len());
                    let name = b.output(&Stored::of($Part));
                    Layout::of::<$Part>().store(&mut b, &name, &at, &part);
                    rest = others;
                )+
                let _ = rest;
                b.launch(&plan.device, "vyre::par::unzip", plan.len)?;
                Ok(buffers)
            }
        }
    )*};
}

unzip! { (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) }

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use vyre_runtime::Device;

    #[test]
    fn what_lies_behind_a_count_is_cleared() {
        for device in Device::list().into_iter().chain([Device::reference()]) {
            for count in [0usize, 1, 16_383, 16_384, 17_000, 40_000, 50_000] {
                let buffer = device.buffer(&[7u64; 40_000]).unwrap();
                clear_rest(&buffer, &device.buffer(&[count as u32]).unwrap()).unwrap();
                let left = count.min(40_000);
                let expected = [vec![7; left], vec![0; 40_000 - left]].concat();
                assert_eq!(buffer.read().unwrap(), expected, "{device:?}, {count}");
            }
        }
    }
}
