//! Slices of integers of every width: packed as on the host, written without disturbing neighbours, on every device.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;

fn every_device() -> Vec<Device> {
    [Device::reference()].into_iter().chain(vyre_tests::devices()).collect()
}

/// A kernel that reverses slices of a type, and its tests. The slices have lengths that fill no word.
macro_rules! reversed {
    ($test:ident, $T:ident) => {
        mod $test {
            use super::every_device;

            #[vyre::kernel(workgroup_size = 64)]
            fn reverse(input: &[$T], weights: &Uniform<[$T]>, add: $T, out: &mut [$T]) {
                let i = invocation_id().x;
                // One more store than there are elements, which does nothing.
                if i <= out.len() {
                    out[i] = input[out.len() - 1 - i] * weights[i % 3] + add;
                }
                out[i] ^= weights[i];
            }

            fn expected(input: &[$T], weights: &[$T], add: $T) -> Vec<$T> {
                let weight = |i: usize| weights.get(i).copied().unwrap_or(0);
                let values = input.iter().rev().enumerate();
                values.map(|(i, x)| x.wrapping_mul(weights[i % 3]).wrapping_add(add) ^ weight(i)).collect()
            }

            #[test]
            fn slices_and_buffers() {
                let weights: [$T; 5] = [3, 7, $T::MAX, 1, $T::MIN];
                for len in [1, 2, 3, 4, 5, 97, 130] {
                    let input: Vec<$T> =
                        (0..len).map(|i| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as $T).collect();
                    let expected = expected(&input, &weights, $T::MAX - 2);
                    for device in every_device() {
                        let mut out = vec![1; len];
                        let add = $T::MAX - 2;
                        reverse(&input, &weights, add, &mut out).dispatch(&device).unwrap();
                        assert_eq!(out, expected, "{len} elements on {device}");
                        let resident = device.buffer(&input).unwrap();
                        let mut out = device.zeros::<$T>(len).unwrap();
                        reverse(&resident, &weights, add, &mut out).dispatch(&device).unwrap();
                        assert_eq!(out.read().unwrap(), expected, "a buffer of {len} on {device}");
                        assert_eq!(resident.read_range(len / 2..).unwrap(), input[len / 2..]);
                        let mut out = vec![1; len];
                        vyre_tests::block_on(
                            reverse(&input, &weights, add, &mut out).dispatch_async(&device),
                        )
                        .unwrap();
                        assert_eq!(out, expected, "asynchronously, on {device}");
                    }
                }
            }
        }
    };
}

reversed!(of_u8, u8);
reversed!(of_i8, i8);
reversed!(of_u16, u16);
reversed!(of_i16, i16);
reversed!(of_u32, u32);
reversed!(of_i32, i32);
reversed!(of_u64, u64);
reversed!(of_i64, i64);

#[vyre::kernel(workgroup_size = 128)]
fn letters(text: &[u8], counts: &[AtomicU32], upper: &mut [u8], classes: &mut [i16]) {
    const SHIFT: [u8; 3] = [0, 32, 64];
    let i = invocation_id().x;
    if i < text.len() {
        let c = text[i];
        upper[i] = match c {
            b'a'..=b'z' => c - SHIFT[1],
            _ => c,
        };
        classes[i] = if c == b' ' { -1 } else { i16::from(c) * 100 };
        if c == b'e' {
            counts[0].fetch_add(1);
        }
        if text.byte(i) == text[i] as u32 {
            counts[1].fetch_add(1);
        }
        if i % 4 == 0 && text.word(i / 4) & 0xff == u32::from(c) {
            counts[2].fetch_add(1);
        }
    }
}

#[test]
fn bytes_are_elements() {
    let text = b"the quick brown fox jumps over the lazy dog, e";
    for device in every_device() {
        let (mut counts, mut upper, mut classes) = ([0; 3], vec![0; text.len()], vec![0i16; text.len()]);
        letters(text, &mut counts, &mut upper, &mut classes).dispatch(&device).unwrap();
        assert_eq!(upper, text.to_ascii_uppercase(), "{device}");
        let expected: Vec<i16> =
            text.iter().map(|c| if *c == b' ' { -1 } else { i16::from(*c).wrapping_mul(100) }).collect();
        assert_eq!(classes, expected, "{device}");
        assert_eq!(counts, [4, 46, 12], "{device}");
    }
}

const TABLE: [u8; 7] = [9, 8, 7, 255, 128, 3, 1];
const SIGNED: [i16; 3] = [-5, i16::MIN, 300];
const WIDE: [i64; 2] = [-1, i64::MIN];

#[vyre::kernel(workgroup_size = 16)]
fn tables(out: &mut [i64]) {
    const INNER: [i8; 3] = [-1, 2, -128];
    let i = invocation_id().x;
    let (byte, signed): (u8, i16) = (TABLE[i], SIGNED[i]);
    out[4 * i] = byte as i64 + TABLE.len() as i64;
    out[4 * i + 1] = signed as i64;
    out[4 * i + 2] = WIDE[i];
    out[4 * i + 3] = i64::from(INNER[i]);
}

#[test]
fn tables_are_packed_too() {
    let element = |values: &[i64], at: usize| values.get(at).copied().unwrap_or(0);
    let wide = |values: &[i16]| values.iter().map(|value| i64::from(*value)).collect::<Vec<i64>>();
    let bytes: Vec<i64> = TABLE.iter().map(|value| i64::from(*value)).collect();
    for device in every_device() {
        let mut out = [7; 64];
        tables(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        for i in 0..16 {
            let expected = [
                element(&bytes, i) + 7,
                element(&wide(&SIGNED), i),
                element(&WIDE, i),
                element(&wide(&[-1, 2, -128]), i),
            ];
            assert_eq!(out[4 * i..4 * i + 4], expected, "{i} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn arrays(input: &[u8], out: &mut [u16]) {
    fn sum(a: &[u8], from: u32, to: u32) -> u16 {
        let mut sum = 0u16;
        for i in from..to {
            sum += a[i] as u16;
        }
        sum + a.len() as u16
    }
    fn fill(a: &mut [u8], with: u8) {
        for i in 0..a.len() {
            a[i] = with + i as u8;
        }
    }
    let i = invocation_id().x;
    let mut tile = workgroup_array::<u8, 32>();
    let mut own = [0u8; 5];
    tile[local_id().x] = input[i] + 200;
    fill(&mut own, 250);
    barrier();
    let index = local_id().x as i8;
    out[i] = tile[31 - local_id().x] as u16
        + sum(&own, 0, 5)
        + sum(input, 0, 3)
        + sum(&tile, 1, 3)
        + own[index - 1] as u16
        + (own.byte(1) + own.word(0) % 7) as u16;
}

#[test]
fn arrays_of_bytes_are_as_those_of_the_host() {
    let input: Vec<u8> = (0..64u8).map(|i| i.wrapping_mul(37)).collect();
    let own: [u8; 5] = [250, 251, 252, 253, 254];
    let at = |array: &[u8], i: i64| usize::try_from(i).ok().and_then(|i| array.get(i)).copied().unwrap_or(0);
    let sum = |array: &[u8], from: usize, to: usize, len: u16| {
        array[from..to].iter().fold(len, |sum, x| sum + u16::from(*x))
    };
    for device in every_device() {
        let mut out = vec![0u16; 64];
        arrays(&input, &mut out).dispatch(&device).unwrap();
        for i in 0..64 {
            let tile: Vec<u8> = (0..32).map(|k| input[i / 32 * 32 + k].wrapping_add(200)).collect();
            let word = u32::from_le_bytes([250, 251, 252, 253]) % 7;
            let expected = u16::from(tile[31 - i % 32])
                + sum(&own, 0, 5, 5)
                + sum(&input, 0, 3, 64)
                + sum(&tile, 1, 3, 32)
                + u16::from(at(&own, i as i64 % 32 - 1))
                + 251
                + word as u16;
            assert_eq!(out[i], expected, "{i} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn joined(a: &[i64], b: &[u8], wide: &mut [i64], narrow: &mut [u8]) {
    let i = invocation_id().x;
    let least = workgroup_min(a[i]);
    let most = workgroup_max(a[i]);
    let sum = workgroup_sum(a[i]);
    let first = workgroup_broadcast(a[i], 5);
    wide[i] = match i % 4 {
        0 => least,
        1 => most,
        2 => sum,
        _ => first,
    };
    let sum = workgroup_inclusive_sum(b[i]);
    let most = workgroup_max(b[i] as i8);
    let least = workgroup_min(b[i] as i16 - 200);
    narrow[i] = sum ^ most as u8 ^ least as u8;
}

#[test]
fn collectives_of_every_integer() {
    let a: Vec<i64> = (0..64).map(|i: i64| (i - 30).wrapping_mul(0x0123_4567_89ab_cdef)).collect();
    let b: Vec<u8> = (0..64u8).map(|i| i.wrapping_mul(77)).collect();
    let sum = a.iter().fold(0i64, |sum, x| sum.wrapping_add(*x));
    let expected = [*a.iter().min().unwrap(), *a.iter().max().unwrap(), sum, a[5]];
    let most = b.iter().map(|x| *x as i8).max().unwrap();
    let least = b.iter().map(|x| i16::from(*x) - 200).min().unwrap();
    for device in every_device() {
        let (mut wide, mut narrow) = (vec![0; 64], vec![0; 64]);
        joined(&a, &b, &mut wide, &mut narrow).dispatch(&device).unwrap();
        for i in 0..64 {
            assert_eq!(wide[i], expected[i % 4], "{i} on {device}");
            let sum = b[..=i].iter().fold(0u8, |sum, x| sum.wrapping_add(*x));
            assert_eq!(narrow[i], sum ^ most as u8 ^ least as u8, "{i} on {device}");
        }
    }
}
