//! Where choices come from: a seed, or the bytes of a fuzzer.

/// Makes choices. The same seed makes the same ones on every machine, for ever.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    state: u64,
    /// The bytes that are left, if the choices come from bytes.
    bytes: Option<&'a [u8]>,
}

impl<'a> Source<'a> {
    /// Choices from a seed, without end.
    pub fn new(seed: u64) -> Source<'static> {
        Source { state: seed, bytes: None }
    }

    /// Choices from bytes, so that a fuzzer can change one without the others. Where the bytes end, every choice is the first.
    pub fn from_bytes(bytes: &'a [u8]) -> Source<'a> {
        Source { state: 0, bytes: Some(bytes) }
    }

    /// Whether all further choices are the first.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_some_and(<[u8]>::is_empty)
    }

    /// 64 bits, by SplitMix64 if there is a seed.
    pub fn bits(&mut self) -> u64 {
        if self.bytes.is_some() {
            return self.take(8);
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The number that the next bytes make, as many as there are up to `count`.
    fn take(&mut self, count: usize) -> u64 {
        let bytes = self.bytes.unwrap_or_default();
        let (taken, rest) = bytes.split_at(count.min(bytes.len()));
        self.bytes = Some(rest);
        taken.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// A number below `bound`, and 0 if there is none.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound <= 1 {
            return 0;
        }
        if self.bytes.is_some() {
            let count = if bound <= 1 << 8 { 1 } else { 4 };
            return (self.take(count) % u64::from(bound)) as u32;
        }
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `from` up to `to`, inclusive.
    pub fn range(&mut self, from: u32, to: u32) -> u32 {
        from + self.below(to.saturating_sub(from).saturating_add(1))
    }

    /// True in `part` of `whole` cases.
    pub fn chance(&mut self, part: u32, whole: u32) -> bool {
        self.below(whole) < part
    }

    /// One of a few values, each with its weight.
    ///
    /// # Panics
    /// If there are none.
    pub fn weigh<T: Clone>(&mut self, choices: &[(u32, T)]) -> T {
        let mut at = self.below(choices.iter().map(|(weight, _)| weight).sum());
        for (weight, value) in choices {
            if at < *weight {
                return value.clone();
            }
            at -= weight;
        }
        choices[0].1.clone()
    }

    /// One of several values.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'b, T>(&mut self, values: &'b [T]) -> &'b T {
        &values[self.below(values.len() as u32) as usize]
    }

    /// One of the values of an iterator, if it has any.
    pub fn choose<T>(&mut self, values: impl Iterator<Item = T> + Clone) -> Option<T> {
        let count = values.clone().count() as u32;
        if count == 0 {
            return None;
        }
        let at = self.below(count);
        values.clone().nth(at as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that Vigna's `splitmix64.c` gives for the seed 1234567, as the Rosetta Code lists them.
    #[test]
    fn bits_are_those_of_splitmix64() {
        let mut source = Source::new(1_234_567);
        for expected in [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ] {
            assert_eq!(source.bits(), expected);
        }
    }

    #[test]
    fn bytes_make_one_choice_each_and_then_the_first() {
        let mut source = Source::from_bytes(&[7, 255, 1, 0, 0, 0]);
        assert_eq!(source.below(10), 7);
        assert_eq!(source.below(200), 55);
        assert_eq!(source.below(1000), 1);
        assert!(source.is_empty());
        assert_eq!(source.below(10), 0);
        assert_eq!(*source.pick(&["first", "second"]), "first");
    }
}
