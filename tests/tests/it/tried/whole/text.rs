use vyre::prelude::*;

const MAX: usize = 24;

#[vyre::function]
fn levenshtein(a: &[u8], b: &[u8]) -> usize {
    let mut row: [usize; MAX + 1] = std::array::from_fn(|i| i);
    for (i, &x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[vyre::function]
fn failure(pattern: &[u8]) -> [usize; MAX] {
    let mut table = [0; MAX];
    let mut k = 0;
    for i in 1..pattern.len() {
        while k > 0 && pattern[k] != pattern[i] {
            k = table[k - 1];
        }
        if pattern[k] == pattern[i] {
            k += 1;
        }
        table[i] = k;
    }
    table
}

/// How often a pattern occurs, and where first.
#[vyre::function]
fn kmp(text: &[u8], pattern: &[u8]) -> (u32, Option<usize>) {
    let table = failure(pattern);
    let (mut count, mut first, mut k) = (0, None, 0);
    for (i, c) in text.iter().enumerate() {
        while k > 0 && pattern[k] != *c {
            k = table[k - 1];
        }
        if pattern[k] == *c {
            k += 1;
        }
        if k == pattern.len() {
            count += 1;
            first = first.or(Some(i + 1 - k));
            k = table[k - 1];
        }
    }
    (count, first)
}

#[vyre::function]
fn soundex(word: &[u8]) -> [u8; 4] {
    const fn code(c: u8) -> u8 {
        match c.to_ascii_lowercase() {
            b'b' | b'f' | b'p' | b'v' => b'1',
            b'c' | b'g' | b'j' | b'k' | b'q' | b's' | b'x' | b'z' => b'2',
            b'd' | b't' => b'3',
            b'l' => b'4',
            b'm' | b'n' => b'5',
            b'r' => b'6',
            b'h' | b'w' => b'-',
            _ => b'0',
        }
    }
    let mut result = *b"0000";
    let Some((&first, rest)) = word.split_first() else { return result };
    result[0] = first.to_ascii_uppercase();
    let mut last = code(first);
    let mut slots = result[1..].iter_mut();
    for digit in rest.iter().map(|&c| code(c)).filter(|&d| d != b'-') {
        if digit != last && digit != b'0' {
            match slots.next() {
                Some(slot) => *slot = digit,
                None => break,
            }
        }
        last = digit;
    }
    result
}

/// `*` and `?`, as a shell has them.
#[vyre::function]
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&c) if c == b'?' || c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star.as_mut() {
                Some((at, from)) => {
                    *from += 1;
                    p = *at + 1;
                    t = *from;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[vyre::kernel(workgroup_size = 32)]
fn compare(words: &[[u8; 12]], pattern: &[u8], out: &mut [[u32; 4]], codes: &mut [[u8; 4]]) {
    let i = invocation_id().x as usize;
    if i >= out.len() {
        return;
    }
    let padded = words[i];
    let word = padded.trim_ascii_end();
    let next = words[(i + 1) % words.len()];
    let (count, first) = kmp(word, b"an");
    out[i] = [
        levenshtein(word, next.trim_ascii_end()) as u32,
        count,
        first.map_or(u32::MAX, |at| at as u32),
        glob(pattern, word) as u32,
    ];
    codes[i] = soundex(word);
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let words = [*b"Robert      ", *b"Rupert      ", *b"Tymczak     ", *b"banana      ", *b"Honeyman    "];
    let mut out = vec![[0; 4]; 5];
    let mut codes = vec![[0u8; 4]; 5];
    compare(&words, b"*?an*", &mut out, &mut codes).dispatch(device)?;
    assert_eq!(out.iter().map(|o| o[0]).collect::<Vec<_>>(), [2, 7, 6, 6, 6]);
    assert_eq!(out[3][1..], [2, 1, 1]);
    assert_eq!(out[0][1..], [0, u32::MAX, 0]);
    assert_eq!(codes, [*b"R163", *b"R163", *b"T522", *b"B550", *b"H555"]);
    println!("{}", codes.concat().iter().map(|b| *b as char).collect::<String>());
    Ok(())
}
