//! Mistakes in a module's text, as data.

use crate::diagnostics::{Area, Reported};
use crate::files::Position;
use std::ops::Range;
use vyre_ir::Code;

/// A mistake in a module's text, or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that is broken, if it is one of the IR's.
    pub code: Option<Code>,
    /// What is wrong, and what to do.
    pub message: String,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// The line of the first token, counted from 1.
    pub line: u32,
    /// The column of the first token in characters, counted from 1.
    pub column: u32,
    /// The bytes of the text.
    pub span: Range<usize>,
}

impl Diagnostic {
    /// A mistake of a text as a whole.
    pub(super) fn of_text(message: &str) -> Diagnostic {
        let message = message.to_string();
        Diagnostic { code: None, message, notes: Vec::new(), line: 1, column: 1, span: 0..0 }
    }

    pub(super) fn at(area: Area, code: Option<Code>, message: &str) -> Diagnostic {
        let mut lines = message.lines();
        let first = lines.next().unwrap_or_default().to_string();
        let notes = lines.map(|line| line.strip_prefix("Note: ").unwrap_or(line).to_string());
        let Position { line, column } = Position::start(area.start);
        let number = |number: usize| u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        let (start, end) = (area.start.byte_range(), area.end.byte_range());
        Diagnostic {
            code,
            message: first,
            notes: notes.collect(),
            line: number(line),
            column: number(column),
            span: start.start..end.end.max(start.end),
        }
    }

    pub(super) fn of(reported: &Reported) -> Diagnostic {
        Diagnostic::at(reported.area, reported.code, &reported.message)
    }
}
