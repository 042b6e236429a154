//! What each run of equal keys has in all, of values that atomics join: in one launch, by tiles.
//!
//! An invocation walks a few neighbours, and joins what it has of a run to the run's place in the workgroup's memory. What a tile has of a run that goes on before or behind it is
//! joined to the result, in whatever order workgroups come.

use crate::chain::Plan;
use crate::program::{Builder, GROUP, Variables};
use crate::reduce::Join;
use crate::select::Places;
use crate::tile;
use crate::value::{Arithmetic, Layout, Value, is_same, key_of};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{AtomicOp, BinOp, CollectiveOp, Expr, Node};
use vyre_runtime::{Error, Leaf};

/// What joins `u32`s in any order to the same.
#[derive(Clone, Copy)]
pub(crate) struct Op {
    on_words: BinOp,
    atomic: AtomicOp,
    /// What changes nothing.
    pub(crate) nothing: u32,
}

impl Op {
    /// That of a join, if it is one for which there are atomics.
    pub(crate) fn of(join: &Join, leaves: &[Leaf]) -> Option<Op> {
        let (Join::Arithmetic(arithmetic), [Leaf::U32]) = (join, leaves) else { return None };
        let (atomic, nothing) = match arithmetic {
            Arithmetic::Add => (AtomicOp::Add, 0),
            Arithmetic::Min => (AtomicOp::Min, u32::MAX),
            Arithmetic::Max => (AtomicOp::Max, 0),
            Arithmetic::Mul => return None,
        };
        Some(Op { on_words: arithmetic.on_words(), atomic, nothing })
    }
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
    /// The elements of a tile.
    fn len(&self) -> u32 {
        self.each * GROUP
    }

    /// Stores the key of each run, and joins what its values are to what is stored. The places are those of the first elements of runs, by tiles as large as these.
    pub(crate) fn join(&self, places: &Places<'_>, keys: &Stored, out: &Stored) -> Result<(), Error> {
        let (values, (from, layout)) = (self.values, self.keys);
        let leaves = layout.leaves();
        let mut b = Builder::new();
        let len = b.param(values.len);
        let from = b.input(from);
        b.sample(|b, at| layout.load(b, &from, at).parts);
        b.sample(|b, at| values.stage.emit(b, at).parts);
        let places = b.input(&Stored::of(places.places()));
        let keys = b.output(keys);
        b.sample_store(layout, &keys, &leaves);
        let out = b.output(out);
        let numbers = [self.each, self.op.atomic as u32];
        let tiles = values.len.div_ceil(self.len());
        b.launch_known(&values.device, ("vyre::par::reduce_by_key", &numbers), tiles, |b| {
            let tile = Tile {
                runs: self,
                from,
                local: b.bind(Expr::LocalId { axis: 0 }),
                group: b.bind(Expr::WorkgroupId { axis: 0 }),
                len,
                sums: b.shared_atomics(self.len() + 1),
            };
            let place = b.bind(Expr::load(places.clone(), tile.group.clone()));
            tile.join(b, &place, &|b, to, key| layout.store(b, &keys, to, key));
            let behind = b.bind(Expr::load(places, tile.group.clone() + 1));
            let count = b.bind(behind - place.clone());
            tile.store(b, (&place, &count), &out);
        })
    }
}

/// The program of a tile.
struct Tile<'t> {
    runs: &'t Runs<'t>,
    /// The buffer of the keys.
    from: String,
    local: Expr,
    group: Expr,
    /// How many elements there are in all.
    len: Expr,
    /// What each run has in the tile, the first one being that which enters it.
    sums: String,
}

impl Tile<'_> {
    fn key(&self, b: &mut Builder, index: &Expr) -> Value {
        self.runs.keys.1.load(b, &self.from, index)
    }

    /// The elements of the invocation. Those behind the end have values that change nothing.
    fn load(
        &self,
        b: &mut Builder,
        (base, first, valid): (&Expr, &Expr, &Expr),
    ) -> Vec<(Variables, Variables)> {
        let Runs { values, op, each, .. } = *self.runs;
        let (key, value) = (Value::zero(&self.runs.keys.1.leaves()), Value::u32(Expr::u32(op.nothing)));
        let pairs: Vec<(Variables, Variables)> =
            (0..each).map(|_| (b.variables(key.clone()), b.variables(value.clone()))).collect();
        let load = |b: &mut Builder, number: u32, (key, value): &(Variables, Variables)| {
            let index = b.bind(first.clone() + number);
            let found = self.key(b, &index);
            b.assign_all(key, &found);
            let found = values.stage.emit(b, &index);
            b.assign_all(value, &found);
        };
        let mut accessed = b.accessed(|b, at| self.key(b, at).parts);
        accessed.extend(b.accessed(|b, at| values.stage.emit(b, at).parts));
        let lies_in = tile::lie_in(b, &accessed, base, self.runs.len());
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
        pairs
    }

    /// Whether a run begins at each element of the invocation.
    fn begins(
        &self,
        b: &mut Builder,
        pairs: &[(Variables, Variables)],
        (first, valid): (&Expr, &Expr),
    ) -> Vec<Expr> {
        // Written so, it is known to be at most the index.
        let before = b.bind(first.clone() - Expr::binary(BinOp::Min, first.clone(), Expr::u32(1)));
        let mut before = self.key(b, &before);
        let mut begins = Vec::new();
        for (number, (key, _)) in (0..).zip(pairs) {
            let words = [key.value(), before].map(|value| key_of(b, &value));
            let differs = is_same(b, &words[0], &words[1]).equals(0u32);
            let differs = if number == 0 { differs | first.clone().equals(0u32) } else { differs };
            begins.push(b.bind(differs & valid.clone().gt(number)));
            before = key.value();
        }
        begins
    }

    /// Joins what the tile has of each run, in the workgroup's memory, and stores the keys of the runs that begin here, the first one at its place.
    ///
    /// To pack the keys in the workgroup's memory and store them side by side took an H100 2.6 ms in place of 1.9 for runs of 8.
    fn join(&self, b: &mut Builder, place: &Expr, put: &dyn Fn(&mut Builder, &Expr, &Value)) {
        let Runs { op, each, .. } = *self.runs;
        for number in 0..each {
            b.push(Node::store(self.sums.clone(), self.local.clone() + number * GROUP, op.nothing));
        }
        b.open_if(self.local.clone().equals(0u32));
        b.push(Node::store(self.sums.clone(), each * GROUP, op.nothing));
        b.close();
        let base = b.bind(self.group.clone() * self.runs.len());
        let at = b.bind(self.local.clone() * each);
        let first = b.bind(base.clone() + at.clone());
        // The index may be too great for a word, what is left of the elements is not.
        let left = b.bind(self.len.clone() - base.clone());
        let valid = Expr::select(at.clone().lt(left.clone()), left - at, Expr::u32(0));
        let valid = b.bind(Expr::binary(BinOp::Min, valid, Expr::u32(each)));
        let pairs = self.load(b, (&base, &first, &valid));
        let begins = self.begins(b, &pairs, (&first, &valid));
        let own = begins.iter().cloned().reduce(|sum, one| sum + one).unwrap_or(Expr::u32(0));
        let own = b.bind(own);
        let run = b.together(CollectiveOp::ExclusiveSum, own);
        b.barrier();
        let (run, sum) = (b.variable(run), b.variable(Expr::u32(op.nothing)));
        let flush = |b: &mut Builder| {
            let at = Expr::var(run.clone());
            b.bind(Expr::atomic(op.atomic, self.sums.clone(), at, Expr::var(sum.clone())));
        };
        for ((key, value), begins) in pairs.iter().zip(begins) {
            b.open_if(begins.differs(0u32));
            flush(b);
            let to = b.bind(place.clone() + Expr::var(run.clone()));
            put(b, &to, &key.value());
            b.assign(&run, Expr::var(run.clone()) + 1);
            b.assign(&sum, Expr::u32(op.nothing));
            b.close();
            for part in value.value().parts {
                b.assign(&sum, Expr::binary(op.on_words, Expr::var(sum.clone()), part));
            }
        }
        flush(b);
        b.barrier();
    }

    /// Stores what the runs have that lie in the tile. What it has of the others is joined to what they have elsewhere.
    fn store(&self, b: &mut Builder, (place, count): (&Expr, &Expr), out: &str) {
        let Runs { op, each, .. } = *self.runs;
        for number in 0..each {
            let at = b.bind(self.local.clone() + number * GROUP);
            let run = b.bind(at.clone() + 1);
            b.open_if(run.clone().lt(count.clone()));
            b.push(Node::store(out, place.clone() + at, Expr::load(self.sums.clone(), run)));
            b.close();
        }
        b.open_if(self.local.clone().equals(0u32));
        let mut join = |is_there: Expr, at: Expr, run: Expr| {
            b.open_if(is_there);
            b.bind(Expr::atomic(op.atomic, out, at, Expr::load(self.sums.clone(), run)));
            b.close();
        };
        join(place.clone().gt(0u32), place.clone() - 1, Expr::u32(0));
        join(count.clone().gt(0u32), place.clone() + count.clone() - 1, count.clone());
        b.close();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::chain::Stage;
    use crate::key::Key;
    use vyre_runtime::{BufferElement, Device};

    /// What each run has, by tiles of two elements an invocation.
    fn reduced<K: BufferElement + Key>(
        device: &Device,
        (keys, values): (&[K], &[u32]),
        arithmetic: Arithmetic,
    ) -> (Vec<K>, Vec<u32>) {
        let (keys, values) = (device.buffer(keys).unwrap(), device.buffer(values).unwrap());
        let (layout, plan) = (Layout::of::<K>(), Plan::of_buffer(&values).unwrap());
        let stage = Stage::Heads { stored: Stored::of(&keys), layout: layout.clone(), has_index: false };
        let heads = Plan { stage, leaves: layout.leaves(), is_filtered: true, ..plan.clone() };
        let places = Places::of_tiles(&heads, 2).unwrap();
        let count = places.count().unwrap() as usize;
        let kept = device.zeros::<K>(count).unwrap();
        let op = Op::of(&Join::Arithmetic(arithmetic), &plan.leaves).unwrap();
        let runs = Runs { keys: (&Stored::of(&keys), &layout), values: &plan, op, each: 2 };
        let sums = device.buffer(&vec![op.nothing; count]).unwrap();
        runs.join(&places, &Stored::of(&kept), &Stored::of(&sums)).unwrap();
        (kept.read().unwrap(), sums.read().unwrap())
    }

    /// Keys of which a run has as many as its number says of some list, one after the other.
    fn keys(len: usize, runs: &[usize]) -> Vec<u32> {
        let lens = runs.iter().cycle().enumerate();
        lens.flat_map(|(run, len)| std::iter::repeat_n(run as u32, *len)).take(len).collect()
    }

    fn compared<K: BufferElement + Key + PartialEq + std::fmt::Debug>(
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
        let found = reduced(device, (keys, &values), arithmetic);
        assert_eq!(found, expected, "{device:?}, {} keys", keys.len());
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
