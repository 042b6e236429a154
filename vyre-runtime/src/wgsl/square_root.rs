//! Square roots.
//!
//! Few drivers round them as IEEE 754 demands. The ways to do so are here, in the order in which a device should try them.

/// How a shader computes a square root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs are probed"))]
pub(crate) enum SquareRoot {
    /// By WGSL's own function.
    Native,
    /// From the inverse root, corrected by the remainder. It is right if the inverse is as good as that of NVIDIA's hardware, `fma` is fused, and products
    /// of subnormals are right.
    Fused,
    /// From the root, corrected by the remainder in integers. It is right if the root is by no more than two units in the last place wrong.
    Integers,
}

impl SquareRoot {
    /// All of them.
    #[cfg(feature = "gpu")]
    pub(crate) const ALL: [SquareRoot; 3] = [SquareRoot::Native, SquareRoot::Fused, SquareRoot::Integers];

    /// The statements that compute the root of the bits `a`, over the name of the function that makes NaNs canonical.
    pub(super) fn body(self, canonical: &str) -> String {
        match self {
            SquareRoot::Native => format!("    return {canonical}(sqrt(bitcast<f32>(a)));"),
            SquareRoot::Fused => FUSED.to_string(),
            SquareRoot::Integers => INTEGERS.to_string(),
        }
    }
}

/// From 2^-64 up to 2^100 no remainder is subnormal; what is beyond is moved there by an even power of 2, which is exact. `r` is exact, and adding
/// `r / (2 * root)` rounds once: see Markstein, *IA-64 and Elementary Functions*. The common case stands apart: with one more product in it, 64 roots took 0.66 ms
/// and not 0.56 ms on an H200. Nothing asks whether `a` is 0: a driver may make that a question about the float, and flush it. The inverse of 0 would be
/// infinite, and its product with 0 NaN.
const FUSED: &str = "    if a - 0x1f800000u < 0x52000000u {
        let x = bitcast<f32>(a);
        let inverse = inverseSqrt(x);
        let root = x * inverse;
        let r = fma(-root, root, x);
        return bitcast<u32>(fma(r, 0.5 * inverse, root));
    }
    if a >= 0x7f800000u {
        return select(0x7fc00000u, a, a == 0x7f800000u || a == 0x80000000u);
    }
    let is_small = a < 0x1f800000u;
    let x = bitcast<f32>(a) * select(0x1p-96f, 0x1p96f, is_small);
    let inverse = inverseSqrt(max(x, 0x1p-126f));
    let root = x * inverse;
    let r = fma(-root, root, x);
    return bitcast<u32>(fma(r, 0.5 * inverse, root) * select(0x1p48f, 0x1p-48f, is_small));";

/// The root of a number from 1 up to 4 is an estimate of 24 bits. If it is wrong by at most two units, the remainder fits into 32 bits.
///
/// `s` is the nearest root of an integer `n` if `s * s - s < n <= s * s + s`.
const INTEGERS: &str = "    if a == 0u || a == 0x80000000u || a == 0x7f800000u {
        return a;
    }
    if a > 0x7f800000u {
        return 0x7fc00000u;
    }
    var m = a & 0x7fffffu;
    var e = i32(a >> 23u) - 127i;
    if a < 0x800000u {
        let shift = countLeadingZeros(m) - 8u;
        m = (m << shift) & 0x7fffffu;
        e = -126i - i32(shift);
    }
    let odd = u32(e) & 1u;
    var s = bitcast<u32>(sqrt(bitcast<f32>(((odd + 127u) << 23u) | m))) - 0x3f000000u;
    var rest = bitcast<i32>(((m | 0x800000u) << (23u + odd)) - s * s);
    for (var i = 0u; i < 2u; i = i + 1u) {
        if rest > bitcast<i32>(s) {
            rest = rest - bitcast<i32>(2u * s + 1u);
            s = s + 1u;
        } else if rest <= -bitcast<i32>(s) {
            rest = rest + bitcast<i32>(2u * s - 1u);
            s = s - 1u;
        }
    }
    return (u32((e >> 1u) + 126i) << 23u) + s;";
