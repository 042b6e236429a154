//! The positions of tokens in the user's file.

use super::{Call, Emitted};
use crate::diagnostics::Area;
use crate::files;
use proc_macro2::Span;
use vyre_ir::{InlinedCall, Position, SourcePlace, Sources};

/// The file that a body was written in.
pub(crate) struct Written {
    pub(crate) file: String,
}

impl Written {
    /// The file of a body with this brace.
    pub(crate) fn of(brace: Span) -> Written {
        Written { file: brace.file() }
    }

    /// The positions of the first tokens of places, encoded. What another file's macro wrote has the position of what stands before it.
    pub(crate) fn encode(&self, Emitted { sources, calls, .. }: &Emitted) -> Vec<u8> {
        // What stands last before, in the body itself and in the function of each call.
        let first = (self.file.clone(), Position { line: 1, column: 1 });
        let functions = calls.iter().map(|call| (call.declared.written.file(), start(call.declared)));
        let mut last: Vec<(String, Position)> = [first].into_iter().chain(functions).collect();
        let files: Vec<String> = last.iter().map(|(file, _)| file.clone()).collect();
        let places = sources.iter().map(|(area, call)| {
            let (file, last) = &mut last[*call as usize];
            let position = start(*area);
            if position == *last || area.written.file() == *file {
                *last = position;
            }
            SourcePlace { position: *last, call: *call, may_wrap: area.may_wrap }
        });
        let calls = calls.iter().zip(&files[1..]);
        let calls: Vec<InlinedCall> = calls.map(|(call, file)| self.call(call, file)).collect();
        Sources::encode_places(places, &calls)
    }

    fn call(&self, Call { function, caller, area, .. }: &Call, file: &str) -> InlinedCall {
        InlinedCall {
            function: function.clone(),
            file: if file == self.file { String::new() } else { file.to_string() },
            caller: *caller,
            at: start(*area),
        }
    }
}

fn start(area: Area) -> Position {
    let at = files::Position::start(area.written);
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: number(at.line), column: number(at.column) }
}
