//! Kernels that do not compile, with their errors, and kernels that do. The tests are one executable, which is linked once.

mod front_end;
#[path = "../../../vyre-lang/tests/it/items.rs"]
mod items;
mod page;
mod ui;
