//! Scans and reductions of segments, in the order of the balanced tree.
//!
//! The values of whole blocks of 2, 4, 8 and so on elements are stored level by level. A block begins at a multiple of its length behind where its segment does, and lies
//! at its first element's index divided by its length, which no other block has. What `reduce` gives of the first elements of a segment joins a
//! block for each bit of their number.

use crate::chain::{Plan, Stage};
use crate::chained;
use crate::host;
use crate::program::{Builder, GROUP, Variables, Wide};
use crate::reduce::{Emit, Join, Values, counted, neutral, tree};
use crate::tile::{self, Shared, Tile, spread};
use crate::value::{Arithmetic, Layout, Value};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{BinOp, Expr};
use vyre_runtime::{Buffer, Error, Leaf};

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
        let [offsets, count] = [self.count + 1, self.count].map(|word| b.placed(self, &[word]).remove(0));
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
        let blocks = Wide::packed(&plan.device, &plan.leaves, plan.len as usize)?;
        let mut offset = 0;
        for level in 1..=levels {
            let count = plan.len >> level;
            match &segments {
                None => level_of_all(plan, &join, &blocks, (level, offset))?,
                Some(segments) => level_of_segments(plan, &join, &blocks, (level, offset), segments)?,
            }
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

    /// What the launch says of them.
    fn words(&self) -> [u32; 2] {
        [self.plan.len, self.levels + 1]
    }

    /// Says what [`Levels::open`] reads.
    fn sample(&self, b: &mut Builder) {
        b.sample(|b, at| self.plan.stage.emit(b, at).parts);
        b.sample(|b, at| {
            let name = b.input(&self.blocks.stored);
            self.blocks.layout.load(b, &name, at).parts
        });
        b.placed(self, &self.words());
    }

    /// The block of elements that each set bit of a number is, from the lowest bit on, in a loop that stays open.
    fn open(&self, b: &mut Builder, number: &Expr) -> Value {
        let offset = b.variable(Expr::u32(0));
        let [all, levels] = [0, 1].map(|at| b.placed(self, &self.words())[at].clone());
        let name = b.input(&self.blocks.stored);
        let level = b.open_loop(Expr::u32(0), levels);
        let first = Expr::var(b.variable(Expr::var(offset.clone())));
        let next = Expr::select(level.clone().equals(0u32), Expr::u32(0), all >> level.clone());
        b.assign(&offset, first.clone() + next);
        let blocks = b.bind(number.clone() >> level.clone());
        b.open_if((blocks.clone() & 1).differs(0u32));
        let value = b.variables(Value::zero(&self.plan.leaves));
        let place = b.bind(blocks - 1);
        b.open_if(level.clone().equals(0u32));
        let item = self.plan.stage.emit(b, &place);
        b.assign_all(&value, &item);
        b.close();
        b.open_if(level.differs(0u32));
        let place = b.bind(first + place);
        let block = self.blocks.layout.load(b, &name, &place);
        b.assign_all(&value, &block);
        b.close();
        value.value()
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

/// Joins the blocks of a level in pairs, or the elements themselves to the first one, and stores what it gets behind an offset.
fn level_of_all(plan: &Plan, join: &Join, blocks: &Wide, (level, offset): (u32, u32)) -> Result<(), Error> {
    let count = plan.len >> level;
    let mut b = Builder::new();
    let params = [count, below(plan, (level, offset)), offset].map(|word| b.param(word));
    b.sample(|b, at| plan.stage.emit(b, at).parts);
    b.sample(|b, _| join.sample(b, &plan.leaves));
    let name = b.output(&blocks.stored);
    b.sample_store(&blocks.layout, &name, &plan.leaves);
    let numbers = [u32::from(level == 1)];
    b.launch_known(&plan.device, ("vyre::par::blocks", &numbers), count.div_ceil(GROUP), |b| {
        let [count, below, offset] = params;
        let at = b.each_of(count);
        let left = b.bind(at.clone() << 1);
        let right = b.bind(left.clone() + 1);
        let place = b.bind(offset + at);
        join_blocks(b, plan, join, (blocks, &name), (level, &below), [left, right], &place);
    })
}

/// The same of the blocks that lie in segments.
fn level_of_segments(
    plan: &Plan,
    join: &Join,
    blocks: &Wide,
    (level, offset): (u32, u32),
    segments: &Segments,
) -> Result<(), Error> {
    let count = plan.len >> level;
    let mut b = Builder::new();
    let at = b.each(count);
    let shift = b.param(level);
    let size = b.bind(Expr::u32(1) << shift.clone());
    let last = b.bind((at.clone() + 1) * size.clone() - 1);
    let found = segments.find(&mut b, &last);
    let inside = b.bind(last - found.start.clone());
    let start = b.bind(found.start + ((inside >> shift.clone()) << shift));
    let is_whole = (start.clone() + size.clone()).le(found.end);
    b.open_if((found.is_there & is_whole).differs(0u32));
    let half = b.param(level - 1);
    let left = b.bind(start.clone() >> half.clone());
    let right = b.bind((start + (size >> 1)) >> half);
    let (below, offset) = (b.param(below(plan, (level, offset))), b.param(offset));
    let place = b.bind(offset + at);
    let name = b.output(&blocks.stored);
    join_blocks(&mut b, plan, join, (blocks, &name), (level, &below), [left, right], &place);
    b.launch(&plan.device, "vyre::par::blocks", count)
}

/// Where the blocks of the level below begin.
fn below(plan: &Plan, (level, offset): (u32, u32)) -> u32 {
    if level == 1 { 0 } else { offset - (plan.len >> (level - 1)) }
}

fn join_blocks(
    b: &mut Builder,
    plan: &Plan,
    join: &Join,
    (blocks, name): (&Wide, &str),
    (level, below): (u32, &Expr),
    pair: [Expr; 2],
    place: &Expr,
) {
    let [left, right] = pair.map(|index| match level {
        1 => plan.stage.emit(b, &index),
        _ => {
            let index = b.bind(below.clone() + index);
            blocks.layout.load_beside_stores(b, name, &index)
        }
    });
    let value = join.emit(b, &left, &right);
    blocks.layout.store(b, name, place, &value);
}

/// Stores the scan of a chain without filters. An exclusive one begins with the identity.
pub(crate) fn scan(
    plan: &Plan,
    join: Join,
    identity: Option<&[u32]>,
    out: (&Stored, &Layout),
) -> Result<(), Error> {
    let form = identity.map_or(Form::Inclusive, Form::Exclusive);
    match tile::each(&plan.device, &plan.leaves) {
        _ if is_associative(&join, &plan.leaves) => in_any_order(plan, &join, form, out),
        Some(each) => tiles(plan, each, &join, form, out),
        None => Levels::new(plan, join, None)?.scan(identity, out),
    }
}

/// What a scan stores.
#[derive(Clone, Copy)]
pub(crate) enum Form<'f> {
    Inclusive,
    /// One place further on, with an identity in front, but for the last one.
    Exclusive(&'f [u32]),
    /// The same, and the last one too.
    Both(&'f [u32]),
}

impl<'f> Form<'f> {
    pub(crate) fn number(self) -> u32 {
        match self {
            Form::Inclusive => 0,
            Form::Exclusive(_) => 1,
            Form::Both(_) => 2,
        }
    }

    pub(crate) fn identity(self) -> Option<&'f [u32]> {
        match self {
            Form::Inclusive => None,
            Form::Exclusive(identity) | Form::Both(identity) => Some(identity),
        }
    }
}

/// The scan by tiles, in the order of the tree.
fn tiles(plan: &Plan, each: u32, join: &Join, form: Form<'_>, out: (&Stored, &Layout)) -> Result<(), Error> {
    let (device, leaves) = (&plan.device, &plan.leaves);
    let Some(before) = plan.len.div_ceil(each * GROUP).checked_sub(1) else { return Ok(()) };
    if before == 0 {
        return tile_scan(plan, each, join, form, None, out);
    }
    let joined = Wide::new(device, leaves, before as usize)?;
    let emit = |b: &mut Builder, index: &Expr| plan.stage.emit(b, index);
    tree(&emit, (before * each * GROUP, each), (join, leaves), &joined, device)?;
    let above = Plan { stage: joined.stage(), len: before, ..plan.clone() };
    let levels = Levels::new(&above, join.clone(), None)?;
    tile_scan(plan, each, join, form, Some(&levels), out)
}

/// Whether any order of joins gives the same, and a value is known that changes nothing.
fn is_associative(join: &Join, leaves: &[Leaf]) -> bool {
    join.has_any_order(leaves) && matches!(join, Join::Arithmetic(op) if op.has_neutral())
}

/// The scan of each tile, behind blocks of the tiles' values, of which each set bit of a tile's number is one.
fn tile_scan(
    plan: &Plan,
    each: u32,
    join: &Join,
    form: Form<'_>,
    before: Option<&Levels<'_>>,
    (out, layout): (&Stored, &Layout),
) -> Result<(), Error> {
    let leaves = &plan.leaves;
    let tiles = plan.len.div_ceil(each * GROUP);
    let mut b = Builder::new();
    let len = b.param(plan.len);
    b.sample(|b, at| plan.stage.emit(b, at).parts);
    b.sample(|b, _| join.sample(b, leaves));
    let identity = form.identity().map(|identity| constant(&mut b, leaves, identity));
    let name = b.output(out);
    b.sample_store(layout, &name, leaves);
    if let Some(levels) = before {
        levels.sample(&mut b);
    }
    let numbers = [each, form.number(), u32::from(before.is_some())];
    b.launch_known(&plan.device, ("vyre::par::scan_in_order", &numbers), tiles, |b| {
        if let Some(first) = identity {
            b.open_if(Expr::invocation_id(0).equals(0u32));
            layout.store(b, &name, &Expr::u32(0), &first);
            b.close();
        }
        let shared = Shared::of_tile(b, leaves, each * GROUP);
        let tile = Tile::new(b, each);
        let left = b.bind(len - tile.base.clone());
        let loaded: Vec<(Expr, Value)> = (0..each)
            .map(|number| {
                let at = tile.across(b, number);
                // What is past the end changes nothing before it.
                let index = tile.index(b, &at, &left);
                let value = plan.stage.emit(b, &index);
                (spread(b, &at), value)
            })
            .collect();
        loaded.iter().for_each(|(place, value)| shared.store(b, place, value));
        b.barrier();
        let mut values = Vec::new();
        for number in 0..each {
            let at = tile.along(b, number);
            let place = spread(b, &at);
            let value = shared.load(b, &place);
            values.push(b.variables(value));
        }
        b.barrier();
        let mut steps = Steps { b, tile: &tile, shared: &shared, join, values };
        steps.in_order();
        if let Some(levels) = before {
            steps.behind(levels);
        }
        let values = steps.values;
        for (number, value) in values.iter().enumerate() {
            let at = tile.along(b, number as u32);
            let place = spread(b, &at);
            shared.store(b, &place, &value.value());
        }
        b.barrier();
        let (end, shift) = match form {
            Form::Inclusive => (left, 0),
            Form::Exclusive(_) => (b.bind(left - 1), 1),
            Form::Both(_) => (left, 1),
        };
        for number in 0..each {
            let at = tile.across(b, number);
            b.open_if(at.clone().lt(end.clone()));
            let place = spread(b, &at);
            let value = shared.load(b, &place);
            let to = b.bind(tile.base.clone() + at + shift);
            layout.store(b, &name, &to, &value);
            b.close();
        }
    })
}

/// The steps of a scan within a tile, over the values of an invocation, which follow each other.
struct Steps<'s> {
    b: &'s mut Builder,
    tile: &'s Tile,
    shared: &'s Shared,
    join: &'s Join,
    values: Vec<Variables>,
}

impl Steps<'_> {
    /// Joins a value to the left of all values of the invocation.
    fn put_before(&mut self, value: &Value) {
        for own in &self.values {
            let joined = self.join.emit(self.b, value, &own.value());
            self.b.assign_all(own, &joined);
        }
    }

    /// Sklansky's steps: those of an invocation's own values, then those of the workgroup.
    fn in_order(&mut self) {
        for level in 0..self.tile.each.trailing_zeros() {
            for at in (0..self.values.len()).filter(|at| at >> level & 1 == 1) {
                let left = self.values[((at >> level) << level) - 1].value();
                let joined = self.join.emit(self.b, &left, &self.values[at].value());
                self.b.assign_all(&self.values[at], &joined);
            }
        }
        for level in 0..GROUP.trailing_zeros() {
            let Some(last) = self.values.pop() else { return };
            self.values.push(last.clone());
            self.step(level, &last);
        }
    }

    /// A step across the workgroup: an invocation whose number has a bit takes the value of the last one before its half.
    fn step(&mut self, level: u32, total: &Variables) {
        let local = self.tile.local.clone();
        self.shared.store(self.b, &local, &total.value());
        self.b.barrier();
        self.b.open_if(((local.clone() >> level) & 1).differs(0u32));
        let at = self.b.bind(((local >> level) << level) - 1);
        let value = self.shared.load(self.b, &at);
        self.put_before(&value);
        self.b.close();
        self.b.barrier();
    }

    /// Joins what the tiles before have.
    fn behind(&mut self, levels: &Levels<'_>) {
        let depth = self.b.depth();
        let blocks = levels.open(self.b, &self.tile.group);
        self.put_before(&blocks);
        self.b.close_to(depth);
    }
}

/// The elements of the longest segment that one invocation joins.
const SHORT: u32 = 256;

/// Stores what `reduce` gives of each of the segments that follow each other, of which there is one at least. Waits for the length of the longest one.
pub(crate) fn reduce_runs(
    plan: &Plan,
    join: Join,
    starts: &Buffer<u32>,
    count: u32,
    (out, layout): (&Stored, &Layout),
) -> Result<(), Error> {
    let offsets = Stored::of(starts);
    let segments = Plan {
        device: plan.device.clone(),
        stage: Stage::Buffer { stored: offsets.clone(), layout: Layout::of::<u32>() },
        len: count,
        is_filtered: false,
        leaves: vec![Leaf::U32],
    };
    let prepare = |b: &mut Builder, start: Value, at: &Expr| {
        let name = b.input(&offsets);
        let end = Expr::load(name, at.clone() + 1);
        let start = start.parts.into_iter().next().unwrap_or(Expr::u32(0));
        Value::u32(b.bind(end - start))
    };
    let longest = Values { plan: &segments, prepare: &prepare, leaves: vec![Leaf::U32] }
        .reduced(Join::Arithmetic(Arithmetic::Max))?;
    if longest.and_then(|words| words.first().copied()).is_none_or(|longest| longest > SHORT) {
        let levels = Levels::new(plan, join, Some(Segments { offsets, count }))?;
        return levels.reduce(&[], (out, layout));
    }
    let mut b = Builder::new();
    let (count_, len) = (b.param(count), b.param(plan.len));
    b.sample(|b, at| plan.stage.emit(b, at).parts);
    b.sample(|b, _| join.sample(b, &plan.leaves));
    let (starts, name) = (b.input(&offsets), b.output(out));
    b.sample_store(layout, &name, &plan.leaves);
    let window = tile::each(&plan.device, &plan.leaves).unwrap_or(0);
    b.launch_known(&plan.device, ("vyre::par::runs", &[window]), count.div_ceil(GROUP), |b| {
        let index = b.bind(Expr::invocation_id(0));
        let is_run = b.bind(index.clone().lt(count_.clone()));
        let at = b.bind(Expr::binary(BinOp::Min, index.clone(), count_.clone() - 1));
        let start = b.bind(Expr::load(starts.clone(), at.clone()));
        let end = b.bind(Expr::load(starts.clone(), at.clone() + 1));
        let window = Window::of(b, plan, window, &starts, (&count_, &len));
        b.open_if(is_run.differs(0u32));
        let emit = |b: &mut Builder, index: &Expr| window.emit(b, index);
        let run = b.bind(end - start.clone());
        let total = match join.has_any_order(&plan.leaves) {
            true => joined(b, &emit, (&start, &run), &join),
            false => counted(b, &emit, (&start, &run, SHORT.trailing_zeros()), &join, &plan.leaves),
        };
        layout.store(b, &name, &index, &total);
    })
}

/// Joins so many values behind a place, one after the other. There is one at least.
fn joined(b: &mut Builder, emit: &Emit<'_>, (base, count): (&Expr, &Expr), join: &Join) -> Value {
    let first = emit(b, base);
    let total = b.variables(first);
    let at = b.open_loop(Expr::u32(1), count.clone());
    let index = b.bind(base.clone() + at);
    let value = emit(b, &index);
    let both = join.emit(b, &total.value(), &value);
    b.assign_all(&total, &both);
    b.close();
    total.value()
}

/// The elements of the runs of a workgroup, which lie side by side: in its memory, where its invocations load them side by side too, if they are few.
struct Window<'w> {
    plan: &'w Plan,
    /// The memory, and where the first element of it lies among all; and whether the elements are there.
    shared: Option<(Shared, Expr, Expr)>,
}

impl<'w> Window<'w> {
    /// Loads so many elements an invocation.
    fn of(
        b: &mut Builder,
        plan: &'w Plan,
        each: u32,
        starts: &str,
        (count, len): (&Expr, &Expr),
    ) -> Window<'w> {
        if each == 0 {
            return Window { plan, shared: None };
        }
        let shared = Shared::of_tile(b, &plan.leaves, each * GROUP);
        let first = b.bind(Expr::WorkgroupId { axis: 0 } * GROUP);
        let last = b.bind(Expr::binary(BinOp::Min, first.clone() + GROUP, count.clone()));
        let begin = b.bind(Expr::load(starts, first));
        let end = b.bind(Expr::load(starts, last));
        let fits = b.bind((end.clone() - begin.clone()).le(each * GROUP) & end.clone().le(len.clone()));
        b.open_if(fits.clone().differs(0u32));
        let local = b.bind(Expr::LocalId { axis: 0 });
        let loaded: Vec<(Expr, Variables)> = (0..each)
            .map(|number| {
                let at = b.bind(local.clone() + number * GROUP);
                let value = b.variables(Value::zero(&plan.leaves));
                let index = b.bind(begin.clone() + at.clone());
                b.open_if(index.clone().lt(end.clone()));
                let item = plan.stage.emit(b, &index);
                b.assign_all(&value, &item);
                b.close();
                (spread(b, &at), value)
            })
            .collect();
        loaded.iter().for_each(|(place, value)| shared.store(b, place, &value.value()));
        b.close();
        b.barrier();
        Window { plan, shared: Some((shared, begin, fits)) }
    }

    fn emit(&self, b: &mut Builder, index: &Expr) -> Value {
        let Some((shared, begin, fits)) = &self.shared else { return self.plan.stage.emit(b, index) };
        let value = b.variables(Value::zero(&self.plan.leaves));
        b.open_if(fits.clone().differs(0u32));
        let at = b.bind(index.clone() - begin.clone());
        let place = spread(b, &at);
        let item = shared.load(b, &place);
        b.assign_all(&value, &item);
        b.close();
        b.open_if(fits.clone().equals(0u32));
        let item = self.plan.stage.emit(b, index);
        b.assign_all(&value, &item);
        b.close();
        value.value()
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

/// How many elements an invocation has where a workgroup has no tile.
pub(crate) const CHUNK: u32 = 16;

/// The sums of those before each of the first `len` numbers, and behind them the sum of all.
pub(crate) fn exclusive_sums(data: &Buffer<u32>, len: u32) -> Result<Buffer<u32>, Error> {
    let device = data.device().clone();
    if len == 0 {
        return device.zeros(1);
    }
    let sums = device.unwritten::<u32>(len as usize + 1)?;
    let stage = Stage::Buffer { stored: Stored::of(data), layout: Layout::of::<u32>() };
    let plan = Plan { device, stage, len, is_filtered: false, leaves: vec![Leaf::U32] };
    let out = (&Stored::of(&sums), &Layout::of::<u32>());
    in_any_order(&plan, &Join::Arithmetic(Arithmetic::Add), Form::Both(&[0]), out)?;
    Ok(sums)
}

/// The sums of all counts before each, and of all of them behind the last, modulo 2^32.
///
/// # Errors
/// As of a scan.
pub fn starts(counts: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    exclusive_sums(counts, counts.len() as u32)
}

/// The scan with a join of which any order gives the same.
fn in_any_order(plan: &Plan, join: &Join, form: Form<'_>, out: (&Stored, &Layout)) -> Result<(), Error> {
    match tile::each(&plan.device, &plan.leaves) {
        Some(_) => chained::scan(plan, join, form, out),
        None if host::scan(plan, join, form, out)? => Ok(()),
        None => chunks(plan, join, form, out),
    }
}

/// The same by chunks, of which an invocation has one: the values of chunks, the scan of these, and each chunk behind what stands before it.
fn chunks(plan: &Plan, join: &Join, form: Form<'_>, (out, layout): (&Stored, &Layout)) -> Result<(), Error> {
    let (device, leaves) = (&plan.device, &plan.leaves);
    let count = plan.len.div_ceil(CHUNK);
    let before = if count > 1 { Some(chunk_values(plan, join, count - 1)?) } else { None };
    let mut b = Builder::new();
    let [count_here, len] = [count, plan.len].map(|word| b.param(word));
    b.sample(|b, at| plan.stage.emit(b, at).parts);
    b.sample(|b, _| join.sample(b, leaves));
    if let Some(before) = &before {
        let name = b.input(&before.stored);
        b.sample(|b, at| before.layout.load(b, &name, at).parts);
    }
    let identity = form.identity().map(|identity| constant(&mut b, leaves, identity));
    let name = b.output(out);
    b.sample_store(layout, &name, leaves);
    let numbers = [form.number(), u32::from(before.is_some())];
    b.launch_known(device, ("vyre::par::chunk_scan", &numbers), count.div_ceil(GROUP), |b| {
        let chunk = b.each_of(count_here);
        let running = b.variables(neutral(join, leaves));
        let outer = b.depth();
        b.open_if(chunk.clone().gt(0u32));
        if let Some(before) = &before {
            let from = b.input(&before.stored);
            let at = b.bind(chunk.clone() - 1);
            let value = before.layout.load(b, &from, &at);
            b.assign_all(&running, &value);
        }
        b.close();
        if let Some(first) = identity {
            b.open_if(chunk.clone().equals(0u32));
            layout.store(b, &name, &Expr::u32(0), &first);
            b.close();
        }
        let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
        let index = b.bind(chunk * CHUNK + at);
        b.open_if(index.clone().lt(len.clone()));
        let value = plan.stage.emit(b, &index);
        let value = join.emit(b, &running.value(), &value);
        b.assign_all(&running, &value);
        let to = if form.identity().is_some() { b.bind(index + 1) } else { index };
        if let Form::Exclusive(_) = form {
            b.open_if(to.clone().lt(len));
        }
        layout.store(b, &name, &to, &running.value());
        b.close_to(outer);
    })
}

/// The scan of the values of so many whole chunks.
fn chunk_values(plan: &Plan, join: &Join, count: u32) -> Result<Wide, Error> {
    let (device, leaves) = (&plan.device, &plan.leaves);
    let values = Wide::new(device, leaves, count as usize)?;
    let mut b = Builder::new();
    let count_here = b.param(count);
    b.sample(|b, at| plan.stage.emit(b, at).parts);
    b.sample(|b, _| join.sample(b, leaves));
    let name = b.output(&values.stored);
    b.launch_known(device, ("vyre::par::chunk_values", &[]), count.div_ceil(GROUP), |b| {
        let chunk = b.each_of(count_here);
        let total = b.variables(neutral(join, leaves));
        let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
        let index = b.bind(chunk.clone() * CHUNK + at);
        let value = plan.stage.emit(b, &index);
        let value = join.emit(b, &total.value(), &value);
        b.assign_all(&total, &value);
        b.close();
        values.layout.store(b, &name, &chunk, &total.value());
    })?;
    let scanned = Wide::new(device, leaves, count as usize)?;
    let above = Plan { stage: values.stage(), len: count, ..plan.clone() };
    chunks(&above, join, Form::Inclusive, (&scanned.stored, &scanned.layout))?;
    Ok(scanned)
}
