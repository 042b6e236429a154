//! Random numbers, the same on the host and on every device: a counter-based generator, of which each invocation takes the stream with its own number.
//!
//! ```
//! let mut rng = vyre::rand::rng(42, 7);
//! let (word, unit, pips) = (rng.next_u32(), rng.next_f32(), rng.below(6) + 1);
//! assert!((0.0..1.0).contains(&unit) && pips <= 6);
//! assert_eq!(vyre::rand::rng(42u64, 7u8).next_u32(), word);
//! ```

use crate::seed::cast;

pub use crate::seed::Seed;

/// A stream of random numbers, which [`rng`] starts: Philox4x32 with 10 rounds, as Random123 has it.
///
/// The block with the number `n` is the Philox of the counter `[n, n >> 32, stream, stream >> 32]` under the key `[seed, seed >> 32]`, and its four words
/// are given one after the other.
#[vyre::data]
#[derive(Debug, PartialEq)]
pub struct Rng {
    /// The seed.
    key: [u32; 2],
    /// The number of the next block, and the stream.
    counter: [u32; 4],
    /// The last block.
    words: [u32; 4],
    /// How many of its words are still to be given.
    left: u32,
}

/// The block of a counter under a key: Philox4x32 with 10 rounds.
///
/// ```
/// assert_eq!(vyre::rand::philox4x32([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
/// ```
#[vyre::function]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut x = counter;
    let mut k = key;
    for _round in 0..10u32 {
        let low = x[0] as u64 * 0xd251_1f53;
        let high = x[2] as u64 * 0xcd9e_8d57;
        x = [(high >> 32) as u32 ^ x[1] ^ k[0], high as u32, (low >> 32) as u32 ^ x[3] ^ k[1], low as u32];
        k = [k[0].wrapping_add(0x9e37_79b9), k[1].wrapping_add(0xbb67_ae85)];
    }
    x
}

#[vyre::function]
impl Rng {
    /// The stream with this number, from a seed on.
    pub fn start(seed: u64, stream: u64) -> Rng {
        Rng {
            key: [seed as u32, (seed >> 32) as u32],
            counter: [0, 0, stream as u32, (stream >> 32) as u32],
            words: [0, 0, 0, 0],
            left: 0,
        }
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.left == 0 {
            self.words = vyre::rand::philox4x32(self.counter, self.key);
            self.left = 4;
            let next = self.counter[0].wrapping_add(1);
            self.counter[0] = next;
            if next == 0 {
                self.counter[1] = self.counter[1].wrapping_add(1);
            }
        }
        let word = self.words[0];
        self.words = [self.words[1], self.words[2], self.words[3], word];
        self.left -= 1;
        word
    }

    /// The next 64 bits: two words, the lower one first.
    pub fn next_u64(&mut self) -> u64 {
        let low: u32 = self.next_u32();
        let high: u32 = self.next_u32();
        low as u64 | (high as u64) << 32
    }

    /// A number from 0 up to, and not including, 1: a multiple of 2^-24, each as likely as any other.
    pub fn next_f32(&mut self) -> f32 {
        let word: u32 = self.next_u32();
        (word >> 8) as f32 * 5.960_464_5e-8f32
    }

    /// A number below `n`, each as likely as any other, by Lemire's method, which takes another word where the first one would favour some; 0 where `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let first: u32 = self.next_u32();
        let mut product = first as u64 * n as u64;
        if (product as u32) < n {
            let least = n.wrapping_neg() % n;
            while (product as u32) < least {
                let next: u32 = self.next_u32();
                product = next as u64 * n as u64;
            }
        }
        (product >> 32) as u32
    }

    /// A number of the normal distribution with mean 0 and deviation 1, of two words, by Box and Muller's method; its functions are correctly rounded, so
    /// the bits are the same everywhere.
    pub fn normal(&mut self) -> f32 {
        let radius: f32 = self.next_f32();
        let angle: f32 = self.next_f32();
        ((1.0f32 - radius).ln() * -2.0f32).sqrt() * (angle * 6.283_185_5f32).cos()
    }
}

/// The stream of random numbers with a number, from a seed on. Both are integers of at most 64 bits, of any type.
///
/// ```
/// use vyre::prelude::*;
///
/// #[vyre::kernel]
/// fn dice(seed: u64, out: &mut [u32]) {
///     let i = invocation_id().x;
///     let mut rng = vyre::rand::rng(seed, i);
///     out[i] = rng.below(6) + 1;
/// }
///
/// let mut out = [0; 100];
/// dice(7, &mut out).dispatch(&Device::cpu())?;
/// assert!(out.iter().all(|pips| (1..=6).contains(pips)));
/// assert_eq!(out[42], vyre::rand::rng(7, 42).below(6) + 1);
/// # Ok::<(), vyre::Error>(())
/// ```
#[vyre::function]
pub fn rng<S: Seed, T: Seed>(seed: S, stream: T) -> vyre::rand::Rng {
    vyre::rand::Rng::start(cast::<u64>(seed), cast::<u64>(stream))
}
