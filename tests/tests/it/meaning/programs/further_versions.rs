//! More programs that were written from the guide alone, of which eighteen asked for what the language did not have. They stand in their first versions.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    lexer {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Token { Number(i64), Plus, Minus, Star, Slash, LeftParen, RightParen }
        struct Lexer<'a> { input: &'a [u8], position: usize }
        impl<'a> Lexer<'a> {
            fn new(input: &'a [u8]) -> Self { Lexer { input, position: 0 } }
        }
        impl<'a> Iterator for Lexer<'a> {
            type Item = Token;
            fn next(&mut self) -> Option<Token> {
                while self.input.get(self.position).is_some_and(|c| c.is_ascii_whitespace()) { self.position += 1; }
                let c = *self.input.get(self.position)?;
                if c.is_ascii_digit() {
                    let start = self.position;
                    while self.position < self.input.len() && self.input[self.position].is_ascii_digit() { self.position += 1; }
                    let value = self.input[start..self.position].iter().fold(0i64, |acc, d| acc * 10 + (d - b'0') as i64);
                    return Some(Token::Number(value));
                }
                self.position += 1;
                Some(match c {
                    b'+' => Token::Plus, b'-' => Token::Minus, b'*' => Token::Star, b'/' => Token::Slash,
                    b'(' => Token::LeftParen, b')' => Token::RightParen,
                    other => panic!("unexpected {}", other as char),
                })
            }
        }
        fn precedence(token: Token) -> u8 { match token { Token::Plus | Token::Minus => 1, Token::Star | Token::Slash => 2, _ => 0 } }
        /// Shunting yard.
        fn evaluate(text: &[u8]) -> Option<i64> {
            let mut values = [0i64; 16];
            let mut value_count = 0;
            let mut operators = [Token::Plus; 16];
            let mut operator_count = 0;
            let apply = |op: Token, values: &mut [i64; 16], count: &mut usize| -> Option<()> {
                if *count < 2 { return None; }
                let right = values[*count - 1];
                let left = values[*count - 2];
                *count -= 1;
                values[*count - 1] = match op { Token::Plus => left + right, Token::Minus => left - right, Token::Star => left * right, Token::Slash => left.checked_div(right)?, _ => return None };
                Some(())
            };
            for token in Lexer::new(text) {
                match token {
                    Token::Number(n) => { values[value_count] = n; value_count += 1; }
                    Token::LeftParen => { operators[operator_count] = token; operator_count += 1; }
                    Token::RightParen => {
                        while operator_count > 0 && operators[operator_count - 1] != Token::LeftParen {
                            operator_count -= 1;
                            apply(operators[operator_count], &mut values, &mut value_count)?;
                        }
                        operator_count = operator_count.checked_sub(1)?;
                    }
                    op => {
                        while operator_count > 0 && precedence(operators[operator_count - 1]) >= precedence(op) {
                            operator_count -= 1;
                            apply(operators[operator_count], &mut values, &mut value_count)?;
                        }
                        operators[operator_count] = op;
                        operator_count += 1;
                    }
                }
            }
            while operator_count > 0 { operator_count -= 1; apply(operators[operator_count], &mut values, &mut value_count)?; }
            if value_count == 1 { Some(values[0]) } else { None }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut text = *b"(12 + x) * 7 - 100 / (3 - y)";
            text[6] = b'0' + (b % 10) as u8;
            text[26] = b'0' + (a.unsigned_abs() % 10) as u8;
            evaluate(&text).unwrap_or(-1)
        }
    }
    median_heap {
        use std::cmp::Ordering;
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Event { time: u64, id: u32 }
        impl Ord for Event { fn cmp(&self, other: &Self) -> Ordering { other.time.cmp(&self.time).then_with(|| self.id.cmp(&other.id)) } }
        impl PartialOrd for Event { fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) } }
        struct BinaryHeap<T, const N: usize> { data: [Option<T>; N], len: usize }
        impl<T: Copy + Ord, const N: usize> BinaryHeap<T, N> {
            const fn new() -> Self { BinaryHeap { data: [None; N], len: 0 } }
            fn push(&mut self, item: T) -> Result<(), T> {
                if self.len == N { return Err(item); }
                let mut at = self.len;
                self.data[at] = Some(item);
                self.len += 1;
                while at > 0 {
                    let parent = (at - 1) / 2;
                    if self.data[parent] >= self.data[at] { break; }
                    self.data.swap(parent, at);
                    at = parent;
                }
                Ok(())
            }
            fn pop(&mut self) -> Option<T> {
                if self.len == 0 { return None; }
                self.len -= 1;
                self.data.swap(0, self.len);
                let top = self.data[self.len].take();
                let mut at = 0;
                loop {
                    let mut largest = at;
                    for child in [2 * at + 1, 2 * at + 2] { if child < self.len && self.data[child] > self.data[largest] { largest = child; } }
                    if largest == at { break; }
                    self.data.swap(at, largest);
                    at = largest;
                }
                top
            }
            fn is_empty(&self) -> bool { self.len == 0 }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut queue = BinaryHeap::<Event, 8>::new();
            let mut seed = a as u32 ^ b;
            for id in 0..6 { seed = seed.wrapping_mul(1664525).wrapping_add(1013904223); queue.push(Event { time: (seed >> 28) as u64, id }).unwrap(); }
            let mut hash = 0i64;
            while !queue.is_empty() {
                let Event { time, id } = queue.pop().unwrap();
                hash = hash * 7 + (time as i64) * 10 + id as i64;
                if id == 2 { let _ = queue.push(Event { time: time + 1, id: 9 }); }
            }
            hash
        }
    }
    run_length_coder {
        struct Encoder<'a> { out: &'a mut [u8], len: usize }
        impl<'a> Encoder<'a> {
            fn new(out: &'a mut [u8]) -> Self { Self { out, len: 0 } }
            fn put(&mut self, byte: u8) -> Result<(), ()> {
                let slot = self.out.get_mut(self.len).ok_or(())?;
                *slot = byte;
                self.len += 1;
                Ok(())
            }
            fn encode(&mut self, input: &[u8]) -> Result<(), ()> {
                let mut rest = input;
                while let [first, ..] = rest {
                    let run = rest.iter().take_while(|x| *x == first).count().min(255);
                    self.put(run as u8)?;
                    self.put(*first)?;
                    rest = &rest[run..];
                }
                Ok(())
            }
            fn finish(self) -> &'a [u8] { &self.out[..self.len] }
        }
        fn decode(input: &[u8], out: &mut [u8]) -> usize {
            let mut at = 0;
            for pair in input.chunks_exact(2) {
                let (run, byte) = (pair[0] as usize, pair[1]);
                out[at..at + run].fill(byte);
                at += run;
            }
            at
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut data = [0u8; 24];
            for (i, d) in data.iter_mut().enumerate() { *d = ((a as u32).wrapping_add(i as u32 * b) >> 4) as u8 & 3; }
            let mut coded = [0u8; 48];
            let mut encoder = Encoder::new(&mut coded);
            if encoder.encode(&data).is_err() { return -1; }
            let coded = encoder.finish();
            let mut back = [0u8; 24];
            let n = decode(coded, &mut back);
            assert_eq!(n, 24);
            assert!(back == data);
            coded.iter().map(|&x| x as i64).enumerate().map(|(i, x)| x * (i as i64 + 1)).sum()
        }
    }
    bit_reader {
        struct BitReader<'a> { data: &'a [u8], bit: usize }
        impl<'a> BitReader<'a> {
            fn new(data: &'a [u8]) -> Self { BitReader { data, bit: 0 } }
            fn read_bit(&mut self) -> Option<bool> {
                let byte = self.data.get(self.bit / 8)?;
                let bit = (byte >> (7 - self.bit % 8)) & 1;
                self.bit += 1;
                Some(bit == 1)
            }
            fn read_bits(&mut self, n: u32) -> Option<u32> { (0..n).try_fold(0, |acc, _| Some(acc << 1 | self.read_bit()? as u32)) }
            /// Exponential Golomb, as in H.264.
            fn read_ue(&mut self) -> Option<u32> {
                let mut zeros = 0;
                while !self.read_bit()? { zeros += 1; }
                Some((1 << zeros) - 1 + self.read_bits(zeros)?)
            }
            fn read_se(&mut self) -> Option<i32> {
                let k = self.read_ue()? as i32;
                Some(if k % 2 == 0 { -(k / 2) } else { (k + 1) / 2 })
            }
            fn remaining(&self) -> usize { self.data.len() * 8 - self.bit }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut bytes = [0u8; 8];
            bytes[..4].copy_from_slice(&(a | 0x101_0101).to_be_bytes());
            bytes[4..].copy_from_slice(&(b | 0x10101).to_be_bytes());
            let mut reader = BitReader::new(&bytes);
            let mut total = 0i64;
            while let Some(v) = reader.read_se() {
                total = total.wrapping_mul(5) ^ v as i64;
                if reader.remaining() < 10 { break; }
            }
            total
        }
    }
    ring_window {
        #[derive(Clone, Copy)]
        struct Ring<T, const N: usize> { items: [T; N], head: usize, len: usize }
        impl<T: Default + Copy, const N: usize> Default for Ring<T, N> { fn default() -> Self { Ring { items: [T::default(); N], head: 0, len: 0 } } }
        impl<T: Default + Copy, const N: usize> Ring<T, N> {
            fn push(&mut self, item: T) -> Option<T> {
                if self.len < N {
                    self.items[(self.head + self.len) % N] = item;
                    self.len += 1;
                    None
                } else {
                    let old = std::mem::replace(&mut self.items[self.head], item);
                    self.head = (self.head + 1) % N;
                    Some(old)
                }
            }
            fn get(&self, index: usize) -> Option<&T> { if index < self.len { Some(&self.items[(self.head + index) % N]) } else { None } }
            fn get_mut(&mut self, index: usize) -> Option<&mut T> { if index < self.len { Some(&mut self.items[(self.head + index) % N]) } else { None } }
            fn iter(&self) -> impl Iterator<Item = &T> + '_ { (0..self.len).map(move |i| &self.items[(self.head + i) % N]) }
            fn len(&self) -> usize { self.len }
        }
        /// Moving average and maximum.
        fn case(a: i32, b: u32) -> i64 {
            let mut window: Ring<i64, 4> = Ring::default();
            let mut sum = 0;
            let mut result = 0i64;
            for i in 0..10u32 {
                let x = (a as i64 * i as i64 + b as i64) % 101;
                sum += x;
                if let Some(old) = window.push(x) { sum -= old; }
                let max = window.iter().copied().max().unwrap();
                result += sum / window.len() as i64 + max;
            }
            if let Some(first) = window.get_mut(0) { *first = 77; }
            result * 100 + window.get(0).copied().unwrap_or(0) + window.get(9).copied().unwrap_or(5)
        }
    }
    vending_machine {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum State { Idle, HasMoney { cents: u32 }, Dispensing { item: Item, change: u32 }, OutOfOrder(Fault) }
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Item { Cola, Water, Chips }
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Fault { Empty, Jam { code: u8 } }
        #[derive(Debug, Clone, Copy)]
        enum Input { Coin(u32), Select(Item), Refund, Tick, Kick }
        impl Item {
            const ALL: [Item; 3] = [Item::Cola, Item::Water, Item::Chips];
            fn price(self) -> u32 { match self { Item::Cola => 150, Item::Water => 100, Item::Chips => 225 } }
        }
        impl State {
            fn next(self, input: Input, stock: &mut [u32; 3]) -> State {
                use State::*;
                match (self, input) {
                    (Idle, Input::Coin(cents)) => HasMoney { cents },
                    (HasMoney { cents }, Input::Coin(more)) => HasMoney { cents: cents + more },
                    (HasMoney { cents }, Input::Select(item)) if cents >= item.price() => {
                        let left = &mut stock[item as usize];
                        if *left == 0 { OutOfOrder(Fault::Empty) } else { *left -= 1; Dispensing { item, change: cents - item.price() } }
                    }
                    (HasMoney { .. }, Input::Refund) => Idle,
                    (Dispensing { change: 0, .. }, Input::Tick) => Idle,
                    (Dispensing { change, item: Item::Chips }, Input::Tick) if change > 100 => OutOfOrder(Fault::Jam { code: (change % 256) as u8 }),
                    (Dispensing { change, .. }, Input::Tick) => HasMoney { cents: change },
                    (OutOfOrder(Fault::Jam { .. }), Input::Kick) => Idle,
                    (state, _) => state,
                }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut stock = [2, 1, 1];
            let mut state = State::Idle;
            let mut log = 0i64;
            let mut r = a as u32 ^ b.rotate_left(7);
            for _ in 0..20 {
                r = r.wrapping_mul(747796405).wrapping_add(2891336453);
                let input = match r >> 28 { 0..=5 => Input::Coin(50 * (1 + (r >> 20) % 4)), 6..=9 => Input::Select(Item::ALL[(r >> 18) as usize % Item::ALL.len()]), 10 => Input::Refund, 11 | 12 | 13 => Input::Tick, _ => Input::Kick };
                state = state.next(input, &mut stock);
                log = log.wrapping_mul(31) + match state { State::Idle => 1, State::HasMoney { cents } => cents as i64, State::Dispensing { item, .. } => -(item.price() as i64), State::OutOfOrder(Fault::Empty) => 2, State::OutOfOrder(Fault::Jam { code }) => code as i64 };
            }
            log ^ stock.iter().sum::<u32>() as i64
        }
    }
    levenshtein_rows {
        fn levenshtein(left: &[u8], right: &[u8]) -> usize {
            let mut previous = [0; 33];
            let mut current = [0; 33];
            for (j, cell) in previous.iter_mut().enumerate().take(right.len() + 1) { *cell = j; }
            for (i, l) in left.iter().enumerate() {
                current[0] = i + 1;
                for (j, r) in right.iter().enumerate() {
                    let substitution = previous[j] + if l == r { 0 } else { 1 };
                    current[j + 1] = substitution.min(previous[j + 1] + 1).min(current[j] + 1);
                }
                std::mem::swap(&mut previous, &mut current);
            }
            previous[right.len()]
        }
        fn closest<'a>(word: &[u8], candidates: &[&'a [u8]]) -> Option<(usize, &'a [u8])> {
            candidates.iter().map(|c| (levenshtein(word, c), *c)).min_by_key(|(d, _)| *d)
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut word = *b"kitten";
            word[(b % 6) as usize] = b'a' + (a.rem_euclid(26)) as u8;
            match closest(&word, &[b"sitting", b"mitten", b"smitten", b"bitter"]) {
                Some((distance, best)) => distance as i64 * 1000 + best.len() as i64 * 200 + best[0] as i64,
                None => -1,
            }
        }
    }
    union_find {
        struct DisjointSets<const N: usize> { parent: [usize; N], size: [u32; N], count: usize }
        impl<const N: usize> DisjointSets<N> {
            fn new() -> Self { Self { parent: std::array::from_fn(|i| i), size: [1; N], count: N } }
            fn find(&mut self, x: usize) -> usize {
                let mut root = x;
                while self.parent[root] != root { root = self.parent[root]; }
                let mut at = x;
                while self.parent[at] != root { at = std::mem::replace(&mut self.parent[at], root); }
                root
            }
            fn union(&mut self, x: usize, y: usize) -> bool {
                let (mut x, mut y) = (self.find(x), self.find(y));
                if x == y { return false; }
                if self.size[x] < self.size[y] { std::mem::swap(&mut x, &mut y); }
                self.parent[y] = x;
                self.size[x] += self.size[y];
                self.count -= 1;
                true
            }
        }
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
        struct Edge { weight: u32, from: usize, to: usize }
        /// Kruskal's minimum spanning tree.
        fn spanning_tree(edges: &mut [Edge]) -> (u32, usize) {
            for i in 1..edges.len() {
                let mut j = i;
                while j > 0 && edges[j] < edges[j - 1] { edges.swap(j, j - 1); j -= 1; }
            }
            let mut sets = DisjointSets::<8>::new();
            let weight = edges.iter().filter(|e| sets.union(e.from, e.to)).map(|e| e.weight).sum();
            (weight, sets.count)
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut edges = [Edge::default(); 12];
            let mut state = b.wrapping_mul(2654435761).wrapping_add(a as u32) | 1;
            for edge in &mut edges {
                state ^= state << 13; state ^= state >> 17; state ^= state << 5;
                *edge = Edge { weight: state % 100, from: (state >> 8) as usize % 8, to: (state >> 16) as usize % 8 };
            }
            let (weight, parts) = spanning_tree(&mut edges);
            weight as i64 * 10 + parts as i64
        }
    }
    kmp {
        fn failure<const N: usize>(pattern: &[u8; N]) -> [usize; N] {
            let mut table = [0; N];
            let mut k = 0;
            for i in 1..N {
                while k > 0 && pattern[k] != pattern[i] { k = table[k - 1]; }
                if pattern[k] == pattern[i] { k += 1; }
                table[i] = k;
            }
            table
        }
        struct Matches<'t, 'p, const N: usize> { text: &'t [u8], pattern: &'p [u8; N], table: [usize; N], at: usize, state: usize }
        impl<const N: usize> Iterator for Matches<'_, '_, N> {
            type Item = usize;
            fn next(&mut self) -> Option<usize> {
                while self.at < self.text.len() {
                    let c = self.text[self.at];
                    self.at += 1;
                    while self.state > 0 && self.pattern[self.state] != c { self.state = self.table[self.state - 1]; }
                    if self.pattern[self.state] == c { self.state += 1; }
                    if self.state == N { self.state = self.table[N - 1]; return Some(self.at - N); }
                }
                None
            }
        }
        fn find_all<'t, 'p, const N: usize>(text: &'t [u8], pattern: &'p [u8; N]) -> Matches<'t, 'p, N> { Matches { text, pattern, table: failure(pattern), at: 0, state: 0 } }
        fn case(a: i32, b: u32) -> i64 {
            let mut text = [b'a'; 32];
            for i in 0..32 { if (a as u32 ^ b.rotate_left(3)) >> i & 1 == 1 { text[i] = b'b'; } }
            let first = find_all(&text, b"aba").next();
            let mut count = 0;
            for at in find_all(&text, b"aab") { count += 1 + at as i64; }
            count * 100 + first.map_or(-1, |x| x as i64) + find_all(&text, b"aaaa").map(|x| x as i64 * 3).sum::<i64>()
        }
    }
    crc_tables {
        const fn make_table(polynomial: u32) -> [u32; 256] {
            let mut table = [0u32; 256];
            let mut i = 0;
            while i < 256 {
                let mut value = i as u32;
                let mut bit = 0;
                while bit < 8 { value = if value & 1 != 0 { (value >> 1) ^ polynomial } else { value >> 1 }; bit += 1; }
                table[i] = value;
                i += 1;
            }
            table
        }
        const CRC32: [u32; 256] = make_table(0xEDB8_8320);
        static CRC32C: [u32; 256] = make_table(0x82F6_3B78);
        #[derive(Clone)]
        struct Crc<'t> { table: &'t [u32; 256], value: u32 }
        impl<'t> Crc<'t> {
            fn new(table: &'t [u32; 256]) -> Self { Self { table, value: !0 } }
            fn update(&mut self, bytes: &[u8]) -> &mut Self {
                for &byte in bytes { self.value = self.table[((self.value ^ byte as u32) & 0xff) as usize] ^ (self.value >> 8); }
                self
            }
            fn finish(&self) -> u32 { !self.value }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut crc = Crc::new(&CRC32);
            crc.update(&a.to_le_bytes()).update(b"vyre").update(&b.to_le_bytes());
            let mut other = Crc::new(&CRC32C);
            other.update(&a.to_le_bytes()[..3]);
            crc.finish() as i64 * 3 - other.finish() as i64
        }
    }
    big_numbers {
        use std::ops::{AddAssign, Mul, MulAssign, ShlAssign, Rem};
        use std::cmp::Ordering;
        const LIMBS: usize = 6;
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Big([u32; LIMBS]);
        impl Big {
            const ZERO: Big = Big([0; LIMBS]);
            fn bits(&self) -> u32 { self.0.iter().rposition(|&limb| limb != 0).map_or(0, |top| 32 * top as u32 + 32 - self.0[top].leading_zeros()) }
        }
        impl From<u64> for Big { fn from(value: u64) -> Self { let mut out = Big::ZERO; out.0[0] = value as u32; out.0[1] = (value >> 32) as u32; out } }
        impl PartialOrd for Big { fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) } }
        impl Ord for Big { fn cmp(&self, other: &Self) -> Ordering { self.0.iter().rev().cmp(other.0.iter().rev()) } }
        impl AddAssign for Big {
            fn add_assign(&mut self, rhs: Self) {
                let mut carry = false;
                for (x, y) in self.0.iter_mut().zip(rhs.0) {
                    let (sum, c1) = x.overflowing_add(y);
                    let (sum, c2) = sum.overflowing_add(carry as u32);
                    *x = sum;
                    carry = c1 || c2;
                }
            }
        }
        impl MulAssign<u32> for Big {
            fn mul_assign(&mut self, rhs: u32) {
                self.0.iter_mut().fold(0u64, |carry, limb| { let t = *limb as u64 * rhs as u64 + carry; *limb = t as u32; t >> 32 });
            }
        }
        impl Mul for Big {
            type Output = Big;
            fn mul(self, rhs: Big) -> Big {
                let mut out = [0u32; LIMBS];
                for i in 0..LIMBS {
                    let mut carry = 0u64;
                    for j in 0..LIMBS - i { let t = self.0[i] as u64 * rhs.0[j] as u64 + out[i + j] as u64 + carry; out[i + j] = t as u32; carry = t >> 32; }
                }
                Big(out)
            }
        }
        impl ShlAssign<u32> for Big { fn shl_assign(&mut self, n: u32) { for _ in 0..n { let c = *self; *self += c; } } }
        impl Rem<u32> for &Big { type Output = u32; fn rem(self, m: u32) -> u32 { self.0.iter().rev().fold(0u64, |r, &limb| ((r << 32) | limb as u64) % m as u64) as u32 } }
        fn factorial(n: u32) -> Big { let mut out = Big::from(1); for k in 2..=n { out *= k; } out }
        fn case(a: i32, b: u32) -> i64 {
            let mut x = factorial(b % 30) * Big::from(a.unsigned_abs() as u64 + 1);
            let y = factorial(12) * factorial(13);
            let bits = x.bits();
            let order = match x.cmp(&y) { Ordering::Less => -1, Ordering::Equal => 0, Ordering::Greater => 1 };
            x <<= 3;
            x += Big::from(u64::MAX);
            (&x % 1_000_003) as i64 * 1000 + bits as i64 * 10 + order + if x > y { 5 } else { 0 }
        }
    }
    stack_vm {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Op { Push(i64), Pop, Add, Sub, Mul, Dup, Swap, Jump(usize), JumpIfZero(usize), Load(u8), Store(u8), Call { target: usize, args: u8 }, Return, Halt }
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum VmError { StackUnderflow { pc: usize }, StackOverflow, BadJump(usize), OutOfFuel }
        struct Vm<'p> { program: &'p [Op], stack: [i64; 32], sp: usize, locals: [i64; 8], calls: [usize; 8], depth: usize, pc: usize }
        impl<'p> Vm<'p> {
            fn new(program: &'p [Op]) -> Self { Vm { program, stack: [0; 32], sp: 0, locals: [0; 8], calls: [0; 8], depth: 0, pc: 0 } }
            fn push(&mut self, value: i64) -> Result<(), VmError> {
                *self.stack.get_mut(self.sp).ok_or(VmError::StackOverflow)? = value;
                self.sp += 1;
                Ok(())
            }
            fn pop(&mut self) -> Result<i64, VmError> {
                self.sp = self.sp.checked_sub(1).ok_or(VmError::StackUnderflow { pc: self.pc })?;
                Ok(self.stack[self.sp])
            }
            fn binary(&mut self, f: impl Fn(i64, i64) -> i64) -> Result<(), VmError> { let b = self.pop()?; let a = self.pop()?; self.push(f(a, b)) }
            fn run(&mut self, fuel: u32) -> Result<i64, VmError> {
                for _ in 0..fuel {
                    let op = *self.program.get(self.pc).ok_or(VmError::BadJump(self.pc))?;
                    self.pc += 1;
                    match op {
                        Op::Push(v) => self.push(v)?,
                        Op::Pop => { self.pop()?; }
                        Op::Add => self.binary(|a, b| a.wrapping_add(b))?,
                        Op::Sub => self.binary(|a, b| a.wrapping_sub(b))?,
                        Op::Mul => self.binary(i64::wrapping_mul)?,
                        Op::Dup => { let x = self.pop()?; self.push(x)?; self.push(x)?; }
                        Op::Swap => { let (b, a) = (self.pop()?, self.pop()?); self.push(b)?; self.push(a)?; }
                        Op::Jump(to) => self.pc = to,
                        Op::JumpIfZero(to) => if self.pop()? == 0 { self.pc = to },
                        Op::Load(slot) => self.push(self.locals[slot as usize])?,
                        Op::Store(slot) => self.locals[slot as usize] = self.pop()?,
                        Op::Call { target, args } => { for i in (0..args).rev() { self.locals[i as usize] = self.pop()?; } self.calls[self.depth] = self.pc; self.depth += 1; self.pc = target; }
                        Op::Return => { self.depth -= 1; self.pc = self.calls[self.depth]; }
                        Op::Halt => return self.pop(),
                    }
                }
                Err(VmError::OutOfFuel)
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let program = [
                Op::Push(a as i64), Op::Push((b % 12) as i64), Op::Call { target: 4, args: 2 }, Op::Halt,
                Op::Push(1), Op::Store(2),
                Op::Load(1), Op::JumpIfZero(17),
                Op::Load(2), Op::Load(0), Op::Mul, Op::Store(2), Op::Load(1), Op::Push(1), Op::Sub, Op::Store(1), Op::Jump(6),
                Op::Load(2), Op::Return,
            ];
            match Vm::new(&program).run(500) { Ok(v) => v, Err(VmError::StackUnderflow { pc }) => -(pc as i64), Err(VmError::StackOverflow) => -100, Err(VmError::BadJump(to)) => -200 - to as i64, Err(VmError::OutOfFuel) => -300 }
        }
    }
    monte_carlo {
        trait Rng {
            fn next_u32(&mut self) -> u32;
            fn next_f64(&mut self) -> f64 { self.next_u32() as f64 / 4294967296.0 }
            fn range(&mut self, low: i32, high: i32) -> i32 { low + (self.next_u32() as u64 * (high - low) as u64 >> 32) as i32 }
        }
        #[derive(Clone)]
        struct XorShift { state: u64 }
        impl Rng for XorShift { fn next_u32(&mut self) -> u32 { self.state ^= self.state << 13; self.state ^= self.state >> 7; self.state ^= self.state << 17; (self.state >> 32) as u32 } }
        struct Lcg(u32);
        impl Rng for Lcg { fn next_u32(&mut self) -> u32 { self.0 = self.0.wrapping_mul(1103515245).wrapping_add(12345); self.0 } }
        fn shuffle<T, R: Rng>(items: &mut [T], rng: &mut R) { for i in (1..items.len()).rev() { let j = rng.range(0, i as i32 + 1) as usize; items.swap(i, j); } }
        fn estimate_pi(rng: &mut impl Rng, samples: u32) -> u32 {
            (0..samples).filter(|_| { let (x, y) = (rng.next_f64(), rng.next_f64()); x * x + y * y < 1.0 }).count() as u32
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut xs = XorShift { state: (a as u64) << 8 | b as u64 | 1 << 40 };
            let mut lcg = Lcg(b);
            let mut deck: [u8; 10] = core::array::from_fn(|i| i as u8);
            shuffle(&mut deck, &mut xs);
            let hits = estimate_pi(&mut lcg, 30) + estimate_pi(&mut xs, 20);
            shuffle(&mut deck, &mut lcg);
            deck.iter().fold(0, |acc, &card| acc * 10 + card as i64) * 100 + hits as i64
        }
    }
    geometry_polygons {
        use std::ops::{Add, Sub, Mul, Neg};
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        struct Point<T> { x: T, y: T }
        impl<T: Add<Output = T>> Add for Point<T> { type Output = Self; fn add(self, o: Self) -> Self { Point { x: self.x + o.x, y: self.y + o.y } } }
        impl<T: Sub<Output = T>> Sub for Point<T> { type Output = Self; fn sub(self, o: Self) -> Self { Point { x: self.x - o.x, y: self.y - o.y } } }
        impl<T: Mul<Output = T> + Copy> Mul<T> for Point<T> { type Output = Self; fn mul(self, k: T) -> Self { Point { x: self.x * k, y: self.y * k } } }
        impl<T: Neg<Output = T>> Neg for Point<T> { type Output = Self; fn neg(self) -> Self { Point { x: -self.x, y: -self.y } } }
        impl<T: Copy + Mul<Output = T> + Sub<Output = T> + Add<Output = T>> Point<T> {
            fn cross(self, o: Self) -> T { self.x * o.y - self.y * o.x }
            fn dot(self, o: Self) -> T { self.x * o.x + self.y * o.y }
        }
        fn twice_area(polygon: &[Point<i64>]) -> i64 {
            polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(&p, &q)| p.cross(q)).sum::<i64>()
        }
        fn contains(polygon: &[Point<i64>], p: Point<i64>) -> bool {
            let mut inside = false;
            let mut j = polygon.len() - 1;
            for i in 0..polygon.len() {
                let (a, b) = (polygon[i], polygon[j]);
                if (a.y > p.y) != (b.y > p.y) {
                    let side = (b - a).cross(p - a);
                    if (side > 0) == (b.y > a.y) { inside = !inside; }
                }
                j = i;
            }
            inside
        }
        /// Andrew's monotone chain over sorted points.
        fn hull(points: &[Point<i64>], out: &mut [Point<i64>]) -> usize {
            let mut k = 0;
            for &p in points {
                while k >= 2 && (out[k - 1] - out[k - 2]).cross(p - out[k - 2]) <= 0 { k -= 1; }
                out[k] = p;
                k += 1;
            }
            let lower = k + 1;
            for &p in points.iter().rev().skip(1) {
                while k >= lower && (out[k - 1] - out[k - 2]).cross(p - out[k - 2]) <= 0 { k -= 1; }
                out[k] = p;
                k += 1;
            }
            k - 1
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut points = [Point { x: 0, y: 0 }; 9];
            for (i, p) in points.iter_mut().enumerate() { *p = Point { x: i as i64, y: (a as i64 * (i * i) as i64 + b as i64 * 7) % 23 }; }
            let mut ring = [Point::default(); 20];
            let n = hull(&points, &mut ring);
            let ring = &ring[..n];
            let middle = ring.iter().fold(Point::default(), |acc, p| acc + *p);
            twice_area(ring) * 1000 + n as i64 * 10 + contains(ring, Point { x: 4, y: 8 }) as i64 + (-middle * 2).dot(Point { x: 1, y: 0 })
        }
    }
    signal_chains {
        fn moving_average(signal: &[f32], out: &mut [f32]) {
            for (o, w) in out.iter_mut().zip(signal.windows(3)) { *o = w.iter().sum::<f32>() / w.len() as f32; }
        }
        fn convolve(signal: &[f32], kernel: &[f32; 3], out: &mut [f32]) {
            for (i, o) in out.iter_mut().enumerate() {
                *o = kernel.iter().rev().enumerate().filter_map(|(k, c)| (i + k).checked_sub(1).and_then(|at| signal.get(at)).map(|s| s * c)).sum();
            }
        }
        fn energy(signal: &[f32]) -> f32 { signal.chunks(4).map(|block| block.iter().map(|x| x * x).fold(0.0, f32::max)).sum() }
        fn zero_crossings(signal: &[f32]) -> usize { signal.windows(2).filter(|pair| pair[0].signum() != pair[1].signum()).count() }
        fn case(a: i32, b: u32) -> i64 {
            let mut signal = [0.0f32; 16];
            for (i, s) in signal.iter_mut().enumerate() { *s = ((a as i64 + i as i64 * b as i64) % 17) as f32 - 8.0; }
            let mut smooth = [0.0; 14];
            moving_average(&signal, &mut smooth);
            let mut edges = [0.0; 16];
            convolve(&signal, &[1.0, 0.0, -1.0], &mut edges);
            let every_other: f32 = signal.iter().step_by(2).sum();
            let running = signal.iter().scan(0.0, |total, &x| { *total += x; Some(*total) });
            let peak = running.fold(f32::MIN, |m, x| m.max(x));
            let rising = signal.iter().zip(&signal[1..]).take_while(|(x, y)| x <= y).count();
            let ups = signal.iter().skip_while(|x| **x < 0.0).map(|x| *x as i64).last().unwrap_or(0);
            (energy(&smooth) * 9.0) as i64 * 1000 + (edges.iter().copied().fold(0.0, |m: f32, x| m.max(x.abs())) * 4.0) as i64 + every_other as i64 + peak as i64 * 3 + rising as i64 + ups + zero_crossings(&signal) as i64
        }
    }
    quickselect {
        fn partition(v: &mut [i32]) -> usize {
            let last = v.len() - 1;
            v.swap(v.len() / 2, last);
            let pivot = v[last];
            let mut store = 0;
            for i in 0..last { if v[i] < pivot { v.swap(i, store); store += 1; } }
            v.swap(store, last);
            store
        }
        fn select(mut v: &mut [i32], mut k: usize) -> i32 {
            loop {
                if v.len() == 1 { return v[0]; }
                let p = partition(v);
                if k == p { return v[p]; }
                let (left, right) = v.split_at_mut(p);
                if k < p { v = left; } else { v = &mut right[1..]; k -= p + 1; }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut v = [0; 11];
            let mut x = a ^ b as i32;
            for slot in v.iter_mut() { x = x.wrapping_mul(1103515245).wrapping_add(12345); *slot = x >> 20; }
            let median = select(&mut v, 5);
            let smallest = select(&mut v[..], 0);
            median as i64 * 10000 + smallest as i64 + v.iter().filter(|&&x| x < median).count() as i64
        }
    }
    maze_dfs {
        const W: usize = 8;
        const H: usize = 6;
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Cell { Wall, Free, Visited(u8) }
        #[derive(Clone, Copy, Default, PartialEq)]
        struct Pos { x: usize, y: usize }
        impl Pos {
            fn neighbours(self) -> impl Iterator<Item = Pos> {
                const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
                STEPS.into_iter().filter_map(move |(dx, dy)| {
                    let x = self.x.checked_add_signed(dx as isize)?;
                    let y = self.y.checked_add_signed(dy as isize)?;
                    (x < W && y < H).then_some(Pos { x, y })
                })
            }
        }
        struct Stack<T, const N: usize> { items: [T; N], len: usize }
        impl<T: Copy + Default, const N: usize> Stack<T, N> {
            fn new() -> Self { Stack { items: [T::default(); N], len: 0 } }
            fn push(&mut self, item: T) { self.items[self.len] = item; self.len += 1; }
            fn pop(&mut self) -> Option<T> { if self.len == 0 { None } else { self.len -= 1; Some(self.items[self.len]) } }
        }
        fn flood(grid: &mut [[Cell; W]; H], start: Pos, mark: u8) -> usize {
            let mut stack = Stack::<Pos, 128>::new();
            stack.push(start);
            let mut area = 0;
            while let Some(p) = stack.pop() {
                let cell = &mut grid[p.y][p.x];
                if *cell != Cell::Free { continue; }
                *cell = Cell::Visited(mark);
                area += 1;
                for n in p.neighbours() { if grid[n.y][n.x] == Cell::Free { stack.push(n); } }
            }
            area
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut grid = [[Cell::Wall; W]; H];
            let mut state = a as u32 ^ b ^ 0x9e3779b9;
            for row in grid.iter_mut() { for cell in row { state = state.wrapping_mul(22695477).wrapping_add(1); if state >> 30 != 0 { *cell = Cell::Free; } } }
            let mut regions = 0;
            let mut largest = 0;
            for y in 0..H { for x in 0..W {
                let area = flood(&mut grid, Pos { x, y }, regions as u8);
                if area > 0 { regions += 1; largest = largest.max(area); }
            } }
            let marks: u32 = grid.iter().flatten().map(|c| if let Cell::Visited(m) = c { *m as u32 } else { 0 }).sum();
            regions as i64 * 10000 + largest as i64 * 100 + marks as i64
        }
    }
    fenwick {
        #[derive(Debug)]
        struct Fenwick<const N: usize> { tree: [i64; N] }
        impl<const N: usize> Fenwick<N> {
            fn from_slice(values: &[i64]) -> Self {
                let mut out = Self { tree: [0; N] };
                for (i, &v) in values.iter().enumerate() { out.add(i, v); }
                out
            }
            fn add(&mut self, mut i: usize, delta: i64) { while i < N { self.tree[i] += delta; i |= i + 1; } }
            fn prefix(&self, end: usize) -> i64 {
                let mut sum = 0;
                let mut i = end;
                while i > 0 { sum += self.tree[i - 1]; i &= i - 1; }
                sum
            }
            fn range(&self, range: std::ops::Range<usize>) -> i64 { self.prefix(range.end) - self.prefix(range.start) }
            fn lower_bound(&self, mut target: i64) -> usize {
                let mut pos = 0;
                let mut step = N.next_power_of_two();
                while step > 0 { if pos + step <= N && self.tree[pos + step - 1] < target { pos += step; target -= self.tree[pos - 1]; } step >>= 1; }
                pos
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let values: [i64; 16] = std::array::from_fn(|i| (i as i64 * 7 + a as i64).rem_euclid(13));
            let mut tree = Fenwick::<16>::from_slice(&values);
            tree.add(b as usize % 16, 5);
            let (low, high) = (3, 3 + b as usize % 13);
            let direct: i64 = values[low..high].iter().sum::<i64>() + if (low..high).contains(&(b as usize % 16)) { 5 } else { 0 };
            assert_eq!(tree.range(low..high), direct);
            tree.range(0..16) * 1000 + direct * 20 + tree.lower_bound(40) as i64
        }
    }
    life_torus {
        #[derive(Clone, Copy, PartialEq, Eq)]
        struct Grid<const W: usize, const H: usize> { cells: [[bool; W]; H] }
        impl<const W: usize, const H: usize> Grid<W, H> {
            fn alive_neighbours(&self, x: usize, y: usize) -> usize {
                let mut n = 0;
                for dy in [H - 1, 0, 1] { for dx in [W - 1, 0, 1] {
                    if (dx, dy) != (0, 0) && self.cells[(y + dy) % H][(x + dx) % W] { n += 1; }
                } }
                n
            }
            fn step(&self) -> Self {
                let mut next = *self;
                for (y, row) in next.cells.iter_mut().enumerate() { for (x, cell) in row.iter_mut().enumerate() {
                    *cell = matches!((*cell, self.alive_neighbours(x, y)), (true, 2 | 3) | (false, 3));
                } }
                next
            }
            fn population(&self) -> usize { self.cells.iter().flat_map(|row| row.iter()).filter(|&&c| c).count() }
            fn bounding_rows(&self) -> Option<(usize, usize)> {
                let first = self.cells.iter().position(|row| row.contains(&true))?;
                let last = self.cells.iter().rposition(|row| row.iter().any(|&c| c))?;
                Some((first, last))
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut grid = Grid::<10, 7> { cells: [[false; 10]; 7] };
            for (x, y) in [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)] { grid.cells[y][x] = true; }
            for i in 0..16 { if a >> i & 1 == 1 { grid.cells[4 + i / 8][1 + i % 8] = true; } }
            let start = grid;
            let mut period = None;
            for t in 1..=(b % 8) { grid = grid.step(); if grid == start { period = Some(t); break; } }
            let (first, last) = grid.bounding_rows().unwrap_or((9, 9));
            grid.population() as i64 * 1000 + first as i64 * 100 + last as i64 * 10 + period.unwrap_or(7) as i64
        }
    }
    polynomials {
        use std::ops::{Add, Mul, Sub};
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Poly<const N: usize> { c: [i64; N] }
        impl<const N: usize> Poly<N> {
            fn eval(&self, x: i64) -> i64 { self.c.iter().rev().fold(0, |acc, &c| acc * x + c) }
            fn derivative(&self) -> Self { let mut out = Self { c: [0; N] }; for (i, c) in self.c.iter().enumerate().skip(1) { out.c[i - 1] = c * i as i64; } out }
            fn degree(&self) -> Option<usize> { self.c.iter().rposition(|&c| c != 0) }
            fn compose(&self, inner: &Self) -> Self { self.c.iter().rev().fold(Poly { c: [0; N] }, |acc, &c| acc * *inner + Poly::constant(c)) }
            fn constant(c: i64) -> Self { let mut out = Poly { c: [0; N] }; out.c[0] = c; out }
        }
        impl<const N: usize> Add for Poly<N> { type Output = Self; fn add(mut self, rhs: Self) -> Self { self.c.iter_mut().zip(&rhs.c).for_each(|(x, y)| *x += *y); self } }
        impl<const N: usize> Sub for Poly<N> { type Output = Self; fn sub(self, rhs: Self) -> Self { Poly { c: std::array::from_fn(|i| self.c[i] - rhs.c[i]) } } }
        impl<const N: usize> Mul for Poly<N> {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                let mut c = [0; N];
                for (i, x) in self.c.iter().enumerate() { for (y, out) in rhs.c.iter().zip(&mut c[i..]) { *out += x * y; } }
                Poly { c }
            }
        }
        fn newton_steps(p: &Poly<5>, start: i64) -> (i64, u32) {
            let d = p.derivative();
            let mut x = start;
            for step in 0..20 {
                let slope = d.eval(x);
                if slope == 0 { return (x, step); }
                let next = x - p.eval(x) / slope;
                if next == x { return (x, step); }
                x = next;
            }
            (x, 20)
        }
        fn case(a: i32, b: u32) -> i64 {
            let p = Poly { c: [a as i64 % 50, -3, (b % 7) as i64, 1, 0] };
            let q = Poly { c: [1, 2, 0, 0, 0] };
            let (root, steps) = newton_steps(&p, 10);
            let r = p.compose(&q) - p;
            r.eval(2) * 1000 + root * 10 + steps as i64 + r.degree().map_or(-1, |d| d as i64)
        }
    }
    calendar {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Date { year: i32, month: u8, day: u8 }
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        enum Weekday { Monday = 1, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday }
        impl Weekday {
            fn is_weekend(self) -> bool { matches!(self, Self::Saturday | Self::Sunday) }
        }
        impl TryFrom<u8> for Weekday {
            type Error = ();
            fn try_from(n: u8) -> Result<Self, ()> {
                Ok(match n { 1 => Self::Monday, 2 => Self::Tuesday, 3 => Self::Wednesday, 4 => Self::Thursday, 5 => Self::Friday, 6 => Self::Saturday, 7 => Self::Sunday, _ => return Err(()) })
            }
        }
        const fn is_leap(year: i32) -> bool { (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }
        fn days_in(year: i32, month: u8) -> u8 { match month { 2 if is_leap(year) => 29, 2 => 28, 4 | 6 | 9 | 11 => 30, 1..=12 => 31, _ => unreachable!("month {month}") } }
        impl Date {
            fn new(year: i32, month: u8, day: u8) -> Option<Self> { ((1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day)).then(|| Date { year, month, day }) }
            fn ordinal(&self) -> u16 { (1..self.month).map(|m| days_in(self.year, m) as u16).sum::<u16>() + self.day as u16 }
            fn succ(self) -> Self {
                if self.day < days_in(self.year, self.month) { Date { day: self.day + 1, ..self } }
                else if self.month < 12 { Date { month: self.month + 1, day: 1, ..self } }
                else { Date { year: self.year + 1, month: 1, day: 1 } }
            }
            fn days_from_epoch(self) -> i64 {
                let y = if self.month <= 2 { self.year - 1 } else { self.year } as i64;
                let era = y.div_euclid(400);
                let yoe = y - era * 400;
                let mp = (self.month as i64 + 9) % 12;
                let doy = (153 * mp + 2) / 5 + self.day as i64 - 1;
                era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468
            }
            fn weekday(self) -> Weekday { Weekday::try_from(((self.days_from_epoch() + 3).rem_euclid(7) + 1) as u8).unwrap() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let start = match Date::new(1970 + a % 500, (b % 13) as u8, (b % 32) as u8) { Some(date) => date, None => Date::new(2000, 2, 28).expect("a date") };
            let mut date = start;
            let mut weekends = 0;
            for _ in 0..10 { if date.weekday().is_weekend() { weekends += 1; } date = date.succ(); }
            assert!(date > start);
            (date.days_from_epoch() - start.days_from_epoch()) * 100000 + date.ordinal() as i64 * 100 + weekends * 10 + start.weekday() as i64
        }
    }
    lru_cache {
        #[derive(Clone, Copy)]
        struct Entry<K, V> { key: K, value: V, prev: Option<usize>, next: Option<usize> }
        struct Lru<K, V, const N: usize> { entries: [Option<Entry<K, V>>; N], head: Option<usize>, tail: Option<usize>, len: usize }
        impl<K: Copy + PartialEq, V: Copy, const N: usize> Lru<K, V, N> {
            fn new() -> Self { Lru { entries: [None; N], head: None, tail: None, len: 0 } }
            fn entry(&mut self, i: usize) -> &mut Entry<K, V> { self.entries[i].as_mut().unwrap() }
            fn unlink(&mut self, i: usize) {
                let (prev, next) = { let e = self.entry(i); (e.prev, e.next) };
                match prev { Some(p) => self.entry(p).next = next, None => self.head = next }
                match next { Some(n) => self.entry(n).prev = prev, None => self.tail = prev }
            }
            fn push_front(&mut self, i: usize) {
                let head = self.head;
                let e = self.entry(i);
                e.prev = None;
                e.next = head;
                if let Some(h) = head { self.entry(h).prev = Some(i); } else { self.tail = Some(i); }
                self.head = Some(i);
            }
            fn find(&self, key: &K) -> Option<usize> { self.entries.iter().position(|e| matches!(e, Some(e) if e.key == *key)) }
            fn get(&mut self, key: K) -> Option<V> {
                let i = self.find(&key)?;
                self.unlink(i);
                self.push_front(i);
                Some(self.entry(i).value)
            }
            fn put(&mut self, key: K, value: V) -> Option<(K, V)> {
                if let Some(i) = self.find(&key) { self.entry(i).value = value; self.unlink(i); self.push_front(i); return None; }
                let (slot, evicted) = if self.len < N { self.len += 1; (self.len - 1, None) } else {
                    let last = self.tail.expect("a full cache has a tail");
                    self.unlink(last);
                    let old = *self.entry(last);
                    (last, Some((old.key, old.value)))
                };
                self.entries[slot] = Some(Entry { key, value, prev: None, next: None });
                self.push_front(slot);
                evicted
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut cache = Lru::<u32, i64, 4>::new();
            let mut hits = 0;
            let mut score = 0i64;
            let mut seed = b ^ (a as u32).rotate_left(16);
            for step in 0..30 {
                seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                let key = (seed >> 24) % 7;
                match cache.get(key) {
                    Some(v) => { hits += 1; score += v; }
                    None => if let Some((k, v)) = cache.put(key, step) { score -= v * k as i64; },
                }
            }
            score * 100 + hits
        }
    }
    bank_ledger {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum TransferError { NoSuchAccount(usize), Insufficient { needed: u64, available: u64 }, SameAccount }
        type Outcome<T> = Result<T, TransferError>;
        #[derive(Debug, Default, Clone, Copy)]
        struct Account { balance: u64, transactions: u32 }
        struct Bank { accounts: [Account; 4] }
        impl Bank {
            fn account_mut(&mut self, id: usize) -> Outcome<&mut Account> { self.accounts.get_mut(id).ok_or(TransferError::NoSuchAccount(id)) }
            fn withdraw(&mut self, id: usize, amount: u64) -> Outcome<u64> {
                let account = self.account_mut(id)?;
                if account.balance < amount { return Err(TransferError::Insufficient { needed: amount, available: account.balance }); }
                account.balance -= amount;
                account.transactions += 1;
                Ok(account.balance)
            }
            fn deposit(&mut self, id: usize, amount: u64) -> Outcome<u64> {
                let account = self.account_mut(id)?;
                account.balance += amount;
                account.transactions += 1;
                Ok(account.balance)
            }
            fn transfer(&mut self, from: usize, to: usize, amount: u64) -> Outcome<(u64, u64)> {
                if from == to { return Err(TransferError::SameAccount); }
                if to >= self.accounts.len() { return Err(TransferError::NoSuchAccount(to)); }
                Ok((self.withdraw(from, amount)?, self.deposit(to, amount)?))
            }
            fn richest(&self) -> (usize, &Account) { self.accounts.iter().enumerate().max_by_key(|(_, a)| a.balance).unwrap() }
            fn total(&self) -> u64 { self.accounts.iter().map(|Account { balance, .. }| balance).sum() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut bank = Bank { accounts: [Account { balance: 100, ..Default::default() }; 4] };
            bank.deposit((b % 4) as usize, a.unsigned_abs() as u64).unwrap();
            let total = bank.total();
            let transfers = [(0, 1, 50), (1, 2, 120), (2, 2, 5), (3, 7, 1), (2, 3, b as u64 % 300)];
            let mut errors = 0i64;
            for (from, to, amount) in transfers {
                match bank.transfer(from, to, amount) {
                    Ok((x, y)) => errors += (x % 7 + y % 5) as i64,
                    Err(TransferError::Insufficient { needed, available }) => errors += (needed - available) as i64 * 3,
                    Err(TransferError::NoSuchAccount(id)) => errors += id as i64 * 100,
                    Err(e @ TransferError::SameAccount) => { assert_eq!(e, TransferError::SameAccount); errors += 1000; }
                }
            }
            assert_eq!(bank.total(), total);
            let (who, account) = bank.richest();
            errors * 1000 + who as i64 * 100 + account.transactions as i64 * 10 + (account.balance % 10) as i64
        }
    }
    pipeline_of_iterators {
        struct Collatz { n: u64 }
        impl Iterator for Collatz {
            type Item = u64;
            fn next(&mut self) -> Option<Self::Item> {
                if self.n == 1 { return None; }
                self.n = if self.n % 2 == 0 { self.n / 2 } else { 3 * self.n + 1 };
                Some(self.n)
            }
        }
        fn primes(limit: u32) -> impl Iterator<Item = u32> { (2..limit).filter(|&n| (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)) }
        fn evens(values: &[i32]) -> impl Iterator<Item = i32> + '_ { values.iter().copied().filter(|x| x % 2 == 0) }
        fn weighted(values: impl Iterator<Item = i32>) -> i64 { values.enumerate().map(|(i, x)| (i as i64 + 1) * x as i64).sum() }
        fn sum_of<'a, I>(values: I) -> i64 where I: IntoIterator<Item = &'a i32> { let mut total = 0; for v in values { total += *v as i64; } total }
        fn largest<T: PartialOrd + Copy>(mut items: impl Iterator<Item = T>) -> Option<T> { let first = items.next()?; Some(items.fold(first, |m, x| if x > m { x } else { m })) }
        fn case(a: i32, b: u32) -> i64 {
            let values: [i32; 8] = std::array::from_fn(|i| a.wrapping_add((b as i32 % 50) * i as i32) % 1000);
            let big = values.iter().filter(|v| **v > 10).map(|v| v * 2);
            let mut seen = 0i64;
            for v in big.clone() { seen += v as i64; }
            let doubled = big.count();
            let steps = Collatz { n: (b % 30 + 1) as u64 }.count();
            let peak = largest(Collatz { n: (b % 30 + 1) as u64 }).unwrap_or(1);
            let mut it = evens(&values).peekable();
            let first = it.peek().copied().unwrap_or(-1);
            seen + doubled as i64 + steps as i64 * 3 + peak as i64 + primes(60).map(|p| p as i64).sum::<i64>() + weighted(evens(&values)) + weighted(it) + first as i64 + sum_of(&values) + sum_of(values[2..5].iter())
        }
    }
    utm_trie {
        #[derive(Clone, Copy)]
        struct TrieNode { children: [Option<u16>; 4], end: bool }
        impl Default for TrieNode { fn default() -> Self { TrieNode { children: [None; 4], end: false } } }
        struct Trie { nodes: [TrieNode; 64], used: u16 }
        #[derive(Debug, PartialEq)]
        enum Base { A, C, G, T }
        impl From<u8> for Base { fn from(byte: u8) -> Self { match byte { b'A' => Base::A, b'C' => Base::C, b'G' => Base::G, _ => Base::T } } }
        impl Trie {
            fn new() -> Self { Trie { nodes: [TrieNode::default(); 64], used: 1 } }
            fn insert(&mut self, word: &[u8]) {
                let mut at = 0u16;
                for &byte in word {
                    let slot = Base::from(byte) as usize;
                    at = match self.nodes[at as usize].children[slot] {
                        Some(next) => next,
                        None => {
                            let next = self.used;
                            self.used += 1;
                            self.nodes[at as usize].children[slot] = Some(next);
                            next
                        }
                    };
                }
                self.nodes[at as usize].end = true;
            }
            fn walk(&self, word: &[u8]) -> Option<&TrieNode> {
                word.iter().try_fold(&self.nodes[0], |node, &byte| node.children[Base::from(byte) as usize].map(|next| &self.nodes[next as usize]))
            }
            fn longest_prefix<'w>(&self, word: &'w [u8]) -> &'w [u8] {
                let mut best = 0;
                for end in 0..=word.len() { if self.walk(&word[..end]).is_some_and(|n| n.end) { best = end; } }
                &word[..best]
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut trie = Trie::new();
            for word in ["GATTACA", "GAT", "CAT", "TAG", "GATC"] { trie.insert(word.as_bytes()); }
            let mut dna = [b'A'; 8];
            for (i, base) in dna.iter_mut().enumerate() { *base = b"ACGT"[((b ^ a as u32) >> (2 * i) & 3) as usize]; }
            dna[..3].copy_from_slice(b"GAT");
            trie.longest_prefix(&dna).len() as i64 * 100 + trie.used as i64 + trie.walk(b"TA").map_or(0, |n| n.children.iter().flatten().count() as i64)
        }
    }
    fixed_point {
        use std::ops::*;
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
        struct Fixed<const FRACTION: u32>(i32);
        impl<const F: u32> Fixed<F> {
            const ONE: Self = Fixed(1 << F);
            const EPSILON: Self = Fixed(1);
            fn from_int(n: i32) -> Self { Self(n << F) }
            fn floor(self) -> i32 { self.0 >> F }
            fn abs(self) -> Self { Self(self.0.abs()) }
            fn sqrt(self) -> Option<Self> {
                if self.0 < 0 { return None; }
                let mut guess = if self > Self::ONE { self / Self::from_int(2) } else { Self::ONE };
                for _ in 0..16 {
                    let next = (guess + self / guess) / Self::from_int(2);
                    if (next - guess).abs() <= Self::EPSILON { break; }
                    guess = next;
                }
                Some(guess)
            }
        }
        impl<const F: u32> Add for Fixed<F> { type Output = Self; fn add(self, o: Self) -> Self { Self(self.0 + o.0) } }
        impl<const F: u32> Sub for Fixed<F> { type Output = Self; fn sub(self, o: Self) -> Self { Self(self.0 - o.0) } }
        impl<const F: u32> Mul for Fixed<F> { type Output = Self; fn mul(self, o: Self) -> Self { Self(((self.0 as i64 * o.0 as i64) >> F) as i32) } }
        impl<const F: u32> Div for Fixed<F> { type Output = Self; fn div(self, o: Self) -> Self { if o.0 == 0 { Self(i32::MAX) } else { Self((((self.0 as i64) << F) / o.0 as i64) as i32) } } }
        impl<const F: u32> Neg for Fixed<F> { type Output = Self; fn neg(self) -> Self { Self(-self.0) } }
        impl<const F: u32> From<Fixed<F>> for f64 { fn from(x: Fixed<F>) -> f64 { x.0 as f64 / (1u64 << F) as f64 } }
        impl<const F: u32> std::iter::Sum for Fixed<F> { fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Self::default(), Add::add) } }
        fn case(a: i32, b: u32) -> i64 {
            type Q = Fixed<12>;
            let x = Q::from_int(a % 100);
            let y = Q::from_int((b % 90) as i32) / Q::from_int(7);
            let root = (x * x + y * y).sqrt().unwrap_or_default();
            let total: Q = [x, y, -root].into_iter().sum();
            let as_float: f64 = total.into();
            (as_float * 1000.0) as i64 * 10 + root.floor() as i64 + (x < y) as i64
        }
    }
}

// Tables of structs and of tuples with a `usize` are constants of texts alone.
texts! {
    knapsack_items {
        #[derive(Clone, Copy)]
        struct Item { weight: usize, value: u64 }
        const CAPACITY: usize = 40;
        const ITEMS: [Item; 6] = [Item { weight: 12, value: 4 }, Item { weight: 2, value: 2 }, Item { weight: 1, value: 1 }, Item { weight: 4, value: 10 }, Item { weight: 1, value: 2 }, Item { weight: 9, value: 15 }];
        fn best(items: &[Item], capacity: usize) -> u64 {
            let mut table = [0u64; CAPACITY + 1];
            for &Item { weight, value } in items {
                for c in (weight..=capacity).rev() { table[c] = table[c].max(table[c - weight] + value); }
            }
            table[capacity]
        }
        fn unbounded(items: &[Item], capacity: usize) -> u64 {
            let mut table = [0u64; CAPACITY + 1];
            for c in 1..=capacity {
                table[c] = items.iter().filter(|item| item.weight <= c).map(|item| table[c - item.weight] + item.value).max().unwrap_or(0);
            }
            table[capacity]
        }
        fn case(a: i32, b: u32) -> i64 {
            let capacity = b as usize % (CAPACITY + 1);
            let skip = a.rem_euclid(6) as usize;
            (best(&ITEMS[skip..], capacity) * 1000 + unbounded(&ITEMS, capacity)) as i64
        }
    }
    sorting_network {
        const NETWORK: [(usize, usize); 19] = [(0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7), (0, 1), (2, 3), (4, 5), (6, 7), (2, 4), (3, 5), (1, 4), (3, 6), (1, 2), (3, 4), (5, 6)];
        fn sort8<T: PartialOrd>(v: &mut [T; 8]) { for &(i, j) in &NETWORK { if v[i] > v[j] { v.swap(i, j); } } }
        fn sort8_by<T, K: Ord>(v: &mut [T; 8], key: impl Fn(&T) -> K) { for (i, j) in NETWORK { if key(&v[i]) > key(&v[j]) { v.swap(i, j); } } }
        fn case(a: i32, b: u32) -> i64 {
            let mut v: [i32; 8] = std::array::from_fn(|i| (a.wrapping_mul(31) ^ (b as i32).wrapping_mul(i as i32 + 7)) % 100);
            let mut w = v.map(|x| (x, x.abs() as u32));
            sort8(&mut v);
            assert!(v.is_sorted());
            sort8_by(&mut w, |&(_, magnitude)| magnitude);
            assert!(w.windows(2).all(|p| p[0].1 <= p[1].1));
            let first = v.iter().zip(w.iter()).map(|(x, (y, _))| (*x as i64 - *y as i64).abs()).sum::<i64>();
            let unique = 1 + v.iter().skip(1).zip(v.iter()).filter(|(x, y)| x != y).count();
            first * 100 + unique as i64
        }
    }
}
