//! Kernels that do not compile, with their errors, and kernels that do. The tests are one executable, which is linked once.

mod front_end;
#[path = "../../../vyre-lang/tests/it/items.rs"]
mod items;
mod page;
// How expressions are laid out and how deep they are is what some files are about. rustfmt takes minutes for them.
#[rustfmt::skip]
#[allow(warnings, clippy::all, reason = "each file denies the lints that it shows to be kept")]
mod pass;
#[path = "../../../vyre-cli/src/page.rs"]
mod read;
mod rustc;
mod ui;
