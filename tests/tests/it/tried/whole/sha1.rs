use vyre::prelude::*;

const INITIAL: [u32; 5] = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0];

#[vyre::function]
fn compress(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut w = [0u32; 80];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().unwrap());
    }
    for t in 16..80 {
        w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (t, &word) in w.iter().enumerate() {
        let (f, k) = match t {
            0..=19 => (b & c | !b & d, 0x5A827999),
            20..=39 => (b ^ c ^ d, 0x6ED9EBA1),
            40..=59 => (b & c | b & d | c & d, 0x8F1BBCDC),
            _ => (b ^ c ^ d, 0xCA62C1D6u32),
        };
        let next = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(k).wrapping_add(word);
        e = d;
        d = c;
        c = b.rotate_left(30);
        b = a;
        a = next;
    }
    for (s, v) in state.iter_mut().zip([a, b, c, d, e]) {
        *s = s.wrapping_add(v);
    }
}

#[vyre::function]
fn sha1(message: &[u8]) -> [u8; 20] {
    let mut state = INITIAL;
    let mut chunks = message.chunks_exact(64);
    for chunk in &mut chunks {
        compress(&mut state, chunk.try_into().unwrap());
    }
    let rest = chunks.remainder();
    let mut block = [0u8; 64];
    block[..rest.len()].copy_from_slice(rest);
    block[rest.len()] = 0x80;
    if rest.len() >= 56 {
        compress(&mut state, &block);
        block = [0; 64];
    }
    block[56..].copy_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    compress(&mut state, &block);
    let mut digest = [0; 20];
    for (out, word) in digest.chunks_exact_mut(4).zip(state) {
        out.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

#[vyre::kernel(workgroup_size = 64)]
fn digests(data: &[u8], spans: &[[u32; 2]], out: &mut [[u8; 20]]) {
    let i = invocation_id().x as usize;
    if i < out.len() {
        let [start, end] = spans[i];
        out[i] = sha1(&data[start as usize..end as usize]);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    let text = [&b"abc"[..], long, &[b'a'; 200]].concat();
    let spans = [[0, 0], [0, 3], [3, 59], [59, 59 + 64], [59, 59 + 119]];
    let mut out = vec![[0u8; 20]; spans.len()];
    digests(&text, &spans, &mut out).dispatch(device)?;
    let expected = [
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        "0098ba824b5c16427bd7a1122a5a442a25ec644d",
        "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56",
    ];
    for (got, want) in out.iter().zip(expected) {
        assert_eq!(hex(got), want);
    }
    println!("{}", hex(&out[1]));
    Ok(())
}
