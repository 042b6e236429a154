//! Messages of fields with varints, read by a cursor.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy)]
    struct Cursor<'a> {
        bytes: &'a [u8],
        at: usize,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Field<'a> {
        Varint(u64),
        Bytes(&'a [u8]),
        Fixed([u8; 4]),
    }

    impl<'a> Cursor<'a> {
        fn new(bytes: &'a [u8]) -> Self {
            Self { bytes, at: 0 }
        }

        fn byte(&mut self) -> Option<u8> {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            Some(byte)
        }

        fn varint(&mut self) -> Option<u64> {
            let mut value = 0;
            for shift in (0..64).step_by(7) {
                let byte = self.byte()?;
                value |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    return Some(value);
                }
            }
            None
        }

        fn take(&mut self, n: usize) -> Option<&'a [u8]> {
            let part = self.bytes.get(self.at..self.at + n)?;
            self.at += n;
            Some(part)
        }

        fn field(&mut self) -> Option<(u32, Field<'a>)> {
            let key = self.varint()? as u32;
            let field = match key & 7 {
                0 => Field::Varint(self.varint()?),
                2 => {
                    let n = self.varint()? as usize;
                    Field::Bytes(self.take(n)?)
                }
                5 => Field::Fixed(self.take(4)?.try_into().ok()?),
                _ => return None,
            };
            Some((key >> 3, field))
        }
    }

    #[kernel]
    pub fn read(data: &[u8], offsets: &[u32], ids: &mut [u64], names: &mut [u32], scales: &mut [f32]) {
        let i = invocation_id().x as usize;
        if i + 1 >= offsets.len() {
            return;
        }
        let mut cursor = Cursor::new(&data[offsets[i] as usize..offsets[i + 1] as usize]);
        while let Some((number, field)) = cursor.field() {
            match (number, field) {
                (1, Field::Varint(id)) => ids[i] = id,
                (2, Field::Bytes(name)) => names[i] = name.iter().map(|&b| b as u32).sum(),
                (3, Field::Fixed(bits)) => scales[i] = f32::from_le_bytes(bits),
                _ => names[i] += 1000,
            }
        }
    }
}

fn varint(mut x: u64, out: &mut Vec<u8>) {
    while x >= 0x80 {
        out.push(x as u8 | 0x80);
        x >>= 7;
    }
    out.push(x as u8);
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let messages = [(5u64, "abc", 1.5f32), (u64::MAX, "", -0.25), (300, "vyre and more", 1e10)];
    let (mut data, mut offsets) = (vec![], vec![0u32]);
    for (id, name, scale) in messages {
        data.push(1 << 3);
        varint(id, &mut data);
        data.push(2 << 3 | 2);
        varint(name.len() as u64, &mut data);
        data.extend(name.as_bytes());
        data.push(3 << 3 | 5);
        data.extend(scale.to_le_bytes());
        data.extend([4 << 3, 7]);
        offsets.push(data.len() as u32);
    }
    let (mut ids, mut names, mut scales) = ([0; 3], [0; 3], [0.0; 3]);
    kernels::read(&data, &offsets, &mut ids, &mut names, &mut scales).dispatch(device)?;
    assert_eq!(ids, messages.map(|m| m.0));
    assert_eq!(names, messages.map(|m| m.1.bytes().map(u32::from).sum::<u32>() + 1000));
    assert_eq!(scales, messages.map(|m| m.2));
    Ok(())
}
