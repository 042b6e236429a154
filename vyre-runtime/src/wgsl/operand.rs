//! Expressions as text: what the printer knows about the operands that it puts together.

use vyre_ir::{DataType, Value};

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

/// An operand whose value is known, or its text.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Constant(Value),
    Text {
        text: Text,
        ty: DataType,
        /// Whether the text is of WGSL's `bool`. It always is for a `Bool`, and for a `U32` that is only ever
        /// 0 or 1.
        is_truth: bool,
    },
}

impl Operand {
    pub(super) fn constant(value: impl Into<Value>) -> Operand {
        Operand::Constant(value.into())
    }

    /// A value in the WGSL type of `ty`.
    pub(super) fn value(ty: DataType, text: Text) -> Operand {
        Operand::Text { text, ty, is_truth: ty == DataType::Bool }
    }

    /// A WGSL `bool` for a value of type `ty`, which is `U32` or `Bool`.
    pub(super) fn truth(ty: DataType, text: Text) -> Operand {
        Operand::Text { text, ty, is_truth: true }
    }

    pub(super) fn ty(&self) -> DataType {
        match self {
            Operand::Constant(value) => value.ty(),
            Operand::Text { ty, .. } => *ty,
        }
    }

    pub(super) fn depth(&self) -> u32 {
        match self {
            Operand::Constant(_) => 1,
            Operand::Text { text, .. } => text.depth,
        }
    }

    pub(super) fn as_constant(&self) -> Option<Value> {
        match self {
            Operand::Constant(value) => Some(*value),
            Operand::Text { .. } => None,
        }
    }

    /// Whether the text is a WGSL `bool`.
    pub(super) fn is_truth(&self) -> bool {
        matches!(self, Operand::Text { is_truth: true, .. })
    }

    /// The text as a number: a truth becomes 0 or 1.
    pub(super) fn number(&self) -> Text {
        match self {
            Operand::Constant(value) if value.ty() == DataType::Bool => {
                literal(Value::from(value.lanes()[0]))
            }
            Operand::Constant(value) => literal(*value),
            Operand::Text { text, is_truth: true, .. } => call("u32", &[text]),
            Operand::Text { text, .. } => text.clone(),
        }
    }

    /// The text as a WGSL `bool`: whether the operand, a `U32` or a `Bool`, is not zero.
    pub(super) fn condition(&self) -> Text {
        match self {
            Operand::Constant(value) => literal(Value::from(value.is_true())),
            Operand::Text { text, is_truth: true, .. } => text.clone(),
            Operand::Text { text, .. } => relation("!=", text, &Text::primary("0u")),
        }
    }

    /// The text in the WGSL type of the operand's type.
    pub(super) fn typed(&self) -> Text {
        if self.ty() == DataType::Bool { self.condition() } else { self.number() }
    }
}

/// A literal. The least `i32` has none in WGSL, as its sign is an operator.
pub(super) fn literal(value: Value) -> Text {
    let [x, y, z, w] = value.lanes();
    Text::primary(match (value.ty(), value.ty().lanes()) {
        (DataType::Bool, _) => (x != 0).to_string(),
        (DataType::I32, _) if x == 1 << 31 => "(-2147483647i - 1i)".to_string(),
        (DataType::I32, _) => format!("{}i", x as i32),
        (_, 1) => format!("{x}u"),
        (_, 2) => format!("vec2<u32>({x}u, {y}u)"),
        _ => format!("vec4<u32>({x}u, {y}u, {z}u, {w}u)"),
    })
}

/// The name of a type of values.
pub(super) fn type_name(ty: DataType) -> &'static str {
    match (ty, ty.lanes()) {
        (DataType::Bool, _) => "bool",
        (DataType::I32, _) => "i32",
        (_, 1) => "u32",
        (_, 2) => "vec2<u32>",
        _ => "vec4<u32>",
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
    let mut list = Vec::new();
    for argument in arguments {
        list.push(argument.at(level(argument)));
    }
    let (text, level) = (format!("{function}({})", list.join(", ")), Level::Primary);
    Text { text, level, depth: deepest(arguments) + 1 }
}

/// `function(arguments)`, with the texts that `text` gives for the operands.
pub(super) fn call_all(function: &str, operands: &[Operand], text: fn(&Operand) -> Text) -> Text {
    let mut texts = Vec::new();
    for operand in operands {
        texts.push(text(operand));
    }
    let mut arguments = Vec::new();
    for text in &texts {
        arguments.push(text);
    }
    call(function, &arguments)
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
