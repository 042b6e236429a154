use vyre::prelude::*;

/// LZ4 blocks, one for an invocation.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fault {
        Truncated,
        OutputFull { needed: usize },
        BadOffset(u16),
    }

    type Result<T> = core::result::Result<T, Fault>;

    struct Reader<'a> {
        bytes: &'a [u8],
        at: usize,
    }

    impl<'a> Reader<'a> {
        fn new(bytes: &'a [u8]) -> Self {
            Self { bytes, at: 0 }
        }

        fn byte(&mut self) -> Result<u8> {
            let byte = *self.bytes.get(self.at).ok_or(Fault::Truncated)?;
            self.at += 1;
            Ok(byte)
        }

        fn u16(&mut self) -> Result<u16> {
            Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
        }

        fn length(&mut self, nibble: u8) -> Result<usize> {
            let mut length = nibble as usize;
            if nibble == 15 {
                loop {
                    let more = self.byte()?;
                    length += more as usize;
                    if more != 255 {
                        break;
                    }
                }
            }
            Ok(length)
        }

        fn take(&mut self, n: usize) -> Result<&'a [u8]> {
            let part = self.bytes.get(self.at..self.at + n).ok_or(Fault::Truncated)?;
            self.at += n;
            Ok(part)
        }

        fn is_done(&self) -> bool {
            self.at == self.bytes.len()
        }
    }

    pub const BLOCK: usize = 128;

    struct Writer {
        block: [u8; BLOCK],
        len: usize,
    }

    impl Writer {
        fn push(&mut self, byte: u8) -> Result<()> {
            if self.len == BLOCK {
                return Err(Fault::OutputFull { needed: self.len + 1 });
            }
            self.block[self.len] = byte;
            self.len += 1;
            Ok(())
        }

        fn copy(&mut self, offset: u16, length: usize) -> Result<()> {
            if offset == 0 || offset as usize > self.len {
                return Err(Fault::BadOffset(offset));
            }
            (0..length).try_for_each(|_| self.push(self.block[self.len - offset as usize]))
        }
    }

    pub fn decompress(source: &[u8]) -> Result<([u8; BLOCK], usize)> {
        let mut reader = Reader::new(source);
        let mut writer = Writer { block: [0; BLOCK], len: 0 };
        while !reader.is_done() {
            let token = reader.byte()?;
            let literals = reader.length(token >> 4)?;
            for &byte in reader.take(literals)? {
                writer.push(byte)?;
            }
            if reader.is_done() {
                break;
            }
            let offset = reader.u16()?;
            let length = reader.length(token & 15)? + 4;
            writer.copy(offset, length)?;
        }
        Ok((writer.block, writer.len))
    }

    #[kernel(workgroup_size = 32)]
    pub fn unpack(data: &[u8], starts: &[u32], out: &mut [[u8; BLOCK]], status: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i >= status.len() {
            return;
        }
        let source = &data[starts[i] as usize..starts[i + 1] as usize];
        status[i] = match decompress(source) {
            Ok((block, len)) => {
                out[i] = block;
                len as i32
            }
            Err(Fault::Truncated) => -1,
            Err(Fault::OutputFull { .. }) => -2,
            Err(Fault::BadOffset(offset)) => -1000 - i32::from(offset),
        };
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let blocks: [&[u8]; 5] = [
        b"\x50hello",
        b"\x35abc\x03\x00\x50hello",
        b"\x1fa\x01\x00\x10\x10b",
        b"\x35ab",
        b"\x10a\x09\x00",
    ];
    let data = blocks.concat();
    let mut starts = vec![0u32];
    for block in blocks {
        starts.push(starts.last().unwrap() + block.len() as u32);
    }
    let mut out = vec![[0u8; gpu::BLOCK]; 5];
    let mut status = vec![0i32; 5];
    gpu::unpack(&data, &starts, &mut out, &mut status).dispatch(device)?;
    assert_eq!(status, [5, 17, 37, -1, -1009]);
    assert_eq!(&out[0][..5], b"hello");
    assert_eq!(&out[1][..17], b"abcabcabcabchello");
    assert_eq!(&out[2][..37], [&[b'a'; 36][..], b"b"].concat());
    assert_eq!(gpu::decompress(blocks[4]), Err(gpu::Fault::BadOffset(9)));
    println!("{status:?}");
    Ok(())
}
