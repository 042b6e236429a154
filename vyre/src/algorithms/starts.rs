//! Running sums, from which the parts of a result learn where they begin. All algorithms here that pack something use this one.

use crate::{Buffer, Error};
pub(super) use vyre_par::starts;

/// The starts, and the sum of all counts.
pub(super) fn starts_and_total(counts: &Buffer<u32>) -> Result<(Buffer<u32>, usize), Error> {
    let starts = starts(counts)?;
    let total = starts.read_range(counts.len()..)?;
    Ok((starts, total.first().map_or(0, |total| *total as usize)))
}
