//! The text of every place, written by hand; the places are those of a walk.

#![allow(clippy::unwrap_used)]

use super::parse_with_spans;
use crate::{Event, Place, walk};

const HEAD: &str =
    "program\nworkgroup_size 1, 2, 1\nbuffer a: read vec2<u32>[2] @ 0 buffer t: workgroup u32[4]\n";

/// The texts of all places of an entry, by number.
fn places(entry: &str) -> Vec<String> {
    let source = format!("{HEAD}entry {{ {entry} }}");
    let (program, spans) = parse_with_spans(&source).unwrap();
    assert_eq!(source.parse(), Ok(program.clone()));
    let mut count = 0;
    walk(&program.entry, |event| {
        if let Event::Enter { exprs, .. } = event {
            count += 1 + exprs.iter().flatten().map(|(_, expr)| expr.count()).sum::<usize>();
        }
    });
    assert_eq!(spans.get(Place::At(count)), None);
    (0..count).map(|at| source[spans.get(Place::At(at)).unwrap()].to_string()).collect()
}

#[test]
fn declarations() {
    let source = format!("{HEAD}entry {{}}");
    let (_, spans) = parse_with_spans(&source).unwrap();
    assert_eq!(&source[spans.get(Place::Program).unwrap()], "workgroup_size 1, 2, 1");
    assert_eq!(&source[spans.get(Place::Buffer(0)).unwrap()], "buffer a: read vec2<u32>[2] @ 0");
    assert_eq!(&source[spans.get(Place::Buffer(1)).unwrap()], "buffer t: workgroup u32[4]");
    assert_eq!(spans.get(Place::Buffer(2)), None);
}

#[test]
fn places_have_lines_and_columns() {
    let source = "program\nworkgroup_size 1, 1, 1\nbuffer a: read_write u32 @ 0\nentry {\n    // ä\n    a[0] =\n        len(a) + 2;\n  if true {\n    barrier;\n  }\n}";
    let (program, spans) = parse_with_spans(source).unwrap();
    let sources = spans.sources("program.vyre", source);
    assert_eq!((program.entry.len(), sources.file()), (2, "program.vyre"));
    let positions: Vec<String> = sources.positions().map(|position| position.to_string()).collect();
    // The store and its index, the sum and its operands; the `if` and its condition, the barrier.
    assert_eq!(positions, ["6:5", "6:7", "7:9", "7:9", "7:18", "8:3", "8:6", "9:5"]);
}

#[test]
fn operators_range_over_their_operands() {
    assert_eq!(
        places("x = (1 + 2) * -(3i);"),
        ["x = (1 + 2) * -(3i)", "(1 + 2) * -(3i)", "1 + 2", "1", "2", "-(3i)", "3i"]
    );
    assert_eq!(places("x = ((y)) - -5i;"), ["x = ((y)) - -5i", "((y)) - -5i", "y", "-5i"]);
    assert_eq!(
        places("x = a - b * c - d;"),
        ["x = a - b * c - d", "a - b * c - d", "a - b * c", "a", "b * c", "b", "c", "d"]
    );
    assert_eq!(places("x = (a[0]).1.0;"), ["x = (a[0]).1.0", "(a[0]).1.0", "(a[0]).1", "a[0]", "0"]);
}

#[test]
fn functions_range_from_their_name_to_their_parenthesis() {
    assert_eq!(
        places("x = select ( true, min(1, len(a)), cast< u32 >( local_id.axis(7) ) ) ;"),
        [
            "x = select ( true, min(1, len(a)), cast< u32 >( local_id.axis(7) ) )",
            "select ( true, min(1, len(a)), cast< u32 >( local_id.axis(7) ) )",
            "true",
            "min(1, len(a))",
            "1",
            "len(a)",
            "cast< u32 >( local_id.axis(7) )",
            "local_id.axis(7)"
        ]
    );
    assert_eq!(
        places("x = call f.g(vec2<u32>(1, 2), call h());"),
        [
            "x = call f.g(vec2<u32>(1, 2), call h())",
            "call f.g(vec2<u32>(1, 2), call h())",
            "vec2<u32>(1, 2)",
            "1",
            "2",
            "call h()"
        ]
    );
    assert_eq!(
        places("x = atomic_compare_exchange(a[i + 1], byte(b, 2), \"odd name\" [3]);"),
        [
            "x = atomic_compare_exchange(a[i + 1], byte(b, 2), \"odd name\" [3])",
            "atomic_compare_exchange(a[i + 1], byte(b, 2), \"odd name\" [3])",
            "i + 1",
            "i",
            "1",
            "byte(b, 2)",
            "2",
            "\"odd name\" [3]",
            "3"
        ]
    );
}

#[test]
fn statements_range_up_to_their_bodies() {
    assert_eq!(
        places("if x { barrier; } else if (y) { { return; } } else { a[1 ] = 2; } for i in 0..n {}"),
        [
            "if x",
            "x",
            "barrier",
            "if (y)",
            "y",
            "{",
            "return",
            "a[1 ] = 2",
            "1",
            "2",
            "for i in 0..n",
            "0",
            "n"
        ]
    );
    assert_eq!(places("let /* */ x = 1;".replace("/* */", "// é\n").as_str()), ["let // é\n x = 1", "1"]);
}

#[test]
fn deep_programs_have_spans() {
    let depth = 100_000;
    let found = places(&format!("{} x = {}1; {}", "{".repeat(depth), "-".repeat(depth), "}".repeat(depth)));
    assert_eq!(found.len(), 2 * depth + 2);
    assert_eq!(found[depth - 1], "{");
    assert_eq!(found[2 * depth + 1], "1");
}
