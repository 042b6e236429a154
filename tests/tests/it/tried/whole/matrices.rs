use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{Add, Index, IndexMut, Mul};
    use vyre::prelude::*;

    pub trait Number: Copy + Default + Add<Output = Self> + Mul<Output = Self> {
        const ONE: Self;
    }

    macro_rules! numbers {
        ($($t:ty => $one:expr),+) => {
            $(impl Number for $t { const ONE: Self = $one; })+
        };
    }
    numbers!(i32 => 1, u64 => 1, f32 => 1.0);

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix<T, const R: usize, const C: usize>(pub [[T; C]; R]);

    impl<T: Number, const R: usize, const C: usize> Matrix<T, R, C> {
        pub fn from_fn(mut f: impl FnMut(usize, usize) -> T) -> Self {
            let mut rows = [[T::default(); C]; R];
            for (r, row) in rows.iter_mut().enumerate() {
                for (c, cell) in row.iter_mut().enumerate() {
                    *cell = f(r, c);
                }
            }
            Matrix(rows)
        }

        pub fn transpose(&self) -> Matrix<T, C, R> {
            Matrix::from_fn(|r, c| self[(c, r)])
        }

        fn row(&self, r: usize) -> impl Iterator<Item = T> + '_ {
            self.0[r].iter().copied()
        }

        fn column(&self, c: usize) -> impl Iterator<Item = T> + '_ {
            self.0.iter().map(move |row| row[c])
        }
    }

    impl<T: Number, const N: usize> Matrix<T, N, N> {
        pub fn identity() -> Self {
            Self::from_fn(|r, c| if r == c { T::ONE } else { T::default() })
        }

        pub fn pow(self, mut n: u32) -> Self {
            let (mut base, mut result) = (self, Self::identity());
            while n > 0 {
                if n & 1 == 1 {
                    result = result * base;
                }
                base = base * base;
                n >>= 1;
            }
            result
        }

        pub fn trace(&self) -> T {
            (0..N).fold(T::default(), |sum, i| sum + self[(i, i)])
        }
    }

    impl<T, const R: usize, const C: usize> Index<(usize, usize)> for Matrix<T, R, C> {
        type Output = T;
        fn index(&self, (r, c): (usize, usize)) -> &T {
            &self.0[r][c]
        }
    }

    impl<T, const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<T, R, C> {
        fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T {
            &mut self.0[r][c]
        }
    }

    impl<T: Number, const R: usize, const K: usize, const C: usize> Mul<Matrix<T, K, C>> for Matrix<T, R, K> {
        type Output = Matrix<T, R, C>;
        fn mul(self, rhs: Matrix<T, K, C>) -> Self::Output {
            Matrix::from_fn(|r, c| {
                self.row(r).zip(rhs.column(c)).map(|(a, b)| a * b).fold(T::default(), T::add)
            })
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Quaternion {
        pub w: f32,
        pub v: [f32; 3],
    }

    impl Mul for Quaternion {
        type Output = Self;
        fn mul(self, o: Self) -> Self {
            let ([a, b, c], [x, y, z]) = (self.v, o.v);
            Quaternion {
                w: self.w * o.w - a * x - b * y - c * z,
                v: [
                    self.w * x + a * o.w + b * z - c * y,
                    self.w * y - a * z + b * o.w + c * x,
                    self.w * z + a * y - b * x + c * o.w,
                ],
            }
        }
    }

    impl Quaternion {
        pub fn about(axis: [f32; 3], angle: f32) -> Self {
            let (sin, cos) = (angle / 2.0).sin_cos();
            Quaternion { w: cos, v: axis.map(|a| a * sin) }
        }

        pub fn conjugate(self) -> Self {
            Self { v: self.v.map(|x| -x), ..self }
        }

        pub fn rotate(self, v: [f32; 3]) -> [f32; 3] {
            (self * Quaternion { w: 0.0, v } * self.conjugate()).v
        }
    }

    impl From<Quaternion> for Matrix<f32, 3, 3> {
        fn from(q: Quaternion) -> Self {
            let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|e| q.rotate(e));
            Matrix(columns).transpose()
        }
    }

    pub fn fibonacci(n: u32) -> u64 {
        let step = Matrix([[1u64, 1], [1, 0]]);
        step.pow(n)[(0, 1)]
    }

    pub fn turned(angle: f32) -> [f32; 4] {
        let q = Quaternion::about([0.0, 0.0, 1.0], angle);
        let m: Matrix<f32, 3, 3> = q.into();
        let mut shear = Matrix::<f32, 3, 3>::identity();
        shear[(0, 1)] = 0.5;
        let Matrix([[x], [y], [z]]) = m * shear * Matrix([[1.0], [2.0], [3.0]]);
        [x, y, z, m.trace()]
    }

    #[kernel]
    pub fn numbers_of(n: &[u32], fib: &mut [u64], points: &mut [[f32; 4]], gram: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i < n.len() {
            fib[i] = fibonacci(n[i]);
            points[i] = turned(n[i] as f32 * 0.1);
            let m = Matrix::<i32, 2, 3>::from_fn(|r, c| (n[i] as usize + r * 3 + c) as i32);
            gram[i] = (m * m.transpose()).trace();
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let n = [0u32, 1, 2, 10, 90];
    let (mut fib, mut points, mut gram) = (vec![0u64; 5], vec![[0.0f32; 4]; 5], vec![0i32; 5]);
    gpu::numbers_of(&n, &mut fib, &mut points, &mut gram).dispatch(device)?;
    assert_eq!(fib, [0, 1, 1, 55, 2880067194370816120]);
    for (i, &n) in n.iter().enumerate() {
        assert_eq!(points[i], gpu::turned(n as f32 * 0.1));
        let (sin, cos) = (n as f64 * 0.1).sin_cos();
        assert!((points[i][0] as f64 - (cos * 2.0 - sin * 2.0)).abs() < 1e-4);
        assert!((points[i][1] as f64 - (sin * 2.0 + cos * 2.0)).abs() < 1e-4);
        assert_eq!(gram[i], (0..6).map(|k| (n as i32 + k).pow(2)).sum::<i32>());
    }
    println!("{:?}", points[3]);
    Ok(())
}
