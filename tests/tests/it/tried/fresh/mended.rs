//! What the programs beside this one asked for and none of them that runs has alone: loops over references to arrays, lists of tuples and tuples of lists,
//! and chains that are compared without an item for each index.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[kernel]
    pub fn over_references(blocks: &mut [[u32; 4]], sums: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < sums.len() {
            let block = &mut blocks[i];
            for x in block {
                *x += 1;
            }
            let block = &blocks[i];
            for &x in block {
                sums[i] += x;
            }
            for x in block {
                sums[i] += *x * 100;
            }
        }
    }

    #[kernel]
    pub fn of_tuples(pairs: &mut [[u32; 2]], triples: &mut [[i64; 3]]) {
        let i = invocation_id().x as usize;
        if i < pairs.len() {
            let (low, high): (u32, u32) = pairs[i].into();
            pairs[i] = <[u32; 2]>::from((high, low));
            let number = i64::from(low);
            triples[i] = (number, -number, 7).into();
        }
    }

    #[kernel]
    pub fn is_palindrome(words: &[[u8; 8]], out: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let letters = words[i].iter().filter(|b| b.is_ascii_alphabetic()).map(u8::to_ascii_lowercase);
            let is_one = letters.clone().eq(letters.clone().rev());
            let digits = words[i].iter().copied().filter(u8::is_ascii_digit);
            out[i] = is_one as u32 + 10 * digits.ne(letters) as u32;
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let (mut blocks, mut sums) = ([[1, 2, 3, 4], [0, 0, 0, 9]], [0; 2]);
    kernels::over_references(&mut blocks, &mut sums).dispatch(device)?;
    assert_eq!(blocks, [[2, 3, 4, 5], [1, 1, 1, 10]]);
    assert_eq!(sums, [14 * 101, 13 * 101]);

    let (mut pairs, mut triples) = ([[1, 2], [30, 40]], [[0; 3]; 2]);
    kernels::of_tuples(&mut pairs, &mut triples).dispatch(device)?;
    assert_eq!(pairs, [[2, 1], [40, 30]]);
    assert_eq!(triples, [[1, -1, 7], [30, -30, 7]]);

    let mut out = [9; 4];
    kernels::is_palindrome(&[*b"An na!!!", *b"ab a b..", *b"12......", *b"........"], &mut out).dispatch(device)?;
    assert_eq!(out, [11, 10, 11, 1]);
    Ok(())
}
