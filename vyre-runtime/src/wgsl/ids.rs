//! The indices of the invocation, and how a large grid is folded.
//!
//! A device has at most 65,535 workgroups along an axis. A launch with more of them along x has rows of them:
//! `launch` says how many, and how long a row is. The rows lie along y, or between the rows of y if the
//! program sees y or z. The last row may be longer than the grid; its workgroups end at once. A form for launches of one shape that need no rows
//! has nothing of that.

use super::names::Names;
use super::text::{Text, zero};
use std::fmt::Write;
use vyre_lower::{Builtin, Lowered, Op, U32};

const AXES: [&str; 3] = ["x", "y", "z"];

/// The most workgroups along an axis on any adapter. Folding computes with products of two such numbers.
pub(crate) const MOST_GROUPS: u32 = 65_535;

/// The most lanes of a vector in which an adapter that runs on a CPU executes a row of a workgroup: of 512 bits.
const MOST_LANES: u32 = 16;

/// Names of the indices, and which of them the program uses.
pub(super) struct Ids {
    size: [u32; 3],
    /// Whether the launch says how many invocations there are along x.
    has_end: bool,
    /// Whether all launches of the form are known to need no rows.
    is_unfolded: bool,
    /// Whether lanes beyond the workgroup's rows end at once.
    ends_spare_lanes: bool,
    workgroup_id: String,
    local_id: String,
    /// The flat local id.
    local_index: String,
    /// The number of the subgroup in its workgroup, and how many these are.
    subgroups: [String; 2],
    groups: [String; 3],
    invocations: [String; 3],
    uses_group: [bool; 3],
    uses_local: [bool; 3],
    uses_index: bool,
    uses_subgroups: bool,
    uses_invocation: [bool; 3],
}

impl Ids {
    pub(super) fn new(form: &Lowered, ends_spare_lanes: bool, names: &mut Names) -> Ids {
        // An index of the invocation has the name that the program gives it.
        let mut given = ["id_x", "id_y", "id_z"];
        let has_end = form.coarsening.is_some();
        let ends_spare_lanes = ends_spare_lanes && !form.workgroup_size[0].is_multiple_of(MOST_LANES);
        let fits = |grid: [u64; 3]| {
            let most = form.workgroup_size.map(|size| u64::from(MOST_GROUPS) * u64::from(size));
            grid.iter().zip(most).all(|(extent, most)| *extent <= most)
        };
        for inst in &form.insts {
            if let (Op::Builtin(Builtin::Invocation(axis)), Some(name)) = (&inst.op, &inst.name) {
                given[usize::from(*axis)] = name;
            }
        }
        Ids {
            size: form.workgroup_size,
            has_end,
            is_unfolded: !has_end && form.grid.is_some_and(fits),
            ends_spare_lanes,
            workgroup_id: names.fresh("workgroup_id"),
            local_id: names.fresh("local_id"),
            local_index: names.fresh("local_index"),
            subgroups: ["subgroup", "subgroups"].map(|name| names.fresh(name)),
            groups: ["group_x", "group_y", "group_z"].map(|name| names.fresh(name)),
            invocations: given.map(|name| names.fresh(name)),
            uses_group: [false; 3],
            uses_local: [ends_spare_lanes, false, false],
            uses_index: false,
            uses_subgroups: false,
            uses_invocation: [false; 3],
        }
    }

    /// The text of an index, which the program uses.
    pub(super) fn used(&mut self, builtin: Builtin) -> Text {
        let axis = match builtin {
            Builtin::Invocation(axis) | Builtin::Workgroup(axis) | Builtin::Local(axis) => usize::from(axis),
        };
        let is_flat = self.size[axis] == 1;
        match builtin {
            Builtin::Local(_) if is_flat => zero(U32),
            Builtin::Local(_) => {
                self.uses_local[axis] = true;
                Text::primary(format!("{}.{}", self.local_id, AXES[axis]))
            }
            Builtin::Invocation(_) if !is_flat => {
                self.uses_group[axis] = true;
                self.uses_local[axis] = true;
                self.uses_invocation[axis] = true;
                Text::primary(self.invocations[axis].clone())
            }
            Builtin::Invocation(_) | Builtin::Workgroup(_) => {
                self.uses_group[axis] = true;
                Text::primary(self.groups[axis].clone())
            }
        }
    }

    /// The text of the flat local id, which the program uses.
    pub(super) fn used_index(&mut self) -> Text {
        self.uses_index = true;
        Text::primary(self.local_index.clone())
    }

    /// The texts of the subgroup's number and of how many there are, which the program uses.
    pub(super) fn used_subgroups(&mut self) -> [Text; 2] {
        self.uses_subgroups = true;
        self.subgroups.each_ref().map(|name| Text::primary(name.clone()))
    }

    pub(super) fn uses_yz(&self) -> bool {
        self.uses_group[1] || self.uses_group[2]
    }

    /// Begins the entry point.
    pub(super) fn open_entry(&self, out: &mut String) {
        let [x, y, z] = self.size;
        let (group, local) = (&self.workgroup_id, &self.local_id);
        let _ = writeln!(out, "@compute @workgroup_size({x}, {y}, {z})");
        let _ = write!(out, "fn main(@builtin(workgroup_id) {group}: vec3<u32>");
        if self.uses_local.contains(&true) {
            let _ = write!(out, ", @builtin(local_invocation_id) {local}: vec3<u32>");
        }
        if self.uses_index {
            let _ = write!(out, ", @builtin(local_invocation_index) {}: u32", self.local_index);
        }
        if self.uses_subgroups {
            let [subgroup, subgroups] = &self.subgroups;
            let _ = write!(
                out,
                ", @builtin(subgroup_id) {subgroup}: u32, @builtin(num_subgroups) {subgroups}: u32"
            );
        }
        out.push_str(") {\n");
    }

    /// Computes the indices, and ends workgroups beyond the grid, or beyond the part of it that a launch has.
    pub(super) fn define(&self, is_split: bool, out: &mut String) {
        let wg = &self.workgroup_id;
        let [x, y, z] = &self.groups;
        if self.ends_spare_lanes {
            let (local, size) = (&self.local_id, self.size[0]);
            let _ = writeln!(out, "    if {local}.x >= {size}u {{\n        return;\n    }}");
        }
        if self.is_unfolded {
            let _ = writeln!(out, "    let {x} = {wg}.x;");
            if self.uses_group[1] {
                let _ = writeln!(out, "    let {y} = {wg}.y;");
            }
        } else {
            self.unfold(is_split, out);
        }
        if is_split {
            let _ = writeln!(out, "    {x} = {x} + launch.first_group;");
        }
        if self.uses_group[2] && self.is_unfolded {
            let _ = writeln!(out, "    let {z} = {wg}.z;");
        }
        for (at, axis) in AXES.iter().enumerate().filter(|(at, _)| self.uses_invocation[*at]) {
            let (id, group, local) = (&self.invocations[at], &self.groups[at], &self.local_id);
            let _ = writeln!(out, "    let {id} = {group} * {}u + {local}.{axis};", self.size[at]);
            if at == 0 && self.has_end {
                let _ = writeln!(out, "    if {id} >= launch.invocations {{\n        return;\n    }}");
            }
        }
    }

    /// Computes which workgroup of the grid this is, where the grid may lie in rows.
    fn unfold(&self, is_split: bool, out: &mut String) {
        let wg = &self.workgroup_id;
        let [x, y, z] = &self.groups;
        if self.uses_yz() {
            let _ = write!(
                out,
                "    var {x} = {wg}.x;
    var {y} = {wg}.y;
    var {z} = {wg}.z;
    if launch.depth > 0u {{
        {x} = {wg}.x + {wg}.y * launch.fold_width;
        {z} = {x} / launch.groups_x / launch.rows;
        {y} = {x} / launch.groups_x % launch.rows;
        {x} = {x} % launch.groups_x;
        if {z} >= launch.depth {{
            return;
        }}
    }} else if launch.rows > 1u {{
        {x} = {wg}.x + {wg}.y % launch.rows * launch.fold_width;
        {y} = {wg}.y / launch.rows;
    }}
"
            );
        } else {
            let declare = if is_split { "var" } else { "let" };
            let _ = writeln!(out, "    {declare} {x} = {wg}.x + {wg}.y * launch.fold_width;");
        }
        let _ = writeln!(out, "    if {x} >= launch.groups_x {{\n        return;\n    }}");
    }
}
