//! Blocks: elements side by side that an invocation loads or stores one after the other are loaded or stored at once.
//!
//! A GPU moves 16 bytes of an invocation in one access, and has more of them under way than with four accesses of four bytes. So where an invocation loads the elements
//! `4 * x`, `4 * x + 1`, `4 * x + 2` and `4 * x + 3`, it loads a block if the buffer has all of it:
//!
//! ```text
//! %2 = load a[%1]                if p < len(a) / 4 {
//! %4 = load a[%1 + 1]                block = load blocks(a)[p]; set each local to a lane of it
//! %6 = load a[%1 + 2]      ->    } else {
//! %8 = load a[%1 + 3]                set each local to the element
//!                                }
//! ```
//!
//! All blocks of a run of statements are loaded in one branch, before anything else of the run, so that all are under way at once; and those whose last element is proven to be
//! there without any. Four stores become one where the last of them stands. (The literature calls this superword-level parallelism: Larsen and Amarasinghe, 2000.)

use crate::analysis::access::{Accesses, Linear, Term};
use crate::analysis::ranges::visit_facts;
use crate::analysis::{guards, words};
use crate::clone::Constants;
use crate::form::*;
use crate::{Lowered, Origin, Target};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Scalar, Type};

/// The elements of a block.
const LANES: u32 = 4;

/// Loads and stores by blocks what lies side by side.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    // A coarsened form has them already.
    if !target.has_blocks || form.coarsening.is_some() {
        return false;
    }
    let places = places(form);
    if places.is_empty() {
        return false;
    }
    let guarded = guarded(form, &places);
    let body = std::mem::take(&mut form.body);
    let atomic = super::values::atomic_buffers(form, &body);
    let constants = Constants::of(form);
    let mut blocks = Blocks { form, constants, places, guarded, atomic, is_changed: false };
    let body = blocks.block(body);
    let is_changed = blocks.is_changed;
    form.body = body;
    is_changed
}

/// Where an element lies: in which block, apart from the terms of the index, and in which lane of it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    row: Row,
    lane: u32,
}

/// A block: its buffer, the sum that its index is, and what is added to that.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Row {
    buffer: BufferId,
    sum: Sum,
    first: u32,
}

/// What the indices of a block's elements have in common.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Sum {
    /// Terms by their factors, all of which are multiples of the lanes.
    Of(Vec<(Term, u32)>),
    /// The sum of narrow elements, as of `words`: terms that are multiples of the block's elements, moved down.
    Narrow(words::Place),
}

/// The places of elements that blocks may have, by buffer and index.
fn places(form: &Lowered) -> HashMap<(BufferId, InstId), Place> {
    let has_blocks = |buffer: BufferId| {
        form.elements_of_block(buffer) == Some(LANES)
            && matches!(form[buffer].element.element_type().scalar, Scalar::U32 | Scalar::I32 | Scalar::F32)
    };
    let accesses = Accesses::of(form);
    let mut places = HashMap::default();
    for site in &accesses.sites {
        let Access { buffer, index, unit, .. } = site.access;
        if unit == Unit::Element && has_blocks(buffer) {
            let Linear { terms, constant, .. } = &site.index;
            if !terms.is_empty() && terms.values().all(|factor| factor.is_multiple_of(LANES)) {
                let (lane, terms) = (constant % LANES, terms.iter().map(|(term, by)| (*term, *by)).collect());
                let row = Row { buffer, sum: Sum::Of(terms), first: constant - lane };
                places.insert((buffer, index), Place { row, lane });
            }
        }
    }
    // What is known of terms where one access is, need not hold where another one is: a place is one that all accesses agree on.
    let mut narrow: HashMap<(BufferId, InstId), Option<Place>> = HashMap::default();
    visit_facts(form, &mut |facts, stmt| {
        let Some((&Access { buffer, index, unit, .. }, ..)) = guards::access(form, stmt) else { return };
        if unit != Unit::Element || !has_blocks(buffer) || places.contains_key(&(buffer, index)) {
            return;
        }
        let place = words::Place::of_word_in(facts, index, LANES.ilog2()).map(|(place, lane)| {
            let (first, sum) = place.apart();
            Place { row: Row { buffer, sum: Sum::Narrow(sum), first }, lane }
        });
        let known = narrow.entry((buffer, index)).or_insert_with(|| place.clone());
        if *known != place {
            *known = None;
        }
    });
    places.extend(narrow.into_iter().filter_map(|(key, place)| Some((key, place?))));
    places
}

/// The last elements of blocks that are not proven to be there, by buffer and index.
fn guarded(form: &Lowered, places: &HashMap<(BufferId, InstId), Place>) -> HashSet<(BufferId, InstId)> {
    let mut guarded = HashSet::default();
    visit_facts(form, &mut |facts, stmt| {
        if let Some((access, _, limit)) = guards::access(form, stmt)
            && places.get(&(access.buffer, access.index)).is_some_and(|place| place.lane == LANES - 1)
            && guards::prove(facts, access, limit).is_none()
        {
            guarded.insert((access.buffer, access.index));
        }
    });
    guarded
}

struct Blocks<'f> {
    form: &'f mut Lowered,
    constants: Constants,
    places: HashMap<(BufferId, InstId), Place>,
    guarded: HashSet<(BufferId, InstId)>,
    /// Which buffers take atomic accesses alone.
    atomic: Vec<bool>,
    is_changed: bool,
}

impl Blocks<'_> {
    fn block(&mut self, block: Block) -> Block {
        let (mut out, mut run) = (Block::new(), Block::new());
        for mut stmt in block {
            if self.is_quiet(&stmt) {
                run.push(stmt);
                continue;
            }
            self.run(std::mem::take(&mut run), &mut out);
            stmt.blocks_mut().for_each(|block| *block = self.block(std::mem::take(block)));
            out.push(stmt);
        }
        self.run(run, &mut out);
        out
    }

    /// Whether nobody else can tell in which order the statement and its neighbours are executed.
    fn is_quiet(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Eval(id) => {
                let op = &self.form[*id].op;
                !op.is_atomic() && !matches!(op, Op::Collective(..))
            }
            Stmt::Set { .. } => true,
            Stmt::Store { access, .. } => !self.atomic[access.buffer.index()],
            _ => false,
        }
    }

    /// Appends statements of which none waits or branches.
    fn run(&mut self, run: Block, out: &mut Block) {
        let run = self.loads(run, out);
        self.stores(run, out);
    }

    fn place(&self, access: &Access) -> Option<&Place> {
        let is_whole = access.unit == Unit::Element && !self.atomic[access.buffer.index()];
        self.places.get(&(access.buffer, access.index)).filter(|_| is_whole)
    }

    /// Loads whole blocks first, and gives what is left of the run.
    fn loads(&mut self, run: Block, out: &mut Block) -> Block {
        let own: HashMap<InstId, usize> = (0..)
            .zip(&run)
            .filter_map(|(at, stmt)| if let Stmt::Eval(id) = stmt { Some((*id, at)) } else { None })
            .collect();
        let mut rows: BTreeMap<Row, Vec<(u32, InstId)>> = BTreeMap::new();
        let (mut stored, mut early) = (HashSet::default(), HashSet::default());
        for stmt in &run {
            match stmt {
                Stmt::Store { access, .. } => {
                    stored.insert(access.buffer);
                }
                Stmt::Eval(id) => {
                    let Op::Load(access) = self.form[*id].op else { continue };
                    let Some(place) = self.place(&access) else { continue };
                    if !stored.contains(&access.buffer) && self.is_early(access.index, &own, &mut early) {
                        rows.entry(place.row.clone()).or_default().push((place.lane, *id));
                    }
                }
                _ => {}
            }
        }
        rows.retain(|_, loads| (0..LANES).all(|lane| loads.iter().any(|(other, _)| *other == lane)));
        let Some(origin) = rows.values().flatten().next().map(|(_, id)| self.form[*id].origin) else {
            return run;
        };
        // What the indices are computed of stands first.
        let mut needed = HashSet::default();
        for id in rows.values().flatten().map(|(_, id)| *id) {
            let mut open: Vec<InstId> = self.form[id].op.operands().collect();
            while let Some(id) = open.pop() {
                if own.contains_key(&id) && needed.insert(id) {
                    open.extend(self.form[id].op.operands());
                }
            }
        }
        let is_needed = |stmt: &Stmt| matches!(stmt, Stmt::Eval(id) if needed.contains(id));
        let (first, rest): (Block, Block) = run.into_iter().partition(is_needed);
        out.extend(first);
        let mut blocks = Vec::new();
        for (row, loads) in rows {
            // Of the first lane, so that `guards` proves what is proven here.
            let Some((_, first)) = loads.iter().min_by_key(|(lane, _)| *lane) else { continue };
            let Op::Load(Access { index, .. }) = self.form[*first].op else { continue };
            let is_there = loads.iter().any(|(lane, id)| match self.form[*id].op {
                Op::Load(access) => *lane == LANES - 1 && self.is_there(&access),
                _ => false,
            });
            let number = self.number(row.buffer, index, origin, out);
            let access =
                Access { buffer: row.buffer, index: number, unit: Unit::Block, guard: Guard::Checked };
            match is_there {
                true => self.load_whole(access, &loads, origin, out),
                false => blocks.push((access, loads)),
            }
        }
        self.load_where_whole(blocks, origin, out);
        self.is_changed = true;
        rest
    }

    /// Loads a block of which the buffer has all.
    fn load_whole(&mut self, access: Access, loads: &[(u32, InstId)], origin: Origin, out: &mut Block) {
        let block = self.eval(Op::Load(access), BLOCK, origin, out);
        for (lane, id) in loads {
            let lane = Op::Extract(block, *lane as u8);
            self.form[*id].op = match self.form[*id].ty {
                U32 => lane,
                _ => Op::Convert(Conversion::Reinterpret, self.eval(lane, U32, origin, out)),
            };
        }
    }

    /// Loads blocks if the buffers have all of each, or else element by element.
    fn load_where_whole(
        &mut self,
        blocks: Vec<(Access, Vec<(u32, InstId)>)>,
        origin: Origin,
        out: &mut Block,
    ) {
        let conds: Vec<InstId> =
            blocks.iter().map(|(access, _)| self.is_whole(access, origin, out)).collect();
        let cond = conds
            .into_iter()
            .reduce(|all, one| self.eval(Op::Binary(BinOp::BitAnd, all, one), BOOL, origin, out));
        let Some(cond) = cond else { return };
        let (mut then, mut otherwise) = (Block::new(), Block::new());
        for (access, loads) in blocks {
            let block = self.eval(Op::Load(access), BLOCK, origin, &mut then);
            for (lane, id) in loads {
                let Inst { op, ty, .. } = self.form[id].clone();
                let local = LocalId(self.form.locals.len() as u32);
                self.form.locals.push(Local { name: None, ty });
                let word = self.eval(Op::Extract(block, lane as u8), U32, origin, &mut then);
                let value = self.reinterpreted(word, ty, origin, &mut then);
                then.push(Stmt::Set { local, value, origin });
                let value = self.eval(op, ty, origin, &mut otherwise);
                otherwise.push(Stmt::Set { local, value, origin });
                self.form[id].op = Op::Read(local);
            }
        }
        out.push(Stmt::If { cond, then, otherwise, origin });
    }

    /// Whether the last element of a block is proven to be there. Then all of the block is.
    fn is_there(&self, last: &Access) -> bool {
        !self.guarded.contains(&(last.buffer, last.index))
    }

    /// Whether a value can be computed before anything of a run is loaded or set.
    fn is_early(&self, value: InstId, own: &HashMap<InstId, usize>, known: &mut HashSet<InstId>) -> bool {
        let mut open = vec![value];
        while let Some(id) = open.pop() {
            if !own.contains_key(&id) || known.contains(&id) {
                continue;
            }
            let op = &self.form[id].op;
            if op.access().is_some() || matches!(op, Op::Read(_)) {
                return false;
            }
            open.extend(op.operands());
        }
        known.insert(value);
        true
    }

    /// The number of the block that has an element.
    fn number(&mut self, buffer: BufferId, index: InstId, origin: Origin, out: &mut Block) -> InstId {
        debug_assert_eq!(self.form.elements_of_block(buffer), Some(LANES));
        let by = self.constants.get(self.form, U32, [LANES.ilog2(), 0, 0, 0]);
        self.eval(Op::Binary(BinOp::Shr, index, by), U32, origin, out)
    }

    /// Whether a buffer has all of a block.
    fn is_whole(&mut self, block: &Access, origin: Origin, out: &mut Block) -> InstId {
        let count = match self.form.static_length(block.buffer) {
            Some(length) => self.constants.get(self.form, U32, [length / LANES, 0, 0, 0]),
            None => {
                let by = self.constants.get(self.form, U32, [LANES.ilog2(), 0, 0, 0]);
                let length = self.form.add(Op::Length(block.buffer), U32, origin);
                self.eval(Op::Binary(BinOp::Shr, length, by), U32, origin, out)
            }
        };
        self.eval(Op::Binary(BinOp::Lt, block.index, count), BOOL, origin, out)
    }

    fn reinterpreted(&mut self, value: InstId, ty: Type, origin: Origin, out: &mut Block) -> InstId {
        if self.form[value].ty == ty {
            return value;
        }
        self.eval(Op::Convert(Conversion::Reinterpret, value), ty, origin, out)
    }

    fn eval(&mut self, op: Op, ty: Type, origin: Origin, out: &mut Block) -> InstId {
        let id = self.form.add(op, ty, origin);
        out.push(Stmt::Eval(id));
        id
    }

    /// Appends a run, with stores of whole blocks where their last elements are stored.
    fn stores(&mut self, run: Block, out: &mut Block) {
        // The stores to each block that wait for others, by their positions.
        let mut waiting: HashMap<Row, [Option<usize>; LANES as usize]> = HashMap::default();
        let mut whole: HashMap<usize, [usize; LANES as usize]> = HashMap::default();
        for (at, stmt) in run.iter().enumerate() {
            let (buffer, place) = match stmt {
                Stmt::Store { access, .. } => (access.buffer, self.place(access).cloned()),
                Stmt::Eval(id) => match self.form[*id].op.access() {
                    Some(access) => (access.buffer, None),
                    None => continue,
                },
                _ => continue,
            };
            // What else is accessed may be one of these elements, unless it differs in what is added alone.
            waiting.retain(|row, _| {
                row.buffer != buffer || place.as_ref().is_some_and(|place| place.row.sum == row.sum)
            });
            let Some(Place { row, lane }) = place else { continue };
            let lanes = waiting.entry(row.clone()).or_default();
            // An earlier store of the same element stays where it is.
            lanes[lane as usize] = Some(at);
            if let [Some(a), Some(b), Some(c), Some(d)] = *lanes {
                whole.insert(at, [a, b, c, d]);
                waiting.remove(&row);
            }
        }
        if whole.is_empty() {
            return out.extend(run);
        }
        self.is_changed = true;
        let moved: HashSet<usize> = whole.values().flatten().copied().collect();
        let mut run: Vec<Option<Stmt>> = run.into_iter().map(Some).collect();
        for at in 0..run.len() {
            match whole.get(&at) {
                Some(lanes) => {
                    let stores: Block = lanes.iter().filter_map(|at| run[*at].take()).collect();
                    self.store(stores, out);
                }
                None if moved.contains(&at) => {}
                None => out.extend(run[at].take()),
            }
        }
    }

    /// Appends the store of a block, or of its elements where the buffer has not all of it.
    fn store(&mut self, stores: Block, out: &mut Block) {
        let lanes: Vec<(Access, InstId, Origin)> = stores
            .iter()
            .filter_map(|stmt| match stmt {
                Stmt::Store { access, value, origin } => Some((*access, *value, *origin)),
                _ => None,
            })
            .collect();
        let [(first, _, origin), ..] = lanes[..] else { return };
        let is_there = lanes.last().is_some_and(|(last, ..)| self.is_there(last));
        let index = self.number(first.buffer, first.index, origin, out);
        let access = Access { buffer: first.buffer, index, unit: Unit::Block, guard: Guard::Checked };
        let cond = (!is_there).then(|| self.is_whole(&access, origin, out));
        let mut then = Block::new();
        let words: Vec<InstId> =
            lanes.iter().map(|(_, value, _)| self.reinterpreted(*value, U32, origin, &mut then)).collect();
        let parts = std::array::from_fn(|lane| words[lane.min(words.len() - 1)]);
        let value = self.eval(Op::Construct(parts), BLOCK, origin, &mut then);
        then.push(Stmt::Store { access, value, origin });
        match cond {
            Some(cond) => out.push(Stmt::If { cond, then, otherwise: stores, origin }),
            None => out.extend(then),
        }
    }
}
