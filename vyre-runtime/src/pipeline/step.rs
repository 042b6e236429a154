//! Steps of kernels: what the macro's `step` functions are made of.

use super::Made;
use crate::Error;
use crate::element::{BufferElement, Words};
use crate::function::Captures;
use crate::kernel::{Kernel, captured_words};
use crate::number::Number;
use crate::tensor::Axis;
use std::sync::Arc;
use vyre_ir::pipeline::{Handle, Length, StepArg, StepLaunch, Value};
use vyre_ir::{CAPTURED_WORDS, DataType};

/// Why a kernel is no step of a pipeline.
const NOT_BY_ELEMENTS: &str = "a step's kernel uses its tensors by their elements, which are no packed ones: `a[[i, j]]`, \
    and neither `a.row(i)` nor `&Tensor<u8, N>`";

/// A number of a kernel as a step takes it: the number itself, or for a `u32` or a `usize` a length or a value of the pipeline.
pub struct StepScalar<T>(Scalar<T>);

enum Scalar<T> {
    Number(T),
    Length(Length),
}

impl<T> From<T> for StepScalar<T> {
    fn from(number: T) -> StepScalar<T> {
        StepScalar(Scalar::Number(number))
    }
}

macro_rules! lengths {
    ($($Number:ty),*) => {$(
        impl From<Length> for StepScalar<$Number> {
            fn from(length: Length) -> StepScalar<$Number> {
                StepScalar(Scalar::Length(length))
            }
        }
        impl From<Value> for StepScalar<$Number> {
            fn from(value: Value) -> StepScalar<$Number> {
                Length::from(value).into()
            }
        }
    )*};
}

lengths!(u32, usize);

/// A step of a kernel that is being made. Its methods are called as those of a [`Launch`](crate::Launch).
pub struct KernelStep {
    step: StepLaunch,
    kernel: &'static Kernel,
}

impl KernelStep {
    /// A step without arguments.
    pub fn new(kernel: &'static Kernel) -> KernelStep {
        let step = StepLaunch::new(kernel.program().clone(), Arc::new(Made(kernel)));
        let step = match kernel.module() {
            Ok(_) => step,
            Err(error) => step.refused(error.to_string()),
        };
        KernelStep { step, kernel }
    }

    /// A step without arguments of a kernel that takes these tensors.
    pub fn of_tensors(kernel: &'static Kernel, tensors: &[(&str, &[Axis<'_>])]) -> KernelStep {
        let step = match (kernel.module(), kernel.whole_of(tensors)) {
            (Ok(_), Some(whole)) => StepLaunch::new(whole.clone(), Arc::new(())),
            (made, _) => {
                let reason =
                    made.err().map_or_else(|| NOT_BY_ELEMENTS.to_string(), |error| error.to_string());
                StepLaunch::new(kernel.program().clone(), Arc::new(())).refused(reason)
            }
        };
        KernelStep { step, kernel }
    }

    /// Adds the argument of a parameter that is a tensor.
    pub fn tensor(self, arg: impl Into<StepArg>) -> KernelStep {
        self.with_step(|step| step.tensor(arg.into()))
    }

    /// The step, with the kernel's tables.
    pub fn done(self) -> StepLaunch {
        self.kernel.tables_of_steps().fold(self.step, StepLaunch::table)
    }

    fn with_step(self, change: impl FnOnce(StepLaunch) -> StepLaunch) -> KernelStep {
        KernelStep { step: change(self.step), kernel: self.kernel }
    }

    fn buffer<T: BufferElement>(self, handle: Handle, is_written: bool, is_grouped: bool) -> KernelStep {
        self.with_step(|step| step.buffer(handle, T::DEVICE_BYTES as u32, is_written, is_grouped))
    }

    fn packed_buffer<T: BufferElement>(self, handle: Handle, is_written: bool) -> KernelStep {
        self.with_step(|step| step.packed_buffer(handle, T::DEVICE_BYTES as u32, is_written))
    }

    /// Adds a number, or a length in its place.
    pub fn with<T>(
        self,
        value: impl Into<StepScalar<T>>,
        number: impl FnOnce(KernelStep, T) -> KernelStep,
    ) -> KernelStep {
        match value.into().0 {
            Scalar::Number(value) => number(self, value),
            Scalar::Length(length) => self.with_step(|step| step.length(length)),
        }
    }

    /// Adds the argument of a parameter `&[T]`.
    pub fn read<T: BufferElement>(self, handle: Handle) -> KernelStep {
        self.buffer::<T>(handle, false, false)
    }

    /// Adds the argument of a parameter `&mut [T]`.
    pub fn write<T: BufferElement>(self, handle: Handle) -> KernelStep {
        self.buffer::<T>(handle, true, false)
    }

    /// Adds the argument of a parameter `&[T]` whose elements are groups of words.
    pub fn read_as<T: BufferElement>(self, handle: Handle, _ty: DataType) -> KernelStep {
        self.buffer::<T>(handle, false, true)
    }

    /// Adds the argument of a parameter `&mut [T]` whose elements are groups of words.
    pub fn write_as<T: BufferElement>(self, handle: Handle, _ty: DataType) -> KernelStep {
        self.buffer::<T>(handle, true, true)
    }

    /// Adds the argument of a parameter `&[[T; K]]` where the lengths depend on constant parameters.
    pub fn read_rows<T: BufferElement>(self, handle: Handle, _name: &str, lengths: &[u32]) -> KernelStep {
        self.rows::<T>(handle, lengths, false)
    }

    /// Adds the argument of a parameter `&mut [[T; K]]`, as [`KernelStep::read_rows`] does.
    pub fn write_rows<T: BufferElement>(self, handle: Handle, _name: &str, lengths: &[u32]) -> KernelStep {
        self.rows::<T>(handle, lengths, true)
    }

    fn rows<T: BufferElement>(self, handle: Handle, lengths: &[u32], is_written: bool) -> KernelStep {
        let (element, row) =
            (T::DEVICE_BYTES as u32, lengths.iter().fold(1u32, |row, length| row.saturating_mul(*length)));
        let length = (*T::TYPE == DataType::Bytes).then_some(element);
        self.with_step(|step| {
            step.rows(handle, (length, Ord::max(element.saturating_mul(row), 1)), is_written)
        })
    }

    /// A buffer of a pipeline has whatever length it was made with: it may have other elements than those that a parameter `&[T; N]` names.
    pub fn exactly(self, _name: &str, _count: u32) -> KernelStep {
        self
    }

    /// Adds the argument of a parameter `&[u8]` or its kin.
    pub fn packed<T: BufferElement>(self, handle: Handle) -> KernelStep {
        self.packed_buffer::<T>(handle, false)
    }

    /// Adds the argument of a parameter `&mut [u8]` or its kin.
    pub fn packed_mut<T: BufferElement>(self, handle: Handle) -> KernelStep {
        self.packed_buffer::<T>(handle, true)
    }

    /// Adds the argument of a parameter `&[T]` of a kernel over types.
    pub fn slice<T: BufferElement>(self, handle: Handle) -> KernelStep {
        if *T::TYPE == DataType::Bytes { self.packed::<T>(handle) } else { self.read::<T>(handle) }
    }

    /// Adds the argument of a parameter `&mut [T]` of a kernel over types.
    pub fn slice_mut<T: BufferElement>(self, handle: Handle) -> KernelStep {
        if *T::TYPE == DataType::Bytes { self.packed_mut::<T>(handle) } else { self.write::<T>(handle) }
    }

    /// Adds the argument of a parameter `T` of a kernel over types.
    pub fn number<T: Number>(self, value: T) -> KernelStep {
        let lanes = value.lanes();
        self.with_step(|step| step.words(&lanes[..<T as crate::host::Value>::TYPE.lanes()]))
    }

    /// Adds the argument of a parameter that is an array or a struct by value.
    pub fn words<T: Words>(self, value: T) -> KernelStep {
        let words = crate::ValueArg::words(value);
        self.with_step(|step| step.words(&words))
    }

    /// Adds the argument of a parameter by value that is converted: a tuple, an enum with fields, an array of `bool`s.
    pub fn item<T: crate::ParItem>(self, value: T) -> KernelStep {
        let mut words = Vec::new();
        value.add_words(&mut words);
        self.with_step(|step| step.words(&words))
    }

    /// Adds what a function that is an argument takes from around it.
    pub fn function(self, function: &impl Captures) -> KernelStep {
        let captured = captured_words(function);
        self.with_step(|step| match captured {
            Ok(words) => step.words(&words),
            Err(error) => step.refused(error.to_string()).words(&[0; CAPTURED_WORDS]),
        })
    }

    /// Adds the argument of a parameter `u32`.
    pub fn scalar(self, value: u32) -> KernelStep {
        self.with_step(|step| step.words(&[value]))
    }

    /// Adds the argument of a parameter `usize` or `isize`, which has 32 bits in kernels.
    pub fn sized(self, name: &str, ty: &str, value: impl std::fmt::Display, word: Option<u32>) -> KernelStep {
        let refused = word.is_none().then(|| {
            let expected = format!("{ty}, which has 32 bits in kernels");
            Error::Argument { name: name.to_string(), expected, got: value.to_string() }
        });
        let step = self.scalar(word.unwrap_or(0));
        match refused {
            Some(error) => step.with_step(|step| step.refused(error.to_string())),
            None => step,
        }
    }

    /// Makes room for the number of workgroups along x, y and z.
    pub fn groups(self) -> KernelStep {
        self.with_step(|step| (0..3).fold(step, |step, axis| step.length(Length::groups(axis))))
    }

    /// Accepts the argument of an erroneous parameter.
    pub fn ignore<T>(self, _argument: T) -> KernelStep {
        self
    }
}
