use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    const HASHES: usize = 4;

    struct Bloom<'a> {
        words: &'a [u32],
    }

    fn mix(mut h: u64) -> u64 {
        h ^= h >> 33;
        h = h.wrapping_mul(0xff51_afd7_ed55_8ccd);
        h ^= h >> 33;
        h = h.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ h >> 33
    }

    fn positions(key: &[u8], bits: u32) -> [u32; HASHES] {
        let hash = key
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        let (h1, h2) = (mix(hash) as u32, (mix(hash ^ 0x9e37_79b9) >> 32) as u32 | 1);
        std::array::from_fn(|i| h1.wrapping_add(h2.wrapping_mul(i as u32)) % bits)
    }

    impl Bloom<'_> {
        fn may_contain(&self, key: &[u8]) -> bool {
            let bits = self.words.len() as u32 * 32;
            positions(key, bits).iter().all(|&p| self.words[p as usize / 32] & (1 << (p % 32)) != 0)
        }
    }

    #[kernel]
    pub fn insert(keys: &[[u8; 6]], words: &[AtomicU32]) {
        let i = invocation_id().x as usize;
        if let Some(key) = keys.get(i) {
            for p in positions(key, words.len() as u32 * 32) {
                words[p as usize / 32].fetch_or(1 << (p % 32));
            }
        }
    }

    #[kernel]
    pub fn query(keys: &[[u8; 6]], words: &[u32], found: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < keys.len() {
            let filter = Bloom { words };
            if filter.may_contain(&keys[i]) {
                found[i] = 1;
            }
        }
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let key = |n: u32| -> [u8; 6] {
        let b = n.wrapping_mul(2_654_435_761).to_le_bytes();
        [b[0], b[1], b[2], b[3], 7, n as u8]
    };
    let keys: Vec<[u8; 6]> = (0..100).map(key).collect();
    let others: Vec<[u8; 6]> = (1000..1400).map(key).collect();
    let mut words = vec![0u32; 64];
    kernels::insert(&keys, &mut words).invocations([100, 1, 1]).dispatch(device)?;
    let mut found = vec![0u32; 100];
    kernels::query(&keys, &words, &mut found).dispatch(device)?;
    assert!(found.iter().all(|&f| f == 1));
    let mut wrong = vec![0u32; 400];
    kernels::query(&others, &words, &mut wrong).dispatch(device)?;
    assert!(wrong.iter().sum::<u32>() < 40);
    // The same on the host.
    let mix = |mut h: u64| {
        h ^= h >> 33;
        h = h.wrapping_mul(0xff51_afd7_ed55_8ccd);
        h ^= h >> 33;
        h = h.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ h >> 33
    };
    let mut expected = vec![0u32; 64];
    for k in &keys {
        let mut h = 0xcbf2_9ce4_8422_2325u64;
        for b in k {
            h = (h ^ *b as u64).wrapping_mul(0x100_0000_01b3);
        }
        let (h1, h2) = (mix(h) as u32, (mix(h ^ 0x9e37_79b9) >> 32) as u32 | 1);
        for i in 0..4u32 {
            let p = h1.wrapping_add(h2.wrapping_mul(i)) % 2048;
            expected[p as usize / 32] |= 1 << (p % 32);
        }
    }
    assert_eq!(words, expected);
    Ok(())
}
