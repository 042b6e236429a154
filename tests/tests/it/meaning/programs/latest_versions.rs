//! Programs that were written from the guide alone, before any of them was compiled: from exercises, puzzles, games, codecs, finance and biology. They stand
//! in their first versions.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    align {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Step {
            Stop,
            Diagonal,
            Up,
            Left,
        }

        #[derive(Clone, Copy)]
        struct Cell {
            score: i32,
            step: Step,
        }

        struct Scoring {
            matched: i32,
            mismatched: i32,
            gap: i32,
        }

        impl Default for Scoring {
            fn default() -> Self {
                Self { matched: 3, mismatched: -3, gap: -2 }
            }
        }

        impl Scoring {
            fn pair(&self, a: u8, b: u8) -> i32 {
                if a.eq_ignore_ascii_case(&b) { self.matched } else { self.mismatched }
            }
        }

        struct Alignment {
            score: i32,
            start: (usize, usize),
            end: (usize, usize),
            matches: u32,
        }

        fn smith_waterman<const ROWS: usize, const COLUMNS: usize>(a: &[u8; ROWS], b: &[u8; COLUMNS], scoring: &Scoring) -> Option<Alignment> {
            let mut previous = [Cell { score: 0, step: Step::Stop }; COLUMNS];
            let mut steps = [[Step::Stop; COLUMNS]; ROWS];
            let mut best: Option<(i32, usize, usize)> = None;
            for i in 0..ROWS {
                let mut row = [Cell { score: 0, step: Step::Stop }; COLUMNS];
                for j in 0..COLUMNS {
                    let diagonal = if i > 0 && j > 0 { previous[j - 1].score } else { 0 } + scoring.pair(a[i], b[j]);
                    let up = previous[j].score + scoring.gap;
                    let left = if j > 0 { row[j - 1].score } else { 0 } + scoring.gap;
                    let candidates = [(0, Step::Stop), (diagonal, Step::Diagonal), (up, Step::Up), (left, Step::Left)];
                    let (score, step) = candidates.into_iter().max_by_key(|&(score, _)| score).unwrap();
                    row[j] = Cell { score, step };
                    steps[i][j] = step;
                    if score > best.map_or(0, |(s, ..)| s) {
                        best = Some((score, i, j));
                    }
                }
                previous = row;
            }
            let (score, mut i, mut j) = best?;
            let end = (i, j);
            let mut matches = 0;
            let start = loop {
                let here = (i, j);
                match steps[i][j] {
                    Step::Diagonal => {
                        matches += (a[i] == b[j]) as u32;
                        if i == 0 || j == 0 {
                            break here;
                        }
                        i -= 1;
                        j -= 1;
                    }
                    Step::Up if i > 0 => i -= 1,
                    Step::Left if j > 0 => j -= 1,
                    _ => break here,
                }
            };
            Some(Alignment { score, start, end, matches })
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut left = *b"TGTTACGG";
            left[a.unsigned_abs() as usize % 8] = b'A';
            let right = b"GGTTGACTA";
            let scoring = Scoring { gap: -1 - (b % 4) as i32, ..Default::default() };
            let Some(Alignment { score, start: (i, j), end, matches }) = smith_waterman(&left, right, &scoring) else {
                return -1;
            };
            let none = smith_waterman(b"aaa", b"ttttt", &Scoring::default()).is_none();
            score as i64 * 1_000_000 + (i * 100_000 + j * 10_000 + end.0 * 1000 + end.1 * 100) as i64 + matches as i64 * 2 + none as i64
        }
    }
    bigint {
        use std::cmp::Ordering;
        use std::ops::{Add, Mul, MulAssign, Sub};

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct BigUint<const N: usize> {
            limbs: [u32; N],
        }

        impl<const N: usize> BigUint<N> {
            const ZERO: Self = BigUint { limbs: [0; N] };
            const ONE: Self = {
                let mut limbs = [0; N];
                limbs[0] = 1;
                BigUint { limbs }
            };

            fn is_zero(&self) -> bool {
                self.limbs.iter().all(|&l| l == 0)
            }

            fn div_rem_small(&self, divisor: u32) -> (Self, u32) {
                let mut quotient = Self::ZERO;
                let mut rest = 0u64;
                for (q, &limb) in quotient.limbs.iter_mut().zip(&self.limbs).rev() {
                    let value = rest << 32 | u64::from(limb);
                    *q = (value / u64::from(divisor)) as u32;
                    rest = value % u64::from(divisor);
                }
                (quotient, rest as u32)
            }

            fn digit_sum(mut self) -> u32 {
                let mut sum = 0;
                while !self.is_zero() {
                    let (quotient, digit) = self.div_rem_small(10);
                    sum += digit;
                    self = quotient;
                }
                sum
            }

            fn bits(&self) -> u32 {
                self.limbs
                    .iter()
                    .rposition(|&l| l != 0)
                    .map_or(0, |top| 32 * (top as u32 + 1) - self.limbs[top].leading_zeros())
            }

            fn pow(self, mut exponent: u32) -> Self {
                let mut base = self;
                let mut result = Self::ONE;
                while exponent > 0 {
                    if exponent & 1 == 1 {
                        result *= base;
                    }
                    base *= base;
                    exponent >>= 1;
                }
                result
            }
        }

        impl<const N: usize> From<u64> for BigUint<N> {
            fn from(n: u64) -> Self {
                let mut out = Self::ZERO;
                out.limbs[0] = n as u32;
                out.limbs[1] = (n >> 32) as u32;
                out
            }
        }

        impl<const N: usize> Add for BigUint<N> {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                let mut out = Self::ZERO;
                let mut carry = false;
                for i in 0..N {
                    let (sum, c1) = self.limbs[i].overflowing_add(other.limbs[i]);
                    let (sum, c2) = sum.overflowing_add(carry as u32);
                    out.limbs[i] = sum;
                    carry = c1 | c2;
                }
                out
            }
        }

        impl<const N: usize> Sub for BigUint<N> {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                let mut borrow = 0i64;
                let limbs = std::array::from_fn(|i| {
                    let d = self.limbs[i] as i64 - other.limbs[i] as i64 - borrow;
                    borrow = (d < 0) as i64;
                    d as u32
                });
                BigUint { limbs }
            }
        }

        impl<const N: usize> Mul for BigUint<N> {
            type Output = Self;
            fn mul(self, other: Self) -> Self {
                let mut out = Self::ZERO;
                for (i, &a) in self.limbs.iter().enumerate() {
                    let mut carry = 0u64;
                    for (j, &b) in other.limbs.iter().enumerate().take(N - i) {
                        let t = u64::from(a) * u64::from(b) + u64::from(out.limbs[i + j]) + carry;
                        out.limbs[i + j] = t as u32;
                        carry = t >> 32;
                    }
                }
                out
            }
        }

        impl<const N: usize> MulAssign for BigUint<N> {
            fn mul_assign(&mut self, other: Self) {
                *self = *self * other;
            }
        }

        impl<const N: usize> PartialOrd for BigUint<N> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<const N: usize> Ord for BigUint<N> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.limbs.iter().rev().cmp(other.limbs.iter().rev())
            }
        }

        type U256 = BigUint<8>;

        fn factorial(n: u64) -> U256 {
            (2..=n).map(U256::from).fold(U256::ONE, |a, b| a * b)
        }

        fn case(a: i32, b: u32) -> i64 {
            let f = factorial(u64::from(b % 40));
            let p = U256::from(a.unsigned_abs() as u64 + 2).pow(20);
            let larger = if f > p { f - p } else { p - f };
            let fib = (0..b % 200).fold((U256::ZERO, U256::ONE), |(x, y), _| (y, x + y)).0;
            f.digit_sum() as i64 * 1_000_000 + larger.bits() as i64 * 1000 + larger.max(fib).div_rem_small(997).1 as i64 + fib.digit_sum() as i64
        }
    }
    bowling {
        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        pub enum Error {
            NotEnoughPinsLeft,
            GameComplete,
        }

        #[derive(Clone, Copy, Debug)]
        enum Frame {
            Pending,
            Half(u16),
            Open(u16, u16),
            Spare(u16),
            Strike,
        }

        impl Default for Frame {
            fn default() -> Self {
                Frame::Pending
            }
        }

        #[derive(Default)]
        pub struct BowlingGame {
            rolls: [u16; 21],
            count: usize,
            frames: [Frame; 10],
            frame: usize,
            fill: usize,
        }

        impl BowlingGame {
            pub fn new() -> Self {
                Self::default()
            }

            pub fn roll(&mut self, pins: u16) -> Result<(), Error> {
                if pins > 10 {
                    return Err(Error::NotEnoughPinsLeft);
                }
                if self.frame == 10 {
                    return self.roll_fill(pins);
                }
                let next = match self.frames[self.frame] {
                    Frame::Pending if pins == 10 => Frame::Strike,
                    Frame::Pending => Frame::Half(pins),
                    Frame::Half(first) if first + pins > 10 => return Err(Error::NotEnoughPinsLeft),
                    Frame::Half(first) if first + pins == 10 => Frame::Spare(first),
                    Frame::Half(first) => Frame::Open(first, pins),
                    _ => return Err(Error::GameComplete),
                };
                self.frames[self.frame] = next;
                self.push(pins);
                if !matches!(next, Frame::Half(_)) {
                    self.frame += 1;
                    if self.frame == 10 {
                        self.fill = match next {
                            Frame::Strike => 2,
                            Frame::Spare(_) => 1,
                            _ => 0,
                        };
                    }
                }
                Ok(())
            }

            fn roll_fill(&mut self, pins: u16) -> Result<(), Error> {
                if self.fill == 0 {
                    return Err(Error::GameComplete);
                }
                let before = self.rolls[self.count - 1];
                if self.fill == 1 && matches!(self.frames[9], Frame::Strike) && before < 10 && before + pins > 10 {
                    return Err(Error::NotEnoughPinsLeft);
                }
                self.fill -= 1;
                self.push(pins);
                Ok(())
            }

            fn push(&mut self, pins: u16) {
                self.rolls[self.count] = pins;
                self.count += 1;
            }

            pub fn score(&self) -> Option<u16> {
                if self.frame < 10 || self.fill > 0 {
                    return None;
                }
                let mut at = 0;
                let mut score = 0;
                for frame in &self.frames {
                    let (length, points) = match *frame {
                        Frame::Strike => (1, self.rolls[at..at + 3].iter().sum::<u16>()),
                        Frame::Spare(_) => (2, self.rolls[at..at + 3].iter().sum()),
                        Frame::Open(a, b) => (2, a + b),
                        Frame::Half(_) | Frame::Pending => return None,
                    };
                    at += length;
                    score += points;
                }
                Some(score)
            }
        }

        fn play(rolls: impl Iterator<Item = u16>) -> Result<Option<u16>, Error> {
            let mut game = BowlingGame::new();
            for pins in rolls {
                game.roll(pins)?;
            }
            Ok(game.score())
        }

        fn case(a: i32, b: u32) -> i64 {
            let perfect = play(std::iter::repeat(10).take(12)).unwrap().unwrap_or(0) as i64;
            let threes = play((0..20).map(|i| if i % 2 == 0 { 3 } else { (b % 9) as u16 }));
            let mixed = play([10, 7, 3, 9, 0, 10, 0, 8, 8, 2, 0, 6, 10, 10, 10, 8, a.unsigned_abs() as u16 % 12].iter().copied());
            let code = |r: Result<Option<u16>, Error>| match r {
                Ok(Some(s)) => s as i64,
                Ok(None) => -1,
                Err(Error::GameComplete) => -2,
                Err(Error::NotEnoughPinsLeft) => -3,
            };
            perfect * 1_000_000 + code(threes) * 1000 + code(mixed)
        }
    }
    calculator {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token {
            Number(i64),
            Operator(u8),
            Open,
            Close,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum CalcError {
            BadChar(u8),
            MissingOperand,
            Unbalanced,
            DivisionByZero,
            Overflow,
        }

        struct Lexer<'a> {
            input: &'a [u8],
            pos: usize,
        }

        impl<'a> Lexer<'a> {
            fn new(input: &'a [u8]) -> Self {
                Lexer { input, pos: 0 }
            }
        }

        impl<'a> Iterator for Lexer<'a> {
            type Item = Result<Token, CalcError>;

            fn next(&mut self) -> Option<Self::Item> {
                while self.input.get(self.pos).is_some_and(|c| c.is_ascii_whitespace()) {
                    self.pos += 1;
                }
                let c = *self.input.get(self.pos)?;
                self.pos += 1;
                Some(Ok(match c {
                    b'(' => Token::Open,
                    b')' => Token::Close,
                    b'+' | b'-' | b'*' | b'/' | b'%' => Token::Operator(c),
                    b'0'..=b'9' => {
                        let mut value = (c - b'0') as i64;
                        while let Some(d @ b'0'..=b'9') = self.input.get(self.pos) {
                            value = value * 10 + (d - b'0') as i64;
                            self.pos += 1;
                        }
                        Token::Number(value)
                    }
                    other => return Some(Err(CalcError::BadChar(other))),
                }))
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
            fn push(&mut self, item: T) -> Result<(), CalcError> {
                let slot = self.items.get_mut(self.len).ok_or(CalcError::Overflow)?;
                *slot = Some(item);
                self.len += 1;
                Ok(())
            }
            fn pop(&mut self) -> Option<T> {
                self.len = self.len.checked_sub(1)?;
                self.items[self.len].take()
            }
            fn peek(&self) -> Option<&T> {
                self.items[..self.len].last()?.as_ref()
            }
        }

        fn precedence(op: u8) -> u8 {
            match op {
                b'+' | b'-' => 1,
                _ => 2,
            }
        }

        fn apply(values: &mut Stack<i64, 16>, op: u8) -> Result<(), CalcError> {
            let right = values.pop().ok_or(CalcError::MissingOperand)?;
            let left = values.pop().ok_or(CalcError::MissingOperand)?;
            let result = match op {
                b'+' => left.checked_add(right).ok_or(CalcError::Overflow)?,
                b'-' => left - right,
                b'*' => left.checked_mul(right).ok_or(CalcError::Overflow)?,
                _ if right == 0 => return Err(CalcError::DivisionByZero),
                b'/' => left / right,
                b'%' => left % right,
                _ => unreachable!(),
            };
            values.push(result)
        }

        fn evaluate(text: &[u8]) -> Result<i64, CalcError> {
            let mut values = Stack::new();
            let mut operators: Stack<Token, 16> = Stack::new();
            for token in Lexer::new(text) {
                match token? {
                    Token::Number(n) => values.push(n)?,
                    Token::Open => operators.push(Token::Open)?,
                    Token::Close => loop {
                        match operators.pop() {
                            Some(Token::Open) => break,
                            Some(Token::Operator(op)) => apply(&mut values, op)?,
                            _ => return Err(CalcError::Unbalanced),
                        }
                    },
                    Token::Operator(op) => {
                        while let Some(&Token::Operator(top)) = operators.peek() {
                            if precedence(top) < precedence(op) {
                                break;
                            }
                            operators.pop();
                            apply(&mut values, top)?;
                        }
                        operators.push(Token::Operator(op))?;
                    }
                }
            }
            while let Some(token) = operators.pop() {
                let Token::Operator(op) = token else { return Err(CalcError::Unbalanced) };
                apply(&mut values, op)?;
            }
            values.pop().ok_or(CalcError::MissingOperand)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"(2 + 30) * 4 - 9 / (1+2) % 5";
            let slot = b as usize % text.len();
            let replacements = b"7(+ )*/x0-";
            text[slot] = replacements[a.unsigned_abs() as usize % replacements.len()];
            let plain = evaluate(b"1 + 2 * (3 - 4) * 5").unwrap();
            match evaluate(&text) {
                Ok(value) => value * 10 + plain,
                Err(CalcError::BadChar(c)) => -1000 - c as i64,
                Err(CalcError::MissingOperand) => -1,
                Err(CalcError::Unbalanced) => -2,
                Err(e) if e == CalcError::DivisionByZero => -3,
                Err(_) => -4,
            }
        }
    }
    checksums {
        const fn make_table() -> [u32; 256] {
            let mut table = [0u32; 256];
            let mut i = 0;
            while i < 256 {
                let mut c = i as u32;
                let mut k = 0;
                while k < 8 {
                    c = if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 };
                    k += 1;
                }
                table[i] = c;
                i += 1;
            }
            table
        }

        static TABLE: [u32; 256] = make_table();

        trait Checksum: Default {
            type Value;
            fn update(&mut self, data: &[u8]) -> &mut Self;
            fn finish(&self) -> Self::Value;
            fn of(data: &[u8]) -> Self::Value {
                let mut sum = Self::default();
                sum.update(data);
                sum.finish()
            }
        }

        struct Crc32 {
            state: u32,
        }

        impl Default for Crc32 {
            fn default() -> Self {
                Crc32 { state: !0 }
            }
        }

        impl Checksum for Crc32 {
            type Value = u32;
            fn update(&mut self, data: &[u8]) -> &mut Self {
                for &byte in data {
                    self.state = TABLE[((self.state ^ byte as u32) & 0xff) as usize] ^ (self.state >> 8);
                }
                self
            }
            fn finish(&self) -> u32 {
                !self.state
            }
        }

        struct Adler32(u32, u32);

        impl Default for Adler32 {
            fn default() -> Self {
                Adler32(1, 0)
            }
        }

        impl Checksum for Adler32 {
            type Value = u32;
            fn update(&mut self, data: &[u8]) -> &mut Self {
                for byte in data {
                    self.0 = (self.0 + u32::from(*byte)) % 65521;
                    self.1 = (self.1 + self.0) % 65521;
                }
                self
            }
            fn finish(&self) -> u32 {
                self.1 << 16 | self.0
            }
        }

        #[derive(Default)]
        struct Fletcher16 {
            low: u16,
            high: u16,
        }

        impl Checksum for Fletcher16 {
            type Value = u16;
            fn update(&mut self, data: &[u8]) -> &mut Self {
                data.iter().for_each(|&b| {
                    self.low = (self.low + b as u16) % 255;
                    self.high = (self.high + self.low) % 255;
                });
                self
            }
            fn finish(&self) -> u16 {
                (self.high << 8) | self.low
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut message = [0u8; 20];
            message[..9].copy_from_slice(b"123456789");
            message[9..13].copy_from_slice(&a.to_le_bytes());
            message[13..17].copy_from_slice(&b.to_be_bytes());
            let fixed = Crc32::of(b"123456789");
            let crc = Crc32::of(&message);
            let adler = Adler32::of(&message);
            let fletcher = Fletcher16::of(&message[5..]);
            let mut parts = Crc32::default();
            parts.update(&message[..7]).update(&message[7..]);
            let same = parts.finish() == crc;
            (fixed as i64 ^ crc as i64) + adler as i64 * 3 + i64::from(fletcher) + same as i64
        }
    }
    codons {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        enum Base {
            A,
            C,
            G,
            T,
        }

        impl Base {
            fn complement(self) -> Self {
                use Base::*;
                match self {
                    A => T,
                    C => G,
                    G => C,
                    T => A,
                }
            }
        }

        impl TryFrom<u8> for Base {
            type Error = u8;
            fn try_from(c: u8) -> Result<Self, u8> {
                match c.to_ascii_uppercase() {
                    b'A' => Ok(Base::A),
                    b'C' => Ok(Base::C),
                    b'G' => Ok(Base::G),
                    b'T' | b'U' => Ok(Base::T),
                    _ => Err(c),
                }
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Protein {
            Methionine,
            Phenylalanine,
            Leucine,
            Serine,
            Tyrosine,
            Cysteine,
            Tryptophan,
            Stop,
        }

        fn translate(codon: &[u8]) -> Option<Protein> {
            use Protein::*;
            match codon {
                b"AUG" => Some(Methionine),
                b"UUU" | b"UUC" => Some(Phenylalanine),
                b"UUA" | b"UUG" => Some(Leucine),
                b"UCU" | b"UCC" | b"UCA" | b"UCG" => Some(Serine),
                b"UAU" | b"UAC" => Some(Tyrosine),
                b"UGU" | b"UGC" => Some(Cysteine),
                b"UGG" => Some(Tryptophan),
                b"UAA" | b"UAG" | b"UGA" => Some(Stop),
                _ => None,
            }
        }

        fn proteins(rna: &[u8]) -> impl Iterator<Item = Option<Protein>> + '_ {
            rna.chunks(3).map(translate).take_while(|p| *p != Some(Protein::Stop))
        }

        fn gc_content(dna: &[u8]) -> Result<f64, u8> {
            let mut gc = 0;
            for &c in dna {
                match Base::try_from(c)? {
                    Base::G | Base::C => gc += 1,
                    _ => {}
                }
            }
            Ok(gc as f64 / dna.len() as f64)
        }

        fn reverse_complement<const N: usize>(dna: &[u8; N]) -> Result<[Base; N], u8> {
            let mut out = [Base::A; N];
            for (slot, &c) in out.iter_mut().rev().zip(dna) {
                *slot = Base::try_from(c)?.complement();
            }
            Ok(out)
        }

        fn count_kmers(dna: &[u8], k: usize) -> usize {
            let mut distinct = 0;
            for (i, kmer) in dna.windows(k).enumerate() {
                if !dna.windows(k).take(i).any(|earlier| earlier == kmer) {
                    distinct += 1;
                }
            }
            distinct
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut rna = *b"AUGUUUUCUUACUGGUGUUUAUAAAUG";
            let at = b as usize % rna.len();
            rna[at] = b"ACGU"[a.rem_euclid(4) as usize];
            let mut code = 0i64;
            for protein in proteins(&rna) {
                code = code * 9 + protein.map_or(8, |p| p as i64);
            }
            let mut dna = *b"GATTACAGATTTCC";
            if a == 7 {
                dna[3] = b'?';
            }
            let gc = gc_content(&dna).map(|x| (x * 1000.0) as i64).unwrap_or_else(|c| -(c as i64));
            let back = match reverse_complement(&dna) {
                Ok(bases) => bases.iter().fold(0, |n, &base| n * 4 + base as i64),
                Err(c) => c as i64,
            };
            code % 1_000_003 + gc * 10 + back % 10_007 + count_kmers(&dna, 1 + a.unsigned_abs() as usize % 4) as i64
        }
    }
    connect_four {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Player {
            Red,
            Yellow,
        }

        impl Player {
            fn other(self) -> Player {
                match self {
                    Player::Red => Player::Yellow,
                    Player::Yellow => Player::Red,
                }
            }
        }

        impl std::ops::Not for Player {
            type Output = Player;
            fn not(self) -> Player {
                self.other()
            }
        }

        const WIDTH: usize = 7;
        const HEIGHT: usize = 6;
        const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

        #[derive(Clone, Copy)]
        struct Game {
            board: [[Option<Player>; HEIGHT]; WIDTH],
            turn: Player,
            moves: u32,
        }

        #[derive(PartialEq)]
        enum Outcome {
            Won(Player),
            Draw,
            Running,
        }

        impl Game {
            fn new() -> Self {
                Game { board: [[None; HEIGHT]; WIDTH], turn: Player::Red, moves: 0 }
            }

            fn at(&self, x: isize, y: isize) -> Option<Player> {
                let column = self.board.get(usize::try_from(x).ok()?)?;
                *column.get(usize::try_from(y).ok()?)?
            }

            fn run_length(&self, (x, y): (usize, usize), (dx, dy): (isize, isize), player: Player) -> usize {
                (1..4)
                    .take_while(|&k| self.at(x as isize + k * dx, y as isize + k * dy) == Some(player))
                    .count()
            }

            fn drop(&mut self, column: usize) -> Option<Outcome> {
                let row = self.board[column].iter().position(|cell| cell.is_none())?;
                let player = self.turn;
                self.board[column][row] = Some(player);
                self.moves += 1;
                self.turn = !player;
                let won = DIRECTIONS.iter().any(|&(dx, dy)| {
                    1 + self.run_length((column, row), (dx, dy), player) + self.run_length((column, row), (-dx, -dy), player) >= 4
                });
                Some(if won {
                    Outcome::Won(player)
                } else if self.moves as usize == WIDTH * HEIGHT {
                    Outcome::Draw
                } else {
                    Outcome::Running
                })
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut game = Game::new();
            let mut state = (a as u32).wrapping_mul(2_654_435_761) ^ b;
            let mut skipped = 0;
            let result = loop {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                if state == 0 {
                    state = 1;
                }
                match game.drop(state as usize % WIDTH) {
                    None => skipped += 1,
                    Some(Outcome::Running) => continue,
                    Some(outcome) => break outcome,
                }
                if skipped > 50 {
                    break Outcome::Running;
                }
            };
            let heights = game.board.map(|column| column.iter().flatten().count());
            let code = heights.iter().fold(0, |n, &h| n * 7 + h as i64);
            let reds = game.board.iter().flatten().filter(|cell| matches!(cell, Some(Player::Red))).count();
            let end = match result {
                Outcome::Won(Player::Red) => 1,
                Outcome::Won(Player::Yellow) => 2,
                Outcome::Draw => 3,
                Outcome::Running => 4,
            };
            code * 10_000 + game.moves as i64 * 100 + end * 10 + skipped + reds as i64
        }
    }
    dates {
        use std::ops::{Add, Sub};

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Date {
            year: i32,
            month: u8,
            day: u8,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        enum Weekday {
            Monday = 1,
            Tuesday,
            Wednesday,
            Thursday,
            Friday,
            Saturday,
            Sunday,
        }

        impl Weekday {
            fn is_weekend(self) -> bool {
                self >= Weekday::Saturday
            }
        }

        const fn is_leap(year: i32) -> bool {
            year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        }

        const fn days_in_month(year: i32, month: u8) -> u8 {
            match month {
                4 | 6 | 9 | 11 => 30,
                2 if is_leap(year) => 29,
                2 => 28,
                _ => 31,
            }
        }

        impl Date {
            const EPOCH: Date = Date { year: 1970, month: 1, day: 1 };

            fn new(year: i32, month: u8, day: u8) -> Option<Date> {
                if !(1..=12).contains(&month) || day == 0 || day > days_in_month(year, month) {
                    return None;
                }
                Some(Date { year, month, day })
            }

            fn to_days(self) -> i64 {
                let y = i64::from(self.year) - i64::from(self.month <= 2);
                let era = y.div_euclid(400);
                let yoe = y - era * 400;
                let m = self.month as i64;
                let doy = (153 * (if m > 2 { m - 3 } else { m + 9 }) + 2) / 5 + self.day as i64 - 1;
                let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
                era * 146_097 + doe - 719_468
            }

            fn from_days(days: i64) -> Date {
                let z = days + 719_468;
                let era = z.div_euclid(146_097);
                let doe = z.rem_euclid(146_097);
                let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
                let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
                let mp = (5 * doy + 2) / 153;
                let day = (doy - (153 * mp + 2) / 5 + 1) as u8;
                let month = if mp < 10 { mp + 3 } else { mp - 9 } as u8;
                let year = (yoe + era * 400) as i32 + if month <= 2 { 1 } else { 0 };
                Date { year, month, day }
            }

            fn weekday(self) -> Weekday {
                match (self.to_days() + 3).rem_euclid(7) {
                    0 => Weekday::Monday,
                    1 => Weekday::Tuesday,
                    2 => Weekday::Wednesday,
                    3 => Weekday::Thursday,
                    4 => Weekday::Friday,
                    5 => Weekday::Saturday,
                    _ => Weekday::Sunday,
                }
            }

            fn ordinal(&self) -> u32 {
                (1..self.month).map(|m| u32::from(days_in_month(self.year, m))).sum::<u32>() + self.day as u32
            }
        }

        impl Sub for Date {
            type Output = i64;
            fn sub(self, earlier: Date) -> i64 {
                self.to_days() - earlier.to_days()
            }
        }

        impl Add<i64> for Date {
            type Output = Date;
            fn add(self, days: i64) -> Date {
                Date::from_days(self.to_days() + days)
            }
        }

        fn meetup(year: i32, month: u8, weekday: Weekday, nth: usize) -> Option<Date> {
            (1..=days_in_month(year, month))
                .filter_map(|day| Date::new(year, month, day))
                .filter(|date| date.weekday() == weekday)
                .nth(nth)
        }

        fn case(a: i32, b: u32) -> i64 {
            let start = Date::new(1999 + a, 1 + (b % 12) as u8, 28).expect("a date");
            let later = start + i64::from(b) * 3 + 1;
            let weekends = (0..30).map(|d| start + d).filter(|d| d.weekday().is_weekend()).count();
            let fifth = meetup(start.year, start.month, Weekday::Friday, 4).map_or(0, |d| d.day as i64);
            let order = (later > start) as i64 + (Date::EPOCH < start) as i64;
            let invalid = Date::new(2023, 2, 29).is_none() as i64;
            (later - Date::EPOCH) * 10_000 + (later.ordinal() as i64) * 10 + weekends as i64 + fifth * 3 + order + invalid + later.weekday() as i64
        }
    }
    dijkstra {
        use std::cmp::Ordering;

        #[derive(Copy, Clone, PartialEq, Eq)]
        struct State {
            cost: u32,
            position: usize,
        }

        impl Ord for State {
            fn cmp(&self, other: &Self) -> Ordering {
                other.cost.cmp(&self.cost).then_with(|| self.position.cmp(&other.position))
            }
        }

        impl PartialOrd for State {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        struct Heap<T, const CAP: usize> {
            items: [T; CAP],
            len: usize,
        }

        impl<T: Ord + Copy, const CAP: usize> Heap<T, CAP> {
            fn with(fill: T) -> Self {
                Self { items: [fill; CAP], len: 0 }
            }

            fn push(&mut self, item: T) {
                let mut at = self.len;
                self.items[at] = item;
                self.len += 1;
                while at > 0 {
                    let parent = (at - 1) / 2;
                    if self.items[at] <= self.items[parent] {
                        break;
                    }
                    self.items.swap(at, parent);
                    at = parent;
                }
            }

            fn pop(&mut self) -> Option<T> {
                if self.len == 0 {
                    return None;
                }
                let top = self.items[0];
                self.len -= 1;
                self.items[0] = self.items[self.len];
                let mut at = 0;
                loop {
                    let (left, right) = (2 * at + 1, 2 * at + 2);
                    let mut largest = at;
                    if left < self.len && self.items[left] > self.items[largest] {
                        largest = left;
                    }
                    if right < self.len && self.items[right] > self.items[largest] {
                        largest = right;
                    }
                    if largest == at {
                        break;
                    }
                    self.items.swap(at, largest);
                    at = largest;
                }
                Some(top)
            }
        }

        #[derive(Clone, Copy)]
        struct Edge {
            node: usize,
            cost: u32,
        }

        const fn e(node: usize, cost: u32) -> Edge {
            Edge { node, cost }
        }

        const GRAPH: [[Option<Edge>; 3]; 6] = [
            [Some(e(2, 10)), Some(e(1, 1)), None],
            [Some(e(3, 2)), None, None],
            [Some(e(1, 1)), Some(e(3, 3)), Some(e(4, 1))],
            [Some(e(0, 7)), Some(e(4, 2)), None],
            [None, None, None],
            [Some(e(0, 4)), Some(e(2, 5)), None],
        ];

        fn shortest_path(start: usize, goal: usize, extra: u32) -> Option<u32> {
            let mut dist = [u32::MAX; GRAPH.len()];
            let mut heap = Heap::<State, 32>::with(State { cost: 0, position: 0 });
            dist[start] = 0;
            heap.push(State { cost: 0, position: start });
            while let Some(State { cost, position }) = heap.pop() {
                if position == goal {
                    return Some(cost);
                }
                if cost > dist[position] {
                    continue;
                }
                for edge in GRAPH[position].iter().flatten() {
                    let next = State { cost: cost + edge.cost + extra, position: edge.node };
                    if next.cost < dist[next.position] {
                        heap.push(next);
                        dist[next.position] = next.cost;
                    }
                }
            }
            None
        }

        fn case(a: i32, b: u32) -> i64 {
            let start = a.unsigned_abs() as usize % GRAPH.len();
            let mut sum = 0;
            for goal in 0..GRAPH.len() {
                sum = sum * 29 + match shortest_path(start, goal, b % 4) {
                    Some(cost) => i64::from(cost),
                    None => -1,
                };
            }
            sum
        }
    }
    dynamic {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Item {
            weight: usize,
            value: u32,
        }

        fn knapsack(items: &[Item], capacity: usize) -> u32 {
            let mut best = [0u32; 64];
            for item in items {
                for room in (item.weight..=capacity).rev() {
                    best[room] = best[room].max(best[room - item.weight] + item.value);
                }
            }
            best[capacity]
        }

        fn change(coins: &[usize], amount: usize) -> Option<usize> {
            let mut fewest: [Option<usize>; 101] = [None; 101];
            fewest[0] = Some(0);
            for sum in 1..=amount {
                fewest[sum] = coins
                    .iter()
                    .filter(|&&coin| coin <= sum)
                    .filter_map(|&coin| fewest[sum - coin])
                    .min()
                    .map(|n| n + 1);
            }
            fewest[amount]
        }

        fn longest_increasing<T: PartialOrd + Copy, const N: usize>(sequence: &[T; N]) -> usize {
            let mut tails = [sequence[0]; N];
            let mut len = 0;
            for &x in sequence {
                let at = tails[..len].partition_point(|t| *t < x);
                tails[at] = x;
                len = len.max(at + 1);
            }
            len
        }

        fn max_subarray(xs: &[i32]) -> (i32, std::ops::Range<usize>) {
            let mut best = xs[0];
            let mut range = 0..1;
            let (mut sum, mut from) = (0, 0);
            for (i, &x) in xs.iter().enumerate() {
                if sum < 0 {
                    sum = 0;
                    from = i;
                }
                sum += x;
                if sum > best {
                    best = sum;
                    range = from..i + 1;
                }
            }
            (best, range)
        }

        fn trapped_water(heights: &[u32]) -> u32 {
            (0..heights.len())
                .map(|i| {
                    let left = heights[..=i].iter().max().unwrap();
                    let right = heights[i..].iter().max().unwrap();
                    left.min(right) - heights[i]
                })
                .sum()
        }

        fn case(a: i32, b: u32) -> i64 {
            let items = [(1, 1), (3, 4), (4, 5), (5, 7), (9, 13 + b % 3)].map(|(weight, value)| Item { weight, value });
            let packed = knapsack(&items, a.unsigned_abs() as usize % 23);
            let coins = change(&[1 + b as usize % 3, 5, 11, 25], a.unsigned_abs() as usize);
            let walk: [i32; 12] = std::array::from_fn(|i| (i as i32 * 7 + a * 3) % 13 - (b as i32 + i as i32) % 5);
            let rising = longest_increasing(&walk);
            let falling = longest_increasing(&walk.map(|x| -x as f64 / 2.0));
            let (sum, range) = max_subarray(&walk);
            let water = trapped_water(&walk.map(|x| x.unsigned_abs()));
            packed as i64 * 1_000_000 + coins.map_or(-1, |n| n as i64) * 10_000 + rising as i64 * 1000 + falling as i64 * 100 + sum as i64 + range.len() as i64 + range.start as i64 + water as i64
        }
    }
    edit {
        const MAX: usize = 32;

        fn levenshtein(a: &[u8], b: &[u8]) -> usize {
            let mut previous: [usize; MAX + 1] = std::array::from_fn(|i| i);
            let mut current = [0; MAX + 1];
            for (i, ca) in a.iter().enumerate() {
                current[0] = i + 1;
                for (j, cb) in b.iter().enumerate() {
                    let cost = if ca == cb { 0 } else { 1 };
                    current[j + 1] = (previous[j] + cost).min(previous[j + 1] + 1).min(current[j] + 1);
                }
                std::mem::swap(&mut previous, &mut current);
            }
            previous[b.len()]
        }

        fn lcs(a: &[u8], b: &[u8]) -> ([u8; MAX], usize) {
            let mut table = [[0u8; MAX + 1]; MAX + 1];
            for i in (0..a.len()).rev() {
                for j in (0..b.len()).rev() {
                    table[i][j] = if a[i] == b[j] {
                        table[i + 1][j + 1] + 1
                    } else {
                        table[i + 1][j].max(table[i][j + 1])
                    };
                }
            }
            let mut out = [0; MAX];
            let (mut i, mut j, mut n) = (0, 0, 0);
            while i < a.len() && j < b.len() {
                if a[i] == b[j] {
                    out[n] = a[i];
                    n += 1;
                    i += 1;
                    j += 1;
                } else if table[i + 1][j] >= table[i][j + 1] {
                    i += 1;
                } else {
                    j += 1;
                }
            }
            (out, n)
        }

        fn hamming(a: &[u8], b: &[u8]) -> Option<usize> {
            if a.len() != b.len() {
                return None;
            }
            Some(a.iter().zip(b).filter(|(x, y)| x != y).count())
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut left = *b"the quick brown fox";
            let mut right = *b"a thick crown of boxes";
            let (l, r) = (a.unsigned_abs() as usize % left.len(), b as usize % right.len());
            left[l] = b'e';
            right[r] = b'o';
            let distance = levenshtein(&left, &right);
            let (common, n) = lcs(&left, &right);
            let letters: u32 = common[..n].iter().map(|&c| c as u32).sum();
            let h = hamming(&left, &right).unwrap_or(99) + hamming(&left[1..], &right[4..]).unwrap_or(77);
            distance as i64 * 1_000_000 + letters as i64 * 100 + h as i64
        }
    }
    finance {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Solve {
            Converged { rate: f64, iterations: u32 },
            Diverged,
        }

        #[derive(Clone, Copy)]
        struct CashFlow {
            year: f64,
            amount: f64,
        }

        fn present_value(flows: &[CashFlow], rate: f64) -> f64 {
            flows.iter().map(|flow| flow.amount / (1.0 + rate).powi(flow.year as i32)).sum()
        }

        fn derivative(f: impl Fn(f64) -> f64, x: f64) -> f64 {
            const H: f64 = 1e-6;
            (f(x + H) - f(x - H)) / (2.0 * H)
        }

        fn newton<F>(f: F, guess: f64, tolerance: f64) -> Solve
        where
            F: Fn(f64) -> f64,
        {
            let mut x = guess;
            for iterations in 1..=50 {
                let value = f(x);
                if value.abs() < tolerance {
                    return Solve::Converged { rate: x, iterations };
                }
                let slope = derivative(&f, x);
                if slope.abs() < f64::EPSILON {
                    break;
                }
                x -= value / slope;
            }
            Solve::Diverged
        }

        struct Schedule {
            balance: f64,
            rate: f64,
            payment: f64,
        }

        struct Payment {
            interest: f64,
            principal: f64,
        }

        impl Iterator for Schedule {
            type Item = Payment;
            fn next(&mut self) -> Option<Payment> {
                if self.balance <= 0.005 {
                    return None;
                }
                let interest = self.balance * self.rate;
                let principal = (self.payment - interest).min(self.balance);
                self.balance -= principal;
                Some(Payment { interest, principal })
            }
        }

        fn annuity(principal: f64, rate: f64, n: i32) -> f64 {
            if rate == 0.0 {
                principal / f64::from(n)
            } else {
                principal * rate / (1.0 - (1.0 + rate).powi(-n))
            }
        }

        fn cents(x: f64) -> i64 {
            (x * 100.0).round() as i64
        }

        fn case(a: i32, b: u32) -> i64 {
            let flows = [
                CashFlow { year: 0.0, amount: -1000.0 - a as f64 },
                CashFlow { year: 1.0, amount: 300.0 },
                CashFlow { year: 2.0, amount: 420.0 + b as f64 / 10.0 },
                CashFlow { year: 3.0, amount: 680.0 },
            ];
            let irr = match newton(|r| present_value(&flows, r), 0.1, 1e-9) {
                Solve::Converged { rate, iterations } => (rate * 1e6).round() as i64 + i64::from(iterations.min(1)),
                Solve::Diverged => -1,
            };
            let rate = f64::from(b % 12) / 1200.0;
            let payment = annuity(5000.0, rate, 24);
            let schedule = Schedule { balance: 5000.0, rate, payment };
            let (mut interest, mut principal, mut count) = (0.0, 0.0, 0);
            for p in schedule {
                interest += p.interest;
                principal += p.principal;
                count += 1;
            }
            irr * 1_000 + cents(interest) + cents(principal) * 3 + count
        }
    }
    huffman {
        const SYMBOLS: usize = 16;

        #[derive(Clone, Copy, Debug)]
        enum Node {
            Leaf { symbol: u8, weight: u32 },
            Branch { left: usize, right: usize, weight: u32 },
        }

        impl Node {
            fn weight(&self) -> u32 {
                match self {
                    Node::Leaf { weight, .. } | Node::Branch { weight, .. } => *weight,
                }
            }
        }

        struct Tree {
            nodes: [Node; 2 * SYMBOLS],
            len: usize,
        }

        impl Tree {
            fn build(frequencies: &[u32; SYMBOLS]) -> Self {
                let mut nodes = [Node::Leaf { symbol: 0, weight: 0 }; 2 * SYMBOLS];
                let mut alive = [false; 2 * SYMBOLS];
                let mut len = 0;
                for (symbol, &weight) in frequencies.iter().enumerate() {
                    if weight > 0 {
                        nodes[len] = Node::Leaf { symbol: symbol as u8, weight };
                        alive[len] = true;
                        len += 1;
                    }
                }
                let smallest = |nodes: &[Node], alive: &[bool]| {
                    (0..nodes.len()).filter(|&i| alive[i]).min_by_key(|&i| (nodes[i].weight(), i))
                };
                while alive[..len].iter().filter(|&&a| a).count() > 1 {
                    let Some(left) = smallest(&nodes[..len], &alive[..len]) else { break };
                    alive[left] = false;
                    let Some(right) = smallest(&nodes[..len], &alive[..len]) else { break };
                    alive[right] = false;
                    let weight = nodes[left].weight() + nodes[right].weight();
                    nodes[len] = Node::Branch { left, right, weight };
                    alive[len] = true;
                    len += 1;
                }
                Tree { nodes, len }
            }

            fn lengths(&self) -> [u8; SYMBOLS] {
                let mut lengths = [0; SYMBOLS];
                let mut stack = [(0usize, 0u8); SYMBOLS];
                let mut top = 0;
                if let Some(root) = self.len.checked_sub(1) {
                    stack[0] = (root, 0);
                    top = 1;
                }
                while top > 0 {
                    top -= 1;
                    let (node, depth) = stack[top];
                    match self.nodes[node] {
                        Node::Leaf { symbol, .. } => lengths[usize::from(symbol)] = depth.max(1),
                        Node::Branch { left, right, .. } => {
                            stack[top] = (left, depth + 1);
                            stack[top + 1] = (right, depth + 1);
                            top += 2;
                        }
                    }
                }
                lengths
            }
        }

        fn canonical(lengths: &[u8; SYMBOLS]) -> [u16; SYMBOLS] {
            let mut order: [usize; SYMBOLS] = core::array::from_fn(|i| i);
            order.sort_by(|&a, &b| lengths[a].cmp(&lengths[b]).then(a.cmp(&b)));
            let mut codes = [0; SYMBOLS];
            let mut code = 0u16;
            let mut previous = 0;
            for symbol in order.into_iter().skip_while(|&s| lengths[s] == 0) {
                code <<= lengths[symbol] - previous;
                previous = lengths[symbol];
                codes[symbol] = code;
                code += 1;
            }
            codes
        }

        struct BitWriter<'a> {
            bytes: &'a mut [u8],
            bits: usize,
        }

        impl BitWriter<'_> {
            fn write(&mut self, code: u16, length: u8) {
                for i in (0..length).rev() {
                    let bit = (code >> i & 1) as u8;
                    self.bytes[self.bits / 8] |= bit << (7 - self.bits % 8);
                    self.bits += 1;
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let message: [u8; 24] = std::array::from_fn(|i| ((a.unsigned_abs() as usize * i + b as usize * i * i / 3) % 11) as u8);
            let mut frequencies = [0; SYMBOLS];
            for &m in &message {
                frequencies[m as usize] += 1;
            }
            let lengths = Tree::build(&frequencies).lengths();
            let codes = canonical(&lengths);
            let mut bytes = [0; 24];
            let mut writer = BitWriter { bytes: &mut bytes, bits: 0 };
            for &m in message.iter() {
                writer.write(codes[m as usize], lengths[m as usize]);
            }
            let bits = writer.bits;
            let hash = bytes.iter().fold(7i64, |h, &x| (h * 257 + x as i64) % 1_000_000_007);
            bits as i64 * 10_000_000_000 + hash
        }
    }
    hull {
        use std::ops::Sub;

        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
        struct Point {
            x: f64,
            y: f64,
        }

        impl Point {
            fn cross(self, other: Point) -> f64 {
                self.x * other.y - self.y * other.x
            }
            fn dot(self, other: Point) -> f64 {
                self.x * other.x + self.y * other.y
            }
            fn length(self) -> f64 {
                self.dot(self).sqrt()
            }
        }

        impl Sub for Point {
            type Output = Point;
            fn sub(self, o: Point) -> Point {
                Point { x: self.x - o.x, y: self.y - o.y }
            }
        }

        struct Polygon<const N: usize> {
            points: [Point; N],
            len: usize,
        }

        impl<const N: usize> Polygon<N> {
            fn push(&mut self, p: Point) {
                self.points[self.len] = p;
                self.len += 1;
            }

            fn points(&self) -> &[Point] {
                &self.points[..self.len]
            }

            fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
                let n = self.len;
                (0..n).map(move |i| (self.points[i], self.points[(i + 1) % n]))
            }

            fn area(&self) -> f64 {
                self.edges().map(|(a, b)| a.cross(b)).sum::<f64>().abs() / 2.0
            }

            fn perimeter(&self) -> f64 {
                self.edges().map(|(a, b)| (b - a).length()).sum()
            }

            fn contains(&self, p: Point) -> bool {
                self.edges().all(|(a, b)| (b - a).cross(p - a) >= 0.0)
            }
        }

        fn convex_hull<const N: usize>(mut points: [Point; N]) -> Polygon<N> {
            points.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let mut hull = Polygon { points: [Point::default(); N], len: 0 };
            for &p in points.iter() {
                while hull.len >= 2 && (hull.points[hull.len - 1] - hull.points[hull.len - 2]).cross(p - hull.points[hull.len - 1]) <= 0.0 {
                    hull.len -= 1;
                }
                hull.push(p);
            }
            let lower = hull.len + 1;
            for &p in points.iter().rev().skip(1) {
                while hull.len >= lower && (hull.points[hull.len - 1] - hull.points[hull.len - 2]).cross(p - hull.points[hull.len - 1]) <= 0.0 {
                    hull.len -= 1;
                }
                if hull.len < N {
                    hull.push(p);
                }
            }
            if hull.points[hull.len - 1] == hull.points[0] {
                hull.len -= 1;
            }
            hull
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut seed = (a as i64 * 7919 + b as i64 * 104_729 + 12_345) as u64;
            let mut random = || {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                (seed % 1000) as f64 / 10.0
            };
            let points: [Point; 14] = std::array::from_fn(|_| Point { x: random(), y: random() });
            let hull = convex_hull(points);
            let inside = points.iter().filter(|p| hull.contains(**p)).count();
            let top = hull.points().iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
            (hull.area() * 10.0) as i64 * 1000 + (hull.perimeter() + top) as i64 + inside as i64
        }
    }
    intcode {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Mode {
            Position,
            Immediate,
            Relative,
        }

        impl TryFrom<i64> for Mode {
            type Error = Fault;
            fn try_from(digit: i64) -> Result<Self, Self::Error> {
                match digit {
                    0 => Ok(Mode::Position),
                    1 => Ok(Mode::Immediate),
                    2 => Ok(Mode::Relative),
                    d => Err(Fault::BadMode(d)),
                }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Fault {
            BadMode(i64),
            BadOpcode { opcode: i64, at: usize },
            OutOfMemory(i64),
        }

        enum Status {
            Halted,
            NeedsInput,
            Output(i64),
        }

        struct Computer<const N: usize> {
            memory: [i64; N],
            ip: usize,
            base: i64,
            input: Option<i64>,
        }

        impl<const N: usize> Computer<N> {
            fn new(program: &[i64]) -> Self {
                let mut memory = [0; N];
                memory[..program.len()].copy_from_slice(program);
                Computer { memory, ip: 0, base: 0, input: None }
            }

            fn address(&self, n: usize) -> Result<usize, Fault> {
                let modes = self.memory[self.ip] / 10i64.pow(n as u32 + 1) % 10;
                let raw = self.memory[self.ip + n];
                let address = match Mode::try_from(modes)? {
                    Mode::Position => raw,
                    Mode::Immediate => (self.ip + n) as i64,
                    Mode::Relative => self.base + raw,
                };
                if (0..N as i64).contains(&address) {
                    Ok(address as usize)
                } else {
                    Err(Fault::OutOfMemory(address))
                }
            }

            fn read(&self, n: usize) -> Result<i64, Fault> {
                Ok(self.memory[self.address(n)?])
            }

            fn run(&mut self) -> Result<Status, Fault> {
                loop {
                    let opcode = self.memory[self.ip] % 100;
                    match opcode {
                        1 | 2 | 7 | 8 => {
                            let (x, y) = (self.read(1)?, self.read(2)?);
                            let target = self.address(3)?;
                            self.memory[target] = match opcode {
                                1 => x + y,
                                2 => x * y,
                                7 => (x < y) as i64,
                                _ => i64::from(x == y),
                            };
                            self.ip += 4;
                        }
                        3 => {
                            let Some(value) = self.input.take() else {
                                return Ok(Status::NeedsInput);
                            };
                            let target = self.address(1)?;
                            self.memory[target] = value;
                            self.ip += 2;
                        }
                        4 => {
                            let value = self.read(1)?;
                            self.ip += 2;
                            return Ok(Status::Output(value));
                        }
                        5 | 6 => {
                            let jump = (self.read(1)? != 0) == (opcode == 5);
                            self.ip = if jump { self.read(2)? as usize } else { self.ip + 3 };
                        }
                        9 => {
                            self.base += self.read(1)?;
                            self.ip += 2;
                        }
                        99 => return Ok(Status::Halted),
                        _ => return Err(Fault::BadOpcode { opcode, at: self.ip }),
                    }
                }
            }
        }

        const COMPARE: [i64; 47] = [
            3, 21, 1008, 21, 8, 20, 1005, 20, 22, 107, 8, 21, 20, 1006, 20, 31, 1106, 0, 36, 98, 0, 0, 1002, 21, 125, 20, 4, 20, 1105, 1, 46, 104,
            999, 1105, 1, 46, 1101, 1000, 1, 20, 4, 20, 1105, 1, 46, 98, 99,
        ];

        fn execute(program: &[i64], inputs: &[i64]) -> Result<i64, Fault> {
            let mut computer = Computer::<64>::new(program);
            let mut inputs = inputs.iter();
            let mut last = -1;
            loop {
                match computer.run()? {
                    Status::Halted => return Ok(last),
                    Status::Output(value) => last = value,
                    Status::NeedsInput => computer.input = Some(inputs.next().copied().unwrap_or(0)),
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let compared = execute(&COMPARE, &[(b % 12) as i64]).unwrap();
            let small = [1, 9, 10, 3, 2, 3, 11, 0, 99, 30, 40, 50];
            let mut broken = small;
            broken[a.unsigned_abs() as usize % 12] = a as i64;
            let code = match execute(&broken, &[]) {
                Ok(v) => v,
                Err(Fault::BadMode(m)) => 1000 + m,
                Err(Fault::BadOpcode { opcode, at }) => opcode * 100 + at as i64,
                Err(Fault::OutOfMemory(address)) => 5000 + address,
            };
            compared * 10_000 + code
        }
    }
    intervals {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        struct Interval {
            start: i32,
            end: i32,
        }

        impl Interval {
            fn new(start: i32, end: i32) -> Option<Self> {
                if start <= end { Some(Self { start, end }) } else { None }
            }

            fn len(&self) -> u32 {
                (self.end - self.start) as u32
            }

            fn overlaps(&self, other: &Interval) -> bool {
                self.start <= other.end && other.start <= self.end
            }

            fn merge(&self, other: &Interval) -> Interval {
                Interval { start: self.start.min(other.start), end: self.end.max(other.end) }
            }

            fn intersect(self, other: Interval) -> Option<Interval> {
                Interval::new(self.start.max(other.start), self.end.min(other.end))
            }
        }

        fn merge_all(intervals: &mut [Interval]) -> usize {
            if intervals.is_empty() {
                return 0;
            }
            intervals.sort_by_key(|i| (i.start, i.end));
            let mut last = 0;
            for k in 1..intervals.len() {
                let current = intervals[k];
                if intervals[last].overlaps(&current) {
                    intervals[last] = intervals[last].merge(&current);
                } else {
                    last += 1;
                    intervals[last] = current;
                }
            }
            last + 1
        }

        fn gaps<'a>(merged: &'a [Interval]) -> impl Iterator<Item = u32> + 'a {
            merged.windows(2).map(|pair| (pair[1].start - pair[0].end) as u32)
        }

        fn busiest(intervals: &[Interval]) -> (i32, usize) {
            let mut best = (0, 0);
            for candidate in intervals.iter().map(|i| i.start) {
                let depth = intervals.iter().filter(|i| (i.start..=i.end).contains(&candidate)).count();
                if depth > best.1 || depth == best.1 && candidate < best.0 {
                    best = (candidate, depth);
                }
            }
            best
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut intervals: [Interval; 9] = std::array::from_fn(|k| {
                let start = (a * 13 + k as i32 * 37 + (b as i32 * k as i32) % 41) % 100;
                Interval::new(start, start + (k as i32 * 7 + b as i32) % 15).unwrap_or_default()
            });
            let (at, depth) = busiest(&intervals);
            let n = merge_all(&mut intervals);
            let merged = &intervals[..n];
            let covered: u32 = merged.iter().map(Interval::len).sum();
            let widest = gaps(merged).max().unwrap_or(0);
            let common = merged
                .iter()
                .filter_map(|i| i.intersect(Interval { start: 10, end: 50 }))
                .map(|i| i.len())
                .sum::<u32>();
            let index = merged.binary_search_by(|i| i.start.cmp(&20)).unwrap_or_else(|at| at + 100);
            n as i64 * 1_000_000 + covered as i64 * 1000 + (widest * 3 + common) as i64 + index as i64 + at as i64 * 7 + depth as i64
        }
    }
    isbn {
        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        enum IsbnError {
            TooShort { got: usize },
            TooLong,
            Invalid { at: usize, byte: u8 },
            Checksum(u32),
        }

        fn check_isbn10(text: &[u8]) -> Result<u32, IsbnError> {
            let mut sum = 0;
            let mut count = 0;
            for (at, &byte) in text.iter().enumerate().filter(|(_, b)| **b != b'-') {
                let value = match byte {
                    b'0'..=b'9' => u32::from(byte - b'0'),
                    b'X' | b'x' if count == 9 => 10,
                    _ => return Err(IsbnError::Invalid { at, byte }),
                };
                if count == 10 {
                    return Err(IsbnError::TooLong);
                }
                sum += value * (10 - count as u32);
                count += 1;
            }
            if count < 10 {
                return Err(IsbnError::TooShort { got: count });
            }
            match sum % 11 {
                0 => Ok(sum / 11),
                rest => Err(IsbnError::Checksum(rest)),
            }
        }

        fn luhn(digits: &[u8]) -> bool {
            let sum: u32 = digits
                .iter()
                .rev()
                .map(|d| (d - b'0') as u32)
                .enumerate()
                .map(|(i, d)| if i % 2 == 0 { d } else if d > 4 { d * 2 - 9 } else { d * 2 })
                .sum();
            sum % 10 == 0
        }

        fn score(result: Result<u32, IsbnError>) -> i64 {
            match result {
                Ok(n) => n as i64,
                Err(IsbnError::TooShort { got }) => -(got as i64),
                Err(IsbnError::TooLong) => -100,
                Err(IsbnError::Invalid { at, byte }) => -1000 * (at as i64 + 1) - i64::from(byte),
                Err(IsbnError::Checksum(rest)) => 500 + rest as i64,
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"3-598-21508-8";
            let slot = (b as usize * 3) % text.len();
            text[slot] = match a.rem_euclid(4) {
                0 => text[slot],
                1 => b'X',
                2 => b'-',
                _ => b'0' + (a.unsigned_abs() % 10) as u8,
            };
            let good = score(check_isbn10(b"3-598-21508-8"));
            let mut card = *b"4539319503436467";
            let last = card.len() - 1;
            card[last] = b'0' + (b % 10) as u8;
            let n = luhn(&card[..]) as i64;
            good * 1_000_000 + score(check_isbn10(&text)) * 10 + n
        }
    }
    kruskal {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        struct Edge {
            weight: u32,
            from: usize,
            to: usize,
        }

        struct DisjointSets<const N: usize> {
            parent: [usize; N],
            size: [usize; N],
            count: usize,
        }

        impl<const N: usize> DisjointSets<N> {
            fn new() -> Self {
                let mut parent = [0; N];
                for (i, p) in parent.iter_mut().enumerate() {
                    *p = i;
                }
                Self { parent, size: [1; N], count: N }
            }

            fn find(&mut self, mut x: usize) -> usize {
                while self.parent[x] != x {
                    self.parent[x] = self.parent[self.parent[x]];
                    x = self.parent[x];
                }
                x
            }

            fn union(&mut self, a: usize, b: usize) -> bool {
                let (mut a, mut b) = (self.find(a), self.find(b));
                if a == b {
                    return false;
                }
                if self.size[a] < self.size[b] {
                    std::mem::swap(&mut a, &mut b);
                }
                self.parent[b] = a;
                self.size[a] += self.size[b];
                self.count -= 1;
                true
            }
        }

        struct Lcg(u32);

        impl Lcg {
            fn next(&mut self) -> u32 {
                self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                self.0 >> 16
            }

            fn below(&mut self, n: u32) -> u32 {
                self.next() % n
            }
        }

        fn minimum_spanning_tree<const N: usize>(edges: &mut [Edge]) -> (u32, usize) {
            edges.sort_unstable();
            let mut sets = DisjointSets::<N>::new();
            let total = edges.iter().filter(|e| sets.union(e.from, e.to)).map(|e| e.weight).sum();
            (total, sets.count)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut rng = Lcg(a as u32 ^ b << 5);
            let mut edges = [Edge { weight: 0, from: 0, to: 0 }; 18];
            for edge in &mut edges {
                edge.weight = 1 + rng.below(50);
                edge.from = rng.below(10) as usize;
                edge.to = rng.below(10) as usize;
            }
            let (total, parts) = minimum_spanning_tree::<10>(&mut edges);
            let last = edges[edges.len() - 1];
            total as i64 * 1000 + parts as i64 * 100 + last.weight as i64 + (edges[0] < last) as i64
        }
    }
    life_bits {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Board(u64);

        impl Board {
            const SIZE: i32 = 8;

            fn from_rows(rows: [u8; 8]) -> Self {
                Board(u64::from_be_bytes(rows))
            }

            fn get(self, x: i32, y: i32) -> bool {
                let x = x.rem_euclid(Self::SIZE);
                let y = y.rem_euclid(Self::SIZE);
                self.0 >> (y * Self::SIZE + x) & 1 == 1
            }

            fn set(&mut self, x: i32, y: i32, alive: bool) {
                let mask = 1u64 << (y * Self::SIZE + x);
                if alive {
                    self.0 |= mask;
                } else {
                    self.0 &= !mask;
                }
            }

            fn neighbours(self, x: i32, y: i32) -> usize {
                (-1..=1)
                    .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
                    .filter(|&d| d != (0, 0))
                    .filter(|&(dx, dy)| self.get(x + dx, y + dy))
                    .count()
            }

            fn step(self) -> Board {
                let mut next = Board::default();
                for y in 0..Self::SIZE {
                    for x in 0..Self::SIZE {
                        let alive = match (self.get(x, y), self.neighbours(x, y)) {
                            (true, 2) | (_, 3) => true,
                            _ => false,
                        };
                        next.set(x, y, alive);
                    }
                }
                next
            }

            fn population(self) -> u32 {
                self.0.count_ones()
            }
        }

        fn period(start: Board, limit: u32) -> Option<(u32, u32)> {
            let mut tortoise = start.step();
            let mut hare = start.step().step();
            let mut steps = 0;
            while tortoise != hare {
                tortoise = tortoise.step();
                hare = hare.step().step();
                steps += 1;
                if steps > limit {
                    return None;
                }
            }
            let mut length = 1;
            let mut probe = tortoise.step();
            while probe != tortoise {
                probe = probe.step();
                length += 1;
            }
            Some((steps, length))
        }

        fn case(a: i32, b: u32) -> i64 {
            let board = Board::from_rows([a as u8, b as u8, 0b0001_1000, 0x3c, (a >> 3) as u8, 0b11, 0, (b >> 4) as u8]);
            let after = (0..4).fold(board, |board, _| board.step());
            let found = period(board, 40).map_or(-1, |(steps, length)| steps as i64 * 100 + length as i64);
            found * 1000 + after.population() as i64
        }
    }
    mandel {
        use std::ops::{Add, Mul};

        #[derive(Copy, Clone, Debug, PartialEq)]
        struct Complex<T> {
            re: T,
            im: T,
        }

        trait Norm {
            type Output;
            fn norm_sqr(&self) -> Self::Output;
        }

        impl<T: Copy + Add<Output = T> + Mul<Output = T>> Norm for Complex<T> {
            type Output = T;
            fn norm_sqr(&self) -> T {
                self.re * self.re + self.im * self.im
            }
        }

        impl<T: Add<Output = T>> Add for Complex<T> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Complex { re: self.re + rhs.re, im: self.im + rhs.im }
            }
        }

        impl<T> Mul for Complex<T>
        where
            T: Copy + Mul<Output = T> + Add<Output = T> + std::ops::Sub<Output = T>,
        {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                Complex {
                    re: self.re * rhs.re - self.im * rhs.im,
                    im: self.re * rhs.im + self.im * rhs.re,
                }
            }
        }

        fn escape_time(c: Complex<f64>, limit: usize) -> Option<usize> {
            let mut z = Complex { re: 0.0, im: 0.0 };
            for i in 0..limit {
                if z.norm_sqr() > 4.0 {
                    return Some(i);
                }
                z = z * z + c;
            }
            None
        }

        fn pixel_to_point(bounds: (usize, usize), pixel: (usize, usize), upper_left: Complex<f64>, lower_right: Complex<f64>) -> Complex<f64> {
            let (width, height) = (lower_right.re - upper_left.re, upper_left.im - lower_right.im);
            Complex {
                re: upper_left.re + pixel.0 as f64 * width / bounds.0 as f64,
                im: upper_left.im - pixel.1 as f64 * height / bounds.1 as f64,
            }
        }

        fn render(pixels: &mut [u8], bounds: (usize, usize), upper_left: Complex<f64>, lower_right: Complex<f64>) {
            assert!(pixels.len() == bounds.0 * bounds.1);
            for row in 0..bounds.1 {
                for column in 0..bounds.0 {
                    let point = pixel_to_point(bounds, (column, row), upper_left, lower_right);
                    pixels[row * bounds.0 + column] = match escape_time(point, 255) {
                        None => 0,
                        Some(count) => 255 - count as u8,
                    };
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut pixels = [0u8; 12 * 7];
            let shift = a as f64 / 100.0;
            render(&mut pixels, (12, 7), Complex { re: -1.20 + shift, im: 0.35 }, Complex { re: -1.0, im: 0.20 - b as f64 / 2000.0 });
            pixels.iter().fold(17i64, |h, &p| (h * 131 + p as i64) % 998_244_353)
        }
    }
    nfa {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Atom {
            Any,
            Byte(u8),
            Range { low: u8, high: u8 },
        }

        impl Atom {
            fn matches(&self, c: u8) -> bool {
                match *self {
                    Atom::Any => true,
                    Atom::Byte(b) => b == c,
                    Atom::Range { low, high } => (low..=high).contains(&c),
                }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Repeat {
            Once,
            Optional,
            Star,
            Plus,
        }

        type Piece = (Atom, Repeat);

        #[derive(Debug)]
        enum PatternError {
            NothingToRepeat(usize),
            Unclosed,
            TooLong,
        }

        struct Pattern {
            pieces: [Piece; 16],
            len: usize,
        }

        impl Pattern {
            fn parse(mut text: &[u8]) -> Result<Pattern, PatternError> {
                let mut pattern = Pattern { pieces: [(Atom::Any, Repeat::Once); 16], len: 0 };
                let whole = text.len();
                while let [first, rest @ ..] = text {
                    let (atom, rest) = match first {
                        b'*' | b'+' | b'?' => return Err(PatternError::NothingToRepeat(whole - text.len())),
                        b'.' => (Atom::Any, rest),
                        b'[' => match rest {
                            [low, b'-', high, b']', rest @ ..] => (Atom::Range { low: *low, high: *high }, rest),
                            _ => return Err(PatternError::Unclosed),
                        },
                        byte => (Atom::Byte(*byte), rest),
                    };
                    let (repeat, rest) = match rest.split_first() {
                        Some((b'*', rest)) => (Repeat::Star, rest),
                        Some((b'+', rest)) => (Repeat::Plus, rest),
                        Some((b'?', rest)) => (Repeat::Optional, rest),
                        _ => (Repeat::Once, rest),
                    };
                    if pattern.len == pattern.pieces.len() {
                        return Err(PatternError::TooLong);
                    }
                    pattern.pieces[pattern.len] = (atom, repeat);
                    pattern.len += 1;
                    text = rest;
                }
                Ok(pattern)
            }
            fn closure(&self, mut states: u32) -> u32 {
                for (i, (_, repeat)) in self.pieces[..self.len].iter().enumerate() {
                    if states >> i & 1 == 1 && matches!(repeat, Repeat::Star | Repeat::Optional) {
                        states |= 1 << (i + 1);
                    }
                }
                states
            }

            fn is_match(&self, text: &[u8]) -> bool {
                let mut states = self.closure(1);
                for &c in text {
                    let mut next = 0;
                    for i in (0..self.len).filter(|i| states >> i & 1 == 1) {
                        let (atom, repeat) = &self.pieces[i];
                        if atom.matches(c) {
                            next |= 2 << i;
                            if *repeat == Repeat::Star || *repeat == Repeat::Plus {
                                next |= 1 << i;
                            }
                        }
                    }
                    states = self.closure(next);
                    if states == 0 {
                        return false;
                    }
                }
                states >> self.len & 1 == 1
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let texts: [&[u8]; 5] = [b"abc", b"aabbbc", b"a-c", b"", b"xyz7"];
            let patterns: [&[u8]; 6] = [b"a+b*c?", b".*", b"[a-c]+", b"a.c", b"*a", b"[a-"];
            let mut bits = 0i64;
            for pattern in patterns {
                match Pattern::parse(pattern) {
                    Ok(p) => {
                        for text in &texts {
                            bits = bits << 1 | p.is_match(text) as i64;
                        }
                    }
                    Err(PatternError::NothingToRepeat(at)) => bits = bits * 3 + at as i64,
                    Err(PatternError::Unclosed) => bits = bits * 3 + 1,
                    Err(PatternError::TooLong) => bits = bits * 3 + 2,
                }
            }
            let mut own = *b"q+[0-9]?z";
            own[0] = b'a' + (b % 3) as u8;
            let p = Pattern::parse(&own).unwrap();
            let digits = [b'a', b'a', b'0' + a.unsigned_abs() as u8 % 12, b'z'];
            bits * 4 + p.is_match(&digits) as i64 * 2 + p.is_match(b"bbz") as i64
        }
    }
    queens {
        struct Queens<const N: usize> {
            columns: [usize; N],
            row: usize,
            used: u32,
            up: u32,
            down: u32,
        }

        impl<const N: usize> Queens<N> {
            fn new() -> Self {
                Self { columns: [0; N], row: 0, used: 0, up: 0, down: 0 }
            }

            fn masks(row: usize, column: usize) -> (u32, u32, u32) {
                (1 << column, 1 << (row + column), 1 << (row + N - 1 - column))
            }

            fn place(&mut self, column: usize) -> bool {
                let (c, u, d) = Self::masks(self.row, column);
                if self.used & c != 0 || self.up & u != 0 || self.down & d != 0 {
                    return false;
                }
                self.used |= c;
                self.up |= u;
                self.down |= d;
                self.columns[self.row] = column;
                self.row += 1;
                true
            }

            fn take_back(&mut self) -> Option<usize> {
                self.row = self.row.checked_sub(1)?;
                let column = self.columns[self.row];
                let (c, u, d) = Self::masks(self.row, column);
                self.used ^= c;
                self.up ^= u;
                self.down ^= d;
                Some(column)
            }
        }

        impl<const N: usize> Iterator for Queens<N> {
            type Item = [usize; N];

            fn next(&mut self) -> Option<[usize; N]> {
                let mut column = if self.row == N { self.take_back()? + 1 } else { 0 };
                loop {
                    match (column..N).find(|&c| self.place(c)) {
                        Some(_) if self.row == N => return Some(self.columns),
                        Some(_) => column = 0,
                        None => column = self.take_back()? + 1,
                    }
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let all = Queens::<6>::new().count();
            let nth = Queens::<5>::new().nth((b % 10) as usize);
            let first = Queens::<6>::new()
                .filter(|board| board[0] as i32 > a % 4)
                .next()
                .map(|board| board.iter().fold(0i64, |n, &c| n * 10 + c as i64));
            let code = nth.map(|board| board.iter().rev().fold(0, |n, &c| n * 10 + c as i64)).unwrap_or(-1);
            all as i64 + code * 10 + first.unwrap_or_default() * 3
        }
    }
    rational {
        use std::cmp::Ordering;
        use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Ratio {
            num: i64,
            den: i64,
        }

        const fn gcd(a: i64, b: i64) -> i64 {
            if b == 0 { a.abs() } else { a }
        }

        fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
            while b != 0 {
                let t = b;
                b = a % b;
                a = t;
            }
            gcd(a, 0)
        }

        impl Ratio {
            const ZERO: Ratio = Ratio { num: 0, den: 1 };
            const ONE: Ratio = Ratio { num: 1, den: 1 };

            fn new(num: i64, den: i64) -> Self {
                assert!(den != 0, "denominator is zero");
                let g = greatest_common_divisor(num, den);
                let sign = den.signum();
                Ratio { num: sign * num / g, den: sign * den / g }
            }

            fn recip(self) -> Option<Self> {
                (self.num != 0).then(|| Ratio::new(self.den, self.num))
            }

            fn floor(self) -> i64 {
                self.num.div_euclid(self.den)
            }
        }

        impl From<i64> for Ratio {
            fn from(n: i64) -> Self {
                Ratio { num: n, den: 1 }
            }
        }

        impl Add for Ratio {
            type Output = Ratio;
            fn add(self, o: Ratio) -> Ratio {
                Ratio::new(self.num * o.den + o.num * self.den, self.den * o.den)
            }
        }
        impl Neg for Ratio {
            type Output = Ratio;
            fn neg(self) -> Ratio {
                Ratio { num: -self.num, ..self }
            }
        }
        impl Sub for Ratio {
            type Output = Ratio;
            fn sub(self, o: Ratio) -> Ratio {
                self + -o
            }
        }
        impl Mul for Ratio {
            type Output = Ratio;
            fn mul(self, o: Ratio) -> Ratio {
                Ratio::new(self.num * o.num, self.den * o.den)
            }
        }
        impl Div for Ratio {
            type Output = Ratio;
            fn div(self, o: Ratio) -> Ratio {
                self * o.recip().expect("division by zero")
            }
        }
        impl AddAssign for Ratio {
            fn add_assign(&mut self, o: Ratio) {
                *self = *self + o;
            }
        }
        impl PartialOrd for Ratio {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Ord for Ratio {
            fn cmp(&self, other: &Self) -> Ordering {
                (self.num * other.den).cmp(&(other.num * self.den))
            }
        }
        impl std::iter::Sum for Ratio {
            fn sum<I: Iterator<Item = Ratio>>(iter: I) -> Ratio {
                iter.fold(Ratio::ZERO, |a, b| a + b)
            }
        }

        fn continued_fraction(mut x: Ratio) -> [i64; 8] {
            let mut terms = [0; 8];
            for t in terms.iter_mut() {
                *t = x.floor();
                match (x - Ratio::from(*t)).recip() {
                    Some(next) => x = next,
                    None => break,
                }
            }
            terms
        }

        fn case(a: i32, b: u32) -> i64 {
            let x = Ratio::new(a as i64, b as i64 + 1);
            let harmonic: Ratio = (1..=8).map(|n| Ratio::new(1, n)).sum();
            let mut y = x * harmonic - Ratio::ONE;
            y += Ratio::new(1, 3);
            let largest = [x, y, Ratio::ZERO].into_iter().max().unwrap();
            let terms = continued_fraction(y);
            let code = terms.iter().take_while(|t| **t < 1000).fold(0i64, |h, t| (h * 31 + t) % 1_000_003);
            let q = if y < x { y / Ratio::new(2, 7) } else { -y };
            code * 1000 + largest.num % 97 + q.den % 13
        }
    }
    ring {
        use std::ops::{Index, IndexMut};

        #[derive(Clone, Debug)]
        struct RingBuffer<T, const N: usize> {
            data: [T; N],
            head: usize,
            len: usize,
        }

        impl<T: Copy + Default, const N: usize> RingBuffer<T, N> {
            pub const CAPACITY: usize = N;

            pub fn new() -> Self {
                Self { data: [T::default(); N], head: 0, len: 0 }
            }

            pub fn is_full(&self) -> bool {
                self.len == Self::CAPACITY
            }
            pub fn push(&mut self, item: T) -> Option<T> {
                if self.is_full() {
                    let old = std::mem::replace(&mut self.data[self.head], item);
                    self.head = (self.head + 1) % N;
                    Some(old)
                } else {
                    let at = (self.head + self.len) % N;
                    self.data[at] = item;
                    self.len += 1;
                    None
                }
            }

            pub fn pop(&mut self) -> Option<T> {
                if self.len == 0 {
                    None
                } else {
                    let item = self.data[self.head];
                    self.head = (self.head + 1) % N;
                    self.len -= 1;
                    Some(item)
                }
            }

            pub fn iter(&self) -> Iter<'_, T, N> {
                Iter { ring: self, at: 0 }
            }
        }

        impl<T, const N: usize> Index<usize> for RingBuffer<T, N> {
            type Output = T;
            fn index(&self, i: usize) -> &T {
                assert!(i < self.len);
                &self.data[(self.head + i) % N]
            }
        }

        impl<T, const N: usize> IndexMut<usize> for RingBuffer<T, N> {
            fn index_mut(&mut self, i: usize) -> &mut T {
                assert!(i < self.len);
                &mut self.data[(self.head + i) % N]
            }
        }

        struct Iter<'a, T, const N: usize> {
            ring: &'a RingBuffer<T, N>,
            at: usize,
        }

        impl<'a, T: Copy, const N: usize> Iterator for Iter<'a, T, N> {
            type Item = T;
            fn next(&mut self) -> Option<T> {
                if self.at < self.ring.len {
                    let item = self.ring.data[(self.ring.head + self.at) % N];
                    self.at += 1;
                    Some(item)
                } else {
                    None
                }
            }
        }

        struct MovingAverage {
            window: RingBuffer<f64, 4>,
            sum: f64,
        }

        impl MovingAverage {
            fn add(&mut self, x: f64) -> f64 {
                self.sum += x;
                if let Some(old) = self.window.push(x) {
                    self.sum -= old;
                }
                self.sum / self.window.len as f64
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut ring = RingBuffer::<i32, 5>::new();
            let mut lost = 0;
            for i in 0..(b % 12) as i32 {
                lost += ring.push(i * i - a).unwrap_or(0);
            }
            if ring.len > 2 {
                ring[2] += 100;
                ring[0] = ring[1] * 2;
            }
            let popped = ring.pop();
            let sum: i32 = ring.iter().sum();
            let largest = ring.iter().max();
            let odd = ring.iter().filter(|x| x % 2 != 0).count();
            let mut average = MovingAverage { window: RingBuffer::new(), sum: 0.0 };
            let mut last = 0.0;
            for x in ring.iter() {
                last = average.add(x as f64 * 1.5);
            }
            lost as i64 * 100_000 + sum as i64 * 10 + largest.map_or(-7, |x| x as i64) + popped.unwrap_or(-1) as i64 + odd as i64 + (last * 4.0) as i64
        }
    }
    rk4 {
        use std::ops::{Add, Mul};

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Vector<const N: usize>([f64; N]);

        impl<const N: usize> Add for Vector<N> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self::Output {
                let mut out = self;
                for (o, r) in out.0.iter_mut().zip(rhs.0.iter()) {
                    *o += r;
                }
                out
            }
        }

        impl<const N: usize> Mul<Vector<N>> for f64 {
            type Output = Vector<N>;
            fn mul(self, v: Vector<N>) -> Vector<N> {
                Vector(v.0.map(|x| self * x))
            }
        }

        trait System<const N: usize> {
            fn derivative(&self, t: f64, y: Vector<N>) -> Vector<N>;
        }

        struct Oscillator {
            omega: f64,
            damping: f64,
        }

        impl System<2> for Oscillator {
            fn derivative(&self, _t: f64, y: Vector<2>) -> Vector<2> {
                let Vector([x, v]) = y;
                Vector([v, -self.omega * self.omega * x - self.damping * v])
            }
        }

        struct LotkaVolterra {
            alpha: f64,
            beta: f64,
            gamma: f64,
            delta: f64,
        }

        impl System<2> for LotkaVolterra {
            fn derivative(&self, _: f64, Vector([prey, predator]): Vector<2>) -> Vector<2> {
                Vector([
                    self.alpha * prey - self.beta * prey * predator,
                    self.delta * prey * predator - self.gamma * predator,
                ])
            }
        }

        struct Decay(f64);

        impl System<1> for Decay {
            fn derivative(&self, t: f64, y: Vector<1>) -> Vector<1> {
                Vector([-self.0 * y.0[0] + t])
            }
        }

        fn rk4_step<S: System<N>, const N: usize>(system: &S, t: f64, y: Vector<N>, h: f64) -> Vector<N> {
            let k1 = system.derivative(t, y);
            let k2 = system.derivative(t + h / 2.0, y + h / 2.0 * k1);
            let k3 = system.derivative(t + h / 2.0, y + h / 2.0 * k2);
            let k4 = system.derivative(t + h, y + h * k3);
            y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        }

        fn integrate<S, const N: usize>(system: S, start: Vector<N>, steps: usize, h: f64) -> Vector<N>
        where
            S: System<N>,
        {
            (0..steps).fold(start, |y, i| rk4_step(&system, i as f64 * h, y, h))
        }

        fn case(a: i32, b: u32) -> i64 {
            let spring = Oscillator { omega: 1.0 + a as f64 / 50.0, damping: 0.05 };
            let Vector([x, v]) = integrate(spring, Vector([1.0, 0.0]), 40, 0.05);
            let rabbits = LotkaVolterra { alpha: 1.1, beta: 0.4, gamma: 0.4, delta: 0.1 };
            let end = integrate(rabbits, Vector([10.0, 1.0 + (b % 50) as f64 / 10.0]), 30, 0.1);
            let decayed = integrate(Decay(0.5), Vector([4.0]), 10, 0.2);
            (x * 1e6) as i64 + (v * 1e6) as i64 * 3 + (end.0[0] * 1e4) as i64 + (end.0[1] * 1e5) as i64 + (decayed.0[0] * 1e7) as i64
        }
    }
    robot {
        #[derive(PartialEq, Eq, Debug, Clone, Copy)]
        pub enum Direction {
            North,
            East,
            South,
            West,
        }

        use Direction::*;

        impl Direction {
            const ALL: [Direction; 4] = [North, East, South, West];

            fn turned(self, by: i32) -> Self {
                Self::ALL[(self as i32 + by).rem_euclid(4) as usize]
            }

            fn delta(self) -> (i32, i32) {
                match self {
                    North => (0, 1),
                    East => (1, 0),
                    South => (0, -1),
                    West => (-1, 0),
                }
            }
        }

        #[derive(Clone, Copy)]
        enum Command {
            Turn(i32),
            Advance { steps: u8 },
            Jump((i32, i32)),
        }

        #[derive(Debug)]
        enum ParseError {
            Unknown(u8),
            MissingNumber,
        }

        impl From<u8> for ParseError {
            fn from(byte: u8) -> Self {
                ParseError::Unknown(byte)
            }
        }

        fn number(bytes: &mut std::slice::Iter<'_, u8>) -> Result<u8, ParseError> {
            match bytes.next() {
                Some(d) if d.is_ascii_digit() => Ok(d - b'0'),
                _ => Err(ParseError::MissingNumber),
            }
        }

        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Robot {
            x: i32,
            y: i32,
            direction: Direction,
        }

        impl Robot {
            pub fn new(x: i32, y: i32, d: Direction) -> Self {
                Robot { x, y, direction: d }
            }

            #[must_use]
            pub fn turn_right(self) -> Self {
                Robot { direction: self.direction.turned(1), ..self }
            }

            fn execute(self, command: Command) -> Self {
                match command {
                    Command::Turn(by) => Self { direction: self.direction.turned(by), ..self },
                    Command::Advance { steps } => {
                        let (dx, dy) = self.direction.delta();
                        Self { x: self.x + dx * i32::from(steps), y: self.y + dy * i32::from(steps), ..self }
                    }
                    Command::Jump((x, y)) => Robot::new(x, y, self.direction).turn_right(),
                }
            }

            pub fn instructions(self, text: &[u8]) -> Result<Self, ParseError> {
                let mut robot = self;
                let mut bytes = text.iter();
                while let Some(&b) = bytes.next() {
                    let command = match b {
                        b'L' => Command::Turn(-1),
                        b'R' => Command::Turn(1),
                        b'U' => Command::Turn(2),
                        b'A' => Command::Advance { steps: number(&mut bytes)? },
                        b'J' => {
                            let x = number(&mut bytes)? as i32;
                            Command::Jump((x, number(&mut bytes)? as i32))
                        }
                        other => Err(other)?,
                    };
                    robot = robot.execute(command);
                }
                Ok(robot)
            }

            pub fn position(&self) -> (i32, i32) {
                (self.x, self.y)
            }

            pub fn direction(&self) -> &Direction {
                &self.direction
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"RA3LA2RRA1LA7UA5J12A9";
            let at = b as usize % text.len();
            text[at] = b"LRUA5x"[a.unsigned_abs() as usize % 6];
            let start = Robot::new(a, -a, Direction::ALL[(b % 4) as usize]);
            match start.instructions(&text) {
                Ok(robot) => {
                    let (x, y) = robot.position();
                    x as i64 * 10_000 + y as i64 * 10 + *robot.direction() as i64
                }
                Err(ParseError::Unknown(byte)) => -1_000_000 - byte as i64,
                Err(ParseError::MissingNumber) => -2_000_000,
            }
        }
    }
    roman {
        const NUMERALS: [(u32, &[u8]); 13] = [
            (1000, b"M"), (900, b"CM"), (500, b"D"), (400, b"CD"), (100, b"C"), (90, b"XC"),
            (50, b"L"), (40, b"XL"), (10, b"X"), (9, b"IX"), (5, b"V"), (4, b"IV"), (1, b"I"),
        ];

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum RomanError {
            UnknownDigit(u8),
            Empty,
        }

        #[derive(Clone, Copy)]
        struct Roman {
            text: [u8; 24],
            len: usize,
        }

        impl From<u32> for Roman {
            fn from(mut n: u32) -> Self {
                let mut roman = Roman { text: [0; 24], len: 0 };
                for &(value, digits) in NUMERALS.iter() {
                    while n >= value {
                        for &d in digits {
                            roman.text[roman.len] = d;
                            roman.len += 1;
                        }
                        n -= value;
                    }
                }
                roman
            }
        }

        impl Roman {
            fn as_bytes(&self) -> &[u8] {
                &self.text[..self.len]
            }
        }

        fn digit(c: u8) -> Result<u32, RomanError> {
            Ok(match c {
                b'I' => 1,
                b'V' => 5,
                b'X' => 10,
                b'L' => 50,
                b'C' => 100,
                b'D' => 500,
                b'M' => 1000,
                other => return Err(RomanError::UnknownDigit(other)),
            })
        }

        fn parse(text: &[u8]) -> Result<u32, RomanError> {
            if text.is_empty() {
                return Err(RomanError::Empty);
            }
            let mut total = 0;
            let mut iter = text.iter().peekable();
            while let Some(&c) = iter.next() {
                let value = digit(c)?;
                match iter.peek() {
                    Some(&&next) if digit(next)? > value => total -= value as i32,
                    _ => total += value as i32,
                }
            }
            Ok(total as u32)
        }

        fn case(a: i32, b: u32) -> i64 {
            let n = (a.unsigned_abs() * 37 + b) % 4000;
            let roman = Roman::from(n);
            let back = match parse(roman.as_bytes()) {
                Ok(v) => v as i64,
                Err(RomanError::Empty) => -1,
                Err(RomanError::UnknownDigit(d)) => -(d as i64),
            };
            let bad = parse(b"XIQ").unwrap_err();
            back * 100 + roman.len as i64 + if bad == RomanError::UnknownDigit(b'Q') { 50 } else { 0 }
        }
    }
    wire {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum WireError {
            Truncated,
            VarintTooLong,
            UnknownWireType(u8),
        }

        type Result<T> = core::result::Result<T, WireError>;

        struct Reader<'a> {
            rest: &'a [u8],
        }

        impl<'a> Reader<'a> {
            fn byte(&mut self) -> Result<u8> {
                let (&first, rest) = self.rest.split_first().ok_or(WireError::Truncated)?;
                self.rest = rest;
                Ok(first)
            }

            fn bytes(&mut self, n: usize) -> Result<&'a [u8]> {
                if n > self.rest.len() {
                    return Err(WireError::Truncated);
                }
                let (head, tail) = self.rest.split_at(n);
                self.rest = tail;
                Ok(head)
            }

            fn varint(&mut self) -> Result<u64> {
                let mut value = 0;
                for shift in (0..64).step_by(7) {
                    let byte = self.byte()?;
                    value |= u64::from(byte & 0x7f) << shift;
                    if byte < 0x80 {
                        return Ok(value);
                    }
                }
                Err(WireError::VarintTooLong)
            }

            fn fixed32(&mut self) -> Result<u32> {
                let bytes = self.bytes(4)?;
                Ok(u32::from_le_bytes(bytes.try_into().unwrap()))
            }
        }

        fn zigzag(n: i64) -> u64 {
            ((n << 1) ^ (n >> 63)) as u64
        }

        fn unzigzag(n: u64) -> i64 {
            (n >> 1) as i64 ^ -((n & 1) as i64)
        }

        struct Writer<const N: usize> {
            buffer: [u8; N],
            len: usize,
        }

        impl<const N: usize> Writer<N> {
            fn put(&mut self, byte: u8) -> &mut Self {
                self.buffer[self.len] = byte;
                self.len += 1;
                self
            }

            fn varint(&mut self, mut value: u64) {
                while value >= 0x80 {
                    self.put(value as u8 | 0x80);
                    value >>= 7;
                }
                self.put(value as u8);
            }

            fn finish(&self) -> &[u8] {
                &self.buffer[..self.len]
            }
        }

        enum Field<'a> {
            Varint(u64),
            Bytes(&'a [u8]),
            Fixed(u32),
        }

        fn field<'a>(reader: &mut Reader<'a>) -> Result<(u32, Field<'a>)> {
            let key = reader.varint()?;
            let value = match (key & 7) as u8 {
                0 => Field::Varint(reader.varint()?),
                2 => {
                    let n = reader.varint()?;
                    Field::Bytes(reader.bytes(n as usize)?)
                }
                5 => Field::Fixed(reader.fixed32()?),
                other => return Err(WireError::UnknownWireType(other)),
            };
            Ok(((key >> 3) as u32, value))
        }

        fn summary(message: &[u8]) -> Result<i64> {
            let mut reader = Reader { rest: message };
            let mut total = 0;
            while !reader.rest.is_empty() {
                let (number, value) = field(&mut reader)?;
                total = total * 7
                    + number as i64
                    + match value {
                        Field::Varint(v) => unzigzag(v),
                        Field::Bytes(bytes) => bytes.iter().map(|&b| b as i64).sum(),
                        Field::Fixed(v) => v as i64,
                    };
            }
            Ok(total)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut writer = Writer::<32> { buffer: [0; 32], len: 0 };
            writer.put(1 << 3).varint(zigzag(a as i64 * 1000));
            writer.put(2 << 3 | 2).put(3).put(b'x').put(b'y').put(b'z');
            writer.put(3 << 3 | 5);
            for byte in b.to_le_bytes() {
                writer.put(byte);
            }
            let message = writer.finish();
            let whole = summary(message).unwrap();
            let cut = match summary(&message[..message.len() - 1 - b as usize % 4]) {
                Ok(v) => v,
                Err(WireError::Truncated) => -1,
                Err(WireError::VarintTooLong) => -2,
                Err(WireError::UnknownWireType(t)) => -10 - t as i64,
            };
            let long = summary(&[0xff; 12]).err() == Some(WireError::VarintTooLong);
            whole * 100 + cut + long as i64
        }
    }
    xor_basis {
        #[derive(Clone, Copy)]
        struct XorBasis {
            rows: [u64; 64],
            rank: u32,
        }

        impl XorBasis {
            fn empty() -> XorBasis {
                XorBasis { rows: [0; 64], rank: 0 }
            }

            fn reduce(&self, mut v: u64) -> u64 {
                while v != 0 {
                    let top = 63 - v.leading_zeros();
                    let row = self.rows[top as usize];
                    if row == 0 {
                        return v;
                    }
                    v ^= row;
                }
                0
            }

            fn insert(&mut self, v: u64) -> bool {
                let rest = self.reduce(v);
                if rest == 0 {
                    return false;
                }
                self.rows[rest.ilog2() as usize] = rest;
                self.rank += 1;
                true
            }

            fn max(&self) -> u64 {
                self.rows.iter().rev().fold(0, |best, &row| best.max(best ^ row))
            }

            fn contains(&self, v: u64) -> bool {
                self.reduce(v) == 0
            }
        }

        impl Extend<u64> for XorBasis {
            fn extend<I: IntoIterator<Item = u64>>(&mut self, iter: I) {
                for v in iter {
                    self.insert(v);
                }
            }
        }
        fn solve<const N: usize>(mut rows: [u32; N], mut b: [bool; N]) -> Option<u32> {
            let mut pivots = [usize::MAX; 32];
            let mut rank = 0;
            for column in 0..32 {
                let bit = 1 << column;
                let Some(found) = (rank..N).find(|&r| rows[r] & bit != 0) else { continue };
                rows.swap(rank, found);
                b.swap(rank, found);
                for r in (0..N).filter(|&r| r != rank) {
                    if rows[r] & bit != 0 {
                        rows[r] ^= rows[rank];
                        b[r] ^= b[rank];
                    }
                }
                pivots[column] = rank;
                rank += 1;
                if rank == N {
                    break;
                }
            }
            if (rank..N).any(|r| b[r]) {
                return None;
            }
            Some(pivots.iter().enumerate().filter(|&(_, &p)| p != usize::MAX && b[p]).map(|(column, _)| 1u32 << column).sum())
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut basis = XorBasis::empty();
            let mut x = a as u64 ^ 0x9e37_79b9_7f4a_7c15;
            basis.extend((0..10).map(|i| {
                x = x.rotate_left(7).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ i;
                x & 0xfff
            }));
            let inside = (0..64).filter(|&v| basis.contains(v)).count();
            let rows = [b, b >> 1 ^ a as u32, 0b1011, a as u32 & 0xff];
            let solution = match solve(rows, [true, a % 2 == 0, false, true]) {
                Some(x) => i64::from(x),
                None => -1,
            };
            basis.max() as i64 * 1000 + basis.rank as i64 + inside as i64 + solution * 7
        }
    }
    automaton {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum State {
            Start,
            Sign,
            Integer,
            Point,
            Fraction,
            Exponent,
            ExponentSign,
            ExponentDigits,
            Error,
        }

        #[derive(Clone, Copy)]
        enum Class {
            Digit,
            Sign,
            Point,
            E,
            Other,
        }

        impl From<u8> for Class {
            fn from(c: u8) -> Class {
                match c {
                    b'0'..=b'9' => Class::Digit,
                    b'+' | b'-' => Class::Sign,
                    b'.' => Class::Point,
                    b'e' | b'E' => Class::E,
                    _ => Class::Other,
                }
            }
        }

        impl State {
            const TABLE: [[State; 5]; 8] = {
                use State::*;
                [
                    [Integer, Sign, Point, Error, Error],
                    [Integer, Error, Point, Error, Error],
                    [Integer, Error, Fraction, Exponent, Error],
                    [Fraction, Error, Error, Error, Error],
                    [Fraction, Error, Error, Exponent, Error],
                    [ExponentDigits, ExponentSign, Error, Error, Error],
                    [ExponentDigits, Error, Error, Error, Error],
                    [ExponentDigits, Error, Error, Error, Error],
                ]
            };

            fn next(self, class: Class) -> State {
                match self {
                    State::Error => State::Error,
                    state => Self::TABLE[state as usize][class as usize],
                }
            }

            fn accepts(self) -> bool {
                matches!(self, State::Integer | State::Fraction | State::ExponentDigits)
            }
        }

        struct Parsed {
            mantissa: i64,
            exponent: i32,
        }

        fn parse(text: &[u8]) -> Option<Parsed> {
            let end = text.iter().map(|&c| Class::from(c)).fold(State::Start, State::next);
            if !end.accepts() {
                return None;
            }
            let split = text.iter().position(|c| matches!(c, b'e' | b'E'));
            let (number, exponent) = match split {
                Some(at) => (&text[..at], &text[at + 1..]),
                None => (text, &text[..0]),
            };
            let mut mantissa = 0i64;
            let mut scale = 0;
            let mut after_point = false;
            for &c in number {
                match c {
                    b'.' => after_point = true,
                    b'-' | b'+' => (),
                    digit => {
                        mantissa = mantissa * 10 + i64::from(digit - b'0');
                        scale -= after_point as i32;
                    }
                }
            }
            if number.first() == Some(&b'-') {
                mantissa = -mantissa;
            }
            let (negative, digits) = match exponent {
                [b'-', rest @ ..] => (true, rest),
                [b'+', rest @ ..] => (false, rest),
                rest => (false, rest),
            };
            let size = digits.iter().fold(0i32, |n, d| n * 10 + (d - b'0') as i32);
            Some(Parsed { mantissa, exponent: scale + if negative { -size } else { size } })
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"-12.75e+3";
            text[b as usize % 9] = b"0.e-5x"[a.unsigned_abs() as usize % 6];
            let mut sum = 0i64;
            for part in [&text[..], &text[1..], &text[..6], &text[b as usize % 4..5]] {
                sum = sum * 7
                    + match parse(part) {
                        Some(Parsed { mantissa, exponent }) => mantissa * 100 + exponent as i64,
                        None => -1,
                    };
            }
            sum
        }
    }
    bfs_maze {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Pos {
            row: usize,
            column: usize,
        }

        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Tile {
            Wall,
            Floor,
            Start,
            Goal,
            Portal(u8),
        }

        impl From<u8> for Tile {
            fn from(byte: u8) -> Self {
                match byte {
                    b'#' => Tile::Wall,
                    b'S' => Tile::Start,
                    b'G' => Tile::Goal,
                    digit if digit.is_ascii_digit() => Tile::Portal(digit - b'0'),
                    _ => Tile::Floor,
                }
            }
        }

        const MAP: [&[u8]; 7] = [
            b"#########",
            b"#S..#..1#",
            b"#.#.#.###",
            b"#.#...#G#",
            b"#.###.#.#",
            b"#..1#...#",
            b"#########",
        ];
        const WIDTH: usize = 9;

        struct Maze {
            tiles: [[Tile; WIDTH]; MAP.len()],
        }

        struct Queue {
            items: [(Pos, u32); 64],
            head: usize,
            tail: usize,
        }

        impl Queue {
            fn push(&mut self, item: (Pos, u32)) {
                self.items[self.tail % 64] = item;
                self.tail += 1;
            }
            fn pop(&mut self) -> Option<(Pos, u32)> {
                (self.head < self.tail).then(|| {
                    self.head += 1;
                    self.items[(self.head - 1) % 64]
                })
            }
        }

        impl Maze {
            fn parse(blocked: Pos) -> Maze {
                let mut tiles = [[Tile::Wall; WIDTH]; MAP.len()];
                for (row, line) in MAP.iter().enumerate() {
                    for (column, &byte) in line.iter().enumerate() {
                        tiles[row][column] = Tile::from(byte);
                    }
                }
                if tiles[blocked.row][blocked.column] == Tile::Floor {
                    tiles[blocked.row][blocked.column] = Tile::Wall;
                }
                Maze { tiles }
            }

            fn find(&self, wanted: Tile, other_than: Option<Pos>) -> Option<Pos> {
                for (row, line) in self.tiles.iter().enumerate() {
                    for (column, &tile) in line.iter().enumerate() {
                        let pos = Pos { row, column };
                        if tile == wanted && Some(pos) != other_than {
                            return Some(pos);
                        }
                    }
                }
                None
            }

            fn get(&self, pos: &Pos) -> Tile {
                self.tiles[pos.row][pos.column]
            }

            fn shortest(&self) -> Option<u32> {
                let start = self.find(Tile::Start, None)?;
                let mut seen = [[false; WIDTH]; MAP.len()];
                seen[start.row][start.column] = true;
                let mut queue = Queue { items: [(Pos::default(), 0); 64], head: 0, tail: 0 };
                queue.push((start, 0));
                while let Some((pos, steps)) = queue.pop() {
                    if self.get(&pos) == Tile::Goal {
                        return Some(steps);
                    }
                    let Pos { row, column } = pos;
                    let around = [
                        Pos { row: row - 1, column },
                        Pos { row: row + 1, column },
                        Pos { column: column - 1, ..pos },
                        Pos { column: column + 1, ..pos },
                    ];
                    let portal = match self.get(&pos) {
                        tile @ Tile::Portal(_) => self.find(tile, Some(pos)),
                        _ => None,
                    };
                    for next in around.into_iter().chain(portal) {
                        let visited = &mut seen[next.row][next.column];
                        if *visited || self.get(&next) == Tile::Wall {
                            continue;
                        }
                        *visited = true;
                        queue.push((next, steps + 1));
                    }
                }
                None
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let blocked = Pos { row: 1 + a.unsigned_abs() as usize % 5, column: 1 + b as usize % 7 };
            let open = Maze::parse(Pos::default()).shortest();
            let maze = Maze::parse(blocked);
            let walls = maze.tiles.iter().flatten().filter(|&&t| t == Tile::Wall).count();
            open.map_or(-1, i64::from) * 10_000 + maze.shortest().map_or(-1, i64::from) * 100 + walls as i64
        }
    }
    brackets {
        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        enum Bracket {
            Round,
            Square,
            Curly,
            Angle,
        }

        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        enum Side {
            Open(Bracket),
            Close(Bracket),
        }

        #[derive(Debug, PartialEq)]
        enum Outcome {
            Balanced,
            Corrupted { at: usize, expected: Option<Bracket>, found: Bracket },
            Incomplete(u64),
        }

        impl Bracket {
            const fn corrupted_score(self) -> u64 {
                match self {
                    Self::Round => 3,
                    Self::Square => 57,
                    Self::Curly => 1197,
                    Self::Angle => 25137,
                }
            }
        }

        fn side(c: u8) -> Option<Side> {
            use Bracket::*;
            use Side::*;
            Some(match c {
                b'(' => Open(Round),
                b')' => Close(Round),
                b'[' => Open(Square),
                b']' => Close(Square),
                b'{' => Open(Curly),
                b'}' => Close(Curly),
                b'<' => Open(Angle),
                b'>' => Close(Angle),
                _ => return None,
            })
        }

        struct ArrayVec<T, const N: usize> {
            data: [T; N],
            len: usize,
        }

        impl<T: Copy, const N: usize> ArrayVec<T, N> {
            fn new(filler: T) -> Self {
                ArrayVec { data: [filler; N], len: 0 }
            }
            fn push(&mut self, value: T) {
                self.data[self.len] = value;
                self.len += 1;
            }
            fn pop(&mut self) -> Option<T> {
                if self.len == 0 {
                    return None;
                }
                self.len -= 1;
                Some(self.data[self.len])
            }
            fn as_slice(&self) -> &[T] {
                &self.data[..self.len]
            }
        }

        fn check(line: &[u8]) -> Outcome {
            let mut open = ArrayVec::<Bracket, 32>::new(Bracket::Round);
            for (at, token) in line.iter().copied().map(side).enumerate() {
                match token {
                    Some(Side::Open(b)) => open.push(b),
                    Some(Side::Close(found)) => match open.pop() {
                        Some(b) if b == found => {}
                        expected => return Outcome::Corrupted { at, expected, found },
                    },
                    None => continue,
                }
            }
            match open.as_slice() {
                [] => Outcome::Balanced,
                rest => Outcome::Incomplete(rest.iter().rev().fold(0, |score, b| score * 5 + *b as u64 + 1)),
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut line = *b"[({(<(())[]>[[{[]{<()<>>";
            let n = line.len();
            line[b as usize % n] = b")]}>(x"[a.unsigned_abs() as usize % 6];
            let value = |outcome: &Outcome| match outcome {
                Outcome::Balanced => 0,
                Outcome::Corrupted { at, expected: None, found } => *at as i64 + found.corrupted_score() as i64,
                Outcome::Corrupted { at, expected: Some(e), found } => {
                    *at as i64 * 1000 + (found.corrupted_score() * 7 + e.corrupted_score()) as i64
                }
                Outcome::Incomplete(score) => *score as i64,
            };
            let end = n - a.unsigned_abs() as usize % 9;
            let outcomes = [check(&line), check(&line[..end]), check(b"{[]}")];
            outcomes.iter().map(value).fold(0, |sum, v| sum * 3 + v)
        }
    }
    fft {
        use std::ops::{Add, Mul, Sub};
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Mod<const P: u32>(u32);

        impl<const P: u32> Mod<P> {
            const ONE: Self = Mod(1);

            fn pow(self, mut e: u32) -> Self {
                let (mut base, mut acc) = (self, Self::ONE);
                while e > 0 {
                    if e % 2 == 1 {
                        acc = acc * base;
                    }
                    base = base * base;
                    e /= 2;
                }
                acc
            }

            fn inverse(self) -> Self {
                self.pow(P - 2)
            }
        }

        impl<const P: u32> From<i64> for Mod<P> {
            fn from(n: i64) -> Self {
                Mod(n.rem_euclid(P as i64) as u32)
            }
        }

        impl<const P: u32> Add for Mod<P> {
            type Output = Self;
            fn add(self, Mod(b): Self) -> Self {
                let sum = self.0 + b;
                Mod(if sum >= P { sum - P } else { sum })
            }
        }

        impl<const P: u32> Sub for Mod<P> {
            type Output = Self;
            fn sub(self, Mod(b): Self) -> Self {
                Mod(if self.0 >= b { self.0 - b } else { self.0 + P - b })
            }
        }

        impl<const P: u32> Mul for Mod<P> {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                Mod((u64::from(self.0) * u64::from(rhs.0) % u64::from(P)) as u32)
            }
        }

        type F = Mod<998_244_353>;
        const GENERATOR: F = Mod(3);

        fn transform<const N: usize>(values: &mut [F; N], invert: bool) {
            let bits = N.trailing_zeros();
            for i in 0..N {
                let j = (i as u32).reverse_bits() as usize >> (32 - bits);
                if i < j {
                    values.swap(i, j);
                }
            }
            let mut len = 2;
            while len <= N {
                let mut root = GENERATOR.pow((998_244_353 - 1) / len as u32);
                if invert {
                    root = root.inverse();
                }
                for block in values.chunks_exact_mut(len) {
                    let (low, high) = block.split_at_mut(len / 2);
                    let mut w = F::ONE;
                    for (a, b) in low.iter_mut().zip(high) {
                        let (u, v) = (*a, *b * w);
                        *a = u + v;
                        *b = u - v;
                        w = w * root;
                    }
                }
                len *= 2;
            }
            if invert {
                let scale = F::from(N as i64).inverse();
                for v in values.iter_mut() {
                    *v = *v * scale;
                }
            }
        }

        fn convolve<const N: usize>(a: &[i64], b: &[i64]) -> [F; N] {
            let mut left = [F::default(); N];
            let mut right = left;
            a.iter().zip(left.iter_mut()).for_each(|(&x, slot)| *slot = x.into());
            for (slot, &x) in right.iter_mut().zip(b) {
                *slot = F::from(x);
            }
            transform(&mut left, false);
            transform(&mut right, false);
            for (l, r) in left.iter_mut().zip(right.iter()) {
                *l = *l * *r;
            }
            transform(&mut left, true);
            left
        }

        fn case(a: i32, b: u32) -> i64 {
            let xs = [1, 2, a as i64, 4];
            let ys = [b as i64, -3, 5, 7, 1];
            let product: [F; 16] = convolve(&xs, &ys);
            let mut naive = [F::default(); 8];
            for (i, x) in xs.iter().enumerate() {
                for (j, y) in ys.iter().enumerate() {
                    naive[i + j] = naive[i + j] + F::from(x * y);
                }
            }
            let same = product.iter().zip(&naive).all(|(p, n)| p == n) && product[8..].iter().all(|p| p.0 == 0);
            product.iter().fold(0i64, |h, p| (h * 101 + p.0 as i64) % 1_000_000_007) * 10 + same as i64
        }
    }
    generic_stats {
        use std::ops::{Add, Div, Mul, Sub};

        trait Scalar: Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
            const ZERO: Self;
            fn from_count(n: usize) -> Self;
            fn to_f64(self) -> f64;
        }

        impl Scalar for f64 {
            const ZERO: Self = 0.0;
            fn from_count(n: usize) -> f64 {
                n as f64
            }
            fn to_f64(self) -> f64 {
                self
            }
        }

        impl Scalar for i64 {
            const ZERO: Self = 0;
            fn from_count(n: usize) -> i64 {
                n as i64
            }
            fn to_f64(self) -> f64 {
                self as f64
            }
        }

        fn mean<T: Scalar>(xs: &[T]) -> Option<T> {
            if xs.is_empty() {
                return None;
            }
            let total = xs.iter().fold(T::ZERO, |sum, &x| sum + x);
            Some(total / T::from_count(xs.len()))
        }

        fn variance<T: Scalar>(xs: &[T]) -> Option<f64> {
            let mean = mean(xs)?.to_f64();
            let squares = xs.iter().map(|x| (x.to_f64() - mean).powi(2)).sum::<f64>();
            Some(squares / xs.len() as f64)
        }

        fn median<T, const N: usize>(mut xs: [T; N]) -> T
        where
            T: Scalar,
        {
            xs.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
            if N % 2 == 1 { xs[N / 2] } else { (xs[N / 2 - 1] + xs[N / 2]) / T::from_count(2) }
        }

        fn mode<T: PartialEq + Copy>(xs: &[T]) -> Option<(T, usize)> {
            xs.iter()
                .map(|x| (*x, xs.iter().filter(|y| *y == x).count()))
                .reduce(|best, candidate| if candidate.1 > best.1 { candidate } else { best })
        }

        struct Regression {
            slope: f64,
            intercept: f64,
        }

        impl Regression {
            fn fit(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Self> {
                let n = points.clone().count() as f64;
                let (sx, sy) = points.clone().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
                let (mx, my) = (sx / n, sy / n);
                let cov: f64 = points.clone().map(|(x, y)| (x - mx) * (y - my)).sum();
                let var: f64 = points.map(|(x, _)| (x - mx).powi(2)).sum();
                if var == 0.0 {
                    None
                } else {
                    let slope = cov / var;
                    Some(Regression { slope, intercept: my - slope * mx })
                }
            }

            fn predict(&self, x: f64) -> f64 {
                self.slope.mul_add(x, self.intercept)
            }
        }

        fn histogram<const BINS: usize>(xs: &[f64], low: f64, high: f64) -> [u32; BINS] {
            let mut bins = [0; BINS];
            let width = (high - low) / BINS as f64;
            for x in xs {
                let bin = ((x - low) / width).floor();
                if bin >= 0.0 && bin < BINS as f64 {
                    bins[bin as usize] += 1;
                }
            }
            bins
        }

        fn case(a: i32, b: u32) -> i64 {
            let ints: [i64; 9] = std::array::from_fn(|i| (a as i64 * i as i64 + b as i64 * 3) % 17);
            let floats = ints.map(|n| n as f64 / 4.0);
            let line = Regression::fit(floats.iter().enumerate().map(|(i, &y)| (i as f64, y)));
            let predicted = line.map_or(0.0, |l| l.predict(10.0));
            let bins: [u32; 6] = histogram(&floats, -4.0, 4.0);
            let packed = bins.iter().fold(0i64, |n, &b| n * 10 + b as i64);
            let (value, count) = mode(&ints).unwrap();
            mean(&ints).unwrap_or(-1) * 1_000_000_000
                + (variance(&floats).unwrap() * 1000.0) as i64
                + median(ints) * 100_000
                + (median(floats) * 4.0) as i64
                + packed
                + value * 7
                + count as i64
                + (predicted * 100.0) as i64
        }
    }
    json {

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum JsonError {
            UnexpectedEnd,
            Unexpected { byte: u8, at: usize },
            TooDeep,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Event<'a> {
            Null,
            Bool(bool),
            Number(i64),
            Text(&'a [u8]),
            Begin(Kind),
            End(Kind),
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Kind {
            Array,
            Object,
        }

        struct Parser<'a> {
            text: &'a [u8],
            at: usize,
            open: [Kind; 8],
            depth: usize,
        }

        impl<'a> Parser<'a> {
            fn new(text: &'a [u8]) -> Parser<'a> {
                Parser { text, at: 0, open: [Kind::Array; 8], depth: 0 }
            }

            fn peek(&self) -> Option<u8> {
                self.text.get(self.at).copied()
            }

            fn bump(&mut self) -> Result<u8, JsonError> {
                let byte = self.peek().ok_or(JsonError::UnexpectedEnd)?;
                self.at += 1;
                Ok(byte)
            }

            fn expect(&mut self, word: &[u8]) -> Result<(), JsonError> {
                for &wanted in word {
                    let at = self.at;
                    match self.bump()? {
                        byte if byte == wanted => {}
                        byte => return Err(JsonError::Unexpected { byte, at }),
                    }
                }
                Ok(())
            }

            fn skip(&mut self) {
                while let Some(b' ' | b'\n' | b',' | b':') = self.peek() {
                    self.at += 1;
                }
            }

            fn begin(&mut self, kind: Kind) -> Result<Event<'a>, JsonError> {
                if self.depth == self.open.len() {
                    return Err(JsonError::TooDeep);
                }
                self.open[self.depth] = kind;
                self.depth += 1;
                Ok(Event::Begin(kind))
            }

            fn end(&mut self, kind: Kind, byte: u8) -> Result<Event<'a>, JsonError> {
                match self.depth.checked_sub(1) {
                    Some(depth) if self.open[depth] == kind => {
                        self.depth = depth;
                        Ok(Event::End(kind))
                    }
                    _ => Err(JsonError::Unexpected { byte, at: self.at - 1 }),
                }
            }

            fn number(&mut self, first: u8) -> i64 {
                let (sign, mut n) = if first == b'-' { (-1, 0) } else { (1, i64::from(first - b'0')) };
                while let Some(d) = self.peek().filter(u8::is_ascii_digit) {
                    n = n * 10 + i64::from(d - b'0');
                    self.at += 1;
                }
                sign * n
            }

            fn event(&mut self) -> Result<Option<Event<'a>>, JsonError> {
                self.skip();
                if self.peek().is_none() {
                    return if self.depth == 0 { Ok(None) } else { Err(JsonError::UnexpectedEnd) };
                }
                let at = self.at;
                let event = match self.bump()? {
                    b'n' => self.expect(b"ull").map(|()| Event::Null)?,
                    b't' => self.expect(b"rue").map(|_| Event::Bool(true))?,
                    b'f' => {
                        self.expect(b"alse")?;
                        Event::Bool(false)
                    }
                    first @ (b'-' | b'0'..=b'9') => Event::Number(self.number(first)),
                    b'"' => {
                        let start = self.at;
                        while self.bump()? != b'"' {}
                        Event::Text(&self.text[start..self.at - 1])
                    }
                    b'[' => self.begin(Kind::Array)?,
                    b'{' => self.begin(Kind::Object)?,
                    byte @ b']' => self.end(Kind::Array, byte)?,
                    byte @ b'}' => self.end(Kind::Object, byte)?,
                    byte => return Err(JsonError::Unexpected { byte, at }),
                };
                Ok(Some(event))
            }
        }

        fn summary(text: &[u8]) -> Result<(i64, usize), JsonError> {
            let mut parser = Parser::new(text);
            let (mut sum, mut deepest) = (0, 0);
            while let Some(event) = parser.event()? {
                match event {
                    Event::Number(n) => sum += n,
                    Event::Text(b"double") => sum *= 2,
                    Event::Text(text) => sum += text.len() as i64,
                    Event::Bool(true) => sum += 1000,
                    Event::Begin(_) => deepest = deepest.max(parser.depth),
                    Event::Null | Event::Bool(false) | Event::End(_) => {}
                }
            }
            Ok((sum, deepest))
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut text = *br#"{"a": [1, -22, {"double": true}], "b": null, "cd": [[3]]}"#;
            let n = text.len();
            text[(b as usize * 7) % n] = b"0]} \"1"[a.unsigned_abs() as usize % 6];
            let code = |r: Result<(i64, usize), JsonError>| match r {
                Ok((sum, depth)) => sum * 10 + depth as i64,
                Err(JsonError::UnexpectedEnd) => -1,
                Err(JsonError::TooDeep) => -2,
                Err(JsonError::Unexpected { byte, at }) => -(byte as i64) * 1000 - at as i64,
            };
            code(summary(&text)) * 1000 + code(summary(b"[[[[[[[[[1]]]]]]]]]")) + code(summary(&text[..n - 3]))
        }
    }
    knuth {
        fn prefix_function<const N: usize>(text: &[u8; N]) -> [usize; N] {
            let mut pi = [0; N];
            for i in 1..N {
                let mut k = pi[i - 1];
                while k > 0 && text[i] != text[k] {
                    k = pi[k - 1];
                }
                if text[i] == text[k] {
                    k += 1;
                }
                pi[i] = k;
            }
            pi
        }

        fn z_function(text: &[u8], z: &mut [usize]) {
            let n = text.len();
            let (mut left, mut right) = (0usize, 0usize);
            for i in 1..n {
                if i < right {
                    z[i] = (right - i).min(z[i - left]);
                }
                while i + z[i] < n && text[z[i]] == text[i + z[i]] {
                    z[i] += 1;
                }
                if i + z[i] > right {
                    (left, right) = (i, i + z[i]);
                }
            }
        }

        fn longest_palindrome(text: &[u8]) -> &[u8] {
            let expand = |mut l: i32, mut r: i32| {
                while l >= 0 && (r as usize) < text.len() && text[l as usize] == text[r as usize] {
                    l -= 1;
                    r += 1;
                }
                ((l + 1) as usize, r as usize)
            };
            let mut best = 0..0;
            for i in 0..text.len() as i32 {
                for (from, to) in [expand(i, i), expand(i, i + 1)] {
                    if to - from > best.len() {
                        best = from..to;
                    }
                }
            }
            &text[best]
        }

        fn smallest_rotation(text: &[u8]) -> usize {
            let n = text.len();
            let at = |i: usize| text[i % n];
            let (mut i, mut j, mut k) = (0, 1, 0);
            while i < n && j < n && k < n {
                match at(i + k).cmp(&at(j + k)) {
                    std::cmp::Ordering::Equal => k += 1,
                    std::cmp::Ordering::Greater => {
                        i += k + 1;
                        if i == j {
                            i += 1;
                        }
                        k = 0;
                    }
                    std::cmp::Ordering::Less => {
                        j += k + 1;
                        if i == j {
                            j += 1;
                        }
                        k = 0;
                    }
                }
            }
            i.min(j)
        }

        fn run_lengths<'a>(text: &'a [u8]) -> impl Iterator<Item = (u8, usize)> + 'a {
            text.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"abacabadabacabaxyyx";
            let n = text.len();
            text[a.unsigned_abs() as usize % n] = b'a' + (b % 4) as u8;
            let pi = prefix_function(&text);
            let mut z = [0; 19];
            z_function(&text, &mut z);
            let palindrome = longest_palindrome(&text);
            let start = smallest_rotation(&text[b as usize % 5..]);
            let runs = run_lengths(&text).filter(|&(_, n)| n > 1).map(|(c, n)| c as usize * n).sum::<usize>();
            pi.iter().sum::<usize>() as i64 * 1_000_000
                + z.iter().map(|&v| v as i64).sum::<i64>() * 10_000
                + palindrome.len() as i64 * 100
                + start as i64
                + (runs % 89) as i64
                + palindrome.first().map_or(0, |&c| c as i64)
        }
    }
    poker {
        use std::cmp::{Ordering, Reverse};

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        enum Category {
            HighCard,
            Pair,
            TwoPairs,
            ThreeOfAKind,
            Straight,
            Flush,
            FullHouse,
            FourOfAKind,
            StraightFlush,
        }

        #[derive(Clone, Copy, PartialEq, Eq)]
        struct Card {
            rank: u8,
            suit: u8,
        }

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        struct Score {
            category: Category,
            kickers: [u8; 5],
        }

        impl TryFrom<[u8; 2]> for Card {
            type Error = &'static str;

            fn try_from([rank, suit]: [u8; 2]) -> Result<Card, Self::Error> {
                let rank = match rank {
                    b'2'..=b'9' => rank - b'0',
                    b'T' => 10,
                    b'J' => 11,
                    b'Q' => 12,
                    b'K' => 13,
                    b'A' => 14,
                    _ => return Err("no such rank"),
                };
                if !b"CDHS".contains(&suit) {
                    return Err("no such suit");
                }
                Ok(Card { rank, suit })
            }
        }

        fn score(mut hand: [Card; 5]) -> Score {
            let count = |rank: u8| hand.iter().filter(|c| c.rank == rank).count();
            let mut counts = [(0usize, 0u8); 5];
            for (slot, card) in counts.iter_mut().zip(&hand) {
                *slot = (count(card.rank), card.rank);
            }
            counts.sort_by_key(|&key| Reverse(key));
            hand.sort_by(|a, b| b.rank.cmp(&a.rank));
            let flush = hand.windows(2).all(|pair| pair[0].suit == pair[1].suit);
            let wheel = hand.map(|c| c.rank) == [14, 5, 4, 3, 2];
            let straight = wheel || hand.windows(2).all(|pair| pair[0].rank == pair[1].rank + 1);
            let category = match (counts[0].0, counts[counts[0].0.min(4)].0) {
                _ if straight && flush => Category::StraightFlush,
                (4, _) => Category::FourOfAKind,
                (3, 2) => Category::FullHouse,
                _ if flush => Category::Flush,
                _ if straight => Category::Straight,
                (3, _) => Category::ThreeOfAKind,
                (2, 2) => Category::TwoPairs,
                (2, _) => Category::Pair,
                _ => Category::HighCard,
            };
            let kickers = if wheel { [5, 4, 3, 2, 1] } else { counts.map(|(_, rank)| rank) };
            Score { category, kickers }
        }

        fn parse(text: &[u8]) -> Result<[Card; 5], &'static str> {
            let mut hand = [Card { rank: 0, suit: 0 }; 5];
            let mut cards = text.split(|&c| c == b' ');
            for slot in hand.iter_mut() {
                let card = cards.next().ok_or("too few cards")?;
                *slot = match card {
                    [rank, suit] => Card::try_from([*rank, *suit])?,
                    _ => return Err("a card has two letters"),
                };
            }
            if cards.next().is_some() { Err("too many cards") } else { Ok(hand) }
        }

        fn case(a: i32, b: u32) -> i64 {
            let hands: [&[u8]; 8] = [
                b"2H 3D 5S 9C KD", b"2C 2H 4S 4C AH", b"3H 3D 3S 9C 9D", b"AH 2D 3S 4C 5D",
                b"TH JH QH KH AH", b"7H 7D 7S 7C KD", b"2D 9D 5D KD 3D", b"1D 9D",
            ];
            let pick = |n: u32| hands[n as usize % hands.len()];
            let (left, right) = (parse(pick(a.unsigned_abs())).map(score), parse(pick(b)).map(score));
            let order = match (left, right) {
                (Ok(l), Ok(r)) => match l.cmp(&r) {
                    Ordering::Less => 1,
                    Ordering::Equal => 2,
                    Ordering::Greater => 3,
                },
                (Err(_), Err(_)) => 4,
                (Err(message), _) | (_, Err(message)) => 100 + message.len() as i64,
            };
            let best = hands.iter().filter_map(|h| parse(h).ok()).map(score).max().map_or(0, |s| s.category as i64);
            let code = left.map_or(0, |s| s.kickers.iter().fold(s.category as i64, |n, &k| n * 15 + k as i64));
            code * 10_000 + best * 1000 + order
        }
    }
    ray {
        use std::ops::{Add, Div, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        struct Vec3(f64, f64, f64);

        impl Vec3 {
            const ZERO: Vec3 = Vec3(0.0, 0.0, 0.0);

            fn dot(self, Vec3(x, y, z): Vec3) -> f64 {
                self.0 * x + self.1 * y + self.2 * z
            }

            fn norm(self) -> f64 {
                self.dot(self).sqrt()
            }

            fn unit(self) -> Vec3 {
                self / self.norm()
            }

            fn reflect(self, normal: Vec3) -> Vec3 {
                self - normal * (2.0 * self.dot(normal))
            }
        }

        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, rhs: Vec3) -> Vec3 {
                Vec3(self.0 + rhs.0, self.1 + rhs.1, self.2 + rhs.2)
            }
        }
        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, rhs: Vec3) -> Vec3 {
                self + -rhs
            }
        }
        impl Neg for Vec3 {
            type Output = Vec3;
            fn neg(self) -> Vec3 {
                Vec3(-self.0, -self.1, -self.2)
            }
        }
        impl Mul<f64> for Vec3 {
            type Output = Vec3;
            fn mul(self, k: f64) -> Vec3 {
                Vec3(self.0 * k, self.1 * k, self.2 * k)
            }
        }
        impl Div<f64> for Vec3 {
            type Output = Vec3;
            fn div(self, k: f64) -> Vec3 {
                self * (1.0 / k)
            }
        }
        impl std::iter::Sum for Vec3 {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Self::ZERO, Add::add)
            }
        }

        #[derive(Clone, Copy)]
        struct Ray {
            origin: Vec3,
            direction: Vec3,
        }

        impl Ray {
            fn at(&self, t: f64) -> Vec3 {
                self.origin + self.direction * t
            }
        }

        #[derive(Clone, Copy)]
        struct Hit {
            t: f64,
            normal: Vec3,
            reflectivity: f64,
        }

        #[derive(Clone, Copy)]
        enum Shape {
            Sphere { centre: Vec3, radius: f64 },
            Plane { normal: Vec3, offset: f64 },
        }

        trait Hittable {
            fn hit(&self, ray: &Ray) -> Option<Hit>;
        }

        impl Hittable for Shape {
            fn hit(&self, ray: &Ray) -> Option<Hit> {
                match *self {
                    Shape::Sphere { centre, radius } => {
                        let oc = ray.origin - centre;
                        let b = oc.dot(ray.direction);
                        let disc = b * b - (oc.dot(oc) - radius * radius);
                        if disc < 0.0 {
                            return None;
                        }
                        let root = disc.sqrt();
                        let t = [-b - root, -b + root].into_iter().find(|&t| t > 1e-6)?;
                        Some(Hit { t, normal: (ray.at(t) - centre).unit(), reflectivity: 0.5 })
                    }
                    Shape::Plane { normal, offset } => {
                        let slope = ray.direction.dot(normal);
                        let t = (offset - ray.origin.dot(normal)) / slope;
                        (slope.abs() > 1e-9 && t > 1e-6).then_some(Hit { t, normal, reflectivity: 0.2 })
                    }
                }
            }
        }

        struct Scene<const N: usize> {
            shapes: [Shape; N],
        }

        impl<const N: usize> Hittable for Scene<N> {
            fn hit(&self, ray: &Ray) -> Option<Hit> {
                self.shapes.iter().filter_map(|shape| shape.hit(ray)).min_by(|a, b| a.t.total_cmp(&b.t))
            }
        }

        fn trace(scene: &impl Hittable, mut ray: Ray) -> f64 {
            let light = Vec3(1.0, 2.0, -1.0).unit();
            let (mut brightness, mut weight) = (0.0, 1.0);
            for _bounce in 0..4 {
                let Some(Hit { t, normal, reflectivity }) = scene.hit(&ray) else {
                    brightness += weight * 0.1;
                    break;
                };
                let point = ray.at(t);
                let lit = scene.hit(&Ray { origin: point, direction: light }).is_none();
                let diffuse = if lit { normal.dot(light).max(0.0) } else { 0.0 };
                brightness += weight * (1.0 - reflectivity) * diffuse;
                weight *= reflectivity;
                ray = Ray { origin: point, direction: ray.direction.reflect(normal) };
            }
            brightness
        }

        fn case(a: i32, b: u32) -> i64 {
            let scene = Scene {
                shapes: [
                    Shape::Sphere { centre: Vec3(0.0, 1.0, 5.0 + a as f64 / 10.0), radius: 1.5 },
                    Shape::Plane { normal: Vec3(0.0, 1.0, 0.0), offset: -1.0 },
                    Shape::Sphere { centre: Vec3(-1.0, 0.0, 3.0), radius: 0.5 + f64::from(b % 3) / 4.0 },
                ],
            };
            let mut total = 0.0;
            for y in 0..4 {
                for x in 0..4 {
                    let direction = Vec3(x as f64 / 2.0 - 1.0, 1.0 - y as f64 / 2.0, 2.0).unit();
                    total += trace(&scene, Ray { origin: Vec3::default(), direction }) * (x * 4 + y + 1) as f64;
                }
            }
            let centre: Vec3 = scene.shapes.iter().map(|s| if let Shape::Sphere { centre, .. } = s { *centre } else { Vec3::ZERO }).sum();
            (total * 1e6).round() as i64 + (centre.norm() * 100.0) as i64
        }
    }
    sandpile {
        use std::ops::{Add, AddAssign, Index, IndexMut};

        const SIZE: usize = 7;

        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Pile {
            grains: [[u8; SIZE]; SIZE],
        }

        impl Default for Pile {
            fn default() -> Self {
                Pile { grains: [[0; SIZE]; SIZE] }
            }
        }

        impl Index<(usize, usize)> for Pile {
            type Output = u8;
            fn index(&self, (x, y): (usize, usize)) -> &u8 {
                &self.grains[y][x]
            }
        }

        impl IndexMut<(usize, usize)> for Pile {
            fn index_mut(&mut self, (x, y): (usize, usize)) -> &mut u8 {
                &mut self.grains[y][x]
            }
        }

        fn neighbours(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
            [(0i32, 1i32), (1, 0), (0, -1), (-1, 0)]
                .into_iter()
                .map(move |(dx, dy)| (x as i32 + dx, y as i32 + dy))
                .filter(|(x, y)| (0..SIZE as i32).contains(x) && (0..SIZE as i32).contains(y))
                .map(|(x, y)| (x as usize, y as usize))
        }

        impl Pile {
            fn unstable(&self) -> Option<(usize, usize)> {
                (0..SIZE * SIZE).map(|i| (i % SIZE, i / SIZE)).find(|&p| self[p] >= 4)
            }

            fn topple(&mut self) -> u32 {
                let mut count = 0;
                while let Some((x, y)) = self.unstable() {
                    self[(x, y)] -= 4;
                    for p in neighbours(x, y) {
                        self[p] += 1;
                    }
                    count += 1;
                }
                count
            }

            fn total(&self) -> u32 {
                self.grains.iter().flat_map(|row| row.iter()).map(|&g| u32::from(g)).sum()
            }
        }

        impl AddAssign for Pile {
            fn add_assign(&mut self, rhs: Pile) {
                for (row, other) in self.grains.iter_mut().zip(&rhs.grains) {
                    for (a, b) in row.iter_mut().zip(other) {
                        *a += *b;
                    }
                }
                self.topple();
            }
        }

        impl Add for Pile {
            type Output = Pile;
            fn add(mut self, rhs: Pile) -> Pile {
                self += rhs;
                self
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut first = Pile::default();
            first[(3, 3)] = 20 + (b % 60) as u8;
            let topples = first.topple();
            let mut second = Pile::default();
            second[(a.unsigned_abs() as usize % SIZE, 2)] = 17;
            second.topple();
            let sum = first + second;
            let twice = sum + sum;
            let code = twice.grains[3].iter().fold(0, |n, &g| n * 4 + g as i64);
            topples as i64 * 1_000_000 + code * 100 + sum.total() as i64 % 100 + (first == second) as i64
        }
    }
    sha1 {
        struct Sha1 {
            state: [u32; 5],
            buffer: [u8; 64],
            length: u64,
        }

        impl Sha1 {
            const INIT: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

            fn new() -> Self {
                Sha1 { state: Self::INIT, buffer: [0; 64], length: 0 }
            }

            fn update(&mut self, data: &[u8]) {
                for &byte in data {
                    self.buffer[(self.length % 64) as usize] = byte;
                    self.length += 1;
                    if self.length % 64 == 0 {
                        self.compress();
                    }
                }
            }

            fn compress(&mut self) {
                let mut w = [0u32; 80];
                for (word, bytes) in w.iter_mut().zip(self.buffer.chunks_exact(4)) {
                    *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                }
                for i in 16..80 {
                    w[i] = (w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16]).rotate_left(1);
                }
                let [mut a, mut b, mut c, mut d, mut e] = self.state;
                for (i, &word) in w.iter().enumerate() {
                    let (f, k) = match i / 20 {
                        0 => (b & c | !b & d, 0x5a82_7999),
                        1 => (b ^ c ^ d, 0x6ed9_eba1),
                        2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
                        _ => (b ^ c ^ d, 0xca62_c1d6u32),
                    };
                    let t = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(k).wrapping_add(word);
                    (e, d, c, b, a) = (d, c, b.rotate_left(30), a, t);
                }
                for (s, v) in self.state.iter_mut().zip([a, b, c, d, e]) {
                    *s = s.wrapping_add(v);
                }
            }

            fn finish(mut self) -> [u8; 20] {
                let bits = self.length * 8;
                self.update(&[0x80]);
                while self.length % 64 != 56 {
                    self.update(&[0]);
                }
                self.update(&bits.to_be_bytes());
                let mut digest = [0; 20];
                for (out, word) in digest.chunks_exact_mut(4).zip(&self.state) {
                    out.copy_from_slice(&word.to_be_bytes());
                }
                digest
            }
        }

        fn hmac(key: &[u8], message: &[u8]) -> [u8; 20] {
            let mut block = [0u8; 64];
            block[..key.len()].copy_from_slice(key);
            let mut inner = Sha1::new();
            inner.update(&block.map(|b| b ^ 0x36));
            inner.update(message);
            let mut outer = Sha1::new();
            outer.update(&block.map(|b| b ^ 0x5c));
            outer.update(&inner.finish());
            outer.finish()
        }
        fn hotp(key: &[u8], counter: u64, digits: u32) -> u32 {
            let mac = hmac(key, &counter.to_be_bytes());
            let offset = usize::from(mac[19] & 0xf);
            let word = u32::from_be_bytes(mac[offset..offset + 4].try_into().unwrap());
            (word & 0x7fff_ffff) % 10u32.pow(digits)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut hash = Sha1::new();
            hash.update(b"abc");
            let abc = hash.finish();
            assert_eq!(abc[..4], [0xa9, 0x99, 0x3e, 0x36]);
            let mut long = Sha1::new();
            for i in 0..b % 40 {
                long.update(&(a as u32 ^ i).to_le_bytes());
            }
            let digest = long.finish();
            let sum: i64 = digest.iter().enumerate().map(|(i, &d)| (i as i64 + 1) * d as i64).sum();
            hotp(b"12345678901234567890", u64::from(b % 10), 6) as i64 * 100_000 + sum
        }
    }
    spiral {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Matrix<const R: usize, const C: usize>([[i32; C]; R]);

        struct Spiral {
            top: usize,
            bottom: usize,
            left: usize,
            right: usize,
        }

        impl<const R: usize, const C: usize> Matrix<R, C> {
            fn transpose(&self) -> Matrix<C, R> {
                let mut out = [[0; R]; C];
                for (r, row) in self.0.iter().enumerate() {
                    for (c, value) in row.iter().enumerate() {
                        out[c][r] = *value;
                    }
                }
                Matrix(out)
            }

            fn saddle_points(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
                (0..R).flat_map(move |r| (0..C).map(move |c| (r, c))).filter(move |&(r, c)| {
                    let value = self.0[r][c];
                    self.0[r].iter().all(|&x| x <= value) && self.0.iter().all(|row| row[c] >= value)
                })
            }

            fn spiral(&self, mut visit: impl FnMut(i32)) {
                let mut s = Spiral { top: 0, bottom: R, left: 0, right: C };
                while s.top < s.bottom && s.left < s.right {
                    for c in s.left..s.right {
                        visit(self.0[s.top][c]);
                    }
                    s.top += 1;
                    for r in s.top..s.bottom {
                        visit(self.0[r][s.right - 1]);
                    }
                    s.right -= 1;
                    if s.top < s.bottom {
                        for c in (s.left..s.right).rev() {
                            visit(self.0[s.bottom - 1][c]);
                        }
                        s.bottom -= 1;
                    }
                    if s.left < s.right {
                        for r in (s.top..s.bottom).rev() {
                            visit(self.0[r][s.left]);
                        }
                        s.left += 1;
                    }
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut m = Matrix([[0; 4]; 3]);
            for (i, cell) in m.0.iter_mut().flatten().enumerate() {
                *cell = (i as i32 * 7 + a) % 13 + (b % 5) as i32;
            }
            let mut hash = 1i64;
            m.spiral(|x| hash = (hash * 31 + x as i64) % 1_000_003);
            let mut other = 1i64;
            m.transpose().spiral(|x| other = (other * 17 + x as i64) % 10_007);
            let points = m.saddle_points().map(|(r, c)| r * 10 + c).sum::<usize>();
            assert_eq!(m.transpose().transpose(), m);
            hash * 100_000 + other * 10 + points as i64
        }
    }
    tokens {
        use std::iter::Peekable;
        use std::slice::Iter;
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Token {
            Int(i64),
            Plus,
            Minus,
            Times,
            Over,
            Power,
            Left,
            Right,
            End,
        }

        type Input<'a> = Peekable<Iter<'a, u8>>;

        fn lex(input: &mut Input<'_>) -> Result<Token, u8> {
            while input.next_if(|c| c.is_ascii_whitespace()).is_some() {}
            let Some(&c) = input.next() else { return Ok(Token::End) };
            Ok(match c {
                b'+' => Token::Plus,
                b'-' => Token::Minus,
                b'*' if input.peek() == Some(&&b'*') => {
                    input.next();
                    Token::Power
                }
                b'*' => Token::Times,
                b'/' => Token::Over,
                b'(' => Token::Left,
                b')' => Token::Right,
                d if d.is_ascii_digit() => {
                    let mut n = i64::from(d - b'0');
                    while let Some(d) = input.next_if(|d| d.is_ascii_digit()) {
                        n = n * 10 + i64::from(d - b'0');
                    }
                    Token::Int(n)
                }
                other => return Err(other),
            })
        }

        impl Token {
            fn binding(self) -> Option<(u8, bool)> {
                match self {
                    Token::Plus | Token::Minus => Some((1, false)),
                    Token::Times | Token::Over => Some((2, false)),
                    Token::Power => Some((3, true)),
                    _ => None,
                }
            }

            fn apply(self, a: i64, b: i64) -> Option<i64> {
                match self {
                    Token::Plus => a.checked_add(b),
                    Token::Minus => a.checked_sub(b),
                    Token::Times => a.checked_mul(b),
                    Token::Over => a.checked_div(b),
                    Token::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
                    _ => None,
                }
            }
        }

        fn eval(text: &[u8]) -> Option<i64> {
            let mut input = text.iter().peekable();
            let mut values = [0i64; 32];
            let mut ops = [Token::End; 32];
            let (mut v, mut o) = (0, 0);
            let mut reduce = |values: &mut [i64; 32], v: &mut usize, op: Token| -> Option<()> {
                *v = v.checked_sub(1).filter(|&v| v > 0)?;
                values[*v - 1] = op.apply(values[*v - 1], values[*v])?;
                Some(())
            };
            loop {
                let token = lex(&mut input).ok()?;
                match token {
                    Token::Int(n) => {
                        values[v] = n;
                        v += 1;
                    }
                    Token::Left => {
                        ops[o] = token;
                        o += 1;
                    }
                    Token::Right | Token::End => {
                        while o > 0 && ops[o - 1] != Token::Left {
                            o -= 1;
                            reduce(&mut values, &mut v, ops[o])?;
                        }
                        if token == Token::End {
                            return if o == 0 && v == 1 { Some(values[0]) } else { None };
                        }
                        o = o.checked_sub(1)?;
                    }
                    op => {
                        let (power, is_right) = op.binding()?;
                        while o > 0 && ops[o - 1].binding().is_some_and(|(p, _)| p > power || p == power && !is_right) {
                            o -= 1;
                            reduce(&mut values, &mut v, ops[o])?;
                        }
                        ops[o] = op;
                        o += 1;
                    }
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"2 * (3 + 4) ** 2 - 10 / 3 ** 1";
            let n = text.len();
            text[b as usize % n] = b"5*+ )x"[a.unsigned_abs() as usize % 6];
            let whole = eval(&text).unwrap_or(-1);
            let part = eval(&text[..n - 5 - (b as usize % 3)]).unwrap_or(-2);
            whole * 1000 + part % 1000 + eval(b"2**3**2").unwrap()
        }
    }
    vm {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Value {
            Int(i64),
            Bool(bool),
            Unit,
        }

        #[derive(Debug, Clone, Copy)]
        enum Op {
            Push(Value),
            Load(usize),
            Store(usize),
            Binary(BinaryOp),
            JumpIfNot(usize),
            Jump(usize),
            Call { target: usize, args: u8 },
            Return,
            Halt,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum BinaryOp {
            Add,
            Sub,
            Mul,
            Less,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Trap {
            StackUnderflow { pc: usize },
            TypeMismatch { pc: usize, left: Value, right: Value },
            TooManyFrames,
            OutOfFuel,
        }

        #[derive(Clone, Copy, Default)]
        struct Frame {
            return_to: usize,
            base: usize,
        }

        struct Machine<'p> {
            program: &'p [Op],
            stack: [Value; 64],
            sp: usize,
            frames: [Frame; 16],
            depth: usize,
            pc: usize,
        }

        impl<'p> Machine<'p> {
            fn new(program: &'p [Op]) -> Self {
                Self { program, stack: [Value::Unit; 64], sp: 0, frames: Default::default(), depth: 0, pc: 0 }
            }

            fn pop(&mut self) -> Result<Value, Trap> {
                if self.sp == 0 {
                    return Err(Trap::StackUnderflow { pc: self.pc });
                }
                self.sp -= 1;
                Ok(self.stack[self.sp])
            }

            fn push(&mut self, value: Value) {
                self.stack[self.sp] = value;
                self.sp += 1;
            }

            fn binary(&mut self, op: BinaryOp) -> Result<(), Trap> {
                let right = self.pop()?;
                let left = self.pop()?;
                let result = match (op, left, right) {
                    (BinaryOp::Add, Value::Int(a), Value::Int(b)) => Value::Int(a + b),
                    (BinaryOp::Sub, Value::Int(a), Value::Int(b)) => Value::Int(a - b),
                    (BinaryOp::Mul, Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_mul(b)),
                    (BinaryOp::Less, Value::Int(a), Value::Int(b)) => Value::Bool(a < b),
                    _ => return Err(Trap::TypeMismatch { pc: self.pc, left, right }),
                };
                Ok(self.push(result))
            }

            fn run(&mut self, mut fuel: u32) -> Result<Value, Trap> {
                loop {
                    fuel = fuel.checked_sub(1).ok_or(Trap::OutOfFuel)?;
                    let op = self.program[self.pc];
                    self.pc += 1;
                    let base = if self.depth > 0 { self.frames[self.depth - 1].base } else { 0 };
                    match op {
                        Op::Push(value) => self.push(value),
                        Op::Load(slot) => self.push(self.stack[base + slot]),
                        Op::Store(slot) => {
                            let value = self.pop()?;
                            self.stack[base + slot] = value;
                        }
                        Op::Binary(op) => self.binary(op)?,
                        Op::JumpIfNot(target) => {
                            if self.pop()? == Value::Bool(false) {
                                self.pc = target;
                            }
                        }
                        Op::Jump(target) => self.pc = target,
                        Op::Call { target, args } => {
                            let frame = self.frames.get_mut(self.depth).ok_or(Trap::TooManyFrames)?;
                            *frame = Frame { return_to: self.pc, base: self.sp - args as usize };
                            self.depth += 1;
                            self.pc = target;
                        }
                        Op::Return => {
                            let value = self.pop()?;
                            self.depth -= 1;
                            let Frame { return_to, base } = self.frames[self.depth];
                            self.sp = base;
                            self.push(value);
                            self.pc = return_to;
                        }
                        Op::Halt => return self.pop(),
                    }
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            use BinaryOp::*;
            use Value::Int;
            let program = [
                Op::Push(Int(b as i64 % 20)),
                Op::Call { target: 3, args: 1 },
                Op::Halt,
                Op::Load(0),
                Op::Push(Int(2)),
                Op::Binary(Less),
                Op::JumpIfNot(9),
                Op::Push(Int(a as i64)),
                Op::Return,
                Op::Load(0),
                Op::Load(0),
                Op::Push(Int(1)),
                Op::Binary(Sub),
                Op::Call { target: 3, args: 1 },
                Op::Binary(Mul),
                Op::Push(Int(3)),
                Op::Binary(Add),
                Op::Return,
            ];
            let result = Machine::new(&program).run(2000);
            let mut broken = program;
            broken[b as usize % 3] = Op::Push(Value::Bool(true));
            broken[a.unsigned_abs() as usize % 18] = Op::Binary(Mul);
            let second = Machine::new(&broken).run(500);
            let code = |r: Result<Value, Trap>| match r {
                Ok(Value::Int(n)) => n % 1_000_003,
                Ok(Value::Bool(b)) => b as i64,
                Ok(Value::Unit) => 7,
                Err(Trap::StackUnderflow { pc }) => -(pc as i64),
                Err(Trap::TypeMismatch { pc, left: Value::Int(n), .. }) => -100 - pc as i64 - n,
                Err(Trap::TypeMismatch { pc, .. }) => -1000 - pc as i64,
                Err(Trap::TooManyFrames) => -5000,
                Err(Trap::OutOfFuel) => -6000,
            };
            code(result) * 10_000 + code(second)
        }
    }
    gol_generic {
        trait Rule {
            type State: Copy + PartialEq + Default;
            fn next(&self, cell: Self::State, around: &[Self::State; 8]) -> Self::State;
        }

        struct Conway;
        struct Wireworld {
            delay: u8,
        }

        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        enum Wire {
            #[default]
            Empty,
            Head,
            Tail,
            Conductor,
        }

        impl Rule for Conway {
            type State = bool;
            fn next(&self, cell: bool, around: &[bool; 8]) -> bool {
                let n = around.iter().filter(|&&alive| alive).count();
                n == 3 || cell && n == 2
            }
        }

        impl Rule for Wireworld {
            type State = Wire;
            fn next(&self, cell: Wire, around: &[Wire; 8]) -> Wire {
                match cell {
                    Wire::Empty => Wire::Empty,
                    Wire::Head => Wire::Tail,
                    Wire::Tail => Wire::Conductor,
                    Wire::Conductor => {
                        let heads = around.iter().filter(|w| **w == Wire::Head).count();
                        if (1..=self.delay as usize).contains(&heads) { Wire::Head } else { Wire::Conductor }
                    }
                }
            }
        }

        struct World<R: Rule, const W: usize, const H: usize> {
            rule: R,
            cells: [[R::State; W]; H],
        }

        impl<R: Rule, const W: usize, const H: usize> World<R, W, H> {
            fn around(&self, x: usize, y: usize) -> [R::State; 8] {
                let mut out = [R::State::default(); 8];
                let offsets = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
                for (slot, (dx, dy)) in out.iter_mut().zip(offsets) {
                    let (nx, ny) = (x as i32 + dx, y as i32 + dy);
                    if nx >= 0 && ny >= 0 && (nx as usize) < W && (ny as usize) < H {
                        *slot = self.cells[ny as usize][nx as usize];
                    }
                }
                out
            }

            fn step(&mut self) -> usize {
                let mut next = self.cells;
                let mut changed = 0;
                for y in 0..H {
                    for x in 0..W {
                        next[y][x] = self.rule.next(self.cells[y][x], &self.around(x, y));
                        changed += usize::from(next[y][x] != self.cells[y][x]);
                    }
                }
                self.cells = next;
                changed
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut life = World { rule: Conway, cells: [[false; 6]; 6] };
            for (i, cell) in life.cells.iter_mut().flatten().enumerate() {
                *cell = (a as i64 * 7 + i as i64 * i as i64 + b as i64) % 3 == 0;
            }
            let mut wire = World { rule: Wireworld { delay: 2 }, cells: [[Wire::Empty; 7]; 3] };
            wire.cells[1] = [Wire::Conductor; 7];
            wire.cells[1][(b % 7) as usize] = Wire::Head;
            wire.cells[0][3] = Wire::Conductor;
            let mut code = 0i64;
            for _ in 0..5 {
                code = code * 13 + life.step() as i64;
                code = code % 1_000_003 + wire.step() as i64 * 7;
            }
            let alive = life.cells.iter().flatten().filter(|&&c| c).count();
            code * 100 + alive as i64 + wire.cells[1].iter().map(|w| *w as i64).sum::<i64>()
        }
    }
    lru {
        #[derive(Clone, Copy, Debug, Default)]
        struct Entry {
            key: u32,
            value: i64,
            used: u32,
        }

        struct Cache<const N: usize> {
            entries: [Option<Entry>; N],
            clock: u32,
            hits: u32,
            misses: u32,
        }

        impl<const N: usize> Cache<N> {
            fn new() -> Self {
                Self { entries: [None; N], clock: 0, hits: 0, misses: 0 }
            }

            fn find(&self, key: u32) -> Option<usize> {
                self.entries.iter().position(|e| matches!(e, Some(e) if e.key == key))
            }

            fn get(&mut self, key: u32) -> Option<i64> {
                self.clock += 1;
                match self.find(key) {
                    Some(at) => {
                        self.hits += 1;
                        let entry = self.entries[at].as_mut()?;
                        entry.used = self.clock;
                        Some(entry.value)
                    }
                    None => {
                        self.misses += 1;
                        None
                    }
                }
            }

            fn put(&mut self, key: u32, value: i64) -> Option<Entry> {
                self.clock += 1;
                let entry = Entry { key, value, used: self.clock };
                if let Some(at) = self.find(key).or_else(|| self.entries.iter().position(Option::is_none)) {
                    return self.entries[at].replace(entry).filter(|old| old.key != key);
                }
                let oldest = (0..N).min_by_key(|&i| self.entries[i].map_or(0, |e| e.used))?;
                std::mem::replace(&mut self.entries[oldest], Some(entry))
            }

            fn entry_mut(&mut self, key: u32) -> Option<&mut Entry> {
                let at = self.find(key)?;
                self.entries[at].as_mut()
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut cache = Cache::<4>::new();
            let mut evicted = 0i64;
            for i in 0..12u32 {
                let key = (i * i + b) % 7;
                match cache.get(key) {
                    Some(v) => evicted += v % 5,
                    None => {
                        if let Some(old) = cache.put(key, a as i64 * i as i64) {
                            evicted = evicted * 3 + old.key as i64;
                        }
                    }
                }
            }
            if let Some(e) = cache.entry_mut(b % 7) {
                e.value += 1000;
            }
            let sum: i64 = cache.entries.iter().flatten().map(|e| e.value).sum();
            evicted * 1000 + sum + (cache.hits * 20 + cache.misses) as i64
        }
    }
    newton_poly {
        use std::ops::{Add, Index, Mul};

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Poly<const N: usize> {
            c: [f64; N],
        }

        impl<const N: usize> Poly<N> {
            fn eval(&self, x: f64) -> f64 {
                self.c.iter().rev().fold(0.0, |acc, &c| acc * x + c)
            }

            fn derivative(&self) -> Self {
                let mut c = [0.0; N];
                for (i, slot) in c[..N - 1].iter_mut().enumerate() {
                    *slot = self.c[i + 1] * (i + 1) as f64;
                }
                Poly { c }
            }

            fn degree(&self) -> Option<usize> {
                self.c.iter().rposition(|&c| c != 0.0)
            }
            fn deflate(&self, root: f64) -> (Self, f64) {
                let mut c = [0.0; N];
                let mut carry = 0.0;
                for i in (0..N).rev() {
                    let next = self.c[i] + carry * root;
                    c[i] = carry;
                    carry = next;
                }
                (Poly { c }, carry)
            }

            fn root(&self, guess: f64) -> Result<f64, RootError> {
                let d = self.derivative();
                let mut x = guess;
                for step in 0..60 {
                    let (fx, dx) = (self.eval(x), d.eval(x));
                    if fx.abs() < 1e-10 {
                        return Ok(x);
                    }
                    if dx == 0.0 {
                        return Err(RootError::Flat { x, step });
                    }
                    x -= fx / dx;
                }
                Err(RootError::TooSlow(x))
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum RootError {
            Flat { x: f64, step: u32 },
            TooSlow(f64),
        }

        impl<const N: usize> Index<usize> for Poly<N> {
            type Output = f64;
            fn index(&self, i: usize) -> &f64 {
                &self.c[i]
            }
        }

        impl<const N: usize> Add for Poly<N> {
            type Output = Poly<N>;
            fn add(self, rhs: Poly<N>) -> Poly<N> {
                let mut c = self.c;
                c.iter_mut().zip(rhs.c).for_each(|(a, b)| *a += b);
                Poly { c }
            }
        }

        impl<const N: usize> Mul for Poly<N> {
            type Output = Poly<N>;
            fn mul(self, rhs: Poly<N>) -> Poly<N> {
                let mut c = [0.0; N];
                for (i, a) in self.c.into_iter().enumerate() {
                    for (j, b) in rhs.c.into_iter().enumerate().take_while(|&(j, _)| i + j < N) {
                        c[i + j] += a * b;
                    }
                }
                Poly { c }
            }
        }

        fn from_roots<const R: usize, const N: usize>(roots: [f64; R]) -> Poly<N> {
            let one = {
                let mut c = [0.0; N];
                c[0] = 1.0;
                Poly { c }
            };
            roots.iter().fold(one, |p, &r| {
                let mut c = [0.0; N];
                c[0] = -r;
                c[1] = 1.0;
                p * Poly { c }
            })
        }

        fn case(a: i32, b: u32) -> i64 {
            let p: Poly<5> = from_roots([1.0, -2.0, a as f64 / 4.0]);
            let mut rest = p;
            let mut sum = 0.0;
            let mut failed = 0;
            while rest.degree().is_some_and(|d| d > 0) {
                match rest.root(0.3 + f64::from(b % 10)) {
                    Ok(r) => {
                        sum = sum * 2.0 + r;
                        let (next, remainder) = rest.deflate(r);
                        rest = next;
                        failed += (remainder.abs() > 1e-6) as i64;
                    }
                    Err(RootError::Flat { step, .. }) => {
                        failed += 100 + step as i64;
                        break;
                    }
                    Err(RootError::TooSlow(_)) => {
                        failed += 1000;
                        break;
                    }
                }
            }
            let q = p + p.derivative();
            (sum * 1000.0).round() as i64 * 1000 + failed + (q[2] * 8.0) as i64 + q.degree().unwrap_or(9) as i64
        }
    }
    sudoku {
        #[derive(Clone, Copy)]
        struct Sudoku {
            cells: [[u8; 4]; 4],
        }

        #[derive(Debug, PartialEq, Clone, Copy)]
        enum Deduction {
            Solved,
            Stuck { row: usize, column: usize, candidates: u8 },
            Contradiction,
        }

        impl Sudoku {
            fn candidates(&self, row: usize, column: usize) -> u8 {
                let mut used = 0u8;
                for i in 0..4 {
                    used |= 1 << self.cells[row][i];
                    used |= 1 << self.cells[i][column];
                }
                let (r0, c0) = (row / 2 * 2, column / 2 * 2);
                for r in r0..r0 + 2 {
                    for &cell in &self.cells[r][c0..c0 + 2] {
                        used |= 1 << cell;
                    }
                }
                !used & 0b11110
            }

            fn empty(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
                self.cells
                    .iter()
                    .enumerate()
                    .flat_map(|(r, row)| row.iter().enumerate().filter(|(_, v)| **v == 0).map(move |(c, _)| (r, c)))
            }

            fn deduce(&mut self) -> Deduction {
                loop {
                    let mut best: Option<(usize, usize, u8)> = None;
                    for (row, column) in self.empty() {
                        let candidates = self.candidates(row, column);
                        if best.is_none_or(|(.., known)| candidates.count_ones() < known.count_ones()) {
                            best = Some((row, column, candidates));
                        }
                    }
                    match best {
                        None => return Deduction::Solved,
                        Some((.., 0)) => return Deduction::Contradiction,
                        Some((row, column, c)) if c.is_power_of_two() => self.cells[row][column] = c.trailing_zeros() as u8,
                        Some((row, column, candidates)) => return Deduction::Stuck { row, column, candidates },
                    }
                }
            }
        }

        fn solve(start: Sudoku) -> Option<(Sudoku, u32)> {
            let mut stack = [start; 32];
            let mut depth = 1;
            let mut guesses = 0;
            while depth > 0 {
                depth -= 1;
                let mut board = stack[depth];
                match board.deduce() {
                    Deduction::Solved => return Some((board, guesses)),
                    Deduction::Contradiction => {}
                    Deduction::Stuck { row, column, candidates } => {
                        for digit in (1..=4).filter(|d| candidates >> d & 1 == 1) {
                            let mut next = board;
                            next.cells[row][column] = digit;
                            stack[depth] = next;
                            depth += 1;
                            guesses += 1;
                        }
                    }
                }
            }
            None
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut cells = [[0; 4]; 4];
            cells[(b % 4) as usize][(a.unsigned_abs() % 4) as usize] = 1 + (b % 3) as u8;
            cells[0][3] = if cells[0][3] == 0 { 4 } else { 2 };
            cells[3][1] = 3;
            match solve(Sudoku { cells }) {
                Some((board, guesses)) => {
                    let code = board.cells.iter().flatten().fold(0i64, |n, &d| n * 5 + d as i64);
                    code * 100 + guesses as i64
                }
                None => -1,
            }
        }
    }
    units {
        use std::marker::PhantomData;
        use std::ops::{Add, Div, Mul, Sub};

        trait Unit {
            const FACTOR: f64;
        }

        #[derive(Clone, Copy, Debug)]
        struct Metre;
        #[derive(Clone, Copy, Debug)]
        struct Foot;
        #[derive(Clone, Copy, Debug)]
        struct Mile;

        impl Unit for Metre {
            const FACTOR: f64 = 1.0;
        }
        impl Unit for Foot {
            const FACTOR: f64 = 0.3048;
        }
        impl Unit for Mile {
            const FACTOR: f64 = 1609.344;
        }

        #[derive(Clone, Copy, Debug)]
        struct Length<U> {
            value: f64,
            unit: PhantomData<U>,
        }

        impl<U: Unit> Length<U> {
            fn new(value: f64) -> Self {
                Length { value, unit: PhantomData }
            }

            fn to<V: Unit>(self) -> Length<V> {
                Length::new(self.value * U::FACTOR / V::FACTOR)
            }
        }

        impl<U: Unit> Add for Length<U> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Length::new(self.value + rhs.value)
            }
        }
        impl<U: Unit> Sub for Length<U> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self {
                Length::new(self.value - rhs.value)
            }
        }
        impl<U: Unit> Mul<f64> for Length<U> {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Length::new(self.value * k)
            }
        }
        impl<U: Unit, V: Unit> Div<Length<V>> for Length<U> {
            type Output = f64;
            fn div(self, rhs: Length<V>) -> f64 {
                self.value * U::FACTOR / (rhs.value * V::FACTOR)
            }
        }
        impl<U: Unit> From<Length<U>> for f64 {
            fn from(length: Length<U>) -> f64 {
                length.value * U::FACTOR
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let walk: Length<Foot> = Length::new(a as f64 + 5000.0);
            let drive = Length::<Mile>::new(f64::from(b) / 4.0 + 1.0);
            let total = walk.to::<Metre>() + drive.to();
            let ratio = drive / walk;
            let rest: Length<Foot> = (total - Length::new(100.0)).to();
            let metres: f64 = (rest * 2.0).into();
            (metres * 10.0).round() as i64 * 1000 + (ratio * 100.0) as i64
        }
    }
}
