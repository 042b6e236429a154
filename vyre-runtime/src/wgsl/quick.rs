//! Functions of operators on floats for operands that are common: what [`vyre_lower::quick`] is about.
//!
//! Both begin with the driver's inverse root, of which no more is expected than that it is nearly as good as a float can be; `gpu/probe` finds out whether the results are right.
//! A quotient is `x * (1 / y)`, corrected twice by its remainder, which `fma` gives exactly: the last step of Markstein, *IA-64 and Elementary Functions*.

use super::buffers::Function;
use super::names::Names;
use std::fmt::Write;
use vyre_lower::quick::{COMMON, LEAST, QuickOp};

/// The functions of a form.
pub(super) struct QuickFunctions {
    root: Function,
    is_rare_root: Function,
    quotient: Function,
    is_rare_quotient: Function,
}

impl QuickFunctions {
    pub(super) fn new(names: &mut Names) -> QuickFunctions {
        let mut function = |name| Function::new(names, name);
        QuickFunctions {
            root: function("f_sqrt_of_common"),
            is_rare_root: function("f_sqrt_is_rare"),
            quotient: function("f_div_of_common"),
            is_rare_quotient: function("f_div_is_rare"),
        }
    }

    /// The name of the function that computes an operator.
    pub(super) fn value(&mut self, op: QuickOp) -> &str {
        match op {
            QuickOp::Sqrt => self.root.used(),
            QuickOp::Div => self.quotient.used(),
        }
    }

    /// The name of the function that says whether operands are rare.
    pub(super) fn is_rare(&mut self, op: QuickOp) -> &str {
        match op {
            QuickOp::Sqrt => self.is_rare_root.used(),
            QuickOp::Div => self.is_rare_quotient.used(),
        }
    }

    /// Defines the functions that are called.
    pub(super) fn define(&self, out: &mut String) {
        // `&&` would be a branch. Shifted by one, magnitudes are compared without their signs.
        let is_rare_root =
            format!("(a: u32) -> bool {{\n    return (a != 0u) & (a - {LEAST:#x}u >= {COMMON:#x}u);\n}}");
        let rare = |bits: &str| format!("(({bits} << 1u) - {:#x}u >= {:#x}u)", LEAST << 1, COMMON << 1);
        let is_rare_quotient = format!(
            "(a: u32, b: u32) -> bool {{\n    return ((a != 0u) & {}) | {};\n}}",
            rare("a"),
            rare("b")
        );
        let definitions = [
            (&self.root, ROOT),
            (&self.is_rare_root, &is_rare_root),
            (&self.quotient, QUOTIENT),
            (&self.is_rare_quotient, &is_rare_quotient),
        ];
        for (function, definition) in definitions.into_iter().filter(|(function, _)| function.is_used()) {
            let _ = writeln!(out, "fn {}{definition}\n", function.name);
        }
    }
}

/// The inverse of 0 would be infinite, and its product with 0 NaN.
const ROOT: &str = "(a: u32) -> u32 {
    let x = bitcast<f32>(a);
    let inverse = inverseSqrt(max(x, 0x1p-126f));
    let root = x * inverse;
    let r = fma(-root, root, x);
    return bitcast<u32>(fma(r, 0.5 * inverse, root));
}";

const QUOTIENT: &str = "(a: u32, b: u32) -> u32 {
    let x = bitcast<f32>(a);
    let y = abs(bitcast<f32>(b));
    let root = inverseSqrt(y);
    let estimate = root * root;
    let inverse = fma(estimate, fma(-y, estimate, 1f), estimate);
    let first = x * inverse;
    let second = fma(fma(-y, first, x), inverse, first);
    let third = fma(fma(-y, second, x), inverse, second);
    return bitcast<u32>(third) ^ (b & 0x80000000u);
}";
