//! Reads programs from files in the text form or the wire form.

use crate::module::{self, Chosen};
use crate::report::{self, Failure};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use vyre::ir::text::{self, Spans};
use vyre::ir::{
    Pipeline, Place, Position, Program, Sources, ValidPipeline, Validated, certain_races, validate,
};
use vyre_lower::SourceMap;

/// The first bytes of the wire form.
const MAGIC: &[u8] = b"VYRE";

/// A program and where it comes from.
pub(crate) struct Source {
    /// The name of the file, for messages.
    name: String,
    pub(crate) program: Program,
    /// The text and the places in it. `None` for the wire form.
    text: Option<(String, Spans)>,
}

/// Reads a file; `-` is standard input.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Failure::message(format!("{}: {error}", name(path))))
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_string() } else { path.display().to_string() }
}

/// Reads a pipeline; nothing if the file is none.
pub(crate) fn pipeline(path: &Path) -> Result<Option<Pipeline>, Failure> {
    if module::is_text(path) || path == Path::new("-") {
        return Ok(None);
    }
    let (name, bytes) = (name(path), bytes(path)?);
    if Pipeline::is_wire(&bytes) {
        let pipeline = Pipeline::from_wire(&bytes);
        return pipeline.map(Some).map_err(|error| Failure::message(format!("{name}: {error}")));
    }
    let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
    let lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let is_pipeline = lines.into_iter().next().is_some_and(|line| {
        line.strip_prefix("pipeline")
            .is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()))
    });
    if !is_pipeline {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|error| report::parse_error(&name, &text, &error))
}

/// A valid pipeline.
pub(crate) fn valid(path: &Path, pipeline: &Pipeline) -> Result<ValidPipeline, Failure> {
    pipeline.validate().map_err(|errors| Failure::message(format!("{}:\n{errors}", name(path))))
}

/// Reads a program.
pub(crate) fn read(path: &Path, chosen: &Chosen) -> Result<Source, Failure> {
    if module::is_text(path) {
        let kernel = chosen.kernel(path)?;
        let program = kernel.program().map_err(|error| Failure::message(error.to_string()))?.clone();
        let name = format!("{}: {}", path.display(), kernel.name());
        return Ok(Source { name, program, text: None });
    }
    let (name, bytes) = (name(path), bytes(path)?);
    if bytes.starts_with(MAGIC) {
        let program = Program::from_wire(&bytes);
        let program = program.map_err(|error| Failure::message(format!("{name}: {error}")))?;
        return Ok(Source { name, program, text: None });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::message(format!(
            "{name}: neither form of a program: byte {at} is not UTF-8, and a wire form begins with `VYRE`"
        ))
    })?;
    match text::parse_with_spans(&text) {
        Ok((program, spans)) => Ok(Source { name, program, text: Some((text, spans)) }),
        Err(error) => Err(report::parse_error(&name, &text, &error)),
    }
}

impl Source {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Validates the program. The errors of a program in the wire form show its text form.
    pub(crate) fn validate(&self) -> Result<Validated, Failure> {
        validate(&self.program).map_err(|errors| match &self.text {
            Some((text, spans)) => report::errors(&self.name, text, Some(spans), &errors),
            None => {
                let (text, spans) = self.printed();
                report::errors(&format!("{} (as text)", self.name), &text, spans.as_ref(), &errors)
            }
        })
    }

    /// Warns of data races that are certain in the program, which is valid.
    pub(crate) fn warn_of_races(&self) {
        let races = certain_races(&self.program);
        let warnings = match &self.text {
            _ if races.is_empty() => return,
            Some((text, spans)) => report::races(&self.name, text, Some(spans), &races),
            None => {
                let (text, spans) = self.printed();
                report::races(&format!("{} (as text)", self.name), &text, spans.as_ref(), &races)
            }
        };
        anstream::eprint!("{warnings}");
    }

    /// The text form of a program that was read in the wire form.
    fn printed(&self) -> (String, Option<Spans>) {
        let text = self.program.to_string();
        let spans = text::parse_with_spans(&text).ok().map(|(_, spans)| spans);
        (text, spans)
    }

    /// The places of the program in its file, for errors of a run. Of a program in the wire form they are those in its text form.
    pub(crate) fn map(&self, validated: &Validated) -> SourceMap {
        let file = match self.text {
            Some(_) => self.name.clone(),
            None => format!("{} (as text)", self.name),
        };
        let written = self.positions();
        let places = 0..vyre::ir::place_count(&validated.source().entry);
        // What an operation is made of stands where it is called.
        let at = |place| written.get(validated.written_place(place)).copied();
        let none = Position { line: 1, column: 1 };
        let positions = places.map(|place| at(place).unwrap_or(none));
        SourceMap::new("the program", Sources::new(file, positions.collect::<Vec<_>>()))
    }

    /// A line of the program's text, which are numbered from 1.
    pub(crate) fn line(&self, number: u32) -> Option<String> {
        let text = match &self.text {
            Some((text, _)) => text,
            None => &self.program.to_string(),
        };
        text.lines().nth((number as usize).checked_sub(1)?).map(str::to_string)
    }

    /// Where the statements and expressions of the program begin, by their numbers. Of a program in the wire form these are
    /// the positions in its text form.
    pub(crate) fn positions(&self) -> Vec<Position> {
        match &self.text {
            Some((text, spans)) => positions(text, spans),
            None => {
                let (text, spans) = self.printed();
                spans.map_or_else(Vec::new, |spans| positions(&text, &spans))
            }
        }
    }
}

/// Where the places of a text begin. One walk over the text finds them all.
fn positions(text: &str, spans: &Spans) -> Vec<Position> {
    let mut starts: Vec<(usize, usize)> =
        (0..).map_while(|place| Some((spans.get(Place::At(place))?.start, place))).collect();
    starts.sort_unstable();
    let mut positions = vec![Position { line: 1, column: 1 }; starts.len()];
    let (mut offset, mut position) = (0, Position { line: 1, column: 1 });
    for (start, place) in starts {
        for letter in text[offset..start].chars() {
            position = match letter {
                '\n' => Position { line: position.line + 1, column: 1 },
                _ => Position { column: position.column + 1, ..position },
            };
        }
        offset = start;
        positions[place] = position;
    }
    positions
}
