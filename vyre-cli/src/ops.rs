//! `vyre ops`: the operation library.

use crate::operation;
use crate::report::Failure;
use std::io::{self, Write};
use vyre::algorithms::catalogue;
use vyre::ir::library::{self, Row};
use vyre::ir::{DataType, Value};

/// Checks the id of an operation or of a family.
pub(crate) fn id(text: &str) -> Result<String, String> {
    let is_row = library::rows().any(|row| row.id == text || row.family() == text);
    if is_row {
        return Ok(text.to_string());
    }
    // `algorithms.hash.crc32` is `vyre::algorithms::hash::crc32`.
    let path = text.replace('.', "::");
    let path = if path.starts_with("vyre::") { path } else { format!("vyre::{path}") };
    if catalogue::entries().any(|entry| entry.path() == path || entry.module == path) {
        return Ok(path);
    }
    let ends_alike = |row: &&Row| row.name() == text.rsplit('.').next().unwrap_or(text);
    let mut alike: Vec<String> = library::rows().filter(ends_alike).map(|row| row.id.to_string()).collect();
    let last = text.rsplit([':', '.']).next().unwrap_or(text);
    alike.extend(catalogue::entries().filter(|entry| entry.name == last).map(|entry| entry.path()));
    Err(match alike[..] {
        [] => "no such operation; `vyre ops` lists them".to_string(),
        _ => format!("no such operation; there is {}", alike.join(", ")),
    })
}

pub(crate) fn ops(id: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    match library::rows().find(|row| Some(row.id) == id) {
        Some(row) => one(row, out)?,
        None => match catalogue::entries().find(|entry| Some(entry.path().as_str()) == id) {
            Some(entry) => writeln!(out, "{entry}\n\n{}", entry.meaning.join("\n"))?,
            None => list(id, out)?,
        },
    }
    Ok(())
}

fn list(family: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let mut last = "";
    for row in library::rows().filter(|row| family.is_none_or(|family| row.family() == family)) {
        if row.family() != last && !last.is_empty() {
            writeln!(out)?;
        }
        last = row.family();
        let summary = row.meaning.split_once(". ").map_or(row.meaning, |(first, _)| first);
        writeln!(out, "{}\n    {}", operation::signature(&row.spec()), summary.trim_end_matches('.'))?;
    }
    let entries = catalogue::entries().filter(|entry| family.is_none_or(|family| entry.module == family));
    for entry in entries {
        if entry.module != last && !last.is_empty() {
            writeln!(out)?;
        }
        last = entry.module;
        writeln!(out, "{entry}\n    {}", entry.summary())?;
    }
    Ok(())
}

fn one(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let op = row.spec();
    writeln!(out, "{}\n\n{}", operation::signature(&op), row.meaning)?;
    writeln!(out, "\nLaws:")?;
    for law in row.laws {
        writeln!(out, "    {law}")?;
    }
    writeln!(out, "\nEdge cases:")?;
    for (args, result) in row.edge_cases {
        let args: Vec<String> =
            args.iter().zip(row.inputs).map(|(lanes, ty)| literal(ty.clone(), lanes)).collect();
        writeln!(out, "    {}({}) = {}", row.name(), args.join(", "), literal(row.output.clone(), result))?;
    }
    writeln!(out, "\nComposition:")?;
    operation::body(&op, out)
}

fn literal(ty: DataType, lanes: &[u32]) -> String {
    let mut padded = [0; 4];
    padded.iter_mut().zip(lanes).for_each(|(to, from)| *to = *from);
    let text = Value::from_lanes(ty, padded).to_string();
    // Large numbers are mostly bit patterns, which are easier to read in hexadecimal.
    match text.parse::<u64>() {
        Ok(number) if number >= 0x1_0000 => format!("{number:#x}"),
        _ => text,
    }
}
