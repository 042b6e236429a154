//! The types of values and buffers, and what an operation's signature is made of.

mod parts;
mod tensor;

use std::fmt;

pub use parts::{ArrayType, TupleType, TypeLimit};
pub use tensor::{Dim, TensorType, interned};

macro_rules! scalars {
    ($(#[doc = $doc:literal] $Name:ident = $name:literal, bytes $bytes:literal, align $align:literal;)*) => {
        /// What a lane of a value is.
        ///
        /// The enum is exhaustive: a new row does not compile until every backend, form and front end has its arm.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Scalar {
            $(#[doc = $doc] $Name,)*
        }

        impl Scalar {
            /// Every scalar, in the order of the table.
            pub const ALL: &'static [Scalar] = &[$(Scalar::$Name),*];

            /// The name in messages and in text.
            pub const fn name(self) -> &'static str {
                match self { $(Scalar::$Name => $name),* }
            }

            /// The bytes that one takes in a buffer.
            pub const fn bytes(self) -> usize {
                match self { $(Scalar::$Name => $bytes),* }
            }

            /// The alignment in a buffer, in bytes.
            pub const fn align(self) -> usize {
                match self { $(Scalar::$Name => $align),* }
            }
        }
    };
}

scalars! {
    #[doc = "Unsigned 32-bit integer; arithmetic is modulo 2^32."]
    U32 = "u32", bytes 4, align 4;
    #[doc = "Signed 32-bit integer, two's complement."]
    I32 = "i32", bytes 4, align 4;
    #[doc = "Unsigned 64-bit integer; its low word comes first."]
    U64 = "u64", bytes 8, align 8;
    #[doc = "A truth value; in a buffer a word of 0 or 1."]
    Bool = "bool", bytes 4, align 4;
    #[doc = "IEEE 754's binary32, strict: each operation gives the one result that is rounded once."]
    F32 = "f32", bytes 4, align 4;
    #[doc = "IEEE 754's binary16, strict; two share a word in a buffer."]
    F16 = "f16", bytes 2, align 2;
    #[doc = "The upper half of an `f32`, strict; two share a word in a buffer."]
    BF16 = "bf16", bytes 2, align 2;
    #[doc = "IEEE 754's binary64, strict; its low word comes first."]
    F64 = "f64", bytes 8, align 8;
}

impl Scalar {
    /// Whether one takes two words: its low word comes first.
    pub const fn is_long(self) -> bool {
        self.bytes() == 8
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a value: a scalar, or a vector of two or four lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// What each lane is.
    pub scalar: Scalar,
    /// The number of lanes: 1, 2 or 4.
    pub lanes: u8,
}

impl Type {
    /// The type of one lane.
    pub const fn scalar(scalar: Scalar) -> Type {
        Type { scalar, lanes: 1 }
    }

    /// The type of `lanes` lanes.
    pub const fn vector(scalar: Scalar, lanes: u8) -> Type {
        Type { scalar, lanes }
    }

    /// The bytes that one value takes in a buffer.
    pub const fn bytes(self) -> usize {
        self.scalar.bytes() * self.lanes as usize
    }

    /// The 32-bit words that one value takes.
    pub const fn words(self) -> usize {
        self.bytes().div_ceil(4)
    }

    /// The type in a program that has these values, if there is one. A `U128` has the values of a `Vec4U32`, which is the one.
    pub fn data_type(self) -> Option<DataType> {
        DataType::ALL.into_iter().find(|ty| ty.value_type() == Some(self))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lanes {
            1 => f.write_str(self.scalar.name()),
            lanes => write!(f, "vec{lanes}<{}>", self.scalar),
        }
    }
}

macro_rules! data_types {
    ($(#[doc = $doc:literal] $Name:ident = $tag:literal, $name:literal, $scalar:ident x $lanes:literal;)*) => {
        /// The type of a value or of a buffer's elements.
        ///
        /// A value is one, two or four 32-bit words, the lowest first, or an [`Array`](DataType::Array) or a
        /// [`Tuple`](DataType::Tuple) of such values. Buffers hold no arrays and no tuples. [`Bytes`](DataType::Bytes) and
        /// [`Tensor`](DataType::Tensor) are types of buffers alone, and no expression has them.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DataType {
            $(#[doc = $doc] $Name,)*
            /// A buffer of bytes, held as little-endian `u32` words.
            Bytes,
            /// Values of one type, as many as the type says. See [`DataType::array`].
            Array(ArrayType),
            /// Values of any types. See [`DataType::tuple`].
            Tuple(TupleType),
            /// A view of a flat buffer by several indices. See [`BufferDecl::tensor`](crate::BufferDecl::tensor).
            Tensor(TensorType),
        }

        impl DataType {
            /// Every type without parts, in the order of the specification.
            pub const ALL: [DataType; 14] = [$(DataType::$Name,)* DataType::Bytes];

            /// The type of the values, or `None` for `Bytes` and tensors, which no value has, and for types with parts, which have one for each
            /// of them. Code that has to tell types apart matches on this: [`Scalar`] is exhaustive everywhere, and `DataType` is so
            /// in its own crate alone.
            pub const fn value_type(&self) -> Option<Type> {
                match self {
                    $(DataType::$Name => Some(Type::vector(Scalar::$scalar, $lanes)),)*
                    DataType::Bytes | DataType::Array(_) | DataType::Tuple(_) | DataType::Tensor(_) => None,
                }
            }

            /// The name in messages and in the text form. Of a type with parts it says what it is; `Display` says all of it.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(DataType::$Name => $name,)*
                    DataType::Bytes => "bytes",
                    DataType::Array(_) => "array",
                    DataType::Tuple(_) => "tuple",
                    DataType::Tensor(_) => "tensor",
                }
            }

            /// The byte that stands for the type in the wire form. What follows it for a type with parts is in `wire`.
            pub(crate) const fn tag(&self) -> u8 {
                match self {
                    $(DataType::$Name => $tag,)*
                    DataType::Bytes => 6,
                    DataType::Array(_) => DataType::ARRAY_TAG,
                    DataType::Tuple(_) => DataType::TUPLE_TAG,
                    DataType::Tensor(_) => DataType::TENSOR_TAG,
                }
            }
        }
    };
}

data_types! {
    #[doc = "Unsigned 32-bit integer; arithmetic is modulo 2^32."]
    U32 = 0, "u32", U32 x 1;
    #[doc = "Signed 32-bit integer, two's complement."]
    I32 = 1, "i32", I32 x 1;
    #[doc = "Unsigned 64-bit integer, held as `(low, high)`."]
    U64 = 2, "u64", U64 x 1;
    #[doc = "Two `u32` lanes."]
    Vec2U32 = 3, "vec2<u32>", U32 x 2;
    #[doc = "Four `u32` lanes."]
    Vec4U32 = 4, "vec4<u32>", U32 x 4;
    #[doc = "A truth value, held as `0` or `1` in one lane."]
    Bool = 5, "bool", Bool x 1;
    #[doc = "IEEE 754's binary32."]
    F32 = 7, "f32", F32 x 1;
    #[doc = "Two `f32` lanes."]
    Vec2F32 = 8, "vec2<f32>", F32 x 2;
    #[doc = "Four `f32` lanes."]
    Vec4F32 = 9, "vec4<f32>", F32 x 4;
    #[doc = "Unsigned 128-bit integer, held as four `u32` lanes, the lowest first."]
    U128 = 10, "u128", U32 x 4;
    #[doc = "IEEE 754's binary16, held as its bits in one lane."]
    F16 = 11, "f16", F16 x 1;
    #[doc = "The upper half of an `f32`, held as its bits in one lane."]
    BF16 = 12, "bf16", BF16 x 1;
    #[doc = "IEEE 754's binary64, held as the `(low, high)` words of its bits."]
    F64 = 15, "f64", F64 x 1;
}

impl DataType {
    /// The names of the types that are specified for later versions. A program that names one is refused, with an error that
    /// says so.
    pub const PLANNED: [&'static str; 0] = [];

    pub(crate) const TENSOR_TAG: u8 = 16;

    /// The bytes of one value: of one in a buffer, or of all parts together; 0 for `Bytes` and tensors, whose length varies.
    ///
    /// ```
    /// use vyre_ir::DataType;
    /// assert_eq!(DataType::U32.min_bytes(), 4);
    /// assert_eq!(DataType::U64.min_bytes(), 8);
    /// assert_eq!(DataType::Bytes.min_bytes(), 0);
    /// ```
    pub fn min_bytes(&self) -> usize {
        match self {
            DataType::Array(_) | DataType::Tuple(_) => self.parts().map(DataType::min_bytes).sum(),
            _ => self.value_type().map_or(0, Type::bytes),
        }
    }

    /// Whether atomics are defined on elements of the type: on unsigned integers of 32 and 64 bits.
    pub const fn has_atomics(&self) -> bool {
        matches!(self, DataType::U32 | DataType::U64)
    }

    /// The type of an element of a buffer: that of the values, a `u32` word for `Bytes`, and that of a tensor's elements.
    pub const fn element_type(&self) -> Type {
        match self.flat().value_type() {
            Some(ty) => ty,
            None => Type::scalar(Scalar::U32),
        }
    }

    /// The type of a tensor's elements, and any other type as it is: what the elements of the flat buffer are.
    pub const fn flat(&self) -> &DataType {
        match self {
            DataType::Tensor(tensor) => &tensor.element,
            other => other,
        }
    }

    /// The type of what [`Component`](crate::Expr::Component) takes of a value and [`Compose`](crate::Expr::Compose) puts together:
    /// a lane of a vector, a word of a `U64`, an `F64` or a `U128`, or the bits of a float of 16 bits.
    pub const fn lane_type(&self) -> DataType {
        match self.element_type().scalar {
            Scalar::F32 => DataType::F32,
            Scalar::U32
            | Scalar::I32
            | Scalar::U64
            | Scalar::Bool
            | Scalar::F16
            | Scalar::BF16
            | Scalar::F64 => DataType::U32,
        }
    }

    /// Whether it is the type of one float.
    pub const fn is_float(&self) -> bool {
        matches!(self, DataType::F32 | DataType::F16 | DataType::BF16 | DataType::F64)
    }

    /// Whether the elements of a buffer are smaller than a word, of which two then share one.
    pub const fn is_packed(&self) -> bool {
        self.element_type().bytes() == 2
    }

    /// Whether [`Component`](crate::Expr::Component) takes it apart and [`Compose`](crate::Expr::Compose) puts it together.
    pub const fn has_lanes(&self) -> bool {
        self.value_type().is_some() && (self.lanes() > 1 || self.is_packed())
    }

    /// The 32-bit words of one value, which casts and `Component` call its lanes. A `Bytes` buffer is made of words, so its
    /// elements have one.
    pub const fn lanes(&self) -> usize {
        self.element_type().words()
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataType::Array(array) => write!(f, "[{}; {}]", array.element(), array.count()),
            DataType::Tuple(tuple) => {
                f.write_str("(")?;
                for (at, part) in tuple.parts().iter().enumerate() {
                    write!(f, "{}{part}", if at > 0 { ", " } else { "" })?;
                }
                // As in Rust, a tuple of one has a comma.
                f.write_str(if tuple.parts().len() == 1 { ",)" } else { ")" })
            }
            DataType::Tensor(tensor) => write!(f, "{tensor}"),
            _ => f.write_str(self.name()),
        }
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
/// | `WorkgroupAtomic` | yes | yes | yes | no: one copy per workgroup, of a static length; of `U32` or `U64` |
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
    /// As `Workgroup`, for atomics: every access to it is atomic, and its elements are `U32` or `U64`.
    WorkgroupAtomic,
}

impl BufferAccess {
    /// Every access, in the order of the specification.
    pub const ALL: [BufferAccess; 6] = [
        BufferAccess::ReadOnly,
        BufferAccess::ReadWrite,
        BufferAccess::Uniform,
        BufferAccess::Workgroup,
        BufferAccess::Private,
        BufferAccess::WorkgroupAtomic,
    ];

    /// Whether `Store` may target the buffer.
    pub const fn is_writable(self) -> bool {
        !matches!(self, BufferAccess::ReadOnly | BufferAccess::Uniform)
    }

    /// Whether atomics may target the buffer.
    pub const fn is_atomic(self) -> bool {
        matches!(self, BufferAccess::ReadWrite | BufferAccess::WorkgroupAtomic)
    }

    /// Whether the invocations of a workgroup have one copy.
    pub const fn is_shared(self) -> bool {
        matches!(self, BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic)
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
            BufferAccess::WorkgroupAtomic => "workgroup_atomic",
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
            BufferAccess::WorkgroupAtomic => 5,
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
