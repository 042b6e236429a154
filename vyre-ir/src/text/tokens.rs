//! Keywords, names and the lexer. The lexer gives one token at a time, each a range of the text. It does not tell
//! keywords from names; the parser does.

use super::ParseError;
use crate::{BinOp, DataType, Spelling, UnOp, is_identifier};
use std::fmt;

/// The keywords, which cannot be names without quotes. Names of functions are not keywords, because a parenthesis
/// follows a function and never a variable. Words that only occur outside of bodies are not keywords either.
const RESERVED: &[&str] = &[
    "let",
    "if",
    "else",
    "for",
    "in",
    "break",
    "continue",
    "return",
    "barrier",
    "true",
    "false",
    "call",
    "cast",
    "compose",
    "invocation_id",
    "workgroup_id",
    "local_id",
    "inf",
    "inf64",
    "nan",
    "nan64",
];

/// The punctuation other than operators.
const PUNCTUATION: &[&str] = &["(", ")", "[", "]", "{", "}", ",", ";", ":", "@", "=", ".", "..", "<", ">"];

/// Whether a word begins a type with a parameter, such as `vec2<u32>`.
pub(super) fn begins_type(word: &str) -> bool {
    DataType::ALL.iter().any(|ty| ty.name().split_once('<').is_some_and(|(head, _)| head == word))
}

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || begins_type(word)
}

#[inline]
fn begins_word(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

#[inline]
fn continues_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// A name, in quotes if it must be.
pub(crate) struct Name<'a>(pub(crate) &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_identifier(self.0) && !is_reserved(self.0) { f.write_str(self.0) } else { quoted(self.0, f) }
    }
}

/// The id of an operation: identifiers separated by dots, or a string in quotes.
pub(super) struct OpId<'a>(pub(super) &'a str);

impl fmt::Display for OpId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.split('.').all(is_identifier) { f.write_str(self.0) } else { quoted(self.0, f) }
    }
}

/// A text in quotes.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(self.0, f)
    }
}

fn quoted(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for c in name.chars() {
        match c {
            '\'' => f.write_str("'")?,
            _ => write!(f, "{}", c.escape_debug())?,
        }
    }
    f.write_str("\"")
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword or a name.
    Word,
    /// A name in quotes, with its escapes not yet replaced.
    Quoted,
    /// Digits, and whatever letters and digits follow them.
    Number,
    /// A number that ends with `f` or `d`.
    Float,
    /// An operator or punctuation.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

/// A token and the bytes of the text that it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

pub(super) struct Lexer<'s> {
    source: &'s str,
    at: usize,
    /// Every symbol.
    symbols: Vec<&'static str>,
}

impl<'s> Lexer<'s> {
    #[inline]
    pub(super) fn new(source: &'s str) -> Lexer<'s> {
        let symbol = |spelling| match spelling {
            Spelling::Symbol(symbol) => Some(symbol),
            Spelling::Function(_) => None,
        };
        let binary = BinOp::ALL.iter().filter_map(|op| symbol(op.spelling()));
        let unary = UnOp::ALL.iter().filter_map(|op| symbol(op.spelling()));
        let symbols = PUNCTUATION.iter().copied().chain(binary).chain(unary).collect();
        Lexer { source, at: 0, symbols }
    }

    pub(super) fn source(&self) -> &'s str {
        self.source
    }

    /// Whether this symbol comes next.
    pub(super) fn comes(&mut self, symbol: &str) -> bool {
        self.skip_space();
        self.source[self.at..].starts_with(symbol)
    }

    /// Continues at the byte offset `at`.
    pub(super) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    #[inline]
    pub(super) fn next(&mut self) -> Result<Token, ParseError> {
        self.skip_space();
        let start = self.at;
        let rest = &self.source[start..];
        let (kind, len) = match rest.chars().next() {
            None => (Kind::End, 0),
            Some('"') => (Kind::Quoted, self.quoted_len(rest)?),
            Some(c) if c.is_ascii_digit() => match float_len(rest) {
                Some(len) => (Kind::Float, len),
                None => (Kind::Number, word_len(rest)),
            },
            Some(c) if begins_word(c) => (Kind::Word, word_len(rest)),
            Some(c) => match self.symbol(rest) {
                Some(symbol) => (Kind::Symbol(symbol), symbol.len()),
                None => {
                    let message = format!("unexpected character `{}`", c.escape_debug());
                    return Err(ParseError::new(self.source, start, message));
                }
            },
        };
        self.at = start + len;
        Ok(Token { kind, start, end: self.at })
    }

    /// The longest symbol that the text begins with.
    #[inline]
    fn symbol(&self, rest: &str) -> Option<&'static str> {
        let begin = self.symbols.iter().copied().filter(|symbol| rest.starts_with(symbol));
        begin.max_by_key(|symbol| symbol.len())
    }

    #[inline]
    fn skip_space(&mut self) {
        loop {
            let rest = self.source[self.at..].trim_start();
            self.at = self.source.len() - rest.len();
            if !rest.starts_with("//") {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    #[inline]
    fn quoted_len(&self, rest: &str) -> Result<usize, ParseError> {
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => return Ok(at + 1),
                '\\' => drop(chars.next()),
                '\n' => break,
                _ => {}
            }
        }
        Err(ParseError::new(self.source, self.at, "the name has no closing quote on its line"))
    }

    /// The name in a quoted token.
    #[inline]
    pub(super) fn unquote(&self, token: Token) -> Result<String, ParseError> {
        let (start, end) = (token.start + 1, token.end - 1);
        let mut name = String::new();
        let mut chars = self.source[start..end].char_indices();
        while let Some((at, c)) = chars.next() {
            if c != '\\' {
                name.push(c);
                continue;
            }
            let unescaped = match chars.next() {
                Some((_, 'n')) => Some('\n'),
                Some((_, 'r')) => Some('\r'),
                Some((_, 't')) => Some('\t'),
                Some((_, '0')) => Some('\0'),
                Some((_, c @ ('"' | '\'' | '\\'))) => Some(c),
                Some((_, 'u')) => {
                    let (len, c) = unicode_escape(chars.as_str());
                    len.checked_sub(1).and_then(|last| chars.nth(last));
                    c
                }
                _ => None,
            };
            let unknown = || ParseError::new(self.source, start + at, "unknown escape");
            name.push(unescaped.ok_or_else(unknown)?);
        }
        Ok(name)
    }
}

/// The length of `1.5f`, `1e-3f`, `0x1.8p0f` or `1.5d` at the beginning of the text.
#[inline]
fn float_len(text: &str) -> Option<usize> {
    let (start, radix, mark) = if text.starts_with("0x") { (2, 16, 'p') } else { (0, 10, 'e') };
    let digits = |from: usize, radix| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.find(|c: char| c != '_' && !c.is_digit(radix)).unwrap_or(rest.len())
    };
    // Hexadecimal digits include `f` and `d`, so such a float has an exponent.
    let mut at = digits(start, radix);
    let next = |at: usize| text.get(at..).and_then(|rest| rest.chars().next());
    if next(at) == Some('.') {
        at = digits(at + 1, radix);
    }
    if next(at) == Some(mark) {
        at += 1 + usize::from(matches!(next(at + 1), Some('+' | '-')));
        at = digits(at, 10);
    }
    let is_float = matches!(next(at), Some('f' | 'd')) && !next(at + 1).is_some_and(continues_word);
    is_float.then_some(at + 1)
}

#[inline]
fn word_len(text: &str) -> usize {
    text.find(|c| !continues_word(c)).unwrap_or(text.len())
}

/// The length of `{1f600}` at the beginning of `text`, and the character.
#[inline]
fn unicode_escape(text: &str) -> (usize, Option<char>) {
    let digits = text.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let code =
        digits.filter(|(digits, _)| digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()));
    match code {
        Some((digits, _)) => {
            (digits.len() + 2, u32::from_str_radix(digits, 16).ok().and_then(char::from_u32))
        }
        None => (0, None),
    }
}
