//! Chains: what items are, as a description that a program is made of when an end needs it.

use crate::associative;
use crate::ends::{self, Collected, Unzip};
use crate::key::{FloatItem, Key, Summable};
use crate::program::{Builder, Fun};
use crate::reduce::Join;
use crate::value::{Arithmetic, Layout, Value, is_same, key_of, leaves};
use std::marker::PhantomData;
use std::ops::Range;
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{BinOp, DataType, Expr};
use vyre_runtime::{Buffer, BufferElement, Call, Device, Error, Leaf, Limit, ParItem};

/// What computes the item at an index.
#[derive(Clone)]
pub(crate) enum Stage {
    Buffer {
        stored: Stored,
        layout: Layout,
    },
    Range {
        start: u64,
        leaf: Leaf,
    },
    /// Arrays of `N` elements, of which each begins `step` elements behind the one before.
    Pieces {
        stored: Stored,
        layout: Layout,
        count: u32,
        step: u32,
    },
    Zip(Box<Stage>, Box<Stage>),
    Enumerate(Box<Stage>),
    Map(Box<Stage>, Fun),
    /// Those for which a function gives this.
    Filter(Box<Stage>, Fun, bool),
    FilterMap(Box<Stage>, Fun),
    /// The item at another index: `start + step * i`, or `start - i`.
    Index {
        of: Box<Stage>,
        start: u32,
        step: u32,
        is_back: bool,
    },
    /// The elements of a tensor: the length and the stride of each axis, and where the first one is.
    View {
        stored: Stored,
        layout: Layout,
        axes: Vec<(u32, u32)>,
        offset: u32,
    },
    /// Items in words of their own.
    Wide {
        stored: Stored,
        layout: Layout,
    },
    /// The elements of a buffer that differ from those before them, behind their indices if these are wanted.
    Heads {
        stored: Stored,
        layout: Layout,
        has_index: bool,
    },
}

impl Stage {
    /// The item at an index. Behind a filter what follows stands in an `if`.
    pub(crate) fn emit(&self, b: &mut Builder, index: &Expr) -> Value {
        let loaded = self.load(b, index);
        self.emit_loaded(b, index, loaded)
    }

    /// What an item is made of: the elements that are loaded for it. Whoever wants several items loads for all of them first, so that no load waits for what a filter says of
    /// another item.
    pub(crate) fn load(&self, b: &mut Builder, index: &Expr) -> Vec<Value> {
        match self {
            Stage::Buffer { stored, layout } | Stage::Wide { stored, layout } => {
                let name = b.input(stored);
                vec![layout.load(b, &name, index)]
            }
            Stage::View { stored, layout, axes, offset } => {
                let (mut place, mut rest) = (b.placed_word(offset), index.clone());
                for (axis, (len, stride)) in axes.iter().enumerate().rev() {
                    let (len, stride) = (b.placed_word(len), b.placed_word(stride));
                    let (here, outer) = match axis {
                        0 => (rest.clone(), Expr::u32(0)),
                        _ => (rest.clone() % len.clone(), rest / len),
                    };
                    place = b.bind(place + here * stride);
                    rest = b.bind(outer);
                }
                let name = b.input(stored);
                vec![layout.load(b, &name, &place)]
            }
            Stage::Heads { stored, layout, .. } => {
                let name = b.input(stored);
                let item = layout.load(b, &name, index);
                // Written so, it is known to be at most the index.
                let before = b.bind(index.clone() - Expr::binary(BinOp::Min, index.clone(), Expr::u32(1)));
                vec![item, layout.load(b, &name, &before)]
            }
            Stage::Range { .. } => Vec::new(),
            Stage::Pieces { stored, layout, count, step } => {
                let name = b.input(stored);
                let first = b.bind(index.clone() * *step);
                (0..*count)
                    .map(|at| {
                        let at = b.bind(first.clone() + at);
                        layout.load(b, &name, &at)
                    })
                    .collect()
            }
            Stage::Zip(left, right) => {
                let mut all = left.load(b, index);
                all.extend(right.load(b, index));
                all
            }
            Stage::Enumerate(of) | Stage::Map(of, _) | Stage::Filter(of, ..) | Stage::FilterMap(of, _) => {
                of.load(b, index)
            }
            Stage::Index { of, start, step, is_back } => {
                let index = other(b, index, (start, step, *is_back));
                of.load(b, &index)
            }
        }
    }

    /// The leaves of what [`Stage::load`] gives.
    pub(crate) fn loaded(&self) -> Vec<Vec<Leaf>> {
        match self {
            Stage::Buffer { layout, .. } | Stage::Wide { layout, .. } | Stage::View { layout, .. } => {
                vec![layout.leaves()]
            }
            Stage::Heads { layout, .. } => vec![layout.leaves(); 2],
            Stage::Pieces { layout, count, .. } => vec![layout.leaves(); *count as usize],
            Stage::Range { .. } => Vec::new(),
            Stage::Zip(left, right) => [left.loaded(), right.loaded()].concat(),
            Stage::Enumerate(of) | Stage::Map(of, _) | Stage::Filter(of, ..) | Stage::FilterMap(of, _) => {
                of.loaded()
            }
            Stage::Index { of, .. } => of.loaded(),
        }
    }

    /// The item of what was loaded for it.
    pub(crate) fn emit_loaded(&self, b: &mut Builder, index: &Expr, loaded: Vec<Value>) -> Value {
        self.made(b, index, &mut loaded.into_iter())
    }

    fn made(&self, b: &mut Builder, index: &Expr, loaded: &mut std::vec::IntoIter<Value>) -> Value {
        let nothing = Value { leaves: Vec::new(), parts: Vec::new() };
        match self {
            Stage::Buffer { .. } | Stage::Wide { .. } | Stage::View { .. } => {
                loaded.next().unwrap_or(nothing)
            }
            Stage::Heads { has_index, .. } => {
                let (item, before) =
                    (loaded.next().unwrap_or(nothing.clone()), loaded.next().unwrap_or(nothing));
                let (key, other) = (key_of(b, &item), key_of(b, &before));
                let is_same = is_same(b, &key, &other);
                b.open_if(index.clone().equals(0u32) | is_same.equals(0u32));
                if *has_index { Value::u32(index.clone()).with(item) } else { item }
            }
            Stage::Range { start, leaf } => match leaf {
                Leaf::U64 => {
                    let words = b.placed(start, &[*start as u32, (*start >> 32) as u32]);
                    let start = b.bind(Expr::compose(DataType::U64, words));
                    let index = Expr::cast(DataType::U64, index.clone());
                    let item = b.bind(Expr::call("primitive.u64.add", vec![start, index]));
                    Value::of(Leaf::U64, item)
                }
                _ => {
                    let start = b.placed(start, &[*start as u32]).remove(0);
                    let item = b.bind(start + index.clone());
                    Value::u32(item)
                }
            },
            Stage::Pieces { count, .. } => {
                loaded.by_ref().take(*count as usize).fold(nothing, |all, one| all.with(one))
            }
            Stage::Zip(left, right) => {
                let left = left.made(b, index, loaded);
                left.with(right.made(b, index, loaded))
            }
            Stage::Enumerate(of) => Value::u32(index.clone()).with(of.made(b, index, loaded)),
            Stage::Map(of, function) => {
                let item = of.made(b, index, loaded);
                b.call(function, &[&item])
            }
            Stage::Filter(of, function, wanted) => {
                let item = of.made(b, index, loaded);
                let is_kept = b.call(function, &[&item]);
                let is_kept = is_kept.parts.first().cloned().unwrap_or(Expr::u32(0));
                b.open_if(if *wanted { is_kept.differs(0u32) } else { is_kept.equals(0u32) });
                item
            }
            Stage::FilterMap(of, function) => {
                let item = of.made(b, index, loaded);
                let (is_kept, item) = b.call(function, &[&item]).split(1);
                b.open_if(truth(&is_kept));
                item
            }
            Stage::Index { of, start, step, is_back } => {
                let index = other(b, index, (start, step, *is_back));
                of.made(b, &index, loaded)
            }
        }
    }
}

/// The index that another one stands for: so many steps behind a start, or before it.
fn other(b: &mut Builder, index: &Expr, (start, step, is_back): (&u32, &u32, bool)) -> Expr {
    let start = b.placed_word(start);
    let index = match (is_back, step) {
        (true, _) => start - index.clone(),
        (false, 1) => start + index.clone(),
        (false, step) => {
            let step = b.placed_word(step);
            start + index.clone() * step
        }
    };
    b.bind(index)
}

/// A truth value as a condition.
pub(crate) fn truth(value: &Value) -> Expr {
    value.parts.first().cloned().unwrap_or(Expr::u32(0)).differs(0u32)
}

/// A chain: what computes its items, and how many there are.
#[derive(Clone)]
pub struct Plan {
    pub(crate) device: Device,
    pub(crate) stage: Stage,
    /// The number of items before any filter.
    pub(crate) len: u32,
    pub(crate) is_filtered: bool,
    pub(crate) leaves: Vec<Leaf>,
}

/// A length as a number of items.
pub(crate) fn items(len: u64) -> Result<u32, Error> {
    let allowed = u64::from(u32::MAX);
    u32::try_from(len).map_err(|_| Error::Limit { limit: Limit::Items, asked: len, allowed })
}

pub(crate) fn same_device(left: &Device, right: &Device) -> Result<(), Error> {
    if left.is_same(right) {
        return Ok(());
    }
    let (buffer, device) = (right.to_string(), left.to_string());
    Err(Error::BufferDevice { name: "buffer".to_string(), buffer, device })
}

impl Plan {
    pub(crate) fn of_buffer<T: BufferElement>(buffer: &Buffer<T>) -> Result<Plan, Error> {
        let stage = Stage::Buffer { stored: Stored::of(buffer), layout: Layout::of::<T>() };
        Ok(Plan {
            device: buffer.device().clone(),
            stage,
            len: items(buffer.len() as u64)?,
            is_filtered: false,
            leaves: leaves::<T>(),
        })
    }
}

mod sealed {
    /// What only this crate implements.
    pub trait Sealed {}
}

use sealed::Sealed;

/// A chain of items that are computed on a device when an end needs them. Nothing runs before.
///
/// Functions take items by value, and a tuple is one parameter.
pub trait ParIter: Sized + Sealed {
    /// The items.
    type Item: ParItem;

    /// What computes the items.
    ///
    /// # Errors
    /// What is wrong with the chain.
    #[doc(hidden)]
    fn plan(self) -> Result<Plan, Error>;

    /// What a function makes of each item.
    fn map<R: ParItem, F: Call<(Self::Item,), R>>(self, function: F) -> Map<Self, F, R> {
        Map { of: self, function, result: PhantomData }
    }

    /// The items for which a function gives `true`, in their order.
    fn filter<F: Call<(Self::Item,), bool>>(self, function: F) -> Filter<Self, F> {
        Filter { of: self, function }
    }

    /// What a function makes of the items, where it says so: it gives `Some(item)`, or `(true, item)`, for those that stay.
    fn filter_map<R: Kept, F: Call<(Self::Item,), R>>(self, function: F) -> FilterMap<Self, F, R> {
        FilterMap { of: self, function, result: PhantomData }
    }

    /// The items themselves: they are passed by value in any case.
    fn copied(self) -> Self {
        self
    }

    /// The items in a new buffer, in order. Behind a filter this waits for their number.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn collect(self) -> Result<Buffer<Self::Item>, Error>
    where
        Self::Item: Collected,
    {
        ends::collect(self.plan()?)
    }

    /// The first `n` items, with zeros behind them if there are fewer, and the number of all items. It does not wait.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn collect_at_most(self, n: usize) -> Result<(Buffer<Self::Item>, Buffer<u32>), Error>
    where
        Self::Item: Collected,
    {
        ends::collect_at_most(&self.plan()?, n)
    }

    /// A buffer for each part of the items, which are tuples.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn unzip(self) -> Result<<Self::Item as Unzip>::Buffers, Error>
    where
        Self::Item: Unzip,
    {
        Self::Item::unzip(self.plan()?)
    }

    /// The number of items.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn count(self) -> Result<u32, Error> {
        ends::count(&self.plan()?)
    }

    /// Whether a function gives `true` for any item.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn any<F: Call<(Self::Item,), bool>>(self, function: F) -> Result<bool, Error> {
        let function = Fun::of::<(Self::Item,), bool, F>(&function);
        Ok(ends::first(&self.plan()?, function, true)?.is_some())
    }

    /// Whether a function gives `true` for all items.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn all<F: Call<(Self::Item,), bool>>(self, function: F) -> Result<bool, Error> {
        let function = Fun::of::<(Self::Item,), bool, F>(&function);
        Ok(ends::first(&self.plan()?, function, false)?.is_none())
    }

    /// The first item for which a function gives `true`.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn find<F: Call<(Self::Item,), bool>>(self, function: F) -> Result<Option<Self::Item>, Error> {
        let function = Fun::of::<(Self::Item,), bool, F>(&function);
        let plan = self.plan()?;
        match ends::first(&plan, function, true)? {
            Some(at) => ends::item(&plan, at).map(Some),
            None => Ok(None),
        }
    }

    /// The sum of integers; it wraps.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn sum(self) -> Result<Self::Item, Error>
    where
        Self::Item: Summable,
    {
        let words = ends::folded(&self.plan()?, Join::Arithmetic(Arithmetic::Add))?;
        Ok(ends::item_of(words.unwrap_or_default()))
    }

    /// The product of integers; it wraps.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn product(self) -> Result<Self::Item, Error>
    where
        Self::Item: Summable,
    {
        let words = ends::folded(&self.plan()?, Join::Arithmetic(Arithmetic::Mul))?;
        Ok(ends::item_of(words.unwrap_or_else(|| vec![1])))
    }

    /// The sum of floats by the balanced tree, as [`reduce::sum_tree`](vyre_runtime::reduce::sum_tree).
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn sum_tree(self) -> Result<Self::Item, Error>
    where
        Self::Item: FloatItem,
    {
        let words = ends::folded(&self.plan()?.settled()?, Join::Arithmetic(Arithmetic::Add))?;
        Ok(ends::item_of(words.unwrap_or_default()))
    }

    /// The sum of floats from the first to the last, as [`reduce::sum_strict`](vyre_runtime::reduce::sum_strict).
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn sum_strict(self) -> Result<Self::Item, Error>
    where
        Self::Item: FloatItem,
    {
        Self::Item::sum_strict(&ends::collect(self.plan()?)?)
    }

    /// The sum of floats in an order that the device chooses, as [`reduce::sum_approx`](vyre_runtime::reduce::sum_approx).
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn sum_approx(self) -> Result<Self::Item, Error>
    where
        Self::Item: FloatItem,
    {
        Self::Item::sum_approx(&ends::collect(self.plan()?)?)
    }

    /// The least item; floats by `total_cmp`.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn min(self) -> Result<Option<Self::Item>, Error>
    where
        Self::Item: Key,
    {
        ends::extreme(&self.plan()?, None, false)
    }

    /// The greatest item; floats by `total_cmp`.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn max(self) -> Result<Option<Self::Item>, Error>
    where
        Self::Item: Key,
    {
        ends::extreme(&self.plan()?, None, true)
    }

    /// The first of the items of which a function gives the least key.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn min_by_key<K: Key, F: Call<(Self::Item,), K>>(self, key: F) -> Result<Option<Self::Item>, Error> {
        ends::extreme(&self.plan()?, Some(Fun::of::<(Self::Item,), K, F>(&key)), false)
    }

    /// The first of the items of which a function gives the greatest key.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn max_by_key<K: Key, F: Call<(Self::Item,), K>>(self, key: F) -> Result<Option<Self::Item>, Error> {
        ends::extreme(&self.plan()?, Some(Fun::of::<(Self::Item,), K, F>(&key)), true)
    }

    /// What a function joins the items to, by the balanced tree: what it gives of the results of both parts of the items, which are split at the
    /// largest power of two below their number. Of one item it is that item, and of none the identity.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn reduce<F: Call<(Self::Item, Self::Item), Self::Item>>(
        self,
        identity: Self::Item,
        function: F,
    ) -> Result<Self::Item, Error> {
        let join = Join::of(Fun::of::<(Self::Item, Self::Item), Self::Item, F>(&function));
        let plan = self.plan()?.settled()?;
        associative::check(&plan, &function)?;
        let words = ends::folded(&plan, join)?;
        Ok(words.map_or(identity, ends::item_of))
    }

    /// What `reduce` gives of the items up to each one, itself included.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn inclusive_scan<F: Call<(Self::Item, Self::Item), Self::Item>>(
        self,
        function: F,
    ) -> Result<Buffer<Self::Item>, Error>
    where
        Self::Item: Collected,
    {
        let join = Join::of(Fun::of::<(Self::Item, Self::Item), Self::Item, F>(&function));
        let plan = self.plan()?.settled()?;
        associative::check(&plan, &function)?;
        ends::scan(&plan, join, None)
    }

    /// What `reduce` gives of the items before each one; the identity before the first.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn exclusive_scan<F: Call<(Self::Item, Self::Item), Self::Item>>(
        self,
        identity: Self::Item,
        function: F,
    ) -> Result<Buffer<Self::Item>, Error>
    where
        Self::Item: Collected,
    {
        let join = Join::of(Fun::of::<(Self::Item, Self::Item), Self::Item, F>(&function));
        let plan = self.plan()?.settled()?;
        associative::check(&plan, &function)?;
        ends::scan(&plan, join, Some(identity))
    }

    /// The sums of the items up to each one, itself included; they wrap.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn inclusive_sum(self) -> Result<Buffer<Self::Item>, Error>
    where
        Self::Item: Collected + Summable,
    {
        ends::scan(&self.plan()?.settled()?, Join::Arithmetic(Arithmetic::Add), None)
    }

    /// The sums of the items before each one; they wrap.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn exclusive_sum(self) -> Result<Buffer<Self::Item>, Error>
    where
        Self::Item: Collected + Summable,
    {
        let zero = ends::item_of(Vec::new());
        ends::scan(&self.plan()?.settled()?, Join::Arithmetic(Arithmetic::Add), Some(zero))
    }

    /// The items for which a function gives `true`, and the others, both in order. It waits for their numbers.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    #[allow(clippy::type_complexity, reason = "the pair is what iterators of std give")]
    fn partition<F: Call<(Self::Item,), bool>>(
        self,
        function: F,
    ) -> Result<(Buffer<Self::Item>, Buffer<Self::Item>), Error>
    where
        Self::Item: Collected,
    {
        ends::partition(&self.plan()?, &Fun::of::<(Self::Item,), bool, F>(&function))
    }

    /// How often each number below `bins` is among the items. Others count nowhere.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn histogram(self, bins: usize) -> Result<Buffer<u32>, Error>
    where
        Self::Item: Summable,
    {
        ends::histogram(&self.plan()?, bins)
    }
}

/// A chain of which the number of items is known before it is computed.
pub trait IndexedParIter: ParIter {
    /// Pairs of the items of two chains, as many as the shorter one has.
    fn zip<O: IndexedParIter>(self, other: O) -> Zip<Self, O> {
        Zip(self, other)
    }

    /// The items with their indices.
    fn enumerate(self) -> Enumerate<Self> {
        Enumerate(self)
    }

    /// The items from the last one to the first.
    fn rev(self) -> Rev<Self> {
        Rev(self)
    }

    /// The items without the first ones.
    fn skip(self, count: usize) -> Skip<Self> {
        Skip(self, count)
    }

    /// The first items.
    fn take(self, count: usize) -> Take<Self> {
        Take(self, count)
    }

    /// Every so many of the items. A step of 0 is an error of the end.
    fn step_by(self, step: usize) -> StepBy<Self> {
        StepBy(self, step)
    }

    /// Stores the items in a buffer, which has as many elements.
    ///
    /// # Errors
    /// [`Error::Length`] if it has not, and if the chain is wrong, or the device cannot run it.
    fn collect_into(self, buffer: &mut Buffer<Self::Item>) -> Result<(), Error>
    where
        Self::Item: Collected,
    {
        ends::collect_into(&self.plan()?, buffer)
    }

    /// Stores in each element of a buffer what a function gives of it and of the item of its index.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many, and if the chain is wrong, or the device cannot run it.
    fn for_each_into<T: BufferElement, F: Call<(T, Self::Item), T>>(
        self,
        buffer: &mut Buffer<T>,
        function: F,
    ) -> Result<(), Error> {
        ends::for_each_into(&self.plan()?, buffer, &Fun::of::<(T, Self::Item), T, F>(&function))
    }

    /// The index of the first item for which a function gives `true`.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn position<F: Call<(Self::Item,), bool>>(self, function: F) -> Result<Option<u32>, Error> {
        ends::first(&self.plan()?, Fun::of::<(Self::Item,), bool, F>(&function), true)
    }

    /// The index of the first of the least items.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn arg_min(self) -> Result<Option<u32>, Error>
    where
        Self::Item: Key,
    {
        ends::arg_extreme(&self.plan()?, false)
    }

    /// The index of the first of the greatest items.
    ///
    /// # Errors
    /// If the chain is wrong, or the device cannot run it.
    fn arg_max(self) -> Result<Option<u32>, Error>
    where
        Self::Item: Key,
    {
        ends::arg_extreme(&self.plan()?, true)
    }
}

/// What the function of a `filter_map` gives: whether the item stays, and what becomes of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether an item stays",
    label = "give an `Option`, or `(bool, item)`"
)]
pub trait Kept: ParItem + Sealed {
    /// What becomes of an item.
    type Item: ParItem;
}

impl<T> Sealed for (bool, T) {}
impl<T: ParItem> Kept for (bool, T) {
    type Item = T;
}

impl<T> Sealed for Option<T> {}
impl<T: ParItem> Kept for Option<T> {
    type Item = T;
}

/// The elements of a buffer.
#[derive(Clone, Copy, Debug)]
#[must_use = "a chain computes nothing until an end needs its items"]
pub struct Elements<'a, T: BufferElement> {
    pub(crate) buffer: &'a Buffer<T>,
}

/// The numbers of a range.
#[derive(Clone, Debug)]
#[must_use = "a chain computes nothing until an end needs its items"]
pub struct ParRange<N> {
    device: Device,
    range: Range<N>,
}

/// Arrays of elements that follow each other in a buffer.
#[derive(Clone, Copy, Debug)]
#[must_use = "a chain computes nothing until an end needs its items"]
pub struct Pieces<'a, T: BufferElement, const N: usize> {
    pub(crate) buffer: &'a Buffer<T>,
    pub(crate) step: usize,
}

macro_rules! adaptors {
    ($($(#[$doc:meta])* $Name:ident<$($Param:ident),*> $fields:tt)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[must_use = "a chain computes nothing until an end needs its items"]
        pub struct $Name<$($Param),*> $fields
        impl<$($Param),*> Sealed for $Name<$($Param),*> {}
    )*};
}

adaptors! {
    /// What a function makes of each item.
    Map<I, F, R> { of: I, function: F, result: PhantomData<fn() -> R> }
    /// The items that a function keeps.
    Filter<I, F> { of: I, function: F }
    /// What a function makes of the items that it keeps.
    FilterMap<I, F, R> { of: I, function: F, result: PhantomData<fn() -> R> }
}

macro_rules! indexed {
    ($($(#[$doc:meta])* $Name:ident<$($Param:ident),*>($($field:ty),*);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[must_use = "a chain computes nothing until an end needs its items"]
        pub struct $Name<$($Param),*>($($field),*);
        impl<$($Param),*> Sealed for $Name<$($Param),*> {}
        impl<$($Param: IndexedParIter),*> IndexedParIter for $Name<$($Param),*> {}
    )*};
}

indexed! {
    /// Pairs of the items of two chains.
    Zip<A, B>(A, B);
    /// Items with their indices.
    Enumerate<I>(I);
    /// The items from the last one to the first.
    Rev<I>(I);
    /// Items without the first ones.
    Skip<I>(I, usize);
    /// The first items.
    Take<I>(I, usize);
    /// Every so many of the items.
    StepBy<I>(I, usize);
}

impl<T: BufferElement> Sealed for Elements<'_, T> {}
impl<N> Sealed for ParRange<N> {}
impl<T: BufferElement, const N: usize> Sealed for Pieces<'_, T, N> {}
impl<T: BufferElement> IndexedParIter for Elements<'_, T> {}
impl<T: BufferElement, const N: usize> IndexedParIter for Pieces<'_, T, N> {}
impl<N: RangeItem> IndexedParIter for ParRange<N> {}
impl<I: IndexedParIter, R: ParItem, F: Call<(I::Item,), R>> IndexedParIter for Map<I, F, R> {}

/// The numbers of ranges: `u32` and `u64`.
#[diagnostic::on_unimplemented(
    message = "no chain begins with a range of `{Self}`",
    label = "expected a range of `u32` or `u64`",
    note = "literals alone are `i32`s: write a suffix, `0..5u32`"
)]
pub trait RangeItem: ParItem + Sealed {
    #[doc(hidden)]
    fn number(self) -> u64;
}

impl Sealed for u32 {}
impl Sealed for u64 {}
impl RangeItem for u32 {
    fn number(self) -> u64 {
        self.into()
    }
}
impl RangeItem for u64 {
    fn number(self) -> u64 {
        self
    }
}

impl<T: BufferElement> ParIter for Elements<'_, T> {
    type Item = T;
    fn plan(self) -> Result<Plan, Error> {
        Plan::of_buffer(self.buffer)
    }
}

impl<T: BufferElement, const N: usize> ParIter for Pieces<'_, T, N> {
    type Item = [T; N];
    fn plan(self) -> Result<Plan, Error> {
        let plan = Plan::of_buffer(self.buffer)?;
        let (len, size, step) = (plan.len as usize, N, self.step.max(1));
        let len = if size == 0 || len < size { 0 } else { (len - size) / step + 1 };
        let stored = Stored::of(self.buffer);
        let stage =
            Stage::Pieces { stored, layout: Layout::of::<T>(), count: N as u32, step: self.step as u32 };
        Ok(Plan { stage, len: items(len as u64)?, leaves: leaves::<[T; N]>(), ..plan })
    }
}

impl<N: RangeItem> ParIter for ParRange<N> {
    type Item = N;
    fn plan(self) -> Result<Plan, Error> {
        let (start, end) = (self.range.start.number(), self.range.end.number());
        let leaves = leaves::<N>();
        let leaf = leaves.first().copied().unwrap_or(Leaf::U32);
        let len = items(end.saturating_sub(start))?;
        Ok(Plan { device: self.device, stage: Stage::Range { start, leaf }, len, is_filtered: false, leaves })
    }
}

impl<I: ParIter, R: ParItem, F: Call<(I::Item,), R>> ParIter for Map<I, F, R> {
    type Item = R;
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.of.plan()?;
        let function = Fun::of::<(I::Item,), R, F>(&self.function);
        Ok(Plan { stage: Stage::Map(Box::new(plan.stage), function), leaves: leaves::<R>(), ..plan })
    }
}

impl<I: ParIter, F: Call<(I::Item,), bool>> ParIter for Filter<I, F> {
    type Item = I::Item;
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.of.plan()?;
        let function = Fun::of::<(I::Item,), bool, F>(&self.function);
        Ok(Plan { stage: Stage::Filter(Box::new(plan.stage), function, true), is_filtered: true, ..plan })
    }
}

impl<I: ParIter, R: Kept, F: Call<(I::Item,), R>> ParIter for FilterMap<I, F, R> {
    type Item = R::Item;
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.of.plan()?;
        let stage = Stage::FilterMap(Box::new(plan.stage), Fun::of::<(I::Item,), R, F>(&self.function));
        Ok(Plan { stage, is_filtered: true, leaves: leaves::<R::Item>(), ..plan })
    }
}

impl<A: IndexedParIter, B: IndexedParIter> ParIter for Zip<A, B> {
    type Item = (A::Item, B::Item);
    fn plan(self) -> Result<Plan, Error> {
        let (left, right) = (self.0.plan()?, self.1.plan()?);
        same_device(&left.device, &right.device)?;
        Ok(Plan {
            device: left.device,
            stage: Stage::Zip(Box::new(left.stage), Box::new(right.stage)),
            len: left.len.min(right.len),
            is_filtered: false,
            leaves: [left.leaves, right.leaves].concat(),
        })
    }
}

impl<I: IndexedParIter> ParIter for Enumerate<I> {
    type Item = (u32, I::Item);
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.0.plan()?;
        let leaves = [vec![Leaf::U32], plan.leaves].concat();
        Ok(Plan { stage: Stage::Enumerate(Box::new(plan.stage)), leaves, ..plan })
    }
}

/// A chain whose items are at other indices.
fn indexed(plan: Plan, (start, step): (u32, u32), is_back: bool, len: u32) -> Plan {
    Plan { stage: Stage::Index { of: Box::new(plan.stage), start, step, is_back }, len, ..plan }
}

fn at_most(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl<I: IndexedParIter> ParIter for Rev<I> {
    type Item = I::Item;
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.0.plan()?;
        let len = plan.len;
        Ok(indexed(plan, (len.saturating_sub(1), 1), true, len))
    }
}

impl<I: IndexedParIter> ParIter for Skip<I> {
    type Item = I::Item;
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.0.plan()?;
        let count = at_most(self.1).min(plan.len);
        let len = plan.len - count;
        Ok(indexed(plan, (count, 1), false, len))
    }
}

impl<I: IndexedParIter> ParIter for Take<I> {
    type Item = I::Item;
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.0.plan()?;
        let len = plan.len.min(at_most(self.1));
        Ok(Plan { len, ..plan })
    }
}

impl<I: IndexedParIter> ParIter for StepBy<I> {
    type Item = I::Item;
    fn plan(self) -> Result<Plan, Error> {
        let plan = self.0.plan()?;
        if self.1 == 0 {
            return Err(Error::Range { start: 0, end: 0, len: u64::from(plan.len) });
        }
        let (step, len) = (at_most(self.1), plan.len);
        Ok(indexed(plan, (0, step), false, len.div_ceil(step)))
    }
}

/// The sources of chains that are no buffers.
pub trait ParDevice {
    /// The numbers of a range, as the items of a chain.
    fn par_range<N: RangeItem>(&self, range: Range<N>) -> ParRange<N>;
}

impl ParDevice for Device {
    fn par_range<N: RangeItem>(&self, range: Range<N>) -> ParRange<N> {
        ParRange { device: self.clone(), range }
    }
}
