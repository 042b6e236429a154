//! What a filter leaves, in order: counts of chunks, their sums, and the items at their places.

use crate::chain::Plan;
use crate::program::{Builder, GROUP, Variables, Wide};
use crate::scan::{CHUNK, exclusive_sums};
use crate::tile::{self, Shared, Tile, spread};
use crate::value::{Layout, Value};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{CollectiveOp, Expr, Node, UnOp};
use vyre_runtime::{Buffer, Element, Error};

/// The places of what is left of each chunk of a chain, and behind them how much is left.
pub(crate) struct Places<'p> {
    plan: &'p Plan,
    places: Buffer<u32>,
    /// The elements of an invocation, if a workgroup has a tile and not each of its invocations a chunk.
    each: Option<u32>,
    /// How many chunks or tiles there are.
    chunks: u32,
}

impl<'p> Places<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Result<Places<'p>, Error> {
        match tile::large(&plan.device, &plan.leaves) {
            Some(each) => Places::of_tiles(plan, each),
            None => Places::of_chunks(plan),
        }
    }

    fn of_tiles(plan: &'p Plan, each: u32) -> Result<Places<'p>, Error> {
        let tiles = plan.len.div_ceil(each * GROUP);
        let counts = plan.device.zeros::<u32>(tiles as usize + 1)?;
        let mut b = Builder::new();
        let len = b.param(plan.len);
        b.sample(|b, at| plan.stage.emit(b, at).parts);
        let name = b.output(&Stored::of(&counts));
        b.launch_known(&plan.device, ("vyre::par::count", &[each]), tiles, |b| {
            count_tiles(b, plan, (each, len), name);
        })?;
        let places = if tiles > 0 { exclusive_sums(counts, tiles)? } else { counts };
        Ok(Places { plan, places, each: Some(each), chunks: tiles })
    }

    fn of_chunks(plan: &'p Plan) -> Result<Places<'p>, Error> {
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
        let places = if chunks > 0 { exclusive_sums(places, chunks)? } else { places };
        Ok(Places { plan, places, each: None, chunks })
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
        match self.each {
            Some(each) => self.store_tiles(each, at_most, stored, layout),
            None => self.store_chunks(at_most, stored, layout),
        }
    }

    /// Packs what is left of a tile in the workgroup's memory, and stores that side by side.
    fn store_tiles(&self, each: u32, at_most: u32, stored: &Stored, layout: &Layout) -> Result<(), Error> {
        let plan = self.plan;
        let mut b = Builder::new();
        let (len, at_most) = (b.param(plan.len), b.param(at_most));
        b.sample(|b, at| plan.stage.emit(b, at).parts);
        let (places, name) = (b.input(&Stored::of(&self.places)), b.output(stored));
        b.sample_store(layout, &name, &plan.leaves);
        b.launch_known(&plan.device, ("vyre::par::select", &[each]), self.chunks, |b| {
            let tile = Tile::new(b, each);
            let left = b.bind(len - tile.base.clone());
            let shared = Shared::new(b, &plan.leaves, tile.len());
            let kept = b.variable(Expr::u32(0));
            let items: Vec<Variables> = loaded(b, plan, &tile, &left)
                .into_iter()
                .zip(0..)
                .map(|((at, index, loaded), number)| {
                    let item = b.variables(Value::zero(&plan.leaves));
                    let value = plan.stage.emit_loaded(b, &index, loaded);
                    b.assign_all(&item, &value);
                    let is_there = at.lt(left.clone());
                    b.assign(&kept, Expr::var(kept.clone()) | Expr::select(is_there, 1 << number, 0u32));
                    b.close_to(0);
                    item
                })
                .collect();
            let (places_here, count) = places_of(b, &tile, &Expr::var(kept.clone()));
            for (number, (place, item)) in (0..).zip(places_here.iter().zip(&items)) {
                b.open_if((Expr::var(kept.clone()) & (1 << number)).differs(0u32));
                shared.store(b, place, &item.value());
                b.close();
            }
            b.barrier();
            let first = b.bind(Expr::load(places, tile.group.clone()));
            for number in 0..each {
                let at = tile.across(b, number);
                let to = b.bind(first.clone() + at.clone());
                b.open_if((at.clone().lt(count.clone()) & to.clone().lt(at_most.clone())).differs(0u32));
                let item = shared.load(b, &at);
                layout.store(b, &name, &to, &item);
                b.close();
            }
        })
    }

    fn store_chunks(&self, at_most: u32, stored: &Stored, layout: &Layout) -> Result<(), Error> {
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
        let out = self.plan.device.unwritten::<T>(count as usize)?;
        if count > 0 {
            self.store(count, &Stored::of(&out), &Layout::of::<T>())?;
        }
        Ok(out)
    }
}

/// The places in a tile of the elements of an invocation, their indices, and what is loaded for each; past the end it is what is loaded for the tile's first item, which the
/// caller does not count again.
fn loaded(b: &mut Builder, plan: &Plan, tile: &Tile, left: &Expr) -> Vec<(Expr, Expr, Vec<Value>)> {
    (0..tile.each)
        .map(|number| {
            let at = tile.across(b, number);
            let index = tile.index(b, &at, left);
            let loaded = plan.stage.load(b, &index);
            (at, index, loaded)
        })
        .collect()
}

/// Stores how many items each tile keeps.
fn count_tiles(b: &mut Builder, plan: &Plan, (each, len): (u32, Expr), name: String) {
    let tile = Tile::new(b, each);
    let left = b.bind(len - tile.base.clone());
    let count = b.variable(Expr::u32(0));
    for (at, index, loaded) in loaded(b, plan, &tile, &left) {
        plan.stage.emit_loaded(b, &index, loaded);
        b.assign(&count, Expr::var(count.clone()) + Expr::select(at.lt(left.clone()), 1u32, 0u32));
        b.close_to(0);
    }
    let all = b.together(CollectiveOp::Sum, Expr::var(count));
    b.open_if(tile.local.equals(0u32));
    b.push(Node::store(name, tile.group, all));
}

/// The places among what is left of a tile of the elements that an invocation has loaded, and how many are left in all. A bit of `kept` says of each of its elements whether it
/// is left.
///
/// The order of elements is that of their indices, and invocations load side by side. So the bits of neighbours are gathered first: an invocation counts those of elements in a
/// row, and one sum of these says where each row begins.
fn places_of(b: &mut Builder, tile: &Tile, kept: &Expr) -> (Vec<Expr>, Expr) {
    let (each, local) = (tile.each, tile.local.clone());
    let (loaded, rows) = (b.shared(GROUP + GROUP / 32), b.shared(GROUP + GROUP / 32));
    let own = spread(b, &local);
    b.push(Node::store(loaded.clone(), own.clone(), kept.clone()));
    b.barrier();
    let first = b.bind(local * each);
    let (number, from) = (b.bind(first.clone() / GROUP), b.bind(first & (GROUP - 1)));
    let mut row = Expr::u32(0);
    for bit in 0..each {
        let place = b.bind(from.clone() + bit);
        let place = spread(b, &place);
        row = b.bind(row | (((Expr::load(loaded.clone(), place) >> number.clone()) & 1) << bit));
    }
    let start = b.together(CollectiveOp::ExclusiveSum, Expr::unary(UnOp::Popcount, row.clone()));
    b.push(Node::store(rows.clone(), own, (start << each) | row));
    b.barrier();
    let read = |b: &mut Builder, row: Expr| {
        let row = b.bind(row);
        let place = spread(b, &row);
        b.bind(Expr::load(rows.clone(), place))
    };
    let places = (0..each)
        .map(|number| {
            let at = tile.across(b, number);
            let row = read(b, at.clone() / each);
            let before = row.clone() & ((Expr::u32(1) << (at & (each - 1))) - 1);
            b.bind((row >> each) + Expr::unary(UnOp::Popcount, before))
        })
        .collect();
    let last = read(b, Expr::u32(GROUP - 1));
    let count = (last.clone() >> each) + Expr::unary(UnOp::Popcount, last & ((1 << each) - 1));
    (places, b.bind(count))
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
        let stage = wide.stage();
        Ok(Plan {
            stage,
            len: count,
            is_filtered: false,
            device: self.device.clone(),
            leaves: self.leaves.clone(),
        })
    }
}
