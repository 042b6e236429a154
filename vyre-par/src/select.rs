//! What a filter leaves, in order: counts of chunks, their sums, and the items at their places.

use crate::chain::{Plan, Stage};
use crate::program::{Builder, Wide};
use crate::scan::{CHUNK, exclusive_sums};
use crate::value::Layout;
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{Expr, Node};
use vyre_runtime::{Buffer, Element, Error};

/// The places of what is left of each chunk of a chain, and behind them how much is left.
pub(crate) struct Places<'p> {
    plan: &'p Plan,
    places: Buffer<u32>,
    chunks: u32,
}

impl<'p> Places<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Result<Places<'p>, Error> {
        let chunks = plan.len.div_ceil(CHUNK);
        let places = plan.device.zeros::<u32>(chunks as usize + 1)?;
        let mut b = Builder::new();
        let chunk = b.each(chunks);
        let count = b.variable(Expr::u32(0));
        let len = b.param(plan.len);
        let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
        let index = b.bind(chunk.clone() * CHUNK + at);
        let depth = b.depth() - 1;
        b.open_if(index.clone().lt(len));
        plan.stage.emit(&mut b, &index);
        b.assign(&count, Expr::var(count.clone()) + 1);
        b.close_to(depth);
        let name = b.output(&Stored::of(&places));
        b.push(Node::store(name, chunk, Expr::var(count)));
        b.launch(&plan.device, "vyre::par::count", chunks)?;
        if chunks > 0 {
            exclusive_sums(&plan.device, &places, chunks)?;
        }
        Ok(Places { plan, places, chunks })
    }

    /// How many items are left. Waits.
    pub(crate) fn count(&self) -> Result<u32, Error> {
        let at = self.chunks as usize;
        Ok(self.places.read_range(at..at + 1)?.first().copied().unwrap_or(0))
    }

    /// How many are left, in a buffer. Does not wait.
    pub(crate) fn count_buffer(&self) -> Result<Buffer<u32>, Error> {
        let count = self.plan.device.zeros::<u32>(1)?;
        let mut b = Builder::new();
        b.each(1);
        let at = b.param(self.chunks);
        let (from, to) = (b.input(&Stored::of(&self.places)), b.output(&Stored::of(&count)));
        b.push(Node::store(to, Expr::u32(0), Expr::load(from, at)));
        b.launch(&self.plan.device, "vyre::par::count", 1)?;
        Ok(count)
    }

    /// Stores the first items that are left.
    pub(crate) fn store(&self, at_most: u32, stored: &Stored, layout: &Layout) -> Result<(), Error> {
        let mut b = Builder::new();
        let chunk = b.each(self.chunks);
        let (len, at_most) = (b.param(self.plan.len), b.param(at_most));
        let places = b.input(&Stored::of(&self.places));
        let place = b.variable(Expr::load(places, chunk.clone()));
        let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
        let index = b.bind(chunk * CHUNK + at);
        b.open_if(index.clone().lt(len));
        let item = self.plan.stage.emit(&mut b, &index);
        let to = b.bind(Expr::var(place.clone()));
        b.open_if(to.clone().lt(at_most));
        let name = b.output(stored);
        layout.store(&mut b, &name, &to, &item);
        b.close();
        b.assign(&place, to + 1);
        b.close_to(0);
        b.launch(&self.plan.device, "vyre::par::select", self.chunks)
    }

    /// All that are left, in a new buffer. Waits for their number.
    pub(crate) fn collect<T: Element>(&self) -> Result<Buffer<T>, Error> {
        let count = self.count()?;
        let out = self.plan.device.zeros::<T>(count as usize)?;
        if count > 0 {
            self.store(count, &Stored::of(&out), &Layout::of::<T>())?;
        }
        Ok(out)
    }
}

impl Plan {
    /// The chain, with what its filters leave stored once, if it has any.
    pub(crate) fn settled(self) -> Result<Plan, Error> {
        if !self.is_filtered {
            return Ok(self);
        }
        let places = Places::new(&self)?;
        let count = places.count()?;
        let wide = Wide::new(&self.device, &self.leaves, count as usize)?;
        if count > 0 {
            places.store(count, &wide.stored, &wide.layout)?;
        }
        let stage = Stage::Wide { stored: wide.stored.clone(), layout: wide.layout.clone() };
        Ok(Plan {
            stage,
            len: count,
            is_filtered: false,
            device: self.device.clone(),
            leaves: self.leaves.clone(),
        })
    }
}
