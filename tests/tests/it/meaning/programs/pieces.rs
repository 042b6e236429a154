//! Pieces of slices and of texts, and what is looked for in texts.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{Device, FIRST, SECOND, check, check_on, programs};
use vyre::prelude::*;

programs! {
    pieces_of_slices {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1u8, b as u8, 3, a as u8, 5];
            let s: &[u8] = &t[..(b % 6) as usize];
            let mut r = 0i64;
            if let Some(c) = s.first_chunk::<2>() { r += c[0] as i64 * 3 + c[1] as i64; }
            if let Some(&[x, y, z]) = s.last_chunk::<3>() { r = r * 7 + x as i64 + y as i64 * 5 + z as i64; }
            if let Some((h, rest)) = s.split_first_chunk::<2>() { r = r * 11 + h[1] as i64 + rest.len() as i64 * 1000 + rest.first().copied().unwrap_or(9) as i64; }
            if let Some((rest, l)) = s.split_last_chunk::<2>() { r = r * 13 + l[1] as i64 + rest.len() as i64 * 1000; }
            let w = t.first_chunk::<4>().map_or(0, |w| u32::from_le_bytes(*w) as i64);
            let t = [1u32, 0, 3, b % 2, 5, 0, 7];
            let part = |p: &[u32]| p.len() as i64 * 3 + p.iter().sum::<u32>() as i64;
            for p in t.splitn((b % 4) as usize, |x| *x == 0) { r = r.wrapping_mul(17).wrapping_add(part(p)); }
            for p in t.rsplitn((b % 3) as usize, |x| *x == 0) { r = r.wrapping_mul(19).wrapping_add(part(p)); }
            for p in t.rsplit(|x| *x == 0) { r = r.wrapping_mul(23).wrapping_add(part(p)); }
            for p in t[..(b % 3) as usize].rsplit(|x| *x == 1) { r = r.wrapping_mul(29).wrapping_add(part(p)); }
            r.wrapping_add(w)
        }
    }
    pieces_of_texts {
        fn case(a: i32, b: u32) -> i64 {
            let s = if b % 2 == 0 { "ab:c:def:g" } else { "::x" };
            let mut r = 0i64;
            for p in s.splitn((b % 4) as usize, ':') { r = r * 11 + p.len() as i64; }
            for p in s.rsplitn((b % 3) as usize, ':') { r = r * 13 + p.len() as i64; }
            for p in s.rsplit(':') { r = r * 7 + p.len() as i64; }
            for p in s.split(':').rev() { r = r * 5 + p.len() as i64; }
            if let Some((x, y)) = s.rsplit_once(':') { r = r * 3 + x.len() as i64 * 10 + y.len() as i64; }
            let x = u32::from_str_radix("fF", 16).unwrap_or(7);
            let y = i64::from_str_radix("-101", 2).unwrap_or(0);
            let z = u8::from_str_radix("400", 10).is_err() as i64 + u16::from_str_radix("zz", 36).map_or(0, |w| w as i64) + u8::from_str_radix("12", 2).is_err() as i64;
            r.wrapping_mul(31).wrapping_add(x as i64 + y * 3 + z + s.rfind(':').map_or(-1, |i| i as i64) + a as i64)
        }
    }
    looked_for_in_texts {
        fn case(a: i32, b: u32) -> i64 {
            let s: &str = "xyz";
            let cs = ['a', 'x', '+', '-'];
            let mut r = 0i64;
            for c in cs.iter() { r = r * 2 + "+-*/".contains(*c) as i64; }
            let k = cs[(b % 4) as usize];
            let w = if a > 0 { "yz" } else { "q" };
            r = r * 100 + s.contains(k) as i64 + s.find(k).map_or(9, |i| i as i64) + s.contains(w) as i64 * 1000 + s.find(w).map_or(7, |i| i as i64) * 5;
            r = r * 3 + s.contains(|c: char| c == k) as i64 + s.find(|c: char| c == 'z').map_or(9, |i| i as i64) + s.contains(['q', 'z']) as i64;
            r + cs.iter().filter(|&&c| "ax".contains(c)).count() as i64
        }
    }
}

/// rustc refuses each: nothing tells the type of a number that is parsed.
#[test]
fn what_nothing_tells_is_refused() {
    for body in [
        "\"12\".parse().is_ok()",
        "\"12\".parse().unwrap_or_default() as i64 == 0",
        "{ let x = \"12\".parse().unwrap(); x as i64 == 12 }",
    ] {
        let text = format!("fn case() -> bool {{ {body} }}");
        let errors = vyre::Module::compile(&text).unwrap_err().to_string();
        assert!(errors.contains("nothing says what type this `parse` gives"), "{body}: {errors}");
    }
    let errors = vyre::Module::compile("fn case(x: [u32; 4]) -> bool { x.first_chunk().is_some() }")
        .unwrap_err()
        .to_string();
    assert!(errors.contains("nothing says here how many elements `first_chunk` gives"), "{errors}");
}

// Two that waited for what is above, in their first versions.
texts_on_cpu! {
    calendar {
        use std::str::FromStr;

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Date {
            year: i32,
            month: u8,
            day: u8,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Weekday {
            Mon = 1,
            Tue,
            Wed,
            Thu,
            Fri,
            Sat,
            Sun,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum DateError {
            Format,
            Month(u8),
            Day { day: u8, max: u8 },
        }

        impl TryFrom<u32> for Weekday {
            type Error = u32;
            fn try_from(value: u32) -> Result<Self, u32> {
                Ok(match value {
                    1 => Weekday::Mon,
                    2 => Weekday::Tue,
                    3 => Weekday::Wed,
                    4 => Weekday::Thu,
                    5 => Weekday::Fri,
                    6 => Weekday::Sat,
                    7 => Weekday::Sun,
                    other => return Err(other),
                })
            }
        }

        impl Weekday {
            fn is_weekend(self) -> bool {
                matches!(self, Weekday::Sat | Weekday::Sun)
            }
        }

        impl Date {
            const EPOCH: Date = Date { year: 1970, month: 1, day: 1 };

            fn is_leap(year: i32) -> bool {
                (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
            }

            fn days_in_month(year: i32, month: u8) -> Option<u8> {
                const DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
                let days = *DAYS.get(usize::from(month).checked_sub(1)?)?;
                Some(days + u8::from(month == 2 && Self::is_leap(year)))
            }

            fn new(year: i32, month: u8, day: u8) -> Result<Self, DateError> {
                let max = Self::days_in_month(year, month).ok_or(DateError::Month(month))?;
                if !(1..=max).contains(&day) {
                    return Err(DateError::Day { day, max });
                }
                Ok(Date { year, month, day })
            }

            fn to_days(self) -> i64 {
                let y = i64::from(self.year) - i64::from(self.month <= 2);
                let era = y.div_euclid(400);
                let yoe = y.rem_euclid(400);
                let m = i64::from(self.month);
                let doy = (153 * (m + if m > 2 { -3 } else { 9 }) + 2) / 5 + i64::from(self.day) - 1;
                let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
                era * 146_097 + doe - 719_468
            }

            fn from_days(days: i64) -> Self {
                let z = days + 719_468;
                let era = z.div_euclid(146_097);
                let doe = z - era * 146_097;
                let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
                let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
                let mp = (5 * doy + 2) / 153;
                let day = (doy - (153 * mp + 2) / 5 + 1) as u8;
                let month = if mp < 10 { mp + 3 } else { mp - 9 } as u8;
                Date { year: (yoe + era * 400) as i32 + (month <= 2) as i32, month, day }
            }

            fn weekday(self) -> Weekday {
                let n = (self.to_days() + 3).rem_euclid(7) as u32 + 1;
                n.try_into().unwrap_or(Weekday::Mon)
            }

            fn succ(self) -> Self {
                Self::new(self.year, self.month, self.day + 1)
                    .or_else(|_| Self::new(self.year, self.month + 1, 1))
                    .unwrap_or(Date { year: self.year + 1, month: 1, day: 1 })
            }

            fn iter_until(self, end: Date) -> Days {
                Days { next: self, end }
            }
        }

        impl FromStr for Date {
            type Err = DateError;

            fn from_str(s: &str) -> Result<Self, Self::Err> {
                let mut parts = s.splitn(3, '-');
                let mut part = || parts.next().ok_or(DateError::Format);
                let year = part()?.parse().map_err(|_| DateError::Format)?;
                let month = part()?.parse().map_err(|_| DateError::Format)?;
                let day = part()?.parse().map_err(|_| DateError::Format)?;
                Date::new(year, month, day)
            }
        }

        impl std::ops::Add<i64> for Date {
            type Output = Date;
            fn add(self, days: i64) -> Date {
                Date::from_days(self.to_days() + days)
            }
        }

        impl std::ops::Sub for Date {
            type Output = i64;
            fn sub(self, other: Date) -> i64 {
                self.to_days() - other.to_days()
            }
        }

        struct Days {
            next: Date,
            end: Date,
        }

        impl Iterator for Days {
            type Item = Date;
            fn next(&mut self) -> Option<Date> {
                if self.next >= self.end {
                    return None;
                }
                let succ = self.next.succ();
                Some(std::mem::replace(&mut self.next, succ))
            }
        }

        fn business_days(from: Date, to: Date) -> usize {
            from.iter_until(to).filter(|d| !d.weekday().is_weekend()).count()
        }

        fn easter(year: i32) -> Result<Date, DateError> {
            let (a, b, c) = (year % 19, year / 100, year % 100);
            let d = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
            let e = (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7;
            let f = d + e - 7 * ((a + 11 * d + 22 * e) / 451) + 114;
            Date::new(year, (f / 31) as u8, (f % 31 + 1) as u8)
        }

        fn case(a: i32, b: u32) -> i64 {
            let start = Date::EPOCH + i64::from(b) * 37;
            let end = start + (a.abs() as i64 % 30);
            let working = business_days(start, end);
            let texts = ["2024-02-29", "2023-02-29", "1999-13-01", "20xx-01-01", "2020-1", "-1-12-31"];
            let parsed = texts[b as usize % texts.len()].parse::<Date>();
            let code = match parsed {
                Ok(date) => date - Date::EPOCH,
                Err(DateError::Format) => -1,
                Err(DateError::Month(m)) => -100 - m as i64,
                Err(DateError::Day { day, max }) => -1000 - i64::from(day) * 100 - i64::from(max),
            };
            let easter = easter(2000 + a).map(|d| i64::from(d.month) * 100 + d.day as i64).unwrap_or(0);
            code * 1_000_000 + working as i64 * 10_000 + easter * 10 + end.weekday() as i64
        }
    }
    stream_cipher {
        const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
        const ROUNDS: usize = 20;

        #[derive(Clone)]
        struct ChaCha {
            state: [u32; 16],
            block: [u8; 64],
            used: usize,
        }

        impl ChaCha {
            fn new(key: &[u8; 32], nonce: &[u8; 12], counter: u32) -> Self {
                let mut state = [0; 16];
                state[..4].copy_from_slice(&CONSTANTS);
                for (word, bytes) in state[4..12].iter_mut().zip(key.chunks_exact(4)) {
                    *word = u32::from_le_bytes(bytes.try_into().unwrap());
                }
                state[12] = counter;
                for (i, bytes) in nonce.chunks(4).enumerate() {
                    state[13 + i] = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                }
                ChaCha { state, block: [0; 64], used: 64 }
            }

            #[inline]
            fn quarter(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
                x[a] = x[a].wrapping_add(x[b]);
                x[d] = (x[d] ^ x[a]).rotate_left(16);
                x[c] = x[c].wrapping_add(x[d]);
                x[b] = (x[b] ^ x[c]).rotate_left(12);
                x[a] = x[a].wrapping_add(x[b]);
                x[d] = (x[d] ^ x[a]).rotate_left(8);
                x[c] = x[c].wrapping_add(x[d]);
                x[b] = (x[b] ^ x[c]).rotate_left(7);
            }

            fn refill(&mut self) {
                const COLUMNS: [[usize; 4]; 8] = [
                    [0, 4, 8, 12],
                    [1, 5, 9, 13],
                    [2, 6, 10, 14],
                    [3, 7, 11, 15],
                    [0, 5, 10, 15],
                    [1, 6, 11, 12],
                    [2, 7, 8, 13],
                    [3, 4, 9, 14],
                ];
                let mut x = self.state;
                for _ in 0..ROUNDS / 2 {
                    COLUMNS.iter().for_each(|&q| Self::quarter(&mut x, q));
                }
                for ((out, x), s) in self.block.chunks_exact_mut(4).zip(x).zip(self.state) {
                    out.copy_from_slice(&x.wrapping_add(s).to_le_bytes());
                }
                self.state[12] = self.state[12].wrapping_add(1);
                self.used = 0;
            }

            fn apply(&mut self, data: &mut [u8]) {
                for byte in data {
                    if self.used == self.block.len() {
                        self.refill();
                    }
                    *byte ^= self.block[self.used];
                    self.used += 1;
                }
            }
        }

        impl Iterator for ChaCha {
            type Item = u8;
            fn next(&mut self) -> Option<u8> {
                let mut byte = [0];
                self.apply(&mut byte);
                Some(byte[0])
            }
        }

        trait Mac: Sized {
            type Tag: PartialEq;
            const BLOCK: usize;

            fn absorb(&mut self, block: &[u8]);
            fn tag(self) -> Self::Tag;

            fn of(mut self, message: &[u8]) -> Self::Tag {
                for block in message.chunks(Self::BLOCK) {
                    self.absorb(block);
                }
                self.tag()
            }
        }

        struct Poly {
            r: u128,
            acc: u128,
        }

        const P: u128 = (1 << 61) - 1;

        impl Mac for Poly {
            type Tag = [u8; 8];
            const BLOCK: usize = 7;

            fn absorb(&mut self, block: &[u8]) {
                let mut n = block.iter().rev().fold(0u128, |n, &b| n << 8 | b as u128);
                n |= 1 << (8 * block.len());
                self.acc = (self.acc + n) * self.r % P;
            }

            fn tag(self) -> [u8; 8] {
                (self.acc as u64).to_be_bytes()
            }
        }

        fn constant_time_eq(a: &[u8], b: &[u8]) -> bool {
            a.len() == b.len() && a.iter().zip(b).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut key = [0u8; 32];
            key.iter_mut().zip(b"expand 32-byte k".iter().cycle()).for_each(|(k, c)| *k = *c);
            key[..4].copy_from_slice(&a.to_le_bytes());
            let nonce = core::array::from_fn(|i| (b as u8).wrapping_add(i as u8));
            let mut cipher = ChaCha::new(&key, &nonce, 1);
            let mut message = *b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip.";
            let mut other = cipher.clone();
            cipher.apply(&mut message);
            let r = other.by_ref().take(7).fold(0, |r, b| r << 8 | u128::from(b));
            let tag = Poly { r: r % P, acc: 0 }.of(&message);
            let again = Poly { r: r % P, acc: 0 }.of(&message[..75]);
            let low = u32::from_be_bytes(tag[4..].try_into().unwrap());
            i64::from(low) * 100 + constant_time_eq(&tag, &again) as i64 * 10 + i64::from(tag == again) + other.next().map_or(0, |b| b as i64 % 10)
        }
    }
    forest_fire {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        enum Cell {
            #[default]
            Empty,
            Tree {
                age: u8,
            },
            Burning(u8),
        }

        trait Neighbourhood {
            const OFFSETS: &'static [(isize, isize)];
        }

        struct Moore;
        struct Neumann;

        impl Neighbourhood for Moore {
            const OFFSETS: &'static [(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        }

        impl Neighbourhood for Neumann {
            const OFFSETS: &'static [(isize, isize)] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
        }

        #[derive(Clone, Copy, PartialEq)]
        struct Grid<T, const W: usize, const H: usize> {
            cells: [[T; W]; H],
        }

        impl<T: Copy + Default, const W: usize, const H: usize> Grid<T, W, H> {
            fn from_fn(mut f: impl FnMut(usize, usize) -> T) -> Self {
                let mut cells = [[T::default(); W]; H];
                for (y, row) in cells.iter_mut().enumerate() {
                    for (x, cell) in row.iter_mut().enumerate() {
                        *cell = f(x, y);
                    }
                }
                Grid { cells }
            }

            fn at(&self, x: isize, y: isize) -> T {
                self.cells[y.rem_euclid(H as isize) as usize][x.rem_euclid(W as isize) as usize]
            }

            fn neighbours<N: Neighbourhood>(&self, x: usize, y: usize) -> impl Iterator<Item = T> + '_ {
                N::OFFSETS.iter().map(move |&(dy, dx)| self.at(x as isize + dx, y as isize + dy))
            }

            fn count(&self, mut keep: impl FnMut(&T) -> bool) -> usize {
                self.cells.iter().map(|row| row.iter().filter(|cell| keep(cell)).count()).sum()
            }
        }

        struct Rules {
            grow: u32,
            spark: u32,
            burn_time: u8,
        }

        struct Forest<const W: usize, const H: usize> {
            grid: Grid<Cell, W, H>,
            rules: Rules,
            seed: u32,
            burnt: u32,
        }

        impl<const W: usize, const H: usize> Forest<W, H> {
            fn chance(&mut self, one_in: u32) -> bool {
                self.seed = self.seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                (self.seed >> 16) % one_in == 0
            }

            fn step<N: Neighbourhood>(&mut self) {
                let old = self.grid;
                for y in 0..H {
                    for x in 0..W {
                        let new = match old.cells[y][x] {
                            Cell::Empty if self.chance(self.rules.grow) => Cell::Tree { age: 0 },
                            Cell::Empty => Cell::Empty,
                            Cell::Burning(0) => {
                                self.burnt += 1;
                                Cell::Empty
                            }
                            Cell::Burning(left) => Cell::Burning(left - 1),
                            Cell::Tree { age } => {
                                let lit = old.neighbours::<N>(x, y).any(|cell| matches!(cell, Cell::Burning(_)));
                                if lit || self.chance(self.rules.spark) {
                                    Cell::Burning(self.rules.burn_time)
                                } else {
                                    Cell::Tree { age: age.saturating_add(1) }
                                }
                            }
                        };
                        self.grid.cells[y][x] = new;
                    }
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let grid = Grid::from_fn(|x, y| match (x * 7 + y * 3 + b as usize) % 5 {
                0 => Cell::Empty,
                1 if y == 2 => Cell::Burning(1),
                n => Cell::Tree { age: n as u8 },
            });
            let mut forest = Forest::<7, 6> { grid, rules: Rules { grow: 4, spark: 50, burn_time: 1 }, seed: b + 1, burnt: 0 };
            for step in 0..a.unsigned_abs() % 8 + 2 {
                if step % 2 == 0 {
                    forest.step::<Moore>();
                } else {
                    forest.step::<Neumann>();
                }
            }
            let trees = forest.grid.count(|c| matches!(c, Cell::Tree { .. }));
            let burning = forest.grid.count(|c| matches!(c, Cell::Burning(_)));
            let oldest = forest.grid.cells.iter().flatten().filter_map(|c| if let Cell::Tree { age } = c { Some(*age) } else { None }).max();
            let unchanged = forest.grid == grid;
            (trees * 100 + burning) as i64 * 100_000 + forest.burnt as i64 * 100 + oldest.unwrap_or(99) as i64 + unchanged as i64
        }
    }
}
