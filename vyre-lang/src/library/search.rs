// Searches in sorted slices, written in vyre's own language.

/// How many elements of a sorted slice are below a value, for kernels: `slice::partition_point`.
///
/// ```
/// use vyre::algorithms::lower_bound;
/// use vyre::prelude::*;
///
/// #[vyre::kernel]
/// fn ranks(sorted: &[u32], needles: &[u32], out: &mut [u32]) {
///     let i = invocation_id().x;
///     out[i] = lower_bound(sorted, needles[i]);
/// }
///
/// let mut out = [0; 3];
/// ranks(&[2, 4, 4, 8], &[4, 5, 9], &mut out).dispatch(&Device::cpu())?;
/// assert_eq!(out, [1, 3, 4]);
/// # Ok::<(), vyre::Error>(())
/// ```
pub fn lower_bound<T: Number>(a: &[T], x: T) -> u32 {
    let (mut low, mut high) = (0u32, a.len());
    for _ in 0..32 {
        let middle = low + (high - low) / 2;
        if low < high && a[middle] < x {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// How many elements of a sorted slice are not above a value, for kernels.
///
/// ```
/// use vyre::algorithms::upper_bound;
/// use vyre::prelude::*;
///
/// #[vyre::kernel]
/// fn ranks(sorted: &[u32], needles: &[u32], out: &mut [u32]) {
///     let i = invocation_id().x;
///     out[i] = upper_bound(sorted, needles[i]);
/// }
///
/// let mut out = [0; 3];
/// ranks(&[2, 4, 4, 8], &[4, 5, 9], &mut out).dispatch(&Device::cpu())?;
/// assert_eq!(out, [3, 3, 4]);
/// # Ok::<(), vyre::Error>(())
/// ```
pub fn upper_bound<T: Number>(a: &[T], x: T) -> u32 {
    let (mut low, mut high) = (0u32, a.len());
    for _ in 0..32 {
        let middle = low + (high - low) / 2;
        if low < high && a[middle] <= x {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
