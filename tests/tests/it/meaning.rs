//! The same tokens as a kernel and as plain Rust. What a program means here is what rustc makes of it, so no expected value is written down.
//!
//! A case is a body over `x: u32`. It becomes a plain function, a function nested in a kernel, and a `#[vyre::function]`, which another kernel
//! calls and the host calls, too. Cases do not overflow, divide by zero, shift too far or leave bounds for the arguments: there kernels have a
//! meaning of their own.

#![allow(
    clippy::all,
    clippy::restriction,
    clippy::pedantic,
    clippy::unwrap_used,
    reason = "the code of the cases is as people write it"
)]
#![allow(
    unused,
    unused_qualifications,
    nonstandard_style,
    reason = "the code of the cases is as people write it"
)]

use vyre::prelude::*;

/// What the cases are called with.
const ARGUMENTS: [u32; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 200];

macro_rules! means {
    ($($(#[$attribute:meta])* $name:ident($x:ident) -> $result:tt { $($body:tt)* })*) => {$(
        mod $name {
            use super::*;
            fn plain($x: u32) -> $result { $($body)* }
            #[vyre::kernel(workgroup_size = 16)]
            fn nested(input: &[u32], out: &mut [$result]) {
                fn value($x: u32) -> $result { $($body)* }
                let i = invocation_id().x;
                if i < out.len() {
                    out[i] = value(input[i]);
                }
            }
            #[vyre::function]
            fn beside($x: u32) -> $result { $($body)* }
            #[vyre::kernel(workgroup_size = 16)]
            fn calls(input: &[u32], out: &mut [$result]) {
                let i = invocation_id().x;
                if i < out.len() {
                    out[i] = beside(input[i]);
                }
            }
            $(#[$attribute])*
            #[test]
            fn as_in_rust() {
                let expected = crate::meaning::ARGUMENTS.map(plain);
                assert_eq!(crate::meaning::ARGUMENTS.map(beside), expected, "on the host");
                for device in vyre_tests::devices().into_iter().chain([vyre::Device::reference()]) {
                    let mut out = expected.map(|_| Default::default());
                    nested(&crate::meaning::ARGUMENTS, &mut out).dispatch(&device).unwrap();
                    assert_eq!(out, expected, "a nested function on {device}");
                    let mut out = expected.map(|_| Default::default());
                    calls(&crate::meaning::ARGUMENTS, &mut out).dispatch(&device).unwrap();
                    assert_eq!(out, expected, "a function beside it on {device}");
                }
            }
        }
    )*};
}

/// A case that is refused today, and by which message. It is plain Rust alone until `means!` has it.
macro_rules! pending {
    ($message:literal $name:ident($x:ident) -> $result:tt { $($body:tt)* }) => {
        mod $name {
            use super::*;
            fn plain($x: u32) -> $result { $($body)* }
            #[test]
            #[ignore = $message]
            fn as_in_rust() {
                let _ = crate::meaning::ARGUMENTS.map(plain);
            }
        }
    };
}

mod closures;
mod constant_parameters;
mod doubles;
mod evaluation;
mod floats;
mod functional;
mod iterators;
mod labels;
mod names;
mod nested_arrays;
mod open_integers;
mod patterns;
mod programs;
mod refused;
mod shadowing;
mod slice_values;
mod slices;
mod tuples;
mod variants;
