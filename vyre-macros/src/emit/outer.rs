//! What is linked to a program when it is first used, as operations of which only the signature is known. The runtime's
//! `function` module says what the ids mean.

use super::function::data;
use crate::hir::{Argument, Kernel};
use vyre_ir::{DataType, OpSignature};

/// The id of a constant parameter.
pub(super) fn constant_id(at: usize) -> String {
    format!("const.{at}")
}

/// The id of a literal that takes the type of the parameter it is passed for.
pub(super) fn literal_id(bits: u64) -> String {
    format!("literal.{bits}")
}

/// The id of what a call outside calls: `function.0`, or `function.0.1` where a later call has arguments of other types, as far as the
/// macro knows them. Where the difference is no literal, one of the two is an error that rustc reports.
pub(super) fn outer_id(kernel: &Kernel, call: usize) -> String {
    let callee = kernel.outer_calls[call].callee;
    let first = kernel.outer_calls.iter().position(|other| other.callee == callee).unwrap_or(call);
    if signature(kernel, first) == signature(kernel, call) {
        format!("function.{callee}")
    } else {
        format!("function.{callee}.{call}")
    }
}

/// The callee of an id that [`outer_id`] gave.
pub(crate) fn callee_of(id: &str) -> Option<usize> {
    id.strip_prefix("function.")?.split('.').next()?.parse().ok()
}

/// The types of a call.
fn signature(kernel: &Kernel, call: usize) -> OpSignature {
    let call = &kernel.outer_calls[call];
    let inputs = call.args.iter().map(|arg| match arg {
        // Of no type yet. As far as the checks go, that is one.
        Argument::Literal(..) => DataType::I32,
        Argument::Value(ty, _) => data(kernel, *ty),
    });
    OpSignature { inputs: inputs.collect(), output: data(kernel, call.result) }
}

/// The operations that a program calls and that are not known yet, with their signatures.
pub(crate) fn declared(kernel: &Kernel) -> Vec<(String, OpSignature)> {
    let value = |output| OpSignature { inputs: Vec::new(), output };
    let mut declared: Vec<(String, OpSignature)> =
        (0..kernel.constants).map(|at| (constant_id(at), value(DataType::U32))).collect();
    for (at, call) in kernel.outer_calls.iter().enumerate() {
        declared.push((outer_id(kernel, at), signature(kernel, at)));
        let literals = call.args.iter().filter_map(|arg| match arg {
            Argument::Literal(_, bits) => Some((literal_id(*bits), value(DataType::I32))),
            Argument::Value(..) => None,
        });
        declared.extend(literals);
    }
    declared
}
