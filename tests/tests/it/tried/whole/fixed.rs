use vyre::prelude::*;

/// Numbers of fixed point, with all operators, in a filter and in a spring.
#[vyre::module]
mod gpu {
    use core::cmp::Ordering;
    use core::iter::{Product, Sum};
    use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, Shl, Shr, Sub, SubAssign};
    use vyre::prelude::*;

    /// A number of `FRACTION` bits behind the point.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
    pub struct Fixed<const FRACTION: u32>(i32);

    pub type Q16 = Fixed<16>;
    pub type Q8 = Fixed<8>;

    impl<const F: u32> Fixed<F> {
        pub const ZERO: Self = Self(0);
        pub const ONE: Self = Self(1 << F);
        pub const MAX: Self = Self(i32::MAX);
        pub const MIN: Self = Self(i32::MIN);
        pub const EPSILON: Self = Self(1);

        pub const fn from_bits(bits: i32) -> Self {
            Self(bits)
        }

        pub const fn to_bits(self) -> i32 {
            self.0
        }

        pub fn floor(self) -> i32 {
            self.0 >> F
        }

        pub fn round(self) -> i32 {
            (self + (Self::ONE >> 1)).floor()
        }

        pub fn fract(self) -> Self {
            Self(self.0 & (Self::ONE.0 - 1))
        }

        pub fn abs(self) -> Self {
            if self < Self::ZERO { -self } else { self }
        }

        pub fn saturating_mul(self, rhs: Self) -> Self {
            let wide = i64::from(self.0) * i64::from(rhs.0) >> F;
            Self(wide.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
        }

        pub fn checked_div(self, rhs: Self) -> Option<Self> {
            let quotient = (i64::from(self.0) << F).checked_div(rhs.0.into())?;
            i32::try_from(quotient).ok().map(Self)
        }

        /// Newton's method.
        pub fn sqrt(self) -> Option<Self> {
            match self.cmp(&Self::ZERO) {
                Ordering::Less => return None,
                Ordering::Equal => return Some(self),
                Ordering::Greater => {}
            }
            let mut x = self.max(Self::ONE);
            for _ in 0..20 {
                let next = (x + self / x) >> 1;
                if (next - x).abs() <= Self::EPSILON {
                    break;
                }
                x = next;
            }
            Some(x)
        }

        pub fn convert<const G: u32>(self) -> Fixed<G> {
            Fixed(if G >= F { self.0 << (G - F) } else { self.0 >> (F - G) })
        }
    }

    impl<const F: u32> From<i16> for Fixed<F> {
        fn from(n: i16) -> Self {
            Self(i32::from(n) << F)
        }
    }

    impl<const F: u32> From<Fixed<F>> for f32 {
        fn from(x: Fixed<F>) -> f32 {
            x.0 as f32 / (1u32 << F) as f32
        }
    }

    impl<const F: u32> Add for Fixed<F> {
        type Output = Self;
        fn add(self, rhs: Self) -> Self {
            Self(self.0 + rhs.0)
        }
    }

    impl<const F: u32> Sub for Fixed<F> {
        type Output = Self;
        fn sub(self, rhs: Self) -> Self {
            Self(self.0 - rhs.0)
        }
    }

    impl<const F: u32> Neg for Fixed<F> {
        type Output = Self;
        fn neg(self) -> Self {
            Self(-self.0)
        }
    }

    impl<const F: u32> Mul for Fixed<F> {
        type Output = Self;
        fn mul(self, rhs: Self) -> Self {
            Self((self.0 as i64 * rhs.0 as i64 >> F) as i32)
        }
    }

    impl<const F: u32> Mul<i32> for Fixed<F> {
        type Output = Self;
        fn mul(self, rhs: i32) -> Self {
            Self(self.0 * rhs)
        }
    }

    impl<const F: u32> Div for Fixed<F> {
        type Output = Self;
        fn div(self, rhs: Self) -> Self {
            Self((((self.0 as i64) << F) / rhs.0 as i64) as i32)
        }
    }

    impl<const F: u32> Rem for Fixed<F> {
        type Output = Self;
        fn rem(self, rhs: Self) -> Self {
            Self(self.0 % rhs.0)
        }
    }

    impl<const F: u32> Shl<u32> for Fixed<F> {
        type Output = Self;
        fn shl(self, by: u32) -> Self {
            Self(self.0 << by)
        }
    }

    impl<const F: u32> Shr<u32> for Fixed<F> {
        type Output = Self;
        fn shr(self, by: u32) -> Self {
            Self(self.0 >> by)
        }
    }

    impl<const F: u32> AddAssign for Fixed<F> {
        fn add_assign(&mut self, rhs: Self) {
            self.0 += rhs.0;
        }
    }

    impl<const F: u32> SubAssign for Fixed<F> {
        fn sub_assign(&mut self, rhs: Self) {
            self.0 -= rhs.0;
        }
    }

    impl<const F: u32> MulAssign for Fixed<F> {
        fn mul_assign(&mut self, rhs: Self) {
            *self = *self * rhs;
        }
    }

    impl<const F: u32> DivAssign<i32> for Fixed<F> {
        fn div_assign(&mut self, rhs: i32) {
            self.0 /= rhs;
        }
    }

    impl<const F: u32> Sum for Fixed<F> {
        fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
            iter.fold(Self::ZERO, Add::add)
        }
    }

    impl<const F: u32> Product for Fixed<F> {
        fn product<I: Iterator<Item = Self>>(iter: I) -> Self {
            iter.fold(Self::ONE, |a, b| a * b)
        }
    }

    pub trait Polynomial: Copy {
        fn evaluate<const N: usize>(self, coefficients: [Self; N]) -> Self;
    }

    impl<const F: u32> Polynomial for Fixed<F> {
        fn evaluate<const N: usize>(self, coefficients: [Self; N]) -> Self {
            coefficients.iter().rev().fold(Self::ZERO, |sum, &c| sum * self + c)
        }
    }

    pub fn arithmetic(a: i32, b: i32) -> [i32; 16] {
        let (x, y) = (Q16::from_bits(a), Q16::from_bits(b));
        let mut z = x;
        z += y;
        z -= Q16::EPSILON;
        z *= Q16::ONE + Q16::from(1);
        z /= 3;
        [
            (x + y).to_bits(),
            (x - y).to_bits(),
            (x * y).to_bits(),
            x.saturating_mul(y).to_bits(),
            x.checked_div(y).map_or(i32::MIN, Fixed::to_bits),
            y.checked_div(Q16::ZERO).unwrap_or(Q16::MAX).to_bits(),
            (x << 1).to_bits(),
            (x >> 3).floor(),
            x.round(),
            x.fract().to_bits(),
            x.sqrt().map(|r| r.to_bits()).unwrap_or(-1),
            z.to_bits(),
            x.cmp(&y) as i32,
            x.convert::<8>().to_bits(),
            [x, y, Q16::ONE].into_iter().sum::<Q16>().to_bits(),
            (x * 3).max(y).min(Q16::from(100)).to_bits(),
        ]
    }

    pub fn spring(steps: u32) -> (Q16, Q8) {
        let step = Q16::ONE / Q16::from(16);
        let (mut position, mut speed) = (Q16::from(1), Q16::default());
        for _ in 0..steps {
            speed -= position * step;
            position += speed * step;
        }
        (position, speed.convert())
    }

    #[kernel(workgroup_size = 16)]
    pub fn compute(pairs: &[[i32; 2]], out: &mut [[i32; 16]], springs: &mut [[f32; 2]], sines: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i >= pairs.len() {
            return;
        }
        let [a, b] = pairs[i];
        out[i] = arithmetic(a, b);
        let (position, speed) = spring(i as u32 * 8);
        springs[i] = [position.into(), speed.into()];
        let x = Q16::from_bits(i as i32 * 10000);
        let square = x * x;
        let series = square.evaluate([1, -6, 120, -5040].map(|n: i32| Q16::ONE / Q16::from_bits(n << 16)));
        sines[i] = (x * series).to_bits();
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let pairs = [[1 << 16, 2 << 16], [-98304, 32768], [131072, 65536], [12345678, -7654321], [3, 5], [400 << 16, 0]];
    let (mut out, mut springs, mut sines) = ([[0; 16]; 6], [[0.0; 2]; 6], [0; 6]);
    gpu::compute(&pairs, &mut out, &mut springs, &mut sines).dispatch(device)?;
    assert_eq!(out[0], [196608, -65536, 131072, 131072, 32768, i32::MAX, 131072, 0, 1, 0, 65536, 131071, -1, 256, 262144, 196608]);
    assert_eq!(out[1][..3], [-65536, -131072, -49152]);
    assert_eq!(out[1][8..11], [-1, 32768, -1]);
    assert!((out[2][10] - 92682).abs() <= 2);
    for (i, pair) in pairs.iter().enumerate() {
        if i != 5 {
            assert_eq!(gpu::arithmetic(pair[0], pair[1]), out[i]);
        }
        let time = i as f32 * 0.5;
        assert!((springs[i][0] - time.cos()).abs() < 0.04 && (springs[i][1] + time.sin()).abs() < 0.04, "{springs:?}");
        assert!((sines[i] as f32 / 65536.0 - (i as f32 * 10000.0 / 65536.0).sin()).abs() < 0.001);
    }
    assert_eq!(out[5][4], i32::MIN);
    Ok(())
}
