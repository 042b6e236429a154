use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub const N: usize = 6;
    const FACTORIALS: [u32; N + 1] = {
        let mut f = [1; N + 1];
        let mut i = 1;
        while i <= N {
            f[i] = f[i - 1] * i as u32;
            i += 1;
        }
        f
    };

    pub struct Permutations<const K: usize> {
        current: [u8; K],
        counts: [u8; K],
        left: u32,
    }

    impl<const K: usize> Permutations<K> {
        pub fn starting_at(mut index: u32, count: u32) -> Self {
            let mut current: [u8; K] = std::array::from_fn(|i| i as u8);
            let mut counts = [0; K];
            for i in (1..K).rev() {
                let d = index / FACTORIALS[i];
                index %= FACTORIALS[i];
                counts[i] = d as u8;
                current[..=i].rotate_left(d as usize);
            }
            Permutations { current, counts, left: count }
        }

        fn advance(&mut self) {
            for i in 1..K {
                self.current[..=i].rotate_left(1);
                self.counts[i] += 1;
                if self.counts[i] as usize <= i {
                    return;
                }
                self.counts[i] = 0;
            }
        }
    }

    impl<const K: usize> Iterator for Permutations<K> {
        type Item = [u8; K];

        fn next(&mut self) -> Option<[u8; K]> {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let result = self.current;
            self.advance();
            Some(result)
        }
    }

    pub fn flips<const K: usize>(mut p: [u8; K]) -> u32 {
        let mut n = 0;
        while p[0] != 0 {
            let first = usize::from(p[0]);
            p[..=first].reverse();
            n += 1;
        }
        n
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Outcome {
        pub checksum: i32,
        pub most: u32,
    }

    impl FromIterator<(u32, u32)> for Outcome {
        fn from_iter<I: IntoIterator<Item = (u32, u32)>>(items: I) -> Self {
            let mut outcome = Outcome::default();
            for (number, flips) in items {
                let flips_signed = flips as i32;
                outcome.checksum += if number.is_multiple_of(2) { flips_signed } else { -flips_signed };
                outcome.most = outcome.most.max(flips);
            }
            outcome
        }
    }

    pub fn part(start: u32, count: u32) -> Outcome {
        (start..).zip(Permutations::<N>::starting_at(start, count).map(flips)).collect()
    }

    #[kernel]
    pub fn parts(count: u32, out: &mut [Outcome]) {
        let i = invocation_id().x;
        if let Some(slot) = out.get_mut(i as usize) {
            *slot = part(i * count, count);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let mut out = vec![gpu::Outcome::default(); 6];
    gpu::parts(120, &mut out).dispatch(device)?;
    let checksum: i32 = out.iter().map(|o| o.checksum).sum();
    let most = out.iter().map(|o| o.most).max();
    // fannkuch-redux 6: 49, Pfannkuchen(6) = 10.
    assert_eq!((checksum, most), (49, Some(10)));
    for (i, o) in out.iter().enumerate() {
        assert_eq!(gpu::part(i as u32 * 120, 120), *o);
    }
    println!("fannkuch: {checksum}, Pfannkuchen({}) = {}", gpu::N, most.unwrap());
    Ok(())
}
