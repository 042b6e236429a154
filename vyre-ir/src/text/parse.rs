//! Parses programs and statements; [`expr`](super::expr) parses expressions. Open bodies are on an explicit stack, so
//! nothing recurses.
//!
//! The parser is generic over what it records, and its callers and the functions that it calls are `#[inline]`. Only
//! crates that parse texts compile it, and most do not.

use super::ParseError;
use super::spans::{Note, Span};
use super::tokens::{Kind, Lexer, Token, is_reserved};
use crate::rules::{MAX_DIMENSION_NAME, MAX_TENSOR_NAMES, MAX_TYPE_DEPTH};
use crate::{
    BufferAccess, BufferDecl, CollectiveOp, DataType, Dim, Expr, Node, OpArg, Program, TensorType, TypeLimit,
    interned,
};

type Result<T> = std::result::Result<T, ParseError>;

/// The function that is a statement. It is no keyword: variables may have the name.
const ATOMIC_STORE: &str = "atomic_store";
const ASSERT: &str = "assert";
/// The functions that are the left sides of stores to bytes.
const BYTE: &str = "byte";
const WORD: &str = "word";
/// As [`CollectiveOp`]'s, a function that only the whole value of a `let` may be.
const UNIFORM_LOAD: &str = "workgroup_uniform_load";

/// The maximum number of characters of a token that a message quotes.
const EXCERPT: usize = 40;

/// Parses a program, and records the places of its parts.
pub(super) fn read<N: Note>(source: &str) -> Result<(Program, N)> {
    let mut parser = Parser::<N>::new(source)?;
    parser.expect_word("program")?;
    let program = parser.program()?;
    match parser.token.kind {
        Kind::End => Ok((program, parser.notes)),
        _ => Err(parser.expected("the end of the text")),
    }
}

/// A body that is being parsed, with the parts of its statement that have been parsed before it.
enum Open {
    Entry,
    Block,
    Then {
        cond: Expr,
    },
    Else {
        cond: Expr,
        then: Vec<Node>,
    },
    /// Like `Else`, but without braces: the body is a single `if`.
    ElseIf {
        cond: Expr,
        then: Vec<Node>,
    },
    Loop {
        var: String,
        from: Expr,
        to: Expr,
    },
}

/// The open bodies, innermost last, each with its statements so far.
type Bodies = Vec<(Open, Vec<Node>)>;

pub(super) struct Parser<'s, N> {
    pub(super) lexer: Lexer<'s>,
    /// The next token.
    pub(super) token: Token,
    /// The end of the previous token.
    end: usize,
    pub(super) notes: N,
}

impl<'s, N: Note> Parser<'s, N> {
    pub(super) fn new(source: &'s str) -> Result<Parser<'s, N>> {
        let mut lexer = Lexer::new(source);
        let token = lexer.next()?;
        Ok(Parser { lexer, token, end: 0, notes: N::default() })
    }

    /// A program without its first word.
    pub(super) fn program(&mut self) -> Result<Program> {
        let head = self.token.start;
        self.expect_word("workgroup_size")?;
        let x = self.number("the workgroup size along x")?;
        self.expect(",")?;
        let y = self.number("the workgroup size along y")?;
        self.expect(",")?;
        let z = self.number("the workgroup size along z")?;
        let span = self.since(head);
        self.notes.head(span);
        let mut buffers = Vec::new();
        while self.is_word("buffer") {
            let start = self.token.start;
            buffers.push(self.buffer()?);
            let span = self.since(start);
            self.notes.buffer(span);
        }
        if !self.is_word("entry") {
            return Err(self.expected("`buffer` or `entry`"));
        }
        self.advance()?;
        Ok(Program::new(buffers, [x, y, z], self.body()?))
    }

    /// Moves past the next token and returns it.
    pub(super) fn advance(&mut self) -> Result<Token> {
        let token = std::mem::replace(&mut self.token, self.lexer.next()?);
        self.end = token.end;
        Ok(token)
    }

    /// The range from `start` to the end of the previous token.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(start, self.end)
    }

    /// Records the range of a statement without its bodies, from `start` to the end of the previous token.
    fn note_statement(&mut self, start: usize) {
        let span = self.since(start);
        self.notes.statement(span);
    }

    pub(super) fn text(&self, token: Token) -> &'s str {
        &self.lexer.source()[token.start..token.end]
    }

    pub(super) fn error(&self, offset: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(self.lexer.source(), offset, message)
    }

    /// The error that `what` was expected instead of the next token.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let text = self.text(self.token);
        let found = match text.char_indices().nth(EXCERPT) {
            _ if self.token.kind == Kind::End => "the end of the text".to_string(),
            Some((at, _)) => format!("`{}…`", &text[..at]),
            None => format!("`{text}`"),
        };
        self.error(self.token.start, format!("expected {what}, found {found}"))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && self.text(self.token) == word
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.is_word(word) { self.advance().map(drop) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    pub(super) fn is(&self, symbol: &str) -> bool {
        matches!(self.token.kind, Kind::Symbol(found) if found == symbol)
    }

    /// Skips the next token if it is this symbol.
    pub(super) fn eat(&mut self, symbol: &str) -> Result<bool> {
        let found = self.is(symbol);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.eat(symbol)? { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    pub(super) fn name(&mut self, what: &str) -> Result<String> {
        match self.token.kind {
            Kind::Word if !is_reserved(self.text(self.token)) => {
                let token = self.advance()?;
                Ok(self.text(token).to_string())
            }
            Kind::Word => {
                let word = self.text(self.token);
                let message =
                    format!("expected {what}, found the keyword `{word}`; as a name it needs quotes");
                Err(self.error(self.token.start, message))
            }
            Kind::Quoted => self.quoted(),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn quoted(&mut self) -> Result<String> {
        let name = self.lexer.unquote(self.token)?;
        self.advance()?;
        Ok(name)
    }

    /// A 32-bit number without a suffix.
    pub(super) fn number(&mut self, what: &str) -> Result<u32> {
        if self.token.kind != Kind::Number {
            return Err(self.expected(what));
        }
        let token = self.advance()?;
        let value = self.digits(token, self.text(token))?;
        u32::try_from(value).map_err(|_| self.too_large(token, "u32"))
    }

    /// The value of `digits`, which are the text of `token` or a prefix of it.
    pub(super) fn digits(&self, token: Token, digits: &str) -> Result<u64> {
        let (radix, digits) = digits.strip_prefix("0x").map_or((10, digits), |hex| (16, hex));
        let digits = digits.replace('_', "");
        // Saturated, a number of more than 64 bits still has more than 32.
        let value = digits.chars().try_fold(0_u64, |high, digit| {
            Some(high.saturating_mul(radix.into()).saturating_add(digit.to_digit(radix)?.into()))
        });
        value.filter(|_| !digits.is_empty()).ok_or_else(|| {
            let message = "not a number: digits or `0x` and hexadecimal digits, then `i` for an i32 literal";
            self.error(token.start, message)
        })
    }

    pub(super) fn too_large(&self, token: Token, ty: &str) -> ParseError {
        self.error(token.start, format!("the number does not fit in {ty}"))
    }

    /// A type: a name, `[T; 4]` or `(T, U)`.
    pub(super) fn type_name(&mut self) -> Result<DataType> {
        self.type_within(MAX_TYPE_DEPTH)
    }

    /// A type in which arrays and tuples are in each other at most this often.
    fn type_within(&mut self, depth: usize) -> Result<DataType> {
        let start = self.token.start;
        let ty = if self.eat("[")? {
            let element = self.inner_type(depth, start)?;
            self.expect(";")?;
            let count = self.number("the number of elements")?;
            self.expect("]")?;
            DataType::array(element, count)
        } else if self.eat("(")? {
            let mut parts = Vec::new();
            while !self.is(")") {
                parts.push(self.inner_type(depth, start)?);
                if !self.is(")") {
                    self.expect(",")?;
                }
            }
            self.expect(")")?;
            DataType::tuple(parts)
        } else {
            return self.plain_type();
        };
        ty.map_err(|limit| self.error(start, limit.to_string()))
    }

    fn inner_type(&mut self, depth: usize, start: usize) -> Result<DataType> {
        match depth.checked_sub(1) {
            Some(depth) => self.type_within(depth),
            None => Err(self.error(start, TypeLimit::Depth.to_string())),
        }
    }

    /// The name of a type. A name such as `vec2<u32>` is several tokens, and is read as a whole.
    fn plain_type(&mut self) -> Result<DataType> {
        let rest = &self.lexer.source()[self.token.start..];
        let word = self.text(self.token);
        let is_here =
            |ty: &DataType| ty.name() == word || (ty.name().contains('<') && rest.starts_with(ty.name()));
        match DataType::ALL.into_iter().find(is_here) {
            Some(ty) => {
                self.token.end = self.token.start + ty.name().len();
                self.lexer.seek(self.token.end);
                self.advance()?;
                Ok(ty)
            }
            None if DataType::PLANNED.contains(&word) => {
                let message = format!("the type `{word}` is planned, and programs cannot use it yet");
                Err(self.error(self.token.start, message))
            }
            None => Err(self.expected("a type")),
        }
    }

    fn buffer(&mut self) -> Result<BufferDecl> {
        self.advance()?;
        let name = self.name("the buffer's name")?;
        self.expect(":")?;
        let access = self.access()?;
        let is_tensor = self.is_word("tensor");
        let element = if is_tensor { DataType::Tensor(self.tensor()?) } else { self.type_name()? };
        let strided = is_tensor && self.is_word("strided");
        if strided {
            self.advance()?;
        }
        let mut count = 0;
        if self.eat("[")? {
            count = self.number("the number of elements")?;
            self.expect("]")?;
        }
        let mut binding = 0;
        if access.is_bound() || self.is("@") {
            self.expect("@")?;
            binding = self.number("the binding slot")?;
        }
        Ok(BufferDecl { name, binding, access, element, count, strided })
    }

    /// `tensor<f32, [M, 4]>`, with strides at the end if it has any.
    fn tensor(&mut self) -> Result<TensorType> {
        self.advance()?;
        self.expect("<")?;
        let element = Box::new(self.type_name()?);
        self.expect(",")?;
        let mut shape = Vec::new();
        self.expect("[")?;
        while !self.is("]") {
            shape.push(self.dim()?);
            if !self.is("]") {
                self.expect(",")?;
            }
        }
        self.expect("]")?;
        let mut strides = Vec::new();
        if self.eat(",")? {
            self.expect("[")?;
            while !self.is("]") {
                strides.push(self.number("a stride")?);
                if !self.is("]") {
                    self.expect(",")?;
                }
            }
            self.expect("]")?;
        }
        self.expect(">")?;
        Ok(TensorType { element, shape, strides })
    }

    fn dim(&mut self) -> Result<Dim> {
        let start = self.token.start;
        if self.token.kind == Kind::Number {
            return self.number("a dimension").map(Dim::Static);
        }
        let name = self.name("a dimension")?;
        if name.len() > MAX_DIMENSION_NAME {
            return Err(self.error(start, format!("a name of more than {MAX_DIMENSION_NAME} bytes")));
        }
        interned(&name).map(Dim::Dynamic).ok_or_else(|| {
            self.error(start, format!("more than {MAX_TENSOR_NAMES} names of dimensions in this process"))
        })
    }

    fn access(&mut self) -> Result<BufferAccess> {
        match BufferAccess::ALL.iter().find(|access| self.is_word(access.name())) {
            Some(access) => self.advance().map(|_| *access),
            None => {
                let names: Vec<_> = BufferAccess::ALL.iter().map(|access| format!("`{access}`")).collect();
                let names = names.join(", ");
                Err(self.expected(&format!("one of {names}")))
            }
        }
    }

    /// Statements in braces.
    fn body(&mut self) -> Result<Vec<Node>> {
        self.expect("{")?;
        let mut bodies: Bodies = vec![(Open::Entry, Vec::new())];
        loop {
            if self.is("}") {
                if let Some(entry) = self.close(&mut bodies)? {
                    return Ok(entry);
                }
            } else {
                self.statement(&mut bodies)?;
            }
        }
    }

    /// Parses a statement, or the beginning of one that has a body.
    fn statement(&mut self, bodies: &mut Bodies) -> Result<()> {
        let start = self.token.start;
        let word = match self.token.kind {
            Kind::Word => self.text(self.token),
            Kind::Quoted => "",
            Kind::Symbol("{") => {
                self.advance()?;
                self.note_statement(start);
                bodies.push((Open::Block, Vec::new()));
                return Ok(());
            }
            _ => return Err(self.expected("a statement or `}`")),
        };
        let node = match word {
            "let" => {
                self.advance()?;
                let name = self.name("the variable's name")?;
                self.expect("=")?;
                self.declared(name)?
            }
            "break" => self.advance().map(|_| Node::Break)?,
            "continue" => self.advance().map(|_| Node::Continue)?,
            "return" => self.advance().map(|_| Node::Return)?,
            "barrier" => self.advance().map(|_| Node::Barrier)?,
            "call" => self.call_op()?,
            "if" => return self.begin_if(bodies),
            "for" => return self.begin_loop(bodies),
            word if is_reserved(word) => return Err(self.expected("a statement or `}`")),
            _ => self.assignment()?,
        };
        self.note_statement(start);
        self.expect(";")?;
        push(bodies, node);
        Ok(())
    }

    fn begin_if(&mut self, bodies: &mut Bodies) -> Result<()> {
        let start = self.advance()?.start;
        let cond = self.expr()?;
        self.note_statement(start);
        self.expect("{")?;
        bodies.push((Open::Then { cond }, Vec::new()));
        Ok(())
    }

    fn begin_loop(&mut self, bodies: &mut Bodies) -> Result<()> {
        let start = self.advance()?.start;
        let var = self.name("the loop variable's name")?;
        self.expect_word("in")?;
        let from = self.expr()?;
        self.expect("..")?;
        let to = self.expr()?;
        self.note_statement(start);
        self.expect("{")?;
        bodies.push((Open::Loop { var, from, to }, Vec::new()));
        Ok(())
    }

    /// What declares a variable: a collective, a uniform load, or any expression.
    fn declared(&mut self, name: String) -> Result<Node> {
        let word = if self.token.kind == Kind::Word { self.text(self.token) } else { "" };
        let op = CollectiveOp::from_function(word);
        if !self.lexer.comes("(") || (op.is_none() && word != UNIFORM_LOAD) {
            return Ok(Node::Let { name, value: self.expr()? });
        }
        self.advance()?;
        self.expect("(")?;
        let node = match op {
            Some(op) => {
                let value = self.expr()?;
                let id = if self.eat(",")? { Some(self.expr()?) } else { None };
                Node::Collective { name, op, value, id }
            }
            None => {
                let buffer = self.name("the buffer's name")?;
                self.expect("[")?;
                let index = self.expr()?;
                self.expect("]")?;
                Node::UniformLoad { name, buffer, index }
            }
        };
        self.expect(")")?;
        Ok(node)
    }

    /// The rest of `atomic_store(buffer[index], value)`, after the name.
    fn atomic_store(&mut self) -> Result<Node> {
        self.expect("(")?;
        let buffer = self.name("the buffer's name")?;
        self.expect("[")?;
        let index = self.expr()?;
        self.expect("]")?;
        self.expect(",")?;
        let value = self.expr()?;
        self.expect(")")?;
        Ok(Node::AtomicStore { buffer, index, value })
    }

    /// The rest of `assert(cond, "message")`, after the name.
    fn assertion(&mut self) -> Result<Node> {
        self.expect("(")?;
        let cond = self.expr()?;
        self.expect(",")?;
        if self.token.kind != Kind::Quoted {
            return Err(self.expected("a message in quotes"));
        }
        let message = self.quoted()?;
        self.expect(")")?;
        Ok(Node::Assert { cond, message })
    }

    /// `call id(name: &buffer, other: value)`.
    fn call_op(&mut self) -> Result<Node> {
        self.advance()?;
        let op_id = self.op_id()?;
        let mut args = Vec::new();
        self.expect("(")?;
        while !self.is(")") {
            let name = self.name("the parameter's name")?;
            self.expect(":")?;
            let arg = match self.eat("&")? {
                true => OpArg::Buffer(self.name("the buffer's name")?),
                false => OpArg::Value(self.expr()?),
            };
            args.push((name, arg));
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        self.expect(")")?;
        Ok(Node::CallOp { op_id, args })
    }

    /// The rest of `byte(buffer, index) = value`, after the name.
    fn byte_store(&mut self, is_word: bool) -> Result<Node> {
        self.expect("(")?;
        let buffer = self.name("the buffer's name")?;
        self.expect(",")?;
        let index = self.expr()?;
        self.expect(")")?;
        self.expect("=")?;
        let value = self.expr()?;
        Ok(match is_word {
            true => Node::StoreWord { buffer, index, value },
            false => Node::StoreByte { buffer, index, value },
        })
    }

    fn assignment(&mut self) -> Result<Node> {
        let is_word = self.is_word(ATOMIC_STORE);
        let is_assert = self.is_word(ASSERT);
        let bytes = [BYTE, WORD].map(|function| self.is_word(function));
        let name = self.name("a name")?;
        if is_word && self.is("(") {
            return self.atomic_store();
        }
        if let [true, _] | [_, true] = bytes
            && self.is("(")
        {
            return self.byte_store(bytes[1]);
        }
        if is_assert && self.is("(") {
            return self.assertion();
        }
        if self.eat("[")? {
            if self.eat("[")? {
                let mut indices = Vec::new();
                while !self.is("]") {
                    indices.push(self.expr()?);
                    if !self.is("]") {
                        self.expect(",")?;
                    }
                }
                self.expect("]")?;
                self.expect("]")?;
                self.expect("=")?;
                return Ok(Node::TensorStore { tensor: name, indices, value: self.expr()? });
            }
            let index = self.expr()?;
            self.expect("]")?;
            self.expect("=")?;
            return Ok(Node::Store { buffer: name, index, value: self.expr()? });
        }
        if !self.eat("=")? {
            return Err(self.expected("`=` or `[`"));
        }
        Ok(Node::Assign { name, value: self.expr()? })
    }

    /// Ends the innermost body at its closing brace. Returns the statements if it was the body of the entry.
    fn close(&mut self, bodies: &mut Bodies) -> Result<Option<Vec<Node>>> {
        self.advance()?;
        let Some((open, mut body)) = bodies.pop() else {
            return Ok(None);
        };
        body.shrink_to_fit();
        let mut node = match open {
            Open::Entry => return Ok(Some(body)),
            Open::Then { cond } if self.is_word("else") => {
                self.advance()?;
                if self.is_word("if") {
                    bodies.push((Open::ElseIf { cond, then: body }, Vec::new()));
                    self.begin_if(bodies)?;
                } else {
                    if !self.eat("{")? {
                        return Err(self.expected("`{` or `if`"));
                    }
                    bodies.push((Open::Else { cond, then: body }, Vec::new()));
                }
                return Ok(None);
            }
            Open::Then { cond } => Node::If { cond, then: body, otherwise: Vec::new() },
            Open::Else { cond, then } | Open::ElseIf { cond, then } => {
                Node::If { cond, then, otherwise: body }
            }
            Open::Loop { var, from, to } => Node::Loop { var, from, to, body },
            Open::Block => Node::Block(body),
        };
        while let Some((Open::ElseIf { cond, then }, _)) =
            bodies.pop_if(|(open, _)| matches!(open, Open::ElseIf { .. }))
        {
            node = Node::If { cond, then, otherwise: vec![node] };
        }
        push(bodies, node);
        Ok(None)
    }
}

fn push(bodies: &mut Bodies, node: Node) {
    if let Some((_, body)) = bodies.last_mut() {
        body.push(node);
    }
}
