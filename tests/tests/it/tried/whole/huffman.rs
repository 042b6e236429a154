use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub const MAX_BITS: usize = 7;
    pub const SYMBOLS: usize = 8;

    pub struct Bits<'a> {
        bytes: &'a [u8],
        position: usize,
    }

    impl<'a> From<&'a [u8]> for Bits<'a> {
        fn from(bytes: &'a [u8]) -> Self {
            Bits { bytes, position: 0 }
        }
    }

    impl Iterator for Bits<'_> {
        type Item = bool;

        fn next(&mut self) -> Option<bool> {
            let byte = self.bytes.get(self.position / 8)?;
            let bit = byte >> (7 - self.position % 8) & 1;
            self.position += 1;
            Some(bit == 1)
        }
    }

    /// A canonical code, by the lengths of its words.
    pub struct Code {
        counts: [u16; MAX_BITS + 1],
        symbols: [u8; SYMBOLS],
    }

    impl Code {
        pub fn new(lengths: &[u8; SYMBOLS]) -> Code {
            let mut counts = [0u16; MAX_BITS + 1];
            for &length in lengths {
                counts[length as usize] += 1;
            }
            counts[0] = 0;
            let mut offsets = [0usize; MAX_BITS + 2];
            for bits in 1..=MAX_BITS {
                offsets[bits + 1] = offsets[bits] + counts[bits] as usize;
            }
            let mut symbols = [0; SYMBOLS];
            for (symbol, &length) in lengths.iter().enumerate().filter(|(_, length)| **length != 0) {
                let place = &mut offsets[length as usize];
                symbols[*place] = symbol as u8;
                *place += 1;
            }
            Code { counts, symbols }
        }

        pub fn decode(&self, bits: &mut impl Iterator<Item = bool>) -> Option<u8> {
            let (mut code, mut first, mut index) = (0u16, 0u16, 0u16);
            for &count in &self.counts[1..] {
                code |= bits.next()? as u16;
                if code < first + count {
                    return Some(self.symbols[(index + code - first) as usize]);
                }
                index += count;
                first = (first + count) << 1;
                code <<= 1;
            }
            None
        }
    }

    pub fn checksum(lengths: &[u8; SYMBOLS], data: &[u8], count: usize) -> Result<u32, usize> {
        let code = Code::new(lengths);
        let mut bits = Bits::from(data);
        let mut sum = 0u32;
        for i in 0..count {
            let symbol = code.decode(&mut bits).ok_or(i)?;
            sum = sum * 31 + symbol as u32;
        }
        Ok(sum)
    }

    #[kernel]
    pub fn checksums(lengths: &[[u8; SYMBOLS]], data: &[u8], count: u32, out: &mut [u32], failed: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            match checksum(&lengths[i], data, count as usize) {
                Ok(sum) => out[i] = sum,
                Err(at) => failed[i] = at as u32 + 1,
            }
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let lengths = [[3, 3, 3, 3, 3, 2, 4, 4], [1, 2, 3, 4, 5, 6, 7, 7], [3; 8], [2, 2, 2, 0, 0, 0, 0, 0]];
    let data = b"some bytes to be read as bits";
    let (mut out, mut failed) = (vec![0; 4], vec![0; 4]);
    gpu::checksums(&lengths, data, 40, &mut out, &mut failed).dispatch(device)?;
    // By hand: three bits are a symbol.
    let bit = |i: usize| (data[i / 8] >> (7 - i % 8) & 1) as u32;
    let three = (0..40).fold(0u32, |sum, i| {
        sum.wrapping_mul(31).wrapping_add(bit(3 * i) * 4 + bit(3 * i + 1) * 2 + bit(3 * i + 2))
    });
    assert_eq!(out[2], three);
    // Unary.
    let (mut at, mut sum) = (0, 0u32);
    for _ in 0..40 {
        let mut s = 0;
        while s < 7 && bit(at) == 1 {
            s += 1;
            at += 1;
        }
        if s < 7 {
            at += 1;
        }
        sum = sum.wrapping_mul(31).wrapping_add(s);
    }
    assert_eq!(out[1], sum);
    assert_eq!(failed[..3], [0, 0, 0]);
    assert!(failed[3] > 0, "11 is no word");
    println!("{out:?} {failed:?}");
    Ok(())
}
