use vyre::prelude::*;

/// Roman numerals, there and back.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    const NUMERALS: [(u32, &[u8]); 13] = [
        (1000, b"M"),
        (900, b"CM"),
        (500, b"D"),
        (400, b"CD"),
        (100, b"C"),
        (90, b"XC"),
        (50, b"L"),
        (40, b"XL"),
        (10, b"X"),
        (9, b"IX"),
        (5, b"V"),
        (4, b"IV"),
        (1, b"I"),
    ];

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Year(u16);

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RomanError {
        Empty,
        OutOfRange(u32),
        BadDigit { position: usize, byte: u8 },
        NotCanonical,
    }

    impl TryFrom<u32> for Year {
        type Error = RomanError;

        fn try_from(n: u32) -> Result<Self, Self::Error> {
            match n {
                1..=3999 => Ok(Year(n as u16)),
                _ => Err(RomanError::OutOfRange(n)),
            }
        }
    }

    /// Text in an array, with what is left of it free.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct Text {
        bytes: [u8; 16],
        len: usize,
    }

    impl Default for Text {
        fn default() -> Self {
            Self { bytes: [b' '; 16], len: 0 }
        }
    }

    impl Text {
        pub fn push_all(&mut self, bytes: &[u8]) {
            self.bytes[self.len..][..bytes.len()].copy_from_slice(bytes);
            self.len += bytes.len();
        }

        pub fn as_slice(&self) -> &[u8] {
            &self.bytes[..self.len]
        }
    }

    impl From<Year> for Text {
        fn from(Year(mut n): Year) -> Text {
            let mut text = Text::default();
            for (value, numeral) in NUMERALS {
                while u32::from(n) >= value {
                    text.push_all(numeral);
                    n -= value as u16;
                }
            }
            text
        }
    }

    fn digit(byte: u8) -> Option<u32> {
        Some(match byte.to_ascii_uppercase() {
            b'I' => 1,
            b'V' => 5,
            b'X' => 10,
            b'L' => 50,
            b'C' => 100,
            b'D' => 500,
            b'M' => 1000,
            _ => return None,
        })
    }

    impl TryFrom<&[u8]> for Year {
        type Error = RomanError;

        fn try_from(text: &[u8]) -> Result<Self, RomanError> {
            if text.is_empty() {
                return Err(RomanError::Empty);
            }
            let mut total = 0;
            let mut largest = 0;
            for (position, &byte) in text.iter().enumerate().rev() {
                let value = digit(byte).ok_or(RomanError::BadDigit { position, byte })?;
                if value < largest {
                    total -= value;
                } else {
                    total += value;
                    largest = value;
                }
            }
            let year = Year::try_from(total)?;
            let canonical = Text::from(year);
            if canonical.as_slice().eq_ignore_ascii_case(text) { Ok(year) } else { Err(RomanError::NotCanonical) }
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn write_years(years: &[u32], out: &mut [[u8; 16]]) {
        let i = invocation_id().x as usize;
        if i < years.len() {
            out[i] = Year::try_from(years[i]).map(Text::from).map_or([b'?'; 16], |text| text.bytes);
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn read_years(texts: &[[u8; 16]], out: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i >= texts.len() {
            return;
        }
        let text = &texts[i];
        let text = text.trim_ascii_end();
        out[i] = match Year::try_from(text) {
            Ok(Year(n)) => n.into(),
            Err(RomanError::Empty) => -1,
            Err(RomanError::OutOfRange(_)) => -2,
            Err(RomanError::BadDigit { position, byte: b'0'..=b'9' }) => -100 - position as i32,
            Err(RomanError::BadDigit { position, .. }) => -200 - position as i32,
            Err(RomanError::NotCanonical) => -3,
        };
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let years: Vec<u32> = (0..=3999).chain([4000, 12345]).collect();
    let mut texts = vec![[0; 16]; years.len()];
    gpu::write_years(&years, &mut texts).dispatch(device)?;
    assert_eq!([&texts[0], &texts[4000], &texts[4001]], [b"????????????????"; 3]);
    assert_eq!(&texts[1994], b"MCMXCIV         ");
    assert_eq!(&texts[3888], b"MMMDCCCLXXXVIII ");
    let mut back = vec![0; years.len()];
    gpu::read_years(&texts, &mut back).dispatch(device)?;
    assert!(back[1..4000].iter().enumerate().all(|(i, n)| *n == i as i32 + 1));
    assert_eq!(back[0], -200 - 15);

    let wrong = [*b"                ", *b"IIII            ", *b"MMMM            ", *b"mcmxciv         ", *b"M1V             ", *b"M V             ", *b"IM              "];
    let mut out = [0; 7];
    gpu::read_years(&wrong, &mut out).dispatch(device)?;
    assert_eq!(out, [-1, -3, -2, 1994, -101, -201, -3]);
    assert_eq!(gpu::Year::try_from(b"M1V".as_slice()), Err(gpu::RomanError::BadDigit { position: 1, byte: b'1' }));
    assert_eq!(gpu::Text::from(gpu::Year::try_from(2024).unwrap()).as_slice(), b"MMXXIV");
    Ok(())
}
