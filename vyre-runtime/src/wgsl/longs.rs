//! Operators on 64-bit integers that a shader computes with the adapter's own: a function for each that is used.
//!
//! A `U64` is held as `vec2<u32>`, as in memory, so a function packs its operands and unpacks its result. What an adapter has none of, the pass `expand` has taken
//! away.
//!
//! A product is one of 64 bits. One of the low words and two of 32 bits that add to its high word are what NVIDIA's compiler for CUDA makes of it, and `fmix64` took 3 % less with
//! them on an H200 (`docs/measurements/kernels.md`); but its compiler for Vulkan (580.159.04) gave high words that were 3 too large where such a product is added to the sum of a
//! loop (`geometry_polygons` of the tests of meanings).
//!
//! Products, quotients and remainders alone are computed so. NVIDIA's compiler (580.159.04) took another register for the high word of a loop's variable that was widened
//! for a difference, and with sums and shifts that pack as well `fmix64` took 0.163 ms and not 0.113 ms on an H200.

use super::buffers::Function;
use super::names::Names;
use std::fmt::Write;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar};
use vyre_lower::{Lowered, Op};

/// The functions of a form.
pub(super) struct LongFunctions(Vec<(BinOp, Function)>);

/// What a function gives.
enum Formula {
    /// A formula over `x` and `y` of 64 bits.
    Total(&'static str),
    /// The same, and 0 if `y` is 0.
    Partial(&'static str),
}

/// How WGSL computes an operator, if it may at all.
fn formula(op: BinOp) -> Option<Formula> {
    Some(match op {
        BinOp::Mul => Formula::Total("x * y"),
        BinOp::Div => Formula::Partial("x / y"),
        BinOp::Mod => Formula::Partial("x % y"),
        _ => return None,
    })
}

/// The operators that a function of WGSL may compute.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs are probed"))]
pub(crate) fn printable() -> impl Iterator<Item = Operation> {
    BinOp::on(Scalar::U64).filter(|op| formula(*op).is_some()).map(|op| Operation::Binary(op, Scalar::U64))
}

/// Whether a form has any operator that a function may compute.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs are probed"))]
pub(crate) fn are_used(form: &Lowered) -> bool {
    form.insts.iter().any(|inst| operator(form, &inst.op).is_some())
}

/// The operator on 64-bit integers of an instruction, if a function may compute it.
fn operator(form: &Lowered, op: &Op) -> Option<BinOp> {
    match *op {
        Op::Binary(op, left, _) if form[left].ty.scalar == Scalar::U64 => formula(op).map(|_| op),
        _ => None,
    }
}

impl LongFunctions {
    pub(super) fn new(form: &Lowered, names: &mut Names) -> LongFunctions {
        let mut functions: Vec<(BinOp, Function)> = Vec::new();
        for op in form.insts.iter().filter_map(|inst| operator(form, &inst.op)) {
            if functions.iter().all(|(known, _)| *known != op) {
                let id = Operation::Binary(op, Scalar::U64).id().unwrap_or_default();
                let name = format!("u64_{}", id.rsplit('.').next().unwrap_or_default());
                functions.push((op, Function::new(names, &name)));
            }
        }
        LongFunctions(functions)
    }

    /// The name of an operator's function.
    pub(super) fn used(&mut self, op: BinOp) -> Option<&str> {
        self.0.iter_mut().find(|(known, _)| *known == op).map(|(_, function)| function.used())
    }

    /// Defines the functions that are called.
    pub(super) fn define(&self, out: &mut String) {
        for (op, function) in self.0.iter().filter(|(_, function)| function.is_used()) {
            let (zero, formula) = match formula(*op) {
                Some(Formula::Total(formula)) => ("", formula),
                Some(Formula::Partial(formula)) => {
                    ("    if b.x == 0u && b.y == 0u {\n        return b;\n    }\n", formula)
                }
                None => continue,
            };
            let body = format!(
                "{zero}    let x = u64(a.x) | (u64(a.y) << 32u);
    let y = u64(b.x) | (u64(b.y) << 32u);
    let r = {formula};
    return vec2<u32>(u32(r), u32(r >> 32u));
"
            );
            let _ =
                writeln!(out, "fn {}(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {{\n{body}}}\n", function.name);
        }
    }
}
