//! Unrolling: loops of constant bounds are executed here, round by round, where that pays.
//!
//! It pays twice. Local arrays whose indices become constant can be variables (the pass `arrays`), which is worth long
//! programs; and small bodies lose their counters and their arithmetic on indices. How small a body is [`cost`](crate::cost) says: a loop with a sine is not. Loops that their own body leaves stay, unless
//! it is known in which round.

use super::merge;
use crate::clone::{Cloner, Constants, Limits};
use crate::cost::operations;
use crate::form::*;
use crate::packed::Uses;
use crate::{Lowered, Target};
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::BufferAccess;

/// The most rounds of a loop that is unrolled for its own sake, and the most operations that it becomes: enough for 32 rounds
/// of a product of matrices. Drivers unroll small loops themselves; what they cannot see is what follows for bounds.
const SMALL_ROUNDS: u32 = 64;
const SMALL: usize = 512;

/// The most statements of a program in which loops are unrolled for their own sake. Lavapipe takes 10 s to compile 2,000
/// assignments.
const PROGRAM: usize = 2_000;

/// The most rounds of a loop over workgroup memory that is unrolled because it stands in another one. Its indices become constants, which drivers load by fours: on an H200 a
/// product of matrices by 8 x 8 elements took 0.768 ms, and 0.684 ms with its 8 rounds of 280 statements unrolled. The most statements are the target's.
const ROUNDS_OF_TILES: u32 = 16;

/// The most statements of a program in which arrays become variables: SHA-256 takes 4,100. With the message schedule in memory
/// it was eight times as slow on an H200.
const PROGRAM_FOR_ARRAYS: usize = 8_000;

/// The most rounds of a loop around such loops that is unrolled too because its variable decides between branches, and the most
/// statements of a program for that. SHA-256 has one for its two blocks, of which the second is constant for short messages.
const OUTER_ROUNDS: u32 = 4;
const PROGRAM_FOR_BRANCHES: usize = 12_000;

/// The longest array, in words, for which loops are unrolled, and so the most rounds of one. No GPU has more than 255 registers
/// for an invocation.
const MAX_WORDS: usize = 256;

/// The limits of a loop that is unrolled for an array.
const FOR_ARRAYS: (u32, usize) = (MAX_WORDS as u32, PROGRAM_FOR_BRANCHES);

/// The most arrays that are tried; each try unrolls the loops.
const MAX_ARRAYS: usize = 16;

/// How many statements are looked at for each that may be left.
const STEPS: usize = 8;

/// How deep a round may be nested for its `Continue`s.
const NESTED: usize = 8;

/// Unrolls loops.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    let constants = Constants::of(form);
    let body = std::mem::take(&mut form.body);
    let shared = (!target.stores_parts).then(|| merge::shared(form, &body, &mut Uses::default())).flatten();
    let mut unroll =
        Unroll { size: count(&body), is_changed: false, is_in_loop: false, shared, target, form, constants };
    let chosen = unroll.choose(&body);
    let body = if chosen.is_empty() { body } else { unroll.chosen_loops(body, &chosen) };
    let body = unroll.small_loops(body);
    let is_changed = unroll.is_changed;
    form.body = body;
    is_changed
}

struct Unroll<'a> {
    form: &'a mut Lowered,
    constants: Constants,
    /// The statements of the program.
    size: usize,
    /// Whether a loop was unrolled.
    is_changed: bool,
    /// Whether the statement is in a loop.
    is_in_loop: bool,
    target: &'a Target,
    /// The buffers whose elements share words, if the target stores those by atomics.
    shared: Option<Vec<bool>>,
}

impl Unroll<'_> {
    /// The rounds of a loop of constant bounds, and of those in it that `executes` names, if they are not too many.
    fn unrolled(
        &mut self,
        stmt: &Stmt,
        (rounds, statements): (u32, usize),
        executes: &dyn Fn(InstId) -> bool,
    ) -> Option<Block> {
        let Stmt::Loop { var, from, to, body, .. } = stmt else { return None };
        let (from, to) = self.bounds(*from, *to)?;
        let limits = Limits { rounds, statements, steps: STEPS * statements, nested: NESTED };
        let (len, mut out) = (self.form.insts.len(), Block::new());
        let mut cloner = Cloner::new(self.form, &mut self.constants, executes, limits);
        let fits = cloner.rounds(*var, from, to, body, &mut out);
        if fits.is_none() {
            self.constants.truncate(self.form, len);
        }
        fits.map(|_| out)
    }

    /// Constant bounds.
    fn bounds(&self, from: InstId, to: InstId) -> Option<(u32, u32)> {
        self.form.as_u32(from).zip(self.form.as_u32(to))
    }

    /// The loops that make arrays variables.
    fn choose(&mut self, body: &[Stmt]) -> HashSet<InstId> {
        let mut chosen = HashSet::default();
        let arrays = arrays(self.form, body);
        for loops in arrays.filter(|loops| !loops.is_empty()).take(MAX_ARRAYS) {
            let more: HashSet<InstId> = chosen.union(&loops).copied().collect();
            if self.measure(body, &more).is_some_and(|size| size <= PROGRAM_FOR_ARRAYS) {
                chosen = more;
            }
        }
        for outer in self.around(body, &chosen) {
            let more: HashSet<InstId> = chosen.iter().copied().chain([outer]).collect();
            if self.measure(body, &more).is_some_and(|size| size <= PROGRAM_FOR_BRANCHES) {
                chosen = more;
            }
        }
        chosen
    }

    /// The value that a value of another integer type is converted from.
    fn unconverted(&self, id: InstId) -> InstId {
        match self.form[id].op {
            Op::Convert(_, from) => from,
            _ => id,
        }
    }

    /// The loops of few rounds around chosen ones whose variable is compared for a branch in them.
    fn around(&self, body: &[Stmt], chosen: &HashSet<InstId>) -> Vec<InstId> {
        let mut around = Vec::new();
        walk(body, &mut |stmt| {
            let Stmt::Loop { var, from, to, body, .. } = stmt else { return };
            let rounds = self.bounds(*from, *to).map(|(from, to)| to.saturating_sub(from));
            let (mut holds_chosen, mut decides) = (false, false);
            walk(body, &mut |inner| match inner {
                Stmt::Loop { var, .. } => holds_chosen |= chosen.contains(var),
                Stmt::If { cond, .. } => {
                    decides |= self.form[*cond].op.operands().any(|id| self.unconverted(id) == *var)
                }
                _ => {}
            });
            if holds_chosen
                && decides
                && !chosen.contains(var)
                && rounds.is_some_and(|rounds| rounds <= OUTER_ROUNDS)
            {
                around.push(*var);
            }
        });
        around.truncate(MAX_ARRAYS);
        around
    }

    /// The statements of a block after the chosen loops are unrolled. `None` if there is one that cannot be.
    fn measure(&mut self, block: &[Stmt], chosen: &HashSet<InstId>) -> Option<usize> {
        block.iter().try_fold(0, |size, stmt| match stmt {
            Stmt::Loop { var, .. } if chosen.contains(var) => {
                let len = self.form.insts.len();
                let rounds = self.unrolled(stmt, FOR_ARRAYS, &|var| chosen.contains(&var))?;
                self.constants.truncate(self.form, len);
                Some(size + count(&rounds))
            }
            other => {
                let [first, second] = other.blocks();
                Some(size + 1 + self.measure(first, chosen)? + self.measure(second, chosen)?)
            }
        })
    }

    fn chosen_loops(&mut self, block: Block, chosen: &HashSet<InstId>) -> Block {
        let is_chosen = |var: InstId| chosen.contains(&var);
        self.rewrite(block, &|unroll, stmt| match &stmt {
            Stmt::Loop { var, .. } if is_chosen(*var) => {
                unroll.unrolled(&stmt, FOR_ARRAYS, &is_chosen).ok_or(stmt)
            }
            _ => Err(stmt),
        })
    }

    fn small_loops(&mut self, block: Block) -> Block {
        self.rewrite(block, &|unroll, stmt| match stmt {
            Stmt::Loop { var, from, to, body, origin } => match unroll.bounds(from, to) {
                Some((from, to)) if to <= from => Ok(Block::new()),
                Some((from, to)) if to == from + 1 && !jumps(&body) => {
                    let value = [from, 0, 0, 0];
                    unroll.form[var] = Inst { op: Op::Const(value), ty: U32, origin, name: None };
                    Ok(unroll.small_loops(body))
                }
                Some(_) => unroll.small_loop(Stmt::Loop { var, from, to, body, origin }),
                None => Err(Stmt::Loop { var, from, to, body, origin }),
            },
            other => Err(other),
        })
    }

    /// The rounds of a loop, or the loop if they are too many.
    fn small_loop(&mut self, stmt: Stmt) -> Result<Block, Stmt> {
        // What `merge` has left is as many atomics in as many rounds.
        if self.stores_parts(&stmt) {
            return Err(stmt);
        }
        let room = |most: usize, program: usize| most.min(program.saturating_sub(self.size));
        let small = (SMALL_ROUNDS, room(SMALL, PROGRAM));
        let most_of_tiles = self.target.most_of_tiles;
        let of_tiles = (ROUNDS_OF_TILES, room(most_of_tiles, most_of_tiles));
        let is_of_tiles = self.is_in_loop && of_tiles.1 > small.1 && self.loads_tiles(&stmt);
        let len = self.form.insts.len();
        let mut rounds = self.unrolled(&stmt, small, &|_| true);
        let mut most = small.1;
        if rounds.is_none() && is_of_tiles {
            rounds = self.unrolled(&stmt, of_tiles, &|_| true);
            most = of_tiles.1;
        }
        match rounds {
            Some(rounds) if operations(self.form, &rounds, self.target) > most => {
                self.constants.truncate(self.form, len);
                Err(stmt)
            }
            Some(rounds) if has_loop(&rounds) => {
                // Outside of a loop that stays nothing is gained.
                self.constants.truncate(self.form, len);
                Err(stmt)
            }
            Some(rounds) => Ok(rounds),
            None => Err(stmt),
        }
    }

    /// Whether a statement stores parts of words.
    fn stores_parts(&self, stmt: &Stmt) -> bool {
        let Some(shared) = &self.shared else { return false };
        match stmt {
            Stmt::Eval(id) => {
                matches!(self.form[*id].op, Op::Atomic(_, access, ..) if shared[access.buffer.index()])
            }
            other => other.blocks().into_iter().flatten().any(|stmt| self.stores_parts(stmt)),
        }
    }

    /// Whether a statement loads from workgroup memory.
    fn loads_tiles(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Eval(id) => matches!(
                self.form[*id].op,
                Op::Load(access) if self.form[access.buffer].access == BufferAccess::Workgroup
            ),
            other => other.blocks().into_iter().flatten().any(|stmt| self.loads_tiles(stmt)),
        }
    }

    /// Replaces statements by blocks, and looks into those that stay.
    fn rewrite(&mut self, block: Block, replace: &dyn Fn(&mut Self, Stmt) -> Result<Block, Stmt>) -> Block {
        let mut out = Block::new();
        for stmt in block {
            let others = self.size.saturating_sub(count(std::slice::from_ref(&stmt)));
            match replace(self, stmt) {
                Ok(block) => {
                    self.is_changed = true;
                    self.size = others + count(&block);
                    out.extend(block);
                }
                Err(mut stmt) => {
                    let outer = self.is_in_loop;
                    self.is_in_loop |= matches!(stmt, Stmt::Loop { .. });
                    for block in stmt.blocks_mut() {
                        *block = self.rewrite(std::mem::take(block), replace);
                    }
                    self.is_in_loop = outer;
                    out.push(stmt);
                }
            }
            if out.last().is_some_and(Stmt::is_jump) {
                break;
            }
        }
        out
    }
}

/// For each local array that can become variables, the loops that have to be unrolled for it.
fn arrays(form: &Lowered, body: &[Stmt]) -> impl Iterator<Item = HashSet<InstId>> + use<> {
    let is_short = |at: usize| {
        let decl = &form.buffers[at];
        decl.access == BufferAccess::Private && decl.count as usize * decl.element.lanes() <= MAX_WORDS
    };
    let needs = (0..form.buffers.len()).map(|at| is_short(at).then(HashSet::default)).collect();
    let mut indices = Indices { form, fixed: vec![None; form.insts.len()], loops: Vec::new(), needs };
    for (at, inst) in form.insts.iter().enumerate() {
        if matches!(inst.op, Op::Const(_)) {
            indices.fixed[at] = Some(0);
        }
    }
    indices.block(body);
    indices.needs.into_iter().flatten()
}

/// Which indices of local arrays are constant once loops are unrolled.
struct Indices<'a> {
    form: &'a Lowered,
    /// For each value that is constant in a round of the loops around it: which loops these are, a bit for each depth.
    fixed: Vec<Option<u64>>,
    /// The loops around the statement.
    loops: Vec<InstId>,
    /// The loops that each local array needs, or none if it cannot become variables.
    needs: Vec<Option<HashSet<InstId>>>,
}

impl Indices<'_> {
    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => self.eval(*id),
                Stmt::Store { access, .. } => self.access(access),
                Stmt::Loop { var, from, to, body, .. } => {
                    let own = (self.loops.len() < 64).then(|| 1 << self.loops.len());
                    let bounds = self.all([*from, *to]);
                    self.fixed[var.index()] = own.zip(bounds).map(|(own, bounds)| own | bounds);
                    self.loops.push(*var);
                    self.block(body);
                    self.loops.pop();
                }
                Stmt::If { then, otherwise, .. } => {
                    self.block(then);
                    self.block(otherwise);
                }
                Stmt::Set { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
            }
        }
    }

    fn eval(&mut self, id: InstId) {
        let op = &self.form[id].op;
        if let Some(access) = op.access() {
            self.access(access);
        } else if !matches!(op, Op::Read(_)) {
            self.fixed[id.index()] = self.all(op.operands());
        }
    }

    /// The loops by which all of these values are constant.
    fn all(&self, values: impl IntoIterator<Item = InstId>) -> Option<u64> {
        values.into_iter().try_fold(0, |loops, id| Some(loops | self.fixed[id.index()]?))
    }

    fn access(&mut self, access: &Access) {
        let needs = &mut self.needs[access.buffer.index()];
        match (self.fixed[access.index.index()], &mut *needs) {
            (Some(fixed), Some(needs)) => {
                let depths = self.loops.iter().enumerate();
                needs.extend(
                    depths.filter(|(depth, _)| *depth < 64 && fixed >> depth & 1 == 1).map(|(_, var)| *var),
                );
            }
            _ => *needs = None,
        }
    }
}
