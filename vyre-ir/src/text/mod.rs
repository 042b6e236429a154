//! The text form of programs, for people to read and write.
//!
//! [`Display`](fmt::Display) writes a [`Program`] and [`FromStr`] reads it back. Every program has a text, valid or
//! not, and parsing that text gives an equal program. `Debug` writes the same text.
//!
//! ```
//! use vyre_ir::{Program, text::ParseError};
//!
//! let text = "\
//! program
//! workgroup_size 256, 1, 1
//! buffer a: read u32 @ 0
//! buffer out: read_write u32 @ 1
//! buffer tile: workgroup u32[256]
//! entry {
//!     let i = invocation_id.x;
//!     if i < len(out) {
//!         out[i] = a[i] ^ 1;
//!     }
//! }
//! ";
//! let program: Program = text.parse()?;
//! assert_eq!(program.to_string(), text);
//!
//! let error = text.replace("^ 1", "^").parse::<Program>().unwrap_err();
//! assert_eq!((error.line, error.column), (9, 24));
//! # Ok::<(), ParseError>(())
//! ```
//!
//! # Grammar
//!
//! ```text
//! program:    "program" "workgroup_size" int "," int "," int buffer* "entry" body
//! buffer:     "buffer" name ":" access ( type | tensor ) [ "[" count "]" ] [ "@" binding ]
//! tensor:     "tensor" "<" type "," "[" (int | name),* "]" [ "," "[" int,* "]" ] ">" [ "strided" ]
//! body:       "{" statement* "}"
//! statement:  "let" name "=" expr ";"         name "=" expr ";"        name "[" expr "]" "=" expr ";"
//!             "if" expr body [ "else" ( body | if ) ]                  "for" name "in" expr ".." expr body
//!             "let" name "=" "workgroup_sum" "(" expr [ "," expr ] ")" ";" (and the others of `CollectiveOp`)
//!             "let" name "=" "workgroup_uniform_load" "(" name "[" expr "]" ")" ";"
//!             name "[" "[" expr,* "]" "]" "=" expr ";" (of a tensor)
//!             "atomic_store" "(" name "[" expr "]" "," expr ")" ";"    "assert" "(" expr "," string ")" ";"
//!             "break" ";"   "continue" ";"   "return" ";"   "barrier" ";"   body
//! expr:       5   5i   -5i   1.5f   -1e-3f   0x1.8p0f   inf   nan   nan(0xffc00001)   true   false   name   name "[" expr "]"   "(" expr ")"
//!             invocation_id.x   workgroup_id.y   local_id.z   local_id.axis(7)
//!             name[[expr, ..]]   dim(name, 0)   len(name)   byte(name, expr)   word(name, expr)
//!             expr + expr (and the other symbols of `BinOp`)           -expr (and those of `UnOp`)
//!             min(expr, expr) (and the other functions of `BinOp` and `UnOp`)
//!             atomic_add(name[expr], expr) (and the others of `AtomicOp`; a third argument in the middle is the
//!             expected value)   atomic_load(name[expr])
//!             f_mul_add(expr, expr, expr)   select(expr, expr, expr)   cast<type>(expr)   expr.0   call op.id(expr, ..)
//!             u64(expr, ..)   vec2<u32>(expr, ..)   vec4<u32>(expr, ..)   compose<type>(expr, ..)
//! ```
//!
//! Operators have the precedence of Rust's, and comparisons do not chain. A name that is a keyword or not an
//! identifier is written in quotes, with the escapes of Rust's strings; so is the message of an assertion. Numbers may be hexadecimal (`0xff`) and
//! contain underscores; the suffix `i` makes an `i32`, and `f` an `f32`. `//` begins a comment. White space only separates tokens.
//! The binding of a buffer that the host does not bind may be left out if it is 0.
//!
//! # Pipelines
//!
//! [`Pipeline`](crate::Pipeline) has a text form too:
//!
//! ```text
//! pipeline:   "pipeline" declaration* ( "program" name PROGRAM )* "steps" steps
//! declaration: ( "input" | "in_out" ) name ":" type      ( "output" | "temporary" ) name ":" type "[" length "]"      "value" name
//! steps:      "{" step* "}"
//! step:       program "(" parameter ":" argument, .. ")" grid ";"      "swap" buffer "," buffer ";"
//!             "repeat" length steps      "repeat_until_unchanged" buffer "," length steps
//! argument:   buffer      "words" "(" buffer ")"      [ type ] "(" length, .. ")"
//! grid:       "covers" ( buffer | length )      "workgroups" length "," length "," length      "invocations" length "," length "," length
//! length:     5   value   "len" "(" buffer ")"   length + length (and - * /)   div_ceil(length, length) (and min, max)   "groups" "(" axis ")"
//! ```
//!
//! `PROGRAM` is the text form of a program without its first word. The names of programs are the text's alone.
//!
//! # What is not here
//!
//! The parser checks no rule of validation: any text that matches the grammar gives a program. It does not keep
//! comments and layout. Nothing recurses: parser libraries and recursive descent need stack space in proportion to
//! the nesting of their input, so parser and printer are written by hand with explicit stacks. Both take linear time.

mod expr;
mod parse;
mod pipeline;
mod print;
mod spans;
mod tokens;

#[cfg(test)]
mod scale_tests;
#[cfg(test)]
mod spans_tests;
#[cfg(test)]
mod tests;

use crate::Program;
pub use spans::Spans;
use std::fmt;
use std::str::FromStr;
pub(crate) use tokens::Name;

/// The reason why a text is not a program, and its place.
///
/// `Display` writes `line:column: message`, the line, and a caret below the place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The byte offset in the text.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
    /// The whole line of the text.
    pub source_line: String,
}

impl ParseError {
    /// The error `message` at the byte `offset` of `source`.
    fn new(source: &str, offset: usize, message: impl Into<String>) -> ParseError {
        let (before, after) = source.split_at(offset);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = after.find('\n').map_or(source.len(), |at| offset + at);
        ParseError {
            line: before.matches('\n').count() + 1,
            column: source[start..offset].chars().count() + 1,
            offset,
            message: message.into(),
            source_line: source[start..end].trim_end_matches('\r').to_string(),
        }
    }
}

/// The maximum number of characters that an error shows on either side of the place.
const EXCERPT: usize = 80;

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.column - 1;
        let skipped = at.saturating_sub(EXCERPT);
        let shown = |c: char| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
        let mut line: String = self.source_line.chars().skip(skipped).take(2 * EXCERPT).map(shown).collect();
        let mut indent: String =
            line.chars().take(at - skipped).map(|c| if c == '\t' { c } else { ' ' }).collect();
        if skipped > 0 {
            line.insert(0, '…');
            indent.insert(0, ' ');
        }
        write!(f, "{}:{}: {}\n{line}\n{indent}^", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A name as the text form has it: in quotes if it must be.
pub(crate) fn name(name: &str) -> String {
    Name(name).to_string()
}

impl FromStr for Program {
    type Err = ParseError;

    #[inline]
    fn from_str(source: &str) -> Result<Program, ParseError> {
        parse::read(source).map(|(program, ())| program)
    }
}

/// Parses a program and records the places of its parts, for messages about them.
///
/// ```
/// use vyre_ir::{text, validate};
///
/// let source = "program workgroup_size 1, 1, 1 entry { let x = 1 + true; }";
/// let (program, spans) = text::parse_with_spans(source)?;
/// let errors = validate(&program).unwrap_err();
/// assert_eq!(spans.get(errors[0].place).map(|span| &source[span]), Some("true"));
/// # Ok::<(), text::ParseError>(())
/// ```
///
/// # Errors
/// If the text is not a program.
#[inline]
pub fn parse_with_spans(source: &str) -> Result<(Program, Spans), ParseError> {
    let (program, notes) = parse::read(source)?;
    let spans = Spans::of(&program, notes);
    Ok((program, spans))
}
