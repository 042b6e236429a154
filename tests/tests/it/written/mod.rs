//! Kernels that were written from the guide alone, before any of them was compiled, each against the same computed on the host. They stand in their
//! first versions.

#![allow(
    unreachable_pub,
    unused_qualifications,
    clippy::needless_range_loop,
    clippy::unwrap_used,
    reason = "the code of the kernels is as people write it"
)]

use vyre::prelude::*;

macro_rules! written {
    ($($name:ident)*) => {$(
        mod $name;

        #[test]
        fn $name() {
            for device in vyre_tests::devices().into_iter().chain([Device::reference()]) {
                $name::test(&device).unwrap();
            }
        }
    )*};
}

written! {
    bitonic bloom blur compact edges hash_join histogram kmeans lz77 nbody reaction scan search sparse squares walks
}
