//! Divisions by constants, without a division.
//!
//! By a power of two, a quotient is a shift and a remainder a mask, of every integer type. A signed quotient rounds to zero, so the divisor less one is added to
//! negative numbers first. Where both operands of 64 bits fit into 32, so does the division.
//!
//! Of 64 bits, a quotient by another constant `d` is the high half of a product: with `m = ceil(2^(64 + s) / d)` and `e = m * d - 2^(64 + s)`, `x / d = x * m / 2^(64 + s)` as
//! long as `x * e < 2^(64 + s)`, because the error `x * e / d / 2^(64 + s)` is then less than the `1 / d` that is missing to the next integer. Compilers for GPUs
//! do the same with 32 bits, and with 64 bits they call a function of some 70 instructions.

use super::rename::{Renames, Rewrite};
use crate::analysis::ranges::{Facts, visit_facts};
use crate::build::Builder;
use crate::form::*;
use crate::{Lowered, Origin, Target, value};
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Registry, Scalar, Type};

const I32: Type = Type::scalar(Scalar::I32);
const U64: Type = Type::scalar(Scalar::U64);

/// How to divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By so many bits.
    Shift(u32),
    /// By so many bits, of a number that may be negative; the quotient is negated if the divisor is negative.
    SignedShift(u32, bool),
    /// A word by a word.
    Narrow,
    /// By more than half of 2^64: the quotient is 0 or 1.
    Compare,
    /// By a product.
    Product(Product),
}

/// `x / d` as the high half of `(x >> before) * factor`, shifted by `after`. If the factor had 65 bits, its low 64 are here, and `x` is added to the high half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Product {
    before: u32,
    factor: u64,
    is_long: bool,
    after: u32,
}

/// Divides by constants.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    let divides = |inst: &Inst| matches!(inst.op, Op::Binary(BinOp::Div | BinOp::Mod, ..));
    if !form.insts.iter().any(divides) {
        return false;
    }
    let mut ways = HashMap::default();
    visit_facts(form, &mut |facts, stmt| {
        if let Stmt::Eval(id) = stmt
            && let Some(way) = find(facts, *id, target)
        {
            ways.insert(*id, way);
        }
    });
    if ways.is_empty() {
        return false;
    }
    let body = std::mem::take(&mut form.body);
    let renames = Renames::new(form);
    let builder = Builder::again(std::mem::take(form), Registry::standard(), *target);
    let mut divide = Divide { builder, renames, ways };
    divide.block(body);
    *form = divide.builder.finish();
    true
}

/// How an instruction divides, if it does in a way that can be bettered.
fn find(facts: &Facts<'_>, id: InstId, target: &Target) -> Option<Way> {
    let form = facts.form();
    let Op::Binary(BinOp::Div | BinOp::Mod, a, b) = form[id].op else { return None };
    let (ty, most) = (form[a].ty, facts.range(a).hi);
    if ty.lanes > 1 {
        return None;
    }
    let is_narrow =
        || ty.scalar == Scalar::U64 && !target.divides_long && most.max(facts.range(b).hi) <= u32::MAX.into();
    let Some(lanes) = form.as_const(b) else { return is_narrow().then_some(Way::Narrow) };
    let by = value::bits(ty, &lanes, 0);
    match ty.scalar {
        Scalar::I32 if most > i32::MAX as u64 || by > i32::MAX as u64 => {
            let by = by as u32 as i32;
            let is_power = by.unsigned_abs().is_power_of_two() && by.unsigned_abs() > 1 && by != i32::MIN;
            is_power.then(|| Way::SignedShift(by.trailing_zeros(), by < 0))
        }
        Scalar::U32 | Scalar::I32 | Scalar::U64 if by.is_power_of_two() => {
            Some(Way::Shift(by.trailing_zeros()))
        }
        _ if is_narrow() => Some(Way::Narrow),
        Scalar::U64 if by > 1 << 63 => Some(Way::Compare),
        Scalar::U64 if by > 0 && !target.divides_long => Some(Way::Product(product(by, most))),
        Scalar::U32
        | Scalar::I32
        | Scalar::U64
        | Scalar::Bool
        | Scalar::F32
        | Scalar::F16
        | Scalar::BF16
        | Scalar::F64 => None,
    }
}

/// The product for a divisor from 3 up to 2^63, which is no power of two, of numbers up to `most`.
fn product(by: u64, most: u64) -> Product {
    let first = |before: u32| {
        let (by, most) = (u128::from(by >> before), u128::from(most >> before));
        (0..=by.ilog2() + 1).find_map(|after| {
            // At most 2^127, because the divisor is at most 2^63.
            let power = 1_u128 << (64 + after);
            let factor = power.div_ceil(by);
            let error = factor * by - power;
            (error.checked_mul(most + 1).is_some_and(|error| error <= power)).then_some((factor, after))
        })
    };
    let found = |before: u32| {
        first(before).map(|(factor, after)| Product {
            before,
            factor: factor as u64,
            is_long: factor > u64::MAX.into(),
            after,
        })
    };
    let before = by.trailing_zeros();
    match found(0) {
        Some(whole) if !whole.is_long => whole,
        // The quotient by a power of two has fewer bits.
        whole => {
            found(before).or(whole).unwrap_or(Product { before: 0, factor: 0, is_long: false, after: 0 })
        }
    }
}

struct Divide {
    builder: Builder<'static>,
    renames: Renames,
    ways: HashMap<InstId, Way>,
}

impl Rewrite for Divide {
    fn parts(&mut self) -> (&mut Builder<'static>, &mut Renames) {
        (&mut self.builder, &mut self.renames)
    }

    fn value(&mut self, id: InstId) -> Option<InstId> {
        let way = self.ways.get(&id).copied()?;
        Some(self.divided(id, way))
    }
}

impl Divide {
    /// The value in place of a division.
    fn divided(&mut self, id: InstId, way: Way) -> InstId {
        let Inst { op, ty, origin, .. } = self.builder.form[id].clone();
        let Op::Binary(op, x, by) = op else { return id };
        let is_quotient = op == BinOp::Div;
        let mut at = At { builder: &mut self.builder, origin };
        match way {
            Way::Shift(bits) if is_quotient => at.shift(BinOp::Shr, x, bits),
            Way::Shift(bits) => {
                let mask = at.constant(ty, (1 << bits) - 1);
                at.binary(BinOp::BitAnd, x, mask)
            }
            Way::SignedShift(bits, is_negative) => at.signed(x, bits, is_negative, is_quotient),
            Way::Narrow => {
                let [x, by] = [x, by].map(|id| at.word(id, 0));
                let word = at.binary(op, x, by);
                at.eval(Op::Convert(Conversion::ZeroExtend, word), U64)
            }
            Way::Compare | Way::Product(_) => {
                let quotient = match way {
                    Way::Product(product) => at.quotient(x, product),
                    _ => {
                        let is_one = at.binary(BinOp::Ge, x, by);
                        at.eval(Op::Convert(Conversion::ZeroExtend, is_one), U64)
                    }
                };
                if is_quotient {
                    return quotient;
                }
                let whole = at.binary(BinOp::Mul, quotient, by);
                at.binary(BinOp::Sub, x, whole)
            }
        }
    }
}

/// What adds the instructions that come from one place.
struct At<'b> {
    builder: &'b mut Builder<'static>,
    origin: Origin,
}

impl At<'_> {
    fn eval(&mut self, op: Op, ty: Type) -> InstId {
        let id = self.builder.form.add(op, ty, self.origin);
        self.builder.push(Stmt::Eval(id));
        id
    }

    fn binary(&mut self, op: BinOp, a: InstId, b: InstId) -> InstId {
        self.builder.binary(op, a, b, self.origin)
    }

    fn constant(&mut self, ty: Type, bits: u64) -> InstId {
        self.builder.constant(ty, value::scalar(ty, bits))
    }

    fn shift(&mut self, op: BinOp, x: InstId, bits: u32) -> InstId {
        if bits == 0 {
            return x;
        }
        let bits = self.constant(U32, bits.into());
        self.binary(op, x, bits)
    }

    fn word(&mut self, x: InstId, at: u8) -> InstId {
        self.eval(Op::Extract(x, at), U32)
    }

    fn widened(&mut self, word: InstId) -> InstId {
        self.eval(Op::Convert(Conversion::ZeroExtend, word), U64)
    }

    fn signed(&mut self, x: InstId, bits: u32, is_negative: bool, is_quotient: bool) -> InstId {
        let signs = self.shift(BinOp::Shr, x, 31);
        let signs = self.eval(Op::Convert(Conversion::Reinterpret, signs), U32);
        let most = self.shift(BinOp::Shr, signs, 32 - bits);
        let most = self.eval(Op::Convert(Conversion::Reinterpret, most), I32);
        let sum = self.binary(BinOp::Add, x, most);
        if !is_quotient {
            let mask = self.constant(I32, u64::from(u32::MAX << bits));
            let whole = self.binary(BinOp::BitAnd, sum, mask);
            return self.binary(BinOp::Sub, x, whole);
        }
        let quotient = self.shift(BinOp::Shr, sum, bits);
        if is_negative {
            let zero = self.constant(I32, 0);
            return self.binary(BinOp::Sub, zero, quotient);
        }
        quotient
    }

    /// The quotient by a product.
    fn quotient(&mut self, x: InstId, product: Product) -> InstId {
        let Product { before, factor, is_long, after } = product;
        let x = self.shift(BinOp::Shr, x, before);
        let high = self.high(x, factor);
        if !is_long {
            return self.shift(BinOp::Shr, high, after);
        }
        // `high <= x`, and half of the sum has no more than 64 bits.
        let rest = self.binary(BinOp::Sub, x, high);
        let half = self.shift(BinOp::Shr, rest, 1);
        let sum = self.binary(BinOp::Add, half, high);
        self.shift(BinOp::Shr, sum, after - 1)
    }

    /// The high half of a product with a constant, by the products of their words. No sum overflows: the greatest product and twice the greatest word are
    /// `2^64 - 1`.
    fn high(&mut self, x: InstId, factor: u64) -> InstId {
        let words = [self.word(x, 0), self.word(x, 1)].map(|word| self.widened(word));
        let factors = [factor & u64::from(u32::MAX), factor >> 32].map(|word| self.constant(U64, word));
        let mut products = [words[0]; 4];
        for (at, product) in products.iter_mut().enumerate() {
            *product = self.binary(BinOp::Mul, words[at & 1], factors[at >> 1]);
        }
        let carry = |at: &mut Self, of: InstId, word: u8| {
            let word = at.word(of, word);
            at.widened(word)
        };
        let first = carry(self, products[0], 1);
        let middle = self.binary(BinOp::Add, products[1], first);
        let low = carry(self, middle, 0);
        let second = self.binary(BinOp::Add, products[2], low);
        let (third, fourth) = (carry(self, middle, 1), carry(self, second, 1));
        let sum = self.binary(BinOp::Add, products[3], third);
        self.binary(BinOp::Add, sum, fourth)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// What the product gives.
    fn quotient(x: u64, Product { before, factor, is_long, after }: Product) -> u64 {
        let x = x >> before;
        let high = ((u128::from(x) * u128::from(factor)) >> 64) as u64;
        if is_long { (((x - high) >> 1) + high) >> (after - 1) } else { high >> after }
    }

    #[test]
    fn products_give_the_quotients_at_the_edges() {
        let near = |x: u64| [x.saturating_sub(1), x, x.saturating_add(1)];
        let powers = (0..64).flat_map(|bits| near(1 << bits));
        let divisors =
            (3..2_000).chain(powers).chain([1_000_003, 0x1fff_ffff_ffff_ffff, 6_700_417, 641 << 20]);
        for by in divisors.filter(|by| *by > 2 && *by < 1 << 63 && !by.is_power_of_two()) {
            for most in [u64::MAX, u64::MAX - 1, 1 << 63, (1 << 40) + 5, u32::MAX.into(), by] {
                let product = product(by, most);
                // Wrong are the multiples and what is one less than they, first of all the greatest.
                let last = most / by * by;
                let edges = [0, 1, by - 1, by, by + 1, last, last.wrapping_sub(1), most, most / 2, most / by];
                for x in edges.into_iter().filter(|x| *x <= most) {
                    assert_eq!(quotient(x, product), x / by, "{x} / {by} up to {most}: {product:?}");
                }
            }
        }
    }

    #[test]
    fn factors_are_those_of_the_book() {
        // Hacker's Delight, 10-14: magic numbers of 64 bits.
        let of = |by| product(by, u64::MAX);
        let short = |factor, after| Product { before: 0, factor, is_long: false, after };
        assert_eq!(of(3), short(0xaaaa_aaaa_aaaa_aaab, 1));
        assert_eq!(of(5), short(0xcccc_cccc_cccc_cccd, 2));
        assert_eq!(of(7), Product { before: 0, factor: 0x2492_4924_9249_2493, is_long: true, after: 3 });
        assert_eq!(of(9), short(0xe38e_38e3_8e38_e38f, 3));
        assert_eq!(of(14), Product { before: 1, factor: 0x4924_9249_2492_4925, is_long: false, after: 1 });
        // Less is needed for smaller numbers.
        assert!(!product(7, u32::MAX.into()).is_long);
    }
}
