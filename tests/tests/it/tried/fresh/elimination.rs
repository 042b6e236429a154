//! Systems of linear equations, by elimination with pivots.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Solved<const N: usize> {
        Unique([f64; N]),
        Singular { rank: usize },
    }

    struct System<const N: usize> {
        a: [[f64; N]; N],
        b: [f64; N],
    }

    impl<const N: usize> System<N> {
        fn pivot(&self, column: usize) -> Option<usize> {
            (column..N)
                .max_by(|&p, &q| self.a[p][column].abs().partial_cmp(&self.a[q][column].abs()).unwrap())
                .filter(|&row| self.a[row][column].abs() > 1e-9)
        }

        fn solve(mut self) -> Solved<N> {
            for column in 0..N {
                let Some(row) = self.pivot(column) else {
                    return Solved::Singular { rank: column };
                };
                self.a.swap(column, row);
                self.b.swap(column, row);
                let (top, below) = self.a.split_at_mut(column + 1);
                let pivot = &top[column];
                for (k, row) in below.iter_mut().enumerate() {
                    let factor = row[column] / pivot[column];
                    for (x, p) in row.iter_mut().zip(pivot).skip(column) {
                        *x -= factor * p;
                    }
                    self.b[column + 1 + k] -= factor * self.b[column];
                }
            }
            let mut x = [0.0; N];
            for row in (0..N).rev() {
                let known: f64 = (row + 1..N).map(|k| self.a[row][k] * x[k]).sum();
                x[row] = (self.b[row] - known) / self.a[row][row];
            }
            Solved::Unique(x)
        }
    }

    #[kernel]
    pub fn solve(matrices: &[[[f64; 3]; 3]], sides: &[[f64; 3]], out: &mut [[f64; 3]], ranks: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let system = System { a: matrices[i], b: sides[i] };
            ranks[i] = match system.solve() {
                Solved::Unique(x) => {
                    out[i] = x;
                    3
                }
                Solved::Singular { rank } => rank as u32,
            };
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let matrices = [[[2.0, 1.0, -1.0], [-3.0, -1.0, 2.0], [-2.0, 1.0, 2.0]], [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]], [[0.0, 1.0, 0.0], [0.0, 0.0, 4.0], [0.5, 0.0, 0.0]]];
    let sides = [[8.0, -11.0, -3.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]];
    let (mut out, mut ranks) = ([[0.0; 3]; 3], [0; 3]);
    kernels::solve(&matrices, &sides, &mut out, &mut ranks).dispatch(device)?;
    assert_eq!(ranks, [3, 2, 3]);
    for (x, expected) in out.iter().zip([[2.0, 3.0, -1.0], [0.0; 3], [6.0, 1.0, 0.5]]) {
        assert!(x.iter().zip(expected).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-9), "{x:?}");
    }
    Ok(())
}
