//! What accesses and effects programs have, by hand.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre_ir::{Program, validate};
use vyre_lower::analysis::access::{Accesses, Kind, Linear, Obstacle, Term, steps};
use vyre_lower::analysis::effects::{Effects, Use};
use vyre_lower::{BufferId, Builtin, Lowered, Stmt, build};

fn form_of(size: &str, entry: &str) -> Lowered {
    let text = format!(
        "program\nworkgroup_size {size}\nbuffer a: read u32 @ 0\nbuffer b: read_write u32 @ 1\nbuffer c: uniform u32 @ 2\n\
         buffer pairs: read_write vec2<u32> @ 3\nbuffer text: read bytes @ 4\nbuffer tile: workgroup u32[64]\n\
         entry {{\n{entry}\n}}\n"
    );
    let program: Program = text.parse().unwrap();
    build(&validate(&program).unwrap()).unwrap()
}

fn form(entry: &str) -> Lowered {
    form_of("8, 4, 1", entry)
}

/// What `check` says of the index of the first load of `a`.
fn index<T>(entry: &str, check: impl FnOnce(&Accesses<'_>, &Linear) -> T) -> T {
    let form = form(entry);
    let accesses = Accesses::of(&form);
    let site = accesses.to(BufferId(0)).next().unwrap();
    check(&accesses, &site.index)
}

/// The strides along x and y of `a[index]`, and whether it is affine and may wrap.
fn pattern(before: &str, index_text: &str) -> (Option<u32>, Option<u32>, bool, bool) {
    let entry = format!("{before} let kept = a[{index_text}]; b[0] = kept;");
    let entry = format!("{entry}{}", "}".repeat(before.matches('{').count()));
    index(&entry, |accesses, index| {
        (accesses.stride(index, 0), accesses.stride(index, 1), accesses.is_affine(index), index.may_wrap)
    })
}

#[test]
fn strides_along_ids() {
    assert_eq!(pattern("", "invocation_id.x"), (Some(1), Some(0), true, false));
    assert_eq!(pattern("", "local_id.x * 3 + local_id.y"), (Some(3), Some(1), true, false));
    assert_eq!(pattern("", "invocation_id.x + 1"), (Some(1), Some(0), true, true));
    assert_eq!(pattern("", "(local_id.y << 4) | local_id.x"), (Some(1), Some(16), true, false));
    // The bit of 4 is in both.
    assert_eq!(pattern("", "(local_id.y << 2) | local_id.x"), (None, None, false, false));
    assert_eq!(pattern("", "63 - local_id.x"), (Some(u32::MAX), Some(0), true, false));
    assert_eq!(pattern("", "5 - local_id.x"), (Some(u32::MAX), Some(0), true, true));
    assert_eq!(pattern("", "workgroup_id.x * 8 + local_id.x"), (Some(1), Some(0), true, false));
    assert_eq!(pattern("", "workgroup_id.x"), (Some(0), Some(0), true, false));
    assert_eq!(pattern("", "invocation_id.x - local_id.x"), (Some(0), Some(0), true, true));
    assert_eq!(pattern("", "invocation_id.x / 2"), (None, Some(0), false, false));
    assert_eq!(pattern("", "7"), (Some(0), Some(0), true, false));
    assert_eq!(pattern("", "len(b) - 1 - invocation_id.x"), (Some(u32::MAX), Some(0), true, true));
}

#[test]
fn values_depend_on_what_they_are_computed_from() {
    // A row of a matrix: the product is no constant multiple of the id, but it has nothing to do with x.
    assert_eq!(
        pattern("let w = c[0];", "invocation_id.y * w + invocation_id.x"),
        (Some(1), None, false, true)
    );
    assert_eq!(pattern("let w = c[0];", "w + invocation_id.x"), (Some(1), Some(0), true, true));
    assert_eq!(pattern("let w = c[local_id.x];", "w"), (None, Some(0), false, false));
    assert_eq!(
        pattern("let w = b[0];", "w + invocation_id.x"),
        (None, None, false, true),
        "others may write it"
    );
    assert_eq!(pattern("let w = tile[0];", "w"), (None, None, false, false));
    assert_eq!(pattern("let w = 1; w = w + c[0];", "w + invocation_id.x"), (None, None, false, true));
    assert_eq!(pattern("let w = min(c[0], local_id.y);", "w"), (Some(0), None, false, false));
}

#[test]
fn loops_have_factors() {
    let factors = |before: &str, text: &str| {
        let entry =
            format!("{before} let kept = a[{text}]; b[0] = kept;{}", "}".repeat(before.matches('{').count()));
        index(&entry, |accesses, index| {
            let site = accesses.to(BufferId(0)).next().unwrap();
            site.loops.iter().map(|var| accesses.factor(index, Term::Loop(*var))).collect::<Vec<_>>()
        })
    };
    assert_eq!(
        factors("for k in 0 .. 4 { for l in 0 .. 4 {", "k * 16 + l + local_id.x"),
        [Some(16), Some(1)]
    );
    assert_eq!(factors("for k in 0 .. 4 { for l in k .. 4 {", "l"), [None, Some(1)]);
    assert_eq!(factors("for k in 0 .. 4 { let w = c[k];", "w + k"), [None]);
    assert_eq!(factors("for k in 0 .. 4 { let w = c[0];", "w + k * 2"), [Some(2)]);
    assert_eq!(pattern("for k in 0 .. 4 {", "k + local_id.x"), (Some(1), Some(0), true, false));
    // In the same round neighbours are at different places.
    assert_eq!(pattern("for k in local_id.x .. 64 {", "k"), (None, Some(0), true, false));
}

#[test]
fn sums_are_exact_modulo_words() {
    let text =
        "let x = invocation_id.x; let kept = a[x * 5 - (x << 2) - x + (x + 7) * 4294967295]; b[0] = kept;";
    index(text, |_, index| {
        assert_eq!(index.terms.iter().collect::<Vec<_>>(), [(&Term::Id(Builtin::Invocation(0)), &u32::MAX)]);
        assert_eq!(index.constant, 7_u32.wrapping_neg());
        assert!(index.may_wrap);
    });
}

#[test]
fn sites_say_what_they_do() {
    let form = form(
        "let x = byte(text, 3) + word(text, 1); b[x] = a[x]; if x > 3 { let y = atomic_add(b[0], 1); for k in 0 .. y { tile[k] = y; } }",
    );
    let kinds: Vec<(u32, Kind, usize)> = Accesses::of(&form)
        .sites
        .iter()
        .map(|site| (site.access.buffer.0, site.kind, site.loops.len()))
        .collect();
    let expected = [
        (4, Kind::LoadByte, 0),
        (4, Kind::Load, 0),
        (0, Kind::Load, 0),
        (1, Kind::Store, 0),
        (1, Kind::Atomic, 0),
        (5, Kind::Store, 1),
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn buffers_that_are_stepped_through() {
    let (index, mixed) = (Err(Obstacle::Index), Err(Obstacle::BytesAndWords));
    let steps_of = |entry: &str| steps(&form(entry));
    assert_eq!(
        steps_of(
            "let i = invocation_id.x; b[i] = a[i] + c[i]; pairs[i] = pairs[i]; tile[0] = byte(text, i);"
        ),
        [Ok(4), Ok(4), index, Ok(8), Ok(1), index]
    );
    // What is never accessed is stepped through as well.
    assert_eq!(steps_of("b[0] = len(a);"), [Ok(4), index, index, Ok(8), Ok(4), index]);
    assert_eq!(steps_of("let i = invocation_id.x; b[i] = a[i + 1];")[..2], [index, Ok(4)]);
    assert_eq!(steps_of("let i = invocation_id.y; b[i] = a[i];")[..2], [index, index]);
    assert_eq!(steps_of("let i = invocation_id.x; b[i] = 1; if i > 3 { b[3] = 2; }")[1], index);
    assert_eq!(steps_of("let i = invocation_id.x; b[i] = byte(text, i) + word(text, i);")[4], mixed);
    assert_eq!(steps_of("let i = invocation_id.x; b[i] = word(text, i);")[4], Ok(4));
    assert_eq!(steps_of("b[workgroup_id.x * 8 + local_id.x] = 1;")[1], Ok(4));
    assert_eq!(steps_of("b[workgroup_id.x * 4 + local_id.x] = 1;")[1], index);
    assert_eq!(steps_of("let old = atomic_add(b[invocation_id.x], 1);")[1], Ok(4));
    let alone =
        form_of("1, 1, 1", "b[workgroup_id.x] = 1; let kept = a[workgroup_id.y]; b[workgroup_id.x] = kept;");
    assert_eq!(steps(&alone)[..2], [index, Ok(4)]);
}

#[test]
fn effects_are_those_of_all_statements() {
    let form = form(
        "let x = 1; let y = a[0]; for k in 0 .. y { if k > 3 { x = x + k; break; } tile[k] = y; }
         barrier; if y > 3 { let old = atomic_add(b[0], x); return; }",
    );
    let effects = Effects::of(&form, &form.body);
    assert_eq!((effects.reads.len(), effects.sets.len()), (1, 1));
    let used = |is_read, is_written, is_atomic| Use { is_read, is_written, is_atomic };
    let buffers: Vec<(u32, Use)> = effects.buffers.iter().map(|(buffer, it)| (buffer.0, *it)).collect();
    assert_eq!(
        buffers,
        [(0, used(true, false, false)), (1, used(false, false, true)), (5, used(false, true, false))]
    );
    assert!(effects.has_barrier && effects.returns && effects.has_effects() && effects.jumps());
    assert!(!effects.breaks && !effects.continues, "the loop is left, and not by the statements");
    assert!(effects.may_change(&form, BufferId(1)) && effects.may_change(&form, BufferId(3)));
    assert!(!effects.may_change(&form, BufferId(0)), "nobody can write to it");

    let Some(Stmt::Loop { body, .. }) = form.body.iter().find(|stmt| matches!(stmt, Stmt::Loop { .. }))
    else {
        panic!("{form}")
    };
    let inner = Effects::of(&form, body);
    assert!(inner.breaks && !inner.returns && !inner.has_barrier && inner.has_effects());
    assert!(!inner.may_change(&form, BufferId(1)) && inner.may_change(&form, BufferId(5)));
}

#[test]
fn values_alone_are_no_effects() {
    let form = form("let x = 0; for k in 0 .. a[0] { if k > 3 { continue; } x = x + b[k]; }");
    let effects = Effects::of(&form, &form.body);
    assert!(!effects.has_effects() && !effects.jumps());
    assert_eq!(effects.sets.len(), 1);
}
