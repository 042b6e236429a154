//! Programs of further fields, in their first versions: card games, routing tables, clipping, versions of packages, matrices, tries, decimals, clusters, check digits, filters, trees of
//! boxes, codecs, packets, numbers modulo a prime, protocols and colours. Twenty were written before any of them was compiled; seven compiled at first and were right. Of ten that
//! followed, after what the first had asked for, two were right at first.
//! Those that are refused still are in [`super::waiting_versions`].

#![allow(dead_code, clippy::all, reason = "the programs are as they were first written")]

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    clipping {
        use std::ops::{BitOr, BitAnd, Add, Sub, Mul};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        struct Point<T> { x: T, y: T }

        impl<T: Add<Output = T>> Add for Point<T> {
            type Output = Self;
            fn add(self, o: Self) -> Self { Point { x: self.x + o.x, y: self.y + o.y } }
        }

        impl<T: Sub<Output = T>> Sub for Point<T> {
            type Output = Self;
            fn sub(self, o: Self) -> Self { Point { x: self.x - o.x, y: self.y - o.y } }
        }

        impl Mul<f32> for Point<f32> {
            type Output = Point<f32>;
            fn mul(self, k: f32) -> Self::Output { Point { x: self.x * k, y: self.y * k } }
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Outcode(u8);

        impl Outcode {
            const INSIDE: Self = Self(0);
            const LEFT: Self = Self(1);
            const RIGHT: Self = Self(1 << 1);
            const BOTTOM: Self = Self(1 << 2);
            const TOP: Self = Self(1 << 3);

            fn contains(self, other: Self) -> bool { self & other != Self::INSIDE }
        }

        impl BitOr for Outcode {
            type Output = Self;
            fn bitor(self, rhs: Self) -> Self { Self(self.0 | rhs.0) }
        }

        impl BitAnd for Outcode {
            type Output = Self;
            fn bitand(self, rhs: Self) -> Self { Self(self.0 & rhs.0) }
        }

        struct Rect { min: Point<f32>, max: Point<f32> }

        impl Rect {
            fn outcode(&self, p: &Point<f32>) -> Outcode {
                let horizontal = if p.x < self.min.x { Outcode::LEFT } else if p.x > self.max.x { Outcode::RIGHT } else { Outcode::INSIDE };
                let vertical = match p.y {
                    y if y < self.min.y => Outcode::BOTTOM,
                    y if y > self.max.y => Outcode::TOP,
                    _ => Outcode::INSIDE,
                };
                horizontal | vertical
            }

            /// Cohen–Sutherland.
            fn clip(&self, mut from: Point<f32>, mut to: Point<f32>) -> Option<(Point<f32>, Point<f32>)> {
                loop {
                    let (c0, c1) = (self.outcode(&from), self.outcode(&to));
                    if c0 | c1 == Outcode::INSIDE {
                        break Some((from, to));
                    }
                    if c0.contains(c1) {
                        return None;
                    }
                    let outside = if c0 != Outcode::INSIDE { c0 } else { c1 };
                    let d = to - from;
                    let t = if outside.contains(Outcode::TOP) {
                        (self.max.y - from.y) / d.y
                    } else if outside.contains(Outcode::BOTTOM) {
                        (self.min.y - from.y) / d.y
                    } else if outside.contains(Outcode::RIGHT) {
                        (self.max.x - from.x) / d.x
                    } else {
                        (self.min.x - from.x) / d.x
                    };
                    let hit = from + d * t;
                    if outside == c0 { from = hit } else { to = hit }
                }
            }
        }

        struct Bresenham { at: Point<i32>, end: Point<i32>, step: Point<i32>, delta: Point<i32>, err: i32, done: bool }

        impl Bresenham {
            fn new(from: Point<i32>, to: Point<i32>) -> Self {
                let diff = to - from;
                let delta = Point { x: diff.x.abs(), y: -diff.y.abs() };
                Bresenham { at: from, end: to, step: Point { x: diff.x.signum(), y: diff.y.signum() }, delta, err: delta.x + delta.y, done: false }
            }
        }

        impl Iterator for Bresenham {
            type Item = Point<i32>;

            fn next(&mut self) -> Option<Self::Item> {
                if self.done {
                    return None;
                }
                let current = self.at;
                self.done = self.at == self.end;
                let e2 = 2 * self.err;
                if e2 >= self.delta.y {
                    self.err += self.delta.y;
                    self.at.x += self.step.x;
                }
                if e2 <= self.delta.x {
                    self.err += self.delta.x;
                    self.at.y += self.step.y;
                }
                Some(current)
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let view = Rect { min: Point::default(), max: Point { x: 31.0, y: 23.0 } };
            let from = Point { x: -10.0, y: (b % 40) as f32 };
            let to = Point { x: 60.0, y: a as f32 / 2.0 };
            let Some((p, q)) = view.clip(from, to) else { return -1 };
            let snap = |p: Point<f32>| Point { x: p.x.round() as i32, y: p.y.round() as i32 };
            let line = Bresenham::new(snap(p), snap(q));
            let mut canvas = [0u32; 24];
            for Point { x, y } in line {
                canvas[y as usize] |= 1 << x;
            }
            let lit: u32 = canvas.iter().map(|row| row.count_ones()).sum();
            let checksum = Bresenham::new(snap(p), snap(q)).fold(0i64, |acc, p| (acc * 31 + p.x as i64 * 7 + p.y as i64) % 99_991);
            checksum * 100 + i64::from(lit)
        }
    }
    delta_codec {

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum DecodeError {
            Truncated(usize),
            TooLarge(i64),
            BadTag(u8),
        }

        type Decoded<T> = Result<T, DecodeError>;

        const fn zigzag(n: i32) -> u32 {
            ((n << 1) ^ (n >> 31)) as u32
        }

        const fn unzigzag(n: u32) -> i32 {
            (n >> 1) as i32 ^ -((n & 1) as i32)
        }

        trait Sink {
            fn byte(&mut self, byte: u8);

            fn leb(&mut self, mut value: u32) {
                loop {
                    let low = (value & 0x7f) as u8;
                    value >>= 7;
                    if value == 0 {
                        break self.byte(low);
                    }
                    self.byte(low | 0x80);
                }
            }
        }

        #[derive(Default)]
        struct Counter(usize);

        struct Bytes<'b> {
            out: &'b mut [u8],
            len: usize,
        }

        impl Sink for Counter {
            fn byte(&mut self, _: u8) {
                self.0 += 1;
            }
        }

        impl Sink for Bytes<'_> {
            fn byte(&mut self, byte: u8) {
                if let Some(slot) = self.out.get_mut(self.len) {
                    *slot = byte;
                }
                self.len += 1;
            }
        }

        fn encode(values: &[i32], sink: &mut impl Sink) {
            let mut previous = 0;
            let mut rest = values;
            while let [first, ..] = rest {
                let run = rest.iter().take_while(|v| *v == first).count();
                if run >= 3 {
                    sink.byte(1);
                    sink.leb(run as u32);
                } else {
                    sink.byte(0);
                }
                sink.leb(zigzag(first - previous));
                previous = *first;
                rest = &rest[if run >= 3 { run } else { 1 }..];
            }
        }

        struct Source<'a> {
            bytes: &'a [u8],
            at: usize,
        }

        impl<'a> Source<'a> {
            fn byte(&mut self) -> Decoded<u8> {
                let byte = self.bytes.get(self.at).copied().ok_or(DecodeError::Truncated(self.at))?;
                self.at += 1;
                Ok(byte)
            }

            fn leb(&mut self) -> Decoded<u32> {
                let mut value = 0u64;
                for shift in (0..35).step_by(7) {
                    let byte = self.byte()?;
                    value |= u64::from(byte & 0x7f) << shift;
                    if byte < 0x80 {
                        return u32::try_from(value).map_err(|_| DecodeError::TooLarge(value as i64));
                    }
                }
                Err(DecodeError::TooLarge(-1))
            }

            fn is_empty(&self) -> bool {
                self.at >= self.bytes.len()
            }
        }

        fn decode<const N: usize>(bytes: &[u8]) -> Decoded<([i32; N], usize)> {
            let mut source = Source { bytes, at: 0 };
            let (mut out, mut len, mut previous) = ([0; N], 0, 0i32);
            while !source.is_empty() {
                let run = match source.byte()? {
                    0 => 1,
                    1 => source.leb()? as usize,
                    tag => return Err(DecodeError::BadTag(tag)),
                };
                previous = previous.wrapping_add(unzigzag(source.leb()?));
                out.get_mut(len..len + run).ok_or(DecodeError::TooLarge(run as i64))?.fill(previous);
                len += run;
            }
            Ok((out, len))
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut values = [0i32; 24];
            for (i, v) in values.iter_mut().enumerate() {
                *v = match i {
                    0..=5 => a,
                    6..=9 => i as i32 * a - b as i32,
                    10..=20 if b % 2 == 0 => 7,
                    _ => -(i as i32) % 3,
                };
            }
            let mut counter = Counter::default();
            encode(&values, &mut counter);
            let mut buffer = [0u8; 128];
            let mut sink = Bytes { out: &mut buffer, len: 0 };
            encode(&values, &mut sink);
            let used = sink.len;
            let whole = decode::<24>(&buffer[..used]);
            let same = matches!(whole, Ok((decoded, 24)) if decoded == values);
            let cut = match decode::<8>(&buffer[..used / 2]) {
                Ok((_, len)) => len as i64,
                Err(DecodeError::Truncated(at)) => -(at as i64),
                Err(DecodeError::TooLarge(n)) => -1000 - n,
                Err(DecodeError::BadTag(tag)) => -2000 - i64::from(tag),
            };
            (counter.0 == used) as i64 * 1_000_000 + used as i64 * 10_000 + same as i64 * 5000 + cut
        }
    }

    dns {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        enum Opcode { Query = 0, IQuery = 1, Status = 2, Update = 5 }

        impl TryFrom<u8> for Opcode {
            type Error = DnsError;
            fn try_from(value: u8) -> Result<Self, Self::Error> {
                match value {
                    0 => Ok(Opcode::Query),
                    1 => Ok(Opcode::IQuery),
                    2 => Ok(Opcode::Status),
                    5 => Ok(Opcode::Update),
                    n => Err(DnsError::UnknownOpcode(n)),
                }
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum DnsError { Truncated { needed: usize }, UnknownOpcode(u8), LabelTooLong(u8), PointerLoop }

        #[derive(Debug, Clone, Copy)]
        struct Flags { response: bool, opcode: Opcode, truncated: bool, rcode: u8 }

        #[derive(Debug, Clone, Copy)]
        struct Header { id: u16, flags: Flags, counts: [u16; 4] }

        struct Reader<'a> { message: &'a [u8], at: usize }

        impl<'a> Reader<'a> {
            fn new(message: &'a [u8]) -> Self { Self { message, at: 0 } }

            fn take<const N: usize>(&mut self) -> Result<[u8; N], DnsError> {
                let end = self.at + N;
                let bytes = self.message.get(self.at..end).ok_or_else(|| DnsError::Truncated { needed: end - self.message.len() })?;
                self.at = end;
                Ok(bytes.try_into().expect("the length is N"))
            }

            fn u16(&mut self) -> Result<u16, DnsError> { self.take().map(u16::from_be_bytes) }

            fn header(&mut self) -> Result<Header, DnsError> {
                let id = self.u16()?;
                let [hi, lo] = self.take::<2>()?;
                let flags = Flags {
                    response: hi & 0x80 != 0,
                    opcode: Opcode::try_from(hi >> 3 & 0x0f)?,
                    truncated: hi & 2 > 0,
                    rcode: lo & 0xf,
                };
                let mut counts = [0; 4];
                for count in counts.iter_mut() {
                    *count = self.u16()?;
                }
                Ok(Header { id, flags, counts })
            }

            /// The name at a position: its length with dots and a hash of its labels, lower case.
            fn name(&mut self) -> Result<Name, DnsError> {
                let mut name = Name::default();
                let mut at = self.at;
                let mut jumps = 0;
                let mut end = None;
                loop {
                    let length = *self.message.get(at).ok_or(DnsError::Truncated { needed: 1 })?;
                    match length {
                        0 => {
                            self.at = end.unwrap_or(at + 1);
                            return Ok(name);
                        }
                        1..=63 => {
                            let label = self
                                .message
                                .get(at + 1..at + 1 + usize::from(length))
                                .ok_or(DnsError::Truncated { needed: length as usize })?;
                            name.push(label);
                            at += 1 + label.len();
                        }
                        0xc0.. => {
                            let low = *self.message.get(at + 1).ok_or(DnsError::Truncated { needed: 1 })?;
                            end.get_or_insert(at + 2);
                            at = usize::from(length & 0x3f) << 8 | usize::from(low);
                            jumps += 1;
                            if jumps > 4 {
                                return Err(DnsError::PointerLoop);
                            }
                        }
                        other => return Err(DnsError::LabelTooLong(other)),
                    }
                }
            }
        }

        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        struct Name { labels: u8, length: usize, hash: u32 }

        impl Name {
            fn push(&mut self, label: &[u8]) {
                self.labels += 1;
                self.length += label.len() + 1;
                self.hash = label.iter().map(u8::to_ascii_lowercase).fold(self.hash, |h, b| h.rotate_left(5) ^ u32::from(b));
            }
        }

        fn parse(message: &[u8]) -> Result<(Header, Name, u16, Name), DnsError> {
            let mut reader = Reader::new(message);
            let header = reader.header()?;
            let question = reader.name()?;
            let kind = reader.u16()?;
            let _class = reader.u16()?;
            let answer = reader.name()?;
            Ok((header, question, kind, answer))
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut message = *b"\x12\x34\x81\x80\0\x01\0\x01\0\0\0\0\x03www\x07Example\x03com\0\0\x01\0\x01\x03ftp\xc0\x10";
            message[2] = message[2].wrapping_add((b % 8) as u8 * 8);
            if a == 7 {
                message[message.len() - 1] = 37;
            }
            let length = message.len() - (b as usize % 5) / 3;
            match parse(&message[..length]) {
                Ok((Header { id, flags, counts: [questions, answers, ..] }, question, kind, answer)) => {
                    let same = question.length == answer.length && question.labels == answer.labels;
                    i64::from(id) * 1000 + flags.opcode as i64 * 100 + i64::from(questions + answers) * 10 + same as i64 + i64::from(question.hash ^ answer.hash) * 10_000
                        + i64::from(kind) + (flags.response && !flags.truncated) as i64 + flags.rcode as i64
                }
                Err(DnsError::Truncated { needed }) => -(needed as i64),
                Err(DnsError::UnknownOpcode(n)) => -100 - i64::from(n),
                Err(DnsError::LabelTooLong(n)) => -200 - i64::from(n),
                Err(DnsError::PointerLoop) => -999,
            }
        }
    }
    floyd {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        enum Dist { Finite(i32), Infinite }

        impl Dist {
            fn is_finite(self) -> bool { matches!(self, Dist::Finite(_)) }
        }

        impl std::ops::Add for Dist {
            type Output = Dist;
            fn add(self, rhs: Dist) -> Dist {
                use Dist::*;
                match (self, rhs) {
                    (Finite(a), Finite(b)) => Finite(a + b),
                    _ => Infinite,
                }
            }
        }

        impl From<Option<i32>> for Dist {
            fn from(v: Option<i32>) -> Self { v.map_or(Dist::Infinite, Dist::Finite) }
        }

        struct Digraph<const N: usize> { weights: [[Option<i32>; N]; N] }

        #[derive(Debug)]
        struct NegativeCycle { through: usize }

        struct AllPairs<const N: usize> { dist: [[Dist; N]; N], next: [[Option<usize>; N]; N] }

        impl<const N: usize> Digraph<N> {
            fn from_edges(edges: &[(usize, usize, i32)]) -> Self {
                let mut weights = [[None; N]; N];
                for &(from, to, w) in edges {
                    let slot = &mut weights[from][to];
                    *slot = slot.map_or(Some(w), |old: i32| Some(old.min(w)));
                }
                Self { weights }
            }

            fn floyd_warshall(&self) -> Result<AllPairs<N>, NegativeCycle> {
                let mut dist = self.weights.map(|row| row.map(Dist::from));
                let mut next = [[None; N]; N];
                for i in 0..N {
                    dist[i][i] = dist[i][i].min(Dist::Finite(0));
                    for j in 0..N {
                        if dist[i][j].is_finite() {
                            next[i][j] = Some(j);
                        }
                    }
                }
                for k in 0..N {
                    let via = dist[k];
                    for i in 0..N {
                        let first = dist[i][k];
                        for (j, (d, &rest)) in dist[i].iter_mut().zip(&via).enumerate() {
                            let through = first + rest;
                            if through < *d {
                                *d = through;
                                next[i][j] = next[i][k];
                            }
                        }
                    }
                }
                match (0..N).find(|&v| dist[v][v] < Dist::Finite(0)) {
                    Some(through) => Err(NegativeCycle { through }),
                    None => Ok(AllPairs { dist, next }),
                }
            }
        }

        impl<const N: usize> AllPairs<N> {
            fn path(&self, from: usize, to: usize) -> impl Iterator<Item = usize> + '_ {
                let start = self.next[from][to].map(|_| from);
                std::iter::successors(start, move |&at| if at == to { None } else { self.next[at][to] })
            }

            fn diameter(&self) -> Option<i32> {
                self.dist
                    .iter()
                    .flatten()
                    .filter_map(|d| if let Dist::Finite(n) = d { Some(*n) } else { None })
                    .max()
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let edges = [
                (0, 1, 4 + a.rem_euclid(5)), (0, 2, 9), (1, 2, -2), (2, 3, 2), (3, 1, 1), (3, 4, 7),
                (4, 5, -1), (5, 0, 6), (2, 5, 11), (1, 4, 20), (1, 4, (b % 13) as i32),
            ];
            let graph = Digraph::<7>::from_edges(&edges);
            let all = match graph.floyd_warshall() {
                Ok(all) => all,
                Err(NegativeCycle { through }) => return -(through as i64) - 1,
            };
            let hops = all.path(0, 5).count() as i64;
            let code = all.path(0, 5).fold(0, |acc, v| acc * 10 + v as i64);
            let unreachable = all.dist[0].iter().filter(|d| !d.is_finite()).count() as i64;
            let cyclic = Digraph::<3>::from_edges(&[(0, 1, 1), (1, 2, -3), (2, 1, 1)]).floyd_warshall();
            let cyclic = cyclic.map(|_| 0).unwrap_or_else(|e| e.through as i64 + 1);
            let diameter = all.diameter().map(i64::from).unwrap_or(-1);
            ((code * 10 + hops) * 100 + diameter) * 100 + unreachable * 10 + cyclic
        }
    }
    kmeans {
        use std::ops::{Add, Div};

        trait Metric {
            fn distance(&self, other: &Self) -> f32;
        }

        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        struct P2(f32, f32);

        impl Metric for P2 {
            fn distance(&self, &P2(x, y): &Self) -> f32 {
                let P2(a, b) = *self;
                (a - x).powi(2) + (b - y).powi(2)
            }
        }

        impl Add for P2 {
            type Output = P2;
            fn add(self, rhs: P2) -> P2 { P2(self.0 + rhs.0, self.1 + rhs.1) }
        }

        impl Div<f32> for P2 {
            type Output = P2;
            fn div(self, rhs: f32) -> P2 { P2(self.0 / rhs, self.1 / rhs) }
        }

        #[derive(Debug)]
        struct Clustering<T, const K: usize> { centers: [T; K], iterations: usize, inertia: f32 }

        fn nearest<T: Metric>(centers: &[T], point: &T) -> (usize, f32) {
            centers
                .iter()
                .map(|c| c.distance(point))
                .enumerate()
                .min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap())
                .expect("no centers")
        }

        fn k_means<T, const K: usize>(points: &[T], max_iterations: usize) -> Option<Clustering<T, K>>
        where
            T: Metric + Copy + Default + Add<Output = T> + Div<f32, Output = T>,
        {
            if points.len() < K {
                return None;
            }
            let mut centers: [T; K] = core::array::from_fn(|i| points[i * points.len() / K]);
            let mut inertia = f32::INFINITY;
            for iterations in 1..=max_iterations {
                let mut sums = [(T::default(), 0u32); K];
                let mut total = 0.0;
                for p in points {
                    let (cluster, d) = nearest(&centers, p);
                    let (sum, n) = &mut sums[cluster];
                    *sum = *sum + *p;
                    *n += 1;
                    total += d;
                }
                for (center, (sum, n)) in centers.iter_mut().zip(sums) {
                    if n > 0 {
                        *center = sum / n as f32;
                    }
                }
                if (inertia - total).abs() < 1e-6 {
                    return Some(Clustering { centers, iterations, inertia: total });
                }
                inertia = total;
            }
            Some(Clustering { centers, iterations: max_iterations, inertia })
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut state = b.wrapping_add(17);
            let mut next = move || {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                (state >> 20) as f32 / 4096.0
            };
            let blobs = [P2(0.0, 0.0), P2(4.0, a as f32 / 10.0), P2(-3.0, 5.0)];
            let mut points = [P2::default(); 48];
            for (i, p) in points.iter_mut().enumerate() {
                *p = blobs[i % 3] + P2(next(), next());
            }
            let Some(Clustering { mut centers, iterations, inertia }) = k_means::<_, 3>(&points, 25) else {
                return -1;
            };
            centers.sort_by(|l, r| l.0.total_cmp(&r.0));
            let code = centers.iter().fold(0i64, |acc, c| acc * 1000 + (c.0 * 10.0).round() as i64 * 10 + (c.1 * 10.0).round() as i64);
            let too_few = k_means::<P2, 4>(&points[..3], 1).is_none();
            code * 100 + iterations as i64 + (inertia as i64) * 3 + too_few as i64
        }
    }
    poker {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum Suit { Clubs, Diamonds, Hearts, Spades }

        impl Suit {
            const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Card { rank: u8, suit: Suit }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum Category { HighCard, Pair, TwoPair, Trips, Straight, Flush, FullHouse, Quads, StraightFlush }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        struct Score { category: Category, kickers: [u8; 5] }

        struct Hand([Card; 5]);

        impl Hand {
            fn is_flush(&self) -> bool {
                self.0.windows(2).all(|w| w[0].suit == w[1].suit)
            }

            fn straight_high(&self) -> Option<u8> {
                let mut ranks = self.0.map(|c| c.rank);
                ranks.sort_unstable();
                match ranks {
                    [2, 3, 4, 5, 14] => Some(5),
                    [a, .., e] if ranks.windows(2).all(|w| w[1] == w[0] + 1) => {
                        debug_assert!(e == a + 4);
                        Some(e)
                    }
                    _ => None,
                }
            }

            fn score(&self) -> Score {
                let mut counts = [(0u8, 0u8); 15];
                for card in &self.0 {
                    let (count, rank) = &mut counts[card.rank as usize];
                    *count += 1;
                    *rank = card.rank;
                }
                counts.sort_unstable_by(|a, b| b.cmp(a));
                let mut kickers = [0; 5];
                for (slot, (_, rank)) in kickers.iter_mut().zip(counts.iter().take_while(|(count, _)| *count > 0)) {
                    *slot = *rank;
                }
                let category = match (counts[0].0, counts[1].0, self.is_flush(), self.straight_high()) {
                    (_, _, true, Some(_)) => Category::StraightFlush,
                    (4, ..) => Category::Quads,
                    (3, 2, ..) => Category::FullHouse,
                    (_, _, true, None) => Category::Flush,
                    (_, _, false, Some(high)) => {
                        kickers = [high, 0, 0, 0, 0];
                        Category::Straight
                    }
                    (3, ..) => Category::Trips,
                    (2, 2, ..) => Category::TwoPair,
                    (2, ..) => Category::Pair,
                    _ => Category::HighCard,
                };
                Score { category, kickers }
            }
        }

        fn deal(seed: &mut u32, deck: &mut [Card; 52], used: &mut usize) -> Hand {
            let cards = std::array::from_fn(|_| {
                *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                let left = deck.len() - *used;
                let pick = *used + (*seed >> 16) as usize % left;
                deck.swap(*used, pick);
                *used += 1;
                deck[*used - 1]
            });
            Hand(cards)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut deck: [Card; 52] = std::array::from_fn(|i| Card { rank: (i % 13) as u8 + 2, suit: Suit::ALL[i / 13] });
            let mut seed = b.wrapping_add(a as u32);
            let mut used = 0;
            let mut best: Option<(usize, Score)> = None;
            for player in 0..8 {
                let score = deal(&mut seed, &mut deck, &mut used).score();
                if best.map_or(true, |(_, s)| score > s) {
                    best = Some((player, score));
                }
            }
            let (winner, score) = best.expect("there are players");
            let wheel = Hand([(14, 0), (2, 1), (3, 1), (5, 2), (4, 3)].map(|(rank, s)| Card { rank, suit: Suit::ALL[s] }));
            let wheel = wheel.score();
            winner as i64 * 100_000 + score.category as i64 * 10_000 + score.kickers.iter().map(|&k| k as i64).sum::<i64>() * 10 + wheel.category as i64
                + wheel.kickers[0] as i64 * 10_000_000
        }
    }
    twenty48 {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Move { Left, Right, Up, Down }

        impl Move {
            fn all() -> impl Iterator<Item = Move> {
                [Move::Left, Move::Up, Move::Right, Move::Down].into_iter()
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        struct Board { tiles: [[u8; 4]; 4], score: u32 }

        /// Slides a row to the left; the gain in points.
        fn slide(row: &mut [u8; 4]) -> u32 {
            let before = *row;
            let mut packed = before.iter().copied().filter(|&t| t != 0).peekable();
            let mut gain = 0;
            let mut out = [0; 4];
            let mut len = 0;
            while let Some(tile) = packed.next() {
                out[len] = if packed.next_if_eq(&tile).is_some() {
                    gain += 1 << (tile + 1);
                    tile + 1
                } else {
                    tile
                };
                len += 1;
            }
            *row = out;
            gain
        }

        impl Board {
            fn transposed(&self) -> Board {
                let tiles = std::array::from_fn(|r| std::array::from_fn(|c| self.tiles[c][r]));
                Board { tiles, ..*self }
            }

            fn moved(mut self, m: Move) -> Option<Board> {
                let before = self;
                if matches!(m, Move::Up | Move::Down) {
                    self = self.transposed();
                }
                for row in self.tiles.iter_mut() {
                    if let Move::Right | Move::Down = m {
                        row.reverse();
                        self.score += slide(row);
                        row.reverse();
                    } else {
                        self.score += slide(row);
                    }
                }
                if matches!(m, Move::Up | Move::Down) {
                    self = self.transposed();
                }
                (self.tiles != before.tiles).then_some(self)
            }

            fn empty(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
                (0..4).flat_map(move |r| (0..4).map(move |c| (r, c))).filter(|&(r, c)| self.tiles[r][c] == 0)
            }

            fn spawn(&mut self, rng: &mut impl FnMut() -> u32) {
                let free = self.empty().count();
                if free == 0 {
                    return;
                }
                let pick = rng() as usize % free;
                let spot = self.empty().nth(pick);
                if let Some((r, c)) = spot {
                    self.tiles[r][c] = if rng() % 10 == 0 { 2 } else { 1 };
                }
            }

            fn smoothness(&self) -> i32 {
                let across = |b: &Board| -> i32 {
                    b.tiles.iter().flat_map(|row| row.windows(2)).map(|w| (w[0] as i32 - w[1] as i32).abs()).sum()
                };
                -(across(self) + across(&self.transposed()))
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut state = b ^ 0x9E37_79B9 ^ a as u32;
            let mut rng = || {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                state
            };
            let mut board = Board::default();
            board.spawn(&mut rng);
            board.spawn(&mut rng);
            let mut turns = 0;
            while turns < 60 {
                let best = Move::all()
                    .filter_map(|m| board.moved(m))
                    .max_by_key(|next| next.score as i32 + next.smoothness() * 2 + next.empty().count() as i32);
                match best {
                    Some(next) => board = next,
                    None => break,
                }
                board.spawn(&mut rng);
                turns += 1;
            }
            let top = board.tiles.iter().flatten().max().copied().unwrap_or_default();
            i64::from(board.score) * 10_000 + i64::from(top) * 100 + turns
        }
    }
    cidr {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        struct Ipv4(u32);

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Cidr { network: Ipv4, prefix: u8 }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum ParseError { Empty, BadOctet(usize), TooFewOctets, BadPrefix }

        impl From<[u8; 4]> for Ipv4 {
            fn from(octets: [u8; 4]) -> Self {
                Ipv4(u32::from_be_bytes(octets))
            }
        }

        impl std::str::FromStr for Ipv4 {
            type Err = ParseError;

            fn from_str(s: &str) -> Result<Self, Self::Err> {
                if s.is_empty() {
                    return Err(ParseError::Empty);
                }
                let mut octets = [0u8; 4];
                let mut parts = s.split('.');
                for (i, octet) in octets.iter_mut().enumerate() {
                    let part = parts.next().ok_or(ParseError::TooFewOctets)?;
                    *octet = part.parse().map_err(|_| ParseError::BadOctet(i))?;
                }
                if parts.next().is_some() {
                    return Err(ParseError::BadOctet(4));
                }
                Ok(octets.into())
            }
        }

        impl Cidr {
            const DEFAULT_ROUTE: Cidr = Cidr { network: Ipv4(0), prefix: 0 };

            fn parse(s: &str) -> Result<Self, ParseError> {
                let (addr, prefix) = s.split_once('/').ok_or(ParseError::BadPrefix)?;
                let addr: Ipv4 = addr.parse()?;
                let prefix = prefix.parse::<u8>().ok().filter(|&p| p <= 32).ok_or(ParseError::BadPrefix)?;
                let cidr = Cidr { network: addr, prefix };
                Ok(Cidr { network: Ipv4(addr.0 & cidr.mask()), ..cidr })
            }

            fn mask(&self) -> u32 {
                u32::MAX.checked_shl(32 - u32::from(self.prefix)).unwrap_or(0)
            }

            fn contains(&self, ip: Ipv4) -> bool {
                ip.0 & self.mask() == self.network.0
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Route { destination: Cidr, gateway: Option<Ipv4>, metric: u16 }

        struct RoutingTable<const N: usize> { routes: [Option<Route>; N], len: usize }

        impl<const N: usize> RoutingTable<N> {
            fn new() -> Self {
                Self { routes: [None; N], len: 0 }
            }

            fn add(&mut self, route: Route) -> Result<&mut Self, Route> {
                match self.routes.get_mut(self.len) {
                    Some(slot) => {
                        *slot = Some(route);
                        self.len += 1;
                        Ok(self)
                    }
                    None => Err(route),
                }
            }

            fn lookup(&self, ip: Ipv4) -> Option<&Route> {
                self.routes[..self.len]
                    .iter()
                    .flatten()
                    .filter(|r| r.destination.contains(ip))
                    .max_by_key(|r| (r.destination.prefix, std::cmp::Reverse(r.metric)))
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut table = RoutingTable::<4>::new();
            let Ok(office) = Cidr::parse("10.1.0.0/16") else { return -1 };
            let Ok(lab) = Cidr::parse("10.1.7.128/25") else { return -2 };
            let gateway = Some(Ipv4::from([192, 168, 0, 1]));
            let _ = table.add(Route { destination: Cidr::DEFAULT_ROUTE, gateway, metric: 10 });
            let _ = table.add(Route { destination: office, gateway: None, metric: 5 });
            let _ = table.add(Route { destination: lab, gateway: None, metric: 1 });
            let _ = table.add(Route { destination: office, gateway, metric: 2 });
            let full = table.add(Route { destination: lab, gateway, metric: 0 }).is_err();
            let ip = Ipv4::from([10, (b % 3) as u8, 7, (a.unsigned_abs() * 40 % 256) as u8]);
            let route = table.lookup(ip).copied();
            let bad = match "10.300.1.1".parse::<Ipv4>() {
                Err(ParseError::BadOctet(at)) => at as i64,
                Err(_) => 8,
                Ok(ip) => ip.0 as i64,
            };
            let metric = route.map_or(-1, |r| i64::from(r.metric));
            metric * 100 + bad * 10 + i64::from(full) + if route.and_then(|r| r.gateway).is_some() { 1000 } else { 0 }
        }
    }
    decimal {
        use std::cmp::Ordering;
        use std::iter::Sum;
        use std::ops::{Add, Div, Mul, Neg, Sub};

        /// A decimal number of four places.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
        struct Decimal(i64);

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Rounding { HalfUp, HalfEven, Down }

        impl Decimal {
            const SCALE: i64 = 10_000;
            const ZERO: Decimal = Decimal(0);
            const ONE: Decimal = Decimal(Self::SCALE);
            const CENT: Decimal = Decimal(Self::SCALE / 100);

            const fn from_parts(whole: i64, fraction: i64) -> Self { Decimal(whole * Self::SCALE + fraction) }

            fn round_to(self, unit: Decimal, mode: Rounding) -> Decimal {
                let (q, r) = (self.0.div_euclid(unit.0), self.0.rem_euclid(unit.0));
                let up = match (mode, (r * 2).cmp(&unit.0)) {
                    (Rounding::Down, _) | (_, Ordering::Less) => false,
                    (_, Ordering::Greater) | (Rounding::HalfUp, Ordering::Equal) => true,
                    (Rounding::HalfEven, Ordering::Equal) => q % 2 != 0,
                };
                Decimal((q + up as i64) * unit.0)
            }

            fn checked_div(self, rhs: Self) -> Option<Self> {
                self.0.checked_mul(Self::SCALE)?.checked_div(rhs.0).map(Decimal)
            }

            fn abs(self) -> Self { if self < Self::ZERO { -self } else { self } }
        }

        impl From<i32> for Decimal { fn from(n: i32) -> Self { Decimal::from_parts(n.into(), 0) } }

        impl TryFrom<&str> for Decimal {
            type Error = usize;

            fn try_from(text: &str) -> Result<Self, usize> {
                let (negative, digits) = match text.strip_prefix('-') {
                    Some(rest) => (true, rest),
                    None => (false, text),
                };
                let mut value = 0i64;
                let mut places = None;
                for (at, c) in digits.char_indices() {
                    match (c, places) {
                        ('.', None) => places = Some(0),
                        ('0'..='9', None) => value = value * 10 + i64::from(c.to_digit(10).unwrap()),
                        ('0'..='9', Some(p)) if p < 4 => {
                            value = value * 10 + c.to_digit(10).unwrap() as i64;
                            places = Some(p + 1);
                        }
                        _ => return Err(at),
                    }
                }
                let value = value * 10i64.pow(4 - places.unwrap_or(0));
                Ok(Decimal(if negative { -value } else { value }))
            }
        }

        impl Add for Decimal { type Output = Self; fn add(self, o: Self) -> Self { Decimal(self.0 + o.0) } }
        impl Sub for Decimal { type Output = Self; fn sub(self, o: Self) -> Self { Decimal(self.0 - o.0) } }
        impl Neg for Decimal { type Output = Self; fn neg(self) -> Self { Decimal(-self.0) } }
        impl Mul for Decimal { type Output = Self; fn mul(self, o: Self) -> Self { Decimal(self.0 * o.0 / Self::SCALE) } }
        impl Div<i64> for Decimal { type Output = Self; fn div(self, n: i64) -> Self { Decimal(self.0 / n) } }
        impl Sum for Decimal { fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Self::ZERO, Add::add) } }
        impl<'a> Sum<&'a Decimal> for Decimal { fn sum<I: Iterator<Item = &'a Decimal>>(iter: I) -> Self { iter.copied().sum() } }

        struct Line { quantity: i32, price: Decimal, discount: Option<Decimal> }

        impl Line {
            fn total(&self) -> Decimal {
                let gross = Decimal::from(self.quantity) * self.price;
                self.discount.map_or(gross, |d| gross - gross * d)
            }
        }

        /// Splits an amount into parts that differ by a cent at most and have the same sum.
        fn split<const N: usize>(amount: Decimal) -> [Decimal; N] {
            let share = (amount / N as i64).round_to(Decimal::CENT, Rounding::Down);
            let mut parts = [share; N];
            let mut rest = amount - parts.iter().sum();
            for part in parts.iter_mut() {
                if rest < Decimal::CENT {
                    break;
                }
                *part = *part + Decimal::CENT;
                rest = rest - Decimal::CENT;
            }
            parts
        }

        fn case(a: i32, b: u32) -> i64 {
            let Ok(price) = Decimal::try_from("19.995") else { return -1 };
            let lines = [
                Line { quantity: a, price, discount: None },
                Line { quantity: (b % 50) as i32, price: "0.07".try_into().unwrap_or_default(), discount: Some(Decimal::ONE / 8) },
                Line { quantity: 1, price: Decimal::from_parts(100, 50), discount: None },
            ];
            let total: Decimal = lines.iter().map(Line::total).sum();
            let modes = [Rounding::HalfUp, Rounding::HalfEven, Rounding::Down];
            let rounded = modes.map(|m| total.round_to(Decimal::CENT, m).0);
            let parts = split::<7>(total.abs());
            let spread = parts.iter().max().zip(parts.iter().min()).map(|(x, n)| (*x - *n).0).unwrap_or(-1);
            let ratio = total.checked_div(Decimal::from(b as i32)).map_or(7, |d| d.0 % 1000);
            let wrong = Decimal::try_from("-1.2x").unwrap_err() as i64;
            rounded.iter().sum::<i64>() * 10_000 + spread * 10 + ratio + wrong
        }
    }
    go_liberties {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Stone { Black, White }

        impl std::ops::Not for Stone {
            type Output = Stone;
            fn not(self) -> Stone {
                match self {
                    Stone::Black => Stone::White,
                    Stone::White => Stone::Black,
                }
            }
        }

        const SIZE: usize = 7;
        const CELLS: usize = SIZE * SIZE;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Pos { row: usize, col: usize }

        impl Pos {
            fn index(self) -> usize { self.row * SIZE + self.col }

            fn neighbours(self) -> impl Iterator<Item = Pos> {
                const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
                STEPS.iter().filter_map(move |&(dr, dc)| {
                    let row = self.row.checked_add_signed(dr).filter(|&r| r < SIZE)?;
                    let col = self.col.checked_add_signed(dc).filter(|&c| c < SIZE)?;
                    Some(Pos { row, col })
                })
            }
        }

        #[derive(Debug, PartialEq, Eq)]
        enum Illegal { Occupied, Suicide, Ko }

        struct Group { members: [bool; CELLS], size: usize, liberties: usize }

        #[derive(Clone)]
        struct Goban { cells: [Option<Stone>; CELLS], to_play: Stone, prisoners: [u32; 2], previous: Option<[Option<Stone>; CELLS]> }

        impl Goban {
            fn new() -> Self {
                Goban { cells: [None; CELLS], to_play: Stone::Black, prisoners: [0; 2], previous: None }
            }

            fn get(&self, p: Pos) -> Option<Stone> { self.cells[p.index()] }

            fn group(&self, start: Pos) -> Option<Group> {
                let colour = self.get(start)?;
                let mut group = Group { members: [false; CELLS], size: 0, liberties: 0 };
                let mut counted = [false; CELLS];
                let mut stack = [start; CELLS];
                let mut top = 1;
                group.members[start.index()] = true;
                while top > 0 {
                    top -= 1;
                    let p = stack[top];
                    group.size += 1;
                    for n in p.neighbours() {
                        match self.get(n) {
                            Some(c) if c == colour && !group.members[n.index()] => {
                                group.members[n.index()] = true;
                                stack[top] = n;
                                top += 1;
                            }
                            None if !counted[n.index()] => {
                                counted[n.index()] = true;
                                group.liberties += 1;
                            }
                            _ => {}
                        }
                    }
                }
                Some(group)
            }

            fn play(&mut self, p: Pos) -> Result<u32, Illegal> {
                if self.get(p).is_some() {
                    return Err(Illegal::Occupied);
                }
                let before = self.clone();
                let enemy = !self.to_play;
                self.cells[p.index()] = Some(self.to_play);
                let mut captured = 0;
                for n in p.neighbours().filter(|&n| before.get(n) == Some(enemy)) {
                    if let Some(Group { members, size, liberties: 0 }) = self.group(n) {
                        captured += size as u32;
                        self.cells.iter_mut().zip(members).filter(|(_, m)| *m).for_each(|(c, _)| *c = None);
                    }
                }
                if self.group(p).map_or(false, |g| g.liberties == 0) {
                    *self = before;
                    return Err(Illegal::Suicide);
                }
                if self.previous.as_ref() == Some(&self.cells) {
                    *self = before;
                    return Err(Illegal::Ko);
                }
                self.prisoners[self.to_play as usize] += captured;
                self.previous = Some(before.cells);
                self.to_play = enemy;
                Ok(captured)
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut goban = Goban::new();
            let mut seed = b.wrapping_mul(747796405).wrapping_add(a as u32);
            let mut illegal = [0i64; 3];
            for _ in 0..90 {
                seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                let spot = (seed >> 16) as usize % CELLS;
                match goban.play(Pos { row: spot / SIZE, col: spot % SIZE }) {
                    Ok(_) => {}
                    Err(reason) => illegal[reason as usize] += 1,
                }
            }
            let black = goban.cells.iter().filter(|c| **c == Some(Stone::Black)).count() as i64;
            let [x, y] = goban.prisoners;
            illegal.iter().fold(black, |acc, n| acc * 100 + n) * 10_000 + i64::from(x) * 100 + i64::from(y)
        }
    }
    kalman2 {
        use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Matrix<const R: usize, const C: usize>([[f64; C]; R]);

        impl<const R: usize, const C: usize> Default for Matrix<R, C> {
            fn default() -> Self { Matrix([[0.0; C]; R]) }
        }

        impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
            type Output = f64;
            fn index(&self, (r, c): (usize, usize)) -> &f64 { &self.0[r][c] }
        }

        impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
            fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f64 { &mut self.0[r][c] }
        }

        impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, rhs: Matrix<K, C>) -> Matrix<R, C> {
                let mut out = Matrix::default();
                for r in 0..R {
                    for c in 0..C {
                        out[(r, c)] = (0..K).map(|k| self[(r, k)] * rhs[(k, c)]).sum();
                    }
                }
                out
            }
        }

        impl<const R: usize, const C: usize> AddAssign for Matrix<R, C> {
            fn add_assign(&mut self, rhs: Self) {
                for (row, other) in self.0.iter_mut().zip(&rhs.0) {
                    for (x, y) in row.iter_mut().zip(other) {
                        *x += y;
                    }
                }
            }
        }

        impl<const R: usize, const C: usize> Add for Matrix<R, C> {
            type Output = Self;
            fn add(mut self, rhs: Self) -> Self {
                self += rhs;
                self
            }
        }

        impl<const R: usize, const C: usize> Neg for Matrix<R, C> {
            type Output = Self;
            fn neg(self) -> Self { Matrix(self.0.map(|row| row.map(|x| -x))) }
        }

        impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self { self + -rhs }
        }

        impl<const R: usize, const C: usize> Matrix<R, C> {
            fn transpose(&self) -> Matrix<C, R> { Matrix(std::array::from_fn(|c| std::array::from_fn(|r| self.0[r][c]))) }
        }

        impl<const N: usize> Matrix<N, N> {
            const IDENTITY: Self = {
                let mut m = [[0.0; N]; N];
                let mut i = 0;
                while i < N {
                    m[i][i] = 1.0;
                    i += 1;
                }
                Matrix(m)
            };
            fn trace(&self) -> f64 { (0..N).map(|i| self[(i, i)]).sum() }
        }

        impl Matrix<1, 1> {
            fn inverse(&self) -> Option<Self> { (self[(0, 0)].abs() > f64::EPSILON).then(|| Matrix([[1.0 / self[(0, 0)]]])) }
        }

        struct Kalman { x: Matrix<2, 1>, p: Matrix<2, 2>, q: f64, r: f64 }

        impl Kalman {
            const H: Matrix<1, 2> = Matrix([[1.0, 0.0]]);

            fn predict(&mut self, dt: f64) {
                let f = Matrix([[1.0, dt], [0.0, 1.0]]);
                self.x = f * self.x;
                self.p = f * self.p * f.transpose();
                for i in 0..2 {
                    self.p[(i, i)] += self.q;
                }
            }

            fn update(&mut self, z: f64) -> Option<f64> {
                let residual = Matrix([[z]]) - Self::H * self.x;
                let s = Self::H * self.p * Self::H.transpose() + Matrix([[self.r]]);
                let gain = self.p * Self::H.transpose() * s.inverse()?;
                self.x += gain * residual;
                self.p = (Matrix::IDENTITY - gain * Self::H) * self.p;
                Some(residual[(0, 0)])
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut filter = Kalman { x: Matrix::default(), p: Matrix::IDENTITY, q: 0.01, r: 0.5 };
            let truth = |t: f64| 0.5 * a as f64 + 0.25 * t;
            let mut noise = b;
            let mut squared = 0.0;
            for step in 1..=20u32 {
                filter.predict(1.0);
                noise = noise.wrapping_mul(1103515245).wrapping_add(12345);
                let jitter = f64::from(noise >> 16) / 65536.0 - 0.5;
                if let Some(residual) = filter.update(truth(f64::from(step)) + jitter) {
                    squared += residual.powi(2);
                }
            }
            let rms = (squared / 20.0).sqrt();
            (filter.x[(0, 0)] * 1000.0).round() as i64 * 100_000 + (rms * 1000.0) as i64 + (filter.p.trace() * 1e4) as i64
        }
    }
    modular {
        use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
        struct Mod<const M: u32>(u32);

        impl<const M: u32> Mod<M> {
            const ZERO: Self = Self(0);
            const ONE: Self = Self(1 % M);

            fn new(n: impl Into<i64>) -> Self { Self(n.into().rem_euclid(i64::from(M)) as u32) }

            fn pow(self, mut exp: u32) -> Self {
                let (mut base, mut acc) = (self, Self::ONE);
                while exp > 0 {
                    if exp & 1 == 1 {
                        acc *= base;
                    }
                    base *= base;
                    exp >>= 1;
                }
                acc
            }

            fn inverse(self) -> Option<Self> {
                if self == Self::ZERO { None } else { Some(self.pow(M - 2)) }
            }
        }

        impl<const M: u32> Add for Mod<M> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                let sum = self.0 + rhs.0;
                Self(if sum >= M { sum - M } else { sum })
            }
        }

        impl<const M: u32> Neg for Mod<M> {
            type Output = Self;
            fn neg(self) -> Self { Self(if self.0 == 0 { 0 } else { M - self.0 }) }
        }

        impl<const M: u32> Sub for Mod<M> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self { self + (-rhs) }
        }

        impl<const M: u32> Mul for Mod<M> {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self { Self((u64::from(self.0) * u64::from(rhs.0) % u64::from(M)) as u32) }
        }

        impl<const M: u32> Div for Mod<M> {
            type Output = Option<Self>;
            fn div(self, rhs: Self) -> Option<Self> { rhs.inverse().map(|inv| self * inv) }
        }

        impl<const M: u32> AddAssign for Mod<M> { fn add_assign(&mut self, rhs: Self) { *self = *self + rhs; } }
        impl<const M: u32> SubAssign for Mod<M> { fn sub_assign(&mut self, rhs: Self) { *self = *self - rhs; } }
        impl<const M: u32> MulAssign for Mod<M> { fn mul_assign(&mut self, rhs: Self) { *self = *self * rhs; } }
        impl<const M: u32> From<u32> for Mod<M> { fn from(n: u32) -> Self { Self(n % M) } }
        impl<const M: u32> std::iter::Product for Mod<M> {
            fn product<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Self::ONE, |a, b| a * b) }
        }

        type F = Mod<998_244_353>;

        fn ntt(values: &mut [F], invert: bool) {
            let n = values.len();
            debug_assert!(n.is_power_of_two());
            let mut j = 0;
            for i in 1..n {
                let mut bit = n >> 1;
                while j & bit != 0 {
                    j ^= bit;
                    bit >>= 1;
                }
                j ^= bit;
                if i < j {
                    values.swap(i, j);
                }
            }
            let mut len = 2;
            while len <= n {
                let mut root = F::new(3).pow((998_244_353 - 1) / len as u32);
                if invert {
                    root = root.inverse().unwrap();
                }
                for block in values.chunks_exact_mut(len) {
                    let (left, right) = block.split_at_mut(len / 2);
                    let mut w = F::ONE;
                    for (l, r) in left.iter_mut().zip(right) {
                        let (u, v) = (*l, *r * w);
                        *l = u + v;
                        *r = u - v;
                        w *= root;
                    }
                }
                len <<= 1;
            }
            if invert {
                let scale = F::from(n as u32).inverse().unwrap();
                values.iter_mut().for_each(|v| *v *= scale);
            }
        }

        fn convolve<const N: usize>(a: &[u32], b: &[u32]) -> [F; N] {
            let pad = |s: &[u32]| -> [F; N] { std::array::from_fn(|i| s.get(i).copied().map_or(F::ZERO, F::from)) };
            let (mut x, mut y) = (pad(a), pad(b));
            ntt(&mut x, false);
            ntt(&mut y, false);
            for (p, q) in x.iter_mut().zip(y) {
                *p *= q;
            }
            ntt(&mut x, true);
            x
        }

        fn binomial<const M: u32>(n: u32, k: u32) -> Option<Mod<M>> {
            let top: Mod<M> = (0..k).map(|i| Mod::from(n - i)).product();
            let bottom = (1..=k).map(Mod::<M>::from).product::<Mod<M>>();
            top / bottom
        }

        fn case(a: i32, b: u32) -> i64 {
            let p = [1, 2, 3, b % 100];
            let q = [5, a.unsigned_abs(), 7];
            let product = convolve::<8>(&p, &q);
            let mut slow = [0u32; 8];
            for (i, x) in p.iter().enumerate() {
                for (j, y) in q.iter().enumerate() {
                    slow[i + j] += x * y;
                }
            }
            let equal = product.iter().map(|f| f.0).eq(slow);
            let choose = binomial::<13>(b % 12, 3.min(b % 12)).unwrap_or_default();
            let none = binomial::<7>(20, 9).is_none();
            let mut negative = Mod::<101>::new(a);
            negative -= Mod::new(-5);
            product[3].0 as i64 * 100_000 + i64::from(choose.0) * 1000 + i64::from(negative.0) * 4 + equal as i64 * 2 + none as i64
        }
    }
    precedence {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Tok { Num(f64), Op(u8), LParen, RParen, End }

        struct Lexer<'a> { chars: std::iter::Peekable<std::slice::Iter<'a, u8>> }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum EvalError { Unexpected(Tok), UnbalancedParen, DivisionByZero, BadChar(char), TooDeep }

        type Result<T> = std::result::Result<T, EvalError>;

        impl<'a> Lexer<'a> {
            fn new(src: &'a str) -> Self {
                Lexer { chars: src.as_bytes().iter().peekable() }
            }

            fn next_token(&mut self) -> Result<Tok> {
                while self.chars.next_if(|c| c.is_ascii_whitespace()).is_some() {}
                let Some(&c) = self.chars.next() else { return Ok(Tok::End) };
                Ok(match c {
                    b'(' => Tok::LParen,
                    b')' => Tok::RParen,
                    b'+' | b'-' | b'*' | b'/' | b'^' => Tok::Op(c),
                    b'0'..=b'9' => {
                        let mut value = f64::from(c - b'0');
                        while let Some(d) = self.chars.next_if(|c| c.is_ascii_digit()) {
                            value = value * 10.0 + f64::from(d - b'0');
                        }
                        if self.chars.next_if_eq(&&b'.').is_some() {
                            let mut scale = 0.1;
                            while let Some(d) = self.chars.next_if(|c| c.is_ascii_digit()) {
                                value += f64::from(d - b'0') * scale;
                                scale /= 10.0;
                            }
                        }
                        Tok::Num(value)
                    }
                    other => return Err(EvalError::BadChar(other as char)),
                })
            }
        }

        fn binding(op: u8) -> (u8, bool) {
            match op {
                b'+' | b'-' => (1, false),
                b'*' | b'/' => (2, false),
                b'^' => (3, true),
                _ => unreachable!(),
            }
        }

        struct Stack<T, const N: usize> { items: [T; N], len: usize }

        impl<T: Copy, const N: usize> Stack<T, N> {
            fn filled_with(fill: T) -> Self { Stack { items: [fill; N], len: 0 } }
            fn push(&mut self, item: T) -> Result<()> {
                *self.items.get_mut(self.len).ok_or(EvalError::TooDeep)? = item;
                self.len += 1;
                Ok(())
            }
            fn pop(&mut self) -> Option<T> {
                self.len = self.len.checked_sub(1)?;
                Some(self.items[self.len])
            }
            fn peek(&self) -> Option<&T> { self.items[..self.len].last() }
        }

        fn apply(values: &mut Stack<f64, 16>, op: u8) -> Result<()> {
            let (Some(r), Some(l)) = (values.pop(), values.pop()) else {
                return Err(EvalError::Unexpected(Tok::Op(op)));
            };
            values.push(match op {
                b'+' => l + r,
                b'-' => l - r,
                b'*' => l * r,
                b'/' if r == 0.0 => return Err(EvalError::DivisionByZero),
                b'/' => l / r,
                _ => l.powi(r as i32),
            })
        }

        fn evaluate(src: &str) -> Result<f64> {
            let mut lexer = Lexer::new(src);
            let mut values = Stack::filled_with(0.0);
            let mut ops: Stack<Tok, 16> = Stack::filled_with(Tok::End);
            loop {
                match lexer.next_token()? {
                    Tok::Num(n) => values.push(n)?,
                    Tok::Op(op) => {
                        let (power, right) = binding(op);
                        while let Some(&Tok::Op(top)) = ops.peek() {
                            let (other, _) = binding(top);
                            if other > power || (other == power && !right) {
                                ops.pop();
                                apply(&mut values, top)?;
                            } else {
                                break;
                            }
                        }
                        ops.push(Tok::Op(op))?;
                    }
                    open @ Tok::LParen => ops.push(open)?,
                    Tok::RParen => loop {
                        match ops.pop().ok_or(EvalError::UnbalancedParen)? {
                            Tok::LParen => break,
                            Tok::Op(op) => apply(&mut values, op)?,
                            other => return Err(EvalError::Unexpected(other)),
                        }
                    },
                    Tok::End => break,
                }
            }
            while let Some(tok) = ops.pop() {
                let Tok::Op(op) = tok else { return Err(EvalError::UnbalancedParen) };
                apply(&mut values, op)?;
            }
            values.pop().ok_or(EvalError::Unexpected(Tok::End))
        }

        fn case(a: i32, b: u32) -> i64 {
            let sources = ["1 + 2 * 3", "(1 + 2) * 3 - 4 / 8", "2 ^ 3 ^ 2", "7 / (3 - 3)", "(1 + 2", "3 $ 4", "1 + * 2", "12.5 * (4 - 0.25)"];
            let one = |src: &str| match evaluate(src) {
                Ok(v) => (v * 1000.0).round() as i64,
                Err(EvalError::DivisionByZero) => -1,
                Err(EvalError::UnbalancedParen) => -2,
                Err(EvalError::BadChar(c)) => -(c as i64) - 100,
                Err(EvalError::Unexpected(Tok::Op(op))) => -i64::from(op),
                Err(_) => -3,
            };
            one(sources[b as usize % 8]) * 1000 + one(sources[(a & 7) as usize]) % 1000
        }
    }
    tcp_states {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        enum State {
            #[default]
            Closed,
            Listen,
            SynSent,
            SynReceived,
            Established { unacked: u32 },
            FinWait1,
            FinWait2,
            CloseWait,
            LastAck,
            TimeWait(u8),
        }

        #[derive(Debug, Clone, Copy)]
        enum Event { PassiveOpen, ActiveOpen, Segment(Segment), Send(u32), Close, Tick }

        #[derive(Debug, Clone, Copy, Default)]
        struct Segment { syn: bool, ack: Option<u32>, fin: bool }

        impl Segment {
            const SYN: Segment = Segment { syn: true, ack: None, fin: false };

            fn syn_ack() -> Self { Self { ack: Some(0), ..Self::SYN } }
            fn ack(n: u32) -> Self { Segment { ack: Some(n), ..Default::default() } }
            fn fin() -> Self { Segment { fin: true, ..Self::default() } }
        }

        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        struct Rejected { state: State, event: u8 }

        #[derive(Debug, Default)]
        struct Connection { state: State, sent: u64, transitions: usize }

        impl Event {
            fn code(&self) -> u8 {
                match self {
                    Event::PassiveOpen => 1,
                    Event::ActiveOpen => 2,
                    Event::Segment(Segment { syn: true, .. }) => 3,
                    Event::Segment(Segment { fin: true, .. }) => 4,
                    Event::Segment(_) => 5,
                    Event::Send(_) => 6,
                    Event::Close => 7,
                    Event::Tick => 8,
                }
            }
        }

        impl State {
            fn next(self, event: &Event) -> Option<State> {
                use Event::*;
                use State::*;
                Some(match (self, event) {
                    (Closed, PassiveOpen) => Listen,
                    (Closed, ActiveOpen) => SynSent,
                    (Listen, Segment(s)) if s.syn && s.ack.is_none() => SynReceived,
                    (SynSent, Segment(s)) if s.syn => match s.ack {
                        Some(_) => Established { unacked: 0 },
                        None => SynReceived,
                    },
                    (SynReceived, Segment(s)) if s.ack.is_some() => Established { unacked: 0 },
                    (Established { unacked }, Send(n)) => Established { unacked: unacked + n },
                    (Established { .. }, Segment(s)) if s.fin => CloseWait,
                    (Established { unacked }, Segment(self::Segment { ack: Some(n), .. })) => Established { unacked: unacked.saturating_sub(*n) },
                    (Established { unacked: 0 }, Close) => FinWait1,
                    (FinWait1, Segment(s)) if s.fin => TimeWait(2),
                    (FinWait1, Segment(s)) if s.ack.is_some() => FinWait2,
                    (FinWait2, Segment(s)) if s.fin => TimeWait(2),
                    (CloseWait, Close) => LastAck,
                    (LastAck, Segment(s)) if s.ack.is_some() => Closed,
                    (TimeWait(0 | 1), Tick) => Closed,
                    (TimeWait(n @ 2..), Tick) => TimeWait(n - 1),
                    (state, Tick) => state,
                    _ => return None,
                })
            }

            fn is_open(&self) -> bool { matches!(self, State::Established { .. } | State::CloseWait) }
        }

        impl Connection {
            fn handle(&mut self, event: Event) -> Result<State, Rejected> {
                let next = self.state.next(&event).ok_or_else(|| Rejected { state: self.state, event: event.code() })?;
                if let Event::Send(bytes) = event {
                    self.sent += u64::from(bytes);
                }
                if std::mem::discriminant(&next) != std::mem::discriminant(&self.state) {
                    self.transitions += 1;
                }
                self.state = next;
                Ok(next)
            }

            fn run<I>(&mut self, events: I) -> Result<(), Rejected>
            where
                I: IntoIterator<Item = Event>,
            {
                events.into_iter().try_for_each(|e| self.handle(e).map(drop))
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let client = [
                Event::ActiveOpen,
                Event::Segment(Segment::syn_ack()),
                Event::Send(b % 300),
                Event::Segment(Segment::ack(if a > 6 { b % 300 } else { b })),
                Event::Close,
                Event::Segment(Segment::ack(1)),
                Event::Segment(Segment::fin()),
                Event::Tick,
                Event::Tick,
            ];
            let mut connection = Connection::default();
            let steps = a.unsigned_abs() as usize % 12;
            let result = connection.run(client.iter().copied().take(steps));
            let rejected = match result {
                Ok(()) => 0,
                Err(Rejected { state: State::Established { unacked }, event }) => unacked as i64 * 10 + event as i64,
                Err(Rejected { event, .. }) => event as i64,
            };
            let mut server = Connection { state: State::Listen, ..Default::default() };
            let refused = server.run([Event::Segment(Segment::SYN), Event::Segment(Segment::ack(0)), Event::PassiveOpen]).err();
            let refused = refused.map_or(0, |r| if r.state.is_open() { r.event } else { 0 });
            ((connection.transitions as i64 * 10 + connection.state.is_open() as i64) * 1000 + connection.sent as i64) * 10_000 + rejected * 10 + i64::from(refused)
        }
    }
}

// In texts alone: a module does not see that `check` is a pointer to a function. The ten that followed have been compiled as texts.
texts! {
    bloom {
        trait Hasher {
            fn new(seed: u64) -> Self;
            fn write(&mut self, bytes: &[u8]);
            fn finish(&self) -> u64;

            fn hash_of(seed: u64, bytes: &[u8]) -> u64
            where
                Self: Sized,
            {
                let mut hasher = Self::new(seed);
                hasher.write(bytes);
                hasher.finish()
            }
        }

        #[derive(Clone)]
        struct Fnv1a(u64);

        impl Hasher for Fnv1a {
            fn new(seed: u64) -> Self { Self(0xcbf2_9ce4_8422_2325 ^ seed) }

            fn write(&mut self, bytes: &[u8]) {
                for byte in bytes {
                    self.0 ^= *byte as u64;
                    self.0 = self.0.wrapping_mul(0x0000_0100_0000_01b3);
                }
            }

            fn finish(&self) -> u64 { self.0 }
        }

        #[derive(Clone)]
        struct Djb2 { state: u64 }

        impl Hasher for Djb2 {
            fn new(seed: u64) -> Self { Self { state: 5381 + seed } }
            fn write(&mut self, bytes: &[u8]) {
                self.state = bytes.iter().fold(self.state, |h, &b| (h << 5).wrapping_add(h).wrapping_add(b.into()));
            }
            fn finish(&self) -> u64 { self.state.rotate_left(17) ^ self.state }
        }

        struct BloomFilter<H, const WORDS: usize> { bits: [u64; WORDS], hashes: u32, items: usize, _hasher: std::marker::PhantomData<H> }

        impl<H: Hasher, const WORDS: usize> BloomFilter<H, WORDS> {
            const BITS: u64 = WORDS as u64 * u64::BITS as u64;

            fn with_hashes(hashes: u32) -> Self {
                assert!(hashes > 0);
                BloomFilter { bits: [0; WORDS], hashes, items: 0, _hasher: std::marker::PhantomData }
            }

            fn positions(&self, key: &[u8]) -> impl Iterator<Item = (usize, u64)> + use<H, WORDS> {
                let (h1, h2) = (H::hash_of(0, key), H::hash_of(0x9e37, key) | 1);
                (0..self.hashes as u64).map(move |i| {
                    let bit = h1.wrapping_add(i.wrapping_mul(h2)) % Self::BITS;
                    ((bit / 64) as usize, 1 << (bit % 64))
                })
            }

            fn insert(&mut self, key: &[u8]) -> bool {
                let mut fresh = false;
                for (word, mask) in self.positions(key) {
                    fresh |= self.bits[word] & mask == 0;
                    self.bits[word] |= mask;
                }
                self.items += usize::from(fresh);
                fresh
            }

            fn contains(&self, key: &[u8]) -> bool {
                self.positions(key).all(|(word, mask)| self.bits[word] & mask != 0)
            }

            fn fill(&self) -> f64 {
                let ones: u32 = self.bits.iter().map(|w| w.count_ones()).sum();
                f64::from(ones) / Self::BITS as f64
            }

            fn union<'a>(&'a mut self, other: &Self) -> &'a mut Self {
                self.bits.iter_mut().zip(other.bits.iter()).for_each(|(a, b)| *a |= *b);
                self
            }
        }

        fn experiment<H: Hasher>(from: u32, n: u32) -> (usize, usize, f64) {
            let mut filter = BloomFilter::<H, 4>::with_hashes(3);
            let mut other = BloomFilter::<H, 4>::with_hashes(3);
            for key in from..from + n {
                if key % 2 == 0 { &mut filter } else { &mut other }.insert(&key.to_le_bytes());
            }
            let separate = filter.items + other.items;
            filter.union(&other);
            let false_positives = (from + n..from + n + 100).filter(|k| filter.contains(&k.to_le_bytes())).count();
            assert!((from..from + n).all(|k| filter.contains(&k.to_le_bytes())));
            (separate, false_positives, filter.fill())
        }

        fn case(a: i32, b: u32) -> i64 {
            let n = a.unsigned_abs() % 30 + 5;
            let (items, wrong, fill) = experiment::<Fnv1a>(b, n);
            let (items2, wrong2, fill2) = experiment::<Djb2>(b * 3, n);
            (items * 1000 + wrong) as i64 * 10_000 + (items2 * 100 + wrong2) as i64 + ((fill + fill2) * 1e6) as i64
        }
    }
    check_digits {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Scheme { Luhn, Isbn10, Isbn13, Iban }

        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        enum Invalid { Length { expected: usize, found: usize }, Character(char), Checksum }

        fn digits<'a>(text: &'a str) -> impl Iterator<Item = Result<u32, Invalid>> + 'a {
            text.chars()
                .filter(|c| !matches!(c, ' ' | '-'))
                .map(|c| c.to_digit(10).ok_or(Invalid::Character(c)))
        }

        fn luhn(text: &str) -> Result<(), Invalid> {
            let sum = text
                .bytes()
                .rev()
                .filter(u8::is_ascii_digit)
                .map(|b| u32::from(b - b'0'))
                .enumerate()
                .map(|(i, d)| match i % 2 {
                    0 => d,
                    _ if d > 4 => d * 2 - 9,
                    _ => d * 2,
                })
                .sum::<u32>();
            if sum % 10 == 0 { Ok(()) } else { Err(Invalid::Checksum) }
        }

        fn isbn10(text: &str) -> Result<(), Invalid> {
            let mut sum = 0;
            let mut found = 0;
            for (c, weight) in text.chars().filter(|&c| c != '-').zip((1..=10).rev()) {
                let value = match c {
                    'X' | 'x' if weight == 1 => 10,
                    c => c.to_digit(10).ok_or(Invalid::Character(c))?,
                };
                sum += value * weight;
                found += 1;
            }
            match (found, sum % 11) {
                (10, 0) => Ok(()),
                (10, _) => Err(Invalid::Checksum),
                (found, _) => Err(Invalid::Length { expected: 10, found }),
            }
        }

        fn isbn13(text: &str) -> Result<(), Invalid> {
            let (mut sum, mut found) = (0, 0usize);
            for d in digits(text) {
                sum += d? * if found % 2 == 0 { 1 } else { 3 };
                found += 1;
            }
            if found != 13 {
                return Err(Invalid::Length { expected: 13, found });
            }
            (sum % 10 == 0).then_some(()).ok_or(Invalid::Checksum)
        }

        fn iban(text: &str) -> Result<(), Invalid> {
            let bytes = text.as_bytes();
            let (head, body) = bytes.split_at(4.min(bytes.len()));
            if body.is_empty() {
                return Err(Invalid::Length { expected: 15, found: bytes.len() });
            }
            let rest = body.iter().chain(head).try_fold(0u64, |acc, &b| match b {
                b'0'..=b'9' => Ok((acc * 10 + u64::from(b - b'0')) % 97),
                b'A'..=b'Z' => Ok((acc * 100 + u64::from(b - b'A') + 10) % 97),
                _ => Err(Invalid::Character(b as char)),
            })?;
            match rest {
                1 => Ok(()),
                _ => Err(Invalid::Checksum),
            }
        }

        impl Scheme {
            const ALL: &'static [Scheme] = &[Self::Luhn, Self::Isbn10, Self::Isbn13, Self::Iban];

            fn validate(self, text: &str) -> Result<(), Invalid> {
                let check = match self {
                    Scheme::Luhn => luhn,
                    Scheme::Isbn10 => isbn10,
                    Scheme::Isbn13 => isbn13,
                    Scheme::Iban => iban,
                };
                check(text)
            }
        }

        fn soundex(word: &str) -> [u8; 4] {
            fn class(c: char) -> Option<u8> {
                Some(match c.to_ascii_lowercase() {
                    'b' | 'f' | 'p' | 'v' => b'1',
                    'c' | 'g' | 'j' | 'k' | 'q' | 's' | 'x' | 'z' => b'2',
                    'd' | 't' => b'3',
                    'l' => b'4',
                    'm' | 'n' => b'5',
                    'r' => b'6',
                    _ => return None,
                })
            }
            let mut code = [b'0'; 4];
            let mut chars = word.chars();
            let Some(first) = chars.next() else { return code };
            code[0] = first.to_ascii_uppercase() as u8;
            let mut last = class(first);
            let mut len = 1;
            for c in chars {
                let now = class(c);
                if let Some(digit) = now {
                    if now != last && len < 4 {
                        code[len] = digit;
                        len += 1;
                    }
                }
                if !matches!(c, 'h' | 'w') {
                    last = now;
                }
            }
            code
        }

        fn case(a: i32, b: u32) -> i64 {
            let texts = ["4539 1488 0343 6467", "0-306-40615-2", "978-3-16-148410-0", "GB82WEST12345698765432", "0-8044-2957-X", "978-0-30640615", "DE89 37"];
            let text = texts[b as usize % texts.len()];
            let mut code = 0;
            for scheme in Scheme::ALL {
                code = code * 10
                    + match scheme.validate(text) {
                        Ok(()) => 1,
                        Err(Invalid::Checksum) => 2,
                        Err(Invalid::Character(c)) => 3 + (c as i64) % 3,
                        Err(Invalid::Length { expected, found }) => (expected as i64 - found as i64).abs() % 4 + 6,
                    };
            }
            let names = ["Robert", "Rupert", "Tymczak", "Pfister", "Honeyman", "Ashcraft"];
            let sound = soundex(names[a.unsigned_abs() as usize % names.len()]);
            let same = soundex("Robert") == soundex("Rupert");
            code * 100_000 + i64::from(u32::from_be_bytes(sound) % 49_999) * 2 + same as i64
        }
    }
    cron {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum CronError { FieldCount(usize), Number, Range { min: u8, max: u8, got: u8 }, Step }

        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        struct Mask(u64);

        impl Mask {
            fn contains(self, bit: u8) -> bool { self.0 >> bit & 1 == 1 }
            fn insert(&mut self, bit: u8) { self.0 |= 1 << bit; }
            fn iter(self) -> impl Iterator<Item = u8> { (0..64).filter(move |&b| self.contains(b)) }
            fn next_from(self, start: u8) -> Option<u8> { self.iter().find(|&b| b >= start) }
        }

        impl Extend<u8> for Mask {
            fn extend<T: IntoIterator<Item = u8>>(&mut self, iter: T) {
                iter.into_iter().for_each(|b| self.insert(b));
            }
        }

        #[derive(Debug, Clone, Copy)]
        struct Schedule { minutes: Mask, hours: Mask, weekdays: Mask }

        fn field(text: &str, min: u8, max: u8) -> Result<Mask, CronError> {
            let mut mask = Mask::default();
            for part in text.split(',') {
                let (range, step) = match part.split_once('/') {
                    Some((range, step)) => (range, step.parse::<u8>().map_err(|_| CronError::Step)?),
                    None => (part, 1),
                };
                if step == 0 {
                    return Err(CronError::Step);
                }
                let number = |s: &str| -> Result<u8, CronError> {
                    let got = s.parse().map_err(|_| CronError::Number)?;
                    if (min..=max).contains(&got) { Ok(got) } else { Err(CronError::Range { min, max, got }) }
                };
                let (from, to) = if range == "*" {
                    (min, max)
                } else if let Some((from, to)) = range.split_once('-') {
                    (number(from)?, number(to)?)
                } else {
                    let only = number(range)?;
                    (only, only)
                };
                mask.extend((from..=to).step_by(step as usize));
            }
            Ok(mask)
        }

        impl Schedule {
            fn parse(text: &str) -> Result<Self, CronError> {
                let count = text.split_whitespace().count();
                if count != 3 {
                    return Err(CronError::FieldCount(count));
                }
                let mut fields = text.split_whitespace();
                let mut next = |min, max| field(fields.next().unwrap_or(""), min, max);
                Ok(Schedule { minutes: next(0, 59)?, hours: next(0, 23)?, weekdays: next(0, 6)? })
            }

            /// The minutes until the next run, from a minute of the week.
            fn wait(&self, now: u32) -> Option<u32> {
                const WEEK: u32 = 7 * 24 * 60;
                (0..WEEK).find(|ahead| {
                    let at = (now + ahead) % WEEK;
                    let (day, rest) = (at / 1440, at % 1440);
                    self.weekdays.contains(day as u8) && self.hours.contains((rest / 60) as u8) && self.minutes.contains((rest % 60) as u8)
                })
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let texts = ["*/15 9-17 1-5", "0 0 *", "5,35 */6 0,6", "60 1 1", "1 2", "*/0 * *", "x * *", "59 23 6"];
            let text = texts[(b % 8) as usize];
            match Schedule::parse(text) {
                Ok(schedule) => {
                    let wait = schedule.wait(a.unsigned_abs() * 97).map_or(-1, i64::from);
                    let first = schedule.minutes.next_from(10).map(i64::from).unwrap_or(99);
                    wait * 10_000 + first * 100 + schedule.hours.iter().count() as i64
                }
                Err(CronError::FieldCount(n)) => -(n as i64),
                Err(CronError::Number) => -10,
                Err(CronError::Range { got, max, .. }) => -100 - i64::from(got) * 100 - i64::from(max),
                Err(CronError::Step) => -20,
            }
        }
    }
    ini {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Line<'a> { Blank, Comment, Section(&'a str), Pair { key: &'a str, value: Value<'a> } }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Value<'a> { Int(i64), Bool(bool), Text(&'a str) }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct ParseError { line: usize, reason: Reason }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Reason { UnclosedSection, MissingEquals, EmptyKey }

        impl<'a> Value<'a> {
            fn parse(text: &'a str) -> Self {
                match text {
                    "true" | "yes" | "on" => Value::Bool(true),
                    "false" | "no" | "off" => Value::Bool(false),
                    _ => text.parse().map(Value::Int).unwrap_or(Value::Text(text)),
                }
            }
        }

        fn parse_line(line: &str) -> Result<Line<'_>, Reason> {
            let line = line.trim();
            if line.is_empty() {
                return Ok(Line::Blank);
            }
            if line.starts_with(';') || line.starts_with('#') {
                return Ok(Line::Comment);
            }
            if let Some(rest) = line.strip_prefix('[') {
                return rest.strip_suffix(']').map(Line::Section).ok_or(Reason::UnclosedSection);
            }
            let (key, value) = line.split_once('=').ok_or(Reason::MissingEquals)?;
            match key.trim_end() {
                "" => Err(Reason::EmptyKey),
                key => Ok(Line::Pair { key, value: Value::parse(value.trim_start()) }),
            }
        }

        struct Ini<'a> { text: &'a str }

        impl<'a> Ini<'a> {
            fn lines(&self) -> impl Iterator<Item = Result<Line<'a>, ParseError>> {
                self.text
                    .lines()
                    .enumerate()
                    .map(|(i, line)| parse_line(line).map_err(|reason| ParseError { line: i + 1, reason }))
            }

            fn get(&self, section: &str, name: &str) -> Result<Option<Value<'a>>, ParseError> {
                let mut inside = section.is_empty();
                for line in self.lines() {
                    match line? {
                        Line::Section(found) => inside = found == section,
                        Line::Pair { key, value } if inside && key == name => return Ok(Some(value)),
                        _ => {}
                    }
                }
                Ok(None)
            }

            fn sections(&self) -> usize {
                self.lines().filter(|l| matches!(l, Ok(Line::Section(_)))).count()
            }
        }

        const GOOD: &str = "; sample\nname = demo\n\n[server]\nport = 8080\ntls = yes\n# note\n[client]\nport=-5\nhost = local host\n";
        const BAD: &str = "[a]\nx = 1\n[b\ny = 2\nz";

        fn case(a: i32, b: u32) -> i64 {
            let ini = Ini { text: if a == 7 { BAD } else { GOOD } };
            let (section, key) = [("server", "port"), ("client", "port"), ("server", "tls"), ("client", "host"), ("", "name"), ("a", "x"), ("b", "y")][b as usize % 7];
            let code = match ini.get(section, key) {
                Ok(Some(Value::Int(n))) => n,
                Ok(Some(Value::Bool(true))) => 1_000_000,
                Ok(Some(Value::Bool(false))) => 2_000_000,
                Ok(Some(Value::Text(t))) => 3_000_000 + t.len() as i64,
                Ok(None) => 4_000_000,
                Err(ParseError { line, reason }) => -(line as i64 * 10 + reason as i64),
            };
            code * 100 + ini.sections() as i64 * 10 + ini.lines().filter(Result::is_err).count() as i64
        }
    }
    inventory {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        struct Sku(u32);

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Item { sku: Sku, quantity: u32, price_cents: u64, reserved: u32 }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum StockError {
            UnknownSku(Sku),
            Insufficient { sku: Sku, wanted: u32, available: u32 },
            WarehouseFull,
            Duplicate,
        }

        impl Item {
            fn available(&self) -> u32 { self.quantity.saturating_sub(self.reserved) }
            fn value(&self) -> u64 { u64::from(self.quantity) * self.price_cents }
        }

        #[derive(Debug, Clone, Copy)]
        struct Order<'a> { lines: &'a [(Sku, u32)], coupon: Option<Coupon> }

        #[derive(Debug, Clone, Copy)]
        enum Coupon { Percent(u8), Cents(u64) }

        impl Coupon {
            fn apply(self, total: u64) -> u64 {
                match self {
                    Self::Percent(p @ 0..=100) => total - total * u64::from(p) / 100,
                    Self::Percent(_) => 0,
                    Self::Cents(c) => total.saturating_sub(c),
                }
            }
        }

        struct Warehouse { items: [Option<Item>; 6] }

        impl Warehouse {
            const fn empty() -> Self { Warehouse { items: [None; 6] } }

            fn find(&self, sku: Sku) -> Option<&Item> {
                self.items.iter().flatten().find(|item| item.sku == sku)
            }

            fn find_mut(&mut self, sku: Sku) -> Result<&mut Item, StockError> {
                self.items.iter_mut().flatten().find(|item| item.sku == sku).ok_or(StockError::UnknownSku(sku))
            }

            fn add(&mut self, item: Item) -> Result<(), StockError> {
                if self.find(item.sku).is_some() {
                    return Err(StockError::Duplicate);
                }
                let slot = self.items.iter_mut().find(|slot| slot.is_none()).ok_or(StockError::WarehouseFull)?;
                *slot = Some(item);
                Ok(())
            }

            fn reserve(&mut self, sku: Sku, wanted: u32) -> Result<u64, StockError> {
                let item = self.find_mut(sku)?;
                let available = item.available();
                if wanted > available {
                    return Err(StockError::Insufficient { sku, wanted, available });
                }
                item.reserved += wanted;
                Ok(item.price_cents * u64::from(wanted))
            }

            /// Reserves all lines of an order or none.
            fn place(&mut self, order: &Order<'_>) -> Result<u64, StockError> {
                let mut total = 0;
                for (done, &(sku, count)) in order.lines.iter().enumerate() {
                    match self.reserve(sku, count) {
                        Ok(price) => total += price,
                        Err(error) => {
                            for &(sku, count) in &order.lines[..done] {
                                if let Ok(item) = self.find_mut(sku) {
                                    item.reserved -= count;
                                }
                            }
                            return Err(error);
                        }
                    }
                }
                Ok(order.coupon.map_or(total, |c| c.apply(total)))
            }

            fn ship(&mut self) -> u32 {
                let mut shipped = 0;
                for item in self.items.iter_mut().filter_map(Option::as_mut).filter(|i| i.reserved > 0) {
                    item.quantity -= item.reserved;
                    shipped += std::mem::take(&mut item.reserved);
                }
                shipped
            }

            fn worth(&self) -> u64 { self.items.iter().flatten().map(Item::value).sum() }

            fn scarcest(&self) -> Option<Sku> {
                self.items.iter().filter_map(|i| i.as_ref()).min_by_key(|i| (i.available(), i.sku)).map(|i| i.sku)
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut warehouse = Warehouse::empty();
            for n in 1..=5u32 {
                let item = Item { sku: Sku(n * 11), quantity: n * 4, price_cents: 250 * u64::from(n), reserved: 0 };
                if warehouse.add(item).is_err() {
                    return -1;
                }
            }
            let duplicate = warehouse.add(Item { sku: Sku(11), quantity: 1, price_cents: 1, reserved: 0 }) == Err(StockError::Duplicate);
            let orders = [
                Order { lines: &[(Sku(11), 2), (Sku(33), b % 15)], coupon: Some(Coupon::Percent(10)) },
                Order { lines: &[(Sku(55), 1), (Sku(22), a.unsigned_abs() % 12)], coupon: None },
                Order { lines: &[(Sku(44), 3), (Sku(99), 1)], coupon: Some(Coupon::Cents(100)) },
            ];
            let mut income = 0;
            let mut errors = 0;
            for order in &orders {
                match warehouse.place(order) {
                    Ok(total) => income += total,
                    Err(StockError::Insufficient { wanted, available, .. }) => errors += (wanted - available) as i64,
                    Err(StockError::UnknownSku(Sku(n))) => errors += i64::from(n) * 100,
                    Err(_) => errors += 10_000,
                }
            }
            let scarce = warehouse.scarcest().map_or(0, |s| s.0 as i64);
            let shipped = warehouse.ship();
            income as i64 * 1_000_000 + warehouse.worth() as i64 % 1000 * 1000 + errors + i64::from(shipped) * 7 + scarce + duplicate as i64
        }
    }
    lu {
        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Matrix<const N: usize> { rows: [[f64; N]; N] }

        #[derive(Debug, Clone)]
        struct Lu<const N: usize> { factors: Matrix<N>, pivots: [usize; N], sign: f64 }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum LinalgError { Singular { column: usize } }

        impl<const N: usize> std::ops::Index<usize> for Matrix<N> {
            type Output = [f64; N];
            fn index(&self, r: usize) -> &Self::Output { &self.rows[r] }
        }

        impl<const N: usize> std::ops::IndexMut<usize> for Matrix<N> {
            fn index_mut(&mut self, r: usize) -> &mut Self::Output { &mut self.rows[r] }
        }

        impl<const N: usize> From<[[f64; N]; N]> for Matrix<N> {
            fn from(rows: [[f64; N]; N]) -> Self { Self { rows } }
        }

        impl<const N: usize> Matrix<N> {
            fn identity() -> Self {
                let mut m = Self { rows: [[0.0; N]; N] };
                (0..N).for_each(|i| m[i][i] = 1.0);
                m
            }

            fn lu(mut self) -> Result<Lu<N>, LinalgError> {
                let mut pivots: [usize; N] = std::array::from_fn(|i| i);
                let mut sign = 1.0;
                for col in 0..N {
                    let pivot = (col..N)
                        .max_by(|&a, &b| self[a][col].abs().partial_cmp(&self[b][col].abs()).unwrap())
                        .filter(|&r| self[r][col].abs() > 1e-12)
                        .ok_or(LinalgError::Singular { column: col })?;
                    if pivot != col {
                        self.rows.swap(pivot, col);
                        pivots.swap(pivot, col);
                        sign = -sign;
                    }
                    for r in col + 1..N {
                        let factor = self[r][col] / self[col][col];
                        self[r][col] = factor;
                        for c in col + 1..N {
                            self[r][c] -= factor * self[col][c];
                        }
                    }
                }
                Ok(Lu { factors: self, pivots, sign })
            }

            fn mul_vec(&self, v: &[f64; N]) -> [f64; N] {
                self.rows.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
            }

            fn transposed(&self) -> Self {
                let mut out = *self;
                for (r, row) in self.rows.iter().enumerate() {
                    for (c, value) in row.iter().enumerate() {
                        out[c][r] = *value;
                    }
                }
                out
            }
        }

        impl<const N: usize> Lu<N> {
            fn determinant(&self) -> f64 {
                (0..N).fold(self.sign, |d, i| d * self.factors[i][i])
            }

            fn solve(&self, b: &[f64; N]) -> [f64; N] {
                let mut x = self.pivots.map(|p| b[p]);
                for i in 1..N {
                    let known: f64 = (0..i).map(|j| self.factors[i][j] * x[j]).sum();
                    x[i] -= known;
                }
                for i in (0..N).rev() {
                    let known: f64 = x.iter().enumerate().skip(i + 1).map(|(j, v)| self.factors[i][j] * v).sum();
                    x[i] = (x[i] - known) / self.factors[i][i];
                }
                x
            }

            fn inverse(&self) -> Matrix<N> {
                let columns = Matrix::<N>::identity().rows.map(|e| self.solve(&e));
                Matrix::from(columns).transposed()
            }
        }

        fn residual<const N: usize>(m: &Matrix<N>, x: &[f64; N], b: &[f64; N]) -> f64 {
            m.mul_vec(x).iter().zip(b.iter()).map(|(l, r)| (l - r).abs()).fold(0.0, f64::max)
        }

        fn case(a: i32, b: u32) -> i64 {
            let k = f64::from(b % 10);
            let m = Matrix::from([[2.0, 1.0, k, 0.0], [4.0, -6.0, 0.0, 1.0], [-2.0, 7.0, 2.0, 3.0], [1.0, a as f64, 0.5, 1.0]]);
            let rhs = [5.0, -2.0, 9.0, 1.0];
            let lu = match m.lu() {
                Ok(lu) => lu,
                Err(LinalgError::Singular { column }) => return -1 - column as i64,
            };
            let x = lu.solve(&rhs);
            let good = residual(&m, &x, &rhs) < 1e-9;
            let trace: f64 = (0..4).map(|i| lu.inverse()[i][i]).sum();
            let singular = Matrix { rows: [[1.0, 2.0], [2.0, 4.0]] }.lu().err();
            let singular = matches!(singular, Some(LinalgError::Singular { column: 1 }));
            (lu.determinant() * 100.0).round() as i64 * 10_000 + (trace * 1000.0).round() as i64 * 4 + good as i64 * 2 + singular as i64
        }
    }
    tar_header {
        use std::ops::Range;

        const BLOCK: usize = 64;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum EntryKind { File, Directory, Symlink, Other(u8) }

        impl From<u8> for EntryKind {
            fn from(flag: u8) -> Self {
                match flag {
                    b'0' | 0 => Self::File,
                    b'2' => Self::Symlink,
                    b'5' => Self::Directory,
                    other => Self::Other(other),
                }
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum HeaderError { Checksum { expected: u32, found: u32 }, Octal { field: &'static str, at: usize }, Truncated }

        #[derive(Debug, Clone, Copy)]
        struct Header<'a> { name: &'a [u8], mode: u32, size: u32, kind: EntryKind }

        struct Field { name: &'static str, range: Range<usize> }

        fn octal(block: &[u8], field: Field) -> Result<u32, HeaderError> {
            let bytes = &block[field.range.clone()];
            let digits = bytes.iter().take_while(|b| !matches!(b, 0 | b' '));
            let mut value = 0;
            for (at, &b) in digits.enumerate() {
                if !(b'0'..=b'7').contains(&b) {
                    return Err(HeaderError::Octal { field: field.name, at });
                }
                value = value << 3 | u32::from(b - b'0');
            }
            Ok(value)
        }

        impl<'a> Header<'a> {
            const NAME: Range<usize> = 0..24;

            fn parse(block: &'a [u8]) -> Result<Option<Self>, HeaderError> {
                if block.len() < BLOCK {
                    return Err(HeaderError::Truncated);
                }
                if block.iter().all(|&b| b == 0) {
                    return Ok(None);
                }
                let expected = octal(block, Field { name: "checksum", range: 48..56 })?;
                let found: u32 = block
                    .iter()
                    .enumerate()
                    .map(|(i, &b)| if (48..56).contains(&i) { u32::from(b' ') } else { b.into() })
                    .sum();
                if expected != found {
                    return Err(HeaderError::Checksum { expected, found });
                }
                let raw = &block[Self::NAME];
                let end = raw.iter().position(|&b| b == 0).unwrap_or(raw.len());
                Ok(Some(Header {
                    name: &raw[..end],
                    mode: octal(block, Field { name: "mode", range: 24..32 })?,
                    size: octal(block, Field { name: "size", range: 32..44 })?,
                    kind: block[56].into(),
                }))
            }

            fn blocks(&self) -> usize {
                (self.size as usize).div_ceil(BLOCK)
            }

            fn extension(&self) -> Option<&'a [u8]> {
                let dot = self.name.iter().rposition(|&b| b == b'.')?;
                (dot > 0).then(|| &self.name[dot + 1..])
            }
        }

        fn write_octal(out: &mut [u8], mut value: u32) {
            let (last, digits) = out.split_last_mut().unwrap();
            *last = 0;
            for slot in digits.iter_mut().rev() {
                *slot = b'0' + (value & 7) as u8;
                value >>= 3;
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut block = [0u8; BLOCK];
            let name = b"src/main.rs";
            block[..name.len()].copy_from_slice(name);
            write_octal(&mut block[24..32], 0o644);
            write_octal(&mut block[32..44], b * 3);
            block[56] = [b'0', b'5', b'2', b'x'][(a & 3) as usize];
            block[48..56].fill(b' ');
            let sum = block.iter().map(|&b| b as u32).sum();
            write_octal(&mut block[48..56], sum);
            if a == 40 {
                block[25] = b'9';
                block[26] = b'5';
            } else if a == 100 {
                block[3] ^= 1;
            }
            match Header::parse(&block) {
                Ok(Some(header)) => {
                    let kind = match header.kind {
                        EntryKind::File => 1,
                        EntryKind::Directory => 2,
                        EntryKind::Symlink => 3,
                        EntryKind::Other(flag) => i64::from(flag),
                    };
                    let extension = header.extension().map_or(0, |e| e.len() as i64);
                    (header.mode as i64 * 100 + header.blocks() as i64) * 1000 + kind * 10 + extension
                }
                Ok(None) => 0,
                Err(HeaderError::Checksum { expected, found }) => i64::from(expected) - i64::from(found) - 1000,
                Err(HeaderError::Octal { field, at }) => -(field.len() as i64 * 100 + at as i64),
                Err(HeaderError::Truncated) => -1,
            }
        }
    }
    wordle {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        enum Mark { #[default] Absent, Present, Correct }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Word([u8; 5]);

        impl Word {
            fn new(text: &str) -> Option<Word> {
                let bytes: [u8; 5] = text.as_bytes().try_into().ok()?;
                bytes.iter().all(u8::is_ascii_lowercase).then_some(Word(bytes))
            }

            fn score(&self, secret: &Word) -> [Mark; 5] {
                let mut marks = [Mark::default(); 5];
                let mut left = [0u8; 26];
                for (mark, (g, s)) in marks.iter_mut().zip(self.0.iter().zip(&secret.0)) {
                    if g == s {
                        *mark = Mark::Correct;
                    } else {
                        left[(s - b'a') as usize] += 1;
                    }
                }
                for (mark, &g) in marks.iter_mut().zip(self.0.iter()).filter(|(m, _)| **m != Mark::Correct) {
                    let count = &mut left[usize::from(g - b'a')];
                    if *count > 0 {
                        *count -= 1;
                        *mark = Mark::Present;
                    }
                }
                marks
            }
        }

        fn pattern(marks: &[Mark]) -> u32 {
            marks.iter().fold(0, |code, &m| code * 3 + m as u32)
        }

        struct Game<'w> { words: &'w [Word], alive: u64, secret: Word }

        impl<'w> Game<'w> {
            fn candidates(&self) -> impl Iterator<Item = &'w Word> + '_ {
                self.words.iter().enumerate().filter(|(i, _)| self.alive >> i & 1 == 1).map(|(_, w)| w)
            }

            fn best_guess(&self) -> Option<Word> {
                self.candidates()
                    .map(|guess| {
                        let mut buckets = [0u16; 243];
                        self.candidates().for_each(|secret| buckets[pattern(&guess.score(secret)) as usize] += 1);
                        (buckets.into_iter().max().unwrap_or(0), *guess)
                    })
                    .min_by_key(|&(worst, _)| worst)
                    .map(|(_, guess)| guess)
            }

            fn play(&mut self) -> Option<usize> {
                for turn in 1..=6 {
                    let guess = self.best_guess()?;
                    let marks = guess.score(&self.secret);
                    if marks == [Mark::Correct; 5] {
                        return Some(turn);
                    }
                    for (i, word) in self.words.iter().enumerate() {
                        if guess.score(word) != marks {
                            self.alive &= !(1 << i);
                        }
                    }
                }
                None
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let texts = ["crane", "slate", "trace", "crate", "brace", "grace", "plane", "stale", "least", "steal", "eerie", "llama"];
            let words = texts.map(|t| Word::new(t).unwrap());
            let secret = words[b as usize % words.len()];
            let mut game = Game { words: &words, alive: (1 << words.len()) - 1, secret };
            let guess = words[a.unsigned_abs() as usize % words.len()];
            let code = pattern(&guess.score(&secret));
            let turns = game.play().map_or(0, |t| t as i64);
            let rejected = ["short", "toolong", "Upper", "five5"].iter().filter(|t| Word::new(t).is_none()).count();
            i64::from(code) * 1000 + turns * 100 + game.candidates().count() as i64 * 10 + rejected as i64
        }
    }
    yahtzee {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Box_ { Upper(u8), ThreeOfAKind, FourOfAKind, FullHouse, SmallStraight, LargeStraight, Yahtzee, Chance }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Dice([u8; 5]);

        impl Dice {
            fn roll(rng: &mut impl Iterator<Item = u32>) -> Self {
                let mut dice = [0; 5];
                dice.fill_with(|| (rng.next().unwrap_or(0) % 6) as u8 + 1);
                Dice(dice)
            }

            fn reroll(&mut self, keep: impl Fn(u8) -> bool, rng: &mut impl Iterator<Item = u32>) {
                for die in self.0.iter_mut().filter(|d| !keep(**d)) {
                    *die = (rng.next().unwrap_or(0) % 6) as u8 + 1;
                }
            }

            fn counts(&self) -> [usize; 7] {
                let mut counts = [0; 7];
                self.0.iter().for_each(|&d| counts[d as usize] += 1);
                counts
            }

            fn sum(&self) -> u32 { self.0.iter().copied().map(u32::from).sum() }

            fn longest_run(&self) -> usize {
                let counts = self.counts();
                let (mut best, mut run) = (0, 0);
                for &c in &counts[1..] {
                    run = if c > 0 { run + 1 } else { 0 };
                    best = best.max(run);
                }
                best
            }
        }

        impl Box_ {
            const ALL: [Box_; 13] = [
                Box_::Upper(1), Box_::Upper(2), Box_::Upper(3), Box_::Upper(4), Box_::Upper(5), Box_::Upper(6),
                Box_::ThreeOfAKind, Box_::FourOfAKind, Box_::FullHouse, Box_::SmallStraight, Box_::LargeStraight, Box_::Yahtzee, Box_::Chance,
            ];

            fn score(self, dice: &Dice) -> u32 {
                let counts = dice.counts();
                let of_a_kind = |n| counts.iter().any(|&c| c >= n);
                match self {
                    Box_::Upper(face) => u32::from(face) * counts[usize::from(face)] as u32,
                    Box_::ThreeOfAKind if of_a_kind(3) => dice.sum(),
                    Box_::FourOfAKind if of_a_kind(4) => dice.sum(),
                    Box_::FullHouse if counts.contains(&3) && counts.contains(&2) => 25,
                    Box_::SmallStraight if dice.longest_run() >= 4 => 30,
                    Box_::LargeStraight if dice.longest_run() == 5 => 40,
                    Box_::Yahtzee if of_a_kind(5) => 50,
                    Box_::Chance => dice.sum(),
                    _ => 0,
                }
            }
        }

        #[derive(Default)]
        struct Card { scores: [Option<u32>; 13] }

        impl Card {
            fn open(&self) -> impl Iterator<Item = usize> + '_ {
                self.scores.iter().enumerate().filter(|(_, s)| s.is_none()).map(|(i, _)| i)
            }

            fn fill(&mut self, dice: &Dice) -> Option<u32> {
                let best = self.open().max_by_key(|&i| (Box_::ALL[i].score(dice), std::cmp::Reverse(i)))?;
                Some(*self.scores[best].insert(Box_::ALL[best].score(dice)))
            }

            fn total(&self) -> u32 {
                let upper: u32 = self.scores[..6].iter().flatten().sum();
                let bonus = if upper >= 63 { 35 } else { 0 };
                upper + bonus + self.scores.iter().skip(6).filter_map(|&s| s).sum::<u32>()
            }
        }

        struct Lcg(u32);

        impl Iterator for Lcg {
            type Item = u32;
            fn next(&mut self) -> Option<u32> {
                self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
                Some(self.0 >> 16)
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut rng = Lcg(b.wrapping_mul(31).wrapping_add(a as u32));
            let mut card = Card::default();
            let mut last = None;
            for _ in 0..13 {
                let mut dice = Dice::roll(&mut rng);
                for _ in 0..2 {
                    let counts = dice.counts();
                    let target = (1..=6).rev().max_by_key(|&f| counts[f]).unwrap_or(6) as u8;
                    dice.reroll(|d| d == target, &mut rng);
                }
                last = card.fill(&dice);
            }
            let finished = card.fill(&Dice([1; 5])).is_none();
            i64::from(card.total()) * 1000 + last.map_or(0, i64::from) * 10 + finished as i64
        }
    }
    game_of_life {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        enum Cell { #[default] Dead, Alive }
        #[derive(Clone, PartialEq)]
        struct Board<const W: usize, const H: usize> { cells: [[Cell; W]; H], generation: u32 }
        impl<const W: usize, const H: usize> Default for Board<W, H> { fn default() -> Self { Board { cells: [[Cell::default(); W]; H], generation: 0 } } }
        impl<const W: usize, const H: usize> Board<W, H> {
            const NEIGHBOURS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
            fn from_pattern(rows: &[&str]) -> Self {
                let mut board = Self::default();
                for (y, row) in rows.iter().enumerate() { for (x, c) in row.chars().enumerate() { if c == '#' { board.cells[y + 1][x + 1] = Cell::Alive; } } }
                board
            }
            fn alive_around(&self, x: usize, y: usize) -> usize {
                Self::NEIGHBOURS.iter().filter(|(dx, dy)| {
                    let nx = (x as isize + dx).rem_euclid(W as isize) as usize;
                    let ny = (y as isize + dy).rem_euclid(H as isize) as usize;
                    self.cells[ny][nx] == Cell::Alive
                }).count()
            }
            fn step(&self) -> Self {
                let mut next = self.clone();
                for (y, row) in next.cells.iter_mut().enumerate() {
                    for (x, cell) in row.iter_mut().enumerate() {
                        *cell = match (*cell, self.alive_around(x, y)) { (Cell::Alive, 2 | 3) | (Cell::Dead, 3) => Cell::Alive, _ => Cell::Dead };
                    }
                }
                next.generation += 1;
                next
            }
            fn population(&self) -> usize { self.cells.iter().flatten().filter(|&&c| c == Cell::Alive).count() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let start = match b % 3 { 0 => Board::<8, 7>::from_pattern(&[".#.", "..#", "###"]), 1 => Board::from_pattern(&["###"]), _ => Board::from_pattern(&[".##", "##.", ".#."]) };
            let mut board = start.clone();
            for _ in 0..(a.unsigned_abs() % 6) { board = board.step(); }
            let code = board.cells.iter().map(|row| row.iter().fold(0i64, |bits, &c| bits << 1 | (c == Cell::Alive) as i64)).fold(0i64, |t, r| t * 257 % 1_000_003 + r);
            code * 100 + board.population() as i64 + board.generation as i64 * 1000 + i64::from(board == start)
        }
    }
    // It waited as a program over a slice, `one`, which `case` calls.
    gamma_codes {
        #[derive(Debug)]
        struct BitWriter<'a> {
            words: &'a mut [u32],
            position: usize,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Overflow {
            needed: usize,
        }

        impl<'a> BitWriter<'a> {
            fn new(words: &'a mut [u32]) -> Self {
                words.fill(0);
                BitWriter { words, position: 0 }
            }

            fn remaining(&self) -> usize {
                self.words.len() * 32 - self.position
            }

            fn bit(&mut self, bit: bool) {
                if bit {
                    self.words[self.position / 32] |= 1 << (self.position % 32);
                }
                self.position += 1;
            }

            fn bits(&mut self, value: u32, count: u32) -> Result<&mut Self, Overflow> {
                if self.remaining() < count as usize {
                    return Err(Overflow { needed: count as usize - self.remaining() });
                }
                for i in (0..count).rev() {
                    self.bit(value >> i & 1 == 1);
                }
                Ok(self)
            }

            fn gamma(&mut self, value: u32) -> Result<(), Overflow> {
                debug_assert!(value > 0);
                let length = value.ilog2();
                self.bits(0, length)?.bits(value, length + 1)?;
                Ok(())
            }
        }

        struct BitReader<'a> {
            words: &'a [u32],
            position: usize,
            end: usize,
        }

        impl BitReader<'_> {
            fn bit(&mut self) -> Option<u32> {
                if self.position == self.end {
                    return None;
                }
                let bit = self.words[self.position / 32] >> (self.position % 32) & 1;
                self.position += 1;
                Some(bit)
            }

            fn gamma(&mut self) -> Option<u32> {
                let mut zeros = 0;
                while self.bit()? == 0 {
                    zeros += 1;
                }
                let mut value = 1;
                for _ in 0..zeros {
                    value = value << 1 | self.bit()?;
                }
                Some(value)
            }
        }

        impl Iterator for BitReader<'_> {
            type Item = u32;
            fn next(&mut self) -> Option<u32> {
                self.gamma()
            }
        }

        fn zigzag(delta: i32) -> u32 {
            (delta << 1 ^ delta >> 31) as u32
        }

        fn unzigzag(value: u32) -> i32 {
            (value >> 1) as i32 ^ -((value & 1) as i32)
        }

        fn compress(values: &[u32], out: &mut [u32]) -> Result<usize, Overflow> {
            let mut writer = BitWriter::new(out);
            let mut previous = 0i32;
            for &value in values {
                let value = (value % 5000) as i32;
                writer.gamma(zigzag(value - previous) + 1)?;
                previous = value;
            }
            Ok(writer.position)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut packed = [0u32; 8];
            let values = &input[i..][..i % 13 + 1];
            match compress(values, &mut packed) {
                Ok(end) => {
                    let mut value = 0;
                    let mut right = true;
                    let mut expected = values.iter();
                    for code in (BitReader { words: &packed, position: 0, end }) {
                        value += unzigzag(code - 1);
                        right &= expected.next().is_some_and(|&e| e % 5000 == value as u32);
                    }
                    right &= expected.next().is_none();
                    (end as u32) << 8 | u32::from(right) << 4 | packed[0] & 15
                }
                Err(Overflow { needed }) => 0xFFFF_0000 | needed as u32,
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let input: [u32; 64] = std::array::from_fn(|i| (i as u32 + b).wrapping_mul(2_654_435_761).wrapping_add(a as u32) >> 16);
            one(b as usize % 16, &input) as i64
        }
    }
}
