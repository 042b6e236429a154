//! `primitive.fixed.*_quick`: quick phases of elementary functions, in pairs of floats. The definitions are those of `crate::float::quick`. A device whose
//! floats are strict may ask them first; those that say all bits leave the result to the function itself.

use super::fixed::definition;
use super::operations;

operations! {
    #[doc = "The sum of floats, from bits to bits."]
    "primitive.fixed.plus" (a: U32, b: U32) -> U32,
    laws ["plus(a, b) = plus(b, a)"],
    edge_cases { [[0x3f80_0000], [0x3f80_0000]] => [0x4000_0000] },
    definition("plus");

    #[doc = "The difference of floats, from bits to bits."]
    "primitive.fixed.minus" (a: U32, b: U32) -> U32,
    laws ["minus(a, 0) = minus(a, 0)"],
    edge_cases { [[0x4040_0000], [0x3f80_0000]] => [0x4000_0000] },
    definition("minus");

    #[doc = "The product of floats, from bits to bits."]
    "primitive.fixed.times" (a: U32, b: U32) -> U32,
    laws ["times(a, b) = times(b, a)"],
    edge_cases { [[0x4000_0000], [0x4040_0000]] => [0x40c0_0000] },
    definition("times");

    #[doc = "`a * b + c` of floats, rounded once, from bits to bits."]
    "primitive.fixed.times_plus" (a: U32, b: U32, c: U32) -> U32,
    laws ["times_plus(a, b, c) = times_plus(b, a, c)"],
    edge_cases { [[0x4000_0000], [0x4040_0000], [0x3f80_0000]] => [0x40e0_0000] },
    definition("times_plus");

    #[doc = "The sum of two floats as a pair: the nearest float in the upper half, what it lacks in the lower one. The first float is the larger one, or 0."]
    "primitive.fixed.pair" (a: U32, b: U32) -> U64,
    laws ["pair(a, 0) = pair(a, 0)"],
    edge_cases { [[0x3f80_0000], [0x3000_0000]] => [0x3000_0000, 0x3f80_0000] },
    definition("pair");

    #[doc = "The product of pairs."]
    "primitive.fixed.pair_times" (a: U64, b: U64) -> U64,
    laws ["pair_times(a, b) = pair_times(a, b)"],
    edge_cases { [[0, 0x4000_0000], [0x3000_0000, 0x3f80_0000]] => [0x3080_0000, 0x4000_0000] },
    definition("pair_times");

    #[doc = "The sum of pairs, of which the first one is the larger, or 0."]
    "primitive.fixed.pair_plus" (a: U64, b: U64) -> U64,
    laws ["pair_plus(a, b) = pair_plus(a, b)"],
    edge_cases { [[0, 0x3f80_0000], [0, 0x3000_0000]] => [0x3000_0000, 0x3f80_0000] },
    definition("pair_plus");

    #[doc = "`c + z * p` of a float and pairs; the float is at least twice as large as the product."]
    "primitive.fixed.pair_step" (c: U32, z: U64, p: U64) -> U64,
    laws ["pair_step(c, z, p) = pair_step(c, z, p)"],
    edge_cases { [[0x3f80_0000], [0, 0x3000_0000], [0, 0x3f80_0000]] => [0x3000_0000, 0x3f80_0000] },
    definition("pair_step");

    #[doc = "`c + z * p` of pairs, of which the first is at least twice as large as the product."]
    "primitive.fixed.pair_step_of" (c: U64, z: U64, p: U64) -> U64,
    laws ["pair_step_of(c, z, p) = pair_step_of(c, z, p)"],
    edge_cases { [[0x3000_0000, 0x3f80_0000], [0, 0x3000_0000], [0, 0x3f80_0000]] => [0x3080_0000, 0x3f80_0000] },
    definition("pair_step_of");

    #[doc = "The bits of the float nearest to a pair whose relative error is below `bound`, or all bits if that is open."]
    "primitive.fixed.decided" (p: U64, bound: U32) -> U32,
    laws ["decided(p, bound) = decided(p, bound)"],
    edge_cases { [[0x3000_0000, 0x3f80_0000], [0x2c80_0000]] => [0x3f80_0000], [[0x3380_0000, 0x3f80_0000], [0x2c80_0000]] => [0xffff_ffff] },
    definition("decided");

    #[doc = "e^x, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.exp_quick" (x: U32) -> U32,
    laws ["exp_quick(x) = exp_quick(x)"],
    edge_cases { [[0x3f80_0000]] => [0x402d_f854], [[0x42b0_0000]] => [0xffff_ffff], [[0xff80_0000]] => [0] },
    definition("exp_quick");

    #[doc = "The logarithm to the base `e`, 2 or 10, as `base` is 0, 1 or 2, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.quick_log" (x: U32, base: U32) -> U32,
    laws ["quick_log(0, base) = 4294967295"],
    edge_cases { [[0x4000_0000], [0]] => [0x3f31_7218], [[0x4100_0000], [1]] => [0x4040_0000] },
    definition("quick_log");

    #[doc = "The sine or the cosine, as `function` is 0 or 1, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.quick_sine" (x: U32, function: U32) -> U32,
    laws ["quick_sine(0, 0) = 0"],
    edge_cases { [[0x3f80_0000], [0]] => [0x3f57_6aa4], [[0x3f80_0000], [1]] => [0x3f0a_5140] },
    definition("quick_sine");

    #[doc = "The sine of a number of at most 2^16, within 2 ULP, from bits to bits."]
    "primitive.fixed.sin_near" (x: U32) -> U32,
    laws ["sin_near(0) = 0"],
    edge_cases { [[0x8000_0000]] => [0x8000_0000], [[1]] => [1] },
    definition("sin_near");

    #[doc = "The sine within 2 ULP, from bits to bits."]
    "primitive.fixed.sin_approx" (x: U32) -> U32,
    laws ["sin_approx(0) = 0"],
    edge_cases { [[0x8000_0000]] => [0x8000_0000], [[0xff80_0000]] => [0x7fc0_0000] },
    definition("sin_approx");

    #[doc = "The logarithm to the base `e`, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.ln_quick" (x: U32) -> U32,
    laws ["ln_quick(x) = ln_quick(x)"],
    edge_cases { [[0x4000_0000]] => [0x3f31_7218], [[0]] => [0xffff_ffff] },
    definition("ln_quick");

    #[doc = "The logarithm to the base 2, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.log2_quick" (x: U32) -> U32,
    laws ["log2_quick(x) = log2_quick(x)"],
    edge_cases { [[0x4100_0000]] => [0x4040_0000] },
    definition("log2_quick");

    #[doc = "The logarithm to the base 10, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.log10_quick" (x: U32) -> U32,
    laws ["log10_quick(x) = log10_quick(x)"],
    edge_cases { [[0x4000_0000]] => [0x3e9a_209b] },
    definition("log10_quick");

    #[doc = "The sine, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.sin_quick" (x: U32) -> U32,
    laws ["sin_quick(x) = sin_quick(x)"],
    edge_cases { [[0x3f80_0000]] => [0x3f57_6aa4], [[0x8000_0000]] => [0x8000_0000] },
    definition("sin_quick");

    #[doc = "The cosine, correctly rounded, from bits to bits, or all bits if that is left to the exact definition."]
    "primitive.fixed.cos_quick" (x: U32) -> U32,
    laws ["cos_quick(x) = cos_quick(x)"],
    edge_cases { [[0x3f80_0000]] => [0x3f0a_5140], [[0]] => [0x3f80_0000] },
    definition("cos_quick");
}
