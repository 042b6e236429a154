//! Which loops are unrolled, and that the message schedule of SHA-256 becomes variables by it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::library::Operation;
use vyre_ir::{BufferAccess, Program, Scalar, UnOp, validate};
use vyre_lower::{Lowered, Op, Operators, Stmt, Target, build, pass, verify, walk};

fn optimised_for(text: &str, target: &Target) -> Lowered {
    let program: Program = text.parse().unwrap();
    let mut form = build(&validate(&program).unwrap()).unwrap();
    pass::optimise(&mut form, target);
    verify(&form).unwrap();
    form
}

fn optimised(text: &str) -> Lowered {
    optimised_for(text, &Target::CPU)
}

fn count(form: &Lowered, mut is_counted: impl FnMut(&Stmt) -> bool) -> usize {
    let mut count = 0;
    walk(&form.body, &mut |stmt| count += usize::from(is_counted(stmt)));
    count
}

/// How often the body of each loop of a program stands in the form: its body writes one element, in the order of the loops.
fn copies(entry: &str, loops: usize) -> Vec<usize> {
    let text = format!(
        "program\nworkgroup_size 64, 1, 1\nbuffer n: read u32 @ 0\nbuffer mark: read_write u32[{loops}] @ 1\n\
         entry {{ let id = invocation_id.x; {entry} }}\n"
    );
    let form = optimised(&text);
    let is_mark = |stmt: &Stmt, at: usize| matches!(stmt, Stmt::Store { access, .. } if form.as_u32(access.index) == Some(at as u32));
    (0..loops).map(|at| count(&form, |stmt| is_mark(stmt, at))).collect()
}

#[test]
fn loops_are_unrolled_up_to_a_number_of_rounds_and_of_statements() {
    let mark = |at: usize| format!("mark[{at}] = id;");
    let entry = format!(
        "for i in 0..64 {{ {} }} for i in 0..65 {{ {} }} for i in 0..n[0] {{ {} }} for i in 5..5 {{ {} }}",
        mark(0),
        mark(1),
        mark(2),
        mark(3)
    );
    assert_eq!(copies(&entry, 4), [64, 1, 1, 0]);
    // Of two loops only the inner one, if both together give more than 512 statements.
    let nest = |outer, inner, at| format!("for i in 0..{outer} {{ for j in 0..{inner} {{ {} }} }}", mark(at));
    assert_eq!(copies(&format!("{} {}", nest(27, 19, 0), nest(16, 32, 1)), 2), [19, 512]);
    // Loops that stay are not copied.
    assert_eq!(copies("for i in 0..2 { for j in 0..n[0] { mark[0] = id; } }", 1), [1]);
    assert_eq!(copies("for i in 3..4 { for j in 0..n[0] { mark[0] = id; } }", 1), [1]);
}

#[test]
fn loops_over_tiles_are_unrolled_further_for_gpus() {
    // A round is at least 80 stores, so seven rounds are more than 512 statements.
    let rounds = |inner: u32, tile: &str, is_nested: bool, most_of_tiles: usize| {
        let stores: String = (0..80).map(|at| format!("out[{at} + i * 128 + {tile}[k]] = k;\n")).collect();
        let looped = format!("for k in 0..{inner} {{ {stores} mark[k] = k; }}");
        let entry = if is_nested { format!("for j in 0..n[0] {{ {looped} }}") } else { looped };
        let text = format!(
            "program\nworkgroup_size 64, 1, 1\nbuffer n: read u32 @ 0\nbuffer out: read_write u32 @ 1\n\
             buffer mark: read_write u32 @ 2\nbuffer tile: workgroup u32[64]\nentry {{ let i = n[1]; {entry} }}\n"
        );
        let form = optimised_for(&text, &Target { most_of_tiles, ..Target::CPU });
        count(
            &form,
            |stmt| matches!(stmt, Stmt::Store { access, .. } if &*form[access.buffer].name == "mark"),
        )
    };
    assert_eq!(rounds(8, "tile", true, 8_192), 8);
    assert_eq!(rounds(8, "tile", true, 0), 1);
    assert_eq!(rounds(8, "tile", true, 600), 1);
    assert_eq!(rounds(8, "tile", false, 8_192), 1);
    assert_eq!(rounds(8, "n", true, 8_192), 1);
    // More than 16 rounds stay.
    assert_eq!(rounds(17, "tile", true, 8_192), 1);
}

#[test]
fn loops_with_elementary_functions_are_unrolled_only_for_arrays() {
    let sine = Operation::Unary(UnOp::FSin, Scalar::F32);
    let operators: Operators = [sine].into_iter().collect();
    let called = Target { operators, long: operators, ..Target::WGSL };
    let sines = |entry: &str, target: &Target| {
        let text = format!(
            "program\nworkgroup_size 64, 1, 1\nbuffer x: read f32 @ 0\nbuffer out: read_write f32 @ 1\n\
             buffer turns: private f32[8]\nentry {{ {entry} }}\n"
        );
        let form = optimised_for(&text, target);
        let is_sine =
            |stmt: &Stmt| matches!(stmt, Stmt::Eval(id) if matches!(form[*id].op, Op::Unary(UnOp::FSin, _)));
        count(&form, is_sine)
    };
    // A function of a GPU, or an instruction.
    let alone = "for k in 0..8 { out[k] = f_sin(x[k]); }";
    assert_eq!((sines(alone, &called), sines(alone, &Target { long: Operators::NONE, ..called })), (1, 8));
    assert_eq!(sines(alone, &Target::CPU), 8);
    // Two of them are 400 operations, three are over 512.
    assert_eq!(sines("for k in 0..2 { out[k] = f_sin(x[k]); }", &called), 2);
    assert_eq!(sines("for k in 0..3 { out[k] = f_sin(x[k]); }", &called), 1);
    // An array becomes variables.
    let array = "for k in 0..8 { turns[k] = f_sin(x[k]); }
                 for k in 0..8 { for j in 0..len(x) { out[j] = f_max(turns[k], x[j]); } }";
    assert_eq!(sines(array, &called), 8);
}

#[test]
fn a_loop_that_its_body_leaves_stays() {
    let jump = |jump: &str| format!("for i in 0..4 {{ if n[i] == 0 {{ {jump}; }} mark[0] = id; }}");
    for (jump, expected) in [(jump("break"), 1), (jump("continue"), 4), (jump("return"), 4)] {
        assert_eq!(copies(&jump, 1), [expected], "{jump}");
    }
    // Where the round is known, the others are not there.
    assert_eq!(copies("for i in 0..4 { if i == 2 { break; } mark[0] = id; }", 1), [2]);
    assert_eq!(copies("for i in 0..4 { if i == 2 { continue; } mark[0] = id; }", 1), [3]);
    assert_eq!(copies("for i in 0..4 { mark[0] = id; break; }", 1), [1]);
    assert_eq!(copies("for i in 0..4 { mark[0] = id; return; } mark[1] = id;", 2), [1, 0]);
    // In the way of a jump out of two conditions there is a statement.
    let within = |rest: &str| {
        format!("for i in 0..4 {{ if n[i] > 1 {{ if n[i] > 2 {{ continue; }} {rest} }} mark[0] = id; }}")
    };
    assert_eq!(copies(&within("mark[1] = id;"), 2), [1, 1]);
    // Each `continue` nests what follows it; there is a limit.
    let many = |count| {
        let jumps: String = (0..count).map(|at| format!("if n[{at}] == i {{ continue; }}")).collect();
        copies(&format!("for i in 0..4 {{ {jumps} mark[0] = id; }}"), 1)
    };
    assert_eq!((many(8), many(9)), (vec![4], vec![1]));
}

#[test]
fn a_program_does_not_grow_beyond_its_limit() {
    // Each of 30 loops has 3 statements and becomes 128; the program has 2,000 at most: 90 + 15 * 125 = 1,965.
    let entry: String = (0..30).map(|at| format!("for i in 0..64 {{ mark[{at}] = n[i]; }}")).collect();
    assert_eq!(copies(&entry, 30).iter().filter(|copies| **copies == 64).count(), 15);
}

fn accesses(form: &Lowered, access: BufferAccess) -> usize {
    count(form, |stmt| {
        let place = match stmt {
            Stmt::Eval(id) => form[*id].op.access(),
            Stmt::Store { access, .. } => Some(access),
            _ => None,
        };
        place.is_some_and(|place| form[place.buffer].access == access)
    })
}

#[test]
fn the_schedule_of_sha_256_becomes_variables() {
    // The first keeps the loop over chunks, and the one over the last bytes in each of 16 words; the second the loop over
    // chunks.
    let programs =
        [(include_str!("../programs/sha256.vyre"), 17), (include_str!("../programs/sha256_window.vyre"), 1)];
    for (text, loops) in programs {
        let form = optimised(text);
        assert_eq!(accesses(&form, BufferAccess::Private), 0);
        assert_eq!(count(&form, |stmt| matches!(stmt, Stmt::Loop { .. })), loops);
        // A round takes 6 rotations of 3 operations, 8 additions, a load and 11 others, of which one is known from the
        // round before; a word of the schedule takes 4 rotations, 3 additions and 6 others.
        let rounds = 64 * (6 * 3 + 8 + 1 + 10) + 48 * (4 * 3 + 3 + 6);
        let statements = count(&form, |_| true);
        assert!((rounds..rounds + 800).contains(&statements), "{statements} and not some {rounds}");
    }
}

#[test]
fn an_array_with_an_index_that_stays_unknown_does_not_unroll() {
    let text = "program\nworkgroup_size 64, 1, 1\nbuffer out: read_write u32 @ 0\nbuffer w: private u32[100]\n\
         entry { for i in 0..100 { w[99 - i] = i; } out[0] = w[LAST]; }\n";
    for (last, loops) in [("out[1]", 1), ("99", 0)] {
        let form = optimised(&text.replace("LAST", last));
        assert_eq!(count(&form, |stmt| matches!(stmt, Stmt::Loop { .. })), loops, "{last}");
    }
}

/// A loop around one that is unrolled for an array is unrolled too if its variable decides between branches, whatever its integer type.
#[test]
fn a_loop_that_decides_between_branches_unrolls_around_arrays() {
    let text = "program\nworkgroup_size 64, 1, 1\nbuffer out: read_write u32 @ 0\nbuffer w: private u32[200]\n\
         entry { for at in 0..2 { for i in 0..200 { w[i] = i * at; } if COND { w[3] = out[1]; } \
         for i in 0..200 { out[i] = w[199 - i]; } } }\n";
    for (cond, loops) in
        [("at == 0", 0), ("call primitive.i32.eq(cast<i32>(at), cast<i32>(0))", 0), ("out[2] == 0", 1)]
    {
        let form = optimised(&text.replace("COND", cond));
        assert_eq!(count(&form, |stmt| matches!(stmt, Stmt::Loop { .. })), loops, "{cond}");
    }
}
