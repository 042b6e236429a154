//! Functions of another file.

use vyre::prelude::*;

#[vyre::function]
pub(super) fn add_to(to: &mut [u32], at: u32, value: u32) {
    to[at] += value;
}

#[vyre::function]
fn put(to: &mut [u32], at: u32, value: u32) {
    to[at / 2] = value;
}

#[vyre::function]
pub(super) fn put_below(to: &mut [u32], at: u32) {
    put(to, at, at + 1);
}

#[vyre::function]
pub(super) fn sum_of_two(from: &[u32], at: u32) -> u32 {
    fn next(from: &[u32], at: u32) -> u32 {
        from[at + 1]
    }
    from[at] + next(from, at)
}

#[vyre::function]
pub(super) fn store_over<T: vyre::Number>(to: &mut [T], value: T) {
    to[0] = value;
}

#[vyre::function]
pub(super) fn demand(of: &[u32], at: u32) {
    assert!(of[at] < 7, "less than seven");
}
