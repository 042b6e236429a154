//! Tensors from and to the arrays of ndarray.

use super::Tensor;
use crate::element::Element;
use crate::{Device, Error};
use ndarray::{Array, ArrayBase, ArrayD, Data, Dimension, IxDyn};

impl Device {
    /// A tensor with the elements of an array of ndarray, of whatever strides, in row-major order.
    ///
    /// ```
    /// use ndarray::{Array2, array};
    /// let a = array![[1.0f32, 2.0], [3.0, 4.0], [5.0, 6.0]];
    /// let tensor = vyre_runtime::Device::cpu().tensor_from(&a.t())?;
    /// assert_eq!(tensor.shape(), [2, 3]);
    /// assert_eq!(Array2::try_from(&tensor)?, a.t());
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if it has more dimensions than tensors have, and those of [`Device::tensor`].
    pub fn tensor_from<T, S, D>(&self, array: &ArrayBase<S, D>) -> Result<Tensor<T>, Error>
    where
        T: Element,
        S: Data<Elem = T>,
        D: Dimension,
    {
        let shape = array.shape();
        match array.as_slice() {
            Some(elements) => self.tensor(elements, shape),
            None => self.tensor(&array.iter().copied().collect::<Vec<T>>(), shape),
        }
    }
}

/// Waits for everything that has been recorded. An array of another number of dimensions is [`Error::Rank`].
impl<T: Element, D: Dimension> TryFrom<&Tensor<T>> for Array<T, D> {
    type Error = Error;

    fn try_from(tensor: &Tensor<T>) -> Result<Array<T, D>, Error> {
        let got = tensor.shape().len();
        let wrong = |_| Error::Rank { name: "tensor".to_string(), expected: D::NDIM.unwrap_or(got), got };
        if D::NDIM.is_some_and(|expected| expected != got) {
            return Err(Error::Rank { name: "tensor".to_string(), expected: D::NDIM.unwrap_or(got), got });
        }
        ArrayD::from_shape_vec(IxDyn(tensor.shape()), tensor.read()?)
            .and_then(ArrayD::into_dimensionality)
            .map_err(wrong)
    }
}
