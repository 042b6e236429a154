//! Operands: by class, and as Berkeley TestFloat draws them.

use crate::mpfr::{number, rounded};
use vyre_ir::Scalar;
use vyre_tests::float_rows::Row;

/// The operands of a launch.
const BLOCK: usize = 1 << 20;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as u32
    }

    fn below(&mut self, count: u32) -> u32 {
        self.next() % count
    }

    fn pick(&mut self, list: &[u32]) -> u32 {
        list[self.below(list.len() as u32) as usize]
    }
}

/// How the bits of a float are used.
#[derive(Clone, Copy)]
struct Format {
    scalar: Scalar,
    /// Where the exponent and the sign begin.
    fraction: u32,
    sign: u32,
}

impl Format {
    fn of(scalar: Scalar) -> Format {
        let (fraction, sign) = match scalar {
            Scalar::F16 => (10, 15),
            Scalar::BF16 => (7, 15),
            _ => (23, 31),
        };
        Format { scalar, fraction, sign }
    }

    /// The exponent of 1.
    fn bias(self) -> u32 {
        (1 << (self.sign - self.fraction - 1)) - 1
    }

    /// The exponent of infinity.
    fn top(self) -> u32 {
        2 * self.bias() + 1
    }

    fn any(self, random: &mut Random) -> u32 {
        random.next() >> (31 - self.sign)
    }

    /// Any float with this exponent.
    fn with(self, exponent: u32, random: &mut Random) -> u32 {
        let rest = 1 << self.sign | ((1 << self.fraction) - 1);
        self.any(random) & rest | exponent.min(self.top()) << self.fraction
    }

    /// The exponents at which something changes: subnormal numbers, whole ones, those around 1, the largest ones, and infinity.
    fn edges(self) -> Vec<u32> {
        let (bias, digits, top) = (self.bias(), self.fraction + 1, self.top());
        let mut edges = vec![0, 1, 2, bias - 1, bias, bias + 1, top - 2, top - 1, top];
        for step in [2, 3, digits - 1, digits, digits + 1, 16, 31, 32, 63, 64] {
            edges.extend([bias.saturating_sub(step), (bias + step).min(top)]);
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Fractions whose bits are runs: none, one, all up to or from a place, and all but one.
    fn fractions(self) -> Vec<u32> {
        let all = (1 << self.fraction) - 1;
        let mut fractions = vec![0, all];
        for place in 0..self.fraction {
            let (one, below) = (1 << place, (1 << place) - 1);
            fractions.extend([one, below, all & !one, all & !below]);
        }
        fractions.sort_unstable();
        fractions.dedup();
        fractions
    }
}

/// Two or three operands of a class.
fn by_class(format: Format, at: usize, random: &mut Random) -> [u32; 3] {
    let (bias, digits) = (format.bias(), format.fraction);
    let span = format.top() / 3;
    match at % 8 {
        0 => [0; 3].map(|_| format.any(random)),
        // Subnormal numbers, and the smallest that are not.
        1 => [0; 3].map(|_| {
            let exponent = random.below(3);
            format.with(exponent, random)
        }),
        2 => [0; 3].map(|_| {
            let exponent = format.top() - 1 - random.below(3);
            format.with(exponent, random)
        }),
        // Exponents near one another.
        3 => {
            let exponent = bias - span / 2 + random.below(span);
            [0; 3].map(|_| {
                let by = random.below(digits + 3);
                format.with(exponent + by, random)
            })
        }
        // Of usual size, where functions vary.
        4 | 5 => [0; 3].map(|_| {
            let exponent = bias + 8 - random.below(20.min(bias));
            format.with(exponent, random)
        }),
        // Few digits, whose products and sums are exact or halfway.
        6 => {
            let few = |random: &mut Random| {
                let exponent = bias - 4 + random.below(8);
                let kept = u32::MAX << (digits - random.below(digits / 2 + 2));
                format.with(exponent, random) & kept
            };
            let (a, b) = (few(random), few(random));
            let exponent = (bias - 4).saturating_sub(random.below(digits + 2));
            [a, b, format.with(exponent, random) & !random.below(4)]
        }
        // The third nearly cancels the product of the others, and the second the first.
        _ => {
            let exponent = bias - 2 + random.below(5);
            let a = format.with(exponent, random);
            let product = number(format.scalar, a) * number(format.scalar, a);
            let near = rounded(format.scalar, -product) as u32;
            [a, a ^ (random.below(2) << format.sign) ^ random.below(2), near ^ random.below(2)]
        }
    }
}

/// So many operands of every class, in blocks.
pub fn blocks(scalar: Scalar, count: usize, seed: u64) -> impl Iterator<Item = [Vec<u32>; 3]> {
    let (format, mut random) = (Format::of(scalar), Random(seed));
    in_blocks(count, move |at| by_class(format, at, &mut random))
}

/// The operands of an elementary function of `F32` whose results lie near to the middle between two floats, and the floats beside them.
pub fn hard(row: Row) -> Option<[Vec<u32>; 3]> {
    let lines = include_str!("../../tests/tests/it/elementary/hard.txt").lines();
    let of_row = lines.filter_map(|line| line.strip_prefix(row.name())?.strip_prefix(' '));
    let bits = |word: &str| u32::from_str_radix(word, 16).ok();
    let pairs = of_row.filter_map(|words| {
        let mut words = words.split(' ').map(bits);
        Some([words.next()??, words.next()??])
    });
    let near: Vec<[u32; 2]> =
        pairs.flat_map(|[a, b]| [0, 1, u32::MAX].map(|by: u32| [a.wrapping_add(by), b])).collect();
    let column = |side: usize| near.iter().map(|pair| pair[side]).collect();
    (row.scalar == Scalar::F32 && !near.is_empty()).then(|| [column(0), column(1), vec![0; 1]])
}

/// Operands as TestFloat draws them: every pair of edges first (for one operand every edge with every fraction), then exponents at edges with fractions of runs
/// or any, and any bits, mixed.
pub fn test_float(scalar: Scalar, operands: usize, count: usize) -> impl Iterator<Item = [Vec<u32>; 3]> {
    let (format, mut random) = (Format::of(scalar), Random(3));
    let (edges, fractions) = (format.edges(), format.fractions());
    let all = (1u32 << format.fraction) - 1;
    let few: &[u32] = if operands == 1 { &fractions } else { &[0, 1, all - 1, all] };
    let special: Vec<u32> = edges
        .iter()
        .flat_map(|exponent| few.iter().map(move |fraction| exponent << format.fraction | fraction))
        .flat_map(|magnitude| [magnitude, magnitude | 1 << format.sign])
        .collect();
    let number = special.len();
    let systematic = if operands == 1 { number } else { number * number };
    in_blocks(count, move |at| {
        if at < systematic {
            return [special[at % number], special[at / number % number], format.any(&mut random)];
        }
        [0; 3].map(|_| {
            let sign = random.below(2) << format.sign;
            let edge = random.pick(&edges) << format.fraction;
            match random.below(5) {
                0 => random.pick(&special),
                1 => sign | edge | random.pick(&fractions),
                // The sum of two runs.
                2 => sign | edge | random.pick(&fractions).wrapping_add(random.pick(&fractions)) & all,
                3 => sign | edge | random.next() & all,
                _ => format.any(&mut random),
            }
        })
    })
}

fn in_blocks(count: usize, mut draw: impl FnMut(usize) -> [u32; 3]) -> impl Iterator<Item = [Vec<u32>; 3]> {
    (0..count).step_by(BLOCK).map(move |start| {
        let three: Vec<[u32; 3]> = (start..count.min(start + BLOCK)).map(&mut draw).collect();
        [0, 1, 2].map(|side| three.iter().map(|three| three[side]).collect())
    })
}
