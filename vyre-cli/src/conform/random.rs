//! Random programs, of which those that fail are made smaller.
//!
//! A program that fails is noted before anything else is done with it, and again whenever a smaller one fails as well.

use super::Fault;
use super::certificate::{Failed, Section, Smaller};
use super::draft::Draft;
use super::search::Search;
use std::cell::Cell;
use std::ops::Range;
use std::time::{Duration, Instant};
use vyre_random::evaluate::expected;
use vyre_random::{Case, Sizes, Source, in_tensors, shrink, with_calls};

/// How many smaller programs are tried for one that fails.
const ATTEMPTS: usize = 1_000;
/// How long that may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// What is said until it has been asked whose fault it is.
const UNKNOWN: &str = "Whose fault it is was not looked into.";

/// Which random programs run, and how.
pub(super) struct Random {
    pub(super) seeds: Range<u64>,
    /// No program begins after this time.
    pub(super) until: Option<Instant>,
    /// After so many failures no more are looked for.
    pub(super) enough: usize,
    pub(super) jobs: usize,
}

/// The program of a seed. Of four, one has tensors in the place of buffers, one calls operations on buffers in the place of stores, and one does both.
pub(super) fn generate(seed: u64) -> Case {
    let mut source = Source::new(seed);
    let case = Case::random(&mut source, &Sizes::default());
    match seed % 4 {
        0 => case,
        1 => in_tensors(&case, &mut source),
        2 => with_calls(&case, &mut source),
        _ => with_calls(&in_tensors(&case, &mut source), &mut source),
    }
}

/// What is wrong with what a device gives for a case, for which there may be a limit besides that of the device.
pub(super) type Faults<'a> = dyn Fn(&Case, Option<Duration>) -> Fault + Sync + 'a;
/// Whose fault that is.
pub(super) type Blame<'a> = dyn Fn(&Case) -> String + Sync + 'a;

impl Random {
    /// Runs the programs of a section.
    pub(super) fn run(&self, draft: &Draft, at: usize, fault: &Faults<'_>, blame: &Blame<'_>) {
        draft.begin(at);
        let is_late = || self.until.is_some_and(|until| Instant::now() >= until);
        let is_over = || draft.stop.is_set() || is_late();
        let look = |seed: u64| {
            let case = generate(seed);
            let found = match fault(&case, None) {
                Fault::Stopped => return None,
                Fault::None => None,
                Fault::Unknown(reason) => {
                    let unknown = (name(seed), reason);
                    draft.change(at, |section| drop(section.unknown.insert(seed, unknown)));
                    None
                }
                Fault::Wrong(message) => {
                    let note = |cause| note(draft, at, seed, &message, cause, &case, Smaller::NotBegun);
                    note(UNKNOWN.to_string());
                    note(blame(&case));
                    Some(message)
                }
            };
            draft.change(at, |section| section.cases += 1);
            found
        };
        let search = Search { jobs: self.jobs, enough: self.enough, is_over: &is_over };
        let found = search.run(self.seeds.clone(), look);
        let is_enough = found.finds.len() == self.enough;
        draft.change(at, |section| end(section, is_enough.then_some(found.looked), &found.finds, is_late()));
        let smaller = |number: u64| {
            let (seed, message) = found.finds.get(number as usize)?;
            make_smaller(draft, at, *seed, message, fault, blame);
            None::<()>
        };
        Search::all(self.jobs, &|| draft.stop.is_set()).run(0..found.finds.len() as u64, smaller);
    }
}

fn name(seed: u64) -> String {
    format!("seed {seed}")
}

/// Says why a section has ended. Threads that went on after enough had failed are no part of it.
fn end(section: &mut Section, looked: Option<u64>, finds: &[(u64, String)], is_late: bool) {
    if let (Some(looked), Some((last, _))) = (looked, finds.last()) {
        section.cases = looked;
        section.failed.retain(|seed, _| seed <= last);
        section.unknown.retain(|seed, _| seed <= last);
    }
    section.ended = match looked {
        _ if section.cases >= section.asked => None,
        Some(_) => Some("enough had failed"),
        None if is_late => Some("the time was over"),
        None => None,
    };
}

/// Notes a program that fails, or a smaller one in its place.
fn note(draft: &Draft, at: usize, seed: u64, message: &str, cause: String, case: &Case, smaller: Smaller) {
    let failed = Failed::of(name(seed), message.to_string(), cause, case);
    let failed = Failed { smaller: Some(smaller), ..failed };
    draft.change(at, |section| drop(section.failed.insert(seed, failed)));
}

/// Looks for a smaller program that fails as well, for some time.
fn make_smaller(draft: &Draft, at: usize, seed: u64, message: &str, fault: &Faults<'_>, blame: &Blame<'_>) {
    let start = Instant::now();
    let tried = Cell::new(0);
    let is_over = || draft.stop.is_set() || start.elapsed() >= PATIENCE || tried.get() >= ATTEMPTS;
    let mut smallest = message.to_string();
    let fails = |case: &Case| {
        if is_over() {
            return false;
        }
        tried.set(tried.get() + 1);
        // A smaller program that races may give anything.
        if expected(case).is_none() {
            return false;
        }
        let Fault::Wrong(message) = fault(case, Some(PATIENCE.saturating_sub(start.elapsed()))) else {
            return false;
        };
        note(draft, at, seed, &message, UNKNOWN.to_string(), case, Smaller::Unfinished);
        smallest = message;
        true
    };
    let small = shrink(generate(seed), ATTEMPTS, fails);
    if !draft.stop.is_set() {
        let smaller = if is_over() { Smaller::Unfinished } else { Smaller::Finished };
        note(draft, at, seed, &smallest, blame(&small), &small, smaller);
    }
}
