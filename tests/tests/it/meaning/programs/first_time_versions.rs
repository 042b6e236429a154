//! Programs from many fields in their first versions: they were written, and held against rustc, before one of them was compiled here. Of 26 these 19 were right at
//! once; seven wait in [`super::waiting_versions`].

#![allow(dead_code, unused, clippy::all, reason = "the programs are as they were first written")]

use super::broad_versions::check_all;
use vyre::prelude::*;

/// Programs whose kernel asks a function of them for each element, in a text and as plain Rust.
macro_rules! fresh_texts {
    ($($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            $($items)*
            #[test]
            fn as_in_rust() {
                super::check_all(vec![super::Device::cpu()], stringify!($($items)*), one);
            }
        }
    )*};
}

fresh_texts! {
    adpcm {
        const STEPS: [i32; 49] = {
            let mut table = [0; 49];
            let mut k = 0;
            let mut value = 16i64 << 20;
            while k < 49 {
                table[k] = (value >> 20) as i32;
                value = value * 11 / 10;
                k += 1;
            }
            table
        };

        const ADJUST: [i8; 8] = [-1, -1, -1, -1, 2, 4, 6, 8];

        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        struct State {
            signal: i16,
            index: u8,
        }

        impl State {
            fn step(&self) -> i32 {
                STEPS[usize::from(self.index)]
            }

            fn advance(self, nibble: u8) -> State {
                let step = self.step();
                let mut diff = step >> 3;
                for bit in (0..3).rev() {
                    if nibble & (1 << bit) != 0 {
                        diff += step >> (2 - bit);
                    }
                }
                let signal = self.signal as i32 + if nibble & 8 != 0 { -diff } else { diff };
                let index = (self.index as i8 + ADJUST[(nibble & 7) as usize]).clamp(0, STEPS.len() as i8 - 1);
                State { signal: signal.clamp(-2048, 2047) as i16, index: index as u8 }
            }

            fn choose(&self, sample: i16) -> u8 {
                let mut rest = sample as i32 - self.signal as i32;
                let sign = if rest < 0 { 8 } else { 0 };
                rest = rest.abs();
                let mut step = self.step();
                let mut nibble = 0u8;
                for bit in [4, 2, 1] {
                    if rest >= step {
                        nibble |= bit;
                        rest -= step;
                    }
                    step >>= 1;
                }
                nibble | sign
            }
        }

        fn encode<'a>(samples: &'a [i16]) -> impl Iterator<Item = u8> + 'a {
            samples.iter().scan(State::default(), |state, &sample| {
                let nibble = state.choose(sample);
                *state = state.advance(nibble);
                Some(nibble)
            })
        }

        fn pack(nibbles: impl Iterator<Item = u8>, out: &mut [u8]) -> usize {
            let mut count = 0;
            let mut high: Option<u8> = None;
            for nibble in nibbles {
                high = match high {
                    None => Some(nibble << 4),
                    Some(h) => {
                        out[count] = h | nibble;
                        count += 1;
                        None
                    }
                };
            }
            if let Some(h) = high {
                out[count] = h;
                count += 1;
            }
            count
        }

        struct Decoder<I> {
            bytes: I,
            state: State,
            pending: Option<u8>,
        }

        impl<'a, I: Iterator<Item = &'a u8>> Iterator for Decoder<I> {
            type Item = i16;

            fn next(&mut self) -> Option<i16> {
                let nibble = match self.pending.take() {
                    Some(low) => low,
                    None => {
                        let byte = *self.bytes.next()?;
                        self.pending = Some(byte & 0xf);
                        byte >> 4
                    }
                };
                self.state = self.state.advance(nibble);
                Some(self.state.signal)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut samples = [0i16; 18];
            let mut level = 0i16;
            for (k, s) in samples.iter_mut().enumerate() {
                level = (level + (input[i + k] % 401) as i16 - 200).clamp(-1500, 1500);
                *s = level;
            }
            let mut packed = [0u8; 12];
            let used = pack(encode(&samples), &mut packed);
            let decoder = Decoder { bytes: packed[..used].iter(), state: State::default(), pending: None };
            let mut worst = 0u16;
            let mut sum = 0i32;
            for (decoded, &original) in decoder.zip(&samples) {
                worst = worst.max(decoded.abs_diff(original));
                sum = sum.wrapping_mul(3).wrapping_add(decoded.into());
            }
            let bytes = packed[..used].iter().rev().fold(0u32, |h, b| h.rotate_left(3) ^ *b as u32);
            bytes ^ (worst as u32) << 16 ^ sum as u32
        }
    }

    big_uint {
        use std::cmp::Ordering;
        use std::ops::{Add, Mul, Rem, Shl, Sub};

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Uint<const L: usize>([u32; L]);

        impl<const L: usize> Uint<L> {
            const ZERO: Self = Uint([0; L]);
            const ONE: Self = {
                let mut limbs = [0; L];
                limbs[0] = 1;
                Uint(limbs)
            };
            const BITS: usize = 32 * L;

            fn bit(&self, n: usize) -> bool {
                self.0[n / 32] >> (n % 32) & 1 == 1
            }

            fn bits(&self) -> usize {
                match self.0.iter().rposition(|&l| l != 0) {
                    Some(top) => 32 * (top + 1) - self.0[top].leading_zeros() as usize,
                    None => 0,
                }
            }

            fn overflowing_add(self, other: Self) -> (Self, bool) {
                let mut out = Self::ZERO;
                let mut carry = false;
                for (o, (a, b)) in out.0.iter_mut().zip(self.0.into_iter().zip(other.0)) {
                    let (sum, c1) = a.overflowing_add(b);
                    let (sum, c2) = sum.overflowing_add(carry as u32);
                    *o = sum;
                    carry = c1 | c2;
                }
                (out, carry)
            }

            fn pow_mod(self, exp: &Self, modulus: Self) -> Self {
                let mut acc = Self::ONE;
                for n in (0..exp.bits()).rev() {
                    acc = acc * acc % modulus;
                    if exp.bit(n) {
                        acc = acc * self % modulus;
                    }
                }
                acc
            }
        }

        impl<const L: usize> From<u32> for Uint<L> {
            fn from(x: u32) -> Self {
                let mut limbs = [0; L];
                limbs[0] = x;
                Self(limbs)
            }
        }

        impl<const L: usize> PartialOrd for Uint<L> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<const L: usize> Ord for Uint<L> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.iter().rev().cmp(other.0.iter().rev())
            }
        }

        impl<const L: usize> Add for Uint<L> {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                self.overflowing_add(other).0
            }
        }

        impl<const L: usize> Sub for Uint<L> {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                let flipped = Uint(other.0.map(|l| !l));
                self + flipped + Self::ONE
            }
        }

        impl<const L: usize> Mul for Uint<L> {
            type Output = Self;
            fn mul(self, other: Self) -> Self {
                let mut out = [0u32; L];
                for (i, &a) in self.0.iter().enumerate() {
                    let mut carry = 0u64;
                    for (o, &b) in out[i..].iter_mut().zip(&other.0) {
                        let t = u64::from(a) * u64::from(b) + u64::from(*o) + carry;
                        *o = t as u32;
                        carry = t >> 32;
                    }
                }
                Uint(out)
            }
        }

        impl<const L: usize> Shl<usize> for Uint<L> {
            type Output = Self;
            fn shl(self, by: usize) -> Self {
                let (words, bits) = (by / 32, by % 32);
                let mut out = Self::ZERO;
                for k in words..L {
                    out.0[k] = self.0[k - words] << bits;
                    if bits > 0 && k > words {
                        out.0[k] |= self.0[k - words - 1] >> (32 - bits);
                    }
                }
                out
            }
        }

        impl<const L: usize> Rem for Uint<L> {
            type Output = Self;
            fn rem(mut self, modulus: Self) -> Self {
                let Some(start) = self.bits().checked_sub(modulus.bits()) else {
                    return self;
                };
                for shift in (0..=start).rev() {
                    let shifted = modulus << shift;
                    if self >= shifted {
                        self = self - shifted;
                    }
                }
                self
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            type U128 = Uint<4>;
            let base = U128::from(input[i] | 3) << 9;
            let modulus = U128::from(0x7fff_ffff) + (U128::ONE << 35);
            let power = base.pow_mod(&U128::from(input[i + 1] % 50 + 2), modulus);
            assert!(power < modulus);
            let order = match power.cmp(&base) {
                Ordering::Less => 1,
                Ordering::Equal => 2,
                Ordering::Greater => 3,
            };
            power.0[0] ^ power.0[1].rotate_left(7) ^ order ^ (U128::BITS as u32) << 8
        }
    }

    biquad_chain {
        use core::f32::consts::PI;

        trait Filter {
            fn process(&mut self, x: f32) -> f32;

            fn reset(&mut self);

            fn process_block(&mut self, block: &mut [f32]) {
                for sample in block.iter_mut() {
                    *sample = self.process(*sample);
                }
            }

            fn then<F: Filter>(self, next: F) -> Chain<Self, F>
            where
                Self: Sized,
            {
                Chain { first: self, second: next }
            }
        }

        #[derive(Clone, Copy, Debug, Default)]
        struct Coefficients {
            b: [f32; 3],
            a: [f32; 2],
        }

        #[derive(Clone, Copy, Debug)]
        enum Kind {
            LowPass { q: f32 },
            HighPass { q: f32 },
            Peak { q: f32, gain: f32 },
        }

        impl Kind {
            fn coefficients(self, freq: f32) -> Coefficients {
                let w = 2.0 * PI * freq;
                let (sin, cos) = w.sin_cos();
                let (b, a0, a1, a2) = match self {
                    Kind::LowPass { q } => {
                        let alpha = sin / (2.0 * q);
                        let k = (1.0 - cos) / 2.0;
                        ([k, 2.0 * k, k], 1.0 + alpha, -2.0 * cos, 1.0 - alpha)
                    }
                    Kind::HighPass { q } => {
                        let alpha = sin / (2.0 * q);
                        let k = (1.0 + cos) / 2.0;
                        ([k, -2.0 * k, k], 1.0 + alpha, -2.0 * cos, 1.0 - alpha)
                    }
                    Kind::Peak { q, gain } => {
                        let alpha = sin / (2.0 * q);
                        let amp = gain.sqrt();
                        ([1.0 + alpha * amp, -2.0 * cos, 1.0 - alpha * amp], 1.0 + alpha / amp, -2.0 * cos, 1.0 - alpha / amp)
                    }
                };
                Coefficients { b: b.map(|x| x / a0), a: [a1 / a0, a2 / a0] }
            }
        }

        #[derive(Clone, Copy, Debug, Default)]
        struct Biquad {
            c: Coefficients,
            z: [f32; 2],
        }

        impl From<(Kind, f32)> for Biquad {
            fn from((kind, freq): (Kind, f32)) -> Self {
                Biquad { c: kind.coefficients(freq), ..Biquad::default() }
            }
        }

        impl Filter for Biquad {
            fn process(&mut self, x: f32) -> f32 {
                let Coefficients { b: [b0, b1, b2], a: [a1, a2] } = self.c;
                let y = b0 * x + self.z[0];
                self.z = [b1 * x - a1 * y + self.z[1], b2 * x - a2 * y];
                y
            }

            fn reset(&mut self) {
                self.z = Default::default();
            }
        }

        struct Fir<const TAPS: usize> {
            taps: [f32; TAPS],
            line: [f32; TAPS],
            at: usize,
        }

        impl<const TAPS: usize> Fir<TAPS> {
            fn hann() -> Self {
                let mut taps = core::array::from_fn(|k| {
                    let phase = (k + 1) as f32 / (TAPS + 1) as f32;
                    0.5 - 0.5 * (2.0 * PI * phase).cos()
                });
                let sum: f32 = taps.iter().sum();
                taps.iter_mut().for_each(|t| *t /= sum);
                Fir { taps, line: [0.0; TAPS], at: 0 }
            }
        }

        impl<const TAPS: usize> Filter for Fir<TAPS> {
            fn process(&mut self, x: f32) -> f32 {
                self.line[self.at] = x;
                let (new, old) = self.line.split_at(self.at + 1);
                let y = new.iter().rev().chain(old.iter().rev()).zip(&self.taps).map(|(s, t)| s * t).sum();
                self.at = (self.at + 1) % TAPS;
                y
            }

            fn reset(&mut self) {
                self.line.fill(0.0);
                self.at = 0;
            }
        }

        struct Chain<A, B> {
            first: A,
            second: B,
        }

        impl<A: Filter, B: Filter> Filter for Chain<A, B> {
            fn process(&mut self, x: f32) -> f32 {
                self.second.process(self.first.process(x))
            }

            fn reset(&mut self) {
                self.first.reset();
                self.second.reset();
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut signal = [0f32; 24];
            for (s, &x) in signal.iter_mut().zip(&input[i..]) {
                *s = (x % 2001) as f32 / 1000.0 - 1.0;
            }
            let low = Biquad::from((Kind::LowPass { q: 0.707 }, 0.1));
            let peak: Biquad = (Kind::Peak { q: 1.0, gain: 2.0 }, 0.2).into();
            let mut chain = low.then(peak).then(Fir::<5>::hann());
            let mut once = signal;
            chain.process_block(&mut once);
            chain.reset();
            let mut again = signal;
            chain.process_block(&mut again);
            let same = once.iter().zip(again.iter()).all(|(a, b)| a.to_bits() == b.to_bits());
            let mut high = Biquad::from((Kind::HighPass { q: 0.5 }, 0.3));
            let energy = once.iter().map(|&x| high.process(x)).map(|y| y * y).fold(0.0, f32::max);
            let peak = once.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            (energy * 10_000.0) as u32 ^ ((peak * 1000.0).round() as i32 as u32) << 12 ^ same as u32
        }
    }

    chacha_stream {
        const SIGMA: [u32; 4] = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

        fn quarter(s: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize) {
            let mut mix = |x: usize, y: usize, z: usize, by: u32| {
                s[x] = s[x].wrapping_add(s[y]);
                s[z] = (s[z] ^ s[x]).rotate_left(by);
            };
            mix(a, b, d, 16);
            mix(c, d, b, 12);
            mix(a, b, d, 8);
            mix(c, d, b, 7);
        }

        #[derive(Clone)]
        struct ChaCha<const ROUNDS: usize> {
            state: [u32; 16],
            buffer: [u8; 64],
            used: usize,
        }

        impl<const ROUNDS: usize> ChaCha<ROUNDS> {
            const COLUMNS: [(usize, usize, usize, usize); 4] = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)];
            const DIAGONALS: [(usize, usize, usize, usize); 4] = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)];

            fn new(key: &[u8; 32], nonce: [u32; 3]) -> Self {
                let mut state = [0; 16];
                state[..4].copy_from_slice(&SIGMA);
                for (word, bytes) in state[4..12].iter_mut().zip(key.chunks_exact(4)) {
                    *word = u32::from_le_bytes(bytes.try_into().unwrap());
                }
                state[13..].copy_from_slice(&nonce);
                Self { state, buffer: [0; 64], used: 64 }
            }

            fn refill(&mut self) {
                let mut work = self.state;
                for _ in (0..ROUNDS).step_by(2) {
                    for (a, b, c, d) in Self::COLUMNS.into_iter().chain(Self::DIAGONALS) {
                        quarter(&mut work, a, b, c, d);
                    }
                }
                for (k, (w, s)) in work.iter().zip(&self.state).enumerate() {
                    self.buffer[4 * k..4 * k + 4].copy_from_slice(&w.wrapping_add(*s).to_le_bytes());
                }
                self.state[12] += 1;
                self.used = 0;
            }
        }

        impl<const ROUNDS: usize> Iterator for ChaCha<ROUNDS> {
            type Item = u8;

            fn next(&mut self) -> Option<u8> {
                if self.used == self.buffer.len() {
                    self.refill();
                }
                let byte = self.buffer[self.used];
                self.used += 1;
                Some(byte)
            }
        }

        fn xor_in_place(data: &mut [u8], stream: impl Iterator<Item = u8>) {
            for (d, s) in data.iter_mut().zip(stream) {
                *d ^= s;
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut key = [0u8; 32];
            for (k, b) in key.iter_mut().enumerate() {
                *b = (input[(i + k / 2) & 255] >> (8 * (k % 2))) as u8;
            }
            let cipher: ChaCha<8> = ChaCha::new(&key, [0, 1, i as u32]);
            let plain = *b"attack at dawn, attack at dusk..";
            let mut text = plain;
            xor_in_place(&mut text, cipher.clone().skip(48));
            let sum = text.iter().fold(0u32, |acc, &b| acc.rotate_left(5) ^ b as u32);
            xor_in_place(&mut text, cipher.skip(48));
            if text == plain { sum } else { u32::MAX }
        }
    }

    envelope {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Stage {
            Idle,
            Attack { level: f32 },
            Decay { level: f32 },
            Sustain,
            Release { level: f32, rate: f32 },
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Adsr {
            attack: f32,
            decay: f32,
            sustain: f32,
            release: f32,
        }

        impl Default for Adsr {
            fn default() -> Self {
                Self { attack: 0.25, decay: 0.125, sustain: 0.5, release: 4.0 }
            }
        }

        struct Voice<O> {
            envelope: Adsr,
            stage: Stage,
            oscillator: O,
        }

        trait Oscillator {
            const NAME: u32;
            fn at(&self, phase: f32) -> f32;
            fn advance(&mut self) -> f32;
        }

        #[derive(Default)]
        struct Saw {
            phase: f32,
            step: f32,
        }

        struct Square<const DUTY: u32>(Saw);

        impl Oscillator for Saw {
            const NAME: u32 = 1;

            fn at(&self, phase: f32) -> f32 {
                2.0 * phase - 1.0
            }

            fn advance(&mut self) -> f32 {
                let value = self.at(self.phase);
                self.phase = (self.phase + self.step).fract();
                value
            }
        }

        impl<const DUTY: u32> Oscillator for Square<DUTY> {
            const NAME: u32 = 10 + Saw::NAME;

            fn at(&self, phase: f32) -> f32 {
                if phase * 100.0 < DUTY as f32 { 1.0 } else { -1.0 }
            }

            fn advance(&mut self) -> f32 {
                let old = self.0.phase;
                self.0.advance();
                self.at(old)
            }
        }

        impl<O: Oscillator> Voice<O> {
            fn new(oscillator: O) -> Self {
                Voice { envelope: Adsr { decay: 0.25, ..Default::default() }, stage: Stage::Idle, oscillator }
            }

            fn note_on(&mut self) {
                self.stage = match self.stage {
                    Stage::Release { level, .. } => Stage::Attack { level },
                    _ => Stage::Attack { level: 0.0 },
                };
            }

            fn note_off(&mut self) {
                let level = self.level();
                if level > 0.0 {
                    self.stage = Stage::Release { level, rate: level / self.envelope.release };
                } else {
                    self.stage = Stage::Idle;
                }
            }

            fn level(&self) -> f32 {
                match self.stage {
                    Stage::Idle => 0.0,
                    Stage::Attack { level } | Stage::Decay { level } | Stage::Release { level, .. } => level,
                    Stage::Sustain => self.envelope.sustain,
                }
            }

            fn tick(&mut self) -> f32 {
                let Adsr { attack, decay, sustain, .. } = self.envelope;
                self.stage = match self.stage {
                    Stage::Attack { level } if level + attack >= 1.0 => Stage::Decay { level: 1.0 },
                    Stage::Attack { level } => Stage::Attack { level: level + attack },
                    Stage::Decay { level } => match level - decay {
                        next if next <= sustain => Stage::Sustain,
                        next => Stage::Decay { level: next },
                    },
                    Stage::Release { level, rate } if level > rate => Stage::Release { level: level - rate, rate },
                    Stage::Release { .. } => Stage::Idle,
                    same @ (Stage::Idle | Stage::Sustain) => same,
                };
                self.level() * self.oscillator.advance()
            }
        }

        fn render<O: Oscillator>(mut voice: Voice<O>, gates: &[bool]) -> (f32, u32) {
            let mut before = false;
            let mut silent = 0;
            let mut sum = O::NAME as f32;
            for &gate in gates {
                match (before, gate) {
                    (false, true) => voice.note_on(),
                    (true, false) => voice.note_off(),
                    _ => (),
                }
                before = gate;
                let out = voice.tick();
                if out == 0.0 {
                    silent += 1;
                }
                sum += out;
            }
            (sum, silent)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let gates: [bool; 32] = std::array::from_fn(|k| input[i + k / 4] >> (k % 4 * 2) & 3 != 0);
            let step = (1 + input[i] % 15) as f32 / 64.0;
            let saw = Voice::new(Saw { step, ..Default::default() });
            let square = Voice::new(Square::<25>(Saw { phase: 0.5, step }));
            let (a, x) = render(saw, &gates);
            let (b, y) = render(square, &gates);
            ((a * 64.0).floor() as i32 as u32) ^ ((b * 64.0) as i32 as u32) << 12 ^ x << 24 ^ y << 27
        }
    }

    expression_parser {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token {
            Number(i64),
            Ident(u8),
            Op(Op),
            Open,
            Close,
            End,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Op {
            Add,
            Sub,
            Mul,
            Div,
            Pow,
        }

        impl Op {
            const fn precedence(self) -> u8 {
                match self {
                    Op::Add | Op::Sub => 1,
                    Op::Mul | Op::Div => 2,
                    Op::Pow => 3,
                }
            }

            fn is_right(self) -> bool {
                matches!(self, Op::Pow)
            }

            fn apply(self, a: i64, b: i64) -> Result<i64, EvalError> {
                Ok(match self {
                    Op::Add => a.wrapping_add(b),
                    Op::Sub => a.wrapping_sub(b),
                    Op::Mul => a.wrapping_mul(b),
                    Op::Div => a.checked_div(b).ok_or(EvalError::DivideByZero)?,
                    Op::Pow => a.wrapping_pow(u32::try_from(b).map_err(|_| EvalError::Exponent(b))?),
                })
            }
        }

        #[derive(Debug, PartialEq)]
        enum EvalError {
            DivideByZero,
            Exponent(i64),
            Unexpected(Token),
            BadByte(u8),
            Stack,
        }

        struct Lexer<'s> {
            source: &'s [u8],
            at: usize,
        }

        impl Lexer<'_> {
            fn next_token(&mut self) -> Result<Token, EvalError> {
                while self.source.get(self.at).is_some_and(|b| b.is_ascii_whitespace()) {
                    self.at += 1;
                }
                let Some(&byte) = self.source.get(self.at) else {
                    return Ok(Token::End);
                };
                self.at += 1;
                let token = match byte {
                    b'0'..=b'9' => {
                        let mut value = (byte - b'0') as i64;
                        while let Some(d @ b'0'..=b'9') = self.source.get(self.at) {
                            value = value * 10 + (d - b'0') as i64;
                            self.at += 1;
                        }
                        Token::Number(value)
                    }
                    c if c.is_ascii_lowercase() => Token::Ident(c - b'a'),
                    b'+' => Token::Op(Op::Add),
                    b'-' => Token::Op(Op::Sub),
                    b'*' => Token::Op(Op::Mul),
                    b'/' => Token::Op(Op::Div),
                    b'^' => Token::Op(Op::Pow),
                    b'(' => Token::Open,
                    b')' => Token::Close,
                    other => return Err(EvalError::BadByte(other)),
                };
                Ok(token)
            }
        }

        struct Stack<T, const N: usize> {
            items: [T; N],
            len: usize,
        }

        impl<T: Copy, const N: usize> Stack<T, N> {
            fn new(fill: T) -> Self {
                Stack { items: [fill; N], len: 0 }
            }
            fn push(&mut self, item: T) -> Result<(), EvalError> {
                *self.items.get_mut(self.len).ok_or(EvalError::Stack)? = item;
                self.len += 1;
                Ok(())
            }
            fn pop(&mut self) -> Option<T> {
                self.len = self.len.checked_sub(1)?;
                Some(self.items[self.len])
            }
            fn peek(&self) -> Option<&T> {
                self.items[..self.len].last()
            }
        }

        fn evaluate(source: &[u8], vars: &[i64]) -> Result<i64, EvalError> {
            let mut lexer = Lexer { source, at: 0 };
            let mut values: Stack<i64, 16> = Stack::new(0);
            let mut ops: Stack<Token, 16> = Stack::new(Token::End);
            let reduce = |values: &mut Stack<i64, 16>, op: Op| {
                let b = values.pop().ok_or(EvalError::Stack)?;
                let a = values.pop().ok_or(EvalError::Stack)?;
                values.push(op.apply(a, b)?)
            };
            loop {
                match lexer.next_token()? {
                    Token::Number(n) => values.push(n)?,
                    Token::Ident(v) => values.push(*vars.get(v as usize).unwrap_or(&0))?,
                    Token::Op(op) => {
                        while let Some(&Token::Op(top)) = ops.peek() {
                            if top.precedence() < op.precedence() || (top == op && op.is_right()) {
                                break;
                            }
                            ops.pop();
                            reduce(&mut values, top)?;
                        }
                        ops.push(Token::Op(op))?;
                    }
                    open @ Token::Open => ops.push(open)?,
                    Token::Close => loop {
                        match ops.pop() {
                            Some(Token::Op(op)) => reduce(&mut values, op)?,
                            Some(Token::Open) => break,
                            _ => return Err(EvalError::Unexpected(Token::Close)),
                        }
                    },
                    Token::End => break,
                }
            }
            while let Some(token) = ops.pop() {
                let Token::Op(op) = token else {
                    return Err(EvalError::Unexpected(token));
                };
                reduce(&mut values, op)?;
            }
            values.pop().ok_or(EvalError::Stack)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let x = input[i] as i64;
            let vars = [x, x % 7, x % 3];
            let result = match i % 6 {
                0 => evaluate(b"a + 2 * (b - 3) ^ 2", &vars),
                1 => evaluate(b"(a + b) * c - 120 / (b + 1)", &vars),
                2 => evaluate(b"a / c", &vars),
                3 => evaluate(b"2 ^ (c - 1) ^ 2", &vars),
                4 => evaluate(b"(a + (b * 2)", &vars),
                _ => evaluate(b"10 - 4 - 3 $", &vars),
            };
            match result {
                Ok(v) => v as u32,
                Err(EvalError::DivideByZero) => 1,
                Err(EvalError::Exponent(n)) => 2 + n as u32,
                Err(EvalError::Unexpected(t)) => 3 + (t == Token::Open) as u32,
                Err(EvalError::BadByte(b)) => b.into(),
                Err(EvalError::Stack) => 5,
            }
        }
    }

    hash_map {
        trait Key: Copy + Eq {
            fn hash(&self) -> u32;
        }

        impl Key for u32 {
            fn hash(&self) -> u32 {
                self.wrapping_mul(0x9e37_79b1) >> 7
            }
        }

        impl Key for (i16, i16) {
            fn hash(&self) -> u32 {
                let (x, y) = *self;
                (x as u32 ^ (y as u32).rotate_left(16)).hash()
            }
        }

        #[derive(Clone, Copy, Default)]
        enum Slot<K, V> {
            #[default]
            Empty,
            Deleted,
            Full(K, V),
        }

        struct Map<K, V, const N: usize> {
            slots: [Slot<K, V>; N],
            len: usize,
        }

        impl<K: Key, V: Copy, const N: usize> Map<K, V, N> {
            const MASK: usize = N - 1;

            fn new() -> Self {
                Map { slots: [Slot::Empty; N], len: 0 }
            }

            fn probe(key: &K) -> impl Iterator<Item = usize> {
                let start = key.hash() as usize;
                (0..N).map(move |k| (start + k * (k + 1) / 2) & Self::MASK)
            }

            fn find(&self, key: &K) -> Option<usize> {
                for at in Self::probe(key) {
                    match &self.slots[at] {
                        Slot::Empty => return None,
                        Slot::Full(k, _) if k == key => return Some(at),
                        _ => {}
                    }
                }
                None
            }

            fn get(&self, key: &K) -> Option<&V> {
                match &self.slots[self.find(key)?] {
                    Slot::Full(_, value) => Some(value),
                    _ => None,
                }
            }

            fn get_mut(&mut self, key: &K) -> Option<&mut V> {
                let at = self.find(key)?;
                if let Slot::Full(_, value) = &mut self.slots[at] { Some(value) } else { None }
            }

            fn insert(&mut self, key: K, value: V) -> Option<V> {
                if let Some(old) = self.get_mut(&key) {
                    return Some(std::mem::replace(old, value));
                }
                let at = Self::probe(&key).find(|&at| !matches!(self.slots[at], Slot::Full(..)))?;
                self.slots[at] = Slot::Full(key, value);
                self.len += 1;
                None
            }

            fn remove(&mut self, key: &K) -> Option<V> {
                let at = self.find(key)?;
                self.len -= 1;
                match std::mem::replace(&mut self.slots[at], Slot::Deleted) {
                    Slot::Full(_, value) => Some(value),
                    Slot::Empty | Slot::Deleted => None,
                }
            }

            fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
                self.slots.iter().filter_map(|slot| match slot {
                    Slot::Full(k, v) => Some((k, v)),
                    _ => None,
                })
            }
        }

        impl<K: Key, V: Copy + Default, const N: usize> Map<K, V, N> {
            fn entry_or_default(&mut self, key: K) -> &mut V {
                if self.find(&key).is_none() {
                    self.insert(key, V::default());
                }
                self.get_mut(&key).unwrap()
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut counts: Map<u32, u32, 32> = Map::new();
            for &x in input.iter().skip(i).take(24) {
                *counts.entry_or_default(x % 13) += 1;
            }
            let removed = counts.remove(&(input[i] % 13)).unwrap_or(0);
            let missing = counts.remove(&77).is_none();
            let mut cells: Map<(i16, i16), bool, 16> = Map::new();
            let (mut x, mut y) = (0i16, 0i16);
            let mut revisited = 0;
            for turn in 0..8 {
                match input[i + turn] & 3 {
                    0 => x += 1,
                    1 => x -= 1,
                    2 => y += 1,
                    _ => y -= 1,
                }
                if let Some(true) = cells.insert((x, y), turn % 2 == 0) {
                    revisited += 1;
                }
            }
            let (top, count) = counts.iter().max_by_key(|&(k, v)| (*v, *k)).map(|(k, v)| (*k, *v)).unwrap();
            let total: u32 = counts.iter().map(|(k, v)| k * v).sum();
            let here = cells.get(&(x, y)).copied().map_or(2, u32::from);
            total ^ top << 8 ^ count << 12 ^ removed << 16 ^ revisited << 20 ^ (cells.len as u32) << 24 ^ here << 28 ^ missing as u32
        }
    }

    huffman {
        #[derive(Debug, Clone, Copy, Default)]
        struct Node {
            weight: u32,
            symbol: Option<u8>,
            left: usize,
            right: usize,
        }

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        struct Code {
            bits: u32,
            len: u8,
        }

        struct Tree<const N: usize> {
            nodes: [Node; N],
            count: usize,
        }

        impl<const N: usize> Tree<N> {
            fn from_weights(weights: &[u32]) -> Self {
                let mut tree = Self { nodes: [Node::default(); N], count: 0 };
                for (symbol, &weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0) {
                    tree.push(Node { weight, symbol: Some(symbol as u8), ..Default::default() });
                }
                let mut active = [false; N];
                active[..tree.count].fill(true);
                while let Some((a, b)) = tree.two_lightest(&active) {
                    active[a] = false;
                    active[b] = false;
                    let weight = tree.nodes[a].weight + tree.nodes[b].weight;
                    let id = tree.push(Node { weight, symbol: None, left: a, right: b });
                    active[id] = true;
                }
                tree
            }

            fn push(&mut self, node: Node) -> usize {
                self.nodes[self.count] = node;
                self.count += 1;
                self.count - 1
            }

            fn two_lightest(&self, active: &[bool; N]) -> Option<(usize, usize)> {
                let first = (0..self.count).filter(|&i| active[i]).min_by_key(|&i| self.nodes[i].weight)?;
                let second = (0..self.count)
                    .filter(|&i| active[i] && i != first)
                    .min_by_key(|&i| self.nodes[i].weight)?;
                Some((first, second))
            }

            fn codes(&self) -> [Code; 8] {
                let mut codes = [Code::default(); 8];
                let mut stack = [(0usize, Code::default()); N];
                let mut depth = 1;
                stack[0] = (self.count - 1, Code::default());
                while depth > 0 {
                    depth -= 1;
                    let (id, code) = stack[depth];
                    let Node { symbol, left, right, .. } = self.nodes[id];
                    if let Some(s) = symbol {
                        codes[s as usize] = code;
                        continue;
                    }
                    for (bit, child) in [left, right].into_iter().enumerate() {
                        stack[depth] = (child, Code { bits: code.bits << 1 | bit as u32, len: code.len + 1 });
                        depth += 1;
                    }
                }
                codes
            }

            fn decode(&self, mut bits: u64, len: u32) -> impl Iterator<Item = u8> + '_ {
                let mut left = len;
                std::iter::from_fn(move || {
                    if left == 0 {
                        return None;
                    }
                    let mut id = self.count - 1;
                    loop {
                        if let Some(symbol) = self.nodes[id].symbol {
                            return Some(symbol);
                        }
                        left -= 1;
                        let bit = bits >> left & 1;
                        id = if bit == 1 { self.nodes[id].right } else { self.nodes[id].left };
                        bits &= !(1 << left);
                    }
                })
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let text: [u8; 12] = std::array::from_fn(|k| (input[(i + k) % input.len()] % 8) as u8);
            let mut weights = [1u32; 8];
            for &c in &text {
                weights[c as usize] += 1;
            }
            let tree = Tree::<16>::from_weights(&weights);
            let codes = tree.codes();
            let (mut bits, mut len) = (0u64, 0u32);
            for code in text.iter().map(|&c| codes[c as usize]) {
                bits = bits << code.len | code.bits as u64;
                len += code.len as u32;
            }
            let same = tree.decode(bits, len).zip(text).filter(|(a, b)| a == b).count();
            len * 100 + same as u32 + tree.nodes[tree.count - 1].weight * 10_000
        }
    }

    lru_cache {
        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Entry<V> {
            key: u32,
            value: V,
            prev: Option<u8>,
            next: Option<u8>,
        }

        #[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
        struct Stats {
            hits: u32,
            misses: u32,
            evicted: u32,
        }

        struct Lru<V, const CAP: usize> {
            entries: [Option<Entry<V>>; CAP],
            head: Option<u8>,
            tail: Option<u8>,
            len: u8,
            stats: Stats,
        }

        impl<V: Copy, const CAP: usize> Lru<V, CAP> {
            fn new() -> Self {
                Self { entries: [None; CAP], head: None, tail: None, len: 0, stats: Stats::default() }
            }

            fn entry(&mut self, id: u8) -> &mut Entry<V> {
                self.entries[id as usize].as_mut().expect("a linked entry")
            }

            fn position(&self, key: u32) -> Option<u8> {
                self.entries.iter().position(|e| e.as_ref().is_some_and(|e| e.key == key)).map(|p| p as u8)
            }

            fn unlink(&mut self, id: u8) {
                let Entry { prev, next, .. } = *self.entry(id);
                match prev {
                    Some(p) => self.entry(p).next = next,
                    None => self.head = next,
                }
                match next {
                    Some(n) => self.entry(n).prev = prev,
                    None => self.tail = prev,
                }
            }

            fn push_front(&mut self, id: u8) {
                let old = self.head.replace(id);
                {
                    let entry = self.entry(id);
                    entry.prev = None;
                    entry.next = old;
                }
                match old {
                    Some(o) => self.entry(o).prev = Some(id),
                    None => self.tail = Some(id),
                }
            }

            fn get_or_insert_with<F>(&mut self, key: u32, make: F) -> V
            where
                F: FnOnce(u32) -> V,
            {
                if let Some(id) = self.position(key) {
                    self.stats.hits += 1;
                    self.unlink(id);
                    self.push_front(id);
                    return self.entry(id).value;
                }
                self.stats.misses += 1;
                let id = if usize::from(self.len) < CAP {
                    self.len += 1;
                    self.len - 1
                } else {
                    let last = self.tail.unwrap();
                    self.unlink(last);
                    self.stats.evicted += 1;
                    last
                };
                let value = make(key);
                self.entries[id as usize] = Some(Entry { key, value, prev: None, next: None });
                self.push_front(id);
                value
            }

            fn keys(&self) -> Keys<'_, V, CAP> {
                Keys { cache: self, at: self.head }
            }
        }

        struct Keys<'a, V, const CAP: usize> {
            cache: &'a Lru<V, CAP>,
            at: Option<u8>,
        }

        impl<V: Copy, const CAP: usize> Iterator for Keys<'_, V, CAP> {
            type Item = u32;

            fn next(&mut self) -> Option<u32> {
                let entry = self.cache.entries[self.at? as usize].as_ref()?;
                self.at = entry.next;
                Some(entry.key)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut cache = Lru::<u64, 4>::new();
            let mut sum = 0u64;
            let mut calls = 0;
            for x in input[i..i + 20].iter().map(|x| x % 7) {
                sum += cache.get_or_insert_with(x, |k| {
                    calls += 1;
                    u64::from(k).pow(2) + 1
                });
            }
            let order = cache.keys().fold(0, |acc, k| acc * 10 + k);
            let Stats { hits, misses, evicted } = cache.stats;
            assert_eq!(calls, misses);
            order ^ (sum as u32) << 4 ^ hits << 16 ^ misses << 21 ^ evicted << 26
        }
    }

    lz4_block {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Lz4Error {
            Truncated { at: usize },
            BadOffset(u16),
            OutputFull,
        }

        struct Reader<'a> {
            data: &'a [u8],
            pos: usize,
        }

        impl<'a> Reader<'a> {
            fn new(data: &'a [u8]) -> Self {
                Reader { data, pos: 0 }
            }

            fn byte(&mut self) -> Result<u8, Lz4Error> {
                let b = *self.data.get(self.pos).ok_or(Lz4Error::Truncated { at: self.pos })?;
                self.pos += 1;
                Ok(b)
            }

            fn length(&mut self, nibble: u8) -> Result<usize, Lz4Error> {
                let mut len = nibble as usize;
                if nibble == 15 {
                    loop {
                        let more = self.byte()?;
                        len += more as usize;
                        if more != 255 {
                            break;
                        }
                    }
                }
                Ok(len)
            }

            fn take(&mut self, n: usize) -> Result<&'a [u8], Lz4Error> {
                if self.pos + n > self.data.len() {
                    return Err(Lz4Error::Truncated { at: self.pos });
                }
                let part = &self.data[self.pos..self.pos + n];
                self.pos += n;
                Ok(part)
            }

            fn is_done(&self) -> bool {
                self.pos >= self.data.len()
            }
        }

        fn decompress(data: &[u8], out: &mut [u8]) -> Result<usize, Lz4Error> {
            let mut reader = Reader::new(data);
            let mut written = 0usize;
            loop {
                let token = reader.byte()?;
                let literals = reader.length(token >> 4)?;
                let part = reader.take(literals)?;
                if written + literals > out.len() {
                    return Err(Lz4Error::OutputFull);
                }
                out[written..written + literals].copy_from_slice(part);
                written += literals;
                if reader.is_done() {
                    return Ok(written);
                }
                let offset = u16::from_le_bytes([reader.byte()?, reader.byte()?]);
                if offset == 0 || offset as usize > written {
                    return Err(Lz4Error::BadOffset(offset));
                }
                let len = reader.length(token & 0x0f)? + 4;
                if written + len > out.len() {
                    return Err(Lz4Error::OutputFull);
                }
                for k in written..written + len {
                    out[k] = out[k - offset as usize];
                }
                written += len;
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let seed = input[i];
            let mut block = [0u8; 12];
            block[0] = 0x41;
            for (slot, shift) in block[1..5].iter_mut().zip([0, 4, 8, 12]) {
                *slot = b'a' + (seed >> shift) as u8 % 16;
            }
            block[5] = (seed % 5) as u8;
            block[6] = 0;
            block[7] = 0x30;
            block[8..11].copy_from_slice(b"end");
            let mut out = [0u8; 32];
            let used = if seed % 7 == 0 { &block[..6] } else { &block[..11] };
            match decompress(used, &mut out) {
                Ok(n) => out[..n].iter().fold(n as u32, |h, &b| h.wrapping_mul(31).wrapping_add(b.into())),
                Err(Lz4Error::Truncated { at }) => 1000 + at as u32,
                Err(Lz4Error::BadOffset(o)) => 2000 + u32::from(o),
                Err(e @ Lz4Error::OutputFull) => 3000 + (e == Lz4Error::OutputFull) as u32,
            }
        }
    }

    needleman_wunsch {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Base {
            A,
            C,
            G,
            T,
        }

        impl From<u32> for Base {
            fn from(n: u32) -> Base {
                use Base::*;
                [A, C, G, T][n as usize & 3]
            }
        }

        trait Scoring {
            const GAP: i32;
            fn score(a: Base, b: Base) -> i32;
        }

        struct Simple;
        struct Transitions;

        impl Scoring for Simple {
            const GAP: i32 = -1;
            fn score(a: Base, b: Base) -> i32 {
                if a == b { 1 } else { -1 }
            }
        }

        impl Scoring for Transitions {
            const GAP: i32 = -4;
            fn score(a: Base, b: Base) -> i32 {
                match (a, b) {
                    (x, y) if x == y => 5,
                    (Base::A, Base::G) | (Base::G, Base::A) | (Base::C, Base::T) | (Base::T, Base::C) => -1,
                    _ => -3,
                }
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        enum Step {
            Up,
            Left,
            Diagonal,
        }

        #[derive(Debug, Clone, Copy)]
        struct Cell {
            score: i32,
            from: Option<Step>,
        }

        struct Alignment<const N: usize, const M: usize> {
            cells: [[Cell; M]; N],
        }

        impl<const N: usize, const M: usize> Alignment<N, M> {
            fn compute<S: Scoring>(a: &[Base], b: &[Base]) -> Self {
                let mut cells = [[Cell { score: 0, from: None }; M]; N];
                for (j, cell) in cells[0].iter_mut().enumerate().skip(1) {
                    *cell = Cell { score: S::GAP * j as i32, from: Some(Step::Left) };
                }
                for i in 1..=a.len() {
                    cells[i][0] = Cell { score: S::GAP * i as i32, from: Some(Step::Up) };
                    for j in 1..=b.len() {
                        let choices = [
                            (cells[i - 1][j - 1].score + S::score(a[i - 1], b[j - 1]), Step::Diagonal),
                            (cells[i - 1][j].score + S::GAP, Step::Up),
                            (cells[i][j - 1].score + S::GAP, Step::Left),
                        ];
                        let &(score, step) = choices.iter().max().unwrap();
                        cells[i][j] = Cell { score, from: Some(step) };
                    }
                }
                Alignment { cells }
            }

            fn path(&self, mut i: usize, mut j: usize) -> impl Iterator<Item = Step> + '_ {
                std::iter::from_fn(move || {
                    let step = self.cells[i][j].from?;
                    match step {
                        Step::Up => i -= 1,
                        Step::Left => j -= 1,
                        Step::Diagonal => {
                            i -= 1;
                            j -= 1;
                        }
                    }
                    Some(step)
                })
            }
        }

        fn describe<S: Scoring>(a: &[Base; 7], b: &[Base; 6]) -> u32 {
            let alignment = Alignment::<8, 7>::compute::<S>(a, b);
            let best = alignment.cells[a.len()][b.len()].score;
            let trace = alignment.path(a.len(), b.len()).fold(1u32, |acc, step| acc * 3 + step as u32);
            let gaps = alignment.path(a.len(), b.len()).filter(|s| *s != Step::Diagonal).count();
            trace ^ (best + 100) as u32 ^ (gaps as u32) << 24
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let a: [Base; 7] = std::array::from_fn(|k| Base::from(input[i] >> (2 * k)));
            let b: [Base; 6] = std::array::from_fn(|k| (input[i + 1] >> (2 * k)).into());
            describe::<Simple>(&a, &b).rotate_left(9) ^ describe::<Transitions>(&a, &b)
        }
    }

    order_book {
        mod money {
            use std::fmt;
            use std::ops::{Add, AddAssign, Mul};

            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
            pub struct Price(pub u32);

            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
            pub struct Quantity(pub u32);

            impl Mul<Quantity> for Price {
                type Output = u64;
                fn mul(self, Quantity(q): Quantity) -> u64 {
                    self.0 as u64 * q as u64
                }
            }

            impl Add for Quantity {
                type Output = Quantity;
                fn add(self, other: Quantity) -> Quantity {
                    Quantity(self.0 + other.0)
                }
            }

            impl AddAssign for Quantity {
                fn add_assign(&mut self, other: Quantity) {
                    *self = *self + other;
                }
            }

            impl fmt::Display for Price {
                fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                    write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
                }
            }
        }

        use money::{Price, Quantity};

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Side {
            Buy,
            Sell,
        }

        impl Side {
            fn opposite(self) -> Side {
                match self {
                    Side::Buy => Side::Sell,
                    Side::Sell => Side::Buy,
                }
            }

            fn crosses(self, limit: Price, price: Price) -> bool {
                match self {
                    Side::Buy => price <= limit,
                    Side::Sell => price >= limit,
                }
            }
        }

        #[derive(Clone, Copy, Debug)]
        enum Kind {
            Limit(Price),
            Market,
            FillOrKill { limit: Price },
        }

        #[derive(Clone, Copy, Debug)]
        struct Resting {
            side: Side,
            price: Price,
            quantity: Quantity,
            time: u32,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Reject {
            BookFull,
            WouldNotFill { available: Quantity },
        }

        #[derive(Default)]
        struct Book {
            orders: [Option<Resting>; 12],
            clock: u32,
            volume: u64,
        }

        impl Book {
            fn best(&self, side: Side) -> Option<usize> {
                self.orders
                    .iter()
                    .enumerate()
                    .filter_map(|(at, order)| Some((at, (*order)?)))
                    .filter(|(_, order)| order.side == side)
                    .min_by(|(_, a), (_, b)| {
                        let by_price = match side {
                            Side::Sell => a.price.cmp(&b.price),
                            Side::Buy => b.price.cmp(&a.price),
                        };
                        by_price.then_with(|| a.time.cmp(&b.time))
                    })
                    .map(|(at, _)| at)
            }

            fn available(&self, side: Side, limit: Price) -> Quantity {
                self.orders
                    .iter()
                    .flatten()
                    .filter(|o| o.side == side.opposite() && side.crosses(limit, o.price))
                    .fold(Quantity::default(), |sum, o| sum + o.quantity)
            }

            fn submit(&mut self, side: Side, kind: Kind, quantity: Quantity) -> Result<Quantity, Reject> {
                self.clock += 1;
                let limit = match kind {
                    Kind::Limit(p) => p,
                    Kind::Market if side == Side::Buy => Price(u32::MAX),
                    Kind::Market => Price(0),
                    Kind::FillOrKill { limit } => {
                        let available = self.available(side, limit);
                        if available < quantity {
                            return Err(Reject::WouldNotFill { available });
                        }
                        limit
                    }
                };
                let mut filled = Quantity::default();
                while filled < quantity {
                    let Some(at) = self.best(side.opposite()) else { break };
                    let slot = &mut self.orders[at];
                    let Some(other) = slot.as_mut() else { break };
                    if !side.crosses(limit, other.price) {
                        break;
                    }
                    let traded = Quantity((quantity.0 - filled.0).min(other.quantity.0));
                    filled += traded;
                    self.volume += other.price * traded;
                    other.quantity.0 -= traded.0;
                    if other.quantity == Quantity(0) {
                        *slot = None;
                    }
                }
                let left = Quantity(quantity.0 - filled.0);
                if let (Kind::Limit(price), true) = (kind, left > Quantity(0)) {
                    let free = self.orders.iter_mut().find(|o| o.is_none()).ok_or(Reject::BookFull)?;
                    *free = Some(Resting { side, price, quantity: left, time: self.clock });
                }
                Ok(filled)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut book = Book::default();
            let mut log = 0u32;
            for pair in input[i..i + 32].chunks_exact(2) {
                let &[a, b] = pair else { continue };
                let side = if a & 1 == 0 { Side::Buy } else { Side::Sell };
                let price = Price(90 + b % 20);
                let kind = match a >> 1 & 7 {
                    0 => Kind::Market,
                    1 => Kind::FillOrKill { limit: price },
                    _ => Kind::Limit(price),
                };
                let code = match book.submit(side, kind, Quantity(1 + (a >> 4) % 9)) {
                    Ok(Quantity(0)) => 0,
                    Ok(Quantity(n)) => n,
                    Err(Reject::BookFull) => 50,
                    Err(Reject::WouldNotFill { available: Quantity(n) }) => 60 + n,
                };
                log = log.wrapping_mul(67).wrapping_add(code);
            }
            let spread = match (book.best(Side::Buy), book.best(Side::Sell)) {
                (Some(b), Some(s)) => book.orders[s].unwrap().price.0 - book.orders[b].unwrap().price.0,
                _ => 777,
            };
            log ^ book.volume as u32 ^ spread << 16
        }
    }

    othello {
        use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Bits(u64);

        impl BitAnd for Bits {
            type Output = Bits;
            fn bitand(self, o: Bits) -> Bits {
                Bits(self.0 & o.0)
            }
        }

        impl BitOr for Bits {
            type Output = Bits;
            fn bitor(self, o: Bits) -> Bits {
                Bits(self.0 | o.0)
            }
        }

        impl BitOrAssign for Bits {
            fn bitor_assign(&mut self, o: Bits) {
                self.0 |= o.0
            }
        }

        impl Not for Bits {
            type Output = Bits;
            fn not(self) -> Bits {
                Bits(!self.0)
            }
        }

        impl IntoIterator for Bits {
            type Item = u32;
            type IntoIter = BitIter;
            fn into_iter(self) -> BitIter {
                BitIter(self.0)
            }
        }

        struct BitIter(u64);

        impl Iterator for BitIter {
            type Item = u32;
            fn next(&mut self) -> Option<u32> {
                (self.0 != 0).then(|| {
                    let at = self.0.trailing_zeros();
                    self.0 &= self.0 - 1;
                    at
                })
            }
        }

        impl Bits {
            const fn square(n: u32) -> Self {
                Bits(1 << n)
            }

            const fn count(self) -> u32 {
                self.0.count_ones()
            }

            fn is_empty(self) -> bool {
                self == Bits(0)
            }

            fn shift(self, (amount, mask): (i32, u64)) -> Self {
                Bits(if amount >= 0 { self.0 << amount } else { self.0 >> -amount } & mask)
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Player {
            Black,
            White,
        }

        #[derive(Clone, Copy, Debug)]
        struct Board {
            own: Bits,
            other: Bits,
            to_move: Player,
        }

        impl Default for Board {
            fn default() -> Self {
                Board { own: Bits(0x0000_0008_1000_0000), other: Bits(0x0000_0010_0800_0000), to_move: Player::Black }
            }
        }

        impl Board {
            const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
            const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
            const DIRECTIONS: [(i32, u64); 8] = [
                (8, !0),
                (-8, !0),
                (1, Self::NOT_A),
                (-1, Self::NOT_H),
                (9, Self::NOT_A),
                (7, Self::NOT_H),
                (-7, Self::NOT_A),
                (-9, Self::NOT_H),
            ];

            fn moves(&self) -> Bits {
                let empty = !(self.own | self.other);
                let mut moves = Bits::default();
                for dir in Self::DIRECTIONS {
                    let mut run = self.own.shift(dir) & self.other;
                    for _ in 0..5 {
                        run |= run.shift(dir) & self.other;
                    }
                    moves |= run.shift(dir) & empty;
                }
                moves
            }

            fn flips(&self, at: u32) -> Bits {
                Self::DIRECTIONS.iter().fold(Bits(0), |all, &dir| {
                    let mut run = Bits(0);
                    let mut next = Bits::square(at).shift(dir);
                    while !(next & self.other).is_empty() {
                        run |= next;
                        next = next.shift(dir);
                    }
                    if (next & self.own).is_empty() { all } else { all | run }
                })
            }

            fn play(self, at: Option<u32>) -> Board {
                let (mut own, mut other) = (self.own, self.other);
                if let Some(at) = at {
                    let flipped = self.flips(at);
                    own |= flipped | Bits::square(at);
                    other = other & !flipped;
                }
                let to_move = match self.to_move {
                    Player::Black => Player::White,
                    Player::White => Player::Black,
                };
                Board { own: other, other: own, to_move }
            }

            fn score(&self) -> i32 {
                const CORNERS: Bits = Bits(0x8100_0000_0000_0081);
                let value = |b: Bits| b.count() as i32 + 10 * (b & CORNERS).count() as i32;
                value(self.own) - value(self.other)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut board = Board::default();
            let mut passes = 0;
            'game: for turn in 0..24 {
                let moves = board.moves();
                if moves.is_empty() {
                    passes += 1;
                    if passes == 2 {
                        break 'game;
                    }
                    board = board.play(None);
                    continue;
                }
                passes = 0;
                let choice = if turn % 3 == 0 {
                    moves.into_iter().min_by_key(|&m| board.play(Some(m)).score())
                } else {
                    moves.into_iter().nth((input[i + turn] % moves.count()) as usize)
                };
                board = board.play(choice);
            }
            let Board { own: Bits(a), other: Bits(b), to_move } = board;
            let folded = (a ^ b.rotate_left(17)) as u32 ^ (a >> 32) as u32;
            folded ^ (board.score() as u32) << 8 ^ (to_move == Player::White) as u32
        }
    }

    regex_nfa {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Matcher {
            Any,
            Byte(u8),
            Range { low: u8, high: u8 },
        }

        impl Matcher {
            fn accepts(&self, byte: u8) -> bool {
                match *self {
                    Self::Any => true,
                    Self::Byte(b) => b == byte,
                    Self::Range { low, high } => (low..=high).contains(&byte),
                }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        enum Repeat {
            #[default]
            Once,
            Star,
            Plus,
            Maybe,
        }

        impl TryFrom<u8> for Repeat {
            type Error = ();

            fn try_from(byte: u8) -> Result<Self, Self::Error> {
                match byte {
                    b'*' => Ok(Repeat::Star),
                    b'+' => Ok(Repeat::Plus),
                    b'?' => Ok(Repeat::Maybe),
                    _ => Err(()),
                }
            }
        }

        struct Regex {
            items: [(Matcher, Repeat); Regex::MAX],
            len: usize,
            anchored: bool,
        }

        impl Regex {
            const MAX: usize = 15;

            fn parse(pattern: &[u8]) -> Option<Regex> {
                let (anchored, mut rest) = match pattern {
                    [b'^', rest @ ..] => (true, rest),
                    all => (false, all),
                };
                let mut regex = Regex { items: [(Matcher::Any, Repeat::Once); Regex::MAX], len: 0, anchored };
                while !rest.is_empty() {
                    let (matcher, after) = match rest {
                        [b'[', low, b'-', high, b']', after @ ..] => (Matcher::Range { low: *low, high: *high }, after),
                        [b'[' | b']', ..] => return None,
                        [b'.', after @ ..] => (Matcher::Any, after),
                        [byte, after @ ..] => (Matcher::Byte(*byte), after),
                        [] => unreachable!(),
                    };
                    let repeat = after.first().and_then(|&b| Repeat::try_from(b).ok());
                    rest = if repeat.is_some() { &after[1..] } else { after };
                    *regex.items.get_mut(regex.len)? = (matcher, repeat.unwrap_or_default());
                    regex.len += 1;
                }
                Some(regex)
            }

            /// The states that are reached without a byte.
            fn close(&self, mut states: u16) -> u16 {
                for k in 0..self.len {
                    if states >> k & 1 == 1 && matches!(self.items[k].1, Repeat::Star | Repeat::Maybe) {
                        states |= 1 << (k + 1);
                    }
                }
                states
            }

            fn step(&self, states: u16, byte: u8) -> u16 {
                let mut next = 0;
                for (k, (matcher, repeat)) in self.items[..self.len].iter().enumerate() {
                    if states & 1 << k == 0 || !matcher.accepts(byte) {
                        continue;
                    }
                    next |= match repeat {
                        Repeat::Once | Repeat::Maybe => 1 << (k + 1),
                        Repeat::Star => 1 << k,
                        Repeat::Plus => 1 << k | 1 << (k + 1),
                    };
                }
                self.close(next)
            }

            fn find_end(&self, text: &[u8]) -> Option<usize> {
                let start = self.close(1);
                let accept = 1u16 << self.len;
                let mut states = start;
                let mut last = (states & accept != 0).then_some(0);
                for (at, &byte) in text.iter().enumerate() {
                    states = self.step(states, byte);
                    if !self.anchored {
                        states |= start;
                    }
                    if states & accept != 0 {
                        last = Some(at + 1);
                    } else if states == 0 {
                        break;
                    }
                }
                last
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut text = [0u8; 20];
            for (k, c) in text.iter_mut().enumerate() {
                *c = b"abc019 x"[(input[(i * 3 + k) % 256] >> 2) as usize % 8];
            }
            let patterns: [&[u8]; 5] = [b"^[a-c]*", b"[0-9]+x?", b"a.b*c", b"^x*[a", b"b?a+ "];
            let mut hash = 0u32;
            for pattern in patterns {
                let code = match Regex::parse(pattern).map(|r| r.find_end(&text)) {
                    None => 99,
                    Some(None) => 98,
                    Some(Some(end)) => end as u32,
                };
                hash = hash * 101 + code;
            }
            hash
        }
    }

    running_stats {
        use std::cmp::Ordering;
        use std::ops::{Add, AddAssign};

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Stats {
            count: u32,
            mean: f64,
            m2: f64,
            min: f64,
            max: f64,
        }

        impl Default for Stats {
            fn default() -> Self {
                Stats { count: 0, mean: 0.0, m2: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY }
            }
        }

        impl Stats {
            fn push(&mut self, x: f64) -> &mut Self {
                self.count += 1;
                let delta = x - self.mean;
                self.mean += delta / f64::from(self.count);
                self.m2 += delta * (x - self.mean);
                self.min = self.min.min(x);
                self.max = self.max.max(x);
                self
            }

            fn variance(&self) -> Option<f64> {
                match self.count {
                    0 | 1 => None,
                    n => Some(self.m2 / (n - 1) as f64),
                }
            }
        }

        impl Add for Stats {
            type Output = Stats;

            fn add(self, other: Stats) -> Stats {
                if self.count == 0 {
                    return other;
                } else if other.count == 0 {
                    return self;
                }
                let (n, m) = (self.count as f64, other.count as f64);
                let delta = other.mean - self.mean;
                Stats {
                    count: self.count + other.count,
                    mean: self.mean + delta * m / (n + m),
                    m2: self.m2 + other.m2 + delta * delta * n * m / (n + m),
                    min: self.min.min(other.min),
                    max: self.max.max(other.max),
                }
            }
        }

        impl AddAssign<f64> for Stats {
            fn add_assign(&mut self, x: f64) {
                self.push(x);
            }
        }

        impl FromIterator<f64> for Stats {
            fn from_iter<T: IntoIterator<Item = f64>>(iter: T) -> Self {
                iter.into_iter().fold(Stats::default(), |mut stats, x| {
                    stats += x;
                    stats
                })
            }
        }

        impl Extend<f64> for Stats {
            fn extend<T: IntoIterator<Item = f64>>(&mut self, iter: T) {
                for x in iter {
                    self.push(x);
                }
            }
        }

        #[derive(Clone, Copy, PartialEq)]
        struct Total(f64);

        impl Eq for Total {}

        impl PartialOrd for Total {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for Total {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.total_cmp(&other.0)
            }
        }

        fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
            let last = sorted.len().checked_sub(1)?;
            let at = q * last as f64;
            let (low, part) = (at.floor() as usize, at.fract());
            Some(match sorted.get(low..=low + 1) {
                Some(&[a, b]) => a + (b - a) * part,
                _ => sorted[last],
            })
        }

        fn mode<T: Copy + PartialEq>(items: &[T]) -> Option<(T, usize)> {
            items
                .chunk_by(|a, b| a == b)
                .map(|run| (run[0], run.len()))
                .fold(None, |best, (item, n)| match best {
                    Some((_, most)) if most >= n => best,
                    _ => Some((item, n)),
                })
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let values: [f64; 16] = std::array::from_fn(|k| (input[i + k] % 64) as f64 / 4.0);
            let whole: Stats = values.into_iter().collect();
            let parts = values.chunks(5).map(|part| part.iter().copied().collect::<Stats>()).fold(Stats::default(), Add::add);
            assert!((whole.mean - parts.mean).abs() < 1e-9);
            let mut more = whole;
            more.extend(values.iter().map(|x| x * 2.0).filter(|x| *x < 9.0));
            more.push(1.5).push(2.5);
            let mut sorted = values;
            sorted.sort_by(|a, b| a.total_cmp(b));
            let median = quantile(&sorted, 0.5).unwrap_or(f64::NAN);
            let p90 = quantile(&sorted, 0.9).unwrap_or(f64::NAN);
            let top = values.iter().map(|&x| Total(x)).max().unwrap();
            assert_eq!(top.0, whole.max);
            let (common, times) = mode(&sorted).unwrap();
            let variance = parts.variance().map_or(0, |v| (v * 100.0).round() as u32);
            variance ^ ((median * 8.0) as u32) << 12 ^ ((p90 * 10.0) as u32) << 18 ^ (common as u32) << 24 ^ (times as u32) << 29 ^ more.count
        }
    }

    siphash {
        trait Hasher {
            const ROUNDS: usize;
            fn write_u64(&mut self, word: u64);
            fn finish(self) -> u64;

            fn write_all(&mut self, words: &[u64]) {
                words.iter().for_each(|&w| self.write_u64(w));
            }
        }

        #[derive(Debug, Clone)]
        struct Sip<const C: usize, const D: usize> {
            v: [u64; 4],
            tail: u64,
        }

        impl<const C: usize, const D: usize> Sip<C, D> {
            const fn with_keys(k0: u64, k1: u64) -> Self {
                Sip {
                    v: [
                        k0 ^ 0x736f_6d65_7073_6575,
                        k1 ^ 0x646f_7261_6e64_6f6d,
                        k0 ^ 0x6c79_6765_6e65_7261,
                        k1 ^ 0x7465_6462_7974_6573,
                    ],
                    tail: 0,
                }
            }

            #[inline]
            fn round(&mut self) {
                let [v0, v1, v2, v3] = &mut self.v;
                *v0 = v0.wrapping_add(*v1);
                *v1 = v1.rotate_left(13) ^ *v0;
                *v0 = v0.rotate_left(32);
                *v2 = v2.wrapping_add(*v3);
                *v3 = v3.rotate_left(16) ^ *v2;
                *v0 = v0.wrapping_add(*v3);
                *v3 = v3.rotate_left(21) ^ *v0;
                *v2 = v2.wrapping_add(*v1);
                *v1 = v1.rotate_left(17) ^ *v2;
                *v2 = v2.rotate_left(32);
            }
        }

        impl<const C: usize, const D: usize> Hasher for Sip<C, D> {
            const ROUNDS: usize = C + D;

            fn write_u64(&mut self, word: u64) {
                self.v[3] ^= word;
                for _ in 0..C {
                    self.round();
                }
                self.v[0] ^= word;
                self.tail += 8;
            }

            fn finish(mut self) -> u64 {
                let last = self.tail << 56;
                self.write_u64(last);
                self.v[2] ^= 0xff;
                (0..D).for_each(|_| self.round());
                self.v.into_iter().reduce(|a, b| a ^ b).unwrap()
            }
        }

        #[derive(Default)]
        struct Fnv(u64);

        impl Hasher for Fnv {
            const ROUNDS: usize = 8;

            fn write_u64(&mut self, word: u64) {
                for byte in word.to_le_bytes() {
                    self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }

            fn finish(self) -> u64 {
                self.0
            }
        }

        trait Hashed {
            fn feed<H: Hasher>(&self, hasher: &mut H);

            fn hash_with<H: Hasher>(&self, mut hasher: H) -> u64 {
                self.feed(&mut hasher);
                hasher.finish()
            }
        }

        impl Hashed for u32 {
            fn feed<H: Hasher>(&self, hasher: &mut H) {
                hasher.write_u64(*self as u64);
            }
        }

        impl<A: Hashed, B: Hashed> Hashed for (A, B) {
            fn feed<H: Hasher>(&self, hasher: &mut H) {
                self.0.feed(hasher);
                self.1.feed(hasher);
            }
        }

        impl<T: Hashed> Hashed for Option<T> {
            fn feed<H: Hasher>(&self, hasher: &mut H) {
                match self {
                    None => hasher.write_u64(0),
                    Some(inner) => {
                        hasher.write_u64(1);
                        inner.feed(hasher);
                    }
                }
            }
        }

        fn rounds_of<H: Hasher>(_: &H) -> usize {
            H::ROUNDS
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let sip = Sip::<2, 4>::with_keys(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908);
            let rounds = rounds_of(&sip);
            let value = (input[i], (input[i] % 3 != 0).then_some(input[i + 1]));
            let a = value.hash_with(sip.clone());
            let b = value.hash_with(Fnv::default());
            let mut words = sip;
            words.write_all(&[1, 2, 3]);
            let c = words.finish();
            (a ^ b ^ c) as u32 ^ ((a ^ c) >> 32) as u32 ^ rounds as u32
        }
    }

    stack_vm {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Instr {
            Push(i32),
            Load(u8),
            Store(u8),
            Binary(BinOp),
            Dup,
            Swap,
            JumpIf { target: u16, when: bool },
            Jump(u16),
            Call(u16),
            Ret,
            Halt,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum BinOp {
            Add,
            Sub,
            Mul,
            Rem,
            Less,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Trap {
            StackUnderflow { pc: usize },
            StackOverflow,
            DivisionByZero,
            BadAddress(u16),
            OutOfFuel,
        }

        struct Machine<'p, const STACK: usize> {
            program: &'p [Instr],
            stack: [i32; STACK],
            sp: usize,
            calls: [u16; 4],
            depth: usize,
            locals: [i32; 4],
            pc: usize,
        }

        enum Flow {
            Next,
            Goto(u16),
            Done,
        }

        impl<'p, const STACK: usize> Machine<'p, STACK> {
            fn new(program: &'p [Instr], arg: i32) -> Self {
                Machine { program, stack: [0; STACK], sp: 0, calls: [0; 4], depth: 0, locals: [arg, 0, 0, 0], pc: 0 }
            }

            fn push(&mut self, v: i32) -> Result<(), Trap> {
                let slot = self.stack.get_mut(self.sp).ok_or(Trap::StackOverflow)?;
                *slot = v;
                self.sp += 1;
                Ok(())
            }

            fn pop(&mut self) -> Result<i32, Trap> {
                match self.sp {
                    0 => Err(Trap::StackUnderflow { pc: self.pc }),
                    n => {
                        self.sp = n - 1;
                        Ok(self.stack[self.sp])
                    }
                }
            }

            fn execute(&mut self, instr: Instr) -> Result<Flow, Trap> {
                match instr {
                    Instr::Push(v) => self.push(v)?,
                    Instr::Load(n) => self.push(self.locals[n as usize])?,
                    Instr::Store(n) => self.locals[n as usize] = self.pop()?,
                    Instr::Binary(op) => {
                        let (b, a) = (self.pop()?, self.pop()?);
                        let value = match op {
                            BinOp::Add => a.wrapping_add(b),
                            BinOp::Sub => a.wrapping_sub(b),
                            BinOp::Mul => a.wrapping_mul(b),
                            BinOp::Rem if b == 0 => return Err(Trap::DivisionByZero),
                            BinOp::Rem => a.wrapping_rem(b),
                            BinOp::Less => (a < b).into(),
                        };
                        self.push(value)?;
                    }
                    Instr::Dup => {
                        let v = self.pop()?;
                        self.push(v)?;
                        self.push(v)?;
                    }
                    Instr::Swap => {
                        if self.sp < 2 {
                            return Err(Trap::StackUnderflow { pc: self.pc });
                        }
                        self.stack.swap(self.sp - 1, self.sp - 2);
                    }
                    Instr::JumpIf { target, when } => {
                        if (self.pop()? != 0) == when {
                            return Ok(Flow::Goto(target));
                        }
                    }
                    Instr::Jump(target) => return Ok(Flow::Goto(target)),
                    Instr::Call(target) => {
                        if self.depth == self.calls.len() {
                            return Err(Trap::StackOverflow);
                        }
                        self.calls[self.depth] = self.pc as u16 + 1;
                        self.depth += 1;
                        return Ok(Flow::Goto(target));
                    }
                    Instr::Ret if self.depth == 0 => return Ok(Flow::Done),
                    Instr::Ret => {
                        self.depth -= 1;
                        return Ok(Flow::Goto(self.calls[self.depth]));
                    }
                    Instr::Halt => return Ok(Flow::Done),
                }
                Ok(Flow::Next)
            }

            fn run(&mut self, mut fuel: u32) -> Result<i32, Trap> {
                while let Some(&instr) = self.program.get(self.pc) {
                    fuel = fuel.checked_sub(1).ok_or(Trap::OutOfFuel)?;
                    match self.execute(instr)? {
                        Flow::Next => self.pc += 1,
                        Flow::Goto(to) if (to as usize) < self.program.len() => self.pc = to as usize,
                        Flow::Goto(to) => return Err(Trap::BadAddress(to)),
                        Flow::Done => return self.pop(),
                    }
                }
                Err(Trap::BadAddress(self.pc as u16))
            }
        }

        const GCD: &[Instr] = &[
            Instr::Load(0),
            Instr::Push(84),
            Instr::Dup,
            Instr::JumpIf { target: 6, when: true },
            Instr::Binary(BinOp::Add),
            Instr::Halt,
            Instr::Store(1),
            Instr::Load(1),
            Instr::Binary(BinOp::Rem),
            Instr::Load(1),
            Instr::Swap,
            Instr::Jump(2),
        ];

        fn one(i: usize, input: &[u32]) -> u32 {
            use Instr::*;
            let looping = [
                Load(0), Store(1), Call(6), Load(2), Push(1000), Binary(BinOp::Rem), Load(1), Load(2), Binary(BinOp::Add),
                Store(2), Load(1), Push(1), Binary(BinOp::Sub), Dup, Store(1), Push(0), Swap, Binary(BinOp::Less),
                JumpIf { target: 6, when: true }, Ret,
            ];
            let arg = (input[i] % 40) as i32;
            let first = Machine::<8>::new(GCD, arg).run(200);
            let second = Machine::<3>::new(&looping, arg).run(150);
            let code = |r: Result<i32, Trap>| match r {
                Ok(v) => v as u32,
                Err(Trap::StackUnderflow { pc }) => 10_000 + pc as u32,
                Err(Trap::BadAddress(at)) => 20_000 + at as u32,
                Err(t) => match t {
                    Trap::StackOverflow => 1,
                    Trap::DivisionByZero => 2,
                    Trap::OutOfFuel => 3,
                    _ => unreachable!("handled above"),
                },
            };
            code(first) << 16 ^ code(second)
        }
    }

    sudoku {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Set(u8);

        impl Set {
            const ALL: Set = Set(0b1111);
            const EMPTY: Set = Set(0);

            const fn single(d: u8) -> Set {
                Set(1 << (d - 1))
            }

            fn digits(self) -> impl Iterator<Item = u8> {
                (1..=4).filter(move |&d| self.0 >> (d - 1) & 1 == 1)
            }

            fn without(self, other: Set) -> Set {
                Set(self.0 & !other.0)
            }

            fn len(self) -> u32 {
                self.0.count_ones()
            }
        }

        impl FromIterator<u8> for Set {
            fn from_iter<I: IntoIterator<Item = u8>>(iter: I) -> Self {
                let mut set = Set::EMPTY;
                for d in iter {
                    set.0 |= Set::single(d).0;
                }
                set
            }
        }

        const SIDE: usize = 4;
        const CELLS: usize = SIDE * SIDE;

        #[derive(Clone, Copy, PartialEq)]
        struct Grid {
            cells: [Option<u8>; CELLS],
        }

        impl Grid {
            fn peers(at: usize) -> impl Iterator<Item = usize> {
                let (row, col) = (at / SIDE, at % SIDE);
                (0..CELLS).filter(move |&k| {
                    let (r, c) = (k / SIDE, k % SIDE);
                    k != at && (r == row || c == col || (r / 2, c / 2) == (row / 2, col / 2))
                })
            }

            fn options(&self, at: usize) -> Set {
                let used: Set = Self::peers(at).filter_map(|p| self.cells[p]).collect();
                Set::ALL.without(used)
            }

            fn hardest(&self) -> Option<(usize, Set)> {
                (0..CELLS)
                    .filter(|&k| self.cells[k].is_none())
                    .map(|k| (k, self.options(k)))
                    .min_by_key(|(_, set)| set.len())
            }

            fn is_valid(&self) -> bool {
                (0..CELLS).all(|k| match self.cells[k] {
                    None => true,
                    some => Self::peers(k).all(|p| self.cells[p] != some),
                })
            }
        }

        #[derive(Clone, Copy)]
        struct Frame {
            at: usize,
            left: Set,
        }

        struct Solver {
            grid: Grid,
            stack: [Frame; CELLS],
            depth: usize,
            tried: u32,
        }

        #[derive(Debug, PartialEq)]
        enum Outcome {
            Solved,
            Impossible,
            GaveUp { after: u32 },
        }

        impl Solver {
            fn new(grid: Grid) -> Self {
                Solver { grid, stack: [Frame { at: 0, left: Set::EMPTY }; CELLS], depth: 0, tried: 0 }
            }

            fn run(&mut self, limit: u32) -> Outcome {
                let Some((at, left)) = self.grid.hardest() else {
                    return Outcome::Solved;
                };
                self.stack[0] = Frame { at, left };
                self.depth = 1;
                while self.depth > 0 {
                    let frame = &mut self.stack[self.depth - 1];
                    let Some(digit) = frame.left.digits().next() else {
                        self.grid.cells[frame.at] = None;
                        self.depth -= 1;
                        continue;
                    };
                    frame.left = frame.left.without(Set::single(digit));
                    self.grid.cells[frame.at] = Some(digit);
                    self.tried += 1;
                    if self.tried > limit {
                        return Outcome::GaveUp { after: self.tried - 1 };
                    }
                    match self.grid.hardest() {
                        None => return Outcome::Solved,
                        Some((at, left)) => {
                            self.stack[self.depth] = Frame { at, left };
                            self.depth += 1;
                        }
                    }
                }
                Outcome::Impossible
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut grid = Grid { cells: [None; CELLS] };
            for pair in input[i..i + 8].windows(2).step_by(2) {
                let at = pair[0] as usize % CELLS;
                let options = grid.options(at);
                if let Some(d) = options.digits().nth((pair[1] % options.len().max(1)) as usize) {
                    grid.cells[at] = Some(d);
                }
            }
            let mut solver = Solver::new(grid);
            let outcome = solver.run(30);
            let valid = solver.grid.is_valid();
            let code = match outcome {
                Outcome::Solved => solver.grid.cells.iter().flatten().fold(0u32, |acc, &d| acc << 2 | (d as u32 - 1)),
                Outcome::Impossible => 1,
                Outcome::GaveUp { after } => after,
            };
            code ^ solver.tried << 4 ^ valid as u32
        }
    }

    utf8_decoder {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Utf8Error {
            UnexpectedContinuation(u8),
            Overlong { point: u32, len: usize },
            Surrogate(u16),
            TooLarge,
            Incomplete,
        }

        struct Decoder<'a> {
            bytes: &'a [u8],
        }

        impl<'a> Decoder<'a> {
            fn new(bytes: &'a [u8]) -> Self {
                Self { bytes }
            }
        }

        const fn min_for(len: usize) -> u32 {
            match len {
                1 => 0,
                2 => 0x80,
                3 => 0x800,
                _ => 0x1_0000,
            }
        }

        fn decode_one(bytes: &[u8]) -> Result<(u32, usize), Utf8Error> {
            let (len, first) = match bytes {
                [] => return Err(Utf8Error::Incomplete),
                [b @ 0x00..=0x7f, ..] => (1, *b as u32),
                [b @ 0x80..=0xbf, ..] => return Err(Utf8Error::UnexpectedContinuation(*b)),
                [b @ 0xc0..=0xdf, ..] => (2, (b & 0x1f) as u32),
                [b @ 0xe0..=0xef, ..] => (3, (b & 0x0f) as u32),
                [b @ 0xf0..=0xf7, ..] => (4, (b & 0x07) as u32),
                _ => return Err(Utf8Error::TooLarge),
            };
            let rest = bytes.get(1..len).ok_or(Utf8Error::Incomplete)?;
            let mut point = first;
            for &b in rest {
                if b & 0xc0 != 0x80 {
                    return Err(Utf8Error::Incomplete);
                }
                point = point << 6 | u32::from(b & 0x3f);
            }
            match point {
                p if p < min_for(len) => Err(Utf8Error::Overlong { point: p, len }),
                0xd800..=0xdfff => Err(Utf8Error::Surrogate(point as u16)),
                0x11_0000.. => Err(Utf8Error::TooLarge),
                _ => Ok((point, len)),
            }
        }

        impl<'a> Iterator for Decoder<'a> {
            type Item = Result<u32, Utf8Error>;

            fn next(&mut self) -> Option<Self::Item> {
                if self.bytes.is_empty() {
                    return None;
                }
                match decode_one(self.bytes) {
                    Ok((point, len)) => {
                        self.bytes = &self.bytes[len..];
                        Some(Ok(point))
                    }
                    Err(error) => {
                        self.bytes = &self.bytes[1..];
                        Some(Err(error))
                    }
                }
            }
        }

        fn encode(point: u32, out: &mut [u8; 4]) -> &[u8] {
            let cont = |shift: u32| 0x80 | (point >> shift & 0x3f) as u8;
            let len = match point {
                0..0x80 => {
                    out[0] = point as u8;
                    1
                }
                0x80..0x800 => {
                    *out = [0xc0 | (point >> 6) as u8, cont(0), 0, 0];
                    2
                }
                0x800..0x1_0000 => {
                    *out = [0xe0 | (point >> 12) as u8, cont(6), cont(0), 0];
                    3
                }
                _ => {
                    *out = [0xf0 | (point >> 18) as u8, cont(12), cont(6), cont(0)];
                    4
                }
            };
            &out[..len]
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let seed = input[i];
            let mut text = [0u8; 16];
            let mut len = 0;
            for point in [seed % 0x80, seed % 0x800, seed, seed << 4] {
                let mut buf = [0; 4];
                let part = encode(point, &mut buf);
                text[len..][..part.len()].copy_from_slice(part);
                len += part.len();
            }
            if seed % 4 == 1 {
                text[len / 2] ^= 0x41;
            }
            let (mut good, mut bad) = (0u32, 0u32);
            for item in Decoder::new(&text[..len]) {
                match item {
                    Ok(p) => good = good.wrapping_mul(33) ^ p,
                    Err(Utf8Error::Overlong { point, len }) => bad += point * len as u32,
                    Err(Utf8Error::Surrogate(s)) => bad += s as u32 & 0xff,
                    Err(Utf8Error::UnexpectedContinuation(b)) => bad += b as u32 >> 4,
                    Err(e) => bad += if e == Utf8Error::TooLarge { 100 } else { 10 },
                }
            }
            let errors = Decoder::new(&text[..len]).filter(|r| r.is_err()).count() as u32;
            let all: Result<u32, Utf8Error> = Decoder::new(&text[..len]).sum();
            good ^ bad << 20 ^ errors << 28 ^ all.unwrap_or(7)
        }
    }
}
