//! Evaluation of constants: expressions that read neither memory nor ids, after statements that read neither.
//!
//! The tables define the result of each operator and cast. This module only walks the program.

use crate::value::words;
use crate::{BufferDecl, DataType, Event, Expr, Node, Program, UnOp, Value, casts, float, validate, walk};
use std::collections::HashMap;

/// The maximum number of statements that an evaluation executes.
const MAX_STEPS: usize = 1 << 20;

/// How deep statements may be in each other.
const MAX_NESTING: usize = 256;

/// The buffer that receives the result.
const RESULT: &str = "result";

/// Executes `body` and evaluates an expression of type `ty`. Calls of the operation library are replaced by their
/// compositions. Returns `None` if the program is invalid, if it reads memory or an id, or if it executes more than a
/// million statements.
///
/// ```
/// use vyre_ir::{DataType, Expr, Value, evaluate};
/// let quotient = Expr::call("primitive.i32.div", vec![Expr::i32(-7), Expr::i32(2)]);
/// assert_eq!(evaluate(Vec::new(), quotient, DataType::I32), Some(Value::from(-3)));
/// ```
pub fn evaluate(mut body: Vec<Node>, value: Expr, ty: DataType) -> Option<Value> {
    body.push(Node::store(RESULT, 0, value));
    let program = Program::new(vec![BufferDecl::read_write(RESULT, 0, ty)], [1; 3], body);
    let validated = validate(&program).ok()?;
    if !is_shallow(&validated.program().entry) {
        return None;
    }
    let mut run = Run { variables: HashMap::new(), steps: 0, result: None };
    run.block(&validated.program().entry)?;
    run.result
}

/// Whether statements nest so little, once calls are replaced, that they can be recursed into.
fn is_shallow(nodes: &[Node]) -> bool {
    let (mut depth, mut deepest) = (0, 0);
    walk(nodes, |event| match event {
        Event::Enter { .. } => {
            depth += 1;
            deepest = deepest.max(depth);
        }
        Event::Leave { .. } => depth -= 1,
        Event::Otherwise { .. } => {}
    });
    deepest <= MAX_NESTING
}

/// How a statement ends.
#[derive(PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

struct Run<'a> {
    variables: HashMap<&'a str, Value>,
    steps: usize,
    result: Option<Value>,
}

impl<'a> Run<'a> {
    fn block(&mut self, nodes: &'a [Node]) -> Option<Flow> {
        for node in nodes {
            match self.node(node)? {
                Flow::Next => {}
                other => return Some(other),
            }
        }
        Some(Flow::Next)
    }

    fn node(&mut self, node: &'a Node) -> Option<Flow> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        match node {
            Node::Let { name, value } | Node::Assign { name, value } => {
                let value = self.value(value)?;
                self.variables.insert(name, value);
            }
            Node::Store { buffer, value, .. } if buffer == RESULT => self.result = Some(self.value(value)?),
            Node::If { cond, then, otherwise } => {
                let arm = if self.value(cond)?.is_true() { then } else { otherwise };
                return self.block(arm);
            }
            Node::Loop { var, from, to, body } => {
                let (from, to) = (self.value(from)?.as_u32()?, self.value(to)?.as_u32()?);
                for at in from..to {
                    self.steps += 1;
                    self.variables.insert(var, at.into());
                    match self.block(body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Return => return Some(Flow::Return),
                    }
                    if self.steps > MAX_STEPS {
                        return None;
                    }
                }
            }
            Node::Block(body) => return self.block(body),
            Node::Break => return Some(Flow::Break),
            Node::Continue => return Some(Flow::Continue),
            Node::Return => return Some(Flow::Return),
            Node::Store { .. } | Node::AtomicStore { .. } | Node::Barrier => return None,
            Node::Collective { .. }
            | Node::UniformLoad { .. }
            | Node::Assert { .. }
            | Node::StoreByte { .. }
            | Node::StoreWord { .. }
            | Node::CallOp { .. }
            | Node::TensorStore { .. } => {
                return None;
            }
        }
        Some(Flow::Next)
    }

    fn value(&self, expr: &Expr) -> Option<Value> {
        expr.fold(0, |_, expr, operands: &mut [Option<Value>]| {
            let operand = |at: usize| operands.get(at).cloned().flatten();
            let bits = |at: usize| {
                let [low, high, ..] = operand(at)?.lanes();
                Some(u64::from(low) | u64::from(high) << 32)
            };
            Some(match expr {
                Expr::LitU32(value) => (*value).into(),
                Expr::LitI32(value) => (*value).into(),
                Expr::LitBool(value) => (*value).into(),
                Expr::LitF32(value) => (*value).into(),
                Expr::LitF64(value) => Value::from_lanes(DataType::F64, words(value.to_bits().into())),
                Expr::Var(name) => self.variables.get(name.as_str())?.clone(),
                Expr::BinOp { op, .. } => {
                    let ty = operand(0)?.ty();
                    let result = op.eval_as(ty.value_type()?.scalar, bits(0)?, bits(1)?)?;
                    Value::from_lanes(op.typing().in_program_of(&ty).1, words(result.into()))
                }
                Expr::UnOp { op, .. } => unary(*op, operand(0)?)?,
                Expr::FMulAdd { .. } => {
                    let ty = operand(0)?.ty();
                    let result = float::mul_add_as(ty.value_type()?.scalar, [bits(0)?, bits(1)?, bits(2)?]);
                    Value::from_lanes(ty, words(result.into()))
                }
                Expr::Select { .. } => {
                    let (then, otherwise) = (operand(1)?, operand(2)?);
                    if operand(0)?.is_true() { then } else { otherwise }
                }
                Expr::Cast { target, .. } => {
                    let value = operand(0)?;
                    let lanes = casts::find(&value.ty(), target)?
                        .conversion
                        .eval(value.lanes(), target.element_type());
                    Value::from_lanes(target.clone(), lanes)
                }
                Expr::Component { index, .. } => operand(0)?.component(*index)?,
                Expr::Compose { target, .. } => {
                    let parts: Option<Vec<Value>> = (0..operands.len()).map(operand).collect();
                    Value::compose(target.clone(), &parts?)
                }
                Expr::Load { .. }
                | Expr::LoadByte { .. }
                | Expr::LoadWord { .. }
                | Expr::AtomicLoad { .. }
                | Expr::BufLen { .. }
                | Expr::TensorLoad { .. }
                | Expr::TensorDim { .. }
                | Expr::InvocationId { .. }
                | Expr::WorkgroupId { .. }
                | Expr::LocalId { .. }
                | Expr::Call { .. }
                | Expr::Atomic { .. } => return None,
            })
        })
    }
}

/// An operator of one operand, which may take or give 64 bits.
pub(crate) fn unary(op: UnOp, operand: Value) -> Option<Value> {
    let (scalar, [low, high, ..]) = (operand.ty().value_type()?.scalar, operand.lanes());
    let bits = op.eval_as(scalar, u64::from(low) | u64::from(high) << 32)?;
    Some(Value::from_lanes(
        op.typing().in_program_of(&operand.ty()).1,
        [bits as u32, (bits >> 32) as u32, 0, 0],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinOp, library};

    fn literal(ty: DataType, lanes: &[u32]) -> Expr {
        match ty {
            DataType::I32 => Expr::i32(lanes[0] as i32),
            DataType::U32 => Expr::u32(lanes[0]),
            DataType::Bool => Expr::LitBool(lanes[0] != 0),
            DataType::F32 => Expr::LitF32(f32::from_bits(lanes[0])),
            _ => Expr::compose(
                ty.clone(),
                lanes.iter().map(|lane| literal(ty.lane_type(), &[*lane])).collect(),
            ),
        }
    }

    #[test]
    fn every_edge_case_of_the_library_holds() {
        for row in library::rows() {
            for (args, result) in row.edge_cases {
                let args =
                    args.iter().zip(row.inputs).map(|(lanes, ty)| literal(ty.clone(), lanes)).collect();
                let value = evaluate(Vec::new(), Expr::call(row.id, args), row.output.clone());
                let lanes = value.as_ref().map(Value::lanes).unwrap_or_default();
                assert_eq!(lanes[..result.len()], **result, "{}", row.id);
                assert_eq!(value.as_ref().map(Value::ty), Some(row.output.clone()), "{}", row.id);
            }
        }
    }

    #[test]
    fn statements_run_in_order() {
        // 0 + 1 + 2 + 4 + 5: the loop skips 3 and breaks at 6.
        let i = || Expr::var("i");
        let step = vec![
            Node::if_then(i().equals(3u32), vec![Node::Continue]),
            Node::if_then(i().equals(6u32), vec![Node::Break]),
            Node::assign("sum", Expr::var("sum") + i()),
        ];
        let body = vec![Node::let_bind("sum", 0u32), Node::for_range("i", 0u32, u32::MAX, step)];
        assert_eq!(evaluate(body, Expr::var("sum"), DataType::U32), Some(Value::from(12u32)));
        let body = vec![Node::let_bind("x", 1u32), Node::Block(vec![Node::assign("x", 7u32)])];
        let lane = Expr::cast(DataType::Vec2U32, Expr::var("x"));
        let value = Expr::select(Expr::LitBool(true), Expr::component(lane, 1), 0u32);
        assert_eq!(evaluate(body, value, DataType::U32), Some(Value::from(7u32)));
    }

    #[test]
    fn what_is_not_constant_has_no_value() {
        let none = |value: Expr| assert_eq!(evaluate(Vec::new(), value, DataType::U32), None);
        none(Expr::invocation_id(0));
        none(Expr::load(RESULT, 0u32));
        none(Expr::BufLen { buffer: RESULT.to_string() });
        none(Expr::var("unknown"));
        none(Expr::i32(1));
        none(Expr::call("unknown", Vec::new()));
        let endless = |body| vec![Node::for_range("i", 0u32, u32::MAX, body)];
        assert_eq!(evaluate(endless(Vec::new()), Expr::u32(1), DataType::U32), None);
        let inner = endless(vec![Node::for_range("j", 0u32, u32::MAX, Vec::new())]);
        assert_eq!(evaluate(inner, Expr::u32(1), DataType::U32), None);
    }

    #[test]
    fn a_long_expression_overflows_no_stack() {
        let deep = (0..900).fold(Expr::u32(0), |sum, _| Expr::unary(UnOp::BitNot, sum));
        let value = std::thread::Builder::new()
            .stack_size(512 << 10)
            .spawn(|| evaluate(Vec::new(), Expr::binary(BinOp::Add, deep, 5u32), DataType::U32))
            .map(|thread| thread.join().ok().flatten());
        assert_eq!(value.ok().flatten(), Some(Value::from(5u32)));
    }
}
