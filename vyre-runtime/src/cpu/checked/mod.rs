//! The checked device: the reference interpreter with a watcher that has shadow memory for every access.
//!
//! A launch runs once under the eyes of the [`Detector`], which finds races, failed assertions, accesses out of bounds and reads of
//! what nobody wrote. If there is nothing that makes it fail, and it has atomics, it runs again in other orders (`orders`). For arithmetic
//! that wraps around, where it is asked for, it runs once more (`arithmetic`).

mod arithmetic;
mod detector;
mod orders;
mod packed;
mod pages;
mod shadow;
mod shapes;
mod written;

use super::reference::{self, Code};
use crate::binding::Binding;
use crate::finding::{Finding, FindingKind, FindingPlace, Report};
use crate::module::{Compile, Module};
use crate::{Error, memory};
use detector::Detector;
use packed::Packing;
use std::collections::HashMap;
use vyre_ir::BufferAccess;
use vyre_lower::assertion::{Assertion, buffer_of};
use vyre_lower::{BufferId, Call, Lowered, Op, Stmt};

/// A program for the checked device.
pub(crate) struct Checked {
    code: Code,
    /// The calls that were inlined, by which origins name them.
    calls: Vec<Call>,
    assertions: Vec<Assertion>,
    /// The buffer in which assertions note that they have failed.
    failures: Option<BufferId>,
    /// How the elements of each buffer are accessed.
    uses: Vec<Uses>,
    packing: Packing,
    /// Whether the elements of what it writes may lie in any order.
    is_any_order: bool,
    /// The buffer of what it prints.
    printed: Option<usize>,
}

/// How a program accesses the elements of a buffer.
#[derive(Clone, Copy, Default, Debug)]
struct Uses {
    plain: bool,
    atomic: bool,
    stores: bool,
}

impl Compile for Checked {
    fn compile(module: &Module) -> Checked {
        let mut form = module.lowered();
        vyre_lower::shortcut::decide(&mut form);
        let packing = Packing::of(module, &mut form);
        Checked {
            packing,
            is_any_order: module.is_any_order(),
            printed: form.printed.map(BufferId::index),
            code: reference::compile(&form),
            uses: uses(&form),
            failures: buffer_of(&form),
            calls: form.calls,
            assertions: form.assertions,
        }
    }
}

fn uses(form: &Lowered) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); form.buffers.len()];
    vyre_lower::walk(&form.body, &mut |stmt| match stmt {
        Stmt::Store { access, .. } => {
            let uses = &mut uses[access.buffer.index()];
            (uses.plain, uses.stores) = (true, true);
        }
        Stmt::Eval(inst) => {
            let op = &form[*inst].op;
            if let Some(access) = op.access() {
                let uses = &mut uses[access.buffer.index()];
                match op.is_atomic() {
                    true => uses.atomic = true,
                    false => uses.plain = true,
                }
                uses.stores |= matches!(op, Op::Atomic(..));
            }
        }
        _ => {}
    });
    uses
}

/// What a launch gives besides its bytes.
pub(crate) struct Outcome {
    /// What makes it fail.
    pub(crate) failures: Vec<Finding>,
    /// What is defined, and yet suspicious.
    pub(crate) lints: Vec<Finding>,
}

/// Runs a launch and examines it. The bindings hold what it wrote afterwards.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn run(
    module: &Module,
    groups: [u32; 3],
    bindings: &mut [Binding<'_>],
    sees_wraps: bool,
) -> Result<Outcome, Error> {
    let checked = module.compiled::<Checked>();
    let has_orders = checked.depends_on_order();
    let before = if has_orders || sees_wraps { copies(bindings)? } else { Vec::new() };
    let mut detector = Detector::new(checked, groups, bindings)?;
    checked.code.run_watched(groups, bindings, &mut detector)?;
    let mut found = detector.found();
    if has_orders && !found.iter().any(|found| found.kind.is_failure()) {
        found.extend(orders::compare(checked, groups, bindings, &before)?);
    }
    let findings = found.into_iter().map(|found| {
        let is_wide = checked.packing.is_wide(found.buffer);
        (found.finding(module, checked, groups), is_wide)
    });
    let findings = of_elements(findings);
    let (failures, mut lints): (Vec<_>, Vec<_>) = findings.into_iter().partition(Finding::is_failure);
    if sees_wraps {
        lints.extend(arithmetic::wraps(module, checked, groups, bindings, &before)?);
    }
    Ok(Outcome { failures, lints })
}

/// One finding of those of the words of an element, which the same statements access: a race, if one of them is. With each stands whether its elements have
/// several words.
fn of_elements(findings: impl Iterator<Item = (Finding, bool)>) -> Vec<Finding> {
    let key = |it: &Finding| (it.place.clone(), it.other.clone(), it.buffer.clone(), it.index);
    let is_race = |kind| matches!(kind, FindingKind::DataRace | FindingKind::BenignRace);
    let mut known: HashMap<_, Vec<usize>> = HashMap::new();
    let mut kept: Vec<Finding> = Vec::new();
    for (finding, is_wide) in findings {
        if !is_wide {
            kept.push(finding);
            continue;
        }
        let same = known.entry(key(&finding)).or_default();
        let alike = same.iter().copied().find(|at| {
            let other = kept[*at].kind;
            other == finding.kind || is_race(other) && is_race(finding.kind)
        });
        match alike.map(|at| &mut kept[at]) {
            Some(known) if known.kind == finding.kind => known.times = known.times.max(finding.times),
            Some(known) if finding.kind == FindingKind::DataRace => *known = finding,
            Some(_) => {}
            None => {
                same.push(kept.len());
                kept.push(finding);
            }
        }
    }
    kept
}

/// The words that the program may write, as they are now.
fn copies(bindings: &[Binding<'_>]) -> Result<Vec<Option<Vec<u32>>>, Error> {
    let copy = |binding: &Binding<'_>| match binding {
        Binding::WordsMut(words) => memory::copied(words).map(Some),
        _ => Ok(None),
    };
    bindings.iter().map(copy).collect()
}

impl Outcome {
    /// The error of a launch that fails.
    pub(crate) fn result(self) -> Result<(), Error> {
        match self.failures.is_empty() {
            true => Ok(()),
            false => Err(Report { findings: self.failures }.into()),
        }
    }
}

/// An access: the position of the instruction, and the number of the invocation, workgroup after workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    inst: usize,
    invocation: u64,
    what: &'static str,
}

/// A finding, in the numbers of the interpreter.
#[derive(Clone, Debug)]
struct Found {
    kind: FindingKind,
    at: At,
    other: Option<At>,
    buffer: usize,
    index: u32,
    times: u64,
    /// Whether the kernel says that it is right so.
    is_allowed: bool,
}

impl Found {
    fn finding(self, module: &Module, checked: &Checked, groups: [u32; 3]) -> Finding {
        let decl = &checked.code.buffers()[self.buffer];
        let index = checked.packing.element(self.buffer, self.index);
        let element = format!("`{}[{index}]`", decl.name);
        let array = match decl.access {
            BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => "the workgroup array ",
            BufferAccess::Private => "the local array ",
            _ => "",
        };
        let both = |other: &At| match (self.at.what, other.what) {
            (one, two) if one == two => format!("two invocations {one} {array}{element}"),
            (one, two) => format!("one invocation {one}s and another {two}s {array}{element}"),
        };
        let message = match (self.kind, &self.other) {
            (FindingKind::DataRace, Some(other)) => both(other),
            (FindingKind::BenignRace, _) => {
                format!("two invocations write the same value to {array}{element}")
            }
            (FindingKind::OrderDependence, _) if self.is_allowed => {
                format!("{array}{element} lies elsewhere")
            }
            (FindingKind::OrderDependence, _) => format!("{array}{element} differs"),
            (FindingKind::Assertion, _) => checked.message(self.index).to_string(),
            _ => format!("{array}{element}"),
        };
        let is_assertion = self.kind == FindingKind::Assertion;
        let place = |at: At| checked.place(module, at, groups);
        Finding {
            kind: self.kind,
            place: place(self.at),
            other: self.other.map(place),
            buffer: if is_assertion { String::new() } else { decl.name.clone() },
            index: if is_assertion { 0 } else { index },
            message,
            times: self.times,
            is_allowed: self.is_allowed,
        }
    }
}

impl Checked {
    /// Whether a launch without a race may depend on the order of invocations: only atomics give them different values then. Whatever else they load has
    /// been written before a barrier, or in the launch before, and two that write one element in a phase write the same. Those that store elements which share
    /// words are plain accesses.
    fn depends_on_order(&self) -> bool {
        let failures = self.failures.map(BufferId::index);
        let is_own =
            |at: usize| Some(at) == failures || Some(at) == self.printed || self.packing.layout(at).is_some();
        self.uses.iter().enumerate().any(|(at, uses)| uses.atomic && !is_own(at))
    }

    /// The message of the assertion that notes its failures in this word.
    fn message(&self, word: u32) -> &str {
        let at = vyre_lower::assertion::position(word);
        at.and_then(|at| self.assertions.get(at)).map_or("", |assertion| &assertion.message)
    }

    /// The `workgroup_id` and the `invocation_id` of the invocation with a number.
    fn ids(&self, number: u64, groups: [u32; 3]) -> [[u32; 3]; 2] {
        let size = self.code.workgroup_size();
        let count: u64 = size.iter().map(|extent| u64::from(*extent)).product();
        let (workgroup, local) = (unflatten(number / count, groups), unflatten(number % count, size));
        [workgroup, [0, 1, 2].map(|axis| workgroup[axis].wrapping_mul(size[axis]).wrapping_add(local[axis]))]
    }

    /// Whether an invocation comes before another one in the grid, with x fastest.
    fn is_before(&self, number: u64, other: u64, groups: [u32; 3]) -> bool {
        let [[x, y, z], [other_x, other_y, other_z]] =
            [number, other].map(|number| self.ids(number, groups)[1]);
        [z, y, x] < [other_z, other_y, other_x]
    }

    fn place(&self, module: &Module, at: At, groups: [u32; 3]) -> FindingPlace {
        let origin = self.code.site(at.inst).origin;
        let frames = origin.map(|origin| module.sources().frames(origin, &self.calls));
        let [workgroup, invocation] = self.ids(at.invocation, groups);
        FindingPlace { frames: frames.unwrap_or_default(), invocation, workgroup, what: at.what }
    }
}

/// The number of an id in a grid, with x fastest.
fn flatten([x, y, z]: [u32; 3], [width, height, _]: [u32; 3]) -> u64 {
    let [x, y, z, width, height] = [x, y, z, width, height].map(u64::from);
    x + width * (y + height * z)
}

fn unflatten(number: u64, [width, height, _]: [u32; 3]) -> [u32; 3] {
    let [width, height] = [width, height].map(|extent| u64::from(extent.max(1)));
    [(number % width) as u32, (number / width % height) as u32, (number / width / height) as u32]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    /// Elements that share words are stored by atomics in the form.
    #[test]
    fn only_atomics_of_the_program_make_it_run_in_other_orders() {
        for (text, depends) in [
            ("buffer a: read_write f16 @ 0 entry { a[invocation_id.x] = a[invocation_id.x]; }", false),
            ("buffer a: read_write u32 @ 0 entry { a[invocation_id.x] = a[invocation_id.x]; }", false),
            ("buffer a: read_write u32 @ 0 entry { let old = atomic_add(a[0], 1); }", true),
            (
                "buffer a: read_write f16 @ 0 buffer b: read_write u32 @ 1
                 entry { a[invocation_id.x] = a[invocation_id.x]; let old = atomic_add(b[0], 1); }",
                true,
            ),
        ] {
            let program = format!("program workgroup_size 64, 1, 1 {text}").parse().unwrap();
            let checked = Checked::compile(&Module::validate(&program).unwrap());
            assert_eq!(checked.depends_on_order(), depends, "{text}");
        }
    }
}
