//! Tensors: views of device buffers by several indices.

#[cfg(feature = "ndarray")]
mod arrays;
pub(crate) mod bind;
mod exponential;
pub(crate) mod layout;
mod ops;
mod product;
mod program;

pub use ops::{Conv2d, Floating, Numeric, Whole, concat};
#[doc(hidden)]
pub use product::together;
pub use product::{Accumulator, MatMul, Product, matmul, matmul_approx, matmul_into, matmul_with};
#[doc(hidden)]
pub use product::{Way, matmul_by};

use crate::arg::Arg;
use crate::backend::Device;
use crate::buffer::Buffer;
use crate::element::Element;
use crate::{Error, Few};
use bind::Dimensions;
use layout::{AS_MANY, Layout, Shape, count, refused};
use std::fmt;
use std::ops::RangeBounds;
use vyre_ir::{Dim, Program, TensorSlice};

/// A view of a device buffer by several indices. Its rank is known at run time.
///
/// Views share the buffer and copy nothing: what is written through one is seen through the others. `Clone` gives another handle.
///
/// ```
/// use vyre_runtime::Device;
/// let device = Device::cpu();
/// let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3])?;
/// assert_eq!(a.transpose().read()?, [1, 4, 2, 5, 3, 6]);
/// assert_eq!(a.slice(1, 1..)?.read()?, [2, 3, 5, 6]);
/// assert_eq!(a.index(0, 1)?.reshape([3, 1])?.shape(), [3, 1]);
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
pub struct Tensor<T> {
    buffer: Buffer<T>,
    layout: Layout,
}

impl Device {
    /// A tensor with these elements, in row-major order.
    ///
    /// # Errors
    /// [`Error::Shape`] if the shape has another number of elements, and those of [`Device::buffer`].
    pub fn tensor<T: Element>(&self, data: &[T], shape: impl Into<Shape>) -> Result<Tensor<T>, Error> {
        let layout = checked(shape.into(), data.len())?;
        Ok(Tensor { buffer: self.buffer(data)?, layout })
    }

    /// A tensor whose elements are zero, or false.
    ///
    /// # Errors
    /// [`Error::Limit`] if there are more than 2^32 - 1 elements, and those of [`Device::zeros`].
    pub fn tensor_zeros<T: Element>(&self, shape: impl Into<Shape>) -> Result<Tensor<T>, Error> {
        let layout = Layout::dense(shape.into().0)?;
        Ok(Tensor { buffer: self.zeros(layout.len())?, layout })
    }
}

/// A dimension of a kernel's tensor.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Axis<'a> {
    /// By its name, and whether the parameter is the first one with a dimension of this name.
    Named(&'a str, bool),
    /// Of this length.
    Fixed(u64),
    /// Of a length that nobody holds the argument's against.
    Unknown,
}

/// The program of a kernel with its tensors as such; nothing where it uses one in another way than by its elements. What is no tensor has no dimensions.
pub(crate) fn program_of(program: &Program, tensors: &[(&str, &[Axis<'_>])]) -> Option<Program> {
    let slice = |(name, axes): &(&str, &[Axis<'_>])| {
        let dim = |axis: &Axis<'_>| match *axis {
            Axis::Named(name, _) => vyre_ir::interned(name).map(Dim::Dynamic),
            Axis::Fixed(length) => u32::try_from(length).ok().map(Dim::Static),
            Axis::Unknown => None,
        };
        Some(TensorSlice {
            buffer: name.to_string(),
            offset: format!("__tensor_{name}_offset"),
            strides: (0..axes.len()).map(|axis| format!("__tensor_{name}_stride{axis}")).collect(),
            dims: axes.iter().map(dim).collect::<Option<_>>()?,
        })
    };
    let tensors: Vec<TensorSlice> = tensors.iter().map(slice).collect::<Option<_>>()?;
    let whole = vyre_ir::with_tensors(program, &tensors)?;
    // What is no valid program is not shown.
    vyre_ir::validate(&whole).is_ok().then_some(whole)
}

/// What the launch of a kernel knows of its tensors.
#[derive(Default)]
pub(crate) struct Launched {
    dimensions: Dimensions,
    /// The shape of the largest one that is written.
    covered: Option<Vec<usize>>,
}

impl Launched {
    /// Notes a tensor, and gives the numbers that the kernel takes for it.
    pub(crate) fn note(
        &mut self,
        name: &str,
        layout: &Layout,
        is_mutable: bool,
        axes: &[Axis<'_>],
    ) -> Result<Few<u32>, Error> {
        let (expected, got) = (axes.len(), layout.shape.len());
        if expected != got {
            return Err(Error::Rank { name: name.to_string(), expected, got });
        }
        let mut new = Few::new();
        for (at, (axis, length)) in axes.iter().zip(&layout.shape).enumerate() {
            match axis {
                Axis::Named(dimension, is_new) => {
                    self.dimensions.named(dimension, *length as u64, name)?;
                    new.extend(is_new.then_some(*length));
                }
                Axis::Fixed(wanted) => Dimensions::known(at, *wanted, *length as u64, name)?,
                Axis::Unknown => {}
            }
        }
        count(&layout.shape)?;
        bind::within(layout)?;
        if is_mutable {
            if layout.overlaps() {
                return Err(Error::Overlap { name: name.to_string() });
            }
            if self.covered.as_ref().is_none_or(|shape| shape.iter().product::<usize>() < layout.len()) {
                self.covered = Some(layout.shape.clone());
            }
        }
        let numbers = [layout.offset].into_iter().chain(layout.strides.iter().copied()).chain(new);
        // Those of a tensor without elements matter to nobody.
        Ok(numbers.map(|number| u32::try_from(number).unwrap_or(u32::MAX)).collect())
    }

    /// The invocations that cover the largest tensor that is written: x its last dimension, y the one before, z the rest.
    pub(crate) fn covered(&self) -> Option<[u64; 3]> {
        let shape = self.covered.as_ref()?;
        let mut lengths = shape.iter().rev().map(|length| *length as u64);
        let (x, y) = (lengths.next().unwrap_or(1), lengths.next().unwrap_or(1));
        let all = [x, y, lengths.product()];
        Some(if all.contains(&0) { [0; 3] } else { all })
    }
}

/// The layout of so many elements as a shape.
fn checked(shape: Shape, got: usize) -> Result<Layout, Error> {
    let wanted = count(&shape.0)?;
    if wanted != got {
        return Err(refused(format!("{shape} has {wanted} elements, and there are {got}"), AS_MANY));
    }
    Layout::dense(shape.0)
}

impl<T: Element> Buffer<T> {
    /// The elements of the buffer as a tensor, in row-major order. Other handles to the buffer stay.
    ///
    /// # Errors
    /// [`Error::Shape`] if the shape has another number of elements.
    pub fn into_tensor(self, shape: impl Into<Shape>) -> Result<Tensor<T>, Error> {
        let layout = checked(shape.into(), self.len())?;
        Ok(Tensor { buffer: self, layout })
    }
}

impl<T: Element> Tensor<T> {
    /// The length of each dimension, the outermost first.
    pub fn shape(&self) -> &[usize] {
        &self.layout.shape
    }

    /// How many elements of the buffer lie between neighbours along each dimension.
    pub fn strides(&self) -> &[usize] {
        &self.layout.strides
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.layout.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The buffer of which this is a view.
    pub fn buffer(&self) -> &Buffer<T> {
        &self.buffer
    }

    /// The device that it is on.
    pub fn device(&self) -> &Device {
        self.buffer.device()
    }

    /// Which element of the buffer is the first one.
    #[doc(hidden)]
    pub fn offset(&self) -> usize {
        self.layout.offset
    }

    #[doc(hidden)]
    pub fn parts(&self) -> (&Buffer<T>, &Layout) {
        (&self.buffer, &self.layout)
    }

    #[doc(hidden)]
    pub fn parts_mut(&mut self) -> (&mut Buffer<T>, &Layout) {
        (&mut self.buffer, &self.layout)
    }

    fn view(&self, layout: Layout) -> Tensor<T> {
        Tensor { buffer: self.buffer.clone(), layout }
    }

    /// The same elements with the last two dimensions exchanged. With fewer than two dimensions it is the same tensor.
    pub fn transpose(&self) -> Tensor<T> {
        self.view(self.layout.clone().transposed())
    }

    /// The dimensions in another order: `axes[i]` is the one that becomes dimension `i`.
    ///
    /// # Errors
    /// [`Error::Shape`] unless each dimension is named once.
    pub fn permute(&self, axes: &[usize]) -> Result<Tensor<T>, Error> {
        Ok(self.view(self.layout.permuted(axes)?))
    }

    /// A part of a dimension.
    ///
    /// # Errors
    /// [`Error::Range`] if the range exceeds the dimension, [`Error::Axis`] if there is no such dimension.
    pub fn slice(&self, axis: usize, range: impl RangeBounds<usize>) -> Result<Tensor<T>, Error> {
        Ok(self.view(self.layout.clone().sliced(axis, &range)?))
    }

    /// What lies at one place of a dimension, which the result does not have any more.
    ///
    /// # Errors
    /// The same as for [`Tensor::slice`].
    pub fn index(&self, axis: usize, at: usize) -> Result<Tensor<T>, Error> {
        Ok(self.view(self.layout.clone().indexed(axis, at)?))
    }

    /// The same elements in the same row-major order, as another shape.
    ///
    /// # Errors
    /// [`Error::Shape`] if the shape has another number of elements, or if the strides forbid it; [`Tensor::to_dense`] first helps there.
    pub fn reshape(&self, shape: impl Into<Shape>) -> Result<Tensor<T>, Error> {
        Ok(self.view(self.layout.reshaped(&shape.into().0)?))
    }

    /// The elements again and again along dimensions of length 1, and along new ones in front, as in NumPy.
    ///
    /// # Errors
    /// [`Error::Shape`] if a dimension has another length, and it is not 1.
    pub fn broadcast(&self, shape: impl Into<Shape>) -> Result<Tensor<T>, Error> {
        Ok(self.view(self.layout.broadcast(&shape.into().0)?))
    }

    /// A tensor with a buffer of its own, in which the elements lie one after the other.
    ///
    /// # Errors
    /// The same as for [`Tensor::read`] and [`Device::buffer`].
    pub fn to_dense(&self) -> Result<Tensor<T>, Error> {
        let layout = Layout::dense(self.layout.shape.clone())?;
        let buffer = match self.covers_buffer() {
            true => self.buffer.copy()?,
            false => self.device().buffer(&self.read()?)?,
        };
        Ok(Tensor { buffer, layout })
    }

    /// Whether the elements are those of the buffer, in its order.
    fn covers_buffer(&self) -> bool {
        self.layout.offset == 0 && self.len() == self.buffer.len() && self.layout.is_dense()
    }

    /// The part of the buffer in which the elements lie.
    fn part(&self) -> std::ops::Range<usize> {
        let end = usize::try_from(self.layout.end()).unwrap_or(usize::MAX);
        if end == 0 { 0..0 } else { self.layout.offset..end }
    }

    /// Waits for everything that has been recorded, and returns the elements in row-major order.
    ///
    /// # Errors
    /// The same as for [`Buffer::read`].
    pub fn read(&self) -> Result<Vec<T>, Error> {
        let part = self.buffer.read_range(self.part())?;
        Ok(self.gathered(part))
    }

    /// Like [`Tensor::read`], without blocking the thread.
    ///
    /// # Errors
    /// The same as for [`Tensor::read`].
    pub async fn read_async(&self) -> Result<Vec<T>, Error> {
        let all = self.buffer.read_async().await?;
        let part = all.get(self.part()).map(<[T]>::to_vec).unwrap_or_default();
        Ok(self.gathered(part))
    }

    fn gathered(&self, part: Vec<T>) -> Vec<T> {
        if self.layout.is_dense() {
            return part;
        }
        let first = self.layout.offset;
        self.layout.positions().filter_map(|at| part.get(at - first).copied()).collect()
    }

    /// Writes all elements, given in row-major order.
    ///
    /// # Errors
    /// [`Error::Length`] if the slice has another length, [`Error::Overlap`] if two places are one element, or a failure of the device.
    pub fn write(&self, data: &[T]) -> Result<(), Error> {
        if data.len() != self.len() {
            return Err(Error::Length { expected: self.len() as u64, got: data.len() as u64 });
        }
        if self.layout.overlaps() {
            return Err(Error::Overlap { name: "self".to_string() });
        }
        if self.layout.is_dense() {
            return self.buffer.write_at(self.part().start, data);
        }
        let first = self.layout.offset;
        let mut part = self.buffer.read_range(self.part())?;
        for (at, value) in self.layout.positions().zip(data) {
            if let Some(place) = part.get_mut(at - first) {
                *place = *value;
            }
        }
        self.buffer.write_at(first, &part)
    }
}

impl<T> Clone for Tensor<T> {
    fn clone(&self) -> Tensor<T> {
        Tensor { buffer: self.buffer.clone(), layout: self.layout.clone() }
    }
}

impl<T: Element> fmt::Debug for Tensor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tensor = f.debug_struct("Tensor");
        tensor.field("element", &T::TYPE).field("shape", &self.shape()).field("strides", &self.strides());
        tensor.field("device", self.device()).finish()
    }
}

impl<'a> Arg<'a> {
    /// A tensor for a tensor that a program reads.
    pub fn tensor<T: Element>(tensor: &'a Tensor<T>) -> Arg<'a> {
        Arg::buffer(&tensor.buffer).with_layout(tensor.layout.clone())
    }

    /// A tensor for a tensor of any access.
    pub fn tensor_mut<T: Element>(tensor: &'a mut Tensor<T>) -> Arg<'a> {
        let layout = tensor.layout.clone();
        Arg::buffer_mut(&mut tensor.buffer).with_layout(layout)
    }

    /// The same data as a tensor of this shape, in row-major order.
    ///
    /// ```
    /// use vyre_runtime::{Arg, Device};
    /// let program: vyre_ir::Program = "program workgroup_size 8, 1, 1
    ///     buffer a: read tensor<u32, [M, N]> @ 0
    ///     buffer out: read_write tensor<u32, [N, M]> @ 1
    ///     entry { let i = local_id.x; out[[i % dim(a, 1), i / dim(a, 1)]] = a[[i / dim(a, 1), i % dim(a, 1)]]; }".parse()?;
    /// let (a, mut out) = ([1u32, 2, 3, 4, 5, 6], [0u32; 6]);
    /// let args = [Arg::read(&a).shaped([2, 3]), Arg::write(&mut out).shaped([3, 2])];
    /// Device::cpu().run(&program, [1, 1, 1], args)?;
    /// assert_eq!(out, [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shaped(self, shape: impl Into<Shape>) -> Arg<'a> {
        // What is wrong with the shape is said where the launch is.
        let shape = shape.into().0;
        let layout = Layout::dense(shape.clone());
        let strides = vec![usize::MAX; shape.len()];
        self.with_layout(layout.unwrap_or(Layout { shape, strides, offset: 0 }))
    }
}

impl<'a, T: Element> From<&'a Tensor<T>> for Arg<'a> {
    fn from(tensor: &'a Tensor<T>) -> Arg<'a> {
        Arg::tensor(tensor)
    }
}

impl<'a, T: Element> From<&'a mut Tensor<T>> for Arg<'a> {
    fn from(tensor: &'a mut Tensor<T>) -> Arg<'a> {
        Arg::tensor_mut(tensor)
    }
}
