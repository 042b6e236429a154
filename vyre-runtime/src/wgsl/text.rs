//! Expressions as text: what the printer knows about the operands that it puts together.

use vyre_ir::{Lanes, Scalar, Type};

/// How tightly the outermost operator of a text binds, loosest first. WGSL lets few operators stand beside
/// each other without parentheses, so a few levels are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// A comparison.
    Relation,
    /// `&`, `|`, `^`, `<<`, `>>`.
    Bits,
    /// `+`, `-`.
    Sum,
    /// `*`, `/`, `%`.
    Product,
    /// Names, literals, calls, accesses and unary operators.
    Primary,
}

/// A WGSL expression.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) level: Level,
    /// How many expressions are nested in the text.
    pub(super) depth: u32,
}

impl Text {
    /// A name, a literal or a call without operands that count.
    pub(super) fn primary(text: impl Into<String>) -> Text {
        Text { text: text.into(), level: Level::Primary, depth: 1 }
    }

    /// The text where an operator needs an operand that binds at least this tightly.
    pub(super) fn at(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// A literal. The least `i32` has none in WGSL, as its sign is an operator.
pub(super) fn literal(ty: Type, lanes: &Lanes) -> Text {
    let word = |at: usize| match ty.scalar {
        Scalar::Bool => (lanes[at] != 0).to_string(),
        Scalar::I32 if lanes[at] == 1 << 31 => "(-2147483647i - 1i)".to_string(),
        Scalar::I32 => format!("{}i", lanes[at] as i32),
        Scalar::U32 | Scalar::U64 | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => {
            format!("{}u", lanes[at])
        }
    };
    Text::primary(match ty.words() {
        1 => word(0),
        words => format!("{}({})", type_name(ty), (0..words).map(word).collect::<Vec<_>>().join(", ")),
    })
}

/// The zero of a type.
pub(super) fn zero(ty: Type) -> Text {
    literal(ty, &[0; 4])
}

/// The name of a type of values. A `U64` is `(low, high)`, and so are the bits of an `F64`. A float is its bits, so that no load, store or selection changes those of a NaN.
pub(super) fn type_name(ty: Type) -> &'static str {
    match (ty.scalar, ty.lanes) {
        (Scalar::U32 | Scalar::F32 | Scalar::F16 | Scalar::BF16, 1) => "u32",
        (Scalar::U32 | Scalar::F32 | Scalar::F16 | Scalar::BF16, 2) | (Scalar::U64 | Scalar::F64, 1) => {
            "vec2<u32>"
        }
        (Scalar::U32 | Scalar::F32 | Scalar::F16 | Scalar::BF16, _) | (Scalar::U64 | Scalar::F64, _) => {
            "vec4<u32>"
        }
        (Scalar::I32, 1) => "i32",
        (Scalar::I32, 2) => "vec2<i32>",
        (Scalar::I32, _) => "vec4<i32>",
        (Scalar::Bool, 1) => "bool",
        (Scalar::Bool, 2) => "vec2<bool>",
        (Scalar::Bool, _) => "vec4<bool>",
    }
}

fn deepest(operands: &[&Text]) -> u32 {
    operands.iter().map(|operand| operand.depth).max().unwrap_or(0)
}

/// `function(arguments)`.
pub(super) fn call(function: &str, arguments: &[&Text]) -> Text {
    // `f(a < b, c > d)` would read as a template.
    let is_ambiguous = |argument: &Text| arguments.len() > 1 && argument.text.contains(['<', '>']);
    let level = |argument| if is_ambiguous(argument) { Level::Bits } else { Level::Relation };
    let list: Vec<String> = arguments.iter().map(|argument| argument.at(level(argument))).collect();
    let (text, level) = (format!("{function}({})", list.join(", ")), Level::Primary);
    Text { text, level, depth: deepest(arguments) + 1 }
}

/// `left operator right`, for operators of one level that group to the left.
fn infix(operator: &str, left: String, right: String, level: Level, depth: u32) -> Text {
    Text { text: format!("{left} {operator} {right}"), level, depth: depth + 1 }
}

/// A comparison.
pub(super) fn relation(operator: &str, left: &Text, right: &Text) -> Text {
    let depth = deepest(&[left, right]);
    infix(operator, left.at(Level::Sum), right.at(Level::Sum), Level::Relation, depth)
}

/// `+` or `-`.
pub(super) fn sum(operator: &str, left: &Text, right: &Text) -> Text {
    let depth = deepest(&[left, right]);
    infix(operator, left.at(Level::Sum), right.at(Level::Product), Level::Sum, depth)
}

/// `*`, `/` or `%`.
pub(super) fn product(operator: &str, left: &Text, right: &Text) -> Text {
    let depth = deepest(&[left, right]);
    infix(operator, left.at(Level::Product), right.at(Level::Primary), Level::Product, depth)
}

/// `&`, `|`, `^` or a shift.
pub(super) fn bits(operator: &str, left: &Text, right: &Text) -> Text {
    let depth = deepest(&[left, right]);
    infix(operator, left.at(Level::Primary), right.at(Level::Primary), Level::Bits, depth)
}

/// A word behind the zero of the launch block: the same, but no driver knows.
pub(super) fn hidden(word: &Text) -> Text {
    bits("^", word, &Text::primary("launch.zero"))
}

/// `!` or `~`.
pub(super) fn prefix(operator: &str, operand: &Text) -> Text {
    let text = format!("{operator}{}", operand.at(Level::Primary));
    Text { text, level: Level::Primary, depth: operand.depth + 1 }
}

/// `operand.lanes`.
pub(super) fn lanes(operand: &Text, lanes: &str) -> Text {
    let text = format!("{}.{lanes}", operand.at(Level::Primary));
    Text { text, level: Level::Primary, depth: operand.depth + 1 }
}
