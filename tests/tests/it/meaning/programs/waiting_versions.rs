//! Those of the programs of [`super::fresh_versions`], [`super::everyday_versions`], [`super::recent_versions`], [`super::unseen_versions`],
//! [`super::broad_versions`] and [`super::first_time_versions`] that texts still refuse, in their first versions. One that compiles moves there.

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
    hash_map {
        use std::marker::PhantomData;

        trait Hasher: Default {
            fn write(&mut self, bytes: &[u8]);
            fn finish(&self) -> u64;
        }

        struct Fnv1a(u64);

        impl Default for Fnv1a {
            fn default() -> Self {
                Fnv1a(0xcbf29ce484222325)
            }
        }

        impl Hasher for Fnv1a {
            fn write(&mut self, bytes: &[u8]) {
                for b in bytes {
                    self.0 ^= *b as u64;
                    self.0 = self.0.wrapping_mul(0x100000001b3);
                }
            }
            fn finish(&self) -> u64 {
                self.0
            }
        }

        #[derive(Default)]
        struct Djb {
            hash: u32,
            len: u32,
        }

        impl Hasher for Djb {
            fn write(&mut self, bytes: &[u8]) {
                self.hash = bytes.iter().fold(self.hash, |h, &b| h.wrapping_mul(33) ^ b as u32);
                self.len += bytes.len() as u32;
            }
            fn finish(&self) -> u64 {
                (self.hash as u64) << 7 | u64::from(self.len)
            }
        }

        trait Hash {
            fn hash<H: Hasher>(&self, state: &mut H);
        }

        impl Hash for u32 {
            fn hash<H: Hasher>(&self, state: &mut H) {
                state.write(&self.to_le_bytes());
            }
        }

        impl<T: Hash> Hash for [T] {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.iter().for_each(|x| x.hash(state));
            }
        }

        impl<A: Hash, B: Hash> Hash for (A, B) {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.hash(state);
                self.1.hash(state);
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Slot<K, V> {
            Empty,
            Deleted,
            Full { key: K, value: V },
        }

        struct Map<K, V, H, const N: usize> {
            slots: [Slot<K, V>; N],
            len: usize,
            hasher: PhantomData<H>,
        }

        impl<K, V, H, const N: usize> Map<K, V, H, N>
        where
            K: Copy + Eq + Hash,
            V: Copy,
            H: Hasher,
        {
            fn new() -> Self {
                Map { slots: [Slot::Empty; N], len: 0, hasher: PhantomData }
            }

            fn probe(&self, key: &K) -> impl Iterator<Item = usize> {
                let mut hasher = H::default();
                key.hash(&mut hasher);
                let start = (hasher.finish() % N as u64) as usize;
                (0..N).map(move |i| (start + i * (i + 1) / 2) % N)
            }

            fn position(&self, wanted: &K) -> Option<usize> {
                for i in self.probe(wanted) {
                    match &self.slots[i] {
                        Slot::Full { key, .. } if key == wanted => return Some(i),
                        Slot::Empty => return None,
                        _ => {}
                    }
                }
                None
            }

            fn get(&self, key: &K) -> Option<&V> {
                match &self.slots[self.position(key)?] {
                    Slot::Full { value, .. } => Some(value),
                    _ => None,
                }
            }

            fn get_mut(&mut self, key: &K) -> Option<&mut V> {
                let at = self.position(key)?;
                if let Slot::Full { value, .. } = &mut self.slots[at] { Some(value) } else { None }
            }

            fn insert(&mut self, key: K, value: V) -> Result<Option<V>, (K, V)> {
                if let Some(old) = self.get_mut(&key) {
                    return Ok(Some(std::mem::replace(old, value)));
                }
                let free = self.probe(&key).find(|&i| !matches!(self.slots[i], Slot::Full { .. }));
                match free {
                    Some(i) => {
                        self.slots[i] = Slot::Full { key, value };
                        self.len += 1;
                        Ok(None)
                    }
                    None => Err((key, value)),
                }
            }

            fn remove(&mut self, key: &K) -> Option<V> {
                let i = self.position(key)?;
                match std::mem::replace(&mut self.slots[i], Slot::Deleted) {
                    Slot::Full { value, .. } => {
                        self.len -= 1;
                        Some(value)
                    }
                    other => {
                        self.slots[i] = other;
                        None
                    }
                }
            }

            fn iter(&self) -> impl Iterator<Item = (&K, &V)> + '_ {
                self.slots.iter().filter_map(|slot| match slot {
                    Slot::Full { key, value } => Some((key, value)),
                    _ => None,
                })
            }
        }

        struct Bloom<const WORDS: usize> {
            bits: [u64; WORDS],
        }

        impl<const WORDS: usize> Bloom<WORDS> {
            const BITS: u64 = WORDS as u64 * 64;

            fn indices<T: Hash + ?Sized>(value: &T) -> [u64; 2] {
                let (mut f, mut d) = (Fnv1a::default(), Djb::default());
                value.hash(&mut f);
                value.hash(&mut d);
                [f.finish() % Self::BITS, d.finish() % Self::BITS]
            }

            fn add<T: Hash + ?Sized>(&mut self, value: &T) {
                for i in Self::indices(value) {
                    self.bits[(i / 64) as usize] |= 1 << (i % 64);
                }
            }

            fn may_contain<T: Hash + ?Sized>(&self, value: &T) -> bool {
                Self::indices(value).iter().all(|i| self.bits[(i / 64) as usize] & 1 << (i % 64) != 0)
            }
        }

        fn count_words<H: Hasher>(values: impl IntoIterator<Item = u32>) -> (usize, u32) {
            let mut map: Map<u32, u32, H, 16> = Map::new();
            let mut dropped = 0;
            for v in values {
                if let Some(count) = map.get_mut(&v) {
                    *count += 1;
                } else if map.insert(v, 1).is_err() {
                    dropped += 1;
                }
            }
            map.remove(&3);
            let best = map.iter().max_by_key(|&(&k, &n)| (n, k)).map(|(k, n)| k * 10 + n);
            (map.len + dropped * 100, best.unwrap_or(0))
        }

        fn case(a: i32, b: u32) -> i64 {
            let values = (0..40u32).map(|i| (i * i + b) % (13 + a.unsigned_abs() % 8));
            let (first, best) = count_words::<Fnv1a>(values.clone());
            let (second, other) = count_words::<Djb>(values);
            let mut pairs = Map::<(u32, u32), i64, Djb, 8>::new();
            for i in 0..5 {
                let _ = pairs.insert((i, b), a as i64 * i as i64);
            }
            let sum: i64 = pairs.iter().map(|(_, v)| v).sum();
            let got = pairs.get(&(2, b)).copied().unwrap_or(-1);
            let mut bloom = Bloom { bits: [0; 2] };
            bloom.add(&[1u32, 2, 3][..]);
            bloom.add(&(a as u32));
            let hits = (0..50u32).filter(|v| bloom.may_contain(v)).count() + bloom.may_contain([1, 2, 3].as_slice()) as usize;
            (first * 1000 + second) as i64 * 1_000_000 + i64::from(best * 7 + other) * 100 + sum + got + hits as i64
        }
    }
forth {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Op {
            Lit(i32),
            Add,
            Sub,
            Mul,
            Dup,
            Swap,
            Drop,
            Over,
            Call(u8),
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum ForthError<'s> {
            Underflow(&'static str),
            Overflow,
            Unknown(&'s str),
            Unterminated,
        }

        #[derive(Clone, Copy)]
        struct Word<'s> {
            name: &'s str,
            start: usize,
            end: usize,
        }

        struct Forth<'s> {
            code: [Op; 64],
            len: usize,
            words: [Option<Word<'s>>; 8],
            stack: [i32; 16],
            depth: usize,
        }

        const BUILTINS: [(&str, Op); 7] = [
            ("+", Op::Add),
            ("-", Op::Sub),
            ("*", Op::Mul),
            ("dup", Op::Dup),
            ("swap", Op::Swap),
            ("drop", Op::Drop),
            ("over", Op::Over),
        ];

        impl<'s> Forth<'s> {
            fn new() -> Self {
                Forth { code: [Op::Drop; 64], len: 0, words: [None; 8], stack: [0; 16], depth: 0 }
            }

            fn push(&mut self, value: i32) -> Result<(), ForthError<'s>> {
                if self.depth == self.stack.len() {
                    return Err(ForthError::Overflow);
                }
                self.stack[self.depth] = value;
                self.depth += 1;
                Ok(())
            }

            fn pop(&mut self, who: &'static str) -> Result<i32, ForthError<'s>> {
                match self.depth {
                    0 => Err(ForthError::Underflow(who)),
                    n => {
                        self.depth = n - 1;
                        Ok(self.stack[n - 1])
                    }
                }
            }

            fn lookup(&self, token: &'s str) -> Result<Op, ForthError<'s>> {
                let user = self.words.iter().rposition(|word| word.is_some_and(|w| w.name == token));
                if let Some(at) = user {
                    return Ok(Op::Call(at as u8));
                }
                if let Some((_, op)) = BUILTINS.iter().find(|(name, _)| *name == token) {
                    return Ok(*op);
                }
                token.parse().map(Op::Lit).map_err(|_| ForthError::Unknown(token))
            }

            fn run(&mut self, op: Op) -> Result<(), ForthError<'s>> {
                let mut frames = [(0usize, 0usize); 8];
                let mut top = 0;
                let mut next = Some(op);
                while let Some(op) = next {
                    match op {
                        Op::Lit(n) => self.push(n)?,
                        Op::Add | Op::Sub | Op::Mul => {
                            let (b, a) = (self.pop("operator")?, self.pop("operator")?);
                            let f: fn(i32, i32) -> i32 = match op {
                                Op::Add => i32::wrapping_add,
                                Op::Sub => i32::wrapping_sub,
                                _ => i32::wrapping_mul,
                            };
                            self.push(f(a, b))?;
                        }
                        Op::Dup => {
                            let a = self.pop("dup")?;
                            self.push(a)?;
                            self.push(a)?;
                        }
                        Op::Swap => {
                            let (b, a) = (self.pop("swap")?, self.pop("swap")?);
                            self.push(b)?;
                            self.push(a)?;
                        }
                        Op::Drop => drop(self.pop("drop")?),
                        Op::Over => {
                            let at = self.depth.checked_sub(2).ok_or(ForthError::Underflow("over"))?;
                            self.push(self.stack[at])?;
                        }
                        Op::Call(at) => {
                            let word = self.words[usize::from(at)].unwrap();
                            if top == frames.len() {
                                return Err(ForthError::Overflow);
                            }
                            frames[top] = (word.start, word.end);
                            top += 1;
                        }
                    }
                    next = None;
                    while top > 0 {
                        let (at, end) = &mut frames[top - 1];
                        if *at < *end {
                            next = Some(self.code[*at]);
                            *at += 1;
                            break;
                        }
                        top -= 1;
                    }
                }
                Ok(())
            }

            fn eval(&mut self, source: &'s str) -> Result<Option<i32>, ForthError<'s>> {
                let mut tokens = source.split_whitespace();
                while let Some(token) = tokens.next() {
                    if token != ":" {
                        let op = self.lookup(token)?;
                        self.run(op)?;
                        continue;
                    }
                    let name = tokens.next().ok_or(ForthError::Unterminated)?;
                    let start = self.len;
                    loop {
                        match tokens.next() {
                            Some(";") => break,
                            Some(inner) => {
                                self.code[self.len] = self.lookup(inner)?;
                                self.len += 1;
                            }
                            None => return Err(ForthError::Unterminated),
                        }
                    }
                    let slot = self.words.iter_mut().find(|w| w.is_none()).ok_or(ForthError::Overflow)?;
                    *slot = Some(Word { name, start, end: self.len });
                }
                Ok(self.stack[..self.depth].last().copied())
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let programs = [
                ": sq dup * ; 3 sq 4 sq +",
                ": sq dup * ; : quad sq sq ; 3 quad over",
                "1 2 swap - 7 *",
                "+",
                ": open 1 2",
                "1 2 what",
            ];
            let mut forth = Forth::new();
            let first = forth.push(a).is_ok();
            let result = forth.eval(programs[b as usize % programs.len()]);
            let code = match result {
                Ok(Some(n)) => n as i64,
                Ok(None) => -1,
                Err(ForthError::Underflow(who)) => -100 - who.len() as i64,
                Err(ForthError::Overflow) => -200,
                Err(ForthError::Unknown(word)) => -300 - word.len() as i64,
                Err(ForthError::Unterminated) => -400,
            };
            code * 100 + forth.depth as i64 * 2 + first as i64
        }
    }
    merkle_tree {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Digest([u32; 8]);

        const K: [u32; 64] = {
            let mut k = [0; 64];
            let mut i = 0;
            let mut x = 0x428a_2f98u32;
            while i < 64 {
                k[i] = x;
                x = x.rotate_left(7).wrapping_mul(0x9E37_79B1) ^ i as u32;
                i += 1;
            }
            k
        };

        struct Sha {
            state: [u32; 8],
            buffer: [u8; 64],
            filled: usize,
            length: u64,
        }

        impl Default for Sha {
            fn default() -> Self {
                Sha {
                    state: [
                        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
                    ],
                    buffer: [0; 64],
                    filled: 0,
                    length: 0,
                }
            }
        }

        impl Sha {
            fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
                let mut w = [0u32; 64];
                for (w, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
                    *w = u32::from_be_bytes(bytes.try_into().unwrap());
                }
                for i in 16..64 {
                    let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
                    let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
                    w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
                }
                let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
                for (&k, &w) in K.iter().zip(&w) {
                    let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
                    let t1 = h.wrapping_add(s1).wrapping_add((e & f) ^ (!e & g)).wrapping_add(k).wrapping_add(w);
                    let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
                    let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
                    (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
                    (d, c, b, a) = (c, b, a, t1.wrapping_add(t2));
                }
                for (s, v) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
                    *s = s.wrapping_add(v);
                }
            }

            fn update(&mut self, data: impl AsRef<[u8]>) -> &mut Self {
                for &byte in data.as_ref() {
                    self.buffer[self.filled] = byte;
                    self.filled += 1;
                    self.length += 8;
                    if self.filled == 64 {
                        Self::compress(&mut self.state, &self.buffer);
                        self.filled = 0;
                    }
                }
                self
            }

            fn finish(mut self) -> Digest {
                let length = self.length;
                self.update([0x80]);
                while self.filled != 56 {
                    self.update([0]);
                }
                self.update(length.to_be_bytes());
                Digest(self.state)
            }
        }

        impl Digest {
            fn of(data: &[u8]) -> Self {
                let mut sha = Sha::default();
                sha.update(data);
                sha.finish()
            }

            fn join(left: Digest, right: Digest) -> Self {
                let mut sha = Sha::default();
                for word in left.0.iter().chain(&right.0) {
                    sha.update(word.to_be_bytes());
                }
                sha.finish()
            }
        }

        #[derive(Clone, Copy, Debug)]
        enum Side {
            Left(Digest),
            Right(Digest),
        }

        struct Tree<const LEAVES: usize> {
            levels: [[Digest; LEAVES]; 4],
        }

        impl<const LEAVES: usize> Tree<LEAVES> {
            const DEPTH: usize = LEAVES.ilog2() as usize;

            fn new(leaves: [Digest; LEAVES]) -> Self {
                assert!(LEAVES.is_power_of_two() && LEAVES <= 8);
                let mut levels = [[Digest::default(); LEAVES]; 4];
                levels[0] = leaves;
                for level in 1..=Self::DEPTH {
                    for i in 0..LEAVES >> level {
                        levels[level][i] = Digest::join(levels[level - 1][2 * i], levels[level - 1][2 * i + 1]);
                    }
                }
                Tree { levels }
            }

            fn root(&self) -> Digest {
                self.levels[Self::DEPTH][0]
            }

            fn proof(&self, mut index: usize) -> ([Option<Side>; 4], usize) {
                let mut path = [None; 4];
                for (step, level) in path.iter_mut().zip(&self.levels).take(Self::DEPTH) {
                    let sibling = level[index ^ 1];
                    *step = Some(if index & 1 == 0 { Side::Right(sibling) } else { Side::Left(sibling) });
                    index /= 2;
                }
                (path, Self::DEPTH)
            }
        }

        fn verify(root: &Digest, leaf: Digest, path: &[Option<Side>]) -> bool {
            let computed = path.iter().flatten().fold(leaf, |hash, side| match *side {
                Side::Left(left) => Digest::join(left, hash),
                Side::Right(right) => Digest::join(hash, right),
            });
            computed == *root
        }

        fn case(a: i32, b: u32) -> i64 {
            let leaves: [Digest; 4] = std::array::from_fn(|i| Digest::of(&[i as u8, a as u8, b as u8]));
            let tree = Tree::new(leaves);
            let index = b as usize % 4;
            let (path, depth) = tree.proof(index);
            let good = verify(&tree.root(), leaves[index], &path[..depth]);
            let bad = verify(&tree.root(), leaves[index ^ 2], &path[..depth]);
            let empty = Digest::of(b"");
            i64::from(tree.root().0[0]) * 8 + good as i64 * 2 + bad as i64 + i64::from(empty.0[7] & 0xffff)
        }
    }
    text_layout {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Align {
            Left,
            Right,
            Center,
            Justify,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Edit<'t> {
            Keep(&'t str),
            Insert(&'t str),
            Delete(&'t str),
        }

        struct Line<'w, 't> {
            words: &'w [&'t str],
        }

        impl<'w, 't> Line<'w, 't> {
            fn width(&self) -> usize {
                self.words.iter().map(|word| word.len()).sum::<usize>() + self.words.len().saturating_sub(1)
            }

            fn render(&self, width: usize, align: Align, mut emit: impl FnMut(char)) {
                let slack = width.saturating_sub(self.width());
                let left = match align {
                    Align::Left | Align::Justify => 0,
                    Align::Right => slack,
                    Align::Center => slack / 2,
                };
                for _ in 0..left {
                    emit(' ');
                }
                let gaps = self.words.len() - 1;
                for (i, word) in self.words.iter().enumerate() {
                    word.chars().for_each(&mut emit);
                    if i < gaps {
                        let extra = if align == Align::Justify { slack / gaps + usize::from(i < slack % gaps) } else { 0 };
                        for _ in 0..=extra {
                            emit(' ');
                        }
                    }
                }
            }
        }

        fn split<'t, const N: usize>(text: &'t str) -> Option<([&'t str; N], usize)> {
            let mut words = [""; N];
            let mut count = 0;
            for word in text.split(' ').filter(|word| !word.is_empty()) {
                *words.get_mut(count)? = word;
                count += 1;
            }
            Some((words, count))
        }

        fn breaks<const N: usize>(words: &[&str], width: usize) -> ([usize; N], u32) {
            let mut best = [u32::MAX; N];
            let mut next = [0; N];
            best[words.len()] = 0;
            for i in (0..words.len()).rev() {
                for j in i + 1..=words.len() {
                    let line = Line { words: &words[i..j] };
                    let used = line.width();
                    if used > width && j > i + 1 {
                        break;
                    }
                    let slack = width.saturating_sub(used) as u32;
                    let cost = if j == words.len() { 0 } else { slack * slack };
                    let total = cost.saturating_add(best[j]);
                    if total < best[i] {
                        best[i] = total;
                        next[i] = j;
                    }
                }
            }
            (next, best[0])
        }

        fn diff<'t>(old: &[&'t str], new: &[&'t str], mut emit: impl FnMut(Edit<'t>)) {
            let mut lcs = [[0u8; 12]; 12];
            for i in (0..old.len()).rev() {
                for j in (0..new.len()).rev() {
                    lcs[i][j] = if old[i] == new[j] { lcs[i + 1][j + 1] + 1 } else { lcs[i + 1][j].max(lcs[i][j + 1]) };
                }
            }
            let (mut i, mut j) = (0, 0);
            while i < old.len() || j < new.len() {
                let edit = match (old.get(i), new.get(j)) {
                    (Some(&a), Some(&b)) if a == b => {
                        i += 1;
                        j += 1;
                        Edit::Keep(a)
                    }
                    (Some(&a), b) if b.is_none() || lcs[i + 1][j] >= lcs[i][j + 1] => {
                        i += 1;
                        Edit::Delete(a)
                    }
                    (_, Some(&b)) => {
                        j += 1;
                        Edit::Insert(b)
                    }
                    _ => unreachable!(),
                };
                emit(edit);
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let text = "the quick brown  fox jumps over a lazy dog";
            let Some((words, count)) = split::<12>(text) else { return -1 };
            let words = &words[..count];
            let width = 9 + (b % 9) as usize;
            let (next, cost) = breaks::<13>(words, width);
            let align = [Align::Left, Align::Right, Align::Center, Align::Justify][a.unsigned_abs() as usize % 4];
            let (mut hash, mut lines, mut at) = (5381u32, 0, 0);
            while at < words.len() {
                let line = Line { words: &words[at..next[at]] };
                line.render(width, align, |c| hash = hash.wrapping_mul(33) ^ c as u32);
                at = next[at];
                lines += 1;
            }
            let (other, n) = split::<12>("a quick red fox jumps over the dog").unwrap_or(([""; 12], 0));
            let mut script = 0u64;
            diff(words, &other[..n], |edit| {
                script = script * 5 % 1_000_003
                    + match edit {
                        Edit::Keep(word) => word.len() as u64,
                        Edit::Insert(word) => 100 + word.len() as u64,
                        Edit::Delete(word) => 200 + word.len() as u64,
                    }
            });
            i64::from(hash % 100_000) * 10_000_000 + script as i64 + lines * 3 + i64::from(cost)
        }
    }
    hsl {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        struct Rgb { r: u8, g: u8, b: u8 }

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Hsl { h: f32, s: f32, l: f32 }

        impl Rgb {
            const BLACK: Rgb = Rgb::new(0, 0, 0);
            const WHITE: Rgb = Rgb::new(255, 255, 255);

            const fn new(r: u8, g: u8, b: u8) -> Self { Rgb { r, g, b } }

            fn luminance(self) -> f64 {
                let linear = |c: u8| {
                    let c = f64::from(c) / 255.0;
                    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
                };
                0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
            }

            fn contrast(self, other: Rgb) -> f64 {
                let (a, b) = (self.luminance(), other.luminance());
                let (light, dark) = if a > b { (a, b) } else { (b, a) };
                (light + 0.05) / (dark + 0.05)
            }
        }

        impl From<u32> for Rgb {
            fn from(hex: u32) -> Self {
                let [_, r, g, b] = hex.to_be_bytes();
                Rgb { r, g, b }
            }
        }

        impl From<Rgb> for u32 {
            fn from(Rgb { r, g, b }: Rgb) -> u32 { u32::from_be_bytes([0, r, g, b]) }
        }

        impl From<Rgb> for Hsl {
            fn from(rgb: Rgb) -> Self {
                let [r, g, b] = [rgb.r, rgb.g, rgb.b].map(|c| c as f32 / 255.0);
                let max = r.max(g).max(b);
                let min = r.min(g).min(b);
                let l = (max + min) / 2.0;
                let chroma = max - min;
                if chroma == 0.0 {
                    return Hsl { h: 0.0, s: 0.0, l };
                }
                let s = chroma / (1.0 - (2.0 * l - 1.0).abs());
                let h = 60.0
                    * match max {
                        m if m == r => ((g - b) / chroma).rem_euclid(6.0),
                        m if m == g => (b - r) / chroma + 2.0,
                        _ => (r - g) / chroma + 4.0,
                    };
                Self { h, s, l }
            }
        }

        impl From<Hsl> for Rgb {
            fn from(Hsl { h, s, l }: Hsl) -> Self {
                let chroma = (1.0 - (2.0 * l - 1.0).abs()) * s;
                let x = chroma * (1.0 - ((h / 60.0) % 2.0 - 1.0).abs());
                let m = l - chroma / 2.0;
                let (r, g, b) = match (h / 60.0) as u32 {
                    0 => (chroma, x, 0.0),
                    1 => (x, chroma, 0.0),
                    2 => (0.0, chroma, x),
                    3 => (0.0, x, chroma),
                    4 => (x, 0.0, chroma),
                    _ => (chroma, 0.0, x),
                };
                let byte = |v: f32| ((v + m) * 255.0).round().clamp(0.0, 255.0) as u8;
                Rgb::new(byte(r), byte(g), byte(b))
            }
        }

        trait Palette {
            const SIZE: usize;
            fn color(&self, index: usize) -> Rgb;

            fn closest(&self, to: Rgb) -> usize {
                let distance = |c: Rgb| {
                    let d = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
                    d(c.r, to.r) + d(c.g, to.g) + d(c.b, to.b)
                };
                (0..Self::SIZE).min_by_key(|&i| distance(self.color(i))).unwrap_or(0)
            }

            fn readable_on(&self, background: Rgb) -> usize {
                (0..Self::SIZE).filter(|i| self.color(*i).contrast(background) >= 4.5).count()
            }
        }

        struct Wheel { start: f32 }

        impl Palette for Wheel {
            const SIZE: usize = 12;
            fn color(&self, index: usize) -> Rgb {
                let h = (self.start + index as f32 * 360.0 / Self::SIZE as f32) % 360.0;
                Hsl { h, s: 0.75, l: 0.5 }.into()
            }
        }

        struct Grays;

        impl Palette for Grays {
            const SIZE: usize = 5;
            fn color(&self, index: usize) -> Rgb {
                let v = (255 * index / (Self::SIZE - 1)) as u8;
                Rgb { r: v, g: v, b: v }
            }
        }

        fn survey<P: Palette + ?Sized>(palette: &P, c: Rgb) -> i64 {
            (palette.closest(c) * 10 + palette.readable_on(Rgb::WHITE)) as i64 * 10 + palette.readable_on(Rgb::BLACK) as i64
        }

        fn case(a: i32, b: u32) -> i64 {
            let color = Rgb::from(b.wrapping_mul(0x0001_3579) & 0x00ff_ffff);
            let hsl: Hsl = color.into();
            let back = Rgb::from(hsl);
            let near = [back.r.abs_diff(color.r), back.g.abs_diff(color.g), back.b.abs_diff(color.b)].iter().all(|&d| d <= 1);
            let turned: u32 = Rgb::from(Hsl { h: (hsl.h + a as f32).rem_euclid(360.0), ..hsl }).into();
            let wheel = Wheel { start: a.rem_euclid(30) as f32 };
            survey(&wheel, color) * 1_000_000_000 + survey(&Grays, color) * 100_000 + i64::from(turned % 49_999) * 2 + i64::from(near)
        }
    }
    quaternion {
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Quat { w: f64, x: f64, y: f64, z: f64 }

        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        struct Vec3 { x: f64, y: f64, z: f64 }

        impl Vec3 {
            const X: Vec3 = Vec3 { x: 1.0, y: 0.0, z: 0.0 };
            const Z: Self = Self { z: 1.0, x: 0.0, y: 0.0 };

            fn dot(self, o: Self) -> f64 { self.x * o.x + self.y * o.y + self.z * o.z }
            fn cross(self, o: Self) -> Self {
                Vec3 { x: self.y * o.z - self.z * o.y, y: self.z * o.x - self.x * o.z, z: self.x * o.y - self.y * o.x }
            }
            fn to_array(self) -> [f64; 3] { [self.x, self.y, self.z] }
        }

        impl From<[f64; 3]> for Vec3 {
            fn from([x, y, z]: [f64; 3]) -> Self { Vec3 { x, y, z } }
        }

        macro_rules! impl_op {
            ($trait:ident, $method:ident, $op:tt) => {
                impl $trait for Vec3 {
                    type Output = Vec3;
                    fn $method(self, o: Vec3) -> Vec3 { Vec3 { x: self.x $op o.x, y: self.y $op o.y, z: self.z $op o.z } }
                }
            };
        }
        impl_op!(Add, add, +);
        impl_op!(Sub, sub, -);

        impl Mul<Vec3> for f64 {
            type Output = Vec3;
            fn mul(self, v: Vec3) -> Vec3 { Vec3 { x: self * v.x, y: self * v.y, z: self * v.z } }
        }

        impl Quat {
            const IDENTITY: Quat = Quat { w: 1.0, x: 0.0, y: 0.0, z: 0.0 };

            fn from_axis_angle(axis: Vec3, angle: f64) -> Self {
                let (s, c) = (angle / 2.0).sin_cos();
                let Vec3 { x, y, z } = s * axis;
                Quat { w: c, x, y, z }
            }

            fn vector(self) -> Vec3 { Vec3 { x: self.x, y: self.y, z: self.z } }
            fn conjugate(self) -> Self { Quat { w: self.w, ..-self } }
            fn dot(self, o: Quat) -> f64 { self.w * o.w + self.vector().dot(o.vector()) }
            fn norm(self) -> f64 { self.dot(self).sqrt() }

            fn scaled(self, k: f64) -> Self {
                let Self { w, x, y, z } = self;
                Self { w: w * k, x: x * k, y: y * k, z: z * k }
            }

            fn normalized(self) -> Option<Self> {
                match self.norm() {
                    n if n < 1e-12 => None,
                    n => Some(self.scaled(n.recip())),
                }
            }

            fn rotate(self, v: Vec3) -> Vec3 {
                let u = self.vector();
                2.0 * u.dot(v) * u + (self.w * self.w - u.dot(u)) * v + 2.0 * self.w * u.cross(v)
            }

            fn slerp(self, mut end: Quat, t: f64) -> Quat {
                let mut cos = self.dot(end);
                if cos < 0.0 {
                    end = -end;
                    cos = -cos;
                }
                if cos > 0.9995 {
                    return (self + (end - self).scaled(t)).normalized().unwrap_or(Self::IDENTITY);
                }
                let theta = cos.acos();
                let weight = |k: f64| (k * theta).sin() / theta.sin();
                self.scaled(weight(1.0 - t)) + end.scaled(weight(t))
            }
        }

        impl Mul for Quat {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                let v = self.w * o.vector() + o.w * self.vector() + self.vector().cross(o.vector());
                Quat { w: self.w * o.w - self.vector().dot(o.vector()), x: v.x, y: v.y, z: v.z }
            }
        }

        impl Add for Quat {
            type Output = Quat;
            fn add(self, o: Quat) -> Quat { Quat { w: self.w + o.w, x: self.x + o.x, y: self.y + o.y, z: self.z + o.z } }
        }

        impl Neg for Quat {
            type Output = Quat;
            fn neg(self) -> Quat { self.scaled(-1.0) }
        }

        impl Sub for Quat {
            type Output = Quat;
            fn sub(self, o: Quat) -> Quat { self + -o }
        }

        impl std::iter::Product for Quat {
            fn product<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Quat::IDENTITY, |a, b| a * b) }
        }

        fn case(a: i32, b: u32) -> i64 {
            let start = Quat::from_axis_angle(Vec3::Z, f64::from(a).to_radians());
            let end = Quat::from_axis_angle(Vec3::X, (b % 170) as f64 * std::f64::consts::PI / 180.0);
            let keys = [0.0, 0.25, 0.5, 1.0].map(|t| start.slerp(end, t));
            let whole: Quat = keys.iter().copied().product();
            let unit = keys.iter().all(|q| (q.norm() - 1.0).abs() < 1e-9);
            let v = whole.rotate(Vec3::from([1.0, 2.0, -0.5])) - Vec3::default();
            let back = whole.conjugate().rotate(v);
            let code = v.to_array().iter().fold(0i64, |acc, c| acc * 10_000 + (c * 1000.0).round() as i64);
            code * 10 + unit as i64 + ((back.x - 1.0).abs() < 1e-9) as i64
        }
    }
    interval_map {
        use std::ops::{Bound, RangeBounds};

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Interval {
            start: u32,
            end: u32,
        }

        impl Interval {
            fn new(range: impl RangeBounds<u32>) -> Option<Self> {
                let start = match range.start_bound() {
                    Bound::Included(&s) => s,
                    Bound::Excluded(&s) => s + 1,
                    Bound::Unbounded => 0,
                };
                let end = match range.end_bound() {
                    Bound::Included(&e) => e + 1,
                    Bound::Excluded(&e) => e,
                    Bound::Unbounded => 256,
                };
                (start < end).then_some(Self { start, end })
            }
            fn overlaps(&self, other: &Self) -> bool {
                self.start < other.end && other.start < self.end
            }
            fn hull(self, other: Self) -> Self {
                Interval { start: self.start.min(other.start), end: self.end.max(other.end) }
            }
            fn len(&self) -> u32 {
                self.end - self.start
            }
        }

        struct IntervalSet<const N: usize> {
            sorted: [Interval; N],
            len: usize,
        }

        impl<const N: usize> IntervalSet<N> {
            const EMPTY: Self = IntervalSet { sorted: [Interval { start: 0, end: 0 }; N], len: 0 };

            fn as_slice(&self) -> &[Interval] {
                &self.sorted[..self.len]
            }

            fn insert(&mut self, new: Interval) -> Result<(), Interval> {
                let from = self.as_slice().partition_point(|i| i.end < new.start);
                let to = self.as_slice().partition_point(|i| i.start <= new.end);
                let merged = self.sorted[from..to].iter().fold(new, |acc, &i| acc.hull(i));
                if from == to {
                    if self.len == N {
                        return Err(new);
                    }
                    self.sorted.copy_within(from..self.len, from + 1);
                    self.len += 1;
                } else {
                    self.sorted.copy_within(to..self.len, from + 1);
                    self.len -= to - from - 1;
                }
                self.sorted[from] = merged;
                Ok(())
            }

            fn contains(&self, x: u32) -> bool {
                self.as_slice()
                    .binary_search_by(|i| {
                        use std::cmp::Ordering::*;
                        if i.end <= x {
                            Less
                        } else if i.start > x {
                            Greater
                        } else {
                            Equal
                        }
                    })
                    .is_ok()
            }

            fn gaps(&self) -> impl Iterator<Item = Interval> + '_ {
                self.as_slice().windows(2).map(|w| Interval { start: w[0].end, end: w[1].start })
            }

            fn covered(&self) -> u32 {
                self.as_slice().iter().map(Interval::len).sum()
            }
        }

        impl<const N: usize> Extend<Interval> for IntervalSet<N> {
            fn extend<I: IntoIterator<Item = Interval>>(&mut self, iter: I) {
                for interval in iter {
                    let _ = self.insert(interval);
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut set = IntervalSet::<6>::EMPTY;
            let words = &input[i..i + 10];
            set.extend(words.iter().filter_map(|w| {
                let (a, b) = (w & 0xff, w >> 8 & 0x1f);
                match w % 3 {
                    0 => Interval::new(a..a + b),
                    1 => Interval::new(a..=a + b / 4),
                    _ => Interval::new(a.saturating_sub(4)..a),
                }
            }));
            let probe = Interval::new(..40u32).unwrap();
            let touched = set.as_slice().iter().filter(|i| i.overlaps(&probe)).count() as u32;
            let widest = set.gaps().max_by_key(|g| g.len());
            let inside = words.iter().filter(|w| set.contains(**w & 0x7f)).count() as u32;
            set.covered() << 16 ^ widest.map_or(0, |g| g.start << 8 | g.len()) ^ touched << 4 ^ inside ^ (set.len as u32) << 28
        }
    }
    kmeans_generic {
        trait Metric<const D: usize> {
            fn distance(&self, a: &[f32; D], b: &[f32; D]) -> f32;
        }

        #[derive(Clone, Copy)]
        struct Euclidean;
        #[derive(Clone, Copy)]
        struct Minkowski {
            p: i32,
        }
        struct Weighted<'w, const D: usize>(&'w [f32; D]);

        impl<const D: usize> Metric<D> for Euclidean {
            fn distance(&self, a: &[f32; D], b: &[f32; D]) -> f32 {
                a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f32>().sqrt()
            }
        }
        impl<const D: usize> Metric<D> for Minkowski {
            fn distance(&self, a: &[f32; D], b: &[f32; D]) -> f32 {
                std::iter::zip(a, b).map(|(x, y)| (x - y).abs().powi(self.p)).sum()
            }
        }
        impl<const D: usize> Metric<D> for Weighted<'_, D> {
            fn distance(&self, a: &[f32; D], b: &[f32; D]) -> f32 {
                (0..D).map(|k| self.0[k] * (a[k] - b[k]).abs()).sum()
            }
        }
        impl<const D: usize, F> Metric<D> for F
        where
            F: Fn(&[f32; D], &[f32; D]) -> f32,
        {
            fn distance(&self, a: &[f32; D], b: &[f32; D]) -> f32 {
                self(a, b)
            }
        }

        #[derive(Debug, Clone, Copy)]
        struct Fit<const K: usize, const D: usize> {
            centroids: [[f32; D]; K],
            sizes: [usize; K],
            inertia: f32,
            rounds: u32,
        }

        fn nearest<M: Metric<D> + ?Sized, const D: usize>(metric: &M, point: &[f32; D], centroids: &[[f32; D]]) -> (usize, f32) {
            let mut best = (usize::MAX, f32::MAX);
            for (k, centroid) in centroids.iter().enumerate() {
                let d = metric.distance(point, centroid);
                if d < best.1 {
                    best = (k, d);
                }
            }
            best
        }

        fn kmeans<M, const K: usize, const D: usize>(points: &[[f32; D]], metric: M, max_rounds: u32) -> Fit<K, D>
        where
            M: Metric<D>,
        {
            let mut fit = Fit { centroids: [[0.0; D]; K], sizes: [0; K], inertia: 0.0, rounds: 0 };
            fit.centroids.copy_from_slice(&points[..K]);
            while fit.rounds < max_rounds {
                fit.rounds += 1;
                let mut sums = [[0.0f32; D]; K];
                fit.sizes.fill(0);
                fit.inertia = 0.0;
                for point in points {
                    let (k, d) = nearest(&metric, point, &fit.centroids);
                    sums[k].iter_mut().zip(point.iter()).for_each(|(s, p)| *s += *p);
                    fit.sizes[k] += 1;
                    fit.inertia += d;
                }
                let mut moved = false;
                for ((centroid, sum), &n) in fit.centroids.iter_mut().zip(sums).zip(&fit.sizes) {
                    if n == 0 {
                        continue;
                    }
                    let mean = sum.map(|s| s / n as f32);
                    moved |= *centroid != mean;
                    *centroid = mean;
                }
                if !moved {
                    break;
                }
            }
            fit
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut points = [[0.0; 2]; 14];
            for (p, w) in points.iter_mut().zip(input[i..].windows(2)) {
                *p = [(w[0] % 32) as f32, (w[1] % 32) as f32];
            }
            let fit: Fit<3, 2> = match i % 4 {
                0 => kmeans(&points, Euclidean, 8),
                1 => kmeans(&points, Minkowski { p: 3 }, 8),
                2 => kmeans(&points, Weighted(&[1.0, 0.5]), 8),
                _ => kmeans(&points, |a: &[f32; 2], b: &[f32; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()), 8),
            };
            let Fit { sizes: [a, b, c], inertia, rounds, .. } = fit;
            (inertia * 4.0).round() as u32 | rounds << 16 | ((a * 25 + b * 5 + c) as u32) << 20
        }
    }

    calendar {
        use std::cmp::Ordering;

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Date {
            year: i32,
            month: u8,
            day: u8,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            const ALL: [Weekday; 7] = [
                Weekday::Monday,
                Weekday::Tuesday,
                Weekday::Wednesday,
                Weekday::Thursday,
                Weekday::Friday,
                Weekday::Saturday,
                Weekday::Sunday,
            ];

            fn is_weekend(&self) -> bool {
                matches!(self, Weekday::Saturday | Weekday::Sunday)
            }
        }

        #[derive(Debug)]
        enum DateError {
            Month(u32),
            Day { day: u32, max: u8 },
        }

        const fn is_leap(year: i32) -> bool {
            year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        }

        impl Date {
            const DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            pub const EPOCH: Date = Date { year: 1970, month: 1, day: 1 };

            fn days_in(year: i32, month: u8) -> u8 {
                match month {
                    2 if is_leap(year) => 29,
                    m => Self::DAYS[m as usize - 1],
                }
            }

            fn to_days(self) -> i32 {
                let y = if self.month <= 2 { self.year - 1 } else { self.year };
                let era = y.div_euclid(400);
                let yoe = y.rem_euclid(400);
                let mp = (self.month as i32 + 9) % 12;
                let doy = (153 * mp + 2) / 5 + self.day as i32 - 1;
                era * 146_097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719_468
            }

            fn from_days(days: i32) -> Date {
                let z = days + 719_468;
                let (era, doe) = (z.div_euclid(146_097), z.rem_euclid(146_097));
                let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
                let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
                let mp = (5 * doy + 2) / 153;
                let day = (doy - (153 * mp + 2) / 5 + 1) as u8;
                let month = if mp < 10 { mp + 3 } else { mp - 9 } as u8;
                Date { year: yoe + era * 400 + (month <= 2) as i32, month, day }
            }

            fn weekday(&self) -> Weekday {
                Weekday::ALL[(self.to_days() + 3).rem_euclid(7) as usize]
            }

            fn succ(self) -> Date {
                match self {
                    Date { day, month, year } if day < Date::days_in(year, month) => Date { day: day + 1, ..self },
                    Date { month: 12, year, .. } => Date { year: year + 1, month: 1, day: 1 },
                    Date { month, .. } => Date { month: month + 1, day: 1, ..self },
                }
            }

            fn iter_to(self, end: Date) -> impl Iterator<Item = Date> {
                std::iter::successors(Some(self), |d| Some(d.succ())).take_while(move |d| *d < end)
            }
        }

        impl TryFrom<(i32, u32, u32)> for Date {
            type Error = DateError;

            fn try_from((year, month, day): (i32, u32, u32)) -> Result<Self, Self::Error> {
                let month = match month {
                    m @ 1..=12 => m as u8,
                    m => return Err(DateError::Month(m)),
                };
                let max = Date::days_in(year, month);
                if !(1..=max as u32).contains(&day) {
                    return Err(DateError::Day { day, max });
                }
                Ok(Date { year, month, day: day as u8 })
            }
        }

        impl std::ops::Sub for Date {
            type Output = i32;
            fn sub(self, other: Date) -> i32 {
                self.to_days() - other.to_days()
            }
        }

        impl std::ops::Add<i32> for Date {
            type Output = Date;
            fn add(self, days: i32) -> Date {
                Date::from_days(self.to_days() + days)
            }
        }

        fn workdays(from: Date, to: Date) -> u32 {
            from.iter_to(to).filter(|d| !d.weekday().is_weekend()).count() as u32
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let parts = (1900 + (input[i] % 200) as i32, input[i + 1] % 14, input[i + 2] % 32);
            let date: Date = match parts.try_into() {
                Ok(date) => date,
                Err(DateError::Month(m)) => return m,
                Err(DateError::Day { day, max }) => return day * 100 + max as u32,
            };
            let later = date + (input[i + 3] % 45) as i32;
            assert_eq!(Date::from_days(date.to_days()), date);
            let age = (date - Date::EPOCH) as u32;
            let order = match date.cmp(&Date::EPOCH) {
                Ordering::Less => 1,
                Ordering::Equal => 2,
                Ordering::Greater => 3,
            };
            age ^ workdays(date, later) << 20 ^ (later.weekday() as u32) << 26 ^ order << 29 ^ later.day as u32
        }
    }

    decision_tree {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
        enum Label {
            #[default]
            Spam,
            Ham,
            Unknown,
        }

        impl Label {
            const COUNT: usize = 3;
            fn all() -> impl Iterator<Item = Label> {
                [Label::Spam, Label::Ham, Label::Unknown].into_iter()
            }
        }

        #[derive(Debug, Clone, Copy)]
        struct Sample<const F: usize> {
            features: [u8; F],
            label: Label,
        }

        impl<const F: usize> Default for Sample<F> {
            fn default() -> Self {
                Sample { features: [0; F], label: Label::default() }
            }
        }

        #[derive(Debug, Clone, Copy)]
        enum Node {
            Leaf(Label),
            Split { feature: usize, threshold: u8, left: usize, right: usize },
        }

        #[derive(Clone, Copy, Default, Debug)]
        struct Histogram([u32; Label::COUNT]);

        impl Histogram {
            fn total(&self) -> u32 {
                self.0.iter().sum()
            }

            fn majority(&self) -> Label {
                Label::all().max_by_key(|&l| self[l]).unwrap_or_default()
            }

            /// The Gini impurity, in parts of 1000, times the number of samples.
            fn impurity(&self) -> u32 {
                let n = self.total();
                if n == 0 {
                    return 0;
                }
                let squares: u32 = self.0.iter().map(|c| c.pow(2)).sum();
                1000 * (n * n - squares) / n
            }
        }

        impl std::ops::Index<Label> for Histogram {
            type Output = u32;
            fn index(&self, label: Label) -> &u32 {
                &self.0[label as usize]
            }
        }

        impl std::ops::IndexMut<Label> for Histogram {
            fn index_mut(&mut self, label: Label) -> &mut u32 {
                &mut self.0[label as usize]
            }
        }

        impl<'a, const F: usize> FromIterator<&'a Sample<F>> for Histogram {
            fn from_iter<I>(samples: I) -> Self
            where
                I: IntoIterator<Item = &'a Sample<F>>,
            {
                let mut histogram = Histogram::default();
                for sample in samples {
                    histogram[sample.label] += 1;
                }
                histogram
            }
        }

        struct Tree {
            nodes: [Node; 15],
            len: usize,
        }

        fn best_split<const F: usize>(samples: &[Sample<F>]) -> Option<(usize, u8)> {
            let whole = samples.iter().collect::<Histogram>().impurity();
            let mut best = None;
            let mut lowest = whole;
            for feature in 0..F {
                for threshold in (1..8).map(|t| t * 2) {
                    let below: Histogram = samples.iter().filter(|s| s.features[feature] < threshold).collect();
                    let above: Histogram = samples.iter().filter(|s| s.features[feature] >= threshold).collect();
                    let impurity = below.impurity() + above.impurity();
                    if below.total().min(above.total()) > 0 && impurity < lowest {
                        lowest = impurity;
                        best = Some((feature, threshold));
                    }
                }
            }
            best
        }

        /// Samples below the threshold go to the front; how many these are.
        fn partition<T: Copy, P: Fn(&T) -> bool>(items: &mut [T], goes_first: P) -> usize {
            let mut count = 0;
            for k in 0..items.len() {
                if goes_first(&items[k]) {
                    items.swap(k, count);
                    count += 1;
                }
            }
            count
        }

        impl Tree {
            fn grow<const F: usize>(samples: &mut [Sample<F>]) -> Tree {
                let mut tree = Tree { nodes: [Node::Leaf(Label::Unknown); 15], len: 1 };
                let mut work = [(0usize, 0usize, 0usize); 8];
                work[0] = (0, 0, samples.len());
                let mut waiting = 1;
                while waiting > 0 {
                    waiting -= 1;
                    let (node, start, end) = work[waiting];
                    let part = &mut samples[start..end];
                    let split = if tree.len + 2 <= tree.nodes.len() { best_split(part) } else { None };
                    tree.nodes[node] = match split {
                        None => Node::Leaf(part.iter().collect::<Histogram>().majority()),
                        Some((feature, threshold)) => {
                            let middle = start + partition(part, |s| s.features[feature] < threshold);
                            let (left, right) = (tree.len, tree.len + 1);
                            tree.len += 2;
                            work[waiting] = (left, start, middle);
                            work[waiting + 1] = (right, middle, end);
                            waiting += 2;
                            Node::Split { feature, threshold, left, right }
                        }
                    };
                }
                tree
            }

            fn classify(&self, features: &[u8]) -> Label {
                let mut at = 0;
                loop {
                    at = match self.nodes[at] {
                        Node::Leaf(label) => break label,
                        Node::Split { feature, threshold, left, .. } if features[feature] < threshold => left,
                        Node::Split { right, .. } => right,
                    };
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut samples = [Sample::<3>::default(); 12];
            for (sample, &x) in samples.iter_mut().zip(input[i..].iter()) {
                sample.features = [(x & 15) as u8, (x >> 4 & 15) as u8, (x >> 8 & 15) as u8];
                sample.label = match sample.features {
                    [a, b, _] if a > b => Label::Spam,
                    [_, _, 0..=7] => Label::Ham,
                    _ => Label::Unknown,
                };
            }
            let tree = Tree::grow(&mut samples);
            let right = samples.iter().filter(|s| tree.classify(&s.features) == s.label).count() as u32;
            let votes = (0..16u8).map(|k| tree.classify(&[k, 15 - k, k / 2]) as u32).fold(0, |acc, v| acc * 3 + v);
            votes ^ right << 26 ^ (tree.len as u32) << 22
        }
    }

    json_scanner {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Value<'a> {
            Null,
            Bool(bool),
            Number(f64),
            Text(&'a [u8]),
        }

        impl<'a> Value<'a> {
            fn as_number(&self) -> Option<f64> {
                if let Value::Number(n) = *self { Some(n) } else { None }
            }
        }

        #[derive(Debug)]
        enum ScanError {
            Eof,
            Expected(u8, usize),
            Literal,
        }

        type Scan<T> = Result<T, ScanError>;

        struct Scanner<'a> {
            rest: &'a [u8],
            consumed: usize,
        }

        impl<'a> Scanner<'a> {
            fn bump(&mut self, n: usize) {
                self.rest = &self.rest[n..];
                self.consumed += n;
            }

            fn skip_space(&mut self) {
                let n = self.rest.iter().take_while(|b| matches!(b, b' ' | b'\n' | b'\t')).count();
                self.bump(n);
            }

            fn expect(&mut self, byte: u8) -> Scan<()> {
                self.skip_space();
                match self.rest.first() {
                    Some(&b) if b == byte => {
                        self.bump(1);
                        Ok(())
                    }
                    Some(_) => Err(ScanError::Expected(byte, self.consumed)),
                    None => Err(ScanError::Eof),
                }
            }

            fn literal(&mut self, word: &[u8], value: Value<'a>) -> Scan<Value<'a>> {
                if self.rest.starts_with(word) {
                    self.bump(word.len());
                    Ok(value)
                } else {
                    Err(ScanError::Literal)
                }
            }

            fn string(&mut self) -> Scan<&'a [u8]> {
                self.expect(b'"')?;
                let end = self.rest.iter().position(|&b| b == b'"').ok_or(ScanError::Eof)?;
                let text = &self.rest[..end];
                self.bump(end + 1);
                Ok(text)
            }

            fn number(&mut self) -> Scan<f64> {
                let negative = self.rest.first() == Some(&b'-');
                if negative {
                    self.bump(1);
                }
                let mut value = 0.0;
                let mut scale = None;
                while let Some(&b) = self.rest.first() {
                    match (b, scale) {
                        (b'.', None) => scale = Some(1.0),
                        (d, s) if d.is_ascii_digit() => {
                            value = value * 10.0 + f64::from(d - b'0');
                            scale = s.map(|x| x * 10.0);
                        }
                        _ => break,
                    }
                    self.bump(1);
                }
                let value = value / scale.unwrap_or(1.0);
                Ok(if negative { -value } else { value })
            }

            fn value(&mut self) -> Scan<Value<'a>> {
                self.skip_space();
                match *self.rest.first().ok_or(ScanError::Eof)? {
                    b'"' => self.string().map(Value::Text),
                    b't' => self.literal(b"true", Value::Bool(true)),
                    b'f' => self.literal(b"false", Value::Bool(false)),
                    b'n' => self.literal(b"null", Value::Null),
                    b'-' | b'0'..=b'9' => Ok(Value::Number(self.number()?)),
                    _ => Err(ScanError::Literal),
                }
            }
        }

        fn field<'a>(json: &'a [u8], name: &[u8]) -> Scan<Option<Value<'a>>> {
            let mut scanner = Scanner { rest: json, consumed: 0 };
            scanner.expect(b'{')?;
            loop {
                let key = scanner.string()?;
                scanner.expect(b':')?;
                let value = scanner.value()?;
                if key == name {
                    return Ok(Some(value));
                }
                if scanner.expect(b',').is_err() {
                    scanner.expect(b'}')?;
                    return Ok(None);
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut json = *br#"{"id": 000, "name": "widget", "price": -12.50, "sold": true, "tag": null}"#;
            let mut n = input[i] % 1000;
            for digit in json[7..10].iter_mut().rev() {
                *digit = b'0' + (n % 10) as u8;
                n /= 10;
            }
            if input[i] % 5 == 0 {
                json[4] = b'x';
            }
            let key: &[u8] = [&b"id"[..], b"name", b"price", b"sold", b"tag", b"none"][i % 6];
            match field(&json, key) {
                Ok(Some(Value::Null)) => 1,
                Ok(Some(Value::Bool(b))) => 2 + b as u32,
                Ok(Some(Value::Text(t))) => t.iter().map(|&b| b as u32).sum(),
                Ok(Some(v)) => (v.as_number().unwrap_or_default() * 100.0) as i32 as u32,
                Ok(None) => 4,
                Err(ScanError::Eof) => 5,
                Err(ScanError::Expected(b, at)) => 1000 + b as u32 * 10 + at as u32,
                Err(ScanError::Literal) => 6,
            }
        }
    }

    loan_schedule {
        use std::iter::Sum;
        use std::ops::{Add, Div, Mul, Neg, Sub, SubAssign};

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
        struct Fixed<const FRAC: u32>(i64);

        impl<const FRAC: u32> Fixed<FRAC> {
            const ONE: Self = Fixed(1 << FRAC);
            const ZERO: Self = Fixed(0);

            const fn from_int(n: i32) -> Self {
                Fixed((n as i64) << FRAC)
            }

            const fn ratio(num: i64, den: i64) -> Self {
                Fixed((num << FRAC) / den)
            }

            fn round(self) -> i64 {
                (self.0 + (1 << (FRAC - 1))) >> FRAC
            }

            fn powi(self, n: u32) -> Self {
                (0..n).fold(Self::ONE, |acc, _| acc * self)
            }
        }

        impl<const FRAC: u32> Add for Fixed<FRAC> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Self(self.0 + rhs.0)
            }
        }

        impl<const FRAC: u32> Sub for Fixed<FRAC> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self::Output {
                Self(self.0 - rhs.0)
            }
        }

        impl<const FRAC: u32> SubAssign for Fixed<FRAC> {
            fn sub_assign(&mut self, rhs: Self) {
                self.0 -= rhs.0;
            }
        }

        impl<const FRAC: u32> Neg for Fixed<FRAC> {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl<const FRAC: u32> Mul for Fixed<FRAC> {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self {
                Self(((self.0 as i128 * rhs.0 as i128) >> FRAC) as i64)
            }
        }

        impl<const FRAC: u32> Div for Fixed<FRAC> {
            type Output = Self;
            fn div(self, rhs: Self) -> Self {
                Self((((self.0 as i128) << FRAC) / rhs.0 as i128) as i64)
            }
        }

        impl<const FRAC: u32> Sum for Fixed<FRAC> {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Self::ZERO, Add::add)
            }
        }

        type Money = Fixed<24>;

        #[derive(Debug, Clone, Copy)]
        struct Payment {
            month: u32,
            interest: Money,
            principal: Money,
            balance: Money,
        }

        struct Schedule {
            rate: Money,
            payment: Money,
            balance: Money,
            month: u32,
        }

        impl Schedule {
            fn new(amount: i32, yearly_permille: u32, months: u32) -> Self {
                let balance = Money::from_int(amount);
                let rate = Money::ratio(yearly_permille as i64, 12_000);
                let payment = if rate == Money::ZERO {
                    balance / Money::from_int(months as i32)
                } else {
                    let growth = (Money::ONE + rate).powi(months);
                    balance * rate * growth / (growth - Money::ONE)
                };
                Schedule { rate, payment, balance, month: 0 }
            }
        }

        impl Iterator for Schedule {
            type Item = Payment;

            fn next(&mut self) -> Option<Self::Item> {
                if self.balance <= Money::ratio(1, 100) {
                    return None;
                }
                self.month += 1;
                let interest = self.balance * self.rate;
                let principal = (self.payment - interest).min(self.balance);
                self.balance -= principal;
                Some(Payment { month: self.month, interest, principal, balance: self.balance })
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let amount = (input[i] % 900 + 100) as i32;
            let months = 6 + input[i + 1] % 20;
            let rate = input[i + 2] % 4 * 25;
            let plan = || Schedule::new(amount, rate, months);
            let interest: Money = plan().map(|p| p.interest).sum();
            let count = plan().count() as u32;
            let half = plan().find(|p| p.balance < Money::from_int(amount / 2)).map_or(0, |p| p.month);
            let biggest = plan().map(|p| p.principal).max().unwrap_or_default();
            let cents = (interest * Money::from_int(100)).round();
            let negative = (-interest).0 < 0;
            cents as u32 ^ count << 18 ^ half << 24 ^ (biggest.round() as u32) << 8 ^ (negative as u32) << 31
        }
    }

    midi_parser {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Channel(u8);

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Event {
            NoteOff { channel: Channel, key: u8 },
            NoteOn { channel: Channel, key: u8, velocity: u8 },
            Control { channel: Channel, number: u8, value: u8 },
            Program(Channel, u8),
            Bend(Channel, i16),
            Meta { kind: u8, len: u32 },
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum MidiError {
            Eof,
            VarLen,
            Status(u8),
        }

        use MidiError::*;

        fn read_u8(data: &mut &[u8]) -> Result<u8, MidiError> {
            let (&first, rest) = data.split_first().ok_or(Eof)?;
            *data = rest;
            Ok(first)
        }

        fn read_var(data: &mut &[u8]) -> Result<u32, MidiError> {
            let mut value = 0;
            for _ in 0..4 {
                let byte = read_u8(data)?;
                value = value << 7 | (byte & 0x7f) as u32;
                if byte < 0x80 {
                    return Ok(value);
                }
            }
            Err(VarLen)
        }

        struct Track<'a> {
            data: &'a [u8],
            running: Option<u8>,
            time: u32,
        }

        impl<'a> Track<'a> {
            fn new(data: &'a [u8]) -> Self {
                Track { data, running: None, time: 0 }
            }

            fn event(&mut self) -> Result<(u32, Event), MidiError> {
                self.time += read_var(&mut self.data)?;
                let status = match self.data.first() {
                    Some(&s @ 0x80..) => {
                        read_u8(&mut self.data)?;
                        s
                    }
                    Some(_) => self.running.ok_or(Status(0))?,
                    None => return Err(Eof),
                };
                let channel = Channel(status & 0xf);
                self.running = (status < 0xf0).then_some(status);
                let event = match status >> 4 {
                    0x8 => {
                        let key = read_u8(&mut self.data)?;
                        let _velocity = read_u8(&mut self.data)?;
                        Event::NoteOff { channel, key }
                    }
                    0x9 => {
                        let key = read_u8(&mut self.data)?;
                        match read_u8(&mut self.data)? {
                            0 => Event::NoteOff { channel, key },
                            velocity => Event::NoteOn { channel, key, velocity },
                        }
                    }
                    0xb => Event::Control { channel, number: read_u8(&mut self.data)?, value: read_u8(&mut self.data)? },
                    0xc => Event::Program(channel, read_u8(&mut self.data)?),
                    0xe => {
                        let (low, high) = (read_u8(&mut self.data)?, read_u8(&mut self.data)?);
                        Event::Bend(channel, i16::from(high) * 128 + i16::from(low) - 8192)
                    }
                    0xf if status == 0xff => {
                        let kind = read_u8(&mut self.data)?;
                        let len = read_var(&mut self.data)?;
                        self.data = self.data.get(len as usize..).ok_or(Eof)?;
                        Event::Meta { kind, len }
                    }
                    _ => return Err(Status(status)),
                };
                Ok((self.time, event))
            }
        }

        impl Iterator for Track<'_> {
            type Item = Result<(u32, Event), MidiError>;

            fn next(&mut self) -> Option<Self::Item> {
                if self.data.is_empty() {
                    return None;
                }
                let item = self.event();
                if item.is_err() {
                    self.data = &[];
                }
                Some(item)
            }
        }

        fn pitch(key: u8) -> f32 {
            440.0 * 2f32.powi((key as i32 - 69) / 12)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let r = |k: usize| (input[i + k] & 0x7f) as u8;
            let mut track = [
                0x00, 0x90 | r(0) & 3, r(1), r(2), // A note.
                0x81, r(3), r(1), 0, // The same one again, by the running status.
                0x10, 0xe2, r(4), r(5), 0x00, 0xff, 0x51, 0x03, 1, 2, 3, 0x05, 0xb1, 7, r(6), 0x00, 0xc0, r(7),
            ];
            if r(8) % 4 == 0 {
                track[9] = 0xf4;
            }
            let end = track.len() - (r(9) % 3) as usize;
            let mut hash = 1u32;
            let mut sounding = 0i32;
            for item in Track::new(&track[..end]) {
                hash = hash.wrapping_mul(131)
                    ^ match item {
                        Ok((time, Event::NoteOn { channel: Channel(c), key, velocity })) => {
                            sounding += 1;
                            time ^ (c as u32) << 8 ^ pitch(key) as u32 ^ velocity as u32
                        }
                        Ok((time, Event::NoteOff { key, .. })) => {
                            sounding -= 1;
                            time + key as u32
                        }
                        Ok((_, Event::Bend(Channel(n), by))) => by as u32 ^ n as u32,
                        Ok((t, Event::Control { number, value, .. })) if number == 7 => t + value as u32,
                        Ok((_, Event::Program(_, p))) => p.into(),
                        Ok((_, Event::Meta { kind, len })) => kind as u32 * len,
                        Ok(_) => 0,
                        Err(Eof) => 500,
                        Err(VarLen) => 501,
                        Err(Status(s)) => 600 + s as u32,
                    };
            }
            hash ^ sounding as u32
        }
    }

    neural_net {
        use std::ops::{Add, Index, IndexMut, Mul, Sub};

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Matrix<const R: usize, const C: usize>([[f32; C]; R]);

        type Vector<const N: usize> = Matrix<N, 1>;

        impl<const R: usize, const C: usize> Matrix<R, C> {
            const ZERO: Self = Matrix([[0.0; C]; R]);

            fn from_fn(mut f: impl FnMut(usize, usize) -> f32) -> Self {
                let mut m = Self::ZERO;
                for r in 0..R {
                    for c in 0..C {
                        m[(r, c)] = f(r, c);
                    }
                }
                m
            }

            fn transpose(&self) -> Matrix<C, R> {
                Matrix::from_fn(|r, c| self[(c, r)])
            }

            fn map(self, f: impl Fn(f32) -> f32) -> Self {
                Matrix(self.0.map(|row| row.map(&f)))
            }

            fn iter(&self) -> impl Iterator<Item = &f32> {
                self.0.iter().flatten()
            }
        }

        impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
            type Output = f32;
            fn index(&self, (r, c): (usize, usize)) -> &f32 {
                &self.0[r][c]
            }
        }

        impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
            fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f32 {
                &mut self.0[r][c]
            }
        }

        impl<const R: usize, const K: usize, const C: usize> Mul<&Matrix<K, C>> for &Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, other: &Matrix<K, C>) -> Matrix<R, C> {
                Matrix::from_fn(|r, c| (0..K).map(|k| self[(r, k)] * other[(k, c)]).sum())
            }
        }

        impl<const R: usize, const C: usize> Mul<f32> for Matrix<R, C> {
            type Output = Self;
            fn mul(self, by: f32) -> Self {
                self.map(|x| x * by)
            }
        }

        impl<const R: usize, const C: usize> Add for Matrix<R, C> {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Matrix::from_fn(|r, c| self[(r, c)] + other[(r, c)])
            }
        }

        impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Matrix::from_fn(|r, c| self[(r, c)] - other[(r, c)])
            }
        }

        trait Activation {
            fn apply(x: f32) -> f32;
            fn slope(y: f32) -> f32;
        }

        enum Relu {}
        enum Linear {}

        impl Activation for Relu {
            fn apply(x: f32) -> f32 {
                x.max(0.0)
            }
            fn slope(y: f32) -> f32 {
                if y > 0.0 { 1.0 } else { 0.0 }
            }
        }

        impl Activation for Linear {
            fn apply(x: f32) -> f32 {
                x
            }
            fn slope(_: f32) -> f32 {
                1.0
            }
        }

        struct Layer<A, const I: usize, const O: usize> {
            weights: Matrix<O, I>,
            bias: Vector<O>,
            kind: std::marker::PhantomData<A>,
        }

        impl<A: Activation, const I: usize, const O: usize> Layer<A, I, O> {
            fn new(seed: &mut u32) -> Self {
                let mut next = || {
                    *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                    (*seed >> 24) as f32 / 128.0 - 1.0
                };
                Layer { weights: Matrix::from_fn(|_, _| next()), bias: Vector::ZERO, kind: std::marker::PhantomData }
            }

            fn forward(&self, input: &Vector<I>) -> Vector<O> {
                (&self.weights * input + self.bias).map(A::apply)
            }

            fn backward(&mut self, input: &Vector<I>, output: Vector<O>, error: Vector<O>, rate: f32) -> Vector<I> {
                let delta = Vector::<O>::from_fn(|r, _| error[(r, 0)] * A::slope(output[(r, 0)]));
                let back = &self.weights.transpose() * &delta;
                self.weights = self.weights - &delta * &input.transpose() * rate;
                self.bias = self.bias - delta * rate;
                back
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut seed = input[i];
            let mut hidden = Layer::<Relu, 2, 3>::new(&mut seed);
            let mut last = Layer::<Linear, 3, 1>::new(&mut seed);
            let samples = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
            let mut loss = 0.0;
            for epoch in 0..3 {
                loss = 0.0;
                for ([a, b], target) in samples {
                    let x = Matrix([[a], [b]]);
                    let h = hidden.forward(&x);
                    let y = last.forward(&h);
                    let error = y - Matrix([[target]]);
                    loss += error.iter().map(|e| e * e).sum::<f32>();
                    let back = last.backward(&h, y, error, 0.125);
                    hidden.backward(&x, h, back, 0.125 / (epoch + 1) as f32);
                }
            }
            let weights = hidden.weights.iter().chain(last.weights.iter());
            let sum: f32 = weights.map(|w| w.abs()).sum();
            (loss * 1000.0) as u32 ^ ((sum * 1000.0) as u32) << 12
        }
    }

    roman_numerals {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum Digit {
            I = 1,
            V = 5,
            X = 10,
            L = 50,
            C = 100,
            D = 500,
            M = 1000,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum RomanError {
            BadDigit { byte: u8, at: usize },
            NotCanonical,
            OutOfRange(u32),
        }

        impl TryFrom<u8> for Digit {
            type Error = u8;
            fn try_from(b: u8) -> Result<Self, u8> {
                Ok(match b.to_ascii_uppercase() {
                    b'I' => Self::I,
                    b'V' => Self::V,
                    b'X' => Self::X,
                    b'L' => Self::L,
                    b'C' => Self::C,
                    b'D' => Self::D,
                    b'M' => Self::M,
                    other => return Err(other),
                })
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq)]
        struct Roman {
            text: [u8; 16],
            len: usize,
        }

        impl Roman {
            const TABLE: [(u32, &'static str); 13] = [
                (1000, "M"),
                (900, "CM"),
                (500, "D"),
                (400, "CD"),
                (100, "C"),
                (90, "XC"),
                (50, "L"),
                (40, "XL"),
                (10, "X"),
                (9, "IX"),
                (5, "V"),
                (4, "IV"),
                (1, "I"),
            ];

            fn as_bytes(&self) -> &[u8] {
                &self.text[..self.len]
            }

            fn value(&self) -> Result<u32, RomanError> {
                let mut total = 0;
                let mut previous: Option<Digit> = None;
                for (at, &byte) in self.as_bytes().iter().enumerate() {
                    let digit = Digit::try_from(byte).map_err(|byte| RomanError::BadDigit { byte, at })?;
                    total += digit as u32;
                    if let Some(p) = previous
                        && p < digit
                    {
                        total -= 2 * p as u32;
                    }
                    previous = Some(digit);
                }
                match Roman::try_from(total) {
                    Ok(same) if same.as_bytes().eq_ignore_ascii_case(self.as_bytes()) => Ok(total),
                    Ok(_) => Err(RomanError::NotCanonical),
                    Err(e) => Err(e),
                }
            }
        }

        impl TryFrom<u32> for Roman {
            type Error = RomanError;

            fn try_from(mut n: u32) -> Result<Self, Self::Error> {
                if n == 0 || n >= 4000 {
                    return Err(RomanError::OutOfRange(n));
                }
                let mut roman = Roman { text: [0; 16], len: 0 };
                for (value, digits) in Roman::TABLE {
                    while n >= value {
                        for b in digits.bytes() {
                            roman.text[roman.len] = b;
                            roman.len += 1;
                        }
                        n -= value;
                    }
                }
                Ok(roman)
            }
        }

        impl From<&[u8]> for Roman {
            fn from(bytes: &[u8]) -> Self {
                let mut text = [0; 16];
                let len = bytes.len().min(16);
                text[..len].copy_from_slice(&bytes[..len]);
                Self { text, len }
            }
        }

        fn code(result: Result<u32, RomanError>) -> u32 {
            match result {
                Ok(n) => n,
                Err(RomanError::BadDigit { byte, at }) => 10_000 + byte as u32 * 20 + at as u32,
                Err(RomanError::NotCanonical) => 20_000,
                Err(RomanError::OutOfRange(n)) => 30_000 + n,
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let n = input[i] % 4100;
            let there = Roman::try_from(n);
            let mut hash = 17u32;
            if let Ok(roman) = &there {
                for &b in roman.as_bytes() {
                    hash = hash.wrapping_mul(31) ^ b as u32;
                }
            }
            let back = code(there.and_then(|r| r.value()));
            let mut text = [b'x'; 5];
            for (k, c) in text.iter_mut().enumerate().skip(1) {
                *c = b"IVXLCDMQ"[input[i + k] as usize % 8];
            }
            let random: Roman = text[..].into();
            hash ^ back << 12 ^ code(random.value())
        }
    }
}
