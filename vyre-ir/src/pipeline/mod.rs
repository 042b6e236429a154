//! Pipelines: programs that run one after the other on buffers that the device keeps.
//!
//! A [`Pipeline`] is data: buffers, values, programs and steps. [`Pipeline::validate`] finds everything that is wrong with one at once, and gives
//! a [`ValidPipeline`], which is what devices take. Steps are a flat list, in which repetitions begin and end, so nothing recurses.
//!
//! # What is not here
//!
//! Devices, data and arguments are `vyre-runtime`'s.

mod join;
pub(crate) mod length;
mod plan;
pub mod rules;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests;
mod valid;
mod validate;
mod wire;

pub use length::{Length, LengthOf, MAX_LENGTH_ITEMS};
pub use plan::{Apart, Explanation, Joined, Reason};
pub use rules::{PipelineCode, PipelineError, PipelineErrors, PipelineProblem};
pub use valid::{BoundArg, Given, PlannedStep, ShapeError, Shapes, ValidPipeline};

use crate::{BufferAccess, DataType, Dim, Program};
use length::Item;
use std::any::Any;
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of steps of a pipeline.
pub const MAX_STEPS: usize = 10_000;
/// The maximum number of buffers and of values.
pub const MAX_BUFFERS: usize = 10_000;
/// The maximum number of repetitions that are in each other.
pub const MAX_REPETITIONS: usize = 16;

/// A buffer of a pipeline, as steps take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    pipeline: u64,
    pub(crate) at: u32,
}

/// A value of a pipeline, which a run is given as an argument: a number of lengths, grids and steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    pipeline: u64,
    pub(crate) at: u32,
}

/// What a buffer of a pipeline is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BufferKind {
    /// Its data is given. Steps only read it.
    Input,
    /// It is what the pipeline computes, and zero at first.
    Output,
    /// Its data is given, and it is an output.
    InOut,
    /// It is zero at first, and gone when the pipeline has run.
    Temporary,
}

impl BufferKind {
    pub(crate) const ALL: [BufferKind; 4] =
        [BufferKind::Input, BufferKind::Output, BufferKind::InOut, BufferKind::Temporary];

    /// The name in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            BufferKind::Input => "input",
            BufferKind::Output => "output",
            BufferKind::InOut => "in_out",
            BufferKind::Temporary => "temporary",
        }
    }

    /// Whether a run is given its data.
    pub const fn is_given(self) -> bool {
        matches!(self, BufferKind::Input | BufferKind::InOut)
    }

    /// Whether a run gives its data.
    pub const fn is_output(self) -> bool {
        matches!(self, BufferKind::Output | BufferKind::InOut)
    }
}

/// The declaration of a buffer of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineBuffer {
    /// The name, by which arguments and lengths refer to it.
    pub name: String,
    /// The type of its elements.
    pub element: DataType,
    /// What it is for.
    pub kind: BufferKind,
    /// The number of its elements; of bytes if it is one of `Bytes`. What is given has the length that it has.
    pub length: Option<Length>,
}

/// How many invocations a step has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grid {
    /// At least one invocation along x for each element of the buffer with this name.
    Covers(Length),
    /// Workgroups along x, y and z.
    Workgroups([Length; 3]),
    /// Invocations along x, y and z, rounded up to whole workgroups.
    Invocations([Length; 3]),
}

impl Grid {
    /// An invocation along x for each element of a buffer, rounded up to whole workgroups.
    pub fn covers(buffer: impl LengthOf) -> Grid {
        Grid::Covers(Length::of(buffer))
    }

    /// So many workgroups along x, y and z.
    pub fn workgroups<L: Into<Length>>(groups: [L; 3]) -> Grid {
        Grid::Workgroups(groups.map(Into::into))
    }

    /// So many invocations along x, y and z, rounded up to whole workgroups.
    pub fn invocations<L: Into<Length>>(invocations: [L; 3]) -> Grid {
        Grid::Invocations(invocations.map(Into::into))
    }

    pub(crate) fn lengths(&self) -> &[Length] {
        match self {
            Grid::Covers(length) => std::slice::from_ref(length),
            Grid::Workgroups(lengths) | Grid::Invocations(lengths) => lengths,
        }
    }

    fn each(self, mut each: impl FnMut(Length) -> Length) -> Grid {
        match self {
            Grid::Covers(length) => Grid::Covers(each(length)),
            Grid::Workgroups(lengths) => Grid::Workgroups(lengths.map(each)),
            Grid::Invocations(lengths) => Grid::Invocations(lengths.map(each)),
        }
    }
}

/// What a step passes for a buffer of its program: a buffer of the pipeline, a [`Length`], or a number.
#[derive(Clone, Debug, PartialEq)]
pub struct StepArg(pub(crate) ArgKind);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ArgKind {
    Buffer(Handle),
    /// A buffer for a parameter whose elements are other groups of the same words: of a kernel's structs, arrays and narrow integers.
    WordsOf(Handle),
    /// A buffer for a parameter that is a tensor, with the lengths of its dimensions.
    Shaped(Handle, Vec<Length>),
    /// Words, of a type if that is known.
    Words(Option<DataType>, Words),
}

/// The words that a step passes by value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Words {
    Constant(Arc<[u32]>),
    Lengths(Vec<Length>),
}

impl Words {
    /// Words of which some may be lengths.
    pub(crate) fn new(words: Vec<Length>) -> Words {
        let constants: Option<Vec<u32>> = words
            .iter()
            .map(|word| match word.0[..] {
                [Item::Constant(constant)] => Some(constant),
                _ => None,
            })
            .collect();
        constants.map_or(Words::Lengths(words), |constants| Words::Constant(constants.into()))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Words::Constant(words) => words.len(),
            Words::Lengths(words) => words.len(),
        }
    }

    pub(crate) fn lengths(&self) -> &[Length] {
        match self {
            Words::Constant(_) => &[],
            Words::Lengths(words) => words,
        }
    }

    /// The word at this position, as a length.
    fn word(&self, at: usize) -> Option<Length> {
        match self {
            Words::Constant(words) => words.get(at).copied().map(Length::constant),
            Words::Lengths(words) => words.get(at).cloned(),
        }
    }
}

impl Handle {
    /// The buffer as a tensor of this shape, for a parameter that is one: its elements lie one after the other, those of the last dimension side by side.
    ///
    /// ```
    /// use vyre_ir::{DataType, Grid, Length, Pipeline, Program};
    /// let turn: Program = "program workgroup_size 8, 8, 1
    ///     buffer a: read tensor<u32, [M, N]> @ 0 buffer b: read_write tensor<u32, [N, M]> @ 1
    ///     entry { let j = invocation_id.x; let i = invocation_id.y; b[[j, i]] = a[[i, j]]; }".parse()?;
    /// let mut p = Pipeline::new();
    /// let (x, y) = (p.input("x", DataType::U32), p.output("y", DataType::U32, Length::of("x")));
    /// let rows = || Length::of("x") / 4;
    /// p.step(
    ///     &turn,
    ///     &[("a", x.shaped([rows(), 4.into()])), ("b", y.shaped([4.into(), rows()]))],
    ///     Grid::invocations([4.into(), rows(), 1.into()]),
    /// );
    /// assert!(p.validate().is_ok());
    /// # Ok::<(), vyre_ir::text::ParseError>(())
    /// ```
    pub fn shaped<L: Into<Length>>(self, shape: impl IntoIterator<Item = L>) -> StepArg {
        // What has too many dimensions is refused; it does not grow further.
        let shape = shape.into_iter().take(crate::rules::MAX_TENSOR_RANK + 1);
        StepArg(ArgKind::Shaped(self, shape.map(Into::into).collect()))
    }
}

impl From<Handle> for StepArg {
    fn from(handle: Handle) -> StepArg {
        StepArg(ArgKind::Buffer(handle))
    }
}

impl From<Length> for StepArg {
    fn from(length: Length) -> StepArg {
        StepArg(ArgKind::Words(Some(DataType::U32), Words::new(vec![length])))
    }
}

impl From<Value> for StepArg {
    fn from(value: Value) -> StepArg {
        Length::from(value).into()
    }
}

macro_rules! numbers {
    ($($Number:ty: $Type:ident, $value:ident => $words:expr;)*) => {$(
        impl From<$Number> for StepArg {
            fn from($value: $Number) -> StepArg {
                StepArg(ArgKind::Words(Some(DataType::$Type), Words::Constant($words.into())))
            }
        }
    )*};
}

numbers! {
    u8: U32, value => [u32::from(value)];
    u16: U32, value => [u32::from(value)];
    u32: U32, value => [value];
    i32: I32, value => [value as u32];
    u64: U64, value => [value as u32, (value >> 32) as u32];
    i64: U64, value => [value as u32, (value >> 32) as u32];
    u128: U128, value => [value as u32, (value >> 32) as u32, (value >> 64) as u32, (value >> 96) as u32];
    f32: F32, value => [value.to_bits()];
    bool: Bool, value => [u32::from(value)];
    [u32; 2]: Vec2U32, value => value;
    [u32; 4]: Vec4U32, value => value;
    [f32; 2]: Vec2F32, value => value.map(f32::to_bits);
    [f32; 4]: Vec4F32, value => value.map(f32::to_bits);
}

/// A launch of a kernel as a step of a pipeline, which the kernel's `step` makes: `p.launch(double::step(a, t, 5))`.
#[derive(Clone)]
#[must_use = "a step does nothing until a pipeline has it: `p.launch(..)`"]
pub struct StepLaunch {
    program: Arc<Program>,
    /// The arguments of the bound buffers, without the parameter block.
    args: Vec<ArgKind>,
    params: Vec<Length>,
    /// Those of tables, which come behind those of the parameters.
    tables: Vec<ArgKind>,
    /// The numbers of elements of what is written, which the grid covers.
    written: Vec<Length>,
    grid: Option<Grid>,
    origin: Option<Origin>,
    /// Why the kernel cannot be launched, if it cannot.
    refused: Option<String>,
}

impl fmt::Debug for StepLaunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepLaunch")
            .field("args", &self.args)
            .field("grid", &self.grid)
            .finish_non_exhaustive()
    }
}

/// What made a step: something of a device's that knows more of the program. It says nothing about what the step computes.
#[derive(Clone)]
pub(crate) struct Origin(pub(crate) Arc<dyn Any + Send + Sync>);

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Origin")
    }
}

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

/// A dimension that the program says; one that launches say has come with a shape, or is an error.
fn static_length(dim: &Dim) -> Length {
    match dim {
        Dim::Static(length) => Length::constant(*length),
        Dim::Dynamic(_) => Length::constant(1),
    }
}

impl StepLaunch {
    /// Sets the grid in workgroups along x, y and z.
    pub fn workgroups<L: Into<Length>>(self, groups: [L; 3]) -> StepLaunch {
        StepLaunch { grid: Some(Grid::workgroups(groups)), ..self }
    }

    /// Sets the grid in invocations along x, y and z, rounded up to whole workgroups.
    pub fn invocations<L: Into<Length>>(self, invocations: [L; 3]) -> StepLaunch {
        StepLaunch { grid: Some(Grid::invocations(invocations)), ..self }
    }

    /// Sets the grid.
    pub fn grid(self, grid: Grid) -> StepLaunch {
        StepLaunch { grid: Some(grid), ..self }
    }

    /// A step of a kernel, without arguments.
    #[doc(hidden)]
    pub fn new(program: Program, origin: Arc<dyn Any + Send + Sync>) -> StepLaunch {
        StepLaunch {
            program: Arc::new(program),
            args: Vec::new(),
            params: Vec::new(),
            tables: Vec::new(),
            written: Vec::new(),
            grid: None,
            origin: Some(Origin(origin)),
            refused: None,
        }
    }

    /// A step that cannot be launched for this reason.
    #[doc(hidden)]
    pub fn refused(mut self, reason: String) -> StepLaunch {
        self.refused.get_or_insert(reason);
        self
    }

    /// Adds a buffer whose elements on the host have so many bytes on a device. They may be other groups of words than the program's, if
    /// `is_grouped`.
    #[doc(hidden)]
    pub fn buffer(mut self, handle: Handle, bytes: u32, is_written: bool, is_grouped: bool) -> StepLaunch {
        self.args.push(if is_grouped { ArgKind::WordsOf(handle) } else { ArgKind::Buffer(handle) });
        if is_written {
            self.written.push(Length::bytes_of(handle) / bytes);
        }
        self
    }

    /// Adds a buffer whose number of elements is a parameter too.
    #[doc(hidden)]
    pub fn packed_buffer(mut self, handle: Handle, bytes: u32, is_written: bool) -> StepLaunch {
        self.params.push(Length::bytes_of(handle) / bytes);
        self.buffer(handle, bytes, is_written, true)
    }

    /// Adds a buffer whose elements are rows of so many bytes. Where the bytes of a number are given, how many numbers there are is a parameter too.
    #[doc(hidden)]
    pub fn rows(mut self, handle: Handle, (number, row): (Option<u32>, u32), is_written: bool) -> StepLaunch {
        self.params.extend(number.map(|bytes| Length::bytes_of(handle) / bytes));
        self.buffer(handle, row, is_written, true)
    }

    /// Adds a tensor: a buffer with a shape, unless the kernel says the whole shape.
    #[doc(hidden)]
    pub fn tensor(mut self, arg: StepArg) -> StepLaunch {
        self.args.push(arg.0);
        self
    }

    /// The grid of a launch that says none: it covers the largest tensor that is written, or else what has the most elements of the other buffers.
    fn covering(&self) -> Grid {
        let written = self.program.bound_buffers().zip(&self.args);
        let written = written.filter(|(decl, _)| decl.access == BufferAccess::ReadWrite);
        let shapes = written.filter_map(|(decl, arg)| match (&decl.element, arg) {
            (DataType::Tensor(_), ArgKind::Shaped(_, shape)) => Some(shape.clone()),
            (DataType::Tensor(ty), _) => Some(ty.shape.iter().map(static_length).collect::<Vec<_>>()),
            _ => None,
        });
        let elements = || self.written.iter().cloned().reduce(Length::max).unwrap_or(Length::constant(1));
        length::covering(shapes).map_or_else(|| Grid::Covers(elements()), Grid::Invocations)
    }

    /// Adds words of the parameter block.
    #[doc(hidden)]
    pub fn words(mut self, words: &[u32]) -> StepLaunch {
        self.params.extend(words.iter().copied().map(Length::constant));
        self
    }

    /// Adds a word of the parameter block.
    #[doc(hidden)]
    pub fn length(mut self, length: Length) -> StepLaunch {
        self.params.push(length);
        self
    }

    /// Adds a table.
    #[doc(hidden)]
    pub fn table(mut self, words: Vec<u32>) -> StepLaunch {
        self.tables.push(ArgKind::Words(None, Words::Constant(words.into())));
        self
    }
}

/// A step, or where a repetition begins or ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Run {
        /// A position among the pipeline's programs.
        program: usize,
        /// By the names of the program's buffers.
        args: Vec<(String, ArgKind)>,
        grid: Grid,
        origin: Option<Origin>,
        refused: Option<String>,
    },
    Repeat {
        count: Length,
    },
    RepeatUntilUnchanged {
        flag: Handle,
        at_most: Length,
    },
    End,
    Swap(Handle, Handle),
}

/// Programs that run one after the other on buffers that the device keeps: each step sees all that those before it wrote.
///
/// ```
/// use vyre_ir::{DataType, Grid, Length, Pipeline, Program};
/// let double: Program = "program workgroup_size 64, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1
///     entry { let i = invocation_id.x; y[i] = x[i] * 2; }".parse()?;
/// let mut p = Pipeline::new();
/// let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
/// let t = p.temporary("t", DataType::U32, Length::of("a"));
/// p.step(&double, &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
/// p.step(&double, &[("x", t.into()), ("y", out.into())], Grid::covers("out"));
/// let p = p.validate()?;
/// // Both steps are one launch, and `t` is a variable of it.
/// assert_eq!(p.launches(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pipeline {
    id: u64,
    pub(crate) buffers: Vec<PipelineBuffer>,
    pub(crate) values: Vec<String>,
    pub(crate) programs: Vec<Arc<Program>>,
    pub(crate) steps: Vec<Step>,
}

/// Pipelines are equal if they compute the same in the same way, by the same names.
impl PartialEq for Pipeline {
    fn eq(&self, other: &Pipeline) -> bool {
        let step = |step: &Step| step.clone().of(0);
        self.buffers == other.buffers
            && self.values == other.values
            && self.programs == other.programs
            && self.steps.iter().map(step).eq(other.steps.iter().map(step))
    }
}

impl Step {
    /// The same with handles of another pipeline's number, so that pipelines can be compared.
    fn of(mut self, pipeline: u64) -> Step {
        let set = |handle: &mut Handle| handle.pipeline = pipeline;
        match &mut self {
            Step::Run { args, origin, .. } => {
                *origin = None;
                for (_, arg) in args {
                    if let ArgKind::Buffer(handle) | ArgKind::WordsOf(handle) | ArgKind::Shaped(handle, _) =
                        arg
                    {
                        set(handle);
                    }
                }
            }
            Step::RepeatUntilUnchanged { flag, .. } => set(flag),
            Step::Swap(a, b) => {
                set(a);
                set(b);
            }
            Step::Repeat { .. } | Step::End => {}
        }
        self
    }
}

impl Default for Pipeline {
    fn default() -> Pipeline {
        Pipeline::new()
    }
}

impl Pipeline {
    /// A pipeline without buffers and steps.
    pub fn new() -> Pipeline {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Pipeline { id, buffers: Vec::new(), values: Vec::new(), programs: Vec::new(), steps: Vec::new() }
    }

    fn declare(
        &mut self,
        name: String,
        element: DataType,
        kind: BufferKind,
        length: Option<Length>,
    ) -> Handle {
        let length = length.map(|length| self.own(length));
        self.buffers.push(PipelineBuffer { name, element, kind, length });
        self.handle(self.buffers.len() - 1)
    }

    pub(crate) fn handle(&self, at: usize) -> Handle {
        Handle { pipeline: self.id, at: u32::try_from(at).unwrap_or(u32::MAX) }
    }

    /// A buffer whose data is given to a run, and which steps only read.
    pub fn input(&mut self, name: impl Into<String>, element: DataType) -> Handle {
        self.declare(name.into(), element, BufferKind::Input, None)
    }

    /// A buffer that the pipeline computes. It is zero at first.
    pub fn output(
        &mut self,
        name: impl Into<String>,
        element: DataType,
        length: impl Into<Length>,
    ) -> Handle {
        self.declare(name.into(), element, BufferKind::Output, Some(length.into()))
    }

    /// A buffer that is input and output at once.
    pub fn in_out(&mut self, name: impl Into<String>, element: DataType) -> Handle {
        self.declare(name.into(), element, BufferKind::InOut, None)
    }

    /// A buffer that steps hand on. It is zero at first, and gone when the pipeline has run.
    pub fn temporary(
        &mut self,
        name: impl Into<String>,
        element: DataType,
        length: impl Into<Length>,
    ) -> Handle {
        self.declare(name.into(), element, BufferKind::Temporary, Some(length.into()))
    }

    /// A number that is given to a run.
    pub fn value(&mut self, name: impl Into<String>) -> Value {
        self.values.push(name.into());
        Value { pipeline: self.id, at: u32::try_from(self.values.len() - 1).unwrap_or(u32::MAX) }
    }

    /// Adds a step: a program, what it takes for its buffers, by their names, and how many invocations it has. Everything that is wrong
    /// with it is said by [`validate`](Pipeline::validate).
    pub fn step(&mut self, program: impl Borrow<Program>, args: &[(&str, StepArg)], grid: Grid) {
        let program = self.program(program.borrow());
        let given = args.iter().map(|(name, arg)| (name.to_string(), self.own_arg(arg.0.clone())));
        let mut given: Vec<(String, ArgKind)> = given.collect();
        named_parameters(&self.programs[program], &mut given);
        let grid = grid.each(|length| self.own(length));
        self.steps.push(Step::Run { program, args: given, grid, origin: None, refused: None });
    }

    /// Adds the launch of a kernel as a step.
    pub fn launch(&mut self, launch: StepLaunch) {
        let grid = launch.grid.clone().unwrap_or_else(|| launch.covering());
        let StepLaunch { program, mut args, params, tables, origin, refused, .. } = launch;
        args.extend(tables);
        if !params.is_empty() {
            args.push(ArgKind::Words(None, Words::new(params)));
        }
        let names = program.bound_buffers().map(|buffer| buffer.name.clone());
        let args = names.zip(args).map(|(name, arg)| (name, self.own_arg(arg))).collect();
        let grid = grid.each(|length| self.own(length));
        let program = self.program(&program);
        self.steps.push(Step::Run { program, args, grid, origin, refused });
    }

    /// Adds steps that run as many times as this says.
    pub fn repeat(&mut self, count: impl Into<Length>, steps: impl FnOnce(&mut Pipeline)) {
        let count = self.own(count.into());
        self.steps.push(Step::Repeat { count });
        steps(self);
        self.steps.push(Step::End);
    }

    /// Adds steps that are repeated, at most so many times. Element 0 of `flag`, a buffer of `U32`, is set to 0 before each round, and the loop ends
    /// after a round that leaves it 0.
    pub fn repeat_until_unchanged(
        &mut self,
        flag: Handle,
        at_most: impl Into<Length>,
        steps: impl FnOnce(&mut Pipeline),
    ) {
        let at_most = self.own(at_most.into());
        self.steps.push(Step::RepeatUntilUnchanged { flag, at_most });
        steps(self);
        self.steps.push(Step::End);
    }

    /// From here on, in the order in which the steps run, each of two buffers is what the other one was.
    pub fn swap(&mut self, a: Handle, b: Handle) {
        self.steps.push(Step::Swap(a, b));
    }

    /// The buffers, in order of declaration.
    pub fn buffers(&self) -> &[PipelineBuffer] {
        &self.buffers
    }

    /// The names of the values, in order of declaration.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// The number of steps; those that are repeated count once.
    pub fn len(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Run { .. })).count()
    }

    /// Whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn program(&mut self, program: &Program) -> usize {
        self.programs.iter().position(|known| **known == *program).unwrap_or_else(|| {
            self.programs.push(Arc::new(program.clone()));
            self.programs.len() - 1
        })
    }

    /// The position of a buffer of this pipeline.
    pub(crate) fn position(&self, handle: Handle) -> Option<usize> {
        let at = handle.at as usize;
        (handle.pipeline == self.id && at < self.buffers.len()).then_some(at)
    }

    /// A length with names in place of handles. A handle of another pipeline has no name here.
    fn own(&self, length: Length) -> Length {
        let mut items = Vec::with_capacity(length.0.len());
        for item in length.0 {
            let name = |handle: Handle| match self.position(handle) {
                Some(at) => self.buffers[at].name.clone(),
                None => format!("#{}", handle.at),
            };
            match item {
                Item::OfHandle(handle) => items.push(Item::Of(name(handle))),
                Item::BytesOf(handle) => {
                    items.push(Item::Of(name(handle)));
                    let bytes = self.position(handle).map_or(1, |at| unit(&self.buffers[at].element));
                    if bytes != 1 {
                        items.extend([Item::Constant(bytes as u32), Item::Operator(length::Operator::Mul)]);
                    }
                }
                Item::ValueOf(value) => {
                    let own = self.values.get(value.at as usize).filter(|_| value.pipeline == self.id);
                    items.push(Item::Value(own.cloned().unwrap_or_else(|| format!("#{}", value.at))));
                }
                other => items.push(other),
            }
        }
        Length(simplified(items))
    }

    fn own_arg(&self, arg: ArgKind) -> ArgKind {
        match arg {
            ArgKind::Words(ty, Words::Lengths(words)) => {
                let words = words.into_iter().map(|word| self.own(word)).collect();
                ArgKind::Words(ty, Words::new(words))
            }
            ArgKind::Shaped(handle, shape) => {
                ArgKind::Shaped(handle, shape.into_iter().map(|length| self.own(length)).collect())
            }
            other => other,
        }
    }
}

/// `len(a) * 4 / 4` as `len(a)`: what launches make of the lengths of their buffers.
fn simplified(items: Vec<Item>) -> Vec<Item> {
    use length::Operator::{Div, Mul};
    let mut kept: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        kept.push(item);
        if let [.., Item::Constant(by), Item::Operator(Mul), Item::Constant(of), Item::Operator(Div)] =
            kept[..]
            && by == of
            && of != 0
        {
            kept.truncate(kept.len() - 4);
        }
        if let [.., Item::Constant(1), Item::Operator(Div)] = kept[..] {
            kept.truncate(kept.len() - 2);
        }
    }
    kept
}

/// The bytes of an element of a pipeline's buffer, of which `Bytes` counts each.
pub(crate) fn unit(element: &DataType) -> usize {
    match element {
        DataType::Bytes => 1,
        other => other.element_type().bytes(),
    }
}

/// Puts numbers that are given by the name of a kernel's parameter, which is no buffer, into its parameter block. A parameter is what the program's
/// first statements bind to elements of one uniform buffer.
fn named_parameters(program: &Program, args: &mut Vec<(String, ArgKind)>) {
    let Some(block) = program.buffers.iter().find(|buffer| {
        buffer.access == BufferAccess::Uniform
            && buffer.element == DataType::U32
            && buffer.count > 0
            && !args.iter().any(|(name, _)| *name == buffer.name)
    }) else {
        return;
    };
    let lanes_of = |wanted: &str| {
        let bound = program.entry.iter().find_map(|node| match node {
            crate::Node::Let { name, value } if name == wanted => Some(value),
            _ => None,
        })?;
        let mut lanes = Vec::new();
        bound.fold(0, |_, expr, _: &mut [()]| {
            if let crate::Expr::Load { buffer, index } = expr
                && *buffer == block.name
                && let crate::Expr::LitU32(lane) = **index
            {
                lanes.push(lane);
            }
        });
        (!lanes.is_empty()).then_some(lanes)
    };
    let mut words: Vec<Option<Length>> = vec![None; (block.count as usize).min(1 << 14)];
    let mut taken = Vec::new();
    for (at, (name, arg)) in args.iter().enumerate() {
        let ArgKind::Words(_, given) = arg else { continue };
        if program.buffer(name).is_some() {
            continue;
        }
        let Some(lanes) = lanes_of(name).filter(|lanes| lanes.len() == given.len()) else { continue };
        for (position, lane) in lanes.into_iter().enumerate() {
            if let (Some(word), Some(value)) = (words.get_mut(lane as usize), given.word(position)) {
                *word = Some(value);
            }
        }
        taken.push(at);
    }
    if let Some(words) = words.into_iter().collect::<Option<Vec<Length>>>() {
        for at in taken.into_iter().rev() {
            args.remove(at);
        }
        args.push((block.name.clone(), ArgKind::Words(None, Words::new(words))));
    }
}
