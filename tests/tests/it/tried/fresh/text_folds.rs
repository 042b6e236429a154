//! Letters of texts: capitals, acronyms and a Caesar cipher, with `char`s.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, PartialEq)]
    enum Case {
        Upper,
        Lower,
        Other,
    }

    impl From<char> for Case {
        fn from(c: char) -> Self {
            match c {
                'A'..='Z' => Case::Upper,
                'a'..='z' => Case::Lower,
                _ => Case::Other,
            }
        }
    }

    fn shift(c: char, by: u8) -> char {
        let first = match Case::from(c) {
            Case::Upper => b'A',
            Case::Lower => b'a',
            Case::Other => return c,
        };
        char::from((c as u8 - first + by) % 26 + first)
    }

    fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        text.split(|b| b.is_ascii_whitespace() || *b == 0).filter(|word| !word.is_empty())
    }

    fn is_palindrome(word: &[u8]) -> bool {
        let letters = word.iter().filter(|b| b.is_ascii_alphabetic()).map(u8::to_ascii_lowercase);
        letters.clone().eq(letters.rev())
    }

    #[kernel]
    pub fn change(texts: &[[u8; 24]], key: u8, shifted: &mut [[u8; 24]], acronyms: &mut [[u8; 4]], counts: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        if i >= texts.len() {
            return;
        }
        let text = &texts[i];
        shifted[i] = text.map(|b| shift(b.into(), key) as u8);
        for (slot, word) in acronyms[i].iter_mut().zip(words(text)) {
            *slot = word[0].to_ascii_uppercase();
        }
        let longest = words(text).max_by_key(|word| word.len()).map_or(0, <[u8]>::len);
        counts[i] = [
            words(text).count() as u32,
            longest as u32,
            words(text).filter(|word| is_palindrome(word)).count() as u32,
        ];
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let texts = [*b"Never odd or even, Anna!", *b"xyz\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", *b"  Portable net  graphics "[..24].first_chunk().unwrap()];
    let (mut shifted, mut acronyms, mut counts) = ([[0; 24]; 3], [[b'-'; 4]; 3], [[0; 3]; 3]);
    kernels::change(&texts, 3, &mut shifted, &mut acronyms, &mut counts).dispatch(device)?;
    assert_eq!(&shifted[0], b"Qhyhu rgg ru hyhq, Dqqd!");
    assert_eq!(&shifted[1][..4], b"abc\0");
    assert_eq!(acronyms, [*b"NOOE", *b"X---", *b"PNG-"]);
    assert_eq!(counts, [[5, 5, 1], [1, 3, 0], [3, 8, 0]]);
    Ok(())
}
