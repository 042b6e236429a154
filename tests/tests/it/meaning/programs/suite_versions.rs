//! First versions of tasks from public suites (Rosetta Code, Exercism, Rodinia, PolyBench, the Benchmarks Game, Advent of Code, Project Euler), as they were
//! written from the guide before one of them was compiled, and the forms in them that were refused.

use super::check;
use vyre::prelude::*;

fresh_modules! {
    acronym_words {
        // Exercism: word statistics over a small alphabet; an iterator implemented by hand with Peekable.
        use std::iter::Peekable;

        struct Words<I: Iterator<Item = u8>> {
            inner: Peekable<I>,
        }

        impl<I: Iterator<Item = u8>> Words<I> {
            fn new(inner: I) -> Self {
                Words { inner: inner.peekable() }
            }
        }

        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
        struct Word {
            len: usize,
            hash: u32,
        }

        impl<I: Iterator<Item = u8>> Iterator for Words<I> {
            type Item = Word;
            fn next(&mut self) -> Option<Word> {
                while self.inner.next_if(|c| !c.is_ascii_alphabetic()).is_some() {}
                self.inner.peek()?;
                let mut word = Word::default();
                while let Some(c) = self.inner.next_if(u8::is_ascii_alphabetic) {
                    word.len += 1;
                    word.hash = word.hash.wrapping_mul(31).wrapping_add(c.to_ascii_lowercase() as u32);
                }
                Some(word)
            }
        }

        fn letter(v: u32) -> u8 {
            match v % 8 {
                0 | 1 => b' ',
                2 => b'-',
                n @ 3..=5 => b'a' + n as u8,
                n => b'A' + n as u8,
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let text: [u8; 32] = std::array::from_fn(|k| letter(input[(i * 3 + k) % input.len()] >> 3));
            let longest = Words::new(text.iter().copied()).max().unwrap_or_default();
            let count = Words::new(text.iter().copied()).count();
            let initials = Words::new(text.into_iter())
                .map(|w| w.hash)
                .fold(0u32, |acc, h| acc.rotate_left(5) ^ h);
            longest.hash ^ (longest.len as u32) << 8 ^ count as u32 ^ initials
        }
    }

    union_find {
        // Competitive programming: union-find, percolation and number of islands.
        #[derive(Clone, Debug)]
        struct Dsu<const N: usize> {
            parent: [usize; N],
            size: [u32; N],
            sets: usize,
        }

        impl<const N: usize> Default for Dsu<N> {
            fn default() -> Self {
                let mut parent = [0; N];
                for (i, p) in parent.iter_mut().enumerate() {
                    *p = i;
                }
                Self { parent, size: [1; N], sets: N }
            }
        }

        impl<const N: usize> Dsu<N> {
            fn find(&mut self, mut x: usize) -> usize {
                let mut root = x;
                while self.parent[root] != root {
                    root = self.parent[root];
                }
                while self.parent[x] != root {
                    x = std::mem::replace(&mut self.parent[x], root);
                }
                root
            }

            fn union(&mut self, a: usize, b: usize) -> Result<usize, usize> {
                let (a, b) = (self.find(a), self.find(b));
                if a == b {
                    return Err(a);
                }
                let (small, large) = if self.size[a] < self.size[b] { (a, b) } else { (b, a) };
                self.parent[small] = large;
                self.size[large] += self.size[small];
                self.sets -= 1;
                Ok(large)
            }

            fn largest(&self) -> Option<u32> {
                (0..N).filter(|&i| self.parent[i] == i).map(|i| self.size[i]).max()
            }
        }

        const SIDE: usize = 6;

        fn islands(grid: &[[bool; SIDE]; SIDE]) -> (usize, u32) {
            let mut dsu: Dsu<{ SIDE * SIDE }> = Dsu::default();
            let mut water = 0;
            let mut cycles = 0;
            for (y, row) in grid.iter().enumerate() {
                for (x, &land) in row.iter().enumerate() {
                    if !land {
                        water += 1;
                        continue;
                    }
                    let here = y * SIDE + x;
                    for (dx, dy) in [(1, 0), (0, 1)] {
                        let (nx, ny) = (x + dx, y + dy);
                        if grid.get(ny).and_then(|r| r.get(nx)).copied().unwrap_or(false) {
                            if let Err(_) = dsu.union(here, ny * SIDE + nx) {
                                cycles += 1;
                            }
                        }
                    }
                }
            }
            (dsu.sets - water, dsu.largest().unwrap_or(0) * 100 + cycles)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut grid = [[false; SIDE]; SIDE];
            let mut bits = input.iter().cycle().skip(i).map(|v| v & 0x100 != 0 || v % 3 == 0);
            for cell in grid.iter_mut().flatten() {
                *cell = bits.next().unwrap();
            }
            let (count, rest) = islands(&grid);
            count as u32 * 100_000 + rest
        }
    }

    segment_tree {
        // Competitive programming: a segment tree over a monoid.
        trait Monoid {
            type Value: Copy;
            const IDENTITY: Self::Value;
            fn combine(a: Self::Value, b: Self::Value) -> Self::Value;
        }

        struct Max;
        struct Gcd;
        struct SumAndMin;

        impl Monoid for Max {
            type Value = i64;
            const IDENTITY: i64 = i64::MIN;
            fn combine(a: i64, b: i64) -> i64 {
                a.max(b)
            }
        }

        impl Monoid for Gcd {
            type Value = u32;
            const IDENTITY: u32 = 0;
            fn combine(mut a: u32, mut b: u32) -> u32 {
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            }
        }

        impl Monoid for SumAndMin {
            type Value = (i32, i32);
            const IDENTITY: (i32, i32) = (0, i32::MAX);
            fn combine((s, m): (i32, i32), (t, n): (i32, i32)) -> (i32, i32) {
                (s + t, m.min(n))
            }
        }

        struct SegmentTree<M: Monoid, const N: usize> {
            lower: [M::Value; N],
            nodes: [M::Value; N],
        }

        impl<M: Monoid, const N: usize> SegmentTree<M, N> {
            fn new(leaves: [M::Value; N]) -> Self {
                let mut tree = SegmentTree { lower: leaves, nodes: [M::IDENTITY; N] };
                for at in (1..N).rev() {
                    tree.pull(at);
                }
                tree
            }

            fn node(&self, at: usize) -> M::Value {
                if at >= N { self.lower[at - N] } else { self.nodes[at] }
            }

            fn pull(&mut self, at: usize) {
                self.nodes[at] = M::combine(self.node(2 * at), self.node(2 * at + 1));
            }

            fn set(&mut self, index: usize, value: M::Value) {
                self.lower[index] = value;
                let mut at = (index + N) / 2;
                while at >= 1 {
                    self.pull(at);
                    at /= 2;
                }
            }

            fn query(&self, range: std::ops::Range<usize>) -> M::Value {
                let (mut left, mut right) = (range.start + N, range.end + N);
                let (mut low, mut high) = (M::IDENTITY, M::IDENTITY);
                while left < right {
                    if left & 1 == 1 {
                        low = M::combine(low, self.node(left));
                        left += 1;
                    }
                    if right & 1 == 1 {
                        right -= 1;
                        high = M::combine(self.node(right), high);
                    }
                    left /= 2;
                    right /= 2;
                }
                M::combine(low, high)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let at = |k: usize| input[(i + k) % input.len()];
            let mut max = SegmentTree::<Max, 16>::new(std::array::from_fn(|k| at(k) as i64 - 30_000));
            let gcd = SegmentTree::<Gcd, 8>::new(std::array::from_fn(|k| (at(k) % 20 + 1) * 12));
            let mut both: SegmentTree<SumAndMin, 8> = SegmentTree::new([(0, i32::MAX); 8]);
            for k in 0..8 {
                let v = at(k + 20) as i32 % 100 - 50;
                both.set(k, (v, v));
            }
            max.set(i % 16, -5);
            let (low, high) = (i % 8, 8 + i % 7);
            let m = max.query(low..high);
            let g = gcd.query(i % 5..8);
            let (s, n) = both.query(1..i % 7 + 2);
            (m as u32).wrapping_mul(31) ^ g ^ (s as u32) << 16 ^ n as u32
        }
    }

    edit_backtrack {
        // Rosetta: Levenshtein distance with the alignment itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Edit {
            Keep,
            Insert(u8),
            Delete(u8),
            Replace { from: u8, to: u8 },
        }

        const MAX: usize = 10;

        struct Script {
            edits: [Option<Edit>; 2 * MAX],
            len: usize,
        }

        impl Script {
            fn push(&mut self, edit: Edit) {
                self.edits[self.len] = Some(edit);
                self.len += 1;
            }
            fn iter(&self) -> impl Iterator<Item = Edit> + '_ {
                self.edits[..self.len].iter().rev().flatten().copied()
            }
        }

        fn distance(a: &[u8], b: &[u8]) -> (usize, Script) {
            let mut table = [[0usize; MAX + 1]; MAX + 1];
            for i in 0..=a.len() {
                for j in 0..=b.len() {
                    table[i][j] = match (i, j) {
                        (0, n) | (n, 0) => n,
                        _ if a[i - 1] == b[j - 1] => table[i - 1][j - 1],
                        _ => 1 + table[i - 1][j].min(table[i][j - 1]).min(table[i - 1][j - 1]),
                    };
                }
            }
            let mut script = Script { edits: [None; 2 * MAX], len: 0 };
            let (mut i, mut j) = (a.len(), b.len());
            while i > 0 || j > 0 {
                let here = table[i][j];
                if i > 0 && j > 0 && a[i - 1] == b[j - 1] {
                    script.push(Edit::Keep);
                    i -= 1;
                    j -= 1;
                } else if i > 0 && j > 0 && here == table[i - 1][j - 1] + 1 {
                    script.push(Edit::Replace { from: a[i - 1], to: b[j - 1] });
                    i -= 1;
                    j -= 1;
                } else if i > 0 && here == table[i - 1][j] + 1 {
                    script.push(Edit::Delete(a[i - 1]));
                    i -= 1;
                } else {
                    script.push(Edit::Insert(b[j - 1]));
                    j -= 1;
                }
            }
            (table[a.len()][b.len()], script)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut a = [0u8; MAX];
            let mut b = [0u8; MAX];
            for (k, (x, y)) in a.iter_mut().zip(b.iter_mut()).enumerate() {
                *x = b'a' + (input[(i + k) % 256] % 4) as u8;
                *y = b'a' + (input[(2 * i + k + 1) % 256] % 4) as u8;
            }
            let (d, script) = distance(&a[..4 + i % 7], &b[i % 3..]);
            let code = script.iter().fold(7u32, |h, e| {
                let x = match e {
                    Edit::Keep => 1,
                    Edit::Insert(c) => 100 + u32::from(c),
                    Edit::Delete(c) => 300 + u32::from(c),
                    Edit::Replace { from, to } => (from as u32) * 256 + to as u32,
                };
                h.wrapping_mul(33) ^ x
            });
            let changes = script.iter().filter(|e| !matches!(e, Edit::Keep)).count();
            assert_eq!(changes, d);
            code.wrapping_add(d as u32)
        }
    }

    matrix_chain {
        // Rosetta: matrix chain multiplication with the order printed into a buffer of bytes.
        use std::ops::RangeInclusive;

        struct Text<const N: usize> {
            bytes: [u8; N],
            len: usize,
        }

        impl<const N: usize> Text<N> {
            const fn new() -> Self {
                Self { bytes: [0; N], len: 0 }
            }
            fn push(&mut self, b: u8) -> &mut Self {
                self.bytes[self.len] = b;
                self.len += 1;
                self
            }
            fn as_bytes(&self) -> &[u8] {
                &self.bytes[..self.len]
            }
        }

        enum Task {
            Expand(RangeInclusive<usize>),
            Put(u8),
        }

        fn order(dims: &[u64]) -> (u64, Text<64>) {
            let n = dims.len() - 1;
            let mut cost = [[0u64; 7]; 7];
            let mut split = [[0usize; 7]; 7];
            for len in 2..=n {
                for i in 0..=n - len {
                    let j = i + len - 1;
                    let (best, at) = (i..j)
                        .map(|k| (cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1], k))
                        .min()
                        .unwrap();
                    cost[i][j] = best;
                    split[i][j] = at;
                }
            }
            let mut text = Text::new();
            let mut stack: [Option<Task>; 32] = [const { None }; 32];
            let mut top = 0;
            stack[top] = Some(Task::Expand(0..=n - 1));
            top += 1;
            while top > 0 {
                top -= 1;
                match stack[top].take() {
                    Some(Task::Put(b)) => {
                        text.push(b);
                    }
                    Some(Task::Expand(r)) => {
                        let (i, j) = (*r.start(), *r.end());
                        if i == j {
                            text.push(b'A' + i as u8);
                        } else {
                            let k = split[i][j];
                            text.push(b'(');
                            for task in [Task::Put(b')'), Task::Expand(k + 1..=j), Task::Expand(i..=k)] {
                                stack[top] = Some(task);
                                top += 1;
                            }
                        }
                    }
                    None => unreachable!(),
                }
            }
            (cost[0][n - 1], text)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut dims = [0u64; 7];
            for (d, v) in dims.iter_mut().zip(&input[i..]) {
                *d = u64::from(v % 40 + 1);
            }
            let (cost, text) = order(&dims[..3 + i % 5]);
            let hash = text.as_bytes().iter().fold(5381u32, |h, &b| h.wrapping_mul(33) ^ b as u32);
            hash ^ (cost as u32).rotate_left(7)
        }
    }

    bank {
        // Exercism: a bank account as a state machine, with errors that convert.
        use std::fmt;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Status {
            Open { balance: i64 },
            Frozen { balance: i64, since: u32 },
            Closed,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum AccountError {
            Insufficient { missing: i64 },
            NotOpen(Status),
            Overflow,
        }

        impl fmt::Display for AccountError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::Insufficient { missing } => write!(f, "{missing} short"),
                    Self::NotOpen(status) => write!(f, "not open: {status:?}"),
                    Self::Overflow => f.write_str("too much"),
                }
            }
        }

        impl std::error::Error for AccountError {}

        #[derive(Debug, Clone, Copy)]
        enum Command {
            Deposit(u32),
            Withdraw(u32),
            Freeze,
            Thaw,
            Close,
        }

        #[derive(Debug)]
        struct Account {
            status: Status,
            day: u32,
        }

        impl Account {
            fn balance(&self) -> Result<i64, AccountError> {
                match self.status {
                    Status::Open { balance } | Status::Frozen { balance, .. } => Ok(balance),
                    status @ Status::Closed => Err(AccountError::NotOpen(status)),
                }
            }

            fn balance_mut(&mut self) -> Result<&mut i64, AccountError> {
                match &mut self.status {
                    Status::Open { balance } => Ok(balance),
                    other => Err(AccountError::NotOpen(*other)),
                }
            }

            fn apply(&mut self, command: Command) -> Result<(), AccountError> {
                self.day += 1;
                match command {
                    Command::Deposit(amount) => {
                        let balance = self.balance_mut()?;
                        *balance = balance.checked_add(amount.into()).ok_or(AccountError::Overflow)?;
                    }
                    Command::Withdraw(amount) => {
                        let amount = i64::from(amount);
                        let balance = self.balance_mut()?;
                        if *balance < amount {
                            return Err(AccountError::Insufficient { missing: amount - *balance });
                        }
                        *balance -= amount;
                    }
                    Command::Freeze => {
                        if let Status::Open { balance } = self.status {
                            self.status = Status::Frozen { balance, since: self.day };
                        }
                    }
                    Command::Thaw => match self.status {
                        Status::Frozen { balance, since } if self.day - since > 1 => self.status = Status::Open { balance },
                        _ => return Err(AccountError::NotOpen(self.status)),
                    },
                    Command::Close => {
                        let 0 = self.balance()? else {
                            return Err(AccountError::Insufficient { missing: -self.balance()? });
                        };
                        self.status = Status::Closed;
                    }
                }
                Ok(())
            }
        }

        impl From<u32> for Command {
            fn from(v: u32) -> Self {
                let amount = v >> 4;
                match v & 0xf {
                    0..=5 => Self::Deposit(amount),
                    6..=10 => Self::Withdraw(amount),
                    11 => Self::Freeze,
                    12..=14 => Self::Thaw,
                    _ => Self::Close,
                }
            }
        }

        fn code(e: AccountError) -> u32 {
            match e {
                AccountError::Insufficient { missing } => 1 + (missing as u32).wrapping_mul(8),
                AccountError::NotOpen(Status::Frozen { since, .. }) => 2 + since * 8,
                AccountError::NotOpen(_) => 3,
                AccountError::Overflow => 4,
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut account = Account { status: Status::Open { balance: 0 }, day: 0 };
            let mut errors = 0u32;
            for command in input[i..].iter().take(24).copied().map(Command::from) {
                if let Err(e) = account.apply(command) {
                    errors = errors.wrapping_mul(17).wrapping_add(code(e));
                }
            }
            account.balance().map_or_else(code, |b| b as u32) ^ errors
        }
    }

    roman {
        // Exercism: roman numerals in both directions with newtypes and TryFrom.
        const NUMERALS: [(u16, &str); 13] = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ];

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Roman {
            digits: [u8; 16],
            len: u8,
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum RomanError {
            Zero,
            TooLarge(u16),
            BadDigit(char),
        }

        impl TryFrom<u16> for Roman {
            type Error = RomanError;
            fn try_from(mut n: u16) -> Result<Self, Self::Error> {
                match n {
                    0 => return Err(RomanError::Zero),
                    4000.. => return Err(RomanError::TooLarge(n)),
                    _ => {}
                }
                let mut roman = Roman { digits: [b' '; 16], len: 0 };
                for &(value, name) in NUMERALS.iter() {
                    while n >= value {
                        for b in name.bytes() {
                            roman.digits[roman.len as usize] = b;
                            roman.len += 1;
                        }
                        n -= value;
                    }
                }
                Ok(roman)
            }
        }

        fn digit(c: char) -> Result<u16, RomanError> {
            Ok(match c {
                'I' => 1,
                'V' => 5,
                'X' => 10,
                'L' => 50,
                'C' => 100,
                'D' => 500,
                'M' => 1000,
                other => return Err(RomanError::BadDigit(other)),
            })
        }

        impl TryFrom<Roman> for u16 {
            type Error = RomanError;
            fn try_from(roman: Roman) -> Result<u16, RomanError> {
                let mut total = 0;
                let mut previous = 0;
                for &b in roman.digits[..roman.len as usize].iter().rev() {
                    let value = digit(b as char)?;
                    if value < previous {
                        total -= value;
                    } else {
                        total += value;
                        previous = value;
                    }
                }
                Ok(total)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let n = (input[i] % 4200) as u16;
            let n = if i == 5 { 0 } else { n };
            match Roman::try_from(n) {
                Ok(mut roman) => {
                    let back: u16 = roman.try_into().unwrap();
                    assert!(back == n);
                    if i % 4 == 0 {
                        roman.digits[(i / 4) % roman.len as usize] = b'a' + i as u8 % 26;
                    }
                    let letters = roman.digits.iter().take(roman.len.into()).map(|&b| u32::from(b)).sum::<u32>();
                    match u16::try_from(roman) {
                        Ok(v) => letters << 16 | v as u32,
                        Err(RomanError::BadDigit(c)) => c as u32 + 7,
                        Err(_) => 1,
                    }
                }
                Err(RomanError::Zero) => 9_000_000,
                Err(RomanError::TooLarge(v)) => 8_000_000 + u32::from(v),
                Err(RomanError::BadDigit(_)) => unreachable!("no digits were read"),
            }
        }
    }

    luhn_isin {
        // Exercism: luhn over texts, and ISIN, with iterator chains.
        fn luhn(code: &str) -> bool {
            let mut digits = 0;
            let sum = code
                .chars()
                .rev()
                .filter(|c| !c.is_whitespace())
                .enumerate()
                .try_fold(0, |sum, (i, c)| {
                    digits += 1;
                    c.to_digit(10)
                        .map(|d| if i % 2 == 1 { d * 2 } else { d })
                        .map(|d| if d > 9 { d - 9 } else { d })
                        .map(|d| d + sum)
                });
            matches!(sum, Some(s) if s % 10 == 0) && digits > 1
        }

        fn check_digit(digits: impl DoubleEndedIterator<Item = u32>) -> u32 {
            let sum: u32 = digits
                .rev()
                .zip([2, 1].into_iter().cycle())
                .map(|(d, w)| {
                    let p = d * w;
                    p / 10 + p % 10
                })
                .sum();
            (10 - sum % 10) % 10
        }

        static CODES: [&str; 8] = ["059", "0 59", "055 444 285", "59", "8273 1232 7352 0569", "4539 3195 0343 6467", "1", "055a 444 285"];

        fn one(i: usize, input: &[u32]) -> u32 {
            let valid = luhn(CODES[i % CODES.len()]);
            let window = &input[i..i + 9];
            let check = check_digit(window.iter().map(|v| v % 10));
            let mut all = [0u32; 10];
            let (head, tail) = all.split_at_mut(9);
            head.copy_from_slice(window);
            tail[0] = check;
            let ok = all.iter().rev().map(|v| v % 10).enumerate().map(|(k, d)| if k % 2 == 0 { d } else { d * 2 / 10 + d * 2 % 10 }).sum::<u32>() % 10 == 0;
            check << 2 | u32::from(ok) << 1 | valid as u32
        }
    }

    bases {
        // Exercism: all your base, with Result and generics over bases.
        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        pub enum Error {
            InvalidInputBase,
            InvalidOutputBase,
            InvalidDigit(u32),
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Number<const CAP: usize> {
            digits: [u32; CAP],
            count: usize,
        }

        pub fn convert<const CAP: usize>(number: &[u32], from_base: u32, to_base: u32) -> Result<Number<CAP>, Error> {
            if from_base < 2 {
                return Err(Error::InvalidInputBase);
            }
            if to_base < 2 {
                return Err(Error::InvalidOutputBase);
            }
            if let Some(&bad) = number.iter().find(|&&d| d >= from_base) {
                return Err(Error::InvalidDigit(bad));
            }
            let mut value = number.iter().fold(0u64, |acc, &d| acc * from_base as u64 + d as u64);
            let mut result = Number { digits: [0; CAP], count: 0 };
            while value > 0 {
                result.digits[result.count] = (value % to_base as u64) as u32;
                result.count += 1;
                value /= to_base as u64;
            }
            if result.count == 0 {
                result.count = 1;
            }
            result.digits[..result.count].reverse();
            Ok(result)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let from = input[i] % 14;
            let to = input[i + 1] % 20;
            let digits = [input[i + 2], input[i + 3], input[i + 4], input[i + 5], input[i + 6]].map(|v| if i % 3 == 0 { v % 13 } else { v % from.max(1) });
            match convert::<40>(&digits, from, to) {
                Ok(n) => n.digits[..n.count].iter().rev().enumerate().map(|(k, d)| d.wrapping_mul(7u32.wrapping_pow(k as u32))).fold(n.count as u32, u32::wrapping_add),
                Err(Error::InvalidDigit(d)) => 0x8000_0000 | d,
                Err(e) => 0x4000_0000 | (e == Error::InvalidInputBase) as u32,
            }
        }
    }

    astar {
        // A* over a small grid with a hand-written binary heap and Reverse ordering.
        use std::cmp::{Ordering, Reverse};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Node {
            estimate: u32,
            cost: u32,
            at: (u8, u8),
        }

        impl Ord for Node {
            fn cmp(&self, other: &Self) -> Ordering {
                other.estimate.cmp(&self.estimate).then_with(|| self.cost.cmp(&other.cost)).then(self.at.cmp(&other.at))
            }
        }

        impl PartialOrd for Node {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        struct BinaryHeap<T, const N: usize> {
            items: [T; N],
            len: usize,
        }

        impl<T: Ord + Copy + Default, const N: usize> BinaryHeap<T, N> {
            fn new() -> Self {
                Self { items: [T::default(); N], len: 0 }
            }

            fn push(&mut self, item: T) {
                assert!(self.len < N, "the heap is full");
                let mut at = self.len;
                self.items[at] = item;
                self.len += 1;
                while at > 0 {
                    let parent = (at - 1) / 2;
                    if self.items[parent] >= self.items[at] {
                        break;
                    }
                    self.items.swap(parent, at);
                    at = parent;
                }
            }

            fn pop(&mut self) -> Option<T> {
                if self.len == 0 {
                    return None;
                }
                self.len -= 1;
                self.items.swap(0, self.len);
                let mut at = 0;
                loop {
                    let Some(child) = [2 * at + 1, 2 * at + 2].into_iter().filter(|&c| c < self.len).max_by_key(|&c| self.items[c]) else {
                        break;
                    };
                    if self.items[child] <= self.items[at] {
                        break;
                    }
                    self.items.swap(child, at);
                    at = child;
                }
                Some(self.items[self.len])
            }
        }

        const W: usize = 6;

        type Grid = [[u8; W]; W];

        fn heuristic((x, y): (u8, u8), goal: (u8, u8)) -> u32 {
            u32::from(x.abs_diff(goal.0)) + u32::from(y.abs_diff(goal.1))
        }

        fn neighbours((x, y): (u8, u8)) -> impl Iterator<Item = (u8, u8)> {
            const STEPS: [(i8, i8); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
            STEPS.iter().filter_map(move |&(dx, dy)| Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))).filter(|&(x, y)| (x as usize) < W && (y as usize) < W)
        }

        fn search(grid: &Grid, start: (u8, u8), goal: (u8, u8)) -> Option<u32> {
            let mut best = [[u32::MAX; W]; W];
            let mut heap = BinaryHeap::<Node, 128>::new();
            best[start.1 as usize][start.0 as usize] = 0;
            heap.push(Node { estimate: heuristic(start, goal), cost: 0, at: start });
            while let Some(Node { cost, at, .. }) = heap.pop() {
                if at == goal {
                    return Some(cost);
                }
                if cost > best[at.1 as usize][at.0 as usize] {
                    continue;
                }
                for (x, y) in neighbours(at) {
                    let tile = grid[y as usize][x as usize];
                    if tile == b'#' {
                        continue;
                    }
                    let next = cost + u32::from(tile - b'0');
                    let known = &mut best[y as usize][x as usize];
                    if next < *known {
                        *known = next;
                        heap.push(Node { estimate: next + heuristic((x, y), goal), cost: next, at: (x, y) });
                    }
                }
            }
            None
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut grid = [[b'1'; W]; W];
            for (k, cell) in grid.as_flattened_mut().iter_mut().enumerate() {
                let v = input[(i * 5 + k) % 256];
                *cell = if v % 4 == 0 { b'#' } else { b'1' + (v / 4 % 5) as u8 };
            }
            let mut heap: BinaryHeap<Reverse<i32>, 4> = BinaryHeap { items: [Reverse(0); 4], len: 0 };
            heap.push(Reverse(3));
            heap.push(Reverse(-(i as i32)));
            let Some(Reverse(least)) = heap.pop() else { panic!() };
            search(&grid, (0, 0), (W as u8 - 1, W as u8 - 1)).map_or(999, |c| c + (least + 100) as u32 * 1000)
        }
    }

    fft_complex {
        // Computer Language Benchmarks / Rosetta: FFT with operator traits and const tables.
        use std::f32::consts::PI;
        use std::iter::Sum;
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        struct Complex {
            re: f32,
            im: f32,
        }

        impl Complex {
            const ZERO: Self = Self { re: 0.0, im: 0.0 };
            const I: Self = Self { re: 0.0, im: 1.0 };
            fn cis(angle: f32) -> Self {
                let (im, re) = angle.sin_cos();
                Self { re, im }
            }
            fn conj(self) -> Self {
                Self { im: -self.im, ..self }
            }
            fn norm_sqr(&self) -> f32 {
                self.re * self.re + self.im * self.im
            }
        }

        impl Add for Complex {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Self { re: self.re + rhs.re, im: self.im + rhs.im }
            }
        }
        impl Sub for Complex {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self {
                self + -rhs
            }
        }
        impl Neg for Complex {
            type Output = Self;
            fn neg(self) -> Self {
                Self { re: -self.re, im: -self.im }
            }
        }
        impl Mul for Complex {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                Self { re: self.re * rhs.re - self.im * rhs.im, im: self.re * rhs.im + self.im * rhs.re }
            }
        }
        impl Mul<f32> for Complex {
            type Output = Self;
            fn mul(self, k: f32) -> Self {
                Self { re: self.re * k, im: self.im * k }
            }
        }
        impl Mul<Complex> for f32 {
            type Output = Complex;
            fn mul(self, z: Complex) -> Complex {
                z * self
            }
        }
        impl Sum for Complex {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Self::ZERO, |a, b| a + b)
            }
        }
        impl<'a> Sum<&'a Complex> for Complex {
            fn sum<I: Iterator<Item = &'a Complex>>(iter: I) -> Self {
                iter.copied().sum()
            }
        }
        impl From<f32> for Complex {
            fn from(re: f32) -> Self {
                Self { re, im: 0.0 }
            }
        }

        fn fft<const N: usize>(data: &mut [Complex; N], inverse: bool) {
            assert!(N.is_power_of_two());
            let bits = N.trailing_zeros();
            for i in 0..N {
                let j = (i as u32).reverse_bits() >> (32 - bits);
                if (j as usize) > i {
                    data.swap(i, j as usize);
                }
            }
            let sign = if inverse { 1.0 } else { -1.0 };
            let mut half = 1;
            while half < N {
                let step = Complex::cis(sign * PI / half as f32);
                for chunk in data.chunks_exact_mut(2 * half) {
                    let (low, high) = chunk.split_at_mut(half);
                    let mut w = Complex::from(1.0);
                    for (a, b) in low.iter_mut().zip(high) {
                        let t = w * *b;
                        (*a, *b) = (*a + t, *a - t);
                        w = w * step;
                    }
                }
                half *= 2;
            }
            if inverse {
                for z in data {
                    *z = *z * (1.0 / N as f32);
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut data: [Complex; 8] = std::array::from_fn(|k| Complex { re: (input[i + k] % 100) as f32 / 10.0, im: (input[i + k + 8] % 50) as f32 * 0.25 });
            let before = data;
            fft(&mut data, false);
            let power = data.iter().map(Complex::norm_sqr).fold(0.0, f32::max);
            let total: Complex = data.iter().sum();
            fft(&mut data, true);
            let worst = before.iter().zip(&data).map(|(&a, &b)| (a - b).norm_sqr()).fold(0.0f32, |m, e| if e > m { e } else { m });
            let turned = (0.5 * (Complex::I * total)).conj();
            power.to_bits() ^ turned.re.to_bits() ^ turned.im.to_bits().rotate_left(9) ^ u32::from(worst < 1e-6)
        }
    }

    quaternion {
        // Quaternions and rotations generic over the number.
        use std::ops::{Add, Mul, Neg, Sub};

        trait Real: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> + PartialOrd + From<i16> {
            const ZERO: Self;
            fn root(self) -> Self;
        }
        impl Real for f32 {
            const ZERO: f32 = 0.0;
            fn root(self) -> f32 {
                self.sqrt()
            }
        }
        impl Real for f64 {
            const ZERO: f64 = 0.0;
            fn root(self) -> f64 {
                self.sqrt()
            }
        }

        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Vec3<T>(T, T, T);

        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Quaternion<T> {
            w: T,
            v: Vec3<T>,
        }

        impl<T: Real> Vec3<T> {
            fn dot(self, o: Self) -> T {
                self.0 * o.0 + self.1 * o.1 + self.2 * o.2
            }
            fn cross(self, o: Self) -> Self {
                let Vec3(a, b, c) = self;
                let Vec3(x, y, z) = o;
                Vec3(b * z - c * y, c * x - a * z, a * y - b * x)
            }
            fn map(self, f: impl Fn(T) -> T) -> Self {
                Vec3(f(self.0), f(self.1), f(self.2))
            }
        }

        impl<T: Real> Add for Vec3<T> {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Vec3(self.0 + o.0, self.1 + o.1, self.2 + o.2)
            }
        }
        impl<T: Real> Mul<T> for Vec3<T> {
            type Output = Self;
            fn mul(self, k: T) -> Self {
                self.map(|c| c * k)
            }
        }

        impl<T: Real> Quaternion<T> {
            fn conjugate(&self) -> Self {
                Quaternion { w: self.w, v: self.v.map(|c| -c) }
            }
            fn norm(self) -> T {
                (self.w * self.w + self.v.dot(self.v)).root()
            }
            fn rotate(&self, p: Vec3<T>) -> Vec3<T> {
                let q = *self * Quaternion { w: T::ZERO, v: p } * self.conjugate();
                q.v
            }
        }

        impl<T: Real> Mul for Quaternion<T> {
            type Output = Quaternion<T>;
            fn mul(self, o: Self) -> Self::Output {
                Quaternion { w: self.w * o.w - self.v.dot(o.v), v: o.v * self.w + self.v * o.w + self.v.cross(o.v) }
            }
        }

        fn largest<T: Real, const N: usize>(values: [T; N]) -> T {
            let mut best = values[0];
            for v in values.into_iter().skip(1) {
                if v > best {
                    best = v;
                }
            }
            best
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let c = |k: usize| (input[i + k] % 41) as i16 - 20;
            let q = Quaternion { w: f32::from(c(0)), v: Vec3(c(1).into(), c(2).into(), c(3).into()) };
            let p: Vec3<f32> = Vec3(c(4).into(), 1.0, f32::from(c(5)) / 3.0);
            let r = q.rotate(p);
            let d = Quaternion::<f64> { w: c(6).into(), v: Vec3(0.5, c(7).into(), -1.25) };
            let n = d.norm();
            let e = d.rotate(Vec3(1.0, 2.0, c(8).into()));
            let m = largest([e.0, e.1, e.2, n]);
            r.0.to_bits() ^ r.1.to_bits().rotate_left(11) ^ r.2.to_bits().rotate_left(22) ^ (m.to_bits() >> 20) as u32 ^ q.norm().to_bits()
        }
    }

    polynomial {
        // Polynomials over a prime field: newtypes, const generics, evaluation, division, gcd.
        use std::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, Sub, SubAssign};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
        struct Field<const P: u32>(u32);

        impl<const P: u32> Field<P> {
            fn new(v: u32) -> Self {
                Self(v % P)
            }
            fn pow(self, mut e: u32) -> Self {
                let mut base = self;
                let mut acc = Self(1);
                while e > 0 {
                    if e & 1 == 1 {
                        acc = acc * base;
                    }
                    base = base * base;
                    e >>= 1;
                }
                acc
            }
            fn inverse(self) -> Option<Self> {
                (self.0 != 0).then(|| self.pow(P - 2))
            }
        }
        impl<const P: u32> Add for Field<P> {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self::new(self.0 + o.0)
            }
        }
        impl<const P: u32> Sub for Field<P> {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Self::new(self.0 + P - o.0)
            }
        }
        impl<const P: u32> Mul for Field<P> {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Self((u64::from(self.0) * u64::from(o.0) % u64::from(P)) as u32)
            }
        }
        impl<const P: u32> Div for Field<P> {
            type Output = Option<Self>;
            fn div(self, o: Self) -> Option<Self> {
                Some(self * o.inverse()?)
            }
        }
        impl<const P: u32> AddAssign for Field<P> {
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }
        impl<const P: u32> SubAssign for Field<P> {
            fn sub_assign(&mut self, o: Self) {
                *self = *self - o;
            }
        }

        type F = Field<97>;

        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Poly<const N: usize>([F; N]);

        impl<const N: usize> Index<usize> for Poly<N> {
            type Output = F;
            fn index(&self, i: usize) -> &F {
                &self.0[i]
            }
        }
        impl<const N: usize> IndexMut<usize> for Poly<N> {
            fn index_mut(&mut self, i: usize) -> &mut F {
                &mut self.0[i]
            }
        }

        impl<const N: usize> Poly<N> {
            fn degree(&self) -> Option<usize> {
                self.0.iter().rposition(|c| *c != F::default())
            }
            fn eval(&self, x: F) -> F {
                self.0.iter().rev().fold(F::new(0), |acc, &c| acc * x + c)
            }
            fn rem(mut self, divisor: &Poly<N>) -> Option<Poly<N>> {
                let d = divisor.degree()?;
                while let Some(n) = self.degree().filter(|&n| n >= d) {
                    let factor = (self[n] / divisor[d])?;
                    for k in 0..=d {
                        self[n - d + k] -= factor * divisor[k];
                    }
                }
                Some(self)
            }
            fn gcd(mut self, mut other: Self) -> Self {
                while other.degree().is_some() {
                    let r = self.rem(&other).expect("not zero");
                    self = std::mem::replace(&mut other, r);
                }
                match self.degree() {
                    Some(n) => {
                        let lead = self[n].inverse().unwrap();
                        Poly(self.0.map(|c| c * lead))
                    }
                    None => self,
                }
            }
            fn mul<const M: usize, const R: usize>(&self, other: &Poly<M>) -> Poly<R> {
                let mut out = Poly([F::default(); R]);
                for (i, &a) in self.0.iter().enumerate() {
                    for (j, &b) in other.0.iter().enumerate() {
                        if i + j < R {
                            out[i + j] += a * b;
                        }
                    }
                }
                out
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let root = |v: u32| Poly::<2>([F::new(97 - v % 97), Field(1)]);
            let common = root(input[i]);
            let a: Poly<6> = common.mul::<2, 3>(&root(input[i + 1])).mul(&root(input[i + 2]));
            let b: Poly<6> = common.mul(&Poly([F::new(input[i + 3]), F::new(input[i + 4]), F::new(3)]));
            let g = a.gcd(b);
            let degree = g.degree().map_or(100, |d| d as u32);
            let zero = g.eval(F::new(input[i])).0;
            let other = a.eval(Field::new(input[i + 5]));
            degree | zero << 8 | other.0 << 16 | b.eval(F::new(2)).0 << 24
        }
    }

    bigint_factorial {
        // Project Euler 20/25/48: big integers in base 1e9.
        use std::cmp::Ordering;
        use std::fmt::{self, Display};
        use std::ops::{AddAssign, MulAssign};

        const BASE: u64 = 1_000_000_000;
        const LIMBS: usize = 8;

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct BigUint {
            limbs: [u32; LIMBS],
        }

        impl From<u32> for BigUint {
            fn from(v: u32) -> Self {
                let mut limbs = [0; LIMBS];
                limbs[0] = v % BASE as u32;
                limbs[1] = v / BASE as u32;
                BigUint { limbs }
            }
        }

        impl MulAssign<u32> for BigUint {
            fn mul_assign(&mut self, rhs: u32) {
                let mut carry = 0u64;
                for limb in &mut self.limbs {
                    let t = u64::from(*limb) * u64::from(rhs) + carry;
                    *limb = (t % BASE) as u32;
                    carry = t / BASE;
                }
            }
        }

        impl AddAssign<&BigUint> for BigUint {
            fn add_assign(&mut self, rhs: &BigUint) {
                let mut carry = 0;
                for (a, &b) in self.limbs.iter_mut().zip(rhs.limbs.iter()) {
                    let sum = *a + b + carry;
                    carry = (sum >= BASE as u32) as u32;
                    *a = sum - carry * BASE as u32;
                }
            }
        }

        impl PartialOrd for BigUint {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Ord for BigUint {
            fn cmp(&self, other: &Self) -> Ordering {
                self.limbs.iter().rev().cmp(other.limbs.iter().rev())
            }
        }

        impl Display for BigUint {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                let top = self.limbs.iter().rposition(|&l| l != 0).unwrap_or(0);
                write!(f, "{}", self.limbs[top])?;
                for limb in self.limbs[..top].iter().rev() {
                    write!(f, "{limb:09}")?;
                }
                Ok(())
            }
        }

        impl BigUint {
            fn digit_sum(&self) -> u32 {
                self.limbs
                    .iter()
                    .map(|&l| std::iter::successors(Some(l), |&r| (r >= 10).then_some(r / 10)).map(|r| r % 10).sum::<u32>())
                    .sum()
            }
            fn digits(&self) -> usize {
                match self.limbs.iter().enumerate().rev().find(|(_, l)| **l != 0) {
                    Some((k, l)) => k * 9 + l.ilog10() as usize + 1,
                    None => 1,
                }
            }
        }

        fn factorial(n: u32) -> BigUint {
            let mut product = BigUint::from(1);
            for k in 2..=n {
                product *= k;
            }
            product
        }

        fn fibonacci_with_digits(digits: usize) -> (u32, BigUint) {
            let (mut a, mut b) = (BigUint::from(1), BigUint::from(1));
            let mut index = 2;
            while b.digits() < digits {
                a += &b;
                std::mem::swap(&mut a, &mut b);
                index += 1;
            }
            (index, b)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let f = factorial(10 + input[i] % 30);
            let (index, fib) = fibonacci_with_digits(5 + i % 40);
            let larger = if f > fib { 1 } else { 0 };
            let most = f.max(fib).limbs[3];
            f.digit_sum() << 16 ^ index << 4 ^ larger ^ fib.digit_sum() ^ most.wrapping_mul(13)
        }
    }

    tokenizer_vm {
        // A tokenizer with an enum and a stack VM that shares the buffer.
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token {
            Number(f64),
            Op(char),
            LParen,
            RParen,
            Ident { start: usize, end: usize },
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum LexError {
            UnexpectedChar(char, usize),
            BadNumber(usize),
        }

        struct Lexer<'a> {
            src: &'a str,
            pos: usize,
        }

        impl<'a> Lexer<'a> {
            fn new(src: &'a str) -> Self {
                Lexer { src, pos: 0 }
            }

            fn rest(&self) -> &'a str {
                &self.src[self.pos..]
            }

            fn take_while<P: Fn(u8) -> bool>(&mut self, pred: P) -> &'a str {
                let rest = self.rest();
                let len = rest.bytes().position(|b| !pred(b)).unwrap_or(rest.len());
                self.pos += len;
                &rest[..len]
            }
        }

        impl<'a> Iterator for Lexer<'a> {
            type Item = Result<Token, LexError>;

            fn next(&mut self) -> Option<Self::Item> {
                self.take_while(|b| b == b' ');
                let start = self.pos;
                let c = self.rest().chars().next()?;
                Some(match c {
                    '0'..='9' => {
                        let whole = self.take_while(|b| b.is_ascii_digit());
                        let mut value = whole.bytes().fold(0.0, |v, b| v * 10.0 + f64::from(b - b'0'));
                        if self.rest().starts_with('.') {
                            self.pos += 1;
                            let part = self.take_while(|b| b.is_ascii_digit());
                            if part.is_empty() {
                                return Some(Err(LexError::BadNumber(start)));
                            }
                            let mut scale = 0.1;
                            for b in part.bytes() {
                                value += scale * (b - b'0') as f64;
                                scale /= 10.0;
                            }
                        }
                        Ok(Token::Number(value))
                    }
                    '(' | ')' => {
                        self.pos += 1;
                        Ok(if c == '(' { Token::LParen } else { Token::RParen })
                    }
                    '+' | '-' | '*' | '/' => {
                        self.pos += 1;
                        Ok(Token::Op(c))
                    }
                    'a'..='z' | 'A'..='Z' | '_' => {
                        let name = self.take_while(|b| b.is_ascii_alphanumeric() || b == b'_');
                        Ok(Token::Ident { start, end: start + name.len() })
                    }
                    other => {
                        self.pos += other.len_utf8();
                        Err(LexError::UnexpectedChar(other, start))
                    }
                })
            }
        }

        const SOURCES: &[&str] = &[
            "1 + 2 * (3.5 - x1)",
            "alpha*beta / 4.25",
            "12..5 + 3",
            "foo_bar + $9",
            "((7))",
            "",
        ];

        fn summary(src: &str) -> Result<(usize, f64), LexError> {
            let mut count = 0;
            let mut sum = 0.0;
            let mut depth = 0i32;
            for token in Lexer::new(src) {
                count += 1;
                match token? {
                    Token::Number(n) => sum += n,
                    Token::Op('*' | '/') => sum *= 2.0,
                    Token::Op(_) => (),
                    Token::LParen => depth += 1,
                    Token::RParen => depth -= 1,
                    Token::Ident { start, end } => sum -= src[start..end].bytes().map(|b| b as f64).sum::<f64>() + depth as f64,
                }
            }
            Ok((count, sum))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let src = SOURCES[i % SOURCES.len()];
            let part = &src[(input[i] as usize % 5).min(src.len())..];
            match summary(part) {
                Ok((count, sum)) => count as u32 * 1000 + (sum.to_bits() >> 40) as u32,
                Err(LexError::UnexpectedChar(c, at)) => c as u32 * 100 + at as u32,
                Err(LexError::BadNumber(at)) => 0x8000_0000 | at as u32,
            }
        }
    }

    stack_vm {
        // Generic container Stack<T, N> and a small VM on it.
        #[derive(Debug)]
        pub struct Stack<T, const N: usize> {
            items: [Option<T>; N],
            len: usize,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum VmError {
            Underflow,
            Overflow,
            DivideByZero { pc: usize },
            BadJump(i32),
            OutOfFuel,
        }

        impl<T: Copy, const N: usize> Stack<T, N> {
            pub fn new() -> Self {
                Self { items: [None; N], len: 0 }
            }
            pub fn push(&mut self, item: T) -> Result<(), VmError> {
                let slot = self.items.get_mut(self.len).ok_or(VmError::Overflow)?;
                *slot = Some(item);
                self.len += 1;
                Ok(())
            }
            pub fn pop(&mut self) -> Result<T, VmError> {
                self.len = self.len.checked_sub(1).ok_or(VmError::Underflow)?;
                self.items[self.len].take().ok_or(VmError::Underflow)
            }
            pub fn pop2(&mut self) -> Result<(T, T), VmError> {
                let b = self.pop()?;
                let a = self.pop()?;
                Ok((a, b))
            }
            pub fn peek(&self) -> Option<&T> {
                self.items[..self.len].last()?.as_ref()
            }
            pub fn is_empty(&self) -> bool {
                self.len == 0
            }
        }

        impl<T: Copy, const N: usize> Default for Stack<T, N> {
            fn default() -> Self {
                Self::new()
            }
        }

        #[derive(Debug, Clone, Copy)]
        enum Instr {
            Push(i32),
            Add,
            Sub,
            Mul,
            Div,
            Dup,
            Swap,
            JumpIfZero(i32),
            Jump(i32),
            Halt,
        }

        struct Vm<'p> {
            program: &'p [Instr],
            pc: usize,
            stack: Stack<i32, 8>,
            fuel: u32,
        }

        impl<'p> Vm<'p> {
            fn new(program: &'p [Instr]) -> Self {
                Vm { program, pc: 0, stack: Stack::default(), fuel: 60 }
            }

            fn jump(&mut self, offset: i32) -> Result<(), VmError> {
                let target = self.pc as i32 + offset;
                if target < 0 || target as usize > self.program.len() {
                    return Err(VmError::BadJump(target));
                }
                self.pc = target as usize;
                Ok(())
            }

            fn binary(&mut self, f: impl FnOnce(i32, i32) -> i32) -> Result<(), VmError> {
                let (a, b) = self.stack.pop2()?;
                self.stack.push(f(a, b))
            }

            fn step(&mut self) -> Result<bool, VmError> {
                let Some(&instr) = self.program.get(self.pc) else {
                    return Ok(false);
                };
                self.fuel = self.fuel.checked_sub(1).ok_or(VmError::OutOfFuel)?;
                let pc = self.pc;
                self.pc += 1;
                match instr {
                    Instr::Push(v) => self.stack.push(v)?,
                    Instr::Add => self.binary(i32::wrapping_add)?,
                    Instr::Sub => self.binary(|a, b| a.wrapping_sub(b))?,
                    Instr::Mul => self.binary(|a, b| a.wrapping_mul(b))?,
                    Instr::Div => {
                        let (a, b) = self.stack.pop2()?;
                        self.stack.push(a.checked_div(b).ok_or(VmError::DivideByZero { pc })?)?;
                    }
                    Instr::Dup => {
                        let top = *self.stack.peek().ok_or(VmError::Underflow)?;
                        self.stack.push(top)?;
                    }
                    Instr::Swap => {
                        let (a, b) = self.stack.pop2()?;
                        self.stack.push(b)?;
                        self.stack.push(a)?;
                    }
                    Instr::JumpIfZero(offset) => {
                        if self.stack.pop()? == 0 {
                            self.jump(offset)?;
                        }
                    }
                    Instr::Jump(offset) => self.jump(offset)?,
                    Instr::Halt => return Ok(false),
                }
                Ok(true)
            }

            fn run(mut self) -> Result<Option<i32>, VmError> {
                while self.step()? {}
                Ok(if self.stack.is_empty() { None } else { Some(self.stack.pop()?) })
            }
        }

        fn decode(v: u32) -> Instr {
            let arg = (v >> 4) as i32 % 9 - 4;
            match v % 16 {
                0..=5 => Instr::Push(arg),
                6 => Instr::Add,
                7 => Instr::Sub,
                8 | 9 => Instr::Mul,
                10 => Instr::Div,
                11 => Instr::Dup,
                12 => Instr::Swap,
                13 => Instr::JumpIfZero(arg),
                14 => Instr::Jump(arg.abs()),
                _ => Instr::Halt,
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut program = [Instr::Halt; 14];
            for (slot, &v) in program.iter_mut().zip(input.iter().skip(i * 3)) {
                *slot = decode(v);
            }
            match Vm::new(&program[..10 + i % 5]).run() {
                Ok(Some(v)) => v as u32,
                Ok(None) => 77_777,
                Err(VmError::DivideByZero { pc }) => 0x100 + pc as u32,
                Err(VmError::BadJump(t)) => 0x200 + (t & 0xff) as u32,
                Err(e) => 0x400 + [VmError::Underflow, VmError::Overflow, VmError::OutOfFuel].iter().position(|&x| x == e).map_or(9, |p| p as u32),
            }
        }
    }

    bitboard_knight {
        // Bitboards: an iterator over the set bits, operator traits, knight and king attacks, flood by shifts.
        use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

        #[derive(Clone, Copy, PartialEq, Eq, Default)]
        struct Bitboard(u64);

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        struct Square(u8);

        impl Square {
            const fn new(file: u8, rank: u8) -> Self {
                Square(rank * 8 + file)
            }
            fn file(self) -> u8 {
                self.0 & 7
            }
            fn rank(self) -> u8 {
                self.0 >> 3
            }
        }

        macro_rules! bit_ops {
            ($($trait:ident $method:ident $op:tt),*) => {
                $(impl $trait for Bitboard {
                    type Output = Bitboard;
                    fn $method(self, rhs: Bitboard) -> Bitboard {
                        Bitboard(self.0 $op rhs.0)
                    }
                })*
            };
        }
        bit_ops!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

        impl Not for Bitboard {
            type Output = Self;
            fn not(self) -> Self {
                Bitboard(!self.0)
            }
        }
        impl Shl<u32> for Bitboard {
            type Output = Self;
            fn shl(self, n: u32) -> Self {
                Bitboard(self.0 << n)
            }
        }
        impl Shr<u32> for Bitboard {
            type Output = Self;
            fn shr(self, n: u32) -> Self {
                Bitboard(self.0 >> n)
            }
        }
        impl BitOrAssign for Bitboard {
            fn bitor_assign(&mut self, rhs: Self) {
                self.0 |= rhs.0;
            }
        }
        impl BitAndAssign for Bitboard {
            fn bitand_assign(&mut self, rhs: Self) {
                self.0 &= rhs.0;
            }
        }
        impl From<Square> for Bitboard {
            fn from(s: Square) -> Self {
                Bitboard(1 << s.0)
            }
        }
        impl FromIterator<Square> for Bitboard {
            fn from_iter<I: IntoIterator<Item = Square>>(iter: I) -> Self {
                iter.into_iter().fold(Bitboard::default(), |b, s| b | s.into())
            }
        }
        impl Iterator for Bitboard {
            type Item = Square;
            fn next(&mut self) -> Option<Square> {
                if self.0 == 0 {
                    None
                } else {
                    let s = Square(self.0.trailing_zeros() as u8);
                    self.0 &= self.0 - 1;
                    Some(s)
                }
            }
        }

        const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
        const FILE_H: Bitboard = Bitboard(FILE_A.0 << 7);

        impl Bitboard {
            fn king(self) -> Self {
                let east = (self & !FILE_H) << 1;
                let west = (self & !FILE_A) >> 1;
                let row = self | east | west;
                (row | row << 8 | row >> 8) & !self
            }
            fn count(self) -> u32 {
                self.0.count_ones()
            }
        }

        fn knight(from: Square) -> Bitboard {
            const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            JUMPS
                .iter()
                .map(|(df, dr)| (from.file() as i8 + df, from.rank() as i8 + dr))
                .filter(|(f, r)| (0..8).contains(f) && (0..8).contains(r))
                .map(|(f, r)| Square::new(f as u8, r as u8))
                .collect()
        }

        fn knight_distance(from: Square, to: Square, blocked: Bitboard) -> Option<u32> {
            let mut seen = Bitboard::from(from);
            let mut frontier = seen;
            for depth in 0.. {
                if frontier & to.into() != Bitboard::default() {
                    return Some(depth);
                }
                let mut next = Bitboard::default();
                for s in frontier {
                    next |= knight(s);
                }
                next &= !(seen | blocked);
                if next == Bitboard(0) {
                    return None;
                }
                seen |= next;
                frontier = next;
            }
            None
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let blocked: Bitboard = input[i..i + 24].iter().map(|v| Square((v % 64) as u8)).collect();
            let from = Square::new(input[i + 30] as u8 % 8, (input[i + 31] % 8) as u8);
            let to = Square((input[i + 32] % 64) as u8);
            let far = knight_distance(from, to, blocked & !Bitboard::from(to)).unwrap_or(50);
            let ring = blocked.king().count();
            let last = blocked.max().map_or(0, |s| s.0);
            let odd = blocked.filter(|s| (s.file() + s.rank()) % 2 == 1).count() as u32;
            far | ring << 8 | u32::from(last) << 16 | odd << 24
        }
    }

    sudoku_check {
        // Sudoku check and single-candidate solver with const generics and bit sets.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Digits(u16);

        impl Digits {
            const ALL: Digits = Digits(0b11_1111_1110);

            fn insert(&mut self, d: u8) -> bool {
                let bit = 1 << d;
                let fresh = self.0 & bit == 0;
                self.0 |= bit;
                fresh
            }
            fn without(self, other: Digits) -> Digits {
                Digits(self.0 & !other.0)
            }
            fn only(self) -> Option<u8> {
                match self.0.count_ones() {
                    1 => Some(self.0.trailing_zeros() as u8),
                    _ => None,
                }
            }
        }

        type Board = [[u8; 9]; 9];

        #[derive(Debug, PartialEq, Clone, Copy)]
        enum Verdict {
            Solved,
            Open(u32),
            Clash(Unit, usize),
        }

        #[derive(Debug, PartialEq, Clone, Copy)]
        enum Unit {
            Row,
            Column,
            Block,
        }

        use Unit::*;

        fn cells(unit: Unit, n: usize) -> impl Iterator<Item = (usize, usize)> {
            (0..9).map(move |k| match unit {
                Row => (n, k),
                Column => (k, n),
                Block => (n / 3 * 3 + k / 3, n % 3 * 3 + k % 3),
            })
        }

        fn used(board: &Board, unit: Unit, n: usize) -> Result<Digits, Verdict> {
            let mut digits = Digits::default();
            for (r, c) in cells(unit, n) {
                let d = board[r][c];
                if d != 0 && !digits.insert(d) {
                    return Err(Verdict::Clash(unit, n));
                }
            }
            Ok(digits)
        }

        fn candidates(board: &Board, r: usize, c: usize) -> Result<Digits, Verdict> {
            let block = r / 3 * 3 + c / 3;
            Ok(Digits::ALL.without(used(board, Row, r)?).without(used(board, Column, c)?).without(used(board, Block, block)?))
        }

        fn solve(board: &mut Board) -> Result<Verdict, Verdict> {
            'again: loop {
                let mut open = 0;
                for r in 0..9 {
                    for c in 0..9 {
                        if board[r][c] != 0 {
                            continue;
                        }
                        if let Some(d) = candidates(board, r, c)?.only() {
                            board[r][c] = d;
                            continue 'again;
                        }
                        open += 1;
                    }
                }
                for unit in [Row, Column, Block] {
                    for n in 0..9 {
                        used(board, unit, n)?;
                    }
                }
                return Ok(if open == 0 { Verdict::Solved } else { Verdict::Open(open) });
            }
        }

        const PUZZLE: &[u8; 81] = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

        fn parse(text: &[u8; 81]) -> Board {
            let mut board = Board::default();
            for (row, line) in board.iter_mut().zip(text.chunks(9)) {
                for (cell, &b) in row.iter_mut().zip(line) {
                    *cell = match b {
                        b'1'..=b'9' => b - b'0',
                        _ => 0,
                    };
                }
            }
            board
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut board = parse(PUZZLE);
            for &v in &input[i..i + i % 4] {
                let (r, c) = (v as usize % 9, v as usize / 9 % 9);
                board[r][c] = if i % 8 < 4 { 0 } else { (v >> 8) as u8 % 9 + 1 };
            }
            let verdict = solve(&mut board).unwrap_or_else(|v| v);
            let hash = board.iter().flatten().fold(0u32, |h, &d| h.wrapping_mul(11).wrapping_add(d as u32));
            hash ^ match verdict {
                Verdict::Solved => 1,
                Verdict::Open(n) => n << 8,
                Verdict::Clash(unit, n) => (unit as u32 + 1) << 20 | n as u32,
            }
        }
    }

    life_generic {
        // Game of life with a generic topology, and Brian's brain as another rule.
        trait Topology {
            fn wrap(x: i32, size: i32) -> Option<usize>;
        }
        struct Torus;
        struct Plane;
        struct Mirror;
        impl Topology for Torus {
            fn wrap(x: i32, size: i32) -> Option<usize> {
                Some(x.rem_euclid(size) as usize)
            }
        }
        impl Topology for Plane {
            fn wrap(x: i32, size: i32) -> Option<usize> {
                (0..size).contains(&x).then_some(x as usize)
            }
        }
        impl Topology for Mirror {
            fn wrap(x: i32, size: i32) -> Option<usize> {
                Some(match x {
                    x if x < 0 => (-x - 1) as usize,
                    x if x >= size => (2 * size - x - 1) as usize,
                    x => x as usize,
                })
            }
        }

        trait Rule {
            type Cell: Copy + Default + PartialEq;
            fn alive(cell: &Self::Cell) -> bool;
            fn next(cell: Self::Cell, neighbours: usize) -> Self::Cell;
        }

        struct Conway;
        impl Rule for Conway {
            type Cell = bool;
            fn alive(cell: &bool) -> bool {
                *cell
            }
            fn next(cell: bool, n: usize) -> bool {
                matches!((cell, n), (true, 2) | (_, 3))
            }
        }

        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        enum Brain {
            On,
            Dying,
            #[default]
            Off,
        }
        impl Rule for Brain {
            type Cell = Brain;
            fn alive(cell: &Self) -> bool {
                *cell == Brain::On
            }
            fn next(cell: Self, neighbours: usize) -> Self {
                match cell {
                    Brain::On => Brain::Dying,
                    Brain::Dying => Brain::Off,
                    Brain::Off if neighbours == 2 => Brain::On,
                    Brain::Off => Brain::Off,
                }
            }
        }

        struct World<R: Rule, T, const W: usize, const H: usize> {
            cells: [[R::Cell; W]; H],
            topology: std::marker::PhantomData<T>,
        }

        impl<R: Rule, T: Topology, const W: usize, const H: usize> World<R, T, W, H> {
            fn from_fn(mut f: impl FnMut(usize, usize) -> R::Cell) -> Self {
                let mut cells = [[R::Cell::default(); W]; H];
                for y in 0..H {
                    for x in 0..W {
                        cells[y][x] = f(x, y);
                    }
                }
                World { cells, topology: std::marker::PhantomData }
            }

            fn neighbours(&self, x: usize, y: usize) -> usize {
                (-1..=1)
                    .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
                    .filter(|&d| d != (0, 0))
                    .filter_map(|(dx, dy)| {
                        let x = T::wrap(x as i32 + dx, W as i32)?;
                        let y = T::wrap(y as i32 + dy, H as i32)?;
                        Some(&self.cells[y][x])
                    })
                    .filter(|cell| R::alive(cell))
                    .count()
            }

            fn step(&self) -> Self {
                Self::from_fn(|x, y| R::next(self.cells[y][x], self.neighbours(x, y)))
            }

            fn population(&self) -> usize {
                self.cells.iter().flatten().filter(|c| R::alive(c)).count()
            }
        }

        fn history<R: Rule, T: Topology>(seed: impl Fn(usize, usize) -> R::Cell) -> u32 {
            let mut world = World::<R, T, 6, 5>::from_fn(seed);
            let mut hash = 0;
            for _ in 0..3 {
                world = world.step();
                hash = hash * 31 + world.population() as u32;
            }
            hash
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let bit = |x: usize, y: usize| input[(i + y * 6 + x) % 256] % 5 < 2;
            let brain = |x, y| if bit(x, y) { Brain::On } else { Brain::default() };
            match i % 3 {
                0 => history::<Conway, Torus>(bit) * 100_000 + history::<Brain, Plane>(brain),
                1 => history::<Conway, Plane>(bit) * 100_000 + history::<Brain, Mirror>(brain),
                _ => history::<Conway, Mirror>(&bit) * 100_000 + history::<Brain, Torus>(brain),
            }
        }
    }

    convex_hull {
        // Rosetta: convex hull by the monotone chain, area by shoelace, point in polygon.
        use std::cmp::Ordering;

        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        struct Point {
            x: i32,
            y: i32,
        }

        impl std::ops::Sub for Point {
            type Output = Point;
            fn sub(self, Point { x, y }: Point) -> Point {
                Point { x: self.x - x, y: self.y - y }
            }
        }

        impl Point {
            fn cross(self, other: Self) -> i64 {
                i64::from(self.x) * i64::from(other.y) - i64::from(self.y) * i64::from(other.x)
            }
        }

        fn turn(a: Point, b: Point, c: Point) -> Ordering {
            (b - a).cross(c - a).cmp(&0)
        }

        struct Hull<const N: usize> {
            points: [Point; N],
            len: usize,
        }

        impl<const N: usize> Hull<N> {
            fn extend<'a, I>(&mut self, points: I)
            where
                I: Iterator<Item = &'a Point>,
            {
                let bottom = self.len;
                for &p in points {
                    while self.len >= bottom + 2 {
                        let [.., a, b] = self.points[..self.len] else { break };
                        if turn(a, b, p) == Ordering::Greater {
                            break;
                        }
                        self.len -= 1;
                    }
                    self.points[self.len] = p;
                    self.len += 1;
                }
                self.len -= 1;
            }
            fn as_slice(&self) -> &[Point] {
                &self.points[..self.len]
            }
        }

        fn convex_hull(points: &mut [Point]) -> Hull<32> {
            points.sort_unstable();
            let mut hull = Hull { points: [Point::default(); 32], len: 0 };
            hull.extend(points.iter());
            hull.extend(points.iter().rev());
            hull
        }

        fn double_area(polygon: &[Point]) -> i64 {
            polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(a, b)| a.cross(*b)).sum::<i64>().abs()
        }

        fn contains(polygon: &[Point], p: Point) -> bool {
            let n = polygon.len();
            let mut inside = false;
            let mut j = n - 1;
            for i in 0..n {
                let (a, b) = (polygon[i], polygon[j]);
                if (a.y > p.y) != (b.y > p.y) {
                    let t = (p.y - a.y) as f64 / (b.y - a.y) as f64;
                    if (p.x as f64) < a.x as f64 + t * (b.x - a.x) as f64 {
                        inside ^= true;
                    }
                }
                j = i;
            }
            inside
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut points = [Point { x: 0, y: 0 }; 12];
            points.iter_mut().zip(input[i..].chunks(2)).for_each(|(p, c)| {
                if let [x, y] = c {
                    *p = Point { x: (x % 40) as i32 - 20, y: (y % 30) as i32 - 15 };
                }
            });
            let hull = convex_hull(&mut points[..]);
            let shape = hull.as_slice();
            let probe = Point { x: input[i + 40] as i32 % 20, y: 1 };
            let leftmost = shape.iter().min_by_key(|p| (p.x, p.y)).unwrap();
            double_area(shape) as u32 ^ (shape.len() as u32) << 20 ^ u32::from(contains(shape, probe)) << 31 ^ (leftmost.y as u32 & 0xff) << 23
        }
    }

    intervals {
        // Merge intervals, gaps, and meeting rooms with events; uses dedup-like loops, sort_by, and windows.
        use std::cmp::{max, Reverse};
        use std::ops::Range;

        #[derive(Clone, PartialEq, Eq, Debug)]
        struct Span(Range<u32>);

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        enum Event {
            Leave,
            Enter,
        }

        fn merge(spans: &mut [(u32, u32)]) -> &[(u32, u32)] {
            if spans.is_empty() {
                return spans;
            }
            spans.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
            let mut last = 0;
            for k in 1..spans.len() {
                let (start, end) = spans[k];
                if start <= spans[last].1 {
                    spans[last].1 = max(spans[last].1, end);
                } else {
                    last += 1;
                    spans[last] = (start, end);
                }
            }
            &spans[..=last]
        }

        fn rooms(spans: &[(u32, u32)]) -> u32 {
            let mut events = [(0u32, Event::Leave); 32];
            let mut n = 0;
            for &(a, b) in spans {
                events[n] = (a, Event::Enter);
                events[n + 1] = (b, Event::Leave);
                n += 2;
            }
            let events = &mut events[..n];
            events.sort();
            events
                .iter()
                .scan(0u32, |open, (_, event)| {
                    match event {
                        Event::Enter => *open += 1,
                        Event::Leave => *open -= 1,
                    }
                    Some(*open)
                })
                .max()
                .unwrap_or(0)
        }

        impl Span {
            fn overlap(&self, other: &Self) -> Option<Span> {
                let start = self.0.start.max(other.0.start);
                let end = self.0.end.min(other.0.end);
                if start < end { Some(Span(start..end)) } else { None }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut spans = [(0, 0); 10];
            for (s, w) in spans.iter_mut().zip(input[i..].windows(2)) {
                let start = w[0] % 300;
                *s = (start, start + 1 + w[1] % 30);
            }
            let n = 4 + i % 7;
            let busiest = rooms(&spans[..n]);
            let longest = spans[..n].iter().map(|&(a, b)| b - a).max();
            let merged = merge(&mut spans[..n]);
            let gaps: u32 = merged.windows(2).map(|w| w[1].0 - w[0].1).sum();
            let covered = merged.iter().fold(0, |t, (a, b)| t + (b - a));
            let mut by_length = [(Reverse(0), 0); 10];
            for (slot, &(a, b)) in by_length.iter_mut().zip(merged) {
                *slot = (Reverse(b - a), a);
            }
            by_length[..merged.len()].sort_unstable_by_key(|&(len, start)| (len, Reverse(start)));
            let (Reverse(top), at) = by_length[0];
            let s = Span(at..at + top);
            let o = s.overlap(&Span(100..150)).map_or(0, |Span(r)| r.len() as u32);
            gaps + covered * 1000 + busiest * 1_000_000 ^ o << 24 ^ longest.unwrap_or_default() ^ top << 5
        }
    }

    justify {
        // Text justification into a fixed page.
        const WIDTH: usize = 16;

        struct Page<const ROWS: usize> {
            rows: [[u8; WIDTH]; ROWS],
            used: usize,
        }

        impl<const ROWS: usize> Page<ROWS> {
            fn new() -> Self {
                Page { rows: [[b' '; WIDTH]; ROWS], used: 0 }
            }
            fn next_row(&mut self) -> Option<&mut [u8; WIDTH]> {
                let row = self.rows.get_mut(self.used)?;
                self.used += 1;
                Some(row)
            }
        }

        fn place(row: &mut [u8], words: &[&[u8]], last: bool) {
            let letters: usize = words.iter().map(|w| w.len()).sum();
            let gaps = words.len() - 1;
            let spare = row.len() - letters;
            let mut at = 0;
            for (k, word) in words.iter().enumerate() {
                row[at..at + word.len()].copy_from_slice(word);
                at += word.len();
                if gaps > 0 && k < gaps {
                    at += if last { 1 } else { spare / gaps + usize::from(k < spare % gaps) };
                }
            }
        }

        fn justify<const ROWS: usize>(text: &[u8]) -> Option<Page<ROWS>> {
            let mut page = Page::new();
            let mut line: [&[u8]; 8] = [&[]; 8];
            let mut count = 0;
            let mut width = 0;
            for word in text.split(|&b| b == b' ').filter(|w| !w.is_empty()) {
                if width + word.len() + count > WIDTH || count == line.len() {
                    place(page.next_row()?, &line[..count], false);
                    count = 0;
                    width = 0;
                }
                line[count] = word;
                count += 1;
                width += word.len();
            }
            if count > 0 {
                place(page.next_row()?, &line[..count], true);
            }
            Some(page)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut text = [b' '; 60];
            for (t, v) in text.iter_mut().zip(&input[i..]) {
                *t = match v % 6 {
                    0 => b' ',
                    k => b"vwxyz"[k as usize - 1],
                };
            }
            // No word may be longer than a line.
            for k in (9..60).step_by(10) {
                text[k] = b' ';
            }
            let end = 30 + i % 31;
            match justify::<4>(&text[..end]) {
                Some(Page { rows, used }) => rows[..used].concat_hash() ^ used as u32,
                None => 1,
            }
        }

        trait ConcatHash {
            fn concat_hash(&self) -> u32;
        }

        impl ConcatHash for [[u8; WIDTH]] {
            fn concat_hash(&self) -> u32 {
                self.iter().flat_map(|row| row.iter()).fold(0, |h, &b| u32::wrapping_add(h.wrapping_mul(37), b.into()))
            }
        }
    }

    lru_list {
        // An LRU cache as a doubly linked list in arrays, generic over keys and values.
        #[derive(Clone, Copy, Debug)]
        struct Entry<K, V> {
            key: K,
            value: V,
            prev: Option<usize>,
            next: Option<usize>,
        }

        struct LruCache<K, V, const CAP: usize> {
            entries: [Option<Entry<K, V>>; CAP],
            head: Option<usize>,
            tail: Option<usize>,
            len: usize,
            evicted: u32,
        }

        impl<K: PartialEq + Copy, V: Copy, const CAP: usize> LruCache<K, V, CAP> {
            pub const fn new() -> Self {
                LruCache { entries: [None; CAP], head: None, tail: None, len: 0, evicted: 0 }
            }

            fn index_of(&self, key: &K) -> Option<usize> {
                self.entries.iter().position(|e| matches!(e, Some(e) if e.key == *key))
            }

            fn unlink(&mut self, at: usize) {
                let Some(Entry { prev, next, .. }) = self.entries[at] else { return };
                match prev {
                    Some(p) => self.entries[p].as_mut().unwrap().next = next,
                    None => self.head = next,
                }
                match next {
                    Some(n) => self.entries[n].as_mut().unwrap().prev = prev,
                    None => self.tail = prev,
                }
            }

            fn push_front(&mut self, at: usize) {
                if let Some(entry) = &mut self.entries[at] {
                    entry.prev = None;
                    entry.next = self.head;
                }
                if let Some(old) = self.head.replace(at) {
                    if let Some(old) = self.entries[old].as_mut() {
                        old.prev = Some(at);
                    }
                }
                self.tail.get_or_insert(at);
            }

            pub fn get(&mut self, key: K) -> Option<&V> {
                let at = self.index_of(&key)?;
                self.unlink(at);
                self.push_front(at);
                self.entries[at].as_ref().map(|e| &e.value)
            }

            pub fn put(&mut self, key: K, value: V) -> Option<V> {
                if let Some(at) = self.index_of(&key) {
                    self.unlink(at);
                    self.push_front(at);
                    return self.entries[at].as_mut().map(|e| std::mem::replace(&mut e.value, value));
                }
                let at = if self.len < CAP {
                    self.len += 1;
                    self.len - 1
                } else {
                    let at = self.tail.expect("a full cache has a last entry");
                    self.unlink(at);
                    self.evicted += 1;
                    at
                };
                self.entries[at] = Some(Entry { key, value, prev: None, next: None });
                self.push_front(at);
                None
            }

            fn iter(&self) -> Iter<'_, K, V, CAP> {
                Iter { cache: self, at: self.head }
            }
        }

        struct Iter<'c, K, V, const CAP: usize> {
            cache: &'c LruCache<K, V, CAP>,
            at: Option<usize>,
        }

        impl<'c, K, V, const CAP: usize> Iterator for Iter<'c, K, V, CAP> {
            type Item = (&'c K, &'c V);
            fn next(&mut self) -> Option<Self::Item> {
                let entry = self.cache.entries[self.at?].as_ref()?;
                self.at = entry.next;
                Some((&entry.key, &entry.value))
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut cache: LruCache<u8, u32, 5> = LruCache::new();
            let mut hash = 0u32;
            for pair in input[i..i + 60].chunks_exact(2) {
                let key = (pair[0] % 9) as u8;
                if pair[1] % 3 == 0 {
                    if let Some(v) = cache.get(key) {
                        hash = hash.wrapping_mul(3) ^ v;
                    }
                } else if let Some(old) = cache.put(key, pair[1]) {
                    hash ^= old << 1;
                }
            }
            let order = cache.iter().fold(0, |h, (k, v)| h * 9 + u32::from(*k) + v % 7);
            hash ^ order ^ cache.evicted << 20
        }
    }

    kmeans {
        // Rodinia: k-means on points of a generic dimension, with total_cmp and empty clusters.
        const K: usize = 3;

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Point<const D: usize>([f32; D]);

        impl<const D: usize> Default for Point<D> {
            fn default() -> Self {
                Self([0.0; D])
            }
        }

        impl<const D: usize> Point<D> {
            fn distance2(&self, other: &Self) -> f32 {
                self.0.iter().zip(&other.0).map(|(a, b)| (a - b).powi(2)).sum()
            }

            fn nearest<'a>(&self, centers: impl IntoIterator<Item = &'a Point<D>>) -> (usize, f32) {
                centers
                    .into_iter()
                    .map(|c| self.distance2(c))
                    .enumerate()
                    .min_by(|(_, a), (_, b)| a.total_cmp(b))
                    .expect("there are centers")
            }
        }

        impl<const D: usize> std::ops::AddAssign<&Point<D>> for Point<D> {
            fn add_assign(&mut self, other: &Point<D>) {
                for (a, b) in self.0.iter_mut().zip(other.0) {
                    *a += b;
                }
            }
        }

        impl<const D: usize> std::ops::Div<f32> for Point<D> {
            type Output = Self;
            fn div(self, k: f32) -> Self {
                Point(self.0.map(|x| x / k))
            }
        }

        struct Clustering<const D: usize> {
            centers: [Point<D>; K],
            inertia: f32,
            rounds: u32,
        }

        fn kmeans<const D: usize>(points: &[Point<D>], mut centers: [Point<D>; K]) -> Clustering<D> {
            let mut inertia = f32::INFINITY;
            let mut rounds = 0;
            loop {
                let mut sums = [(Point::default(), 0u32); K];
                let mut total = 0.0;
                for p in points {
                    let (cluster, d) = p.nearest(&centers);
                    let (sum, n) = &mut sums[cluster];
                    *sum += p;
                    *n += 1;
                    total += d;
                }
                for (center, (sum, n)) in centers.iter_mut().zip(sums) {
                    if n > 0 {
                        *center = sum / n as f32;
                    }
                }
                rounds += 1;
                if total >= inertia || rounds == 20 {
                    return Clustering { centers, inertia: total, rounds };
                }
                inertia = total;
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut points = [Point([0.0f32; 2]); 16];
            for (k, p) in points.iter_mut().enumerate() {
                p.0 = [0, 1].map(|d| (input[(i + 2 * k + d) % input.len()] % 1000) as f32 / 8.0);
            }
            let Clustering { mut centers, inertia, rounds } = kmeans(&points, [points[0], points[5], points[10]]);
            centers.sort_by(|a, b| a.0[0].partial_cmp(&b.0[0]).unwrap());
            let [first, .., last] = centers;
            inertia.to_bits() ^ rounds ^ first.0[1].to_bits().rotate_left(8) ^ last.0[0].to_bits().rotate_left(16)
        }
    }

    kalman_matrix {
        // Kalman filter on const-generic matrices with f64.
        use std::ops::{Add, Index, IndexMut, Mul, Sub};

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Matrix<const R: usize, const C: usize> {
            data: [[f64; C]; R],
        }

        impl<const R: usize, const C: usize> Matrix<R, C> {
            pub const ZERO: Self = Self { data: [[0.0; C]; R] };

            pub fn transpose(&self) -> Matrix<C, R> {
                let mut out = Matrix::<C, R>::ZERO;
                for r in 0..R {
                    for c in 0..C {
                        out[(c, r)] = self[(r, c)];
                    }
                }
                out
            }
            fn zip_with(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
                Self { data: std::array::from_fn(|r| std::array::from_fn(|c| f(self[(r, c)], other[(r, c)]))) }
            }
        }

        impl<const N: usize> Matrix<N, N> {
            pub fn identity() -> Self {
                let mut m = Self::ZERO;
                (0..N).for_each(|k| m[(k, k)] = 1.0);
                m
            }
            /// Gauss-Jordan with partial pivoting.
            pub fn inverse(mut self) -> Option<Self> {
                let mut inv = Self::identity();
                for col in 0..N {
                    let pivot = (col..N).max_by(|&a, &b| self[(a, col)].abs().partial_cmp(&self[(b, col)].abs()).unwrap())?;
                    if self[(pivot, col)].abs() < 1e-12 {
                        return None;
                    }
                    self.data.swap(col, pivot);
                    inv.data.swap(col, pivot);
                    let k = 1.0 / self[(col, col)];
                    self.data[col].iter_mut().chain(inv.data[col].iter_mut()).for_each(|x| *x *= k);
                    for row in (0..N).filter(|&r| r != col) {
                        let f = self[(row, col)];
                        for c in 0..N {
                            self.data[row][c] -= f * self.data[col][c];
                            inv.data[row][c] -= f * inv.data[col][c];
                        }
                    }
                }
                Some(inv)
            }
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
        impl<const R: usize, const C: usize> Add for Matrix<R, C> {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                self.zip_with(o, |a, b| a + b)
            }
        }
        impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                self.zip_with(o, |a, b| a - b)
            }
        }
        impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, o: Matrix<K, C>) -> Matrix<R, C> {
                Matrix { data: std::array::from_fn(|r| std::array::from_fn(|c| (0..K).map(|k| self[(r, k)] * o[(k, c)]).sum())) }
            }
        }

        struct Kalman {
            x: Matrix<2, 1>,
            p: Matrix<2, 2>,
        }

        impl Kalman {
            const F: Matrix<2, 2> = Matrix { data: [[1.0, 0.5], [0.0, 1.0]] };
            const H: Matrix<1, 2> = Matrix { data: [[1.0, 0.0]] };
            const Q: Matrix<2, 2> = Matrix { data: [[0.01, 0.0], [0.0, 0.02]] };

            fn predict(&mut self) {
                self.x = Self::F * self.x;
                self.p = Self::F * self.p * Self::F.transpose() + Self::Q;
            }
            fn update(&mut self, z: f64, noise: f64) -> Option<f64> {
                let r = Matrix { data: [[noise]] };
                let y = Matrix { data: [[z]] } - Self::H * self.x;
                let s = Self::H * self.p * Self::H.transpose() + r;
                let k = self.p * Self::H.transpose() * s.inverse()?;
                self.x = self.x + k * y;
                self.p = (Matrix::identity() - k * Self::H) * self.p;
                Some(y[(0, 0)])
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut filter = Kalman { x: Matrix::ZERO, p: Matrix::identity() };
            let mut worst = 0f64;
            for (step, &v) in input[i..].iter().take(6).enumerate() {
                filter.predict();
                let z = step as f64 + (v % 64) as f64 / 64.0;
                if let Some(residual) = filter.update(z, 0.25) {
                    worst = worst.max(residual.abs());
                }
            }
            let bits = filter.x[(1, 0)].to_bits() ^ worst.to_bits().rotate_left(17) ^ filter.p[(0, 1)].to_bits();
            (bits >> 32) as u32 ^ bits as u32
        }
    }

    int_arith {
        // wrapping/checked/saturating/overflowing on small and large numbers; u128 arithmetic; bit tricks.
        fn mul_mod(a: u64, b: u64, m: u64) -> u64 {
            (a as u128 * b as u128 % m as u128) as u64
        }

        fn pow_mod(mut base: u64, mut exp: u64, m: u64) -> u64 {
            let mut result = 1;
            base %= m;
            while exp > 0 {
                if exp & 1 == 1 {
                    result = mul_mod(result, base, m);
                }
                base = mul_mod(base, base, m);
                exp >>= 1;
            }
            result
        }

        fn is_prime(n: u64) -> bool {
            const WITNESSES: [u64; 4] = [2, 3, 5, 7];
            if n < 2 || WITNESSES.iter().any(|&p| n % p == 0) {
                return WITNESSES.contains(&n);
            }
            let s = (n - 1).trailing_zeros();
            let d = (n - 1) >> s;
            WITNESSES.into_iter().all(|a| {
                let mut x = pow_mod(a, d, n);
                x == 1
                    || x == n - 1
                    || (1..s).any(|_| {
                        x = mul_mod(x, x, n);
                        x == n - 1
                    })
            })
        }

        fn zigzag(n: i64) -> u64 {
            ((n << 1) ^ (n >> 63)) as u64
        }

        fn gray(n: u16) -> u16 {
            n ^ n >> 1
        }

        fn ungray(mut n: u16) -> u16 {
            let mut shift = 1;
            while shift < u16::BITS {
                n ^= n >> shift;
                shift <<= 1;
            }
            n
        }

        fn next_permutation_of_bits(v: u32) -> Option<u32> {
            let t = v | v.checked_sub(1)?;
            let next = t.checked_add(1)?;
            Some(next | ((!t & next) - 1) >> (v.trailing_zeros() + 1))
        }

        fn morton(x: u16, y: u16) -> u32 {
            fn spread(v: u16) -> u32 {
                let mut v = v as u32;
                for (shift, mask) in [(8, 0x00ff00ff), (4, 0x0f0f0f0f), (2, 0x33333333), (1, 0x55555555)] {
                    v = (v | v << shift) & mask;
                }
                v
            }
            spread(x) | spread(y) << 1
        }

        fn mix(a: i8, b: i8) -> i32 {
            let (sum, carried) = a.overflowing_add(b);
            let product = a.checked_mul(b).map(i16::from).unwrap_or(i16::MAX);
            let quotient = a.checked_div(b).unwrap_or_default();
            i32::from(sum) + if carried { 1000 } else { 0 } + product as i32 * 7 + i32::from(quotient) + i32::from(a.saturating_sub(b)) + a.wrapping_shl(3) as i32 + i32::from(a.rem_euclid(7)) + i32::from(b.leading_zeros() as u8) - i32::from(a.unsigned_abs())
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let [a, b, c, ..] = input[i..] else { unreachable!() };
            let n = u64::from(a) << 20 | u64::from(b) | 1;
            let prime = (n..).step_by(2).take(12).find(|&p| is_prime(p)).unwrap_or(0);
            let wide = (u128::from(prime) << 64 | u128::from(c)).pow(1).wrapping_mul(0x1_0000_0001_u128 << 40) / 12345;
            let g = gray(a as u16);
            assert_eq!(ungray(g), a as u16);
            let p = next_permutation_of_bits(b | 4).unwrap_or(5);
            let z = zigzag(i64::from(c as i32) - 30_000);
            let small = mix(a as i8, (b >> 3) as i8);
            (wide >> 50) as u32 ^ u32::from(g) << 16 ^ p ^ z as u32 ^ morton(a as u16, b as u16).rotate_right(5) ^ small as u32
        }
    }

    bsearch_sort {
        // Sorting with keys, binary search by, partition_point, dedup by hand, generic quick sort and merge sort with comparators.
        use std::cmp::Ordering::{self, *};

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
        enum Rank {
            #[default]
            Low,
            Mid,
            High,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
        struct Employee {
            rank: Rank,
            salary: u32,
            id: u16,
        }

        fn merge_sort<T: Copy + Default, const N: usize>(items: &mut [T; N], mut less: impl FnMut(&T, &T) -> bool) {
            let mut buffer = [T::default(); N];
            let mut width = 1;
            while width < N {
                for start in (0..N).step_by(2 * width) {
                    let middle = N.min(start + width);
                    let end = N.min(start + 2 * width);
                    let (mut l, mut r) = (start, middle);
                    for slot in &mut buffer[start..end] {
                        let take_left = l < middle && (r >= end || !less(&items[r], &items[l]));
                        *slot = if take_left {
                            l += 1;
                            items[l - 1]
                        } else {
                            r += 1;
                            items[r - 1]
                        };
                    }
                }
                *items = buffer;
                width *= 2;
            }
        }

        fn insertion_sort_by<T, F>(items: &mut [T], mut compare: F)
        where
            F: FnMut(&T, &T) -> Ordering,
        {
            for i in 1..items.len() {
                for j in (1..=i).rev() {
                    match compare(&items[j - 1], &items[j]) {
                        Greater => items.swap(j - 1, j),
                        Less | Equal => break,
                    }
                }
            }
        }

        fn dedup<T: PartialEq + Copy>(items: &mut [T]) -> &mut [T] {
            let mut kept = 0;
            for at in 0..items.len() {
                if kept == 0 || items[kept - 1] != items[at] {
                    items[kept] = items[at];
                    kept += 1;
                }
            }
            &mut items[..kept]
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let staff: [Employee; 12] = std::array::from_fn(|k| {
                let v = input[(i * 7 + k) % 256];
                Employee { rank: [Rank::Low, Rank::Mid, Rank::High][v as usize % 3], salary: v % 50 * 100, id: k as u16 }
            });
            let mut natural = staff;
            natural.sort();
            let mut by_salary = staff;
            by_salary.sort_by_key(|e| std::cmp::Reverse(e.salary));
            let mut merged = staff;
            merge_sort(&mut merged, |a, b| a.salary > b.salary);
            assert!(merged == by_salary);
            let mut comparisons = 0;
            let mut inserted = staff;
            insertion_sort_by(&mut inserted, |a, b| {
                comparisons += 1;
                b.rank.cmp(&a.rank).then_with(|| a.salary.cmp(&b.salary)).then(b.id.cmp(&a.id))
            });
            let mids = natural.partition_point(|e| e.rank < Rank::Mid);
            let found = match natural.binary_search_by(|e| e.rank.cmp(&Rank::High).then(Less)) {
                Ok(at) => at as u32 + 100,
                Err(at) => at as u32,
            };
            let by_key = natural.binary_search_by_key(&(Rank::Mid, 2000), |e| (e.rank, e.salary)).unwrap_or_else(|at| at + 50);
            let mut salaries = staff.map(|e| e.salary);
            salaries.sort_unstable_by(|a, b| b.cmp(a));
            let distinct = dedup(&mut salaries);
            let n = distinct.len() as u32;
            distinct.reverse();
            let hash = inserted.iter().chain(&natural).fold(n, |h, e| h.wrapping_mul(29) ^ u32::from(e.id) ^ (e.rank as u32) << 5);
            hash ^ distinct.first().copied().unwrap_or(0) << 3 ^ (mids as u32) << 20 ^ found << 24 ^ by_key as u32 ^ comparisons << 8
        }
    }

    tsp_dp {
        // Held-Karp on a small tour with bit masks and Option.
        const N: usize = 5;
        type Distances = [[u32; N]; N];

        fn shortest_tour(d: &Distances) -> Option<(u32, [usize; N])> {
            let mut best: [[Option<(u32, usize)>; N]; 1 << N] = [[None; N]; 1 << N];
            best[1][0] = Some((0, 0));
            for set in 1usize..1 << N {
                for last in (0..N).filter(|l| set >> l & 1 == 1) {
                    let Some((cost, _)) = best[set][last] else { continue };
                    for next in 0..N {
                        if set & (1 << next) != 0 || d[last][next] == 0 {
                            continue;
                        }
                        let candidate = cost + d[last][next];
                        let slot = &mut best[set | 1 << next][next];
                        if slot.is_none_or(|(known, _)| candidate < known) {
                            *slot = Some((candidate, last));
                        }
                    }
                }
            }
            let full = (1 << N) - 1;
            let (total, mut last) = (1..N)
                .filter_map(|l| best[full][l].filter(|_| d[l][0] > 0).map(|(c, _)| (c + d[l][0], l)))
                .min()?;
            let mut tour = [0; N];
            let mut set = full;
            for slot in tour.iter_mut().rev() {
                *slot = last;
                let (_, previous) = best[set][last]?;
                set &= !(1 << last);
                last = previous;
            }
            Some((total, tour))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut d = [[0; N]; N];
            let mut k = i;
            for a in 0..N {
                for b in a + 1..N {
                    let v = input[k % 256];
                    k += 3;
                    let length = if v % 4 == 0 { 0 } else { v % 90 + 10 };
                    d[a][b] = length;
                    d[b][a] = length;
                }
            }
            match shortest_tour(&d) {
                None => 0,
                Some((total, tour)) => tour.iter().fold(total, |h, &c| h * 5 + c as u32),
            }
        }
    }

    hotspot_stencil {
        // Rodinia hotspot / PolyBench jacobi-2d and seidel on a small tile, generic boundary closures.
        #[derive(Clone, Copy)]
        struct Params {
            cap: f32,
            rx: f32,
            ry: f32,
            rz: f32,
        }

        impl Default for Params {
            fn default() -> Self {
                Self { cap: 0.5, rx: 2.0, ry: 3.0, rz: 8.0 }
            }
        }

        const AMBIENT: f32 = 80.0;
        const ROWS: usize = 5;
        const COLS: usize = 6;
        type Tile = [[f32; COLS]; ROWS];

        fn neighbour(tile: &Tile, r: isize, c: isize) -> f32 {
            let r = r.clamp(0, ROWS as isize - 1) as usize;
            let c = c.clamp(0, COLS as isize - 1) as usize;
            tile[r][c]
        }

        fn hotspot(temp: &Tile, power: &Tile, &Params { cap, rx, ry, rz }: &Params) -> Tile {
            let mut out = *temp;
            for (r, row) in out.iter_mut().enumerate() {
                for (c, t) in row.iter_mut().enumerate() {
                    let (ri, ci) = (r as isize, c as isize);
                    let here = *t;
                    let vertical = neighbour(temp, ri + 1, ci) + neighbour(temp, ri - 1, ci) - 2.0 * here;
                    let horizontal = neighbour(temp, ri, ci + 1) + neighbour(temp, ri, ci - 1) - 2.0 * here;
                    *t += cap * (power[r][c] + vertical / ry + horizontal / rx + (AMBIENT - here) / rz);
                }
            }
            out
        }

        fn seidel(a: &mut Tile, steps: usize) {
            for _ in 0..steps {
                for i in 1..ROWS - 1 {
                    for j in 1..COLS - 1 {
                        let around: f32 = a[i - 1..=i + 1].iter().flat_map(|row| &row[j - 1..=j + 1]).sum();
                        a[i][j] = around / 9.0;
                    }
                }
            }
        }

        fn residual(a: &Tile, b: &Tile) -> f32 {
            a.iter()
                .zip(b)
                .map(|(x, y)| x.iter().zip(y).map(|(p, q)| (p - q).abs()).fold(f32::NEG_INFINITY, f32::max))
                .reduce(f32::max)
                .unwrap()
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut temp: Tile = std::array::from_fn(|r| std::array::from_fn(|c| 70.0 + (input[i + r * COLS + c] % 64) as f32));
            let power: Tile = std::array::from_fn(|r| [0.1 * (input[i + r] % 16) as f32; COLS]);
            let params = Params { rz: 4.0 + (i % 3) as f32, ..Default::default() };
            let start = temp;
            let mut steps = 0;
            let last = loop {
                let next = hotspot(&temp, &power, &params);
                let change = residual(&next, &temp);
                temp = next;
                steps += 1;
                if change < 3.0 || steps >= 6 {
                    break change;
                }
            };
            seidel(&mut temp, 2);
            let mean = temp.as_flattened().iter().copied().sum::<f32>() / (ROWS * COLS) as f32;
            mean.to_bits() ^ last.to_bits().rotate_left(13) ^ steps ^ residual(&start, &temp).to_bits() << 1
        }
    }

    grep_glob {
        // Glob matching with slice patterns, and anagram groups; &str handling.
        fn glob(pattern: &[u8], text: &[u8]) -> bool {
            let (mut p, mut t) = (pattern, text);
            let mut retry: Option<(&[u8], &[u8])> = None;
            loop {
                match (p, t) {
                    ([b'*', rest @ ..], _) => {
                        retry = Some((rest, t));
                        p = rest;
                    }
                    ([], []) => return true,
                    ([b'?', pr @ ..], [_, tr @ ..]) => (p, t) = (pr, tr),
                    ([a, pr @ ..], [b, tr @ ..]) if a.eq_ignore_ascii_case(b) => {
                        p = pr;
                        t = tr;
                    }
                    _ => match retry.take() {
                        Some((pattern, [_, rest @ ..])) => {
                            p = pattern;
                            t = rest;
                            retry = Some((pattern, rest));
                        }
                        _ => return false,
                    },
                }
            }
        }

        const PATTERNS: [&str; 6] = ["a*b", "*c?a*", "?b*", "**", "abc", "*aa"];

        fn letters(word: &str) -> [u8; 26] {
            let mut counts = [0; 26];
            word.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase() as usize - 'a' as usize).for_each(|k| counts[k] += 1);
            counts
        }

        fn are_anagrams(a: &str, b: &str) -> bool {
            !a.eq_ignore_ascii_case(b) && letters(a) == letters(b)
        }

        fn pangram(s: &str) -> bool {
            ('a'..='z').all(|l| s.chars().any(|c| c.eq_ignore_ascii_case(&l)))
        }

        fn isogram(s: &str) -> bool {
            s.bytes()
                .filter(|b| b.is_ascii_alphabetic())
                .map(|b| 1u32 << (b.to_ascii_lowercase() - b'a'))
                .try_fold(0u32, |seen, bit| if seen & bit == 0 { Some(seen | bit) } else { None })
                .is_some()
        }

        const WORDS: &[&str] = &["listen", "Silent", "enlist", "LISTEN", "google", "The quick brown fox jumps over the lazy dog", "lumberjacks", "six-year-old"];

        fn one(i: usize, input: &[u32]) -> u32 {
            let text: [u8; 8] = input[i..i + 8].iter().fold(([0; 8], 0), |(mut t, k), v| {
                t[k] = b'a' + (v % 3) as u8;
                (t, k + 1)
            }).0;
            let text = &text[..3 + i % 6];
            let globs = PATTERNS.iter().map(|p| glob(p.as_bytes(), text)).fold(0, |m, hit| m << 1 | hit as u32);
            let (a, b) = (WORDS[i % WORDS.len()], WORDS[(i / 8) % WORDS.len()]);
            globs | u32::from(are_anagrams(a, b)) << 8 | u32::from(pangram(b)) << 9 | u32::from(isogram(a)) << 10 | (a.len() as u32) << 12
        }
    }

    signal_filters {
        // Composed filters: traits with generics, impl Trait returns, tuples of filters, function composition.
        trait Filter {
            fn process(&mut self, x: f32) -> f32;

            fn then<B: Filter>(self, next: B) -> Chain<Self, B>
            where
                Self: Sized,
            {
                Chain { first: self, second: next }
            }

            fn run(&mut self, samples: &mut [f32]) {
                for s in samples.iter_mut() {
                    *s = self.process(*s);
                }
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
        }

        struct LowPass {
            alpha: f32,
            y: f32,
        }
        impl Filter for LowPass {
            fn process(&mut self, x: f32) -> f32 {
                self.y += self.alpha * (x - self.y);
                self.y
            }
        }

        struct Fir<const TAPS: usize> {
            coefficients: [f32; TAPS],
            history: [f32; TAPS],
            at: usize,
        }
        impl<const TAPS: usize> Fir<TAPS> {
            fn moving_average() -> Self {
                Fir { coefficients: [1.0 / TAPS as f32; TAPS], history: [0.0; TAPS], at: 0 }
            }
        }
        impl<const TAPS: usize> Filter for Fir<TAPS> {
            fn process(&mut self, x: f32) -> f32 {
                self.history[self.at] = x;
                self.at = (self.at + 1) % TAPS;
                let (newer, older) = self.history.split_at(self.at);
                older.iter().chain(newer).zip(self.coefficients.iter()).map(|(h, c)| h * c).sum()
            }
        }

        struct Map<F>(F);
        impl<F: FnMut(f32) -> f32> Filter for Map<F> {
            fn process(&mut self, x: f32) -> f32 {
                (self.0)(x)
            }
        }

        fn limiter(limit: f32) -> impl Filter {
            Map(move |x: f32| x.clamp(-limit, limit))
        }

        fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
            move |x| g(f(x))
        }

        fn delta() -> impl Filter {
            let mut last = 0.0;
            Map(move |x| x - std::mem::replace(&mut last, x))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let scale = compose(|v: u32| (v % 200) as i32 - 100, |v| v as f32 / 10.0);
            let mut samples = [0.0f32; 16];
            for (s, &v) in samples.iter_mut().zip(&input[i..]) {
                *s = scale(v);
            }
            let mut chain = LowPass { alpha: 0.3, y: 0.0 }.then(limiter(4.0)).then(Fir::<3>::moving_average());
            chain.run(&mut samples);
            let last = chain.first.first.y;
            let mut other = delta().then(Map(f32::abs));
            other.run(&mut samples[i % 8..]);
            let energy = samples.iter().map(|s| s * s).sum::<f32>();
            energy.to_bits() ^ last.to_bits().rotate_left(7) ^ samples[15].to_bits().rotate_left(19)
        }
    }

    calendar {
        // Exercism: meetup, clock, gigasecond; Ord of enums, From, Display, arithmetic with newtypes.
        use std::fmt;
        use std::ops::{Add, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        enum Weekday {
            Monday,
            Tuesday,
            Wednesday,
            Thursday,
            Friday,
            Saturday,
            Sunday,
        }

        impl Weekday {
            const ALL: [Self; 7] = [Self::Monday, Self::Tuesday, Self::Wednesday, Self::Thursday, Self::Friday, Self::Saturday, Self::Sunday];
            fn is_weekend(self) -> bool {
                self >= Weekday::Saturday
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        struct Date {
            year: i32,
            month: u8,
            day: u8,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        struct Days(i32);

        impl From<Date> for Days {
            fn from(Date { year, month, day }: Date) -> Self {
                let y = if month <= 2 { year - 1 } else { year };
                let era = y.div_euclid(400);
                let yoe = y.rem_euclid(400);
                let shifted = (i32::from(month) + 9) % 12;
                let doy = (153 * shifted + 2) / 5 + day as i32 - 1;
                let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
                Days(era * 146_097 + doe - 719_468)
            }
        }

        impl From<Days> for Date {
            fn from(Days(z): Days) -> Self {
                let z = z + 719_468;
                let era = z.div_euclid(146_097);
                let doe = z.rem_euclid(146_097);
                let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
                let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
                let mp = (5 * doy + 2) / 153;
                let day = (doy - (153 * mp + 2) / 5 + 1) as u8;
                let month = if mp < 10 { mp + 3 } else { mp - 9 } as u8;
                Date { year: yoe + era * 400 + i32::from(month <= 2), month, day }
            }
        }

        impl Add<i32> for Days {
            type Output = Days;
            fn add(self, n: i32) -> Days {
                Days(self.0 + n)
            }
        }
        impl Sub for Days {
            type Output = i32;
            fn sub(self, o: Days) -> i32 {
                self.0 - o.0
            }
        }

        impl Date {
            fn weekday(self) -> Weekday {
                Weekday::ALL[(Days::from(self).0 + 3).rem_euclid(7) as usize]
            }
            fn days_in_month(year: i32, month: u8) -> u8 {
                match month {
                    2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
                    2 => 28,
                    4 | 6 | 9 | 11 => 30,
                    1..=12 => 31,
                    _ => unreachable!("month {month}"),
                }
            }
        }

        enum Schedule {
            First,
            Second,
            Third,
            Fourth,
            Last,
            Teenth,
        }

        fn meetup(year: i32, month: u8, weekday: Weekday, schedule: Schedule) -> Option<u8> {
            let mut days = (1..=Date::days_in_month(year, month)).filter(|&day| Date { year, month, day }.weekday() == weekday);
            match schedule {
                Schedule::First => days.next(),
                Schedule::Second => days.nth(1),
                Schedule::Third => days.nth(2),
                Schedule::Fourth => days.nth(3),
                Schedule::Last => days.last(),
                Schedule::Teenth => days.find(|d| (13..=19).contains(d)),
            }
        }

        impl fmt::Display for Date {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let date = Date { year: 1900 + (input[i] % 200) as i32, month: (input[i + 1] % 12) as u8 + 1, day: (input[i + 2] % 28) as u8 + 1 };
            let later: Date = (Days::from(date) + (input[i + 3] as i32 - 30_000)).into();
            let apart = Days::from(later) - Days::from(date);
            let schedule = match input[i + 4] % 6 {
                0 => Schedule::First,
                1 => Schedule::Second,
                2 => Schedule::Third,
                3 => Schedule::Fourth,
                4 => Schedule::Last,
                _ => Schedule::Teenth,
            };
            let day = meetup(later.year, later.month, date.weekday(), schedule).unwrap_or(0);
            let weekend = later.weekday().is_weekend();
            let earlier = date.min(later);
            later.year as u32 * 10_000 + u32::from(later.month) * 100 + u32::from(later.day) ^ (day as u32) << 24 ^ u32::from(weekend) << 31 ^ apart as u32 ^ earlier.day as u32
        }
    }

    ring_stats {
        // Ring buffer, running statistics, monotonic deque of window maxima, with IntoIterator for &T and Extend-like methods.
        #[derive(Debug, Clone)]
        struct Ring<T, const N: usize> {
            buffer: [T; N],
            head: usize,
            len: usize,
        }

        impl<T: Copy + Default, const N: usize> Ring<T, N> {
            fn new() -> Self {
                Self { buffer: [T::default(); N], head: 0, len: 0 }
            }
            fn is_full(&self) -> bool {
                self.len == N
            }
            fn push_back(&mut self, value: T) -> Option<T> {
                let dropped = if self.is_full() { self.pop_front() } else { None };
                self.buffer[(self.head + self.len) % N] = value;
                self.len += 1;
                dropped
            }
            fn pop_front(&mut self) -> Option<T> {
                if self.len == 0 {
                    return None;
                }
                let value = std::mem::take(&mut self.buffer[self.head]);
                self.head = (self.head + 1) % N;
                self.len -= 1;
                Some(value)
            }
            fn pop_back(&mut self) -> Option<T> {
                self.len = self.len.checked_sub(1)?;
                Some(self.buffer[(self.head + self.len) % N])
            }
            fn front(&self) -> Option<&T> {
                (self.len > 0).then(|| &self.buffer[self.head])
            }
            fn back(&self) -> Option<&T> {
                self.iter().last()
            }
            fn iter(&self) -> RingIter<'_, T, N> {
                RingIter { ring: self, front: 0, back: self.len }
            }
            fn extend(&mut self, items: impl IntoIterator<Item = T>) {
                for item in items {
                    self.push_back(item);
                }
            }
        }

        struct RingIter<'r, T, const N: usize> {
            ring: &'r Ring<T, N>,
            front: usize,
            back: usize,
        }

        impl<'r, T, const N: usize> Iterator for RingIter<'r, T, N> {
            type Item = &'r T;
            fn next(&mut self) -> Option<&'r T> {
                if self.front == self.back {
                    return None;
                }
                let item = &self.ring.buffer[(self.ring.head + self.front) % N];
                self.front += 1;
                Some(item)
            }
        }

        impl<T, const N: usize> DoubleEndedIterator for RingIter<'_, T, N> {
            fn next_back(&mut self) -> Option<Self::Item> {
                if self.front == self.back {
                    return None;
                }
                self.back -= 1;
                Some(&self.ring.buffer[(self.ring.head + self.back) % N])
            }
        }

        impl<'r, T: Copy + Default, const N: usize> IntoIterator for &'r Ring<T, N> {
            type Item = &'r T;
            type IntoIter = RingIter<'r, T, N>;
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        fn window_maxima(values: &[u32], width: usize, mut emit: impl FnMut(u32)) {
            let mut deque: Ring<(usize, u32), 8> = Ring::new();
            for (at, &v) in values.iter().enumerate() {
                while deque.back().is_some_and(|&(_, b)| b <= v) {
                    deque.pop_back();
                }
                deque.push_back((at, v));
                if let Some(&(first, _)) = deque.front() {
                    if first + width <= at {
                        deque.pop_front();
                    }
                }
                if at + 1 >= width {
                    emit(deque.front().unwrap().1);
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let values = &input[i..i + 20];
            let mut hash = 17u32;
            window_maxima(values, 3 + i % 4, |m| hash = hash.wrapping_mul(23) ^ m);
            let mut ring = Ring::<i32, 6>::new();
            ring.extend(values.iter().map(|&v| v as i32 % 100));
            ring.pop_front();
            ring.extend([7, -3]);
            let mut total = 0;
            for v in &ring {
                total = total * 3 + v;
            }
            let reversed = ring.iter().rev().enumerate().map(|(k, v)| (k as i32 + 1) * v).sum::<i32>();
            let peak = ring.iter().max().copied().unwrap_or(i32::MIN);
            hash ^ total as u32 ^ (reversed as u32) << 8 ^ peak as u32
        }
    }

    huffman_arena {
        // Tree in an arena with typed ids: binary search tree with insert, remove of the least, in-order walk with a stack.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct NodeId(u8);

        #[derive(Clone, Copy, Debug, Default)]
        struct Node {
            key: u32,
            count: u32,
            left: Option<NodeId>,
            right: Option<NodeId>,
        }

        #[derive(Default)]
        struct Tree {
            arena: [Node; 24],
            used: u8,
            root: Option<NodeId>,
        }

        impl std::ops::Index<NodeId> for Tree {
            type Output = Node;
            fn index(&self, NodeId(id): NodeId) -> &Node {
                &self.arena[usize::from(id)]
            }
        }

        impl std::ops::IndexMut<NodeId> for Tree {
            fn index_mut(&mut self, id: NodeId) -> &mut Node {
                &mut self.arena[id.0 as usize]
            }
        }

        impl Tree {
            fn alloc(&mut self, key: u32) -> Option<NodeId> {
                let id = NodeId(self.used);
                let node = self.arena.get_mut(id.0 as usize)?;
                *node = Node { key, count: 1, ..Node::default() };
                self.used += 1;
                Some(id)
            }

            fn insert(&mut self, key: u32) -> bool {
                let Some(mut at) = self.root else {
                    self.root = self.alloc(key);
                    return self.root.is_some();
                };
                loop {
                    let node = &mut self[at];
                    if key == node.key {
                        node.count += 1;
                        return true;
                    }
                    let child = if key < node.key { node.left } else { node.right };
                    match child {
                        Some(next) => at = next,
                        None => {
                            let fresh = self.alloc(key);
                            let node = &mut self[at];
                            *(if key < node.key { &mut node.left } else { &mut node.right }) = fresh;
                            return fresh.is_some();
                        }
                    }
                }
            }

            fn pop_min(&mut self) -> Option<(u32, u32)> {
                let mut parent = None;
                let mut at = self.root?;
                while let Some(left) = self[at].left {
                    parent = Some(at);
                    at = left;
                }
                let Node { key, count, right, .. } = self[at];
                match parent {
                    Some(p) => self[p].left = right,
                    None => self.root = right,
                }
                Some((key, count))
            }

            fn in_order(&self) -> InOrder<'_> {
                let mut walk = InOrder { tree: self, stack: [NodeId(0); 24], depth: 0 };
                walk.descend(self.root);
                walk
            }

            fn height(&self) -> usize {
                let mut level = [None; 24];
                level[0] = self.root;
                let mut width = usize::from(self.root.is_some());
                let mut height = 0;
                while width > 0 {
                    let mut next = [None; 24];
                    let mut n = 0;
                    for id in level[..width].iter().flatten() {
                        for child in [self[*id].left, self[*id].right].into_iter().flatten() {
                            next[n] = Some(child);
                            n += 1;
                        }
                    }
                    level = next;
                    width = n;
                    height += 1;
                }
                height
            }
        }

        struct InOrder<'t> {
            tree: &'t Tree,
            stack: [NodeId; 24],
            depth: usize,
        }

        impl InOrder<'_> {
            fn descend(&mut self, mut at: Option<NodeId>) {
                while let Some(id) = at {
                    self.stack[self.depth] = id;
                    self.depth += 1;
                    at = self.tree[id].left;
                }
            }
        }

        impl<'t> Iterator for InOrder<'t> {
            type Item = &'t Node;
            fn next(&mut self) -> Option<&'t Node> {
                self.depth = self.depth.checked_sub(1)?;
                let node = &self.tree[self.stack[self.depth]];
                self.descend(node.right);
                Some(node)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut tree = Tree::default();
            let kept = input[i..].iter().take(30).filter(|&&v| tree.insert(v % 40)).count();
            let least = tree.pop_min();
            let second = tree.pop_min().map(|(k, _)| k);
            let sorted = tree.in_order().map(|n| n.key).is_sorted();
            let hash = tree.in_order().fold(0u32, |h, Node { key, count, .. }| h.wrapping_mul(41).wrapping_add(key * 5 + count));
            hash ^ kept as u32 ^ (tree.height() as u32) << 8 ^ least.map_or(0, |(k, c)| k * 10 + c) << 16 ^ second.unwrap_or(99) << 12 ^ (sorted as u32) << 31
        }
    }

    elevator_units {
        // Units with PhantomData and associated consts, temperature conversions, and a saturating mixer.
        use std::marker::PhantomData;
        use std::ops::{Add, Mul};

        trait Unit: Copy {
            const PER_BASE: f64;
            const SYMBOL: char;
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Metre;
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Foot;
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Mile;

        impl Unit for Metre {
            const PER_BASE: f64 = 1.0;
            const SYMBOL: char = 'm';
        }
        impl Unit for Foot {
            const PER_BASE: f64 = 1.0 / 0.3048;
            const SYMBOL: char = 'f';
        }
        impl Unit for Mile {
            const PER_BASE: f64 = Foot::PER_BASE / 5280.0;
            const SYMBOL: char = 'M';
        }

        #[derive(Debug)]
        struct Length<U> {
            value: f64,
            unit: PhantomData<U>,
        }

        impl<U> Clone for Length<U> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<U> Copy for Length<U> {}

        impl<U: Unit> Length<U> {
            fn new(value: f64) -> Self {
                Length { value, unit: PhantomData }
            }
            fn to<V: Unit>(self) -> Length<V> {
                Length::new(self.value / U::PER_BASE * V::PER_BASE)
            }
            fn symbol(&self) -> char {
                U::SYMBOL
            }
        }

        impl<U: Unit, V: Unit> Add<Length<V>> for Length<U> {
            type Output = Length<U>;
            fn add(self, other: Length<V>) -> Length<U> {
                Length::new(self.value + other.to::<U>().value)
            }
        }

        impl<U: Unit> Mul<Length<U>> for f64 {
            type Output = Length<U>;
            fn mul(self, l: Length<U>) -> Length<U> {
                Length::new(self * l.value)
            }
        }

        impl<U: Unit, V: Unit> PartialEq<Length<V>> for Length<U> {
            fn eq(&self, other: &Length<V>) -> bool {
                (self.value - other.to::<U>().value).abs() < 1e-9
            }
        }

        impl<U: Unit> std::iter::Sum for Length<U> {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Length::new(0.0), |a, b| a + b)
            }
        }

        #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
        enum Temperature {
            Celsius(f64),
            Fahrenheit(f64),
            Kelvin(f64),
        }

        impl Temperature {
            fn kelvin(self) -> f64 {
                use Temperature::*;
                match self {
                    Celsius(c) => c + 273.15,
                    Fahrenheit(f) => (f - 32.0) * 5.0 / 9.0 + 273.15,
                    Kelvin(k) => k,
                }
            }
            fn try_new(v: f64, kind: u32) -> Result<Self, &'static str> {
                let t = match kind {
                    0 => Self::Celsius(v),
                    1 => Self::Fahrenheit(v),
                    2 => Self::Kelvin(v),
                    _ => return Err("unknown scale"),
                };
                if t.kelvin() < 0.0 { Err("below absolute zero") } else { Ok(t) }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let a: Length<Metre> = Length::new(f64::from(input[i]) / 16.0);
            let b = Length::<Foot>::new(f64::from(input[i + 1] % 100));
            let c = 2.0 * a + b;
            let d: Length<Mile> = c.to();
            let total: Length<Foot> = [b, a.to(), d.to()].into_iter().sum();
            let same = a == a.to::<Mile>();
            let t = Temperature::try_new(f64::from(input[i + 2] % 800) - 500.0, input[i + 3] % 4);
            let k = match t {
                Ok(t) => t.kelvin().round() as u32,
                Err(message) => message.len() as u32 + 100_000,
            };
            let bits = total.value.to_bits();
            (bits >> 32) as u32 ^ (bits as u32).rotate_left(3) ^ k ^ (d.symbol() as u32) << 24 ^ u32::from(same) ^ (c.value as u32) << 2
        }
    }

    markov_text {
        // Benchmarks game: fasta/reverse-complement/k-nucleotide on small strings; spectral norm; n-body energy.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
        enum Base {
            A,
            C,
            G,
            T,
        }

        impl Base {
            const fn complement(self) -> Self {
                match self {
                    Base::A => Base::T,
                    Base::C => Base::G,
                    Base::G => Base::C,
                    Base::T => Base::A,
                }
            }
        }

        impl From<Base> for char {
            fn from(b: Base) -> char {
                match b {
                    Base::A => 'A',
                    Base::C => 'C',
                    Base::G => 'G',
                    Base::T => 'T',
                }
            }
        }

        impl TryFrom<u8> for Base {
            type Error = u8;
            fn try_from(b: u8) -> Result<Base, u8> {
                match b.to_ascii_uppercase() {
                    b'A' => Ok(Base::A),
                    b'C' => Ok(Base::C),
                    b'G' => Ok(Base::G),
                    b'T' => Ok(Base::T),
                    other => Err(other),
                }
            }
        }

        struct Lcg {
            last: u32,
        }

        impl Iterator for Lcg {
            type Item = f32;
            fn next(&mut self) -> Option<f32> {
                self.last = (self.last * 3877 + 29573) % 139968;
                Some(self.last as f32 / 139968.0)
            }
        }

        const CUMULATIVE: [(f32, u8); 4] = [(0.30, b'a'), (0.50, b'c'), (0.70, b'G'), (1.0, b'T')];

        fn fasta<const N: usize>(seed: u32) -> [u8; N] {
            let mut random = Lcg { last: seed };
            [(); N].map(|()| {
                let r = random.next().unwrap();
                CUMULATIVE.iter().find(|&&(p, _)| r < p).map_or(b'N', |&(_, b)| b)
            })
        }

        fn parse<const N: usize>(text: &[u8; N]) -> Result<[Base; N], (usize, u8)> {
            let mut bases = [Base::A; N];
            for (at, (base, &b)) in bases.iter_mut().zip(text).enumerate() {
                *base = Base::try_from(b).map_err(|b| (at, b))?;
            }
            Ok(bases)
        }

        fn frequencies<const K: usize>(bases: &[Base]) -> (usize, u32) {
            let mut counts = [0u32; 64];
            for kmer in bases.windows(K) {
                let key = kmer.iter().fold(0, |key, &b| key << 2 | b as usize);
                counts[key] += 1;
            }
            counts.iter().enumerate().map(|(k, &c)| (k, c)).max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0))).unwrap()
        }

        fn spectral(n: usize) -> f64 {
            fn a(i: usize, j: usize) -> f64 {
                1.0 / ((i + j) * (i + j + 1) / 2 + i + 1) as f64
            }
            fn multiply(v: &[f64], out: &mut [f64], f: impl Fn(usize, usize) -> f64) {
                for (i, o) in out.iter_mut().enumerate() {
                    *o = v.iter().enumerate().map(|(j, x)| f(i, j) * x).sum();
                }
            }
            let mut u = [1.0; 6];
            let mut v = [0.0; 6];
            let mut t = [0.0; 6];
            for _ in 0..2 {
                multiply(&u[..n], &mut t[..n], a);
                multiply(&t[..n], &mut v[..n], |i, j| a(j, i));
                multiply(&v[..n], &mut t[..n], a);
                multiply(&t[..n], &mut u[..n], |i, j| a(j, i));
            }
            let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(p, q)| p * q).sum::<f64>();
            (dot(&u, &v) / dot(&v, &v)).sqrt()
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let text: [u8; 24] = fasta(input[i] % 139968);
            let mut broken = text;
            if i % 3 == 0 {
                broken[i % 24] = b'x';
            }
            match parse(&broken) {
                Err((at, b)) => (at as u32) << 8 | u32::from(b),
                Ok(mut bases) => {
                    bases.reverse();
                    bases.iter_mut().for_each(|b| *b = b.complement());
                    let (k, c) = frequencies::<2>(&bases);
                    let (k3, c3) = frequencies::<3>(&bases[..20]);
                    let letters = bases.map(char::from).iter().fold(0u32, |h, &c| h.wrapping_mul(7).wrapping_add(c as u32));
                    let norm = spectral(3 + i % 4).to_bits();
                    letters ^ (k as u32) << 4 ^ c ^ (k3 as u32) << 20 ^ c3 << 12 ^ (norm >> 30) as u32
                }
            }
        }
    }

    places_of_an_own_index {
        #[derive(Clone, Copy, Default)]
        struct Node { key: u32, count: u32, next: Option<usize> }
        impl Node { fn bump(&mut self, by: u32) -> u32 { self.count += by; self.count } }
        #[derive(Default)]
        struct Tree { arena: [Node; 8], used: usize }
        impl std::ops::Index<usize> for Tree { type Output = Node; fn index(&self, i: usize) -> &Node { &self.arena[i] } }
        impl std::ops::IndexMut<usize> for Tree { fn index_mut(&mut self, i: usize) -> &mut Node { &mut self.arena[i] } }
        fn twice(n: &mut Node) { n.key *= 2; n.count += 1; }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut t = Tree::default();
            for k in 0..8 { t[k] = Node { key: input[i + k] % 50, count: 1, next: None }; }
            let node = &mut t[i % 8];
            node.key += 100;
            node.next = Some(3);
            let b = t[(i + 1) % 8].bump(5);
            twice(&mut t[(i + 2) % 8]);
            let c = t[2].count;
            t.arena.iter().fold(b + c, |h, n| h.wrapping_mul(31) ^ n.key ^ n.count << 4 ^ n.next.map_or(0, |x| x as u32) << 9)
        }
    }

    an_index_behind_a_field {
        #[derive(Clone, Copy, Default)]
        struct Node { key: u32, next: Option<usize> }
        struct Tree { arena: [Node; 8] }
        impl std::ops::Index<usize> for Tree { type Output = Node; fn index(&self, i: usize) -> &Node { &self.arena[i] } }
        struct Walk<'t> { tree: &'t Tree, at: Option<usize> }
        impl<'t> Iterator for Walk<'t> {
            type Item = &'t Node;
            fn next(&mut self) -> Option<&'t Node> {
                let node = &self.tree[self.at?];
                self.at = self.tree[self.at?].next;
                Some(node)
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut t = Tree { arena: [Node::default(); 8] };
            for k in 0..8 { t.arena[k] = Node { key: input[i + k] % 50, next: if k < 7 { Some(k + 1) } else { None } }; }
            let w = Walk { tree: &t, at: Some(i % 8) };
            w.map(|n| n.key).sum()
        }
    }

    held_values_by_as_mut {
        #[derive(Clone, Copy, Default)]
        struct E { next: Option<usize>, v: u32 }
        struct L { entries: [Option<E>; 6] }
        impl L {
            fn set(&mut self, at: usize, v: u32) {
                self.entries[at].as_mut().unwrap().next = Some(at + 1);
                self.entries[at].as_mut().unwrap().v += v;
                if let Some(e) = self.entries[at].as_mut() { e.v ^= 1; }
                self.entries[at].as_mut().map(|e| e.v += 3);
                self.entries[at].as_mut().unwrap().v = self.entries[at].as_ref().unwrap().v * 2;
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut l = L { entries: [Some(E::default()); 6] };
            l.set(i % 6, input[i]);
            let mut h = 0;
            for e in l.entries.iter().flatten() { h = h * 7 + e.v + e.next.unwrap_or(0) as u32; }
            h
        }
    }

    wanted_in_arguments {
        #[derive(Clone, Copy, Default)]
        struct P<T>(T, T);
        impl<T: Copy + std::ops::Add<Output = T>> P<T> { fn add(&self, o: P<T>) -> P<T> { P(self.0 + o.0, self.1 + o.1) } fn of(a: T, b: T) -> Self { P(a, b) } }
        fn total<T: Copy + std::ops::Add<Output = T>>(p: P<T>, q: &P<T>) -> T { p.0 + q.1 }
        fn one(i: usize, input: &[u32]) -> u32 {
            let c = |k: usize| (input[i + k] % 100) as u16;
            let d = P::<f64>(1.5, c(0).into());
            let e = d.add(P(1.0, c(1).into()));
            let f = P::<f64>::of(0.5, c(2).into()).add(P::of(2.0, c(3).into()));
            let g: u64 = total(P(1, c(4).into()), &P(2, 3));
            (e.0 + e.1 + f.0 + f.1) as u32 + g as u32
        }
    }

    chained_and_changed {
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut a = [1u32; 4];
            let mut b = [2u32; 3];
            a.iter_mut().chain(b.iter_mut()).for_each(|x| *x *= 3);
            for x in a.iter_mut().chain(&mut b) { if *x > 5 { continue; } *x += input[i]; }
            a[..2].iter_mut().chain(&mut b[1..]).for_each(|x| *x ^= 5);
            a.iter().chain(&b).fold(0u32, |h, v| h.wrapping_mul(31) ^ v)
        }
    }

    places_as_arguments {
        struct Page { rows: [[u8; 4]; 3], used: usize }
        impl Page {
            fn next_row(&mut self) -> Option<&mut [u8; 4]> { let row = self.rows.get_mut(self.used)?; self.used += 1; Some(row) }
        }
        fn fill(row: &mut [u8], v: u8) { for (k, r) in row.iter_mut().enumerate() { *r = v + k as u8; } }
        fn fill_two(p: &mut Page, v: u8) -> Option<()> { fill(p.next_row()?, v); fill(p.next_row()?, v + 1); Some(()) }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut p = Page { rows: [[0; 4]; 3], used: i % 3 };
            let r = fill_two(&mut p, input[i] as u8 % 100);
            p.rows.iter().flatten().fold(p.used as u32 + r.is_some() as u32, |h, &b| h.wrapping_mul(131) + b as u32)
        }
    }

    parameters_of_provided_methods {
        trait Filter { fn process(&mut self, x: f32) -> f32; fn then<B: Filter>(self, next: B) -> Chain<Self, B> where Self: Sized { Chain { first: self, second: next } } }
        struct Chain<A, B> { first: A, second: B }
        impl<A: Filter, B: Filter> Filter for Chain<A, B> { fn process(&mut self, x: f32) -> f32 { self.second.process(self.first.process(x)) } }
        struct Gain(f32);
        impl Filter for Gain { fn process(&mut self, x: f32) -> f32 { x * self.0 } }
        struct Map<F>(F);
        impl<F: FnMut(f32) -> f32> Filter for Map<F> { fn process(&mut self, x: f32) -> f32 { (self.0)(x) } }
        fn limiter(limit: f32) -> impl Filter { Map(move |x: f32| x.clamp(-limit, limit)) }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut c = Gain(0.5).then(limiter(4.0)).then(Gain(3.0));
            let y = c.process(input[i] as f32 / 1000.0);
            y.to_bits()
        }
    }

    methods_of_numbers_as_values {
        struct Map<F>(F);
        impl<F: Fn(f32) -> f32> Map<F> { fn run(&self, x: f32) -> f32 { (self.0)(x) } }
        struct Both<F, G> { f: F, g: G }
        impl<F: Fn(u32) -> u32, G: Fn(u32, u32) -> u32> Both<F, G> { fn run(&self, x: u32) -> u32 { (self.g)((self.f)(x), x) } }
        fn one(i: usize, input: &[u32]) -> u32 {
            let m = Map(f32::abs);
            let b = Both { f: u32::count_ones, g: u32::wrapping_mul };
            m.run(input[i] as f32 - 30000.0).to_bits() ^ b.run(input[i])
        }
    }

    places_or_errors {
        #[derive(Clone, Copy, PartialEq)]
        enum S { Open { b: i64 }, Frozen(u32), Closed }
        #[derive(Clone, Copy, PartialEq)]
        enum Er { Not(S), None }
        struct A { s: S, v: [u32; 3] }
        impl A {
            fn bal(&mut self) -> Result<&mut i64, Er> { match &mut self.s { S::Open { b } => Ok(b), other => Err(Er::Not(*other)) } }
            fn bal2(&mut self) -> Option<&mut i64> { match self.s { S::Open { ref mut b } => Some(b), _ => None } }
            fn slot(&mut self, k: usize) -> Result<&mut u32, Er> { match k { 0..=2 => Ok(&mut self.v[k]), 3 => Err(Er::None), _ => Err(Er::Not(self.s)) } }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut a = A { s: match i % 3 { 0 => S::Open { b: input[i] as i64 }, 1 => S::Frozen(3), _ => S::Closed }, v: [1, 2, 3] };
            let mut h = 0;
            match a.bal() { Ok(b) => *b += 5, Err(Er::Not(S::Frozen(n))) => h += n, Err(_) => h += 100 }
            if let Some(b) = a.bal2() { *b *= 2; }
            match a.slot(i % 5) { Ok(x) => *x += 10, Err(Er::None) => h += 1000, Err(_) => h += 2000 }
            h + match a.s { S::Open { b } => b as u32, _ => 1 } + a.v.iter().sum::<u32>()
        }
    }

    cycles_in_fields {
        struct W<'a> { words: std::iter::Cycle<std::slice::Iter<'a, u32>>, }
        impl W<'_> { fn step(&mut self) -> u32 { self.words.next().copied().unwrap_or(0) } }
        struct Z<'a> { w: std::iter::Rev<std::slice::Iter<'a, u32>>, c: std::iter::Take<std::slice::Iter<'a, u32>> }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut w = W { words: input[i..i + 3].iter().cycle() };
            let mut h = 0u32;
            for _ in 0..7 { h = h.wrapping_mul(31) ^ w.step(); }
            let mut z = Z { w: input[i..i + 4].iter().rev(), c: input[i..].iter().take(2) };
            h ^ z.w.next().unwrap() ^ z.c.next().unwrap() << 2 ^ z.c.nth(1).map_or(5, |v| *v)
        }
    }

    variables_of_types_over_traits {
        trait M { type V: Copy; const ID: Self::V; fn c(a: Self::V, b: Self::V) -> Self::V; }
        struct Max; impl M for Max { type V = i64; const ID: i64 = i64::MIN; fn c(a: i64, b: i64) -> i64 { a.max(b) } }
        struct Add; impl M for Add { type V = u32; const ID: u32 = 0; fn c(a: u32, b: u32) -> u32 { a.wrapping_add(b) } }
        struct T<A: M, const N: usize> { lo: [A::V; N], no: [A::V; N] }
        impl<A: M, const N: usize> T<A, N> {
            fn new(l: [A::V; N]) -> Self { let mut t = T { lo: l, no: [A::ID; N] }; for k in 1..N { t.pull(k); } t }
            fn pull(&mut self, k: usize) { self.no[k] = A::c(self.no[k - 1], self.lo[k]); }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let a = T::<Max, 4>::new(std::array::from_fn(|k| input[i + k] as i64));
            let b: T<Add, 5> = T::new(std::array::from_fn(|k| input[i + k]));
            a.no[3] as u32 ^ b.no[4]
        }
    }

    changed_by_an_own_index {
        struct G { rows: [[u32; 4]; 3] }
        impl std::ops::Index<usize> for G { type Output = [u32; 4]; fn index(&self, i: usize) -> &[u32; 4] { &self.rows[i] } }
        impl std::ops::IndexMut<usize> for G { fn index_mut(&mut self, i: usize) -> &mut [u32; 4] { &mut self.rows[i] } }
        struct S { v: [Option<u32>; 4] }
        impl std::ops::Index<usize> for S { type Output = Option<u32>; fn index(&self, i: usize) -> &Option<u32> { &self.v[i] } }
        impl std::ops::IndexMut<usize> for S { fn index_mut(&mut self, i: usize) -> &mut Option<u32> { &mut self.v[i] } }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut g = G { rows: [[1, 2, 3, 4]; 3] };
            let mut s = S { v: [Some(3); 4] };
            g[i % 3].swap(0, 1);
            g[1].reverse();
            let t = s[i % 4].take();
            let u = s[2].replace(9);
            for x in &mut g[2] { *x += input[i]; }
            for x in g[0].iter_mut() { *x ^= 5; }
            if let Some(x) = &mut s[1] { *x += 4; }
            if let Some(x) = s[3].as_mut() { *x += 4; }
            g[2][i % 4] += 3;

            let row = &mut g[1];
            row[0] = 77;
            row.rotate_left(1);
            g.rows.iter().flatten().fold(t.unwrap_or(1) + u.unwrap_or(2), |h, v| h.wrapping_mul(31) ^ v) ^ s.v.iter().flatten().sum::<u32>()
        }
    }

    rows_as_arguments {
        struct Page { rows: [[u8; 4]; 3], used: usize }
        impl Page { fn row(&mut self, at: usize) -> &mut [u8; 4] { &mut self.rows[at] } }
        fn fill(row: &mut [u8], v: u8) { for (k, r) in row.iter_mut().enumerate() { *r = v + k as u8; } }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut p = Page { rows: [[0; 4]; 3], used: i % 3 };
            fill(p.row(i % 3), 3);
            let r = p.row(1);
            fill(r, 9);
            p.rows.iter().flatten().fold(p.used as u32, |h, &b| h.wrapping_mul(131) + b as u32)
        }
    }

    places_before_what_follows {
        struct L { n: [u32; 5], len: usize, log: u32 }
        impl L {
            fn add(&mut self, v: u32) -> Option<&mut u32> { let slot = self.n.get_mut(self.len)?; self.len += 1; *slot = v; self.log ^= v; Some(slot) }
            fn put(&mut self, v: u32) -> Result<&mut u32, u32> { let at = self.len; let slot = self.n.get_mut(at).ok_or(v)?; *slot += v; self.len += 2; Ok(slot) }
            fn last(&mut self) -> &mut u32 { let slot = &mut self.n[self.len % 5]; self.len += 1; *slot += 1; slot }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut l = L { n: [0; 5], len: i % 6, log: 0 };
            if let Some(x) = l.add(input[i]) { *x *= 2; }
            let e = match l.put(7) { Ok(x) => { *x += 1; *x } Err(e) => e * 100 };
            *l.last() += 3;
            l.n.iter().fold(l.log + e + l.len as u32, |h, v| h.wrapping_mul(31) ^ v)
        }
    }

    texts_between_texts {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Fault<'a> { Missing, Bad(&'a str) }
        fn pair(line: &str) -> Result<(&str, &str), Fault<'_>> {
            let (name, rest) = line.split_once(": ").ok_or(Fault::Missing)?;
            let mut parts = rest.split(", ");
            let first = parts.next().ok_or(Fault::Missing)?;
            match parts.next() { Some(second) if second.len() > 1 => Ok((first, second)), Some(second) => Err(Fault::Bad(second)), None => Ok((name, first)) }
        }
        const LINES: [&str; 6] = ["a: bc, de", "a: b, c", "a: bcd", "a", "ab: , cde, f", "x: y, "];
        fn one(i: usize, input: &[u32]) -> u32 {
            let line = LINES[i % 6];
            let count = line.split(", ").count() as u32;
            let parts = "1->22->->4->".split("->").map(|p| p.len() as u32).fold(0, |h, n| h * 10 + n);
            let found = match pair(line) { Ok((a, b)) => a.len() as u32 * 10 + b.len() as u32, Err(Fault::Bad(c)) => 100 + c.len() as u32, Err(Fault::Missing) => 200 };
            found * 7 + count + parts + input[i] % 2
        }
    }

    numbers_tried_from_own_types {
        #[derive(Clone, Copy, PartialEq)]
        enum Level { Low(u16), High }
        impl TryFrom<Level> for u16 { type Error = &'static str; fn try_from(l: Level) -> Result<u16, &'static str> { match l { Level::Low(n) if n < 100 => Ok(n), Level::Low(_) => Err("large"), Level::High => Err("no number") } } }
        impl TryFrom<Level> for i64 { type Error = (); fn try_from(l: Level) -> Result<i64, ()> { if let Level::Low(n) = l { Ok(-i64::from(n)) } else { Err(()) } } }
        fn number(l: Level) -> Result<u16, &'static str> { let n: u16 = l.try_into()?; Ok(n + 1) }
        fn one(i: usize, input: &[u32]) -> u32 {
            let l = if i % 3 == 0 { Level::High } else { Level::Low((input[i] % 200) as u16) };
            let a = match u16::try_from(l) { Ok(n) => n as u32, Err(e) => e.len() as u32 * 1000 };
            let b = i64::try_from(l).unwrap_or(5);
            let c: u32 = u16::try_from(300u32 + i as u32).map_or(9, u32::from);
            a ^ (b as u32) << 4 ^ number(l).unwrap_or(7) as u32 ^ c
        }
    }

    orders_with_their_type {
        use std::cmp::Ordering::{self, *};
        fn side(a: u32, b: u32) -> Ordering { if a < b { Less } else if a > b { Greater } else { Equal } }
        fn one(i: usize, input: &[u32]) -> u32 {
            let o = side(input[i] % 3, input[i + 1] % 3);
            match o.then(Less) { Less => 1, Equal => 2, Greater => 3 }
        }
    }

    numbers_that_hold_nothing {
        fn day(month: u32, wanted: u32, which: u32) -> Option<u32> {
            let mut days = (1..=28).filter(|&d| (d + month) % 7 == wanted);
            match which { 0 => days.next(), 1 => days.nth(1), 2 => days.find(|d| *d > 12), _ => days.last() }
        }
        fn one(i: usize, input: &[u32]) -> u32 { day(input[i] % 12, input[i + 1] % 7, i as u32 % 4).unwrap_or(99) }
    }

    closures_of_inner_chains {
        struct Grid<T, const W: usize>([[T; W]; 3]);
        impl<T: Copy, const W: usize> Grid<T, W> {
            fn cells(&self) -> impl Iterator<Item = (usize, usize, T)> + '_ {
                self.0.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &v)| (x, y, v)))
            }
            fn set(&mut self, y: usize, x: usize, v: T) -> Option<T> { let cell = self.0.get_mut(y)?.get_mut(x)?; Some(std::mem::replace(cell, v)) }
            fn put(&mut self, y: usize, x: usize, v: T) -> Option<()> { *self.0.get_mut(y)?.get_mut(x)? = v; Some(()) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut g = Grid([[input[i], 2, 1], [3, 4, 1], [5, 6, 1]]);
            let old = g.set(i % 4, i % 3, 9).unwrap_or(77);
            let put = g.put(i % 5, 1, 11).is_some() as u32;
            let rows = [[1u32, 2], [3, input[i]]];
            let weighted: u32 = rows.iter().enumerate().flat_map(|(y, row)| row.iter().map(move |&v| v * y as u32)).sum();
            let squares: u32 = rows.iter().flat_map(|row| row.iter().map(move |&v| v ^ row[0])).sum();
            g.cells().map(|(x, y, v)| (x + y * 2) as u32 * v).sum::<u32>() + weighted * 3 + squares * 5 + old + put
        }
    }

    byte_strings_beside_slice_patterns {
        fn kind(key: &[u8]) -> u32 {
            match key { b"w" => 1, b"height" => 2, [b's', ..] => 3, [] => 4, [first, .., last] if first == last => 5, _ => 6 }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            const KEYS: [&[u8]; 7] = [b"w", b"height", b"seed", b"", b"abca", b"ww1", b"h"];
            kind(KEYS[i % 7]) * 10 + input[i] % 2
        }
    }

    sorts_by_keys {
        // Rosetta: bank of sorting algorithms behind a trait with generic key functions; counting inversions, heap sort, shell sort, radix sort, quickselect.
        fn heap_sort<T: PartialOrd>(a: &mut [T]) {
            fn sift<T: PartialOrd>(a: &mut [T], mut root: usize) {
                while 2 * root + 1 < a.len() {
                    let mut child = 2 * root + 1;
                    if child + 1 < a.len() && a[child] < a[child + 1] {
                        child += 1;
                    }
                    if a[root] >= a[child] {
                        return;
                    }
                    a.swap(root, child);
                    root = child;
                }
            }
            let n = a.len();
            for root in (0..n / 2).rev() {
                sift(a, root);
            }
            for end in (1..n).rev() {
                a.swap(0, end);
                sift(&mut a[..end], 0);
            }
        }

        fn shell_sort<T: Copy, K: Ord, F: Fn(&T) -> K>(a: &mut [T], key: F) {
            const GAPS: [usize; 4] = [10, 4, 2, 1];
            for gap in GAPS {
                for i in gap..a.len() {
                    let current = a[i];
                    let mut j = i;
                    while j >= gap && key(&a[j - gap]) > key(&current) {
                        a[j] = a[j - gap];
                        j -= gap;
                    }
                    a[j] = current;
                }
            }
        }

        fn radix_sort(a: &mut [u32; 16]) {
            let mut from = *a;
            for shift in (0..16).step_by(4) {
                let mut counts = [0usize; 16];
                for &v in &from {
                    counts[(v >> shift & 15) as usize] += 1;
                }
                let mut total = 0;
                for c in counts.iter_mut() {
                    total += std::mem::replace(c, total);
                }
                let mut to = [0; 16];
                for v in from {
                    let slot = &mut counts[(v >> shift) as usize & 15];
                    to[*slot] = v;
                    *slot += 1;
                }
                from = to;
            }
            *a = from;
        }

        fn partition<T: Ord>(a: &mut [T]) -> usize {
            let last = a.len() - 1;
            a.swap(last / 2, last);
            let mut store = 0;
            for i in 0..last {
                if a[i] < a[last] {
                    a.swap(i, store);
                    store += 1;
                }
            }
            a.swap(store, last);
            store
        }

        fn quickselect<T: Ord + Copy>(mut a: &mut [T], mut k: usize) -> Option<T> {
            loop {
                if k >= a.len() {
                    return None;
                }
                let p = partition(a);
                if k == p {
                    return Some(a[p]);
                } else if k < p {
                    a = &mut a[..p];
                } else {
                    a = &mut a[p + 1..];
                    k -= p + 1;
                }
            }
        }

        fn inversions(a: &[u32]) -> usize {
            a.iter().enumerate().map(|(i, x)| a[i + 1..].iter().filter(|&y| y < x).count()).sum()
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let source: [u32; 16] = input[i..i + 16].try_into().unwrap();
            let mut a = source;
            heap_sort(&mut a);
            let mut b = source.map(|v| (v % 7, v));
            shell_sort(&mut b, |&(small, _)| std::cmp::Reverse(small));
            let mut c = source;
            radix_sort(&mut c);
            assert_eq!(a, c);
            let mut d = source;
            let k = i % 20;
            let kth = quickselect(&mut d[..], k);
            assert_eq!(kth, a.get(k).copied());
            let f = source.map(|v| v as f32 * 0.5);
            let mut g = f;
            heap_sort(&mut g);
            assert!(g.windows(2).all(|w| w[0] <= w[1]));
            let hash = b.iter().fold(0u32, |h, &(s, v)| h.wrapping_mul(31).wrapping_add(s ^ v));
            hash ^ inversions(&source) as u32 ^ kth.unwrap_or(1) << 8
        }
    }

    bank_of_events {
        // A typed builder, a generic event queue, and a discrete simulation of a bank with customers.
        use std::cmp::Ordering;
        use std::marker::PhantomData;

        struct Missing;
        struct Given;

        struct ConfigBuilder<State> {
            tellers: usize,
            patience: u32,
            state: PhantomData<State>,
        }

        #[derive(Clone, Copy, Debug)]
        struct Config {
            tellers: usize,
            patience: u32,
        }

        impl ConfigBuilder<Missing> {
            fn new() -> Self {
                ConfigBuilder { tellers: 0, patience: 50, state: PhantomData }
            }
            fn tellers(self, tellers: usize) -> ConfigBuilder<Given> {
                ConfigBuilder { tellers, patience: self.patience, state: PhantomData }
            }
        }
        impl<S> ConfigBuilder<S> {
            fn patience(mut self, patience: u32) -> Self {
                self.patience = patience;
                self
            }
        }
        impl ConfigBuilder<Given> {
            fn build(self) -> Config {
                let Self { tellers, patience, .. } = self;
                Config { tellers, patience }
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Event {
            Arrive { customer: u8 },
            Done { teller: u8 },
            Leave(u8),
        }

        #[derive(Clone, Copy, PartialEq, Eq)]
        struct Scheduled<E> {
            at: u32,
            event: E,
        }

        impl<E: Eq> PartialOrd for Scheduled<E> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl<E: Eq> Ord for Scheduled<E> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.at.cmp(&other.at)
            }
        }

        struct Queue<E, const N: usize> {
            items: [Option<Scheduled<E>>; N],
        }

        impl<E: Copy + Eq, const N: usize> Queue<E, N> {
            fn new() -> Self {
                Self { items: [None; N] }
            }
            fn schedule(&mut self, at: u32, event: E) -> bool {
                match self.items.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => {
                        *slot = Some(Scheduled { at, event });
                        true
                    }
                    None => false,
                }
            }
            fn next(&mut self) -> Option<Scheduled<E>> {
                let (index, _) = self.items.iter().enumerate().filter_map(|(i, s)| s.map(|s| (i, s))).min_by(|(_, a), (_, b)| a.cmp(b))?;
                self.items[index].take()
            }
            fn cancel(&mut self, f: impl Fn(&E) -> bool) {
                for slot in &mut self.items {
                    if slot.as_ref().is_some_and(|s| f(&s.event)) {
                        *slot = None;
                    }
                }
            }
        }

        #[derive(Default, Debug)]
        struct Stats {
            served: u32,
            lost: u32,
            waited: u64,
        }

        struct Bank<'a> {
            config: Config,
            queue: Queue<Event, 32>,
            free: [bool; 3],
            line: [Option<(u8, u32)>; 12],
            work: &'a [u32],
            stats: Stats,
        }

        impl<'a> Bank<'a> {
            fn new(config: Config, work: &'a [u32]) -> Self {
                let mut queue = Queue::new();
                let mut at = 0;
                for (customer, w) in work.iter().take(10).enumerate() {
                    at += w % 13;
                    queue.schedule(at, Event::Arrive { customer: customer as u8 });
                }
                Bank { config, queue, free: [true; 3], line: [None; 12], work, stats: Stats::default() }
            }

            fn serve(&mut self, now: u32) {
                while let Some(teller) = self.free[..self.config.tellers].iter().position(|&f| f) {
                    let Some(slot) = self.line.iter_mut().filter(|s| s.is_some()).min_by_key(|s| s.unwrap().1) else { return };
                    let (customer, since) = slot.take().unwrap();
                    self.queue.cancel(|e| *e == Event::Leave(customer));
                    self.free[teller] = false;
                    self.stats.waited += u64::from(now - since);
                    let time = 10 + self.work[usize::from(customer) + 20] % 40;
                    self.queue.schedule(now + time, Event::Done { teller: teller as u8 });
                }
            }

            fn run(mut self) -> Stats {
                while let Some(Scheduled { at: now, event }) = self.queue.next() {
                    match event {
                        Event::Arrive { customer } => {
                            if let Some(slot) = self.line.iter_mut().find(|s| s.is_none()) {
                                *slot = Some((customer, now));
                                self.queue.schedule(now + self.config.patience, Event::Leave(customer));
                            } else {
                                self.stats.lost += 1;
                            }
                        }
                        Event::Done { teller } => {
                            self.free[teller as usize] = true;
                            self.stats.served += 1;
                        }
                        Event::Leave(who) => {
                            for slot in self.line.iter_mut() {
                                if matches!(slot, Some((c, _)) if *c == who) {
                                    *slot = None;
                                    self.stats.lost += 1;
                                }
                            }
                        }
                    }
                    self.serve(now);
                }
                self.stats
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let config = ConfigBuilder::new().patience(20 + i as u32 % 30).tellers(1 + i % 3).build();
            let Stats { served, lost, waited } = Bank::new(config, &input[i..]).run();
            served + lost * 100 + waited as u32 * 10_000
        }
    }

    roots_and_integrals {
        // Numerical recipes: root finding, Simpson, RK4, Newton, golden section; functions passed around, results with errors.
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum NumError {
            NoBracket { a: f64, b: f64 },
            NotConverged(u32),
        }

        type NumResult<T = f64> = Result<T, NumError>;

        fn bisect<F: Fn(f64) -> f64>(f: F, mut a: f64, mut b: f64, tol: f64) -> NumResult {
            let (mut fa, fb) = (f(a), f(b));
            if fa * fb > 0.0 {
                return Err(NumError::NoBracket { a, b });
            }
            for _ in 0..60 {
                let m = a + (b - a) / 2.0;
                let fm = f(m);
                if fm == 0.0 || (b - a) / 2.0 < tol {
                    return Ok(m);
                }
                if fm.signum() == fa.signum() {
                    (a, fa) = (m, fm);
                } else {
                    b = m;
                }
            }
            Err(NumError::NotConverged(60))
        }

        fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, x0: f64) -> NumResult<(f64, u32)> {
            let mut x = x0;
            for n in 0..20 {
                let step = f(x) / df(x);
                x -= step;
                if step.abs() < 1e-12 {
                    return Ok((x, n));
                }
            }
            Err(NumError::NotConverged(20))
        }

        fn simpson(f: &impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
            let h = (b - a) / n as f64;
            let odd: f64 = (1..n).step_by(2).map(|k| f(a + k as f64 * h)).sum();
            let even: f64 = (2..n).step_by(2).map(|k| f(a + k as f64 * h)).sum();
            h / 3.0 * (f(a) + 4.0 * odd + 2.0 * even + f(b))
        }

        fn rk4<const N: usize>(y: [f64; N], t: f64, h: f64, f: &dyn Fn(f64, &[f64; N]) -> [f64; N]) -> [f64; N] {
            let axpy = |k: f64, d: &[f64; N]| -> [f64; N] { std::array::from_fn(|i| y[i] + k * d[i]) };
            let k1 = f(t, &y);
            let k2 = f(t + h / 2.0, &axpy(h / 2.0, &k1));
            let k3 = f(t + h / 2.0, &axpy(h / 2.0, &k2));
            let k4 = f(t + h, &axpy(h, &k3));
            let mut out = y;
            for i in 0..N {
                out[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
            out
        }

        fn horner(coefficients: &[f64]) -> impl Fn(f64) -> f64 + '_ {
            move |x| coefficients.iter().rev().fold(0.0, |acc, c| acc * x + c)
        }

        fn derivative<const N: usize>(c: &[f64; N]) -> [f64; N] {
            let mut d = [0.0; N];
            for (k, c) in c.iter().enumerate().skip(1) {
                d[k - 1] = k as f64 * c;
            }
            d
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let c = [-(f64::from(input[i] % 50) + 1.0), f64::from(input[i + 1] % 5), 0.5, 1.0];
            let p = horner(&c);
            let dc = derivative(&c);
            let root = bisect(&p, 0.0, 10.0, 1e-9);
            let other = newton(&p, horner(&dc), 3.0);
            let area = simpson(&p, -1.0, 2.0, 10);
            let none = bisect(|x| x * x + 1.0, -1.0, f64::from(input[i + 2] % 9), 1e-6);
            let mut y = [1.0, 0.0];
            for step in 0..4 {
                y = rk4(y, step as f64 * 0.1, 0.1, &|_, &[x, v]| [v, -x]);
            }
            let bits = |x: f64| (x.to_bits() >> 24) as u32;
            let a = root.map_or_else(|e| match e { NumError::NoBracket { a, .. } => a as u32, NumError::NotConverged(n) => n }, bits);
            let (b, n) = other.map(|(x, n)| (bits(x), n)).unwrap_or((1, 2));
            let e = match none { Err(NumError::NoBracket { b, .. }) => b as u32, _ => 77 };
            a ^ b.rotate_left(4) ^ n ^ bits(area).rotate_left(9) ^ e << 20 ^ bits(y[0]) ^ bits(y[1]).rotate_left(13)
        }
    }

    settings_and_addresses {
        // Parsers: CSV-like numbers, key=value with defaults, hex/ipv4, checksums of NMEA; errors with From and `?`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum ParseError { Empty, Digit(u8), Overflow, Octets(usize), Checksum { expected: u8, got: u8 } }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum AppError { Parse(ParseError), Range(u32) }

        impl From<ParseError> for AppError {
            fn from(e: ParseError) -> Self { AppError::Parse(e) }
        }

        fn number<T>(text: &[u8]) -> Result<T, ParseError>
        where
            T: TryFrom<u32>,
        {
            if text.is_empty() { return Err(ParseError::Empty); }
            let mut value: u32 = 0;
            for &b in text {
                let d = match b { b'0'..=b'9' => b - b'0', _ => return Err(ParseError::Digit(b)) };
                value = value.checked_mul(10).and_then(|v| v.checked_add(d.into())).ok_or(ParseError::Overflow)?;
            }
            T::try_from(value).map_err(|_| ParseError::Overflow)
        }

        fn ipv4(text: &[u8]) -> Result<u32, ParseError> {
            let mut octets = [0u8; 4];
            let mut parts = text.split(|b| *b == b'.');
            for (k, o) in octets.iter_mut().enumerate() {
                *o = number(parts.next().ok_or(ParseError::Octets(k))?)?;
            }
            match parts.count() {
                0 => Ok(u32::from_be_bytes(octets)),
                n => Err(ParseError::Octets(4 + n)),
            }
        }

        fn hex(b: u8) -> Result<u8, ParseError> {
            (b as char).to_digit(16).map(|d| d as u8).ok_or(ParseError::Digit(b))
        }

        fn nmea(line: &[u8]) -> Result<&[u8], ParseError> {
            let [b'$', body @ .., b'*', high, low] = line else { return Err(ParseError::Empty) };
            let expected = hex(*high)? << 4 | hex(*low)?;
            let got = body.iter().fold(0, |x, b| x ^ b);
            if expected == got { Ok(body) } else { Err(ParseError::Checksum { expected, got }) }
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Settings { width: u16, height: u8, seed: u32 }
        impl Default for Settings { fn default() -> Self { Settings { width: 80, height: 24, seed: 1 } } }

        fn settings(text: &[u8]) -> Result<Settings, AppError> {
            let mut s = Settings::default();
            for item in text.split(|&b| b == b';') {
                let Some(at) = item.iter().position(|&b| b == b'=') else { continue };
                let (key, value) = (&item[..at], &item[at + 1..]);
                match key {
                    b"w" => s.width = number(value)?,
                    b"h" => {
                        let h: u32 = number(value)?;
                        s.height = u8::try_from(h).map_err(|_| AppError::Range(h))?;
                    }
                    [b's', ..] => s.seed = number::<u32>(value)?,
                    _ => {}
                }
            }
            Ok(s)
        }

        fn code(e: ParseError) -> u32 {
            match e {
                ParseError::Empty => 1,
                ParseError::Digit(b) => 100 + b as u32,
                ParseError::Overflow => 2,
                ParseError::Octets(n) => 10 + n as u32,
                ParseError::Checksum { expected, got } => u32::from(expected) << 8 | u32::from(got),
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            const ADDRESSES: [&[u8]; 5] = [b"192.168.0.1", b"10.0.0", b"1.2.3.256", b"1.2.3.4.5", b"a.b.c.d"];
            const LINES: [&[u8]; 3] = [b"$GPGGA,1*4D", b"$AB*03", b"$AB*0g"];
            const TEXTS: [&[u8]; 5] = [b"w=100;h=30", b"h=300", b"seed=99;x=1;w=70000", b"", b"s=4x"];
            let a = ipv4(ADDRESSES[i % 5]).unwrap_or_else(code);
            let n = nmea(LINES[i % 3]).map_or_else(code, |body| body.len() as u32 + 9000);
            let s = match settings(TEXTS[i % 5]) {
                Ok(Settings { width, height, seed }) => u32::from(width) * 7 + u32::from(height) * 3 + seed,
                Err(AppError::Parse(e)) => code(e) + 50_000,
                Err(AppError::Range(n)) => n + 60_000,
            };
            a ^ n << 3 ^ s << 8 ^ input[i]
        }
    }

    guards_and_regions {
        // Advent of Code style: grids with directions, guard walk with visited sets, antinodes, word search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
        enum Dir { Up, Right, Down, Left }

        impl Dir {
            const ALL: [Dir; 4] = [Dir::Up, Dir::Right, Dir::Down, Dir::Left];
            fn turn_right(self) -> Dir { Self::ALL[(self as usize + 1) % 4] }
            fn delta(self) -> (isize, isize) {
                match self { Dir::Up => (0, -1), Dir::Right => (1, 0), Dir::Down => (0, 1), Dir::Left => (-1, 0) }
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Pos { x: usize, y: usize }

        impl Pos {
            fn step(self, dir: Dir) -> Option<Pos> {
                let (dx, dy) = dir.delta();
                Some(Pos { x: self.x.checked_add_signed(dx)?, y: self.y.checked_add_signed(dy)? })
            }
            fn neighbors(self) -> impl Iterator<Item = (Dir, Pos)> {
                Dir::ALL.into_iter().filter_map(move |d| self.step(d).map(|p| (d, p)))
            }
        }

        struct Grid<T, const W: usize, const H: usize>([[T; W]; H]);

        impl<T: Copy, const W: usize, const H: usize> Grid<T, W, H> {
            fn get(&self, Pos { x, y }: Pos) -> Option<T> { self.0.get(y)?.get(x).copied() }
            fn set(&mut self, p: Pos, value: T) -> Option<T> {
                let cell = self.0.get_mut(p.y)?.get_mut(p.x)?;
                Some(std::mem::replace(cell, value))
            }
            fn positions(&self) -> impl Iterator<Item = (Pos, T)> + '_ {
                self.0.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &v)| (Pos { x, y }, v)))
            }
        }

        type Map = Grid<u8, 7, 6>;

        enum Outcome { Left(usize), Loops }

        fn patrol(map: &Map, start: Pos) -> Outcome {
            let mut seen: Grid<u8, 7, 6> = Grid([[0; 7]; 6]);
            let (mut at, mut dir) = (start, Dir::Up);
            loop {
                let before = seen.get(at).unwrap();
                if before & 1 << dir as u8 != 0 {
                    return Outcome::Loops;
                }
                seen.set(at, before | 1 << dir as u8);
                match at.step(dir).and_then(|next| Some((next, map.get(next)?))) {
                    None => return Outcome::Left(seen.positions().filter(|&(_, s)| s != 0).count()),
                    Some((_, b'#')) => dir = dir.turn_right(),
                    Some((next, _)) => at = next,
                }
            }
        }

        fn region(map: &Map, from: Pos, done: &mut Grid<bool, 7, 6>) -> (u32, u32) {
            let kind = map.get(from);
            let mut stack = [from; 48];
            let mut top = 1;
            let (mut area, mut fence) = (0, 0);
            done.set(from, true);
            while top > 0 {
                top -= 1;
                let at = stack[top];
                area += 1;
                fence += 4;
                for (_, next) in at.neighbors() {
                    if map.get(next) == kind {
                        fence -= 1;
                        if done.set(next, true) == Some(false) {
                            stack[top] = next;
                            top += 1;
                        }
                    }
                }
            }
            (area, fence)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut map: Map = Grid([[b'.'; 7]; 6]);
            for (k, cell) in map.0.iter_mut().flat_map(|row| row.iter_mut()).enumerate() {
                if input[(i * 7 + k) % 256] % 5 == 0 { *cell = b'#'; }
            }
            let start = Pos { x: i % 7, y: 3 };
            map.set(start, b'^');
            let walked = match patrol(&map, start) { Outcome::Left(n) => n as u32, Outcome::Loops => 500 };
            map.set(start, b'.');
            let mut done = Grid([[false; 7]; 6]);
            let mut price = 0;
            let mut largest = None;
            for (p, c) in map.positions() {
                if done.get(p) == Some(false) {
                    let (area, fence) = region(&map, p, &mut done);
                    price += area * fence;
                    largest = largest.max(Some((area, c)));
                }
            }
            let (area, c) = largest.unwrap();
            walked * 100_000 + price * 4 + area + (c == b'#') as u32
        }
    }

    branches_before_what_is_given {
        struct L { n: [u32; 3], calls: u32 }
        impl L {
            fn always(&mut self) -> &mut u32 { if self.n[1] > 3 { self.n[1] -= 1; } &mut self.n[1] }
            fn perhaps(&mut self, at: usize) -> Option<&mut u32> { let slot = self.n.get_mut(at)?; self.calls += 1; if *slot > 5 { *slot -= 2; } Some(slot) }
            fn raised(&mut self, by: u32) -> impl Iterator<Item = u32> + '_ { if by > 20 { self.calls += 7; } self.n.iter().map(move |v| v + by) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut l = L { n: [1, i as u32, input[i] % 9], calls: 0 };
            *l.always() += 100;
            if let Some(x) = l.perhaps(i % 4) { *x *= 3; }
            let sum: u32 = l.raised(input[i] % 40).sum();
            l.n.iter().fold(l.calls + sum, |h, v| h.wrapping_mul(31) ^ v)
        }
    }

    an_index_that_changes_by_itself {
        struct T { v: [u32; 6], writes: u32, last: usize }
        impl std::ops::Index<usize> for T { type Output = u32; fn index(&self, i: usize) -> &u32 { &self.v[(i + 1) % 6] } }
        impl std::ops::IndexMut<usize> for T { fn index_mut(&mut self, i: usize) -> &mut u32 { self.writes += 1; self.last = i; &mut self.v[i % 6] } }
        fn next(k: &mut usize) -> usize { *k += 1; *k }
        fn bump(x: &mut u32, by: u32) -> u32 { *x += by; *x }
        fn two(a: u32, x: &mut u32, b: u32) { *x = *x * 3 + a + b; }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut t = T { v: [1, 2, 3, 4, 5, 6], writes: 0, last: 0 };
            let mut k = i;
            let a = bump(&mut t[next(&mut k)], k as u32);
            two(next(&mut k) as u32, &mut t[next(&mut k)], next(&mut k) as u32);
            let p = &mut t[next(&mut k)];
            *p += 7;
            *p ^= input[i];
            let r = t[2] + t[i];
            t[3] += r;
            t[4] += 5;
            t[next(&mut k)] = 9;
            let q = &t[4];
            let s = *q;
            t.v.iter().fold(a + s + t.writes * 100 + t.last as u32 + k as u32, |h, v| h.wrapping_mul(31) ^ v)
        }
    }

    several_errors_of_a_place {
        #[derive(Clone, Copy, PartialEq, Debug)]
        enum Er { Full(u32), Odd { at: usize }, Other }
        struct L { n: [u32; 5], len: usize, calls: u32 }
        impl L {
            fn add(&mut self, v: u32) -> Result<&mut u32, Er> {
                self.calls += 1;
                if v % 7 == 0 { return Err(Er::Other); }
                let at = self.len;
                if at % 2 == 1 && v % 3 == 0 { return Err(Er::Odd { at }); }
                let slot = self.n.get_mut(at).ok_or(Er::Full(v))?;
                self.len += 1;
                *slot = v;
                Ok(slot)
            }
            fn first_big(&mut self, min: u32) -> Option<&mut u32> { for k in 0..self.n.len() { let slot = &mut self.n[k]; if *slot > min { self.calls += 10; return Some(&mut self.n[k]); } } None }
            fn mid(&mut self) -> Option<&mut u32> { let n = self.len; let slot = &mut self.n[n / 2]; self.len = 0; if *slot > 3 { *slot -= 1; } Some(slot) }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut l = L { n: [0; 5], len: i % 3, calls: 0 };
            let mut h = 0u32;
            for k in 0..6 {
                match l.add(input[i + k] % 50) {
                    Ok(x) => { *x += 1; h += *x; }
                    Err(Er::Full(v)) if v > 25 => h ^= v << 3,
                    Err(Er::Full(_)) => h += 1000,
                    Err(Er::Odd { at }) => h += at as u32 * 77,
                    Err(e) => h += if e == Er::Other { 5 } else { 6 },
                }
            }
            if let Some(x) = l.first_big(20) { *x = 1; }
            if let Some(x) = l.mid() { *x += 100; }
            let calls = l.calls;
            l.n.iter().fold(h + calls + l.len as u32, |h, v| h.wrapping_mul(31) ^ v)
        }
    }

    rows_changed_in_order {
        struct G { rows: [[u32; 3]; 4], seen: u32 }
        impl std::ops::Index<usize> for G { type Output = [u32; 3]; fn index(&self, i: usize) -> &[u32; 3] { &self.rows[i] } }
        impl std::ops::IndexMut<usize> for G { fn index_mut(&mut self, i: usize) -> &mut [u32; 3] { self.seen += 1; &mut self.rows[i] } }
        fn next(k: &mut usize) -> usize { *k = (*k + 1) % 4; *k }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut g = G { rows: [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]], seen: 0 };
            let mut k = i % 4;
            for x in &mut g[next(&mut k)] { *x += input[i] + k as u32; }
            for (j, x) in g[next(&mut k)].iter_mut().enumerate() { if j == 1 { continue; } *x ^= 3; }
            let top = g[next(&mut k)].iter().max().copied().unwrap_or(0);
            g[next(&mut k)].swap(0, 2);
            g[1].sort_by(|a, b| b.cmp(a));
            'out: for x in g[2].iter_mut() { for y in 0..3 { if y == 1 { continue 'out; } *x += y + 1; } }
            let found = match g[3].iter_mut().find(|x| **x % 2 == 0) { Some(x) => { *x += 1; *x } None => 5 };
            let n = g[0].len() as u32;
            g.rows.iter().flatten().fold(top + found + n + g.seen * 1000 + k as u32, |h, v| h.wrapping_mul(31) ^ v)
        }
    }

    lists_changed_in_order {
        fn pick(k: &mut usize) -> usize { *k += 1; *k % 2 }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut a = [1u32, 2, 3];
            let mut b = [[4u32, 5], [6, 7]];
            let mut k = i;
            let mut n = 0;
            let mut at = i % 2;
            for x in a.iter_mut().chain(b[at].iter_mut()) { at = 1 - at; *x += at as u32 * 10 + n; n += 1; if n > 3 { continue; } *x ^= 1; }
            a[1..].iter_mut().chain(&mut b[pick(&mut k)]).for_each(|x| { n += 1; *x = *x * 2 + n; });
            let f = |x: &mut u32| *x += input[i];
            a.iter_mut().chain(b[0].iter_mut()).for_each(f);
            a.iter().chain(b.as_flattened()).fold(n + k as u32 + at as u32, |h, v| h.wrapping_mul(31) ^ v)
        }
    }

    parameters_of_one_name {
        trait Tr { fn v(&self) -> u32; fn twice<const N: usize>(&self, a: [u32; N]) -> u32 { N as u32 * self.v() + a.iter().sum::<u32>() } fn both<A: Copy + Into<u64>>(&self, a: A) -> u64 { a.into() + self.v() as u64 } }
        struct S<const N: usize>([u32; N]);
        impl<const N: usize> Tr for S<N> { fn v(&self) -> u32 { N as u32 * 100 + self.0[0] } }
        struct W<A>(A);
        impl<A: Copy + Into<u64>> Tr for W<A> { fn v(&self) -> u32 { let x: u64 = self.0.into(); x as u32 } }
        fn one(i: usize, input: &[u32]) -> u32 {
            let s = S([input[i], 1, 2]);
            let w = W(input[i + 1] as u16);
            s.twice([1, 2]) + w.twice([5; 7]) + s.both(3u8) as u32 + w.both(9u32) as u32
        }
    }
}

texts! {
    run_lengths_into_sinks {
        // Exercism: run-length encoding into a fixed buffer that implements Write-like traits.
        trait Sink {
            type Error;
            fn put(&mut self, b: u8) -> Result<(), Self::Error>;
            fn put_all(&mut self, bytes: &[u8]) -> Result<(), Self::Error> {
                bytes.iter().try_for_each(|&b| self.put(b))
            }
            fn put_number(&mut self, mut n: u32) -> Result<(), Self::Error> {
                let mut digits = [0u8; 10];
                let mut at = digits.len();
                loop {
                    at -= 1;
                    digits[at] = b'0' + (n % 10) as u8;
                    n /= 10;
                    if n == 0 {
                        break self.put_all(&digits[at..]);
                    }
                }
            }
        }

        #[derive(Debug, PartialEq)]
        struct Full;

        struct Buffer<const N: usize> {
            data: [u8; N],
            used: usize,
        }

        impl<const N: usize> Sink for Buffer<N> {
            type Error = Full;
            fn put(&mut self, b: u8) -> Result<(), Full> {
                *self.data.get_mut(self.used).ok_or(Full)? = b;
                self.used += 1;
                Ok(())
            }
        }

        fn encode<S: Sink>(mut source: &[u8], out: &mut S) -> Result<(), S::Error> {
            while let Some(&first) = source.first() {
                let run = source.iter().take_while(|&&b| b == first).count();
                if run > 1 {
                    out.put_number(run as u32)?;
                }
                out.put(first)?;
                source = &source[run..];
            }
            Ok(())
        }

        fn decode<S: Sink>(source: &[u8], out: &mut S) -> Result<(), S::Error> {
            let mut count: Option<u32> = None;
            for &b in source {
                match b {
                    b'0'..=b'9' => count = Some(count.unwrap_or(0) * 10 + (b - b'0') as u32),
                    other => {
                        for _ in 0..count.take().unwrap_or(1) {
                            out.put(other)?;
                        }
                    }
                }
            }
            Ok(())
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut text = [0u8; 40];
            let mut k = 0;
            let mut values = input.iter().skip(i);
            while let (Some(&v), true) = (values.next(), k < text.len()) {
                let run = if v % 5 == 0 { 12 } else { v as usize % 4 + 1 };
                let end = (k + run).min(text.len());
                text[k..end].fill(b'W' + (v >> 5) as u8 % 4);
                k = end;
            }
            let mut coded = Buffer { data: [0u8; 24], used: 0 };
            let result = encode(&text, &mut coded);
            let mut back = Buffer::<40> { data: [0; 40], used: 0 };
            let restored = decode(&coded.data[..coded.used], &mut back).is_ok() && back.data[..back.used] == text[..];
            let hash = coded.data.iter().fold(0u32, |h, &b| h.wrapping_mul(131).wrapping_add(b.into()));
            hash ^ u32::from(result == Err(Full)) << 31 ^ (restored as u32) << 30
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut input = [0u32; 128];
            let mut s = a as u32;
            for v in &mut input { s = s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223); *v = s >> 16; }
            one((b % 60) as usize, &input) as i64
        }
    }

    registers_of_a_text {
        // Advent of Code: crane-like ops, cave of packets, and a parser over lines with let-else and parse.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Register {
            A,
            B,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Instruction {
            Half(Register),
            Triple(Register),
            Increment(Register),
            Jump(i32),
            JumpIfEven(Register, i32),
            JumpIfOne(Register, i32),
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum ParseError<'a> {
            Unknown(&'a str),
            Missing,
            BadOffset,
        }

        impl std::str::FromStr for Register {
            type Err = ();
            fn from_str(s: &str) -> Result<Self, ()> {
                match s {
                    "a" => Ok(Register::A),
                    "b" => Ok(Register::B),
                    _ => Err(()),
                }
            }
        }

        fn parse_line(line: &str) -> Result<Instruction, ParseError<'_>> {
            let (name, rest) = line.trim().split_once(' ').ok_or(ParseError::Missing)?;
            let mut operands = rest.split(", ");
            let first = operands.next().ok_or(ParseError::Missing)?;
            let register = || first.parse::<Register>().map_err(|()| ParseError::Unknown(first));
            let mut offset = || -> Result<i32, ParseError<'_>> {
                operands.next().ok_or(ParseError::Missing)?.parse().map_err(|_| ParseError::BadOffset)
            };
            Ok(match name {
                "hlf" => Instruction::Half(register()?),
                "tpl" => Instruction::Triple(register()?),
                "inc" => Instruction::Increment(register()?),
                "jmp" => Instruction::Jump(first.parse().map_err(|_| ParseError::BadOffset)?),
                "jie" => Instruction::JumpIfEven(register()?, offset()?),
                "jio" => Instruction::JumpIfOne(register()?, offset()?),
                other => return Err(ParseError::Unknown(other)),
            })
        }

        const PROGRAM: &str = "jio a, +7
inc a
inc a
tpl a
inc a
tpl a
inc b
jie a, +4
tpl a
inc a
jmp +2
hlf a
jio a, +3
inc b
jmp -4
hlf b";

        struct Machine {
            registers: [u64; 2],
            pc: i32,
        }

        impl Machine {
            fn reg(&mut self, r: Register) -> &mut u64 {
                &mut self.registers[r as usize]
            }

            fn execute(&mut self, instruction: Instruction) {
                let mut step = 1;
                match instruction {
                    Instruction::Half(r) => *self.reg(r) /= 2,
                    Instruction::Triple(r) => *self.reg(r) *= 3,
                    Instruction::Increment(r) => *self.reg(r) += 1,
                    Instruction::Jump(by) => step = by,
                    Instruction::JumpIfEven(r, by) if *self.reg(r) % 2 == 0 => step = by,
                    Instruction::JumpIfOne(r, by) if *self.reg(r) == 1 => step = by,
                    Instruction::JumpIfEven(..) | Instruction::JumpIfOne(..) => {}
                }
                self.pc += step;
            }
        }

        fn load<'a>(text: &'a str, memory: &mut [Option<Instruction>]) -> Result<usize, ParseError<'a>> {
            let mut count = 0;
            for (slot, line) in memory.iter_mut().zip(text.lines()) {
                *slot = Some(parse_line(line)?);
                count += 1;
            }
            Ok(count)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut memory = [None; 20];
            let count = match load(PROGRAM, &mut memory) {
                Ok(n) => n,
                Err(_) => return 1,
            };
            let bad = match load(["hlf c", "jmp x", "inc", "nop a", "jie a"][i % 5], &mut memory[count..]) {
                Err(ParseError::Unknown(name)) => name.len() as u32,
                Err(ParseError::Missing) => 10,
                Err(ParseError::BadOffset) => 20,
                Ok(_) => 30,
            };
            let mut machine = Machine { registers: [u64::from(input[i] % 50), 0], pc: 0 };
            let mut steps = 0;
            while let Some(Some(instruction)) = usize::try_from(machine.pc).ok().and_then(|pc| memory.get(pc)) {
                machine.execute(*instruction);
                steps += 1;
                if steps > 200 {
                    break;
                }
            }
            let [a, b] = machine.registers;
            bad ^ (a as u32) << 5 ^ (b as u32) << 20 ^ steps
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut input = [0u32; 128];
            let mut s = a as u32;
            for v in &mut input { s = s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223); *v = s >> 16; }
            one((b % 60) as usize, &input) as i64
        }
    }
}
