//! The mistakes in a module's text.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::fmt;
use std::ops::Range;
use vyre_ir::Code;
use vyre_lang::module as lang;

/// A mistake in a module's text, or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic(lang::Diagnostic);

impl Diagnostic {
    /// The rule that is broken, if it is one of the IR's.
    pub fn code(&self) -> Option<Code> {
        self.0.code
    }

    /// What is wrong, and what to do.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What else there is to know.
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }

    /// The line of the first token, counted from 1.
    pub fn line(&self) -> u32 {
        self.0.line
    }

    /// The column of the first token in characters, counted from 1.
    pub fn column(&self) -> u32 {
        self.0.column
    }

    /// The bytes of the text.
    pub fn span(&self) -> Range<usize> {
        self.0.span.clone()
    }
}

/// All mistakes in a module's text, in its order. They are displayed as rustc prints errors.
///
/// ```
/// use vyre_runtime::Module;
/// let mistakes = Module::compile("fn half(x: u32) -> u32 { x / two }").unwrap_err();
/// let [mistake] = mistakes.list() else { panic!("{mistakes}") };
/// assert_eq!((mistake.line(), mistake.column(), mistake.span()), (1, 30, 29..32));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    file: String,
    text: String,
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub(super) fn new(file: &str, text: &str, list: Vec<lang::Diagnostic>) -> Diagnostics {
        let list = list.into_iter().map(Diagnostic).collect();
        Diagnostics { file: file.to_string(), text: text.to_string(), list }
    }

    /// The mistakes.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// The mistakes, one after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The file that the text is said to be.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The same as warnings.
    pub fn as_warnings(&self) -> String {
        self.drawn(Level::WARNING)
    }

    fn drawn(&self, level: Level<'static>) -> String {
        let drawn = self.list.iter().map(|Diagnostic(it)| {
            let title = level.clone().primary_title(it.message.as_str());
            let mut group = Group::with_title(title);
            let is_inside = it.span.end <= self.text.len()
                && self.text.is_char_boundary(it.span.start)
                && self.text.is_char_boundary(it.span.end)
                && it.span.start <= it.span.end;
            group = match is_inside && !self.text.is_empty() {
                true => {
                    let annotation = AnnotationKind::Primary.span(it.span.clone());
                    let snippet = Snippet::source(self.text.as_str()).path(self.file.as_str());
                    group.element(snippet.annotation(annotation))
                }
                false => {
                    let origin = Origin::path(self.file.as_str()).line(it.line as usize);
                    group.element(origin.char_column(it.column as usize))
                }
            };
            for note in &it.notes {
                group = group.element(Level::NOTE.message(note.as_str()));
            }
            Renderer::plain().render(&[group])
        });
        drawn.collect::<Vec<String>>().join("\n\n")
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawn(Level::ERROR))
    }
}

impl std::error::Error for Diagnostics {}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
