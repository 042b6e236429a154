//! Validates a program that calls operations of which only the signatures are known.
//!
//! The result is not a [`Validated`](super::Validated) program. [`validate_with`](super::validate_with) makes one
//! when the operations are known.

use super::{Accepted, check};
use crate::compose::Registry;
use crate::node::count;
use crate::rules::ValidationError;
use crate::{OpSignature, Program};

/// A program that is valid except for the declared operations that it calls, which have not been linked to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unlinked {
    /// The number of statements and expressions of the program, and of each operation that it calls and that is not of the
    /// library.
    pub size: usize,
    /// The operations of the library that it calls, directly or not, with their numbers of statements and expressions, in the
    /// order of their ids.
    pub library: Vec<(&'static str, usize)>,
    /// The length of the longest chain of calls, if declared operations call nothing.
    pub depth: usize,
    /// The declared operations that it calls, directly or not, in the order of their ids.
    pub calls: Vec<DeclaredCall>,
}

/// The calls of an operation of which only the signature is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredCall {
    /// The id of the operation.
    pub op_id: String,
    /// The number of known operations in the longest chain of calls that ends with it.
    pub level: usize,
}

/// Checks every rule, with the operations of `registry` and the operations of `declared`, of which only the
/// signatures are known. Only the calls of declared operations are checked, and not what they compute.
///
/// ```
/// use vyre_ir::{BufferDecl, DataType, Expr, Node, OpSignature, Program, Registry, validate_unlinked};
/// let store = Node::store("out", 0, Expr::call("later", vec![Expr::from(1u32)]));
/// let program = Program::new(vec![BufferDecl::read_write("out", 0, DataType::U32)], [1; 3], vec![store]);
/// let later = OpSignature { inputs: vec![DataType::U32], output: DataType::U32 };
/// let unlinked = validate_unlinked(&program, Registry::standard(), &[("later".to_string(), later)]).unwrap();
/// assert_eq!((unlinked.calls[0].op_id.as_str(), unlinked.calls[0].level), ("later", 0));
/// ```
///
/// # Errors
/// The same as for [`validate_with`](super::validate_with).
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
    let Accepted { checked, called, expanded, .. } = check(program, registry)?;
    let program = expanded.as_ref().map_or(program, |expanded| &expanded.program);
    let (mut size, mut library) = (count(&program.entry), Vec::new());
    for (id, own) in called.sizes() {
        match Registry::standard().get(id) {
            Some(spec) => library.push((spec.id.as_str(), own)),
            None => size += own,
        }
    }
    library.sort_unstable();
    let levels = called.levels(&checked.calls);
    let declared = levels.iter().filter(|(id, _)| registry.is_declared(id));
    let mut calls: Vec<DeclaredCall> =
        declared.map(|(id, level)| DeclaredCall { op_id: id.to_string(), level: *level }).collect();
    calls.sort_unstable_by(|a, b| a.op_id.cmp(&b.op_id));
    Ok(Unlinked { size, library, depth: called.depth, calls })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BufferDecl, Composition, DataType, Expr, Node, OpSpec, Problem, validate_with};
    use DataType::{I32, U32, U64};

    fn program(value: Expr) -> Program {
        Program::new(vec![BufferDecl::read_write("out", 0, U32)], [1; 3], vec![Node::store("out", 0, value)])
    }

    fn later(inputs: &[DataType]) -> [(String, OpSignature); 1] {
        [("later".to_string(), OpSignature { inputs: inputs.to_vec(), output: U32 })]
    }

    #[test]
    fn known_operations_count_and_declared_ones_are_listed() {
        let mut registry = Registry::standard().clone();
        // Calls the declared one twice.
        let call = |arg: &str| Expr::call("later", vec![Expr::var(arg)]);
        let composition = Composition::expr(&["x"], call("x") + call("x"));
        registry.register(OpSpec::inlinable("twice", &[U32], U32, composition)).unwrap();
        let program = program(Expr::call("twice", vec![Expr::from(7u32)]));
        let unlinked = validate_unlinked(&program, &registry, &later(&[U32])).unwrap();
        assert_eq!(unlinked.calls, [DeclaredCall { op_id: "later".to_string(), level: 1 }]);
        // Store, index, the call with its argument; the sum, and two calls with an argument each.
        assert_eq!(unlinked.size, 4 + 5);
        assert_eq!(unlinked.library, []);
        assert_eq!(unlinked.depth, 2);
        // Nobody else takes it for valid.
        let errors = validate_with(&program, &registry).unwrap_err();
        assert!(errors.iter().all(|error| error.problem.to_string().contains("`later`")), "{errors:?}");
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
    fn depth_counts_every_known_operation() {
        // The composition of a division calls others in turn.
        let division = Composition::expr(
            &["a", "b"],
            Expr::call("primitive.i32.div", vec![Expr::var("a"), Expr::var("b")]),
        );
        let mut registry = Registry::standard().clone();
        let of = |program: &Program, registry: &Registry| validate_unlinked(program, registry, &[]).unwrap();
        let quotient =
            |op_id: &str| program(Expr::cast(U32, Expr::call(op_id, vec![Expr::i32(7), Expr::i32(2)])));
        let own = of(&quotient("primitive.i32.div"), &registry);
        // Store, index, cast, call and two literals.
        assert_eq!(own.size, 6);
        assert!(own.depth >= 1 && own.library.iter().any(|(id, _)| *id == "primitive.i32.div"));
        registry.register(OpSpec::inlinable("own.div", &[I32, I32], I32, division)).unwrap();
        assert_eq!(of(&quotient("own.div"), &registry).depth, own.depth + 1);
    }

    #[test]
    fn levels_are_those_of_the_longest_chain() {
        let mut registry = Registry::standard().clone();
        let mut add = |id: &str, callees: &[&str]| {
            let calls = callees.iter().map(|callee| Expr::call(*callee, vec![Expr::var("x")]));
            let sum = calls.reduce(|sum, call| sum + call).unwrap();
            registry.register(OpSpec::inlinable(id, &[U32], U32, Composition::expr(&["x"], sum))).unwrap();
        };
        // The names are such that the registry's order is not that of the chain.
        add("a", &["later"]);
        add("c", &["a", "later"]);
        add("b", &["c", "a"]);
        let call = |id: &str| Expr::call(id, vec![Expr::from(7u32)]);
        let level = |value: Expr| {
            let unlinked = validate_unlinked(&program(value), &registry, &later(&[U32])).unwrap();
            unlinked.calls.iter().map(|call| call.level).collect::<Vec<_>>()
        };
        assert_eq!(level(call("later")), [0]);
        assert_eq!(level(call("a")), [1]);
        // By way of `c` and `a`, and of `a`; `c` calls it itself too.
        assert_eq!(level(call("b") + call("later")), [3]);
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
        // The `let` with its sum of two, and the product of two.
        assert_eq!(composition.size(), 4 + 3);
        assert!(Composition::from_program(&Program::new(buffers, [1; 3], Vec::new())).is_none());
    }
}
