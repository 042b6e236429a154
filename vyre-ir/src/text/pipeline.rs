//! The text form of pipelines.
//! The grammar is at the head of [`text`](super).
//! Nothing recurses.

use super::parse::Parser;
use super::tokens::{Kind, Name};
use super::{ParseError, name};
use crate::pipeline::length::{Item, MAX_LENGTH_ITEMS, Operator};
use crate::pipeline::{ArgKind, BufferKind, Grid, Handle, Length, Pipeline, Step, Words};
use crate::{DataType, Program};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

type Result<T> = std::result::Result<T, ParseError>;

/// The program without its first word.
struct Headless<'p>(&'p Program);

impl fmt::Display for Headless<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        f.write_str(text.strip_prefix("program\n").unwrap_or(&text))
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pipeline\n")?;
        for buffer in &self.buffers {
            write!(f, "{} {}: {}", buffer.kind.name(), Name(&buffer.name), buffer.element)?;
            match &buffer.length {
                Some(length) => writeln!(f, "[{length}]")?,
                None => f.write_str("\n")?,
            }
        }
        for value in &self.values {
            writeln!(f, "value {}", Name(value))?;
        }
        for (at, program) in self.programs.iter().enumerate() {
            write!(f, "program p{at}\n{}", Headless(program))?;
        }
        f.write_str("steps {\n")?;
        let buffer = |handle: &Handle| match self.position(*handle) {
            Some(at) => name(&self.buffers[at].name),
            None => format!("\"#{}\"", handle.at),
        };
        let mut depth = 1usize;
        for step in &self.steps {
            if let Step::End = step {
                depth = depth.saturating_sub(1);
            }
            write!(f, "{:1$}", "", depth.min(16) * 4)?;
            match step {
                Step::Run { program, args, grid, .. } => {
                    write!(f, "p{program}(")?;
                    for (at, (parameter, arg)) in args.iter().enumerate() {
                        write!(f, "{}{}: ", if at > 0 { ", " } else { "" }, Name(parameter))?;
                        match arg {
                            ArgKind::Buffer(handle) => f.write_str(&buffer(handle))?,
                            ArgKind::WordsOf(handle) => write!(f, "words({})", buffer(handle))?,
                            ArgKind::Shaped(handle, shape) => {
                                write!(f, "shaped({}", buffer(handle))?;
                                shape.iter().try_for_each(|length| write!(f, ", {length}"))?;
                                f.write_str(")")?;
                            }
                            ArgKind::Words(ty, words) => {
                                if let Some(ty) = ty {
                                    write!(f, "{ty}")?;
                                }
                                write!(f, "{words}")?;
                            }
                        }
                    }
                    writeln!(f, ") {grid};")?;
                }
                Step::Repeat { count } => {
                    writeln!(f, "repeat {count} {{")?;
                    depth += 1;
                }
                Step::RepeatUntilUnchanged { flag, at_most } => {
                    writeln!(f, "repeat_until_unchanged {}, {at_most} {{", buffer(flag))?;
                    depth += 1;
                }
                Step::End => f.write_str("}\n")?,
                Step::Swap(a, b) => writeln!(f, "swap {}, {};", buffer(a), buffer(b))?,
            }
        }
        f.write_str("}\n")
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        let comma = |at: usize| if at > 0 { ", " } else { "" };
        match self {
            Words::Constant(words) => {
                words.iter().enumerate().try_for_each(|(at, word)| write!(f, "{}{word}", comma(at)))?;
            }
            Words::Lengths(words) => {
                words.iter().enumerate().try_for_each(|(at, word)| write!(f, "{}{word}", comma(at)))?;
            }
        }
        f.write_str(")")
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, [x, y, z]) = match self {
            Grid::Covers(length) => {
                return match &length.0[..] {
                    [Item::Of(buffer)] => write!(f, "covers {}", Name(buffer)),
                    [Item::Value(_)] => write!(f, "covers ({length})"),
                    _ => write!(f, "covers {length}"),
                };
            }
            Grid::Workgroups(lengths) => ("workgroups", lengths),
            Grid::Invocations(lengths) => ("invocations", lengths),
        };
        write!(f, "{word} {x}, {y}, {z}")
    }
}

impl FromStr for Pipeline {
    type Err = ParseError;

    #[inline]
    fn from_str(source: &str) -> Result<Pipeline> {
        let mut parser = Parser::<()>::new(source)?;
        let mut pipeline = Pipeline::new();
        parser.expect_word("pipeline")?;
        parser.declarations(&mut pipeline)?;
        let mut programs = HashMap::new();
        while parser.is_word("program") {
            parser.advance()?;
            let name = parser.name("the program's name")?;
            programs.insert(name, pipeline.programs.len());
            let program = parser.program()?;
            pipeline.programs.push(program.into());
        }
        parser.expect_word("steps")?;
        parser.steps(&mut pipeline, &programs)?;
        match parser.token.kind {
            Kind::End => Ok(pipeline),
            _ => Err(parser.expected("the end of the text")),
        }
    }
}

/// An operator, or a parenthesis, whose right operand or end is still to come.
enum Open {
    Operator(Operator),
    Parenthesis,
    /// A function; whether its comma has come.
    Function(Operator, bool),
}

impl Parser<'_, ()> {
    fn declarations(&mut self, pipeline: &mut Pipeline) -> Result<()> {
        loop {
            if self.is_word("value") {
                self.advance()?;
                pipeline.value(self.name("the value's name")?);
                continue;
            }
            let Some(kind) = BufferKind::ALL.into_iter().find(|kind| self.is_word(kind.name())) else {
                return match self.is_word("program") || self.is_word("steps") {
                    true => Ok(()),
                    false => Err(self.expected("a declaration, `program` or `steps`")),
                };
            };
            self.advance()?;
            let name = self.name("the buffer's name")?;
            self.expect(":")?;
            let element = self.type_name()?;
            match kind {
                BufferKind::Input => pipeline.input(name, element),
                BufferKind::InOut => pipeline.in_out(name, element),
                BufferKind::Output | BufferKind::Temporary => {
                    self.expect("[")?;
                    let length = self.length()?;
                    self.expect("]")?;
                    match kind {
                        BufferKind::Output => pipeline.output(name, element, length),
                        _ => pipeline.temporary(name, element, length),
                    }
                }
            };
        }
    }

    fn steps(&mut self, pipeline: &mut Pipeline, programs: &HashMap<String, usize>) -> Result<()> {
        self.expect("{")?;
        let mut depth = 1usize;
        while depth > 0 {
            if self.eat("}")? {
                depth -= 1;
                if depth > 0 {
                    pipeline.steps.push(Step::End);
                }
                continue;
            }
            let is_call = self.lexer.comes("(");
            let step = if self.is_word("repeat") && !is_call {
                self.advance()?;
                let count = self.length()?;
                self.expect("{")?;
                depth += 1;
                Step::Repeat { count }
            } else if self.is_word("repeat_until_unchanged") && !is_call {
                self.advance()?;
                let flag = self.handle(pipeline)?;
                self.expect(",")?;
                let at_most = self.length()?;
                self.expect("{")?;
                depth += 1;
                Step::RepeatUntilUnchanged { flag, at_most }
            } else if self.is_word("swap") && !is_call {
                self.advance()?;
                let a = self.handle(pipeline)?;
                self.expect(",")?;
                let b = self.handle(pipeline)?;
                self.expect(";")?;
                Step::Swap(a, b)
            } else {
                self.run(pipeline, programs)?
            };
            pipeline.steps.push(step);
        }
        Ok(())
    }

    fn handle(&mut self, pipeline: &Pipeline) -> Result<Handle> {
        let start = self.token.start;
        let name = self.name("a buffer")?;
        let at = pipeline.buffers.iter().position(|buffer| buffer.name == name);
        at.map(|at| pipeline.handle(at))
            .ok_or_else(|| self.error(start, format!("the pipeline has no buffer `{name}`")))
    }

    fn run(&mut self, pipeline: &Pipeline, programs: &HashMap<String, usize>) -> Result<Step> {
        let start = self.token.start;
        let name = self.name("a step or `}`")?;
        let program = programs.get(&name).copied();
        let program = program.ok_or_else(|| self.error(start, format!("there is no program `{name}`")))?;
        self.expect("(")?;
        let mut args = Vec::new();
        while !self.is(")") {
            let parameter = self.name("a parameter")?;
            self.expect(":")?;
            args.push((parameter, self.argument(pipeline)?));
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        self.expect(")")?;
        let grid = if self.is_word("covers") {
            self.advance()?;
            let is_name = matches!(self.token.kind, Kind::Word | Kind::Quoted) && self.lexer.comes(";");
            Grid::Covers(match is_name {
                true => Length(vec![Item::Of(self.name("a buffer")?)]),
                false => self.length()?,
            })
        } else if self.is_word("workgroups") {
            self.advance()?;
            Grid::Workgroups(self.lengths()?)
        } else if self.is_word("invocations") {
            self.advance()?;
            Grid::Invocations(self.lengths()?)
        } else {
            return Err(self.expected("`covers`, `workgroups` or `invocations`"));
        };
        self.expect(";")?;
        Ok(Step::Run { program, args, grid, origin: None, refused: None })
    }

    fn lengths(&mut self) -> Result<[Length; 3]> {
        let x = self.length()?;
        self.expect(",")?;
        let y = self.length()?;
        self.expect(",")?;
        Ok([x, y, self.length()?])
    }

    fn argument(&mut self, pipeline: &Pipeline) -> Result<ArgKind> {
        if self.is("(") {
            return Ok(ArgKind::Words(None, self.words()?));
        }
        if self.is_word("words") && self.lexer.comes("(") {
            self.advance()?;
            self.expect("(")?;
            let handle = self.handle(pipeline)?;
            self.expect(")")?;
            return Ok(ArgKind::WordsOf(handle));
        }
        if self.is_word("shaped") && self.lexer.comes("(") {
            self.advance()?;
            self.expect("(")?;
            let handle = self.handle(pipeline)?;
            let mut shape = Vec::new();
            while !self.is(")") {
                self.expect(",")?;
                shape.push(self.length()?);
            }
            self.expect(")")?;
            return Ok(ArgKind::Shaped(handle, shape));
        }
        let is_type = match self.token.kind {
            Kind::Word => self.lexer.comes("(") || self.lexer.comes("<"),
            _ => false,
        };
        match is_type {
            true => {
                let ty: DataType = self.type_name()?;
                Ok(ArgKind::Words(Some(ty), self.words()?))
            }
            false => self.handle(pipeline).map(ArgKind::Buffer),
        }
    }

    fn words(&mut self) -> Result<Words> {
        self.expect("(")?;
        let mut words = Vec::new();
        while !self.is(")") {
            words.push(self.length()?);
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        self.expect(")")?;
        Ok(Words::new(words))
    }

    /// A length: operators wait on a stack until their right operands have come.
    fn length(&mut self) -> Result<Length> {
        let mut items: Vec<Item> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        loop {
            if items.len() + open.len() > MAX_LENGTH_ITEMS {
                return Err(self.error(self.token.start, "the length has too many parts"));
            }
            let function = match self.token.kind {
                Kind::Word if self.lexer.comes("(") => {
                    let word = self.text(self.token);
                    Operator::ALL.iter().copied().find(|op| op.is_function() && op.spelling() == word)
                }
                _ => None,
            };
            if let Some(function) = function {
                self.advance()?;
                self.expect("(")?;
                open.push(Open::Function(function, false));
                continue;
            }
            if self.eat("(")? {
                open.push(Open::Parenthesis);
                continue;
            }
            items.push(self.length_operand()?);
            if !self.after_operand(&mut items, &mut open)? {
                return Ok(Length(items));
            }
        }
    }

    fn length_operand(&mut self) -> Result<Item> {
        if self.token.kind == Kind::Number {
            return self.number("a length").map(Item::Constant);
        }
        let is_call = self.lexer.comes("(");
        if self.is_word("len") && is_call {
            self.advance()?;
            self.expect("(")?;
            let buffer = self.name("a buffer")?;
            self.expect(")")?;
            return Ok(Item::Of(buffer));
        }
        if self.is_word("groups") && is_call {
            self.advance()?;
            self.expect("(")?;
            let axis = self.number("an axis")?;
            self.expect(")")?;
            return Ok(Item::Groups(u8::try_from(axis).unwrap_or(u8::MAX)));
        }
        self.name("a length").map(Item::Value)
    }

    /// What follows an operand. Says whether another operand does.
    fn after_operand(&mut self, items: &mut Vec<Item>, open: &mut Vec<Open>) -> Result<bool> {
        let settle = |items: &mut Vec<Item>, open: &mut Vec<Open>, level: u8| {
            while let Some(Open::Operator(operator)) =
                open.pop_if(|open| matches!(open, Open::Operator(op) if op.precedence() >= level))
            {
                items.push(Item::Operator(operator));
            }
        };
        loop {
            let symbol = |op: &&Operator| !op.is_function() && self.is(op.spelling());
            if let Some(operator) = Operator::ALL.iter().find(symbol).copied() {
                self.advance()?;
                settle(items, open, operator.precedence());
                open.push(Open::Operator(operator));
                return Ok(true);
            }
            settle(items, open, 0);
            match open.last_mut() {
                None => return Ok(false),
                Some(Open::Function(_, has_comma @ false)) => {
                    *has_comma = true;
                    self.expect(",")?;
                    return Ok(true);
                }
                Some(Open::Function(operator, true)) => {
                    let operator = *operator;
                    self.expect(")")?;
                    items.push(Item::Operator(operator));
                    open.pop();
                }
                Some(Open::Parenthesis | Open::Operator(_)) => {
                    self.expect(")")?;
                    open.pop();
                }
            }
        }
    }
}
