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

    pub mod inner {
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
