//! Conway's Game of Life on a torus, a byte for each cell and a bit for each cell, against known patterns and each other.

use crate::ported::devices;
use vyre::Device;
use vyre_tests::values::random;

#[vyre::kernel(workgroup_size = (8, 8))]
fn step(cells: &[bool], next: &mut [bool], width: i32, height: i32) {
    let (x, y) = (invocation_id().x as i32, invocation_id().y as i32);
    if x >= width || y >= height {
        return;
    }
    let mut neighbours = 0;
    for dy in -1..=1 {
        for dx in -1..=1 {
            let at = (y + dy).rem_euclid(height) * width + (x + dx).rem_euclid(width);
            if (dx, dy) != (0, 0) && cells[at] {
                neighbours += 1;
            }
        }
    }
    let at = y * width + x;
    next[at] = match (cells[at], neighbours) {
        (true, 2..=3) | (false, 3) => true,
        _ => false,
    };
}

/// A row is a number of 64 bits, and sums are made of all columns at once.
#[vyre::kernel(workgroup_size = 32)]
fn step_rows(rows: &[u64], next: &mut [u64]) {
    /// The sum of three bits in each column, as two.
    fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
        (a ^ b ^ c, a & b | c & (a ^ b))
    }
    let y = invocation_id().x;
    let height = rows.len();
    if y >= height {
        return;
    }
    let mut sums = [(0u64, 0u64); 3];
    for k in 0..3 {
        let row = rows[(y + height - 1 + k) % height];
        sums[k] = add(row.rotate_left(1), if k == 1 { 0 } else { row }, row.rotate_right(1));
    }
    let (ones, carry) = add(sums[0].0, sums[1].0, sums[2].0);
    let (twos, fours) = add(sums[0].1, sums[1].1, sums[2].1);
    // Two or three neighbours have a single two in their sum.
    let has_single_two = (twos ^ carry) & !(fours | twos & carry);
    next[y] = has_single_two & (ones | rows[y]);
}

fn steps(device: &Device, cells: &[bool], width: u32, count: u32) -> Vec<bool> {
    let height = cells.len() as u32 / width;
    let mut cells = cells.to_vec();
    for _ in 0..count {
        let mut next = vec![false; cells.len()];
        step(&cells, &mut next, width as i32, height as i32)
            .invocations([width, height, 1])
            .dispatch(device)
            .unwrap();
        cells = next;
    }
    cells
}

fn steps_of_rows(device: &Device, cells: &[bool], count: u32) -> Vec<bool> {
    let row = |row: &[bool]| row.iter().rev().fold(0, |bits, &cell| 2 * bits + u64::from(cell));
    let mut rows: Vec<u64> = cells.chunks(64).map(row).collect();
    for _ in 0..count {
        let mut next = vec![0; rows.len()];
        step_rows(&rows, &mut next).dispatch(device).unwrap();
        rows = next;
    }
    rows.iter().flat_map(|row| (0..64).map(move |x| row >> x & 1 == 1)).collect()
}

/// A field of some size with living cells at these places, moved.
fn field(width: usize, height: usize, living: &[(usize, usize)], [dx, dy]: [usize; 2]) -> Vec<bool> {
    let mut cells = vec![false; width * height];
    for (x, y) in living {
        cells[(y + dy) % height * width + (x + dx) % width] = true;
    }
    cells
}

/// A glider moves by one cell in both directions in four steps.
#[test]
fn gliders_glide() {
    let glider = [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)];
    for device in devices() {
        let start = field(64, 20, &glider, [0, 0]);
        for count in [4, 40, 80] {
            let expected = field(64, 20, &glider, [count / 4; 2]);
            assert_eq!(steps(&device, &start, 64, count as u32), expected, "{count} on {device}");
            assert_eq!(steps_of_rows(&device, &start, count as u32), expected, "{count} on {device}");
        }
    }
}

/// The R-pentomino has 1103 generations; these are the cells alive at some of them (Wolfram's A284810 begins 5, 6, 7, 9, 8, 9, 12, 11).
#[test]
fn the_r_pentomino_grows() {
    let living = [(31, 30), (32, 30), (30, 31), (31, 31), (31, 32)];
    for device in devices() {
        let start = field(64, 64, &living, [0, 0]);
        for (count, alive) in (0..).zip([5, 6, 7, 9, 8, 9, 12, 11]) {
            let cells = steps(&device, &start, 64, count);
            assert_eq!(cells.iter().filter(|cell| **cell).count(), alive, "{count} on {device}");
        }
    }
}

#[test]
fn both_ways_agree() {
    for device in devices() {
        let cells: Vec<bool> = random(1, 64 * 33, 3).into_iter().map(|n| n == 0).collect();
        for count in [1, 10] {
            let found = steps(&device, &cells, 64, count);
            assert_eq!(steps_of_rows(&device, &cells, count), found, "{count} on {device}");
        }
    }
}
