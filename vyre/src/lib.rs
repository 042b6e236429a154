#![doc = include_str!("guide.md")]

/// Makes a struct or an enum that kernels can use. See [the guide](crate#structs-and-enums).
///
/// The fields of a struct are integers, `f32`, `f16`, `bf16`, arrays of these, and other such structs. The struct is `Clone`, `Copy`,
/// `#[repr(C)]` and `bytemuck::Pod`, so slices of it can be passed to kernels. An enum has no fields.
///
/// Arguments: `crate = path`, if the crate `vyre` has another name.
///
/// ```
/// use vyre::prelude::*;
///
/// #[vyre::data]
/// #[derive(Debug, PartialEq)]
/// struct Particle {
///     pos: [f32; 2],
///     id: u32,
/// }
///
/// #[vyre::kernel]
/// fn fall(particles: &mut [Particle], by: f32) {
///     let i = invocation_id().x;
///     particles[i].pos[1] -= by;
/// }
///
/// let mut particles = vec![Particle { pos: [1.0, 2.0], id: 7 }];
/// fall(&mut particles, 0.5).dispatch(&Device::cpu())?;
/// assert_eq!(particles, [Particle { pos: [1.0, 1.5], id: 7 }]);
/// # Ok::<(), vyre::Error>(())
/// ```
pub use vyre_macros::data;
/// A value that stands for a function of kernels: of a `#[vyre::function]`, by its path, or an anonymous one. See
/// [the guide](crate#parallel-algorithms).
pub use vyre_macros::func;
/// Makes a function callable from kernels by its path. See [the guide](crate#functions).
///
/// Each parameter and the result are an integer of at most 64 bits, `u128`, `f32`, `bool`, a vector such as `[u32; 2]` or `[f32; 4]`, a type with
/// [`#[vyre::data]`](macro@data), or a tuple or an array of these. The attribute on the `impl` of such a type makes its functions methods of kernels. The function can still be
/// called on the host, where it computes the same result as in a kernel: arithmetic wraps, `x / 0` is 0, and a shift
/// takes its amount modulo the width.
///
/// Arguments: `crate = path`, if the crate `vyre` has another name.
///
/// ```
/// #[vyre::function]
/// fn mean(a: u32, b: u32) -> u32 {
///     (a & b) + (a ^ b) / 2
/// }
/// assert_eq!(mean(u32::MAX, u32::MAX - 2), u32::MAX - 1);
/// ```
pub use vyre_macros::function;
/// Turns a function into a GPU kernel. The [crate's documentation](crate) describes the language.
///
/// Arguments: `workgroup_size = N`, `= (X, Y)` or `= (X, Y, Z)`, by default 256 and at most 1024 in total; and
/// `crate = path`, if the crate `vyre` has another name.
///
/// The function keeps its name, visibility, documentation and parameter names. It then takes the arguments of a
/// launch and returns a [`Launch`]. A type of the same name has `program()` and `wgsl()`.
///
/// ```
/// use vyre as gpu;
/// use gpu::prelude::*;
///
/// #[gpu::kernel(workgroup_size = (8, 8), crate = gpu)]
/// fn transpose(input: &[u32], output: &mut [u32], width: u32, height: u32) {
///     let (x, y) = (invocation_id().x, invocation_id().y);
///     if x < width && y < height {
///         output[x * height + y] = input[y * width + x];
///     }
/// }
///
/// let mut output = [0; 6];
/// transpose(&[1, 2, 3, 4, 5, 6], &mut output, 3, 2).invocations([3, 2, 1]).dispatch(&Device::cpu())?;
/// assert_eq!(output, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), vyre::Error>(())
/// ```
pub use vyre_macros::kernel;
/// Makes all of a module plain Rust for kernels: its structs, enums, `impl`s, functions and constants need no attributes. See
/// [the guide](crate#modules).
///
/// `#[kernel]` stands on the kernels. Functions that only the host can have, such as those that take a [`Device`] or a `Vec`, stay as they are.
///
/// Arguments: `crate = path`, if the crate `vyre` has another name.
///
/// ```
/// #[vyre::module]
/// mod kernels {
///     use core::ops::Add;
///     use vyre::prelude::*;
///
///     pub struct Point {
///         pub x: f32,
///         pub y: f32,
///     }
///
///     impl Add for Point {
///         type Output = Point;
///         fn add(self, other: Point) -> Point {
///             Point { x: self.x + other.x, y: self.y + other.y }
///         }
///     }
///
///     #[kernel]
///     pub fn shift(points: &mut [Point], x: f32, y: f32) {
///         let i = invocation_id().x;
///         points[i] = points[i] + Point { x, y };
///     }
/// }
///
/// use kernels::Point;
/// let mut points = vec![Point { x: 1.0, y: 2.0 }; 3];
/// kernels::shift(&mut points, 0.5, 1.0).dispatch(&vyre::Device::cpu())?;
/// assert_eq!((points[2].x, points[2].y), (1.5, 3.0));
/// # Ok::<(), vyre::Error>(())
/// ```
pub use vyre_macros::module;
/// Declares an operation that kernels are linked to at their first use; the id is that of the [`OpSpec`](ir::OpSpec) that
/// [`ops::register`] was given.
///
/// ```
/// use vyre::prelude::*;
///
/// #[vyre::function]
/// fn mixed(x: u32) -> u32 {
///     (x ^ (x >> 16)).wrapping_mul(0x45d9_f3b)
/// }
///
/// // In another crate, which only knows what it takes and gives:
/// #[vyre::operation("acme.mix")]
/// fn mix(x: u32) -> u32;
///
/// #[vyre::kernel]
/// fn all(data: &mut [u32]) {
///     let i = invocation_id().x;
///     data[i] = mix(data[i]);
/// }
///
/// vyre::ops::register(mixed::operation("acme.mix"))?;
/// let mut data = [1u32, 2, 3];
/// all(&mut data).dispatch(&Device::cpu())?;
/// assert_eq!(data, [1, 2, 3].map(mixed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use vyre_macros::operation;
/// Parallel algorithms over buffers. See [the guide](crate#parallel-algorithms).
pub use vyre_par as par;
pub use vyre_par::{IndexedParIter, Key, ParIter};
pub use vyre_runtime::Call as Function;
/// Programs that run one after the other on buffers that the device keeps. See [the guide](crate#pipelines).
pub use vyre_runtime::ir::{Grid, Length, Pipeline, StepArg, StepLaunch, ValidPipeline};
#[cfg(feature = "gpu")]
pub use vyre_runtime::wgpu;
/// Kernels that are compiled from their text at run time. See [the guide](crate#kernels-from-text).
#[cfg(feature = "compile")]
pub use vyre_runtime::{
    Access, Diagnostic, Diagnostics, Module, Parameter, TextFunction, TextKernel as Kernel, TypeName, Value,
};
pub use vyre_runtime::{
    Arg, Buffer, BufferElement, Device, DeviceInfo, DeviceKind, DeviceLimits, Element, Error, Expansion,
    ExpansionLimit, Finding, FindingKind, FindingPlace, Float, FloatWay, Frame, Integer, Launch, Limit,
    Number, Obstacle, Outputs, Prepared, Report, Shape, Tensor, ValueArg, bf16, f16, ir, reduce, to_wgsl,
};

extern crate self as vyre;

// A copy of `vyre-lang/src/rand/source.rs`, which a test compares and `VYRE_BLESS=1` writes: a published crate has no file of another one.
#[allow(unused_qualifications, reason = "a kernel of another crate reads these paths")]
pub mod rand;
mod seed;
/// Operations on tensors: matrix products, sums along an axis, and more. See [the guide](crate#tensors).
pub mod tensor {
    pub use vyre_runtime::tensor::{
        Accumulator, Conv2d, Floating, MatMul, Numeric, Product, Whole, concat, matmul, matmul_approx,
        matmul_into, matmul_with,
    };
    #[doc(hidden)]
    pub use vyre_runtime::tensor::{Way, matmul_by};
}
pub mod algorithms;

/// The operation library: `vyre::ops::math::gcd(a, b)` is the operation `primitive.math.gcd`. Each can be called in kernels and functions,
/// and on the host, where it computes the same; `use` brings one into scope.
///
/// ```
/// use vyre::prelude::*;
/// use vyre::ops::math::gcd;
///
/// #[vyre::kernel]
/// fn reduce(pairs: &[[u32; 2]], out: &mut [u32]) {
///     let i = invocation_id().x;
///     let pair = pairs[i];
///     let common: u32 = gcd(pair[0], pair[1]);
///     out[i] = vyre::ops::math::sub_sat(common, 1);
/// }
/// ```
pub mod ops {
    pub use vyre_runtime::ir::{DuplicateOp, register};

    vyre_macros::operations!();
}

/// The items that a program that launches kernels needs: `use vyre::prelude::*;`.
pub mod prelude {
    #[doc(hidden)]
    pub use crate::__private::InScope as _;
    pub use crate::par::{IndexedParIter, Key, ParBuffer, ParDevice, ParIter, ParTensor};
    pub use crate::{Arg, Buffer, Device, Function, Tensor, func};
}

#[doc(hidden)]
pub mod editor;

/// The items that generated code uses. Not part of the public API.
#[doc(hidden)]
pub mod __private {
    /// The built-in functions of kernels that values alone need, as the host has them.
    pub mod of_values {
        pub use vyre_runtime::host::{cast_to as cast, select};
    }

    pub use crate::editor;
    pub use vyre_macros::calls_need_functions_with_the_attribute_vyre_function;
    pub use vyre_macros::{finish, types_of_kernels_need_the_attribute_vyre_data};
    pub use vyre_runtime::ir::float::binary64::canonical as canonical64;
    pub use vyre_runtime::ir::float::canonical;
    pub use vyre_runtime::ir::{DataType, OpSpec, Program};
    pub use vyre_runtime::ir::{Handle, StepArg, StepLaunch};
    pub use vyre_runtime::{
        Axis, Call, CallProblem, Callable, Callee, Closure, Data, DataMut, Discrete, Field, FormOnHost,
        Function, InScope, Item, KERNEL, Kernel, Kernels, Launch, Leaf, Measure, Method, Overload, Packed,
        ParItem as AlgorithmItem, Parts, Probe, ReadArg, ReadRows, Sealed, Single, Table, Tensor, ValueArg,
        Words, WriteArg, WriteRows, add_zeros, anonymous, bf16, bytemuck, converted, converted_mut, discrete,
        exported, exported_buffers, f16, flat, host, id, is_named, named, on_host, overload, passed,
        passed_measure, single, sized, taken,
    };
    pub use vyre_runtime::{KernelStep, StepScalar};
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
