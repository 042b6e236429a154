//! Which lines of a text are UTF-8, and how many characters each has (the Unicode Standard, table 3-7), against the standard library.

use crate::ported::devices;
use vyre_tests::values::random;

/// How many bytes the character at the beginning of `text` has, or 0 if it is none.
#[vyre::function]
fn width(text: &[u8]) -> u32 {
    fn is_tail(byte: u8) -> bool {
        byte & 0xc0 == 0x80
    }
    match (text[0], text[1]) {
        (0x00..=0x7f, _) => 1,
        (0xc2..=0xdf, 0x80..=0xbf) => 2,
        (0xe0, 0xa0..=0xbf) | (0xe1..=0xec | 0xee..=0xef, 0x80..=0xbf) | (0xed, 0x80..=0x9f)
            if is_tail(text[2]) =>
        {
            3
        }
        (0xf0, 0x90..=0xbf) | (0xf1..=0xf3, 0x80..=0xbf) | (0xf4, 0x80..=0x8f)
            if is_tail(text[2]) && is_tail(text[3]) =>
        {
            4
        }
        _ => 0,
    }
}

/// For each line the number of its characters, and of the bytes before the first that is none.
#[vyre::kernel(workgroup_size = 64)]
fn count(text: &[u8], starts: &[u32], characters: &mut [u32], valid: &mut [u32]) {
    let i = invocation_id().x;
    if i >= characters.len() {
        return;
    }
    let line = &text[starts[i]..starts[i + 1]];
    let mut at = 0;
    while at < line.len() {
        let width = width(&line[at..]);
        if width == 0 {
            break;
        }
        at += width;
        characters[i] += 1;
    }
    valid[i] = at;
}

fn check(lines: &[Vec<u8>]) {
    let text = lines.concat();
    let mut starts = vec![0];
    for line in lines {
        starts.push(starts[starts.len() - 1] + line.len() as u32);
    }
    for device in devices() {
        let (mut characters, mut valid) = (vec![0; lines.len()], vec![0; lines.len()]);
        count(&text, &starts, &mut characters, &mut valid).dispatch(&device).unwrap();
        for (i, line) in lines.iter().enumerate() {
            let end = std::str::from_utf8(line).map_or_else(|error| error.valid_up_to(), str::len);
            let expected = std::str::from_utf8(&line[..end]).unwrap().chars().count();
            assert_eq!((characters[i] as usize, valid[i] as usize), (expected, end), "{line:x?} on {device}");
        }
    }
}

#[test]
fn lines_of_every_script() {
    check(
        &[
            "plain",
            "",
            "größer",
            "Ελληνικά",
            "日本語",
            "𝄞 and 🦀",
            "\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}",
        ]
        .map(|line| line.as_bytes().to_vec()),
    );
}

/// All pairs of bytes that can begin a character, with what may follow, and random ones of few kinds.
#[test]
fn lines_with_mistakes() {
    let edges = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0];
    let pairs = (0x7f..=0xffu8).flat_map(|first| edges.map(|second| vec![first, second, 0x80, 0xbf, b'.']));
    check(&pairs.collect::<Vec<_>>());
    let kinds = [b'a', 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0x9f];
    let line = |seed| random(seed, 9, 8).into_iter().map(|n| kinds[n as usize]).collect();
    check(&(0..300).map(line).collect::<Vec<_>>());
}
