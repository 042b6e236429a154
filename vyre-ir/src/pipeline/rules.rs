//! The rules of pipelines: code, message, fix and explanation of each, in one table, as [`crate::rules`] has those of programs. Each has a pipeline
//! that breaks it and one that keeps it.

use super::{MAX_BUFFERS, MAX_LENGTH_ITEMS, MAX_REPETITIONS, MAX_STEPS, Pipeline};
use crate::rules::Message;
use crate::text::ParseError;
use crate::{DataType, ValidationError};
use std::fmt;

/// Why a parameter does not take what a step passes for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A number for what is written.
    Written,
    /// So many words where others are taken.
    Words {
        /// The number that is taken.
        wanted: u64,
        /// The number that is given.
        got: usize,
    },
    /// A number of another type.
    Type {
        /// The type that is taken.
        wanted: DataType,
        /// The type that is given.
        got: DataType,
    },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Written => f.write_str("it is written"),
            Unfit::Words { wanted, got } => write!(f, "it takes {wanted} words and got {got}"),
            Unfit::Type { wanted, got } => write!(f, "it takes `{wanted}` and got `{got}`"),
        }
    }
}

/// Where something is wrong in a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PipelinePlace {
    /// The pipeline as a whole.
    Pipeline,
    /// The buffer at this position.
    Buffer(usize),
    /// The value at this position.
    Value(usize),
    /// The step with this number, counted from 0 in the order in which they were added; those of repetitions once.
    Step(usize),
}

impl fmt::Display for PipelinePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PipelinePlace::Step(at) => write!(f, "step {at}: "),
            PipelinePlace::Pipeline | PipelinePlace::Buffer(_) | PipelinePlace::Value(_) => Ok(()),
        }
    }
}

/// One thing that is wrong with a pipeline, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineError {
    /// What is wrong.
    pub problem: PipelineProblem,
    /// The place.
    pub place: PipelinePlace,
}

impl PipelineError {
    /// The rule that is broken.
    pub fn code(&self) -> PipelineCode {
        self.problem.code()
    }
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PipelineError { problem, place } = self;
        write!(f, "vyre pipeline: {}: {place}{problem}. Fix: {}.", self.code(), problem.fix())
    }
}

impl std::error::Error for PipelineError {}

/// Everything that is wrong with a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineErrors(pub(super) Vec<PipelineError>);

impl PipelineErrors {
    /// The errors, in the order of the pipeline. There is at least one.
    pub fn errors(&self) -> &[PipelineError] {
        &self.0
    }
}

impl fmt::Display for PipelineErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if at > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for PipelineErrors {}

/// The placeholder for the piece that is repeated.
const REPEATED: &str = "…";
/// What stands before an example.
const HEAD: &str = "pipeline ";
/// The programs that examples name.
const PROGRAMS: &str = "\
program copy workgroup_size 64, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1 entry { y[invocation_id.x] = x[invocation_id.x]; } \
program fill workgroup_size 64, 1, 1 buffer y: read_write u32 @ 0 buffer n: uniform u32[1] @ 1 entry { y[invocation_id.x] = n[0]; } ";

/// A pipeline that breaks a rule, or one that keeps it.
#[derive(Clone, Copy, Debug)]
pub struct PipelineExample {
    text: &'static str,
    repeated: Option<(&'static str, usize)>,
    #[expect(dead_code, reason = "the macro of the table writes it, for rules of programs")]
    operations: fn(),
}

mod example {
    pub(super) fn no_operations() {}
}

impl PipelineExample {
    /// The pipeline in the text form, on one line, with `…` for what is repeated; without the programs `copy(x, y)` and `fill(y, n)`.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// The same, with what is repeated said.
    pub fn shown(&self) -> String {
        match self.repeated {
            Some((piece, times)) => {
                format!("// `…` stands for {times} times `{}`\n{}", piece.trim(), self.text())
            }
            None => self.text().to_string(),
        }
    }

    /// The pipeline in the text form, with its programs.
    pub fn source(&self) -> String {
        let (declarations, steps) = self.text.split_once("steps").unwrap_or((self.text, "{}"));
        let text = format!("{HEAD}{declarations} {PROGRAMS} steps {steps}");
        match self.repeated {
            Some((piece, times)) => text.replace(REPEATED, &piece.repeat(times)),
            None => text,
        }
    }

    /// The pipeline.
    ///
    /// # Errors
    /// None: the tests parse every example.
    pub fn pipeline(&self) -> Result<Pipeline, ParseError> {
        self.source().parse()
    }
}

use self::PipelineExample as Example;

rules! {
    PipelineCode, PipelineProblem;

    P001 "Names Are Unique"
    /// Arguments, lengths and outputs refer to buffers and values by their names.
    {
        DuplicateName { name: String } =>
            "duplicate name `{name}`", fix "give each buffer and each value a name of its own";
    }
    rejects "input a: u32 output b: u32[1] value a steps { copy(x: a, y: b) covers b; }";
    accepts "input a: u32 output b: u32[len(a)] steps { copy(x: a, y: b) covers a; }";

    P002 "Names Are Identifiers"
    /// A name is a letter or underscore, followed by letters, digits and underscores.
    {
        NotAnIdentifier { name: String } =>
            "`{name}` is not an identifier",
            fix "use letters, digits and underscores, and begin with a letter or an underscore";
    }
    rejects "input \"my a\": u32 output b: u32[1] steps { copy(x: \"my a\", y: b) covers b; }";
    accepts "input my_a: u32 output b: u32[1] steps { copy(x: my_a, y: b) covers b; }";

    P003 "Names And Handles Are The Pipeline's"
    /// A step takes buffers of its own pipeline, by the handles that the pipeline has given, and lengths name its buffers and values.
    {
        UnknownBuffer { name: String } =>
            "there is no buffer `{name}`", fix "declare it, or name one that is";
        UnknownValue { name: String } =>
            "there is no value `{name}`", fix "declare it with `value`, or name one that is";
        ForeignHandle {} =>
            "a buffer of another pipeline", fix "use handles that this pipeline has given";
    }
    rejects "input a: u32 output b: u32[len(c)] steps { copy(x: a, y: b) covers b; }";
    accepts "input a: u32 output b: u32[len(a)] steps { copy(x: a, y: b) covers b; }";

    P004 "Lengths Name What Is Declared Before"
    /// So no length depends on itself.
    {
        LengthOfLater { name: String, of: String } =>
            "the length of `{name}` is one of `{of}`, which is not declared before", fix "declare `{of}` first";
        GroupsOutside {} =>
            "the number of workgroups is known in the arguments of a step alone", fix "use another length";
    }
    rejects "input a: u32 output b: u32[len(b)] steps { copy(x: a, y: b) covers b; }";
    accepts "input a: u32 output b: u32[len(a)] steps { copy(x: a, y: b) covers b; }";

    P005 "Buffers Have Elements"
    /// The types are those of programs' buffers: numbers and vectors, and `Bytes`.
    {
        ElementType { name: String, element: DataType } =>
            "buffer `{name}` of element type `{element}`", fix "declare a buffer of the parts";
    }
    rejects "input a: [u32; 3] output b: u32[1] steps { fill(y: b, n: u32(len(a))) covers b; }";
    accepts "input a: u32 output b: u32[1] steps { fill(y: b, n: u32(len(a))) covers b; }";

    P006 "Parameters Exist"
    /// A step names the buffers of its program. The numbers that a kernel takes are named as in Rust, or given by `launch`.
    {
        UnknownParameter { name: String, known: String } =>
            "the program has no parameter `{name}`; it has {known}", fix "name one of these";
        DuplicateParameter { name: String } =>
            "parameter `{name}` is given twice", fix "give it once";
    }
    rejects "input a: u32 output b: u32[1] steps { copy(x: a, y: b, z: a) covers b; }";
    accepts "input a: u32 output b: u32[1] steps { copy(x: a, y: b) covers b; }";

    P007 "Parameters Are Given"
    /// A step gives each buffer of its program that is bound.
    {
        MissingParameter { name: String } =>
            "parameter `{name}` is not given", fix "pass a buffer, or a number if it is a uniform one";
    }
    rejects "input a: u32 output b: u32[1] steps { copy(y: b) covers a; }";
    accepts "input a: u32 output b: u32[1] steps { copy(x: a, y: b) covers b; }";

    P008 "Types Are Those Of The Program"
    /// A step never converts.
    {
        BufferType { name: String, buffer: String, expected: DataType, got: DataType } =>
            "parameter `{name}` has elements of `{expected}`, and `{buffer}` those of `{got}`",
            fix "declare `{buffer}` with elements of `{expected}`";
        BufferCount { name: String, buffer: String, expected: u32, got: u64 } =>
            "parameter `{name}` has {expected} elements, and `{buffer}` {got}",
            fix "give `{buffer}` {expected} elements";
    }
    rejects "input a: f32 output b: u32[1] steps { copy(x: a, y: b) covers b; }";
    accepts "input a: u32 output b: u32[1] steps { copy(x: a, y: b) covers b; }";

    P009 "Inputs Are Not Written"
    /// What a run is given as an input is the same afterwards. What is given and written is an `in_out`.
    {
        WrittenInput { name: String, buffer: String } =>
            "`{buffer}` is an input, and `{name}` is written", fix "declare it with `in_out`";
    }
    rejects "input a: u32 output b: u32[1] steps { copy(x: a, y: b) covers b; copy(x: b, y: a) covers a; }";
    accepts "in_out a: u32 output b: u32[1] steps { copy(x: a, y: b) covers a; copy(x: b, y: a) covers b; }";

    P010 "Numbers Fit Their Parameters"
    /// A number is passed for what is only read, with as many words as that takes.
    {
        ValueUnfit { name: String, unfit: Unfit } =>
            "a number for parameter `{name}`: {unfit}", fix "pass what `{name}` takes";
    }
    rejects "output b: u32[1] steps { fill(y: b, n: f32(1)) covers b; }";
    accepts "output b: u32[1] steps { fill(y: b, n: u32(1)) covers b; }";

    P011 "What Is Written Is Passed Once"
    /// A step that sees one buffer under two names and writes it would be a race.
    {
        Aliased { buffer: String, name: String, other: String } =>
            "`{buffer}` is passed for `{name}` and for `{other}`, and one of them is written",
            fix "pass another buffer for one of them";
    }
    rejects "in_out a: u32 steps { copy(x: a, y: a) covers a; }";
    accepts "in_out a: u32 temporary t: u32[len(a)] steps { copy(x: a, y: t) covers a; copy(x: t, y: a) covers a; }";

    P012 "What Is Read Was Written"
    /// Outputs and temporaries are zero at first, so a step that reads one before a step has written it is a mistake.
    {
        ReadBeforeWritten { buffer: String } =>
            "`{buffer}` is read before a step has written it", fix "add the step that writes it first, or pass it as an input";
    }
    rejects "output b: u32[1] temporary t: u32[1] steps { copy(x: t, y: b) covers b; fill(y: t, n: u32(1)) covers t; }";
    accepts "output b: u32[1] temporary t: u32[1] steps { fill(y: t, n: u32(1)) covers t; copy(x: t, y: b) covers b; }";

    P013 "Outputs And Temporaries Are Used"
    /// An output that no step writes, and a temporary that no step takes, are mistakes.
    {
        Unused { buffer: String, kind: &'static str } =>
            "no step takes the {kind} `{buffer}`", fix "pass it to a step, or remove it";
    }
    rejects "input a: u32 output b: u32[1] temporary t: u32[1] steps { copy(x: a, y: b) covers b; }";
    accepts "input a: u32 output b: u32[1] steps { copy(x: a, y: b) covers b; }";

    P014 "Grids Are Not Zero"
    /// A grid may become zero by an empty input, and then the step launches nothing. One that is always zero is a mistake.
    {
        ZeroGrid { axis: &'static str } =>
            "the grid has 0 along {axis}", fix "use at least 1";
    }
    rejects "input a: u32 output b: u32[1] steps { copy(x: a, y: b) workgroups 0, 1, 1; }";
    accepts "input a: u32 output b: u32[1] steps { copy(x: a, y: b) workgroups 1, 1, 1; }";

    P015 "Programs Are Valid"
    /// A step's program keeps the rules of programs, and calls operations of the library alone.
    {
        InvalidProgram { error: Box<ValidationError> } =>
            "its program is invalid: {error}", fix "mend the program";
        RefusedKernel { reason: String } =>
            "the kernel cannot be launched: {reason}", fix "mend the kernel";
    }
    rejects "output b: u32[1] program bad workgroup_size 1, 1, 1 buffer y: read_write u32 @ 0 entry { y[0] = true; } steps { bad(y: b) covers b; }";
    accepts "output b: u32[1] program good workgroup_size 1, 1, 1 buffer y: read_write u32 @ 0 entry { y[0] = 1; } steps { good(y: b) covers b; }";

    P016 "Repetitions Have Steps"
    /// A repetition without a step does nothing, however often.
    {
        EmptyRepetition {} =>
            "a repetition without a step", fix "add a step, or remove it";
        Unbalanced {} =>
            "a repetition that does not end, or an end of none", fix "end each repetition once";
    }
    rejects "output b: u32[1] steps { fill(y: b, n: u32(1)) covers b; repeat 3 {} }";
    accepts "output b: u32[1] steps { repeat 3 { fill(y: b, n: u32(1)) covers b; } }";

    P017 "Flags Are Written U32s"
    /// The flag of `repeat_until_unchanged` is set to 0 before each round, and a step of the round sets it.
    {
        FlagType { buffer: String, got: DataType } =>
            "the flag `{buffer}` has elements of `{got}`", fix "declare it with elements of u32";
        FlagInput { buffer: String } =>
            "the flag `{buffer}` is an input", fix "use a temporary, an output or an in_out";
    }
    rejects "temporary f: f32[1] output b: u32[1] steps { repeat_until_unchanged f, 9 { fill(y: b, n: u32(1)) covers b; } }";
    accepts "temporary f: u32[1] steps { repeat_until_unchanged f, 9 { fill(y: f, n: u32(0)) covers f; } }";

    P018 "Swapped Buffers Are Alike"
    /// After a swap each of the two is what the other one was, so both have one type, and neither is an input.
    {
        SwappedTypes { a: String, b: String, left: DataType, right: DataType } =>
            "`{a}` has elements of `{left}`, and `{b}` those of `{right}`", fix "swap buffers of one type";
        SwappedInput { buffer: String } =>
            "`{buffer}` is an input", fix "swap temporaries, outputs and in_outs";
        SwappedSelf { buffer: String } =>
            "`{buffer}` is swapped with itself", fix "name two buffers";
    }
    rejects "input a: u32 output b: u32[len(a)] steps { copy(x: a, y: b) covers b; swap a, b; }";
    accepts "in_out a: u32 output b: u32[len(a)] steps { copy(x: a, y: b) covers b; swap a, b; }";

    P019 "Pipelines Are Bounded"
    /// The bounds are far beyond what anybody writes, and keep what is read from a file from taking long.
    {
        TooManySteps {} =>
            "more than {MAX_STEPS} steps", fix "use a repetition, or several pipelines";
        TooManyBuffers {} =>
            "more than {MAX_BUFFERS} buffers and values", fix "use several pipelines";
        TooDeep {} =>
            "more than {MAX_REPETITIONS} repetitions in each other", fix "use fewer";
        LongLength {} =>
            "a length of more than {MAX_LENGTH_ITEMS} parts, or of none", fix "use a shorter expression, or a value";
    }
    rejects "output b: u32[1] steps { … }" repeats "fill(y: b, n: u32(1)) covers b; " 10_001;
    accepts "output b: u32[1] steps { … }" repeats "fill(y: b, n: u32(1)) covers b; " 100;

    P020 "Known Lengths Are Below 2^32"
    /// A buffer has at most 2^32 - 1 elements.
    {
        KnownLength { buffer: String, length: u64 } =>
            "`{buffer}` has {length} elements", fix "use at most 4294967295";
    }
    rejects "output b: u32[65536 * 65536] steps { fill(y: b, n: u32(1)) workgroups 1, 1, 1; }";
    accepts "output b: u32[65536 * 16] steps { fill(y: b, n: u32(1)) workgroups 1, 1, 1; }";

    P021 "Tensors Have Shapes"
    /// A buffer of a pipeline is flat. For a parameter that is a tensor it is passed with a length for each dimension, unless the program says them all.
    {
        NoShape { name: String, buffer: String } =>
            "parameter `{name}` is a tensor whose dimensions are not all known, and `{buffer}` is passed without a shape",
            fix "pass it as `shaped`, with a length for each dimension";
        ShapeRank { name: String, expected: usize, got: usize } =>
            "parameter `{name}` is a tensor of {expected} dimensions, and its shape has {got}",
            fix "give a length for each dimension";
        NoTensor { name: String } =>
            "parameter `{name}` is no tensor, and a shape is passed for it", fix "pass the buffer without a shape";
    }
    rejects "input a: u32 output b: u32[1] program t workgroup_size 1, 1, 1 buffer x: read tensor<u32, [N]> @ 0 buffer y: read_write u32 @ 1 entry { y[0] = x[[0]]; } steps { t(x: a, y: b) covers b; }";
    accepts "input a: u32 output b: u32[1] program t workgroup_size 1, 1, 1 buffer x: read tensor<u32, [N]> @ 0 buffer y: read_write u32 @ 1 entry { y[0] = x[[0]]; } steps { t(x: shaped(a, len(a)), y: b) covers b; }";
}

impl fmt::Display for PipelineCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
