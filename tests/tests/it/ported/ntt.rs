//! The number-theoretic transform over the Goldilocks field (GPU-NTT), in workgroup memory, against its definition and products of polynomials.

use crate::ported::{devices, wide};
use vyre::prelude::*;

const P: u64 = 0xffff_ffff_0000_0001;
const N: u32 = 256;
/// A root of unity of order `N`: 7 generates the field's units.
const ROOT: u64 = power(7, (P - 1) / N as u64);

const fn power(base: u64, exponent: u64) -> u64 {
    let (mut base, mut exponent, mut result) = (base as u128, exponent, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % P as u128;
        }
        base = base * base % P as u128;
        exponent >>= 1;
    }
    result as u64
}

/// The powers of the root.
const ROOTS: [u64; 128] = {
    let mut roots = [1; 128];
    let mut i = 1;
    while i < 128 {
        roots[i] = (roots[i - 1] as u128 * ROOT as u128 % P as u128) as u64;
        i += 1;
    }
    roots
};

mod field {
    use super::P;

    #[vyre::function]
    pub fn add(a: u64, b: u64) -> u64 {
        let (sum, is_over) = a.overflowing_add(b);
        if is_over || sum >= P { sum - P } else { sum }
    }

    #[vyre::function]
    pub fn sub(a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a - b + P }
    }

    /// 2^64 is 2^32 - 1 here, and 2^96 is -1.
    #[vyre::function]
    pub fn mul(a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let (low, high) = (product as u64, (product >> 64) as u64);
        let middle = (high & 0xffff_ffff) * 0xffff_ffff;
        let low = if low >= P { low - P } else { low };
        sub(add(low, middle), high >> 32)
    }
}

/// Transforms each block of 256 elements.
#[vyre::kernel(workgroup_size = 128)]
fn transform(data: &mut [u64], is_inverse: bool) {
    let mut block = workgroup_array::<u64, 256>();
    let k = local_id().x;
    let data = &mut data[workgroup_id().x * N..][..N];
    for i in (k..N).step_by(N / 2) {
        block[i.reverse_bits() >> 24] = data[i];
    }
    let mut half = 1;
    while half < N {
        barrier();
        let low = k / half * half * 2 + k % half;
        let step = k % half * (N / 2 / half);
        // The inverse of the root's power `s` is its power `N - s`, and the power `N / 2` is -1.
        let factor = match (is_inverse, step) {
            (false, _) | (true, 0) => ROOTS[step],
            (true, _) => field::sub(0, ROOTS[N / 2 - step]),
        };
        let (a, b) = (block[low], field::mul(block[low + half], factor));
        block[low] = field::add(a, b);
        block[low + half] = field::sub(a, b);
        half *= 2;
    }
    barrier();
    const SHRINK: u64 = power(N as u64, P - 2);
    for i in (k..N).step_by(N / 2) {
        data[i] = if is_inverse { field::mul(block[i], SHRINK) } else { block[i] };
    }
}

#[vyre::kernel]
fn multiply(a: &mut [u64], b: &[u64]) {
    let i = invocation_id().x;
    a[i] = field::mul(a[i], b[i]);
}

fn transformed(device: &Device, data: &[u64], is_inverse: bool) -> Vec<u64> {
    let mut data = data.to_vec();
    let blocks = data.len() as u32 / N;
    transform(&mut data, is_inverse).workgroups([blocks, 1, 1]).dispatch(device).unwrap();
    data
}

fn numbers(seed: u32) -> Vec<u64> {
    let edges = [0, 1, P - 1, P - 2, 0xffff_ffff, 1 << 32, P >> 1];
    edges.into_iter().chain(wide(seed, 2 * N as usize - 7)).map(|x| x % P).collect()
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(P)) as u64
}

fn plus(a: u64, b: u64) -> u64 {
    ((u128::from(a) + u128::from(b)) % u128::from(P)) as u64
}

#[test]
fn transforms_are_those_of_the_definition() {
    let data = numbers(1);
    let of_block = |block: &[u64]| -> Vec<u64> {
        let at = |k: u64| {
            let terms = (0..).zip(block).map(|(i, &x)| times(x, power(ROOT, i * k)));
            terms.fold(0, plus)
        };
        (0..u64::from(N)).map(at).collect()
    };
    let expected: Vec<u64> = data.chunks(N as usize).flat_map(of_block).collect();
    for device in devices() {
        let found = transformed(&device, &data, false);
        assert_eq!(found, expected, "{device}");
        assert_eq!(transformed(&device, &found, true), data, "{device}");
    }
}

/// The product of two polynomials modulo `x^256 - 1`.
#[test]
fn products_of_polynomials() {
    let (a, b) = (&numbers(2)[..256], &numbers(3)[..256]);
    let mut expected = vec![0; 256];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            expected[(i + j) % 256] = plus(expected[(i + j) % 256], times(x, y));
        }
    }
    for device in devices() {
        let mut product = transformed(&device, a, false);
        multiply(&mut product, &transformed(&device, b, false)).dispatch(&device).unwrap();
        assert_eq!(transformed(&device, &product, true), expected, "{device}");
    }
}
