use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    macro_rules! quarter {
        ($s:ident, $a:literal, $b:literal, $c:literal, $d:literal) => {
            $s[$a] = $s[$a].wrapping_add($s[$b]);
            $s[$d] = ($s[$d] ^ $s[$a]).rotate_left(16);
            $s[$c] = $s[$c].wrapping_add($s[$d]);
            $s[$b] = ($s[$b] ^ $s[$c]).rotate_left(12);
            $s[$a] = $s[$a].wrapping_add($s[$b]);
            $s[$d] = ($s[$d] ^ $s[$a]).rotate_left(8);
            $s[$c] = $s[$c].wrapping_add($s[$d]);
            $s[$b] = ($s[$b] ^ $s[$c]).rotate_left(7);
        };
    }

    #[derive(Clone, Copy)]
    pub struct Key {
        pub words: [u32; 8],
        pub nonce: [u32; 3],
    }

    pub struct ChaCha<const ROUNDS: usize> {
        state: [u32; 16],
    }

    pub type ChaCha20 = ChaCha<20>;

    impl<const ROUNDS: usize> ChaCha<ROUNDS> {
        const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

        pub fn new(key: &Key, counter: u32) -> Self {
            let mut state = [0; 16];
            state[..4].copy_from_slice(&Self::CONSTANTS);
            state[4..12].copy_from_slice(&key.words);
            state[12] = counter;
            state[13..].copy_from_slice(&key.nonce);
            Self { state }
        }

        pub fn block(&self) -> [u32; 16] {
            let mut s = self.state;
            for _ in 0..ROUNDS / 2 {
                quarter!(s, 0, 4, 8, 12);
                quarter!(s, 1, 5, 9, 13);
                quarter!(s, 2, 6, 10, 14);
                quarter!(s, 3, 7, 11, 15);
                quarter!(s, 0, 5, 10, 15);
                quarter!(s, 1, 6, 11, 12);
                quarter!(s, 2, 7, 8, 13);
                quarter!(s, 3, 4, 9, 14);
            }
            s.iter_mut().zip(&self.state).for_each(|(s, start)| *s = s.wrapping_add(*start));
            s
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn encrypt(data: &mut [u32], key: Key, first: u32) {
        let block = invocation_id().x;
        let start = block as usize * 16;
        if start >= data.len() {
            return;
        }
        let stream = ChaCha20::new(&key, first + block).block();
        for (offset, word) in stream.into_iter().enumerate() {
            if start + offset < data.len() {
                data[start + offset] ^= word;
            }
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    // RFC 8439, 2.4.2.
    let key = gpu::Key {
        words: std::array::from_fn(|i| u32::from_le_bytes(std::array::from_fn(|k| (4 * i + k) as u8))),
        nonce: [0, 0x4a00_0000, 0],
    };
    let text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
    let mut padded = text.to_vec();
    padded.resize(116, 0);
    let words: Vec<u32> = padded.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect();
    let mut data = words.clone();
    gpu::encrypt(&mut data, key, 1).dispatch(device)?;
    let bytes: Vec<u8> = data.iter().flat_map(|w| w.to_le_bytes()).collect();
    assert_eq!(bytes[..8], [0x6e, 0x2e, 0x35, 0x9a, 0x25, 0x68, 0xf9, 0x80]);
    gpu::encrypt(&mut data, key, 1).dispatch(device)?;
    assert_eq!(data, words);
    println!("{:02x?}", &bytes[..8]);
    Ok(())
}
