//! Matrices of constant sizes, with operators.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::ops::{Add, Index, IndexMut, Mul};

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix<const R: usize, const C: usize> {
        rows: [[i32; C]; R],
    }

    impl<const R: usize, const C: usize> Matrix<R, C> {
        pub const ZERO: Self = Self { rows: [[0; C]; R] };

        pub fn from_fn(f: impl Fn(usize, usize) -> i32) -> Self {
            let mut result = Self::ZERO;
            for (r, row) in result.rows.iter_mut().enumerate() {
                for (c, cell) in row.iter_mut().enumerate() {
                    *cell = f(r, c);
                }
            }
            result
        }

        pub fn transposed(&self) -> Matrix<C, R> {
            Matrix::from_fn(|r, c| self[(c, r)])
        }
    }

    impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
        type Output = i32;

        fn index(&self, (r, c): (usize, usize)) -> &i32 {
            &self.rows[r][c]
        }
    }

    impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
        fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut i32 {
            &mut self.rows[r][c]
        }
    }

    impl<const R: usize, const C: usize> Add for Matrix<R, C> {
        type Output = Self;

        fn add(self, other: Self) -> Self {
            Self::from_fn(|r, c| self[(r, c)] + other[(r, c)])
        }
    }

    impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
        type Output = Matrix<R, C>;

        fn mul(self, other: Matrix<K, C>) -> Matrix<R, C> {
            Matrix::from_fn(|r, c| (0..K).map(|k| self[(r, k)] * other[(k, c)]).sum())
        }
    }

    #[kernel]
    pub fn products(a: &[[[i32; 3]; 2]], out: &mut [[[i32; 2]; 2]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let a = Matrix { rows: a[i] };
            let mut product = a * a.transposed() + Matrix::from_fn(|r, c| if r == c { 1 } else { 0 });
            product[(0, 1)] *= 10;
            out[i] = product.rows;
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let a = [[[1, 2, 3], [4, 5, 6]], [[-1, 0, 2], [7, -3, 1]]];
    let mut out = [[[0; 2]; 2]; 2];
    kernels::products(&a, &mut out).dispatch(device)?;
    let expected = a.map(|m: [[i32; 3]; 2]| {
        let mut p = [[0; 2]; 2];
        for r in 0..2 {
            for c in 0..2 {
                p[r][c] = (0..3).map(|k| m[r][k] * m[c][k]).sum::<i32>() + (r == c) as i32;
            }
        }
        p[0][1] *= 10;
        p
    });
    assert_eq!(out, expected);
    Ok(())
}
