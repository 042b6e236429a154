//! Types of values that have parts: arrays and tuples. Their sizes are bounded where they are made, so that nothing that walks
//! one takes long or recurses deep.

use super::DataType;
use crate::rules::{MAX_TYPE_DEPTH, MAX_TYPE_VALUES};
use std::fmt;
use std::sync::Arc;

/// The type of an array: [`DataType::array`] makes one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ArrayType(Arc<(DataType, u32)>);

/// The type of a tuple: [`DataType::tuple`] makes one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TupleType(Arc<[DataType]>);

/// A type is too deep, or has values of too many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeLimit {
    /// Arrays and tuples in each other, more than [`MAX_TYPE_DEPTH`].
    Depth,
    /// Values without parts in one value of the type, more than [`MAX_TYPE_VALUES`].
    Values,
}

impl fmt::Display for TypeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeLimit::Depth => {
                write!(f, "arrays and tuples nest deeper than {MAX_TYPE_DEPTH}. Fix: nest fewer of them.")
            }
            TypeLimit::Values => {
                write!(f, "a value has more than {MAX_TYPE_VALUES} numbers. Fix: keep it in a buffer.")
            }
        }
    }
}

impl std::error::Error for TypeLimit {}

impl ArrayType {
    /// The type of the elements.
    pub fn element(&self) -> &DataType {
        &self.0.0
    }

    /// The number of elements.
    pub fn count(&self) -> u32 {
        self.0.1
    }
}

impl TupleType {
    /// The types of the parts, in order.
    pub fn parts(&self) -> &[DataType] {
        &self.0
    }
}

impl fmt::Debug for ArrayType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ArrayType").field(self.element()).field(&self.count()).finish()
    }
}

impl fmt::Debug for TupleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TupleType").field(&self.parts()).finish()
    }
}

impl DataType {
    pub(crate) const ARRAY_TAG: u8 = 13;
    pub(crate) const TUPLE_TAG: u8 = 14;

    /// The type of arrays of `count` values.
    ///
    /// ```
    /// use vyre_ir::DataType;
    /// let row = DataType::array(DataType::F32, 3)?;
    /// assert_eq!(DataType::array(row, 2)?.to_string(), "[[f32; 3]; 2]");
    /// # Ok::<(), vyre_ir::TypeLimit>(())
    /// ```
    ///
    /// # Errors
    /// Where the type would be deeper than [`MAX_TYPE_DEPTH`], or have values of more than [`MAX_TYPE_VALUES`] parts.
    pub fn array(element: DataType, count: u32) -> Result<DataType, TypeLimit> {
        within(element.type_depth(), element.values().max(1) * u64::from(count))?;
        Ok(DataType::Array(ArrayType(Arc::new((element, count)))))
    }

    /// The type of tuples of these parts.
    ///
    /// ```
    /// use vyre_ir::DataType;
    /// let pair = DataType::tuple([DataType::U32, DataType::Bool])?;
    /// assert_eq!(pair.to_string(), "(u32, bool)");
    /// assert_eq!(pair.part(1), Some(&DataType::Bool));
    /// # Ok::<(), vyre_ir::TypeLimit>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`DataType::array`].
    pub fn tuple(parts: impl IntoIterator<Item = DataType>) -> Result<DataType, TypeLimit> {
        let parts: Arc<[DataType]> = parts.into_iter().collect();
        let depth = parts.iter().map(DataType::type_depth).max().unwrap_or(0);
        within(depth, parts.iter().map(|part| part.values().max(1)).sum())?;
        Ok(DataType::Tuple(TupleType(parts)))
    }

    /// The type of what a function gives whose results are of these types: the only one, or a tuple of them.
    ///
    /// # Errors
    /// The same as for [`DataType::array`].
    pub fn of_results(results: &[DataType]) -> Result<DataType, TypeLimit> {
        match results {
            [only] => Ok(only.clone()),
            several => DataType::tuple(several.iter().cloned()),
        }
    }

    /// The types of the parts of an array or a tuple; none of any other type.
    pub fn parts(&self) -> impl Iterator<Item = &DataType> {
        (0..self.part_count()).filter_map(|at| self.part(at))
    }

    /// The number of parts of an array or a tuple; 0 of any other type.
    pub fn part_count(&self) -> usize {
        match self {
            DataType::Array(array) => array.count() as usize,
            DataType::Tuple(tuple) => tuple.parts().len(),
            _ => 0,
        }
    }

    /// The type of the part with this number.
    pub fn part(&self, at: usize) -> Option<&DataType> {
        match self {
            DataType::Array(array) => (at < array.count() as usize).then_some(array.element()),
            DataType::Tuple(tuple) => tuple.parts().get(at),
            _ => None,
        }
    }

    /// Whether its values have parts, which are values themselves.
    pub const fn has_parts(&self) -> bool {
        matches!(self, DataType::Array(_) | DataType::Tuple(_))
    }

    /// The number of values without parts in one value of the type.
    pub fn values(&self) -> u64 {
        match self {
            DataType::Array(array) => array.element().values() * u64::from(array.count()),
            DataType::Tuple(tuple) => tuple.parts().iter().map(DataType::values).sum(),
            _ => 1,
        }
    }

    /// How many arrays and tuples are in each other.
    fn type_depth(&self) -> usize {
        match self {
            DataType::Array(array) => 1 + array.element().type_depth(),
            DataType::Tuple(tuple) => 1 + tuple.parts().iter().map(DataType::type_depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}

fn within(depth: usize, values: u64) -> Result<(), TypeLimit> {
    if depth >= MAX_TYPE_DEPTH {
        return Err(TypeLimit::Depth);
    }
    if values > MAX_TYPE_VALUES { Err(TypeLimit::Values) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_bounded_where_they_are_made() {
        let mut deep = DataType::U32;
        for _ in 0..MAX_TYPE_DEPTH {
            deep = DataType::array(deep, 1).unwrap();
        }
        assert_eq!(DataType::array(deep.clone(), 1), Err(TypeLimit::Depth));
        assert_eq!(DataType::tuple([deep]), Err(TypeLimit::Depth));
        let most = DataType::array(DataType::U32, MAX_TYPE_VALUES as u32).unwrap();
        assert_eq!(DataType::array(DataType::U32, MAX_TYPE_VALUES as u32 + 1), Err(TypeLimit::Values));
        assert_eq!(DataType::tuple([most.clone(), DataType::Bool]), Err(TypeLimit::Values));
        assert_eq!(DataType::array(most, u32::MAX), Err(TypeLimit::Values));
    }

    #[test]
    fn a_type_prints_as_rust_writes_it() {
        let row = DataType::array(DataType::U64, 2).unwrap();
        let pair = DataType::tuple([row, DataType::Bool]).unwrap();
        assert_eq!(pair.to_string(), "([u64; 2], bool)");
        assert_eq!(DataType::tuple([pair]).unwrap().to_string(), "(([u64; 2], bool),)");
        assert_eq!(DataType::tuple([]).unwrap().to_string(), "()");
    }
}
