//! What must hold for a pipeline. Everything is found in one walk over its steps.

use super::plan;
use super::rules::{PipelineError, PipelineErrors, PipelinePlace, PipelineProblem, Unfit};
use super::valid::{BoundArg, Inner, PlannedStep, ValidPipeline};
use super::{
    ArgKind, BufferKind, Grid, Handle, Length, MAX_BUFFERS, MAX_REPETITIONS, MAX_STEPS, Origin, Pipeline,
    Step, Words, unit,
};
use crate::compose::Registry;
use crate::pipeline::length::Item;
use crate::{BufferAccess, BufferDecl, DataType, Dim, Program, Validated, is_identifier};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

impl Pipeline {
    /// Checks every rule.
    ///
    /// # Errors
    /// Everything that is wrong, at once.
    pub fn validate(&self) -> Result<ValidPipeline, PipelineErrors> {
        let mut check = Check {
            pipeline: self,
            errors: Vec::new(),
            names: HashMap::new(),
            values: self.values.iter().map(String::as_str).collect(),
            written: self.buffers.iter().map(|buffer| buffer.kind.is_given()).collect(),
            used: vec![false; self.buffers.len()],
            programs: Programs::default(),
            steps: Vec::new(),
        };
        if self.steps.len() > MAX_STEPS {
            check.report(PipelinePlace::Pipeline, PipelineProblem::TooManySteps {});
        }
        if self.buffers.len() + self.values.len() > MAX_BUFFERS {
            check.report(PipelinePlace::Pipeline, PipelineProblem::TooManyBuffers {});
        }
        if check.errors.is_empty() {
            check.declarations();
            check.steps();
            check.unused();
        }
        let Check { errors, programs, steps, .. } = check;
        if !errors.is_empty() {
            return Err(PipelineErrors(errors));
        }
        let mut programs = programs.list;
        let plan = plan::plan(self, &steps, &mut programs);
        let prepared = OnceLock::new();
        Ok(ValidPipeline(Arc::new(Inner { pipeline: self.clone(), programs, apart: steps, plan, prepared })))
    }
}

/// The programs of the steps, each validated once.
#[derive(Default)]
struct Programs {
    list: Vec<Validated>,
    /// By the position in the pipeline, and the uniform buffers that are bound to buffers of the device.
    known: HashMap<(usize, Vec<String>), Option<usize>>,
}

struct Check<'p> {
    pipeline: &'p Pipeline,
    errors: Vec<PipelineError>,
    /// The buffers by their names, with those that are declared already.
    names: HashMap<&'p str, usize>,
    values: HashSet<&'p str>,
    /// Which buffers hold something.
    written: Vec<bool>,
    used: Vec<bool>,
    programs: Programs,
    steps: Vec<PlannedStep>,
}

impl<'p> Check<'p> {
    fn report(&mut self, place: PipelinePlace, problem: PipelineProblem) {
        self.errors.push(PipelineError { problem, place });
    }

    fn declarations(&mut self) {
        for (at, buffer) in self.pipeline.buffers.iter().enumerate() {
            let place = PipelinePlace::Buffer(at);
            if let Some(length) = &buffer.length {
                self.length(length, place, Some(&buffer.name));
            }
            self.name(&buffer.name, place);
            let is_new = self.names.insert(&buffer.name, at).is_none();
            if !is_new || self.values.contains(buffer.name.as_str()) {
                self.report(place, PipelineProblem::DuplicateName { name: buffer.name.clone() });
            }
            if buffer.element.value_type().is_none() && buffer.element != DataType::Bytes {
                let (name, element) = (buffer.name.clone(), buffer.element.clone());
                self.report(place, PipelineProblem::ElementType { name, element });
            }
        }
        for (at, value) in self.pipeline.values.iter().enumerate() {
            let place = PipelinePlace::Value(at);
            self.name(value, place);
            if self.pipeline.values[..at].contains(value) {
                self.report(place, PipelineProblem::DuplicateName { name: value.clone() });
            }
        }
    }

    fn name(&mut self, name: &str, place: PipelinePlace) {
        if !is_identifier(name) {
            self.report(place, PipelineProblem::NotAnIdentifier { name: name.to_string() });
        }
    }

    /// Checks a length: that of the buffer `own`, or one within a step.
    fn length(&mut self, length: &Length, place: PipelinePlace, own: Option<&str>) {
        if !length.is_whole() {
            return self.report(place, PipelineProblem::LongLength {});
        }
        for item in &length.0 {
            let problem = match item {
                Item::Of(name) if self.names.contains_key(name.as_str()) => continue,
                Item::Of(name) => {
                    match (own, self.pipeline.buffers.iter().any(|buffer| buffer.name == *name)) {
                        (Some(own), true) => {
                            PipelineProblem::LengthOfLater { name: own.to_string(), of: name.clone() }
                        }
                        _ => PipelineProblem::UnknownBuffer { name: name.clone() },
                    }
                }
                Item::Value(name) if self.values.contains(name.as_str()) => continue,
                Item::Value(name) => PipelineProblem::UnknownValue { name: name.clone() },
                Item::Groups(axis) if own.is_some() || *axis > 2 => PipelineProblem::GroupsOutside {},
                Item::Groups(_) | Item::Constant(_) | Item::Operator(_) => continue,
                Item::OfHandle(_) | Item::BytesOf(_) | Item::ValueOf(_) => PipelineProblem::ForeignHandle {},
            };
            self.report(place, problem);
        }
        if let (Some(own), Some(length)) = (own, length.as_constant())
            && length > u64::from(u32::MAX)
        {
            self.report(place, PipelineProblem::KnownLength { buffer: own.to_string(), length });
        }
    }

    /// Checks a length in which the workgroups of a step are not known.
    fn outer_length(&mut self, length: &Length, place: PipelinePlace) {
        if length.0.iter().any(|item| matches!(item, Item::Groups(_))) {
            self.report(place, PipelineProblem::GroupsOutside {});
        }
        self.length(length, place, None);
    }

    fn buffer(&mut self, handle: Handle, place: PipelinePlace) -> Option<usize> {
        let position = self.pipeline.position(handle);
        match position {
            Some(at) => self.used[at] = true,
            None => self.report(place, PipelineProblem::ForeignHandle {}),
        }
        position
    }

    fn steps(&mut self) {
        let pipeline = self.pipeline;
        // The open repetitions, with the number of steps before each.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut count = 0;
        for step in &pipeline.steps {
            let place = PipelinePlace::Step(count);
            match step {
                Step::Run { program, args, grid, origin, refused } => {
                    if let Some(reason) = refused {
                        self.report(place, PipelineProblem::RefusedKernel { reason: reason.clone() });
                    }
                    self.grid(grid, place);
                    self.run((*program, args), grid, origin.as_ref(), count);
                    count += 1;
                }
                Step::Repeat { count: times } => {
                    self.outer_length(times, place);
                    open.push((self.steps.len(), count));
                    self.steps.push(PlannedStep::Repeat { count: times.clone(), end: 0 });
                }
                Step::RepeatUntilUnchanged { flag, at_most } => {
                    self.outer_length(at_most, place);
                    let flag = self.flag(*flag, place);
                    open.push((self.steps.len(), count));
                    self.steps.push(PlannedStep::RepeatUntilUnchanged {
                        flag,
                        at_most: at_most.clone(),
                        end: 0,
                    });
                }
                Step::End => {
                    let here = self.steps.len();
                    self.steps.push(PlannedStep::End);
                    match open.pop() {
                        None => self.report(place, PipelineProblem::Unbalanced {}),
                        Some((_, before)) if before == count => {
                            self.report(place, PipelineProblem::EmptyRepetition {});
                        }
                        Some((begin, _)) => {
                            if let PlannedStep::Repeat { end, .. }
                            | PlannedStep::RepeatUntilUnchanged { end, .. } = &mut self.steps[begin]
                            {
                                *end = here;
                            }
                        }
                    }
                }
                Step::Swap(a, b) => self.swap(*a, *b, place),
            }
            if open.len() == MAX_REPETITIONS + 1
                && matches!(step, Step::Repeat { .. } | Step::RepeatUntilUnchanged { .. })
            {
                self.report(place, PipelineProblem::TooDeep {});
            }
        }
        if !open.is_empty() {
            self.report(PipelinePlace::Step(count), PipelineProblem::Unbalanced {});
        }
    }

    fn flag(&mut self, flag: Handle, place: PipelinePlace) -> usize {
        let Some(at) = self.buffer(flag, place) else { return 0 };
        let buffer = &self.pipeline.buffers[at];
        if buffer.element != DataType::U32 {
            let (buffer, got) = (buffer.name.clone(), buffer.element.clone());
            self.report(place, PipelineProblem::FlagType { buffer, got });
        }
        if buffer.kind == BufferKind::Input {
            self.report(place, PipelineProblem::FlagInput { buffer: buffer.name.clone() });
        }
        self.written[at] = true;
        at
    }

    fn swap(&mut self, a: Handle, b: Handle, place: PipelinePlace) {
        let (Some(a), Some(b)) = (self.buffer(a, place), self.buffer(b, place)) else { return };
        let (left, right) = (&self.pipeline.buffers[a], &self.pipeline.buffers[b]);
        if a == b {
            self.report(place, PipelineProblem::SwappedSelf { buffer: left.name.clone() });
        }
        if left.element != right.element {
            self.report(
                place,
                PipelineProblem::SwappedTypes {
                    a: left.name.clone(),
                    b: right.name.clone(),
                    left: left.element.clone(),
                    right: right.element.clone(),
                },
            );
        }
        for buffer in [left, right] {
            if buffer.kind == BufferKind::Input {
                self.report(place, PipelineProblem::SwappedInput { buffer: buffer.name.clone() });
            }
        }
        self.written.swap(a, b);
        self.steps.push(PlannedStep::Swap(a, b));
    }

    fn grid(&mut self, grid: &Grid, place: PipelinePlace) {
        for (axis, length) in ["x", "y", "z"].into_iter().zip(grid.lengths()) {
            self.outer_length(length, place);
            if length.as_constant() == Some(0) {
                self.report(place, PipelineProblem::ZeroGrid { axis });
            }
        }
    }

    fn run(
        &mut self,
        (program, args): (usize, &[(String, ArgKind)]),
        grid: &Grid,
        origin: Option<&Origin>,
        step: usize,
    ) {
        let place = PipelinePlace::Step(step);
        let Some(source) = self.pipeline.programs.get(program) else {
            return self.report(place, PipelineProblem::Unbalanced {});
        };
        let known = || {
            let names: Vec<String> =
                source.bound_buffers().map(|buffer| format!("`{}`", buffer.name)).collect();
            if names.is_empty() { "none".to_string() } else { names.join(", ") }
        };
        for (at, (name, _)) in args.iter().enumerate() {
            if !source.bound_buffers().any(|buffer| buffer.name == *name) {
                let (name, known) = (name.clone(), known());
                self.report(place, PipelineProblem::UnknownParameter { name, known });
            }
            if args[..at].iter().any(|(other, _)| other == name) {
                self.report(place, PipelineProblem::DuplicateParameter { name: name.clone() });
            }
        }
        let mut bound = Vec::new();
        let mut taken: Vec<(usize, &BufferDecl)> = Vec::new();
        let mut resident_uniforms = Vec::new();
        for decl in source.bound_buffers() {
            let Some((_, arg)) = args.iter().find(|(name, _)| *name == decl.name) else {
                self.report(place, PipelineProblem::MissingParameter { name: decl.name.clone() });
                continue;
            };
            match arg {
                ArgKind::Buffer(handle) | ArgKind::WordsOf(handle) | ArgKind::Shaped(handle, _) => {
                    let shape = match arg {
                        ArgKind::Shaped(_, shape) => Some(&shape[..]),
                        _ => None,
                    };
                    shape.unwrap_or_default().iter().for_each(|length| self.outer_length(length, place));
                    let Some(at) = self.buffer(*handle, place) else { continue };
                    self.bound(decl, at, matches!(arg, ArgKind::WordsOf(_)), place);
                    self.shape(decl, at, shape, place);
                    let is_written = |decl: &BufferDecl| decl.access == BufferAccess::ReadWrite;
                    let twice = |(other, earlier): &&(usize, &BufferDecl)| {
                        *other == at && (is_written(decl) || is_written(earlier))
                    };
                    if let Some((_, other)) = taken.iter().find(twice) {
                        let buffer = self.pipeline.buffers[at].name.clone();
                        let (name, other) = (other.name.clone(), decl.name.clone());
                        self.report(place, PipelineProblem::Aliased { buffer, name, other });
                    }
                    taken.push((at, decl));
                    if decl.access == BufferAccess::Uniform {
                        resident_uniforms.push(decl.name.clone());
                    }
                    bound.push(match shape {
                        Some(shape) => BoundArg::Tensor(at, shape.to_vec()),
                        None => BoundArg::Buffer(at),
                    });
                }
                ArgKind::Words(ty, words) => {
                    words.lengths().iter().for_each(|length| self.length(length, place, None));
                    match fitted(decl, ty.as_ref(), words) {
                        Ok(arg) => bound.push(arg),
                        Err(unfit) => {
                            let name = decl.name.clone();
                            self.report(place, PipelineProblem::ValueUnfit { name, unfit });
                        }
                    }
                }
            }
        }
        for (at, decl) in taken {
            self.written[at] |= decl.access == BufferAccess::ReadWrite;
        }
        let origin = origin.filter(|_| resident_uniforms.is_empty()).map(|origin| Arc::clone(&origin.0));
        if let Some(program) = self.program(program, resident_uniforms, place) {
            let (grid, steps) = (grid.clone(), vec![step]);
            self.steps.push(PlannedStep::Launch { program, args: bound, grid, steps, origin });
        }
    }

    /// Checks the shape that a buffer is passed with, if it is.
    fn shape(&mut self, decl: &BufferDecl, at: usize, shape: Option<&[Length]>, place: PipelinePlace) {
        let name = decl.name.clone();
        let problem = match (&decl.element, shape) {
            (DataType::Tensor(ty), None) if ty.shape.iter().any(|dim| matches!(dim, Dim::Dynamic(_))) => {
                PipelineProblem::NoShape { name, buffer: self.pipeline.buffers[at].name.clone() }
            }
            (DataType::Tensor(ty), Some(shape)) if ty.rank() != shape.len() => {
                PipelineProblem::ShapeRank { name, expected: ty.rank(), got: shape.len() }
            }
            (DataType::Tensor(_), _) | (_, None) => return,
            (_, Some(_)) => PipelineProblem::NoTensor { name },
        };
        self.report(place, problem);
    }

    /// Checks a buffer that is bound.
    fn bound(&mut self, decl: &BufferDecl, at: usize, is_grouped: bool, place: PipelinePlace) {
        let buffer = &self.pipeline.buffers[at];
        let name = || (decl.name.clone(), buffer.name.clone());
        let element = match &decl.element {
            DataType::Tensor(ty) => &*ty.element,
            element => element,
        };
        let is_words = !buffer.element.is_packed() && !element.is_packed();
        if buffer.element != *element && !(is_grouped && is_words) {
            let ((name, buffer_name), expected) = (name(), element.clone());
            let got = buffer.element.clone();
            self.report(place, PipelineProblem::BufferType { name, buffer: buffer_name, expected, got });
        } else if let (true, Some(length)) =
            (decl.count != 0, buffer.length.as_ref().and_then(Length::as_constant))
        {
            let got =
                (length * unit(&buffer.element) as u64).div_ceil(decl.element.element_type().bytes() as u64);
            if got != u64::from(decl.count) {
                let (name, buffer) = name();
                self.report(place, PipelineProblem::BufferCount { name, buffer, expected: decl.count, got });
            }
        }
        if decl.access == BufferAccess::ReadWrite {
            if buffer.kind == BufferKind::Input {
                let (name, buffer) = name();
                self.report(place, PipelineProblem::WrittenInput { name, buffer });
            }
        } else if !self.written[at] {
            self.report(place, PipelineProblem::ReadBeforeWritten { buffer: buffer.name.clone() });
            // It is said once.
            self.written[at] = true;
        }
    }

    /// The position of a validated program, with some of its uniform buffers as read-only ones, which may stay on the device.
    fn program(&mut self, at: usize, uniforms: Vec<String>, place: PipelinePlace) -> Option<usize> {
        if let Some(known) = self.programs.known.get(&(at, uniforms.clone())) {
            return *known;
        }
        let source = &self.pipeline.programs[at];
        let registry = Registry::current();
        let validated = if uniforms.is_empty() {
            crate::validate_with(source, &registry)
        } else {
            let readable = |buffer: &BufferDecl| match uniforms.contains(&buffer.name) {
                true => BufferDecl { access: BufferAccess::ReadOnly, ..buffer.clone() },
                false => buffer.clone(),
            };
            let buffers = source.buffers.iter().map(readable).collect();
            crate::validate_with(&Program { buffers, ..Program::clone(source) }, &registry)
        };
        let position = match validated {
            Ok(program) => {
                self.programs.list.push(program);
                Some(self.programs.list.len() - 1)
            }
            Err(errors) => {
                for error in errors {
                    self.report(place, PipelineProblem::InvalidProgram { error: Box::new(error) });
                }
                None
            }
        };
        self.programs.known.insert((at, uniforms), position);
        position
    }

    fn unused(&mut self) {
        for (at, buffer) in self.pipeline.buffers.iter().enumerate() {
            if !self.used[at] && matches!(buffer.kind, BufferKind::Output | BufferKind::Temporary) {
                let (name, kind) = (buffer.name.clone(), buffer.kind.name());
                self.report(PipelinePlace::Buffer(at), PipelineProblem::Unused { buffer: name, kind });
            }
        }
    }
}

/// The words that a parameter gets.
fn fitted(decl: &BufferDecl, ty: Option<&DataType>, words: &Words) -> Result<BoundArg, Unfit> {
    if decl.access == BufferAccess::ReadWrite {
        return Err(Unfit::Written);
    }
    let lanes = decl.element.lanes().max(1);
    let mut words = words.clone();
    if let Some(got) = ty
        && *got != decl.element
    {
        // A literal without a suffix is an `i32`.
        let small = match (&words, got) {
            (Words::Constant(constant), DataType::I32) => match constant[..] {
                [word] if word <= i32::MAX as u32 => Some(word),
                _ => None,
            },
            _ => None,
        };
        match (small, &decl.element) {
            (Some(word), DataType::U32 | DataType::U64 | DataType::U128) => {
                let mut parts = vec![0; lanes];
                parts[0] = word;
                words = Words::Constant(parts.into());
            }
            _ => return Err(Unfit::Type { wanted: decl.element.clone(), got: got.clone() }),
        }
    }
    let wanted = u64::from(decl.count) * lanes as u64;
    let is_whole = words.len().is_multiple_of(lanes) && words.len() > 0;
    if decl.count != 0 && words.len() as u64 != wanted || !is_whole {
        return Err(Unfit::Words { wanted: wanted.max(lanes as u64), got: words.len() });
    }
    Ok(match words {
        Words::Constant(words) => BoundArg::Constant(words),
        Words::Lengths(lengths) => BoundArg::Lengths(lengths),
    })
}
