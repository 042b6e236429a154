//! What invocations print: how a program says it, and how the words of a line become its text.
//!
//! A program prints by assertions that never fail: one with the message [`WORD`] for each word of the values, and behind them one whose message is that of a
//! [`Line`]. So whatever keeps a program's assertions, in their order, keeps what it prints.

use crate::{Event, Node, walk};
use std::fmt::Write;

/// The message of an assertion that stands for a word of a line.
pub const WORD: &str = "\0word";

/// How the messages begin that stand for lines.
const LINE: &str = "\0line ";

/// What an invocation prints at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whether it goes to the standard error.
    pub is_error: bool,
    /// Its pieces, one after the other.
    pub pieces: Vec<Piece>,
}

/// A piece of what is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// A value of a type, such as `u32`, by what stands behind the `:` of Rust's formats. A type `enum Red=0,Green=1` lists the names of an enum's
    /// variants.
    Value {
        /// The type's name.
        ty: String,
        /// How it is written.
        spec: String,
    },
}

/// How many words a value of a type has.
fn words_of(ty: &str) -> usize {
    match ty {
        "u64" | "i64" => 2,
        "u128" | "i128" => 4,
        _ => 1,
    }
}

impl Line {
    /// How many words its values have.
    pub fn words(&self) -> usize {
        let words = self.pieces.iter().map(|piece| match piece {
            Piece::Text(_) => 0,
            Piece::Value { ty, .. } => words_of(ty),
        });
        words.sum()
    }

    /// The message of the assertion that stands for it.
    pub fn message(&self) -> String {
        let mut message = format!("{LINE}{}", if self.is_error { 'e' } else { 'o' });
        let mut put = |kind: char, text: &str| {
            // A `String` takes whatever is written.
            let _ = write!(message, "{kind}{}:{text}", text.len());
        };
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => put('t', text),
                Piece::Value { ty, spec } => {
                    put('v', ty);
                    put('s', spec);
                }
            }
        }
        message
    }

    /// The line of a message, if it stands for one.
    pub fn of_message(message: &str) -> Option<Line> {
        let mut rest = message.strip_prefix(LINE)?;
        let is_error = rest.starts_with('e');
        rest = rest.strip_prefix(['e', 'o'])?;
        let (mut pieces, mut ty) = (Vec::new(), None);
        while let Some(kind) = rest.chars().next() {
            let (length, text) = rest.get(kind.len_utf8()..)?.split_once(':')?;
            let (text, behind) = text.split_at_checked(length.parse().ok()?)?;
            match kind {
                't' => pieces.push(Piece::Text(text.to_string())),
                'v' => ty = Some(text.to_string()),
                's' => pieces.push(Piece::Value { ty: ty.take()?, spec: text.to_string() }),
                _ => return None,
            }
            rest = behind;
        }
        Some(Line { is_error, pieces })
    }

    /// The text, with these words as its values.
    pub fn text(&self, words: &[u32]) -> String {
        let (mut text, mut at) = (String::new(), 0);
        for piece in &self.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value { ty, spec } => {
                    let count = words_of(ty);
                    let value = words.get(at..at + count).unwrap_or(&[0; 4][..count]);
                    text.push_str(&Spec::of(spec).written(ty, value));
                    at += count;
                }
            }
        }
        text
    }
}

/// Whether nodes print, as far as they call nothing.
pub fn prints(body: &[Node]) -> bool {
    let mut found = false;
    walk(body, |event| {
        if let Event::Enter { node: Node::Assert { message, .. }, .. } = event {
            found |= is_printing(message);
        }
    });
    found
}

/// Whether the message of an assertion stands for something that is printed.
pub fn is_printing(message: &str) -> bool {
    message == WORD || message.starts_with(LINE)
}

/// What stands behind the `:` of a format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    fill: Option<char>,
    align: Option<char>,
    has_plus: bool,
    is_alternate: bool,
    has_zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// `?`, `x`, `X`, `b`, `o`, `e` or `E`; nothing for `Display`.
    kind: Option<char>,
    /// What is left over: it is no such format.
    is_wrong: bool,
}

/// The widest and the most precise that a value is written.
const MAX_WIDTH: usize = 1024;

impl Spec {
    /// The format with this text.
    pub fn of(text: &str) -> Spec {
        let mut spec = Spec::default();
        let mut rest: Vec<char> = text.chars().rev().collect();
        let is_align = |letter: Option<&char>| matches!(letter, Some('<' | '^' | '>'));
        if rest.len() > 1 && is_align(rest.get(rest.len() - 2)) {
            spec.fill = rest.pop();
        }
        if is_align(rest.last()) {
            spec.align = rest.pop();
        }
        let mut take = |wanted: char| rest.pop_if(|letter| *letter == wanted).is_some();
        spec.has_plus = take('+');
        take('-');
        spec.is_alternate = take('#');
        spec.has_zeros = take('0');
        let number = |rest: &mut Vec<char>| {
            let mut digits = String::new();
            while let Some(digit) = rest.pop_if(|letter| letter.is_ascii_digit()) {
                digits.push(digit);
            }
            digits
        };
        let width = number(&mut rest);
        spec.width = width.parse().unwrap_or(0);
        if rest.pop_if(|letter| *letter == '.').is_some() {
            let digits = number(&mut rest);
            spec.precision = digits.parse().ok();
            spec.is_wrong |= digits.is_empty();
        }
        spec.kind = rest.pop_if(|letter| matches!(letter, '?' | 'x' | 'X' | 'b' | 'o' | 'e' | 'E'));
        spec.is_wrong |= !rest.is_empty()
            || spec.width > MAX_WIDTH
            || spec.precision.is_some_and(|digits| digits > MAX_WIDTH)
            || !width.is_empty() && width.parse::<usize>().is_err();
        spec
    }

    /// Whether it is a format that kernels have: its width and its precision are numbers.
    pub fn is_fine(&self) -> bool {
        !self.is_wrong
    }

    /// Whether it is `Debug`, and whether it puts parts on lines of their own.
    pub fn is_debug(&self) -> (bool, bool) {
        (self.kind == Some('?'), self.is_alternate)
    }

    /// A value of a type as text.
    fn written(&self, ty: &str, words: &[u32]) -> String {
        let low = words.first().copied().unwrap_or(0);
        if let Some(variants) = ty.strip_prefix("enum ") {
            let named = variants.split(',').find_map(|variant| {
                let (name, number) = variant.split_once('=')?;
                (number.parse() == Ok(low)).then(|| name.to_string())
            });
            return self.padded(named.unwrap_or_else(|| low.to_string()), '<', false);
        }
        match ty {
            "bool" => {
                let mut text = (low != 0).to_string();
                text.truncate(self.precision.unwrap_or(usize::MAX).min(text.len()));
                self.padded(text, '<', false)
            }
            "f32" => self.float(f32::from_bits(low)),
            _ => self.integer(ty, words),
        }
    }

    fn float(&self, value: f32) -> String {
        let magnitude = value.abs();
        let text = match (self.kind, self.precision) {
            (Some('e'), None) => format!("{magnitude:e}"),
            (Some('e'), Some(digits)) => format!("{magnitude:.digits$e}"),
            (Some('E'), None) => format!("{magnitude:E}"),
            (Some('E'), Some(digits)) => format!("{magnitude:.digits$E}"),
            (Some('?'), None) => format!("{magnitude:?}"),
            (_, Some(digits)) => format!("{magnitude:.digits$}"),
            (_, None) => format!("{magnitude}"),
        };
        let sign = match (value.is_nan(), value.is_sign_negative(), self.has_plus) {
            (true, ..) => "",
            (_, true, _) => "-",
            (_, _, true) => "+",
            _ => "",
        };
        self.padded(format!("{sign}{text}"), '>', true)
    }

    fn integer(&self, ty: &str, words: &[u32]) -> String {
        let bits = words.iter().rev().fold(0u128, |bits, word| bits << 32 | u128::from(*word));
        let width = ty.get(1..).and_then(|width| width.parse::<u32>().ok()).unwrap_or(32).clamp(8, 128);
        let bits = bits << (128 - width) >> (128 - width);
        let is_negative = ty.starts_with('i') && bits >> (width - 1) & 1 == 1;
        let magnitude =
            if is_negative { bits.wrapping_neg() << (128 - width) >> (128 - width) } else { bits };
        let (prefix, text, is_signed) = match self.kind {
            Some('x') => ("0x", format!("{bits:x}"), false),
            Some('X') => ("0x", format!("{bits:X}"), false),
            Some('b') => ("0b", format!("{bits:b}"), false),
            Some('o') => ("0o", format!("{bits:o}"), false),
            Some('e') => ("", format!("{magnitude:e}"), true),
            Some('E') => ("", format!("{magnitude:E}"), true),
            _ => ("", magnitude.to_string(), true),
        };
        let sign = match (is_signed && is_negative, self.has_plus) {
            (true, _) => "-",
            (false, true) => "+",
            _ => "",
        };
        let prefix = if self.is_alternate { prefix } else { "" };
        self.padded(format!("{sign}{prefix}{text}"), '>', true)
    }

    /// The text with as many letters as are wanted, of which zeros stand behind the sign.
    fn padded(&self, text: String, align: char, takes_zeros: bool) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        if missing == 0 {
            return text;
        }
        if self.has_zeros && takes_zeros {
            let sign = text.find(|letter: char| letter != '+' && letter != '-').unwrap_or(0);
            let has_prefix = ["0x", "0b", "0o"].iter().any(|prefix| text[sign..].starts_with(prefix));
            let head = if self.is_alternate && has_prefix { sign + 2 } else { sign };
            return format!("{}{}{}", &text[..head], "0".repeat(missing), &text[head..]);
        }
        let fill = |count: usize| self.fill.unwrap_or(' ').to_string().repeat(count);
        match self.align.unwrap_or(align) {
            '<' => format!("{text}{}", fill(missing)),
            '^' => format!("{}{text}{}", fill(missing / 2), fill(missing - missing / 2)),
            _ => format!("{}{text}", fill(missing)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(spec: &str, ty: &str, words: &[u32]) -> String {
        Spec::of(spec).written(ty, words)
    }

    #[test]
    fn values_are_written_as_rust_writes_them() {
        macro_rules! same {
            ($ty:literal, $value:expr, $words:expr => $($spec:literal)*) => {$(
                assert_eq!(written($spec, $ty, &$words), format!(concat!("{:", $spec, "}"), $value), "{} of {}", $spec, $value);
            )*};
        }
        same!("u32", 42u32, [42] => "" "?" "x" "#x" "08b" "#010x" "5" "<5" "^5" "*^7" "+" "+05" "o" "X" "e" ".2");
        same!("i32", -42i32, [-42i32 as u32] => "" "?" "x" "05" "<6" "+" "b" "#b" "e");
        same!("i8", -3i8, [-3i32 as u32] => "" "x" "b" "04");
        same!("u8", 200u8, [200] => "" "x" "08b");
        same!("u64", 0x1_0000_0002u64, [2, 1] => "" "x" "#X" "20" "020");
        same!("i64", -2i64, [u32::MAX - 1, u32::MAX] => "" "x" "5");
        same!("u128", u128::MAX, [u32::MAX; 4] => "" "x");
        same!("i128", -2i128, [u32::MAX - 1, u32::MAX, u32::MAX, u32::MAX] => "" "x" "5");
        for value in [1.5f32, -0.0, 0.1, 1e10, 1e-7, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3.0] {
            same!("f32", value, [value.to_bits()] => "" "?" ".2" "8.3" "08.1" "+" "e" "<8" ".3e" "^9.1" ".0" "#?" ".1?");
        }
        same!("bool", true, [1] => "" "?" "6" ">6" ".2");
        assert_eq!(written("?", "enum Red=0,Green=5", &[5]), "Green");
        assert!(
            !Spec::of("1$").is_fine()
                && !Spec::of(".*").is_fine()
                && !Spec::of("x?").is_fine()
                && Spec::of(">+#08.3e").is_fine()
        );
    }

    #[test]
    fn a_line_is_what_its_message_says() {
        let value = |ty: &str, spec: &str| Piece::Value { ty: ty.to_string(), spec: spec.to_string() };
        let pieces = vec![Piece::Text("a:1 é\n".to_string()), value("u64", "#x"), value("bool", "")];
        let line = Line { is_error: true, pieces };
        assert_eq!(Line::of_message(&line.message()), Some(line.clone()));
        assert_eq!((line.words(), line.text(&[255, 0, 1])), (3, "a:1 é\n0xfftrue".to_string()));
        for wrong in ["", "\0line ", "\0line x", "\0line ot9:a", "\0line os1:a", "\0line ot1"] {
            assert!(Line::of_message(wrong).is_none_or(|line| line.pieces.is_empty()), "{wrong:?}");
        }
    }
}
