//! Nothing of its own: `tests/it/ui.rs` checks the errors on the pages of `vyre-cli/errors`, and `tests/it/pass` are kernels that compile.
//!
//! A file in `tests/it/pass` compiles, runs on the CPU device and asserts what it computed. What needs a crate of its own stands in `crate_root`.

/// What a kernel names from the root of its crate, and lints that a crate denies.
#[doc = concat!("```standalone_crate\n", include_str!("../crate_root/denied_lints.rs"), "\n```")]
#[doc = concat!("```standalone_crate\n", include_str!("../crate_root/functions_outside.rs"), "\n```")]
#[doc = concat!("```standalone_crate\n", include_str!("../crate_root/renamed_crate.rs"), "\n```")]
#[doc = concat!("```standalone_crate\n", include_str!("../crate_root/visibility.rs"), "\n```")]
#[cfg(doctest)]
pub struct CrateRoot;

/// What depends on the value of a constant parameter is checked where a kernel is used, by `cargo build` and not yet by `cargo check`.
#[doc = concat!("```compile_fail,E0080\n", include_str!("../crate_root/constant_parameter_as_a_length_of_zero.rs"), "\n```")]
#[cfg(doctest)]
pub struct ConstantParameter;
