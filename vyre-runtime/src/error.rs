//! Errors at run time.

use crate::finding::Report;
use std::fmt;
use std::time::Duration;
use vyre_ir::{DataType, ValidationError};

/// A failure of a device or a launch. The library returns errors instead of panicking or printing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No GPU could be opened.
    #[error(
        "no GPU adapter was found ({reason}). Fix: install a Vulkan driver and loader, or use Device::cpu()"
    )]
    NoAdapter {
        /// The messages of the backends.
        reason: String,
    },
    /// `VYRE_DEVICE` names a device that does not exist.
    #[error(
        "no device matches `{wanted}`. Fix: set VYRE_DEVICE to `cpu`, `reference`, `checked`, `gpu` or part of one of: {present}"
    )]
    NoSuchDevice {
        /// The value of `VYRE_DEVICE`.
        wanted: String,
        /// The names of the devices that exist.
        present: String,
    },
    /// The crate was built without its `gpu` feature.
    #[error("this build has no GPU support. Fix: enable vyre's `gpu` feature, or use Device::cpu()")]
    GpuDisabled,
    /// A device that the program opened itself was to be opened again.
    #[error(
        "the program opened this device itself (Device::from_wgpu), so vyre cannot open it again. Fix: open another one with \
         wgpu, or use Device::gpu()"
    )]
    Adopted,
    /// A program breaks validation rules.
    #[error("{}", list(.errors))]
    Invalid {
        /// Every error.
        errors: Vec<ValidationError>,
    },
    /// Calls of a program expand to more than it may become.
    #[error("{expansion}")]
    Expansion {
        /// The call, and what there is too much of.
        #[from]
        expansion: vyre_lower::Expansion,
    },
    /// A program calls an operation of a convention that the device does not take.
    #[error(
        "{device} takes no operations of the convention {convention:?}. Fix: use a device whose DeviceInfo::takes it, or pass the table as a buffer"
    )]
    Convention {
        /// The device.
        device: String,
        /// The convention.
        convention: vyre_ir::Convention,
    },
    /// A program has atomics of 64 bits, and the device has none.
    #[error(
        "{device} has no atomics of 64 bits. Fix: run the kernel on another device, such as Device::cpu(), or sum per workgroup and write `&mut [u64]`"
    )]
    LongAtomics {
        /// The device.
        device: String,
    },
    /// A pipeline breaks rules.
    #[error("{errors}")]
    InvalidPipeline {
        /// Every error.
        #[from]
        errors: vyre_ir::pipeline::PipelineErrors,
    },
    /// The arguments of a pipeline do not fit it.
    #[error("{problem}")]
    PipelineArguments {
        /// What is wrong with them.
        #[from]
        problem: vyre_ir::pipeline::ShapeError,
    },
    /// A pipeline has no output of a name.
    #[error("the pipeline has no output `{name}`. Fix: {}", meant(.nearest))]
    NoSuchOutput {
        /// The name.
        name: String,
        /// The name that it may be meant to be.
        nearest: Option<String>,
    },
    /// The kernel has no program, because an error in it was not reported when it was compiled.
    #[error("this kernel was not compiled: {error}. Fix: report it to vyre, with the kernel")]
    Kernel {
        /// What is wrong with its wire form.
        error: vyre_ir::wire::WireError,
    },
    /// An argument of a kernel, or of a function, that is called by its name is of another type than the parameter.
    #[error("the parameter `{name}` takes `{expected}`, got `{got}`. Fix: give it `{expected}`")]
    Argument {
        /// The parameter's name.
        name: String,
        /// Its type.
        expected: String,
        /// The type of the argument.
        got: String,
    },
    /// A kernel, or a function, was called by its name with too few or too many arguments.
    #[error("{got} arguments given, {expected} needed{}. Fix: give one for each parameter, in the order of the signature", lacking(.missing))]
    ArgumentCount {
        /// The number of parameters.
        expected: usize,
        /// The number of arguments.
        got: usize,
        /// The names of the parameters that have none.
        missing: Vec<String>,
    },
    /// A constant or type parameter of a kernel of a text is unknown, wrong or not set.
    #[error(
        "the parameter `{name}` of the kernel `{kernel}`: {problem}. Fix: set each of its constant and type parameters"
    )]
    KernelParameter {
        /// The kernel.
        kernel: String,
        /// The parameter.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A module has no kernel or no function of a name.
    #[error("the module has no {what} `{name}`. Fix: {}", meant(.nearest))]
    NoSuchItem {
        /// What was asked for.
        what: &'static str,
        /// The name.
        name: String,
        /// The name that it may be meant to be.
        nearest: Option<String>,
    },
    /// Bytes that no module was written as.
    #[error("these bytes are no module of this version of vyre. Fix: write them with Module::to_wire")]
    ModuleWire,
    /// A module's text has mistakes.
    #[cfg(feature = "compile")]
    #[error("{0}")]
    Compile(Box<crate::text::Diagnostics>),
    /// A limit of the device, or of vyre itself, is exceeded.
    #[error("{limit}: {asked} asked for, at most {allowed} allowed. Fix: {}", .limit.fix())]
    Limit {
        /// The limit.
        limit: Limit,
        /// The value that the launch needs.
        asked: u64,
        /// The maximum.
        allowed: u64,
    },
    /// A program was run with too few or too many buffers.
    #[error(
        "{got} buffers given, {expected} needed. Fix: give one for each bound buffer, in order of declaration"
    )]
    BufferCount {
        /// The number of bound buffers of the program.
        expected: usize,
        /// The number of arguments.
        got: usize,
    },
    /// An argument has another element type than its buffer.
    #[error(
        "buffer `{name}` has elements of `{expected}`, got `{got}`. Fix: give it elements of `{expected}`"
    )]
    BufferType {
        /// The buffer's name.
        name: String,
        /// The type in the program.
        expected: DataType,
        /// The type of the argument's elements.
        got: DataType,
    },
    /// A read-only argument was passed for a buffer that the program writes.
    #[error("buffer `{name}` is written by the program. Fix: give it as Arg::write(&mut data)")]
    BufferReadOnly {
        /// The buffer's name.
        name: String,
    },
    /// An argument has another length than its buffer, whose length is fixed.
    #[error("buffer `{name}` has {expected} elements, got {got}. Fix: give it {expected} elements")]
    BufferLength {
        /// The buffer's name.
        name: String,
        /// The length in the program.
        expected: u64,
        /// The length of the argument.
        got: u64,
    },
    /// A device buffer was passed to a launch on another device.
    #[error(
        "buffer `{name}` is on {buffer}, not on {device}. Fix: launch on the buffer's device, or move it with \
         to_device"
    )]
    BufferDevice {
        /// The buffer's name in the program.
        name: String,
        /// The device that the buffer is on.
        buffer: String,
        /// The device of the launch.
        device: String,
    },
    /// A device buffer was passed twice, at least once as writable.
    #[error(
        "buffers `{name}` and `{other}` are one buffer, and one of them is written. Fix: give two, or a copy() of it"
    )]
    BufferAliased {
        /// The name of the first buffer in the program.
        name: String,
        /// The name of the second buffer in the program.
        other: String,
    },
    /// A device buffer was passed for a uniform buffer.
    #[error("buffer `{name}` is uniform, and takes data of the host's. Fix: give it as a slice")]
    BufferUniform {
        /// The buffer's name in the program.
        name: String,
    },
    /// A buffer is larger than the maximum size of a binding, and the launch cannot be split. Splitting requires that
    /// the kernel only accesses the buffer at the index `invocation_id().x`.
    #[error(
        "buffer `{name}` has {asked} bytes, of which a kernel can see {allowed} at once, and {reason}. Fix: index it with \
         invocation_id().x alone, or launch over less data at a time"
    )]
    BufferIndivisible {
        /// The buffer's name in the program.
        name: String,
        /// The size of the buffer in bytes.
        asked: u64,
        /// The maximum size of a binding in bytes.
        allowed: u64,
        /// The reason why the launch cannot be split.
        reason: Obstacle,
    },
    /// Two lengths differ that must be the same: of a buffer and a slice or a chain that it is written from or read into, or of what an algorithm takes together.
    #[error("{expected} elements expected, got {got}. Fix: give {expected} elements")]
    Length {
        /// The elements that are asked for.
        expected: u64,
        /// The elements that there are.
        got: u64,
    },
    /// The offsets of segments fall, or pass the end of the elements.
    #[error(
        "offset {at} is below the one before it, or beyond the elements. Fix: give offsets that rise, up to the length"
    )]
    Offsets {
        /// The index of the first such offset.
        at: u64,
    },
    /// A range exceeds the elements of a buffer or a chain, or the length of a tensor's dimension.
    #[error("{}", outside(*start, *end, *len))]
    Range {
        /// The first element.
        start: u64,
        /// The end of the range, exclusive.
        end: u64,
        /// The elements that there are.
        len: u64,
    },
    /// A tensor cannot have a shape, or be seen as another one.
    #[error("{problem}. Fix: {fix}")]
    Shape {
        /// What is wrong with it.
        problem: String,
        /// What to do.
        fix: &'static str,
    },
    /// A tensor has no such dimension.
    #[error("axis {axis} of a tensor with {rank} dimensions. Fix: count them from 0")]
    Axis {
        /// The dimension that was asked for.
        axis: usize,
        /// The number of dimensions.
        rank: usize,
    },
    /// An argument has more or fewer dimensions than the parameter.
    #[error(
        "`{name}` is a tensor of {expected} dimensions, got one of {got}. Fix: give it {expected}, with reshape or index"
    )]
    Rank {
        /// The parameter's name.
        name: String,
        /// Its dimensions.
        expected: usize,
        /// The dimensions of the argument.
        got: usize,
    },
    /// Dimensions of one name have two lengths in a launch, or one has another length than the program says.
    #[error("{}", disagreement(dimension, (name, *value), (other, *other_value)))]
    Dimension {
        /// The name of the dimension; its number, if the program says its length.
        dimension: String,
        /// The argument that has the first length.
        name: String,
        /// The first length.
        value: u64,
        /// The argument that has the second length.
        other: String,
        /// The second length.
        other_value: u64,
    },
    /// A matrix product cannot be added in this type: it is narrower than the result, or of another kind.
    #[error(
        "products of `{element}` are not added in {accumulator:?}. Fix: leave the accumulator as it is, or name a wider one of its kind"
    )]
    Accumulator {
        /// The accumulator.
        accumulator: crate::tensor::Accumulator,
        /// The type of the elements.
        element: &'static str,
    },
    /// Two places of a tensor that is written are one element, as after `broadcast`.
    #[error(
        "two places of the tensor `{name}` are one element, and it is written. Fix: write to one with a place for each, as to_dense() gives"
    )]
    Overlap {
        /// The parameter's name.
        name: String,
    },
    /// Bytes are not what they should be decoded from.
    #[error("this is no {format}: the byte {at} is wrong or missing. Fix: give bytes that were encoded so")]
    Decode {
        /// The place of the first byte that is wrong; where bytes are missing, that is the end.
        at: u64,
        /// What the bytes should be, such as `Base64`.
        format: &'static str,
    },
    /// A pattern for texts has a mistake.
    #[error("this pattern cannot be compiled: {message}. Fix: write it as the crate regex documents")]
    Pattern {
        /// What is wrong with it.
        message: String,
    },
    /// The shader compiler refused a shader that vyre generated. This is a bug in vyre.
    #[error("a shader was refused: {message}. This is a bug in vyre. Fix: report it with this WGSL:\n{wgsl}")]
    Shader {
        /// The message of the shader compiler.
        message: String,
        /// The source of the shader.
        wgsl: String,
    },
    /// The device does not have enough memory for the launch.
    #[error("the device is out of memory: {message}. Fix: launch over less data at a time")]
    OutOfMemory {
        /// The message of the device.
        message: String,
    },
    /// The device was lost: it was unplugged or reset, or its driver failed.
    #[error("the device was lost: {reason}. Fix: launch again, with new buffers")]
    DeviceLost {
        /// The message of the driver.
        reason: String,
    },
    /// The device did not answer in time. It counts as lost.
    #[error(
        "the device did not answer within {waited:?}. Fix: launch less at a time, or allow more with set_timeout"
    )]
    Timeout {
        /// The timeout.
        waited: Duration,
    },
    /// The work of a launch that ended with [`Error::Timeout`] still runs, and the device executes nothing else before it has ended. Launches say
    /// so at once; they do not wait for the timeout again.
    #[error(
        "the device is still busy with {work}, for {since:?} since nobody waits for it. Fix: launch again when it has ended, or \
         on another device"
    )]
    Busy {
        /// The kernel that was launched, or the first of several.
        work: String,
        /// The time since the launch was given up.
        since: Duration,
    },
    /// The driver has not compiled a kernel's shader in time. It cannot be told to stop, so a thread goes on: a later launch of the
    /// kernel uses what comes of it, or gives this error at once. The device is not lost, and other kernels run.
    #[error(
        "the driver still compiles `{kernel}` after {elapsed:?}, and the limit is {limit:?}. Fix: launch it again later, allow \
         more with set_timeout, or give the kernel less code: smaller local arrays, fewer operations of the library"
    )]
    Compiling {
        /// The kernel's path.
        kernel: String,
        /// The time since the compilation began.
        elapsed: Duration,
        /// The device's timeout.
        limit: Duration,
    },
    /// The adapter ended a loop before its bounds or a `break` did, so the results are not those of the kernel. Buffers of the device
    /// that the launch writes give this error until they are written as a whole. Only graphics drivers that run on the CPU
    /// are known to do that.
    #[error(
        "`{adapter}` ends the loops of an invocation after {rounds} rounds, and this launch has more. Fix: use Device::cpu(), \
         or launch more invocations with fewer rounds each"
    )]
    LoopLimit {
        /// The adapter's name.
        adapter: String,
        /// The rounds of all loops of an invocation that the adapter executes, as measured when it was opened.
        rounds: u32,
    },
    /// An `assert!` of a kernel failed. The arguments hold what the launch wrote; the invocation that failed ended there, unless the
    /// kernel has a `barrier()` or another statement at which invocations wait for each other.
    #[error("{}", failed(.file, *.line, *.column, .message, .invocation))]
    Assertion {
        /// The file of the kernel or the function, as the compiler names it; empty for a program that no macro made.
        file: String,
        /// The line of the assertion, counted from 1; 0 if there is no file.
        line: u32,
        /// The column in characters, counted from 1; 0 if there is no file.
        column: u32,
        /// The message of the assertion.
        message: String,
        /// The `invocation_id` of the first invocation in which an assertion failed, in the order of the grid with x fastest.
        invocation: [u32; 3],
    },
    /// The checked device found what makes a launch fail: data races, results that depend on the order of invocations, assertions. The
    /// arguments hold what the launch wrote. It is displayed as rustc prints errors.
    #[error("{0}")]
    Checked(Report),
    /// The device refused an operation for a reason that vyre does not know.
    #[error("{operation} failed: {message}. Fix: report it with the adapter's name")]
    Device {
        /// The operation.
        operation: &'static str,
        /// The message of the device.
        message: String,
    },
}

impl Error {
    /// Whether the arguments of the launch hold what it wrote.
    pub(crate) fn leaves_results(&self) -> bool {
        matches!(self, Error::Assertion { .. } | Error::Checked(_))
    }
}

#[cfg(feature = "compile")]
impl From<crate::text::Diagnostics> for Error {
    fn from(mistakes: crate::text::Diagnostics) -> Error {
        Error::Compile(Box::new(mistakes))
    }
}

/// Who says the length of a dimension that is no argument's.
pub(crate) const THE_PROGRAM: &str = "the program";

/// A range that exceeds what there is. An empty one inside is that of a step of 0.
fn outside(start: u64, end: u64, len: u64) -> String {
    if start == end && end <= len {
        return "a step of 0 reaches no element. Fix: use a step of at least 1".to_string();
    }
    format!("elements {start}..{end} asked for, of {len}. Fix: give a range within 0..{len}")
}

/// Two lengths of one dimension.
fn disagreement(dimension: &str, (name, value): (&str, u64), (other, other_value): (&str, u64)) -> String {
    if name == THE_PROGRAM {
        return format!(
            "the axis {dimension} of `{other}` has the length {value} in the program, got {other_value}. Fix: give a tensor of this length"
        );
    }
    format!(
        "the dimension `{dimension}` is {value} in `{name}` and {other_value} in `{other}`. Fix: give tensors that agree in it"
    )
}

fn lacking(missing: &[String]) -> String {
    match missing.is_empty() {
        true => String::new(),
        false => format!(": there is none for `{}`", missing.join("`, `")),
    }
}

fn meant(nearest: &Option<String>) -> String {
    match nearest {
        Some(nearest) => format!("write `{nearest}`"),
        None => "name one of those that it has".to_string(),
    }
}

fn failed(file: &str, line: u32, column: u32, message: &str, [x, y, z]: &[u32; 3]) -> String {
    let place = if file.is_empty() { String::new() } else { format!(" at {file}:{line}:{column}") };
    format!(
        "an assertion failed{place} in invocation ({x}, {y}, {z}): {message}. Fix: what it demands, or the kernel; the other \
         invocations have run"
    )
}

fn list(errors: &[ValidationError]) -> String {
    let mut lines = Vec::new();
    for error in errors {
        lines.push(error.to_string());
    }
    lines.join("\n")
}

/// The reason why a launch cannot be split into launches over parts of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Obstacle {
    /// The kernel accesses the buffer at an index other than `invocation_id().x` or a variable that always has this
    /// value.
    Index,
    /// The kernel accesses both bytes and words of the buffer.
    BytesAndWords,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Obstacle::Index => "this one accesses it at an index other than invocation_id().x",
            Obstacle::BytesAndWords => "this one accesses both its bytes and its words",
        })
    }
}

/// A limit of a device or of vyre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The size of a buffer in bytes.
    BufferSize,
    /// The size of a storage binding in bytes.
    BindingSize,
    /// The size of a uniform buffer in bytes.
    UniformSize,
    /// The number of items of a parallel algorithm, because their index is a `u32`.
    Items,
    /// The number of storage buffers of a program.
    StorageBuffers,
    /// The number of uniform buffers of a program.
    UniformBuffers,
    /// The number of workgroups of a launch along an axis, after folding.
    Workgroups,
    /// The number of invocations of a launch along an axis, because their index is a `u32`.
    Invocations,
    /// The number of invocations of a launch of a kernel with assertions.
    AssertingInvocations,
    /// The number of invocations of a workgroup.
    WorkgroupInvocations,
    /// The number of invocations of a workgroup along an axis.
    WorkgroupSize,
    /// The total size of the arrays of a workgroup in bytes.
    WorkgroupMemory,
    /// The total size of the local arrays of an invocation in bytes.
    PrivateMemory,
    /// The elements of a tensor, or the positions that they have in its buffer.
    TensorElements,
    /// The words that a function which is an argument of a kernel takes from around it.
    CapturedWords,
}

impl Limit {
    fn fix(self) -> &'static str {
        match self {
            Limit::TensorElements => "use several tensors",
            Limit::CapturedWords => "pass some of them to the kernel, or in a buffer",
            Limit::BufferSize | Limit::BindingSize | Limit::Items => "launch over less data at a time",
            Limit::UniformSize => "take the data as `&[T]` instead of `&Uniform<[T]>`",
            Limit::StorageBuffers | Limit::UniformBuffers => "use fewer buffers in one kernel",
            Limit::Workgroups | Limit::Invocations | Limit::AssertingInvocations => {
                "launch fewer workgroups at a time"
            }
            Limit::WorkgroupInvocations | Limit::WorkgroupSize => "use a smaller workgroup_size",
            Limit::WorkgroupMemory => "use smaller workgroup arrays",
            Limit::PrivateMemory => "use smaller local arrays or a buffer, or Device::cpu()",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::TensorElements => "elements of a tensor",
            Limit::CapturedWords => "words that a function takes from around it",
            Limit::BufferSize => "bytes of a buffer",
            Limit::BindingSize => "bytes of a storage buffer binding",
            Limit::UniformSize => "bytes of a uniform buffer",
            Limit::Items => "items of an algorithm",
            Limit::StorageBuffers => "storage buffers of a program",
            Limit::UniformBuffers => "uniform buffers of a program",
            Limit::Workgroups => "workgroups along an axis",
            Limit::Invocations => "invocations along an axis",
            Limit::AssertingInvocations => "invocations of a launch with assertions",
            Limit::WorkgroupInvocations => "invocations of a workgroup",
            Limit::WorkgroupSize => "invocations of a workgroup along an axis",
            Limit::WorkgroupMemory => "bytes of workgroup memory",
            Limit::PrivateMemory => "bytes of local arrays",
        })
    }
}
