//! The verifier: what must hold of every lowered form, after building it and after every pass.
//!
//! It checks that operands have the types that their operators take; that each value is evaluated once, before its uses, in a
//! block that dominates them; that statements fit their locals, buffers and conditions; that nothing stands after a jump and
//! jumps stand in loops; and each proof of a guard again, from its witness.

use crate::fault::Fault;
use crate::form::*;
use crate::value;
use vyre_ir::casts::{self, Conversion};
use vyre_ir::{BufferAccess, DataType, Scalar, Type};

/// Checks a form.
///
/// # Errors
/// The first fault, in order of the statements.
pub fn verify(form: &Lowered) -> Result<(), Fault> {
    let mut verifier =
        Verifier { form, is_available: vec![false; form.insts.len()], is_evaluated: Vec::new() };
    verifier.is_evaluated = verifier.is_available.clone();
    for (at, inst) in form.insts.iter().enumerate().filter(|(_, inst)| inst.op.is_free()) {
        verifier.inst(InstId(at as u32))?;
        verifier.is_available[at] = true;
        let fits = match inst.op {
            Op::Length(buffer) => form.buffers.get(buffer.index()).is_some_and(|decl| decl.access.is_bound()),
            Op::Builtin(Builtin::Invocation(axis) | Builtin::Workgroup(axis) | Builtin::Local(axis)) => {
                axis < 3
            }
            _ => true,
        };
        verifier.check(fits, InstId(at as u32), "names no buffer of the host, or no axis")?;
    }
    verifier.coarsening()?;
    verifier.block(&form.body, 0)?;
    crate::analysis::guards::verify(form)
}

struct Verifier<'a> {
    form: &'a Lowered,
    /// Whether a value may be used here.
    is_available: Vec<bool>,
    /// Whether any statement has evaluated it.
    is_evaluated: Vec<bool>,
}

impl Verifier<'_> {
    fn check(&self, holds: bool, inst: impl Into<Option<InstId>>, message: &str) -> Result<(), Fault> {
        if holds { Ok(()) } else { Err(Fault { inst: inst.into(), message: message.to_string() }) }
    }

    /// That the invocations of a coarsened form stand for those of its program, which it must not see.
    fn coarsening(&self) -> Result<(), Fault> {
        let Some(Coarsening { factor, workgroup_size }) = self.form.coarsening else { return Ok(()) };
        let divides = factor > 1 && workgroup_size % factor == 0;
        self.check(divides, None, "is coarsened by a number that does not divide the workgroup")?;
        let mut is_seen = false;
        let sees =
            |id: InstId| matches!(self.form[id].op, Op::Builtin(Builtin::Workgroup(0) | Builtin::Local(_)));
        walk(&self.form.body, &mut |stmt| {
            is_seen |= stmt.operands().any(sees) || matches!(stmt, Stmt::Barrier(_));
            if let Stmt::Eval(id) = stmt {
                is_seen |= self.form[*id].op.operands().any(sees);
            }
        });
        self.check(!is_seen, None, "is coarsened and depends on workgroups")
    }

    fn ty(&self, id: InstId) -> Type {
        self.form[id].ty
    }

    fn block(&mut self, block: &[Stmt], loops: usize) -> Result<(), Fault> {
        let mut defined = Vec::new();
        for (at, stmt) in block.iter().enumerate() {
            let is_last = at + 1 == block.len();
            self.check(is_last || !stmt.is_jump(), None, "a statement stands after a jump")?;
            if let Stmt::Eval(id) = *stmt {
                self.eval(id)?;
                defined.push(id);
            } else {
                self.stmt(stmt, loops)?;
            }
        }
        for id in defined {
            self.is_available[id.index()] = false;
        }
        Ok(())
    }

    fn eval(&mut self, id: InstId) -> Result<(), Fault> {
        let known = self.form.insts.get(id.index());
        self.check(known.is_some(), id, "is not in the arena")?;
        let op = &self.form[id].op;
        self.check(!op.is_free() && *op != Op::Induction, id, "is evaluated but needs no evaluation")?;
        self.check(!self.is_evaluated[id.index()], id, "is evaluated twice")?;
        for operand in op.operands() {
            self.used(operand, id)?;
        }
        self.inst(id)?;
        self.is_evaluated[id.index()] = true;
        self.is_available[id.index()] = true;
        Ok(())
    }

    fn used(&self, operand: InstId, by: impl Into<Option<InstId>>) -> Result<(), Fault> {
        if self.is_available.get(operand.index()) == Some(&true) {
            return Ok(());
        }
        let message = format!("uses %{}, which is not evaluated in a block that dominates it", operand.0);
        Err(Fault { inst: by.into(), message })
    }

    fn stmt(&mut self, stmt: &Stmt, loops: usize) -> Result<(), Fault> {
        for operand in stmt.operands() {
            self.used(operand, None)?;
        }
        match stmt {
            Stmt::Set { local, value, .. } => {
                let local = self.form.locals.get(local.index());
                let fits = local.is_some_and(|local| local.ty == self.ty(*value));
                self.check(fits, *value, "is set to a local of another type")
            }
            Stmt::Store { access, value, .. } => {
                self.access(access, *value)?;
                let decl = &self.form[access.buffer];
                let ty = match access.unit {
                    Unit::Element => decl.element.value_type(),
                    Unit::Part(_) => Some(U32),
                    Unit::Block => Some(BLOCK),
                };
                let fits = ty == Some(self.ty(*value));
                self.check(
                    fits && decl.access.is_writable(),
                    *value,
                    "is stored to a buffer that does not take it",
                )
            }
            Stmt::If { cond, then, otherwise, .. } => {
                self.check(self.ty(*cond) == BOOL, *cond, "is a condition and not a bool")?;
                self.block(then, loops)?;
                self.block(otherwise, loops)
            }
            Stmt::Loop { var, from, to, body, .. } => {
                let fits = [var, from, to].into_iter().all(|id| self.ty(*id) == U32);
                self.check(
                    fits && self.form[*var].op == Op::Induction,
                    *var,
                    "is no loop variable over u32 bounds",
                )?;
                self.check(!self.is_evaluated[var.index()], *var, "is the variable of two loops")?;
                self.is_evaluated[var.index()] = true;
                self.is_available[var.index()] = true;
                self.block(body, loops + 1)?;
                self.is_available[var.index()] = false;
                Ok(())
            }
            Stmt::Break | Stmt::Continue => self.check(loops > 0, None, "a jump stands outside of loops"),
            Stmt::Eval(_) | Stmt::Barrier(_) | Stmt::Return => Ok(()),
        }
    }

    fn access(&self, access: &Access, by: InstId) -> Result<(), Fault> {
        self.check(access.buffer.index() < self.form.buffers.len(), by, "names no buffer")?;
        self.check(self.ty(access.index) == U32, by, "has an index that is no u32")?;
        let decl = &self.form[access.buffer];
        let has_unit = match access.unit {
            Unit::Element => true,
            Unit::Part(bits) => {
                [8, 16].contains(&bits)
                    && decl.element == DataType::U32
                    && decl.access == BufferAccess::ReadWrite
            }
            Unit::Block => self.form.elements_of_block(access.buffer).is_some(),
        };
        self.check(has_unit, by, "has no such parts or blocks")
    }

    /// The types of an instruction.
    fn inst(&self, id: InstId) -> Result<(), Fault> {
        let inst = &self.form[id];
        let fits = match &inst.op {
            Op::Const(lanes) => {
                let above = &lanes[inst.ty.words()..];
                above.iter().all(|word| *word == 0) && (inst.ty.scalar != Scalar::Bool || lanes[0] < 2)
            }
            Op::Builtin(_) | Op::Length(_) | Op::Induction => inst.ty == U32,
            Op::Unary(op, operand) => value::unary_type(*op, self.ty(*operand)) == Some(inst.ty),
            Op::Binary(op, left, right) => {
                let (left, right) = (self.ty(*left), self.ty(*right));
                let wanted = match op.typing() {
                    vyre_ir::Typing::Shift => Type::vector(Scalar::U32, left.lanes),
                    _ => left,
                };
                right == wanted && value::result_type(*op, left) == Some(inst.ty)
            }
            Op::Select(cond, then, otherwise) => {
                self.ty(*cond) == BOOL && [then, otherwise].into_iter().all(|id| self.ty(*id) == inst.ty)
            }
            Op::MulAdd(a, b, c) => {
                matches!(inst.ty, F32 | F64) && [a, b, c].into_iter().all(|id| self.ty(*id) == inst.ty)
            }
            Op::Quick(quick) => inst.ty == F32 && quick.operands().all(|id| self.ty(id) == F32),
            Op::IsRare(quick) => inst.ty == BOOL && quick.operands().all(|id| self.ty(id) == F32),
            Op::Convert(conversion, operand) => self.fits_table(*conversion, self.ty(*operand), inst.ty),
            Op::Extract(value, lane) => {
                let ty = self.ty(*value);
                match ty.scalar {
                    scalar if scalar.is_long() => inst.ty == U32 && usize::from(*lane) < ty.words(),
                    scalar => inst.ty == Type::scalar(scalar) && *lane < ty.lanes && ty.lanes > 1,
                }
            }
            Op::Construct(parts) => {
                let part = if inst.ty.scalar.is_long() { U32 } else { Type::scalar(inst.ty.scalar) };
                inst.ty.words() > 1 && parts.iter().all(|id| self.ty(*id) == part)
            }
            Op::Read(local) => self.form.locals.get(local.index()).is_some_and(|local| local.ty == inst.ty),
            Op::Load(access) => {
                self.access(access, id)?;
                match access.unit {
                    Unit::Element => self.form[access.buffer].element.element_type() == inst.ty,
                    // They are stored, and nobody asks for a load yet.
                    Unit::Part(_) => false,
                    Unit::Block => inst.ty == BLOCK,
                }
            }
            Op::Collective(op, value, named) => {
                op.takes_type(self.ty(*value))
                    && inst.ty == self.ty(*value)
                    && named.is_some() == op.takes_id()
                    && named.is_none_or(|id| self.ty(id) == U32)
            }
            Op::AtomicLoad(access) => {
                self.access(access, id)?;
                self.is_atomic(access.buffer) && inst.ty == self.form[access.buffer].element.element_type()
            }
            Op::LoadByte(access) => {
                self.access(access, id)?;
                let is_byte = access.unit == Unit::Element && inst.ty == U32;
                self.form[access.buffer].element.value_type().is_none() && is_byte
            }
            Op::Atomic(op, access, expected, value) => {
                self.access(access, id)?;
                let element = self.form[access.buffer].element.element_type();
                let operands = expected.iter().chain([value]).all(|id| self.ty(*id) == element);
                self.is_atomic(access.buffer)
                    && access.unit == Unit::Element
                    && operands
                    && expected.is_some() == op.takes_expected()
                    && inst.ty == element
            }
        };
        self.check(fits, id, "has operands or a type that its operator does not take")
    }

    fn is_atomic(&self, buffer: BufferId) -> bool {
        let decl = &self.form[buffer];
        decl.access.is_atomic() && decl.element.has_atomics()
    }

    fn fits_table(&self, conversion: Conversion, source: Type, target: Type) -> bool {
        let is_half = |ty: Type| matches!(ty.scalar, Scalar::F16 | Scalar::BF16) && ty.lanes == 1;
        // The bits of a float of 16 bits, which programs take and put together as a component.
        if conversion == Conversion::Reinterpret
            && (is_half(source) && target == U32 || source == U32 && is_half(target))
        {
            return true;
        }
        match (source.data_type(), target.data_type()) {
            (Some(source), Some(target)) => {
                casts::find(&source, &target).is_some_and(|cast| cast.conversion == conversion)
            }
            _ => false,
        }
    }
}
