//! What is known of constant tables before a kernel runs.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use vyre::prelude::*;
use vyre_tests::devices;

const SQUARES: [u32; 5] = [0, 1, 4, 9, 16];
const WIDE: [u64; 2] = [7, 0x0123_4567_89ab_cdef];
const TRUTHS: [bool; 3] = [true, false, true];
const POINTS: [[u32; 2]; 2] = [[10, 11], [20, 21]];

/// Every load has a constant index, one of them beyond the end.
#[vyre::kernel(workgroup_size = 1)]
fn constant_indices(out: &mut [u32]) {
    let mut sum = 0;
    for i in 0..SQUARES.len() {
        sum = sum * 100 + SQUARES[i];
    }
    out[0] = sum;
    let wide: u64 = WIDE[1];
    out[1] = (wide >> 32) as u32;
    out[2] = wide as u32;
    let (first, second): (bool, bool) = (TRUTHS[0], TRUTHS[1]);
    out[3] = first as u32 * 2 + second as u32;
    out[4] = POINTS[1][0] + POINTS[0][1];
    out[5] = SQUARES[5 + out.len() * 0];
}

#[vyre::kernel(workgroup_size = 8)]
fn any_index(out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = SQUARES[i] + SQUARES.len();
}

#[test]
fn loads_at_constant_indices_are_constants() {
    let text = constant_indices::wgsl();
    // The high word of `WIDE[1]`.
    assert!(text.contains("19088743u") || text.contains("0x1234567u"), "{text}");
}

#[test]
fn tables_give_their_elements_and_zero_beyond() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = vec![7; 6];
        constant_indices(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        // 0, 1, 4, 9, 16 in base 100.
        assert_eq!(out, [1_040_916, 0x0123_4567, 0x89ab_cdef, 2, 31, 0], "{}", device.info());
        let mut out = vec![0; 8];
        any_index(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [5, 6, 9, 14, 21, 5, 5, 5], "{}", device.info());
    }
}

/// The guard of a table compares with its static length.
#[test]
fn the_length_of_a_table_is_static() {
    assert!(any_index::wgsl().contains("i < 5u"), "{}", any_index::wgsl());
}

mod unsettled {
    pub(crate) const LIST: [u32; 3] = [4, 5, 6];
    pub(crate) const GRID: [[u32; 2]; 2] = [[1, 2], [3, 4]];
    pub(crate) const NUMBER: u32 = 7;
    pub(crate) const SIGNED: [i32; 2] = [1, -2];
    pub(crate) const NARROW: [u8; 2] = [200, 7];
    pub(crate) const ROWS: [[i16; 2]; 2] = [[1, 2], [3, -4]];
}

#[vyre::data]
enum Side {
    N,
    E,
    W = 3,
}

/// No use but comparisons, `match` and casts says what the types are.
#[vyre::kernel(workgroup_size = 1)]
fn unsettled_types(out: &mut [i64]) {
    let i = invocation_id().x;
    if unsettled::LIST[i] > 4 {
        out[i] = 1;
    }
    let element = unsettled::LIST[1];
    let is_five = element == 5;
    out[i] += unsettled::NUMBER as i64 + 10 * is_five as i64;
    match unsettled::GRID[1][i] {
        3 => out[i] += 100,
        _ => {}
    }
    let opposite = -unsettled::SIGNED[1];
    if opposite == 2 {
        out[i] += 1000;
    }
    out[i] += 10_000 * unsettled::NARROW[i] as i64 + unsettled::ROWS[1][1] as i64;
    let side = if i == 0 { Side::N } else { Side::W };
    out[i] += match side {
        Side::N | Side::E => 10_000_000,
        _ => 20_000_000 + side as i64,
    };
}

#[test]
fn what_no_use_settles_is_a_u32() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0; 2];
        unsettled_types(&mut out).dispatch(&device).unwrap();
        let common = 7 + 10 + 1000 - 4;
        assert_eq!(
            out,
            [common + 100 + 2_000_000 + 10_000_000, common + 1 + 70_000 + 20_000_003],
            "{device}"
        );
    }
}

mod deeper {
    pub(super) const ODD: [u16; 3] = [65535, 1, 3];
    pub(super) const BYTES: &[u8; 5] = b"hello";
    pub(super) const LONGER: [u8; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            table[i] = (i * 7 + 3) as u8;
            i += 1;
        }
        table
    };
}

const WIDEST: &[u128] = &[1 << 100, 7];
const SIGNS: [i8; 3] = [-1, 2, -128];
const COUNTS: [usize; 3] = [4, 5, 6];
const ZEROS: [f32; 3] = [0.0, -0.0, 0.0];
const HALVES: [[f32; 2]; 2] = [[1.0, 2.0], [3.0, f32::MIN_POSITIVE / 4.0]];

#[vyre::function]
fn substituted(byte: u8) -> u8 {
    deeper::LONGER[byte as usize]
}

/// Algorithms pass indices, of which the last ones are beyond the tables.
#[test]
fn functions_that_are_values_read_tables() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let indices = || device.par_range(0..6u32);
        let squares = indices().map(func!(|i: u32| SQUARES[i])).collect().unwrap().read().unwrap();
        assert_eq!(squares, [0, 1, 4, 9, 16, 0], "{device}");
        let wide = indices().map(func!(|i: u32| WIDE[i])).collect().unwrap().read().unwrap();
        assert_eq!(wide, [7, 0x0123_4567_89ab_cdef, 0, 0, 0, 0], "{device}");
        let widest = indices().map(func!(|i: u32| WIDEST[i])).collect().unwrap().read().unwrap();
        assert_eq!(widest, [1 << 100, 7, 0, 0, 0, 0], "{device}");
        let truths = indices().filter(func!(|i: u32| TRUTHS[i as usize])).collect().unwrap().read().unwrap();
        assert_eq!(truths, [0, 2], "{device}");
        let narrow = func!(|i: u32| deeper::ODD[i] as i32 * SIGNS[i] as i32 + deeper::BYTES[i] as i32);
        let narrow = indices().map(narrow).collect().unwrap().read().unwrap();
        let [h, e, l, o] = [b'h', b'e', b'l', b'o'].map(i32::from);
        assert_eq!(narrow, [h - 65535, e + 2, l - 384, l, o, 0], "{device}");
        let counts = func!(|i: u32| COUNTS[i] as u32 + COUNTS.len() as u32);
        assert_eq!(indices().map(counts).collect().unwrap().read().unwrap(), [7, 8, 9, 3, 3, 3], "{device}");
        let halves = func!(|i: u32| HALVES[i / 2][i % 2] * 2.0);
        let halves = indices().map(halves).collect().unwrap().read().unwrap();
        assert_eq!(halves, [2.0, 4.0, 6.0, f32::MIN_POSITIVE / 2.0, 0.0, 0.0], "{device}");
        let zeros = indices().take(3).map(func!(|i: u32| ZEROS[i])).collect().unwrap().read().unwrap();
        let zeros: Vec<u32> = zeros.into_iter().map(f32::to_bits).collect();
        assert_eq!(zeros, ZEROS.map(f32::to_bits), "{device}");
        let bytes: Vec<u8> = (0..=255).collect();
        let mapped = device.buffer(&bytes).unwrap().par_iter().map(func!(substituted)).collect().unwrap();
        assert_eq!(mapped.read().unwrap(), deeper::LONGER, "{device}");
    }
}

#[test]
fn functions_that_are_values_read_tables_on_the_host() {
    let (square, half) = (func!(|i: u32| SQUARES[i]), func!(|i: u32, j: u32| HALVES[i][j]));
    assert_eq!([4, 5, u32::MAX].map(|i| square.call((i,))), [16, 0, 0]);
    // Beyond its own dimension an index is out of bounds, even where the flat position lies in the table.
    assert_eq!([(1, 0), (0, 2), (2, 0)].map(|place| half.call(place)), [3.0, 0.0, 0.0]);
    assert_eq!(substituted(2), 17);
}
