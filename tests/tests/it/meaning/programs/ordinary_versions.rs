//! First versions that rustc compiles, from fields of every kind, and the forms in them that were refused.

use vyre::prelude::*;

fresh_modules! {
    game_of_pieces {
        use std::ops::{Add, AddAssign, Index, IndexMut};

        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Pos { x: i32, y: i32 }
        impl Add for Pos { type Output = Pos; fn add(self, o: Pos) -> Pos { Pos { x: self.x + o.x, y: self.y + o.y } } }
        impl AddAssign for Pos { fn add_assign(&mut self, o: Pos) { *self = *self + o; } }
        impl From<(i32, i32)> for Pos { fn from((x, y): (i32, i32)) -> Self { Pos { x, y } } }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Cell { Empty, Filled(u8) }

        #[derive(Clone, Copy, Debug)]
        enum Move { Left, Right, Rotate, Drop }

        impl From<u32> for Move {
            fn from(v: u32) -> Self {
                match v % 4 { 0 => Self::Left, 1 => Self::Right, 2 => Self::Rotate, _ => Self::Drop }
            }
        }

        #[derive(Clone, Copy)]
        struct Piece { cells: [Pos; 4], at: Pos, color: u8 }

        impl Piece {
            const SHAPES: [[(i32, i32); 4]; 3] = [
                [(0, 0), (1, 0), (2, 0), (3, 0)],
                [(0, 0), (1, 0), (0, 1), (1, 1)],
                [(0, 0), (0, 1), (0, 2), (1, 2)],
            ];
            fn new(kind: usize) -> Self {
                Piece { cells: Self::SHAPES[kind % Self::SHAPES.len()].map(Pos::from), at: Pos { x: 2, y: 0 }, color: kind as u8 + 1 }
            }
            fn rotated(mut self) -> Self {
                for cell in &mut self.cells {
                    *cell = Pos { x: -cell.y, y: cell.x };
                }
                self
            }
            fn positions(&self) -> impl Iterator<Item = Pos> + '_ { self.cells.iter().map(move |&c| c + self.at) }
        }

        const W: usize = 6;
        const H: usize = 8;

        struct Board { cells: [[Cell; W]; H], score: u32 }

        impl Index<Pos> for Board { type Output = Cell; fn index(&self, p: Pos) -> &Cell { &self.cells[p.y as usize][p.x as usize] } }
        impl IndexMut<Pos> for Board { fn index_mut(&mut self, p: Pos) -> &mut Cell { &mut self.cells[p.y as usize][p.x as usize] } }

        impl Board {
            fn fits(&self, piece: &Piece) -> bool {
                piece.positions().all(|p| (0..W as i32).contains(&p.x) && (0..H as i32).contains(&p.y) && self[p] == Cell::Empty)
            }
            fn lock(&mut self, piece: &Piece) {
                for p in piece.positions() { self[p] = Cell::Filled(piece.color); }
            }
            fn clear(&mut self) -> u32 {
                let mut cleared = 0;
                let mut y = H;
                while y > 0 {
                    y -= 1;
                    if self.cells[y].iter().all(|c| !matches!(c, Cell::Empty)) {
                        for above in (1..=y).rev() { self.cells[above] = self.cells[above - 1]; }
                        self.cells[0] = [Cell::Empty; W];
                        cleared += 1;
                        y += 1;
                    }
                }
                self.score += match cleared { 0 => 0, 1 => 40, 2 => 100, n => 300 * n };
                cleared
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut board = Board { cells: [[Cell::Empty; W]; H], score: 0 };
            let mut moves = input[i..].iter().copied().map(Move::from);
            let mut placed = 0;
            'game: for kind in 0..8 {
                let mut piece = Piece::new(kind + i);
                if !board.fits(&piece) { break 'game; }
                for _ in 0..6 {
                    let Some(m) = moves.next() else { break 'game };
                    let next = match m {
                        Move::Left => Piece { at: piece.at + (-1, 0).into(), ..piece },
                        Move::Right => Piece { at: piece.at + Pos::from((1, 0)), ..piece },
                        Move::Rotate => piece.rotated(),
                        Move::Drop => {
                            let mut p = piece;
                            p.at += Pos { x: 0, y: 1 };
                            p
                        }
                    };
                    if board.fits(&next) { piece = next; }
                }
                loop {
                    let down = Piece { at: piece.at + Pos { x: 0, y: 1 }, ..piece };
                    if !board.fits(&down) { break; }
                    piece = down;
                }
                board.lock(&piece);
                board.clear();
                placed += 1;
            }
            let fill = board.cells.iter().flatten().enumerate().fold(0u32, |h, (n, c)| match c {
                Cell::Empty => h.rotate_left(1),
                Cell::Filled(color) => h.rotate_left(5) ^ (*color as u32 + n as u32),
            });
            fill ^ board.score << 8 ^ placed
        }
    }
    edges_and_heaps {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        struct Edge { weight: u32, from: usize, to: usize }

        struct UnionFind<const N: usize> { parent: [usize; N], size: [usize; N] }

        impl<const N: usize> UnionFind<N> {
            fn new() -> Self { Self { parent: core::array::from_fn(|i| i), size: [1; N] } }
            fn find(&mut self, mut x: usize) -> usize {
                while self.parent[x] != x {
                    self.parent[x] = self.parent[self.parent[x]];
                    x = self.parent[x];
                }
                x
            }
            fn union(&mut self, a: usize, b: usize) -> bool {
                let (mut a, mut b) = (self.find(a), self.find(b));
                if a == b { return false; }
                if self.size[a] < self.size[b] { std::mem::swap(&mut a, &mut b); }
                self.parent[b] = a;
                self.size[a] += self.size[b];
                true
            }
        }

        #[derive(Clone, Copy)]
        struct Heap<const C: usize> { data: [(u32, usize); C], len: usize }
        impl<const C: usize> Heap<C> {
            const fn empty() -> Self { Heap { data: [(0, 0); C], len: 0 } }
            fn push(&mut self, item: (u32, usize)) {
                let mut at = self.len;
                self.data[at] = item;
                self.len += 1;
                while at > 0 {
                    let parent = (at - 1) / 2;
                    if self.data[parent] <= self.data[at] { break; }
                    self.data.swap(parent, at);
                    at = parent;
                }
            }
            fn pop(&mut self) -> Option<(u32, usize)> {
                if self.len == 0 { return None; }
                self.len -= 1;
                self.data.swap(0, self.len);
                let top = self.data[self.len];
                let mut at = 0;
                loop {
                    let smallest = [2 * at + 1, 2 * at + 2].into_iter().filter(|&c| c < self.len).min_by_key(|&c| self.data[c]);
                    match smallest {
                        Some(child) if self.data[child] < self.data[at] => {
                            self.data.swap(child, at);
                            at = child;
                        }
                        _ => break,
                    }
                }
                Some(top)
            }
            fn is_empty(&self) -> bool { self.len == 0 }
        }

        struct Graph<const V: usize, const E: usize> { edges: [Edge; E] }

        impl<const V: usize, const E: usize> Graph<V, E> {
            fn neighbours(&self, v: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
                self.edges.iter().filter_map(move |e| {
                    if e.from == v { Some((e.to, e.weight)) } else if e.to == v { Some((e.from, e.weight)) } else { None }
                })
            }
            fn dijkstra(&self, source: usize) -> [Option<u32>; V] {
                let mut dist = [None; V];
                let mut heap: Heap<64> = Heap::empty();
                heap.push((0, source));
                while let Some((d, v)) = heap.pop() {
                    if dist[v].is_some() { continue; }
                    dist[v] = Some(d);
                    for (u, w) in self.neighbours(v) {
                        if dist[u].is_none() { heap.push((d + w, u)); }
                    }
                }
                dist
            }
            fn kruskal(&mut self) -> (u32, usize) {
                self.edges.sort_unstable();
                let mut sets = UnionFind::<V>::new();
                let (mut total, mut count) = (0, 0);
                for Edge { weight, from, to } in self.edges {
                    if sets.union(from, to) { total += weight; count += 1; }
                }
                (total, count)
            }
            fn degree(&self) -> [u8; V] {
                let mut d = [0; V];
                for e in &self.edges { d[e.from] += 1; d[e.to] += 1; }
                d
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            const V: usize = 7;
            let mut graph = Graph::<V, 10> { edges: std::array::from_fn(|e| {
                let r = input[(i * 3 + e) % input.len()];
                Edge { weight: r % 97 + 1, from: (r >> 3) as usize % V, to: (r >> 9) as usize % V }
            }) };
            let dist = graph.dijkstra(0);
            let reach = dist.iter().flatten().count();
            let far = dist.into_iter().flatten().max().unwrap_or(0);
            let (total, count) = graph.kruskal();
            let odd = graph.degree().iter().filter(|d| **d % 2 == 1).count();
            far + 1000 * reach as u32 + 10_000 * total + count as u32 + ((odd as u32) << 28)
        }
    }
    rows_and_groups {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Value { Null, Int(i64), Float(f64), Bool(bool) }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Cmp { Lt, Le, Eq, Ne, Ge, Gt }

        #[derive(Debug, Clone, Copy)]
        struct Row { id: u32, dept: u8, salary: Option<u32> }

        impl Row {
            fn column(&self, name: &str) -> Value {
                match name {
                    "id" => Value::Int(self.id.into()),
                    "dept" => Value::Int(i64::from(self.dept)),
                    "salary" => self.salary.map_or(Value::Null, |s| Value::Float(f64::from(s) / 100.0)),
                    _ => Value::Null,
                }
            }
        }

        struct Predicate<'a> { column: &'a str, cmp: Cmp, value: Value }

        impl<'a> Predicate<'a> {
            fn matches(&self, row: &Row) -> Option<bool> {
                use std::cmp::Ordering::*;
                let order = match (row.column(self.column), self.value) {
                    (Value::Null, _) | (_, Value::Null) => return None,
                    (Value::Int(a), Value::Int(b)) => a.cmp(&b),
                    (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b)?,
                    (Value::Int(a), Value::Float(b)) => (a as f64).partial_cmp(&b)?,
                    (Value::Float(a), Value::Int(b)) => a.partial_cmp(&(b as f64))?,
                    (Value::Bool(a), Value::Bool(b)) => a.cmp(&b),
                    _ => return None,
                };
                Some(match self.cmp {
                    Cmp::Lt => order == Less,
                    Cmp::Le => order != Greater,
                    Cmp::Eq => order.is_eq(),
                    Cmp::Ne => order.is_ne(),
                    Cmp::Ge => order.is_ge(),
                    Cmp::Gt => order == Greater,
                })
            }
        }

        #[derive(Default, Clone, Copy)]
        struct Aggregate { count: u32, sum: u64, min: Option<u32>, max: Option<u32> }

        impl Aggregate {
            fn add(&mut self, value: u32) {
                self.count += 1;
                self.sum += value as u64;
                self.min = Some(self.min.map_or(value, |m| m.min(value)));
                self.max = self.max.max(Some(value));
            }
            fn average(&self) -> Option<u64> { self.sum.checked_div(self.count as u64) }
        }

        struct HashTable<V, const N: usize> { slots: [Option<(u32, V)>; N] }

        impl<V: Copy, const N: usize> HashTable<V, N> {
            fn new() -> Self { Self { slots: [None; N] } }
            fn slot(&self, key: u32) -> usize {
                let mut at = (key.wrapping_mul(0x9E37_79B1) >> 16) as usize % N;
                while let Some((k, _)) = self.slots[at] {
                    if k == key { break; }
                    at = (at + 1) % N;
                }
                at
            }
            fn get(&self, key: u32) -> Option<&V> { self.slots[self.slot(key)].as_ref().map(|(_, v)| v) }
            fn insert(&mut self, key: u32, value: V) -> Option<V> {
                let at = self.slot(key);
                self.slots[at].replace((key, value)).map(|(_, old)| old)
            }
            fn entry_or(&mut self, key: u32, default: V) -> &mut V {
                let at = self.slot(key);
                let (_, value) = self.slots[at].get_or_insert((key, default));
                value
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let rows: [Row; 12] = std::array::from_fn(|k| {
                let v = input[(i + k) % input.len()];
                Row { id: k as u32, dept: (v % 4) as u8, salary: if v % 5 == 0 { None } else { Some(v) } }
            });
            let wanted = [
                Predicate { column: "salary", cmp: Cmp::Gt, value: Value::Int(200) },
                Predicate { column: "dept", cmp: Cmp::Ne, value: Value::Int(2) },
            ];
            let mut groups: HashTable<Aggregate, 8> = HashTable::new();
            let mut skipped = 0;
            for row in rows.iter() {
                if !wanted.iter().all(|p| p.matches(row).unwrap_or(false)) { skipped += 1; continue; }
                if let Some(salary) = row.salary {
                    groups.entry_or(row.dept as u32, Aggregate::default()).add(salary);
                }
            }
            let mut index = HashTable::<usize, 32>::new();
            let mut duplicates = 0u32;
            for (at, row) in rows.iter().enumerate() {
                if index.insert(row.salary.unwrap_or(0), at).is_some() { duplicates += 1; }
            }
            let found = index.get(input[i]).copied().unwrap_or(99);
            (0..4u32).map(|d| groups.get(d).map_or(d, |a| a.average().unwrap_or(0) as u32 ^ a.max.unwrap_or(1) ^ a.min.unwrap_or(2))).fold(skipped, |h, v| h * 31 % 1_000_003 + v) ^ duplicates << 20 ^ (found as u32) << 24
        }
    }
    layers_of_a_network {
        trait Activation { fn apply(x: f32) -> f32; fn derivative(y: f32) -> f32; }
        struct Relu;
        struct Sigmoid;
        impl Activation for Relu { fn apply(x: f32) -> f32 { x.max(0.0) } fn derivative(y: f32) -> f32 { if y > 0.0 { 1.0 } else { 0.0 } } }
        impl Activation for Sigmoid { fn apply(x: f32) -> f32 { 1.0 / (1.0 + (-x).exp()) } fn derivative(y: f32) -> f32 { y * (1.0 - y) } }

        #[derive(Clone, Debug)]
        struct Matrix<const R: usize, const C: usize> { data: [[f32; C]; R] }

        impl<const R: usize, const C: usize> Matrix<R, C> {
            fn from_fn(mut f: impl FnMut(usize, usize) -> f32) -> Self {
                let mut data = [[0.0; C]; R];
                for (r, row) in data.iter_mut().enumerate() {
                    for (c, value) in row.iter_mut().enumerate() { *value = f(r, c); }
                }
                Self { data }
            }
            fn mul_vec(&self, v: &[f32; C]) -> [f32; R] {
                std::array::from_fn(|r| self.data[r].iter().zip(v.iter()).map(|(a, b)| a * b).sum())
            }
            fn transpose(&self) -> Matrix<C, R> { Matrix::from_fn(|r, c| self.data[c][r]) }
            fn frobenius(&self) -> f32 { self.data.iter().flatten().map(|x| x * x).sum::<f32>().sqrt() }
            fn axpy(&mut self, alpha: f32, other: &Self) {
                for (x, y) in self.data.iter_mut().flatten().zip(other.data.iter().flatten()) { *x += alpha * y; }
            }
        }

        struct Layer<A, const I: usize, const O: usize> { weights: Matrix<O, I>, bias: [f32; O], _marker: std::marker::PhantomData<A> }

        impl<A: Activation, const I: usize, const O: usize> Layer<A, I, O> {
            fn new(rng: &mut Lcg) -> Self {
                Layer { weights: Matrix::from_fn(|_, _| rng.uniform(-1.0..1.0)), bias: [0.1; O], _marker: std::marker::PhantomData }
            }
            fn forward(&self, x: &[f32; I]) -> [f32; O] {
                let mut out = self.weights.mul_vec(x);
                for (o, b) in out.iter_mut().zip(self.bias) { *o = A::apply(*o + b); }
                out
            }
            fn backward(&mut self, x: &[f32; I], y: &[f32; O], grad: [f32; O], rate: f32) -> [f32; I] {
                let delta: [f32; O] = std::array::from_fn(|o| grad[o] * A::derivative(y[o]));
                let back = self.weights.transpose().mul_vec(&delta);
                let update = Matrix::from_fn(|o, i| delta[o] * x[i]);
                self.weights.axpy(-rate, &update);
                for (b, d) in self.bias.iter_mut().zip(delta.iter()) { *b -= rate * d; }
                back
            }
        }

        struct Lcg(u64);
        impl Lcg {
            fn next_u32(&mut self) -> u32 {
                self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (self.0 >> 33) as u32
            }
            fn uniform(&mut self, range: std::ops::Range<f32>) -> f32 {
                range.start + (range.end - range.start) * (self.next_u32() >> 8) as f32 / (1 << 23) as f32
            }
        }

        fn softmax<const N: usize>(x: [f32; N]) -> [f32; N] {
            let max = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let exps = x.map(|v| (v - max).exp());
            let total: f32 = exps.iter().sum();
            exps.map(|e| e / total)
        }

        fn argmax(x: &[f32]) -> usize {
            x.iter().enumerate().fold((0, f32::MIN), |best, (i, &v)| if v > best.1 { (i, v) } else { best }).0
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut rng = Lcg(u64::from(input[i]));
            let mut hidden = Layer::<Relu, 2, 4>::new(&mut rng);
            let mut output: Layer<Sigmoid, 4, 1> = Layer::new(&mut rng);
            const XOR: [([f32; 2], f32); 4] = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
            let mut loss = 0.0;
            for _epoch in 0..3 {
                loss = 0.0;
                for (x, target) in &XOR {
                    let h = hidden.forward(x);
                    let y = output.forward(&h);
                    let error = y[0] - target;
                    loss += error * error;
                    let grad = output.backward(&h, &y, [2.0 * error], 0.25);
                    hidden.backward(x, &h, grad, 0.25);
                }
            }
            let p = softmax([hidden.bias[0], hidden.bias[1], loss]);
            (loss * 1e4) as u32 ^ (hidden.weights.frobenius() * 256.0) as u32 ^ (argmax(&p) as u32) << 30
        }
    }
    tasks_by_policy {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
        enum Priority { Low = 1, Normal = 5, High = 10 }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Flags(u8);
        impl Flags {
            const NONE: Flags = Flags(0);
            const IO: Flags = Flags(1);
            const CPU: Flags = Flags(1 << 1);
            const PINNED: Flags = Flags(1 << 2);
            const fn contains(self, other: Flags) -> bool { self.0 & other.0 == other.0 }
        }
        impl std::ops::BitOr for Flags { type Output = Flags; fn bitor(self, o: Flags) -> Flags { Flags(self.0 | o.0) } }
        impl std::ops::BitOrAssign for Flags { fn bitor_assign(&mut self, o: Flags) { self.0 |= o.0 } }
        impl std::ops::Not for Flags { type Output = Flags; fn not(self) -> Flags { Flags(!self.0 & 7) } }

        #[derive(Clone, Copy, Debug)]
        struct Task { id: u16, priority: Priority, remaining: u32, flags: Flags, deadline: Option<u32> }

        #[derive(Default)]
        struct TaskBuilder { id: u16, priority: Option<Priority>, work: u32, flags: Option<Flags>, deadline: Option<u32> }

        impl TaskBuilder {
            fn new(id: u16) -> Self { TaskBuilder { id, ..Default::default() } }
            fn priority(mut self, p: Priority) -> Self { self.priority = Some(p); self }
            fn work(self, work: u32) -> Self { Self { work, ..self } }
            fn flag(mut self, f: Flags) -> Self { *self.flags.get_or_insert(Flags::NONE) |= f; self }
            fn deadline(mut self, at: u32) -> Self { self.deadline.replace(at); self }
            fn build(self) -> Result<Task, &'static str> {
                if self.work == 0 { return Err("no work"); }
                Ok(Task { id: self.id, priority: self.priority.unwrap_or(Priority::Normal), remaining: self.work, flags: self.flags.unwrap_or(Flags::CPU), deadline: self.deadline })
            }
        }

        trait Policy { fn score(&self, task: &Task, now: u32) -> u32; fn quantum(&self) -> u32 { 4 } }
        struct RoundRobin { next: u16 }
        struct Deadline;
        impl Policy for RoundRobin { fn score(&self, task: &Task, _: u32) -> u32 { 1000 - u32::from((task.id + 8 - self.next) % 8) } }
        impl Policy for Deadline {
            fn score(&self, task: &Task, now: u32) -> u32 { task.deadline.map_or(0, |d| 1000 - d.saturating_sub(now)) + task.priority as u32 }
            fn quantum(&self) -> u32 { 6 }
        }

        struct Scheduler<P: Policy, const N: usize> { policy: P, tasks: [Option<Task>; N], now: u32 }

        impl<P: Policy, const N: usize> Scheduler<P, N> {
            fn new(policy: P) -> Self { Self { policy, tasks: [None; N], now: 0 } }
            fn spawn(&mut self, task: Task) -> Result<(), Task> {
                match self.tasks.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => { *slot = Some(task); Ok(()) }
                    None => Err(task),
                }
            }
            fn step(&mut self) -> Option<u16> {
                let now = self.now;
                let policy = &self.policy;
                let slot = self.tasks.iter_mut().filter(|t| t.is_some()).max_by_key(|t| t.as_ref().map(|t| policy.score(t, now)))?;
                let task = slot.as_mut()?;
                let used = task.remaining.min(policy.quantum());
                task.remaining -= used;
                self.now += used;
                let id = task.id;
                if task.remaining == 0 { slot.take(); }
                Some(id)
            }
            fn drain(&mut self) -> u32 {
                let mut order = 0u32;
                while let Some(id) = self.step() { order = order.wrapping_mul(9).wrapping_add(u32::from(id) + 1); }
                order ^ self.now
            }
        }

        fn load<P: Policy, const N: usize>(scheduler: &mut Scheduler<P, N>, seeds: &[u32]) -> usize {
            seeds.iter().enumerate().map(|(id, &s)| {
                let mut b = TaskBuilder::new(id as u16).work(s % 11).deadline(s % 50);
                if s & 16 != 0 { b = b.priority(Priority::High).flag(Flags::IO); }
                if s & 32 != 0 { b = b.flag(Flags::PINNED); }
                b.build()
            }).filter_map(Result::ok).filter(|t| scheduler.spawn(*t).is_err()).count()
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let seeds = &input[i..i + 7];
            let mut a = Scheduler::<_, 6>::new(RoundRobin { next: (i % 8) as u16 });
            let mut b: Scheduler<Deadline, 5> = Scheduler::new(Deadline);
            let rejected = load(&mut a, seeds) + load(&mut b, seeds);
            let pinned = b.tasks.iter().flatten().filter(|t| t.flags.contains(Flags::PINNED | Flags::IO)).count();
            let io = a.tasks.iter().flatten().fold(Flags::NONE, |f, t| f | t.flags);
            a.drain() ^ b.drain().rotate_left(9) ^ (rejected as u32) << 28 ^ (pinned as u32) << 25 ^ u32::from((!io).0) << 22
        }
    }
    sets_and_grids {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        struct Set(u16);
        impl Set {
            fn insert(&mut self, d: u8) { self.0 |= 1 << d; }
            fn iter(self) -> impl Iterator<Item = u8> { (1..=9u8).filter(move |d| self.0 >> d & 1 == 1) }
            fn len(&self) -> u32 { self.0.count_ones() }
        }
        impl std::ops::Sub for Set { type Output = Set; fn sub(self, o: Set) -> Set { Set(self.0 & !o.0) } }

        struct Sudoku { cells: [[Option<u8>; 9]; 9] }
        impl Sudoku {
            const FULL: Set = Set(0b11_1111_1110);
            fn peers(r: usize, c: usize) -> impl Iterator<Item = (usize, usize)> {
                let (br, bc) = (r / 3 * 3, c / 3 * 3);
                let row = (0..9).map(move |k| (r, k));
                let column = (0..9).map(move |k| (k, c));
                let block = (0..9).map(move |k| (br + k / 3, bc + k % 3));
                row.chain(column).chain(block).filter(move |&p| p != (r, c))
            }
            fn candidates(&self, r: usize, c: usize) -> Set {
                let mut used = Set::default();
                for (pr, pc) in Self::peers(r, c) {
                    if let Some(d) = self.cells[pr][pc] { used.insert(d); }
                }
                Self::FULL - used
            }
            fn most_constrained(&self) -> Option<(usize, usize, Set)> {
                (0..9).flat_map(|r| (0..9).map(move |c| (r, c)))
                    .filter(|&(r, c)| self.cells[r][c].is_none())
                    .map(|(r, c)| (r, c, self.candidates(r, c)))
                    .min_by_key(|(_, _, set)| set.len())
            }
            fn fill_singles(&mut self) -> usize {
                let mut filled = 0;
                loop {
                    match self.most_constrained() {
                        Some((r, c, set)) if set.len() == 1 => {
                            self.cells[r][c] = set.iter().next();
                            filled += 1;
                        }
                        _ => break filled,
                    }
                    if filled > 8 { break filled; }
                }
            }
        }

        type Grid<const N: usize> = [[bool; N]; N];
        fn life<const N: usize>(grid: &Grid<N>) -> Grid<N> {
            let mut next = [[false; N]; N];
            for (y, row) in grid.iter().enumerate() {
                for (x, &alive) in row.iter().enumerate() {
                    let neighbours = (0..3).flat_map(|dy| (0..3).map(move |dx| (dy, dx))).filter(|&p| p != (1, 1))
                        .filter(|(dy, dx)| grid[(y + dy + N - 1) % N][(x + dx + N - 1) % N]).count();
                    next[y][x] = matches!((alive, neighbours), (true, 2) | (_, 3));
                }
            }
            next
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Mark { X, O }
        const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        fn winner(board: &[Option<Mark>; 9]) -> Option<Mark> {
            LINES.iter().find_map(|&[a, b, c]| if board[a] == board[b] && board[b] == board[c] { board[a] } else { None })
        }
        fn best_move(board: &[Option<Mark>; 9], who: Mark) -> Option<usize> {
            let rank = |at: usize| {
                let mut after = *board;
                after[at] = Some(who);
                if winner(&after) == Some(who) { return 100; }
                after[at] = Some(if who == Mark::X { Mark::O } else { Mark::X });
                if winner(&after).is_some() { 50 } else { [3, 2, 3, 2, 4, 2, 3, 2, 3][at] }
            };
            (0..9).filter(|&at| board[at].is_none()).max_by_key(|&at| rank(at))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut sudoku = Sudoku { cells: [[None; 9]; 9] };
            for k in 0..30 {
                let v = input[(i + k) % 256] as usize;
                let (r, c) = (v % 9, v / 9 % 9);
                sudoku.cells[r][c] = sudoku.candidates(r, c).iter().next();
            }
            let filled = sudoku.fill_singles() as u32;
            let digits = sudoku.cells.iter().flatten().flatten().fold(0u32, |h, &d| h.wrapping_mul(11).wrapping_add(d.into()));
            let mut grid: Grid<6> = std::array::from_fn(|y| std::array::from_fn(|x| input[(i + y) % 256] >> x & 1 == 1));
            for _ in 0..3 { grid = life(&grid); }
            let alive = grid.iter().flatten().filter(|&&c| c).count() as u32;
            let mut board = [None; 9];
            let mut who = if i % 2 == 0 { Mark::X } else { Mark::O };
            board[input[i] as usize % 9] = Some(Mark::X);
            while let (None, Some(at)) = (winner(&board), best_move(&board, who)) {
                board[at] = Some(who);
                who = match who { Mark::X => Mark::O, Mark::O => Mark::X };
            }
            let ended = match winner(&board) { None => 0, Some(Mark::X) => 1, Some(Mark::O) => 2 };
            filled ^ digits ^ alive << 20 ^ ended << 29
        }
    }
    patterns_and_scans {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Atom { Byte(u8), Any, Digit, Class { lo: u8, hi: u8 } }
        #[derive(Clone, Copy, Debug)]
        struct Step { atom: Atom, star: bool }

        #[derive(Debug)]
        enum PatternError { Empty, Dangling(usize), TooLong }

        struct Pattern<const N: usize> { steps: [Step; N], len: usize }

        impl<const N: usize> Pattern<N> {
            fn parse(text: &str) -> Result<Self, PatternError> {
                let bytes = text.as_bytes();
                if bytes.is_empty() { return Err(PatternError::Empty); }
                let mut steps = [Step { atom: Atom::Any, star: false }; N];
                let mut len = 0;
                let mut iter = bytes.iter().enumerate().peekable();
                while let Some((at, &b)) = iter.next() {
                    let atom = match b {
                        b'*' => return Err(PatternError::Dangling(at)),
                        b'.' => Atom::Any,
                        b'\\' => match iter.next() {
                            Some((_, b'd')) => Atom::Digit,
                            Some((_, &other)) => Atom::Byte(other),
                            None => return Err(PatternError::Dangling(at)),
                        },
                        b'[' => {
                            let lo = iter.next().map(|(_, &b)| b).ok_or(PatternError::Dangling(at))?;
                            let hi = iter.next().map(|(_, &b)| b).ok_or(PatternError::Dangling(at))?;
                            Atom::Class { lo, hi }
                        }
                        b => Atom::Byte(b),
                    };
                    let star = iter.next_if(|&(_, &b)| b == b'*').is_some();
                    *steps.get_mut(len).ok_or(PatternError::TooLong)? = Step { atom, star };
                    len += 1;
                }
                Ok(Pattern { steps, len })
            }

            fn is_match(&self, text: &[u8]) -> bool {
                let mut states = self.closure(1);
                for &b in text {
                    let mut next = 0u32;
                    for (s, step) in self.steps[..self.len].iter().enumerate() {
                        if states & 1 << s == 0 { continue; }
                        let hit = match step.atom {
                            Atom::Byte(x) => x == b,
                            Atom::Any => true,
                            Atom::Digit => b.is_ascii_digit(),
                            Atom::Class { lo, hi } => (lo..=hi).contains(&b),
                        };
                        if hit { next |= 1 << if step.star { s } else { s + 1 }; }
                    }
                    states = self.closure(next);
                }
                states >> self.len & 1 == 1
            }
            fn closure(&self, mut states: u32) -> u32 {
                for s in 0..self.len {
                    if states >> s & 1 == 1 && self.steps[s].star { states |= 1 << (s + 1); }
                }
                states
            }
        }

        fn roman(text: &str) -> Option<u32> {
            let value = |c: char| Some(match c { 'I' => 1, 'V' => 5, 'X' => 10, 'L' => 50, 'C' => 100, 'D' => 500, 'M' => 1000, _ => return None });
            let mut total = 0u32;
            let mut previous = 0;
            for c in text.chars().rev() {
                let v = value(c)?;
                if v < previous { total -= v } else { total += v; previous = v; }
            }
            Some(total)
        }

        #[derive(Default, Debug, Clone, Copy, PartialEq, Eq)]
        struct Depths { objects: u32, arrays: u32, strings: u32, max: u32 }

        fn scan_json(text: &str) -> Result<Depths, char> {
            let mut depths = Depths::default();
            let (mut depth, mut in_string, mut escaped) = (0u32, false, false);
            for c in text.chars() {
                match (in_string, c) {
                    (true, _) if escaped => escaped = false,
                    (true, '\\') => escaped = true,
                    (true, '"') => in_string = false,
                    (true, _) => {}
                    (false, '"') => { in_string = true; depths.strings += 1; }
                    (false, open @ ('{' | '[')) => {
                        depth += 1;
                        depths.max = depths.max.max(depth);
                        if open == '{' { depths.objects += 1 } else { depths.arrays += 1 }
                    }
                    (false, close @ ('}' | ']')) => depth = depth.checked_sub(1).ok_or(close)?,
                    (false, c) if c.is_alphanumeric() || c.is_whitespace() || ":,.-".contains(c) => {}
                    (false, other) => return Err(other),
                }
            }
            Ok(depths)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            const PATTERNS: &[&str] = &["a.*c", "\\d*x", "[az*!", "*oops", "ab\\", ""];
            const INPUTS: [&[u8]; 4] = [b"abbbc", b"123x", b"hello!", b"x"];
            let pattern = PATTERNS[input[i] as usize % PATTERNS.len()];
            let text = INPUTS[input[i] as usize / 8 % 4];
            let matched = match Pattern::<8>::parse(pattern) {
                Ok(p) => if p.is_match(text) { 1 } else { 2 },
                Err(PatternError::Empty) => 3,
                Err(PatternError::Dangling(at)) => 4 + at as u32,
                Err(PatternError::TooLong) => 20,
            };
            let number = roman(["MCMXCIV", "XLII", "IIX", "ABC"][i % 4]).unwrap_or(u32::MAX);
            let json = scan_json([r#"{"a": [1, 2, {"b\"": "c"}]}"#, "[[[]]]]", "{#}"][i % 3]);
            let json = match json { Ok(d) => d.objects * 1000 + d.arrays * 100 + d.strings * 10 + d.max, Err(c) => c as u32 };
            matched ^ number << 8 ^ json << 20
        }
    }
    trees_of_quadrants {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Aabb { min: [f32; 2], max: [f32; 2] }
        impl Aabb {
            fn contains(&self, p: &[f32; 2]) -> bool { p.iter().zip(&self.min).all(|(p, m)| p >= m) && p.iter().zip(&self.max).all(|(p, m)| p < m) }
            fn center(&self) -> [f32; 2] { [0, 1].map(|k| (self.min[k] + self.max[k]) * 0.5) }
            fn quadrant(&self, q: usize) -> Aabb {
                let c = self.center();
                let (mut min, mut max) = (self.min, c);
                if q & 1 != 0 { min[0] = c[0]; max[0] = self.max[0]; }
                if q & 2 != 0 { min[1] = c[1]; max[1] = self.max[1]; }
                Aabb { min, max }
            }
            fn distance2(&self, p: [f32; 2]) -> f32 {
                (0..2).map(|k| { let d = (self.min[k] - p[k]).max(p[k] - self.max[k]).max(0.0); d * d }).sum()
            }
        }

        #[derive(Clone, Copy, Debug)]
        enum Node { Empty, Leaf(u16), Inner([u16; 4]) }

        struct QuadTree<'a, const CAP: usize> { nodes: [Node; CAP], used: u16, points: &'a [[f32; 2]], bounds: Aabb }

        impl<'a, const CAP: usize> QuadTree<'a, CAP> {
            fn build(points: &'a [[f32; 2]]) -> Option<Self> {
                let mut tree = QuadTree { nodes: [Node::Empty; CAP], used: 1, points, bounds: Aabb { min: [0.0; 2], max: [1.0; 2] } };
                for p in 0..points.len() { tree.insert(p as u16)?; }
                Some(tree)
            }
            fn insert(&mut self, point: u16) -> Option<()> {
                let (mut at, mut bounds) = (0usize, self.bounds);
                let mut carried: Option<u16> = None;
                for _depth in 0..12 {
                    match self.nodes[at] {
                        Node::Empty if carried.is_none() => { self.nodes[at] = Node::Leaf(point); return Some(()); }
                        Node::Leaf(other) => {
                            let first = self.used;
                            if first as usize + 4 > CAP { return None; }
                            self.used += 4;
                            let children = [first, first + 1, first + 2, first + 3];
                            self.nodes[at] = Node::Inner(children);
                            let q = Self::quadrant_of(&bounds, &self.points[other as usize]);
                            self.nodes[children[q] as usize] = Node::Leaf(other);
                            carried = None;
                        }
                        Node::Inner(children) => {
                            let q = Self::quadrant_of(&bounds, &self.points[usize::from(point)]);
                            at = children[q].into();
                            bounds = bounds.quadrant(q);
                        }
                        Node::Empty => return None,
                    }
                }
                None
            }
            fn quadrant_of(bounds: &Aabb, p: &[f32; 2]) -> usize {
                let c = bounds.center();
                usize::from(p[0] >= c[0]) | usize::from(p[1] >= c[1]) << 1
            }
            fn count_in(&self, query: &Aabb) -> u32 {
                let mut stack = [(0u16, self.bounds); 32];
                let mut top = 1usize;
                let mut count = 0;
                while let Some(next) = top.checked_sub(1) {
                    top = next;
                    let (at, bounds) = stack[top];
                    match &self.nodes[at as usize] {
                        Node::Empty => (),
                        Node::Leaf(p) => count += u32::from(query.contains(&self.points[*p as usize])),
                        Node::Inner(children) => for (q, &child) in children.iter().enumerate() {
                            stack[top] = (child, bounds.quadrant(q));
                            top += 1;
                        },
                    }
                }
                count
            }
        }

        const fn spread(x: u32) -> u32 {
            let x = (x | x << 8) & 0x00ff_00ff;
            let x = (x | x << 4) & 0x0f0f_0f0f;
            let x = (x | x << 2) & 0x3333_3333;
            (x | x << 1) & 0x5555_5555
        }
        fn morton(p: [f32; 2]) -> u32 { let [x, y] = p.map(|c| spread((c * 65535.0) as u32)); x | y << 1 }

        fn nearest<const K: usize>(points: &[[f32; 2]], target: [f32; 2]) -> [Option<(usize, f32)>; K] {
            let mut best = [None; K];
            for (i, p) in points.iter().enumerate() {
                let d = p.iter().zip(target).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
                let mut candidate = Some((i, d));
                for slot in best.iter_mut() {
                    let better = match (&candidate, &*slot) {
                        (Some(_), None) => true,
                        (Some((_, a)), Some((_, b))) => a < b,
                        _ => false,
                    };
                    if better { std::mem::swap(slot, &mut candidate); }
                }
            }
            best
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut points = [[0f32; 2]; 10];
            for (p, pair) in points.iter_mut().zip(input[i..].chunks(2)) { *p = [pair[0] as f32 / 65536.0, pair[1] as f32 / 65536.0]; }
            let tree = QuadTree::<64>::build(&points);
            let query = Aabb { min: [0.25; 2], max: [0.9, 0.75] };
            let inside = tree.as_ref().map_or(100, |t| t.count_in(&query));
            points.sort_by_key(|p| morton(*p));
            let code = points.iter().map(|&p| morton(p)).reduce(|a, b| a.rotate_left(1) ^ b).unwrap();
            let near = nearest::<3>(&points, query.center());
            let ids = near.iter().flatten().fold(0, |h, (n, _)| h * 10 + *n as u32);
            code ^ inside << 28 ^ ids ^ query.distance2(points[0]).to_bits() >> 7
        }
    }
    texts_and_edits {
        #[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
        struct Stats { lines: usize, words: usize, chars: usize, longest: usize }

        impl Stats {
            fn of(text: &str) -> Self {
                let mut stats = Stats::default();
                for line in text.lines() {
                    stats.lines += 1;
                    for word in line.split_whitespace() {
                        stats.words += 1;
                        stats.longest = stats.longest.max(word.len());
                    }
                }
                stats.chars = text.chars().count();
                stats
            }
        }

        fn levenshtein(a: &str, b: &str) -> usize {
            let mut costs = [0usize; 32];
            for (j, c) in costs.iter_mut().enumerate() { *c = j; }
            for (i, ca) in a.bytes().enumerate() {
                let mut last = i;
                costs[0] = i + 1;
                for (j, cb) in b.bytes().enumerate() {
                    let substitution = if ca == cb { last } else { last + 1 };
                    last = costs[j + 1];
                    costs[j + 1] = substitution.min(costs[j] + 1).min(last + 1);
                }
            }
            costs[b.len()]
        }

        fn caesar(text: &mut [u8], key: u8) {
            for c in text.iter_mut().filter(|c| c.is_ascii_alphabetic()) {
                let base = if c.is_ascii_uppercase() { b'A' } else { b'a' };
                *c = (*c - base + key) % 26 + base;
            }
        }

        fn is_palindrome(s: &str) -> bool {
            let mut letters = s.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
            while let (Some(a), Some(b)) = (letters.next(), letters.next_back()) {
                if a != b { return false; }
            }
            true
        }

        fn parse_hex(s: &str) -> Option<u32> {
            let s = s.strip_prefix("0x").unwrap_or(s);
            s.chars().try_fold(0u32, |acc, c| Some(acc.checked_mul(16)? + c.to_digit(16)?))
        }

        fn run_lengths(data: &[u8], mut emit: impl FnMut(u8, usize)) {
            let mut rest = data;
            while let [first, ..] = rest {
                let n = rest.iter().take_while(|b| *b == first).count();
                emit(*first, n);
                rest = &rest[n..];
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let words = ["kitten", "sitting", "A man, a plan, a canal: Panama", "0xdeadbeef", "unicode\nline two", "zz99"];
            let (a, b) = (words[input[i] as usize % words.len()], words[(input[i] / 8) as usize % words.len()]);
            let stats = Stats::of(a);
            let mut h = (stats.lines * 1000 + stats.words * 100 + stats.chars * 10 + stats.longest) as u32;
            if a.len() < 31 && b.len() < 31 { h ^= (levenshtein(a, b) as u32) << 16; }
            let mut secret = *b"Attack at Dawn";
            caesar(&mut secret, (i % 26) as u8);
            run_lengths(&secret, |c, n| h = h.wrapping_mul(131).wrapping_add(u32::from(c) + n as u32));
            h ^= if is_palindrome(a) { 1 << 31 } else { 0 };
            h.wrapping_add(parse_hex(b).unwrap_or(17))
        }
    }
    books_of_orders {
        use std::cmp::{Ordering, Reverse};

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Side { Buy, Sell }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Order { id: u32, side: Side, price: u32, quantity: u32 }

        #[derive(Debug, PartialEq, Eq)]
        enum OrderError { ZeroQuantity, PriceOutOfRange { price: u32, limit: u32 }, BookFull }

        struct Book<const N: usize> { orders: [Option<Order>; N], len: usize, traded: u64 }

        impl<const N: usize> Default for Book<N> {
            fn default() -> Self { Book { orders: [None; N], len: 0, traded: 0 } }
        }

        impl<const N: usize> Book<N> {
            const LIMIT: u32 = 50_000;
            pub fn new() -> Self { Self::default() }

            fn validate(order: &Order) -> Result<(), OrderError> {
                if order.quantity == 0 { return Err(OrderError::ZeroQuantity); }
                if order.price > Self::LIMIT { return Err(OrderError::PriceOutOfRange { price: order.price, limit: Self::LIMIT }); }
                Ok(())
            }

            fn best(&self, side: Side) -> Option<usize> {
                let candidates = self.orders[..self.len].iter().enumerate().filter_map(|(i, o)| o.filter(|o| o.side == side).map(|o| (i, o)));
                match side {
                    Side::Buy => candidates.max_by_key(|(i, o)| (o.price, Reverse(*i))).map(|(i, _)| i),
                    Side::Sell => candidates.min_by_key(|(i, o)| (o.price, *i)).map(|(i, _)| i),
                }
            }

            fn submit(&mut self, mut order: Order) -> Result<u32, OrderError> {
                Self::validate(&order)?;
                let mut filled = 0;
                let other = match order.side { Side::Buy => Side::Sell, Side::Sell => Side::Buy };
                while order.quantity > 0 {
                    let Some(at) = self.best(other) else { break };
                    let Some(resting) = self.orders[at].as_mut() else { break };
                    let crosses = match order.price.cmp(&resting.price) {
                        Ordering::Equal => true,
                        Ordering::Greater => order.side == Side::Buy,
                        Ordering::Less => order.side == Side::Sell,
                    };
                    if !crosses { break; }
                    let quantity = order.quantity.min(resting.quantity);
                    order.quantity -= quantity;
                    resting.quantity -= quantity;
                    self.traded += u64::from(quantity) * u64::from(resting.price);
                    filled += quantity;
                    if resting.quantity == 0 { self.orders[at] = None; }
                }
                if order.quantity > 0 {
                    let free = self.orders.iter().position(Option::is_none).ok_or(OrderError::BookFull)?;
                    self.orders[free] = Some(order);
                    self.len = self.len.max(free + 1);
                }
                Ok(filled)
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut book = Book::<6>::new();
            let mut checksum = 0u32;
            for (n, chunk) in input[i..].chunks_exact(3).take(12).enumerate() {
                let [price, quantity, side] = [chunk[0], chunk[1] % 16, chunk[2]];
                let side = if side & 1 == 0 { Side::Buy } else { Side::Sell };
                let result = book.submit(Order { id: n as u32, side, price, quantity });
                checksum = checksum.rotate_left(3) ^ match result {
                    Ok(filled) => filled,
                    Err(OrderError::ZeroQuantity) => 0x1000,
                    Err(OrderError::PriceOutOfRange { price, limit }) => price - limit,
                    Err(OrderError::BookFull) => 0x2000,
                };
            }
            let open: u32 = book.orders.iter().flatten().map(|o| o.quantity ^ o.id).sum();
            checksum ^ open ^ (book.traded >> 3) as u32
        }
    }
    tokens_and_operators {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Token { Num(i64), Op(Op), Open, Close, End }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Op { Add, Sub, Mul, Div }

        impl Op {
            fn precedence(&self) -> u8 { match self { Op::Add | Op::Sub => 1, Op::Mul | Op::Div => 2 } }
            fn apply(self, a: i64, b: i64) -> Result<i64, Error> {
                Ok(match self {
                    Op::Add => a.wrapping_add(b),
                    Op::Sub => a.wrapping_sub(b),
                    Op::Mul => a.wrapping_mul(b),
                    Op::Div => a.checked_div(b).ok_or(Error::DivisionByZero)?,
                })
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Error { UnexpectedChar(u8), UnbalancedParens, DivisionByZero, StackOverflow, MissingOperand }

        type Result<T, E = Error> = std::result::Result<T, E>;

        struct Lexer<'a> { text: &'a [u8], pos: usize }

        impl<'a> Lexer<'a> {
            fn new(text: &'a [u8]) -> Self { Lexer { text, pos: 0 } }
            fn peek(&self) -> Option<u8> { self.text.get(self.pos).copied() }
            fn next_token(&mut self) -> Result<Token> {
                while self.peek().map_or(false, |c| c.is_ascii_whitespace()) { self.pos += 1; }
                let Some(c) = self.peek() else { return Ok(Token::End) };
                let token = match c {
                    b'0'..=b'9' => {
                        let mut value = 0i64;
                        while let Some(d @ b'0'..=b'9') = self.peek() {
                            value = value * 10 + i64::from(d - b'0');
                            self.pos += 1;
                        }
                        return Ok(Token::Num(value));
                    }
                    b'+' => Token::Op(Op::Add),
                    b'-' => Token::Op(Op::Sub),
                    b'*' => Token::Op(Op::Mul),
                    b'/' => Token::Op(Op::Div),
                    b'(' => Token::Open,
                    b')' => Token::Close,
                    c => return Err(Error::UnexpectedChar(c)),
                };
                self.pos += 1;
                Ok(token)
            }
        }

        impl<'a> Iterator for Lexer<'a> {
            type Item = Result<Token>;
            fn next(&mut self) -> Option<Self::Item> {
                match self.next_token() {
                    Ok(Token::End) => None,
                    other => Some(other),
                }
            }
        }

        #[derive(Debug)]
        struct Stack<T, const N: usize> { items: [T; N], len: usize }

        impl<T: Copy, const N: usize> Stack<T, N> {
            fn with(fill: T) -> Self { Self { items: [fill; N], len: 0 } }
            fn push(&mut self, item: T) -> Result<()> {
                let slot = self.items.get_mut(self.len).ok_or(Error::StackOverflow)?;
                *slot = item;
                self.len += 1;
                Ok(())
            }
            fn pop(&mut self) -> Option<T> {
                self.len = self.len.checked_sub(1)?;
                Some(self.items[self.len])
            }
            fn last(&self) -> Option<&T> { self.items[..self.len].last() }
        }

        fn reduce(values: &mut Stack<i64, 16>, op: Op) -> Result<()> {
            let (Some(b), Some(a)) = (values.pop(), values.pop()) else { return Err(Error::MissingOperand) };
            values.push(op.apply(a, b)?)
        }

        fn evaluate(text: &[u8]) -> Result<i64> {
            let mut values = Stack::<i64, 16>::with(0);
            let mut ops: Stack<Token, 16> = Stack::with(Token::End);
            for token in Lexer::new(text) {
                match token? {
                    Token::Num(n) => values.push(n)?,
                    open @ Token::Open => ops.push(open)?,
                    Token::Close => loop {
                        match ops.pop() {
                            Some(Token::Op(op)) => reduce(&mut values, op)?,
                            Some(Token::Open) => break,
                            _ => return Err(Error::UnbalancedParens),
                        }
                    },
                    Token::Op(op) => {
                        while let Some(&Token::Op(top)) = ops.last() {
                            if top.precedence() < op.precedence() { break; }
                            ops.pop();
                            reduce(&mut values, top)?;
                        }
                        ops.push(Token::Op(op))?;
                    }
                    Token::End => unreachable!(),
                }
            }
            while let Some(token) = ops.pop() {
                if let Token::Op(op) = token { reduce(&mut values, op)?; } else { return Err(Error::UnbalancedParens); }
            }
            values.pop().ok_or(Error::MissingOperand)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            const TEXTS: [&str; 6] = ["1 + 2 * 3", "(4 - 10) * 7 / 2", "8 / (3 - 3)", "2 * (3 + 4", "12 $ 4", "((9))*81-7*"];
            let text = TEXTS[(input[i] as usize) % TEXTS.len()];
            match evaluate(text.as_bytes()) {
                Ok(v) => v as u32,
                Err(Error::UnexpectedChar(c)) => 1000 + c as u32,
                Err(Error::UnbalancedParens) => 2000,
                Err(Error::DivisionByZero) => 3000,
                Err(e) => 4000 + (e == Error::MissingOperand) as u32,
            }
        }
    }
    codes_of_huffman {
        #[derive(Clone, Copy, Default)]
        struct Node { weight: u32, parent: Option<usize> }

        struct BitWriter<'a> { out: &'a mut [u8], bit: usize }
        impl<'a> BitWriter<'a> {
            fn new(out: &'a mut [u8]) -> Self { out.fill(0); Self { out, bit: 0 } }
            fn write(&mut self, code: u16, len: u8) {
                for k in (0..len).rev() {
                    let bit = (code >> k) & 1;
                    self.out[self.bit / 8] |= (bit as u8) << (7 - self.bit % 8);
                    self.bit += 1;
                }
            }
            fn finish(self) -> usize { self.bit }
        }

        struct BitReader<'a> { data: &'a [u8], pos: usize, end: usize }
        impl Iterator for BitReader<'_> {
            type Item = bool;
            fn next(&mut self) -> Option<bool> {
                if self.pos >= self.end { return None; }
                let byte = self.data[self.pos >> 3];
                let bit = byte >> (7 - (self.pos & 7)) & 1 == 1;
                self.pos += 1;
                Some(bit)
            }
            fn size_hint(&self) -> (usize, Option<usize>) { let n = self.end - self.pos; (n, Some(n)) }
        }

        const SYMBOLS: usize = 8;

        fn code_lengths(weights: &[u32; SYMBOLS]) -> [u8; SYMBOLS] {
            let mut nodes = [Node::default(); 2 * SYMBOLS - 1];
            for (node, &weight) in nodes.iter_mut().zip(weights) { node.weight = weight; }
            let mut count = SYMBOLS;
            while count < nodes.len() {
                let mut pick = || {
                    let (at, _) = nodes[..count].iter().enumerate().filter(|(_, n)| n.parent.is_none()).min_by_key(|(_, n)| n.weight).unwrap();
                    nodes[at].parent = Some(count);
                    nodes[at].weight
                };
                let sum = pick() + pick();
                nodes[count].weight = sum;
                count += 1;
            }
            std::array::from_fn(|s| {
                let mut depth = 0;
                let mut at = s;
                while let Some(parent) = nodes[at].parent {
                    depth += 1;
                    at = parent;
                }
                depth
            })
        }

        fn canonical(lengths: &[u8; SYMBOLS]) -> [(u16, u8); SYMBOLS] {
            let mut codes = [(0u16, 0u8); SYMBOLS];
            let mut code = 0u16;
            for len in 1..=15u8 {
                for (symbol, _) in lengths.iter().enumerate().filter(|&(_, &l)| l == len) {
                    codes[symbol] = (code, len);
                    code += 1;
                }
                code <<= 1;
            }
            codes
        }

        fn decode(bits: impl Iterator<Item = bool>, codes: &[(u16, u8)]) -> u32 {
            let mut hash = 2166136261u32;
            let (mut code, mut len) = (0u16, 0u8);
            for bit in bits {
                code = code << 1 | u16::from(bit);
                len += 1;
                if let Some(symbol) = codes.iter().position(|&c| c == (code, len)) {
                    hash = (hash ^ symbol as u32).wrapping_mul(16777619);
                    (code, len) = (0, 0);
                }
            }
            hash
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let message = &input[i..i + 20];
            let mut weights = [1; SYMBOLS];
            message.iter().for_each(|&v| weights[v as usize % SYMBOLS] += 1);
            let lengths = code_lengths(&weights);
            let codes = canonical(&lengths);
            let mut buffer = [0u8; 64];
            let mut writer = BitWriter::new(&mut buffer);
            for &v in message {
                let (code, len) = codes[v as usize % SYMBOLS];
                writer.write(code, len);
            }
            let end = writer.finish();
            decode(BitReader { data: &buffer, pos: 0, end }, &codes) ^ end as u32
        }
    }
    machine_with_a_stack {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Instr { Push(i32), Pop, Add, Mul, Sub, Dup, Swap, Jmp(usize), Jz(usize), Load(u8), Store(u8), Call(usize), Ret, Halt }

        #[derive(Debug, PartialEq)]
        pub enum Trap { StackUnderflow { at: usize }, StackOverflow, BadJump(usize), OutOfFuel }

        pub struct Vm<'p> { program: &'p [Instr], stack: [i32; 16], sp: usize, calls: [usize; 4], depth: usize, locals: [i32; 4], pc: usize }

        impl<'p> Vm<'p> {
            pub fn new(program: &'p [Instr]) -> Self { Vm { program, stack: [0; 16], sp: 0, calls: [0; 4], depth: 0, locals: Default::default(), pc: 0 } }
            fn push(&mut self, v: i32) -> Result<(), Trap> {
                if self.sp == self.stack.len() { return Err(Trap::StackOverflow); }
                self.stack[self.sp] = v;
                self.sp += 1;
                Ok(())
            }
            fn pop(&mut self) -> Result<i32, Trap> {
                if self.sp == 0 { Err(Trap::StackUnderflow { at: self.pc }) } else { self.sp -= 1; Ok(self.stack[self.sp]) }
            }
            fn binary<F>(&mut self, f: F) -> Result<(), Trap> where F: FnOnce(i32, i32) -> i32 {
                let b = self.pop()?;
                let a = self.pop()?;
                self.push(f(a, b))
            }
            pub fn run(&mut self, fuel: u32) -> Result<i32, Trap> {
                for _ in 0..fuel {
                    let &instr = self.program.get(self.pc).ok_or(Trap::BadJump(self.pc))?;
                    self.pc += 1;
                    match instr {
                        Instr::Push(v) => self.push(v)?,
                        Instr::Pop => { self.pop()?; }
                        Instr::Add => self.binary(i32::wrapping_add)?,
                        Instr::Sub => self.binary(|a, b| a.wrapping_sub(b))?,
                        Instr::Mul => self.binary(i32::wrapping_mul)?,
                        Instr::Dup => { let v = self.pop()?; self.push(v)?; self.push(v)?; }
                        Instr::Swap => { let (b, a) = (self.pop()?, self.pop()?); self.push(b)?; self.push(a)?; }
                        Instr::Jmp(to) => self.pc = to,
                        Instr::Jz(to) => if self.pop()? == 0 { self.pc = to; },
                        Instr::Load(slot) => self.push(self.locals[slot as usize])?,
                        Instr::Store(slot) => self.locals[usize::from(slot)] = self.pop()?,
                        Instr::Call(to) => {
                            *self.calls.get_mut(self.depth).ok_or(Trap::StackOverflow)? = self.pc;
                            self.depth += 1;
                            self.pc = to;
                        }
                        Instr::Ret => {
                            self.depth = self.depth.checked_sub(1).ok_or(Trap::StackUnderflow { at: self.pc })?;
                            self.pc = self.calls[self.depth];
                        }
                        Instr::Halt => return self.pop(),
                    }
                }
                Err(Trap::OutOfFuel)
            }
        }

        static FACTORIAL: &[Instr] = &[
            Instr::Store(0), Instr::Push(1), Instr::Store(1),
            Instr::Load(0), Instr::Jz(13),
            Instr::Load(1), Instr::Load(0), Instr::Mul, Instr::Store(1),
            Instr::Load(0), Instr::Push(1), Instr::Sub, Instr::Jmp(15),
            Instr::Load(1), Instr::Halt,
            Instr::Store(0), Instr::Jmp(3),
        ];
        const CALLS: [Instr; 7] = [Instr::Push(3), Instr::Call(4), Instr::Call(4), Instr::Halt, Instr::Dup, Instr::Mul, Instr::Ret];

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut vm = Vm::new(if i % 3 == 0 { FACTORIAL } else { &CALLS });
            if i % 2 == 0 { vm.push((input[i] % 9) as i32).unwrap(); }
            let fuel = if input[i] % 5 == 0 { 4 } else { 500 };
            match vm.run(fuel) {
                Ok(v) => v as u32,
                Err(Trap::StackUnderflow { at }) => 0x8000_0000 | at as u32,
                Err(Trap::StackOverflow) => 0x9000_0000,
                Err(Trap::BadJump(to)) => 0xa000_0000 | to as u32,
                Err(Trap::OutOfFuel) => 0xb000_0000 | vm.pc as u32,
            }
        }
    }
    packets_and_routes {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        enum Protocol { Icmp = 1, Tcp = 6, Udp = 17 }

        impl TryFrom<u8> for Protocol {
            type Error = ParseError;
            fn try_from(value: u8) -> Result<Self, Self::Error> {
                match value {
                    1 => Ok(Self::Icmp),
                    6 => Ok(Self::Tcp),
                    17 => Ok(Self::Udp),
                    other => Err(ParseError::UnknownProtocol(other)),
                }
            }
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum ParseError { Truncated { needed: usize, got: usize }, BadVersion(u8), BadChecksum { expected: u16, actual: u16 }, UnknownProtocol(u8) }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        struct Ipv4Addr([u8; 4]);

        impl From<[u8; 4]> for Ipv4Addr { fn from(b: [u8; 4]) -> Self { Ipv4Addr(b) } }
        impl From<Ipv4Addr> for u32 { fn from(a: Ipv4Addr) -> u32 { u32::from_be_bytes(a.0) } }

        #[derive(Debug)]
        struct Header<'a> { ttl: u8, protocol: Protocol, source: Ipv4Addr, destination: Ipv4Addr, payload: &'a [u8] }

        fn checksum(data: &[u8]) -> u16 {
            let mut sum: u32 = data.chunks(2).map(|pair| match *pair {
                [hi, lo] => u32::from(u16::from_be_bytes([hi, lo])),
                [hi] => u32::from(hi) << 8,
                _ => 0,
            }).sum();
            while sum >> 16 != 0 { sum = (sum & 0xffff) + (sum >> 16); }
            !(sum as u16)
        }

        impl<'a> Header<'a> {
            const MIN_LEN: usize = 20;
            fn parse(packet: &'a [u8]) -> Result<Self, ParseError> {
                if packet.len() < Self::MIN_LEN {
                    return Err(ParseError::Truncated { needed: Self::MIN_LEN, got: packet.len() });
                }
                let (version, ihl) = (packet[0] >> 4, usize::from(packet[0] & 0xf) * 4);
                if version != 4 { return Err(ParseError::BadVersion(version)); }
                let header = packet.get(..ihl).ok_or(ParseError::Truncated { needed: ihl, got: packet.len() })?;
                let actual = checksum(header);
                if actual != 0 { return Err(ParseError::BadChecksum { expected: 0, actual }); }
                let mut source = [0; 4];
                source.copy_from_slice(&header[12..16]);
                let destination: [u8; 4] = header[16..20].try_into().unwrap();
                Ok(Header { ttl: header[8], protocol: header[9].try_into()?, source: source.into(), destination: destination.into(), payload: &packet[ihl..] })
            }
        }

        struct Cidr { network: Ipv4Addr, prefix: u8 }
        impl Cidr {
            fn mask(&self) -> u32 { u32::MAX.checked_shl(32 - u32::from(self.prefix)).unwrap_or(0) }
            fn contains(&self, addr: Ipv4Addr) -> bool { u32::from(self.network) & self.mask() == u32::from(addr) & self.mask() }
        }

        const ROUTES: [(Cidr, u16); 3] = [
            (Cidr { network: Ipv4Addr([10, 0, 0, 0]), prefix: 8 }, 1),
            (Cidr { network: Ipv4Addr([10, 1, 0, 0]), prefix: 16 }, 2),
            (Cidr { network: Ipv4Addr([0; 4]), prefix: 0 }, 3),
        ];

        fn route(addr: Ipv4Addr) -> Option<u16> {
            ROUTES.iter().filter(|(cidr, _)| cidr.contains(addr)).max_by_key(|(cidr, _)| cidr.prefix).map(|&(_, port)| port)
        }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Tcp { Closed, Listen, SynReceived, Established, CloseWait, LastAck }

        impl Tcp {
            fn on(self, syn: bool, ack: bool, fin: bool) -> Self {
                match (self, syn, ack, fin) {
                    (Tcp::Closed, ..) => Tcp::Listen,
                    (Tcp::Listen, true, _, _) => Tcp::SynReceived,
                    (Tcp::SynReceived, false, true, _) => Tcp::Established,
                    (Tcp::Established, _, _, true) => Tcp::CloseWait,
                    (Tcp::CloseWait, ..) => Tcp::LastAck,
                    (Tcp::LastAck, _, true, _) => Tcp::Closed,
                    (s, ..) => s,
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut packet = [0u8; 28];
            packet[0] = if input[i] % 7 == 0 { 0x65 } else { 0x45 };
            packet[8] = 64;
            packet[9] = [1, 6, 17, 99][input[i] as usize % 4];
            packet[12..16].copy_from_slice(&[192, 168, 0, i as u8]);
            packet[16..20].copy_from_slice(&[10, (input[i] % 3) as u8, 2, 1]);
            let sum = checksum(&packet[..20]);
            packet[10..12].copy_from_slice(&sum.to_be_bytes());
            if input[i] % 11 == 0 { packet[11] ^= 1; }
            let length = if input[i] % 13 == 0 { 12 } else { packet.len() };
            let parsed = match Header::parse(&packet[..length]) {
                Ok(Header { ttl, protocol, source, destination, payload }) => {
                    u32::from(ttl) + protocol as u32 * 256 + u32::from(source) % 251 + u32::from(route(destination).unwrap_or_default()) * 65536 + (payload.len() as u32) << 4
                }
                Err(ParseError::Truncated { needed, got }) => (needed - got) as u32,
                Err(ParseError::BadVersion(v)) => 100 + u32::from(v),
                Err(ParseError::BadChecksum { actual, .. }) => u32::from(actual),
                Err(ParseError::UnknownProtocol(p)) => 300 + p as u32,
            };
            let state = input[i..].iter().take(9).fold(Tcp::Closed, |s, v| s.on(v & 1 != 0, v & 2 != 0, v & 4 != 0));
            parsed ^ (state as u32) << 28
        }
    }
    cache_and_ring {
        trait Cache<K, V> {
            fn get(&mut self, key: &K) -> Option<V>;
            fn put(&mut self, key: K, value: V);
            fn get_or_insert_with<F: FnOnce(&K) -> V>(&mut self, key: K, f: F) -> V where K: Copy, V: Copy {
                if let Some(value) = self.get(&key) { return value; }
                let value = f(&key);
                self.put(key, value);
                value
            }
        }

        #[derive(Clone, Copy, Debug)]
        struct Entry<K, V> { key: K, value: V, prev: Option<u8>, next: Option<u8> }

        struct Lru<K, V, const N: usize> { entries: [Option<Entry<K, V>>; N], head: Option<u8>, tail: Option<u8>, used: usize, hits: u32 }

        impl<K: Copy + PartialEq, V: Copy, const N: usize> Lru<K, V, N> {
            fn new() -> Self { Lru { entries: [None; N], head: None, tail: None, used: 0, hits: 0 } }
            fn find(&self, key: &K) -> Option<u8> {
                self.entries.iter().position(|e| matches!(e, Some(e) if e.key == *key)).map(|at| at as u8)
            }
            fn entry(&mut self, at: u8) -> &mut Entry<K, V> { self.entries[at as usize].as_mut().expect("linked entries exist") }
            fn unlink(&mut self, at: u8) {
                let Entry { prev, next, .. } = *self.entry(at);
                match prev { Some(p) => self.entry(p).next = next, None => self.head = next }
                match next { Some(n) => self.entry(n).prev = prev, None => self.tail = prev }
            }
            fn push_front(&mut self, at: u8) {
                let head = self.head;
                let entry = self.entry(at);
                entry.prev = None;
                entry.next = head;
                if let Some(h) = head { self.entry(h).prev = Some(at); }
                self.head = Some(at);
                self.tail.get_or_insert(at);
            }
        }

        impl<K: Copy + PartialEq, V: Copy, const N: usize> Cache<K, V> for Lru<K, V, N> {
            fn get(&mut self, key: &K) -> Option<V> {
                let at = self.find(key)?;
                self.unlink(at);
                self.push_front(at);
                self.hits += 1;
                Some(self.entry(at).value)
            }
            fn put(&mut self, key: K, value: V) {
                let at = if self.used < N {
                    self.used += 1;
                    (self.used - 1) as u8
                } else {
                    let at = self.tail.unwrap();
                    self.unlink(at);
                    at
                };
                self.entries[at as usize] = Some(Entry { key, value, prev: None, next: None });
                self.push_front(at);
            }
        }

        struct Bloom<const WORDS: usize> { bits: [u32; WORDS] }
        impl<const WORDS: usize> Bloom<WORDS> {
            fn hashes(key: u32) -> impl Iterator<Item = usize> {
                let (a, b) = (key.wrapping_mul(0x85eb_ca6b), key.rotate_left(15) | 1);
                (0..3u32).map(move |i| a.wrapping_add(i.wrapping_mul(b)) as usize % (WORDS * 32))
            }
            fn insert(&mut self, key: u32) { for h in Self::hashes(key) { self.bits[h / 32] |= 1 << (h % 32); } }
            fn contains(&self, key: u32) -> bool { Self::hashes(key).all(|h| self.bits[h / 32] >> (h % 32) & 1 == 1) }
        }

        struct Ring<T, const N: usize> { items: [Option<T>; N], start: usize, len: usize }
        impl<T: Copy, const N: usize> Ring<T, N> {
            const fn new() -> Self { Ring { items: [None; N], start: 0, len: 0 } }
            fn push(&mut self, item: T) -> Option<T> {
                let evicted = if self.len == N { self.pop() } else { None };
                self.items[(self.start + self.len) % N] = Some(item);
                self.len += 1;
                evicted
            }
            fn pop(&mut self) -> Option<T> {
                let item = self.items[self.start].take()?;
                self.start = (self.start + 1) % N;
                self.len -= 1;
                Some(item)
            }
            fn iter(&self) -> impl Iterator<Item = &T> + '_ { (0..self.len).filter_map(move |i| self.items[(self.start + i) % N].as_ref()) }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut cache = Lru::<u32, u32, 4>::new();
            let mut bloom = Bloom::<8> { bits: [0; 8] };
            let mut ring = Ring::<u32, 5>::new();
            let mut sum = 0u32;
            for &key in input[i..].iter().take(16) {
                let key = key % 7;
                sum = sum.wrapping_mul(3).wrapping_add(cache.get_or_insert_with(key, |k| k * k + 1));
                bloom.insert(key);
                if let Some(old) = ring.push(key) { sum ^= old << 8; }
            }
            let present = (0..20).filter(|k| bloom.contains(*k)).count() as u32;
            sum ^ cache.hits << 16 ^ present << 24 ^ ring.iter().sum::<u32>()
        }
    }
    big_numbers_and_ratios {
        use std::cmp::Ordering;
        use std::ops::{Add, Mul, Rem, ShlAssign};

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct BigUint<const L: usize>([u32; L]);

        impl<const L: usize> BigUint<L> {
            const ZERO: Self = Self([0; L]);
            fn from_u64(v: u64) -> Self { let mut out = [0; L]; out[0] = v as u32; out[1] = (v >> 32) as u32; Self(out) }
            fn checked_add(&self, other: &Self) -> Option<Self> {
                let mut out = [0u32; L];
                let mut carry = false;
                for ((o, &a), &b) in out.iter_mut().zip(self.0.iter()).zip(other.0.iter()) {
                    let (s, c1) = a.overflowing_add(b);
                    let (s, c2) = s.overflowing_add(carry as u32);
                    *o = s;
                    carry = c1 | c2;
                }
                (!carry).then_some(Self(out))
            }
            fn mul_small(&self, m: u32) -> (Self, u32) {
                let mut carry = 0u64;
                let limbs = self.0.map(|l| {
                    let t = u64::from(l) * u64::from(m) + carry;
                    carry = t >> 32;
                    t as u32
                });
                (Self(limbs), carry as u32)
            }
            fn div_rem_small(&self, d: u32) -> (Self, u32) {
                let mut rem = 0u64;
                let mut out = *self;
                for limb in out.0.iter_mut().rev() {
                    let t = rem << 32 | u64::from(*limb);
                    *limb = (t / u64::from(d)) as u32;
                    rem = t % u64::from(d);
                }
                (out, rem as u32)
            }
            fn is_zero(&self) -> bool { self.0.iter().all(|&l| l == 0) }
            fn bit_length(&self) -> u32 { self.0.iter().rposition(|&l| l != 0).map_or(0, |i| (i as u32 + 1) * 32 - self.0[i].leading_zeros()) }
            fn digits(mut self) -> impl Iterator<Item = u8> {
                std::iter::from_fn(move || {
                    if self.is_zero() { return None; }
                    let (q, r) = self.div_rem_small(10);
                    self = q;
                    Some(r as u8)
                })
            }
        }
        impl<const L: usize> PartialOrd for BigUint<L> { fn partial_cmp(&self, o: &Self) -> Option<Ordering> { Some(self.cmp(o)) } }
        impl<const L: usize> Ord for BigUint<L> { fn cmp(&self, o: &Self) -> Ordering { self.0.iter().rev().cmp(o.0.iter().rev()) } }
        impl<const L: usize> ShlAssign<u32> for BigUint<L> {
            fn shl_assign(&mut self, n: u32) {
                let mut carry = 0;
                for l in &mut self.0 {
                    let next = l.checked_shr(32 - n).unwrap_or(0);
                    *l = *l << n | carry;
                    carry = next;
                }
            }
        }

        fn gcd<T>(a: T, b: T) -> T where T: Copy + PartialEq + Rem<Output = T> + Default {
            if b == T::default() { return a; }
            let (mut a, mut b) = (a, b);
            while b != T::default() { (a, b) = (b, a % b); }
            a
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Ratio { num: u64, den: u64 }
        impl Ratio {
            fn new(num: u64, den: u64) -> Option<Self> {
                if den == 0 { None } else { let g = gcd(num, den); Some(Ratio { num: num / g, den: den / g }) }
            }
        }
        impl Add for Ratio { type Output = Self; fn add(self, o: Self) -> Self { Ratio::new(self.num * o.den + o.num * self.den, self.den * o.den).unwrap() } }
        impl Mul for Ratio { type Output = Self; fn mul(self, o: Self) -> Self { Ratio::new(self.num * o.num, self.den * o.den).unwrap() } }
        impl PartialOrd for Ratio { fn partial_cmp(&self, o: &Self) -> Option<Ordering> { (self.num * o.den).partial_cmp(&(o.num * self.den)) } }

        fn horner<T: Copy + Add<Output = T> + Mul<Output = T>>(coefficients: &[T], x: T) -> Option<T> {
            let (&last, rest) = coefficients.split_last()?;
            Some(rest.iter().rfold(last, |acc, &c| acc * x + c))
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            type Big = BigUint<4>;
            let mut n = Big::from_u64(u64::from(input[i]) << 20 | 1);
            let mut overflow = 0;
            for &m in &input[i..i + 6] {
                let (next, carry) = n.mul_small(m | 1);
                n = next;
                overflow ^= carry;
            }
            n <<= 3;
            let digit_sum: u32 = n.digits().map(u32::from).sum();
            let sum = n.checked_add(&Big::from_u64(u64::MAX));
            let order = sum.map_or(9, |s| s.cmp(&n) as i32 as u32 + 1);
            let half = Ratio::new(u64::from(input[i] % 12 + 1), 12).unwrap();
            let third = Ratio { num: 1, den: 3 };
            let poly = horner(&[third, half, half], half).unwrap_or(third);
            digit_sum ^ n.bit_length() << 8 ^ order << 16 ^ overflow ^ (poly.num as u32) << 4 ^ (poly.den as u32) << 12 ^ u32::from(half > third) << 30 ^ (Big::ZERO < n) as u32
        }
    }
    bodies_in_motion {
        use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        struct Vec3 { x: f64, y: f64, z: f64 }

        macro_rules! impl_op {
            ($trait:ident, $method:ident, $op:tt) => {
                impl $trait for Vec3 {
                    type Output = Vec3;
                    fn $method(self, rhs: Vec3) -> Vec3 { Vec3 { x: self.x $op rhs.x, y: self.y $op rhs.y, z: self.z $op rhs.z } }
                }
                impl $trait<f64> for Vec3 {
                    type Output = Vec3;
                    fn $method(self, rhs: f64) -> Vec3 { Vec3 { x: self.x $op rhs, y: self.y $op rhs, z: self.z $op rhs } }
                }
            };
        }
        impl_op!(Add, add, +);
        impl_op!(Sub, sub, -);
        impl_op!(Mul, mul, *);
        impl_op!(Div, div, /);
        impl Mul<Vec3> for f64 { type Output = Vec3; fn mul(self, v: Vec3) -> Vec3 { v * self } }
        impl Neg for Vec3 { type Output = Self; fn neg(self) -> Self { Vec3 { x: -self.x, y: -self.y, z: -self.z } } }
        impl AddAssign for Vec3 { fn add_assign(&mut self, o: Self) { *self = *self + o } }
        impl SubAssign for Vec3 { fn sub_assign(&mut self, o: Self) { *self = *self - o } }
        impl std::iter::Sum for Vec3 { fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Vec3::ZERO, |a, b| a + b) } }

        impl Vec3 {
            const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
            fn dot(self, o: Vec3) -> f64 { self.x * o.x + self.y * o.y + self.z * o.z }
            fn cross(self, o: Vec3) -> Vec3 { Vec3 { x: self.y * o.z - self.z * o.y, y: self.z * o.x - self.x * o.z, z: self.x * o.y - self.y * o.x } }
            fn length(self) -> f64 { self.dot(self).sqrt() }
            fn normalize(self) -> Option<Vec3> { let l = self.length(); (l > 1e-9).then(|| self / l) }
        }

        #[derive(Clone, Copy)]
        struct Body { pos: Vec3, vel: Vec3, mass: f64 }

        struct System<const N: usize> { bodies: [Body; N], time: f64 }

        impl<const N: usize> System<N> {
            fn accelerations(&self) -> [Vec3; N] {
                let mut acc = [Vec3::default(); N];
                for i in 0..N {
                    for j in i + 1..N {
                        let d = self.bodies[j].pos - self.bodies[i].pos;
                        let r2 = d.dot(d) + 1e-3;
                        let f = d / (r2 * r2.sqrt());
                        acc[i] += f * self.bodies[j].mass;
                        acc[j] -= f * self.bodies[i].mass;
                    }
                }
                acc
            }
            fn step(&mut self, dt: f64) {
                let before = self.accelerations();
                for (body, a) in self.bodies.iter_mut().zip(&before) {
                    body.pos += body.vel * dt + 0.5 * *a * dt * dt;
                }
                let after = self.accelerations();
                for (body, (a, b)) in self.bodies.iter_mut().zip(before.into_iter().zip(after)) {
                    body.vel += (a + b) * 0.5 * dt;
                }
                self.time += dt;
            }
            fn energy(&self) -> f64 {
                let kinetic: f64 = self.bodies.iter().map(|b| 0.5 * b.mass * b.vel.dot(b.vel)).sum();
                let potential: f64 = (0..N).flat_map(|i| (i + 1..N).map(move |j| (i, j))).map(|(i, j)| {
                    -self.bodies[i].mass * self.bodies[j].mass / (self.bodies[i].pos - self.bodies[j].pos).length().max(1e-3)
                }).sum();
                kinetic + potential
            }
            fn momentum(&self) -> Vec3 { self.bodies.iter().map(|b| b.vel * b.mass).sum() }
            fn heaviest(&self) -> Option<&Body> { self.bodies.iter().max_by(|a, b| a.mass.partial_cmp(&b.mass).unwrap()) }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let at = |k: usize| f64::from(input[(i + k) % 256]) / 65536.0;
            let mut system = System::<3> {
                bodies: core::array::from_fn(|n| Body { pos: Vec3 { x: at(n), y: at(n + 3), z: at(n + 6) }, vel: -Vec3 { x: at(n + 9), ..Default::default() }, mass: 0.5 + at(n + 12) }),
                time: 0.0,
            };
            for _ in 0..4 { system.step(0.01); }
            let p = system.momentum();
            let dir = p.cross(Vec3 { z: 1.0, ..Vec3::ZERO }).normalize().unwrap_or_default();
            let h = system.heaviest().map(|b| b.mass).unwrap_or(0.0);
            (system.energy() * 1000.0) as i32 as u32 ^ ((dir.x + 1.0) * 1e6) as u32 ^ ((h * 100.0) as u32) << 20 ^ system.time.to_bits() as u32
        }
    }
    pixels_and_lines {
        trait Pixel: Copy + Default + PartialEq { const CHANNELS: usize; fn luma(&self) -> u8; fn blend(self, other: Self, alpha: u8) -> Self; }

        #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
        struct Gray(u8);
        #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
        struct Rgb { r: u8, g: u8, b: u8 }

        fn mix(a: u8, b: u8, alpha: u8) -> u8 {
            let (a, b, alpha) = (a as u16, b as u16, alpha as u16);
            ((a * (255 - alpha) + b * alpha + 127) / 255) as u8
        }

        impl Pixel for Gray {
            const CHANNELS: usize = 1;
            fn luma(&self) -> u8 { self.0 }
            fn blend(self, other: Self, alpha: u8) -> Self { Gray(mix(self.0, other.0, alpha)) }
        }
        impl Pixel for Rgb {
            const CHANNELS: usize = 3;
            fn luma(&self) -> u8 { ((self.r as u32 * 299 + self.g as u32 * 587 + self.b as u32 * 114) / 1000) as u8 }
            fn blend(self, o: Self, alpha: u8) -> Self { Rgb { r: mix(self.r, o.r, alpha), g: mix(self.g, o.g, alpha), b: mix(self.b, o.b, alpha) } }
        }

        #[derive(Clone)]
        struct Image<P, const W: usize, const H: usize> { pixels: [[P; W]; H] }

        impl<P: Pixel, const W: usize, const H: usize> Image<P, W, H> {
            fn new() -> Self { Image { pixels: [[P::default(); W]; H] } }
            fn get(&self, x: i32, y: i32) -> Option<P> {
                let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
                self.pixels.get(y)?.get(x).copied()
            }
            fn put(&mut self, x: i32, y: i32, p: P) {
                if x >= 0 && y >= 0 && (x as usize) < W && (y as usize) < H { self.pixels[y as usize][x as usize] = p; }
            }
            fn line(&mut self, (mut x0, mut y0): (i32, i32), (x1, y1): (i32, i32), p: P) {
                let (dx, dy) = ((x1 - x0).abs(), -(y1 - y0).abs());
                let (sx, sy) = ((x1 - x0).signum(), (y1 - y0).signum());
                let mut err = dx + dy;
                loop {
                    self.put(x0, y0, p);
                    if (x0, y0) == (x1, y1) { break; }
                    let e2 = 2 * err;
                    if e2 >= dy { err += dy; x0 += sx; }
                    if e2 <= dx { err += dx; y0 += sy; }
                }
            }
            fn histogram(&self) -> [u16; 8] {
                let mut bins = [0; 8];
                self.pixels.iter().flat_map(|row| row.iter()).for_each(|p| bins[usize::from(p.luma() >> 5)] += 1);
                bins
            }
            fn fill(&mut self, x: i32, y: i32, with: P) -> usize {
                let Some(old) = self.get(x, y) else { return 0 };
                if old == with { return 0; }
                let mut stack = [(0i32, 0i32); 64];
                let mut top = 1;
                stack[0] = (x, y);
                let mut filled = 0;
                while top > 0 {
                    top -= 1;
                    let (x, y) = stack[top];
                    if self.get(x, y) != Some(old) { continue; }
                    self.put(x, y, with);
                    filled += 1;
                    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                        if self.get(x + dx, y + dy) == Some(old) && top < stack.len() {
                            stack[top] = (x + dx, y + dy);
                            top += 1;
                        }
                    }
                }
                filled
            }
            fn map<Q: Pixel>(&self, f: impl Fn(&P) -> Q) -> Image<Q, W, H> {
                let mut out = Image::<Q, W, H>::new();
                for (to, from) in out.pixels.iter_mut().zip(self.pixels.iter()) {
                    for (t, p) in to.iter_mut().zip(from) { *t = f(p); }
                }
                out
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut image = Image::<Rgb, 8, 6>::new();
            let at = |k: usize, n: u32| (input[(i + k) % 256] % n) as i32;
            let red = Rgb { r: 250, g: 10, ..Default::default() };
            image.line((at(0, 8), at(1, 6)), (at(2, 8), at(3, 6)), red);
            image.line((at(4, 8), at(5, 6)), (at(6, 8), at(7, 6)), red.blend(Rgb { r: 0, g: 200, b: 30 }, (i * 3) as u8));
            let filled = image.fill(at(8, 8), at(9, 6), Rgb { r: 9, g: 99, b: 199 });
            let gray = image.map(|p| Gray(255 - p.luma()));
            let h = gray.histogram();
            h.iter().enumerate().fold(filled as u32, |a, (k, &n)| a.wrapping_mul(17).wrapping_add(u32::from(n) * (k as u32 + 1))) ^ (Rgb::CHANNELS + <Gray as Pixel>::CHANNELS) as u32
        }
    }
    flattened_beside_flattened {
        struct M<const R: usize, const C: usize>([[u64; C]; R]);
        impl<const R: usize, const C: usize> M<R, C> {
            fn add(&mut self, o: &M<R, C>) {
                for (a, b) in self.0.iter_mut().flatten().zip(o.0.iter().flatten()) {
                    *a += *b;
                }
            }
            fn dot(&self, o: &Self) -> u64 {
                self.0.iter().flatten().zip(o.0.iter().flatten()).map(|(a, b)| a * b).sum()
            }
            fn dot2(&self, o: &Self) -> u64 {
                self.0.iter().flat_map(|r| r.iter()).zip(o.0.iter().flat_map(|r| r.iter())).map(|(a, b)| a * b).sum()
            }
        }
        fn rowsum(rows: &[[u32; 4]], other: &[u32; 8]) -> u32 {
            other.iter().zip(rows.iter().flatten()).map(|(a, b)| a * b).sum()
        }
        fn rowsum2(rows: &[[u32; 4]], other: &[[u32; 2]]) -> u32 {
            rows.iter().flatten().zip(other.iter().flatten()).map(|(a, b)| a * b).sum()
        }
        fn rowsum3(rows: &[[u32; 4]], other: &[[u32; 2]]) -> u32 {
            rows.as_flattened().iter().zip(other.as_flattened()).map(|(a, b)| a * b).sum()
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let k = i as u32 ^ input[0];
            let mut m = M([[1, 2, k as u64], [4, 5, 6]]);
            let n = M([[7, 8, 9], [10, 11, input[i] as u64]]);
            m.add(&n);
            let rows = [[1u32, 2, 3, 4], [input[1], 6, 7, 8]];
            let o = [1u32, 2, 3, 4, 5, 6, 7, input[2]];
            let p = [[1u32, 2], [3, 4], [5, 6]];
            (m.dot(&n) + m.dot2(&n)) as u32 ^ rowsum(&rows, &o) ^ rowsum2(&rows, &p) ^ rowsum3(&rows, &p) ^ rows.as_flattened().iter().sum::<u32>()
        }
    }
    sums_by_bounds {
        fn total<I>(items: I) -> u64 where I: Iterator, I::Item: Into<u64> { let mut t = 0u64; for x in items { t += x.into(); } t }
        fn total2<I: Iterator>(items: I) -> u64 where I::Item: Into<u64> { items.map(|x| x.into()).sum() }
        fn one(i: usize, input: &[u32]) -> u32 {
            (total(input[..i].iter().copied()) + total2(input[..3].iter().copied())) as u32
        }
    }
    rows_by_index {
        fn bump(rows: &mut [[u32; 3]], by: &[u32]) { for (x, b) in rows.iter_mut().flatten().zip(by) { *x += b; } for x in rows.iter_mut().flatten() { *x ^= 1; } }
        fn mean<T: Copy + Into<f64>>(xs: &[T]) -> f64 { xs.iter().map(|&x| x.into()).sum::<f64>() / xs.len() as f64 }
        fn total3(items: impl IntoIterator<Item = impl Into<u64>>) -> u64 { let mut t = 0; for x in items { t += x.into(); } t }
        struct Acc<T> { last: T }
        impl<T: Into<u64> + Copy> Acc<T> { fn both(&self, o: T) -> u64 { self.last.into() * 3 + o.into() } }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut rows = [[1u32, 2, 3], [4, 5, input[i] % 100]];
            bump(&mut rows, &[7, 8, 9, 10]);
            for x in rows.iter_mut().flatten() { *x += 2; }
            let mut pairs = [0u32; 6];
            for (p, r) in pairs.iter_mut().zip(rows.iter().rev().flatten()) { *p = *r; }
            for (p, r) in pairs.iter_mut().skip(1).zip(rows.iter().skip(1).flat_map(|r| r.iter().rev())) { *p = *p * 3 + *r; }
            for x in rows.as_flattened_mut() { *x += 1; }
            let c: u32 = rows.iter().flatten().chain(pairs.iter()).map(|x| x ^ 5).sum();
            let d: u32 = rows.iter().flatten().enumerate().zip(rows.as_flattened().iter().rev()).map(|((k, a), b)| k as u32 * a + b).sum();
            pairs.iter().fold(0u32, |h, x| h.wrapping_mul(31).wrapping_add(*x)) ^ c << 8 ^ d << 16 ^ mean(&[1u8, 2, i as u8]) as u32 ^ mean(&pairs) as u32 ^ total3([1u32, 2, 3]) as u32 ^ Acc { last: i as u32 }.both(7) as u32
        }
    }
    constant_of_a_trait_in_a_branch {
        trait Monoid { const IDENTITY: Self; fn combine(self, o: Self) -> Self; }
        #[derive(Clone, Copy)] struct Max(u32);
        impl Monoid for Max { const IDENTITY: Max = Max(0); fn combine(self, o: Max) -> Max { Max(self.0.max(o.0)) } }
        fn one(i: usize, input: &[u32]) -> u32 {
            let maxes = [Max(1), Max(input[i]), Max(3)];
            let m = if i % 2 == 0 { maxes[1] } else { Monoid::IDENTITY };
            m.combine(maxes[i % 3]).0
        }
    }
    lists_in_branches {
        const A: &[u8] = b"abc";
        fn f(s: &[u8]) -> u32 { s.iter().map(|&b| b as u32).sum() }
        fn one(i: usize, input: &[u32]) -> u32 { f(match input[i] % 3 { 0 => b"xy", _ => A }) + f(match i % 3 { 0 => b"xy", 1 => &[1, 2, 3], _ => A }) + f(if i == 2 { b"q" } else { b"hello" }) }
    }
    tables_of_rows_of_tuples {
        struct P { x: u32 }
        const S: [[(i32, i32); 2]; 2] = [[(1, 2), (3, 4)], [(5, 6), (7, 8)]];
        impl P { const SHAPES: [[(i32, i32); 2]; 2] = [[(1, 2), (3, 4)], [(5, 6), (7, 8)]];
          fn a(&self, k: usize) -> i32 { let t = Self::SHAPES[k]; t[0].0 }
          fn b(&self, k: usize) -> i32 { Self::SHAPES[k].iter().map(|c| c.0 * c.1).sum() }
          fn c(&self, k: usize) -> i32 { let m = Self::SHAPES[k].map(|c| c.0 + c.1); m[0] + m[1] }
          fn d(&self, k: usize) -> i32 { let m = S[k].map(|c| c.0 + c.1); m[0] + m[1] }
          fn e(&self, k: usize) -> i32 { let m = S[k].map(u); m[0] + m[1] }
        }
        fn u(p: (i32, i32)) -> i32 { p.0 }
        fn one(i: usize, input: &[u32]) -> u32 { let p = P { x: 1 }; (p.a(i % 2) + p.b(i % 2) + p.c(i % 2) + p.d(i % 2) + p.e(1)) as u32 }
    }
    parts_of_a_field_in_turn {
        struct D { delay: [f32; 4], head: usize }
        impl D { fn go(&mut self, taps: &[f32; 4]) -> f32 {
          let recent = self.delay[..=self.head].iter().rev().chain(self.delay[self.head + 1..].iter().rev());
          taps.iter().zip(recent).map(|(t, d)| t * d).sum() }
          fn go2(&mut self, taps: &[f32; 4]) -> f32 {
          taps.iter().zip(self.delay[..=self.head].iter().rev().chain(self.delay[self.head + 1..].iter().rev())).map(|(t, d)| t * d).sum() }
          fn go3(&self) -> f32 { let r = self.delay[..self.head].iter().rev(); r.sum() }
          fn go4(&self) -> f32 { let r = self.delay[1..].iter().chain(self.delay[..1].iter()); r.sum() }
        }
        fn one(i: usize, input: &[u32]) -> u32 { let mut d = D { delay: [1.0, 2.0, 3.0, 4.0], head: i % 4 }; (d.go(&[1.0, 10.0, 100.0, 1000.0]) + d.go2(&[1.0, 2.0, 3.0, 4.0]) + d.go3() + d.go4()) as u32 }
    }
    constants_of_a_function_as_parameters {
        struct G<const V: usize, const E: usize> { e: [u32; E] }
        impl<const V: usize, const E: usize> G<V, E> { fn s(&self) -> u32 { self.e.iter().sum::<u32>() + V as u32 } }
        fn one(i: usize, input: &[u32]) -> u32 { const V: usize = 7; const W: usize = 3; let g = G::<V, 2> { e: [1, 2] }; let h: G<V, W> = G { e: [1; W] }; g.s() + h.s() + total::<V>() }
        fn total<const N: usize>() -> u32 { N as u32 }
    }
    variants_of_orders {
        use std::cmp::Ordering;
        #[derive(PartialEq, Clone, Copy)] enum Color { Red, Green }
        fn a(x: u32, y: u32) -> u32 { use std::cmp::Ordering::*; match x.cmp(&y) { Less => 1, Equal => 2, Greater => 3 } }
        fn b(x: u32, y: u32) -> bool { use Ordering::*; x.cmp(&y) == Less }
        fn c(x: u32) -> bool { use Color::*; let c = if x == 1 { Red } else { Green }; c == Red }
        fn d(x: u32, y: u32) -> bool { use std::cmp::Ordering::{self, Less, Greater}; let o: Ordering = x.cmp(&y); o == Less || o != Greater }
        fn one(i: usize, input: &[u32]) -> u32 { a(i as u32, 3) + b(1, i as u32) as u32 * 10 + c(i as u32) as u32 * 100 + d(i as u32, 5) as u32 * 1000}
    }
    variants_of_orders_everywhere {
        use std::cmp::Ordering::*;
        fn g(a: u32, b: u32) -> std::cmp::Ordering { if a < b { Less } else if a > b { Greater } else { Equal } }
        fn one(i: usize, input: &[u32]) -> u32 { let o = g(input[i], 30000); (o == Less) as u32 + 2 * (o != Greater) as u32 + match o { Less => 10, Equal => 20, Greater => 30 } }
    }
    references_to_references {
        struct P { x: u32 }
        impl P { fn to(&self, t: &(u32, u32)) -> u32 { self.x + t.0 * t.1 } fn arr(&self, t: &[u32; 2]) -> u32 { t[0] } }
        fn f(t: &(u32, u32)) -> u32 { t.0 }
        fn g(t: &u32) -> u32 { *t }
        fn h(t: &P) -> u32 { t.x }
        fn one(i: usize, input: &[u32]) -> u32 { let p = P { x: i as u32 }; let w = [(1, 2), (3, 4)]; let mut it = w.iter().peekable(); let mut s = 0;
         while let Some(t) = it.peek() { s += p.to(t) + f(t); it.next(); }
         let ps = [P { x: 1 }, P { x: 2 }];
         s += ps.iter().filter(|p| h(p) > 1).map(|p| h(&p)).sum::<u32>();
         let n = [1u32, 2, 3]; s += n.iter().filter(|x| g(x) > 1).sum::<u32>();
         s }
    }
    iterators_of_what_a_call_gives {
        struct Set(u16);
        impl Set { fn iter(&self) -> impl Iterator<Item = u8> + '_ { (0..9u8).filter(move |d| self.0 >> d & 1 == 1) } fn items(self) -> impl Iterator<Item = u8> { (0..9u8).filter(move |d| self.0 >> d & 1 == 1) } }
        fn mk(i: usize) -> Set { Set(i as u16) }
        fn one(i: usize, input: &[u32]) -> u32 { let a = mk(i).items().next().unwrap_or(0); let b = mk(i).iter().map(|x| x as u32).sum::<u32>(); let s = mk(i + 2); let c = s.iter().next(); let d = mk(3).iter().next(); let mut t = 0; for x in mk(i).iter() { t += x as u32; } a as u32 + b + c.unwrap_or(0) as u32 + d.unwrap() as u32 + t }
    }
    rows_sorted_by_keys {
        fn k(a: &[u32; 2]) -> u32 { a[0] ^ a[1] }
        fn one(i: usize, input: &[u32]) -> u32 { let mut points: [[u32; 2]; 4] = std::array::from_fn(|k| [input[i + k], input[i + 2 * k]]); points.sort_by_key(|a| k(a)); let a = points[0][0]; points.sort_by_key(k); points.sort_by_key(|p| std::cmp::Reverse(p[1])); let b = points[1][0]; points.sort_unstable_by_key(|&[x, y]| x + y);
         let mut t = [[1u32, 2, 3], [3, 2, input[i]], [input[i + 1], 7, 9]]; t.sort_by_key(|r| r.iter().sum::<u32>()); t.sort_by_key(|r| (r[2], r[0])); a ^ b ^ points[2][1] ^ t[0][0] ^ t[2][1] << 4 }
    }
    inserted_and_changed {
        #[derive(Clone, Copy, PartialEq)] struct Flags(u8);
        impl std::ops::BitOrAssign for Flags { fn bitor_assign(&mut self, o: Flags) { self.0 |= o.0 } }
        fn one(i: usize, input: &[u32]) -> u32 { let mut f: Option<Flags> = None; *f.get_or_insert(Flags(1)) |= Flags(4); let mut n = Some(3u32); *n.get_or_insert(7) += 2; *n.as_mut().unwrap() *= 3; if let Some(x) = &mut f { *x |= Flags(16); } f.unwrap().0 as u32 + n.unwrap() }
    }
    places_behind_filters {
        #[derive(Clone, Copy)] struct E { hp: u32, id: u32 }
        fn one(i: usize, input: &[u32]) -> u32 { let mut es = [E { hp: input[i] % 7, id: 1 }, E { hp: 3, id: 2 }, E { hp: input[0] % 5, id: 3 }];
         if let Some(e) = es.iter_mut().filter(|e| e.id != 3).max_by_key(|a| a.hp) { e.id += 100; }
         if let Some(e) = es.iter_mut().filter(|e| e.id > 3).filter(|e| e.hp < 6).min_by(|a, b| a.hp.cmp(&b.hp)) { e.hp += 50; }
         let mut os = [Some(3u32), None, Some(input[i])];
         let m = os.iter_mut().filter(|t| t.is_some()).max_by_key(|t| t.as_ref().map(|t| t % 7)); if let Some(s) = m { s.take(); }
         es.iter().map(|e| e.hp * e.id).sum::<u32>() ^ os.iter().flatten().sum::<u32>() }
    }
    arrays_of_parts_of_slices {
        struct O { b: [u8; 8], n: usize }
        impl O { fn as_slice(&self) -> &[u8] { &self.b[..self.n] } }
        fn one(i: usize, input: &[u32]) -> u32 { let o = O { b: [1, 2, 3, 4, i as u8, 6, 7, 8], n: 7 }; let h: [u8; 4] = o.as_slice()[..4].try_into().unwrap(); let k = u16::from_le_bytes(o.as_slice()[4..6].try_into().unwrap()); u32::from_le_bytes(h) ^ k as u32 }
    }
    conversions_beside_parameters {
        use std::ops::*;
        trait Scalar: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + From<f32> {}
        impl Scalar for f64 {}
        #[derive(Clone, Copy)] struct D(f64, f64);
        impl Add for D { type Output = D; fn add(self, o: D) -> D { D(self.0 + o.0, self.1 + o.1) } }
        impl Sub for D { type Output = D; fn sub(self, o: D) -> D { D(self.0 - o.0, self.1 - o.1) } }
        impl Mul for D { type Output = D; fn mul(self, o: D) -> D { D(self.0 * o.0, self.0 * o.1 + self.1 * o.0) } }
        impl From<f32> for D { fn from(x: f32) -> D { D(x as f64, 0.0) } }
        impl Scalar for D {}
        fn cubic<T: Scalar>(x: T, c: f32) -> T { x * x - T::from(2.0) * x - c.into() }
        fn lin<T: Scalar>(x: T, c: f32) -> T { x * c.into() + T::from(c) }
        fn one(i: usize, input: &[u32]) -> u32 { let d = cubic(D(i as f64, 1.0), 3.0); let e = cubic(i as f64, 3.0); let f = lin(D(1.0, 2.0), 3.0); (d.0 + d.1 + e + f.0) as i32 as u32 }
    }
    chains_without_indices_side_by_side {
        fn one(i: usize, input: &[u32]) -> u32 {
         let a: u32 = input[..20].iter().filter(|x| **x % 2 == 0).zip(input[i..].iter().filter(|x| **x % 3 == 0)).map(|(x, y)| x ^ y).sum();
         let mut t = 0u32; for (x, (k, y)) in input.iter().take_while(|x| **x > 900).zip(input[i..i + 9].iter().enumerate().filter(|(k, _)| k % 2 == 1)) { t = t.wrapping_mul(3) ^ x ^ y ^ k as u32; }
         let s = "hello world"; let v = s.chars().filter(|c| "aeiou".contains(*c)).zip(s.chars().rev().filter(|c| c.is_alphabetic())).map(|(a, b)| a as u32 * b as u32).sum::<u32>();
         let w: u32 = input[..6].iter().map(|x| x + 1).filter(|x| x % 2 == 1).zip((0..).filter(|k| k % 3 != 0)).map(|(x, k)| x * k).sum();
         a ^ t ^ v ^ w }
    }
    ends_of_filtered_texts {
        fn pal(s: &str) -> bool { let mut l = s.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()); while let (Some(a), Some(b)) = (l.next(), l.next_back()) { if a != b { return false; } } true }
        fn pal2(s: &[u32]) -> bool { let mut l = s.iter().filter(|x| **x != 0); while let (Some(a), Some(b)) = (l.next(), l.next_back()) { if a != b { return false; } } true }
        fn pal4(s: &[u32]) -> bool { s.iter().filter(|x| **x != 0).eq(s.iter().rev().filter(|x| **x != 0)) }
        fn one(i: usize, input: &[u32]) -> u32 { pal(["A man, a plan", "xyx", "Abba!"][i % 3]) as u32 + 2 * pal2(&[1, 0, 2, 0, 0, 1]) as u32 + 4 * pal2(&[1, 2, 0, 2, 1]) as u32 + 16 * pal4(&[1, 0, 1]) as u32 }
    }
    names_of_texts {
        fn count(text: &str, c: char) -> usize { let mut n = 0; for line in text.lines() { if line.contains(c) { n += 1; } } n + text.split(',').filter(|part| part.trim().contains(|x: char| x.is_ascii_digit())).count() * 10 }
        fn keys(text: &str) -> usize { let mut t = 0; for line in text.lines() { if let Some((k, v)) = line.split_once('=') { t += k.find(char::is_whitespace).unwrap_or(k.len()) * 10 + v.find(|c: char| c.is_ascii_digit()).unwrap_or(7); } let (a, b) = line.split_at(1); t += a.find('a').map_or(0, |_| 1000) + b.len(); } t }
        fn rest(s: &str) -> usize { let t = s.trim_start().strip_prefix("0x").unwrap_or(s); let first = t.split(' ').next().unwrap(); t.find(|c: char| c == ' ').unwrap_or(99) + first.rfind('1').unwrap_or(5) * 100 }
        fn one(i: usize, input: &[u32]) -> u32 { (count("abc\nbcd\nxyz, 3,4a", ['b', 'z', 'q'][i % 3]) + keys("a = 12\nbc=x9\n") * 100 + rest(["0x12 1", " 0xab", "11 "][i % 3]) * 10000) as u32 }
    }
    windows_of_a_part_of_a_field {
        struct P<const N: usize> { items: [i32; N], len: usize }
        impl<const N: usize> P<N> { fn gaps(&self) -> impl Iterator<Item = u32> + '_ { self.items[..self.len].windows(2).map(|w| w[1].abs_diff(w[0])) } fn pairs(&self) -> u32 { self.items[..self.len].chunks(2).map(|c| c.len() as u32 * c[0] as u32).sum() } }
        fn one(i: usize, input: &[u32]) -> u32 { let p = P { items: [1, 5, input[i] as i32, 7], len: 3 }; p.gaps().sum::<u32>() ^ p.pairs() ^ p.items[1..].windows(2).filter(|w| w[0] < w[1]).count() as u32 }
    }
    sizes_and_versions {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)] enum Unit { Bytes, Kib, Mib }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)] struct Size { value: u64, unit: Unit }
        #[derive(Debug, Clone, Copy, PartialEq, Eq)] enum ParseError { Empty, Digit { at: usize, found: u8 }, Unit, Overflow }
        impl std::str::FromStr for Size {
            type Err = ParseError;
            fn from_str(s: &str) -> Result<Self, Self::Err> {
                let s = s.trim();
                if s.is_empty() { return Err(ParseError::Empty); }
                let split = s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
                let (digits, unit) = s.split_at(split);
                if digits.is_empty() { return Err(ParseError::Digit { at: 0, found: s.as_bytes()[0] }); }
                let value = digits.parse::<u64>().map_err(|_| ParseError::Overflow)?;
                let unit = match unit.trim_start() { "" | "B" => Unit::Bytes, "K" | "KiB" => Unit::Kib, "M" | "MiB" => Unit::Mib, _ => return Err(ParseError::Unit) };
                Ok(Size { value, unit })
            }
        }
        impl Size { fn bytes(&self) -> Option<u64> { let shift = match self.unit { Unit::Bytes => 0, Unit::Kib => 10, Unit::Mib => 20 }; self.value.checked_shl(shift) } }
        impl From<Size> for u64 { fn from(s: Size) -> u64 { s.bytes().unwrap_or(u64::MAX) } }
        #[derive(Clone, Copy, Debug, Default)] struct Version { major: u16, minor: u16, patch: u16 }
        fn version(s: &str) -> Option<Version> {
            let mut parts = s.strip_prefix('v').unwrap_or(s).split('.').map(|p| p.parse().ok());
            let v = Version { major: parts.next()??, minor: parts.next().unwrap_or(Some(0))?, patch: parts.next().flatten().unwrap_or_default() };
            if parts.next().is_some() { None } else { Some(v) }
        }
        fn key_value(line: &str) -> Option<(&str, &str)> { let (k, v) = line.split_once('=')?; Some((k.trim(), v.trim())) }
        fn hash(s: &str) -> u32 { s.bytes().fold(5381u32, |h, b| h.wrapping_shl(5).wrapping_add(h) ^ u32::from(b)) }
        fn one(i: usize, input: &[u32]) -> u32 {
            let sizes = ["12", " 7 KiB", "3M", "x9", "", "99999999999999999999", "5 parsecs"];
            let a: Result<Size, _> = sizes[input[i] as usize % sizes.len()].parse();
            let a = match a { Ok(size) => u64::from(size) as u32, Err(ParseError::Empty) => 1, Err(ParseError::Digit { at, found }) => 100 + at as u32 + found as u32, Err(e) => 1000 + (e == ParseError::Unit) as u32 };
            let v = version(["v1.2.3", "4.5", "6", "1.x", "1.2.3.4"][i % 5]).map_or(77, |v| (v.major * 100 + v.minor * 10 + v.patch) as u32);
            let conf = "name = vyre\nworkers=8\n# comment\nsize = 3 KiB\n";
            let mut h = 0u32;
            for line in conf.lines().filter(|l| !l.starts_with('#')) {
                match key_value(line) { Some(("workers", n)) => h += n.parse::<u32>().unwrap_or(0), Some(("size", s)) => h ^= s.parse::<Size>().ok().and_then(|s| s.bytes()).unwrap_or(0) as u32, Some((k, v)) => h = h.wrapping_add(hash(k) ^ hash(v)), None => h += 1 }
            }
            a ^ v << 10 ^ h
        }
    }
    floors_and_calls {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Direction { Up, Down, Idle }
        #[derive(Debug, Clone, Copy)]
        enum Event { Call { floor: u8, up: bool }, Select(u8), Tick }
        #[derive(Debug)]
        struct Elevator { floor: u8, direction: Direction, calls: [bool; 10], doors_open: bool, served: u32 }
        impl Elevator {
            const TOP: u8 = 9;
            fn new() -> Self { Self { floor: 0, direction: Direction::Idle, calls: [false; 10], doors_open: false, served: 0 } }
            fn pending_above(&self) -> bool { self.calls[self.floor as usize + 1..].iter().any(|&c| c) }
            fn pending_below(&self) -> bool { self.calls[..self.floor.into()].contains(&true) }
            fn nearest(&self) -> Option<u8> { self.calls.iter().enumerate().filter(|(_, c)| **c).map(|(f, _)| f as u8).min_by_key(|f| f.abs_diff(self.floor)) }
            fn handle(&mut self, event: Event) -> &mut Self {
                match event {
                    Event::Call { floor, up: _ } | Event::Select(floor) if floor <= Self::TOP => self.calls[usize::from(floor)] = true,
                    Event::Tick => self.advance(),
                    _ => {}
                }
                self
            }
            fn advance(&mut self) {
                if std::mem::take(&mut self.calls[self.floor as usize]) { self.doors_open = true; self.served += 1; return; }
                self.doors_open = false;
                self.direction = match self.direction {
                    Direction::Up if self.pending_above() => Direction::Up,
                    Direction::Down if self.pending_below() => Direction::Down,
                    _ => match self.nearest() { Some(f) if f > self.floor => Direction::Up, Some(f) if f < self.floor => Direction::Down, _ => Direction::Idle },
                };
                match self.direction { Direction::Up => self.floor += 1, Direction::Down => self.floor -= 1, Direction::Idle => (), }
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut e = Elevator::new();
            let mut trace = 0u32;
            for &v in &input[i..i + 30] {
                let event = match v % 5 { 0 => Event::Call { floor: (v / 5 % 12) as u8, up: v & 64 == 0 }, 1 => Event::Select((v / 7 % 10) as u8), _ => Event::Tick };
                e.handle(event).handle(Event::Tick);
                trace = trace.wrapping_mul(11) + u32::from(e.floor) + u32::from(e.doors_open) * 16 + e.direction as u32 * 32;
            }
            trace ^ e.served << 24
        }
    }
    genomes {
        trait Rng { fn next(&mut self) -> u32; fn range(&mut self, n: u32) -> u32 { (u64::from(self.next()) * u64::from(n) >> 32) as u32 } fn chance(&mut self, p: f32) -> bool { (self.next() >> 8) as f32 / 16777216.0 < p } fn shuffle<T>(&mut self, items: &mut [T]) where T: Copy { for i in (1..items.len()).rev() { let j = self.range(i as u32 + 1) as usize; items.swap(i, j); } } fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> { if items.is_empty() { None } else { Some(&items[self.range(items.len() as u32) as usize]) } } }
        #[derive(Clone)] struct XorShift(u32);
        impl Rng for XorShift { fn next(&mut self) -> u32 { let mut x = self.0; x ^= x << 13; x ^= x >> 17; x ^= x << 5; self.0 = x; x } }
        #[derive(Clone, Copy, Debug, PartialEq)] struct Genome<const N: usize> { genes: [u8; N], fitness: u32 }
        impl<const N: usize> Genome<N> {
            fn random(rng: &mut impl Rng) -> Self { let mut genes = [0; N]; for g in genes.iter_mut() { *g = rng.range(8) as u8; } Self { genes, fitness: 0 } }
            fn evaluate(mut self, target: &[u8; N]) -> Self { self.fitness = self.genes.iter().zip(target).map(|(a, b)| 7 - u32::from(a.abs_diff(*b))).sum(); self }
            fn crossover<R: Rng>(&self, other: &Self, rng: &mut R) -> Self { let cut = rng.range(N as u32) as usize; let mut genes = self.genes; genes[cut..].copy_from_slice(&other.genes[cut..]); Genome { genes, fitness: 0 } }
        }
        struct Population<const N: usize, const P: usize> { members: [Genome<N>; P], target: [u8; N] }
        impl<const N: usize, const P: usize> Population<N, P> {
            fn tournament<'a>(&'a self, rng: &mut impl Rng) -> &'a Genome<N> { let a = &self.members[rng.range(P as u32) as usize]; let b = &self.members[rng.range(P as u32) as usize]; if a.fitness >= b.fitness { a } else { b } }
            fn step(&mut self, rng: &mut impl Rng) -> u32 {
                let mut next = self.members;
                for slot in &mut next {
                    let (a, b) = (self.tournament(rng), self.tournament(rng));
                    let mut child = a.crossover(b, rng);
                    if rng.chance(0.3) { let at = rng.range(N as u32) as usize; child.genes[at] = rng.range(8) as u8; }
                    *slot = child.evaluate(&self.target);
                }
                next.sort_by(|a, b| b.fitness.cmp(&a.fitness));
                self.members = next;
                self.members[0].fitness
            }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut rng = XorShift(input[i] | 1);
            let target = [1, 2, 3, 4, 5, 6];
            let mut p = Population::<6, 5> { members: std::array::from_fn(|_| Genome::random(&mut rng).evaluate(&target)), target };
            let mut best = 0;
            for _ in 0..6 { best = best.max(p.step(&mut rng)); }
            let mut deck = [1u32, 2, 3, 4, 5, 6, 7];
            rng.shuffle(&mut deck);
            let card = rng.pick(&deck).copied().unwrap_or(0);
            best ^ card << 8 ^ deck.iter().fold(0, |h, d| h * 8 + d) << 10
        }
    }
    letters_in_a_trie {
        #[derive(Clone, Copy)] struct Node { children: [Option<u16>; 4], count: u16, terminal: bool }
        impl Default for Node { fn default() -> Self { Node { children: [None; 4], count: 0, terminal: false } } }
        struct Trie<const CAP: usize> { nodes: [Node; CAP], len: usize }
        #[derive(Debug, PartialEq, Eq, Clone, Copy)] enum Insert { New, Known, Full }
        impl<const CAP: usize> Trie<CAP> {
            fn new() -> Self { let mut nodes = [Node::default(); CAP]; nodes[0].count = 0; Trie { nodes, len: 1 } }
            fn alloc(&mut self) -> Option<u16> { if self.len < CAP { self.len += 1; u16::try_from(self.len - 1).ok() } else { None } }
            fn insert<I>(&mut self, word: I) -> Insert where I: IntoIterator<Item = u8> {
                let mut at = 0usize;
                for letter in word {
                    let letter = usize::from(letter & 3);
                    at = match self.nodes[at].children[letter] {
                        Some(child) => child as usize,
                        None => { let Some(child) = self.alloc() else { return Insert::Full }; self.nodes[at].children[letter] = Some(child); child.into() }
                    };
                    self.nodes[at].count += 1;
                }
                match std::mem::replace(&mut self.nodes[at].terminal, true) { true => Insert::Known, false => Insert::New }
            }
            fn walk<'a>(&'a self, word: &'a [u8]) -> impl Iterator<Item = &'a Node> + 'a {
                word.iter().scan(0usize, move |at, letter| { let next = self.nodes[*at].children[(*letter & 3) as usize]?; *at = next as usize; Some(&self.nodes[*at]) })
            }
            fn contains(&self, word: &[u8]) -> bool { let mut n = 0; let last = self.walk(word).inspect(|_| n += 1).last(); n == word.len() && last.map_or(false, |n| n.terminal) }
            fn longest_prefix(&self, word: &[u8]) -> usize { self.walk(word).enumerate().filter(|(_, n)| n.terminal).map(|(i, _)| i + 1).last().unwrap_or(0) }
            fn depth(&self) -> usize { let mut stack = [(0usize, 0usize); 64]; let mut top = 1; let mut best = 0; while top > 0 { top -= 1; let (n, d) = stack[top]; best = best.max(d); for child in self.nodes[n].children.iter().flatten() { stack[top] = (*child as usize, d + 1); top += 1; } } best }
        }
        fn letters(v: u32, n: usize) -> impl Iterator<Item = u8> { (0..n as u32).map(move |k| (v >> (2 * k)) as u8 & 3) }
        fn one(i: usize, input: &[u32]) -> u32 {
            let mut trie = Trie::<40>::new();
            let outcomes = input[i..].iter().take(9).map(|&v| trie.insert(letters(v, 2 + (v >> 12) as usize % 5))).fold([0u32; 3], |mut acc, o| { acc[o as usize] += 1; acc });
            let mut word = [0u8; 6];
            word.iter_mut().zip(letters(input[i + 1], 6)).for_each(|(w, l)| *w = l);
            let found = trie.contains(&word[..3]) as u32;
            let busiest = trie.nodes[..trie.len].iter().map(|n| n.count).max().unwrap();
            outcomes.iter().rev().fold(0, |h, o| h * 16 + o) ^ (trie.longest_prefix(&word) as u32) << 12 ^ found << 16 ^ u32::from(busiest) << 17 ^ (trie.depth() as u32) << 24
        }
    }
    constants_of_traits {
        trait Shape { const SIDES: u32; fn area(&self) -> u32; }
        trait Unit { const UNIT: Self; const NAME: &'static str; }
        #[derive(Clone, Copy, PartialEq)] struct Sq(u32);
        impl Shape for Sq { const SIDES: u32 = 4; fn area(&self) -> u32 { self.0 * self.0 } }
        impl Unit for Sq { const UNIT: Sq = Sq(1); const NAME: &'static str = "sq"; }
        impl Unit for u32 { const UNIT: u32 = 1; const NAME: &'static str = "u32"; }
        fn pick(i: usize, xs: &[Sq]) -> Sq { match xs.get(i) { Some(x) => *x, None => Unit::UNIT } }
        fn opt(i: usize) -> Option<Sq> { if i > 3 { Some(Unit::UNIT) } else { None } }
        fn sum<T: Unit + Copy + std::ops::Add<Output = T>>(x: T) -> T { x + T::UNIT + Unit::UNIT }
        fn one(i: usize, input: &[u32]) -> u32 { let s = pick(i, &[Sq(3), Sq(input[0] % 50)]); let n: u32 = Unit::UNIT; s.area() + Sq::SIDES + opt(i).map_or(7, |s| s.0) + n + sum(3u32) + (s == Unit::UNIT) as u32 + <Sq as Unit>::NAME.len() as u32 }
    }
    flattened_by_name {
        fn one(i: usize, input: &[u32]) -> u32 { let rows = [[1u32, 2], [3, input[i]]]; let mut best = 0; for (k, &x) in rows.as_flattened().iter().enumerate() { best = best.max(x ^ k as u32); } let t = [[0.5f32; 3]; 2]; let s: f32 = t.iter().flatten().zip(rows.iter().flatten().rev().map(|x| *x as f32)).map(|(a, b)| a * b).sum(); best ^ s as u32 }
    }
}
