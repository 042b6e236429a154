use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub trait Hasher64 {
        fn write(&mut self, bytes: &[u8]);
        fn finish(self) -> u64;

        fn hash_of(mut self, bytes: &[u8]) -> u64
        where
            Self: Sized,
        {
            self.write(bytes);
            self.finish()
        }
    }

    #[derive(Clone)]
    pub struct SipHasher<const C: usize, const D: usize> {
        v: [u64; 4],
        tail: u64,
        length: usize,
    }

    pub type Sip24 = SipHasher<2, 4>;
    pub type Sip13 = SipHasher<1, 3>;

    impl<const C: usize, const D: usize> SipHasher<C, D> {
        pub fn with_key(k0: u64, k1: u64) -> Self {
            let constants = [0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261, 0x7465646279746573u64];
            let keys = [k0, k1, k0, k1];
            let mut v = constants;
            for (v, k) in v.iter_mut().zip(keys) {
                *v ^= k;
            }
            Self { v, tail: 0, length: 0 }
        }

        fn rounds(&mut self, n: usize) {
            for _ in 0..n {
                let [v0, v1, v2, v3] = &mut self.v;
                *v0 = v0.wrapping_add(*v1);
                *v2 = v2.wrapping_add(*v3);
                *v1 = v1.rotate_left(13) ^ *v0;
                *v3 = v3.rotate_left(16) ^ *v2;
                *v0 = v0.rotate_left(32);
                *v2 = v2.wrapping_add(*v1);
                *v0 = v0.wrapping_add(*v3);
                *v1 = v1.rotate_left(17) ^ *v2;
                *v3 = v3.rotate_left(21) ^ *v0;
                *v2 = v2.rotate_left(32);
            }
        }

        fn word(&mut self, word: u64) {
            self.v[3] ^= word;
            self.rounds(C);
            self.v[0] ^= word;
        }
    }

    impl<const C: usize, const D: usize> Hasher64 for SipHasher<C, D> {
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.tail |= (byte as u64) << (self.length % 8 * 8);
                self.length += 1;
                if self.length % 8 == 0 {
                    let word = core::mem::take(&mut self.tail);
                    self.word(word);
                }
            }
        }

        fn finish(mut self) -> u64 {
            self.word((self.length as u64) << 56 | self.tail);
            self.v[2] ^= 0xff;
            self.rounds(D);
            self.v.into_iter().reduce(|a, b| a ^ b).unwrap()
        }
    }

    /// Fowler, Noll and Vo's.
    #[derive(Clone, Copy)]
    pub struct Fnv(pub u64);

    impl Default for Fnv {
        fn default() -> Self {
            Fnv(0xcbf2_9ce4_8422_2325)
        }
    }

    impl Hasher64 for Fnv {
        fn write(&mut self, bytes: &[u8]) {
            self.0 = bytes.iter().fold(self.0, |h, &b| (h ^ b as u64).wrapping_mul(0x100_0000_01b3));
        }
        fn finish(self) -> u64 {
            self.0
        }
    }

    pub fn buckets<H: Hasher64>(hasher: H, bytes: &[u8], count: u64) -> u32 {
        (hasher.hash_of(bytes) % count) as u32
    }

    #[kernel]
    pub fn hashes(data: &[u8], lengths: &[u32], out: &mut [[u64; 3]], places: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let message = &data[..lengths[i] as usize];
            let (k0, k1) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908);
            out[i] = [
                Sip24::with_key(k0, k1).hash_of(message),
                Sip13::with_key(k0, k1).hash_of(message),
                Fnv::default().hash_of(message),
            ];
            places[i] = buckets(Fnv::default(), message, 101);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    use gpu::Hasher64;
    let data: Vec<u8> = (0..64).collect();
    let lengths = [0, 1, 8, 15, 63];
    let mut out = vec![[0u64; 3]; lengths.len()];
    let mut places = vec![0; lengths.len()];
    gpu::hashes(&data, &lengths, &mut out, &mut places).dispatch(device)?;
    assert_eq!(out[0][0], 0x726f_db47_dd0e_0e31);
    assert_eq!(out[1][0], 0x74f8_39c5_93dc_67fd);
    assert_eq!(out[3][0], 0xa129_ca61_49be_45e5);
    for (i, &n) in lengths.iter().enumerate() {
        let fnv = data[..n as usize].iter().fold(0xcbf2_9ce4_8422_2325u64, |h, &b| (h ^ b as u64).wrapping_mul(0x100_0000_01b3));
        assert_eq!(out[i][2], fnv);
        assert_eq!(places[i] as u64, fnv % 101);
        assert_eq!(out[i][1], gpu::Sip13::with_key(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908).hash_of(&data[..n as usize]));
    }
    println!("{:x?}", out[3]);
    Ok(())
}
