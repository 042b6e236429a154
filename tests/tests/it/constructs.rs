//! What of Rust kernels have, and what it means in them. `docs/rust.md` is written from these rows (`VYRE_BLESS=1`): the code of each is compiled by rustc
//! and as a kernel, and both give the same; where kernels differ, what they give is stated; and what they leave out has its error on a page of errors.

#![allow(
    clippy::unwrap_used,
    clippy::all,
    clippy::restriction,
    reason = "the code of the rows is as people write it"
)]
#![allow(unused, reason = "the code of the rows is as people write it")]

use std::fmt::Write;
use std::path::Path;
use vyre::prelude::*;

/// A row: what it is called, its code, what differs and what it gives, with the functions that compute it.
struct Row {
    construct: &'static str,
    code: &'static str,
    /// Nothing where kernels and Rust are the same.
    differs: Option<&'static str>,
    rust: Option<fn(u32) -> u32>,
    expected: Option<fn(u32) -> u32>,
    launch: fn(u32, &Device) -> u32,
}

/// The arguments that the code of rows is computed with.
const ARGUMENTS: [u32; 5] = [0, 1, 3, 6, 200];

macro_rules! launch {
    ($x:ident $($code:tt)*) => {
        #[vyre::kernel(workgroup_size = 1)]
        fn kernel(x: u32, out: &mut [u32]) {
            fn value($x: u32) -> u32 { $($code)* }
            out[0] = value(x);
        }
        pub(super) fn launch(x: u32, device: &super::Device) -> u32 {
            let mut out = [0];
            kernel(x, &mut out).dispatch(device).unwrap();
            out[0]
        }
    };
}

/// Rows whose code means the same.
macro_rules! same {
    (modules $x:ident: $name:ident { $($code:tt)* } $($rest:tt)*) => {
        mod $name {
            pub(super) fn rust($x: u32) -> u32 { $($code)* }
            launch!($x $($code)*);
        }
        same!(modules $x: $($rest)*);
    };
    (modules $x:ident:) => {};
    ($list:ident $x:ident: $($name:ident $construct:literal { $($code:tt)* })*) => {
        same!(modules $x: $($name { $($code)* })*);
        const $list: &[Row] = &[$(Row {
            construct: $construct,
            code: stringify!($($code)*),
            differs: None,
            rust: Some($name::rust),
            expected: None,
            launch: $name::launch,
        }),*];
    };
}

/// Rows whose code means something else, and what.
macro_rules! differing {
    (modules $x:ident: $name:ident { $($code:tt)* } $($rest:tt)*) => {
        mod $name {
            launch!($x $($code)*);
        }
        differing!(modules $x: $($rest)*);
    };
    (modules $x:ident:) => {};
    ($list:ident $x:ident: $($name:ident $construct:literal { $($code:tt)* } $differs:literal $expected:expr;)*) => {
        differing!(modules $x: $($name { $($code)* })*);
        const $list: &[Row] = &[$(Row {
            construct: $construct,
            code: stringify!($($code)*),
            differs: Some($differs),
            rust: None,
            expected: Some($expected),
            launch: $name::launch,
        }),*];
    };
}

same! { SAME x:
    bindings "`let`, `mut`, shadowing" { let mut y = x + 1; y += 2; let y = y * 2; y }
    later "`let x;`, set on every way" { let y; if x > 2 { y = 1; } else { y = x; } y }
    tuples "tuples and nested patterns" { let (a, (b, _)) = (x, (x + 1, true)); a + b }
    rest "`..` in patterns" { let [first, .., last] = [x, 1, 2, x + 3]; let (head, ..) = (first, 5, 6); head + last }
    swap "destructuring assignment" { let (mut a, mut b) = (x, 7); (a, b) = (b, a); [a, b] = [b, a + b]; a * 100 + b }
    condition "`if` as a value" { 1 + if x > 3 { 10 } else if x == 3 { 20 } else { 30 } }
    blocks "blocks as values, labels on blocks" { let y = 'found: { if x > 3 { break 'found 1; } 2 }; y + { let z = x; z } }
    ranges "`for` over ranges, `.rev()`, `.step_by(n)`" { let mut s = 0; for i in (0..=x).rev().step_by(2) { s = s * 3 % 1000 + i; } s }
    signed "`for` over negative numbers" { let mut s = 0; for i in -2i32..3 { s += i * i; } s as u32 + x }
    whiles "`while`, `loop` with a value" { let mut n = x; while n > 10 { n /= 2; } let y = loop { n += 3; if n > 9 { break n; } }; y }
    labels "labels on loops, `continue`" { let mut c = 0; 'rows: for i in 0..5 { for j in 0..5 { if j > i { continue 'rows; } if i + j == x { break 'rows; } c += 1; } } c }
    matches "`match`: literals, ranges, `|`, bindings, guards" { match x { 0 => 5, 1 | 2 => 6, n @ 3..=5 => n * 2, n if n % 2 == 0 => n / 2, _ => 1 } }
    tuple_match "`match` on tuples, `matches!`" { u32::from(matches!(x, 1..=3)) + match (x % 2, x > 2) { (0, true) => 1, (1, _) => 2, (.., false) => 3, _ => 4 } }
    options "`Option`, `Result`, `?`" { fn half(n: u32) -> Result<u32, u32> { if n % 2 == 0 { Ok(n / 2) } else { Err(n) } } fn both(n: u32) -> Result<u32, u32> { Ok(half(n)? + half(n + 2)?) } both(x).unwrap_or_else(|e| e * 10) + Some(x).filter(|n| *n > 2).map_or(1, |n| n * 100) }
    lets "`if let` and chains, `let .. else`, `while let`" { let mut n = Some(x); let mut s = 0; while let Some(m) = n.take() { s = (s * 3 + m) % 1000; if let Some(k) = (if m > 3 { Some(m - 3) } else { None }) && k > 0 { n = Some(k); } } let Some(last) = Some(s).filter(|s| *s > 1) else { return 7 }; last }
    arrays "arrays as values: copies, `==`" { let mut a = [x, 2, 3, 4, 5]; let b = a; a[1] = 9; (a == b) as u32 * 10 + b[1] + a[1] }
    nested "arrays of arrays, rows as values" { let mut t = [[0u32; 3]; 2]; t[1] = [x, 1, 2]; let row = t[1]; t[0][2] = row[0]; t[0][2] + row[2] }
    constants "`const` items, constants by path" { const BASE: u32 = 1 << 4; const LIST: [u32; 3] = [1, BASE, u32::MAX]; LIST[1] + u8::MAX as u32 + x }
    functions "nested functions, early `return`" { fn gcd(mut a: u32, mut b: u32) -> u32 { while b != 0 { (a, b) = (b, a % b); } return a; } gcd(x, 12) }
    functional "functions that take functions" { fn twice(mut f: impl FnMut(u32) -> u32, y: u32) -> u32 { f(y) + f(y + 1) } let mut n = 0; twice(|y| { n += 1; if y > 3 { return y - x; } y * 2 }, x) + n * 10 + twice(u32::count_ones, x) }
    references "`&mut T`, `&mut a[i]`" { fn add(place: &mut u32, by: u32) { *place += by; } let mut a = [1, 2, 3, 4, 5]; let mut y = x; add(&mut y, 3); add(&mut a[2], y); a[2] }
    parts "references to parts, `let r = &mut t.0[i]`" { let mut t = ([1, 2, 3, 4, 5], x); let r = &mut t.0[2]; *r += x; let n = &mut t.1; *n += *r; t.1 }
    slices "slices as arguments" { fn last(v: &[u32]) -> u32 { v[v.len() - 1] } let a = [x, 2, 3, 4, x + 5]; last(&a) + last(&a[1..3]) + last(&[x]) }
    slice_methods "methods of slices and arrays" { let mut a = [5, x % 10, 3, 9]; a.sort(); a.swap(0, 1); a[1..].reverse(); a.iter().fold(0, |s, v| s * 10 + v) + a.contains(&4) as u32 }
    moving "`rest = &rest[n..]`, patterns of slices" { let a = [1, x % 10, 3, 4]; let mut rest = &a[..]; let mut s = 0; while let [first, .., last] = rest { s = s * 10 + first * last; rest = &rest[1..]; } s }
    range_values "ranges as values" { let r = 1..x % 10; let long = r.len() as u32; r.contains(&3) as u32 * 100 + long + r.sum::<u32>() }
    orders "`cmp`, `Ordering`" { match x.cmp(&3).then((x % 2).cmp(&1)) { std::cmp::Ordering::Less => 1, std::cmp::Ordering::Equal => 2, std::cmp::Ordering::Greater => 3 } }
    checked "`checked_sub` and its kin" { x.checked_sub(3).map_or(100, |y| y * 2) + (x as u8).saturating_add(250) as u32 }
    generics "functions over types and constants" { fn scaled<const N: u32>(y: u32) -> u32 { y * N } scaled::<3>(x) + scaled::<{ 2 + 2 }>(1) }
    casts "`as`, `u64::from`" { (x as i8 as i32 as u32) ^ (u64::from(x) << 33 >> 32) as u32 ^ (x as f32 / 2.0) as u32 }
    narrow "8 to 64 bits, methods of std" { let y = x as u8; (y.rotate_left(3) as u32) + x.leading_zeros() + (x as u64).pow(3).count_ones() + x.abs_diff(5).isqrt() }
    floats "`f32`, methods and constants" { ((x as f32).sqrt() * core::f32::consts::PI).mul_add(2.0, 0.5).floor() as u32 }
    short "`&&`, `||` short-circuit" { let mut n = 0; let b = x > 2 && { n += 1; x > 3 } || { n += 10; false }; n + b as u32 * 100 }
    comparison "comparison chains of tuples and arrays" { ((x, 1) == (3, 1)) as u32 + ([x, 2, 3] != [3, 2, 3]) as u32 * 2 }
}

differing! { DIFFERING x:
    wraps "`+ - *` past the end" { x - 201 } "wraps around" |x| x.wrapping_sub(201);
    division "`x / 0`, `x % 0`" { let zero = x - x; x / zero + 10 * (x % zero) } "0" |_| 0;
    shifts "`x << 33`" { let by = 33; x << by } "the amount is taken modulo the number of bits" |x| x << 1;
    bounds "`a[i]` out of bounds" { let a = [1, 2, 3, 4, 5]; let i = x + 5; a[i] } "0; a store does nothing" |_| 0;
    cut "`&a[i..j]` past the end, or with `i > j`" { fn count(v: &[u32]) -> u32 { v.len() } let a = [1, 2, 3, 4, 5]; let end = 1; count(&a[2..9]) * 10 + count(&a[3..end]) } "what the array has of it" |_| 30;
    lengths "`a.len()`" { let a = [x; 5]; a.len() } "a `u32`" |_| 5;
    indices "indices of any integer type" { let a = [1, 2, 3, 4, 5]; let i = 2u8; let j = -1i64; a[i] + a[j] } "as if of `usize`; negative ones are out of bounds" |_| 3;
    sizes "`usize`, `isize`" { let n = usize::MAX; n as u64 as u32 ^ (n as u64 >> 32) as u32 } "32 bits" |_| u32::MAX;
    absent "`ilog2(0)`, `isqrt` of a negative number" { let zero = x - x; zero.ilog2() + (zero as i32 - 4).isqrt() as u32 } "0" |_| 0;
    nan "bits of NaN" { let zero = x as f32 * 0.0; (zero / zero).to_bits() } "always `0x7fc0_0000`" |_| 0x7fc0_0000;
    overflowing "`next_power_of_two` past the end" { (x + 0x8000_0001).next_power_of_two() } "0" |_| 0;
    endless "`loop` without an end" { let mut n = 0; loop { n += 1; if n > x { break; } } n } "ends after 2^32 - 1 rounds at the latest" |x| x + 1;
}

/// What kernels leave out: the construct, what the error says to write, and its case on the pages of errors.
const LEFT_OUT: &[(&str, &str, &str)] = &[
    ("enums with fields in buffers", "take numbers", "enum_with_fields_in_a_buffer"),
    ("`collect`", "write the elements to an array", "iterator_that_collects"),
    ("macros", "write a function in its place", "macro_outside"),
    ("`unsafe`", "", "unsafe_block"),
    ("`async`", "remove `async`", "async_kernel"),
    ("strings", "pass bytes in a `&[u8]` parameter", "string_literal"),
    ("`static` items", "", "static_item"),
    ("recursion", "write a loop", "recursive_function"),
    ("`Box<dyn Fn>`", "write `impl Fn(u32) -> u32`", "closure_behind_dyn"),
    ("functions as results", "give the value", "function_that_gives_a_function"),
    ("references as results", "give the value", "function_that_gives_a_reference"),
    ("lifetimes as parameters", "remove it", "lifetime_parameter"),
];

const HEAD: &str = "# Rust in kernels

Each row is a test: its code is compiled by rustc and as a function of a kernel, and run with several `x: u32`. Where the last column says \"the same\", both give the same
numbers. Otherwise it says what a kernel gives where Rust panics, refuses or computes something else, and the test holds it to that. The page is written by
`VYRE_BLESS=1 cargo test -p vyre-tests constructs::`.

";

fn escaped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn page() -> String {
    let mut page = HEAD.to_string();
    page.push_str("| construct | Rust | in kernels |\n|---|---|---|\n");
    for row in SAME.iter().chain(DIFFERING) {
        let differs = row.differs.unwrap_or("the same");
        writeln!(page, "| {} | `{}` | {differs} |", escaped(row.construct), escaped(row.code)).unwrap();
    }
    page.push_str("\n## What kernels leave out\n\nEach is an error that says what to write instead; the link shows it.\n\n");
    page.push_str("| construct | error |\n|---|---|\n");
    for (construct, _, case) in LEFT_OUT {
        let (file, heading, _) = error(case);
        let place = case.replace('_', "-");
        writeln!(page, "| {construct} | [{heading}](../vyre-cli/errors/{file}#{place}) |").unwrap();
    }
    page
}

/// The page that has a case, its heading there, and what stands below it.
fn error(case: &str) -> (String, String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-cli/errors");
    let pages = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = pages.filter_map(|path| {
        let page = std::fs::read_to_string(&path).unwrap();
        let sections = page.split("\n## ").flat_map(|topic| topic.split("\n### "));
        let mut sections = sections.filter_map(|section| section.split_once('\n'));
        let (heading, text) =
            sections.find(|(heading, _)| heading.to_lowercase().replace(' ', "_") == case)?;
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        Some((file, heading.to_string(), text.to_string()))
    });
    found.last().unwrap_or_else(|| panic!("no page of errors has the case `{case}`"))
}

#[test]
fn constructs_mean_what_the_table_says() {
    let devices = vyre_tests::devices().into_iter().chain([Device::reference()]);
    for device in devices {
        for row in SAME.iter().chain(DIFFERING) {
            for x in ARGUMENTS {
                let expected = row.rust.or(row.expected).unwrap()(x);
                assert_eq!((row.launch)(x, &device), expected, "{} with {x} on {device}", row.construct);
            }
        }
    }
}

#[test]
fn what_kernels_leave_out_has_its_error() {
    for (construct, advice, case) in LEFT_OUT {
        let (_, _, text) = error(case);
        assert!(text.contains(advice), "{construct}: {text}");
    }
}

#[test]
fn the_page_is_that_of_the_rows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rust.md");
    let text = page();
    if std::env::var("VYRE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &text).unwrap();
    }
    let is_fresh = std::fs::read_to_string(&path).ok().as_deref() == Some(&text);
    assert!(is_fresh, "docs/rust.md is stale. Fix: run `VYRE_BLESS=1 cargo test -p vyre-tests constructs::`");
}
