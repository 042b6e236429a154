//! Validation of a program that calls operations of which only the signature is known yet.
//!
//! It gives no [`Validated`](super::Validated) program: that is made once the operations are there, by
//! [`validate_with`](super::validate_with).

use super::{check, count, expanded};
use crate::compose::{Registry, inline};
use crate::rules::ValidationError;
use crate::{Event, Expr, OpSignature, Program, walk};
use std::collections::HashMap;

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
    /// The declared operations that the program calls and how often it does, in the order of their first calls.
    pub calls: Vec<(String, usize)>,
}

/// Checks every rule, with the operations of `registry` and others of which only the signature is known. Of the declared
/// operations nothing is checked but how they are called.
///
/// ```
/// use vyre_ir::{BufferDecl, DataType, Expr, Node, OpSignature, Program, Registry, validate_unlinked};
/// let store = Node::store("out", 0, Expr::call("later", vec![Expr::from(1u32)]));
/// let program = Program::new(vec![BufferDecl::read_write("out", 0, DataType::U32)], [1; 3], vec![store]);
/// let later = OpSignature { inputs: vec![DataType::U32], output: DataType::U32 };
/// let unlinked = validate_unlinked(&program, Registry::standard(), &[("later".to_string(), later)]).unwrap();
/// assert_eq!(unlinked.calls, [("later".to_string(), 1)]);
/// ```
///
/// # Errors
/// As [`validate_with`](super::validate_with).
pub fn validate_unlinked(
    program: &Program,
    registry: &Registry,
    declared: &[(String, OpSignature)],
) -> Result<Unlinked, Vec<ValidationError>> {
    let mut extended = None;
    for (id, signature) in declared {
        extended.get_or_insert_with(|| registry.clone()).declare(id, signature.clone());
    }
    let registry = extended.as_ref().unwrap_or(registry);
    let (_, called) = check(program, registry)?;
    let native = inline(program, registry, true);
    // What has been replaced is not replaced again.
    let inlined = inline(native.as_ref().unwrap_or(program), registry, false);
    // Where nothing is replaced, it is the program that has been checked.
    if let Some(inlined) = inlined.as_ref().or(native.as_ref()) {
        expanded(inlined, registry)?;
    }
    let native = native.unwrap_or_else(|| program.clone());
    let inlined = inlined.unwrap_or_else(|| native.clone());
    let (mut calls, mut depth) = (Vec::<(String, usize)>::new(), 0);
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    let mut depths: HashMap<&str, usize> = HashMap::new();
    for (id, depth) in &called.depths {
        depths.insert(id, *depth);
    }
    walk(&native.entry, |event| {
        let Event::Enter { exprs, .. } = event else { return };
        for (_, root) in exprs.into_iter().flatten() {
            root.fold(0, |_, expr, _: &mut [()]| {
                let Expr::Call { op_id, .. } = expr else { return };
                if registry.is_declared(op_id) {
                    let new = by_id.len();
                    let at = by_id.get(op_id.as_str()).copied().unwrap_or(new);
                    if at == new {
                        by_id.insert(op_id, at);
                        calls.push((op_id.clone(), 0));
                    }
                    calls[at].1 += 1;
                } else {
                    depth = depth.max(depths.get(op_id.as_str()).copied().unwrap_or(0));
                }
            });
        }
    });
    Ok(Unlinked { size: count(&inlined.entry), program: native, expanded: inlined, depth, calls })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BufferDecl, Composition, DataType, Node, OpSpec, Problem, validate_with};
    use DataType::{U32, U64};

    fn program(value: Expr) -> Program {
        Program::new(vec![BufferDecl::read_write("out", 0, U32)], [1; 3], vec![Node::store("out", 0, value)])
    }

    fn later(inputs: &[DataType]) -> [(String, OpSignature); 1] {
        [("later".to_string(), OpSignature { inputs: inputs.to_vec(), output: U32 })]
    }

    #[test]
    fn declared_operations_stay_and_known_ones_are_replaced() {
        let mut registry = Registry::standard().clone();
        // Calls the declared one twice.
        let call = |arg: &str| Expr::call("later", vec![Expr::var(arg)]);
        let composition = Composition::expr(&["x"], call("x") + call("x"));
        registry.register(OpSpec::inlinable("twice", &[U32], U32, composition)).unwrap();
        let program = program(Expr::call("twice", vec![Expr::from(7u32)]));
        let unlinked = validate_unlinked(&program, &registry, &later(&[U32])).unwrap();
        assert_eq!(unlinked.calls, [("later".to_string(), 2)]);
        // Store, index, the sum, and two calls with an argument each.
        assert_eq!(unlinked.size, 7);
        assert_eq!(unlinked.depth, 0);
        // Nobody else takes it for valid.
        let errors = validate_with(&unlinked.program, &registry).unwrap_err();
        assert!(matches!(&errors[0].problem, Problem::UnknownOp { op_id } if op_id == "later"));
    }

    #[test]
    fn calls_of_declared_operations_are_checked() {
        let registry = Registry::standard();
        let first = |value: Expr, inputs: &[DataType]| {
            let errors = validate_unlinked(&program(value), registry, &later(inputs)).unwrap_err();
            assert_eq!(errors.len(), 1);
            errors[0].problem.clone()
        };
        let call = |args: Vec<Expr>| Expr::call("later", args);
        let arity = first(call(Vec::new()), &[U32]);
        assert!(matches!(arity, Problem::CallArity { expected: 1, got: 0, .. }));
        let ty = first(call(vec![Expr::from(1u32)]), &[U64]);
        assert!(matches!(ty, Problem::ArgumentType { position: 0, expected: U64, got: U32, .. }));
        let unknown = first(Expr::call("never", Vec::new()), &[]);
        assert!(matches!(unknown, Problem::UnknownOp { .. }));
    }

    #[test]
    fn depth_is_that_of_the_library_operations_that_stay() {
        // `primitive.i32.div` has a native lowering, so its call stays; it calls others in turn.
        let quotient = Expr::call("primitive.i32.div", vec![Expr::i32(7), Expr::i32(2)]);
        let program = program(Expr::cast(U32, quotient));
        let unlinked = validate_unlinked(&program, Registry::standard(), &[]).unwrap();
        assert_eq!(unlinked.program, program);
        assert!(unlinked.depth >= 1 && unlinked.size > 7);
    }

    #[test]
    fn a_function_is_a_program_of_parameters_a_body_and_a_result() {
        let bind = |name: &str, value: Expr| Node::let_bind(name, value);
        let load = |buffer: &str| Expr::load(buffer, 0);
        let entry = vec![
            bind("x", load("a")),
            bind("y", load("b")),
            bind("sum", Expr::var("x") + Expr::var("y")),
            bind("result", Expr::var("sum") * 2),
        ];
        let buffers = vec![BufferDecl::read("a", 0, U32), BufferDecl::read("b", 1, U32)];
        let program = Program::new(buffers.clone(), [1; 3], entry);
        let composition = Composition::from_program(&program).unwrap();
        let body = vec![bind("sum", Expr::var("x") + Expr::var("y"))];
        assert_eq!(composition, Composition::new(&["x", "y"], body, Expr::var("sum") * 2));
        // The `let` with its sum of two, and the product of two. Each parameter is read once, so that no call binds one.
        assert_eq!(composition.size(), 4 + 3);
        assert!(Composition::from_program(&Program::new(buffers, [1; 3], Vec::new())).is_none());
    }
}
