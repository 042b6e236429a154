//! What each run of equal keys has in all, of values that atomics join: in one launch, by tiles that look back.
//!
//! An invocation walks a few neighbours, and joins what it has of a run to the run's place in the workgroup's memory. A run that goes on behind its tile is stored by the tile in
//! which it ends: what it had before is what the tiles before say. Before a tile in which a run begins nothing counts, so hardly any tile looks further than one back.

use crate::chain::Plan;
use crate::look_back::{Joined, LookBack, Said};
use crate::program::{Builder, GROUP, Variables};
use crate::reduce::Join;
use crate::select::Places;
use crate::tile::{self, Shared};
use crate::value::{Arithmetic, Layout, Value, is_same, key_of, words_of};
use std::collections::BTreeSet;
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{AtomicOp, BinOp, CollectiveOp, Expr, Node};
use vyre_runtime::{Device, Error, Leaf};

/// What joins `u32`s in any order to the same.
#[derive(Clone, Copy)]
pub(crate) struct Op {
    on_words: BinOp,
    atomic: AtomicOp,
    collective: CollectiveOp,
    nothing: u32,
}

impl Op {
    /// That of a join, if it is one for which there are atomics.
    pub(crate) fn of(join: &Join, leaves: &[Leaf]) -> Option<Op> {
        let (Join::Arithmetic(arithmetic), [Leaf::U32]) = (join, leaves) else { return None };
        let (atomic, collective, nothing) = match arithmetic {
            Arithmetic::Add => (AtomicOp::Add, CollectiveOp::Sum, 0),
            Arithmetic::Min => (AtomicOp::Min, CollectiveOp::Min, u32::MAX),
            Arithmetic::Max => (AtomicOp::Max, CollectiveOp::Max, 0),
            Arithmetic::Mul => return None,
        };
        Some(Op { on_words: arithmetic.on_words(), atomic, collective, nothing })
    }

    fn nothing(self) -> Value {
        Value::u32(Expr::u32(self.nothing))
    }

    fn join(self, b: &mut Builder, left: &Expr, right: &Expr) -> Expr {
        b.bind(Expr::binary(self.on_words, left.clone(), right.clone()))
    }
}

/// How many neighbours an invocation has, if a device runs this form and has room for a tile's runs.
pub(crate) fn each(device: &Device, keys: &[Leaf]) -> Option<u32> {
    if !tile::looks_back(device) {
        return None;
    }
    let words = |each: u32| (each * GROUP + 1) * (1 + words_of(keys)) + 2 * GROUP;
    let sizes = [tile::large(device, keys)?, tile::each(device, keys)?];
    sizes.into_iter().find(|each| 4 * words(*each) <= device.info().limits().workgroup_bytes)
}

/// Keys and the values that lie beside them.
pub(crate) struct Runs<'r> {
    pub(crate) keys: (&'r Stored, &'r Layout),
    pub(crate) values: &'r Plan,
    pub(crate) op: Op,
    /// The neighbours of an invocation.
    pub(crate) each: u32,
}

impl Runs<'_> {
    fn len(&self) -> u32 {
        self.each * GROUP
    }

    fn tiles(&self) -> u32 {
        self.values.len.div_ceil(self.len())
    }

    /// Stores the key of each run and what its values are in all. The places are those of the first elements of runs, by tiles as large as these.
    pub(crate) fn store(&self, places: &Places<'_>, keys: &Stored, out: &Stored) -> Result<(), Error> {
        let look = LookBack::new(&self.values.device, &[Leaf::U32], self.tiles())?;
        self.store_behind(&look, places, keys, out)
    }

    /// The same with what tiles say.
    fn store_behind(
        &self,
        look: &LookBack,
        places: &Places<'_>,
        keys: &Stored,
        out: &Stored,
    ) -> Result<(), Error> {
        let (values, (from, layout)) = (self.values, self.keys);
        let leaves = layout.leaves();
        let mut b = Builder::new();
        let [len, tiles, rounds] = [values.len, self.tiles(), self.each].map(|word| b.param(word));
        let from = b.input(from);
        b.sample(|b, at| layout.load(b, &from, at).parts);
        b.sample(|b, at| values.stage.emit(b, at).parts);
        let places = b.input(&Stored::of(places.places()));
        let keys = b.output(keys);
        b.sample_store(layout, &keys, &leaves);
        let out = b.output(out);
        look.name(&mut b);
        let mut numbers = vec![self.each, self.op.atomic as u32];
        numbers.extend(look.numbers());
        b.launch_known(&values.device, ("vyre::par::reduce_by_key", &numbers), self.tiles(), |b| {
            let local = b.bind(Expr::LocalId { axis: 0 });
            let said = look.name(b);
            let tile = look.take(b, &said, (&local, &tiles));
            let mut accessed = b.accessed(|b, at| layout.load(b, &from, at).parts);
            accessed.extend(b.accessed(|b, at| values.stage.emit(b, at).parts));
            let shared = Room {
                sums: b.shared_atomics(self.len() + 1),
                keys: Shared::new(b, &leaves, self.len() + 1),
            };
            let tiled = Tiled { runs: self, from: &from, local: &local, len: &len, rounds: &rounds };
            let count = tiled.sum(b, &tile, &shared, &accessed);
            let last = b.bind(Expr::load(shared.sums.clone(), count.clone()));
            let own = Said { value: Value::u32(last.clone()), is_all: b.bind(count.clone().gt(0u32)) };
            look.tell(b, &said, (&local, &tile), &own);
            let place = b.bind(Expr::load(places, tile.clone()));
            tiled.store(b, (&shared, &count), &place, (&keys, layout, &out));
            let before = look.before(b, &said, (&local, &tile), &own, &tiled);
            let is_last = b.bind((tile.clone() + 1).equals(tiles));
            b.open_if(local.clone().equals(0u32));
            // The run that enters the tile ends in it, or nothing follows.
            let ends = place.clone().gt(0u32) & (count.clone().gt(0u32) | is_last.clone());
            b.open_if(ends.differs(0u32));
            let entered = Expr::load(shared.sums.clone(), 0u32);
            let whole = before.parts.iter().map(|before| self.op.join(b, before, &entered)).next();
            b.push(Node::store(out.clone(), place.clone() - 1, whole.unwrap_or(Expr::u32(0))));
            b.close();
            b.open_if((is_last & count.clone().gt(0u32)).differs(0u32));
            b.push(Node::store(out, place + count - 1, last));
            b.close_to(0);
        })
    }
}

/// A workgroup's memory: what each run has in the tile, the first one being that which enters it, and the keys of the runs that begin here.
struct Room {
    sums: String,
    keys: Shared,
}

/// What the program of a tile knows.
struct Tiled<'t> {
    runs: &'t Runs<'t>,
    /// The buffer of the keys.
    from: &'t str,
    local: &'t Expr,
    len: &'t Expr,
    /// The neighbours of an invocation, as a word of the launch, so that nobody unrolls the loops that missing tiles need.
    rounds: &'t Expr,
}

impl Tiled<'_> {
    fn key(&self, b: &mut Builder, index: &Expr) -> Value {
        self.runs.keys.1.load(b, self.from, index)
    }

    /// Whether the key of an element differs from that before it.
    fn differs(&self, b: &mut Builder, key: &Value, before: &Value) -> Expr {
        let (key, before) = (key_of(b, key), key_of(b, before));
        is_same(b, &key, &before).equals(0u32)
    }

    /// The key before that at an index, or that of the first element.
    fn key_before(&self, b: &mut Builder, index: &Expr) -> Value {
        // Written so, it is known to be at most the index.
        let before = b.bind(index.clone() - Expr::binary(BinOp::Min, index.clone(), Expr::u32(1)));
        self.key(b, &before)
    }

    /// Joins what the tile has of each run. Gives how many runs begin in it.
    fn sum(&self, b: &mut Builder, tile: &Expr, room: &Room, accessed: &BTreeSet<String>) -> Expr {
        let Runs { values, op, each, .. } = *self.runs;
        for number in 0..each {
            b.push(Node::store(room.sums.clone(), self.local.clone() + number * GROUP, op.nothing));
        }
        b.open_if(self.local.clone().equals(0u32));
        b.push(Node::store(room.sums.clone(), each * GROUP, op.nothing));
        b.close();
        b.barrier();
        let base = b.bind(tile.clone() * self.runs.len());
        let first = b.bind(base.clone() + self.local.clone() * each);
        let is_there = first.clone().lt(self.len.clone());
        let left = Expr::select(is_there, self.len.clone() - first.clone(), Expr::u32(0));
        let valid = b.bind(Expr::binary(BinOp::Min, left, Expr::u32(each)));
        let zero = Value::zero(&self.runs.keys.1.leaves());
        let pairs: Vec<(Variables, Variables)> =
            (0..each).map(|_| (b.variables(zero.clone()), b.variables(op.nothing()))).collect();
        let load = |b: &mut Builder, number: u32, (key, value): &(Variables, Variables)| {
            let index = b.bind(first.clone() + number);
            let found = self.key(b, &index);
            b.assign_all(key, &found);
            let found = values.stage.emit(b, &index);
            b.assign_all(value, &found);
        };
        let lies_in = tile::lie_in(b, accessed, &base, self.runs.len());
        let is_whole = b.bind((self.len.clone() - base.clone()).ge(self.runs.len()) & lies_in);
        b.open_if(is_whole.clone().differs(0u32));
        (0..).zip(&pairs).for_each(|(number, pair)| load(b, number, pair));
        b.close();
        b.open_if(is_whole.equals(0u32));
        for (number, pair) in (0..).zip(&pairs) {
            b.open_if(valid.clone().gt(number));
            load(b, number, pair);
            b.close();
        }
        b.close();
        let mut before = self.key_before(b, &first);
        let is_first = b.bind(first.equals(0u32));
        let mut begins = Vec::new();
        for (number, (key, _)) in (0..).zip(&pairs) {
            let differs = self.differs(b, &key.value(), &before);
            let differs = if number == 0 { differs | is_first.clone() } else { differs };
            begins.push(b.bind(differs & valid.clone().gt(number)));
            before = key.value();
        }
        let own = begins.iter().cloned().reduce(|sum, one| sum + one).unwrap_or(Expr::u32(0));
        let own = b.bind(own);
        let earlier = b.together(CollectiveOp::ExclusiveSum, own.clone());
        let count = b.broadcast(earlier.clone() + own, GROUP - 1);
        let (run, sum) = (b.variable(earlier), b.variables(op.nothing()));
        let flush = |b: &mut Builder| {
            let [sum] = &sum.value().parts[..] else { return };
            b.bind(Expr::atomic(op.atomic, room.sums.clone(), Expr::var(run.clone()), sum.clone()));
        };
        for ((key, value), begins) in pairs.iter().zip(&begins) {
            b.open_if(begins.clone().differs(0u32));
            flush(b);
            b.assign(&run, Expr::var(run.clone()) + 1);
            b.assign_all(&sum, &op.nothing());
            room.keys.store(b, &Expr::var(run.clone()), &key.value());
            b.close();
            let both = Joined::join(self, b, &sum.value(), &value.value());
            b.assign_all(&sum, &both);
        }
        flush(b);
        b.barrier();
        count
    }

    /// Stores the keys of the runs that begin in the tile, and what those have that end in it too.
    fn store(
        &self,
        b: &mut Builder,
        (room, count): (&Room, &Expr),
        place: &Expr,
        (keys, layout, out): (&str, &Layout, &str),
    ) {
        let depth = b.depth();
        for number in 0..self.runs.each {
            let at = b.bind(self.local.clone() + number * GROUP);
            b.open_if(at.clone().lt(count.clone()));
            let to = b.bind(place.clone() + at.clone());
            let run = b.bind(at + 1);
            let key = room.keys.load(b, &run);
            layout.store(b, keys, &to, &key);
            b.open_if(run.clone().lt(count.clone()));
            b.push(Node::store(out, to, Expr::load(room.sums.clone(), run)));
            b.close_to(depth);
        }
    }
}

impl Joined for Tiled<'_> {
    fn nothing(&self) -> Value {
        self.runs.op.nothing()
    }

    fn join(&self, b: &mut Builder, left: &Value, right: &Value) -> Value {
        let parts = left.parts.iter().zip(&right.parts);
        Value {
            parts: parts.map(|(left, right)| self.runs.op.join(b, left, right)).collect(),
            ..left.clone()
        }
    }

    fn all(&self, b: &mut Builder, value: &Value) -> Value {
        let parts = value.parts.iter().map(|part| b.together(self.runs.op.collective, part.clone()));
        Value { parts: parts.collect(), ..value.clone() }
    }

    fn compute(&self, b: &mut Builder, tile: &Expr) -> Said {
        let base = b.bind(tile.clone() * self.runs.len() + self.local.clone());
        // One more than the place of the last run that begins in the tile.
        let begins = b.variable(Expr::u32(0));
        let round = b.open_loop(Expr::u32(0), self.rounds.clone());
        let index = b.bind(base.clone() + round.clone() * GROUP);
        let (key, before) = (self.key(b, &index), self.key_before(b, &index));
        let differs = self.differs(b, &key, &before) | index.equals(0u32);
        b.open_if(differs.differs(0u32));
        b.assign(&begins, round * GROUP + self.local.clone() + 1);
        b.close();
        b.close();
        let begins = b.together(CollectiveOp::Max, Expr::var(begins));
        let sum = b.variables(self.nothing());
        let round = b.open_loop(Expr::u32(0), self.rounds.clone());
        let at = b.bind(round.clone() * GROUP + self.local.clone() + 1);
        b.open_if(at.ge(begins.clone()));
        let index = b.bind(base + round * GROUP);
        let value = self.runs.values.stage.emit(b, &index);
        let both = self.join(b, &sum.value(), &value);
        b.assign_all(&sum, &both);
        b.close();
        b.close();
        let value = self.all(b, &sum.value());
        Said { value, is_all: b.bind(begins.gt(0u32)) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::chain::Stage;
    use crate::key::Key;
    use vyre_runtime::Element;

    /// What each run has, by tiles of two elements an invocation.
    fn reduced<K: Element + Key>(
        device: &Device,
        (keys, values): (&[K], &[u32]),
        arithmetic: Arithmetic,
        is_backward: bool,
    ) -> (Vec<K>, Vec<u32>) {
        let (keys, values) = (device.buffer(keys).unwrap(), device.buffer(values).unwrap());
        let (layout, plan) = (Layout::of::<K>(), Plan::of_buffer(&values).unwrap());
        let stage = Stage::Heads { stored: Stored::of(&keys), layout: layout.clone(), has_index: false };
        let heads = Plan { stage, leaves: layout.leaves(), is_filtered: true, ..plan.clone() };
        let places = Places::of_tiles(&heads, 2).unwrap();
        let count = places.count().unwrap() as usize;
        let (kept, sums) = (device.zeros::<K>(count).unwrap(), device.zeros::<u32>(count).unwrap());
        let op = Op::of(&Join::Arithmetic(arithmetic), &plan.leaves).unwrap();
        let runs = Runs { keys: (&Stored::of(&keys), &layout), values: &plan, op, each: 2 };
        let look = LookBack::new(device, &[Leaf::U32], runs.tiles()).unwrap();
        let look = if is_backward { look.backward(2) } else { look };
        runs.store_behind(&look, &places, &Stored::of(&kept), &Stored::of(&sums)).unwrap();
        (kept.read().unwrap(), sums.read().unwrap())
    }

    /// Keys of which a run has as many as its number says of some list, one after the other.
    fn keys(len: usize, runs: &[usize]) -> Vec<u32> {
        let lens = runs.iter().cycle().enumerate();
        lens.flat_map(|(run, len)| std::iter::repeat_n(run as u32, *len)).take(len).collect()
    }

    fn compared<K: Element + Key + PartialEq + std::fmt::Debug>(
        device: &Device,
        keys: &[K],
        (arithmetic, join): (Arithmetic, fn(u32, u32) -> u32),
    ) {
        let values: Vec<u32> = (1..=keys.len() as u32).map(|at| at.wrapping_mul(0x9e37_79b9)).collect();
        let mut rest = &values[..];
        let runs = keys.chunk_by(|a, b| a == b).map(|run| {
            let (own, behind) = rest.split_at(run.len());
            rest = behind;
            (run[0], own.iter().copied().reduce(join).unwrap())
        });
        let expected: (Vec<K>, Vec<u32>) = runs.unzip();
        for is_backward in [false, true] {
            let found = reduced(device, (keys, &values), arithmetic, is_backward);
            assert_eq!(found, expected, "{device:?}, {} keys, backward: {is_backward}", keys.len());
        }
    }

    #[test]
    fn runs_that_end_in_other_tiles() {
        let add = (Arithmetic::Add, u32::wrapping_add as fn(u32, u32) -> u32);
        let (min, max) = ((Arithmetic::Min, Ord::min as _), (Arithmetic::Max, Ord::max as _));
        for device in Device::list().into_iter().chain([Device::reference()]) {
            for len in [0, 1, 511, 512, 513, 3_000] {
                compared(&device, &keys(len, &[1, 9, 700, 3, 1_100, 2]), add);
            }
            compared(&device, &keys(1_100, &[1]), min);
            compared(&device, &keys(1_600, &[512, 1_024]), max);
            let all = keys(1_100, &[5, 1, 520]);
            compared(&device, &all.iter().map(|key| u64::from(*key) << 33).collect::<Vec<_>>(), add);
            compared(&device, &all.iter().map(|key| *key as u8).collect::<Vec<_>>(), add);
        }
    }
}
