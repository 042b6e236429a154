//! Linear values, and accesses to memory.

use super::super::inst::*;
use super::{Compiler, NO_PARTS, parts_of};
use vyre_ir::{AtomicOp, BinOp, BufferAccess, CollectiveOp, Scalar, Type};
use vyre_lower::{BufferId, InstId, Op, Unit};

impl Compiler<'_> {
    /// A value as a linear one: a scalar has no coefficients.
    fn linear(&self, id: InstId) -> Affine {
        let value = self.value(id);
        match (value.affine, value.parts[0]) {
            (Some(affine), _) => affine,
            (None, Part::Scalar(base)) => Affine { base, c: [None; 3] },
            (None, Part::Lanes(_)) => unreachable!("%{} is linear", id.0),
        }
    }

    /// Emits the scalars of a linear value.
    pub(super) fn affine(&mut self, id: InstId) -> Option<Affine> {
        match self.form[id].op {
            Op::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                let base = self.scalar_op(op, a.base, b.base);
                let mut c = [None; 3];
                for (axis, c) in c.iter_mut().enumerate() {
                    *c = match (a.c[axis], b.c[axis], op) {
                        (a, None, _) => a,
                        (None, b, BinOp::Add) => b,
                        (a, Some(b), _) => {
                            let a = a.unwrap_or_else(|| self.constant(0));
                            Some(self.scalar_op(op, a, b))
                        }
                    };
                }
                Some(Affine { base, c })
            }
            Op::Binary(op @ (BinOp::Mul | BinOp::Shl), a, b) => {
                // Of a product, either may be the linear one.
                let is_right = self.value(a).affine.is_none();
                let (value, by) = if is_right { (b, a) } else { (a, b) };
                let (value, by) = (self.linear(value), self.as_scalar(by));
                let base = self.scalar_op(op, value.base, by);
                let c = value.c.map(|c| c.map(|c| self.scalar_op(op, c, by)));
                Some(Affine { base, c })
            }
            Op::Convert(_, a) => Some(self.linear(a)),
            _ => None,
        }
    }

    /// An operation on two scalars, which constants need no instruction for.
    pub(super) fn scalar_op(&mut self, op: BinOp, a: Uni, b: Uni) -> Uni {
        match (self.as_constant(a), self.as_constant(b), op) {
            (Some(a), Some(b), _) => self.constant(op.eval(a as u32, b as u32).into()),
            (Some(0), _, BinOp::Add) | (Some(1), _, BinOp::Mul) => b,
            (_, Some(0), BinOp::Add | BinOp::Sub | BinOp::Shl) | (_, Some(1), BinOp::Mul) => a,
            _ => {
                let dst = self.scalar();
                self.emit(Inst::Scalar(ScalarInst::Binary { op, scalar: Scalar::U32, dst, a, b }));
                dst
            }
        }
    }

    /// The comparisons that an `If` does itself.
    pub(super) fn linear_condition(&self, cond: InstId) -> Cond {
        match self.form[cond].op {
            Op::Binary(BinOp::BitAnd, a, b) => Cond::Both(Box::new([a, b].map(|id| self.comparison(id)))),
            _ => Cond::Linear(Box::new(self.comparison(cond))),
        }
    }

    fn comparison(&self, id: InstId) -> Comparison {
        let Op::Binary(op, a, b) = self.form[id].op else {
            unreachable!("only comparisons are left to an `If`")
        };
        match self.value(a).affine {
            Some(value) => Comparison { op, value, bound: self.as_scalar(b) },
            None => {
                let op = op.mirrored().unwrap_or(op);
                Comparison { op, value: self.linear(b), bound: self.as_scalar(a) }
            }
        }
    }

    fn place_of(&mut self, buffer: BufferId) -> Place {
        let access = self.form[buffer].access;
        let before = &self.form.buffers[..buffer.index()];
        let position =
            |same: fn(BufferAccess) -> bool| before.iter().filter(|decl| same(decl.access)).count();
        match access {
            BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => {
                Place::Shared(position(BufferAccess::is_shared))
            }
            BufferAccess::Private => {
                let decl = &self.form[buffer];
                let first = *self.private_arrays.entry(buffer).or_insert_with(|| {
                    // Arrays that nothing accesses take no memory.
                    let first = self.private;
                    self.private += decl.count as usize * decl.element.lanes();
                    first
                });
                Place::Private { first, count: decl.count as usize }
            }
            BufferAccess::ReadOnly | BufferAccess::ReadWrite | BufferAccess::Uniform => {
                Place::Bound(position(BufferAccess::is_bound))
            }
        }
    }

    fn resolve(&mut self, access: &vyre_lower::Access) -> Access {
        let place = self.place_of(access.buffer);
        let value = self.value(access.index);
        let index = match (value.affine, value.parts[0], place) {
            (Some(affine), _, Place::Bound(_) | Place::Shared(_)) => Index::Affine(affine),
            (_, Part::Scalar(index), _) => Index::Scalar(index),
            (_, Part::Lanes(reg), _) => Index::Lanes(reg),
        };
        let ty = self.form[access.buffer].element.element_type();
        Access { place, index, words: ty.words(), is_long: ty.scalar.is_long() }
    }

    /// Whether all lanes get the same from a load.
    fn is_scalar(access: &Access) -> bool {
        matches!((access.index, access.place), (Index::Scalar(_), Place::Bound(_) | Place::Shared(_)))
    }

    pub(super) fn load(&mut self, access: &vyre_lower::Access, ty: Type) -> Parts {
        let access = self.resolve(access);
        let mut parts = NO_PARTS;
        if Self::is_scalar(&access) {
            let mut dst = [0; 4];
            for (part, dst) in parts.iter_mut().zip(&mut dst).take(parts_of(ty)) {
                *dst = self.scalar();
                *part = Part::Scalar(*dst);
            }
            self.emit(Inst::Scalar(ScalarInst::Load { dst, access: Box::new(access) }));
        } else {
            for part in &mut parts[..parts_of(ty)] {
                *part = self.lanes(ty.scalar);
            }
            self.emit(Inst::Load { dst: parts, access: Box::new(access) });
        }
        parts
    }

    pub(super) fn load_byte(&mut self, access: &vyre_lower::Access) -> Parts {
        let access = self.resolve(access);
        if Self::is_scalar(&access) {
            let dst = self.scalar();
            self.emit(Inst::Scalar(ScalarInst::Byte { dst, access: Box::new(access) }));
            [Part::Scalar(dst); 4]
        } else {
            let dst = self.register(false);
            self.emit(Inst::Byte { dst, access: Box::new(access) });
            [Part::Lanes(dst); 4]
        }
    }

    pub(super) fn store(&mut self, access: &vyre_lower::Access, value: InstId) {
        if let Unit::Part(bits) = access.unit {
            let (access, value) = (self.resolve(access), self.part(value));
            self.emit(Inst::StorePart { value, bits: bits.into(), access: Box::new(access) });
            return;
        }
        let (access, value) = (self.resolve(access), self.value(value).parts);
        self.emit(Inst::Store { value, access: Box::new(access) });
    }

    pub(super) fn collective(
        &mut self,
        op: CollectiveOp,
        ty: Type,
        value: InstId,
        named: Option<InstId>,
    ) -> Parts {
        let (value, id) = (self.value(value).parts, named.map(|id| self.part(id)));
        let mut dst = NO_PARTS;
        for part in &mut dst[..parts_of(ty)] {
            *part = if op.is_uniform() { Part::Scalar(self.scalar()) } else { self.lanes(ty.scalar) };
        }
        self.emit(Inst::Collective { op, ty, dst: Box::new(dst), value: Box::new(value), id });
        dst
    }

    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        access: &vyre_lower::Access,
        expected: Option<InstId>,
        value: InstId,
        is_used: bool,
    ) -> Parts {
        let (access, value) = (self.resolve(access), self.part(value));
        let expected = expected.map_or(Part::Scalar(0), |id| self.part(id));
        let dst = is_used.then(|| self.register(access.is_long));
        self.emit(Inst::Atomic { op, dst, access: Box::new(access), expected, value });
        dst.map_or(NO_PARTS, |dst| [Part::Lanes(dst); 4])
    }
}
