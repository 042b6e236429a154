//! Reductions. Where order matters it is that of the balanced tree: a workgroup joins a tile, or an invocation a chunk, of a power of two, in rounds.

use crate::chain::Plan;
use crate::host::Fold;
use crate::program::{Builder, Fun, GROUP, Wide};
use crate::tile::{self, Rounds, Shared, Tile, join_all};
use crate::value::{Arithmetic, Layout, Value, arithmetic, is_below, of_words, words_of};
use vyre_runtime::ir::{CollectiveOp, Expr};
use vyre_runtime::{Device, Error, Leaf};

/// What joins two values.
#[derive(Clone)]
pub(crate) enum Join {
    /// A function of the user's.
    User(Fun),
    Arithmetic(Arithmetic),
    /// The value whose first words, so many of them, are least or greatest; the first of such ones.
    Extreme {
        words: usize,
        is_max: bool,
        /// Whether values of which these words are the same are the same themselves.
        is_own: bool,
    },
    /// The same for values of which the first leaf says whether there is one.
    Valid(Box<Join>),
}

impl Join {
    /// That of a function of the user's. One that is an operator is known as such: then no order is kept that changes nothing.
    pub(crate) fn of(function: Fun) -> Join {
        let operator = function.operator().and_then(Arithmetic::of_words);
        operator.map_or(Join::User(function), Join::Arithmetic)
    }

    /// Whether any order of joins gives the same.
    pub(crate) fn has_any_order(&self, leaves: &[Leaf]) -> bool {
        matches!(self, Join::Arithmetic(_)) && !leaves.iter().any(|leaf| is_float(*leaf))
    }

    /// What it makes of two values, for [`Builder::sample`], with what depends on the types of values alone.
    pub(crate) fn sample(&self, b: &mut Builder, leaves: &[Leaf]) -> Vec<Expr> {
        let [left, right] = [(); 2].map(|()| b.variables(Value::zero(leaves)).value());
        let mut parts = self.emit(b, &left, &right).parts;
        parts.extend(leaves.iter().map(|leaf| Expr::u32(*leaf as u32)));
        parts.extend(neutral(self, leaves).parts);
        parts
    }

    pub(crate) fn emit(&self, b: &mut Builder, left: &Value, right: &Value) -> Value {
        match self {
            Join::User(function) => b.call(function, &[left, right]),
            Join::Arithmetic(op) => arithmetic(b, *op, left, right),
            Join::Extreme { words, is_max, .. } => {
                let (first, second) = (&left.parts[..*words], &right.parts[..*words]);
                let is_second = if *is_max { is_below(b, first, second) } else { is_below(b, second, first) };
                let is_second = is_second.differs(0u32);
                let parts = left.parts.iter().zip(&right.parts);
                let parts = parts
                    .map(|(left, right)| b.bind(Expr::select(is_second.clone(), right.clone(), left.clone())))
                    .collect();
                Value { parts, ..left.clone() }
            }
            Join::Valid(join) => {
                let joined = b.variables(left.clone());
                b.open_if(right.parts[0].clone().differs(0u32));
                let both = b.variables(right.clone());
                b.open_if(left.parts[0].clone().differs(0u32));
                let (valid, left) = left.clone().split(1);
                let (_, right) = right.clone().split(1);
                let value = join.emit(b, &left, &right);
                b.assign_all(&both, &valid.with(value));
                b.close();
                let value = both.value();
                b.assign_all(&joined, &value);
                b.close();
                joined.value()
            }
        }
    }
}

/// What makes of an item, and its index, what is joined.
pub(crate) type Prepare<'p> = &'p dyn Fn(&mut Builder, Value, &Expr) -> Value;

/// The values that are joined.
pub(crate) struct Values<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) prepare: Prepare<'p>,
    /// The leaves of a value.
    pub(crate) leaves: Vec<Leaf>,
}

impl Values<'_> {
    /// The value at an index. Of a filtered chain its first leaf says whether there is one.
    fn emit(&self, b: &mut Builder, index: &Expr) -> Value {
        if !self.plan.is_filtered {
            let item = self.plan.stage.emit(b, index);
            return (self.prepare)(b, item, index);
        }
        let value = b.variables(Value::zero(&self.all()));
        let depth = b.depth();
        let item = self.plan.stage.emit(b, index);
        let prepared = (self.prepare)(b, item, index);
        b.assign_all(&value, &Value::u32(Expr::u32(1)).with(prepared));
        b.close_to(depth);
        value.value()
    }

    fn all(&self) -> Vec<Leaf> {
        match self.plan.is_filtered {
            true => [vec![Leaf::U32], self.leaves.clone()].concat(),
            false => self.leaves.clone(),
        }
    }

    /// The words of the joined values; nothing if there are none. Waits. What joins those of a filtered chain gives the same in whatever order.
    pub(crate) fn reduced(&self, join: Join) -> Result<Option<Vec<u32>>, Error> {
        if let Some(fold) = Fold::of(self.plan, &self.leaves, &join) {
            return Ok(fold.values(self)?.map(|word| vec![word]));
        }
        let is_gathered = tile::gathers(&self.plan.device) && self.plan.len > 0;
        match join {
            // Of values with one key the first counts, so that the order of joins does not.
            Join::Extreme { words, is_max, is_own: false } if is_gathered => {
                let prepare = |b: &mut Builder, item: Value, index: &Expr| {
                    let (key, rest) = (self.prepare)(b, item, index).split(words);
                    let place = if is_max { !index.clone() } else { index.clone() };
                    key.with(Value::u32(b.bind(place))).with(rest)
                };
                let mut leaves = self.leaves.clone();
                leaves.insert(words, Leaf::U32);
                let values = Values { plan: self.plan, prepare: &prepare, leaves };
                let joined = values.in_any_order(Join::Extreme { words: words + 1, is_max, is_own: true })?;
                let mut found = self.found(joined.first()?);
                if let Some(found) = &mut found {
                    found.remove(words);
                }
                Ok(found)
            }
            Join::Arithmetic(op)
                if is_gathered && self.plan.is_filtered && op.has_neutral() && !self.has_floats() =>
            {
                // Of no items it is what changes nothing, so nothing says whether there are any.
                let item = |b: &mut Builder, index: &Expr| {
                    let item = self.plan.stage.emit(b, index);
                    (self.prepare)(b, item, index)
                };
                let size = (self.plan.len, &join, &self.leaves[..]);
                Ok(Some(gathered(&item, size, None, &self.plan.device)?.first()?))
            }
            join => match self.reduced_on_device(join)? {
                Some(values) => Ok(self.found(values.first()?)),
                None => Ok(None),
            },
        }
    }

    /// The joined values, and before them whether there are any if the chain is filtered. Does not wait.
    pub(crate) fn reduced_on_device(&self, join: Join) -> Result<Option<Wide>, Error> {
        if self.plan.len == 0 {
            return Ok(None);
        }
        if !tile::gathers(&self.plan.device) {
            return self.in_order(join).map(Some);
        }
        match join {
            Join::Extreme { is_own: true, .. } => self.in_any_order(join),
            Join::Arithmetic(_) if !self.has_floats() => self.in_any_order(join),
            Join::Extreme { .. } | Join::Arithmetic(_) | Join::User(_) | Join::Valid(_) => {
                self.in_order(join)
            }
        }
        .map(Some)
    }

    fn has_floats(&self) -> bool {
        self.leaves.iter().any(|leaf| is_float(*leaf))
    }

    /// What joins values, or says that there are none.
    fn joins(&self, join: Join) -> Join {
        if self.plan.is_filtered { Join::Valid(Box::new(join)) } else { join }
    }

    /// The words of what was joined, without the word that says whether there is any.
    fn found(&self, mut words: Vec<u32>) -> Option<Vec<u32>> {
        (!self.plan.is_filtered || words.remove(0) != 0).then_some(words)
    }

    /// Joins the values in the order of the tree.
    fn in_order(&self, join: Join) -> Result<Wide, Error> {
        let emit = |b: &mut Builder, index: &Expr| self.emit(b, index);
        let (join, leaves) = (self.joins(join), self.all());
        ordered(&emit, (self.plan.len, &join, &leaves), &self.plan.device)
    }

    /// Joins the values in the order in which the device has them.
    fn in_any_order(&self, join: Join) -> Result<Wide, Error> {
        let (device, leaves) = (&self.plan.device, self.all());
        if words_of(&leaves) > 16 {
            return self.in_order(join);
        }
        // Sums have a value of no items; of the others the first item is one of each invocation.
        let has_neutral = matches!(&join, Join::Arithmetic(op) if op.has_neutral()) && !self.plan.is_filtered;
        let join = self.joins(join);
        let emit = |b: &mut Builder, index: &Expr| self.emit(b, index);
        let first: Option<&Emit<'_>> = if has_neutral { None } else { Some(&emit) };
        gathered(&emit, (self.plan.len, &join, &leaves), first, device)
    }
}

/// What makes a value at an index. What follows may stand in an `if`.
pub(crate) type Emit<'e> = dyn Fn(&mut Builder, &Expr) -> Value + 'e;

/// Joins values in the order of the tree until one is left: those of tiles where a device has them, else those of chunks.
fn ordered(
    emit: &Emit<'_>,
    (len, join, leaves): (u32, &Join, &[Leaf]),
    device: &Device,
) -> Result<Wide, Error> {
    let each = tile::each(device, leaves);
    let count = len.div_ceil(each.map_or(CHUNK, |each| each * GROUP));
    let values = Wide::new(device, leaves, count as usize)?;
    match each {
        Some(each) => tree(emit, (len, each), (join, leaves), &values, device)?,
        None => round(emit, (len, join, leaves), &values, device)?,
    }
    if count <= 1 {
        return Ok(values);
    }
    let stage = values.stage();
    ordered(&|b, index| stage.emit(b, index), (count, join, leaves), device)
}

/// Joins the values of each tile, of which the last may have less, by a balanced tree.
pub(crate) fn tree(
    emit: &Emit<'_>,
    (len, each): (u32, u32),
    (join, leaves): (&Join, &[Leaf]),
    joined: &Wide,
    device: &Device,
) -> Result<(), Error> {
    let (tiles, left) = (len / (each * GROUP), len % (each * GROUP));
    let mut b = Builder::new();
    let name = sampled(&mut b, emit, (join, leaves), joined);
    b.launch_known(device, ("vyre::par::tree", &[each]), tiles, |b| {
        let tile = Tile::new(b, each);
        let values = (0..each).map(|number| {
            let at = tile.along(b, number);
            let index = b.bind(tile.base.clone() + at);
            emit(b, &index)
        });
        let values = values.collect();
        let value = join_tile(b, &tile, (join, leaves), values);
        b.open_if(tile.local.equals(0u32));
        joined.layout.store(b, &name, &tile.group, &value);
        b.close();
    })?;
    if left == 0 {
        return Ok(());
    }
    // Of the last tile each value says whether there is one, as those of a filtered chain do in any case.
    let is_marked = matches!(join, Join::Valid(_));
    let (marked, all) = match is_marked {
        true => (join.clone(), leaves.to_vec()),
        false => (Join::Valid(Box::new(join.clone())), [&[Leaf::U32], leaves].concat()),
    };
    let mut b = Builder::new();
    let (group, left) = (b.param(tiles), b.param(left));
    let name = sampled(&mut b, emit, (join, leaves), joined);
    b.launch_known(device, ("vyre::par::last_tree", &[each]), 1, |b| {
        let tile = Tile::numbered(b, each, group);
        let values = (0..each).map(|number| {
            let at = tile.along(b, number);
            let value = b.variables(Value::zero(&all));
            let depth = b.depth();
            b.open_if(at.clone().lt(left.clone()));
            let index = b.bind(tile.base.clone() + at);
            let found = emit(b, &index);
            let found = if is_marked { found } else { Value::u32(Expr::u32(1)).with(found) };
            b.assign_all(&value, &found);
            b.close_to(depth);
            value.value()
        });
        let values = values.collect();
        let value = join_tile(b, &tile, (&marked, &all), values);
        let value = if is_marked { value } else { value.split(1).1 };
        b.open_if(tile.local.equals(0u32));
        joined.layout.store(b, &name, &tile.group, &value);
        b.close();
    })
}

/// Joins the values of a tile, of which an invocation has those that follow each other.
fn join_tile(
    b: &mut Builder,
    tile: &Tile,
    (join, leaves): (&Join, &[Leaf]),
    mut values: Vec<Value>,
) -> Value {
    while values.len() > 1 {
        values = values.chunks(2).map(|pair| join.emit(b, &pair[0], &pair[1])).collect();
    }
    let value = values.remove(0);
    match (join, &value.leaves[..], &value.parts[..]) {
        (Join::Arithmetic(Arithmetic::Add), [leaf @ (Leaf::F32 | Leaf::F16 | Leaf::BF16)], [part]) => {
            Value::of(*leaf, b.together(CollectiveOp::SumTree, part.clone()))
        }
        _ => {
            let shared = Shared::new(b, leaves, GROUP);
            join_all(b, &shared, &tile.local, join, &value);
            shared.load(b, &Expr::u32(0))
        }
    }
}

/// Says which values a program joins and where it stores what it gets, which is what gives the name.
fn sampled(b: &mut Builder, emit: &Emit<'_>, (join, leaves): (&Join, &[Leaf]), joined: &Wide) -> String {
    b.sample(|b, at| emit(b, at).parts);
    b.sample(|b, _| join.sample(b, leaves));
    let name = b.output(&joined.stored);
    b.sample_store(&joined.layout, &name, leaves);
    name
}

/// Joins values whose order does not matter. Each invocation begins with the value `first` makes of some item, or with what changes nothing.
fn gathered(
    emit: &Emit<'_>,
    (len, join, leaves): (u32, &Join, &[Leaf]),
    first: Option<&Emit<'_>>,
    device: &Device,
) -> Result<Wide, Error> {
    // One workgroup joins a few, among them what the workgroups of the launch before have left.
    let groups = tile::groups(device, len);
    let (at_once, _) = tile::at_once(device);
    let each = len.div_ceil(groups * GROUP).max(at_once).next_power_of_two();
    let joined = parts(emit, (len, join, leaves), (each, first), device)?;
    if len <= each * GROUP {
        return Ok(joined);
    }
    let stage = joined.stage();
    let emit = |b: &mut Builder, index: &Expr| stage.emit(b, index);
    gathered(&emit, (len.div_ceil(each * GROUP), join, leaves), first.map(|_| &emit as &Emit<'_>), device)
}

/// Joins the values that each workgroup has, `each` for an invocation, in the order in which the device has them.
pub(crate) fn parts(
    emit: &Emit<'_>,
    (len, join, leaves): (u32, &Join, &[Leaf]),
    (each, first): (u32, Option<&Emit<'_>>),
    device: &Device,
) -> Result<Wide, Error> {
    let groups = len.div_ceil(each * GROUP);
    let joined = Wide::new(device, leaves, groups as usize)?;
    let (at_once, near) = tile::at_once(device);
    let (at_once, near) = if each.is_multiple_of(at_once) { (at_once, near) } else { (1, 1) };
    let mut b = Builder::new();
    let (all, rounds) = (b.param(len), b.param(each));
    let name = sampled(&mut b, emit, (join, leaves), &joined);
    if let Some(first) = first {
        b.sample(|b, at| first(b, at).parts);
    }
    b.launch_known(
        device,
        ("vyre::par::reduce", &[u32::from(first.is_some()), at_once, near]),
        groups,
        |b| {
            gather(
                b,
                (&all, &rounds, [at_once, near]),
                (emit, first),
                (join, leaves),
                (&name, &joined.layout),
            );
        },
    )?;
    Ok(joined)
}

/// The program of [`parts`]: so many rounds of a workgroup, some at once, and then its tree.
fn gather(
    b: &mut Builder,
    (all, rounds, [at_once, near]): (&Expr, &Expr, [u32; 2]),
    (emit, first): (&Emit<'_>, Option<&Emit<'_>>),
    (join, leaves): (&Join, &[Leaf]),
    (name, layout): (&str, &Layout),
) {
    let tile = Tile::new(b, 1);
    let base = b.bind(tile.group.clone() * (rounds.clone() * GROUP));
    let left = b.bind(all.clone() - base.clone());
    let start = match first {
        Some(first) => {
            let index = b.bind(Expr::select(
                tile.local.clone().lt(left.clone()),
                base.clone() + tile.local.clone(),
                base.clone(),
            ));
            first(b, &index)
        }
        None => neutral(join, leaves),
    };
    let total = b.variables(start);
    let rounds = Rounds { local: &tile.local, base: &base, left: &left, rounds, at_once, near };
    rounds.each(b, emit, |b, value| {
        let value = join.emit(b, &total.value(), value);
        b.assign_all(&total, &value);
    });
    let shared = Shared::new(b, leaves, GROUP);
    join_all(b, &shared, &tile.local, join, &total.value());
    b.open_if(tile.local.equals(0u32));
    let value = shared.load(b, &Expr::u32(0));
    layout.store(b, name, &tile.group, &value);
    b.close();
}

/// Whether sums of a leaf are rounded, so that their order matters.
pub(crate) fn is_float(leaf: Leaf) -> bool {
    matches!(leaf, Leaf::F64 | Leaf::F32 | Leaf::F16 | Leaf::BF16)
}

/// What changes nothing when a sum or a product is joined with it.
pub(crate) fn neutral(join: &Join, leaves: &[Leaf]) -> Value {
    let one = u32::from(matches!(join, Join::Arithmetic(Arithmetic::Mul)));
    let of = |leaf: &Leaf| {
        of_words(*leaf, (0..leaf.words()).map(|at| Expr::u32(if at == 0 { one } else { 0 })).collect())
    };
    Value { leaves: leaves.to_vec(), parts: leaves.iter().map(of).collect() }
}

/// How many values an invocation joins: a power of two, so that chunks are whole parts of the tree.
const CHUNK: u32 = 16;

/// Joins the values of each chunk.
fn round(
    emit: &Emit<'_>,
    (len, join, leaves): (u32, &Join, &[Leaf]),
    joined: &Wide,
    device: &Device,
) -> Result<(), Error> {
    let mut b = Builder::new();
    let chunks = len.div_ceil(CHUNK);
    let [chunks_here, len] = [chunks, len].map(|word| b.param(word));
    let name = sampled(&mut b, emit, (join, leaves), joined);
    b.launch_known(device, ("vyre::par::round", &[]), chunks.div_ceil(GROUP), |b| {
        let chunk = b.each_of(chunks_here);
        let base = b.bind(chunk.clone() * CHUNK);
        let left = b.bind(len - base.clone());
        let count = b.bind(Expr::select(left.clone().lt(CHUNK), left, Expr::u32(CHUNK)));
        let total = counted(b, emit, (&base, &count, CHUNK.trailing_zeros()), join, leaves);
        joined.layout.store(b, &name, &chunk, &total);
    })
}

/// Joins so many values behind a place, by the tree, one after the other: 1 to `2^bits` of them.
pub(crate) fn counted(
    b: &mut Builder,
    emit: &Emit<'_>,
    (base, count, bits): (&Expr, &Expr, u32),
    join: &Join,
    leaves: &[Leaf],
) -> Value {
    let zero = Value::zero(leaves);
    let kept: Vec<_> = (0..bits).map(|_| b.variables(zero.clone())).collect();
    let total = b.variables(zero);
    let at = b.open_loop(Expr::u32(0), count.clone());
    let index = b.bind(base.clone() + at.clone());
    let mut value = emit(b, &index);
    // A binary counter: a bit that is set joins what is kept for it.
    let depth = b.depth();
    for (bit, kept) in kept.iter().enumerate() {
        let is_set = b.bind((at.clone() >> bit as u32) & 1);
        b.open_if(is_set.clone().equals(0u32));
        b.assign_all(kept, &value);
        b.close();
        b.open_if(is_set.differs(0u32));
        value = join.emit(b, &kept.value(), &value);
    }
    b.assign_all(&total, &value);
    b.close_to(depth);
    b.close();
    // What is left where the number is no power of two.
    let has = b.variable(Expr::u32(0));
    for (bit, kept) in kept.iter().enumerate() {
        b.open_if((count.clone() & (1 << bit)).differs(0u32));
        let value = b.variables(kept.value());
        b.open_if(Expr::var(has.clone()).differs(0u32));
        let both = join.emit(b, &kept.value(), &total.value());
        b.assign_all(&value, &both);
        b.close();
        b.assign_all(&total, &value.value());
        b.assign(&has, Expr::u32(1));
        b.close();
    }
    total.value()
}
