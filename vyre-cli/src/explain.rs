//! `vyre explain`: prints the table of rules.

use crate::operation;
use crate::report::{self, Failure};
use std::io::{self, Write};
use vyre::ir::Code;
use vyre::ir::rules::{Example, Message};

/// Finds a rule by its code, which is not case-sensitive.
pub(crate) fn rule(text: &str) -> Result<Code, String> {
    let found = Code::ALL.iter().find(|code| code.name().eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| "no such rule; `vyre explain` lists them".to_string())
}

pub(crate) fn explain(code: Option<Code>, out: &mut dyn Write) -> Result<(), Failure> {
    match code {
        Some(code) => one(code, out)?,
        None => {
            for code in Code::ALL {
                writeln!(out, "{code}  {}", code.title())?;
            }
        }
    }
    Ok(())
}

fn one(code: Code, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{code}: {}\n", code.title())?;
    for line in code.explanation().lines() {
        writeln!(out, "{}", line.trim())?;
    }
    writeln!(out, "\nProblems:")?;
    for Message { problem, fix, note } in code.messages() {
        let problem = report::without_code(problem, code.name());
        writeln!(out, "    {}. Fix: {}.", plain(problem), plain(fix))?;
        if let Some(note) = note {
            writeln!(out, "        Note: {}.", plain(note))?;
        }
    }
    writeln!(out, "\nRejected:")?;
    example(&code.rejects(), out)?;
    writeln!(out, "\nAccepted:")?;
    example(&code.accepts(), out)
}

/// A message of the table, without the syntax of Rust's formatting.
fn plain(message: &str) -> String {
    message.replace(":?}", "}").replace("{{", "{").replace("}}", "}")
}

fn example(example: &Example, out: &mut dyn Write) -> io::Result<()> {
    for op in example.operations() {
        let mut text = Vec::new();
        operation::write(&op, &mut text)?;
        writeln!(out, "    // the operation that the program calls")?;
        indented(&String::from_utf8_lossy(&text), out)?;
    }
    match (example.repeated(), example.program()) {
        (Some((piece, times)), _) => {
            writeln!(out, "    // `…` stands for {times} times `{}`", piece.trim())?;
            indented(&example.text(), out)
        }
        (None, Ok(program)) => indented(&program.to_string(), out),
        (None, Err(_)) => indented(&example.text(), out),
    }
}

fn indented(text: &str, out: &mut dyn Write) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "    {line}"))
}
