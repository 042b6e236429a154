use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub type Grid = [u8; 81];

    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Digits(u16);

    impl Digits {
        const ALL: Digits = Digits(0x3fe);

        fn without(self, digit: u8) -> Self {
            Digits(self.0 & !(1 << digit))
        }

        fn lowest_above(self, digit: u8) -> Option<u8> {
            (digit + 1..=9).find(|d| self.0 >> d & 1 == 1)
        }

        fn len(self) -> u32 {
            self.0.count_ones()
        }
    }

    fn peers(cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / 9, cell % 9);
        let corner = row / 3 * 27 + column / 3 * 3;
        (0..9).flat_map(move |k| [row * 9 + k, k * 9 + column, corner + k / 3 * 9 + k % 3])
    }

    fn candidates(grid: &Grid, cell: usize) -> Digits {
        peers(cell).filter(|&p| p != cell).fold(Digits::ALL, |left, p| left.without(grid[p]))
    }

    struct Step {
        cell: usize,
        left: Digits,
    }

    #[derive(Debug, PartialEq, Clone, Copy)]
    pub enum Outcome {
        Solved { tries: u32 },
        Impossible,
        GaveUp,
    }

    fn most_constrained(grid: &Grid) -> Option<Step> {
        (0..81)
            .filter(|&cell| grid[cell] == 0)
            .map(|cell| Step { cell, left: candidates(grid, cell) })
            .min_by_key(|step| step.left.len())
    }

    pub fn solve(grid: &mut Grid) -> Outcome {
        let mut trail = [const { Step { cell: 0, left: Digits(0) } }; 81];
        let mut depth = 0;
        let mut tries = 0;
        let Some(first) = most_constrained(grid) else { return Outcome::Solved { tries } };
        trail[depth] = first;
        while tries < 2000 {
            tries += 1;
            let Step { cell, left } = &trail[depth];
            match left.lowest_above(grid[*cell]) {
                Some(digit) => {
                    grid[*cell] = digit;
                    match most_constrained(grid) {
                        None => return Outcome::Solved { tries },
                        Some(next) => {
                            depth += 1;
                            trail[depth] = next;
                        }
                    }
                }
                None => {
                    grid[*cell] = 0;
                    let Some(up) = depth.checked_sub(1) else { return Outcome::Impossible };
                    depth = up;
                }
            }
        }
        Outcome::GaveUp
    }

    #[kernel(workgroup_size = 8)]
    pub fn solve_all(grids: &mut [Grid], outcomes: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i < grids.len() {
            let mut grid = grids[i];
            outcomes[i] = match solve(&mut grid) {
                Outcome::Solved { tries } => tries as i32,
                Outcome::Impossible => -1,
                Outcome::GaveUp => -2,
            };
            grids[i] = grid;
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let puzzles = [
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "000000907000420180000705026100904000050000040000507009920108000034059000507000000",
        "550070000600195000098000060800060003400803001700020006060000280000419005000080079",
    ];
    let mut grids: Vec<gpu::Grid> =
        puzzles.iter().map(|p| std::array::from_fn(|i| p.as_bytes()[i] - b'0')).collect();
    let start = grids.clone();
    let mut outcomes = vec![0; grids.len()];
    gpu::solve_all(&mut grids, &mut outcomes).invocations([3, 1, 1]).dispatch(device)?;
    assert_eq!(
        grids[0].iter().map(|d| (d + b'0') as char).collect::<String>(),
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    );
    for (i, grid) in grids.iter().enumerate().take(2) {
        assert!(outcomes[i] > 0);
        for k in 0..9 {
            let row: u16 = (0..9).map(|c| 1 << grid[k * 9 + c]).sum();
            let column: u16 = (0..9).map(|r| 1 << grid[r * 9 + k]).sum();
            assert_eq!((row, column), (0x3fe, 0x3fe));
        }
    }
    for (i, grid) in start.iter().enumerate() {
        let mut own = *grid;
        let outcome = match gpu::solve(&mut own) {
            gpu::Outcome::Solved { tries } => tries as i32,
            gpu::Outcome::Impossible => -1,
            gpu::Outcome::GaveUp => -2,
        };
        assert_eq!((own, outcome), (grids[i], outcomes[i]));
    }
    println!("{outcomes:?}");
    Ok(())
}
