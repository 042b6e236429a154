//! The places of the parts of a program in its text.

use crate::{Event, Place, Position, Program, Sources, walk};
use std::borrow::Cow;
use std::ops::Range;

/// A range of bytes of the text. `end` is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// What the parser records: [`Notes`], or nothing with `()`.
pub(super) trait Note: Default {
    /// The workgroup size.
    fn head(&mut self, _: Span) {}
    /// The next declaration.
    fn buffer(&mut self, _: Span) {}
    /// The next statement, without its bodies.
    fn statement(&mut self, _: Span) {}
    /// The expressions of the next statement in postorder.
    fn exprs(&mut self, _: &mut Vec<Span>) {}
}

impl Note for () {}

#[derive(Default)]
pub(super) struct Notes {
    head: Option<Span>,
    buffers: Vec<Span>,
    /// For every statement in preorder: its expressions in postorder, and then the statement without its bodies.
    body: Vec<Span>,
}

impl Note for Notes {
    fn head(&mut self, span: Span) {
        self.head = Some(span);
    }

    fn buffer(&mut self, span: Span) {
        self.buffers.push(span);
    }

    fn statement(&mut self, span: Span) {
        self.body.push(span);
    }

    fn exprs(&mut self, spans: &mut Vec<Span>) {
        self.body.append(spans);
    }
}

/// The byte ranges of the places of a program in the text that it was parsed from.
///
/// The range of an `If` or `Loop` ends before its body, and that of a `Block` is its opening brace. The range of an
/// expression includes parentheses around its operands, and not those around the expression itself. The range of the
/// program as a whole is its workgroup size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    head: Span,
    buffers: Vec<Span>,
    places: Vec<Span>,
}

impl Spans {
    /// The range of a place. `None` if the program has no such place.
    pub fn get(&self, place: Place) -> Option<Range<usize>> {
        let span = match place {
            Place::Program => Some(&self.head),
            Place::Buffer(at) => self.buffers.get(at),
            Place::At(at) => self.places.get(at),
        };
        span.map(|span| span.range())
    }

    /// Lines and columns of the statements and expressions in the text, which is that of a file with this name.
    #[inline]
    pub fn sources(&self, file: impl Into<Cow<'static, str>>, text: &str) -> Sources {
        let first = Position { line: 1, column: 1 };
        let (mut offset, mut position) = (0, first);
        let positions = self.places.iter().map(|span| {
            // Parts stand in the order of their numbers, so this reads the text once.
            if span.start < offset {
                (offset, position) = (0, first);
            }
            for letter in text.get(offset..span.start).unwrap_or_default().chars() {
                match letter {
                    '\n' => position = Position { line: position.line + 1, column: 1 },
                    _ => position.column += 1,
                }
            }
            offset = span.start;
            position
        });
        Sources::new(file, positions)
    }

    /// The spans of a program that has been parsed with these notes.
    #[inline]
    pub(super) fn of(program: &Program, notes: Notes) -> Spans {
        let mut noted = notes.body.iter().copied();
        let mut places = vec![Span::new(0, 0); notes.body.len()];
        let mut note = |place: usize| {
            if let (Some(span), Some(noted)) = (places.get_mut(place), noted.next()) {
                *span = noted;
            }
        };
        walk(&program.entry, |event| {
            if let Event::Enter { place, exprs, .. } = event {
                for (first, expr) in exprs.into_iter().flatten() {
                    expr.fold(first, |place, _, _: &mut [()]| note(place));
                }
                note(place);
            }
        });
        Spans { head: notes.head.unwrap_or(Span::new(0, 0)), buffers: notes.buffers, places }
    }
}
