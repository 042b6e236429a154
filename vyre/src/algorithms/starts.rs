//! Running sums, from which the parts of a result learn where they begin: within groups, over the sums of groups, and back. All algorithms here that pack something use this one.

use crate::{Buffer, Error};
use vyre_macros::kernel;

/// Invocations of a workgroup, and elements of a group.
const GROUP: usize = 256;

#[kernel(crate = crate)]
fn within_groups(counts: &[u32], starts: &mut [u32], sums: &mut [u32]) {
    let i = invocation_id().x;
    let count = if i < counts.len() { counts[i] } else { 0 };
    let start = workgroup_exclusive_sum(count);
    if i < starts.len() {
        starts[i] = start;
    }
    let sum = workgroup_sum(count);
    if local_id().x == 0 {
        sums[workgroup_id().x] = sum;
    }
}

#[kernel(crate = crate)]
fn add_to_groups(starts: &mut [u32], bases: &[u32]) {
    let i = invocation_id().x;
    if i < starts.len() {
        starts[i] += bases[workgroup_id().x];
    }
}

/// The sum of all elements before each, and of all of them behind the last, modulo 2^32.
pub(super) fn starts(counts: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    let (device, len) = (counts.device(), counts.len() + 1);
    let groups = len.div_ceil(GROUP);
    let (mut starts, mut sums) = (device.zeros(len)?, device.zeros(groups)?);
    within_groups(counts, &mut starts, &mut sums).workgroups([groups as u32, 1, 1]).dispatch(device)?;
    if groups > 1 {
        // Each level has a 256th of the elements.
        let bases = self::starts(&sums)?;
        add_to_groups(&mut starts, &bases).dispatch(device)?;
    }
    Ok(starts)
}

/// The starts, and the sum of all counts.
pub(super) fn starts_and_total(counts: &Buffer<u32>) -> Result<(Buffer<u32>, usize), Error> {
    let starts = starts(counts)?;
    let total = starts.read_range(counts.len()..)?;
    Ok((starts, total.first().map_or(0, |total| *total as usize)))
}
