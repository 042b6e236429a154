//! What can go wrong at run time.

use std::fmt;
use std::time::Duration;
use vyre_ir::{DataType, ValidationError};

/// A failure of a device or a launch. Nothing in this library panics or prints instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No GPU could be opened.
    #[error(
        "no GPU adapter was found ({reason}). Fix: install a Vulkan driver and loader, or use Device::cpu()"
    )]
    NoAdapter {
        /// What the backends said.
        reason: String,
    },
    /// `VYRE_DEVICE` names a device that is not there.
    #[error(
        "no device matches `{wanted}`. Fix: set VYRE_DEVICE to `cpu`, `gpu` or part of one of: {present}"
    )]
    NoSuchDevice {
        /// What was asked for.
        wanted: String,
        /// The names of the devices that are there.
        present: String,
    },
    /// The crate was built without its `gpu` feature.
    #[error("this build has no GPU support. Fix: enable vyre's `gpu` feature, or use Device::cpu()")]
    GpuDisabled,
    /// A program breaks rules.
    #[error("{}", list(.errors))]
    Invalid {
        /// Every rule that it breaks.
        errors: Vec<ValidationError>,
    },
    /// The kernel has no program: an error in it was not reported while it was compiled.
    #[error("this kernel was not compiled: {error}. Fix: report it to vyre, with the kernel")]
    Kernel {
        /// What is wrong with its wire form.
        error: vyre_ir::wire::WireError,
    },
    /// Something is larger than the device, or vyre itself, allows.
    #[error("{limit}: {asked} asked for, at most {allowed} allowed. Fix: {}", .limit.fix())]
    Limit {
        /// Which limit.
        limit: Limit,
        /// What the launch needs.
        asked: u64,
        /// What there is.
        allowed: u64,
    },
    /// A program was run with too few or too many buffers.
    #[error(
        "{got} buffers given, {expected} needed. Fix: give one for each bound buffer, in order of declaration"
    )]
    BufferCount {
        /// The buffers that the program declares with a binding.
        expected: usize,
        /// The buffers that were given.
        got: usize,
    },
    /// A buffer was given with elements of another type.
    #[error(
        "buffer `{name}` has elements of `{expected}`, got `{got}`. Fix: give it elements of `{expected}`"
    )]
    BufferType {
        /// The buffer's name.
        name: String,
        /// The type in the program.
        expected: DataType,
        /// The type that was given.
        got: DataType,
    },
    /// A buffer that the program writes was given for reading only.
    #[error("buffer `{name}` is written by the program. Fix: give it as Arg::write(&mut data)")]
    BufferReadOnly {
        /// The buffer's name.
        name: String,
    },
    /// A buffer with a fixed length was given with another one.
    #[error("buffer `{name}` has {expected} elements, got {got}. Fix: give it {expected} elements")]
    BufferLength {
        /// The buffer's name.
        name: String,
        /// The length in the program.
        expected: u64,
        /// The length that was given.
        got: u64,
    },
    /// A device buffer was given to another device than its own.
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
    /// A device buffer was given twice, at least once to be written.
    #[error(
        "buffers `{name}` and `{other}` are one buffer, and one of them is written. Fix: give two, or a copy() of it"
    )]
    BufferAliased {
        /// The first buffer's name in the program.
        name: String,
        /// The second one's.
        other: String,
    },
    /// A device buffer was given for a uniform buffer.
    #[error("buffer `{name}` is uniform, and takes data of the host's. Fix: give it as a slice")]
    BufferUniform {
        /// The buffer's name in the program.
        name: String,
    },
    /// A buffer is larger than what the device shows a kernel at once, and the launch cannot be split into several: the kernel must
    /// access the buffer at the index `invocation_id().x` alone.
    #[error(
        "buffer `{name}` has {asked} bytes, of which a kernel can see {allowed} at once, and {reason}. Fix: index it with \
         invocation_id().x alone, or launch over less data at a time"
    )]
    BufferIndivisible {
        /// The buffer's name in the program.
        name: String,
        /// The bytes of the buffer.
        asked: u64,
        /// The most bytes of a binding.
        allowed: u64,
        /// Why the launch cannot be split.
        reason: Obstacle,
    },
    /// A buffer was written from, or read to, a slice of another length.
    #[error("the buffer has {expected} elements, the slice {got}. Fix: give a slice of {expected} elements")]
    Length {
        /// The elements of the buffer.
        expected: u64,
        /// The elements of the slice.
        got: u64,
    },
    /// A part of a buffer was asked for that it does not have.
    #[error("elements {start}..{end} asked for, of a buffer with {len}. Fix: give a range within 0..{len}")]
    Range {
        /// The first element.
        start: u64,
        /// The element after the last.
        end: u64,
        /// The elements of the buffer.
        len: u64,
    },
    /// A shader that vyre made was refused. This is a bug of vyre's.
    #[error("a shader was refused: {message}. This is a bug in vyre. Fix: report it with this WGSL:\n{wgsl}")]
    Shader {
        /// What the shader compiler said.
        message: String,
        /// The shader.
        wgsl: String,
    },
    /// The device has no memory left for the launch.
    #[error("the device is out of memory: {message}. Fix: launch over less data at a time")]
    OutOfMemory {
        /// What the device said.
        message: String,
    },
    /// The device went away: unplugged, reset, or its driver failed.
    #[error("the device was lost: {reason}. Fix: launch again, with new buffers")]
    DeviceLost {
        /// What the driver said.
        reason: String,
    },
    /// The device did not answer in time. It is taken for lost.
    #[error(
        "the device did not answer within {waited:?}. Fix: launch less at a time, or allow more with set_timeout"
    )]
    Timeout {
        /// How long it had.
        waited: Duration,
    },
    /// The device refused something for a reason that vyre does not know.
    #[error("{operation} failed: {message}. Fix: report it with the adapter's name")]
    Device {
        /// What vyre was doing.
        operation: &'static str,
        /// What the device said.
        message: String,
    },
}

fn list(errors: &[ValidationError]) -> String {
    let mut lines = Vec::new();
    for error in errors {
        lines.push(error.to_string());
    }
    lines.join("\n")
}

/// Why a launch cannot be split into launches over parts of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Obstacle {
    /// The kernel accesses the buffer at an index that is not written `invocation_id().x`, nor a variable that is never
    /// anything else.
    Index,
    /// The kernel accesses bytes of the buffer, and words of it too.
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

/// A limit of a device, or of vyre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// Bytes of one buffer.
    BufferSize,
    /// Bytes of one storage buffer that a shader sees at once.
    BindingSize,
    /// Bytes of one uniform buffer.
    UniformSize,
    /// Storage buffers of one program.
    StorageBuffers,
    /// Uniform buffers of one program.
    UniformBuffers,
    /// Workgroups of one launch along an axis, counted after folding.
    Workgroups,
    /// Invocations of one launch along an axis: their index is a `u32`.
    Invocations,
    /// Invocations of one workgroup.
    WorkgroupInvocations,
    /// Invocations of one workgroup along an axis.
    WorkgroupSize,
    /// Bytes of all arrays of one workgroup.
    WorkgroupMemory,
}

impl Limit {
    fn fix(self) -> &'static str {
        match self {
            Limit::BufferSize | Limit::BindingSize => "launch over less data at a time",
            Limit::UniformSize => "take the data as `&[T]` instead of `&Uniform<[T]>`",
            Limit::StorageBuffers | Limit::UniformBuffers => "use fewer buffers in one kernel",
            Limit::Workgroups | Limit::Invocations => "launch fewer workgroups at a time",
            Limit::WorkgroupInvocations | Limit::WorkgroupSize => "use a smaller workgroup_size",
            Limit::WorkgroupMemory => "use smaller workgroup arrays",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::BufferSize => "bytes of a buffer",
            Limit::BindingSize => "bytes of a storage buffer binding",
            Limit::UniformSize => "bytes of a uniform buffer",
            Limit::StorageBuffers => "storage buffers of a program",
            Limit::UniformBuffers => "uniform buffers of a program",
            Limit::Workgroups => "workgroups along an axis",
            Limit::Invocations => "invocations along an axis",
            Limit::WorkgroupInvocations => "invocations of a workgroup",
            Limit::WorkgroupSize => "invocations of a workgroup along an axis",
            Limit::WorkgroupMemory => "bytes of workgroup memory",
        })
    }
}
