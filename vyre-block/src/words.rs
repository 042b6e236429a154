//! Loops of one core over words in memory, for algorithms that need no program for what they do.
//!
//! They are here because this is the crate that is optimised in debug builds too.

use vyre_ir::BinOp;

/// What words come to, joined by an operator: a sum or a product, or the least or the greatest of numbers with or without sign. Of no words it is what changes nothing. Other operators give
/// nothing.
pub fn folded(words: &[u32], op: BinOp, is_signed: bool) -> Option<u32> {
    let signed = words.iter().map(|word| word.cast_signed());
    let words = words.iter().copied();
    Some(match (op, is_signed) {
        (BinOp::Add, _) => words.fold(0, u32::wrapping_add),
        (BinOp::Mul, _) => words.fold(1, u32::wrapping_mul),
        (BinOp::Min, true) => signed.fold(i32::MAX, i32::min).cast_unsigned(),
        (BinOp::Max, true) => signed.fold(i32::MIN, i32::max).cast_unsigned(),
        (BinOp::Min, false) => words.fold(u32::MAX, u32::min),
        (BinOp::Max, false) => words.fold(0, u32::max),
        _ => return None,
    })
}

/// Makes sums of words, up to each of them or before it, behind a sum that there is already. The words are somewhere else, or where the sums go. Gives the sum of all.
pub fn sum_up(words: Option<&[u32]>, sums: &mut [u32], start: u32, is_inclusive: bool) -> u32 {
    /// Few enough to be summed up where they were copied to, in the first cache.
    const AT_ONCE: usize = 4096;
    sums.chunks_mut(AT_ONCE).enumerate().fold(start, |sum, (at, sums)| {
        if let Some(words) = words {
            sums.copy_from_slice(&words[at * AT_ONCE..][..sums.len()]);
        }
        sums.iter_mut().fold(sum, |sum, word| {
            let next = sum.wrapping_add(*word);
            *word = if is_inclusive { next } else { sum };
            next
        })
    })
}

/// Counts words below a number.
pub fn counted(words: &[u32], bins: usize) -> Vec<u32> {
    let mut counts = vec![0u32; bins];
    for word in words {
        if let Some(count) = counts.get_mut(*word as usize) {
            *count = count.wrapping_add(1);
        }
    }
    counts
}

/// Counts the bytes of words, in a table for each of their places: a count that follows the same count would wait for it.
pub fn counted_bytes(words: &[u32], bins: usize) -> Vec<u32> {
    let mut tables = [[0u32; 256]; 4];
    for word in words {
        for (table, byte) in tables.iter_mut().zip(word.to_le_bytes()) {
            let count = &mut table[usize::from(byte)];
            *count = count.wrapping_add(1);
        }
    }
    let count = |byte: usize| {
        tables.iter().filter_map(|table| table.get(byte)).fold(0, |sum: u32, count| sum.wrapping_add(*count))
    };
    (0..bins).map(count).collect()
}

/// Appends the items that are there, which a word of 1 says and a word of 0 denies. Each is written, and counts if it is there, so nothing is jumped over.
pub fn pack(items: &[u32], is_there: &[u32], to: &mut Vec<u32>) {
    let mut len = to.len();
    to.resize(len + items.len(), 0);
    for (item, is_there) in items.iter().zip(is_there) {
        to[len] = *item;
        len += (*is_there & 1) as usize;
    }
    to.truncate(len);
}
