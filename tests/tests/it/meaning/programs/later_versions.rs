//! Programs that were written from the guide alone, before any of them was compiled, from fields that no program before had. They stand in their first
//! versions.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    kalman_filter {
        use std::ops::{Add, Sub, Mul, Index, IndexMut};
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Matrix<const R: usize, const C: usize> { data: [[f64; C]; R] }
        impl<const R: usize, const C: usize> Matrix<R, C> {
            const ZERO: Self = Matrix { data: [[0.0; C]; R] };
            fn new(data: [[f64; C]; R]) -> Self { Self { data } }
            fn transpose(&self) -> Matrix<C, R> {
                let mut result = Matrix::ZERO;
                for (r, row) in self.data.iter().enumerate() {
                    for (c, &value) in row.iter().enumerate() {
                        result[(c, r)] = value;
                    }
                }
                result
            }
            fn map(self, f: impl Fn(f64) -> f64) -> Self { Self { data: self.data.map(|row| row.map(&f)) } }
        }
        impl<const N: usize> Matrix<N, N> {
            fn identity() -> Self { let mut m = Self::ZERO; for i in 0..N { m[(i, i)] = 1.0; } m }
            fn trace(&self) -> f64 { (0..N).map(|i| self[(i, i)]).sum() }
        }
        impl Matrix<2, 2> {
            fn inverse(self) -> Option<Self> {
                let [[a, b], [c, d]] = self.data;
                let det = a * d - b * c;
                if det.abs() < 1e-12 { return None; }
                Some(Matrix::new([[d, -b], [-c, a]]).map(|x| x / det))
            }
        }
        impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
            type Output = f64;
            fn index(&self, (r, c): (usize, usize)) -> &f64 { &self.data[r][c] }
        }
        impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
            fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f64 { &mut self.data[r][c] }
        }
        impl<const R: usize, const C: usize> Add for Matrix<R, C> {
            type Output = Self;
            fn add(mut self, rhs: Self) -> Self {
                for r in 0..R { for c in 0..C { self[(r, c)] += rhs[(r, c)]; } }
                self
            }
        }
        impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self { Matrix { data: std::array::from_fn(|r| std::array::from_fn(|c| self.data[r][c] - rhs.data[r][c])) } }
        }
        impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, rhs: Matrix<K, C>) -> Matrix<R, C> {
                let mut out = Matrix::<R, C>::ZERO;
                for r in 0..R { for c in 0..C { out[(r, c)] = (0..K).map(|k| self[(r, k)] * rhs[(k, c)]).sum(); } }
                out
            }
        }
        struct Kalman { x: Matrix<2, 1>, p: Matrix<2, 2>, f: Matrix<2, 2>, h: Matrix<1, 2>, q: Matrix<2, 2>, r: f64 }
        impl Kalman {
            fn new(dt: f64) -> Self {
                Kalman {
                    x: Matrix::ZERO,
                    p: Matrix::identity().map(|x| x * 100.0),
                    f: Matrix::new([[1.0, dt], [0.0, 1.0]]),
                    h: Matrix::new([[1.0, 0.0]]),
                    q: Matrix::new([[0.01, 0.0], [0.0, 0.01]]),
                    r: 1.0,
                }
            }
            fn predict(&mut self) {
                self.x = self.f * self.x;
                self.p = self.f * self.p * self.f.transpose() + self.q;
            }
            fn update(&mut self, measured: f64) {
                let innovation = measured - (self.h * self.x)[(0, 0)];
                let s = (self.h * self.p * self.h.transpose())[(0, 0)] + self.r;
                let gain = (self.p * self.h.transpose()).map(|v| v / s);
                self.x = self.x + gain.map(|g| g * innovation);
                self.p = (Matrix::identity() - gain * self.h) * self.p;
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut filter = Kalman::new(0.5);
            let speed = (a % 50) as f64;
            for step in 1..=12 {
                let noise = ((step * 7 + b % 11) % 5) as f64 - 2.0;
                filter.predict();
                filter.update(speed * step as f64 * 0.5 + noise);
            }
            let inverse = filter.p.inverse().map_or(0.0, |m| m.trace());
            (filter.x[(0, 0)] * 1000.0).round() as i64 + (filter.x[(1, 0)] * 1000.0).round() as i64 * 100_000 + (inverse * 10.0) as i64
        }
    }
    quadtree {
        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Point { x: f32, y: f32 }
        #[derive(Debug, Clone, Copy)]
        struct Rect { center: Point, half: f32 }
        impl Rect {
            fn contains(&self, p: &Point) -> bool {
                (p.x - self.center.x).abs() <= self.half && (p.y - self.center.y).abs() <= self.half
            }
            fn quadrant(&self, p: Point) -> usize {
                match (p.x >= self.center.x, p.y >= self.center.y) {
                    (false, false) => 0,
                    (true, false) => 1,
                    (false, true) => 2,
                    (true, true) => 3,
                }
            }
            fn child(&self, quadrant: usize) -> Rect {
                let h = self.half / 2.0;
                let dx = if quadrant & 1 != 0 { h } else { -h };
                let dy = if quadrant & 2 != 0 { h } else { -h };
                Rect { center: Point { x: self.center.x + dx, y: self.center.y + dy }, half: h }
            }
            fn intersects(&self, other: &Rect) -> bool {
                let reach = self.half + other.half;
                (self.center.x - other.center.x).abs() <= reach && (self.center.y - other.center.y).abs() <= reach
            }
        }
        #[derive(Debug, Clone, Copy)]
        enum Node { Empty, Leaf(Point), Branch([usize; 4]) }
        const MAX_NODES: usize = 64;
        struct QuadTree { nodes: [Node; MAX_NODES], len: usize, bounds: Rect }
        impl QuadTree {
            fn new(bounds: Rect) -> Self { Self { nodes: [Node::Empty; MAX_NODES], len: 1, bounds } }
            fn allocate(&mut self) -> Option<usize> {
                let id = self.len;
                if id >= MAX_NODES { return None; }
                self.nodes[id] = Node::Empty;
                self.len += 1;
                Some(id)
            }
            fn insert(&mut self, point: Point) -> bool {
                if !self.bounds.contains(&point) { return false; }
                let mut bounds = self.bounds;
                let mut current = 0;
                for _ in 0..8 {
                    match self.nodes[current] {
                        Node::Empty => { self.nodes[current] = Node::Leaf(point); return true; }
                        Node::Leaf(old) if old == point => return false,
                        Node::Leaf(old) => {
                            let mut children = [0; 4];
                            for child in &mut children {
                                let Some(id) = self.allocate() else { return false };
                                *child = id;
                            }
                            self.nodes[children[bounds.quadrant(old)]] = Node::Leaf(old);
                            self.nodes[current] = Node::Branch(children);
                        }
                        Node::Branch(children) => {
                            let q = bounds.quadrant(point);
                            current = children[q];
                            bounds = bounds.child(q);
                        }
                    }
                }
                false
            }
            fn count_in(&self, area: Rect) -> usize {
                let mut stack = [(0usize, self.bounds); 32];
                let mut top = 1;
                let mut found = 0;
                while top > 0 {
                    top -= 1;
                    let (node, bounds) = stack[top];
                    if !bounds.intersects(&area) { continue; }
                    match &self.nodes[node] {
                        Node::Empty => {}
                        Node::Leaf(p) => if area.contains(p) { found += 1 },
                        Node::Branch(children) => for (q, &child) in children.iter().enumerate() {
                            stack[top] = (child, bounds.child(q));
                            top += 1;
                        },
                    }
                }
                found
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut tree = QuadTree::new(Rect { center: Point { x: 0.0, y: 0.0 }, half: 100.0 });
            let mut seed = (a as u32).wrapping_mul(747796405).wrapping_add(b);
            let mut inserted = 0;
            for _ in 0..12 {
                seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                let x = (seed >> 24) as f32 - 128.0;
                let y = (seed >> 16 & 0xff) as f32 - 128.0;
                if tree.insert(Point { x, y }) { inserted += 1; }
            }
            let near = tree.count_in(Rect { center: Point { x: 10.0, y: -20.0 }, half: 60.0 });
            let branches = tree.nodes[..tree.len].iter().filter(|n| matches!(n, Node::Branch(_))).count();
            (inserted * 10000 + near * 100 + branches) as i64
        }
    }
    interval_arithmetic {
        use std::ops::{Add, Mul, Neg, Sub, Div};
        use std::cmp::Ordering;
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        struct Interval { lo: f64, hi: f64 }
        impl Interval {
            const UNIT: Interval = Interval { lo: 0.0, hi: 1.0 };
            const ALL: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
            fn new(lo: f64, hi: f64) -> Self { assert!(lo <= hi, "an interval needs lo <= hi"); Self { lo, hi } }
            fn point(x: f64) -> Self { Self::new(x, x) }
            fn width(self) -> f64 { self.hi - self.lo }
            fn midpoint(self) -> f64 { 0.5 * (self.lo + self.hi) }
            fn contains(&self, x: f64) -> bool { (self.lo..=self.hi).contains(&x) }
            fn hull(self, other: Self) -> Self { Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) } }
            fn intersect(self, other: Self) -> Option<Self> {
                let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
                (lo <= hi).then(|| Self { lo, hi })
            }
            fn square(self) -> Self {
                let (a, b) = (self.lo * self.lo, self.hi * self.hi);
                if self.contains(0.0) { Self::new(0.0, a.max(b)) } else { Self::new(a.min(b), a.max(b)) }
            }
        }
        impl From<f64> for Interval { fn from(x: f64) -> Self { Self::point(x) } }
        impl Neg for Interval { type Output = Self; fn neg(self) -> Self { Self { lo: -self.hi, hi: -self.lo } } }
        impl Add for Interval { type Output = Self; fn add(self, o: Self) -> Self { Self { lo: self.lo + o.lo, hi: self.hi + o.hi } } }
        impl Sub for Interval { type Output = Self; fn sub(self, o: Self) -> Self { self + -o } }
        impl Mul for Interval {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                let products = [self.lo * o.lo, self.lo * o.hi, self.hi * o.lo, self.hi * o.hi];
                let lo = products.iter().copied().fold(f64::INFINITY, f64::min);
                let hi = products.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                Self { lo, hi }
            }
        }
        impl Mul<f64> for Interval { type Output = Self; fn mul(self, k: f64) -> Self { self * Interval::from(k) } }
        impl Mul<Interval> for f64 { type Output = Interval; fn mul(self, o: Interval) -> Interval { o * self } }
        impl Div for Interval {
            type Output = Self;
            fn div(self, o: Self) -> Self {
                if o.contains(0.0) { return Self::ALL; }
                self * Self { lo: 1.0 / o.hi, hi: 1.0 / o.lo }
            }
        }
        impl PartialOrd for Interval {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                if self == other { Some(Ordering::Equal) }
                else if self.hi < other.lo { Some(Ordering::Less) }
                else if self.lo > other.hi { Some(Ordering::Greater) }
                else { None }
            }
        }
        /// Newton's method on intervals for x^2 = n.
        fn root(n: f64) -> Option<Interval> {
            let mut x = Interval::UNIT.hull(Interval::point(n));
            for _ in 0..20 {
                let m = x.midpoint();
                let f = Interval::point(m * m - n);
                let next = Interval::point(m) - f / (2.0 * x);
                x = x.intersect(next)?;
                if x.width() < 1e-6 { break; }
            }
            Some(x)
        }
        fn case(a: i32, b: u32) -> i64 {
            let x = Interval::new(a as f64 - 1.0, a as f64 + 1.5);
            let y: Interval = (b as f64).into();
            let z = (x * y - x.square()) * 0.5;
            let order = match x.partial_cmp(&y) { Some(Ordering::Less) => 1, Some(Ordering::Equal) => 2, Some(Ordering::Greater) => 3, None => 4 };
            let r = root(b as f64 + 2.0).unwrap_or_default();
            z.lo as i64 * 100 + z.hi as i64 * 10 + order + (r.midpoint() * 10000.0).round() as i64 * 1000 + (x < y) as i64
        }
    }
    fibonacci_of_limbs {
        use std::cmp::Ordering;
        use std::ops::{Add, AddAssign, Mul, Shl, Sub, Rem};
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Big<const N: usize> { limbs: [u32; N] }
        impl<const N: usize> Default for Big<N> { fn default() -> Self { Self { limbs: [0; N] } } }
        impl<const N: usize> From<u64> for Big<N> {
            fn from(value: u64) -> Self {
                let mut limbs = [0; N];
                limbs[0] = value as u32;
                limbs[1] = (value >> 32) as u32;
                Self { limbs }
            }
        }
        impl<const N: usize> AddAssign<&Big<N>> for Big<N> {
            fn add_assign(&mut self, other: &Self) {
                let mut carry = false;
                for (a, b) in self.limbs.iter_mut().zip(&other.limbs) {
                    let (sum, c1) = a.overflowing_add(*b);
                    let (sum, c2) = sum.overflowing_add(carry as u32);
                    *a = sum;
                    carry = c1 | c2;
                }
            }
        }
        impl<const N: usize> Add for Big<N> { type Output = Self; fn add(mut self, other: Self) -> Self { self += &other; self } }
        impl<const N: usize> Sub for Big<N> {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                let mut borrow = 0i64;
                let mut limbs = [0u32; N];
                for i in 0..N {
                    let d = self.limbs[i] as i64 - other.limbs[i] as i64 + borrow;
                    limbs[i] = d as u32;
                    borrow = d >> 32;
                }
                Self { limbs }
            }
        }
        impl<const N: usize> Mul for Big<N> {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                let mut out = [0u32; N];
                for (i, &a) in self.limbs.iter().enumerate() {
                    let mut carry = 0u64;
                    for (j, &b) in rhs.limbs[..N - i].iter().enumerate() {
                        let t = a as u64 * b as u64 + out[i + j] as u64 + carry;
                        out[i + j] = t as u32;
                        carry = t >> 32;
                    }
                }
                Self { limbs: out }
            }
        }
        impl<const N: usize> Shl<u32> for Big<N> {
            type Output = Self;
            fn shl(self, bits: u32) -> Self {
                let (words, bits) = (bits as usize / 32, bits % 32);
                let mut limbs = [0; N];
                for i in (words..N).rev() {
                    let high = self.limbs[i - words] << bits;
                    let low = if bits > 0 && i > words { self.limbs[i - words - 1] >> (32 - bits) } else { 0 };
                    limbs[i] = high | low;
                }
                Big { limbs }
            }
        }
        impl<const N: usize> PartialOrd for Big<N> { fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) } }
        impl<const N: usize> Ord for Big<N> {
            fn cmp(&self, other: &Self) -> Ordering { self.limbs.iter().rev().cmp(other.limbs.iter().rev()) }
        }
        impl<const N: usize> Big<N> {
            fn bits(&self) -> u32 {
                match self.limbs.iter().rposition(|&l| l != 0) {
                    Some(top) => top as u32 * 32 + 32 - self.limbs[top].leading_zeros(),
                    None => 0,
                }
            }
            fn div_rem_small(&self, d: u32) -> (Self, u32) {
                let mut q = *self;
                let rem = q.limbs.iter_mut().rev().fold(0u64, |rem, limb| {
                    let cur = rem << 32 | u64::from(*limb);
                    *limb = (cur / u64::from(d)) as u32;
                    cur % u64::from(d)
                });
                (q, rem as u32)
            }
            fn digit_sum(mut self) -> u32 {
                let mut sum = 0;
                while self != Self::default() {
                    let (q, r) = self.div_rem_small(10);
                    sum += r;
                    self = q;
                }
                sum
            }
        }
        impl<const N: usize> Rem for Big<N> {
            type Output = Self;
            fn rem(mut self, modulus: Self) -> Self {
                while self >= modulus {
                    let mut shift = self.bits() - modulus.bits();
                    if modulus << shift > self { shift -= 1; }
                    self = self - (modulus << shift);
                }
                self
            }
        }
        fn fibonacci<const N: usize>(n: u32) -> Big<N> {
            let (mut a, mut b) = (Big::from(0), Big::from(1));
            for _ in 0..n { (a, b) = (b, a + b); }
            a
        }
        fn case(a: i32, b: u32) -> i64 {
            let f: Big<8> = fibonacci(b % 300);
            let m = Big::from(a.unsigned_abs() as u64 + 1_000_003);
            let g = (f * f) % m;
            f.digit_sum() as i64 * 10_000_000 + g.limbs[0] as i64 + f.bits() as i64
        }
    }
    chess_bitboards {
        use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl};
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        struct Bitboard(u64);
        impl BitAnd for Bitboard { type Output = Self; fn bitand(self, o: Self) -> Self { Self(self.0 & o.0) } }
        impl BitOr for Bitboard { type Output = Self; fn bitor(self, o: Self) -> Self { Self(self.0 | o.0) } }
        impl BitOrAssign for Bitboard { fn bitor_assign(&mut self, o: Self) { self.0 |= o.0 } }
        impl Not for Bitboard { type Output = Self; fn not(self) -> Self { Self(!self.0) } }
        impl Shl<i32> for Bitboard { type Output = Self; fn shl(self, n: i32) -> Self { if n >= 0 { Self(self.0 << n) } else { Self(self.0 >> -n) } } }
        impl Iterator for Bitboard {
            type Item = Square;
            fn next(&mut self) -> Option<Square> {
                if self.0 == 0 { return None; }
                let square = Square(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(square)
            }
        }
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        struct Square(u8);
        impl Square {
            fn new(file: i8, rank: i8) -> Option<Self> {
                if (0..8).contains(&file) && (0..8).contains(&rank) { Some(Square((rank * 8 + file) as u8)) } else { None }
            }
            const fn file(self) -> i8 { (self.0 % 8) as i8 }
            const fn rank(self) -> i8 { (self.0 / 8) as i8 }
            fn board(self) -> Bitboard { Bitboard(1 << self.0) }
        }
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Piece { Knight, Bishop, Rook, Queen, King }
        const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        const STRAIGHTS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        fn slide(from: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
            let mut attacks = Bitboard::default();
            for &(df, dr) in directions {
                let (mut f, mut r) = (from.file() + df, from.rank() + dr);
                while let Some(square) = Square::new(f, r) {
                    attacks |= square.board();
                    if occupied & square.board() != Bitboard(0) { break; }
                    f += df;
                    r += dr;
                }
            }
            attacks
        }
        fn step<'a>(from: Square, offsets: impl Iterator<Item = &'a (i8, i8)>) -> Bitboard {
            offsets
                .filter_map(|(df, dr)| Square::new(from.file() + df, from.rank() + dr))
                .fold(Bitboard(0), |board, square| board | square.board())
        }
        fn attacks(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
            match piece {
                Piece::Knight => step(from, JUMPS.iter()),
                Piece::King => step(from, DIAGONALS.iter().chain(STRAIGHTS.iter())),
                Piece::Bishop => slide(from, occupied, &DIAGONALS),
                Piece::Rook => slide(from, occupied, &STRAIGHTS),
                Piece::Queen => slide(from, occupied, &DIAGONALS) | slide(from, occupied, &STRAIGHTS),
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let occupied = Bitboard((a as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) & (b as u64).wrapping_mul(0xD1B5_4A32_D192_ED03));
            let from = Square((b % 64) as u8);
            let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
            let mut total = 0;
            for (weight, piece) in (1..).zip(pieces) {
                let reach = attacks(piece, from, occupied) & !from.board();
                total += weight * reach.0.count_ones() as i64;
                total += reach.map(|s| s.0 as i64).sum::<i64>();
                if let Some(highest) = reach.max() { total += highest.rank() as i64 * 1000; }
            }
            let pushed = (occupied << 8) & !occupied | occupied << -8;
            total * 100 + pushed.0.count_ones() as i64
        }
    }
    huffman {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Tree { Leaf { symbol: u8 }, Node { left: u8, right: u8 } }
        #[derive(Clone, Copy, Debug, Default)]
        struct Code { bits: u32, length: u8 }
        const SYMBOLS: usize = 16;
        struct Builder { nodes: [Tree; 2 * SYMBOLS], weights: [u32; 2 * SYMBOLS], alive: [bool; 2 * SYMBOLS], len: usize }
        impl Builder {
            fn from_frequencies(frequencies: &[u32; SYMBOLS]) -> Self {
                let mut builder = Builder { nodes: [Tree::Leaf { symbol: 0 }; 2 * SYMBOLS], weights: [0; 2 * SYMBOLS], alive: [false; 2 * SYMBOLS], len: 0 };
                for (symbol, &weight) in frequencies.iter().enumerate() {
                    if weight > 0 { builder.add(Tree::Leaf { symbol: symbol as u8 }, weight); }
                }
                builder
            }
            fn add(&mut self, node: Tree, weight: u32) -> usize {
                let at = self.len;
                self.nodes[at] = node;
                self.weights[at] = weight;
                self.alive[at] = true;
                self.len += 1;
                at
            }
            fn take_lightest(&mut self) -> Option<usize> {
                let (at, _) = self.weights[..self.len]
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| self.alive[*i])
                    .min_by_key(|&(i, &w)| (w, i))?;
                self.alive[at] = false;
                Some(at)
            }
            fn build(&mut self) -> Option<usize> {
                let mut first = self.take_lightest()?;
                while let Some(second) = self.take_lightest() {
                    let weight = self.weights[first] + self.weights[second];
                    self.add(Tree::Node { left: first as u8, right: second as u8 }, weight);
                    first = self.take_lightest()?;
                }
                Some(first)
            }
            fn codes(&self, root: usize) -> [Code; SYMBOLS] {
                let mut codes = [Code::default(); SYMBOLS];
                let mut stack = [(0usize, Code::default()); 2 * SYMBOLS];
                let mut depth = 0;
                stack[depth] = (root, Code::default());
                depth += 1;
                while depth > 0 {
                    depth -= 1;
                    let (at, code) = stack[depth];
                    match self.nodes[at] {
                        Tree::Leaf { symbol } => codes[symbol as usize] = Code { length: code.length.max(1), ..code },
                        Tree::Node { left, right } => {
                            for (bit, child) in [left, right].into_iter().enumerate() {
                                stack[depth] = (child.into(), Code { bits: code.bits << 1 | bit as u32, length: code.length + 1 });
                                depth += 1;
                            }
                        }
                    }
                }
                codes
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let message = *b"abracadabra, a banana for a panda";
            let mut frequencies = [0; SYMBOLS];
            for byte in message.iter().filter(|c| c.is_ascii_lowercase()) { frequencies[(*byte - b'a') as usize % SYMBOLS] += 1; }
            frequencies[b as usize % SYMBOLS] += a.unsigned_abs() % 50;
            let mut builder = Builder::from_frequencies(&frequencies);
            let Some(root) = builder.build() else { return -1 };
            let codes = builder.codes(root);
            let total: u32 = codes.iter().zip(frequencies).map(|(code, f)| code.length as u32 * f).sum();
            let kraft: f64 = codes.iter().filter(|c| c.length > 0).map(|c| 0.5f64.powi(c.length as i32)).sum();
            let longest = codes.iter().map(|c| c.length).max().unwrap_or(0);
            let deepest = codes.iter().position(|c| c.length == longest).unwrap();
            total as i64 * 100_000 + (kraft * 100.0) as i64 * 100 + longest as i64 * 16 + codes[deepest].bits as i64 % 16
        }
    }
    roman_numerals {
        const NUMERALS: [(u32, &str); 13] = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
            (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ];
        #[derive(Clone, Copy)]
        struct Text<const N: usize> { bytes: [u8; N], len: usize }
        impl<const N: usize> Text<N> {
            fn new() -> Self { Text { bytes: [0; N], len: 0 } }
            fn push_str(&mut self, s: &str) {
                for b in s.bytes() { self.bytes[self.len] = b; self.len += 1; }
            }
            fn as_bytes(&self) -> &[u8] { &self.bytes[..self.len] }
        }
        fn to_roman(mut n: u32) -> Option<Text<16>> {
            if n == 0 || n >= 4000 { return None; }
            let mut text = Text::new();
            for &(value, numeral) in NUMERALS.iter() {
                while n >= value {
                    text.push_str(numeral);
                    n -= value;
                }
            }
            Some(text)
        }
        fn digit(c: u8) -> Result<u32, u8> {
            Ok(match c.to_ascii_uppercase() { b'I' => 1, b'V' => 5, b'X' => 10, b'L' => 50, b'C' => 100, b'D' => 500, b'M' => 1000, _ => return Err(c) })
        }
        fn from_roman(text: &[u8]) -> Result<u32, u8> {
            let mut total = 0;
            let mut iter = text.iter().peekable();
            while let Some(&c) = iter.next() {
                let value = digit(c)?;
                match iter.peek() {
                    Some(&&next) if digit(next)? > value => total -= value as i32,
                    _ => total += value as i32,
                }
            }
            u32::try_from(total).map_err(|_| 0)
        }
        fn case(a: i32, b: u32) -> i64 {
            let n = (b * 37 + a.unsigned_abs() * 11) % 4000;
            let Some(text) = to_roman(n) else { return -1 };
            let back = from_roman(text.as_bytes());
            let bad = from_roman(b"mcmxq").unwrap_or_else(|c| 10_000 + c as u32);
            let lower = from_roman("mcmxciv".as_bytes()).unwrap();
            assert_eq!(back, Ok(n));
            let longest = NUMERALS.iter().filter(|(v, s)| *v < n && s.len() == 2).map(|&(v, _)| v).max().unwrap_or_default();
            text.len as i64 * 1_000_000 + back.unwrap() as i64 * 10 + bad as i64 + lower as i64 + longest as i64
        }
    }
    rationals {
        use std::cmp::Ordering;
        use std::iter::{Product, Sum};
        use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};
        fn gcd(a: i64, b: i64) -> i64 { let (mut a, mut b) = (a.abs(), b.abs()); while b != 0 { (a, b) = (b, a % b); } a }
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        struct Ratio { num: i64, den: i64 }
        impl Ratio {
            const ZERO: Ratio = Ratio { num: 0, den: 1 };
            const ONE: Ratio = Ratio::whole(1);
            const fn whole(n: i64) -> Self { Ratio { num: n, den: 1 } }
            fn new(num: i64, den: i64) -> Self {
                assert_ne!(den, 0, "a ratio needs a denominator");
                let g = gcd(num, den);
                let sign = if den < 0 { -1 } else { 1 };
                Ratio { num: sign * num / g, den: sign * den / g }
            }
            fn recip(self) -> Option<Self> { (self.num != 0).then(|| Ratio::new(self.den, self.num)) }
            fn floor(self) -> i64 { self.num.div_euclid(self.den) }
            fn pow(self, exponent: i32) -> Option<Self> {
                let base = if exponent < 0 { self.recip()? } else { self };
                Some((0..exponent.unsigned_abs()).map(|_| base).product())
            }
        }
        impl Default for Ratio { fn default() -> Self { Self::ZERO } }
        impl From<i64> for Ratio { fn from(n: i64) -> Self { Ratio::whole(n) } }
        impl From<(i64, i64)> for Ratio { fn from((n, d): (i64, i64)) -> Self { Ratio::new(n, d) } }
        impl PartialOrd for Ratio { fn partial_cmp(&self, o: &Self) -> Option<Ordering> { Some(self.cmp(o)) } }
        impl Ord for Ratio { fn cmp(&self, o: &Self) -> Ordering { (self.num as i128 * o.den as i128).cmp(&(o.num as i128 * self.den as i128)) } }
        impl Neg for Ratio { type Output = Self; fn neg(self) -> Self { Ratio { num: -self.num, ..self } } }
        impl Add for Ratio { type Output = Self; fn add(self, o: Self) -> Self { Ratio::new(self.num * o.den + o.num * self.den, self.den * o.den) } }
        impl Sub for Ratio { type Output = Self; fn sub(self, o: Self) -> Self { self + (-o) } }
        impl Mul for Ratio { type Output = Self; fn mul(self, o: Self) -> Self { Ratio::new(self.num * o.num, self.den * o.den) } }
        impl Div for Ratio { type Output = Self; fn div(self, o: Self) -> Self { Ratio::new(self.num * o.den, self.den * o.num) } }
        impl AddAssign for Ratio { fn add_assign(&mut self, o: Self) { *self = *self + o; } }
        impl Sum for Ratio { fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Self::ZERO, |a, b| a + b) } }
        impl<'a> Sum<&'a Ratio> for Ratio { fn sum<I: Iterator<Item = &'a Ratio>>(iter: I) -> Self { iter.copied().sum() } }
        impl Product for Ratio { fn product<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Self::ONE, Mul::mul) } }
        fn continued_fraction(mut x: Ratio) -> ([i64; 12], usize) {
            let mut terms = [0; 12];
            let mut used = 0;
            for term in terms.iter_mut() {
                *term = x.floor();
                used += 1;
                match (x - Ratio::from(*term)).recip() { Some(next) => x = next, None => break }
            }
            (terms, used)
        }
        fn case(a: i32, b: u32) -> i64 {
            let values = [Ratio::new(a as i64, 6), (1, b as i64 + 1).into(), Ratio::new(-3, 4), 2.into()];
            let total: Ratio = values.iter().sum();
            let largest = values.iter().max().copied().unwrap_or_default();
            let smallest = values.iter().copied().min_by(|x, y| x.cmp(y)).unwrap();
            let cube = Ratio::new(a as i64 % 10, 3).pow(-2).unwrap_or(Ratio::ONE);
            let (terms, used) = continued_fraction(Ratio::new(b as i64 * 7 + 3, 1 + a.unsigned_abs() as i64));
            let mut harmonic = Ratio::default();
            for k in 1..=5 { harmonic += Ratio::from(1) / Ratio::from(k); }
            let score = terms[..used].iter().rev().fold(0, |s, t| s * 3 + t);
            total.num * 31 + total.den + largest.num * 7 + smallest.num + cube.num * 1000 + cube.den + score + harmonic.num + (largest > Ratio::ONE) as i64
        }
    }
    schedules {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum Priority { Low = 1, Normal = 5, High = 10 }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        struct Task { id: u16, priority: Priority, arrival: u32, burst: u32 }
        fn insertion_sort<T: Copy>(items: &mut [T], mut less: impl FnMut(&T, &T) -> bool) {
            for i in 1..items.len() {
                let item = items[i];
                let mut j = i;
                while j > 0 && less(&item, &items[j - 1]) {
                    items[j] = items[j - 1];
                    j -= 1;
                }
                items[j] = item;
            }
        }
        #[derive(Default, Debug, Clone, Copy, PartialEq)]
        struct Report { waiting: u32, turnaround: u32, switches: u32 }
        trait Policy { fn choose(&self, ready: &[Task], now: u32) -> Option<usize>; fn quantum(&self) -> u32 { u32::MAX } }
        struct FirstCome;
        struct ShortestJob;
        struct RoundRobin { quantum: u32 }
        impl Policy for FirstCome {
            fn choose(&self, ready: &[Task], now: u32) -> Option<usize> { ready.iter().position(|t| t.arrival <= now && t.burst > 0) }
        }
        impl Policy for ShortestJob {
            fn choose(&self, ready: &[Task], now: u32) -> Option<usize> {
                ready.iter().enumerate().filter(|(_, t)| t.arrival <= now && t.burst > 0).min_by_key(|(_, t)| t.burst).map(|(i, _)| i)
            }
        }
        impl Policy for RoundRobin {
            fn choose(&self, ready: &[Task], now: u32) -> Option<usize> {
                let open = |t: &Task| t.burst > 0 && t.arrival <= now;
                let n = ready.len();
                let start = (now / self.quantum) as usize % n;
                (start..start + n).map(|i| i % n).find(|&i| open(&ready[i]))
            }
            fn quantum(&self) -> u32 { self.quantum }
        }
        fn simulate<P: Policy, const N: usize>(policy: &P, mut tasks: [Task; N]) -> Report {
            let original = tasks;
            let mut report = Report::default();
            let mut now = 0;
            let mut last = None;
            while tasks.iter().any(|t| t.burst > 0) {
                let Some(at) = policy.choose(&tasks, now) else { now += 1; continue };
                if last.replace(at) != Some(at) { report.switches += 1; }
                let slice = tasks[at].burst.min(policy.quantum());
                now += slice;
                tasks[at].burst -= slice;
                if tasks[at].burst == 0 {
                    let turnaround = now - tasks[at].arrival;
                    report.turnaround += turnaround;
                    report.waiting += turnaround - original[at].burst;
                }
            }
            report
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut tasks = [
                Task { id: 1, priority: Priority::Low, arrival: 0, burst: 8 },
                Task { id: 2, priority: Priority::High, arrival: 1, burst: 1 + b % 9 },
                Task { id: 3, priority: Priority::Normal, arrival: a.unsigned_abs() % 12, burst: 2 },
                Task { id: 4, priority: Priority::High, arrival: 3, burst: 5 },
            ];
            insertion_sort(&mut tasks, |x, y| (y.priority, x.arrival) < (x.priority, y.arrival));
            let order = tasks.iter().fold(0i64, |n, t| n * 10 + t.id as i64);
            insertion_sort(&mut tasks, |x, y| x.arrival < y.arrival);
            let fcfs = simulate(&FirstCome, tasks);
            let sjf = simulate(&ShortestJob, tasks);
            let rr = simulate(&RoundRobin { quantum: 3 }, tasks);
            let weight: u32 = tasks.iter().map(|t| t.priority as u32 * t.burst).sum();
            let total = [fcfs, sjf, rr].iter().map(|r| (r.waiting * 100 + r.turnaround * 10 + r.switches) as i64).sum::<i64>();
            order * 100_000 + total + weight as i64
        }
    }
    number_theory {
        fn extended_gcd(a: i64, b: i64) -> (i64, i64, i64) {
            let (mut old_r, mut r) = (a, b);
            let (mut old_s, mut s) = (1, 0);
            let (mut old_t, mut t) = (0, 1);
            while r != 0 {
                let q = old_r.div_euclid(r);
                (old_r, r) = (r, old_r - q * r);
                (old_s, s) = (s, old_s - q * s);
                (old_t, t) = (t, old_t - q * t);
            }
            (old_r, old_s, old_t)
        }
        fn inverse(a: i64, m: i64) -> Option<i64> { let (g, x, _) = extended_gcd(a.rem_euclid(m), m); if g == 1 { Some(x.rem_euclid(m)) } else { None } }
        fn chinese_remainder(residues: &[i64], moduli: &[i64]) -> Option<i64> {
            let product: i64 = moduli.iter().product();
            let mut sum = 0;
            for (&r, &m) in residues.iter().zip(moduli) {
                let p = product / m;
                sum += r * inverse(p, m)? * p;
            }
            Some(sum.rem_euclid(product))
        }
        fn pow_mod(mut base: u64, mut exp: u64, modulus: u64) -> u64 {
            let mut result = 1;
            base %= modulus;
            while exp > 0 {
                if exp & 1 == 1 { result = (result as u128 * base as u128 % modulus as u128) as u64; }
                base = (base as u128 * base as u128 % modulus as u128) as u64;
                exp >>= 1;
            }
            result
        }
        fn is_prime(n: u64) -> bool {
            const WITNESSES: [u64; 7] = [2, 3, 5, 7, 11, 13, 17];
            if n < 2 { return false; }
            for p in WITNESSES { if n % p == 0 { return n == p; } }
            let s = (n - 1).trailing_zeros();
            let d = (n - 1) >> s;
            'witness: for &a in WITNESSES.iter() {
                let mut x = pow_mod(a, d, n);
                if x == 1 || x == n - 1 { continue; }
                for _ in 1..s {
                    x = pow_mod(x, 2, n);
                    if x == n - 1 { continue 'witness; }
                }
                return false;
            }
            true
        }
        struct Factors { rest: u64, candidate: u64 }
        fn factors(n: u64) -> Factors { Factors { rest: n, candidate: 2 } }
        impl Iterator for Factors {
            type Item = (u64, u32);
            fn next(&mut self) -> Option<(u64, u32)> {
                while self.candidate * self.candidate <= self.rest {
                    let mut power = 0;
                    while self.rest % self.candidate == 0 { self.rest /= self.candidate; power += 1; }
                    let p = self.candidate;
                    self.candidate += 1;
                    if power > 0 { return Some((p, power)); }
                }
                if self.rest > 1 { Some((std::mem::replace(&mut self.rest, 1), 1)) } else { None }
            }
        }
        fn totient(n: u64) -> u64 { factors(n).fold(n, |phi, (p, _)| phi / p * (p - 1)) }
        fn case(a: i32, b: u32) -> i64 {
            let n = b as u64 * 13 + a.unsigned_abs() as u64 + 2;
            let crt = chinese_remainder(&[(b % 3) as i64, 2, a as i64 % 7], &[3, 5, 7]).unwrap_or(-1);
            let primes = (n..).filter(|&k| is_prime(k)).take(3).fold(0, |s, p| s * 7 + p);
            let divisors: u32 = factors(n).map(|(_, k)| k + 1).product();
            let perfect = (1..).map(|k| k * k).take_while(|&s| s <= n).last().unwrap();
            let sum = (1..=12u64).map(totient).scan(0, |acc, t| { *acc += t; Some(*acc) }).last();
            let carol = inverse(a as i64, 97).map_or(0, |i| i * a as i64 % 97);
            crt + primes as i64 * 10 + divisors as i64 + totient(n) as i64 * 3 + perfect as i64 + sum.unwrap() as i64 + carol
        }
    }
    statistics {
        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Summary { mean: f64, variance: f64, median: f64, range: (f64, f64) }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum StatError { TooFew { needed: usize, got: usize }, NotFinite(usize) }
        fn summarize<const N: usize>(data: &[f64; N]) -> Result<Summary, StatError> {
            if N < 2 { return Err(StatError::TooFew { needed: 2, got: N }); }
            if let Some(bad) = data.iter().position(|x| !x.is_finite()) { return Err(StatError::NotFinite(bad)); }
            let n = data.len() as f64;
            let mean = data.iter().sum::<f64>() / n;
            let variance = data.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let mut sorted = *data;
            sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let median = if N % 2 == 1 { sorted[N / 2] } else { (sorted[N / 2 - 1] + sorted[N / 2]) / 2.0 };
            let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else { unreachable!() };
            Ok(Summary { mean, variance, median, range: (low, high) })
        }
        fn mode(values: &[u8]) -> Option<u8> {
            values.iter().copied().max_by_key(|v| values.iter().filter(|w| *w == v).count())
        }
        fn correlation(pairs: &[(f64, f64)]) -> f64 {
            let n = pairs.len() as f64;
            let (sx, sy) = pairs.iter().fold((0.0, 0.0), |(sx, sy), &(x, y)| (sx + x, sy + y));
            let (mx, my) = (sx / n, sy / n);
            let mut cov = 0.0;
            let mut vx = 0.0;
            let mut vy = 0.0;
            for (x, y) in pairs {
                cov += (x - mx) * (y - my);
                vx += (x - mx) * (x - mx);
                vy += (y - my) * (y - my);
            }
            if vx == 0.0 || vy == 0.0 { 0.0 } else { cov / (vx * vy).sqrt() }
        }
        fn histogram<const BINS: usize>(data: impl IntoIterator<Item = f64>, low: f64, high: f64) -> [u32; BINS] {
            let mut bins = [0; BINS];
            let width = (high - low) / BINS as f64;
            for x in data {
                let bin = ((x - low) / width).floor().clamp(0.0, BINS as f64 - 1.0) as usize;
                bins[bin] += 1;
            }
            bins
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut data: [f64; 9] = core::array::from_fn(|i| ((b as u64 * (i as u64 + 3) * 7919 + i as u64 * i as u64) % 1000) as f64 / 10.0);
            if a == 7 { data[4] = f64::NAN; }
            let summary = match summarize(&data) {
                Ok(s) => s,
                Err(StatError::NotFinite(i)) => return -(i as i64),
                Err(StatError::TooFew { needed, got }) => return -((needed * 10 + got) as i64),
            };
            let bytes = data.map(|x| (x as u8) / 20);
            let pairs: [(f64, f64); 8] = std::array::from_fn(|i| (data[i], data[i + 1] + a as f64 * i as f64));
            let bins: [u32; 4] = histogram(data.iter().copied().filter(|x| *x > 5.0), 0.0, 100.0);
            let smoothed = data.windows(3).map(|w| w.iter().sum::<f64>() / 3.0).fold(f64::MIN, f64::max);
            let largest_jump = data.windows(2).map(|w| (w[1] - w[0]).abs()).max_by(|x, y| x.total_cmp(y)).unwrap();
            let closest = data.iter().enumerate().min_by(|(_, x), (_, y)| (*x - 50.0).abs().partial_cmp(&(*y - 50.0).abs()).unwrap()).map(|(i, _)| i).unwrap();
            (summary.mean * 100.0) as i64 + summary.variance as i64 * 7 + (summary.median * 10.0) as i64 * 11 + (summary.range.1 - summary.range.0) as i64
                + mode(&bytes).unwrap_or(0) as i64 * 100_000 + (correlation(&pairs) * 1000.0).round() as i64 + bins.iter().fold(0, |h, &n| h * 10 + n) as i64 * 1_000_000 + smoothed as i64 + largest_jump as i64 + closest as i64
        }
    }
    ray_shapes {
        use std::ops::{Add, Mul, Sub, Neg};
        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        struct Vec3([f64; 3]);
        impl Vec3 {
            const UP: Self = Self([0.0, 1.0, 0.0]);
            fn dot(&self, other: &Vec3) -> f64 { self.0.iter().zip(other.0.iter()).map(|(a, b)| a * b).sum() }
            fn cross(&self, other: &Vec3) -> Vec3 {
                let [a, b, c] = self.0;
                let [x, y, z] = other.0;
                Vec3([b * z - c * y, c * x - a * z, a * y - b * x])
            }
            fn length(&self) -> f64 { self.dot(self).sqrt() }
        }
        impl Add for Vec3 { type Output = Vec3; fn add(self, o: Vec3) -> Vec3 { Vec3(std::array::from_fn(|i| self.0[i] + o.0[i])) } }
        impl Sub for Vec3 { type Output = Vec3; fn sub(self, o: Vec3) -> Vec3 { let mut out = self; out.0.iter_mut().zip(o.0).for_each(|(a, b)| *a -= b); out } }
        impl Mul<Vec3> for f64 { type Output = Vec3; fn mul(self, v: Vec3) -> Vec3 { Vec3(v.0.map(|x| x * self)) } }
        impl Neg for Vec3 { type Output = Vec3; fn neg(self) -> Vec3 { -1.0 * self } }
        #[derive(Clone, Copy)]
        struct Ray { origin: Vec3, direction: Vec3 }
        impl Ray { fn at(&self, t: f64) -> Vec3 { self.origin + t * self.direction } }
        #[derive(Clone, Copy, Debug)]
        struct Hit { t: f64, normal: Vec3 }
        trait Shape { fn intersect(&self, ray: &Ray) -> Option<Hit>; }
        struct Sphere { center: Vec3, radius: f64 }
        struct Plane { height: f64 }
        struct Triangle { corners: [Vec3; 3] }
        impl Shape for Sphere {
            fn intersect(&self, ray: &Ray) -> Option<Hit> {
                let oc = ray.origin - self.center;
                let a = ray.direction.dot(&ray.direction);
                let half_b = oc.dot(&ray.direction);
                let c = oc.dot(&oc) - self.radius.powi(2);
                let disc = half_b * half_b - a * c;
                if disc < 0.0 { return None; }
                let root = disc.sqrt();
                let t = [(-half_b - root) / a, (-half_b + root) / a].into_iter().find(|&t| t > 1e-9)?;
                Some(Hit { t, normal: (1.0 / self.radius) * (ray.at(t) - self.center) })
            }
        }
        impl Shape for Plane {
            fn intersect(&self, ray: &Ray) -> Option<Hit> {
                let [_, dy, _] = ray.direction.0;
                if dy.abs() < 1e-9 { None } else {
                    let t = (self.height - ray.origin.0[1]) / dy;
                    if t > 0.0 { Some(Hit { t, normal: if dy < 0.0 { Vec3::UP } else { -Vec3::UP } }) } else { None }
                }
            }
        }
        impl Shape for Triangle {
            fn intersect(&self, ray: &Ray) -> Option<Hit> {
                let [a, b, c] = self.corners;
                let (e1, e2) = (b - a, c - a);
                let p = ray.direction.cross(&e2);
                let det = e1.dot(&p);
                if det.abs() < 1e-9 { return None; }
                let s = ray.origin - a;
                let u = s.dot(&p) / det;
                let q = s.cross(&e1);
                let v = ray.direction.dot(&q) / det;
                if u < 0.0 || v < 0.0 || u + v > 1.0 { return None; }
                let t = e2.dot(&q) / det;
                (t > 0.0).then_some(Hit { t, normal: e1.cross(&e2) })
            }
        }
        enum Object { Ball(Sphere), Floor(Plane), Face(Triangle) }
        impl Shape for Object {
            fn intersect(&self, ray: &Ray) -> Option<Hit> {
                match self { Object::Ball(s) => s.intersect(ray), Object::Floor(p) => p.intersect(ray), Object::Face(t) => t.intersect(ray) }
            }
        }
        fn nearest<S: Shape>(scene: &[S], ray: &Ray) -> Option<(usize, Hit)> {
            scene
                .iter()
                .enumerate()
                .filter_map(|(i, shape)| shape.intersect(ray).map(|hit| (i, hit)))
                .min_by(|(_, a), (_, b)| a.t.total_cmp(&b.t))
        }
        fn case(a: i32, b: u32) -> i64 {
            let scene = [
                Object::Ball(Sphere { center: Vec3([0.0, 0.0, 10.0]), radius: 3.0 }),
                Object::Floor(Plane { height: -4.0 }),
                Object::Face(Triangle { corners: [Vec3([-9.0, -9.0, 15.0]), Vec3([9.0, -9.0, 15.0]), Vec3([0.0, 12.0, 15.0])] }),
            ];
            let ray = Ray { origin: Vec3::default(), direction: Vec3([(a % 10) as f64 / 20.0, (b % 7) as f64 / 10.0 - 0.4, 1.0]) };
            match nearest(&scene, &ray) {
                None => -1,
                Some((index, hit)) => {
                    let point = ray.at(hit.t);
                    let facing = hit.normal.dot(&ray.direction) < 0.0;
                    (hit.t * 1000.0).round() as i64 * 100 + index as i64 * 10 + facing as i64 + (point.length() * 10.0).round() as i64 * 1_000_000
                }
            }
        }
    }
    dijkstra_matrix {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Edge { to: u8, cost: u16 }
        struct Graph<const V: usize, const D: usize> { edges: [[Option<Edge>; D]; V] }
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum Distance { Finite(u32), Infinite }
        impl std::ops::Add<u16> for Distance {
            type Output = Distance;
            fn add(self, cost: u16) -> Distance { if let Distance::Finite(d) = self { Distance::Finite(d + u32::from(cost)) } else { self } }
        }
        impl<const V: usize, const D: usize> Graph<V, D> {
            fn new() -> Self { Self { edges: [[None; D]; V] } }
            fn connect(&mut self, a: usize, b: usize, cost: u16) -> bool {
                for (from, to) in [(a, b), (b, a)] {
                    let Some(slot) = self.edges[from].iter_mut().find(|slot| slot.is_none()) else { return false };
                    *slot = Some(Edge { to: to as u8, cost });
                }
                true
            }
            fn neighbours(&self, node: usize) -> impl Iterator<Item = Edge> + '_ { self.edges[node].iter().flatten().copied() }
            fn shortest(&self, source: usize) -> ([Distance; V], [Option<u8>; V]) {
                let mut distance = [Distance::Infinite; V];
                let mut parent = [None; V];
                let mut visited = [false; V];
                distance[source] = Distance::Finite(0);
                while let Some(node) = (0..V).filter(|&n| !visited[n] && distance[n] != Distance::Infinite).min_by_key(|&n| distance[n]) {
                    visited[node] = true;
                    for Edge { to, cost } in self.neighbours(node) {
                        let next = distance[node] + cost;
                        if next < distance[to as usize] {
                            distance[to as usize] = next;
                            parent[to as usize] = Some(node as u8);
                        }
                    }
                }
                (distance, parent)
            }
        }
        fn path<const V: usize>(parent: &[Option<u8>; V], target: usize) -> ([u8; V], usize) {
            let mut path = [0; V];
            let mut length = 0;
            let mut at = Some(target as u8);
            while let Some(node) = at {
                path[length] = node;
                length += 1;
                at = parent[node as usize];
            }
            path[..length].reverse();
            (path, length)
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut graph = Graph::<7, 5>::new();
            let roads = [(0, 1, 7), (0, 2, 3), (1, 2, 1), (1, 3, 2), (2, 4, 8), (3, 4, 1 + (b % 9) as u16), (4, 5, a.unsigned_abs() as u16)];
            let built = roads.iter().filter(|&&(x, y, c)| graph.connect(x, y, c)).count();
            let source = b as usize % 7;
            let (distance, parent) = graph.shortest(source);
            let reached = distance.iter().filter(|d| matches!(d, Distance::Finite(_))).count();
            let farthest = distance.iter().filter_map(|d| match d { Distance::Finite(n) => Some(*n), Distance::Infinite => None }).max().unwrap();
            let (nodes, n) = path(&parent, 5);
            let key = nodes[..n].iter().fold(0u64, |k, &v| k * 8 + v as u64);
            assert!(distance[source] == Distance::Finite(0) && built == roads.len());
            key as i64 * 10_000 + farthest as i64 * 10 + reached as i64
        }
    }
    reed_solomon {
        use std::ops::{Add, AddAssign, Div, Mul, Sub};
        const fn build_tables() -> ([u8; 256], [u8; 256]) {
            let mut exp = [0u8; 256];
            let mut log = [0u8; 256];
            let mut x = 1u16;
            let mut i = 0;
            while i < 255 {
                exp[i] = x as u8;
                log[x as usize] = i as u8;
                x <<= 1;
                if x & 0x100 != 0 { x ^= 0x11d; }
                i += 1;
            }
            (exp, log)
        }
        const TABLES: ([u8; 256], [u8; 256]) = build_tables();
        const EXP: [u8; 256] = TABLES.0;
        const LOG: [u8; 256] = TABLES.1;
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Gf(u8);
        impl Gf {
            const ONE: Gf = Gf(1);
            const GENERATOR: Gf = Gf(2);
            fn pow(self, n: usize) -> Gf { if self.0 == 0 { if n == 0 { Gf::ONE } else { self } } else { Gf(EXP[LOG[self.0 as usize] as usize * n % 255]) } }
            fn inverse(self) -> Option<Gf> { if self.0 == 0 { None } else { Some(Gf(EXP[(255 - LOG[self.0 as usize] as usize) % 255])) } }
        }
        impl Add for Gf { type Output = Gf; #[allow(clippy::suspicious_arithmetic_impl)] fn add(self, o: Gf) -> Gf { Gf(self.0 ^ o.0) } }
        impl Sub for Gf { type Output = Gf; fn sub(self, o: Gf) -> Gf { self + o } }
        impl AddAssign for Gf { fn add_assign(&mut self, o: Gf) { *self = *self + o } }
        impl Mul for Gf {
            type Output = Gf;
            fn mul(self, o: Gf) -> Gf {
                match (self, o) {
                    (Gf(0), _) | (_, Gf(0)) => Gf(0),
                    (Gf(a), Gf(b)) => Gf(EXP[(LOG[a as usize] as usize + LOG[b as usize] as usize) % 255]),
                }
            }
        }
        impl Div for Gf { type Output = Gf; fn div(self, o: Gf) -> Gf { self * o.inverse().expect("division by zero") } }
        /// Evaluates a polynomial whose highest coefficient comes first.
        fn horner(poly: &[Gf], x: Gf) -> Gf { poly.iter().fold(Gf::default(), |acc, &c| acc * x + c) }
        struct ReedSolomon<const DATA: usize, const PARITY: usize> { generator: [Gf; PARITY] }
        impl<const DATA: usize, const PARITY: usize> ReedSolomon<DATA, PARITY> {
            fn new() -> Self {
                let mut generator = [Gf(0); PARITY];
                generator[PARITY - 1] = Gf::ONE;
                for root in 0..PARITY {
                    let r = Gf::GENERATOR.pow(root);
                    for i in 0..PARITY {
                        let next = if i + 1 < PARITY { generator[i + 1] } else { Gf(0) };
                        generator[i] = generator[i] * r + next;
                    }
                    if root == 0 { generator[PARITY - 1] = r; if PARITY > 1 { generator[PARITY - 2] = Gf::ONE; } }
                }
                Self { generator }
            }
            fn remainder(&self, data: &[u8; DATA]) -> [Gf; PARITY] {
                let mut parity = [Gf::default(); PARITY];
                for &byte in data {
                    let factor = Gf(byte) + parity[0];
                    parity.rotate_left(1);
                    parity[PARITY - 1] = Gf(0);
                    for (p, g) in parity.iter_mut().zip(self.generator) { *p += g * factor; }
                }
                parity
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let code = ReedSolomon::<10, 4>::new();
            let mut message = *b"reed-solom";
            message[(b % 10) as usize] = a as u8;
            let parity = code.remainder(&message);
            let x = Gf((b * 37 % 256) as u8);
            let y = Gf(a as u8 | 1);
            let quotient = x / y;
            assert_eq!(quotient * y, x);
            let poly = message.map(Gf);
            let value = horner(&poly, Gf(3));
            let packed = u32::from_be_bytes(parity.map(|g| g.0));
            packed as i64 * 256 + quotient.0 as i64 + (value - y).0 as i64 * 3 + y.pow(5).0 as i64
        }
    }
    dragon_curve {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        enum Heading { North, East, South, West }
        impl TryFrom<u8> for Heading {
            type Error = ();
            fn try_from(n: u8) -> Result<Self, ()> { [Self::North, Self::East, Self::South, Self::West].get(n as usize).copied().ok_or(()) }
        }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Turn { Left, Right, Around }
        impl Heading {
            fn turn(self, turn: Turn) -> Heading {
                let by = match turn { Turn::Left => 3, Turn::Right => 1, Turn::Around => 2 };
                Heading::try_from((self as u8 + by) % 4).unwrap()
            }
            fn delta(self) -> (i32, i32) { match self { Heading::North => (0, 1), Heading::East => (1, 0), Heading::South => (0, -1), Heading::West => (-1, 0) } }
        }
        #[derive(Debug, Clone, Copy)]
        struct Turtle { at: (i32, i32), heading: Heading, pen: bool }
        impl Default for Turtle { fn default() -> Self { Turtle { at: (0, 0), heading: Heading::North, pen: true } } }
        impl Turtle {
            fn forward(mut self, steps: i32) -> Self {
                let (dx, dy) = self.heading.delta();
                self.at.0 += dx * steps;
                self.at.1 += dy * steps;
                self
            }
            fn turned(self, turn: Turn) -> Self { Self { heading: self.heading.turn(turn), ..self } }
            fn lift(&mut self) -> &mut Self { self.pen = false; self }
            fn drop(&mut self) -> &mut Self { self.pen = !self.pen; self }
        }
        /// The n-th turn of the dragon curve.
        fn dragon(n: u32) -> Turn { if (n & n.wrapping_neg()) << 1 & n != 0 { Turn::Left } else { Turn::Right } }
        fn bounding_box(points: impl Iterator<Item = (i32, i32)>) -> Option<((i32, i32), (i32, i32))> {
            points.fold(None, |bounds, (x, y)| match bounds {
                None => Some(((x, y), (x, y))),
                Some(((x0, y0), (x1, y1))) => Some(((x0.min(x), y0.min(y)), (x1.max(x), y1.max(y)))),
            })
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut turtle = Turtle::default();
            let mut trail = [(0, 0); 64];
            let mut used = 0;
            for n in 1..=(b % 60) {
                turtle = turtle.forward(1).turned(dragon(n));
                if n % 16 == 0 { turtle.lift(); }
                if n % 20 == 0 { turtle.lift().drop(); }
                if turtle.pen { trail[used] = turtle.at; used += 1; }
            }
            let start = Heading::try_from((a.unsigned_abs() % 6) as u8);
            let heading = start.map(|h| h.turn(Turn::Around)).unwrap_or(Heading::East);
            let Some(((x0, y0), (x1, y1))) = bounding_box(trail[..used].iter().copied()) else { return heading as i64 };
            let crossings = (1..used).filter(|&i| trail[..i].contains(&trail[i])).count();
            let (x, y) = turtle.at;
            ((x1 - x0) * (y1 - y0)) as i64 * 100_000 + crossings as i64 * 1000 + (x * 10 + y) as i64 + heading as i64
        }
    }
    filters_and_pid {
        use std::f64::consts::PI;
        trait Filter { fn process(&mut self, x: f64) -> f64; fn reset(&mut self) {} }
        #[derive(Clone, Copy, Debug, Default)]
        struct Biquad { b: [f64; 3], a: [f64; 2], z: [f64; 2] }
        impl Biquad {
            fn low_pass(rate: f64, cutoff: f64) -> Self {
                // Rational approximations keep the numbers the same everywhere.
                let w = PI * cutoff / rate;
                let k = w + w * w * w / 3.0;
                let norm = 1.0 / (1.0 + k * std::f64::consts::SQRT_2 + k * k);
                let b0 = k * k * norm;
                Biquad { b: [b0, 2.0 * b0, b0], a: [2.0 * (k * k - 1.0) * norm, (1.0 - k * std::f64::consts::SQRT_2 + k * k) * norm], ..Default::default() }
            }
        }
        impl Filter for Biquad {
            fn process(&mut self, x: f64) -> f64 {
                let y = self.b[0] * x + self.z[0];
                self.z = [self.b[1] * x - self.a[0] * y + self.z[1], self.b[2] * x - self.a[1] * y];
                y
            }
            fn reset(&mut self) { self.z = [0.0; 2]; }
        }
        struct MovingAverage<const N: usize> { buffer: [f64; N], next: usize, filled: bool }
        impl<const N: usize> Default for MovingAverage<N> { fn default() -> Self { Self { buffer: [0.0; N], next: 0, filled: false } } }
        impl<const N: usize> Filter for MovingAverage<N> {
            fn process(&mut self, x: f64) -> f64 {
                self.buffer[self.next] = x;
                self.next = (self.next + 1) % N;
                self.filled |= self.next == 0;
                let n = if self.filled { N } else { self.next };
                self.buffer[..n].iter().sum::<f64>() / n as f64
            }
        }
        #[derive(Clone, Copy)]
        struct Pid { kp: f64, ki: f64, kd: f64, integral: f64, previous: Option<f64>, limit: std::option::Option<f64> }
        impl Pid {
            const fn new(kp: f64) -> Self { Self { kp, ki: 0.0, kd: 0.0, integral: 0.0, previous: None, limit: None } }
            const fn with_integral(mut self, ki: f64) -> Self { self.ki = ki; self }
            fn with_limit(self, limit: f64) -> Self { Self { limit: Some(limit), ..self } }
            fn output(&mut self, error: f64, dt: f64) -> f64 {
                self.integral += error * dt;
                let slope = self.previous.replace(error).map_or(0.0, |old| (error - old) / dt);
                let raw = self.kp * error + self.ki * self.integral + self.kd * slope;
                self.limit.map_or(raw, |limit| raw.clamp(-limit, limit))
            }
        }
        struct Chain<A, B>(A, B);
        impl<A: Filter, B: Filter> Filter for Chain<A, B> {
            fn process(&mut self, x: f64) -> f64 { let middle = self.0.process(x); self.1.process(middle) }
            fn reset(&mut self) { self.0.reset(); self.1.reset(); }
        }
        fn response<F: Filter>(filter: &mut F, input: impl Iterator<Item = f64>) -> (f64, f64) {
            let mut peak = f64::NEG_INFINITY;
            let mut last = 0.0;
            for x in input {
                last = filter.process(x);
                peak = peak.max(last);
            }
            filter.reset();
            (peak, last)
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut chain = Chain(Biquad::low_pass(48_000.0, 1000.0 + (b % 50) as f64 * 100.0), MovingAverage::<4>::default());
            let step = std::iter::repeat(1.0).take(30);
            let (peak, last) = response(&mut chain, step);
            let (again, _) = response(&mut chain.0, (0..20).map(|i| if i % 4 < 2 { 1.0 } else { -1.0 }));
            let mut pid = Pid::new(0.5).with_integral(0.1).with_limit(10.0);
            let mut position = a as f64;
            let mut settled = None;
            for tick in 0..60 {
                let drive = pid.output(25.0 - position, 0.5);
                position += drive * 0.5;
                if settled.is_none() && (position - 25.0).abs() < 0.5 { settled = Some(tick); }
            }
            (peak * 1000.0).round() as i64 * 1_000_000 + (last * 100.0).round() as i64 * 1000 + (again * 100.0).round() as i64 + (position * 10.0).round() as i64 * 7 + settled.map_or(-1, |t: i64| t * 3)
        }
    }
    sudoku_check {
        type Grid = [[u8; 9]; 9];
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Unit { Row(usize), Column(usize), Block(usize) }
        #[derive(Clone, Copy, PartialEq, Eq, Default)]
        struct DigitSet(u16);
        impl DigitSet {
            const ALL: DigitSet = DigitSet(0x3fe);
            fn insert(&mut self, digit: u8) -> bool { let bit = 1 << digit; let fresh = self.0 & bit == 0; self.0 |= bit; fresh }
            fn contains(self, digit: u8) -> bool { self.0 >> digit & 1 != 0 }
            fn len(self) -> u32 { self.0.count_ones() }
            fn iter(self) -> impl Iterator<Item = u8> { (1..=9).filter(move |&d| self.contains(d)) }
        }
        impl std::ops::Sub for DigitSet { type Output = Self; fn sub(self, other: Self) -> Self { DigitSet(self.0 & !other.0) } }
        impl Unit {
            fn cells(self) -> [(usize, usize); 9] {
                std::array::from_fn(|k| match self {
                    Unit::Row(r) => (r, k),
                    Unit::Column(c) => (k, c),
                    Unit::Block(b) => (b / 3 * 3 + k / 3, b % 3 * 3 + k % 3),
                })
            }
        }
        fn units() -> impl Iterator<Item = Unit> { (0..9).map(Unit::Row).chain((0..9).map(Unit::Column)).chain((0..9).map(Unit::Block)) }
        fn conflict(grid: &Grid) -> Option<(Unit, u8)> {
            for unit in units() {
                let mut seen = DigitSet::default();
                for (r, c) in unit.cells() {
                    let digit = grid[r][c];
                    if digit != 0 && !seen.insert(digit) { return Some((unit, digit)); }
                }
            }
            None
        }
        fn candidates(grid: &Grid, row: usize, column: usize) -> DigitSet {
            let mut taken = DigitSet::default();
            for unit in [Unit::Row(row), Unit::Column(column), Unit::Block(row / 3 * 3 + column / 3)] {
                unit.cells().iter().map(|&(r, c)| grid[r][c]).filter(|&d| d > 0).for_each(|d| { taken.insert(d); });
            }
            DigitSet::ALL - taken
        }
        fn fill_singles(grid: &mut Grid) -> usize {
            let mut filled = 0;
            loop {
                let single = (0..81)
                    .map(|i| (i / 9, i % 9))
                    .filter(|&(r, c)| grid[r][c] == 0)
                    .find_map(|(r, c)| { let options = candidates(grid, r, c); if options.len() == 1 { options.iter().next().map(|d| (r, c, d)) } else { None } });
                let Some((r, c, digit)) = single else { break filled };
                grid[r][c] = digit;
                filled += 1;
            }
        }
        fn parse(text: &[u8; 81]) -> Grid {
            let mut grid = [[0; 9]; 9];
            for (row, line) in grid.iter_mut().zip(text.chunks_exact(9)) {
                for (cell, c) in row.iter_mut().zip(line) { *cell = match c { b'1'..=b'9' => c - b'0', _ => 0 }; }
            }
            grid
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut grid = parse(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
            if a > 50 { grid[0][(b % 9) as usize] = 6; }
            if let Some((unit, digit)) = conflict(&grid) {
                let place = match unit { Unit::Row(r) => r, Unit::Column(c) => 10 + c, Unit::Block(k) => 20 + k };
                return -(place as i64 * 10 + digit as i64);
            }
            grid[(b % 9) as usize][(a.unsigned_abs() % 9) as usize] = 0;
            let filled = fill_singles(&mut grid);
            let open = grid.iter().flatten().filter(|&&d| d == 0).count();
            let diagonal = (0..9).fold(0i64, |n, i| n * 10 + grid[i][i] as i64);
            diagonal * 10_000 + filled as i64 * 100 + open as i64
        }
    }
    nim_grundy {
        fn mex(values: impl Iterator<Item = u32>) -> u32 {
            let seen = values.fold(0u64, |set, v| set | 1 << v);
            (0..64).find(|&m| seen >> m & 1 == 0).unwrap_or(64)
        }
        struct Game<'m, const MAX: usize> { moves: &'m [usize], grundy: [u32; MAX] }
        impl<'m, const MAX: usize> Game<'m, MAX> {
            fn solve(moves: &'m [usize]) -> Self {
                let mut grundy = [0; MAX];
                for heap in 0..MAX {
                    grundy[heap] = mex(moves.iter().filter(|&&m| m <= heap).map(|&m| grundy[heap - m]));
                }
                Game { moves, grundy }
            }
            fn period(&self) -> Option<usize> {
                let window = self.moves.iter().max()?;
                (1..MAX / 2).find(|&p| (MAX - p - window..MAX - p).all(|i| self.grundy[i] == self.grundy[i + p]))
            }
            fn winning_move(&self, heaps: &[usize]) -> Option<(usize, usize)> {
                let total = heaps.iter().fold(0, |x, &h| x ^ self.grundy[h]);
                if total == 0 { return None; }
                heaps.iter().enumerate().find_map(|(i, &heap)| {
                    let target = self.grundy[heap] ^ total;
                    self.moves.iter().copied().filter(|&m| m <= heap).find(|&m| self.grundy[heap - m] == target).map(|m| (i, m))
                })
            }
        }
        #[derive(PartialEq, Debug, Clone, Copy)]
        enum Outcome { FirstWins { turns: u32 }, SecondWins { turns: u32 } }
        fn play<const N: usize, const MAX: usize>(game: &Game<'_, MAX>, mut heaps: [usize; N]) -> Outcome {
            let mut turns = 0;
            let smallest = *game.moves.iter().min().unwrap();
            loop {
                let step = game.winning_move(&heaps).or_else(|| heaps.iter().position(|&h| h >= smallest).map(|i| (i, smallest)));
                match step {
                    Some((heap, taken)) => heaps[heap] -= taken,
                    None if turns % 2 == 1 => return Outcome::FirstWins { turns },
                    None => return Outcome::SecondWins { turns },
                }
                turns += 1;
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let moves = [1, 3, 4];
            let game = Game::<24>::solve(&moves);
            let heaps = [b as usize % 24, a.unsigned_abs() as usize % 24, 5];
            let result = match play(&game, heaps) {
                Outcome::FirstWins { turns } => turns as i64,
                Outcome::SecondWins { turns } => -(turns as i64),
            };
            let nim = heaps.into_iter().reduce(|x, y| x ^ y).unwrap();
            let first = game.winning_move(&heaps).map_or(-1, |(i, m)| (i * 10 + m) as i64);
            result * 100_000 + game.period().unwrap_or(99) as i64 * 1000 + nim as i64 * 10 + first
        }
    }
}

// A `#[vyre::module]` takes no `use` of a module inside of another one, and no tables of tuples with an `isize`.
texts! {
    connect_four {
        const WIDTH: usize = 7;
        const HEIGHT: usize = 6;
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Player { Red, Yellow }
        impl std::ops::Not for Player { type Output = Player; fn not(self) -> Player { match self { Player::Red => Player::Yellow, Player::Yellow => Player::Red } } }
        #[derive(Clone, Copy)]
        struct Board { cells: [[Option<Player>; HEIGHT]; WIDTH] }
        #[derive(Debug, PartialEq, Clone, Copy)]
        enum MoveError { ColumnFull(usize), OutOfBoard }
        impl Board {
            fn empty() -> Self { Board { cells: [[None; HEIGHT]; WIDTH] } }
            fn play(&mut self, column: usize, player: Player) -> Result<usize, MoveError> {
                let cells = self.cells.get_mut(column).ok_or(MoveError::OutOfBoard)?;
                let row = cells.iter().position(Option::is_none).ok_or(MoveError::ColumnFull(column))?;
                cells[row] = Some(player);
                Ok(row)
            }
            fn at(&self, x: isize, y: isize) -> Option<Player> {
                let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
                *self.cells.get(x)?.get(y)?
            }
            fn wins(&self, column: usize, row: usize) -> bool {
                let Some(player) = self.cells[column][row] else { return false };
                const AXES: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
                AXES.iter().any(|&(dx, dy)| {
                    let run = |sign: isize| {
                        (1..4)
                            .take_while(|&n| self.at(column as isize + sign * n * dx, row as isize + sign * n * dy) == Some(player))
                            .count()
                    };
                    run(1) + run(-1) >= 3
                })
            }
            fn legal_moves(&self) -> impl Iterator<Item = usize> + '_ {
                (0..WIDTH).filter(|&c| self.cells[c].last().unwrap().is_none())
            }
            fn best_reply(&self, player: Player) -> Option<usize> {
                for candidate in [player, !player] {
                    for column in self.legal_moves() {
                        let mut next = *self;
                        if let Ok(row) = next.play(column, candidate) && next.wins(column, row) { return Some(column); }
                    }
                }
                self.legal_moves().min_by_key(|&c| c.abs_diff(WIDTH / 2))
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut board = Board::empty();
            let mut player = if a % 2 == 0 { Player::Red } else { Player::Yellow };
            let mut seed = b.wrapping_add(a as u32);
            let mut hash = 0i64;
            for turn in 0..20 {
                seed = seed.wrapping_mul(1103515245).wrapping_add(12345);
                let column = if turn % 2 == 0 { (seed >> 16) as usize % 8 } else { match board.best_reply(player) { Some(c) => c, None => break } };
                match board.play(column, player) {
                    Ok(row) if board.wins(column, row) => return hash * 10 + player as i64 + 1,
                    Ok(row) => hash = (hash * 7 + (column * HEIGHT + row) as i64) % 1_000_007,
                    Err(MoveError::ColumnFull(c)) => hash += c as i64,
                    Err(MoveError::OutOfBoard) => hash += 1000,
                }
                player = !player;
            }
            -hash
        }
    }
    coasts {
        mod grid {
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub enum Land { Water, Sand, Forest(u8) }
            impl Default for Land { fn default() -> Self { Land::Water } }
            pub struct Map<const W: usize, const H: usize> { pub(super) cells: [[Land; W]; H] }
            impl<const W: usize, const H: usize> Map<W, H> {
                pub const AREA: usize = W * H;
                pub fn generate(f: impl Fn(usize, usize) -> u32) -> Self {
                    let mut cells = [[Land::default(); W]; H];
                    for (y, row) in cells.iter_mut().enumerate() {
                        for (x, cell) in row.iter_mut().enumerate() {
                            *cell = match f(x, y) { 0..=3 => Land::Water, 4 | 5 => Land::Sand, n => Land::Forest(n as u8 - 5) };
                        }
                    }
                    Map { cells }
                }
                pub fn neighbours(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
                    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(dx, dy): (i32, i32)| {
                        let nx = x.checked_add_signed(dx as isize)?;
                        let ny = y.checked_add_signed(dy as isize)?;
                        (nx < W && ny < H).then_some((nx, ny))
                    })
                }
            }
            pub mod measure {
                use super::{Land, Map};
                pub fn coast<const W: usize, const H: usize>(map: &Map<W, H>) -> usize {
                    let mut length = 0;
                    for y in 0..H { for x in 0..W {
                        if map.cells[y][x] == Land::Water { continue; }
                        length += Map::<W, H>::neighbours(x, y).filter(|&(nx, ny)| map.cells[ny][nx] == Land::Water).count();
                    } }
                    length
                }
                pub fn largest_lake<const W: usize, const H: usize>(map: &Map<W, H>) -> usize {
                    let mut seen = [[false; W]; H];
                    let mut best = 0;
                    for start in 0..Map::<W, H>::AREA {
                        let mut stack = [(0u8, 0u8); 64];
                        let mut top = 0;
                        let (sx, sy) = (start % W, start / W);
                        if seen[sy][sx] || map.cells[sy][sx] != Land::Water { continue; }
                        seen[sy][sx] = true;
                        stack[top] = (sx as u8, sy as u8);
                        top += 1;
                        let mut size = 0;
                        while let Some(next) = top.checked_sub(1) {
                            top = next;
                            size += 1;
                            let (x, y) = stack[top];
                            for (nx, ny) in Map::<W, H>::neighbours(x.into(), y.into()) {
                                if !seen[ny][nx] && matches!(map.cells[ny][nx], Land::Water) {
                                    seen[ny][nx] = true;
                                    stack[top] = (nx as u8, ny as u8);
                                    top += 1;
                                }
                            }
                        }
                        best = best.max(size);
                    }
                    best
                }
            }
        }
        use grid::{measure, Land, Map};
        impl Land { fn value(self) -> u32 { match self { Self::Water => 0, Self::Sand => 1, Self::Forest(age @ 0..=2) => 2 + u32::from(age), Self::Forest(_) => 9 } } }
        fn case(a: i32, b: u32) -> i64 {
            let map = Map::<8, 6>::generate(|x, y| (x as u32 * 7 + y as u32 * (b % 13 + 3) + a.unsigned_abs() * x as u32 * y as u32) % 10);
            let value: u32 = map.cells.iter().flat_map(|row| row.iter()).map(|land| land.value()).sum();
            let rows = map.cells.iter().map(|row| row.iter().filter(|l| **l == Land::Sand).count()).max().unwrap();
            (measure::coast(&map) * 1000 + measure::largest_lake(&map) * 10 + rows) as i64 * 1000 + value as i64
        }
    }
}
