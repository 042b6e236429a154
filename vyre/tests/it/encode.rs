//! Encodings against the crates that people use for them, and std.

use crate::{LENGTHS, bytes, devices, is_slow};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use vyre::algorithms::{decode, encode};
use vyre::{Buffer, Error};

/// The place of a decoding error.
fn place<T>(result: Result<Buffer<T>, Error>) -> Option<u64> {
    match result {
        Err(Error::Decode { at, .. }) => Some(at),
        Err(error) => panic!("{error}"),
        Ok(_) => None,
    }
}

#[test]
fn base64_and_hex() {
    for device in devices() {
        for len in LENGTHS {
            let data = bytes(len as u32, len);
            let b = device.buffer(&data).unwrap();
            let (sixty_four, sixteen) = (encode::base64(&b).unwrap(), encode::hex(&b).unwrap());
            assert_eq!(sixty_four.read().unwrap(), STANDARD.encode(&data).into_bytes(), "{len} on {device}");
            assert_eq!(sixteen.read().unwrap(), hex::encode(&data).into_bytes(), "{len} on {device}");
            assert_eq!(decode::base64(&sixty_four).unwrap().read().unwrap(), data, "{len} on {device}");
            assert_eq!(decode::hex(&sixteen).unwrap().read().unwrap(), data, "{len} on {device}");
            let upper = device.buffer(hex::encode_upper(&data).as_bytes()).unwrap();
            assert_eq!(decode::hex(&upper).unwrap().read().unwrap(), data, "{len} on {device}");
        }
    }
}

/// What the crate refuses at a place is refused at that place, and what has not the right length at its end.
#[test]
fn wrong_base64() {
    use base64::DecodeError::{InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding};
    for device in devices() {
        let mut texts: Vec<Vec<u8>> = [
            "=",
            "==",
            "QQ",
            "QQ=",
            "QQ==",
            "QQ=A",
            "Q===",
            "====",
            "QR==",
            "QUJ=",
            "QUI=",
            "QUI=QUI=",
            "QU*D",
            "QUJDQ",
            "QUJD\n",
            "QUJDQQ",
            "QUJD QUI=",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec();
        let seeds = if is_slow(&device) { 20 } else { 60 };
        for seed in 0..seeds {
            let mut text = STANDARD.encode(bytes(seed, 40 + seed as usize)).into_bytes();
            let at = seed as usize * 7 % text.len();
            text[at] = bytes(seed + 99, 1)[0];
            texts.push(text);
        }
        for text in texts {
            let expected = match STANDARD.decode(&text) {
                Ok(_) => None,
                Err(InvalidByte(at, _)) | Err(InvalidLastSymbol { offset: at, .. }) => Some(at as u64),
                Err(InvalidLength(_)) | Err(InvalidPadding) => Some(text.len() as u64),
            };
            let got = place(decode::base64(&device.buffer(&text).unwrap()));
            assert_eq!(got, expected, "{} on {device}", text.escape_ascii());
        }
    }
}

#[test]
fn wrong_hex_and_varints() {
    for device in devices() {
        for (text, at) in [
            ("0", Some(1)),
            ("0g", Some(1)),
            ("g0", Some(0)),
            ("00:0", Some(2)),
            ("0x", Some(1)),
            ("", None),
            ("aF", None),
        ] {
            assert_eq!(
                place(decode::hex(&device.buffer(text.as_bytes()).unwrap())),
                at,
                "{text} on {device}"
            );
        }
        let long = [&[0xff; 9][..], &[1]].concat();
        let too_long = [&[0xff; 9][..], &[2]].concat();
        let endless = [0x80; 30];
        let cases = [
            (&[0x80u8][..], Some(1)),
            (&[5, 0x80, 0], None),
            (&long, None),
            (&too_long, Some(9)),
            (&endless, Some(9)),
            (&[], None),
        ];
        for (data, at) in cases {
            assert_eq!(place(decode::varint(&device.buffer(data).unwrap())), at, "{data:x?} on {device}");
        }
        assert_eq!(decode::varint(&device.buffer(&long).unwrap()).unwrap().read().unwrap(), [u64::MAX]);
    }
}

/// Numbers of every size.
fn numbers(count: usize) -> Vec<u64> {
    let random = bytes(17, count * 8);
    let numbers = random.chunks(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap()));
    numbers.enumerate().map(|(at, number)| number >> (at % 65).min(63)).collect()
}

/// LEB128, one number after the other.
fn leb128(numbers: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    for number in numbers {
        let mut rest = *number;
        while rest >= 0x80 {
            out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.push(rest as u8);
    }
    out
}

#[test]
fn numbers_there_and_back() {
    for device in devices() {
        for len in LENGTHS.into_iter().chain([70_000].into_iter().filter(|_| !is_slow(&device))) {
            let long = numbers(len);
            let encoded = encode::varint(&device.buffer(&long).unwrap()).unwrap();
            assert_eq!(encoded.read().unwrap(), leb128(&long), "{len} on {device}");
            assert_eq!(decode::varint(&encoded).unwrap().read().unwrap(), long, "{len} on {device}");

            let short: Vec<u32> = long.iter().map(|number| *number as u32).collect();
            let delta = encode::delta(&device.buffer(&short).unwrap()).unwrap();
            let before = [0].into_iter().chain(short.iter().copied());
            let expected: Vec<u32> =
                short.iter().zip(before).map(|(it, before)| it.wrapping_sub(before)).collect();
            assert_eq!(delta.read().unwrap(), expected, "{len} on {device}");
            assert_eq!(decode::delta(&delta).unwrap().read().unwrap(), short, "{len} on {device}");

            let signed: Vec<i32> = short.iter().map(|number| *number as i32).collect();
            let zigzag = encode::zigzag(&device.buffer(&signed).unwrap()).unwrap();
            let far =
                |number: &i32| if *number < 0 { -2 * i64::from(*number) - 1 } else { 2 * i64::from(*number) };
            assert_eq!(zigzag.read().unwrap(), signed.iter().map(|it| far(it) as u32).collect::<Vec<_>>());
            assert_eq!(decode::zigzag(&zigzag).unwrap().read().unwrap(), signed, "{len} on {device}");
        }
    }
}

#[test]
fn runs() {
    for device in devices() {
        for len in LENGTHS {
            let items: Vec<u32> =
                bytes(len as u32, len).into_iter().map(|byte| u32::from(byte / 200)).collect();
            let (runs, counts) = encode::run_length(&device.buffer(&items).unwrap()).unwrap();
            let expected: Vec<(u32, u32)> =
                items.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect();
            let got: Vec<(u32, u32)> = runs.read().unwrap().into_iter().zip(counts.read().unwrap()).collect();
            assert_eq!(got, expected, "{len} on {device}");
            assert_eq!(
                decode::run_length(&runs, &counts).unwrap().read().unwrap(),
                items,
                "{len} on {device}"
            );
        }
        let run_length = |items: &[u32], counts: &[u32]| {
            decode::run_length(&device.buffer(items).unwrap(), &device.buffer(counts).unwrap())
        };
        assert_eq!(run_length(&[1, 2, 3, 4, 5], &[0, 2, 0, 1, 0]).unwrap().read().unwrap(), [2, 2, 4]);
        assert!(run_length(&[1], &[0]).unwrap().is_empty());
        assert!(matches!(run_length(&[1], &[]), Err(Error::Length { .. })));
        assert!(matches!(run_length(&[1, 2], &[u32::MAX, 1]), Err(Error::Limit { .. })));
    }
}

#[test]
fn utf16() {
    let mut units: Vec<u16> = "aß€𝄞\0\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}".encode_utf16().collect();
    units.extend([0xd800, 0xd800, 0xdc00, 0xdc00, 0xdbff, 0x61, 0xdfff, 0xd834]);
    units.extend(bytes(3, 2000).chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
    // Many surrogates.
    units
        .extend(bytes(4, 2000).chunks(2).map(|pair| 0xd800 | u16::from_le_bytes([pair[0], pair[1]]) & 0x7ff));
    for device in devices() {
        for len in [0, 1, 12, units.len()] {
            let got = encode::utf16_to_utf8(&device.buffer(&units[..len]).unwrap()).unwrap().read().unwrap();
            assert_eq!(
                String::from_utf8(got).unwrap(),
                String::from_utf16_lossy(&units[..len]),
                "{len} on {device}"
            );
        }
    }
}
