//! Powers of 64-bit numbers modulo 64-bit numbers, against `u128` on the host.

use crate::ported::{devices, wide};
use vyre::prelude::*;

/// `bases[i]^exponents[i] mod moduli[i]`, for any modulus. Modulo 0 everything is 0.
#[vyre::kernel(workgroup_size = 32)]
fn power(bases: &[u64], exponents: &[u64], moduli: &[u64], out: &mut [u64]) {
    fn product(a: u64, b: u64, modulus: u64) -> u64 {
        (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
    }
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    let modulus = moduli[i];
    let (mut base, mut exponent) = (bases[i] % modulus, exponents[i]);
    let mut result = 1 % modulus;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = product(result, base, modulus);
        }
        base = product(base, base, modulus);
        exponent /= 2;
    }
    out[i] = result;
}

/// Numbers modulo an odd number in Montgomery's form: times 2^64.
#[vyre::data]
struct Montgomery {
    modulus: u64,
    /// The negative inverse of the modulus modulo 2^64.
    inverse: u64,
}

#[vyre::function]
impl Montgomery {
    fn new(modulus: u64) -> Self {
        // Newton's iteration doubles the number of correct bits.
        let mut inverse = modulus;
        for _ in 0..5 {
            inverse *= 2 - modulus * inverse;
        }
        Self { modulus, inverse: 0 - inverse }
    }

    /// The product of two numbers in the form.
    fn product(&self, a: u64, b: u64) -> u64 {
        let (low, high) = a.widening_mul(b);
        let (_, carry) = (low * self.inverse).carrying_mul(self.modulus, low);
        let (sum, is_over) = high.overflowing_add(carry);
        if is_over || sum >= self.modulus { sum - self.modulus } else { sum }
    }

    /// 2^64 modulo the modulus, which is 1 in the form.
    fn one(&self) -> u64 {
        (u64::MAX % self.modulus + 1) % self.modulus
    }

    /// A number below the modulus in the form: times 2^128, which loses 2^64 again.
    fn enter(&self, x: u64) -> u64 {
        let one: u64 = self.one();
        let square = (u128::from(one) * u128::from(one) % u128::from(self.modulus)) as u64;
        self.product(x, square)
    }
}

/// The same for odd moduli, without a division for each step.
#[vyre::kernel(workgroup_size = 32)]
fn power_odd(bases: &[u64], exponents: &[u64], moduli: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    let ring = Montgomery::new(moduli[i]);
    let mut base = ring.enter(bases[i] % moduli[i]);
    let mut result = ring.one();
    for bit in 0..64 - exponents[i].leading_zeros() {
        if exponents[i] >> bit & 1 == 1 {
            result = ring.product(result, base);
        }
        base = ring.product(base, base);
    }
    out[i] = ring.product(result, 1);
}

fn expected(base: u64, exponent: u64, modulus: u64) -> u64 {
    if modulus == 0 {
        return 0;
    }
    let modulus = u128::from(modulus);
    let mut base = u128::from(base) % modulus;
    let mut result = 1 % modulus;
    for bit in 0..64 {
        if exponent >> bit & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
    }
    result as u64
}

/// Bases, exponents and moduli: all combinations of edges, then random ones.
fn cases() -> [Vec<u64>; 3] {
    let bases = [0, 1, 2, 3, 0xffff_ffff, 1 << 32, 1 << 63, u64::MAX];
    let exponents = [0, 1, 2, 65_537, u64::MAX];
    let moduli = [0, 1, 2, 3, 0xffff_ffff, 1 << 32, (1 << 61) - 1, (1 << 63) + 1, u64::MAX - 58, u64::MAX];
    let mut cases = [vec![], vec![], vec![]];
    for base in bases {
        for exponent in exponents {
            for modulus in moduli {
                for (list, value) in cases.iter_mut().zip([base, exponent, modulus]) {
                    list.push(value);
                }
            }
        }
    }
    for (seed, list) in cases.iter_mut().enumerate() {
        list.extend(wide(seed as u32, 50));
    }
    cases
}

type Power = for<'a> fn(&'a [u64], &'a [u64], &'a [u64], &'a mut [u64]) -> vyre::Launch<'a>;

fn check(device: &Device, kernel: Power, [bases, exponents, moduli]: &[Vec<u64>; 3]) {
    let mut out = vec![0; bases.len()];
    kernel(bases, exponents, moduli, &mut out).dispatch(device).unwrap();
    for (i, found) in out.into_iter().enumerate() {
        let (base, exponent, modulus) = (bases[i], exponents[i], moduli[i]);
        let expected = expected(base, exponent, modulus);
        assert_eq!(found, expected, "{base}^{exponent} mod {modulus} on {device}");
    }
}

#[test]
fn powers_modulo_any_number() {
    for device in devices() {
        check(&device, power, &cases());
    }
}

#[test]
fn powers_modulo_odd_numbers() {
    let mut cases = cases();
    for modulus in &mut cases[2] {
        *modulus |= 1;
    }
    for device in devices() {
        check(&device, power_odd, &cases);
    }
}
