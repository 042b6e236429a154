//! Which accesses are proven to be in bounds, and that the verifier refuses proofs that do not hold.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{Program, validate};
use vyre_lower::{Lowered, Target, build, pass, verify};

const BUFFERS: &str = "program\nworkgroup_size 64, 1, 1\nbuffer a: read u32 @ 0\nbuffer b: read u32 @ 1\n\
    buffer out: read_write u32 @ 2\nbuffer table: uniform u32[16] @ 3\nbuffer text: read bytes @ 4\n\
    buffer tile: workgroup u32[64]\nbuffer own: private u32[8]\n";

fn form(entry: &str) -> Lowered {
    let program: Program = format!("{BUFFERS}entry {{\n{entry}\n}}\n").parse().unwrap();
    let mut form = build(&validate(&program).unwrap());
    for pass in pass::PASSES.iter().filter(|pass| pass.name == "guards") {
        pass::run(pass, &mut form, &Target::WGSL);
    }
    verify(&form).unwrap();
    form
}

/// The accesses, in order, each with what is known of it.
fn guards(entry: &str) -> Vec<String> {
    let text = form(entry).to_string();
    let access = |line: &str| {
        let (access, guard) = line.split_once("  // ")?;
        let place = access.split(' ').find(|word| word.contains('['))?;
        Some(format!("{place} {guard}"))
    };
    text.lines().filter_map(access).collect()
}

#[test]
fn look() {
    for entry in [
        "let i = invocation_id.x; if i < len(a) && i < len(out) { out[i] = a[i] + b[i]; }",
        "own[local_id.x & 7] = table[a[0] % 16]; tile[local_id.x] = tile[63 - local_id.x];",
        "let i = invocation_id.x; if i >= len(a) { return; } out[i] = a[i] + a[i / 2] + a[i - 1]; if i > 0 { out[0] = a[i - 1]; }",
        "for k in 0 .. len(a) { out[0] = a[k] + table[k]; } for k in 0 .. 16 { out[0] = table[k]; }",
    ] {
        println!("{:#?}", guards(entry));
    }
}
