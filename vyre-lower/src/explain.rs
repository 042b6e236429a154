//! What the passes did and what they have left, told to the author of a program: how each pass changed the form, the guards that
//! stay and why, and the bytes that are moved. `report` makes a text of it.

mod report;

pub use report::{Told, report};

use crate::analysis::access::{Accesses, Kind, Site};
use crate::analysis::ranges::visit_facts;
use crate::form::*;
use crate::pass::{self, Pass};
use crate::{Lowered, Origin, Target};
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::BufferAccess;

/// How many values an index may be computed from that are looked at.
const MOST_PARTS: usize = 1_000;

/// How much there is of a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The instructions that are evaluated, the sets of locals and the stores.
    pub instructions: usize,
    /// The accesses that are compared with the length when they happen.
    pub guards: usize,
    /// The branches.
    pub branches: usize,
    /// The loops.
    pub loops: usize,
}

impl Counts {
    /// Counts a form.
    pub fn of(form: &Lowered) -> Counts {
        let mut counts = Counts::default();
        walk(&form.body, &mut |stmt| match stmt {
            Stmt::Eval(_) | Stmt::Set { .. } | Stmt::Store { .. } => {
                counts.instructions += 1;
                counts.guards += usize::from(access(form, stmt).is_some_and(is_checked));
            }
            Stmt::If { .. } => counts.branches += 1,
            Stmt::Loop { .. } => counts.loops += 1,
            Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
        });
        counts
    }
}

/// What a pass left.
#[derive(Clone, Copy)]
pub struct Step {
    /// The pass.
    pub pass: &'static Pass,
    /// How much there is after it.
    pub counts: Counts,
}

/// Runs passes, and says what those left that changed the form.
pub fn steps(form: &mut Lowered, passes: &'static [Pass], target: &Target) -> Vec<Step> {
    let mut text = form.to_string();
    let step = |pass: &'static Pass| {
        pass::run(pass, form, target);
        let before = std::mem::replace(&mut text, form.to_string());
        (before != text).then(|| Step { pass, counts: Counts::of(form) })
    };
    passes.iter().filter_map(step).collect()
}

fn access<'f>(form: &'f Lowered, stmt: &'f Stmt) -> Option<&'f Access> {
    match stmt {
        Stmt::Eval(id) => form[*id].op.access(),
        Stmt::Store { access, .. } => Some(access),
        _ => None,
    }
}

fn is_checked(access: &Access) -> bool {
    access.guard == Guard::Checked
}

/// A guard that stays: an access that is compared with the length when it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stays {
    /// Which buffer is accessed.
    pub buffer: BufferId,
    /// What the access does.
    pub kind: Kind,
    /// Where it comes from.
    pub origin: Origin,
    /// Why it stays.
    pub why: Why,
    /// Where it stays.
    pub place: Place,
    /// How often the access is in the form.
    pub copies: usize,
}

/// Where a guard stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Wherever the access happens.
    Everywhere,
    /// At the ends of the grid: where a coarsened form accesses elements one by one.
    Ends,
    /// In the version of a loop for where a round may leave the buffer.
    Version,
}

impl Place {
    /// The place, in words that follow the access.
    pub fn text(self) -> &'static str {
        match self {
            Place::Everywhere => "",
            Place::Ends => ", only where the grid ends",
            Place::Version => ", only where a round of the loop may leave the buffer",
        }
    }
}

/// Why a guard stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The index is computed from ids, loops, lengths and arguments, and no condition says that it is below the length.
    Unknown,
    /// The greatest value that is known of the index is not below the length, which the program fixes.
    Range {
        /// That value.
        most: u32,
        /// The length.
        length: u32,
    },
    /// The index is constant, and the host may give a shorter buffer.
    Constant,
    /// The index depends on what is in memory or in a variable.
    Data,
}

impl Why {
    /// The reason, in words, for a buffer of this name.
    pub fn text(self, name: &str) -> String {
        match self {
            Why::Unknown => {
                "no condition or loop around it says that the index is below the length".to_string()
            }
            Why::Range { most, length } => {
                format!("for all that is known the index may be {most}, and `{name}` has {length} elements")
            }
            Why::Constant => "the index is constant, but the buffer may be shorter".to_string(),
            Why::Data => {
                "the index depends on data, and no condition says that it is below the length".to_string()
            }
        }
    }
}

/// The guards of a form that stay, in order. Copies of an access count as one.
pub fn guards(form: &Lowered) -> Vec<Stays> {
    let accesses = Accesses::of(form);
    // The origin of each access, and the greatest value that its index may have where it stands.
    let mut found = Vec::new();
    visit_facts(form, &mut |facts, stmt| {
        if let Some(access) = access(form, stmt) {
            let origin = match stmt {
                Stmt::Eval(id) => form[*id].origin,
                Stmt::Store { origin, .. } => *origin,
                _ => return,
            };
            found.push((origin, facts.range(access.index).hi));
        }
    });
    let versions = versions(form);
    let mut all: Vec<Stays> = Vec::new();
    let checked = accesses.sites.iter().zip(found).filter(|(site, _)| is_checked(&site.access));
    for (site, (origin, most)) in checked {
        let (buffer, kind) = (site.access.buffer, site.kind);
        let place = match () {
            // A program with a loop is not coarsened, so the only one is that over single elements.
            () if form.coarsening.is_some() && !site.loops.is_empty() => Place::Ends,
            () if site.loops.iter().any(|var| versions.contains(var)) => Place::Version,
            () => Place::Everywhere,
        };
        let same = all.iter_mut().find(|it| (it.buffer, it.kind, it.origin) == (buffer, kind, origin));
        match same {
            Some(same) => {
                same.copies += 1;
                same.place = if same.place == place { place } else { Place::Everywhere };
            }
            None => all.push(Stays { buffer, kind, origin, why: why(form, site, most), place, copies: 1 }),
        }
    }
    all
}

/// The variables of loops that are the versions with guards: those behind a condition under which the loop stands too.
fn versions(form: &Lowered) -> Vec<InstId> {
    let mut found = Vec::new();
    walk(&form.body, &mut |stmt| {
        if let Stmt::If { then, otherwise, .. } = stmt
            && let [Stmt::Loop { var, origin, .. }] = otherwise.as_slice()
        {
            let is_same = |stmt: &Stmt| matches!(stmt, Stmt::Loop { origin: other, .. } if other == origin);
            found.extend(then.iter().any(is_same).then_some(*var));
        }
    });
    found
}

fn why(form: &Lowered, site: &Site, most: u64) -> Why {
    let counts_elements = site.kind != Kind::LoadByte && !matches!(site.access.unit, Unit::Part(_));
    let fixed = form.static_length(site.access.buffer).filter(|_| counts_elements);
    match (fixed, u32::try_from(most)) {
        (Some(length), Ok(most)) if most < u32::MAX => return Why::Range { most, length },
        _ => {}
    }
    match () {
        () if site.index.terms.is_empty() => Why::Constant,
        () if is_data(form, site.access.index) => Why::Data,
        () => Why::Unknown,
    }
}

/// Whether a value is computed from what is in memory, beside arguments, or in a variable.
fn is_data(form: &Lowered, value: InstId) -> bool {
    let (mut parts, mut seen) = (vec![value], HashSet::default());
    while let Some(part) = parts.pop().filter(|_| seen.len() < MOST_PARTS) {
        if !seen.insert(part) {
            continue;
        }
        let op = &form[part].op;
        match op {
            Op::Load(access) if form[access.buffer].access == BufferAccess::Uniform => {}
            Op::Load(_)
            | Op::LoadByte(_)
            | Op::Atomic(..)
            | Op::AtomicLoad(_)
            | Op::Collective(..)
            | Op::Read(_) => return true,
            _ => parts.extend(op.operands()),
        }
    }
    false
}

/// Bytes between memory and an invocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// Those that it loads.
    pub loaded: u64,
    /// Those that it stores. An atomic operation loads and stores.
    pub stored: u64,
}

/// The bytes that an invocation of the program moves, where all of its elements are there. Arrays of a workgroup and uniform data are no
/// memory, and of two branches the one counts that moves more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Outside of loops, and in loops of constant bounds.
    pub once: Bytes,
    /// In a round of each other loop, by where the loop comes from: without the loops in it, which stand for themselves.
    pub rounds: Vec<(Origin, Bytes)>,
}

impl Bytes {
    fn total(self) -> u64 {
        self.loaded.saturating_add(self.stored)
    }

    fn add(&mut self, other: Bytes, times: u64) {
        let more = |to: u64, by: u64| to.saturating_add(by.saturating_mul(times));
        *self = Bytes { loaded: more(self.loaded, other.loaded), stored: more(self.stored, other.stored) };
    }
}

impl Traffic {
    /// The traffic of a form.
    pub fn of(form: &Lowered) -> Traffic {
        let mut traffic = Traffic::of_block(form, &form.body);
        let factor = form.coarsening.map(|coarsening| coarsening.factor).or(form.joined).unwrap_or(1);
        let of_one = |bytes: &mut Bytes| {
            let Bytes { loaded, stored } = *bytes;
            *bytes = Bytes { loaded: loaded / u64::from(factor), stored: stored / u64::from(factor) };
        };
        of_one(&mut traffic.once);
        if form.joined.is_some() {
            traffic.rounds.iter_mut().for_each(|(_, bytes)| of_one(bytes));
        }
        traffic
    }

    fn of_block(form: &Lowered, block: &[Stmt]) -> Traffic {
        let mut all = Traffic::default();
        for stmt in block {
            match stmt {
                Stmt::Eval(_) | Stmt::Store { .. } => all.once.add(moved(form, stmt), 1),
                Stmt::If { then, otherwise, .. } => {
                    let arms = [then, otherwise].map(|arm| Traffic::of_block(form, arm));
                    // The second arm of a coarsened form is for the ends of the grid.
                    let takes_second =
                        form.coarsening.is_none() && arms[1].once.total() > arms[0].once.total();
                    all.once.add(arms[usize::from(takes_second)].once, 1);
                    // Versions of one loop move the same.
                    for (at, round) in arms.into_iter().flat_map(|arm| arm.rounds) {
                        match all.rounds.iter_mut().find(|(other, _)| *other == at) {
                            Some((_, same)) if same.total() >= round.total() => {}
                            Some((_, same)) => *same = round,
                            None => all.rounds.push((at, round)),
                        }
                    }
                }
                Stmt::Loop { from, to, body, origin, .. } => {
                    let inner = Traffic::of_block(form, body);
                    match form.as_u32(*from).zip(form.as_u32(*to)) {
                        Some((from, to)) => all.once.add(inner.once, to.saturating_sub(from).into()),
                        None if inner.once != Bytes::default() => all.rounds.push((*origin, inner.once)),
                        None => {}
                    }
                    all.rounds.extend(inner.rounds);
                }
                Stmt::Set { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
            }
        }
        all
    }
}

/// The bytes that one statement moves.
fn moved(form: &Lowered, stmt: &Stmt) -> Bytes {
    let Some(access) = access(form, stmt) else { return Bytes::default() };
    let decl = &form[access.buffer];
    let size = match access.unit {
        _ if !decl.access.is_bound() || decl.access == BufferAccess::Uniform => 0,
        Unit::Part(bits) => u64::from(bits) / 8,
        Unit::Block => 16,
        Unit::Element => decl.element.element_type().words() as u64 * 4,
    };
    match stmt {
        Stmt::Eval(id) => match form[*id].op {
            Op::LoadByte(_) => Bytes { loaded: size.min(1), stored: 0 },
            Op::Atomic(..) => Bytes { loaded: size, stored: size },
            _ => Bytes { loaded: size, stored: 0 },
        },
        _ => Bytes { loaded: 0, stored: size },
    }
}
