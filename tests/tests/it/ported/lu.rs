//! The LU decomposition of matrices (Rodinia, PolyBench), a workgroup for each of 16 x 16, against the product of the factors and f32 in plain Rust.

use crate::ported::devices;
use vyre_tests::values::random;

const N: u32 = 16;

/// Replaces each matrix by its factors: `L` below the diagonal, whose diagonal is 1, and `U` on it and above.
#[vyre::kernel(workgroup_size = (16, 16))]
fn decompose(matrices: &mut [[f32; 16]]) {
    let mut m = workgroup_array::<[f32; 16], 16>();
    let (column, row) = (local_id().x, local_id().y);
    let rows = &mut matrices[workgroup_id().x * N..(workgroup_id().x + 1) * N];
    m[row][column] = rows[row][column];
    barrier();
    for k in 0..N - 1 {
        if row > k && column == k {
            m[row][k] /= m[k][k];
        }
        barrier();
        if row > k && column > k {
            m[row][column] -= m[row][k] * m[k][column];
        }
        barrier();
    }
    rows[row][column] = m[row][column];
}

type Matrix = [[f32; 16]; 16];

fn expected(mut m: Matrix) -> Matrix {
    for k in 0..15 {
        for row in k + 1..16 {
            m[row][k] /= m[k][k];
            for column in k + 1..16 {
                m[row][column] -= m[row][k] * m[k][column];
            }
        }
    }
    m
}

#[test]
fn factors_of_random_matrices() {
    let mut numbers = random(4, 5 * 256, 2001).into_iter().map(|n| n as f32 / 1000.0 - 1.0);
    let matrices: Vec<Matrix> = (0..5)
        .map(|_| {
            let mut matrix: Matrix =
                std::array::from_fn(|_| std::array::from_fn(|_| numbers.next().unwrap()));
            for (k, row) in matrix.iter_mut().enumerate() {
                row[k] += 16.0;
            }
            matrix
        })
        .collect();
    for device in devices() {
        let mut factors = matrices.concat();
        decompose(&mut factors).workgroups([5, 1, 1]).dispatch(&device).unwrap();
        for (matrix, factors) in matrices.iter().zip(factors.chunks(16)) {
            assert_eq!(factors, expected(*matrix), "{device}");
            for row in 0..16 {
                for column in 0..16 {
                    let term = |k: usize| {
                        let lower = if k == row { 1.0 } else { f64::from(factors[row][k]) };
                        lower * f64::from(factors[k][column])
                    };
                    let product: f64 = (0..=row.min(column)).map(term).sum();
                    let distance = (product - f64::from(matrix[row][column])).abs();
                    assert!(distance < 1e-5, "{row}, {column} on {device}");
                }
            }
        }
    }
}
