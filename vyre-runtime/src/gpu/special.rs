//! Special forms, for large launches that come again and again with the same shape: the same grid, the same lengths, the same parameters. In
//! such a form these are constants, so that guards are proven which the general form needs; `vyre_lower::specialise` has more.
//!
//! What is gained per launch is small, and compiling takes the time of a first launch, for which the launch waits. So a shape has to have been launched for a
//! while first; of a form that gains little there is no special one; and a form has a few of them at the most.

use super::Resident;
use super::logical::{Logical, lock};
use crate::binding::Binding;
use crate::module::Module;
use crate::wgsl::{Form, MOST_GROUPS, Shader, SlotKind, Variant};
use std::collections::HashMap;
use std::sync::Arc;
use vyre_lower::specialise::{Bound, Shape};

/// The invocations of a launch that is large: an H200 takes some 4 microseconds for them.
#[cfg(not(test))]
const LARGE: u64 = 1 << 20;
/// The guards of all invocations of one shape's launches that pay for a special form: an H200 takes a sixth of a second for so many of a 5-point stencil, a third
/// of one for those of a transpose by tiles, and up to 0.1 s to compile a form.
#[cfg(not(test))]
const ENOUGH: u64 = 1 << 38;
/// Tests have no time for so many.
#[cfg(test)]
const LARGE: u64 = 1 << 10;
#[cfg(test)]
const ENOUGH: u64 = 1 << 19;
/// The special forms of one form. A kernel whose lengths differ all the time is not compiled all the time.
const MOST_FORMS: usize = 4;
/// The shapes whose launches are counted, for each form.
const MOST_SHAPES: usize = 8;
/// The words of all uniform data, if they are to be compared before each launch.
const MOST_WORDS: usize = 64;
/// The part of a form that has to be guards which a special form needs no more. In the 5-point stencil they are 29 %, in a transpose by tiles 19 %; in the
/// product by tiles and in SHA-256, which are bound by other arithmetic, they are 5 % and less.
const LEAST_PART: usize = 8;
/// The forms of which shapes are known.
const MOST_KNOWN: usize = 4_096;

/// What a device knows of the shapes of large launches, by the number of the general form.
#[derive(Default)]
pub(super) struct Specials(HashMap<u64, Known>);

#[derive(Default)]
struct Known {
    shapes: Vec<Seen>,
    /// How often a special form was made, whatever came of it.
    tried: usize,
}

struct Seen {
    shape: Shape,
    /// The guards of all invocations of its launches.
    guards: u64,
    stage: Stage,
}

#[derive(Clone)]
enum Stage {
    Counted,
    /// A thread makes the special form. Others go on without.
    Made,
    /// It gains too little, or could not be compiled.
    Useless,
    Compiled(Arc<Form>),
}

/// Which form a launch takes.
pub(super) enum Choice {
    /// The general one, and whether that may change.
    General {
        may_be_special: bool,
    },
    Special(Arc<Form>),
}

/// A launch that may be large.
pub(super) struct Large<'a> {
    pub(super) logical: &'a Arc<Logical>,
    pub(super) module: &'a Module,
    pub(super) general: &'a Form,
    pub(super) variant: Variant,
}

impl Large<'_> {
    /// The form for a launch, which is compiled if it is time. Of launches that are kept, the general one comes here once in a while.
    pub(super) fn choose(&self, groups: [u32; 3], bindings: &[Binding<'_>], is_kept: bool) -> Choice {
        let general = Choice::General { may_be_special: false };
        let invocations = invocations(&self.general.shader, groups);
        // Special forms count on an adapter that takes as many workgroups as WebGPU demands.
        let is_usual = self.logical.limits.max_compute_workgroups_per_dimension >= MOST_GROUPS;
        if !is_usual || invocations < LARGE || !may_pay(self.module, &self.general.shader) {
            return general;
        }
        let Some(shape) = shape(&self.general.shader, groups, bindings) else { return general };
        let launches = if is_kept { super::warm::LOOK_AGAIN.into() } else { 1 };
        let guards = invocations.saturating_mul(launches * self.general.shader.counts.guards as u64);
        let stage = lock(&self.logical.specials).count(self.general.id, &shape, guards);
        match stage {
            Some(Stage::Compiled(form)) => Choice::Special(form),
            Some(Stage::Useless) => general,
            Some(Stage::Counted | Stage::Made) => Choice::General { may_be_special: true },
            None => {
                let form = self.compile(&shape);
                lock(&self.logical.specials).settle(self.general.id, &shape, form.clone());
                form.map_or(general, Choice::Special)
            }
        }
    }

    /// The form for a shape, compiled, if it pays.
    fn compile(&self, shape: &Shape) -> Option<Arc<Form>> {
        let _span = tracing::debug_span!("specialise", groups = ?shape.groups).entered();
        let form = Form::special(self.module, self.variant, shape);
        if !pays(&self.general.shader, &form.shader) {
            return None;
        }
        let compiled = self.logical.form_pipeline(&form, self.module, Some(self.logical.patience()));
        if let Err(error) = &compiled {
            tracing::warn!(%error, "a special form was not compiled");
        }
        compiled.ok().map(|_| Arc::new(form))
    }
}

impl Specials {
    /// Counts the guards of a shape, and says what is known of it. None if there are enough of them for a special form, which the caller makes.
    fn count(&mut self, form: u64, shape: &Shape, guards: u64) -> Option<Stage> {
        if self.0.len() >= MOST_KNOWN && !self.0.contains_key(&form) {
            self.0.clear();
        }
        let known = self.0.entry(form).or_default();
        let at = known.shapes.iter().position(|seen| seen.shape == *shape).or_else(|| known.add(shape));
        let Some(seen) = at.and_then(|at| known.shapes.get_mut(at)) else { return Some(Stage::Useless) };
        seen.guards = seen.guards.saturating_add(guards);
        match seen.stage {
            Stage::Counted if known.tried >= MOST_FORMS => Some(Stage::Useless),
            Stage::Counted if seen.guards >= ENOUGH => {
                known.tried += 1;
                seen.stage = Stage::Made;
                None
            }
            _ => Some(seen.stage.clone()),
        }
    }

    /// The special forms, and the other shapes.
    #[cfg(test)]
    pub(super) fn known(&self) -> [usize; 2] {
        let stages = self.0.values().flat_map(|known| &known.shapes).map(|seen| &seen.stage);
        let (special, others): (Vec<_>, Vec<_>) =
            stages.partition(|stage| matches!(stage, Stage::Compiled(_)));
        [special.len(), others.len()]
    }

    /// Notes what came of a special form.
    fn settle(&mut self, form: u64, shape: &Shape, special: Option<Arc<Form>>) {
        let known = self.0.get_mut(&form);
        let seen = known.and_then(|known| known.shapes.iter_mut().find(|seen| seen.shape == *shape));
        if let Some(seen) = seen {
            seen.stage = special.map_or(Stage::Useless, Stage::Compiled);
        }
    }
}

impl Known {
    /// Begins to count a shape, in place of the one with the fewest guards if there are too many. None if no other form may be made.
    fn add(&mut self, shape: &Shape) -> Option<usize> {
        if self.tried >= MOST_FORMS {
            return None;
        }
        if self.shapes.len() >= MOST_SHAPES {
            let counted =
                self.shapes.iter().enumerate().filter(|(_, seen)| matches!(seen.stage, Stage::Counted));
            let (least, _) = counted.min_by_key(|(_, seen)| seen.guards)?;
            self.shapes.swap_remove(least);
        }
        self.shapes.push(Seen { shape: shape.clone(), guards: 0, stage: Stage::Counted });
        Some(self.shapes.len() - 1)
    }
}

fn invocations(shader: &Shader, groups: [u32; 3]) -> u64 {
    let along = |axis: usize| u64::from(groups[axis]) * u64::from(shader.workgroup_size[axis]);
    (0..3).map(along).fold(1, u64::saturating_mul)
}

/// Whether a special form of a kernel may gain anything. A coarsened form has one comparison for a block, and is bound by memory.
fn may_pay(module: &Module, shader: &Shader) -> bool {
    let is_open = module.kernel().is_some() && !module.is_measured();
    is_open && !shader.is_split && shader.coarsening.is_none() && shader.counts.guards > 0
}

/// Whether a special form gains enough: a guard is a comparison and a branch.
fn pays(general: &Shader, special: &Shader) -> bool {
    let guards = general.counts.guards.saturating_sub(special.counts.guards);
    2 * guards * LEAST_PART >= general.counts.instructions + 2 * general.counts.guards
}

/// The shape of a launch whose memory is the device's.
fn shape(shader: &Shader, groups: [u32; 3], bindings: &[Binding<'_>]) -> Option<Shape> {
    if shader.slots.len() != bindings.len() {
        return None;
    }
    let mut words = 0;
    let bound = shader.slots.iter().zip(bindings).map(|(slot, binding)| match (binding, slot.kind) {
        (Binding::Words(data), SlotKind::Uniform { .. }) => {
            words += data.len();
            (words <= MOST_WORDS).then(|| Bound::Words((*data).into()))
        }
        (Binding::Resident { memory, .. }, SlotKind::Storage { .. }) => {
            Resident::of(*memory)?;
            let elements = memory.words() as u64 / u64::from(slot.lanes);
            u32::try_from(elements).ok().map(Bound::Elements)
        }
        _ => None,
    });
    Some(Shape { groups, bound: bound.collect::<Option<_>>()? })
}
