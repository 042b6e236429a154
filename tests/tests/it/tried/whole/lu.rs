use vyre::prelude::*;

/// Decompositions of matrices of any size, determinants, inverses and least squares.
#[vyre::module]
mod gpu {
    use core::ops::{Add, Index, IndexMut, Mul, Sub};
    use vyre::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Matrix<const R: usize, const C: usize>([[f32; C]; R]);

    pub type Vector<const N: usize> = Matrix<N, 1>;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum LuError {
        Singular { column: usize },
    }

    impl<const R: usize, const C: usize> Matrix<R, C> {
        pub const ROWS: usize = R;
        pub const COLUMNS: usize = C;

        pub const fn new(rows: [[f32; C]; R]) -> Self {
            Matrix(rows)
        }

        pub fn from_fn(mut f: impl FnMut(usize, usize) -> f32) -> Self {
            Matrix(core::array::from_fn(|r| core::array::from_fn(|c| f(r, c))))
        }

        pub fn zeros() -> Self {
            Self::from_fn(|_, _| 0.0)
        }

        pub fn transpose(&self) -> Matrix<C, R> {
            Matrix::from_fn(|r, c| self[(c, r)])
        }

        pub fn column(&self, c: usize) -> Vector<R> {
            Matrix::from_fn(|r, _| self[(r, c)])
        }

        pub fn max_abs(&self) -> f32 {
            self.0.iter().flatten().fold(0.0, |m: f32, x| m.max(x.abs()))
        }

        fn swap_rows(&mut self, a: usize, b: usize) {
            self.0.swap(a, b);
        }
    }

    impl<const N: usize> Matrix<N, N> {
        pub fn identity() -> Self {
            Self::from_fn(|r, c| if r == c { 1.0 } else { 0.0 })
        }

        pub fn trace(&self) -> f32 {
            (0..N).map(|i| self[(i, i)]).sum()
        }
    }

    impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
        type Output = f32;
        fn index(&self, (r, c): (usize, usize)) -> &Self::Output {
            &self.0[r][c]
        }
    }

    impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
        fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut Self::Output {
            &mut self.0[r][c]
        }
    }

    impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
        type Output = Matrix<R, C>;
        fn mul(self, other: Matrix<K, C>) -> Matrix<R, C> {
            Matrix::from_fn(|r, c| (0..K).map(|k| self[(r, k)] * other[(k, c)]).sum())
        }
    }

    impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
        type Output = Self;
        fn sub(self, other: Self) -> Self {
            Self::from_fn(|r, c| self[(r, c)] - other[(r, c)])
        }
    }

    impl<const R: usize, const C: usize> Add for Matrix<R, C> {
        type Output = Self;
        fn add(mut self, other: Self) -> Self {
            for (row, others) in self.0.iter_mut().zip(&other.0) {
                for (x, y) in row.iter_mut().zip(others) {
                    *x += y;
                }
            }
            self
        }
    }

    /// `L` and `U` in one matrix, with the rows' order.
    #[derive(Debug, Clone)]
    pub struct Lu<const N: usize> {
        packed: Matrix<N, N>,
        order: [usize; N],
        sign: f32,
    }

    impl<const N: usize> Lu<N> {
        pub fn new(matrix: &Matrix<N, N>) -> Result<Self, LuError> {
            let mut a = *matrix;
            let mut order: [usize; N] = core::array::from_fn(|i| i);
            let mut sign = 1.0;
            for k in 0..N {
                let pivot = (k..N).max_by(|&i, &j| a[(i, k)].abs().total_cmp(&a[(j, k)].abs())).unwrap();
                if a[(pivot, k)].abs() < 1e-6 {
                    return Err(LuError::Singular { column: k });
                }
                if pivot != k {
                    a.swap_rows(pivot, k);
                    order.swap(pivot, k);
                    sign = -sign;
                }
                let (upper, lower) = a.0.split_at_mut(k + 1);
                let top = upper[k];
                for row in lower {
                    row[k] /= top[k];
                    for c in k + 1..N {
                        row[c] -= row[k] * top[c];
                    }
                }
            }
            Ok(Lu { packed: a, order, sign })
        }

        pub fn determinant(&self) -> f32 {
            (0..N).fold(self.sign, |d, i| d * self.packed[(i, i)])
        }

        pub fn solve(&self, b: &Vector<N>) -> Vector<N> {
            let mut x: Vector<N> = Matrix::from_fn(|r, _| b[(self.order[r], 0)]);
            for r in 0..N {
                let sum: f32 = self.packed.0[r][..r].iter().zip(&x.0).map(|(l, [x])| l * x).sum();
                x[(r, 0)] -= sum;
            }
            for r in (0..N).rev() {
                let sum: f32 = self.packed.0[r].iter().zip(x.0).skip(r + 1).map(|(u, [x])| u * x).sum();
                x[(r, 0)] = (x[(r, 0)] - sum) / self.packed[(r, r)];
            }
            x
        }

        pub fn inverse(&self) -> Matrix<N, N> {
            let identity = Matrix::<N, N>::identity();
            let columns: [Vector<N>; N] = core::array::from_fn(|c| self.solve(&identity.column(c)));
            Matrix::from_fn(|r, c| columns[c][(r, 0)])
        }
    }

    /// The line or the parabola through points, by the normal equations.
    pub fn fit<const D: usize, const M: usize>(points: &[[f32; 2]; M]) -> Result<[f32; D], LuError> {
        let a = Matrix::<M, D>::from_fn(|r, c| points[r][0].powi(c as i32));
        let y = Vector::<M>::from_fn(|r, _| points[r][1]);
        let at = a.transpose();
        let solution = Lu::new(&(at * a))?.solve(&(at * y));
        Ok(solution.transpose().0[0])
    }

    #[kernel(workgroup_size = 16)]
    pub fn invert(matrices: &[[[f32; 4]; 4]], inverses: &mut [[[f32; 4]; 4]], facts: &mut [[f32; 3]]) {
        let i = invocation_id().x as usize;
        if i >= facts.len() {
            return;
        }
        let matrix = Matrix::new(matrices[i]);
        facts[i] = match Lu::new(&matrix) {
            Ok(lu) => {
                let inverse = lu.inverse();
                inverses[i] = inverse.0;
                let rest = matrix * inverse - Matrix::identity();
                [lu.determinant(), matrix.trace(), rest.max_abs()]
            }
            Err(LuError::Singular { column }) => [0.0, column as f32, -1.0],
        };
    }

    #[kernel(workgroup_size = 16)]
    pub fn fits(points: &[[[f32; 2]; 6]], lines: &mut [[f32; 2]], parabolas: &mut [[f32; 3]]) {
        let i = invocation_id().x as usize;
        if i < points.len() {
            lines[i] = fit(&points[i]).unwrap_or_default();
            parabolas[i] = fit::<3, 6>(&points[i]).unwrap_or([-1.0; 3]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let matrices = [
        [[2.0, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.0], [0.0, 0.0, 0.0, 1.0]],
        [[0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]],
        [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]],
        [[4.0, 3.0, 2.0, 1.0], [1.0, 4.0, 3.0, 2.0], [2.0, 1.0, 4.0, 3.0], [3.0, 2.0, 1.0, 4.0]],
        [[0.0, 2.0, 1.0, 0.0], [1.0, 0.0, 0.0, 3.0], [0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0]],
    ];
    let (mut inverses, mut facts) = ([[[0.0; 4]; 4]; 5], [[0.0; 3]; 5]);
    gpu::invert(&matrices, &mut inverses, &mut facts).dispatch(device)?;
    let close = |a: f32, b: f32| (a - b).abs() < 1e-3;
    for ((fact, determinant), trace) in facts.iter().zip([4.0, 1.0, 0.0, 160.0, 0.0]).zip([7.5, 0.0, 2.0, 16.0, 3.0]) {
        assert!(close(fact[0], determinant) && close(fact[1], trace) && fact[2] < 1e-5, "{facts:?}");
    }
    assert_eq!(inverses[0][..2], [[0.5, 0.0, 0.0, 0.0], [0.0, 0.25, 0.0, 0.0]]);
    assert_eq!(inverses[1], matrices[1]);

    let points = [2.0f32, 0.0].map(|bend| std::array::from_fn(|j| [j as f32, 1.0 + 3.0 * j as f32 + bend * (j * j) as f32]));
    let (mut lines, mut parabolas) = ([[0.0; 2]; 2], [[0.0; 3]; 2]);
    gpu::fits(&points, &mut lines, &mut parabolas).dispatch(device)?;
    assert!(close(lines[1][0], 1.0) && close(lines[1][1], 3.0), "{lines:?}");
    assert!(close(lines[0][0], 1.0 - 2.0 * 10.0 / 3.0) && close(lines[0][1], 13.0), "{lines:?}");
    assert!(parabolas[0].iter().zip([1.0, 3.0, 2.0]).all(|(a, b)| (a - b).abs() < 2e-2), "{parabolas:?}");
    Ok(())
}
