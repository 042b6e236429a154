//! Accesses: every element type, lengths, indices out of bounds, patterns, atomics.

use super::*;
use vyre_ir::DataType;

const TYPES: [DataType; 6] =
    [DataType::U32, DataType::I32, DataType::U64, DataType::Vec2U32, DataType::Vec4U32, DataType::Bool];

fn elements(ty: DataType, count: usize, seed: u32) -> Vec<u32> {
    let words = noise(count * ty.lanes(), seed);
    if ty == DataType::Bool { words.into_iter().map(|word| word & 1).collect() } else { words }
}

#[test]
fn lengths_from_0_to_70() {
    for ty in TYPES {
        for (count, outputs) in (0..=70).map(|count| (count, (count * 37) % 71)) {
            let text = program(&ty.to_string(), "32, 1, 1", "let i = invocation_id.x; out[i] = a[i];");
            let data =
                [Data::Words(elements(ty.clone(), count, 3)), Data::Words(elements(ty.clone(), outputs, 4))];
            check(&text, [3, 1, 1], &data);
        }
    }
}

#[test]
fn lengths_with_guards() {
    for count in 0..=70 {
        let entry = "let i = invocation_id.x; if i < len(out) { out[i] = a[i] * 3 + len(a); }";
        let data = [Data::Words(noise(69, 3)), Data::Words(vec![5; count])];
        check(&program("u32", "32, 1, 1", entry), [3, 1, 1], &data);
    }
}

#[test]
fn patterns_of_indices() {
    let patterns = [
        "x",
        "y",
        "y * 9 + x",
        "x * 9 + y",
        "x * 3",
        "100 - x",
        "x - 3",
        "x * 4294967295 + 20",
        "x + 4294967290",
        "7",
        "n[1] * y + x",
        "n[x] % 200",
        "x * x",
        "(y * n[1]) + x * n[0]",
        "x << 2",
        "workgroup_id.x * 20 + z",
        "n[x] + 4000000000",
        "150",
        "4294967295",
        "n[3]",
    ];
    for ty in TYPES {
        for pattern in patterns {
            let text = format!(
                "program\nworkgroup_size 9, 3, 2\nbuffer a: read {ty} @ 0\nbuffer n: uniform u32 @ 1\nbuffer out: read_write {ty} @ 2\n\
                 buffer t: workgroup {ty}[60]\nbuffer p: private {ty}[5]\nentry {{\nlet x = local_id.x; let y = local_id.y; let z = local_id.z;\n\
                 let l = (z * 3 + y) * 9 + x + workgroup_id.x * 54;\n\
                 out[l] = a[{pattern}];\n t[l % 54] = a[l]; p[({pattern}) % 7] = a[l]; barrier;\n\
                 out[150 + l] = t[{pattern}]; out[300 + l] = p[{pattern}]; p[1] = a[3]; out[450 + l] = p[1];\n}}\n"
            );
            let n = Data::Words(vec![1, 11, 199, 77, 5, 6, 250, 3, 2, 1]);
            let data =
                [Data::Words(elements(ty.clone(), 150, 3)), n, Data::Words(elements(ty.clone(), 600, 8))];
            check(&text, [2, 1, 1], &data);
        }
    }
}

/// Blocks of several workgroups: rows and columns, and edges in every direction.
#[test]
fn grids_without_workgroups() {
    for (size, groups) in
        [("16, 16, 1", [3, 2, 1]), ("4, 4, 2", [5, 3, 2]), ("1, 8, 1", [7, 3, 2]), ("8, 1, 3", [3, 5, 1])]
    {
        for (from, to) in
            [("y * 90 + x", "x * 90 + y"), ("x * 90 + y", "y * 90 + x"), ("y * 90", "z * 4000 + y * 90 + x")]
        {
            let entry = format!(
                "let x = invocation_id.x; let y = invocation_id.y; let z = invocation_id.z;\n\
                 if (x < 45) && (y < 31) {{ out[{to}] = a[{from}] + z; }} if (x >= 2) && (40 > y) {{ out[{to} + 15000] = a[{from}]; }}"
            );
            // Where planes write one element, they write the same.
            let entry = if to.contains('z') { entry } else { entry.replace("+ z;", "+ 1;") };
            let data = [Data::Words(noise(4000, 3)), Data::Words(vec![1; 30000])];
            check(&program("u32", size, &entry), groups, &data);
        }
    }
}

#[test]
fn stores_with_patterns() {
    for (pattern, value) in [
        ("i", "a[i]"),
        ("i * 2", "a[i]"),
        ("100 - i", "7"),
        ("i", "7"),
        ("i + 60", "i"),
        ("a[i] % 1000", "a[a[i] % 1000]"),
        ("i - 5", "a[i]"),
        ("1", "a[1]"),
        ("200", "i"),
    ] {
        for guard in ["", "if a[i] & 1", "if i > 20", "if i < 1000"] {
            let entry = format!("let i = invocation_id.x; {guard} {{ out[{pattern}] = {value}; }}");
            // Where several write one element, they write the same.
            let a: Vec<u32> = (0..96).map(|at| at * 7 % 96 + 1).collect();
            check(
                &program("u32", "32, 1, 1", &entry),
                [3, 1, 1],
                &[Data::Words(a), Data::Words(vec![1; 150])],
            );
        }
    }
}

/// Operands and results that are in memory, where they overlap and where they do not, and where what is loaded is stored to before it
/// is used.
#[test]
fn operations_in_memory() {
    for entry in [
        "out[i] = (a[i] ^ a[i + 1]) + 3;",
        "out[i] = (out[i] ^ a[i]) + 1;",
        "out[i] = out[i] + (out[i] * a[i] + a[i + 64]);",
        "let v = out[i]; out[i] = 1; out[i] = (v ^ a[i]) + out[i];",
        "let v = out[i] & 5; t[l] = a[i] + 2; out[i] = v + t[l] * 3;",
        "t[l] = a[i]; barrier; let v = t[63 - l]; t[l + 64] = v ^ a[i]; barrier; out[i] = t[l] + (t[l + 64] & v);",
        "t[l] = a[i] * a[i + 2]; barrier; if l < 32 { t[l] = t[l] + t[l + 32]; } barrier; out[i] = t[l];",
        "t[l + 1] = a[i]; barrier; if l < 32 { t[l + 1] = t[l + 40] + t[l + 41]; } barrier; out[i] = t[l] ^ 1;",
        "if i < 50 { out[i + 20] = a[i] * 7; } else { out[i + 100] = a[i] & out[i + 100]; }",
        "out[i * 2] = (a[i] ^ a[i + 1]) + 3; out[i * 2 + 1] = a[i] + out[i * 2];",
    ] {
        let text = format!(
            "program\nworkgroup_size 64, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\n\
             buffer t: workgroup u32[128]\nentry {{\nlet i = invocation_id.x; let l = local_id.x;\n{entry}\n}}\n"
        );
        for words in [0, 60, 300] {
            check(&text, [2, 1, 1], &[Data::Words(noise(words, 3)), Data::Words(noise(300, 4))]);
            check(&text, [2, 1, 1], &[Data::Words(noise(300, 3)), Data::Words(noise(words, 4))]);
        }
    }
}

/// A product of matrices by tiles: operands that are rows of a word in every lane, and rows that all rows share.
#[test]
fn operands_that_are_rows() {
    for ty in ["u32", "f32"] {
        let add = |sum: &str, a: String, b: String| match ty {
            "u32" => format!("{sum} + {a} * {b}"),
            _ => format!("f_add({sum}, f_mul({a}, {b}))"),
        };
        for (x, y) in [(8, 8), (16, 8), (32, 3), (4, 8), (16, 1)] {
            let first = add("sum", format!("s[y * {x} + k]"), format!("t[k * {x} + x]"));
            let second = add("sum", "t[y + k]".to_string(), "s[y * 40 + x]".to_string());
            let third = add("sum", "a[y + 3]".to_string(), "a[y * 2 + x]".to_string());
            let last = add(&third, "s[y * 40 + 990]".to_string(), "t[x]".to_string());
            let text = format!(
                "program\nworkgroup_size {x}, {y}, 1\nbuffer a: read {ty} @ 0\nbuffer out: read_write {ty} @ 1\n\
                 buffer s: workgroup {ty}[1024]\nbuffer t: workgroup {ty}[1024]\nentry {{\n\
                 let x = local_id.x; let y = local_id.y; let l = y * {x} + x;\n\
                 s[l] = a[l]; t[l] = a[l + 5]; barrier;\n\
                 let sum = a[l + 9];\n\
                 for k in 0..{y} {{ sum = {first}; sum = {second}; }}\n\
                 out[workgroup_id.x * {x} * {y} + l] = {last};\n}}\n"
            );
            check(&text, [2, 1, 1], &[Data::Words(noise(200, 3)), Data::Words(vec![0; 600])]);
        }
    }
}

#[test]
fn bytes() {
    for count in 0..=70 {
        let text = "program\nworkgroup_size 32, 1, 1\nbuffer a: read bytes @ 0\nbuffer out: read_write u32 @ 1\nentry {\n\
                    let i = invocation_id.x;\nout[i * 6] = byte(a, i);\nout[i * 6 + 1] = word(a, i);\nout[i * 6 + 2] = byte(a, i * 3 + 1);\n\
                    out[i * 6 + 3] = byte(a, 5); out[i * 6 + 4] = byte(a, out[i * 6] % 70) + len(a); out[i * 6 + 5] = word(a, 2); }";
        let bytes: Vec<u8> = noise(count, 3).into_iter().map(|word| word as u8).collect();
        check(text, [2, 1, 1], &[Data::Bytes(bytes), Data::Words(vec![0; 400])]);
    }
}

#[test]
fn atomics() {
    // What does not depend on the order of invocations.
    let entry = "let i = invocation_id.x;
        let old = atomic_add(out[a[i] % 10], a[i]);
        old = atomic_or(out[10 + i % 3], a[i]);
        old = atomic_and(out[13 + i % 3], a[i]);
        old = atomic_xor(out[16], a[i]);
        old = atomic_min(out[17], a[i]);
        old = atomic_max(out[18], a[i]);
        old = atomic_add(out[4000000000 + i], 1);
        if a[i] & 1 { old = atomic_add(out[19], 1); }
        out[20 + i] = atomic_exchange(out[120 + i], 7) + atomic_compare_exchange(out[220 + i], 5, i) + old * 0;";
    let text = program("u32", "50, 1, 1", entry);
    let mut out = vec![5; 400];
    out[13..16].fill(u32::MAX);
    check(&text, [2, 1, 1], &[Data::Words(noise(100, 3)), Data::Words(out)]);
}

/// Indices of 40 parts of words that differ from lane to lane, on some conditions.
const PLACES: [&str; 8] =
    ["l", "l + 3", "l * 3 + 1", "90 - l", "n[l]", "l + 4294967290", "n[l] + 70", "l * 5"];

#[test]
fn stores_of_parts_of_words() {
    for (bits, of_word) in [(8u32, 4u32), (16, 2)] {
        for place in PLACES {
            for condition in ["l < 40", "l < 17", "l % 3 == 1", "n[l] > 11"] {
                let (shift, part, log, mask) =
                    (of_word.ilog2(), of_word - 1, bits.ilog2(), u32::MAX >> (32 - bits));
                let text = format!(
                    "program\nworkgroup_size 10, 2, 1\nbuffer n: read u32 @ 0\nbuffer out: read_write u32 @ 1\nentry {{\n\
                     let l = local_id.y * 10 + local_id.x + workgroup_id.x * 20;\nif {condition} {{\n\
                     let i = {place}; let place = (i & {part}) << {log}; let value = (n[l] * 77 + l) & {mask};\n\
                     let old = atomic_and(out[i >> {shift}], ~({mask} << place));\n\
                     let new = atomic_or(out[i >> {shift}], value << place);\n}}\n}}\n"
                );
                let mut form = vyre_lower::build(&valid(&text)).unwrap();
                vyre_lower::pass::optimise(&mut form, &Target::CPU);
                assert!(!form.to_string().contains("atomic"), "{form}");
                // A permutation of 0 to 39: 7 and 40 have no common factor.
                let n = Data::Words((0..40).map(|at| at * 7 % 40).collect());
                for words in [0, 3, 30] {
                    check(&text, [2, 1, 1], &[n.clone(), Data::Words(noise(words, 5))]);
                }
            }
        }
    }
}

#[test]
fn bytes_of_words() {
    for place in PLACES {
        let text = format!(
            "program\nworkgroup_size 10, 2, 1\nbuffer n: read u32 @ 0\nbuffer a: read bytes @ 1\nbuffer out: read_write u32 @ 2\nentry {{\n\
             let l = local_id.y * 10 + local_id.x + workgroup_id.x * 20;\nout[l] = byte(a, {place});\n}}\n"
        );
        let n = Data::Words((0..40).map(|at| at * 7 % 40).collect());
        for words in [0, 3, 30] {
            let a = noise(words, 9);
            let bytes: Vec<u8> = a.iter().flat_map(|word| word.to_le_bytes()).collect();
            let [of_words, of_bytes] = [Data::Words(a), Data::Bytes(bytes)]
                .map(|a| check(&text, [2, 1, 1], &[n.clone(), a, Data::Words(vec![7; 40])])[2].clone());
            assert_eq!(of_words, of_bytes);
        }
    }
}
