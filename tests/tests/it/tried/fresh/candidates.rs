//! Candidates of a sudoku's cells as sets of bits, with operators and an iterator.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Set(u16);

    impl Set {
        const FULL: Set = Set(0x1ff);

        fn of(digit: u8) -> Set {
            if digit == 0 { Set(0) } else { Set(1 << (digit - 1)) }
        }

        fn len(self) -> u32 {
            self.0.count_ones()
        }
    }

    impl BitOr for Set {
        type Output = Set;
        fn bitor(self, other: Set) -> Set {
            Set(self.0 | other.0)
        }
    }

    impl BitAnd for Set {
        type Output = Set;
        fn bitand(self, other: Set) -> Set {
            Set(self.0 & other.0)
        }
    }

    impl BitOrAssign for Set {
        fn bitor_assign(&mut self, other: Set) {
            *self = *self | other;
        }
    }

    impl Not for Set {
        type Output = Set;
        fn not(self) -> Set {
            Set(!self.0) & Set::FULL
        }
    }

    pub struct Digits(u16);

    impl Iterator for Digits {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            if self.0 == 0 {
                return None;
            }
            let bit = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            Some(bit as u8 + 1)
        }
    }

    impl IntoIterator for Set {
        type Item = u8;
        type IntoIter = Digits;

        fn into_iter(self) -> Digits {
            Digits(self.0)
        }
    }

    impl FromIterator<u8> for Set {
        fn from_iter<I: IntoIterator<Item = u8>>(iter: I) -> Set {
            let mut set = Set::default();
            for digit in iter {
                set |= Set::of(digit);
            }
            set
        }
    }

    type Grid = [[u8; 9]; 9];

    fn candidates(grid: &Grid, y: usize, x: usize) -> Set {
        let row: Set = grid[y].iter().copied().collect();
        let column: Set = (0..9).map(|y| grid[y][x]).collect();
        let (top, left) = (y / 3 * 3, x / 3 * 3);
        let block: Set = (0..9).map(|k| grid[top + k / 3][left + k % 3]).collect();
        !(row | column | block)
    }

    #[kernel(workgroup_size = (9, 9))]
    pub fn count(grids: &[Grid], counts: &mut [[[u8; 9]; 9]], sums: &mut [[[u16; 9]; 9]]) {
        let at = local_id();
        let (g, x, y) = (workgroup_id().x as usize, at.x as usize, at.y as usize);
        if g < grids.len() && grids[g][y][x] == 0 {
            let grid = grids[g];
            let set = candidates(&grid, y, x);
            counts[g][y][x] = set.len() as u8;
            sums[g][y][x] = set.into_iter().map(u16::from).sum();
            for digit in set {
                if digit > 9 {
                    counts[g][y][x] = 100;
                }
            }
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut grid = [[0u8; 9]; 9];
    for (k, c) in text.bytes().enumerate() {
        grid[k / 9][k % 9] = if c == b'.' { 0 } else { c - b'0' };
    }
    let mut turned = grid;
    for y in 0..9 {
        for x in 0..9 {
            turned[x][8 - y] = grid[y][x];
        }
    }
    let grids = [grid, turned];
    let (mut counts, mut sums) = ([[[0; 9]; 9]; 2], [[[0; 9]; 9]; 2]);
    kernels::count(&grids, &mut counts, &mut sums).workgroups([2, 1, 1]).dispatch(device)?;
    for g in 0..2 {
        for y in 0..9 {
            for x in 0..9 {
                let free = |d: &u8| (0..9).all(|k| grids[g][y][k] != *d && grids[g][k][x] != *d && grids[g][y / 3 * 3 + k / 3][x / 3 * 3 + k % 3] != *d);
                let digits: Vec<u8> = if grids[g][y][x] == 0 { (1..=9).filter(free).collect() } else { vec![] };
                assert_eq!((counts[g][y][x] as usize, sums[g][y][x] as u32), (digits.len(), digits.iter().map(|d| *d as u32).sum()));
            }
        }
    }
    Ok(())
}
