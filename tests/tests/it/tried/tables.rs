//! Tables of tuples and of enums, and tables of an `impl`.

#[vyre::data]
#[derive(PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub = 7,
    Mul,
}
const OFFSETS: [(i32, (u8, bool)); 4] = [(0, (1, true)), (1, (0, false)), (0, (255, true)), (-1, (0, false))];
const OPS: [Op; 3] = [Op::Add, Op::Sub, Op::Mul];
const GRID: [[(u32, Op); 2]; 2] = [[(1, Op::Add), (2, Op::Sub)], [(3, Op::Mul), (4, Op::Add)]];
#[vyre::kernel(workgroup_size = 1)]
fn parts(out: &mut [[i32; 4]]) {
    const LOCAL: [(u32, f32); 2] = [(1, 0.5), (2, 0.25)];
    const LOW: u32 = 3;
    let i = invocation_id().x;
    let (dx, (dy, flag)) = OFFSETS[i % 4];
    let op = OPS[i % 3];
    let (n, inner) = GRID[i / 2][(i % 2) as usize];
    let m = match (op, n) {
        (Op::Add, 0..LOW) => 1,
        (Op::Sub, LOW..=9) => 2,
        (Op::Mul, _) => 3,
        (_, (1 | 2)) => 4,
        _ => 5,
    };
    out[i] = [
        dx * 10 + OFFSETS[i].1.0 as i32 + flag as i32 * 1000,
        m,
        op as i32 * 10 + inner as i32,
        dy as i32 + (LOCAL[i % 2].1 * 8.0) as i32 + LOCAL[i].0 as i32,
    ];
    for (k) in 0..1 {
        out[i][0] += k;
    }
}
#[test]
fn tables_of_tuples() {
    for d in crate::tried::devices() {
        let mut out = [[0; 4]; 4];
        parts(&mut out).dispatch(&d).unwrap();
        // i = 0: Add, (1, Add): 1; i = 1: Sub, (2, Sub): 4; i = 2: Mul: 3; i = 3: Add, (4, Add): 5
        assert_eq!(
            out,
            [[1001, 1, 0, 1 + 4 + 1], [10, 4, 77, 2 + 2], [1255, 3, 88, 255 + 4], [-10, 5, 0, 2]]
        );
    }
}
mod shapes {
    pub const TURNS: [(i32, i32); 2] = [(3, 4), (-5, 6)];
    pub mod inner {
        pub const ROWS: [[i8; 3]; 2] = [[1, -2, 3], [4, 5, -6]];
    }
    #[vyre::data]
    #[derive(Debug, PartialEq)]
    pub struct Rect {
        pub min: [i32; 2],
    }
    #[vyre::function]
    impl Rect {
        pub const CORNERS: [[i32; 2]; 4] = [[0, 0], [1, 0], [0, 1], [1, 1]];
        const WEIGHTS: [u8; 3] = [5, 250, 7];
        const NAMED: [(u32, u8); 2] = [(1, 2), (3, 4)];
        pub fn corner(&self, n: usize) -> [i32; 2] {
            let [cx, cy] = Self::CORNERS[n];
            [self.min[0] + cx * 10, self.min[1] + cy * 10 + Self::CORNERS[n][1]]
        }
        pub fn weight(&self, n: u32) -> u32 {
            let (a, b) = Rect::NAMED[n];
            Self::WEIGHTS[n] as u32 * 2 + Self::WEIGHTS.len() as u32 + a + b as u32
        }
    }
}
use shapes::TURNS as ALL;
use shapes::inner::{self, ROWS};
#[vyre::kernel(workgroup_size = 1)]
fn methods(r: &[shapes::Rect], out: &mut [[i32; 2]]) {
    let i = invocation_id().x;
    out[i] = r[i].corner(i as usize);
    let w: u32 = r[i].weight(i);
    out[i][0] += w as i32;
    let (x, y) = ALL[i];
    let (z, _) = shapes::TURNS[i];
    let row = ROWS[i];
    let [a, _, b] = inner::ROWS[i];
    out[i][1] += x * 1000 + y * 100 + z + row[1] as i32 + (a * b) as i32;
}
#[test]
fn methods_with_tables() {
    for d in crate::tried::devices() {
        let r = [shapes::Rect { min: [1, 2] }, shapes::Rect { min: [3, 4] }];
        let mut out = [[0; 2]; 2];
        methods(&r, &mut out).dispatch(&d).unwrap();
        assert_eq!(out, [[1 + 13 + 3, 2 + 3000 + 400 + 3 - 2 + 3], [13 + 510, 4 - 5000 + 600 - 5 + 5 - 24]]);
        assert_eq!(r[1].corner(3), [13, 15]);
        assert_eq!(r[1].weight(1), 510);
    }
}
