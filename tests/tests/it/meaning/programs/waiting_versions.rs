//! Those of the programs of [`super::fresh_versions`] and [`super::everyday_versions`] that texts still refuse, in their first versions. One that compiles
//! moves there.

#![allow(dead_code, clippy::all, reason = "the programs are as they were first written")]

use vyre::Module;

const OF_TWO: &str = "
    #[kernel] fn run(a: &[i32], b: &[u32], out: &mut [i64]) { let i = invocation_id().x; if i < out.len() { out[i] = case(a[i], b[i]); } }
";
const OF_ALL: &str = "
    #[kernel] fn run(input: &[u32], out: &mut [u32]) { let i = invocation_id().x as usize; if let Some(slot) = out.get_mut(i) { *slot = one(i, input); } }
";

/// Programs that rustc compiles and texts refuse.
macro_rules! waiting {
    ($($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            $($items)*
            #[test]
            fn waits() {
                let text = stringify!($($items)*);
                let kernel = if text.contains("fn case(") { super::OF_TWO } else { super::OF_ALL };
                let compiled = super::Module::compile(&format!("{text}\n{kernel}"));
                assert!(compiled.is_err(), "it compiles: move it to `fresh_versions`");
            }
        }
    )*};
}

waiting! {
    kepler {
        use std::f64::consts::{PI, TAU};

        #[derive(Debug, Clone, Copy)]
        struct Elements {
            semi_major: f64,
            eccentricity: f64,
            periapsis: f64,
            mean_at_epoch: f64,
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Vec2 {
            x: f64,
            y: f64,
        }

        impl Vec2 {
            fn rotated(self, angle: f64) -> Vec2 {
                let (sin, cos) = angle.sin_cos();
                Vec2 { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos }
            }

            fn length(self) -> f64 {
                self.x.hypot(self.y)
            }
        }

        #[derive(Debug)]
        enum Anomaly {
            Converged { value: f64, iterations: u32 },
            Diverged(f64),
        }

        fn newton<F, D>(mut x: f64, f: F, derivative: D, tolerance: f64) -> Anomaly
        where
            F: Fn(f64) -> f64,
            D: Fn(f64) -> f64,
        {
            for iterations in 1..=32 {
                let step = f(x) / derivative(x);
                x -= step;
                if step.abs() < tolerance {
                    return Anomaly::Converged { value: x, iterations };
                }
            }
            Anomaly::Diverged(x)
        }

        impl Elements {
            const MU: f64 = 4.0 * PI * PI;

            fn period(&self) -> f64 {
                TAU * (self.semi_major.powi(3) / Self::MU).sqrt()
            }

            fn eccentric_anomaly(&self, t: f64) -> Anomaly {
                let mean = (self.mean_at_epoch + TAU * t / self.period()).rem_euclid(TAU);
                let e = self.eccentricity;
                let guess = if e > 0.8 { PI } else { mean };
                newton(guess, |x| x - e * x.sin() - mean, |x| 1.0 - e * x.cos(), 1e-10)
            }

            fn position(&self, t: f64) -> Option<Vec2> {
                let Anomaly::Converged { value: anomaly, .. } = self.eccentric_anomaly(t) else {
                    return None;
                };
                let Self { semi_major: a, eccentricity: e, periapsis, .. } = *self;
                let flat = Vec2 { x: a * (anomaly.cos() - e), y: a * (1.0 - e * e).sqrt() * anomaly.sin() };
                Some(flat.rotated(periapsis))
            }
        }

        fn closest_approach(one: &Elements, other: &Elements, days: u32) -> (u32, f64) {
            (0..days)
                .filter_map(|day| {
                    let t = f64::from(day) / 365.25;
                    let (p, q) = (one.position(t)?, other.position(t)?);
                    Some((day, (p.x - q.x).hypot(p.y - q.y)))
                })
                .min_by(|(_, a), (_, b)| a.total_cmp(b))
                .unwrap_or((days, f64::INFINITY))
        }

        fn case(a: i32, b: u32) -> i64 {
            let earth = Elements { semi_major: 1.0, eccentricity: 0.0167, periapsis: 1.796, mean_at_epoch: -0.0433 };
            let comet = Elements {
                semi_major: 2.0 + f64::from(b % 7) * 0.25,
                eccentricity: 0.85,
                periapsis: f64::from(a) * 0.1,
                mean_at_epoch: 0.3,
            };
            let (day, distance) = closest_approach(&earth, &comet, 40);
            let iterations = match comet.eccentric_anomaly(0.5) {
                Anomaly::Converged { iterations, .. } => iterations,
                Anomaly::Diverged(_) => 99,
            };
            let speed = comet.position(0.01).zip(comet.position(0.0)).map(|(p, q)| (p.length() - q.length()) * 100.0);
            day as i64 * 100_000_000 + (distance * 10_000.0).round() as i64 * 1000 + iterations as i64 + speed.map_or(0, |s| (s * 100.0) as i64)
        }
    }
    molecules {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum FormulaError {
            UnknownElement { at: usize },
            Unbalanced,
            UnexpectedByte(u8),
            TooDeep,
        }

        struct Element {
            symbol: &'static str,
            milli_mass: u32,
        }

        const ELEMENTS: &[Element] = &[
            Element { symbol: "H", milli_mass: 1_008 },
            Element { symbol: "C", milli_mass: 12_011 },
            Element { symbol: "N", milli_mass: 14_007 },
            Element { symbol: "O", milli_mass: 15_999 },
            Element { symbol: "Na", milli_mass: 22_990 },
            Element { symbol: "Cl", milli_mass: 35_450 },
            Element { symbol: "Ca", milli_mass: 40_078 },
        ];

        struct Parser<'a> {
            input: &'a [u8],
            pos: usize,
        }

        impl<'a> Parser<'a> {
            fn new(formula: &'a str) -> Self {
                Parser { input: formula.as_bytes(), pos: 0 }
            }

            fn peek(&self) -> Option<u8> {
                self.input.get(self.pos).copied()
            }

            fn number(&mut self) -> u32 {
                let mut n = None;
                while let Some(d @ b'0'..=b'9') = self.peek() {
                    n = Some(n.unwrap_or(0) * 10 + u32::from(d - b'0'));
                    self.pos += 1;
                }
                n.unwrap_or(1)
            }

            fn symbol(&mut self) -> &'a [u8] {
                let start = self.pos;
                self.pos += 1;
                while self.peek().is_some_and(|b| b.is_ascii_lowercase()) {
                    self.pos += 1;
                }
                &self.input[start..self.pos]
            }

            fn element(&mut self) -> Result<&'static Element, FormulaError> {
                let at = self.pos;
                let symbol = self.symbol();
                ELEMENTS.iter().find(|e| e.symbol.as_bytes() == symbol).ok_or(FormulaError::UnknownElement { at })
            }

            /// The mass in thousandths.
            fn mass(mut self) -> Result<u32, FormulaError> {
                let mut stack = [0u32; 4];
                let mut depth = 0;
                while let Some(byte) = self.peek() {
                    match byte {
                        b'A'..=b'Z' => {
                            let element = self.element()?;
                            stack[depth] += element.milli_mass * self.number();
                        }
                        b'(' => {
                            self.pos += 1;
                            depth += 1;
                            *stack.get_mut(depth).ok_or(FormulaError::TooDeep)? = 0;
                        }
                        b')' => {
                            self.pos += 1;
                            let inner = stack[depth];
                            depth = depth.checked_sub(1).ok_or(FormulaError::Unbalanced)?;
                            stack[depth] += inner * self.number();
                        }
                        other => return Err(FormulaError::UnexpectedByte(other)),
                    }
                }
                if depth == 0 { Ok(stack[0]) } else { Err(FormulaError::Unbalanced) }
            }
        }

        fn mass(formula: &str) -> Result<u32, FormulaError> {
            Parser::new(formula).mass()
        }

        fn case(a: i32, b: u32) -> i64 {
            let formulas = ["H2O", "C6H12O6", "Ca(OH)2", "NaCl", "C8H10N4O2", "Xy2", "(H2", "((((H))))", "H2!", "C)2"];
            let chosen = formulas[(b as usize + 3) % formulas.len()];
            let one = match mass(chosen) {
                Ok(mass) => mass as i64,
                Err(FormulaError::UnknownElement { at }) => -1 - at as i64,
                Err(FormulaError::Unbalanced) => -100,
                Err(FormulaError::UnexpectedByte(byte)) => -200 - i64::from(byte),
                Err(FormulaError::TooDeep) => -500,
            };
            let total: u32 = formulas.iter().filter_map(|f| mass(f).ok()).sum();
            one * 1000 + total as i64 % 977 + a as i64
        }
    }
    orderbook {
        use std::cmp::Ordering;

        type Price = u32;
        type Quantity = u32;

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Side {
            Buy,
            Sell,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Order {
            id: u32,
            side: Side,
            price: Price,
            quantity: Quantity,
        }

        #[derive(Clone, Copy, Debug)]
        struct Fill {
            maker: u32,
            price: Price,
            quantity: Quantity,
        }

        #[derive(Clone, Copy)]
        struct Levels<const N: usize> {
            orders: [Option<Order>; N],
        }

        impl<const N: usize> Default for Levels<N> {
            fn default() -> Self {
                Levels { orders: [None; N] }
            }
        }

        impl<const N: usize> Levels<N> {
            fn best(&self, better: impl Fn(&Order, &Order) -> Ordering) -> Option<usize> {
                let mut best: Option<(usize, &Order)> = None;
                for (i, order) in self.orders.iter().enumerate().filter_map(|(i, o)| Some((i, o.as_ref()?))) {
                    best = match best {
                        Some((_, current)) if better(order, current) != Ordering::Less => best,
                        _ => Some((i, order)),
                    };
                }
                best.map(|(i, _)| i)
            }

            fn insert(&mut self, order: Order) -> Result<(), Order> {
                match self.orders.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => {
                        *slot = Some(order);
                        Ok(())
                    }
                    None => Err(order),
                }
            }
        }

        #[derive(Default)]
        struct Book {
            bids: Levels<8>,
            asks: Levels<8>,
            rejected: u32,
        }

        impl Book {
            fn submit(&mut self, mut order: Order, mut on_fill: impl FnMut(Fill)) -> Quantity {
                let (own, other) = match order.side {
                    Side::Buy => (&mut self.bids, &mut self.asks),
                    Side::Sell => (&mut self.asks, &mut self.bids),
                };
                let crosses = |maker: &Order| match order.side {
                    Side::Buy => maker.price <= order.price,
                    Side::Sell => maker.price >= order.price,
                };
                while order.quantity > 0 {
                    let best = other.best(|a, b| match a.side {
                        Side::Sell => a.price.cmp(&b.price).then(a.id.cmp(&b.id)),
                        Side::Buy => b.price.cmp(&a.price).then_with(|| a.id.cmp(&b.id)),
                    });
                    let Some(at) = best else { break };
                    let slot = &mut other.orders[at];
                    let Some(maker) = slot.as_mut().filter(|maker| crosses(maker)) else { break };
                    let quantity = maker.quantity.min(order.quantity);
                    maker.quantity -= quantity;
                    order.quantity -= quantity;
                    on_fill(Fill { maker: maker.id, price: maker.price, quantity });
                    if maker.quantity == 0 {
                        *slot = None;
                    }
                }
                if order.quantity > 0 && own.insert(order).is_err() {
                    self.rejected += 1;
                }
                order.quantity
            }

            fn spread(&self) -> Option<i64> {
                let bid = self.bids.orders.iter().flatten().map(|o| o.price).max()?;
                let ask = self.asks.orders.iter().flatten().map(|o| o.price).min()?;
                Some(i64::from(ask) - i64::from(bid))
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut book = Book::default();
            let (mut volume, mut fills, mut last) = (0u64, 0u32, None);
            let mut x = b + 17;
            for id in 0..30u32 {
                x = (x * 75 + 74) % 65537;
                let side = if x & 8 == 0 { Side::Buy } else { Side::Sell };
                let order = Order { id, side, price: 95 + x % 11, quantity: 1 + (x >> 5) % 9 };
                book.submit(order, |fill| {
                    volume += u64::from(fill.price) * u64::from(fill.quantity);
                    fills += 1;
                    last = Some(fill.maker);
                });
            }
            let spread = book.spread().unwrap_or(-1);
            volume as i64 * 10_000 + fills as i64 * 100 + spread * 10 + book.rejected as i64 + last.map_or(-1, i64::from) + a as i64
        }
    }
    sketches {
        struct Fnv(u64);

        impl Fnv {
            const PRIME: u64 = 0x100_0000_01b3;

            fn with_seed(seed: u64) -> Self {
                Fnv(0xcbf2_9ce4_8422_2325 ^ seed)
            }

            fn write(&mut self, bytes: &[u8]) -> &mut Self {
                for &byte in bytes {
                    self.0 = (self.0 ^ byte as u64).wrapping_mul(Self::PRIME);
                }
                self
            }

            fn finish(&self) -> u64 {
                let mut h = self.0;
                h ^= h >> 32;
                h = h.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                h ^ h >> 29
            }
        }

        fn hash(value: u32, seed: u64) -> u64 {
            Fnv::with_seed(seed).write(&value.to_le_bytes()).finish()
        }

        trait Sketch {
            type Estimate;

            fn add(&mut self, value: u32);
            fn estimate(&self) -> Self::Estimate;

            fn extend<I: IntoIterator<Item = u32>>(&mut self, values: I) {
                values.into_iter().for_each(|v| self.add(v));
            }
        }

        struct HyperLogLog<const REGISTERS: usize> {
            registers: [u8; REGISTERS],
        }

        impl<const REGISTERS: usize> Sketch for HyperLogLog<REGISTERS> {
            type Estimate = f64;

            fn add(&mut self, value: u32) {
                let h = hash(value, 1);
                let register = &mut self.registers[(h % REGISTERS as u64) as usize];
                let rank = ((h / REGISTERS as u64) | 1 << 40).trailing_zeros() as u8 + 1;
                *register = rank.max(*register);
            }

            fn estimate(&self) -> f64 {
                let m = REGISTERS as f64;
                let sum: f64 = self.registers.iter().map(|&r| 1.0 / (1u64 << r) as f64).sum();
                let raw = 0.7 * m * m / sum;
                let zeros = self.registers.iter().filter(|&&r| r == 0).count();
                if raw <= 2.5 * m && zeros > 0 { m * (m / zeros as f64).ln() } else { raw }
            }
        }

        #[derive(Clone)]
        struct Bloom<const WORDS: usize, const HASHES: u64> {
            bits: [u64; WORDS],
        }

        impl<const WORDS: usize, const HASHES: u64> Bloom<WORDS, HASHES> {
            fn positions(value: u32) -> impl Iterator<Item = (usize, u64)> {
                (0..HASHES).map(move |seed| {
                    let bit = hash(value, seed) % (WORDS as u64 * 64);
                    ((bit / 64) as usize, 1 << (bit % 64))
                })
            }

            fn contains(&self, value: u32) -> bool {
                Self::positions(value).all(|(word, bit)| self.bits[word] & bit != 0)
            }

            fn union(&mut self, other: &Self) {
                self.bits.iter_mut().zip(other.bits).for_each(|(a, b)| *a |= b);
            }
        }

        impl<const WORDS: usize, const HASHES: u64> Sketch for Bloom<WORDS, HASHES> {
            type Estimate = u32;

            fn add(&mut self, value: u32) {
                for (word, bit) in Self::positions(value) {
                    self.bits[word] |= bit;
                }
            }

            fn estimate(&self) -> u32 {
                self.bits.iter().map(|w| w.count_ones()).sum::<u32>() / HASHES as u32
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let n = 20 + b % 40;
            let mut hll = HyperLogLog { registers: [0; 16] };
            hll.extend((0..n).map(|i| i * 7));
            let mut bloom = Bloom::<8, 3> { bits: [0; 8] };
            bloom.extend((0..n).filter(|i| i % 3 == 0));
            let mut other = bloom.clone();
            other.extend([1000, 2000, a.unsigned_abs()]);
            bloom.union(&other);
            let members = (0..n).filter(|&i| bloom.contains(i)).count();
            (hll.estimate() * 10.0).round() as i64 * 10_000 + members as i64 * 100 + i64::from(bloom.estimate()) + bloom.contains(2000) as i64
        }
    }
    treap {
        use core::cmp::Ordering::{self, *};

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Id(u16);

        #[derive(Clone, Copy, Debug)]
        struct Node<K, V> {
            key: K,
            value: V,
            priority: u32,
            left: Option<Id>,
            right: Option<Id>,
        }

        struct Treap<K, V, const N: usize> {
            nodes: [Option<Node<K, V>>; N],
            root: Option<Id>,
            len: u16,
            seed: u32,
        }

        impl<K: Ord + Copy, V: Copy, const N: usize> Treap<K, V, N> {
            fn new(seed: u32) -> Self {
                Treap { nodes: [None; N], root: None, len: 0, seed }
            }

            fn node(&self, id: Id) -> &Node<K, V> {
                self.nodes[id.0 as usize].as_ref().unwrap()
            }

            fn node_mut(&mut self, id: Id) -> &mut Node<K, V> {
                self.nodes[usize::from(id.0)].as_mut().unwrap()
            }

            fn get(&self, key: &K) -> Option<&V> {
                let mut at = self.root;
                while let Some(id) = at {
                    let node = self.node(id);
                    at = match key.cmp(&node.key) {
                        Less => node.left,
                        Greater => node.right,
                        Equal => return Some(&node.value),
                    };
                }
                None
            }

            fn get_mut(&mut self, key: &K) -> Option<&mut V> {
                let mut at = self.root;
                while let Some(id) = at {
                    let node = self.node(id);
                    at = match key.cmp(&node.key) {
                        Ordering::Less => node.left,
                        Ordering::Greater => node.right,
                        Ordering::Equal => return Some(&mut self.node_mut(id).value),
                    };
                }
                None
            }

            /// Inserts without recursion: splits the subtree below where the new node belongs.
            fn insert(&mut self, key: K, value: V) -> Option<V> {
                if let Some(old) = self.get_mut(&key) {
                    return Some(std::mem::replace(old, value));
                }
                self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let priority = self.seed >> 8;
                let new = Id(self.len);
                self.len += 1;
                self.nodes[new.0 as usize] = Some(Node { key, value, priority, left: None, right: None });

                let mut parent: Option<(Id, bool)> = None;
                let mut at = self.root;
                while let Some(id) = at.filter(|&id| self.node(id).priority >= priority) {
                    let node = self.node(id);
                    let goes_left = key < node.key;
                    parent = Some((id, goes_left));
                    at = if goes_left { node.left } else { node.right };
                }
                self.link(parent, Some(new));
                let (mut smaller, mut larger) = ((new, true), (new, false));
                while let Some(id) = at {
                    if self.node(id).key < key {
                        self.link(Some(smaller), Some(id));
                        smaller = (id, false);
                        at = self.node(id).right;
                    } else {
                        self.link(Some(larger), Some(id));
                        larger = (id, true);
                        at = self.node(id).left;
                    }
                }
                self.link(Some(smaller), None);
                self.link(Some(larger), None);
                None
            }

            fn link(&mut self, parent: Option<(Id, bool)>, child: Option<Id>) {
                match parent {
                    None => self.root = child,
                    Some((id, true)) => self.node_mut(id).left = child,
                    Some((id, false)) => self.node_mut(id).right = child,
                }
            }

            fn for_each(&self, mut f: impl FnMut(K, V)) {
                let mut stack = [Id(0); N];
                let mut depth = 0;
                let mut at = self.root;
                loop {
                    while let Some(id) = at {
                        stack[depth] = id;
                        depth += 1;
                        at = self.node(id).left;
                    }
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                    let node = self.node(stack[depth]);
                    f(node.key, node.value);
                    at = node.right;
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut treap: Treap<i32, u32, 24> = Treap::new(b);
            let mut replaced = 0;
            for i in 0..24u32 {
                let key = (a + (i * i * 7) as i32 + b as i32) % 31;
                if let Some(old) = treap.insert(key, i) {
                    replaced += old;
                }
            }
            if let Some(v) = treap.get_mut(&(a % 31)) {
                *v += 100;
            }
            let (mut sorted, mut previous, mut sum) = (true, None, 0i64);
            treap.for_each(|k, v| {
                sorted &= previous.is_none_or(|p| p < k);
                previous = Some(k);
                sum = sum * 3 % 1_000_003 + i64::from(k) + i64::from(v);
            });
            let found = treap.get(&(b as i32 % 31)).copied().map_or(-1, i64::from);
            sum * 10_000 + found * 10 + sorted as i64 + i64::from(replaced) + i64::from(treap.len)
        }
    }
    filters {
        #[derive(Clone, Copy)]
        struct Image<'a> {
            pixels: &'a [u32],
            width: usize,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Border {
            Clamp,
            Wrap,
            Constant(u32),
        }

        impl<'a> Image<'a> {
            fn new(pixels: &'a [u32], width: usize) -> Option<Self> {
                (width > 0 && pixels.len() % width == 0).then_some(Image { pixels, width })
            }

            fn height(&self) -> usize {
                self.pixels.len() / self.width
            }

            fn get(&self, x: isize, y: isize, border: Border) -> u32 {
                let (w, h) = (self.width as isize, self.height() as isize);
                let (x, y) = match border {
                    Border::Clamp => (x.clamp(0, w - 1), y.clamp(0, h - 1)),
                    Border::Wrap => (x.rem_euclid(w), y.rem_euclid(h)),
                    Border::Constant(value) if !(0..w).contains(&x) || !(0..h).contains(&y) => return value,
                    Border::Constant(_) => (x, y),
                };
                self.pixels[(y * w + x) as usize] & 0xFF
            }

            fn window<const N: usize>(&self, x: usize, y: usize, border: Border) -> [[u32; N]; N] {
                let half = N as isize / 2;
                std::array::from_fn(|dy| {
                    std::array::from_fn(|dx| self.get(x as isize + dx as isize - half, y as isize + dy as isize - half, border))
                })
            }
        }

        trait Filter<const N: usize> {
            fn apply(&self, window: &[[u32; N]; N]) -> u32;
        }

        struct Median;
        struct Erode;
        struct Convolve<const N: usize> {
            kernel: [[i32; N]; N],
            shift: u32,
        }

        impl Filter<3> for Median {
            fn apply(&self, window: &[[u32; 3]; 3]) -> u32 {
                let mut sorted = [0; 9];
                for (slot, &pixel) in sorted.iter_mut().zip(window.iter().flatten()) {
                    *slot = pixel;
                }
                sorted.sort_unstable();
                sorted[4]
            }
        }

        impl<const N: usize> Filter<N> for Erode {
            fn apply(&self, window: &[[u32; N]; N]) -> u32 {
                window.iter().flatten().copied().min().unwrap_or(0)
            }
        }

        impl<const N: usize> Filter<N> for Convolve<N> {
            fn apply(&self, window: &[[u32; N]; N]) -> u32 {
                let sum: i32 = window
                    .iter()
                    .zip(&self.kernel)
                    .map(|(pixels, weights)| pixels.iter().zip(weights).map(|(&p, &w)| p as i32 * w).sum::<i32>())
                    .sum();
                (sum >> self.shift).clamp(0, 255) as u32
            }
        }

        fn filter<const N: usize>(image: Image<'_>, at: usize, border: Border, filter: &impl Filter<N>) -> u32 {
            let (x, y) = (at % image.width, at / image.width);
            filter.apply(&image.window(x, y, border))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let Some(image) = Image::new(input, 16) else {
                return 0;
            };
            let blur = Convolve { kernel: [[1, 2, 1], [2, 4, 2], [1, 2, 1]], shift: 4 };
            let edges = Convolve { kernel: [[0, -1, 0], [-1, 4, -1], [0, -1, 0]], shift: 0 };
            let median = filter(image, i, Border::Clamp, &Median);
            let eroded = filter::<5>(image, i, Border::Wrap, &Erode);
            let smooth = filter(image, i, Border::Constant(128), &blur);
            let edge = filter(image, i, Border::Clamp, &edges);
            u32::from_le_bytes([median as u8, eroded as u8, smooth as u8, edge as u8])
        }
    }
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
    }
    minimizers {
        const K: usize = 5;
        const MASK: u32 = (1 << (2 * K)) - 1;

        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        enum Base {
            A,
            C,
            G,
            T,
        }

        impl Base {
            fn complement(self) -> Base {
                match self {
                    Base::A => Base::T,
                    Base::C => Base::G,
                    Base::G => Base::C,
                    Base::T => Base::A,
                }
            }
        }

        impl From<u32> for Base {
            fn from(bits: u32) -> Base {
                match bits & 3 {
                    0 => Base::A,
                    1 => Base::C,
                    2 => Base::G,
                    _ => Base::T,
                }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Kmer(u32);

        impl Kmer {
            fn hash(self) -> u32 {
                let mut h = self.0;
                h = (h ^ (h >> 7)).wrapping_mul(0x85EB_CA6B);
                h ^ (h >> 13)
            }
        }

        /// The canonical k-mers of a sequence, with their positions.
        struct Kmers<I> {
            bases: I,
            forward: u32,
            backward: u32,
            seen: usize,
        }

        impl<I: Iterator<Item = Base>> Kmers<I> {
            fn new(bases: I) -> Self {
                Kmers { bases, forward: 0, backward: 0, seen: 0 }
            }
        }

        impl<I: Iterator<Item = Base>> Iterator for Kmers<I> {
            type Item = (usize, Kmer);

            fn next(&mut self) -> Option<Self::Item> {
                loop {
                    let base = self.bases.next()?;
                    self.forward = (self.forward << 2 | base as u32) & MASK;
                    self.backward = self.backward >> 2 | (base.complement() as u32) << (2 * (K - 1));
                    self.seen += 1;
                    if self.seen >= K {
                        return Some((self.seen - K, Kmer(self.forward.min(self.backward))));
                    }
                }
            }
        }

        fn minimizer(bases: impl Iterator<Item = Base>) -> Option<(usize, Kmer)> {
            Kmers::new(bases).min_by_key(|(_, kmer)| kmer.hash())
        }

        fn jaccard(left: &[u32], right: &[u32]) -> (u32, u32) {
            let in_left = |kmer: Kmer| Kmers::new(left.iter().map(|&w| Base::from(w))).any(|(_, k)| k == kmer);
            let shared = Kmers::new(right.iter().copied().map(Base::from)).filter(|&(_, kmer)| in_left(kmer)).count() as u32;
            let total = (left.len() + right.len()).saturating_sub(2 * (K - 1)) as u32;
            (shared, total - shared)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let window = &input[i..(i + 24).min(input.len())];
            let (position, kmer) = match minimizer(window.iter().map(|&w| w.into())) {
                Some(found) => found,
                None => return 0,
            };
            let gc = window.iter().filter(|&&w| matches!(w.into(), Base::G | Base::C)).count() as u32;
            let (shared, all) = jaccard(&window[..window.len() / 2], &window[window.len() / 2..]);
            kmer.0 << 16 | (position as u32) << 11 | gc << 6 | (shared * 7 + all) & 63
        }
    }
    crc_tables {
        const fn make_table(poly: u32) -> [u32; 256] {
            let mut table = [0u32; 256];
            let mut i = 0;
            while i < 256 {
                let mut c = i as u32;
                let mut k = 0;
                while k < 8 { c = if c & 1 != 0 { poly ^ (c >> 1) } else { c >> 1 }; k += 1; }
                table[i] = c;
                i += 1;
            }
            table
        }
        static IEEE: [u32; 256] = make_table(0xEDB8_8320);
        static CASTAGNOLI: [u32; 256] = make_table(0x82F6_3B78);
        #[derive(Clone, Copy)]
        enum Kind { Ieee, Castagnoli }
        struct Digest { state: u32, table: &'static [u32; 256], len: usize }
        impl Digest {
            fn new(kind: Kind) -> Self { Digest { state: !0, table: match kind { Kind::Ieee => &IEEE, Kind::Castagnoli => &CASTAGNOLI }, len: 0 } }
            fn update(&mut self, bytes: &[u8]) -> &mut Self {
                for &b in bytes { self.state = self.table[((self.state ^ u32::from(b)) & 0xff) as usize] ^ (self.state >> 8); }
                self.len += bytes.len();
                self
            }
            fn finish(&self) -> u32 { !self.state }
        }
        fn crc(kind: Kind, parts: &[&[u8]]) -> u32 { let mut d = Digest::new(kind); for p in parts { d.update(p); } d.finish() }
        fn case(a: i32, b: u32) -> i64 {
            let mut d = Digest::new(if b % 2 == 0 { Kind::Ieee } else { Kind::Castagnoli });
            d.update(b"123456789").update(&a.to_le_bytes());
            let whole = crc(Kind::Ieee, &[b"hello ", b"world"]);
            (d.finish() as i64) ^ (whole as i64) << 8 | d.len as i64
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
    utf8 {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum DecodeError { Truncated { needed: usize }, Invalid(u8), Overlong, Surrogate(u32) }
        struct Decoder<I: Iterator<Item = u8>> { bytes: std::iter::Peekable<I>, position: usize }
        impl<I: Iterator<Item = u8>> Decoder<I> {
            fn new(bytes: impl IntoIterator<Item = u8, IntoIter = I>) -> Self { Decoder { bytes: bytes.into_iter().peekable(), position: 0 } }
            fn continuation(&mut self, left: usize) -> Result<u32, DecodeError> {
                match self.bytes.next_if(|b| b & 0xC0 == 0x80) {
                    Some(b) => { self.position += 1; Ok(u32::from(b & 0x3F)) }
                    None => match self.bytes.peek() { Some(&b) => Err(DecodeError::Invalid(b)), None => Err(DecodeError::Truncated { needed: left }) },
                }
            }
        }
        impl<I: Iterator<Item = u8>> Iterator for Decoder<I> {
            type Item = Result<char, DecodeError>;
            fn next(&mut self) -> Option<Self::Item> {
                let first = self.bytes.next()?;
                self.position += 1;
                let (extra, bits, least) = match first {
                    0x00..=0x7F => return Some(Ok(first as char)),
                    0xC0..=0xDF => (1, u32::from(first & 0x1F), 0x80),
                    0xE0..=0xEF => (2, u32::from(first & 0x0F), 0x800),
                    0xF0..=0xF7 => (3, u32::from(first & 0x07), 0x10000),
                    _ => return Some(Err(DecodeError::Invalid(first))),
                };
                let mut code = bits;
                for left in (1..=extra).rev() {
                    match self.continuation(left) { Ok(b) => code = code << 6 | b, Err(e) => return Some(Err(e)) }
                }
                Some(if code < least { Err(DecodeError::Overlong) } else { char::from_u32(code).ok_or(DecodeError::Surrogate(code)) })
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let data = [0x48, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80, 0xC0, 0x80, 0xED, 0xA0, 0x80, b as u8, 0xE2, 0x82];
            let n = (a.unsigned_abs() as usize % data.len()) + 1;
            let mut t = 0i64;
            for item in Decoder::new(data[..n].iter().copied()) {
                let v = match item { Ok(c) => c as i64, Err(DecodeError::Truncated { needed }) => -(needed as i64), Err(DecodeError::Invalid(b)) => -100 - i64::from(b), Err(DecodeError::Overlong) => -10, Err(DecodeError::Surrogate(s)) => -(s as i64) };
                t = t * 31 % 1_000_003 + v;
            }
            let good = Decoder::new(data).filter_map(Result::ok).filter(|c| !c.is_ascii()).count();
            t * 100 + good as i64
        }
    }
    virtual_machine {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Instr { Push(i64), Load(usize), Store(usize), Bin(BinOp), Jump(usize), JumpIfZero(usize), Call(usize), Ret, Dup, Halt }
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum BinOp { Add, Sub, Mul, Lt, Mod }
        impl BinOp {
            fn function(self) -> fn(i64, i64) -> i64 {
                match self { BinOp::Add => i64::wrapping_add, BinOp::Sub => i64::wrapping_sub, BinOp::Mul => i64::wrapping_mul, BinOp::Lt => |a, b| (a < b) as i64, BinOp::Mod => i64::rem_euclid }
            }
        }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Fault { StackUnderflow { pc: usize }, StackOverflow, OutOfFuel, BadAddress(usize) }
        struct Stack<T, const N: usize> { items: [T; N], len: usize }
        impl<T: Copy + Default, const N: usize> Stack<T, N> {
            fn new() -> Self { Stack { items: [T::default(); N], len: 0 } }
            fn push(&mut self, item: T) -> Result<(), Fault> { *self.items.get_mut(self.len).ok_or(Fault::StackOverflow)? = item; self.len += 1; Ok(()) }
            fn pop(&mut self) -> Option<T> { self.len = self.len.checked_sub(1)?; Some(self.items[self.len]) }
            fn top(&self) -> Option<&T> { self.items[..self.len].last() }
        }
        struct Vm<'p> { program: &'p [Instr], pc: usize, stack: Stack<i64, 16>, calls: Stack<usize, 8>, vars: [i64; 4], steps: u32 }
        impl<'p> Vm<'p> {
            fn new(program: &'p [Instr]) -> Self { Vm { program, pc: 0, stack: Stack::new(), calls: Stack::new(), vars: [0; 4], steps: 0 } }
            fn pop(&mut self) -> Result<i64, Fault> { let pc = self.pc; self.stack.pop().ok_or(Fault::StackUnderflow { pc }) }
            fn step(&mut self) -> Result<bool, Fault> {
                let instr = *self.program.get(self.pc).ok_or(Fault::BadAddress(self.pc))?;
                self.pc += 1;
                self.steps += 1;
                if self.steps > 500 { return Err(Fault::OutOfFuel); }
                match instr {
                    Instr::Push(v) => self.stack.push(v)?,
                    Instr::Load(i) => { let v = *self.vars.get(i).ok_or(Fault::BadAddress(i))?; self.stack.push(v)? }
                    Instr::Store(i) => self.vars[i] = self.pop()?,
                    Instr::Bin(op) => { let (r, l) = (self.pop()?, self.pop()?); self.stack.push(op.function()(l, r))? }
                    Instr::Jump(to) => self.pc = to,
                    Instr::JumpIfZero(to) => if self.pop()? == 0 { self.pc = to },
                    Instr::Call(to) => { self.calls.push(self.pc)?; self.pc = to }
                    Instr::Ret => match self.calls.pop() { Some(to) => self.pc = to, None => return Ok(false) },
                    Instr::Dup => { let v = *self.stack.top().ok_or(Fault::StackUnderflow { pc: self.pc })?; self.stack.push(v)? }
                    Instr::Halt => return Ok(false),
                }
                Ok(true)
            }
            fn run(mut self) -> Result<(i64, u32), Fault> { while self.step()? {} let v = self.pop()?; Ok((v, self.steps)) }
        }
        fn case(a: i32, b: u32) -> i64 {
            use Instr::*;
            let sum = [Push(0), Store(0), Push(b as i64 % 20), Store(1), Load(1), JumpIfZero(15), Load(0), Load(1), Call(18), Bin(BinOp::Add), Store(0), Load(1), Push(1), Bin(BinOp::Sub), Jump(16), Jump(17), Store(1), Jump(4), Dup, Bin(BinOp::Mul), Ret];
            let bad = [Push(1), Bin(BinOp::Add)];
            let small = [Push(a as i64), Push(7), Bin(BinOp::Mod), Dup, Push(3), Bin(BinOp::Lt), Bin(BinOp::Sub), Halt];
            let code = |r: Result<(i64, u32), Fault>| match r { Ok((v, s)) => v * 1000 + s as i64, Err(Fault::StackUnderflow { pc }) => -(pc as i64), Err(Fault::StackOverflow) => -100, Err(Fault::OutOfFuel) => -200, Err(Fault::BadAddress(at)) => -1000 - at as i64 };
            let programs: [&[Instr]; 3] = [&sum, &bad, &small];
            programs.iter().fold(0i64, |t, p| t * 7 % 1_000_003 + code(Vm::new(p).run()))
        }
    }
}
