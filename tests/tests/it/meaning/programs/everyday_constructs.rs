//! Constructs of everyday Rust, each in a small program.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{Device, FIRST, SECOND, check, programs, texts};

programs! {
    element_of_a_part {
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [1i64, 2, 3, 4];
            let x = a as i64;
            t[1..][(b % 3) as usize] += x;
            t[0] + t[1] * 2 + t[2] * 3 + t[3] * 4
        }
    }
    place_by_a_match {
        fn case(a: i32, b: u32) -> i64 {
            let (mut x, mut y, mut z) = (1i64, 2i64, 3i64);
            *match b % 3 {
                0 => &mut x,
                1 => &mut y,
                _ => &mut z,
            } += a as i64;
            x * 10 + y * 100 + z
        }
    }
    place_that_is_set_later {
        fn case(a: i32, b: u32) -> i64 {
            let mut x = 1i64;
            let mut t = [4i64, 5];
            let r: &mut i64;
            if b % 2 == 0 {
                r = &mut x;
            } else {
                r = &mut t[(b % 3 % 2) as usize];
            }
            *r -= a as i64;
            x + t[0] * 2 + t[1] * 3
        }
    }
    place_that_a_function_chooses {
        fn big<'a>(x: &'a mut i64, y: &'a mut i64) -> &'a mut i64 {
            if *x > *y { x } else { y }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut x = a as i64;
            let mut y = b as i64;
            let r = big(&mut x, &mut y);
            *r = 5;
            *r += 1;
            x * 3 + y
        }
    }
    counter_that_a_function_gives {
        fn counter(mut n: i64) -> impl FnMut() -> i64 {
            move || {
                n += 1;
                n
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut f = counter(a as i64);
            f();
            let x = f();
            x * 2 + f() + b as i64
        }
    }
    list_of_functions_called_at_once {
        fn f(x: i64) -> i64 {
            x + 1
        }
        fn g(x: i64) -> i64 {
            x * 2
        }
        fn case(a: i32, b: u32) -> i64 {
            [f, g][(b % 2) as usize](a as i64)
        }
    }
    cast_to_a_pointer {
        fn f(x: i64) -> i64 {
            x + 1
        }
        fn g(x: i64) -> i64 {
            x * 2
        }
        fn case(a: i32, b: u32) -> i64 {
            let t: [fn(i64) -> i64; 2] = [f, g];
            let h = if b > 2 { f as fn(i64) -> i64 } else { g };
            t[(b % 2) as usize](a as i64) + h(3)
        }
    }
    remainders_of_pieces {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i64, 2, 3, 4, 5, 6, 7];
            let c = t.chunks_exact(3);
            let r = c.remainder();
            let mut s = r[0] * 100 + r.len() as i64;
            for x in c {
                s += x[0] * x[2];
            }
            let d = t.rchunks_exact(2);
            s + d.remainder()[0] + a as i64 + b as i64
        }
    }
    characters_from_the_end {
        fn case(a: i32, b: u32) -> i64 {
            let text = "abcd";
            let mut s = a as i64;
            for c in text.chars().rev() {
                s = s * 3 + c as i64;
            }
            s + text.chars().nth((b % 4) as usize).map_or(0, |c| c as i64)
        }
    }
    static_in_a_body {
        fn case(a: i32, b: u32) -> i64 {
            static T: [i64; 4] = [3, 1, 4, 1];
            const K: i64 = 10;
            T[(b % 4) as usize] * K + a as i64
        }
    }
    trait_for_arrays_tuples_and_options {
        trait Area {
            fn area(&self) -> i64;
            const N: i64;
        }
        impl Area for [i64; 3] {
            fn area(&self) -> i64 {
                self[0] + self[1] + self[2]
            }
            const N: i64 = 3;
        }
        impl Area for (i64, i64) {
            fn area(&self) -> i64 {
                self.0 * self.1
            }
            const N: i64 = 2;
        }
        impl Area for Option<i64> {
            fn area(&self) -> i64 {
                self.unwrap_or(-1)
            }
            const N: i64 = 1;
        }
        fn case(a: i32, b: u32) -> i64 {
            [1, a as i64, 3].area()
                + (a as i64, b as i64).area()
                + Some(4i64).area()
                + <[i64; 3]>::N * 100
                + <(i64, i64)>::N * 10
                + <Option<i64> as Area>::N
        }
    }
    own_type_in_a_loop {
        struct Count {
            n: i64,
        }
        struct It {
            i: i64,
            n: i64,
        }
        impl Iterator for It {
            type Item = i64;
            fn next(&mut self) -> Option<i64> {
                if self.i < self.n {
                    self.i += 1;
                    Some(self.i)
                } else {
                    None
                }
            }
        }
        impl IntoIterator for Count {
            type Item = i64;
            type IntoIter = It;
            fn into_iter(self) -> It {
                It { i: 0, n: self.n }
            }
        }
        impl IntoIterator for &Count {
            type Item = i64;
            type IntoIter = It;
            fn into_iter(self) -> It {
                It { i: 0, n: self.n * 2 }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let c = Count { n: (b % 7) as i64 };
            let mut s = 0;
            for x in &c {
                s += x;
            }
            for x in c {
                s = s * 2 + x;
            }
            s + a as i64
        }
    }
    places_by_map {
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [1i64, 2, 3];
            let k = t
                .get_mut((b % 5) as usize)
                .map(|x| {
                    *x += a as i64;
                    *x
                })
                .unwrap_or(-1);
            if let Some(x) = t.iter_mut().find(|x| **x == 2) {
                *x = 9;
            }
            if let Some(x) = t.last_mut() {
                *x += 1;
            }
            if let Some(x) = t.iter_mut().max() {
                *x = 0;
            }
            k * 100 + t[0] + t[1] * 2 + t[2] * 3
        }
    }
    saturating_numbers {
        use std::num::{NonZeroU32, Saturating, Wrapping};
        fn case(a: i32, b: u32) -> i64 {
            let n = NonZeroU32::new(b);
            let m = n.map_or(0, |v| v.get());
            let w = Wrapping(b) * Wrapping(3_000_000_000) + Wrapping(7);
            let s = Saturating(a) + Saturating(2_000_000_000);
            m as i64 + w.0 as i64 + s.0 as i64
        }
    }
    greatest_place {
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [4i64, a as i64, b as i64];
            let m = t.iter_mut().max_by_key(|x| **x).unwrap();
            *m = 0;
            let Some(f) = t.first_mut() else { return 0 };
            *f += 1;
            if let [x, y, ..] = &mut t[..] {
                std::mem::swap(x, y);
            }
            if let Some(p) = t.iter_mut().rev().find(|x| **x % 2 == 0) {
                *p -= 3;
            }
            t.iter().fold(0, |s, x| s * 3 + x)
        }
    }
}

texts! {
    field_of_an_element_of_a_part {
        #[derive(Clone, Copy)]
        struct P {
            x: i64,
            y: i64,
        }
        fn case(a: i32, b: u32) -> i64 {
            let t = [P { x: 1, y: 2 }, P { x: a as i64, y: 3 }, P { x: 7, y: 8 }];
            t[1..3][(b % 2) as usize].x + t[..2][1].y
        }
    }
    element_of_an_element_of_a_part {
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [[1i64, 2], [3, 4], [5, 6]];
            t[1..][1][(b % 2) as usize] -= a as i64;
            t[2][0] * 10 + t[2][1]
        }
    }
    methods_of_an_element_of_a_part {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i32, -5, a, 9];
            t[1..][(b % 3) as usize].wrapping_abs() as i64 + t[2..][0].max(3) as i64
        }
    }
    match_on_an_element_of_a_part {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i32, -5, a, 9];
            match t[1..][(b % 3) as usize] {
                -5 => 1,
                9 => 2,
                n if n > 0 => n as i64,
                _ => 0,
            }
        }
    }
    method_that_changes_an_element_of_a_part {
        #[derive(Clone, Copy)]
        struct P {
            x: i64,
        }
        impl P {
            fn bump(&mut self, by: i64) {
                self.x += by;
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [P { x: 1 }, P { x: 2 }, P { x: 3 }];
            t[1..][(b % 2) as usize].bump(a as i64);
            t[0].x + t[1].x * 3 + t[2].x * 5
        }
    }
    parts_of_parts {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i64, 2, 3, 4, 5, 6];
            t[1..][1..][(b % 4) as usize] + t[b as usize % 3..][2] + a as i64
        }
    }
    parts_of_a_slice {
        fn set(t: &mut [i64], lo: usize, v: i64) {
            t[lo..][0] = v;
            t[..lo + 1][0] += v;
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [1i64, 2, 3, 4];
            set(&mut t, (b % 4) as usize, a as i64);
            t[0] + t[1] * 2 + t[2] * 3 + t[3] * 4
        }
    }
    stores_to_parts {
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [1i64, 2, 3, 4];
            let (i, j) = ((b % 2) as usize, 1usize);
            t[1..].swap(i, j + 1);
            t[2..][1] = t[..2][i];
            let r = &mut t[1..][i];
            *r += a as i64;
            t[0] + t[1] * 2 + t[2] * 3 + t[3] * 4
        }
    }
    place_that_a_method_chooses {
        struct S {
            lo: i64,
            hi: i64,
        }
        impl S {
            fn pick(&mut self, hi: bool) -> &mut i64 {
                if hi { &mut self.hi } else { &mut self.lo }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = S { lo: 1, hi: 2 };
            *s.pick(b > 2) += a as i64;
            *s.pick(false) *= 3;
            s.lo + 100 * s.hi
        }
    }
    state_of_a_closure_that_is_passed_on {
        fn counter(start: i64) -> impl FnMut() -> i64 {
            let mut n = start;
            move || {
                n += 1;
                n
            }
        }
        fn each(k: u32, mut f: impl FnMut() -> i64) -> i64 {
            let mut s = 0;
            for _ in 0..k {
                s = s * 2 + f();
            }
            s
        }
        fn case(a: i32, b: u32) -> i64 {
            each(b % 5, counter(a as i64))
        }
    }
    state_of_a_closure_in_a_field {
        struct Gen<F> {
            f: F,
            n: i64,
        }
        impl<F: FnMut(i64) -> i64> Gen<F> {
            fn next(&mut self) -> i64 {
                self.n += 1;
                (self.f)(self.n)
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut prev = a as i64;
            let mut g = Gen {
                f: move |x| {
                    let r = prev + x;
                    prev = r;
                    r
                },
                n: b as i64 % 100,
            };
            g.next() + g.next() * 2 + prev
        }
    }
    two_generators {
        fn rng(seed: u32) -> impl FnMut(u32) -> u32 {
            let mut s = seed | 1;
            move |n| {
                s ^= s << 13;
                s ^= s >> 17;
                s ^= s << 5;
                s % n
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut r = rng(a as u32);
            let mut q = rng(b);
            let x = r(100);
            let y = q(50);
            (x + r(10)) as i64 * 1000 + (y * q(7)) as i64
        }
    }
    running_mean {
        fn avg() -> impl FnMut(f64) -> f64 {
            let mut t = (0.0, 0u32);
            move |x| {
                t.0 += x;
                t.1 += 1;
                t.0 / t.1 as f64
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut m = avg();
            m(a as f64);
            m(b as f64);
            m(4.0) as i64
        }
    }
    functions_in_variants {
        enum Cmd {
            Push(i64),
            Op(fn(i64, i64) -> i64),
        }
        fn case(a: i32, b: u32) -> i64 {
            let prog = [
                Cmd::Push(a as i64),
                Cmd::Push(b as i64),
                Cmd::Op(|x, y| x - y),
                Cmd::Push(3),
                Cmd::Op(i64::wrapping_mul),
            ];
            let mut st = [0i64; 8];
            let mut sp = 0;
            for c in &prog {
                match c {
                    Cmd::Push(v) => {
                        st[sp] = *v;
                        sp += 1;
                    }
                    Cmd::Op(f) => {
                        sp -= 1;
                        st[sp - 1] = f(st[sp - 1], st[sp]);
                    }
                }
            }
            st[0]
        }
    }
    clone_and_end_of_a_kept_iterator {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1i64, 2, 3, 2, 1];
            let mut it = t.iter();
            it.next();
            let mut other = it.clone();
            other.next_back();
            let s: i64 = other.sum();
            s * 10 + it.len() as i64 + it.rfind(|x| **x == 2).copied().unwrap_or(7) + a as i64 + b as i64
        }
    }
    next_of_an_inclusive_range {
        struct W {
            r: std::ops::RangeInclusive<i64>,
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut w = W { r: 1..=(b % 5) as i64 };
            let f = w.r.next().unwrap_or(-1);
            f * 10 + w.r.sum::<i64>() + a as i64
        }
    }
    methods_of_none {
        fn case(a: i32, b: u32) -> i64 {
            let o: Option<i64> = None;
            let p = if b > 2 { Some(a as i64) } else { None };
            o.or(p).unwrap_or(-1)
                + None.or(Some(3i64)).unwrap()
                + p.or_else(|| Some(9)).unwrap()
                + p.xor(o).map_or(0, |v| v * 2)
                + p.and(Some(1i64)).unwrap_or(0)
        }
    }
    default_that_the_use_tells {
        fn case(a: i32, b: u32) -> i64 {
            let mut n = Default::default();
            if b > 2 {
                n = a as i64;
            }
            n
        }
    }
    trait_for_all_iterators {
        trait Ext: Iterator<Item = i64> + Sized {
            fn total(self) -> i64 {
                let mut s = 0;
                for x in self {
                    s += x;
                }
                s
            }
        }
        impl<I: Iterator<Item = i64>> Ext for I {}
        fn case(a: i32, b: u32) -> i64 {
            (0..(b % 10) as i64).map(|x| x * 2).total() + [a as i64, 3].iter().copied().total()
        }
    }
    method_of_all_iterators {
        trait Ext: Iterator {
            fn every(self) -> usize
            where
                Self: Sized;
        }
        impl<I: Iterator> Ext for I {
            fn every(self) -> usize {
                self.count()
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            (0..(b % 10) as i64).every() as i64 + a as i64
        }
    }
    trait_for_arrays_and_slices_of_any_length {
        trait Sum2 {
            fn sum2(&self) -> i64;
        }
        impl<const N: usize> Sum2 for [i64; N] {
            fn sum2(&self) -> i64 {
                self.iter().map(|x| x * x).sum()
            }
        }
        impl Sum2 for [i32] {
            fn sum2(&self) -> i64 {
                self.iter().map(|x| *x as i64).sum()
            }
        }
        impl<T: Sum2> Sum2 for Option<T> {
            fn sum2(&self) -> i64 {
                match self {
                    Some(x) => x.sum2(),
                    None => 0,
                }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            [a as i64, 1].sum2() + [1i32, 2, a][..].sum2() + Some([b as i64]).sum2() + None::<[i64; 2]>.sum2()
        }
    }
    operators_of_vectors {
        use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};
        #[derive(Clone, Copy, PartialEq, Debug)]
        struct V {
            x: i64,
            y: i64,
        }
        impl Add for V {
            type Output = V;
            fn add(self, o: V) -> V {
                V { x: self.x + o.x, y: self.y + o.y }
            }
        }
        impl<'a> Add<&'a V> for &'a V {
            type Output = V;
            fn add(self, o: &V) -> V {
                V { x: self.x + o.x, y: self.y + o.y }
            }
        }
        impl Mul<i64> for V {
            type Output = V;
            fn mul(self, k: i64) -> V {
                V { x: self.x * k, y: self.y * k }
            }
        }
        impl Mul<V> for i64 {
            type Output = V;
            fn mul(self, v: V) -> V {
                v * self
            }
        }
        impl Neg for V {
            type Output = V;
            fn neg(self) -> V {
                V { x: -self.x, y: -self.y }
            }
        }
        impl AddAssign for V {
            fn add_assign(&mut self, o: V) {
                *self = *self + o;
            }
        }
        impl Index<usize> for V {
            type Output = i64;
            fn index(&self, i: usize) -> &i64 {
                match i {
                    0 => &self.x,
                    _ => &self.y,
                }
            }
        }
        impl IndexMut<usize> for V {
            fn index_mut(&mut self, i: usize) -> &mut i64 {
                if i == 0 { &mut self.x } else { &mut self.y }
            }
        }
        impl std::iter::Sum for V {
            fn sum<I: Iterator<Item = V>>(it: I) -> V {
                it.fold(V { x: 0, y: 0 }, |a, b| a + b)
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut u = V { x: a as i64, y: 2 };
            let v = V { x: b as i64, y: 1 };
            let w = &u + &v;
            u += 2 * v;
            u[1] += 5;
            let s: V = [u, v, w].into_iter().sum();
            s.x * 10 + s.y + (-u)[(b % 2) as usize]
        }
    }
    trait_for_tuples_of_its_types {
        pub trait Monoid {
            const ID: Self;
            fn op(self, o: Self) -> Self;
        }
        impl Monoid for i64 {
            const ID: i64 = 0;
            fn op(self, o: i64) -> i64 {
                self + o
            }
        }
        impl<A: Monoid, B: Monoid> Monoid for (A, B) {
            const ID: (A, B) = (A::ID, B::ID);
            fn op(self, o: Self) -> Self {
                (self.0.op(o.0), self.1.op(o.1))
            }
        }
        #[derive(Clone, Copy)]
        struct Max(i64);
        impl Monoid for Max {
            const ID: Max = Max(i64::MIN);
            fn op(self, o: Max) -> Max {
                Max(self.0.max(o.0))
            }
        }
        struct Seg<M, const N: usize> {
            t: [M; N],
        }
        impl<M: Monoid + Copy, const N: usize> Seg<M, N> {
            fn new() -> Self {
                Seg { t: [M::ID; N] }
            }
            fn set(&mut self, i: usize, v: M) {
                let mut i = i + N / 2;
                self.t[i] = v;
                while i > 1 {
                    i /= 2;
                    self.t[i] = self.t[2 * i].op(self.t[2 * i + 1]);
                }
            }
            fn all(&self) -> M {
                self.t[1]
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = Seg::<(i64, Max), 16>::new();
            for i in 0..8 {
                let v = (a as i64 * i as i64) ^ b as i64;
                s.set(i, (v, Max(v)));
            }
            let (t, Max(m)) = s.all();
            t * 3 + m
        }
    }
}

// What a module of kernels declares is written out as in a text.
programs! {
    macros_of_expressions {
        macro_rules! vec3 {
            ($x:expr, $y:expr, $z:expr) => {
                [$x, $y, $z]
            };
            ($x:expr) => {
                [$x; 3]
            };
        }
        macro_rules! dot {
            ($a:expr, $b:expr) => {{
                let t = &$a;
                let u = &$b;
                t[0] * u[0] + t[1] * u[1] + t[2] * u[2]
            }};
        }
        fn case(a: i32, b: u32) -> i64 {
            let t = vec3!(a as i64, 2, 3);
            let u = vec3![b as i64];
            dot!(t, u) + dot!(u, vec3!(1 + 1)) * 2
        }
    }
    macros_of_impls {
        macro_rules! impl_area { ($($t:ident => |$s:ident| $e:expr),* $(,)?) => { $(impl Area for $t { fn area(&self) -> i64 { let $s = self; $e } })* }; }
        trait Area {
            fn area(&self) -> i64;
        }
        struct Sq(i64);
        struct Rect {
            w: i64,
            h: i64,
        }
        impl_area! { Sq => |s| s.0 * s.0, Rect => |r| r.w * r.h, }
        fn case(a: i32, b: u32) -> i64 {
            Sq(a as i64).area() + Rect { w: 2, h: b as i64 }.area()
        }
    }
    macros_of_statements {
        macro_rules! qr {
            ($s:ident, $a:literal, $b:literal, $c:literal, $d:literal) => {
                $s[$a] = $s[$a].wrapping_add($s[$b]);
                $s[$d] = ($s[$d] ^ $s[$a]).rotate_left(16);
                $s[$c] = $s[$c].wrapping_add($s[$d]);
            };
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = [a as u32, b, 3, 4];
            for _ in 0..3 {
                qr!(s, 0, 1, 2, 3);
                qr!(s, 1, 2, 3, 0);
            }
            s.iter().map(|&x| x as i64).sum()
        }
    }
    macros_with_lists {
        macro_rules! hash { ($seed:expr $(, $x:expr)*) => {{ let mut h = $seed; $( h = h.wrapping_mul(31).wrapping_add($x as u64); )* h }}; }
        macro_rules! ensure {
            ($c:expr, $e:expr) => {
                if !$c {
                    return $e;
                }
            };
        }
        fn case(a: i32, b: u32) -> i64 {
            let h = 5;
            ensure!(a != 3, -77);
            ensure!(b < 100, hash!(1u64, h) as i64);
            (hash!(7u64, a, b, h) >> 20) as i64
        }
    }
    macros_of_functions {
        macro_rules! ops { ($($name:ident($op:tt)),+) => { $(fn $name(x: i64, y: i64) -> i64 { x $op y })+ }; }
        ops!(plus(+), minus(-), times(*));
        macro_rules! count { () => { 0 }; ($h:tt $($t:tt)*) => { 1 + count!($($t)*) }; }
        const N: usize = count!(a b c d);
        fn case(a: i32, b: u32) -> i64 {
            let t = [plus(a as i64, 1), minus(2, b as i64), times(3, a as i64), N as i64];
            t.iter().sum::<i64>() + t.len() as i64
        }
    }
    macros_of_types {
        macro_rules! newtype { ($(#[$m:meta])* $v:vis struct $n:ident($t:ty);) => { $(#[$m])* $v struct $n($t); impl $n { pub fn get(self) -> $t { self.0 } } impl From<$t> for $n { fn from(x: $t) -> Self { $n(x) } } impl std::ops::Add for $n { type Output = $n; fn add(self, o: $n) -> $n { $n(self.0 + o.0) } } }; }
        newtype! { #[derive(Clone, Copy, PartialEq)] pub struct Meters(i64); }
        newtype! { #[derive(Clone, Copy)] struct Secs(u32); }
        fn case(a: i32, b: u32) -> i64 {
            let m = Meters::from(a as i64) + Meters(3);
            let s = Secs(b % 100) + Secs(1);
            m.get() * 10 + s.get() as i64
        }
    }
    names_in_macros {
        macro_rules! my_max { ($x:expr) => ($x); ($x:expr, $($y:expr),+) => ({ let a = $x; let b = my_max!($($y),+); if a > b { a } else { b } }); }
        macro_rules! swap {
            ($a:ident, $b:ident) => {
                let t = $a;
                $a = $b;
                $b = t;
            };
        }
        fn case(a: i32, b: u32) -> i64 {
            let t = 5i64;
            let (mut x, mut y) = (a as i64, b as i64);
            swap!(x, y);
            let m = my_max!(x, y, t);
            fn inner(v: i64) -> i64 {
                macro_rules! dbl {
                    ($e:expr) => {
                        $e * 2
                    };
                }
                dbl!(v + 1)
            }
            m * 100 + x * 3 + y + t + inner(4) + my_max!(1, 2).min(7)
        }
    }
    macros_of_patterns {
        macro_rules! matcher { ($v:expr, $($p:pat => $r:expr),+ $(,)?) => { match $v { $($p => $r),+ } }; }
        macro_rules! each {
            ($t:expr, $f:expr) => {{
                let mut s = 0;
                for x in $t.iter() {
                    s += $f(*x);
                }
                s
            }};
        }
        enum E {
            A(i64),
            B,
        }
        fn case(a: i32, b: u32) -> i64 {
            let x = a as i64;
            let e = if b > 3 { E::A(x) } else { E::B };
            matcher!(e, E::A(0) | E::A(3) => 7, E::A(n) => n - 1, E::B => 9,) + each!([1i64, 2, 3], |v: i64| v * x)
        }
    }
}

texts! {
    as_mut_in_chains {
        #[derive(Clone, Copy)]
        struct P {
            x: i64,
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut o = if b > 2 { Some(P { x: 1 }) } else { None };
            if let Some(p) = o.as_mut() {
                p.x += a as i64;
            }
            o.as_mut().map(|p| p.x *= 2);
            if let Some(ref mut p) = o {
                p.x += 1;
            }
            match &mut o {
                Some(p) => p.x += 3,
                None => {}
            }
            o.map_or(-1, |p| p.x)
        }
    }
    get_or_insert_at_an_index {
        struct L {
            t: [Option<i64>; 3],
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut l = L { t: [None; 3] };
            let s = l.t[(b % 3) as usize].get_or_insert(a as i64);
            *s += 1;
            *l.t[0].get_or_insert_with(|| 5) += 2;
            let old = l.t[0].replace(7);
            let tk = l.t[1].take();
            old.unwrap() + tk.unwrap_or(0) + l.t.iter().flatten().sum::<i64>() * 10
        }
    }
    bytes_in_native_order {
        fn case(a: i32, b: u32) -> i64 {
            let bytes = a.to_be_bytes();
            let l = u16::from_le_bytes([bytes[0], bytes[3]]);
            let q = u64::from_ne_bytes(((a as u64) << 7).to_ne_bytes());
            let n = u32::from_be_bytes(bytes[..4].try_into().unwrap());
            l as i64 + q as i64 + n as i64 + b.swap_bytes() as i64 + b.reverse_bits() as i64
        }
    }
    unzip_and_inspect {
        fn case(a: i32, b: u32) -> i64 {
            let mut o = Some(3i64);
            let mut n = 0;
            while let Some(x) = o {
                n += x;
                o = (x > 0).then(|| x - 1);
            }
            let p = o.is_none_or(|x| x > 2) as i64;
            let (x, y): (Option<i64>, Option<u32>) = Some((a as i64, b)).unzip();
            let z = x.zip(y).map_or(0, |(x, y)| x + y as i64);
            n + p
                + z
                + Some(Some(4i64)).flatten().unwrap()
                + Some(5i64).inspect(|x| n += x).is_some_and(|x| x == 5) as i64
                + n
        }
    }
    closures_of_slices {
        fn case(a: i32, b: u32) -> i64 {
            let mut x = a as i64;
            let mut log = |d: i64| -> i64 {
                x += d;
                x
            };
            let p = log(1);
            let q = log(2);
            let add = |p: i64| move |q: i64| p + q;
            let add5 = add(5);
            let k = b as i64;
            let f = |t: &[i64]| t.iter().sum::<i64>() + k;
            p * q + add5(1) + f(&[1, 2, 3]) + (|| 7)() + (|x: i64, y: i64| x * y)(2, 3)
        }
    }
    loop_over_places {
        enum Shape {
            Circle { r: f64 },
            Rect { w: f64, h: f64 },
            Tri(f64, f64, f64),
        }
        use Shape::*;
        impl Shape {
            fn area(&self) -> f64 {
                match *self {
                    Circle { r } => std::f64::consts::PI * r * r,
                    Rect { w, h } => w * h,
                    Tri(a, b, c) => {
                        let s = (a + b + c) / 2.0;
                        (s * (s - a) * (s - b) * (s - c)).sqrt()
                    }
                }
            }
            fn scale(&mut self, k: f64) {
                match self {
                    Circle { r } => *r *= k,
                    Rect { w, h } => {
                        *w *= k;
                        *h *= k;
                    }
                    Tri(a, b, c) => {
                        for x in [a, b, c] {
                            *x *= k;
                        }
                    }
                }
            }
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut t = [Circle { r: (a % 10) as f64 }, Rect { w: 2.0, h: (b % 10) as f64 }, Tri(3.0, 4.0, 5.0)];
            for s in &mut t {
                s.scale(2.0);
            }
            for s in t.iter_mut().skip(1) {
                s.scale(0.5);
            }
            t.iter().map(Shape::area).map(|x| x as i64).sum()
        }
    }
    array_behind_a_reference_taken_apart {
        fn step(s: &mut [u32; 4]) -> u32 {
            let [a, b, c, d] = s;
            let t = *a ^ (*a << 11);
            *a = *b;
            *b = *c;
            *c = *d;
            *d = *d ^ (*d >> 19) ^ t ^ (t >> 8);
            *d
        }
        fn qr(s: &mut [u32], a: usize, b: usize) {
            s[a] = s[a].wrapping_add(s[b]);
            s[b] = (s[b] ^ s[a]).rotate_left(16);
        }
        fn case(a: i32, b: u32) -> i64 {
            let mut s = [a as u32, b, 3, 4];
            let x = step(&mut s);
            for (i, j) in [(0, 1), (2, 3), (0, 3)] {
                qr(&mut s, i, j);
            }
            qr(&mut s[1..], 0, 2);
            x as i64 + s.iter().map(|&v| v as i64).sum::<i64>()
        }
    }
}
