//! Prints an operation: its signature, and its composition in the text form.

use std::io::{self, Write};
use vyre::ir::{BufferAccess, OpSpec};

const INDENT: &str = "    ";

/// `id(x: u32) -> u32`. The names of the parameters are those of the composition, if there is one.
pub(crate) fn signature(op: &OpSpec) -> String {
    let names = op.composition().map_or(&[][..], |composition| &composition.params);
    let Some(signature) = op.signature() else { return on_buffers(op) };
    let inputs = signature.inputs.iter().enumerate();
    let params = inputs.map(|(at, ty)| match names.get(at) {
        Some(name) => format!("{name}: {ty}"),
        None => ty.to_string(),
    });
    format!("{}({}) -> {}", op.id, params.collect::<Vec<_>>().join(", "), signature.output)
}

/// `id(x: &[u32], y: &mut [u32])`.
fn on_buffers(op: &OpSpec) -> String {
    let bound = op.as_program().into_iter().flat_map(|program| program.bound_buffers());
    let params = bound.map(|decl| match decl.access {
        BufferAccess::ReadWrite => format!("{}: &mut [{}]", decl.name, decl.element),
        _ => format!("{}: &[{}]", decl.name, decl.element),
    });
    format!("{}({})", op.id, params.collect::<Vec<_>>().join(", "))
}

/// The statements and the result, indented.
pub(crate) fn body(op: &OpSpec, out: &mut dyn Write) -> io::Result<()> {
    if let Some(program) = op.as_program() {
        return program.to_string().lines().try_for_each(|line| writeln!(out, "{INDENT}{line}"));
    }
    let Some(composition) = op.composition() else {
        return writeln!(out, "{INDENT}// no composition");
    };
    for node in &composition.body {
        node.to_string().lines().try_for_each(|line| writeln!(out, "{INDENT}{line}"))?;
    }
    match &composition.result {
        Some(result) => writeln!(out, "{INDENT}{result}"),
        None => writeln!(out, "{INDENT}// no result"),
    }
}

/// The whole operation.
pub(crate) fn write(op: &OpSpec, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} {{", signature(op))?;
    body(op, out)?;
    writeln!(out, "}}")
}
