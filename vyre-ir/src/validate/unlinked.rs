//! Validation of a program that calls operations of which only the signature is known yet.
//!
//! It gives no [`Validated`](super::Validated) program: that is made once the operations are there, by
//! [`validate_with`](super::validate_with).

use super::{check, count, expanded};
use crate::compose::{Registry, inline};
use crate::rules::ValidationError;
use crate::{Event, Expr, OpSignature, Program, walk};
use std::collections::BTreeMap;

/// A program that is valid as far as it goes: what it calls has to be linked to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unlinked {
    /// The program. It calls declared operations, and operations that have a native lowering.
    pub program: Program,
    /// The same program with the bodies of all operations that are known, native or not.
    pub expanded: Program,
    /// The statements and expressions of the expanded program.
    pub size: usize,
    /// The longest chain of calls of operations that are known, among those that the program still has.
    pub depth: usize,
    /// How often the program calls each declared operation, in the order of ids.
    pub calls: BTreeMap<String, usize>,
}

/// Checks every rule, with the operations of `registry` and others of which only the signature is known. Of the declared
/// operations nothing is checked but how they are called.
///
/// ```
/// use vyre_ir::{BufferDecl, DataType, Expr, Node, OpSignature, Program, Registry, validate_unlinked};
/// let store = Node::store("out", 0, Expr::call("later", vec![Expr::from(1u32)]));
/// let program = Program::new(vec![BufferDecl::read_write("out", 0, DataType::U32)], [1; 3], vec![store]);
/// let later = OpSignature { inputs: vec![DataType::U32], output: DataType::U32 };
/// let unlinked = validate_unlinked(&program, Registry::standard(), &[("later", later)]).unwrap();
/// assert_eq!(unlinked.calls["later"], 1);
/// ```
///
/// # Errors
/// As [`validate_with`](super::validate_with).
pub fn validate_unlinked(
    program: &Program,
    registry: &Registry,
    declared: &[(&str, OpSignature)],
) -> Result<Unlinked, Vec<ValidationError>> {
    let mut registry = registry.clone();
    for (id, signature) in declared {
        registry.declare(id, signature.clone());
    }
    let (_, called) = check(program, &registry)?;
    let inlined = inline(program, &registry, false);
    let inlined = inlined.unwrap_or_else(|| program.clone());
    expanded(&inlined, &registry)?;
    let native = inline(program, &registry, true).unwrap_or_else(|| program.clone());
    let mut calls = BTreeMap::new();
    let mut depth = 0;
    walk(&native.entry, |event| {
        let Event::Enter { exprs, .. } = event else { return };
        for (_, root) in exprs.into_iter().flatten() {
            root.fold(0, |_, expr, _: &mut [()]| {
                let Expr::Call { op_id, .. } = expr else { return };
                if registry.is_declared(op_id) {
                    *calls.entry(op_id.clone()).or_insert(0) += 1;
                } else {
                    let known = called.depths.iter().find(|(id, _)| id == op_id);
                    depth = depth.max(known.map_or(0, |(_, depth)| *depth));
                }
            });
        }
    });
    Ok(Unlinked { size: count(&inlined.entry), program: native, expanded: inlined, depth, calls })
}
