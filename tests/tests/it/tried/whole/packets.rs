use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub struct BitReader<'a> {
        hex: &'a [u8],
        position: usize,
    }

    impl<'a> BitReader<'a> {
        pub fn new(hex: &'a [u8]) -> Self {
            Self { hex, position: 0 }
        }

        fn bit(&mut self) -> Option<u64> {
            let digit = (*self.hex.get(self.position / 4)? as char).to_digit(16)?;
            let bit = digit >> (3 - self.position % 4) & 1;
            self.position += 1;
            Some(bit.into())
        }

        pub fn read(&mut self, n: usize) -> Option<u64> {
            (0..n).try_fold(0, |value, _| Some(value << 1 | self.bit()?))
        }

        fn literal(&mut self) -> Option<u64> {
            let mut value = 0;
            loop {
                let group = self.read(5)?;
                value = value << 4 | group & 0xf;
                if group & 0x10 == 0 {
                    break Some(value);
                }
            }
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Op {
        Sum,
        Product,
        Min,
        Max,
        Greater,
        Less,
        Equal,
    }

    impl Op {
        fn from_type(t: u64) -> Option<Op> {
            Some(match t {
                0 => Op::Sum,
                1 => Op::Product,
                2 => Op::Min,
                3 => Op::Max,
                5 => Op::Greater,
                6 => Op::Less,
                7 => Op::Equal,
                _ => return None,
            })
        }

        fn apply(self, a: u64, b: u64) -> u64 {
            match self {
                Op::Sum => a + b,
                Op::Product => a * b,
                Op::Min => a.min(b),
                Op::Max => a.max(b),
                Op::Greater => (a > b) as u64,
                Op::Less => (a < b) as u64,
                Op::Equal => (a == b) as u64,
            }
        }
    }

    #[derive(Clone, Copy)]
    enum Until {
        Bit(usize),
        Count(u32),
    }

    #[derive(Clone, Copy)]
    struct Level {
        op: Op,
        until: Until,
        value: Option<u64>,
    }

    struct Stack<T, const N: usize> {
        items: [Option<T>; N],
        len: usize,
    }

    impl<T: Copy, const N: usize> Stack<T, N> {
        fn new() -> Self {
            Stack { items: [None; N], len: 0 }
        }

        fn push(&mut self, item: T) -> Option<()> {
            *self.items.get_mut(self.len)? = Some(item);
            self.len += 1;
            Some(())
        }

        fn pop(&mut self) -> Option<T> {
            self.len = self.len.checked_sub(1)?;
            self.items[self.len].take()
        }

        fn last_mut(&mut self) -> Option<&mut T> {
            self.items[..self.len].last_mut()?.as_mut()
        }
    }

    pub fn evaluate(hex: &[u8]) -> Option<(u32, u64)> {
        let mut bits = BitReader::new(hex);
        let mut stack: Stack<Level, 8> = Stack::new();
        let mut versions = 0;
        loop {
            versions += bits.read(3)? as u32;
            let mut result = match bits.read(3)? {
                4 => Some(bits.literal()?),
                operator => {
                    let op = Op::from_type(operator)?;
                    let until = if bits.read(1)? == 0 {
                        let length = bits.read(15)? as usize;
                        Until::Bit(bits.position + length)
                    } else {
                        Until::Count(bits.read(11)? as u32)
                    };
                    stack.push(Level { op, until, value: None })?;
                    None
                }
            };
            while let Some(value) = result {
                let Some(level) = stack.last_mut() else {
                    return Some((versions, value));
                };
                level.value = Some(match level.value {
                    None => value,
                    Some(before) => level.op.apply(before, value),
                });
                let done = match &mut level.until {
                    Until::Bit(end) => bits.position >= *end,
                    Until::Count(left) => {
                        *left -= 1;
                        *left == 0
                    }
                };
                result = if done { stack.pop().and_then(|l| l.value) } else { None };
            }
        }
    }

    #[kernel]
    pub fn decode(packets: &[[u8; 32]], versions: &mut [u32], values: &mut [u64]) {
        let i = invocation_id().x as usize;
        if i < values.len() {
            (versions[i], values[i]) = evaluate(packets[i].trim_ascii_end()).unwrap_or((u32::MAX, 0));
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let texts = [
        ("D2FE28", 6, 2021),
        ("C200B40A82", 14, 3),
        ("04005AC33890", 8, 54),
        ("880086C3E88112", 15, 7),
        ("CE00C43D881120", 11, 9),
        ("D8005AC2A8F0", 13, 1),
        ("F600BC2D8F", 19, 0),
        ("9C005AC2F8F0", 16, 0),
        ("9C0141080250320F1802104A08", 20, 1),
        ("D2F", u32::MAX, 0),
        ("xyz", u32::MAX, 0),
    ];
    let packets: Vec<[u8; 32]> = texts
        .iter()
        .map(|(t, ..)| {
            let mut line = [b' '; 32];
            line[..t.len()].copy_from_slice(t.as_bytes());
            line
        })
        .collect();
    let mut versions = vec![0; texts.len()];
    let mut values = vec![0; texts.len()];
    gpu::decode(&packets, &mut versions, &mut values).dispatch(device)?;
    for (i, (t, version, value)) in texts.iter().enumerate() {
        assert_eq!((versions[i], values[i]), (*version, *value), "{t}");
        assert_eq!(gpu::evaluate(t.as_bytes()).unwrap_or((u32::MAX, 0)), (*version, *value), "{t}");
    }
    println!("packets: {values:?}");
    Ok(())
}
