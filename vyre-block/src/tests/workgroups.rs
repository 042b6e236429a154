//! Several workgroups in one block, and arms of an `If` that are executed for the first lanes of each of them alone.

use super::*;
use crate::inst::Inst;

fn optimised(text: &str) -> vyre_lower::Lowered {
    let mut form = vyre_lower::build(&valid(text)).unwrap();
    vyre_lower::pass::optimise(&mut form, &Target::CPU);
    form
}

/// How many workgroups a block has, and how many arms are for the first lanes alone.
fn shape(text: &str) -> (usize, usize) {
    let code = compile_for(&optimised(text), InstructionSet::all()[0], None);
    let narrows = |inst: &&Inst| matches!(inst, Inst::If { narrows: true, .. });
    (code.rows, code.compiled.insts.iter().filter(narrows).count())
}

fn text(size: usize, arrays: &str, entry: &str) -> String {
    format!(
        "program\nworkgroup_size {size}, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\n{arrays}\nentry {{\n\
         let l = local_id.x; let w = workgroup_id.x; let i = invocation_id.x;\n{entry}\n}}\n"
    )
}

#[test]
fn sums_of_workgroups() {
    for (size, groups) in [(2, 70), (4, 1), (4, 37), (8, 20), (32, 9), (64, 5), (256, 40)] {
        let text = text(
            size,
            &format!("buffer t: workgroup u32[{size}]"),
            &format!(
                "t[l] = a[i] + a[i + 1]; barrier; for k in 0..{} {{ let half = {} >> k; \
                 if l < half {{ t[l] = t[l] + t[l + half]; }} barrier; }}\n\
                 if l == 0 {{ out[w] = t[0]; }}",
                size.ilog2(),
                size / 2
            ),
        );
        let (rows, narrows) = shape(&text);
        assert!(rows > 1 && narrows > 0, "{rows} {narrows}");
        let a: Vec<u32> = (0..(size * groups) as u32 + 1).map(|i| i * 3).collect();
        let sum = |w: usize| (0..size).map(|l| a[w * size + l] + a[w * size + l + 1]).sum::<u32>();
        let expected: Vec<u32> = (0..groups).map(sum).chain([7]).collect();
        let got =
            check(&text, [groups as u32, 1, 1], &[Data::Words(a.clone()), Data::Words(vec![7; groups + 1])]);
        assert_eq!(got[1], Data::Words(expected));
    }
}

#[test]
fn ids_of_workgroups_in_a_block() {
    let entry = "t[l] = i * 100 + workgroup_id.y * 10 + workgroup_id.z; barrier;\n\
                 let at = ((workgroup_id.z * 2 + workgroup_id.y) * 5 + w) * 6;\n\
                 out[at + l] = t[5 - l] + invocation_id.y * 1000000 + invocation_id.z * 10000000 + local_id.y + local_id.z;";
    let text = text(6, "buffer t: workgroup u32[6]", entry);
    assert!(shape(&text).0 > 1);
    let mut expected = Vec::new();
    for (z, y, w) in (0u32..3).flat_map(|z| (0..2).flat_map(move |y| (0..5).map(move |w| (z, y, w)))) {
        let value = |l: u32| (w * 6 + 5 - l) * 100 + y * 10 + z + y * 1_000_000 + z * 10_000_000;
        expected.extend((0..6).map(value));
    }
    let got = check(&text, [5, 2, 3], &[Data::Words(vec![0]), Data::Words(vec![0; 180])]);
    assert_eq!(got[1], Data::Words(expected));
}

#[test]
fn arms_for_the_first_lanes() {
    let entries = [
        "if l < 3 { t[l] = t[l + 3] + 1; if l < 2 { t[l + 6] = t[l]; } }",
        "if l <= 4 { t[l] = t[l] * 5 + a[w]; }",
        "if l == 0 { t[7] = t[0] + w; }",
        "if l == 7 { t[7] = t[0] + w; }",
        "if l >= 5 { t[l] = a[l - 5] + w; }",
        "if l != 7 { t[l] = t[l] ^ 9; }",
        "if l * 2 + 1 < 9 { t[l] = i; }",
        "if i < 13 { t[l] = i; }",
        "if l < 5 { t[l] = 3; } else { t[l] = t[l] + 4; }",
        "let v = a[i] * 3; if l < 5 { t[l] = v; v = v + 1; } out[i + 370] = v;",
        "let v = a[i] * 3; if l < 5 { out[i + 370] = a[i + 3] ^ i; v = 1; } out[i + 370] = out[i + 370] + v;",
        "p[l % 4] = i; if l < 5 { p[1] = a[i]; t[l] = p[l % 4]; } out[i + 370] = p[1];",
        "if l < 6 { let v = a[i]; for k in 0..v % 5 { v = v + k; } t[l] = v; }",
        "if l < 6 { let v = a[i]; if v & 1 { t[l] = v; } if v & 2 { v = 1; } out[i + 370] = v; }",
        "if l < 6 { let old = atomic_add(n[l % 3], i); old = atomic_max(out[890], i); t[l] = 2; }",
    ];
    for entry in entries {
        for size in [8, 33] {
            let arrays = format!(
                "buffer t: workgroup u32[{size}]\nbuffer n: workgroup_atomic u32[3]\nbuffer p: private u32[4]"
            );
            let entry = format!(
                "t[l] = a[i]; barrier;\n{entry}\nbarrier; out[i] = t[l]; if l < 3 {{ out[740 + w * 3 + l] = atomic_add(n[l], 0); }}"
            );
            let text = text(size, &arrays, &entry);
            check(&text, [11, 1, 1], &[Data::Words(noise(500, 3)), Data::Words(vec![0; 900])]);
        }
    }
}

#[test]
fn what_keeps_workgroups_apart() {
    let entries = [
        // Indices that are not known to be in the array of the workgroup.
        ("t[a[i]] = i; barrier; out[i] = t[l];", 1),
        ("t[l] = i; barrier; out[i] = t[l + a[0] % 9];", 1),
        // Conditions and rounds that workgroups do not agree on.
        ("if w < 3 { t[l] = i; barrier; } out[i] = t[7 - l];", 1),
        ("for k in 0..w { t[l] = i + k; barrier; } out[i] = t[7 - l];", 1),
        ("t[l] = a[i]; barrier; if t[0] & 1 { out[i] = t[7 - l]; }", 1),
        // What they agree on, and what no workgroup agrees on.
        ("if a[3] > 5 { t[l] = i; barrier; } out[i] = t[7 - l];", 2),
        ("for k in 0..a[2] % 5 { t[l] = i + k; barrier; } out[i] = t[7 - l];", 2),
        (
            "t[l] = a[i]; barrier; for k in 0..a[i] % 5 { if k == 3 { break; } out[i] = out[i] + t[(l + k) % 8]; }",
            2,
        ),
        (
            "t[l] = a[i]; barrier; if l < 6 { if a[i] & 1 { return; } out[i] = t[7 - l]; } out[i] = out[i] + 4;",
            2,
        ),
        // Nothing has set the array.
        ("out[i] = t[l] + i; t[l] = 5;", 2),
    ];
    for (entry, least) in entries {
        let text = text(8, "buffer t: workgroup u32[8]", entry);
        let rows = shape(&text).0;
        assert!(if least == 1 { rows == 1 } else { rows > 1 }, "{rows} {entry}");
        for groups in [1, 2, 9, 70] {
            let data = [Data::Words(noise(600, 8)), Data::Words(vec![0; 600])];
            check(&text, [groups, 1, 1], &data);
        }
    }
}
