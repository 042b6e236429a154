//! Arguments: tables of edge values for each type, their combinations, and random values.

use vyre::Arg;
use vyre::ir::DataType;
use vyre_tests::values::EDGES;

/// Values where arithmetic of 64 bits changes its behaviour: around each power of two that matters to a half, and
/// where carries, borrows and estimated digits of a quotient go wrong first.
const WIDE: [u64; 34] = [
    0,
    1,
    2,
    3,
    10,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x1_0000_0000,
    0x1_0000_0001,
    0x1_0000_ffff,
    0x1_ffff_ffff,
    0x2_0000_0000,
    0x7fff_8000_0000,
    0xffff_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x7fff_ffff_0000_0000,
    0x8000_0000_0000_0000,
    0x8000_0000_0000_0001,
    0x8000_0000_ffff_ffff,
    0x8000_ffff_0000_0000,
    0xfffe_0000_0001_0000,
    0xffff_fffe_0000_0001,
    0xffff_fffe_ffff_ffff,
    0xffff_ffff_0000_0000,
    0xffff_ffff_7fff_ffff,
    0xffff_ffff_8000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
    0x9e37_79b9_7f4a_7c15,
];

/// Values where arithmetic of 128 bits changes its behaviour: those of 64 bits in either half, alone and beside others.
fn long() -> Vec<u128> {
    const HALVES: [u64; 6] = [0, 1, 0xffff_ffff, 0x8000_0000_0000_0000, 0xffff_ffff_0000_0001, u64::MAX];
    let pairs = HALVES.iter().flat_map(|high| HALVES.iter().map(|low| (*high, *low)));
    let others = [(1, 2), (0x7fff_ffff_ffff_ffff, u64::MAX), (0x1234_5678, 0x9e37_79b9_7f4a_7c15), (0, 10)];
    pairs.chain(others).map(|(high, low)| u128::from(high) << 64 | u128::from(low)).collect()
}

/// Floats around zero, one, the ends of subnormals, of exact integers and of integer types, infinities and NaNs.
const FLOATS: [u32; 26] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x3eff_ffff,
    0x3f00_0000,
    0xbf00_0001,
    0x3f7f_ffff,
    0x3f80_0000,
    0xbf80_0000,
    0x3f80_0001,
    0x4020_0000,
    0xc060_0000,
    0x4b00_0001,
    0x4b7f_ffff,
    0x4eff_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0x4f80_0000,
    0x5f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0xffc0_1234,
];

/// Floats of 16 bits likewise, of both formats.
const HALVES: [u64; 26] = [
    0, 0x8000, 1, 0x8001, 0x007f, 0x0080, 0x03ff, 0x0400, 0x3bff, 0x3c00, 0x3c01, 0xbc00, 0x3f7f, 0x3f80,
    0xbf81, 0x3800, 0x4100, 0xc020, 0x7bff, 0x7c00, 0xfc00, 0x7c01, 0x7f7f, 0x7f80, 0xff80, 0xffc1,
];

/// The edge values of a type; fewer where there are many parameters.
fn edges(ty: DataType, params: usize) -> Vec<u128> {
    let all: Vec<u128> = match ty {
        DataType::U64 => WIDE.into_iter().map(u128::from).collect(),
        DataType::U128 => long(),
        DataType::F32 => FLOATS.into_iter().map(u128::from).collect(),
        ref ty if ty.is_float() => HALVES.into_iter().map(u128::from).collect(),
        _ => EDGES.into_iter().map(u128::from).collect(),
    };
    match params {
        0..=2 => all,
        _ if matches!(ty, DataType::U64 | DataType::U128) => all.into_iter().step_by(3).collect(),
        3 if ty.is_float() => all.into_iter().step_by(2).collect(),
        3 => [0, 1, 5, 8, 16, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff].to_vec(),
        _ => [0, 1, 8, 31, 32, 33, 0x9e37_79b9, 0xffff_ffff].to_vec(),
    }
}

/// Every combination of edge values, as a list for each parameter.
pub(crate) fn combinations(inputs: &[DataType]) -> Vec<Vec<u128>> {
    let tables: Vec<Vec<u128>> = inputs.iter().map(|ty| edges(ty.clone(), inputs.len())).collect();
    let count = tables.iter().map(Vec::len).product();
    let mut lists = vec![Vec::with_capacity(count); inputs.len()];
    for mut at in 0..count {
        for (list, table) in lists.iter_mut().zip(&tables) {
            list.push(table[at % table.len()]);
            at /= table.len();
        }
    }
    lists
}

/// A deterministic generator (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: &str) -> Random {
        Random(seed.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Arguments of these types: of any magnitude, often close to each other, and with runs of ones and zeros.
    pub(crate) fn arguments(&mut self, inputs: &[DataType]) -> Vec<u128> {
        let mut args: Vec<u128> = Vec::new();
        for ty in inputs {
            let choice = self.next();
            args.push(match ty {
                DataType::U128 => self.long(choice, args.last().copied()),
                DataType::U64 => self.word(choice, args.last().copied()).into(),
                ty if ty.is_packed() => (self.word(choice, args.last().copied()) as u16).into(),
                _ => (self.word(choice, args.last().copied()) as u32).into(),
            });
        }
        args
    }

    fn word(&mut self, choice: u64, last: Option<u128>) -> u64 {
        match choice % 8 {
            0..=3 => self.next() >> ((choice >> 8) % 64),
            4 => !(self.next() >> ((choice >> 8) % 64)),
            5 => (u64::MAX >> ((choice >> 8) % 64)) << ((choice >> 16) % 64),
            6 => last.map_or(choice, |last| (last as u64).wrapping_add(choice >> 8 & 3).wrapping_sub(1)),
            _ => self.next() & self.next() & self.next(),
        }
    }

    /// Of 128 bits, of any magnitude.
    fn long(&mut self, choice: u64, last: Option<u128>) -> u128 {
        let (by, other) = (choice >> 8 & 127, self.next());
        let both = u128::from(self.word(other, None)) << 64 | u128::from(self.word(choice >> 16, None));
        match choice % 4 {
            0 => both >> by,
            1 => both,
            2 => last.map_or(both, |last| last.wrapping_add(u128::from(choice >> 16 & 3)).wrapping_sub(1)),
            _ => (u128::MAX >> by) << (choice >> 16 & 127),
        }
    }
}

/// Host data of the type of a buffer's elements.
pub(crate) enum Column {
    U32(Vec<u32>),
    I32(Vec<i32>),
    U64(Vec<u64>),
    U128(Vec<u128>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    /// Floats of 16 bits as their bits.
    Half(Vec<u16>),
}

impl Column {
    pub(crate) fn new(ty: DataType, numbers: &[u128]) -> Column {
        match ty {
            DataType::U32 => Column::U32(numbers.iter().map(|number| *number as u32).collect()),
            DataType::I32 => Column::I32(numbers.iter().map(|number| *number as i32).collect()),
            DataType::U64 => Column::U64(numbers.iter().map(|number| *number as u64).collect()),
            DataType::U128 => Column::U128(numbers.to_vec()),
            DataType::F32 => {
                Column::F32(numbers.iter().map(|number| f32::from_bits(*number as u32)).collect())
            }
            DataType::F64 => {
                Column::F64(numbers.iter().map(|number| f64::from_bits(*number as u64)).collect())
            }
            ty if ty.is_float() => Column::Half(numbers.iter().map(|number| *number as u16).collect()),
            other => panic!("no operation of the library has the type {other}"),
        }
    }

    pub(crate) fn read(&self) -> Arg<'_> {
        match self {
            Column::U32(data) => Arg::read(data),
            Column::I32(data) => Arg::read(data),
            Column::U64(data) => Arg::read(data),
            Column::U128(data) => Arg::read(data),
            Column::F32(data) => Arg::read(data),
            Column::F64(data) => Arg::read(data),
            Column::Half(data) => Arg::read(data),
        }
    }

    pub(crate) fn write(&mut self) -> Arg<'_> {
        match self {
            Column::U32(data) => Arg::write(data),
            Column::I32(data) => Arg::write(data),
            Column::U64(data) => Arg::write(data),
            Column::U128(data) => Arg::write(data),
            Column::F32(data) => Arg::write(data),
            Column::F64(data) => Arg::write(data),
            Column::Half(data) => Arg::write(data),
        }
    }

    /// The bits of each value as a number.
    pub(crate) fn numbers(&self) -> Vec<u128> {
        match self {
            Column::U32(data) => data.iter().map(|value| u128::from(*value)).collect(),
            Column::I32(data) => data.iter().map(|value| u128::from(*value as u32)).collect(),
            Column::U64(data) => data.iter().map(|value| u128::from(*value)).collect(),
            Column::U128(data) => data.clone(),
            Column::Half(data) => data.iter().map(|value| u128::from(*value)).collect(),
            Column::F32(data) => data.iter().map(|value| u128::from(value.to_bits())).collect(),
            Column::F64(data) => data.iter().map(|value| u128::from(value.to_bits())).collect(),
        }
    }
}
