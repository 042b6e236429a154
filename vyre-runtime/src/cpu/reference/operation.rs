//! Compilation of what computes one value, and of stores.
//!
//! Reinterpreting a value and taking a part of it need no instruction: they name registers that exist already. So does
//! reading a local that is not set before the value is last used.

use super::compile::Compiler;
use super::inst::{Inst, Register, Site};
use super::layout::Storage;
use super::lifetimes::part_of;
use vyre_ir::casts::Conversion;
use vyre_ir::{AtomicOp, BinOp, Scalar, Type, UnOp};
use vyre_lower::{Access, BLOCK, InstId, Op, Origin, Unit};

impl Compiler<'_> {
    /// Compiles the evaluation of an instruction.
    pub(super) fn eval(&mut self, id: InstId) {
        let inst = &self.form[id];
        if let Some((whole, word)) = part_of(&inst.op) {
            self.layout.values[id.index()] = self.register(whole) + Register::from(word);
            return;
        }
        if let Op::Read(local) = inst.op
            && self.lifetimes.is_in_local(id)
        {
            self.layout.values[id.index()] = self.layout.locals[local.index()];
            return;
        }
        let dst = self.take(id);
        let words = inst.ty.words() as u8;
        let compiled = match inst.op {
            Op::Unary(op, operand) => self.unary(op, operand, dst, words),
            Op::Binary(op, left, right) => self.binary(op, [left, right], dst, words),
            Op::Select(cond, then, otherwise) => {
                let [cond, then, otherwise] = [cond, then, otherwise].map(|id| self.register(id));
                Inst::Select { words, dst, cond, then, otherwise }
            }
            Op::MulAdd(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|id| self.register(id));
                Inst::MulAdd { words, dst, a, b, c }
            }
            Op::Quick(quick) | Op::IsRare(quick) => {
                let mut operands = quick.operands().map(|id| self.register(id));
                let first = operands.next().unwrap_or(dst);
                let operands = [first, operands.next().unwrap_or(first)];
                match inst.op {
                    Op::IsRare(_) => Inst::IsRare { op: quick.op(), dst, operands },
                    _ => Inst::Quick { op: quick.op(), dst, operands },
                }
            }
            Op::Convert(conversion, value) => self.convert(conversion, value, inst.ty, dst),
            Op::Construct(parts) => Inst::Gather { words, dst, parts: parts.map(|id| self.register(id)) },
            Op::Read(local) => Inst::Move { words, dst, source: self.layout.locals[local.index()] },
            Op::Load(access) => return self.load(id, access, dst, false),
            Op::AtomicLoad(access) => return self.load(id, access, dst, true),
            Op::LoadByte(access) => self.load_byte(access, dst),
            Op::Atomic(op, access, expected, value) => {
                self.atomic(op, access, expected.unwrap_or(value), value, dst)
            }
            Op::Collective(op, value, id) => {
                let [value, id] = [value, id.unwrap_or(value)].map(|id| self.register(id));
                Inst::Collective { op, ty: inst.ty, dst, value, id }
            }
            Op::Const(_) | Op::Builtin(_) | Op::Length(_) | Op::Induction | Op::Extract(..) => {
                unreachable!("no statement evaluates them, and parts of values have returned")
            }
        };
        let access = inst.op.access().copied();
        let is_atomic = inst.op.is_atomic();
        let atomic = if let Op::Atomic(op, ..) = inst.op { Some(op) } else { None };
        let value = access.map(|_| id);
        self.emit_at(Site { origin: Some(inst.origin), access, is_atomic, atomic, value }, compiled);
    }

    fn unary(&self, op: UnOp, operand: InstId, dst: Register, words: u8) -> Inst {
        let of = self.form[operand].ty;
        let operand = self.register(operand);
        let lanes = Inst::UnaryLanes { op, of, words, dst, operand };
        if of.lanes > 1 {
            return lanes;
        }
        match of.scalar {
            Scalar::F64 => lanes,
            Scalar::U32 | Scalar::I32 | Scalar::F32 if words > 1 => lanes,
            // What rows of floats compute they compute on their bits.
            // Those on floats of 16 bits are compositions.
            Scalar::U32 | Scalar::F32 | Scalar::F16 | Scalar::BF16 => Inst::Unary { op, dst, operand },
            Scalar::I32 => Inst::SignedUnary { op, dst, operand },
            Scalar::U64 => Inst::WideUnary { op, words, dst, operand },
            Scalar::Bool => unary_on_bits(op).map_or(lanes, |op| Inst::Unary { op, dst, operand }),
        }
    }

    fn binary(&self, op: BinOp, [left, right]: [InstId; 2], dst: Register, words: u8) -> Inst {
        let (of, right_ty) = (self.form[left].ty, self.form[right].ty);
        let (left, right) = (self.register(left), self.register(right));
        let lanes = Inst::BinaryLanes { op, of, right_ty, words, dst, left, right };
        if of.lanes > 1 {
            return lanes;
        }
        match of.scalar {
            Scalar::F64 => lanes,
            Scalar::U32 | Scalar::F32 | Scalar::F16 | Scalar::BF16 => Inst::Binary { op, dst, left, right },
            Scalar::I32 => Inst::Signed { op, dst, left, right },
            Scalar::U64 => Inst::Wide { op, right_words: right_ty.words() as u8, words, dst, left, right },
            Scalar::Bool => binary_on_bits(op).map_or(lanes, |op| Inst::Binary { op, dst, left, right }),
        }
    }

    fn convert(&self, conversion: Conversion, value: InstId, target: Type, dst: Register) -> Inst {
        let (words, source) = (self.form[value].ty.words() as u8, self.register(value));
        Inst::Convert { conversion, words, target, dst, source }
    }

    fn load(&mut self, id: InstId, access: Access, dst: Register, is_atomic: bool) {
        let origin = self.form[id].origin;
        let decl = &self.form[access.buffer];
        let (element, is_bound) = (decl.element.element_type(), decl.access.is_bound());
        let (words, index) = match access.unit {
            Unit::Element => (element.words() as u8, self.register(access.index)),
            Unit::Part(_) => unreachable!("the verifier: parts of words are stored alone"),
            Unit::Block => (BLOCK.words() as u8, self.register(access.index)),
        };
        let inst = match self.layout.storage[access.buffer.index()] {
            Storage::Input(array) => Inst::LoadInput { words, dst, array, index },
            Storage::Output(array) => Inst::LoadOutput { words, dst, array, index },
            Storage::Private { base, count } => Inst::LoadPrivate { words, dst, base, count, index },
            Storage::Bytes(array) => Inst::LoadWords { words, dst, array, index },
        };
        let site =
            Site { origin: Some(origin), access: Some(access), is_atomic, atomic: None, value: Some(id) };
        self.emit_at(site, inst);
        if let Scalar::Bool = element.scalar
            && is_bound
            && access.unit == Unit::Element
        {
            // The host may have any bits for true.
            let (conversion, target) = (Conversion::NonZero, Type::scalar(Scalar::Bool));
            self.emit(Inst::Convert { conversion, words, target, dst, source: dst }, origin);
        }
    }

    fn load_byte(&self, access: Access, dst: Register) -> Inst {
        match self.layout.storage[access.buffer.index()] {
            Storage::Bytes(array) => Inst::LoadByte { dst, array, index: self.register(access.index) },
            _ => unreachable!("the verifier: bytes are read from `Bytes` alone"),
        }
    }

    fn atomic(&self, op: AtomicOp, access: Access, expected: InstId, value: InstId, dst: Register) -> Inst {
        let Storage::Output(array) = self.layout.storage[access.buffer.index()] else {
            unreachable!("the verifier: atomics are on writable buffers")
        };
        let is_wide = self.form[value].ty.scalar.is_long();
        let [index, expected, value] = [access.index, expected, value].map(|id| self.register(id));
        match is_wide {
            true => Inst::WideAtomic { op, dst, array, index, expected, value },
            false => Inst::Atomic { op, dst, array, index, expected, value },
        }
    }

    /// Compiles a store.
    pub(super) fn store(&mut self, access: &Access, value: InstId, origin: Origin) {
        let (words, index) = (self.form[value].ty.words() as u8, self.register(access.index));
        let value = self.register(value);
        let inst = match (self.layout.storage[access.buffer.index()], access.unit) {
            (Storage::Output(array), Unit::Part(bits)) => Inst::StorePart { bits, array, index, value },
            (Storage::Output(array), _) => Inst::StoreOutput { words, array, index, value },
            (Storage::Private { base, count }, _) => Inst::StorePrivate { words, base, count, index, value },
            (Storage::Input(_) | Storage::Bytes(_), _) => {
                unreachable!("the verifier: stores are to writable elements alone")
            }
        };
        self.emit_at(Site { origin: Some(origin), access: Some(*access), ..Site::default() }, inst);
    }
}

/// An operator on `U32` that does to 0 and 1 what this one does to truth values.
fn unary_on_bits(op: UnOp) -> Option<UnOp> {
    let is_alike = |like: &UnOp| {
        let on_bit = |bit| op.eval_as(Scalar::Bool, u64::from(bit)) == Some(u64::from(like.eval(bit)));
        [0, 1].into_iter().all(on_bit)
    };
    [op].iter().chain(UnOp::ALL).copied().find(is_alike)
}

/// As [`unary_on_bits`], with two operands.
fn binary_on_bits(op: BinOp) -> Option<BinOp> {
    let is_alike = |like: &BinOp| {
        let on_bits = |(left, right)| {
            let truth = op.eval_as(Scalar::Bool, u64::from(left), u64::from(right));
            truth == Some(u64::from(like.eval(left, right)))
        };
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().all(on_bits)
    };
    [op].iter().chain(BinOp::ALL).copied().find(is_alike)
}
