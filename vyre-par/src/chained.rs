//! Scans of values that any order of joins joins to the same: in one launch, by look-back, or in three.

use crate::chain::Plan;
use crate::look_back::{Joined, LookBack};
use crate::program::{Builder, GROUP, Variables, Wide};
use crate::reduce::{Join, neutral, parts};
use crate::scan::{Form, constant};
use crate::tile;
use crate::value::{Layout, Value, words_of};
use std::collections::BTreeSet;
use vyre_runtime::Error;
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::Expr;

/// How the scan of a tile learns what stands before it.
pub(crate) enum Before {
    /// Nothing does: there is one workgroup.
    Nothing,
    /// The scan of the values of the workgroups says so.
    Sums(Wide),
    /// The tiles before it do.
    LookBack(LookBack),
}

impl Before {
    fn number(&self) -> u32 {
        match self {
            Before::Nothing => 0,
            Before::Sums(_) => 1,
            Before::LookBack(_) => 2,
        }
    }
}

/// A scan of a chain without filters.
#[derive(Clone, Copy)]
pub(crate) struct Scan<'s> {
    pub(crate) plan: &'s Plan,
    pub(crate) join: &'s Join,
    /// The elements of an invocation: rows of neighbours.
    rows: u32,
    near: u32,
}

impl Scan<'_> {
    pub(crate) fn new<'s>(plan: &'s Plan, join: &'s Join, each: u32) -> Scan<'s> {
        let near = tile::near(each, &plan.leaves);
        Scan { plan, join, rows: each / near, near }
    }

    /// The elements of a tile.
    fn len(&self) -> u32 {
        self.rows * self.near * GROUP
    }

    pub(crate) fn tiles(&self) -> u32 {
        self.plan.len.div_ceil(self.len())
    }

    /// Stores the scan. Each workgroup walks `per` tiles, but with look-back it has one.
    pub(crate) fn store(
        &self,
        (form, per): (Form<'_>, u32),
        before: &Before,
        (out, layout): (&Stored, &Layout),
    ) -> Result<(), Error> {
        let (plan, leaves) = (self.plan, &self.plan.leaves);
        let tiles = self.tiles();
        let mut b = Builder::new();
        let (len, per_all) = (b.param(plan.len), (b.param(per), b.param(tiles)));
        // A word of the launch, so that nobody unrolls the loops that only the last tile and missing ones need.
        let rows = b.param(self.rows);
        b.sample(|b, at| plan.stage.emit(b, at).parts);
        b.sample(|b, _| self.join.sample(b, leaves));
        if let Before::Sums(sums) = before {
            let name = b.input(&sums.stored);
            b.sample(|b, at| sums.layout.load(b, &name, at).parts);
        }
        let identity = form.identity().map(|identity| constant(&mut b, leaves, identity));
        let name = b.output(out);
        b.sample_store(layout, &name, leaves);
        let mut numbers = vec![self.rows, self.near, form.number(), before.number()];
        if let Before::LookBack(look) = before {
            look.name(&mut b);
            numbers.extend(look.numbers());
        }
        b.launch_known(&plan.device, ("vyre::par::scan", &numbers), tiles.div_ceil(per), |b| {
            if let Some(first) = identity {
                b.open_if(Expr::invocation_id(0).equals(0u32));
                layout.store(b, &name, &Expr::u32(0), &first);
                b.close();
            }
            let group = b.bind(Expr::WorkgroupId { axis: 0 });
            let local = b.bind(Expr::LocalId { axis: 0 });
            let mut accessed = b.accessed(|b, at| plan.stage.emit(b, at).parts);
            accessed.extend(b.accessed_by_store(layout, &name, leaves));
            // What an exclusive scan stores lies one place further on.
            let most = self.len() + u32::from(form.identity().is_some());
            let places =
                Places { name: &name, layout, len: &len, rows: &rows, local: &local, accessed, most };
            match before {
                Before::LookBack(look) => {
                    let said = look.name(b);
                    let tile = look.take(b, &said, (&local, &per_all.1));
                    let own = self.tile(b, &tile, &places);
                    let of_tile = |b: &mut Builder, tile: &Expr| self.compute(b, tile, &places);
                    let all = Joined { join: self.join, leaves, local: &local, of_tile: &of_tile };
                    let before = look.before(b, &said, (&tile, &own.total), &all);
                    self.put(b, form, &own, &before, &places);
                }
                Before::Nothing | Before::Sums(_) => {
                    let running = b.variables(neutral(self.join, leaves));
                    if let Before::Sums(sums) = before {
                        b.open_if(group.clone().gt(0u32));
                        let name = b.input(&sums.stored);
                        let at = b.bind(group.clone() - 1);
                        let value = sums.layout.load(b, &name, &at);
                        b.assign_all(&running, &value);
                        b.close();
                    }
                    let (first, last) = tile::own(b, &group, per_all);
                    let number = b.open_loop(first, last);
                    let own = self.tile(b, &number, &places);
                    self.put(b, form, &own, &running.value(), &places);
                    let next = self.join.emit(b, &running.value(), &own.total);
                    b.assign_all(&running, &next);
                    b.barrier();
                }
            }
        })
    }

    /// Loads a tile and scans its rows. Of one that is not whole nothing is loaded: [`Scan::rest`] does that.
    fn tile(&self, b: &mut Builder, number: &Expr, places: &Places<'_>) -> Own {
        let base = b.bind(number.clone() * self.len());
        let left = b.bind(places.len.clone() - base.clone());
        let lies_in = tile::lie_in(b, &places.accessed, &base, places.most);
        let is_whole = b.bind(left.ge(self.len()) & lies_in);
        let rows = self.rows(b);
        b.open_if(is_whole.clone().differs(0u32));
        self.load(b, &rows, (&base, None), places);
        b.close();
        self.scan_rows(b, &rows);
        let (starts, total) = self.starts(b, places.local, &rows);
        Own { base, is_whole, rows, starts, total }
    }

    /// The values of an invocation, which change nothing yet.
    fn rows(&self, b: &mut Builder) -> Vec<Vec<Variables>> {
        let nothing = neutral(self.join, &self.plan.leaves);
        let row = |b: &mut Builder| (0..self.near).map(|_| b.variables(nothing.clone())).collect();
        (0..self.rows).map(|_| row(b)).collect()
    }

    /// Loads the elements behind `base`, or those of them before the end if it is not known that all are there.
    fn load(
        &self,
        b: &mut Builder,
        rows: &[Vec<Variables>],
        (base, left): (&Expr, Option<&Expr>),
        places: &Places<'_>,
    ) {
        let depth = b.depth();
        self.each(b, rows, (places.local, left), |b, at, variables| {
            let index = b.bind(base.clone() + at);
            let value = self.plan.stage.emit(b, &index);
            b.assign_all(variables, &value);
            b.close_to(depth);
        });
    }

    /// Does something for each element of the invocation, with its place in the tile: behind `left` places there is none, and the others stand in an `if`.
    fn each(
        &self,
        b: &mut Builder,
        rows: &[Vec<Variables>],
        (local, left): (&Expr, Option<&Expr>),
        mut put: impl FnMut(&mut Builder, Expr, &Variables),
    ) {
        let depth = b.depth();
        for (number, row) in (0..).zip(rows) {
            let first = b.bind((local.clone() + number * GROUP) * self.near);
            for (number, variables) in (0..).zip(row) {
                let at = b.bind(first.clone() + number);
                if let Some(left) = left {
                    b.open_if(at.clone().lt(left.clone()));
                }
                put(b, at, variables);
                b.close_to(depth);
            }
        }
    }

    /// Scans each row.
    fn scan_rows(&self, b: &mut Builder, rows: &[Vec<Variables>]) {
        for pair in rows.iter().flat_map(|row| row.windows(2)) {
            let joined = self.join.emit(b, &pair[0].value(), &pair[1].value());
            b.assign_all(&pair[1], &joined);
        }
    }

    /// What stands in the tile before each row of an invocation, and what the tile has in all.
    fn starts(&self, b: &mut Builder, local: &Expr, rows: &[Vec<Variables>]) -> (Vec<Value>, Value) {
        let lasts: Vec<Value> = rows.iter().filter_map(|row| row.last()).map(Variables::value).collect();
        tile::starts(b, local, (self.join, &self.plan.leaves), &lasts)
    }

    /// What a whole tile has in all.
    fn compute(&self, b: &mut Builder, tile: &Expr, places: &Places<'_>) -> Value {
        let own = b.variables(neutral(self.join, &self.plan.leaves));
        let base = b.bind(tile.clone() * self.len() + places.local.clone());
        let round = b.open_loop(Expr::u32(0), places.rows.clone() * self.near);
        let index = b.bind(base + round * GROUP);
        let value = self.plan.stage.emit(b, &index);
        let joined = self.join.emit(b, &own.value(), &value);
        b.assign_all(&own, &joined);
        b.close();
        tile::all(b, places.local, self.join, &own.value())
    }

    /// Stores a tile, or what there is of it.
    fn put(&self, b: &mut Builder, form: Form<'_>, own: &Own, before: &Value, places: &Places<'_>) {
        b.open_if(own.is_whole.clone().differs(0u32));
        self.store_rows(b, form, (&own.rows, &own.starts), before, (&own.base, None), places);
        b.close();
        b.open_if(own.is_whole.clone().equals(0u32));
        self.rest(b, form, &own.base, before, places);
        b.close();
    }

    /// Scans and stores the elements behind `base`, less than a tile, a row after the other: the whole tile's code with a comparison for each element would be compiled for long.
    fn rest(&self, b: &mut Builder, form: Form<'_>, base: &Expr, before: &Value, places: &Places<'_>) {
        let one = Scan { rows: 1, ..*self };
        let running = b.variables(before.clone());
        let round = b.open_loop(Expr::u32(0), places.rows.clone());
        let base = b.bind(base.clone() + round * one.len());
        b.open_if(base.clone().lt(places.len.clone()));
        let left = b.bind(places.len.clone() - base.clone());
        let rows = one.rows(b);
        one.load(b, &rows, (&base, Some(&left)), places);
        one.scan_rows(b, &rows);
        let (starts, total) = one.starts(b, places.local, &rows);
        one.store_rows(b, form, (&rows, &starts), &running.value(), (&base, Some(&left)), places);
        let next = self.join.emit(b, &running.value(), &total);
        b.assign_all(&running, &next);
        b.barrier();
        b.close();
        b.close();
    }

    fn store_rows(
        &self,
        b: &mut Builder,
        form: Form<'_>,
        (rows, starts): (&[Vec<Variables>], &[Value]),
        before: &Value,
        (base, left): (&Expr, Option<&Expr>),
        places: &Places<'_>,
    ) {
        let starts: Vec<Value> = starts
            .iter()
            .map(|start| {
                let start = self.join.emit(b, before, start);
                b.variables(start).value()
            })
            .collect();
        let depth = b.depth();
        let mut starts = starts.iter().flat_map(|start| std::iter::repeat_n(start, self.near as usize));
        self.each(b, rows, (places.local, left), |b, at, value| {
            let Some(start) = starts.next() else { return };
            let value = self.join.emit(b, start, &value.value());
            let to = b.bind(base.clone() + at);
            let to = if form.identity().is_some() { b.bind(to + 1) } else { to };
            if let Form::Exclusive(_) = form {
                b.open_if(to.clone().lt(places.len.clone()));
            }
            places.layout.store(b, places.name, &to, &value);
            b.close_to(depth);
        });
    }
}

/// Where a scan is stored, and the number of the invocation in its workgroup.
struct Places<'p> {
    name: &'p str,
    layout: &'p Layout,
    len: &'p Expr,
    /// The rows of a tile.
    rows: &'p Expr,
    local: &'p Expr,
    /// The buffers whose words have the numbers of elements.
    accessed: BTreeSet<String>,
    /// How many words of them behind a tile's first one the tile accesses.
    most: u32,
}

/// A tile that is loaded.
struct Own {
    base: Expr,
    is_whole: Expr,
    /// The values of each row, scanned.
    rows: Vec<Vec<Variables>>,
    /// What stands in the tile before each row.
    starts: Vec<Value>,
    /// What the tile has in all.
    total: Value,
}

/// How many workgroups share the tiles of a scan in three launches: twice what a large GPU runs at once. Their values are a tile or two.
const CHUNKS: u32 = 2048;

/// The scan by look-back, with large tiles where these are enough for a GPU. Few elements have tiles of a row, so that many workgroups share them and none of them walks the rows of
/// a tile that is not whole.
fn looking_back<'s>(plan: &'s Plan, join: &'s Join, each: u32) -> Scan<'s> {
    // With tiles of a quarter of the size an H200 took twice as long for 2^28 elements. Those of longer values have no room in the workgroup's memory.
    let large = Scan::new(plan, join, each * (4 / words_of(&plan.leaves)).max(1));
    if large.tiles() > tile::FEW { large } else { Scan { rows: 1, ..large } }
}

/// The scan by tiles, on a device that has such.
pub(crate) fn scan(plan: &Plan, join: &Join, form: Form<'_>, out: (&Stored, &Layout)) -> Result<(), Error> {
    let (device, leaves) = (&plan.device, &plan.leaves);
    let Some(each) = tile::large(device, leaves) else { return Ok(()) };
    if tile::looks_back(device) {
        let scan = looking_back(plan, join, each);
        let before = match scan.tiles() {
            0 => return Ok(()),
            1 => Before::Nothing,
            tiles => Before::LookBack(LookBack::new(device, leaves, tiles)?),
        };
        return scan.store((form, 1), &before, out);
    }
    let scan = Scan::new(plan, join, each);
    let tiles = scan.tiles();
    let per = tiles.div_ceil(CHUNKS).max(1);
    let Some(before) = tiles.div_ceil(per).checked_sub(1) else { return Ok(()) };
    if before == 0 {
        return scan.store((form, per), &Before::Nothing, out);
    }
    let emit = |b: &mut Builder, index: &Expr| plan.stage.emit(b, index);
    let joined = parts(&emit, (before * per * each * GROUP, join, leaves), (per * each, None), device)?;
    let sums = Wide::new(device, leaves, before as usize)?;
    let above = Plan { stage: joined.stage(), len: before, ..plan.clone() };
    self::scan(&above, join, Form::Inclusive, (&sums.stored, &sums.layout))?;
    scan.store((form, per), &Before::Sums(sums), out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::chain::Stage;
    use crate::value::Arithmetic;
    use vyre_runtime::{Device, Leaf};

    /// The running sums of `len` numbers, by tiles of eight elements an invocation.
    fn sums(device: &Device, numbers: &[u64], form: Form<'_>, is_backward: bool) -> Vec<u64> {
        let data = device.buffer(numbers).unwrap();
        let out = device.zeros::<u64>(numbers.len()).unwrap();
        let layout = Layout::of::<u64>();
        let stage = Stage::Buffer { stored: Stored::of(&data), layout: layout.clone() };
        let leaves = vec![Leaf::U64];
        let plan =
            Plan { device: device.clone(), stage, len: numbers.len() as u32, is_filtered: false, leaves };
        let scan = Scan::new(&plan, &Join::Arithmetic(Arithmetic::Add), 8);
        let look = LookBack::new(device, &plan.leaves, scan.tiles()).unwrap();
        let look = if is_backward { look.backward(2) } else { look };
        scan.store((form, 1), &Before::LookBack(look), (&Stored::of(&out), &layout)).unwrap();
        out.read().unwrap()
    }

    #[test]
    fn what_nobody_says_is_computed() {
        for device in Device::list().into_iter().chain([Device::reference()]) {
            for len in [1, 700, 2_047, 2_048, 2_049, 9_000u64] {
                let numbers: Vec<u64> = (0..len).map(|at| (at << 61) + at * at).collect();
                let expected: Vec<u64> = numbers
                    .iter()
                    .scan(0u64, |sum, number| {
                        *sum = sum.wrapping_add(*number);
                        Some(*sum)
                    })
                    .collect();
                for is_backward in [false, true] {
                    let found = sums(&device, &numbers, Form::Inclusive, is_backward);
                    assert_eq!(found, expected, "{device:?}, {len}, backward: {is_backward}");
                    let mut found = sums(&device, &numbers, Form::Exclusive(&[7, 0]), is_backward);
                    assert_eq!(found.remove(0), 7);
                    assert_eq!(found, expected[..found.len()], "{device:?}, {len}, backward: {is_backward}");
                }
            }
        }
    }
}
