//! Scans and reductions of segments, in the order of the balanced tree.
//!
//! The values of whole blocks of 2, 4, 8 and so on elements are stored level by level. A block begins at a multiple of its length behind where its segment does, and lies
//! at its first element's index divided by its length, which no other block has. What `reduce` gives of the first elements of a segment joins a
//! block for each bit of their number.

use crate::chain::Plan;
use crate::program::{Builder, Wide};
use crate::reduce::Join;
use crate::value::{Layout, Value};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::Expr;
use vyre_runtime::{Device, Error, Leaf};

/// Segments of elements: where each begins, and the end of the last one.
#[derive(Clone)]
pub(crate) struct Segments {
    pub(crate) offsets: Stored,
    /// The number of segments.
    pub(crate) count: u32,
}

impl Segments {
    /// The segment of an element, the number of segments before it if there is none, whether there is one, and its ends.
    pub(crate) fn find(&self, b: &mut Builder, at: &Expr) -> Found {
        let name = b.input(&self.offsets);
        let offsets = b.param(self.count + 1);
        let (low, high) = (b.variable(Expr::u32(0)), b.variable(offsets));
        b.open_loop(Expr::u32(0), Expr::u32(32));
        b.open_if(Expr::var(low.clone()).lt(Expr::var(high.clone())));
        let middle =
            b.bind(Expr::var(low.clone()) + ((Expr::var(high.clone()) - Expr::var(low.clone())) >> 1));
        let is_below = b.bind(Expr::load(name.clone(), middle.clone()).le(at.clone()));
        b.open_if(is_below.clone().differs(0u32));
        b.assign(&low, middle.clone() + 1);
        b.close();
        b.open_if(is_below.equals(0u32));
        b.assign(&high, middle);
        b.close();
        b.close();
        b.close();
        let before = b.bind(Expr::var(low));
        let count = b.param(self.count);
        let is_there = b.bind(before.clone().gt(0u32) & before.clone().le(count));
        let at = b.bind(Expr::select(is_there.clone().differs(0u32), before.clone() - 1, Expr::u32(0)));
        let start = b.bind(Expr::load(name.clone(), at.clone()));
        let end =
            b.bind(Expr::load(name, Expr::select(is_there.clone().differs(0u32), at + 1, Expr::u32(0))));
        Found { before, is_there, start, end }
    }
}

/// Where an element is.
pub(crate) struct Found {
    /// One more than the segment's number.
    pub(crate) before: Expr,
    pub(crate) is_there: Expr,
    pub(crate) start: Expr,
    pub(crate) end: Expr,
}

/// The values of whole blocks.
pub(crate) struct Levels<'p> {
    plan: &'p Plan,
    join: Join,
    blocks: Wide,
    segments: Option<Segments>,
    /// The number of levels above the elements.
    levels: u32,
}

impl<'p> Levels<'p> {
    /// Computes them, of a chain without filters.
    pub(crate) fn new(plan: &'p Plan, join: Join, segments: Option<Segments>) -> Result<Levels<'p>, Error> {
        let levels = plan.len.checked_ilog2().unwrap_or(0);
        let blocks = Wide::new(&plan.device, &plan.leaves, plan.len as usize)?;
        let mut offset = 0;
        for level in 1..=levels {
            let mut b = Builder::new();
            let count = plan.len >> level;
            let at = b.each(count);
            let half = level - 1;
            let (left, right) = match &segments {
                None => {
                    let left = b.bind(at.clone() << 1);
                    let right = b.bind(left.clone() + 1);
                    (left, right)
                }
                Some(segments) => {
                    let shift = b.param(level);
                    let size = b.bind(Expr::u32(1) << shift.clone());
                    let last = b.bind((at.clone() + 1) * size.clone() - 1);
                    let found = segments.find(&mut b, &last);
                    let inside = b.bind(last - found.start.clone());
                    let start = b.bind(found.start + ((inside >> shift.clone()) << shift));
                    let is_whole = (start.clone() + size.clone()).le(found.end);
                    b.open_if((found.is_there & is_whole).differs(0u32));
                    let half = b.param(half);
                    let left = b.bind(start.clone() >> half.clone());
                    let right = b.bind((start + (size >> 1)) >> half);
                    (left, right)
                }
            };
            let name = b.output(&blocks.stored);
            let [left, right] = [left, right].map(|index| match level {
                1 => plan.stage.emit(&mut b, &index),
                _ => {
                    let before = b.param(offset - (plan.len >> half));
                    let index = b.bind(before + index);
                    blocks.layout.load(&mut b, &name, &index)
                }
            });
            let value = join.emit(&mut b, &left, &right);
            let offset_now = b.param(offset);
            let place = b.bind(offset_now + at);
            blocks.layout.store(&mut b, &name, &place, &value);
            b.launch(&plan.device, "vyre::par::blocks", count)?;
            offset += count;
        }
        Ok(Levels { plan, join, blocks, segments, levels })
    }

    /// What `reduce` gives of the first `len` elements behind `start`, of which there is one at least.
    fn first(&self, b: &mut Builder, start: &Expr, len: &Expr) -> Value {
        let zero = Value::zero(&self.plan.leaves);
        let (joined, has) = (b.variables(zero.clone()), b.variable(Expr::u32(0)));
        let offset = b.variable(Expr::u32(0));
        let (all, levels) = (b.param(self.plan.len), b.param(self.levels + 1));
        let name = b.input(&self.blocks.stored);
        let level = b.open_loop(Expr::u32(0), levels);
        let blocks = b.bind(len.clone() >> level.clone());
        b.open_if((blocks.clone() & 1).differs(0u32));
        let element = b.bind(start.clone() + ((blocks - 1) << level.clone()));
        let value = b.variables(zero);
        b.open_if(level.clone().equals(0u32));
        let item = self.plan.stage.emit(b, &element);
        b.assign_all(&value, &item);
        b.close();
        b.open_if(level.clone().differs(0u32));
        let place = b.bind(Expr::var(offset.clone()) + (element >> level.clone()));
        let block = self.blocks.layout.load(b, &name, &place);
        b.assign_all(&value, &block);
        b.close();
        b.open_if(Expr::var(has.clone()).differs(0u32));
        let both = self.join.emit(b, &value.value(), &joined.value());
        b.assign_all(&value, &both);
        b.close();
        b.assign_all(&joined, &value.value());
        b.assign(&has, Expr::u32(1));
        b.close();
        b.open_if(level.clone().differs(0u32));
        b.assign(&offset, Expr::var(offset.clone()) + (all >> level));
        b.close();
        b.close();
        joined.value()
    }

    /// Stores the scan. An exclusive one begins with the identity.
    pub(crate) fn scan(&self, identity: Option<&[u32]>, out: (&Stored, &Layout)) -> Result<(), Error> {
        let mut b = Builder::new();
        let at = b.each(self.plan.len);
        let result = b.variables(Value::zero(&self.plan.leaves));
        match (&self.segments, identity) {
            (None, None) => {
                let len = b.bind(at.clone() + 1);
                let value = self.first(&mut b, &Expr::u32(0), &len);
                b.assign_all(&result, &value);
            }
            (None, Some(identity)) => {
                let first = constant(&mut b, &self.plan.leaves, identity);
                b.assign_all(&result, &first);
                b.open_if(at.clone().differs(0u32));
                let value = self.first(&mut b, &Expr::u32(0), &at);
                b.assign_all(&result, &value);
                b.close();
            }
            (Some(segments), _) => {
                let found = segments.find(&mut b, &at);
                b.open_if(found.is_there.differs(0u32));
                let len = b.bind(at.clone() - found.start.clone() + 1);
                let value = self.first(&mut b, &found.start, &len);
                b.assign_all(&result, &value);
                b.close();
            }
        }
        let name = b.output(out.0);
        out.1.store(&mut b, &name, &at, &result.value());
        b.launch(&self.plan.device, "vyre::par::scan", self.plan.len)
    }

    /// Stores what `reduce` gives of each segment.
    pub(crate) fn reduce(&self, identity: &[u32], out: (&Stored, &Layout)) -> Result<(), Error> {
        let Some(segments) = &self.segments else { return Ok(()) };
        let mut b = Builder::new();
        let at = b.each(segments.count);
        let name = b.input(&segments.offsets);
        let start = b.bind(Expr::load(name.clone(), at.clone()));
        let end = b.bind(Expr::load(name, at.clone() + 1));
        let first = constant(&mut b, &self.plan.leaves, identity);
        let result = b.variables(first);
        let len = b.bind(end.clone() - start.clone());
        b.open_if(start.clone().lt(end));
        let value = self.first(&mut b, &start, &len);
        b.assign_all(&result, &value);
        b.close();
        let name = b.output(out.0);
        out.1.store(&mut b, &name, &at, &result.value());
        b.launch(&self.plan.device, "vyre::par::segments", segments.count)
    }
}

/// A value of the launch.
pub(crate) fn constant(b: &mut Builder, leaves: &[Leaf], words: &[u32]) -> Value {
    let mut words = words.iter().copied();
    let mut parts = Vec::new();
    for leaf in leaves {
        let list = (0..leaf.words()).map(|_| words.next().unwrap_or(0)).collect::<Vec<u32>>();
        let list = list.into_iter().map(|word| b.param(word)).collect();
        let part = b.bind(crate::value::of_words(*leaf, list));
        parts.push(part);
    }
    Value { leaves: leaves.to_vec(), parts }
}

/// How many elements an invocation of a sum of counts has.
pub(crate) const CHUNK: u32 = 16;

/// Makes of `len` numbers the sums of those before them, and puts the sum of all behind them.
pub(crate) fn exclusive_sums(
    device: &Device,
    data: &vyre_runtime::Buffer<u32>,
    len: u32,
) -> Result<(), Error> {
    let chunks = len.div_ceil(CHUNK);
    let sums = device.zeros::<u32>(chunks as usize + 1)?;
    if chunks > 1 {
        let mut b = Builder::new();
        let chunk = b.each(chunks);
        let name = b.input(&Stored::of(data));
        let sum = b.variable(Expr::u32(0));
        let len = b.param(len);
        let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
        let index = b.bind(chunk.clone() * CHUNK + at);
        b.open_if(index.clone().lt(len));
        b.assign(&sum, Expr::var(sum.clone()) + Expr::load(name, index));
        b.close();
        b.close();
        let out = b.output(&Stored::of(&sums));
        b.push(vyre_runtime::ir::Node::store(out, chunk, Expr::var(sum)));
        b.launch(device, "vyre::par::sums", chunks)?;
        exclusive_sums(device, &sums, chunks)?;
    }
    let mut b = Builder::new();
    let chunk = b.each(chunks);
    let (before, name) = (b.input(&Stored::of(&sums)), b.output(&Stored::of(data)));
    let sum = b.variable(Expr::load(before, chunk.clone()));
    let len = b.param(len);
    let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
    let index = b.bind(chunk * CHUNK + at);
    b.open_if(index.clone().lt(len.clone()));
    let number = b.bind(Expr::load(name.clone(), index.clone()));
    b.push(vyre_runtime::ir::Node::store(name.clone(), index.clone(), Expr::var(sum.clone())));
    b.assign(&sum, Expr::var(sum.clone()) + number);
    let next = b.bind(index + 1);
    b.open_if(next.clone().equals(len));
    b.push(vyre_runtime::ir::Node::store(name, next, Expr::var(sum)));
    b.close_to(0);
    b.launch(device, "vyre::par::sums", chunks)
}
