//! Programs that a Rust programmer would write without looking at the language's limits, in their first versions: caches, intervals, expressions, matrices,
//! codes, large integers, shortest paths and lines. Those that the language does not have yet wait in [`super::waiting_versions`].

#![allow(dead_code, unused, clippy::all, reason = "the programs are as they were first written")]

use super::{check, texts};

texts! {
    lru_cache {
        #[derive(Clone, Copy, Debug)]
        struct Entry<V> { key: u32, value: V, prev: Option<usize>, next: Option<usize> }
        struct Lru<V, const N: usize> { slots: [Option<Entry<V>>; N], head: Option<usize>, tail: Option<usize>, len: usize, hits: u32, misses: u32 }
        impl<V: Copy + Default, const N: usize> Lru<V, N> {
            fn new() -> Self { Self { slots: [None; N], head: None, tail: None, len: 0, hits: 0, misses: 0 } }
            fn find(&self, key: u32) -> Option<usize> { self.slots.iter().position(|s| s.as_ref().is_some_and(|e| e.key == key)) }
            fn unlink(&mut self, at: usize) {
                let Some(Entry { prev, next, .. }) = self.slots[at] else { return };
                match prev { Some(p) => if let Some(e) = &mut self.slots[p] { e.next = next }, None => self.head = next }
                match next { Some(n) => if let Some(e) = &mut self.slots[n] { e.prev = prev }, None => self.tail = prev }
            }
            fn push_front(&mut self, at: usize) {
                let old = self.head;
                if let Some(e) = self.slots[at].as_mut() { e.prev = None; e.next = old; }
                if let Some(h) = old { if let Some(e) = self.slots[h].as_mut() { e.prev = Some(at); } } else { self.tail = Some(at); }
                self.head = Some(at);
            }
            fn get(&mut self, key: u32) -> Option<V> {
                match self.find(key) {
                    Some(at) => { self.hits += 1; self.unlink(at); self.push_front(at); self.slots[at].map(|e| e.value) }
                    None => { self.misses += 1; None }
                }
            }
            fn put(&mut self, key: u32, value: V) -> Option<u32> {
                if let Some(at) = self.find(key) {
                    if let Some(e) = self.slots[at].as_mut() { e.value = value; }
                    self.unlink(at); self.push_front(at);
                    return None;
                }
                let (at, evicted) = if self.len < N { self.len += 1; (self.len - 1, None) } else {
                    let t = self.tail.expect("a full cache has a tail");
                    let k = self.slots[t].map(|e| e.key);
                    self.unlink(t);
                    (t, k)
                };
                self.slots[at] = Some(Entry { key, value, prev: None, next: None });
                self.push_front(at);
                evicted
            }
            fn keys(&self) -> impl Iterator<Item = u32> + '_ {
                let mut at = self.head;
                std::iter::from_fn(move || { let e = self.slots[at?].as_ref()?; at = e.next; Some(e.key) })
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut c: Lru<i64, 4> = Lru::new();
            let mut evicted = 0u64;
            let mut x = b.wrapping_add(7);
            for i in 0..40 {
                x = x.wrapping_mul(1103515245).wrapping_add(12345);
                let key = (x >> 16) % 7;
                if c.get(key).is_none() { if let Some(k) = c.put(key, i as i64 * a as i64) { evicted = evicted * 3 % 1_000_003 + u64::from(k); } }
            }
            let order = c.keys().fold(0u64, |t, k| t * 10 + k as u64);
            order as i64 * 1000 + (c.hits * 10 + c.misses) as i64 + evicted as i64
        }
    }
    merged_intervals {
        use std::cmp::{max, min};
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
        struct Interval { lo: i32, hi: i32 }
        impl Interval {
            const EMPTY: Self = Interval { lo: 1, hi: 0 };
            fn new(a: i32, b: i32) -> Self { Interval { lo: min(a, b), hi: max(a, b) } }
            fn overlaps(&self, o: &Interval) -> bool { self.lo <= o.hi && o.lo <= self.hi }
            fn union(self, o: Interval) -> Interval { Interval { lo: self.lo.min(o.lo), hi: self.hi.max(o.hi) } }
            fn len(&self) -> u32 { if self.hi < self.lo { 0 } else { self.hi.abs_diff(self.lo) + 1 } }
        }
        fn merge<const N: usize>(mut v: [Interval; N]) -> ([Interval; N], usize) {
            v.sort_unstable_by_key(|i| (i.lo, i.hi));
            let mut n = 0;
            let mut it = v.into_iter();
            let mut out = [Interval::EMPTY; N];
            let Some(mut cur) = it.next() else { return (out, 0) };
            for i in it {
                if cur.overlaps(&i) { cur = cur.union(i); } else { out[n] = cur; n += 1; cur = i; }
            }
            out[n] = cur;
            (out, n + 1)
        }
        fn gaps(v: &[Interval]) -> impl Iterator<Item = Interval> + '_ {
            v.windows(2).filter_map(|w| match w { [a, b] if a.hi + 1 < b.lo => Some(Interval { lo: a.hi + 1, hi: b.lo - 1 }), _ => None })
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut x = b ^ 0x9e37;
            let v: [Interval; 12] = std::array::from_fn(|_| { x = x.wrapping_mul(747796405).wrapping_add(2891336453); let lo = (x >> 20) as i32 % 500; Interval::new(lo, lo + (x >> 8 & 31) as i32 + a % 3) });
            let (m, n) = merge(v);
            let merged = &m[..n];
            let total: u32 = merged.iter().map(Interval::len).sum();
            let widest = merged.iter().copied().max_by_key(|i| i.len()).unwrap_or_default();
            let gap = gaps(merged).map(|g| g.len()).max().unwrap_or(0);
            total as i64 * 1_000_000 + widest.lo as i64 * 1000 + gap as i64 * 10 + n as i64
        }
    }
    expressions {
        use std::iter::Peekable;
        use std::str::Chars;
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token { Number(i64), Plus, Minus, Star, Slash, Caret, Open, Close }
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum ParseError { Unexpected(char), UnexpectedEnd, DivisionByZero, Missing(Token) }
        struct Lexer<'a> { chars: Peekable<Chars<'a>> }
        impl<'a> Lexer<'a> {
            fn new(input: &'a str) -> Self { Lexer { chars: input.chars().peekable() } }
            fn token(&mut self) -> Result<Option<Token>, ParseError> {
                while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
                let Some(c) = self.chars.next() else { return Ok(None) };
                Ok(Some(match c {
                    '+' => Token::Plus, '-' => Token::Minus, '*' => Token::Star, '/' => Token::Slash, '^' => Token::Caret,
                    '(' => Token::Open, ')' => Token::Close,
                    '0'..='9' => {
                        let mut n = i64::from(c as u32 - '0' as u32);
                        while let Some(d) = self.chars.peek().and_then(|c| c.to_digit(10)) { n = n * 10 + i64::from(d); self.chars.next(); }
                        Token::Number(n)
                    }
                    other => return Err(ParseError::Unexpected(other)),
                }))
            }
        }
        struct Parser<'a> { lexer: Lexer<'a>, current: Option<Token>, depth: u32 }
        impl<'a> Parser<'a> {
            fn new(input: &'a str) -> Result<Self, ParseError> {
                let mut lexer = Lexer::new(input);
                let current = lexer.token()?;
                Ok(Parser { lexer, current, depth: 0 })
            }
            fn advance(&mut self) -> Result<Option<Token>, ParseError> { let next = self.lexer.token()?; Ok(std::mem::replace(&mut self.current, next)) }
            fn evaluate(&mut self) -> Result<i64, ParseError> {
                let mut values = [0i64; 16];
                let mut ops = [Token::Plus; 16];
                let (mut v, mut o) = (0usize, 0usize);
                let mut unary = true;
                while let Some(token) = self.advance()? {
                    match token {
                        Token::Number(n) => { values[v] = n; v += 1; unary = false; }
                        Token::Open => { ops[o] = token; o += 1; unary = true; self.depth += 1; }
                        Token::Close => {
                            while o > 0 && ops[o - 1] != Token::Open { o -= 1; v = apply(ops[o], &mut values, v)?; }
                            if o == 0 { return Err(ParseError::Missing(Token::Open)); }
                            o -= 1; unary = false;
                        }
                        op => {
                            if unary && op == Token::Minus { values[v] = 0; v += 1; }
                            while o > 0 && precedence(ops[o - 1]) >= precedence(op) && op != Token::Caret { o -= 1; v = apply(ops[o], &mut values, v)?; }
                            ops[o] = op; o += 1; unary = true;
                        }
                    }
                }
                while o > 0 { o -= 1; if ops[o] == Token::Open { return Err(ParseError::Missing(Token::Close)); } v = apply(ops[o], &mut values, v)?; }
                if v == 1 { Ok(values[0]) } else { Err(ParseError::UnexpectedEnd) }
            }
        }
        fn precedence(t: Token) -> u8 { match t { Token::Plus | Token::Minus => 1, Token::Star | Token::Slash => 2, Token::Caret => 3, _ => 0 } }
        fn apply(op: Token, values: &mut [i64; 16], v: usize) -> Result<usize, ParseError> {
            if v < 2 { return Err(ParseError::UnexpectedEnd); }
            let (l, r) = (values[v - 2], values[v - 1]);
            values[v - 2] = match op {
                Token::Plus => l + r, Token::Minus => l - r, Token::Star => l * r,
                Token::Slash => l.checked_div(r).ok_or(ParseError::DivisionByZero)?,
                Token::Caret => l.pow(r as u32),
                t => return Err(ParseError::Missing(t)),
            };
            Ok(v - 1)
        }
        fn eval(s: &str) -> Result<i64, ParseError> { Parser::new(s)?.evaluate() }
        fn case(a: i32, b: u32) -> i64 {
            let texts = ["1 + 2*3", "(1+2)*3 - 4/2", "2^10 - 1", "7/(3-3)", "12 $ 3", "((2)", "-5 + 8", "1 2"];
            let mut t = 0i64;
            for (i, s) in texts.iter().enumerate() {
                let v = match eval(s) { Ok(v) => v, Err(ParseError::Unexpected(c)) => -(c as i64), Err(ParseError::UnexpectedEnd) => -1, Err(ParseError::DivisionByZero) => -2, Err(ParseError::Missing(_)) => -3 };
                if i as u32 <= b % 8 { t = t * 31 % 1_000_000_007 + v; }
            }
            t + a as i64
        }
    }
    determinants {
        use std::ops::{Add, Mul, Sub, Neg, Index, IndexMut};
        trait Zero { const ZERO: Self; const ONE: Self; fn is_zero(&self) -> bool; }
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Mod(u64);
        const P: u64 = 998_244_353;
        impl Zero for Mod { const ZERO: Mod = Mod(0); const ONE: Mod = Mod(1); fn is_zero(&self) -> bool { self.0 == 0 } }
        impl Add for Mod { type Output = Mod; fn add(self, o: Mod) -> Mod { Mod((self.0 + o.0) % P) } }
        impl Sub for Mod { type Output = Mod; fn sub(self, o: Mod) -> Mod { Mod((self.0 + P - o.0) % P) } }
        impl Mul for Mod { type Output = Mod; fn mul(self, o: Mod) -> Mod { Mod(self.0 * o.0 % P) } }
        impl Neg for Mod { type Output = Mod; fn neg(self) -> Mod { Mod::ZERO - self } }
        impl From<i64> for Mod { fn from(x: i64) -> Mod { Mod(x.rem_euclid(P as i64) as u64) } }
        trait Field: Copy + Zero + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> { fn inverse(self) -> Self; }
        impl Field for Mod { fn inverse(self) -> Mod { let (mut base, mut e, mut r) = (self, P - 2, Mod::ONE); while e > 0 { if e & 1 == 1 { r = r * base; } base = base * base; e >>= 1; } r } }
        #[derive(Clone, Copy)]
        struct Matrix<T, const N: usize>([[T; N]; N]);
        impl<T, const N: usize> Index<(usize, usize)> for Matrix<T, N> { type Output = T; fn index(&self, (r, c): (usize, usize)) -> &T { &self.0[r][c] } }
        impl<T, const N: usize> IndexMut<(usize, usize)> for Matrix<T, N> { fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T { &mut self.0[r][c] } }
        impl<T: Field, const N: usize> Matrix<T, N> {
            fn from_fn(f: impl Fn(usize, usize) -> T) -> Self { let mut m = Matrix([[T::ZERO; N]; N]); for r in 0..N { for c in 0..N { m[(r, c)] = f(r, c); } } m }
            fn determinant(mut self) -> T {
                let mut det = T::ONE;
                for col in 0..N {
                    let Some(pivot) = (col..N).find(|&r| !self[(r, col)].is_zero()) else { return T::ZERO };
                    if pivot != col { self.0.swap(pivot, col); det = -det; }
                    det = det * self[(col, col)];
                    let inv = self[(col, col)].inverse();
                    for r in col + 1..N {
                        let factor = self[(r, col)] * inv;
                        for c in col..N { let d = factor * self[(col, c)]; self[(r, c)] = self[(r, c)] - d; }
                    }
                }
                det
            }
            fn trace(&self) -> T { (0..N).map(|i| self[(i, i)]).fold(T::ZERO, |a, b| a + b) }
        }
        fn case(a: i32, b: u32) -> i64 {
            let m: Matrix<Mod, 4> = Matrix::from_fn(|r, c| Mod::from((r as i64 + 2) * (c as i64 * c as i64 + a as i64) + (b as i64 >> (r + c)) - (r ^ c) as i64));
            let n = Matrix::<Mod, 3>::from_fn(|r, c| if r == c { Mod::from(b as i64 + 1) } else { Mod(r as u64) });
            m.determinant().0 as i64 + n.determinant().0 as i64 * 3 + m.trace().0 as i64
        }
    }
    huffman_lengths {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Node { Leaf { symbol: u8, weight: u32 }, Inner { left: usize, right: usize, weight: u32 } }
        impl Node { fn weight(&self) -> u32 { match self { Node::Leaf { weight, .. } | Node::Inner { weight, .. } => *weight } } }
        struct Tree<const M: usize> { nodes: [Option<Node>; M], used: usize }
        impl<const M: usize> Tree<M> {
            fn build(counts: &[u32]) -> Option<(Self, usize)> {
                let mut tree = Tree { nodes: [None; M], used: 0 };
                let mut live = [false; M];
                for (symbol, &weight) in counts.iter().enumerate().filter(|&(_, &w)| w > 0) {
                    live[tree.used] = true;
                    tree.push(Node::Leaf { symbol: symbol as u8, weight });
                }
                loop {
                    let left = tree.lightest(&live)?;
                    live[left] = false;
                    let Some(right) = tree.lightest(&live) else { return Some((tree, left)) };
                    live[right] = false;
                    let weight = [left, right].iter().filter_map(|&i| tree.nodes[i]).map(|n| n.weight()).sum();
                    live[tree.used] = true;
                    tree.push(Node::Inner { left, right, weight });
                }
            }
            fn push(&mut self, node: Node) { self.nodes[self.used] = Some(node); self.used += 1; }
            fn lightest(&self, live: &[bool; M]) -> Option<usize> {
                (0..self.used).filter(|&i| live[i]).min_by_key(|&i| (self.nodes[i].map_or(u32::MAX, |n| n.weight()), i))
            }
            fn lengths(&self, root: usize) -> [u8; 16] {
                let mut out = [0; 16];
                let mut stack = [(root, 0u8); 32];
                let mut top = 1;
                while top > 0 {
                    top -= 1;
                    let (at, depth) = stack[top];
                    match self.nodes[at] {
                        Some(Node::Leaf { symbol, .. }) => out[usize::from(symbol)] = depth.max(1),
                        Some(Node::Inner { left, right, .. }) => { for child in [left, right] { stack[top] = (child, depth + 1); top += 1; } }
                        None => unreachable!(),
                    }
                }
                out
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut counts = [0u32; 16];
            let mut x = b + 1;
            for i in 0..60u32 { x = x * 1103 % 65_521 + a.unsigned_abs(); counts[(x as usize * 7 + i as usize) % 16 % (3 + b as usize % 13)] += 1 + i / 20; }
            let Some((tree, root)) = Tree::<32>::build(&counts) else { return -1 };
            let lengths = tree.lengths(root);
            let bits: u32 = counts.iter().zip(&lengths).map(|(&c, &l)| c * u32::from(l)).sum();
            let kraft: f64 = lengths.iter().filter(|l| **l > 0).map(|&l| 0.5f64.powi(l as i32)).sum();
            bits as i64 * 1000 + (kraft * 100.0) as i64 + lengths.iter().max().copied().unwrap_or(0) as i64
        }
    }
    large_integers {
        use std::ops::{Mul, MulAssign, AddAssign};
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct BigUint<const L: usize> { limbs: [u32; L] }
        impl<const L: usize> From<u32> for BigUint<L> { fn from(x: u32) -> Self { let mut limbs = [0; L]; limbs[0] = x; Self { limbs } } }
        impl<const L: usize> MulAssign<u32> for BigUint<L> {
            fn mul_assign(&mut self, rhs: u32) {
                let mut carry = 0u64;
                for limb in self.limbs.iter_mut() { let t = *limb as u64 * rhs as u64 + carry; *limb = t as u32; carry = t >> 32; }
                assert_eq!(carry, 0, "overflow");
            }
        }
        impl<const L: usize> AddAssign<&BigUint<L>> for BigUint<L> {
            fn add_assign(&mut self, rhs: &BigUint<L>) {
                let mut carry = false;
                for (a, &b) in self.limbs.iter_mut().zip(rhs.limbs.iter()) { let (s, c1) = a.overflowing_add(b); let (s, c2) = s.overflowing_add(carry as u32); *a = s; carry = c1 | c2; }
            }
        }
        impl<const L: usize> Mul<u32> for BigUint<L> { type Output = Self; fn mul(mut self, rhs: u32) -> Self { self *= rhs; self } }
        impl<const L: usize> BigUint<L> {
            fn divmod_small(&mut self, d: u32) -> u32 { self.limbs.iter_mut().rev().fold(0u64, |rem, limb| { let cur = rem << 32 | *limb as u64; *limb = (cur / d as u64) as u32; cur % d as u64 }) as u32 }
            fn is_zero(&self) -> bool { self.limbs.iter().all(|&l| l == 0) }
            fn digit_sum(mut self) -> u32 { let mut sum = 0; while !self.is_zero() { sum += self.divmod_small(10); } sum }
            fn bits(&self) -> u32 { self.limbs.iter().enumerate().rev().find(|(_, l)| **l != 0).map_or(0, |(i, l)| i as u32 * 32 + 32 - l.leading_zeros()) }
        }
        fn factorial<const L: usize>(n: u32) -> BigUint<L> { (2..=n).fold(BigUint::from(1), |acc, k| acc * k) }
        fn fibonacci<const L: usize>(n: u32) -> BigUint<L> { let (mut a, mut b) = (BigUint::from(0), BigUint::from(1)); for _ in 0..n { let next = { let mut t = a; t += &b; t }; a = b; b = next; } a }
        fn case(a: i32, b: u32) -> i64 {
            let f = factorial::<8>(b % 50 + 1);
            let g: BigUint<4> = fibonacci(a.unsigned_abs() % 100);
            f.digit_sum() as i64 * 1_000_000 + f.bits() as i64 * 1000 + g.digit_sum() as i64 + (g.limbs[0] % 97) as i64
        }
    }
    shortest_paths {
        use std::cmp::Ordering;
        #[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
        struct State { cost: u32, node: usize }
        impl Ord for State { fn cmp(&self, other: &Self) -> Ordering { other.cost.cmp(&self.cost).then_with(|| self.node.cmp(&other.node)) } }
        impl PartialOrd for State { fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) } }
        struct BinaryHeap<T, const N: usize> { data: [T; N], len: usize }
        impl<T: Ord + Copy + Default, const N: usize> BinaryHeap<T, N> {
            fn new() -> Self { BinaryHeap { data: [T::default(); N], len: 0 } }
            fn push(&mut self, item: T) {
                let mut i = self.len;
                self.data[i] = item;
                self.len += 1;
                while i > 0 { let parent = (i - 1) / 2; if self.data[i] <= self.data[parent] { break; } self.data.swap(i, parent); i = parent; }
            }
            fn pop(&mut self) -> Option<T> {
                self.len = self.len.checked_sub(1)?;
                self.data.swap(0, self.len);
                let mut i = 0;
                loop {
                    let (l, r) = (2 * i + 1, 2 * i + 2);
                    let mut largest = i;
                    for c in [l, r] { if c < self.len && self.data[c] > self.data[largest] { largest = c; } }
                    if largest == i { break; }
                    self.data.swap(i, largest);
                    i = largest;
                }
                Some(self.data[self.len])
            }
        }
        struct Graph<'a> { offsets: &'a [usize], targets: &'a [usize], weights: &'a [u32] }
        impl<'a> Graph<'a> {
            fn edges(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + 'a {
                let range = self.offsets[node]..self.offsets[node + 1];
                self.targets[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
            }
            fn shortest<const V: usize>(&self, start: usize, goal: usize) -> Option<(u32, [Option<usize>; V])> {
                let mut dist = [u32::MAX; V];
                let mut prev = [None; V];
                let mut heap: BinaryHeap<State, 64> = BinaryHeap::new();
                dist[start] = 0;
                heap.push(State { cost: 0, node: start });
                while let Some(State { cost, node }) = heap.pop() {
                    if node == goal { return Some((cost, prev)); }
                    if cost > dist[node] { continue; }
                    for (to, w) in self.edges(node) {
                        let next = State { cost: cost + w, node: to };
                        if next.cost < dist[to] { heap.push(next); dist[to] = next.cost; prev[to] = Some(node); }
                    }
                }
                None
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let offsets = [0, 2, 4, 6, 8, 9, 9];
            let targets = [1, 2, 2, 3, 3, 4, 4, 0, 1];
            let weights = [7, 9, 1 + b % 5, 15, 11, 2, 6, 3, a.unsigned_abs() % 10 + 1];
            let g = Graph { offsets: &offsets, targets: &targets, weights: &weights };
            let mut total = 0i64;
            for goal in 0..6 {
                total = total * 101 % 1_000_003;
                if let Some((cost, prev)) = g.shortest::<6>(b as usize % 5, goal) {
                    let mut hops = 0;
                    let mut at = goal;
                    while let Some(p) = prev[at] { hops += 1; at = p; if hops > 6 { break; } }
                    total += cost as i64 * 10 + hops;
                } else { total += 1; }
            }
            total
        }
    }
    lines_on_a_canvas {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Point { x: i32, y: i32 }
        fn line(from: Point, to: Point, mut plot: impl FnMut(Point)) {
            let (dx, dy) = ((to.x - from.x).abs(), -(to.y - from.y).abs());
            let (sx, sy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
            let (mut p, mut err) = (from, dx + dy);
            loop {
                plot(p);
                if p == to { break; }
                let e2 = 2 * err;
                if e2 >= dy { err += dy; p.x += sx; }
                if e2 <= dx { err += dx; p.y += sy; }
            }
        }
        struct Canvas<const W: usize, const H: usize> { pixels: [[u8; W]; H], clipped: u32 }
        impl<const W: usize, const H: usize> Canvas<W, H> {
            fn new() -> Self { Self { pixels: [[b'.'; W]; H], clipped: 0 } }
            fn pixel_mut(&mut self, p: Point) -> Option<&mut u8> {
                let x = usize::try_from(p.x).ok()?;
                let y = usize::try_from(p.y).ok()?;
                self.pixels.get_mut(y)?.get_mut(x)
            }
            fn put(&mut self, p: Point, c: u8) { match self.pixel_mut(p) { Some(px) => *px = c, None => self.clipped += 1 } }
            fn polygon(&mut self, points: &[Point], c: u8) {
                for (i, &a) in points.iter().enumerate() { let b = points[(i + 1) % points.len()]; line(a, b, |p| self.put(p, c)); }
            }
            fn count(&self, c: u8) -> usize { self.pixels.iter().map(|row| row.iter().filter(|&&p| p == c).count()).sum() }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut canvas = Canvas::<16, 12>::new();
            let shift = |p: Point| Point { x: p.x + a % 5, y: p.y - (b % 3) as i32 };
            let tri = [Point { x: 1, y: 1 }, Point { x: 12, y: 3 }, Point { x: 5, y: 10 }].map(shift);
            canvas.polygon(&tri, b'#');
            let mut length = 0;
            line(Point { x: 0, y: 11 }, tri[1], |_| length += 1);
            let hash = canvas.pixels.iter().flatten().fold(7u32, |h, &p| h.wrapping_mul(31) ^ p as u32);
            canvas.count(b'#') as i64 * 100 + length as i64 + canvas.clipped as i64 * 10_000 + (hash % 1000) as i64 * 1_000_000
        }
    }
    places_on_several_ways {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Error { Missing(u32), Range { at: usize } }
        struct Map { keys: [u32; 8], vals: [u32; 8], rows: [[u16; 3]; 4], n: usize }
        impl Map {
            fn slot(&mut self, k: u32) -> Result<&mut u32, Error> {
                let at = self.keys.iter().position(|&x| x == k).ok_or(Error::Missing(k))?;
                Ok(&mut self.vals[at])
            }
            fn checked(&mut self, k: usize) -> Result<&mut u32, Error> {
                if k == 3 { return Err(Error::Range { at: k }); }
                self.n += 1;
                self.vals.get_mut(k * 2).ok_or(Error::Range { at: k })
            }
            fn cell(&mut self, x: i32, y: i32) -> Option<&mut u16> {
                if x == 1 && y == 1 { return None; }
                self.rows.get_mut(usize::try_from(y).ok()?)?.get_mut(usize::try_from(x).ok()?)
            }
        }
        fn bump(m: &mut Map, k: u32) -> Result<u32, Error> { let v = m.slot(k)?; *v += 10; Ok(*v) }
        fn case(a: i32, b: u32) -> i64 {
            let mut m = Map { keys: [9, 8, 7, 6, 5, 4, 3, b], vals: [1; 8], rows: [[0; 3]; 4], n: 0 };
            let mut t = 0i64;
            for k in 0..10 {
                match bump(&mut m, k) { Ok(v) => t += v as i64, Err(Error::Missing(k)) => t -= k as i64, Err(Error::Range { .. }) => t += 1000 }
                match m.checked(k as usize) { Ok(v) => *v += k, Err(_) => t = t * 3 + 1 }
            }
            for i in -1..5 { for j in -1..4 { if let Some(c) = m.cell(i, j) { *c += (i * 3 + j) as u16; } } }
            t = t * 7 + m.rows.iter().flatten().fold(0i64, |t, &c| t * 5 % 10007 + c as i64);
            m.vals.iter().fold(t, |t, &v| t * 31 % 1000003 + v as i64) + a as i64 + m.n as i64
        }
    }
}
