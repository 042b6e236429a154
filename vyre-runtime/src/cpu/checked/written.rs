//! Which sums, differences and products someone wrote, and of how many bits.
//!
//! The program does not say: of numbers of 8 and 16 bits it keeps the lowest bits of a word's, as a cast would, `wrapping_add` is the operator `+`, and a method such as
//! `saturating_add` is the operators that it is made of. Its places do. Those of `wrapping_add` and of casts have a mark. What the macro makes of one token has the place of
//! that token, and so have its operands, while the right operand of what someone wrote stands further on.

use crate::module::Module;
use std::collections::{HashMap, HashSet};
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Event, Expr, Node, Scalar, SourcePlace};
use vyre_lower::{Call, Origin};

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    pub(super) bits: u32,
    pub(super) is_signed: bool,
}

/// What is known of the operators of one body, by their numbers.
#[derive(Default)]
struct Body {
    /// Those that the macro made, and those that are asked to wrap around.
    not_written: HashSet<usize>,
    narrow: HashMap<usize, Width>,
}

/// What is known of the operators of a program, and of the operations that it calls. Of what has no places, such as a program as text that was not given any, nothing is.
pub(super) struct Written<'m> {
    calls: &'m [Call],
    program: Body,
    operations: HashMap<&'m str, Body>,
}

impl<'m> Written<'m> {
    /// Reads a program; `calls` are those of its form.
    pub(super) fn of(module: &'m Module, calls: &'m [Call]) -> Written<'m> {
        let (program, sources) = (module.validated(), module.sources());
        let mut operations = HashMap::new();
        for Call { op_id, .. } in calls {
            operations.entry(op_id.as_str()).or_insert_with(|| {
                let operation = program.registry().get(op_id);
                let composition = operation.and_then(|operation| operation.composition());
                let (body, result) =
                    composition.map_or((&[][..], None), |it| (&it.body[..], it.result.as_ref()));
                Body::of(body, result, &sources.places(Some(op_id)))
            });
        }
        Written { calls, program: Body::of(&program.source().entry, None, &sources.places(None)), operations }
    }

    fn body(&self, origin: Origin) -> Option<&Body> {
        match (origin.call as usize).checked_sub(1) {
            None => Some(&self.program),
            Some(call) => self.operations.get(self.calls.get(call)?.op_id.as_str()),
        }
    }

    /// Whether someone may have written the operator, and not a method that is asked to wrap around or is made of it.
    pub(super) fn is_operator(&self, origin: Origin) -> bool {
        self.body(origin).is_none_or(|body| !body.not_written.contains(&(origin.place as usize)))
    }

    /// The type of 8 or 16 bits that the operator is on, if it is.
    pub(super) fn narrow(&self, origin: Origin) -> Option<Width> {
        self.body(origin)?.narrow.get(&(origin.place as usize)).copied()
    }
}

/// What matters of an expression to the one around it.
#[derive(Clone, Copy)]
enum Part {
    Literal(u32),
    /// A sum, a difference or a product.
    Sum,
    /// The sum of this number, shifted up by so much.
    Raised(usize, u32),
    Other,
}

impl Body {
    fn of(nodes: &[Node], result: Option<&Expr>, places: &[SourcePlace]) -> Body {
        let mut body = Body::default();
        if places.is_empty() {
            return body;
        }
        let mut next = 0;
        vyre_ir::walk(nodes, |event| {
            if let Event::Enter { place, exprs, .. } = event {
                next = next.max(place + 1);
                for (first, expr) in exprs.into_iter().flatten() {
                    body.add(expr, first, places);
                    next = next.max(first + expr.count());
                }
            }
        });
        if let Some(result) = result {
            body.add(result, next, places);
        }
        body
    }

    fn add(&mut self, expr: &Expr, first: usize, places: &[SourcePlace]) {
        expr.fold(first, |place, expr, parts: &mut [(usize, Part)]| {
            let known = |at: usize| places.get(at).map(|it| (it.position, it.call));
            let is_here = |at: usize| known(at).is_some() && known(at) == known(place);
            let may_wrap = places.get(place).is_some_and(|it| it.may_wrap);
            let are_here = parts.iter().all(|(at, _)| is_here(*at));
            let part = match (operator(expr), &*parts) {
                (Some((BinOp::Add | BinOp::Sub | BinOp::Mul, _)), [_, (right, _)]) => {
                    if may_wrap || is_here(*right) {
                        self.not_written.insert(place);
                    }
                    Part::Sum
                }
                // Only the lowest bits of the sum stay.
                (
                    Some((BinOp::BitAnd, Scalar::U32)),
                    [(sum, Part::Sum), (_, Part::Literal(mask @ (0xff | 0xffff)))],
                ) if are_here && !may_wrap => {
                    self.narrow.insert(*sum, Width { bits: mask.count_ones(), is_signed: false });
                    Part::Other
                }
                (Some((BinOp::Shl, Scalar::I32)), [(sum, Part::Sum), (_, Part::Literal(by))]) if are_here => {
                    Part::Raised(*sum, *by)
                }
                (
                    Some((BinOp::Shr, Scalar::I32)),
                    [(_, Part::Raised(sum, up)), (_, Part::Literal(down @ (16 | 24)))],
                ) if are_here && !may_wrap && up == down => {
                    self.narrow.insert(*sum, Width { bits: 32 - down, is_signed: true });
                    Part::Other
                }
                _ => match expr {
                    Expr::LitU32(number) => Part::Literal(*number),
                    _ => Part::Other,
                },
            };
            (place, part)
        });
    }
}

/// The operator that an expression is, on integers.
fn operator(expr: &Expr) -> Option<(BinOp, Scalar)> {
    match expr {
        Expr::BinOp { op, .. } => Some((*op, Scalar::U32)),
        Expr::Call { op_id, .. } => match Operation::of(op_id)? {
            Operation::Binary(op, of) => Some((op, of)),
            _ => None,
        },
        _ => None,
    }
}
