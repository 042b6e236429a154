//! What is printed: an assertion that never fails for each word of the values, and one for the line (`vyre_ir::printing`).

use super::{BuiltNode, Emitter};
use crate::data::{Constructor, Shape, Written};
use crate::diagnostics::Area;
use crate::hir::{Expr, Format, Kind, Printing};
use crate::types::{Form, Ty};
use vyre_ir::Node;
use vyre_ir::printing::{Count, Line, Piece, Spec, WORD};

/// A line that is being spelled out.
struct Spelled<'a> {
    spec: &'a str,
    is_pretty: bool,
    pieces: Vec<Piece>,
}

/// How the parts of a value are written: what is around them, the names of fields, and whether a `,` follows a single one.
struct Around<'a> {
    open: String,
    close: &'a str,
    names: Option<Vec<String>>,
    is_single_tuple: bool,
}

impl Around<'_> {
    fn of(open: impl Into<String>, close: &str) -> Around<'_> {
        Around { open: open.into(), close, names: None, is_single_tuple: false }
    }

    /// Those of a struct or of a variant with fields.
    fn fields(name: &str, names: Vec<String>) -> Around<'static> {
        Around { names: Some(names), ..Around::of(format!("{name} {{"), "}") }
    }
}

impl Spelled<'_> {
    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(before)) => before.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_string())),
        }
    }

    fn value(&mut self, ty: &str) {
        self.pieces.push(Piece::Value { ty: ty.to_string(), spec: self.spec.to_string() });
    }

    /// What stands before a part, and behind the last one, where parts have lines of their own.
    fn line(&mut self, depth: usize) {
        self.text("\n");
        self.text(&"    ".repeat(depth));
    }

    /// What is spelled for one variant.
    fn arm(&mut self, number: u32, spell: impl FnOnce(&mut Self)) -> (u32, Vec<Piece>) {
        let before = std::mem::take(&mut self.pieces);
        spell(self);
        (number, std::mem::replace(&mut self.pieces, before))
    }
}

impl Emitter<'_> {
    pub(super) fn print(&mut self, printing: &Printing, area: Area, nodes: &mut Vec<BuiltNode>) {
        let (mut pieces, mut words) = (Vec::new(), Vec::new());
        for piece in &printing.pieces {
            match piece {
                Format::Text(text) => pieces.push(Piece::Text(text.clone())),
                Format::Value { at, spec } => {
                    let format = Spec::of(spec);
                    let mut spelled = Spelled { spec, is_pretty: format.is_debug() == (true, true), pieces };
                    for (count, piece) in
                        [(&format.width, Piece::Width), (&format.precision, Piece::Precision)]
                    {
                        let Some(Count::Argument(at)) = count else { continue };
                        let number = at.parse().ok().and_then(|at: usize| printing.args.get(at));
                        let number = number.map(|number| self.value(number, nodes));
                        words.extend(number);
                        spelled.pieces.push(piece);
                    }
                    if let Some(value) = printing.args.get(*at) {
                        self.spell(value.ty, &mut spelled, 0);
                        let tree = self.tree(value, nodes);
                        words.extend(self.words(tree, value.ty, area, nodes));
                    }
                    pieces = spelled.pieces;
                }
            }
        }
        for word in words {
            nodes.push(BuiltNode::of(area, vec![word], &Node::assert(0, WORD)));
        }
        let line = Line { is_error: printing.is_error, pieces };
        let zero = self.value(&Expr { kind: Kind::Literal(0), ty: Ty::U32, area }, nodes);
        nodes.push(BuiltNode::of(area, vec![zero], &Node::assert(0, line.message())));
    }

    /// Spells a value of a type out as Rust's `Debug` does, or a number as its format says. The pieces take the value's words in their order.
    fn spell(&self, ty: Ty, line: &mut Spelled<'_>, depth: usize) {
        let types = &self.kernel.types;
        let ty = types.resolve(ty);
        let data = types.data_of(ty).map(|data| &data.definition);
        let name = data.map_or("", |data| match &data.written {
            Written::Derived(name) => name,
            _ => &data.name,
        });
        if let Some((form, parts)) = types.parts(ty) {
            let around = match (form, data.map(|data| &data.shape)) {
                (Form::Struct(_), _) if crate::standard::is_char(name) => return line.value("char"),
                (Form::Struct(_), _) if let Some(Written::Parts(between)) = types.written(ty) => {
                    for (at, part) in parts.iter().enumerate() {
                        line.text(if at > 0 { between } else { "" });
                        self.spell(*part, line, depth);
                    }
                    return;
                }
                (Form::Reference, _) => {
                    return parts.iter().for_each(|part| self.spell(*part, line, depth));
                }
                (Form::Tuple, _) if parts.is_empty() => return line.value("()"),
                // Slices and closures are not printed.
                (Form::Tuple | Form::Slice | Form::Closure(_), _) => {
                    Around { is_single_tuple: parts.len() == 1, ..Around::of("(", ")") }
                }
                (Form::Array, _) => Around::of("[", "]"),
                (Form::Option | Form::Result, _) => {
                    let names = if form == Form::Option { ["None", "Some"] } else { ["Ok", "Err"] };
                    // The parts are the number, and the value of each variant that has one.
                    let none = usize::from(form == Form::Option);
                    let arms = names.iter().enumerate().map(|(at, name)| {
                        let held =
                            (at + 1).checked_sub(none).filter(|at| *at > 0).and_then(|at| parts.get(at));
                        line.arm(at as u32, |line| match held {
                            Some(held) => {
                                let around = Around::of(format!("{name}("), ")");
                                self.spell_parts(around, &[*held], line, depth);
                            }
                            None => line.text(name),
                        })
                    });
                    let arms = arms.collect();
                    return line.pieces.push(Piece::Choice(arms));
                }
                (Form::Enum(_), shape) => {
                    let Some(Shape::Variants(variants)) = shape else { return };
                    let mut first = 1;
                    let arms = variants.iter().enumerate().map(|(number, variant)| {
                        let held = parts.get(first..first + variant.fields.len()).unwrap_or_default();
                        first += held.len();
                        let names = variant.fields.iter().map(|field| field.name.clone()).collect();
                        line.arm(number as u32, |line| match (held, variant.is_tuple) {
                            ([], _) => line.text(&variant.name),
                            (_, true) => {
                                let around = Around::of(format!("{}(", variant.name), ")");
                                self.spell_parts(around, held, line, depth);
                            }
                            (_, false) => {
                                let around = Around::fields(&variant.name, names);
                                self.spell_parts(around, held, line, depth);
                            }
                        })
                    });
                    let arms = arms.collect();
                    return line.pieces.push(Piece::Choice(arms));
                }
                (Form::Struct(_), shape) => match (data.and_then(|data| data.constructor()), shape) {
                    (Some(Constructor::Unit), _) => return line.text(name),
                    (Some(Constructor::Tuple(_)), _) => Around::of(format!("{name}("), ")"),
                    (None, Some(Shape::Struct(fields))) if fields.is_empty() => return line.text(name),
                    (None, Some(Shape::Struct(fields))) => {
                        Around::fields(name, fields.iter().map(|field| field.name.clone()).collect())
                    }
                    (None, _) => return,
                },
            };
            return self.spell_parts(around, &parts, line, depth);
        }
        if let Some(lanes) = ty.vector_lanes() {
            let lanes = vec![ty.lane(); lanes as usize];
            return self.spell_parts(Around::of("[", "]"), &lanes, line, depth);
        }
        match ty {
            Ty::Enum(_) => {
                let Some(Shape::Enum(variants)) = data.map(|data| &data.shape) else { return };
                let arms = variants.iter().map(|(name, number)| (*number, vec![Piece::Text(name.clone())]));
                line.pieces.push(Piece::Choice(arms.collect()));
            }
            // A `()` in a variant has a word.
            Ty::Unit => {
                let arm = line.arm(0, |line| line.value("()"));
                line.pieces.push(Piece::Choice(vec![arm]));
            }
            Ty::Int(_) => line.value("i32"),
            Ty::Float(_) => line.value("f64"),
            _ => line.value(&ty.to_string()),
        }
    }

    fn spell_parts(&self, around: Around<'_>, parts: &[Ty], line: &mut Spelled<'_>, depth: usize) {
        line.text(&around.open);
        for (at, part) in parts.iter().enumerate() {
            match (line.is_pretty, at, &around.names) {
                (true, ..) => line.line(depth + 1),
                (false, 0, None) => {}
                (false, 0, Some(_)) => line.text(" "),
                (false, ..) => line.text(", "),
            }
            if let Some(name) = around.names.as_ref().and_then(|names| names.get(at)) {
                line.text(&format!("{name}: "));
            }
            self.spell(*part, line, depth + 1);
            if line.is_pretty {
                line.text(",");
            }
        }
        match (line.is_pretty && !parts.is_empty(), &around.names) {
            (true, _) => line.line(depth),
            (false, Some(_)) => line.text(" "),
            (false, None) if around.is_single_tuple => line.text(","),
            (false, None) => {}
        }
        line.text(around.close);
    }
}
