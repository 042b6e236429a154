//! Shows errors with the source. The texts always contain colours; the stream removes them where it is not a
//! terminal.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::io;
use vyre::ir::text::{ParseError, Spans};
use vyre::ir::{Place, Race, ValidationError};

/// The maximum number of errors that are shown.
const SHOWN: usize = 20;

/// The reason why a command fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A rendered message.
    Report(String),
    /// The result could not be written to standard output.
    Output(io::Error),
}

impl Failure {
    /// A message without a place in a program.
    pub(crate) fn message(message: impl AsRef<str>) -> Failure {
        let title = Level::ERROR.primary_title(message.as_ref());
        Failure::Report(render(&[Group::with_title(title)]))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Report(report) => f.write_str(report),
            Failure::Output(error) => writeln!(f, "error: standard output: {error}"),
        }
    }
}

fn render(groups: &[Group<'_>]) -> String {
    Renderer::styled().render(groups) + "\n"
}

/// Renders the error of a text that is not a program.
pub(crate) fn parse_error(path: &str, source: &str, error: &ParseError) -> Failure {
    let width = source[error.offset..].chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
    let place = AnnotationKind::Primary.span(error.offset..error.offset + width);
    let snippet = Snippet::source(source).path(path).annotation(place);
    Failure::Report(render(&[Level::ERROR.primary_title(&error.message).element(snippet)]))
}

/// Renders the errors of validation.
pub(crate) fn errors(path: &str, source: &str, spans: Option<&Spans>, errors: &[ValidationError]) -> Failure {
    let start =
        |error: &&ValidationError| spans.and_then(|spans| spans.get(error.place)).map(|span| span.start);
    let mut sorted: Vec<&ValidationError> = errors.iter().collect();
    sorted.sort_by_key(start);
    let mut text = String::new();
    for error in sorted.into_iter().take(SHOWN) {
        text += &one(path, source, spans, error);
        text.push('\n');
    }
    let total = match errors.len() {
        1 => "1 error".to_string(),
        more => format!("{more} errors"),
    };
    let hidden = errors.len().saturating_sub(SHOWN);
    let hidden = if hidden > 0 { format!(", of which {hidden} are not shown") } else { String::new() };
    let end = Level::ERROR.primary_title(format!("{path} is invalid: {total}{hidden}"));
    text += &render(&[Group::with_title(end)]);
    Failure::Report(text)
}

fn one(path: &str, source: &str, spans: Option<&Spans>, error: &ValidationError) -> String {
    let code = error.code().name();
    let message = error.problem.to_string();
    let title = Level::ERROR.primary_title(without_code(&message, code)).id(code);
    let span = |place| spans.and_then(|spans| spans.get(place));
    let mut group = Group::with_title(title);
    if let Some(place) = span(error.place) {
        let mut snippet = Snippet::source(source).path(path).annotation(AnnotationKind::Primary.span(place));
        if let Some(related) = &error.related
            && let Some(place) = span(related.place)
        {
            snippet = snippet.annotation(AnnotationKind::Context.span(place).label(related.note));
            if let Some(source) = related.source.and_then(&span) {
                let label = "because this does";
                snippet = snippet.annotation(AnnotationKind::Context.span(source).label(label));
            }
        }
        group = group.element(snippet);
    }
    group = group.element(Level::HELP.message(error.problem.fix()));
    if let Some(note) = error.problem.note() {
        group = group.element(Level::NOTE.message(note));
    }
    group = group.element(Level::NOTE.message(format!("`vyre explain {code}` says why")));
    render(&[group])
}

/// Renders warnings of races that are certain.
pub(crate) fn races(path: &str, source: &str, spans: Option<&Spans>, races: &[Race]) -> String {
    let span = |place: usize| spans.and_then(|spans| spans.get(Place::At(place)));
    let one = |race: &Race| {
        let mut group = Group::with_title(Level::WARNING.primary_title(race.to_string()));
        if let Some(store) = span(race.store) {
            let mut snippet =
                Snippet::source(source).path(path).annotation(AnnotationKind::Primary.span(store));
            if let Some(load) = race.load.and_then(span) {
                let label = "another invocation loads the element here";
                snippet = snippet.annotation(AnnotationKind::Context.span(load).label(label));
            }
            group = group.element(snippet);
        }
        render(&[group.element(Level::HELP.message(race.fix()))]) + "\n"
    };
    races.iter().take(SHOWN).map(one).collect()
}

/// A message without its leading code. Some of the documented texts begin with the code, and the title shows it
/// already.
pub(crate) fn without_code<'a>(message: &'a str, code: &str) -> &'a str {
    message.strip_prefix(code).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message)
}
