//! Patterns in the run-length encoded format that collections of life patterns use.
//!
//! ```text
//! #N Glider
//! #C Lines that begin with # are comments. A header and the runs follow.
//! x = 3, y = 3, rule = B3/S23
//! bo$2bo$3o!
//! ```
//!
//! `b` is a dead cell, `o` a living one, `$` ends a row and `!` the pattern; a number before one of the first three
//! repeats it. Nothing grows with the numbers in the text, only with its length: a pattern keeps its runs.

use crate::rule::{Rule, RuleError};
use std::str::FromStr;

/// The longest side that a header may name.
pub const MAX_SIDE: u32 = 1 << 16;

/// A pattern and what its file says about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// From `#N`.
    pub name: Option<String>,
    /// From `#O`.
    pub author: Option<String>,
    /// From `#C`, a line each.
    pub comments: Vec<String>,
    /// From `#P` or `#R`: where the upper left corner lies, seen from the middle of the world.
    pub corner: Option<(i32, i32)>,
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
    /// The rule that it was made for; Conway's where the file names none.
    pub rule: Rule,
    /// The living cells, row by row.
    pub runs: Vec<Run>,
}

/// Living cells side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The column of the first cell.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// How many cells there are, at least one.
    pub length: u32,
}

/// Text that is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RleError {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The text ends before the header.
    #[error("the header `x = WIDTH, y = HEIGHT` is missing")]
    NoHeader,
    /// The header lacks one of its parts.
    #[error("expected `{0} = ...` in the header")]
    HeaderPart(&'static str),
    /// A side that is not a number, or too large.
    #[error("expected a number from 0 to {MAX_SIDE}")]
    Side,
    /// A `#P` or `#R` line without its two numbers.
    #[error("expected two numbers, the place of the upper left corner")]
    Corner,
    /// A rule that is not life-like.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A character that has no meaning.
    #[error("expected a number, `b`, `o`, `$` or `!`, got {0:?}")]
    Character(char),
    /// A repetition of zero, or beyond `u32`.
    #[error("a repetition is a number from 1 to 4294967295")]
    Count,
    /// A number with nothing to repeat.
    #[error("nothing follows the number that could be repeated")]
    DanglingCount,
    /// A living cell outside what the header says.
    #[error("a living cell lies outside the {0} x {1} cells of the header")]
    Outside(u32, u32),
    /// The text ends before the pattern does.
    #[error("the pattern does not end with `!`")]
    NoEnd,
}

impl Problem {
    /// `column` is counted from 0 here, as `line` is.
    fn at(self, line: usize, column: usize) -> RleError {
        RleError { line: line + 1, column: column + 1, problem: self }
    }
}

impl FromStr for Pattern {
    type Err = RleError;

    fn from_str(text: &str) -> Result<Pattern, RleError> {
        let mut pattern = Pattern::default();
        let mut body: Option<Body> = None;
        let mut end = (0, 0);
        for (line, content) in text.lines().enumerate() {
            end = (line, content.chars().count());
            if let Some(comment) = content.strip_prefix('#') {
                pattern.comment(comment, line)?;
            } else if let Some(body) = &mut body {
                if body.read_line(content, line)? {
                    pattern.runs = std::mem::take(&mut body.runs);
                    return Ok(pattern);
                }
            } else if !content.trim().is_empty() {
                pattern.header(content, line)?;
                body = Some(Body { width: pattern.width, height: pattern.height, ..Body::default() });
            }
        }
        let problem = if body.is_some() { Problem::NoEnd } else { Problem::NoHeader };
        Err(problem.at(end.0, end.1))
    }
}

impl Pattern {
    /// The number of living cells.
    pub fn population(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.length)).sum()
    }

    /// Reads a comment, without its `#`. Kinds that are not known here mean nothing.
    fn comment(&mut self, comment: &str, line: usize) -> Result<(), RleError> {
        let mut chars = comment.chars();
        let kind = chars.next();
        let text = chars.as_str().trim();
        match kind {
            Some('N') => self.name = Some(text.to_owned()),
            Some('O') => self.author = Some(text.to_owned()),
            Some('C' | 'c') => self.comments.push(text.to_owned()),
            Some('P' | 'R') => {
                let corner = text
                    .split_once(char::is_whitespace)
                    .and_then(|(x, y)| Some((x.parse().ok()?, y.trim().parse().ok()?)));
                self.corner = Some(corner.ok_or_else(|| Problem::Corner.at(line, 2))?);
            }
            _ => {}
        }
        Ok(())
    }

    fn header(&mut self, content: &str, line: usize) -> Result<(), RleError> {
        // A rule may hold commas of its own.
        let mut parts = content.splitn(3, ',');
        let mut column = 0;
        let mut next = |name: &'static str| {
            let part = parts.next()?;
            let start = column + part.len() - part.trim_start().len();
            column += part.len() + 1;
            let value =
                part.trim_start().strip_prefix(name).and_then(|rest| rest.trim_start().strip_prefix('='));
            Some(
                value
                    .map(|value| (value.trim(), start))
                    .ok_or_else(|| Problem::HeaderPart(name).at(line, start)),
            )
        };
        let missing = |name| Problem::HeaderPart(name).at(line, content.len());
        let (x, x_start) = next("x").unwrap_or_else(|| Err(missing("x")))?;
        let (y, y_start) = next("y").unwrap_or_else(|| Err(missing("y")))?;
        self.width = side(x).ok_or_else(|| Problem::Side.at(line, x_start))?;
        self.height = side(y).ok_or_else(|| Problem::Side.at(line, y_start))?;
        if let Some(rule) = next("rule") {
            let (rule, start) = rule?;
            self.rule = rule.parse().map_err(|error| Problem::Rule(error).at(line, start))?;
        }
        Ok(())
    }
}

fn side(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&side| side <= MAX_SIDE)
}

/// The runs, as they are read.
#[derive(Default)]
struct Body {
    width: u32,
    height: u32,
    x: u32,
    y: u32,
    count: Option<u32>,
    runs: Vec<Run>,
}

impl Body {
    /// Whether the pattern ends on this line. A number and what it repeats may stand on two lines.
    fn read_line(&mut self, content: &str, line: usize) -> Result<bool, RleError> {
        for (column, c) in content.chars().enumerate() {
            if c == '!' {
                return if self.count.is_none() {
                    Ok(true)
                } else {
                    Err(Problem::DanglingCount.at(line, column))
                };
            }
            self.read(c).map_err(|problem| problem.at(line, column))?;
        }
        Ok(false)
    }

    fn read(&mut self, c: char) -> Result<(), Problem> {
        if let Some(digit) = c.to_digit(10) {
            let count = self.count.unwrap_or(0).checked_mul(10).and_then(|count| count.checked_add(digit));
            self.count = Some(count.filter(|&count| count > 0).ok_or(Problem::Count)?);
            return Ok(());
        }
        if c.is_whitespace() {
            return Ok(());
        }
        if !matches!(c, 'b' | 'o' | '$') {
            return Err(Problem::Character(c));
        }
        let length = self.count.take().unwrap_or(1);
        match c {
            '$' => (self.x, self.y) = (0, self.y.checked_add(length).ok_or(Problem::Count)?),
            'o' => self.live(length)?,
            _ => self.x = self.x.checked_add(length).ok_or(Problem::Count)?,
        }
        Ok(())
    }

    fn live(&mut self, length: u32) -> Result<(), Problem> {
        let end = self.x.checked_add(length).filter(|&end| end <= self.width && self.y < self.height);
        let end = end.ok_or(Problem::Outside(self.width, self.height))?;
        self.runs.push(Run { x: self.x, y: self.y, length });
        self.x = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
