//! Forms as passes may leave them, which no program is built into.

use super::*;
use vyre_ir::{BinOp, Lanes, Scalar, Type, UnOp};
use vyre_lower::value::{bits, result_type, set_bits, unary_type};
use vyre_lower::{
    Access, BOOL, BufferId, Builtin, InstId, Local, LocalId, Lowered, Op, Origin, Stmt, U32, verify,
};

/// A form over the buffer `out` of `u32`.
struct Form(Lowered);

impl Form {
    fn new(invocations: u32) -> Form {
        let (workgroup_size, buffers) = ([invocations, 1, 1], vec![out()]);
        Form(Lowered { workgroup_size, buffers, ..Lowered::default() })
    }

    fn free(&mut self, op: Op, ty: Type) -> InstId {
        self.0.add(op, ty, Origin::NOWHERE)
    }

    fn number(&mut self, number: u32) -> InstId {
        self.free(Op::Const([number, 0, 0, 0]), U32)
    }

    fn eval(&mut self, op: Op, ty: Type) -> InstId {
        let id = self.0.add(op, ty, Origin::NOWHERE);
        self.0.body.push(Stmt::Eval(id));
        id
    }

    fn local(&mut self, ty: Type) -> LocalId {
        self.0.locals.push(Local { name: None, ty });
        LocalId(self.0.locals.len() as u32 - 1)
    }

    fn set(&mut self, local: LocalId, value: InstId) {
        self.0.body.push(Stmt::Set { local, value, origin: Origin::NOWHERE });
    }

    fn put(&mut self, index: InstId, value: InstId) {
        let access = Access::element(BufferId(0), index);
        self.0.body.push(Stmt::Store { access, value, origin: Origin::NOWHERE });
    }

    /// Puts every word of a value into `out`, from the start.
    fn put_words(&mut self, value: InstId) {
        let ty = self.0[value].ty;
        for word in 0..ty.words() as u8 {
            let part = match (ty.words(), ty.scalar) {
                (1, _) => value,
                (_, Scalar::U64 | Scalar::F64) => self.eval(Op::Extract(value, word), U32),
                (_, scalar) => self.eval(Op::Extract(value, word), Type::scalar(scalar)),
            };
            let reinterpret = Op::Convert(vyre_ir::casts::Conversion::Reinterpret, part);
            let part = if self.0[part].ty == U32 { part } else { self.eval(reinterpret, U32) };
            let index = self.number(word.into());
            self.put(index, part);
        }
    }

    /// What `out` holds after one workgroup; it starts as zeros.
    fn results(&self, count: usize) -> Vec<u32> {
        assert_eq!(verify(&self.0), Ok(()), "{}", self.0);
        let mut words = vec![0; count];
        if let Err(error) = compile(&self.0).run([1, 1, 1], &mut [Binding::WordsMut(&mut words)]) {
            panic!("{error}");
        }
        words
    }
}

/// Every type of at most four words.
fn types() -> impl Iterator<Item = Type> {
    // Operators on floats of 16 bits are composed of those on 32 bits when a form is built.
    let scalars = Scalar::ALL.iter().filter(|scalar| !matches!(scalar, Scalar::F16 | Scalar::BF16));
    let all = scalars.flat_map(|scalar| [1, 2, 4].map(|lanes| Type::vector(*scalar, lanes)));
    all.filter(|ty| ty.words() <= 4)
}

/// Some values of a type, lane by lane different ones.
fn samples(ty: Type) -> Vec<Lanes> {
    const EDGES: [u64; 7] = [0, 1, 5, 0x8000_0000, 0xffff_fffb, 0x1_0000_0007, u64::MAX];
    let sample = |from: usize| {
        let mut value = [0; 4];
        for lane in 0..usize::from(ty.lanes) {
            let number = EDGES[(from + lane) % EDGES.len()];
            let number = if ty.scalar == Scalar::Bool { number & 1 } else { number };
            set_bits(ty, &mut value, lane, number);
        }
        value
    };
    (0..EDGES.len()).map(sample).collect()
}

#[test]
fn operators_of_two_operands_compute_lane_by_lane() {
    for (op, ty) in BinOp::ALL.iter().flat_map(|op| types().map(move |ty| (*op, ty))) {
        let Some(result) = result_type(op, ty).filter(|result| result.words() <= 4) else { continue };
        let right_ty = match op.typing() {
            vyre_ir::Typing::Shift => Type::vector(Scalar::U32, ty.lanes),
            _ => ty,
        };
        for (left, right) in
            samples(ty).iter().flat_map(|left| samples(right_ty).into_iter().map(move |right| (*left, right)))
        {
            let mut form = Form::new(1);
            let (a, b) = (form.free(Op::Const(left), ty), form.free(Op::Const(right), right_ty));
            let value = form.eval(Op::Binary(op, a, b), result);
            form.put_words(value);
            let mut expected = [0; 4];
            for lane in 0..usize::from(ty.lanes) {
                let operands = (bits(ty, &left, lane), bits(right_ty, &right, lane));
                let Some(number) = op.eval_as(ty.scalar, operands.0, operands.1) else { panic!("{op:?}") };
                set_bits(result, &mut expected, lane, number);
            }
            assert_eq!(form.results(4), expected, "{op:?} of {ty}: {left:?}, {right:?}");
        }
    }
}

#[test]
fn operators_of_one_operand_compute_lane_by_lane() {
    for (op, ty) in UnOp::ALL.iter().flat_map(|op| types().map(move |ty| (*op, ty))) {
        let Some(result) = unary_type(op, ty).filter(|result| result.words() <= 4) else { continue };
        for operand in samples(ty) {
            let mut form = Form::new(1);
            let a = form.free(Op::Const(operand), ty);
            let value = form.eval(Op::Unary(op, a), result);
            form.put_words(value);
            let mut expected = [0; 4];
            for lane in 0..usize::from(ty.lanes) {
                let Some(number) = op.eval_as(ty.scalar, bits(ty, &operand, lane)) else { panic!("{op:?}") };
                set_bits(result, &mut expected, lane, number);
            }
            assert_eq!(form.results(4), expected, "{op:?} of {ty}: {operand:?}");
        }
    }
}

#[test]
fn sums_of_64_bits_and_signed_quotients_by_hand() {
    for (op, scalar, left, right, expected) in [
        (BinOp::Add, Scalar::U64, [u32::MAX, 1], [1, 0], [0, 2]),
        (BinOp::Mul, Scalar::U64, [0, 1], [3, 0], [0, 3]),
        (BinOp::Lt, Scalar::U64, [0, 1], [1, 0], [0, 0]),
        (BinOp::Div, Scalar::I32, [(-7i32) as u32, 0], [2, 0], [(-3i32) as u32, 0]),
        (BinOp::Lt, Scalar::I32, [(-7i32) as u32, 0], [2, 0], [1, 0]),
        (BinOp::Min, Scalar::I32, [i32::MIN as u32, 0], [i32::MAX as u32, 0], [i32::MIN as u32, 0]),
    ] {
        let ty = Type::scalar(scalar);
        let mut form = Form::new(1);
        let [a, b] = [left, right].map(|[low, high]| form.free(Op::Const([low, high, 0, 0]), ty));
        let result = result_type(op, ty).unwrap_or(ty);
        let value = form.eval(Op::Binary(op, a, b), result);
        form.put_words(value);
        assert_eq!(form.results(2), expected, "{op:?} of {scalar}");
    }
}

#[test]
fn a_local_is_zero_in_each_invocation_until_it_is_set() {
    for (ty, is_read_first) in [(U32, true), (Type::vector(Scalar::U32, 4), true), (U32, false)] {
        let mut form = Form::new(2);
        let local = form.local(ty);
        let id = form.free(Op::Builtin(Builtin::Local(0)), U32);
        let seven = form.free(Op::Const([7; 4].map(|word| word * u32::from(ty.lanes > 1))), ty);
        if is_read_first {
            let value = form.eval(Op::Read(local), ty);
            let value = if ty == U32 { value } else { form.eval(Op::Extract(value, 3), U32) };
            form.put(id, value);
            form.set(local, seven);
        } else {
            // The first invocation alone sets it, in a block that does not dominate the read.
            let nine = form.number(9);
            let zero = form.number(0);
            let cond = form.eval(Op::Binary(BinOp::Eq, id, zero), BOOL);
            let then = vec![Stmt::Set { local, value: nine, origin: Origin::NOWHERE }];
            form.0.body.push(Stmt::If { cond, then, otherwise: Vec::new(), origin: Origin::NOWHERE });
            let value = form.eval(Op::Read(local), ty);
            form.put(id, value);
        }
        let expected = if is_read_first { [0, 0] } else { [9, 0] };
        assert_eq!(form.results(2), expected, "{ty}");
    }
}

#[test]
fn a_local_keeps_its_value_from_round_to_round() {
    // `loop i in 0..4 { out[i] = read; set = i }`: the read comes first, and sees what the round before has set.
    let mut form = Form::new(1);
    let local = form.local(U32);
    let (zero, four) = (form.number(0), form.number(4));
    let var = form.free(Op::Induction, U32);
    let value = form.eval(Op::Read(local), U32);
    form.put(var, value);
    form.set(local, var);
    let body = std::mem::take(&mut form.0.body);
    form.0.body.push(Stmt::Loop { var, from: zero, to: four, body, origin: Origin::NOWHERE });
    assert_eq!(form.results(4), [0, 0, 1, 2]);
}

#[test]
fn a_part_of_a_value_is_put_into_a_local_alone() {
    // The low word of a sum, of which nothing else is used, beside another local.
    let mut form = Form::new(1);
    let wide = Type::scalar(Scalar::U64);
    let (low, beside) = (form.local(U32), form.local(U32));
    let (one, many) = (form.free(Op::Const([1, 0, 0, 0]), wide), form.free(Op::Const([6, 9, 0, 0]), wide));
    let five = form.number(5);
    form.set(low, five);
    form.set(beside, five);
    let sum = form.eval(Op::Binary(BinOp::Add, one, many), wide);
    let part = form.eval(Op::Extract(sum, 0), U32);
    form.set(low, part);
    let values = [low, beside].map(|local| form.eval(Op::Read(local), U32));
    for (at, value) in (0u32..).zip(values) {
        let index = form.number(at);
        form.put(index, value);
    }
    assert_eq!(form.results(2), [7, 5]);
}
