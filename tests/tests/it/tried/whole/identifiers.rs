use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub trait Validator {
        const NAME: u8;

        fn is_valid(text: &[u8]) -> bool;
    }

    pub struct Luhn;
    pub struct Isbn10;
    pub struct Isbn13;
    pub struct Roman;

    impl Validator for Luhn {
        const NAME: u8 = b'L';

        fn is_valid(text: &[u8]) -> bool {
            let mut count = 0;
            let sum = text.iter().rev().filter(|c| **c != b' ').try_fold(0, |sum, &c| {
                let digit = (c as char).to_digit(10)?;
                count += 1;
                Some(sum + match digit * if count % 2 == 0 { 2 } else { 1 } {
                    d if d > 9 => d - 9,
                    d => d,
                })
            });
            count > 1 && sum.is_some_and(|s| s % 10 == 0)
        }
    }

    impl Validator for Isbn10 {
        const NAME: u8 = b'X';

        fn is_valid(text: &[u8]) -> bool {
            let mut digits = [0u32; 10];
            let mut n = 0;
            for &c in text.iter().filter(|&&c| c != b'-') {
                let value = match c {
                    b'0'..=b'9' => c - b'0',
                    b'X' if n == 9 => 10,
                    _ => return false,
                };
                let Some(slot) = digits.get_mut(n) else { return false };
                *slot = value as u32;
                n += 1;
            }
            n == 10 && digits.iter().zip((1..=10).rev()).map(|(d, w)| d * w).sum::<u32>() % 11 == 0
        }
    }

    impl Validator for Isbn13 {
        const NAME: u8 = b'I';

        fn is_valid(text: &[u8]) -> bool {
            let digits = text.iter().filter(|c| c.is_ascii_digit()).map(|c| (c - b'0') as u32);
            let others = text.iter().any(|&c| !(c.is_ascii_digit() || c == b'-'));
            !others && digits.clone().count() == 13 && digits.zip([1, 3].into_iter().cycle()).map(|(d, w)| d * w).sum::<u32>() % 10 == 0
        }
    }

    const NUMERALS: [(&[u8], u32); 13] = [
        (b"M", 1000),
        (b"CM", 900),
        (b"D", 500),
        (b"CD", 400),
        (b"C", 100),
        (b"XC", 90),
        (b"L", 50),
        (b"XL", 40),
        (b"X", 10),
        (b"IX", 9),
        (b"V", 5),
        (b"IV", 4),
        (b"I", 1),
    ];

    pub fn from_roman(mut text: &[u8]) -> u32 {
        let mut value = 0;
        for (numeral, n) in NUMERALS {
            while let Some(rest) = text.strip_prefix(numeral) {
                value += n;
                text = rest;
            }
        }
        if text.is_empty() { value } else { 0 }
    }

    pub fn to_roman(mut n: u32) -> ([u8; 16], usize) {
        let mut out = [b' '; 16];
        let mut len = 0;
        for &(numeral, value) in NUMERALS.iter() {
            while n >= value {
                for &c in numeral {
                    out[len] = c;
                    len += 1;
                }
                n -= value;
            }
        }
        (out, len)
    }

    impl Validator for Roman {
        const NAME: u8 = b'R';

        fn is_valid(text: &[u8]) -> bool {
            let value = from_roman(text);
            let (canonical, len) = to_roman(value);
            value != 0 && canonical[..len] == *text
        }
    }

    fn first<V: Validator>(text: &[u8]) -> Option<u8> {
        if V::is_valid(text) { Some(V::NAME) } else { None }
    }

    pub fn classify(text: &[u8]) -> u8 {
        first::<Roman>(text)
            .or_else(|| first::<Isbn13>(text))
            .or_else(|| first::<Isbn10>(text))
            .or_else(|| first::<Luhn>(text))
            .unwrap_or(b'?')
    }

    #[kernel]
    pub fn classify_all(lines: &[[u8; 20]], out: &mut [u8]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = classify(lines[i].trim_ascii());
        }
    }

    #[kernel]
    pub fn romans(numbers: &[u32], out: &mut [[u8; 16]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = to_roman(numbers[i]).0;
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let lines = [
        *b"MCMXCIV             ",
        *b"IIII                ",
        *b"978-0-306-40615-7   ",
        *b"978-0-306-40615-8   ",
        *b"3-598-21508-8       ",
        *b"3-598-21507-X       ",
        *b"3-598-21507-A       ",
        *b"4539 3195 0343 6467 ",
        *b"059                 ",
        *b"0                   ",
        *b"                    ",
    ];
    let mut out = [0u8; 11];
    gpu::classify_all(&lines, &mut out).dispatch(device)?;
    assert_eq!(std::str::from_utf8(&out).unwrap(), "R?I?XX?LL??");
    for (l, o) in lines.iter().zip(&out) {
        assert_eq!(gpu::classify(l.trim_ascii()), *o);
    }
    let numbers = [1, 4, 48, 1994, 3888];
    let mut texts = [[0; 16]; 5];
    gpu::romans(&numbers, &mut texts).dispatch(device)?;
    let texts: Vec<_> = texts.iter().map(|t| std::str::from_utf8(t).unwrap().trim_end()).collect();
    assert_eq!(texts, ["I", "IV", "XLVIII", "MCMXCIV", "MMMDCCCLXXXVIII"]);
    println!("identifiers: {texts:?}");
    Ok(())
}
