//! What is linked to a program when it is first used, as operations of which only the signature is known.

use super::function::{data, parts};
use crate::hir::{Argument, Kernel};
use vyre_ir::{DataType, Link, OpSignature};

/// What a call outside calls. Where the arguments have other types than those of the first call, and the difference is no literal, one of the
/// two is an error that rustc reports.
pub(super) fn outer_link(kernel: &Kernel, call: usize, part: usize) -> Link {
    let callee = kernel.outer_calls[call].callee;
    let first = kernel.callees[callee].first;
    let variant = if signature(kernel, first) == signature(kernel, call) { 0 } else { call };
    Link::Function { callee, variant, part }
}

/// What the receiver of a call becomes.
pub(super) fn own_link(kernel: &Kernel, call: usize, part: usize) -> Link {
    match outer_link(kernel, call, part) {
        Link::Function { callee, variant, part } => Link::Own { callee, variant, part },
        other => other,
    }
}

/// The types of the parts of the receiver of a call.
fn own_types(kernel: &Kernel, call: usize) -> Vec<DataType> {
    match kernel.outer_calls[call].args.first() {
        Some(Argument::Value(ty, _)) => parts(kernel, *ty),
        _ => Vec::new(),
    }
}

/// The types of a call: those of the parts of the arguments, and of the result.
fn signature(kernel: &Kernel, call: usize) -> (Vec<DataType>, Vec<DataType>) {
    let call = &kernel.outer_calls[call];
    let inputs = call.args.iter().flat_map(|arg| match arg {
        // Of no type yet. As far as the checks go, that is one.
        Argument::Literal(..) => vec![DataType::I32],
        Argument::Value(ty, _) => parts(kernel, *ty),
    });
    (inputs.collect(), parts(kernel, call.result))
}

/// The operations that a program calls and that are not known yet, with their signatures.
pub(crate) fn declared(kernel: &Kernel) -> Vec<(String, OpSignature)> {
    let value = |output| OpSignature { inputs: Vec::new(), output };
    let mut declared: Vec<(String, OpSignature)> =
        (0..kernel.constants).map(|at| (Link::Constant(at).to_string(), value(DataType::U32))).collect();
    let items = kernel.items.iter().enumerate();
    declared.extend(items.map(|(at, item)| (Link::Item(at).to_string(), value(data(kernel, item.ty)))));
    for (at, call) in kernel.outer_calls.iter().enumerate() {
        let (inputs, outputs) = signature(kernel, at);
        declared.extend(outputs.into_iter().enumerate().map(|(part, output)| {
            let signature = OpSignature { inputs: inputs.clone(), output };
            (outer_link(kernel, at, part).to_string(), signature)
        }));
        if call.is_method {
            let own = own_types(kernel, at);
            declared.extend(own.into_iter().enumerate().map(|(part, output)| {
                let signature = OpSignature { inputs: inputs.clone(), output };
                (own_link(kernel, at, part).to_string(), signature)
            }));
        }
        let literals = call.args.iter().filter_map(|arg| match arg {
            Argument::Literal(_, bits) => Some((Link::Literal(*bits).to_string(), value(DataType::I32))),
            Argument::Value(..) => None,
        });
        declared.extend(literals);
    }
    declared
}
