//! What std's own methods and operators compute, for what [`vyre::ir::library`] says of their names.

use vyre::ir::DataType;

/// A type that has methods.
trait Scalar: Copy + 'static {
    const TYPE: DataType;
    fn of(bits: u128) -> Self;
    fn bits(self) -> u128;
}

macro_rules! scalars {
    ($($Scalar:ty, $unsigned:ty, $Type:ident;)*) => {$(
        impl Scalar for $Scalar {
            const TYPE: DataType = DataType::$Type;
            fn of(bits: u128) -> $Scalar {
                bits as $Scalar
            }
            fn bits(self) -> u128 {
                u128::from(self as $unsigned)
            }
        }
    )*};
}

scalars! { u32, u32, U32; i32, u32, I32; u64, u64, U64; u128, u128, U128; }

/// From the bits of the arguments to the bits of the result.
type Compute = Box<dyn Fn(&[u128]) -> u128>;

/// A name of a type, and what it computes.
pub(crate) struct Case {
    pub(crate) ty: DataType,
    pub(crate) name: &'static str,
    pub(crate) compute: Compute,
}

fn one<A: Scalar, R: Scalar>(name: &'static str, f: fn(A) -> R) -> Case {
    Case { ty: A::TYPE, name, compute: Box::new(move |a| f(A::of(a[0])).bits()) }
}

fn two<A: Scalar, B: Scalar, R: Scalar>(name: &'static str, f: fn(A, B) -> R) -> Case {
    Case { ty: A::TYPE, name, compute: Box::new(move |a| f(A::of(a[0]), B::of(a[1])).bits()) }
}

/// `clamp`, which panics where the bounds are in the wrong order.
fn clamp<A: Scalar + Ord>() -> Case {
    let compute = |a: &[u128]| match (A::of(a[0]), A::of(a[1]), A::of(a[2])) {
        (x, low, high) if low <= high => x.clamp(low, high).bits(),
        (_, _, high) => high.bits(),
    };
    Case { ty: A::TYPE, name: "clamp", compute: Box::new(compute) }
}

/// The methods that `i32`, `u64` and `u128` share.
macro_rules! shared {
    ($ty:ident) => {
        [
            two("rotate_left", $ty::rotate_left),
            two("rotate_right", $ty::rotate_right),
            two("min", <$ty as Ord>::min),
            two("max", <$ty as Ord>::max),
            clamp::<$ty>(),
            two("abs_diff", $ty::abs_diff),
            two("wrapping_add", $ty::wrapping_add),
            two("wrapping_sub", $ty::wrapping_sub),
            two("wrapping_mul", $ty::wrapping_mul),
            two("saturating_add", $ty::saturating_add),
            two("saturating_sub", $ty::saturating_sub),
            two("pow", $ty::wrapping_pow),
            two("wrapping_pow", $ty::wrapping_pow),
            two("wrapping_shl", $ty::wrapping_shl),
            two("wrapping_shr", $ty::wrapping_shr),
            one("wrapping_neg", $ty::wrapping_neg),
            one("count_ones", $ty::count_ones),
            one("leading_zeros", $ty::leading_zeros),
            one("trailing_zeros", $ty::trailing_zeros),
            one("reverse_bits", $ty::reverse_bits),
        ]
    };
}

/// Every method that is a row.
pub(crate) fn all() -> Vec<Case> {
    let mut cases = vec![
        two("rotate_left", u32::rotate_left),
        two("rotate_right", u32::rotate_right),
        clamp::<u32>(),
        two("saturating_add", u32::saturating_add),
        two("saturating_sub", u32::saturating_sub),
        two("pow", u32::wrapping_pow),
        two("wrapping_pow", u32::wrapping_pow),
        two("wrapping_shl", u32::wrapping_shl),
        two("wrapping_shr", u32::wrapping_shr),
        one("isqrt", u32::isqrt),
        one("abs", i32::wrapping_abs),
        one("wrapping_abs", i32::wrapping_abs),
        one("signum", i32::signum),
    ];
    cases.extend(shared!(i32));
    cases.extend(shared!(u64));
    cases.extend(shared!(u128));
    cases
}

/// Rust's operators on `i32`, `u64` and `u128`, named as in `BinOp` and `UnOp`.
macro_rules! operators {
    ($ty:ident) => {
        [
            two("Add", $ty::wrapping_add),
            two("Sub", $ty::wrapping_sub),
            two("Mul", $ty::wrapping_mul),
            two("Div", |a: $ty, b: $ty| if b == 0 { 0 } else { a.wrapping_div(b) }),
            two("Mod", |a: $ty, b: $ty| if b == 0 { 0 } else { a.wrapping_rem(b) }),
            two("BitAnd", |a: $ty, b: $ty| a & b),
            two("BitOr", |a: $ty, b: $ty| a | b),
            two("BitXor", |a: $ty, b: $ty| a ^ b),
            two("Shl", $ty::wrapping_shl),
            two("Shr", $ty::wrapping_shr),
            two("Eq", |a: $ty, b: $ty| u32::from(a == b)),
            two("Ne", |a: $ty, b: $ty| u32::from(a != b)),
            two("Lt", |a: $ty, b: $ty| u32::from(a < b)),
            two("Gt", |a: $ty, b: $ty| u32::from(a > b)),
            two("Le", |a: $ty, b: $ty| u32::from(a <= b)),
            two("Ge", |a: $ty, b: $ty| u32::from(a >= b)),
            one("BitNot", |a: $ty| !a),
        ]
    };
}

/// Every operator that is a row.
pub(crate) fn operators() -> Vec<Case> {
    let mut cases = vec![one("Negate", i32::wrapping_neg)];
    cases.extend(operators!(i32));
    cases.extend(operators!(u64));
    cases.extend(operators!(u128));
    cases
}
