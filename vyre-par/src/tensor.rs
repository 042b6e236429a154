//! Functions of the user's on tensors, element by element.

use crate::chain::{Plan, Stage, items, same_device};
use crate::ends;
use crate::program::Fun;
use crate::value::{Layout, leaves};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::tensor::together;
use vyre_runtime::{Call, Element, Error, Tensor};

/// What functions make of tensors, element by element.
pub trait ParTensor<T: Element> {
    /// What a function makes of each element, in a new tensor of the same shape.
    ///
    /// # Errors
    /// If the device cannot run it.
    fn map<R: Element, F: Call<(T,), R>>(&self, function: F) -> Result<Tensor<R>, Error>;

    /// What a function makes of the elements of two tensors, with broadcasting as in NumPy.
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes do not broadcast to one, [`Error::BufferDevice`] if the tensors are on different devices, or if the device
    /// cannot run it.
    fn zip_map<U: Element, R: Element, F: Call<(T, U), R>>(
        &self,
        other: &Tensor<U>,
        function: F,
    ) -> Result<Tensor<R>, Error>;
}

/// The elements of a tensor in row-major order.
fn elements<T: Element>(tensor: &Tensor<T>) -> Result<Plan, Error> {
    let stored = Stored::of(tensor.buffer());
    // Those of a tensor without elements matter to nobody.
    let word = |number: &usize| u32::try_from(*number).unwrap_or(u32::MAX);
    let axes = tensor.shape().iter().map(word).zip(tensor.strides().iter().map(word)).collect();
    let stage = Stage::View { stored, layout: Layout::of::<T>(), axes, offset: word(&tensor.offset()) };
    Ok(Plan {
        device: tensor.device().clone(),
        stage,
        len: items(tensor.len() as u64)?,
        is_filtered: false,
        leaves: leaves::<T>(),
    })
}

impl<T: Element> ParTensor<T> for Tensor<T> {
    fn map<R: Element, F: Call<(T,), R>>(&self, function: F) -> Result<Tensor<R>, Error> {
        let plan = elements(self)?;
        let stage = Stage::Map(Box::new(plan.stage), Fun::of::<(T,), R, F>(&function));
        let plan = Plan { stage, leaves: leaves::<R>(), ..plan };
        ends::collect::<R>(plan)?.into_tensor(self.shape())
    }

    fn zip_map<U: Element, R: Element, F: Call<(T, U), R>>(
        &self,
        other: &Tensor<U>,
        function: F,
    ) -> Result<Tensor<R>, Error> {
        let shape = together(self.shape(), other.shape())?;
        let (left, right) = (elements(&self.broadcast(&shape)?)?, elements(&other.broadcast(&shape)?)?);
        same_device(&left.device, &right.device)?;
        let pairs = Stage::Zip(Box::new(left.stage), Box::new(right.stage));
        let stage = Stage::Map(Box::new(pairs), Fun::of::<(T, U), R, F>(&function));
        let plan = Plan { stage, leaves: leaves::<R>(), ..left };
        ends::collect::<R>(plan)?.into_tensor(shape)
    }
}
