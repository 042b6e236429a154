//! Expressions: operands put together into text, constants computed first.
//!
//! No operation on constants reaches the shader. naga evaluates such operations itself and refuses the shader
//! where vyre defines a result, as for `x / 0`.

use super::Lowering;
use super::operand::{self, Operand, Text, call};
use vyre_ir::casts::{self, Conversion};
use vyre_ir::{AtomicOp, BinOp, DataType, Expr, ExprAt, UnOp, Value};

/// How deeply expressions are nested in one line. naga's parser recurses, and so do readers.
const MAX_DEPTH: u32 = 24;

/// How a statement evaluates its expressions.
#[derive(Clone, Copy)]
pub(super) struct Evaluation {
    /// Whether an atomic is among them, so that loads are bound, as atomics are, one after the other.
    pub(super) is_ordered: bool,
    /// The expression that the statement itself binds, last of all.
    pub(super) tail: Option<usize>,
}

impl<'a> Lowering<'a> {
    /// Prints an expression; what has to come before it is printed as statements.
    pub(super) fn expr(&mut self, (first, root): ExprAt<'a>, evaluation: Evaluation) -> Operand {
        root.fold(first, |place, expr, operands: &mut [Operand]| {
            for operand in operands.iter_mut().filter(|operand| operand.depth() >= MAX_DEPTH) {
                *operand = self.bind("part", operand);
            }
            let result = self.one(place, expr, operands);
            if evaluation.tail == Some(place) || result.as_constant().is_some() {
                return result;
            }
            match expr {
                Expr::Atomic { .. } => self.bind("old", &result),
                // What nothing can write, no atomic can change.
                Expr::Load { buffer, .. }
                    if evaluation.is_ordered && self.buffer(buffer).decl.access.is_writable() =>
                {
                    self.bind("loaded", &result)
                }
                _ => result,
            }
        })
    }

    /// Binds an operand to a new name.
    pub(super) fn bind(&mut self, name: &str, operand: &Operand) -> Operand {
        let Operand::Text { text, ty, is_truth } = operand else { return operand.clone() };
        let name = self.declare(name);
        self.line(&format!("let {name} = {};", text.text));
        Operand::Text { text: Text::primary(name), ty: *ty, is_truth: *is_truth }
    }

    fn one(&mut self, place: usize, expr: &'a Expr, operands: &[Operand]) -> Operand {
        match expr {
            Expr::LitU32(value) => Operand::constant(*value),
            Expr::LitI32(value) => Operand::constant(*value),
            Expr::LitBool(value) => Operand::constant(*value),
            Expr::Var(_) => self.variable(self.variable_at(place)),
            Expr::Load { buffer, .. } | Expr::LoadWord { buffer, .. } => self.load(buffer, &operands[0]),
            Expr::LoadByte { buffer, .. } => {
                let index = operands[0].number();
                Operand::value(DataType::U32, self.buffer(buffer).load_byte(&index))
            }
            Expr::BufLen { buffer } => {
                let buffer = self.buffer(buffer);
                match buffer.static_length() {
                    Some(length) => Operand::constant(length),
                    None => Operand::value(DataType::U32, buffer.length()),
                }
            }
            Expr::InvocationId { axis } => self.ids.invocation(*axis as usize),
            Expr::WorkgroupId { axis } => self.ids.workgroup(*axis as usize),
            Expr::LocalId { axis } => self.ids.local(*axis as usize),
            Expr::BinOp { op, .. } => self.binary(*op, &operands[0], &operands[1]),
            Expr::UnOp { op, .. } => unary(*op, &operands[0]),
            Expr::Call { op_id, .. } => self.native(op_id, operands),
            Expr::Select { .. } => select(&operands[0], &operands[1], &operands[2]),
            Expr::Cast { target, .. } => self.cast(&operands[0], *target),
            Expr::Component { index, .. } => component(&operands[0], *index as usize),
            Expr::Compose { target, .. } => compose(*target, operands),
            Expr::Atomic { op, buffer, .. } => self.atomic(*op, buffer, operands),
        }
    }

    /// A call of an operation that WGSL computes by itself.
    fn native(&mut self, op_id: &str, operands: &[Operand]) -> Operand {
        let found = self.native.binary_search_by(|(_, op)| op.id.as_str().cmp(op_id));
        let Ok((function, op)) = found.map(|at| &mut self.native[at]) else {
            unreachable!("validation has replaced every other call")
        };
        let (output, gives_bool) = (op.output, op.gives_bool);
        let text = operand::call_all(function.used(), operands, Operand::typed);
        if gives_bool { Operand::truth(output, text) } else { Operand::value(output, text) }
    }

    /// The index if it is constant, or `Err` if it is out of bounds whatever the host gives.
    pub(super) fn constant_index(&mut self, buffer: &str, index: &Operand) -> Result<Option<u32>, ()> {
        let constant = index.as_constant().and_then(Value::as_u32);
        match (self.buffer(buffer).static_length(), constant) {
            (Some(length), Some(index)) if index >= length => Err(()),
            _ => Ok(constant),
        }
    }

    fn load(&mut self, name: &str, index: &Operand) -> Operand {
        let constant = self.constant_index(name, index);
        let buffer = self.buffer(name);
        let ty = buffer.element();
        match constant {
            Err(()) => Operand::Constant(Value::zero(ty)),
            Ok(constant) => Operand::value(ty, buffer.load(&index.number(), constant)),
        }
    }

    fn atomic(&mut self, op: AtomicOp, name: &str, operands: &[Operand]) -> Operand {
        if self.constant_index(name, &operands[0]).is_err() {
            return Operand::constant(0u32);
        }
        let (index, buffer) = (operands[0].number(), self.buffer(name));
        let text = match &operands[1..] {
            [value] => buffer.atomic(op, &index, &[&value.number()]),
            [expected, value] => buffer.atomic(op, &index, &[&expected.number(), &value.number()]),
            _ => unreachable!("an atomic operation has one operand, or two"),
        };
        Operand::value(DataType::U32, text)
    }

    fn binary(&mut self, op: BinOp, left: &Operand, right: &Operand) -> Operand {
        let constant = right.as_constant().and_then(Value::as_u32);
        if let (Some(left), Some(right)) = (left.as_constant().and_then(Value::as_u32), constant) {
            return Operand::constant(op.eval(left, right));
        }
        let number = |text| Operand::value(DataType::U32, text);
        let truth = |text| Operand::truth(DataType::U32, text);
        let (a, b) = (left.number(), right.number());
        match op {
            BinOp::Add => number(operand::sum("+", &a, &b)),
            BinOp::Sub => number(operand::sum("-", &a, &b)),
            BinOp::Mul => number(operand::product("*", &a, &b)),
            BinOp::Div | BinOp::Mod if constant == Some(0) => Operand::constant(0u32),
            BinOp::Div if constant.is_some() => number(operand::product("/", &a, &b)),
            BinOp::Mod if constant.is_some() => number(operand::product("%", &a, &b)),
            BinOp::Div => number(call(self.functions.divide.used(), &[&a, &b])),
            BinOp::Mod => number(call(self.functions.remainder.used(), &[&a, &b])),
            BinOp::BitAnd if left.is_truth() && right.is_truth() => truth(logical("&", left, right)),
            BinOp::BitOr if left.is_truth() && right.is_truth() => truth(logical("|", left, right)),
            BinOp::BitAnd => number(operand::bits("&", &a, &b)),
            BinOp::BitOr => number(operand::bits("|", &a, &b)),
            BinOp::BitXor => number(operand::bits("^", &a, &b)),
            BinOp::Shl => number(operand::bits("<<", &a, &amount(right))),
            BinOp::Shr => number(operand::bits(">>", &a, &amount(right))),
            BinOp::Eq => truth(operand::relation("==", &a, &b)),
            BinOp::Ne => truth(operand::relation("!=", &a, &b)),
            BinOp::Lt => truth(operand::relation("<", &a, &b)),
            BinOp::Gt => truth(operand::relation(">", &a, &b)),
            BinOp::Le => truth(operand::relation("<=", &a, &b)),
            BinOp::Ge => truth(operand::relation(">=", &a, &b)),
            BinOp::And => truth(logical("&", left, right)),
            BinOp::Or => truth(logical("|", left, right)),
            BinOp::AbsDiff => number(call(self.functions.abs_diff.used(), &[&a, &b])),
            BinOp::Min => number(call("min", &[&a, &b])),
            BinOp::Max => number(call("max", &[&a, &b])),
        }
    }

    fn cast(&mut self, value: &Operand, target: DataType) -> Operand {
        let Some(cast) = casts::find(value.ty(), target) else {
            // Rules V012 and V023.
            unreachable!("a valid program has only the casts of the table")
        };
        if let Some(constant) = value.as_constant() {
            return Operand::Constant(Value::from_lanes(
                target,
                cast.conversion.eval(constant.lanes(), target),
            ));
        }
        let number = value.number();
        let text = match cast.conversion {
            Conversion::Reinterpret if value.is_truth() && target != DataType::I32 => {
                return Operand::truth(target, value.condition());
            }
            Conversion::Reinterpret => bits_as(value.ty(), target, number),
            Conversion::NonZero if value.ty().lanes() > 1 => {
                let zero = operand::literal(Value::zero(value.ty()));
                call("any", &[&operand::relation("!=", &number, &zero)])
            }
            Conversion::NonZero if value.ty() == DataType::I32 => {
                operand::relation("!=", &number, &Text::primary("0i"))
            }
            Conversion::NonZero => value.condition(),
            Conversion::ZeroExtend => {
                let zero = Text::primary("0u");
                let mut lanes = vec![&number];
                lanes.resize(target.lanes(), &zero);
                call(operand::type_name(target), &lanes)
            }
            Conversion::SignExtend => call(self.functions.sign_extend.used(), &[&number]),
            Conversion::Splat => {
                let lane = bits_as(value.ty(), DataType::U32, number);
                call(operand::type_name(target), &[&lane])
            }
            Conversion::Truncate => {
                let kept = operand::lanes(&number, &"xyzw"[..target.lanes()]);
                bits_as(DataType::U32, target, kept)
            }
        };
        Operand::value(target, text)
    }
}

/// The same lanes in the WGSL type of `target`.
fn bits_as(source: DataType, target: DataType, text: Text) -> Text {
    match target {
        DataType::I32 if source != DataType::I32 => call("bitcast<i32>", &[&text]),
        DataType::U32 if source == DataType::I32 => call("bitcast<u32>", &[&text]),
        _ => text,
    }
}

/// WGSL's `&` and `|` evaluate both operands, as the IR does; `&&` and `||` do not.
fn logical(operator: &str, left: &Operand, right: &Operand) -> Text {
    operand::bits(operator, &left.condition(), &right.condition())
}

/// The amount of a shift: the hardware's own rule for large ones varies.
fn amount(right: &Operand) -> Text {
    match right.as_constant() {
        Some(value) => operand::literal(Value::from(value.lanes()[0] & 31)),
        None => operand::bits("&", &right.number(), &Text::primary("31u")),
    }
}

fn unary(op: UnOp, operand: &Operand) -> Operand {
    if let Some(value) = operand.as_constant().and_then(Value::as_u32) {
        return Operand::constant(op.eval(value));
    }
    let number = operand.number();
    let text = match op {
        UnOp::Negate => operand::sum("-", &Text::primary("0u"), &number),
        UnOp::BitNot => operand::prefix("~", &number),
        UnOp::LogicalNot if operand.is_truth() => {
            return Operand::truth(DataType::U32, operand::prefix("!", &operand.condition()));
        }
        UnOp::LogicalNot => {
            return Operand::truth(DataType::U32, operand::relation("==", &number, &Text::primary("0u")));
        }
        UnOp::Popcount => call("countOneBits", &[&number]),
        UnOp::Clz => call("countLeadingZeros", &[&number]),
        UnOp::Ctz => call("countTrailingZeros", &[&number]),
        UnOp::ReverseBits => call("reverseBits", &[&number]),
    };
    Operand::value(DataType::U32, text)
}

fn select(cond: &Operand, then: &Operand, otherwise: &Operand) -> Operand {
    if let Some(cond) = cond.as_constant() {
        return if cond.is_true() { then.clone() } else { otherwise.clone() };
    }
    let cond = cond.condition();
    if then.is_truth() && otherwise.is_truth() {
        let text = call("select", &[&otherwise.condition(), &then.condition(), &cond]);
        return Operand::truth(then.ty(), text);
    }
    Operand::value(then.ty(), call("select", &[&otherwise.typed(), &then.typed(), &cond]))
}

fn component(value: &Operand, index: usize) -> Operand {
    match value.as_constant() {
        Some(constant) => Operand::constant(constant.lanes()[index]),
        None => Operand::value(DataType::U32, operand::lanes(&value.number(), ["x", "y", "z", "w"][index])),
    }
}

fn compose(target: DataType, parts: &[Operand]) -> Operand {
    let mut lanes = [0; 4];
    let mut constants = 0;
    for (at, part) in parts.iter().enumerate() {
        if let Some(value) = part.as_constant() {
            lanes[at] = value.lanes()[0];
            constants += 1;
        }
    }
    if constants == parts.len() {
        return Operand::Constant(Value::from_lanes(target, lanes));
    }
    Operand::value(target, operand::call_all(operand::type_name(target), parts, Operand::number))
}
