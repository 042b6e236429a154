//! Collectives: the functions that compute them, and the workgroup memory that these share.
//!
//! Sums, minima, maxima and truth values are joined by atomics on words that are 0 between two uses, so the result depends
//! neither on how a GPU groups invocations nor on which of them are together at the time. Where the adapter has subgroups, the
//! invocations of one join their values first, and one of them does the atomic operation for all. (naga 30 knows subgroups, and
//! refuses the `enable` that WGSL wants.) A number of 64 bits is joined in parts: a workgroup has at most 1,024 invocations, so the
//! sum of parts of 22 bits fits a word. Running sums and sums of floats take an array with an element for each invocation, in the
//! order of the flat local id. An approximate sum of `F32` adds by subgroups where the adapter has them and adds strictly and the workgroup lies along x, and as a tree elsewhere.
//!
//! Every invocation comes to a call, or none does. `i` is the flat local id, which is below the length of the array.

use super::floats::has_sum;
use super::names::Names;
use super::text::{Text, call, type_name, zero};
use std::collections::HashMap;
use std::fmt::Write;
use vyre_ir::float::half::Format;
use vyre_ir::{BinOp, CollectiveOp, Scalar, Type};
use vyre_lower::{Lowered, Op, Operators, Stmt};

/// What the program asks for, by the type of the values.
type Key = (CollectiveOp, Type);

pub(super) struct Collectives {
    /// The name of the function for each.
    functions: Vec<(Key, String)>,
    /// The functions that join words, and the word that they join them in.
    add: String,
    max: String,
    total: String,
    /// The arrays of running sums, and what is broadcast, by type.
    arrays: HashMap<Type, String>,
    shared: HashMap<Type, String>,
    /// Whether a second collective may follow one, so that its memory has to be left as it was found.
    is_repeated: bool,
    has_subgroups: bool,
    /// Whether the adapter adds floats strictly by itself, and numbers the subgroups of the workgroup: naga has that only of those along x.
    adds_by_subgroups: bool,
    invocations: u32,
}

/// Whether a form has approximate collectives, for which an adapter's own operators matter.
pub(super) fn are_approximate(form: &Lowered) -> bool {
    form.insts.iter().any(|inst| matches!(inst.op, Op::Collective(op, ..) if op.tolerance_ulp().is_some()))
}

impl Collectives {
    /// Whether there are any.
    pub(super) fn is_used(&self) -> bool {
        !self.functions.is_empty()
    }

    pub(super) fn new(form: &Lowered, has_subgroups: bool, has: Operators, names: &mut Names) -> Collectives {
        let (found, is_repeated) = find(form);
        let name =
            |(op, ty): Key, names: &mut Names| names.fresh(&format!("{}_{}", op.function(), short(ty)));
        let (mut arrays, mut shared) = (HashMap::new(), HashMap::new());
        let mut functions = Vec::new();
        for key @ (op, ty) in found {
            functions.push((key, name(key, names)));
            match op {
                CollectiveOp::InclusiveSum
                | CollectiveOp::ExclusiveSum
                | CollectiveOp::SumStrict
                | CollectiveOp::SumTree
                | CollectiveOp::SumApprox => {
                    arrays.entry(ty).or_insert_with(|| names.fresh(&format!("workgroup_sums_{}", short(ty))));
                }
                CollectiveOp::Broadcast => {
                    shared
                        .entry(ty)
                        .or_insert_with(|| names.fresh(&format!("workgroup_value_{}", short(ty))));
                }
                CollectiveOp::Sum
                | CollectiveOp::Min
                | CollectiveOp::Max
                | CollectiveOp::Any
                | CollectiveOp::All => {}
            }
        }
        let mut helper = |name: &str| if functions.is_empty() { String::new() } else { names.fresh(name) };
        Collectives {
            add: helper("workgroup_add"),
            max: helper("workgroup_greatest"),
            total: helper("workgroup_total"),
            functions,
            arrays,
            shared,
            is_repeated,
            has_subgroups,
            adds_by_subgroups: has_subgroups && form.workgroup_size[1..] == [1, 1] && has_sum(has),
            invocations: form.workgroup_size.iter().product(),
        }
    }

    /// The call of a collective; `index` is the flat local id.
    pub(super) fn call(&self, op: CollectiveOp, ty: Type, operands: &[&Text], index: &Text) -> Text {
        let function = self.functions.iter().find(|(key, _)| *key == (op, ty));
        let name = function.map_or("", |(_, name)| name.as_str());
        let arguments: Vec<&Text> = operands.iter().copied().chain([index]).collect();
        call(name, &arguments)
    }

    /// Whether the function of a collective takes the number of the subgroup and how many there are, before the flat local id.
    pub(super) fn takes_subgroups(&self, op: CollectiveOp, ty: Type) -> bool {
        op == CollectiveOp::SumApprox && ty.scalar == Scalar::F32 && self.adds_by_subgroups
    }

    /// Whether any of them computes with floats of WGSL.
    pub(super) fn have_floats(&self) -> bool {
        self.functions.iter().any(|((op, ty), _)| self.takes_subgroups(*op, *ty))
    }

    fn joins(&self) -> bool {
        self.functions.iter().any(|function| self.is_joined(function))
    }

    /// The bytes of workgroup memory, as wgpu counts them.
    pub(super) fn bytes(&self) -> u64 {
        let total = if self.joins() { 16 } else { 0 };
        let arrays = self.arrays.keys().map(|ty| ty.bytes() as u64 * u64::from(self.invocations));
        let shared = self.shared.keys().map(|ty| ty.bytes() as u64);
        arrays.chain(shared).map(|bytes| bytes.next_multiple_of(16)).sum::<u64>() + total
    }

    /// Declares the memory.
    pub(super) fn declare(&self, out: &mut String) {
        if self.joins() {
            let _ = writeln!(out, "var<workgroup> {}: atomic<u32>;", self.total);
        }
        let mut declared: Vec<String> = Vec::new();
        for (ty, name) in &self.arrays {
            let count = self.invocations;
            declared.push(format!("var<workgroup> {name}: array<{}, {count}u>;", type_name(*ty)));
        }
        for (ty, name) in &self.shared {
            declared.push(format!("var<workgroup> {name}: {};", type_name(*ty)));
        }
        declared.sort_unstable();
        declared.iter().for_each(|line| {
            let _ = writeln!(out, "{line}");
        });
    }

    /// The formats of the floats of 16 bits that are added.
    pub(super) fn formats(&self) -> impl Iterator<Item = Format> {
        let added = self.functions.iter().filter(|((op, _), _)| op.joins() == Some(BinOp::FAdd));
        added.filter_map(|((_, ty), _)| Format::of(ty.scalar))
    }

    /// Defines the functions. `sum` writes the sum of two floats of a type, exact on every adapter.
    pub(super) fn define(&self, sum: &dyn Fn(Scalar, &str, &str) -> String, out: &mut String) {
        let is_of = |op: CollectiveOp, all: &[CollectiveOp]| all.contains(&op);
        let adds = |((op, _), _): &(Key, String)| is_of(*op, &[CollectiveOp::Sum]);
        if self.functions.iter().any(adds) {
            self.define_join(&self.add, "subgroupAdd", "atomicAdd", out);
        }
        if self.joins() && !self.functions.iter().filter(|it| self.is_joined(it)).all(adds) {
            self.define_join(&self.max, "subgroupMax", "atomicMax", out);
        }
        for ((op, ty), name) in &self.functions {
            let head = type_name(*ty);
            let body = match op {
                CollectiveOp::Sum => self.sum(*ty),
                CollectiveOp::Min => self.extreme(*ty, true),
                CollectiveOp::Max => self.extreme(*ty, false),
                CollectiveOp::Any => format!("    return {}(u32(value), i) != 0u;\n", self.max),
                CollectiveOp::All => format!("    return {}(u32(!value), i) == 0u;\n", self.max),
                CollectiveOp::SumStrict => self.strict(*ty, sum),
                CollectiveOp::SumApprox if self.takes_subgroups(*op, *ty) => self.by_subgroups(*ty),
                CollectiveOp::SumTree | CollectiveOp::SumApprox => self.tree(*ty, sum),
                CollectiveOp::InclusiveSum => self.running(*ty, "sum"),
                CollectiveOp::ExclusiveSum => self.running(*ty, &minus(*ty)),
                CollectiveOp::Broadcast => self.broadcast(*ty),
            };
            let id = match op.takes_id() {
                true => "id: u32, ",
                false if self.takes_subgroups(*op, *ty) => "subgroup: u32, subgroups: u32, ",
                false => "",
            };
            let _ = writeln!(out, "fn {name}(value: {head}, {id}i: u32) -> {head} {{\n{body}}}\n");
        }
    }

    fn is_joined(&self, ((op, _), _): &(Key, String)) -> bool {
        op.is_uniform() && op.joins().is_some_and(|op| op != BinOp::FAdd)
    }

    /// A function that joins a word of each invocation, of which 0 changes nothing.
    fn define_join(&self, name: &str, of_subgroup: &str, atomic: &str, out: &mut String) {
        let total = &self.total;
        let _ = writeln!(out, "fn {name}(value: u32, i: u32) -> u32 {{");
        let _ = match self.has_subgroups {
            true => writeln!(
                out,
                "    let part = {of_subgroup}(value);
    if subgroupBroadcastFirst(i) == i {{
        {atomic}(&{total}, part);
    }}"
            ),
            false => writeln!(out, "    {atomic}(&{total}, value);"),
        };
        let _ = writeln!(out, "    workgroupBarrier();\n    let joined = atomicLoad(&{total});");
        if self.is_repeated {
            let _ = writeln!(
                out,
                "    workgroupBarrier();
    if i == 0u {{
        atomicStore(&{total}, 0u);
    }}
    workgroupBarrier();"
            );
        }
        out.push_str("    return joined;\n}\n\n");
    }

    /// The sum of floats from left to right, which one invocation computes.
    fn strict(&self, ty: Type, sum: &dyn Fn(Scalar, &str, &str) -> String) -> String {
        let (array, count) = (self.array(ty), self.invocations);
        let next = sum(ty.scalar, "sum", &format!("{array}[at]"));
        let again = self.barrier_again();
        format!(
            "    {array}[i] = value;
    workgroupBarrier();
    if i == 0u {{
        var sum = value;
        for (var at = 1u; at < {count}u; at = at + 1u) {{
            sum = {next};
        }}
        {array}[0u] = sum;
    }}
    workgroupBarrier();
    let result = {array}[0u];
{again}    return result;
"
        )
    }

    /// The sum of floats by a balanced tree: each round adds to every place that is left its neighbour, if there is one.
    fn tree(&self, ty: Type, sum: &dyn Fn(Scalar, &str, &str) -> String) -> String {
        let (array, count) = (self.array(ty), self.invocations);
        let joined = sum(ty.scalar, &format!("{array}[i]"), &format!("{array}[i + step]"));
        let again = self.barrier_again();
        format!(
            "    {array}[i] = value;
    workgroupBarrier();
    for (var step = 1u; step < {count}u; step = step << 1u) {{
        if (i & (2u * step - 1u)) == 0u && i + step < {count}u {{
            {array}[i] = {joined};
        }}
        workgroupBarrier();
    }}
    let result = {array}[0u];
{again}    return result;
"
        )
    }

    /// The sum of floats by subgroups, of whose sums every invocation adds all.
    fn by_subgroups(&self, ty: Type) -> String {
        let (array, again) = (self.array(ty), self.barrier_again());
        format!(
            "    let part = subgroupAdd(bitcast<f32>(value));
    if subgroupBroadcastFirst(i) == i {{
        {array}[subgroup] = bitcast<u32>(part);
    }}
    workgroupBarrier();
    var sum = bitcast<f32>({array}[0u]);
    for (var at = 1u; at < subgroups; at = at + 1u) {{
        sum = sum + bitcast<f32>({array}[at]);
    }}
{again}    let bits = bitcast<u32>(sum);
    return select(bits, 0x7fc00000u, (bits & 0x7fffffffu) > 0x7f800000u);
"
        )
    }

    fn array(&self, ty: Type) -> &str {
        self.arrays.get(&ty).map_or("", String::as_str)
    }

    /// What keeps the array until all have read it.
    fn barrier_again(&self) -> &'static str {
        if self.is_repeated { "    workgroupBarrier();\n" } else { "" }
    }

    // Floats are never joined so: the order would be a choice.
    fn sum(&self, ty: Type) -> String {
        let add = &self.add;
        match ty.scalar {
            Scalar::I32 => format!("    return bitcast<i32>({add}(bitcast<u32>(value), i));\n"),
            Scalar::U64 => format!(
                "    let low = {add}(value.x & 0x3fffffu, i);
    let middle = {add}((value.x >> 22u) | ((value.y & 0xfffu) << 10u), i);
    let high = {add}(value.y >> 12u, i);
    let sum = low + (middle << 22u);
    return vec2<u32>(sum, (middle >> 10u) + u32(sum < low) + (high << 12u));
"
            ),
            Scalar::U32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => {
                format!("    return {add}(value, i);\n")
            }
        }
    }

    /// The greatest value, or the least: that is the complement of the greatest complement.
    fn extreme(&self, ty: Type, is_least: bool) -> String {
        let (max, not) = (&self.max, if is_least { "~" } else { "" });
        match ty.scalar {
            // With the sign inverted the order is that of unsigned numbers.
            Scalar::I32 => format!(
                "    let joined = {max}({not}(bitcast<u32>(value) ^ 0x80000000u), i);
    return bitcast<i32>({not}joined ^ 0x80000000u);
"
            ),
            Scalar::U64 => format!(
                "    let high = {max}({not}value.y, i);
    let low = {max}(select(0u, {not}value.x, {not}value.y == high), i);
    return vec2<u32>({not}low, {not}high);
"
            ),
            Scalar::U32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => {
                format!("    return {not}{max}({not}value, i);\n")
            }
        }
    }

    /// The sum up to the invocation. Each round adds the sums of the three stretches before it, each as long as what has been added so far: two barriers for a factor of four.
    fn running(&self, ty: Type, result: &str) -> String {
        let (array, count, zero) =
            (self.arrays.get(&ty).map_or("", String::as_str), self.invocations, zero(ty).text);
        let add = match ty.scalar {
            Scalar::U64 => "sum = vec2<u32>(sum.x + part.x, sum.y + part.y + u32(sum.x + part.x < part.x));",
            Scalar::U32
            | Scalar::I32
            | Scalar::Bool
            | Scalar::F32
            | Scalar::F16
            | Scalar::BF16
            | Scalar::F64 => "sum = sum + part;",
        };
        // A condition and not an index below zero: what is not there is not loaded.
        let parts: String = (1..4)
            .map(|part| {
                format!(
                    "        part = {zero};
        if i >= {part}u * step {{
            part = {array}[i - {part}u * step];
        }}
        {add}
"
                )
            })
            .collect();
        format!(
            "    {array}[i] = value;
    workgroupBarrier();
    var sum = value;
    var part = {zero};
    for (var step = 1u; step < {count}u; step = step << 2u) {{
{parts}        workgroupBarrier();
        {array}[i] = sum;
        workgroupBarrier();
    }}
    return {result};
"
        )
    }

    fn broadcast(&self, ty: Type) -> String {
        let (shared, count) = (self.shared.get(&ty).map_or("", String::as_str), self.invocations);
        let again = if self.is_repeated { "    workgroupBarrier();\n" } else { "" };
        format!(
            "    if i == id {{
        {shared} = value;
    }}
    workgroupBarrier();
    let result = {shared};
{again}    if id < {count}u {{
        return result;
    }}
    return {};
",
            zero(ty).text
        )
    }
}

/// What is added before a running sum: without the invocation's own value.
fn minus(ty: Type) -> String {
    match ty.scalar {
        Scalar::U64 => "vec2<u32>(sum.x - value.x, sum.y - value.y - u32(sum.x < value.x))".to_string(),
        Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => {
            "sum - value".to_string()
        }
    }
}

/// A type as part of a name.
fn short(ty: Type) -> String {
    match ty.lanes {
        1 => ty.scalar.name().to_string(),
        lanes => format!("vec{lanes}"),
    }
}

/// The collectives of a form, each once, and whether one may be evaluated after another.
fn find(form: &Lowered) -> (Vec<Key>, bool) {
    fn look(form: &Lowered, block: &[Stmt], in_loop: bool, found: &mut Vec<Key>, count: &mut u32) {
        for stmt in block {
            if let Stmt::Eval(id) = stmt
                && let Op::Collective(op, ..) = form[*id].op
            {
                let key = (op, form[*id].ty);
                // A number of two words is joined in several steps.
                *count += if in_loop || key.1.words() > 1 { 2 } else { 1 };
                if !found.contains(&key) {
                    found.push(key);
                }
            }
            let in_loop = in_loop || matches!(stmt, Stmt::Loop { .. });
            stmt.blocks().into_iter().for_each(|block| look(form, block, in_loop, found, count));
        }
    }
    let (mut found, mut count) = (Vec::new(), 0);
    look(form, &form.body, false, &mut found, &mut count);
    (found, count > 1)
}
