//! Programs of further fields, in their first versions: codecs, ray marching, graphs, ciphers, parsers, simulations, games, statistics and bit sets. Fifteen were
//! written before any of them was compiled; seven compiled at first and were right, and one compiled and gave something else. Of ten that followed, after what
//! the first had asked for, two were right at first. Those that are refused still are in [`super::waiting_versions`].

#![allow(dead_code, clippy::all, reason = "the programs are as they were first written")]

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    lempel_ziv {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Token {
            Literal(u8),
            Match { offset: u16, length: u8 },
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum CodecError {
            BufferFull,
            UnexpectedEnd,
            BadOffset { at: usize, offset: u16 },
        }

        struct Writer<'a> {
            buf: &'a mut [u8],
            pos: usize,
        }

        impl<'a> Writer<'a> {
            fn new(buf: &'a mut [u8]) -> Self {
                Self { buf, pos: 0 }
            }

            fn put(&mut self, byte: u8) -> Result<(), CodecError> {
                let slot = self.buf.get_mut(self.pos).ok_or(CodecError::BufferFull)?;
                *slot = byte;
                self.pos += 1;
                Ok(())
            }

            fn varint(&mut self, mut value: u32) -> Result<(), CodecError> {
                while value >= 0x80 {
                    self.put((value & 0x7f) as u8 | 0x80)?;
                    value >>= 7;
                }
                self.put(value as u8)
            }

            fn token(&mut self, token: Token) -> Result<(), CodecError> {
                match token {
                    Token::Literal(byte) => {
                        self.put(0)?;
                        self.put(byte)
                    }
                    Token::Match { offset, length } => {
                        self.put(length)?;
                        self.varint(offset.into())
                    }
                }
            }

            fn finish(self) -> &'a [u8] {
                &self.buf[..self.pos]
            }
        }

        struct Tokenizer<'a> {
            data: &'a [u8],
            pos: usize,
            window: usize,
        }

        impl Iterator for Tokenizer<'_> {
            type Item = Token;

            fn next(&mut self) -> Option<Token> {
                let rest = self.data.get(self.pos..).filter(|rest| !rest.is_empty())?;
                let start = self.pos.saturating_sub(self.window);
                let best = (start..self.pos)
                    .map(|from| {
                        let length = self.data[from..].iter().zip(rest).take_while(|(a, b)| a == b).count();
                        (length, from)
                    })
                    .max();
                let token = match best {
                    Some((length, from)) if length >= 3 => {
                        let length = length.min(255);
                        let offset = (self.pos - from) as u16;
                        self.pos += length;
                        Token::Match { offset, length: length as u8 }
                    }
                    _ => {
                        self.pos += 1;
                        Token::Literal(rest[0])
                    }
                };
                Some(token)
            }
        }

        fn compress<'a>(data: &[u8], out: &'a mut [u8]) -> Result<&'a [u8], CodecError> {
            let mut writer = Writer::new(out);
            for token in (Tokenizer { data, pos: 0, window: 32 }) {
                writer.token(token)?;
            }
            Ok(writer.finish())
        }

        fn decompress(mut input: &[u8], out: &mut [u8]) -> Result<usize, CodecError> {
            let mut at = 0;
            while let Some((&length, rest)) = input.split_first() {
                input = rest;
                if length == 0 {
                    let (&byte, rest) = input.split_first().ok_or(CodecError::UnexpectedEnd)?;
                    input = rest;
                    *out.get_mut(at).ok_or(CodecError::BufferFull)? = byte;
                    at += 1;
                    continue;
                }
                let (mut offset, mut shift) = (0u32, 0);
                loop {
                    let [byte, tail @ ..] = input else {
                        return Err(CodecError::UnexpectedEnd);
                    };
                    input = tail;
                    offset |= u32::from(byte & 0x7f) << shift;
                    shift += 7;
                    if byte & 0x80 == 0 {
                        break;
                    }
                }
                let from = at.checked_sub(offset as usize).ok_or(CodecError::BadOffset { at, offset: offset as u16 })?;
                for i in 0..length as usize {
                    if at >= out.len() {
                        return Err(CodecError::BufferFull);
                    }
                    out[at] = out[from + i];
                    at += 1;
                }
            }
            Ok(at)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut data = [0u8; 48];
            for (i, d) in data.iter_mut().enumerate() {
                *d = (i as u32 * (b % 5 + 1) % 7) as u8 + b'a';
            }
            data[20] = a as u8;
            let mut packed = [0u8; 96];
            let packed = match compress(&data, &mut packed) {
                Ok(packed) => packed,
                Err(_) => return -1,
            };
            let mut out = [0u8; 48];
            let restored = decompress(packed, &mut out);
            let equal = restored == Ok(48) && out == data;
            let broken = match decompress(&[3, 9], &mut out) {
                Err(CodecError::BadOffset { at, offset }) => at as i64 * 100 + offset as i64,
                Err(CodecError::BufferFull) => -3,
                Err(CodecError::UnexpectedEnd) => -4,
                Ok(_) => -5,
            };
            packed.len() as i64 * 10_000 + broken * 10 + equal as i64
        }
    }
    ray_marching {
        use std::ops::{Add, AddAssign, Div, Index, Mul, Neg, Sub};

        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        struct Vec3 {
            x: f64,
            y: f64,
            z: f64,
        }

        impl Vec3 {
            const UP: Vec3 = Vec3::new(0.0, 1.0, 0.0);

            const fn new(x: f64, y: f64, z: f64) -> Self {
                Vec3 { x, y, z }
            }

            fn dot(self, other: Self) -> f64 {
                self.x * other.x + self.y * other.y + self.z * other.z
            }

            fn length(self) -> f64 {
                self.dot(self).sqrt()
            }

            fn normalized(self) -> Option<Self> {
                let length = self.length();
                (length > 1e-12).then(|| self / length)
            }

            fn map(self, f: impl Fn(f64) -> f64) -> Self {
                Vec3 { x: f(self.x), y: f(self.y), z: f(self.z) }
            }

            fn max_element(self) -> f64 {
                self.x.max(self.y).max(self.z)
            }
        }

        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, o: Vec3) -> Vec3 {
                Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
            }
        }
        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, o: Vec3) -> Vec3 {
                self + -o
            }
        }
        impl Neg for Vec3 {
            type Output = Vec3;
            fn neg(self) -> Vec3 {
                self.map(|v| -v)
            }
        }
        impl Mul<f64> for Vec3 {
            type Output = Vec3;
            fn mul(self, k: f64) -> Vec3 {
                self.map(|v| v * k)
            }
        }
        impl Mul<Vec3> for f64 {
            type Output = Vec3;
            fn mul(self, v: Vec3) -> Vec3 {
                v * self
            }
        }
        impl Div<f64> for Vec3 {
            type Output = Vec3;
            fn div(self, k: f64) -> Vec3 {
                self * k.recip()
            }
        }
        impl AddAssign for Vec3 {
            fn add_assign(&mut self, o: Vec3) {
                *self = *self + o;
            }
        }
        impl Index<usize> for Vec3 {
            type Output = f64;
            fn index(&self, axis: usize) -> &f64 {
                match axis {
                    0 => &self.x,
                    1 => &self.y,
                    _ => &self.z,
                }
            }
        }
        impl From<[f64; 3]> for Vec3 {
            fn from([x, y, z]: [f64; 3]) -> Self {
                Vec3 { x, y, z }
            }
        }

        trait Field {
            fn distance(&self, p: Vec3) -> f64;

            fn normal(&self, p: Vec3) -> Vec3 {
                const H: f64 = 1e-5;
                let axis = [Vec3::new(H, 0.0, 0.0), Vec3::UP * H, Vec3::from([0.0, 0.0, H])];
                let g = axis.map(|d| self.distance(p + d) - self.distance(p - d));
                Vec3::from(g).normalized().unwrap_or(Vec3::UP)
            }
        }

        struct Sphere {
            center: Vec3,
            radius: f64,
        }
        struct Cuboid {
            half: Vec3,
        }
        struct Union<A, B>(A, B);
        struct Rounded<F> {
            inner: F,
            by: f64,
        }

        impl Field for Sphere {
            fn distance(&self, p: Vec3) -> f64 {
                (p - self.center).length() - self.radius
            }
        }
        impl Field for Cuboid {
            fn distance(&self, p: Vec3) -> f64 {
                let q = p.map(f64::abs) - self.half;
                q.map(|v| v.max(0.0)).length() + q.max_element().min(0.0)
            }
        }
        impl<A: Field, B: Field> Field for Union<A, B> {
            fn distance(&self, p: Vec3) -> f64 {
                self.0.distance(p).min(self.1.distance(p))
            }
        }
        impl<F: Field> Field for Rounded<F> {
            fn distance(&self, p: Vec3) -> f64 {
                self.inner.distance(p) - self.by
            }
        }

        struct Ray {
            origin: Vec3,
            direction: Vec3,
        }

        impl Ray {
            fn at(&self, t: f64) -> Vec3 {
                self.origin + t * self.direction
            }

            fn march<F: Field + ?Sized>(&self, field: &F) -> Option<(f64, u32)> {
                let mut t = 0.0;
                for step in 0..64 {
                    let d = field.distance(self.at(t));
                    if d < 1e-4 {
                        return Some((t, step));
                    }
                    t += d;
                    if t > 50.0 {
                        break;
                    }
                }
                None
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let scene = Union(
                Sphere { center: Vec3::new(0.0, 0.0, 5.0), radius: 1.0 + (b % 4) as f64 * 0.25 },
                Rounded { inner: Cuboid { half: Vec3 { x: 0.5, ..Vec3::default() } + Vec3::UP * 0.5 }, by: 0.1 },
            );
            let light = Vec3::new(1.0, 2.0, -1.0).normalized().unwrap();
            let mut sum = Vec3::default();
            let mut steps = 0;
            for y in -2..=2 {
                for x in -2..=2 {
                    let direction = Vec3::new(x as f64 * 0.1 + a as f64 * 0.001, y as f64 * 0.1, 1.0);
                    let ray = Ray { origin: Vec3 { z: -4.0, ..Default::default() }, direction: direction.normalized().unwrap() };
                    if let Some((t, n)) = ray.march(&scene) {
                        let normal = scene.normal(ray.at(t));
                        sum += normal * normal.dot(light).clamp(0.0, 1.0);
                        steps += n;
                    }
                }
            }
            let folded = (0..3).map(|axis| (sum[axis] * 1000.0).round() as i64).fold(0, |acc, v| acc * 5000 + v);
            folded * 1000 + i64::from(steps)
        }
    }
    shortest_paths {
        use std::cmp::{Ordering, Reverse};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct State {
            cost: u32,
            node: usize,
        }

        impl Ord for State {
            fn cmp(&self, other: &Self) -> Ordering {
                other.cost.cmp(&self.cost).then_with(|| self.node.cmp(&other.node))
            }
        }

        impl PartialOrd for State {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        struct Heap<T, const N: usize> {
            items: [T; N],
            len: usize,
        }

        impl<T: Ord + Copy + Default, const N: usize> Heap<T, N> {
            fn new() -> Self {
                Heap { items: [T::default(); N], len: 0 }
            }

            fn push(&mut self, item: T) {
                assert!(self.len < N, "the heap is full");
                let mut i = self.len;
                self.items[i] = item;
                self.len += 1;
                while i > 0 {
                    let parent = (i - 1) / 2;
                    if self.items[parent] >= self.items[i] {
                        break;
                    }
                    self.items.swap(i, parent);
                    i = parent;
                }
            }

            fn pop(&mut self) -> Option<T> {
                if self.len == 0 {
                    return None;
                }
                self.len -= 1;
                self.items.swap(0, self.len);
                let mut i = 0;
                loop {
                    let left = 2 * i + 1;
                    let Some(largest) = [left, left + 1].into_iter().filter(|&c| c < self.len).max_by_key(|&c| self.items[c]) else {
                        break;
                    };
                    if self.items[largest] <= self.items[i] {
                        break;
                    }
                    self.items.swap(i, largest);
                    i = largest;
                }
                Some(self.items[self.len])
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Edge {
            from: usize,
            to: usize,
            weight: u32,
        }

        struct Graph<'a> {
            nodes: usize,
            edges: &'a [Edge],
        }

        impl<'a> Graph<'a> {
            fn neighbours(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + 'a {
                self.edges.iter().filter_map(move |e| {
                    if e.from == node {
                        Some((e.to, e.weight))
                    } else if e.to == node {
                        Some((e.from, e.weight))
                    } else {
                        None
                    }
                })
            }

            fn dijkstra<const N: usize>(&self, start: usize) -> [Option<u32>; N] {
                let mut dist = [None; N];
                let mut heap: Heap<State, 64> = Heap::new();
                dist[start] = Some(0);
                heap.push(State { cost: 0, node: start });
                while let Some(State { cost, node }) = heap.pop() {
                    if dist[node].is_some_and(|d| cost > d) {
                        continue;
                    }
                    for (next, weight) in self.neighbours(node) {
                        let candidate = cost + weight;
                        match dist[next] {
                            Some(known) if known <= candidate => {}
                            _ => {
                                dist[next] = Some(candidate);
                                heap.push(State { cost: candidate, node: next });
                            }
                        }
                    }
                }
                dist
            }
        }

        struct DisjointSets<const N: usize> {
            parent: [usize; N],
            size: [u8; N],
        }

        impl<const N: usize> DisjointSets<N> {
            fn new() -> Self {
                DisjointSets { parent: std::array::from_fn(|i| i), size: [1; N] }
            }

            fn find(&mut self, mut x: usize) -> usize {
                while self.parent[x] != x {
                    self.parent[x] = self.parent[self.parent[x]];
                    x = self.parent[x];
                }
                x
            }

            fn union(&mut self, a: usize, b: usize) -> bool {
                let (mut a, mut b) = (self.find(a), self.find(b));
                if a == b {
                    return false;
                }
                if self.size[a] < self.size[b] {
                    std::mem::swap(&mut a, &mut b);
                }
                self.parent[b] = a;
                self.size[a] += self.size[b];
                true
            }
        }

        fn kruskal<const N: usize>(graph: &Graph) -> (u32, usize) {
            let mut order: [usize; 14] = std::array::from_fn(|i| i);
            let order = &mut order[..graph.edges.len()];
            order.sort_unstable_by_key(|&i| Reverse((graph.edges[i].weight, i)));
            let mut sets = DisjointSets::<N>::new();
            let (mut total, mut count) = (0, 0);
            for e in order.iter().rev().map(|&i| &graph.edges[i]) {
                if sets.union(e.from, e.to) {
                    total += e.weight;
                    count += 1;
                }
            }
            (total, count)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut edges = [Edge { from: 0, to: 0, weight: 1 }; 14];
            let mut seed = b.wrapping_mul(2654435761).wrapping_add(a as u32);
            for (i, edge) in edges.iter_mut().enumerate() {
                seed ^= seed << 13;
                seed ^= seed >> 17;
                seed ^= seed << 5;
                *edge = Edge { from: i % 9, to: (seed >> 8) as usize % 9, weight: seed % 40 + 1 };
            }
            let graph = Graph { nodes: 10, edges: &edges };
            let dist = graph.dijkstra::<10>(0);
            let reached = dist.iter().flatten().count();
            let furthest = dist.iter().filter_map(|d| *d).max().unwrap_or_default();
            let (weight, used) = kruskal::<10>(&graph);
            (reached as i64 * 1000 + furthest as i64) * 100_000 + weight as i64 * 100 + used as i64 + graph.nodes as i64
        }
    }
    bodies {
        use std::ops::{Add, Mul, Sub};

        trait Scalar: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + PartialOrd + Default + From<f32> {
            const EPSILON: Self;
            fn sqrt(self) -> Self;
            fn recip(self) -> Self;
        }

        impl Scalar for f32 {
            const EPSILON: f32 = 1e-3;
            fn sqrt(self) -> f32 {
                f32::sqrt(self)
            }
            fn recip(self) -> f32 {
                1.0 / self
            }
        }

        impl Scalar for f64 {
            const EPSILON: f64 = 1e-6;
            fn sqrt(self) -> f64 {
                f64::sqrt(self)
            }
            fn recip(self) -> f64 {
                1.0 / self
            }
        }

        #[derive(Clone, Copy, Default, Debug)]
        struct Point<S> {
            x: S,
            y: S,
        }

        impl<S: Scalar> Add for Point<S> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self {
                Point { x: self.x + rhs.x, y: self.y + rhs.y }
            }
        }

        impl<S: Scalar> Sub for Point<S> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self {
                Point { x: self.x - rhs.x, y: self.y - rhs.y }
            }
        }

        impl<S: Scalar> Mul<S> for Point<S> {
            type Output = Self;
            fn mul(self, k: S) -> Self {
                Point { x: self.x * k, y: self.y * k }
            }
        }

        impl<S: Scalar> std::iter::Sum for Point<S> {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Self::default(), |a, b| a + b)
            }
        }

        #[derive(Clone, Copy, Debug, Default)]
        struct Body<S> {
            position: Point<S>,
            velocity: Point<S>,
            mass: S,
        }

        #[derive(Clone)]
        struct System<S, const N: usize> {
            bodies: [Body<S>; N],
            time: S,
        }

        impl<S: Scalar, const N: usize> System<S, N> {
            fn acceleration(&self, of: usize) -> Point<S> {
                let here = self.bodies[of].position;
                self.bodies
                    .iter()
                    .enumerate()
                    .filter(|&(i, _)| i != of)
                    .map(|(_, body)| {
                        let d = body.position - here;
                        let r2 = d.x * d.x + d.y * d.y + S::EPSILON;
                        d * (body.mass * (r2 * r2.sqrt()).recip())
                    })
                    .sum()
            }

            fn momentum(&self) -> Point<S> {
                self.bodies.iter().map(|b| b.velocity * b.mass).sum::<Point<S>>()
            }
        }

        trait Integrator<S: Scalar> {
            const ORDER: u32;
            fn step<const N: usize>(&self, system: &mut System<S, N>, dt: S);
        }

        struct Euler;
        struct Leapfrog {
            substeps: u32,
        }

        impl<S: Scalar> Integrator<S> for Euler {
            const ORDER: u32 = 1;
            fn step<const N: usize>(&self, system: &mut System<S, N>, dt: S) {
                let accelerations: [Point<S>; N] = std::array::from_fn(|i| system.acceleration(i));
                for (body, a) in system.bodies.iter_mut().zip(accelerations) {
                    body.position = body.position + body.velocity * dt;
                    body.velocity = body.velocity + a * dt;
                }
                system.time = system.time + dt;
            }
        }

        impl<S: Scalar> Integrator<S> for Leapfrog {
            const ORDER: u32 = 2;
            fn step<const N: usize>(&self, system: &mut System<S, N>, dt: S) {
                let dt = dt * S::from(self.substeps as f32).recip();
                let half = dt * S::from(0.5);
                for _ in 0..self.substeps {
                    for body in &mut system.bodies {
                        body.position = body.position + body.velocity * half;
                    }
                    for i in 0..N {
                        let a = system.acceleration(i);
                        system.bodies[i].velocity = system.bodies[i].velocity + a * dt;
                    }
                    for Body { position, velocity, .. } in system.bodies.iter_mut() {
                        *position = *position + *velocity * half;
                    }
                    system.time = system.time + dt;
                }
            }
        }

        fn simulate<S, I, const N: usize>(mut system: System<S, N>, integrator: &I, until: S, dt: S) -> (System<S, N>, u32)
        where
            S: Scalar,
            I: Integrator<S>,
        {
            let mut steps = 0;
            while system.time < until {
                integrator.step(&mut system, dt);
                steps += I::ORDER;
            }
            (system, steps)
        }

        fn case(a: i32, b: u32) -> i64 {
            let body = |x: f32, y, mass| Body { position: Point { x, y }, velocity: Point { x: -y * 0.5, y: x * 0.5 }, mass };
            let small = System { bodies: [body(1.0, 0.0, 1.0), body(-1.0, 0.25, 2.0), body(0.0, (b % 8) as f32 * 0.5 + 1.0, 0.5)], time: 0.0 };
            let (small, first) = simulate(small, &Euler, 0.5, 0.0625);
            let wide = System::<f64, 2> {
                bodies: [
                    Body { position: Point { x: 1.0, y: 0.0 }, mass: 1.0, ..Default::default() },
                    Body { position: Point { x: 0.0, y: f64::from(a % 16) / 8.0 }, mass: 3.0, ..Body::default() },
                ],
                time: 0.0,
            };
            let (wide, second) = simulate(wide, &Leapfrog { substeps: 2 }, 0.25, 0.125);
            let p = small.momentum();
            let q = wide.momentum();
            let r = wide.bodies[0].position - wide.bodies[1].position;
            ((p.x * 1000.0) as i64 * 1_000 + (p.y * 100.0) as i64) * 10_000 + ((q.x + q.y) * 1e6) as i64 + (r.x * 1e3) as i64 + i64::from(first * second)
        }
    }
    falling_blocks {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Kind {
            I,
            O,
            T,
            S,
            Z,
        }

        impl Kind {
            const ALL: [Kind; 5] = [Kind::I, Kind::O, Kind::T, Kind::S, Kind::Z];

            const fn cells(self) -> [(i8, i8); 4] {
                match self {
                    Kind::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
                    Kind::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
                    Kind::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
                    Kind::S => [(0, 0), (1, 0), (-1, 1), (0, 1)],
                    Kind::Z => [(-1, 0), (0, 0), (0, 1), (1, 1)],
                }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        #[repr(u8)]
        enum Rotation {
            #[default]
            North,
            East,
            South,
            West,
        }

        impl Rotation {
            fn clockwise(self) -> Self {
                use Rotation::*;
                match self {
                    North => East,
                    East => South,
                    South => West,
                    West => North,
                }
            }

            fn apply(self, (x, y): (i8, i8)) -> (i8, i8) {
                match self {
                    Self::North => (x, y),
                    Self::East => (y, -x),
                    Self::South => (-x, -y),
                    Self::West => (-y, x),
                }
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Piece {
            kind: Kind,
            rotation: Rotation,
            x: i8,
            y: i8,
        }

        impl Piece {
            fn spawn(kind: Kind) -> Self {
                Piece { kind, rotation: Default::default(), x: 4, y: 14 }
            }

            fn cells(&self) -> impl Iterator<Item = (i8, i8)> + '_ {
                self.kind.cells().into_iter().map(move |cell| {
                    let (dx, dy) = self.rotation.apply(cell);
                    (self.x + dx, self.y + dy)
                })
            }

            fn moved(self, dx: i8, dy: i8) -> Self {
                Piece { x: self.x + dx, y: self.y + dy, ..self }
            }

            fn rotated(self) -> Self {
                Self { rotation: self.rotation.clockwise(), ..self }
            }
        }

        #[derive(Clone, Copy)]
        enum Action {
            Left,
            Right,
            Rotate,
            SoftDrop(u8),
            HardDrop,
        }

        struct Board {
            rows: [u16; Board::HEIGHT],
            score: u32,
            combo: Option<u32>,
        }

        impl Board {
            const WIDTH: usize = 10;
            const HEIGHT: usize = 16;
            const FULL: u16 = (1 << Self::WIDTH) - 1;

            fn new() -> Self {
                Board { rows: [0; Self::HEIGHT], score: 0, combo: None }
            }

            fn occupied(&self, x: i8, y: i8) -> bool {
                if x < 0 || y < 0 || x as usize >= Self::WIDTH {
                    return true;
                }
                self.rows.get(y as usize).is_some_and(|row| row >> x & 1 == 1)
            }

            fn fits(&self, piece: &Piece) -> bool {
                !piece.cells().any(|(x, y)| self.occupied(x, y))
            }

            fn try_piece(&self, piece: Piece) -> Option<Piece> {
                Some(piece).filter(|p| self.fits(p))
            }

            fn lock(&mut self, piece: Piece) -> Result<u32, Piece> {
                for (x, y) in piece.cells() {
                    match self.rows.get_mut(y as usize) {
                        Some(row) => *row |= 1 << x,
                        None => return Err(piece),
                    }
                }
                let mut kept = [0; Self::HEIGHT];
                let mut top = 0;
                for &row in self.rows.iter().filter(|&&row| row != Self::FULL) {
                    kept[top] = row;
                    top += 1;
                }
                let cleared = (Self::HEIGHT - top) as u32;
                self.rows = kept;
                self.combo = if cleared > 0 { self.combo.map(|c| c + 1).or(Some(0)) } else { None };
                self.score += [0, 40, 100, 300, 1200][cleared as usize] + self.combo.unwrap_or(0) * 50;
                Ok(cleared)
            }

            fn play(&mut self, kind: Kind, actions: &[Action]) -> Result<u32, Piece> {
                let mut piece = Piece::spawn(kind);
                if !self.fits(&piece) {
                    return Err(piece);
                }
                for action in actions {
                    let next = match action {
                        Action::Left => self.try_piece(piece.moved(-1, 0)),
                        Action::Right => self.try_piece(piece.moved(1, 0)),
                        Action::Rotate => self.try_piece(piece.rotated()).or_else(|| self.try_piece(piece.rotated().moved(1, 0))),
                        Action::SoftDrop(rows) => {
                            let mut dropped = piece;
                            for _ in 0..*rows {
                                let Some(lower) = self.try_piece(dropped.moved(0, -1)) else { break };
                                dropped = lower;
                            }
                            Some(dropped)
                        }
                        Action::HardDrop => break,
                    };
                    if let Some(next) = next {
                        piece = next;
                    }
                }
                while let Some(lower) = self.try_piece(piece.moved(0, -1)) {
                    piece = lower;
                }
                self.lock(piece)
            }

            fn heights(&self) -> [u8; Self::WIDTH] {
                let mut heights = [0; Self::WIDTH];
                for (x, h) in heights.iter_mut().enumerate() {
                    *h = self.rows.iter().rposition(|r| r >> x & 1 != 0).map_or(0, |y| y as u8 + 1);
                }
                heights
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut board = Board::new();
            let mut seed = b as u64 + 1;
            let mut random = |n: usize| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 33) as usize % n
            };
            let mut lines = 0;
            let mut lost = -1;
            for turn in 0..20 {
                let kind = Kind::ALL[random(Kind::ALL.len())];
                let mut actions = [Action::HardDrop; 6];
                let n = random(6);
                for slot in &mut actions[..n] {
                    *slot = match random(5) {
                        0 | 1 => Action::Left,
                        2 => Action::Right,
                        3 => Action::SoftDrop(a.unsigned_abs() as u8 % 5),
                        _ => Action::Rotate,
                    };
                }
                match board.play(kind, &actions) {
                    Ok(cleared) => lines += cleared,
                    Err(Piece { kind, rotation, .. }) => {
                        lost = turn * 100 + kind as i64 * 10 + rotation as i64;
                        break;
                    }
                }
            }
            let bumpiness: u32 = board.heights().windows(2).map(|w| w[0].abs_diff(w[1]) as u32).sum();
            (lost * 1000 + i64::from(bumpiness)) * 10_000 + i64::from(board.score) + lines as i64
        }
    }
    fractions {
        use std::cmp::Ordering;
        use std::ops::{Add, Div, Index, IndexMut, Mul, Neg, Sub, SubAssign};

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Ratio {
            num: i128,
            den: i128,
        }

        const fn gcd(mut a: u128, mut b: u128) -> u128 {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        }

        impl Ratio {
            const ZERO: Ratio = Ratio::integer(0);
            const ONE: Ratio = Ratio::integer(1);

            const fn integer(n: i128) -> Self {
                Ratio { num: n, den: 1 }
            }

            fn new(num: i128, den: i128) -> Option<Self> {
                if den == 0 {
                    return None;
                }
                let g = gcd(num.unsigned_abs(), den.unsigned_abs()) as i128 * den.signum();
                Some(Ratio { num: num / g, den: den / g })
            }

            fn recip(self) -> Option<Self> {
                Self::new(self.den, self.num)
            }

            fn abs(self) -> Self {
                Ratio { num: self.num.abs(), ..self }
            }
        }

        impl PartialOrd for Ratio {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for Ratio {
            fn cmp(&self, other: &Self) -> Ordering {
                (self.num * other.den).cmp(&(other.num * self.den))
            }
        }


        impl Add for Ratio {
            type Output = Ratio;
            fn add(self, o: Ratio) -> Ratio {
                Ratio::new(self.num * o.den + o.num * self.den, self.den * o.den).expect("denominators are not zero")
            }
        }
        impl Neg for Ratio {
            type Output = Ratio;
            fn neg(self) -> Ratio {
                Ratio { num: -self.num, den: self.den }
            }
        }
        impl Sub for Ratio {
            type Output = Ratio;
            fn sub(self, o: Ratio) -> Ratio {
                self + (-o)
            }
        }
        impl Mul for Ratio {
            type Output = Ratio;
            fn mul(self, o: Ratio) -> Ratio {
                Ratio::new(self.num * o.num, self.den * o.den).expect("denominators are not zero")
            }
        }
        impl Div for Ratio {
            type Output = Option<Ratio>;
            fn div(self, o: Ratio) -> Option<Ratio> {
                Some(self * o.recip()?)
            }
        }
        impl SubAssign for Ratio {
            fn sub_assign(&mut self, o: Ratio) {
                *self = *self - o;
            }
        }

        #[derive(Clone, Copy, PartialEq, Debug)]
        struct Matrix<const R: usize, const C: usize>([[Ratio; C]; R]);

        impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
            type Output = Ratio;
            fn index(&self, (r, c): (usize, usize)) -> &Ratio {
                &self.0[r][c]
            }
        }

        impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
            fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut Ratio {
                &mut self.0[r][c]
            }
        }

        impl<const R: usize, const K: usize, const C: usize> Mul<&Matrix<K, C>> for &Matrix<R, K> {
            type Output = Matrix<R, C>;
            fn mul(self, o: &Matrix<K, C>) -> Matrix<R, C> {
                let mut out = Matrix([[Ratio::ZERO; C]; R]);
                for r in 0..R {
                    for c in 0..C {
                        out[(r, c)] = (0..K).map(|k| self[(r, k)] * o[(k, c)]).fold(Ratio::ZERO, Add::add);
                    }
                }
                out
            }
        }

        struct Lu<const N: usize> {
            packed: Matrix<N, N>,
            order: [usize; N],
            sign: i128,
        }

        #[derive(Debug)]
        struct Singular {
            column: usize,
        }

        impl<const N: usize> Matrix<N, N> {
            fn identity() -> Self {
                Matrix(std::array::from_fn(|r| std::array::from_fn(|c| if r == c { Ratio::ONE } else { Ratio::ZERO })))
            }

            fn lu(mut self) -> Result<Lu<N>, Singular> {
                let mut order: [usize; N] = std::array::from_fn(|i| i);
                let mut sign = 1;
                for column in 0..N {
                    let pivot = (column..N)
                        .max_by(|&i, &j| self[(i, column)].abs().cmp(&self[(j, column)].abs()).then(j.cmp(&i)))
                        .filter(|&row| self[(row, column)] != Ratio::ZERO)
                        .ok_or(Singular { column })?;
                    if pivot != column {
                        self.0.swap(pivot, column);
                        order.swap(pivot, column);
                        sign = -sign;
                    }
                    for row in column + 1..N {
                        let factor = (self[(row, column)] / self[(column, column)]).ok_or(Singular { column })?;
                        self[(row, column)] = factor;
                        for c in column + 1..N {
                            let by = factor * self[(column, c)];
                            self[(row, c)] -= by;
                        }
                    }
                }
                Ok(Lu { packed: self, order, sign })
            }
        }

        impl<const N: usize> Lu<N> {
            fn determinant(&self) -> Ratio {
                (0..N).fold(Ratio::integer(self.sign), |d, i| d * self.packed[(i, i)])
            }

            fn solve(&self, b: [Ratio; N]) -> Option<[Ratio; N]> {
                let mut x = self.order.map(|i| b[i]);
                for i in 0..N {
                    for j in 0..i {
                        let by = self.packed[(i, j)] * x[j];
                        x[i] -= by;
                    }
                }
                for i in (0..N).rev() {
                    for j in i + 1..N {
                        let by = self.packed[(i, j)] * x[j];
                        x[i] -= by;
                    }
                    x[i] = (x[i] / self.packed[(i, i)])?;
                }
                Some(x)
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let m = Matrix([[2, a as i128, 1], [4, b as i128 % 10, 6], [1, 1, 1]].map(|row| row.map(Ratio::integer)));
            let lu = match m.lu() {
                Ok(lu) => lu,
                Err(Singular { column }) => return -1 - column as i64,
            };
            let d = lu.determinant();
            let Some(x) = lu.solve([Ratio::ONE, Ratio::integer(2), Ratio::new(-6, 4).unwrap()]) else {
                return -100;
            };
            let column = Matrix(x.map(|v| [v]));
            let back = &m * &column;
            let good = back.0[1][0] == Ratio::integer(2) && (&m * &Matrix::identity()) == m;
            (d.num as i64 * 1000 + x[0].num as i64) * 100 + x[2].den as i64 * 10 + i64::from(good)
        }
    }
    synthesizer {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Shape {
            Saw,
            Square { duty: f32 },
            Triangle,
            Noise(u32),
        }

        struct Oscillator {
            shape: Shape,
            phase: f32,
            step: f32,
        }

        impl Oscillator {
            const RATE: f32 = 8000.0;

            fn new(shape: Shape, frequency: f32) -> Self {
                Self { shape, phase: 0.0, step: frequency / Self::RATE }
            }

            fn sample(&mut self) -> f32 {
                let p = self.phase;
                self.phase = (p + self.step).fract();
                match &mut self.shape {
                    Shape::Saw => 2.0 * p - 1.0,
                    Shape::Square { duty } => {
                        if p < *duty {
                            1.0
                        } else {
                            -1.0
                        }
                    }
                    Shape::Triangle => 4.0 * (p - 0.5).abs() - 1.0,
                    Shape::Noise(state) => {
                        *state ^= *state << 13;
                        *state ^= *state >> 17;
                        *state ^= *state << 5;
                        (*state >> 8) as f32 / (1 << 23) as f32 - 1.0
                    }
                }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        enum Stage {
            Attack,
            Decay,
            Sustain,
            Release,
            Done,
        }

        struct Envelope {
            stage: Stage,
            level: f32,
            attack: f32,
            decay: f32,
            sustain: f32,
            release: f32,
        }

        impl Default for Envelope {
            fn default() -> Self {
                Envelope { stage: Stage::Attack, level: 0.0, attack: 0.25, decay: 0.1, sustain: 0.5, release: 0.2 }
            }
        }

        impl Envelope {
            fn advance(&mut self, gate: bool) -> f32 {
                if !gate && self.stage < Stage::Release {
                    self.stage = Stage::Release;
                }
                let (level, stage) = match self.stage {
                    Stage::Attack if self.level + self.attack >= 1.0 => (1.0, Stage::Decay),
                    Stage::Attack => (self.level + self.attack, Stage::Attack),
                    Stage::Decay => {
                        let next = self.level - self.decay;
                        if next <= self.sustain { (self.sustain, Stage::Sustain) } else { (next, Stage::Decay) }
                    }
                    Stage::Release if self.level <= self.release => (0.0, Stage::Done),
                    Stage::Release => (self.level - self.release, Stage::Release),
                    s @ (Stage::Sustain | Stage::Done) => (self.level, s),
                };
                self.level = level;
                self.stage = stage;
                level
            }
        }

        trait Processor {
            fn process(&mut self, x: f32) -> f32;

            fn chain<P: Processor>(self, next: P) -> Chain<Self, P>
            where
                Self: Sized,
            {
                Chain { first: self, second: next }
            }

            fn run(&mut self, buffer: &mut [f32]) {
                buffer.iter_mut().for_each(|s| *s = self.process(*s));
            }
        }

        struct Chain<A, B> {
            first: A,
            second: B,
        }

        impl<A: Processor, B: Processor> Processor for Chain<A, B> {
            fn process(&mut self, x: f32) -> f32 {
                let y = self.first.process(x);
                self.second.process(y)
            }
        }

        #[derive(Default)]
        struct Biquad {
            b: [f32; 3],
            a: [f32; 2],
            z: [f32; 2],
        }

        impl Processor for Biquad {
            fn process(&mut self, x: f32) -> f32 {
                let [b0, b1, b2] = self.b;
                let y = b0 * x + self.z[0];
                self.z = [b1 * x - self.a[0] * y + self.z[1], b2 * x - self.a[1] * y];
                y
            }
        }

        struct Delay<const N: usize> {
            line: [f32; N],
            at: usize,
            feedback: f32,
        }

        impl<const N: usize> Processor for Delay<N> {
            fn process(&mut self, x: f32) -> f32 {
                let delayed = core::mem::replace(&mut self.line[self.at], 0.0);
                let y = x + delayed * self.feedback;
                self.line[self.at] = y;
                self.at = (self.at + 1) % N;
                y
            }
        }

        struct Gain<F: Fn(f32) -> f32>(F);

        impl<F: Fn(f32) -> f32> Processor for Gain<F> {
            fn process(&mut self, x: f32) -> f32 {
                (self.0)(x)
            }
        }

        fn to_pcm(sample: f32) -> i16 {
            (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)).round() as i16
        }

        fn case(a: i32, b: u32) -> i64 {
            let shapes = [Shape::Saw, Shape::Square { duty: 0.25 }, Shape::Triangle, Shape::Noise(b + 1)];
            let mut osc = Oscillator::new(shapes[b as usize % shapes.len()], 440.0 + a as f32);
            let mut env = Envelope { sustain: 0.75, ..Envelope::default() };
            let mut buffer = [0.0; 32];
            for (n, out) in buffer.iter_mut().enumerate() {
                *out = osc.sample() * env.advance(n < 20);
            }
            let drive = 1.5;
            let mut fx = Biquad { b: [0.2, 0.4, 0.2], a: [-0.3, 0.1], ..Default::default() }
                .chain(Delay::<5> { line: [0.0; 5], at: 0, feedback: 0.5 })
                .chain(Gain(|x| (x * drive).clamp(-0.9, 0.9)));
            fx.run(&mut buffer);
            let pcm = buffer.map(to_pcm);
            let peak = pcm.iter().map(|s| s.unsigned_abs()).max().unwrap();
            let checksum = pcm.iter().flat_map(|s| s.to_le_bytes()).fold(0u32, |h, byte| h.rotate_left(5) ^ u32::from(byte));
            let crossings = pcm.windows(2).filter(|w| w[0].signum() != w[1].signum()).count();
            i64::from(checksum) * 100 + i64::from(peak % 97) + crossings as i64 + (env.stage == Stage::Done) as i64
        }
    }
    json {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Event<'a> {
            StartObject,
            EndObject,
            StartArray,
            EndArray,
            Key(&'a [u8]),
            Str(&'a [u8]),
            Int(i64),
            Bool(bool),
            Null,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum ErrorKind {
            Eof,
            Unexpected(u8),
            Depth,
            Overflow,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Error {
            kind: ErrorKind,
            offset: usize,
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Frame {
            Object,
            Array,
        }

        struct Reader<'a, const DEPTH: usize = 8> {
            input: &'a [u8],
            offset: usize,
            stack: [Frame; DEPTH],
            depth: usize,
            expects_key: bool,
            done: bool,
        }

        impl<'a, const DEPTH: usize> Reader<'a, DEPTH> {
            fn new(input: &'a [u8]) -> Self {
                Reader { input, offset: 0, stack: [Frame::Array; DEPTH], depth: 0, expects_key: false, done: false }
            }

            fn error<T>(&self, kind: ErrorKind) -> Result<T, Error> {
                Err(Error { kind, offset: self.offset })
            }

            fn peek(&mut self) -> Option<u8> {
                while let Some(b' ' | b'\t' | b'\n' | b',' | b':') = self.input.get(self.offset) {
                    self.offset += 1;
                }
                self.input.get(self.offset).copied()
            }

            fn push(&mut self, frame: Frame) -> Result<(), Error> {
                if self.depth == DEPTH {
                    return self.error(ErrorKind::Depth);
                }
                self.stack[self.depth] = frame;
                self.depth += 1;
                self.expects_key = frame == Frame::Object;
                Ok(())
            }

            fn pop(&mut self, frame: Frame) -> Result<(), Error> {
                match self.depth.checked_sub(1) {
                    Some(top) if self.stack[top] == frame => {
                        self.depth = top;
                        Ok(())
                    }
                    _ => self.error(ErrorKind::Unexpected(self.input[self.offset - 1])),
                }
            }

            fn string(&mut self) -> Result<&'a [u8], Error> {
                self.offset += 1;
                let rest = &self.input[self.offset..];
                let mut escaped = false;
                let end = rest.iter().position(|&b| match b {
                    _ if escaped => {
                        escaped = false;
                        false
                    }
                    b'\\' => {
                        escaped = true;
                        false
                    }
                    b'"' => true,
                    _ => false,
                });
                let Some(end) = end else { return self.error(ErrorKind::Eof) };
                self.offset += end + 1;
                Ok(&rest[..end])
            }

            fn number(&mut self) -> Result<i64, Error> {
                let negative = self.input[self.offset] == b'-';
                if negative {
                    self.offset += 1;
                }
                let digits = self.input[self.offset..].iter().take_while(|b| b.is_ascii_digit());
                let mut value: i64 = 0;
                let mut count = 0;
                for d in digits {
                    value = match value.checked_mul(10).and_then(|v| v.checked_add((d - b'0') as i64)) {
                        Some(v) => v,
                        None => return self.error(ErrorKind::Overflow),
                    };
                    count += 1;
                }
                self.offset += count;
                Ok(if negative { -value } else { value })
            }

            fn literal(&mut self, text: &'static [u8], event: Event<'a>) -> Result<Event<'a>, Error> {
                if self.input[self.offset..].starts_with(text) {
                    self.offset += text.len();
                    Ok(event)
                } else {
                    self.error(ErrorKind::Unexpected(self.input[self.offset]))
                }
            }

            fn event(&mut self) -> Result<Event<'a>, Error> {
                let Some(byte) = self.peek() else { return self.error(ErrorKind::Eof) };
                let in_object = self.depth > 0 && self.stack[self.depth - 1] == Frame::Object;
                let event = match byte {
                    b'{' => {
                        self.offset += 1;
                        self.push(Frame::Object)?;
                        return Ok(Event::StartObject);
                    }
                    b'[' => {
                        self.offset += 1;
                        self.push(Frame::Array)?;
                        Event::StartArray
                    }
                    b'}' | b']' => {
                        self.offset += 1;
                        let frame = if byte == b'}' { Frame::Object } else { Frame::Array };
                        self.pop(frame)?;
                        if frame == Frame::Object { Event::EndObject } else { Event::EndArray }
                    }
                    b'"' if in_object && self.expects_key => {
                        self.expects_key = false;
                        return self.string().map(Event::Key);
                    }
                    b'"' => Event::Str(self.string()?),
                    b'-' | b'0'..=b'9' => Event::Int(self.number()?),
                    b't' => self.literal(b"true", Event::Bool(true))?,
                    b'f' => self.literal(b"false", Event::Bool(false))?,
                    b'n' => self.literal(b"null", Event::Null)?,
                    other => return self.error(ErrorKind::Unexpected(other)),
                };
                self.expects_key = self.depth > 0 && self.stack[self.depth - 1] == Frame::Object && event != Event::StartArray;
                Ok(event)
            }
        }

        impl<'a, const DEPTH: usize> Iterator for Reader<'a, DEPTH> {
            type Item = Result<Event<'a>, Error>;

            fn next(&mut self) -> Option<Self::Item> {
                if self.done {
                    return None;
                }
                let event = self.event();
                self.done = event.is_err() || self.depth == 0;
                Some(event)
            }
        }

        fn unescape(text: &[u8]) -> impl Iterator<Item = u8> + '_ {
            let mut bytes = text.iter().copied();
            std::iter::from_fn(move || match bytes.next()? {
                b'\\' => bytes.next().map(|e| match e {
                    b'n' => b'\n',
                    b't' => b'\t',
                    other => other,
                }),
                other => Some(other),
            })
        }

        fn sum_field(json: &[u8], field: &[u8]) -> Result<i64, Error> {
            let mut wanted = false;
            let mut total = 0;
            for event in Reader::<8>::new(json) {
                match event? {
                    Event::Key(key) => wanted = key == field,
                    Event::Int(n) if wanted => total += n,
                    Event::Str(s) if wanted => total += unescape(s).map(i64::from).sum::<i64>(),
                    _ => {}
                }
            }
            Ok(total)
        }

        fn case(a: i32, b: u32) -> i64 {
            let documents: [&[u8]; 6] = [
                br#"{"a": 12, "b": {"a": -5, "c": [1, 2, {"a": 7}]}, "d": null}"#,
                br#"[{"a": "x\ny"}, {"b": true, "a": 1000000}]"#,
                b"{\"a\": 99999999999999999999}",
                b"[[[[[[[[[[]]]]]]]]]]",
                b"{\"a\": 1]",
                b"[1, 2, \"unclosed",
            ];
            let code = |result: Result<i64, Error>| match result {
                Ok(n) => n * 3,
                Err(Error { kind: ErrorKind::Unexpected(byte), offset }) => -(byte as i64) * 100 - offset as i64,
                Err(Error { kind, offset }) => -(offset as i64) - if kind == ErrorKind::Eof { 10_000 } else { 20_000 },
            };
            let chosen = documents[(b as usize + a.unsigned_abs() as usize) % documents.len()];
            let events = Reader::<4>::new(chosen).map_while(Result::ok).count() as i64;
            documents.iter().map(|d| sum_field(d, b"a")).map(code).fold(events, |t, c| t.wrapping_mul(101).wrapping_add(c)) % 1_000_000_007
        }
    }
    statistics {
        trait Rng {
            fn next_u32(&mut self) -> u32;

            fn next_f64(&mut self) -> f64 {
                f64::from(self.next_u32()) / (f64::from(u32::MAX) + 1.0)
            }

            fn range(&mut self, range: std::ops::Range<u32>) -> u32 {
                range.start + self.next_u32() % (range.end - range.start)
            }

            fn shuffle<T>(&mut self, items: &mut [T]) {
                for i in (1..items.len()).rev() {
                    items.swap(i, self.range(0..i as u32 + 1) as usize);
                }
            }
        }

        #[derive(Clone, Debug)]
        struct Pcg {
            state: u64,
            inc: u64,
        }

        impl Pcg {
            fn new(seed: u64, stream: u64) -> Self {
                let mut rng = Pcg { state: 0, inc: stream << 1 | 1 };
                rng.next_u32();
                rng.state = rng.state.wrapping_add(seed);
                rng.next_u32();
                rng
            }
        }

        impl Rng for Pcg {
            fn next_u32(&mut self) -> u32 {
                let old = self.state;
                self.state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(self.inc);
                let xorshifted = (((old >> 18) ^ old) >> 27) as u32;
                xorshifted.rotate_right((old >> 59) as u32)
            }
        }

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        struct Stats {
            count: u32,
            mean: f64,
            m2: f64,
            min: Option<f64>,
            max: Option<f64>,
        }

        impl Stats {
            fn push(&mut self, x: f64) {
                self.count += 1;
                let delta = x - self.mean;
                self.mean += delta / self.count as f64;
                self.m2 += delta * (x - self.mean);
                self.min = Some(self.min.map_or(x, |m| m.min(x)));
                self.max = match self.max {
                    Some(m) if m >= x => Some(m),
                    _ => Some(x),
                };
            }

            fn variance(&self) -> Option<f64> {
                match self.count {
                    0 | 1 => None,
                    n => Some(self.m2 / (n - 1) as f64),
                }
            }

            fn merge(self, other: Stats) -> Stats {
                if self.count == 0 {
                    return other;
                } else if other.count == 0 {
                    return self;
                }
                let count = self.count + other.count;
                let delta = other.mean - self.mean;
                let share = other.count as f64 / count as f64;
                Stats {
                    count,
                    mean: self.mean + delta * share,
                    m2: self.m2 + other.m2 + delta * delta * self.count as f64 * share,
                    min: self.min.zip(other.min).map(|(a, b)| a.min(b)),
                    max: self.max.zip(other.max).map(|(a, b)| a.max(b)),
                }
            }
        }

        impl FromIterator<f64> for Stats {
            fn from_iter<I: IntoIterator<Item = f64>>(iter: I) -> Self {
                let mut stats = Stats::default();
                for x in iter {
                    stats.push(x);
                }
                stats
            }
        }

        impl Extend<f64> for Stats {
            fn extend<I: IntoIterator<Item = f64>>(&mut self, iter: I) {
                iter.into_iter().for_each(|x| self.push(x));
            }
        }

        fn median<const N: usize>(mut values: [f64; N]) -> f64 {
            values.sort_by(|a, b| a.partial_cmp(b).unwrap());
            if N % 2 == 1 { values[N / 2] } else { (values[N / 2 - 1] + values[N / 2]) / 2.0 }
        }

        fn histogram<const BINS: usize>(values: &[f64], low: f64, high: f64) -> ([u32; BINS], u32) {
            let mut bins = [0; BINS];
            let mut outside = 0;
            let width = (high - low) / BINS as f64;
            for &v in values {
                match ((v - low) / width).floor() {
                    bin if bin >= 0.0 && bin < BINS as f64 => bins[bin as usize] += 1,
                    _ => outside += 1,
                }
            }
            (bins, outside)
        }

        fn weighted_index(weights: &[f64], rng: &mut impl Rng) -> Option<usize> {
            let total: f64 = weights.iter().sum();
            if !(total > 0.0) {
                return None;
            }
            let target = rng.next_f64() * total;
            weights
                .iter()
                .scan(0.0, |running, w| {
                    *running += w;
                    Some(*running)
                })
                .position(|running| running > target)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut rng = Pcg::new(a as u64, b.into());
            let values: [f64; 24] = std::array::from_fn(|_| rng.next_f64() + rng.next_f64());
            let (left, right) = values.split_at(9);
            let mut stats: Stats = left.iter().copied().collect();
            stats.extend(right[..5].iter().cloned());
            let merged = stats.merge(Stats::from_iter(right[5..].iter().copied()));
            let (bins, outside) = histogram::<5>(&values, 0.25, 1.75);
            let mut deck: [u8; 10] = std::array::from_fn(|i| i as u8);
            rng.shuffle(&mut deck);
            let order = deck.iter().fold(0i64, |t, &c| t * 11 % 100_003 + c as i64);
            let picks = (0..8).filter_map(|_| weighted_index(&[0.5, 0.0, 2.0, 1.0], &mut rng)).sum::<usize>();
            let spread = merged.max.unwrap_or(0.0) - merged.min.unwrap_or(0.0);
            let v = merged.variance().map(f64::sqrt).unwrap_or(-1.0);
            (merged.mean * 1e4) as i64 * 1_000_000_000 + (v * 1e3).round() as i64 * 100_000 + order + (median(values) * 100.0) as i64
                + (spread * 10.0) as i64 + bins.iter().zip(1..).map(|(n, k)| (n * k) as i64).sum::<i64>() + outside as i64 + picks as i64
        }
    }
    bit_sets {
        use core::fmt::Debug;
        use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Sub};

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct BitSet<const W: usize>([u32; W]);

        impl<const W: usize> Default for BitSet<W> {
            fn default() -> Self {
                BitSet([0; W])
            }
        }

        impl<const W: usize> BitSet<W> {
            const CAPACITY: usize = W * u32::BITS as usize;

            fn insert(&mut self, i: usize) -> bool {
                debug_assert!(i < Self::CAPACITY);
                let (word, bit) = (i / 32, 1 << (i % 32));
                let fresh = self.0[word] & bit == 0;
                self.0[word] |= bit;
                fresh
            }

            fn contains(&self, i: usize) -> bool {
                self.0.get(i / 32).map_or(false, |w| w & (1 << (i % 32)) != 0)
            }

            fn len(&self) -> u32 {
                self.0.iter().map(|w| w.count_ones()).sum()
            }

            fn iter(&self) -> Bits<W> {
                Bits { set: *self, word: 0 }
            }

            fn zip_with(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
                let mut out = self;
                for (o, w) in out.0.iter_mut().zip(other.0.iter()) {
                    *o = f(*o, *w);
                }
                out
            }
        }

        struct Bits<const W: usize> {
            set: BitSet<W>,
            word: usize,
        }

        impl<const W: usize> Iterator for Bits<W> {
            type Item = usize;

            fn next(&mut self) -> Option<usize> {
                while self.word < W {
                    let w = &mut self.set.0[self.word];
                    if *w != 0 {
                        let bit = w.trailing_zeros();
                        *w &= *w - 1;
                        return Some(self.word * 32 + bit as usize);
                    }
                    self.word += 1;
                }
                None
            }
        }

        impl<const W: usize> IntoIterator for BitSet<W> {
            type Item = usize;
            type IntoIter = Bits<W>;
            fn into_iter(self) -> Bits<W> {
                self.iter()
            }
        }

        impl<const W: usize> FromIterator<usize> for BitSet<W> {
            fn from_iter<I: IntoIterator<Item = usize>>(items: I) -> Self {
                let mut set = Self::default();
                for i in items {
                    set.insert(i);
                }
                set
            }
        }

        impl<const W: usize> BitAnd for BitSet<W> {
            type Output = Self;
            fn bitand(self, o: Self) -> Self {
                self.zip_with(o, |a, b| a & b)
            }
        }
        impl<const W: usize> BitOr for BitSet<W> {
            type Output = Self;
            fn bitor(self, o: Self) -> Self {
                self.zip_with(o, BitOr::bitor)
            }
        }
        impl<const W: usize> Sub for BitSet<W> {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                self & !o
            }
        }
        impl<const W: usize> Not for BitSet<W> {
            type Output = Self;
            fn not(self) -> Self {
                BitSet(self.0.map(|w| !w))
            }
        }
        impl<const W: usize> BitOrAssign<usize> for BitSet<W> {
            fn bitor_assign(&mut self, i: usize) {
                self.insert(i);
            }
        }

        fn gray<T>(n: T) -> T
        where
            T: Copy + BitXor<Output = T> + core::ops::Shr<u32, Output = T>,
        {
            n ^ (n >> 1)
        }

        fn mask<T: From<u8> + Shl<u32, Output = T> + Sub<Output = T>>(bits: u32) -> T {
            (T::from(1) << bits) - T::from(1)
        }

        struct BitWriter<'a> {
            out: &'a mut [u8],
            bits: u32,
        }

        impl BitWriter<'_> {
            fn bit(&mut self, bit: bool) {
                let at = (self.bits / 8) as usize;
                self.out[at] |= (bit as u8) << (self.bits % 8);
                self.bits += 1;
            }

            fn write(&mut self, value: u32, count: u32) -> &mut Self {
                (0..count).for_each(|i| self.bit(value >> i & 1 == 1));
                self
            }

            fn rice(&mut self, value: u32, k: u32) {
                for _ in 0..value >> k {
                    self.bit(true);
                }
                self.bit(false);
                self.write(value & mask::<u32>(k), k);
            }
        }

        #[derive(Clone)]
        struct BitReader<'a> {
            data: &'a [u8],
            at: u32,
        }

        impl<'a> BitReader<'a> {
            fn bit(&mut self) -> Option<bool> {
                let byte = self.data.get(self.at as usize / 8)?;
                let bit = byte >> (self.at % 8) & 1;
                self.at += 1;
                Some(bit != 0)
            }

            fn read(&mut self, count: u32) -> Option<u32> {
                (0..count).try_fold(0, |v, i| Some(v | u32::from(self.bit()?) << i))
            }

            fn rice(&mut self, k: u32) -> Option<u32> {
                let mut q = 0;
                while self.bit()? {
                    q += 1;
                }
                Some(q << k | self.read(k)?)
            }
        }

        fn sieve<const W: usize>() -> BitSet<W> {
            let mut composite = BitSet::<W>::default();
            for n in 2.. {
                if n * n >= BitSet::<W>::CAPACITY {
                    break;
                }
                if !composite.contains(n) {
                    (n * n..BitSet::<W>::CAPACITY).step_by(n).for_each(|m| composite |= m);
                }
            }
            !composite - [0, 1].into_iter().collect()
        }

        fn case(a: i32, b: u32) -> i64 {
            let primes = sieve::<4>();
            let squares: BitSet<4> = (0..11).map(|n| n * n).collect();
            let both = primes & (0..128).filter(|n| n % 4 == a.rem_euclid(4) as usize).collect::<BitSet<4>>();
            let mut buffer = [0u8; 64];
            let mut writer = BitWriter { out: &mut buffer, bits: 0 };
            let mut last = 0;
            for p in both.iter().take(12) {
                writer.rice((p - last) as u32, 2 + b % 3);
                last = p;
            }
            writer.write(gray(b), 10).write(gray(a as u8).into(), 8);
            let used = writer.bits;
            let mut reader = BitReader { data: &buffer[..], at: 0 };
            let mut sum = 0;
            for _ in 0..both.len().min(12) {
                let Some(gap) = reader.rice(2 + b % 3) else { return -1 };
                sum += gap;
            }
            let tail = reader.clone().read(18).unwrap_or(u32::MAX);
            let or = (primes | squares).into_iter().fold(0, |t, i| t * 3 % 10_007 + i as i64);
            (i64::from(sum) * 100_000 + i64::from(tail)) * 10_000 + or + i64::from(used) + mask::<u64>(12) as i64
        }
    }
    elevator {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        enum Direction {
            Up,
            Down,
        }

        impl Direction {
            fn step(self) -> i32 {
                match self {
                    Direction::Up => 1,
                    Direction::Down => -1,
                }
            }
        }

        impl std::ops::Not for Direction {
            type Output = Direction;
            fn not(self) -> Direction {
                match self {
                    Direction::Up => Direction::Down,
                    Direction::Down => Direction::Up,
                }
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum State {
            Idle,
            Moving { direction: Direction, since: u32 },
            Open { until: u32, then: Option<Direction> },
        }

        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        struct Request {
            from: u8,
            to: u8,
            at: u32,
        }

        #[derive(Debug)]
        struct Ring<T, const N: usize> {
            items: [Option<T>; N],
            head: usize,
            len: usize,
        }

        impl<T: Copy, const N: usize> Ring<T, N> {
            fn push_back(&mut self, item: T) -> Option<()> {
                if self.len == N {
                    return None;
                }
                let at = (self.head + self.len) % N;
                self.items[at] = Some(item);
                self.len += 1;
                Some(())
            }

            fn pop_front(&mut self) -> Option<T> {
                let item = self.items[self.head].take()?;
                self.head = (self.head + 1) % N;
                self.len -= 1;
                Some(item)
            }

            fn front(&self) -> Option<&T> {
                self.items[self.head].as_ref()
            }

            fn iter(&self) -> impl Iterator<Item = &T> {
                (0..self.len).filter_map(move |i| self.items[(self.head + i) % N].as_ref())
            }
        }

        impl<T: Copy, const N: usize> Default for Ring<T, N> {
            fn default() -> Self {
                Ring { items: [None; N], head: 0, len: 0 }
            }
        }

        struct Elevator<P> {
            floor: u8,
            state: State,
            waiting: Ring<Request, 16>,
            riding: [Option<Request>; 4],
            served: u32,
            total_wait: u32,
            policy: P,
        }

        impl<P> Elevator<P>
        where
            P: Fn(u8, Option<Direction>, &Request) -> u32,
        {
            fn new(policy: P) -> Self {
                Elevator {
                    floor: 0,
                    state: State::Idle,
                    waiting: Ring::default(),
                    riding: [None; 4],
                    served: 0,
                    total_wait: 0,
                    policy,
                }
            }

            fn heading(&self) -> Option<Direction> {
                match self.state {
                    State::Moving { direction, .. } => Some(direction),
                    State::Open { then, .. } => then,
                    State::Idle => None,
                }
            }

            fn target(&self) -> Option<u8> {
                let riders = self.riding.iter().flatten().map(|r| r.to);
                if let Some(to) = riders.min_by_key(|&to| to.abs_diff(self.floor)) {
                    return Some(to);
                }
                let heading = self.heading();
                self.waiting.iter().min_by_key(|r| (self.policy)(self.floor, heading, r)).map(|r| r.from)
            }

            fn exchange(&mut self, now: u32) -> usize {
                let mut moved = 0;
                let floor = self.floor;
                for slot in self.riding.iter_mut() {
                    if matches!(slot, Some(r) if r.to == floor) {
                        *slot = None;
                        self.served += 1;
                        moved += 1;
                    }
                }
                for _ in 0..self.waiting.len {
                    let Some(request) = self.waiting.pop_front() else { unreachable!() };
                    let free = self.riding.iter_mut().find(|slot| slot.is_none());
                    match free {
                        Some(slot) if request.from == floor => {
                            self.total_wait += now - request.at;
                            *slot = Some(request);
                            moved += 1;
                        }
                        _ => {
                            self.waiting.push_back(request);
                        }
                    }
                }
                moved
            }

            fn tick(&mut self, now: u32) {
                self.state = match self.state {
                    State::Open { until, .. } if now < until => return,
                    State::Open { then: Some(direction), .. } if self.riding.iter().any(Option::is_some) => {
                        State::Moving { direction, since: now }
                    }
                    State::Open { .. } | State::Idle => match self.target() {
                        Some(to) if to == self.floor => {
                            self.exchange(now);
                            State::Open { until: now + 2, then: None }
                        }
                        Some(to) => State::Moving { direction: if to > self.floor { Direction::Up } else { Direction::Down }, since: now },
                        None => State::Idle,
                    },
                    State::Moving { direction, since } => {
                        self.floor = self.floor.saturating_add_signed(direction.step() as i8);
                        let here = self.floor;
                        let wanted = self.riding.iter().flatten().any(|r| r.to == here) || self.waiting.iter().any(|r| r.from == here);
                        if wanted && self.exchange(now) > 0 {
                            let ahead = self.riding.iter().flatten().any(|r| (r.to as i32 - here as i32) * direction.step() > 0);
                            State::Open { until: now + 1, then: Some(if ahead { direction } else { !direction }) }
                        } else if here == 0 || here >= 9 || now - since > 20 {
                            State::Idle
                        } else {
                            State::Moving { direction, since }
                        }
                    }
                };
            }
        }

        fn simulate<P: Fn(u8, Option<Direction>, &Request) -> u32>(policy: P, requests: &[Request], ticks: u32) -> Option<(u32, f32)> {
            let mut elevator = Elevator::new(policy);
            let mut pending = requests.iter().peekable();
            for now in 0..ticks {
                while let Some(request) = pending.next_if(|r| r.at <= now) {
                    elevator.waiting.push_back(*request)?;
                }
                elevator.tick(now);
            }
            let served = elevator.served;
            (served > 0).then_some((served, elevator.total_wait as f32 / served as f32))
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut requests = [Request::default(); 12];
            let mut x = b.wrapping_mul(747796405).wrapping_add(a as u32);
            for (i, r) in requests.iter_mut().enumerate() {
                x = x.wrapping_mul(747796405).wrapping_add(2891336453);
                let from = (x >> 24) as u8 % 10;
                let to = (x >> 16) as u8 % 10;
                *r = Request { from, to: if to == from { (to + 1) % 10 } else { to }, at: i as u32 * 2 };
            }
            let nearest = |floor: u8, _: Option<Direction>, r: &Request| u32::from(r.from.abs_diff(floor));
            let penalty = a.unsigned_abs() % 7;
            let directed = |floor: u8, heading, r: &Request| {
                let away = match heading {
                    Some(Direction::Up) => r.from < floor,
                    Some(Direction::Down) => r.from > floor,
                    None => false,
                };
                r.from.abs_diff(floor) as u32 + if away { penalty } else { 0 }
            };
            let first = simulate(nearest, &requests, 80);
            let second = simulate(directed, &requests, 80);
            let fifo = simulate(|_, _, r| r.at, &requests[..6], 60);
            [first, second, fifo].into_iter().flatten().fold(0, |t, (n, wait)| t * 10_000 + n as i64 * 1000 + (wait * 10.0) as i64)
        }
    }
}

// In texts alone: one has a function of the name that the kernel has in a module.
texts! {
    shunting_yard {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token {
            Num(i64),
            Ident(char),
            Op(char),
            Open,
            Close,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum ParseError {
            Unexpected(char, usize),
            UnclosedParen,
            EndOfInput,
            ArenaFull,
        }

        type Result<T, E = ParseError> = core::result::Result<T, E>;

        struct Lexer<'s> {
            chars: std::iter::Peekable<std::str::CharIndices<'s>>,
        }

        impl<'s> Lexer<'s> {
            fn new(source: &'s str) -> Self {
                Lexer { chars: source.char_indices().peekable() }
            }

            fn next_token(&mut self) -> Result<Option<Token>> {
                while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
                let Some((at, c)) = self.chars.next() else { return Ok(None) };
                let token = match c {
                    '0'..='9' => {
                        let mut n = c.to_digit(10).unwrap() as i64;
                        while let Some(d) = self.chars.peek().and_then(|&(_, c)| c.to_digit(10)) {
                            n = n * 10 + d as i64;
                            self.chars.next();
                        }
                        Token::Num(n)
                    }
                    'a'..='z' => Token::Ident(c),
                    '+' | '-' | '*' | '/' | '^' => Token::Op(c),
                    '(' => Token::Open,
                    ')' => Token::Close,
                    other => return Err(ParseError::Unexpected(other, at)),
                };
                Ok(Some(token))
            }
        }

        #[derive(Debug, Clone, Copy)]
        enum Node {
            Num(i64),
            Var(char),
            Neg(usize),
            Binary { op: char, left: usize, right: usize },
        }

        struct Arena<const N: usize> {
            nodes: [Option<Node>; N],
            len: usize,
        }

        impl<const N: usize> Arena<N> {
            fn add(&mut self, node: Node) -> Result<usize> {
                if self.len == N {
                    return Err(ParseError::ArenaFull);
                }
                self.nodes[self.len] = Some(node);
                self.len += 1;
                Ok(self.len - 1)
            }
        }

        /// Shunting-yard: there is no recursion.
        struct Parser<'s, const N: usize> {
            lexer: Lexer<'s>,
            arena: Arena<N>,
            operators: [Option<char>; 16],
            depth: usize,
            operands: [usize; 16],
            count: usize,
        }

        impl<'s, const N: usize> Parser<'s, N> {
            fn new(source: &'s str) -> Self {
                Parser {
                    lexer: Lexer::new(source),
                    arena: Arena { nodes: [None; N], len: 0 },
                    operators: [None; 16],
                    depth: 0,
                    operands: [0; 16],
                    count: 0,
                }
            }

            fn precedence(op: char) -> Option<(u8, bool)> {
                Some(match op {
                    '+' | '-' => (1, false),
                    '*' | '/' => (2, false),
                    '~' => (3, true),
                    '^' => (4, true),
                    _ => return None,
                })
            }

            fn pop_operand(&mut self) -> Result<usize> {
                self.count = self.count.checked_sub(1).ok_or(ParseError::EndOfInput)?;
                Ok(self.operands[self.count])
            }

            fn push_operand(&mut self, node: Node) -> Result<()> {
                let at = self.arena.add(node)?;
                *self.operands.get_mut(self.count).ok_or(ParseError::ArenaFull)? = at;
                self.count += 1;
                Ok(())
            }

            fn reduce(&mut self, op: char) -> Result<()> {
                let right = self.pop_operand()?;
                let node = if op == '~' {
                    Node::Neg(right)
                } else {
                    Node::Binary { op, left: self.pop_operand()?, right }
                };
                self.push_operand(node)
            }

            fn reduce_while(&mut self, keep: impl Fn(char) -> bool) -> Result<Option<char>> {
                while self.depth > 0 {
                    let op = self.operators[self.depth - 1].unwrap();
                    if !keep(op) {
                        return Ok(Some(op));
                    }
                    self.depth -= 1;
                    self.reduce(op)?;
                }
                Ok(None)
            }

            fn push_operator(&mut self, op: char) {
                self.operators[self.depth] = Some(op);
                self.depth += 1;
            }

            fn parse(mut self) -> Result<(Arena<N>, usize)> {
                let mut expects_operand = true;
                while let Some(token) = self.lexer.next_token()? {
                    match token {
                        Token::Num(n) => {
                            self.push_operand(Node::Num(n))?;
                            expects_operand = false;
                        }
                        Token::Ident(name) => {
                            self.push_operand(Node::Var(name))?;
                            expects_operand = false;
                        }
                        Token::Open => self.push_operator('('),
                        Token::Close => {
                            if self.reduce_while(|op| op != '(')?.is_none() {
                                return Err(ParseError::Unexpected(')', self.depth));
                            }
                            self.depth -= 1;
                            expects_operand = false;
                        }
                        Token::Op('-') if expects_operand => self.push_operator('~'),
                        Token::Op(op) => {
                            let (power, right) = Self::precedence(op).unwrap();
                            self.reduce_while(|top| match Self::precedence(top) {
                                Some((p, _)) => p > power || p == power && !right,
                                None => false,
                            })?;
                            self.push_operator(op);
                            expects_operand = true;
                        }
                    }
                }
                if self.reduce_while(|op| op != '(')?.is_some() {
                    return Err(ParseError::UnclosedParen);
                }
                let root = self.pop_operand()?;
                Ok((self.arena, root))
            }
        }

        fn evaluate<const N: usize>(arena: &Arena<N>, root: usize, env: impl Fn(char) -> Option<i64>) -> Option<i64> {
            let mut values = [0i64; N];
            for (i, node) in arena.nodes[..arena.len].iter().flatten().enumerate() {
                values[i] = match *node {
                    Node::Num(n) => n,
                    Node::Var(name) => env(name)?,
                    Node::Neg(of) => -values[of],
                    Node::Binary { op, left, right } => {
                        let (l, r) = (values[left], values[right]);
                        match op {
                            '+' => l.checked_add(r)?,
                            '-' => l.checked_sub(r)?,
                            '*' => l.checked_mul(r)?,
                            '/' => l.checked_div(r)?,
                            '^' => l.checked_pow(r.try_into().ok()?)?,
                            _ => unreachable!(),
                        }
                    }
                };
            }
            Some(values[root])
        }

        fn run(source: &str, env: impl Fn(char) -> Option<i64>) -> Result<Option<i64>> {
            let (arena, root) = Parser::<24>::new(source).parse()?;
            Ok(evaluate(&arena, root, env))
        }

        fn case(a: i32, b: u32) -> i64 {
            let sources = ["1 + 2 * x - (y - 3) ^ 2", "-x^2 / (1 + 1)", "2 ^ 3 ^ 2 % 1", "((x)", "x + z", "7 / (y - y)", "-(-x) * -3", ")"];
            let env = |name| match name {
                'x' => Some(a.into()),
                'y' => Some(b as i64),
                _ => None,
            };
            sources.iter().map(|source| match run(source, env) {
                Ok(Some(value)) => value,
                Ok(None) => -7_777,
                Err(ParseError::Unexpected(c, at)) => c as i64 * 100 + at as i64,
                Err(ParseError::UnclosedParen) => -1,
                Err(ParseError::EndOfInput | ParseError::ArenaFull) => -2,
            }).fold(0i64, |t, v| t.wrapping_mul(31).wrapping_add(v) % 1_000_000_007)
        }
    }
    filter_chains {
        trait Filter {
            type Input;
            type Output;
            fn update(&mut self, input: Self::Input) -> Self::Output;

            fn then<F>(self, next: F) -> Then<Self, F>
            where
                Self: Sized,
                F: Filter<Input = Self::Output>,
            {
                Then { first: self, second: next }
            }
        }

        struct Then<A, B> {
            first: A,
            second: B,
        }

        impl<A, B> Filter for Then<A, B>
        where
            A: Filter,
            B: Filter<Input = A::Output>,
        {
            type Input = A::Input;
            type Output = B::Output;

            fn update(&mut self, input: A::Input) -> B::Output {
                self.second.update(self.first.update(input))
            }
        }

        struct Smooth {
            alpha: f64,
            state: Option<f64>,
        }

        impl Filter for Smooth {
            type Input = f64;
            type Output = f64;
            fn update(&mut self, x: f64) -> f64 {
                let y = match self.state {
                    Some(old) => old + self.alpha * (x - old),
                    None => x,
                };
                *self.state.insert(y)
            }
        }

        struct Median<const N: usize> {
            window: [f64; N],
            seen: usize,
        }

        impl<const N: usize> Default for Median<N> {
            fn default() -> Self {
                Median { window: [0.0; N], seen: 0 }
            }
        }

        impl<const N: usize> Filter for Median<N> {
            type Input = f64;
            type Output = f64;
            fn update(&mut self, x: f64) -> f64 {
                self.window[self.seen % N] = x;
                self.seen += 1;
                let mut sorted = self.window;
                let filled = self.seen.min(N);
                sorted[..filled].sort_unstable_by(f64::total_cmp);
                sorted[filled / 2]
            }
        }

        #[derive(Clone, Copy)]
        struct Kalman {
            mean: f64,
            variance: f64,
            process: f64,
            noise: f64,
        }

        impl Filter for Kalman {
            type Input = f64;
            type Output = (f64, f64);
            fn update(&mut self, z: f64) -> (f64, f64) {
                let prior = self.variance + self.process;
                let gain = prior / (prior + self.noise);
                self.mean += gain * (z - self.mean);
                self.variance = (1.0 - gain) * prior;
                (self.mean, gain)
            }
        }

        #[derive(Debug, PartialEq, Clone, Copy)]
        enum Alarm {
            High { at: usize, by: f64 },
            Stuck(usize),
        }

        fn watch<F: Filter<Input = f64, Output = (f64, f64)>>(
            mut filter: F,
            samples: impl IntoIterator<Item = f64>,
            limit: f64,
        ) -> (f64, Option<Alarm>) {
            let mut last = f64::NAN;
            let mut same = 0;
            let mut alarm = None;
            let mut gain_sum = 0.0;
            for (at, sample) in samples.into_iter().enumerate() {
                let (mean, gain) = filter.update(sample);
                gain_sum += gain;
                same = if sample == last { same + 1 } else { 0 };
                last = sample;
                alarm = alarm.or_else(|| match mean {
                    m if m > limit => Some(Alarm::High { at, by: m - limit }),
                    _ if same >= 3 => Some(Alarm::Stuck(at)),
                    _ => None,
                });
            }
            (gain_sum, alarm)
        }

        fn case(a: i32, b: u32) -> i64 {
            let raw = |i: u32| f64::from((i * 37 + b) % 23) - f64::from(a % 5);
            let filter = Median::<5>::default()
                .then(Smooth { alpha: 0.25, state: None })
                .then(Kalman { mean: 0.0, variance: 4.0, process: 0.125, noise: 1.5 });
            let (gains, alarm) = watch(filter, (0..40).map(raw), 11.0);
            let plain = Kalman { mean: 5.0, variance: 1.0, process: 0.0, noise: 1.0 };
            let (_, stuck) = watch(plain, std::iter::repeat_n(b as f64 % 7.0, 6), 100.0);
            let code = |alarm: Option<Alarm>| match alarm {
                Some(Alarm::High { at, by }) => at as i64 * 1000 + (by * 100.0).floor() as i64,
                Some(Alarm::Stuck(at)) => -(at as i64),
                None => 0,
            };
            (gains * 1e6).round() as i64 * 1_000_000 + code(alarm) * 10 + code(stuck)
        }
    }
    quadtree {
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        struct P {
            x: f32,
            y: f32,
        }

        #[derive(Clone, Copy, Debug)]
        struct Aabb {
            min: P,
            max: P,
        }

        impl Aabb {
            fn center(&self) -> P {
                P { x: (self.min.x + self.max.x) * 0.5, y: (self.min.y + self.max.y) * 0.5 }
            }

            fn quadrant(&self, p: P) -> usize {
                let c = self.center();
                (p.x >= c.x) as usize | ((p.y >= c.y) as usize) << 1
            }

            fn child(&self, quadrant: usize) -> Aabb {
                let c = self.center();
                let mut child = *self;
                if quadrant & 1 == 0 {
                    child.max.x = c.x;
                } else {
                    child.min.x = c.x;
                }
                match quadrant >> 1 {
                    0 => child.max.y = c.y,
                    _ => child.min.y = c.y,
                }
                child
            }

            fn intersects(&self, other: &Aabb) -> bool {
                self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
            }
        }

        #[derive(Clone, Copy, Debug)]
        enum Node {
            Leaf { points: [u16; 2], count: u8 },
            Branch([u16; 4]),
        }

        impl Node {
            const EMPTY: Node = Node::Leaf { points: [0; 2], count: 0 };
        }

        struct Quadtree<'p, const NODES: usize> {
            nodes: [Node; NODES],
            used: usize,
            bounds: Aabb,
            points: &'p [P],
        }

        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        struct Full;

        impl<'p, const NODES: usize> Quadtree<'p, NODES> {
            fn build(points: &'p [P], bounds: Aabb) -> Result<Self, Full> {
                let mut tree = Self { nodes: [Node::EMPTY; NODES], used: 1, bounds, points };
                for i in 0..points.len() {
                    tree.insert(i as u16)?;
                }
                Ok(tree)
            }

            fn insert(&mut self, index: u16) -> Result<(), Full> {
                let p = self.points[index as usize];
                let (mut at, mut area) = (0usize, self.bounds);
                for _depth in 0..12 {
                    match &mut self.nodes[at] {
                        Node::Branch(children) => {
                            let quadrant = area.quadrant(p);
                            at = children[quadrant] as usize;
                            area = area.child(quadrant);
                        }
                        Node::Leaf { points, count } if (*count as usize) < points.len() => {
                            points[*count as usize] = index;
                            *count += 1;
                            return Ok(());
                        }
                        &mut Node::Leaf { points: old, .. } => {
                            let children = self.split(at)?;
                            for point in old {
                                let quadrant = area.quadrant(self.points[point as usize]);
                                if let Node::Leaf { points, count } = &mut self.nodes[children[quadrant] as usize] {
                                    points[*count as usize] = point;
                                    *count += 1;
                                }
                            }
                        }
                    }
                }
                Err(Full)
            }

            fn split(&mut self, at: usize) -> Result<[u16; 4], Full> {
                if self.used + 4 > NODES {
                    return Err(Full);
                }
                let first = self.used as u16;
                let children = std::array::from_fn(|i| first + i as u16);
                self.nodes[at] = Node::Branch(children);
                self.used += 4;
                Ok(children)
            }

            fn query(&self, window: Aabb, mut visit: impl FnMut(u16, P)) {
                let mut stack = [(0u16, self.bounds); 32];
                let mut top = 1;
                while top > 0 {
                    top -= 1;
                    let (node, area) = stack[top];
                    if !area.intersects(&window) {
                        continue;
                    }
                    match self.nodes[node as usize] {
                        Node::Leaf { points, count } => {
                            for &i in &points[..count.into()] {
                                let p = self.points[i as usize];
                                if (window.min.x..=window.max.x).contains(&p.x) && (window.min.y..=window.max.y).contains(&p.y) {
                                    visit(i, p);
                                }
                            }
                        }
                        Node::Branch(children) => {
                            for (quadrant, child) in children.into_iter().enumerate() {
                                stack[top] = (child, area.child(quadrant));
                                top += 1;
                            }
                        }
                    }
                }
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut points = [P::default(); 20];
            let mut state = b | 1;
            let mut unit = || {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                (state >> 16) as f32 / 65536.0
            };
            for p in &mut points {
                *p = P { x: unit(), y: unit() };
            }
            let bounds = Aabb { min: P { x: 0.0, y: 0.0 }, max: P { x: 1.0, y: 1.0 } };
            let tree = match Quadtree::<64>::build(&points, bounds) {
                Ok(tree) => tree,
                Err(Full) => return -1,
            };
            let side = 0.1 + (a.unsigned_abs() % 7) as f32 * 0.1;
            let window = Aabb { min: P { x: 0.2, y: 0.1 }, max: P { x: 0.2 + side, y: 0.1 + side } };
            let (mut found, mut mask) = (0, 0u32);
            let mut sum = P::default();
            tree.query(window, |i, p| {
                found += 1;
                mask |= 1 << i;
                sum = P { x: sum.x + p.x, y: sum.y + p.y };
            });
            let brute = points.iter().enumerate().filter(|(_, p)| p.x >= window.min.x && p.x <= window.max.x && p.y >= window.min.y && p.y <= window.max.y);
            let expected = brute.fold(0u32, |m, (i, _)| m | 1 << i);
            let small = Quadtree::<8>::build(&points, bounds).is_err();
            (found * 100 + tree.used as i64) * 1000 + (mask == expected) as i64 * 100 + small as i64 * 10 + (sum.x + sum.y) as i64
        }
    }
    dual_numbers {
        use std::ops::{Add, Mul, Sub};

        trait Field: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
            const ZERO: Self;
            const ONE: Self;
            fn inverse(self) -> Option<Self>;
        }

        impl Field for f64 {
            const ZERO: f64 = 0.0;
            const ONE: f64 = 1.0;
            fn inverse(self) -> Option<f64> {
                if self == 0.0 { None } else { Some(1.0 / self) }
            }
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Dual {
            value: f64,
            slope: f64,
        }

        impl Dual {
            fn variable(value: f64) -> Self {
                Dual { value, slope: 1.0 }
            }
        }

        impl From<f64> for Dual {
            fn from(value: f64) -> Self {
                Dual { value, slope: 0.0 }
            }
        }

        impl Add for Dual {
            type Output = Dual;
            fn add(self, o: Dual) -> Dual {
                Dual { value: self.value + o.value, slope: self.slope + o.slope }
            }
        }
        impl Sub for Dual {
            type Output = Dual;
            fn sub(self, o: Dual) -> Dual {
                Dual { value: self.value - o.value, slope: self.slope - o.slope }
            }
        }
        impl Mul for Dual {
            type Output = Dual;
            fn mul(self, o: Dual) -> Dual {
                Dual { value: self.value * o.value, slope: self.slope * o.value + self.value * o.slope }
            }
        }

        impl Field for Dual {
            const ZERO: Dual = Dual { value: 0.0, slope: 0.0 };
            const ONE: Dual = Dual { value: 1.0, slope: 0.0 };
            fn inverse(self) -> Option<Dual> {
                let r = self.value.inverse()?;
                Some(Dual { value: r, slope: -self.slope * r * r })
            }
        }

        #[derive(Clone, Copy)]
        struct Modular<const P: u64>(u64);

        impl<const P: u64> Add for Modular<P> {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Modular((self.0 + o.0) % P)
            }
        }
        impl<const P: u64> Sub for Modular<P> {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Modular((self.0 + P - o.0) % P)
            }
        }
        impl<const P: u64> Mul for Modular<P> {
            type Output = Self;
            fn mul(self, o: Self) -> Self {
                Modular((self.0 as u128 * o.0 as u128 % P as u128) as u64)
            }
        }
        impl<const P: u64> Field for Modular<P> {
            const ZERO: Self = Modular(0);
            const ONE: Self = Modular(1);
            fn inverse(self) -> Option<Self> {
                (self.0 != 0).then(|| power(self, P - 2))
            }
        }

        fn power<F: Field>(mut base: F, mut exponent: u64) -> F {
            let mut result = F::ONE;
            while exponent > 0 {
                if exponent & 1 == 1 {
                    result = result * base;
                }
                base = base * base;
                exponent >>= 1;
            }
            result
        }

        struct Polynomial<F, const N: usize>([F; N]);

        impl<F: Field, const N: usize> Polynomial<F, N> {
            fn eval(&self, x: F) -> F {
                self.0.iter().rev().fold(F::ZERO, |acc, &c| acc * x + c)
            }

            fn interpolate(xs: [F; N], ys: [F; N]) -> Option<Self> {
                let mut out = [F::ZERO; N];
                for i in 0..N {
                    let mut basis = [F::ZERO; N];
                    basis[0] = F::ONE;
                    let mut scale = F::ONE;
                    let mut degree = 0;
                    for j in (0..N).filter(|&j| j != i) {
                        degree += 1;
                        for k in (0..=degree).rev() {
                            let lower = if k > 0 { basis[k - 1] } else { F::ZERO };
                            basis[k] = lower - basis[k] * xs[j];
                        }
                        scale = scale * (xs[i] - xs[j]);
                    }
                    let factor = ys[i] * scale.inverse()?;
                    for (o, b) in out.iter_mut().zip(basis) {
                        *o = *o + b * factor;
                    }
                }
                Some(Polynomial(out))
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Root {
            Exact(f64),
            Within { low: f64, high: f64 },
            NotFound,
        }

        fn newton(f: impl Fn(Dual) -> Dual, mut x: f64, limit: usize) -> Root {
            for _ in 0..limit {
                let Dual { value, slope } = f(Dual::variable(x));
                if value.abs() < 1e-12 {
                    return Root::Exact(x);
                }
                let Some(r) = slope.inverse() else { break };
                x -= value * r;
            }
            Root::NotFound
        }

        fn bisect<F>(f: F, (mut low, mut high): (f64, f64), steps: u32) -> Root
        where
            F: Fn(f64) -> f64,
        {
            if f(low).signum() == f(high).signum() {
                return Root::NotFound;
            }
            for _ in 0..steps {
                let middle = 0.5 * (low + high);
                match f(middle) {
                    0.0 => return Root::Exact(middle),
                    y if y.signum() == f(low).signum() => low = middle,
                    _ => high = middle,
                }
            }
            Root::Within { low, high }
        }

        fn case(a: i32, b: u32) -> i64 {
            let p = Polynomial([-2.0, f64::from(b % 3), 1.0]);
            let dual = Polynomial::<Dual, 3>(p.0.map(Dual::from));
            let first = match newton(|x| dual.eval(x), 1.0 + a as f64 * 0.01, 50) {
                Root::Exact(x) => (x * 1e6).round() as i64,
                Root::Within { .. } | Root::NotFound => -1,
            };
            let second = match bisect(|x| p.eval(x), (0.0, 2.0), 20) {
                Root::Within { low, high } => ((low + high) * 5e5) as i64,
                Root::Exact(x) => (x * 1e6) as i64 + 7,
                Root::NotFound => -2,
            };
            type M = Modular<1_000_000_007>;
            let xs = [M::ONE, Modular(2), Modular(u64::from(b) + 3)];
            let third = Polynomial::interpolate(xs, [Modular(5), Modular(11), Modular(a.unsigned_abs() as u64)]);
            let at = third.map_or(0, |p| p.eval(Modular(10)).0);
            let none = Polynomial::interpolate([M::ONE, M::ONE], [M::ZERO; 2]).is_none();
            first * 1000 + second + (at % 100_000) as i64 * 3 + none as i64
        }
    }
}
