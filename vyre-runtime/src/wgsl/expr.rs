//! Instructions as text, from the texts of their operands.
//!
//! No operation on constants reaches the shader: naga evaluates such operations itself and refuses the shader where vyre
//! defines a result, as for `x / 0`. The pass `fold` has computed them.

use super::Printer;
use super::buffers::Bounds;
use super::text::{self, Level, Text, call, literal, relation, type_name, zero};
use vyre_ir::casts::Conversion;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar, Type, UnOp};
use vyre_lower::{Access, BOOL, F64, Guard, InstId, Op, U32, Unit};

impl Printer<'_> {
    /// The text of an instruction. Its operands are inlined, or named before.
    pub(super) fn op(&mut self, id: InstId) -> Text {
        let ty = self.form[id].ty;
        match self.form[id].op {
            Op::Const(lanes) => literal(ty, &lanes),
            Op::Builtin(builtin) => self.ids.used(builtin),
            Op::Length(buffer) => self.buffers[buffer.index()].length(),
            Op::Induction => unreachable!("a loop names its variable"),
            Op::Unary(op, operand) => {
                let of = self.form[operand].ty;
                let operand = self.operand(operand);
                match self.functions.float(Operation::Unary(op, of.scalar), id) {
                    Some(function) => call(function, &[&operand]),
                    None => unary(op, of, &operand),
                }
            }
            Op::Binary(op, left, right) => self.binary(id, op, left, right),
            Op::Select(cond, then, otherwise) => {
                let (cond, then, otherwise) =
                    (self.operand(cond), self.operand(then), self.operand(otherwise));
                self.order(id).unwrap_or_else(|| call("select", &[&otherwise, &then, &cond]))
            }
            Op::MulAdd(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|id| self.operand(id));
                let operation = if ty == F64 { Operation::DoubleMulAdd } else { Operation::MulAdd };
                let function = self.functions.float(operation, id);
                call(function.unwrap_or_default(), &[&a, &b, &c])
            }
            Op::Quick(quick) | Op::IsRare(quick) => {
                let operands: Vec<Text> = quick.operands().map(|id| self.operand(id)).collect();
                let function = match self.form[id].op {
                    Op::IsRare(_) => self.functions.quick.is_rare(quick.op()),
                    _ => self.functions.quick.value(quick.op()),
                };
                call(function, &operands.iter().collect::<Vec<_>>())
            }
            Op::Convert(conversion, operand) => self.convert(conversion, operand, ty),
            Op::Extract(operand, lane) => {
                text::lanes(&self.operand(operand), ["x", "y", "z", "w"][usize::from(lane & 3)])
            }
            Op::Construct(parts) => {
                let count = ty.words() / Type::scalar(self.form[parts[0]].ty.scalar).words();
                let parts: Vec<Text> = parts[..count].iter().map(|part| self.operand(*part)).collect();
                call(type_name(ty), &parts.iter().collect::<Vec<_>>())
            }
            Op::Read(local) => {
                let name = Text::primary(self.local_name(local));
                match self.functions.floats.read(id, local) {
                    Some(canonical) => call(canonical, &[&call("bitcast<f32>", &[&name])]),
                    None => name,
                }
            }
            Op::Load(access) | Op::AtomicLoad(access) => {
                let (index, bounds) = self.index(&access);
                self.buffers[access.buffer.index()].load(&index, access.unit, bounds)
            }
            Op::LoadByte(access) => {
                let (index, _) = self.index(&access);
                self.buffers[access.buffer.index()].load_byte(&index)
            }
            Op::Collective(op, value, named) => {
                let mut operands: Vec<Text> =
                    [value].into_iter().chain(named).map(|id| self.operand(id)).collect();
                if self.collectives.takes_subgroups(op, ty) {
                    operands.extend(self.ids.used_subgroups());
                }
                let index = self.ids.used_index();
                self.collectives.call(op, ty, &operands.iter().collect::<Vec<_>>(), &index)
            }
            Op::Atomic(op, access, expected, value) => {
                let (index, bounds) = self.index(&access);
                let operands: Vec<Text> =
                    expected.into_iter().chain([value]).map(|id| self.operand(id)).collect();
                let operands: Vec<&Text> = operands.iter().collect();
                self.buffers[access.buffer.index()].atomic(op, &index, bounds, &operands)
            }
        }
    }

    /// The index of an access, and whether it needs a guard.
    pub(super) fn index(&mut self, access: &Access) -> (Text, Bounds) {
        let length = self.form.static_length(access.buffer);
        let is_inside = access.unit == Unit::Element
            && matches!((self.form.as_u32(access.index), length), (Some(at), Some(length)) if at < length);
        let bounds = match access.guard {
            Guard::Checked if !is_inside => Bounds::Checked,
            Guard::Checked | Guard::Proven(_) => Bounds::Proven,
        };
        if self.buffers[access.buffer.index()].repeats_index() {
            self.name_if_long(access.index);
        }
        (self.operand(access.index), bounds)
    }

    fn binary(&mut self, id: InstId, op: BinOp, left: InstId, right: InstId) -> Text {
        let (of, divisor) = (self.form[left].ty, self.form.as_const(right).map(|lanes| lanes[0]));
        let (a, b) = (self.operand(left), self.operand(right));
        if of.scalar == Scalar::Bool {
            return truth(op, &a, &b);
        }
        if of.scalar == Scalar::F64 {
            let function = self.functions.float(Operation::Binary(op, of.scalar), id).unwrap_or_default();
            let value = call(function, &[&a, &b]);
            return if op.is_predicate() { relation("!=", &value, &zero(U32)) } else { value };
        }
        if of.scalar == Scalar::U64 {
            let function = self.functions.longs.used(op);
            debug_assert!(function.is_some(), "other operators on {of} have been expanded");
            return call(function.unwrap_or_default(), &[&a, &b]);
        }
        if let Some(function) = self.functions.float(Operation::Binary(op, of.scalar), id) {
            return call(function, &[&a, &b]);
        }
        let is_signed = of.scalar == Scalar::I32;
        // No quotient by these overflows.
        let is_plain = divisor.is_some_and(|divisor| divisor != 0 && !(is_signed && divisor == u32::MAX));
        if let (BinOp::Add | BinOp::Sub, Some(order)) = (op, self.order(id)) {
            return order;
        }
        let functions = &mut self.functions;
        match op {
            BinOp::Add => text::sum("+", &a, &b),
            BinOp::Sub => text::sum("-", &a, &b),
            BinOp::Mul => text::product("*", &a, &b),
            BinOp::Div if is_plain => text::product("/", &a, &b),
            BinOp::Mod if is_plain => text::product("%", &a, &b),
            BinOp::Div if is_signed => call(functions.divide_signed.used(), &[&a, &b]),
            BinOp::Mod if is_signed => call(functions.remainder_signed.used(), &[&a, &b]),
            BinOp::Div => call(functions.divide.used(), &[&a, &b]),
            BinOp::Mod => call(functions.remainder.used(), &[&a, &b]),
            BinOp::BitAnd => text::bits("&", &a, &b),
            BinOp::BitOr => text::bits("|", &a, &b),
            BinOp::BitXor => text::bits("^", &a, &b),
            BinOp::Shl => text::bits("<<", &a, &amount(divisor, &b)),
            BinOp::Shr => text::bits(">>", &a, &amount(divisor, &b)),
            BinOp::Eq => relation("==", &a, &b),
            BinOp::Ne => relation("!=", &a, &b),
            BinOp::Lt => relation("<", &a, &b),
            BinOp::Gt => relation(">", &a, &b),
            BinOp::Le => relation("<=", &a, &b),
            BinOp::Ge => relation(">=", &a, &b),
            BinOp::And | BinOp::Or => unreachable!("logical operators are those of bits on bool"),
            BinOp::AbsDiff if is_signed => call(functions.abs_diff_signed.used(), &[&a, &b]),
            BinOp::AbsDiff => call(functions.abs_diff.used(), &[&a, &b]),
            BinOp::Min if is_signed => call(functions.min_signed.used(), &[&a, &b]),
            BinOp::Max if is_signed => call(functions.max_signed.used(), &[&a, &b]),
            BinOp::Min => call("min", &[&a, &b]),
            BinOp::Max => call("max", &[&a, &b]),
            BinOp::FCopySign => {
                let part = |of: &Text, mask: &str| text::bits("&", of, &Text::primary(mask));
                text::bits("|", &part(&a, "0x7fffffffu"), &part(&b, "0x80000000u"))
            }
            BinOp::FAdd
            | BinOp::FSub
            | BinOp::FMul
            | BinOp::FDiv
            | BinOp::FRem
            | BinOp::FMin
            | BinOp::FMax
            | BinOp::FEq
            | BinOp::FNe
            | BinOp::FLt
            | BinOp::FGt
            | BinOp::FLe
            | BinOp::FGe
            | BinOp::FHypot
            | BinOp::FAtan2
            | BinOp::FPow => unreachable!("{op:?} has a function, or has been expanded"),
        }
    }

    fn convert(&mut self, conversion: Conversion, operand: InstId, target: Type) -> Text {
        let source = self.form[operand].ty;
        let value = self.operand(operand);
        match conversion {
            Conversion::Reinterpret if source == BOOL => call(type_name(target), &[&value]),
            Conversion::Reinterpret => bits_as(source, target, value),
            Conversion::NonZero if source.words() > 1 => {
                call("any", &[&relation("!=", &value, &zero(source))])
            }
            Conversion::NonZero => relation("!=", &value, &zero(source)),
            Conversion::ZeroExtend => {
                let (low, zero) = (bits_as(source, U32, value), zero(U32));
                let words: Vec<&Text> = [&low].into_iter().chain([&zero; 3]).take(target.words()).collect();
                call(type_name(target), &words)
            }
            Conversion::SignExtend => call(self.functions.sign_extend.used(), &[&value]),
            Conversion::Splat => call(type_name(target), &[&bits_as(source, U32, value)]),
            Conversion::Truncate => {
                let kept = text::lanes(&value, &"xyzw"[..target.words()]);
                bits_as(U32, target, kept)
            }
            Conversion::Operator(op) => unreachable!("{op:?} stands in its place, and has been expanded"),
            Conversion::Widen(_) | Conversion::Narrow(_) => {
                call(self.functions.halves.used(conversion).unwrap_or_default(), &[&value])
            }
        }
    }
}

/// An operator of two truth values. WGSL's `&` and `|` evaluate both operands, as the IR does; `&&` and `||` do not.
fn truth(op: BinOp, a: &Text, b: &Text) -> Text {
    match op {
        BinOp::BitAnd => text::bits("&", a, b),
        BinOp::BitOr => text::bits("|", a, b),
        BinOp::BitXor | BinOp::Ne => relation("!=", a, b),
        BinOp::Eq => relation("==", a, b),
        _ => unreachable!("the typing of {op:?} takes no bool"),
    }
}

fn unary(op: UnOp, of: Type, operand: &Text) -> Text {
    let is_signed = of.scalar == Scalar::I32;
    let count = |function: &str| {
        let count = call(function, &[operand]);
        if is_signed { call("bitcast<u32>", &[&count]) } else { count }
    };
    match op {
        UnOp::Negate if is_signed => text::sum("-", &Text::primary("0i"), operand),
        UnOp::Negate => text::sum("-", &Text::primary("0u"), operand),
        UnOp::BitNot if of.scalar == Scalar::Bool => text::prefix("!", operand),
        UnOp::BitNot => text::prefix("~", operand),
        UnOp::LogicalNot => unreachable!("the logical operator is that of bits on bool"),
        UnOp::Popcount => count("countOneBits"),
        UnOp::Clz => count("countLeadingZeros"),
        UnOp::Ctz => count("countTrailingZeros"),
        UnOp::ReverseBits => call("reverseBits", &[operand]),
        UnOp::FNegate => text::bits("^", operand, &Text::primary("0x80000000u")),
        UnOp::FAbs => text::bits("&", operand, &Text::primary("0x7fffffffu")),
        UnOp::FSqrt
        | UnOp::FFloor
        | UnOp::FCeil
        | UnOp::FTrunc
        | UnOp::FRound
        | UnOp::FRoundEven
        | UnOp::FToU32
        | UnOp::FToI32
        | UnOp::FToU64
        | UnOp::FFromU32
        | UnOp::FFromI32
        | UnOp::FFromU64
        | UnOp::FSin
        | UnOp::FCos
        | UnOp::FTan
        | UnOp::FAsin
        | UnOp::FAcos
        | UnOp::FAtan
        | UnOp::FSinh
        | UnOp::FCosh
        | UnOp::FTanh
        | UnOp::FExp
        | UnOp::FExp2
        | UnOp::FExpM1
        | UnOp::FLog
        | UnOp::FLog2
        | UnOp::FLog10
        | UnOp::FLog1p
        | UnOp::FCbrt
        | UnOp::FRsqrt
        | UnOp::FSinApprox
        | UnOp::DFromU32
        | UnOp::DFromI32
        | UnOp::DFromU64
        | UnOp::DFromF32
        | UnOp::DToF32 => unreachable!("{op:?} has a function, or has been expanded"),
    }
}

/// The same bits in the WGSL type of `target`.
fn bits_as(source: Type, target: Type, value: Text) -> Text {
    match (source.scalar, target.scalar) {
        (Scalar::Bool, Scalar::U32) => call("u32", &[&value]),
        (Scalar::U32, Scalar::I32) => call("bitcast<i32>", &[&value]),
        (Scalar::I32, Scalar::U32) => call("bitcast<u32>", &[&value]),
        _ => value,
    }
}

/// The amount of a shift: the hardware's own rule for large ones varies.
fn amount(constant: Option<u32>, amount: &Text) -> Text {
    match constant {
        Some(constant) => Text::primary(format!("{}u", constant & 31)),
        None => Text { level: Level::Bits, ..text::bits("&", amount, &Text::primary("31u")) },
    }
}
