//! What a case computes, by walking its tree: an oracle that shares nothing with the devices but the rows of operators and casts.
//!
//! Calls are calls here, and nothing is inlined. Invocations run in any [`Order`], also one statement of this and one of that, up
//! to their barriers, and every access to shared memory is compared with those before it, so that a [`Race`] is found in
//! whatever order it does no harm.
//!
//! It is written to be plain, not fast.

mod expression;
mod memory;
mod run;

pub use memory::Race;

use crate::{Case, Contents, Source};
use memory::{Memory, Who};
use run::{Run, Step};
use std::fmt;
use vyre_ir::{CollectiveOp, DataType, Event, Lanes, Node, OpSpec, Registry, Value, waits, walk};

/// The most statements and expressions that an evaluation takes.
const MAX_STEPS: u64 = 50_000_000;

/// The order in which invocations run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Workgroup after workgroup, and in each one invocation after the other up to the next barrier, with x fastest.
    Forward,
    /// The same from the last one to the first.
    Reverse,
    /// The same, shuffled anew in each workgroup and after each barrier.
    Shuffled(u64),
    /// Any invocation of any workgroup for a few statements, then any other.
    Interleaved(u64),
}

/// What an evaluation gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What each bound buffer holds in the end, in the order of `Program::bound_buffers`.
    pub contents: Vec<Contents>,
    /// The first invocation in which an assertion failed, with x fastest, and the message.
    pub failure: Option<Failure>,
    /// Two accesses whose order is not determined, if there are any. Atomic operations do not race with each other.
    pub race: Option<Race>,
}

/// A failed assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The `invocation_id`.
    pub invocation: [u32; 3],
    /// The message of the assertion.
    pub message: String,
}

/// Why an evaluation gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It takes too long.
    TooLong,
    /// The case is not valid.
    Invalid,
    /// Some invocations of a workgroup wait, and others wait elsewhere or have ended.
    Diverged,
    /// An assertion failed and ends the invocation. No evaluation ends with that.
    Failed,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stuck::TooLong => "the case runs for too long",
            Stuck::Invalid => "the case is not valid",
            Stuck::Failed => "an assertion failed",
            Stuck::Diverged => "the invocations of a workgroup wait at different places",
        })
    }
}

impl std::error::Error for Stuck {}

/// What is the same for all invocations.
struct World<'a> {
    case: &'a Case,
    memory: Memory<'a>,
    steps: u64,
    /// How many expressions are being evaluated.
    depth: u32,
    /// Whether invocations wait for each other anywhere.
    waits: bool,
    failure: Option<Failure>,
}

impl<'a> World<'a> {
    fn operation(&self, id: &str) -> Option<&'a OpSpec> {
        self.case.operations.iter().find(|op| op.id == id).or_else(|| Registry::standard().get(id))
    }

    /// Notes a failed assertion of an invocation, the first one, and ends it unless others could wait for it.
    fn fail(&mut self, who: &mut Who, message: &str) -> Result<(), Stuck> {
        if !std::mem::replace(&mut who.has_failed, true) {
            let order = |[x, y, z]: [u32; 3]| [z, y, x];
            let is_first = |first: &Failure| order(who.invocation) < order(first.invocation);
            if self.failure.as_ref().is_none_or(is_first) {
                self.failure = Some(Failure { invocation: who.invocation, message: message.to_string() });
            }
        }
        if self.waits { Ok(()) } else { Err(Stuck::Failed) }
    }

    /// Counts an expression or a statement.
    fn count(&mut self) -> Result<(), Stuck> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Stuck::TooLong) } else { Ok(()) }
    }
}

/// An invocation that is under way.
struct Invocation<'a> {
    who: Who,
    run: Run<'a>,
    state: Step,
}

impl<'a> Invocation<'a> {
    /// Runs up to a barrier or the end, at most `statements`.
    fn advance(&mut self, world: &mut World<'a>, statements: u32) -> Result<(), Stuck> {
        for _ in 0..statements {
            if self.state != Step::Next {
                break;
            }
            self.state = match self.run.step(world, &mut self.who) {
                Err(Stuck::Failed) => {
                    // It stood in the middle of expressions.
                    world.depth = 0;
                    Step::End
                }
                stepped => stepped?,
            };
        }
        Ok(())
    }
}

/// Runs a case in some order.
///
/// # Errors
/// If it is not valid, or takes too long.
pub fn evaluate(case: &Case, order: Order) -> Result<Outcome, Stuck> {
    if case.inputs.len() != case.program.bound_buffers().count() || !case.has_shapes() {
        return Err(Stuck::Invalid);
    }
    let groups = ids(case.grid);
    let waits = waits_anywhere(case);
    let memory = Memory::new(case, groups.len());
    let mut world = World { case, memory, steps: 0, depth: 0, waits, failure: None };
    match order {
        Order::Interleaved(seed) => interleave(&mut world, &groups, seed)?,
        Order::Forward => one_by_one(&mut world, groups.iter().enumerate(), |_| {})?,
        Order::Reverse => one_by_one(&mut world, groups.iter().enumerate().rev(), |order| order.reverse())?,
        Order::Shuffled(seed) => {
            let mut source = Source::new(seed);
            let mut groups: Vec<_> = groups.iter().enumerate().collect();
            shuffle(&mut groups, &mut source);
            one_by_one(&mut world, groups.into_iter(), |order| shuffle(order, &mut source))?;
        }
    }
    Ok(Outcome { failure: world.failure, ..world.memory.outcome(case) })
}

/// What the bound buffers hold in the end and which assertion failed, if that is the same in every order that is tried and nothing races.
pub fn expected(case: &Case) -> Option<(Vec<Contents>, Option<Failure>)> {
    let first = evaluate(case, Order::Forward).ok()?;
    let others = [Order::Reverse, Order::Interleaved(1)];
    let agrees =
        first.race.is_none() && others.iter().all(|order| evaluate(case, *order).as_ref() == Ok(&first));
    agrees.then_some((first.contents, first.failure))
}

/// Whether invocations wait for each other in the program, or in an operation that it calls.
fn waits_anywhere(case: &Case) -> bool {
    let (mut open, mut known) = (vec![&case.program.entry], Vec::new());
    while let Some(nodes) = open.pop() {
        if waits(nodes) {
            return true;
        }
        walk(nodes, |event| {
            if let Event::Enter { node: Node::CallOp { op_id, .. }, .. } = event
                && !known.contains(op_id)
            {
                known.push(op_id.clone());
                let program = case.operations.iter().find(|op| op.id == *op_id).and_then(OpSpec::as_program);
                open.extend(program.map(|program| &program.entry));
            }
        });
    }
    false
}

/// Every id of a grid, with x fastest.
fn ids([x, y, z]: [u32; 3]) -> Vec<[u32; 3]> {
    (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z]))).collect()
}

fn shuffle<T>(items: &mut [T], source: &mut Source<'_>) {
    for at in (1..items.len()).rev() {
        items.swap(at, source.below(at as u32 + 1) as usize);
    }
}

/// The invocations of a workgroup.
fn start<'a>(world: &World<'a>, number: usize, group: [u32; 3]) -> Vec<Invocation<'a>> {
    let size = world.case.program.workgroup_size;
    let start = |local: [u32; 3]| Invocation {
        who: Who::new(&world.case.program, number, group, local),
        run: Run::new(&world.case.program.entry, Vec::new()),
        state: Step::Next,
    };
    ids(size).into_iter().map(start).collect()
}

/// Lets the invocations of a workgroup that wait go on, once no other one runs. Says whether any is left.
fn release(invocations: &mut [Invocation<'_>]) -> Result<bool, Stuck> {
    if invocations.iter().any(|invocation| invocation.state == Step::Next) {
        return Ok(true);
    }
    let state = invocations.first().map_or(Step::End, |invocation| invocation.state);
    if invocations.iter().any(|invocation| invocation.state != state) {
        return Err(Stuck::Diverged);
    }
    match state {
        Step::Barrier(_) => invocations.iter_mut().for_each(|invocation| invocation.who.epoch += 1),
        Step::Collective(_) => collect(invocations)?,
        Step::Next | Step::End => return Ok(false),
    }
    invocations.iter_mut().for_each(|invocation| invocation.state = Step::Next);
    Ok(true)
}

/// Gives the invocations of a workgroup what they get of a collective.
fn collect(invocations: &mut [Invocation<'_>]) -> Result<(), Stuck> {
    let given: Option<Vec<_>> = invocations.iter().map(|invocation| invocation.run.given.as_ref()).collect();
    let given = given.ok_or(Stuck::Invalid)?;
    let (first, ids) = (given.first().ok_or(Stuck::Invalid)?, given.iter().map(|given| given.id));
    if ids.clone().any(|id| id != first.id) {
        return Err(Stuck::Diverged);
    }
    let (op, id, of) = (first.op, first.id, first.value.ty());
    let result = op.result(&of).ok_or(Stuck::Invalid)?;
    // Truth values are joined as such.
    let is_truth = matches!(op, CollectiveOp::Any | CollectiveOp::All);
    let joined = if is_truth { DataType::Bool } else { of };
    let lanes = |value: Value| if is_truth { [u32::from(value.is_true()), 0, 0, 0] } else { value.lanes() };
    let mut values: Vec<Lanes> = given.iter().map(|given| lanes(given.value.clone())).collect();
    op.eval(joined.element_type(), &mut values, id);
    for (invocation, lanes) in invocations.iter_mut().zip(values) {
        invocation.run.take(Value::from_lanes(result.clone(), lanes));
    }
    Ok(())
}

fn one_by_one<'a, 'g>(
    world: &mut World<'a>,
    groups: impl Iterator<Item = (usize, &'g [u32; 3])>,
    mut reorder: impl FnMut(&mut [usize]),
) -> Result<(), Stuck> {
    for (number, group) in groups {
        let mut invocations = start(world, number, *group);
        let mut order: Vec<usize> = (0..invocations.len()).collect();
        reorder(&mut order);
        while release(&mut invocations)? {
            order.iter().try_for_each(|at| invocations[*at].advance(world, u32::MAX))?;
            if matches!(invocations.first(), Some(Invocation { state: Step::Barrier(_), .. })) {
                order.sort_unstable();
                reorder(&mut order);
            }
        }
    }
    Ok(())
}

fn interleave(world: &mut World<'_>, groups: &[[u32; 3]], seed: u64) -> Result<(), Stuck> {
    let mut source = Source::new(seed);
    let mut running: Vec<_> =
        groups.iter().enumerate().map(|(number, group)| start(world, number, *group)).collect();
    while !running.is_empty() {
        let at = source.below(running.len() as u32) as usize;
        let group = &mut running[at];
        // Those that can run, or none: then the workgroup stands at a barrier or has ended.
        let ready = group.iter_mut().filter(|invocation| invocation.state == Step::Next);
        let mut ready: Vec<&mut Invocation<'_>> = ready.collect();
        if ready.is_empty() {
            if !release(group)? {
                running.swap_remove(at);
            }
            continue;
        }
        let at = source.below(ready.len() as u32) as usize;
        let statements = source.range(1, 4);
        ready[at].advance(world, statements)?;
    }
    Ok(())
}
