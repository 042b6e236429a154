//! Which accesses are proven to be in bounds, by hand: each rule with an index that is just in bounds, and with the next one, which is
//! not. Then that the verifier refuses proofs that do not hold.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre_ir::{Program, validate};
use vyre_lower::{Access, BOOL, Guard, InstId, Lowered, Op, Proof, Stmt, Target, build, pass, verify};

const BUFFERS: &str = "program\nworkgroup_size 64, 1, 1\nbuffer a: read u32 @ 0\nbuffer b: read u32 @ 1\n\
    buffer out: read_write u32 @ 2\nbuffer table: uniform u32[16] @ 3\nbuffer text: read bytes @ 4\n\
    buffer tile: workgroup u32[64]\nbuffer own: private u32[8]\n";

fn checked(entry: &str) -> Lowered {
    let program: Program = format!("{BUFFERS}entry {{\n{entry}\n}}\n").parse().unwrap();
    build(&validate(&program).unwrap()).unwrap()
}

fn form(entry: &str) -> Lowered {
    let mut form = checked(entry);
    let guards = pass::PASSES.iter().find(|pass| pass.name == "guards").unwrap();
    pass::run(guards, &mut form, &Target::WGSL);
    verify(&form).unwrap();
    form
}

/// Visits every access, in order.
fn accesses(form: &mut Lowered, mut visit: impl FnMut(&mut Access)) {
    fn block(form: &mut Lowered, stmts: &mut [Stmt], visit: &mut impl FnMut(&mut Access)) {
        for stmt in stmts {
            match stmt {
                Stmt::Eval(id) => form[*id].op.access_mut().into_iter().for_each(&mut *visit),
                Stmt::Store { access, .. } => visit(access),
                Stmt::If { then, otherwise, .. } => {
                    block(form, then, visit);
                    block(form, otherwise, visit);
                }
                Stmt::Loop { body, .. } => block(form, body, visit),
                _ => {}
            }
        }
    }
    let mut body = std::mem::take(&mut form.body);
    block(form, &mut body, &mut visit);
    form.body = body;
}

/// How the last access of a program but for the store that keeps its value is proven: `range`, `computation`, `if`, `loop` or
/// `checked`.
fn proof(entry: &str) -> &'static str {
    let mut form = form(entry);
    let mut last = [Guard::Checked; 2];
    accesses(&mut form, |access| last = [last[1], access.guard]);
    match last[0] {
        Guard::Checked => "checked",
        Guard::Proven(Proof::Range) => "range",
        Guard::Proven(Proof::Computation) => "computation",
        Guard::Proven(Proof::Condition(_)) => "if",
        Guard::Proven(Proof::Loop(_)) => "loop",
    }
}

/// How `buffer[index]` is proven after these statements, within this condition, or everywhere if it is empty.
fn within(before: &str, cond: &str, access: &str) -> &'static str {
    let cond = if cond.is_empty() { "true" } else { cond };
    proof(&format!(
        "let i = invocation_id.x; let j = a[i]; {before} if {cond} {{ let kept = {access}; out[i] = kept; }}"
    ))
}

fn under(cond: &str, access: &str) -> &'static str {
    within("", cond, access)
}

#[test]
fn ranges_prove() {
    assert_eq!(under("", "tile[local_id.x]"), "range");
    assert_eq!(under("", "tile[local_id.x + 1]"), "checked");
    assert_eq!(under("", "tile[63 - local_id.x]"), "range");
    assert_eq!(under("", "tile[62 - local_id.x]"), "checked");
    assert_eq!(under("", "table[i % 16]"), "range");
    assert_eq!(under("", "table[i % 17]"), "checked");
    assert_eq!(under("", "table[i & 15]"), "range");
    assert_eq!(under("", "table[i & 16]"), "checked");
    assert_eq!(under("", "table[i >> 28]"), "range");
    assert_eq!(under("", "table[i >> 27]"), "checked");
    assert_eq!(under("", "table[min(i, 15)]"), "range");
    assert_eq!(under("", "table[min(i, 16)]"), "checked");
    assert_eq!(under("", "own[byte(text, i) / 32]"), "range");
    assert_eq!(under("", "own[byte(text, i) / 31]"), "checked");
    assert_eq!(under("", "own[clz(i) / 5]"), "range");
    assert_eq!(under("", "own[clz(i) / 4]"), "checked");
    assert_eq!(under("", "table[select(i < 15, i, 15)]"), "range");
    assert_eq!(under("", "table[select(i < 17, i, 15)]"), "checked");
}

#[test]
fn conditions_bound_ranges() {
    assert_eq!(under("i < 16", "table[i]"), "range");
    assert_eq!(under("i <= 16", "table[i]"), "checked");
    assert_eq!(under("i < 15", "table[i + 1]"), "range");
    assert_eq!(under("i < 16", "table[i + 1]"), "checked");
    assert_eq!(under("!(i >= 16)", "table[i]"), "range");
    assert_eq!(under("!(i > 16)", "table[i]"), "checked");
    assert_eq!(under("j == 0 && i < 16", "table[i]"), "range");
    assert_eq!(under("j == 0 || i < 16", "table[i]"), "checked");
    // A number is true if it is not 0.
    assert_eq!(within("let n = len(b);", "n", "b[0]"), "range");
    assert_eq!(within("let n = len(b);", "n", "b[1]"), "checked");
    assert_eq!(within("let n = a[1];", "!n", "table[n + 15]"), "range");
    assert_eq!(within("let n = a[1];", "!n", "table[n + 16]"), "checked");
    assert_eq!(within("let n = a[1];", "n", "table[n * 8]"), "checked");
    // One of two holds, and it is known which does not.
    let either = |cond: &str| within("let c = a[1] == 1; if !c { return; }", cond, "table[i]");
    assert_eq!(either("!c || i < 16"), "range");
    assert_eq!(either("i < 16 || !c"), "range");
    assert_eq!(either("c || i < 16"), "checked");
    assert_eq!(either("!(c && i >= 16)"), "range");
    assert_eq!(either("!(i >= 16 && c)"), "range");
    assert_eq!(either("!(!c && i >= 16)"), "checked");
    // What was computed before the condition is computed again, with what is known now.
    assert_eq!(within("let k = i * 2 + 1;", "i < 8", "table[k]"), "range");
    assert_eq!(within("let k = i * 2 + 1;", "i < 9", "table[k]"), "checked");
    // A length is known to be great enough.
    assert_eq!(under("len(b) > 3", "b[3]"), "range");
    assert_eq!(under("len(b) > 3", "b[4]"), "checked");
    assert_eq!(under("len(b) >= 3", "b[3]"), "checked");
    assert_eq!(under("len(b) != 0", "b[0]"), "range");
    assert_eq!(under("len(b) != 1", "b[0]"), "checked");
    assert_eq!(under("len(b) == 5", "b[i % 5]"), "range");
    assert_eq!(under("len(a) > 3", "b[3]"), "checked");
    assert_eq!(under("len(text) > 1", "byte(text, 7)"), "range");
    assert_eq!(under("len(text) > 1", "byte(text, 8)"), "checked");
    assert_eq!(under("len(text) > 1", "word(text, 1)"), "range");
    assert_eq!(under("len(text) > 1", "word(text, 2)"), "checked");
}

#[test]
fn conditions_on_lengths_prove() {
    assert_eq!(under("j < len(b)", "b[j]"), "if");
    assert_eq!(under("j <= len(b)", "b[j]"), "checked");
    assert_eq!(under("len(b) > j", "b[j]"), "if");
    assert_eq!(under("len(b) >= j", "b[j]"), "checked");
    assert_eq!(under("j < len(a)", "b[j]"), "checked");
    assert_eq!(under("i < len(b)", "b[j]"), "checked");
    assert_eq!(under("j != len(b)", "b[j]"), "checked");
    assert_eq!(under("!(j >= len(b))", "b[j]"), "if");
    assert_eq!(under("!(j > len(b))", "b[j]"), "checked");
    assert_eq!(under("j < len(b) && j < len(out)", "b[j]"), "if");
    assert_eq!(under("j < len(b) || j < len(out)", "b[j]"), "checked");
    assert_eq!(under("!(j >= len(b) || i > 3)", "b[j]"), "if");
    assert_eq!(under("!(j >= len(b) && i > 3)", "b[j]"), "checked");
    assert_eq!(within("let k = j + 1;", "k < len(b)", "b[k]"), "if");
    // `k` may have wrapped to 0.
    assert_eq!(within("let k = j + 1;", "k < len(b)", "b[j]"), "checked");
    assert_eq!(within("let k = (j & 255) + 1;", "k < len(b)", "b[k - 1]"), "if");
    assert_eq!(within("let k = (j & 255) + 1;", "k <= len(b)", "b[k - 1]"), "if");
    assert_eq!(within("let k = (j & 255) + 1;", "k <= len(b)", "b[k]"), "checked");
    assert_eq!(within("let m = j & 255; let k = m + 1;", "k <= len(b)", "b[m]"), "if");
    assert_eq!(within("let m = j & 255; let k = m + 1;", "m <= len(b)", "b[m]"), "checked");
    assert_eq!(within("let m = j * 4; let k = m + 3;", "k < len(b)", "b[m + 2]"), "if");
    assert_eq!(within("let m = j * 4; let k = m + 3;", "k < len(b)", "b[m + 3]"), "if");
    assert_eq!(within("let m = j * 4; let k = m + 3;", "k < len(b)", "b[m + 4]"), "checked");
    assert_eq!(within("let m = j * 4; let k = m | 3;", "k < len(b)", "b[m + 3]"), "if");
    assert_eq!(
        within("let m = j * 2; let k = m | 3;", "k < len(b)", "b[m + 1]"),
        "checked",
        "a bit is in both"
    );
    assert_eq!(within("let m = j * 4; let k = m ^ 3;", "k < len(b)", "b[m + 3]"), "if");
    assert_eq!(within("let m = (j & 255) + 4; let k = m - 4;", "k < len(b)", "b[m - 4]"), "if");
    assert_eq!(within("let m = (j & 255) + 4; let k = m - 4;", "k < len(b)", "b[m - 3]"), "checked");
    assert_eq!(within("let m = j; let k = m - 4;", "k < len(b) && m > 3", "b[m - 4]"), "if");
    assert_eq!(within("let k = 7 - j;", "k < len(b) && j > 7", "b[j - 8]"), "checked");
    let better = "let j = a[0]; if j <= len(b) { if j < len(b) { let kept = b[j]; out[0] = kept; } }";
    assert_eq!(proof(better), "if");
    assert_eq!(within("let k = j - 2;", "j > 1 && j < len(b)", "b[k]"), "if");
    assert_eq!(within("let k = j - 2;", "j > 0 && j < len(b)", "b[k]"), "checked");
}

#[test]
fn what_is_at_most_an_operand_is_proven_with_it() {
    let in_b = |access| under("j < len(b)", access);
    assert_eq!(in_b("b[j / 3]"), "if");
    assert_eq!(in_b("b[j >> 3]"), "if");
    assert_eq!(in_b("b[j << 3]"), "checked");
    assert_eq!(in_b("b[j & i]"), "if");
    assert_eq!(in_b("b[i & j]"), "if");
    assert_eq!(in_b("b[i | j]"), "checked");
    assert_eq!(in_b("b[j % i]"), "if");
    assert_eq!(in_b("b[min(i, j)]"), "if");
    assert_eq!(in_b("b[max(i, j)]"), "checked");
    assert_eq!(in_b("b[j - i]"), "checked");
    assert_eq!(in_b("b[j - j % 8]"), "if");
    assert_eq!(in_b("b[j - j / 8]"), "if");
    assert_eq!(in_b("b[j - (j + 1)]"), "checked");
    assert_eq!(in_b("b[i % j]"), "checked");
    assert_eq!(under("j < len(b) && j > 0", "b[i % j]"), "if");
    assert_eq!(under("j <= len(b) && j > 0", "b[i % j]"), "if");
    assert_eq!(under("j <= len(b)", "b[i % j]"), "checked");
    assert_eq!(under("j <= len(b) && j > 0", "b[i % j + 1]"), "checked");
    assert_eq!(under("j < len(b) && i < len(b)", "b[max(i, j)]"), "if");
    assert_eq!(under("j < len(b) && i < len(b)", "b[abs_diff(i, j)]"), "if");
    assert_eq!(under("j < len(b) && i < len(b)", "b[select(a[0] == 1, i, j)]"), "if");
    assert_eq!(under("i < len(b)", "b[select(a[0] == 1, i, j)]"), "checked");
    assert_eq!(in_b("b[j / i * i]"), "if");
    assert_eq!(in_b("b[j / 3 * 3]"), "if");
    assert_eq!(in_b("b[j / 3 * 4]"), "checked");
    assert_eq!(in_b("b[j % 3 * 3]"), "checked");
    assert_eq!(in_b("b[i / 3 * 3 + j % 3]"), "checked");
    assert_eq!(in_b("b[j / i * i + j % 7]"), "checked");
    assert_eq!(in_b("b[(j >> 3) << 3]"), "if");
    assert_eq!(in_b("b[(j >> 3) << 4]"), "checked");
    assert_eq!(in_b("b[j / i * i + j % i]"), "if");
    assert_eq!(in_b("b[j / i * i + i % j]"), "checked");
    assert_eq!(in_b("b[j / i * i + i % i]"), "checked");
    // By powers of two.
    assert_eq!(in_b("b[(j >> 3) * 8 + (j & 7)]"), "if");
    assert_eq!(in_b("b[(j >> 3) * 8 + (j & 15)]"), "checked");
    assert_eq!(in_b("b[(j >> 3) * 8 + j % 8]"), "if");
    assert_eq!(in_b("b[(j / 8 << 3) + (j & 7)]"), "if");
    assert_eq!(in_b("b[(j / 8 << 3) + (i & 7)]"), "checked");
    assert_eq!(in_b("b[(j / 4 << 3) + (j & 7)]"), "checked");
    assert_eq!(in_b("b[(j >> 3) * 9]"), "checked");
    // Two conditions in a row.
    assert_eq!(under("i < j && j < len(b)", "b[i]"), "if");
    assert_eq!(under("i <= j && j < len(b)", "b[i]"), "if");
    assert_eq!(under("i < j && j <= len(b)", "b[i]"), "if");
    assert_eq!(under("i <= j && j <= len(b)", "b[i]"), "checked");
    assert_eq!(under("i < j && j < len(b)", "b[i + 1]"), "if");
    assert_eq!(under("i < j && j < len(b)", "b[i + 2]"), "checked");
    assert_eq!(under("i == j && j < len(b)", "b[i]"), "if");
    assert_eq!(under("i >= j && i < len(b)", "b[i - j]"), "if");
    assert_eq!(under("j <= i + 1 && i < len(b)", "b[i - j]"), "checked");
}

#[test]
fn signed_numbers_are_proven_where_they_are_not_negative() {
    let less = |a: &str| format!("call primitive.i32.lt(cast<i32>({a}), cast<i32>(16))");
    assert_eq!(under(&less("i"), "table[i]"), "checked", "it may be negative");
    assert_eq!(within("let k = i & 1023;", &less("k"), "table[k]"), "range");
    let in_b = |op: &str| {
        under("j < len(b)", &format!("b[cast<u32>(call primitive.i32.{op}(cast<i32>(j), cast<i32>(i)))]"))
    };
    assert_eq!(in_b("div"), "checked", "by -1 it is negative");
    assert_eq!(in_b("min"), "checked", "the smaller one may be negative");
    assert_eq!(under("j < len(b)", "b[cast<u32>(cast<i32>(j))]"), "if", "the bits are the same");
}

#[test]
fn lengths_prove_by_computation() {
    assert_eq!(under("len(b) > 0", "b[len(b) - 1]"), "computation");
    assert_eq!(under("len(b) > 1", "b[len(b) - 2]"), "computation");
    assert_eq!(under("len(b) > 0", "b[len(b) - 2]"), "checked");
    assert_eq!(under("", "b[len(b) - 1]"), "checked");
    assert_eq!(under("len(b) > 0", "b[min(i, len(b) - 1)]"), "computation");
    assert_eq!(under("len(b) > 0", "b[min(i, len(b))]"), "checked");
    assert_eq!(under("len(b) > 0", "b[i % len(b)]"), "computation");
    assert_eq!(under("", "b[i % len(b)]"), "checked");
    assert_eq!(under("len(a) > 0", "b[i % len(a)]"), "checked");
    assert_eq!(under("len(b) > 0", "b[i & (len(b) - 1)]"), "computation");
    assert_eq!(under("len(b) > 0", "b[len(b) / 2]"), "checked");
    // The length before the last element, of a stencil.
    assert_eq!(under("len(b) > 0 && i < len(b) - 1", "b[i + 1]"), "if");
    assert_eq!(under("len(b) > 0 && i < len(b) - 1", "b[i + 2]"), "checked");
    assert_eq!(under("i < len(b) - 1", "b[i + 1]"), "checked");
    assert_eq!(under("i < min(len(b), 100)", "b[i]"), "if");
    assert_eq!(under("i < min(len(b), len(a))", "b[i]"), "if");
    assert_eq!(under("i < max(len(b), 100)", "b[i]"), "checked");
    // From behind.
    assert_eq!(under("i < len(b)", "b[len(b) - 1 - i]"), "computation");
    assert_eq!(under("i <= len(b)", "b[len(b) - 1 - i]"), "checked");
    assert_eq!(under("i < len(b)", "b[len(b) - i]"), "checked");
    assert_eq!(under("i < len(b)", "b[len(b) - 2 - i]"), "checked");
    assert_eq!(under("i + 1 < len(b)", "b[len(b) - 2 - i]"), "checked", "the sum may wrap");
    assert_eq!(under("i < len(b) && i + 1 < len(b)", "b[len(b) - 2 - (i & 1023)]"), "computation");
    assert_eq!(under("i < 9 && i + 1 < len(b)", "b[len(b) - 2 - i]"), "computation");
}

#[test]
fn what_was_computed_before_a_condition_is_known_better_behind_it() {
    let tree = |right: &str| {
        let before = "let m = 2 * local_id.x + 2;";
        within(before, "local_id.x < 8", &format!("tile[{right}]"))
    };
    assert_eq!(tree("(m << 2) - 1 - 4 + 4"), "range");
    assert_eq!(tree("(m << 2) - 1 - 4 + 5"), "checked");
}

#[test]
fn multiples_are_below_multiples() {
    assert_eq!(under("i < len(b) / 4", "b[i * 4]"), "if");
    assert_eq!(under("i < len(b) / 4", "b[i * 4 + 3]"), "if");
    assert_eq!(under("i < len(b) / 4", "b[i * 4 + 4]"), "checked");
    assert_eq!(under("i < len(b) / 4", "b[i * 5]"), "checked");
    assert_eq!(under("i <= len(b) / 4", "b[i * 4]"), "checked");
    assert_eq!(under("i < len(b) / 4", "b[(i << 2) | 3]"), "if");
    assert_eq!(under("i < len(b) / 4", "b[i << 3]"), "checked");
    assert_eq!(under("i < (len(b) >> 2)", "b[i * 4 + (j & 3)]"), "if");
    assert_eq!(under("i < (len(b) >> 2)", "b[i * 4 + (j & 4)]"), "checked");
    assert_eq!(under("i < (len(b) >> 1)", "b[i * 4]"), "checked");
    assert_eq!(under("i < len(b) / 4 / 2", "b[i * 8 + 7]"), "if");
    assert_eq!(under("i < len(b) / 4 / 2", "b[i * 8 + 8]"), "checked");
    assert_eq!(under("i < len(b) * 4 / 4", "b[i]"), "if");
    assert_eq!(under("i < len(b) * 5 / 4", "b[i]"), "checked");
    assert_eq!(under("i < min(len(b) / 4, 9)", "b[i * 4 + 3]"), "if");
    assert_eq!(under("i < max(len(b) / 4, 9)", "b[i * 4 + 3]"), "checked");
    assert_eq!(under("i < len(text)", "byte(text, i)"), "if");
    assert_eq!(under("i < len(text)", "byte(text, i * 4 + 3)"), "if");
    assert_eq!(under("i < len(text)", "byte(text, i * 4 + 4)"), "checked");
    assert_eq!(under("i < len(text) * 4", "byte(text, i)"), "if");
    assert_eq!(under("i < (len(text) << 2)", "byte(text, i)"), "if");
    assert_eq!(under("i < len(text) * 5", "byte(text, i)"), "checked");
    assert_eq!(under("i < (len(text) << 3)", "byte(text, i)"), "checked");
    assert_eq!(under("i < len(text) * 4", "word(text, i)"), "checked");
    assert_eq!(under("i < len(text) * 4", "word(text, i / 4)"), "if");
    assert_eq!(under("i < len(text) * 4", "word(text, i >> 2)"), "if");
    assert_eq!(under("i <= len(text) * 4", "word(text, i / 4)"), "checked");
    assert_eq!(under("i < len(text) * 5", "word(text, i / 4)"), "checked");
    assert_eq!(under("i < len(text) * 4", "word(text, i / 3)"), "checked");
    assert_eq!(under("i < len(text) * 4", "word(text, i / 4 + 1)"), "checked");
    assert_eq!(within("let m = i & 1023;", "m + 4 < len(text) * 4", "word(text, m / 4 + 1)"), "if");
    assert_eq!(within("let m = i & 1023;", "m + 3 < len(text) * 4", "word(text, m / 4 + 1)"), "checked");
}

#[test]
fn loops_prove() {
    let each = |bounds: &str, access: &str| {
        proof(&format!(
            "let i = invocation_id.x; let j = a[i]; for k in {bounds} {{ let kept = {access}; out[i] = kept; }}"
        ))
    };
    assert_eq!(each("0 .. 16", "table[k]"), "range");
    assert_eq!(each("0 .. 17", "table[k]"), "checked");
    assert_eq!(each("1 .. 17", "table[k - 1]"), "range");
    assert_eq!(each("0 .. 16", "table[k - 1]"), "checked");
    assert_eq!(each("0 .. 4", "table[k * 4 + (i & 3)]"), "range");
    assert_eq!(each("0 .. 5", "table[k * 4 + (i & 3)]"), "checked");
    assert_eq!(each("i .. len(b)", "b[k]"), "loop");
    assert_eq!(each("i .. len(a)", "b[k]"), "checked");
    assert_eq!(each("i .. len(b) + 1", "b[k]"), "checked");
    assert_eq!(each("0 .. min(j, len(b))", "b[k]"), "loop");
    assert_eq!(each("0 .. j", "b[k]"), "checked");
    assert_eq!(each("i .. len(b)", "b[i]"), "loop");
    assert_eq!(each("i .. len(b)", "b[k - i]"), "loop");
    assert_eq!(each("j .. len(b)", "b[k - i]"), "checked");
    assert_eq!(each("0 .. len(b) / 2", "b[k * 2 + 1]"), "loop");
    assert_eq!(each("0 .. len(b) / 2", "b[k * 2 + 2]"), "checked");
    assert_eq!(
        under("j < len(b)", "a[0]; for k in 0 .. j { let kept2 = b[k]; out[0] = kept2; } let kept3 = b[i]"),
        "checked"
    );
    let triangle = "let n = a[0]; if n <= len(b) { for k in 0 .. n { for l in 0 .. k { let kept = b[l]; out[0] = kept; } } }";
    assert_eq!(proof(triangle), "loop");
    let triangle = "let n = a[0]; if n < len(b) { for k in 0 .. n + 1 { for l in 0 .. k + 1 { let kept = b[l]; out[0] = kept; } } }";
    assert_eq!(proof(triangle), "loop");
    let triangle = "let n = a[0]; if n <= len(b) { for k in 0 .. n { for l in 0 .. k + 2 { let kept = b[l]; out[0] = kept; } } }";
    assert_eq!(proof(triangle), "checked");
}

/// What the pass `version` compares: each part of it is needed.
#[test]
fn sums_are_below_a_length_if_one_part_is_below_what_the_other_leaves() {
    let kept = |cond: &str, to: &str, index: &str| {
        let looped = format!("for k in 0 .. {to} {{ let kept = a[{index}]; out[k] = kept; }}");
        proof(&format!(
            "let i = invocation_id.x; let j = b[i]; let n = b[j]; let s = table[0]; if {cond} {{ {looped} }}"
        ))
    };
    assert_eq!(kept("j < len(a) && n <= len(a) - j", "n", "j + k"), "loop");
    assert_eq!(kept("j < len(a) && n <= len(a) - j", "n", "k + j"), "loop");
    assert_eq!(kept("j < len(a) && n <= len(a) - 1 - j", "n", "j + k"), "loop");
    // The rest wraps around where the base is not below the length.
    assert_eq!(kept("n <= len(a) - j", "n", "j + k"), "checked");
    assert_eq!(kept("j < len(b) && n <= len(a) - j", "n", "j + k"), "checked");
    assert_eq!(kept("j < len(a) && n <= len(a) - j + 1", "n", "j + k"), "checked");
    assert_eq!(kept("j < len(a) && n <= len(a) - j", "n", "j + k + 1"), "checked");
    assert_eq!(kept("j < len(a) && n <= len(a) - i", "n", "j + k"), "checked");
    assert_eq!(kept("j < len(a) && n <= len(b) - j", "n", "j + k"), "checked");
    // Steps of `s`, which may be 0, and of a constant.
    let rounds = "j < len(a) && n <= (len(a) - 1 - j) / s + 1";
    assert_eq!(kept(rounds, "n", "j + k * s"), "loop");
    assert_eq!(kept(rounds, "n", "s * k + j"), "loop");
    assert_eq!(kept(rounds, "n", "j + k * i"), "checked");
    assert_eq!(kept(rounds, "n", "i + k * s"), "checked");
    assert_eq!(kept(rounds, "n + 1", "j + k * s"), "checked");
    assert_eq!(kept("n <= (len(a) - 1 - j) / s + 1", "n", "j + k * s"), "checked");
    assert_eq!(kept("j < len(a) && n <= (len(a) - j) / s + 1", "n", "j + k * s"), "checked");
    assert_eq!(kept("j < len(a) && n <= (len(a) - 1 - j) / s + 2", "n", "j + k * s"), "checked");
    let quarters = "j < len(a) && n <= (len(a) - 1 - j >> 2) + 1";
    assert_eq!(kept(quarters, "n", "j + k * 4"), "loop");
    assert_eq!(kept(quarters, "n", "j + k * 5"), "checked");
}

#[test]
fn conditions_hold_where_they_dominate() {
    let kept = "let kept = b[j]; out[0] = kept;";
    let after = |text: &str| proof(&format!("let j = a[0]; {text}"));
    assert_eq!(after(&format!("if j < len(b) {{ }} else {{ {kept} }}")), "checked", "the other arm");
    assert_eq!(after(&format!("if j >= len(b) {{ }} else {{ {kept} }}")), "if");
    assert_eq!(after(&format!("if j < len(b) {{ out[1] = 1; }} {kept}")), "checked", "after the arm");
    assert_eq!(after(&format!("if j >= len(b) {{ return; }} {kept}")), "if");
    assert_eq!(
        after(&format!("if j >= len(b) {{ out[1] = 1; }} {kept}")),
        "checked",
        "the arm does not jump"
    );
    assert_eq!(after(&format!("if j < len(b) {{ out[1] = 1; }} else {{ return; }} {kept}")), "if");
    assert_eq!(after(&format!("if j < len(b) {{ return; }} {kept}")), "checked", "the other arm jumps");
    assert_eq!(
        after(&format!(
            "if j >= len(b) {{ if a[1] == 0 {{ return; }} else {{ out[1] = 1; return; }} }} {kept}"
        )),
        "if"
    );
    assert_eq!(after(&format!("if j >= len(b) {{ if a[1] == 0 {{ return; }} }} {kept}")), "checked");
    assert_eq!(after(&format!("for k in 0 .. 9 {{ if j >= len(b) {{ continue; }} {kept} }}")), "if");
    assert_eq!(
        after(&format!("for k in 0 .. 9 {{ if j >= len(b) {{ break; }} }} {kept}")),
        "checked",
        "after the loop"
    );
    assert_eq!(after(&format!("if a[1] == 0 {{ if j >= len(b) {{ return; }} }} {kept}")), "checked");
}

#[test]
fn locals_are_the_values_that_they_are_read_as() {
    let after =
        |text: &str| proof(&format!("let i = invocation_id.x; {text} let kept = b[x]; out[0] = kept; }}"));
    assert_eq!(after("let x = i; x = x + 1; if x < len(b) {"), "if");
    assert_eq!(after("let x = i; if x < len(b) { x = x + 1;"), "checked", "the local changed");
    assert_eq!(after("let x = i; x = 3; if i < len(b) { x = i;"), "if");
    assert_eq!(after("let x = i; if a[0] == 1 { x = 3; } if x < len(b) {"), "if");
    assert_eq!(after("let x = i; if x < len(b) { if a[0] == 1 { x = 3; }"), "checked");
    assert_eq!(after("let x = i; if x < len(b) { if a[0] == 1 { x = 3; return; }"), "if");
    assert_eq!(after("let x = i; if x < len(b) { if a[0] == 1 { } else { x = 3; return; }"), "if");
    assert_eq!(after("let x = i; if x < len(b) { if a[0] == 1 { x = x + 1; } else { return; }"), "checked");
    assert_eq!(after("let x = i; if x < len(b) { if a[0] == 1 { return; } else { x = x + 1; }"), "checked");
    assert_eq!(after("let x = i; if x < len(b) { for k in 0 .. 9 { x = x + k; }"), "checked");
    // The body changes it after the access, so it has changed in the next round.
    let round = "let x = invocation_id.x; if x < len(b) { for k in 0 .. 9 { let kept = b[x]; out[0] = kept; x = x + 1; } }";
    assert_eq!(proof(round), "checked");
    let round = "let x = invocation_id.x; for k in 0 .. 9 { if x >= len(b) { break; } let kept = b[x]; out[0] = kept; x = x + 1; }";
    assert_eq!(proof(round), "if");
    // A condition in a variable.
    assert_eq!(after("let x = i; x = x * 3; let fits = x < len(b); if fits {"), "if");
    assert_eq!(after("let x = i; x = x * 3; let fits = x < len(b); x = x + 1; if fits {"), "checked");
}

/// Everything that could be named as a proof.
fn proofs(form: &Lowered) -> Vec<Proof> {
    let all = (0..form.insts.len() as u32).map(InstId);
    let named = all.filter_map(|id| match form[id] {
        ref inst if inst.op == Op::Induction => Some(Proof::Loop(id)),
        ref inst if inst.ty == BOOL => Some(Proof::Condition(id)),
        _ => None,
    });
    [Proof::Range, Proof::Computation].into_iter().chain(named).collect()
}

#[test]
fn the_verifier_refuses_every_proof_of_what_may_be_out_of_bounds() {
    for entry in [
        "let i = invocation_id.x; if i <= len(b) { out[0] = b[i]; }",
        "let i = invocation_id.x; if i < len(b) { out[0] = a[i]; }",
        "let i = invocation_id.x; if i < len(b) { out[0] = 1; } else { out[0] = b[i]; }",
        "let i = invocation_id.x; if i < len(b) { out[0] = 1; } out[0] = b[i];",
        "let i = invocation_id.x; if i < len(b) { out[0] = b[i + 1]; }",
        "let x = invocation_id.x; if x < len(b) { x = x + 1; out[0] = b[x]; }",
        "for k in 0 .. len(b) + 1 { out[0] = b[k]; } for k in 0 .. 17 { out[0] = table[k]; }",
        "out[0] = table[invocation_id.x % 17]; out[0] = table[invocation_id.x & 16];",
        "out[0] = own[local_id.x];",
        "out[0] = b[invocation_id.x % len(b)];",
        "let i = invocation_id.x; if i < len(text) * 4 { out[0] = word(text, i); }",
        "let i = invocation_id.x; if i < len(b) { atomic_add(out[i], 1); }",
    ] {
        let entry = entry.replace("atomic_add(out[i], 1);", "let old = atomic_add(out[i], 1);");
        let mut form = form(&entry);
        let mut guards = Vec::new();
        accesses(&mut form, |access| guards.push(access.guard));
        let unproven: Vec<usize> = (0..guards.len()).filter(|at| guards[*at] == Guard::Checked).collect();
        assert!(!unproven.is_empty(), "{form}");
        for at in unproven {
            for proof in proofs(&form) {
                let mut wrong = form.clone();
                let mut next = 0..;
                accesses(&mut wrong, |access| {
                    if next.next() == Some(at) {
                        access.guard = Guard::Proven(proof);
                    }
                });
                let fault = verify(&wrong).expect_err(&format!("{proof:?} of access {at} holds\n{wrong}"));
                assert!(fault.message.contains("in bounds"), "{fault}");
            }
        }
    }
}

#[test]
fn the_verifier_accepts_what_other_passes_may_leave() {
    // The condition that a proof names was replaced by an equal one, and the proof was not.
    let mut form = form("let i = invocation_id.x; if i < len(b) { out[0] = b[i]; }");
    let truth = form.add(Op::Const([1, 0, 0, 0]), BOOL, form.insts[0].origin);
    accesses(&mut form, |access| {
        if let Guard::Proven(proof) = &mut access.guard {
            *proof = Proof::Condition(truth);
        }
    });
    verify(&form).unwrap();
    // Without the `If` nothing holds any more.
    let Some(Stmt::If { then, .. }) = form.body.pop() else { panic!("{form}") };
    form.body.extend(then);
    verify(&form).unwrap_err();
}

#[test]
fn guards_are_decided_anew() {
    let mut form = form("let i = invocation_id.x; if i < len(b) { out[0] = b[i]; }");
    let Some(Stmt::If { then, .. }) = form.body.pop() else { panic!("{form}") };
    form.body.extend(then);
    let guards = pass::PASSES.iter().find(|pass| pass.name == "guards").unwrap();
    pass::run(guards, &mut form, &Target::WGSL);
    accesses(&mut form, |access| assert_eq!(access.guard, Guard::Checked));
}

#[test]
fn lengths_and_ids_are_one_value_each() {
    let mut form = checked("let i = invocation_id.x; if i < len(b) { out[0] = b[i]; }");
    let origin = form.insts[0].origin;
    let id = form.add(Op::Builtin(vyre_lower::Builtin::Invocation(0)), vyre_lower::U32, origin);
    accesses(&mut form, |access| {
        if access.buffer.0 == 1 {
            (access.index, access.guard) = (id, Guard::Proven(Proof::Range));
        }
    });
    verify(&form).unwrap();
}
