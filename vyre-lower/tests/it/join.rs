//! How many invocations the pass `join` joins, for the target as backends use it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{Program, validate};
use vyre_lower::pass::{self, PASSES};
use vyre_lower::{Target, build};

/// How many are joined in a workgroup of this size of a program that loads so many elements of one column of a tile in each round, and sums them in so
/// many variables.
fn joined([width, height]: [u32; 2], loads: u32, variables: u32) -> Option<u32> {
    let sums: String = (0..variables).map(|at| format!("let sum_{at} = local_id.y;\n")).collect();
    let added: String = (0..loads)
        .map(|at| format!("sum_{0} = sum_{0} + tile[k * {loads} + {at}] * local_id.y;\n", at % variables))
        .collect();
    let stored: String = (0..variables).map(|at| format!("out[invocation_id.y] = sum_{at};\n")).collect();
    let text = format!(
        "program
workgroup_size {width}, {height}, 1
buffer a: read u32 @ 0
buffer out: read_write u32 @ 1
buffer tile: workgroup u32[1024]
entry {{
    {sums}
    for k in 0 .. len(a) {{
        {added}
    }}
    {stored}
}}
"
    );
    let program: Program = text.parse().unwrap();
    let mut form = build(&validate(&program).unwrap()).unwrap();
    let join = PASSES.iter().find(|pass| pass.name == "join").unwrap();
    pass::run(join, &mut form, &Target::WGSL);
    assert_eq!(form.program_workgroup_size(), [width, height, 1]);
    assert_eq!(form.workgroup_size, [width, height / form.joined.unwrap_or(1), 1]);
    form.joined
}

#[test]
fn workgroups_keep_64_invocations() {
    assert_eq!(joined([16, 16], 8, 1), Some(4));
    assert_eq!(joined([16, 8], 8, 1), Some(2));
    assert_eq!(joined([16, 7], 8, 1), None);
    assert_eq!(joined([8, 8], 8, 1), None);
    assert_eq!(joined([64, 2], 8, 1), Some(2));
    assert_eq!(joined([256, 1], 8, 1), None);
}

#[test]
fn eight_loads_are_shared_in_a_round() {
    // A loop of unknown bounds is taken for four rounds.
    assert_eq!(joined([16, 16], 2, 1), Some(4));
    assert_eq!(joined([16, 16], 1, 1), None);
}

#[test]
fn variables_stay_in_registers() {
    assert_eq!(joined([16, 16], 16, 16), Some(4));
    assert_eq!(joined([16, 16], 17, 17), Some(2));
    assert_eq!(joined([16, 16], 33, 33), None);
}

#[test]
fn a_form_that_would_be_too_long_stays() {
    // A load is some seven statements.
    assert_eq!(joined([16, 16], 100, 1), Some(4));
    assert_eq!(joined([16, 16], 200, 1), Some(2));
    assert_eq!(joined([16, 16], 600, 1), None);
}
