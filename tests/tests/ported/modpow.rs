//! Powers of 64-bit numbers modulo 64-bit numbers, against `u128` on the host.

use crate::wide;
use vyre::prelude::*;
use vyre_tests::devices;

/// `bases[i]^exponents[i] mod moduli[i]`, for any modulus: products are built by doubling, which needs no more than 64
/// bits. Modulo 0 everything is 0.
#[vyre::kernel(workgroup_size = 32)]
fn power(bases: &[u64], exponents: &[u64], moduli: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    let modulus = moduli[i];
    let mut base = bases[i] % modulus;
    let mut exponent = exponents[i];
    let mut result = 1 % modulus;
    for _ in 0..64 {
        if exponent == 0 {
            break;
        }
        // The result times the base, or the base squared.
        for squaring in 0..2 {
            if squaring == 0 && exponent & 1 == 0 {
                continue;
            }
            let factor = if squaring == 1 { base } else { result };
            let mut product = 0u64;
            for bit in 0..64 {
                // `a + b` overflows or reaches the modulus just where `a >= modulus - b`.
                let rest = modulus - product;
                product = if product >= rest { product - rest } else { product + product };
                if factor >> (63 - bit) & 1 == 1 {
                    let rest = modulus - base;
                    product = if product >= rest { product - rest } else { product + base };
                }
            }
            if squaring == 1 {
                base = product;
            } else {
                result = product;
            }
        }
        exponent >>= 1;
    }
    out[i] = result;
}

/// The same for odd moduli, in Montgomery's form with limbs of 32 bits.
#[vyre::kernel(workgroup_size = 32)]
fn power_odd(bases: &[u64], exponents: &[u64], moduli: &[u64], out: &mut [u64]) {
    const LOW: u64 = 0xffff_ffff;
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    let modulus = moduli[i];
    let (m0, m1) = (modulus & LOW, modulus >> 32);
    // Newton's iteration doubles the number of correct bits of the inverse modulo 2^32.
    let mut inverse = modulus as u32;
    for _ in 0..4 {
        inverse *= 2 - modulus as u32 * inverse;
    }
    // 2^64 and 2^128 modulo the modulus.
    let one = (u64::MAX % modulus + 1) % modulus;
    let mut square = one;
    for _ in 0..64 {
        let rest = modulus - square;
        square = if square >= rest { square - rest } else { square + square };
    }
    // Products: the base enters the form, then the ladder, and at the end the result leaves the form.
    let mut base = bases[i] % modulus;
    let mut result = one;
    let exponent = exponents[i];
    let steps = (64 - exponent.leading_zeros()) * 2;
    for step in 0..steps + 2 {
        let is_square = step > 0 && step <= steps && step % 2 == 0;
        if step > 0 && step <= steps && step % 2 == 1 && exponent >> (step / 2) & 1 == 0 {
            continue;
        }
        let x = if step == 0 || is_square { base } else { result };
        let y = if step == 0 {
            square
        } else if step > steps {
            1
        } else {
            base
        };
        let (y0, y1) = (y & LOW, y >> 32);
        // The sum so far is `t2 t1 t0`, each of 32 bits, with the lowest one about to vanish.
        let (mut t0, mut t1, mut t2) = (0u64, 0u64, 0u64);
        for limb in 0..2 {
            let digit = x >> (limb * 32) & LOW;
            let p0 = digit * y0 + t0;
            let p1 = digit * y1 + t1 + (p0 >> 32);
            let p2 = (p1 >> 32) + t2;
            let q = (0 - p0 as u32 * inverse) as u64;
            let r0 = q * m0 + (p0 & LOW);
            let r1 = q * m1 + (p1 & LOW) + (r0 >> 32);
            let r2 = (r1 >> 32) + p2;
            t0 = r1 & LOW;
            t1 = r2 & LOW;
            t2 = r2 >> 32;
        }
        let mut product = t1 << 32 | t0;
        if t2 > 0 || product >= modulus {
            product -= modulus;
        }
        if step == 0 || is_square {
            base = product;
        } else {
            result = product;
        }
    }
    out[i] = result;
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
