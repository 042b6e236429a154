//! Prints programs. A loop pops pieces from a stack; a piece that consists of others pushes these. Nothing recurses,
//! and the size of the text is linear in the size of the program.

use super::expr::MUL_ADD;
use super::tokens::{Name, OpId, Quoted};
use crate::Precedence;
use crate::{BinOp, BufferDecl, DataType, Expr, Node, OpArg, Program, Spelling, UnOp};
use std::fmt;

/// The maximum nesting depth that is indented. Deeper statements, which no valid program has, are not indented.
/// Otherwise the size of the text would be quadratic in the depth.
const MAX_INDENT: usize = 64;

/// A part of the text that has not been printed yet.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Text(&'static str),
    Name(&'a str),
    OpId(&'a str),
    /// A text in quotes.
    Quoted(&'a str),
    Number(u32),
    Type(&'a DataType),
    /// An expression, in parentheses if its precedence is lower.
    Operand(&'a Expr, Precedence),
    /// What is passed to an operation on buffers.
    Args(&'a [(String, OpArg)]),
    /// Expressions with commas between them.
    List(&'a [Expr]),
    /// Whole lines at a depth.
    Lines(&'a [Node], usize),
    /// A statement, without the indentation before it and the line end after it.
    Statement(&'a Node, usize),
    /// Statements in braces. The opening brace is on the current line.
    Body(&'a [Node], usize),
    Indent(usize),
}

use Piece::{Body, Indent, Lines, List, Number, Operand, Statement, Text, Type};

/// An expression in a place where it never needs parentheses.
fn any(expr: &Expr) -> Piece<'_> {
    Operand(expr, Precedence::Or)
}

struct Printer<'a, 'b, 'c> {
    out: &'b mut fmt::Formatter<'c>,
    stack: Vec<Piece<'a>>,
}

fn print(first: Piece<'_>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut printer = Printer { out, stack: vec![first] };
    while let Some(piece) = printer.stack.pop() {
        printer.piece(piece)?;
    }
    Ok(())
}

impl<'a> Printer<'a, '_, '_> {
    /// Pushes pieces in reverse order, so that the first one is printed first.
    fn push(&mut self, pieces: &[Piece<'a>]) {
        self.stack.extend(pieces.iter().rev());
    }

    fn piece(&mut self, piece: Piece<'a>) -> fmt::Result {
        match piece {
            Text(text) => return self.out.write_str(text),
            Piece::Name(name) => return write!(self.out, "{}", Name(name)),
            Piece::OpId(op_id) => return write!(self.out, "{}", OpId(op_id)),
            Piece::Quoted(text) => return write!(self.out, "{}", Quoted(text)),
            Number(number) => return write!(self.out, "{number}"),
            Type(ty) => return write!(self.out, "{ty}"),
            Indent(depth) if depth <= MAX_INDENT => return write!(self.out, "{:1$}", "", depth * 4),
            Indent(_) => {}
            Operand(expr, level) if level_of(expr) < level => self.push(&[Text("("), any(expr), Text(")")]),
            Operand(expr, _) => return self.expr(expr),
            Piece::Args([]) => {}
            Piece::Args([(name, arg), rest @ ..]) => {
                let separator = if rest.is_empty() { "" } else { ", " };
                self.push(&[Text(separator), Piece::Args(rest)]);
                match arg {
                    OpArg::Buffer(buffer) => {
                        self.push(&[Piece::Name(name), Text(": &"), Piece::Name(buffer)]);
                    }
                    OpArg::Value(value) => self.push(&[Piece::Name(name), Text(": "), any(value)]),
                }
            }
            List([]) => {}
            List([only]) => self.push(&[any(only)]),
            List([first, rest @ ..]) => self.push(&[any(first), Text(", "), List(rest)]),
            Lines([], _) => {}
            Lines([node, rest @ ..], depth) => {
                self.push(&[Indent(depth), Statement(node, depth), Text("\n"), Lines(rest, depth)]);
            }
            Statement(node, depth) => self.statement(node, depth),
            Body([], _) => self.push(&[Text("{}")]),
            Body(nodes, depth) => {
                self.push(&[Text("{\n"), Lines(nodes, depth + 1), Indent(depth), Text("}")]);
            }
        }
        Ok(())
    }

    fn statement(&mut self, node: &'a Node, depth: usize) {
        match node {
            Node::Let { name, value } => {
                self.push(&[Text("let "), Piece::Name(name), Text(" = "), any(value), Text(";")]);
            }
            Node::Assign { name, value } => {
                self.push(&[Piece::Name(name), Text(" = "), any(value), Text(";")]);
            }
            Node::Store { buffer, index, value } => {
                self.push(&[Piece::Name(buffer), Text("["), any(index), Text("] = "), any(value), Text(";")])
            }
            Node::TensorStore { tensor, indices, value } => self.push(&[
                Piece::Name(tensor),
                Text("[["),
                List(indices),
                Text("]] = "),
                any(value),
                Text(";"),
            ]),
            Node::AtomicStore { buffer, index, value } => {
                self.push(&[Text("], "), any(value), Text(");")]);
                self.push(&[Text("atomic_store("), Piece::Name(buffer), Text("["), any(index)]);
            }
            Node::StoreByte { buffer, index, value } => self.bytes("byte(", buffer, index, value),
            Node::StoreWord { buffer, index, value } => self.bytes("word(", buffer, index, value),
            Node::CallOp { op_id, args } => {
                self.push(&[Text("call "), Piece::OpId(op_id), Text("("), Piece::Args(args), Text(");")]);
            }
            Node::If { cond, then, otherwise } => {
                match &**otherwise {
                    [] => {}
                    [only @ Node::If { .. }] => self.push(&[Text(" else "), Statement(only, depth)]),
                    several => self.push(&[Text(" else "), Body(several, depth)]),
                }
                self.push(&[Text("if "), any(cond), Text(" "), Body(then, depth)]);
            }
            Node::Loop { var, from, to, body } => self.push(&[
                Text("for "),
                Piece::Name(var),
                Text(" in "),
                any(from),
                Text(".."),
                any(to),
                Text(" "),
                Body(body, depth),
            ]),
            Node::Break => self.push(&[Text("break;")]),
            Node::Continue => self.push(&[Text("continue;")]),
            Node::Return => self.push(&[Text("return;")]),
            Node::Block(body) => self.push(&[Body(body, depth)]),
            Node::Barrier => self.push(&[Text("barrier;")]),
            Node::Assert { cond, message } => {
                self.push(&[Text("assert("), any(cond), Text(", "), Piece::Quoted(message), Text(");")]);
            }
            Node::Collective { name, op, value, id } => {
                self.push(&[Text(");")]);
                if let Some(id) = id {
                    self.push(&[Text(", "), any(id)]);
                }
                let function = Text(op.function());
                self.push(&[Text("let "), Piece::Name(name), Text(" = "), function, Text("("), any(value)]);
            }
            Node::UniformLoad { name, buffer, index } => {
                self.push(&[Piece::Name(buffer), Text("["), any(index), Text("]);")]);
                self.push(&[Text("let "), Piece::Name(name), Text(" = workgroup_uniform_load(")]);
            }
        }
    }

    /// A store to bytes by this function.
    fn bytes(&mut self, function: &'static str, buffer: &'a str, index: &'a Expr, value: &'a Expr) {
        self.push(&[Text(") = "), any(value), Text(";")]);
        self.push(&[Text(function), Piece::Name(buffer), Text(", "), any(index)]);
    }

    fn expr(&mut self, expr: &'a Expr) -> fmt::Result {
        match expr {
            Expr::LitU32(value) => return write!(self.out, "{value}"),
            Expr::LitI32(value) => return write!(self.out, "{value}i"),
            Expr::LitBool(value) => return write!(self.out, "{value}"),
            Expr::LitF32(value) => return self.out.write_str(&crate::float::literal(value.to_bits())),
            Expr::LitF64(value) => {
                return self.out.write_str(&crate::float::binary64::literal(value.to_bits()));
            }
            Expr::Var(name) => self.push(&[Piece::Name(name)]),
            Expr::Load { buffer, index } => {
                self.push(&[Piece::Name(buffer), Text("["), any(index), Text("]")]);
            }
            Expr::LoadByte { buffer, index } => {
                self.push(&[Text("byte("), Piece::Name(buffer), Text(", "), any(index), Text(")")]);
            }
            Expr::LoadWord { buffer, index } => {
                self.push(&[Text("word("), Piece::Name(buffer), Text(", "), any(index), Text(")")]);
            }
            Expr::AtomicLoad { buffer, index } => {
                self.push(&[Text("atomic_load("), Piece::Name(buffer), Text("["), any(index), Text("])")]);
            }
            Expr::TensorLoad { tensor, indices } => {
                self.push(&[Piece::Name(tensor), Text("[["), List(indices), Text("]]")]);
            }
            Expr::TensorDim { tensor, axis } => {
                self.push(&[Text("dim("), Piece::Name(tensor), Text(", "), Number(*axis), Text(")")]);
            }
            Expr::BufLen { buffer } => self.push(&[Text("len("), Piece::Name(buffer), Text(")")]),
            Expr::InvocationId { axis } => self.id("invocation_id", *axis),
            Expr::WorkgroupId { axis } => self.id("workgroup_id", *axis),
            Expr::LocalId { axis } => self.id("local_id", *axis),
            Expr::BinOp { op, left, right } => self.binary(*op, left, right),
            Expr::UnOp { op, operand } => self.unary(*op, operand),
            Expr::Call { op_id, args } => {
                self.push(&[Text("call "), Piece::OpId(op_id), Text("("), List(args), Text(")")]);
            }
            Expr::Select { cond, then, otherwise } => {
                self.push(&[Text(", "), any(then), Text(", "), any(otherwise), Text(")")]);
                self.push(&[Text("select("), any(cond)]);
            }
            Expr::FMulAdd { a, b, c } => {
                self.push(&[Text(", "), any(b), Text(", "), any(c), Text(")")]);
                self.push(&[Text(MUL_ADD), Text("("), any(a)]);
            }
            Expr::Cast { target, value } => {
                self.push(&[Text("cast<"), Type(target), Text(">("), any(value), Text(")")]);
            }
            Expr::Component { value, index } => {
                self.push(&[Operand(value, Precedence::Whole), Text("."), Number(*index)]);
            }
            Expr::Compose { target, parts } => self.compose(target, parts),
            Expr::Atomic { op, buffer, index, expected, value } => {
                self.push(&[Text(", "), any(value), Text(")")]);
                if let Some(expected) = expected {
                    self.push(&[Text(", "), any(expected)]);
                }
                let name = Text(op.spelling().text());
                self.push(&[name, Text("("), Piece::Name(buffer), Text("["), any(index), Text("]")]);
            }
        }
        Ok(())
    }

    fn id(&mut self, id: &'static str, axis: u32) {
        match axis {
            0 => self.push(&[Text(id), Text(".x")]),
            1 => self.push(&[Text(id), Text(".y")]),
            2 => self.push(&[Text(id), Text(".z")]),
            _ => self.push(&[Text(id), Text(".axis("), Number(axis), Text(")")]),
        }
    }

    fn compose(&mut self, target: &'a DataType, parts: &'a [Expr]) {
        self.push(&[Text("("), List(parts), Text(")")]);
        if target.has_lanes() {
            self.push(&[Type(target)]);
        } else {
            self.push(&[Text("compose<"), Type(target), Text(">")]);
        }
    }

    fn binary(&mut self, op: BinOp, left: &'a Expr, right: &'a Expr) {
        match op.spelling() {
            Spelling::Symbol(symbol) => {
                let level = op.precedence();
                let chains = level != Precedence::Comparison;
                let left = Operand(left, if chains { level } else { level.tighter() });
                let right = Operand(right, level.tighter());
                self.push(&[left, Text(" "), Text(symbol), Text(" "), right]);
            }
            Spelling::Function(name) => {
                self.push(&[Text(name), Text("("), any(left), Text(", "), any(right), Text(")")]);
            }
        }
    }

    fn unary(&mut self, op: UnOp, operand: &'a Expr) {
        match op.spelling() {
            Spelling::Symbol(symbol) => {
                // `-5i` is a literal, so the negation of `5i` is written `-(5i)`.
                let is_literal = matches!(operand, Expr::LitI32(_) | Expr::LitF32(_) | Expr::LitF64(_));
                let level =
                    if op == UnOp::Negate && is_literal { Precedence::Whole } else { Precedence::Unary };
                self.push(&[Text(symbol), Operand(operand, level)]);
            }
            Spelling::Function(name) => self.push(&[Text(name), Text("("), any(operand), Text(")")]),
        }
    }
}

/// The precedence of an expression's text. Numbers have that of unary operators, because they may have a sign and
/// because the component `5.0` would look like a number.
fn level_of(expr: &Expr) -> Precedence {
    match expr {
        Expr::BinOp { op, .. } => op.precedence(),
        Expr::UnOp { op, .. } if matches!(op.spelling(), Spelling::Symbol(_)) => Precedence::Unary,
        Expr::LitU32(_) | Expr::LitI32(_) | Expr::LitF32(_) | Expr::LitF64(_) => Precedence::Unary,
        _ => Precedence::Whole,
    }
}

fn declaration(buffer: &BufferDecl, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(out, "buffer {}: {} {}", Name(&buffer.name), buffer.access, buffer.element)?;
    if buffer.strided && buffer.as_tensor().is_some() {
        out.write_str(" strided")?;
    }
    if buffer.count != 0 {
        write!(out, "[{}]", buffer.count)?;
    }
    if buffer.access.is_bound() || buffer.binding != 0 {
        write!(out, " @ {}", buffer.binding)?;
    }
    out.write_str("\n")
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.workgroup_size;
        write!(f, "program\nworkgroup_size {x}, {y}, {z}\n")?;
        for buffer in &self.buffers {
            declaration(buffer, f)?;
        }
        f.write_str("entry ")?;
        print(Body(&self.entry, 0), f)?;
        f.write_str("\n")
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(Statement(self, 0), f)
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(any(self), f)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
