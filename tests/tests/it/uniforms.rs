//! Programs with many uniform buffers, whose loops and conditions depend on lengths and on uniform data.
//!
//! Mesa's lavapipe (22.3) puts values of uniform buffers into long shaders before it compiles them, and notes the places of those that decide loops and
//! conditions. What it notes of the fourth uniform buffer, the launch block included, goes behind its array: half of the programs with three ended the process
//! with a segmentation fault or a smashed stack.

use std::fmt::Write;
use vyre_tests::evaluated::check;

/// Statements enough for a shader that lavapipe takes for long.
const LONG: u32 = 40;

/// A variable `acc` that depends on the invocation and on a constant in uniform memory.
fn start(constant: &str) -> String {
    let mut text = format!("let i = invocation_id.x; let acc = i + {constant};\n");
    for at in 0..LONG {
        let _ = writeln!(text, "acc = acc * {} + (acc >> {});", 2 * at + 3, at % 13 + 1);
    }
    text
}

/// Three buffers, two uniform ones, a uniform number and a local array; loops that end at lengths, and conditions that compare with them.
fn sample(variant: u32) -> String {
    let choose = |bit: u32, yes: &str, no: &str| {
        if variant >> bit & 1 == 1 { yes.to_string() } else { no.to_string() }
    };
    let least = choose(0, "if len(c) < acc { acc = acc ^ 77; }", "if s[0] < acc { acc = acc ^ 77; }");
    let inner = choose(1, "for j in 0..len(w) { t[j] = acc + u[k]; ", "if true { t[k] = acc + w[k + i]; ");
    let end = choose(2, "len(u)", "len(a)");
    let second = choose(
        3,
        "for k in 0..len(b) { acc = acc * 31 + b[k] + t[k]; }",
        "for k in 0..s[0] { acc = acc + t[k] * a[k]; }",
    );
    format!(
        "program workgroup_size 16, 1, 1
         buffer a: read u32 @ 0 buffer b: read u32 @ 1 buffer c: read u32 @ 2
         buffer u: uniform u32 @ 3 buffer w: uniform u32 @ 4 buffer s: uniform u32[1] @ 5
         buffer out: read_write u32 @ 6 buffer t: private u32[8]
         entry {{
             {start}
             for k in 0..{end} {{ acc = acc * 31 + b[k]; {inner} {least} }} }}
             {second}
             if len(w) < acc {{ acc = acc + 9; }}
             for k in 0..len(c) {{ acc = acc * 17 + t[acc % 9] + c[k]; }}
             out[i] = acc;
         }}",
        start = start("s[0]"),
    )
}

#[test]
fn sixteen_programs_with_three_uniform_buffers() {
    for variant in 0..16 {
        let inputs: [&[u32]; 7] =
            [&[3, 1, 4], &[1, 5, 9, 2], &[6, 5], &[3, 5, 8], &[9, 7, 9, 3, 2], &[5], &[0; 32]];
        check(&sample(variant), [2, 1, 1], &inputs);
    }
}

#[test]
fn every_number_of_uniform_buffers_that_devices_have() {
    for count in 0..=11u32 {
        let uniforms: String = (0..count).map(|at| format!("buffer u{at}: uniform u32 @ {at}\n")).collect();
        // Those of the last one.
        let last = |last: u32| {
            let end = |end: &str| {
                format!("for k in 0..{end} {{ if {end} < acc {{ acc = acc * 31 + u{last}[k]; }} }}\n")
            };
            end(&format!("len(u{last})")) + &end(&format!("u{last}[3]"))
        };
        let loops = count.checked_sub(1).map_or(String::new(), last);
        let text = format!(
            "program workgroup_size 4, 1, 1
             {uniforms} buffer r: read u32 @ {count} buffer s: read u32 @ {} buffer out: read_write u32 @ {}
             entry {{
                 {}
                 for k in 0..len(r) {{ if len(s) < acc {{ acc = acc * 31 + r[k]; }} }}
                 for k in 0..len(s) {{ acc = acc * 31 + s[k]; }}
                 {loops}
                 out[i] = acc;
             }}",
            count + 1,
            count + 2,
            start("len(r)"),
        );
        let uniforms: Vec<Vec<u32>> = (0..count).map(|at| (0..5).map(|k| at + k).collect()).collect();
        let last: [&[u32]; 3] = [&[1, 2], &[4, 5, 6], &[0; 8]];
        check(&text, [2, 1, 1], &uniforms.iter().map(Vec::as_slice).chain(last).collect::<Vec<_>>());
    }
}
