//! Every operation of atomics on every pair of hard operands, beside std's own: the same tokens run as kernels, as a text and as plain Rust.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre::{Device, Module};
use vyre_tests::devices;

/// std's atomics with the signatures of kernels.
mod plain {
    use std::sync::atomic::Ordering::SeqCst;

    macro_rules! atomics {
        ($($name:ident: $ty:ty)*) => {$(
            #[derive(Debug)]
            pub(super) struct $name(pub(super) std::sync::atomic::$name);
            impl $name {
                pub(super) fn fetch_add(&self, v: $ty) -> $ty { self.0.fetch_add(v, SeqCst) }
                pub(super) fn fetch_or(&self, v: $ty) -> $ty { self.0.fetch_or(v, SeqCst) }
                pub(super) fn fetch_and(&self, v: $ty) -> $ty { self.0.fetch_and(v, SeqCst) }
                pub(super) fn fetch_xor(&self, v: $ty) -> $ty { self.0.fetch_xor(v, SeqCst) }
                pub(super) fn fetch_min(&self, v: $ty) -> $ty { self.0.fetch_min(v, SeqCst) }
                pub(super) fn fetch_max(&self, v: $ty) -> $ty { self.0.fetch_max(v, SeqCst) }
                pub(super) fn swap(&self, v: $ty) -> $ty { self.0.swap(v, SeqCst) }
                pub(super) fn compare_exchange(&self, expected: $ty, new: $ty) -> $ty {
                    self.0.compare_exchange(expected, new, SeqCst, SeqCst).unwrap_or_else(|old| old)
                }
                pub(super) fn load(&self) -> $ty { self.0.load(SeqCst) }
                pub(super) fn store(&self, v: $ty) { self.0.store(v, SeqCst) }
            }
        )*};
    }
    atomics! { AtomicU32: u32 AtomicI32: i32 AtomicU64: u64 }
}

/// What one element is asked: an operation by its number, and what each gives.
macro_rules! rows {
    ($($module:ident, $atomic:ident, $ty:ty, $values:expr;)*) => {$(
        mod $module {
            use super::*;

            macro_rules! row {
                ($a:expr, $op:expr, $v:expr, $new:expr) => {
                    match $op {
                        0 => $a.fetch_add($v),
                        1 => $a.fetch_or($v),
                        2 => $a.fetch_and($v),
                        3 => $a.fetch_xor($v),
                        4 => $a.fetch_min($v),
                        5 => $a.fetch_max($v),
                        6 => $a.swap($v),
                        7 => $a.compare_exchange($v, $new),
                        8 => {
                            $a.store($v);
                            $new
                        }
                        _ => $a.load(),
                    }
                };
            }

            fn plain(a: &plain::$atomic, op: u32, v: $ty, new: $ty) -> $ty {
                row!(a, op, v, new)
            }

            const TEXT: &str = concat!(
                "fn one(a: &", stringify!($atomic), ", op: u32, v: ", stringify!($ty), ", new: ", stringify!($ty), ") -> ", stringify!($ty), " {
                    match op {
                        0 => a.fetch_add(v),
                        1 => a.fetch_or(v),
                        2 => a.fetch_and(v),
                        3 => a.fetch_xor(v),
                        4 => a.fetch_min(v),
                        5 => a.fetch_max(v),
                        6 => a.swap(v),
                        7 => a.compare_exchange(v, new),
                        8 => {
                            a.store(v);
                            new
                        }
                        _ => a.load(),
                    }
                }
                #[kernel(workgroup_size = 32)]
                fn in_memory(a: &[", stringify!($atomic), "], v: &[", stringify!($ty), "], op: u32, new: ", stringify!($ty), ", old: &mut [", stringify!($ty), "]) {
                    let i = invocation_id().x;
                    if i < old.len() {
                        old[i] = one(&a[i], op, v[i], new);
                    }
                }
                #[kernel(workgroup_size = 32)]
                fn in_workgroups(a: &[", stringify!($atomic), "], v: &[", stringify!($ty), "], op: u32, new: ", stringify!($ty), ", old: &mut [", stringify!($ty), "]) {
                    let tile = workgroup_array::<", stringify!($atomic), ", 32>();
                    let (i, k) = (invocation_id().x, local_id().x);
                    if i < old.len() {
                        tile[k].store(a[i].load());
                        old[i] = one(&tile[k], op, v[i], new);
                        a[i].store(tile[k].load());
                    }
                }
                #[kernel(workgroup_size = 32)]
                fn outside(a: &[", stringify!($atomic), "], v: &[", stringify!($ty), "], op: u32, new: ", stringify!($ty), ", old: &mut [", stringify!($ty), "]) {
                    let i = invocation_id().x;
                    if i < old.len() {
                        old[i] = one(&a[i + a.len()], op, v[i], new);
                    }
                }"
            );

            #[test]
            fn as_in_std() {
                let values: &[$ty] = &$values;
                let pairs: Vec<[$ty; 2]> =
                    values.iter().flat_map(|a| values.iter().map(move |b| [*a, *b])).collect();
                let (from, v): (Vec<$ty>, Vec<$ty>) = pairs.iter().map(|pair| (pair[0], pair[1])).unzip();
                let module = Module::compile(TEXT).unwrap_or_else(|error| panic!("{error}"));
                for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
                    for op in 0..10u32 {
                        let new: $ty = 77;
                        let run = |kernel: &str| {
                            let (mut a, mut old) = (from.clone(), vec![5; v.len()]);
                            let args = [Arg::write(&mut a), Arg::read(&v), Arg::value(op), Arg::value(new), Arg::write(&mut old)];
                            module.kernel(kernel).unwrap().launch(args).dispatch(&device).unwrap();
                            (a, old)
                        };
                        let expected: (Vec<$ty>, Vec<$ty>) = pairs
                            .iter()
                            .map(|[from, v]| {
                                let a = plain::$atomic(std::sync::atomic::$atomic::new(*from));
                                let old = plain(&a, op, *v, new);
                                (a.load(), old)
                            })
                            .unzip();
                        assert_eq!(run("in_memory"), expected, "operation {op} on {device}");
                        assert_eq!(run("in_workgroups"), expected, "operation {op} in workgroups on {device}");
                        let nothing = if op == 8 { new } else { 0 };
                        assert_eq!(run("outside"), (from.clone(), vec![nothing; v.len()]), "operation {op} outside on {device}");
                    }
                }
            }
        }
    )*};
}

rows! {
    unsigned, AtomicU32, u32, [0, 1, 2, 77, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, u32::MAX];
    signed, AtomicI32, i32, [0, 1, -1, 2, 77, i32::MAX, i32::MIN, i32::MIN + 1, -77];
    long, AtomicU64, u64, [0, 1, 77, u64::MAX, u64::MAX - 1, 1 << 63, 0xffff_ffff, 1 << 32, (1 << 32) + 1, 0x8000_0000_0000_0001];
}

#[test]
fn what_is_no_operation_is_told() {
    for (line, message) in [
        ("a[0].fetch_nand(1);", "fetch_nand"),
        ("let x = a[0];", "a[0]"),
        ("a[0] = 1;", "store"),
        ("a[0].fetch_add(1u32);", "expected `i32`, got `u32`"),
        ("a[0].compare_exchange(1);", "2 arguments"),
    ] {
        let error =
            Module::compile(&format!("#[kernel] fn k(a: &[AtomicI32]) {{ {line} }}")).map(drop).unwrap_err();
        assert!(error.to_string().contains(message), "{line}: {error}");
    }
    for (line, message) in [
        ("a[0].fetch_add(1u32);", "expected `u64`, got `u32`"),
        ("let x: u32 = a[0].load();", "expected `u32`, got `u64`"),
        ("let s: &[AtomicU32] = &a[1..];", "expected `&[AtomicU32]`, got `&[AtomicU64]`"),
        ("fn f(b: &[AtomicI32]) {} f(a);", "expected `&[AtomicI32]`, got `&[AtomicU64]`"),
        ("fn f(b: &AtomicU32) {} f(&a[0]);", "expected `&[AtomicU32]`, got `&[AtomicU64]`"),
    ] {
        let error =
            Module::compile(&format!("#[kernel] fn k(a: &[AtomicU64]) {{ {line} }}")).map(drop).unwrap_err();
        assert!(error.to_string().contains(message), "{line}: {error}");
    }
}
