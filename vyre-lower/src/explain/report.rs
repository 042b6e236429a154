//! What is told of a program's passes, as text: by the tool of a file, and by the runtime of a kernel with the lines of its Rust.

use super::{Bytes, Counts, Stays, Step, Traffic, guards, steps};
use crate::analysis::access::Kind;
use crate::pass::Pass;
use crate::{Lowered, Origin, Target};
use std::fmt::Write;

/// How an origin is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The place, and the calls from there.
    pub place: String,
    /// The line that the place is in, if it is known.
    pub line: Option<String>,
}

/// Runs passes over a form, and tells what they did, which guards stay and why, and the bytes that are moved. `told` says where an
/// origin is.
pub fn report(
    form: &mut Lowered,
    passes: &'static [Pass],
    target: &Target,
    told: &dyn Fn(&Lowered, Origin) -> Told,
) -> String {
    let line = |name: &str, counts: Counts, doc: &str| {
        let Counts { instructions, guards, branches, loops } = counts;
        format!("{name:<10}{instructions:>12}{guards:>8}{branches:>10}{loops:>7}  {doc}")
    };
    let mut out =
        format!("{:<10}{:>12}{:>8}{:>10}{:>7}\n", "after", "instructions", "guards", "branches", "loops");
    // Writing to a string does not fail.
    let _ = writeln!(out, "{}", line("(built)", Counts::of(form), "").trim_end());
    let steps = steps(form, passes, target);
    for Step { pass, counts } in &steps {
        let _ = writeln!(out, "{}", line(pass.name, *counts, pass.doc));
    }
    if steps.iter().any(|step| step.pass.name == "expand") {
        out += "\nThis is for an adapter without 64-bit integers and without strict floats. One that has them composes less: \
                `vyre doctor` says what yours has.\n";
    }
    write_guards(form, told, &mut out);
    write_traffic(form, told, &mut out);
    out
}

/// The guards that stay. Those of one line that differ in nothing but the column are told together.
fn write_guards(form: &Lowered, told: &dyn Fn(&Lowered, Origin) -> Told, out: &mut String) {
    let mut all: Vec<(Told, String)> = Vec::new();
    for Stays { buffer, kind, origin, why, place, copies } in guards(form) {
        let access = match kind {
            Kind::Load => "load of",
            Kind::LoadByte => "load of a byte of",
            Kind::Store => "store to",
            Kind::Atomic => "atomic operation on",
        };
        let name = &form[buffer].name;
        let copies = if copies > 1 { format!(", {copies} copies") } else { String::new() };
        let text = format!("{access} `{name}`{copies}{}: {}", place.text(), why.text(name));
        let Told { place, line } = told(form, origin);
        match all.last_mut() {
            Some((last, other)) if line.is_some() && last.line == line && *other == text => {
                last.place += ", ";
                last.place += &place;
            }
            _ => all.push((Told { place, line }, text)),
        }
    }
    if all.is_empty() {
        *out += "\nNo access needs a guard.\n";
        return;
    }
    *out += "\nAccesses that are compared with the length:\n";
    let mut all = all.into_iter().peekable();
    while let Some((Told { place, line }, text)) = all.next() {
        let _ = writeln!(out, "  {place}: {text}");
        // A line with several accesses is shown once, behind the last of them.
        if let Some(line) =
            line.filter(|line| all.peek().is_none_or(|(next, _)| next.line.as_ref() != Some(line)))
        {
            let _ = writeln!(out, "      {}", line.trim());
        }
    }
    *out += "A condition around an access that its index is below the length takes the place of the comparison.\n";
}

/// The bytes between memory and an invocation.
fn write_traffic(form: &Lowered, told: &dyn Fn(&Lowered, Origin) -> Told, out: &mut String) {
    let Traffic { once, rounds } = Traffic::of(form);
    let bytes = |bytes: Bytes| format!("loads {} bytes and stores {}", bytes.loaded, bytes.stored);
    let _ = writeln!(out, "\nAn invocation of the program {}.", bytes(once));
    for (origin, round) in rounds {
        let Told { place, line } = told(form, origin);
        let _ = writeln!(out, "  A round of the loop at {place} {}.", bytes(round));
        if let Some(line) = line {
            let _ = writeln!(out, "      {}", line.trim());
        }
    }
}
