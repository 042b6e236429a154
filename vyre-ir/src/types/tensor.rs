//! The type of a tensor: a view of a flat buffer by several indices.

use super::DataType;
use crate::rules::{MAX_TENSOR_NAMES, MAX_TENSOR_RANK};
use std::collections::HashSet;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The type of a tensor: what its elements are, how many there are along each dimension, and how far they are apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// The type of an element: any that a buffer can have, but `Bytes`.
    pub element: Box<DataType>,
    /// The dimensions, the outermost first; none for a tensor of one element.
    pub shape: Vec<Dim>,
    /// How many elements of the buffer lie between neighbours along each dimension. Empty means row-major.
    pub strides: Vec<u32>,
}

/// The length of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// A number that the program fixes.
    Static(u32),
    /// A number that each launch says. The dimensions of one name have one value in a launch.
    Dynamic(&'static str),
}

impl TensorType {
    /// A tensor whose elements lie one after the other, those of the last dimension side by side.
    ///
    /// ```
    /// use vyre_ir::{DataType, Dim, TensorType};
    /// let ty = TensorType::row_major(DataType::F32, [Dim::Dynamic("M"), Dim::Static(4)]);
    /// assert_eq!(DataType::Tensor(ty).to_string(), "tensor<f32, [M, 4]>");
    /// ```
    pub fn row_major(element: DataType, shape: impl Into<Vec<Dim>>) -> TensorType {
        TensorType { element: Box::new(element), shape: shape.into(), strides: Vec::new() }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The greatest position that an element can have as far as the program says, if it is more than a `u32` can number: elements
    /// of a static shape, or positions by given strides. Nothing if it is not known.
    pub(crate) fn static_extent(&self) -> Option<u128> {
        let dims = || {
            self.shape.iter().map(|dim| match dim {
                Dim::Static(n) => Some(u128::from(*n)),
                Dim::Dynamic(_) => None,
            })
        };
        let dims = dims().take(MAX_TENSOR_RANK).collect::<Option<Vec<_>>>()?;
        if dims.contains(&0) {
            return Some(0);
        }
        let elements = dims.iter().fold(1u128, |product, dim| product.saturating_mul(*dim));
        let last = self.strides.iter().zip(&dims).map(|(stride, dim)| u128::from(*stride) * (dim - 1));
        let end = if self.strides.is_empty() { elements } else { last.sum::<u128>() + 1 };
        Some(elements.max(end))
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tensor<{}, [", self.element)?;
        for (at, dim) in self.shape.iter().enumerate() {
            write!(f, "{}{dim}", if at > 0 { ", " } else { "" })?;
        }
        f.write_str("]")?;
        for (at, stride) in self.strides.iter().enumerate() {
            write!(f, "{}{stride}", if at > 0 { ", " } else { ", [" })?;
        }
        f.write_str(if self.strides.is_empty() { ">" } else { "]>" })
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Static(n) => write!(f, "{n}"),
            Dim::Dynamic(name) => write!(f, "{}", crate::text::Name(name)),
        }
    }
}

impl From<u32> for Dim {
    fn from(n: u32) -> Dim {
        Dim::Static(n)
    }
}

impl From<&'static str> for Dim {
    fn from(name: &'static str) -> Dim {
        Dim::Dynamic(name)
    }
}

/// The names of dimensions that came from text or bytes. They stay for as long as the process, so there is a limit to them.
static NAMES: OnceLock<Mutex<HashSet<&'static str>>> = OnceLock::new();

/// The names in the programs of vyre's own operations on tensors. They do not count, so that an operation works where others have taken all names.
const OWN: [&str; 28] = [
    "A", "B", "C", "D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "G", "H", "I", "J", "K", "L", "M", "N",
    "O", "P", "Q", "R", "S", "W", "X", "Y", "Z",
];

/// The name of a dimension, as one that stays; `None` where there are too many.
pub fn interned(name: &str) -> Option<&'static str> {
    if let Ok(own) = OWN.binary_search(&name) {
        return Some(OWN[own]);
    }
    let mut names = NAMES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return Some(known);
    }
    if names.len() >= MAX_TENSOR_NAMES {
        return None;
    }
    let name: &'static str = Box::leak(name.into());
    names.insert(name);
    Some(name)
}
