//! In how many ways `n` queens stand on a board of `n` x `n` without attacking one another: the sequence A000170.

use crate::ported::devices;
use vyre::{Device, DeviceKind, Error};

const COUNTS: [u32; 10] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724];

/// What the queens above attack in a row, and the columns that are still to try there.
#[vyre::data]
struct Row {
    columns: u32,
    left: u32,
    right: u32,
    choices: u32,
}

#[vyre::function]
impl Row {
    /// The row below, with a queen in this one.
    fn below(&self, queen: u32, board: u32) -> Self {
        let columns = self.columns | queen;
        let left = (self.left | queen) << 1;
        let right = (self.right | queen) >> 1;
        Self { columns, left, right, choices: board & !(columns | left | right) }
    }
}

/// Counts in `ways[n - 1]`. The digits of the invocation's id, to base `n`, place the queens of the first `fixed` rows.
/// The search goes on below.
#[vyre::kernel(workgroup_size = 64)]
fn queens(ways: &[AtomicU32], n: u32, fixed: u32) {
    let board = (1 << n) - 1;
    let mut rows = [Row { columns: 0, left: 0, right: 0, choices: board }; 32];
    let mut rest = invocation_id().x;
    for row in 0..fixed {
        let queen = rows[row].choices & 1 << rest % n;
        if queen == 0 {
            return;
        }
        rows[row + 1] = rows[row].below(queen, board);
        rest /= n;
    }
    if rest != 0 {
        return;
    }
    let mut row = fixed;
    let mut found = 0;
    loop {
        let queen = rows[row].choices & (0 - rows[row].choices);
        if row == n {
            found += 1;
        }
        if queen != 0 {
            rows[row].choices ^= queen;
            rows[row + 1] = rows[row].below(queen, board);
            row += 1;
        } else if row > fixed {
            row -= 1;
        } else {
            break;
        }
    }
    ways[n - 1].fetch_add(found);
}

fn ways(device: &Device, n: u32, fixed: u32) -> u32 {
    let mut ways = vec![0; n as usize];
    queens(&mut ways, n, fixed).invocations([n.pow(fixed), 1, 1]).dispatch(device).unwrap();
    ways[n as usize - 1]
}

#[test]
fn the_published_counts() {
    for device in devices() {
        for (n, count) in (1..).zip(COUNTS) {
            for fixed in 0..=n.min(3) {
                if fixed > 0 || n <= 8 {
                    assert_eq!(ways(&device, n, fixed), count, "{n} queens, {fixed} fixed, on {device}");
                }
            }
        }
    }
}

/// Some 70,000 rounds in one invocation: the result, or an adapter that ends loops earlier says so.
#[test]
fn the_whole_board_for_one_invocation() {
    for device in devices() {
        let mut ways = vec![7; 10];
        let result = queens(&mut ways, 10, 0).invocations([1, 1, 1]).dispatch(&device);
        match result {
            Err(Error::LoopLimit { adapter, rounds: 65_535 }) => {
                assert_eq!(adapter, device.info().name());
                assert_eq!(device.info().kind(), DeviceKind::SoftwareGpu);
                assert_eq!(ways, [7; 10], "other bytes");
            }
            result => {
                result.unwrap();
                assert_eq!(ways[9], 7 + 724, "{device}");
            }
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn rounds(out: &mut [u32], n: u32) {
    let mut count = 0;
    for _ in 0..n {
        count += 1;
    }
    out[0] = count;
}

/// The least that shows it.
#[test]
fn a_loop_of_70_000_rounds() {
    for device in devices() {
        let mut out = [0];
        match rounds(&mut out, 70_000).dispatch(&device) {
            Err(Error::LoopLimit { rounds: 65_535, .. }) => {
                assert_eq!(device.info().kind(), DeviceKind::SoftwareGpu);
                assert_eq!(out, [0], "other bytes");
            }
            result => {
                result.unwrap();
                assert_eq!(out, [70_000], "{device}");
            }
        }
    }
}
