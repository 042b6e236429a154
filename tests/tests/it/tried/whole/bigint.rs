use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::cmp::Ordering;
    use std::ops::{AddAssign, Mul, MulAssign, Rem, Shl, SubAssign};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Big<const N: usize> {
        /// The lowest first.
        limbs: [u32; N],
    }

    impl<const N: usize> Big<N> {
        pub const ZERO: Self = Self { limbs: [0; N] };

        pub fn limbs(&self) -> &[u32; N] {
            &self.limbs
        }

        pub fn is_zero(&self) -> bool {
            self.limbs.iter().all(|&l| l == 0)
        }

        pub fn bits(&self) -> usize {
            self.limbs
                .iter()
                .rposition(|&l| l != 0)
                .map_or(0, |top| top * 32 + (32 - self.limbs[top].leading_zeros()) as usize)
        }

        fn bit(&self, at: usize) -> bool {
            self.limbs[at / 32] >> (at % 32) & 1 == 1
        }

        /// Divides by a small number, and gives the remainder.
        pub fn div_small(&mut self, divisor: u32) -> u32 {
            let mut carry = 0u64;
            for limb in self.limbs.iter_mut().rev() {
                let value = carry << 32 | u64::from(*limb);
                *limb = (value / u64::from(divisor)) as u32;
                carry = value % u64::from(divisor);
            }
            carry as u32
        }

        pub fn pow_mod(self, mut exponent: u32, modulus: Self) -> Self {
            let mut base = self % modulus;
            let mut result = Self::from(1);
            while exponent != 0 {
                if exponent & 1 != 0 {
                    result = result * base % modulus;
                }
                base = base * base % modulus;
                exponent /= 2;
            }
            result
        }
    }

    impl<const N: usize> From<u32> for Big<N> {
        fn from(value: u32) -> Self {
            let mut limbs = [0; N];
            limbs[0] = value;
            Self { limbs }
        }
    }

    impl<const N: usize> AddAssign<&Big<N>> for Big<N> {
        fn add_assign(&mut self, rhs: &Big<N>) {
            let mut carry = false;
            for (a, &b) in self.limbs.iter_mut().zip(rhs.limbs.iter()) {
                let (sum, c1) = a.overflowing_add(b);
                let (sum, c2) = sum.overflowing_add(carry as u32);
                *a = sum;
                carry = c1 || c2;
            }
        }
    }

    impl<const N: usize> SubAssign<&Big<N>> for Big<N> {
        fn sub_assign(&mut self, rhs: &Big<N>) {
            self.limbs.iter_mut().zip(&rhs.limbs).fold(false, |borrow, (a, b)| {
                let (d, b1) = a.overflowing_sub(*b);
                let (d, b2) = d.overflowing_sub(borrow.into());
                *a = d;
                b1 | b2
            });
        }
    }

    impl<const N: usize> MulAssign<u32> for Big<N> {
        fn mul_assign(&mut self, factor: u32) {
            let mut carry = 0;
            for limb in &mut self.limbs {
                let product = *limb as u64 * factor as u64 + carry;
                *limb = product as u32;
                carry = product >> 32;
            }
        }
    }

    impl<const N: usize> Shl<usize> for Big<N> {
        type Output = Self;
        fn shl(mut self, by: usize) -> Self {
            let (words, bits) = (by / 32, by % 32);
            self.limbs.rotate_right(words);
            self.limbs[..words].fill(0);
            if bits > 0 {
                for i in (0..N).rev() {
                    let low = if i == 0 { 0 } else { self.limbs[i - 1] >> (32 - bits) };
                    self.limbs[i] = self.limbs[i] << bits | low;
                }
            }
            self
        }
    }

    impl<const N: usize> Mul for Big<N> {
        type Output = Big<N>;
        fn mul(self, rhs: Self) -> Self {
            let mut sum = Self::ZERO;
            for (shift, &limb) in rhs.limbs.iter().enumerate().filter(|&(_, &l)| l > 0) {
                let mut part = self << 32 * shift;
                part *= limb;
                sum += &part;
            }
            sum
        }
    }

    impl<const N: usize> Rem for Big<N> {
        type Output = Self;
        fn rem(self, modulus: Self) -> Self {
            let mut rest = Self::ZERO;
            for at in (0..self.bits()).rev() {
                rest = rest << 1;
                rest.limbs[0] |= self.bit(at) as u32;
                if rest >= modulus {
                    rest -= &modulus;
                }
            }
            rest
        }
    }

    impl<const N: usize> PartialOrd for Big<N> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl<const N: usize> Ord for Big<N> {
        fn cmp(&self, other: &Self) -> Ordering {
            self.limbs.iter().rev().cmp(other.limbs.iter().rev())
        }
    }

    pub fn factorial(n: u32) -> Big<8> {
        (2..=n).fold(Big::from(1), |mut product, k| {
            product *= k;
            product
        })
    }

    /// Decimal digits, the lowest first.
    pub fn digits<const N: usize>(mut value: Big<N>) -> ([u8; 80], usize) {
        let (mut digits, mut len) = ([0; 80], 0);
        while !value.is_zero() {
            digits[len] = value.div_small(10) as u8;
            len += 1;
        }
        (digits, len)
    }

    #[kernel]
    pub fn digit_sums(n: &[u32], out: &mut [[u32; 3]], limbs: &mut [[u32; 8]]) {
        let i = invocation_id().x as usize;
        if i < n.len() {
            let big = factorial(n[i]);
            let (digits, len) = digits(big);
            let residue = Big::<8>::from(n[i]).pow_mod(65537, Big::from(1_000_003));
            out[i] = [digits[..len].iter().map(|&d| d as u32).sum(), len as u32, residue.limbs()[0]];
            limbs[i] = *big.limbs();
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let n = [1u32, 5, 20, 34, 50];
    let mut out = vec![[0u32; 3]; n.len()];
    let mut limbs = vec![[0; 8]; n.len()];
    gpu::digit_sums(&n, &mut out, &mut limbs).dispatch(device)?;
    for (i, &n) in n.iter().enumerate().take(4) {
        let f = (1..=n as u128).product::<u128>();
        let text = f.to_string();
        assert_eq!(out[i][0], text.bytes().map(|b| (b - b'0') as u32).sum::<u32>(), "{n}");
        assert_eq!(out[i][1] as usize, text.len());
        assert_eq!(limbs[i][0], f as u32);
        let (mut r, mut b, mut e) = (1u64, n as u64, 65537);
        while e > 0 {
            if e & 1 == 1 {
                r = r * b % 1_000_003;
            }
            b = b * b % 1_000_003;
            e >>= 1;
        }
        assert_eq!(out[i][2] as u64, r);
    }
    assert_eq!((out[4][0], out[4][1]), (216, 65));
    println!("{out:?}");
    Ok(())
}
