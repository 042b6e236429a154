//! Values that are linear in the local id: what is left of `invocation_id.x / 64`, `& !63` or `- local_id.x` where the workgroup has
//! 64 invocations along x.

use crate::{BinOp, Expr, UnOp};

/// What is known of a `U32`: it is a base plus `c.x * local_id.x + c.y * local_id.y + c.z * local_id.z`, modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    base: Base,
    c: [u32; 3],
}

/// The part of a value that does not speak of the local id. Whether it is the same in all invocations is another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Known(u32),
    Multiple {
        /// It is a multiple of this. If it is not `exact` that counts only as far as it is a power of two, because the value may have
        /// wrapped.
        of: u32,
        exact: bool,
    },
}

impl Base {
    const ANY: Base = Base::Multiple { of: 1, exact: false };

    /// The greatest power of two that it is a multiple of, whatever has wrapped.
    fn power(self) -> u32 {
        match self {
            Base::Known(0) => 1 << 31,
            Base::Known(of) | Base::Multiple { of, .. } => 1 << of.trailing_zeros().min(31),
        }
    }

    fn with(self, other: Base, join: impl Fn(u32, u32) -> u32) -> Base {
        match (self, other) {
            (Base::Known(a), Base::Known(b)) => Base::Known(join(a, b)),
            (base, Base::Known(0)) => base,
            _ => Base::Multiple { of: self.power().min(other.power()), exact: false },
        }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Linear {
    /// A value of which nothing is known but what it is computed from.
    pub(super) const ANY: Linear = Linear { base: Base::ANY, c: [0; 3] };

    fn known(value: u32) -> Linear {
        Linear { base: Base::Known(value), c: [0; 3] }
    }

    /// The value of an expression without operands.
    pub(super) fn leaf(expr: &Expr, size: [u32; 3]) -> Linear {
        let along = |axis: u32| size.get(axis as usize).copied().unwrap_or(2);
        let unit = |axis: u32| std::array::from_fn(|at| u32::from(at == axis as usize));
        match expr {
            Expr::LitU32(value) => Linear::known(*value),
            Expr::LocalId { axis } if along(*axis) == 1 => Linear::known(0),
            Expr::LocalId { axis } => Linear { base: Base::Known(0), c: unit(*axis) },
            Expr::InvocationId { axis } if along(*axis) > 1 => {
                // There are at most 2^32 invocations along an axis, so it does not wrap.
                Linear { base: Base::Multiple { of: along(*axis), exact: true }, c: unit(*axis) }
            }
            _ => Linear::ANY,
        }
    }

    /// Whether invocations of a workgroup differ in it by their local ids.
    pub(super) fn differs(self) -> bool {
        self.c != [0; 3]
    }

    /// The greatest that the part with the local id can be, if it does not wrap.
    fn most(self, size: [u32; 3]) -> Option<u32> {
        let terms =
            self.c.iter().zip(size).map(|(c, size)| u64::from(*c) * u64::from(size.saturating_sub(1)));
        u32::try_from(terms.sum::<u64>()).ok()
    }

    /// What an operator makes of a value. `None` if the result is not linear.
    pub(super) fn unary(op: UnOp, a: Linear) -> Option<Linear> {
        match (op, a) {
            (_, Linear { base: Base::Known(known), c: [0, 0, 0] }) => Some(Linear::known(op.eval(known))),
            (UnOp::Negate, a) => Some(Linear::known(0).with(a, u32::wrapping_sub)),
            (_, a) => (!a.differs()).then_some(Linear::ANY),
        }
    }

    /// What an operator makes of two values. `None` if the result is not linear.
    pub(super) fn binary(op: BinOp, a: Linear, b: Linear, size: [u32; 3]) -> Option<Linear> {
        let known = |value: Linear| match value {
            Linear { base: Base::Known(known), c: [0, 0, 0] } => Some(known),
            _ => None,
        };
        match (op, known(a), known(b)) {
            (_, Some(a), Some(b)) => Some(Linear::known(op.eval(a, b))),
            (BinOp::Add, ..) => Some(a.with(b, u32::wrapping_add)),
            (BinOp::Sub, ..) => Some(a.with(b, u32::wrapping_sub)),
            (BinOp::Mul, _, Some(by)) => Some(a.times(by)),
            (BinOp::Mul, Some(by), _) => Some(b.times(by)),
            (BinOp::Shl, _, Some(by)) => Some(a.times(1 << (by & 31))),
            (BinOp::Div, _, Some(by)) => a.quotient(by, size),
            (BinOp::Shr, _, Some(by)) => a.quotient(1 << (by & 31), size),
            (BinOp::Mod, _, Some(by)) => a.remainder(by, size),
            (BinOp::BitAnd, _, Some(mask)) => a.masked(mask, size),
            (BinOp::BitAnd, Some(mask), _) => b.masked(mask, size),
            (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, _, Some(bound)) => a.compared(op, bound, size),
            (BinOp::Lt, Some(bound), _) => b.compared(BinOp::Gt, bound, size),
            (BinOp::Le, Some(bound), _) => b.compared(BinOp::Ge, bound, size),
            (BinOp::Gt, Some(bound), _) => b.compared(BinOp::Lt, bound, size),
            (BinOp::Ge, Some(bound), _) => b.compared(BinOp::Le, bound, size),
            (BinOp::Eq | BinOp::Ne, _, Some(number)) => a.equal(op, number, size),
            (BinOp::Eq | BinOp::Ne, Some(number), _) => b.equal(op, number, size),
            _ if a.differs() || b.differs() => None,
            _ => Some(Linear::ANY),
        }
    }

    fn with(self, other: Linear, join: impl Fn(u32, u32) -> u32) -> Linear {
        let c = std::array::from_fn(|axis| join(self.c[axis], other.c[axis]));
        Linear { base: self.base.with(other.base, join), c }
    }

    fn times(self, by: u32) -> Linear {
        let base = match self.base {
            Base::Known(value) => Base::Known(value.wrapping_mul(by)),
            base => {
                let power = u64::from(base.power()) * u64::from(Base::Known(by).power());
                Base::Multiple { of: power.min(1 << 31) as u32, exact: false }
            }
        };
        Linear { base, c: self.c.map(|c| c.wrapping_mul(by)) }
    }

    /// What the base is at least a multiple of, of what divides `step`, if the part with the local id is less; so that part
    /// never leads past a multiple of `step`. For a known base the part that lies above such a multiple counts too.
    fn within(self, step: u32, size: [u32; 3]) -> Option<u32> {
        let most = self.most(size).filter(|_| step > 0)?;
        let (unit, above) = match self.base {
            Base::Known(value) => {
                value.checked_add(most)?;
                (step, value.checked_rem(step)?)
            }
            Base::Multiple { of, exact: true } => (gcd(of, step), 0),
            base => (gcd(base.power(), step), 0),
        };
        (u64::from(above) + u64::from(most) < u64::from(unit)).then_some(unit)
    }

    fn quotient(self, by: u32, size: [u32; 3]) -> Option<Linear> {
        if !self.differs() {
            return Some(Linear::ANY);
        }
        self.within(by, size)?;
        Some(match self.base {
            Base::Known(value) => Linear::known(value / by),
            Base::Multiple { .. } => Linear::ANY,
        })
    }

    fn remainder(self, by: u32, size: [u32; 3]) -> Option<Linear> {
        if !self.differs() {
            return Some(Linear::ANY);
        }
        let unit = self.within(by, size)?;
        let base = match self.base {
            Base::Known(value) => Base::Known(value % by),
            Base::Multiple { .. } if unit == by => Base::Known(0),
            Base::Multiple { .. } => Base::Multiple { of: unit, exact: true },
        };
        Some(Linear { base, ..self })
    }

    fn masked(self, mask: u32, size: [u32; 3]) -> Option<Linear> {
        if !self.differs() {
            return Some(Linear::ANY);
        }
        let step = 1u32 << mask.trailing_zeros().min(31);
        match mask.checked_add(1).filter(|step| step.is_power_of_two()) {
            _ if mask == 0 => Some(Linear::known(0)),
            // The low bits alone.
            Some(step) => self.remainder(step, size),
            // Without the low bits.
            None if mask != u32::MAX && self.within(step, size) == Some(step) => {
                Some(Linear { base: Base::Multiple { of: step, exact: false }, c: [0; 3] })
            }
            None if mask == u32::MAX => Some(self),
            None => None,
        }
    }

    /// A comparison that comes out alike for every local id. Of a base that is known by what it is a multiple of, it does if no bound lies between
    /// two numbers that one workgroup has: `invocation_id.x < 128` where it has 64 invocations along x.
    fn compared(self, op: BinOp, bound: u32, size: [u32; 3]) -> Option<Linear> {
        match self.base {
            _ if !self.differs() => Some(Linear::ANY),
            Base::Known(least) => {
                let most = least.checked_add(self.most(size)?)?;
                let (first, last) = (op.eval(least, bound), op.eval(most, bound));
                (first == last).then_some(Linear::known(first))
            }
            base @ Base::Multiple { of, exact } => {
                let of = if exact { of } else { base.power() };
                // Less than a multiple of it does not wrap.
                let most = self.most(size).filter(|most| *most < of)?;
                // The least number for which it comes out otherwise than for 0.
                let turn = u64::from(bound) + u64::from(matches!(op, BinOp::Le | BinOp::Gt));
                let above = turn % u64::from(of);
                (above == 0 || above > u64::from(most)).then_some(Linear::ANY)
            }
        }
    }

    /// `==` or `!=` with a number that it never is.
    fn equal(self, op: BinOp, number: u32, size: [u32; 3]) -> Option<Linear> {
        if !self.differs() {
            return Some(Linear::ANY);
        }
        let most = self.most(size)?;
        let is_never = match self.base {
            Base::Known(least) => !(least..=least.checked_add(most)?).contains(&number),
            Base::Multiple { of, exact: true } => most < of && number % of > most,
            base => most < base.power() && number % base.power() > most,
        };
        is_never.then(|| Linear::known(u32::from(op == BinOp::Ne)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 3] = [64, 6, 1];

    /// The value of an expression, and whether it may differ by the local id: by this analysis, and by trying.
    fn both(expr: &Expr) -> (Option<bool>, bool) {
        let linear = expr.fold(0, |_, expr, operands: &mut [Option<Linear>]| match expr {
            Expr::BinOp { op, .. } => Linear::binary(*op, operands[0]?, operands[1]?, SIZE),
            Expr::UnOp { op, .. } => Linear::unary(*op, operands[0]?),
            leaf => Some(Linear::leaf(leaf, SIZE)),
        });
        let value = |group: [u32; 3], local: [u32; 3]| {
            expr.fold(0, |_, expr, operands: &mut [u32]| match expr {
                Expr::LitU32(value) => *value,
                Expr::LocalId { axis } => local[*axis as usize],
                Expr::WorkgroupId { axis } => group[*axis as usize],
                Expr::InvocationId { axis } => {
                    group[*axis as usize] * SIZE[*axis as usize] + local[*axis as usize]
                }
                Expr::BinOp { op, .. } => op.eval(operands[0], operands[1]),
                Expr::UnOp { op, .. } => op.eval(operands[0]),
                _ => 0,
            })
        };
        let last = [u32::MAX / 64, u32::MAX / 6 - 1, 9];
        let differs = [[0; 3], [1, 2, 3], [77, 1, 0], last].into_iter().any(|group| {
            let first = value(group, [0; 3]);
            let locals = (0..64 * 6).map(|at| [at % 64, at / 64, 0]);
            locals.into_iter().any(|local| value(group, local) != first)
        });
        (linear.map(Linear::differs), differs)
    }

    #[test]
    fn what_is_uniform_is_found_to_be() {
        let (x, y, z) = (|| Expr::invocation_id(0), || Expr::invocation_id(1), || Expr::invocation_id(2));
        let local = || Expr::local_id(0);
        let uniform = [
            z(),
            Expr::local_id(2),
            x() / 64u32,
            x() >> 6u32,
            x() / 192u32,
            x() % 192u32 / 64u32,
            x() & !Expr::u32(63),
            x() + -local(),
            x() - local(),
            x() - x() % 64u32,
            x() - (x() & 63u32),
            y() / 6u32,
            y() - Expr::local_id(1),
            (x() + 64u32) / 64u32,
            (Expr::workgroup_id(0) * 64u32 + local()) / 64u32,
            (x() * 4u32) / 256u32,
            (x() * 4u32 + 256u32) & 0xffff_ff00u32,
            local() / 64u32,
            (local() + 64u32) / 128u32,
            local().lt(64u32),
            (local() + 3u32).ge(3u32),
            Expr::u32(64).gt(local()),
            x().lt(64u32),
            x().ge(128u32),
            x().le(63u32),
            x().gt(191u32),
            Expr::u32(64).le(x()),
            Expr::u32(127).ge(x()),
            y().lt(12u32),
            (x() - x() % 64u32 + local()).lt(640u32),
            (Expr::workgroup_id(0) * 64u32 + local()).lt(64u32),
            x().lt(u32::MAX - 63),
            x().le(u32::MAX),
            Expr::binary(BinOp::Eq, local(), 64u32),
            Expr::binary(BinOp::Ne, Expr::u32(64), local()),
            Expr::binary(BinOp::Eq, local() + 7u32, 3u32),
            Expr::binary(BinOp::Eq, Expr::workgroup_id(0) * 128u32 + local(), 64u32 + 128u32 * 9u32),
        ];
        for expr in uniform {
            assert_eq!(both(&expr), (Some(false), false), "{expr}");
        }
    }

    #[test]
    fn what_differs_is_never_taken_for_uniform() {
        let ids = [
            Expr::invocation_id(0),
            Expr::invocation_id(1),
            Expr::local_id(0),
            Expr::local_id(1),
            Expr::workgroup_id(0),
            Expr::workgroup_id(1) * 6u32 + Expr::local_id(1),
            Expr::invocation_id(0) + 64u32,
            Expr::invocation_id(0) - 1u32,
            Expr::invocation_id(1) * 0x4000_0000u32,
            Expr::local_id(0) + 0xffff_ffe0u32,
            Expr::u32(0) - Expr::local_id(0),
        ];
        let numbers = [0, 1, 2, 3, 6, 12, 32, 48, 63, 64, 65, 96, 128, 192, 1 << 31, !63, !5, u32::MAX];
        for id in &ids {
            for number in numbers {
                for op in BinOp::ALL {
                    for expr in [
                        Expr::binary(*op, id.clone(), number),
                        Expr::binary(*op, Expr::u32(number), id.clone()),
                        Expr::binary(*op, Expr::binary(*op, id.clone(), 2u32), number),
                        id.clone() - Expr::binary(*op, id.clone(), number),
                        Expr::binary(*op, id.clone() + number, 64u32),
                    ] {
                        let (found, differs) = both(&expr);
                        assert!(found != Some(false) || !differs, "{expr}");
                    }
                }
            }
        }
    }
}
