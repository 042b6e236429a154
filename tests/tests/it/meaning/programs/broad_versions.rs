//! Forty programs from many fields, in their first versions: they were written before one of them was compiled. Seven lines were changed since, where rustc refuses them. 27 were right
//! at first; two wait in [`super::waiting_versions`]. Behind them stand the forms that were refused, or gave other values.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as they were first written")]

use super::check;
use vyre::prelude::*;
use vyre::{Arg, Module};

/// Programs whose kernel asks a function of them for each element, in a text and as plain Rust.
macro_rules! fresh_texts {
    ($($name:ident { $($items:tt)* })*) => {
        fresh_texts! { @on vyre_tests::devices(); $($name { $($items)* })* }
    };
    (@on $devices:expr; $($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            $($items)*
            #[test]
            fn as_in_rust() {
                super::check_all($devices.into_iter().collect(), stringify!($($items)*), one);
            }
        }
    )*};
}

pub(super) fn check_all(devices: Vec<Device>, text: &str, plain: impl Fn(usize, &[u32]) -> u32) {
    let kernel = "
        #[kernel(workgroup_size = 8)]
        fn run_one(input: &[u32], out: &mut [u32]) {
            let i = invocation_id().x as usize;
            if let Some(slot) = out.get_mut(i) {
                *slot = one(i, input);
            }
        }
    ";
    let next = |s: &u32| Some(s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let input: Vec<u32> =
        std::iter::successors(Some(1_039_531_364u32), next).map(|s| s >> 16).take(256).collect();
    let expected: Vec<u32> = (0..64).map(|i| plain(i, &input)).collect();
    let module = Module::compile(&format!("{text}{kernel}")).unwrap();
    let kernel = module.kernel("run_one").unwrap();
    for device in devices.into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = vec![0u32; 64];
        kernel.launch([Arg::read(&input), Arg::write(&mut out)]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "the text on {device}");
    }
}

fresh_texts! {
    aes_gf {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Gf(u8);

        impl std::ops::Add for Gf {
            type Output = Gf;
            fn add(self, rhs: Gf) -> Gf {
                Gf(self.0 ^ rhs.0)
            }
        }
        impl std::ops::Mul for Gf {
            type Output = Gf;
            fn mul(self, Gf(mut b): Gf) -> Gf {
                let Gf(mut a) = self;
                let mut p = 0u8;
                while b != 0 {
                    if b & 1 != 0 {
                        p ^= a;
                    }
                    let high = a & 0x80 != 0;
                    a <<= 1;
                    if high {
                        a ^= 0x1b;
                    }
                    b >>= 1;
                }
                Gf(p)
            }
        }
        impl std::iter::Sum for Gf {
            fn sum<I>(iter: I) -> Self
            where
                I: Iterator<Item = Self>,
            {
                iter.fold(Gf(0), |a, b| a + b)
            }
        }

        const fn build_sbox() -> [u8; 256] {
            let mut sbox = [0u8; 256];
            let (mut p, mut q) = (1u8, 1u8);
            loop {
                p = p ^ (p << 1) ^ if p & 0x80 != 0 { 0x1b } else { 0 };
                q ^= q << 1;
                q ^= q << 2;
                q ^= q << 4;
                if q & 0x80 != 0 {
                    q ^= 0x09;
                }
                sbox[p as usize] = q ^ q.rotate_left(1) ^ q.rotate_left(2) ^ q.rotate_left(3) ^ q.rotate_left(4) ^ 0x63;
                if p == 1 {
                    break;
                }
            }
            sbox[0] = 0x63;
            sbox
        }

        static SBOX: [u8; 256] = build_sbox();

        #[derive(Clone, Copy)]
        struct State([[u8; 4]; 4]);

        impl State {
            fn sub_bytes(&mut self) -> &mut Self {
                self.0.iter_mut().flatten().for_each(|b| *b = SBOX[*b as usize]);
                self
            }
            fn shift_rows(&mut self) -> &mut Self {
                let old = self.0;
                for c in 0..4 {
                    for r in 0..4 {
                        self.0[c][r] = old[(c + r) % 4][r];
                    }
                }
                self
            }
            fn mix_columns(&mut self) -> &mut Self {
                const MATRIX: [[u8; 4]; 4] = [[2, 3, 1, 1], [1, 2, 3, 1], [1, 1, 2, 3], [3, 1, 1, 2]];
                for column in self.0.iter_mut() {
                    let old = *column;
                    for (out, row) in column.iter_mut().zip(MATRIX.iter()) {
                        *out = row.iter().zip(&old).map(|(&m, &b)| Gf(m) * Gf(b)).sum::<Gf>().0;
                    }
                }
                self
            }
            fn add_round_key(&mut self, key: &[[u8; 4]]) -> &mut Self {
                for (column, word) in self.0.iter_mut().zip(key) {
                    for (b, k) in column.iter_mut().zip(word) {
                        *b ^= *k;
                    }
                }
                self
            }
        }

        fn expand_key(key: [u8; 16]) -> [[u8; 4]; 44] {
            let mut words = [[0u8; 4]; 44];
            for (word, bytes) in words.iter_mut().zip(key.chunks(4)) {
                word.copy_from_slice(bytes);
            }
            let mut rcon = Gf(1);
            for i in 4..44 {
                let mut temp = words[i - 1];
                if i % 4 == 0 {
                    temp.rotate_left(1);
                    temp = temp.map(|b| SBOX[b as usize]);
                    temp[0] ^= rcon.0;
                    rcon = rcon * Gf(2);
                }
                for (k, t) in temp.iter().enumerate() {
                    words[i][k] = words[i - 4][k] ^ t;
                }
            }
            words
        }

        fn encrypt(block: &[u8; 16], keys: &[[u8; 4]; 44]) -> [u8; 16] {
            let mut state = State([[0; 4]; 4]);
            for (n, &byte) in block.iter().enumerate() {
                state.0[n / 4][n % 4] = byte;
            }
            let mut rounds = keys.chunks_exact(4);
            state.add_round_key(rounds.next().unwrap());
            for _ in 1..10 {
                state.sub_bytes().shift_rows().mix_columns().add_round_key(rounds.next().unwrap());
            }
            if let Some(last) = rounds.next() {
                state.sub_bytes().shift_rows().add_round_key(last);
            }
            let mut out = [0; 16];
            out.chunks_exact_mut(4).zip(&state.0).for_each(|(o, c)| o.copy_from_slice(c));
            out
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let key = *b"Thats my Kung Fu";
            let keys = expand_key(key);
            let mut block = *b"Two One Nine Two";
            if i > 0 {
                block[i % 16] ^= input[i] as u8;
            }
            let c = encrypt(&block, &keys);
            c.chunks(4).map(|w| u32::from_be_bytes(w.try_into().unwrap())).fold(0, |a, b| a.rotate_left(1) ^ b)
        }
    }
    bezier_glyphs {
        use std::ops::{Add, Mul, Sub};

        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        struct P<T> {
            x: T,
            y: T,
        }

        impl<T: Add<Output = T>> Add for P<T> {
            type Output = P<T>;
            fn add(self, o: P<T>) -> P<T> {
                P { x: self.x + o.x, y: self.y + o.y }
            }
        }
        impl<T: Sub<Output = T>> Sub for P<T> {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                P { x: self.x - o.x, y: self.y - o.y }
            }
        }
        impl<T: Mul<Output = T> + Copy> Mul<T> for P<T> {
            type Output = Self;
            fn mul(self, k: T) -> Self {
                P { x: self.x * k, y: self.y * k }
            }
        }

        fn lerp(a: P<f32>, b: P<f32>, t: f32) -> P<f32> {
            a + (b - a) * t
        }

        #[derive(Clone, Copy, Debug)]
        enum Segment {
            Line(P<f32>),
            Quad { control: P<f32>, to: P<f32> },
            Cubic(P<f32>, P<f32>, P<f32>),
        }

        impl Segment {
            fn end(&self) -> P<f32> {
                match *self {
                    Segment::Line(to) | Segment::Quad { to, .. } | Segment::Cubic(_, _, to) => to,
                }
            }
            fn eval(&self, from: P<f32>, t: f32) -> P<f32> {
                match self {
                    Self::Line(to) => lerp(from, *to, t),
                    Self::Quad { control, to } => lerp(lerp(from, *control, t), lerp(*control, *to, t), t),
                    &Self::Cubic(a, b, c) => {
                        let (p, q, r) = (lerp(from, a, t), lerp(a, b, t), lerp(b, c, t));
                        lerp(lerp(p, q, t), lerp(q, r, t), t)
                    }
                }
            }
            fn steps(&self) -> usize {
                match self {
                    Segment::Line(..) => 1,
                    Segment::Quad { .. } => 4,
                    Segment::Cubic(..) => 6,
                }
            }
        }

        struct Outline<'a> {
            start: P<f32>,
            segments: &'a [Segment],
        }

        impl Outline<'_> {
            fn for_each_edge<F: FnMut(P<f32>, P<f32>)>(&self, mut f: F) {
                let mut pen = self.start;
                for segment in self.segments {
                    let from = pen;
                    let n = segment.steps();
                    for k in 1..=n {
                        let next = segment.eval(from, k as f32 / n as f32);
                        f(pen, next);
                        pen = next;
                    }
                }
                if pen != self.start {
                    f(pen, self.start);
                }
            }

            fn winding(&self, at: P<f32>) -> i32 {
                let mut winding = 0;
                self.for_each_edge(|a, b| {
                    let side = (b.x - a.x) * (at.y - a.y) - (at.x - a.x) * (b.y - a.y);
                    if a.y <= at.y && b.y > at.y && side > 0.0 {
                        winding += 1;
                    } else if a.y > at.y && b.y <= at.y && side < 0.0 {
                        winding -= 1;
                    }
                });
                winding
            }

            fn area(&self) -> f32 {
                let mut twice = 0.0;
                self.for_each_edge(|a, b| twice += a.x * b.y - a.y * b.x);
                twice / 2.0
            }

            fn distance(&self, at: P<f32>) -> f32 {
                let mut best = f32::INFINITY;
                self.for_each_edge(|a, b| {
                    let (d, e) = (b - a, at - a);
                    let t = ((e.x * d.x + e.y * d.y) / (d.x * d.x + d.y * d.y)).clamp(0.0, 1.0);
                    let off = e - d * t;
                    best = best.min((off.x * off.x + off.y * off.y).sqrt());
                });
                if self.winding(at) != 0 { -best } else { best }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let bend = (input[i] % 32) as f32 / 32.0;
            let segments = [
                Segment::Line(P { x: 4.0, y: 0.0 }),
                Segment::Quad { control: P { x: 5.0 + bend, y: 2.0 }, to: P { x: 4.0, y: 4.0 } },
                Segment::Cubic(P { x: 3.0, y: 5.0 }, P { x: 1.0, y: 5.0 - bend }, P { x: 0.0, y: 4.0 }),
            ];
            let outline = Outline { start: P::default(), segments: &segments[..] };
            let at = P { x: (i % 8) as f32 * 0.75, y: (i / 8) as f32 * 0.75 };
            let d = outline.distance(at);
            let closed = segments.last().is_some_and(|s| s.end() == P { x: 0.0, y: 0.0 });
            ((d + 8.0) * 64.0).round() as u32 | ((outline.area() * 16.0) as u32) << 12 | u32::from(closed) << 30
        }
    }
    blake_hash {
        const IV: [u32; 8] = [
            0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
        ];
        const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

        mod flags {
            pub const CHUNK_START: u32 = 1 << 0;
            pub const CHUNK_END: u32 = 1 << 1;
            pub const ROOT: u32 = 1 << 3;
        }

        fn g(state: &mut [u32; 16], [a, b, c, d]: [usize; 4], mx: u32, my: u32) {
            state[a] = state[a].wrapping_add(state[b]).wrapping_add(mx);
            state[d] = (state[d] ^ state[a]).rotate_right(16);
            state[c] = state[c].wrapping_add(state[d]);
            state[b] = (state[b] ^ state[c]).rotate_right(12);
            state[a] = state[a].wrapping_add(state[b]).wrapping_add(my);
            state[d] = (state[d] ^ state[a]).rotate_right(8);
            state[c] = state[c].wrapping_add(state[d]);
            state[b] = (state[b] ^ state[c]).rotate_right(7);
        }

        fn round(state: &mut [u32; 16], m: &[u32; 16]) {
            for i in 0..4 {
                g(state, [i, i + 4, i + 8, i + 12], m[2 * i], m[2 * i + 1]);
            }
            for (i, pair) in m[8..].chunks_exact(2).enumerate() {
                g(state, [i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12], pair[0], pair[1]);
            }
        }

        fn permute(m: &mut [u32; 16]) {
            *m = PERMUTATION.map(|from| m[from]);
        }

        fn compress(cv: &[u32; 8], block: &[u32; 16], counter: u64, len: u32, flags: u32) -> [u32; 16] {
            let mut state = [0; 16];
            state[..8].copy_from_slice(cv);
            state[8..12].copy_from_slice(&IV[..4]);
            state[12..].copy_from_slice(&[counter as u32, (counter >> 32) as u32, len, flags]);
            let mut block = *block;
            for round_number in 0..7 {
                round(&mut state, &block);
                if round_number < 6 {
                    permute(&mut block);
                }
            }
            for i in 0..8 {
                state[i] ^= state[i + 8];
                state[i + 8] ^= cv[i];
            }
            state
        }

        fn words_from_block(bytes: &[u8; 64]) -> [u32; 16] {
            let mut words = [0u32; 16];
            for (word, four) in words.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
            }
            words
        }

        struct ChunkState {
            cv: [u32; 8],
            block: [u8; 64],
            block_len: u8,
            blocks_compressed: u8,
        }

        impl ChunkState {
            fn new() -> Self {
                Self { cv: IV, block: [0; 64], block_len: 0, blocks_compressed: 0 }
            }

            fn start_flag(&self) -> u32 {
                if self.blocks_compressed == 0 { flags::CHUNK_START } else { 0 }
            }

            fn update(&mut self, mut input: &[u8]) -> &mut Self {
                while !input.is_empty() {
                    if self.block_len == 64 {
                        let out = compress(&self.cv, &words_from_block(&self.block), 0, 64, self.start_flag());
                        self.cv.copy_from_slice(&out[..8]);
                        self.blocks_compressed += 1;
                        self.block = [0; 64];
                        self.block_len = 0;
                    }
                    let want = 64 - self.block_len as usize;
                    let take = want.min(input.len());
                    self.block[self.block_len as usize..][..take].copy_from_slice(&input[..take]);
                    self.block_len += take as u8;
                    input = &input[take..];
                }
                self
            }

            fn finalize(&self) -> [u32; 8] {
                let flags = self.start_flag() | flags::CHUNK_END | flags::ROOT;
                let out = compress(&self.cv, &words_from_block(&self.block), 0, self.block_len.into(), flags);
                std::array::from_fn(|i| out[i])
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut bytes = [0u8; 160];
            for (pair, word) in bytes.chunks_exact_mut(2).zip(input) {
                pair.copy_from_slice(&(*word as u16).to_le_bytes());
            }
            let data = &bytes[..2 * i + 3];
            let whole = ChunkState::new().update(data).finalize();
            let (head, tail) = data.split_at(i);
            let mut pieces = ChunkState::new();
            pieces.update(head).update(tail);
            if pieces.finalize() != whole {
                return 0;
            }
            whole.into_iter().reduce(|a, b| a.rotate_left(3) ^ b).unwrap_or_default()
        }
    }
    bloom_filter {
        use std::marker::PhantomData;

        trait HashFn {
            fn hash(bytes: &[u8], seed: u32) -> u32;
        }

        #[derive(Clone)]
        struct Fnv;
        #[derive(Clone)]
        struct Murmurish;

        impl HashFn for Fnv {
            fn hash(bytes: &[u8], seed: u32) -> u32 {
                bytes.iter().fold(0x811C9DC5 ^ seed, |h, &b| (h ^ b as u32).wrapping_mul(16777619))
            }
        }

        impl HashFn for Murmurish {
            fn hash(bytes: &[u8], seed: u32) -> u32 {
                let mut h = seed;
                let mut chunks = bytes.chunks_exact(4);
                for chunk in &mut chunks {
                    let k = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
                    h ^= k.wrapping_mul(0xcc9e2d51).rotate_left(15).wrapping_mul(0x1b873593);
                    h = h.rotate_left(13).wrapping_mul(5).wrapping_add(0xe6546b64);
                }
                for (shift, &b) in (0..).step_by(8).zip(chunks.remainder()) {
                    h ^= (b as u32) << shift;
                }
                h ^= bytes.len() as u32;
                h = (h ^ (h >> 16)).wrapping_mul(0x85ebca6b);
                h ^ h >> 13
            }
        }

        #[derive(Clone)]
        struct BloomFilter<H, const WORDS: usize, const HASHES: u32 = 3> {
            words: [u64; WORDS],
            inserted: usize,
            _hasher: PhantomData<H>,
        }

        impl<H: HashFn, const WORDS: usize, const HASHES: u32> BloomFilter<H, WORDS, HASHES> {
            const BITS: u32 = WORDS as u32 * u64::BITS;

            pub fn new() -> Self {
                BloomFilter { words: [0; WORDS], inserted: 0, _hasher: PhantomData }
            }

            fn positions(key: &[u8]) -> impl Iterator<Item = (usize, u64)> {
                let (a, b) = (H::hash(key, 0), H::hash(key, 0x9747b28c) | 1);
                (0..HASHES).map(move |k| {
                    let bit = a.wrapping_add(k.wrapping_mul(b)) % Self::BITS;
                    ((bit / u64::BITS) as usize, 1u64 << (bit % u64::BITS))
                })
            }

            pub fn insert(&mut self, key: &[u8]) -> bool {
                let mut fresh = false;
                for (word, mask) in Self::positions(key) {
                    fresh |= self.words[word] & mask == 0;
                    self.words[word] |= mask;
                }
                self.inserted += fresh as usize;
                fresh
            }

            pub fn contains(&self, key: &[u8]) -> bool {
                Self::positions(key).all(|(word, mask)| self.words[word] & mask != 0)
            }

            pub fn count_ones(&self) -> u32 {
                self.words.iter().map(|w| w.count_ones()).sum()
            }

            pub fn union(mut self, other: &Self) -> Self {
                for (a, b) in self.words.iter_mut().zip(other.words.iter()) {
                    *a |= *b;
                }
                self
            }
        }

        fn key(word: u32) -> [u8; 6] {
            let mut key = *b"key-\0\0";
            key[4..].copy_from_slice(&(word as u16).to_be_bytes());
            key
        }

        fn exercise<H: HashFn + Clone>(words: &[u32]) -> u32 {
            let (left, right) = words.split_at(words.len() / 2);
            let mut a = BloomFilter::<H, 4>::new();
            let mut b: BloomFilter<H, 4> = BloomFilter::new();
            let fresh = left.iter().filter(|&&w| a.insert(&key(w))).count();
            for w in right {
                b.insert(&key(*w));
            }
            let both = a.clone().union(&b);
            assert!(words.iter().all(|&w| both.contains(&key(w))));
            let false_positives = (0..40u32).filter(|&w| both.contains(&key(w))).count();
            both.count_ones() << 16 | (fresh as u32) << 8 | (false_positives + b.inserted * a.contains(b"key-no") as usize) as u32
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let words = &input[i..i + 24];
            if i % 2 == 0 { exercise::<Fnv>(words) } else { exercise::<Murmurish>(words) }
        }
    }
    chacha_cipher {
        struct ChaCha<const ROUNDS: usize> {
            state: [u32; 16],
        }

        type ChaCha8 = ChaCha<8>;
        type ChaCha20 = ChaCha<20>;

        macro_rules! quarter {
            ($s:expr; $a:literal $b:literal $c:literal $d:literal) => {
                $s[$a] = $s[$a].wrapping_add($s[$b]);
                $s[$d] = ($s[$d] ^ $s[$a]).rotate_left(16);
                $s[$c] = $s[$c].wrapping_add($s[$d]);
                $s[$b] = ($s[$b] ^ $s[$c]).rotate_left(12);
                $s[$a] = $s[$a].wrapping_add($s[$b]);
                $s[$d] = ($s[$d] ^ $s[$a]).rotate_left(8);
                $s[$c] = $s[$c].wrapping_add($s[$d]);
                $s[$b] = ($s[$b] ^ $s[$c]).rotate_left(7);
            };
        }

        impl<const ROUNDS: usize> ChaCha<ROUNDS> {
            const SIGMA: &'static [u8; 16] = b"expand 32-byte k";

            fn new(key: &[u8; 32], nonce: &[u8; 12], counter: u32) -> Self {
                let mut state = [0; 16];
                let words = |bytes: &[u8], out: &mut [u32]| {
                    for (word, chunk) in out.iter_mut().zip(bytes.chunks_exact(4)) {
                        *word = u32::from_le_bytes(chunk.try_into().unwrap());
                    }
                };
                words(Self::SIGMA, &mut state[..4]);
                words(key, &mut state[4..12]);
                state[12] = counter;
                words(nonce, &mut state[13..]);
                Self { state }
            }

            fn block(&self) -> [u8; 64] {
                let mut s = self.state;
                for _ in 0..ROUNDS / 2 {
                    quarter!(s; 0 4 8 12);
                    quarter!(s; 1 5 9 13);
                    quarter!(s; 2 6 10 14);
                    quarter!(s; 3 7 11 15);
                    quarter!(s; 0 5 10 15);
                    quarter!(s; 1 6 11 12);
                    quarter!(s; 2 7 8 13);
                    quarter!(s; 3 4 9 14);
                }
                let mut out = [0u8; 64];
                for (i, (mixed, initial)) in s.iter().zip(self.state.iter()).enumerate() {
                    out[4 * i..4 * i + 4].copy_from_slice(&mixed.wrapping_add(*initial).to_le_bytes());
                }
                out
            }

            fn apply_keystream(&mut self, data: &mut [u8]) {
                for block in data.chunks_mut(64) {
                    let stream = self.block();
                    for (byte, key) in block.iter_mut().zip(stream) {
                        *byte ^= key;
                    }
                    self.state[12] = self.state[12].wrapping_add(1);
                }
            }
        }

        fn checksum(data: &[u8]) -> u32 {
            data.iter().fold(0x811c_9dc5, |h: u32, &b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut key = [0u8; 32];
            key.iter_mut().enumerate().for_each(|(k, b)| *b = (input[k] ^ i as u32) as u8);
            let nonce = core::array::from_fn(|k| input[i + k].to_be_bytes()[3]);
            let mut message = [0u8; 100];
            for (k, byte) in (0u8..).zip(message.iter_mut()) {
                *byte = k.wrapping_mul(7);
            }
            let plain = message;
            ChaCha20::new(&key, &nonce, 1).apply_keystream(&mut message);
            let first = checksum(&message);
            let mut cipher = ChaCha20::new(&key, &nonce, 1);
            cipher.apply_keystream(&mut message[..64]);
            cipher.apply_keystream(&mut message[64..]);
            assert_eq!(message, plain);
            ChaCha8::new(&key, &nonce, 0).apply_keystream(&mut message[10..]);
            first ^ checksum(&message).rotate_left(1)
        }
    }
    colour_spaces {
        trait ColourSpace: Copy {
            fn to_linear(self) -> Linear;
            fn from_linear(linear: Linear) -> Self;

            fn convert<C: ColourSpace>(self) -> C {
                C::from_linear(self.to_linear())
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Linear {
            r: f32,
            g: f32,
            b: f32,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Srgb8(u8, u8, u8);

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct YCbCr {
            y: f32,
            cb: f32,
            cr: f32,
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Hsv {
            hue: Option<f32>,
            saturation: f32,
            value: f32,
        }

        impl ColourSpace for Linear {
            fn to_linear(self) -> Linear {
                self
            }
            fn from_linear(linear: Linear) -> Self {
                linear
            }
        }

        impl ColourSpace for Srgb8 {
            fn to_linear(self) -> Linear {
                let f = |c: u8| {
                    let c = f32::from(c) / 255.0;
                    c * c
                };
                Linear { r: f(self.0), g: f(self.1), b: f(self.2) }
            }
            fn from_linear(Linear { r, g, b }: Linear) -> Self {
                let f = |c: f32| (c.max(0.0).sqrt() * 255.0 + 0.5) as u8;
                Srgb8(f(r), f(g), f(b))
            }
        }

        impl ColourSpace for YCbCr {
            fn to_linear(self) -> Linear {
                let Self { y, cb, cr } = self;
                Linear { r: y + 1.402 * cr, g: y - 0.344136 * cb - 0.714136 * cr, b: y + 1.772 * cb }
            }
            fn from_linear(Linear { r, g, b }: Linear) -> Self {
                let y = 0.299 * r + 0.587 * g + 0.114 * b;
                YCbCr { y, cb: (b - y) / 1.772, cr: (r - y) / 1.402 }
            }
        }

        impl ColourSpace for Hsv {
            fn to_linear(self) -> Linear {
                let Some(hue) = self.hue else {
                    return Linear { r: self.value, g: self.value, b: self.value };
                };
                let c = self.value * self.saturation;
                let x = c * (1.0 - (hue % 2.0 - 1.0).abs());
                let m = self.value - c;
                let (r, g, b) = match hue as u32 {
                    0 => (c, x, 0.0),
                    1 => (x, c, 0.0),
                    2 => (0.0, c, x),
                    3 => (0.0, x, c),
                    4 => (x, 0.0, c),
                    _ => (c, 0.0, x),
                };
                Linear { r: r + m, g: g + m, b: b + m }
            }
            fn from_linear(Linear { r, g, b }: Linear) -> Self {
                let max = r.max(g).max(b);
                let min = [r, g, b].into_iter().reduce(f32::min).unwrap();
                let delta = max - min;
                let hue = match delta {
                    d if d == 0.0 => None,
                    d if max == r => Some(((g - b) / d).rem_euclid(6.0)),
                    d if max == g => Some((b - r) / d + 2.0),
                    d => Some((r - g) / d + 4.0),
                };
                Hsv { hue, saturation: if max > 0.0 { delta / max } else { 0.0 }, value: max }
            }
        }

        struct Palette<const N: usize> {
            colours: [Srgb8; N],
        }

        impl<const N: usize> Palette<N> {
            fn nearest(&self, colour: impl ColourSpace) -> Option<(usize, Srgb8)> {
                let Linear { r, g, b } = colour.to_linear();
                self.colours.iter().copied().enumerate().min_by(|(_, a), (_, b_)| {
                    let distance = |c: &Srgb8| {
                        let l: Linear = c.convert();
                        (l.r - r).powi(2) + (l.g - g).powi(2) + (l.b - b).powi(2)
                    };
                    distance(a).partial_cmp(&distance(b_)).unwrap()
                })
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let [a, b, ..] = input[i].to_le_bytes();
            let start = Srgb8(a, b, (i * 4) as u8);
            let ycc = start.convert::<YCbCr>();
            let hsv: Hsv = ycc.convert();
            let back = hsv.convert::<Srgb8>();
            let palette = Palette { colours: [Srgb8(0, 0, 0), Srgb8(255, 0, 0), Srgb8(0, 255, 0), Srgb8(20, 20, 255), Srgb8(250, 250, 250)] };
            let (index, _) = palette.nearest(hsv).unwrap_or((9, start));
            let close = back.0.abs_diff(start.0) <= 1 && back.1.abs_diff(start.1) <= 1 && back.2.abs_diff(start.2) <= 1;
            let sector = hsv.hue.map(|h| h as u32).unwrap_or(7);
            (hsv.saturation * 100.0) as u32 | sector << 8 | (index as u32) << 12 | u32::from(close) << 16
        }
    }
    csv_totals {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Field<'a> {
            Empty,
            Number(i64),
            Text(&'a [u8]),
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum ParseError {
            Overflow,
            NotANumber(u8),
        }

        fn parse_number(bytes: &[u8]) -> Result<i64, ParseError> {
            let (negative, digits) = match bytes {
                [b'-', rest @ ..] => (true, rest),
                [b'+', rest @ ..] => (false, rest),
                all => (false, all),
            };
            if digits.is_empty() {
                return Err(ParseError::NotANumber(b'-'));
            }
            let value = digits.iter().try_fold(0i64, |acc, &d| {
                if !d.is_ascii_digit() {
                    return Err(ParseError::NotANumber(d));
                }
                acc.checked_mul(10).and_then(|acc| acc.checked_add((d - b'0') as i64)).ok_or(ParseError::Overflow)
            })?;
            Ok(if negative { -value } else { value })
        }

        impl<'a> From<&'a [u8]> for Field<'a> {
            fn from(bytes: &'a [u8]) -> Self {
                match bytes.trim_ascii() {
                    [] => Field::Empty,
                    trimmed => match parse_number(trimmed) {
                        Ok(n) => Field::Number(n),
                        Err(_) => Field::Text(trimmed),
                    },
                }
            }
        }

        #[derive(Default, Debug)]
        struct Column {
            numbers: usize,
            texts: usize,
            total: i64,
            longest: usize,
            max: Option<i64>,
        }

        impl Column {
            fn add(&mut self, field: Field<'_>) {
                match field {
                    Field::Empty => {}
                    Field::Number(n) => {
                        self.numbers += 1;
                        self.total += n;
                        self.max = self.max.max(Some(n));
                    }
                    Field::Text(t) => {
                        self.texts += 1;
                        self.longest = self.longest.max(t.len());
                    }
                }
            }
        }

        const ROWS: &[u8] = b"name,age,score\nAda, 36,-17\nBob,,250\n , 41 ,+9\nCarolina,x1,99999999999999999999\nDan,7,8\n";

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut columns: [Column; 3] = Default::default();
            let skip = i % 3;
            for line in ROWS.split(|&b| b == b'\n').skip(1).filter(|line| !line.is_empty()).skip(skip) {
                for (column, field) in columns.iter_mut().zip(line.split(|b| *b == b',')) {
                    column.add(field.into());
                }
            }
            let [names, ages, scores] = &columns;
            let pick = &columns[input[i] as usize % columns.len()];
            let total = names.total + ages.total * 3 + scores.total * 5;
            let code = match pick.max {
                Some(n) if n < 0 => 1,
                Some(n) => n as u32 + 2,
                None => 0,
            };
            (total + 1000) as u32 ^ code << 16 ^ (pick.longest as u32) << 12 ^ (pick.numbers * 16 + pick.texts) as u32
        }
    }
    decision_forest {
        #[derive(Debug, Clone, Copy)]
        enum Node {
            Split { feature: u8, threshold: f32, left: u16, right: u16 },
            Leaf { class: Class, weight: f32 },
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        enum Class {
            Setosa = 0,
            Versicolor,
            Virginica,
        }

        impl Class {
            const ALL: [Class; 3] = [Class::Setosa, Class::Versicolor, Class::Virginica];
        }

        use Node::{Leaf, Split};

        static FIRST: [Node; 5] = [
            Split { feature: 0, threshold: 2.5, left: 1, right: 2 },
            Leaf { class: Class::Setosa, weight: 1.0 },
            Split { feature: 1, threshold: 1.75, left: 3, right: 4 },
            Leaf { class: Class::Versicolor, weight: 0.9 },
            Leaf { class: Class::Virginica, weight: 0.95 },
        ];
        static SECOND: [Node; 3] = [
            Split { feature: 2, threshold: 3.0, left: 1, right: 2 },
            Leaf { class: Class::Virginica, weight: 0.4 },
            Leaf { class: Class::Setosa, weight: 0.6 },
        ];
        static THIRD: [Node; 5] = [
            Split { feature: 1, threshold: 1.0, left: 1, right: 2 },
            Leaf { class: Class::Setosa, weight: 0.75 },
            Split { feature: 0, threshold: 5.0, left: 3, right: 4 },
            Leaf { class: Class::Versicolor, weight: 0.5 },
            Leaf { class: Class::Virginica, weight: 0.5 },
        ];

        #[derive(Clone, Copy)]
        struct Tree<'a> {
            nodes: &'a [Node],
        }

        impl<'a> Tree<'a> {
            fn decide(&self, features: &[f32]) -> (Class, f32) {
                let mut at = 0usize;
                loop {
                    match &self.nodes[at] {
                        Split { feature, threshold, left, right } => {
                            let value = features[*feature as usize];
                            at = if value <= *threshold { *left } else { *right }.into();
                        }
                        Leaf { class, weight } => break (*class, *weight),
                    }
                }
            }
            fn depth(&self, at: usize) -> u32 {
                // Trees are at most three deep.
                match self.nodes[at] {
                    Leaf { .. } => 0,
                    Split { left, right, .. } => {
                        let below = |n: u16| match self.nodes[n as usize] {
                            Leaf { .. } => 0,
                            Split { .. } => 1,
                        };
                        1 + below(left).max(below(right))
                    }
                }
            }
        }

        struct Forest<'a, const T: usize>([Tree<'a>; T]);

        impl<'a, const T: usize> Forest<'a, T> {
            fn vote(&self, features: &[f32]) -> [f32; 3] {
                let mut votes = [0.0; 3];
                for (class, weight) in self.0.iter().map(|t| t.decide(features)) {
                    votes[class as usize] += weight;
                }
                votes
            }
            fn predict(&self, features: &[f32]) -> Class {
                let votes = self.vote(features);
                Class::ALL
                    .into_iter()
                    .max_by(|a, b| votes[*a as usize].total_cmp(&votes[*b as usize]))
                    .unwrap_or(Class::Setosa)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let features: [f32; 3] = std::array::from_fn(|k| (input[i + k] % 64) as f32 / 10.0);
            let forest = Forest([Tree { nodes: &FIRST }, Tree { nodes: &SECOND }, Tree { nodes: &THIRD }]);
            let depths: u32 = forest.0.iter().map(|t| t.depth(0)).sum();
            let [a, b, c] = forest.vote(&features).map(|v| (v * 100.0).round() as u32);
            let predicted = forest.predict(&features);
            let rare = predicted > Class::Versicolor;
            (predicted as u32) << 28 | u32::from(rare) << 27 | depths << 24 | (a << 16 ^ b << 8 ^ c)
        }
    }
    elementary_automata {
        trait Rule {
            type Cell: Copy + Default + PartialEq;

            fn next(&self, neighbourhood: [Self::Cell; 3]) -> Self::Cell;
        }

        #[derive(Clone, Copy)]
        struct Wolfram(u8);

        impl Rule for Wolfram {
            type Cell = bool;
            fn next(&self, [l, c, r]: [bool; 3]) -> bool {
                let index = (l as u8) << 2 | (c as u8) << 1 | r as u8;
                self.0 >> index & 1 == 1
            }
        }

        struct Cyclic<const STATES: u8>;

        impl<const STATES: u8> Rule for Cyclic<STATES> {
            type Cell = u8;
            fn next(&self, [left, centre, right]: [u8; 3]) -> u8 {
                let successor = (centre + 1) % STATES;
                if left == successor || right == successor { successor } else { centre }
            }
        }

        struct Totalistic {
            code: u32,
        }

        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        enum Colour {
            #[default]
            White,
            Grey,
            Black,
        }

        impl Rule for Totalistic {
            type Cell = Colour;
            fn next(&self, cells: [Colour; 3]) -> Colour {
                let sum: u32 = cells.iter().map(|&c| c as u32).sum();
                match self.code / 3u32.pow(sum) % 3 {
                    0 => Colour::White,
                    1 => Colour::Grey,
                    2 => Colour::Black,
                    _ => unreachable!(),
                }
            }
        }

        struct World<R: Rule, const N: usize> {
            rule: R,
            cells: [R::Cell; N],
        }

        impl<R: Rule, const N: usize> World<R, N> {
            fn new(rule: R, seed: impl Fn(usize) -> R::Cell) -> Self {
                World { rule, cells: std::array::from_fn(seed) }
            }

            fn step(&mut self) -> usize {
                let before = self.cells;
                let at = |k: usize| before[k % N];
                for (k, cell) in self.cells.iter_mut().enumerate() {
                    *cell = self.rule.next([at(k + N - 1), at(k), at(k + 1)]);
                }
                self.cells.iter().zip(&before).filter(|(a, b)| a != b).count()
            }

            fn run_until_still(&mut self, limit: usize) -> Option<usize> {
                (0..limit).find(|_| self.step() == 0)
            }

            fn population(&self) -> usize {
                self.cells.iter().filter(|&&c| c != R::Cell::default()).count()
            }
        }

        fn digest<R: Rule, const N: usize>(world: &World<R, N>, f: impl Fn(R::Cell) -> u32) -> u32 {
            world.cells.iter().fold(0, |h: u32, &c| h.wrapping_mul(5).wrapping_add(f(c)))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let word = input[i] as usize;
            match i % 3 {
                0 => {
                    let mut world = World::<_, 24>::new(Wolfram([30, 90, 110, 184][i / 3 % 4]), |k| word >> (k % 16) & 1 != 0);
                    let still = world.run_until_still(10);
                    digest(&world, u32::from) ^ (still.unwrap_or(99) as u32) << 24 ^ world.population() as u32
                }
                1 => {
                    let mut world: World<Cyclic<4>, 12> = World::new(Cyclic, |k| (word >> k & 3) as u8);
                    let changed: usize = (0..6).map(|_| world.step()).sum();
                    digest(&world, |c| c.into()) ^ changed as u32
                }
                _ => {
                    let mut world = World::<Totalistic, 16>::new(Totalistic { code: 777 }, |k| match k {
                        8 => Colour::Grey,
                        k if k == word % 16 => Colour::Black,
                        _ => Colour::White,
                    });
                    for _ in 0..5 {
                        world.step();
                    }
                    digest(&world, |c| c as u32) ^ (world.population() as u32) << 20
                }
            }
        }
    }
    float_parser {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Number {
            Integer(i64),
            Float(f64),
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum NumberError {
            Empty,
            Invalid { at: usize },
            ExponentRange(i32),
        }

        struct Cursor<'a> {
            text: &'a [u8],
            at: usize,
        }

        impl<'a> Cursor<'a> {
            fn peek(&self) -> Option<u8> {
                self.text.get(self.at).copied()
            }
            fn eat(&mut self, any_of: &[u8]) -> Option<u8> {
                let c = self.peek().filter(|c| any_of.contains(c))?;
                self.at += 1;
                Some(c)
            }
            fn digits(&mut self) -> (u64, u32) {
                let (mut value, mut count) = (0u64, 0);
                while let Some(d @ b'0'..=b'9') = self.peek() {
                    value = value.wrapping_mul(10).wrapping_add(u64::from(d - b'0'));
                    count += 1;
                    self.at += 1;
                }
                (value, count)
            }
            fn error<T>(&self) -> Result<T, NumberError> {
                Err(NumberError::Invalid { at: self.at })
            }
        }

        fn parse(text: &[u8]) -> Result<Number, NumberError> {
            if text.is_empty() {
                return Err(NumberError::Empty);
            }
            let mut cursor = Cursor { text, at: 0 };
            let negative = match cursor.eat(b"+-") {
                Some(b'-') => true,
                _ => false,
            };
            let (whole, count) = cursor.digits();
            let mut fraction = None;
            if let Some(_) = cursor.eat(b".") {
                fraction = Some(cursor.digits());
            }
            if count == 0 && fraction.map_or(true, |(_, n)| n == 0) {
                return cursor.error();
            }
            let exponent = if cursor.eat(b"eE").is_some() {
                let sign = cursor.eat(b"+-");
                match cursor.digits() {
                    (_, 0) => return cursor.error(),
                    (e, _) if e > 300 => return Err(NumberError::ExponentRange(e as i32)),
                    (e, _) => Some(if sign == Some(b'-') { -(e as i32) } else { e as i32 }),
                }
            } else {
                None
            };
            if cursor.at != text.len() {
                return cursor.error();
            }
            Ok(match (fraction, exponent) {
                (None, None) => {
                    let n = whole as i64;
                    Number::Integer(if negative { -n } else { n })
                }
                (fraction, exponent) => {
                    let (digits, scale) = fraction.unwrap_or((0, 0));
                    let mantissa = whole as f64 + digits as f64 / 10f64.powi(scale as i32);
                    let value = mantissa * 10f64.powi(exponent.unwrap_or(0));
                    Number::Float(if negative { -value } else { value })
                }
            })
        }

        impl std::str::FromStr for Number {
            type Err = NumberError;
            fn from_str(s: &str) -> Result<Self, Self::Err> {
                parse(s.as_bytes())
            }
        }

        const SAMPLES: &[&str] = &["0", "-17", "+3.5", ".25", "6.02e2", "1e", "", "12a", "--1", "9007199254740993", "2.5E-1", "1e999", "."];

        fn one(i: usize, input: &[u32]) -> u32 {
            let sample = SAMPLES[i % SAMPLES.len()];
            let from_table = match sample.parse::<Number>() {
                Ok(Number::Integer(n)) => n as u32,
                Ok(Number::Float(f)) => (f * 256.0).round() as i32 as u32,
                Err(NumberError::Empty) => 0xe000_0000,
                Err(NumberError::Invalid { at }) => 0xe100_0000 + at as u32,
                Err(NumberError::ExponentRange(e)) => 0xe200_0000 | e as u32,
            };
            let mut digits = *b"00000.000";
            let mut n = input[i];
            for d in digits[..5].iter_mut().rev() {
                *d += (n % 10) as u8;
                n /= 10;
            }
            digits[6] = b'5';
            let generated = parse(&digits).map(|n| match n {
                Number::Float(f) => f as u32 * 2 + (f.fract() == 0.5) as u32,
                Number::Integer(_) => 0,
            });
            from_table ^ generated.unwrap_or(u32::MAX) << 3
        }
    }
    glob_regex {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Atom {
            Literal(u8),
            Any,
            Class { lo: u8, hi: u8, negated: bool },
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Repeat {
            Once,
            Optional,
            Star,
            Plus,
        }

        #[derive(Clone, Copy, Debug)]
        struct Piece {
            atom: Atom,
            repeat: Repeat,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum SyntaxError {
            NothingToRepeat(usize),
            UnclosedClass,
            TooLong,
        }

        struct Regex {
            pieces: [Piece; 8],
            len: usize,
            anchored: bool,
        }

        impl Regex {
            fn compile(pattern: &str) -> Result<Regex, SyntaxError> {
                let mut re = Regex { pieces: [Piece { atom: Atom::Any, repeat: Repeat::Once }; 8], len: 0, anchored: false };
                let mut rest = pattern.as_bytes();
                if let Some(tail) = rest.strip_prefix(b"^") {
                    re.anchored = true;
                    rest = tail;
                }
                while let [first, tail @ ..] = rest {
                    rest = tail;
                    let atom = match first {
                        b'.' => Atom::Any,
                        b'\\' => {
                            let (&c, tail) = rest.split_first().ok_or(SyntaxError::UnclosedClass)?;
                            rest = tail;
                            match c {
                                b'd' => Atom::Class { lo: b'0', hi: b'9', negated: false },
                                other => Atom::Literal(other),
                            }
                        }
                        b'[' => match rest {
                            [b'^', lo, b'-', hi, b']', tail @ ..] => {
                                rest = tail;
                                Atom::Class { lo: *lo, hi: *hi, negated: true }
                            }
                            &[lo, b'-', hi, b']', ref tail @ ..] => {
                                rest = tail;
                                Atom::Class { lo, hi, negated: false }
                            }
                            _ => return Err(SyntaxError::UnclosedClass),
                        },
                        b'*' | b'+' | b'?' => {
                            let piece = re.pieces[..re.len].last_mut().ok_or(SyntaxError::NothingToRepeat(pattern.len() - rest.len() - 1))?;
                            piece.repeat = match first {
                                b'*' => Repeat::Star,
                                b'+' => Repeat::Plus,
                                _ => Repeat::Optional,
                            };
                            continue;
                        }
                        &c => Atom::Literal(c),
                    };
                    *re.pieces.get_mut(re.len).ok_or(SyntaxError::TooLong)? = Piece { atom, repeat: Repeat::Once };
                    re.len += 1;
                }
                Ok(re)
            }

            fn closure(&self, states: u16) -> u16 {
                let mut states = states;
                for (k, piece) in self.pieces[..self.len].iter().enumerate() {
                    if states >> k & 1 != 0 && matches!(piece.repeat, Repeat::Star | Repeat::Optional) {
                        states |= 1 << (k + 1);
                    }
                }
                states
            }

            fn step(&self, states: u16, c: u8) -> u16 {
                (0..self.len)
                    .filter(|k| states & 1 << k != 0 && self.pieces[*k].atom.matches(c))
                    .map(|k| match self.pieces[k].repeat {
                        Repeat::Once | Repeat::Optional => 1 << (k + 1),
                        Repeat::Star => 1 << k,
                        Repeat::Plus => 3 << k,
                    })
                    .fold(0, |acc, s: u16| acc | s)
            }

            fn find(&self, text: &[u8]) -> Option<std::ops::Range<usize>> {
                let accept = 1u16 << self.len;
                let starts = if self.anchored { 0..1 } else { 0..text.len() + 1 };
                for start in starts {
                    let mut states = self.closure(1);
                    let mut end = (states & accept != 0).then_some(start);
                    for (at, &c) in text.iter().enumerate().skip(start) {
                        states = self.closure(self.step(states, c));
                        if states == 0 {
                            break;
                        }
                        if states & accept != 0 {
                            end = Some(at + 1);
                        }
                    }
                    if let Some(end) = end {
                        return Some(start..end);
                    }
                }
                None
            }
        }

        impl Atom {
            fn matches(&self, c: u8) -> bool {
                match *self {
                    Atom::Literal(l) => l == c,
                    Atom::Any => c != b'\n',
                    Atom::Class { lo, hi, negated } => (lo..=hi).contains(&c) != negated,
                }
            }
        }

        const PATTERNS: [&str; 8] = ["a+b?c", "^[a-c]*", "\\d\\d", "[^a-b]b", "*a", "a.c", "[a-", "abcabcabc"];

        fn one(i: usize, input: &[u32]) -> u32 {
            let text: [u8; 20] = std::array::from_fn(|k| b"abc1"[input[i + k] as usize % 4]);
            match Regex::compile(PATTERNS[i % PATTERNS.len()]) {
                Ok(re) => match re.find(&text) {
                    Some(range) => (range.start as u32) << 8 | range.len() as u32,
                    None => 0xffff,
                },
                Err(SyntaxError::NothingToRepeat(at)) => 0x10000 + at as u32,
                Err(e @ (SyntaxError::UnclosedClass | SyntaxError::TooLong)) => 0x20000 + (e == SyntaxError::TooLong) as u32,
            }
        }
    }
    hash_join {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Order {
            customer: u32,
            amount: u32,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Customer {
            id: u32,
            country: [u8; 2],
        }

        trait Key {
            fn key(&self) -> u32;
        }
        impl Key for Order {
            fn key(&self) -> u32 {
                self.customer
            }
        }
        impl Key for Customer {
            fn key(&self) -> u32 {
                self.id
            }
        }

        struct Table<V, const SIZE: usize> {
            slots: [Option<V>; SIZE],
            entries: usize,
        }

        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        enum InsertError {
            Full,
            Duplicate(u32),
        }

        impl<V: Key + Copy, const SIZE: usize> Table<V, SIZE> {
            const MASK: usize = SIZE - 1;

            fn new() -> Self {
                Self { slots: [None; SIZE], entries: 0 }
            }

            fn hash(key: u32) -> usize {
                (key.wrapping_mul(0x9E37_79B1) >> 16) as usize & Self::MASK
            }

            fn probe(key: u32) -> impl Iterator<Item = usize> {
                let start = Self::hash(key);
                (0..SIZE).map(move |step| (start + step) & Self::MASK)
            }

            fn insert(&mut self, value: V) -> Result<usize, InsertError> {
                for (distance, slot) in Self::probe(value.key()).enumerate() {
                    match &self.slots[slot] {
                        Some(old) if old.key() == value.key() => return Err(InsertError::Duplicate(old.key())),
                        Some(_) => continue,
                        None => {
                            self.slots[slot] = Some(value);
                            self.entries += 1;
                            return Ok(distance);
                        }
                    }
                }
                Err(InsertError::Full)
            }

            fn get(&self, key: u32) -> Option<&V> {
                Self::probe(key)
                    .map(|slot| self.slots[slot].as_ref())
                    .take_while(Option::is_some)
                    .flatten()
                    .find(|v| v.key() == key)
            }
        }

        fn join<'a, const S: usize>(
            table: &'a Table<Customer, S>,
            orders: &'a [Order],
        ) -> impl Iterator<Item = (&'a Customer, &'a Order)> {
            orders.iter().filter_map(move |order| table.get(order.key()).map(|customer| (customer, order)))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut table = Table::<Customer, 16>::new();
            let mut refused = 0;
            let mut far = 0;
            for &word in &input[i..i + 10] {
                let customer = Customer { id: word % 24, country: if word & 64 != 0 { *b"DE" } else { *b"FR" } };
                match table.insert(customer) {
                    Ok(distance) => far = far.max(distance),
                    Err(InsertError::Duplicate(_)) => refused += 1,
                    Err(e) => panic!("{e:?}"),
                }
            }
            let mut orders = [Order { customer: 0, amount: 0 }; 20];
            for (order, word) in orders.iter_mut().zip(input[i + 10..].iter()) {
                *order = Order { customer: word % 32, amount: word >> 4 & 0xff };
            }
            let (german, french) = join(&table, &orders).fold((0, 0), |(g, f), (c, o)| match &c.country {
                b"DE" => (g + o.amount, f),
                _ => (g, f + o.amount),
            });
            let unmatched = orders.iter().filter(|o| table.get(o.customer).is_none()).count() as u32;
            german << 18 ^ french << 8 ^ unmatched << 4 ^ refused ^ (far as u32) << 28 ^ (table.entries as u32)
        }
    }
    huffman_codec {
        use std::cmp::Reverse;

        const SYMBOLS: usize = 6;

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Tree {
            Leaf(u8),
            Branch(u8, u8),
        }

        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        struct Code {
            bits: u32,
            len: u8,
        }

        impl Code {
            fn child(self, bit: bool) -> Self {
                Code { bits: self.bits << 1 | bit as u32, len: self.len + 1 }
            }
        }

        struct Huffman {
            nodes: [Tree; 2 * SYMBOLS - 1],
            root: u8,
            codes: [Code; SYMBOLS],
        }

        impl Huffman {
            fn from_weights(weights: &[u32; SYMBOLS]) -> Self {
                let mut nodes = [Tree::Leaf(0); 2 * SYMBOLS - 1];
                let mut forest: [Option<(u32, u8)>; SYMBOLS] = [None; SYMBOLS];
                for (symbol, &weight) in weights.iter().enumerate() {
                    nodes[symbol] = Tree::Leaf(symbol as u8);
                    forest[symbol] = Some((weight, symbol as u8));
                }
                let mut used = SYMBOLS;
                while forest.iter().flatten().count() > 1 {
                    forest.sort_by_key(|tree| Reverse(*tree));
                    let live = forest.iter().take_while(|t| t.is_some()).count();
                    let (wa, a) = forest[live - 1].take().unwrap();
                    let (wb, b) = forest[live - 2].unwrap();
                    nodes[used] = Tree::Branch(a, b);
                    forest[live - 2] = Some((wa + wb, used as u8));
                    used += 1;
                }
                let root = used as u8 - 1;
                let mut codes = [Code::default(); SYMBOLS];
                let mut stack = [(0u8, Code::default()); SYMBOLS + 1];
                let mut top = 1;
                stack[0] = (root, Code::default());
                while top > 0 {
                    top -= 1;
                    let (node, code) = stack[top];
                    match nodes[usize::from(node)] {
                        Tree::Leaf(symbol) => codes[symbol as usize] = code,
                        Tree::Branch(zero, one) => {
                            for (next, bit) in [(one, true), (zero, false)] {
                                stack[top] = (next, code.child(bit));
                                top += 1;
                            }
                        }
                    }
                }
                Self { nodes, root, codes }
            }

            fn decode<'a, B>(&'a self, bits: B) -> impl Iterator<Item = u8> + 'a
            where
                B: Iterator<Item = bool> + 'a,
            {
                bits.scan(self.root, move |node, bit| {
                    let Tree::Branch(zero, one) = self.nodes[*node as usize] else { return None };
                    let next = if bit { one } else { zero };
                    Some(match self.nodes[next as usize] {
                        Tree::Leaf(symbol) => {
                            *node = self.root;
                            Some(symbol)
                        }
                        Tree::Branch(..) => {
                            *node = next;
                            None
                        }
                    })
                })
                .flatten()
            }
        }

        struct BitBuffer {
            words: [u32; 4],
            len: usize,
        }

        impl BitBuffer {
            fn push(&mut self, Code { bits, len }: Code) {
                for k in (0..len).rev() {
                    let bit = bits >> k & 1;
                    self.words[self.len / 32] |= bit << (self.len % 32);
                    self.len += 1;
                }
            }
            fn iter(&self) -> impl Iterator<Item = bool> + '_ {
                (0..self.len).map(|k| self.words[k / 32] >> (k % 32) & 1 == 1)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let message: [u8; 24] = std::array::from_fn(|k| {
                let v = input[i + k];
                ((v % 6).min(v / 6 % 6)) as u8
            });
            let mut weights = [1; SYMBOLS];
            message.iter().for_each(|&s| weights[s as usize] += 1);
            let huffman = Huffman::from_weights(&weights);
            let mut buffer = BitBuffer { words: [0; 4], len: 0 };
            for &symbol in &message {
                buffer.push(huffman.codes[symbol as usize]);
            }
            let right = huffman.decode(buffer.iter()).eq(message.iter().copied());
            let longest = huffman.codes.iter().map(|c| c.len).max().unwrap_or(0);
            let kraft: u32 = huffman.codes.iter().map(|c| 1 << (16 - c.len)).sum();
            let hash = buffer.words.iter().fold(0u32, |h, w| h.rotate_left(7) ^ w);
            hash ^ (buffer.len as u32) << 16 ^ u32::from(longest) << 8 ^ u32::from(right) ^ kraft
        }
    }
    image_filters {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Rgb {
            r: u8,
            g: u8,
            b: u8,
        }

        impl Rgb {
            fn luma(self) -> u8 {
                ((77 * self.r as u32 + 150 * self.g as u32 + 29 * self.b as u32) >> 8) as u8
            }
            fn zip_with(self, other: Rgb, f: impl Fn(u8, u8) -> u8) -> Rgb {
                Rgb { r: f(self.r, other.r), g: f(self.g, other.g), b: f(self.b, other.b) }
            }
            fn channels(&self) -> [u8; 3] {
                let &Rgb { r, g, b } = self;
                [r, g, b]
            }
        }

        impl From<[u8; 3]> for Rgb {
            fn from([r, g, b]: [u8; 3]) -> Self {
                Rgb { r, g, b }
            }
        }

        impl From<u32> for Rgb {
            fn from(packed: u32) -> Self {
                let [_, r, g, b] = packed.to_be_bytes();
                [r, g, b].into()
            }
        }

        #[derive(Clone, Copy)]
        struct Image<P, const W: usize, const H: usize>([[P; W]; H]);

        impl<P: Copy + Default, const W: usize, const H: usize> Image<P, W, H> {
            fn generate(f: impl Fn(usize, usize) -> P) -> Self {
                let mut rows = [[P::default(); W]; H];
                for (y, row) in rows.iter_mut().enumerate() {
                    for (x, pixel) in row.iter_mut().enumerate() {
                        *pixel = f(x, y);
                    }
                }
                Image(rows)
            }

            fn map<Q: Copy + Default>(&self, f: impl Fn(P) -> Q) -> Image<Q, W, H> {
                Image::generate(|x, y| f(self.0[y][x]))
            }

            fn get_clamped(&self, x: isize, y: isize) -> P {
                let x = x.clamp(0, W as isize - 1) as usize;
                let y = y.clamp(0, H as isize - 1) as usize;
                self.0[y][x]
            }

            fn neighbourhood(&self, x: usize, y: usize) -> [P; 9] {
                std::array::from_fn(|k| self.get_clamped(x as isize + k as isize % 3 - 1, y as isize + k as isize / 3 - 1))
            }
        }

        impl<const W: usize, const H: usize> Image<u8, W, H> {
            fn convolve(&self, kernel: &[[i32; 3]; 3], scale: i32) -> Self {
                Self::generate(|x, y| {
                    let sum: i32 = kernel.iter().flatten().zip(self.neighbourhood(x, y)).map(|(k, p)| k * i32::from(p)).sum();
                    (sum / scale).clamp(0, 255) as u8
                })
            }

            fn median(&self) -> Self {
                Self::generate(|x, y| {
                    let mut window = self.neighbourhood(x, y);
                    window.sort();
                    window[4]
                })
            }

            fn histogram(&self) -> [u16; 4] {
                self.0.iter().flatten().fold([0; 4], |mut bins, p| {
                    bins[(p >> 6) as usize] += 1;
                    bins
                })
            }
        }

        const BLUR: [[i32; 3]; 3] = [[1, 2, 1], [2, 4, 2], [1, 2, 1]];
        const SHARPEN: [[i32; 3]; 3] = [[0, -1, 0], [-1, 5, -1], [0, -1, 0]];

        fn one(i: usize, input: &[u32]) -> u32 {
            let photo = Image::<Rgb, 6, 5>::generate(|x, y| Rgb::from(input[i + y * 6 + x] << 8 | (x * 40) as u32));
            let brightness = (i % 5) as u8 * 10;
            let brighter = photo.map(|p| p.zip_with(Rgb { r: brightness, g: brightness, b: 0 }, u8::saturating_add));
            let gray = brighter.map(Rgb::luma);
            let soft = gray.convolve(&BLUR, 16);
            let sharp = soft.convolve(&SHARPEN, 1).median();
            let bins = sharp.histogram();
            let reddest = photo.0.iter().flat_map(|row| row.iter()).map(|p| p.channels()[0]).max();
            bins.iter().fold(0, |acc, &n| acc << 6 | n as u32) ^ u32::from(sharp.0[2][3]) << 24 ^ reddest.map_or(0, u32::from)
        }
    }
    interpreter {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Value {
            Int(i32),
            Bool(bool),
            Nil,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Op {
            Push(i16),
            Load(u8),
            Store(u8),
            Add,
            Sub,
            Mul,
            Less,
            Not,
            Jump(i8),
            JumpUnless(i8),
            Call { target: u8, args: u8 },
            Return,
            Halt,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Trap {
            StackUnderflow,
            StackOverflow,
            TypeMismatch(Op),
            OutOfFuel,
            NoSuchInstruction(usize),
        }

        impl Value {
            fn as_int(self) -> Option<i32> {
                if let Value::Int(n) = self { Some(n) } else { None }
            }
            fn is_truthy(&self) -> bool {
                !matches!(self, Value::Nil | Value::Bool(false) | Value::Int(0))
            }
        }

        impl From<i16> for Value {
            fn from(n: i16) -> Self {
                Value::Int(n.into())
            }
        }

        #[derive(Clone, Copy)]
        struct Frame {
            return_to: usize,
            base: usize,
        }

        struct Vm<'p> {
            program: &'p [Op],
            pc: usize,
            stack: [Value; 24],
            sp: usize,
            frames: [Frame; 8],
            depth: usize,
            locals: [Value; 4],
        }

        impl<'p> Vm<'p> {
            fn new(program: &'p [Op]) -> Vm<'p> {
                Vm {
                    program,
                    pc: 0,
                    stack: [Value::Nil; 24],
                    sp: 0,
                    frames: [Frame { return_to: 0, base: 0 }; 8],
                    depth: 0,
                    locals: [Value::Nil; 4],
                }
            }

            fn push(&mut self, v: impl Into<Value>) -> Result<(), Trap> {
                let slot = self.stack.get_mut(self.sp).ok_or(Trap::StackOverflow)?;
                *slot = v.into();
                self.sp += 1;
                Ok(())
            }

            fn pop(&mut self) -> Result<Value, Trap> {
                let base = self.frames[..self.depth].last().map_or(0, |f| f.base);
                if self.sp <= base {
                    return Err(Trap::StackUnderflow);
                }
                self.sp -= 1;
                Ok(self.stack[self.sp])
            }

            fn arithmetic(&mut self, op: Op, f: fn(i32, i32) -> i32) -> Result<(), Trap> {
                let (b, a) = (self.pop()?, self.pop()?);
                match (a, b) {
                    (Value::Int(a), Value::Int(b)) => self.push(Value::Int(f(a, b))),
                    _ => Err(Trap::TypeMismatch(op)),
                }
            }

            fn step(&mut self) -> Result<Option<Value>, Trap> {
                let op = *self.program.get(self.pc).ok_or(Trap::NoSuchInstruction(self.pc))?;
                self.pc += 1;
                match op {
                    Op::Push(n) => self.push(n)?,
                    Op::Load(k) => self.push(self.locals[k as usize])?,
                    Op::Store(k) => self.locals[k as usize] = self.pop()?,
                    Op::Add => self.arithmetic(op, i32::wrapping_add)?,
                    Op::Sub => self.arithmetic(op, i32::wrapping_sub)?,
                    Op::Mul => self.arithmetic(op, |a, b| a.wrapping_mul(b))?,
                    Op::Less => {
                        let b = self.pop()?.as_int().ok_or(Trap::TypeMismatch(op))?;
                        let a = self.pop()?.as_int().ok_or(Trap::TypeMismatch(op))?;
                        self.push(Value::Bool(a < b))?;
                    }
                    Op::Not => {
                        let v = self.pop()?;
                        self.push(Value::Bool(!v.is_truthy()))?
                    }
                    Op::Jump(by) => self.pc = self.pc.wrapping_add_signed(by as isize),
                    Op::JumpUnless(by) => {
                        if !self.pop()?.is_truthy() {
                            self.pc = self.pc.wrapping_add_signed(by.into());
                        }
                    }
                    Op::Call { target, args } => {
                        let frame = Frame { return_to: self.pc, base: self.sp.checked_sub(args as usize).ok_or(Trap::StackUnderflow)? };
                        *self.frames.get_mut(self.depth).ok_or(Trap::StackOverflow)? = frame;
                        self.depth += 1;
                        self.pc = target as usize;
                    }
                    Op::Return => {
                        let result = self.pop()?;
                        self.depth = self.depth.checked_sub(1).ok_or(Trap::StackUnderflow)?;
                        let Frame { return_to, base } = self.frames[self.depth];
                        self.sp = base;
                        self.pc = return_to;
                        self.push(result)?;
                    }
                    Op::Halt => return self.pop().map(Some),
                }
                Ok(None)
            }

            fn run(mut self, fuel: usize) -> Result<Value, Trap> {
                for _ in 0..fuel {
                    if let Some(result) = self.step()? {
                        return Ok(result);
                    }
                }
                Err(Trap::OutOfFuel)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            use Op::*;
            let n = (input[i] % 9) as i16;
            let last = match i % 5 {
                0 => Add,
                1 => Less,
                2 => Jump(20),
                3 => Call { target: 0, args: 1 },
                _ => Mul,
            };
            let program = [
                Push(n),
                Store(0),
                Push(1),
                Store(1),
                // while 0 < n: acc = acc * square(n); n -= 2
                Push(0),
                Load(0),
                Less,
                JumpUnless(9),
                Load(1),
                Load(0),
                Call { target: 20, args: 1 },
                Mul,
                Store(1),
                Load(0),
                Push(2),
                Sub,
                Jump(-12),
                Load(1),
                last,
                Halt,
                Store(2),
                Load(2),
                Load(2),
                Mul,
                Return,
            ];
            match Vm::new(&program).run(100) {
                Ok(Value::Int(n)) => n as u32,
                Ok(Value::Bool(b)) => 10 + b as u32,
                Ok(Value::Nil) => 12,
                Err(Trap::NoSuchInstruction(at)) => 1000 + at as u32,
                Err(Trap::TypeMismatch(Call { target, .. })) => 2000 + u32::from(target),
                Err(trap) => 3000 + matches!(trap, Trap::StackUnderflow) as u32 + 2 * u32::from(trap == Trap::OutOfFuel),
            }
        }
    }
    linear_solvers {
        use std::ops::{Index, IndexMut, Mul};

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Matrix<const R: usize, const C: usize> {
            data: [[f64; C]; R],
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum LinAlgError {
            Singular { column: usize },
            NotPositiveDefinite(f64),
        }

        impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
            type Output = f64;
            fn index(&self, (r, c): (usize, usize)) -> &f64 {
                &self.data[r][c]
            }
        }
        impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
            fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f64 {
                &mut self.data[r][c]
            }
        }

        impl<const R: usize, const C: usize> Matrix<R, C> {
            fn zeros() -> Self {
                Matrix { data: [[0.0; C]; R] }
            }
            fn from_fn<F>(f: F) -> Self
            where
                F: Fn(usize, usize) -> f64,
            {
                Matrix { data: std::array::from_fn(|r| std::array::from_fn(|c| f(r, c))) }
            }
            fn transpose(&self) -> Matrix<C, R> {
                Matrix::from_fn(|r, c| self[(c, r)])
            }
        }

        impl<const N: usize> Matrix<N, N> {
            const IDENTITY: Self = {
                let mut data = [[0.0; N]; N];
                let mut i = 0;
                while i < N {
                    data[i][i] = 1.0;
                    i += 1;
                }
                Matrix { data }
            };

            fn trace(&self) -> f64 {
                (0..N).map(|i| self[(i, i)]).sum()
            }

            fn lu(mut self) -> Result<(Self, [usize; N], bool), LinAlgError> {
                let mut pivots = std::array::from_fn(|i| i);
                let mut odd = false;
                for k in 0..N {
                    let (best, size) = (k..N)
                        .map(|r| (r, self[(r, k)].abs()))
                        .fold((k, -1.0), |best, candidate| if candidate.1 > best.1 { candidate } else { best });
                    if size < 1e-12 {
                        return Err(LinAlgError::Singular { column: k });
                    }
                    if best != k {
                        self.data.swap(best, k);
                        pivots.swap(best, k);
                        odd = !odd;
                    }
                    for r in k + 1..N {
                        let factor = self[(r, k)] / self[(k, k)];
                        self[(r, k)] = factor;
                        for c in k + 1..N {
                            let above = self[(k, c)];
                            self[(r, c)] -= factor * above;
                        }
                    }
                }
                Ok((self, pivots, odd))
            }

            fn solve(&self, b: [f64; N]) -> Result<[f64; N], LinAlgError> {
                let (lu, pivots, _) = self.lu()?;
                let mut x = pivots.map(|p| b[p]);
                for r in 0..N {
                    let (done, rest) = x.split_at_mut(r);
                    rest[0] -= lu.data[r].iter().zip(done.iter()).map(|(a, b)| a * b).sum::<f64>();
                }
                for r in (0..N).rev() {
                    let tail: f64 = (r + 1..N).map(|c| lu[(r, c)] * x[c]).sum();
                    x[r] = (x[r] - tail) / lu[(r, r)];
                }
                Ok(x)
            }

            fn determinant(&self) -> f64 {
                match self.lu() {
                    Ok((lu, _, odd)) => (0..N).map(|i| lu[(i, i)]).product::<f64>() * if odd { -1.0 } else { 1.0 },
                    Err(_) => 0.0,
                }
            }

            fn cholesky(&self) -> Result<Self, LinAlgError> {
                let mut l = Self::zeros();
                for i in 0..N {
                    for j in 0..=i {
                        let s: f64 = l.data[i][..j].iter().zip(&l.data[j][..j]).map(|(a, b)| a * b).sum();
                        let d = self[(i, j)] - s;
                        l[(i, j)] = if i == j {
                            if d <= 0.0 {
                                return Err(LinAlgError::NotPositiveDefinite(d));
                            }
                            d.sqrt()
                        } else {
                            d / l[(j, j)]
                        };
                    }
                }
                Ok(l)
            }
        }

        impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, rhs: Matrix<K, C>) -> Matrix<R, C> {
                Matrix::from_fn(|r, c| (0..K).map(|k| self[(r, k)] * rhs[(k, c)]).sum())
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let a = Matrix::<3, 4>::from_fn(|r, c| (input[i + r * 4 + c] % 9) as f64 - 4.0);
            let gram = a * a.transpose();
            let b = [1.0, -2.0, (i % 7) as f64];
            let by_lu = gram.solve(b);
            let factor = gram.cholesky();
            let kind = match (&by_lu, &factor) {
                (Ok(_), Ok(_)) => 0,
                (Err(LinAlgError::Singular { column }), _) => 10 + *column as u32,
                (Ok(_), Err(LinAlgError::NotPositiveDefinite(d))) if *d < 0.0 => 2,
                _ => 3,
            };
            let error = factor.map_or(99.0, |l| {
                let back = l * l.transpose();
                let mut worst: f64 = 0.0;
                for (r, row) in back.data.iter().enumerate() {
                    for (c, v) in row.iter().enumerate() {
                        worst = worst.max((v - gram[(r, c)]).abs());
                    }
                }
                worst
            });
            let x0 = by_lu.map(|x| (x[0].abs().min(1e5) * 100.0) as u32).unwrap_or(0);
            let det = gram.determinant().round() as i64 as u32;
            det ^ x0 << 7 ^ kind << 28 ^ u32::from(error < 1e-9) << 31 ^ (Matrix::<3, 3>::IDENTITY.trace() as u32)
        }
    }
    lz77 {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Token {
            Literal(u8),
            Match { distance: u16, length: u8 },
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum DecodeError {
            UnexpectedEof,
            BadDistance { at: usize, distance: u16 },
            OutputFull,
        }

        type Result<T> = core::result::Result<T, DecodeError>;

        struct Output<'a> {
            buf: &'a mut [u8],
            len: usize,
        }

        impl<'a> Output<'a> {
            fn new(buf: &'a mut [u8]) -> Self {
                Self { buf, len: 0 }
            }
            fn push(&mut self, byte: u8) -> Result<()> {
                *self.buf.get_mut(self.len).ok_or(DecodeError::OutputFull)? = byte;
                self.len += 1;
                Ok(())
            }
            fn copy_back(&mut self, distance: u16, length: u8) -> Result<()> {
                let start = self
                    .len
                    .checked_sub(distance as usize)
                    .filter(|_| distance > 0)
                    .ok_or(DecodeError::BadDistance { at: self.len, distance })?;
                for i in start..start + length as usize {
                    self.push(self.buf[i])?;
                }
                Ok(())
            }
            fn written(&self) -> &[u8] {
                &self.buf[..self.len]
            }
        }

        struct Tokens<'a> {
            input: &'a [u8],
        }

        impl<'a> Iterator for Tokens<'a> {
            type Item = Result<Token>;

            fn next(&mut self) -> Option<Self::Item> {
                let (&tag, rest) = self.input.split_first()?;
                self.input = rest;
                if tag < 0x80 {
                    return Some(Ok(Token::Literal(tag)));
                }
                let Some((&low, rest)) = self.input.split_first() else {
                    return Some(Err(DecodeError::UnexpectedEof));
                };
                self.input = rest;
                let length = (tag >> 4 & 0x7) + 2;
                let distance = u16::from(tag & 0x0f) << 8 | u16::from(low);
                Some(Ok(Token::Match { distance, length }))
            }
        }

        fn encode(input: &[u8], out: &mut [u8; 96]) -> usize {
            let mut n = 0;
            let mut pos = 0;
            while pos < input.len() {
                let best = (1..=pos.min(255))
                    .map(|d| {
                        let length = input[pos..]
                            .iter()
                            .zip(&input[pos - d..])
                            .take(9)
                            .take_while(|(a, b)| a == b)
                            .count();
                        (length, d)
                    })
                    .filter(|&(length, _)| length > 2)
                    .max_by_key(|&(length, d)| (length, std::cmp::Reverse(d)));
                if let Some((length, distance)) = best {
                    out[n] = 0x80 | (length as u8 - 2) << 4;
                    out[n + 1] = distance as u8;
                    n += 2;
                    pos += length;
                } else {
                    out[n] = input[pos];
                    n += 1;
                    pos += 1;
                }
            }
            n
        }

        fn decode<'a>(input: &[u8], buf: &'a mut [u8]) -> Result<usize> {
            let mut output = Output::new(buf);
            for token in (Tokens { input }) {
                match token? {
                    Token::Literal(byte) => output.push(byte)?,
                    Token::Match { distance, length } => output.copy_back(distance, length)?,
                }
            }
            Ok(output.written().len())
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let text: [u8; 48] = std::array::from_fn(|k| b'a' + (input[i + k] % 3) as u8);
            let mut packed = [0; 96];
            let n = encode(&text, &mut packed);
            let mut unpacked = [0u8; 64];
            let outcome = decode(&packed[..n], &mut unpacked);
            let same = outcome == Ok(text.len()) && unpacked[..text.len()] == text[..];
            packed[i % n] ^= 0x91;
            let damaged = match decode(&packed[..n], &mut unpacked) {
                Ok(len) => len as u32,
                Err(DecodeError::UnexpectedEof) => 1000,
                Err(DecodeError::BadDistance { at, distance }) => 2000 + at as u32 + u32::from(distance % 100),
                Err(DecodeError::OutputFull) => 3000,
            };
            n as u32 | (same as u32) << 8 | damaged << 9
        }
    }
    marching_contours {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        enum Edge {
            Top,
            Right,
            Bottom,
            Left,
        }

        type Pair = (Edge, Edge);

        const fn case_of(bits: u8) -> (Option<Pair>, Option<Pair>) {
            use Edge::*;
            match bits {
                0 | 15 => (None, None),
                1 | 14 => (Some((Left, Bottom)), None),
                2 | 13 => (Some((Bottom, Right)), None),
                3 | 12 => (Some((Left, Right)), None),
                4 | 11 => (Some((Top, Right)), None),
                6 | 9 => (Some((Top, Bottom)), None),
                7 | 8 => (Some((Left, Top)), None),
                5 => (Some((Left, Top)), Some((Bottom, Right))),
                10 => (Some((Left, Bottom)), Some((Top, Right))),
                _ => panic!("four bits"),
            }
        }

        struct Cell<'f> {
            field: &'f Field,
            x: usize,
            y: usize,
        }

        const SIDE: usize = 6;

        struct Field {
            values: [f32; SIDE * SIDE],
            level: f32,
        }

        impl Field {
            fn sample(&self, x: usize, y: usize) -> f32 {
                self.values[y * SIDE + x]
            }

            fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
                (0..SIDE - 1).flat_map(move |y| (0..SIDE - 1).map(move |x| Cell { field: self, x, y }))
            }
        }

        impl Cell<'_> {
            fn corners(&self) -> [f32; 4] {
                let Cell { field, x, y } = *self;
                [field.sample(x, y), field.sample(x + 1, y), field.sample(x + 1, y + 1), field.sample(x, y + 1)]
            }

            fn bits(&self) -> u8 {
                let [a, b, c, d] = self.corners().map(|v| (v > self.field.level) as u8);
                a << 3 | b << 2 | c << 1 | d
            }

            fn cross(&self, edge: Edge) -> (f32, f32) {
                let [a, b, c, d] = self.corners();
                let t = |from: f32, to: f32| (self.field.level - from) / (to - from);
                let (x, y) = (self.x as f32, self.y as f32);
                match edge {
                    Edge::Top => (x + t(a, b), y),
                    Edge::Right => (x + 1.0, y + t(b, c)),
                    Edge::Bottom => (x + t(d, c), y + 1.0),
                    Edge::Left => (x, y + t(a, d)),
                }
            }

            fn segments(&self) -> impl Iterator<Item = [(f32, f32); 2]> + '_ {
                let (first, second) = case_of(self.bits());
                first.into_iter().chain(second).map(|(from, to)| [self.cross(from), self.cross(to)])
            }
        }

        #[derive(Default, Clone, Copy, Debug)]
        struct Stats {
            length: f32,
            segments: u32,
            saddles: u32,
        }

        impl std::ops::AddAssign for Stats {
            fn add_assign(&mut self, rhs: Self) {
                self.length += rhs.length;
                self.segments += rhs.segments;
                self.saddles += rhs.saddles;
            }
        }

        fn measure(field: &Field) -> Stats {
            let mut total = Stats::default();
            for cell in field.cells() {
                let mut stats = Stats { saddles: matches!(cell.bits(), 5 | 10).into(), ..Stats::default() };
                for [(ax, ay), (bx, by)] in cell.segments() {
                    stats.length += (ax - bx).hypot(ay - by);
                    stats.segments += 1;
                }
                total += stats;
            }
            total
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut field = Field { values: [0.0; SIDE * SIDE], level: 31.5 };
            field.values.iter_mut().zip(&input[i..]).for_each(|(v, &w)| *v = (w % 64) as f32);
            let Stats { length, segments, saddles } = measure(&field);
            ((length * 64.0).round() as u32) << 12 | segments << 4 | saddles
        }
    }
    numeric_tower {
        use std::fmt::Debug;
        use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

        trait Zero: Sized + Add<Self, Output = Self> {
            fn zero() -> Self;
            fn is_zero(&self) -> bool;
        }

        trait One: Sized + Mul<Self, Output = Self> {
            fn one() -> Self;
        }

        macro_rules! impl_numeric {
            ($($t:ty => $zero:expr, $one:expr);* $(;)?) => {
                $(
                    impl Zero for $t {
                        fn zero() -> Self { $zero }
                        fn is_zero(&self) -> bool { *self == $zero }
                    }
                    impl One for $t {
                        fn one() -> Self { $one }
                    }
                )*
            };
        }

        impl_numeric! {
            i32 => 0, 1;
            i64 => 0, 1;
            f32 => 0.0, 1.0;
        }

        trait Ring: Zero + One + Sub<Output = Self> + Neg<Output = Self> + Copy + PartialEq + Debug {}
        impl<T> Ring for T where T: Zero + One + Sub<Output = T> + Neg<Output = T> + Copy + PartialEq + Debug {}

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Mod<const P: u32>(u32);

        impl<const P: u32> Mod<P> {
            fn pow(self, e: u32) -> Self {
                let mut acc = Self::one();
                for bit in (0..32 - e.leading_zeros()).rev() {
                    acc = acc * acc;
                    if e >> bit & 1 == 1 {
                        acc = acc * self;
                    }
                }
                acc
            }
            fn inverse(self) -> Option<Self> {
                if self.is_zero() { None } else { Some(self.pow(P - 2)) }
            }
        }

        impl<const P: u32> Add for Mod<P> {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                let sum = self.0 + o.0;
                Mod(if sum >= P { sum - P } else { sum })
            }
        }
        impl<const P: u32> Neg for Mod<P> {
            type Output = Self;
            fn neg(self) -> Self {
                Mod((P - self.0) % P)
            }
        }
        impl<const P: u32> Sub for Mod<P> {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                self + -o
            }
        }
        impl<const P: u32> Mul for Mod<P> {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Mod((u64::from(self.0) * u64::from(o.0) % u64::from(P)) as u32)
            }
        }
        impl<const P: u32> Div for Mod<P> {
            type Output = Option<Self>;
            fn div(self, o: Self) -> Option<Self> {
                o.inverse().map(|inv| self * inv)
            }
        }
        impl<const P: u32> Zero for Mod<P> {
            fn zero() -> Self {
                Mod(0)
            }
            fn is_zero(&self) -> bool {
                self.0 == 0
            }
        }
        impl<const P: u32> One for Mod<P> {
            fn one() -> Self {
                Mod(1)
            }
        }

        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Poly<T, const N: usize>([T; N]);

        impl<T: Ring, const N: usize> Poly<T, N> {
            fn eval(&self, x: T) -> T {
                self.0.iter().rev().fold(T::zero(), |acc, &c| acc * x + c)
            }
            fn degree(&self) -> Option<usize> {
                self.0.iter().rposition(|c| !c.is_zero())
            }
            fn derivative(&self) -> Self {
                let mut out = [T::zero(); N];
                let mut k = T::zero();
                for (o, &c) in out.iter_mut().zip(self.0.iter().skip(1)) {
                    k = k + T::one();
                    *o = c * k;
                }
                Poly(out)
            }
        }

        fn dot<T>(a: &[T], b: &[T]) -> T
        where
            T: Ring + AddAssign,
        {
            let mut sum = T::zero();
            for (x, y) in a.iter().zip(b) {
                sum += *x * *y;
            }
            sum
        }

        impl<const P: u32> AddAssign for Mod<P> {
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            type F = Mod<65_537>;
            let words = &input[i..i + 5];
            let p: Poly<F, 5> = Poly(std::array::from_fn(|k| Mod(words[k])));
            let q = Poly::<i64, 5>(std::array::from_fn(|k| words[k] as i64 % 20 - 10));
            let r = Poly([1.0f32, -0.5, 0.25, 0.0]);
            let a = p.eval(Mod(3)) * p.derivative().eval(Mod(5));
            let b = q.eval(-3) + q.derivative().eval(2);
            let c = r.eval((words[0] % 8) as f32) + r.derivative().eval(1.5);
            let Some(quotient) = a / p.0[1] else { return 1 };
            let check = quotient * p.0[1] == a;
            let d = dot(&p.0, &[Mod::one(); 5]);
            let e = dot(&[1, 2, 3], &[4, 5, i as i32]);
            let degrees = r.degree().unwrap() + q.degree().unwrap_or(9);
            quotient.0 ^ (b as u32) << 4 ^ ((c * 16.0) as i32 as u32) << 10 ^ d.0 << 15 ^ e as u32 ^ u32::from(check) << 31 ^ degrees as u32
        }
    }
    ordered_dither {
        const fn bayer<const N: usize>() -> [[u8; N]; N] {
            let mut m = [[0; N]; N];
            let mut y = 0;
            while y < N {
                let mut x = 0;
                while x < N {
                    let (mut v, mut mask, mut bit) = (0, N / 2, 0);
                    let xc = x ^ y;
                    while mask > 0 {
                        v |= ((y & mask != 0) as usize) << bit;
                        v |= ((xc & mask != 0) as usize) << (bit + 1);
                        bit += 2;
                        mask /= 2;
                    }
                    m[y][x] = v as u8;
                    x += 1;
                }
                y += 1;
            }
            m
        }

        const BAYER4: [[u8; 4]; 4] = bayer::<4>();
        const BAYER8: [[u8; 8]; 8] = bayer();

        trait Quantizer {
            const LEVELS: u8;

            fn quantize(&mut self, x: usize, y: usize, value: u8) -> u8;

            fn run<const W: usize>(&mut self, row: &[u8; W], y: usize) -> [u8; W] {
                let mut out = [0; W];
                for x in 0..W {
                    out[x] = self.quantize(x, y, row[x]);
                }
                out
            }
        }

        struct Threshold(u8);
        struct Ordered<'a, const N: usize> {
            matrix: &'a [[u8; N]; N],
        }
        #[derive(Default)]
        struct ErrorDiffusion {
            error: i32,
        }

        impl Quantizer for Threshold {
            const LEVELS: u8 = 2;
            fn quantize(&mut self, _: usize, _: usize, value: u8) -> u8 {
                (value >= self.0).into()
            }
        }
        impl<const N: usize> Quantizer for Ordered<'_, N> {
            const LEVELS: u8 = 4;
            fn quantize(&mut self, x: usize, y: usize, value: u8) -> u8 {
                let t = self.matrix[y % N][x % N] as u32;
                let scaled = value as u32 * (Self::LEVELS as u32 - 1);
                let (level, rest) = (scaled / 255, scaled % 255);
                (level + u32::from(rest * (N * N) as u32 > t * 255)) as u8
            }
        }
        impl Quantizer for ErrorDiffusion {
            const LEVELS: u8 = 2;
            fn quantize(&mut self, _: usize, _: usize, value: u8) -> u8 {
                let wanted = i32::from(value) + self.error;
                let level = wanted > 127;
                self.error = wanted - if level { 255 } else { 0 };
                level as u8
            }
        }

        fn pack<Q: Quantizer>(mut q: Q, rows: &[[u8; 8]]) -> u32 {
            let mut hash = 0u32;
            for (y, row) in rows.iter().enumerate() {
                for level in q.run(row, y) {
                    debug_assert!(level < Q::LEVELS);
                    hash = hash.rotate_left(2) ^ u32::from(level);
                }
            }
            hash.wrapping_mul(Q::LEVELS.into())
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut rows = [[0u8; 8]; 4];
            for (pixel, &v) in rows.iter_mut().flat_map(|r| r.iter_mut()).zip(input[i..].iter()) {
                *pixel = v as u8;
            }
            match i & 3 {
                0 => pack(Threshold(100 + i as u8), &rows),
                1 => pack(Ordered { matrix: &BAYER4 }, &rows),
                2 => pack(Ordered { matrix: &BAYER8 }, &rows[1..]),
                _ => pack(ErrorDiffusion::default(), &rows),
            }
        }
    }
    quaternion_slerp {
        use std::ops::{Add, Div, Mul, MulAssign, Neg, Sub};

        #[repr(C)]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Quat {
            pub w: f32,
            pub v: Vec3,
        }

        #[repr(C)]
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct Vec3([f32; 3]);

        impl Vec3 {
            pub const X: Self = Self([1.0, 0.0, 0.0]);
            pub const Y: Self = Self([0.0, 1.0, 0.0]);
            pub const Z: Self = Self([0.0, 0.0, 1.0]);

            pub fn cross(self, rhs: Self) -> Self {
                let ([a, b, c], [x, y, z]) = (self.0, rhs.0);
                Self([b * z - c * y, c * x - a * z, a * y - b * x])
            }
            pub fn dot(self, rhs: Self) -> f32 {
                self.0.iter().zip(&rhs.0).map(|(a, b)| a * b).sum()
            }
        }

        impl Add for Vec3 {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] + rhs.0[i]))
            }
        }
        impl Mul<f32> for Vec3 {
            type Output = Self;
            fn mul(self, k: f32) -> Self {
                Self(self.0.map(|c| c * k))
            }
        }
        impl Neg for Vec3 {
            type Output = Self;
            fn neg(self) -> Self {
                Self(self.0.map(Neg::neg))
            }
        }

        impl Quat {
            pub const IDENTITY: Quat = Quat { w: 1.0, v: Vec3([0.0; 3]) };

            pub fn from_axis_angle(axis: Vec3, angle: f32) -> Self {
                let (s, c) = (angle * 0.5).sin_cos();
                Quat { w: c, v: axis * s }
            }
            pub fn conjugate(self) -> Self {
                Quat { v: -self.v, ..self }
            }
            pub fn dot(self, o: Quat) -> f32 {
                self.w * o.w + self.v.dot(o.v)
            }
            pub fn norm(self) -> f32 {
                self.dot(self).sqrt()
            }
            pub fn normalize(self) -> Self {
                self / self.norm()
            }
            pub fn rotate(self, p: Vec3) -> Vec3 {
                (self * Quat { w: 0.0, v: p } * self.conjugate()).v
            }
            pub fn slerp(self, mut to: Quat, t: f32) -> Quat {
                let mut cos = self.dot(to);
                if cos < 0.0 {
                    to = -to;
                    cos = -cos;
                }
                let (a, b) = if cos > 0.9995 {
                    (1.0 - t, t)
                } else {
                    let theta = cos.acos();
                    (((1.0 - t) * theta).sin() / theta.sin(), (t * theta).sin() / theta.sin())
                };
                (self * a + to * b).normalize()
            }
        }

        impl Mul for Quat {
            type Output = Quat;
            fn mul(self, o: Quat) -> Quat {
                Quat { w: self.w * o.w - self.v.dot(o.v), v: o.v * self.w + self.v * o.w + self.v.cross(o.v) }
            }
        }
        impl MulAssign for Quat {
            fn mul_assign(&mut self, rhs: Self) {
                *self = *self * rhs;
            }
        }
        impl Mul<f32> for Quat {
            type Output = Quat;
            fn mul(self, k: f32) -> Quat {
                Quat { w: self.w * k, v: self.v * k }
            }
        }
        impl Div<f32> for Quat {
            type Output = Quat;
            fn div(self, k: f32) -> Quat {
                self * (1.0 / k)
            }
        }
        impl Add for Quat {
            type Output = Quat;
            fn add(self, o: Quat) -> Quat {
                Quat { w: self.w + o.w, v: self.v + o.v }
            }
        }
        impl Sub for Quat {
            type Output = Quat;
            fn sub(self, o: Quat) -> Quat {
                self + -o
            }
        }
        impl Neg for Quat {
            type Output = Quat;
            fn neg(self) -> Quat {
                Quat { w: -self.w, v: -self.v }
            }
        }
        impl std::iter::Product for Quat {
            fn product<I: Iterator<Item = Quat>>(iter: I) -> Quat {
                iter.fold(Quat::IDENTITY, |mut acc, q| {
                    acc *= q;
                    acc
                })
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let angle = |k: usize| (input[i + k] % 628) as f32 / 100.0;
            let axes = [Vec3::X, Vec3::Y, Vec3::Z];
            let turns: Quat = axes.iter().enumerate().map(|(k, &axis)| Quat::from_axis_angle(axis, angle(k))).product();
            let half = Quat::IDENTITY.slerp(turns, 0.5);
            let twice = half * half;
            let off = (twice - turns).norm().min((twice - -turns).norm());
            let Vec3([x, y, z]) = turns.rotate(Vec3([1.0, 2.0, -0.5]));
            let p = [x, y, z].map(|c| ((c + 4.0) * 32.0).round() as u32);
            p[0] << 20 | p[1] << 10 | p[2] | u32::from(off < 1e-3) << 31
        }
    }
    queens_dancing {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        struct Attacks {
            columns: u16,
            rising: u16,
            falling: u16,
        }

        impl Attacks {
            fn free(&self, n: u32) -> BitIter {
                BitIter(!(self.columns | self.rising | self.falling) & ((1 << n) - 1))
            }
            #[must_use]
            fn place(self, bit: u16) -> Self {
                Attacks { columns: self.columns | bit, rising: (self.rising | bit) << 1, falling: (self.falling | bit) >> 1 }
            }
        }

        #[derive(Clone, Copy, Debug, Default)]
        struct BitIter(u16);

        impl Iterator for BitIter {
            type Item = u16;
            fn next(&mut self) -> Option<u16> {
                let lowest = self.0 & self.0.wrapping_neg();
                self.0 ^= lowest;
                (lowest != 0).then_some(lowest)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.0.count_ones() as usize;
                (n, Some(n))
            }
        }

        struct Stack<T, const N: usize> {
            items: [Option<T>; N],
            len: usize,
        }

        impl<T: Copy, const N: usize> Stack<T, N> {
            fn new() -> Self {
                Stack { items: [None; N], len: 0 }
            }
            fn push(&mut self, item: T) {
                self.items[self.len] = Some(item);
                self.len += 1;
            }
            fn pop(&mut self) -> Option<T> {
                if self.len == 0 {
                    None
                } else {
                    self.len -= 1;
                    self.items[self.len].take()
                }
            }
            fn last_mut(&mut self) -> Option<&mut T> {
                self.items[..self.len].last_mut()?.as_mut()
            }
        }

        #[derive(Clone, Copy)]
        struct Row {
            attacks: Attacks,
            left: BitIter,
        }

        struct Queens {
            n: u32,
            rows: Stack<Row, 8>,
        }

        impl Queens {
            fn with_first(n: u32, column: u32) -> Self {
                let mut rows = Stack::new();
                let attacks = Attacks::default().place(1 << column);
                rows.push(Row { attacks, left: attacks.free(n) });
                Self { n, rows }
            }
        }

        impl Iterator for Queens {
            type Item = u16;

            fn next(&mut self) -> Option<Self::Item> {
                while let Some(row) = self.rows.last_mut() {
                    let Some(bit) = row.left.next() else {
                        self.rows.pop();
                        continue;
                    };
                    let attacks = row.attacks.place(bit);
                    if self.rows.len as u32 + 2 > self.n {
                        return Some(bit);
                    }
                    let left = attacks.free(self.n);
                    self.rows.push(Row { attacks, left });
                }
                None
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let n = 4 + i as u32 % 3;
            let first = input[i] % n;
            let solutions = Queens::with_first(n, first);
            let (count, last) = solutions.fold((0u32, 0u32), |(count, _), bit| (count + 1, bit.trailing_zeros()));
            let (low, high) = Attacks::default().place(1 << first).free(n).size_hint();
            let total: usize = (0..n).map(|c| Queens::with_first(n, c).count()).sum();
            count << 24 | last << 16 | (total as u32) << 8 | (low + high.unwrap_or(0)) as u32
        }
    }
    random_walks {
        trait Rng {
            fn next_u32(&mut self) -> u32;

            fn next_u64(&mut self) -> u64 {
                (self.next_u32() as u64) << 32 | self.next_u32() as u64
            }
            fn next_f64(&mut self) -> f64 {
                (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
            }
            fn gen_range(&mut self, range: std::ops::Range<u32>) -> u32 {
                let span = range.end - range.start;
                range.start + ((self.next_u32() as u64 * span as u64) >> 32) as u32
            }
            fn shuffle<T>(&mut self, slice: &mut [T])
            where
                Self: Sized,
            {
                for i in (1..slice.len()).rev() {
                    let j = self.gen_range(0..i as u32 + 1) as usize;
                    slice.swap(i, j);
                }
            }
        }

        struct Pcg32 {
            state: u64,
            inc: u64,
        }

        impl Pcg32 {
            const MULTIPLIER: u64 = 6364136223846793005;

            fn seed_from_u64(seed: u64, stream: u64) -> Self {
                let mut rng = Pcg32 { state: 0, inc: stream << 1 | 1 };
                rng.next_u32();
                rng.state = rng.state.wrapping_add(seed);
                rng.next_u32();
                rng
            }
        }

        impl Rng for Pcg32 {
            fn next_u32(&mut self) -> u32 {
                let old = self.state;
                self.state = old.wrapping_mul(Self::MULTIPLIER).wrapping_add(self.inc);
                let xorshifted = (((old >> 18) ^ old) >> 27) as u32;
                xorshifted.rotate_right((old >> 59) as u32)
            }
        }

        #[derive(Clone)]
        struct Xoshiro128 {
            s: [u32; 4],
        }

        impl Rng for Xoshiro128 {
            fn next_u32(&mut self) -> u32 {
                let [s0, s1, s2, s3] = &mut self.s;
                let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
                let t = *s1 << 9;
                *s2 ^= *s0;
                *s3 ^= *s1;
                *s1 ^= *s2;
                *s0 ^= *s3;
                *s2 ^= t;
                *s3 = s3.rotate_left(11);
                result
            }
        }

        #[derive(Clone, Copy, Debug)]
        enum Payoff {
            Call { strike: f64 },
            Put { strike: f64 },
            Asian { strike: f64, observations: u32 },
            Barrier { strike: f64, barrier: f64 },
        }

        impl Payoff {
            fn of(self, path: &[f64]) -> f64 {
                let last = *path.last().unwrap();
                match self {
                    Payoff::Call { strike } => (last - strike).max(0.0),
                    Payoff::Put { strike } => (strike - last).max(0.0),
                    Payoff::Asian { strike, observations } => {
                        let every = path.len() / observations as usize;
                        let average = path.iter().step_by(every).sum::<f64>() / f64::from(observations);
                        (average - strike).max(0.0)
                    }
                    Payoff::Barrier { strike, barrier } => {
                        if path.iter().any(|&s| s >= barrier) { 0.0 } else { (last - strike).max(0.0) }
                    }
                }
            }
        }

        fn price<R: Rng>(rng: &mut R, payoff: Payoff, paths: u32) -> f64 {
            let (up, down) = (1.02f64, 1.0 / 1.02);
            let mut total = 0.0;
            for _ in 0..paths {
                let mut spot = 100.0;
                let mut path = [0.0; 8];
                for step in path.iter_mut() {
                    spot *= if rng.next_f64() < 0.5 { up } else { down };
                    *step = spot;
                }
                total += payoff.of(&path);
            }
            total / paths as f64
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let payoff = match i % 4 {
                0 => Payoff::Call { strike: 100.0 },
                1 => Payoff::Put { strike: 101.0 },
                2 => Payoff::Asian { strike: 99.0, observations: 4 },
                _ => Payoff::Barrier { strike: 95.0, barrier: 106.0 },
            };
            let mut pcg = Pcg32::seed_from_u64(input[i].into(), i as u64);
            let mut xo = Xoshiro128 { s: [input[i] | 1, 2, 3, 4] };
            let a = price(&mut pcg, payoff, 12);
            let b = price(&mut xo, payoff, 12);
            let mut deck: [u8; 13] = std::array::from_fn(|k| k as u8);
            pcg.shuffle(&mut deck);
            xo.shuffle(&mut deck);
            let order = deck.iter().fold(0u32, |h, &c| h.wrapping_mul(13).wrapping_add(c as u32));
            order ^ (a * 1e6) as u32 ^ ((b * 1e6) as u32).rotate_left(9)
        }
    }
    ray_marcher {
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        struct Vec3 {
            x: f32,
            y: f32,
            z: f32,
        }

        const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
            Vec3 { x, y, z }
        }

        macro_rules! impl_op {
            ($trait:ident, $method:ident, $op:tt) => {
                impl $trait for Vec3 {
                    type Output = Vec3;
                    fn $method(self, rhs: Vec3) -> Vec3 {
                        vec3(self.x $op rhs.x, self.y $op rhs.y, self.z $op rhs.z)
                    }
                }
            };
        }
        impl_op!(Add, add, +);
        impl_op!(Sub, sub, -);

        impl Mul<f32> for Vec3 {
            type Output = Vec3;
            fn mul(self, k: f32) -> Vec3 {
                vec3(self.x * k, self.y * k, self.z * k)
            }
        }

        impl Neg for Vec3 {
            type Output = Vec3;
            fn neg(self) -> Vec3 {
                self * -1.0
            }
        }

        impl Vec3 {
            fn dot(self, o: Self) -> f32 {
                self.x * o.x + self.y * o.y + self.z * o.z
            }
            fn length(self) -> f32 {
                self.dot(self).sqrt()
            }
            fn normalized(self) -> Self {
                self * self.length().recip()
            }
            fn map(self, f: impl Fn(f32) -> f32) -> Self {
                vec3(f(self.x), f(self.y), f(self.z))
            }
        }

        trait Sdf {
            fn distance(&self, p: Vec3) -> f32;

            fn normal(&self, p: Vec3) -> Vec3 {
                const H: f32 = 1.0 / 64.0;
                let d = |offset: Vec3| self.distance(p + offset) - self.distance(p - offset);
                vec3(d(vec3(H, 0.0, 0.0)), d(vec3(0.0, H, 0.0)), d(vec3(0.0, 0.0, H))).normalized()
            }
        }

        struct Sphere {
            center: Vec3,
            radius: f32,
        }
        struct Plane {
            height: f32,
        }
        struct Cube(Vec3, f32);
        struct Union<A, B>(A, B);
        struct Rounded<S> {
            inner: S,
            by: f32,
        }

        impl Sdf for Sphere {
            fn distance(&self, p: Vec3) -> f32 {
                (p - self.center).length() - self.radius
            }
        }
        impl Sdf for Plane {
            fn distance(&self, p: Vec3) -> f32 {
                p.y - self.height
            }
        }
        impl Sdf for Cube {
            fn distance(&self, p: Vec3) -> f32 {
                let Cube(center, half) = *self;
                let q = (p - center).map(|c| c.abs() - half);
                q.map(|c| c.max(0.0)).length() + q.x.max(q.y).max(q.z).min(0.0)
            }
        }
        impl<A: Sdf, B: Sdf> Sdf for Union<A, B> {
            fn distance(&self, p: Vec3) -> f32 {
                self.0.distance(p).min(self.1.distance(p))
            }
        }
        impl<S: Sdf> Sdf for Rounded<S> {
            fn distance(&self, p: Vec3) -> f32 {
                self.inner.distance(p) - self.by
            }
        }

        #[derive(Clone, Copy)]
        struct Ray {
            origin: Vec3,
            dir: Vec3,
        }

        impl Ray {
            fn at(&self, t: f32) -> Vec3 {
                self.origin + self.dir * t
            }
            fn march<S: Sdf>(&self, scene: &S) -> Option<(f32, Vec3)> {
                let mut t = 0.0;
                for _ in 0..48 {
                    let p = self.at(t);
                    let d = scene.distance(p);
                    if d < 1e-3 {
                        return Some((t, scene.normal(p)));
                    }
                    t += d;
                    if t > 30.0 {
                        break;
                    }
                }
                None
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let wobble = (input[i] % 16) as f32 / 64.0;
            let scene = Union(
                Union(Sphere { center: vec3(0.0, wobble, 4.0), radius: 1.0 }, Plane { height: -1.5 }),
                Rounded { inner: Cube(vec3(1.5, 0.0, 5.0), 0.5), by: 0.125 },
            );
            let (x, y) = ((i % 8) as f32 / 4.0 - 1.0, 1.0 - (i / 8) as f32 / 4.0);
            let ray = Ray { origin: Vec3::default(), dir: vec3(x, y, 2.0).normalized() };
            let light = vec3(-1.0, 2.0, -1.0).normalized();
            match ray.march(&scene) {
                Some((t, n)) if t > 0.0 => ((n.dot(light).max(0.0) * 200.0) as u32) << 8 | (t * 4.0) as u32,
                Some(_) => 1,
                None => 0,
            }
        }
    }
    sparse_csr {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Triplet {
            row: usize,
            col: usize,
            value: f64,
        }

        struct Csr<const ROWS: usize, const NNZ: usize> {
            offsets: [usize; ROWS],
            end: usize,
            cols: [usize; NNZ],
            values: [f64; NNZ],
        }

        impl<const ROWS: usize, const NNZ: usize> Csr<ROWS, NNZ> {
            fn from_triplets(mut triplets: [Triplet; NNZ]) -> Self {
                triplets.sort_unstable_by_key(|t| (t.row, t.col));
                let mut csr = Csr { offsets: [0; ROWS], end: 0, cols: [0; NNZ], values: [0.0; NNZ] };
                let mut previous: Option<(usize, usize)> = None;
                let mut row = 0;
                for t in &triplets {
                    while row < t.row {
                        row += 1;
                        csr.offsets[row] = csr.end;
                    }
                    if previous == Some((t.row, t.col)) {
                        csr.values[csr.end - 1] += t.value;
                    } else {
                        csr.cols[csr.end] = t.col;
                        csr.values[csr.end] = t.value;
                        csr.end += 1;
                    }
                    previous = Some((t.row, t.col));
                }
                csr.offsets[row + 1..].fill(csr.end);
                csr
            }

            fn row(&self, r: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
                let end = self.offsets.get(r + 1).copied().unwrap_or(self.end);
                let range = self.offsets[r]..end;
                self.cols[range.clone()].iter().copied().zip(self.values[range].iter().copied())
            }

            fn mul_vec<const COLS: usize>(&self, x: &[f64; COLS]) -> [f64; ROWS] {
                let mut y = [0.0; ROWS];
                for (r, out) in y.iter_mut().enumerate() {
                    *out = self.row(r).map(|(c, v)| v * x[c]).sum();
                }
                y
            }

            fn diagonal(&self) -> [Option<f64>; ROWS] {
                std::array::from_fn(|r| self.row(r).find(|&(c, _)| c == r).map(|(_, v)| v))
            }

            fn jacobi(&self, b: &[f64; ROWS], sweeps: usize) -> Option<[f64; ROWS]> {
                let diagonal = self.diagonal();
                if diagonal.iter().any(|d| d.is_none_or(|d| d == 0.0)) {
                    return None;
                }
                let mut x = [0.0; ROWS];
                for _ in 0..sweeps {
                    let ax = self.mul_vec(&x);
                    for r in 0..ROWS {
                        x[r] += (b[r] - ax[r]) / diagonal[r]?;
                    }
                }
                Some(x)
            }
        }

        fn norm(v: impl IntoIterator<Item = f64>) -> f64 {
            v.into_iter().map(|x| x * x).sum::<f64>().sqrt()
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            const N: usize = 6;
            let triplets: [Triplet; 14] = std::array::from_fn(|k| {
                let v = input[i + k];
                if k < N {
                    Triplet { row: k, col: k, value: 16.0 }
                } else {
                    Triplet { row: (v % 6) as usize, col: (v / 6 % 6) as usize, value: f64::from(v % 5) - 2.0 }
                }
            });
            let matrix = Csr::<N, 14>::from_triplets(triplets);
            let b: [f64; N] = std::array::from_fn(|k| f64::from(input[i + 20 + k] % 100) - 50.0);
            let Some(x) = matrix.jacobi(&b, 12) else { return 7 };
            let residual = matrix.mul_vec(&x);
            let error = norm(residual.iter().zip(&b).map(|(a, b)| a - b));
            let stored = (0..N).map(|r| matrix.row(r).count()).max().unwrap_or(0);
            let size = (norm(x) * 1000.0) as u32;
            size << 8 | (stored as u32) << 4 | u32::from(error < 1e-2)
        }
    }
    sph_density {
        use std::f32::consts::PI;

        #[derive(Clone, Copy, Default)]
        struct Particle {
            position: [f32; 2],
            velocity: [f32; 2],
            density: f32,
            pressure: f32,
        }

        #[derive(Clone, Copy)]
        struct Params {
            h: f32,
            mass: f32,
            stiffness: f32,
            rest_density: f32,
        }

        impl Default for Params {
            fn default() -> Self {
                Self { h: 0.5, mass: 0.1, stiffness: 4.0, rest_density: 1.0 }
            }
        }

        impl Params {
            fn poly6(&self, r2: f32) -> f32 {
                let h2 = self.h * self.h;
                if r2 > h2 {
                    0.0
                } else {
                    4.0 / (PI * self.h.powi(8)) * (h2 - r2).powi(3)
                }
            }
        }

        const CELLS: usize = 4;
        const PER_CELL: usize = 6;

        #[derive(Clone, Copy)]
        struct Cell {
            members: [u8; PER_CELL],
            count: usize,
        }

        struct Grid {
            cells: [[Cell; CELLS]; CELLS],
        }

        impl Grid {
            fn locate([x, y]: [f32; 2]) -> (usize, usize) {
                let clamp = |v: f32| (v * CELLS as f32).clamp(0.0, CELLS as f32 - 1.0) as usize;
                (clamp(x), clamp(y))
            }

            fn build(particles: &[Particle]) -> Result<Self, usize> {
                let mut grid = Grid { cells: [[Cell { members: [0; PER_CELL], count: 0 }; CELLS]; CELLS] };
                for (id, p) in particles.iter().enumerate() {
                    let (cx, cy) = Self::locate(p.position);
                    let cell = &mut grid.cells[cy][cx];
                    let slot = cell.members.get_mut(cell.count).ok_or(id)?;
                    *slot = id as u8;
                    cell.count += 1;
                }
                Ok(grid)
            }

            fn neighbours(&self, cx: usize, cy: usize) -> impl Iterator<Item = usize> + '_ {
                let rows = cy.saturating_sub(1)..(cy + 2).min(CELLS);
                rows.flat_map(move |y| self.cells[y][cx.saturating_sub(1)..(cx + 2).min(CELLS)].iter())
                    .flat_map(|cell| cell.members[..cell.count].iter().map(|&m| usize::from(m)))
            }
        }

        fn distance_squared(a: &[f32; 2], b: &[f32; 2]) -> f32 {
            a.iter().zip(b.iter()).map(|(x, y)| (x - y) * (x - y)).sum()
        }

        fn simulate<const N: usize>(particles: &mut [Particle; N], params: &Params) -> Result<f32, usize> {
            let grid = Grid::build(&particles[..])?;
            let snapshot = *particles;
            for p in particles.iter_mut() {
                let (cx, cy) = Grid::locate(p.position);
                p.density = grid
                    .neighbours(cx, cy)
                    .map(|j| params.mass * params.poly6(distance_squared(&p.position, &snapshot[j].position)))
                    .sum();
                p.pressure = params.stiffness * (p.density - params.rest_density);
            }
            let highest = particles.iter().map(|p| p.pressure).fold(f32::NEG_INFINITY, f32::max);
            for Particle { position: [_, y], velocity: [_, vy], pressure, .. } in particles.iter_mut() {
                *vy -= 9.81 * 0.01 + *pressure * 0.001;
                *y = (*y + *vy * 0.01).max(0.0);
            }
            Ok(highest)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut particles = [Particle::default(); 12];
            for (p, pair) in particles.iter_mut().zip(input[i..].chunks_exact(2)) {
                if let [x, y] = *pair {
                    p.position = [x, y].map(|v| (v % 256) as f32 / 256.0);
                }
            }
            match simulate(&mut particles, &Params { h: 0.25, ..Default::default() }) {
                Ok(p) => (p * 16.0 + 100.0) as u32 * 2,
                Err(id) => id as u32 * 2 + 1,
            }
        }
    }
    sudoku_solver {
        const N: usize = 4;
        const BOX: usize = 2;

        #[derive(Clone, Copy, Default, PartialEq, Eq)]
        struct Candidates(u8);

        impl Candidates {
            const ALL: Candidates = Candidates((1 << N) - 1);

            fn contains(self, digit: u8) -> bool {
                self.0 & 1 << (digit - 1) != 0
            }
            fn without(self, digit: u8) -> Self {
                Self(self.0 & !(1 << (digit - 1)))
            }
            fn len(self) -> usize {
                self.0.count_ones() as usize
            }
            fn single(self) -> Option<u8> {
                (self.len() == 1).then(|| self.0.trailing_zeros() as u8 + 1)
            }
        }

        impl IntoIterator for Candidates {
            type Item = u8;
            type IntoIter = Digits;
            fn into_iter(self) -> Digits {
                Digits { set: self, next: 1 }
            }
        }

        struct Digits {
            set: Candidates,
            next: u8,
        }

        impl Iterator for Digits {
            type Item = u8;
            fn next(&mut self) -> Option<u8> {
                while self.next <= N as u8 {
                    let digit = self.next;
                    self.next += 1;
                    if self.set.contains(digit) {
                        return Some(digit);
                    }
                }
                None
            }
        }

        #[derive(Clone, Copy)]
        struct Board {
            cells: [[u8; N]; N],
        }

        impl Board {
            fn candidates(&self, row: usize, col: usize) -> Candidates {
                let (r0, c0) = (row / BOX * BOX, col / BOX * BOX);
                let in_row = self.cells[row].iter().copied();
                let in_col = self.cells.iter().map(|r| r[col]);
                let in_box = (0..N).map(|k| self.cells[r0 + k / BOX][c0 + k % BOX]);
                in_row
                    .chain(in_col)
                    .chain(in_box)
                    .filter(|&d| d != 0)
                    .fold(Candidates::ALL, Candidates::without)
            }

            fn most_constrained(&self) -> Option<(usize, usize, Candidates)> {
                (0..N * N)
                    .map(|k| (k / N, k % N))
                    .filter(|&(r, c)| self.cells[r][c] == 0)
                    .map(|(r, c)| (r, c, self.candidates(r, c)))
                    .min_by_key(|(_, _, candidates)| candidates.len())
            }
        }

        struct Solver {
            stack: [(Board, usize, usize, Digits); 16],
        }

        fn solve(board: &mut Board) -> Result<u32, u32> {
            let mut trail: [(u8, u8, Candidates); N * N] = [(0, 0, Candidates(0)); N * N];
            let mut depth = 0;
            let mut steps = 0;
            loop {
                steps += 1;
                match board.most_constrained() {
                    None => return Ok(steps),
                    Some((r, c, candidates)) if candidates.len() > 0 => {
                        let first = candidates.into_iter().next().unwrap();
                        board.cells[r][c] = first;
                        trail[depth] = (r as u8, c as u8, candidates.without(first));
                        depth += 1;
                    }
                    Some(_) => loop {
                        if depth == 0 {
                            return Err(steps);
                        }
                        depth -= 1;
                        let (r, c, left) = trail[depth];
                        let cell = &mut board.cells[r as usize][c as usize];
                        *cell = 0;
                        if let Some(next) = left.into_iter().next() {
                            *cell = next;
                            trail[depth].2 = left.without(next);
                            depth += 1;
                            break;
                        }
                    },
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut board = Board { cells: [[0; N]; N] };
            for k in 0..3 {
                let v = input[i + k] as usize;
                let (r, c) = (v / 7 % N, v / 31 % N);
                let allowed = board.candidates(r, c);
                if let Some(d) = allowed.single().or_else(|| allowed.into_iter().nth(v % 3)) {
                    board.cells[r][c] = d;
                }
            }
            let (solved, steps) = match solve(&mut board) {
                Ok(steps) => (1, steps),
                Err(steps) => (0, steps),
            };
            let digits = board.cells.iter().flatten().fold(0u32, |acc, &d| acc << 2 | (d.max(1) - 1) as u32);
            digits ^ steps << 20 ^ solved
        }
    }
    traffic_protocol {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum ProtocolError {
            UnexpectedByte { state: State, byte: u8 },
            TooLong(u16),
            BadChecksum { expected: u8, found: u8 },
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        enum State {
            #[default]
            Idle,
            Length,
            Payload { left: u8, sum: u8 },
            Checksum { sum: u8 },
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Event {
            Frame(usize),
            Skipped,
        }

        #[derive(Debug)]
        struct Config {
            start: u8,
            max_payload: u8,
            strict: bool,
        }

        #[derive(Default)]
        struct ConfigBuilder {
            start: Option<u8>,
            max_payload: Option<u8>,
            strict: bool,
        }

        impl ConfigBuilder {
            fn start(mut self, byte: u8) -> Self {
                self.start = Some(byte);
                self
            }
            fn max_payload(self, max: u8) -> Self {
                ConfigBuilder { max_payload: Some(max), ..self }
            }
            fn strict(mut self, yes: bool) -> Self {
                self.strict = yes;
                self
            }
            fn build(self) -> Config {
                let ConfigBuilder { start, max_payload, strict } = self;
                Config { start: start.unwrap_or(0x7e), max_payload: max_payload.unwrap_or(8), strict }
            }
        }

        impl Config {
            fn builder() -> ConfigBuilder {
                ConfigBuilder::default()
            }
        }

        struct Decoder<'c> {
            config: &'c Config,
            state: State,
            buffer: [u8; 16],
            filled: usize,
        }

        impl<'c> Decoder<'c> {
            fn new(config: &'c Config) -> Self {
                Self { config, state: State::default(), buffer: [0; 16], filled: 0 }
            }

            fn feed(&mut self, byte: u8) -> Result<Option<Event>, ProtocolError> {
                let (next, event) = match (self.state, byte) {
                    (State::Idle, b) if b == self.config.start => (State::Length, None),
                    (state @ State::Idle, byte) if self.config.strict => {
                        return Err(ProtocolError::UnexpectedByte { state, byte });
                    }
                    (State::Idle, _) => (State::Idle, Some(Event::Skipped)),
                    (State::Length, n) if n > self.config.max_payload => {
                        self.state = State::Idle;
                        return Err(ProtocolError::TooLong(n.into()));
                    }
                    (State::Length, 0) => (State::Checksum { sum: 0 }, None),
                    (State::Length, left) => {
                        self.filled = 0;
                        (State::Payload { left, sum: 0 }, None)
                    }
                    (State::Payload { left, sum }, b) => {
                        self.buffer[self.filled] = b;
                        self.filled += 1;
                        let sum = sum.wrapping_add(b);
                        match left {
                            1 => (State::Checksum { sum }, None),
                            _ => (State::Payload { left: left - 1, sum }, None),
                        }
                    }
                    (State::Checksum { sum: expected }, found) => {
                        if expected & 0x3 != found & 0x3 {
                            self.state = State::Idle;
                            return Err(ProtocolError::BadChecksum { expected, found });
                        }
                        (State::Idle, Some(Event::Frame(self.filled)))
                    }
                };
                self.state = next;
                Ok(event)
            }

            fn payload(&self) -> &[u8] {
                &self.buffer[..self.filled]
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let config = Config::builder().max_payload(4).start(b'#').strict(i % 4 == 0).build();
            let mut decoder = Decoder::new(&config);
            let (mut frames, mut skipped, mut errors, mut digest) = (0u32, 0u32, [0u8; 3], 0u32);
            let bytes = input[i..].iter().take(40).map(|w| match w % 6 {
                0 | 1 => b'#',
                n => n as u8,
            });
            for byte in bytes {
                match decoder.feed(byte) {
                    Ok(Some(Event::Frame(n))) => {
                        frames += 1;
                        digest = decoder.payload().iter().fold(digest ^ n as u32, |d, b| d.wrapping_mul(31) + u32::from(*b)) & 0xfff;
                    }
                    Ok(Some(Event::Skipped)) => skipped += 1,
                    Ok(None) => (),
                    Err(ProtocolError::UnexpectedByte { state: State::Idle, .. }) => errors[0] += 1,
                    Err(ProtocolError::TooLong(..)) => errors[1] += 1,
                    Err(ProtocolError::BadChecksum { expected, found }) => errors[2] += (expected ^ found) & 1 | 2,
                    Err(e) => unreachable!("{:?}", e),
                }
            }
            let [a, b, c] = errors.map(u32::from);
            frames << 28 ^ skipped << 22 ^ digest << 10 ^ a << 8 ^ b << 4 ^ c
        }
    }
    uint256 {
        use core::cmp::Ordering;
        use core::ops::{Add, BitXor, Mul, Rem, Shl, Shr, Sub};

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Uint<const L: usize> {
            limbs: [u32; L],
        }

        type U256 = Uint<8>;

        impl<const L: usize> Uint<L> {
            const ZERO: Self = Self { limbs: [0; L] };
            const ONE: Self = {
                let mut limbs = [0; L];
                limbs[0] = 1;
                Self { limbs }
            };
            const BITS: u32 = 32 * L as u32;

            fn overflowing_add(self, rhs: Self) -> (Self, bool) {
                let mut out = Self::ZERO;
                let mut carry = false;
                for (o, (a, b)) in out.limbs.iter_mut().zip(self.limbs.into_iter().zip(rhs.limbs)) {
                    let (s, c1) = a.overflowing_add(b);
                    let (s, c2) = s.overflowing_add(carry as u32);
                    *o = s;
                    carry = c1 || c2;
                }
                (out, carry)
            }

            fn is_zero(&self) -> bool {
                self.limbs.iter().all(|&l| l == 0)
            }

            fn leading_zeros(&self) -> u32 {
                match self.limbs.iter().rposition(|&l| l != 0) {
                    Some(at) => (L - 1 - at) as u32 * 32 + self.limbs[at].leading_zeros(),
                    None => Self::BITS,
                }
            }

            fn bit(&self, n: u32) -> bool {
                self.limbs[n as usize / 32] >> (n % 32) & 1 == 1
            }

            fn div_rem(self, d: Self) -> Option<(Self, Self)> {
                if d.is_zero() {
                    return None;
                }
                let (mut q, mut r) = (Self::ZERO, Self::ZERO);
                for n in (0..Self::BITS - self.leading_zeros()).rev() {
                    r = r << 1;
                    r.limbs[0] |= u32::from(self.bit(n));
                    if r >= d {
                        r = r - d;
                        q.limbs[n as usize / 32] |= 1 << (n % 32);
                    }
                }
                Some((q, r))
            }
        }

        impl<const L: usize> From<u64> for Uint<L> {
            fn from(v: u64) -> Self {
                let mut out = Self::ZERO;
                out.limbs[0] = v as u32;
                out.limbs[1] = (v >> 32) as u32;
                out
            }
        }

        impl<const L: usize> Ord for Uint<L> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.limbs.iter().rev().cmp(other.limbs.iter().rev())
            }
        }
        impl<const L: usize> PartialOrd for Uint<L> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl<const L: usize> Add for Uint<L> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                self.overflowing_add(rhs).0
            }
        }
        impl<const L: usize> Sub for Uint<L> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self {
                let negated = Self { limbs: rhs.limbs.map(|l| !l) } + Self::ONE;
                self + negated
            }
        }
        impl<const L: usize> Mul for Uint<L> {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                let mut out = Self::ZERO;
                for i in 0..L {
                    let mut carry = 0u64;
                    for j in 0..L - i {
                        let t = self.limbs[i] as u64 * rhs.limbs[j] as u64 + out.limbs[i + j] as u64 + carry;
                        out.limbs[i + j] = t as u32;
                        carry = t >> 32;
                    }
                }
                out
            }
        }
        impl<const L: usize> Shl<u32> for Uint<L> {
            type Output = Self;
            fn shl(self, by: u32) -> Self {
                let (words, bits) = ((by / 32) as usize, by % 32);
                Self {
                    limbs: std::array::from_fn(|i| {
                        let get = |k: usize| i.checked_sub(k).map_or(0, |at| self.limbs[at]);
                        match bits {
                            0 => get(words),
                            _ => get(words) << bits | get(words + 1) >> (32 - bits),
                        }
                    }),
                }
            }
        }
        impl<const L: usize> Shr<u32> for Uint<L> {
            type Output = Self;
            fn shr(self, by: u32) -> Self {
                let at = |k: usize| self.limbs.get(k).copied().unwrap_or_default();
                let words = by as usize / 32;
                Uint { limbs: std::array::from_fn(|i| ((u64::from(at(i + words + 1)) << 32 | u64::from(at(i + words))) >> (by % 32)) as u32) }
            }
        }
        impl<const L: usize> BitXor for Uint<L> {
            type Output = Self;
            fn bitxor(mut self, rhs: Self) -> Self {
                self.limbs.iter_mut().zip(rhs.limbs.iter()).for_each(|(a, b)| *a ^= b);
                self
            }
        }
        impl<const L: usize> Rem for Uint<L> {
            type Output = Self;
            fn rem(self, rhs: Self) -> Self {
                self.div_rem(rhs).map(|(_, r)| r).unwrap_or(Self::ZERO)
            }
        }

        fn pow_mod(mut base: U256, mut exponent: u32, modulus: U256) -> U256 {
            let mut result = U256::ONE;
            base = base % modulus;
            while exponent != 0 {
                if exponent & 1 == 1 {
                    result = result * base % modulus;
                }
                exponent >>= 1;
                base = base * base % modulus;
            }
            result
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let a: U256 = (u64::from(input[i]) << 40 | u64::from(input[i + 1]) << 12 | 7).into();
            let modulus = U256::from(0xffff_ffff_0000_0001u64 - 2 * i as u64);
            let p = pow_mod(a, input[i + 2] % 64, modulus);
            let wide = a * a * a << 33;
            let Some((q, r)) = wide.div_rem(modulus) else { return 0 };
            assert!(q * modulus + r == wide && r < modulus);
            let mixed = p ^ (q >> 47) ^ r;
            mixed.limbs.iter().fold(0, |h, &l| h ^ l) ^ wide.leading_zeros()
        }
    }
    union_find_percolation {
        use std::ops::ControlFlow;

        #[derive(Clone, Copy, Debug)]
        struct DisjointSets<const N: usize> {
            parent: [u16; N],
            rank: [u8; N],
            sets: usize,
        }

        impl<const N: usize> Default for DisjointSets<N> {
            fn default() -> Self {
                let mut parent = [0; N];
                for (i, p) in parent.iter_mut().enumerate() {
                    *p = i as u16;
                }
                Self { parent, rank: [0; N], sets: N }
            }
        }

        impl<const N: usize> DisjointSets<N> {
            fn find(&mut self, x: usize) -> usize {
                let mut root = x;
                while self.parent[root] as usize != root {
                    root = self.parent[root] as usize;
                }
                let mut at = x;
                while at != root {
                    at = std::mem::replace(&mut self.parent[at], root as u16) as usize;
                }
                root
            }

            fn same(&mut self, a: usize, b: usize) -> bool {
                self.find(a) == self.find(b)
            }

            fn union(&mut self, a: usize, b: usize) -> Option<usize> {
                let (a, b) = (self.find(a), self.find(b));
                if a == b {
                    return None;
                }
                let (high, low) = if self.rank[a] < self.rank[b] { (b, a) } else { (a, b) };
                self.parent[low] = high as u16;
                if self.rank[high] == self.rank[low] {
                    self.rank[high] += 1;
                }
                self.sets -= 1;
                Some(high)
            }
        }

        const SIDE: usize = 5;
        const TOP: usize = SIDE * SIDE;
        const BOTTOM: usize = TOP + 1;

        struct Percolation {
            open: [bool; SIDE * SIDE],
            sets: DisjointSets<{ SIDE * SIDE + 2 }>,
        }

        impl Percolation {
            fn new() -> Self {
                Percolation { open: [false; SIDE * SIDE], sets: DisjointSets::default() }
            }

            fn open(&mut self, row: usize, col: usize) {
                let id = row * SIDE + col;
                if std::mem::replace(&mut self.open[id], true) {
                    return;
                }
                let neighbours = [
                    row.checked_sub(1).map(|r| (r, col)),
                    Some((row + 1, col)).filter(|(r, _)| *r < SIDE),
                    col.checked_sub(1).map(|c| (row, c)),
                    if col + 1 < SIDE { Some((row, col + 1)) } else { None },
                ];
                for (r, c) in neighbours.into_iter().flatten() {
                    if self.open[r * SIDE + c] {
                        self.sets.union(id, r * SIDE + c);
                    }
                }
                if row == 0 {
                    self.sets.union(id, TOP);
                }
                if row == SIDE - 1 {
                    self.sets.union(id, BOTTOM);
                }
            }

            fn percolates(&mut self) -> bool {
                self.sets.same(TOP, BOTTOM)
            }
        }

        fn threshold(order: &[usize]) -> ControlFlow<(usize, Percolation), usize> {
            let mut grid = Percolation::new();
            for (opened, &site) in order.iter().enumerate() {
                grid.open(site / SIDE, site % SIDE);
                if grid.percolates() {
                    return ControlFlow::Break((opened + 1, grid));
                }
            }
            ControlFlow::Continue(order.len())
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut order: [usize; TOP] = std::array::from_fn(|k| k);
            for k in (1..TOP).rev() {
                order.swap(k, input[i + k] as usize % (k + 1));
            }
            match threshold(&order[..TOP - i % 12]) {
                ControlFlow::Break((opened, grid)) => {
                    let mask = grid.open.iter().fold(0u32, |m, &o| m << 1 | u32::from(o));
                    mask ^ (opened as u32) << 25 ^ grid.sets.sets as u32
                }
                ControlFlow::Continue(n) => n as u32,
            }
        }
    }
    utf8_text {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Utf8Error {
            valid_up_to: usize,
            error_len: Option<u8>,
        }

        struct Chars<'a> {
            bytes: &'a [u8],
            position: usize,
        }

        impl<'a> Chars<'a> {
            fn new(bytes: &'a [u8]) -> Self {
                Chars { bytes, position: 0 }
            }

            fn continuation(&self, offset: usize) -> Result<u32, Utf8Error> {
                match self.bytes.get(self.position + offset) {
                    Some(b @ 0x80..=0xBF) => Ok((b & 0x3F) as u32),
                    Some(_) => Err(Utf8Error { valid_up_to: self.position, error_len: Some(offset as u8) }),
                    None => Err(Utf8Error { valid_up_to: self.position, error_len: None }),
                }
            }

            fn decode(&mut self) -> Result<Option<char>, Utf8Error> {
                let Some(&lead) = self.bytes.get(self.position) else {
                    return Ok(None);
                };
                let bad = Utf8Error { valid_up_to: self.position, error_len: Some(1) };
                let (code, width) = match lead {
                    0x00..=0x7F => (lead as u32, 1),
                    0xC2..=0xDF => ((lead as u32 & 0x1F) << 6 | self.continuation(1)?, 2),
                    0xE0..=0xEF => {
                        let code = (u32::from(lead) & 0xF) << 12 | self.continuation(1)? << 6 | self.continuation(2)?;
                        if code < 0x800 {
                            return Err(bad);
                        }
                        (code, 3)
                    }
                    0xF0..=0xF4 => {
                        let mut code = u32::from(lead & 7);
                        for k in 1..4 {
                            code = code << 6 | self.continuation(k)?;
                        }
                        (code, 4)
                    }
                    _ => return Err(bad),
                };
                let c = char::from_u32(code).ok_or(bad)?;
                self.position += width;
                Ok(Some(c))
            }
        }

        impl Iterator for Chars<'_> {
            type Item = Result<char, Utf8Error>;

            fn next(&mut self) -> Option<Self::Item> {
                match self.decode() {
                    Ok(c) => c.map(Ok),
                    Err(e) => {
                        self.position += e.error_len.map_or(self.bytes.len(), usize::from);
                        Some(Err(e))
                    }
                }
            }
        }

        #[derive(Default)]
        struct Counts {
            letters: usize,
            digits: u32,
            spaces: u32,
            wide: u32,
            errors: u32,
        }

        fn classify(text: &[u8]) -> Counts {
            let mut counts = Counts::default();
            for item in Chars::new(text) {
                match item {
                    Ok(c) if c.is_ascii_alphabetic() || ('à'..='ÿ').contains(&c) => counts.letters += 1,
                    Ok('0'..='9') => counts.digits += 1,
                    Ok(' ' | '\t' | '\n') => counts.spaces += 1,
                    Ok(c) if c.len_utf8() > 2 => counts.wide += 1,
                    Ok(_) => {}
                    Err(Utf8Error { error_len: Some(_), .. }) => counts.errors += 1,
                    Err(Utf8Error { error_len: None, valid_up_to }) => counts.errors += 100 + valid_up_to as u32,
                }
            }
            counts
        }

        fn encode(c: char, out: &mut [u8; 4]) -> &[u8] {
            let len = c.encode_utf8(out).len();
            &out[..len]
        }

        const TEXT: &str = "Grüße, 世界! 42 naïve 🦀s";

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut bytes = [b' '; 40];
            let text = TEXT.as_bytes();
            bytes[..text.len()].copy_from_slice(text);
            if i % 3 != 0 {
                bytes[input[i] as usize % text.len()] ^= 0x90;
            }
            let end = text.len() - i % 4;
            let Counts { letters, digits, spaces, wide, errors } = classify(&bytes[..end]);
            let first_error = Chars::new(&bytes[..end]).find_map(|r| r.err()).map_or(0, |e| e.valid_up_to as u32);
            let ok = Chars::new(&bytes[..end]).filter_map(Result::ok).map(|c| c as u32).fold(0u32, |h, c| h.wrapping_mul(33) ^ c);
            let mut buffer = [0; 4];
            let crab = encode('🦀', &mut buffer).iter().map(|&b| b as u32).sum::<u32>();
            ok ^ (letters as u32) << 26 ^ digits << 20 ^ spaces << 16 ^ wide << 12 ^ errors << 4 ^ first_error ^ crab
        }
    }
    varint_records {
        use std::num::NonZeroU32;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Error {
            Truncated,
            Overlong,
            WireType(u8),
            ZeroField,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Wire<'a> {
            Varint(u64),
            Fixed32([u8; 4]),
            Bytes(&'a [u8]),
        }

        #[derive(Clone, Copy)]
        struct Reader<'a> {
            rest: &'a [u8],
        }

        impl<'a> Reader<'a> {
            fn byte(&mut self) -> Result<u8, Error> {
                let (first, rest) = self.rest.split_first().ok_or(Error::Truncated)?;
                self.rest = rest;
                Ok(*first)
            }

            fn take(&mut self, n: usize) -> Result<&'a [u8], Error> {
                if n > self.rest.len() {
                    return Err(Error::Truncated);
                }
                let (head, tail) = self.rest.split_at(n);
                self.rest = tail;
                Ok(head)
            }

            fn varint(&mut self) -> Result<u64, Error> {
                let mut value = 0;
                for shift in (0..64).step_by(7) {
                    let byte = self.byte()?;
                    value |= u64::from(byte & 0x7f) << shift;
                    if byte < 0x80 {
                        return Ok(value);
                    }
                }
                Err(Error::Overlong)
            }

            fn field(&mut self) -> Result<(NonZeroU32, Wire<'a>), Error> {
                let key = self.varint()? as u32;
                let number = NonZeroU32::new(key >> 3).ok_or(Error::ZeroField)?;
                let wire = match key & 7 {
                    0 => Wire::Varint(self.varint()?),
                    2 => {
                        let len = self.varint()?;
                        Wire::Bytes(self.take(len as usize)?)
                    }
                    5 => Wire::Fixed32(self.take(4)?.try_into().unwrap()),
                    other => return Err(Error::WireType(other as u8)),
                };
                Ok((number, wire))
            }
        }

        impl<'a> Iterator for Reader<'a> {
            type Item = Result<(NonZeroU32, Wire<'a>), Error>;
            fn next(&mut self) -> Option<Self::Item> {
                (!self.rest.is_empty()).then(|| self.field())
            }
        }

        fn zigzag(n: i64) -> u64 {
            ((n << 1) ^ (n >> 63)) as u64
        }
        fn unzigzag(n: u64) -> i64 {
            (n >> 1) as i64 ^ -((n & 1) as i64)
        }

        struct Writer<const N: usize> {
            bytes: [u8; N],
            len: usize,
        }

        impl<const N: usize> Writer<N> {
            const fn new() -> Self {
                Writer { bytes: [0; N], len: 0 }
            }
            fn put(&mut self, bytes: &[u8]) -> &mut Self {
                self.bytes[self.len..self.len + bytes.len()].copy_from_slice(bytes);
                self.len += bytes.len();
                self
            }
            fn varint(&mut self, mut v: u64) -> &mut Self {
                loop {
                    let low = (v & 0x7f) as u8;
                    v >>= 7;
                    self.put(&[if v == 0 { low } else { low | 0x80 }]);
                    if v == 0 {
                        return self;
                    }
                }
            }
            fn as_slice(&self) -> &[u8] {
                &self.bytes[..self.len]
            }
        }

        #[derive(Default, Debug, PartialEq)]
        struct Record {
            id: i64,
            weight: f32,
            name_len: usize,
            unknown: u32,
        }

        fn parse(bytes: &[u8]) -> Result<Record, Error> {
            let mut record = Record::default();
            for field in (Reader { rest: bytes }) {
                match field? {
                    (n, Wire::Varint(v)) if n.get() == 1 => record.id = unzigzag(v),
                    (n, Wire::Fixed32(b)) if n.get() == 2 => record.weight = f32::from_le_bytes(b),
                    (n, Wire::Bytes(b)) if n.get() == 3 => record.name_len = b.iter().filter(|b| b.is_ascii_graphic()).count(),
                    (n, _) => record.unknown += n.get(),
                }
            }
            Ok(record)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let id = input[i] as i64 * input[i + 1] as i64 - (1 << 30);
            let weight = input[i + 2] as f32 / 8.0;
            let mut w = Writer::<40>::new();
            w.varint(1 << 3).varint(zigzag(id));
            w.varint(2 << 3 | 5).put(&weight.to_le_bytes());
            w.varint(3 << 3 | 2).varint(5).put(b"a b c");
            w.varint((i as u64) << 3).varint(u64::MAX >> i);
            let Ok(record) = parse(w.as_slice()) else {
                return 1;
            };
            let good = record.id == id && record.weight == weight && record.name_len == 3;
            let cut = match parse(&w.as_slice()[..w.len - 1 - i % 7]) {
                Err(e) => 8 + (e == Error::Truncated) as u32,
                Ok(r) => r.unknown,
            };
            (w.len as u32) << 16 | cut << 4 | record.unknown << 8 | u32::from(good) << 1
        }
    }
    viterbi_weather {
        use std::ops::{Index, IndexMut};

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Weather {
            Sunny,
            Rainy,
            Foggy,
        }
        use Weather::*;

        const STATES: [Weather; 3] = [Sunny, Rainy, Foggy];

        impl TryFrom<usize> for Weather {
            type Error = ();
            fn try_from(n: usize) -> Result<Self, ()> {
                STATES.get(n).copied().ok_or(())
            }
        }

        #[derive(Clone, Copy)]
        struct PerState<T>([T; 3]);

        impl<T> Index<Weather> for PerState<T> {
            type Output = T;
            fn index(&self, w: Weather) -> &T {
                &self.0[w as usize]
            }
        }
        impl<T> IndexMut<Weather> for PerState<T> {
            fn index_mut(&mut self, w: Weather) -> &mut T {
                &mut self.0[w as usize]
            }
        }

        struct Model {
            initial: PerState<f32>,
            transition: PerState<PerState<f32>>,
            emission: PerState<[f32; 2]>,
        }

        impl Model {
            const DEFAULT: Model = Model {
                initial: PerState([-0.7, -1.4, -1.4]),
                transition: PerState([PerState([-0.2, -2.0, -2.3]), PerState([-1.6, -0.5, -1.6]), PerState([-1.6, -1.2, -0.7])]),
                emission: PerState([[-0.1, -2.3], [-1.6, -0.2], [-1.2, -0.4]]),
            };

            fn viterbi<const N: usize>(&self, observations: &[bool; N]) -> ([Weather; N], f32) {
                let mut score = self.initial;
                for s in STATES {
                    score[s] += self.emission[s][observations[0] as usize];
                }
                let mut back = [PerState([Sunny; 3]); N];
                for (t, &umbrella) in observations.iter().enumerate().skip(1) {
                    let previous = score;
                    for to in STATES {
                        let (from, best) = STATES
                            .iter()
                            .map(|&from| (from, previous[from] + self.transition[from][to]))
                            .reduce(|a, b| if b.1 > a.1 { b } else { a })
                            .unwrap();
                        back[t][to] = from;
                        score[to] = best + self.emission[to][usize::from(umbrella)];
                    }
                }
                let (last, likelihood) = STATES
                    .into_iter()
                    .map(|s| (s, score[s]))
                    .max_by(|a, b| a.1.partial_cmp(&b.1).unwrap())
                    .unwrap();
                let mut path = [last; N];
                for t in (1..N).rev() {
                    path[t - 1] = back[t][path[t]];
                }
                (path, likelihood)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let observations: [bool; 10] = core::array::from_fn(|t| input[i + t] % 3 == 0);
            let (path, likelihood) = Model::DEFAULT.viterbi(&observations);
            let packed = path.iter().fold(0u32, |acc, &w| acc * 3 + w as u32);
            let foggy = path.iter().filter(|w| matches!(w, Foggy)).count();
            let valid = Weather::try_from(i % 5).map_or(9, |w| w as u32);
            packed ^ ((-likelihood * 8.0) as u32) << 18 ^ (foggy as u32) << 26 ^ valid << 28
        }
    }
}

// lavapipe compiles them for ten seconds and more.
fresh_texts! {
    @on [super::Device::cpu()];
    astar_grid {
        use std::cmp::{Ordering, Reverse};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Point {
            x: u8,
            y: u8,
        }

        #[derive(Clone, Copy, PartialEq, Eq, Default)]
        struct Visit {
            cost: u32,
            estimate: u32,
            at: Point,
        }

        impl Ord for Visit {
            fn cmp(&self, other: &Self) -> Ordering {
                (other.cost + other.estimate)
                    .cmp(&(self.cost + self.estimate))
                    .then_with(|| self.cost.cmp(&other.cost))
                    .then(self.at.y.cmp(&other.at.y))
                    .then(self.at.x.cmp(&other.at.x))
            }
        }
        impl PartialOrd for Visit {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        struct BinaryHeap<T, const CAP: usize> {
            items: [T; CAP],
            len: usize,
        }

        impl<T: Ord + Copy + Default, const CAP: usize> BinaryHeap<T, CAP> {
            fn new() -> Self {
                BinaryHeap { items: [T::default(); CAP], len: 0 }
            }
            fn push(&mut self, item: T) {
                let mut child = self.len;
                self.items[child] = item;
                self.len += 1;
                while let Some(parent) = child.checked_sub(1).map(|c| c / 2) {
                    if self.items[child] <= self.items[parent] {
                        break;
                    }
                    self.items.swap(child, parent);
                    child = parent;
                }
            }
            fn pop(&mut self) -> Option<T> {
                let last = self.len.checked_sub(1)?;
                self.len = last;
                let end = self.items[last];
                let top = std::mem::replace(&mut self.items[0], end);
                let heap = &mut self.items[..last];
                let mut parent = 0;
                loop {
                    let left = 2 * parent + 1;
                    if left >= heap.len() {
                        break;
                    }
                    let child = if left + 1 < heap.len() && heap[left + 1] > heap[left] { left + 1 } else { left };
                    if heap[child] <= heap[parent] {
                        break;
                    }
                    heap.swap(parent, child);
                    parent = child;
                }
                Some(top)
            }
            fn is_empty(&self) -> bool {
                self.len == 0
            }
        }

        const SIZE: u8 = 8;

        struct Grid {
            walls: [u8; SIZE as usize],
        }

        impl Grid {
            fn is_wall(&self, p: &Point) -> bool {
                self.walls[p.y as usize] >> p.x & 1 == 1
            }
            fn neighbours(&self, p: Point) -> impl Iterator<Item = Point> + '_ {
                const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                DIRECTIONS
                    .iter()
                    .filter_map(move |&(dx, dy)| {
                        let x = p.x.checked_add_signed(dx)?;
                        let y = p.y.checked_add_signed(dy)?;
                        (x < SIZE && y < SIZE).then_some(Point { x, y })
                    })
                    .filter(|p| !self.is_wall(p))
            }
        }

        fn manhattan(a: Point, b: Point) -> u32 {
            u32::from(a.x.abs_diff(b.x)) + u32::from(a.y.abs_diff(b.y))
        }

        fn search(grid: &Grid, start: Point, goal: Point) -> Option<(u32, usize)> {
            let mut best = [[u32::MAX; SIZE as usize]; SIZE as usize];
            let mut heap = BinaryHeap::<Visit, 128>::new();
            best[start.y as usize][start.x as usize] = 0;
            heap.push(Visit { cost: 0, estimate: manhattan(start, goal), at: start });
            let mut expanded = 0;
            while let Some(Visit { cost, at, .. }) = heap.pop() {
                if at == goal {
                    return Some((cost, expanded));
                }
                if cost > best[at.y as usize][at.x as usize] {
                    continue;
                }
                expanded += 1;
                for next in grid.neighbours(at) {
                    let known = &mut best[next.y as usize][next.x as usize];
                    if cost + 1 < *known {
                        *known = cost + 1;
                        heap.push(Visit { cost: cost + 1, estimate: manhattan(next, goal), at: next });
                    }
                }
            }
            None
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut grid = Grid { walls: [0; 8] };
            for (row, bits) in grid.walls.iter_mut().zip(&input[i..]) {
                *row = (bits & bits >> 8) as u8;
            }
            grid.walls[0] &= !1;
            grid.walls[7] &= 0x7f;
            let nearest = (0..8u8).map(|x| Point { x, y: 3 }).filter(|p| !grid.is_wall(p)).min_by_key(|p| Reverse(p.x));
            let far = nearest.map_or(0, |p| u32::from(p.x));
            match search(&grid, Point::default(), Point { x: 7, y: 7 }) {
                Some((cost, expanded)) => cost << 16 | (expanded as u32) << 8 | far,
                None => u32::MAX - far,
            }
        }
    }
    lattice_boltzmann {
        const W: usize = 6;
        const H: usize = 5;
        const Q: usize = 9;

        const E: [(i32, i32); Q] = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        const WEIGHTS: [f32; Q] = {
            let mut w = [1.0 / 36.0; Q];
            w[0] = 4.0 / 9.0;
            let mut i = 1;
            while i < 5 {
                w[i] = 1.0 / 9.0;
                i += 1;
            }
            w
        };

        const fn opposite(q: usize) -> usize {
            match q {
                0 => 0,
                1 | 2 | 5 | 6 => q + 2,
                _ => q - 2,
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Site {
            Fluid,
            Wall,
        }

        type Populations = [f32; Q];

        fn moments(f: &Populations) -> (f32, f32, f32) {
            let rho: f32 = f.iter().sum();
            let (mx, my) = f
                .iter()
                .zip(E)
                .fold((0.0, 0.0), |(mx, my), (f, (ex, ey))| (mx + f * ex as f32, my + f * ey as f32));
            (rho, mx / rho, my / rho)
        }

        fn equilibrium(rho: f32, ux: f32, uy: f32) -> Populations {
            std::array::from_fn(|q| {
                let (ex, ey) = E[q];
                let eu = ex as f32 * ux + ey as f32 * uy;
                WEIGHTS[q] * rho * (1.0 + 3.0 * eu + 4.5 * eu * eu - 1.5 * (ux * ux + uy * uy))
            })
        }

        struct Lattice {
            f: [[Populations; W]; H],
            sites: [[Site; W]; H],
            omega: f32,
        }

        impl Lattice {
            fn new(obstacle: (usize, usize), speed: f32) -> Self {
                let mut sites = [[Site::Fluid; W]; H];
                sites[obstacle.1][obstacle.0] = Site::Wall;
                for x in 0..W {
                    sites[0][x] = Site::Wall;
                    sites[H - 1][x] = Site::Wall;
                }
                Lattice { f: [[equilibrium(1.0, speed, 0.0); W]; H], sites, omega: 1.25 }
            }

            fn collide(&mut self) {
                for (row, sites) in self.f.iter_mut().zip(&self.sites) {
                    for (cell, site) in row.iter_mut().zip(sites) {
                        if *site == Site::Wall {
                            continue;
                        }
                        let (rho, ux, uy) = moments(cell);
                        let eq = equilibrium(rho, ux, uy);
                        cell.iter_mut().zip(eq).for_each(|(f, e)| *f += self.omega * (e - *f));
                    }
                }
            }

            fn stream(&mut self) {
                let old = self.f;
                for y in 0..H {
                    for x in 0..W {
                        for q in 0..Q {
                            let (dx, dy) = E[q];
                            let fx = (x as i32 - dx).rem_euclid(W as i32) as usize;
                            let fy = (y as i32 - dy).rem_euclid(H as i32) as usize;
                            self.f[y][x][q] = match self.sites[fy][fx] {
                                Site::Wall => old[y][x][opposite(q)],
                                Site::Fluid => old[fy][fx][q],
                            };
                        }
                    }
                }
            }

            fn mass(&self) -> f32 {
                self.f
                    .iter()
                    .flatten()
                    .zip(self.sites.iter().flatten())
                    .filter_map(|(f, site)| (*site == Site::Fluid).then(|| f.iter().sum::<f32>()))
                    .sum()
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let speed = (input[i] % 8) as f32 / 64.0;
            let mut lattice = Lattice::new((1 + i % (W - 2), 1 + i % (H - 2)), speed);
            let before = lattice.mass();
            for _ in 0..3 {
                lattice.collide();
                lattice.stream();
            }
            let (rho, ux, _) = moments(&lattice.f[2][W - 1]);
            let kept = (lattice.mass() - before).abs() < 1e-3;
            (rho * 1000.0).round() as u32 * 2000 + ((ux + 1.0) * 500.0).round() as u32 * 2 + kept as u32
        }
    }
    lazy_segment_tree {
        trait Monoid: Copy {
            const IDENTITY: Self;
            fn combine(self, other: Self) -> Self;
        }

        trait Action<M: Monoid>: Copy + PartialEq {
            const NOOP: Self;
            fn apply(self, value: M, len: u32) -> M;
            fn compose(self, earlier: Self) -> Self;
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct SumMax {
            sum: i64,
            max: i32,
        }

        impl Monoid for SumMax {
            const IDENTITY: Self = SumMax { sum: 0, max: i32::MIN };
            fn combine(self, other: Self) -> Self {
                SumMax { sum: self.sum + other.sum, max: self.max.max(other.max) }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Update {
            Keep,
            Add(i32),
            Assign(i32),
        }

        impl Action<SumMax> for Update {
            const NOOP: Self = Update::Keep;

            fn apply(self, value: SumMax, len: u32) -> SumMax {
                match self {
                    Update::Keep => value,
                    Update::Add(d) => SumMax { sum: value.sum + i64::from(d) * i64::from(len), max: value.max.saturating_add(d) },
                    Update::Assign(v) => SumMax { sum: v as i64 * len as i64, max: v },
                }
            }

            fn compose(self, earlier: Self) -> Self {
                match (self, earlier) {
                    (Update::Keep, e) => e,
                    (a @ Update::Assign(_), _) => a,
                    (Update::Add(d), Update::Keep) => Update::Add(d),
                    (Update::Add(d), Update::Add(e)) => Update::Add(d + e),
                    (Update::Add(d), Update::Assign(v)) => Update::Assign(v + d),
                }
            }
        }

        const LEAVES: usize = 16;

        struct SegmentTree<M, A> {
            nodes: [M; 2 * LEAVES],
            pending: [A; 2 * LEAVES],
        }

        impl<M: Monoid, A: Action<M>> SegmentTree<M, A> {
            fn from_fn(f: impl Fn(usize) -> M) -> Self {
                let mut tree = Self { nodes: [M::IDENTITY; 2 * LEAVES], pending: [A::NOOP; 2 * LEAVES] };
                for k in 0..LEAVES {
                    tree.nodes[LEAVES + k] = f(k);
                }
                for k in (1..LEAVES).rev() {
                    tree.pull(k);
                }
                tree
            }

            fn len_of(node: usize) -> u32 {
                LEAVES as u32 >> node.ilog2()
            }

            fn pull(&mut self, k: usize) {
                self.nodes[k] = self.nodes[2 * k].combine(self.nodes[2 * k + 1]);
            }

            fn put(&mut self, k: usize, action: A) {
                self.nodes[k] = action.apply(self.nodes[k], Self::len_of(k));
                self.pending[k] = action.compose(self.pending[k]);
            }

            fn push(&mut self, k: usize) {
                let action = std::mem::replace(&mut self.pending[k], A::NOOP);
                if action != A::NOOP {
                    for child in [2 * k, 2 * k + 1] {
                        self.put(child, action);
                    }
                }
            }

            fn push_from_root(&mut self, leaf: usize) {
                (1..=LEAVES.ilog2()).rev().for_each(|h| self.push(leaf >> h));
            }

            fn update(&mut self, range: std::ops::Range<usize>, action: A) {
                if range.is_empty() {
                    return;
                }
                let (l0, r0) = (range.start + LEAVES, range.end + LEAVES);
                self.push_from_root(l0);
                self.push_from_root(r0 - 1);
                let (mut l, mut r) = (l0, r0);
                while l < r {
                    if l & 1 == 1 {
                        self.put(l, action);
                        l += 1;
                    }
                    if r & 1 == 1 {
                        r -= 1;
                        self.put(r, action);
                    }
                    l /= 2;
                    r /= 2;
                }
                for leaf in [l0, r0 - 1] {
                    for h in 1..=LEAVES.trailing_zeros() {
                        let k = leaf >> h;
                        if self.pending[k] == A::NOOP {
                            self.pull(k);
                        }
                    }
                }
            }

            fn query(&mut self, range: std::ops::Range<usize>) -> Option<M> {
                let std::ops::Range { start, end } = range;
                if start >= end || end > LEAVES {
                    return None;
                }
                self.push_from_root(start + LEAVES);
                self.push_from_root(end - 1 + LEAVES);
                let (mut left, mut right) = (M::IDENTITY, M::IDENTITY);
                let (mut l, mut r) = (start + LEAVES, end + LEAVES);
                while l < r {
                    if l % 2 == 1 {
                        left = left.combine(self.nodes[l]);
                        l += 1;
                    }
                    if r % 2 == 1 {
                        r -= 1;
                        right = self.nodes[r].combine(right);
                    }
                    (l, r) = (l / 2, r / 2);
                }
                Some(left.combine(right))
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut tree = SegmentTree::<SumMax, Update>::from_fn(|k| {
                let v = (input[i + k] % 100) as i32 - 50;
                SumMax { sum: v.into(), max: v }
            });
            let mut digest = 0u32;
            for w in input[i + 16..i + 22].windows(2) {
                let (a, b) = ((w[0] % 16) as usize, (w[1] % 17) as usize);
                let range = a.min(b)..a.max(b);
                match w[0] % 5 {
                    0 | 1 => tree.update(range.clone(), Update::Add(w[1] as i32 % 21 - 10)),
                    2 => tree.update(range.clone(), Update::Assign(7)),
                    _ => {}
                }
                if let Some(SumMax { sum, max }) = tree.query(range) {
                    digest = digest.rotate_left(5) ^ sum as u32 ^ (max as u32) << 12;
                }
            }
            digest
        }
    }
    leapfrog {
        use std::iter::Sum;
        use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

        type Real = f64;

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        struct V2(Real, Real);

        impl Add for V2 {
            type Output = Self;
            fn add(self, V2(x, y): Self) -> Self {
                V2(self.0 + x, self.1 + y)
            }
        }
        impl Sub for V2 {
            type Output = Self;
            fn sub(self, V2(x, y): Self) -> Self {
                V2(self.0 - x, self.1 - y)
            }
        }
        impl Mul<Real> for V2 {
            type Output = Self;
            fn mul(self, s: Real) -> Self {
                V2(self.0 * s, self.1 * s)
            }
        }
        impl Mul<V2> for Real {
            type Output = V2;
            fn mul(self, v: V2) -> V2 {
                v * self
            }
        }
        impl AddAssign for V2 {
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }
        impl SubAssign for V2 {
            fn sub_assign(&mut self, o: Self) {
                *self = *self - o;
            }
        }
        impl Sum for V2 {
            fn sum<I: Iterator<Item = V2>>(iter: I) -> V2 {
                iter.fold(V2::default(), Add::add)
            }
        }
        impl<'a> Sum<&'a V2> for V2 {
            fn sum<I: Iterator<Item = &'a V2>>(iter: I) -> V2 {
                iter.copied().sum()
            }
        }
        impl V2 {
            fn norm2(&self) -> Real {
                self.0 * self.0 + self.1 * self.1
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Body {
            pos: V2,
            vel: V2,
            mass: Real,
        }

        struct System<const N: usize> {
            bodies: [Body; N],
            softening: Real,
        }

        impl<const N: usize> System<N> {
            fn acceleration(&self, of: usize) -> V2 {
                self.bodies
                    .iter()
                    .enumerate()
                    .filter(|(j, _)| *j != of)
                    .map(|(_, b)| {
                        let d = b.pos - self.bodies[of].pos;
                        let r2 = d.norm2() + self.softening;
                        d * (b.mass / (r2 * r2.sqrt()))
                    })
                    .sum()
            }

            fn energy(&self) -> Real {
                let kinetic: Real = self.bodies.iter().map(|b| 0.5 * b.mass * b.vel.norm2()).sum();
                let mut potential = 0.0;
                for (i, a) in self.bodies.iter().enumerate() {
                    for b in &self.bodies[i + 1..] {
                        potential -= a.mass * b.mass / ((a.pos - b.pos).norm2() + self.softening).sqrt();
                    }
                }
                kinetic + potential
            }

            fn step(&mut self, dt: Real) {
                let acc: [V2; N] = std::array::from_fn(|k| self.acceleration(k));
                for (body, a) in self.bodies.iter_mut().zip(acc.iter()) {
                    body.vel += 0.5 * dt * *a;
                    body.pos += body.vel * dt;
                }
                let acc: [V2; N] = std::array::from_fn(|k| self.acceleration(k));
                for (body, &a) in self.bodies.iter_mut().zip(&acc) {
                    body.vel += 0.5 * dt * a;
                }
            }

            fn remove_drift(&mut self) {
                let total: Real = self.bodies.iter().map(|b| b.mass).sum();
                let momentum: V2 = self.bodies.iter().map(|b| b.vel * b.mass).sum();
                for Body { vel, .. } in self.bodies.iter_mut() {
                    *vel -= momentum * (1.0 / total);
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let unit = |k: usize| Real::from(input[(i * 3 + k) % input.len()] % 1000) / 500.0 - 1.0;
            let mut system = System {
                bodies: std::array::from_fn::<_, 4, _>(|k| Body {
                    pos: V2(unit(4 * k), unit(4 * k + 1)),
                    vel: V2(unit(4 * k + 2), unit(4 * k + 3)) * 0.25,
                    mass: 1.0 + k as Real,
                }),
                softening: 0.25,
            };
            system.remove_drift();
            let before = system.energy();
            for _ in 0..10 {
                system.step(1.0 / 128.0);
            }
            let drift: V2 = system.bodies.map(|b| b.vel * b.mass).iter().sum();
            let changed = (system.energy() - before).abs();
            (changed < 0.05) as u32 + 2 * u32::from(drift.norm2() < 1e-20) + 4 * ((system.bodies[0].pos.0 + 100.0) * 1e4) as u32
        }
    }
    smith_waterman {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Base {
            A,
            C,
            G,
            T,
        }

        impl Base {
            fn complement(self) -> Base {
                match self {
                    Base::A => Base::T,
                    Base::T => Base::A,
                    Base::C => Base::G,
                    Base::G => Base::C,
                }
            }
            fn is_purine(&self) -> bool {
                matches!(self, Base::A | Base::G)
            }
        }

        impl From<u32> for Base {
            fn from(bits: u32) -> Base {
                [Base::A, Base::C, Base::G, Base::T][(bits & 3) as usize]
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
        struct Cell {
            score: i32,
            from: Direction,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
        enum Direction {
            #[default]
            Stop,
            Left,
            Up,
            Diagonal,
        }

        struct Scoring<F: Fn(Base, Base) -> i32> {
            substitution: F,
            gap: i32,
        }

        #[derive(Debug, Default, Clone, Copy)]
        struct Alignment {
            score: i32,
            start: (usize, usize),
            end: (usize, usize),
            matches: u32,
            gaps: u32,
        }

        impl<F: Fn(Base, Base) -> i32> Scoring<F> {
            fn align<const N: usize, const M: usize>(&self, a: &[Base; N], b: &[Base; M]) -> Alignment
            {
                let mut table = [[Cell::default(); 13]; 13];
                let mut best = Alignment::default();
                for (i, &x) in a.iter().enumerate() {
                    for (j, &y) in b.iter().enumerate() {
                        let candidates = [
                            Cell { score: table[i][j].score + (self.substitution)(x, y), from: Direction::Diagonal },
                            Cell { score: table[i][j + 1].score - self.gap, from: Direction::Up },
                            Cell { score: table[i + 1][j].score - self.gap, from: Direction::Left },
                            Cell::default(),
                        ];
                        let cell = *candidates.iter().max().unwrap();
                        table[i + 1][j + 1] = cell;
                        if cell.score > best.score {
                            best = Alignment { score: cell.score, end: (i + 1, j + 1), ..best };
                        }
                    }
                }
                let (mut i, mut j) = best.end;
                loop {
                    match table[i][j] {
                        Cell { from: Direction::Stop, .. } | Cell { score: ..=0, .. } => break,
                        Cell { from: Direction::Diagonal, .. } => {
                            (i, j) = (i - 1, j - 1);
                            best.matches += (a[i] == b[j]) as u32;
                        }
                        Cell { from: Direction::Up, .. } => {
                            i -= 1;
                            best.gaps += 1;
                        }
                        Cell { from: Direction::Left, .. } => {
                            j -= 1;
                            best.gaps += 1;
                        }
                    }
                }
                best.start = (i, j);
                best
            }
        }

        fn reverse_complement<const N: usize>(s: &[Base; N]) -> [Base; N] {
            let mut out = s.map(Base::complement);
            out.reverse();
            out
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let a: [Base; 10] = std::array::from_fn(|k| (input[i + k] >> 3).into());
            let b: [Base; 12] = std::array::from_fn(|k| Base::from(input[i + 40 + k] >> 5));
            let transitions = Scoring {
                substitution: |x: Base, y: Base| if x == y { 3 } else if x.is_purine() == y.is_purine() { -1 } else { -3 },
                gap: 2,
            };
            let forward = transitions.align(&a, &b);
            let backward = transitions.align(&reverse_complement(&a), &b);
            let best = if forward.score >= backward.score { &forward } else { &backward };
            let Alignment { score, start: (si, sj), end: (ei, ej), matches, gaps } = best;
            (*score as u32) << 24 | ((ei - si) as u32) << 16 | ((ej - sj) as u32) << 8 | matches << 4 | (*gaps).min(15)
        }
    }
}

fresh_texts! {
    parts_of_what_a_function_gives_of_a_field {
        mod q3 {
            struct W { b: [u8; 16], len: usize }
            fn s(w: &W) -> &[u8] { &w.b }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; sum(&s(&w)[1..5])  }
        }
        mod q5 {
            struct W { b: [u8; 16], len: usize }
            fn s(w: &W) -> &[u8] { &w.b }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; let q = &s(&w)[1..5]; q[1] as u32 }
        }
        mod q7 {
            struct W { b: [u8; 16] }
            fn s(w: &W) -> &[u8] { &w.b }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8) }; let q = &s(&w)[0..]; q.len() as u32 * 1000 + q[0] as u32 }
        }
        mod q8 {
            struct W { b: [u8; 16] }
            fn s<'a>(w: &'a W, n: usize) -> &'a [u8] { &w.b[n..] }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8) }; let q = s(&w, 1); let r = &q[1..]; let z = &s(&w, 2)[..]; r.len() as u32 * 1000 + r[0] as u32 + z[0] as u32 + z.len() as u32 * 10 }
        }
        mod p4 {
            struct W { b: [u8; 16], len: usize }
            impl W { fn s(&self) -> &[u8] { &self.b[..self.len] } }
            fn s(w: &W) -> &[u8] { &w.b[..w.len] }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; sum(&s(&w)[1..5]) + w.s()[2] as u32  }
        }
        mod p5 {
            struct W { b: [u8; 16], len: usize }
            fn s(w: &W) -> &[u8] { &w.b[..w.len] }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; sum(&s(&w)[1..5])  }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(q3::one(i, input)).wrapping_mul(31).wrapping_add(q5::one(i, input)).wrapping_mul(31).wrapping_add(q7::one(i, input)).wrapping_mul(31).wrapping_add(q8::one(i, input)).wrapping_mul(31).wrapping_add(p4::one(i, input)).wrapping_mul(31).wrapping_add(p5::one(i, input))
        }
    }
    parts_and_elements_of_what_a_method_gives {
        mod p1 {
            struct W { b: [u8; 16], len: usize }
            impl W { fn s(&self) -> &[u8] { &self.b[..self.len] } }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; let t = sum(&w.s()[..w.len - 1 - i % 7]); let u = sum(&w.s()[1..]); t + u }
        }
        mod p2 {
            struct W { b: [u8; 16], len: usize }
            impl W { fn s(&self) -> &[u8] { &self.b[..self.len] } }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; let p = &w.s()[1..5]; let x = w.s()[..i % 7].iter().map(|b| *b as u32).sum::<u32>(); sum(p) + x * 2 }
        }
        mod p6 {
            struct W { b: [u8; 16], len: usize }
            impl W { fn s(&self) -> &[u8] { &self.b[..self.len] } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; w.s()[2] as u32  }
        }
        mod n_part {
            struct W { b: [u8; 16], len: usize }
            impl W { fn s(&self) -> &[u8] { &self.b[..self.len] } }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; match sum(&w.s()[..w.len - 1 - i % 7]) { 0 => 1, n => n * 2 } }
        }
        mod r1 {
            struct W { b: [u8; 16], len: usize }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; let q = &w.b[..w.len][1..]; w.b[1..w.len][2] as u32 + q.len() as u32 * 1000 + q[i % 11] as u32 + (&w.b[..w.len])[3] as u32 + w.b[..w.len][i % 12..].len() as u32 }
        }
        mod r2 {
            struct W { b: [u8; 16], len: usize }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; w.b[1..w.len][2] = 7; w.b[..w.len][1..][3] += 1; (&mut w.b[2..])[0] = 9; let a = [1u32, 2, i as u32, 4]; w.b.iter().fold(0u32, |h, b| h.rotate_left(4) ^ *b as u32) + (&a[1..])[1..][0] + (&a[i % 3..]).iter().sum::<u32>() + (&input[i..])[2..5][1] }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(p1::one(i, input)).wrapping_mul(31).wrapping_add(p2::one(i, input)).wrapping_mul(31).wrapping_add(p6::one(i, input)).wrapping_mul(31).wrapping_add(n_part::one(i, input)).wrapping_mul(31).wrapping_add(r1::one(i, input)).wrapping_mul(31).wrapping_add(r2::one(i, input))
        }
    }
    chains_of_variables_over_slices {
        mod k2 {
            pub fn one(i: usize, input: &[u32]) -> u32 { let t = [1u32, 2, 3]; let a = input[i..i+2].iter().copied(); let b = t.iter().map(|r| r + 1); let c = (0..4).map(|k| k * 3); a.chain(b).chain(c).filter(|&d| d != 0).fold(15, |m, d| m ^ d) }
        }
        mod k3 {
            pub fn one(i: usize, input: &[u32]) -> u32 { let t = [[1u32, 2], [3, 4], [5, input[i + 1]]]; let a = input[i..i+2].iter().copied(); let b = t.iter().map(|r| r[i % 2]); a.chain(b).fold(15, |m, d| m ^ d) }
        }
        mod k5 {
            pub fn one(i: usize, input: &[u32]) -> u32 { let t = [1u32, 2, input[i + 1]]; let a = input[i..i+2].iter().copied(); let b = t.iter().copied(); a.chain(b).fold(15, |m, d| m ^ d) }
        }
        mod k6 {
            pub fn one(i: usize, input: &[u32]) -> u32 { let t = [1u32, 2, input[i + 1]]; let b = t.iter().copied();  input[i..i+2].iter().copied().chain(b).fold(15, |m, d| m ^ d) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(k2::one(i, input)).wrapping_mul(31).wrapping_add(k3::one(i, input)).wrapping_mul(31).wrapping_add(k5::one(i, input)).wrapping_mul(31).wrapping_add(k6::one(i, input))
        }
    }
    ranges_in_variables_as_parts_of_fields {
        mod j2 {
            struct S { c: [usize; 8] }
            impl S { fn row(&self, r: usize) -> usize { let range = r..r + 3; let a: usize = self.c[range.clone()].iter().sum(); a * 100 + self.c[range].iter().copied().max().unwrap_or(0) } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let s = S { c: std::array::from_fn(|k| k * 3) }; s.row(i % 4) as u32 }
        }
        mod j3 {
            struct S { c: [usize; 8] }
            impl S { fn row(&self, r: usize) -> impl Iterator<Item = usize> + '_ { let range = r..r + 3; self.c[range].iter().copied() } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let s = S { c: std::array::from_fn(|k| k * 3) }; s.row(i % 4).sum::<usize>() as u32 }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(j2::one(i, input)).wrapping_mul(31).wrapping_add(j3::one(i, input))
        }
    }
    constant_functions_over_lengths_and_types {
        mod i_bayer {
            const fn bayer<const N: usize>() -> [[u8; N]; N] { let mut m = [[0; N]; N]; let mut y = 0; while y < N { let mut x = 0; while x < N { m[y][x] = (x * N + y) as u8; x += 1; } y += 1; } m }
            const B4: [[u8; 4]; 4] = bayer::<4>(); const B8: [[u8; 8]; 8] = bayer();
            pub fn one(i: usize, input: &[u32]) -> u32 { B4[i % 4][(i / 4) % 4] as u32 * 100 + B8[i % 8][i / 8 % 8] as u32 + input[i] * 10000 }
        }
        mod i2 {
            const fn pair<T: Copy, const N: usize>(x: T, y: [T; N]) -> [(T, T); N] { let mut out = [(x, x); N]; let mut i = 0; while i < N { out[i] = (x, y[i]); i += 1; } out }
            const fn sum<const N: usize>(a: &[u32; N]) -> u32 { let mut t = 0; let mut i = 0; while i < N { t += a[i] * half::<N>(); i += 1; } t }
            const fn half<const M: usize>() -> u32 { let x: [u8; M] = [1; M]; x.len() as u32 }
            const A: [(u8, u8); 3] = pair(7, [1, 2, 3]); const S: u32 = sum(&[1, 2, 3, 4]); const K: usize = 5; const H: u32 = half::<K>(); const F: bool = flag::<true>();
            const fn flag<const B: bool>() -> bool { !B }
            pub fn one(i: usize, input: &[u32]) -> u32 { let (a, b) = A[i % 3]; a as u32 * 100 + b as u32 + S * 1000 + H + F as u32 + input[i] }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(i_bayer::one(i, input)).wrapping_mul(31).wrapping_add(i2::one(i, input))
        }
    }
    methods_that_give_self_on_several_ways {
        mod n_self {
            struct W { b: [u8; 16], len: usize }
            impl W { fn put(&mut self, s: &[u8]) -> &mut Self { self.b[self.len..self.len + s.len()].copy_from_slice(s); self.len += s.len(); self }
            fn var(&mut self, mut v: u32) -> &mut Self { loop { let low = (v & 0x7f) as u8; v >>= 7; self.put(&[if v == 0 { low } else { low | 0x80 }]); if v == 0 { return self; } } }
            fn s(&self) -> &[u8] { &self.b[..self.len] } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut w = W { b: [0; 16], len: 0 }; w.var(input[i]).var(i as u32).put(b"ab"); w.s().iter().fold(0u32, |h, b| h.wrapping_mul(31) ^ *b as u32) }
        }
        mod n3 {
            struct W { b: [u8; 16], len: usize } struct R<'a>(&'a [u8]);
            impl<'a> R<'a> { fn var(&mut self) -> Result<u32, ()> { let (a, r) = self.0.split_first().ok_or(())?; self.0 = r; Ok(*a as u32) } }
            impl W { fn put(&mut self, s: &[u8]) -> &mut Self { self.b[self.len..self.len + s.len()].copy_from_slice(s); self.len += s.len(); self }
            fn var(&mut self, mut v: u32) -> &mut Self { loop { let low = (v & 0x7f) as u8; v >>= 7; self.put(&[if v == 0 { low } else { low | 0x80 }]); if v == 0 { return self; } } }
            fn s(&self) -> &[u8] { &self.b[..self.len] } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut w = W { b: [0; 16], len: 0 }; w.var(input[i]).var(i as u32).put(b"ab"); let mut r = R(w.s()); let x = r.var().unwrap_or(0); w.s().iter().fold(x, |h, b| h.wrapping_mul(31) ^ *b as u32) }
        }
        mod n4 {
            struct W { b: [u8; 16], len: usize }
            impl W { fn put(&mut self, s: u8) -> &mut Self { if s == 3 { return self; } match s { 0 => self, 1 => { self.len += 1; self } _ => { self.b[self.len] = s; self.len += 1; if self.len % 2 == 0 { self } else { self.b[0] += 1; self } } } } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut w = W { b: [0; 16], len: 0 }; w.put(input[i] as u8 % 9).put(i as u8).put(1); w.put(3).put(0); w.b.iter().fold(w.len as u32, |h, b| h.wrapping_mul(31) ^ *b as u32) }
        }
        mod n5 {
            struct A { t: u32 } struct B { t: u32 }
            impl A { fn add(&mut self, x: u32) -> &mut Self { if x == 3 { self.t += 100; return self; } for k in 0..x { if k == 5 { return self; } self.t += k; } match x { 0 => self, _ => { self.t *= 2; self } } } }
            impl B { fn add(&self, x: u32) -> u32 { self.t + x } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut a = A { t: input[i] % 8 }; let b = B { t: 7 }; a.add(i as u32 % 9).add(3).add(b.add(1)); a.add(0); a.t * 10 + b.add(a.t % 5) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(n_self::one(i, input)).wrapping_mul(31).wrapping_add(n3::one(i, input)).wrapping_mul(31).wrapping_add(n4::one(i, input)).wrapping_mul(31).wrapping_add(n5::one(i, input))
        }
    }
    errors_that_are_computed_before_a_question_mark {
        mod b2 {
            #[derive(Clone, Copy)] struct P { a: u32, r: u32 } struct Re { ps: [P; 4], len: usize }
            fn go(n: usize, t: &[u32]) -> Result<u32, u32> { let mut re = Re { ps: [P { a: 1, r: 2 }; 4], len: 0 }; let mut rest = t; while let [first, tail @ ..] = rest { rest = tail; let atom = match first % 4 { 0 => 7, 1 | 2 => { let piece = re.ps[..re.len].last_mut().ok_or(t.len() as u32 - rest.len() as u32)?; piece.r = match first % 3 { 0 => 7, _ => 9 }; continue; } _ => 5 }; if re.len < 4 { re.ps[re.len] = P { a: atom, r: 1 }; re.len += 1; } } Ok(re.ps.iter().map(|p| p.r + p.a).sum()) }
            pub fn one(i: usize, input: &[u32]) -> u32 { match go(i % 5, &input[i..i + 7]) { Ok(v) => v, Err(e) => e + 1000 } }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(b2::one(i, input))
        }
    }
    references_that_as_ref_gives_in_chains {
        mod c2 {
            #[derive(Clone, Copy)] struct V { k: u32 }
            struct T { s: [Option<V>; 8] }
            impl T { fn get(&self, key: u32) -> Option<&V> { (0..8).map(|slot| self.s[slot].as_ref()).flatten().find(|v| v.k % 4 == key) }
             fn get2(&self, key: u32) -> Option<&V> { self.s.iter().flatten().find(|v| v.k % 4 == key) } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let t = T { s: std::array::from_fn(|k| if input[i + k] % 5 == 0 { None } else { Some(V { k: input[i + k] }) }) }; t.get(input[i + 9] % 4).map_or(1, |v| v.k) + t.get2(input[i + 9] % 4).map_or(1, |v| v.k) }
        }
        mod c3 {
            #[derive(Clone, Copy)] struct V { k: u32 }
            struct T { s: [Option<V>; 8] }
            impl T { fn get(&self, key: u32) -> Option<&V> { (0..8).map(|slot| self.s[slot].as_ref()).take_while(Option::is_some).flatten().find(|v| v.k % 4 == key) } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let t = T { s: std::array::from_fn(|k| if input[i + k] % 5 == 0 { None } else { Some(V { k: input[i + k] }) }) }; t.get(input[i + 9] % 4).map_or(1, |v| v.k) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(c2::one(i, input)).wrapping_mul(31).wrapping_add(c3::one(i, input))
        }
    }
    ranges_taken_apart {
        mod h_range {
            fn q(range: std::ops::Range<usize>) -> usize { let std::ops::Range { start, end } = range; start * 100 + end }
            pub fn one(i: usize, input: &[u32]) -> u32 { q(i..input[i] as usize) as u32 }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(h_range::one(i, input))
        }
    }
    references_to_arrays_of_generic_types_as_slices {
        mod a2 {
            struct C<const R: usize> { s: [u32; 4] }
            impl<const R: usize> C<R> { const S: &'static [u8; 16] = b"expand 32-byte k"; fn new(x: &[u8; 8]) -> Self { let mut s = [0; 4]; let words = |bytes: &[u8], o: &mut [u32]| { for (w, c) in o.iter_mut().zip(bytes.chunks_exact(4)) { *w = u32::from_le_bytes(c.try_into().unwrap()); } }; words(Self::S, &mut s[..3]); words(x, &mut s[2..]); Self { s } } }
            type C8 = C<8>;
            pub fn one(i: usize, input: &[u32]) -> u32 { C8::new(&[1, 2, 3, 4, 5, 6, 7, i as u8]).s.iter().fold(input[i], |a, b| a.rotate_left(3) ^ b) }
        }
        mod a4 {
            struct C<const R: usize> { s: [u32; 4] }
            fn words(bytes: &[u8], o: &mut [u32]) { for (w, c) in o.iter_mut().zip(bytes.chunks_exact(4)) { *w = u32::from_le_bytes(c.try_into().unwrap()); } }
            impl<const R: usize> C<R> { const S: &'static [u8; 16] = b"expand 32-byte k"; fn new(x: &[u8; 8]) -> Self { let mut s = [0; 4]; words(Self::S, &mut s[..3]); words(x, &mut s[2..]); Self { s } } }
            type C8 = C<8>;
            pub fn one(i: usize, input: &[u32]) -> u32 { C8::new(&[1, 2, 3, 4, 5, 6, 7, i as u8]).s.iter().fold(input[i], |a, b| a.rotate_left(3) ^ b) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(a2::one(i, input)).wrapping_mul(31).wrapping_add(a4::one(i, input))
        }
    }
    arrays_of_generic_types_as_slices {
        mod a5 {
            struct C<const R: usize> { s: [u32; 4] }
            fn words(bytes: &[u8], o: &mut [u32]) { for (w, c) in o.iter_mut().zip(bytes.chunks_exact(4)) { *w = u32::from_le_bytes(c.try_into().unwrap()); } }
            impl<const R: usize> C<R> { const S: [u8; 16] = *b"expand 32-byte k"; const T: [u32; 3] = [1, 2, 3]; fn new(x: &[u8; 8]) -> Self { let mut s = [0; 4]; words(&Self::S, &mut s[..3]); words(x, &mut s[2..]); s[0] += Self::T.iter().sum::<u32>() + Self::T[x[7] as usize % 3]; Self { s } } }
            type C8 = C<8>;
            pub fn one(i: usize, input: &[u32]) -> u32 { C8::new(&[1, 2, 3, 4, 5, 6, 7, i as u8]).s.iter().fold(input[i], |a, b| a.rotate_left(3) ^ b) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(a5::one(i, input))
        }
    }
    characters_into_bytes {
        mod l_enc {
            fn encode(c: char, out: &mut [u8; 4]) -> &[u8] { let len = c.encode_utf8(out).len(); &out[..len] }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut b = [0; 4]; let c = char::from_u32(input[i]).unwrap_or('x'); encode(c, &mut b).iter().fold(0, |h, &b| h * 256 + b as u32) }
        }
        mod l2 {
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut b = [0; 8]; let c = ['a', 'ß', '世', '🦀'][i % 4]; let s = c.encode_utf8(&mut b[1..]); let n = s.len() as u32; let t = char::from_u32(input[i]).unwrap_or('é').encode_utf8(&mut b[3..]).len() as u32; b.iter().fold(n * 7 + t, |h, b| h.rotate_left(5) ^ *b as u32) }
        }
        mod l3 {
            fn put(out: &mut [u8; 12], n: usize, c: char) -> usize { let mut b = [0u8; 4]; let s = c.encode_utf8(&mut b); for (k, x) in s.bytes().enumerate() { out[n + k] = x; } n + s.len() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut out = [0; 12]; let mut n = 0; for c in ['x', 'ü', '\u{800}'] { n = put(&mut out, n, c); } n = put(&mut out, n, char::from_u32(input[i] * 3 + 0x10000).unwrap_or('!')); out.iter().fold(n as u32, |h, b| h.rotate_left(5) ^ *b as u32) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(l_enc::one(i, input)).wrapping_mul(31).wrapping_add(l2::one(i, input)).wrapping_mul(31).wrapping_add(l3::one(i, input))
        }
    }
    own_methods_with_the_names_of_adaptors {
        mod e4 {
            struct Image<P, const W: usize, const H: usize>([[P; W]; H]);
            impl<P: Copy + Default, const W: usize, const H: usize> Image<P, W, H> {
             fn map<Q: Copy + Default>(&self, f: impl Fn(P) -> Q) -> Image<Q, W, H> { Image(std::array::from_fn(|y| std::array::from_fn(|x| f(self.0[y][x])))) }
            }
            pub fn one(i: usize, input: &[u32]) -> u32 { let photo = Image::<u32, 4, 3>(std::array::from_fn(|y| std::array::from_fn(|x| input[i + y * 4 + x]))); let m = photo.0.iter().flat_map(|row| row.iter()).map(|p| p + 1).max(); m.map_or(0, u32::from) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(e4::one(i, input))
        }
    }
    chains_with_a_state_compared {
        mod d5 {
            struct B { w: [u32; 4], len: usize } impl B { fn iter(&self) -> impl Iterator<Item = bool> + '_ { (0..self.len).map(|k| self.w[k / 32] >> (k % 32) & 1 == 1) } }
            struct H { root: u8, n: [u8; 4] }
            impl H { fn dec<'a, I>(&'a self, bits: I) -> impl Iterator<Item = u8> + 'a where I: Iterator<Item = bool> + 'a { bits.scan(self.root, move |n, b| { let x = self.n[*n as usize % 4]; let next = x + b as u8; Some(match next % 3 { 0 => { *n = self.root; Some(next) } _ => { *n = next; None } }) }).flatten() } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let m: [u8; 4] = std::array::from_fn(|k| (input[i + k] % 6) as u8); let h = H { root: 1, n: [1, 2, 3, 0] }; let b = B { w: [input[i], 0, 1, 2], len: 40 }; let same = h.dec(b.iter()).eq(m.iter().copied()); h.dec(b.iter()).map(|x| x as u32).sum::<u32>() * 2 + same as u32 }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(d5::one(i, input))
        }
    }
}

texts! {
    texts_of_parts_of_what_a_function_gives_of_a_field {
        mod q3 {
            struct W { b: [u8; 16], len: usize }
            fn s(w: &W) -> &[u8] { &w.b }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; sum(&s(&w)[1..5])  }
        }
        mod q5 {
            struct W { b: [u8; 16], len: usize }
            fn s(w: &W) -> &[u8] { &w.b }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; let q = &s(&w)[1..5]; q[1] as u32 }
        }
        mod q7 {
            struct W { b: [u8; 16] }
            fn s(w: &W) -> &[u8] { &w.b }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8) }; let q = &s(&w)[0..]; q.len() as u32 * 1000 + q[0] as u32 }
        }
        mod q8 {
            struct W { b: [u8; 16] }
            fn s<'a>(w: &'a W, n: usize) -> &'a [u8] { &w.b[n..] }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8) }; let q = s(&w, 1); let r = &q[1..]; let z = &s(&w, 2)[..]; r.len() as u32 * 1000 + r[0] as u32 + z[0] as u32 + z.len() as u32 * 10 }
        }
        mod p4 {
            struct W { b: [u8; 16], len: usize }
            impl W { fn s(&self) -> &[u8] { &self.b[..self.len] } }
            fn s(w: &W) -> &[u8] { &w.b[..w.len] }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; sum(&s(&w)[1..5]) + w.s()[2] as u32  }
        }
        mod p5 {
            struct W { b: [u8; 16], len: usize }
            fn s(w: &W) -> &[u8] { &w.b[..w.len] }
            fn sum(b: &[u8]) -> u32 { b.iter().map(|b| *b as u32).sum() }
            pub fn one(i: usize, input: &[u32]) -> u32 { let w = W { b: std::array::from_fn(|k| input[i + k] as u8), len: 12 }; sum(&s(&w)[1..5])  }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(q3::one(i, input)).wrapping_mul(31).wrapping_add(q5::one(i, input)).wrapping_mul(31).wrapping_add(q7::one(i, input)).wrapping_mul(31).wrapping_add(q8::one(i, input)).wrapping_mul(31).wrapping_add(p4::one(i, input)).wrapping_mul(31).wrapping_add(p5::one(i, input))
        }
        fn case(a: i32, b: u32) -> i64 {
            let input: [u32; 64] = std::array::from_fn(|k| (k as u32 * 1103 + b * 7 + (a as u32 & 0xff)) % 4096);
            one((b % 5) as usize, &input) as i64
        }
    }
    texts_of_own_methods_with_the_names_of_adaptors {
        mod e4 {
            struct Image<P, const W: usize, const H: usize>([[P; W]; H]);
            impl<P: Copy + Default, const W: usize, const H: usize> Image<P, W, H> {
             fn map<Q: Copy + Default>(&self, f: impl Fn(P) -> Q) -> Image<Q, W, H> { Image(std::array::from_fn(|y| std::array::from_fn(|x| f(self.0[y][x])))) }
            }
            pub fn one(i: usize, input: &[u32]) -> u32 { let photo = Image::<u32, 4, 3>(std::array::from_fn(|y| std::array::from_fn(|x| input[i + y * 4 + x]))); let m = photo.0.iter().flat_map(|row| row.iter()).map(|p| p + 1).max(); m.map_or(0, u32::from) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(e4::one(i, input))
        }
        fn case(a: i32, b: u32) -> i64 {
            let input: [u32; 64] = std::array::from_fn(|k| (k as u32 * 1103 + b * 7 + (a as u32 & 0xff)) % 4096);
            one((b % 5) as usize, &input) as i64
        }
    }
    texts_of_methods_that_give_self_on_several_ways {
        mod n_self {
            struct W { b: [u8; 16], len: usize }
            impl W { fn put(&mut self, s: &[u8]) -> &mut Self { self.b[self.len..self.len + s.len()].copy_from_slice(s); self.len += s.len(); self }
            fn var(&mut self, mut v: u32) -> &mut Self { loop { let low = (v & 0x7f) as u8; v >>= 7; self.put(&[if v == 0 { low } else { low | 0x80 }]); if v == 0 { return self; } } }
            fn s(&self) -> &[u8] { &self.b[..self.len] } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut w = W { b: [0; 16], len: 0 }; w.var(input[i]).var(i as u32).put(b"ab"); w.s().iter().fold(0u32, |h, b| h.wrapping_mul(31) ^ *b as u32) }
        }
        mod n3 {
            struct W { b: [u8; 16], len: usize } struct R<'a>(&'a [u8]);
            impl<'a> R<'a> { fn var(&mut self) -> Result<u32, ()> { let (a, r) = self.0.split_first().ok_or(())?; self.0 = r; Ok(*a as u32) } }
            impl W { fn put(&mut self, s: &[u8]) -> &mut Self { self.b[self.len..self.len + s.len()].copy_from_slice(s); self.len += s.len(); self }
            fn var(&mut self, mut v: u32) -> &mut Self { loop { let low = (v & 0x7f) as u8; v >>= 7; self.put(&[if v == 0 { low } else { low | 0x80 }]); if v == 0 { return self; } } }
            fn s(&self) -> &[u8] { &self.b[..self.len] } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut w = W { b: [0; 16], len: 0 }; w.var(input[i]).var(i as u32).put(b"ab"); let mut r = R(w.s()); let x = r.var().unwrap_or(0); w.s().iter().fold(x, |h, b| h.wrapping_mul(31) ^ *b as u32) }
        }
        mod n4 {
            struct W { b: [u8; 16], len: usize }
            impl W { fn put(&mut self, s: u8) -> &mut Self { if s == 3 { return self; } match s { 0 => self, 1 => { self.len += 1; self } _ => { self.b[self.len] = s; self.len += 1; if self.len % 2 == 0 { self } else { self.b[0] += 1; self } } } } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut w = W { b: [0; 16], len: 0 }; w.put(input[i] as u8 % 9).put(i as u8).put(1); w.put(3).put(0); w.b.iter().fold(w.len as u32, |h, b| h.wrapping_mul(31) ^ *b as u32) }
        }
        mod n5 {
            struct A { t: u32 } struct B { t: u32 }
            impl A { fn add(&mut self, x: u32) -> &mut Self { if x == 3 { self.t += 100; return self; } for k in 0..x { if k == 5 { return self; } self.t += k; } match x { 0 => self, _ => { self.t *= 2; self } } } }
            impl B { fn add(&self, x: u32) -> u32 { self.t + x } }
            pub fn one(i: usize, input: &[u32]) -> u32 { let mut a = A { t: input[i] % 8 }; let b = B { t: 7 }; a.add(i as u32 % 9).add(3).add(b.add(1)); a.add(0); a.t * 10 + b.add(a.t % 5) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(n_self::one(i, input)).wrapping_mul(31).wrapping_add(n3::one(i, input)).wrapping_mul(31).wrapping_add(n4::one(i, input)).wrapping_mul(31).wrapping_add(n5::one(i, input))
        }
        fn case(a: i32, b: u32) -> i64 {
            let input: [u32; 64] = std::array::from_fn(|k| (k as u32 * 1103 + b * 7 + (a as u32 & 0xff)) % 4096);
            one((b % 5) as usize, &input) as i64
        }
    }
    texts_of_constant_functions_over_lengths_and_types {
        mod i_bayer {
            const fn bayer<const N: usize>() -> [[u8; N]; N] { let mut m = [[0; N]; N]; let mut y = 0; while y < N { let mut x = 0; while x < N { m[y][x] = (x * N + y) as u8; x += 1; } y += 1; } m }
            const B4: [[u8; 4]; 4] = bayer::<4>(); const B8: [[u8; 8]; 8] = bayer();
            pub fn one(i: usize, input: &[u32]) -> u32 { B4[i % 4][(i / 4) % 4] as u32 * 100 + B8[i % 8][i / 8 % 8] as u32 + input[i] * 10000 }
        }
        mod i2 {
            const fn pair<T: Copy, const N: usize>(x: T, y: [T; N]) -> [(T, T); N] { let mut out = [(x, x); N]; let mut i = 0; while i < N { out[i] = (x, y[i]); i += 1; } out }
            const fn sum<const N: usize>(a: &[u32; N]) -> u32 { let mut t = 0; let mut i = 0; while i < N { t += a[i] * half::<N>(); i += 1; } t }
            const fn half<const M: usize>() -> u32 { let x: [u8; M] = [1; M]; x.len() as u32 }
            const A: [(u8, u8); 3] = pair(7, [1, 2, 3]); const S: u32 = sum(&[1, 2, 3, 4]); const K: usize = 5; const H: u32 = half::<K>(); const F: bool = flag::<true>();
            const fn flag<const B: bool>() -> bool { !B }
            pub fn one(i: usize, input: &[u32]) -> u32 { let (a, b) = A[i % 3]; a as u32 * 100 + b as u32 + S * 1000 + H + F as u32 + input[i] }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            0u32.wrapping_mul(31).wrapping_add(i_bayer::one(i, input)).wrapping_mul(31).wrapping_add(i2::one(i, input))
        }
        fn case(a: i32, b: u32) -> i64 {
            let input: [u32; 64] = std::array::from_fn(|k| (k as u32 * 1103 + b * 7 + (a as u32 & 0xff)) % 4096);
            one((b % 5) as usize, &input) as i64
        }
    }
}
