//! Operators of floats that a shader computes with WGSL's own: a function for each that is used.
//!
//! Floats are held as their bits, so a function takes and gives a `u32`. Whether an adapter computes what the functions say
//! strictly is for the device to find out; what it does not, the pass `expand` has taken away.

use super::buffers::Function;
use super::names::Names;
use std::fmt::Write;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, DataType, Event, Expr, Program, UnOp, walk};
use vyre_lower::{Floats, Lowered, Op};

/// The functions of a form.
pub(super) struct FloatFunctions {
    canonical: String,
    functions: Vec<(Operation, Function)>,
}

/// What a function gives, over floats `x`, `y` and `z`.
enum Formula {
    /// A float, of which a NaN becomes the canonical one.
    Float(&'static str),
    Truth(&'static str),
    /// A float that is never NaN, of an integer `a`.
    FromU32(&'static str),
    FromI32(&'static str),
}

/// How WGSL computes an operator, if it may at all.
fn formula(operation: Operation) -> Option<Formula> {
    use Formula::{Float, FromI32, FromU32, Truth};
    let float = Floats::of(operation).is_some();
    match operation {
        Operation::Binary(op, _) if float => Some(match op {
            BinOp::FAdd => Float("x + y"),
            BinOp::FSub => Float("x - y"),
            BinOp::FMul => Float("x * y"),
            BinOp::FDiv => Float("x / y"),
            BinOp::FEq => Truth("x == y"),
            BinOp::FNe => Truth("x != y"),
            BinOp::FLt => Truth("x < y"),
            BinOp::FGt => Truth("x > y"),
            BinOp::FLe => Truth("x <= y"),
            BinOp::FGe => Truth("x >= y"),
            _ => return None,
        }),
        Operation::Unary(op, _) if float => Some(match op {
            UnOp::FSqrt => Float("sqrt(x)"),
            UnOp::FFloor => Float("floor(x)"),
            UnOp::FCeil => Float("ceil(x)"),
            UnOp::FTrunc => Float("trunc(x)"),
            UnOp::FRoundEven => Float("round(x)"),
            UnOp::FFromU32 => FromU32("f32(a)"),
            UnOp::FFromI32 => FromI32("f32(a)"),
            _ => return None,
        }),
        Operation::MulAdd => Some(Float("fma(x, y, z)")),
        Operation::Binary(..) | Operation::Unary(..) => None,
    }
}

/// The operators that a function of WGSL may compute.
pub(crate) fn printable() -> impl Iterator<Item = Operation> {
    Floats::operations().filter(|operation| formula(*operation).is_some())
}

/// All of them.
pub(crate) fn all_printable() -> Floats {
    printable().filter_map(Floats::of).fold(Floats::NONE, Floats::with)
}

/// Whether a program, in which calls are inlined, has operators of floats.
pub(crate) fn are_used(program: &Program) -> bool {
    let is_float = |(operand, result): (DataType, DataType)| [operand, result].contains(&DataType::F32);
    let mut is_used = false;
    walk(&program.entry, |event| {
        if let Event::Enter { node, .. } = event {
            is_used |= node.exprs().into_iter().flatten().any(|expr| {
                expr.any(|expr| match expr {
                    Expr::BinOp { op, .. } => is_float(op.typing().in_program()),
                    Expr::UnOp { op, .. } => is_float(op.typing().in_program()),
                    Expr::FMulAdd { .. } => true,
                    Expr::Call { op_id, .. } => op_id.starts_with("primitive.f32."),
                    _ => false,
                })
            });
        }
    });
    is_used
}

/// The operators that are operators of integers on bits, which every adapter has.
pub(crate) fn on_bits() -> Floats {
    let unary = [UnOp::FNegate, UnOp::FAbs].map(|op| Operation::Unary(op, vyre_ir::Scalar::F32));
    let all = unary.into_iter().chain([Operation::Binary(BinOp::FCopySign, vyre_ir::Scalar::F32)]);
    all.filter_map(Floats::of).fold(Floats::NONE, Floats::with)
}

impl FloatFunctions {
    pub(super) fn new(form: &Lowered, names: &mut Names) -> FloatFunctions {
        let mut functions: Vec<(Operation, Function)> = Vec::new();
        let mut canonical = String::new();
        for inst in &form.insts {
            let operation = match inst.op {
                Op::Binary(op, left, _) => Operation::Binary(op, form[left].ty.scalar),
                Op::Unary(op, operand) => Operation::Unary(op, form[operand].ty.scalar),
                Op::MulAdd(..) => Operation::MulAdd,
                _ => continue,
            };
            let is_new = functions.iter().all(|(known, _)| *known != operation);
            if is_new && formula(operation).is_some() {
                if canonical.is_empty() {
                    canonical = names.fresh("f_canonical");
                }
                let id = operation.id().unwrap_or_default();
                let name = format!("f_{}", id.rsplit('.').next().unwrap_or_default());
                functions.push((operation, Function::new(names, &name)));
            }
        }
        FloatFunctions { canonical, functions }
    }

    /// The name of an operator's function.
    pub(super) fn used(&mut self, operation: Operation) -> Option<&str> {
        let function = self.functions.iter_mut().find(|(known, _)| *known == operation);
        function.map(|(_, function)| function.used())
    }

    /// Defines the functions that are called.
    pub(super) fn define(&self, out: &mut String) {
        let used = || self.functions.iter().filter(|(_, function)| function.is_used());
        if used().any(|(operation, _)| matches!(formula(*operation), Some(Formula::Float(_)))) {
            out.push_str(STRICT);
            let _ = writeln!(
                out,
                "fn {}(a: f32) -> u32 {{
    let bits = bitcast<u32>(a);
    return select(bits, 0x7fc00000u, (bits & 0x7fffffffu) > 0x7f800000u);
}}
",
                self.canonical
            );
        }
        for (operation, function) in used() {
            let parameters = match operation {
                Operation::Binary(..) => &[("a", "x"), ("b", "y")][..],
                Operation::Unary(..) => &[("a", "x")],
                Operation::MulAdd => &[("a", "x"), ("b", "y"), ("c", "z")],
            };
            let (list, floats) = (list(parameters, "u32"), floats(parameters));
            let (list, result, body) = match formula(*operation) {
                Some(Formula::Float(text)) => {
                    (list, "u32", format!("{floats}    return {}({text});", self.canonical))
                }
                Some(Formula::Truth(text)) => (list, "bool", format!("{floats}    return {text};")),
                Some(Formula::FromU32(text)) => (list, "u32", format!("    return bitcast<u32>({text});")),
                Some(Formula::FromI32(text)) => {
                    ("a: i32".to_string(), "u32", format!("    return bitcast<u32>({text});"))
                }
                None => continue,
            };
            let _ = writeln!(out, "fn {}({list}) -> {result} {{\n{body}\n}}\n", function.name);
        }
    }
}

/// What stands before the functions.
const STRICT: &str = "// Floats are held as their bits. Adapters may flush subnormals, fuse and round otherwise in these functions;
// a device takes one only where the adapter has passed a probe, and arithmetic on integers elsewhere.
";

fn list(parameters: &[(&str, &str)], ty: &str) -> String {
    let list: Vec<String> = parameters.iter().map(|(name, _)| format!("{name}: {ty}")).collect();
    list.join(", ")
}

fn floats(parameters: &[(&str, &str)]) -> String {
    parameters.iter().map(|(bits, float)| format!("    let {float} = bitcast<f32>({bits});\n")).collect()
}
