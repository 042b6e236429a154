//! Prints an operation: its signature, and its composition in the text form.

use std::io::{self, Write};
use vyre::ir::OpSpec;

const INDENT: &str = "    ";

/// `id(x: u32) -> u32`. The names of the parameters are those of the composition, if there is one.
pub(crate) fn signature(op: &OpSpec) -> String {
    let names = op.composition.as_ref().map_or(&[][..], |composition| &composition.params);
    let inputs = op.signature.inputs.iter().enumerate();
    let params = inputs.map(|(at, ty)| match names.get(at) {
        Some(name) => format!("{name}: {ty}"),
        None => ty.to_string(),
    });
    format!("{}({}) -> {}", op.id, params.collect::<Vec<_>>().join(", "), op.signature.output)
}

/// The statements and the result, indented.
pub(crate) fn body(op: &OpSpec, out: &mut dyn Write) -> io::Result<()> {
    let Some(composition) = &op.composition else {
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
    let note = if op.inlinable { "" } else { "not inlinable: " };
    writeln!(out, "{note}{} {{", signature(op))?;
    body(op, out)?;
    writeln!(out, "}}")
}
