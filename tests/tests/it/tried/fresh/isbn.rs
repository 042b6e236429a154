//! Book numbers of ten and thirteen digits, with errors that say what is wrong.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Isbn {
        Ten([u8; 10]),
        Thirteen([u8; 13]),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum IsbnError {
        Length(usize),
        Character { at: usize, found: char },
        Checksum { expected: u8, found: u8 },
    }

    impl From<usize> for IsbnError {
        fn from(len: usize) -> Self {
            IsbnError::Length(len)
        }
    }

    impl Isbn {
        pub fn parse(text: &[u8]) -> Result<Isbn, IsbnError> {
            let mut digits = [0u8; 13];
            let mut len = 0;
            for (at, c) in text.iter().map(|&b| b as char).enumerate().filter(|(_, c)| *c != '-' && *c != ' ') {
                let digit = match c {
                    'X' | 'x' if len == 9 => 10,
                    c => c.to_digit(10).ok_or(IsbnError::Character { at, found: c })? as u8,
                };
                if len < digits.len() {
                    digits[len] = digit;
                }
                len += 1;
            }
            let isbn = match len {
                10 => Isbn::Ten(digits[..10].try_into().unwrap()),
                13 => Isbn::Thirteen(digits),
                _ => return Err(len.into()),
            };
            isbn.check().map(|()| isbn)
        }

        fn check(&self) -> Result<(), IsbnError> {
            let (expected, found) = match self {
                Isbn::Ten(d) => {
                    let sum: u32 = d[..9].iter().zip((2..=10).rev()).map(|(&d, weight)| u32::from(d) * weight).sum();
                    ((11 - sum % 11) % 11, d[9])
                }
                Isbn::Thirteen(d) => {
                    let sum = d.iter().take(12).enumerate().fold(0, |s, (i, &d)| s + d as u32 * if i % 2 == 0 { 1 } else { 3 });
                    ((10 - sum % 10) % 10, d[12])
                }
            };
            let expected = expected as u8;
            if expected == found { Ok(()) } else { Err(IsbnError::Checksum { expected, found }) }
        }

        pub fn prefix(self) -> Option<u32> {
            if let Isbn::Thirteen([a, b, c, ..]) = self { Some(a as u32 * 100 + b as u32 * 10 + c as u32) } else { None }
        }
    }

    #[kernel]
    pub fn check(texts: &[[u8; 17]], out: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        if i < texts.len() {
            let end = texts[i].iter().rposition(|c| *c != b' ').map_or(0, |last| last + 1);
            out[i] = match Isbn::parse(&texts[i][..end]) {
                Ok(isbn) => [0, isbn.prefix().unwrap_or(0), matches!(isbn, Isbn::Ten(..)) as u32],
                Err(IsbnError::Length(len)) => [1, len as u32, 0],
                Err(IsbnError::Character { at, found }) => [2, at as u32, u32::from(found)],
                Err(IsbnError::Checksum { expected, found }) => [3, expected.into(), found.into()],
            };
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let texts = ["0-306-40615-2    ", "978-0-306-40615-7", "097522980X       ", "978-0-306-40615-1", "12345            ", "0-3o6-40615-2    ", "                 "];
    let texts = texts.map(|t| <[u8; 17]>::try_from(t.as_bytes()).unwrap());
    let mut out = [[9; 3]; 7];
    kernels::check(&texts, &mut out).dispatch(device)?;
    let expected = [[0, 0, 1], [0, 978, 0], [0, 0, 1], [3, 7, 1], [1, 5, 0], [2, 3, 'o' as u32], [1, 0, 0]];
    assert_eq!(out, expected);
    Ok(())
}
