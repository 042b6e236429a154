//! Methods of arrays in `func!` closures, to which programs link: they have no memory. Each closure is also plain Rust here, which says what it gives.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

/// Numbers with repetitions, also at the ends of their types.
fn bytes() -> Vec<u8> {
    (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 % [3, 17, 255][i as usize % 3]).collect()
}

macro_rules! alike {
    ($($name:ident: |$chunk:ident: [$Item:ty; $count:literal]| -> $Result:ty $body:block)*) => {$(
        #[test]
        fn $name() {
            let data: Vec<$Item> = bytes().into_iter().map(|byte| (byte as $Item).wrapping_sub(9)).collect();
            let plain = |$chunk: [$Item; $count]| -> $Result { $body };
            let expected: Vec<$Result> = data.chunks_exact($count).map(|chunk| plain(chunk.try_into().unwrap())).collect();
            for device in devices() {
                let buffer = device.buffer(&data).unwrap();
                let given = buffer.par_chunks::<$count>().map(func!(|$chunk: [$Item; $count]| -> $Result { $body })).collect().unwrap();
                assert_eq!(given.read().unwrap(), expected, "{device}");
            }
        }
    )*};
}

alike! {
    containing: |c: [u8; 4]| -> u32 { c.contains(&0) as u32 + 2 * c.contains(&c[3]) as u32 }
    containing_words: |c: [u32; 3]| -> u32 { c.contains(&7) as u32 }
    median: |c: [i32; 5]| -> i32 { let mut t = c; t.sort_unstable(); t[2] }
    descending: |c: [u16; 4]| -> u16 { let mut t = c; t.sort_by(|a, b| b.cmp(a)); t[1] }
    by_key: |c: [i16; 4]| -> i16 { let mut t = c; t.sort_by_key(|x| (*x & 7, *x)); t[0] }
    swapped: |c: [u32; 4]| -> u32 { let mut t = c; t.swap(0, c[1] as usize % 4); t[0].wrapping_mul(31).wrapping_add(t[3]) }
    reversed: |c: [u8; 8]| -> u64 { let mut t = c; t.reverse(); u64::from_le_bytes(t) }
    filled: |c: [u32; 2]| -> u32 { let mut t = c; t.fill(c[0] ^ 5); t[0].wrapping_add(t[1]) }
    rotated: |c: [u32; 5]| -> u32 { let mut t = c; t.rotate_left(c[0] as usize % 5); t[0] }
    ends: |c: [i32; 4]| -> i32 { c.first().unwrap().wrapping_sub(*c.last().unwrap()) }
    got: |c: [u32; 4]| -> u32 { c.get(c[0] as usize % 6).copied().unwrap_or(77) }
    sorted: |c: [i32; 3]| -> u32 { c.is_sorted() as u32 }
    searched: |c: [u32; 6]| -> u32 {
        let mut t = c;
        t.sort_unstable();
        t.partition_point(|x| *x < 5) as u32
    }
    largest: |c: [i32; 4]| -> i32 { *c.iter().max().unwrap() }
    referred: |c: [u32; 4]| -> u32 { let x = &c[c[0] as usize % 4]; *x ^ 1 }
}

#[vyre::function]
fn has_zero(c: [u8; 4]) -> bool {
    c.contains(&0)
}

#[vyre::function]
fn second(c: [u8; 4]) -> u8 {
    let mut t = c;
    t.sort_unstable();
    let x = &t[1];
    *x + (t[0] == 0) as u8
}

#[vyre::kernel]
fn seconds(all: &[[u8; 4]], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = second(all[i]) as u32;
    }
}

#[test]
fn named_functions_are_values_too() {
    let data = [[1u8, 2, 0, 4], [9, 7, 7, 8], [0, 0, 3, 255]];
    for device in devices() {
        let buffer = device.buffer(data.as_flattened()).unwrap();
        assert_eq!(buffer.par_chunks::<4>().filter(func!(has_zero)).count().unwrap(), 2, "{device}");
        let given = buffer.par_chunks::<4>().map(func!(second)).collect().unwrap();
        assert_eq!(given.read().unwrap(), [2, 7, 1], "{device}");
        let mut out = [0u32; 3];
        seconds(&data, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [2, 7, 1], "{device}");
    }
    assert_eq!(data.map(second), [2, 7, 1]);
}

#[test]
fn results_are_inferred() {
    for device in devices() {
        let buffer = device.buffer(&[1u8, 2, 0, 4, 5, 6, 7, 8]).unwrap();
        let zeros = buffer.par_chunks::<4>().filter(func!(|c: [u8; 4]| c.contains(&0))).count().unwrap();
        assert_eq!(zeros, 1, "{device}");
        let above = buffer.par_iter().filter(func!(|x: u8| [1, 5, 9].contains(&x))).count().unwrap();
        assert_eq!(above, 2, "{device}");
    }
}
