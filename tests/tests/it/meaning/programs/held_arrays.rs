//! Arrays that are parts of values and into which an index leads: they lie in memory, and nothing of Rust's meaning may show that. Each program copies, lends, moves or
//! changes such an array in a way of its own.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as users write them")]

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

fresh_modules! {
    machine {
        struct Vm { regs: [u32; 8], mem: [u32; 64], pc: usize, steps: u32 }

        impl Vm {
            fn new() -> Self { Vm { regs: [0; 8], mem: [7; 64], pc: 0, steps: 0 } }

            fn step(&mut self, code: &[u32]) -> bool {
                if self.pc >= code.len() { return false; }
                let word = code[self.pc];
                self.pc += 1;
                self.steps += 1;
                let a = ((word >> 2) & 7) as usize;
                let b = ((word >> 5) & 7) as usize;
                match word & 3 {
                    0 => self.regs[a] = self.regs[a].wrapping_add(self.regs[b] ^ word),
                    1 => self.mem[(self.regs[a] % 64) as usize] = self.regs[b],
                    2 => self.regs[a] = self.mem[(self.regs[b] % 64) as usize],
                    _ => if self.regs[a] % 3 != 0 { self.pc = (self.pc + b) % 64; },
                }
                true
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut vm = Vm::new();
            vm.regs[i % 8] = i as u32;
            while vm.steps < 50 && vm.step(input) {}
            vm.regs.iter().chain(&vm.mem).fold(0, |h, x| (h ^ x).wrapping_mul(31))
        }
    }

    // A copy stays as it is while the original changes, and the other way round.
    copies {
        #[derive(Clone, Copy, PartialEq)]
        struct Grid { cells: [u32; 9], turn: u32 }

        fn changed(mut grid: Grid, at: usize) -> Grid {
            grid.cells[at] += 100;
            grid.turn += 1;
            grid
        }

        fn sum_after(grid: Grid, other: &mut Grid, at: usize) -> u32 {
            other.cells[at] = 77;
            grid.cells[at] + grid.cells.iter().sum::<u32>()
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let at = input[i] as usize % 9;
            let mut first = Grid { cells: [1, 2, 3, 4, 5, 6, 7, 8, 9], turn: 0 };
            let before = first;
            let next = changed(first, at);
            first.cells[(at + 1) % 9] = 50;
            let both = sum_after(first, &mut first, at);
            let mut third = before;
            third.cells[at] *= 2;
            let old = first.cells;
            first.cells[at] = 0;
            let kept = old[at] + old[(at + 1) % 9];
            std::mem::swap(&mut first.cells, &mut third.cells);
            first = Grid { turn: first.cells[at], ..next };
            let same = (first == next) as u32 + 2 * (before == Grid { cells: [1, 2, 3, 4, 5, 6, 7, 8, 9], turn: 0 }) as u32;
            before.cells[at] * 3 + next.cells[at] + both * 7 + third.cells[at] * 11 + kept * 13 + first.turn * 17 + same
        }
    }

    // An array is made anew in each round.
    rounds {
        #[derive(Default, Clone, Copy)]
        struct Counts { of: [u32; 6], total: u32 }

        impl Counts {
            fn add(&mut self, x: u32) -> &mut Self {
                self.of[x as usize % 6] += 1;
                self.total += 1;
                self
            }
            fn most(&self) -> (usize, u32) {
                let mut best = (0, 0);
                for (at, &n) in self.of.iter().enumerate() {
                    if n > best.1 { best = (at, n); }
                }
                best
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut hash = 0u32;
            let mut last = Counts::default();
            for round in 0..4 {
                let mut counts = Counts::default();
                for x in input.iter().skip(i).take(5 + round) {
                    counts.add(*x).add(*x >> 3);
                }
                let (at, n) = counts.most();
                hash = hash.wrapping_mul(101).wrapping_add(at as u32 * 16 + n + last.of[at]);
                if n > 2 {
                    last = counts;
                }
            }
            hash
        }
    }

    // Results of the same function, alive at the same time.
    results {
        #[derive(Clone, Copy)]
        struct Table { entry: [i32; 7] }

        fn table(seed: u32) -> Table {
            let mut t = Table { entry: [0; 7] };
            for k in 0..7 {
                t.entry[(k * 3 + seed as usize) % 7] = k as i32 - seed as i32;
            }
            t
        }

        fn dot(a: &Table, b: &Table) -> i32 {
            a.entry.iter().zip(&b.entry).map(|(x, y)| x * y).sum()
        }

        fn of(a: Table, b: Table, at: usize) -> i32 { a.entry[at] - b.entry[6 - at] }

        fn one(i: usize, input: &[u32]) -> u32 {
            let at = input[i] as usize % 7;
            let pair = [table(i as u32), table(input[i] % 11)];
            let d = dot(&table(1), &table(i as u32)) + of(table(2), table(5), at);
            (d + pair[at % 2].entry[at] * 3 + dot(&pair[0], &pair[1])) as u32
        }
    }

    // Options, results and enums that hold arrays.
    perhaps {
        #[derive(Clone, Copy, PartialEq, Debug)]
        enum Shape { Dot(u32), Poly { n: usize, at: [u32; 8] }, Nothing }

        fn shape(x: u32) -> Shape {
            match x % 3 {
                0 => Shape::Dot(x),
                1 => {
                    let mut at = [0; 8];
                    for k in 0..(x % 8) as usize { at[k] = x >> k; }
                    Shape::Poly { n: (x % 8) as usize, at }
                }
                _ => Shape::Nothing,
            }
        }

        fn longest(x: u32) -> Option<[u32; 5]> {
            if x % 4 == 0 { return None; }
            let mut out = [x; 5];
            out[x as usize % 5] = 1;
            Some(out)
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let x = input[i];
            let mut s = shape(x);
            if let Shape::Poly { n, at } = &mut s {
                at[*n % 8] = 1000;
                *n += 1;
            }
            let a = match s {
                Shape::Dot(d) => d,
                Shape::Poly { n, at } => at[n % 8] + at[(n + 7) % 8] + at.iter().max().copied().unwrap_or(0),
                Shape::Nothing => 5,
            };
            let mut l = longest(x);
            if let Some(list) = l.as_mut() { list[i % 5] += 3; }
            let b = l.map_or(9, |list| list[(i + 1) % 5] + list[i % 5]);
            let c = longest(x + 1).unwrap_or([4; 5])[x as usize % 5];
            a.wrapping_mul(7).wrapping_add(b * 3 + c)
        }
    }

    // Elements of several numbers, of several types, and arrays of arrays.
    elements {
        #[derive(Clone, Copy, Default, PartialEq)]
        struct Body { at: [f32; 3], id: u16, alive: bool, big: u64 }

        #[derive(Clone, Copy)]
        struct World { bodies: [Body; 6], grid: [[u8; 4]; 5], flags: [bool; 12], wide: [u64; 5], signed: [i16; 6] }

        impl World {
            fn nudge(&mut self, k: usize, axis: usize) {
                self.bodies[k].at[axis] += 0.5;
                self.bodies[k].alive = !self.bodies[k].alive;
                self.bodies[k].big |= 1 << (40 + k);
                self.grid[k % 5][axis] = self.grid[k % 5][axis].wrapping_add(200);
                self.flags[2 * k] ^= true;
                self.wide[k % 5] += (k as u64) << 33;
                self.signed[k] -= 300 * axis as i16;
            }
            fn row(&self, y: usize) -> [u8; 4] { self.grid[y] }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut w = World { bodies: [Body::default(); 6], grid: [[1; 4]; 5], flags: [false; 12], wide: [3; 5], signed: [-1; 6] };
            for (n, x) in input.iter().skip(i).take(9).enumerate() {
                w.bodies[n % 6].id = *x as u16;
                w.nudge(*x as usize % 6, (*x >> 4) as usize % 3);
                let b = w.bodies[(*x >> 2) as usize % 6];
                w.bodies[n % 6] = Body { id: b.id, ..w.bodies[(n + 1) % 6] };
                let r = w.row(n % 5);
                w.grid[(n + 2) % 5] = r;
                w.grid[n % 5].swap(0, 3);
            }
            let mut h = 0u32;
            for b in &w.bodies {
                h = h.wrapping_mul(31) ^ b.at[0].to_bits() ^ b.at[i % 3].to_bits() ^ (b.id as u32) ^ (b.alive as u32) ^ (b.big >> 32) as u32;
            }
            for row in w.grid { h = h.wrapping_mul(33) ^ row.iter().map(|x| *x as u32).sum::<u32>(); }
            h ^= w.flags.iter().filter(|f| **f).count() as u32;
            for k in 0..5 { h = h.wrapping_mul(5) ^ (w.wide[k] >> 20) as u32 ^ w.signed[k + 1] as u32; }
            h
        }
    }

    // Slices of a part, with other parts beside them, kept, sorted, rotated and split.
    slices {
        struct Heap { items: [u32; 16], len: usize, moved: u32 }

        fn sift(items: &mut [u32], mut at: usize, moved: &mut u32) {
            while at > 0 && items[at] > items[(at - 1) / 2] {
                items.swap(at, (at - 1) / 2);
                at = (at - 1) / 2;
                *moved += 1;
            }
        }

        impl Heap {
            fn push(&mut self, x: u32) {
                self.items[self.len] = x;
                self.len += 1;
                sift(&mut self.items[..self.len], self.len - 1, &mut self.moved);
            }
            fn top(&self) -> Option<&u32> { self.items[..self.len].first() }
            fn sorted(&self) -> [u32; 16] {
                let mut all = self.items;
                all[..self.len].sort_unstable();
                all
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut heap = Heap { items: [0; 16], len: 0, moved: 0 };
            for x in &input[i..i + 12] { heap.push(*x % 500); }
            let top = heap.top().copied().unwrap_or(0);
            let sorted = heap.sorted();
            let unsorted = heap.items[i % 12];
            heap.items[2..10].rotate_left(3);
            let (left, right) = heap.items.split_at_mut(8);
            left[i % 8] += right[(i + 1) % 8];
            right.reverse();
            heap.items.copy_within(1..4, 9);
            let part = &mut heap.items[3..12];
            part[i % 9] = 9000;
            let found = heap.items.iter().position(|x| *x == 9000).unwrap_or(99) as u32;
            let tail = heap.items[i % 16..].iter().fold(0u32, |h, x| h.wrapping_mul(7) ^ x);
            top + sorted[i % 12] * 3 + unsorted * 5 + heap.moved * 11 + found * 1000 + tail
        }
    }

    // What is iterated over by value stays as it was, and what is lent for reading is that very array.
    iterated {
        #[derive(Clone, Copy)]
        struct List { of: [u32; 10], n: usize }

        impl List {
            fn twice(&self, f: impl Fn(u32) -> u32) -> u32 { self.of[..self.n].iter().map(|x| f(*x)).sum::<u32>() + f(self.of[self.n]) }
        }

        fn apply(list: List, mut change: impl FnMut(usize)) -> u32 {
            change(3);
            list.of[3] + list.of[list.n]
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut list = List { of: [0; 10], n: 4 };
            for (at, slot) in list.of.iter_mut().enumerate() { *slot = input[i + at] % 10; }
            let mut sum = 0;
            for x in list.of {
                list.of[x as usize] = 100 + x;
                sum += x;
            }
            let before = list;
            let applied = apply(list, |at| list.of[at] = 5000);
            let k = list.of[3];
            let doubled = list.twice(|x| x * 2 + k);
            let mut cursor = list.of.iter().skip(2);
            let second = cursor.next().copied().unwrap_or(0) * 3 + cursor.next().copied().unwrap_or(0);
            sum + applied * 3 + k + doubled + second + before.of[i % 10]
        }
    }

    // References to elements and to parts of elements, chosen places, and closures that change what they capture.
    referred {
        #[derive(Clone, Copy, Default)]
        struct Account { balance: i32, moves: u32 }

        #[derive(Clone, Copy)]
        struct Bank { accounts: [Account; 5], fees: [i32; 6] }

        fn pay(from: &mut Account, amount: i32, fee: &mut i32) {
            from.balance -= amount;
            from.moves += 1;
            *fee += 1;
        }

        impl Bank {
            fn account(&mut self, at: usize) -> &mut Account { &mut self.accounts[at] }
            fn transfer(&mut self, a: usize, b: usize, amount: i32) -> Option<i32> {
                pay(&mut self.accounts[a], amount, &mut self.fees[b]);
                let to = self.accounts.get_mut(b)?;
                to.balance += amount;
                let moves = &mut to.moves;
                *moves += 10;
                let first = &mut self.accounts[0];
                first.balance += 1;
                bump(&mut first.moves);
                Some(self.accounts[a].balance)
            }
        }

        fn bump(x: &mut u32) { *x += 100; }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut bank = Bank { accounts: [Account::default(); 5], fees: [0; 6] };
            let mut log = [0i32; 6];
            let mut note = |at: usize, x: i32| { log[at % 6] += x; bank.fees[at % 6] += 2; };
            note(i, 3);
            note(i + 1, 4);
            for x in input[i..i + 8].iter() {
                let (a, b) = (*x as usize % 5, (*x >> 3) as usize % 6);
                let left = bank.transfer(a, b, (*x % 50) as i32).unwrap_or(-1);
                bank.account(a).balance += left / 7;
            }
            let mut h = log[i % 6] as u32;
            for a in bank.accounts.iter() { h = h.wrapping_mul(31) ^ a.balance as u32 ^ (a.moves << 8); }
            for f in bank.fees { h = h.wrapping_mul(3) ^ f as u32; }
            h
        }
    }

    // What is captured, bound by a pattern, put in a tuple or taken out is a copy of its own.
    moved {
        #[derive(Clone, Copy)]
        struct S { r: [u32; 9], n: u32 }

        fn apply(f: impl Fn(usize) -> u32, k: usize) -> u32 { f(k) }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut out = [0u32; 13];
            let mut s = S { r: [1, 2, 3, 4, 5, 6, 7, 8, 9], n: 0 };
            let x = input[i] as usize % 8;
            s.r[x] = 40;
            let f = move |i: usize| s.r[i] + s.n;
            s.r[x] = 50;
            s.n = 1;
            out[0] = f(x);
            let g = |i: usize| s.r[i] * 2;
            out[1] = g(x) + apply(g, x + 1);
            let mut o = Some(s.r);
            if let Some(r) = o {
                o = None;
                s.r[x] = 7;
                out[2] = r[x] + o.is_none() as u32;
            }
            match s {
                S { r, n } => {
                    s.r[x] = 8;
                    s.n = 5;
                    out[3] = r[x] + n;
                }
            }
            let t = (s.r, s.n);
            s.r[x] = 9;
            let (q, _) = t;
            out[4] = q[x] + t.0[x];
            let h = if x > 1 { &s } else { &S { r: [0; 9], n: 3 } };
            out[5] = h.r[x] + h.n;
            let rr = &s.r;
            let copy = *rr;
            s.r[x] = 1;
            out[6] = copy[x] + s.r[x];
            let old = std::mem::replace(&mut s.r, [3; 9]);
            out[7] = old[x] * 100 + s.r[x];
            let list = [s, S { r: copy, n: 2 }];
            s.r[x] = 77;
            out[8] = list[input[i + 1] as usize % 2].r[x] + list[0].r[x];
            let p = s.r.map(|v| v + 1);
            s.r = p;
            out[9] = s.r[x] + p[x];
            let w = std::mem::take(&mut s.r);
            out[10] = w[x] + s.r[x];
            let mut u = s;
            let v = &mut u.r;
            v[x] = 6;
            out[11] = v[x] + s.r[x];
            s.r = {
                let mut z = s.r;
                z[x] = 5;
                s.r[x + 1] = 100;
                z
            };
            out[12] = s.r[x] + s.r[x + 1];
            out.iter().fold(0, |h, x| h.wrapping_mul(31) ^ x)
        }
    }

    // A tape of more elements than a list may have, of numbers of 8 bits.
    tape {
        const TAPE: usize = 1000;

        struct Machine { tape: [u8; TAPE], at: usize, out: u32 }

        impl Machine {
            fn new(at: usize) -> Self { Machine { tape: [0; TAPE], at, out: 0 } }
            fn run(&mut self, program: &[u32]) {
                for op in program {
                    match op % 6 {
                        0 => self.at = (self.at + *op as usize) % TAPE,
                        1 if self.at > 0 => self.at -= 1,
                        2 => self.tape[self.at] = self.tape[self.at].wrapping_add(100),
                        3 => self.tape[self.at] = self.tape[self.at].wrapping_sub(1),
                        4 => self.out = self.out.wrapping_mul(31) + self.tape[self.at] as u32,
                        _ => self.tape[..=self.at].rotate_right(1),
                    }
                }
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let mut m = Machine::new(i);
            m.run(&input[i..i + 30]);
            m.out.wrapping_mul(7) + m.tape.iter().map(|c| *c as u32).sum::<u32>()
        }
    }

    // More than memory may hold: the rest stays in variables.
    large {
        #[derive(Clone, Copy)]
        struct Block { of: [u32; 64] }

        impl Block {
            fn of(seed: u32) -> Block {
                let mut b = Block { of: [seed; 64] };
                for k in 0..64 { b.of[(k * 7 + seed as usize) % 64] += k as u32; }
                b
            }
            fn mix(&self, other: &Block) -> Block {
                let mut out = Block { of: [0; 64] };
                for k in 0..64 { out.of[k] = self.of[(k + 1) % 64].wrapping_mul(3) ^ other.of[63 - k]; }
                out
            }
        }

        fn one(i: usize, input: &[u32]) -> u32 {
            let a = Block::of(input[i] % 64);
            let b = Block::of(i as u32);
            let c = a.mix(&b);
            let d = c.mix(&a);
            let e = if input[i] % 2 == 0 { c } else { d };
            let at = input[i] as usize % 64;
            a.of[at] ^ b.of[at] ^ c.of[at].wrapping_mul(5) ^ d.of[63 - at] ^ e.of[at / 2]
        }
    }
}
