//! Lengths of arrays of arrays.

#[test]
fn lengths_of_local_and_workgroup_arrays() {
    #[vyre::kernel(workgroup_size = 1)]
    fn k(out: &mut [u32]) {
        let mut grid = [[0u8; 5]; 4];
        let i = invocation_id().x;
        grid[i][2] = 9;
        out[0] = grid.len();
        out[1] = grid[1].len();
        let mut sum = 0u32;
        for _ in 0..grid.len() {
            sum += 1;
        }
        out[2] = sum;
        let mut plain = [[0u32; 3]; 2];
        plain[i][1] = 4;
        out[3] = plain.len();
        let r = plain[i];
        out[4] = plain.len() + r[1];
        let mut wide = [[0u64; 3]; 2];
        wide[i][1] = 4;
        out[5] = wide.len();
        let mut t = [(1u32, 2u8); 7];
        t[i].0 = 3;
        out[6] = t.len();
        let mut w = workgroup_array::<[u32; 3], 2>();
        out[7] = w.len() + 100 * w[0].len();
    }
    for d in crate::tried::devices() {
        let mut out = [0; 8];
        k(&mut out).invocations([1, 1, 1]).dispatch(&d).unwrap();
        assert_eq!(out, [4, 5, 4, 2, 6, 2, 7, 302]);
    }
}
const GRID: [[u16; 3]; 5] = [[1; 3]; 5];
#[test]
fn lengths_that_depend_on_constants() {
    #[vyre::kernel(workgroup_size = 1)]
    fn k<const N: u32>(out: &mut [u32]) {
        const OWN: [[u32; 2]; 6] = [[0; 2]; 6];
        let mut t = [[0u32; (N + 1) as usize]; N as usize];
        let i = invocation_id().x;
        t[i][0] = 5;
        out[0] = t.len();
        out[1] = t[i].len();
        out[2] = GRID.len() + 100 * GRID[i].len();
        out[3] = OWN.len() + 100 * OWN[i].len();
        let u = [[1u32, 2, 3], [3, 4, 5]];
        out[4] = u.len() + 100 * u[i].len() + u[i][2];
        let mut deep = [[[0u8; 2]; 3]; 4];
        deep[i][1][1] = 3;
        out[5] = deep.len() + 100 * deep[i].len() + 10000 * deep[i][1].len();
    }
    for d in crate::tried::devices() {
        let mut out = [0; 6];
        k::<3>(&mut out).invocations([1, 1, 1]).dispatch(&d).unwrap();
        assert_eq!(out, [3, 4, 305, 206, 305, 20304]);
    }
}

mod elsewhere {
    pub const COLUMNS: usize = 3;
}

/// Rows are copied where only rustc knows how long they are, and where they are too long for values.
#[test]
fn rows_of_any_length_are_copied() {
    #[vyre::kernel(workgroup_size = 1)]
    fn rows(at: u32, out: &mut [u32]) {
        let mut table = [[0u32; elsewhere::COLUMNS]; 4];
        for y in 0..table.len() {
            for x in 0..table[y].len() {
                table[y][x] = 10 * y + x;
            }
        }
        let mut row = table[at];
        row[0] += 500;
        out[0] = row[0];
        out[1] = table[at][0];
        out[2] = row.len();
        table[0] = row;
        table[at + 1] = table[0];
        row = table[at];
        out[3] = table[0][0];
        out[4] = table[at + 1][2];
        out[5] = row[1];
        // Past the end a row is zeros, and nothing is written.
        let none = table[at + 4];
        table[at + 4] = row;
        out[6] = none[0] + none[1] + none[2];
        let mut long = [[0u16; 300]; 3];
        long[2][299] = 7;
        let copy = long[at + 1];
        out[7] = copy[299] as u32 + copy.len();
    }
    #[vyre::kernel(workgroup_size = 1)]
    fn over<const N: u32>(at: u32, out: &mut [u32]) {
        let mut shared = workgroup_array::<[u32; N], 2>();
        for x in 0..N {
            shared[at][x] = x * x;
        }
        let row = shared[at];
        out[0] = row[N - 1];
        shared[0] = row;
        out[1] = shared[0][2];
    }
    for d in crate::tried::devices() {
        let mut out = [9; 8];
        rows(1, &mut out).workgroups([1, 1, 1]).dispatch(&d).unwrap();
        assert_eq!(out, [510, 10, 3, 510, 12, 11, 0, 307], "{d}");
        let mut out = [9; 2];
        over::<5>(1, &mut out).workgroups([1, 1, 1]).dispatch(&d).unwrap();
        assert_eq!(out, [16, 4], "{d}");
    }
}

/// What random source has found: lists that are repeated, references in a macro's tokens, calls that come to the same types later.
#[test]
fn random_source_compiles() {
    #[vyre::function]
    fn shown(mut x: u32) -> u32 {
        let is_small = matches!(
            {
                let r = &mut x;
                *r += 2;
                x
            },
            3..=24
        );
        u32::from(is_small)
    }
    #[vyre::function]
    fn chosen(a: u32, b: u64) -> u64 {
        fn more<T: vyre::Integer>(a: T, b: T) -> T {
            a + b
        }
        let first: u64 = more(1, b);
        let second: u64 = more(b, 2);
        first + second + u64::from(more(a, a))
    }
    #[vyre::kernel(workgroup_size = 1)]
    fn k(n: u32, out: &mut [u32]) {
        let table: [[u32; 3]; 5] = [[n, n + 1, 7]; 5];
        out[0] = table[n][1] + 10 * table[4][0] + 100 * table.len();
        let mut other = [[n, 2, 3]; 2];
        other[1][n] = 9;
        out[1] = other[1][2] * 10 + other[0][2];
        out[2] = shown(n) + 10 * shown(n + 40);
        out[3] = chosen(n, 5) as u32;
    }
    for d in crate::tried::devices() {
        let mut out = [0; 4];
        k(2, &mut out).workgroups([1, 1, 1]).dispatch(&d).unwrap();
        assert_eq!(out, [523, 93, 1, 6 + 7 + 4], "{d}");
    }
    assert_eq!((shown(2), shown(42), chosen(2, 5)), (1, 0, 17));
}
