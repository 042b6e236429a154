//! Functions beside kernels: every lint denied, without the prelude, with names of the expansion, of keywords and of types that the crate
//! has replaced, in modules, bodies and macros, and called in any order.

#![deny(warnings, future_incompatible, nonstandard_style, unused, rust_2018_idioms, let_underscore, keyword_idents)]
#![deny(missing_docs, missing_debug_implementations, missing_copy_implementations, unreachable_pub, unused_results)]
#![deny(unused_qualifications, unused_lifetimes, single_use_lifetimes, elided_lifetimes_in_paths, trivial_casts)]
#![deny(trivial_numeric_casts, explicit_outlives_requirements, unused_import_braces, unused_macro_rules)]
#![deny(variant_size_differences, unit_bindings, unnameable_types, non_ascii_idents)]
#![deny(ambiguous_negative_literals, redundant_imports, redundant_lifetimes, absolute_paths_not_starting_with_crate)]
#![deny(let_underscore_drop, macro_use_extern_crate, unused_extern_crates, impl_trait_redundant_captures)]
#![forbid(unsafe_code)]
#![no_implicit_prelude]

#[allow(non_camel_case_types, dead_code)]
type bool = ();

/// A module.
pub mod public {
    /// Twice the value, by a way around.
    #[::vyre::function]
    pub fn twice(x: u32) -> u32 {
        let measure = inner::add(x, x);
        measure
    }

    mod inner {
        #[::vyre::function]
        pub(super) fn add(value: u32, current: u32) -> u32 {
            let mut r#match = value;
            r#match += current;
            let (host, vyre) = (r#match, 0);
            host + vyre
        }
    }
}

use public::twice as doubled;

macro_rules! plus {
    ($name:ident, $number:literal) => {
        #[::vyre::function]
        fn $name(x: u32) -> u32 {
            x + $number
        }
    };
}

plus!(plus_one, 1);
plus!(plus_two, 2);

#[::vyre::function]
fn nothing() -> u32 {
    7
}

#[::vyre::function]
fn never_called(_: u32, _unused: i32, mut taken: u64) -> u64 {
    taken += 1;
    return taken;
}

#[::vyre::kernel]
fn all<const N: u32, const M: u32>(out: &mut [u32]) {
    let nested = plus_one(plus_two(doubled(N)));
    let wide = never_called(1, -2, 3) as u32;
    out[0] = nested as u32 + wide + nothing() + M;
}

fn main() -> ::core::result::Result<(), ::vyre::Error> {
    #[::vyre::function]
    fn local(x: u32) -> u32 {
        x * 3
    }

    #[::vyre::kernel(workgroup_size = 1)]
    fn kernel(out: &mut [u32]) {
        out[0] = local(out[0]);
    }

    let mut out = [5];
    kernel(&mut out).dispatch(&::vyre::Device::cpu())?;
    ::core::assert!(::core::matches!((out, local(5)), ([15], 15)));
    all::<10, 100>(&mut out).dispatch(&::vyre::Device::cpu())?;
    ::core::assert!(::core::matches!(out, [134]));
    all::<11, 0>(&mut out).dispatch(&::vyre::Device::cpu())?;
    ::core::assert!(::core::matches!(out, [36]));
    ::core::assert!(!all::<10, 100>::wgsl().is_empty());
    ::core::result::Result::Ok(())
}

/// Items with the names that the expansion could have taken.
pub mod crowded {
    #![allow(non_upper_case_globals, dead_code)]
    const current: u32 = 1;
    const value: u32 = 1;
    static measure: u32 = 1;
    static KERNEL: u32 = 1;

    #[::vyre::function]
    fn added(x: u32) -> u32 {
        let mut y = x;
        y += 2;
        y
    }

    /// A kernel.
    #[::vyre::kernel]
    pub fn kernel<const KERNELS: u32, const FUNCTION: u32>(out: &mut [u32]) {
        let mut window = [1u32; KERNELS / (KERNELS / (KERNELS / (KERNELS / (KERNELS / (KERNELS / FUNCTION)))))];
        window[0] = added(FUNCTION);
        out[0] = window[0] + KERNELS;
    }
}
