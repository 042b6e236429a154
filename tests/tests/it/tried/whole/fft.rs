use vyre::prelude::*;

/// Fast Fourier transforms of signals, forth and back, and convolution by them.
#[vyre::module]
mod gpu {
    use std::f32::consts::PI;
    use std::iter::Sum;
    use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub};
    use vyre::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Complex {
        pub re: f32,
        pub im: f32,
    }

    impl Complex {
        pub const ZERO: Self = Self::new(0.0, 0.0);
        pub const ONE: Self = Self::new(1.0, 0.0);
        pub const I: Self = Self::new(0.0, 1.0);

        pub const fn new(re: f32, im: f32) -> Self {
            Complex { re, im }
        }

        pub fn from_polar(r: f32, theta: f32) -> Self {
            let (sin, cos) = theta.sin_cos();
            Self::new(cos, sin) * r
        }

        pub fn conj(self) -> Self {
            Self { im: -self.im, ..self }
        }

        pub fn norm_sqr(&self) -> f32 {
            self.re * self.re + self.im * self.im
        }
    }

    impl From<f32> for Complex {
        fn from(re: f32) -> Self {
            Complex { re, ..Self::ZERO }
        }
    }

    impl Add for Complex {
        type Output = Self;
        fn add(self, rhs: Self) -> Self {
            Self::new(self.re + rhs.re, self.im + rhs.im)
        }
    }

    impl Sub for Complex {
        type Output = Self;
        fn sub(self, rhs: Self) -> Self {
            self + -rhs
        }
    }

    impl Neg for Complex {
        type Output = Self;
        fn neg(self) -> Self {
            Self::new(-self.re, -self.im)
        }
    }

    impl Mul for Complex {
        type Output = Self;
        fn mul(self, rhs: Self) -> Self {
            Self::new(self.re * rhs.re - self.im * rhs.im, self.re * rhs.im + self.im * rhs.re)
        }
    }

    impl Mul<f32> for Complex {
        type Output = Self;
        fn mul(self, k: f32) -> Self {
            Self::new(self.re * k, self.im * k)
        }
    }

    impl Mul<Complex> for f32 {
        type Output = Complex;
        fn mul(self, z: Complex) -> Complex {
            z * self
        }
    }

    impl Div<f32> for Complex {
        type Output = Self;
        fn div(self, k: f32) -> Self {
            self * k.recip()
        }
    }

    impl AddAssign for Complex {
        fn add_assign(&mut self, rhs: Self) {
            *self = *self + rhs;
        }
    }

    impl MulAssign for Complex {
        fn mul_assign(&mut self, rhs: Self) {
            *self = *self * rhs;
        }
    }

    impl Sum for Complex {
        fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
            iter.fold(Self::ZERO, |a, b| a + b)
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Direction {
        Forward,
        Inverse,
    }

    fn bit_reverse<T>(data: &mut [T]) {
        let bits = data.len().trailing_zeros();
        for i in 0..data.len() {
            let j = i.reverse_bits() >> (usize::BITS - bits);
            if i < j {
                data.swap(i, j);
            }
        }
    }

    pub fn fft(data: &mut [Complex], direction: Direction) {
        let n = data.len();
        bit_reverse(data);
        let sign = if direction == Direction::Forward { -1.0 } else { 1.0 };
        let mut size = 2;
        while size <= n {
            let root = Complex::from_polar(1.0, sign * 2.0 * PI / size as f32);
            for block in data.chunks_exact_mut(size) {
                let (low, high) = block.split_at_mut(size / 2);
                let mut w = Complex::ONE;
                for (a, b) in low.iter_mut().zip(high) {
                    let t = w * *b;
                    (*a, *b) = (*a + t, *a - t);
                    w *= root;
                }
            }
            size *= 2;
        }
        if direction == Direction::Inverse {
            data.iter_mut().for_each(|z| *z = *z / n as f32);
        }
    }

    pub fn dft<const N: usize>(data: &[Complex; N]) -> [Complex; N] {
        std::array::from_fn(|k| {
            data.iter()
                .enumerate()
                .map(|(j, &z)| z * Complex::from_polar(1.0, -2.0 * PI * ((j * k) % N) as f32 / N as f32))
                .sum()
        })
    }

    pub fn convolve<const N: usize>(a: &[f32; N], b: &[f32; N]) -> [f32; N] {
        let mut x = a.map(Complex::from);
        let mut y = b.map(|re| re.into());
        fft(&mut x, Direction::Forward);
        fft(&mut y, Direction::Forward);
        for (x, y) in x.iter_mut().zip(&y) {
            *x *= *y;
        }
        fft(&mut x, Direction::Inverse);
        x.map(|z| z.re)
    }

    #[kernel(workgroup_size = 8)]
    pub fn spectra(signals: &[[f32; 32]], power: &mut [[f32; 32]], errors: &mut [f32]) {
        let i = invocation_id().x as usize;
        if i >= signals.len() {
            return;
        }
        let signal = signals[i].map(Complex::from);
        let slow = dft(&signal);
        let mut fast = signal;
        fft(&mut fast, Direction::Forward);
        power[i] = fast.map(|z| (z * z.conj()).re);
        let forth = fast.iter().zip(slow.iter()).map(|(a, b)| (*a - *b).norm_sqr()).fold(0.0, f32::max);
        fft(&mut fast, Direction::Inverse);
        let back = fast.iter().zip(signal).map(|(a, b)| (*a - b).norm_sqr()).fold(0.0, f32::max);
        errors[i] = forth.max(back).sqrt();
    }

    #[kernel(workgroup_size = 8)]
    pub fn convolutions(a: &[[f32; 16]], b: &[[f32; 16]], out: &mut [[f32; 16]]) {
        let i = invocation_id().x as usize;
        if let Some(out) = out.get_mut(i) {
            *out = convolve(&a[i], &b[i]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let wave = |f: f32| std::array::from_fn(|j| (2.0 * std::f32::consts::PI * f * j as f32 / 32.0).cos());
    let signals: [[f32; 32]; 4] = [[1.0; 32], wave(3.0), wave(8.0), std::array::from_fn(|j| (j == 0) as u32 as f32)];
    let (mut power, mut errors) = ([[0.0; 32]; 4], [9.0; 4]);
    gpu::spectra(&signals, &mut power, &mut errors).dispatch(device)?;
    assert!(errors.iter().all(|e| *e < 1e-4), "{errors:?}");
    let peaks = |row: &[f32; 32]| row.iter().enumerate().filter(|(_, p)| **p > 10.0).map(|(k, _)| k).collect::<Vec<_>>();
    assert_eq!([peaks(&power[0]), peaks(&power[1]), peaks(&power[2])], [vec![0], vec![3, 29], vec![8, 24]]);
    assert!((power[1][3] - 256.0).abs() < 0.01);
    assert!(power[3].iter().all(|p| (p - 1.0).abs() < 1e-4));

    let (mut a, mut b) = ([[0.0f32; 16]; 3], [[0.0f32; 16]; 3]);
    for i in 0..3 {
        for j in 0..8 {
            a[i][j] = (i + j) as f32;
            b[i][j] = (3 * j % (i + 2)) as f32;
        }
    }
    let mut out = [[0.0; 16]; 3];
    gpu::convolutions(&a, &b, &mut out).dispatch(device)?;
    for i in 0..3 {
        for k in 0..16 {
            let exact: f32 = (0..=k).map(|j| a[i][j] * b[i][k - j]).sum();
            assert!((exact - out[i][k]).abs() < 1e-3, "{exact} {}", out[i][k]);
        }
        assert_eq!(gpu::convolve(&a[i], &b[i]), out[i]);
    }
    assert_eq!(gpu::Complex::I * gpu::Complex::I, -gpu::Complex::ONE);
    Ok(())
}
