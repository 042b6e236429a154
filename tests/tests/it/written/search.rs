use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    const LONGEST: usize = 16;

    struct Finder<'a> {
        needle: &'a [u8],
        skip: [usize; 256],
    }

    impl<'a> Finder<'a> {
        /// Boyer, Moore and Horspool.
        fn new(needle: &'a [u8]) -> Self {
            let mut skip = [needle.len(); 256];
            for (i, &c) in needle.iter().enumerate().take(needle.len() - 1) {
                skip[c as usize] = needle.len() - 1 - i;
            }
            Self { needle, skip }
        }

        fn find_in(&self, text: &[u8]) -> Option<usize> {
            let mut at = 0;
            while at + self.needle.len() <= text.len() {
                let window = &text[at..at + self.needle.len()];
                if window == self.needle {
                    return Some(at);
                }
                at += self.skip[*window.last()? as usize];
            }
            None
        }
    }

    fn failure(pattern: &[u8]) -> [usize; LONGEST] {
        let mut table = [0; LONGEST];
        let mut k = 0;
        for i in 1..pattern.len() {
            while k > 0 && pattern[k] != pattern[i] {
                k = table[k - 1];
            }
            if pattern[k] == pattern[i] {
                k += 1;
            }
            table[i] = k;
        }
        table
    }

    fn count_kmp(text: &[u8], pattern: &[u8]) -> u32 {
        let table = failure(pattern);
        let (mut k, mut count) = (0, 0);
        for &c in text {
            while k > 0 && pattern[k] != c {
                k = table[k - 1];
            }
            k += usize::from(pattern[k] == c);
            if k == pattern.len() {
                count += 1;
                k = table[k - 1];
            }
        }
        count
    }

    fn rabin_karp(text: &[u8], pattern: &[u8]) -> Option<usize> {
        const BASE: u64 = 257;
        const MODULUS: u64 = 1_000_000_007;
        let hash = |bytes: &[u8]| bytes.iter().fold(0, |h, &b| (h * BASE + u64::from(b)) % MODULUS);
        let wanted = hash(pattern);
        let power = (1..pattern.len()).fold(1, |p, _| p * BASE % MODULUS);
        let mut rolling = hash(&text[..pattern.len()]);
        for (i, window) in text.windows(pattern.len()).enumerate() {
            if rolling == wanted && window == pattern {
                return Some(i);
            }
            if let Some(&next) = text.get(i + pattern.len()) {
                rolling = ((rolling + MODULUS - u64::from(text[i]) * power % MODULUS) * BASE
                    + u64::from(next))
                    % MODULUS;
            }
        }
        None
    }

    #[kernel(workgroup_size = 8)]
    pub fn search(
        text: &[u8],
        offsets: &[u32],
        needle: &[u8],
        first: &mut [i32],
        counts: &mut [u32],
        rolling: &mut [i32],
    ) {
        let i = invocation_id().x as usize;
        if i >= first.len() {
            return;
        }
        let line = &text[offsets[i] as usize..offsets[i + 1] as usize];
        let finder = Finder::new(needle);
        first[i] = finder.find_in(line).map_or(-1, |at| at as i32);
        counts[i] = count_kmp(line, needle);
        rolling[i] = match rabin_karp(line, needle) {
            Some(at) => at as i32,
            None => -1,
        };
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let lines: [&[u8]; 5] =
        [b"abracadabra", b"abababab", b"no such thing", b"the last abab", b"ab ab aba abab"];
    let text = lines.concat();
    let mut offsets = vec![0u32];
    lines.iter().for_each(|l| offsets.push(offsets.last().unwrap() + l.len() as u32));
    let (mut first, mut counts, mut rolling) = ([0i32; 5], [0u32; 5], [0i32; 5]);
    kernels::search(&text, &offsets, b"abab".as_slice(), &mut first, &mut counts, &mut rolling)
        .dispatch(device)?;
    for (i, line) in lines.iter().enumerate() {
        let at = line.windows(4).position(|w| w == b"abab").map_or(-1, |p| p as i32);
        let n = line.windows(4).filter(|w| w == b"abab").count() as u32;
        assert_eq!((first[i], counts[i], rolling[i]), (at, n, at));
    }
    Ok(())
}
