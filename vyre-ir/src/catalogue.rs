//! Generates the reference documents from the tables: rules, casts, operators and operations, each as Markdown.
//!
//! The documents contain only what the tables contain. A test of the workspace writes the files. Every function is
//! `#[inline]`, so only a crate that calls it compiles it.

use crate::casts::CASTS;
use crate::library::{self, Row};
use crate::value::from_words;
use crate::{AtomicOp, BinOp, Code, CollectiveOp, DataType, Lanes, Spelling, UnOp, Value};
use std::fmt::Write;

/// Writes a line. Writing to a `String` does not fail.
macro_rules! line {
    ($out:expr $(, $($arg:tt)+)?) => { { let _ = writeln!($out $(, $($arg)+)?); } };
}

/// The validation rules: `docs/catalogue/rules.md`.
#[inline]
pub fn rules() -> String {
    let mut out = head("Validation rules", "`vyre-ir/src/rules.rs`");
    line!(out, "An error is written `vyre IR validation: <problem>. Fix: <fix>.`");
    for code in Code::ALL {
        line!(out, "\n## {code}: {}\n\n{}", code.title(), paragraph(code.explanation()));
        line!(out, "\n| problem | fix |\n|---|---|");
        let messages = code.messages();
        messages.iter().for_each(|row| line!(out, "| {} | {} |", cell(row.problem), cell(row.fix)));
        messages.iter().filter_map(|row| row.note).for_each(|note| line!(out, "\nNote: {}.", cell(note)));
    }
    out
}

/// The cast table: `docs/catalogue/casts.md`.
#[inline]
pub fn casts() -> String {
    let mut out = head("Casts", "`vyre-ir/src/casts.rs`");
    line!(out, "A pair of types without a row has no cast.\n");
    line!(out, "| from | to | meaning | example |\n|---|---|---|---|");
    for cast in CASTS {
        let (from, to) = cast.example;
        let value = |ty: DataType, lanes: Lanes| Value::from_lanes(ty, lanes).to_string();
        let (source, target) = (cast.source.clone(), cast.target.clone());
        let example = match source {
            DataType::Bytes => String::new(),
            _ => format!("`{}` gives `{}`", value(source.clone(), from), value(target.clone(), to)),
        };
        line!(out, "| `{source}` | `{target}` | {} | {example} |", cast.meaning);
    }
    out
}

/// The operators: `docs/catalogue/operators.md`.
#[inline]
pub fn operators() -> String {
    let mut out = head("Operators", "`vyre-ir/src/ops/rows.rs`");
    line!(
        out,
        "Operands and results are `u32`; those of rows that begin with `F` are floats, and in examples their bits. A kernel writes the symbol or calls the method."
    );
    let mut table = |title: &str, rows: Vec<String>| {
        line!(
            out,
            "\n## {title}\n\n| operator | text form | methods | meaning | examples |\n|---|---|---|---|---|"
        );
        rows.iter().for_each(|row| line!(out, "{row}"));
    };
    macro_rules! rows {
        ($Op:ident) => {
            $Op::ALL
                .iter()
                .map(|op| operator(op.name(), op.spelling(), op.methods(), op.doc(), op.examples()))
        };
    }
    table("Of two operands", rows!(BinOp).collect());
    table("Of one operand", rows!(UnOp).collect());
    table("Atomic", rows!(AtomicOp).collect());
    line!(
        out,
        "\nThe operands of an atomic's example are the old value, the operand and the expected value, and the"
    );
    line!(out, "result is the new value of the element. The expression itself gives the old value.");
    line!(
        out,
        "\n## Collectives\n\nWhat the invocations of a workgroup compute together, a statement of its own.\n"
    );
    line!(out, "| collective | text form | meaning | result |\n|---|---|---|---|");
    for op in CollectiveOp::ALL {
        let result = if op.is_uniform() { "uniform" } else { "of each invocation" };
        line!(out, "| `{op:?}` | `{}` | {} | {result} |", op.function(), op.doc());
    }
    out
}

#[inline]
fn operator(
    name: &str,
    spelling: Spelling,
    methods: &[&str],
    doc: &str,
    examples: &[(&[u32], u32)],
) -> String {
    let methods: Vec<String> = methods.iter().map(|method| format!("`{method}`")).collect();
    let examples = examples.iter().map(|(operands, result)| {
        let operands: Vec<String> = operands.iter().map(|operand| number(*operand)).collect();
        format!("`{}` gives `{}`", operands.join(", "), number(*result))
    });
    let examples: Vec<String> = examples.collect();
    let spelling = cell(&format!("`{}`", spelling.text()));
    format!("| `{name}` | {spelling} | {} | {} | {} |", methods.join(", "), cell(doc), examples.join("; "))
}

/// The operation library: `docs/catalogue/operations.md`.
#[inline]
pub fn operations() -> String {
    let mut out = head("Operations", "`vyre-ir/src/library/`");
    line!(
        out,
        "A call names an operation by its id and passes values. It becomes the operation's composition before"
    );
    line!(
        out,
        "anything is lowered. The laws name operations of the same family, and hold for every argument."
    );
    let mut family = "";
    for row in library::rows() {
        if row.family() != family {
            family = row.family();
            line!(out, "\n## `{family}`");
        }
        operation(&mut out, row);
    }
    out
}

#[inline]
fn operation(out: &mut String, row: &Row) {
    let composition = row.spec().composition().cloned();
    let names = composition.iter().flat_map(|composition| &composition.params);
    let params = names.zip(row.inputs).map(|(name, ty)| format!("{name}: {ty}"));
    let params: Vec<String> = params.collect();
    line!(out, "\n### `{}`\n", row.id);
    line!(out, "`{}({}) -> {}`\n\n{}\n", row.name(), params.join(", "), row.output, row.meaning);
    row.laws.iter().for_each(|law| line!(out, "- `{law}`"));
    line!(out, "\n| arguments | result |\n|---|---|");
    for (args, result) in row.edge_cases {
        let args = args.iter().zip(row.inputs).map(|(lanes, ty)| literal(ty.clone(), lanes));
        let args: Vec<String> = args.collect();
        line!(out, "| `{}` | `{}` |", args.join(", "), literal(row.output.clone(), result));
    }
}

#[inline]
fn head(title: &str, source: &str) -> String {
    format!("# {title}\n\nGenerated from {source}; `cargo bless` writes it anew.\n\n")
}

/// The lines of a doc comment.
#[inline]
fn paragraph(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// Text in a cell of a table.
#[inline]
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace("{{", "{").replace("}}", "}").replace(":?}", "}")
}

/// Formats a number: small ones in decimal, large ones in hexadecimal.
#[inline]
fn number(value: u32) -> String {
    if value < 1000 { value.to_string() } else { format!("{value:#x}") }
}

#[inline]
fn literal(ty: DataType, lanes: &[u32]) -> String {
    match (ty, lanes) {
        (DataType::I32, [bits]) => (*bits as i32).to_string(),
        (DataType::U64 | DataType::U128, words) => match from_words(words) {
            small if small < 1000 => small.to_string(),
            large => format!("{large:#x}"),
        },
        _ => lanes.iter().map(|lane| number(*lane)).collect::<Vec<_>>().join(", "),
    }
}
