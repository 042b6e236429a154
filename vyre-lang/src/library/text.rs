// Texts as slices of bytes, one invocation a text, written in vyre's own language.

/// Where bytes begin that another text has, if it has them. No bytes begin at once.
///
/// ```
/// assert_eq!(vyre::ops::text::find(b"needle in hay", b"in"), Some(7));
/// assert_eq!(vyre::ops::text::find(b"needle", b"hay"), None);
/// ```
pub fn find(data: &[u8], needle: &[u8]) -> Option<u32> {
    let (len, wanted): (u32, u32) = (data.len(), needle.len());
    let mut found: Option<u32> = None;
    if wanted <= len {
        let mut at: u32 = 0;
        let mut is_over = false;
        while !is_over {
            let mut same: u32 = 0;
            while same < wanted && data[at + same] == needle[same] {
                same += 1;
            }
            if same == wanted {
                found = Some(at);
            }
            is_over = same == wanted || at == len - wanted;
            at += 1;
        }
    }
    found
}

/// Where the first error starts, if the bytes are no UTF-8: `Utf8Error::valid_up_to` of std.
///
/// ```
/// assert_eq!(vyre::ops::text::utf8_valid("größer".as_bytes()), None);
/// assert_eq!(vyre::ops::text::utf8_valid(b"gr\xc3"), Some(2));
/// ```
pub fn utf8_valid(data: &[u8]) -> Option<u32> {
    let len: u32 = data.len();
    let mut at: u32 = 0;
    let mut wrong: Option<u32> = None;
    while at < len && wrong.is_none() {
        let byte = data[at] as u32;
        let mut size: u32 = 1;
        if byte >= 0xc2 && byte <= 0xdf {
            size = 2;
        } else if byte >= 0xe0 && byte <= 0xef {
            size = 3;
        } else if byte >= 0xf0 && byte <= 0xf4 {
            size = 4;
        } else if byte >= 0x80 {
            size = 0;
        }
        let mut is_wrong = size == 0 || size > len - at;
        if !is_wrong && size > 1 {
            for k in 1..size {
                is_wrong |= data[at + k] as u32 >> 6 != 2;
            }
            // What could be written shorter, surrogates, and what is past the last code point.
            let second = data[at + 1] as u32;
            is_wrong |= byte == 0xe0 && second < 0xa0
                || byte == 0xed && second > 0x9f
                || byte == 0xf0 && second < 0x90
                || byte == 0xf4 && second > 0x8f;
        }
        if is_wrong {
            wrong = Some(at);
        }
        at += size;
    }
    wrong
}

/// The number that bytes are, as of `str::parse`; nothing of what is none, or too large.
///
/// ```
/// assert_eq!(vyre::ops::text::parse_u64(b"+18446744073709551615"), Some(u64::MAX));
/// assert_eq!(vyre::ops::text::parse_u64(b"18446744073709551616"), None);
/// assert_eq!(vyre::ops::text::parse_u64(b"1,"), None);
/// ```
pub fn parse_u64(data: &[u8]) -> Option<u64> {
    let len: u32 = data.len();
    let mut at: u32 = 0;
    if len > 1 && data[0] == 43 {
        at = 1;
    }
    let mut is_wrong = len == 0;
    let mut value: u64 = 0;
    while at < len && !is_wrong {
        let digit = (data[at] as u32).wrapping_sub(48);
        // A tenth of the largest number, and its last digit.
        is_wrong = digit > 9
            || value > 1_844_674_407_370_955_161
            || value == 1_844_674_407_370_955_161 && digit > 5;
        if !is_wrong {
            value = value * 10 + digit as u64;
        }
        at += 1;
    }
    if is_wrong { None } else { Some(value) }
}
