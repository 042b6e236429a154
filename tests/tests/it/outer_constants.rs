//! Constants and tables of Rust's, by name and by path, with the values that rustc gives them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::devices;

const TILE: u32 = 16;
const WIDTH: usize = 3 * 4;
const RADIUS: i32 = 2;
const BIG: u64 = 0x1234_5678_9abc_def0;
const DEBUG: bool = true;
const PAIR: [u32; 2] = [7, 8];

#[allow(unreachable_pub, reason = "a module as any other")]
mod settings {
    pub const SCALE: u32 = super::TILE * 100;
    pub struct Limits;
    impl Limits {
        pub const MOST: u32 = 1 << 20;
        pub const LETTER: u8 = b'x';
        pub const BELOW: i64 = -5;
    }
    pub const fn squares<const N: usize>() -> [u32; N] {
        let mut squares = [0; N];
        let mut at = 0;
        while at < N {
            squares[at] = (at * at) as u32;
            at += 1;
        }
        squares
    }
}
use settings::Limits;

#[vyre::function]
fn scaled(x: u32) -> u32 {
    const TWICE: u32 = settings::SCALE * 2;
    fn inner(x: u32) -> u32 {
        x * TWICE + TILE
    }
    if x > TILE { inner(x) } else { x * settings::SCALE }
}

#[vyre::kernel]
fn values(out: &mut [u32], wide: &mut [u64], signed: &mut [i32]) {
    const HALF: u32 = TILE / 2;
    const LAST: u32 = settings::squares::<5>()[4] + HALF;
    out[0] = TILE;
    out[1] = settings::SCALE;
    out[2] = Limits::MOST - Limits::LETTER as u32;
    out[3] = if DEBUG && !cfg_debug(DEBUG) { 1 } else { 2 };
    out[4] = PAIR[1] * 10 + PAIR[0];
    out[5] = HALF * 1000 + LAST;
    let mut local = [1u32; WIDTH * 2];
    local[WIDTH] = 5;
    out[6] = local.len() * 100 + local[WIDTH] + local[WIDTH + 1];
    let mut tile = workgroup_array::<u32, WIDTH>();
    tile[11] = u8::MAX as u32;
    out[7] = tile.len() + tile[11];
    let mut sum = 0;
    for k in 0..TILE {
        sum += k;
    }
    out[8] = sum + scaled(3) + scaled(20);
    let n = TILE;
    out[9] = n / 3 + n.pow(2) + TILE.count_ones();
    out[10] = core::u8::MAX as u32 ^ u32::BITS;
    wide[0] = BIG;
    wide[1] = BIG >> 4 | TILE as u64;
    wide[2] = Limits::BELOW as u64;
    let mut distance = 0;
    for j in -RADIUS..=RADIUS {
        distance += j * j;
    }
    signed[0] = distance;
    signed[1] = -RADIUS - i32::MAX + Limits::BELOW as i32;

    fn cfg_debug(is: bool) -> bool {
        !is
    }
}

#[test]
fn constants_have_their_values() {
    assert_eq!((scaled(3), scaled(20)), (4800, 64_016));
    for device in devices() {
        let (mut out, mut wide, mut signed) = ([0u32; 11], [0u64; 3], [0i32; 2]);
        values(&mut out, &mut wide, &mut signed).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let most = (1 << 20) - 120;
        let first = [16, 1600, most, 1, 87, 8024, 2406, 12 + 255];
        assert_eq!(out[..8], first, "{device}");
        assert_eq!(out[8..], [120 + 4800 + 64_016, 5 + 256 + 1, 255 ^ 32], "{device}");
        assert_eq!(wide, [BIG, BIG >> 4 | 16, -5i64 as u64], "{device}");
        assert_eq!(signed, [10, (-2i32).wrapping_sub(i32::MAX).wrapping_sub(5)], "{device}");
    }
}

const SQUARES: [u32; 20] = settings::squares();
const MATRIX: [[i32; 3]; 2] = [[1, -2, 3], [4, 5, -6]];
static LONG: [u64; 3] = [u64::MAX, 1 << 40, 3];
const FLAGS: &[bool] = &[true, false, true];
const POINTS: [[u32; 2]; 3] = [[1, 2], [3, 4], [5, 6]];

#[vyre::kernel]
fn tables(out: &mut [u32], wide: &mut [u64], signed: &mut [i32], shift: i32) {
    const INNER: [u32; 5] = [9, TILE, 7, 6, 5];
    const LETTERS: [u32; 3] = [b'a' as u32, settings::SCALE, 1 << 3];
    let i = invocation_id().x;
    if i < 30 {
        out[i] = SQUARES[i] + INNER[i % 6] * 1000 + LETTERS[i % 4] * 10000;
    }
    let k = i as i32 - shift;
    signed[i] = MATRIX[i / 3][k] + MATRIX[i][1];
    wide[i] = LONG[i as u64 + 1] + if FLAGS[i] { 1 } else { 0 };
    if i == 0 {
        out[30] = SQUARES.len() + INNER.len() * 100 + MATRIX.len() * 1000;
        let p: [u32; 2] = POINTS[TILE % 5];
        out[31] = p[0] * 10 + p[1];
    }
}

#[test]
fn tables_are_read_anywhere() {
    for device in devices() {
        let (mut out, mut wide, mut signed) = ([0u32; 32], [0u64; 32], [0i32; 32]);
        tables(&mut out, &mut wide, &mut signed, 1).dispatch(&device).unwrap();
        let inner = [9, 16, 7, 6, 5, 0];
        let letters = [97, 1600, 8, 0];
        for i in 0..30u32 {
            let square = if i < 20 { i * i } else { 0 };
            let expected = square + inner[i as usize % 6] * 1000 + letters[i as usize % 4] * 10000;
            assert_eq!(out[i as usize], expected, "{i} on {device}");
        }
        assert_eq!(out[30..], [20 + 500 + 2000, 34], "{device}");
        assert_eq!(wide[..4], [(1 << 40) + 1, 3, 1, 0], "{device}");
        // Row 0 with -1, 0, 1, then row 1 with 2, then columns 3 and on; and the second column of rows 0 and 1.
        assert_eq!(signed[..6], [-2, 1 + 5, -2, -6, 0, 0], "{device}");
    }
}

#[vyre::kernel]
fn generic<const N: u32>(out: &mut [u32]) {
    let mut local = [N; TILE as usize];
    local[N] = SQUARES[N] + settings::SCALE;
    out[invocation_id().x] = local[3] + local[4] * 10 + local.len() * 100_000;
}

#[test]
fn constant_parameters_stand_beside_constants() {
    for device in devices() {
        let mut out = [0; 1];
        generic::<4>(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [4 + 16_160 + 1_600_000], "{device}");
        generic::<3>(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [1609 + 30 + 1_600_000], "{device}");
    }
}

#[vyre::kernel]
fn substitute(data: &mut [u32]) {
    let i = invocation_id().x;
    data[i] = SQUARES[data[i]];
}

#[vyre::function]
fn middle(low: usize, high: usize) -> usize {
    if high < low {
        return WIDTH;
    }
    low + (high - low) / 2 - usize::MAX - 1
}

#[vyre::kernel]
fn in_usize(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x as usize;
    let n = a.len() as usize;
    let mut sum = 0usize;
    for k in (0..n).step_by(2) {
        sum += a[k] as usize;
    }
    let back: isize = -1 - i as isize;
    let m: usize = middle(i, n);
    out[i] = (sum.pow(2) % WIDTH + m.min(5) * 100) as u32 + a[back] + usize::BITS + (back >> 1) as u32;
}

#[test]
fn usize_has_32_bits() {
    assert_eq!((middle(4, 8), middle(0xffff_fffe, 0xffff_ffff), middle(3, 2)), (6, 0xffff_fffe, 12));
    let a: Vec<u32> = (1..20).collect();
    let sum: u32 = (1..20).step_by(2).sum();
    for device in devices() {
        let mut out = vec![0; 19];
        in_usize(&a, &mut out).dispatch(&device).unwrap();
        for i in 0..19u32 {
            let expected = sum.pow(2) % 12 + (i + (19 - i) / 2).min(5) * 100 + 32;
            assert_eq!(
                out[i as usize],
                expected.wrapping_add(((-1 - i as i32) >> 1) as u32),
                "{i} on {device}"
            );
        }
    }
}

#[test]
fn a_table_serves_many_launches() {
    for device in devices() {
        let mut data = device.buffer(&[4u32, 2, 1, 19, 20]).unwrap();
        substitute(&mut data).dispatch(&device).unwrap();
        substitute(&mut data).dispatch(&device).unwrap();
        assert_eq!(data.read().unwrap(), [256, 16, 1, 0, 0], "{device}");
    }
}
