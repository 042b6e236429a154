//! Functions that kernels take as arguments. The program calls a stand-in, which is linked to the function that a launch gives.

use super::{Function, Measure, Parts};
use vyre_ir::{CAPTURED_WORDS, Composition, DataType, Expr, OpSpec};

/// The name that no function of a user's has.
const NAME: &str = "<passed>";

/// What stands in the program for the function with this position among the arguments that are functions.
pub fn passed<const AT: usize>() -> &'static Function {
    const {
        &Function {
            inputs: &[],
            outputs: &[],
            own: AT,
            operation: None,
            parts: Parts { name: NAME, ..Parts::NONE },
        }
    }
}

/// What is known of such a function when the kernel is compiled: nothing.
pub const fn passed_measure(_measure: &mut Measure) {}

/// The position of the argument that a function stands for, if it does.
pub(super) fn position(function: &Function) -> Option<usize> {
    (function.parts.name == NAME).then_some(function.own)
}

/// The operation that calls a function with so many arguments, of which the last words are what it takes from around it.
pub(super) fn adapter(
    id: &str,
    op_id: &str,
    (inputs, output): (&[DataType], DataType),
    count: usize,
) -> OpSpec {
    let given = count.saturating_sub(CAPTURED_WORDS).min(inputs.len());
    let (own, captured) = inputs.split_at(given);
    let names: Vec<String> = (0..given + CAPTURED_WORDS).map(|at| format!("argument_{at}")).collect();
    let params: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut words = params[given..].iter().map(|name| Expr::var(*name));
    let mut args: Vec<Expr> = params[..given].iter().map(|name| Expr::var(*name)).collect();
    args.extend(captured.iter().map(|ty| of_words(ty, &mut words)));
    let types: Vec<DataType> =
        own.iter().cloned().chain((0..CAPTURED_WORDS).map(|_| DataType::U32)).collect();
    OpSpec::inlinable(id, &types, output, Composition::new(&params, Vec::new(), Expr::call(op_id, args)))
}

/// A value of a type from its words.
fn of_words(ty: &DataType, words: &mut impl Iterator<Item = Expr>) -> Expr {
    let mut next = || words.next().unwrap_or(Expr::LitU32(0));
    let count = |ty: &DataType| match ty {
        DataType::U64 | DataType::F64 => 2,
        DataType::U128 => 4,
        _ => 1,
    };
    let mut lane = |ty: &DataType| match ty {
        DataType::U64 | DataType::F64 | DataType::U128 | DataType::F16 | DataType::BF16 => {
            Expr::compose(ty.clone(), (0..count(ty)).map(|_| next()).collect())
        }
        DataType::U32 => next(),
        other => Expr::cast(other.clone(), next()),
    };
    let of = match ty {
        DataType::Vec2U32 | DataType::Vec4U32 => DataType::U32,
        DataType::Vec2F32 | DataType::Vec4F32 => DataType::F32,
        other => return lane(other),
    };
    let lanes = (0..ty.lanes()).map(|_| lane(&of)).collect();
    Expr::compose(ty.clone(), lanes)
}
