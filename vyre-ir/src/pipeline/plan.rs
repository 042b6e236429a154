//! Which steps are one launch, how long buffers live, and why: what is decided about a pipeline when it is validated.

use super::join::{self, Candidate, Lengths};
use super::valid::{BoundArg, PlannedStep};
use super::{BufferKind, Pipeline};
use crate::Validated;
use std::fmt;

/// What was decided.
pub(super) struct Plan {
    pub(super) steps: Vec<PlannedStep>,
    /// Which temporaries are variables of a launch.
    pub(super) vanished: Vec<bool>,
    /// From which and up to which step each buffer holds anything.
    pub(super) lifetimes: Vec<Option<(usize, usize)>>,
    pub(super) explanation: Explanation,
}

/// Which steps are one launch, and why others are not.
///
/// Steps are numbered from 0 in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    joined: Vec<Joined>,
    apart: Vec<Apart>,
    launches: usize,
}

impl Explanation {
    /// The launches that do several steps.
    pub fn joined(&self) -> &[Joined] {
        &self.joined
    }

    /// The pairs of steps, one after the other, that are two launches, with the reasons.
    pub fn apart(&self) -> &[Apart] {
        &self.apart
    }
}

/// Steps that are one launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    steps: Vec<usize>,
    temporaries: Vec<String>,
}

impl Joined {
    /// The steps.
    pub fn steps(&self) -> &[usize] {
        &self.steps
    }

    /// The temporaries that are variables of the launch, and take no memory.
    pub fn temporaries(&self) -> &[String] {
        &self.temporaries
    }
}

/// Two steps, one after the other, that are two launches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    first: usize,
    second: usize,
    reason: Reason,
}

impl Apart {
    /// The two steps.
    pub fn steps(&self) -> (usize, usize) {
        (self.first, self.second)
    }

    /// Why they are two launches.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }
}

/// Why two steps are two launches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A repetition begins or ends between them, or buffers are swapped there.
    Repetition,
    /// Their grids may differ.
    Grids,
    /// Their workgroups have different sizes.
    WorkgroupSizes,
    /// A grid has more than one dimension.
    Dimensions,
    /// Invocations of one of them wait for each other, or share memory of their workgroup.
    Barriers {
        /// The step.
        step: usize,
    },
    /// One of them has atomics.
    Atomics {
        /// The step.
        step: usize,
    },
    /// One of them has assertions, after which its invocation ends.
    Assertions {
        /// The step.
        step: usize,
    },
    /// A buffer is handed on, and a step accesses it at another index than `invocation_id().x`.
    Index {
        /// The buffer.
        buffer: String,
        /// The step.
        step: usize,
    },
    /// One of them takes tensors, which have an index for each dimension.
    Tensors {
        /// The step.
        step: usize,
    },
    /// They see different elements in a buffer.
    Elements {
        /// The buffer.
        buffer: String,
    },
    /// Together they are more than a launch may be.
    Size,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Repetition => {
                f.write_str("a repetition begins or ends between them, or buffers are swapped")
            }
            Reason::Grids => f.write_str("their grids may differ"),
            Reason::WorkgroupSizes => f.write_str("their workgroups have different sizes"),
            Reason::Dimensions => f.write_str("their grid may have more than one dimension"),
            Reason::Barriers { step } => write!(f, "the invocations of step {step} wait for each other"),
            Reason::Atomics { step } => write!(f, "step {step} has atomics"),
            Reason::Assertions { step } => write!(f, "step {step} has assertions"),
            Reason::Index { buffer, step } => {
                write!(f, "step {step} accesses `{buffer}` at another index than invocation_id().x")
            }
            Reason::Tensors { step } => write!(f, "step {step} takes tensors"),
            Reason::Elements { buffer } => write!(f, "they see different elements in `{buffer}`"),
            Reason::Size => f.write_str("together they are more than a launch may be"),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.launches, if self.launches == 1 { "launch" } else { "launches" })?;
        for Joined { steps, temporaries } in &self.joined {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            write!(f, "\njoined: steps {} are one launch", steps.join(", "))?;
            if !temporaries.is_empty() {
                write!(f, ", and `{}` takes no memory", temporaries.join("`, `"))?;
            }
        }
        for Apart { first, second, reason } in &self.apart {
            write!(f, "\napart: steps {first} and {second}, as {reason}")?;
        }
        Ok(())
    }
}

/// Decides about the steps of a valid pipeline. What joined steps execute comes to the programs.
pub(super) fn plan(pipeline: &Pipeline, apart: &[PlannedStep], programs: &mut Vec<Validated>) -> Plan {
    let mut explanation = Explanation::default();
    let mut groups: Vec<Vec<Candidate>> = Vec::new();
    // For each step where its group is.
    let mut planned: Vec<Result<usize, &PlannedStep>> = Vec::new();
    let mut depth = 0usize;
    let mut is_between = false;
    let uses = uses(pipeline, apart);
    let lengths = Lengths::of(pipeline);
    for step in apart {
        match step {
            PlannedStep::Launch { program, args, grid, steps, .. } => {
                let number = steps.first().copied().unwrap_or(0);
                let candidate =
                    Candidate::new(&lengths, &programs[*program], (args, grid), number, depth > 0);
                let reason = match groups.last() {
                    None => None,
                    Some(_) if is_between => Some(Reason::Repetition),
                    Some(group) => join::obstacle(pipeline, group, &candidate, &uses),
                };
                match (groups.last_mut(), reason) {
                    (Some(group), None) => group.push(candidate),
                    (group, reason) => {
                        if let (Some(group), Some(reason)) = (group, reason) {
                            let first = group.last().map_or(0, |last| last.number);
                            explanation.apart.push(Apart { first, second: number, reason });
                        }
                        planned.push(Ok(groups.len()));
                        groups.push(vec![candidate]);
                    }
                }
                is_between = false;
            }
            other => {
                match other {
                    PlannedStep::Repeat { .. } | PlannedStep::RepeatUntilUnchanged { .. } => depth += 1,
                    PlannedStep::End => depth = depth.saturating_sub(1),
                    PlannedStep::Swap(..) | PlannedStep::Launch { .. } => {}
                }
                is_between = true;
                planned.push(Err(other));
            }
        }
    }
    let mut vanished = vec![false; pipeline.buffers.len()];
    let mut made = Vec::new();
    let mut new_programs = Vec::new();
    for group in &groups {
        if group.len() == 1 {
            made.push(None);
            continue;
        }
        let own: Vec<usize> = group.iter().map(|candidate| candidate.number).collect();
        let (first, last) = (own[0], own[own.len() - 1]);
        let is_repeated = group.iter().any(|candidate| candidate.is_repeated);
        let is_own = |at: &usize| {
            let is_temporary = pipeline.buffers[*at].kind == BufferKind::Temporary;
            is_temporary && !is_repeated && uses[*at].are_within(first, last)
        };
        let vanishing: Vec<usize> = (0..pipeline.buffers.len()).filter(is_own).collect();
        let joined = join::join(pipeline, &lengths, group, &vanishing);
        if let Some(joined) = &joined {
            let names: Vec<String> =
                joined.vanished.iter().map(|at| pipeline.buffers[*at].name.clone()).collect();
            explanation.joined.push(Joined { steps: own, temporaries: names });
            joined.vanished.iter().for_each(|at| vanished[*at] = true);
        } else {
            let pairs =
                own.windows(2).map(|pair| Apart { first: pair[0], second: pair[1], reason: Reason::Size });
            explanation.apart.extend(pairs);
        }
        made.push(joined);
    }
    explanation.apart.sort_by_key(|apart| apart.first);
    let numbers: Vec<Vec<usize>> =
        groups.iter().map(|group| group.iter().map(|candidate| candidate.number).collect()).collect();
    let grids: Vec<_> = groups.iter().map(|group| group[0].grid.clone()).collect();
    drop(groups);
    let launches: Vec<&PlannedStep> =
        apart.iter().filter(|step| matches!(step, PlannedStep::Launch { .. })).collect();
    let mut steps = Vec::new();
    for step in planned {
        match step {
            Err(other) => steps.push(other.clone()),
            Ok(at) => match made[at].take() {
                Some(joined) => {
                    let program = programs.len() + new_programs.len();
                    new_programs.push(joined.program);
                    let (args, grid, steps_of) = (joined.args, grids[at].clone(), numbers[at].clone());
                    steps.push(PlannedStep::Launch { program, args, grid, steps: steps_of, origin: None });
                }
                None => {
                    let own = numbers[at].iter().filter_map(|number| launches.get(*number));
                    steps.extend(own.map(|step| (*step).clone()));
                }
            },
        }
    }
    programs.extend(new_programs);
    settle_ends(&mut steps);
    explanation.launches = steps.iter().filter(|step| matches!(step, PlannedStep::Launch { .. })).count();
    let lifetimes = lifetimes(pipeline, &steps);
    Plan { steps, vanished, lifetimes, explanation }
}

/// Which steps take a buffer.
#[derive(Clone, Copy, Default)]
pub(super) struct Uses {
    /// The first and the last of them.
    steps: Option<(usize, usize)>,
    /// Whether something else than a step takes it.
    has_others: bool,
}

impl Uses {
    /// Whether only these steps take it.
    pub(super) fn are_within(self, first: usize, last: usize) -> bool {
        !self.has_others && self.steps.is_some_and(|(from, to)| first <= from && to <= last)
    }
}

/// Which steps take each buffer.
fn uses(pipeline: &Pipeline, steps: &[PlannedStep]) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); pipeline.buffers.len()];
    for (buffer, number) in steps.iter().flat_map(taken) {
        let uses: &mut Uses = &mut uses[buffer];
        match number {
            Some(number) => {
                let (first, last) = uses.steps.unwrap_or((number, number));
                uses.steps = Some((first.min(number), last.max(number)));
            }
            None => uses.has_others = true,
        }
    }
    uses
}

/// The buffers that a step takes, with its number.
fn taken(step: &PlannedStep) -> Vec<(usize, Option<usize>)> {
    match step {
        PlannedStep::Launch { args, steps, .. } => {
            let buffers = args.iter().filter_map(|arg| match arg {
                BoundArg::Buffer(at) | BoundArg::Tensor(at, _) => Some((*at, steps.first().copied())),
                BoundArg::Constant(_) | BoundArg::Lengths(_) => None,
            });
            buffers.collect()
        }
        PlannedStep::RepeatUntilUnchanged { flag, .. } => vec![(*flag, None)],
        PlannedStep::Swap(a, b) => vec![(*a, None), (*b, None)],
        PlannedStep::Repeat { .. } | PlannedStep::End => Vec::new(),
    }
}

/// Repetitions say where they end.
fn settle_ends(steps: &mut [PlannedStep]) {
    let mut open = Vec::new();
    for at in 0..steps.len() {
        match steps[at] {
            PlannedStep::Repeat { .. } | PlannedStep::RepeatUntilUnchanged { .. } => open.push(at),
            PlannedStep::End => {
                if let Some(begin) = open.pop()
                    && let PlannedStep::Repeat { end, .. } | PlannedStep::RepeatUntilUnchanged { end, .. } =
                        &mut steps[begin]
                {
                    *end = at;
                }
            }
            PlannedStep::Launch { .. } | PlannedStep::Swap(..) => {}
        }
    }
}

/// From which and up to which step each buffer holds anything. In a repetition it holds something all the time, and buffers that are swapped live as one.
fn lifetimes(pipeline: &Pipeline, steps: &[PlannedStep]) -> Vec<Option<(usize, usize)>> {
    let mut lifetimes: Vec<Option<(usize, usize)>> = vec![None; pipeline.buffers.len()];
    let mut outermost: Option<(usize, usize)> = None;
    for (at, step) in steps.iter().enumerate() {
        if outermost.is_some_and(|(_, end)| at > end) {
            outermost = None;
        }
        if let (None, PlannedStep::Repeat { end, .. } | PlannedStep::RepeatUntilUnchanged { end, .. }) =
            (outermost, step)
        {
            outermost = Some((at, *end));
        }
        let (first, last) = outermost.unwrap_or((at, at));
        for (buffer, _) in taken(step) {
            let (from, to) = lifetimes[buffer].unwrap_or((first, last));
            lifetimes[buffer] = Some((from.min(first), to.max(last)));
        }
    }
    let swaps = || {
        steps.iter().filter_map(|step| match step {
            PlannedStep::Swap(a, b) => Some((*a, *b)),
            _ => None,
        })
    };
    loop {
        let mut has_changed = false;
        for (a, b) in swaps() {
            if let (Some((from, to)), Some((first, last))) = (lifetimes[a], lifetimes[b]) {
                let both = Some((from.min(first), to.max(last)));
                has_changed |= lifetimes[a] != both || lifetimes[b] != both;
                (lifetimes[a], lifetimes[b]) = (both, both);
            }
        }
        if !has_changed {
            return lifetimes;
        }
    }
}
