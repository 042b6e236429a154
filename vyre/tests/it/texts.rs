//! Operations on texts in kernels, beside those of std.

use super::devices;
use vyre::prelude::*;

/// Each message in its row, as long as its first byte says.
#[vyre::kernel(workgroup_size = 64)]
fn read(rows: &[[u8; 24]], places: &mut [[u32; 2]], numbers: &mut [u64]) {
    let i = invocation_id().x;
    if i < numbers.len() {
        let len = rows[i][0] as u32;
        let message = &rows[i][1..1 + len];
        let needle = [b'1', b'2'];
        places[i] = [
            vyre::ops::text::find(message, &needle).unwrap_or(99),
            vyre::ops::text::utf8_valid(message).unwrap_or(99),
        ];
        numbers[i] = vyre::ops::text::parse_u64(message).unwrap_or(77);
    }
}

const MESSAGES: [&[u8]; 18] = [
    b"",
    b"1",
    b"12",
    b"+12",
    b"+",
    b"++1",
    b"-3",
    b"0012",
    b"18446744073709551615",
    b"18446744073709551616",
    b"99999999999999999999",
    b"1121",
    b"1 12",
    "gr\u{f6}\u{df}er".as_bytes(),
    "\u{ffff}\u{10ffff}\u{800}".as_bytes(),
    b"\xed\xa0\x80",
    b"a\xe2\x82",
    b"\xf4\x90\x80\x80",
];

#[test]
fn texts_in_kernels_are_read_as_std_reads_them() {
    let rows: Vec<[u8; 24]> = MESSAGES
        .iter()
        .map(|message| {
            let mut row = [b'2'; 24];
            row[0] = message.len() as u8;
            row[1..1 + message.len()].copy_from_slice(message);
            row
        })
        .collect();
    for device in devices() {
        let (mut places, mut numbers) = (vec![[0u32; 2]; rows.len()], vec![0u64; rows.len()]);
        read(&rows, &mut places, &mut numbers).dispatch(&device).unwrap();
        for (at, message) in MESSAGES.iter().enumerate() {
            let found = message.windows(2).position(|pair| pair == b"12").unwrap_or(99);
            let wrong = std::str::from_utf8(message).err().map_or(99, |error| error.valid_up_to());
            let number =
                std::str::from_utf8(message).ok().and_then(|text| text.parse().ok()).unwrap_or(77u64);
            assert_eq!(places[at], [found as u32, wrong as u32], "{message:?} on {device}");
            assert_eq!(numbers[at], number, "{message:?} on {device}");
        }
    }
}

/// The same on the host.
#[test]
fn texts_on_the_host() {
    for message in MESSAGES {
        let wrong = std::str::from_utf8(message).err().map(|error| error.valid_up_to() as u32);
        assert_eq!(vyre::ops::text::utf8_valid(message), wrong, "{message:?}");
    }
    assert_eq!(vyre::ops::text::find(b"abc", b""), Some(0));
    assert_eq!(vyre::ops::text::find(b"", b""), Some(0));
    assert_eq!(vyre::ops::text::find(b"aab", b"ab"), Some(1));
    assert_eq!(vyre::ops::text::find(b"a", b"ab"), None);
}

#[cfg(feature = "compile")]
#[test]
fn texts_in_texts() {
    let text = "
        use vyre::ops::text;
        #[kernel(workgroup_size = 1)]
        fn first(data: &[u8], needle: &[u8], out: &mut [u64]) {
            out[0] = match text::find(data, needle) { Some(at) => at as u64, None => 99 };
            if let Some(number) = text::parse_u64(&data[2..4]) { out[1] = number; }
            if text::utf8_valid(data).is_none() { out[2] = 1; }
        }";
    let module = vyre::Module::compile(text).unwrap_or_else(|error| panic!("{error}"));
    for device in devices() {
        let mut out = [0u64; 3];
        let args = [Arg::read(b"ab17c"), Arg::read(b"17"), Arg::write(&mut out)];
        module.kernel("first").unwrap().launch(args).dispatch(&device).unwrap();
        assert_eq!(out, [2, 17, 1], "{device}");
    }
}
