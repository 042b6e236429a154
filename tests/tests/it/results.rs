//! Functions and methods outside that give several values, called in each other. Their bodies count once, however deep they are called and
//! whatever they give has of parts.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre::{Error, ExpansionLimit};
use vyre_tests::devices;

/// A sum of 256 bits, the lowest word first, and what is carried out of it.
#[vyre::function]
fn add(a: [u32; 8], b: [u32; 8]) -> ([u32; 8], u32) {
    let mut sum = [0u32; 8];
    let mut carry = 0u64;
    for i in 0..8 {
        let word = a[i] as u64 + b[i] as u64 + carry;
        sum[i] = word as u32;
        carry = word >> 32;
    }
    (sum, carry as u32)
}

#[vyre::function]
fn subtract(a: [u32; 8], b: [u32; 8]) -> ([u32; 8], u32) {
    let mut difference = [0u32; 8];
    let mut borrow = 0u64;
    for i in 0..8 {
        let word = (a[i] as u64).wrapping_sub(b[i] as u64).wrapping_sub(borrow);
        difference[i] = word as u32;
        borrow = word >> 32 & 1;
    }
    (difference, borrow as u32)
}

#[vyre::function]
fn add_modulo(a: [u32; 8], b: [u32; 8], p: [u32; 8]) -> [u32; 8] {
    let (sum, carry) = add(a, b);
    let (difference, borrow) = subtract(sum, p);
    if carry == 1 || borrow == 0 { difference } else { sum }
}

/// By doubling and adding.
#[vyre::function]
fn multiply_modulo(a: [u32; 8], b: [u32; 8], p: [u32; 8]) -> [u32; 8] {
    let mut product = [0u32; 8];
    for i in 0..256 {
        product = add_modulo(product, product, p);
        let at = 255 - i;
        if b[at / 32] >> (at % 32) & 1 == 1 {
            product = add_modulo(product, a, p);
        }
    }
    product
}

#[vyre::kernel(workgroup_size = 64)]
fn products(a: &[[u32; 8]], b: &[[u32; 8]], p: [u32; 8], out: &mut [[u32; 8]]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = multiply_modulo(a[i], b[i], p);
    }
}

/// The numbers are Python's.
#[test]
fn arithmetic_of_256_bits_modulo_a_prime() {
    // 2^256 - 189
    let mut p = [u32::MAX; 8];
    p[0] = u32::MAX - 188;
    let mut less = p;
    less[0] -= 1;
    let half = [0, 0, 0, 0, 0, 0, 0, 1 << 31];
    let cases = [
        [[0; 8], less, [0; 8]],
        [less, less, [1, 0, 0, 0, 0, 0, 0, 0]],
        [half, [2, 0, 0, 0, 0, 0, 0, 0], [189, 0, 0, 0, 0, 0, 0, 0]],
        [
            [0x52e6b438, 0xf2a74de4, 0x269e0d37, 0x6513270e, 0xa6a3a450, 0xc5c7fd0, 0x128b2f33, 0xd23f0824],
            [0x892f902b, 0x1818e811, 0x5d9dc9f8, 0x9531985d, 0xed90475, 0xe8e25d94, 0x81e74ef5, 0x36f675cc],
            [0x6aab5704, 0x1044b05b, 0x6ea773d1, 0x378a39a5, 0x1a5b7a0d, 0xe5d22da8, 0xf1d55ec1, 0xb956442b],
        ],
    ];
    let [a, b, wanted] = [0, 1, 2].map(|at| cases.map(|case| case[at]).to_vec());
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = vec![[0u32; 8]; cases.len()];
        products(&a, &b, p, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, wanted, "{}", device.info().name());
    }
    for [a, b, wanted] in cases {
        assert_eq!(multiply_modulo(a, b, p), wanted);
    }
}

#[vyre::data]
struct Cells {
    words: [u32; 32],
}

#[vyre::function]
impl Cells {
    fn step(&mut self) {
        self.words[0] += 1;
        self.words[31] ^= self.words[0];
    }
    fn twice(&mut self) -> u32 {
        self.step();
        self.step();
        self.words[0]
    }
    fn four(&mut self) -> u32 {
        self.twice() + self.twice()
    }
    fn eight(&mut self) -> u32 {
        self.four() + self.four()
    }
    fn sixteen(&mut self) {
        self.eight();
        self.eight();
    }
    fn sum(self) -> u32 {
        self.words[0] + self.words[31]
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn walked(out: &mut [u32], start: u32) {
    let mut cells = Cells { words: [start; 32] };
    out[0] = cells.eight();
    cells.sixteen();
    out[1] = cells.words[0];
    out[2] = cells.words[31];
    out[3] = cells.sum();
}

#[test]
fn methods_that_change_a_large_struct() {
    // 100 becomes 102, 104, 106 and 108, whose sum is 420; then 124. The last word takes in each number on the way.
    let last = (101..=124).fold(100, |last, number| last ^ number);
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0; 4];
        walked(&mut out, 100).workgroups([1; 3]).dispatch(&device).unwrap();
        assert_eq!(out, [420, 124, last, 124 + last], "{}", device.info().name());
    }
}

#[vyre::data]
struct Counter {
    count: u32,
}

#[vyre::function]
impl Counter {
    fn reset(&mut self) {
        self.count = 7;
    }
    fn next(&mut self) -> u32 {
        self.count += 1;
        self.count
    }
    fn twice(self) -> u32 {
        self.count * 2
    }
    fn both(self) -> (u32, f32) {
        (self.count, self.count as f32 / 2.0)
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn counted(out: &mut [u32]) {
    let mut counter = Counter { count: 1 };
    counter.reset();
    out[0] = counter.next();
    // Nothing takes the result.
    counter.next();
    out[1] = counter.count;
    out[2] = counter.twice();
    let (count, half) = counter.both();
    out[3] = count;
    out[4] = (half * 4.0) as u32;
}

#[test]
fn methods_of_a_struct_of_one_number() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0; 5];
        counted(&mut out).workgroups([1; 3]).dispatch(&device).unwrap();
        assert_eq!(out, [8, 9, 18, 9, 18], "{}", device.info().name());
    }
}

macro_rules! doubling {
    ($last:ident) => {};
    ($caller:ident $callee:ident $($rest:ident)*) => {
        #[vyre::function]
        fn $caller(x: u32) -> u32 {
            $callee(x) ^ $callee(x + 1)
        }
        doubling!($callee $($rest)*);
    };
}

#[vyre::function]
fn last(x: u32) -> u32 {
    x * x
}

doubling!(f24 f23 f22 f21 f20 f19 f18 f17 f16 f15 f14 f13 f12 f11 f10 f9 f8 f7 f6 f5 f4 f3 f2 f1 last);

#[vyre::kernel(workgroup_size = 1)]
fn small(out: &mut [u32]) {
    out[0] = f3(5);
}

#[vyre::kernel(workgroup_size = 1)]
fn exponential(out: &mut [u32]) {
    out[0] = f24(5);
}

#[test]
fn what_calls_expand_to_is_bounded_when_the_kernel_is_used() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0];
        small(&mut out).workgroups([1; 3]).dispatch(&device).unwrap();
        // 25 ^ 36 ^ 36 ^ 49 ^ 36 ^ 49 ^ 49 ^ 64.
        assert_eq!(out, [25 ^ 36 ^ 49 ^ 64]);
    }
    let mut out = [3];
    let error = exponential(&mut out).workgroups([1; 3]).dispatch(&Device::cpu()).unwrap_err();
    let Error::Expansion { expansion } = &error else { panic!("{error}") };
    assert_eq!(expansion.limit, ExpansionLimit::Instructions);
    assert!(expansion.op_id.starts_with("function.it.results.f"), "{}", expansion.op_id);
    assert!(error.to_string().contains("more than 4194304 instructions"), "{error}");
    assert_eq!(out, [3]);
}
