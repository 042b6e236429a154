//! What is printed: an assertion that never fails for each word of the values, and one for the line (`vyre_ir::printing`).

use super::{BuiltNode, Emitter};
use crate::data::{Constructor, Shape};
use crate::diagnostics::Area;
use crate::hir::{Expr, Format, Kind, Printing};
use crate::types::{Form, Ty};
use vyre_ir::printing::{Line, Piece, Spec, WORD};
use vyre_ir::{BinOp, Node};

/// A line that is being spelled out, with the expressions of its words.
struct Spelled<'a> {
    spec: &'a str,
    is_pretty: bool,
    pieces: Vec<Piece>,
    words: Vec<Expr>,
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
}

fn cast(value: Expr, ty: Ty) -> Expr {
    let area = value.area;
    Expr { kind: Kind::Cast(Box::new(value)), ty, area }
}

impl Emitter<'_> {
    pub(super) fn print(&mut self, printing: &Printing, area: Area, nodes: &mut Vec<BuiltNode>) {
        let (mut pieces, mut words) = (Vec::new(), Vec::new());
        for piece in &printing.pieces {
            let mut spelled = Spelled { spec: "", is_pretty: false, pieces, words };
            match piece {
                Format::Text(text) => spelled.text(text),
                Format::Value { at, spec } => {
                    let (_, is_pretty) = Spec::of(spec).is_debug();
                    (spelled.spec, spelled.is_pretty) = (spec, is_pretty);
                    if let Some(value) = printing.args.get(*at) {
                        self.spell(value.clone(), &mut spelled, 0);
                    }
                }
            }
            (pieces, words) = (spelled.pieces, spelled.words);
        }
        for word in words {
            let word = self.value(&word, nodes);
            nodes.push(BuiltNode::of(area, vec![word], &Node::assert(0, WORD)));
        }
        let line = Line { is_error: printing.is_error, pieces };
        let zero = self.value(&Expr { kind: Kind::Literal(0), ty: Ty::U32, area }, nodes);
        nodes.push(BuiltNode::of(area, vec![zero], &Node::assert(0, line.message())));
    }

    /// Spells a value out as Rust's `Debug` does, or a number as its format says.
    fn spell(&self, value: Expr, line: &mut Spelled<'_>, depth: usize) {
        let types = &self.kernel.types;
        let (ty, area) = (types.resolve(value.ty), value.area);
        if let Some((form, parts)) = types.parts(ty) {
            let data = types.data_of(ty);
            let constructor = data.and_then(|data| data.definition.constructor());
            let names = data.and_then(|data| match &data.definition.shape {
                Shape::Struct(_) if constructor.is_some() => None,
                Shape::Struct(fields) => {
                    Some(fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>())
                }
                Shape::Enum(_) | Shape::Variants(_) | Shape::Function(_) | Shape::Erroneous => None,
            });
            let name = data.map(|data| data.definition.name.clone());
            let parts: Vec<Expr> = parts
                .iter()
                .enumerate()
                .map(|(at, ty)| Expr {
                    kind: Kind::Part { value: Box::new(value.clone()), at },
                    ty: *ty,
                    area,
                })
                .collect();
            let (open, close) = match form {
                Form::Reference => (String::new(), ""),
                // What has variants is not printed, and neither are slices in values.
                Form::Tuple | Form::Option | Form::Result | Form::Enum(_) | Form::Slice => {
                    ("(".to_string(), ")")
                }
                Form::Array => ("[".to_string(), "]"),
                Form::Struct(_) => match constructor {
                    Some(Constructor::Unit) => (name.unwrap_or_default(), ""),
                    Some(Constructor::Tuple(_)) => (format!("{}(", name.unwrap_or_default()), ")"),
                    None => (format!("{} {{", name.unwrap_or_default()), "}"),
                },
            };
            let is_single_tuple = form == Form::Tuple && parts.len() == 1;
            return self.spell_parts((&open, close, is_single_tuple), names.as_deref(), parts, line, depth);
        }
        if let Some(lanes) = ty.vector_lanes() {
            let lane = |at: u32| {
                let index = Box::new(Expr { kind: Kind::Literal(at.into()), ty: Ty::U32, area });
                Expr { kind: Kind::Lane { value: Box::new(value.clone()), index }, ty: ty.lane(), area }
            };
            let parts = (0..lanes).map(lane).collect();
            return self.spell_parts(("[", "]", false), None, parts, line, depth);
        }
        match ty {
            Ty::Enum(_) => {
                let variants = types.data_of(ty).map(|data| match &data.definition.shape {
                    Shape::Enum(variants) => {
                        let named = variants.iter().map(|(name, number)| format!("{name}={number}"));
                        named.collect::<Vec<_>>().join(",")
                    }
                    Shape::Struct(_) | Shape::Variants(_) | Shape::Function(_) | Shape::Erroneous => {
                        String::new()
                    }
                });
                line.value(&format!("enum {}", variants.unwrap_or_default()));
                line.words.push(cast(value, Ty::U32));
            }
            Ty::U64 | Ty::I64 | Ty::U128 | Ty::I128 => {
                line.value(&ty.to_string());
                let whole = if ty.is_signed() { cast(value, ty.unsigned()) } else { value };
                for at in 0..ty.bits() / 32 {
                    let by = Expr { kind: Kind::Literal((32 * at).into()), ty: Ty::U32, area };
                    let (left, right) = (Box::new(whole.clone()), Box::new(by));
                    let shifted = match at {
                        0 => whole.clone(),
                        _ => {
                            let kind = Kind::Binary { op: BinOp::Shr, left, right };
                            Expr { kind, ty: whole.ty, area }
                        }
                    };
                    line.words.push(cast(shifted, Ty::U32));
                }
            }
            Ty::F16 | Ty::BF16 => {
                line.value("f32");
                line.words.push(cast(cast(value, Ty::F32), Ty::U32));
            }
            Ty::Int(_) => {
                line.value("i32");
                line.words.push(cast(value, Ty::U32));
            }
            _ => {
                line.value(&ty.to_string());
                line.words.push(if ty == Ty::U32 { value } else { cast(value, Ty::U32) });
            }
        }
    }

    fn spell_parts(
        &self,
        (open, close, is_single_tuple): (&str, &str, bool),
        names: Option<&[String]>,
        parts: Vec<Expr>,
        line: &mut Spelled<'_>,
        depth: usize,
    ) {
        line.text(open);
        let count = parts.len();
        for (at, part) in parts.into_iter().enumerate() {
            match (line.is_pretty, at, names) {
                (true, ..) => line.line(depth + 1),
                (false, 0, None) => {}
                (false, 0, Some(_)) => line.text(" "),
                (false, ..) => line.text(", "),
            }
            if let Some(name) = names.and_then(|names| names.get(at)) {
                line.text(&format!("{name}: "));
            }
            self.spell(part, line, depth + 1);
            if line.is_pretty {
                line.text(",");
            }
        }
        match (line.is_pretty && count > 0, names) {
            (true, _) => line.line(depth),
            (false, Some(_)) => line.text(" "),
            (false, None) if is_single_tuple => line.text(","),
            (false, None) => {}
        }
        line.text(close);
    }
}
