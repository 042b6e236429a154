//! The best local alignment of two sequences (Smith and Waterman), a workgroup for each pair and antidiagonals in its memory, against a
//! whole table.

use crate::ported::devices;
use vyre_tests::values::random;

const SIDE: u32 = 64;
const GAP: i32 = 2;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Best {
    score: i32,
    a_end: u32,
    b_end: u32,
}

/// What a pair of bases is worth: transitions are likelier than transversions.
#[vyre::function]
fn score(a: u8, b: u8) -> i32 {
    match (a, b) {
        (a, b) if a == b => 3,
        (b'A', b'G') | (b'G', b'A') | (b'C', b'T') | (b'T', b'C') => -1,
        _ => -3,
    }
}

/// Pair `p` is the 64 letters from `64 * p` of `a` and of `b`. Invocation `y` goes along its row, one step behind the row above.
#[vyre::kernel(workgroup_size = 64)]
fn align(a: &[u8], b: &[u8], best: &mut [Best]) {
    let mut diagonals = workgroup_array::<[i32; 65], 3>();
    let mut rows = workgroup_array::<Best, 64>();
    let (pair, y) = (workgroup_id().x, local_id().x);
    let (a, b) = (&a[pair * SIDE..(pair + 1) * SIDE], &b[pair * SIDE..(pair + 1) * SIDE]);
    let mut own = Best { score: 0, a_end: 0, b_end: 0 };
    for step in 0..2 * SIDE - 1 {
        let (now, last, before) = (step % 3, (step + 2) % 3, (step + 1) % 3);
        if y <= step && step - y < SIDE {
            let x = step - y;
            let matched = if x == 0 { 0 } else { diagonals[before][y] } + score(a[y], b[x]);
            let left = if x == 0 { 0 } else { diagonals[last][y + 1] };
            let value = matched.max(left - GAP).max(diagonals[last][y] - GAP).max(0);
            diagonals[now][y + 1] = value;
            if value > own.score {
                own = Best { score: value, a_end: y + 1, b_end: x + 1 };
            }
        }
        barrier();
    }
    rows[y] = own;
    barrier();
    if y == 0 {
        for row in 1..SIDE {
            if rows[row].score > own.score {
                own = rows[row];
            }
        }
        best[pair] = own;
    }
}

fn expected(a: &[u8], b: &[u8]) -> Best {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    let mut best = Best { score: 0, a_end: 0, b_end: 0 };
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let is_transition = matches!([x, y], [b'A', b'G'] | [b'G', b'A'] | [b'C', b'T'] | [b'T', b'C']);
            let matched = if x == y {
                3
            } else if is_transition {
                -1
            } else {
                -3
            };
            let value = (table[i][j] + matched).max(table[i][j + 1] - 2).max(table[i + 1][j] - 2).max(0);
            table[i + 1][j + 1] = value;
            if value > best.score {
                best = Best { score: value, a_end: i as u32 + 1, b_end: j as u32 + 1 };
            }
        }
    }
    best
}

#[test]
fn random_sequences_that_are_partly_alike() {
    let letters =
        |seed: u32| -> Vec<u8> { random(seed, SIDE, 4).into_iter().map(|n| b"ACGT"[n as usize]).collect() };
    let (mut a, mut b) = (vec![], vec![]);
    for seed in 0..12 {
        let first = letters(seed);
        let mut second = letters(seed + 100);
        // A part of the first sequence, moved, with a letter missing.
        let (from, to, len) = (seed as usize * 2, 40 - seed as usize * 3, 2 * seed as usize);
        second[to..to + len / 2].copy_from_slice(&first[from..from + len / 2]);
        second[to + len / 2..to + len].copy_from_slice(&first[from + len / 2 + 1..from + len + 1]);
        a.extend(first);
        b.extend(second);
    }
    a.extend(letters(1));
    b.extend(letters(1));
    let expected: Vec<Best> = a.chunks(64).zip(b.chunks(64)).map(|(a, b)| expected(a, b)).collect();
    assert_eq!(expected[12], Best { score: 3 * 64, a_end: 64, b_end: 64 });
    for device in devices() {
        let mut best = vec![Best { score: 0, a_end: 0, b_end: 0 }; 13];
        align(&a, &b, &mut best).workgroups([13, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(best, expected, "{device}");
    }
}
