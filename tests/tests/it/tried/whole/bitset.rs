use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{BitAnd, BitOr, BitXorAssign, Not, Sub};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BitSet<const WORDS: usize> {
        words: [u64; WORDS],
    }

    impl<const WORDS: usize> Default for BitSet<WORDS> {
        fn default() -> Self {
            Self::EMPTY
        }
    }

    impl<const WORDS: usize> BitSet<WORDS> {
        pub const EMPTY: Self = BitSet { words: [0; WORDS] };
        pub const CAPACITY: usize = WORDS * u64::BITS as usize;

        pub fn insert(&mut self, value: usize) -> bool {
            let (word, mask) = Self::locate(value);
            let was = self.words[word] & mask != 0;
            self.words[word] |= mask;
            !was
        }

        pub fn contains(&self, value: usize) -> bool {
            let (word, mask) = Self::locate(value);
            self.words.get(word).is_some_and(|w| w & mask != 0)
        }

        const fn locate(value: usize) -> (usize, u64) {
            (value / 64, 1 << (value % 64))
        }

        pub fn len(&self) -> usize {
            self.words.iter().map(|w| w.count_ones() as usize).sum()
        }

        pub fn is_subset(&self, other: &Self) -> bool {
            (*self - *other).len() == 0
        }

        pub fn iter(&self) -> Ones<WORDS> {
            Ones { set: *self, word: 0 }
        }

        fn zip_with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
            let mut words = self.words;
            for (a, b) in words.iter_mut().zip(other.words) {
                *a = f(*a, b);
            }
            BitSet { words }
        }
    }

    pub struct Ones<const WORDS: usize> {
        set: BitSet<WORDS>,
        word: usize,
    }

    impl<const WORDS: usize> Iterator for Ones<WORDS> {
        type Item = usize;

        fn next(&mut self) -> Option<usize> {
            while self.word < WORDS {
                let word = &mut self.set.words[self.word];
                if *word != 0 {
                    let bit = word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    return Some(self.word * 64 + bit);
                }
                self.word += 1;
            }
            None
        }
    }

    impl<const WORDS: usize> IntoIterator for BitSet<WORDS> {
        type Item = usize;
        type IntoIter = Ones<WORDS>;

        fn into_iter(self) -> Ones<WORDS> {
            self.iter()
        }
    }

    impl<const WORDS: usize> FromIterator<usize> for BitSet<WORDS> {
        fn from_iter<I: IntoIterator<Item = usize>>(values: I) -> Self {
            let mut set = Self::default();
            for value in values {
                set.insert(value);
            }
            set
        }
    }

    impl<const WORDS: usize> BitAnd for BitSet<WORDS> {
        type Output = Self;
        fn bitand(self, rhs: Self) -> Self {
            self.zip_with(rhs, |a, b| a & b)
        }
    }

    impl<const WORDS: usize> BitOr for BitSet<WORDS> {
        type Output = Self;
        fn bitor(self, rhs: Self) -> Self {
            self.zip_with(rhs, u64::bitor)
        }
    }

    impl<const WORDS: usize> Sub for BitSet<WORDS> {
        type Output = Self;
        fn sub(self, rhs: Self) -> Self {
            self & !rhs
        }
    }

    impl<const WORDS: usize> Not for BitSet<WORDS> {
        type Output = Self;
        fn not(self) -> Self {
            BitSet { words: self.words.map(|w| !w) }
        }
    }

    impl<const WORDS: usize> BitXorAssign for BitSet<WORDS> {
        fn bitxor_assign(&mut self, rhs: Self) {
            *self = self.zip_with(rhs, |a, b| a ^ b);
        }
    }

    /// The sieve of Eratosthenes.
    pub fn primes<const WORDS: usize>() -> BitSet<WORDS> {
        let mut composite = BitSet::<WORDS>::EMPTY;
        for n in (2..).take_while(|n| n * n < BitSet::<WORDS>::CAPACITY) {
            if !composite.contains(n) {
                for multiple in (n * n..BitSet::<WORDS>::CAPACITY).step_by(n) {
                    composite.insert(multiple);
                }
            }
        }
        composite.insert(0);
        composite.insert(1);
        !composite
    }

    #[kernel(workgroup_size = 32)]
    pub fn measure(modulus: &[u32], out: &mut [[u32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let primes: BitSet<4> = primes();
            let m = modulus[i] as usize;
            let multiples: BitSet<4> = (0..BitSet::<4>::CAPACITY).filter(|n| n % m == 1).collect();
            let both = primes & multiples;
            let mut odd = primes | multiples;
            odd ^= both;
            let sum: usize = both.into_iter().sum();
            let last = odd.iter().last().unwrap_or_default();
            out[i] = [both.len() as u32, sum as u32, last as u32, both.is_subset(&primes) as u32];
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let moduli = [2u32, 3, 4, 10, 255];
    let mut out = vec![[0u32; 4]; moduli.len()];
    gpu::measure(&moduli, &mut out).dispatch(device)?;
    let is_prime = |n: u32| n > 1 && (2..n).all(|d| n % d != 0);
    for (m, got) in moduli.iter().zip(out) {
        let both: Vec<u32> = (0..256).filter(|n| is_prime(*n) && n % m == 1).collect();
        let last = (0..256).filter(|n| is_prime(*n) != (n % m == 1)).last().unwrap_or(0);
        assert_eq!(got, [both.len() as u32, both.iter().sum(), last, 1], "{m}");
    }
    println!("ok");
    Ok(())
}
