//! Programs of several items as people write them first: in a text, in a `#[vyre::module]`, and as plain Rust.

#![allow(unreachable_pub, private_interfaces, reason = "the code of the cases is as people write it")]

use vyre::prelude::*;
use vyre::{Arg, Module};

/// What a program is called with. Nothing overflows for these.
pub(super) const FIRST: [i32; 8] = [0, 1, -3, 7, 40, 100, 5, 2];
pub(super) const SECOND: [u32; 8] = [0, 5, 7, 31, 3, 9, 18, 1000];

/// The kernel of each program.
const KERNEL: &str = "
    #[kernel(workgroup_size = 8)]
    fn run_case(a: &[i32], b: &[u32], out: &mut [i64]) {
        let i = invocation_id().x;
        if i < out.len() {
            out[i] = case(a[i], b[i]);
        }
    }
";

pub(super) fn check(text: &str, plain: impl Fn(i32, u32) -> i64) -> [i64; 8] {
    check_on(vyre_tests::devices(), text, plain)
}

/// The same on some devices, and on those that interpret.
pub(super) fn check_on(devices: Vec<Device>, text: &str, plain: impl Fn(i32, u32) -> i64) -> [i64; 8] {
    let expected = std::array::from_fn(|at| plain(FIRST[at], SECOND[at]));
    let module = Module::compile(&format!("{text}\n{KERNEL}")).unwrap();
    let kernel = module.kernel("run_case").unwrap();
    for device in devices.into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = [0i64; 8];
        let args = [Arg::read(&FIRST), Arg::read(&SECOND), Arg::write(&mut out)];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!(out, expected, "the text on {device}");
    }
    expected
}

macro_rules! programs {
    ($($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            mod plain {
                $($items)*
                pub(super) fn called(a: i32, b: u32) -> i64 {
                    case(a, b)
                }
            }
            #[vyre::module]
            mod kernels {
                // A module with such a type is seen as a whole, where a function is defined by a macro, too.
                struct Whole<T>(T);
                $($items)*
                #[kernel(workgroup_size = 8)]
                pub(super) fn run(a: &[i32], b: &[u32], out: &mut [i64]) {
                    let i = invocation_id().x;
                    if i < out.len() {
                        out[i] = case(a[i], b[i]);
                    }
                }
            }
            #[test]
            fn as_in_rust() {
                use super::*;
                let expected = check(stringify!($($items)*), plain::called);
                for device in vyre_tests::devices().into_iter().chain([Device::reference()]) {
                    let mut out = [0i64; 8];
                    kernels::run(&FIRST, &SECOND, &mut out).dispatch(&device).unwrap();
                    assert_eq!(out, expected, "the module on {device}");
                }
            }
        }
    )*};
}

/// The same of what only texts have.
macro_rules! texts {
    ($($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            $($items)*
            #[test]
            fn as_in_rust() {
                super::check(stringify!($($items)*), case);
            }
        }
    )*};
}

/// Texts that lavapipe compiles for half a minute.
macro_rules! texts_on_cpu {
    ($($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            $($items)*
            #[test]
            fn as_in_rust() {
                super::check_on(vec![super::Device::cpu()], stringify!($($items)*), case);
            }
        }
    )*};
}

/// Programs whose kernel asks a function of them for each element, in a module, in a text and as plain Rust.
macro_rules! fresh_modules {
    ($($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            mod plain {
                $($items)*
                pub(super) fn called(i: usize, input: &[u32]) -> u32 {
                    one(i, input)
                }
            }
            #[vyre::module]
            mod kernels {
                $($items)*
                #[kernel(workgroup_size = 8)]
                pub(super) fn run(input: &[u32], out: &mut [u32]) {
                    let i = invocation_id().x as usize;
                    if let Some(slot) = out.get_mut(i) {
                        *slot = one(i, input);
                    }
                }
            }
            #[test]
            fn as_in_rust() {
                use super::*;
                let input: Vec<u32> = std::iter::successors(Some(1_039_531_364u32), |s| {
                    Some(s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
                })
                .map(|s| s >> 16)
                .take(256)
                .collect();
                let expected: Vec<u32> = (0..64).map(|i| plain::called(i, &input)).collect();
                for device in vyre_tests::devices().into_iter().chain([Device::reference(), Device::checked()]) {
                    let mut out = vec![0u32; 64];
                    kernels::run(&input, &mut out).dispatch(&device).unwrap();
                    assert_eq!(out, expected, "the module on {device}");
                }
            }
        }
    )*};
}

mod asked;
mod awaited;
mod broad_versions;
mod chapters_of_the_reference;
mod chosen_slices;
mod combined;
mod edges;
mod everyday_constructs;
mod everyday_versions;
mod first_time_versions;
mod first_versions;
mod flows;
mod fresh_versions;
mod further_versions;
mod general;
mod given;
mod held_arrays;
mod kept_closures;
mod kept_iterators;
mod kept_slices;
mod later_versions;
mod latest_versions;
mod left_to_ask;
mod mended;
mod ordered;
mod ordinary_versions;
mod parts;
mod pieces;
mod recent_versions;
mod slices_of_several;
mod suite_versions;
mod tables;
mod told_apart;
mod unseen_versions;
mod views;
mod waiting_versions;
mod whole_programs;

pub(super) use {fresh_modules, programs, texts};

texts! {
    texts_are_their_bytes {
        const NAME: &str = "hello";
        fn hash(s: &str) -> u32 { s.bytes().fold(7u32, |h, c| (h % 100_000) * 31 + c as u32) }
        fn kind(s: &str) -> u32 { if s == "hello" { 1 } else if s.is_empty() { 2 } else if s.starts_with("he") { 4 } else { s.len() as u32 } }
        fn case(a: i32, b: u32) -> i64 { let w = "three"; hash(NAME) as i64 + hash("x") as i64 + kind(NAME) as i64 * 3 + kind(&NAME[1..]) as i64 + kind(w) as i64 + NAME.as_bytes()[(b % 5) as usize] as i64 + a as i64 }
    }
}

programs! {
    use_in_a_method {
        #[derive(Clone, Copy)] enum Dir { N, E, S, W }
        impl Dir { fn turn(self) -> Self { use Dir::*; match self { N => E, E => S, S => W, W => N } } }
        fn dx(d: Dir) -> i32 { use Dir::{E, W}; match d { E => 1, W => -1, _ => 0 } }
        fn case(a: i32, b: u32) -> i64 { let mut d = Dir::N; for _ in 0..b % 7 { d = d.turn(); } dx(d) as i64 + d as i64 * 10 + a as i64 }
    }
    use_in_a_block_goes_before_what_is_around_it {
        mod inner { pub fn helper(x: u32) -> u32 { x * 2 } pub fn five() -> u32 { 5 } }
        fn helper(x: u32) -> u32 { x + 1 }
        fn case(a: i32, b: u32) -> i64 { let x = helper(b); let y = { use inner::{helper, five}; helper(b) + five() }; (x as i64) * 3 + y as i64 + helper(1) as i64 + a as i64 }
    }
    use_beside_a_type_in_a_function {
        mod inner { pub fn helper(x: u32) -> u32 { x * 2 } }
        fn helper(x: u32) -> u32 { x + 1 }
        fn case(a: i32, b: u32) -> i64 { use inner::helper; struct T(u32); let t = T(helper(b)); t.0 as i64 + self::helper(a as u32 & 7) as i64 }
    }
    numbers_of_variants_in_a_byte {
        #[derive(Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        enum Day { Mon = 1, Tue, Wed = 9 }
        static NAMES: [u16; 3] = [100, 200, 300];
        fn case(a: i32, b: u32) -> i64 { let d = if a > 0 { Day::Tue } else { Day::Wed }; d as u8 as i64 + Day::Mon as i64 + NAMES[(b % 3) as usize] as i64 }
    }
    another_name_for_a_type_behind_a_reference {
        type Pair = (i64, i64);
        fn turn(p: &mut Pair) { *p = (p.1 + 1, p.0); }
        fn case(a: i32, b: u32) -> i64 { let mut p: Pair = (a as i64, b as i64); for _ in 0..3 { turn(&mut p); } p.0 * 1000 + p.1 }
    }
    mapped_arrays_of_two_are_arrays {
        #[derive(Default, Clone, Copy)] struct Cluster { sum: [f32; 2], count: u32 }
        impl Cluster { fn mean(&self) -> Option<[f32; 2]> { if self.count == 0 { None } else { Some(self.sum.map(|s| s / self.count as f32)) } } }
        fn case(a: i32, b: u32) -> i64 { let c = Cluster { sum: [a as f32, b as f32], count: b % 3 }; c.mean().map_or(-1, |m| (m[0] * 8.0 + m[1]) as i64) }
    }
    iterators_of_the_module_in_loops_and_chains {
        struct Bits(u64);
        impl Iterator for Bits { type Item = u32; fn next(&mut self) -> Option<u32> { if self.0 == 0 { None } else { let t = self.0.trailing_zeros(); self.0 &= self.0 - 1; Some(t) } } }
        fn case(a: i32, b: u32) -> i64 { let mut t = 0; 'all: for bit in Bits(b as u64) { if bit == 2 { continue; } for k in 0..2 { if bit + k == 9 { break 'all; } t += bit; } } t as i64 + Bits(a as u32 as u64).map(|x| x + 1).sum::<u32>() as i64 * 100 }
    }
    iterators_of_the_module_are_asked_for_as_many_as_are_taken {
        #[derive(Clone, Copy)]
        struct Lcg { state: u32 }
        impl Iterator for Lcg { type Item = u32; fn next(&mut self) -> Option<u32> { self.state = self.state.wrapping_mul(1664525).wrapping_add(1013904223); if self.state % 11 == 0 { None } else { Some(self.state >> 16) } } }
        fn case(a: i32, b: u32) -> i64 { let mut g = Lcg { state: b }; let x: u32 = g.by_ref().take(3).sum(); let mut n = 0u64; for v in g.by_ref().filter(|v| v % 2 == 0).take(4) { n += v as u64; } for (i, v) in g.enumerate() { if i > 5 { break; } n = n % 100_000 * 3 + v as u64; } x as i64 + n as i64 + g.state as i64 + a as i64 }
    }
    a_variable_iterates_over_a_slice {
        fn parse(s: &[u8]) -> Option<u32> { let mut it = s.iter(); let hi = *it.next()?; let lo = *it.next()?; if it.next().is_some() { return None; } Some((hi as u32) << 8 | lo as u32) }
        fn case(a: i32, b: u32) -> i64 { let t = [a as u8, b as u8, 3]; parse(&t).map_or(-1, |v| v as i64) + parse(&t[..2]).map_or(-1, |v| v as i64) }
    }
    a_variable_that_iterates_is_left_where_it_is {
        fn case(a: i32, b: u32) -> i64 { let t = [1u32, 2, 3, b, 5, 6, 7, a as u32 & 0xff]; let mut it = t.iter(); let first: u32 = it.by_ref().take(2).sum(); let p = it.position(|&x| x == 5); let left = it.len(); let rest: u32 = it.map(|x| x / 2).sum(); first as i64 * 1000 + p.map_or(-1, |p| p as i64) * 100 + rest as i64 + left as i64 * 10000 }
    }
    looking_at_the_next_item {
        fn tokens(s: &[u8]) -> u32 { let mut it = s.iter().copied().peekable(); let mut n = 0; while let Some(c) = it.next() { if c.is_ascii_digit() { let mut v = (c - b'0') as u32; while let Some(&d) = it.peek() { if !d.is_ascii_digit() { break; } v = v * 10 + (d - b'0') as u32; it.next(); } n += v; } else if c == b'#' { while it.peek().is_some_and(|&d| d != b'\n') { it.next(); } } } n }
        fn case(a: i32, b: u32) -> i64 { let t = [b'1', b'2', b' ', b'0' + (b % 10) as u8, b'#', b'4', b'\n', b'9', if a > 0 { b'9' } else { b'x' }]; tokens(&t) as i64 }
    }
    parts_of_arrays_in_fields {
        struct Stack { items: [u32; 8], len: usize }
        impl Stack {
            fn push(&mut self, x: u32) { self.items[self.len] = x; self.len += 1; }
            fn total(&self) -> u32 { let mut t = 0; for &x in &self.items[..self.len] { t += x; } t + self.items[1..=2].iter().sum::<u32>() }
            fn bump(&mut self) { for x in self.items[1..3].iter_mut() { *x += 1; } for (x, k) in self.items[4..].iter_mut().rev().zip(1..) { *x = k; } }
        }
        fn case(a: i32, b: u32) -> i64 { let mut s = Stack { items: [b; 8], len: (a & 3) as usize }; s.push(2); s.push(1); s.bump(); s.total() as i64 * 100 + s.items[7] as i64 * 10 + s.items[4] as i64 }
    }
    a_let_takes_what_a_reference_refers_to_apart {
        struct X(u32);
        impl X { fn step(&mut self) -> u32 { let Self(s) = self; *s ^= *s << 13; *s ^= *s >> 17; *s & 0xffff } }
        struct P { x: i32, y: i32 }
        fn g(p: &mut P) { let P { x, y } = p; *x += 1; std::mem::swap(x, y); }
        fn case(a: i32, b: u32) -> i64 { let mut x = X(b | 1); let mut p = P { x: a, y: b as i32 }; g(&mut p); x.step() as i64 + x.step() as i64 * 3 + (p.x - p.y) as i64 * 100_000 }
    }
    opposite_orders {
        use std::cmp::Reverse;
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] struct Task { pri: u32, deadline: Reverse<u32> }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [a, 5, b as i32, -7];
            t.sort_by_key(|&x| Reverse(x));
            let m = t.iter().max_by_key(|x| Reverse(**x)).unwrap();
            let x = Task { pri: b % 3, deadline: Reverse(b) };
            let y = Task { pri: a as u32 % 3, deadline: Reverse(7) };
            let Reverse(d) = x.max(y).deadline;
            (t[0] as i64) * 3 + *m as i64 + (Reverse(3) < Reverse(2)) as i64 + (x < y) as i64 * 10 + d as i64 * 20 + x.deadline.0 as i64
        }
    }
    derived_orders_follow_those_of_their_fields {
        use std::cmp::Ordering;
        #[derive(Clone, Copy, PartialEq, Eq)] struct Low(u32);
        impl PartialOrd for Low { fn partial_cmp(&self, o: &Self) -> Option<Ordering> { Some(self.cmp(o)) } }
        impl Ord for Low { fn cmp(&self, o: &Self) -> Ordering { (o.0 / 4).cmp(&(self.0 / 4)) } }
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)] struct Both { low: Low, n: i32 }
        fn case(a: i32, b: u32) -> i64 {
            let x = Both { low: Low(b), n: a };
            let y = Both { low: Low(b + 1), n: 3 };
            let z = Both { low: Low(7), n: 0 };
            (x < y) as i64 + (x <= z) as i64 * 2 + (x > z) as i64 * 4 + (x.cmp(&y) == Ordering::Less) as i64 * 8 + (x.max(z).n as i64) * 16 + ((Low(b), a) < (Low(6), 2)) as i64 * 1000
        }
    }
    numbers_that_wrap_around {
        use std::num::Wrapping;
        fn case(a: i32, b: u32) -> i64 { let mut h = Wrapping(2166136261u32); for k in a.to_le_bytes() { h ^= Wrapping(k as u32); h *= Wrapping(16777619); } let x = Wrapping(b) + h - Wrapping(3); (x << 3).0 as i64 + (-x).0 as i64 }
    }
    characters {
        fn classify(c: char) -> u32 { match c { '0'..='9' => c as u32 - '0' as u32, 'a'..='f' | 'A'..='F' => c.to_digit(16).unwrap(), '+' | '-' => 77, _ if c.is_whitespace() => 99, _ => 100 } }
        const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];
        fn case(a: i32, b: u32) -> i64 {
            let c = (b as u8) as char;
            let d = char::from_digit(b % 16, 16).unwrap();
            let e = char::from_u32(b * 0x1000).unwrap_or('?');
            classify(c) as i64 * 10 + c.is_ascii_digit() as i64 + (c == '\t') as i64 + VOWELS.contains(&d) as i64 * 2
                + matches!(d, 'a'..='f') as i64 * 10_000 + (d.to_ascii_uppercase() > 'B') as i64 * 100_000 + ('0'..='9').contains(&d) as i64 * 1_000_000
                + u32::from(e) as i64 * 10_000_000 + VOWELS.iter().position(|&v| v == d).map_or(0, |p| p as i64) + char::from(a as u8) as i64
        }
    }
    constants_hold_variants {
        #[derive(Clone, Copy, PartialEq)] enum Shape { Sphere { r: i32 }, Cube(i32), Empty }
        impl Shape {
            const UNIT: Shape = Shape::Cube(1);
            fn size(&self) -> i32 { match self { Shape::Sphere { r } => r * 3, Shape::Cube(a) => a * a, Shape::Empty => 0 } }
        }
        const SHAPES: [Shape; 3] = [Shape::Sphere { r: 4 }, Shape::Cube(SIDE), Shape::Empty];
        const SIDE: i32 = 5;
        const DEFAULT: Option<Shape> = Some(Shape::Cube(7));
        fn pick(i: usize) -> Shape { SHAPES[i % SHAPES.len()] }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = a;
            for s in &SHAPES { t += s.size(); }
            (t + pick(b as usize).size() + DEFAULT.map_or(0, |d| d.size()) + Shape::UNIT.size() + SHAPES.iter().filter(|s| **s == Shape::Empty).count() as i32) as i64
        }
    }
    sine_and_cosine {
        fn case(a: i32, b: u32) -> i64 { let (s, c) = ((a * 0) as f32).sin_cos(); (s * 10.0 + c * 100.0) as i64 + b as i64 }
    }
    calls_in_a_chain {
        struct Crc { state: u32 }
        impl Crc {
            fn new() -> Self { Crc { state: !0 } }
            fn update(&mut self, b: &[u8]) -> &mut Self { for &x in b { self.state ^= x as u32; self.state = self.state.rotate_left(3); } self }
            fn pad(&mut self, n: u32) -> &mut Self { if n == 0 { return self; } self.state ^= n; self }
            fn finish(&self) -> u32 { !self.state }
        }
        fn case(a: i32, b: u32) -> i64 { let mut c = Crc::new(); c.update(b"abc").pad(b).update(&a.to_le_bytes()); let d = Crc::new().update(b"xyz").pad(0).finish(); c.finish() as i64 * 3 + d as i64 }
    }
    errors_are_converted {
        #[derive(Debug, Clone, Copy, PartialEq)] enum E { Full { at: usize }, Parse(P), Other }
        #[derive(Debug, Clone, Copy, PartialEq)] struct P { byte: u8 }
        impl From<u32> for E { fn from(x: u32) -> E { E::Full { at: x as usize } } }
        impl From<P> for E { fn from(p: P) -> E { E::Parse(p) } }
        fn digit(b: u8) -> Result<u8, P> { if b.is_ascii_digit() { Ok(b - b'0') } else { Err(P { byte: b }) } }
        fn put(out: &mut [u8], n: usize, v: u8) -> Result<usize, E> {
            *out.get_mut(n).ok_or(E::Full { at: n })? = digit(v)?;
            let p = out.get_mut(n / 2).ok_or_else(|| 7u32)?;
            *p += 1;
            Ok(n + 1)
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [0u8; 4];
            let mut n = 0;
            let r = loop { match put(&mut t, n, b'0' + (b % 12) as u8) { Ok(m) => n = m, Err(e) => break e } if n > a as usize { break E::Other; } };
            let sum = t.iter().map(|&x| x as i64).sum::<i64>();
            match r { E::Full { at } => at as i64 * 100 + sum, E::Parse(P { byte }) => -(byte as i64), E::Other => sum * 10_000 }
        }
    }
    constants_of_types_over_numbers {
        #[derive(Clone, Copy, PartialEq)] struct Matrix<const R: usize, const C: usize>([[i64; C]; R]);
        impl<const R: usize, const C: usize> Matrix<R, C> {
            const ZERO: Self = Self([[0; C]; R]);
            fn transpose(&self) -> Matrix<C, R> { let mut t = Matrix::ZERO; for r in 0..R { for c in 0..C { t.0[c][r] = self.0[r][c]; } } t }
            fn checked(&self) -> Option<Matrix<C, R>> { let mut t = Matrix::ZERO; t.0[0][0] = self.0[0][0]; if t.0[0][0] > 3 { return None; } Some(t) }
        }
        fn case(a: i32, b: u32) -> i64 { let mut m = Matrix::<2, 3>([[1, 2, 3], [4, 5, 6]]); m.0[1][2] = a as i64; m.0[0][0] = (b % 7) as i64; let t = m.transpose(); t.0[2][1] * 100 + t.0[1][0] + m.checked().map_or(-1, |c| c.0[0][0]) * 10_000 }
    }
}
