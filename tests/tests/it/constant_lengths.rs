//! The lengths of arrays are constant expressions over literals, constants and constant parameters, wherever a type or an array is written.

use vyre::prelude::*;
use vyre_tests::devices;

const TWO: usize = 2;
const N: usize = 3;
const BITS: u32 = 4;
const BACK: i32 = -2;
const WIDE: u64 = 5;
const DEPTH: usize = if BITS > 3 { 8 } else { 1 };
const IS_LONG: bool = N > 2;
const ROWS: [[u32; TWO]; N] = [[1, 2], [3, 4], [5, 6]];
const BYTES: [[u8; N]; TWO] = [[1, 2, 3], [4, 5, 6]];

mod settings {
    const HALF: usize = 2;
    pub(super) const WIDTH: usize = HALF * 3;
    pub(super) const fn squared(n: usize) -> usize {
        n * n
    }
}
use settings::WIDTH as ACROSS;

mod tools {
    use vyre::prelude::*;

    const LEN: usize = 5;
    /// Of another value than the one outside.
    const N: usize = 4;

    #[vyre::function]
    pub(super) fn last(x: [u32; LEN]) -> u32 {
        let w: [u32; LEN] = x;
        w[LEN - 1] * 10 + N
    }

    #[vyre::function]
    pub(super) fn second<T: vyre::Number>(x: [T; LEN], at: u32) -> T {
        let mut w: [T; LEN] = [x[0]; LEN];
        w[1] = x[1];
        w[at]
    }

    #[vyre::function]
    pub(super) fn spread(x: u32) -> [u32; LEN + N] {
        let mut out = [x; LEN + N];
        out[LEN] = 9;
        out
    }

    #[vyre::data]
    pub(super) struct Row {
        pub(super) cells: [u32; LEN],
        pub(super) sides: [f32; N * 2],
    }

    #[vyre::function]
    impl Row {
        pub(super) fn sum(self) -> u32 {
            let w = [1u32; LEN];
            w[LEN - 1] + self.cells[LEN - 1] + w.len() + self.sides.len()
        }
    }
}

#[vyre::function]
fn swapped(x: [u32; TWO]) -> [u32; TWO] {
    [x[1], x[0]]
}

#[vyre::function]
fn through(x: &[u32; N], y: &mut [u32; TWO]) -> u32 {
    y[0] = x[2];
    x[0] + x.len()
}

#[vyre::kernel(workgroup_size = 1)]
fn arrays(out: &mut [u32]) {
    const INNER: usize = N * 2;
    let a: [u32; N] = [7; N];
    let b = [1u32; ACROSS];
    let c: [u32; settings::squared(2)] = [5; settings::squared(2) + 0];
    let d: [u32; INNER] = [4; INNER];
    let e: [u8; (BACK + 5) as usize] = [1; (BACK + 5) as usize];
    let f = [0u32; if IS_LONG { 6 } else { 1 }];
    let g: [u32; WIDE as usize] = [2; WIDE as usize];
    let mut h = [[0u32; N]; DEPTH];
    h[7][2] = 8;
    let [x, y, z] = [9u32; N];
    let t: ([u32; N], u32) = ([1; N], 2);
    out[0] = a[2] + a.len();
    out[1] = b.len();
    out[2] = c[3] + c.len();
    out[3] = d[5] + d.len();
    out[4] = e[2] as u32 + e.len();
    out[5] = f.len();
    out[6] = g[4] + g.len();
    out[7] = h[7][2] + h.len();
    out[8] = x + y + z;
    out[9] = t.0[2] + t.1;
    out[10] = [0u32; N].len();
}

#[test]
fn local_arrays_have_constant_lengths() {
    for device in devices() {
        let mut out = [0u32; 11];
        arrays(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [10, 6, 9, 10, 4, 6, 7, 16, 27, 3, 3]);
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn tiles(out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, { 1 << BITS }>();
    let mut pairs = workgroup_array::<[u32; N], TWO>();
    tile[15] = 7;
    pairs[1][2] = 3;
    out[0] = tile[15] + tile.len();
    out[1] = pairs[1][2] + pairs.len();
}

#[test]
fn workgroup_arrays_have_constant_lengths() {
    for device in devices() {
        let mut out = [0u32; 2];
        tiles(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [23, 5]);
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn parameters(out: &mut [u32], rows: &mut [[u32; N]], pairs: &[[u32; TWO]], p: [u32; TWO], k: [u32; N]) {
    let mut l: [u32; N] = [0; N];
    for i in 0..N {
        l[i] = k[i] * 2;
    }
    rows[0] = l;
    rows[1][2] = 5;
    out[0] = swapped(pairs[0])[0] * 10 + swapped(p)[1];
    let mut q = [1u32, 2];
    out[1] = through(&l, &mut q) * 10 + q[0];
}

#[test]
fn parameters_have_constant_lengths() {
    for device in devices() {
        let (mut out, mut rows) = ([0u32; 2], [[0u32; 3]; 2]);
        parameters(&mut out, &mut rows, &[[1, 2]], [3, 4], [1, 2, 3]).dispatch(&device).unwrap();
        assert_eq!((out, rows), ([23, 56], [[2, 4, 6], [0, 0, 5]]));
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn calls(out: &mut [u32], rows: &[tools::Row]) {
    out[0] = tools::last([5, 6, 7, 8, 9]);
    out[1] = tools::second([1u32, 2, 3, 4, 5], 1);
    let all = tools::spread(6);
    out[2] = all[0] + all[5] + all.len();
    out[3] = rows[0].sum();
}

#[test]
fn functions_elsewhere_have_the_lengths_of_their_own_constants() {
    for device in devices() {
        let mut out = [0u32; 4];
        let rows = [tools::Row { cells: [1, 2, 3, 4, 50], sides: [0.0; 8] }];
        calls(&mut out, &rows).dispatch(&device).unwrap();
        assert_eq!(out, [94, 2, 24, 64]);
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn tables(out: &mut [u32], i: u32) {
    const LOCAL: [u32; N + 1] = [9; N + 1];
    let (row, bytes) = (ROWS[i], BYTES[i]);
    out[0] = row[1];
    out[1] = BYTES[i][2] as u32 + bytes[1] as u32 + bytes.len();
    out[2] = LOCAL[3] + LOCAL.len();
    out[3] = ROWS.len() * 10 + BYTES.len();
}

#[test]
fn tables_have_rows_of_constant_lengths() {
    for device in devices() {
        let mut out = [0u32; 4];
        tables(&mut out, 1).dispatch(&device).unwrap();
        assert_eq!(out, [4, 14, 13, 32]);
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn doubled<const K: u32>(out: &mut [u32]) {
    let mut a = [1u32; (K * 2 + N as u32) as usize];
    let b = [2u32; ((K << 1 | 1) ^ 8) as usize];
    let mut tile = workgroup_array::<u32, { (K >> 1) & 6 }>();
    a[K * 2 + 2] = 4;
    tile[0] = b[0];
    out[0] = a.len() * 100 + a[K * 2 + 2];
    out[1] = b.len();
    out[2] = tile.len() * 10 + tile[0];
}

#[test]
fn lengths_are_computed_of_constant_parameters() {
    for device in devices() {
        let mut out = [0u32; 3];
        doubled::<5>(&mut out).dispatch(&device).unwrap();
        // 5 * 2 + 3; (10 | 1) ^ 8 = 3; 2 & 6 = 2.
        assert_eq!(out, [1304, 3, 22]);
    }
}

#[test]
fn text_has_constant_lengths() {
    let module = vyre::Module::compile(
        "
        const N: usize = 3;
        const M: usize = N * 2;
        fn sum(x: [u32; N]) -> u32 { x[0] + x[N - 1] }
        #[kernel(workgroup_size = 1)]
        fn run(out: &mut [u32], rows: &[[u32; N]]) {
            let l: [u32; M] = [2; M];
            let mut t = workgroup_array::<u32, { 1 << N }>();
            t[7] = 1;
            out[0] = l[5] + l.len() + t[7] + t.len() + sum([4; N]);
            let r: [u32; N] = rows[0];
            out[1] = r[2];
        }",
    )
    .unwrap();
    let mut out = [0u32; 2];
    let rows = [[1u32, 2, 3]];
    let arguments = [Arg::write(&mut out), Arg::read(&rows)];
    module.kernel("run").unwrap().launch(arguments).dispatch(&Device::cpu()).unwrap();
    assert_eq!(out, [25, 3]);
}

/// A type with parameters, before whose block no name stands: its constants name it as `Self`.
struct Held<T>(T);

impl<T: Copy> Held<T> {
    const WIDTH: usize = 4;
    const ALL: usize = Self::WIDTH * 2;
}

#[vyre::kernel]
fn beside_types_with_parameters(out: &mut [u32]) {
    let [first, second, ..] = [1u32; N + 1];
    out[0] = first + second;
    if N > 2 {
        out[2] = 1;
    }
}

#[test]
fn constants_have_values_beside_types_with_parameters() {
    assert_eq!(Held::<u8>::ALL + usize::from(Held(1u8).0), 9);
    for device in devices() {
        let mut out = [0; 3];
        beside_types_with_parameters(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [2, 0, 1], "on {device}");
    }
}
