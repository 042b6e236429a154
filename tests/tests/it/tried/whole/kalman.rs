use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{Add, Mul, Sub};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix<const R: usize, const C: usize>(pub [[f32; C]; R]);

    impl<const R: usize, const C: usize> Matrix<R, C> {
        pub fn from_fn(f: impl Fn(usize, usize) -> f32) -> Self {
            let mut m = [[0.0; C]; R];
            for (r, row) in m.iter_mut().enumerate() {
                for (c, x) in row.iter_mut().enumerate() {
                    *x = f(r, c);
                }
            }
            Matrix(m)
        }

        pub fn transpose(&self) -> Matrix<C, R> {
            Matrix::from_fn(|r, c| self.0[c][r])
        }
    }

    impl<const N: usize> Matrix<N, N> {
        pub fn identity() -> Self {
            Self::from_fn(|r, c| if r == c { 1.0 } else { 0.0 })
        }

        pub fn trace(&self) -> f32 {
            (0..N).map(|i| self.0[i][i]).sum()
        }
    }

    impl<const R: usize, const C: usize> Add for Matrix<R, C> {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Self::from_fn(|r, c| self.0[r][c] + o.0[r][c])
        }
    }

    impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            Self::from_fn(|r, c| self.0[r][c] - o.0[r][c])
        }
    }

    impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
        type Output = Matrix<R, C>;
        fn mul(self, o: Matrix<K, C>) -> Matrix<R, C> {
            Matrix::from_fn(|r, c| self.0[r].iter().zip(&o.0).map(|(a, row)| a * row[c]).sum())
        }
    }

    impl<const R: usize, const C: usize> Mul<f32> for Matrix<R, C> {
        type Output = Self;
        fn mul(self, k: f32) -> Self {
            Matrix(self.0.map(|row| row.map(|x| x * k)))
        }
    }

    pub trait Inverse: Sized {
        fn inverse(&self) -> Option<Self>;
    }

    impl Inverse for Matrix<1, 1> {
        fn inverse(&self) -> Option<Self> {
            let [[x]] = self.0;
            if x == 0.0 { None } else { Some(Matrix([[1.0 / x]])) }
        }
    }

    impl Inverse for Matrix<2, 2> {
        fn inverse(&self) -> Option<Self> {
            let Matrix([[a, b], [c, d]]) = *self;
            let det = a * d - b * c;
            (det.abs() > f32::EPSILON).then(|| Matrix([[d, -b], [-c, a]]) * (1.0 / det))
        }
    }

    pub struct Kalman<const S: usize, const M: usize> {
        pub x: Matrix<S, 1>,
        pub p: Matrix<S, S>,
        f: Matrix<S, S>,
        h: Matrix<M, S>,
        q: Matrix<S, S>,
        r: Matrix<M, M>,
    }

    impl<const S: usize, const M: usize> Kalman<S, M>
    where
        Matrix<M, M>: Inverse,
    {
        pub fn step(&mut self, z: Option<Matrix<M, 1>>) -> Result<(), &'static str> {
            self.x = self.f * self.x;
            self.p = self.f * self.p * self.f.transpose() + self.q;
            let Some(z) = z else { return Ok(()) };
            let s = self.h * self.p * self.h.transpose() + self.r;
            let k = self.p * self.h.transpose() * s.inverse().ok_or("singular")?;
            self.x = self.x + k * (z - self.h * self.x);
            self.p = (Matrix::identity() - k * self.h) * self.p;
            Ok(())
        }
    }

    pub fn track(samples: &[f32; 16], noise: f32) -> ([f32; 2], f32) {
        let mut filter = Kalman {
            x: Matrix([[0.0], [0.0]]),
            p: Matrix::identity() * 10.0,
            f: Matrix([[1.0, 1.0], [0.0, 1.0]]),
            h: Matrix([[1.0, 0.0]]),
            q: Matrix::identity() * 0.001,
            r: Matrix([[noise]]),
        };
        for &s in samples {
            let z = if s.is_nan() { None } else { Some(Matrix([[s]])) };
            if filter.step(z).is_err() {
                return ([-1.0; 2], 0.0);
            }
        }
        ([filter.x.0[0][0], filter.x.0[1][0]], filter.p.trace())
    }

    pub fn track_both(samples: &[f32; 16]) -> f32 {
        let mut filter: Kalman<3, 2> = Kalman {
            x: Matrix([[0.0]; 3]),
            p: Matrix::identity(),
            f: Matrix([[1.0, 0.5, 0.125], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]]),
            h: Matrix([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
            q: Matrix::identity() * 0.01,
            r: Matrix::identity() * 0.25,
        };
        for pair in samples.windows(2) {
            filter.step(Some(Matrix([[pair[0]], [pair[1] - pair[0]]]))).unwrap();
        }
        filter.x.0.as_flattened().iter().sum()
    }

    #[kernel]
    pub fn tracks(samples: &[[f32; 16]], out: &mut [[f32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let ([position, speed], trace) = track(&samples[i], 0.5);
            out[i] = [position, speed, trace, track_both(&samples[i])];
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let samples: Vec<[f32; 16]> = (0..8).map(|k| std::array::from_fn(|t| k as f32 + t as f32 * 0.5 + ((t * 7 + k) % 3) as f32 * 0.1)).collect();
    let mut out = vec![[0.0; 4]; 8];
    gpu::tracks(&samples, &mut out).dispatch(device)?;
    for (s, o) in samples.iter().zip(&out) {
        let ([p, v], t) = gpu::track(s, 0.5);
        assert_eq!([p, v, t, gpu::track_both(s)], *o);
        assert!((v - 0.5).abs() < 0.1, "{o:?}");
    }
    println!("kalman: {:?}", out[0]);
    Ok(())
}
