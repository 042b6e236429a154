//! What first versions asked for, each by itself and in its whole class.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    constant_parameters_of_other_types {
        use std::ops::{Add, Mul};
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Mod<const P: u64>(u64);
        impl<const P: u64> Mod<P> {
            const ONE: Self = Self(1);
            fn new(x: u64) -> Self { Self(x % P) }
            fn inverse(self) -> Option<Self> { (self.0 != 0).then(|| self.pow(P - 2)) }
            fn pow(self, mut e: u64) -> Self {
                let (mut base, mut result) = (self, Self::ONE);
                while e > 0 { if e & 1 == 1 { result = result * base; } base = base * base; e >>= 1; }
                result
            }
        }
        impl<const P: u64> Add for Mod<P> { type Output = Self; fn add(self, o: Self) -> Self { Self::new(self.0 + o.0) } }
        impl<const P: u64> Mul for Mod<P> { type Output = Self; fn mul(self, o: Self) -> Self { Self::new((self.0 as u128 * o.0 as u128 % P as u128) as u64) } }
        impl Mod<7> { fn is_small(self) -> bool { self.0 < 7 } }
        struct Shifted<const BY: i8, const UP: bool> { x: i32 }
        impl<const BY: i8, const UP: bool> Shifted<BY, UP> {
            fn get(&self) -> i32 { if UP { self.x + BY as i32 } else { self.x - BY as i32 } }
            fn turned(self) -> Shifted<BY, false> { Shifted { x: self.x * 2 } }
        }
        fn largest<const P: u64>(m: Mod<P>) -> u64 { P - 1 - m.0 }
        type F = Mod<18_446_744_073_709_551_557>;
        fn case(a: i32, b: u32) -> i64 {
            let x = F::new(b as u64 + 2);
            let y = x.inverse().unwrap() * x + F::new(u64::MAX) + x;
            let s = Shifted::<-5, true> { x: a };
            let t = s.get() + s.turned().get();
            (y.0 % 1_000_003) as i64 + (largest(x) % 1009) as i64 * 3 + t as i64 + Mod::<7>::new(b as u64).is_small() as i64
        }
    }
    arrays_that_methods_give {
        #[derive(Clone, Copy)]
        struct Grid<const N: usize> { cells: [[u8; N]; 3] }
        impl<const N: usize> Grid<N> {
            fn histogram(&self) -> [u32; 5] { let mut bins = [0; 5]; for c in self.cells.iter().flatten() { bins[(*c % 5) as usize] += 1; } bins }
            fn row(&self, y: usize) -> [u8; N] { self.cells[y] }
        }
        fn total(bins: &[u32]) -> u32 { bins.iter().enumerate().map(|(i, n)| i as u32 * n).sum() }
        fn last<const N: usize>(row: &[u8; N]) -> u8 { row[N - 1] / 2 + N as u8 }
        const TABLE: [u8; 6] = [1, 1, 2, 3, 5, 8];
        fn summed<const N: usize>(t: &[u8; N]) -> [u16; N] { let mut s = 0; (*t).map(|x| { s += x as u16; s }) }
        fn case(a: i32, b: u32) -> i64 {
            let g = Grid::<4> { cells: std::array::from_fn(|y| std::array::from_fn(|x| (x as u32 * 7 + y as u32 * b) as u8)) };
            const LOCAL: [u8; 3] = [9, 8, 7];
            total(&g.histogram()) as i64 * 100 + last(&g.row(1)) as i64 + summed(&TABLE)[5] as i64 * 1000 + summed(&LOCAL)[2] as i64 + a as i64
        }
    }
    references_to_arrays_are_passed_on {
        fn distance<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 { a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum() }
        fn bump(p: &mut [f32; 3]) { p[1] += 1.0; }
        struct Cloud { points: [[f32; 3]; 4] }
        fn case(a: i32, b: u32) -> i64 {
            let mut cloud = Cloud { points: [[1.0, 2.0, 3.0], [a as f32, 0.0, 1.0], [0.5, b as f32, 0.5], [0.0; 3]] };
            for p in cloud.points.iter_mut() { bump(p); }
            let query = &cloud.points[2];
            let mut best = (0, f32::MAX);
            for (i, point) in cloud.points.iter().enumerate() { let d = distance(point, query); if i != 2 && d < best.1 { best = (i, d); } }
            best.0 as i64 * 1_000_000_000 + best.1 as i64
        }
    }
    constants_that_functions_of_generic_types_make {
        use std::ops::Mul;
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct V<T> { x: T, y: T }
        impl<T> V<T> { const fn new(x: T, y: T) -> Self { V { x, y } } }
        impl<T: Mul<Output = T> + Copy> Mul<T> for V<T> { type Output = Self; fn mul(self, k: T) -> Self { Self::new(self.x * k, self.y * k) } }
        impl V<f64> { const ZERO: Self = Self::new(0.0, 0.0); const UP: V<f64> = V::new(0.0, 1.0); }
        impl V<i32> { const ZERO: Self = V { x: 0, y: 0 }; }
        const ORIGIN: V<i32> = V::new(3, -4);
        struct World;
        impl World { const GRAVITY: V<f64> = V::new(0.5, -9.5); }
        fn case(a: i32, b: u32) -> i64 {
            const LOCAL: V<u32> = V::new(7, 8);
            let g = World::GRAVITY * a as f64;
            let i = ORIGIN * a;
            (g.x * 2.0 + g.y * 2.0 + V::<f64>::UP.y + V::<f64>::ZERO.x) as i64 * 1000 + (i.x + i.y + V::<i32>::ZERO.x) as i64 + (LOCAL.x * (b % 100) + LOCAL.y) as i64
        }
    }
    what_is_printed_elsewhere {
        use std::fmt;
        #[derive(Clone, Copy)]
        struct Money { cents: i64 }
        impl fmt::Display for Money {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}.{:02}", self.cents / 100, self.cents % 100) }
        }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum BankError { Overdrawn(u32), Closed }
        impl fmt::Display for BankError {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                match self { BankError::Overdrawn(by) => write!(f, "overdrawn by {by}"), BankError::Closed => f.write_str("closed") }
            }
        }
        impl std::error::Error for BankError {}
        fn pay(m: Money, cost: i64) -> Result<Money, BankError> { if m.cents < 0 { Err(BankError::Closed) } else if cost > m.cents { Err(BankError::Overdrawn((cost - m.cents) as u32)) } else { Ok(Money { cents: m.cents - cost }) } }
        fn case(a: i32, b: u32) -> i64 { match pay(Money { cents: a as i64 }, b as i64) { Ok(m) => m.cents, Err(BankError::Overdrawn(by)) => -(by as i64), Err(BankError::Closed) => -99 } }
    }
    places_that_patterns_take_apart {
        #[derive(Clone, Copy)] struct P { x: i32, y: i32 }
        #[derive(Clone, Copy)] struct Pair(P, u32);
        struct Bits { words: [u32; 4], next: usize }
        impl Bits {
            fn set(&mut self, i: usize) -> bool {
                let (word, mask) = (&mut self.words[i / 32], 1u32 << (i % 32));
                let was = *word & mask != 0;
                *word |= mask;
                was
            }
            fn step(&mut self) -> usize { let bits = self; bits.next = (bits.next * 5 + 3) % 128; bits.next }
            fn both(&mut self) -> u32 { let (at, word) = (self.step(), &mut self.words[self.next / 32]); *word ^= 1 << (at % 7); *word }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut ps = [P { x: a, y: 1 }, P { x: 2, y: a }, P { x: 5, y: 6 }];
            let mut trail = [((0usize, 1u8), 2u32); 3];
            let mut pair = Pair(P { x: 1, y: 2 }, 3);
            let k = (b % 3) as usize;
            {
                let P { x, y } = &mut ps[k];
                *x += 10;
                std::mem::swap(x, y);
            }
            {
                let ((r, c), n) = &mut trail[2 - k];
                *r += 4; *c += 1; *n *= 3;
            }
            let Pair(p, n) = &mut pair;
            p.x += 7;
            *n += 1;
            let mut bits = Bits { words: [b; 4], next: k };
            let hit = bits.set((b % 100) as usize) as i64 + bits.set(77) as i64 * 2;
            let both = bits.both();
            ps.iter().map(|p| (p.x * 3 + p.y) as i64).sum::<i64>() * 1000 + trail.iter().map(|((r, c), n)| *r as i64 + *c as i64 * 5 + *n as i64).sum::<i64>() + (pair.0.x + pair.1 as i32) as i64 + hit + (both ^ bits.words[1]) as i64
        }
    }
    places_that_are_found {
        #[derive(Clone, Copy)] struct Entry { key: u32, value: i32 }
        struct Table { slots: [Option<Entry>; 6], list: [(u8, u8); 5], n: usize }
        impl Table {
            fn touch(&mut self, key: u32) -> i32 {
                if let Some(entry) = self.slots.iter_mut().flatten().find(|e| e.key == key) { entry.value += 100; return entry.value; }
                if let Some(slot) = self.slots.iter_mut().find(|s| s.is_none()) { *slot = Some(Entry { key, value: key as i32 }); return 0; }
                -1
            }
            fn count(&mut self, x: u8) {
                match self.list[..self.n].iter_mut().find(|(_, r)| *r == x) {
                    Some((count, _)) => *count += 1,
                    None => { self.list[self.n] = (1, x); self.n += 1; }
                }
            }
            fn at(&mut self, i: usize) -> bool {
                if let Some(entry) = self.slots.get_mut(i).and_then(Option::as_mut) { entry.value *= 2; true } else { false }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = Table { slots: [None; 6], list: [(0, 0); 5], n: 0 };
            let mut total = 0;
            for i in 0..9u32 { total = total * 3 + t.touch((i * (b % 5) + a as u32 % 3) % 7) as i64; t.count((i * b % 4) as u8); }
            let hits = (0..8).filter(|&i| t.at(i)).count();
            total * 100 + t.slots.iter().flatten().map(|e| e.value as i64).sum::<i64>() + hits as i64 + t.list.iter().map(|(n, x)| *n as i64 * 10 + *x as i64).sum::<i64>()
        }
    }
    references_behind_options {
        #[derive(Clone, Copy, PartialEq, Debug)] struct Node { key: i32, next: Option<u8> }
        struct List { nodes: [Option<Node>; 5], root: Option<Node> }
        impl List {
            fn node(&self, i: u8) -> &Node { self.nodes[i as usize].as_ref().unwrap() }
            fn root(&self) -> Option<&Node> { self.root.as_ref() }
            fn find(&self, i: usize) -> Option<&Node> { let n = self.nodes.get(i)?; if i == 9 { return None; } n.as_ref() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let list = List { nodes: std::array::from_fn(|i| (i as u32 != b % 5).then_some(Node { key: a + i as i32, next: if i < 4 { Some(i as u8 + 1) } else { None } })), root: if a > 3 { Some(Node { key: a, next: None }) } else { None } };
            let at = ((b + 1) % 5) as u8;
            let n = list.node(at);
            let found = (0..7).filter_map(|i| list.find(i)).map(|n| n.key as i64).sum::<i64>();
            n.key as i64 * 100 + n.next.map_or(7, |x| x as i64) + list.root().map_or(-1, |r| r.key as i64) * 1000 + found
        }
    }
    slices_cut_by_closures {
        fn sum(xs: &[i32]) -> i64 { xs.iter().map(|x| *x as i64).sum() }
        fn case(a: i32, b: u32) -> i64 {
            let xs = [3, 0, 4, 4, 0, 0, a, a, b as i32 % 3, 5];
            let mut hash = 7i64;
            for (i, part) in xs.split(|x| *x == 0).enumerate() { hash = (hash * 31 + sum(part) * (i as i64 + 1) + part.len() as i64) % 1_000_003; }
            for part in xs.split_inclusive(|&x| x == 4) { hash = (hash * 31 + sum(part) + part.len() as i64) % 1_000_003; }
            for run in xs.chunk_by(|x, y| x == y) { hash = (hash * 31 + sum(run) + run.len() as i64 * 7) % 1_000_003; }
            for run in xs[2..(b % 9 + 2) as usize].chunk_by(|x, y| x <= y) { hash = (hash * 17 + run[0] as i64) % 1_000_003; }
            let parts = xs[..(b % 11) as usize].split(|x| *x == 0).count() as i64;
            let longest = xs.split(|x| *x == 0).map(|part| part.len()).max().unwrap_or(0) as i64;
            let empty = xs[..0].split_inclusive(|x| *x == 0).count() as i64 * 10 + xs[..0].split(|x| *x == 0).count() as i64 + xs[..0].chunk_by(|x, y| x == y).count() as i64 * 100;
            let third = xs.split(|x| *x == 0).filter(|part| !part.is_empty()).nth(2).map_or(-1, |part| part[0] as i64);
            let [x, y, ..] = xs[2..6] else { return -1 };
            hash * 1000 + parts * 100 + longest * 10 + empty + third + (x * y) as i64
        }
    }
    closures_that_give_chains {
        struct S { items: [Option<u32>; 6] }
        impl S {
            fn iter(&self) -> impl Iterator<Item = u32> + '_ { self.items.iter().flatten().copied() }
            fn spread(&self, least: u32) -> u32 {
                let kept = || self.iter().filter(|x| *x >= least);
                let total: u32 = kept().sum();
                total * 10 + kept().max().unwrap_or(0) - kept().min().unwrap_or(0)
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let s = S { items: std::array::from_fn(|i| (i as i32 != a).then_some(i as u32 * (b % 7 + 1))) };
            let xs = [1u32, 2, 3, b % 50];
            let doubled = || xs.iter().map(|x| x * 2);
            let first: u32 = doubled().sum();
            let xs = [100u32; 2];
            let again: u32 = doubled().skip(1).sum();
            s.spread(3) as i64 * 1000 + (first + again) as i64 + xs.len() as i64
        }
    }
    items_that_may_fail_are_tried {
        struct Stack { items: [i32; 4], len: usize }
        impl Stack { fn push(&mut self, x: i32) -> Result<(), u32> { if self.len >= 4 { return Err(7); } self.items[self.len] = x; self.len += 1; Ok(()) } }
        fn odd(x: i32) -> Option<()> { if x % 2 == 0 { None } else { Some(()) } }
        fn case(a: i32, b: u32) -> i64 {
            let mut stack = Stack { items: [0; 4], len: 0 };
            let pushed = (0..(b % 7) as i32).try_for_each(|x| stack.push(x + a));
            let all_odd = [1, a, 3].iter().try_for_each(|&x| odd(x)).is_some();
            let code = match pushed { Ok(()) => 100, Err(e) => e as i64 };
            code + stack.items.iter().sum::<i32>() as i64 * 1000 + all_odd as i64
        }
    }
    slices_that_functions_give_are_passed_on {
        fn trim(mut s: &[u8]) -> &[u8] { while let [b' ', rest @ ..] = s { s = rest; } s }
        fn number(s: &[u8]) -> i64 { s.iter().take_while(|c| c.is_ascii_digit()).fold(0, |n, c| n * 10 + (c - b'0') as i64) }
        struct Reader<'a> { text: &'a [u8] }
        impl<'a> Reader<'a> { fn rest(&self, from: usize) -> &'a [u8] { &self.text[from..] } }
        const SOURCE: &[u8] = b"  12 x  340";
        fn case(a: i32, b: u32) -> i64 {
            let reader = Reader { text: SOURCE };
            number(trim(SOURCE)) * 1000 + number(trim(reader.rest((b % 11) as usize))) + number(trim(&SOURCE[6..])) * 7 + a as i64
        }
    }
}

texts! {
    methods_of_texts {
        #[derive(Clone, Copy, PartialEq, Debug)]
        enum Error { Missing, Number }
        const SAMPLE: &str = "width = 640\r\nname=\u{e9}t\u{e9}\n\n\u{2003}x : 7 \u{a0}\n last";
        fn value(line: &str) -> Result<i64, Error> {
            let (key, value) = line.split_once('=').ok_or(Error::Missing)?;
            let number: i64 = value.trim().parse::<i64>().map_err(|_| Error::Number)?;
            Ok(number * 100 + key.trim_end().len() as i64)
        }
        fn words(text: &str) -> usize { text.split_whitespace().map(|w| w.len()).sum() }
        fn piece(text: &str) -> i64 {
            match text.strip_prefix("0x") {
                Some(rest) => rest.len() as i64 * 1000,
                None => text.strip_suffix('!').map_or(-1, |rest| rest.len() as i64),
            }
        }
        fn kind(n: u32) -> i64 {
            let name = match n % 4 { 0 => "zero", 1 => "one", 2 => "\u{e9}", _ => "a, b,, c" };
            name.split(',').enumerate().map(|(i, part)| (i as i64 + 1) * (part.trim().len() as i64 + 1)).sum::<i64>() * 10 + name.contains("ne") as i64 + name.starts_with('z') as i64 * 2 + name.ends_with("c") as i64 * 4 + name.find(", ").map_or(5, |at| at as i64)
        }
        fn parsed(n: u32) -> i64 {
            let text = match n % 9 { 0 => "127", 1 => "128", 2 => "-128", 3 => "-129", 4 => "+5", 5 => "-", 6 => "12a", 7 => "-0", _ => "007" };
            text.parse::<i8>().map_or(1000, |x| x as i64) * 7 + text.parse::<u8>().map_or(500, i64::from) + text.parse::<u64>().is_err() as i64
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut hash = 1i64;
            for (n, line) in SAMPLE.lines().enumerate() {
                let v = match value(line) { Ok(v) => v, Err(Error::Missing) => -1, Err(Error::Number) => -2 };
                hash = hash * 31 + v + line.len() as i64 * (n as i64 + 1) + words(line) as i64 + line.trim().len() as i64 + line.trim_start().chars().count() as i64;
            }
            let at: i64 = SAMPLE.char_indices().filter(|(i, c)| i % 3 == 0 && c.is_ascii_alphanumeric()).map(|(i, _)| i as i64).sum();
            let upper = "Hello World".chars().filter(|c| c.is_uppercase()).count() as i64;
            let lengths: usize = ["a", "bcd", ""].iter().map(|s| s.len()).sum();
            hash * 3 + at + upper + piece("0xff") + piece("hey!") + piece("no") + kind(b) * 100 + parsed(b) * 10 + lengths as i64 + a as i64 + SAMPLE.split('\n').nth(b as usize % 5).map_or(9, str::len) as i64
        }
    }
}

/// A constant of type `Self` beside single items, whose operators are called where nothing else says its type.
mod constants_of_the_type_itself {
    use vyre::prelude::*;

    #[vyre::data]
    #[derive(Debug, PartialEq)]
    struct Complex {
        re: f32,
        im: f32,
    }

    #[vyre::function]
    impl Complex {
        const ZERO: Self = Self { re: 0.0, im: 0.0 };
    }

    #[vyre::function]
    impl std::ops::Mul for Complex {
        type Output = Complex;
        fn mul(self, o: Complex) -> Complex {
            Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
        }
    }

    #[vyre::function]
    impl std::ops::AddAssign for Complex {
        fn add_assign(&mut self, o: Complex) {
            self.re += o.re;
            self.im += o.im;
        }
    }

    #[vyre::function]
    fn escapes(c: Complex, limit: u32) -> Option<u32> {
        let mut z = Complex::ZERO;
        (0..limit).find(|_| {
            z = z * z;
            z += c;
            z.re * z.re + z.im * z.im > 4.0
        })
    }

    #[vyre::kernel]
    fn escape(points: &[Complex], out: &mut [u32]) {
        let i = invocation_id().x;
        if i < out.len() {
            out[i] = escapes(points[i], 20).unwrap_or(99);
        }
    }

    #[test]
    fn as_in_rust() {
        // By hand: 0, 1, 2, 5; 0, 2; and -1, 0, -1 without end.
        let points = [(1.0, 0.0), (2.0, 0.5), (-1.0, 0.0)].map(|(re, im)| Complex { re, im });
        for device in vyre_tests::devices() {
            let mut out = [0; 3];
            escape(&points, &mut out).dispatch(&device).unwrap();
            assert_eq!(out, [2, 0, 99], "{device}");
        }
    }
}
