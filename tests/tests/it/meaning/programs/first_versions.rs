//! Programs that were written from the guide alone, each before it was compiled for the first time, in their first versions.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    ring_buffer {
        #[derive(Debug, PartialEq, Clone, Copy)]
        enum Error { Full, Empty }
        struct CircularBuffer<T, const N: usize> { items: [Option<T>; N], read: usize, write: usize, len: usize }
        impl<T: Copy, const N: usize> CircularBuffer<T, N> {
            fn new() -> Self { Self { items: [None; N], read: 0, write: 0, len: 0 } }
            fn write(&mut self, item: T) -> Result<(), Error> {
                if self.len == N { return Err(Error::Full); }
                self.items[self.write] = Some(item);
                self.write = (self.write + 1) % N;
                self.len += 1;
                Ok(())
            }
            fn read(&mut self) -> Result<T, Error> {
                let item = self.items[self.read].take().ok_or(Error::Empty)?;
                self.read = (self.read + 1) % N;
                self.len -= 1;
                Ok(item)
            }
            fn overwrite(&mut self, item: T) {
                if self.len == N { let _ = self.read(); }
                self.write(item).unwrap();
            }
            fn clear(&mut self) { *self = Self::new(); }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut buf = CircularBuffer::<i32, 3>::new();
            let mut total = 0i64;
            for i in 0..5 { match buf.write(a.wrapping_add(i)) { Ok(()) => total += 1, Err(Error::Full) => buf.overwrite(a), Err(Error::Empty) => unreachable!() } }
            while let Ok(x) = buf.read() { total = total * 3 + x as i64; }
            assert_eq!(buf.read(), Err(Error::Empty));
            buf.clear();
            total + buf.len as i64
        }
    }
    matrix_ops {
        use std::ops::{Add, Mul, Index, IndexMut, Neg, Sub};
        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Matrix<const R: usize, const C: usize> { data: [[i64; C]; R] }
        impl<const R: usize, const C: usize> Default for Matrix<R, C> { fn default() -> Self { Self { data: [[0; C]; R] } } }
        impl<const N: usize> Matrix<N, N> {
            fn identity() -> Self { let mut m = Self::default(); for i in 0..N { m[(i, i)] = 1; } m }
            fn pow(self, mut exp: u32) -> Self { let mut base = self; let mut acc = Self::identity(); while exp > 0 { if exp & 1 == 1 { acc = acc * base; } base = base * base; exp >>= 1; } acc }
            fn trace(&self) -> i64 { (0..N).map(|i| self.data[i][i]).sum() }
        }
        impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> { type Output = i64; fn index(&self, (r, c): (usize, usize)) -> &i64 { &self.data[r][c] } }
        impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> { fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut i64 { &mut self.data[r][c] } }
        impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, rhs: Matrix<K, C>) -> Matrix<R, C> { let mut out = Matrix::default(); for i in 0..R { for j in 0..C { for k in 0..K { out[(i, j)] += self[(i, k)] * rhs[(k, j)]; } } } out }
        }
        impl<const R: usize, const C: usize> Add for Matrix<R, C> { type Output = Self; fn add(mut self, rhs: Self) -> Self { for (row, other) in self.data.iter_mut().zip(rhs.data.iter()) { for (x, y) in row.iter_mut().zip(other) { *x += y; } } self } }
        impl<const R: usize, const C: usize> Neg for Matrix<R, C> { type Output = Self; fn neg(self) -> Self { Matrix { data: self.data.map(|row| row.map(|x| -x)) } } }
        impl<const R: usize, const C: usize> Sub for Matrix<R, C> { type Output = Self; fn sub(self, rhs: Self) -> Self { self + -rhs } }
        fn case(a: i32, b: u32) -> i64 {
            let fib = Matrix { data: [[1, 1], [1, 0]] }.pow(b % 20);
            let wide = Matrix { data: [[1, 2, a as i64], [4, 5, 6]] };
            let tall = Matrix { data: [[1, 2], [3, 4], [5, 6]] };
            let prod = wide * tall - Matrix::identity();
            fib[(0, 1)] + prod.trace() * 3 + prod[(1, 0)]
        }
    }
    heap {
        struct MinHeap<T, const CAP: usize> { items: [T; CAP], len: usize }
        impl<T: Copy + Default + PartialOrd, const CAP: usize> MinHeap<T, CAP> {
            fn new() -> Self { MinHeap { items: [T::default(); CAP], len: 0 } }
            fn is_empty(&self) -> bool { self.len == 0 }
            fn push(&mut self, item: T) -> Option<()> {
                if self.len >= CAP { return None; }
                let mut i = self.len;
                self.items[i] = item;
                self.len += 1;
                while i > 0 {
                    let parent = (i - 1) / 2;
                    if self.items[parent] <= self.items[i] { break; }
                    self.items.swap(parent, i);
                    i = parent;
                }
                Some(())
            }
            fn pop(&mut self) -> Option<T> {
                if self.is_empty() { return None; }
                let top = self.items[0];
                self.len -= 1;
                self.items[0] = self.items[self.len];
                let mut i = 0;
                loop {
                    let (l, r) = (2 * i + 1, 2 * i + 2);
                    let mut smallest = i;
                    if l < self.len && self.items[l] < self.items[smallest] { smallest = l; }
                    if r < self.len && self.items[r] < self.items[smallest] { smallest = r; }
                    if smallest == i { break; }
                    self.items.swap(i, smallest);
                    i = smallest;
                }
                Some(top)
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut heap: MinHeap<(u32, i32), 16> = MinHeap::new();
            for (i, x) in [5, 3, 9, 1, 7].iter().enumerate() { heap.push((x * b % 11, a.wrapping_sub(i as i32))); }
            let mut out = 0i64;
            while let Some((cost, id)) = heap.pop() { out = out.wrapping_mul(31) + cost as i64 * 7 + id as i64; }
            out
        }
    }
    traffic_light {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum State { Red { left: u8 }, Green(u8), Yellow }
        #[derive(Clone, Copy)]
        enum Event { Tick, Button, Fault }
        impl State {
            const START: State = State::Red { left: 3 };
            fn next(self, event: Event) -> State {
                use State::*;
                match (self, event) {
                    (_, Event::Fault) => Yellow,
                    (Red { left: 0 }, Event::Tick) => Green(4),
                    (Red { left }, Event::Tick) => Red { left: left - 1 },
                    (Red { left }, Event::Button) if left > 1 => Red { left: 1 },
                    (Green(0) | Yellow, Event::Tick) => Self::START,
                    (Green(n), Event::Tick) => Green(n - 1),
                    (s, Event::Button) => s,
                }
            }
        }
        impl From<u32> for Event { fn from(x: u32) -> Self { match x % 5 { 0 => Event::Fault, 1 | 2 => Event::Button, _ => Event::Tick } } }
        fn case(a: i32, b: u32) -> i64 {
            let mut state = State::START;
            let mut history = [State::Yellow; 12];
            let mut rng = b | 1;
            for slot in history.iter_mut() {
                rng ^= rng << 13; rng ^= rng >> 17; rng ^= rng << 5;
                state = state.next(rng.into());
                *slot = state;
            }
            let greens = history.iter().filter(|s| matches!(s, State::Green(_))).count();
            let left: u32 = history.iter().map(|s| if let State::Red { left } = s { *left as u32 } else { 0 }).sum();
            greens as i64 * 100 + left as i64 + history.contains(&State::Yellow) as i64 * 1000
        }
    }
    bigint {
        use std::cmp::Ordering;
        use std::ops::{AddAssign, MulAssign};
        const LIMBS: usize = 6;
        #[derive(Clone, Copy, PartialEq, Eq)]
        struct BigUint { limbs: [u32; LIMBS] }
        impl From<u64> for BigUint { fn from(x: u64) -> Self { let mut limbs = [0; LIMBS]; limbs[0] = x as u32; limbs[1] = (x >> 32) as u32; BigUint { limbs } } }
        impl AddAssign<&BigUint> for BigUint {
            fn add_assign(&mut self, other: &BigUint) {
                let mut carry = 0u64;
                for (x, &y) in self.limbs.iter_mut().zip(&other.limbs) { let sum = *x as u64 + y as u64 + carry; *x = sum as u32; carry = sum >> 32; }
            }
        }
        impl MulAssign<u32> for BigUint { fn mul_assign(&mut self, k: u32) { let mut carry = 0; for limb in &mut self.limbs { let p = u64::from(*limb) * u64::from(k) + carry; *limb = p as u32; carry = p >> 32; } } }
        impl PartialOrd for BigUint { fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) } }
        impl Ord for BigUint { fn cmp(&self, other: &Self) -> Ordering { for i in (0..LIMBS).rev() { match self.limbs[i].cmp(&other.limbs[i]) { Ordering::Equal => continue, ord => return ord } } Ordering::Equal } }
        impl BigUint {
            fn divmod(&mut self, d: u32) -> u32 { let mut rem = 0u64; for limb in self.limbs.iter_mut().rev() { let cur = rem << 32 | *limb as u64; *limb = (cur / d as u64) as u32; rem = cur % d as u64; } rem as u32 }
            fn is_zero(&self) -> bool { self.limbs.iter().all(|&x| x == 0) }
            fn digit_sum(mut self) -> u32 { let mut sum = 0; while !self.is_zero() { sum += self.divmod(10); } sum }
        }
        fn factorial(n: u32) -> BigUint { (2..=n).fold(BigUint::from(1), |mut acc, k| { acc *= k; acc }) }
        fn case(a: i32, b: u32) -> i64 {
            let mut f = factorial(b % 25 + 5);
            let g = factorial(20);
            let bigger = f > g;
            f += &g;
            f += &BigUint::from(a as u32 as u64);
            f.digit_sum() as i64 * 10 + bigger as i64 + f.max(g).limbs[2] as i64
        }
    }
    geometry {
        use std::ops::{Add, Sub, Mul};
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        struct Point { x: f64, y: f64 }
        impl Add for Point { type Output = Point; fn add(self, o: Point) -> Point { Point { x: self.x + o.x, y: self.y + o.y } } }
        impl Sub for Point { type Output = Point; fn sub(self, o: Point) -> Point { Point { x: self.x - o.x, y: self.y - o.y } } }
        impl Mul<f64> for Point { type Output = Point; fn mul(self, k: f64) -> Point { Point { x: self.x * k, y: self.y * k } } }
        impl Point { fn cross(self, o: Point) -> f64 { self.x * o.y - self.y * o.x } fn dot(self, o: Point) -> f64 { self.x * o.x + self.y * o.y } fn norm(self) -> f64 { self.dot(self).sqrt() } }
        #[derive(Clone, Copy)]
        struct Segment(Point, Point);
        impl Segment {
            fn intersect(&self, other: &Segment) -> Option<Point> {
                let r = self.1 - self.0;
                let s = other.1 - other.0;
                let d = r.cross(s);
                if d.abs() < 1e-12 { return None; }
                let q = other.0 - self.0;
                let (t, u) = (q.cross(s) / d, q.cross(r) / d);
                ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)).then(|| self.0 + r * t)
            }
        }
        fn area(polygon: &[Point]) -> f64 { let n = polygon.len(); (0..n).map(|i| polygon[i].cross(polygon[(i + 1) % n])).sum::<f64>() / 2.0 }
        fn centroid(points: &[Point]) -> Point { let sum = points.iter().fold(Point::default(), |acc, &p| acc + p); sum * (1.0 / points.len() as f64) }
        fn hull(points: &mut [Point], out: &mut [Point]) -> usize {
            points.sort_by(|a, b| a.x.partial_cmp(&b.x).unwrap().then(a.y.partial_cmp(&b.y).unwrap()));
            let mut k = 0;
            for &p in points.iter() { while k >= 2 && (out[k - 1] - out[k - 2]).cross(p - out[k - 1]) <= 0.0 { k -= 1; } out[k] = p; k += 1; }
            let lower = k + 1;
            for &p in points.iter().rev().skip(1) { while k >= lower && (out[k - 1] - out[k - 2]).cross(p - out[k - 1]) <= 0.0 { k -= 1; } out[k] = p; k += 1; }
            k - 1
        }
        fn case(a: i32, b: u32) -> i64 {
            let p = |x: i32, y: i32| Point { x: x as f64, y: y as f64 };
            let mut pts = [p(0, 0), p(4, 0), p(4, 3), p(0, 3), p(2, 1), p((b % 7) as i32, (a & 7))];
            let mut out = [Point::default(); 12];
            let n = hull(&mut pts, &mut out);
            let hit = Segment(p(0, 0), p(4, 4)).intersect(&Segment(p(0, 4), p(4, a & 3)));
            let c = centroid(&out[..n]);
            (area(&out[..n]) * 100.0) as i64 + n as i64 + hit.map_or(-5, |h| (h.norm() * 1000.0).round() as i64) + (c.x * 64.0) as i64
        }
    }
    key_value_parser {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum ParseError { Missing(u8), BadDigit { at: usize, byte: u8 }, Overflow, Empty }
        type Result<T> = std::result::Result<T, ParseError>;
        fn split_once(line: &[u8], sep: u8) -> Result<(&[u8], &[u8])> {
            let at = line.iter().position(|&c| c == sep).ok_or(ParseError::Missing(sep))?;
            Ok((&line[..at], &line[at + 1..]))
        }
        fn trim(mut s: &[u8]) -> &[u8] {
            while let [b' ', rest @ ..] = s { s = rest; }
            while let [rest @ .., b' '] = s { s = rest; }
            s
        }
        fn number(digits: &[u8]) -> Result<u16> {
            if digits.is_empty() { return Err(ParseError::Empty); }
            let mut value = 0u16;
            for (at, &byte) in digits.iter().enumerate() {
                let digit = match byte { b'0'..=b'9' => byte - b'0', _ => return Err(ParseError::BadDigit { at, byte }) };
                value = value.checked_mul(10).and_then(|v| v.checked_add(digit.into())).ok_or(ParseError::Overflow)?;
            }
            Ok(value)
        }
        fn rule(line: &[u8]) -> Result<(usize, u16)> {
            let (key, value) = split_once(line, b'=')?;
            Ok((trim(key).len(), number(trim(value))?))
        }
        fn case(a: i32, b: u32) -> i64 {
            let lines: [&[u8]; 5] = [b"width = 640", b"height=70000", b"depth", b"x = 1z", b"y= "];
            match rule(lines[b as usize % 5]) {
                Ok((n, v)) => n as i64 * 1000 + v as i64,
                Err(ParseError::Missing(c)) => -(c as i64),
                Err(ParseError::BadDigit { at, byte }) => -((at * 1000 + byte as usize) as i64),
                Err(e) => if e == ParseError::Overflow { -2 } else { -3 },
            }
        }
    }
    knights {
        #[derive(Clone, Copy, PartialEq, Eq, Default)]
        struct BitBoard(u64);
        impl std::ops::BitOr for BitBoard { type Output = Self; fn bitor(self, rhs: Self) -> Self { BitBoard(self.0 | rhs.0) } }
        impl std::ops::BitAnd for BitBoard { type Output = Self; fn bitand(self, rhs: Self) -> Self { Self(self.0 & rhs.0) } }
        impl std::ops::Not for BitBoard { type Output = Self; fn not(self) -> Self { BitBoard(!self.0) } }
        impl std::ops::BitOrAssign for BitBoard { fn bitor_assign(&mut self, rhs: Self) { self.0 |= rhs.0 } }
        impl BitBoard {
            const EMPTY: Self = Self(0);
            const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
            const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
            fn square(file: u32, rank: u32) -> Self { Self(1u64 << (rank * 8 + file)) }
            fn neighbours(self) -> Self { let h = (self.0 << 1 & Self::NOT_A) | (self.0 >> 1 & Self::NOT_H); let v = self.0 | h; Self(h | v << 8 | v >> 8) }
            fn flood(self, walls: Self) -> (Self, u32) {
                let mut reached = self;
                for step in 0.. { let next = (reached | reached.neighbours()) & !walls; if next == reached { return (reached, step); } reached = next; }
                unreachable!()
            }
            fn squares(self) -> Squares { Squares(self.0) }
        }
        struct Squares(u64);
        impl Iterator for Squares { type Item = u32; fn next(&mut self) -> Option<u32> { if self.0 == 0 { None } else { let at = self.0.trailing_zeros(); self.0 &= self.0 - 1; Some(at) } } }
        fn case(a: i32, b: u32) -> i64 {
            let mut walls = BitBoard::EMPTY;
            for rank in 0..7 { walls |= BitBoard::square(3, rank); }
            let (reached, steps) = BitBoard::square(0, b % 8).flood(walls);
            reached.squares().map(|s| s as i64).sum::<i64>() + steps as i64 * 10_000 + (walls.0.count_ones() as i64) * a as i64
        }
    }
    prngs {
        trait Rng { fn next_u32(&mut self) -> u32; fn below(&mut self, n: u32) -> u32 { ((self.next_u32() as u64 * n as u64) >> 32) as u32 } fn unit(&mut self) -> f32 { (self.next_u32() >> 8) as f32 / (1 << 24) as f32 } }
        struct Xorshift128 { s: [u32; 4] }
        struct SplitMix64(u64);
        struct Mt { state: [u32; 25], index: usize }
        impl Rng for Xorshift128 { fn next_u32(&mut self) -> u32 { let mut t = self.s[3]; let s = self.s[0]; self.s.copy_within(0..3, 1); t ^= t << 11; t ^= t >> 8; self.s[0] = t ^ s ^ (s >> 19); self.s[0] } }
        impl Rng for SplitMix64 { fn next_u32(&mut self) -> u32 { self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15); let mut z = self.0; z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9); z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb); (z ^ (z >> 31)) as u32 } }
        impl Mt { fn seed(seed: u32) -> Self { let mut state = [0u32; 25]; state[0] = seed; for i in 1..25 { state[i] = 1812433253u32.wrapping_mul(state[i - 1] ^ (state[i - 1] >> 30)).wrapping_add(i as u32); } Mt { state, index: 25 } } }
        impl Rng for Mt {
            fn next_u32(&mut self) -> u32 {
                if self.index >= 25 { for i in 0..25 { let y = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % 25] & 0x7fff_ffff); self.state[i] = self.state[(i + 7) % 25] ^ (y >> 1) ^ if y & 1 != 0 { 0x8ebfd028 } else { 0 }; } self.index = 0; }
                let mut y = self.state[self.index]; self.index += 1;
                y ^= (y << 7) & 0x2b5b2500; y ^= (y << 15) & 0xdb8b0000; y ^ (y >> 16)
            }
        }
        fn shuffle<R: Rng, T: Copy>(rng: &mut R, items: &mut [T]) { for i in (1..items.len()).rev() { let j = rng.below(i as u32 + 1) as usize; items.swap(i, j); } }
        fn estimate(rng: &mut impl Rng, n: usize) -> usize { (0..n).filter(|_| { let (x, y) = (rng.unit(), rng.unit()); x * x + y * y < 1.0 }).count() }
        fn case(a: i32, b: u32) -> i64 {
            let mut x = Xorshift128 { s: [b | 1, 2, 3, 4] };
            let mut cards = [0u8, 1, 2, 3, 4, 5, 6, 7];
            shuffle(&mut x, &mut cards);
            shuffle(&mut SplitMix64(a as u64), &mut cards);
            let hits = estimate(&mut Mt::seed(b), 50);
            cards.iter().fold(0i64, |acc, &c| acc * 8 + c as i64) * 100 + hits as i64
        }
    }
    fft_program {
        use std::f32::consts::PI;
        #[derive(Clone, Copy, Debug, Default)]
        struct Complex { re: f32, im: f32 }
        impl std::ops::Add for Complex { type Output = Self; fn add(self, o: Self) -> Self { Self { re: self.re + o.re, im: self.im + o.im } } }
        impl std::ops::Sub for Complex { type Output = Self; fn sub(self, o: Self) -> Self { Self { re: self.re - o.re, im: self.im - o.im } } }
        impl std::ops::Mul for Complex { type Output = Self; fn mul(self, o: Self) -> Self { Self { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re } } }
        impl From<f32> for Complex { fn from(re: f32) -> Self { Complex { re, im: 0.0 } } }
        impl Complex { fn polar(angle: f32) -> Self { let (im, re) = angle.sin_cos(); Complex { re, im } } fn conj(self) -> Self { Complex { im: -self.im, ..self } } fn norm_sqr(&self) -> f32 { self.re * self.re + self.im * self.im } }
        fn fft<const N: usize>(x: &mut [Complex; N]) {
            let bits = N.trailing_zeros();
            for i in 0..N { let j = (i as u32).reverse_bits() as usize >> (32 - bits); if j > i { x.swap(i, j); } }
            let mut len = 2;
            while len <= N {
                for chunk in x.chunks_exact_mut(len) {
                    let (lo, hi) = chunk.split_at_mut(len / 2);
                    for (k, (a, b)) in lo.iter_mut().zip(hi.iter_mut()).enumerate() {
                        let w = Complex::polar(-2.0 * PI * k as f32 / len as f32);
                        let t = w * *b;
                        (*a, *b) = (*a + t, *a - t);
                    }
                }
                len *= 2;
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut x: [Complex; 8] = std::array::from_fn(|i| Complex::from((i as u32 * (b & 7) % 5) as f32));
            x[3].im = (a & 3) as f32;
            fft(&mut x);
            let peak = x.iter().enumerate().skip(1).max_by(|(_, p), (_, q)| p.norm_sqr().total_cmp(&q.norm_sqr())).map(|(i, _)| i).unwrap();
            let energy: f32 = x.iter().map(Complex::norm_sqr).sum();
            peak as i64 * 100_000 + energy.round() as i64 + x[0].conj().im as i64
        }
    }
    simplex {
        const GRAD: [(f32, f32); 8] = [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        const PERM: [u8; 16] = [7, 2, 14, 1, 11, 5, 9, 0, 3, 13, 8, 15, 6, 10, 4, 12];
        const F2: f32 = 0.366_025_4;
        const G2: f32 = 0.211_324_87;
        fn hash(i: i32, j: i32) -> usize { PERM[(PERM[(j & 15) as usize] as i32 + i & 15) as usize] as usize % GRAD.len() }
        fn corner(x: f32, y: f32, i: i32, j: i32) -> f32 {
            let t = 0.5 - x * x - y * y;
            if t < 0.0 { return 0.0; }
            let (gx, gy) = GRAD[hash(i, j)];
            t.powi(4) * (gx * x + gy * y)
        }
        fn simplex2(x: f32, y: f32) -> f32 {
            let s = (x + y) * F2;
            let (i, j) = ((x + s).floor() as i32, (y + s).floor() as i32);
            let t = (i + j) as f32 * G2;
            let (x0, y0) = (x - (i as f32 - t), y - (j as f32 - t));
            let (i1, j1) = if x0 > y0 { (1, 0) } else { (0, 1) };
            let offsets = [(0, 0), (i1, j1), (1, 1)];
            70.0 * offsets.iter().enumerate().map(|(n, &(di, dj))| corner(x0 - di as f32 + n as f32 * G2, y0 - dj as f32 + n as f32 * G2, i + di, j + dj)).sum::<f32>()
        }
        fn fbm(x: f32, y: f32, octaves: u32) -> f32 {
            let mut amplitude = 0.5;
            let mut frequency = 1.0;
            let mut total = 0.0;
            for _ in 0..octaves { total += amplitude * simplex2(x * frequency, y * frequency); amplitude *= 0.5; frequency *= 2.0; }
            total
        }
        fn case(a: i32, b: u32) -> i64 { (fbm((a & 15) as f32 * 0.3, (b & 15) as f32 * 0.7, 4) * 1e5) as i64 }
    }
    rpn {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Input { Add, Sub, Mul, Div, Value(i32) }
        #[derive(Debug, PartialEq)]
        enum RpnError { StackUnderflow, DivisionByZero, Leftover(usize) }
        struct Stack<const N: usize> { items: [i32; N], len: usize }
        impl<const N: usize> Stack<N> {
            const fn new() -> Self { Self { items: [0; N], len: 0 } }
            fn push(&mut self, x: i32) { self.items[self.len] = x; self.len += 1; }
            fn pop(&mut self) -> Result<i32, RpnError> { self.len = self.len.checked_sub(1).ok_or(RpnError::StackUnderflow)?; Ok(self.items[self.len]) }
        }
        fn evaluate(inputs: &[Input]) -> Result<i32, RpnError> {
            let mut stack = Stack::<8>::new();
            for input in inputs {
                let value = match *input {
                    Input::Value(x) => x,
                    op => {
                        let rhs = stack.pop()?;
                        let lhs = stack.pop()?;
                        match op {
                            Input::Add => lhs + rhs,
                            Input::Sub => lhs - rhs,
                            Input::Mul => lhs * rhs,
                            Input::Div => lhs.checked_div(rhs).ok_or(RpnError::DivisionByZero)?,
                            Input::Value(_) => unreachable!(),
                        }
                    }
                };
                stack.push(value);
            }
            let result = stack.pop()?;
            if stack.len > 0 { Err(RpnError::Leftover(stack.len)) } else { Ok(result) }
        }
        fn case(a: i32, b: u32) -> i64 {
            use Input::*;
            let program = [Value(a), Value((b % 4) as i32), Div, Value(4), Add, Value(3), Mul];
            let good = match evaluate(&program) { Ok(x) => x as i64, Err(RpnError::DivisionByZero) => -1, Err(RpnError::StackUnderflow) => -2, Err(RpnError::Leftover(n)) => -10 - n as i64 };
            let bad = match evaluate(&program[1..]) { Err(RpnError::StackUnderflow) => 7, _ => 8 };
            let left = if let Err(RpnError::Leftover(n)) = evaluate(&program[..2]) { n } else { 0 };
            good * 100 + bad * 10 + left as i64
        }
    }
    run_length {
        fn encode(input: &[u8], out: &mut [u8]) -> usize {
            let mut n = 0;
            let mut iter = input.iter().peekable();
            while let Some(&byte) = iter.next() {
                let mut count = 1u8;
                while iter.peek() == Some(&&byte) && count < 9 { iter.next(); count += 1; }
                if count > 1 { out[n] = b'0' + count; n += 1; }
                out[n] = byte;
                n += 1;
            }
            n
        }
        fn decode(input: &[u8], out: &mut [u8]) -> usize {
            let (mut n, mut count) = (0, 0);
            for &c in input {
                if c.is_ascii_digit() { count = count * 10 + usize::from(c - b'0'); continue; }
                let end = n + count.max(1);
                out[n..end].fill(c);
                n = end;
                count = 0;
            }
            n
        }
        fn case(a: i32, b: u32) -> i64 {
            let text = *b"aaabccddddde";
            let mut packed = [0; 24];
            let n = encode(&text[..(b % 13) as usize], &mut packed);
            let mut back = [0; 24];
            let m = decode(&packed[..n], &mut back);
            assert_eq!(&back[..m], &text[..m]);
            n as i64 * 100 + m as i64 + packed.iter().map(|&x| x as i64).sum::<i64>() * 10_000
        }
    }
    all_your_base {
        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        pub enum Error { InvalidInputBase, InvalidOutputBase, InvalidDigit(u32) }
        fn convert(number: &[u32], from_base: u32, to_base: u32, out: &mut [u32]) -> Result<usize, Error> {
            if from_base < 2 { return Err(Error::InvalidInputBase); }
            if to_base < 2 { return Err(Error::InvalidOutputBase); }
            if let Some(&digit) = number.iter().find(|&&d| d >= from_base) { return Err(Error::InvalidDigit(digit)); }
            let mut value = number.iter().fold(0u64, |acc, &d| acc * from_base as u64 + d as u64);
            let mut len = 0;
            loop {
                out[len] = (value % to_base as u64) as u32;
                value /= u64::from(to_base);
                len += 1;
                if value == 0 { break; }
            }
            out[..len].reverse();
            Ok(len)
        }
        fn roman(mut n: u32, out: &mut [u8]) -> usize {
            const NUMERALS: &[(u32, &[u8])] = &[(1000, b"M"), (900, b"CM"), (500, b"D"), (400, b"CD"), (100, b"C"), (90, b"XC"), (50, b"L"), (40, b"XL"), (10, b"X"), (9, b"IX"), (5, b"V"), (4, b"IV"), (1, b"I")];
            let mut len = 0;
            for &(value, digits) in NUMERALS { while n >= value { n -= value; out[len..len + digits.len()].copy_from_slice(digits); len += digits.len(); } }
            len
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut out = [0; 40];
            let r = match convert(&[1, 0, b % 4, 2], 3, b % 7, &mut out) {
                Ok(len) => out[..len].iter().fold(0, |acc, &d| acc * 10 + d as i64),
                Err(Error::InvalidDigit(d)) => -(d as i64),
                Err(Error::InvalidInputBase) => -100,
                Err(Error::InvalidOutputBase) => -200,
            };
            let mut text = [b' '; 16];
            let n = roman(b % 2000, &mut text);
            r * 10_000 + n as i64 * 100 + text[..n].iter().filter(|&&c| c == b'C').count() as i64
        }
    }
    dates {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        struct Date { year: i32, month: u8, day: u8 }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        enum Weekday { Mon, Tue, Wed, Thu, Fri, Sat, Sun }
        const fn is_leap(year: i32) -> bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        const DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        impl Date {
            const EPOCH: Date = Date { year: 1970, month: 1, day: 1 };
            fn new(year: i32, month: u8, day: u8) -> Option<Self> {
                if !(1..=12).contains(&month) || day == 0 || day > Self::days_in(year, month) { return None; }
                Some(Self { year, month, day })
            }
            fn days_in(year: i32, month: u8) -> u8 { if month == 2 && is_leap(year) { 29 } else { DAYS[month as usize - 1] } }
            fn to_days(self) -> i32 {
                let y = if self.month <= 2 { self.year - 1 } else { self.year };
                let era = y.div_euclid(400);
                let yoe = y.rem_euclid(400);
                let m = self.month as i32;
                let doy = (153 * (m + if m > 2 { -3 } else { 9 }) + 2) / 5 + self.day as i32 - 1;
                let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
                era * 146_097 + doe - 719_468
            }
            fn from_days(z: i32) -> Self {
                let z = z + 719_468;
                let (era, doe) = (z.div_euclid(146_097), z.rem_euclid(146_097));
                let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146_096) / 365;
                let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
                let mp = (5 * doy + 2) / 153;
                let day = (doy - (153 * mp + 2) / 5 + 1) as u8;
                let month = if mp < 10 { mp + 3 } else { mp - 9 } as u8;
                Date { year: yoe + era * 400 + (month <= 2) as i32, month, day }
            }
            fn weekday(self) -> Weekday {
                match (self.to_days() + 3).rem_euclid(7) { 0 => Weekday::Mon, 1 => Weekday::Tue, 2 => Weekday::Wed, 3 => Weekday::Thu, 4 => Weekday::Fri, 5 => Weekday::Sat, _ => Weekday::Sun }
            }
        }
        impl std::ops::Sub for Date { type Output = i32; fn sub(self, rhs: Date) -> i32 { self.to_days() - rhs.to_days() } }
        impl std::ops::Add<i32> for Date { type Output = Date; fn add(self, days: i32) -> Date { Date::from_days(self.to_days() + days) } }
        fn case(a: i32, b: u32) -> i64 {
            let date = Date::EPOCH + (b % 40_000) as i32;
            let Some(leap) = Date::new(2024, 2, 29) else { return -1 };
            let none = Date::new(2023, 2, 29).is_none();
            assert!(leap > Date::EPOCH && date == Date::from_days(date.to_days()));
            (leap - date) as i64 * 1000 + date.month as i64 * 31 + date.day as i64 + (date.weekday() as u8) as i64 * 7 + none as i64 + (date.weekday() == Weekday::Sun) as i64
        }
    }
    utf8_decoder {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Utf8Error { Truncated, Invalid { at: usize } }
        struct Decoder<'a> { bytes: &'a [u8], pos: usize }
        impl<'a> Iterator for Decoder<'a> {
            type Item = Result<char, Utf8Error>;
            fn next(&mut self) -> Option<Self::Item> {
                let (&first, rest) = self.bytes[self.pos..].split_first()?;
                let (len, init) = match first {
                    0x00..=0x7f => (0, first as u32),
                    0xc2..=0xdf => (1, (first & 0x1f) as u32),
                    0xe0..=0xef => (2, (first & 0x0f) as u32),
                    0xf0..=0xf4 => (3, (first & 0x07) as u32),
                    _ => { let at = self.pos; self.pos += 1; return Some(Err(Utf8Error::Invalid { at })); }
                };
                if rest.len() < len { self.pos = self.bytes.len(); return Some(Err(Utf8Error::Truncated)); }
                let code = rest[..len].iter().try_fold(init, |code, &b| if b & 0xc0 == 0x80 { Some(code << 6 | (b & 0x3f) as u32) } else { None });
                let at = self.pos;
                self.pos += len + 1;
                Some(code.and_then(char::from_u32).ok_or(Utf8Error::Invalid { at }))
            }
        }
        fn encode(c: char, out: &mut [u8; 4]) -> usize {
            let code = c as u32;
            match code {
                0..=0x7f => { out[0] = code as u8; 1 }
                0x80..=0x7ff => { out[..2].copy_from_slice(&[0xc0 | (code >> 6) as u8, 0x80 | (code & 0x3f) as u8]); 2 }
                0x800..=0xffff => { *out = [0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8, 0]; 3 }
                _ => { *out = [0xf0 | (code >> 18) as u8, 0x80 | (code >> 12 & 0x3f) as u8, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]; 4 }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut text = [0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80];
            text[(b % 10) as usize] ^= (a & 0x40) as u8;
            let decoder = Decoder { bytes: &text, pos: 0 };
            let mut sum = 0;
            for item in decoder { match item { Ok(c) => { let mut buf = [0; 4]; sum = sum * 5 + c as i64 + encode(c, &mut buf) as i64 + buf[0] as i64 } Err(Utf8Error::Truncated) => sum += 7, Err(Utf8Error::Invalid { at }) => sum -= at as i64 } }
            sum
        }
    }
}

texts! {
    knapsack {
        #[derive(Debug, Clone, Copy)]
        struct Item { weight: usize, value: u32 }
        const CAPACITY: usize = 20;
        const ITEMS: [Item; 5] = [Item { weight: 5, value: 10 }, Item { weight: 4, value: 40 }, Item { weight: 6, value: 30 }, Item { weight: 4, value: 50 }, Item { weight: 9, value: 15 }];
        fn maximum_value(max_weight: usize, items: &[Item]) -> u32 {
            let mut best = [0; CAPACITY + 1];
            for &Item { weight, value } in items {
                for w in (weight..=max_weight).rev() { best[w] = best[w].max(best[w - weight] + value); }
            }
            best[max_weight]
        }
        fn chosen(max_weight: usize, items: &[Item]) -> u32 {
            let mut table = [[0u32; CAPACITY + 1]; ITEMS.len() + 1];
            for (i, item) in items.iter().enumerate() {
                for w in 0..=max_weight {
                    let skip = table[i][w];
                    let take = w.checked_sub(item.weight).map(|rest| table[i][rest] + item.value);
                    table[i + 1][w] = take.map_or(skip, |t| t.max(skip));
                }
            }
            let mut w = max_weight;
            let mut mask = 0;
            for i in (0..items.len()).rev() { if table[i + 1][w] != table[i][w] { mask |= 1 << i; w -= items[i].weight; } }
            mask
        }
        fn case(a: i32, b: u32) -> i64 { let cap = (b % 21) as usize; maximum_value(cap, &ITEMS) as i64 * 100 + chosen(cap, &ITEMS) as i64 }
    }
    tokenizer {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token<'a> { Number(i64), Ident(&'a str), Op(char), End }
        struct Lexer<'a> { src: &'a str, pos: usize }
        impl<'a> Lexer<'a> {
            fn new(src: &'a str) -> Self { Lexer { src, pos: 0 } }
            fn next_token(&mut self) -> Token<'a> {
                let bytes = self.src.as_bytes();
                while self.pos < bytes.len() && bytes[self.pos].is_ascii_whitespace() { self.pos += 1; }
                if self.pos >= bytes.len() { return Token::End; }
                let start = self.pos;
                match bytes[self.pos] {
                    b'0'..=b'9' => {
                        let mut n = 0i64;
                        while self.pos < bytes.len() && bytes[self.pos].is_ascii_digit() { n = n * 10 + (bytes[self.pos] - b'0') as i64; self.pos += 1; }
                        Token::Number(n)
                    }
                    b'a'..=b'z' | b'_' => {
                        while self.pos < bytes.len() && bytes[self.pos].is_ascii_alphabetic() { self.pos += 1; }
                        Token::Ident(&self.src[start..self.pos])
                    }
                    c => { self.pos += 1; Token::Op(c as char) }
                }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut lexer = Lexer::new("foo + 42 * bar");
            let mut sum = 0;
            loop {
                match lexer.next_token() {
                    Token::Number(n) => sum += n,
                    Token::Ident(name) => sum += name.len() as i64 * 100,
                    Token::Op('+') => sum += 10_000,
                    Token::Op(_) => sum += 20_000,
                    Token::End => break,
                }
            }
            sum + a as i64
        }
    }
    edit_distance {
        fn distance(a: &str, b: &str) -> usize {
            let (a, b) = (a.as_bytes(), b.as_bytes());
            let mut row = [0; 17];
            for (j, cell) in row.iter_mut().enumerate() { *cell = j; }
            for (i, &ca) in a.iter().enumerate() {
                let mut prev = std::mem::replace(&mut row[0], i + 1);
                for (j, &cb) in b.iter().enumerate() {
                    let cost = if ca == cb { prev } else { 1 + prev.min(row[j]).min(row[j + 1]) };
                    prev = std::mem::replace(&mut row[j + 1], cost);
                }
            }
            row[b.len()]
        }
        fn lcs(a: &[u8], b: &[u8]) -> usize {
            let mut dp = [[0usize; 17]; 17];
            for i in 1..=a.len() { for j in 1..=b.len() { dp[i][j] = if a[i - 1] == b[j - 1] { dp[i - 1][j - 1] + 1 } else { std::cmp::max(dp[i - 1][j], dp[i][j - 1]) }; } }
            dp[a.len()][b.len()]
        }
        fn case(a: i32, b: u32) -> i64 {
            const WORDS: [&str; 4] = ["kitten", "sitting", "saturday", "sunday"];
            let (x, y) = (WORDS[b as usize % 4], WORDS[(b as usize / 2 + 1) % 4]);
            distance(x, y) as i64 * 10 + lcs(x.as_bytes(), y.as_bytes()) as i64 + a as i64 * distance("abc", "abd") as i64
        }
    }
    checksums {
        trait Checksum { const NAME: &'static str; fn update(&mut self, byte: u8); fn finish(self) -> u32; fn of(data: &[u8]) -> u32 where Self: Sized + Default { let mut c = Self::default(); data.iter().for_each(|&b| c.update(b)); c.finish() } }
        struct Adler32 { a: u32, b: u32 }
        impl Default for Adler32 { fn default() -> Self { Adler32 { a: 1, b: 0 } } }
        impl Checksum for Adler32 { const NAME: &'static str = "adler"; fn update(&mut self, byte: u8) { self.a = (self.a + u32::from(byte)) % 65521; self.b = (self.b + self.a) % 65521; } fn finish(self) -> u32 { self.b << 16 | self.a } }
        const fn crc_table() -> [u32; 256] { let mut table = [0; 256]; let mut i = 0; while i < 256 { let mut c = i as u32; let mut k = 0; while k < 8 { c = if c & 1 != 0 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 }; k += 1; } table[i] = c; i += 1; } table }
        static TABLE: [u32; 256] = crc_table();
        struct Crc32(u32);
        impl Default for Crc32 { fn default() -> Self { Self(!0) } }
        impl Checksum for Crc32 { const NAME: &'static str = "crc"; fn update(&mut self, byte: u8) { self.0 = TABLE[((self.0 ^ byte as u32) & 0xff) as usize] ^ (self.0 >> 8); } fn finish(self) -> u32 { !self.0 } }
        #[derive(Default)]
        struct Fletcher16 { lo: u16, hi: u16 }
        impl Checksum for Fletcher16 { const NAME: &'static str = "fletcher"; fn update(&mut self, byte: u8) { self.lo = (self.lo + byte as u16) % 255; self.hi = (self.hi + self.lo) % 255; } fn finish(self) -> u32 { (self.hi << 8 | self.lo) as u32 } }
        fn luhn(digits: &[u8]) -> bool { digits.iter().rev().enumerate().map(|(i, &d)| match i % 2 { 0 => u32::from(d), _ => { let x = u32::from(d) * 2; if x > 9 { x - 9 } else { x } } }).sum::<u32>() % 10 == 0 }
        fn tagged<C: Checksum + Default>(data: &[u8]) -> u64 { C::of(data) as u64 + C::NAME.len() as u64 }
        fn case(a: i32, b: u32) -> i64 {
            let mut data = *b"123456789";
            data[0] ^= a as u8;
            (tagged::<Crc32>(&data) ^ tagged::<Adler32>(&data[..4]) << 8 ^ tagged::<Fletcher16>(&data[(b % 5) as usize..])) as i64 + luhn(&[4, 5, 3, 9, (b % 10) as u8]) as i64
        }
    }
}
