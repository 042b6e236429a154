//! Instructions that compute a value: which loop, on which operands.

use super::super::inst::*;
use super::super::lanes::signedness;
use super::facts::{Shape, Turn};
use super::{Compiler, FIRST, GROUP, LENGTHS, NO_PARTS, parts_of};
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Scalar, Type, Typing, UnOp};
use vyre_lower::quick::Quick;
use vyre_lower::{Builtin, InstId, Op};

impl Compiler<'_> {
    /// Defines a value that needs no evaluation.
    pub(super) fn free(&mut self, id: InstId) {
        let inst = &self.form[id];
        match inst.op {
            Op::Const(lanes) => {
                let mut parts = NO_PARTS;
                for (lane, part) in parts.iter_mut().enumerate().take(parts_of(inst.ty)) {
                    *part = Part::Scalar(self.constant(vyre_lower::value::bits(inst.ty, &lanes, lane)));
                }
                self.define(id, parts, None);
            }
            Op::Length(buffer) => {
                let bound = self.form.buffers[..buffer.index()].iter().filter(|decl| decl.access.is_bound());
                let scalar = LENGTHS + bound.count() as Uni;
                self.define(id, [Part::Scalar(scalar); 4], None);
            }
            Op::Builtin(builtin) => self.builtin(id, builtin),
            _ => {}
        }
    }

    fn builtin(&mut self, id: InstId, builtin: Builtin) {
        let size = self.form.workgroup_size;
        let zero = self.constant(0);
        let (base, axis) = match builtin {
            Builtin::Workgroup(axis) => (GROUP + Uni::from(axis), axis),
            Builtin::Local(axis) => (zero, axis),
            Builtin::Invocation(axis) if self.is_flat => (FIRST + Uni::from(axis), axis),
            Builtin::Invocation(axis) => {
                let (group, extent) = (GROUP + Uni::from(axis), size[usize::from(axis)]);
                if extent == 1 {
                    (group, axis)
                } else {
                    let (dst, b) = (self.scalar(), self.constant(extent.into()));
                    self.emit(Inst::Scalar(ScalarInst::Binary {
                        op: BinOp::Mul,
                        scalar: Scalar::U32,
                        dst,
                        a: group,
                        b,
                    }));
                    (dst, axis)
                }
            }
        };
        let is_one = matches!(builtin, Builtin::Workgroup(_)) || size[usize::from(axis)] == 1;
        if is_one {
            self.define(id, [Part::Scalar(base); 4], None);
            return;
        }
        let mut c = [None; 3];
        c[usize::from(axis)] = Some(self.constant(1));
        let value = Affine { base, c };
        let mut parts = NO_PARTS;
        if self.facts.is_needed(id) {
            let dst = self.register(false);
            self.emit(Inst::Linear { dst, value });
            parts = [Part::Lanes(dst); 4];
        }
        self.define(id, parts, Some(value));
    }

    /// Evaluates an instruction.
    pub(super) fn eval(&mut self, id: InstId) {
        let inst = &self.form[id];
        if self.facts.is_fused(id) {
            // Its one user does it.
            self.define(id, NO_PARTS, None);
            return;
        }
        if let Some(sum) = self.facts.sums.get(&id).cloned() {
            let part = self.sum(&sum);
            self.define(id, [part; 4], None);
            return;
        }
        if let Some((value, by)) = self.facts.rotation(id) {
            let part = self.rotate(self.part(value), by);
            self.define(id, [part; 4], None);
            return;
        }
        if let Some((a, b, is_signed)) = self.facts.product(id)
            && let (Part::Lanes(a), Part::Lanes(b)) = (self.part(a), self.part(b))
        {
            let dst = self.register(true);
            let f = self.kernels.wide[usize::from(is_signed)];
            self.emit(Inst::Zip64x32x32 { f, product: Some(is_signed), dst, a, b });
            self.define(id, [Part::Lanes(dst); 4], None);
            return;
        }
        if let Some((value, by)) = self.facts.shift(id)
            && let (Part::Lanes(a), Part::Scalar(b)) = (self.part(value), self.part(by))
        {
            let dst = self.register(false);
            self.emit(Inst::With32x64By32 { f: self.kernels.shift_low, dst, a, b });
            self.define(id, [Part::Lanes(dst); 4], None);
            return;
        }
        let affine = if self.facts.shape(id) == Shape::Affine { self.affine(id) } else { None };
        if let Some(value) = affine {
            let mut parts = NO_PARTS;
            if self.facts.is_needed(id) {
                let dst = self.register(false);
                self.emit(Inst::Linear { dst, value });
                parts = [Part::Lanes(dst); 4];
            }
            self.define(id, parts, affine);
            return;
        }
        let parts = match inst.op {
            Op::Unary(op, a) => {
                let (ty, parts) = (self.form[a].ty, self.value(a).parts);
                self.each(inst.ty, |compiler, lane| compiler.unary(op, ty.scalar, parts[lane]))
            }
            Op::Binary(op, a, b) => {
                let scalar = self.form[a].ty.scalar;
                let (a, b) = (self.value(a).parts, self.value(b).parts);
                self.each(inst.ty, |compiler, lane| compiler.binary(op, scalar, a[lane], b[lane]))
            }
            Op::Select(cond, a, b) => {
                let (cond, a, b) = (self.part(cond), self.value(a).parts, self.value(b).parts);
                let scalar = inst.ty.scalar;
                self.each(inst.ty, |compiler, lane| compiler.select(scalar, cond, a[lane], b[lane]))
            }
            Op::MulAdd(a, b, c) => [self.mul_add(inst.ty.scalar, [a, b, c].map(|id| self.part(id))); 4],
            // The CPU's target has no quick operators. In tests the operator itself takes their place, of which no operand is rare.
            Op::Quick(Quick::Sqrt(a)) => {
                let part = self.part(a);
                self.each(inst.ty, |compiler, _| compiler.unary(UnOp::FSqrt, Scalar::F32, part))
            }
            Op::Quick(Quick::Div(a, b)) => {
                let (a, b) = (self.part(a), self.part(b));
                self.each(inst.ty, |compiler, _| compiler.binary(BinOp::FDiv, Scalar::F32, a, b))
            }
            Op::IsRare(_) => [Part::Scalar(self.constant(0)); 4],
            Op::Convert(conversion, a) => {
                let (ty, parts) = (self.form[a].ty, self.value(a).parts);
                self.convert(conversion, ty, parts, inst.ty)
            }
            Op::Extract(a, lane) => match self.form[a].ty.scalar {
                Scalar::U64 | Scalar::F64 => {
                    [self.word(self.value(a).parts[usize::from(lane / 2)], lane % 2 == 1); 4]
                }
                Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 => {
                    [self.value(a).parts[usize::from(lane)]; 4]
                }
            },
            Op::Construct(ids) => {
                let parts = ids.map(|id| self.part(id));
                self.joined(inst.ty, parts)
            }
            Op::Read(local) => {
                let parts = self.locals[local.index()];
                if self.facts.is_copied[id.index()] {
                    self.each(inst.ty, |compiler, lane| compiler.copy(inst.ty.scalar, parts[lane]))
                } else {
                    parts
                }
            }
            Op::Load(access) | Op::AtomicLoad(access) => self.load(&access, inst.ty),
            Op::LoadByte(access) => self.load_byte(&access),
            Op::Atomic(op, access, expected, value) => {
                let is_used = self.facts.is_used(id);
                self.atomic(op, &access, expected, value, is_used)
            }
            Op::Collective(op, value, named) => self.collective(op, inst.ty, value, named),
            Op::Const(_) | Op::Builtin(_) | Op::Length(_) | Op::Induction => return,
        };
        self.define(id, parts, None);
    }

    fn each(&mut self, ty: Type, mut part: impl FnMut(&mut Self, usize) -> Part) -> Parts {
        let mut parts = NO_PARTS;
        for (lane, slot) in parts.iter_mut().enumerate().take(parts_of(ty)) {
            *slot = part(self, lane);
        }
        parts
    }

    fn copy(&mut self, scalar: Scalar, part: Part) -> Part {
        match part {
            Part::Scalar(a) => {
                let dst = self.scalar();
                self.emit(Inst::Scalar(ScalarInst::Move { dst, a }));
                Part::Scalar(dst)
            }
            Part::Lanes(src) => {
                let is_long = scalar.is_long();
                let dst = self.register(is_long);
                self.emit(Inst::Copy { dst, src, is_long });
                Part::Lanes(dst)
            }
        }
    }

    pub(super) fn unary(&mut self, op: UnOp, scalar: Scalar, a: Part) -> Part {
        let a = match a {
            Part::Scalar(a) => {
                let dst = self.scalar();
                self.emit(Inst::Scalar(ScalarInst::Unary { op, scalar, dst, a }));
                return Part::Scalar(dst);
            }
            Part::Lanes(a) => a,
        };
        let row = UnOp::ALL.iter().position(|other| *other == op).unwrap_or(0);
        let is_long = op.typing().result(scalar).is_some_and(Scalar::is_long);
        let dst = self.register(is_long);
        let column = match scalar {
            Scalar::F32 | Scalar::U32 | Scalar::I32 if is_long => {
                self.emit(Inst::Map64x32 { f: self.kernels.long[row], dst, a });
                return Part::Lanes(dst);
            }
            // Operators on floats of 16 bits are compositions.
            Scalar::U32 | Scalar::F32 | Scalar::F16 | Scalar::BF16 => 0,
            Scalar::I32 => 1,
            Scalar::Bool => 2,
            Scalar::U64 | Scalar::F64 => {
                self.emit(if is_long {
                    Inst::Map64x64 { f: self.kernels.unary64[row], dst, a }
                } else {
                    Inst::Map32x64 { f: self.kernels.short[row], dst, a }
                });
                return Part::Lanes(dst);
            }
        };
        let is_not = op == UnOp::BitNot && scalar != Scalar::Bool;
        self.emit(Inst::Map32x32 { f: self.kernels.unary[column][row], is_not, dst, a });
        Part::Lanes(dst)
    }

    pub(super) fn binary(&mut self, op: BinOp, scalar: Scalar, a: Part, b: Part) -> Part {
        let is_shift = op.typing() == Typing::Shift;
        let (op, a, b) = match (a, b) {
            (Part::Scalar(a), Part::Scalar(b)) => {
                let dst = self.scalar();
                self.emit(Inst::Scalar(ScalarInst::Binary { op, scalar, dst, a, b }));
                return Part::Scalar(dst);
            }
            (Part::Lanes(a), b) => (op, a, b),
            (a @ Part::Scalar(_), Part::Lanes(b)) => match op.mirrored() {
                Some(op) => (op, b, a),
                None => (op, self.as_lanes(a, scalar.is_long()), Part::Lanes(b)),
            },
        };
        let row = BinOp::ALL.iter().position(|other| *other == op).unwrap_or(0);
        let is_truth = op.is_predicate();
        let dst = self.register(scalar.is_long() && !is_truth);
        let (kernels, sign) = (self.kernels, signedness(op, scalar));
        let fusible = if sign == 0 { Fusible::Row(op) } else { Fusible::No };
        self.emit(match (scalar, b) {
            (Scalar::U64 | Scalar::F64, Part::Lanes(b)) if is_shift => {
                Inst::Zip64x64x32 { f: kernels.shift64[row].lanes, dst, a, b }
            }
            (Scalar::U64 | Scalar::F64, Part::Scalar(b)) if is_shift => {
                Inst::With64x32 { f: kernels.shift64[row].scalar, dst, a, b }
            }
            (Scalar::U64 | Scalar::F64, Part::Lanes(b)) if is_truth => {
                Inst::Zip32x64x64 { f: kernels.compare64[row].lanes, dst, a, b }
            }
            (Scalar::U64 | Scalar::F64, Part::Scalar(b)) if is_truth => {
                Inst::With32x64 { f: kernels.compare64[row].scalar, op, dst, a, b }
            }
            (Scalar::U64 | Scalar::F64, Part::Lanes(b)) => {
                Inst::Zip64x64x64 { f: kernels.binary64[row].lanes, op, dst, a, b }
            }
            (Scalar::U64 | Scalar::F64, Part::Scalar(b)) => {
                Inst::With64x64 { f: kernels.binary64[row].scalar, dst, a, b }
            }
            (
                Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16,
                Part::Lanes(b),
            ) => Inst::Zip32x32x32 { f: kernels.binary[sign][row].lanes, op: fusible, dst, a, b },
            (
                Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16,
                Part::Scalar(b),
            ) => Inst::With32x32 { f: kernels.binary[sign][row].scalar, op: fusible, dst, a, b },
        });
        Part::Lanes(dst)
    }

    fn mul_add(&mut self, scalar: Scalar, parts: [Part; 3]) -> Part {
        if let [Part::Scalar(a), Part::Scalar(b), Part::Scalar(c)] = parts {
            let dst = self.scalar();
            self.emit(Inst::Scalar(ScalarInst::MulAdd { scalar, dst, a, b, c }));
            return Part::Scalar(dst);
        }
        let [a, b, c] = parts.map(|part| self.as_lanes(part, scalar.is_long()));
        let dst = self.register(scalar.is_long());
        if scalar.is_long() {
            self.emit(Inst::Triple64 { f: self.kernels.mul_add64, dst, a, b, c });
            return Part::Lanes(dst);
        }
        let (f, rows) = (self.kernels.mul_add, Some(self.kernels.mul_add_rows));
        self.emit(Inst::Pair { f, rows, dst, a, b, c });
        Part::Lanes(dst)
    }

    fn rotate(&mut self, a: Part, by: Turn) -> Part {
        let b = match by {
            Turn::By(by) => self.constant(by.into()),
            Turn::Uniform(by) => self.as_scalar(by),
        };
        match a {
            Part::Lanes(a) => {
                let dst = self.register(false);
                self.emit(Inst::With32x32 { f: self.kernels.rotate, op: Fusible::Rotation, dst, a, b });
                Part::Lanes(dst)
            }
            Part::Scalar(_) => {
                let zero = self.constant(0);
                let [left, right] = [b, self.scalar_op(BinOp::Sub, zero, b)].map(Part::Scalar);
                let left = self.binary(BinOp::Shl, Scalar::U32, a, left);
                let right = self.binary(BinOp::Shr, Scalar::U32, a, right);
                self.binary(BinOp::BitOr, Scalar::U32, left, right)
            }
        }
    }

    fn select(&mut self, scalar: Scalar, cond: Part, a: Part, b: Part) -> Part {
        if a == b {
            return a;
        }
        let cond = match (cond, a, b) {
            (Part::Scalar(cond), Part::Scalar(a), Part::Scalar(b)) => {
                let dst = self.scalar();
                self.emit(Inst::Scalar(ScalarInst::Select { dst, cond, a, b }));
                return Part::Scalar(dst);
            }
            (cond, ..) => self.as_lanes(cond, false),
        };
        let is_long = scalar.is_long();
        let dst = self.register(is_long);
        let (f, f64) = (&self.kernels.select, &self.kernels.select64);
        self.emit(if is_long {
            Inst::Select64 { f: f64, dst, cond, a, b }
        } else {
            Inst::Select32 { f, dst, cond, a, b }
        });
        Part::Lanes(dst)
    }

    fn convert(&mut self, conversion: Conversion, from: Type, parts: Parts, to: Type) -> Parts {
        // What changes the type alone.
        if conversion == Conversion::Reinterpret
            && from.lanes == to.lanes
            && Type::scalar(from.scalar).words() == Type::scalar(to.scalar).words()
        {
            return parts;
        }
        if let Conversion::Operator(op) = conversion {
            return [self.unary(op, from.scalar, parts[0]); 4];
        }
        if let Conversion::Widen(_) | Conversion::Narrow(_) = conversion {
            return [self.rounded(conversion, parts[0]); 4];
        }
        let zero = Part::Scalar(self.constant(0));
        let (is_long, part) = (from.scalar.is_long() && from.lanes == 1, parts[0]);
        match (conversion, part) {
            (Conversion::Truncate, _) if is_long && to.words() == 1 => return [self.word(part, false); 4],
            (Conversion::NonZero, _) if is_long => {
                return [self.binary(BinOp::Ne, Scalar::U64, part, zero); 4];
            }
            (Conversion::SignExtend, Part::Lanes(a)) if to.scalar.is_long() => {
                let dst = self.register(true);
                self.emit(Inst::Map64x32 { f: self.kernels.sign, dst, a });
                return [Part::Lanes(dst); 4];
            }
            _ => {}
        }
        let words = self.words(from, parts);
        match conversion {
            Conversion::NonZero => {
                let any = words.into_iter().reduce(|a, b| self.binary(BinOp::BitOr, Scalar::U32, a, b));
                [self.binary(BinOp::Ne, Scalar::U32, any.unwrap_or(zero), zero); 4]
            }
            Conversion::SignExtend => {
                let shift = Part::Scalar(self.constant(31));
                let sign = self.binary(BinOp::Shr, Scalar::I32, words[0], shift);
                self.joined(to, [words[0], sign, sign, sign])
            }
            Conversion::ZeroExtend => self.joined(to, [words[0], zero, zero, zero]),
            Conversion::Splat => self.joined(to, [words[0]; 4]),
            Conversion::Reinterpret
            | Conversion::Truncate
            | Conversion::Widen(_)
            | Conversion::Narrow(_)
            | Conversion::Operator(_) => {
                let mut all = [zero; 4];
                all.iter_mut().zip(words).for_each(|(word, given)| *word = given);
                self.joined(to, all)
            }
        }
    }

    /// A float of 16 bits as an `F32`, or the other way.
    fn rounded(&mut self, conversion: Conversion, part: Part) -> Part {
        match part {
            Part::Scalar(a) => {
                let dst = self.scalar();
                self.emit(Inst::Scalar(ScalarInst::Rounded { conversion, dst, a }));
                Part::Scalar(dst)
            }
            Part::Lanes(a) => {
                let f = match conversion {
                    Conversion::Widen(format) => self.kernels.widen_half[format as usize],
                    Conversion::Narrow(format) => self.kernels.narrow_half[format as usize],
                    _ => return part,
                };
                let dst = self.register(false);
                self.emit(Inst::Map32x32 { f, is_not: false, dst, a });
                Part::Lanes(dst)
            }
        }
    }

    /// The words of a value, lowest first.
    fn words(&mut self, ty: Type, parts: Parts) -> Vec<Part> {
        let parts = &parts[..parts_of(ty)];
        match ty.scalar {
            Scalar::U64 | Scalar::F64 => {
                parts.iter().flat_map(|part| [self.word(*part, false), self.word(*part, true)]).collect()
            }
            Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 => {
                parts.to_vec()
            }
        }
    }

    /// A value from its words.
    fn joined(&mut self, ty: Type, words: Parts) -> Parts {
        match ty.scalar {
            Scalar::U64 | Scalar::F64 => [self.join(words[0], words[1]); 4],
            Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 => words,
        }
    }

    /// The low or the high word of 64 bits.
    fn word(&mut self, part: Part, is_high: bool) -> Part {
        match part {
            Part::Scalar(a) => {
                let dst = self.scalar();
                self.emit(if is_high {
                    Inst::Scalar(ScalarInst::High { dst, a })
                } else {
                    Inst::Scalar(ScalarInst::Low { dst, a })
                });
                Part::Scalar(dst)
            }
            Part::Lanes(a) => {
                let dst = self.register(false);
                let f = if is_high { self.kernels.high } else { self.kernels.low };
                self.emit(Inst::Map32x64 { f, dst, a });
                Part::Lanes(dst)
            }
        }
    }

    fn join(&mut self, low: Part, high: Part) -> Part {
        match (low, high) {
            (Part::Scalar(low), Part::Scalar(high)) => {
                let dst = self.scalar();
                self.emit(Inst::Scalar(ScalarInst::Join { dst, low, high }));
                Part::Scalar(dst)
            }
            (Part::Lanes(a), Part::Scalar(high)) if self.as_constant(high) == Some(0) => {
                let dst = self.register(true);
                self.emit(Inst::Map64x32 { f: self.kernels.widen, dst, a });
                Part::Lanes(dst)
            }
            (low, high) => {
                let (a, b) = (self.as_lanes(low, false), self.as_lanes(high, false));
                let dst = self.register(true);
                self.emit(Inst::Zip64x32x32 { f: self.kernels.join, product: None, dst, a, b });
                Part::Lanes(dst)
            }
        }
    }
}
