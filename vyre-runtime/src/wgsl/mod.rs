//! Lowering to WGSL.
//!
//! A shader reads like the program: its names, its statements, one line for each. What WGSL leaves open or
//! defines otherwise stands in small functions before the entry point: every access to a buffer is guarded
//! there, divisions too. The lengths of buffers ride in the uniform block `launch`, because `arrayLength`
//! knows neither 0 nor the length of a padded allocation.
//!
//! A program may be lowered in a second form, for launches that run a part of a grid with parts of buffers; `steps` says
//! for which buffers that gives the same. For adapters that end loops early there are forms that notice that: after a loop its variable is
//! compared with its end once more. A compiler that knows how a loop ends would leave that out, so the comparison is with a
//! zero that the launch block brings. `break` sets the variable to the end.
//!
//! `names` makes identifiers, `text` puts expressions together, `buffers` declares and guards, `collectives` defines what a workgroup
//! computes together, `composed` what is a function for its length, `expr` and `body` print the form, `forms` keeps what a program was lowered to, `locals` says where variables are declared, and `nans` where a NaN has to be the canonical one. There is nothing of wgpu here, and no optimisation: what is
//! printed is what the passes left.

mod body;
mod buffers;
mod collectives;
mod composed;
mod expr;
pub(crate) mod floats;
mod forms;
mod half;
mod ids;
mod locals;
pub(crate) mod longs;
mod names;
mod nans;
mod order;
mod quick;
pub(crate) mod square_root;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod variant;
mod words;

use crate::Obstacle;
use body::{Pending, Value};
#[cfg(feature = "gpu")]
pub(crate) use buffers::LONG;
use buffers::{Buffer, Function, LongAtomics};
use collectives::Collectives;
use composed::ComposedFunctions;
use floats::FloatFunctions;
pub(crate) use forms::Form;
use half::HalfFunctions;
use ids::Ids;
#[cfg(feature = "gpu")]
pub(crate) use ids::MOST_GROUPS;
use locals::Declarations;
use longs::LongFunctions;
use names::Names;
use quick::QuickFunctions;
use std::fmt::Write;
pub(crate) use variant::Variant;
use vyre_ir::float::half::Format;
use vyre_ir::library::Operation;
use vyre_ir::{BufferAccess, Scalar, Validated};
use vyre_lower::explain::Counts;
use vyre_lower::{Coarsening, InstId, Lowered, Target};

/// A program in WGSL, and how to launch it. The entry point is `main`; everything is bound in group 0.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
pub(crate) struct Shader {
    /// The WGSL.
    pub(crate) text: String,
    /// What is bound at slots 0, 1 and so on: the bound buffers in order of declaration. The launch block has
    /// the slot after them.
    pub(crate) slots: Vec<Slot>,
    /// The invocations of a workgroup of the program along each axis.
    pub(crate) workgroup_size: [u32; 3],
    /// How those of the shader stand for them, if they are not the same, and how many a workgroup of it has along x.
    pub(crate) coarsening: Option<(Coarsening, u32)>,
    /// Whether workgroup arrays have to be zero at the start.
    pub(crate) needs_zeros: bool,
    /// The bytes of all workgroup arrays, those for collectives included.
    pub(crate) workgroup_bytes: u64,
    /// The bytes of all local arrays of an invocation.
    pub(crate) private_bytes: u64,
    /// Whether the workgroup computes anything together.
    pub(crate) has_collectives: bool,
    /// Whether the program sees y or z. If it does not, folded rows may take the whole of y.
    pub(crate) uses_yz: bool,
    /// Whether a launch may be a part of a grid, with a part of each buffer that has a [`Slot::step`].
    pub(crate) is_split: bool,
    /// Whether the shader sees that a loop has ended before its bounds say so. Then a buffer of one word has the slot after the
    /// launch block; it starts as 0, and is 1 afterwards if one has.
    pub(crate) is_watched: bool,
    /// Whether the launch block ends in a zero, which no driver knows to be one.
    pub(crate) has_zero: bool,
    /// Whether the device adds to it what forbids a driver to change floats.
    pub(crate) is_decorated: bool,
    /// Whether it sets its long local arrays to zero itself, so that the device takes away what they hold at first.
    pub(crate) zeroes_arrays: bool,
    /// How much there is of it.
    pub(crate) counts: Counts,
}

/// The most statements of a loop over tiles that is unrolled for a GPU. An H200 compiles the product of 8 x 8 elements in 0.22 s so, and in 0.1 s else; lavapipe takes 10 s for
/// 2,000 assignments.
const MOST_OF_TILES: usize = 8_192;

/// The rounds of all loops of an invocation that every known adapter executes.
pub(crate) const ROUNDS: u32 = 65_535;

/// The uniform buffers besides the launch block that every known adapter binds without fault. Mesa's lavapipe notes which constants of uniform buffers decide
/// loops and conditions, in an array of 128 places, and those of the buffer at place `n`, counted from 1, from place `32 n` on: what it notes of the fourth is
/// behind the array (`uni_offsets` in Mesa 22.3, `nir_collect_src_uniforms`), where other memory of the process is.
pub(crate) const FEW_UNIFORMS: usize = 2;

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
    /// A uniform buffer of the program.
    Uniform {
        /// The bytes that the shader declares; the allocation has as many.
        bytes: u64,
        /// Whether it is bound as a storage buffer that is only read.
        is_storage: bool,
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
    /// The rows that x is folded into; or the workgroups along y, if there is a depth.
    pub(crate) rows: u32,
    /// The workgroups along z, if all are numbered one after the other; or else 0.
    pub(crate) depth: u32,
}

impl Fold {
    fn block(&self, uses_yz: bool) -> Vec<u32> {
        let mut block = vec![self.groups_x, self.width, self.rows];
        block.extend(uses_yz.then_some(self.depth));
        block
    }
}

/// The workgroups of a launch, as a shader has them.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
pub(crate) struct Grid {
    /// The workgroups along each axis.
    pub(crate) groups: [u32; 3],
    /// The invocations along x, if the shader compares its ids with them.
    pub(crate) invocations: Option<u32>,
}

impl Shader {
    /// The workgroups of the shader for so many of the program.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
    pub(crate) fn grid(&self, groups: [u32; 3]) -> Grid {
        let Some((coarsening, size)) = self.coarsening else { return Grid { groups, invocations: None } };
        let [x, y, z] = groups;
        let invocations = coarsening.invocations(x);
        Grid { groups: [invocations.div_ceil(size), y, z], invocations: Some(invocations) }
    }

    /// The contents of the launch block. `lengths` are the numbers of elements of all slots.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only a GPU device launches shaders"))]
    pub(crate) fn launch_block(&self, fold: &Fold, invocations: Option<u32>, lengths: &[u32]) -> Vec<u32> {
        let mut block = fold.block(self.uses_yz);
        block.extend(invocations);
        for (at, slot) in self.slots.iter().enumerate() {
            if slot.needs_length {
                block.push(lengths[at]);
            }
        }
        self.close_block(block)
    }

    /// The launch block with what comes last.
    fn close_block(&self, mut block: Vec<u32>) -> Vec<u32> {
        if self.has_zero {
            block.push(0);
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
        let mut block = fold.block(self.uses_yz);
        block.push(first_group);
        for (at, slot) in self.slots.iter().enumerate() {
            if slot.needs_length {
                block.push(lengths[at]);
            }
            if slot.step.is_ok() {
                block.extend_from_slice(&[parts[at].first, parts[at].bound]);
            }
        }
        self.close_block(block)
    }
}

/// Functions for operators that WGSL defines otherwise, or not at all.
struct Functions {
    divide: Function,
    remainder: Function,
    abs_diff: Function,
    divide_signed: Function,
    remainder_signed: Function,
    abs_diff_signed: Function,
    min_signed: Function,
    max_signed: Function,
    sign_extend: Function,
    halves: HalfFunctions,
    floats: FloatFunctions,
    quick: QuickFunctions,
    composed: ComposedFunctions,
    longs: LongFunctions,
}

/// A form that is being printed.
struct Printer<'a> {
    form: &'a Lowered,
    names: Names,
    buffers: Vec<Buffer<'a>>,
    /// The functions for atomics of 64 bits, if there are any.
    long_atomics: Option<LongAtomics>,
    functions: Functions,
    collectives: Collectives,
    ids: Ids,
    /// How often each value is used.
    uses: Vec<u32>,
    values: Vec<Value>,
    pending: Pending,
    declarations: Declarations,
    local_names: Vec<String>,
    /// The names that end with each open block.
    scopes: Vec<Vec<String>>,
    is_split: bool,
    is_decorated: bool,
    hides_from_driver: bool,
    has_hidden_conditions: bool,
    /// The variable of loops that set arrays to zero.
    zero_at: String,
    /// The name of the word that is set if a loop ends early, where that is watched.
    cut: Option<String>,
    /// The variable and the end of each loop around, where they are watched.
    open_loops: Vec<[String; 2]>,
    /// Whether a barrier has to order what is in buffers of the host's.
    publishes_storage: bool,
    /// The statements of the entry point.
    text: String,
}

/// The WGSL that a valid program lowers to: an entry point `main`, its buffers at binding 0 and on in group 0, in order of
/// declaration, and after them the uniform block `launch`. Nothing for a program whose calls expand to too much, which no device runs.
pub fn to_wgsl(program: &Validated) -> String {
    lower(program, Variant::default()).map_or(String::new(), |shader| shader.text)
}

/// Lowers a program and prints it.
pub(crate) fn lower(program: &Validated, variant: Variant) -> Result<Shader, vyre_lower::Expansion> {
    Ok(lower_form(vyre_lower::build(program)?, variant, &vyre_lower::pass::optimise))
}

/// What makes a form better for a target.
type Optimise<'a> = &'a dyn Fn(&mut Lowered, &Target);

/// Whether a form has atomics of 64 bits.
pub(crate) fn has_long_atomics(form: &Lowered) -> bool {
    let is_atomic = vyre_lower::pass::atomic_buffers(form);
    form.buffers.iter().zip(is_atomic).any(|(decl, is_atomic)| buffers::is_long_atomic(decl, is_atomic))
}

/// Optimises a form and prints it.
fn lower_form(form: Lowered, variant: Variant, optimise: Optimise<'_>) -> Shader {
    let mut target = Target {
        operators: variant
            .operators
            .with(floats::on_bits())
            .with(composed::operators_with(variant.operators)),
        long: composed::elementary(),
        quick: variant.quick,
        most_chosen: if variant.is_gpu { Target::WGSL.most_chosen } else { 0 },
        most_of_tiles: if variant.is_gpu { MOST_OF_TILES } else { 0 },
        ..Target::WGSL
    };
    if variant.is_split {
        target.least_shared = usize::MAX;
    }
    // Parts of buffers are those of the program's own invocations.
    target.has_blocks &= !variant.is_split && composed::count(&form) <= composed::MOST_IN_BLOCKS;
    lower_for(form, &target, variant, optimise)
}

fn lower_for(mut form: Lowered, target: &Target, variant: Variant, optimise: Optimise<'_>) -> Shader {
    optimise(&mut form, target);
    print(&form, variant)
}

/// Prints a form whose constants are folded and whose operators are those of the target. There is none for which this fails.
pub(crate) fn print(form: &Lowered, variant: Variant) -> Shader {
    let mut printer = Printer::new(form, variant);
    printer.body();
    printer.finish()
}

impl<'a> Printer<'a> {
    fn new(form: &'a Lowered, variant: Variant) -> Printer<'a> {
        let Variant {
            operators,
            is_split,
            is_watched,
            has_subgroups,
            is_decorated,
            root,
            hides_from_driver,
            zeroes_arrays,
            spares_uniforms,
            ends_spare_lanes,
            ..
        } = variant;
        let zero_rounds = if zeroes_arrays { buffers::zero_rounds(&form.buffers) } else { 0 };
        let rounds = || vyre_lower::analysis::rounds::rounds(form).saturating_add(zero_rounds);
        let is_watched = is_watched && rounds() >= ROUNDS.into();
        let mut names = Names::default();
        for ours in ["Launch", "launch", "main"] {
            names.fresh(ours);
        }
        let zero_at = names.fresh("zero_at");
        let cut = is_watched.then(|| names.fresh("loop_ended_early"));
        let parameters: Vec<String> = buffers::PARAMETERS.iter().map(|name| names.fresh(name)).collect();
        let is_atomic = vyre_lower::pass::atomic_buffers(form);
        let long_atomics = has_long_atomics(form).then(|| LongAtomics::new(&mut names));
        let steps = if is_split { steps::find(form) } else { vec![Err(Obstacle::Index); form.buffers.len()] };
        let mut buffers: Vec<_> = form
            .buffers
            .iter()
            .zip(is_atomic.into_iter().zip(body::block_buffers(form)))
            .zip(steps)
            .map(|((decl, (is_atomic, has_blocks)), step)| {
                let is = [is_atomic, has_blocks, zeroes_arrays];
                Buffer::new(decl, is, step, long_atomics.as_ref(), &mut names)
            })
            .collect();
        if spares_uniforms {
            buffers::spare_uniforms(&mut buffers);
        }
        // A buffer must not have the name of a parameter where it is accessed; a variable may.
        parameters.iter().for_each(|name| names.release(name));
        let collectives = Collectives::new(form, has_subgroups, operators, &mut names);
        let mut functions = Functions {
            divide: Function::new(&mut names, "divide"),
            remainder: Function::new(&mut names, "remainder"),
            abs_diff: Function::new(&mut names, "abs_diff"),
            divide_signed: Function::new(&mut names, "divide_i32"),
            remainder_signed: Function::new(&mut names, "remainder_i32"),
            abs_diff_signed: Function::new(&mut names, "abs_diff_i32"),
            min_signed: Function::new(&mut names, "min_i32"),
            max_signed: Function::new(&mut names, "max_i32"),
            sign_extend: Function::new(&mut names, "sign_extend"),
            halves: HalfFunctions::new(&mut names),
            floats: FloatFunctions::new(form, root, operators, hides_from_driver, &mut names),
            quick: QuickFunctions::new(&mut names),
            longs: LongFunctions::new(form, &mut names),
            composed: ComposedFunctions::new(form, operators, &mut names),
        };
        for conversion in collectives.formats().flat_map(half::of_format) {
            functions.halves.used(conversion);
        }
        Printer {
            buffers,
            long_atomics,
            functions,
            collectives,
            ids: Ids::new(form, ends_spare_lanes, &mut names),
            names,
            uses: body::uses(form),
            values: form.insts.iter().map(|_| Value::Gone).collect(),
            pending: Pending::default(),
            declarations: locals::declarations(form),
            local_names: vec![String::new(); form.locals.len()],
            scopes: Vec::new(),
            is_split,
            is_decorated,
            hides_from_driver,
            has_hidden_conditions: false,
            zero_at,
            cut,
            open_loops: Vec::new(),
            publishes_storage: body::publishes_storage(form),
            text: String::new(),
            form,
        }
    }

    /// Whether the launch block has a zero, which no driver knows to be one.
    fn has_zero(&self) -> bool {
        self.cut.is_some() || self.has_hidden_conditions || self.functions.floats.need_zero()
    }

    fn finish(self) -> Shader {
        let mut functions = String::new();
        self.functions.define(&mut functions);
        self.collectives.define(&|scalar, a, b| self.functions.sum(scalar, a, b), &mut functions);
        if let Some(long) = &self.long_atomics {
            long.define(&mut functions);
        }
        for buffer in &self.buffers {
            buffer.define(&mut functions);
        }
        let mut text = String::new();
        text.push_str("struct Launch {\n    groups_x: u32,\n    fold_width: u32,\n    rows: u32,\n");
        if self.ids.uses_yz() {
            text.push_str("    depth: u32,\n");
        }
        if self.is_split {
            text.push_str("    first_group: u32,\n");
        }
        if self.form.coarsening.is_some() {
            text.push_str("    invocations: u32,\n");
        }
        let (bound, arrays): (Vec<_>, Vec<_>) =
            self.buffers.iter().partition(|buffer| buffer.decl.access.is_bound());
        let arrays: Vec<_> = arrays.into_iter().filter(|array| array.is_used()).collect();
        bound.iter().for_each(|buffer| buffer.declare_fields(&mut text));
        if self.has_zero() {
            text.push_str("    zero: u32,\n");
        }
        text.push_str("}\n\n");
        for (at, buffer) in bound.iter().enumerate() {
            buffer.declare(at, &mut text);
        }
        let _ = writeln!(text, "@group(0) @binding({}) var<uniform> launch: Launch;", bound.len());
        if let Some(cut) = &self.cut {
            let slot = bound.len() + 1;
            let _ = writeln!(text, "@group(0) @binding({slot}) var<storage, read_write> {cut}: atomic<u32>;");
        }
        arrays.iter().for_each(|array| array.declare(0, &mut text));
        self.collectives.declare(&mut text);
        let _ = write!(text, "\n{functions}");
        self.ids.open_entry(&mut text);
        arrays.iter().for_each(|array| array.declare_private(&mut text));
        arrays.iter().for_each(|array| array.define_zeros(&self.zero_at, &mut text));
        self.ids.define(self.is_split, &mut text);
        text.push_str(&self.text);
        text.push_str("}\n");
        Shader {
            text,
            slots: bound.into_iter().map(slot).collect(),
            workgroup_size: self.form.program_workgroup_size(),
            coarsening: self.form.coarsening.map(|coarsening| (coarsening, self.form.workgroup_size[0])),
            needs_zeros: self.collectives.is_used() || vyre_lower::analysis::zeros::needs_zeros(self.form),
            workgroup_bytes: workgroup_bytes(&arrays) + self.collectives.bytes(),
            private_bytes: private_bytes(&arrays),
            has_collectives: self.collectives.is_used(),
            uses_yz: self.ids.uses_yz(),
            is_split: self.is_split,
            is_watched: self.cut.is_some(),
            has_zero: self.has_zero(),
            zeroes_arrays: arrays.iter().any(|array| array.has_loop),
            is_decorated: self.is_decorated
                && (self.functions.floats.are_used()
                    || self.functions.composed.have_floats()
                    || self.collectives.have_floats()),
            counts: Counts::of(self.form),
        }
    }
}

impl Functions {
    /// The function that computes an operator of floats, if one does.
    fn float(&mut self, operation: Operation, id: InstId) -> Option<&str> {
        self.composed.used(operation).or_else(|| self.floats.used(operation, id))
    }

    /// The sum of two floats of a type, on their bits, for collectives: the same on every adapter.
    fn sum(&self, scalar: Scalar, a: &str, b: &str) -> String {
        let add = self.floats.sum_name().unwrap_or(self.composed.add_name());
        match Format::of(scalar) {
            Some(format) => self.halves.sum(format, add, a, b),
            None => format!("{add}({a}, {b})"),
        }
    }

    /// Defines the functions that are called.
    fn define(&self, out: &mut String) {
        let signed = |quotient: &str, overflow: &str| {
            format!(
                "(a: i32, b: i32) -> i32 {{
    if b == 0i {{
        return 0i;
    }}
    if b == -1i {{
        return {overflow};
    }}
    return a {quotient} b;
}}"
            )
        };
        let abs_diff_signed = "(a: i32, b: i32) -> u32 {
    return bitcast<u32>(max(a, b)) - bitcast<u32>(min(a, b));
}";
        // NVIDIA's driver 580.159.04 loses the negation in `max(max(a, 0i - b), c)`, and in `min` so: an H200 gave 1 for `max(max(-2i, 2i), 1i)`, which is what `abs` comes to.
        let chosen = |relation: &str| {
            format!(
                "(a: i32, b: i32) -> i32 {{
    return select(b, a, a {relation} b);
}}"
            )
        };
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
            (&self.divide_signed, signed("/", "0i - a")),
            (&self.remainder_signed, signed("%", "0i")),
            (&self.abs_diff_signed, abs_diff_signed.to_string()),
            (&self.min_signed, chosen("<")),
            (&self.max_signed, chosen(">")),
            (&self.sign_extend, sign_extend.to_string()),
        ];
        let definitions = definitions.into_iter().chain(self.halves.definitions());
        for (function, definition) in definitions.filter(|(function, _)| function.is_used()) {
            let _ = writeln!(out, "fn {}{definition}\n", function.name);
        }
        self.floats.define(out);
        self.quick.define(out);
        self.longs.define(out);
        self.composed.define(out);
    }
}

/// The bytes of the workgroup arrays, each padded as wgpu counts it.
fn workgroup_bytes(arrays: &[&Buffer<'_>]) -> u64 {
    let arrays = arrays.iter().filter(|array| array.decl.access.is_shared());
    arrays.map(|array| array.decl.static_bytes().next_multiple_of(16)).sum()
}

/// The bytes of the local arrays.
fn private_bytes(arrays: &[&Buffer<'_>]) -> u64 {
    let arrays = arrays.iter().filter(|array| array.decl.access == BufferAccess::Private);
    arrays.map(|array| array.decl.static_bytes()).sum()
}

fn slot(buffer: &Buffer<'_>) -> Slot {
    Slot {
        kind: match buffer.uniform_bytes() {
            Some(bytes) => SlotKind::Uniform { bytes, is_storage: buffer.is_storage },
            None => SlotKind::Storage { is_read_only: buffer.decl.access == BufferAccess::ReadOnly },
        },
        lanes: buffer.element().words() as u32,
        fixed: buffer.static_length(),
        needs_length: buffer.is_length_used,
        is_read: buffer.is_read,
        is_written: buffer.is_written,
        step: buffer.step,
    }
}
