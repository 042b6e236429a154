//! The conversions between floats of 16 bits and `f32`, over bits: what `vyre_ir::float::half` computes.

use super::{Function, Names};
use vyre_ir::casts::Conversion;
use vyre_ir::float::half::Format;

/// The conversions of a format.
pub(super) fn of_format(format: Format) -> [Conversion; 2] {
    [Conversion::Widen(format), Conversion::Narrow(format)]
}

/// A function for each conversion.
pub(super) struct HalfFunctions {
    widen: [Function; 2],
    narrow: [Function; 2],
}

const WIDEN_F16: &str = "(h: u32) -> u32 {
    let sign = (h & 0x8000u) << 16u;
    let magnitude = h & 0x7fffu;
    let zeros = countLeadingZeros(magnitude | 1u);
    let small = select(((133u - zeros) << 23u) + (magnitude << ((zeros - 8u) & 31u)), 0u, magnitude == 0u);
    let finite = select((magnitude << 13u) + 0x38000000u, small, magnitude < 0x400u);
    let special = select(sign | 0x7f800000u, 0x7fc00000u, magnitude > 0x7c00u);
    return select(sign | finite, special, magnitude >= 0x7c00u);
}";

const WIDEN_BF16: &str = "(h: u32) -> u32 {
    return select(h << 16u, 0x7fc00000u, (h & 0x7fffu) > 0x7f80u);
}";

const NARROW_F16: &str = "(x: u32) -> u32 {
    let sign = (x >> 16u) & 0x8000u;
    let magnitude = x & 0x7fffffffu;
    let exponent = magnitude >> 23u;
    let digits = (magnitude & 0x7fffffu) | 0x800000u;
    let shift = select(126u - exponent, 25u, exponent < 101u) & 31u;
    let small = (digits + (1u << ((shift - 1u) & 31u)) - 1u + ((digits >> shift) & 1u)) >> shift;
    let large = ((magnitude + 0xfffu + ((magnitude >> 13u) & 1u)) >> 13u) - 0x1c000u;
    let finite = select(large, small, magnitude < 0x38800000u);
    let number = sign | select(finite, 0x7c00u, magnitude >= 0x477ff000u);
    return select(number, 0x7e00u, magnitude > 0x7f800000u);
}";

const NARROW_BF16: &str = "(x: u32) -> u32 {
    return select((x + 0x7fffu + ((x >> 16u) & 1u)) >> 16u, 0x7fc0u, (x & 0x7fffffffu) > 0x7f800000u);
}";

impl HalfFunctions {
    pub(super) fn new(names: &mut Names) -> HalfFunctions {
        let named = |names: [&str; 2], all: &mut Names| names.map(|name| Function::new(all, name));
        HalfFunctions {
            widen: named(["f16_to_f32", "bf16_to_f32"], names),
            narrow: named(["f32_to_f16", "f32_to_bf16"], names),
        }
    }

    /// The function of a conversion, if it has one.
    pub(super) fn used(&mut self, conversion: Conversion) -> Option<&str> {
        match conversion {
            Conversion::Widen(format) => Some(self.widen[format as usize].used()),
            Conversion::Narrow(format) => Some(self.narrow[format as usize].used()),
            _ => None,
        }
    }

    /// The sum of two floats of 16 bits, over the function that adds `f32`s: rounded twice, which for sums gives what rounding once does.
    pub(super) fn sum(&self, format: Format, add: &str, a: &str, b: &str) -> String {
        let [widen, narrow] = [&self.widen, &self.narrow].map(|functions| &functions[format as usize].name);
        format!("{narrow}({add}({widen}({a}), {widen}({b})))")
    }

    /// Each with its definition.
    pub(super) fn definitions(&self) -> impl Iterator<Item = (&Function, String)> {
        let definitions = [WIDEN_F16, WIDEN_BF16, NARROW_F16, NARROW_BF16].map(String::from);
        self.widen.iter().chain(&self.narrow).zip(definitions)
    }
}
