//! The types of values and buffers, and what an operation's signature is made of.

use std::fmt;

/// The type of a value or of a buffer's elements.
///
/// Every value is one, two or four 32-bit lanes, lane 0 first. [`Bytes`](DataType::Bytes) is the exception: it
/// is the type of a buffer alone and no expression has it.
///
/// The types `U128`, `F32`, `F16`, `BF16` and `Tensor` are planned and are not variants yet: a program cannot
/// name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DataType {
    /// Unsigned 32-bit integer; arithmetic is modulo 2^32.
    U32,
    /// Signed 32-bit integer, two's complement.
    I32,
    /// Unsigned 64-bit integer, held as `(low, high)`.
    U64,
    /// Two `u32` lanes.
    Vec2U32,
    /// Four `u32` lanes.
    Vec4U32,
    /// A truth value, held as `0` or `1` in one lane.
    Bool,
    /// A buffer of bytes, held as little-endian `u32` words.
    Bytes,
}

impl DataType {
    /// Every type, in the order of the specification.
    pub const ALL: [DataType; 7] = [
        DataType::U32,
        DataType::I32,
        DataType::U64,
        DataType::Vec2U32,
        DataType::Vec4U32,
        DataType::Bool,
        DataType::Bytes,
    ];

    /// The bytes that one value takes in a buffer; 0 for `Bytes`, whose length varies.
    ///
    /// ```
    /// use vyre_ir::DataType;
    /// assert_eq!(DataType::U32.min_bytes(), 4);
    /// assert_eq!(DataType::U64.min_bytes(), 8);
    /// assert_eq!(DataType::Bytes.min_bytes(), 0);
    /// ```
    pub const fn min_bytes(self) -> usize {
        match self {
            DataType::Bytes => 0,
            other => other.lanes() * 4,
        }
    }

    /// The names of the types that are specified for later versions. A program that names one is refused, with an error that
    /// says so.
    pub const PLANNED: [&'static str; 5] = ["u128", "f32", "f16", "bf16", "tensor"];

    /// The 32-bit lanes of one value. A `Bytes` buffer is made of words, so its elements have one lane.
    pub const fn lanes(self) -> usize {
        match self {
            DataType::U32 | DataType::I32 | DataType::Bool | DataType::Bytes => 1,
            DataType::U64 | DataType::Vec2U32 => 2,
            DataType::Vec4U32 => 4,
        }
    }

    /// The name in messages and in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            DataType::U32 => "u32",
            DataType::I32 => "i32",
            DataType::U64 => "u64",
            DataType::Vec2U32 => "vec2<u32>",
            DataType::Vec4U32 => "vec4<u32>",
            DataType::Bool => "bool",
            DataType::Bytes => "bytes",
        }
    }

    /// The byte that stands for the type in the wire form.
    pub(crate) const fn tag(self) -> u8 {
        match self {
            DataType::U32 => 0,
            DataType::I32 => 1,
            DataType::U64 => 2,
            DataType::Vec2U32 => 3,
            DataType::Vec4U32 => 4,
            DataType::Bool => 5,
            DataType::Bytes => 6,
        }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a program may use a buffer.
///
/// | variant | readable | writable | atomic | bound by the host |
/// |---|---|---|---|---|
/// | `ReadOnly` | yes | no | no | yes |
/// | `ReadWrite` | yes | yes | yes | yes |
/// | `Uniform` | yes | no | no | yes, at most 64 KiB |
/// | `Workgroup` | yes | yes | no | no: one copy per workgroup, of a static length |
/// | `Private` | yes | yes | no | no: one copy per invocation, of a static length |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BufferAccess {
    /// Input data.
    ReadOnly,
    /// Output or scratch data.
    ReadWrite,
    /// Small constants, at most 64 KiB.
    Uniform,
    /// Memory that the invocations of one workgroup share; zero when the workgroup starts.
    Workgroup,
    /// A local array of one invocation; zero when the invocation starts.
    Private,
}

impl BufferAccess {
    /// Every access, in the order of the specification.
    pub const ALL: [BufferAccess; 5] = [
        BufferAccess::ReadOnly,
        BufferAccess::ReadWrite,
        BufferAccess::Uniform,
        BufferAccess::Workgroup,
        BufferAccess::Private,
    ];

    /// Whether `Store` may target the buffer.
    pub const fn is_writable(self) -> bool {
        matches!(self, BufferAccess::ReadWrite | BufferAccess::Workgroup | BufferAccess::Private)
    }

    /// Whether atomics may target the buffer.
    pub const fn is_atomic(self) -> bool {
        matches!(self, BufferAccess::ReadWrite)
    }

    /// Whether the host supplies the buffer at a binding slot.
    pub const fn is_bound(self) -> bool {
        matches!(self, BufferAccess::ReadOnly | BufferAccess::ReadWrite | BufferAccess::Uniform)
    }

    /// The name in messages and in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            BufferAccess::ReadOnly => "read",
            BufferAccess::ReadWrite => "read_write",
            BufferAccess::Uniform => "uniform",
            BufferAccess::Workgroup => "workgroup",
            BufferAccess::Private => "private",
        }
    }

    /// The byte that stands for the access in the wire form.
    pub(crate) const fn tag(self) -> u8 {
        match self {
            BufferAccess::ReadOnly => 0,
            BufferAccess::ReadWrite => 1,
            BufferAccess::Uniform => 2,
            BufferAccess::Workgroup => 3,
            BufferAccess::Private => 4,
        }
    }
}

impl fmt::Display for BufferAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The versioned calling contract between the host and an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Convention {
    /// Input (read), output (read-write) and parameters (uniform).
    #[default]
    V1,
    /// `V1` and a lookup table (read) at the given binding.
    V2 {
        /// The binding slot of the lookup table.
        lookup_binding: u32,
    },
}

/// The types that an operation takes and gives.
///
/// ```
/// use vyre_ir::{DataType, OpSignature};
/// let sig = OpSignature { inputs: vec![DataType::U32, DataType::U32], output: DataType::U32 };
/// assert_eq!(sig.min_input_bytes(), 8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpSignature {
    /// The type of each argument, in order.
    pub inputs: Vec<DataType>,
    /// The type of the result.
    pub output: DataType,
}

impl OpSignature {
    /// The bytes that one value of every input takes together.
    pub fn min_input_bytes(&self) -> usize {
        self.inputs.iter().map(|input| input.min_bytes()).sum()
    }
}
