//! Programs of fields that no other program here is of, written before any of them was compiled, in their first versions: controllers, caches, colours,
//! chords, protocols, memory, networks and sheets. Eighteen were written as texts and six as modules. Those that the language does not have yet wait in
//! [`super::waiting_versions`].

#![allow(dead_code, clippy::all, reason = "the programs are as they were first written")]

use super::{check, check_on, fresh_modules, texts};
use vyre::prelude::*;

texts! {
    epidemic {
        use std::ops::{Add, Mul};

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Sir {
            susceptible: f64,
            infected: f64,
            recovered: f64,
        }

        impl Add for Sir {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Sir { susceptible: self.susceptible + o.susceptible, infected: self.infected + o.infected, recovered: self.recovered + o.recovered }
            }
        }

        impl Mul<Sir> for f64 {
            type Output = Sir;
            fn mul(self, s: Sir) -> Sir {
                Sir { susceptible: self * s.susceptible, infected: self * s.infected, recovered: self * s.recovered }
            }
        }

        struct Integrator<F> {
            derivative: F,
            step: f64,
        }

        impl<F> Integrator<F>
        where
            F: Fn(f64, Sir) -> Sir,
        {
            fn euler(&self, t: f64, s: Sir) -> Sir {
                s + self.step * (self.derivative)(t, s)
            }

            fn rk4(&self, t: f64, s: Sir) -> Sir {
                let h = self.step;
                let k1 = (self.derivative)(t, s);
                let k2 = (self.derivative)(t + h / 2.0, s + h / 2.0 * k1);
                let k3 = (self.derivative)(t + h / 2.0, s + h / 2.0 * k2);
                let k4 = (self.derivative)(t + h, s + h * k3);
                s + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
            }
        }

        #[derive(Default, Debug, Clone, Copy)]
        struct Peak {
            day: u32,
            infected: f64,
        }

        impl Peak {
            fn observe(&mut self, day: u32, infected: f64) {
                if infected > self.infected {
                    *self = Peak { day, infected };
                }
            }
        }

        #[derive(Clone, Copy)]
        enum Policy {
            None,
            LockdownAbove { share: f64, factor: f64 },
        }

        fn simulate(beta: f64, gamma: f64, policy: Policy, days: u32, method: impl Fn(&dyn Fn(Sir) -> Sir, Sir) -> Sir) -> (Sir, Peak) {
            let mut state = Sir { susceptible: 0.99, infected: 0.01, recovered: 0.0 };
            let mut peak = Peak::default();
            for day in 0..days {
                let contact = match policy {
                    Policy::LockdownAbove { share, factor } if state.infected > share => beta * factor,
                    _ => beta,
                };
                let derivative = |s: Sir| {
                    let new = contact * s.susceptible * s.infected;
                    let healed = gamma * s.infected;
                    Sir { susceptible: -new, infected: new - healed, recovered: healed }
                };
                state = method(&derivative, state);
                peak.observe(day, state.infected);
            }
            (state, peak)
        }

        fn plain(beta: f64, gamma: f64, days: u32) -> Sir {
            let integrator = Integrator {
                derivative: |_t: f64, s: Sir| {
                    let new = beta * s.susceptible * s.infected;
                    Sir { susceptible: -new, infected: new - gamma * s.infected, recovered: gamma * s.infected }
                },
                step: 0.5,
            };
            let mut state = Sir { susceptible: 0.99, infected: 0.01, recovered: 0.0 };
            for day in 0..days {
                state = if day == 0 { integrator.euler(0.0, state) } else { integrator.rk4(f64::from(day), state) };
            }
            state
        }

        fn case(a: i32, b: u32) -> i64 {
            let beta = 0.3 + f64::from(a.rem_euclid(10)) * 0.02;
            let policy = if b % 2 == 0 { Policy::None } else { Policy::LockdownAbove { share: 0.05, factor: 0.4 } };
            let (end, peak) = simulate(beta, 0.1, policy, 60, |f, s| s + 1.0 * f(s));
            let fine = plain(beta, 0.1, 40);
            let total = end.susceptible + end.infected + end.recovered;
            peak.day as i64 * 100_000_000 + (peak.infected * 10_000.0).round() as i64 * 10_000 + (fine.infected * 1000.0).round() as i64 + (total * 10.0).round() as i64
        }
    }
    allocator {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Block {
            start: u32,
            len: u32,
            free: bool,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Strategy {
            FirstFit,
            BestFit,
            WorstFit,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum AllocError {
            OutOfMemory { wanted: u32, largest: u32 },
            TooManyBlocks,
        }

        struct Heap<const MAX: usize> {
            blocks: [Block; MAX],
            len: usize,
            strategy: Strategy,
        }

        impl<const MAX: usize> Heap<MAX> {
            fn with_strategy(size: u32, strategy: Strategy) -> Self {
                let empty = Block { start: 0, len: 0, free: false };
                let mut blocks = [empty; MAX];
                blocks[0] = Block { start: 0, len: size, free: true };
                Heap { blocks, len: 1, strategy }
            }

            fn blocks(&self) -> &[Block] {
                &self.blocks[..self.len]
            }

            fn find(&self, size: u32) -> Option<usize> {
                let mut fitting = self.blocks().iter().enumerate().filter(|(_, b)| b.free && b.len >= size);
                match self.strategy {
                    Strategy::FirstFit => fitting.next(),
                    Strategy::BestFit => fitting.min_by_key(|(_, b)| b.len),
                    Strategy::WorstFit => fitting.max_by_key(|(_, b)| b.len),
                }
                .map(|(i, _)| i)
            }

            fn allocate(&mut self, size: u32) -> Result<u32, AllocError> {
                let size = size.next_multiple_of(8);
                let Some(i) = self.find(size) else {
                    let largest = self.blocks().iter().filter(|b| b.free).map(|b| b.len).max().unwrap_or_default();
                    return Err(AllocError::OutOfMemory { wanted: size, largest });
                };
                let Block { start, len, .. } = self.blocks[i];
                if len > size {
                    if self.len == MAX {
                        return Err(AllocError::TooManyBlocks);
                    }
                    self.blocks.copy_within(i + 1..self.len, i + 2);
                    self.len += 1;
                    self.blocks[i + 1] = Block { start: start + size, len: len - size, free: true };
                }
                self.blocks[i] = Block { start, len: size, free: false };
                Ok(start)
            }

            fn release(&mut self, start: u32) -> bool {
                let Some(mut i) = self.blocks().iter().position(|b| !b.free && b.start == start) else {
                    return false;
                };
                self.blocks[i].free = true;
                if i > 0 && self.blocks[i - 1].free {
                    i -= 1;
                    self.join(i);
                }
                if self.blocks().get(i + 1).is_some_and(|next| next.free) {
                    self.join(i);
                }
                true
            }

            fn join(&mut self, i: usize) {
                self.blocks[i].len += self.blocks[i + 1].len;
                self.blocks.copy_within(i + 2..self.len, i + 1);
                self.len -= 1;
            }

            fn fragmentation(&self) -> f32 {
                let (total, largest) =
                    self.blocks().iter().filter(|b| b.free).fold((0, 0), |(total, largest), b| (total + b.len, largest.max(b.len)));
                if total == 0 { 0.0 } else { 1.0 - largest as f32 / total as f32 }
            }
        }

        fn exercise(strategy: Strategy, seed: u32) -> (u32, u32, f32) {
            let mut heap = Heap::<16>::with_strategy(512, strategy);
            let mut live = [None::<u32>; 6];
            let (mut failures, mut sum) = (0, 0);
            for step in 0..40 {
                let slot = (step * 5 + seed) as usize % live.len();
                if let Some(start) = live[slot].take() {
                    assert!(heap.release(start));
                } else {
                    match heap.allocate(10 + (step * 37 + seed * 11) % 120) {
                        Ok(start) => {
                            sum += start;
                            live[slot] = Some(start);
                        }
                        Err(AllocError::OutOfMemory { wanted, largest }) => failures += wanted - largest,
                        Err(AllocError::TooManyBlocks) => failures += 1000,
                    }
                }
            }
            (failures, sum, heap.fragmentation())
        }

        fn case(a: i32, b: u32) -> i64 {
            let strategies = [Strategy::FirstFit, Strategy::BestFit, Strategy::WorstFit];
            let mut code = a as i64;
            for (i, &strategy) in strategies.iter().enumerate() {
                let (failures, sum, fragmentation) = exercise(strategy, b % 50);
                code += (i as i64 + 1) * (failures as i64 * 100_000 + sum as i64) + (fragmentation * 100.0) as i64;
            }
            code
        }
    }
    base64 {
        const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

        const DECODE: [u8; 256] = {
            let mut table = [0xFF; 256];
            let mut i = 0;
            while i < ALPHABET.len() {
                table[ALPHABET[i] as usize] = i as u8;
                i += 1;
            }
            table
        };

        struct Writer<'a> {
            out: &'a mut [u8],
            len: usize,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Error {
            OutputTooSmall,
            InvalidByte(u8, usize),
            InvalidLength,
        }

        type Result<T> = core::result::Result<T, Error>;

        impl<'a> Writer<'a> {
            fn new(out: &'a mut [u8]) -> Self {
                Writer { out, len: 0 }
            }

            fn push(&mut self, byte: u8) -> Result<()> {
                *self.out.get_mut(self.len).ok_or(Error::OutputTooSmall)? = byte;
                self.len += 1;
                Ok(())
            }

            fn finish(self) -> usize {
                self.len
            }
        }

        fn encode(input: &[u8], out: &mut [u8]) -> Result<usize> {
            let mut writer = Writer::new(out);
            for chunk in input.chunks(3) {
                let group = match *chunk {
                    [a, b, c] => u32::from_be_bytes([0, a, b, c]),
                    [a, b] => u32::from_be_bytes([0, a, b, 0]),
                    [a] => u32::from_be_bytes([0, a, 0, 0]),
                    _ => unreachable!(),
                };
                for i in 0..4 {
                    let symbol = if i <= chunk.len() { ALPHABET[(group >> (18 - 6 * i) & 63) as usize] } else { b'=' };
                    writer.push(symbol)?;
                }
            }
            Ok(writer.finish())
        }

        fn decode(input: &[u8], out: &mut [u8]) -> Result<usize> {
            if input.len() % 4 != 0 {
                return Err(Error::InvalidLength);
            }
            let mut writer = Writer::new(out);
            for (n, chunk) in input.chunks_exact(4).enumerate() {
                let padding = chunk.iter().rev().take_while(|&&b| b == b'=').count();
                let mut group = 0u32;
                for (i, &byte) in chunk[..4 - padding].iter().enumerate() {
                    let value = DECODE[byte as usize];
                    if value == 0xFF {
                        return Err(Error::InvalidByte(byte, n * 4 + i));
                    }
                    group |= u32::from(value) << (18 - 6 * i);
                }
                for &byte in &group.to_be_bytes()[1..4 - padding] {
                    writer.push(byte)?;
                }
            }
            Ok(writer.finish())
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut data = *b"Many hands make light work.";
            data[3] = b as u8;
            data[9] ^= a as u8;
            let input = &data[..(b as usize % 20) + 3];
            let mut encoded = [0u8; 40];
            let mut decoded = [0u8; 32];
            let length = match encode(input, &mut encoded) {
                Ok(length) => length,
                Err(_) => return -1,
            };
            let round = decode(&encoded[..length], &mut decoded).map(|n| &decoded[..n] == input);
            encoded[1] = b'*';
            let broken = match decode(&encoded[..length], &mut decoded) {
                Err(Error::InvalidByte(byte, at)) => i64::from(byte) * 10 + at as i64,
                Err(Error::InvalidLength) => -7,
                Err(Error::OutputTooSmall) => -8,
                Ok(_) => 0,
            };
            let small = encode(input, &mut encoded[..3]) == Err(Error::OutputTooSmall);
            let sum: u32 = encoded[..length].iter().map(|&c| u32::from(c)).sum();
            sum as i64 * 100_000 + broken * 100 + length as i64 + if round == Ok(true) { 10 } else { 0 } + small as i64
        }
    }
    cache_sim {
        trait Policy: Default {
            fn touch(&mut self, way: usize);
            fn victim(&mut self) -> usize;
        }

        #[derive(Default)]
        struct Lru<const WAYS: usize> {
            order: Order<WAYS>,
        }

        struct Order<const N: usize>([u8; N]);

        impl<const N: usize> Default for Order<N> {
            fn default() -> Self {
                Order(core::array::from_fn(|i| i as u8))
            }
        }

        impl<const WAYS: usize> Policy for Lru<WAYS> {
            fn touch(&mut self, way: usize) {
                let order = &mut self.order.0;
                let at = order.iter().position(|&w| usize::from(w) == way).unwrap();
                order[..=at].rotate_right(1);
            }

            fn victim(&mut self) -> usize {
                self.order.0.last().copied().unwrap().into()
            }
        }

        struct Random {
            state: u32,
        }

        impl Default for Random {
            fn default() -> Self {
                Random { state: 0x9E37_79B9 }
            }
        }

        impl Policy for Random {
            fn touch(&mut self, _way: usize) {}

            fn victim(&mut self) -> usize {
                self.state ^= self.state << 13;
                self.state ^= self.state >> 17;
                self.state ^= self.state << 5;
                (self.state % 4) as usize
            }
        }

        #[derive(Clone, Copy, Default)]
        struct Line {
            tag: u32,
            valid: bool,
            dirty: bool,
        }

        #[derive(Debug, Clone, Copy)]
        enum Access {
            Read(u32),
            Write(u32),
        }

        #[derive(Default, Debug, Clone, Copy, PartialEq)]
        struct Stats {
            hits: u32,
            misses: u32,
            write_backs: u32,
        }

        struct Cache<P, const SETS: usize, const WAYS: usize> {
            lines: [[Line; WAYS]; SETS],
            policies: [P; SETS],
            stats: Stats,
        }

        impl<P: Policy, const SETS: usize, const WAYS: usize> Cache<P, SETS, WAYS> {
            const LINE_BITS: u32 = 4;

            fn new() -> Self {
                Self { lines: [[Line::default(); WAYS]; SETS], policies: core::array::from_fn(|_| P::default()), stats: Stats::default() }
            }

            fn access(&mut self, access: Access) -> bool {
                let (address, is_write) = match access {
                    Access::Read(address) => (address, false),
                    Access::Write(address) => (address, true),
                };
                let block = address >> Self::LINE_BITS;
                let (set, tag) = (block as usize % SETS, block / SETS as u32);
                let lines = &mut self.lines[set];
                let hit = lines.iter().position(|line| line.valid && line.tag == tag);
                let way = match hit {
                    Some(way) => {
                        self.stats.hits += 1;
                        way
                    }
                    None => {
                        self.stats.misses += 1;
                        let way = lines.iter().position(|l| !l.valid).unwrap_or_else(|| self.policies[set].victim());
                        let line = &mut lines[way];
                        if line.valid && line.dirty {
                            self.stats.write_backs += 1;
                        }
                        *line = Line { tag, valid: true, dirty: false };
                        way
                    }
                };
                lines[way].dirty |= is_write;
                self.policies[set].touch(way);
                hit.is_some()
            }
        }

        fn run<P: Policy>(start: u32, stride: u32) -> Stats {
            let mut cache: Cache<P, 4, 4> = Cache::new();
            for round in 0..3 {
                for i in 0..24u32 {
                    let address = start + i * stride;
                    let access = if (i + round) % 3 == 0 { Access::Write(address) } else { Access::Read(address) };
                    cache.access(access);
                }
            }
            cache.stats
        }

        fn case(a: i32, b: u32) -> i64 {
            let stride = a.unsigned_abs() + 8;
            let lru = run::<Lru<4>>(b, stride);
            let random = run::<Random>(b, stride);
            let Stats { hits, misses, write_backs } = lru;
            (hits as i64 * 1000 + misses as i64) * 1000 + write_backs as i64 * 7 + random.hits as i64 - random.write_backs as i64
        }
    }
    chords {
        use std::fmt;

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        struct Note(u8);

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        enum PitchClass { C, Cs, D, Ds, E, F, Fs, G, Gs, A, As, B }

        impl From<Note> for PitchClass {
            fn from(note: Note) -> Self {
                use PitchClass::*;
                const ALL: [PitchClass; 12] = [C, Cs, D, Ds, E, F, Fs, G, Gs, A, As, B];
                ALL[(note.0 % 12) as usize]
            }
        }

        impl std::ops::Add<Interval> for Note {
            type Output = Note;
            fn add(self, interval: Interval) -> Note {
                Note((self.0 as i16 + interval.semitones() as i16).clamp(0, 127) as u8)
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Interval {
            Unison,
            MinorThird,
            MajorThird,
            Fifth,
            Octave,
            Semitones(i8),
        }

        impl Interval {
            fn semitones(&self) -> i8 {
                match *self {
                    Self::Unison => 0,
                    Self::MinorThird => 3,
                    Self::MajorThird => 4,
                    Self::Fifth => 7,
                    Self::Octave => 12,
                    Self::Semitones(n) => n,
                }
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Quality { Major, Minor, Diminished, Augmented }

        impl Quality {
            const ALL: [Self; 4] = [Self::Major, Self::Minor, Self::Diminished, Self::Augmented];

            fn intervals(self) -> [Interval; 3] {
                use Interval::*;
                match self {
                    Quality::Major => [Unison, MajorThird, Fifth],
                    Quality::Minor => [Unison, MinorThird, Fifth],
                    Quality::Diminished => [Unison, MinorThird, Semitones(6)],
                    Quality::Augmented => [Unison, MajorThird, Semitones(8)],
                }
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Chord {
            root: PitchClass,
            quality: Quality,
        }

        impl fmt::Display for Chord {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?} {:?}", self.root, self.quality)
            }
        }

        fn mask(notes: impl IntoIterator<Item = Note>) -> u16 {
            notes.into_iter().fold(0, |mask, note| mask | 1 << PitchClass::from(note) as u8)
        }

        fn recognise(notes: &[Note]) -> Option<Chord> {
            let wanted = mask(notes.iter().copied());
            let root = *notes.iter().min()?;
            (0..12).find_map(|shift| {
                let root = root + Interval::Semitones(shift);
                Quality::ALL
                    .into_iter()
                    .find(|quality| mask(quality.intervals().map(|interval| root + interval)) == wanted)
                    .map(|quality| Chord { root: root.into(), quality })
            })
        }

        fn frequency(note: Note) -> f32 {
            440.0 * 2f32.powf((f32::from(note.0) - 69.0) / 12.0)
        }

        fn case(a: i32, b: u32) -> i64 {
            let base = Note(48 + (b % 24) as u8);
            let third = if a % 2 == 0 { Interval::MajorThird } else { Interval::MinorThird };
            let mut notes = [base, base + third, base + Interval::Fifth, base + Interval::Octave];
            notes[..3].rotate_left(a.rem_euclid(3) as usize);
            if a == 40 {
                notes[1] = base + Interval::Semitones(1);
            }
            let found = recognise(&notes);
            let code = match found {
                Some(Chord { root, quality: Quality::Major }) => 100 + root as i64,
                Some(Chord { root, quality }) => 200 + root as i64 * 10 + quality as i64,
                None => -1,
            };
            code * 1_000 + frequency(Note(69)) as i64 + i64::from(recognise(&notes[..0]).is_none())
        }
    }
    colours {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        struct Rgb {
            r: u8,
            g: u8,
            b: u8,
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Hsv {
            h: f32,
            s: f32,
            v: f32,
        }

        impl Rgb {
            const BLACK: Self = Self { r: 0, g: 0, b: 0 };
            const WHITE: Self = Self { r: 255, g: 255, b: 255 };

            fn distance(self, other: Self) -> u32 {
                let channels = [(self.r, other.r, 3), (self.g, other.g, 6), (self.b, other.b, 1)];
                channels.iter().map(|&(x, y, weight)| weight * u32::from(x.abs_diff(y)).pow(2)).sum()
            }
        }

        impl From<u32> for Rgb {
            fn from(hex: u32) -> Self {
                let [_, r, g, b] = hex.to_be_bytes();
                Rgb { r, g, b }
            }
        }

        impl From<Rgb> for Hsv {
            fn from(Rgb { r, g, b }: Rgb) -> Hsv {
                let [r, g, b] = [r, g, b].map(|c| f32::from(c) / 255.0);
                let max = r.max(g).max(b);
                let min = r.min(g).min(b);
                let delta = max - min;
                let h = if delta == 0.0 {
                    0.0
                } else if max == r {
                    60.0 * ((g - b) / delta).rem_euclid(6.0)
                } else if max == g {
                    60.0 * ((b - r) / delta + 2.0)
                } else {
                    60.0 * ((r - g) / delta + 4.0)
                };
                Hsv { h, s: if max == 0.0 { 0.0 } else { delta / max }, v: max }
            }
        }

        impl From<Hsv> for Rgb {
            fn from(hsv: Hsv) -> Rgb {
                let chroma = hsv.v * hsv.s;
                let sector = hsv.h / 60.0;
                let x = chroma * (1.0 - (sector % 2.0 - 1.0).abs());
                let (r, g, b) = match sector as u32 {
                    0 => (chroma, x, 0.0),
                    1 => (x, chroma, 0.0),
                    2 => (0.0, chroma, x),
                    3 => (0.0, x, chroma),
                    4 => (x, 0.0, chroma),
                    _ => (chroma, 0.0, x),
                };
                let m = hsv.v - chroma;
                let byte = |c: f32| ((c + m) * 255.0).round() as u8;
                Rgb { r: byte(r), g: byte(g), b: byte(b) }
            }
        }

        const PALETTE: [u32; 6] = [0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0x808080];

        fn nearest(colour: Rgb) -> (usize, Rgb) {
            PALETTE
                .iter()
                .map(|&hex| Rgb::from(hex))
                .enumerate()
                .min_by_key(|(_, candidate)| candidate.distance(colour))
                .expect("a palette has colours")
        }

        fn dither<const W: usize, const H: usize>(image: &mut [[i32; W]; H]) -> u32 {
            let mut on = 0;
            for y in 0..H {
                for x in 0..W {
                    let old = image[y][x];
                    let new = if old >= 128 { 255 } else { 0 };
                    on += u32::from(new != 0);
                    image[y][x] = new;
                    let error = old - new;
                    for (dx, dy, weight) in [(1isize, 0, 7), (-1, 1, 3), (0, 1, 5), (1, 1, 1)] {
                        let Some(x) = x.checked_add_signed(dx) else { continue };
                        if let Some(pixel) = image.get_mut(y + dy).and_then(|row| row.get_mut(x)) {
                            *pixel += error * weight / 16;
                        }
                    }
                }
            }
            on
        }

        fn case(a: i32, b: u32) -> i64 {
            let colour: Rgb = (b.wrapping_mul(2654435761) >> 8).into();
            let hsv = Hsv::from(colour);
            let shifted = Hsv { h: (hsv.h + a as f32 * 3.0).rem_euclid(360.0), ..hsv };
            let Rgb { r, g, b: blue } = shifted.into();
            let back: Rgb = hsv.into();
            let (index, _) = nearest(colour);
            let mut image: [[i32; 8]; 4] = std::array::from_fn(|y| std::array::from_fn(|x| (x * 30 + y * 9) as i32 + a));
            let on = dither(&mut image);
            (((r as i64 * 256) + g as i64) * 256 + blue as i64) * 10_000 + i64::from(back == colour) * 1000 + index as i64 * 100 + i64::from(on) + Rgb::WHITE.distance(Rgb::BLACK) as i64
        }
    }
    elevator {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Direction {
            Up,
            Down,
        }

        impl Direction {
            fn reversed(self) -> Self {
                match self {
                    Direction::Up => Direction::Down,
                    Direction::Down => Direction::Up,
                }
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum State {
            Idle,
            Moving(Direction),
            DoorsOpen { ticks_left: u8, then: Option<Direction> },
        }

        const FLOORS: usize = 12;

        struct Elevator {
            floor: usize,
            state: State,
            calls: [bool; FLOORS],
            travelled: u32,
            served: u32,
        }

        impl Elevator {
            fn new(floor: usize) -> Self {
                Self { floor, state: State::Idle, calls: [false; FLOORS], travelled: 0, served: 0 }
            }

            fn call(&mut self, floor: usize) -> Result<(), usize> {
                let slot = self.calls.get_mut(floor).ok_or(floor)?;
                *slot = true;
                Ok(())
            }

            fn calls_in(&self, direction: Direction) -> bool {
                match direction {
                    Direction::Up => self.calls[self.floor + 1..].iter().any(|&c| c),
                    Direction::Down => self.calls[..self.floor].contains(&true),
                }
            }

            fn nearest(&self) -> Option<usize> {
                self.calls
                    .iter()
                    .enumerate()
                    .filter_map(|(floor, &called)| called.then_some(floor))
                    .min_by_key(|&floor| floor.abs_diff(self.floor))
            }

            fn step(&mut self) {
                self.state = match self.state {
                    State::Idle => match self.nearest() {
                        None => State::Idle,
                        Some(floor) if floor == self.floor => self.open(None),
                        Some(floor) if floor > self.floor => State::Moving(Direction::Up),
                        Some(_) => State::Moving(Direction::Down),
                    },
                    State::Moving(direction) => {
                        match direction {
                            Direction::Up => self.floor += 1,
                            Direction::Down => self.floor -= 1,
                        }
                        self.travelled += 1;
                        if self.calls[self.floor] {
                            self.open(Some(direction))
                        } else {
                            State::Moving(direction)
                        }
                    }
                    State::DoorsOpen { ticks_left: 0, then } => match then {
                        Some(d) if self.calls_in(d) => State::Moving(d),
                        Some(d) if self.calls_in(d.reversed()) => State::Moving(d.reversed()),
                        _ => State::Idle,
                    },
                    State::DoorsOpen { ticks_left, then } => State::DoorsOpen { ticks_left: ticks_left - 1, then },
                };
            }

            fn open(&mut self, then: Option<Direction>) -> State {
                self.calls[self.floor] = false;
                self.served += 1;
                State::DoorsOpen { ticks_left: 2, then }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut lift = Elevator::new(a.rem_euclid(FLOORS as i32) as usize);
            let wanted = [b as usize % 12, 3, (b / 3) as usize, 11, 0];
            let refused = wanted.iter().filter(|&&floor| lift.call(floor).is_err()).count();
            let mut ticks = 0u32;
            loop {
                lift.step();
                ticks += 1;
                if lift.state == State::Idle || ticks > 200 {
                    break;
                }
                if ticks == 7 {
                    let _ = lift.call(5);
                }
            }
            i64::from(ticks) * 1_000_000 + i64::from(lift.travelled) * 1000 + (lift.served * 10) as i64 + refused as i64
        }
    }
    hexgrid {
        use std::ops::{Add, Mul, Sub};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
        pub struct Hex {
            pub q: i32,
            pub r: i32,
        }

        impl Hex {
            pub const ORIGIN: Hex = Hex::new(0, 0);
            pub const DIRECTIONS: [Hex; 6] =
                [Hex::new(1, 0), Hex::new(1, -1), Hex::new(0, -1), Hex::new(-1, 0), Hex::new(-1, 1), Hex::new(0, 1)];

            pub const fn new(q: i32, r: i32) -> Self {
                Self { q, r }
            }

            pub fn s(self) -> i32 {
                -self.q - self.r
            }

            pub fn length(self) -> u32 {
                (self.q.unsigned_abs() + self.r.unsigned_abs() + self.s().unsigned_abs()) / 2
            }

            pub fn distance(self, other: Hex) -> u32 {
                (self - other).length()
            }

            pub fn neighbours(self) -> impl Iterator<Item = Hex> {
                Self::DIRECTIONS.iter().map(move |&d| self + d)
            }

            pub fn ring(self, radius: i32) -> impl Iterator<Item = Hex> {
                let start = self + Self::DIRECTIONS[4] * radius;
                Self::DIRECTIONS
                    .into_iter()
                    .flat_map(move |d| std::iter::repeat_n(d, radius as usize))
                    .scan(start, |at, d| {
                        let here = *at;
                        *at = *at + d;
                        Some(here)
                    })
            }
        }

        impl Add for Hex {
            type Output = Hex;
            fn add(self, rhs: Hex) -> Hex {
                Hex::new(self.q + rhs.q, self.r + rhs.r)
            }
        }

        impl Sub for Hex {
            type Output = Hex;
            fn sub(self, rhs: Hex) -> Hex {
                Hex::new(self.q - rhs.q, self.r - rhs.r)
            }
        }

        impl Mul<i32> for Hex {
            type Output = Hex;
            fn mul(self, k: i32) -> Hex {
                Hex::new(self.q * k, self.r * k)
            }
        }

        fn round(q: f32, r: f32) -> Hex {
            let s = -q - r;
            let (mut rq, mut rr, rs) = (q.round(), r.round(), s.round());
            let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
            if dq > dr && dq > ds {
                rq = -rr - rs;
            } else if dr > ds {
                rr = -rq - rs;
            }
            Hex::new(rq as i32, rr as i32)
        }

        fn line(from: Hex, to: Hex, mut visit: impl FnMut(Hex)) {
            let n = from.distance(to);
            for i in 0..=n {
                let t = if n == 0 { 0.0 } else { i as f32 / n as f32 };
                let lerp = |a: i32, b: i32| a as f32 + (b - a) as f32 * t;
                visit(round(lerp(from.q, to.q) + 1e-4, lerp(from.r, to.r) + 2e-4));
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let start = Hex { q: a % 9, r: -2 };
            let goal = Hex { r: b as i32 % 8, ..Hex::default() };
            let (mut steps, mut checksum) = (0, 0i64);
            line(start, goal, |hex| {
                steps += 1;
                checksum = checksum * 3 + i64::from(hex.q) - i64::from(hex.r) * 5;
            });
            let ring: i64 = start.ring(2).map(|hex| hex.distance(goal) as i64).sum();
            let closest = start.neighbours().min_by_key(|n| n.distance(goal)).unwrap_or(Hex::ORIGIN);
            checksum * 10_000 + ring * 100 + steps + (closest.q - closest.s()) as i64
        }
    }
    http {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Method {
            Get,
            Post,
            Put,
            Delete,
        }

        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        enum ParseError {
            UnexpectedEnd,
            BadMethod,
            BadVersion,
            BadHeader { line: usize },
        }

        #[derive(Debug, Clone, Copy)]
        struct Header<'a> {
            name: &'a [u8],
            value: &'a [u8],
        }

        #[derive(Debug)]
        struct Request<'a> {
            method: Method,
            path: &'a [u8],
            version: (u8, u8),
            rest: &'a [u8],
        }

        fn split_once(input: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
            let i = input.iter().position(|&b| b == at)?;
            Some((&input[..i], &input[i + 1..]))
        }

        fn trim(mut s: &[u8]) -> &[u8] {
            while let [b' ' | b'\t' | b'\r', rest @ ..] = s {
                s = rest;
            }
            while let [rest @ .., b' ' | b'\t' | b'\r'] = s {
                s = rest;
            }
            s
        }

        impl<'a> Request<'a> {
            fn parse(input: &'a [u8]) -> Result<Self, ParseError> {
                let (line, rest) = split_once(input, b'\n').ok_or(ParseError::UnexpectedEnd)?;
                let (method, line) = split_once(line, b' ').ok_or(ParseError::UnexpectedEnd)?;
                let (path, version) = split_once(line, b' ').ok_or(ParseError::UnexpectedEnd)?;
                let method = match method {
                    b"GET" => Method::Get,
                    b"POST" => Method::Post,
                    b"PUT" => Method::Put,
                    b"DELETE" => Method::Delete,
                    _ => return Err(ParseError::BadMethod),
                };
                let version = match trim(version).strip_prefix(b"HTTP/") {
                    Some([major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9']) => (major - b'0', minor - b'0'),
                    _ => return Err(ParseError::BadVersion),
                };
                Ok(Request { method, path, version, rest })
            }

            fn headers(&self) -> Headers<'a> {
                Headers { rest: self.rest, line: 1 }
            }

            fn header(&self, name: &[u8]) -> Option<&'a [u8]> {
                self.headers().flatten().find(|h| h.name.eq_ignore_ascii_case(name)).map(|h| h.value)
            }
        }

        struct Headers<'a> {
            rest: &'a [u8],
            line: usize,
        }

        impl<'a> Iterator for Headers<'a> {
            type Item = Result<Header<'a>, ParseError>;

            fn next(&mut self) -> Option<Self::Item> {
                let (line, rest) = split_once(self.rest, b'\n')?;
                let line = trim(line);
                if line.is_empty() {
                    return None;
                }
                self.rest = rest;
                self.line += 1;
                Some(match split_once(line, b':') {
                    Some((name, value)) => Ok(Header { name, value: trim(value) }),
                    None => Err(ParseError::BadHeader { line: self.line }),
                })
            }
        }

        fn number(digits: &[u8]) -> Option<u32> {
            digits.iter().try_fold(0u32, |n, &d| n.checked_mul(10)?.checked_add(char::from(d).to_digit(10)?))
        }

        fn case(a: i32, b: u32) -> i64 {
            let requests: [&[u8]; 4] = [
                b"GET /index.html HTTP/1.1\r\nHost: example.com\r\ncontent-length:  42 \r\n\r\nbody",
                b"POST / HTTP/1.0\nContent-Length: 7\nbroken\n\n",
                b"BREW /pot HTCPCP/1.0\r\n\r\n",
                b"PUT /a HTTP/x.1\r\n\r\n",
            ];
            let result = Request::parse(requests[b as usize % 4]);
            let code = match &result {
                Ok(request) => {
                    let length = request.header(b"Content-Length").and_then(number).unwrap_or(999);
                    let broken = request.headers().filter(|h| h.is_err()).count();
                    request.method as i64 * 100_000 + request.path.len() as i64 * 1000 + length as i64 * 10 + broken as i64 + request.version.1 as i64
                }
                Err(ParseError::UnexpectedEnd) => -1,
                Err(ParseError::BadMethod) => -2,
                Err(ParseError::BadVersion) => -3,
                Err(ParseError::BadHeader { line }) => -(*line as i64) * 10,
            };
            code * 10 + a as i64
        }
    }
    routing {
        use std::num::NonZeroU32;

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Ipv4(u32);

        impl Ipv4 {
            const fn new(a: u8, b: u8, c: u8, d: u8) -> Self {
                Ipv4(u32::from_be_bytes([a, b, c, d]))
            }

            fn octets(self) -> [u8; 4] {
                self.0.to_be_bytes()
            }

            fn is_private(&self) -> bool {
                match self.octets() {
                    [10, ..] => true,
                    [172, b, ..] if (16..32).contains(&b) => true,
                    [192, 168, ..] => true,
                    _ => false,
                }
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Prefix {
            address: Ipv4,
            bits: u8,
        }

        impl Prefix {
            fn bit(&self, n: u8) -> usize {
                (self.address.0 >> (31 - n) & 1) as usize
            }
        }

        #[derive(Clone, Copy, Default)]
        struct Node {
            children: [Option<NonZeroU32>; 2],
            hop: Option<u8>,
        }

        struct Table<const CAPACITY: usize> {
            nodes: [Node; CAPACITY],
            used: u32,
        }

        #[derive(Debug, PartialEq)]
        struct Full;

        impl<const CAPACITY: usize> Table<CAPACITY> {
            fn new() -> Self {
                Table { nodes: [Node::default(); CAPACITY], used: 1 }
            }

            fn allocate(&mut self) -> Result<NonZeroU32, Full> {
                if self.used as usize == CAPACITY {
                    return Err(Full);
                }
                let index = NonZeroU32::new(self.used).ok_or(Full)?;
                self.used += 1;
                Ok(index)
            }

            fn insert(&mut self, prefix: Prefix, hop: u8) -> Result<Option<u8>, Full> {
                let mut at = 0;
                for n in 0..prefix.bits {
                    let bit = prefix.bit(n);
                    at = match self.nodes[at].children[bit] {
                        Some(child) => child.get() as usize,
                        None => {
                            let child = self.allocate()?;
                            self.nodes[at].children[bit] = Some(child);
                            child.get() as usize
                        }
                    };
                }
                Ok(self.nodes[at].hop.replace(hop))
            }

            fn lookup(&self, address: Ipv4) -> Option<(u8, u8)> {
                let mut best = None;
                let mut node = &self.nodes[0];
                for depth in 0..=32u8 {
                    if let Some(hop) = node.hop {
                        best = Some((hop, depth));
                    }
                    if depth == 32 {
                        break;
                    }
                    let bit = (address.0 >> (31 - depth)) & 1;
                    match node.children[bit as usize] {
                        Some(next) => node = &self.nodes[next.get() as usize],
                        None => break,
                    }
                }
                best
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut table = Table::<96>::new();
            let routes = [
                (Ipv4::new(0, 0, 0, 0), 0, 1),
                (Ipv4::new(10, 0, 0, 0), 8, 2),
                (Ipv4::new(10, 1, 0, 0), 16, 3),
                (Ipv4::new(192, 168, 7, 0), 24, 4),
                (Ipv4::new(10, 1, 2, 3), 32, 5),
                (Ipv4::new(10, 0, 0, 0), 8, 6),
            ];
            let mut replaced = 0;
            let mut failed = 0;
            for &(address, bits, hop) in &routes {
                match table.insert(Prefix { address, bits }, hop) {
                    Ok(Some(old)) => replaced += u32::from(old),
                    Ok(None) => {}
                    Err(Full) => failed += 1,
                }
            }
            let wanted = [Ipv4::new(10, (b % 3) as u8, 2, 3), Ipv4::new(192, 168, 7, b as u8), Ipv4(b * 1000), Ipv4::new(172, 16 + (b % 20) as u8, 0, 0)];
            let found = wanted.iter().filter_map(|&w| table.lookup(w)).fold(0i64, |sum, (hop, depth)| sum * 100 + hop as i64 * 33 + depth as i64);
            let private = wanted.iter().filter(|w| w.is_private()).count();
            found * 1000 + private as i64 * 100 + (replaced * 10 + failed) as i64 + table.used as i64 + a as i64
        }
    }
    spreadsheet {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Cell {
            Empty,
            Number(f64),
            Reference(CellRef),
            Formula { op: Op, from: CellRef, to: CellRef },
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Op { Sum, Max, Average, Count }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct CellRef { column: u8, row: u8 }

        #[derive(Clone, Copy, Debug, PartialEq)]
        enum CellError { Cycle(CellRef), DivideByZero, BadReference }

        impl CellRef {
            const fn at(column: u8, row: u8) -> Self {
                CellRef { column, row }
            }

            fn parse(text: &str) -> Result<Self, CellError> {
                match text.as_bytes() {
                    &[column @ b'A'..=b'D', row @ b'1'..=b'4'] => Ok(CellRef::at(column - b'A', row - b'1')),
                    _ => Err(CellError::BadReference),
                }
            }

            fn range(self, to: Self) -> impl Iterator<Item = CellRef> {
                (self.row..=to.row).flat_map(move |row| (self.column..=to.column).map(move |column| CellRef { column, row }))
            }
        }

        impl std::str::FromStr for CellRef {
            type Err = CellError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                CellRef::parse(text)
            }
        }

        struct Sheet { cells: [[Cell; 4]; 4] }

        impl std::ops::Index<CellRef> for Sheet {
            type Output = Cell;
            fn index(&self, at: CellRef) -> &Cell {
                &self.cells[at.row as usize][at.column as usize]
            }
        }

        impl std::ops::IndexMut<CellRef> for Sheet {
            fn index_mut(&mut self, at: CellRef) -> &mut Cell {
                &mut self.cells[at.row as usize][at.column as usize]
            }
        }

        type Values = [[Option<f64>; 4]; 4];

        impl Sheet {
            /// Evaluates in rounds, as there is no recursion on a GPU.
            fn evaluate(&self) -> Result<Values, CellError> {
                let mut values: Values = [[None; 4]; 4];
                loop {
                    let mut progress = false;
                    let mut open = None;
                    for at in CellRef::at(0, 0).range(CellRef::at(3, 3)) {
                        let (row, column) = (usize::from(at.row), usize::from(at.column));
                        if values[row][column].is_some() {
                            continue;
                        }
                        match self.step(at, &values)? {
                            Some(value) => {
                                values[row][column] = Some(value);
                                progress = true;
                            }
                            None => open = Some(at),
                        }
                    }
                    match open {
                        None => return Ok(values),
                        Some(at) if !progress => return Err(CellError::Cycle(at)),
                        Some(_) => {}
                    }
                }
            }

            fn step(&self, at: CellRef, values: &Values) -> Result<Option<f64>, CellError> {
                let known = |at: CellRef| values[at.row as usize][at.column as usize];
                Ok(match self[at] {
                    Cell::Empty => Some(0.0),
                    Cell::Number(n) => Some(n),
                    Cell::Reference(to) => known(to),
                    Cell::Formula { op, from, to } => {
                        let mut cells = from.range(to).map(known);
                        match op {
                            Op::Sum => cells.sum::<Option<f64>>(),
                            Op::Max => cells.try_fold(f64::NEG_INFINITY, |max, v| v.map(|v| max.max(v))),
                            Op::Count => Some(from.range(to).filter(|&c| self[c] != Cell::Empty).count() as f64),
                            Op::Average => {
                                let filled = from.range(to).filter(|&c| self[c] != Cell::Empty).count();
                                if filled == 0 {
                                    return Err(CellError::DivideByZero);
                                }
                                cells.sum::<Option<f64>>().map(|sum| sum / filled as f64)
                            }
                        }
                    }
                })
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut sheet = Sheet { cells: [[Cell::Empty; 4]; 4] };
            sheet[CellRef::at(0, 0)] = Cell::Number(a as f64);
            sheet[CellRef::at(1, 0)] = Cell::Number(2.5);
            sheet[CellRef::at(0, 1)] = Cell::Reference(CellRef::at(2, 3));
            sheet[CellRef::at(2, 3)] = Cell::Formula { op: Op::Sum, from: CellRef::at(0, 0), to: CellRef::at(1, 0) };
            let op = [Op::Sum, Op::Max, Op::Average, Op::Count][b as usize % 4];
            sheet[CellRef::at(3, 3)] = Cell::Formula { op, from: CellRef::at(0, 0), to: CellRef::at(1, 1) };
            if b == 31 {
                sheet[CellRef::at(1, 0)] = Cell::Reference(CellRef::at(3, 3));
            }
            if b == 18 {
                sheet[CellRef::at(3, 2)] = Cell::Formula { op: Op::Average, from: CellRef::at(3, 0), to: CellRef::at(3, 1) };
            }
            let parsed = ["B3", "E1", "D", "A4"].iter().filter(|t| t.parse::<CellRef>().is_ok()).count();
            let result = match sheet.evaluate() {
                Ok(values) => values.iter().flatten().flatten().map(|v| (v * 100.0) as i64).sum(),
                Err(CellError::Cycle(CellRef { column, row })) => -1000 - (row * 4 + column) as i64,
                Err(CellError::DivideByZero) => -2,
                Err(CellError::BadReference) => -3,
            };
            result * 10 + parsed as i64
        }
    }
    tetris {
        const WIDTH: usize = 10;
        const HEIGHT: usize = 20;

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Kind { I, O, T, S, Z, J, L }

        impl Kind {
            const COUNT: u32 = 7;

            fn cells(self) -> [(i8, i8); 4] {
                match self {
                    Kind::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
                    Kind::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
                    Kind::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
                    Kind::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
                    Kind::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
                    Kind::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
                    Kind::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
                }
            }
        }

        impl TryFrom<u32> for Kind {
            type Error = u32;
            fn try_from(value: u32) -> Result<Self, Self::Error> {
                Ok(match value {
                    0 => Kind::I,
                    1 => Kind::O,
                    2 => Kind::T,
                    3 => Kind::S,
                    4 => Kind::Z,
                    5 => Kind::J,
                    6 => Kind::L,
                    other => return Err(other),
                })
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Piece { kind: Kind, x: i8, y: i8, turns: u8 }

        impl Piece {
            fn cells(&self) -> impl Iterator<Item = (i8, i8)> + '_ {
                self.kind.cells().into_iter().map(move |cell| {
                    let (x, y) = (0..self.turns).fold(cell, |(x, y), _| (-y, x));
                    (x + self.x, y + self.y)
                })
            }

            fn moved(self, dx: i8, dy: i8) -> Self {
                Piece { x: self.x + dx, y: self.y + dy, ..self }
            }

            fn turned(self) -> Self {
                Piece { turns: (self.turns + 1) % 4, ..self }
            }
        }

        struct Board { rows: [u16; HEIGHT], lines: u32 }

        impl Board {
            const FULL: u16 = (1 << WIDTH) - 1;

            fn fits(&self, piece: &Piece) -> bool {
                piece.cells().all(|(x, y)| {
                    (0..WIDTH as i8).contains(&x) && y >= 0 && self.rows.get(y as usize).is_none_or(|row| row >> x & 1 == 0)
                })
            }

            fn lock(&mut self, piece: Piece) -> u32 {
                for (x, y) in piece.cells() {
                    if let Some(row) = self.rows.get_mut(y as usize) {
                        *row |= 1 << x;
                    }
                }
                let mut kept = 0;
                for y in 0..HEIGHT {
                    let row = self.rows[y];
                    if row != Self::FULL {
                        self.rows[kept] = row;
                        kept += 1;
                    }
                }
                self.rows[kept..].fill(0);
                let cleared = (HEIGHT - kept) as u32;
                self.lines += cleared;
                cleared
            }

            fn drop(&mut self, mut piece: Piece) -> Option<u32> {
                if !self.fits(&piece) {
                    return None;
                }
                while let Some(lower) = Some(piece.moved(0, -1)).filter(|p| self.fits(p)) {
                    piece = lower;
                }
                Some(self.lock(piece))
            }

            fn height(&self) -> usize {
                self.rows.iter().rposition(|&row| row != 0).map_or(0, |at| at + 1)
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut board = Board { rows: [0; HEIGHT], lines: 0 };
            let mut seed = b.wrapping_mul(747796405).wrapping_add(a as u32);
            let mut score = 0i64;
            let mut placed = 0;
            for turn in 0..40u32 {
                seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                let Ok(kind) = Kind::try_from(seed >> 16 & 7) else { continue };
                let mut piece = Piece { kind, x: ((turn * 3) % 10) as i8, y: 18, turns: 0 };
                if seed & 0x400 != 0 {
                    piece = piece.turned();
                }
                if let Some(shifted) = [0, 1, -1, 2, -2].iter().map(|&dx| piece.moved(dx, -1)).find(|p| board.fits(p)) {
                    match board.drop(shifted) {
                        Some(lines @ 1..) => score += [0, 40, 100, 300, 1200][lines as usize],
                        Some(_) => score += 1,
                        None => break,
                    }
                    placed += 1;
                }
            }
            score * 100_000 + i64::from(placed) * 1000 + board.height() as i64 * 10 + i64::from(board.lines) + Kind::COUNT as i64
        }
    }
}

texts_on_cpu! {
    perceptron {
        trait Activation {
            fn apply(x: f32) -> f32;
            fn derivative(y: f32) -> f32;
        }

        struct Sigmoid;
        struct Relu;

        impl Activation for Sigmoid {
            fn apply(x: f32) -> f32 {
                1.0 / (1.0 + (-x).exp())
            }
            fn derivative(y: f32) -> f32 {
                y * (1.0 - y)
            }
        }

        impl Activation for Relu {
            fn apply(x: f32) -> f32 {
                x.max(0.0)
            }
            fn derivative(y: f32) -> f32 {
                if y > 0.0 { 1.0 } else { 0.0 }
            }
        }

        use std::marker::PhantomData;

        struct Layer<A, const IN: usize, const OUT: usize> {
            weights: [[f32; IN]; OUT],
            biases: [f32; OUT],
            activation: PhantomData<A>,
        }

        impl<A: Activation, const IN: usize, const OUT: usize> Layer<A, IN, OUT> {
            fn random(rng: &mut impl FnMut() -> f32) -> Self {
                let mut weights = [[0.0; IN]; OUT];
                for row in weights.iter_mut() {
                    for w in row.iter_mut() {
                        *w = rng();
                    }
                }
                Self { weights, biases: [0.0; OUT], activation: PhantomData }
            }

            fn forward(&self, input: &[f32; IN]) -> [f32; OUT] {
                std::array::from_fn(|o| {
                    let sum: f32 = self.weights[o].iter().zip(input).map(|(w, x)| w * x).sum();
                    A::apply(sum + self.biases[o])
                })
            }

            /// Gives the error of the input.
            fn backward(&mut self, input: &[f32; IN], output: &[f32; OUT], error: [f32; OUT], rate: f32) -> [f32; IN] {
                let mut back = [0.0; IN];
                for ((row, bias), (&e, &y)) in self.weights.iter_mut().zip(&mut self.biases).zip(error.iter().zip(output)) {
                    let gradient = e * A::derivative(y);
                    for ((w, b), &x) in row.iter_mut().zip(back.iter_mut()).zip(input) {
                        *b += *w * gradient;
                        *w -= rate * gradient * x;
                    }
                    *bias -= rate * gradient;
                }
                back
            }
        }

        struct Network {
            hidden: Layer<Relu, 2, 4>,
            output: Layer<Sigmoid, 4, 1>,
        }

        impl Network {
            fn train(&mut self, samples: &[([f32; 2], f32)], rate: f32) -> f32 {
                let mut loss = 0.0;
                for (input, target) in samples {
                    let hidden = self.hidden.forward(input);
                    let output @ [y] = self.output.forward(&hidden);
                    let error = y - target;
                    loss += error * error;
                    let back = self.output.backward(&hidden, &output, [error], rate);
                    self.hidden.backward(input, &hidden, back, rate);
                }
                loss / samples.len() as f32
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut state = b.wrapping_add(0x1234_5678);
            let mut rng = || {
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                (state >> 16 & 0x7FFF) as f32 / 16_384.0 - 1.0
            };
            let mut network = Network { hidden: Layer::random(&mut rng), output: Layer::random(&mut rng) };
            let samples = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], (a & 1) as f32)];
            let first = network.train(&samples, 0.5);
            let mut last = first;
            for _ in 0..12 {
                last = network.train(&samples, 0.5);
            }
            let improved = last < first;
            let correct = samples
                .iter()
                .filter(|&&(input, target)| {
                    let hidden = network.hidden.forward(&input);
                    let [y] = network.output.forward(&hidden);
                    (y > 0.5) == (target > 0.5)
                })
                .count();
            (first * 1000.0).round() as i64 * 100 + improved as i64 * 10 + correct as i64
        }
    }
}

fresh_modules! {
    boids {
        use std::iter::Sum;
        use std::ops::{Add, AddAssign, Div, Mul, Sub};

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        struct Vec2 {
            x: f32,
            y: f32,
        }

        impl Add for Vec2 {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self { x: self.x + o.x, y: self.y + o.y }
            }
        }

        impl Sub for Vec2 {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Self { x: self.x - o.x, y: self.y - o.y }
            }
        }

        impl Mul<f32> for Vec2 {
            type Output = Self;
            fn mul(self, k: f32) -> Self {
                Self { x: self.x * k, y: self.y * k }
            }
        }

        impl Div<f32> for Vec2 {
            type Output = Self;
            fn div(self, k: f32) -> Self {
                self * k.recip()
            }
        }

        impl AddAssign for Vec2 {
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }

        impl Sum for Vec2 {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Vec2::default(), |a, b| a + b)
            }
        }

        impl Vec2 {
            fn dot(self, o: Self) -> f32 {
                self.x * o.x + self.y * o.y
            }

            fn limited(self, max: f32) -> Self {
                let length = self.dot(self).sqrt();
                if length > max { self * (max / length) } else { self }
            }
        }

        #[derive(Clone, Copy)]
        struct Boid {
            position: Vec2,
            velocity: Vec2,
        }

        impl Boid {
            fn unpack(words: &[u32]) -> Option<Self> {
                let &[x, y, vx, vy] = words else { return None };
                let signed = |w: u32| (w % 200) as f32 - 100.0;
                Some(Boid {
                    position: Vec2 { x: signed(x), y: signed(y) },
                    velocity: Vec2 { x: signed(vx), y: signed(vy) } * 0.01,
                })
            }
        }

        struct Flock<'a> {
            words: &'a [u32],
        }

        impl<'a> Flock<'a> {
            fn iter(&self) -> impl Iterator<Item = Boid> + 'a {
                self.words.chunks_exact(4).filter_map(Boid::unpack)
            }

            fn neighbours(&self, of: &Boid, radius: f32) -> impl Iterator<Item = Boid> + 'a {
                let centre = of.position;
                self.iter().filter(move |other| {
                    let d = other.position - centre;
                    d != Vec2::default() && d.dot(d) < radius * radius
                })
            }
        }

        struct Rule<F> {
            weight: f32,
            steer: F,
        }

        impl<F: Fn(&Boid, &Flock) -> Vec2> Rule<F> {
            fn apply(&self, boid: &Boid, flock: &Flock<'_>) -> Vec2 {
                (self.steer)(boid, flock) * self.weight
            }
        }

        fn step(boid: Boid, flock: &Flock<'_>) -> Boid {
            let cohesion = Rule {
                weight: 0.05,
                steer: |b: &Boid, f: &Flock| match f.neighbours(b, 60.0).count() {
                    0 => Vec2::default(),
                    n => f.neighbours(b, 60.0).map(|o| o.position).sum::<Vec2>() / n as f32 - b.position,
                },
            };
            let separation = Rule {
                weight: 0.5,
                steer: |b: &Boid, f: &Flock| f.neighbours(b, 15.0).map(|o| b.position - o.position).sum(),
            };
            let mut force = Vec2::default();
            force += cohesion.apply(&boid, flock);
            force += separation.apply(&boid, flock);
            let velocity = (boid.velocity + force).limited(4.0);
            Boid { position: boid.position + velocity, velocity }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let flock = Flock { words: input };
            let Some(boid) = flock.iter().nth(i) else { return u32::MAX };
            let Boid { position, velocity } = step(boid, &flock);
            let round = |x: f32| (x * 16.0).round() as i32;
            (round(position.x) * 1000 + round(position.y) * 10 + round(velocity.x)) as u32
        }
    }
    pagerank {
        /// A graph as rows of a compressed matrix: offsets, then targets.
        #[derive(Clone, Copy)]
        struct Graph<'a> {
            offsets: &'a [u32],
            targets: &'a [u32],
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum GraphError {
            TooShort,
            NotSorted { row: usize },
        }

        impl<'a> Graph<'a> {
            fn from_parts(offsets: &'a [u32], targets: &'a [u32]) -> Result<Self, GraphError> {
                if offsets.is_empty() {
                    return Err(GraphError::TooShort);
                }
                if let Some(row) = offsets.windows(2).position(|pair| pair[0] > pair[1]) {
                    return Err(GraphError::NotSorted { row });
                }
                match offsets.last() {
                    Some(&end) if end as usize <= targets.len() => Ok(Self { offsets, targets }),
                    _ => Err(GraphError::TooShort),
                }
            }

            fn len(&self) -> usize {
                self.offsets.len() - 1
            }

            fn neighbours(&self, node: usize) -> &'a [u32] {
                let (start, end) = (self.offsets[node] as usize, self.offsets[node + 1] as usize);
                &self.targets[start..end]
            }

            fn degree(&self, node: usize) -> u32 {
                self.neighbours(node).len() as u32
            }
        }

        struct Ranks<const N: usize> {
            values: [f32; N],
        }

        impl<const N: usize> Ranks<N> {
            const DAMPING: f32 = 0.85;

            fn uniform() -> Self {
                Self { values: [1.0 / N as f32; N] }
            }

            fn step(&self, graph: &Graph<'_>) -> Self {
                let mut next = [(1.0 - Self::DAMPING) / N as f32; N];
                for (node, &rank) in self.values.iter().enumerate().take(graph.len()) {
                    let out = graph.neighbours(node);
                    if out.is_empty() {
                        next.iter_mut().for_each(|v| *v += Self::DAMPING * rank / N as f32);
                        continue;
                    }
                    let share = Self::DAMPING * rank / out.len() as f32;
                    for &target in out {
                        next[target as usize % N] += share;
                    }
                }
                Ranks { values: next }
            }

            fn distance(&self, other: &Self) -> f32 {
                self.values.iter().zip(other.values.iter()).map(|(a, b)| (a - b).abs()).sum()
            }
        }

        fn top<const N: usize>(ranks: &Ranks<N>) -> [usize; 3] {
            let mut order: [usize; N] = std::array::from_fn(|i| i);
            order.sort_by(|&a, &b| ranks.values[b].partial_cmp(&ranks.values[a]).unwrap().then(a.cmp(&b)));
            [order[0], order[1], order[2]]
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let (head, targets) = input.split_at(17);
            let mut offsets = [0u32; 17];
            for (n, slot) in offsets.iter_mut().enumerate().skip(1) {
                *slot = head[..n].iter().map(|w| (w + i as u32) % 5).sum();
            }
            if i == 13 {
                offsets.swap(3, 9);
            }
            let graph = match Graph::from_parts(&offsets, targets) {
                Ok(graph) => graph,
                Err(GraphError::TooShort) => return 1,
                Err(GraphError::NotSorted { row }) => return 100 + row as u32,
            };
            let mut ranks = Ranks::<16>::uniform();
            let mut rounds = 0;
            let error = loop {
                let next = ranks.step(&graph);
                let error = ranks.distance(&next);
                ranks = next;
                rounds += 1;
                if error < 1e-2 || rounds == 8 {
                    break error;
                }
            };
            let [first, second, third] = top(&ranks);
            let busiest = (0..graph.len()).max_by_key(|&n| graph.degree(n)).unwrap_or_default();
            ((first * 16 + second) * 16 + third) as u32 * 65536 + busiest as u32 * 4096 + rounds * 256 + (error * 1000.0) as u32 % 256
        }
    }
}

texts! {
    hilbert {
        trait Curve {
            const ORDER: u32;
            fn encode(x: u32, y: u32) -> u32;
            fn decode(index: u32) -> (u32, u32);

            fn side() -> u32 { 1 << Self::ORDER }

            fn points() -> impl Iterator<Item = (u32, u32)> {
                (0..Self::side().pow(2)).map(Self::decode)
            }

            /// The longest step between points that follow each other.
            fn longest_step() -> u32 {
                Self::points()
                    .zip(Self::points().skip(1))
                    .map(|((x0, y0), (x1, y1))| x0.abs_diff(x1) + y0.abs_diff(y1))
                    .max()
                    .unwrap_or_default()
            }
        }

        struct Morton<const ORDER: u32>;
        struct Hilbert<const ORDER: u32>;

        fn spread(mut v: u32) -> u32 {
            v &= 0xffff;
            for (shift, mask) in [(8, 0x00ff00ff), (4, 0x0f0f0f0f), (2, 0x33333333), (1, 0x55555555)] {
                v = (v | v << shift) & mask;
            }
            v
        }

        fn compact(mut v: u32) -> u32 {
            v &= 0x55555555;
            for (shift, mask) in [(1, 0x33333333), (2, 0x0f0f0f0f), (4, 0x00ff00ff), (8, 0x0000ffff)] {
                v = (v | v >> shift) & mask;
            }
            v
        }

        impl<const O: u32> Curve for Morton<O> {
            const ORDER: u32 = O;
            fn encode(x: u32, y: u32) -> u32 { spread(x) | spread(y) << 1 }
            fn decode(index: u32) -> (u32, u32) { (compact(index), compact(index >> 1)) }
        }

        fn rotate(n: u32, (x, y): (u32, u32), (rx, ry): (bool, bool)) -> (u32, u32) {
            match (rx, ry) {
                (true, false) => (n - 1 - y, n - 1 - x),
                (false, false) => (y, x),
                (_, true) => (x, y),
            }
        }

        impl<const O: u32> Curve for Hilbert<O> {
            const ORDER: u32 = O;

            fn encode(mut x: u32, mut y: u32) -> u32 {
                let n = Self::side();
                let mut d = 0;
                let mut s = n / 2;
                while s > 0 {
                    let (rx, ry) = (x & s > 0, y & s > 0);
                    d += s * s * ((3 * u32::from(rx)) ^ u32::from(ry));
                    (x, y) = rotate(n, (x, y), (rx, ry));
                    s /= 2;
                }
                d
            }

            fn decode(index: u32) -> (u32, u32) {
                let mut t = index;
                let mut p = (0, 0);
                for s in (0..O).map(|level| 1u32 << level) {
                    let rx = 1 & (t / 2);
                    let ry = 1 & (t ^ rx);
                    p = rotate(s, p, (rx == 1, ry == 1));
                    p.0 += s * rx;
                    p.1 += s * ry;
                    t /= 4;
                }
                p
            }
        }

        fn check<C: Curve>() -> bool {
            (0..C::side()).all(|x| (0..C::side()).all(|y| C::decode(C::encode(x, y)) == (x, y)))
        }

        fn locality<C>(window: std::ops::RangeInclusive<u32>) -> Option<u32>
        where
            C: Curve,
        {
            let (mut low, mut high) = (None::<u32>, None::<u32>);
            for x in window.clone() {
                for y in window.clone() {
                    let code = C::encode(x, y);
                    low = Some(low.map_or(code, |l| l.min(code)));
                    high = high.max(Some(code));
                }
            }
            Some(high? - low?)
        }

        fn case(a: i32, b: u32) -> i64 {
            let p = (b % 16, a.unsigned_abs() % 16);
            let (m, h) = (Morton::<4>::encode(p.0, p.1), Hilbert::<4>::encode(p.0, p.1));
            let right = check::<Morton<3>>() && check::<Hilbert<3>>();
            let steps = Hilbert::<3>::longest_step() * 10 + Morton::<2>::longest_step();
            let spans = locality::<Hilbert<4>>(4..=7).zip(locality::<Morton<4>>(3..=4 + b % 4)).map_or(0, |(x, y)| x * 1000 + y);
            i64::from(m * 256 + h) * 1_000_000 + i64::from(spans) * 10 + i64::from(steps) + right as i64
        }
    }
    trie {
        type NodeId = u16;

        #[derive(Clone, Copy, Debug)]
        struct Node { children: [Option<NodeId>; 26], count: u16, terminal: bool }

        impl Default for Node {
            fn default() -> Self { Self { children: [None; 26], count: 0, terminal: false } }
        }

        #[derive(Debug, PartialEq)]
        enum TrieError { Full, NotALetter(u8) }

        struct Trie<const CAP: usize> { nodes: [Node; CAP], used: usize }

        impl<const CAP: usize> Trie<CAP> {
            const ROOT: NodeId = 0;

            fn new() -> Self { Trie { nodes: [Node::default(); CAP], used: 1 } }

            fn alloc(&mut self) -> Result<NodeId, TrieError> {
                if self.used == CAP {
                    return Err(TrieError::Full);
                }
                let id = self.used as NodeId;
                self.used += 1;
                Ok(id)
            }

            fn slot(byte: u8) -> Result<usize, TrieError> {
                match byte.to_ascii_lowercase() {
                    c @ b'a'..=b'z' => Ok(usize::from(c - b'a')),
                    other => Err(TrieError::NotALetter(other)),
                }
            }

            fn insert(&mut self, word: &str) -> Result<bool, TrieError> {
                let mut at = Self::ROOT;
                for byte in word.bytes() {
                    let slot = Self::slot(byte)?;
                    at = match self.nodes[at as usize].children[slot] {
                        Some(next) => next,
                        None => {
                            let next = self.alloc()?;
                            self.nodes[at as usize].children[slot] = Some(next);
                            next
                        }
                    };
                    self.nodes[at as usize].count += 1;
                }
                let fresh = !std::mem::replace(&mut self.nodes[at as usize].terminal, true);
                Ok(fresh)
            }

            fn find(&self, prefix: &[u8]) -> Option<&Node> {
                prefix
                    .iter()
                    .try_fold(Self::ROOT, |at, &b| self.nodes[at as usize].children[Self::slot(b).ok()?])
                    .map(|id| &self.nodes[usize::from(id)])
            }

            fn contains(&self, word: &str) -> bool {
                self.find(word.as_bytes()).is_some_and(|n| n.terminal)
            }

            /// The longest prefix of `text` that is a word.
            fn longest_match<'t>(&self, text: &'t [u8]) -> &'t [u8] {
                let mut at = &self.nodes[0];
                let mut best = 0;
                for (i, &b) in text.iter().enumerate() {
                    let Some(next) = Self::slot(b).ok().and_then(|s| at.children[s]) else { break };
                    at = &self.nodes[next as usize];
                    if at.terminal {
                        best = i + 1;
                    }
                }
                &text[..best]
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut trie: Trie<32> = Trie::new();
            let words = ["the", "then", "there", "answer", "any", "by", "bye", "their"];
            let added = words.iter().map(|w| trie.insert(w)).filter(|r| *r == Ok(true)).count();
            let again = trie.insert("BYE");
            let failed = trie.insert("we're");
            let full = trie.insert("quixotically");
            let probe = words[b as usize % words.len()];
            let cut = (a.unsigned_abs() as usize).min(probe.len());
            let under = trie.find(&probe.as_bytes()[..cut]).map_or(0, |n| n.count);
            let longest = trie.longest_match(b"thereabouts").len();
            let flags = [again == Ok(false), failed == Err(TrieError::NotALetter(b'\'')), matches!(full, Err(TrieError::Full)), trie.contains("the"), !trie.contains("th")];
            let flags = flags.iter().fold(0, |acc, &f| acc << 1 | i64::from(f));
            added as i64 * 100_000 + under as i64 * 10_000 + longest as i64 * 100 + flags
        }
    }
    marching {
        type Point = (f32, f32);

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Segment {
            from: Point,
            to: Point,
        }

        #[derive(Clone, Copy)]
        enum Edge { Bottom = 0, Right, Top, Left }

        use Edge::*;

        const CASES: [&[(Edge, Edge)]; 16] = [
            &[],
            &[(Left, Bottom)],
            &[(Bottom, Right)],
            &[(Left, Right)],
            &[(Right, Top)],
            &[(Left, Top), (Bottom, Right)],
            &[(Bottom, Top)],
            &[(Left, Top)],
            &[(Top, Left)],
            &[(Top, Bottom)],
            &[(Left, Bottom), (Top, Right)],
            &[(Top, Right)],
            &[(Right, Left)],
            &[(Right, Bottom)],
            &[(Bottom, Left)],
            &[],
        ];

        struct Grid<'a, F: Fn(u32) -> f32> {
            samples: &'a [u32],
            width: usize,
            value: F,
        }

        impl<F: Fn(u32) -> f32> Grid<'_, F> {
            fn at(&self, x: usize, y: usize) -> f32 {
                (self.value)(self.samples[y * self.width + x])
            }

            fn cell(&self, x: usize, y: usize) -> [f32; 4] {
                [self.at(x, y), self.at(x + 1, y), self.at(x + 1, y + 1), self.at(x, y + 1)]
            }

            fn segments(&self, x: usize, y: usize, level: f32) -> Segments {
                let corners = self.cell(x, y);
                let index = corners.iter().enumerate().fold(0, |index, (i, &corner)| if corner > level { index | 1 << i } else { index });
                let cross = |edge: Edge| -> Point {
                    let (a, b) = (corners[edge as usize], corners[(edge as usize + 1) % 4]);
                    let t = if a == b { 0.5 } else { (level - a) / (b - a) };
                    match edge {
                        Bottom => (x as f32 + t, y as f32),
                        Right => (x as f32 + 1.0, y as f32 + t),
                        Top => (x as f32 + 1.0 - t, y as f32 + 1.0),
                        Left => (x as f32, y as f32 + 1.0 - t),
                    }
                };
                let mut segments = Segments::default();
                for &(from, to) in CASES[index] {
                    segments.push(Segment { from: cross(from), to: cross(to) });
                }
                segments
            }
        }

        #[derive(Default, Clone, Copy)]
        struct Segments {
            items: [Option<Segment>; 2],
        }

        impl Segments {
            fn push(&mut self, segment: Segment) {
                for slot in &mut self.items {
                    if slot.is_none() {
                        *slot = Some(segment);
                        return;
                    }
                }
            }
        }

        impl IntoIterator for Segments {
            type Item = Segment;
            type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Segment>, 2>>;
            fn into_iter(self) -> Self::IntoIter {
                self.items.into_iter().flatten()
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let grid = Grid { samples: input, width: 16, value: |sample| (sample % 97) as f32 / 10.0 };
            let (x, y) = (i % 15, i / 15);
            let (mut count, mut length) = (0u32, 0.0f32);
            for Segment { from: (x0, y0), to: (x1, y1) } in grid.segments(x, y, 4.5) {
                count += 1;
                length += ((x1 - x0).powi(2) + (y1 - y0).powi(2)).sqrt();
            }
            count << 24 | (length * 1000.0).round() as u32
        }

        fn case(a: i32, b: u32) -> i64 {
            let (mut input, mut s) = ([0u32; 256], b);
            for slot in &mut input {
                s = s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *slot = s >> 16;
            }
            one((a as u32 % 64) as usize, &input) as i64
        }
    }
    sudoku {
        #[derive(Clone, Copy)]
        struct Grid {
            cells: [[u8; 6]; 6],
            rows: [u16; 6],
            columns: [u16; 6],
            boxes: [u16; 6],
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Conflict {
            Row(usize),
            Column(usize),
            Box(usize),
        }

        impl Grid {
            const ALL: u16 = 0b111_1110;

            fn empty() -> Self {
                Grid { cells: [[0; 6]; 6], rows: [0; 6], columns: [0; 6], boxes: [0; 6] }
            }

            const fn box_of(row: usize, column: usize) -> usize {
                row / 2 * 2 + column / 3
            }

            fn parse(text: &str) -> Result<Self, Conflict> {
                let mut grid = Self::empty();
                for (row, line) in text.lines().enumerate() {
                    for (column, digit) in line.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()) {
                        if let digit @ 1..=6 = digit - b'0' {
                            grid.place(row, column, digit)?;
                        }
                    }
                }
                Ok(grid)
            }

            fn place(&mut self, row: usize, column: usize, digit: u8) -> Result<(), Conflict> {
                let bit = 1u16 << digit;
                let square = Self::box_of(row, column);
                match (self.rows[row] & bit != 0, self.columns[column] & bit != 0, self.boxes[square] & bit != 0) {
                    (true, ..) => Err(Conflict::Row(row)),
                    (_, true, _) => Err(Conflict::Column(column)),
                    (.., true) => Err(Conflict::Box(square)),
                    _ => {
                        self.cells[row][column] = digit;
                        self.rows[row] |= bit;
                        self.columns[column] |= bit;
                        self.boxes[square] |= bit;
                        Ok(())
                    }
                }
            }

            fn clear(&mut self, row: usize, column: usize) {
                let bit = 1 << std::mem::take(&mut self.cells[row][column]);
                for mask in [&mut self.rows[row], &mut self.columns[column], &mut self.boxes[Self::box_of(row, column)]] {
                    *mask &= !bit;
                }
            }

            fn candidates(&self, row: usize, column: usize) -> u16 {
                Self::ALL & !(self.rows[row] | self.columns[column] | self.boxes[Self::box_of(row, column)])
            }

            fn tightest(&self) -> Option<(usize, usize, u16)> {
                (0..36)
                    .map(|i| (i / 6, i % 6))
                    .filter(|&(r, c)| self.cells[r][c] == 0)
                    .map(|(r, c)| (r, c, self.candidates(r, c)))
                    .min_by_key(|&(.., mask)| mask.count_ones())
            }
        }

        struct Search {
            stack: [(usize, usize, u16); 36],
            depth: usize,
            steps: u32,
        }

        impl Search {
            fn run(&mut self, grid: &mut Grid) -> bool {
                loop {
                    self.steps += 1;
                    if self.steps > 2000 {
                        return false;
                    }
                    match grid.tightest() {
                        None => return true,
                        Some((row, column, mask)) => {
                            self.stack[self.depth] = (row, column, mask);
                            self.depth += 1;
                        }
                    }
                    loop {
                        let Some(top) = self.depth.checked_sub(1) else { return false };
                        let (row, column, ref mut mask) = self.stack[top];
                        if grid.cells[row][column] != 0 {
                            grid.clear(row, column);
                        }
                        if *mask == 0 {
                            self.depth -= 1;
                            continue;
                        }
                        let digit = mask.trailing_zeros() as u8;
                        *mask &= *mask - 1;
                        if grid.place(row, column, digit).is_ok() {
                            break;
                        }
                    }
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let texts = ["1.....\n.2....\n..3...\n...4..\n....5.\n.....6", "12....\n1.....", "..4..6\n......\n3.....\n.....2\n......\n1..5.."];
            let mut grid = match Grid::parse(texts[b as usize % 3]) {
                Ok(grid) => grid,
                Err(Conflict::Row(at)) => return -1 - at as i64,
                Err(Conflict::Column(at)) => return -10 - at as i64,
                Err(Conflict::Box(at)) => return -100 - at as i64,
            };
            let at = a.unsigned_abs() as usize % 6;
            let placed = grid.place(at, 5 - at, 1 + b as u8 % 6).is_ok();
            let mut search = Search { stack: [(0, 0, 0); 36], depth: 0, steps: 0 };
            let solved = search.run(&mut grid);
            let code = grid.cells.iter().flatten().fold(0i64, |code, &d| (code * 7 + d as i64) % 1_000_000_007);
            code * 10_000 + search.steps as i64 * 4 + solved as i64 * 2 + placed as i64
        }
    }
    semver {
        use std::cmp::Ordering;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Identifier<'a> { Numeric(u64), Alpha(&'a [u8]) }

        impl<'a> Identifier<'a> {
            fn parse(bytes: &'a [u8]) -> Option<Self> {
                if bytes.is_empty() || !bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-') {
                    return None;
                }
                match number(bytes) {
                    Some(n) => Some(Identifier::Numeric(n)),
                    None => Some(Identifier::Alpha(bytes)),
                }
            }
        }

        impl PartialOrd for Identifier<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for Identifier<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                match (self, other) {
                    (Self::Numeric(a), Self::Numeric(b)) => a.cmp(b),
                    (Self::Alpha(a), Self::Alpha(b)) => a.cmp(b),
                    (Self::Numeric(_), Self::Alpha(_)) => Ordering::Less,
                    (Self::Alpha(_), Self::Numeric(_)) => Ordering::Greater,
                }
            }
        }

        fn number(bytes: &[u8]) -> Option<u64> {
            match bytes {
                [] | [b'0', _, ..] => None,
                digits => digits.iter().try_fold(0u64, |acc, &b| match b {
                    b'0'..=b'9' => acc.checked_mul(10)?.checked_add(u64::from(b - b'0')),
                    _ => None,
                }),
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Version<'a> { major: u64, minor: u64, patch: u64, pre: &'a [u8] }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Error { Missing(&'static str), Invalid }

        impl<'a> Version<'a> {
            fn parse(text: &'a str) -> Result<Self, Error> {
                let bytes = text.as_bytes();
                let (core, pre): (&[u8], &[u8]) = match bytes.iter().position(|&b| b == b'-') {
                    Some(dash) => (&bytes[..dash], &bytes[dash + 1..]),
                    None => (bytes, &[]),
                };
                let mut parts = core.split(|&b| b == b'.');
                let mut part = |name| parts.next().ok_or(Error::Missing(name)).and_then(|p| number(p).ok_or(Error::Invalid));
                let (major, minor, patch) = (part("major")?, part("minor")?, part("patch")?);
                if !pre.is_empty() && pre.split(|&b| b == b'.').any(|id| Identifier::parse(id).is_none()) {
                    return Err(Error::Invalid);
                }
                Ok(Version { major, minor, patch, pre })
            }

            fn identifiers(&self) -> impl Iterator<Item = Identifier<'a>> + use<'a> {
                self.pre.split(|&b| b == b'.').filter_map(Identifier::parse)
            }
        }

        impl Ord for Version<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.major
                    .cmp(&other.major)
                    .then(self.minor.cmp(&other.minor))
                    .then_with(|| self.patch.cmp(&other.patch))
                    .then_with(|| match (self.pre.is_empty(), other.pre.is_empty()) {
                        (true, true) => Ordering::Equal,
                        (true, false) => Ordering::Greater,
                        (false, true) => Ordering::Less,
                        (false, false) => self.identifiers().cmp(other.identifiers()),
                    })
            }
        }

        impl PartialOrd for Version<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) }
        }

        fn case(a: i32, b: u32) -> i64 {
            const SORTED: [&str; 8] = ["0.9.12", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0", "2.10.3"];
            let i = b as usize % SORTED.len();
            let j = a.unsigned_abs() as usize % SORTED.len();
            let (Ok(left), Ok(right)) = (Version::parse(SORTED[i]), Version::parse(SORTED[j])) else { return -1 };
            let order = left.cmp(&right) as i64;
            let below = SORTED.iter().filter_map(|s| Version::parse(s).ok()).filter(|v| *v < left).count() as i64;
            let failed = ["1.2", "1.x.3", "1.02.3", "1.2.3-a..b"].iter().filter(|s| Version::parse(s).is_err()).count() as i64;
            let missing = matches!(Version::parse("1.2"), Err(Error::Missing(name)) if name.len() == 5) as i64;
            (order + 2) * 1000 + below * 100 + failed * 10 + missing
        }
    }
    bitboards {
        use std::fmt;
        use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        struct Bitboard(u64);

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        struct Square(u8);

        impl Square {
            fn new(file: u8, rank: u8) -> Option<Self> {
                (file < 8 && rank < 8).then_some(Square(rank * 8 + file))
            }
            fn file(self) -> u8 {
                self.0 % 8
            }
            fn rank(self) -> u8 {
                self.0 / 8
            }
            fn offset(self, (df, dr): (i8, i8)) -> Option<Self> {
                let file = self.file().checked_add_signed(df)?;
                let rank = self.rank().checked_add_signed(dr)?;
                Self::new(file, rank)
            }
        }

        impl From<Square> for Bitboard {
            fn from(square: Square) -> Self {
                Bitboard(1 << square.0)
            }
        }

        impl BitOr for Bitboard {
            type Output = Self;
            fn bitor(self, rhs: Self) -> Self {
                Bitboard(self.0 | rhs.0)
            }
        }
        impl BitAnd for Bitboard {
            type Output = Self;
            fn bitand(self, rhs: Self) -> Self {
                Bitboard(self.0 & rhs.0)
            }
        }
        impl Not for Bitboard {
            type Output = Self;
            fn not(self) -> Self {
                Bitboard(!self.0)
            }
        }
        impl BitOrAssign for Bitboard {
            fn bitor_assign(&mut self, rhs: Self) {
                self.0 |= rhs.0;
            }
        }

        impl Bitboard {
            const EMPTY: Bitboard = Bitboard(0);

            fn contains(self, square: Square) -> bool {
                self & square.into() != Self::EMPTY
            }
            fn count(self) -> u32 {
                self.0.count_ones()
            }
        }

        impl Iterator for Bitboard {
            type Item = Square;
            fn next(&mut self) -> Option<Square> {
                if *self == Bitboard::EMPTY {
                    return None;
                }
                let square = Square(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(square)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.0.count_ones() as usize;
                (n, Some(n))
            }
        }

        impl FromIterator<Square> for Bitboard {
            fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
                squares.into_iter().fold(Bitboard::EMPTY, |board, square| board | square.into())
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Piece {
            Knight,
            King,
            Rook,
            Bishop,
        }

        impl Piece {
            fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
                const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
                const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
                match self {
                    Piece::Knight => KNIGHT.iter().filter_map(|&step| from.offset(step)).collect(),
                    Piece::King => STRAIGHT.into_iter().chain(DIAGONAL).filter_map(|step| from.offset(step)).collect(),
                    Piece::Rook => slide(from, &STRAIGHT, occupied),
                    Piece::Bishop => slide(from, &DIAGONAL, occupied),
                }
            }
        }

        fn slide(from: Square, directions: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
            let mut attacked = Bitboard::default();
            for &direction in directions {
                let mut at = from;
                while let Some(next) = at.offset(direction) {
                    attacked |= next.into();
                    if occupied.contains(next) {
                        break;
                    }
                    at = next;
                }
            }
            attacked
        }

        fn knight_distance(from: Square, to: Square) -> Option<u32> {
            let mut seen: Bitboard = from.into();
            let mut frontier = seen;
            for distance in 0.. {
                if frontier.contains(to) {
                    return Some(distance);
                }
                let mut next = Bitboard::EMPTY;
                for square in frontier {
                    next |= Piece::Knight.attacks(square, Bitboard::EMPTY);
                }
                frontier = next & !seen;
                if frontier.count() == 0 {
                    break;
                }
                seen |= frontier;
            }
            None
        }

        fn case(a: i32, b: u32) -> i64 {
            let from = Square(a.rem_euclid(64) as u8);
            let to = Square::new((b % 8) as u8, (b / 8 % 8) as u8).unwrap();
            let occupied: Bitboard = [Square(9), Square(27), to].into_iter().collect();
            let pieces = [Piece::Knight, Piece::King, Piece::Rook, Piece::Bishop];
            let counts = pieces.map(|piece| piece.attacks(from, occupied).count());
            let weights: u32 = counts.iter().zip([1, 10, 100, 1000]).map(|(c, w)| c * w).sum();
            let furthest = (!occupied).max_by_key(|s| (s.file().abs_diff(from.file()).max(s.rank().abs_diff(from.rank())), *s));
            let distance = knight_distance(from, to).map_or(-1, i64::from);
            i64::from(weights) * 10_000 + distance * 100 + furthest.map_or(0, |s| s.0 as i64)
        }
    }
}
