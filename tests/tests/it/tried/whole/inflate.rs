use vyre::prelude::*;

/// Raw deflate streams: stored blocks, fixed and dynamic codes.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    const MAX_BITS: usize = 15;
    const LENGTH_BASE: [u16; 29] = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    ];
    const LENGTH_EXTRA: [u8; 29] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
    const DISTANCE_BASE: [u16; 30] = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193,
        12289, 16385, 24577,
    ];
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum InflateError {
        UnexpectedEnd,
        BadBlockType,
        BadStoredLength { len: u16, complement: u16 },
        BadCode,
        BadDistance(usize),
        OutputFull,
    }

    impl InflateError {
        pub fn code(&self) -> u32 {
            match *self {
                Self::UnexpectedEnd => 1,
                Self::BadBlockType => 2,
                Self::BadStoredLength { .. } => 3,
                Self::BadCode => 4,
                Self::BadDistance(_) => 5,
                Self::OutputFull => 6,
            }
        }
    }

    type Result<T> = core::result::Result<T, InflateError>;

    struct BitReader<'a> {
        bytes: &'a [u8],
        position: usize,
        bits: u32,
        count: u32,
    }

    impl<'a> BitReader<'a> {
        fn new(bytes: &'a [u8]) -> Self {
            BitReader { bytes, position: 0, bits: 0, count: 0 }
        }

        fn take(&mut self, n: u32) -> Result<u32> {
            while self.count < n {
                let byte = self.bytes.get(self.position).ok_or(InflateError::UnexpectedEnd)?;
                self.bits |= u32::from(*byte) << self.count;
                self.position += 1;
                self.count += 8;
            }
            let value = self.bits & ((1 << n) - 1);
            self.bits >>= n;
            self.count -= n;
            Ok(value)
        }

        fn align(&mut self) {
            self.bits = 0;
            self.count = 0;
        }

        fn u16(&mut self) -> Result<u16> {
            Ok(self.take(16)? as u16)
        }
    }

    /// A canonical code: how many codes of each length there are, and the symbols in order.
    struct Huffman<const N: usize> {
        counts: [u16; MAX_BITS + 1],
        symbols: [u16; N],
    }

    impl<const N: usize> Huffman<N> {
        fn new(lengths: &[u8]) -> Self {
            let mut counts = [0; MAX_BITS + 1];
            lengths.iter().for_each(|&l| counts[usize::from(l)] += 1);
            counts[0] = 0;
            let mut offsets = [0; MAX_BITS + 1];
            for i in 1..=MAX_BITS {
                offsets[i] = offsets[i - 1] + counts[i - 1];
            }
            let mut symbols = [0; N];
            for (symbol, &length) in lengths.iter().enumerate().filter(|(_, l)| **l != 0) {
                let offset = &mut offsets[length as usize];
                symbols[usize::from(*offset)] = symbol as u16;
                *offset += 1;
            }
            Huffman { counts, symbols }
        }

        fn decode(&self, reader: &mut BitReader) -> Result<usize> {
            let (mut code, mut first, mut index) = (0i32, 0, 0);
            for &count in &self.counts[1..] {
                code |= reader.take(1)? as i32;
                let count = i32::from(count);
                if code - count < first {
                    return Ok(self.symbols[(index + code - first) as usize] as usize);
                }
                index += count;
                first = (first + count) << 1;
                code <<= 1;
            }
            Err(InflateError::BadCode)
        }
    }

    fn codes(
        reader: &mut BitReader<'_>,
        literals: &Huffman<288>,
        distances: &Huffman<30>,
        out: &mut [u8],
        mut at: usize,
    ) -> Result<usize> {
        loop {
            match literals.decode(reader)? {
                literal @ 0..=255 => {
                    *out.get_mut(at).ok_or(InflateError::OutputFull)? = literal as u8;
                    at += 1;
                }
                256 => return Ok(at),
                symbol => {
                    let symbol = symbol - 257;
                    let (Some(&base), Some(&extra)) = (LENGTH_BASE.get(symbol), LENGTH_EXTRA.get(symbol)) else {
                        return Err(InflateError::BadCode);
                    };
                    let length = base as usize + reader.take(extra.into())? as usize;
                    let symbol = distances.decode(reader)?;
                    let extra = (symbol as u32 / 2).saturating_sub(1);
                    let distance = usize::from(DISTANCE_BASE[symbol]) + reader.take(extra)? as usize;
                    if distance > at {
                        return Err(InflateError::BadDistance(distance));
                    }
                    if at + length > out.len() {
                        return Err(InflateError::OutputFull);
                    }
                    for i in at..at + length {
                        out[i] = out[i - distance];
                    }
                    at += length;
                }
            }
        }
    }

    fn fixed_lengths() -> [u8; 288] {
        core::array::from_fn(|i| match i {
            0..=143 => 8,
            144..=255 => 9,
            256..=279 => 7,
            _ => 8,
        })
    }

    pub fn inflate(bytes: &[u8], out: &mut [u8]) -> Result<usize> {
        let mut reader = BitReader::new(bytes);
        let mut at = 0;
        loop {
            let last = reader.take(1)? == 1;
            match reader.take(2)? {
                0 => {
                    reader.align();
                    let (len, complement) = (reader.u16()?, reader.u16()?);
                    if len != !complement {
                        return Err(InflateError::BadStoredLength { len, complement });
                    }
                    let len = len as usize;
                    let source = reader.bytes.get(reader.position..reader.position + len).ok_or(InflateError::UnexpectedEnd)?;
                    out.get_mut(at..at + len).ok_or(InflateError::OutputFull)?.copy_from_slice(source);
                    reader.position += len;
                    at += len;
                }
                1 => {
                    let literals = Huffman::<288>::new(&fixed_lengths());
                    let distances = Huffman::<30>::new(&[5; 30]);
                    at = codes(&mut reader, &literals, &distances, out, at)?;
                }
                2 => {
                    let literal_count = reader.take(5)? as usize + 257;
                    let distance_count = reader.take(5)? as usize + 1;
                    let count = reader.take(4)? as usize + 4;
                    let mut lengths = [0u8; 19];
                    for &i in ORDER.iter().take(count) {
                        lengths[i] = reader.take(3)? as u8;
                    }
                    let code = Huffman::<19>::new(&lengths);
                    let mut lengths = [0u8; 320];
                    let mut i = 0;
                    while i < literal_count + distance_count {
                        let (value, repeat) = match code.decode(&mut reader)? {
                            16 if i == 0 => return Err(InflateError::BadCode),
                            16 => (lengths[i - 1], 3 + reader.take(2)?),
                            17 => (0, 3 + reader.take(3)?),
                            18 => (0, 11 + reader.take(7)?),
                            length => (length as u8, 1),
                        };
                        let end = i + repeat as usize;
                        lengths[i..end].fill(value);
                        i = end;
                    }
                    let (first, rest) = lengths.split_at(literal_count);
                    let literals = Huffman::new(first);
                    let distances = Huffman::new(&rest[..distance_count]);
                    at = codes(&mut reader, &literals, &distances, out, at)?;
                }
                _ => return Err(InflateError::BadBlockType),
            }
            if last {
                return Ok(at);
            }
        }
    }

    #[kernel(workgroup_size = 32)]
    pub fn inflate_all(streams: &[u8], ends: &[u32], size: u32, out: &mut [u8], results: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i >= ends.len() {
            return;
        }
        let start = if i == 0 { 0 } else { ends[i - 1] as usize };
        let page = size as usize;
        let out = &mut out[i * page..(i + 1) * page];
        results[i] = match inflate(&streams[start..ends[i] as usize], out) {
            Ok(len) => len as i32,
            Err(error) => -(error.code() as i32),
        };
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    // Made by zlib.
    let streams: [&[u8]; 6] = [
        &[0x4b, 0x4c, 0x4a, 0x4e, 0x04, 0xa3, 0x94, 0xe4, 0x94, 0x1c, 0x00],
        &[0x01, 0x03, 0x00, 0xfc, 0xff, b'a', b'b', b'c'],
        &[0x01, 0x03, 0x00, 0xfc, 0xfe, b'a', b'b', b'c'],
        &[0x07],
        &[0x4b, 0x4c],
        &[0x45, 0x4f, 0x5d, 0x1a, 0x02, 0x21, 0x08, 0xbc, 0x0a, 0x57, 0x23, 0x65, 0x5b, 0x4b, 0xa5, 0xfc, 0xc9, 0xea, 0xf4, 0x09, 0xb8, 0xed, 0x03, 0xc8, 0x37, 0x33, 0x0c, 0xa3, 0x2f, 0x84, 0xa9, 0x82, 0xe7, 0x2b, 0xd4, 0x84, 0x31, 0x02, 0x6f, 0x30, 0xb0, 0x24, 0x68, 0x3b, 0x41, 0xcf, 0x9e, 0x0a, 0x44, 0xfc, 0x7e, 0x04, 0x7e, 0xf6, 0xe0, 0xee, 0xc0, 0xaf, 0x09, 0x6d, 0xfc, 0x5e, 0x72, 0x34, 0xda, 0x61, 0x83, 0xda, 0x26, 0xa7, 0x14, 0x66, 0x6f, 0xb0, 0x98, 0x48, 0xd5, 0x48, 0xf4, 0xb0, 0x2b, 0xba, 0x2f, 0x72, 0x1d, 0x2e, 0x85, 0x47, 0x86, 0x5b, 0x4f, 0xc2, 0xae, 0x28, 0xf6, 0xd8, 0x6d, 0x63, 0xac, 0x1f, 0x66, 0x47, 0xa9, 0x81, 0xb6, 0xb1, 0x87, 0x78, 0xe2, 0x96, 0x23, 0x05, 0x47, 0x92, 0xfa, 0xaf, 0x94, 0x41, 0xee, 0x9e, 0x62, 0xfb, 0xc1, 0xca, 0xa6, 0x9a, 0x15, 0x64, 0xc6, 0xfc, 0x01],
    ];
    let bytes = streams.concat();
    let ends: Vec<u32> = streams.iter().scan(0, |end, s| { *end += s.len() as u32; Some(*end) }).collect();
    let (mut out, mut results) = (vec![0u8; 6 * 320], vec![0; 6]);
    gpu::inflate_all(&bytes, &ends, 320, &mut out, &mut results).dispatch(device)?;
    assert_eq!(results[1..], [3, -3, -2, -1, 280]);
    assert!(out[5 * 320..].starts_with(b"dreams dog small of warm the under lazy "));
    for (i, stream) in streams.iter().enumerate() {
        let mut expected = [0; 320];
        let result = gpu::inflate(stream, &mut expected);
        assert_eq!(result.map_or_else(|e| -(e.code() as i32), |n| n as i32), results[i]);
        assert_eq!(out[i * 320..][..320], expected);
    }
    assert_eq!(&out[..13], b"abcabcabcdcdl".as_slice());
    Ok(())
}
