//! Quick phases of elementary functions, in pairs of floats, by Ziv's way: a result with a bound on its error, which decides nearly always how it is
//! rounded. Where it does not, the exact definition is asked.
//!
//! A *pair* is a `u64` whose upper half has the bits of a float, and whose lower half those of a smaller one: its value is the sum. The operators on floats
//! have to be right but for subnormal numbers, so an adapter that flushes those in `mul_add` may compute this. The bounds are twice the
//! errors that were measured, and the tests compare every decision with the exact definition.

#![cfg_attr(not(test), allow(dead_code, reason = "devices take the texts"))]

use super::definitions::*;
use super::trigonometric::trigonometric;

/// The float with these bits.
#[inline]
fn real(x: u32) -> f32 {
    f32::from_bits(x)
}

/// The bits of a float. What is NaN comes to no result.
#[inline]
fn bits(x: f32) -> u32 {
    x.to_bits()
}

/// The sum of floats.
#[inline]
fn f_add(a: f32, b: f32) -> f32 {
    a + b
}

/// The difference.
#[inline]
fn f_sub(a: f32, b: f32) -> f32 {
    a - b
}

/// The product.
#[inline]
fn f_mul(a: f32, b: f32) -> f32 {
    a * b
}

/// `a * b + c`, rounded once.
#[inline]
fn f_mul_add(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

/// The float nearest to an integer.
#[inline]
fn f_from_u32(a: u32) -> f32 {
    a as f32
}

definitions! { TEXTS:
    /// The sum of floats, from bits to bits.
    #[inline(always)]
    fn plus(a: u32, b: u32) -> u32 {
        let result = bits(f_add(real(a), real(b)));
        result
    }

    /// The difference of floats.
    #[inline(always)]
    fn minus(a: u32, b: u32) -> u32 {
        let result = bits(f_sub(real(a), real(b)));
        result
    }

    /// The product of floats.
    #[inline(always)]
    fn times(a: u32, b: u32) -> u32 {
        let result = bits(f_mul(real(a), real(b)));
        result
    }

    /// `a * b + c`, rounded once.
    #[inline(always)]
    fn times_plus(a: u32, b: u32, c: u32) -> u32 {
        let result = bits(f_mul_add(real(a), real(b), real(c)));
        result
    }

    /// The sum of two floats as a pair; the first one is the larger, or 0.
    fn pair(a: u32, b: u32) -> u64 {
        let sum = plus(a, b);
        let result = u64(minus(b, minus(sum, a)), sum);
        result
    }

    /// The product of pairs.
    fn pair_times(a: u64, b: u64) -> u64 {
        let product = times(high(a), high(b));
        let rest = times_plus(high(a), high(b), product ^ 0x80000000);
        let result = u64(times_plus(high(a), low(b), times_plus(low(a), high(b), rest)), product);
        result
    }

    /// The sum of pairs; the first one is the larger, or 0.
    fn pair_plus(a: u64, b: u64) -> u64 {
        let sum = pair(high(a), high(b));
        let result = u64(plus(low(sum), plus(low(a), low(b))), high(sum));
        result
    }

    /// `c + z * p` of a float and pairs; the float is at least twice as large as the product, so what is left of it without the sum is exact.
    fn pair_step(c: u32, z: u64, p: u64) -> u64 {
        let sum = times_plus(high(z), high(p), c);
        let rest = times_plus(high(z), high(p), minus(c, sum));
        let result = u64(times_plus(high(z), low(p), times_plus(low(z), high(p), rest)), sum);
        result
    }

    /// The same of a pair in the place of the float.
    fn pair_step_of(c: u64, z: u64, p: u64) -> u64 {
        let sum = pair_step(high(c), z, p);
        let result = u64(plus(low(sum), low(c)), high(sum));
        result
    }

    /// The bits of the float nearest to a pair with a relative error below `bound`, or all bits if that is open.
    fn decided(p: u64, bound: u32) -> u32 {
        let size = high(p) & 0x7fffffff;
        let above = plus(high(p), times_plus(size, bound, low(p)));
        let below = plus(high(p), times_plus(size, bound ^ 0x80000000, low(p)));
        let result = select(above == below, above, 0xffffffff);
        result
    }

    /// e^x, or all bits if the exact definition has to say.
    fn exp_quick(x: u32) -> u32 {
        let count = times_plus(x, 0x3fb8aa3b, 0x4b400000);
        let k = minus(count, 0x4b400000);
        let middle = times(k, 0xb5bfbe8e);
        let rest = times_plus(k, 0xa9779abd, times_plus(k, 0xb5bfbe8e, middle ^ 0x80000000));
        let near = pair(times_plus(k, 0xbf317200, x), middle);
        let r = u64(plus(low(near), rest), high(near));
        let h = high(r);
        let q9 = times_plus(h, 0x3493f27e, 0x3638ef1d);
        let q7 = times_plus(h, times_plus(h, q9, 0x37d00d01), 0x39500d01);
        let q5 = times_plus(h, times_plus(h, q7, 0x3ab60b61), 0x3c088889);
        let p4 = pair(0x3d2aaaab, times_plus(h, q5, 0xb0aaaaab));
        let p3 = pair_step_of(u64(0xb1aaaaab, 0x3e2aaaab), r, p4);
        let p = pair_step(0x3f800000, r, pair_step(0x3f800000, r, pair_step(0x3f000000, r, p3)));
        let value = decided(p, 0x2db504f3);
        let m = x & 0x7fffffff;
        let mut number = value;
        if m > 0x42ae0000 {
            let past = select(x >> 31 != 0, 0, 0x7f800000);
            number = select(m > 0x7f800000, 0x7fc00000, select(m > 0x42d00000, past, 0xffffffff));
        } else {
            if value != 0xffffffff {
                number = value + ((count - 0x4b3fff80) << 23) - 0x40000000;
            }
        }
        let result = number;
        result
    }

    /// The logarithm of a normal positive number to the base `e`, 2 or 10, as `base` is 0, 1 or 2, or all bits if the exact definition has to say.
    fn quick_log(x: u32, base: u32) -> u32 {
        let shifted = (x & 0x7fffffff) + 0x004afb0d;
        let m = (shifted & 0x007fffff) + 0x3f3504f3;
        let k = minus(bits(f_from_u32(shifted >> 23)), 0x42fe0000);
        let f = minus(m, 0x3f800000);
        let d = pair(0x40000000, f);
        let turned = high(d) ^ 0x80000000;
        let near = times_plus(high(d), times_plus(high(d), 0x3def55e1, 0xbf38f225), 0x3fbd2723);
        let nearer = times_plus(near, times_plus(turned, near, 0x3f800000), near);
        let over = times_plus(nearer, times_plus(turned, nearer, 0x3f800000), nearer);
        let s = times(f, over);
        let rest = times_plus(s ^ 0x80000000, low(d), times_plus(s ^ 0x80000000, high(d), f));
        let root = pair(s, times(rest, over));
        let z = pair_times(root, root);
        let v = high(z);
        let q5 = times_plus(v, times_plus(v, 0x3d888889, 0x3d9d89d9), 0x3dba2e8c);
        let q3 = times_plus(v, times_plus(v, q5, 0x3de38e39), 0x3e124925);
        let p2 = pair(0x3e4ccccd, times_plus(v, q3, 0xb14ccccd));
        let p1 = pair_step_of(u64(0xb22aaaab, 0x3eaaaaab), z, p2);
        let p = pair_step(0x3f800000, z, p1);
        let half = pair_times(root, p);
        let part = u64(times(low(half), 0x40000000), times(high(half), 0x40000000));
        let mut sum = pair_plus(u64(times(k, 0x35bfbe8e), times(k, 0x3f317200)), part);
        if base == 1 {
            sum = pair_plus(u64(0, k), pair_times(part, u64(0x32a57060, 0x3fb8aa3b)));
        }
        if base == 2 {
            sum = pair_plus(u64(times(k, 0x369a84fc), times(k, 0x3e9a2000)), pair_times(part, u64(0xb22d91af, 0x3ede5bd9)));
        }
        let value = decided(sum, 0x2cb504f3);
        let result = select((x > 0x7f7fffff) | (x < 0x00800000), 0xffffffff, value);
        result
    }

    /// The sine or the cosine, as `function` is 0 or 1, or all bits if the exact definition has to say. What is left of the angle is a pair whose lower half is exact but for its last
    /// bit, unless it is below 2^-25 of the operand: then `near` may lose bits.
    fn quick_sine(x: u32, function: u32) -> u32 {
        let m = x & 0x7fffffff;
        let count = times_plus(x, 0x3f22f983, 0x4b400000);
        let k = minus(count, 0x4b400000);
        let far = times_plus(k, 0xbfc90fdb, x);
        let near = times_plus(k, 0x333bbd2e, far);
        let rest = times_plus(k, 0x333bbd2e, minus(far, near));
        let r = u64(times_plus(k, 0x26f72ced, rest), near);
        let z = pair_times(r, r);
        let v = high(z);
        let quarter = (count + function) & 3;
        let is_cosine = (quarter & 1) != 0;
        let q5 = times_plus(v, select(is_cosine, 0x310f76c7, 0x2f309231), select(is_cosine, 0xb493f27e, 0xb2d7322b));
        let q4 = times_plus(v, q5, select(is_cosine, 0x37d00d01, 0x3638ef1d));
        let p3 = pair(select(is_cosine, 0xbab60b61, 0xb9500d01), times_plus(v, q4, select(is_cosine, 0x2e13e93f, 0x2c3fcbfd)));
        let p2 = pair_step_of(select(is_cosine, u64(0xb0aaaaab, 0x3d2aaaab), u64(0xafeeeeef, 0x3c088889)), z, p3);
        let p1 = pair_step_of(select(is_cosine, u64(0, 0xbf000000), u64(0x31aaaaab, 0xbe2aaaab)), z, p2);
        let p = pair_step(0x3f800000, z, p1);
        let value = decided(pair_times(p, select(is_cosine, u64(0, 0x3f800000), r)), 0x2c800000);
        let least = max(m, 0x45000000) - 0x0c800000;
        let is_open = (value == 0xffffffff) | ((near & 0x7fffffff) < least) | (m > 0x47800000);
        let number = select(is_open, 0xffffffff, value ^ ((quarter & 2) << 30));
        let result = select(m < 0x39000000, select(function == 1, 0x3f800000, x), number);
        result
    }

    /// The sine of a number of at most 2^16, within 2 ULP: what is left of the angle is a float, rounded as often as quarters of the turn have parts. What is NaN is not
    /// canonical.
    #[inline(always)]
    fn sin_near(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let count = times_plus(x, 0x3f22f983, 0x4b400000);
        let k = minus(count, 0x4b400000);
        let r = times_plus(k, 0x26f72ced, times_plus(k, 0x333bbd2e, times_plus(k, 0xbfc90fdb, x)));
        let is_cosine = (count & 1) != 0;
        let z = times(r, r);
        let p3 = times_plus(z, select(is_cosine, 0x37cc9a17, 0x36366c3c), select(is_cosine, 0xbab6043f, 0xb95007cf));
        let p1 = times_plus(z, times_plus(z, p3, select(is_cosine, 0x3d2aaa9f, 0x3c088884)), select(is_cosine, 0xbf000000, 0xbe2aaaab));
        let first = select(is_cosine, 0x3f800000, r);
        let value = times_plus(times(first, z), p1, first);
        let result = select(m < 0x39800000, x, value ^ ((count & 2) << 30));
        result
    }

    /// The sine within 2 ULP: that of a large number is the nearest float.
    fn sin_approx(x: u32) -> u32 {
        let mut value = sin_near(x);
        if (x & 0x7fffffff) > 0x47800000 {
            value = trigonometric(x, 0);
        }
        let result = value;
        result
    }

    /// The logarithm to the base `e`, or all bits if the exact definition has to say.
    fn ln_quick(x: u32) -> u32 {
        let result = quick_log(x, 0);
        result
    }

    /// The logarithm to the base 2, or all bits.
    fn log2_quick(x: u32) -> u32 {
        let result = quick_log(x, 1);
        result
    }

    /// The logarithm to the base 10, or all bits.
    fn log10_quick(x: u32) -> u32 {
        let result = quick_log(x, 2);
        result
    }

    /// The sine, or all bits.
    fn sin_quick(x: u32) -> u32 {
        let result = quick_sine(x, 0);
        result
    }

    /// The cosine, or all bits.
    fn cos_quick(x: u32) -> u32 {
        let result = quick_sine(x, 1);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::tests::{OnBits, decisions};
    use crate::float::{exponential, logarithm};

    const OPEN: u32 = u32::MAX;

    /// A function's name, its quick phase, its definition, and operands of usual size.
    type Function = (&'static str, OnBits, OnBits, [f32; 2]);

    const FUNCTIONS: [Function; 6] = [
        ("exp", exp_quick, exponential::exp, [-80.0, 80.0]),
        ("ln", ln_quick, |x| logarithm::log(x, 0), [1e-3, 1e3]),
        ("log2", log2_quick, |x| logarithm::log(x, 1), [1e-3, 1e3]),
        ("log10", log10_quick, |x| logarithm::log(x, 2), [1e-3, 1e3]),
        ("sin", sin_quick, |x| trigonometric(x, 0), [-100.0, 100.0]),
        ("cos", cos_quick, |x| trigonometric(x, 1), [-100.0, 100.0]),
    ];

    #[test]
    fn what_is_decided_is_exact() {
        for (name, quick, exact, _) in FUNCTIONS {
            let decided =
                |x: f32| Some(quick(x.to_bits())).filter(|value| *value != OPEN).map(f32::from_bits);
            decisions(name, decided, exact);
        }
    }

    #[test]
    fn little_is_left_open() {
        for (name, quick, _, [from, to]) in FUNCTIONS {
            let operands = (0..100_000).map(|at| from + (to - from) * (at as f32 + 0.3) / 1e5);
            let count = operands.filter(|x| quick(x.to_bits()) == OPEN).count();
            assert!(count <= 100, "{name}: {count}");
        }
    }
}
