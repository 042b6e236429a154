//! Launches over buffers that are too large to be bound.
//!
//! Such a launch becomes several dispatches, each for a part of the grid along x, with the parts of the large buffers that its
//! invocations access: the shader's second form knows where its part begins, and takes a [`Slot::step`] only for buffers
//! where every invocation accesses its own element. Parts are as large as can be, of whole workgroups, and
//! begin at offsets that can be bound. No kernel may depend on the order of the invocations of a launch, so the result is
//! that of one dispatch.

use super::limits::{Dispatch, Window, binding_bytes, fold};
use super::within;
use crate::wgsl::{Part, Shader, SlotKind};
use crate::{Error, Limit};
use vyre_ir::Program;

/// A launch that may have to be split.
pub(super) struct Whole<'a> {
    pub(super) program: &'a Program,
    pub(super) shader: &'a Shader,
    /// The workgroups along each axis.
    pub(super) groups: [u32; 3],
    /// The elements of each slot, or words for `Bytes`.
    pub(super) lengths: &'a [u32],
    /// The bytes to be allocated for each slot.
    pub(super) bytes: &'a [u64],
}

/// The dispatches of a launch.
///
/// # Errors
/// If a buffer that is too large is not accessed element by element.
pub(super) fn dispatches(whole: &Whole<'_>, limits: &wgpu::Limits) -> Result<Vec<Dispatch>, Error> {
    let steps = steps(whole, limits)?;
    let [x, y, z] = whole.groups;
    let most = part_groups(whole, &steps, limits)?;
    let mut dispatches = Vec::new();
    let mut first = 0;
    while first < x {
        let count = most.min(x - first);
        let (fold, groups) =
            fold(whole.shader.uses_yz, [count, y, z], limits.max_compute_workgroups_per_dimension)?;
        let (mut parts, mut windows) = (Vec::new(), Vec::new());
        for (at, step) in steps.iter().enumerate() {
            let (part, window) = part(whole, at, *step, first, most);
            parts.push(part);
            windows.push(window);
        }
        let launch_block = whole.shader.part_block(&fold, first, whole.lengths, &parts);
        dispatches.push(Dispatch { groups, launch_block, windows });
        first += count;
    }
    Ok(dispatches)
}

/// The bytes that each invocation along x accesses of the buffers that are too large to be bound.
fn steps(whole: &Whole<'_>, limits: &wgpu::Limits) -> Result<Vec<Option<u64>>, Error> {
    let allowed = binding_bytes(limits);
    let mut steps = Vec::new();
    for (at, slot) in whole.shader.slots.iter().enumerate() {
        let asked = whole.bytes[at];
        steps.push(match (slot.kind, slot.step) {
            (SlotKind::Uniform { .. }, _) => None,
            _ if asked <= allowed => None,
            (SlotKind::Storage { .. }, Ok(step)) => Some(u64::from(step)),
            (SlotKind::Storage { .. }, Err(reason)) => {
                let name = whole.program.bound_buffers().nth(at).map(|buffer| buffer.name.clone());
                let name = name.unwrap_or_default();
                return Err(Error::BufferIndivisible { name, asked, allowed, reason });
            }
        });
    }
    Ok(steps)
}

/// The most workgroups along x of a part.
fn part_groups(whole: &Whole<'_>, steps: &[Option<u64>], limits: &wgpu::Limits) -> Result<u32, Error> {
    let size = u64::from(whole.shader.workgroup_size[0]);
    // As many invocations as there are bytes between two offsets begin at an offset whatever their step. It is a power of two.
    let alignment = u64::from(limits.min_storage_buffer_offset_alignment.max(16));
    let unit = alignment >> alignment.trailing_zeros().min(size.trailing_zeros());
    let mut widest = 1;
    for step in steps {
        widest = step.unwrap_or(1).max(widest);
    }
    let allowed = binding_bytes(limits);
    within(Limit::BindingSize, unit * size * widest, allowed)?;
    let groups = allowed / widest / size / unit * unit;
    Ok(u32::try_from(groups).unwrap_or(u32::MAX / unit as u32 * unit as u32))
}

/// What is bound of a slot for the part of the grid from the workgroup `first`.
fn part(whole: &Whole<'_>, at: usize, step: Option<u64>, first: u32, most: u32) -> (Part, Option<Window>) {
    let length = whole.lengths[at];
    let Some(step) = step else { return (Part { first: 0, bound: length }, None) };
    let element = u64::from(whole.shader.slots[at].lanes) * 4;
    let group = u64::from(whole.shader.workgroup_size[0]) * step;
    let (offset, bytes) = (u64::from(first) * group, u64::from(most) * group);
    let start = offset / element;
    if start >= u64::from(length) {
        // These invocations are beyond its end. Something must be bound.
        return (Part { first: 0, bound: 0 }, Some(Window { offset: 0, bytes }));
    }
    let end = (offset + bytes).div_ceil(element).min(u64::from(length));
    let part = Part { first: start as u32, bound: (end - start) as u32 };
    (part, Some(Window { offset, bytes }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::{Whole, dispatches};
    use crate::wgsl::{Part, Variant, lower};
    use vyre_ir::validate;

    /// The dispatches for two buffers of `lengths` elements, of 4 and of 16 bytes, of which at most `binding` bytes can be bound
    /// and that at multiples of `alignment`. Gives the part of each slot in elements and its window in bytes.
    fn parts(
        size: u32,
        groups: u32,
        lengths: [u32; 2],
        (binding, alignment): (u64, u32),
    ) -> Vec<[(Part, u64, u64); 2]> {
        let text = format!(
            "program workgroup_size {size}, 1, 1 buffer a: read u32 @ 0 buffer b: read_write vec4<u32> @ 1
             entry {{ let i = invocation_id.x; b[i] = vec4<u32>(a[i], 0, 0, 0); }}"
        );
        let validated = validate(&text.parse().unwrap()).unwrap();
        let shader = lower(&validated, Variant { is_split: true, ..Variant::default() }).unwrap();
        let bytes = [u64::from(lengths[0]) * 4, u64::from(lengths[1]) * 16];
        let limits = wgpu::Limits {
            max_storage_buffer_binding_size: binding,
            min_storage_buffer_offset_alignment: alignment,
            ..wgpu::Limits::default()
        };
        let groups = [groups, 1, 1];
        let program = validated.program();
        let whole = Whole { program, shader: &shader, groups, lengths: &lengths, bytes: &bytes };
        let all = dispatches(&whole, &limits).unwrap();
        let of = |dispatch: &super::Dispatch| {
            // The fold, the first workgroup, and for each slot where its part begins and how long it is.
            let block = &dispatch.launch_block;
            assert_eq!(block.len(), 8);
            [0, 1].map(|slot| {
                let part = Part { first: block[4 + slot * 2], bound: block[5 + slot * 2] };
                let window = dispatch.windows[slot].map_or((0, bytes[slot]), |w| (w.offset, w.bytes));
                (part, window.0, window.1)
            })
        };
        all.iter().map(of).collect()
    }

    #[test]
    fn parts_cover_the_buffers_and_can_be_bound() {
        for size in [1, 24, 64, 96, 100, 256, 1000] {
            for alignment in [16, 64, 256] {
                for (a, b) in [(1_000_000u32, 1_000_000u32), (1_000_003, 77), (10, 999_999), (300_001, 0)] {
                    let invocations = a.max(b) + 5000;
                    let limit = (512 << 10, alignment);
                    let parts = parts(size, invocations.div_ceil(size), [a, b], limit);
                    for (slot, (length, bytes)) in [(a, 4), (b, 16)].into_iter().enumerate() {
                        if u64::from(length) * bytes <= limit.0 {
                            let whole = (Part { first: 0, bound: length }, 0, u64::from(length) * bytes);
                            assert!(parts.iter().all(|part| part[slot] == whole));
                            continue;
                        }
                        let mut covered = 0;
                        for (part, offset, window) in parts.iter().map(|part| part[slot]) {
                            assert!(window <= limit.0 && offset.is_multiple_of(u64::from(alignment)));
                            assert!(u64::from(part.bound) * bytes <= window);
                            if part.bound == 0 {
                                assert_eq!((covered, offset), (length, 0));
                                continue;
                            }
                            assert_eq!((u64::from(part.first) * bytes, part.first), (offset, covered));
                            covered += part.bound;
                        }
                        assert_eq!(covered, length, "{size} {alignment} {a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_grid_is_too_large_for_its_first_indices() {
        let parts = parts(1024, 1 << 22, [1 << 30, 1 << 28], (1 << 27, 256));
        assert_eq!(parts.len(), 512);
        assert_eq!(parts[511][0], (Part { first: 0, bound: 0 }, 0, 1 << 25));
        assert_eq!(parts[127][0].0, Part { first: 127 << 23, bound: 1 << 23 });
    }
}
