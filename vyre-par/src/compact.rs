//! What a filter leaves, in order and in one launch, where tiles look back.

use crate::chain::Plan;
use crate::ends::store_items;
use crate::look_back::{Joined, LookBack};
use crate::program::{Builder, GROUP};
use crate::reduce::Join;
use crate::select::{Outs, Rows, outputs, store};
use crate::tile::{self, Shared, Tile};
use crate::value::{Arithmetic, Layout, Value};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{Expr, Node, UnOp};
use vyre_runtime::{Buffer, BufferElement, Error, Leaf};

/// A filter that counts what each tile keeps, looks back for what the tiles before it keep, and stores its items behind theirs.
pub(crate) struct Compact<'c> {
    plan: &'c Plan,
    /// The elements of an invocation: a bit of a word is for each.
    each: u32,
    /// The places of the memory through which a tile's items go, so that neighbours store neighbours.
    window: u32,
}

/// What a tile keeps is a number.
const COUNT: [Leaf; 1] = [Leaf::U32];

impl<'c> Compact<'c> {
    /// The filter, if the device looks back and there are not too many tiles.
    ///
    /// An H200 takes 17 ns for a tile at best, however many are under way: 0.34 ms for 2^26 words, where three launches take 0.35 to 0.41, and 1.14 for 2^28, where they take 0.85.
    /// With twice the elements an invocation, or a window for all of a tile, a multiprocessor has room for fewer workgroups, and 2^28 words took 1.2 to 1.7 ms.
    pub(crate) fn new(plan: &'c Plan) -> Option<Compact<'c>> {
        const MOST: u32 = 1 << 14;
        let each = tile::large(&plan.device, &plan.leaves).filter(|_| tile::looks_back(&plan.device))?;
        let compact = Compact { plan, each, window: (each / 4).max(1) * GROUP };
        Some(compact).filter(|compact| compact.tiles() <= MOST)
    }

    fn tiles(&self) -> u32 {
        self.plan.len.div_ceil(self.each * GROUP)
    }

    /// Stores the first items that are left, and how many are left in all: `count` is zero if there is nothing.
    pub(crate) fn store(&self, at_most: u32, outs: &Outs<'_>, count: &Buffer<u32>) -> Result<(), Error> {
        let look = LookBack::new(&self.plan.device, &COUNT, self.tiles())?;
        self.store_by(&look, at_most, outs, count)
    }

    /// Stores all that are left, and waits for their number.
    pub(crate) fn store_all(&self, outs: &Outs<'_>) -> Result<u32, Error> {
        let count = self.plan.device.zeros::<u32>(1)?;
        self.store(u32::MAX, outs, &count)?;
        Ok(count.read()?.first().copied().unwrap_or(0))
    }

    /// All that are left, in a new buffer. Waits for their number.
    pub(crate) fn collect<T: BufferElement>(&self) -> Result<Buffer<T>, Error> {
        let (device, layout) = (&self.plan.device, Layout::of::<T>());
        let all = device.unwritten::<T>(self.plan.len as usize)?;
        let len = self.store_all(&[(&Stored::of(&all), &layout)])?;
        if len == self.plan.len {
            return Ok(all);
        }
        let kept = device.unwritten::<T>(len as usize)?;
        store_items(&Plan { len, ..Plan::of_buffer(&all)? }, (&Stored::of(&kept), &layout))?;
        Ok(kept)
    }

    fn store_by(
        &self,
        look: &LookBack,
        at_most: u32,
        outs: &Outs<'_>,
        count: &Buffer<u32>,
    ) -> Result<(), Error> {
        let Compact { plan, each, window } = *self;
        let mut b = Builder::new();
        let [len, tiles, at_most] = [plan.len, self.tiles(), at_most].map(|word| b.param(word));
        // A word of the launch, so that nobody unrolls the loop that only a tile needs which nobody has counted.
        let rounds = b.param(each);
        b.sample(|b, at| plan.stage.emit(b, at).parts);
        let outs = outputs(&mut b, outs);
        outs.iter().for_each(|(name, layout)| b.sample_store(layout, name, &layout.leaves()));
        let count = b.output(&Stored::of(count));
        look.name(&mut b);
        let numbers = [&[each, window][..], &look.numbers()].concat();
        b.launch_known(&plan.device, ("vyre::par::compact", &numbers), self.tiles(), |b| {
            let join = Join::Arithmetic(Arithmetic::Add);
            let rows = Rows { plan, each, len: &len };
            let local = b.bind(Expr::LocalId { axis: 0 });
            let said = look.name(b);
            let number = look.take(b, &said, (&local, &tiles));
            let tile = Tile::numbered(b, each, number.clone());
            let loaded = rows.nothing(b);
            rows.load_whole(b, (&tile, Expr::u32(1)), &loaded);
            rows.load_rest(b, &tile, &loaded);
            let (kept, items) = rows.kept(b, &tile, &loaded);
            let of_rows: Vec<Expr> = rows.of_rows(b, &kept);
            let counts: Vec<Value> = of_rows.iter().map(|row| Value::u32(popcount(row.clone()))).collect();
            let (starts, total) = tile::starts(b, &local, (&join, &COUNT), &counts);
            let starts: Vec<Expr> = starts.iter().map(number_of).collect();
            let of_tile =
                |b: &mut Builder, tile: &Expr| self.count(b, (tile, &rounds), (&local, &len), &join);
            let all = Joined { join: &join, leaves: &COUNT, local: &local, of_tile: &of_tile };
            let before = look.before(b, &said, (&number, &total), &all);
            let [before, total] = [before, total].map(|value| b.bind(number_of(&value)));
            b.open_if(local.clone().equals(0u32) & (number + 1).equals(tiles));
            b.push(Node::store(count, Expr::u32(0), before.clone() + total.clone()));
            b.close();
            let shared = Shared::new(b, &plan.leaves, window);
            let total = b.broadcast(total, 0);
            let round = b.open_loop(Expr::u32(0), (total.clone() + (window - 1)) / window);
            let first = b.bind(round * window);
            for (number, item) in (0..).zip(&items) {
                let place = rows.place_kept(b, (&of_rows, &starts), number);
                let at = b.bind(place - first.clone());
                b.open_if((kept.clone() & (1 << number)).differs(0u32) & at.clone().lt(window));
                shared.store(b, &at, item);
                b.close();
            }
            b.barrier();
            for number in 0..window / GROUP {
                let at = b.bind(local.clone() + number * GROUP);
                let from = b.bind(first.clone() + at.clone());
                let to = b.bind(before.clone() + from.clone());
                b.open_if((from.lt(total.clone()) & to.clone().lt(at_most.clone())).differs(0u32));
                let item = shared.load(b, &at);
                store(b, &outs, &to, item);
                b.close();
            }
            b.barrier();
        })
    }

    /// How many items a tile keeps, of which nobody has said so.
    fn count(
        &self,
        b: &mut Builder,
        (tile, rounds): (&Expr, &Expr),
        (local, len): (&Expr, &Expr),
        join: &Join,
    ) -> Value {
        let base = b.bind(tile.clone() * (self.each * GROUP));
        let left = b.bind(len.clone() - base.clone());
        let own = b.variable(Expr::u32(0));
        let outer = b.depth();
        let round = b.open_loop(Expr::u32(0), rounds.clone());
        let at = b.bind(round * GROUP + local.clone());
        b.open_if(at.clone().lt(left));
        let index = b.bind(base + at);
        self.plan.stage.emit(b, &index);
        b.assign(&own, Expr::var(own.clone()) + 1);
        b.close_to(outer);
        tile::all(b, local, join, &Value::u32(Expr::var(own)))
    }
}

fn popcount(word: Expr) -> Expr {
    Expr::unary(UnOp::Popcount, word)
}

/// The number that a value is.
fn number_of(value: &Value) -> Expr {
    value.parts.first().cloned().unwrap_or(Expr::u32(0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::chain::Stage;
    use vyre_runtime::Device;

    /// The first element of each run, at most so many of them, and how many there are, by tiles of `each` elements an invocation.
    fn firsts<T: BufferElement + PartialEq>(
        device: &Device,
        data: &[T],
        (each, at_most): (u32, usize),
        is_backward: bool,
    ) -> (Vec<T>, u32) {
        let data = device.buffer(data).unwrap();
        let layout = Layout::of::<T>();
        let stage = Stage::Heads { stored: Stored::of(&data), layout: layout.clone(), has_index: false };
        let plan =
            Plan { stage, leaves: layout.leaves(), is_filtered: true, ..Plan::of_buffer(&data).unwrap() };
        let compact = Compact { plan: &plan, each, window: GROUP };
        let look = LookBack::new(device, &COUNT, compact.tiles()).unwrap();
        let look = if is_backward { look.backward(2) } else { look };
        let (out, count) = (device.zeros::<T>(at_most).unwrap(), device.zeros::<u32>(1).unwrap());
        compact.store_by(&look, at_most as u32, &[(&Stored::of(&out), &layout)], &count).unwrap();
        let all = compact.collect::<T>().unwrap().read().unwrap();
        assert_eq!(all.len() as u32, count.read().unwrap()[0]);
        assert!(all.iter().zip(out.read().unwrap()).all(|(one, other)| *one == other));
        (out.read().unwrap(), count.read().unwrap()[0])
    }

    fn compared<T: BufferElement + PartialEq + Default + std::fmt::Debug>(
        device: &Device,
        data: &[T],
        (each, at_most): (u32, usize),
    ) {
        let mut expected = data.to_vec();
        expected.dedup();
        let count = expected.len() as u32;
        expected.resize(at_most, T::default());
        for is_backward in [false, true] {
            let found = firsts(device, data, (each, at_most), is_backward);
            assert_eq!(
                found,
                (expected.clone(), count),
                "{device:?}, {} items, backward: {is_backward}",
                data.len()
            );
        }
    }

    #[test]
    fn what_is_left_stands_behind_what_tiles_before_have_left() {
        for device in Device::list().into_iter().chain([Device::reference()]) {
            // Runs of 1, 2, 3, 4, 1, .. elements, which tiles of 512 cut anywhere.
            let data: Vec<u32> = (0..3_000u32).map(|at| at / (1 + at / 64 % 4)).collect();
            for len in [0, 1, 511, 512, 513, 3_000] {
                compared(&device, &data[..len], (2, 3_000));
            }
            compared(&device, &data, (2, 700));
            compared(&device, &data, (4, 0));
            let wide: Vec<u64> = data[..1_100].iter().map(|number| u64::from(*number) << 31).collect();
            compared(&device, &wide, (2, 900));
            let narrow: Vec<u8> = data[..1_100].iter().map(|number| *number as u8).collect();
            compared(&device, &narrow, (2, 1_001));
        }
    }
}
