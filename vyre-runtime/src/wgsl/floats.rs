//! Operators of floats that a shader computes with WGSL's own: a function for each that is used.
//!
//! Floats are held as their bits, so a function takes and gives a `u32`. Whether an adapter computes what the functions say
//! strictly is for the device to find out; what it does not, the pass `expand` has taken away.

use super::buffers::Function;
use super::names::Names;
use super::nans::{self, Nans};
use super::square_root::SquareRoot;
use super::text::{self, Text, call};
use std::fmt::Write;
use std::sync::OnceLock;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar, UnOp};
use vyre_lower::{InstId, LocalId, Lowered, Op, Operators};

/// The functions of a form.
pub(super) struct FloatFunctions {
    canonical: String,
    is_canonical_used: bool,
    functions: Vec<Known>,
    nans: Nans,
    root: SquareRoot,
    hides_from_driver: bool,
}

/// An operator's functions: one that gives the canonical NaN, and one for results whose bits nothing sees.
struct Known {
    operation: Operation,
    strict: Function,
    loose: Function,
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
    match operation {
        // Adapters hold them as two words.
        Operation::Binary(_, Scalar::F64) | Operation::Unary(_, Scalar::F64) | Operation::DoubleMulAdd => {
            None
        }
        Operation::Binary(op, _) => Some(match op {
            BinOp::FAdd => Float("x + y"),
            BinOp::FSub => Float("x - y"),
            BinOp::FMul => Float("x * y"),
            BinOp::FDiv => Float("x / y"),
            BinOp::FEq => Truth("x == y"),
            // naga has the ordered comparison for `!=`, which is false for NaNs.
            BinOp::FNe => Truth("!(x == y)"),
            BinOp::FLt => Truth("x < y"),
            BinOp::FGt => Truth("x > y"),
            BinOp::FLe => Truth("x <= y"),
            BinOp::FGe => Truth("x >= y"),
            _ => return None,
        }),
        Operation::Unary(op, _) => Some(match op {
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
    }
}

/// Whether WGSL computes an operator, and may give any NaN.
pub(super) fn gives_nans(operation: Operation) -> bool {
    matches!(formula(operation), Some(Formula::Float(_)))
}

/// Whether WGSL computes an operator, for which one NaN is like another.
pub(super) fn takes_any_nan(operation: Operation) -> bool {
    matches!(formula(operation), Some(Formula::Float(_) | Formula::Truth(_)))
}

/// The operators that a function of WGSL may compute.
pub(crate) fn printable() -> impl Iterator<Item = Operation> {
    Operators::floats().filter(|operation| formula(*operation).is_some())
}

/// All of them.
pub(crate) fn all_printable() -> Operators {
    // Every launch asks.
    static ALL: OnceLock<Operators> = OnceLock::new();
    *ALL.get_or_init(|| printable().collect())
}

/// Whether a form has any operator that a function may compute.
pub(crate) fn are_used(form: &Lowered) -> bool {
    form.insts.iter().filter_map(|inst| nans::operation(form, &inst.op)).any(|op| formula(op).is_some())
        || are_added_by_collectives(form)
}

/// The operator by which collectives add floats; those of 16 bits are converted.
const SUM: Operation = Operation::Binary(BinOp::FAdd, Scalar::F32);

/// Whether an adapter has it.
pub(super) fn has_sum(has: Operators) -> bool {
    has.contains([SUM].into_iter().collect())
}

/// Whether collectives add floats.
fn are_added_by_collectives(form: &Lowered) -> bool {
    form.insts.iter().any(|inst| matches!(inst.op, Op::Collective(op, ..) if op.joins() == Some(BinOp::FAdd)))
}

/// The operators that are operators of integers on bits, which every adapter has.
pub(crate) fn on_bits() -> Operators {
    let unary = [UnOp::FNegate, UnOp::FAbs].map(|op| Operation::Unary(op, Scalar::F32));
    unary.into_iter().chain([Operation::Binary(BinOp::FCopySign, Scalar::F32)]).collect()
}

impl FloatFunctions {
    pub(super) fn new(
        form: &Lowered,
        root: SquareRoot,
        has: Operators,
        hides_from_driver: bool,
        names: &mut Names,
    ) -> FloatFunctions {
        let mut functions: Vec<Known> = Vec::new();
        let mut canonical = String::new();
        let of_collectives = (are_added_by_collectives(form) && has_sum(has)).then_some(SUM);
        let of_form = form.insts.iter().filter_map(|inst| nans::operation(form, &inst.op));
        for operation in of_form.chain(of_collectives) {
            let is_new = functions.iter().all(|known| known.operation != operation);
            if is_new && formula(operation).is_some() {
                if canonical.is_empty() {
                    canonical = names.fresh("f_canonical");
                }
                let id = operation.id().unwrap_or_default();
                let name = format!("f_{}", id.rsplit('.').next().unwrap_or_default());
                let (strict, loose) =
                    (Function::new(names, &name), Function::new(names, &format!("{name}_any_nan")));
                functions.push(Known { operation, strict, loose });
            }
        }
        for known in functions.iter_mut().filter(|known| Some(known.operation) == of_collectives) {
            known.strict.used();
        }
        FloatFunctions {
            canonical,
            is_canonical_used: false,
            functions,
            nans: Nans::new(form),
            root,
            hides_from_driver,
        }
    }

    /// Whether the shader calls any of the functions.
    pub(super) fn are_used(&self) -> bool {
        self.functions.iter().any(|known| known.strict.is_used() || known.loose.is_used())
    }

    /// The name of an operator's function, for the instruction that it computes.
    pub(super) fn used(&mut self, operation: Operation, id: InstId) -> Option<&str> {
        let is_loose = gives_nans(operation) && self.nans.are_unseen(id);
        let known = self.functions.iter_mut().find(|known| known.operation == operation)?;
        Some(if is_loose { known.loose.used() } else { known.strict.used() })
    }

    /// The name of the function that adds floats for collectives, if the adapter has the operator.
    pub(super) fn sum_name(&self) -> Option<&str> {
        let known = self.functions.iter().find(|known| known.operation == SUM)?;
        known.strict.is_used().then_some(known.strict.name.as_str())
    }

    /// The name of the function through which a variable is read, if it may hold any NaN and something sees it.
    pub(super) fn read(&mut self, read: InstId, local: LocalId) -> Option<&str> {
        // Without operators there are constants alone.
        let is_loose = !self.canonical.is_empty() && self.nans.is_loose(read, local);
        self.is_canonical_used |= is_loose;
        is_loose.then_some(self.canonical.as_str())
    }

    /// Whether NaNs are made canonical.
    fn has_canonical(&self) -> bool {
        let gives_canonical = |known: &Known| known.strict.is_used() && gives_nans(known.operation);
        self.is_canonical_used || self.functions.iter().any(gives_canonical)
    }

    /// Whether the functions need the zero of the launch block.
    pub(super) fn need_zero(&self) -> bool {
        self.hides_from_driver && self.has_canonical()
    }

    /// Defines the functions that are called.
    pub(super) fn define(&self, out: &mut String) {
        if self.are_used() {
            out.push_str(STRICT);
        }
        if self.has_canonical() {
            let bits = call("bitcast<u32>", &[&Text::primary("a")]);
            let bits = if self.hides_from_driver { text::hidden(&bits) } else { bits };
            let _ = writeln!(
                out,
                "fn {}(a: f32) -> u32 {{
    let bits = {};
    return select(bits, 0x7fc00000u, (bits & 0x7fffffffu) > 0x7f800000u);
}}
",
                self.canonical, bits.text
            );
        }
        for Known { operation, strict, loose } in &self.functions {
            let parameters = match operation {
                Operation::Binary(..) => &[("a", "x"), ("b", "y")][..],
                Operation::Unary(..) => &[("a", "x")],
                Operation::MulAdd | Operation::DoubleMulAdd => &[("a", "x"), ("b", "y"), ("c", "z")],
            };
            let is_root = matches!(operation, Operation::Unary(UnOp::FSqrt, _));
            let (words, floats) = (list(parameters, "u32"), floats(parameters));
            let (list, result, body) = match formula(*operation) {
                Some(Formula::Float(_)) if is_root => (words.clone(), "u32", self.root.body(&self.canonical)),
                Some(Formula::Float(text)) => {
                    (words.clone(), "u32", format!("{floats}    return {}({text});", self.canonical))
                }
                Some(Formula::Truth(text)) => (words.clone(), "bool", format!("{floats}    return {text};")),
                Some(Formula::FromU32(text)) => {
                    (words.clone(), "u32", format!("    return bitcast<u32>({text});"))
                }
                Some(Formula::FromI32(text)) => {
                    ("a: i32".to_string(), "u32", format!("    return bitcast<u32>({text});"))
                }
                None => continue,
            };
            if strict.is_used() {
                let _ = writeln!(out, "fn {}({list}) -> {result} {{\n{body}\n}}\n", strict.name);
            }
            if let Some(Formula::Float(text)) = formula(*operation)
                && loose.is_used()
            {
                let body = if is_root && self.root != SquareRoot::Native {
                    self.root.body(&self.canonical)
                } else {
                    format!("{floats}    return bitcast<u32>({text});")
                };
                let _ = writeln!(out, "fn {}({words}) -> u32 {{\n{body}\n}}\n", loose.name);
            }
        }
    }
}

/// What stands before the functions.
const STRICT: &str = "// Floats are held as their bits. Adapters may flush subnormals, fuse and round otherwise in these functions;
// a device takes one only where the adapter has passed a probe, if need be as SPIR-V with `NoContraction`, and arithmetic on integers elsewhere.
";

fn list(parameters: &[(&str, &str)], ty: &str) -> String {
    let list: Vec<String> = parameters.iter().map(|(name, _)| format!("{name}: {ty}")).collect();
    list.join(", ")
}

fn floats(parameters: &[(&str, &str)]) -> String {
    parameters.iter().map(|(bits, float)| format!("    let {float} = bitcast<f32>({bits});\n")).collect()
}
