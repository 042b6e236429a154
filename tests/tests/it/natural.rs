//! What ported programs wrote first, each against the same code as rustc compiles it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use core::f32::consts::PI;
use vyre::prelude::*;
use vyre_tests::devices;
use vyre_tests::values::EDGES;

/// The body twice: as a kernel for every `x`, and as plain Rust.
macro_rules! same {
    ($name:ident($x:ident) -> [u32; $count:literal] $body:block) => {
        #[test]
        fn $name() {
            #[vyre::kernel(workgroup_size = 32)]
            fn on_device(input: &[u32], out: &mut [[u32; $count]]) {
                let i = invocation_id().x;
                if i < out.len() {
                    let $x = input[i];
                    out[i] = $body;
                }
            }
            #[allow(clippy::all, clippy::pedantic, reason = "the code of a kernel")]
            fn on_host($x: u32) -> [u32; $count] {
                $body
            }
            for device in devices().into_iter().chain([Device::reference()]) {
                let mut out = [[0; $count]; EDGES.len()];
                on_device(&EDGES, &mut out).dispatch(&device).unwrap();
                assert_eq!(out, EDGES.map(on_host), "{device}");
            }
        }
    };
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Range {
    low: u32,
    high: u32,
}

const LIMITS: Range = Range { low: 3, high: 0x8000_0000 };
const PAIR: (u32, u64) = (7, 1 << 33);
const START: [u32; 5] = [5, 4, 3, 2, 1];
const ROWS: [[u8; 3]; 2] = [[250, 2, 3], [4, 5, 6]];
const CUBE: [[[u8; 2]; 2]; 2] = [[[1, 2], [3, 4]], [[5, 6], [7, 255]]];
const LETTERS: &[u8; 4] = b"abcd";
const WIDE: u64 = 0x0123_4567_89ab_cdef;
const SMALL: i16 = -3;

same! { constants_have_their_types(x) -> [u32; 5] {
    let mut list = START;
    list[1] = x;
    let low = x.min(LIMITS.low);
    let mixed = (u64::from(x) ^ WIDE) + PAIR.1;
    let byte = LETTERS[2];
    [list[1] ^ list[4], low ^ LIMITS.high, (mixed >> 32) as u32, byte as u32 + PAIR.0, (-SMALL) as u32]
} }

same! { a_table_of_the_body_is_a_value(x) -> [u32; 2] {
    const TABLE: [u32; 3] = [1, 2, 3];
    let mut copy = TABLE;
    copy[1] += x % 5;
    [copy[1], TABLE[1] + copy[2]]
} }

same! { rows_of_tables_are_values(x) -> [u32; 4] {
    let i = (x % 2) as usize;
    let row = ROWS[i];
    let [first, last] = CUBE[1][i];
    let cube = CUBE[i];
    [row[0] as u32 + row[2] as u32, first as u32 * 1000 + last as u32, cube[0][1] as u32, CUBE[i][i][1 - i] as u32]
} }

same! { integers_from_and_to_bytes(x) -> [u32; 5] {
    let [a, b, c, d] = x.to_le_bytes();
    let swapped = u32::from_be_bytes([a, b, c, d]);
    let wide = u64::from_le_bytes([d, c, b, a, 1, 2, 3, a]);
    let short = i16::from_le_bytes([a, d]);
    let long = u128::from_be_bytes([a, b, c, d, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, b]);
    let back = (wide as i64).to_be_bytes();
    [swapped, wide as u32 ^ (wide >> 32) as u32, short as u32, (long >> 99) as u32 ^ long as u32, back[3] as u32]
} }

same! { arrays_of_tuples_and_of_small_arrays(x) -> [u32; 4] {
    let mut pairs = [(false, 0u64); 3];
    let mut small = [[0u8; 4]; 3];
    for k in 0..3 {
        pairs[k] = (x % 2 == 0, (x as u64) << k);
        small[k][k + 1] = x as u8;
        small[2][0] ^= small[k][k + 1] >> k;
    }
    pairs[1].0 = !pairs[1].0;
    let copy = small;
    small[0] = copy[1];
    [pairs[0].0 as u32 + 2 * pairs[1].0 as u32, (pairs[2].1 >> 2) as u32, small[0][2] as u32, copy[2][0] as u32]
} }

same! { arrays_behind_references(x) -> [u32; 3] {
    fn rotate(state: &mut [u32; 5]) -> u32 {
        let old = *state;
        let [a, b, c, d, e] = *state;
        *state = [b, c, d, e, a];
        old[0] ^ state[4]
    }
    let mut state = [1, 2, x, 4, 5];
    let difference = rotate(&mut state);
    [difference, state[1], state[4]]
} }

same! { slices_in_tuples(x) -> [u32; 2] {
    fn sum(list: &[u32]) -> u32 {
        let mut sum = 0u32;
        for k in 0..list.len() {
            sum = sum.wrapping_add(list[k]);
        }
        sum
    }
    let list = [x, 1, 2, 3, x];
    let (first, rest) = (&list[..1], &list[1..]);
    [sum(first), sum(rest)]
} }

same! { negated_constants(x) -> [u32; 1] {
    let y = -PI * (x % 7) as f32;
    [y.to_bits()]
} }

/// A variable with the name of the function that gives it.
#[vyre::function]
fn half(values: &[u32]) -> u32 {
    values[0] / 2
}

#[vyre::function]
impl Range {
    fn new(low: u32) -> Self {
        Self { low, high: 2 * low }
    }

    fn shift(&mut self, by: u32) {
        self.low += by;
        self.high += by;
    }

    fn sum(&self) -> u32 {
        self.low + self.high
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn names(input: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let half = half(&input[i..]);
    let mut range = Range::new(half);
    range.shift(1);
    let twice = Range::new(i);
    out[i] = range.low + twice.sum();
}

#[test]
fn functions_have_the_names_of_variables_and_new_gives_its_type() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0; EDGES.len()];
        names(&EDGES, &mut out).dispatch(&device).unwrap();
        let expected = (0..).zip(EDGES).map(|(i, x): (u32, u32)| x / 2 + 1 + 3 * i);
        assert!(expected.eq(out), "{device}: {out:?}");
    }
}

#[vyre::function]
fn widened(range: Range, rows: [u8; 3], table: &[u32]) -> Range {
    Range { low: range.low + START[1], high: range.high + u32::from(rows[1]) + table[2] }
}

#[vyre::function]
fn turned(rows: [[u8; 2]; 2], by: u64) -> [[u8; 2]; 2] {
    [rows[1], [rows[0][1], by as u8 + ROWS[0][0]]]
}

#[test]
fn functions_of_structs_and_arrays_can_be_called_on_the_host() {
    let range = widened(Range { low: 1, high: 2 }, [9, 8, 7], &[1, 2, 3]);
    assert_eq!(range, Range { low: 5, high: 13 });
    assert_eq!(turned([[1, 2], [3, 4]], 10), [[3, 4], [2, 4]], "250 + 10 wraps around");
}

same! { lists_of_two_and_four_have_the_type_of_their_uses(x) -> [u32; 5] {
    let i = (x % 4) as usize;
    let dx = [0, 1, 0, -1];
    let mut sum = 0i32;
    for d in 0..4usize {
        sum += dx[d] * (d as i32 + 2);
    }
    let mut counts = [0; 2];
    counts[1] += u64::from(x) << 33;
    let zeros = [0; 4];
    let wide: i64 = zeros[i];
    let mut pair = [1u64, 2];
    pair = if x > 3 { [3, 4] } else { pair };
    let offsets = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let (a, b) = offsets[i];
    let mixed: i8 = a - 2 * b;
    let rows = [[1u64, 2], [3, 4], [5, u64::from(x)]];
    let grid = [[0, -1], [1, 0]];
    let turned: i16 = grid[i % 2][1 - i % 2];
    let chosen = match x { 0 => [1, -2], 1 => [x as i32, 5], _ => [7; 2] };
    [
        (sum as u32).wrapping_add((counts[1] >> 32) as u32),
        wide as u32 + (pair == [3, 4]) as u32,
        (mixed as u32).wrapping_add((rows[2][1] ^ rows[1][0]) as u32),
        turned as u32,
        (chosen[0] + chosen[1]) as u32,
    ]
} }

same! { functions_take_and_give_lists(x) -> [u32; 3] {
    fn turned(a: [u64; 2], by: [i32; 4]) -> [u64; 2] {
        if by[0] < 0 {
            return [5, 6];
        }
        [a[1], a[0]]
    }
    fn halves(x: u32) -> ([u8; 2], [i64; 4]) {
        if x % 2 == 0 { ([1, 2], [-3, 4, 5, 6]) } else { ([0; 2], [9; 4]) }
    }
    let sign = if x > 5 { -1 } else { 1 };
    let (first, second) = halves(x);
    let result = turned([1, 2], [sign, -4, 5, 6]);
    [result[0] as u32, first[1] as u32 + second[3] as u32, second[0] as u32]
} }

same! { parameters_are_patterns(x) -> [u32; 2] {
    fn sum((a, b): (u32, u8), [c, _, d]: [u16; 3]) -> u32 {
        a / 2 + b as u32 + c as u32 * d as u32
    }
    fn low(Range { low, high: _ }: Range, (mut by, ..): (u32, bool, u8)) -> u32 {
        by %= 7;
        low ^ by
    }
    [sum((x, 7), [x as u16, 1, 3]), low(Range { low: 3, high: x }, (x, true, 1))]
} }

const FIRST: Range = Range { low: 1, high: 2 };
const LIST: [Range; 3] = [FIRST, Range { low: 9, ..FIRST }, LIMITS];

#[test]
fn elements_of_tables_of_structs_have_their_type() {
    #[vyre::kernel]
    fn kernel(out: &mut [u32]) {
        let i = invocation_id().x;
        let range = LIST[i];
        out[i] = range.low + LIST[i + 1].high * 10 + (range == FIRST) as u32 * 100;
    }
    for device in devices() {
        let mut out = [0; 3];
        kernel(&mut out).dispatch(&device).unwrap();
        // Ten times 0x8000_0000 wraps to 0; past the end there is nothing.
        assert_eq!(out, [1 + 20 + 100, 9, 3], "{device}");
    }
}

/// Nothing but the store says that the elements are bytes.
#[vyre::kernel]
fn rows_of_bytes(bytes: &[u8], out: &mut [u8]) {
    let mut rows = [[0; 4]; 8];
    rows[1] = [bytes[0], bytes[1], bytes[2], bytes[3]];
    out[0] = rows[1][2] + bytes[4];
}

#[test]
fn rows_have_the_type_of_what_is_stored() {
    for device in devices() {
        let mut out = [0];
        rows_of_bytes(&[1, 2, 253, 4, 5], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [2], "{device}");
    }
}
