//! Valid pipelines, and what a run has to know of one: the steps with everything looked up, and the lengths once the arguments are there.

use super::length::Known;
use super::plan::Plan;
use super::{Explanation, Grid, Length, Pipeline, PipelineBuffer, unit};
use crate::{BufferDecl, DataType, Dim, Program, Validated};
use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A valid pipeline. Cloning it is cheap, and clones share what devices have compiled.
#[derive(Clone)]
pub struct ValidPipeline(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) pipeline: Pipeline,
    pub(super) programs: Vec<Validated>,
    /// The steps one by one.
    pub(super) apart: Vec<PlannedStep>,
    pub(super) plan: Plan,
    /// What the first device that ran the pipeline has made of it.
    pub(super) prepared: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// What a step passes for a bound buffer of its program, in order of declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum BoundArg {
    /// The buffer at this position.
    Buffer(usize),
    /// The buffer at this position, as a tensor of this shape.
    Tensor(usize, Vec<Length>),
    /// Words that are always the same.
    Constant(Arc<[u32]>),
    /// Words that the arguments of a run decide.
    Lengths(Vec<Length>),
}

/// A step with everything looked up.
#[derive(Clone)]
pub enum PlannedStep {
    /// A launch.
    Launch {
        /// The position of the program in [`ValidPipeline::programs`].
        program: usize,
        /// One for each bound buffer of the program.
        args: Vec<BoundArg>,
        /// How many invocations it has.
        grid: Grid,
        /// The steps that are done by it.
        steps: Vec<usize>,
        /// What knows more of the program, if it is as that made it.
        origin: Option<Arc<dyn Any + Send + Sync>>,
    },
    /// The steps up to the [`End`](PlannedStep::End) at `end` are repeated.
    Repeat {
        /// How often.
        count: Length,
        /// The position of the end.
        end: usize,
    },
    /// The steps up to the end are repeated until they leave element 0 of a buffer as it was.
    RepeatUntilUnchanged {
        /// The position of the buffer.
        flag: usize,
        /// The maximum number of rounds.
        at_most: Length,
        /// The position of the end.
        end: usize,
    },
    /// The end of the innermost repetition.
    End,
    /// Two buffers change their places.
    Swap(usize, usize),
}

impl ValidPipeline {
    /// The pipeline as it was made.
    pub fn pipeline(&self) -> &Pipeline {
        &self.0.pipeline
    }

    /// Encodes the pipeline, as [`Pipeline::to_wire`] does.
    pub fn to_wire(&self) -> Vec<u8> {
        self.0.pipeline.to_wire()
    }

    /// The programs of its launches.
    pub fn programs(&self) -> &[Validated] {
        &self.0.programs
    }

    /// The steps one by one, in order.
    pub fn steps(&self) -> &[PlannedStep] {
        &self.0.apart
    }

    /// The steps as devices run them: what can be one launch is one.
    pub fn planned(&self) -> &[PlannedStep] {
        &self.0.plan.steps
    }

    /// Which buffers exist in [`planned`](ValidPipeline::planned): temporaries that steps hand on within a launch are variables of it.
    pub fn is_kept(&self, buffer: usize) -> bool {
        !self.0.plan.vanished.get(buffer).copied().unwrap_or(false)
    }

    /// From which and up to which of the planned steps a buffer holds anything, if it does at all. Repetitions count as a whole.
    pub fn lifetime(&self, buffer: usize) -> Option<(usize, usize)> {
        self.0.plan.lifetimes.get(buffer).copied().flatten()
    }

    /// The number of launches; those that are repeated count once.
    ///
    /// ```
    /// use vyre_ir::{DataType, Grid, Length, Pipeline, Program};
    /// let copy: Program = "program workgroup_size 64, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1
    ///     entry { y[invocation_id.x] = x[invocation_id.x]; }".parse()?;
    /// let mut p = Pipeline::new();
    /// let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    /// p.repeat(10, |p| p.step(&copy, &[("x", a.into()), ("y", out.into())], Grid::covers("out")));
    /// assert_eq!(p.validate()?.launches(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn launches(&self) -> usize {
        self.planned().iter().filter(|step| matches!(step, PlannedStep::Launch { .. })).count()
    }

    /// Which steps are one launch, and why others are not. It can be displayed.
    pub fn explain(&self) -> &Explanation {
        &self.0.plan.explanation
    }

    /// What a device keeps with the pipeline: made when it is first asked for.
    #[doc(hidden)]
    pub fn prepared(&self, make: impl FnOnce() -> Box<dyn Any + Send + Sync>) -> &(dyn Any + Send + Sync) {
        self.0.prepared.get_or_init(make).as_ref()
    }

    /// The lengths and grids with the arguments of a run.
    ///
    /// # Errors
    /// If an argument is missing, unknown or given twice, or a buffer would have too many elements.
    pub fn shapes<'n, A: Given>(
        &self,
        args: impl IntoIterator<Item = (&'n str, A)>,
    ) -> Result<Shapes<'_>, ShapeError> {
        let Pipeline { buffers, values, .. } = self.pipeline();
        let mut shapes = Shapes {
            pipeline: self.pipeline(),
            names: buffers.iter().enumerate().map(|(at, buffer)| (buffer.name.as_str(), at)).collect(),
            lengths: vec![None; buffers.len()],
            values: vec![None; values.len()],
        };
        // Outputs may be given, to be copied there. Their lengths follow from the others.
        let mut outputs = vec![None; buffers.len()];
        for (name, arg) in args {
            let is_given = |buffer: &PipelineBuffer| buffer.kind.is_given() || buffer.kind.is_output();
            let buffer = buffers.iter().position(|buffer| buffer.name == name && is_given(buffer));
            let value = values.iter().position(|value| value == name);
            let (known, given) = match (buffer, value) {
                (Some(at), _) => {
                    let element = &buffers[at].element;
                    let length = arg.length(element);
                    let length = length.ok_or_else(|| ShapeError::NoBuffer { name: name.to_string() })?;
                    let lengths =
                        if buffers[at].kind.is_given() { &mut shapes.lengths } else { &mut outputs };
                    (&mut lengths[at], length)
                }
                (None, Some(at)) => {
                    let value = arg.value().ok_or_else(|| ShapeError::NoValue { name: name.to_string() })?;
                    (&mut shapes.values[at], value)
                }
                (None, None) => return Err(self.unknown(name)),
            };
            if known.replace(given).is_some() {
                return Err(ShapeError::Twice { name: name.to_string() });
            }
        }
        let given = buffers.iter().zip(&shapes.lengths).filter(|(buffer, _)| buffer.kind.is_given());
        let missing = given.filter(|(_, length)| length.is_none()).map(|(buffer, _)| &buffer.name);
        let without = values.iter().zip(&shapes.values).filter(|(_, value)| value.is_none());
        let missing: Vec<String> = missing.chain(without.map(|(name, _)| name)).cloned().collect();
        if !missing.is_empty() {
            return Err(ShapeError::Missing { names: missing });
        }
        for (at, buffer) in buffers.iter().enumerate() {
            let length = match &buffer.length {
                Some(length) => length.eval(&shapes).unwrap_or(u64::MAX),
                None => shapes.lengths[at].unwrap_or(0),
            };
            if length > u64::from(u32::MAX) {
                return Err(ShapeError::Length { name: buffer.name.clone(), length });
            }
            shapes.lengths[at] = Some(length);
            if let Some(got) = outputs[at].filter(|got| *got != length) {
                return Err(ShapeError::OutputLength { name: buffer.name.clone(), length, got });
            }
        }
        self.fits(&shapes)?;
        Ok(shapes)
    }

    /// Checks the grids of all steps that will run, and the buffers of which a program says the length, before the first of them runs.
    fn fits(&self, shapes: &Shapes<'_>) -> Result<(), ShapeError> {
        // A swap changes which buffer a step sees from round to round.
        let has_swaps = self.steps().iter().any(|step| matches!(step, PlannedStep::Swap(..)));
        let mut next = 0;
        while let Some(planned) = self.steps().get(next) {
            match planned {
                PlannedStep::Launch { program, args, grid, steps, .. } => {
                    let step = steps.first().copied().unwrap_or(0);
                    let program = self.programs()[*program].program();
                    let groups = shapes.groups(grid, program.workgroup_size);
                    let groups = groups.map_err(|(axis, groups)| ShapeError::Grid { step, axis, groups })?;
                    if !groups.contains(&0) {
                        shapes.tensors(step, program, args, !has_swaps)?;
                    }
                    if !has_swaps && !groups.contains(&0) {
                        let bound = program.bound_buffers().zip(args);
                        let mut counted = bound.filter(|(decl, _)| decl.count != 0);
                        counted.try_for_each(|(decl, arg)| shapes.counted(step, decl, arg))?;
                    }
                }
                PlannedStep::Repeat { count: rounds, end }
                | PlannedStep::RepeatUntilUnchanged { at_most: rounds, end, .. }
                    if shapes.eval(rounds) == 0 =>
                {
                    next = *end;
                }
                PlannedStep::Repeat { .. }
                | PlannedStep::RepeatUntilUnchanged { .. }
                | PlannedStep::End
                | PlannedStep::Swap(..) => {}
            }
            next += 1;
        }
        Ok(())
    }

    fn unknown(&self, name: &str) -> ShapeError {
        let Pipeline { buffers, values, .. } = self.pipeline();
        let given = buffers.iter().filter(|buffer| buffer.kind.is_given()).map(|buffer| buffer.name.as_str());
        let known: Vec<&str> = given.chain(values.iter().map(String::as_str)).collect();
        let nearest = crate::similar::nearest(name, &known).map(str::to_string);
        ShapeError::Unknown { name: name.to_string(), nearest }
    }

    /// The bytes that temporaries take in a run with these arguments. Those that do not live at the same time share memory, if they have the same size,
    /// and those that are variables of a launch take none.
    ///
    /// # Errors
    /// As for [`shapes`](ValidPipeline::shapes).
    pub fn temporary_bytes<A: Given>(&self, args: &[(&str, A)]) -> Result<u64, ShapeError> {
        let shapes = self.shapes(args.iter().map(|(name, arg)| (*name, arg)))?;
        Ok(self.slots(&shapes).1.iter().map(|bytes| bytes.div_ceil(4) * 4).sum())
    }

    /// The memory that each temporary takes, as a position in a list of sizes, and that list. Temporaries that take turns have the same size, as a buffer's
    /// length is that of its memory.
    #[doc(hidden)]
    pub fn slots(&self, shapes: &Shapes<'_>) -> (Vec<Option<usize>>, Vec<u64>) {
        let buffers = &self.pipeline().buffers;
        let mut order: Vec<(usize, (usize, usize))> = (0..buffers.len())
            .filter(|at| buffers[*at].kind == super::BufferKind::Temporary && self.is_kept(*at))
            .filter_map(|at| Some((at, self.lifetime(at)?)))
            .collect();
        order.sort_by_key(|(_, lifetime)| *lifetime);
        let mut slots = vec![None; buffers.len()];
        // The sizes, and until which step each is taken, and whether elements share words there.
        let mut sizes: Vec<u64> = Vec::new();
        let mut taken: Vec<(usize, bool)> = Vec::new();
        for (at, (first, last)) in order {
            let (bytes, is_packed) = (shapes.bytes(at), buffers[at].element.is_packed());
            let fits =
                |slot: &usize| sizes[*slot] == bytes && taken[*slot].0 < first && taken[*slot].1 == is_packed;
            let free = (0..sizes.len()).find(fits);
            let slot = free.unwrap_or_else(|| {
                sizes.push(bytes);
                taken.push((0, is_packed));
                sizes.len() - 1
            });
            taken[slot].0 = last;
            slots[at] = Some(slot);
        }
        (slots, sizes)
    }
}

impl fmt::Debug for ValidPipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ValidPipeline").field(self.pipeline()).finish()
    }
}

/// An argument of a run, as far as lengths depend on it.
pub trait Given {
    /// The number of elements of a buffer of this type, of bytes for `Bytes`; `None` if it is no buffer.
    fn length(&self, element: &DataType) -> Option<u64>;
    /// The number, if it is one.
    fn value(&self) -> Option<u64>;
}

impl<T: Given + ?Sized> Given for &T {
    fn length(&self, element: &DataType) -> Option<u64> {
        (**self).length(element)
    }
    fn value(&self) -> Option<u64> {
        (**self).value()
    }
}

/// What buffers and values are in a run.
#[derive(Clone, Debug)]
pub struct Shapes<'p> {
    pipeline: &'p Pipeline,
    names: HashMap<&'p str, usize>,
    lengths: Vec<Option<u64>>,
    values: Vec<Option<u64>>,
}

impl Known for Shapes<'_> {
    fn of(&self, name: &str) -> Option<u64> {
        self.lengths[*self.names.get(name)?]
    }

    fn value(&self, name: &str) -> Option<u64> {
        let at = self.pipeline.values.iter().position(|value| value == name)?;
        self.values[at]
    }

    fn groups(&self, _: u8) -> Option<u64> {
        None
    }
}

/// The shapes within a step.
struct Within<'s, 'p>(&'s Shapes<'p>, [u32; 3]);

impl Known for Within<'_, '_> {
    fn of(&self, name: &str) -> Option<u64> {
        Known::of(self.0, name)
    }

    fn value(&self, name: &str) -> Option<u64> {
        self.0.value(name)
    }

    fn groups(&self, axis: u8) -> Option<u64> {
        self.1.get(usize::from(axis)).copied().map(u64::from)
    }
}

impl Shapes<'_> {
    /// The elements of the buffer at this position, of bytes for `Bytes`.
    pub fn len(&self, buffer: usize) -> u64 {
        self.lengths.get(buffer).copied().flatten().unwrap_or(0)
    }

    /// Whether the pipeline has no buffers.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// The bytes of the buffer at this position.
    pub fn bytes(&self, buffer: usize) -> u64 {
        self.len(buffer) * self.pipeline.buffers.get(buffer).map_or(0, |buffer| unit(&buffer.element) as u64)
    }

    /// A length.
    pub fn eval(&self, length: &Length) -> u64 {
        length.eval(self).unwrap_or(0)
    }

    /// The lengths of the dimensions of a tensor.
    pub fn shape(&self, shape: &[Length]) -> Vec<u64> {
        shape.iter().map(|length| self.eval(length)).collect()
    }

    /// Checks the shapes that a step passes: against its program, against each other, and against the buffers where these are known.
    fn tensors(
        &self,
        step: usize,
        program: &Program,
        args: &[BoundArg],
        is_buffer_known: bool,
    ) -> Result<(), ShapeError> {
        let mut named: Vec<(&str, u64, &str)> = Vec::new();
        for (decl, arg) in program.bound_buffers().zip(args) {
            let (BoundArg::Tensor(at, shape), DataType::Tensor(ty)) = (arg, &decl.element) else { continue };
            let shape = self.shape(shape);
            for (axis, (dim, length)) in ty.shape.iter().zip(&shape).enumerate() {
                let known = match dim {
                    Dim::Static(wanted) => Some((axis.to_string(), u64::from(*wanted), "the program")),
                    Dim::Dynamic(name) => match named.iter().find(|(known, ..)| known == name) {
                        Some((_, value, first)) => Some((name.to_string(), *value, *first)),
                        None => {
                            named.push((name, *length, &decl.name));
                            None
                        }
                    },
                };
                if let Some((dimension, value, first)) = known.filter(|(_, value, _)| value != length) {
                    let (name, other) = (first.to_string(), decl.name.clone());
                    let other_value = *length;
                    return Err(ShapeError::Dimension { step, dimension, name, value, other, other_value });
                }
            }
            let elements = shape.iter().fold(1u64, |product, length| product.saturating_mul(*length));
            if is_buffer_known && elements != self.len(*at) {
                let buffer = self.pipeline.buffers.get(*at).map(|buffer| buffer.name.clone());
                let (buffer, length) = (buffer.unwrap_or_default(), self.len(*at));
                return Err(ShapeError::Shape { step, name: decl.name.clone(), buffer, shape, length });
            }
        }
        Ok(())
    }

    /// Checks a buffer of which the program says the number of elements.
    fn counted(&self, step: usize, decl: &BufferDecl, arg: &BoundArg) -> Result<(), ShapeError> {
        let (BoundArg::Buffer(at) | BoundArg::Tensor(at, _)) = *arg else { return Ok(()) };
        let got = self.bytes(at).div_ceil(decl.element.element_type().bytes() as u64);
        if got == u64::from(decl.count) {
            return Ok(());
        }
        let buffer = self.pipeline.buffers.get(at).map(|buffer| buffer.name.clone()).unwrap_or_default();
        let (name, expected) = (decl.name.clone(), decl.count);
        Err(ShapeError::Count { step, name, buffer, expected, got })
    }

    /// The workgroups of a step whose program has workgroups of this size.
    ///
    /// # Errors
    /// The axis along which there are more than 2^32 - 1, and how many there are. The steps of a [`ValidPipeline`] that run with these shapes have
    /// no such axis.
    pub fn groups(&self, grid: &Grid, size: [u32; 3]) -> Result<[u32; 3], (usize, u64)> {
        let along = |length: &Length, axis: usize, size: u32| {
            let groups = self.eval(length).div_ceil(u64::from(size.max(1)));
            u32::try_from(groups).map_err(|_| (axis, groups))
        };
        match grid {
            Grid::Covers(length) => Ok([along(length, 0, size[0])?, 1, 1]),
            Grid::Workgroups([x, y, z]) => Ok([along(x, 0, 1)?, along(y, 1, 1)?, along(z, 2, 1)?]),
            Grid::Invocations([x, y, z]) => {
                Ok([along(x, 0, size[0])?, along(y, 1, size[1])?, along(z, 2, size[2])?])
            }
        }
    }

    /// The words that a step passes by value. What does not fit in 32 bits is `u32::MAX`.
    pub fn words(&self, words: &[Length], groups: [u32; 3]) -> Vec<u32> {
        let word = |length: &Length| length.eval(&Within(self, groups)).unwrap_or(0);
        words.iter().map(|length| u32::try_from(word(length)).unwrap_or(u32::MAX)).collect()
    }
}

/// What is wrong with the arguments of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// There are inputs or values without an argument.
    Missing {
        /// Their names.
        names: Vec<String>,
    },
    /// There is no input and no value of a name.
    Unknown {
        /// The name.
        name: String,
        /// The name that it may be meant to be.
        nearest: Option<String>,
    },
    /// An argument is given twice.
    Twice {
        /// Its name.
        name: String,
    },
    /// A number is given for a buffer.
    NoBuffer {
        /// The buffer.
        name: String,
    },
    /// Something else than an unsigned number is given for a value.
    NoValue {
        /// The value.
        name: String,
    },
    /// A buffer has more elements than there can be.
    Length {
        /// The buffer.
        name: String,
        /// The number of its elements.
        length: u64,
    },
    /// What is given for an output has another length.
    OutputLength {
        /// The output.
        name: String,
        /// The number of its elements.
        length: u64,
        /// The elements of what is given.
        got: u64,
    },
    /// A step has more workgroups than there can be.
    Grid {
        /// The step.
        step: usize,
        /// The axis.
        axis: usize,
        /// The number of workgroups along it.
        groups: u64,
    },
    /// A step passes a shape that its buffer does not have.
    Shape {
        /// The step.
        step: usize,
        /// The parameter.
        name: String,
        /// The buffer.
        buffer: String,
        /// The shape.
        shape: Vec<u64>,
        /// The number of elements of the buffer.
        length: u64,
    },
    /// A dimension has two lengths in a step.
    Dimension {
        /// The step.
        step: usize,
        /// The name of the dimension; its number, if the program says its length.
        dimension: String,
        /// The parameter that has the first length.
        name: String,
        /// The first length.
        value: u64,
        /// The parameter that has the second length.
        other: String,
        /// The second length.
        other_value: u64,
    },
    /// A step's program says another number of elements of a buffer.
    Count {
        /// The step.
        step: usize,
        /// The parameter.
        name: String,
        /// The buffer.
        buffer: String,
        /// The number of elements in the program.
        expected: u32,
        /// The number of elements of the buffer.
        got: u64,
    },
}

/// The text of the pipeline.
impl fmt::Display for ValidPipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.pipeline.fmt(f)
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Missing { names } => {
                write!(f, "the pipeline's `{}` has no argument. Fix: give it one", names.join("`, `"))
            }
            ShapeError::Unknown { name, nearest } => {
                write!(f, "the pipeline has no input and no value `{name}`. Fix: ")?;
                match nearest {
                    Some(nearest) => write!(f, "write `{nearest}`"),
                    None => f.write_str("give its inputs and values alone"),
                }
            }
            ShapeError::Twice { name } => write!(f, "`{name}` is given twice. Fix: give it once"),
            ShapeError::NoBuffer { name } => {
                write!(f, "`{name}` is a buffer, and got a value. Fix: give it data, as Arg::read(&data)")
            }
            ShapeError::NoValue { name } => {
                write!(
                    f,
                    "`{name}` is a value, and takes an unsigned number. Fix: give it as Arg::value(5u32)"
                )
            }
            ShapeError::Length { name, length } => {
                write!(f, "buffer `{name}` would have {length} elements. Fix: use at most {}", u32::MAX)
            }
            ShapeError::OutputLength { name, length, got } => {
                write!(
                    f,
                    "output `{name}` has {length} elements, and got room for {got}. Fix: give it {length}"
                )
            }
            ShapeError::Grid { step, axis, groups } => {
                let axis = ["x", "y", "z"].get(*axis).unwrap_or(&"z");
                write!(
                    f,
                    "step {step} would have {groups} workgroups along {axis}. Fix: use at most {}",
                    u32::MAX
                )
            }
            ShapeError::Shape { step, name, buffer, shape, length } => {
                write!(
                    f,
                    "step {step}: `{buffer}` has {length} elements, and is passed for `{name}` as {shape:?}. Fix: give a shape of {length} elements"
                )
            }
            ShapeError::Dimension { step, dimension, name, value, other, other_value } => {
                write!(
                    f,
                    "step {step}: the dimension `{dimension}` is {value} in `{name}` and {other_value} in `{other}`. Fix: give shapes that agree in it"
                )
            }
            ShapeError::Count { step, name, buffer, expected, got } => {
                write!(
                    f,
                    "step {step}: parameter `{name}` has {expected} elements, and `{buffer}` {got}. Fix: give `{buffer}` {expected} elements"
                )
            }
        }
    }
}

impl std::error::Error for ShapeError {}
