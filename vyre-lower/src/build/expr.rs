//! Expressions: each becomes instructions, its operands first.

use super::parts::Parts;
use super::{Binding, Builder, Frame};
use crate::Origin;
use crate::form::*;
use crate::value;
use vyre_ir::casts::{self, Conversion};
use vyre_ir::library::Operation;
use vyre_ir::rules::MAX_TENSOR_RANK;
use vyre_ir::{BinOp, BufferAccess, CollectiveOp, DataType, Expr, Lanes, Scalar, Type, UnOp, Value};

/// What a `U128` is in the form.
const LONG: Type = Type::vector(Scalar::U32, 4);

impl Builder<'_> {
    /// Builds an expression, and gives its value, which has no parts.
    pub(super) fn expr(&mut self, root: &Expr, frame: &mut Frame<'_>) -> InstId {
        self.value(root, frame).one()
    }

    /// Builds an expression, and gives its value.
    pub(super) fn value(&mut self, root: &Expr, frame: &mut Frame<'_>) -> Parts<InstId> {
        let first = frame.next;
        frame.next += root.count();
        let frame = &*frame;
        let value = root.fold(first, |place, expr, operands: &mut [Binding]| {
            let origin = frame.origin(place);
            match (expr, &mut *operands) {
                // No expression changes a local, so the parts of a variable are read where they are used.
                (Expr::Var(name), _) => match frame.bindings.get(name.as_str()) {
                    Some(Binding::Local(Parts::One(local))) => {
                        Binding::Value(Parts::One(self.read(*local, origin)))
                    }
                    Some(binding) => binding.clone(),
                    None => unreachable!("V006: every variable of a valid program is declared before"),
                },
                (Expr::Component { index, .. }, [Binding::Local(Parts::Many(parts))]) => {
                    match &parts[*index as usize] {
                        Parts::One(local) => Binding::Value(Parts::One(self.read(*local, origin))),
                        parts => Binding::Local(parts.clone()),
                    }
                }
                (expr, operands) => {
                    let operands: Vec<Parts<InstId>> =
                        operands.iter().map(|operand| self.read_binding(operand, origin)).collect();
                    Binding::Value(self.any(expr, &operands, origin))
                }
            }
        });
        self.read_binding(&value, frame.origin(first))
    }

    /// The value of a variable here.
    fn read_binding(&mut self, binding: &Binding, origin: Origin) -> Parts<InstId> {
        match binding {
            Binding::Value(value) => value.clone(),
            Binding::Local(locals) => locals.map(&mut |local| self.read(local, origin)),
        }
    }

    /// Builds an expression whose operands are built.
    fn any(&mut self, expr: &Expr, operands: &[Parts<InstId>], origin: Origin) -> Parts<InstId> {
        match (expr, operands) {
            (Expr::Call { op_id, .. }, _) => match self.registry.operation(op_id) {
                Some(operation) if self.target.has(operation) => {
                    let operand = |at: usize| operands[at].one();
                    Parts::One(match operation {
                        Operation::Binary(op, _) => self.binary(op, operand(0), operand(1), origin),
                        Operation::Unary(op, _) => self.unary(op, operand(0), origin),
                        Operation::MulAdd | Operation::DoubleMulAdd => {
                            self.mul_add(&[operand(0), operand(1), operand(2)], origin)
                        }
                    })
                }
                _ => self.call(op_id, operands, origin),
            },
            (Expr::Compose { target, .. }, _) if target.has_parts() => Parts::Many(operands.into()),
            (Expr::Component { index, .. }, [value @ Parts::Many(_)]) => match value.part(*index) {
                Some(part) => part.clone(),
                None => unreachable!("V037: a valid program takes parts that there are"),
            },
            (Expr::Select { .. }, [cond, then @ Parts::Many(_), otherwise]) => {
                let cond = self.truth(cond.one(), origin);
                then.zip(otherwise, &mut |then, otherwise| {
                    let ty = self.form[then].ty;
                    self.eval(Op::Select(cond, then, otherwise), ty, origin)
                })
            }
            _ => {
                // A tensor of the most dimensions has the most.
                let mut list = [InstId(0); MAX_TENSOR_RANK];
                list.iter_mut().zip(operands).for_each(|(place, operand)| *place = operand.one());
                Parts::One(self.one(expr, &list[..operands.len()], origin))
            }
        }
    }

    /// Builds an expression without parts whose operands are built and have none either.
    fn one(&mut self, expr: &Expr, operands: &[InstId], origin: Origin) -> InstId {
        match expr {
            Expr::LitU32(value) => self.literal((*value).into()),
            Expr::LitI32(value) => self.literal((*value).into()),
            Expr::LitBool(value) => self.literal((*value).into()),
            Expr::LitF32(value) => self.literal((*value).into()),
            Expr::LitF64(value) => self.constant(F64, value::scalar(F64, value.to_bits())),
            Expr::Var(_) | Expr::Call { .. } => unreachable!("`value` and `any` build them"),
            Expr::Load { buffer, .. } => {
                let access = self.access(buffer, operands[0]);
                self.load(access, origin)
            }
            Expr::LoadWord { buffer, .. } => {
                let access = self.access(buffer, operands[0]);
                self.load_word(access, origin)
            }
            Expr::TensorLoad { tensor, .. } => {
                let access = self.tensor_access(tensor, operands, origin);
                self.load(access, origin)
            }
            Expr::TensorDim { tensor, axis } => self.tensor_dim(tensor, *axis, origin),
            Expr::LoadByte { buffer, .. } => {
                let access = self.access(buffer, operands[0]);
                self.load_byte(access, origin)
            }
            Expr::AtomicLoad { buffer, .. } => {
                let access = self.access(buffer, operands[0]);
                let ty = self.form[access.buffer].element.element_type();
                self.eval(Op::AtomicLoad(access), ty, origin)
            }
            Expr::BufLen { buffer } => {
                let buffer = self.buffer(buffer);
                if let Some(half) = self.half(buffer) {
                    return self.length_of(buffer, half, origin);
                }
                match self.form.static_length(buffer) {
                    Some(length) => self.literal(length.into()),
                    None => self.free(Op::Length(buffer), U32),
                }
            }
            Expr::InvocationId { axis } => self.free(Op::Builtin(Builtin::Invocation(*axis as u8)), U32),
            Expr::WorkgroupId { axis } => self.free(Op::Builtin(Builtin::Workgroup(*axis as u8)), U32),
            Expr::LocalId { axis } => self.free(Op::Builtin(Builtin::Local(*axis as u8)), U32),
            Expr::BinOp { op, .. } => match self.lacks(Operation::Binary(*op, self.scalar(operands[0]))) {
                Some(id) => self.inline(&id, operands, origin),
                None => self.binary(*op, operands[0], operands[1], origin),
            },
            Expr::UnOp { op, .. } => match self.lacks(Operation::Unary(*op, self.scalar(operands[0]))) {
                Some(id) => self.inline(&id, operands, origin),
                None => self.unary(*op, operands[0], origin),
            },
            Expr::FMulAdd { .. } => {
                let lacked = match self.scalar(operands[0]) {
                    Scalar::F32 => self.lacks(Operation::MulAdd),
                    Scalar::F64 => self.lacks(Operation::DoubleMulAdd),
                    scalar => Some(format!("primitive.{}.mul_add", scalar.name())),
                };
                match lacked {
                    Some(id) => self.inline(&id, operands, origin),
                    None => self.mul_add(operands, origin),
                }
            }
            Expr::Select { .. } => {
                let cond = self.truth(operands[0], origin);
                let ty = self.form[operands[1]].ty;
                self.eval(Op::Select(cond, operands[1], operands[2]), ty, origin)
            }
            Expr::Cast { target, .. } => self.cast(operands[0], target, origin),
            Expr::Component { index, .. } => {
                if is_half(self.scalar(operands[0])) {
                    return self.bits_of(operands[0], origin);
                }
                // A lane of a vector of floats is a float, and a word of anything else a `U32`.
                let lane = self.form[operands[0]].ty.data_type().map_or(DataType::U32, |ty| ty.lane_type());
                self.eval(Op::Extract(operands[0], *index as u8), lane.element_type(), origin)
            }
            Expr::Compose { target, .. } => {
                if target.is_packed() {
                    return self.of_bits(operands[0], target.element_type(), origin);
                }
                let mut parts = [operands[0]; 4];
                parts[..operands.len()].copy_from_slice(operands);
                self.eval(Op::Construct(parts), target.element_type(), origin)
            }
            Expr::Atomic { op, buffer, expected, .. } => {
                let access = self.access(buffer, operands[0]);
                let (expected, value) = match expected {
                    Some(_) => (Some(operands[1]), operands[2]),
                    None => (None, operands[1]),
                };
                let ty = self.form[value].ty;
                self.eval(Op::Atomic(*op, access, expected, value), ty, origin)
            }
        }
    }

    fn load(&mut self, access: Access, origin: Origin) -> InstId {
        if let Some(half) = self.half(access.buffer) {
            return self.load_half(access.buffer, half, access.index, origin);
        }
        let ty = self.form[access.buffer].element.element_type();
        self.eval(Op::Load(access), ty, origin)
    }

    /// Adds an instruction and evaluates it here.
    pub(crate) fn eval(&mut self, op: Op, ty: Type, origin: Origin) -> InstId {
        let id = self.form.add(op, ty, origin);
        self.push(Stmt::Eval(id));
        id
    }

    /// An instruction that needs no evaluation; there is one of each.
    pub(super) fn free(&mut self, op: Op, ty: Type) -> InstId {
        let form = &mut self.form;
        // What is available everywhere comes from no place in particular.
        let add = || form.add(op.clone(), ty, Origin::NOWHERE);
        *self.free.entry((op.clone(), ty)).or_insert_with(add)
    }

    /// A constant.
    pub(crate) fn constant(&mut self, ty: Type, lanes: Lanes) -> InstId {
        self.free(Op::Const(lanes), ty)
    }

    fn literal(&mut self, value: Value) -> InstId {
        self.constant(value.ty().element_type(), value.lanes())
    }

    /// The value that a local has here.
    pub(crate) fn read(&mut self, local: LocalId, origin: Origin) -> InstId {
        let ty = self.form[local].ty;
        self.eval(Op::Read(local), ty, origin)
    }

    pub(super) fn buffer(&self, name: &str) -> BufferId {
        match self.form.buffers.iter().position(|buffer| buffer.name == name) {
            Some(at) => BufferId(at as u32),
            None => unreachable!("V004: every buffer of a valid program is declared"),
        }
    }

    /// An access that is not proven to be in bounds.
    pub(super) fn access(&self, buffer: &str, index: InstId) -> Access {
        Access::element(self.buffer(buffer), index)
    }

    /// The truth of a `U32`, an `I32` or a `Bool`: whether it is not zero.
    pub(crate) fn truth(&mut self, value: InstId, origin: Origin) -> InstId {
        match self.form[value] {
            Inst { ty: BOOL, .. } => value,
            Inst { op: Op::Convert(Conversion::Reinterpret, truth), .. } if self.form[truth].ty == BOOL => {
                truth
            }
            _ => self.eval(Op::Convert(Conversion::NonZero, value), BOOL, origin),
        }
    }

    /// A `Bool` as the `U32` that programs have for it, and any other value as it is.
    pub(super) fn number(&mut self, value: InstId, origin: Origin) -> InstId {
        match self.form[value].ty {
            BOOL => self.eval(Op::Convert(Conversion::Reinterpret, value), U32, origin),
            _ => value,
        }
    }

    /// A value as a `U128`, which is held as four words.
    fn long(&mut self, value: InstId, source: Type, origin: Origin) -> InstId {
        if source == LONG {
            return value;
        }
        let zero = self.constant(U32, [0; 4]);
        let words = match source {
            U32 => [value, zero, zero, zero],
            _ if source.words() == 2 => {
                let [low, high] = [0, 1].map(|word| self.eval(Op::Extract(value, word), U32, origin));
                [low, high, zero, zero]
            }
            _ if source.scalar == Scalar::I32 => {
                let low = self.eval(Op::Convert(Conversion::Reinterpret, value), U32, origin);
                let wide = Type::scalar(Scalar::U64);
                let wide = self.eval(Op::Convert(Conversion::SignExtend, value), wide, origin);
                let sign = self.eval(Op::Extract(wide, 1), U32, origin);
                [low, sign, sign, sign]
            }
            // The rest of what has a cast to it are truth values.
            _ => [self.number(value, origin), zero, zero, zero],
        };
        self.eval(Op::Construct(words), LONG, origin)
    }

    pub(super) fn collective(
        &mut self,
        op: CollectiveOp,
        value: InstId,
        id: Option<InstId>,
        origin: Origin,
    ) -> InstId {
        // Of truth values it is one, which programs have as a number.
        let is_truth = matches!(op, CollectiveOp::Any | CollectiveOp::All);
        if let (LONG, Some(operator)) = (self.form[value].ty, op.joins()) {
            return self.long_collective(op, operator, value, origin);
        }
        let value = if is_truth { self.truth(value, origin) } else { value };
        let result = self.eval(Op::Collective(op, value, id), self.form[value].ty, origin);
        if is_truth { self.number(result, origin) } else { result }
    }

    /// A collective of `U128`, composed of those of its parts: sums of its words, whose carries 64 bits take, and the extreme of the
    /// lower halves among those whose upper half is the extreme one.
    fn long_collective(
        &mut self,
        op: CollectiveOp,
        operator: BinOp,
        value: InstId,
        origin: Origin,
    ) -> InstId {
        const WIDE: Type = Type::scalar(Scalar::U64);
        let words = [0, 1, 2, 3].map(|word| self.eval(Op::Extract(value, word), U32, origin));
        let words = if operator == BinOp::Add {
            let mut carry = None;
            words.map(|word| {
                let wide = self.eval(Op::Convert(Conversion::ZeroExtend, word), WIDE, origin);
                let sum = self.eval(Op::Collective(op, wide, None), WIDE, origin);
                let sum = carry.map_or(sum, |carry| self.binary(BinOp::Add, sum, carry, origin));
                let upper = self.eval(Op::Extract(sum, 1), U32, origin);
                carry = Some(self.eval(Op::Convert(Conversion::ZeroExtend, upper), WIDE, origin));
                self.eval(Op::Extract(sum, 0), U32, origin)
            })
        } else {
            let [low, high] = [[words[0], words[1]], [words[2], words[3]]]
                .map(|[low, high]| self.eval(Op::Construct([low, high, low, low]), WIDE, origin));
            let upper = self.eval(Op::Collective(op, high, None), WIDE, origin);
            let is_upper = self.eval(Op::Binary(BinOp::Eq, high, upper), BOOL, origin);
            // What is left out is the other extreme.
            let none =
                self.constant(WIDE, if operator == BinOp::Min { [u32::MAX, u32::MAX, 0, 0] } else { [0; 4] });
            let candidate = self.eval(Op::Select(is_upper, low, none), WIDE, origin);
            let lower = self.eval(Op::Collective(op, candidate, None), WIDE, origin);
            [(lower, 0), (lower, 1), (upper, 0), (upper, 1)]
                .map(|(half, word)| self.eval(Op::Extract(half, word), U32, origin))
        };
        self.eval(Op::Construct(words), LONG, origin)
    }

    /// An element that all invocations load between two barriers: nothing of the workgroup writes meanwhile.
    pub(super) fn uniform_load(&mut self, buffer: &str, index: InstId, origin: Origin) -> InstId {
        let access = self.access(buffer, index);
        if let Some(half) = self.half(access.buffer) {
            self.push(Stmt::Barrier(origin));
            let value = self.load_half(access.buffer, half, index, origin);
            self.push(Stmt::Barrier(origin));
            return value;
        }
        let decl = &self.form[access.buffer];
        let ty = decl.element.element_type();
        let is_atomic = decl.access == BufferAccess::WorkgroupAtomic;
        self.push(Stmt::Barrier(origin));
        let value = self.eval(if is_atomic { Op::AtomicLoad(access) } else { Op::Load(access) }, ty, origin);
        self.push(Stmt::Barrier(origin));
        value
    }

    pub(crate) fn binary(&mut self, op: BinOp, left: InstId, right: InstId, origin: Origin) -> InstId {
        let (op, left, right) = match op {
            // Both operands have been evaluated, so the logical operators are those of bits.
            BinOp::And => (BinOp::BitAnd, self.truth(left, origin), self.truth(right, origin)),
            BinOp::Or => (BinOp::BitOr, self.truth(left, origin), self.truth(right, origin)),
            op => (op, left, right),
        };
        let operand = self.form[left].ty;
        // Rule V021, and the signatures of operations.
        let scalar = op.typing().result(operand.scalar).unwrap_or(operand.scalar);
        let value = self.eval(Op::Binary(op, left, right), Type::vector(scalar, operand.lanes), origin);
        self.number(value, origin)
    }

    fn scalar(&self, operand: InstId) -> Scalar {
        self.form[operand].ty.scalar
    }

    /// The id of an operator that the target lacks.
    fn lacks(&self, operation: Operation) -> Option<String> {
        operation.id().filter(|_| !self.target.has(operation))
    }

    pub(crate) fn mul_add(&mut self, operands: &[InstId], origin: Origin) -> InstId {
        self.eval(Op::MulAdd(operands[0], operands[1], operands[2]), self.form[operands[0]].ty, origin)
    }

    fn unary(&mut self, op: UnOp, operand: InstId, origin: Origin) -> InstId {
        let (op, operand) = match op {
            UnOp::LogicalNot => (UnOp::BitNot, self.truth(operand, origin)),
            op => (op, operand),
        };
        let ty = self.form[operand].ty;
        let scalar = op.typing().result(ty.scalar).unwrap_or(ty.scalar);
        let value = self.eval(Op::Unary(op, operand), Type::vector(scalar, ty.lanes), origin);
        self.number(value, origin)
    }

    pub(crate) fn cast(&mut self, value: InstId, target: &DataType, origin: Origin) -> InstId {
        let (source, ty) = (self.form[value].ty, target.element_type());
        if *target == DataType::U128 {
            return self.long(value, source, origin);
        }
        let Some(cast) = source.data_type().as_ref().and_then(|source| casts::find(source, target)) else {
            unreachable!("V012 and V023: a valid program has the casts of the table alone")
        };
        match cast.conversion {
            Conversion::Reinterpret if source == ty => value,
            Conversion::NonZero if matches!(source.scalar, Scalar::U32) && source.lanes == 1 => {
                self.truth(value, origin)
            }
            Conversion::Operator(op) => self.unary(op, value, origin),
            conversion => self.eval(Op::Convert(conversion, value), ty, origin),
        }
    }
}

/// Whether it is a float of 16 bits, which is its bits in a word.
fn is_half(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F16 | Scalar::BF16)
}
