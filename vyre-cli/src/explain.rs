//! `vyre explain`: prints the table of rules.

use crate::operation;
use crate::report::{self, Failure};
use std::io::{self, Write};
use vyre::ir::Code;
use vyre::ir::pipeline::PipelineCode;
use vyre::ir::rules::{Example, Message};

/// A rule of programs, or one of pipelines.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    Program(Code),
    Pipeline(PipelineCode),
}

/// Finds a rule by its code, which is not case-sensitive.
pub(crate) fn rule(text: &str) -> Result<Rule, String> {
    let program = Code::ALL.iter().find(|code| code.name().eq_ignore_ascii_case(text));
    let pipeline = PipelineCode::ALL.iter().find(|code| code.name().eq_ignore_ascii_case(text));
    let found = program.copied().map(Rule::Program).or(pipeline.copied().map(Rule::Pipeline));
    found.ok_or_else(|| "no such rule; `vyre explain` lists them".to_string())
}

pub(crate) fn explain(rule: Option<Rule>, out: &mut dyn Write) -> Result<(), Failure> {
    match rule {
        Some(Rule::Program(code)) => one(code, out)?,
        Some(Rule::Pipeline(code)) => of_pipelines(code, out)?,
        None => {
            for code in Code::ALL {
                writeln!(out, "{code}  {}", code.title())?;
            }
            for code in PipelineCode::ALL {
                writeln!(out, "{code}  {}", code.title())?;
            }
        }
    }
    Ok(())
}

/// A rule of pipelines. Its examples leave out the programs that they name.
fn of_pipelines(code: PipelineCode, out: &mut dyn Write) -> io::Result<()> {
    head(code.name(), code.title(), code.explanation(), code.messages(), out)?;
    writeln!(out, "\nRejected:")?;
    indented(&code.rejects().shown(), out)?;
    writeln!(out, "\nAccepted:")?;
    indented(&code.accepts().shown(), out)
}

/// What is the same for every rule.
fn head(
    name: &str,
    title: &str,
    explanation: &str,
    messages: &[Message],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{name}: {title}\n")?;
    for line in explanation.lines() {
        writeln!(out, "{}", line.trim())?;
    }
    writeln!(out, "\nProblems:")?;
    for Message { problem, fix, note } in messages {
        let problem = report::without_code(problem, name);
        writeln!(out, "    {}. Fix: {}.", plain(problem), plain(fix))?;
        if let Some(note) = note {
            writeln!(out, "        Note: {}.", plain(note))?;
        }
    }
    Ok(())
}

fn one(code: Code, out: &mut dyn Write) -> io::Result<()> {
    head(code.name(), code.title(), code.explanation(), code.messages(), out)?;
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
