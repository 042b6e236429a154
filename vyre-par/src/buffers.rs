//! Algorithms on whole buffers.

use crate::associative;
use crate::chain::{Elements, Pieces, Plan, Stage, items, same_device};
use crate::ends::same_length;
use crate::key::Key;
use crate::program::{Builder, Fun, GROUP};
use crate::radix::{self, Move, Tiles};
use crate::reduce::{Join, Values};
use crate::runs::{self, Op};
use crate::scan::{Levels, Segments, constant, reduce_runs};
use crate::select::{self, Places};
use crate::sort::{key_at, order, ranks, sorted_words};
use crate::tile;
use crate::value::{
    Arithmetic, Layout, Value, is_below, key_bits, key_of, key_words, leaves, of_key, of_words, to_words,
};
use vyre_runtime::algorithm::{Offsets, Stored};
use vyre_runtime::ir::{Expr, Node};
use vyre_runtime::{Buffer, BufferElement, Call, Error, Leaf};

/// Algorithms on buffers. Those that change the buffer take `&mut self`; keys are ordered as by `Ord`, floats as by `total_cmp`, and sorts are stable.
///
/// # Errors
/// Each gives an error if buffers have lengths that do not fit, are on different devices or are one buffer, or if the device cannot run it.
#[allow(clippy::missing_errors_doc, reason = "the trait says it once")]
pub trait ParBuffer<T: BufferElement> {
    /// The elements, as the items of a chain.
    fn par_iter(&self) -> Elements<'_, T>;
    /// The arrays of `N` elements that follow each other, which overlap.
    fn par_windows<const N: usize>(&self) -> Pieces<'_, T, N>;
    /// The arrays of `N` elements one behind the other. Elements behind the last whole one are left out.
    fn par_chunks<const N: usize>(&self) -> Pieces<'_, T, N>;

    /// Sorts the elements.
    fn sort(&mut self) -> Result<(), Error>
    where
        T: Key;
    /// Sorts the elements from the greatest to the least.
    fn sort_descending(&mut self) -> Result<(), Error>
    where
        T: Key;
    /// Sorts the elements, and moves those of another buffer along.
    fn sort_by_key<V: BufferElement>(&mut self, values: &mut Buffer<V>) -> Result<(), Error>
    where
        T: Key;
    /// Sorts the elements by the keys that a function gives of them.
    fn sort_by_cached_key<K: Key, F: Call<(T,), K>>(&mut self, key: F) -> Result<(), Error>;
    /// The indices of the elements in their order.
    fn argsort(&self) -> Result<Buffer<u32>, Error>
    where
        T: Key;
    /// Whether the elements are sorted.
    fn is_sorted(&self) -> Result<bool, Error>
    where
        T: Key;
    /// The greatest elements, the greatest first: `k` of them, or all.
    fn top_k(&self, k: usize) -> Result<Buffer<T>, Error>
    where
        T: Key;
    /// The elements of two sorted buffers, sorted. Of equal ones those of this buffer come first.
    fn merge(&self, other: &Buffer<T>) -> Result<Buffer<T>, Error>
    where
        T: Key;
    /// For each needle how many elements of the sorted buffer are below it.
    fn lower_bound(&self, needles: &Buffer<T>) -> Result<Buffer<u32>, Error>
    where
        T: Key;
    /// For each needle how many elements of the sorted buffer are not above it.
    fn upper_bound(&self, needles: &Buffer<T>) -> Result<Buffer<u32>, Error>
    where
        T: Key;
    /// The first of each run of equal elements.
    fn dedup(&self) -> Result<Buffer<T>, Error>
    where
        T: Key;
    /// The first of each run of equal elements, and how many each run has.
    fn run_lengths(&self) -> Result<(Buffer<T>, Buffer<u32>), Error>
    where
        T: Key;
    /// The keys of each run of equal ones, and what `reduce` gives of the values of the run.
    fn reduce_by_key<V: BufferElement, F: Call<(V, V), V>>(
        &self,
        values: &Buffer<V>,
        identity: V,
        function: F,
    ) -> Result<(Buffer<T>, Buffer<V>), Error>
    where
        T: Key;
    /// The different keys, sorted, and what `reduce` gives of the values of each.
    fn group_by_key<V: BufferElement, F: Call<(V, V), V>>(
        &self,
        values: &Buffer<V>,
        identity: V,
        function: F,
    ) -> Result<(Buffer<T>, Buffer<V>), Error>
    where
        T: Key;
    /// What `reduce` gives of each segment: those between neighbouring offsets.
    fn segmented_reduce<F: Call<(T, T), T>>(
        &self,
        offsets: &Buffer<u32>,
        identity: T,
        function: F,
    ) -> Result<Buffer<T>, Error>;
    /// Sorts each segment. Elements outside of segments stay.
    fn segmented_sort(&mut self, offsets: &Buffer<u32>) -> Result<(), Error>
    where
        T: Key;
    /// The inclusive scan of each segment. Elements outside of segments are zero.
    fn segmented_scan<F: Call<(T, T), T>>(
        &self,
        offsets: &Buffer<u32>,
        function: F,
    ) -> Result<Buffer<T>, Error>;
    /// The elements at these indices; beyond the end the element of zero bytes.
    fn gather(&self, indices: &Buffer<u32>) -> Result<Buffer<T>, Error>;
    /// Stores each element at its index in another buffer; beyond its end nothing.
    fn scatter(&self, indices: &Buffer<u32>, out: &mut Buffer<T>) -> Result<(), Error>;
    /// Stores a value in each element.
    fn fill(&mut self, value: T) -> Result<(), Error>;
    /// Reverses the elements.
    fn reverse(&mut self) -> Result<(), Error>;
    /// Moves the first `n` elements behind the others.
    fn rotate_left(&mut self, n: usize) -> Result<(), Error>;
    /// The elements of this buffer, and behind them those of others.
    fn concat(&self, others: &[&Buffer<T>]) -> Result<Buffer<T>, Error>;
    /// The elements of a matrix with these rows and columns, which lie row by row, column by column.
    fn transpose(&self, rows: usize, columns: usize) -> Result<Buffer<T>, Error>;
}

/// Stores in each element of a buffer what an index leads to in another one.
fn moved<T: BufferElement>(
    from: &Buffer<T>,
    to: &Buffer<T>,
    count: u32,
    places: impl FnOnce(&mut Builder, &Expr) -> (Expr, Expr),
) -> Result<(), Error> {
    let mut b = Builder::new();
    let at = b.each(count);
    let (source, target) = places(&mut b, &at);
    let (source, target) = (b.bind(source), b.bind(target));
    let layout = Layout::of::<T>();
    let name = b.input(&Stored::of(from));
    let item = layout.load(&mut b, &name, &source);
    let name = b.output(&Stored::of(to));
    layout.store(&mut b, &name, &target, &item);
    b.launch(to.device(), "vyre::par::move", count)
}

/// Stores a value of these words in each element.
fn filled<T: BufferElement>(buffer: &Buffer<T>, words: &[u32]) -> Result<(), Error> {
    let (leaves, layout, count) = (leaves::<T>(), Layout::of::<T>(), length(buffer)?);
    let mut b = Builder::new();
    let (all, value) = (b.param(count), constant(&mut b, &leaves, words));
    let name = b.output(&Stored::of(buffer));
    b.sample_store(&layout, &name, &leaves);
    b.launch_known(buffer.device(), ("vyre::par::fill", &[]), count.div_ceil(GROUP), |b| {
        let at = b.each_of(all);
        layout.store(b, &name, &at, &value);
    })
}

fn length<T: BufferElement>(buffer: &Buffer<T>) -> Result<u32, Error> {
    items(buffer.len() as u64)
}

/// The words of keys, inverted where the order is.
fn directed(b: &mut Builder, item: &Value, bits: &[u32], is_descending: bool) -> Vec<Expr> {
    let words = key_of(b, item);
    if !is_descending {
        return words;
    }
    words.into_iter().zip(bits).map(|(word, bits)| word ^ (u32::MAX >> (32 - bits))).collect()
}

/// The indices of a buffer's elements in the order of their keys.
fn ordered<T: BufferElement>(buffer: &Buffer<T>, is_descending: bool) -> Result<Buffer<u32>, Error> {
    let plan = Plan::of_buffer(buffer)?;
    let bits = key_bits(&plan.leaves);
    let key = |b: &mut Builder, item: &Value, _: &Expr| directed(b, item, &bits, is_descending);
    order(&plan, &key, &bits, bytes(buffer))
}

/// The bytes of a buffer's elements.
fn bytes<T: BufferElement>(buffer: &Buffer<T>) -> u64 {
    buffer.len() as u64 * T::DEVICE_BYTES as u64
}

/// Sorts a buffer.
fn sorted<T: BufferElement>(buffer: &Buffer<T>, is_descending: bool) -> Result<(), Error> {
    let plan = Plan::of_buffer(buffer)?;
    let bits = key_bits(&plan.leaves);
    let ([leaf], [_]) = (&plan.leaves[..], &bits[..]) else {
        return permute(buffer, &ordered(buffer, is_descending)?);
    };
    // The key says what the element is, so nothing else is moved.
    let key = |b: &mut Builder, item: &Value, _: &Expr| directed(b, item, &bits, is_descending);
    if let ([32], Some(tiles)) = (&bits[..], Tiles::of(&plan.device)) {
        let read = |b: &mut Builder, at: &Expr| {
            let item = plan.stage.emit(b, at);
            directed(b, &item, &bits, is_descending).into_iter().next().unwrap_or(Expr::u32(0))
        };
        let write = |b: &mut Builder, at: &Expr, word: &Expr| {
            let word = if is_descending { !word.clone() } else { word.clone() };
            let value = of_key(b, *leaf, word);
            let name = b.output(&Stored::of(buffer));
            Layout::of::<T>().store(b, &name, at, &Value::of(*leaf, value));
        };
        return radix::sort(
            &plan.device,
            (tiles, plan.len),
            &[Move { read: &read, write: &write }],
            vec![Stored::of(buffer)],
        );
    }
    let mut b = Builder::new();
    let at = b.each(plan.len);
    // What is in these stays until the program has run.
    let (ranked, moved);
    let word = if bits[0] <= 16 {
        ranked = ranks(&plan, &key, bits[0])?;
        key_at(&mut b, &ranked, bits[0], &at)
    } else {
        moved = sorted_words(&plan, &key, &Stored::of(buffer))?;
        let name = b.input(&Stored::of(&moved));
        b.bind(Expr::load(name, at.clone()))
    };
    let word = if is_descending { word ^ (u32::MAX >> (32 - bits[0])) } else { word };
    let value = of_key(&mut b, *leaf, word);
    let name = b.output(&Stored::of(buffer));
    Layout::of::<T>().store(&mut b, &name, &at, &Value::of(*leaf, value));
    b.launch(&plan.device, "vyre::par::sorted", plan.len)
}

/// Sorts keys and values of 32 bits each, where a device has a form that moves both; nothing else.
fn sorted_pairs<K: BufferElement, V: BufferElement>(
    keys: &Buffer<K>,
    values: &Buffer<V>,
) -> Option<Result<(), Error>> {
    let tiles = Tiles::of(keys.device())?;
    let (key_leaves, value_leaves) = (leaves::<K>(), leaves::<V>());
    let ([key_leaf], [value_leaf]) = (&key_leaves[..], &value_leaves[..]) else { return None };
    if key_bits(&key_leaves) != [32] || value_leaf.bytes() != 4 {
        return None;
    }
    let run = || {
        let plan = Plan::of_buffer(keys)?;
        let read_key = |b: &mut Builder, at: &Expr| {
            let item = plan.stage.emit(b, at);
            key_of(b, &item).into_iter().next().unwrap_or(Expr::u32(0))
        };
        let write_key = |b: &mut Builder, at: &Expr, word: &Expr| {
            let value = of_key(b, *key_leaf, word.clone());
            let name = b.output(&Stored::of(keys));
            Layout::of::<K>().store(b, &name, at, &Value::of(*key_leaf, value));
        };
        let read_value = |b: &mut Builder, at: &Expr| {
            let name = b.input(&Stored::of(values));
            let value = Layout::of::<V>().load(b, &name, at);
            let words = to_words(*value_leaf, value.parts.first().unwrap_or(&Expr::u32(0)));
            words.into_iter().next().unwrap_or(Expr::u32(0))
        };
        let write_value = |b: &mut Builder, at: &Expr, word: &Expr| {
            let value = b.bind(of_words(*value_leaf, vec![word.clone()]));
            let name = b.output(&Stored::of(values));
            Layout::of::<V>().store(b, &name, at, &Value::of(*value_leaf, value));
        };
        let moves =
            [Move { read: &read_key, write: &write_key }, Move { read: &read_value, write: &write_value }];
        radix::sort(&plan.device, (tiles, plan.len), &moves, vec![Stored::of(keys), Stored::of(values)])
    };
    Some(run())
}

/// Puts the elements in another order.
fn permute<T: BufferElement>(buffer: &Buffer<T>, order: &Buffer<u32>) -> Result<(), Error> {
    let copy = buffer.copy()?;
    moved(&copy, buffer, length(buffer)?, |b, at| {
        let name = b.input(&Stored::of(order));
        (Expr::load(name, at.clone()), at.clone())
    })
}

/// How many elements of a sorted buffer are below a key, or not above it.
fn search(b: &mut Builder, (name, layout, len): (&str, &Layout, u32), key: &[Expr], is_upper: bool) -> Expr {
    let len = b.param(len);
    let (low, high) = (b.variable(Expr::u32(0)), b.variable(len));
    b.open_loop(Expr::u32(0), Expr::u32(32));
    b.open_if(Expr::var(low.clone()).lt(Expr::var(high.clone())));
    let middle = b.bind(Expr::var(low.clone()) + ((Expr::var(high.clone()) - Expr::var(low.clone())) >> 1));
    let item = layout.load(b, name, &middle);
    let other = key_of(b, &item);
    let is_right = match is_upper {
        true => is_below(b, key, &other).equals(0u32),
        false => is_below(b, &other, key).differs(0u32),
    };
    let is_right = b.bind(is_right);
    b.open_if(is_right.clone().differs(0u32));
    b.assign(&low, middle.clone() + 1);
    b.close();
    b.open_if(is_right.equals(0u32));
    b.assign(&high, middle);
    b.close();
    b.close();
    b.close();
    Expr::var(low)
}

fn bounds<T: BufferElement>(
    buffer: &Buffer<T>,
    needles: &Buffer<T>,
    is_upper: bool,
) -> Result<Buffer<u32>, Error> {
    same_device(buffer.device(), needles.device())?;
    let bounds = buffer.device().zeros::<u32>(needles.len())?;
    let (len, count) = (length(buffer)?, length(needles)?);
    let mut b = Builder::new();
    let at = b.each(count);
    let layout = Layout::of::<T>();
    let name = b.input(&Stored::of(needles));
    let needle = layout.load(&mut b, &name, &at);
    let key = key_of(&mut b, &needle);
    let name = b.input(&Stored::of(buffer));
    let found = search(&mut b, (&name, &layout, len), &key, is_upper);
    let name = b.output(&Stored::of(&bounds));
    b.push(Node::store(name, at, found));
    b.launch(buffer.device(), "vyre::par::bounds", count)?;
    Ok(bounds)
}

/// The elements that differ from those before them, behind their indices if these are wanted.
fn heads<T: BufferElement>(buffer: &Buffer<T>, has_index: bool) -> Result<Plan, Error> {
    let plan = Plan::of_buffer(buffer)?;
    let stage = Stage::Heads { stored: Stored::of(buffer), layout: Layout::of::<T>(), has_index };
    let index = has_index.then_some(Leaf::U32);
    let leaves = index.into_iter().chain(plan.leaves.iter().copied()).collect();
    Ok(Plan { stage, leaves, is_filtered: true, ..plan })
}

/// Runs of equal elements.
struct Runs<T> {
    /// Where each begins, and behind them the length of the buffer.
    starts: Buffer<u32>,
    /// Their elements.
    heads: Buffer<T>,
    count: u32,
}

fn runs<T: BufferElement>(buffer: &Buffer<T>) -> Result<Runs<T>, Error> {
    let plan = heads(buffer, true)?;
    let places = Places::new(&plan)?;
    let count = places.count()?;
    let starts = buffer.device().unwritten::<u32>(count as usize + 1)?;
    let heads = buffer.device().zeros::<T>(count as usize)?;
    if count > 0 {
        let outs = [(&Stored::of(&starts), &Layout::of::<u32>()), (&Stored::of(&heads), &Layout::of::<T>())];
        places.store(count, &outs)?;
    }
    let mut b = Builder::new();
    b.each(1);
    let (at, len) = (b.param(count), b.param(length(buffer)?));
    let name = b.output(&Stored::of(&starts));
    b.push(Node::store(name, at, len));
    b.launch(buffer.device(), "vyre::par::runs", 1)?;
    Ok(Runs { starts, heads, count })
}

/// The first elements of an order.
fn in_order<T: BufferElement>(
    buffer: &Buffer<T>,
    order: &Buffer<u32>,
    count: u32,
) -> Result<Buffer<T>, Error> {
    let elements = buffer.device().zeros::<T>(count as usize)?;
    moved(buffer, &elements, count, |b, at| {
        let name = b.input(&Stored::of(order));
        (Expr::load(name, at.clone()), at.clone())
    })?;
    Ok(elements)
}

fn words_of<T: BufferElement>(value: T) -> Vec<u32> {
    let mut words = Vec::new();
    value.add_words(&mut words);
    words
}

fn joined<V: BufferElement, F: Call<(V, V), V>>(function: &F) -> Join {
    Join::of(Fun::of::<(V, V), V, F>(function))
}

fn reduced_by_key<K: BufferElement, V: BufferElement, F: Call<(V, V), V>>(
    keys: &Buffer<K>,
    values: &Buffer<V>,
    function: &F,
) -> Result<(Buffer<K>, Buffer<V>), Error> {
    let plan = Plan::of_buffer(values)?;
    associative::check_runs::<K, V, F>(&Plan::of_buffer(keys)?, &plan, function)?;
    let join = joined(function);
    let device = keys.device();
    let layout = Layout::of::<K>();
    if let Some(op) = Op::of(&join, &plan.leaves)
        && let Some(each) = tile::each(device, &layout.leaves())
    {
        let firsts = heads(keys, false)?;
        let places = Places::of_tiles(&firsts, each)?;
        let count = places.count()?;
        let (kept, reduced) =
            (device.unwritten::<K>(count as usize)?, device.unwritten::<V>(count as usize)?);
        let all = runs::Runs { keys: (&Stored::of(keys), &layout), values: &plan, op, each };
        filled(&reduced, &[op.nothing])?;
        all.join(&places, &Stored::of(&kept), &Stored::of(&reduced))?;
        return Ok((kept, reduced));
    }
    let Runs { starts, heads, count } = runs(keys)?;
    let reduced = device.zeros::<V>(count as usize)?;
    if count > 0 {
        // No run is empty, so the identity is of none.
        reduce_runs(&plan, join, &starts, count, (&Stored::of(&reduced), &Layout::of::<V>()))?;
    }
    Ok((heads, reduced))
}

fn paired<K: BufferElement, V: BufferElement>(keys: &Buffer<K>, values: &Buffer<V>) -> Result<(), Error> {
    same_length(keys.len(), values.len())?;
    same_device(keys.device(), values.device())
}

/// The segments of a buffer, and what tells whether an offset falls or passes the end. There are no segments then. It does not wait.
fn segments<T: BufferElement>(
    buffer: &Buffer<T>,
    offsets: &Buffer<u32>,
) -> Result<(Segments, Option<Offsets>), Error> {
    let device = buffer.device();
    same_device(device, offsets.device())?;
    let Some(count) = length(offsets)?.checked_sub(1) else {
        return Err(Error::Length { expected: 1, got: 0 });
    };
    let stored = Stored::of(offsets);
    let (plan, len) = (Plan::of_buffer(offsets)?, length(buffer)?);
    let prepare = |b: &mut Builder, offset: Value, index: &Expr| {
        let (name, len) = (b.input(&stored), b.placed_word(&len));
        let offset = offset.parts.into_iter().next().unwrap_or(Expr::u32(0));
        let is_first = index.clone().equals(0u32);
        let before = Expr::load(name, Expr::select(is_first, Expr::u32(0), index.clone() - 1));
        let falls = index.clone().gt(0u32) & offset.clone().lt(before);
        let is_bad = (falls | offset.gt(len)).differs(0u32);
        Value::u32(b.bind(Expr::select(is_bad, index.clone(), Expr::u32(u32::MAX))))
    };
    let values = Values { plan: &plan, prepare: &prepare, leaves: vec![Leaf::U32] };
    let Some(status) = values.reduced_on_device(Join::Arithmetic(Arithmetic::Min))? else {
        return Ok((Segments { offsets: stored, count }, None));
    };
    let right = device.zeros::<u32>(offsets.len())?;
    moved(offsets, &right, count + 1, |b, at| {
        let name = b.input(&status.stored);
        b.open_if(Expr::load(name, 0u32).equals(u32::MAX));
        (at.clone(), at.clone())
    })?;
    let check = Offsets::later(status.buffer())?;
    Ok((Segments { offsets: Stored::of(&right), count }, Some(check)))
}

impl<T: BufferElement> ParBuffer<T> for Buffer<T> {
    fn par_iter(&self) -> Elements<'_, T> {
        Elements { buffer: self }
    }

    fn par_windows<const N: usize>(&self) -> Pieces<'_, T, N> {
        Pieces { buffer: self, step: 1 }
    }

    fn par_chunks<const N: usize>(&self) -> Pieces<'_, T, N> {
        Pieces { buffer: self, step: N }
    }

    fn sort(&mut self) -> Result<(), Error>
    where
        T: Key,
    {
        sorted(self, false)
    }

    fn sort_descending(&mut self) -> Result<(), Error>
    where
        T: Key,
    {
        sorted(self, true)
    }

    fn sort_by_key<V: BufferElement>(&mut self, values: &mut Buffer<V>) -> Result<(), Error>
    where
        T: Key,
    {
        paired(self, values)?;
        if Stored::of(self).is(&Stored::of(values)) {
            return Err(Error::BufferAliased { name: "keys".to_string(), other: "values".to_string() });
        }
        if let Some(sorted) = sorted_pairs(self, values) {
            return sorted;
        }
        let order = ordered(self, false)?;
        permute(self, &order)?;
        permute(values, &order)
    }

    fn sort_by_cached_key<K: Key, F: Call<(T,), K>>(&mut self, key: F) -> Result<(), Error> {
        let function = Fun::of::<(T,), K, F>(&key);
        let bits = key_bits(&leaves::<K>());
        let key = |b: &mut Builder, item: &Value, _: &Expr| {
            let key = b.call(&function, &[item]);
            key_of(b, &key)
        };
        permute(self, &order(&Plan::of_buffer(self)?, &key, &bits, bytes(self))?)
    }

    fn argsort(&self) -> Result<Buffer<u32>, Error>
    where
        T: Key,
    {
        ordered(self, false)
    }

    fn is_sorted(&self) -> Result<bool, Error>
    where
        T: Key,
    {
        use crate::chain::ParIter;
        let plan = self.par_windows::<2>().plan()?;
        let half = plan.leaves.len() / 2;
        let prepare = |b: &mut Builder, pair: Value, _: &Expr| {
            let (first, second) = pair.split(half);
            let (first, second) = (key_of(b, &first), key_of(b, &second));
            Value::u32(is_below(b, &second, &first))
        };
        let values = Values { plan: &plan, prepare: &prepare, leaves: vec![Leaf::U32] };
        let falls = values.reduced(Join::Arithmetic(Arithmetic::Max))?;
        Ok(falls.is_none_or(|words| words.first() == Some(&0)))
    }

    fn top_k(&self, k: usize) -> Result<Buffer<T>, Error>
    where
        T: Key,
    {
        let order = ordered(self, true)?;
        let count = length(self)?.min(u32::try_from(k).unwrap_or(u32::MAX));
        in_order(self, &order, count)
    }

    fn merge(&self, other: &Buffer<T>) -> Result<Buffer<T>, Error>
    where
        T: Key,
    {
        same_device(self.device(), other.device())?;
        items(self.len() as u64 + other.len() as u64)?;
        let merged = self.device().zeros::<T>(self.len() + other.len())?;
        for (from, beside, is_upper) in [(self, other, false), (other, self, true)] {
            let (count, len) = (length(from)?, length(beside)?);
            let mut b = Builder::new();
            let at = b.each(count);
            let layout = Layout::of::<T>();
            let name = b.input(&Stored::of(from));
            let item = layout.load(&mut b, &name, &at);
            let key = key_of(&mut b, &item);
            let name = b.input(&Stored::of(beside));
            let before = search(&mut b, (&name, &layout, len), &key, is_upper);
            let place = b.bind(at + before);
            let name = b.output(&Stored::of(&merged));
            layout.store(&mut b, &name, &place, &item);
            b.launch(self.device(), "vyre::par::merge", count)?;
        }
        Ok(merged)
    }

    fn lower_bound(&self, needles: &Buffer<T>) -> Result<Buffer<u32>, Error>
    where
        T: Key,
    {
        bounds(self, needles, false)
    }

    fn upper_bound(&self, needles: &Buffer<T>) -> Result<Buffer<u32>, Error>
    where
        T: Key,
    {
        bounds(self, needles, true)
    }

    fn dedup(&self) -> Result<Buffer<T>, Error>
    where
        T: Key,
    {
        select::collect(&heads(self, false)?)
    }

    fn run_lengths(&self) -> Result<(Buffer<T>, Buffer<u32>), Error>
    where
        T: Key,
    {
        let Runs { starts, heads, count } = runs(self)?;
        let lengths = self.device().zeros::<u32>(count as usize)?;
        let mut b = Builder::new();
        let at = b.each(count);
        let (from, to) = (b.input(&Stored::of(&starts)), b.output(&Stored::of(&lengths)));
        let len = Expr::load(from.clone(), at.clone() + 1) - Expr::load(from, at.clone());
        b.push(Node::store(to, at, len));
        b.launch(self.device(), "vyre::par::lengths", count)?;
        Ok((heads, lengths))
    }

    fn reduce_by_key<V: BufferElement, F: Call<(V, V), V>>(
        &self,
        values: &Buffer<V>,
        _identity: V,
        function: F,
    ) -> Result<(Buffer<T>, Buffer<V>), Error>
    where
        T: Key,
    {
        paired(self, values)?;
        reduced_by_key(self, values, &function)
    }

    fn group_by_key<V: BufferElement, F: Call<(V, V), V>>(
        &self,
        values: &Buffer<V>,
        _identity: V,
        function: F,
    ) -> Result<(Buffer<T>, Buffer<V>), Error>
    where
        T: Key,
    {
        paired(self, values)?;
        let (order, count) = (ordered(self, false)?, length(self)?);
        let (keys, values) = (in_order(self, &order, count)?, in_order(values, &order, count)?);
        drop(order);
        reduced_by_key(&keys, &values, &function)
    }

    fn segmented_reduce<F: Call<(T, T), T>>(
        &self,
        offsets: &Buffer<u32>,
        identity: T,
        function: F,
    ) -> Result<Buffer<T>, Error> {
        let plan = Plan::of_buffer(self)?;
        // Before the offsets are looked at: this waits, and their error is one of a later call.
        associative::check_segments(&plan, offsets, &function)?;
        let (segments, check) = segments(self, offsets)?;
        let reduced = self.device().zeros::<T>(segments.count as usize)?;
        let levels = Levels::new(&plan, joined(&function), Some(segments))?;
        levels.reduce(&words_of(identity), (&Stored::of(&reduced), &Layout::of::<T>()))?;
        check.iter().for_each(|check| check.guard(&reduced));
        Ok(reduced)
    }

    fn segmented_sort(&mut self, offsets: &Buffer<u32>) -> Result<(), Error>
    where
        T: Key,
    {
        let ((segments, _), plan) = (segments(self, offsets)?, Plan::of_buffer(self)?);
        let mut bits = vec![(segments.count + 1).checked_ilog2().unwrap_or(0) + 1];
        bits.extend(key_bits(&plan.leaves));
        let words = key_words(&plan.leaves);
        let key = |b: &mut Builder, item: &Value, at: &Expr| {
            let found = segments.find(b, at);
            let is_there = b.bind(found.is_there);
            let mut key = vec![found.before];
            for word in key_of(b, item) {
                key.push(b.bind(Expr::select(is_there.clone().differs(0u32), word, Expr::u32(0))));
            }
            debug_assert_eq!(key.len() as u32, words + 1, "a key has as many words as its leaves");
            key
        };
        permute(self, &order(&plan, &key, &bits, bytes(self))?)
    }

    fn segmented_scan<F: Call<(T, T), T>>(
        &self,
        offsets: &Buffer<u32>,
        function: F,
    ) -> Result<Buffer<T>, Error> {
        let plan = Plan::of_buffer(self)?;
        // Before the offsets are looked at: this waits, and their error is one of a later call.
        associative::check_segments(&plan, offsets, &function)?;
        let (segments, check) = segments(self, offsets)?;
        let scanned = self.device().zeros::<T>(self.len())?;
        let levels = Levels::new(&plan, joined(&function), Some(segments))?;
        levels.scan(None, (&Stored::of(&scanned), &Layout::of::<T>()))?;
        check.iter().for_each(|check| check.guard(&scanned));
        Ok(scanned)
    }

    fn gather(&self, indices: &Buffer<u32>) -> Result<Buffer<T>, Error> {
        same_device(self.device(), indices.device())?;
        let gathered = self.device().zeros::<T>(indices.len())?;
        let len = length(self)?;
        moved(self, &gathered, length(indices)?, |b, at| {
            let (name, len) = (b.input(&Stored::of(indices)), b.param(len));
            let index = b.bind(Expr::load(name, at.clone()));
            b.open_if(index.clone().lt(len));
            (index, at.clone())
        })?;
        Ok(gathered)
    }

    fn scatter(&self, indices: &Buffer<u32>, out: &mut Buffer<T>) -> Result<(), Error> {
        paired(self, indices)?;
        same_device(self.device(), out.device())?;
        let len = length(out)?;
        moved(self, out, length(self)?, |b, at| {
            let (name, len) = (b.input(&Stored::of(indices)), b.param(len));
            let index = b.bind(Expr::load(name, at.clone()));
            b.open_if(index.clone().lt(len));
            (at.clone(), index)
        })
    }

    fn fill(&mut self, value: T) -> Result<(), Error> {
        filled(self, &words_of(value))
    }

    fn reverse(&mut self) -> Result<(), Error> {
        let (copy, count) = (self.copy()?, length(self)?);
        moved(&copy, self, count, |b, at| {
            let last = b.param(count.saturating_sub(1));
            (last - at.clone(), at.clone())
        })
    }

    fn rotate_left(&mut self, n: usize) -> Result<(), Error> {
        let count = length(self)?;
        let Some(first) = u32::try_from(n).ok().filter(|n| *n <= count) else {
            return Err(Error::Range { start: 0, end: n as u64, len: u64::from(count) });
        };
        let copy = self.copy()?;
        moved(&copy, self, count, |b, at| {
            let (first, behind) = (b.param(first), b.param(count - first));
            let source = Expr::select(at.clone().lt(behind.clone()), at.clone() + first, at.clone() - behind);
            (source, at.clone())
        })
    }

    fn concat(&self, others: &[&Buffer<T>]) -> Result<Buffer<T>, Error> {
        let mut len = self.len() as u64;
        for other in others {
            same_device(self.device(), other.device())?;
            len = len.saturating_add(other.len() as u64);
        }
        items(len)?;
        let all = self.device().zeros::<T>(len as usize)?;
        let mut first = 0;
        for buffer in std::iter::once(&self).chain(others) {
            let count = length(buffer)?;
            moved(buffer, &all, count, |b, at| (at.clone(), b.param(first) + at.clone()))?;
            first += count;
        }
        Ok(all)
    }

    fn transpose(&self, rows: usize, columns: usize) -> Result<Buffer<T>, Error> {
        let expected = (rows as u64).saturating_mul(columns as u64);
        let count = length(self)?;
        if expected != u64::from(count) {
            return Err(Error::Length { expected, got: u64::from(count) });
        }
        let transposed = self.device().zeros::<T>(self.len())?;
        moved(self, &transposed, count, |b, at| {
            let (rows, columns) = (b.param(rows as u32), b.param(columns as u32));
            let (row, column) = (at.clone() / columns.clone(), at.clone() % columns);
            (at.clone(), column * rows + row)
        })?;
        Ok(transposed)
    }
}
