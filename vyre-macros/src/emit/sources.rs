//! The positions of tokens in the user's file, as far as the compiler tells. Where no compiler runs the macro, as in its benches, there are
//! none.

extern crate proc_macro;

use crate::diagnostics::Area;
use proc_macro2::Span;
use vyre_ir::{Position, Sources};

/// The file that a body was written in.
pub(crate) struct Written {
    pub(crate) file: String,
}

impl Written {
    /// The file of a body with this brace.
    pub(crate) fn of(brace: Span) -> Written {
        let file = if proc_macro::is_available() { brace.unwrap().file() } else { String::new() };
        Written { file }
    }

    /// The positions of the first tokens of areas, encoded. What another file's macro wrote has the position of what stands before it.
    pub(crate) fn encode(&self, areas: &[Area]) -> Vec<u8> {
        if !proc_macro::is_available() {
            return Vec::new();
        }
        let mut last = Position { line: 1, column: 1 };
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Sources::encode(areas.iter().map(|area| {
            let span = area.start.unwrap();
            let position = Position { line: number(span.line()), column: number(span.column()) };
            if position == last || span.file() == self.file {
                last = position;
            }
            last
        }))
    }
}
