//! Compilation of expressions, from the leaves up.
//!
//! The result of an operation takes the place of its operands on the stack of registers. Literals, ids,
//! lengths and variables are operands where they are, since nothing that an expression does can change them.

use super::compile::{Compiler, Operand};
use super::inst::{Inst, Register};
use super::layout::Storage;
use vyre_ir::casts::{self, Conversion};
use vyre_ir::{AtomicOp, DataType, Expr, ExprAt};

impl Compiler<'_> {
    /// Compiles an expression. Its temporaries stay on the stack until the caller lowers it.
    pub(super) fn expr(&mut self, (first, root): ExprAt<'_>) -> Operand {
        root.fold(first, |place, expr, operands: &mut [Operand]| self.one(place, expr, operands))
    }

    /// Compiles an expression whose operands are compiled.
    fn one(&mut self, place: usize, expr: &Expr, operands: &[Operand]) -> Operand {
        let ty = self.type_of(place);
        if let Some(register) = self.layout.register(expr) {
            return self.existing(register, ty);
        }
        let lanes = ty.lanes() as u8;
        let register = |at: usize| operands[at].register;
        let dst = self.dst(operands);
        match expr {
            Expr::Var(_) => self.existing(self.variables[self.variable_at(place)], ty),
            Expr::Load { buffer, .. } => self.load(buffer, operands),
            Expr::LoadByte { buffer, .. } => {
                let (array, index) = (self.bytes(buffer), register(0));
                self.result(dst, ty, Inst::LoadByte { dst, array, index })
            }
            Expr::LoadWord { buffer, .. } => {
                let (array, index) = (self.bytes(buffer), register(0));
                self.result(dst, ty, Inst::LoadWord { dst, array, index })
            }
            Expr::BinOp { op, .. } => {
                let (op, left, right) = (*op, register(0), register(1));
                self.result(dst, ty, Inst::Binary { op, dst, left, right })
            }
            Expr::UnOp { op, .. } => {
                let (op, operand) = (*op, register(0));
                self.result(dst, ty, Inst::Unary { op, dst, operand })
            }
            Expr::Select { .. } => {
                let (cond, then, otherwise) = (register(0), register(1), register(2));
                self.result(dst, ty, Inst::Select { lanes, dst, cond, then, otherwise })
            }
            Expr::Cast { target, .. } => self.cast(operands, *target),
            Expr::Component { index, .. } => {
                Operand { register: register(0) + index, ty, is_fresh: false, ..operands[0] }
            }
            Expr::Compose { .. } => {
                let mut parts = [register(0); 4];
                for (at, operand) in operands.iter().enumerate() {
                    parts[at] = operand.register;
                }
                self.result(dst, ty, Inst::Gather { lanes, dst, parts })
            }
            Expr::Atomic { op, buffer, .. } => self.atomic(*op, buffer, operands),
            Expr::Call { .. } => unreachable!("V016: a valid program calls no operation"),
            _ => unreachable!("the rest are leaves, and the layout has a register for each"),
        }
    }

    /// An operand that is in a register already.
    fn existing(&self, register: Register, ty: DataType) -> Operand {
        Operand { register, ty, mark: self.top, is_fresh: false }
    }

    /// The registers for a value that replaces `operands`.
    fn dst(&self, operands: &[Operand]) -> Register {
        match operands.first() {
            Some(first) => first.mark,
            None => self.top,
        }
    }

    /// Emits the instruction that computes a value of type `ty` in `dst`, in place of its operands.
    fn result(&mut self, dst: Register, ty: DataType, inst: Inst) -> Operand {
        self.insts.push(inst);
        self.raise(dst + ty.lanes() as Register);
        Operand { register: dst, ty, mark: dst, is_fresh: true }
    }

    fn load(&mut self, name: &str, operands: &[Operand]) -> Operand {
        let (storage, buffer) = self.layout.buffer(name);
        let (dst, index, ty) = (self.dst(operands), operands[0].register, buffer.element);
        let lanes = ty.lanes() as u8;
        let inst = match storage {
            Storage::Input(array) => Inst::LoadInput { lanes, dst, array, index },
            Storage::Output(array) => Inst::LoadOutput { lanes, dst, array, index },
            Storage::Private { base, count } => Inst::LoadPrivate { lanes, dst, base, count, index },
            Storage::Bytes(_) => unreachable!("V013: a valid program loads no element of `Bytes`"),
        };
        let element = self.result(dst, ty, inst);
        if ty == DataType::Bool && buffer.access.is_bound() {
            // The host may have any bits for true.
            return self.convert(&[element], Conversion::NonZero, ty);
        }
        element
    }

    /// The position of a `Bytes` buffer in memory.
    fn bytes(&self, name: &str) -> u32 {
        match self.layout.buffer(name).0 {
            Storage::Bytes(array) => array,
            _ => unreachable!("V040: a valid program reads bytes from `Bytes` alone"),
        }
    }

    /// Emits a store of the value in `value`.
    pub(super) fn store(&mut self, name: &str, index: Register, value: Register) {
        let (storage, buffer) = self.layout.buffer(name);
        let lanes = buffer.element.lanes() as u8;
        self.insts.push(match storage {
            Storage::Output(array) => Inst::StoreOutput { lanes, array, index, value },
            Storage::Private { base, count } => Inst::StorePrivate { lanes, base, count, index, value },
            _ => unreachable!("V005 and V013: a valid program stores to writable elements alone"),
        });
    }

    fn atomic(&mut self, op: AtomicOp, name: &str, operands: &[Operand]) -> Operand {
        let Storage::Output(array) = self.layout.buffer(name).0 else {
            unreachable!("V014: atomics of a valid program are on read-write buffers")
        };
        // Without an expected value any register serves: the operator does not look at it.
        let (expected, value) = match operands {
            [_, expected, value] => (expected.register, value.register),
            _ => (operands[1].register, operands[1].register),
        };
        let (dst, index) = (self.dst(operands), operands[0].register);
        self.result(dst, DataType::U32, Inst::Atomic { op, dst, array, index, expected, value })
    }

    fn cast(&mut self, operands: &[Operand], target: DataType) -> Operand {
        let operand = operands[0];
        let Some(cast) = casts::find(operand.ty, target) else {
            unreachable!("V012: every cast of a valid program has a row")
        };
        match cast.conversion {
            Conversion::Reinterpret => Operand { ty: target, ..operand },
            Conversion::Truncate => Operand { ty: target, is_fresh: false, ..operand },
            Conversion::NonZero if self.is_predicate(operand) => Operand { ty: target, ..operand },
            conversion => self.convert(operands, conversion, target),
        }
    }

    fn convert(&mut self, operands: &[Operand], conversion: Conversion, target: DataType) -> Operand {
        let (dst, source, lanes) = (self.dst(operands), operands[0].register, operands[0].ty.lanes() as u8);
        self.result(dst, target, Inst::Convert { conversion, lanes, target, dst, source })
    }

    /// Whether an operand is 0 or 1 because of the operator that has just computed it.
    fn is_predicate(&self, operand: Operand) -> bool {
        let last = self.insts.last();
        operand.is_fresh && matches!(last, Some(Inst::Binary { op, .. }) if op.is_predicate())
    }
}
