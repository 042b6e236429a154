//! What a filter leaves, in order: counts of chunks, their sums, and the items at their places.

use crate::chain::Plan;
use crate::host;
use crate::program::{Builder, GROUP, Variables, Wide};
use crate::scan::{CHUNK, exclusive_sums};
use crate::tile::{self, Shared, Tile};
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
            let rows = Rows { plan, tile: &tile, left: &left };
            let (kept, items) = rows.kept(b);
            let (places_here, count) = rows.places(b, &kept);
            for (number, (place, item)) in (0..).zip(places_here.iter().zip(&items)) {
                b.open_if((kept.clone() & (1 << number)).differs(0u32));
                shared.store(b, place, item);
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

/// Stores how many items each tile keeps.
fn count_tiles(b: &mut Builder, plan: &Plan, (each, len): (u32, Expr), name: String) {
    let tile = Tile::new(b, each);
    let left = b.bind(len - tile.base.clone());
    let (kept, _) = Rows { plan, tile: &tile, left: &left }.kept(b);
    let all = b.together(CollectiveOp::Sum, Expr::unary(UnOp::Popcount, kept));
    b.open_if(tile.local.equals(0u32));
    b.push(Node::store(name, tile.group, all));
}

/// The elements of a tile, in rows of the workgroup: an invocation has a few neighbours of each row, which are loaded together.
struct Rows<'r> {
    plan: &'r Plan,
    tile: &'r Tile,
    /// The elements from the tile's first one to the end of all.
    left: &'r Expr,
}

impl Rows<'_> {
    /// The neighbours of a row.
    fn near(&self) -> u32 {
        tile::near(self.tile.each, &self.plan.leaves)
    }

    /// The number of rows: 4 at most.
    fn count(&self) -> u32 {
        self.tile.each / self.near()
    }

    /// The place in the tile of an element of the invocation.
    fn place(&self, b: &mut Builder, number: u32) -> Expr {
        let near = self.near();
        b.bind((self.tile.local.clone() + number / near * GROUP) * near + number % near)
    }

    /// A bit for each element of the invocation that is left, and the items of these. All are loaded before any is looked at.
    fn kept(&self, b: &mut Builder) -> (Expr, Vec<Value>) {
        let (plan, tile) = (self.plan, self.tile);
        let outer = b.depth();
        let elements: Vec<(Expr, Expr, Vec<Variables>)> = (0..tile.each)
            .map(|number| {
                let at = self.place(b, number);
                let index = b.bind(tile.base.clone() + at.clone());
                let loaded = plan.stage.loaded();
                let loaded = loaded.iter().map(|leaves| b.variables(Value::zero(leaves))).collect();
                (b.bind(at.lt(self.left.clone())), index, loaded)
            })
            .collect();
        let is_whole = b.bind(self.left.clone().ge(tile.len()));
        for whole in [true, false] {
            b.open_if(if whole { is_whole.clone().differs(0u32) } else { is_whole.clone().equals(0u32) });
            let inner = b.depth();
            for (is_there, index, loaded) in &elements {
                if !whole {
                    b.open_if(is_there.clone().differs(0u32));
                }
                let values = plan.stage.load(b, index);
                loaded.iter().zip(&values).for_each(|(to, value)| b.assign_all(to, value));
                b.close_to(inner);
            }
            b.close_to(outer);
        }
        let kept = b.variable(Expr::u32(0));
        let items = (0..).zip(&elements).map(|(number, (is_there, index, loaded))| {
            let item = b.variables(Value::zero(&plan.leaves));
            b.open_if(is_there.clone().differs(0u32));
            let loaded = loaded.iter().map(Variables::value).collect();
            let value = plan.stage.emit_loaded(b, index, loaded);
            b.assign_all(&item, &value);
            b.assign(&kept, Expr::var(kept.clone()) | (1 << number));
            b.close_to(outer);
            item.value()
        });
        let items = items.collect();
        (Expr::var(kept), items)
    }

    /// The places among what is left of the tile of the elements of the invocation, and how many are left in all.
    ///
    /// What is left of a row is at most 1,024, so the sums of two rows are those of one word.
    fn places(&self, b: &mut Builder, kept: &Expr) -> (Vec<Expr>, Expr) {
        let near = self.near();
        let rows: Vec<Expr> =
            (0..self.count()).map(|row| b.bind((kept.clone() >> (row * near)) & ((1 << near) - 1))).collect();
        let counts: Vec<Expr> = rows.iter().map(|row| Expr::unary(UnOp::Popcount, row.clone())).collect();
        let (mut starts, mut all) = (Vec::new(), Expr::u32(0));
        for pair in counts.chunks(2) {
            let both = pair.iter().cloned().reduce(|low, high| low | (high << HALF)).unwrap_or(Expr::u32(0));
            let both = b.bind(both);
            let before = b.together(CollectiveOp::ExclusiveSum, both.clone());
            let total = b.bind(before.clone() + both);
            let total = b.broadcast(total, GROUP - 1);
            for half in 0..pair.len() as u32 {
                let part = |word: &Expr| (word.clone() >> (half * HALF)) & 0xffff;
                starts.push(b.bind(all.clone() + part(&before)));
                all = b.bind(all + part(&total));
            }
        }
        let places = (0..self.tile.each).map(|number| {
            let (row, bit) = ((number / near) as usize, number % near);
            let before = rows[row].clone() & ((1 << bit) - 1);
            b.bind(starts[row].clone() + Expr::unary(UnOp::Popcount, before))
        });
        let places = places.collect();
        (places, all)
    }
}

/// The bits of a sum of a row.
const HALF: u32 = 16;

impl Plan {
    /// The chain, with what its filters leave stored once, if it has any.
    pub(crate) fn settled(self) -> Result<Plan, Error> {
        if !self.is_filtered {
            return Ok(self);
        }
        let (wide, len) = match host::selected(&self, &Layout::wide(&self.leaves))? {
            Some(words) => {
                let len = words.len() as u32;
                (Wide::of(self.device.adopt(words), &self.leaves), len)
            }
            None => {
                let places = Places::new(&self)?;
                let count = places.count()?;
                let wide = Wide::new(&self.device, &self.leaves, count as usize)?;
                if count > 0 {
                    places.store(count, &wide.stored, &wide.layout)?;
                }
                (wide, count)
            }
        };
        Ok(Plan {
            stage: wide.stage(),
            len,
            is_filtered: false,
            device: self.device.clone(),
            leaves: self.leaves.clone(),
        })
    }
}
