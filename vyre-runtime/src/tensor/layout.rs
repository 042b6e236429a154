//! Where the elements of a tensor lie in its buffer: the arithmetic of shapes and strides, without devices.

use crate::{Error, Limit};
use std::fmt;
use std::ops::{Bound, RangeBounds};
use vyre_ir::rules::MAX_TENSOR_RANK;

/// The length of each dimension of a tensor, the outermost first: from an array, a slice or a vector of `usize`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape(pub(crate) Vec<usize>);

impl<const N: usize> From<[usize; N]> for Shape {
    fn from(shape: [usize; N]) -> Shape {
        Shape(shape.to_vec())
    }
}

impl<const N: usize> From<&[usize; N]> for Shape {
    fn from(shape: &[usize; N]) -> Shape {
        Shape(shape.to_vec())
    }
}

impl From<&[usize]> for Shape {
    fn from(shape: &[usize]) -> Shape {
        Shape(shape.to_vec())
    }
}

impl From<Vec<usize>> for Shape {
    fn from(shape: Vec<usize>) -> Shape {
        Shape(shape)
    }
}

impl From<&Vec<usize>> for Shape {
    fn from(shape: &Vec<usize>) -> Shape {
        Shape(shape.clone())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// A shape, the strides, and the position of the first element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) shape: Vec<usize>,
    pub(crate) strides: Vec<usize>,
    pub(crate) offset: usize,
}

/// The error of a shape that cannot be had.
pub(crate) fn refused(problem: impl Into<String>, fix: &'static str) -> Error {
    Error::Shape { problem: problem.into(), fix }
}

/// What to do where the number of elements is another one.
pub(crate) const AS_MANY: &str = "give a shape that the elements have";

/// The number of elements of a shape, of which every one has a position that is a `u32`.
pub(crate) fn count(shape: &[usize]) -> Result<usize, Error> {
    if shape.len() > MAX_TENSOR_RANK {
        return Err(refused(
            format!("{} dimensions are more than {MAX_TENSOR_RANK}", shape.len()),
            "join dimensions whose elements lie in a row",
        ));
    }
    let count = match shape.contains(&0) {
        true => 0,
        false => shape.iter().fold(1u64, |count, length| count.saturating_mul(*length as u64)),
    };
    let allowed = u64::from(u32::MAX);
    let fits = count <= allowed && shape.iter().all(|length| *length as u64 <= allowed);
    match usize::try_from(count) {
        Ok(count) if fits => Ok(count),
        _ => Err(Error::Limit { limit: Limit::TensorElements, asked: count.max(allowed + 1), allowed }),
    }
}

/// The strides of elements that lie one after the other.
fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1usize; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].saturating_mul(shape[axis]);
    }
    strides
}

impl Layout {
    /// Elements that lie one after the other, from the beginning of the buffer.
    pub(crate) fn dense(shape: Vec<usize>) -> Result<Layout, Error> {
        count(&shape)?;
        Ok(Layout { strides: row_major(&shape), shape, offset: 0 })
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether the elements lie one after the other, in order.
    pub(crate) fn is_dense(&self) -> bool {
        self.is_strided_as(&row_major(&self.shape))
    }

    /// Whether strides lead to the same positions: that of a dimension of one element does not matter.
    pub(crate) fn is_strided_as(&self, strides: &[usize]) -> bool {
        let matters = |axis: usize| self.shape[axis] > 1;
        self.len() == 0
            || (0..self.shape.len()).all(|axis| !matters(axis) || self.strides[axis] == strides[axis])
    }

    /// The end of the positions: one more than the greatest.
    pub(crate) fn end(&self) -> u64 {
        if self.len() == 0 {
            return 0;
        }
        let steps = self.shape.iter().zip(&self.strides);
        let last = steps.fold(self.offset as u64, |last, (n, stride)| {
            last.saturating_add((*stride as u64).saturating_mul(*n as u64 - 1))
        });
        last.saturating_add(1)
    }

    /// Whether two places are one element.
    pub(crate) fn overlaps(&self) -> bool {
        if self.len() == 0 {
            return false;
        }
        let mut steps: Vec<(usize, usize)> =
            self.strides.iter().copied().zip(self.shape.iter().copied()).filter(|(_, n)| *n > 1).collect();
        steps.sort_unstable();
        // All that is below a stride lies below it: so it is for every view of dense elements.
        let mut below = 0usize;
        steps.into_iter().any(|(stride, n)| {
            let overlaps = stride <= below;
            below = below.saturating_add(stride.saturating_mul(n - 1));
            overlaps
        })
    }

    /// The positions of the elements, in row-major order.
    pub(crate) fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        let mut index = vec![0usize; self.shape.len()];
        let mut at = self.offset;
        (0..self.len()).map(move |_| {
            let here = at;
            for axis in (0..index.len()).rev() {
                index[axis] += 1;
                if index[axis] < self.shape[axis] {
                    at += self.strides[axis];
                    break;
                }
                index[axis] = 0;
                at -= self.strides[axis] * (self.shape[axis] - 1);
            }
            here
        })
    }

    pub(crate) fn axis(&self, axis: usize) -> Result<usize, Error> {
        let rank = self.shape.len();
        if axis < rank { Ok(axis) } else { Err(Error::Axis { axis, rank }) }
    }

    /// With the last two dimensions exchanged.
    pub(crate) fn transposed(mut self) -> Layout {
        if let Some(last) = self.shape.len().checked_sub(1).filter(|last| *last > 0) {
            self.shape.swap(last - 1, last);
            self.strides.swap(last - 1, last);
        }
        self
    }

    pub(crate) fn permuted(&self, axes: &[usize]) -> Result<Layout, Error> {
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.shape.len()) {
            let rank = self.shape.len();
            return Err(refused(
                format!("{axes:?} does not name each of {rank} dimensions once"),
                "name each of them, counted from 0",
            ));
        }
        let of = |list: &[usize]| axes.iter().map(|axis| list[*axis]).collect();
        Ok(Layout { shape: of(&self.shape), strides: of(&self.strides), offset: self.offset })
    }

    pub(crate) fn sliced(mut self, axis: usize, range: &impl RangeBounds<usize>) -> Result<Layout, Error> {
        let axis = self.axis(axis)?;
        let len = self.shape[axis];
        let start = match range.start_bound() {
            Bound::Included(start) => *start,
            Bound::Excluded(start) => start.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(end) => end.saturating_add(1),
            Bound::Excluded(end) => *end,
            Bound::Unbounded => len,
        };
        if start > end || end > len {
            return Err(Error::Range { start: start as u64, end: end as u64, len: len as u64 });
        }
        self.shape[axis] = end - start;
        // Where nothing is left, there is no first element.
        if self.len() > 0 {
            self.offset += start * self.strides[axis];
        }
        Ok(self)
    }

    pub(crate) fn indexed(self, axis: usize, at: usize) -> Result<Layout, Error> {
        let axis = self.axis(axis)?;
        let end = at.saturating_add(1);
        let mut layout = self.sliced(axis, &(at..end))?;
        layout.shape.remove(axis);
        layout.strides.remove(axis);
        Ok(layout)
    }

    pub(crate) fn broadcast(&self, shape: &[usize]) -> Result<Layout, Error> {
        count(shape)?;
        let no = || {
            refused(
                format!("{:?} does not broadcast to {shape:?}", self.shape),
                "give a shape that ends in these dimensions, with any number for each 1",
            )
        };
        let added = shape.len().checked_sub(self.shape.len()).ok_or_else(no)?;
        let mut strides = vec![0; added];
        for ((have, stride), want) in self.shape.iter().zip(&self.strides).zip(&shape[added..]) {
            match have {
                have if have == want => strides.push(*stride),
                1 => strides.push(0),
                _ => return Err(no()),
            }
        }
        Ok(Layout { shape: shape.to_vec(), strides, offset: self.offset })
    }

    pub(crate) fn reshaped(&self, shape: &[usize]) -> Result<Layout, Error> {
        let asked = count(shape)?;
        if asked != self.len() {
            let (have, len) = (&self.shape, self.len());
            return Err(refused(format!("{have:?} has {len} elements, and {shape:?} has {asked}"), AS_MANY));
        }
        if asked == 0 {
            return Ok(Layout { shape: shape.to_vec(), strides: row_major(shape), offset: self.offset });
        }
        // Dimensions of one element have no say. Of the others, runs of old and of new ones that have as many elements correspond, and the old ones
        // of a run have to lie one after the other.
        let old: Vec<(usize, usize)> =
            self.shape.iter().copied().zip(self.strides.iter().copied()).filter(|(n, _)| *n > 1).collect();
        let mut strides = vec![1; shape.len()];
        let (mut at, mut axis) = (0, 0);
        while at < old.len() && axis < shape.len() {
            let (first, begin) = (at, axis);
            let (mut have, mut want) = (old[at].0, shape[axis]);
            (at, axis) = (at + 1, axis + 1);
            while have != want {
                if have < want {
                    let Some((n, _)) = old.get(at) else { break };
                    (have, at) = (have * n, at + 1);
                } else {
                    let Some(n) = shape.get(axis) else { break };
                    (want, axis) = (want * n, axis + 1);
                }
            }
            if old[first..at].windows(2).any(|two| two[0].1 != two[1].1 * two[1].0) {
                let (have, strides) = (&self.shape, &self.strides);
                return Err(refused(
                    format!("{have:?} with the strides {strides:?} is not {shape:?} without a copy"),
                    "reshape the copy that to_dense() makes",
                ));
            }
            let mut stride = old[at - 1].1;
            for axis in (begin..axis).rev() {
                strides[axis] = stride;
                stride *= shape[axis];
            }
        }
        Ok(Layout { shape: shape.to_vec(), strides, offset: self.offset })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// What the elements are, if each is its position.
    fn all(layout: &Layout) -> Vec<usize> {
        layout.positions().collect()
    }

    #[test]
    fn views_have_the_elements_that_they_should() {
        // 0 1 2
        // 3 4 5
        let matrix = Layout::dense(vec![2, 3]).unwrap();
        assert_eq!(all(&matrix), [0, 1, 2, 3, 4, 5]);
        assert_eq!(all(&matrix.clone().transposed()), [0, 3, 1, 4, 2, 5]);
        assert_eq!(all(&matrix.clone().sliced(1, &(1..3)).unwrap()), [1, 2, 4, 5]);
        assert_eq!(all(&matrix.clone().indexed(0, 1).unwrap()), [3, 4, 5]);
        assert_eq!(all(&matrix.clone().indexed(1, 2).unwrap()), [2, 5]);
        assert_eq!(all(&matrix.clone().indexed(1, 2).unwrap().indexed(0, 1).unwrap()), [5]);
        let row = matrix.clone().sliced(0, &(1..)).unwrap();
        assert_eq!(all(&row.broadcast(&[2, 2, 3]).unwrap()), [3, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5]);
        assert!(row.broadcast(&[2, 3]).unwrap().overlaps());
        assert!(!matrix.clone().transposed().overlaps() && !row.overlaps());
        assert!(matches!(matrix.clone().sliced(0, &(1..4)), Err(Error::Range { start: 1, end: 4, len: 2 })));
        assert!(matches!(matrix.clone().indexed(2, 0), Err(Error::Axis { axis: 2, rank: 2 })));
        assert!(matches!(matrix.permuted(&[0, 0]), Err(Error::Shape { .. })));
        assert!(matches!(matrix.broadcast(&[3, 3]), Err(Error::Shape { .. })));
        assert!(matches!(matrix.broadcast(&[3]), Err(Error::Shape { .. })));
    }

    #[test]
    fn a_reshape_has_the_same_elements_in_the_same_order_or_is_refused() {
        let cube = Layout::dense(vec![2, 3, 4]).unwrap();
        let views = [
            cube.clone(),
            cube.permuted(&[1, 0, 2]).unwrap(),
            cube.permuted(&[2, 1, 0]).unwrap(),
            cube.clone().sliced(1, &(1..3)).unwrap(),
            cube.clone().sliced(2, &(..2)).unwrap(),
            cube.clone().indexed(1, 1).unwrap(),
            cube.clone().indexed(0, 1).unwrap().indexed(0, 2).unwrap().indexed(0, 3).unwrap(),
            cube.clone().sliced(0, &(..1)).unwrap().broadcast(&[5, 3, 4]).unwrap(),
        ];
        let mut done = 0;
        for view in &views {
            let len = view.len();
            let divisors: Vec<usize> = (1..=len).filter(|n| len % n == 0).collect();
            for a in &divisors {
                for b in divisors.iter().filter(|b| (len / a) % *b == 0) {
                    for shape in [vec![*a, *b, len / a / b], vec![1, *a, 1, *b, len / a / b, 1]] {
                        if let Ok(reshaped) = view.reshaped(&shape) {
                            assert_eq!(all(&reshaped), all(view), "{view:?} {shape:?}");
                            done += 1;
                        } else {
                            assert!(!view.is_dense());
                        }
                    }
                }
            }
        }
        assert!(done > 100, "{done}");
        // Rows of a part stay apart, and within a row they can be cut.
        assert!(views[4].reshaped(&[2, 3, 1, 2]).is_ok() && views[4].reshaped(&[12]).is_err());
        assert!(cube.reshaped(&[5, 5]).is_err());
        let empty = Layout::dense(vec![0, 3]).unwrap();
        assert_eq!(empty.reshaped(&[7, 0]).unwrap().shape, [7, 0]);
    }

    #[test]
    fn shapes_are_bounded() {
        assert!(matches!(Layout::dense(vec![1; 9]), Err(Error::Shape { .. })));
        assert!(matches!(Layout::dense(vec![usize::MAX; 8]), Err(Error::Limit { .. })));
        assert!(matches!(Layout::dense(vec![1 << 16, 1 << 16]), Err(Error::Limit { .. })));
        assert_eq!(Layout::dense(vec![]).unwrap().len(), 1);
        assert_eq!(Layout::dense(vec![1 << 31, 0, 1 << 31]).unwrap().len(), 0);
    }
}
