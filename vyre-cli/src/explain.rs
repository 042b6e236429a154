//! `vyre explain`: prints the table of rules, and the errors of kernels.

use crate::errors::{self, Answer, PAGES};
use crate::operation;
use crate::page;
use crate::report::{self, Failure};
use std::io::{self, Write};
use vyre::ir::Code;
use vyre::ir::pipeline::PipelineCode;
use vyre::ir::rules::{Example, Message};

/// A rule of programs, one of pipelines, or errors of kernels.
pub(crate) enum Asked {
    Program(Code),
    Pipeline(PipelineCode),
    Errors(Answer),
    /// What there is.
    List,
}

/// Finds a rule by its code, which is not case-sensitive, or errors by what they say.
pub(crate) fn asked(words: &[String]) -> Result<Asked, String> {
    let text = &words.join(" ");
    if text.is_empty() {
        return Ok(Asked::List);
    }
    let program = Code::ALL.iter().find(|code| code.name().eq_ignore_ascii_case(text));
    let pipeline = PipelineCode::ALL.iter().find(|code| code.name().eq_ignore_ascii_case(text));
    let rule = program.copied().map(Asked::Program).or(pipeline.copied().map(Asked::Pipeline));
    let found = rule.or_else(|| errors::with(text).map(Asked::Errors));
    found.ok_or_else(|| format!("no rule and no error is called `{text}` or has these words; `vyre explain` lists the rules and the pages of errors"))
}

pub(crate) fn explain(asked: &Asked, out: &mut dyn Write) -> Result<(), Failure> {
    match asked {
        Asked::Program(code) => one(*code, out)?,
        Asked::Pipeline(code) => of_pipelines(*code, out)?,
        Asked::Errors(answer) => answer.write(out)?,
        Asked::List => list(out)?,
    }
    Ok(())
}

/// The rules, and the pages of errors.
fn list(out: &mut dyn Write) -> io::Result<()> {
    for code in Code::ALL {
        writeln!(out, "{code}  {}", code.title())?;
    }
    for code in PipelineCode::ALL {
        writeln!(out, "{code}  {}", code.title())?;
    }
    writeln!(out, "\nErrors of kernels, by page:")?;
    for (name, text) in PAGES {
        writeln!(out, "{name:<20}  {}", page::read(text).map_or("", |page| page.title))?;
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
    example(&code.accepts(), out)?;
    let errors = errors::of_code(code.name());
    if !errors.is_empty() {
        writeln!(out, "\nIn kernels:\n")?;
        errors.write(out)?;
    }
    Ok(())
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

pub(crate) fn indented(text: &str, out: &mut dyn Write) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "{}", format!("    {line}").trim_end()))
}
