//! Listings of `book/src/rust.md`.

#![allow(unreachable_pub, reason = "a module of a user's is reached from elsewhere")]

use vyre::prelude::*;

// ANCHOR: module
/// All of this is plain Rust, for kernels and for the host.
#[vyre::module]
mod orders {
    use vyre::prelude::*;

    #[derive(Debug, PartialEq)]
    pub struct Order {
        pub price: u32,
        pub count: u32,
        pub customer: u32,
    }

    pub enum Discount {
        None,
        Percent(u32),
        Above { limit: u32, off: u32 },
    }

    impl Order {
        /// What is to be paid, or nothing where it is more than a number holds.
        pub fn total(&self, discount: &Discount) -> Option<u32> {
            let full = self.price.checked_mul(self.count)?;
            Some(match discount {
                Discount::None => full,
                Discount::Percent(percent) => full - full / 100 * percent,
                Discount::Above { limit, off } if full > *limit => full - off,
                Discount::Above { .. } => full,
            })
        }
    }

    /// The discount of a customer.
    pub fn discount(customer: u32) -> Discount {
        match customer % 3 {
            0 => Discount::None,
            1 => Discount::Percent(10),
            _ => Discount::Above { limit: 1000, off: 50 },
        }
    }

    #[kernel]
    pub fn totals(orders: &[Order], out: &mut [u32]) {
        let i = invocation_id().x;
        if i < out.len() {
            out[i] = orders[i].total(&discount(orders[i].customer)).unwrap_or(u32::MAX);
        }
    }
}

fn all_totals(device: &Device) -> Result<(), vyre::Error> {
    use orders::{Order, discount, totals};

    let orders = [
        Order { price: 300, count: 2, customer: 0 },
        Order { price: 300, count: 2, customer: 1 },
        Order { price: 300, count: 4, customer: 2 },
        Order { price: u32::MAX, count: 2, customer: 0 },
    ];
    let mut out = [0; 4];
    totals(&orders, &mut out).dispatch(device)?;
    assert_eq!(out, [600, 540, 1150, u32::MAX]);
    assert_eq!(orders[1].total(&discount(1)), Some(540)); // The host calls the same code.
    Ok(())
}
// ANCHOR_END: module

// ANCHOR: slices
/// The number of words of each line, where lines have 32 bytes and end with spaces.
#[vyre::kernel]
fn words_of_lines(text: &[[u8; 32]], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let line = text[i];
        let starts = line.windows(2).filter(|pair| pair[0] == b' ' && pair[1] != b' ').count();
        out[i] = starts + (line[0] != b' ') as u32;
    }
}

fn words_counted(device: &Device) -> Result<(), vyre::Error> {
    let text = [*b"kernels are ordinary functions  ", *b"                                "];
    let mut out = [7; 2];
    words_of_lines(&text, &mut out).dispatch(device)?;
    assert_eq!(out, [4, 0]);
    Ok(())
}
// ANCHOR_END: slices

// ANCHOR: stack
/// How many nodes of a binary tree lie below each root. Recursion becomes an array that is a stack.
#[vyre::kernel]
fn sizes_of_trees(left: &[u32], right: &[u32], roots: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    let mut stack = [0u32; 32];
    let mut depth = 0;
    stack[depth] = roots[i];
    depth += 1;
    let mut size = 0;
    while depth > 0 {
        depth -= 1;
        let node = stack[depth];
        size += 1;
        for child in [left[node], right[node]] {
            if child != 0 {
                stack[depth] = child;
                depth += 1;
            }
        }
    }
    out[i] = size;
}

fn trees_measured(device: &Device) -> Result<(), vyre::Error> {
    // Node 1 has the children 2 and 3, and 3 has 4. Number 0 is no node.
    let (left, right) = ([0, 2, 0, 4, 0], [0, 3, 0, 0, 0]);
    let mut out = [0; 3];
    sizes_of_trees(&left, &right, &[1, 2, 3], &mut out).dispatch(device)?;
    assert_eq!(out, [4, 1, 2]);
    Ok(())
}
// ANCHOR_END: stack

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        all_totals(&device)?;
        words_counted(&device)?;
        trees_measured(&device)?;
    }
    Ok(())
}
