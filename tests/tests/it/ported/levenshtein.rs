//! The Levenshtein distance of many pairs of words, row by row and bit-parallel, against the crate `strsim`.

use crate::ported::devices;
use vyre_tests::values::random;

/// Word `w` is the bytes from `starts[w]` to `starts[w + 1]`; the second word of a pair has at most 64. Invocation `i`
/// fills the table of pair `i` row by row.
#[vyre::kernel(workgroup_size = 64)]
fn by_rows(text: &[u8], starts: &[u32], pairs: &[[u32; 2]], distances: &mut [u32]) {
    fn distance(a: &[u8], b: &[u8]) -> u32 {
        let mut row = [0; 65];
        for k in 0..=b.len() {
            row[k] = k;
        }
        for i in 0..a.len() {
            let mut diagonal = row[0];
            row[0] += 1;
            for k in 0..b.len() {
                let replaced = diagonal + u32::from(a[i] != b[k]);
                diagonal = row[k + 1];
                row[k + 1] = replaced.min(diagonal.min(row[k]) + 1);
            }
        }
        row[b.len()]
    }
    let i = invocation_id().x;
    if i < distances.len() {
        let [a, b] = pairs[i];
        distances[i] = distance(&text[starts[a]..starts[a + 1]], &text[starts[b]..starts[b + 1]]);
    }
}

/// The same, a column of up to 64 rows at once: Myers (1999) with Hyyrö's correction. The bytes of the first word are
/// below 128.
#[vyre::kernel(workgroup_size = 64)]
fn by_bits(text: &[u8], starts: &[u32], pairs: &[[u32; 2]], distances: &mut [u32]) {
    fn distance(pattern: &[u8], text: &[u8]) -> u32 {
        let len = pattern.len();
        if len == 0 {
            return text.len();
        }
        // Where each byte stands in the pattern.
        let mut places = [0u64; 128];
        for k in 0..len {
            places[pattern[k]] |= 1 << k;
        }
        let mut distance = len;
        let (mut falls, mut rises) = (0u64, !0u64);
        for at in 0..text.len() {
            let equal = places[text[at]];
            let vertical = equal | falls;
            let horizontal = (((equal & rises) + rises) ^ rises) | equal;
            let up = falls | !(horizontal | rises);
            let down = rises & horizontal;
            distance += (up >> (len - 1) & 1) as u32;
            distance -= (down >> (len - 1) & 1) as u32;
            let up = up << 1 | 1;
            rises = down << 1 | !(vertical | up);
            falls = up & vertical;
        }
        distance
    }
    let i = invocation_id().x;
    if i < distances.len() {
        let [a, b] = pairs[i];
        distances[i] = distance(&text[starts[a]..starts[a + 1]], &text[starts[b]..starts[b + 1]]);
    }
}

/// Words of few letters, so that many of them are alike: all lengths around those where something changes.
fn words() -> Vec<String> {
    let lengths = [0, 1, 1, 2, 3, 5, 8, 13, 21, 31, 32, 33, 40, 63, 64, 64];
    let letter = |n: u32| char::from(b'a' + n as u8);
    let random =
        (0u32..).zip(lengths).map(|(seed, len)| random(seed, len, 4).into_iter().map(letter).collect());
    let known = ["kitten", "sitting", "Saturday", "Sunday", "flaw", "lawn", "\0\u{7f}"];
    random.chain(known.map(String::from)).collect()
}

type Distances = for<'a> fn(&'a [u8], &'a [u32], &'a [[u32; 2]], &'a mut [u32]) -> vyre::Launch<'a>;

fn check(kernel: Distances) {
    let words = words();
    let text = words.concat();
    let mut starts = vec![0];
    for word in &words {
        starts.push(starts[starts.len() - 1] + word.len() as u32);
    }
    let all = 0..words.len() as u32;
    let pairs: Vec<[u32; 2]> = all.clone().flat_map(|a| all.clone().map(move |b| [a, b])).collect();
    for device in devices() {
        let mut distances = vec![0; pairs.len()];
        kernel(text.as_bytes(), &starts, &pairs, &mut distances).dispatch(&device).unwrap();
        for ([a, b], found) in pairs.iter().zip(distances) {
            let (a, b) = (&words[*a as usize], &words[*b as usize]);
            assert_eq!(found as usize, strsim::levenshtein(a, b), "{a} and {b} on {device}");
        }
    }
}

#[test]
fn distances_by_rows() {
    check(by_rows);
}

#[test]
fn distances_by_bits() {
    check(by_bits);
}
