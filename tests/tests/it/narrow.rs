//! Loops that store elements of 8 and 16 bits, which devices store by words where all elements of a word are stored: at every length from 0 to 70, with slices that begin
//! anywhere in memory, on every device, against plain Rust.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic, in its helpers too")]

use vyre::f16;
use vyre::ir::BufferAccess;
use vyre::prelude::*;
use vyre_lower::{Access, Lowered, Stmt, Target, Unit, build, pass, walk};
use vyre_tests::devices;

/// A cipher's key stream: invocation `i` has the 8 bytes from `8 * i` on.
#[vyre::kernel(workgroup_size = 4)]
fn encrypt(key: [u32; 2], message: &mut [u8]) {
    let part = &mut message[8 * invocation_id().x..];
    for k in 0..8 {
        part[k] ^= (key[k / 4] >> (8 * (k % 4))) as u8;
    }
}

/// The same from an element on, which may be in the middle of a word.
#[vyre::kernel(workgroup_size = 4)]
fn encrypt_from(key: [u32; 2], start: u32, message: &mut [u8]) {
    let part = &mut message[8 * invocation_id().x + start..];
    for k in 0..8 {
        part[k] ^= (key[k >> 2] >> (8 * (k & 3))) as u8;
    }
}

/// Elements of 16 bits, without a slice.
#[vyre::kernel(workgroup_size = 4)]
fn count(out: &mut [u16]) {
    let i = invocation_id().x;
    for k in 0..6 {
        out[6 * i + k] = (100 * i + k) as u16;
    }
}

/// Signed bytes from one slice to another one of another length, in a loop that stays one.
#[vyre::kernel(workgroup_size = 1)]
fn complement(a: &[i8], out: &mut [i8]) {
    for k in 0..1024 {
        out[k] = !a[k];
    }
}

/// Floats of 16 bits.
#[vyre::kernel(workgroup_size = 2)]
fn negate(a: &[f16], out: &mut [f16]) {
    let i = invocation_id().x;
    for k in 0..4 {
        out[4 * i + k] = -a[4 * i + k];
    }
}

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference()]).collect()
}

const KEY: [u32; 2] = [0xa1b2_c3d4, 0x1526_3748];

fn byte(at: usize) -> u8 {
    (at as u32).wrapping_mul(0x9e37_79b9).to_le_bytes()[3]
}

/// The memory of a slice of bytes from `start` on, after a launch of `launched` bytes from the element `from` on.
fn encrypted(memory: &[u8], start: usize, len: usize, from: usize, launched: usize) -> Vec<u8> {
    let mut memory = memory.to_vec();
    let part = memory[start..start + len].iter_mut().skip(from).take(launched);
    part.enumerate().for_each(|(at, byte)| *byte ^= KEY[at / 4 % 2].to_le_bytes()[at % 4]);
    memory
}

#[test]
fn bytes_of_every_length() {
    for device in all() {
        for len in 0..=70 {
            let start = len % 17;
            let memory: Vec<u8> = (0..start + len + 5).map(byte).collect();
            for groups in [len.div_ceil(32), (len / 32).max(1)] {
                let mut got = memory.clone();
                encrypt(KEY, &mut got[start..start + len])
                    .workgroups([groups as u32, 1, 1])
                    .dispatch(&device)
                    .unwrap();
                let expected = encrypted(&memory, start, len, 0, 32 * groups);
                assert_eq!(got, expected, "{len} bytes from {start} on, {groups} workgroups on {device}");
            }
        }
    }
}

#[test]
fn bytes_from_anywhere() {
    for device in all() {
        for len in 0..=70 {
            let from = len * 5 % 23;
            let memory: Vec<u8> = (0..len).map(byte).collect();
            let mut got = memory.clone();
            encrypt_from(KEY, from as u32, &mut got).workgroups([2, 1, 1]).dispatch(&device).unwrap();
            assert_eq!(got, encrypted(&memory, 0, len, from, 64), "{len} bytes from {from} on, on {device}");
        }
    }
}

#[test]
fn elements_of_16_bits_of_every_length() {
    for device in all() {
        for len in 0..=70 {
            let start = len % 7;
            let mut got = vec![9_u16; start + len + 3];
            count(&mut got[start..start + len]).workgroups([2, 1, 1]).dispatch(&device).unwrap();
            let value = |at: usize| if at < 48 { 100 * (at as u16 / 6) + at as u16 % 6 } else { 9 };
            let expected = [9].repeat(start).into_iter().chain((0..len).map(value)).chain([9; 3]);
            assert_eq!(got, expected.collect::<Vec<_>>(), "{len} elements from {start} on, on {device}");
        }
    }
}

#[test]
fn signed_bytes_of_other_lengths() {
    for device in all() {
        for (len, out) in (0..=70).map(|len| (len, (len * 7) % 71)).chain([(1024, 1023), (1030, 1028)]) {
            let a: Vec<i8> = (0..len).map(|at| byte(at) as i8).collect();
            let mut got = vec![3; out];
            complement(&a, &mut got).workgroups([1, 1, 1]).dispatch(&device).unwrap();
            let element = |at: usize| a.get(at).copied().unwrap_or(0);
            let expected = (0..out).map(|at| if at < 1024 { !element(at) } else { 3 });
            assert_eq!(got, expected.collect::<Vec<_>>(), "{len} to {out} on {device}");
        }
    }
}

#[test]
fn floats_of_16_bits_of_every_length() {
    for device in all() {
        for len in 0..=70 {
            let a: Vec<f16> = (0..len + len % 3).map(|at| f16::from_f32(at as f32 + 0.5)).collect();
            let mut got = vec![f16::ZERO; len];
            negate(&a, &mut got).workgroups([5, 1, 1]).dispatch(&device).unwrap();
            let value = |at: usize| if at < 40 { -(at as f32) - 0.5 } else { 0.0 };
            let got: Vec<f32> = got.into_iter().map(f16::to_f32).collect();
            assert_eq!(got, (0..len).map(value).collect::<Vec<_>>(), "{len} floats on {device}");
        }
    }
}

/// How many stores of words a form has.
fn stores(form: &Lowered) -> usize {
    let is_written = |access: &Access| {
        access.unit == Unit::Element && form[access.buffer].access == BufferAccess::ReadWrite
    };
    let mut found = 0;
    walk(&form.body, &mut |stmt| {
        found += usize::from(matches!(stmt, Stmt::Store { access, .. } if is_written(access)));
    });
    found
}

#[test]
fn words_are_stored_where_all_of_them_is() {
    let of = |program: &vyre::ir::Validated| {
        let plain = build(program).unwrap();
        [Target::WGSL, Target::CPU].map(|target| {
            let mut form = plain.clone();
            pass::optimise(&mut form, &target);
            stores(&form)
        })
    };
    // Two words of 8 bytes, none where they may be parts of three, three of 6 elements of 16 bits, and one in a loop, which GPUs
    // have with and without a guard.
    assert_eq!(of(encrypt::__kernel().validated().unwrap().0), [2, 2]);
    assert_eq!(of(encrypt_from::__kernel().validated().unwrap().0), [0, 0]);
    assert_eq!(of(count::__kernel().validated().unwrap().0), [3, 3]);
    assert_eq!(of(negate::__kernel().validated().unwrap().0), [2, 2]);
    assert_eq!(of(complement::__kernel().validated().unwrap().0), [2, 1]);
}
