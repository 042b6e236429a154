//! Expressions.

use super::memory::Who;
use super::run::{Named, Run, call};
use super::{Stuck, World};
use vyre_ir::value::words;
use vyre_ir::{DataType, Expr, Value, casts};

/// How deep expressions and calls may be together.
const MAX_DEPTH: u32 = 1_500;

impl<'a> Run<'a> {
    /// The value of an expression, whose operands are evaluated in order.
    pub(super) fn value(&self, world: &mut World<'a>, who: &mut Who, expr: &'a Expr) -> Result<Value, Stuck> {
        world.depth += 1;
        if world.depth > MAX_DEPTH {
            return Err(Stuck::Invalid);
        }
        let mut few: [Value; 4] = std::array::from_fn(|_| Value::from(0));
        let mut many = Vec::new();
        let mut count = 0;
        while let Some(operand) = expr.child(count) {
            let value = self.value(world, who, operand)?;
            match few.get_mut(count) {
                Some(place) => *place = value,
                None => many.push(value),
            }
            count += 1;
        }
        let value = if many.is_empty() {
            self.one(world, who, expr, &few[..count])
        } else {
            let operands: Vec<Value> = few.into_iter().chain(many).collect();
            self.one(world, who, expr, &operands)
        };
        world.depth -= 1;
        value
    }

    /// The value of an expression whose operands have values.
    fn one(
        &self,
        world: &mut World<'a>,
        who: &mut Who,
        expr: &'a Expr,
        operands: &[Value],
    ) -> Result<Value, Stuck> {
        world.count()?;
        let axis = |ids: [u32; 3], axis: u32| ids.get(axis as usize).copied().ok_or(Stuck::Invalid);
        let lane = |at: usize| operands[at].lanes()[0];
        let bits = |at: usize| {
            let [low, high, ..] = operands[at].lanes();
            u64::from(low) | u64::from(high) << 32
        };
        Ok(match expr {
            Expr::LitU32(value) => Value::from(*value),
            Expr::LitI32(value) => Value::from(*value),
            Expr::LitBool(value) => Value::from(*value),
            Expr::LitF32(value) => Value::from(*value),
            Expr::LitF64(value) => Value::from_lanes(DataType::F64, words(value.to_bits().into())),
            Expr::TensorLoad { tensor, .. } => {
                let at = self.buffer(world, tensor)?;
                let indices: Vec<u32> = operands.iter().map(|index| index.lanes()[0]).collect();
                match world.memory.place(at, &indices)? {
                    Some(place) => world.memory.load(who, at, place)?,
                    None => world.memory.zero(at),
                }
            }
            Expr::TensorDim { tensor, axis } => {
                let at = self.buffer(world, tensor)?;
                Value::from(world.memory.shape(at)?.get(*axis as usize).copied().ok_or(Stuck::Invalid)?)
            }
            Expr::Var(name) => self.variable(name)?,
            Expr::Load { buffer, .. } => match self.named(world, buffer)? {
                Named::Buffer(at) => world.memory.load(who, at, lane(0))?,
                Named::Value(value) if lane(0) == 0 => value,
                Named::Value(value) => Value::zero(value.ty()),
            },
            Expr::LoadByte { buffer, .. } => {
                world.memory.load_byte(who, self.buffer(world, buffer)?, lane(0))?
            }
            Expr::LoadWord { buffer, .. } => {
                world.memory.load_word(who, self.buffer(world, buffer)?, lane(0))?
            }
            Expr::BufLen { buffer } => match self.named(world, buffer)? {
                Named::Buffer(at) => Value::from(world.memory.len(at)),
                Named::Value(_) => Value::from(1u32),
            },
            Expr::InvocationId { axis: at } => Value::from(axis(who.invocation, *at)?),
            Expr::WorkgroupId { axis: at } => Value::from(axis(who.workgroup, *at)?),
            Expr::LocalId { axis: at } => Value::from(axis(who.local, *at)?),
            Expr::BinOp { op, .. } => {
                let ty = operands[0].ty();
                let result = op.eval_as(ty.element_type().scalar, bits(0), bits(1)).ok_or(Stuck::Invalid)?;
                Value::from_lanes(op.typing().in_program_of(&ty).1, words(result.into()))
            }
            Expr::UnOp { op, .. } => {
                let operand = operands[0].ty();
                let result = op.eval_as(operand.element_type().scalar, bits(0)).ok_or(Stuck::Invalid)?;
                Value::from_lanes(op.typing().in_program_of(&operand).1, words(result.into()))
            }
            Expr::FMulAdd { .. } => {
                let ty = operands[0].ty();
                let scalar = ty.element_type().scalar;
                let result = vyre_ir::float::mul_add_as(scalar, [bits(0), bits(1), bits(2)]);
                Value::from_lanes(ty, words(result.into()))
            }
            Expr::Call { op_id, .. } => {
                let composition = world.operation(op_id).and_then(|op| op.composition());
                call(world, who, composition.ok_or(Stuck::Invalid)?, operands)?
            }
            Expr::Select { .. } => operands[if operands[0].is_true() { 1 } else { 2 }].clone(),
            Expr::Cast { target, .. } => {
                let row = casts::find(&operands[0].ty(), target).ok_or(Stuck::Invalid)?;
                Value::from_lanes(
                    target.clone(),
                    row.conversion.eval(operands[0].lanes(), target.element_type()),
                )
            }
            Expr::Component { index, .. } => operands[0].component(*index).ok_or(Stuck::Invalid)?,
            Expr::Compose { target, .. } => Value::compose(target.clone(), operands),
            Expr::AtomicLoad { buffer, .. } => {
                let at = self.buffer(world, buffer)?;
                world.memory.atomic_load(who, at, lane(0))?
            }
            Expr::Atomic { op, buffer, expected, .. } => {
                let value = &operands[if expected.is_some() { 2 } else { 1 }];
                let at = self.buffer(world, buffer)?;
                world.memory.atomic(who, *op, at, lane(0), [&operands[1], value])?
            }
        })
    }
}
