//! Closures as values: in fields, variants, tuples and arrays, as results and behind `dyn`; and functions that give their `&mut self`, as statements.

#![allow(dead_code, clippy::all, reason = "the programs are as people write them")]

use super::{FIRST, SECOND, check, fresh_modules, programs, texts};
use vyre::prelude::*;

programs! {
    closures_that_functions_give {
        struct Op<F> { f: F, k: i64 }
        impl<F: Fn(i64) -> i64> Op<F> {
            fn new(f: F, k: i64) -> Self { Op { f, k } }
            fn run(&self, x: i64) -> i64 { (self.f)(x) * self.k }
            fn twice(&self, x: i64) -> i64 { self.run(self.run(x) % 1000) }
        }
        fn make(k: i64) -> impl Fn(i64) -> i64 { move |x| x * 3 + k }
        fn compose(f: impl Fn(i64) -> i64, g: impl Fn(i64) -> i64) -> impl Fn(i64) -> i64 { move |x| g(f(x)) }
        fn double(x: i64) -> i64 { x * 2 }
        fn case(a: i32, b: u32) -> i64 {
            let k = a as i64;
            let o = Op { f: |x: i64| x + k, k: 3 };
            let p = Op::new(move |x| x - k, 2);
            let f = make(1); let g = make(2);
            let h = compose(f, double);
            let mut t = 0;
            for i in 0..3 { let m = make(i); t += m(i) * 7; let q = Op::new(|x| x + i, i); t += q.run(2); }
            let mk = |k: i64| make(k); let (u, v) = (mk(10), mk(20)); let mj = |k: i64| move |x: i64| x * k; let (f2, f3) = (mj(5), mj(6));

            let fs = [mk(1), mk(5)];
            let gs = [f2, f3];
            t += fs.iter().map(|f| f(1)).sum::<i64>() + gs.iter().enumerate().map(|(i, g)| g(i as i64) * 11).sum::<i64>();
            let mut last = None;
            for i in 0..4 { let c = make(i * 100); if last.is_none() || i == (b as i64 & 3) { last = Some(c); } }
            if let Some(c) = last { t += c(1); }
            o.run(b as i64) + p.twice(5) * 10 + g(h(b as i64)) + t + u(v(1)) + v(u(2))
        }
    }
    pointers_to_functions_over_other_types_and_constants {
        trait Known { const V: i64; }
        struct A;
        struct B;
        impl Known for A { const V: i64 = 5; }
        impl Known for B { const V: i64 = 7; }
        struct Times<const N: i64>;
        impl<const N: i64> Times<N> {
            fn of(x: i64) -> i64 { x * N }
            fn own() -> fn(i64) -> i64 { Self::of }
            fn named() -> fn(i64) -> i64 { Times::<N>::of }
        }
        struct Held { f: fn(i64) -> i64 }
        fn more<T: Known>(x: i64) -> i64 { x + T::V }
        fn times<const N: i64>(x: i64) -> i64 { x * N }
        fn held<const N: i64>() -> Held { Held { f: times::<N> } }
        fn case(a: i32, b: u32) -> i64 {
            let x = a as i64 % 100;
            let fs: [fn(i64) -> i64; 5] = [times::<2>, times::<30>, more::<A>, more::<B>, times::<2>];
            let mut t = fs[b as usize % 5](x);
            for f in fs { t = t * 3 + f(x); }
            t = t * 5 + (held::<4>().f)(x) + (held::<7>().f)(x) * 3;
            t * 7 + Times::<2>::own()(x) + Times::<3>::own()(x) * 3 + Times::<3>::named()(x) * 5 + Times::<5>::named()(x) * 7
        }
    }
    pointers_to_closures_in_variables {
        fn case(a: i32, b: u32) -> i64 {
            let f: fn(u32) -> u32 = |mut x| { while x > 10 { if x % 7 == 0 { return 99; } x -= 3; } x };
            let mut g: fn(u32) -> u32 = |x| x ^ 4;
            let h: fn() -> u32 = || 4;
            let mut t = f(b % 1000) as i64 + g(1) as i64 * 3 + h() as i64;
            if a > 3 { g = |x| x + 1; }
            let c = |x: u32| x * 3;
            let k: fn(u32) -> u32 = c;
            let fs = [g, k, f];
            for f in fs { t = t * 3 + f(b % 9) as i64; }
            t * 5 + c(b % 9) as i64
        }
    }
    functions_in_fields {
        #[derive(Clone, Copy)]
        struct Rule { name: u32, f: fn(u32, u32) -> u32 }
        fn add(a: u32, b: u32) -> u32 { a.wrapping_add(b) }
        fn run_rule(r: &Rule, a: u32, b: u32) -> u32 { (r.f)(a, b) + r.name }
        struct Visitor<'a> { visit: &'a dyn Fn(u32) -> u32, n: u32 }
        impl Visitor<'_> { fn all(&self) -> u32 { (0..self.n).map(|i| (self.visit)(i)).sum() } }
        fn apply(f: &dyn Fn(u32) -> u32, x: u32) -> u32 { f(f(x)) }
        fn curve(steps: u32, f: impl Fn(u32) -> u32) -> u32 { let v = Visitor { visit: &f, n: steps }; v.all() }
        struct Counter<F: FnMut(u32)> { f: F }
        impl<F: FnMut(u32)> Counter<F> { fn go(&mut self, n: u32) { for i in 0..n { (self.f)(i); } } }
        fn pick(c: bool, x: u32) -> u32 { let f = |y: u32| y + x; let g = f; if c { g(1) } else { f(2) } }
        fn case(a: i32, b: u32) -> i64 {
            let r = Rule { name: 5, f: add };
            let s = Rule { name: 6, f: |a, b| a ^ b };
            let k = b % 9;
            let v = Visitor { visit: &|x| x * k + 1, n: 4 };
            let mut total = 0;
            let mut c = Counter { f: |i| total += i * 2 };
            c.go(4);
            c.go(2);
            let f = move |x: u32| x + k;
            let q = curve(3, f) + curve(2, |x| x * x);
            (run_rule(&r, 1, b) + run_rule(&s, 3, b)) as i64 + v.all() as i64 * 100 + apply(&|x| x * 2 + k, 3) as i64 + total as i64 * 7 + q as i64 + pick(a > 1, k) as i64
        }
    }
    closures_in_tuples_variants_and_behind_traits {
        #[derive(Clone, Copy)]
        struct Pair<F, G>(F, G);
        impl<F: Fn(i32) -> i32, G: Fn(i32) -> i32> Pair<F, G> {
            fn both(self, x: i32) -> i32 { (self.0)(x) + (self.1)(x) }
        }
        trait Shape { fn area(&self, x: i32) -> i32; }
        struct By<F>(F);
        impl<F: Fn(i32) -> i32> Shape for By<F> { fn area(&self, x: i32) -> i32 { self.0(x) } }
        fn total(s: &impl Shape, n: i32) -> i32 { (0..n).map(|i| s.area(i)).sum() }
        fn choose<S: Shape>(s: S, c: bool) -> Option<S> { if c { Some(s) } else { None } }
        enum Step<F: Fn(i32) -> i32> { Run(F), Skip(i32) }
        fn go<F: Fn(i32) -> i32>(s: &Step<F>, x: i32) -> i32 { match s { Step::Run(f) => f(x), Step::Skip(k) => *k } }
        fn case(a: i32, b: u32) -> i64 {
            let k = b as i32 % 11;
            let p = Pair(|x| x + k, |x: i32| x * k);
            let q = p;
            let s = By(move |x| x * x + k);
            let t = total(&s, 5);
            let c = choose(By(|x| x - k), a > 0);
            let r = c.as_ref().map_or(-1, |c| c.area(9));
            let st = if a > 3 { Step::Run(|x| x + 1) } else { Step::Skip(4) };
            let tup = (|x: i32| x + k, 3);
            (p.both(2) + q.both(a % 50)) as i64 + t as i64 * 3 + r as i64 * 5 + go(&st, 7) as i64 * 1000 + (tup.0)(tup.1) as i64
        }
    }
    closures_move_what_changes_behind_them {
        struct S<F> { f: F }
        impl<F: Fn(usize) -> i64> S<F> { fn go(&self, i: usize) -> i64 { (self.f)(i) } }
        #[derive(Clone, Copy)]
        struct P { v: [i64; 40] }
        fn array(a: i64) -> i64 {
            let mut arr = [0i64; 100]; arr[3] = a;
            let t = (move |i: usize| arr[i], 1);
            let s = S { f: move |i: usize| arr[i] + 1 };
            arr[3] = 9;
            (t.0)(3) + s.go(3) * 7 + arr[3] * 1000
        }
        fn of_a_round(a: i64) -> i64 {
            let mut o = None;
            for k in 0..3i64 {
                let mut arr = [k; 100]; arr[1] = a + k;
                let c = move |i: usize| arr[i];
                arr[1] = 0;
                if k == 1 { o = Some(c); }
            }
            o.map_or(-3, |c| c(1) + c(2))
        }
        fn fields(a: i64) -> i64 { let mut p = P { v: [1; 40] }; p.v[2] = a; let t = (move |j: usize| p.v[j], 1); p.v[2] = 1000; (t.0)(2) + p.v[2] }
        fn set_later(a: i64) -> i64 {
            let mut k; k = a;
            let t = (move |x: i64| x + k, 1); let f = move |x: i64| x - k;
            k = 1000;
            (t.0)(1) * 3 + f(1) + k
        }
        fn slices(a: i64) -> i64 {
            let arr = [1i64, 2, 3, a];
            let mut s = &arr[..];
            let t = (move |i: usize| s[i], 1); let f = move |i: usize| s[i] * 5;
            s = &s[1..];
            let mut o = None;
            while s.len() > 0 { let c = move |j: usize| s[j]; if s.len() == 2 { o = Some(c); } s = &s[1..]; }
            (t.0)(0) + f(3) + o.map_or(-3, |c| c(0) * 10 + c(1))
        }
        fn case(a: i32, b: u32) -> i64 {
            let a = a as i64;
            array(a) + of_a_round(a) * 3 + fields(a) * 5 + set_later(a) * 7 + slices(a) * 11 + b as i64
        }
    }
    closures_leave_the_block_of_what_they_capture {
        #[derive(Clone, Copy)]
        struct P { v: [i64; 40] }
        fn rows(a: i64) -> i64 {
            let arr = [[1i64, 2], [3, a], [5, 6]]; let ps = [P { v: [a; 40] }, P { v: [3; 40] }];
            let mut o = None; let mut q = None;
            for r in &arr { if r[0] == 3 { o = Some(move |j: usize| r[j]); } }
            for p in &ps { if p.v[0] == 3 { q = Some(|i: usize| p.v[i] + 1); } }
            o.map_or(-1, |c| c(1)) + q.map_or(-1, |c| c(7))
        }
        fn named(a: i64, b: u32) -> i64 {
            let mut t = None; let mut fs = [None, None]; let mut o = None; let mut p = None;
            if b > 4 { let k = a; let f = move |x: i64| x + k; t = Some(move |y: i64| f(y) * 2); }
            let u = loop { let k = a; let f = move |x: i64| x + k; break (move |y: i64| f(y) * 3, 1); };
            for i in 0..2usize { let k = a + i as i64; let f = move |x: i64| x + k; fs[i] = Some(move |y: i64| f(y) * 2); }
            for i in 0..3i64 {
                let g = move |x: i64| x * i;
                if i == 1 { o.replace(move |y: i64| g(y) + 1); }
                p.get_or_insert(move |y: i64| g(y) + 2);
            }
            t.map_or(7, |t| t(3)) + (u.0)(5) + fs[0].as_ref().unwrap()(1) + fs[1].as_ref().unwrap()(1) * 10 + o.map_or(3, |f| f(5)) + p.map_or(3, |f| f(5))
        }
        fn case(a: i32, b: u32) -> i64 { rows(a as i64) + named(a as i64, b) * 3 }
    }
    results_are_called_where_they_are {
        fn make(k: i64) -> impl Fn(i64) -> i64 { move |x| x + k }
        fn rest<'a>(s: &'a [i64]) -> impl Fn(usize) -> i64 + 'a { let mut s = s; s = &s[1..]; move |i| s[i] }
        fn of_list(k: i64) -> impl Fn(usize) -> i64 { let list = [k, k + 1, k + 2]; move |i| list[i] }
        fn apply<F: Fn(i64) -> i64>(f: F, x: i64) -> i64 { f(x) }
        fn case(a: i32, b: u32) -> i64 {
            let arr = [1i64, 2, 3, a as i64];
            let k = a as i64; let c = move |x: i64| x + k; let cs = [c, c, c];
            make(a as i64)(2) + rest(&arr)(0) + rest(&arr[1..])(1) * 3 + of_list(k)((b % 3) as usize) + apply(make(k), 3) + { |x: i64| x * 2 }(4) + cs[(b % 3) as usize](2) * 10
        }
    }
    closures_that_are_called_once_and_again {
        struct Task<F: FnOnce(u32) -> u32> { f: F }
        impl<F: FnOnce(u32) -> u32> Task<F> { fn run(self, x: u32) -> u32 { (self.f)(x) } }
        struct Memo<F> where F: Fn(u32) -> u32 { f: F, last: Option<(u32, u32)>, hits: u32 }
        impl<F> Memo<F> where F: Fn(u32) -> u32 {
            fn new(f: F) -> Self { Memo { f, last: None, hits: 0 } }
            fn get(&mut self, x: u32) -> u32 {
                if let Some((k, v)) = self.last { if k == x { self.hits += 1; return v; } }
                let v = (self.f)(x);
                self.last = Some((x, v));
                v
            }
        }
        struct Tree<C: Fn(u32, u32) -> bool> { data: [u32; 8], less: C }
        impl<C: Fn(u32, u32) -> bool> Tree<C> {
            fn sift(&mut self) { for i in 1..8 { let mut j = i; while j > 0 && (self.less)(self.data[j], self.data[j - 1]) { self.data.swap(j, j - 1); j -= 1; } } }
        }
        fn fix(f: impl Fn(u32) -> u32, mut x: u32) -> u32 { for _ in 0..10 { let y = f(x); if y == x { break; } x = y; } x }
        fn with(g: impl FnOnce(&dyn Fn(u32) -> u32) -> u32, k: u32) -> u32 { g(&|x| x + k) }
        fn case(a: i32, b: u32) -> i64 {
            let k = b % 17;
            let t = Task { f: |x| x * 2 + k };
            let mut m = Memo::new(|x| x * x % 31 + k);
            let s = m.get(3) + m.get(3) + m.get(4) + m.hits * 100;
            let mut h = Tree { data: [5, k, 9, 1, 7, 3, 8, 2], less: |x, y| x > y };
            h.sift();
            let fx = fix(|x| (x + k) / 2, 100);
            let w = with(|f| f(f(1)), k) + with(|f| f(2), 3);
            let by_ref = |v: &[u32]| v.iter().sum::<u32>();
            let funcs: [fn(u32) -> u32; 1] = [|x| x + 1];
            t.run(b % 100) as i64 + s as i64 * 3 + h.data.iter().fold(0i64, |acc, &x| (acc * 7 + x as i64) % 100003) + fx as i64 + w as i64 + by_ref(&h.data) as i64 + funcs[0](2) as i64 + a as i64
        }
    }
    builders_as_statements {
        struct Agg<const N: usize> { bins: [u32; N] }
        impl<const N: usize> Agg<N> { fn add(&mut self, x: u32) -> &mut Self { let k = x as usize % N; self.bins[k] += x; self } }
        struct Agg2<T> { bins: [u32; 4], t: T }
        impl<T: Copy> Agg2<T> { fn add(&mut self, x: u32) -> &mut Self { let k = x as usize % 4; self.bins[k] += x; self } }
        fn case(a: i32, b: u32) -> i64 {
            let mut g = Agg { bins: [0; 4] };
            g.add(b).add(3); g.add(2);
            let mut h = Agg2 { bins: [0; 4], t: 2u32 };
            h.add(b).add(3); h.add(2);
            g.bins[2] as i64 + h.bins[3] as i64 + a as i64
        }
    }
}

fresh_modules! {
    closures_over_slices {
        fn adder(s: &[u32], by: u32) -> impl Fn(usize) -> u32 + '_ { move |i| s[i % s.len()] + by }
        struct Grid<'a, F: Fn(u32) -> f32> { samples: &'a [u32], width: usize, value: F }
        impl<F: Fn(u32) -> f32> Grid<'_, F> {
            fn at(&self, x: usize, y: usize) -> f32 { (self.value)(self.samples[y * self.width + x]) }
            fn map<G: Fn(f32) -> f32>(&self, x: usize, y: usize, g: G) -> f32 { g(self.at(x, y)) }
        }
        struct Params { k: u32 }
        fn scaled<'a>(p: &'a Params) -> impl Fn(u32) -> u32 + 'a { move |x| x * p.k }
        fn derivative(f: impl Fn(f32) -> f32, h: f32) -> impl Fn(f32) -> f32 { move |x| (f(x + h) - f(x - h)) / (2.0 * h) }
        fn one(i: usize, input: &[u32]) -> u32 {
            let grid = Grid { samples: input, width: 16, value: |s| (s % 97) as f32 / 10.0 };
            let f = adder(&input[i..], 3);
            let p = Params { k: i as u32 };
            let s = scaled(&p);
            let d = derivative(|x| x * x * x, 0.5);
            let dd = derivative(&d, 0.5);
            let g = grid.map(i % 16, i / 16, |v| v * 2.0);
            f(1) % 1000 + (g * 8.0) as u32 + (grid.at(1, 2) * 4.0) as u32 + s(3) + (d(2.0) * 4.0) as u32 + (dd(1.0) * 4.0) as u32
        }
    }
    closures_over_closures {
        #[derive(Clone, Copy)]
        struct Ode<F: Fn(f32, f32) -> f32> { f: F }
        impl<F: Fn(f32, f32) -> f32> Ode<F> {
            fn euler(&self, t: f32, y: f32, h: f32) -> f32 { y + h * (self.f)(t, y) }
            fn solve(&self, y0: f32, n: u32, step: impl Fn(&Self, f32, f32, f32) -> f32) -> f32 {
                let mut y = y0; for i in 0..n { y = step(self, i as f32 * 0.125, y, 0.125); } y
            }
        }
        struct Pipeline<A, B> { first: A, second: B }
        impl<A: Fn(f32) -> f32, B: Fn(f32) -> f32> Pipeline<A, B> {
            fn then<C: Fn(f32) -> f32>(self, c: C) -> Pipeline<impl Fn(f32) -> f32, C> { Pipeline { first: move |x| (self.second)((self.first)(x)), second: c } }
            fn run(&self, x: f32) -> f32 { (self.second)((self.first)(x)) }
        }
        struct Filter<P>(P);
        impl<P: Fn(&u32) -> bool> Filter<P> { fn count(&self, xs: &[u32]) -> usize { xs.iter().filter(|x| (self.0)(x)).count() } }
        struct Agg<K: Fn(u32) -> usize, V: Fn(u32, u32) -> u32> { key: K, fold: V, bins: [u32; 4] }
        impl<K: Fn(u32) -> usize, V: Fn(u32, u32) -> u32> Agg<K, V> {
            fn add(&mut self, x: u32) { let k = (self.key)(x); self.bins[k] = (self.fold)(self.bins[k], x); }
        }
        fn one(i: usize, input: &[u32]) -> u32 {
            let o = Ode { f: |t, y| t - y * 0.5 };
            let y = o.solve(i as f32, 8, |o, t, y, h| o.euler(t, y, h));
            let y2 = o.solve(1.0, 4, Ode::euler);
            let p = Pipeline { first: |x: f32| x + 1.0, second: |x: f32| x * 2.0 };
            let q = p.then(|x| x - 3.0);
            let limit = 30000;
            let f = Filter(|&x: &u32| x > limit);
            let mut g = Agg { key: |x| (x % 4) as usize, fold: |a, x| a.max(x), bins: [0; 4] };
            for &x in &input[i..i + 5] { g.add(x); }
            (y * 16.0) as u32 + (y2 * 16.0) as i32 as u32 + (q.run(2.5) * 4.0) as u32 + f.count(&input[i..]) as u32 + g.bins.iter().sum::<u32>()
        }
    }
}

programs! {
    functions_in_variants {
        #[derive(Clone, Copy)]
        enum Op { Push(i64), Unary(fn(i64) -> i64), Binary(fn(i64, i64) -> i64) }
        fn neg(a: i64) -> i64 { -a }
        fn add(a: i64, b: i64) -> i64 { a + b }
        fn max(a: i64, b: i64) -> i64 { a.max(b) }
        fn evaluate(ops: &[Op]) -> Option<i64> {
            let mut stack = [0i64; 8];
            let mut sp = 0;
            for op in ops {
                match *op {
                    Op::Push(v) => { stack[sp] = v; sp += 1; }
                    Op::Unary(f) => { stack[sp - 1] = f(stack[sp - 1]); }
                    Op::Binary(f) => { sp -= 1; stack[sp - 1] = f(stack[sp - 1], stack[sp]); }
                }
            }
            if sp == 1 { Some(stack[0]) } else { None }
        }
        fn case(a: i32, b: u32) -> i64 {
            let ops = [Op::Push(a as i64), Op::Unary(neg), Op::Push(b as i64), Op::Binary(add), Op::Push(3), Op::Binary(max)];
            evaluate(&ops).unwrap_or(-1)
        }
    }
    closures_of_one_type_in_arrays {
        fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C { move |x| g(f(x)) }
        fn mk(k: u32) -> impl Fn(u32) -> u32 { move |x| x * k + 1 }
        struct S<F> { f: F, n: u32 }
        fn mks(k: u32) -> S<impl Fn(u32) -> u32> { S { f: move |x| x + k, n: k } }
        struct P<F> { f: F, w: u32 }
        fn total<F: Fn(u32) -> u32>(ps: &[P<F>], x: u32) -> u32 { ps.iter().map(|p| (p.f)(x) * p.w).sum() }
        fn case(a: i32, b: u32) -> i64 {
            let h = compose(|x: u32| x as i64 + 1, |y: i64| y * 2);
            let fs = [mk(1), mk(2)];
            let s: u32 = fs.iter().map(|f| f(b)).sum();
            let ps = [P { f: mk(3), w: 2 }, P { f: mk(4), w: 1 }];
            h(b) + s as i64 + (mks(3).f)(1) as i64 + total(&ps, 5) as i64 + a as i64
        }
    }
    functions_that_matches_choose {
        struct Gen<F: FnMut() -> u32> { f: F }
        impl<F: FnMut() -> u32> Gen<F> { fn next(&mut self) -> u32 { (self.f)() } }
        fn pick(k: u32) -> fn(u32) -> u32 { match k { 0 => double, 1 => |x| x + 100, _ => square } }
        fn double(x: u32) -> u32 { 2 * x }
        fn square(x: u32) -> u32 { x * x }
        fn apply(f: fn(u32) -> u32, x: u32) -> u32 { f(x) }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = b;
            let mut g = Gen { f: || { s = s * 3 % 1009; s } };
            let r = g.next() + g.next();
            let f = pick(b % 3);
            let steps: [(&str, fn(u32) -> u32); 2] = [("double", double), ("square", square)];
            let mut t = 0;
            for (name, f) in steps.iter() { t += f(3) * name.len() as u32; }
            r as i64 + f(5) as i64 + apply(double, b) as i64 + apply(f, 2) as i64 + t as i64 + a as i64
        }
    }
}

texts! {
    functions_in_fields_and_constants {
        fn add(a: u32, b: u32) -> u32 { a.wrapping_add(b) }
        fn mul(a: u32, b: u32) -> u32 { a.wrapping_mul(b) }
        fn sub(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
        struct Op { name: u8, f: fn(u32, u32) -> u32 }
        const OPS: [Op; 3] = [Op { name: b'+', f: add }, Op { name: b'*', f: mul }, Op { name: b'-', f: sub }];
        fn apply(name: u8, a: u32, b: u32) -> Option<u32> {
            OPS.iter().find(|o| o.name == name).map(|o| (o.f)(a, b))
        }
        fn case(a: i32, b: u32) -> i64 {
            let table: [fn(u32, u32) -> u32; 3] = [add, mul, sub];
            let mut t = 0u32;
            for f in table { t = f(t, b); }
            for (i, f) in table.iter().enumerate() { t = t.wrapping_add(f(i as u32, b)); }
            let g = match b % 3 { 0 => add, 1 => mul, _ => sub };
            t = t.wrapping_add(g(b, 7)).wrapping_add(table[(b % 3) as usize](3, 4));
            t as i64 + apply(b'*', b, 3).unwrap_or(0) as i64 + a as i64
        }
    }
    pointers_to_functions {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Kind { Num(i64), Op(u8) }
        type BinOp = fn(i64, i64) -> Option<i64>;
        fn add(a: i64, b: i64) -> Option<i64> { a.checked_add(b) }
        fn div(a: i64, b: i64) -> Option<i64> { if b == 0 { None } else { Some(a / b) } }
        const TABLE: &[(u8, u8, BinOp)] = &[(b'+', 1, add), (b'/', 2, div), (b'-', 1, |a, b| Some(a - b)), (b'^', 3, i64::checked_sub)];
        struct Machine { regs: [u32; 4] }
        fn load(m: &mut Machine, x: u32) { m.regs[0] = x; }
        fn inc(m: &mut Machine, x: u32) { m.regs[(x % 4) as usize] += 1; }
        fn swap(m: &mut Machine, _: u32) { m.regs.swap(0, 1); }
        impl Machine {
            fn new() -> Self { Machine { regs: [0; 4] } }
            fn step(&mut self, op: u32) { let handlers: [fn(&mut Machine, u32); 3] = [load, inc, swap]; let h = handlers[(op % 3) as usize]; h(self, op / 3); }
        }
        fn fold(xs: &[i64], f: fn(i64, i64) -> i64) -> i64 { let mut t = xs[0]; for &x in &xs[1..] { t = f(t, x); } t }
        fn select(name: &str) -> Option<fn(f32) -> f32> { match name { "half" => Some(half), "neg" => Some(|x| -x), _ => None } }
        fn half(x: f32) -> f32 { x / 2.0 }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = 0i64;
            for (c, p, f) in TABLE { t = t * 7 % 1000003 + f(a as i64, b as i64).unwrap_or(-1) * *p as i64 + *c as i64; }
            let mut m = Machine::new();
            for op in 0..b % 20 { m.step(op * 7); }
            t += fold(&[1, 5, a as i64], i64::max) + fold(&[3, 4], |x, y| x * y) + m.regs.iter().sum::<u32>() as i64;
            let mut f: fn(u32) -> u32 = u32::count_ones;
            t += f(b) as i64;
            f = |x| x.wrapping_mul(3);
            t += f(b) as i64;
            if let Some(g) = select("half") { t += g(9.0) as i64 * 2; }
            t += select("neg").map_or(0, |g| g(3.0) as i64) + select("x").is_none() as i64;
            t
        }
    }
}
