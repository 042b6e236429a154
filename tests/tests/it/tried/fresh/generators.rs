//! Random generators behind a trait with methods that it provides, and estimates by Monte Carlo.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    pub trait Rng {
        fn next_u32(&mut self) -> u32;

        fn next_u64(&mut self) -> u64 {
            let low = u64::from(self.next_u32());
            u64::from(self.next_u32()) << 32 | low
        }

        fn unit(&mut self) -> f32 {
            (self.next_u32() >> 8) as f32 / (1 << 24) as f32
        }

        fn shuffle<T: Copy, const N: usize>(&mut self, items: &mut [T; N]) {
            for i in (1..N).rev() {
                let j = (self.next_u32() % (i as u32 + 1)) as usize;
                items.swap(i, j);
            }
        }
    }

    pub struct Xorshift(pub u32);

    impl Rng for Xorshift {
        fn next_u32(&mut self) -> u32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 17;
            self.0 ^= self.0 << 5;
            self.0
        }
    }

    pub struct Lcg {
        pub state: u64,
    }

    impl Rng for Lcg {
        fn next_u32(&mut self) -> u32 {
            self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.state >> 33) as u32
        }

        fn next_u64(&mut self) -> u64 {
            self.next_u32();
            self.state
        }
    }

    fn inside<R: Rng>(rng: &mut R, tries: u32) -> u32 {
        (0..tries)
            .filter(|_| {
                let (x, y) = (rng.unit(), rng.unit());
                x * x + y * y < 1.0
            })
            .count() as u32
    }

    #[kernel]
    pub fn estimate(seeds: &[u32], hits: &mut [[u32; 2]], longs: &mut [u64], decks: &mut [[u8; 10]]) {
        let i = invocation_id().x as usize;
        if i < seeds.len() {
            let mut a = Xorshift(seeds[i] | 1);
            let mut b = Lcg { state: seeds[i].into() };
            hits[i] = [inside(&mut a, 100), inside(&mut b, 100)];
            longs[i] = a.next_u64() ^ b.next_u64();
            let mut deck = std::array::from_fn(|k| k as u8);
            b.shuffle(&mut deck);
            decks[i] = deck;
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let seeds: Vec<u32> = (0..64).map(|i| i * 7919 + 1).collect();
    let (mut hits, mut longs, mut decks) = (vec![[0; 2]; 64], vec![0; 64], vec![[0; 10]; 64]);
    kernels::estimate(&seeds, &mut hits, &mut longs, &mut decks).dispatch(device)?;
    for (i, &seed) in seeds.iter().enumerate() {
        let (mut a, mut b) = (seed | 1, seed as u64);
        let xorshift = |a: &mut u32| {
            *a ^= *a << 13;
            *a ^= *a >> 17;
            *a ^= *a << 5;
            *a
        };
        let lcg = |b: &mut u64| {
            *b = b.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*b >> 33) as u32
        };
        let unit = |x: u32| (x >> 8) as f32 / 16777216.0;
        let mut counts = [0; 2];
        for _ in 0..100 {
            let (x, y) = (unit(xorshift(&mut a)), unit(xorshift(&mut a)));
            counts[0] += (x * x + y * y < 1.0) as u32;
        }
        for _ in 0..100 {
            let (x, y) = (unit(lcg(&mut b)), unit(lcg(&mut b)));
            counts[1] += (x * x + y * y < 1.0) as u32;
        }
        assert_eq!(hits[i], counts);
        let (low, high) = (xorshift(&mut a) as u64, xorshift(&mut a) as u64);
        lcg(&mut b);
        assert_eq!(longs[i], (high << 32 | low) ^ b);
        let mut deck: [u8; 10] = std::array::from_fn(|k| k as u8);
        for k in (1..10).rev() {
            deck.swap(k, lcg(&mut b) as usize % (k + 1));
        }
        assert_eq!(decks[i], deck);
    }
    Ok(())
}
