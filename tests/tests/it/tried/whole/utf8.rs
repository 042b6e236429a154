use vyre::prelude::*;

/// UTF-8: validation, decoding, words and their widths.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Utf8Error {
        UnexpectedContinuation(u8),
        Incomplete { missing: usize },
        Overlong,
        Surrogate(u16),
        TooLarge,
    }

    impl Utf8Error {
        const fn code(self) -> u32 {
            match self {
                Utf8Error::UnexpectedContinuation(_) => 1,
                Utf8Error::Incomplete { missing } => 10 + missing as u32,
                Utf8Error::Overlong => 3,
                Utf8Error::Surrogate(_) => 4,
                Utf8Error::TooLarge => 5,
            }
        }
    }

    /// The characters of bytes, or what is wrong with them.
    #[derive(Clone)]
    pub struct Decoder<'a> {
        bytes: &'a [u8],
    }

    impl<'a> Decoder<'a> {
        pub fn new(bytes: &'a [u8]) -> Self {
            Self { bytes }
        }

        fn continuation(bytes: &[u8], length: usize) -> Result<u32, Utf8Error> {
            let mut value = 0;
            for i in 1..length {
                match bytes.get(i) {
                    Some(&b) if b & 0xC0 == 0x80 => value = value << 6 | u32::from(b & 0x3F),
                    _ => return Err(Utf8Error::Incomplete { missing: length - i }),
                }
            }
            Ok(value)
        }

        fn decode(bytes: &[u8]) -> Result<(char, usize), Utf8Error> {
            let first = bytes[0];
            let (length, least) = match first {
                0..=0x7F => return Ok((first as char, 1)),
                0x80..=0xBF => return Err(Utf8Error::UnexpectedContinuation(first)),
                0xC0..=0xDF => (2, 0x80),
                0xE0..=0xEF => (3, 0x800),
                0xF0..=0xF7 => (4, 0x10000),
                0xF8.. => return Err(Utf8Error::TooLarge),
            };
            let head = u32::from(first) & (0x7F >> length);
            let value = head << (6 * (length as u32 - 1)) | Self::continuation(bytes, length)?;
            match value {
                v if v < least => Err(Utf8Error::Overlong),
                0xD800..=0xDFFF => Err(Utf8Error::Surrogate(value as u16)),
                _ => char::from_u32(value).map(|c| (c, length)).ok_or(Utf8Error::TooLarge),
            }
        }
    }

    impl Iterator for Decoder<'_> {
        type Item = Result<char, Utf8Error>;

        fn next(&mut self) -> Option<Self::Item> {
            if self.bytes.is_empty() {
                return None;
            }
            let result = Self::decode(self.bytes);
            let skip = match result {
                Ok((_, length)) => length,
                Err(_) => self.bytes[1..].iter().take_while(|b| (**b as i8) < -64).count() + 1,
            };
            self.bytes = &self.bytes[skip..];
            Some(result.map(|(c, _)| c))
        }
    }

    pub fn validate(bytes: &[u8]) -> Result<u32, (u32, Utf8Error)> {
        let mut count = 0;
        for c in Decoder::new(bytes) {
            match c {
                Ok(_) => count += 1,
                Err(e) => return Err((count, e)),
            }
        }
        Ok(count)
    }

    fn width(c: char) -> u32 {
        match c {
            '\0'..='\u{1f}' => 0,
            '\u{300}'..='\u{36f}' => 0,
            '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}' => 2,
            c if c as u32 >= 0x1f300 && c <= '\u{1faff}' => 2,
            _ => 1,
        }
    }

    #[derive(Debug, Default, Clone, Copy, PartialEq)]
    pub struct Summary {
        pub letters: u32,
        pub upper: u32,
        pub digits: u32,
        pub words: u32,
        pub columns: u32,
        pub utf16: u32,
        pub replaced: u32,
        pub hash: u32,
    }

    impl Extend<char> for Summary {
        fn extend<I: IntoIterator<Item = char>>(&mut self, chars: I) {
            let mut inside = false;
            for c in chars {
                self.letters += c.is_ascii_alphabetic() as u32;
                self.upper += u32::from(c.is_ascii_uppercase());
                if let Some(digit) = c.to_digit(10) {
                    self.digits += digit;
                }
                let space = matches!(c, ' ' | '\t' | '\n' | '\u{a0}');
                if !space && !inside {
                    self.words += 1;
                }
                inside = !space;
                self.columns += width(c);
                self.utf16 += c.len_utf16() as u32;
                if c == char::REPLACEMENT_CHARACTER {
                    self.replaced += 1;
                }
                self.hash = (self.hash ^ c.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
            }
        }
    }

    pub fn summary(bytes: &[u8]) -> Summary {
        let mut summary = Summary::default();
        summary.extend(Decoder::new(bytes).map(|c| c.unwrap_or('\u{fffd}')));
        summary
    }

    #[kernel(workgroup_size = 16)]
    pub fn inspect(text: &[u8], ends: &[u32], out: &mut [[u32; 10]]) {
        let i = invocation_id().x as usize;
        if i >= ends.len() {
            return;
        }
        let start = if i > 0 { ends[i - 1] } else { 0 };
        let bytes = &text[start as usize..ends[i] as usize];
        let (valid, error) = match validate(bytes) {
            Ok(count) => (count, 0),
            Err((count, error)) => (count, error.code()),
        };
        let Summary { letters, upper, digits, words, columns, utf16, replaced, hash } = summary(bytes);
        out[i] = [valid, error, letters, upper, digits, words, columns, utf16, replaced, hash];
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let lines: [&[u8]; 9] = [
        b"Hello, World 42",
        "Gr\u{fc}\u{df}e \u{4e16}\u{754c} \u{1f680}\u{a0}e\u{301}".as_bytes(),
        b"",
        b"ab\x80cd",
        b"\xe4\xb8",
        b"\xc0\xaf!",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"x\xff\xf0\x9f\x9a",
    ];
    let ends: Vec<u32> = lines.iter().scan(0, |at, l| { *at += l.len() as u32; Some(*at) }).collect();
    let mut out = [[7; 10]; 9];
    gpu::inspect(&lines.concat(), &ends, &mut out).dispatch(device)?;
    assert_eq!(out.map(|o| [o[0], o[1]]), [[15, 0], [13, 0], [0, 0], [2, 1], [0, 11], [0, 3], [0, 4], [0, 5], [1, 5]]);
    assert_eq!(out[0][2..9], [10, 2, 6, 3, 15, 15, 0]);
    for (line, out) in lines.iter().zip(&out) {
        let lossy = String::from_utf8_lossy(line);
        assert_eq!(std::str::from_utf8(line).is_ok(), out[1] == 0);
        if out[1] == 0 {
            assert_eq!(out[0] as usize, lossy.chars().count());
            assert_eq!(out[7] as usize, lossy.encode_utf16().count());
            assert_eq!(out[5] as usize, lossy.split_whitespace().count());
        }
        let s = gpu::summary(line);
        assert_eq!([s.letters, s.upper, s.digits, s.words, s.columns, s.utf16, s.replaced, s.hash], out[2..]);
    }
    Ok(())
}
