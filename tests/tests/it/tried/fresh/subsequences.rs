//! The longest common subsequence of pairs of words, and the distance by edits, in two rows.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    const MAX: usize = 16;

    fn trimmed(word: &[u8; MAX]) -> &[u8] {
        let end = word.iter().position(|&c| c == 0).unwrap_or(MAX);
        &word[..end]
    }

    fn common(a: &[u8], b: &[u8]) -> u32 {
        let (mut before, mut now) = ([0u32; MAX + 1], [0u32; MAX + 1]);
        for x in a {
            for (j, y) in b.iter().enumerate() {
                now[j + 1] = if x == y { before[j] + 1 } else { before[j + 1].max(now[j]) };
            }
            std::mem::swap(&mut before, &mut now);
        }
        before[b.len()]
    }

    fn edits(a: &[u8], b: &[u8]) -> usize {
        let mut row: [usize; MAX + 1] = std::array::from_fn(|j| j);
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for (j, y) in b.iter().enumerate() {
                let cost = diagonal + usize::from(x != y);
                diagonal = row[j + 1];
                row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[b.len()]
    }

    #[kernel]
    pub fn compare(left: &[[u8; MAX]], right: &[[u8; MAX]], lcs: &mut [u32], distance: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < lcs.len() {
            let (a, b) = (left[i], right[i]);
            let (a, b) = (trimmed(&a), trimmed(&b));
            lcs[i] = common(a, b);
            distance[i] = edits(a, b) as u32;
        }
    }
}

fn padded(word: &str) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..word.len()].copy_from_slice(word.as_bytes());
    bytes
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let pairs = [("kitten", "sitting"), ("", "abc"), ("sixteen letters!", "sixteen letters!"), ("saturday", "sunday"), ("abcbdab", "bdcaba")];
    let (left, right) = (pairs.map(|p| padded(p.0)), pairs.map(|p| padded(p.1)));
    let (mut lcs, mut distance) = ([0; 5], [0; 5]);
    kernels::compare(&left, &right, &mut lcs, &mut distance).dispatch(device)?;
    assert_eq!(lcs, [4, 0, 16, 5, 4]);
    let by_table = |(a, b): (&str, &str)| {
        let mut t = vec![vec![0u32; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                t[i][j] = match (i, j) {
                    (0, n) | (n, 0) => n as u32,
                    _ => (t[i - 1][j - 1] + (a.as_bytes()[i - 1] != b.as_bytes()[j - 1]) as u32).min(t[i - 1][j] + 1).min(t[i][j - 1] + 1),
                };
            }
        }
        t[a.len()][b.len()]
    };
    assert_eq!(distance, pairs.map(by_table));
    Ok(())
}
