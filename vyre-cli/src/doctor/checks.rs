//! The self-test of a device: small kernels whose results are compared with those of plain Rust.

use std::fmt::Debug;
use vyre::Error;
use vyre::prelude::*;

/// A check of one property of a device.
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) run: fn(&Device) -> Outcome,
}

/// The outcome of a check.
pub(super) enum Outcome {
    Passed,
    /// The driver has a known limit that kernels have to respect.
    Limited(String),
    Failed(String),
}

/// All checks.
pub(super) const CHECKS: [Check; 7] = [
    Check { name: "arithmetic", run: |device| verdict(check_arithmetic(device)) },
    Check { name: "64 bits", run: |device| verdict(check_wide(device)) },
    Check { name: "out of bounds", run: |device| verdict(check_bounds(device)) },
    Check { name: "atomics", run: |device| verdict(check_atomics(device)) },
    Check { name: "workgroups", run: |device| verdict(check_workgroups(device)) },
    Check { name: "buffers", run: |device| verdict(check_buffers(device)) },
    Check { name: "long loops", run: check_loops },
];

/// `Ok(Some(..))` says what is wrong with the results.
type Checked = Result<Option<String>, Error>;

fn verdict(checked: Checked) -> Outcome {
    match checked {
        Ok(None) => Outcome::Passed,
        Ok(Some(wrong)) => Outcome::Failed(wrong),
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

/// Describes the first difference.
fn compare<T: PartialEq + Debug>(got: &[T], expected: &[T]) -> Option<String> {
    let differs = |(_, (got, expected)): &(usize, (&T, &T))| got != expected;
    let (at, (got, expected)) = got.iter().zip(expected).enumerate().find(differs)?;
    Some(format!("element {at} is {got:?} and should be {expected:?}"))
}

#[vyre::kernel]
fn mix(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let x = (a[i] ^ (a[i] >> 7)) * 3 + i;
        out[i] = x / (i % 7) + (x << i);
    }
}

fn check_arithmetic(device: &Device) -> Checked {
    let a: Vec<u32> = (0..10_000u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    let mut out = vec![0; a.len()];
    mix(&a, &mut out).dispatch(device)?;
    let expected = (0u32..).zip(&a).map(|(i, &a)| {
        let x = (a ^ (a >> 7)).wrapping_mul(3).wrapping_add(i);
        x.checked_div(i % 7).unwrap_or(0).wrapping_add(x.wrapping_shl(i))
    });
    Ok(compare(&out, &expected.collect::<Vec<u32>>()))
}

#[vyre::kernel]
fn divide(a: &[u64], b: &[u64], quotients: &mut [u64], products: &mut [u64]) {
    let i = invocation_id().x;
    if i < a.len() {
        quotients[i] = a[i] / b[i];
        products[i] = a[i] * b[i] + a[i] % b[i];
    }
}

fn check_wide(device: &Device) -> Checked {
    let a: Vec<u64> = (1..500u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    // Divisors of 64 bits down to 0 bits.
    let b: Vec<u64> =
        (0u32..).zip(&a).map(|(i, a)| a.rotate_left(21).checked_shr(i % 66).unwrap_or(0)).collect();
    let (mut quotients, mut products) = (vec![0; a.len()], vec![0; a.len()]);
    divide(&a, &b, &mut quotients, &mut products).dispatch(device)?;
    let pairs = || a.iter().zip(&b);
    let expected_quotients: Vec<u64> = pairs().map(|(a, b)| a.checked_div(*b).unwrap_or(0)).collect();
    let product = |(a, b): (&u64, &u64)| a.wrapping_mul(*b).wrapping_add(a.checked_rem(*b).unwrap_or(0));
    let expected_products: Vec<u64> = pairs().map(product).collect();
    Ok(compare(&quotients, &expected_quotients).or_else(|| compare(&products, &expected_products)))
}

#[vyre::kernel(workgroup_size = 64)]
fn go_beyond(data: &mut [u32], indices: &[u32], loaded: &mut [u32]) {
    let i = invocation_id().x;
    if i < indices.len() {
        loaded[i] = data[indices[i]];
        data[indices[i]] = 7;
    }
}

fn check_bounds(device: &Device) -> Checked {
    let indices = [64, 65, 1 << 30, (1 << 30) + 6, 1 << 31, u32::MAX];
    // Device buffers, so that the memory after them belongs to the driver.
    let mut data = device.buffer(&[5u32; 64])?;
    let mut loaded = [1; 6];
    go_beyond(&mut data, &indices, &mut loaded).invocations([6, 1, 1]).dispatch(device)?;
    Ok(compare(&loaded, &[0; 6]).or(compare(&data.read()?, &[5; 64])))
}

#[vyre::kernel]
fn count(counters: &[AtomicU32], invocations: u32) {
    let i = invocation_id().x;
    if i < invocations {
        counters[0].fetch_add(i);
        counters[1].fetch_max(i ^ 0x55);
        counters[2 + i % 8].fetch_add(1);
    }
}

fn check_atomics(device: &Device) -> Checked {
    let invocations = 20_000u32;
    let mut counters = [0u32; 10];
    count(&mut counters, invocations).invocations([invocations, 1, 1]).dispatch(device)?;
    let mut expected = [invocations / 8; 10];
    expected[0] = (0..invocations).fold(0, u32::wrapping_add);
    expected[1] = (0..invocations).map(|i| i ^ 0x55).max().unwrap_or(0);
    Ok(compare(&counters, &expected))
}

#[vyre::kernel(workgroup_size = 64)]
fn reverse_blocks(data: &mut [u32]) {
    let mut block = workgroup_array::<u32, 64>();
    let (i, k) = (invocation_id().x, local_id().x);
    block[k] = data[i];
    barrier();
    data[i] = block[63 - k];
}

fn check_workgroups(device: &Device) -> Checked {
    let mut data: Vec<u32> = (0..64 * 50).collect();
    let expected: Vec<u32> = data.chunks(64).flat_map(|block| block.iter().rev().copied()).collect();
    reverse_blocks(&mut data).dispatch(device)?;
    Ok(compare(&data, &expected))
}

#[vyre::kernel]
fn advance(data: &mut [u32], plus: u32) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = data[i] * 3 + plus;
    }
}

fn check_buffers(device: &Device) -> Checked {
    let start: Vec<u32> = (0..1 << 18).collect();
    let mut data = device.buffer(&start)?;
    for plus in 0..20 {
        advance(&mut data, plus).dispatch(device)?;
    }
    let step = |value: u32, plus: u32| value.wrapping_mul(3).wrapping_add(plus);
    let expected: Vec<u32> = start.iter().map(|&start| (0..20).fold(start, step)).collect();
    Ok(compare(&data.read()?, &expected))
}

/// More iterations than lavapipe allows a loop.
const ROUNDS: u32 = 70_000;

#[vyre::kernel(workgroup_size = 1)]
fn count_rounds(out: &mut [u32]) {
    for _ in 0..70_000 {
        out[0] += 1;
    }
}

fn check_loops(device: &Device) -> Outcome {
    let mut out = [0];
    let ran = count_rounds(&mut out).dispatch(device);
    if let Err(Error::LoopLimit { rounds, .. }) = ran {
        return Outcome::Limited(format!(
            "it ends loops after {rounds} rounds, and launches with more are errors"
        ));
    }
    verdict(ran.map(|()| compare(&out, &[ROUNDS])))
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn the_first_difference_is_told() {
        assert_eq!(compare(&[1, 2, 3], &[1, 2, 3]), None);
        let wrong = compare(&[1, 2, 3], &[1, 5, 4]);
        assert_eq!(wrong.as_deref(), Some("element 1 is 2 and should be 5"));
    }
}
