//! Trees of operations on words that are one pass over the lanes: sums of words and of functions of up to three words, as hashes are
//! made of them. [`TREES`] says which have a loop.

use super::lanes::length;

/// A function of words that a sum may have as a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// The `xor` of one word that is rotated to the left in three ways.
    Rotations,
    /// Likewise, but shifted to the right in the third way.
    Shifted,
    /// The bits of the second or the third word, as those of the first say.
    Choice,
    /// The bits that two of three words have.
    Majority,
    /// The `xor` of three words.
    Xor,
}

impl Head {
    /// The number of words that it takes.
    pub(super) const fn words(self) -> usize {
        match self {
            Head::Rotations | Head::Shifted => 1,
            Head::Choice | Head::Majority | Head::Xor => 3,
        }
    }

    /// The value, and `by` how many bits a word is rotated or shifted. Without optimisation each loop calls it: that saves 10,100 of 17,693 lines of
    /// LLVM's IR.
    #[cfg_attr(has_instruction_sets, inline(always))]
    fn eval(self, [a, b, c]: [u32; 3], by: [u32; 3]) -> u32 {
        match self {
            Head::Rotations => a.rotate_left(by[0]) ^ a.rotate_left(by[1]) ^ a.rotate_left(by[2]),
            Head::Shifted => a.rotate_left(by[0]) ^ a.rotate_left(by[1]) ^ (a >> (by[2] & 31)),
            // As `(a & b) | (!a & c)` it becomes two sums.
            Head::Choice => c ^ (a & (b ^ c)),
            Head::Majority => b ^ ((a ^ b) & (b ^ c)),
            Head::Xor => a ^ b ^ c,
        }
    }
}

/// A tree that has a loop: the sum of one or two functions, of so many words, and of a scalar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    pub(super) heads: [Option<Head>; 2],
    pub(super) words: usize,
}

const fn tree(first: Option<Head>, second: Option<Head>, words: usize) -> Tree {
    Tree { heads: [first, second], words }
}

/// The loops that there are: functions alone, and the sums of SHA-2 and MD5.
pub(super) const TREES: [Tree; 23] = [
    tree(None, None, 3),
    tree(None, None, 4),
    tree(None, None, 5),
    tree(Some(Head::Rotations), None, 0),
    tree(Some(Head::Rotations), None, 1),
    tree(Some(Head::Rotations), None, 2),
    tree(Some(Head::Shifted), None, 0),
    tree(Some(Head::Shifted), None, 1),
    tree(Some(Head::Shifted), None, 2),
    tree(Some(Head::Choice), None, 0),
    tree(Some(Head::Choice), None, 1),
    tree(Some(Head::Choice), None, 2),
    tree(Some(Head::Majority), None, 0),
    tree(Some(Head::Majority), None, 1),
    tree(Some(Head::Majority), None, 2),
    tree(Some(Head::Xor), None, 0),
    tree(Some(Head::Xor), None, 1),
    tree(Some(Head::Xor), None, 2),
    tree(Some(Head::Rotations), Some(Head::Choice), 1),
    tree(Some(Head::Rotations), Some(Head::Choice), 2),
    tree(Some(Head::Rotations), Some(Head::Majority), 1),
    tree(Some(Head::Shifted), Some(Head::Shifted), 1),
    tree(Some(Head::Shifted), Some(Head::Shifted), 2),
];

impl Tree {
    /// The words that its loop takes: those of the functions first.
    pub(super) const fn operands(&self) -> usize {
        let mut count = self.words;
        let mut at = 0;
        while at < 2 {
            if let Some(head) = self.heads[at] {
                count += head.words();
            }
            at += 1;
        }
        count
    }
}

/// The most words of a tree.
pub(super) const OPERANDS: usize = 6;
const _: () = {
    let mut row = 0;
    while row < TREES.len() {
        assert!(TREES[row].operands() <= OPERANDS);
        row += 1;
    }
};
/// The scalars of a tree: by how many bits each function rotates or shifts, and what is added.
pub(super) const SCALARS: usize = 7;

/// The loop of a tree.
pub(super) type FTree = unsafe fn(&mut [u32], &[&[u32]; OPERANDS], &[u32; SCALARS]);

#[inline(always)]
pub(super) fn grown<const ROW: usize>(dst: &mut [u32], from: &[&[u32]; OPERANDS], with: &[u32; SCALARS]) {
    let n = length(dst);
    let (dst, mut words) = (&mut dst[..n], *from);
    for words in words.iter_mut().take(const { TREES[ROW].operands() }) {
        *words = &words[..n];
    }
    let &[first0, first1, first2, second0, second1, second2, scalar] = with;
    for lane in 0..n {
        let (mut sum, mut at) = (scalar, 0);
        if let Some(head) = const { TREES[ROW].heads[0] } {
            let words = operands(&words, at, head, lane);
            sum = sum.wrapping_add(head.eval(words, [first0, first1, first2]));
            at += head.words();
        }
        if let Some(head) = const { TREES[ROW].heads[1] } {
            let words = operands(&words, at, head, lane);
            sum = sum.wrapping_add(head.eval(words, [second0, second1, second2]));
            at += head.words();
        }
        while at < const { TREES[ROW].operands() } {
            sum = sum.wrapping_add(words[at][lane]);
            at += 1;
        }
        dst[lane] = sum;
    }
}

/// The words of a function, of those from a position on.
#[cfg_attr(has_instruction_sets, inline(always))]
fn operands(words: &[&[u32]; OPERANDS], at: usize, head: Head, lane: usize) -> [u32; 3] {
    if head.words() == 1 {
        [words[at][lane], 0, 0]
    } else {
        [words[at][lane], words[at + 1][lane], words[at + 2][lane]]
    }
}
