//! Slices that may be of several arrays: which one is known when the program runs. And slices of arrays that are parts of values.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as they were first written")]

use super::{FIRST, SECOND, check, check_on};
use vyre::Module;
use vyre::prelude::*;

programs! {
    one_of_two_parameters {
        fn pick<'a>(c: bool, x: &'a [i32], y: &'a [i32]) -> &'a [i32] { if c { x } else { y } }
        fn case(a: i32, b: u32) -> i64 {
            let x = [a, a ^ 1, 7]; let y = [5, b as i32, a ^ 2, 9, 11];
            let s = pick(b % 2 == 0, &x, &y);
            let t = pick(a > 3, &y[1..], s);
            let mut sum = 0i64;
            for (i, v) in s.iter().enumerate() { sum = sum * 7 + *v as i64 + i as i64; }
            for v in t { sum = sum * 3 ^ *v as i64; }
            sum + (s.len() * 100 + t.len()) as i64
        }
    }
    one_of_two_fields {
        struct Two { a: [i32; 4], b: [i32; 6], n: usize }
        impl Two {
            fn side(&self, c: bool) -> &[i32] { if c { &self.a[..] } else { &self.b[..self.n] } }
            fn both(&self) -> (&[i32], &[i32]) { (&self.a[1..], &self.b[..self.n]) }
        }
        fn case(a: i32, b: u32) -> i64 {
            let t = Two { a: [a, 2, 3, 4], b: [5, b as i32, 6, 7, 8, a ^ 5], n: (b % 7) as usize };
            let s = t.side(a & 1 == 0);
            let (p, q) = t.both();
            let sum: i64 = s.iter().map(|v| *v as i64).sum();
            sum * 10 + p.len() as i64 + q.len() as i64 + q.iter().chain(p).fold(0i64, |x, y| x * 3 ^ *y as i64)
        }
    }
    slices_of_four_arrays_in_a_list {
        fn case(a: i32, b: u32) -> i64 {
            let x = [a, 1, 2]; let y = [b, 9, 8, 7]; let z = [b ^ 1; 2]; let w = [a as u32; 5];
            let all: [&[u32]; 3] = [&y, &z[1..], &w[..3]];
            let mut out = x[0] as i64;
            for (i, s) in all.iter().enumerate() { for v in s.iter() { out = out.wrapping_mul(31) ^ (*v as i64) ^ i as i64; } }
            let s = all[(b % 3) as usize];
            out ^ s.first().map_or(-1, |v| *v as i64) ^ s.len() as i64
        }
    }
    an_option_of_one_of_two {
        fn find<'a>(t: &'a [u32], u: &'a [u32], k: u32) -> Option<&'a [u32]> {
            if let Some(i) = t.iter().position(|v| *v == k) { return Some(&t[i..]); }
            let i = u.iter().position(|v| *v == k)?;
            Some(&u[i..])
        }
        fn case(a: i32, b: u32) -> i64 {
            let t = [b, 3, 100, 5]; let u = [a as u32, 31, 7, 2, 255];
            let mut r = 0i64;
            for k in [b, 3, 2, a as u32, 12345] {
                r = r * 11 + match find(&t, &u, k) { Some([x, y, rest @ ..]) => (*x ^ *y) as i64 + rest.len() as i64, Some([x]) => *x as i64 * 2, Some([]) => -3, None => -1 };
            }
            r
        }
    }
}

texts! {
    a_name_that_moves_to_another_array {
        fn case(a: i32, b: u32) -> i64 {
            let x = [1, 2, a, 4]; let y = [b as i32, 6, 7];
            let mut s: &[i32] = &x;
            let mut sum = 0i64; let mut switched = false;
            loop {
                match s {
                    [first, rest @ ..] => { sum = sum * 5 + *first as i64; s = rest; }
                    [] if !switched => { switched = true; s = &y[..(b % 4).min(3) as usize]; }
                    [] => break,
                }
            }
            sum
        }
    }
    names_that_trade_places {
        fn case(a: i32, b: u32) -> i64 {
            let mut x = [a; 4]; let mut y = [b as i32; 4];
            let (mut from, mut to): (&mut [i32], &mut [i32]) = (&mut x, &mut y);
            for round in 0..(b % 5) {
                for i in 0..4 { to[i] = from[(i + 1) % 4].wrapping_mul(3) ^ round as i32 ^ i as i32; }
                std::mem::swap(&mut from, &mut to);
            }
            from.iter().fold(0i64, |s, v| s * 7 + *v as i64) ^ to[1] as i64
        }
    }
    slices_of_two_arrays_in_a_struct {
        #[derive(Clone, Copy)]
        struct Pair<'a> { left: &'a [u32], right: &'a [u32] }
        impl<'a> Pair<'a> {
            fn swapped(self) -> Pair<'a> { Pair { left: self.right, right: self.left } }
            fn longer(&self) -> &'a [u32] { if self.left.len() >= self.right.len() { self.left } else { self.right } }
        }
        fn case(a: i32, b: u32) -> i64 {
            let x = [a as u32, 2, 3]; let y = [b, 5, 6, 7, 8];
            let p = Pair { left: &x, right: &y[..(b as usize % 6)] };
            let q = if a > 0 { p } else { p.swapped() };
            let l = q.longer();
            l.iter().fold(1i64, |s, v| s * 13 ^ *v as i64) + q.left.len() as i64 * 100 + q.right.iter().map(|v| *v as i64).sum::<i64>()
        }
    }
    one_of_three_tables {
        const IEEE: [u32; 4] = [1, 2, 3, 4]; const CAST: [u32; 5] = [9, 8, 7, 6, 5];
        static THIRD: [u32; 2] = [77, 78];
        enum Kind { I, C, T }
        struct D { table: &'static [u32], state: u32 }
        impl D {
            fn new(k: Kind) -> D { D { state: 5, table: match k { Kind::I => &IEEE, Kind::C => &CAST, Kind::T => &THIRD } } }
            fn step(&mut self, i: usize) -> &mut Self { self.state = self.state.wrapping_mul(33) ^ self.table[i % self.table.len()]; self }
        }
        fn case(a: i32, b: u32) -> i64 {
            let k = match b % 3 { 0 => Kind::I, 1 => Kind::C, _ => Kind::T };
            let mut d = D::new(k);
            d.step(a as u32 as usize % 1000).step(b as usize % 100);
            d.state as i64
        }
    }
    an_enum_of_one_of_two {
        enum Token<'a> { Word(&'a [u8]), Number(u32), End }
        fn next<'a>(t: &'a [u8], alt: &'a [u8], k: u32) -> Token<'a> {
            match k % 4 { 0 => Token::Word(&t[1..]), 1 => Token::Word(alt), 2 => Token::Number(k), _ => Token::End }
        }
        fn case(a: i32, b: u32) -> i64 {
            let t = [a as u8, 2, 3]; let u = *b"hello";
            match next(&t, &u, b) { Token::Word(w) => w.iter().fold(0, |s, v| s * 256 + *v as i64), Token::Number(n) => -(n as i64), Token::End => -1 }
        }
    }
    the_longest_run_in_two_arrays {
        fn case(a: i32, b: u32) -> i64 {
            let x = [1, a, 3, a, a, a, 9]; let y = [b as i32, 2, 2, 2, 5];
            let mut best: &[i32] = &[];
            for t in [&x[..], &y[..]] {
                let mut i = 0;
                while i < t.len() {
                    let mut j = i;
                    while j < t.len() && t[j] == t[i] { j += 1; }
                    if j - i > best.len() { best = &t[i..j]; }
                    i = j;
                }
            }
            best.len() as i64 * 1000 + best[0] as i64
        }
    }
    the_shortest_of_three {
        fn case(a: i32, b: u32) -> i64 {
            let x = [a, 2, 3]; let y = [b as i32, 4]; let z = [1, 2, 3, 4, 5];
            let all = [&x[(b % 3) as usize..], &y, &z[..4]];
            let m = all.iter().min_by_key(|s| s.len()).unwrap();
            let n = all.iter().copied().max_by_key(|s| s.iter().map(|v| *v as i64).sum::<i64>()).unwrap();
            m[0] as i64 * 3 + n[n.len() - 1] as i64 + n.len() as i64
        }
    }
    slices_of_vectors {
        fn pick<'a>(c: bool, x: &'a [u32], y: &'a [u32]) -> &'a [u32] { if c { x } else { y } }
        fn case(a: i32, b: u32) -> i64 {
            let mut x = [b, 1, 2, 3]; let y = [a as u32, 7];
            x[1] = x[0] ^ 5;
            let s = pick(a > 0, &x[1..], &y);
            let mut t: &[u32] = &y;
            if b % 2 == 0 { t = &x[2..]; }
            s.iter().chain(t).fold(0i64, |s, v| s * 5 + *v as i64)
        }
    }
    tables_of_bytes_beside_arrays {
        const A: [u8; 5] = [200, 2, 3, 4, 5]; const B: [i16; 3] = [-5, 6, 7]; const C: [u8; 2] = [255, 9]; const D: [i16; 4] = [1, -2, 3, -32768];
        fn case(a: i32, b: u32) -> i64 {
            let s: &[u8] = if a > 0 { &A[1..] } else { &C };
            let l = [b as u8, 77];
            let s2: &[u8] = match b % 3 { 0 => &l, 1 => s, _ => &A };
            let t: &[i16] = match b % 2 { 0 => &B, _ => &D[1..] };
            s.iter().map(|v| *v as i64).sum::<i64>() * 1000 + s2.iter().map(|v| *v as i64).sum::<i64>() + t.iter().fold(0, |x, v| x * 3 + *v as i64)
        }
    }
    tables_of_floats_and_lists_of_bools {
        const A: [f64; 3] = [1.5, 2.0, -3.25]; const B: [f64; 2] = [0.5, 8.0];
        struct Poly<'a> { c: &'a [f64] }
        impl Poly<'_> { fn at(&self, x: f64) -> f64 { self.c.iter().rev().fold(0.0, |s, c| s * x + c) } }
        fn case(a: i32, b: u32) -> i64 {
            let p = Poly { c: if b % 2 == 0 { &A } else { &B } };
            let bools = [a > 0, b > 3]; let other = [true; 3];
            let f: &[bool] = if a % 3 == 0 { &bools } else { &other };
            (p.at((a % 100) as f64) * 8.0) as i64 + f.iter().filter(|x| **x).count() as i64
        }
    }
    what_a_function_gives_of_a_value {
        struct Person { name: [u8; 8], len: usize, tag: u32 }
        fn name(p: &Person) -> &[u8] { &p.name[..p.len] }
        fn longer<'a>(p: &'a Person, q: &'a Person) -> &'a [u8] { if p.len >= q.len { name(p) } else { &q.name[..q.len] } }
        fn case(a: i32, b: u32) -> i64 {
            let p = Person { name: *b"abcdefgh", len: (b % 9) as usize, tag: 1 };
            let q = Person { name: *b"qrstuvwx", len: (a as u32 % 9) as usize, tag: 2 };
            let l = longer(&p, &q);
            let m = longer(&q, &p);
            l.iter().fold(0i64, |s, v| s * 31 + *v as i64) ^ m.len() as i64 ^ name(&q).len() as i64 * 100
        }
    }
    what_methods_give_of_fields {
        struct Stack { data: [i32; 5], len: usize }
        impl Stack {
            fn top(&self, n: usize) -> Option<&[i32]> { if n <= self.len { Some(&self.data[self.len - n..self.len]) } else { None } }
            fn get(&self, n: usize) -> Option<&[i32]> { let from = self.len.checked_sub(n)?; self.data.get(from..self.len) }
            fn whole(&self) -> &[i32] { let n = self.len; &self.data[..n] }
        }
        fn case(a: i32, b: u32) -> i64 {
            let s = Stack { data: [1, a, 3, b as i32, 5], len: (b % 6) as usize };
            let t = match s.top(2) { Some([x, y]) => *x as i64 * 10 + *y as i64, Some(_) => -5, None => -1 };
            let u = if let Some([first, rest @ ..]) = s.get(3) { *first as i64 + rest.len() as i64 } else { 7 };
            t * 1000 + u + s.whole().len() as i64
        }
    }
    what_methods_of_a_trait_give {
        trait Shape { fn corners(&self) -> &[i32]; fn total(&self) -> i64 { self.corners().iter().map(|v| *v as i64).sum() } }
        struct Tri { c: [i32; 3] }
        struct Quad { c: [i32; 4], used: usize }
        impl Shape for Tri { fn corners(&self) -> &[i32] { &self.c } }
        impl Shape for Quad { fn corners(&self) -> &[i32] { &self.c[..self.used] } }
        fn case(a: i32, b: u32) -> i64 {
            let t = Tri { c: [a, 2, 3] }; let q = Quad { c: [b as i32, 1, 2, 3], used: (b % 5) as usize };
            t.total() * 3 + q.total() + t.corners().len() as i64
        }
    }
    slices_of_fields_in_a_struct {
        struct Data { a: [i32; 4], b: [i32; 3] }
        struct View<'d> { first: &'d [i32], second: &'d [i32] }
        impl Data { fn view(&self, n: usize) -> View<'_> { View { first: &self.a[..n], second: &self.b } } }
        fn case(a: i32, b: u32) -> i64 {
            let d = Data { a: [a, 2, 3, 4], b: [5, b as i32, 7] };
            let v = d.view((b % 5) as usize);
            let w = d.view(1);
            v.first.iter().chain(v.second).chain(w.first).fold(0i64, |s, x| s * 3 + *x as i64) + w.second.len() as i64
        }
    }
    slices_of_copies_in_a_loop {
        struct Row { name: [i32; 3], n: usize }
        impl Row { fn items(&self) -> (&[i32], usize) { (&self.name[..self.n], self.n) } }
        fn case(a: i32, b: u32) -> i64 {
            let rows = [Row { name: [a, 2, 3], n: 2 }, Row { name: [4, b as i32, 6], n: 3 }];
            let mut sum = 0i64;
            for r in rows.iter() { let (s, n) = r.items(); for v in s { sum = sum * 3 + *v as i64; } sum += n as i64; }
            sum
        }
    }
    slices_of_copies_of_two_calls {
        struct Row { name: [i32; 3] }
        impl Row { fn two(&self, c: bool) -> &[i32] { if c { &self.name[1..] } else { &self.name } } }
        fn twice<'a>(p: &'a Row, q: &'a Row, c: bool) -> (&'a [i32], &'a [i32]) { (p.two(c), q.two(!c)) }
        fn case(a: i32, b: u32) -> i64 {
            let r = Row { name: [a, 2, 3] }; let q = Row { name: [4, b as i32, 6] };
            let (x, y) = twice(&r, &q, a > 2); let (z, w) = twice(&q, &r, b > 2);
            x.iter().chain(y).chain(z).chain(w).fold(0i64, |s, v| s * 7 + *v as i64)
        }
    }
    texts_and_what_variables_hold {
        fn case(a: i32, b: u32) -> i64 {
            let names = ["alpha", "be", "gamma!"];
            let s = if a > 2 { names[(b % 3) as usize] } else { "none at all" };
            let (x, y) = (s, names[1]);
            let pair = [("k", x), ("long key", y)];
            let mut r = 0i64;
            for (k, v) in pair { r = r * 7 + k.len() as i64 * 10 + v.len() as i64 + v.bytes().map(i64::from).sum::<i64>(); }
            r + (x == "be") as i64 * 5
        }
    }
    texts_and_what_functions_give {
        fn name(k: u32) -> &'static str { match k { 0 => "zero", 1 => "one", 2 => "two", _ => "many" } }
        fn case(a: i32, b: u32) -> i64 {
            let n = name(b); let m = if a < 0 { "minus" } else { name(a as u32) };
            let r = match n { "zero" => 1, "two" => 2, other => other.len() as i64 * 10 };
            r * 100 + m.len() as i64 + m.as_bytes()[1] as i64 + (n == m) as i64 * 1000
        }
    }
    constants_of_structs_with_texts {
        struct Element { symbol: &'static str, mass: u32 }
        const ELEMENTS: &[Element] = &[Element { symbol: "H", mass: 1 }, Element { symbol: "C", mass: 12 }, Element { symbol: "Na", mass: 22 }];
        fn element(s: &[u8]) -> Option<&'static Element> { ELEMENTS.iter().find(|e| e.symbol.as_bytes() == s) }
        fn case(a: i32, b: u32) -> i64 {
            let t = [b'C', b'N', b'a', b'H'];
            element(&t[(b % 4) as usize..][..1]).map_or(-1, |e| e.mass as i64) * 100 + element(&t[1..3]).map_or(-1, |e| e.mass as i64)
        }
    }
    constants_that_a_parser_finds {
        struct Element { symbol: &'static str, mass: u32 }
        const ELEMENTS: &[Element] = &[Element { symbol: "H", mass: 1 }, Element { symbol: "C", mass: 12 }, Element { symbol: "Na", mass: 22 }];
        struct P<'a> { input: &'a [u8], pos: usize }
        impl<'a> P<'a> {
          fn symbol(&mut self) -> &'a [u8] { let s = self.pos; self.pos += 1; &self.input[s..self.pos] }
          fn element(&mut self) -> Option<&'static Element> { let symbol = self.symbol(); ELEMENTS.iter().find(|e| e.symbol.as_bytes() == symbol) }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut p = P { input: b"CNH", pos: (b % 3) as usize };
            p.element().map_or(-1, |e| e.mass as i64)
        }
    }
    a_choice_as_an_argument {
        fn sum(t: &[u32]) -> u32 { let mut s = 0u32; for v in t { s = s.wrapping_mul(3) ^ v; } s }
        fn split<'a>(t: &'a [u32], k: u32) -> (&'a [u32], &'a [u32]) { match t.iter().position(|v| *v == k) { Some(i) => t.split_at(i), None => (t, &[]) } }
        fn case(a: i32, b: u32) -> i64 {
            let t = [1, 2, b, 4, a as u32, 6]; let u = [9, 8, 7];
            let (x, y) = split(&t, 4); let (z, w) = split(if a > 0 { y } else { &u }, 8);
            sum(x) as i64 + sum(y) as i64 * 3 + sum(z) as i64 * 5 + sum(w) as i64 * 7
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

texts_on_cpu! {
    base58 {
        const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

        const DECODE: [Option<u8>; 128] = {
            let mut table = [None; 128];
            let mut i = 0;
            while i < ALPHABET.len() {
                table[ALPHABET[i] as usize] = Some(i as u8);
                i += 1;
            }
            table
        };

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Error { BufferTooSmall, InvalidCharacter { character: char, index: usize } }

        fn encode<'b>(input: &[u8], output: &'b mut [u8]) -> Result<&'b [u8], Error> {
            let zeros = input.iter().take_while(|&&b| b == 0).count();
            let mut length = 0;
            for &byte in &input[zeros..] {
                let mut carry = byte as u32;
                for digit in &mut output[..length] {
                    carry += u32::from(*digit) << 8;
                    *digit = (carry % 58) as u8;
                    carry /= 58;
                }
                while carry > 0 {
                    *output.get_mut(length).ok_or(Error::BufferTooSmall)? = (carry % 58) as u8;
                    length += 1;
                    carry /= 58;
                }
            }
            for _ in 0..zeros {
                *output.get_mut(length).ok_or(Error::BufferTooSmall)? = 0;
                length += 1;
            }
            let digits = &mut output[..length];
            digits.reverse();
            for digit in digits.iter_mut() {
                *digit = ALPHABET[*digit as usize];
            }
            Ok(digits)
        }

        fn decode(text: &str, output: &mut [u8]) -> Result<usize, Error> {
            let mut length = 0;
            let mut zeros = 0;
            for (index, character) in text.char_indices() {
                let value = DECODE
                    .get(character as usize)
                    .copied()
                    .flatten()
                    .ok_or(Error::InvalidCharacter { character, index })?;
                if value == 0 && length == 0 {
                    zeros += 1;
                    continue;
                }
                let mut carry = value as usize;
                for byte in output.iter_mut().take(length) {
                    carry += *byte as usize * 58;
                    *byte = (carry & 0xff) as u8;
                    carry >>= 8;
                }
                while carry != 0 {
                    let slot = output.get_mut(length).ok_or(Error::BufferTooSmall)?;
                    *slot = carry as u8;
                    length += 1;
                    carry >>= 8;
                }
            }
            let total = length + zeros;
            if total > output.len() {
                return Err(Error::BufferTooSmall);
            }
            output[length..total].fill(0);
            output[..total].reverse();
            Ok(total)
        }

        #[derive(Clone, Copy, PartialEq, Eq)]
        struct Uuid([u8; 16]);

        impl Uuid {
            fn parse(text: &str) -> Option<Self> {
                let mut bytes = [0u8; 16];
                let mut nibbles = text.chars().filter(|&c| c != '-').map(|c| c.to_digit(16));
                for byte in &mut bytes {
                    let (hi, lo) = (nibbles.next()??, nibbles.next()??);
                    *byte = (hi << 4 | lo) as u8;
                }
                nibbles.next().is_none().then_some(Uuid(bytes))
            }

            fn version(&self) -> u8 { self.0[6] >> 4 }

            fn fields(&self) -> (u32, u16, u16, &[u8]) {
                let [a, b, c, d, e, f, g, h, ..] = self.0;
                (u32::from_be_bytes([a, b, c, d]), u16::from_be_bytes([e, f]), u16::from_be_bytes([g, h]), &self.0[8..])
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let Some(mut uuid) = Uuid::parse("00000af4-9c1b-4d6e-b1c2-8f5e1a2b3c4d") else { return -1 };
            uuid.0[3..7].copy_from_slice(&b.to_be_bytes());
            uuid.0[15] ^= a as u8;
            let mut text = [0u8; 32];
            let Ok(encoded) = encode(&uuid.0, &mut text) else { return -2 };
            let sum = encoded.iter().fold(0u32, |h, &c| h.wrapping_mul(31).wrapping_add(c as u32));
            let mut back = [0u8; 20];
            let restored = match std::str::from_utf8(encoded) {
                Ok(s) => decode(s, &mut back).map_or(false, |n| back[..n] == uuid.0),
                Err(_) => return -3,
            };
            let bad = match decode("abc0", &mut back) {
                Err(Error::InvalidCharacter { character: '0', index }) => index as i64,
                _ => 9,
            };
            let small = encode(&uuid.0, &mut text[..5]) == Err(Error::BufferTooSmall);
            let (first, second, _, node) = uuid.fields();
            let tail: u64 = node.iter().rev().map(|&b| b as u64).sum();
            i64::from(sum) * 1000 + bad * 100 + i64::from(restored) * 10 + i64::from(small) + i64::from(first ^ second as u32) + tail as i64 + uuid.version() as i64
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
    rice {
        struct BitWriter<'b> { buffer: &'b mut [u8], bit: usize }

        struct BitReader<'b> { buffer: &'b [u8], bit: usize }

        #[derive(Debug, PartialEq, Eq, Clone, Copy)]
        struct Full;

        impl<'b> BitWriter<'b> {
            fn new(buffer: &'b mut [u8]) -> Self {
                buffer.fill(0);
                BitWriter { buffer, bit: 0 }
            }

            fn push(&mut self, bit: bool) -> Result<(), Full> {
                let byte = self.buffer.get_mut(self.bit / 8).ok_or(Full)?;
                if bit {
                    *byte |= 0x80 >> (self.bit % 8);
                }
                self.bit += 1;
                Ok(())
            }

            fn bits(&mut self, value: u32, count: u32) -> Result<(), Full> {
                (0..count).rev().try_for_each(|i| self.push(value >> i & 1 == 1))
            }

            fn rice(&mut self, value: u32, k: u32) -> Result<(), Full> {
                for _ in 0..value >> k {
                    self.push(true)?;
                }
                self.push(false)?;
                self.bits(value & ((1 << k) - 1), k)
            }

            fn finish(self) -> usize { self.bit.div_ceil(8) }
        }

        impl BitReader<'_> {
            fn next_bit(&mut self) -> Option<bool> {
                let byte = self.buffer.get(self.bit >> 3)?;
                let bit = byte & (1 << (7 - self.bit % 8)) != 0;
                self.bit += 1;
                Some(bit)
            }

            fn bits(&mut self, count: u32) -> Option<u32> {
                (0..count).try_fold(0, |v, _| Some(v << 1 | u32::from(self.next_bit()?)))
            }

            fn rice(&mut self, k: u32) -> Option<u32> {
                let mut quotient = 0;
                while self.next_bit()? {
                    quotient += 1;
                }
                Some(quotient << k | self.bits(k)?)
            }
        }

        const fn zigzag(v: i32) -> u32 { ((v << 1) ^ (v >> 31)) as u32 }
        const fn unzigzag(v: u32) -> i32 { (v >> 1) as i32 ^ -((v & 1) as i32) }

        fn best_parameter(residuals: &[u32]) -> u32 {
            let cost = |k: u32| residuals.iter().map(|r| (r >> k) + 1 + k).sum::<u32>();
            (0..12).min_by_key(|&k| cost(k)).unwrap()
        }

        /// Predicts each sample by a line through the two before it.
        fn residuals(samples: &[i16; 32]) -> [u32; 32] {
            let mut out = [0; 32];
            for (i, slot) in out.iter_mut().enumerate() {
                let prediction = match i {
                    0 => 0,
                    1 => samples[0] as i32,
                    _ => 2 * i32::from(samples[i - 1]) - i32::from(samples[i - 2]),
                };
                *slot = zigzag(i32::from(samples[i]) - prediction);
            }
            out
        }

        fn restore(reader: &mut BitReader, k: u32) -> Option<[i16; 32]> {
            let mut samples = [0i16; 32];
            for i in 0..samples.len() {
                let residual = unzigzag(reader.rice(k)?);
                let prediction = match samples[..i] {
                    [] => 0,
                    [only] => only as i32,
                    [.., before, last] => 2 * last as i32 - before as i32,
                };
                samples[i] = (prediction + residual) as i16;
            }
            Some(samples)
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut seed = b;
            let samples: [i16; 32] = std::array::from_fn(|i| {
                seed = seed.wrapping_mul(1103515245).wrapping_add(12345);
                (i as i32 * a + (seed >> 26) as i32) as i16
            });
            let coded = residuals(&samples);
            let k = best_parameter(&coded);
            let mut memory = [0u8; 96];
            let mut writer = BitWriter::new(&mut memory);
            let Ok(()) = coded.iter().try_for_each(|&r| writer.rice(r, k)) else { return -1 };
            let used = writer.finish();
            let mut reader = BitReader { buffer: &memory[..used], bit: 0 };
            let same = restore(&mut reader, k).is_some_and(|s| s == samples);
            let cut = restore(&mut BitReader { buffer: &memory[..used / 2], bit: 0 }, k).is_none();
            let mut small = [0u8; 4];
            let full = BitWriter::new(&mut small).bits(7, 33 - 32).and_then(|()| BitWriter::new(&mut [0; 1]).rice(40, 1));
            (used * 100) as i64 + i64::from(k) * 10 + same as i64 * 4 + cut as i64 * 2 + (full == Err(Full)) as i64
        }
    }
    rtree {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Aabb { min: [f32; 2], max: [f32; 2] }

        impl Aabb {
            const EMPTY: Aabb = Aabb { min: [f32::INFINITY; 2], max: [f32::NEG_INFINITY; 2] };

            fn union(&self, other: &Aabb) -> Aabb {
                Aabb {
                    min: std::array::from_fn(|i| self.min[i].min(other.min[i])),
                    max: std::array::from_fn(|i| self.max[i].max(other.max[i])),
                }
            }

            fn area(&self) -> f32 {
                self.max.iter().zip(&self.min).map(|(hi, lo)| (hi - lo).max(0.0)).product()
            }

            fn intersects(&self, other: &Aabb) -> bool {
                (0..2).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
            }

            fn center(&self, axis: usize) -> f32 { 0.5 * (self.min[axis] + self.max[axis]) }
        }

        impl FromIterator<Aabb> for Aabb {
            fn from_iter<I: IntoIterator<Item = Aabb>>(boxes: I) -> Self {
                boxes.into_iter().fold(Aabb::EMPTY, |acc, b| acc.union(&b))
            }
        }

        #[derive(Clone, Copy, Debug)]
        enum Kind { Leaf { item: u32 }, Inner { left: usize, right: usize } }

        #[derive(Clone, Copy, Debug)]
        struct Node { bounds: Aabb, kind: Kind }

        struct Bvh<const N: usize> { nodes: [Node; N], len: usize, root: Option<usize> }

        impl<const N: usize> Bvh<N> {
            fn build(items: &mut [(u32, Aabb)]) -> Self {
                let empty = Node { bounds: Aabb::EMPTY, kind: Kind::Leaf { item: u32::MAX } };
                let mut bvh = Bvh { nodes: [empty; N], len: 0, root: None };
                // Pairs of neighbours along the longer axis are joined, level by level.
                let all: Aabb = items.iter().map(|(_, b)| *b).collect();
                let axis = if all.max[0] - all.min[0] >= all.max[1] - all.min[1] { 0 } else { 1 };
                items.sort_by(|(_, a), (_, b)| a.center(axis).total_cmp(&b.center(axis)));
                let mut level = [0usize; N];
                let mut count = 0;
                for &(item, bounds) in items.iter() {
                    level[count] = bvh.push(Node { bounds, kind: Kind::Leaf { item } });
                    count += 1;
                }
                while count > 1 {
                    let mut above = 0;
                    for i in (0..count).step_by(2) {
                        level[above] = match level[i..count] {
                            [left, right, ..] => {
                                let bounds = bvh.nodes[left].bounds.union(&bvh.nodes[right].bounds);
                                bvh.push(Node { bounds, kind: Kind::Inner { left, right } })
                            }
                            [single] => single,
                            [] => unreachable!(),
                        };
                        above += 1;
                    }
                    count = above;
                }
                bvh.root = (count == 1).then(|| level[0]);
                bvh
            }

            fn push(&mut self, node: Node) -> usize {
                self.nodes[self.len] = node;
                self.len += 1;
                self.len - 1
            }

            fn query<'a>(&'a self, window: &'a Aabb) -> Query<'a> {
                let mut stack = [0; 16];
                let depth = match self.root {
                    Some(root) => {
                        stack[0] = root;
                        1
                    }
                    None => 0,
                };
                Query { nodes: &self.nodes, window, stack, depth }
            }
        }

        struct Query<'a> { nodes: &'a [Node], window: &'a Aabb, stack: [usize; 16], depth: usize }

        impl Iterator for Query<'_> {
            type Item = u32;

            fn next(&mut self) -> Option<u32> {
                while self.depth > 0 {
                    self.depth -= 1;
                    let Node { bounds, kind } = &self.nodes[self.stack[self.depth]];
                    if !bounds.intersects(self.window) {
                        continue;
                    }
                    match *kind {
                        Kind::Leaf { item } => return Some(item),
                        Kind::Inner { left, right } => {
                            self.stack[self.depth..self.depth + 2].copy_from_slice(&[right, left]);
                            self.depth += 2;
                        }
                    }
                }
                None
            }
        }

        fn case(a: i32, b: u32) -> i64 {
            let mut boxes = [(0u32, Aabb::EMPTY); 13];
            let mut state = b ^ 0x5bd1_e995;
            for (i, (id, aabb)) in boxes.iter_mut().enumerate() {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                let (x, y) = ((state >> 24) as f32, (state >> 16 & 0xff) as f32);
                *id = i as u32;
                *aabb = Aabb { min: [x, y], max: [x + 20.0, y + 10.0 + i as f32] };
            }
            let window = Aabb { min: [a as f32, 30.0], max: [a as f32 + 90.0, 200.0] };
            let brute = boxes.iter().filter(|(_, b)| b.intersects(&window)).map(|&(id, _)| id).sum::<u32>();
            let tree = Bvh::<32>::build(&mut boxes);
            let found: u32 = tree.query(&window).sum();
            let first = tree.query(&window).next().map_or(99, |id| id);
            let area = tree.root.map(|r| tree.nodes[r].bounds.area()).unwrap_or(0.0);
            assert_eq!(found, brute);
            i64::from(found) * 1_000_000 + i64::from(first) * 1000 + tree.query(&window).count() as i64 * 50 + tree.len as i64 + area as i64 % 1000
        }
    }
}

/// Each keeps a slice of a copy for longer than the copy stays as it is, or is one that rustc refuses.
#[test]
fn slices_of_copies_that_are_made_again_are_refused() {
    let head = "struct Row { name: [i32; 3], n: usize }
        impl Row { fn items(&self, c: bool) -> &[i32] { if c { &self.name[..self.n] } else { &[] } } }
        fn local(r: &Row) -> &[i32] { let t = Row { name: [r.name[0]; 3], n: 1 }; &t.name[..2] }
        #[kernel] fn run(a: &[i32], out: &mut [i32]) {
            let rows = [Row { name: [a[0], 2, 3], n: 2 }, Row { name: [4, a[1], 6], n: 3 }];
            let mut best: &[i32] = &[];";
    let of_copy = "a slice of it is kept for longer than a round";
    for (body, problem) in [
        ("for r in &rows { let s = r.items(true); if s.len() > best.len() { best = s; } }", of_copy),
        (
            "let mut p = Some(&rows[0].name[..1]); for i in 0..2 { p = Some(&rows[i].name[..2]); } best = p.unwrap();",
            of_copy,
        ),
        (
            "let part = |i: usize| &rows[i].name[..2]; let (x, y) = (part(0), part(1)); best = if x[0] > 0 { x } else { y };",
            of_copy,
        ),
        ("best = local(&rows[0]);", "gives a slice of an array of its own"),
    ] {
        let text = format!("{head} {body} out[0] = best[0]; }}");
        let diagnostics = Module::compile(&text).err().map(|it| it.to_string()).unwrap_or_default();
        assert!(diagnostics.contains(problem), "{body}: {diagnostics}");
    }
}
