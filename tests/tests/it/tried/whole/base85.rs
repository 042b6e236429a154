use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    /// Z85's alphabet.
    const ALPHABET: &[u8; 85] =
        b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

    const fn inverse() -> [u8; 128] {
        let mut table = [0xff; 128];
        let mut i = 0;
        while i < ALPHABET.len() {
            table[ALPHABET[i] as usize] = i as u8;
            i += 1;
        }
        table
    }

    static DIGITS: [u8; 128] = inverse();

    pub fn encode(bytes: [u8; 4]) -> [u8; 5] {
        let mut value = u32::from_be_bytes(bytes);
        let mut digits = [0; 5];
        for digit in digits.iter_mut().rev() {
            *digit = ALPHABET[(value % 85) as usize];
            value /= 85;
        }
        digits
    }

    pub fn decode(text: &[u8]) -> Option<[u8; 4]> {
        let &[_, _, _, _, _] = text else { return None };
        let value = text.iter().try_fold(0u32, |value, &c| {
            let digit = DIGITS.get(c as usize).copied().filter(|&d| d != 0xff)?;
            value.checked_mul(85)?.checked_add(digit.into())
        })?;
        Some(value.to_be_bytes())
    }

    #[kernel]
    pub fn encode_all(data: &[u8], out: &mut [[u8; 5]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = match data[4 * i..4 * i + 4] {
                [a, b, c, d] => encode([a, b, c, d]),
                _ => *b"?????",
            };
        }
    }

    #[kernel]
    pub fn decode_all(text: &[u8], out: &mut [[u8; 4]], valid: &mut [bool]) {
        let i = invocation_id().x as usize;
        let Some(chunk) = text.chunks_exact(5).nth(i) else { return };
        if let Some(bytes) = decode(chunk) {
            out[i] = bytes;
            valid[i] = true;
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let data = [0x86, 0x4F, 0xD2, 0x6F, 0xB5, 0x59, 0xF7, 0x5B, 0, 0, 0, 0, 255, 255, 255, 255];
    let mut out = vec![[0u8; 5]; 4];
    gpu::encode_all(&data, &mut out).dispatch(device)?;
    assert_eq!(&out[..2].concat(), b"HelloWorld");
    assert_eq!(&out[2], b"00000");
    let text = [&out.concat()[..], b"#####", b"ab de"].concat();
    let mut back = vec![[0u8; 4]; 6];
    let mut valid = vec![false; 6];
    gpu::decode_all(&text, &mut back, &mut valid).dispatch(device)?;
    assert_eq!(back[..4].concat(), data);
    assert_eq!(valid, [true, true, true, true, false, false]);
    assert_eq!(gpu::decode(b"abc"), None);
    println!("{}", String::from_utf8_lossy(&out.concat()));
    Ok(())
}
