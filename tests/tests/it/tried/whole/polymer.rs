use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    const LETTERS: usize = 8;

    #[derive(Clone, Copy)]
    pub struct Counts<const N: usize>([u64; N]);

    impl<const N: usize> Counts<N> {
        pub const ZERO: Self = Counts([0; N]);

        pub fn add(&mut self, key: usize, n: u64) {
            self.0[key] += n;
        }

        pub fn extremes(&self) -> Option<(u64, u64)> {
            let mut present = self.0.iter().copied().filter(|n| *n != 0);
            let first = present.next()?;
            Some(present.fold((first, first), |(low, high), n| (low.min(n), high.max(n))))
        }
    }

    impl<const N: usize> Default for Counts<N> {
        fn default() -> Self {
            Self::ZERO
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Pair(u8, u8);

    impl Pair {
        fn index(self) -> usize {
            let Pair(a, b) = self;
            usize::from(a) * LETTERS + usize::from(b)
        }

        fn all() -> impl Iterator<Item = Pair> {
            (0..LETTERS as u8).flat_map(|a| (0..LETTERS as u8).map(move |b| Pair(a, b)))
        }

        fn split(self, middle: u8) -> (Pair, Pair) {
            (Pair(self.0, middle), Pair(middle, self.1))
        }
    }

    pub struct Polymer<'r> {
        rules: &'r [u8],
        pairs: Counts<{ LETTERS * LETTERS }>,
        last: u8,
    }

    fn letter(c: u8) -> u8 {
        c - b'A'
    }

    impl<'r> Polymer<'r> {
        pub fn new(template: &[u8], rules: &'r [u8]) -> Option<Self> {
            let mut pairs = Counts::default();
            for window in template.windows(2) {
                if let &[a, b] = window {
                    pairs.add(Pair(letter(a), letter(b)).index(), 1);
                }
            }
            Some(Self { rules, pairs, last: letter(*template.last()?) })
        }

        fn rule(&self, pair: Pair) -> Option<u8> {
            self.rules
                .chunks_exact(3)
                .find(|r| (letter(r[0]), letter(r[1])) == (pair.0, pair.1))
                .map(|r| letter(r[2]))
        }

        pub fn step(self) -> Self {
            let mut pairs = Counts::ZERO;
            for pair in Pair::all() {
                let n = self.pairs.0[pair.index()];
                if n == 0 {
                    continue;
                }
                match self.rule(pair) {
                    Some(middle) => {
                        let (left, right) = pair.split(middle);
                        pairs.add(left.index(), n);
                        pairs.add(right.index(), n);
                    }
                    None => pairs.add(pair.index(), n),
                }
            }
            Self { pairs, ..self }
        }

        pub fn difference(&self) -> u64 {
            let mut letters = Counts::<LETTERS>::default();
            Pair::all().for_each(|p| letters.add(p.0 as usize, self.pairs.0[p.index()]));
            letters.add(self.last as usize, 1);
            letters.extremes().map_or(0, |(low, high)| high - low)
        }
    }

    pub fn grow(template: &[u8], rules: &[u8], steps: u32) -> u64 {
        let Some(polymer) = Polymer::new(template, rules) else { return u64::MAX };
        (0..steps).fold(polymer, |p, _| p.step()).difference()
    }

    #[kernel]
    pub fn differences(template: &[u8], rules: &[u8], steps: &[u32], out: &mut [u64]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = grow(template, rules, steps[i]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    // N = A, C = B, B = C, H = D.
    let rules: Vec<u8> = [
        "CHB", "HHN", "CBH", "NHC", "HBC", "HCB", "HNC", "NNC", "BHH", "NCB", "NBB", "BNB", "BBN", "BCB", "CCN", "CNC",
    ]
    .concat()
    .bytes()
    .map(|c| match c {
        b'N' => b'A',
        b'C' => b'B',
        b'B' => b'C',
        _ => b'D',
    })
    .collect();
    let steps = [0, 1, 2, 10, 40];
    let mut out = [0u64; 5];
    gpu::differences(b"AABC", &rules, &steps, &mut out).dispatch(device)?;
    assert_eq!(out, [1, 1, 5, 1588, 2188189693529]);
    for (s, o) in steps.iter().zip(&out) {
        assert_eq!(gpu::grow(b"AABC", &rules, *s), *o);
    }
    println!("polymer: {out:?}");
    Ok(())
}
