//! Texts against std and the crates that people use for them.

use crate::{bytes, devices, is_slow};
use vyre::algorithms::text;
use vyre::{Device, Error};

/// Bytes of a small alphabet.
fn letters(seed: u32, len: usize, alphabet: &[u8]) -> Vec<u8> {
    bytes(seed, len).into_iter().map(|byte| alphabet[usize::from(byte) % alphabet.len()]).collect()
}

fn position(hay: &[u8], needle: &[u8]) -> Option<u32> {
    (0..=hay.len()).find(|at| hay[*at..].starts_with(needle)).map(|at| at as u32)
}

#[test]
fn needles() {
    for device in devices() {
        let hay = letters(1, 1000, b"ab");
        let b = device.buffer(&hay).unwrap();
        let needles = [&b"a"[..], b"", b"abab", b"bbbbbb", &hay[900..], b"c", &hay[500..530], &[0; 2000]];
        for needle in needles {
            assert_eq!(text::find(&b, needle).unwrap(), position(&hay, needle), "{needle:?} on {device}");
        }
        let mut expected = Vec::new();
        for at in 0..=hay.len() {
            let here = (0..).zip(needles).filter(|(_, needle)| hay[at..].starts_with(needle));
            expected.extend(here.map(|(k, _)| [at as u32, k]));
        }
        assert_eq!(text::find_all(&b, &needles).unwrap().read().unwrap(), expected, "{device}");
        assert!(text::find_all(&b, &[]).unwrap().is_empty());
        let empty = device.buffer(b"").unwrap();
        assert_eq!((text::find(&empty, b"").unwrap(), text::find(&empty, b"a").unwrap()), (Some(0), None));
        assert_eq!(text::find_all(&empty, &[b"a", b""]).unwrap().read().unwrap(), [[0, 1]]);
    }
}

#[test]
fn patterns() {
    let patterns = [
        "a",
        "^a",
        "a$",
        "^$",
        "",
        "(?i)ÄB",
        r"^\w+$",
        r"\d{2,4}-\d",
        "(a|ab)(c|bcd)(d*)",
        r"[^\x00-\x7f]",
        "(?-u)\\xff",
        ".",
        "(?s).",
        r"\bab\b",
        "a{3}b*",
        r"(?m)^b$",
        r"(?-u:\bab)",
        "\\p{Greek}",
    ];
    let mut pieces: Vec<Vec<u8>> =
        ["", "a", "ab", "äb", "12-3", "abcd", "b\na", "a\nb\n", "x ab y", "aaabbb", "\n", "λ", "xab"]
            .map(|it| it.as_bytes().to_vec())
            .to_vec();
    pieces.push(vec![0xff]);
    pieces.push(vec![0xc3, 0x28, b'a', b'b']);
    pieces.extend((0..30).map(|seed| letters(seed, seed as usize, b"abcd1-\xc3\xa4 \n")));
    let data = pieces.concat();
    let ends = pieces.iter().scan(0, |end, piece| {
        *end += piece.len() as u32;
        Some(*end)
    });
    let offsets: Vec<u32> = [0].into_iter().chain(ends).collect();
    for device in devices() {
        let (b, offsets) = (device.buffer(&data).unwrap(), device.buffer(&offsets).unwrap());
        for pattern in patterns {
            let regex = regex::bytes::Regex::new(pattern).unwrap();
            let expected: Vec<bool> = pieces.iter().map(|piece| regex.is_match(piece)).collect();
            assert_eq!(
                text::matches(&b, &offsets, pattern).unwrap().read().unwrap(),
                expected,
                "{pattern} on {device}"
            );
        }
        assert!(matches!(text::matches(&b, &offsets, "a("), Err(Error::Pattern { .. })));
        assert!(text::matches(&b, &device.buffer(&[0u32]).unwrap(), "a").unwrap().is_empty());
        if !is_slow(&device) {
            let long = [&vec![b'x'; 100_000][..], b"ab"].concat();
            let offsets = device.buffer(&[0u32, 100_000, 100_002]).unwrap();
            let found = text::matches(&device.buffer(&long).unwrap(), &offsets, "^x*$").unwrap();
            assert_eq!(found.read().unwrap(), [true, false], "{device}");
        }
    }
}

#[test]
fn utf8() {
    let mut texts: Vec<Vec<u8>> = [
        &b""[..],
        b"a",
        b"\x80",
        b"\xc2\x80",
        b"\xc1\x80",
        b"\xc2",
        b"\xe0\x9f\x80",
        b"\xe0\xa0\x80",
        b"\xed\x9f\xbf",
        b"\xed\xa0\x80",
        b"\xf0\x8f\x80\x80",
        b"\xf0\x90\x80\x80",
        b"\xf4\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80",
        b"\xe2\x82",
        b"\xe2\x82\xac\xac",
        b"ab\xf0\x9f\x98\x80\x80",
        b"\xf0\x9f\x98",
        b"\xff",
        b"\x80\x80\x80\x80\x80",
        b"\xe1\x80\xc2\x80",
        b"\xc2\xc2\x80",
        b"\xf1\x80\x80a",
    ]
    .map(<[u8]>::to_vec)
    .to_vec();
    let valid = "aß€𝄞".repeat(40).into_bytes();
    texts.extend((0..40).map(|seed| {
        let mut text = valid.clone();
        let at = seed as usize * 9 % text.len();
        text[at] = bytes(seed + 1, 1)[0];
        text
    }));
    texts.push(valid);
    texts.extend((0..20).map(|seed| letters(seed, 9, b"a\xc3\xe0\x9f\xa0\xf0\x90\xed\x80")));
    for device in devices() {
        for text in &texts {
            let expected = std::str::from_utf8(text).err().map(|error| error.valid_up_to() as u32);
            let got = text::utf8_valid(&device.buffer(text).unwrap()).unwrap();
            assert_eq!(got, expected, "{text:x?} on {device}");
        }
    }
}

/// The fields of the text by the reader that the crate `csv` is made of, unquoted.
fn fields(text: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    reader
        .byte_records()
        .flat_map(|record| record.unwrap().iter().map(<[u8]>::to_vec).collect::<Vec<_>>())
        .collect()
}

/// What a field with its quotes says.
fn unquoted(field: &[u8]) -> Vec<u8> {
    let Some(rest) = field.strip_prefix(b"\"") else { return field.to_vec() };
    let (mut out, mut at) = (Vec::new(), 0);
    while at < rest.len() {
        match rest[at] {
            b'"' if rest.get(at + 1) == Some(&b'"') => {
                out.push(b'"');
                at += 2;
            }
            b'"' => {
                out.extend(&rest[at + 1..]);
                break;
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

#[test]
fn csv_fields() {
    let mut texts: Vec<Vec<u8>> = [
        &b""[..],
        b"a",
        b",",
        b"a,b\r\nc,d\r\n",
        b"\n\n\na\n\n",
        b"\"a,\nb\",c",
        b"\"a\"\"b\",\"\"",
        b"a\"b\"c,d",
        b"\"a\"b,c",
        b"\"open, and\nnever closed",
        b"a,",
        b"a,\n,b",
        b"\"\"",
        b"\r",
    ]
    .map(<[u8]>::to_vec)
    .to_vec();
    texts.extend((0..40).map(|seed| letters(seed, 3 + 17 * seed as usize, b"ab,,\"\n\r")));
    texts.push(letters(7, 64, b"a,\n"));
    texts.push(letters(7, 128, b"a,\"\n"));
    for device in devices() {
        for text in &texts {
            let got = text::split(&device.buffer(text).unwrap(), b',').unwrap().read().unwrap();
            let got: Vec<Vec<u8>> =
                got.iter().map(|[from, to]| unquoted(&text[*from as usize..*to as usize])).collect();
            assert_eq!(got, fields(text), "{} on {device}", text.escape_ascii());
        }
        if !is_slow(&device) {
            let long = letters(3, 300_000, b"abcdef,,\"\n");
            let got = text::split(&device.buffer(&long).unwrap(), b',').unwrap().read().unwrap();
            let got: Vec<Vec<u8>> =
                got.iter().map(|[from, to]| unquoted(&long[*from as usize..*to as usize])).collect();
            assert!(got == fields(&long), "{device}");
        }
    }
}

#[test]
fn lines() {
    for device in devices() {
        for text in ["", "a", "\n", "a\n", "\n\n", "a\nb", "\na\n\nbc\n", &"line\n".repeat(200)] {
            let offsets = text::lines(&device.buffer(text.as_bytes()).unwrap()).unwrap().read().unwrap();
            let got: Vec<&str> =
                offsets.windows(2).map(|ends| &text[ends[0] as usize..ends[1] as usize]).collect();
            assert_eq!(got, text.split_inclusive('\n').collect::<Vec<_>>(), "{text:?} on {device}");
            assert_eq!(offsets.last(), Some(&(text.len() as u32)));
        }
    }
}

/// One byte after the other.
fn structure(json: &[u8]) -> Vec<u32> {
    let (mut places, mut is_string, mut is_escaped) = (Vec::new(), false, false);
    for (at, byte) in (0..).zip(json) {
        let is_structure = match byte {
            _ if is_escaped => false,
            b'"' => true,
            b'{' | b'}' | b'[' | b']' | b':' | b',' => !is_string,
            _ => false,
        };
        places.extend(is_structure.then_some(at));
        is_string ^= *byte == b'"' && !is_escaped;
        is_escaped = is_string && *byte == b'\\' && !is_escaped;
    }
    places
}

#[test]
fn json() {
    for device in devices() {
        let mut texts =
            vec![br#"{"a": [1, {"b\\": "c\"]"}], "": null}"#.to_vec(), Vec::new(), vec![b'\\'; 200]];
        texts.extend((0..20).map(|seed| letters(seed, 40 * seed as usize, b"\"\\\\{}[]:,a ")));
        texts.push([b"\"", &vec![b'\\'; 5000][..], b"\"{"].concat());
        if !is_slow(&device) {
            texts.push(letters(5, 400_000, b"\"\\{}[]:,abc "));
        }
        for text in texts {
            let got = text::json_structure(&device.buffer(&text).unwrap()).unwrap().read().unwrap();
            assert!(got == structure(&text), "{} bytes on {device}", text.len());
        }
    }
}

/// The pieces in one buffer, and their offsets.
fn joined(device: &Device, pieces: &[&str]) -> (vyre::Buffer<u8>, vyre::Buffer<u32>) {
    let ends = pieces.iter().scan(0, |end, piece| {
        *end += piece.len() as u32;
        Some(*end)
    });
    let offsets: Vec<u32> = [0].into_iter().chain(ends).collect();
    (device.buffer(pieces.concat().as_bytes()).unwrap(), device.buffer(&offsets).unwrap())
}

#[test]
fn integers() {
    for device in devices() {
        let good =
            ["0", "7", "+7", "00000000000000000000000012", "18446744073709551615", "1234567890123456789"];
        let (b, offsets) = joined(&device, &good);
        let expected: Vec<u64> = good.iter().map(|piece| piece.parse().unwrap()).collect();
        assert_eq!(text::parse_u64(&b, &offsets).unwrap().read().unwrap(), expected, "{device}");
        for (bad, at) in [
            ("", 0),
            ("+", 1),
            ("-1", 0),
            ("1 ", 1),
            ("18446744073709551616", 19),
            ("99999999999999999999", 19),
            ("++1", 1),
            ("1_0", 1),
            ("٣", 0),
        ] {
            assert!(bad.parse::<u64>().is_err());
            let (b, offsets) = joined(&device, &["12", bad, "3"]);
            let error = text::parse_u64(&b, &offsets);
            assert!(
                matches!(error, Err(Error::Decode { at: got, .. }) if got == at + 2),
                "{bad:?} on {device}: {error:?}"
            );
        }
        assert!(text::parse_u64(&b, &device.buffer(&[]).unwrap()).unwrap().is_empty());
    }
}

#[test]
fn floats() {
    let mut good: Vec<String> = [
        "0",
        "-0",
        "+0.0",
        "1",
        "1.",
        ".5",
        "-.5e1",
        "0.1",
        "3.4028235e38",
        "3.4028236e38",
        "3.5e38",
        "1e39",
        "-1e400",
        "1e-45",
        "7e-46",
        "7.1e-46",
        "1.17549435e-38",
        "1.1754942e-38",
        "16777217",
        "16777216.9999999999",
        "16777219",
        "33554434.5",
        "0.000000000000000000000000000000000000000000001",
        "1e99999999999",
        "1e-99999999999",
        "inf",
        "-Infinity",
        "nan",
        "NaN",
        "iNF",
        "123456789012345678901234567890",
        "1234567890123456789000000000000000000",
        "0.30000001192092896",
        "8388608.5",
        "8388609.5",
        "1.00000017881393432617187499",
        "1.000000178813934326171875",
        "1.00000017881393432617187501",
        "0e5",
        "0000.0000e-3",
        "5e-324",
        "1E3",
        "1e+3",
        "4.4e-30",
        "1.401298464324817e-45",
        "2.1019476964872256e-45",
    ]
    .map(str::to_string)
    .to_vec();
    let random = bytes(21, 800);
    for four in random.chunks(4) {
        let float = f32::from_bits(u32::from_le_bytes(four.try_into().unwrap()));
        if float.is_finite() {
            good.extend([
                format!("{float}"),
                format!("{float:e}"),
                format!("{:.9e}", f64::from(float) * 1.000_000_03),
            ]);
        }
    }
    let pieces: Vec<&str> = good.iter().map(String::as_str).collect();
    for device in devices() {
        let (b, offsets) = joined(&device, &pieces);
        let got = text::parse_f32(&b, &offsets).unwrap().read().unwrap();
        for (piece, got) in pieces.iter().zip(got) {
            let expected: f32 = piece.parse().unwrap();
            let is_same = expected.to_bits() == got.to_bits() || expected.is_nan() && got.is_nan();
            assert!(is_same, "{piece}: {got:e} for {expected:e} on {device}");
        }
        for bad in [
            "",
            "+",
            ".",
            "e5",
            "1e",
            "1e+",
            "1.2.3",
            " 1",
            "1 ",
            "infi",
            "in",
            "nanx",
            "na",
            "0x1",
            "--1",
            "1f",
            "infinityx",
        ] {
            assert!(bad.parse::<f32>().is_err(), "{bad}");
            let (b, offsets) = joined(&device, &["12", bad, "3"]);
            let error = text::parse_f32(&b, &offsets);
            assert!(matches!(error, Err(Error::Decode { at: 2..=12, .. })), "{bad:?} on {device}: {error:?}");
        }
    }
}
