use vyre::prelude::*;

/// Suffix arrays by doubling, longest repeats, and the search for words in them.
#[vyre::module]
mod gpu {
    use std::cmp::Ordering;
    use vyre::prelude::*;

    const N: usize = 24;

    pub struct SuffixArray<'t> {
        text: &'t [u8],
        order: [u8; N],
    }

    impl<'t> SuffixArray<'t> {
        pub fn new(text: &'t [u8]) -> Self {
            let n = text.len();
            let mut order = [0u8; N];
            let mut rank = [0i32; N];
            for (i, (slot, byte)) in order.iter_mut().zip(text).enumerate() {
                *slot = i as u8;
                rank[i] = i32::from(*byte);
            }
            let mut width = 1;
            loop {
                let key = |&i: &u8| {
                    let i = usize::from(i);
                    (rank[i], if i + width < n { rank[i + width] } else { -1 })
                };
                order[..n].sort_unstable_by_key(key);
                let mut next = [0; N];
                for pair in order[..n].windows(2) {
                    let &[a, b] = pair else { unreachable!() };
                    next[b as usize] = next[a as usize] + i32::from(key(&a) < key(&b));
                }
                rank = next;
                width *= 2;
                if width >= n {
                    break;
                }
            }
            Self { text, order }
        }

        fn suffix(&self, i: usize) -> &'t [u8] {
            &self.text[self.order[i] as usize..]
        }

        fn common(a: &[u8], b: &[u8]) -> usize {
            a.iter().zip(b).take_while(|(x, y)| x == y).count()
        }

        /// Length and place of the longest substring that occurs twice.
        pub fn longest_repeat(&self) -> Option<(usize, usize)> {
            (1..self.text.len())
                .map(|i| (Self::common(self.suffix(i - 1), self.suffix(i)), self.order[i] as usize))
                .filter(|&(length, _)| length > 0)
                .max_by_key(|&(length, at)| (length, std::cmp::Reverse(at)))
        }

        fn partition_point(&self, mut less: impl FnMut(&[u8]) -> bool) -> usize {
            let (mut low, mut high) = (0, self.text.len());
            while low < high {
                let middle = (low + high) / 2;
                if less(self.suffix(middle)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        }

        pub fn occurrences(&self, word: &[u8]) -> &[u8] {
            let prefix = |suffix: &[u8]| compare(&suffix[..word.len().min(suffix.len())], word);
            let start = self.partition_point(|s| prefix(s) == Ordering::Less);
            let end = self.partition_point(|s| prefix(s).is_le());
            &self.order[start..end]
        }
    }

    fn compare(a: &[u8], b: &[u8]) -> Ordering {
        a.iter()
            .zip(b.iter())
            .map(|(x, y)| x.cmp(y))
            .find(|o| o.is_ne())
            .unwrap_or_else(|| a.len().cmp(&b.len()))
    }

    /// The transform of Burrows and Wheeler, of the text as a ring.
    pub fn burrows_wheeler(array: &SuffixArray) -> [u8; N] {
        let mut out = [b'.'; N];
        let n = array.text.len();
        for (slot, &i) in out.iter_mut().zip(&array.order[..n]) {
            *slot = match i {
                0 => b'$',
                i => array.text[i as usize - 1],
            };
        }
        out
    }

    #[kernel(workgroup_size = 8)]
    pub fn analyse(texts: &[u8], ends: &[u32], word: &[u8], order: &mut [[u8; 24]], bwt: &mut [[u8; 24]], facts: &mut [[u32; 4]]) {
        let i = invocation_id().x as usize;
        if i >= ends.len() {
            return;
        }
        let start = i.checked_sub(1).map_or(0, |i| ends[i]) as usize;
        let text = &texts[start..ends[i] as usize];
        let array = SuffixArray::new(text);
        order[i] = array.order;
        bwt[i] = burrows_wheeler(&array);
        let (length, at) = array.longest_repeat().unwrap_or_default();
        let found = array.occurrences(word);
        let first = found.iter().min().map_or(u32::MAX, |&b| b.into());
        facts[i] = [length as u32, at as u32, found.len() as u32, first];
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let texts = ["banana", "mississippi", "abcdefg", "aaaaaaaaaaaa", "to be or not to be", "x"];
    let bytes = texts.concat().into_bytes();
    let ends: Vec<u32> = texts.iter().scan(0, |end, t| { *end += t.len() as u32; Some(*end) }).collect();
    for word in ["a", "ssi", "be", "ana"] {
        let (mut order, mut bwt, mut facts) = ([[99; 24]; 6], [[0; 24]; 6], [[7; 4]; 6]);
        gpu::analyse(&bytes, &ends, word.as_bytes(), &mut order, &mut bwt, &mut facts).dispatch(device)?;
        for (i, text) in texts.iter().enumerate() {
            let n = text.len();
            let mut expected: Vec<u8> = (0..n as u8).collect();
            expected.sort_by_key(|&k| &text[k as usize..]);
            assert_eq!(order[i][..n], expected, "{text}");
            let places: Vec<usize> = (0..n).filter(|&k| text[k..].starts_with(word)).collect();
            assert_eq!(facts[i][2..], [places.len() as u32, places.first().map_or(u32::MAX, |&p| p as u32)], "{text} {word}");
        }
        assert_eq!(&bwt[0][..7], b"nnb$aa.");
        let repeats = facts.map(|[length, at, ..]| [length, at]);
        assert_eq!(repeats, [[3, 1], [4, 1], [0, 0], [11, 0], [5, 0], [0, 0]]);
        let array = gpu::SuffixArray::new(b"mississippi");
        assert_eq!(array.longest_repeat(), Some((4, 1)));
        assert_eq!(array.occurrences(word.as_bytes()).len() as u32, facts[1][2]);
    }
    Ok(())
}
