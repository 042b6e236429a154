//! A random program as an operation on buffers: what calls it computes what the program does.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{Node, OpArg, OpSpec, Program, validate_with};
use vyre_random::{Case, Order, evaluate, generate};

#[test]
fn a_program_that_is_called_computes_what_it_computes_alone() {
    let mut compared = 0;
    for seed in 0..400 {
        let case = generate(seed);
        let Ok(alone) = evaluate(&case, Order::Forward) else { continue };
        let args = case.program.bound_buffers().map(|decl| (decl.name.as_str(), OpArg::buffer(&decl.name)));
        let entry = vec![Node::call_op("whole", args)];
        let bound = case.program.bound_buffers().cloned().collect();
        let caller = Program::new(bound, case.program.workgroup_size, entry);
        let mut registry = case.registry().unwrap();
        let whole = Program { workgroup_size: [0; 3], ..case.program.clone() };
        registry.register(OpSpec::program("whole", whole)).unwrap();
        let valid = match validate_with(&caller, &registry) {
            Ok(valid) => valid,
            // Returns that become conditions may nest too deep.
            Err(errors) if errors.iter().all(|error| error.code().name() == "V018") => continue,
            Err(errors) => panic!("seed {seed}: {errors:?}\n{case}"),
        };
        let called = Case { program: valid.source().clone(), ..case.clone() };
        let Ok(outcome) = evaluate(&called, Order::Forward) else { continue };
        assert_eq!(outcome.contents, alone.contents, "seed {seed}\n{called}");
        assert_eq!(outcome.failure, alone.failure, "seed {seed}\n{called}");
        compared += 1;
    }
    assert!(compared > 200, "{compared} programs were compared");
}
