//! What invocations print: how a program says it, and how the words of a line become its text.
//!
//! A program prints by assertions that never fail: one with the message [`WORD`] for each word of the values, and behind them one whose message is that of a
//! [`Line`]. So whatever keeps a program's assertions, in their order, keeps what it prints.

use crate::float::half::Format;
use crate::{Event, Node, walk};
use std::fmt::{self, Debug, Display, LowerExp, UpperExp, Write};

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
    /// A value of a type, such as `u32`, by what stands behind the `:` of Rust's formats. A `$` stands for the last [`Piece::Width`] or
    /// [`Piece::Precision`].
    Value {
        /// The type's name.
        ty: String,
        /// How it is written.
        spec: String,
    },
    /// A word that is the width of the values behind it.
    Width,
    /// A word that is the precision of the values behind it.
    Precision,
    /// A value that is one of several variants: a word that says which one, and the pieces of all of them, of which those of the one are written.
    Choice(Vec<(u32, Vec<Piece>)>),
}

/// How deep choices may be in each other.
pub const MAX_DEPTH: usize = 64;

/// How many words a value of a type has.
fn words_of(ty: &str) -> usize {
    match ty {
        "u64" | "i64" | "f64" => 2,
        "u128" | "i128" => 4,
        "()" => 0,
        _ => 1,
    }
}

/// How many words the values of pieces have.
fn words_in(pieces: &[Piece]) -> usize {
    let words = pieces.iter().map(|piece| match piece {
        Piece::Text(_) => 0,
        Piece::Value { ty, .. } => words_of(ty),
        Piece::Width | Piece::Precision => 1,
        Piece::Choice(arms) => 1 + arms.iter().map(|(_, pieces)| words_in(pieces)).sum::<usize>(),
    });
    words.sum()
}

/// Adds what the message of a line says of pieces.
fn put_pieces(pieces: &[Piece], message: &mut String) {
    let mut put = |kind: char, text: &str| {
        // A `String` takes whatever is written.
        let _ = write!(message, "{kind}{}:{text}", text.len());
    };
    for piece in pieces {
        match piece {
            Piece::Text(text) => put('t', text),
            Piece::Value { ty, spec } => {
                put('v', ty);
                put('s', spec);
            }
            Piece::Width => put('w', ""),
            Piece::Precision => put('p', ""),
            Piece::Choice(arms) => {
                let mut inside = String::new();
                for (number, pieces) in arms {
                    let mut arm = format!("{number};");
                    put_pieces(pieces, &mut arm);
                    let _ = write!(inside, "a{}:{arm}", arm.len());
                }
                put('c', &inside);
            }
        }
    }
}

/// The parts of a message, each with its kind.
fn parts_of(mut rest: &str) -> Option<Vec<(char, &str)>> {
    let mut parts = Vec::new();
    while let Some(kind) = rest.chars().next() {
        let (length, text) = rest.get(kind.len_utf8()..)?.split_once(':')?;
        let (text, behind) = text.split_at_checked(length.parse().ok()?)?;
        parts.push((kind, text));
        rest = behind;
    }
    Some(parts)
}

/// The pieces of a message, with choices that are at most so deep in each other.
fn pieces_of(message: &str, depth: usize) -> Option<Vec<Piece>> {
    let (mut pieces, mut ty) = (Vec::new(), None);
    for (kind, text) in parts_of(message)? {
        match kind {
            't' => pieces.push(Piece::Text(text.to_string())),
            'v' => ty = Some(text.to_string()),
            's' => pieces.push(Piece::Value { ty: ty.take()?, spec: text.to_string() }),
            'w' => pieces.push(Piece::Width),
            'p' => pieces.push(Piece::Precision),
            'c' => {
                let depth = depth.checked_sub(1)?;
                let arms = parts_of(text)?.into_iter().map(|(kind, arm)| {
                    let (number, inside) = arm.split_once(';').filter(|_| kind == 'a')?;
                    Some((number.parse().ok()?, pieces_of(inside, depth)?))
                });
                pieces.push(Piece::Choice(arms.collect::<Option<_>>()?));
            }
            _ => return None,
        }
    }
    Some(pieces)
}

/// What is written of a line so far.
struct Writing<'w> {
    text: String,
    /// Nothing is written behind so many bytes.
    most: usize,
    words: std::slice::Iter<'w, u32>,
    width: usize,
    precision: usize,
}

impl Writing<'_> {
    /// The next word; zero where there is none.
    fn word(&mut self) -> u32 {
        self.words.next().copied().unwrap_or(0)
    }

    fn write(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if self.text.len() > self.most {
                return;
            }
            match piece {
                Piece::Text(piece) => self.text.push_str(piece),
                Piece::Value { ty, spec } => {
                    let value: Vec<u32> = (0..words_of(ty)).map(|_| self.word()).collect();
                    let spec = Spec::of(spec).with(self.width, self.precision);
                    self.text.push_str(&spec.written(ty, &value));
                }
                Piece::Width => self.width = (self.word() as usize).min(MAX_WIDTH),
                Piece::Precision => self.precision = (self.word() as usize).min(MAX_WIDTH),
                Piece::Choice(arms) => {
                    let chosen = self.word();
                    for (number, pieces) in arms {
                        if *number == chosen {
                            self.write(pieces);
                        } else if let Some(skipped) = words_in(pieces).checked_sub(1) {
                            self.words.nth(skipped);
                        }
                    }
                }
            }
        }
    }
}

impl Line {
    /// How many words its values have.
    pub fn words(&self) -> usize {
        words_in(&self.pieces)
    }

    /// The message of the assertion that stands for it.
    pub fn message(&self) -> String {
        let mut message = format!("{LINE}{}", if self.is_error { 'e' } else { 'o' });
        put_pieces(&self.pieces, &mut message);
        message
    }

    /// The line of a message, if it stands for one.
    pub fn of_message(message: &str) -> Option<Line> {
        let rest = message.strip_prefix(LINE)?;
        let is_error = rest.starts_with('e');
        let pieces = pieces_of(rest.strip_prefix(['e', 'o'])?, MAX_DEPTH)?;
        Some(Line { is_error, pieces })
    }

    /// The text, with these words as its values; nothing if it has more than `most` bytes.
    pub fn text(&self, words: &[u32], most: usize) -> Option<String> {
        let mut writing = Writing { text: String::new(), most, words: words.iter(), width: 0, precision: 0 };
        writing.write(&self.pieces);
        (writing.text.len() <= most).then_some(writing.text)
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
    message == WORD || Line::of_message(message).is_some()
}

/// A width or a precision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// A number.
    Number(usize),
    /// The argument with this name or number, as in `w$`. Without a name it is the one that the line says before.
    Argument(String),
    /// The next argument, as in `.*`.
    Next,
}

/// The kinds of formats but `Display`, and the traits that they are of.
const KINDS: [(&str, &str); 9] = [
    ("x?", "Debug"),
    ("X?", "Debug"),
    ("?", "Debug"),
    ("x", "LowerHex"),
    ("X", "UpperHex"),
    ("b", "Binary"),
    ("o", "Octal"),
    ("e", "LowerExp"),
    ("E", "UpperExp"),
];

/// What stands behind the `:` of a format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    fill: Option<char>,
    align: Option<char>,
    has_plus: bool,
    is_alternate: bool,
    has_zeros: bool,
    /// The width.
    pub width: Option<Count>,
    /// The precision.
    pub precision: Option<Count>,
    /// One of `KINDS`; nothing for `Display`.
    kind: &'static str,
    /// What is left over: it is no such format.
    is_wrong: bool,
}

/// The widest and the most precise that a value is written, as in Rust.
const MAX_WIDTH: usize = u16::MAX as usize;

/// The number, or the name or the number of an argument with a `$` behind it, that a text begins with; and what is behind it.
fn count_at(text: &str) -> (Option<Count>, &str) {
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(text.len());
    if let Some(behind) = text[end..].strip_prefix('$') {
        return (Some(Count::Argument(text[..end].to_string())), behind);
    }
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    match text[..end].is_empty() {
        true => (None, text),
        // What is larger than every number is too large, too.
        false => (Some(Count::Number(text[..end].parse().unwrap_or(usize::MAX))), &text[end..]),
    }
}

impl Spec {
    /// The format with this text.
    pub fn of(text: &str) -> Spec {
        let mut spec = Spec::default();
        let mut rest = text;
        let align = |text: &str| text.chars().next().filter(|letter| matches!(letter, '<' | '^' | '>'));
        if let Some(first) = rest.chars().next()
            && align(&rest[first.len_utf8()..]).is_some()
        {
            spec.fill = Some(first);
            rest = &rest[first.len_utf8()..];
        }
        spec.align = align(rest);
        rest = &rest[spec.align.map_or(0, char::len_utf8)..];
        let take = |rest: &mut &str, wanted: char| match rest.strip_prefix(wanted) {
            Some(behind) => {
                *rest = behind;
                true
            }
            None => false,
        };
        spec.has_plus = take(&mut rest, '+');
        if !spec.has_plus {
            take(&mut rest, '-');
        }
        spec.is_alternate = take(&mut rest, '#');
        // `0$` is an argument.
        spec.has_zeros = !rest.starts_with("0$") && take(&mut rest, '0');
        (spec.width, rest) = count_at(rest);
        if take(&mut rest, '.') {
            (spec.precision, rest) = match rest.strip_prefix('*') {
                Some(behind) => (Some(Count::Next), behind),
                None => count_at(rest),
            };
            spec.is_wrong |= spec.precision.is_none();
        }
        let known = KINDS.iter().find(|(kind, _)| *kind == rest);
        spec.kind = known.map_or("", |(kind, _)| kind);
        let is_large = |count: &Option<Count>| matches!(count, Some(Count::Number(at)) if *at > MAX_WIDTH);
        spec.is_wrong |=
            known.is_none() && !rest.is_empty() || is_large(&spec.width) || is_large(&spec.precision);
        spec
    }

    /// Whether it is a format that kernels have.
    pub fn is_fine(&self) -> bool {
        !self.is_wrong
    }

    /// Whether it is `Debug`, and whether it puts parts on lines of their own.
    pub fn is_debug(&self) -> (bool, bool) {
        (self.of_trait() == "Debug", self.is_alternate)
    }

    /// The trait that it is of.
    pub fn of_trait(&self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self.kind).map_or("Display", |(_, of)| of)
    }

    /// The format with numbers where it names arguments.
    fn with(mut self, width: usize, precision: usize) -> Spec {
        for (count, number) in [(&mut self.width, width), (&mut self.precision, precision)] {
            if matches!(count, Some(Count::Argument(_) | Count::Next)) {
                *count = Some(Count::Number(number));
            }
        }
        self
    }

    fn digits(&self) -> Option<usize> {
        match self.precision {
            Some(Count::Number(digits)) => Some(digits),
            _ => None,
        }
    }

    /// A value of a type as text.
    fn written(&self, ty: &str, words: &[u32]) -> String {
        let low = words.first().copied().unwrap_or(0);
        match ty {
            "()" => self.letters("()"),
            "bool" => self.letters(&(low != 0).to_string()),
            "char" => {
                let letter = char::from_u32(low).unwrap_or(char::REPLACEMENT_CHARACTER);
                match self.is_debug().0 {
                    true => format!("{letter:?}"),
                    false => self.letters(letter.encode_utf8(&mut [0; 4])),
                }
            }
            "f32" => self.float(f32::from_bits(low)),
            "f64" => {
                let high = words.get(1).copied().unwrap_or(0);
                self.float(f64::from_bits(u64::from(high) << 32 | u64::from(low)))
            }
            "f16" => self.float(f32::from_bits(Format::F16.widen(low))),
            "bf16" => self.float(f32::from_bits(Format::BF16.widen(low))),
            _ => self.integer(ty, words),
        }
    }

    /// A text of `str`; nothing if it is no format of texts.
    pub fn text(&self, text: &str) -> Option<String> {
        let has_arguments = [&self.width, &self.precision]
            .iter()
            .any(|count| matches!(count, Some(Count::Argument(_) | Count::Next)));
        match self.of_trait() {
            _ if has_arguments => None,
            "Display" => Some(self.letters(text)),
            "Debug" => Some(format!("{text:?}")),
            _ => None,
        }
    }

    /// A text, of which the precision says how much is written.
    fn letters(&self, text: &str) -> String {
        let text = text.chars().take(self.digits().unwrap_or(usize::MAX)).collect();
        self.padded(text, '<', false)
    }

    fn float<F: Copy + Into<f64> + Display + Debug + LowerExp + UpperExp>(&self, value: F) -> String {
        let text = match (self.kind, self.digits()) {
            ("e", None) => format!("{value:e}"),
            ("e", Some(digits)) => format!("{value:.digits$e}"),
            ("E", None) => format!("{value:E}"),
            ("E", Some(digits)) => format!("{value:.digits$E}"),
            (_, Some(digits)) => format!("{value:.digits$}"),
            _ if self.is_debug().0 => format!("{value:?}"),
            (_, None) => format!("{value}"),
        };
        let wide: f64 = value.into();
        let has_plus = self.has_plus && !wide.is_nan() && !wide.is_sign_negative();
        self.padded(if has_plus { format!("+{text}") } else { text }, '>', true)
    }

    fn integer(&self, ty: &str, words: &[u32]) -> String {
        let bits = words.iter().rev().fold(0u128, |bits, word| bits << 32 | u128::from(*word));
        let width = ty.get(1..).and_then(|width| width.parse::<u32>().ok()).unwrap_or(32).clamp(8, 128);
        let bits = bits << (128 - width) >> (128 - width);
        let is_negative = ty.starts_with('i') && bits >> (width - 1) & 1 == 1;
        let magnitude =
            if is_negative { bits.wrapping_neg() << (128 - width) >> (128 - width) } else { bits };
        let (prefix, text, is_signed) = match self.kind {
            "x" | "x?" => ("0x", format!("{bits:x}"), false),
            "X" | "X?" => ("0x", format!("{bits:X}"), false),
            "b" => ("0b", format!("{bits:b}"), false),
            "o" => ("0o", format!("{bits:o}"), false),
            "e" | "E" => {
                let text = match self.digits() {
                    Some(digits) => format!("{magnitude:.digits$e}"),
                    None => format!("{magnitude:e}"),
                };
                ("", if self.kind == "E" { text.to_uppercase() } else { text }, true)
            }
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
        let width = match self.width {
            Some(Count::Number(width)) => width,
            _ => 0,
        };
        let missing = width.saturating_sub(text.chars().count());
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

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Number(number) => write!(f, "{number}"),
            Count::Argument(name) => write!(f, "{name}$"),
            Count::Next => f.write_str("*"),
        }
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = [(self.has_plus, '+'), (self.is_alternate, '#'), (self.has_zeros, '0')];
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag);
        for letter in self.fill.into_iter().chain(self.align).chain(flags) {
            f.write_char(letter)?;
        }
        if let Some(width) = &self.width {
            write!(f, "{width}")?;
        }
        if let Some(precision) = &self.precision {
            write!(f, ".{precision}")?;
        }
        f.write_str(self.kind)
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
                assert_eq!(written($spec, $ty, &$words), format!(concat!("{:", $spec, "}"), $value), "{} of {:?}", $spec, $value);
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
        same!("i32", i32::MIN, [1 << 31] => "" "?" "#x?" "X?" "012" "e" ".3e" "+.0E");
        same!("u8", 171u8, [171] => "02x?" "#X?" "5x?" ".1e" ".4E" "12.1e" "+?" "#?");
        same!("u64", u64::MAX, [u32::MAX; 2] => ".3e" "e" "#066b" "x?");
        for value in [
            1.5f32,
            -0.0,
            0.1,
            1e10,
            1e-7,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            3.0,
            -1e20,
            f32::MIN_POSITIVE,
        ] {
            let words = [value.to_bits()];
            same!("f32", value, words => "" "?" ".2" "8.3" "08.1" "+" "e" "<8" ".3e" "^9.1" ".0" "#?" ".1?" "+?" "012.2E" "x?" "*^+14.2");
        }
        for value in
            [1.5f64, -0.0, 0.1, 1e16, 1e15, 1e-5, 1e-7, f64::NAN, -f64::INFINITY, f64::MAX, 5e-324, 2.5, -3.5]
        {
            let words = [value.to_bits() as u32, (value.to_bits() >> 32) as u32];
            same!("f64", value, words => "" "?" ".2" "8.3" "08.1" "+" "e" "E" "<8" ".3e" "^9.1" ".0" "#?" ".1?" "+e" "x?" "030" ".20");
        }
        same!("bool", true, [1] => "" "?" "6" ">6" ".2" "06" "*^9" "x?");
        same!("()", (), [] => "?" "5?" ".1?" "^4?");
        for text in ["", "a\"é"] {
            assert_eq!(Spec::of("*>5.3").text(text), Some(format!("{text:*>5.3}")));
            assert_eq!(Spec::of("5?").text(text), Some(format!("{text:?}")));
        }
        assert!(Spec::of("x").text("a").is_none() && Spec::of("w$").text("a").is_none());
        for value in ['a', '\'', '"', '\n', '\u{301}', '\u{10ffff}', 'ß'] {
            same!("char", value, [value.into()] => "" "?" "4" ">4" "*^5" ".0" "4?" "#?" "04");
        }
        for wrong in
            [".", "1$x2", "y", "?x", "++", "65536", ".65536", "99999999999999999999999", "*", "<<<", "# 5"]
        {
            assert!(!Spec::of(wrong).is_fine(), "{wrong}");
        }
        for fine in ["1$", ".*", "x?", ">+#08.3e", "w$.p$", "0$", "08$x", "a<b$", "}>5", "65535", "-", "_w$"]
        {
            assert!(Spec::of(fine).is_fine(), "{fine}");
            assert_eq!(Spec::of(&Spec::of(fine).to_string()), Spec::of(fine), "{fine}");
        }
    }

    #[test]
    fn counts_are_those_of_rust() {
        let named = |name: &str| Some(Count::Argument(name.to_string()));
        let counts = |text: &str| (Spec::of(text).width, Spec::of(text).precision);
        assert_eq!(counts("0$"), (named("0"), None));
        assert_eq!(counts("08$.3"), (named("8"), Some(Count::Number(3))));
        assert_eq!(counts("w<+#w$.p$x?"), (named("w"), named("p")));
        assert_eq!(counts("5.*"), (Some(Count::Number(5)), Some(Count::Next)));
    }

    #[test]
    fn a_line_is_what_its_message_says() {
        let value = |ty: &str, spec: &str| Piece::Value { ty: ty.to_string(), spec: spec.to_string() };
        let text = |text: &str| Piece::Text(text.to_string());
        let pieces = vec![text("a:1 é\n"), value("u64", "#x"), value("bool", "")];
        let line = Line { is_error: true, pieces };
        assert_eq!(Line::of_message(&line.message()), Some(line.clone()));
        assert_eq!((line.words(), line.text(&[255, 0, 1], 15)), (3, Some("a:1 é\n0xfftrue".to_string())));
        assert_eq!(line.text(&[255, 0, 1], 14), None);
        let inner = Piece::Choice(vec![(0, vec![text("None")]), (1, vec![value("u32", "$.$")])]);
        let arms = vec![(7, vec![text("A;"), inner, value("i64", "")]), (9, vec![value("f64", "?")])];
        let line = Line {
            is_error: false,
            pieces: vec![Piece::Width, Piece::Precision, Piece::Choice(arms), text("!"), value("bool", "")],
        };
        assert_eq!(Line::of_message(&line.message()), Some(line.clone()));
        assert_eq!(line.words(), 10);
        let minus_two = [u32::MAX - 1, u32::MAX];
        let words = [3, 0, 7, 1, 5, minus_two[0], minus_two[1], 0, 0, 1];
        let given = |words: &[u32]| line.text(words, 100);
        assert_eq!(given(&words).as_deref(), Some("A;  5-2!true"));
        let double = 1.5f64.to_bits().wrapping_shr(32) as u32;
        assert_eq!(given(&[3, 0, 9, 1, 5, 0, 0, 0, double, 0]).as_deref(), Some("1.5!false"));
        assert_eq!(given(&[3, 0, 8]).as_deref(), Some("!false"));
        let mut deep = Piece::Choice(Vec::new());
        for _ in 0..MAX_DEPTH {
            deep = Piece::Choice(vec![(0, vec![deep])]);
        }
        assert_eq!(Line::of_message(&Line { is_error: false, pieces: vec![deep] }.message()), None);
        for wrong in ["", "\0line ", "\0line x", "\0line ot9:a", "\0line os1:a", "\0line ot1"] {
            assert!(Line::of_message(wrong).is_none_or(|line| line.pieces.is_empty()), "{wrong:?}");
        }
        assert!(!is_printing("\0line x"), "It is the message of an assertion as any other.");
    }
}
