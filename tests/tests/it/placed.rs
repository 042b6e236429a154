//! Functions outside with slices, references, tuples, ids, barriers and arrays of their own, in this module, others, and another crate.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

mod library {
    use vyre::prelude::*;

    const WEIGHTS: [u32; 4] = [1, 10, 100, 1000];
    const START: u32 = 5;

    /// What `LIMIT` means here, and not where it is called.
    const LIMIT: usize = 3;

    #[vyre::function]
    fn double(x: u32) -> u32 {
        x * 2
    }

    /// The weighted sum of the first elements.
    #[vyre::function]
    pub fn weigh(values: &[u32]) -> u32 {
        const OWN: u32 = START + 1;
        let mut sum = START;
        for k in 0..LIMIT {
            sum += values[k] * WEIGHTS[k];
        }
        double(sum) + OWN
    }

    /// A quotient and a rest.
    #[vyre::function]
    pub fn divide(x: u32, by: u32) -> (u32, u32) {
        (x / by, x % by)
    }

    pub(crate) mod inner {
        use super::weigh;
        use vyre::prelude::*;

        const SCALE: u32 = 2;

        #[vyre::function]
        pub fn weigh_twice(values: &[u32], total: &mut u32) {
            *total += weigh(&values[1..]) * SCALE;
            *total += weigh(values);
        }

        #[vyre::function]
        pub(crate) fn lane() -> u32 {
            local_id().x
        }
    }
}

use library::inner::{self, lane};

/// The sum of what the invocations of a workgroup give.
#[vyre::function]
fn sum_of_all(value: u32) -> u32 {
    let mut tile = workgroup_array::<u32, 8>();
    tile[lane()] += value;
    barrier();
    let mut sum = 0;
    for k in 0..8u32 {
        sum += tile[k];
    }
    sum
}

#[vyre::function]
fn clear(part: &mut [u32], counts: &[AtomicU32]) {
    for k in 0..part.len() {
        part[k] = 0;
        counts[0].fetch_add(1);
    }
}

#[vyre::kernel(workgroup_size = 8)]
fn calls(a: &[u32], out: &mut [u32], counts: &[AtomicU32]) {
    const LIMIT: u32 = 99;
    let i = lane();
    let own = &a[i..];
    let mut total = LIMIT;
    inner::weigh_twice(own, &mut total);
    let (quotient, rest) = library::divide(total, 7);
    let row = &mut out[i * 8..i * 8 + 8];
    row[0] = library::weigh(&a[i * 2..]);
    row[1] = total;
    row[2] = quotient;
    row[3] = rest;
    row[4] = sum_of_all(i);
    row[5] = sum_of_all(i * 10);
    clear(&mut row[6..], counts);
}

#[test]
fn functions_outside_take_the_place_of_their_calls() {
    let a: Vec<u32> = (0..12).map(|k| k * k % 7).collect();
    let at = |k: usize| a.get(k).copied().unwrap_or(0);
    let weigh = |first: usize| 2 * (5 + at(first) + at(first + 1) * 10 + at(first + 2) * 100) + 6;
    let expected: Vec<u32> = (0..8)
        .flat_map(|i| {
            let total = 99 + 2 * weigh(i + 1) + weigh(i);
            [weigh(2 * i), total, total / 7, total % 7, 28, 280, 0, 0]
        })
        .collect();
    for device in devices() {
        let (mut out, mut counts) = (vec![9; 64], vec![0; 1]);
        calls(&a, &mut out, &mut counts).invocations([8, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}\n{}", calls::program());
        assert_eq!(counts, [16], "{device}");
    }
}

/// The smallest element and where it is, with what lies beyond the end.
#[vyre::function]
fn smallest(values: &[i32], seen: &mut u32, last: bool) -> (i32, u32) {
    let (mut least, mut at) = (i32::MAX, 0);
    for k in 0..values.len() {
        *seen += 1;
        if values[k] < least || last && values[k] == least {
            (least, at) = (values[k], k);
        }
    }
    (least, at + values[values.len()] as u32)
}

#[vyre::function]
fn scale(values: &mut [f32], by: &[f32; 2]) {
    let half = &mut values[1..];
    for k in 0..half.len() + 3 {
        half[k] *= by[k % 2];
    }
}

/// Without a reference in its signature.
#[vyre::function]
fn digits(x: u32) -> u32 {
    fn add(sum: &mut u32, digit: u32) {
        *sum += digit;
    }
    let (mut sum, mut rest) = (0, x);
    while rest > 0 {
        add(&mut sum, rest % 10);
        rest /= 10;
    }
    sum
}

#[vyre::kernel(workgroup_size = 1)]
fn on_devices(values: &[i32], scaled: &mut [f32], out: &mut [u32]) {
    let mut seen = 1;
    let (least, at) = smallest(values, &mut seen, true);
    out[0] = least as u32;
    out[1] = at;
    out[2] = seen;
    out[3] = digits(90210);
    scale(scaled, &[2.0, 3.0]);
}

#[test]
fn functions_of_values_and_slices_have_a_form_on_the_host() {
    let mut seen = 1;
    assert_eq!(smallest(&[3, -2, 5, -2], &mut seen, false), (-2, 1));
    assert_eq!(smallest(&[3, -2, 5, -2], &mut seen, true), (-2, 3));
    assert_eq!(smallest(&[], &mut seen, true), (i32::MAX, 0));
    assert_eq!(seen, 9);
    let mut values = [1.0, 2.0, 3.0, 4.0];
    scale(&mut values, &[2.0, 3.0]);
    assert_eq!(values, [1.0, 4.0, 9.0, 8.0]);
    assert_eq!(digits(90210), 12);
    for device in devices() {
        let (mut out, mut scaled) = ([0; 4], [1.0, 2.0, 3.0, 4.0]);
        on_devices(&[3, -2, 5, -2], &mut scaled, &mut out).workgroups([1; 3]).dispatch(&device).unwrap();
        assert_eq!(out, [-2i32 as u32, 3, 5, 12], "{device}");
        assert_eq!(scaled, values, "{device}");
    }
}

/// What no use outside of a macro names.
mod only_in_macros {
    use vyre::prelude::*;

    #[vyre::function]
    pub fn total(values: &[u32]) -> u32 {
        let mut sum = 0;
        for k in 0..values.len() {
            sum += values[k];
        }
        sum
    }

    #[vyre::function]
    pub fn low<const BITS: u32>(x: u32) -> u8 {
        x as u8 & ((1 << BITS) - 1)
    }

    #[vyre::function]
    pub fn is_small(x: u32) -> bool {
        matches!(low::<4>(x), 1..=5)
    }
}

#[test]
fn functions_are_called_in_assertions_and_patterns_alone() {
    use only_in_macros::{is_small, low, total};
    #[vyre::kernel(workgroup_size = 4)]
    fn kernel(data: &[u32], out: &mut [u32]) {
        let i = invocation_id().x;
        assert!(total(&data[1..3]) == 22, "a slice");
        assert_eq!(low::<3>(data[1]), 2);
        let pairs = matches!(total(&data[i..i + 2]), 12 | 22) as u32;
        let guarded = matches!(data[i], n if total(data) == n + 40) as u32;
        out[i] = pairs + 10 * guarded + 100 * is_small(data[i]) as u32;
    }
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [7; 4];
        kernel(&[2, 10, 12, 18], &mut out).dispatch(&device).unwrap();
        // Sums of two: 12, 22, 30, 18. The sum of all is 42, so the first is 40 less. The low bits: 2, 10, 12, 2.
        assert_eq!(out, [111, 1, 0, 100], "{device}");
    }
}
