//! Parses expressions with the shunting yard algorithm. One stack holds the complete operands, another one the
//! pending operators and open brackets. Nothing recurses.

use super::ParseError;
use super::parse::Parser;
use super::spans::{Note, Span};
use super::tokens::{Kind, begins_type, is_reserved};
use crate::Precedence;
use crate::float::binary64;
use crate::{AtomicOp, BinOp, DataType, Expr, UnOp};

/// The function that is [`Expr::FMulAdd`].
pub(super) const MUL_ADD: &str = "f_mul_add";

type Result<T> = std::result::Result<T, ParseError>;

/// A pending operator or open bracket.
enum Frame {
    /// A prefix operator, with its offset.
    Unary(UnOp, usize),
    /// A binary operator whose left operand is complete.
    Binary(BinOp),
    /// `(`, with its offset.
    Group(usize),
    /// `buffer[`, with the offset of the name.
    Index(String, usize),
    /// `tensor[[`, with the number of operands before the first index, and the offset of the name.
    TensorIndex(String, usize, usize),
    /// `atomic_add(buffer[`, with the offset of the function's name.
    AtomicIndex(AtomicOp, String, usize),
    /// `atomic_load(buffer[`, with the offset of the function's name.
    AtomicLoad(String, usize),
    /// `function(`
    Arguments(Arguments),
}

/// A function whose arguments are being parsed.
struct Arguments {
    function: Function,
    /// The number of operands before the first argument.
    base: usize,
    /// The offset of the function's name.
    offset: usize,
}

enum Function {
    Binary(BinOp),
    Unary(UnOp),
    Select,
    MulAdd,
    Cast(DataType),
    Compose(DataType),
    Call(String),
    Byte(String),
    Word(String),
    /// The index is the first argument.
    Atomic(AtomicOp, String),
}

/// What the parser expects next.
enum Next {
    Operand,
    Operator,
    /// Nothing, because the expression is complete.
    End,
}

/// A complete expression.
struct Operand {
    expr: Expr,
    /// Its range, including the parentheses around it.
    span: Span,
}

#[derive(Default)]
struct Yard {
    operands: Vec<Operand>,
    frames: Vec<Frame>,
    /// The range of every expression in postorder, without the parentheses around it.
    spans: Vec<Span>,
}

impl Yard {
    #[inline]
    fn operand(&mut self, expr: Expr, span: Span) -> Next {
        self.operands.push(Operand { expr, span });
        self.spans.push(span);
        Next::Operator
    }

    #[inline]
    fn open(&mut self, frame: Frame) -> Next {
        self.frames.push(frame);
        Next::Operand
    }

    /// Applies the pending operators with at least the precedence `level`.
    #[inline]
    fn reduce(&mut self, level: Precedence) {
        let binds = |frame: &mut Frame| match frame {
            Frame::Unary(..) => true,
            Frame::Binary(op) => op.precedence() >= level,
            _ => false,
        };
        while let Some(frame) = self.frames.pop_if(binds) {
            // The operands exist: an operator is only reduced after its last operand has been pushed.
            let Some(Operand { expr: last, span: Span { end, .. } }) = self.operands.pop() else { return };
            match frame {
                Frame::Unary(op, start) => self.operand(Expr::unary(op, last), Span::new(start, end)),
                Frame::Binary(op) => {
                    let Some(first) = self.operands.pop() else { return };
                    let span = Span::new(first.span.start, end);
                    self.operand(Expr::binary(op, first.expr, last), span)
                }
                _ => return,
            };
        }
    }
}

impl<N: Note> Parser<'_, N> {
    /// Parses an expression, up to the first token that cannot continue it.
    pub(super) fn expr(&mut self) -> Result<Expr> {
        let mut yard = Yard::default();
        let mut next = Next::Operand;
        loop {
            next = match next {
                Next::Operand => self.operand(&mut yard)?,
                Next::Operator => self.operator(&mut yard)?,
                Next::End => break,
            };
        }
        self.notes.exprs(&mut yard.spans);
        match yard.operands.pop() {
            Some(operand) => Ok(operand.expr),
            None => Err(self.expected("an expression")),
        }
    }

    /// Parses the beginning of an operand.
    fn operand(&mut self, yard: &mut Yard) -> Result<Next> {
        let start = self.token.start;
        match self.token.kind {
            Kind::Number => {
                let literal = self.literal(false)?;
                Ok(yard.operand(literal, self.since(start)))
            }
            Kind::Float => {
                let value = self.float(false)?;
                Ok(yard.operand(value, self.since(start)))
            }
            Kind::Quoted => {
                let name = self.quoted()?;
                self.variable(name, start, yard)
            }
            Kind::Word => self.word(yard),
            Kind::Symbol("(") => {
                self.advance()?;
                Ok(yard.open(Frame::Group(start)))
            }
            Kind::Symbol(symbol) => match UnOp::from_symbol(symbol) {
                Some(op) => {
                    self.advance()?;
                    let infinite = match (self.token.kind, self.text(self.token)) {
                        (Kind::Word, "inf") => Some(Expr::LitF32(f32::NEG_INFINITY)),
                        (Kind::Word, "inf64") => Some(Expr::LitF64(f64::NEG_INFINITY)),
                        _ => None,
                    };
                    if let (UnOp::Negate, Some(infinite)) = (op, infinite) {
                        self.advance()?;
                        return Ok(yard.operand(infinite, self.since(start)));
                    }
                    if op == UnOp::Negate && self.token.kind == Kind::Float {
                        let value = self.float(true)?;
                        return Ok(yard.operand(value, self.since(start)));
                    }
                    let is_signed = self.token.kind == Kind::Number && self.text(self.token).ends_with('i');
                    if op == UnOp::Negate && is_signed {
                        let literal = self.literal(true)?;
                        return Ok(yard.operand(literal, self.since(start)));
                    }
                    Ok(yard.open(Frame::Unary(op, start)))
                }
                None => Err(self.expected("an expression")),
            },
            Kind::End => Err(self.expected("an expression")),
        }
    }

    fn literal(&mut self, negative: bool) -> Result<Expr> {
        let Some(digits) = self.text(self.token).strip_suffix('i') else {
            return self.number("a number").map(Expr::LitU32);
        };
        let token = self.advance()?;
        let too_large = |_| self.too_large(token, "i32");
        let value = i64::try_from(self.digits(token, digits)?).map_err(too_large)?;
        i32::try_from(if negative { -value } else { value }).map(Expr::LitI32).map_err(too_large)
    }

    fn float(&mut self, is_negative: bool) -> Result<Expr> {
        let token = self.advance()?;
        let text = self.text(token);
        let value = match text.strip_suffix('d') {
            Some(digits) => {
                binary64::parse(digits).map(|value| Expr::LitF64(if is_negative { -value } else { value }))
            }
            None => text
                .strip_suffix('f')
                .and_then(crate::float::parse)
                .map(|value| Expr::LitF32(if is_negative { -value } else { value })),
        };
        value.ok_or_else(|| {
            self.error(token.start, "not a float: `1.5f`, `1e-3f`, `0x1.8p0f`, `1.5d`, `inf` or `nan`")
        })
    }

    /// What follows `nan64`: nothing, or the high and the low word of its bits.
    fn nan64(&mut self) -> Result<f64> {
        if !self.eat("(")? {
            return Ok(f64::from_bits(binary64::NAN));
        }
        let start = self.token.start;
        let high = self.number("the high word of the NaN")?;
        self.expect(",")?;
        let low = self.number("the low word of the NaN")?;
        self.expect(")")?;
        let value = f64::from_bits(u64::from(low) | u64::from(high) << 32);
        if value.is_nan() { Ok(value) } else { Err(self.error(start, "these are the bits of a number")) }
    }

    /// What follows `nan`: nothing, or its bits.
    fn nan(&mut self) -> Result<f32> {
        if !self.eat("(")? {
            return Ok(f32::from_bits(crate::float::NAN));
        }
        let start = self.token.start;
        let value = f32::from_bits(self.number("the bits of the NaN")?);
        self.expect(")")?;
        if value.is_nan() { Ok(value) } else { Err(self.error(start, "these are the bits of a number")) }
    }

    /// A variable, or the beginning of a load. `offset` is the offset of the name.
    fn variable(&mut self, name: String, offset: usize, yard: &mut Yard) -> Result<Next> {
        let span = self.since(offset);
        if self.eat("[")? {
            if self.eat("[")? {
                let base = yard.operands.len();
                if self.is("]") {
                    return self.end_indices(name, base, offset, yard);
                }
                return Ok(yard.open(Frame::TensorIndex(name, base, offset)));
            }
            return Ok(yard.open(Frame::Index(name, offset)));
        }
        Ok(yard.operand(Expr::Var(name), span))
    }

    /// The end `]]` of the indices of a tensor.
    fn end_indices(&mut self, tensor: String, base: usize, offset: usize, yard: &mut Yard) -> Result<Next> {
        self.expect("]")?;
        self.expect("]")?;
        let indices = yard.operands.drain(base..).map(|operand| operand.expr).collect();
        Ok(yard.operand(Expr::TensorLoad { tensor, indices }, self.since(offset)))
    }

    /// An operand that begins with a word.
    fn word(&mut self, yard: &mut Yard) -> Result<Next> {
        let offset = self.token.start;
        let word = self.text(self.token);
        if begins_type(word) {
            let target = self.type_name()?;
            return self.begin_arguments(Function::Compose(target), offset, yard);
        }
        if is_reserved(word)
            && !matches!(
                word,
                "true" | "false" | "call" | "cast" | "compose" | "inf" | "nan" | "inf64" | "nan64"
            )
        {
            let id = self.id(word)?;
            return Ok(yard.operand(id, self.since(offset)));
        }
        self.advance()?;
        match word {
            "true" | "false" => Ok(yard.operand(Expr::LitBool(word == "true"), self.since(offset))),
            "inf" => Ok(yard.operand(Expr::LitF32(f32::INFINITY), self.since(offset))),
            "inf64" => Ok(yard.operand(Expr::LitF64(f64::INFINITY), self.since(offset))),
            "nan64" => {
                let value = self.nan64()?;
                Ok(yard.operand(Expr::LitF64(value), self.since(offset)))
            }
            "nan" => {
                let value = self.nan()?;
                Ok(yard.operand(Expr::LitF32(value), self.since(offset)))
            }
            "call" => {
                let op_id = self.op_id()?;
                self.begin_arguments(Function::Call(op_id), offset, yard)
            }
            "cast" | "compose" => {
                self.expect("<")?;
                let target = self.type_name()?;
                self.expect(">")?;
                let function = if word == "cast" { Function::Cast } else { Function::Compose };
                self.begin_arguments(function(target), offset, yard)
            }
            _ if self.is("(") => self.function(word, offset, yard),
            _ => self.variable(word.to_string(), offset, yard),
        }
    }

    /// The id of an invocation or a workgroup along an axis.
    fn id(&mut self, word: &str) -> Result<Expr> {
        let id = match word {
            "invocation_id" => |axis| Expr::InvocationId { axis },
            "workgroup_id" => |axis| Expr::WorkgroupId { axis },
            "local_id" => |axis| Expr::LocalId { axis },
            _ => return Err(self.expected("an expression")),
        };
        self.advance()?;
        self.expect(".")?;
        let axis = match self.text(self.token) {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            "axis" => {
                self.advance()?;
                self.expect("(")?;
                let axis = self.number("the axis")?;
                self.expect(")")?;
                return Ok(id(axis));
            }
            _ => return Err(self.expected("`x`, `y`, `z` or `axis`")),
        };
        self.advance()?;
        Ok(id(axis))
    }

    pub(super) fn op_id(&mut self) -> Result<String> {
        if self.token.kind == Kind::Quoted {
            return self.quoted();
        }
        let mut op_id = String::new();
        loop {
            if self.token.kind != Kind::Word {
                return Err(self.expected("the id of an operation"));
            }
            let word = self.advance()?;
            op_id.push_str(self.text(word));
            if !self.eat(".")? {
                return Ok(op_id);
            }
            op_id.push('.');
        }
    }

    /// The beginning of a call of the function `word`, which is at `offset`. The next token is a parenthesis.
    fn function(&mut self, word: &str, offset: usize, yard: &mut Yard) -> Result<Next> {
        let function = if word == "len" {
            self.expect("(")?;
            let buffer = self.name("the buffer's name")?;
            self.expect(")")?;
            return Ok(yard.operand(Expr::BufLen { buffer }, self.since(offset)));
        } else if word == "dim" {
            self.expect("(")?;
            let tensor = self.name("the tensor's name")?;
            self.expect(",")?;
            let axis = self.number("the axis")?;
            self.expect(")")?;
            return Ok(yard.operand(Expr::TensorDim { tensor, axis }, self.since(offset)));
        } else if word == "byte" || word == "word" {
            self.expect("(")?;
            let buffer = self.name("the buffer's name")?;
            self.expect(",")?;
            let function = if word == "byte" { Function::Byte } else { Function::Word };
            let base = yard.operands.len();
            return Ok(yard.open(Frame::Arguments(Arguments { function: function(buffer), base, offset })));
        } else if let Some(op) = AtomicOp::from_function(word) {
            self.expect("(")?;
            let buffer = self.name("the buffer's name")?;
            self.expect("[")?;
            return Ok(yard.open(Frame::AtomicIndex(op, buffer, offset)));
        } else if word == "atomic_load" {
            self.expect("(")?;
            let buffer = self.name("the buffer's name")?;
            self.expect("[")?;
            return Ok(yard.open(Frame::AtomicLoad(buffer, offset)));
        } else if word == "select" {
            Function::Select
        } else if word == MUL_ADD {
            Function::MulAdd
        } else if let Some(op) = BinOp::from_function(word) {
            Function::Binary(op)
        } else if let Some(op) = UnOp::from_function(word) {
            Function::Unary(op)
        } else if let Some(ty) = DataType::ALL.iter().find(|ty| ty.has_lanes() && ty.name() == word) {
            Function::Compose(ty.clone())
        } else {
            return Err(self.error(offset, format!("unknown function `{word}`")));
        };
        self.begin_arguments(function, offset, yard)
    }

    fn begin_arguments(&mut self, function: Function, offset: usize, yard: &mut Yard) -> Result<Next> {
        self.expect("(")?;
        let arguments = Arguments { function, base: yard.operands.len(), offset };
        if self.eat(")")? {
            return self.end_arguments(arguments, yard);
        }
        Ok(yard.open(Frame::Arguments(arguments)))
    }

    fn end_arguments(&self, arguments: Arguments, yard: &mut Yard) -> Result<Next> {
        let Arguments { function, base, offset } = arguments;
        let given = yard.operands.drain(base..).map(|operand| operand.expr).collect();
        match function.of(given) {
            Ok(expr) => Ok(yard.operand(expr, self.since(offset))),
            Err(count) => {
                let plural = if count == 1 { "" } else { "s" };
                Err(self.error(offset, format!("this function takes {count} argument{plural}")))
            }
        }
    }

    /// Parses what follows an operand.
    fn operator(&mut self, yard: &mut Yard) -> Result<Next> {
        let Kind::Symbol(symbol) = self.token.kind else {
            return self.end(yard);
        };
        if symbol == "." {
            return self.component(yard);
        }
        if let Some(op) = BinOp::from_symbol(symbol) {
            return self.binary(op, yard);
        }
        if !matches!(symbol, ")" | "]" | ",") {
            return self.end(yard);
        }
        yard.reduce(Precedence::Or);
        match (symbol, yard.frames.pop()) {
            (")", Some(Frame::Group(start))) => {
                self.advance()?;
                if let Some(operand) = yard.operands.last_mut() {
                    operand.span = self.since(start);
                }
                Ok(Next::Operator)
            }
            (")", Some(Frame::Arguments(arguments))) => {
                self.advance()?;
                self.end_arguments(arguments, yard)
            }
            (",", Some(frame @ Frame::Arguments(_))) => {
                self.advance()?;
                Ok(yard.open(frame))
            }
            (",", Some(Frame::TensorIndex(tensor, base, offset))) => {
                self.advance()?;
                if self.is("]") {
                    return self.end_indices(tensor, base, offset, yard);
                }
                Ok(yard.open(Frame::TensorIndex(tensor, base, offset)))
            }
            ("]", Some(Frame::TensorIndex(tensor, base, offset))) => {
                self.end_indices(tensor, base, offset, yard)
            }
            ("]", Some(Frame::Index(buffer, start))) => {
                self.advance()?;
                if let Some(index) = yard.operands.pop() {
                    yard.operand(Expr::load(buffer, index.expr), self.since(start));
                }
                Ok(Next::Operator)
            }
            ("]", Some(Frame::AtomicIndex(op, buffer, offset))) => {
                self.advance()?;
                self.expect(",")?;
                let base = yard.operands.len().saturating_sub(1);
                let function = Function::Atomic(op, buffer);
                Ok(yard.open(Frame::Arguments(Arguments { function, base, offset })))
            }
            ("]", Some(Frame::AtomicLoad(buffer, offset))) => {
                self.advance()?;
                self.expect(")")?;
                if let Some(index) = yard.operands.pop() {
                    yard.operand(Expr::atomic_load(buffer, index.expr), self.since(offset));
                }
                Ok(Next::Operator)
            }
            (_, None) => Ok(Next::End),
            (_, Some(frame)) => {
                yard.frames.push(frame);
                self.end(yard)
            }
        }
    }

    fn component(&mut self, yard: &mut Yard) -> Result<Next> {
        self.advance()?;
        let index = self.number("the number of a lane")?;
        if let Some(value) = yard.operands.pop() {
            yard.operand(Expr::component(value.expr, index), self.since(value.span.start));
        }
        Ok(Next::Operator)
    }

    fn binary(&mut self, op: BinOp, yard: &mut Yard) -> Result<Next> {
        let level = op.precedence();
        if level == Precedence::Comparison {
            yard.reduce(level.tighter());
            if matches!(yard.frames.last(), Some(Frame::Binary(left)) if left.precedence() == level) {
                let message = "comparisons do not chain; put one of them in parentheses";
                return Err(self.error(self.token.start, message));
            }
        }
        yard.reduce(level);
        self.advance()?;
        Ok(yard.open(Frame::Binary(op)))
    }

    /// Ends the expression. It is an error if a bracket is still open.
    fn end(&self, yard: &mut Yard) -> Result<Next> {
        yard.reduce(Precedence::Or);
        match yard.frames.last() {
            Some(Frame::Group(_)) => Err(self.expected("an operator or `)`")),
            Some(Frame::Index(..) | Frame::AtomicIndex(..) | Frame::AtomicLoad(..)) => {
                Err(self.expected("an operator or `]`"))
            }
            Some(Frame::TensorIndex(..)) => Err(self.expected("an operator, `,` or `]]`")),
            Some(Frame::Arguments(_)) => Err(self.expected("an operator, `,` or `)`")),
            Some(Frame::Unary(..) | Frame::Binary(_)) | None => Ok(Next::End),
        }
    }
}

impl Function {
    /// Applies the function to its arguments. `Err` is the expected number of arguments.
    #[inline]
    fn of(self, given: Vec<Expr>) -> std::result::Result<Expr, usize> {
        Ok(match self {
            Function::Call(op_id) => Expr::Call { op_id, args: given },
            Function::Compose(target) => Expr::Compose { target, parts: given },
            Function::Binary(op) => {
                let [left, right] = exactly(given)?;
                Expr::binary(op, left, right)
            }
            Function::Unary(op) => {
                let [operand] = exactly(given)?;
                Expr::unary(op, operand)
            }
            Function::Select => {
                let [cond, then, otherwise] = exactly(given)?;
                Expr::select(cond, then, otherwise)
            }
            Function::MulAdd => {
                let [a, b, c] = exactly(given)?;
                Expr::mul_add(a, b, c)
            }
            Function::Cast(target) => {
                let [value] = exactly(given)?;
                Expr::cast(target, value)
            }
            Function::Byte(buffer) => {
                let [index] = exactly(given).map_err(|_| 2_usize)?;
                Expr::load_byte(buffer, index)
            }
            Function::Word(buffer) => {
                let [index] = exactly(given).map_err(|_| 2_usize)?;
                Expr::load_word(buffer, index)
            }
            // The grammar allows an expected value for every operation; rule V035 checks it.
            Function::Atomic(op, buffer) if given.len() == 3 => {
                let [index, expected, value] = exactly(given)?;
                let (index, expected, value) = (Box::new(index), Some(Box::new(expected)), Box::new(value));
                Expr::Atomic { op, buffer, index, expected, value }
            }
            Function::Atomic(op, buffer) => {
                let count: usize = if op.takes_expected() { 3 } else { 2 };
                let [index, value] = exactly(given).map_err(|_| count)?;
                Expr::atomic(op, buffer, index, value)
            }
        })
    }
}

fn exactly<const N: usize>(given: Vec<Expr>) -> std::result::Result<[Expr; N], usize> {
    given.try_into().map_err(|_| N)
}
