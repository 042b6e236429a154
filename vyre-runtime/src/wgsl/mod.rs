//! Lowering to WGSL.
//!
//! A shader reads like the program: its names, its statements, one line for each. What WGSL leaves open or
//! defines otherwise stands in small functions before the entry point: every access to a buffer is guarded
//! there, divisions too. The lengths of buffers ride in the uniform block `launch`, because `arrayLength`
//! knows neither 0 nor the length of a padded allocation.
//!
//! A program may be lowered in a second form, for launches that run a part of a grid with parts of buffers; `steps` says
//! for which buffers that gives the same.
//!
//! `names` makes identifiers, `operand` puts text together, `buffers` declares and guards, `expr` and `body`
//! print the program. There is nothing of wgpu here, and no optimisation but that constants are computed:
//! naga refuses some operations on constants for which vyre defines a result.

mod body;
mod buffers;
mod expr;
mod ids;
mod names;
mod operand;
mod steps;
#[cfg(test)]
mod tests;
mod words;

use crate::Obstacle;
use body::{Local, Scope};
use buffers::{Buffer, Function};
use ids::Ids;
use names::Names;
use std::collections::HashMap;
use std::fmt::Write;
use vyre_ir::{BufferAccess, Event, Expr, NativeOp, Program, Validated, walk};

/// A program in WGSL, and how to launch it. The entry point is `main`; everything is bound in group 0.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
pub(crate) struct Shader {
    /// The WGSL.
    pub(crate) text: String,
    /// What is bound at slots 0, 1 and so on: the bound buffers in order of declaration. The launch block has
    /// the slot after them.
    pub(crate) slots: Vec<Slot>,
    /// The invocations of a workgroup along each axis.
    pub(crate) workgroup_size: [u32; 3],
    /// The bytes of all workgroup arrays.
    pub(crate) workgroup_bytes: u64,
    /// Whether the program sees y or z. If it does not, folded rows may take the whole of y.
    pub(crate) uses_yz: bool,
    /// Whether a launch may be a part of a grid, with a part of each buffer that has a [`Slot::step`].
    pub(crate) is_split: bool,
}

/// How one bound buffer appears in the shader.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
pub(crate) struct Slot {
    pub(crate) kind: SlotKind,
    /// The words of an element.
    pub(crate) lanes: u32,
    /// The elements that the shader takes for granted, if the program fixes their number.
    pub(crate) fixed: Option<u32>,
    /// Whether the launch block has the buffer's length, in elements. Lengths come in the order of the slots.
    pub(crate) needs_length: bool,
    /// Whether the shader reads, or writes, any element.
    pub(crate) is_read: bool,
    pub(crate) is_written: bool,
    /// In a shader for parts of a grid, the bytes that each invocation along x accesses, in their order, or why it is not so.
    pub(crate) step: Result<u32, Obstacle>,
}

/// The binding type of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotKind {
    /// A storage buffer.
    Storage {
        /// Whether the shader declares it `read`, not `read_write`.
        is_read_only: bool,
    },
    /// A uniform buffer.
    Uniform {
        /// The bytes that the shader declares; the allocation has as many.
        bytes: u64,
    },
}

/// The part of a buffer that is bound, in elements, or in words for `Bytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
pub(crate) struct Part {
    pub(crate) first: u32,
    pub(crate) bound: u32,
}

/// The words of the launch block before the lengths.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
pub(crate) struct Fold {
    /// The workgroups along x.
    pub(crate) groups_x: u32,
    /// The workgroups of x in one row, or 0 if there is one row only.
    pub(crate) width: u32,
    /// The rows that x is folded into.
    pub(crate) rows: u32,
}

impl Shader {
    /// The contents of the launch block. `lengths` are the numbers of elements of all slots.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
    pub(crate) fn launch_block(&self, fold: &Fold, lengths: &[u32]) -> Vec<u32> {
        let mut block = vec![fold.groups_x, fold.width, fold.rows];
        for (at, slot) in self.slots.iter().enumerate() {
            if slot.needs_length {
                block.push(lengths[at]);
            }
        }
        block
    }

    /// The same for a part of a grid that begins at a workgroup along x, with the parts of all slots that are bound.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
    pub(crate) fn part_block(
        &self,
        fold: &Fold,
        first_group: u32,
        lengths: &[u32],
        parts: &[Part],
    ) -> Vec<u32> {
        let mut block = vec![fold.groups_x, fold.width, fold.rows, first_group];
        for (at, slot) in self.slots.iter().enumerate() {
            if slot.needs_length {
                block.push(lengths[at]);
            }
            if slot.step.is_ok() {
                block.extend_from_slice(&[parts[at].first, parts[at].bound]);
            }
        }
        block
    }
}

/// Functions for operators that WGSL defines otherwise, or not at all.
struct Functions {
    divide: Function,
    remainder: Function,
    abs_diff: Function,
    sign_extend: Function,
}

/// A lowering in progress.
struct Lowering<'a> {
    program: &'a Validated,
    names: Names,
    buffers: Vec<Buffer<'a>>,
    by_name: HashMap<&'a str, usize>,
    functions: Functions,
    /// The operations that WGSL computes by itself, in order of their ids.
    native: Vec<(Function, &'a NativeOp)>,
    ids: Ids,
    locals: Vec<Local>,
    scopes: Vec<Scope>,
    /// For each open `If` whose first arm is being printed, whether it has a second.
    has_otherwise: Vec<bool>,
    /// The open statements that cannot be reached and are not printed.
    skipped: usize,
    is_split: bool,
    /// The statements of the entry point.
    text: String,
}

/// The WGSL that a valid program lowers to: an entry point `main`, its buffers at binding 0 and on in group 0, in order of
/// declaration, and after them the uniform block `launch`.
pub fn to_wgsl(program: &Validated) -> String {
    lower(program, false).text
}

/// Prints a program. There is no program for which this fails. `is_split` makes a shader that a launch may run for a
/// part of a grid.
pub(crate) fn lower(program: &Validated, is_split: bool) -> Shader {
    let program = program.native();
    let mut lowering = Lowering::new(program, is_split);
    lowering.body(&program.program().entry);
    lowering.finish()
}

impl<'a> Lowering<'a> {
    fn new(validated: &'a Validated, is_split: bool) -> Lowering<'a> {
        let program = validated.program();
        let mut names = Names::default();
        for ours in ["Launch", "launch", "main"] {
            names.fresh(ours);
        }
        let mut parameters = Vec::new();
        for name in buffers::PARAMETERS {
            parameters.push(names.fresh(name));
        }
        let mut by_name = HashMap::new();
        for (at, buffer) in program.buffers.iter().enumerate() {
            by_name.insert(buffer.name.as_str(), at);
        }
        let is_atomic = atomic_buffers(program, &by_name);
        let steps = if is_split { steps::find(validated, &by_name) } else { Vec::new() };
        let mut buffers = Vec::with_capacity(program.buffers.len());
        for (at, decl) in program.buffers.iter().enumerate() {
            let step = steps.get(at).copied().unwrap_or(Err(Obstacle::Index));
            buffers.push(Buffer::new(decl, is_atomic[at], step, &mut names));
        }
        // A buffer must not have the name of a parameter where it is accessed; a variable may.
        parameters.iter().for_each(|name| names.release(name));
        let functions = Functions {
            divide: Function::new(&mut names, "divide"),
            remainder: Function::new(&mut names, "remainder"),
            abs_diff: Function::new(&mut names, "abs_diff"),
            sign_extend: Function::new(&mut names, "sign_extend"),
        };
        let mut native = Vec::new();
        for op in validated.native_ops() {
            let wanted = op.id.strip_prefix("primitive.").unwrap_or(&op.id).replace(".", "_");
            native.push((Function::new(&mut names, &wanted), op));
        }
        Lowering {
            native,
            program: validated,
            by_name,
            buffers,
            functions,
            ids: Ids::new(program.workgroup_size, &mut names),
            names,
            locals: vec![Local::Unknown; validated.variables().len()],
            scopes: Vec::new(),
            has_otherwise: Vec::new(),
            skipped: 0,
            is_split,
            text: String::new(),
        }
    }

    /// The buffer with this name.
    fn buffer(&mut self, name: &str) -> &mut Buffer<'a> {
        // Rule V004: the name is that of a buffer.
        &mut self.buffers[self.by_name[name]]
    }

    fn finish(self) -> Shader {
        let mut functions = String::new();
        self.functions.define(&mut functions);
        for (function, op) in &self.native {
            let mut params = Vec::new();
            for (name, ty) in &op.params {
                params.push(format!("{name}: {}", operand::type_name(*ty)));
            }
            let params = params.join(", ");
            let output = if op.gives_bool { "bool" } else { operand::type_name(op.output) };
            let _ =
                writeln!(functions, "fn {}({params}) -> {output} {{\n    {}\n}}\n", function.name, op.wgsl);
        }
        for buffer in &self.buffers {
            buffer.define(&mut functions);
        }
        let mut text = String::new();
        text.push_str("struct Launch {\n    groups_x: u32,\n    fold_width: u32,\n    rows: u32,\n");
        if self.is_split {
            text.push_str("    first_group: u32,\n");
        }
        for buffer in self.buffers.iter().filter(|buffer| buffer.decl.access.is_bound()) {
            buffer.declare_fields(&mut text);
        }
        text.push_str("}\n\n");
        let (mut slots, mut arrays) = (Vec::new(), Vec::new());
        for buffer in &self.buffers {
            if buffer.decl.access.is_bound() {
                buffer.declare(slots.len(), &mut text);
                slots.push(slot(buffer));
            } else {
                arrays.push(buffer);
            }
        }
        let _ = writeln!(text, "@group(0) @binding({}) var<uniform> launch: Launch;", slots.len());
        for buffer in &arrays {
            buffer.declare(0, &mut text);
        }
        let _ = write!(text, "\n{functions}");
        self.ids.open_entry(&mut text);
        for buffer in &arrays {
            buffer.declare_private(&mut text);
        }
        self.ids.define(self.is_split, &mut text);
        text.push_str(&self.text);
        text.push_str("}\n");
        Shader {
            text,
            slots,
            workgroup_size: self.program.program().workgroup_size,
            workgroup_bytes: workgroup_bytes(self.program.program()),
            uses_yz: self.ids.uses_yz(),
            is_split: self.is_split,
        }
    }
}

impl Functions {
    /// Defines the functions that are called.
    fn define(&self, out: &mut String) {
        let guarded = |operator: &str| {
            format!(
                "(a: u32, b: u32) -> u32 {{
    if b == 0u {{
        return 0u;
    }}
    return a {operator} b;
}}"
            )
        };
        let abs_diff = "(a: u32, b: u32) -> u32 {
    return max(a, b) - min(a, b);
}";
        let sign_extend = "(a: i32) -> vec2<u32> {
    return vec2<u32>(bitcast<u32>(a), bitcast<u32>(a >> 31u));
}";
        let definitions = [
            (&self.divide, guarded("/")),
            (&self.remainder, guarded("%")),
            (&self.abs_diff, abs_diff.to_string()),
            (&self.sign_extend, sign_extend.to_string()),
        ];
        for (function, definition) in definitions.into_iter().filter(|(function, _)| function.is_used()) {
            let _ = writeln!(out, "fn {}{definition}\n", function.name);
        }
    }
}

/// For each buffer, whether any atomic touches it.
fn atomic_buffers(program: &Program, by_name: &HashMap<&str, usize>) -> Vec<bool> {
    let mut is_atomic = vec![false; program.buffers.len()];
    walk(&program.entry, |event| {
        if let Event::Enter { exprs, .. } = event {
            for (first, expr) in exprs.into_iter().flatten() {
                expr.fold(first, |_, expr, _: &mut [()]| {
                    if let Expr::Atomic { buffer, .. } = expr {
                        is_atomic[by_name[buffer.as_str()]] = true;
                    }
                });
            }
        }
    });
    is_atomic
}

/// The bytes of all workgroup arrays, each padded as wgpu counts it.
fn workgroup_bytes(program: &Program) -> u64 {
    let arrays = program.buffers.iter().filter(|buffer| buffer.access == BufferAccess::Workgroup);
    arrays.map(|buffer| buffer.static_bytes().next_multiple_of(16)).sum()
}

fn slot(buffer: &Buffer<'_>) -> Slot {
    Slot {
        kind: match buffer.uniform_bytes() {
            Some(bytes) => SlotKind::Uniform { bytes },
            None => SlotKind::Storage { is_read_only: buffer.decl.access == BufferAccess::ReadOnly },
        },
        lanes: buffer.element().lanes() as u32,
        fixed: buffer.static_length(),
        needs_length: buffer.is_length_used,
        is_read: buffer.is_read,
        is_written: buffer.is_written,
        step: buffer.step,
    }
}
