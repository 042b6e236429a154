//! Runs programs of [`vyre_ir`] on GPUs through wgpu, and on the CPU.

#[doc(hidden)]
pub mod algorithm;
mod arg;
mod assertion;
mod backend;
mod binding;
mod buffer;
mod converted;
mod copy;
mod cpu;
mod deferred;
mod device;
mod element;
mod error;
mod finding;
mod float_way;
mod function;
#[cfg(feature = "gpu")]
mod gpu;
mod info;
mod item;
mod kept;
mod kernel;
mod memory;
mod module;
mod number;
mod owned;
mod pipeline;
mod prepared;
mod printing;
mod promise;
mod scope;
mod storage;
#[cfg(feature = "compile")]
mod text;
mod thread;
mod unique;
mod wgsl;

pub mod host;
pub mod reduce;
pub mod tensor;
#[doc(hidden)]
pub mod testing;

/// A list that is rarely longer than this, so that a launch that has run before does not allocate.
pub(crate) type Few<T> = smallvec::SmallVec<[T; 8]>;

pub use arg::{Arg, ReadArg, ReadRows, Rows, ValueArg, WriteArg, WriteRows};
pub use backend::Device;
pub use buffer::Buffer;
#[doc(hidden)]
pub use bytemuck;
pub use element::{BufferElement, Element};
#[doc(hidden)]
pub use element::{Data, DataMut, Sealed, Words, converted, converted_mut};
pub use error::{Error, Limit, Obstacle};
pub use finding::{Finding, FindingKind, FindingPlace, Report};
pub use float_way::FloatWay;
pub use function::{
    Anonymous, Call, CallProblem, Callable, Callee, Captures, Closure, Discrete, Elements, Field, FormOnHost,
    Function, Item, KERNEL, Measure, Method, Named, Packed, Parts, Single, Table, Taken, anonymous, discrete,
    exported, exported_buffers, flat, id, named, passed, passed_measure, single, sized, taken,
};
/// Floats of 16 bits, as the host has them.
pub use half::{bf16, f16};
pub use info::{DeviceInfo, DeviceKind, DeviceLimits};
pub use item::Item as ParItem;
#[doc(hidden)]
pub use item::{Leaf, add_zeros};
pub use kernel::{Kernel, Kernels, Launch, on_host};
pub use number::{Float, Integer, Number, Overload, is_named, overload};
pub use pipeline::{KernelStep, Outputs, StepScalar};
pub use prepared::Prepared;
pub use scope::{InScope, Probe};
pub use tensor::Tensor;
pub use tensor::layout::Shape;
#[doc(hidden)]
pub use tensor::{Axis, layout::Layout};
/// What a module's text is compiled to.
#[cfg(feature = "compile")]
pub use text::{
    Access, Diagnostic, Diagnostics, Function as TextFunction, Kernel as TextKernel, Module, Parameter,
    TypeName, Value,
};
pub use vyre_ir as ir;
pub use vyre_lower::{Expansion, ExpansionLimit, Frame};
#[cfg(feature = "gpu")]
pub use wgpu;
pub use wgsl::to_wgsl;
