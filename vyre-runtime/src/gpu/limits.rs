//! What an adapter allows, and how a grid is folded to fit it. Nothing is created here.

use super::split::Whole;
use super::within;
use crate::binding::Binding;
use crate::info::ANY_PRIVATE_BYTES;
use crate::wgsl::{Fold, MOST_GROUPS, Shader, SlotKind};
use crate::{Error, Limit};
use vyre_ir::Program;

/// How to launch a shader, once all limits have been checked.
pub(super) struct Plan {
    /// What is dispatched, one after the other.
    pub(super) dispatches: Vec<Dispatch>,
    /// The bytes to allocate for each slot.
    pub(super) bytes: Vec<u64>,
}

/// A grid, or a part of one.
pub(super) struct Dispatch {
    /// The workgroups along each axis.
    pub(super) groups: [u32; 3],
    /// The contents of the launch block.
    pub(super) launch_block: Vec<u32>,
    /// What is bound of the buffer of each slot. Where there is nothing, it is the whole.
    pub(super) windows: Vec<Option<Window>>,
}

/// A part of a buffer, in bytes. The buffer may end before it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) offset: u64,
    pub(super) bytes: u64,
}

/// The most bytes of a storage buffer that can be bound.
pub(super) fn binding_bytes(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size / 16 * 16
}

/// The bytes that are allocated for as many bytes of data.
pub(super) fn padded(bytes: u64) -> u64 {
    // An adapter's limit may be all of a u64.
    bytes.checked_next_multiple_of(16).unwrap_or(u64::MAX).max(16)
}

/// The bytes of local arrays that an adapter's driver runs. NVIDIA's (580.159.04, an H200) runs 15,600 and loses the device at 16,000.
pub(super) fn private_bytes(info: &wgpu::AdapterInfo) -> u32 {
    const NVIDIA: u32 = 0x10de;
    match (info.vendor, info.backend) {
        (NVIDIA, wgpu::Backend::Vulkan) => 15 * 1024,
        _ => ANY_PRIVATE_BYTES,
    }
}

/// Checks a launch against the limits, the second of which is that of local arrays.
pub(super) fn plan(
    program: &Program,
    shader: &Shader,
    groups: [u32; 3],
    bindings: &[Binding<'_>],
    (limits, private_bytes): (&wgpu::Limits, u32),
) -> Result<Plan, Error> {
    check_workgroup(shader, limits)?;
    within(Limit::PrivateMemory, shader.private_bytes, private_bytes.into())?;
    check_counts(shader, limits)?;
    for (axis, group) in groups.iter().enumerate() {
        let size = shader.workgroup_size[axis];
        within(Limit::Invocations, u64::from(*group) * u64::from(size), 1 << 32)?;
    }
    let mut bytes = Vec::new();
    let mut lengths = Vec::new();
    for (at, slot) in shader.slots.iter().enumerate() {
        let words = bindings[at].words() as u64;
        bytes.push(allocation(slot.kind, words * 4, shader.is_split, limits)?);
        // Bytes that a binding can have are fewer than 2^34, so that their words are counted by a u32.
        let length = words / u64::from(slot.lanes);
        within(Limit::BindingSize, length, u64::from(u32::MAX))?;
        lengths.push(length as u32);
    }
    let dispatches = if shader.is_split {
        let launch = Whole { program, shader, groups, lengths: &lengths, bytes: &bytes };
        super::split::dispatches(&launch, limits)?
    } else {
        let grid = shader.grid(groups);
        let allowed = limits.max_compute_workgroups_per_dimension;
        let (fold, groups) = fold(shader.uses_yz, grid.groups, allowed)?;
        let launch_block = shader.launch_block(&fold, grid.invocations, &lengths);
        vec![Dispatch { groups, launch_block, windows: Vec::new() }]
    };
    for dispatch in &dispatches {
        let launch_bytes = dispatch.launch_block.len() as u64 * 4;
        within(Limit::UniformSize, launch_bytes, limits.max_uniform_buffer_binding_size)?;
    }
    Ok(Plan { dispatches, bytes })
}

fn check_workgroup(shader: &Shader, limits: &wgpu::Limits) -> Result<(), Error> {
    let size = shader.workgroup_size;
    let allowed = [
        limits.max_compute_workgroup_size_x,
        limits.max_compute_workgroup_size_y,
        limits.max_compute_workgroup_size_z,
    ];
    let mut invocations = 1;
    for (axis, size) in size.iter().enumerate() {
        within(Limit::WorkgroupSize, u64::from(*size), allowed[axis].into())?;
        invocations *= u64::from(*size);
    }
    let allowed = limits.max_compute_invocations_per_workgroup;
    within(Limit::WorkgroupInvocations, invocations, allowed.into())?;
    let allowed = limits.max_compute_workgroup_storage_size;
    within(Limit::WorkgroupMemory, shader.workgroup_bytes, allowed.into())
}

fn check_counts(shader: &Shader, limits: &wgpu::Limits) -> Result<(), Error> {
    let count = |is: fn(SlotKind) -> bool| shader.slots.iter().filter(|slot| is(slot.kind)).count() as u64;
    let uniforms = count(|kind| matches!(kind, SlotKind::Uniform { .. }));
    // Those count as uniform buffers all the same, so that the limits of programs do not depend on adapters' faults.
    let spared = count(|kind| matches!(kind, SlotKind::Uniform { is_storage: true, .. }));
    let storages = shader.slots.len() as u64 - uniforms + u64::from(shader.is_watched);
    // One more for the launch block.
    let allowed = limits.max_uniform_buffers_per_shader_stage;
    within(Limit::UniformBuffers, uniforms + 1, allowed.into())?;
    let bindings = u64::from(limits.max_bindings_per_bind_group).saturating_sub(uniforms + 1);
    let allowed = u64::from(limits.max_storage_buffers_per_shader_stage).saturating_sub(spared).min(bindings);
    within(Limit::StorageBuffers, storages, allowed)
}

/// The bytes to allocate for a buffer of `bytes` bytes.
fn allocation(kind: SlotKind, bytes: u64, is_split: bool, limits: &wgpu::Limits) -> Result<u64, Error> {
    let padded = padded(bytes);
    let allocated = match kind {
        SlotKind::Uniform { bytes: declared, .. } => {
            within(Limit::UniformSize, bytes, declared)?;
            within(Limit::UniformSize, declared, limits.max_uniform_buffer_binding_size)?;
            declared.max(16)
        }
        SlotKind::Storage { .. } => {
            if !is_split {
                within(Limit::BindingSize, padded, binding_bytes(limits))?;
            }
            padded
        }
    };
    within(Limit::BufferSize, allocated, limits.max_buffer_size)?;
    Ok(allocated)
}

/// Splits x into rows if it is too long for one. The rows lie along y, with those of y inside if the program
/// sees them. If y or z is too long then, all workgroups are numbered one after the other, and their numbers split into rows.
pub(super) fn fold(uses_yz: bool, [x, y, z]: [u32; 3], allowed: u32) -> Result<(Fold, [u32; 3]), Error> {
    let allowed = allowed.clamp(1, MOST_GROUPS);
    let rows = x.div_ceil(allowed).max(1);
    let columns = x.div_ceil(rows);
    let width = if rows == 1 { 0 } else { columns };
    let dispatch = match (rows, uses_yz) {
        (1, _) => [columns.into(), y.into(), z.into()],
        (_, true) => [columns.into(), u64::from(rows) * u64::from(y), z.into()],
        (_, false) => [columns.into(), rows.into(), u64::from(y) * u64::from(z)],
    };
    let is_too_long = dispatch.iter().any(|groups| *groups > allowed.into());
    if is_too_long && uses_yz {
        let all = u64::from(x).saturating_mul(y.into()).saturating_mul(z.into());
        let rows = all.div_ceil(allowed.into());
        within(Limit::Workgroups, rows, allowed.into())?;
        let width = all.div_ceil(rows) as u32;
        return Ok((Fold { groups_x: x, width, rows: y, depth: z }, [width, rows as u32, 1]));
    }
    for groups in &dispatch {
        within(Limit::Workgroups, *groups, allowed.into())?;
    }
    let [x_groups, y_groups, z_groups] = dispatch;
    Ok((Fold { groups_x: x, width, rows, depth: 0 }, [x_groups as u32, y_groups as u32, z_groups as u32]))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn grids_that_fit_are_not_folded() {
        let (fold, dispatch) = fold(false, [65_535, 3, 4], 65_535).unwrap();
        assert_eq!((fold.groups_x, fold.width, fold.rows), (65_535, 0, 1));
        assert_eq!(dispatch, [65_535, 3, 4]);
    }

    #[test]
    fn folded_rows_cover_the_grid_and_nothing_wraps() {
        for x in [65_536u32, 65_537, 131_071, 1 << 20, 65_535 * 65_535] {
            for (uses_yz, [y, z]) in [(false, [1, 1]), (true, [1, 3]), (false, [7, 5])] {
                let (fold, dispatch) = fold(uses_yz, [x, y, z], 65_535).unwrap();
                let covered = u64::from(fold.width) * u64::from(fold.rows);
                assert!(covered >= u64::from(x) && covered < 1 << 32, "{x}");
                assert!(covered - u64::from(x) < u64::from(fold.rows), "{x}");
                let total: u64 = dispatch.into_iter().map(u64::from).product();
                assert_eq!(total, covered * u64::from(y) * u64::from(z));
            }
        }
    }

    #[test]
    fn long_grids_are_numbered_through() {
        for [x, y, z] in [[1u32, 65_536, 1], [1, 1, 70_000], [65_536, 40_000, 1], [3, 100_000, 7]] {
            let (fold, [columns, rows, 1]) = fold(true, [x, y, z], 65_535).unwrap() else { panic!() };
            assert_eq!((fold.groups_x, fold.rows, fold.depth, fold.width), (x, y, z, columns));
            let (all, covered) =
                (u64::from(x) * u64::from(y) * u64::from(z), u64::from(columns) * u64::from(rows));
            assert!(covered >= all && covered < 1 << 32 && columns.max(rows) <= 65_535, "{x} {y} {z}");
        }
    }

    #[test]
    fn grids_that_cannot_be_folded_are_limit_errors() {
        for (uses_yz, groups) in
            [(false, [1, 65_536, 1]), (true, [65_536, 65_535, 1]), (false, [u32::MAX, 1, 1])]
        {
            let result = fold(uses_yz, groups, 65_535);
            assert!(matches!(result, Err(Error::Limit { limit: Limit::Workgroups, .. })), "{groups:?}");
        }
    }
}
